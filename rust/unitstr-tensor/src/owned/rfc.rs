//! One element of the RFC's layout, written in place.

use std::marker::PhantomData;
use std::ptr::NonNull;

use super::heap;
use super::memory::{self, Safe, Slot, overlaps, word};
use crate::{Fields, FormatCode, Kind, Layout, rfc};
use unitstr::Source;

/// One element of the RFC's layout on this machine, at any alignment. No other code uses it meanwhile.
///
/// An element begins as SMALL, OFFSET or PREALLOC. A string that fits into its place is written there, and the
/// element keeps its kind. A longer string is written to a block of C's heap, which begins with a copy of the
/// original element: the element is LARGE, until a string fits into the original place again, or until
/// [`RfcString::dealloc`].
#[derive(Debug)]
pub struct RfcString<'a> {
    slot: Slot,
    /// Whether the strings of OFFSETs may be written.
    offsets_writable: bool,
    lives: PhantomData<&'a mut [u8]>,
}

impl RfcString<'_> {
    /// Returns the existing element at `at`.
    ///
    /// # Safety
    ///
    /// * `at` is readable and writable for [`Layout::element_bytes`] initialised bytes, at any alignment; no other code
    ///   uses them, during the lifetime.
    /// * They are a well-formed element of `layout`, [`Layout::RFC16`] or [`Layout::RFC24`]: the place of a PREALLOC
    ///   is writable for its capacity; the string of every element is initialised and readable, and the string of an
    ///   OFFSET is writable if `offsets_writable`; no other code uses them meanwhile; a LARGE was made by this type,
    ///   from an element in the same place.
    #[must_use]
    pub unsafe fn at(at: *mut u8, layout: Layout, offsets_writable: bool) -> Self {
        // SAFETY: the caller promises what `Slot::new` requires.
        Self { slot: unsafe { Slot::new(at, layout) }, offsets_writable, lives: PhantomData }
    }

    /// The largest string in bytes that can be written without a block.
    fn room(&self, fields: &Fields) -> usize {
        match fields.kind {
            // An OFFSET does not record its original capacity: its string can only become shorter.
            Kind::Offset if self.offsets_writable => word(fields.bytes),
            // The capacity in the element may be larger than any size.
            Kind::Prealloc => word(fields.capacity).min(rfc::MAX_PREALLOC_BYTES),
            _ => word(fields.capacity),
        }
    }

    /// Returns the kind of the element.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.slot.fields().kind
    }

    /// Returns the size of the string in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.slot.bytes()
    }

    /// Returns the size that the string can have in place. An OFFSET can only become shorter, and only if it may be
    /// written.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.room(&self.slot.fields())
    }

    /// Returns the string.
    #[must_use]
    pub fn text(&self) -> Source<'_> {
        self.slot.text()
    }

    /// Sets the string to a copy of `text`: in the original place if it fits, otherwise in a block. The text may
    /// overlap the string.
    ///
    /// # Errors
    ///
    /// [`FormatCode::NoMemory`]; [`FormatCode::SizeLimit`] if the size is too large for an element. Then nothing has
    /// changed.
    pub fn assign(&mut self, text: Source<'_>) -> Result<(), FormatCode> {
        let raw = self.slot.raw();
        let fields = self.slot.fields_of(&raw);
        let is_large = fields.kind == Kind::Large;
        let head = self.slot.layout.element_bytes();
        let block = if is_large { self.slot.data(&fields).wrapping_sub(head) } else { std::ptr::null_mut() };
        let first = if is_large {
            // SAFETY: the block of a LARGE begins with the original element.
            unsafe { memory::load(block, head) }
        } else {
            raw
        };
        let block_bytes = word(fields.capacity).saturating_add(head);
        let inside = overlaps(text, self.slot.place(), head) || (is_large && overlaps(text, block, block_bytes));
        let safe = Safe::new(text, inside)?;
        if text.bytes() <= self.room(&self.slot.fields_of(&first)) {
            let first = rfc::with_size(&first, self.slot.layout, text.bytes() as u64);
            self.slot.set_raw(&first);
            let start = self.slot.data(&self.slot.fields_of(&first));
            // SAFETY: `safe` is a readable `Source` or a copy of one; `start` is writable for the capacity, which was
            // checked.
            unsafe { memory::shift(safe.start(), start, text.bytes()) };
            // SAFETY: `block` is null, or a block of C's heap that the element no longer owns.
            unsafe { heap::release(block) };
            return Ok(());
        }
        self.assign_large(&fields, block, &first, &safe, text.bytes())
    }

    /// Makes the element LARGE; `first` is the original element, `block` its present block if it is LARGE already.
    fn assign_large(
        &mut self,
        fields: &Fields,
        block: *mut u8,
        first: &[u8; 24],
        safe: &Safe<'_>,
        bytes: usize,
    ) -> Result<(), FormatCode> {
        let head = self.slot.layout.element_bytes();
        if rfc::large_element(self.slot.layout, bytes as u64, bytes as u64, 0).is_none() {
            return Err(FormatCode::SizeLimit);
        }
        let all = head.checked_add(bytes).ok_or(FormatCode::SizeLimit)?;
        let mut capacity = bytes;
        let block = match NonNull::new(block) {
            None => heap::allocate(all)?,
            Some(block) if head == 24 && bytes <= word(fields.capacity) => {
                capacity = word(fields.capacity);
                block
            }
            // SAFETY: `block` is the element's own; if it moves, the element receives the new address below.
            Some(block) => unsafe { heap::resize(block.as_ptr(), all) }?,
        };
        // SAFETY: the block has the size of an element and of the string.
        unsafe { memory::store(block.as_ptr(), &first[..head]) };
        let start = block.as_ptr().wrapping_add(head);
        // SAFETY: the same; `safe` is a readable `Source` or a copy of one.
        unsafe { memory::shift(safe.start(), start, bytes) };
        let address = start.expose_provenance() as u64;
        if let Some(raw) = rfc::large_element(self.slot.layout, bytes as u64, capacity as u64, address) {
            self.slot.set_raw(&raw);
        }
        Ok(())
    }

    /// Restores the original, empty element of a LARGE. Other elements own nothing and are unchanged.
    pub fn dealloc(&mut self) {
        let fields = self.slot.fields();
        if fields.kind != Kind::Large {
            return;
        }
        let head = self.slot.layout.element_bytes();
        let block = self.slot.data(&fields).wrapping_sub(head);
        // SAFETY: the block of a LARGE begins with the original element.
        let first = unsafe { memory::load(block, head) };
        self.slot.set_raw(&rfc::with_size(&first, self.slot.layout, 0));
        // SAFETY: `block` is a block of C's heap that the element no longer owns.
        unsafe { heap::release(block) };
    }
}

//! One element of the RFC's layout, written in place.

use std::marker::PhantomData;
use std::ptr::{NonNull, with_exposed_provenance_mut};

use super::memory::{self, Safe, overlaps};
use super::{heap, string::size_of_fields};
use crate::{Fields, FormatCode, Kind, Layout, Place, rfc};
use unitstr::Source;

/// One element of the RFC's layout on this machine, at any alignment, which nobody else uses meanwhile.
///
/// An element begins as SMALL, OFFSET or PREALLOC. A string that fits into its place is written there, and the
/// element keeps its kind. A longer string is written to a block of C's heap, which begins with a copy of the
/// original element: the element is LARGE, until a string fits into the original place again, or until
/// [`RfcString::dealloc`].
#[derive(Debug)]
pub struct RfcString<'a> {
    /// A well-formed element in as many writable bytes as `layout` says.
    at: NonNull<u8>,
    layout: Layout,
    /// Whether the strings of OFFSETs may be written.
    offsets_writable: bool,
    lives: PhantomData<&'a mut [u8]>,
}

impl RfcString<'_> {
    /// Returns the existing element at `at`.
    ///
    /// # Safety
    ///
    /// * `at` is readable and writable for [`Layout::element_bytes`] initialised bytes, at any alignment, and nobody else
    ///   uses them, during the lifetime.
    /// * They are a well-formed element of `layout`, [`Layout::RFC16`] or [`Layout::RFC24`]: the place of a PREALLOC
    ///   is writable for its capacity; the string of every element is initialised and readable, and the string of an
    ///   OFFSET is writable if `offsets_writable`; nobody else uses them meanwhile; a LARGE was made by this type,
    ///   from an element in the same place.
    #[must_use]
    pub unsafe fn at(at: *mut u8, layout: Layout, offsets_writable: bool) -> Self {
        Self {
            // SAFETY: `at` is writable, so it is not null.
            at: unsafe { NonNull::new_unchecked(at) },
            layout,
            offsets_writable,
            lives: PhantomData,
        }
    }

    fn place(&self) -> *mut u8 {
        self.at.as_ptr()
    }

    /// Reads the bytes of an element, in its place or at the start of a block.
    ///
    /// # Safety
    ///
    /// * `at` is readable for an element of this layout.
    unsafe fn load(&self, at: *const u8) -> [u8; 24] {
        if self.layout.element_bytes() == 16 {
            // SAFETY: the caller promises that `at` is readable for an element, which has 16 bytes.
            unsafe { memory::load::<16>(at) }
        } else {
            // SAFETY: the caller promises that `at` is readable for an element, which has 24 bytes.
            unsafe { memory::load::<24>(at) }
        }
    }

    fn raw(&self) -> [u8; 24] {
        // SAFETY: `place()` is an element of this layout.
        unsafe { self.load(self.place()) }
    }

    fn set_raw(&mut self, raw: &[u8; 24]) {
        // SAFETY: `place()` is writable for an element of this layout.
        unsafe { memory::store(self.place(), &raw[..self.layout.element_bytes()]) };
    }

    fn fields_of(&self, raw: &[u8; 24]) -> Fields {
        rfc::fields(raw, self.layout, 0)
    }

    /// The start of the string of this element, or of one that was in its place.
    fn data(&self, fields: &Fields) -> *mut u8 {
        match fields.place {
            Place::Inside(at) => self.place().wrapping_add(at),
            Place::Address(at) => with_exposed_provenance_mut(word(at)),
            Place::Buffer(at) => self.place().wrapping_add(word(at)),
        }
    }

    /// The largest string in bytes that can be written without a block.
    fn room(&self, fields: &Fields) -> usize {
        match fields.kind {
            // An OFFSET does not record its original capacity: its string can only become shorter.
            Kind::Offset if self.offsets_writable => size_of_fields(fields),
            // The capacity in the element may be larger than any size.
            Kind::Prealloc => word(fields.capacity).min(rfc::MAX_PREALLOC_BYTES),
            _ => word(fields.capacity),
        }
    }

    /// Returns the kind of the element.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.fields_of(&self.raw()).kind
    }

    /// Returns the size of the string in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_fields(&self.fields_of(&self.raw()))
    }

    /// Returns the size that the string can have in place. An OFFSET can only become shorter, and only if it may be
    /// written.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.room(&self.fields_of(&self.raw()))
    }

    /// Returns the string.
    #[must_use]
    pub fn text(&self) -> Source<'_> {
        let fields = self.fields_of(&self.raw());
        let start = self.data(&fields).cast_const();
        // SAFETY: in the element, or readable for its size by the contract of `at`; the result borrows `self`.
        unsafe { Source::new(start, size_of_fields(&fields)) }
    }

    /// Sets the string to a copy of `text`: in the original place if it fits, otherwise in a block. The text may
    /// overlap the string.
    ///
    /// # Errors
    ///
    /// [`FormatCode::NoMemory`]; [`FormatCode::SizeLimit`] if the size is too large for an element. Then nothing has
    /// changed.
    pub fn assign(&mut self, text: Source<'_>) -> Result<(), FormatCode> {
        let raw = self.raw();
        let fields = self.fields_of(&raw);
        let is_large = fields.kind == Kind::Large;
        let head = self.layout.element_bytes();
        let block = if is_large { self.data(&fields).wrapping_sub(head) } else { std::ptr::null_mut() };
        let first = if is_large {
            // SAFETY: the block of a LARGE begins with the original element.
            unsafe { self.load(block) }
        } else {
            raw
        };
        let block_bytes = word(fields.capacity).saturating_add(head);
        let inside = overlaps(text, self.place(), head) || (is_large && overlaps(text, block, block_bytes));
        let safe = Safe::new(text, inside)?;
        if text.bytes() <= self.room(&self.fields_of(&first)) {
            let first = rfc::with_size(&first, self.layout, text.bytes() as u64);
            self.set_raw(&first);
            let start = self.data(&self.fields_of(&first));
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
        let head = self.layout.element_bytes();
        if rfc::large_element(self.layout, bytes as u64, bytes as u64, 0).is_none() {
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
        if let Some(raw) = rfc::large_element(self.layout, bytes as u64, capacity as u64, address) {
            self.set_raw(&raw);
        }
        Ok(())
    }

    /// Restores the original, empty element of a LARGE. Other elements own nothing and are unchanged.
    pub fn dealloc(&mut self) {
        let fields = self.fields_of(&self.raw());
        if fields.kind != Kind::Large {
            return;
        }
        let block = self.data(&fields).wrapping_sub(self.layout.element_bytes());
        // SAFETY: the block of a LARGE begins with the original element.
        let first = unsafe { self.load(block) };
        self.set_raw(&rfc::with_size(&first, self.layout, 0));
        // SAFETY: `block` is a block of C's heap that the element no longer owns.
        unsafe { heap::release(block) };
    }
}

/// Converts to a word of this machine: no larger number is read from an element of its own layout.
#[allow(clippy::cast_possible_truncation, reason = "read as a word of this size")]
const fn word(value: u64) -> usize {
    value as usize
}

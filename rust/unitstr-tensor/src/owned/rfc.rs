//! One element of the RFC's layout, written in place.

use std::marker::PhantomData;
use std::ptr::{NonNull, with_exposed_provenance_mut};

use super::memory::{self, Safe, overlaps};
use super::{heap, string::size_of_fields};
use crate::{Fields, FormatCode, Kind, Layout, Place, rfc};
use unitstr::Source;

/// One element of the RFC's layout on this machine, at any alignment, which nobody else uses meanwhile.
///
/// An element begins as SMALL, OFFSET or PREALLOC. A string that its place has room for is written there, and the
/// element stays what it is. A longer one goes into a block of C's heap, in front of which the element is kept as it
/// was: the element is LARGE, until a string fits again into the place it came from, or until [`RfcString::dealloc`].
#[derive(Debug)]
pub struct RfcString<'a> {
    /// An element that is well-formed, in as many writable bytes as `layout` says.
    at: NonNull<u8>,
    layout: Layout,
    /// Whether the strings of OFFSETs may be written to.
    offsets_writable: bool,
    lives: PhantomData<&'a mut [u8]>,
}

impl RfcString<'_> {
    /// The element at `at`, which is there already.
    ///
    /// # Safety
    ///
    /// * `at` is readable and writable for [`Layout::element_bytes`] initialised bytes, at any alignment, and nobody else
    ///   uses them, during the lifetime.
    /// * They are a well-formed element of `layout`, [`Layout::RFC16`] or [`Layout::RFC24`]: the place of a PREALLOC is
    ///   writable for its capacity; the string of every element is initialised and readable, and that of an OFFSET
    ///   writable if `offsets_writable`; nobody else uses them meanwhile; a LARGE was made by this type, from an element
    ///   in the same place.
    #[must_use]
    pub unsafe fn at(at: *mut u8, layout: Layout, offsets_writable: bool) -> Self {
        Self {
            // SAFETY: it is writable.
            at: unsafe { NonNull::new_unchecked(at) },
            layout,
            offsets_writable,
            lives: PhantomData,
        }
    }

    fn place(&self) -> *mut u8 {
        self.at.as_ptr()
    }

    /// An element's bytes, here or in front of a block's string.
    ///
    /// # Safety
    ///
    /// * At `at` there is an element of this layout.
    unsafe fn load(&self, at: *const u8) -> [u8; 24] {
        if self.layout.element_bytes() == 16 {
            // SAFETY: the caller's promise.
            unsafe { memory::load::<16>(at) }
        } else {
            // SAFETY: the caller's promise.
            unsafe { memory::load::<24>(at) }
        }
    }

    fn raw(&self) -> [u8; 24] {
        // SAFETY: the field's promise.
        unsafe { self.load(self.place()) }
    }

    fn set_raw(&mut self, raw: &[u8; 24]) {
        // SAFETY: the field's promise.
        unsafe { memory::store(self.place(), &raw[..self.layout.element_bytes()]) };
    }

    fn fields_of(&self, raw: &[u8; 24]) -> Fields {
        rfc::fields(raw, self.layout, 0)
    }

    /// Where the string of this element begins, or of one that was in its place.
    fn data(&self, fields: &Fields) -> *mut u8 {
        match fields.place {
            Place::Inside(at) => self.place().wrapping_add(at),
            Place::Address(at) => with_exposed_provenance_mut(word(at)),
            Place::Buffer(at) => self.place().wrapping_add(word(at)),
        }
    }

    /// How long a string may become where it is, without a block.
    fn room(&self, fields: &Fields) -> usize {
        match fields.kind {
            // Nothing in an OFFSET tells what it once had room for: it can become shorter only.
            Kind::Offset if self.offsets_writable => size_of_fields(fields),
            // What it says may be more than a size can say.
            Kind::Prealloc => word(fields.capacity).min(rfc::MAX_PREALLOC_BYTES),
            _ => word(fields.capacity),
        }
    }

    /// Where it has its string.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.fields_of(&self.raw()).kind
    }

    /// The size of the string.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_fields(&self.fields_of(&self.raw()))
    }

    /// The size that it can have where it is. An OFFSET can only become shorter, and only if it may be written to.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.room(&self.fields_of(&self.raw()))
    }

    /// The string.
    #[must_use]
    pub fn text(&self) -> Source<'_> {
        let fields = self.fields_of(&self.raw());
        let start = self.data(&fields).cast_const();
        // SAFETY: inside of the element, or what the promise to `at` says of its kind; `self` is borrowed meanwhile.
        unsafe { Source::new(start, size_of_fields(&fields)) }
    }

    /// Becomes this text: where it was before any overflow if that has room, else in a block. The text may lie in the
    /// string itself.
    ///
    /// # Errors
    ///
    /// [`FormatCode::NoMemory`]; [`FormatCode::SizeLimit`] if no element can say such a size. Nothing has changed then.
    pub fn assign(&mut self, text: Source<'_>) -> Result<(), FormatCode> {
        let raw = self.raw();
        let fields = self.fields_of(&raw);
        let is_large = fields.kind == Kind::Large;
        let head = self.layout.element_bytes();
        let block = if is_large {
            self.data(&fields).wrapping_sub(head)
        } else {
            std::ptr::null_mut()
        };
        let first = if is_large {
            // SAFETY: in front of a LARGE's string is the element as it was.
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
            // SAFETY: a `Source` or a copy of it is readable; the place has room for so many bytes.
            unsafe { memory::shift(safe.start(), start, text.bytes()) };
            // SAFETY: null, or the block that the element has no more.
            unsafe { heap::release(block) };
            return Ok(());
        }
        self.assign_large(&fields, block, &first, &safe, text.bytes())
    }

    /// Becomes a LARGE, whose element as it was is `first`; `block` is what it has if it is one.
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
            // SAFETY: the element's own block, of which it is told below if it moves.
            Some(block) => unsafe { heap::resize(block.as_ptr(), all) }?,
        };
        // SAFETY: the block has room for an element and so many bytes.
        unsafe { memory::store(block.as_ptr(), &first[..head]) };
        let start = block.as_ptr().wrapping_add(head);
        // SAFETY: as above; a `Source` or a copy of it is readable.
        unsafe { memory::shift(safe.start(), start, bytes) };
        let address = start.expose_provenance() as u64;
        if let Some(raw) = rfc::large_element(self.layout, bytes as u64, capacity as u64, address) {
            self.set_raw(&raw);
        }
        Ok(())
    }

    /// A LARGE becomes what it was before, and empty. Others own nothing, and stay as they are.
    pub fn dealloc(&mut self) {
        let fields = self.fields_of(&self.raw());
        if fields.kind != Kind::Large {
            return;
        }
        let block = self.data(&fields).wrapping_sub(self.layout.element_bytes());
        // SAFETY: in front of a LARGE's string is the element as it was.
        let first = unsafe { self.load(block) };
        self.set_raw(&rfc::with_size(&first, self.layout, 0));
        // SAFETY: the block that the element has no more.
        unsafe { heap::release(block) };
    }
}

/// A word of this machine: no larger one is read from an element of its own layout.
#[allow(clippy::cast_possible_truncation, reason = "read as a word of this size")]
const fn word(value: u64) -> usize {
    value as usize
}

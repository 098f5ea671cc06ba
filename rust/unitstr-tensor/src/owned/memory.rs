//! Reads and writes elements and bytes in memory that only the caller writes meanwhile.

use std::ptr::{self, NonNull, with_exposed_provenance_mut};

use crate::{Fields, Format, FormatCode, Layout, Place, rfc, tstring};
use unitstr::Source;

/// One element on this machine, at any alignment, which no other code uses meanwhile.
#[derive(Debug)]
pub(super) struct Slot {
    /// A well-formed element in as many writable bytes as `layout` says.
    at: NonNull<u8>,
    pub(super) layout: Layout,
}

impl Slot {
    /// Returns the existing element at `at`.
    ///
    /// # Safety
    ///
    /// * `at` is readable and writable for an element of `layout`, initialised and well-formed, and nobody else uses it,
    ///   as long as the result is used.
    pub(super) const unsafe fn new(at: *mut u8, layout: Layout) -> Self {
        // SAFETY: `at` is writable, so it is not null.
        Self { at: unsafe { NonNull::new_unchecked(at) }, layout }
    }

    /// The address of the element.
    pub(super) const fn place(&self) -> *mut u8 {
        self.at.as_ptr()
    }

    pub(super) fn raw(&self) -> [u8; 24] {
        // SAFETY: `place()` is readable for an element of this layout.
        unsafe { load(self.place(), self.layout.element_bytes()) }
    }

    /// Replaces all of its bytes, without releasing what it owns.
    pub(super) fn set_raw(&mut self, raw: &[u8; 24]) {
        // SAFETY: `place()` is writable for an element of this layout.
        unsafe { store(self.place(), &raw[..self.layout.element_bytes()]) };
    }

    /// The contents of this element, or of one that was in its place.
    pub(super) fn fields_of(&self, raw: &[u8; 24]) -> Fields {
        if self.layout.format == Format::Tf24 {
            tstring::fields(raw, self.layout, 0)
        } else {
            rfc::fields(raw, self.layout, 0)
        }
    }

    pub(super) fn fields(&self) -> Fields {
        self.fields_of(&self.raw())
    }

    /// The start of the string of this element, or of one that was in its place. It may be written if the element owns
    /// it.
    pub(super) fn data(&self, fields: &Fields) -> *mut u8 {
        match fields.place {
            Place::Inside(at) => self.place().wrapping_add(at),
            Place::Address(at) => with_exposed_provenance_mut(word(at)),
            Place::Buffer(at) => self.place().wrapping_add(word(at)),
        }
    }

    pub(super) fn bytes(&self) -> usize {
        word(self.fields().bytes)
    }

    pub(super) fn text(&self) -> Source<'_> {
        let fields = self.fields();
        let start = self.data(&fields).cast_const();
        // SAFETY: the string is in the element, or readable for its size because the element is well-formed; it is
        // changed or freed only through `self`, which the result borrows.
        unsafe { Source::new(start, word(fields.bytes)) }
    }
}

/// Converts to a word of this machine: no larger number is read from an element of its own layout.
#[allow(clippy::cast_possible_truncation, reason = "read as a word of this size")]
pub(super) const fn word(value: u64) -> usize {
    value as usize
}

/// Reads `bytes` bytes at `at`; the rest of the result is zero.
///
/// # Safety
///
/// * `at` is readable for `bytes` initialised bytes, at most 24.
pub(super) unsafe fn load(at: *const u8, bytes: usize) -> [u8; 24] {
    let mut raw = [0; 24];
    // SAFETY: the caller promises that `at` is readable for `bytes`; the slice checks that `raw` has as many.
    unsafe { ptr::copy_nonoverlapping(at, raw[..bytes].as_mut_ptr(), bytes) };
    raw
}

/// Writes `bytes` to `at`.
///
/// # Safety
///
/// * `at` is writable for the size of `bytes`, and does not overlap it.
pub(super) unsafe fn store(at: *mut u8, bytes: &[u8]) {
    // SAFETY: the caller promises that `at` is writable for the size of `bytes` and does not overlap it.
    unsafe { ptr::copy_nonoverlapping(bytes.as_ptr(), at, bytes.len()) };
}

/// Copies bytes between regions that may overlap; both pointers may be null if `bytes` is 0.
///
/// # Safety
///
/// * If `bytes` is not 0: `from` is readable and `to` is writable for `bytes` bytes.
pub(super) unsafe fn shift(from: *const u8, to: *mut u8, bytes: usize) {
    if bytes > 0 {
        // SAFETY: the caller promises that `from` is readable and `to` writable for `bytes`. Not volatile: nothing
        // depends on the bytes copied.
        unsafe { ptr::copy(from, to, bytes) };
    }
}

/// Sets one byte.
///
/// # Safety
///
/// * `at` is writable.
pub(super) unsafe fn put(at: *mut u8, byte: u8) {
    // SAFETY: the caller promises that `at` is writable.
    unsafe { at.write(byte) };
}

/// A source that the operation itself may change, or a copy of it.
pub(super) struct Safe<'a> {
    copy: Vec<u8>,
    text: Source<'a>,
}

impl<'a> Safe<'a> {
    /// The text itself, or a copy if it overlaps the memory to write.
    pub(super) fn new(text: Source<'a>, overlaps: bool) -> Result<Self, FormatCode> {
        let mut copy = Vec::new();
        if overlaps {
            copy.try_reserve_exact(text.bytes()).map_err(|_| FormatCode::NoMemory)?;
            text.append_to(&mut copy);
        }
        Ok(Self { copy, text })
    }

    pub(super) fn start(&self) -> *const u8 {
        if self.copy.is_empty() { self.text.start() } else { self.copy.as_ptr() }
    }
}

/// Whether any byte of the text is among the `bytes` bytes at `place`.
pub(super) fn overlaps(text: Source<'_>, place: *const u8, bytes: usize) -> bool {
    let (text_start, place) = (text.start().addr(), place.addr());
    text_start < place.saturating_add(bytes) && place < text_start.saturating_add(text.bytes())
}

//! Elements and bytes in memory that the caller alone writes meanwhile.

use std::ptr;

use crate::FormatCode;
use unitstr::Source;

/// The first `E` bytes at `at`, and zeroes behind.
///
/// # Safety
///
/// * `at` is readable for `E` initialised bytes; `E` is at most 24.
pub(super) unsafe fn load<const E: usize>(at: *const u8) -> [u8; 24] {
    // SAFETY: the caller's promise; bytes have no alignment.
    let bytes = unsafe { at.cast::<[u8; E]>().read() };
    let mut raw = [0; 24];
    raw[..E].copy_from_slice(&bytes);
    raw
}

/// Writes so many of the bytes to `at`.
///
/// # Safety
///
/// * `at` is writable for as many bytes as `bytes` has, and lies outside of it.
pub(super) unsafe fn store(at: *mut u8, bytes: &[u8]) {
    // SAFETY: the caller's promise.
    unsafe { ptr::copy_nonoverlapping(bytes.as_ptr(), at, bytes.len()) };
}

/// Moves bytes; either side may overlap the other, and anything may be null if there are none.
///
/// # Safety
///
/// * If `bytes` is not 0: `from` is readable and `to` is writable for so many.
pub(super) unsafe fn shift(from: *const u8, to: *mut u8, bytes: usize) {
    if bytes > 0 {
        // SAFETY: the caller's promise. Not volatile: nothing is decided by what is copied.
        unsafe { ptr::copy(from, to, bytes) };
    }
}

/// Sets one byte.
///
/// # Safety
///
/// * `at` is writable.
pub(super) unsafe fn put(at: *mut u8, byte: u8) {
    // SAFETY: the caller's promise.
    unsafe { at.write(byte) };
}

/// A source that an operation may change under its own hands, or a copy of it.
pub(super) struct Safe<'a> {
    copy: Vec<u8>,
    text: Source<'a>,
}

impl<'a> Safe<'a> {
    /// The text itself, or a copy of it if `overlaps`.
    pub(super) fn new(text: Source<'a>, overlaps: bool) -> Result<Self, FormatCode> {
        let mut copy = Vec::new();
        if overlaps {
            copy.try_reserve_exact(text.bytes()).map_err(|_| FormatCode::NoMemory)?;
            copy.extend_from_slice(&text.to_vec());
        }
        Ok(Self { copy, text })
    }

    pub(super) fn start(&self) -> *const u8 {
        if self.copy.is_empty() {
            self.text.start()
        } else {
            self.copy.as_ptr()
        }
    }
}

/// Whether any byte of the text is among the `bytes` bytes at `place`.
pub(super) fn overlaps(text: Source<'_>, place: *const u8, bytes: usize) -> bool {
    let (text_start, place) = (text.start().addr(), place.addr());
    text_start < place.saturating_add(bytes) && place < text_start.saturating_add(text.bytes())
}

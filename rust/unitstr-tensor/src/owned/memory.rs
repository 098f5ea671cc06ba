//! Reads and writes elements and bytes in memory that only the caller writes meanwhile.

use std::ptr;

use crate::FormatCode;
use unitstr::Source;

/// Reads `E` bytes at `at`; the rest of the result is zero.
///
/// # Safety
///
/// * `at` is readable for `E` initialised bytes; `E` is at most 24.
pub(super) unsafe fn load<const E: usize>(at: *const u8) -> [u8; 24] {
    // SAFETY: the caller promises that `at` is readable for `E` bytes; an array of bytes has no alignment.
    let bytes = unsafe { at.cast::<[u8; E]>().read() };
    let mut raw = [0; 24];
    raw[..E].copy_from_slice(&bytes);
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
            copy.extend_from_slice(&text.to_vec());
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

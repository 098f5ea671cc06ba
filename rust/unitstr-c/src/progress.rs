//! The struct in which the functions for C programs return their result.

use unitstr::{Coder, Progress};

use crate::status::{USTR_E_NULL, USTR_E_SIZE};

/// The result of a text function. The caller provides the memory, at any alignment, and sets `struct_size`; the other
/// members need not be initialised. They are written only if the function returns a status, not if it returns an
/// error.
///
/// Counts are in elements: bytes of encoded text, or chars (UTF-16 code units of 2 bytes; for Latin-1 text, bytes).
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ustr_progress {
    /// On call: the number of bytes that may be written, which is the caller's `sizeof(ustr_progress)`, 32 to 4096;
    /// else `USTR_E_SIZE`. On return: the number of bytes written, which is the smaller of that and the library's own
    /// size.
    pub struct_size: usize,
    /// The number of source elements read. A function stops only between code points.
    pub read: u64,
    /// The number of destination elements written, or that would be written (measure), or that are equal (compare).
    pub written: u64,
    /// The number of source elements of the malformed or unmappable sequence at `read`: 1 to 4; 0 with any other
    /// status.
    pub bad_len: u32,
    /// The form of decoded text, `USTR_CODER_LATIN1` or `USTR_CODER_UTF16`; 0 from functions that do not decode.
    pub coder: u32,
}

/// Decoded text is Latin-1: one byte for each char.
pub const USTR_CODER_LATIN1: u32 = 0;
/// Decoded text is chars: UTF-16 code units in the byte order of the machine.
pub const USTR_CODER_UTF16: u32 = 1;

const _: () = {
    assert!(USTR_CODER_LATIN1 == Coder::Latin1.id());
    assert!(USTR_CODER_UTF16 == Coder::Utf16.id());
};

/// The coder in the result of a function that does not decode.
pub(crate) const NOTHING_DECODED: Coder = Coder::Latin1;

const _: () = assert!(size_of::<ustr_progress>() == SMALLEST);

/// The size of each result struct in version 1.0: no caller has a smaller one.
const SMALLEST: usize = 32;
/// A larger `struct_size` is a sign of memory that was not initialised.
const LARGEST: usize = 4096;

/// A result struct of the caller whose `struct_size` has been checked. `struct_size` is the first member of each such
/// struct.
pub(crate) struct Out<T> {
    /// Valid for writes of `capacity` bytes.
    place: *mut T,
    /// From `SMALLEST` to `LARGEST`.
    capacity: usize,
}

impl<T: Copy> Out<T> {
    /// Checks the caller's struct and writes nothing.
    ///
    /// # Safety
    ///
    /// * `place` is null, or readable for a `size_t` and writable for as many bytes as that `size_t` says, for as
    ///   long as the result is used.
    pub(crate) unsafe fn new(place: *mut T) -> Result<Self, i32> {
        const { assert!(size_of::<T>() >= SMALLEST) };
        if place.is_null() {
            return Err(USTR_E_NULL);
        }
        // SAFETY: `place` is not null, so its first member is readable; the read allows any alignment.
        let capacity = unsafe { place.cast::<usize>().read_unaligned() };
        if (SMALLEST..=LARGEST).contains(&capacity) { Ok(Self { place, capacity }) } else { Err(USTR_E_SIZE) }
    }

    /// The number of bytes to write.
    pub(crate) fn bytes(&self) -> usize {
        self.capacity.min(size_of::<T>())
    }

    /// Fills the caller's struct.
    pub(crate) fn fill(self, result: T) {
        // SAFETY: `bytes` is at most the size of `result` and at most the capacity of `place`; `result` is a local.
        unsafe { (&raw const result).cast::<u8>().copy_to_nonoverlapping(self.place.cast(), self.bytes()) };
    }
}

impl Out<ustr_progress> {
    /// Fills the caller's struct.
    pub(crate) fn write(self, progress: Progress, coder: Coder) {
        let struct_size = self.bytes();
        self.fill(ustr_progress {
            struct_size,
            read: progress.read as u64,
            written: progress.written as u64,
            bad_len: progress.bad_len,
            coder: coder.id(),
        });
    }
}

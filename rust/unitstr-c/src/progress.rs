//! The out struct of the entries for C programs.

use std::mem::offset_of;

use unitstr::{Coder, Progress};

use crate::status::{USTR_E_NULL, USTR_E_SIZE};

/// How far an operation came. The caller provides the memory, at any alignment, and sets `struct_size`; the other members
/// need not be initialised. They are written only if the entry returns a status, not an error.
///
/// Elements are bytes of encoded text, or chars (UTF-16 code units of 2 bytes; bytes, for text in Latin-1).
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ustr_progress {
    /// In: the bytes that may be written, `sizeof(ustr_progress)` as the caller knows it, 32 to 4096. Out: how many were
    /// written, the smaller of that and the library's own size. Else `USTR_E_SIZE`.
    pub struct_size: usize,
    /// Source elements read. An operation stops only between code points.
    pub read: u64,
    /// Destination elements written; or those that would be (measure), or that were equal (compare).
    pub written: u64,
    /// Source elements of the malformed or unmappable sequence at `read`: 1 to 4; 0 with any other status.
    pub bad_len: u32,
    /// The form of decoded text: `USTR_CODER_LATIN1` or `USTR_CODER_UTF16`; 0 where nothing is decoded.
    pub coder: u32,
}

/// Decoded text is in Latin-1, one byte for each char.
pub const USTR_CODER_LATIN1: u32 = 0;
/// Decoded text is in chars, UTF-16 code units in the byte order of the machine.
pub const USTR_CODER_UTF16: u32 = 1;

const _: () = {
    assert!(USTR_CODER_LATIN1 == Coder::Latin1.id());
    assert!(USTR_CODER_UTF16 == Coder::Utf16.id());
};

/// The coder of an operation that decodes nothing.
pub(crate) const NOTHING_DECODED: Coder = Coder::Latin1;

/// The members with their offsets in bytes, which never change.
pub const PROGRESS_MEMBERS: &[(&str, usize)] = &[
    ("struct_size", 0),
    ("read", 8),
    ("written", 16),
    ("bad_len", 24),
    ("coder", 28),
];

const _: () = {
    assert!(offset_of!(ustr_progress, struct_size) == PROGRESS_MEMBERS[0].1);
    assert!(offset_of!(ustr_progress, read) == PROGRESS_MEMBERS[1].1);
    assert!(offset_of!(ustr_progress, written) == PROGRESS_MEMBERS[2].1);
    assert!(offset_of!(ustr_progress, bad_len) == PROGRESS_MEMBERS[3].1);
    assert!(offset_of!(ustr_progress, coder) == PROGRESS_MEMBERS[4].1);
    assert!(size_of::<ustr_progress>() == offset_of!(ustr_progress, coder) + size_of::<u32>());
};

/// The size of every out struct in its first version, which every caller has at least.
const SMALLEST: usize = 32;
/// What no caller has: a sign of memory that was not set.
const LARGEST: usize = 4096;

/// A caller's out struct whose `struct_size` has been checked. It is the first member of all of them.
pub(crate) struct Out<T> {
    /// Valid for writes of `capacity` bytes.
    place: *mut T,
    /// From `SMALLEST` to `LARGEST`.
    capacity: usize,
}

impl<T: Copy> Out<T> {
    /// Checks the caller's struct; writes nothing.
    ///
    /// # Safety
    ///
    /// * `place` is null, or readable for a `size_t` and then writable for as many bytes as that says, for as long as
    ///   the result is used.
    pub(crate) unsafe fn new(place: *mut T) -> Result<Self, i32> {
        const { assert!(size_of::<T>() >= SMALLEST) };
        if place.is_null() {
            return Err(USTR_E_NULL);
        }
        // SAFETY: not null, so it is readable for this member, which is the first; any alignment will do.
        let capacity = unsafe { place.cast::<usize>().read_unaligned() };
        if (SMALLEST..=LARGEST).contains(&capacity) {
            Ok(Self { place, capacity })
        } else {
            Err(USTR_E_SIZE)
        }
    }

    /// How many bytes will be written.
    pub(crate) fn bytes(&self) -> usize {
        self.capacity.min(size_of::<T>())
    }

    /// Fills the caller's struct.
    pub(crate) fn fill(self, result: T) {
        // SAFETY: so many bytes is at most the size of either struct, and one of the two is a local.
        unsafe {
            (&raw const result)
                .cast::<u8>()
                .copy_to_nonoverlapping(self.place.cast(), self.bytes())
        };
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

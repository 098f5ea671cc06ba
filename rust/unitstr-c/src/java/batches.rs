//! The entries for many texts in one call.

use std::ffi::c_void;

use crate::batch;

/// The entries for many texts in one call.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Batches {
    /// `packed_decode` of `count` texts, in order, each a text of its own.
    ///
    /// `spans`: for each text two `int64_t`: where it starts, in bytes after `src`, and its size in bytes. Each lies inside
    /// of `src_bytes` and has at most `USTR_PACKED_COUNT_MAX` bytes, else `USTR_E_RANGE`; texts may overlap. `src_bytes`
    /// may be as large as `INT64_MAX`: nothing is read but the texts. With `USTR_FLAG_TERMINATED` a text ends before its
    /// first zero unit, counted from its start. `USTR_FLAG_MORE` gives `USTR_E_FLAGS`.
    ///
    /// All texts share `latin1` and `chars`, which are scratch: each goes into one of them, after the last one there.
    /// `results`: for each text one `int64_t`: `start | length << USTR_BATCH_LENGTH_SHIFT | coder <<
    /// USTR_BATCH_CODER_SHIFT`, start and length in chars.
    ///
    /// In the packed result `written` is how many texts were decoded; the results after these are left untouched.
    /// `USTR_DONE` if that is all. Else about the next text, which can be tried again as the first: `USTR_OUTPUT_FULL`;
    /// `USTR_MALFORMED` when errors are reported, with `read` bytes of it before the error, and `bad_len`.
    ///
    /// `src_bytes` is not bounded by a packed long, `count` and the sizes are. Time is in proportion to the texts: who
    /// must not hold up others splits them.
    pub packed_decode_batch: unsafe extern "C" fn(
        src: *const c_void,
        src_bytes: i64,
        spans: *const c_void,
        count: i64,
        encoding: u32,
        flags: u32,
        latin1: *mut c_void,
        latin1_bytes: i64,
        chars: *mut c_void,
        chars_chars: i64,
        results: *mut c_void,
    ) -> i64,
    /// `packed_encode` of `count` texts, in order, each a text of its own, with a byte order mark if the encoding has one.
    ///
    ///
    /// `ends`: for each text one `int64_t`: where it ends, in chars after `chars`; it starts where the one before ends. They
    /// do not fall and are at most `src_chars`, else `USTR_E_RANGE`. `USTR_FLAG_MORE` gives `USTR_E_FLAGS`.
    ///
    /// What the texts become lies at `dst + dst_offset` without gaps. `results`: for each text one `int64_t`: where it ends
    /// there, in bytes.
    ///
    /// In the packed result `written` is how many texts were encoded, each of them whole; of the others, and of their
    /// results, nothing is written. `USTR_DONE` if that is all. Else about the next text: `USTR_OUTPUT_FULL`;
    /// `USTR_MALFORMED` or `USTR_UNMAPPABLE` when errors are reported, with `read` chars of it before the error, and
    /// `bad_len`.
    ///
    /// A text is measured first if errors are reported, or if it might not fit.
    pub packed_encode_batch: unsafe extern "C" fn(
        chars: *const c_void,
        src_chars: i64,
        ends: *const c_void,
        count: i64,
        dst: *mut c_void,
        dst_offset: i64,
        dst_bytes: i64,
        encoding: u32,
        flags: u32,
        results: *mut c_void,
    ) -> i64,
    /// Measures what `packed_encode_batch` would write into unlimited memory, and returns what it would. `results`: for
    /// each text one `int64_t`: where it would end, in bytes.
    pub packed_measure_batch: unsafe extern "C" fn(
        chars: *const c_void,
        src_chars: i64,
        ends: *const c_void,
        count: i64,
        encoding: u32,
        flags: u32,
        results: *mut c_void,
    ) -> i64,
}

impl Batches {
    /// Those of this library.
    pub(super) const OURS: Self = Self {
        packed_decode_batch: batch::packed_decode_batch,
        packed_encode_batch: batch::packed_encode_batch,
        packed_measure_batch: batch::packed_measure_batch,
    };
}

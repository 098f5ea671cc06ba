//! The functions for many texts in one call.

use std::ffi::c_void;

use crate::batch;

crate::table::functions! {
    /// The functions for many texts in one call.
    pub struct Batches;

    /// `packed_decode` of `count` texts, in order, each decoded independently.
    ///
    /// `spans` has two `int64_t` for each text: its start, in bytes after `src`, and its size in bytes. Each text
    /// lies inside `src_bytes` and has at most `USTR_PACKED_COUNT_MAX` bytes, else `USTR_E_RANGE`; texts may overlap.
    /// `src_bytes` may be as large as `INT64_MAX`: only the texts are read. With `USTR_FLAG_TERMINATED` a text ends
    /// before its first zero unit, counted from its start. `USTR_FLAG_MORE` gives `USTR_E_FLAGS`.
    ///
    /// All texts share `latin1` and `chars`, which are scratch memory: each text goes into one of them, after the
    /// previous text there. `results` receives one `int64_t` for each text: `start | length <<
    /// USTR_BATCH_LENGTH_SHIFT | coder << USTR_BATCH_CODER_SHIFT`, with start and length in chars.
    ///
    /// In the packed result, `written` is the number of texts decoded; the `results` after these are unchanged. The
    /// status is `USTR_DONE` if all texts were decoded. Otherwise it describes the next text, with which the caller
    /// can continue: `USTR_OUTPUT_FULL`; or `USTR_MALFORMED` with `USTR_FLAG_REPORT`, where `read` is the number of
    /// its bytes before the error and `bad_len` the length of the error.
    ///
    /// `src_bytes` is not limited by the packed long; `count` and the other sizes are. The call takes time in
    /// proportion to the texts: a caller that must not block other threads splits them.
    fn packed_decode_batch(
        src: *const c_void, src_bytes: i64, spans: *const c_void, count: i64, encoding: u32, flags: u32,
        latin1: *mut c_void, latin1_bytes: i64, chars: *mut c_void, chars_chars: i64, results: *mut c_void
    ) -> i64 = batch::packed_decode_batch;
    /// `packed_encode` of `count` texts, in order, each encoded independently, with a byte order mark if the encoding
    /// has one.
    ///
    /// `ends` has one `int64_t` for each text: its end, in chars after `chars`. It starts at the end of the previous
    /// text. The ends do not decrease and are at most `src_chars`, else `USTR_E_RANGE`. `USTR_FLAG_MORE` gives
    /// `USTR_E_FLAGS`.
    ///
    /// The encoded texts follow each other at `dst + dst_offset` without gaps. `results` receives one `int64_t` for
    /// each text: its end there, in bytes.
    ///
    /// In the packed result, `written` is the number of texts encoded, each of them completely; the other texts, and
    /// their `results`, are not written at all. The status is `USTR_DONE` if all texts were encoded. Otherwise it
    /// describes the next text: `USTR_OUTPUT_FULL`; or `USTR_MALFORMED` or `USTR_UNMAPPABLE` with `USTR_FLAG_REPORT`,
    /// where `read` is the number of its chars before the error and `bad_len` the length of the error.
    ///
    /// A text is measured first if errors are reported or if it might not fit.
    fn packed_encode_batch(
        chars: *const c_void, src_chars: i64, ends: *const c_void, count: i64, dst: *mut c_void, dst_offset: i64,
        dst_bytes: i64, encoding: u32, flags: u32, results: *mut c_void
    ) -> i64 = batch::packed_encode_batch;
    /// Measures the output of `packed_encode_batch` with a destination of unlimited size. `results` receives one
    /// `int64_t` for each text: its end, in bytes.
    fn packed_measure_batch(
        chars: *const c_void, src_chars: i64, ends: *const c_void, count: i64, encoding: u32, flags: u32,
        results: *mut c_void
    ) -> i64 = batch::packed_measure_batch;
}

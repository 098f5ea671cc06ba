//! The entries for text.

use std::ffi::c_void;

use crate::progress::ustr_progress;
use crate::text;

/// The entries for text.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Strings {
    /// Decodes `src` to Latin-1: a byte for each char.
    ///
    /// `out->read`: bytes; `out->written`: bytes of `dst`, which are chars.
    /// `USTR_DONE`; `USTR_OUTPUT_FULL`; `USTR_NOT_LATIN1` at the first code point above U+00FF, among them the U+FFFD of a
    /// replaced error; `USTR_MALFORMED` when errors are reported; `USTR_INCOMPLETE` with `USTR_FLAG_MORE`.
    pub decode_latin1: unsafe extern "C" fn(
        encoding: u32,
        flags: u32,
        src: *const c_void,
        src_bytes: usize,
        dst: *mut c_void,
        dst_bytes: usize,
        out: *mut ustr_progress,
    ) -> i32,
    /// Decodes `src` to chars. There are never more of them than bytes of `src`.
    ///
    /// `out->read`: bytes; `out->written`: chars.
    /// `USTR_DONE`; `USTR_OUTPUT_FULL`; `USTR_MALFORMED` when errors are reported; `USTR_INCOMPLETE` with
    /// `USTR_FLAG_MORE`.
    pub decode_utf16: unsafe extern "C" fn(
        encoding: u32,
        flags: u32,
        src: *const c_void,
        src_bytes: usize,
        dst: *mut c_void,
        dst_chars: usize,
        out: *mut ustr_progress,
    ) -> i32,
    /// Decodes `src` to the form that a Java string has inside: to Latin-1 in `latin1` if all of it is below U+0100, else
    /// all of it to chars in `chars`. `out->coder` says which; the other destination is then unspecified, within its
    /// size. With `USTR_FLAG_CHARS` always to chars.
    ///
    /// `out->read`: bytes; `out->written`: chars.
    /// `USTR_DONE`; `USTR_OUTPUT_FULL` if the destination of that form is full; `USTR_MALFORMED` when errors are
    /// reported; `USTR_INCOMPLETE` with `USTR_FLAG_MORE`.
    pub decode_java: unsafe extern "C" fn(
        encoding: u32,
        flags: u32,
        src: *const c_void,
        src_bytes: usize,
        latin1: *mut c_void,
        latin1_bytes: usize,
        chars: *mut c_void,
        chars_chars: usize,
        out: *mut ustr_progress,
    ) -> i32,
    /// Encodes `src`, which is in Latin-1: a byte for each char. A byte order mark, where the encoding has one, is written
    /// before the first code point, never alone.
    ///
    /// `out->read`: chars; `out->written`: bytes.
    /// `USTR_DONE`; `USTR_OUTPUT_FULL`; `USTR_UNMAPPABLE` when errors are reported.
    pub encode_latin1: unsafe extern "C" fn(
        encoding: u32,
        flags: u32,
        src: *const c_void,
        src_chars: usize,
        dst: *mut c_void,
        dst_bytes: usize,
        out: *mut ustr_progress,
    ) -> i32,
    /// Encodes `src`, which is in chars. A lone surrogate is malformed. A byte order mark, where the encoding has one, is
    /// written before the first code point, never alone. With a small `dst` this is how to truncate.
    ///
    /// `out->read`: chars; `out->written`: bytes.
    /// `USTR_DONE`; `USTR_OUTPUT_FULL`; `USTR_MALFORMED` or `USTR_UNMAPPABLE` when errors are reported; `USTR_INCOMPLETE`
    /// with `USTR_FLAG_MORE`, before a high surrogate at the end.
    pub encode_utf16: unsafe extern "C" fn(
        encoding: u32,
        flags: u32,
        src: *const c_void,
        src_chars: usize,
        dst: *mut c_void,
        dst_bytes: usize,
        out: *mut ustr_progress,
    ) -> i32,
    /// Measures what `encode_utf16` would write into unlimited memory, and returns what it would.
    ///
    /// `out->read`: chars; `out->written`: bytes that would be written.
    pub measure_encoded: unsafe extern "C" fn(
        encoding: u32,
        flags: u32,
        src: *const c_void,
        src_chars: usize,
        out: *mut ustr_progress,
    ) -> i32,
    /// Measures what `decode_utf16` would write into unlimited memory, and returns what it would.
    ///
    /// `out->read`: bytes; `out->written`: chars that would be written.
    pub measure_decoded: unsafe extern "C" fn(
        encoding: u32,
        flags: u32,
        src: *const c_void,
        src_bytes: usize,
        out: *mut ustr_progress,
    ) -> i32,
    /// Searches for the first zero code unit, and stores in `*units` how many units precede it; `max_units` if there is
    /// none. Units are counted from `src`, whatever its alignment. Returns `USTR_DONE`.
    ///
    /// `unit_size`: 1, 2 or 4 bytes, else `USTR_E_RANGE`. `max_units`: may be as large as `SIZE_MAX`; nothing is read
    /// beyond the page that holds the zero unit.
    pub find_zero: unsafe extern "C" fn(unit_size: u32, src: *const c_void, max_units: usize, units: *mut u64) -> i32,
    /// Compares `src`, decoded, with `chars`, without building either's other form.
    ///
    /// `out->read`: bytes; `out->written`: chars that were equal.
    /// `USTR_DONE` if all of `src` was read and equals the chars as far as it goes (there may be chars left);
    /// `USTR_MISMATCH` at the first char that differs or is missing; `USTR_MALFORMED` when errors are reported, also if
    /// the texts differ before; `USTR_INCOMPLETE` with `USTR_FLAG_MORE`.
    pub compare: unsafe extern "C" fn(
        encoding: u32,
        flags: u32,
        src: *const c_void,
        src_bytes: usize,
        chars: *const c_void,
        chars_chars: usize,
        out: *mut ustr_progress,
    ) -> i32,
}

impl Strings {
    /// Those of this library.
    pub(super) const OURS: Self = Self {
        decode_latin1: text::decode_latin1,
        decode_utf16: text::decode_utf16,
        decode_java: text::decode_java,
        encode_latin1: text::encode_latin1,
        encode_utf16: text::encode_utf16,
        measure_encoded: text::measure_encoded,
        measure_decoded: text::measure_decoded,
        find_zero: text::find_zero,
        compare: text::compare,
    };
}

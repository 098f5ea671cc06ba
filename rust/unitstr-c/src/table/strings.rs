//! The text functions of the table for C programs.

use std::ffi::c_void;

use crate::progress::ustr_progress;
use crate::text;

crate::table::functions! {
    /// The text functions.
    pub struct Strings;

    /// Decodes `src` to Latin-1: one byte for each char.
    ///
    /// On return, `out->read` is in bytes of `src` and `out->written` in bytes of `dst`, which is also the number of
    /// chars. Returns `USTR_DONE`; `USTR_OUTPUT_FULL`; `USTR_NOT_LATIN1` at the first code point above U+00FF, which
    /// includes the U+FFFD that replaces an error; `USTR_MALFORMED` if the policy reports the error; `USTR_INCOMPLETE`
    /// with `USTR_FLAG_MORE`.
    fn decode_latin1(
        encoding: u32, flags: u32, src: *const c_void, src_bytes: usize, dst: *mut c_void, dst_bytes: usize,
        out: *mut ustr_progress
    ) -> i32 = text::decode_latin1;
    /// Decodes `src` to chars. The result never has more chars than `src` has bytes, unless errors are replaced with a
    /// code point above U+FFFF.
    ///
    /// On return, `out->read` is in bytes and `out->written` in chars. Returns `USTR_DONE`; `USTR_OUTPUT_FULL`;
    /// `USTR_MALFORMED` if the policy reports the error; `USTR_INCOMPLETE` with `USTR_FLAG_MORE`.
    fn decode_utf16(
        encoding: u32, flags: u32, src: *const c_void, src_bytes: usize, dst: *mut c_void, dst_chars: usize,
        out: *mut ustr_progress
    ) -> i32 = text::decode_utf16;
    /// Decodes `src` to the form in which a Java string stores it: to Latin-1 in `latin1` if every char is below
    /// U+0100, otherwise all of it to chars in `chars`. `out->coder` names the form; the contents of the other
    /// destination are then unspecified, within its size. With `USTR_FLAG_CHARS` the form is always chars.
    ///
    /// On return, `out->read` is in bytes and `out->written` in chars. Returns `USTR_DONE`; `USTR_OUTPUT_FULL` if the
    /// destination of that form is full; `USTR_MALFORMED` if the policy reports the error; `USTR_INCOMPLETE` with
    /// `USTR_FLAG_MORE`.
    fn decode_java(
        encoding: u32, flags: u32, src: *const c_void, src_bytes: usize, latin1: *mut c_void, latin1_bytes: usize,
        chars: *mut c_void, chars_chars: usize, out: *mut ustr_progress
    ) -> i32 = text::decode_java;
    /// Encodes `src`, which is Latin-1: one byte for each char. If the encoding has a byte order mark, it is written
    /// before the first code point, and not at all if there is no code point.
    ///
    /// On return, `out->read` is in chars and `out->written` in bytes. Returns `USTR_DONE`; `USTR_OUTPUT_FULL`;
    /// `USTR_UNMAPPABLE` if the policy reports the error.
    fn encode_latin1(
        encoding: u32, flags: u32, src: *const c_void, src_chars: usize, dst: *mut c_void, dst_bytes: usize,
        out: *mut ustr_progress
    ) -> i32 = text::encode_latin1;
    /// Encodes `src`, which is in chars. A lone surrogate is malformed. If the encoding has a byte order mark, it is
    /// written before the first code point, and not at all if there is no code point. To truncate a text, pass a
    /// small `dst`.
    ///
    /// On return, `out->read` is in chars and `out->written` in bytes. Returns `USTR_DONE`; `USTR_OUTPUT_FULL`;
    /// `USTR_MALFORMED` or `USTR_UNMAPPABLE` if the policy reports the error; `USTR_INCOMPLETE` with `USTR_FLAG_MORE`,
    /// before a high surrogate at the end.
    fn encode_utf16(
        encoding: u32, flags: u32, src: *const c_void, src_chars: usize, dst: *mut c_void, dst_bytes: usize,
        out: *mut ustr_progress
    ) -> i32 = text::encode_utf16;
    /// Measures the output of `encode_utf16`: returns the status that it would return with a `dst` of unlimited size.
    ///
    /// On return, `out->read` is in chars; `out->written` is the number of bytes that would be written.
    fn measure_encoded(
        encoding: u32, flags: u32, src: *const c_void, src_chars: usize, out: *mut ustr_progress
    ) -> i32 = text::measure_encoded;
    /// Measures the output of `decode_utf16`: returns the status that it would return with a `dst` of unlimited size.
    ///
    /// On return, `out->read` is in bytes; `out->written` is the number of chars that would be written.
    fn measure_decoded(
        encoding: u32, flags: u32, src: *const c_void, src_bytes: usize, out: *mut ustr_progress
    ) -> i32 = text::measure_decoded;
    /// Searches for the first zero code unit and stores in `*units` the number of units before it, or `max_units` if
    /// no unit is zero. Units are counted from `src`, whatever its alignment. Returns `USTR_DONE`.
    ///
    /// `unit_size` is 1, 2 or 4 bytes, else `USTR_E_RANGE`. `max_units` may be as large as `SIZE_MAX`: nothing is
    /// read beyond the page that holds the zero unit.
    fn find_zero(unit_size: u32, src: *const c_void, max_units: usize, units: *mut u64) -> i32 = text::find_zero;
    /// Compares the text of `src` with `chars`, without decoding or encoding the whole text.
    ///
    /// On return, `out->read` is in bytes; `out->written` is the number of chars that are equal. Returns `USTR_DONE` if
    /// all of `src` was read and its chars equal the first `out->written` chars (`chars` may have more);
    /// `USTR_MISMATCH` at the first char that differs or is missing; `USTR_MALFORMED` if the policy reports the error,
    /// also if the texts differ before the error; `USTR_INCOMPLETE` with `USTR_FLAG_MORE`.
    fn compare(
        encoding: u32, flags: u32, src: *const c_void, src_bytes: usize, chars: *const c_void, chars_chars: usize,
        out: *mut ustr_progress
    ) -> i32 = text::compare;
}

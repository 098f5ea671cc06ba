//! The functions for one text.

use std::ffi::c_void;

use crate::{packed, strings};

crate::table::functions! {
    /// The functions for one text.
    pub struct JavaStrings;

    /// `decode_java` of `ustr_api`. The source starts `src_offset` bytes after `src`. `latin1` and `chars` are
    /// scratch memory: their contents beyond the result, within their sizes, may change too.
    ///
    /// In each of these functions, the binding's own arrays come before the caller's memory. FFM's linker acquires
    /// the arguments in this order, and C2 avoids allocating the wrappers of the arrays only if it can inline
    /// everything in between, which it cannot if a segment of one of many classes is acquired first.
    fn packed_decode(
        latin1: *mut c_void, latin1_bytes: i64, chars: *mut c_void, chars_chars: i64, src: *const c_void,
        src_offset: i64, src_bytes: i64, encoding: u32, flags: u32
    ) -> i64 = packed::packed_decode;
    /// `encode_utf16` of `ustr_api`. The destination has `dst_bytes` bytes and starts `dst_offset` bytes after `dst`.
    fn packed_encode(
        chars: *const c_void, src_chars: i64, dst: *mut c_void, dst_offset: i64, dst_bytes: i64, encoding: u32,
        flags: u32
    ) -> i64 = packed::packed_encode;
    /// `measure_encoded` of `ustr_api`. A result above `USTR_PACKED_COUNT_MAX` bytes gives `USTR_E_RANGE`.
    fn packed_measure(chars: *const c_void, src_chars: i64, encoding: u32, flags: u32) -> i64 = packed::packed_measure;
    /// `find_zero` of `ustr_api`. The source starts `src_offset` bytes after `src`. Returns the number of units, not
    /// packed, or a negative error number. `max_units` is 0 to `INT64_MAX`.
    fn packed_find_zero(src: *const c_void, src_offset: i64, max_units: i64, unit_size: u32) -> i64
        = packed::packed_find_zero;
    /// `compare` of `ustr_api`. The source starts `src_offset` bytes after `src`.
    fn packed_compare(
        chars: *const c_void, chars_chars: i64, src: *const c_void, src_offset: i64, src_bytes: i64, encoding: u32,
        flags: u32
    ) -> i64 = packed::packed_compare;
    /// Encodes a part of a Java string, for bindings that can read its backing array, with the result of
    /// `packed_encode`. The part starts `src_offset` bytes after `value` and has `src_chars` chars, of 1 byte each
    /// (ISO-8859-1) if `coder` is 0, of 2 bytes if it is 1; another `coder` gives `USTR_E_RANGE`. The array is only
    /// read.
    fn packed_encode_string(
        value: *const c_void, src_offset: i64, src_chars: i64, coder: u32, dst: *mut c_void, dst_offset: i64,
        dst_bytes: i64, encoding: u32, flags: u32
    ) -> i64 = strings::packed_encode_string;
    /// Measures the output of `packed_encode_string` with a destination of unlimited size.
    fn packed_measure_string(
        value: *const c_void, src_offset: i64, src_chars: i64, coder: u32, encoding: u32, flags: u32
    ) -> i64 = strings::packed_measure_string;
}

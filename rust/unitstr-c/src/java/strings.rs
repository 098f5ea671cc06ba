//! The entries for one text.

use std::ffi::c_void;

use crate::{packed, strings};

/// The entries for one text.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct JavaStrings {
    /// `decode_java` of `ustr_api`. The source starts `src_offset` bytes after `src`. `latin1` and `chars` are scratch: what
    /// lies in them beyond the result, inside their sizes, may be changed too.
    ///
    /// The binding's own arrays come before the caller's memory in each of these. FFM's linker acquires the arguments in
    /// this order, and C2 keeps the wrappers of the arrays off the heap only if nothing that it cannot inline, such as
    /// acquiring a segment of one of many kinds, happens in between.
    pub packed_decode: unsafe extern "C" fn(
        latin1: *mut c_void,
        latin1_bytes: i64,
        chars: *mut c_void,
        chars_chars: i64,
        src: *const c_void,
        src_offset: i64,
        src_bytes: i64,
        encoding: u32,
        flags: u32,
    ) -> i64,
    /// `encode_utf16` of `ustr_api`. The destination starts `dst_offset` bytes after `dst` and has `dst_bytes` from there.
    pub packed_encode: unsafe extern "C" fn(
        chars: *const c_void,
        src_chars: i64,
        dst: *mut c_void,
        dst_offset: i64,
        dst_bytes: i64,
        encoding: u32,
        flags: u32,
    ) -> i64,
    /// `measure_encoded` of `ustr_api`. A result above `USTR_PACKED_COUNT_MAX` bytes gives `USTR_E_RANGE`.
    pub packed_measure: unsafe extern "C" fn(chars: *const c_void, src_chars: i64, encoding: u32, flags: u32) -> i64,
    /// `find_zero` of `ustr_api`: the source starts `src_offset` bytes after `src`. Returns the number of units, not
    /// packed, or a negative error number. `max_units`: from 0 to `INT64_MAX`.
    pub packed_find_zero:
        unsafe extern "C" fn(src: *const c_void, src_offset: i64, max_units: i64, unit_size: u32) -> i64,
    /// `compare` of `ustr_api`. The source starts `src_offset` bytes after `src`.
    pub packed_compare: unsafe extern "C" fn(
        chars: *const c_void,
        chars_chars: i64,
        src: *const c_void,
        src_offset: i64,
        src_bytes: i64,
        encoding: u32,
        flags: u32,
    ) -> i64,
    /// `packed_encode` of a part of a Java string, for bindings that may see the array inside: it starts `src_offset` bytes
    /// after `value` and has `src_chars` chars, of 1 byte each (ISO-8859-1) if `coder` is 0, of 2 bytes if it is 1; another
    /// `coder` gives `USTR_E_RANGE`. The string is only read.
    pub packed_encode_string: unsafe extern "C" fn(
        value: *const c_void,
        src_offset: i64,
        src_chars: i64,
        coder: u32,
        dst: *mut c_void,
        dst_offset: i64,
        dst_bytes: i64,
        encoding: u32,
        flags: u32,
    ) -> i64,
    /// Measures what `packed_encode_string` would write into unlimited memory.
    pub packed_measure_string: unsafe extern "C" fn(
        value: *const c_void,
        src_offset: i64,
        src_chars: i64,
        coder: u32,
        encoding: u32,
        flags: u32,
    ) -> i64,
}

impl JavaStrings {
    /// Those of this library.
    pub(super) const OURS: Self = Self {
        packed_decode: packed::packed_decode,
        packed_encode: packed::packed_encode,
        packed_measure: packed::packed_measure,
        packed_find_zero: packed::packed_find_zero,
        packed_compare: packed::packed_compare,
        packed_encode_string: strings::packed_encode_string,
        packed_measure_string: strings::packed_measure_string,
    };
}

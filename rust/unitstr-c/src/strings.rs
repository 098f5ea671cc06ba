//! The functions for bindings that can read the backing array of a Java string, which has one or two bytes for each
//! char.

use std::ffi::c_void;

use unitstr::{Coder, Source};

use crate::args::{at_offset, source, target};
use crate::packed::{capacity, entry, size};
use crate::progress::NOTHING_DECODED;
use crate::status::USTR_E_RANGE;

/// Creates the source of a part of a string.
///
/// # Safety
///
/// * `value + offset` is readable for `chars` of 1 byte if `coder` is 0, of 2 bytes if it is 1; it may be null if
///   `chars` is 0.
unsafe fn part<'a>(value: *const c_void, offset: i64, chars: i64, coder: u32) -> Result<(Source<'a>, Coder), i32> {
    let (char_bytes, coder) = match coder {
        0 => (1, Coder::Latin1),
        1 => (2, Coder::Utf16),
        _ => return Err(USTR_E_RANGE),
    };
    // SAFETY: the caller promises that `value + offset` is readable for `chars` of this size.
    let part = unsafe { source(at_offset(value, offset)?, size(chars)?, char_bytes) }?;
    Ok((part, coder))
}

/// The table's `packed_encode_string`.
///
/// # Safety
///
/// * `value + src_offset` is readable for `src_chars` of 1 byte if `coder` is 0, of 2 bytes if it is 1; `dst +
///   dst_offset` is writable for `dst_bytes`; either may be null if its size is 0.
pub(crate) unsafe extern "C" fn packed_encode_string(
    value: *const c_void,
    src_offset: i64,
    src_chars: i64,
    coder: u32,
    dst: *mut c_void,
    dst_offset: i64,
    dst_bytes: i64,
    encoding: u32,
    flags: u32,
) -> i64 {
    entry(encoding, flags, |encoding, options| {
        // SAFETY: the caller promises that `value + src_offset` is readable for `src_chars` of the coder's size.
        let (src, coder) = unsafe { part(value, src_offset, src_chars, coder) }?;
        // SAFETY: the caller promises that `dst + dst_offset` is writable for `dst_bytes`; `capacity` is at most that.
        let dst = unsafe { target(at_offset(dst, dst_offset)?.cast_mut(), capacity(dst_bytes)?, 1) }?;
        let progress = match coder {
            Coder::Latin1 => unitstr::encode_latin1(encoding, options, src, dst),
            Coder::Utf16 => unitstr::encode_utf16(encoding, options, src, dst),
        };
        Ok((progress, NOTHING_DECODED))
    })
}

/// The table's `packed_measure_string`.
///
/// # Safety
///
/// * `value + src_offset` is readable for `src_chars` of 1 byte if `coder` is 0, of 2 bytes if it is 1; it may be
///   null if `src_chars` is 0.
pub(crate) unsafe extern "C" fn packed_measure_string(
    value: *const c_void,
    src_offset: i64,
    src_chars: i64,
    coder: u32,
    encoding: u32,
    flags: u32,
) -> i64 {
    entry(encoding, flags, |encoding, options| {
        // SAFETY: the caller promises that `value + src_offset` is readable for `src_chars` of the coder's size.
        let (src, coder) = unsafe { part(value, src_offset, src_chars, coder) }?;
        let progress = match coder {
            Coder::Latin1 => unitstr::measure_encoded_latin1(encoding, options, src),
            Coder::Utf16 => unitstr::measure_encoded_utf16(encoding, options, src),
        };
        Ok((progress, NOTHING_DECODED))
    })
}

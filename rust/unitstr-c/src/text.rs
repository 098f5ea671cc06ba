//! The text functions for C programs: sizes are `size_t`, the result is a [`ustr_progress`].

use std::ffi::c_void;

use unitstr::{Coder, Encoding, Options, Progress};

use crate::args::{scan, source, target};
use crate::guard::{guarded, panic_if_asked};
use crate::options;
use crate::progress::{NOTHING_DECODED, Out, ustr_progress};
use crate::status::{USTR_DONE, USTR_E_NULL, USTR_E_PANIC};

/// Checks the arguments that all functions have, calls `verb`, which checks the others, and stores the result.
///
/// # Safety
///
/// * `out` satisfies [`Out::new`].
unsafe fn entry(
    encoding: u32,
    flags: u32,
    out: *mut ustr_progress,
    verb: impl FnOnce(Encoding, Options) -> Result<(Progress, Coder), i32>,
) -> i32 {
    guarded(USTR_E_PANIC, || {
        let run = || {
            // SAFETY: the caller promises that `out` satisfies `Out::new`.
            let out = unsafe { Out::new(out) }?;
            let options = options::options(flags)?;
            let (progress, coder) = verb(options::encoding(encoding)?, options)?;
            out.write(progress, coder);
            Ok(progress.status.id().cast_signed())
        };
        run().unwrap_or_else(|error| error)
    })
}

/// The table's `decode_latin1`.
///
/// # Safety
///
/// * `src` is readable for `src_bytes`, `dst` writable for `dst_bytes`; either may be null if its size is 0.
/// * `out` satisfies [`Out::new`].
pub(crate) unsafe extern "C" fn decode_latin1(
    encoding: u32,
    flags: u32,
    src: *const c_void,
    src_bytes: usize,
    dst: *mut c_void,
    dst_bytes: usize,
    out: *mut ustr_progress,
) -> i32 {
    let verb = |encoding, options| {
        // SAFETY: the caller promises that `src` is readable for `src_bytes`.
        let src = unsafe { source(src, src_bytes, 1) }?;
        // SAFETY: the caller promises that `dst` is writable for `dst_bytes`.
        let dst = unsafe { target(dst, dst_bytes, 1) }?;
        Ok((unitstr::decode_latin1(encoding, options, src, dst), Coder::Latin1))
    };
    // SAFETY: the caller promises that `out` satisfies `Out::new`.
    unsafe { entry(encoding, flags, out, verb) }
}

/// The table's `decode_utf16`.
///
/// # Safety
///
/// * `src` is readable for `src_bytes`, `dst` writable for `dst_chars` of 2 bytes; either may be null if its size is 0.
/// * `out` satisfies [`Out::new`].
pub(crate) unsafe extern "C" fn decode_utf16(
    encoding: u32,
    flags: u32,
    src: *const c_void,
    src_bytes: usize,
    dst: *mut c_void,
    dst_chars: usize,
    out: *mut ustr_progress,
) -> i32 {
    let verb = |encoding, options| {
        // SAFETY: the caller promises that `src` is readable for `src_bytes`.
        let src = unsafe { source(src, src_bytes, 1) }?;
        // SAFETY: the caller promises that `dst` is writable for `dst_chars` of 2 bytes.
        let dst = unsafe { target(dst, dst_chars, 2) }?;
        Ok((unitstr::decode_utf16(encoding, options, src, dst), Coder::Utf16))
    };
    // SAFETY: the caller promises that `out` satisfies `Out::new`.
    unsafe { entry(encoding, flags, out, verb) }
}

/// The table's `decode_java`.
///
/// # Safety
///
/// * `src` is readable for `src_bytes`, `latin1` writable for `latin1_bytes`, `chars` for `chars_chars` of 2 bytes; any
///   may be null if its size is 0.
/// * `out` satisfies [`Out::new`].
pub(crate) unsafe extern "C" fn decode_java(
    encoding: u32,
    flags: u32,
    src: *const c_void,
    src_bytes: usize,
    latin1: *mut c_void,
    latin1_bytes: usize,
    chars: *mut c_void,
    chars_chars: usize,
    out: *mut ustr_progress,
) -> i32 {
    let verb = |encoding, options| {
        // SAFETY: the caller promises that `src` is readable for `src_bytes`.
        let src = unsafe { source(src, src_bytes, 1) }?;
        // SAFETY: the caller promises that `latin1` is writable for `latin1_bytes`.
        let latin1 = unsafe { target(latin1, latin1_bytes, 1) }?;
        // SAFETY: the caller promises that `chars` is writable for `chars_chars` of 2 bytes.
        let chars = unsafe { target(chars, chars_chars, 2) }?;
        Ok(if flags & options::USTR_FLAG_CHARS == 0 {
            unitstr::decode_java(encoding, options, src, latin1, chars)
        } else {
            (unitstr::decode_utf16(encoding, options, src, chars), Coder::Utf16)
        })
    };
    // SAFETY: the caller promises that `out` satisfies `Out::new`.
    unsafe { entry(encoding, flags, out, verb) }
}

/// The table's `encode_latin1`.
///
/// # Safety
///
/// * `src` is readable for `src_chars` of 1 byte, `dst` writable for `dst_bytes`; either may be null if its size is 0.
/// * `out` satisfies [`Out::new`].
pub(crate) unsafe extern "C" fn encode_latin1(
    encoding: u32,
    flags: u32,
    src: *const c_void,
    src_chars: usize,
    dst: *mut c_void,
    dst_bytes: usize,
    out: *mut ustr_progress,
) -> i32 {
    let verb = |encoding, options| {
        // SAFETY: the caller promises that `src` is readable for `src_chars`.
        let src = unsafe { source(src, src_chars, 1) }?;
        // SAFETY: the caller promises that `dst` is writable for `dst_bytes`.
        let dst = unsafe { target(dst, dst_bytes, 1) }?;
        Ok((unitstr::encode_latin1(encoding, options, src, dst), NOTHING_DECODED))
    };
    // SAFETY: the caller promises that `out` satisfies `Out::new`.
    unsafe { entry(encoding, flags, out, verb) }
}

/// The table's `encode_utf16`.
///
/// # Safety
///
/// * `src` is readable for `src_chars` of 2 bytes, `dst` writable for `dst_bytes`; either may be null if its size is 0.
/// * `out` satisfies [`Out::new`].
pub(crate) unsafe extern "C" fn encode_utf16(
    encoding: u32,
    flags: u32,
    src: *const c_void,
    src_chars: usize,
    dst: *mut c_void,
    dst_bytes: usize,
    out: *mut ustr_progress,
) -> i32 {
    let verb = |encoding, options| {
        // SAFETY: the caller promises that `src` is readable for `src_chars` of 2 bytes.
        let src = unsafe { source(src, src_chars, 2) }?;
        // SAFETY: the caller promises that `dst` is writable for `dst_bytes`.
        let dst = unsafe { target(dst, dst_bytes, 1) }?;
        Ok((unitstr::encode_utf16(encoding, options, src, dst), NOTHING_DECODED))
    };
    // SAFETY: the caller promises that `out` satisfies `Out::new`.
    unsafe { entry(encoding, flags, out, verb) }
}

/// The table's `measure_encoded`.
///
/// # Safety
///
/// * `src` is readable for `src_chars` of 2 bytes; it may be null if that is 0.
/// * `out` satisfies [`Out::new`].
pub(crate) unsafe extern "C" fn measure_encoded(
    encoding: u32,
    flags: u32,
    src: *const c_void,
    src_chars: usize,
    out: *mut ustr_progress,
) -> i32 {
    let verb = |encoding, options| {
        // SAFETY: the caller promises that `src` is readable for `src_chars` of 2 bytes.
        let src = unsafe { source(src, src_chars, 2) }?;
        Ok((unitstr::measure_encoded_utf16(encoding, options, src), NOTHING_DECODED))
    };
    // SAFETY: the caller promises that `out` satisfies `Out::new`.
    unsafe { entry(encoding, flags, out, verb) }
}

/// The table's `measure_decoded`.
///
/// # Safety
///
/// * `src` is readable for `src_bytes`; it may be null if that is 0.
/// * `out` satisfies [`Out::new`].
pub(crate) unsafe extern "C" fn measure_decoded(
    encoding: u32,
    flags: u32,
    src: *const c_void,
    src_bytes: usize,
    out: *mut ustr_progress,
) -> i32 {
    let verb = |encoding, options| {
        // SAFETY: the caller promises that `src` is readable for `src_bytes`.
        let src = unsafe { source(src, src_bytes, 1) }?;
        Ok((unitstr::measure_decoded(encoding, options, src), NOTHING_DECODED))
    };
    // SAFETY: the caller promises that `out` satisfies `Out::new`.
    unsafe { entry(encoding, flags, out, verb) }
}

/// The table's `find_zero`.
///
/// # Safety
///
/// * `src` is readable up to the first zero unit or for `max_units`; it may be null if `max_units` is 0.
/// * `units` is null or writable for 8 bytes.
pub(crate) unsafe extern "C" fn find_zero(
    unit_size: u32,
    src: *const c_void,
    max_units: usize,
    units: *mut u64,
) -> i32 {
    guarded(USTR_E_PANIC, || {
        panic_if_asked(unit_size);
        if units.is_null() {
            return USTR_E_NULL;
        }
        // SAFETY: the caller promises that `src` is readable up to the first zero unit or for `max_units`.
        match unsafe { scan(src, max_units, unit_size) } {
            Ok(scan) => {
                let found = unitstr::find_zero(unit_size as usize, scan) as u64;
                // SAFETY: `units` is not null, so the caller promises that it is writable; the write allows any
                // alignment.
                unsafe { units.write_unaligned(found) };
                USTR_DONE
            }
            Err(error) => error,
        }
    })
}

/// The table's `compare`.
///
/// # Safety
///
/// * `src` is readable for `src_bytes`, `chars` for `chars_chars` of 2 bytes; either may be null if its size is 0.
/// * `out` satisfies [`Out::new`].
pub(crate) unsafe extern "C" fn compare(
    encoding: u32,
    flags: u32,
    src: *const c_void,
    src_bytes: usize,
    chars: *const c_void,
    chars_chars: usize,
    out: *mut ustr_progress,
) -> i32 {
    let verb = |encoding, options| {
        // SAFETY: the caller promises that `src` is readable for `src_bytes`.
        let src = unsafe { source(src, src_bytes, 1) }?;
        // SAFETY: the caller promises that `chars` is readable for `chars_chars` of 2 bytes.
        let chars = unsafe { source(chars, chars_chars, 2) }?;
        Ok((unitstr::compare(encoding, options, src, chars), NOTHING_DECODED))
    };
    // SAFETY: the caller promises that `out` satisfies `Out::new`.
    unsafe { entry(encoding, flags, out, verb) }
}

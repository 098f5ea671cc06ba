//! The text functions for C programs: sizes are `size_t`, the result is a [`ustr_progress`].

use std::ffi::c_void;

use unitstr::{Coder, Encoding, Options, Progress};

use crate::args::{scan, source, target};
use crate::guard::{guarded, panic_if_asked};
use crate::options::{self, USTR_FLAG_CHARS};
use crate::progress::{NOTHING_DECODED, Out, ustr_progress};
use crate::status::{USTR_DONE, USTR_E_NULL, USTR_E_PANIC};

/// Checks the arguments that all functions have, calls `operation`, which checks the others, and stores the result.
///
/// # Safety
///
/// * `out` satisfies [`Out::new`].
unsafe fn entry(
    encoding: u32,
    flags: u32,
    out: *mut ustr_progress,
    operation: impl FnOnce(Encoding, Options) -> Result<(Progress, Coder), i32>,
) -> i32 {
    guarded(USTR_E_PANIC, || {
        let run = || {
            // SAFETY: the caller promises that `out` satisfies `Out::new`.
            let out = unsafe { Out::new(out) }?;
            let options = options::options(flags)?;
            let (progress, coder) = operation(options::encoding(encoding)?, options)?;
            out.write(progress, coder);
            Ok(progress.status.id().cast_signed())
        };
        run().unwrap_or_else(|error| error)
    })
}

/// Defines functions of the table. Each row names the arguments, with the size in bytes of an element of each region,
/// and the call that they are for.
macro_rules! entries {
    ($($name:ident(
        $encoding:ident, $flags:ident, $options:ident, $($region:ident: $access:ident[$count:ident * $bytes:literal]),+
    ) => $result:expr;)*) => {$(
        #[doc = concat!("The table's `", stringify!($name), "`.")]
        ///
        /// # Safety
        ///
        /// * Each source is readable, and each target writable, for the number of elements that follows it. It may be
        ///   null if that is 0.
        /// * `out` satisfies [`Out::new`].
        pub(crate) unsafe extern "C" fn $name(
            $encoding: u32,
            $flags: u32,
            $($region: entries!(@type $access), $count: usize,)+
            out: *mut ustr_progress,
        ) -> i32 {
            let operation = |$encoding, $options| {
                $(
                    // SAFETY: the caller promises that the region is readable or writable for so many elements.
                    let $region = unsafe { $access($region, $count, $bytes) }?;
                )+
                Ok($result)
            };
            // SAFETY: the caller promises that `out` satisfies `Out::new`.
            unsafe { entry($encoding, $flags, out, operation) }
        }
    )*};
    (@type source) => { *const c_void };
    (@type target) => { *mut c_void };
}

entries! {
    decode_latin1(encoding, flags, options, src: source[src_bytes * 1], dst: target[dst_bytes * 1]) =>
        (unitstr::decode_latin1(encoding, options, src, dst), Coder::Latin1);
    decode_utf16(encoding, flags, options, src: source[src_bytes * 1], dst: target[dst_chars * 2]) =>
        (unitstr::decode_utf16(encoding, options, src, dst), Coder::Utf16);
    decode_java(
        encoding, flags, options,
        src: source[src_bytes * 1], latin1: target[latin1_bytes * 1], chars: target[chars_chars * 2]
    ) => if flags & USTR_FLAG_CHARS == 0 {
        unitstr::decode_java(encoding, options, src, latin1, chars)
    } else {
        (unitstr::decode_utf16(encoding, options, src, chars), Coder::Utf16)
    };
    encode_latin1(encoding, flags, options, src: source[src_chars * 1], dst: target[dst_bytes * 1]) =>
        (unitstr::encode_latin1(encoding, options, src, dst), NOTHING_DECODED);
    encode_utf16(encoding, flags, options, src: source[src_chars * 2], dst: target[dst_bytes * 1]) =>
        (unitstr::encode_utf16(encoding, options, src, dst), NOTHING_DECODED);
    measure_encoded(encoding, flags, options, src: source[src_chars * 2]) =>
        (unitstr::measure_encoded_utf16(encoding, options, src), NOTHING_DECODED);
    measure_decoded(encoding, flags, options, src: source[src_bytes * 1]) =>
        (unitstr::measure_decoded(encoding, options, src), NOTHING_DECODED);
    compare(encoding, flags, options, src: source[src_bytes * 1], chars: source[chars_chars * 2]) =>
        (unitstr::compare(encoding, options, src, chars), NOTHING_DECODED);
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

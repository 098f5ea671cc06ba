//! The functions for the encodings of the WHATWG Encoding Standard.

use std::ffi::{c_char, c_void};

use unitstr::{Coder, Policy, Progress, Source, Target};

use crate::args::{scan, source, target};
use crate::guard::guarded;
use crate::options::{self, USTR_FLAG_CONTINUED, USTR_FLAG_MORE};
use crate::progress::{NOTHING_DECODED, Out, ustr_progress};
use crate::status::{USTR_E_FLAGS, USTR_E_PANIC};

/// Labels of this size or more are unknown; those of the standard have at most 19 bytes.
const LABEL_BYTES: usize = 64;

/// Checks the arguments that both functions have, calls `convert` with the label and the policy, and stores the result.
///
/// # Safety
///
/// * `label` is null, or readable up to its first zero byte or for [`LABEL_BYTES`]. `out` satisfies [`Out::new`].
unsafe fn entry(
    label: *const c_char,
    flags: u32,
    (out, coder): (*mut ustr_progress, Coder),
    convert: impl FnOnce(&[u8], Policy) -> Result<Progress, i32>,
) -> i32 {
    guarded(USTR_E_PANIC, || {
        let run = || {
            // SAFETY: the caller promises that `out` satisfies `Out::new`.
            let out = unsafe { Out::new(out) }?;
            let policy = options::options(flags)?.policy;
            if flags & (USTR_FLAG_MORE | USTR_FLAG_CONTINUED) != 0 {
                return Err(USTR_E_FLAGS);
            }
            // SAFETY: the caller promises that `label` is readable up to its first zero byte or for so many bytes.
            let bytes = unitstr::find_zero(1, unsafe { scan(label.cast(), LABEL_BYTES, 1) }?);
            // SAFETY: no more than that.
            let label = unsafe { source(label.cast(), bytes, 1) }?;
            let mut copy = [0; LABEL_BYTES];
            Target::from_bytes(&mut copy).put(0, label);
            // No encoding has an empty label.
            let progress = convert(if bytes < LABEL_BYTES { &copy[..bytes] } else { &[] }, policy)?;
            out.write(progress, coder);
            Ok(progress.status.id().cast_signed())
        };
        run().unwrap_or_else(|error| error)
    })
}

/// The table's `whatwg_decode`.
///
/// # Safety
///
/// * `label` is null, or readable up to its first zero byte or for 64 bytes; `src` is readable for `src_bytes`, `dst`
///   writable for `dst_chars` of 2 bytes; either may be null if its size is 0. `out` satisfies [`Out::new`].
pub(crate) unsafe extern "C" fn whatwg_decode(
    label: *const c_char,
    flags: u32,
    src: *const c_void,
    src_bytes: usize,
    dst: *mut c_void,
    dst_chars: usize,
    out: *mut ustr_progress,
) -> i32 {
    let convert = |label: &[u8], policy| {
        // SAFETY: the caller promises that `src` is readable for `src_bytes`.
        let src = unsafe { source(src, src_bytes, 1) }?;
        // SAFETY: the caller promises that `dst` is writable for `dst_chars` of 2 bytes.
        let dst = unsafe { target(dst, dst_chars, 2) }?;
        decoded(label, policy, src, dst)
    };
    // SAFETY: as the caller promises.
    unsafe { entry(label, flags, (out, Coder::Utf16), convert) }
}

/// The table's `whatwg_encode`.
///
/// # Safety
///
/// * `label` is null, or readable up to its first zero byte or for 64 bytes; `src` is readable for `src_chars` of 2 bytes,
///   `dst` writable for `dst_bytes`; either may be null if its size is 0. `out` satisfies [`Out::new`].
pub(crate) unsafe extern "C" fn whatwg_encode(
    label: *const c_char,
    flags: u32,
    src: *const c_void,
    src_chars: usize,
    dst: *mut c_void,
    dst_bytes: usize,
    out: *mut ustr_progress,
) -> i32 {
    let convert = |label: &[u8], policy| {
        // SAFETY: the caller promises that `src` is readable for `src_chars` of 2 bytes.
        let src = unsafe { source(src, src_chars, 2) }?;
        // SAFETY: the caller promises that `dst` is writable for `dst_bytes`.
        let dst = unsafe { target(dst, dst_bytes, 1) }?;
        encoded(label, policy, src, dst)
    };
    // SAFETY: as the caller promises.
    unsafe { entry(label, flags, (out, NOTHING_DECODED), convert) }
}

#[cfg(feature = "whatwg")]
fn decoded(label: &[u8], policy: Policy, src: Source<'_>, dst: Target<'_>) -> Result<Progress, i32> {
    let encoding = unitstr::whatwg::Whatwg::for_label(label).ok_or(crate::status::USTR_E_ENCODING)?;
    Ok(unitstr::whatwg::decode(encoding, policy, src, dst))
}

#[cfg(feature = "whatwg")]
fn encoded(label: &[u8], policy: Policy, src: Source<'_>, dst: Target<'_>) -> Result<Progress, i32> {
    let encoding = unitstr::whatwg::Whatwg::for_label(label).ok_or(crate::status::USTR_E_ENCODING)?;
    unitstr::whatwg::encode(encoding, policy, src, dst).ok_or(crate::status::USTR_E_UNSUPPORTED)
}

#[cfg(not(feature = "whatwg"))]
fn decoded(_: &[u8], _: Policy, _: Source<'_>, _: Target<'_>) -> Result<Progress, i32> {
    Err(crate::status::USTR_E_UNSUPPORTED)
}

#[cfg(not(feature = "whatwg"))]
use decoded as encoded;

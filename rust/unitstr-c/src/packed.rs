//! The text functions for the Java bindings: sizes are `int64_t`, addresses are a base and an offset, the result is
//! one packed `long`.

use std::ffi::c_void;

use unitstr::kernels::Isa;
use unitstr::{Coder, Encoding, Options, Policy, Progress, Source, Target};

use crate::args::{at_offset, scan, scratch, source, target};
use crate::guard::{guarded, panic_if_asked};
use crate::options::{self, USTR_FLAG_CHARS, USTR_FLAG_REPLACE, USTR_FLAG_REPORT};
use crate::progress::NOTHING_DECODED;
use crate::status::{USTR_E_PANIC, USTR_E_RANGE};
#[cfg(any(target_arch = "x86_64", all(target_arch = "aarch64", target_endian = "little")))]
use crate::tiers;

/// Packed long: the number of bits of `read`, and of `written`.
pub const USTR_PACKED_COUNT_BITS: u32 = 28;
/// Packed long: the largest `read` or `written`.
pub const USTR_PACKED_COUNT_MAX: i64 = 0x0FFF_FFFF;
/// Packed long: the lowest bit of `read`. The lowest bit of `written` is bit 0.
pub const USTR_PACKED_READ_SHIFT: u32 = 28;
/// Packed long: the lowest of the 3 bits of the status.
pub const USTR_PACKED_STATUS_SHIFT: u32 = 56;
/// Packed long: the bit of the coder.
pub const USTR_PACKED_CODER_SHIFT: u32 = 59;
/// Packed long: the lowest of the 3 bits of `bad_len`.
pub const USTR_PACKED_BAD_SHIFT: u32 = 60;

const _: () = assert!(USTR_PACKED_COUNT_MAX == (1 << USTR_PACKED_COUNT_BITS) - 1);

/// Packs a result into a long; fails if a count is above [`USTR_PACKED_COUNT_MAX`].
#[inline(always)]
pub(crate) fn pack(read: usize, written: usize, status: u32, coder: u32, bad_len: u32) -> Result<i64, i32> {
    let read = i64::try_from(read).map_err(|_| USTR_E_RANGE)?;
    let written = i64::try_from(written).map_err(|_| USTR_E_RANGE)?;
    // One test for both counts: the largest count has all of its bits set.
    if read | written > USTR_PACKED_COUNT_MAX {
        return Err(USTR_E_RANGE);
    }
    debug_assert!(bad_len <= 4 && status <= 7);
    Ok(written
        | read << USTR_PACKED_READ_SHIFT
        | i64::from(status) << USTR_PACKED_STATUS_SHIFT
        | i64::from(coder) << USTR_PACKED_CODER_SHIFT
        | i64::from(bad_len) << USTR_PACKED_BAD_SHIFT)
}

#[inline(always)]
fn pack_progress(progress: Progress, coder: Coder) -> Result<i64, i32> {
    let Progress { read, written, status, bad_len } = progress;
    pack(read, written, status.id(), coder.id(), bad_len)
}

/// Checks the size of a source, which must fit into a packed long.
pub(crate) fn size(elements: i64) -> Result<usize, i32> {
    match usize::try_from(elements) {
        Ok(size) if elements <= USTR_PACKED_COUNT_MAX => Ok(size),
        _ => Err(USTR_E_RANGE),
    }
}

/// Checks the size of a destination, and limits it to what a packed long can count.
pub(crate) fn capacity(elements: i64) -> Result<usize, i32> {
    size(elements.min(USTR_PACKED_COUNT_MAX))
}

/// Whether numbers, combined by `|`, are so small that sums of four of them do not wrap, and none is negative. On
/// most machines, this holds for all addresses.
const fn add_up(numbers: u64) -> bool {
    numbers <= usize::MAX as u64 / 4
}

/// Converts a size; 0 if it is negative, which a caller has excluded or does not use.
fn as_size(number: i64) -> usize {
    usize::try_from(number).unwrap_or(0)
}

/// Runs a function whose arguments have been checked.
#[inline(always)]
fn fast(encoding: Encoding, flags: u32, operation: impl FnOnce(Encoding, Options) -> (Progress, Coder)) -> i64 {
    guarded(i64::from(USTR_E_PANIC), || {
        let policy = if flags == USTR_FLAG_REPLACE { Policy::Replace } else { Policy::Report };
        let options = Options { policy, more: false, continued: false };
        let (progress, coder) = operation(encoding, options);
        pack_progress(progress, coder).unwrap_or_else(i64::from)
    })
}

/// Checks the encoding and the flags, then runs a function that returns a packed long.
pub(crate) fn entry(
    encoding: u32,
    flags: u32,
    operation: impl FnOnce(Encoding, Options) -> Result<(Progress, Coder), i32>,
) -> i64 {
    guarded(i64::from(USTR_E_PANIC), || {
        let run = || {
            let options = options::options(flags)?;
            let (progress, coder) = operation(options::encoding(encoding)?, options)?;
            pack_progress(progress, coder)
        };
        run().unwrap_or_else(i64::from)
    })
}

/// Runs [`entry`] apart from the code of the fast path, for arguments that have to be checked one by one.
#[cold]
#[inline(never)]
fn slow(encoding: u32, flags: u32, operation: impl FnOnce(Encoding, Options) -> Result<(Progress, Coder), i32>) -> i64 {
    entry(encoding, flags, operation)
}

/// The table's `packed_decode`.
///
/// # Safety
///
/// * `src + src_offset` is readable for `src_bytes`, `latin1` writable for `latin1_bytes`, `chars` for `chars_chars` of 2
///   bytes; any may be null if its size is 0.
pub(crate) unsafe extern "C" fn packed_decode(
    latin1: *mut c_void,
    latin1_bytes: i64,
    chars: *mut c_void,
    chars_chars: i64,
    src: *const c_void,
    src_offset: i64,
    src_bytes: i64,
    encoding: u32,
    flags: u32,
) -> i64 {
    // Fast path: one combined test accepts nearly all calls; the other calls are checked argument by argument.
    let start = src.wrapping_byte_add(as_size(src_offset));
    let sizes = src_bytes | latin1_bytes | chars_chars;
    let addresses = src.addr() | latin1.addr() | chars.addr();
    let simple = flags <= USTR_FLAG_REPORT
        && (0..=USTR_PACKED_COUNT_MAX).contains(&sizes)
        && add_up(addresses as u64 | src_offset.cast_unsigned())
        && !start.is_null()
        && !latin1.is_null()
        && !chars.is_null();
    match Encoding::from_id(encoding) {
        Some(encoding) if simple => fast(encoding, flags, |encoding, options| {
            // SAFETY: `simple`: `start` is neither null nor wraps; the caller promises that it is readable for
            // `src_bytes`.
            let src = unsafe { Source::new(start.cast(), as_size(src_bytes)) };
            // SAFETY: `simple`: not null; the caller promises that `latin1` is writable for `latin1_bytes`.
            let latin1 = unsafe { Target::scratch(latin1.cast(), as_size(latin1_bytes)) };
            // SAFETY: `simple`: not null; the caller promises that `chars` is writable for `chars_chars` of 2 bytes.
            let chars = unsafe { Target::scratch(chars.cast(), 2 * as_size(chars_chars)) };
            unitstr::decode_java(encoding, options, src, latin1, chars)
        }),
        _ => slow(encoding, flags, move |encoding, options| {
            // SAFETY: the caller promises that `src + src_offset` is readable for `src_bytes`.
            let src = unsafe { source(at_offset(src, src_offset)?, size(src_bytes)?, 1) }?;
            // SAFETY: the caller promises that `latin1` is writable for `latin1_bytes`; `capacity` returns at most that.
            let latin1 = unsafe { scratch(latin1, capacity(latin1_bytes)?, 1) }?;
            // SAFETY: the caller promises that `chars` is writable for `chars_chars` of 2 bytes; `capacity` returns at
            // most that.
            let chars = unsafe { scratch(chars, capacity(chars_chars)?, 2) }?;
            Ok(if flags & USTR_FLAG_CHARS == 0 {
                unitstr::decode_java(encoding, options, src, latin1, chars)
            } else {
                (unitstr::decode_utf16(encoding, options, src, chars), Coder::Utf16)
            })
        }),
    }
}

/// Encodes text whose arguments have been checked.
#[inline(always)]
pub(crate) fn encode(encoding: Encoding, flags: u32, src: Source<'_>, dst: Target<'_>) -> i64 {
    fast(encoding, flags, |encoding, options| (unitstr::encode_utf16(encoding, options, src, dst), NOTHING_DECODED))
}

/// [`packed_encode`] with `encode` for arguments that are all valid.
///
/// # Safety
///
/// * As of [`packed_encode`].
#[inline(always)]
pub(crate) unsafe fn checked_encode(
    (chars, src_chars): (*const c_void, i64),
    (dst, dst_offset, dst_bytes): (*mut c_void, i64, i64),
    encoding: u32,
    flags: u32,
    encode: impl FnOnce(Encoding, u32, Source<'_>, Target<'_>) -> i64,
) -> i64 {
    let start = dst.wrapping_byte_add(as_size(dst_offset));
    let simple = flags <= USTR_FLAG_REPORT
        && (0..=USTR_PACKED_COUNT_MAX).contains(&src_chars)
        && add_up((chars.addr() | dst.addr()) as u64 | (dst_offset | dst_bytes).cast_unsigned())
        && !chars.is_null()
        && !start.is_null();
    match Encoding::from_id(encoding) {
        Some(encoding) if simple => {
            // SAFETY: `simple`: not null; the caller promises that `chars` is readable for `src_chars` of 2 bytes.
            let src = unsafe { Source::new(chars.cast(), 2 * as_size(src_chars)) };
            let capacity = as_size(dst_bytes.min(USTR_PACKED_COUNT_MAX));
            // SAFETY: `simple`: `start` is neither null nor wraps; it is writable for `dst_bytes`, and `capacity` is at
            // most that.
            let dst = unsafe { Target::new(start.cast(), capacity) };
            encode(encoding, flags, src, dst)
        }
        _ => slow(encoding, flags, move |encoding, options| {
            // SAFETY: the caller promises that `chars` is readable for `src_chars` of 2 bytes.
            let src = unsafe { source(chars, size(src_chars)?, 2) }?;
            // SAFETY: the caller promises that `dst + dst_offset` is writable for `dst_bytes`; `capacity` returns at most
            // that.
            let dst = unsafe { target(at_offset(dst, dst_offset)?.cast_mut(), capacity(dst_bytes)?, 1) }?;
            Ok((unitstr::encode_utf16(encoding, options, src, dst), NOTHING_DECODED))
        }),
    }
}

/// The table's `packed_encode`, on any CPU.
///
/// # Safety
///
/// * `chars` is readable for `src_chars` of 2 bytes, `dst + dst_offset` writable for `dst_bytes`; either may be null if its
///   size is 0.
pub(crate) unsafe extern "C" fn packed_encode(
    chars: *const c_void,
    src_chars: i64,
    dst: *mut c_void,
    dst_offset: i64,
    dst_bytes: i64,
    encoding: u32,
    flags: u32,
) -> i64 {
    // SAFETY: as the caller promises.
    unsafe { checked_encode((chars, src_chars), (dst, dst_offset, dst_bytes), encoding, flags, encode) }
}

type Encode = unsafe extern "C" fn(*const c_void, i64, *mut c_void, i64, i64, u32, u32) -> i64;

/// Returns the table's `packed_encode` for a tier that this CPU has.
pub(crate) fn packed_encode_of(tier: Isa) -> Encode {
    match tier {
        #[cfg(target_arch = "x86_64")]
        Isa::Avx512 => tiers::avx512,
        #[cfg(target_arch = "x86_64")]
        Isa::Avx2 => tiers::avx2,
        #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
        Isa::Neon => tiers::neon,
        _ => packed_encode,
    }
}

/// The table's `packed_measure`.
///
/// # Safety
///
/// * `chars` is readable for `src_chars` of 2 bytes; it may be null if that is 0.
pub(crate) unsafe extern "C" fn packed_measure(chars: *const c_void, src_chars: i64, encoding: u32, flags: u32) -> i64 {
    entry(encoding, flags, |encoding, options| {
        // SAFETY: the caller promises that `chars` is readable for `src_chars` of 2 bytes.
        let src = unsafe { source(chars, size(src_chars)?, 2) }?;
        Ok((unitstr::measure_encoded_utf16(encoding, options, src), NOTHING_DECODED))
    })
}

/// The table's `packed_find_zero`.
///
/// # Safety
///
/// * `src + src_offset` is readable up to the first zero unit or for `max_units`; it may be null if `max_units` is 0.
pub(crate) unsafe extern "C" fn packed_find_zero(
    src: *const c_void,
    src_offset: i64,
    max_units: i64,
    unit_size: u32,
) -> i64 {
    guarded(i64::from(USTR_E_PANIC), || {
        panic_if_asked(unit_size);
        let run = || {
            let max_units = usize::try_from(max_units).map_err(|_| USTR_E_RANGE)?;
            // SAFETY: the caller promises that `src + src_offset` is readable up to the first zero unit or for
            // `max_units`.
            let scan = unsafe { scan(at_offset(src, src_offset)?, max_units, unit_size) }?;
            i64::try_from(unitstr::find_zero(unit_size as usize, scan)).map_err(|_| USTR_E_RANGE)
        };
        run().unwrap_or_else(i64::from)
    })
}

/// The table's `packed_compare`.
///
/// # Safety
///
/// * `src + src_offset` is readable for `src_bytes`, `chars` for `chars_chars` of 2 bytes; either may be null if its size
///   is 0.
pub(crate) unsafe extern "C" fn packed_compare(
    chars: *const c_void,
    chars_chars: i64,
    src: *const c_void,
    src_offset: i64,
    src_bytes: i64,
    encoding: u32,
    flags: u32,
) -> i64 {
    let start = src.wrapping_byte_add(as_size(src_offset));
    let simple = flags <= USTR_FLAG_REPORT
        && (0..=USTR_PACKED_COUNT_MAX).contains(&(src_bytes | chars_chars))
        && add_up((src.addr() | chars.addr()) as u64 | src_offset.cast_unsigned())
        && !start.is_null()
        && !chars.is_null();
    match Encoding::from_id(encoding) {
        Some(encoding) if simple => fast(encoding, flags, |encoding, options| {
            // SAFETY: `simple`: `start` is neither null nor wraps; the caller promises that it is readable for
            // `src_bytes`.
            let src = unsafe { Source::new(start.cast(), as_size(src_bytes)) };
            // SAFETY: `simple`: not null; the caller promises that `chars` is readable for `chars_chars` of 2 bytes.
            let chars = unsafe { Source::new(chars.cast(), 2 * as_size(chars_chars)) };
            (unitstr::compare(encoding, options, src, chars), NOTHING_DECODED)
        }),
        _ => slow(encoding, flags, move |encoding, options| {
            // SAFETY: the caller promises that `src + src_offset` is readable for `src_bytes`.
            let src = unsafe { source(at_offset(src, src_offset)?, size(src_bytes)?, 1) }?;
            // SAFETY: the caller promises that `chars` is readable for `chars_chars` of 2 bytes.
            let chars = unsafe { source(chars, size(chars_chars)?, 2) }?;
            Ok((unitstr::compare(encoding, options, src, chars), NOTHING_DECODED))
        }),
    }
}

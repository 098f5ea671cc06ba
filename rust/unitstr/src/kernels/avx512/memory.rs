//! Loads and stores: some test the bounds and access only what is inside; others rely on a check of the caller, such as
//! the condition of a loop.

use std::arch::x86_64::*;

use super::vectors::Avx512;
use crate::kernels::shared::Vectors;
pub(super) use crate::kernels::shared::kinds::low_half;
use crate::{Source, Target};

/// Returns a mask of the lowest `count` bits; all bits if `count` is 64 or more.
#[inline(always)]
pub(super) const fn low(count: usize) -> u64 {
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
}

/// A number below 256.
#[inline(always)]
pub(super) const fn byte(number: usize) -> u8 {
    number.to_le_bytes()[0]
}

/// A table of 64 bytes: an expression of the number of each lane.
macro_rules! table {
    ($lane:ident => $byte:expr) => {{
        let mut all = [0; 64];
        let mut $lane = 0;
        while $lane < 64 {
            all[$lane] = $crate::kernels::avx512::memory::byte($byte);
            $lane += 1;
        }
        all
    }};
}
pub(super) use table;

/// A vector of these lanes.
pub(super) const fn lanes(bytes: [u8; 64]) -> __m512i {
    // SAFETY: `bytes` and the vector have 64 bytes each, of any value.
    unsafe { std::mem::transmute(bytes) }
}

/// Loads the 64 bytes at `at`; those beyond the end of `source` are zero.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) fn load(source: Source<'_>, at: usize) -> __m512i {
    let left = source.bytes().saturating_sub(at);
    let place = source.start().wrapping_add(at);
    if left >= 64 {
        // SAFETY: the test above: `source` has 64 bytes from `place` on; any alignment.
        unsafe { _mm512_loadu_si512(place.cast()) }
    } else {
        // SAFETY: the mask has only the `left` bytes that `source` has from `place` on; others are not accessed.
        unsafe { _mm512_maskz_loadu_epi8(low(left), place.cast()) }
    }
}

/// Loads the first `count` bytes, at most 64, followed by zeros. The caller has checked the bounds.
///
/// # Safety
///
/// * `source` has at least `count` bytes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) unsafe fn load_first(source: Source<'_>, count: usize) -> __m512i {
    debug_assert!(count <= 64 && count <= source.bytes());
    let lanes = _bzhi_u64(u64::MAX, u32::try_from(count).unwrap_or(64));
    // SAFETY: the mask has only `count` bytes, which `source` has, as the caller promises; others are not accessed.
    unsafe { _mm512_maskz_loadu_epi8(lanes, source.start().cast()) }
}

/// Stores all 64 bytes, or as many as fit.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) fn store(room: Target<'_>, at: usize, vector: __m512i) {
    let left = room.bytes().saturating_sub(at);
    if left >= 64 {
        let place = room.start().wrapping_add(at);
        // SAFETY: the test above: `room` has 64 bytes from `place` on; any alignment.
        unsafe { _mm512_storeu_si512(place.cast(), vector) };
    } else {
        store_only(room, at, vector, left);
    }
}

/// Stores the first `keep` bytes, or as many as fit, and no other.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) fn store_only(room: Target<'_>, at: usize, vector: __m512i, keep: usize) {
    let left = room.bytes().saturating_sub(at);
    let place = room.start().wrapping_add(at);
    // SAFETY: the mask has at most the `left` bytes that `room` has from `place` on; others are not accessed.
    unsafe { _mm512_mask_storeu_epi8(place.cast(), low(keep.min(left)), vector) };
}

/// Stores the first `keep` bytes, or as many as fit; in scratch all 64 if they fit, because the CPU forwards a whole
/// store, but not a masked one, to a load that follows.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) fn store_loose(room: Target<'_>, at: usize, vector: __m512i, keep: usize) {
    if room.is_scratch() && room.bytes().saturating_sub(at) >= 64 {
        store(room, at, vector);
    } else {
        store_only(room, at, vector, keep);
    }
}

/// Loads the 64 bytes at `at`. The caller has checked the bounds.
///
/// # Safety
///
/// * `source` has at least 64 bytes from `at` on.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) unsafe fn load_whole(source: Source<'_>, at: usize) -> __m512i {
    debug_assert!(at <= source.bytes() && source.bytes() - at >= 64);
    let place = source.start().wrapping_add(at);
    // SAFETY: `source` has 64 bytes from `at` on, as the caller promises; any alignment.
    unsafe { _mm512_loadu_si512(place.cast()) }
}

/// Loads the byte before `at`, or zero if there is none, and the 63 bytes at `at`. The caller has checked the bounds.
///
/// # Safety
///
/// * `source` has at least 63 bytes from `at` on.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) unsafe fn load_after(source: Source<'_>, at: usize) -> __m512i {
    debug_assert!(at <= source.bytes() && source.bytes() - at >= 63);
    let place = source.start().wrapping_add(at).wrapping_sub(1);
    if at == 0 {
        // SAFETY: the mask has the 63 bytes at `at`, which `source` has, as the caller promises; the first is not
        // accessed.
        unsafe { _mm512_maskz_loadu_epi8(!1, place.cast()) }
    } else {
        // SAFETY: `source` has a byte before `at`, tested above, and 63 from there on, as the caller promises; any
        // alignment.
        unsafe { _mm512_loadu_si512(place.cast()) }
    }
}

/// Stores all 64 bytes. The caller has checked the bounds.
///
/// # Safety
///
/// * `room` has at least 64 bytes from `at` on.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) unsafe fn store_whole(room: Target<'_>, at: usize, vector: __m512i) {
    debug_assert!(at <= room.bytes() && room.bytes() - at >= 64);
    let place = room.start().wrapping_add(at);
    // SAFETY: `room` has 64 bytes from `at` on, as the caller promises; any alignment.
    unsafe { _mm512_storeu_si512(place.cast(), vector) };
}

/// Stores the first `keep` bytes, at most 64, and no other. The caller has checked the bounds.
///
/// # Safety
///
/// * `room` has at least `keep` bytes from `at` on.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) unsafe fn store_first(room: Target<'_>, at: usize, vector: __m512i, keep: usize) {
    debug_assert!(keep <= 64 && at <= room.bytes() && room.bytes() - at >= keep);
    let place = room.start().wrapping_add(at);
    let lanes = _bzhi_u64(u64::MAX, u32::try_from(keep).unwrap_or(64));
    // SAFETY: the mask has only `keep` bytes, which `room` has, as the caller promises; others are not accessed.
    unsafe { _mm512_mask_storeu_epi8(place.cast(), lanes, vector) };
}

/// As [`store_loose`], of at most 64 bytes. The caller has checked the bounds.
///
/// # Safety
///
/// * `room` has at least `keep` bytes from `at` on.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) unsafe fn store_fitting(room: Target<'_>, at: usize, vector: __m512i, keep: usize) {
    if room.is_scratch() && room.bytes() - at >= 64 {
        // SAFETY: `room` has 64 bytes from `at` on: tested above.
        unsafe { store_whole(room, at, vector) };
    } else {
        // SAFETY: `room` has `keep` bytes from `at` on, as the caller promises.
        unsafe { store_first(room, at, vector, keep) };
    }
}

/// Loads the 256 bytes at `at`. The caller has checked the bounds.
///
/// # Safety
///
/// * `source` has at least 256 bytes from `at` on.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) unsafe fn load4(source: Source<'_>, at: usize) -> [__m512i; 4] {
    let tier = Avx512::new();
    // SAFETY: `source` has 256 bytes from `at` on, as the caller promises.
    unsafe { tier.load4(source, at) }
}

/// Stores all 256 bytes. The caller has checked the bounds.
///
/// # Safety
///
/// * `room` has at least 256 bytes from `at` on.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) unsafe fn store4(room: Target<'_>, at: usize, vectors: [__m512i; 4]) {
    for (vector, offset) in vectors.into_iter().zip([0, 64, 128, 192]) {
        // SAFETY: `room` has 256 bytes from `at` on, as the caller promises; these are 64 of them.
        unsafe { store_whole(room, at + offset, vector) };
    }
}

/// The number of bytes of `room` from `at` on before the next cache line. A store inside one line costs half of one
/// across two lines: a run begins with a store at any place, then continues at the line, where it overwrites part of
/// it.
#[inline(always)]
pub(super) fn before_line(room: Target<'_>, at: usize) -> usize {
    room.start().addr().wrapping_add(at).wrapping_neg() % 64
}

/// Joins the masks of two vectors.
#[inline(always)]
pub(super) fn both(a: u32, b: u32) -> u64 {
    u64::from(a) | u64::from(b) << 32
}

/// Returns the bits of four vectors.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) fn or4(a: __m512i, b: __m512i, c: __m512i, d: __m512i) -> __m512i {
    _mm512_or_si512(_mm512_ternarylogic_epi64::<0xFE>(a, b, c), d)
}

/// The bytes that are not ASCII.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) fn signs(vector: __m512i) -> u64 {
    _mm512_movepi8_mask(vector)
}

/// The bytes that are at least `byte`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) fn at_least(vector: __m512i, byte: u8) -> u64 {
    _mm512_cmpge_epu8_mask(vector, _mm512_set1_epi8(byte.cast_signed()))
}

/// The bytes that equal `byte`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) fn equal(vector: __m512i, byte: u8) -> u64 {
    _mm512_cmpeq_epi8_mask(vector, _mm512_set1_epi8(byte.cast_signed()))
}

/// Returns the low or the high half.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) fn half<const HIGH: bool>(vector: __m512i) -> __m256i {
    if HIGH { _mm512_extracti64x4_epi64::<1>(vector) } else { _mm512_castsi512_si256(vector) }
}

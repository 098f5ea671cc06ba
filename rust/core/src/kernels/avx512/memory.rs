//! Loads and stores that know where their memory ends. A full one costs one comparison more than the instruction, which
//! the condition of the loop around it already made.

use std::arch::x86_64::*;

use crate::Source;
use crate::raw::Room;

/// The lowest `count` bits; all of them from 64 on.
#[inline(always)]
pub(super) const fn low(count: usize) -> u64 {
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
}

/// The mask of the first 32 lanes.
#[inline(always)]
pub(super) const fn low_half(mask: u64) -> u32 {
    (mask & 0xFFFF_FFFF) as u32
}

/// A number below 256.
#[inline(always)]
pub(super) const fn byte(number: usize) -> u8 {
    number.to_le_bytes()[0]
}

/// A vector of these lanes.
pub(super) const fn lanes(bytes: [u8; 64]) -> __m512i {
    // SAFETY: both are 64 plain bytes.
    unsafe { std::mem::transmute(bytes) }
}

/// The 64 bytes at `at`; zero where the source has ended.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) fn load(source: Source<'_>, at: usize) -> __m512i {
    let left = source.bytes().saturating_sub(at);
    let place = source.start().wrapping_add(at);
    if left >= 64 {
        // SAFETY: 64 bytes at least are left of the source at `place`; any alignment.
        unsafe { _mm512_loadu_si512(place.cast()) }
    } else {
        // SAFETY: the lanes of the mask are those left of the source; the others are not touched.
        unsafe { _mm512_maskz_loadu_epi8(low(left), place.cast()) }
    }
}

/// Writes all 64 bytes, or as many as fit.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) fn store(room: Room<'_>, at: usize, vector: __m512i) {
    let left = room.bytes().saturating_sub(at);
    if left >= 64 {
        let place = room.start().wrapping_add(at);
        // SAFETY: 64 bytes at least are left of the room at `place`; any alignment.
        unsafe { _mm512_storeu_si512(place.cast(), vector) };
    } else {
        store_only(room, at, vector, left);
    }
}

/// Writes the first `keep` bytes, or as many as fit, and no other.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) fn store_only(room: Room<'_>, at: usize, vector: __m512i, keep: usize) {
    let left = room.bytes().saturating_sub(at);
    let place = room.start().wrapping_add(at);
    // SAFETY: the lanes of the mask are at most those left of the room; the others are not touched.
    unsafe { _mm512_mask_storeu_epi8(place.cast(), low(keep.min(left)), vector) };
}

/// Writes the first `keep` bytes, or as many as fit; in scratch all 64, if they fit: what is read back soon is then
/// forwarded from the store.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) fn store_loose(room: Room<'_>, at: usize, vector: __m512i, keep: usize) {
    if room.scratch() && room.bytes().saturating_sub(at) >= 64 {
        store(room, at, vector);
    } else {
        store_only(room, at, vector, keep);
    }
}

/// The 64 bytes at `at`, where a loop has already seen that they are there.
///
/// # Safety
///
/// * 64 bytes at least are left of `source` from `at` on.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) unsafe fn load_whole(source: Source<'_>, at: usize) -> __m512i {
    debug_assert!(at <= source.bytes() && source.bytes() - at >= 64);
    let place = source.start().wrapping_add(at);
    // SAFETY: so many bytes are left: promised by the caller; any alignment.
    unsafe { _mm512_loadu_si512(place.cast()) }
}

/// Writes all 64 bytes, where a loop has already seen that they fit.
///
/// # Safety
///
/// * 64 bytes at least are left of `room` from `at` on.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) unsafe fn store_whole(room: Room<'_>, at: usize, vector: __m512i) {
    debug_assert!(at <= room.bytes() && room.bytes() - at >= 64);
    let place = room.start().wrapping_add(at);
    // SAFETY: so many bytes are left: promised by the caller; any alignment.
    unsafe { _mm512_storeu_si512(place.cast(), vector) };
}

/// Writes the first `keep` bytes, of at most 64, and no other, where a loop has already seen that they fit.
///
/// # Safety
///
/// * `keep` bytes at least are left of `room` from `at` on.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) unsafe fn store_first(room: Room<'_>, at: usize, vector: __m512i, keep: usize) {
    debug_assert!(keep <= 64 && at <= room.bytes() && room.bytes() - at >= keep);
    let place = room.start().wrapping_add(at);
    let lanes = _bzhi_u64(u64::MAX, u32::try_from(keep).unwrap_or(64));
    // SAFETY: the lanes of the mask are those of the first `keep` bytes: promised by the caller; others are not touched.
    unsafe { _mm512_mask_storeu_epi8(place.cast(), lanes, vector) };
}

/// Which bytes are no ASCII.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) fn signs(vector: __m512i) -> u64 {
    _mm512_movepi8_mask(vector)
}

/// The low or the high half.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) fn half<const HIGH: bool>(vector: __m512i) -> __m256i {
    if HIGH {
        _mm512_extracti64x4_epi64::<1>(vector)
    } else {
        _mm512_castsi512_si256(vector)
    }
}

/// Two halves together.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) fn join(low: __m256i, high: __m256i) -> __m512i {
    _mm512_inserti64x4::<1>(_mm512_castsi256_si512(low), high)
}

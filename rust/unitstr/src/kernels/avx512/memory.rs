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

/// The first `count` bytes, of at most 64, and zeros, where the caller has already seen that they are there.
///
/// # Safety
///
/// * `source` has `count` bytes at least.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) unsafe fn load_first(source: Source<'_>, count: usize) -> __m512i {
    debug_assert!(count <= 64 && count <= source.bytes());
    let lanes = _bzhi_u64(u64::MAX, u32::try_from(count).unwrap_or(64));
    // SAFETY: the lanes of the mask are those bytes: promised by the caller; the others are not touched.
    unsafe { _mm512_maskz_loadu_epi8(lanes, source.start().cast()) }
}

/// The up to 64 bytes at `at` that the source has there, and zeros, where the caller has already seen that it has one.
///
/// # Safety
///
/// * `at` lies in `source`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) unsafe fn load_part(source: Source<'_>, at: usize) -> __m512i {
    debug_assert!(at < source.bytes());
    let left = source.bytes().wrapping_sub(at).min(64);
    let lanes = _bzhi_u64(u64::MAX, u32::try_from(left).unwrap_or(64));
    let place = source.start().wrapping_add(at);
    // SAFETY: the lanes of the mask are those left of the source; the others are not touched.
    unsafe { _mm512_maskz_loadu_epi8(lanes, place.cast()) }
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

/// The byte before `at` and 63 from there on, where a loop has already seen that they are there. Before the first byte
/// of the source there is a zero.
///
/// # Safety
///
/// * 63 bytes at least are left of `source` from `at` on.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) unsafe fn load_after(source: Source<'_>, at: usize) -> __m512i {
    debug_assert!(at <= source.bytes() && source.bytes() - at >= 63);
    let place = source.start().wrapping_add(at).wrapping_sub(1);
    if at == 0 {
        // SAFETY: the lanes of the mask are the 63 bytes at `at`: promised by the caller; the first is not touched.
        unsafe { _mm512_maskz_loadu_epi8(!1, place.cast()) }
    } else {
        // SAFETY: one byte of the source lies before `at`, and 63 are left: promised by the caller; any alignment.
        unsafe { _mm512_loadu_si512(place.cast()) }
    }
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

/// As [`store_loose`], of at most 64 bytes, where the caller has already seen that they fit.
///
/// # Safety
///
/// * `keep` bytes at least are left of `room` from `at` on.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) unsafe fn store_fitting(room: Room<'_>, at: usize, vector: __m512i, keep: usize) {
    if room.scratch() && room.bytes() - at >= 64 {
        // SAFETY: so much is left: just tested.
        unsafe { store_whole(room, at, vector) };
    } else {
        // SAFETY: promised by the caller.
        unsafe { store_first(room, at, vector, keep) };
    }
}

/// The 256 bytes at `at`, where a loop has already seen that they are there.
///
/// # Safety
///
/// * 256 bytes at least are left of `source` from `at` on.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) unsafe fn load4(source: Source<'_>, at: usize) -> [__m512i; 4] {
    // SAFETY: the first 64 of the bytes that the caller promises.
    let a = unsafe { load_whole(source, at) };
    // SAFETY: the second 64 of them.
    let b = unsafe { load_whole(source, at + 64) };
    // SAFETY: the third.
    let c = unsafe { load_whole(source, at + 128) };
    // SAFETY: the last.
    let d = unsafe { load_whole(source, at + 192) };
    [a, b, c, d]
}

/// Writes all 256 bytes, where a loop has already seen that they fit.
///
/// # Safety
///
/// * 256 bytes at least are left of `room` from `at` on.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) unsafe fn store4(room: Room<'_>, at: usize, [a, b, c, d]: [__m512i; 4]) {
    // SAFETY: the first 64 of the bytes that the caller promises.
    unsafe { store_whole(room, at, a) };
    // SAFETY: the second 64 of them.
    unsafe { store_whole(room, at + 64, b) };
    // SAFETY: the third.
    unsafe { store_whole(room, at + 128, c) };
    // SAFETY: the last.
    unsafe { store_whole(room, at + 192, d) };
}

/// How many bytes of the room from `at` on lie before the next line of the cache. A store that lies in one line costs
/// half of one that lies in two: a run begins with a store at any place, and goes on, over part of it, at this one.
#[inline(always)]
pub(super) fn before_line(room: Room<'_>, at: usize) -> usize {
    room.start().addr().wrapping_add(at).wrapping_neg() % 64
}

/// A mask of 64 units from what two vectors give.
#[inline(always)]
pub(super) fn both(a: u32, b: u32) -> u64 {
    u64::from(a) | u64::from(b) << 32
}

/// All bits of four vectors.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) fn or4(a: __m512i, b: __m512i, c: __m512i, d: __m512i) -> __m512i {
    _mm512_or_si512(_mm512_ternarylogic_epi64::<0xFE>(a, b, c), d)
}

/// Which bytes are no ASCII.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) fn signs(vector: __m512i) -> u64 {
    _mm512_movepi8_mask(vector)
}

/// Which bytes are so large.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) fn at_least(vector: __m512i, byte: u8) -> u64 {
    _mm512_cmpge_epu8_mask(vector, _mm512_set1_epi8(byte.cast_signed()))
}

/// Which bytes are this one.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) fn equal(vector: __m512i, byte: u8) -> u64 {
    _mm512_cmpeq_epi8_mask(vector, _mm512_set1_epi8(byte.cast_signed()))
}

/// The low or the high half.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) fn half<const HIGH: bool>(vector: __m512i) -> __m256i {
    if HIGH { _mm512_extracti64x4_epi64::<1>(vector) } else { _mm512_castsi512_si256(vector) }
}

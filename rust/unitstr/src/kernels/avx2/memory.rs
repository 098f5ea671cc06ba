//! Loads and stores: whole vectors where a loop has seen that they are there, and the few bytes at an end. No byte that
//! is not asked for is read or written.

use std::arch::x86_64::*;

use crate::Source;
use crate::raw::Room;

/// The `N` vectors from `at` on.
///
/// # Safety
///
/// * `32 * N` bytes at least are left of `source` from `at` on.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) unsafe fn load_whole<const N: usize>(source: Source<'_>, at: usize) -> [__m256i; N] {
    debug_assert!(at <= source.bytes() && source.bytes() - at >= 32 * N);
    let mut all = [_mm256_setzero_si256(); N];
    for (number, vector) in all.iter_mut().enumerate() {
        let place = source.start().wrapping_add(at + 32 * number);
        // SAFETY: so many bytes are left: promised by the caller; any alignment.
        *vector = unsafe { _mm256_loadu_si256(place.cast()) };
    }
    all
}

/// The 16 bytes at `at`.
///
/// # Safety
///
/// * 16 bytes at least are left of `source` from `at` on.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) unsafe fn load_half(source: Source<'_>, at: usize) -> __m128i {
    debug_assert!(at <= source.bytes() && source.bytes() - at >= 16);
    let place = source.start().wrapping_add(at);
    // SAFETY: so many bytes are left: promised by the caller; any alignment.
    unsafe { _mm_loadu_si128(place.cast()) }
}

/// Writes `N` vectors in a row.
///
/// # Safety
///
/// * `32 * N` bytes at least are left of `room` from `at` on.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) unsafe fn store_whole<const N: usize>(room: Room<'_>, at: usize, all: [__m256i; N]) {
    debug_assert!(at <= room.bytes() && room.bytes() - at >= 32 * N);
    for (number, vector) in all.into_iter().enumerate() {
        let place = room.start().wrapping_add(at + 32 * number);
        // SAFETY: so many bytes are left: promised by the caller; any alignment.
        unsafe { _mm256_storeu_si256(place.cast(), vector) };
    }
}

/// Writes 16 bytes.
///
/// # Safety
///
/// * 16 bytes at least are left of `room` from `at` on.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) unsafe fn store_half(room: Room<'_>, at: usize, vector: __m128i) {
    debug_assert!(at <= room.bytes() && room.bytes() - at >= 16);
    let place = room.start().wrapping_add(at);
    // SAFETY: so many bytes are left: promised by the caller; any alignment.
    unsafe { _mm_storeu_si128(place.cast(), vector) };
}

/// Writes the first 8 bytes.
///
/// # Safety
///
/// * 8 bytes at least are left of `room` from `at` on.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) unsafe fn store_quarter(room: Room<'_>, at: usize, vector: __m128i) {
    debug_assert!(at <= room.bytes() && room.bytes() - at >= 8);
    let place = room.start().wrapping_add(at);
    // SAFETY: so many bytes are left: promised by the caller; any alignment.
    unsafe { _mm_storel_epi64(place.cast(), vector) };
}

/// Moves the lanes of a vector of 16 bytes `by` places down: the index for a shuffle is the 16 bytes from `by` on.
pub(super) static DOWN: [u8; 32] = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128,
    128, 128, 128, 128,
];

/// A number of the source.
///
/// # Safety
///
/// * It lies in `source`.
#[inline(always)]
pub(super) unsafe fn number<T: Copy>(source: Source<'_>, at: usize) -> T {
    debug_assert!(at <= source.bytes() && source.bytes() - at >= size_of::<T>());
    let place = source.start().wrapping_add(at);
    // SAFETY: it lies in the source: promised by the caller; any alignment. The types used are plain numbers.
    unsafe { place.cast::<T>().read_unaligned() }
}

/// Writes a number.
///
/// # Safety
///
/// * It lies in `room`.
#[inline(always)]
pub(super) unsafe fn put<T: Copy>(room: Room<'_>, at: usize, value: T) {
    debug_assert!(at <= room.bytes() && room.bytes() - at >= size_of::<T>());
    let place = room.start().wrapping_add(at);
    // SAFETY: it lies in the room: promised by the caller; any alignment.
    unsafe { place.cast::<T>().write_unaligned(value) };
}

/// The `count` bytes at `at`, of at most 16, and zeros. From 2 loads at most, which overlap; each byte is of one of them.
///
/// # Safety
///
/// * `count` bytes at least are left of `source` from `at` on.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) unsafe fn load_few(source: Source<'_>, at: usize, count: usize) -> __m128i {
    debug_assert!(count <= 16);
    let end = at + count;
    if count >= 8 {
        // SAFETY: of at least 8 bytes these are the first.
        let low: u64 = unsafe { number(source, at) };
        // SAFETY: of at least 8 bytes these are the last.
        let high: u64 = unsafe { number(source, end - 8) };
        let high = if count == 8 { 0 } else { high >> (8 * (16 - count)) };
        return _mm_set_epi64x(high.cast_signed(), low.cast_signed());
    }
    let value = if count >= 4 {
        // SAFETY: of at least 4 bytes these are the first.
        let low: u32 = unsafe { number(source, at) };
        // SAFETY: of at least 4 bytes these are the last.
        let high: u32 = unsafe { number(source, end - 4) };
        u64::from(low) | (u64::from(high) >> (8 * (8 - count))) << 32
    } else if count >= 2 {
        // SAFETY: of at least 2 bytes these are the first.
        let low: u16 = unsafe { number(source, at) };
        // SAFETY: of at least 2 bytes this is the last.
        let last: u8 = unsafe { number(source, end - 1) };
        let third = if count == 2 { 0 } else { u64::from(last) << 16 };
        u64::from(low) | third
    } else if count == 1 {
        // SAFETY: there is one.
        u64::from(unsafe { number::<u8>(source, at) })
    } else {
        0
    };
    _mm_cvtsi64_si128(value.cast_signed())
}

/// The `count` bytes at `at`, of at most 32, and zeros; as [`load_few`].
///
/// # Safety
///
/// * `count` bytes at least are left of `source` from `at` on.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) unsafe fn load_some(source: Source<'_>, at: usize, count: usize) -> __m256i {
    debug_assert!(count <= 32);
    if count < 16 {
        // SAFETY: promised by the caller.
        return _mm256_zextsi128_si256(unsafe { load_few(source, at, count) });
    }
    // SAFETY: of at least 16 bytes these are the first.
    let low = unsafe { load_half(source, at) };
    // SAFETY: of at least 16 bytes these are the last.
    let high = unsafe { load_half(source, at + count - 16) };
    let index = window(&DOWN, 32 - count);
    _mm256_set_m128i(_mm_shuffle_epi8(high, index), low)
}

/// Writes the first `count` bytes, of at most 16, by two stores at most, which overlap.
///
/// # Safety
///
/// * `count` bytes at least are left of `room` from `at` on.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) unsafe fn store_few(room: Room<'_>, at: usize, vector: __m128i, count: usize) {
    debug_assert!(count <= 16);
    let end = at + count;
    let low = _mm_cvtsi128_si64(vector).cast_unsigned();
    if count >= 8 {
        let high = _mm_shuffle_epi8(vector, window(&DOWN, count - 8));
        // SAFETY: of at least 8 bytes these are the first.
        unsafe { put(room, at, low) };
        // SAFETY: of at least 8 bytes these are the last.
        unsafe { store_quarter(room, end - 8, high) };
    } else if count >= 4 {
        // SAFETY: of at least 4 bytes these are the first.
        unsafe { put(room, at, (low & 0xFFFF_FFFF) as u32) };
        let high = low >> (8 * (count - 4)) & 0xFFFF_FFFF;
        // SAFETY: of at least 4 bytes these are the last.
        unsafe { put(room, end - 4, high as u32) };
    } else if count >= 2 {
        // SAFETY: of at least 2 bytes these are the first.
        unsafe { put(room, at, (low & 0xFFFF) as u16) };
        let last = low >> (8 * (count - 1)) & 0xFF;
        // SAFETY: of at least 2 bytes this is the last.
        unsafe { put(room, end - 1, last as u8) };
    } else if count == 1 {
        // SAFETY: there is room for one.
        unsafe { put(room, at, (low & 0xFF) as u8) };
    }
}

/// Writes the first `count` bytes, of at most 32; as [`store_few`].
///
/// # Safety
///
/// * `count` bytes at least are left of `room` from `at` on.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) unsafe fn store_some(room: Room<'_>, at: usize, vector: __m256i, count: usize) {
    debug_assert!(count <= 32);
    let low = _mm256_castsi256_si128(vector);
    if count < 16 {
        // SAFETY: promised by the caller.
        return unsafe { store_few(room, at, low, count) };
    }
    // SAFETY: of at least 16 bytes these are the first.
    unsafe { store_half(room, at, low) };
    let high = _mm256_extracti128_si256::<1>(vector);
    // SAFETY: so many are left after them.
    unsafe { store_few(room, at + 16, high, count - 16) };
}

/// 16 bytes of a row, from `from` on, which is 16 at most.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) fn window(row: &'static [u8; 32], from: usize) -> __m128i {
    let place = row.as_ptr().wrapping_add(from.min(16));
    // SAFETY: 16 of 32 bytes, from at most 16 on; any alignment.
    unsafe { _mm_loadu_si128(place.cast()) }
}

/// Four parts that begin at `starts`, each of which goes over what the one before it has too much, as far as `count`.
///
/// # Safety
///
/// * `count` bytes at least are left of `room` from `at` on.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) unsafe fn store_buffer(room: Room<'_>, at: usize, parts: [__m128i; 4], starts: [usize; 4], count: usize) {
    debug_assert!(count <= 64);
    let mut buffer = [0_u8; 64];
    for (part, start) in parts.into_iter().zip(starts) {
        let place = buffer.as_mut_ptr().wrapping_add(start.min(48)).cast();
        // SAFETY: 16 of 64 bytes, from at most 48 on.
        unsafe { _mm_storeu_si128(place, part) };
    }
    let low = buffer.as_ptr();
    // SAFETY: 32 of 64 bytes.
    let low = unsafe { _mm256_loadu_si256(low.cast()) };
    if count < 32 {
        // SAFETY: promised by the caller.
        return unsafe { store_some(room, at, low, count) };
    }
    let high = buffer.as_ptr().wrapping_add(count.min(64) - 32);
    // SAFETY: 32 of 64 bytes, from at most 32 on.
    let high = unsafe { _mm256_loadu_si256(high.cast()) };
    // SAFETY: of at least 32 bytes these are the first.
    unsafe { store_whole(room, at, [low]) };
    // SAFETY: of at least 32 bytes these are the last.
    unsafe { store_whole(room, at + count - 32, [high]) };
}

/// How many of the lowest 8, 16, 24 and 32 bits are set: how much longer each part of four is that a bit makes longer.
#[inline(always)]
pub(super) const fn ones_up_to(sets: u32) -> [usize; 4] {
    [
        (sets & 0xFF).count_ones() as usize,
        (sets & 0xFFFF).count_ones() as usize,
        (sets & 0x00FF_FFFF).count_ones() as usize,
        sets.count_ones() as usize,
    ]
}

/// Whether all bits of `mask` are zero in `vector`.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) fn lacks(vector: __m256i, mask: __m256i) -> bool {
    _mm256_testz_si256(vector, mask) != 0
}

#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) fn or4([a, b, c, d]: [__m256i; 4]) -> __m256i {
    _mm256_or_si256(_mm256_or_si256(a, b), _mm256_or_si256(c, d))
}

/// How many of `limit` units, from the first, could be done: `BIG` at a time, then `SMALL`, by functions that do those
/// from a number on, or say that one of them is not plain. The last `SMALL` are done all at once, some of them for the
/// second time; fewer than `SMALL` in all, by `few`, from the first.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) fn in_steps<const BIG: usize, const SMALL: usize>(
    limit: usize,
    big: impl Fn(usize) -> bool,
    small: impl Fn(usize) -> bool,
    few: impl Fn(usize) -> bool,
) -> usize {
    if limit < SMALL {
        return if limit > 0 && few(limit) { limit } else { 0 };
    }
    let mut done = 0;
    while limit - done >= BIG && big(done) {
        done += BIG;
    }
    while limit - done >= SMALL {
        if !small(done) {
            return done;
        }
        done += SMALL;
    }
    if done < limit && small(limit - SMALL) {
        done = limit;
    }
    done
}

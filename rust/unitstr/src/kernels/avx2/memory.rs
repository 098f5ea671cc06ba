//! Loads and stores: whole vectors, whose bounds the caller has checked, and the few bytes at an end. They access
//! exactly the bytes that the caller asks for.

use std::arch::x86_64::*;
use std::mem::MaybeUninit;

pub(super) use crate::kernels::shared::numbers::number;
use crate::kernels::shared::numbers::{load_under8, put, store_under8};
use crate::{Source, Target};

/// Loads the 32 bytes at `at`.
///
/// # Safety
///
/// * `source` has at least 32 bytes from `at` on.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) unsafe fn load(source: Source<'_>, at: usize) -> __m256i {
    // SAFETY: `source` has 32 bytes from `at` on, as the caller promises.
    let [vector] = unsafe { load_whole(source, at) };
    vector
}

/// Loads `N` vectors in a row.
///
/// # Safety
///
/// * `source` has at least `32 * N` bytes from `at` on.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) unsafe fn load_whole<const N: usize>(source: Source<'_>, at: usize) -> [__m256i; N] {
    debug_assert!(at <= source.bytes() && source.bytes() - at >= 32 * N);
    let mut all = [_mm256_setzero_si256(); N];
    for (number, vector) in all.iter_mut().enumerate() {
        let place = source.start().wrapping_add(at + 32 * number);
        // SAFETY: `source` has `N` vectors from `at` on, as the caller promises; any alignment.
        *vector = unsafe { _mm256_loadu_si256(place.cast()) };
    }
    all
}

/// Loads the 16 bytes at `at`.
///
/// # Safety
///
/// * `source` has at least 16 bytes from `at` on.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) unsafe fn load_half(source: Source<'_>, at: usize) -> __m128i {
    debug_assert!(at <= source.bytes() && source.bytes() - at >= 16);
    let place = source.start().wrapping_add(at);
    // SAFETY: `source` has 16 bytes from `at` on, as the caller promises; any alignment.
    unsafe { _mm_loadu_si128(place.cast()) }
}

/// Stores `N` vectors in a row.
///
/// # Safety
///
/// * `room` has at least `32 * N` bytes from `at` on.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) unsafe fn store_whole<const N: usize>(room: Target<'_>, at: usize, all: [__m256i; N]) {
    debug_assert!(at <= room.bytes() && room.bytes() - at >= 32 * N);
    for (number, vector) in all.into_iter().enumerate() {
        let place = room.start().wrapping_add(at + 32 * number);
        // SAFETY: `room` has `N` vectors from `at` on, as the caller promises; any alignment.
        unsafe { _mm256_storeu_si256(place.cast(), vector) };
    }
}

/// Stores 16 bytes.
///
/// # Safety
///
/// * `room` has at least 16 bytes from `at` on.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) unsafe fn store_half(room: Target<'_>, at: usize, vector: __m128i) {
    debug_assert!(at <= room.bytes() && room.bytes() - at >= 16);
    let place = room.start().wrapping_add(at);
    // SAFETY: `room` has 16 bytes from `at` on, as the caller promises; any alignment.
    unsafe { _mm_storeu_si128(place.cast(), vector) };
}

/// Stores the first 8 bytes.
///
/// # Safety
///
/// * `room` has at least 8 bytes from `at` on.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) unsafe fn store_quarter(room: Target<'_>, at: usize, vector: __m128i) {
    debug_assert!(at <= room.bytes() && room.bytes() - at >= 8);
    let place = room.start().wrapping_add(at);
    // SAFETY: `room` has 8 bytes from `at` on, as the caller promises; any alignment.
    unsafe { _mm_storel_epi64(place.cast(), vector) };
}

/// Indices of shuffles that move the lanes of 16 bytes down: by `n` lanes, the 16 bytes from `n` on.
pub(super) static DOWN: [u8; 32] = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128,
    128, 128, 128, 128,
];

/// Loads `count` bytes, at most 16, followed by zeros, by at most two loads, which overlap. If they differ, because
/// another party changes the memory, each byte comes from one of them.
///
/// # Safety
///
/// * `source` has at least `count` bytes from `at` on.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) unsafe fn load_few(source: Source<'_>, at: usize, count: usize) -> __m128i {
    debug_assert!(count <= 16);
    if count >= 8 {
        // SAFETY: `source` has `count` bytes, at least 8; these are the first.
        let low: u64 = unsafe { number(source, at) };
        // SAFETY: `source` has `count` bytes, at least 8; these are the last.
        let high: u64 = unsafe { number(source, at + count - 8) };
        let high = if count == 8 { 0 } else { high >> (8 * (16 - count)) };
        return _mm_set_epi64x(high.cast_signed(), low.cast_signed());
    }
    // SAFETY: `source` has `count` bytes, fewer than 8, from `at` on.
    let value = unsafe { load_under8(source, at, count) };
    _mm_cvtsi64_si128(value.cast_signed())
}

/// Loads `count` bytes, at most 32, followed by zeros, as [`load_few`].
///
/// # Safety
///
/// * `source` has at least `count` bytes from `at` on.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) unsafe fn load_some(source: Source<'_>, at: usize, count: usize) -> __m256i {
    debug_assert!(count <= 32);
    if count < 16 {
        // SAFETY: `source` has `count` bytes from `at` on, as the caller promises.
        return _mm256_zextsi128_si256(unsafe { load_few(source, at, count) });
    }
    // SAFETY: `source` has `count` bytes, at least 16; these are the first.
    let low = unsafe { load_half(source, at) };
    // SAFETY: `source` has `count` bytes, at least 16; these are the last.
    let high = unsafe { load_half(source, at + count - 16) };
    let index = window(&DOWN, 32 - count);
    _mm256_set_m128i(_mm_shuffle_epi8(high, index), low)
}

/// Stores the first `count` bytes, at most 16, by at most two stores, which overlap.
///
/// # Safety
///
/// * `room` has at least `count` bytes from `at` on.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) unsafe fn store_few(room: Target<'_>, at: usize, vector: __m128i, count: usize) {
    debug_assert!(count <= 16);
    let end = at + count;
    let low = _mm_cvtsi128_si64(vector).cast_unsigned();
    if count >= 8 {
        let high = _mm_shuffle_epi8(vector, window(&DOWN, count - 8));
        // SAFETY: `room` has `count` bytes, at least 8; these are the first.
        unsafe { put(room, at, low) };
        // SAFETY: `room` has `count` bytes, at least 8; these are the last.
        unsafe { store_quarter(room, end - 8, high) };
    } else {
        // SAFETY: `room` has `count` bytes, fewer than 8, from `at` on.
        unsafe { store_under8(room, at, low, count) };
    }
}

/// Stores the first `count` bytes, at most 32, as [`store_few`].
///
/// # Safety
///
/// * `room` has at least `count` bytes from `at` on.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) unsafe fn store_some(room: Target<'_>, at: usize, vector: __m256i, count: usize) {
    debug_assert!(count <= 32);
    let low = _mm256_castsi256_si128(vector);
    if count < 16 {
        // SAFETY: `room` has `count` bytes from `at` on, as the caller promises.
        return unsafe { store_few(room, at, low, count) };
    }
    // SAFETY: `room` has `count` bytes, at least 16; these are the first.
    unsafe { store_half(room, at, low) };
    if count == 16 {
        return;
    }
    let high = _mm256_extracti128_si256::<1>(vector);
    // SAFETY: `room` has `count` bytes; these are the rest after 16.
    unsafe { store_few(room, at + 16, high, count - 16) };
}

/// Loads the first bytes of `source` to the lower half and its last bytes to the upper half, 1, 2, 4, 8 or 16 of each,
/// so that they overlap, followed by zeros; returns this number too.
///
/// # Safety
///
/// * `source` has 1 to 32 bytes.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) unsafe fn load_ends(source: Source<'_>) -> (__m256i, usize) {
    let bytes = source.bytes();
    debug_assert!((1..=32).contains(&bytes));
    macro_rules! numbers {
        ($type:ty) => {{
            // SAFETY: the first of the bytes of `source`, which are at least as many: the match.
            let first: $type = unsafe { number(source, 0) };
            // SAFETY: the last of them.
            let last: $type = unsafe { number(source, bytes - size_of::<$type>()) };
            let half = |number: u64| _mm_cvtsi64_si128(number.cast_signed());
            (_mm256_set_m128i(half(last.into()), half(first.into())), size_of::<$type>())
        }};
    }
    match bytes {
        16.. => {
            // SAFETY: `source` has at least 16 bytes; these are the first.
            let first = unsafe { load_half(source, 0) };
            // SAFETY: `source` has at least 16 bytes; these are the last.
            let last = unsafe { load_half(source, bytes - 16) };
            (_mm256_set_m128i(last, first), 16)
        }
        8.. => numbers!(u64),
        4.. => numbers!(u32),
        2.. => numbers!(u16),
        _ => numbers!(u8),
    }
}

/// Stores the first `size` bytes of `first`, and those of `last` so that they end at `bytes`. `size` is 1, 2, 4, 8, 16
/// or 32, and at most `bytes`.
///
/// # Safety
///
/// * `room` has at least `bytes` bytes, and `size` is at most `bytes`.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) unsafe fn store_ends(room: Target<'_>, first: __m256i, last: __m256i, bytes: usize, size: usize) {
    debug_assert!(size <= bytes);
    let [low, high] = [_mm256_castsi256_si128(first), _mm256_castsi256_si128(last)];
    macro_rules! numbers {
        ($type:ty, $mask:literal) => {{
            let number = |vector| (_mm_cvtsi128_si64(vector).cast_unsigned() & $mask) as $type;
            // SAFETY: the first of `bytes` bytes, which `room` has, as the caller promises.
            unsafe { put(room, 0, number(low)) };
            // SAFETY: the last of them, which are at least `size`.
            unsafe { put(room, bytes - size_of::<$type>(), number(high)) };
        }};
    }
    match size {
        32.. => {
            // SAFETY: `room` has `bytes` bytes, at least 32; these are the first.
            unsafe { store_whole(room, 0, [first]) };
            // SAFETY: the last of them.
            unsafe { store_whole(room, bytes - 32, [last]) };
        }
        16.. => {
            // SAFETY: `room` has `bytes` bytes, at least 16; these are the first.
            unsafe { store_half(room, 0, low) };
            // SAFETY: the last of them.
            unsafe { store_half(room, bytes - 16, high) };
        }
        8.. => numbers!(u64, 0xFFFF_FFFF_FFFF_FFFF),
        4.. => numbers!(u32, 0xFFFF_FFFF),
        2.. => numbers!(u16, 0xFFFF),
        _ => numbers!(u8, 0xFF),
    }
}

/// Loads 16 bytes of a row, from byte `from` on, at most 16.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) fn window(row: &'static [u8; 32], from: usize) -> __m128i {
    let place = row.as_ptr().wrapping_add(from.min(16));
    // SAFETY: `row` has 32 bytes, and `place` is at most its 16th; any alignment.
    unsafe { _mm_loadu_si128(place.cast()) }
}

/// Joins four parts that begin at `starts`, each of which overwrites the end of the one before it, and stores the first
/// `count` bytes.
///
/// # Safety
///
/// * `room` has at least `count` bytes, at most 64, from `at` on.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) unsafe fn store_buffer(room: Target<'_>, at: usize, parts: [__m128i; 4], starts: [usize; 4], count: usize) {
    let mut text = Text::new([0; 64]);
    for (part, start) in parts.into_iter().zip(starts) {
        let place = text.as_mut_ptr().cast::<u8>().wrapping_add(start.min(48)).cast();
        // SAFETY: `text` has 64 bytes, of which `place` is at most the 48th.
        unsafe { _mm_storeu_si128(place, part) };
    }
    // SAFETY: `room` has `count` bytes from `at` on, as the caller promises.
    unsafe { store_text(room, at, &text, count) };
}

/// Text on the stack, to be stored exactly.
pub(super) type Text = MaybeUninit<[u8; 64]>;

/// Stores the first `count` bytes of `text`, and no other.
///
/// # Safety
///
/// * The first `count` bytes of `text` are initialised.
/// * `room` has at least `count` bytes, at most 64, from `at` on.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) unsafe fn store_text(room: Target<'_>, at: usize, text: &Text, count: usize) {
    debug_assert!(count <= 64 && at <= room.bytes() && room.bytes() - at >= count);
    let (from, to) = (text.as_ptr().cast::<u8>(), room.start().wrapping_add(at));
    /// Copies the first bytes and the last bytes, which overlap.
    macro_rules! both {
        ($type:ty, $load:expr, $store:expr) => {{
            let last = count - size_of::<$type>();
            // SAFETY: `text` has `count` initialised bytes, as the caller promises; any alignment.
            let start = unsafe { $load(from.cast()) };
            // SAFETY: the last of these `count` bytes.
            let end = unsafe { $load(from.wrapping_add(last).cast()) };
            // SAFETY: `room` has `count` bytes from `at` on, as the caller promises; any alignment.
            unsafe { $store(to.cast(), start) };
            // SAFETY: the last of these `count` bytes.
            unsafe { $store(to.wrapping_add(last).cast(), end) };
        }};
    }
    match count {
        32.. => both!(__m256i, _mm256_loadu_si256, _mm256_storeu_si256),
        16.. => both!(__m128i, _mm_loadu_si128, _mm_storeu_si128),
        8.. => both!(u64, <*const u64>::read_unaligned, <*mut u64>::write_unaligned),
        4.. => both!(u32, <*const u32>::read_unaligned, <*mut u32>::write_unaligned),
        2.. => both!(u16, <*const u16>::read_unaligned, <*mut u16>::write_unaligned),
        1 => both!(u8, <*const u8>::read, <*mut u8>::write),
        0 => {}
    }
}

/// The number of bits set among the lowest 8, 16, 24 and 32: how much longer the first one, two, three and four parts
/// are if each bit adds a byte.
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

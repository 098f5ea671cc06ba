//! Loads and stores: whole vectors, whose bounds the caller has checked, and the few bytes at an end. They write exactly
//! the bytes that the caller asks for, and read nothing outside the source.

use std::arch::aarch64::*;
use std::mem::MaybeUninit;

use crate::kernels::shared::numbers::{load_under8, number, put, store_under8};
use crate::{Source, Target};

/// A vector of 16 bytes.
pub(super) type V = uint8x16_t;

/// Loads the 16 bytes at `at`.
///
/// # Safety
///
/// * `source` has at least 16 bytes from `at` on.
#[inline]
#[target_feature(enable = "neon")]
pub(super) unsafe fn load(source: Source<'_>, at: usize) -> V {
    debug_assert!(at <= source.bytes() && source.bytes() - at >= 16);
    let place = source.start().wrapping_add(at);
    // SAFETY: `source` has 16 bytes from `at` on, as the caller promises; any alignment.
    unsafe { vld1q_u8(place) }
}

/// Loads `N` vectors in a row.
///
/// # Safety
///
/// * `source` has at least `16 * N` bytes from `at` on.
#[inline]
#[target_feature(enable = "neon")]
pub(super) unsafe fn load_whole<const N: usize>(source: Source<'_>, at: usize) -> [V; N] {
    let mut all = [vdupq_n_u8(0); N];
    for (number, vector) in all.iter_mut().enumerate() {
        // SAFETY: `source` has `N` vectors from `at` on, as the caller promises.
        *vector = unsafe { load(source, at + 16 * number) };
    }
    all
}

/// Stores `N` vectors in a row.
///
/// # Safety
///
/// * `room` has at least `16 * N` bytes from `at` on.
#[inline]
#[target_feature(enable = "neon")]
pub(super) unsafe fn store_whole<const N: usize>(room: Target<'_>, at: usize, all: [V; N]) {
    debug_assert!(at <= room.bytes() && room.bytes() - at >= 16 * N);
    for (number, vector) in all.into_iter().enumerate() {
        let place = room.start().wrapping_add(at + 16 * number);
        // SAFETY: `room` has `N` vectors from `at` on, as the caller promises; any alignment.
        unsafe { vst1q_u8(place, vector) };
    }
}

/// Stores the first 8 bytes.
///
/// # Safety
///
/// * `room` has at least 8 bytes from `at` on.
#[inline]
#[target_feature(enable = "neon")]
pub(super) unsafe fn store_half(room: Target<'_>, at: usize, vector: V) {
    debug_assert!(at <= room.bytes() && room.bytes() - at >= 8);
    let place = room.start().wrapping_add(at);
    let half = vget_low_u8(vector);
    // SAFETY: `room` has 8 bytes from `at` on, as the caller promises; any alignment.
    unsafe { vst1_u8(place, half) };
}

/// Indices of shuffles that move bytes down: by `n` bytes, the 16 indices from `n` on. Zeros follow.
static DOWN: [u8; 32] = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128,
    128, 128, 128, 128,
];

/// Loads 16 bytes of a row, from byte `from` on, at most 16.
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn window(row: &'static [u8; 32], from: usize) -> V {
    let place = row.as_ptr().wrapping_add(from.min(16));
    // SAFETY: `row` has 32 bytes, and `place` is at most its 16th; any alignment.
    unsafe { vld1q_u8(place) }
}

/// Moves the bytes of a vector down by `count`, at most 16.
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn moved_down(vector: V, count: usize) -> V {
    vqtbl1q_u8(vector, window(&DOWN, count))
}

/// Loads `count` bytes, at most 16, followed by zeros.
///
/// # Safety
///
/// * `source` has at least `count` bytes from `at` on.
#[inline]
#[target_feature(enable = "neon")]
pub(super) unsafe fn load_few(source: Source<'_>, at: usize, count: usize) -> V {
    debug_assert!(count <= 16);
    let end = at + count;
    if end >= 16 {
        // SAFETY: `source` has `end` bytes, at least 16; these are the last.
        let vector = unsafe { load(source, end - 16) };
        return moved_down(vector, 16 - count);
    }
    if count >= 8 {
        // SAFETY: `source` has `count` bytes, at least 8; these are the first.
        let low: u64 = unsafe { number(source, at) };
        // SAFETY: `source` has `count` bytes, at least 8; these are the last.
        let high: u64 = unsafe { number(source, end - 8) };
        let high = if count == 8 { 0 } else { high >> (8 * (16 - count)) };
        return vcombine_u8(vcreate_u8(low), vcreate_u8(high));
    }
    // SAFETY: `source` has `count` bytes, fewer than 8, from `at` on.
    let low = unsafe { load_under8(source, at, count) };
    vcombine_u8(vcreate_u8(low), vcreate_u8(0))
}

/// Loads `count` bytes, at most `N` vectors, followed by zeros.
///
/// # Safety
///
/// * `source` has at least `count` bytes from `at` on.
#[inline]
#[target_feature(enable = "neon")]
pub(super) unsafe fn load_some<const N: usize>(source: Source<'_>, at: usize, count: usize) -> [V; N] {
    debug_assert!(count <= 16 * N);
    let mut all = [vdupq_n_u8(0); N];
    for (number, vector) in all.iter_mut().enumerate() {
        let (place, left) = (at + 16 * number, count.saturating_sub(16 * number));
        if left >= 16 {
            // SAFETY: `source` has `count` bytes from `at` on, as the caller promises, of which 16 are left here.
            *vector = unsafe { load(source, place) };
        } else {
            if left > 0 {
                // SAFETY: `source` has `count` bytes from `at` on, as the caller promises, of which `left` are left here.
                *vector = unsafe { load_few(source, place, left) };
            }
            break;
        }
    }
    all
}

/// Stores the first `count` bytes, at most 16, by at most two stores, which overlap.
///
/// # Safety
///
/// * `room` has at least `count` bytes from `at` on.
#[inline]
#[target_feature(enable = "neon")]
pub(super) unsafe fn store_few(room: Target<'_>, at: usize, vector: V, count: usize) {
    debug_assert!(count <= 16);
    if count >= 8 {
        // SAFETY: `room` has `count` bytes, at least 8; these are the first.
        unsafe { store_half(room, at, vector) };
        let last = moved_down(vector, count - 8);
        // SAFETY: `room` has `count` bytes, at least 8; these are the last.
        unsafe { store_half(room, at + count - 8, last) };
    } else {
        let low = vgetq_lane_u64::<0>(vreinterpretq_u64_u8(vector));
        // SAFETY: `room` has `count` bytes, fewer than 8, from `at` on.
        unsafe { store_under8(room, at, low, count) };
    }
}

/// Stores the first `count` bytes, at most `N` vectors.
///
/// # Safety
///
/// * `room` has at least `count` bytes from `at` on.
#[inline]
#[target_feature(enable = "neon")]
pub(super) unsafe fn store_some<const N: usize>(room: Target<'_>, at: usize, all: [V; N], count: usize) {
    debug_assert!(count <= 16 * N);
    for (number, vector) in all.into_iter().enumerate() {
        let (place, left) = (at + 16 * number, count.saturating_sub(16 * number));
        if left >= 16 {
            // SAFETY: `room` has `count` bytes from `at` on, as the caller promises, of which 16 are left here.
            unsafe { store_whole(room, place, [vector]) };
        } else if left > 0 {
            // SAFETY: `room` has `count` bytes from `at` on, as the caller promises, of which `left` are left here.
            unsafe { store_few(room, place, vector, left) };
        }
    }
}

/// Loads the first bytes of `source` to the lower half and its last bytes to the upper half, 1, 2, 4 or 8 of each, so
/// that they overlap, followed by zeros; returns this number too.
///
/// # Safety
///
/// * `source` has 1 to 16 bytes.
#[inline]
#[target_feature(enable = "neon")]
pub(super) unsafe fn load_ends(source: Source<'_>) -> (V, usize) {
    let bytes = source.bytes();
    debug_assert!((1..=16).contains(&bytes));
    macro_rules! numbers {
        ($type:ty) => {{
            // SAFETY: the first of the bytes of `source`, which are at least as many: the match.
            let first: $type = unsafe { number(source, 0) };
            // SAFETY: the last of them.
            let last: $type = unsafe { number(source, bytes - size_of::<$type>()) };
            (vcombine_u8(vcreate_u8(first.into()), vcreate_u8(last.into())), size_of::<$type>())
        }};
    }
    match bytes {
        8.. => numbers!(u64),
        4.. => numbers!(u32),
        2.. => numbers!(u16),
        _ => numbers!(u8),
    }
}

/// Stores the first `size` bytes of `first`, and those of `last` so that they end at `bytes`. `size` is 1, 2, 4, 8 or
/// 16, and at most `bytes`.
///
/// # Safety
///
/// * `room` has at least `bytes` bytes, and `size` is at most `bytes`.
#[inline]
#[target_feature(enable = "neon")]
pub(super) unsafe fn store_ends(room: Target<'_>, first: V, last: V, bytes: usize, size: usize) {
    debug_assert!(size <= bytes);
    macro_rules! numbers {
        ($type:ty, $mask:literal) => {{
            let number = |vector| (vgetq_lane_u64::<0>(vreinterpretq_u64_u8(vector)) & $mask) as $type;
            // SAFETY: the first of `bytes` bytes, which `room` has, as the caller promises.
            unsafe { put(room, 0, number(first)) };
            // SAFETY: the last of them, which are at least `size`.
            unsafe { put(room, bytes - size_of::<$type>(), number(last)) };
        }};
    }
    match size {
        16.. => {
            // SAFETY: `room` has `bytes` bytes, at least 16; these are the first.
            unsafe { store_whole(room, 0, [first]) };
            // SAFETY: the last of them.
            unsafe { store_whole(room, bytes - 16, [last]) };
        }
        8.. => numbers!(u64, 0xFFFF_FFFF_FFFF_FFFF),
        4.. => numbers!(u32, 0xFFFF_FFFF),
        2.. => numbers!(u16, 0xFFFF),
        _ => numbers!(u8, 0xFF),
    }
}

/// Text on the stack, to be stored exactly.
pub(super) type Text = MaybeUninit<[u8; 64]>;

/// Joins four parts that begin at `starts`, each of which overwrites the end of the one before it, and stores the first
/// `count` bytes.
///
/// # Safety
///
/// * `room` has at least `count` bytes, at most 64, from `at` on.
#[inline]
#[target_feature(enable = "neon")]
pub(super) unsafe fn store_buffer(room: Target<'_>, at: usize, parts: [V; 4], starts: [usize; 4], count: usize) {
    let mut text = Text::new([0; 64]);
    for (part, start) in parts.into_iter().zip(starts) {
        let place = text.as_mut_ptr().cast::<u8>().wrapping_add(start.min(48));
        // SAFETY: `text` has 64 bytes, of which `place` is at most the 48th.
        unsafe { vst1q_u8(place, part) };
    }
    // SAFETY: `room` has `count` bytes from `at` on, as the caller promises.
    unsafe { store_text(room, at, &text, count) };
}

/// Stores the first `count` bytes of `text`, and no other.
///
/// # Safety
///
/// * The first `count` bytes of `text` are initialised.
/// * `room` has at least `count` bytes, at most 64, from `at` on.
#[inline]
#[target_feature(enable = "neon")]
pub(super) unsafe fn store_text(room: Target<'_>, at: usize, text: &Text, count: usize) {
    debug_assert!(count <= 64 && at <= room.bytes() && room.bytes() - at >= count);
    let (from, to) = (text.as_ptr().cast::<u8>(), room.start().wrapping_add(at));
    /// Copies the first bytes and the last bytes, which overlap.
    macro_rules! both {
        ($type:ty) => {{
            let last = count - size_of::<$type>();
            // SAFETY: `text` has `count` initialised bytes, as the caller promises; any alignment.
            let start = unsafe { from.cast::<$type>().read_unaligned() };
            // SAFETY: the last of these `count` bytes.
            let end = unsafe { from.wrapping_add(last).cast::<$type>().read_unaligned() };
            // SAFETY: `room` has `count` bytes from `at` on, as the caller promises; any alignment.
            unsafe { to.cast::<$type>().write_unaligned(start) };
            // SAFETY: the last of these `count` bytes.
            unsafe { to.wrapping_add(last).cast::<$type>().write_unaligned(end) };
        }};
    }
    match count {
        32.. => both!([V; 2]),
        16.. => both!(V),
        8.. => both!(u64),
        4.. => both!(u32),
        2.. => both!(u16),
        1 => both!(u8),
        0 => {}
    }
}

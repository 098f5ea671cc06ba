//! Chars to UTF-32.

use std::arch::x86_64::*;

use super::memory::{half, load, load_whole, low, store_first, store_only, store_whole};
use super::surrogates::{Kinds, PAIRS, is_good, join, join_pairs, one_later, split};
use crate::kernels::Taken;
use crate::{Source, Target};

/// Swaps the bytes of each lane of four, if `BIG`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn order<const BIG: bool>(units: __m512i) -> __m512i {
    if BIG {
        let reversed = _mm_set_epi8(12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3);
        _mm512_shuffle_epi8(units, _mm512_broadcast_i32x4(reversed))
    } else {
        units
    }
}

/// Chars to UTF-32, by blocks of 32:
///
/// ```text
/// chars              a  b  H |L  c  d           16 in each half
/// widened            a  b  H  L  c  d
/// joined             a  b  P  –  c  d           P = (H << 10) + L − 35FDC00, L from one char ahead
/// compressed         a  b  P  c  d
/// ```
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(in crate::kernels) fn chars_to_utf32<const BIG: bool>(source: Source<'_>, room: Target<'_>) -> Taken {
    let (count, capacity) = (source.bytes() / 2, room.bytes());
    let (mut at, mut to) = (0, 0);
    let mut carry = 0;
    let surrogate = |chars: __m512i| {
        let five = _mm512_and_si512(chars, _mm512_set1_epi16(0xF800_u16.cast_signed()));
        _mm512_cmpeq_epi16_mask(five, _mm512_set1_epi16(0xD800_u16.cast_signed()))
    };
    while count - at >= 32 && capacity - to >= 128 {
        while count - at >= 64 && capacity - to >= 256 {
            // SAFETY: `source` has 64 bytes from `2 * at` on: the condition of the loop.
            let a = unsafe { load_whole(source, 2 * at) };
            // SAFETY: `source` has 64 bytes from `2 * at + 64` on: the condition of the loop.
            let b = unsafe { load_whole(source, 2 * at + 64) };
            if surrogate(a) | surrogate(b) != 0 {
                break;
            }
            carry = 0;
            let wide = [half::<false>(a), half::<true>(a), half::<false>(b), half::<true>(b)];
            for chars in wide {
                let vector = order::<BIG>(_mm512_cvtepu16_epi32(chars));
                // SAFETY: `room` has 64 bytes from `to` on: the condition of the loop.
                unsafe { store_whole(room, to, vector) };
                to += 64;
            }
            at += 64;
        }
        if count - at < 32 || capacity - to < 128 {
            break;
        }
        // SAFETY: `source` has 64 bytes from `2 * at` on: tested above.
        let chars = unsafe { load_whole(source, 2 * at) };
        let surrogates = surrogate(chars);
        if surrogates == 0 {
            carry = 0;
            let vector = order::<BIG>(_mm512_cvtepu16_epi32(half::<false>(chars)));
            // SAFETY: `room` has 64 bytes from `to` on: the condition of the loop.
            unsafe { store_whole(room, to, vector) };
            let vector = order::<BIG>(_mm512_cvtepu16_epi32(half::<true>(chars)));
            // SAFETY: `room` has 64 bytes from `to + 64` on: the condition of the loop.
            unsafe { store_whole(room, to + 64, vector) };
            at += 32;
            to += 128;
            continue;
        }
        if count - at < 33 {
            break;
        }
        let kinds = Kinds::of_half(chars);
        // SAFETY: `source` has 64 bytes from `2 * at + 2` on: the condition of the loop.
        let ahead = unsafe { load_whole(source, 2 * at + 2) };
        if !is_good(kinds, carry, ahead) {
            break;
        }
        if kinds.high == PAIRS.0 || (kinds.high == PAIRS.1 && carry == 1) {
            // If the pairs begin with the second char, the first char was written before: see `carry`.
            let pairs = if kinds.high == PAIRS.0 { chars } else { ahead };
            at += if kinds.high == PAIRS.0 { 32 } else { 33 };
            carry = 0;
            let vector = order::<BIG>(join_pairs(pairs));
            // SAFETY: `room` has 64 bytes from `to` on: the condition of the loop.
            unsafe { store_whole(room, to, vector) };
            to += 64;
            continue;
        }
        let [a, b] = join(chars, ahead, kinds.high);
        let [live_a, live_b] = split(!kinds.low);
        // At most every other lane is dropped: both halves together are at least 16 lanes, and the second store
        // overwrites the excess of the first.
        let vector = compress::<BIG>(live_a, a);
        // SAFETY: `room` has 64 bytes from `to` on: the condition of the loop.
        unsafe { store_whole(room, to, vector) };
        to += 4 * live_a.count_ones() as usize;
        let bytes = 4 * live_b.count_ones() as usize;
        let vector = compress::<BIG>(live_b, b);
        // SAFETY: `room` has `bytes` bytes from `to` on: the condition of the loop.
        unsafe { store_first(room, to, vector, bytes) };
        to += bytes;
        carry = kinds.high >> 31;
        at += 32;
    }
    at += usize::from(carry == 1);
    while at < count {
        let chars = load(source, 2 * at);
        let left = count - at;
        if left <= 32 && 4 * left <= capacity - to && surrogate(chars) == 0 {
            let a = _mm512_cvtepu16_epi32(half::<false>(chars));
            store_only(room, to, order::<BIG>(a), 4 * left);
            if left > 16 {
                let b = _mm512_cvtepu16_epi32(half::<true>(chars));
                store_only(room, to + 64, order::<BIG>(b), 4 * left - 64);
            }
            return Taken { read: 2 * count, written: to + 4 * left };
        }
        let kinds = Kinds::of_half(chars);
        let mut step = kinds.good(left.min(32));
        let fits = (capacity - to) / 4;
        if step > fits {
            step = kinds.good(fits);
        }
        if step == 0 {
            break;
        }
        let live = !kinds.low & low(step);
        let bytes = 4 * live.count_ones() as usize;
        if kinds.high & low(step) == 0 {
            let a = _mm512_cvtepu16_epi32(half::<false>(chars));
            store_only(room, to, order::<BIG>(a), bytes.min(64));
            if bytes > 64 {
                let b = _mm512_cvtepu16_epi32(half::<true>(chars));
                store_only(room, to + 64, order::<BIG>(b), bytes - 64);
            }
        } else {
            let [a, b] = join(chars, one_later(chars), kinds.high);
            let [live_a, live_b] = split(live);
            let a_bytes = 4 * live_a.count_ones() as usize;
            store_only(room, to, compress::<BIG>(live_a, a), a_bytes);
            if live_b != 0 {
                store_only(room, to + a_bytes, compress::<BIG>(live_b, b), bytes - a_bytes);
            }
        }
        at += step;
        to += bytes;
    }
    Taken { read: 2 * at, written: to }
}

/// Moves the lanes of `live` to the front; the lanes after them are arbitrary.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn compress<const BIG: bool>(live: __mmask16, points: __m512i) -> __m512i {
    // Into itself: Zen 5 waits for what was in the register before.
    order::<BIG>(_mm512_mask_compress_epi32(points, live, points))
}

//! Chars to UTF-32, 16 at a time.
//!
//! ```text
//! chars              a   H   L   b   …              loaded at `at`
//! next               H   L   b   …                  loaded one further: the low one lies beside its high one
//! highs              0   1   0   0                  of the chars
//! lows of next       0   1   0   0                  has to be the same
//! dropped            0   0   1   0                  highs << 1 | carry
//! widened            a   (H << 10) + L − 35FDC00   –   b        lanes of 32 bits
//! permuted           a   HL  b                      8 lanes to 4 to 8, by [`BYTES`]
//! ```
//!
//! The second half overwrites the excess of the first one, and is itself written by two stores of 4 lanes, the second
//! of which ends where the text ends.

use std::arch::x86_64::*;

use super::chars_to_utf8::{Halves, first_of};
use super::memory::{lacks, load_some, load_whole, store_half, store_some, store_whole};
use super::tables::BYTES;
use super::vectors::swap32;
use crate::kernels::Taken;
use crate::{Source, Target};

/// Units of 32 bits in the order of the target.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn ordered<const BIG: bool>(units: __m256i) -> __m256i {
    if BIG { swap32(units) } else { units }
}

/// 16 chars without surrogates.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn widened<const BIG: bool>(chars: __m256i) -> [__m256i; 2] {
    let wide = |chars| ordered::<BIG>(_mm256_cvtepu16_epi32(chars));
    [wide(_mm256_castsi256_si128(chars)), wide(_mm256_extracti128_si256::<1>(chars))]
}

/// Widens 16 chars, and joins each high surrogate with the next char; `highs` marks the lanes of high surrogates.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn joined<const BIG: bool>(chars: __m256i, next: __m256i, highs: __m256i) -> [__m256i; 2] {
    let wide = |chars, next, highs| {
        let chars = _mm256_cvtepu16_epi32(chars);
        let pair = _mm256_add_epi32(_mm256_slli_epi32::<10>(chars), _mm256_cvtepu16_epi32(next));
        let pair = _mm256_sub_epi32(pair, _mm256_set1_epi32(0x035F_DC00));
        ordered::<BIG>(_mm256_blendv_epi8(chars, pair, _mm256_cvtepi16_epi32(highs)))
    };
    let high = |vector| _mm256_extracti128_si256::<1>(vector);
    let low = |vector| _mm256_castsi256_si128(vector);
    [wide(low(chars), low(next), low(highs)), wide(high(chars), high(next), high(highs))]
}

/// Returns which chars are surrogates of one kind: 0xD800 for high, 0xDC00 for low.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn kind(chars: __m256i, value: u16) -> __m256i {
    let six = _mm256_and_si256(chars, _mm256_set1_epi16(0xFC00_u16.cast_signed()));
    _mm256_cmpeq_epi16(six, _mm256_set1_epi16(value.cast_signed()))
}

/// Returns which chars are surrogates.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn surrogates(chars: __m256i) -> __m256i {
    let five = _mm256_and_si256(chars, _mm256_set1_epi16(0xF800_u16.cast_signed()));
    _mm256_cmpeq_epi16(five, _mm256_set1_epi16(0xD800_u16.cast_signed()))
}

/// Returns the lanes of a set in a row.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn live(units: __m256i, set: u8) -> __m256i {
    let place = BYTES[0][set as usize].as_ptr();
    // SAFETY: `place` is a row of 8 bytes.
    let index = unsafe { _mm_loadl_epi64(place.cast()) };
    _mm256_permutevar8x32_epi32(units, _mm256_cvtepu8_epi32(index))
}

/// Returns the last 4 lanes of a set of `count`, which is 4 to 8.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn last_live(units: __m256i, set: u8, count: usize) -> __m128i {
    let row = u64::from_le_bytes(BYTES[0][set as usize]) >> (8 * (count.saturating_sub(4) & 7));
    let index = _mm_cvtsi64_si128(row.cast_signed());
    _mm256_castsi256_si128(_mm256_permutevar8x32_epi32(units, _mm256_cvtepu8_epi32(index)))
}

#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn chars_to_utf32<const BIG: bool>(source: Source<'_>, room: Target<'_>) -> Taken {
    /// After this number of steps without a pair, the loop for runs continues.
    const PLAIN: u32 = 2;
    let (count, capacity) = (source.bytes() / 2, room.bytes());
    let (mut at, mut to) = (0, 0);
    let mut carry = 0;
    'all: loop {
        while count - at >= 32 && capacity - to >= 128 && carry == 0 {
            // SAFETY: `source` has 64 bytes from `2 * at` on: the condition of the loop.
            let [a, b] = unsafe { load_whole::<2>(source, 2 * at) };
            let either = _mm256_or_si256(surrogates(a), surrogates(b));
            if _mm256_movemask_epi8(either) != 0 {
                break;
            }
            let ([a, b], [c, d]) = (widened::<BIG>(a), widened::<BIG>(b));
            // SAFETY: `room` has 128 bytes from `to` on: the condition of the loop.
            unsafe { store_whole(room, to, [a, b, c, d]) };
            at += 32;
            to += 128;
        }
        let mut plain = 0;
        while count - at > 16 && capacity - to >= 64 {
            // SAFETY: `source` has 32 bytes from `2 * at` on: the condition of the loop.
            let [chars] = unsafe { load_whole::<1>(source, 2 * at) };
            let any = surrogates(chars);
            if lacks(any, any) {
                if carry != 0 {
                    break 'all;
                }
                plain += 1;
                let vectors = widened::<BIG>(chars);
                // SAFETY: `room` has so many bytes from `to` on: the condition of the loop.
                unsafe { store_whole(room, to, vectors) };
                to += 64;
            } else {
                // SAFETY: `source` has 32 bytes from `2 * at + 2` on: the condition of the loop.
                let [next] = unsafe { load_whole::<1>(source, 2 * at + 2) };
                let highs = kind(chars, 0xD800);
                let bits = _mm256_movemask_epi8(_mm256_packs_epi16(highs, kind(next, 0xDC00)));
                let [a, a_next, b, b_next] = bits.cast_unsigned().to_le_bytes();
                let bits = u32::from(u16::from_le_bytes([a, b]));
                let dropped = bits << 1 | carry;
                let first = _mm_cvtsi128_si32(_mm256_castsi256_si128(chars)).cast_unsigned() & 0xFC00;
                if a != a_next || b != b_next || bits & dropped != 0 || (first == 0xDC00) != (carry != 0) {
                    break 'all;
                }
                plain = 0;
                let [c, d] = joined::<BIG>(chars, next, highs);
                let [a, b, _, _] = (!dropped).to_le_bytes();
                let (a_count, b_count) = (a.count_ones() as usize, b.count_ones() as usize);
                // No two lanes in a row are dropped: each half has at least 4.
                let vectors = [live(c, a)];
                // SAFETY: `room` has so many bytes from `to` on: the condition of the loop.
                unsafe { store_whole(room, to, vectors) };
                to += 4 * a_count;
                let vector = _mm256_castsi256_si128(live(d, b));
                // SAFETY: `room` had 64 bytes, the condition of the loop, of which at most 32 are used.
                unsafe { store_half(room, to, vector) };
                to += 4 * b_count;
                let vector = last_live(d, b, b_count);
                // SAFETY: `room` has 16 bytes from `to - 16` on: see above.
                unsafe { store_half(room, to - 16, vector) };
                carry = bits >> 15;
            }
            at += 16;
            if plain == PLAIN {
                continue 'all;
            }
        }
        break;
    }
    // The low surrogate was written with its high one.
    at += carry as usize;
    let left = count - at;
    if 0 < left && left <= 16 && count >= 16 && 4 * left <= capacity - to {
        // SAFETY: `source` has 16 chars: tested above.
        let [chars] = unsafe { load_whole::<1>(source, 2 * (count - 16)) };
        let any = surrogates(chars);
        // Always enough before, unless another party has just changed the text.
        if let Some(start) = (to + 4 * left).checked_sub(64)
            && lacks(any, any)
        {
            let vectors = widened::<BIG>(chars);
            // SAFETY: `room` has `4 * left` bytes from `to` on, tested above; these are the 64 bytes that end there.
            unsafe { store_whole(room, start, vectors) };
            return Taken { read: 2 * count, written: to + 4 * left };
        }
    }
    while at < count {
        let left = (count - at).min(16);
        // SAFETY: `source` has `left` chars from `at` on.
        let chars = unsafe { load_some(source, 2 * at, 2 * left) };
        let halves = Halves::of(chars);
        let good = halves.good_among(left);
        let chars = first_of(chars, good);
        let highs = kind(chars, 0xD800);
        let next = _mm256_alignr_epi8::<2>(_mm256_permute2x128_si256::<0x81>(chars, chars), chars);
        let [a, b] = joined::<BIG>(chars, next, highs);
        let kept = !(halves.lows & ((1 << good) - 1));
        let [c, d, _, _] = kept.to_le_bytes();
        let first = 4 * c.count_ones() as usize;
        let bytes = first + 4 * d.count_ones() as usize - 4 * (16 - good);
        if good == 0 || capacity - to < bytes {
            break;
        }
        if halves.any() && left <= 8 {
            let vector = live(a, c);
            // SAFETY: `room` has `bytes` bytes from `to` on: tested above.
            unsafe { store_some(room, to, vector, bytes) };
        } else if halves.any() {
            let (a, b) = (live(a, c), live(b, d));
            // The first eight lanes become `first` bytes; lanes after the good chars count too.
            // SAFETY: `room` has `bytes` bytes from `to` on: tested above.
            unsafe { store_some(room, to, a, first.min(bytes)) };
            // SAFETY: these are the others.
            unsafe { store_some(room, to + first, b, bytes.saturating_sub(first)) };
        } else {
            // SAFETY: `room` has `bytes.min(32)` bytes from `to` on: tested above.
            unsafe { store_some(room, to, a, bytes.min(32)) };
            // SAFETY: `room` has `bytes.saturating_sub(32)` bytes from `to + 32` on: tested above.
            unsafe { store_some(room, to + 32, b, bytes.saturating_sub(32)) };
        }
        at += good;
        to += bytes;
    }
    Taken { read: 2 * at, written: to }
}

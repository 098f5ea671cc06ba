//! UTF-32 to UTF-16.
//!
//! Two vectors of code points up to U+FFFF are packed into one. If some of 16 code points are above, each quarter of 4
//! lanes becomes 8 to 16 bytes:
//!
//! ```text
//! lane            000uuuuu uuuuuuxx xxxxxxxx                  a code point above U+FFFF
//! >> 10           00000000 00000000 00000uuu uuuuuuuu         low half
//! << 16 & 03FF…   000000xx xxxxxxxx 00000000 00000000         high half
//! + DC00 D7C0     110111xx xxxxxxxx 110110ww wwuuuuuu         both surrogates, as memory has them
//! others          00000000 00000000 yyyyyyyy yyyyyyyy
//! shuffled        the low half always, the high half of those above, by [`UNITS`]
//! ```
//!
//! A store writes 16 bytes, and the next quarter, at least 8 bytes, overwrites the excess. The last quarter is written
//! by two stores of 8 bytes, the second of which ends where the text ends.

use std::arch::x86_64::*;

use super::memory::{
    lacks, load_some, load_whole, store_buffer, store_few, store_half, store_quarter, store_some, store_whole, window,
};
use super::vectors::{packed32, swap32};
use crate::kernels::Taken;
use crate::{Source, Target};

/// For each set of lanes of 32 bits: all low halves, and the high halves of those in the set, in a row.
static UNITS: [[u8; 32]; 16] = {
    let mut all = [[0x80; 32]; 16];
    let mut set = 0;
    while set < 16 {
        let (mut to, mut from) = (0, 0);
        while from < 16 {
            if from % 4 < 2 || set >> (from / 4) & 1 == 1 {
                all[set][to] = FROM[from];
                to += 1;
            }
            from += 1;
        }
        set += 1;
    }
    all
};

const FROM: [u8; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

/// Units of 32 bits in the order of this machine.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn native<const BIG: bool>(units: __m256i) -> __m256i {
    if BIG { swap32(units) } else { units }
}

/// Whether no code point is above U+10FFFF.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn good(a: __m256i, b: __m256i) -> bool {
    // Unsigned: the larger of it and the limit is the limit.
    let limit = _mm256_set1_epi32(0x10_FFFF);
    let larger = _mm256_max_epu32(_mm256_max_epu32(a, b), limit);
    _mm256_movemask_epi8(_mm256_cmpeq_epi32(larger, limit)) == -1
}

/// Returns 8 code points, those above U+FFFF as surrogates, the others in the low half of their lane; and which lanes
/// are surrogates.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn surrogates(units: __m256i) -> (__m256i, usize) {
    let above = _mm256_cmpgt_epi32(units, _mm256_set1_epi32(0xFFFF));
    let low = _mm256_and_si256(_mm256_slli_epi32::<16>(units), _mm256_set1_epi32(0x03FF_0000));
    let both = _mm256_or_si256(_mm256_srli_epi32::<10>(units), low);
    let both = _mm256_add_epi32(both, _mm256_set1_epi32(0xDC00_D7C0_u32.cast_signed()));
    let lanes = _mm256_movemask_ps(_mm256_castsi256_ps(above));
    (_mm256_blendv_epi8(units, both, above), lanes.cast_unsigned() as usize)
}

/// 16 code points of which some are above U+FFFF, as four parts; the end of each part in bytes, and the last 8 bytes of
/// the last part.
struct Quarters {
    parts: [__m128i; 4],
    ends: [usize; 4],
    tail: __m128i,
}

#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn quarters(a: __m256i, b: __m256i) -> Quarters {
    let ((a, a_lanes), (b, b_lanes)) = (surrogates(a), surrogates(b));
    let lanes = a_lanes | b_lanes << 8;
    let upto = |bits: usize| 2 * (lanes & bits).count_ones() as usize;
    let ends = [upto(0xF), upto(0xFF), upto(0xFFF), upto(0xFFFF)];
    let shuffled = |part: __m128i, set: usize, from: usize| _mm_shuffle_epi8(part, window(&UNITS[set & 0xF], from));
    let last = _mm256_extracti128_si256::<1>(b);
    Quarters {
        parts: [
            shuffled(_mm256_castsi256_si128(a), lanes, 0),
            shuffled(_mm256_extracti128_si256::<1>(a), lanes >> 4, 0),
            shuffled(_mm256_castsi256_si128(b), lanes >> 8, 0),
            shuffled(last, lanes >> 12, 0),
        ],
        ends: [8 + ends[0], 16 + ends[1], 24 + ends[2], 32 + ends[3]],
        tail: shuffled(last, lanes >> 12, ends[3] - ends[2]),
    }
}

/// Surrogates are copied.
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn utf32_to_utf16<const BIG: bool>(source: Source<'_>, room: Target<'_>) -> Taken {
    let upper = _mm256_set1_epi32(if BIG { 0x0000_FFFF } else { 0xFFFF_0000_u32.cast_signed() });
    let (count, capacity) = (source.bytes() / 4, room.bytes());
    let (mut at, mut to) = (0, 0);
    while count - at >= 16 && capacity - to >= 64 {
        // SAFETY: `source` has 64 bytes from `4 * at` on: the condition of the loop.
        let [a, b] = unsafe { load_whole::<2>(source, 4 * at) };
        let plain = lacks(_mm256_or_si256(a, b), upper);
        let (a, b) = (native::<BIG>(a), native::<BIG>(b));
        if plain {
            let vectors = [packed32(a, b)];
            // SAFETY: `room` has so many bytes from `to` on: the condition of the loop.
            unsafe { store_whole(room, to, vectors) };
            to += 32;
        } else {
            if !good(a, b) {
                break;
            }
            let Quarters { parts, ends, tail } = quarters(a, b);
            // SAFETY: `room` has 64 bytes from `to` on, the condition of the loop; each part has at most 16.
            unsafe { store_half(room, to, parts[0]) };
            // SAFETY: `room` has 16 bytes from `to + ends[0]` on: see above.
            unsafe { store_half(room, to + ends[0], parts[1]) };
            // SAFETY: `room` has 16 bytes from `to + ends[1]` on: see above.
            unsafe { store_half(room, to + ends[1], parts[2]) };
            // SAFETY: `room` has 8 bytes from `to + ends[2]` on: see above.
            unsafe { store_quarter(room, to + ends[2], parts[3]) };
            // SAFETY: `room` has 8 bytes from `to + ends[3] - 8` on: see above.
            unsafe { store_quarter(room, to + ends[3] - 8, tail) };
            to += ends[3];
        }
        at += 16;
    }
    while at < count {
        let left = (count - at).min(16);
        // SAFETY: `source` has `left` units from `at` on.
        let a = unsafe { load_some(source, 4 * at, 4 * left.min(8)) };
        let b = if left > 8 {
            // SAFETY: `source` has `left` units from `at` on.
            unsafe { load_some(source, 4 * at + 32, 4 * (left - 8)) }
        } else {
            _mm256_setzero_si256()
        };
        let (a, b) = (native::<BIG>(a), native::<BIG>(b));
        if !good(a, b) {
            break;
        }
        if lacks(_mm256_or_si256(a, b), _mm256_set1_epi32(0xFFFF_0000_u32.cast_signed())) {
            if capacity - to < 2 * left {
                break;
            }
            let vector = packed32(a, b);
            // SAFETY: `room` has `2 * left` bytes from `to` on: tested above.
            unsafe { store_some(room, to, vector, 2 * left) };
            to += 2 * left;
        } else {
            let Quarters { parts, ends, .. } = quarters(a, b);
            // The lanes after the text are zero, and count two bytes each.
            let bytes = ends[3] - 2 * (16 - left);
            if capacity - to < bytes {
                break;
            }
            if left <= 4 {
                // SAFETY: `room` has `bytes` bytes from `to` on: tested above.
                unsafe { store_few(room, to, parts[0], bytes) };
            } else if left <= 8 {
                // SAFETY: `room` has `bytes` bytes from `to` on: tested above. The first four code points are
                // `ends[0]` of them.
                unsafe { store_few(room, to, parts[0], ends[0]) };
                // SAFETY: these are the others.
                unsafe { store_few(room, to + ends[0], parts[1], bytes - ends[0]) };
            } else {
                // SAFETY: `room` has `bytes` bytes from `to` on: tested above.
                unsafe { store_buffer(room, to, parts, [0, ends[0], ends[1], ends[2]], bytes) };
            }
            to += bytes;
        }
        at += left;
    }
    Taken { read: 4 * at, written: to }
}

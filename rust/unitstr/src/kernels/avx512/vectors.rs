//! The operations of the shared kernels with vectors of 512 bits.
//!
//! Narrowing is one permutation of the bytes of two vectors, which selects the significant ones of either byte order:
//!
//! ```text
//! a: [61 00|62 00|63 00|…]  b: [71 00|72 00|…]   units of UTF-16LE
//!     └──────┼─────┼────────────┼─────┘          index 0, 2, 4 … 126 (big-endian: 1, 3, 5 … 127)
//!    [61 62 63 … 71 72 …]                        Latin-1
//!
//! a, b: 16 units of UTF-32 each                  index 0, 4, 8 … 124, and the same again
//! ab:   [32 bytes of a and b|the same]
//! cd:   [32 bytes of c and d|the same]
//!       [ab's half          |cd's half ]         blended: Latin-1
//! ```

use std::arch::x86_64::*;

use super::memory::{half, lanes, load_first, store_fitting, table};
use super::utf8::{cut, errors, last_four};
use crate::kernels::shared::{Vectors, operations};
use crate::{Source, Target};

/// The proof that this CPU has the features of this tier; only `new` creates it.
#[derive(Clone, Copy)]
pub(super) struct Avx512(pub(super) ());

type V = __m512i;

impl Vectors for Avx512 {
    type V = V;
    const BYTES: usize = 64;
    const MASK8: usize = 1;
    const MASK16: u32 = 1;

    #[inline(always)]
    unsafe fn load_part(self, source: Source<'_>, at: usize, count: usize) -> V {
        // SAFETY: `source` has `count` bytes from `at` on, as the caller promises; `self` proves the features.
        unsafe { load_first(source.rest(at), count) }
    }

    #[inline(always)]
    unsafe fn store_part(self, room: Target<'_>, at: usize, vector: V, count: usize) {
        // SAFETY: `room` has `count` bytes from `at` on, as the caller promises; `self` proves the features.
        unsafe { store_fitting(room, at, vector, count) };
    }

    #[inline(always)]
    unsafe fn load_short(self, source: Source<'_>) -> (V, usize) {
        let bytes = source.bytes();
        // SAFETY: `source` has at most 64 bytes, as the caller promises; `self` proves the features.
        (unsafe { load_first(source, bytes) }, bytes)
    }

    #[inline(always)]
    unsafe fn store_short<const FROM: usize, const TO: usize>(
        self,
        room: Target<'_>,
        [low, high]: [V; 2],
        bytes: usize,
        _size: usize,
    ) {
        // SAFETY: `room` has `bytes` bytes, as the caller promises; `self` proves the features.
        unsafe { store_fitting(room, 0, low, bytes.min(64)) };
        if TO > FROM && bytes > 64 {
            // SAFETY: `room` has `bytes` bytes, as the caller promises; `self` proves the features.
            unsafe { store_fitting(room, 64, high, bytes - 64) };
        }
    }

    operations! { "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt"
        splat8(value: u8) -> V { _mm512_set1_epi8(value.cast_signed()) }
        splat16(value: u16) -> V { _mm512_set1_epi16(value.cast_signed()) }
        splat32(value: u32) -> V { _mm512_set1_epi32(value.cast_signed()) }
        and(a: V, b: V) -> V { _mm512_and_si512(a, b) }
        or(a: V, b: V) -> V { _mm512_or_si512(a, b) }
        xor(a: V, b: V) -> V { _mm512_xor_si512(a, b) }
        max8(a: V, b: V) -> V { _mm512_max_epu8(a, b) }
        max32(a: V, b: V) -> V { _mm512_max_epu32(a, b) }
        min16(a: V, b: V) -> V { _mm512_min_epu16(a, b) }
        has(vector: V, bits: V) -> bool { _mm512_test_epi8_mask(vector, bits) != 0 }
        before_bits(vector: V, bits: V) -> usize { _mm512_test_epi8_mask(vector, bits).trailing_zeros() as usize }
        at_least8(vector: V, limit: u8) -> u64 {
            _mm512_cmpge_epu8_mask(vector, _mm512_set1_epi8(limit.cast_signed()))
        }
        equal16(a: V, b: V) -> u32 { _mm512_cmpeq_epi16_mask(a, b) }
        count_above32(vector: V, limit: u32) -> usize {
            _mm512_cmpgt_epu32_mask(vector, _mm512_set1_epi32(limit.cast_signed())).count_ones() as usize
        }
        swap16(units: V) -> V { swap16(units) }
        swap32(units: V) -> V { swap32(units) }
        widen8[BIG](bytes: V) -> [V; 2] { [widen::<BIG>(half::<false>(bytes)), widen::<BIG>(half::<true>(bytes))] }
        widen8_to_32[BIG](bytes: V) -> [V; 4] {
            let wide = |bytes: __m128i| {
                let units = _mm512_cvtepu8_epi32(bytes);
                if BIG { _mm512_slli_epi32::<24>(units) } else { units }
            };
            [
                wide(_mm512_extracti32x4_epi32::<0>(bytes)),
                wide(_mm512_extracti32x4_epi32::<1>(bytes)),
                wide(_mm512_extracti32x4_epi32::<2>(bytes)),
                wide(_mm512_extracti32x4_epi32::<3>(bytes)),
            ]
        }
        widen16(units: V) -> [V; 2] {
            [_mm512_cvtepu16_epi32(half::<false>(units)), _mm512_cvtepu16_epi32(half::<true>(units))]
        }
        narrow16[BIG](low: V, high: V) -> V {
            let index = const { lanes(every(2, if BIG { 1 } else { 0 })) };
            _mm512_permutex2var_epi8(low, index, high)
        }
        narrow32[BIG](low: V, high: V) -> V { narrow32::<BIG>(low, high) }
        narrow32_to_8[BIG](vectors: [V; 4]) -> V {
            let index = const { lanes(every(4, if BIG { 3 } else { 0 })) };
            let [a, b, c, d] = vectors;
            let ab = _mm512_permutex2var_epi8(a, index, b);
            // The index repeats itself: the second half of the result equals the first.
            let cd = _mm512_permutex2var_epi8(c, index, d);
            _mm512_mask_mov_epi64(ab, 0xF0, cd)
        }
        utf8_errors(before: V, bytes: V) -> V { errors(before, bytes) }
        utf8_open(bytes: V) -> usize { cut(last_four(bytes)) }
    }
}

/// The numbers of 64 bytes: every `step`th from `first` on, counted modulo 128.
pub(super) const fn every(step: usize, first: usize) -> [u8; 64] {
    table!(lane => (lane * step + first) % 128)
}

/// The numbers of the significant halves of units of 32 bits, in the byte order of this machine.
const fn low_halves(big: bool) -> [u8; 64] {
    table!(lane => lane / 2 * 4 + if big { 3 - lane % 2 } else { lane % 2 })
}

/// The numbers of the bytes of units of 2 or 4, in reverse order in each unit.
const fn swapped(unit: usize) -> [u8; 64] {
    table!(lane => lane / unit * unit + (unit - 1 - lane % unit))
}

/// Swaps the bytes of each lane of 16 bits.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) fn swap16(units: __m512i) -> __m512i {
    _mm512_shuffle_epi8(units, const { lanes(swapped(2)) })
}

/// Swaps the bytes of each lane of 32 bits.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) fn swap32(units: __m512i) -> __m512i {
    _mm512_shuffle_epi8(units, const { lanes(swapped(4)) })
}

/// Narrows units of 32 bits, none above 0xFFFF, to units of 16 bits of this machine.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) fn narrow32<const BIG: bool>(low: __m512i, high: __m512i) -> __m512i {
    _mm512_permutex2var_epi8(low, const { lanes(low_halves(BIG)) }, high)
}

/// Widens bytes to units of 16 bits of either byte order.
///
/// ```text
/// [61 62 63 …]  ->  [61 00|62 00|63 00|…]   big-endian: shifted by a byte, [00 61|00 62|…]
/// ```
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) fn widen<const BIG: bool>(bytes: __m256i) -> __m512i {
    let units = _mm512_cvtepu8_epi16(bytes);
    if BIG { _mm512_slli_epi16::<8>(units) } else { units }
}

//! The operations of the shared kernels with vectors of 256 bits.
//!
//! Narrowing packs two vectors in each half of 128 bits, and then puts the quarters in order:
//!
//! ```text
//! a: [a0 a1 | a2 a3]  b: [b0 b1 | b2 b3]     quarters of 64 bits
//! packus             [a0a1 b0b1 | a2a3 b2b3]
//! permute 0, 2, 1, 3 [a0a1 a2a3 | b0b1 b2b3]
//! ```

use std::arch::x86_64::*;

use super::memory::{load_ends, load_some, store_ends, store_some, store_whole};
use super::utf8::{Block, dangling};
use crate::kernels::shared::{Vectors, operations};
use crate::{Source, Target};

/// The proof that this CPU has the features of this tier; only `new` creates it.
#[derive(Clone, Copy)]
pub(super) struct Avx2(pub(super) ());

type V = __m256i;

impl Vectors for Avx2 {
    type V = V;
    const BYTES: usize = 32;
    const MASK8: usize = 1;
    const MASK16: u32 = 2;

    #[inline(always)]
    unsafe fn load_part(self, source: Source<'_>, at: usize, count: usize) -> V {
        // SAFETY: `source` has `count` bytes from `at` on, as the caller promises; `self` proves the features.
        unsafe { load_some(source, at, count) }
    }

    #[inline(always)]
    unsafe fn store_part(self, room: Target<'_>, at: usize, vector: V, count: usize) {
        if room.is_scratch() && room.bytes() - at >= Self::BYTES {
            // SAFETY: the test above: `room` has 32 bytes from `at` on.
            unsafe { self.store(room, at, vector) };
        } else {
            // SAFETY: `room` has `count` bytes from `at` on, as the caller promises; `self` proves the features.
            unsafe { store_some(room, at, vector, count) };
        }
    }

    #[inline(always)]
    unsafe fn load_short(self, source: Source<'_>) -> (V, usize) {
        // SAFETY: `source` has 1 to 32 bytes, as the caller promises; `self` proves the features.
        unsafe { load_ends(source) }
    }

    #[inline(always)]
    unsafe fn store_short<const FROM: usize, const TO: usize>(
        self,
        room: Target<'_>,
        [low, high]: [V; 2],
        bytes: usize,
        size: usize,
    ) {
        // SAFETY: `self` proves the features.
        let last = if TO > FROM { high } else { unsafe { last_part::<FROM, TO>(low) } };
        if room.is_scratch() && room.bytes() - (bytes - size) >= Self::BYTES {
            // SAFETY: the test above: `room` has 32 bytes from `bytes - size` on.
            unsafe { store_whole(room, 0, [low]) };
            // SAFETY: the same.
            unsafe { store_whole(room, bytes - size, [last]) };
        } else {
            // SAFETY: `room` has `bytes` bytes, as the caller promises; `self` proves the features.
            unsafe { store_ends(room, low, last, bytes, size) };
        }
    }

    operations! { "avx2,bmi1,lzcnt,popcnt"
        splat8(value: u8) -> V { _mm256_set1_epi8(value.cast_signed()) }
        splat16(value: u16) -> V { _mm256_set1_epi16(value.cast_signed()) }
        splat32(value: u32) -> V { _mm256_set1_epi32(value.cast_signed()) }
        and(a: V, b: V) -> V { _mm256_and_si256(a, b) }
        or(a: V, b: V) -> V { _mm256_or_si256(a, b) }
        xor(a: V, b: V) -> V { _mm256_xor_si256(a, b) }
        max8(a: V, b: V) -> V { _mm256_max_epu8(a, b) }
        max32(a: V, b: V) -> V { _mm256_max_epu32(a, b) }
        min16(a: V, b: V) -> V { _mm256_min_epu16(a, b) }
        has(vector: V, bits: V) -> bool { _mm256_testz_si256(vector, bits) == 0 }
        before_bits(vector: V, bits: V) -> usize {
            let without = _mm256_cmpeq_epi8(_mm256_and_si256(vector, bits), _mm256_setzero_si256());
            (!_mm256_movemask_epi8(without)).trailing_zeros() as usize
        }
        at_least8(vector: V, limit: u8) -> u64 {
            let at_least = _mm256_cmpeq_epi8(_mm256_max_epu8(vector, _mm256_set1_epi8(limit.cast_signed())), vector);
            _mm256_movemask_epi8(at_least).cast_unsigned().into()
        }
        equal16(a: V, b: V) -> u32 { _mm256_movemask_epi8(_mm256_cmpeq_epi16(a, b)).cast_unsigned() }
        count_above32(vector: V, limit: u32) -> usize {
            let limit = _mm256_set1_epi32(limit.cast_signed());
            let not_above = _mm256_cmpeq_epi32(_mm256_max_epu32(vector, limit), limit);
            8 - _mm256_movemask_ps(_mm256_castsi256_ps(not_above)).count_ones() as usize
        }
        swap16(units: V) -> V { swap16(units) }
        swap32(units: V) -> V { swap32(units) }
        widen8[BIG](bytes: V) -> [V; 2] {
            let wide = |half| {
                let units = _mm256_cvtepu8_epi16(half);
                if BIG { _mm256_slli_epi16::<8>(units) } else { units }
            };
            [wide(_mm256_castsi256_si128(bytes)), wide(_mm256_extracti128_si256::<1>(bytes))]
        }
        widen8_to_32[BIG](bytes: V) -> [V; 4] {
            let wide = |quarter| {
                let units = _mm256_cvtepu8_epi32(quarter);
                if BIG { _mm256_slli_epi32::<24>(units) } else { units }
            };
            let (low, high) = (_mm256_castsi256_si128(bytes), _mm256_extracti128_si256::<1>(bytes));
            [wide(low), wide(_mm_srli_si128::<8>(low)), wide(high), wide(_mm_srli_si128::<8>(high))]
        }
        widen16(units: V) -> [V; 2] {
            let (low, high) = (_mm256_castsi256_si128(units), _mm256_extracti128_si256::<1>(units));
            [_mm256_cvtepu16_epi32(low), _mm256_cvtepu16_epi32(high)]
        }
        narrow16[BIG](low: V, high: V) -> V {
            let order = |units| if BIG { _mm256_srli_epi16::<8>(units) } else { units };
            packed16(order(low), order(high))
        }
        narrow32[BIG](low: V, high: V) -> V {
            let order = |units| if BIG { swap32(units) } else { units };
            packed32(order(low), order(high))
        }
        narrow32_to_8[BIG](vectors: [V; 4]) -> V {
            let order = |units| if BIG { _mm256_srli_epi32::<24>(units) } else { units };
            let [a, b, c, d] = vectors;
            let (ab, cd) = (_mm256_packus_epi32(order(a), order(b)), _mm256_packus_epi32(order(c), order(d)));
            // Four bytes of each vector in each half, the lower ones in the first.
            _mm256_permutevar8x32_epi32(_mm256_packus_epi16(ab, cd), _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7))
        }
        utf8_errors(before: V, bytes: V) -> V { Block::new(before, bytes).errors() }
        utf8_open(bytes: V) -> usize { dangling(bytes) }
    }
}

/// What the upper half of a vector became by a conversion of lanes of `FROM` bytes to `TO` bytes, not more; the rest of
/// the result is of no use.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn last_part<const FROM: usize, const TO: usize>(converted: __m256i) -> __m256i {
    match FROM / TO {
        1 => _mm256_permute4x64_epi64::<0b11_10>(converted),
        2 => _mm256_permute4x64_epi64::<0b01>(converted),
        _ => _mm256_srli_epi64::<32>(converted),
    }
}

/// Swaps the bytes of each lane of 16 bits.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) fn swap16(units: __m256i) -> __m256i {
    _mm256_or_si256(_mm256_slli_epi16::<8>(units), _mm256_srli_epi16::<8>(units))
}

/// Swaps the bytes of each lane of 32 bits.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) fn swap32(units: __m256i) -> __m256i {
    let index = _mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12);
    _mm256_shuffle_epi8(units, _mm256_broadcastsi128_si256(index))
}

/// Narrows lanes of 16 bits, none above 0xFF, to bytes.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) fn packed16(a: __m256i, b: __m256i) -> __m256i {
    _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packus_epi16(a, b))
}

/// Narrows lanes of 32 bits, none above 0xFFFF, to lanes of 16 bits.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) fn packed32(a: __m256i, b: __m256i) -> __m256i {
    _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packus_epi32(a, b))
}

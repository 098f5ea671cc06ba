//! Shared by the kernels for UTF-8: classes of bytes, errors, and the well-formed part of a vector.
//!
//! Bytes are classified by comparisons with `C0`, `E0` and `F0`. The text is good if two masks are equal: where bytes
//! `80`–`BF` are, and where leads require them.
//!
//! ```text
//! bytes      61  C3 A9  E4 B8 AD  F0 9F 98 80  62
//! ≥ C0        .   1  .   1  .  .   1  .  .  .   .
//! ≥ E0        .   .  .   1  .  .   1  .  .  .   .
//! ≥ F0        .   .  .   .  .  .   1  .  .  .   .
//! expected    .   .  1   .  1  1   .  1  1  1   .     (≥ C0) << 1 | (≥ E0) << 2 | (≥ F0) << 3
//! trails      .   .  1   .  1  1   .  1  1  1   .     no ASCII, and not ≥ C0
//! ```
//!
//! The algorithms are those of simdutf's Ice Lake kernels (Daniel Lemire, Wojciech Muła and contributors) with other
//! strides and checks.

use std::arch::x86_64::*;

use super::memory::{at_least, equal, lanes, low, signs, table};
use crate::kernels::lookup::{FIRST_HIGH, FIRST_LOW, SECOND_HIGH, TWO_TRAILS};

/// The classes of 64 bytes.
pub(super) struct Classes {
    /// Not ASCII.
    pub(super) signs: u64,
    /// From `C0`: leads.
    pub(super) leads: u64,
    /// From `E0`: of three bytes or more.
    pub(super) threes: u64,
    /// From `F0`: of four bytes.
    pub(super) fours: u64,
    /// `C0` and `C1`, which are never valid. Bytes from `F5` are not valid either: their values are out of range.
    pub(super) never: u64,
}

impl Classes {
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
    pub(super) fn of(vector: __m512i) -> Self {
        let leads = at_least(vector, 0xC0);
        Self {
            signs: signs(vector),
            leads,
            threes: at_least(vector, 0xE0),
            fours: at_least(vector, 0xF0),
            never: leads ^ at_least(vector, 0xC2),
        }
    }

    /// Bytes `80`–`BF`.
    #[inline(always)]
    pub(super) fn trails(&self) -> u64 {
        self.signs ^ self.leads
    }

    /// Where leads require trails, if the text ends where `valid` does.
    #[inline(always)]
    pub(super) fn expected(&self, valid: u64) -> u64 {
        (self.leads & valid) << 1 | (self.threes & valid) << 2 | (self.fours & valid) << 3
    }

    /// The bytes that yield a char of UTF-16, if the text ends where `valid` does: the last bytes of code points, and
    /// the third of four.
    #[inline(always)]
    pub(super) fn ends(&self, valid: u64) -> u64 {
        valid & !((self.trails() & valid) >> 1) | (self.fours & valid) << 2
    }

    /// The number of bytes, among the first `len`, without an incomplete code point at the end.
    #[inline]
    #[target_feature(enable = "lzcnt")]
    pub(super) fn whole(&self, len: usize) -> usize {
        let last = 63 - ((self.leads & low(len)) | 1).leading_zeros() as usize;
        let bit = |mask: u64| (mask >> last & 1) as usize;
        let needs = 1 + bit(self.leads) + bit(self.threes) + bit(self.fours);
        if last + needs > len { last } else { len }
    }

    /// The errors, except for second bytes outside the range that their lead, from `E0` on, allows.
    #[inline(always)]
    pub(super) fn wrong(&self, valid: u64) -> u64 {
        (self.trails() & valid) ^ self.expected(valid) | self.never & valid
    }
}

/// The leads from `E0` on whose second byte is not in the range that they allow: overlong forms, surrogates, and what
/// is above U+10FFFF.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn out_of_range(vector: __m512i) -> u64 {
    let from_a0 = at_least(vector, 0xA0) >> 1;
    let from_90 = at_least(vector, 0x90) >> 1;
    equal(vector, 0xE0) & !from_a0
        | equal(vector, 0xED) & from_a0
        | equal(vector, 0xF0) & !from_90
        | equal(vector, 0xF4) & from_90
        | at_least(vector, 0xF5)
}

/// Repeats a row four times: a permutation uses six bits of an index, of which the upper two do not matter then.
pub(super) const fn four_times(row: [u8; 16]) -> [u8; 64] {
    table!(lane => row[lane % 16] as usize)
}

/// Not zero at each byte of `v` that cannot follow the three bytes before it, which are at the end of `before`. What
/// follows the last bytes is not checked.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) fn errors(before: __m512i, v: __m512i) -> __m512i {
    // For each 16 bytes, the 16 before them.
    let earlier = _mm512_alignr_epi64::<6>(v, before);
    let one = _mm512_alignr_epi8::<15>(v, earlier);
    let two = _mm512_alignr_epi8::<14>(v, earlier);
    let three = _mm512_alignr_epi8::<13>(v, earlier);
    let first = _mm512_permutexvar_epi8(_mm512_srli_epi16::<4>(one), const { lanes(four_times(FIRST_HIGH)) });
    let second = _mm512_permutexvar_epi8(one, const { lanes(four_times(FIRST_LOW)) });
    let third = _mm512_permutexvar_epi8(_mm512_srli_epi16::<4>(v), const { lanes(four_times(SECOND_HIGH)) });
    // first & second & third
    let special = _mm512_ternarylogic_epi32::<0x80>(first, second, third);
    // From 80 on where a third or fourth byte is required.
    let from_e0 = _mm512_subs_epu8(two, _mm512_set1_epi8(0x60));
    let from_f0 = _mm512_subs_epu8(three, _mm512_set1_epi8(0x70));
    // (from_e0 | from_f0) & 80
    let due = _mm512_ternarylogic_epi32::<0xA8>(from_e0, from_f0, _mm512_set1_epi8(TWO_TRAILS.cast_signed()));
    _mm512_xor_si512(due, special)
}

/// The number of bytes, among the first `len`, of complete well-formed code points, and whether an error follows them
/// rather than the end.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) fn good_prefix(vector: __m512i, classes: &Classes, len: usize) -> (usize, bool) {
    // Without an incomplete code point at the end.
    let end = classes.whole(len);
    let valid = low(end);

    let differs = (classes.trails() & valid) ^ classes.expected(valid);
    let place = differs.trailing_zeros() as usize;
    let mut good = if differs == 0 {
        end
    } else if classes.trails() & valid & low(place + 1) & !low(place) != 0 {
        // A trail without a lead.
        place
    } else {
        // A trail is missing: back to its lead.
        63 - (classes.leads & low(place) | 1).leading_zeros() as usize
    };
    let bad = (classes.never | out_of_range(vector)) & valid;
    good = good.min(bad.trailing_zeros() as usize);
    (good, good < end)
}

/// Returns the last four bytes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) fn last_four(vector: __m512i) -> u32 {
    _mm_extract_epi32::<3>(_mm512_extracti32x4_epi32::<3>(vector)).cast_unsigned()
}

/// The number of bytes of an incomplete code point at the end. It depends only on the last four bytes, so that the
/// address of the next block is known early.
#[inline(always)]
pub(super) fn cut(last: u32) -> usize {
    let last = last.to_le();
    usize::from(last & 0xC000_0000 == 0xC000_0000)
        + 2 * usize::from(last & 0x00E0_0000 == 0x00E0_0000)
        + 3 * usize::from(last & 0x0000_F000 == 0x0000_F000)
}

/// The number of chars of UTF-16, if the text ends where `valid` does.
#[inline(always)]
pub(super) fn counted(classes: &Classes, valid: u64) -> usize {
    (!classes.trails() & valid).count_ones() as usize + (classes.fours & valid).count_ones() as usize
}

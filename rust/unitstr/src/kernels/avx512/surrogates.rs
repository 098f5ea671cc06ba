//! Surrogates in chars: which chars are surrogates, whether they are paired, and the code points of pairs.
//!
//! * In a good text, low surrogates follow high ones: `low == high << 1 | carry`, where `carry` is 1 if the char before
//!   the block is a high surrogate.
//! * The stride is fixed. If the last char of a block is a high surrogate, this block looks one char ahead and writes
//!   the whole pair, and the carry tells the next block to skip its first char:
//!
//!   ```text
//!   block     … a  b  H |L  c  d  …      H, L: the surrogates of a pair
//!   ahead     … b  H  L |c  d  …         the same, loaded one char later
//!   live      … 1  1  1 |0  1  1  …      lanes that become something; H takes L from the lane of `ahead`
//!   ```
//!
//! The check by shifted masks is due to simdutf's kernels for Ice Lake (Clausecker and Lemire, "Transcoding Unicode
//! Characters with AVX-512 Instructions", 2023).

use std::arch::x86_64::*;

use super::memory::{half, lanes, low, low_half, table};
use super::vectors::every;

/// The numbers of the high bytes of the 64 chars of two vectors, and those of the low bytes.
pub(super) const ODD: [u8; 64] = every(2, 1);
pub(super) const EVEN: [u8; 64] = every(2, 0);

/// Masks of the kinds of up to 64 chars; chars after the text are zero.
#[derive(Clone, Copy)]
pub(super) struct Kinds {
    /// Lanes from 80 on.
    pub(super) two: u64,
    /// Lanes from 800 on, surrogates too.
    pub(super) three: u64,
    pub(super) high: u64,
    pub(super) low: u64,
}

impl Kinds {
    /// Classifies 64 chars, mostly by their high bytes:
    ///
    /// ```text
    /// a, b              61 00  E9 00  3D D8  00 DE  …    32 chars in each
    /// high bytes        00 00 D8 DE …                    64
    /// & FC              00 00 D8 DC …                    D8: high, DC: low
    /// ```
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
    pub(super) fn of(a: __m512i, b: __m512i) -> Self {
        let ff80 = _mm512_set1_epi16(0xFF80_u16.cast_signed());
        Self {
            two: _mm512_kunpackd(_mm512_test_epi16_mask(b, ff80).into(), _mm512_test_epi16_mask(a, ff80).into()),
            ..Self::of_tops(_mm512_permutex2var_epi8(a, lanes(ODD), b))
        }
    }

    /// Classifies all but `two`, by the high bytes.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
    pub(super) fn of_tops(tops: __m512i) -> Self {
        let six = _mm512_and_si512(tops, _mm512_set1_epi8(0xFC_u8.cast_signed()));
        Self {
            two: 0,
            three: _mm512_cmpge_epu8_mask(tops, _mm512_set1_epi8(8)),
            high: _mm512_cmpeq_epi8_mask(six, _mm512_set1_epi8(0xD8_u8.cast_signed())),
            low: _mm512_cmpeq_epi8_mask(six, _mm512_set1_epi8(0xDC_u8.cast_signed())),
        }
    }

    /// Classifies 32 chars.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
    pub(super) fn of_half(chars: __m512i) -> Self {
        let six = _mm512_and_si512(chars, _mm512_set1_epi16(0xFC00_u16.cast_signed()));
        Self {
            two: _mm512_test_epi16_mask(chars, _mm512_set1_epi16(0xFF80_u16.cast_signed())).into(),
            three: _mm512_test_epi16_mask(chars, _mm512_set1_epi16(0xF800_u16.cast_signed())).into(),
            high: _mm512_cmpeq_epi16_mask(six, _mm512_set1_epi16(0xD800_u16.cast_signed())).into(),
            low: _mm512_cmpeq_epi16_mask(six, _mm512_set1_epi16(0xDC00_u16.cast_signed())).into(),
        }
    }

    /// The lanes of errors: a low surrogate that does not follow a high one, or another char that follows a high one.
    /// The char after the last of 64 is not checked.
    #[inline(always)]
    pub(super) const fn wrong(self, carry: u64) -> u64 {
        self.low ^ (self.high << 1 | carry)
    }

    /// The lanes of lone surrogates; the last of 64 seems to be one if it is a high surrogate.
    #[inline(always)]
    pub(super) const fn lone(self) -> u64 {
        self.low & !(self.high << 1) | self.high & !(self.low >> 1)
    }

    /// The kinds if there is ASCII in these lanes.
    #[inline(always)]
    pub(super) const fn without(self, lanes: u64) -> Self {
        Self { two: self.two & !lanes, three: self.three & !lanes, high: self.high & !lanes, low: self.low & !lanes }
    }

    /// The number of chars, among the first `count` of at most 64, before the first error and before a pair that is not
    /// complete. The first char does not continue a pair.
    #[inline(always)]
    pub(super) const fn good(self, count: usize) -> usize {
        let wrong = self.wrong(0);
        let mut good = wrong.trailing_zeros() as usize;
        if good > count {
            good = count;
        }
        // A high surrogate stays with its low one.
        if good > 0 && self.high >> (good - 1) & 1 == 1 { good - 1 } else { good }
    }

    /// The number of bytes of UTF-8 of the first `count` chars, which are good.
    #[inline]
    #[target_feature(enable = "popcnt")]
    pub(super) fn utf8_bytes(self, count: usize) -> usize {
        let of = |lanes: u64| (lanes & low(count)).count_ones() as usize;
        // Each half of a pair is two bytes, not three.
        count + of(self.two) + of(self.three) - 2 * of(self.low)
    }
}

/// Whether 32 chars are good, including the char after them if the last one is a high surrogate. `ahead` is the block
/// one char later.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) fn is_good(kinds: Kinds, carry: u64, ahead: __m512i) -> bool {
    let six = _mm512_and_si512(ahead, _mm512_set1_epi16(0xFC00_u16.cast_signed()));
    let next_low = _mm512_cmpeq_epi16_mask(six, _mm512_set1_epi16(0xDC00_u16.cast_signed()));
    low_half(kinds.wrong(carry)) | (low_half(kinds.high) & !next_low) == 0
}

/// The masks of high surrogates in 32 chars that are only pairs: beginning with the first char, or with the second.
pub(super) const PAIRS: (u64, u64) = (0x5555_5555, 0xAAAA_AAAA);

/// The code points of 16 pairs, each in the lane that it lies in:
///
/// ```text
/// lane               H | L << 16
/// code point         (H << 10) + L − 35FDC00
/// ```
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) fn join_pairs(pairs: __m512i) -> __m512i {
    let high = _mm512_srli_epi32::<6>(_mm512_slli_epi32::<16>(pairs));
    let low = _mm512_srli_epi32::<16>(pairs);
    _mm512_sub_epi32(_mm512_add_epi32(high, low), _mm512_set1_epi32(0x35F_DC00))
}

/// The code points of 32 chars, each in its lane; the lanes of low surrogates are arbitrary. `ahead` is the block one
/// char later.
///
/// ```text
/// chars              a  H  L  b                  16 in each half
/// next − 35FDC00     .  l  .  .                  the chars of `ahead`
/// code points        a  P  L  b                  P = (H << 10) + l
/// ```
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) fn join(chars: __m512i, ahead: __m512i, high: u64) -> [__m512i; 2] {
    let [high_a, high_b] = split(high);
    let one = |units: __m512i, next: __m512i, high: __mmask16| {
        let next = _mm512_sub_epi32(next, _mm512_set1_epi32(0x35F_DC00));
        _mm512_mask_add_epi32(units, high, _mm512_slli_epi32::<10>(units), next)
    };
    [
        one(_mm512_cvtepu16_epi32(half::<false>(chars)), _mm512_cvtepu16_epi32(half::<false>(ahead)), high_a),
        one(_mm512_cvtepu16_epi32(half::<true>(chars)), _mm512_cvtepu16_epi32(half::<true>(ahead)), high_b),
    ]
}

/// The chars one lane later; the last one is arbitrary. There is no second load, because another party could change the
/// text after it was measured.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) fn one_later(chars: __m512i) -> __m512i {
    _mm512_permutexvar_epi8(const { lanes(table!(lane => lane + 2)) }, chars)
}

/// Lanes 0–15 and 16–31 of a mask.
#[inline(always)]
pub(super) const fn split(lanes: u64) -> [__mmask16; 2] {
    [(lanes & 0xFFFF) as u16, (lanes >> 16 & 0xFFFF) as u16]
}

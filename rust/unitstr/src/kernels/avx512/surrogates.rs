//! Chars, as their kernels see them: which are surrogates, whether those are good, and what pairs become.
//!
//! * In a good text, low surrogates are where high ones were one lane before: `low == high << 1 | carry`, where `carry`
//!   is 1 if the char before the block is a high one.
//! * The stride is fixed. If the last char of a block is the first of a pair, the pair is written whole by this block,
//!   which looks one char ahead, and a carry of one bit tells the next block to skip its first char:
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

use super::memory::{half, lanes, low, low_half};

/// 1, 3, …, 127: the high byte of each of the 64 chars of two vectors; 0, 2, …, 126: the low byte.
pub(super) const ODD: [u8; 64] = indices(2, 1);
pub(super) const EVEN: [u8; 64] = indices(2, 0);

pub(super) const fn indices(step: u8, from: u8) -> [u8; 64] {
    let mut all = [0; 64];
    let (mut at, mut value) = (0, from);
    while at < 64 {
        all[at] = value;
        value = value.wrapping_add(step);
        at += 1;
    }
    all
}

/// What 64 chars are; or fewer, and the rest zero.
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
    /// Most of it from the high bytes alone:
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

    /// All but `two`, by the high bytes.
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

    /// The same of 32 chars.
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

    /// Lanes that tell of an error: a low surrogate that follows no high one, or what follows a high one and is no low
    /// one. Of 64 chars, what follows the last is not seen.
    #[inline(always)]
    pub(super) const fn wrong(self, carry: u64) -> u64 {
        self.low ^ (self.high << 1 | carry)
    }

    /// How many of the first `count` chars, at most 64, are whole good code points, counted from a place that is none's
    /// middle.
    #[inline(always)]
    pub(super) const fn good(self, count: usize) -> usize {
        let wrong = self.wrong(0);
        let mut good = wrong.trailing_zeros() as usize;
        if good > count {
            good = count;
        }
        // The first of a pair stays with the second.
        if good > 0 && self.high >> (good - 1) & 1 == 1 { good - 1 } else { good }
    }

    /// The bytes of UTF-8 that the first `count` chars become, if they are good.
    #[inline]
    #[target_feature(enable = "popcnt")]
    pub(super) fn utf8_bytes(self, count: usize) -> usize {
        let of = |lanes: u64| (lanes & low(count)).count_ones() as usize;
        // Of a pair, each half would be three bytes by itself, and is two.
        count + of(self.two) + of(self.three) - 2 * of(self.low)
    }
}

/// Whether 32 chars are good, and the char after them too, if it is the second of a pair. `ahead` is the block one char
/// later.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) fn is_good(kinds: Kinds, carry: u64, ahead: __m512i) -> bool {
    let six = _mm512_and_si512(ahead, _mm512_set1_epi16(0xFC00_u16.cast_signed()));
    let next_low = _mm512_cmpeq_epi16_mask(six, _mm512_set1_epi16(0xDC00_u16.cast_signed()));
    low_half(kinds.wrong(carry)) | (low_half(kinds.high) & !next_low) == 0
}

/// High surrogates in the even lanes, low ones in the odd: nothing but pairs.
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

/// The code points of 32 chars, each in its lane; what is in the lane of a low surrogate means nothing. `ahead` is the
/// block one char later.
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

/// The chars after these, the last one of them unknown: by no second load, which another party could make differ from
/// what was measured.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) fn one_later(chars: __m512i) -> __m512i {
    const TWO_ON: [u8; 64] = indices(1, 2);
    _mm512_permutexvar_epi8(lanes(TWO_ON), chars)
}

/// Lanes 0–15 and 16–31 of a mask.
#[inline(always)]
pub(super) const fn split(lanes: u64) -> [__mmask16; 2] {
    [(lanes & 0xFFFF) as u16, (lanes >> 16 & 0xFFFF) as u16]
}

//! Latin-1 and chars to encoded text, and how many bytes they become.
//!
//! What all of it has in common:
//!
//! * The stride is fixed. If the last char of a block is the first of a pair, the pair is written whole by this block,
//!   which looks one char ahead, and a carry of one bit tells the next block to skip its first char:
//!
//!   ```text
//!   block     … a  b  H |L  c  d  …      H, L: the surrogates of a pair
//!   ahead     … b  H  L |c  d  …         the same, loaded one char later
//!   live      … 1  1  1 |0  1  1  …      lanes that become something; H takes L from the lane of `ahead`
//!   ```
//!
//!   In a good text, low surrogates are where high ones were one lane before: `low == high << 1 | carry`.
//! * What is shorter than its lanes is compressed in a register, and the position moves by the count of lanes kept.
//! * What remains at the end, at the edge of the room, or before something malformed goes through masked steps of at
//!   most 32 chars that measure first.
//!
//! The check by shifted masks and the split of code points by multishift are due to simdutf's kernels for Ice Lake
//! (Clausecker and Lemire, "Transcoding Unicode Characters with AVX-512 Instructions", 2023).

use std::arch::x86_64::*;

use super::memory::{lanes, load, load_whole, low, store_first, store_only, store_whole};
use crate::Source;
use crate::kernels::Taken;
use crate::raw::Room;

/// 0, 2, 4, …, 126: the low byte of each of the 64 chars of two vectors.
const EVEN: [u8; 64] = indices(2, 0);

/// 0, 0, 1, 1, …, 31, 31; or from 32 on.
const TWICE: [u8; 64] = halves(0);
const TWICE_UPPER: [u8; 64] = halves(32);

const fn indices(step: u8, from: u8) -> [u8; 64] {
    let mut all = [0; 64];
    let (mut at, mut value) = (0, from);
    while at < 64 {
        all[at] = value;
        value = value.wrapping_add(step);
        at += 1;
    }
    all
}

const fn halves(from: u8) -> [u8; 64] {
    let mut all = indices(1, 0);
    let mut at = 0;
    while at < 64 {
        all[at] = from + all[at] / 2;
        at += 1;
    }
    all
}

/// Bytes 1, 2, 3 of each lane of four, of two vectors side by side.
const LAST_THREE: [u8; 64] = last_three(0);
const LAST_THREE_UPPER: [u8; 64] = last_three(64);

const fn last_three(from: usize) -> [u8; 64] {
    let mut all = indices(1, 0);
    let mut at = 0;
    while at < 64 {
        let byte = from + at;
        all[at] = LANE[byte / 3 % 32] + 1 + THIRD[byte % 3];
        at += 1;
    }
    all
}

const THIRD: [u8; 3] = [0, 1, 2];
const LANE: [u8; 32] = {
    let mut all = [0; 32];
    let (mut at, mut value) = (0, 0);
    while at < 32 {
        all[at] = value;
        value += 4;
        at += 1;
    }
    all
};

/// Latin-1 to UTF-8. Bytes below 80 stay, the others become two:
///
/// ```text
/// v                  61  E9  62  …              one lane per byte
/// lead               –   C3  –                  C2, or C3 from C0 on
/// tail = v − 40 from C0 on
///                    61  A9  62
/// interleaved        –61 C3A9 –62               two lanes per byte: lead, tail
/// kept               01  11   01                odd lanes always, even lanes where v ≥ 80
/// compressed         61 C3 A9 62 …
/// ```
///
/// Plain runs are copied, 128 bytes at a time. Among others nothing is branched on but, after four blocks, whether all
/// of them were plain.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(in crate::kernels) fn latin1_to_utf8(source: Source<'_>, room: Room<'_>) -> Taken {
    let (bytes, capacity) = (source.bytes(), room.bytes());
    let (mut at, mut to) = (0, 0);
    loop {
        while bytes - at >= 128 && capacity - to >= 128 {
            // SAFETY: so much is left: the condition of the loop.
            let a = unsafe { load_whole(source, at) };
            // SAFETY: so much is left: the condition of the loop.
            let b = unsafe { load_whole(source, at + 64) };
            if _mm512_movepi8_mask(_mm512_or_si512(a, b)) != 0 {
                break;
            }
            // SAFETY: so much is left: the condition of the loop.
            unsafe { store_whole(room, to, a) };
            // SAFETY: so much is left: the condition of the loop.
            unsafe { store_whole(room, to + 64, b) };
            at += 128;
            to += 128;
        }
        // Each byte left becomes one at least, and nothing here is malformed: so what a whole store writes too much is
        // written over, if 64 bytes are left, and the room ends no earlier than one byte before it is full.
        let before = at;
        while bytes - at >= 4 * 64 + 64 && capacity - to > 4 * 128 + 64 {
            let mut other = 0;
            for _ in 0..4 {
                // SAFETY: so much is left: the condition of the loop.
                let v = unsafe { load_whole(source, at) };
                let wide = _mm512_movepi8_mask(v);
                let [(a, a_bytes), (b, b_bytes)] = latin1_halves(v, wide);
                // SAFETY: so much is left: the condition of the loop.
                unsafe { store_whole(room, to, a) };
                // SAFETY: so much is left: the condition of the loop.
                unsafe { store_whole(room, to + a_bytes, b) };
                to += a_bytes + b_bytes;
                at += 64;
                other |= wide;
            }
            if other == 0 {
                break;
            }
        }
        if at == before {
            break;
        }
    }
    while at < bytes {
        let v = load(source, at);
        let mut count = (bytes - at).min(64);
        let mut wide = _mm512_movepi8_mask(v);
        if count + wide.count_ones() as usize > capacity - to {
            count = (capacity - to) / 2;
            wide &= low(count);
        }
        if count == 0 {
            break;
        }
        if wide == 0 {
            store_only(room, to, v, count);
            at += count;
            to += count;
            continue;
        }
        let [(a, a_bytes), (b, b_bytes)] = latin1_halves(v, wide);
        // Lanes past the end count as one byte each.
        let end = to + count + wide.count_ones() as usize;
        store_only(room, to, a, a_bytes.min(end - to));
        if count > 32 {
            store_only(room, to + a_bytes, b, b_bytes.min(end - to - a_bytes));
        }
        at += count;
        to = end;
    }
    Taken { read: at, written: to }
}

/// The first and the second 32 bytes of Latin-1 as UTF-8, and how many bytes that is. `wide` tells the lanes from 80 on.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn latin1_halves(v: __m512i, wide: u64) -> [(__m512i, usize); 2] {
    const EVERY_OTHER: u64 = 0x5555_5555_5555_5555;
    let upper = _mm512_cmpge_epu8_mask(v, _mm512_set1_epi8(0xC0_u8.cast_signed()));
    let lead = _mm512_mask_mov_epi8(
        _mm512_set1_epi8(0xC2_u8.cast_signed()),
        upper,
        _mm512_set1_epi8(0xC3_u8.cast_signed()),
    );
    let tail = _mm512_mask_sub_epi8(v, upper, v, _mm512_set1_epi8(0x40));
    let half = |order: __m512i, wide: u64| {
        let tails = _mm512_permutexvar_epi8(order, tail);
        let both = _mm512_mask_permutexvar_epi8(tails, EVERY_OTHER, order, lead);
        let keep = !EVERY_OTHER | _pdep_u64(wide, EVERY_OTHER);
        (_mm512_maskz_compress_epi8(keep, both), 32 + wide.count_ones() as usize)
    };
    [
        half(lanes(TWICE), wide & 0xFFFF_FFFF),
        half(lanes(TWICE_UPPER), wide >> 32),
    ]
}

/// Latin-1 to UTF-32: each byte becomes four, three of them zero.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(in crate::kernels) fn latin1_to_utf32<const BIG: bool>(source: Source<'_>, room: Room<'_>) -> Taken {
    let count = source.bytes().min(room.bytes() / 4);
    let wide = |bytes: __m128i| {
        let units = _mm512_cvtepu8_epi32(bytes);
        if BIG { _mm512_slli_epi32::<24>(units) } else { units }
    };
    let mut at = 0;
    while count - at >= 64 {
        // SAFETY: 64 bytes are left: the condition of the loop.
        let v = unsafe { load_whole(source, at) };
        let vector = wide(_mm512_extracti32x4_epi32::<0>(v));
        // SAFETY: 256 bytes are left: the condition of the loop.
        unsafe { store_whole(room, 4 * at, vector) };
        let vector = wide(_mm512_extracti32x4_epi32::<1>(v));
        // SAFETY: 256 bytes are left: the condition of the loop.
        unsafe { store_whole(room, 4 * at + 64, vector) };
        let vector = wide(_mm512_extracti32x4_epi32::<2>(v));
        // SAFETY: 256 bytes are left: the condition of the loop.
        unsafe { store_whole(room, 4 * at + 128, vector) };
        let vector = wide(_mm512_extracti32x4_epi32::<3>(v));
        // SAFETY: 256 bytes are left: the condition of the loop.
        unsafe { store_whole(room, 4 * at + 192, vector) };
        at += 64;
    }
    while at < count {
        let step = (count - at).min(16);
        let units = wide(_mm512_castsi512_si128(load(source, at)));
        store_only(room, 4 * at, units, 4 * step);
        at += step;
    }
    Taken {
        read: count,
        written: 4 * count,
    }
}

/// Chars to US-ASCII, up to the first char above 7F:
///
/// ```text
/// a, b               61 00  62 00  …            chars as they lie in memory, 32 in each vector
/// permuted           61 62 …                    every other byte of both
/// ```
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(in crate::kernels) fn chars_to_ascii(source: Source<'_>, room: Room<'_>) -> Taken {
    let count = (source.bytes() / 2).min(room.bytes());
    let not_ascii = _mm512_set1_epi16(0xFF80_u16.cast_signed());
    let mut at = 0;
    while count - at >= 128 {
        // SAFETY: 256 bytes are left: the condition of the loop.
        let a = unsafe { load_whole(source, 2 * at) };
        // SAFETY: 256 bytes are left: the condition of the loop.
        let b = unsafe { load_whole(source, 2 * at + 64) };
        // SAFETY: 256 bytes are left: the condition of the loop.
        let c = unsafe { load_whole(source, 2 * at + 128) };
        // SAFETY: 256 bytes are left: the condition of the loop.
        let d = unsafe { load_whole(source, 2 * at + 192) };
        let any = _mm512_or_si512(_mm512_or_si512(a, b), _mm512_or_si512(c, d));
        if _mm512_test_epi16_mask(any, not_ascii) != 0 {
            break;
        }
        let vector = _mm512_permutex2var_epi8(a, lanes(EVEN), b);
        // SAFETY: 128 bytes are left: the condition of the loop.
        unsafe { store_whole(room, at, vector) };
        let vector = _mm512_permutex2var_epi8(c, lanes(EVEN), d);
        // SAFETY: 128 bytes are left: the condition of the loop.
        unsafe { store_whole(room, at + 64, vector) };
        at += 128;
    }
    while at < count {
        let v = load(source, 2 * at);
        let good = _mm512_test_epi16_mask(v, not_ascii).trailing_zeros() as usize;
        let step = good.min(count - at);
        let narrow = _mm512_zextsi256_si512(_mm512_cvtepi16_epi8(v));
        store_only(room, at, narrow, step);
        at += step;
        if step < 32 {
            break;
        }
    }
    Taken {
        read: 2 * at,
        written: at,
    }
}

/// What 32 chars are.
#[derive(Clone, Copy)]
struct Kinds {
    /// Lanes from 80 on.
    two: u32,
    /// Lanes from 800 on, surrogates too.
    three: u32,
    high: u32,
    low: u32,
}

impl Kinds {
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
    fn of(chars: __m512i) -> Self {
        let six = _mm512_and_si512(chars, _mm512_set1_epi16(0xFC00_u16.cast_signed()));
        Self {
            two: _mm512_test_epi16_mask(chars, _mm512_set1_epi16(0xFF80_u16.cast_signed())),
            three: _mm512_test_epi16_mask(chars, _mm512_set1_epi16(0xF800_u16.cast_signed())),
            high: _mm512_cmpeq_epi16_mask(six, _mm512_set1_epi16(0xD800_u16.cast_signed())),
            low: _mm512_cmpeq_epi16_mask(six, _mm512_set1_epi16(0xDC00_u16.cast_signed())),
        }
    }

    /// How many of the first `count` chars are whole good code points, counted from a place that is none's middle.
    #[inline]
    fn good(self, count: usize) -> usize {
        debug_assert!(count <= 32);
        let first = first_wrong(self.high.into(), self.low.into(), 0);
        let good = first.min(count);
        if good > 0 && self.high >> (good - 1) & 1 == 1 {
            good - 1
        } else {
            good
        }
    }

    /// The bytes of UTF-8 that the first `count` chars become, if they are good.
    #[inline]
    #[target_feature(enable = "popcnt")]
    fn utf8_bytes(self, count: usize) -> usize {
        let of = |lanes: u32| (u64::from(lanes) & low(count)).count_ones() as usize;
        // Of a pair, each half would be three bytes by itself, and is two.
        count + of(self.two) + of(self.three) - of(self.high) - of(self.low)
    }
}

/// The first lane at which something is seen to be wrong: a low surrogate that does not follow a high one, or what
/// follows a high one if that is not low. 64, or the lane after the last, if there is none.
#[inline]
fn first_wrong(high: u64, low: u64, carry: u64) -> usize {
    (low ^ (high << 1 | carry)).trailing_zeros() as usize
}

/// Whether the lanes of a block are good, and the char after it too, if it is the second of a pair. `ahead` is the
/// block one char later.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn is_good(kinds: Kinds, carry: u32, ahead: __m512i) -> bool {
    let six = _mm512_and_si512(ahead, _mm512_set1_epi16(0xFC00_u16.cast_signed()));
    let next_low = _mm512_cmpeq_epi16_mask(six, _mm512_set1_epi16(0xDC00_u16.cast_signed()));
    (kinds.low ^ (kinds.high << 1 | carry)) | (kinds.high & !next_low) == 0
}

/// High surrogates in the even lanes, low ones in the odd: nothing but pairs.
const PAIRS: (u32, u32) = (0x5555_5555, 0xAAAA_AAAA);

/// The code points of 16 pairs, each in the lane that it lies in:
///
/// ```text
/// lane               H | L << 16
/// code point         (H << 10) + L − 35FDC00
/// ```
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn join_pairs(pairs: __m512i) -> __m512i {
    let high = _mm512_srli_epi32::<6>(_mm512_slli_epi32::<16>(pairs));
    let low = _mm512_srli_epi32::<16>(pairs);
    _mm512_sub_epi32(_mm512_add_epi32(high, low), _mm512_set1_epi32(0x35F_DC00))
}

/// The code points of 16 chars, each in its lane; what is in the lane of a low surrogate means nothing.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn join(chars: __m256i, ahead: __m256i, high: __mmask16) -> __m512i {
    let units = _mm512_cvtepu16_epi32(chars);
    let next = _mm512_sub_epi32(_mm512_cvtepu16_epi32(ahead), _mm512_set1_epi32(0x35F_DC00));
    let shifted = _mm512_slli_epi32::<10>(units);
    _mm512_mask_add_epi32(units, high, shifted, next)
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn first_half(v: __m512i) -> __m256i {
    _mm512_castsi512_si256(v)
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn second_half(v: __m512i) -> __m256i {
    _mm512_extracti64x4_epi64::<1>(v)
}

/// The chars after these, the last one of them unknown: by no second load, which another party could make differ from
/// what was measured.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn one_later(chars: __m512i) -> __m512i {
    const TWO_ON: [u8; 64] = indices(1, 2);
    _mm512_permutexvar_epi8(lanes(TWO_ON), chars)
}

/// Lanes 0–15 and 16–31 of a mask.
#[inline]
const fn split(lanes: u32) -> [__mmask16; 2] {
    [(lanes & 0xFFFF) as u16, (lanes >> 16) as u16]
}

/// 32 chars below 800 as UTF-8, those above 7F (`two`) as two bytes, and how many bytes that is for the first `count`:
///
/// ```text
/// char               00000yyy yyxxxxxx          (high byte, low byte)
/// >> 6               00000000 000yyyyy
/// << 8 & 3F00        00xxxxxx 00000000
/// | 80C0             10xxxxxx 110yyyyy          in memory: 110yyyyy 10xxxxxx
/// kept               low byte always, high byte of the lanes in `two`
/// ```
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn two_bytes(chars: __m512i, two: u32) -> __m512i {
    let lead = _mm512_or_si512(
        _mm512_srli_epi16::<6>(chars),
        _mm512_set1_epi16(0x80C0_u16.cast_signed()),
    );
    let trail = _mm512_slli_epi16::<8>(chars);
    // lead | trail & 3F00
    let both = _mm512_ternarylogic_epi32::<0xF8>(lead, trail, _mm512_set1_epi16(0x3F00));
    let mixed = _mm512_mask_mov_epi16(chars, two, both);
    let keep = 0x5555_5555_5555_5555 | _pdep_u64(two.into(), 0xAAAA_AAAA_AAAA_AAAA);
    _mm512_maskz_compress_epi8(keep, mixed)
}

/// 16 code points as UTF-8 at the end of their lanes of four bytes, zero before:
///
/// ```text
/// code point             000wwwzz zzzzyyyy yyxxxxxx
/// multishift 18,12,6,0   00000www 00zzzzzz 00yyyyyy 00xxxxxx   in memory order, from the low bits of each
/// heads                  0        0        C0       80         from 80
///                        0        E0       80       80         from 800
///                        F0       80       80       80         from 10000
/// below 80               0        0        0        0xxxxxxx
/// ```
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn spread(points: __m512i) -> __m512i {
    let two = _mm512_cmpge_epu32_mask(points, _mm512_set1_epi32(0x80));
    let three = _mm512_cmpge_epu32_mask(points, _mm512_set1_epi32(0x800));
    let four = _mm512_cmpge_epu32_mask(points, _mm512_set1_epi32(0x1_0000));
    let heads = _mm512_set1_epi32(0x80C0_0000_u32.cast_signed());
    let heads = _mm512_mask_mov_epi32(heads, three, _mm512_set1_epi32(0x8080_E000_u32.cast_signed()));
    let heads = _mm512_mask_mov_epi32(heads, four, _mm512_set1_epi32(0x8080_80F0_u32.cast_signed()));
    let parts = six_bits(points);
    // parts & 3F | heads
    let bytes = _mm512_ternarylogic_epi32::<0xEA>(parts, _mm512_set1_epi8(0x3F), heads);
    _mm512_mask_slli_epi32::<24>(bytes, !two, points)
}

/// The bits from 18, 12, 6 and 0 on, in this order; the two highest of each byte mean nothing.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn six_bits(points: __m512i) -> __m512i {
    let shifts = _mm512_set1_epi64(0x2026_2C32_0006_0C12);
    _mm512_multishift_epi64_epi8(shifts, points)
}

/// Compresses what [`spread`] spread, of the lanes in `live`; and how many bytes that is.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn gather(bytes: __m512i, live: __mmask16) -> (__m512i, usize) {
    let bytes = _mm512_maskz_mov_epi32(live, bytes);
    // No byte but NUL is zero.
    let keep = _mm512_test_epi8_mask(bytes, bytes) | _pdep_u64(live.into(), 0x8888_8888_8888_8888);
    (_mm512_maskz_compress_epi8(keep, bytes), keep.count_ones() as usize)
}

/// Chars to UTF-8.
///
/// Plain runs go 64 chars at a time; else blocks of 32: all below 800 ([`two_bytes`]), all of three bytes, all pairs, or
/// any ([`spread`], [`gather`]). Back to the run after two plain blocks.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(in crate::kernels) fn chars_to_utf8(source: Source<'_>, room: Room<'_>) -> Taken {
    let (count, capacity) = (source.bytes() / 2, room.bytes());
    let not_ascii = _mm512_set1_epi16(0xFF80_u16.cast_signed());
    let (mut at, mut to) = (0, 0);
    let mut carry = 0;
    'text: loop {
        while count - at >= 64 && capacity - to >= 64 {
            // SAFETY: so much is left: tested before, or the condition of the loop.
            let a = unsafe { load_whole(source, 2 * at) };
            // SAFETY: so much is left: tested before, or the condition of the loop.
            let b = unsafe { load_whole(source, 2 * at + 64) };
            if _mm512_test_epi16_mask(_mm512_or_si512(a, b), not_ascii) != 0 {
                break;
            }
            let vector = _mm512_permutex2var_epi8(a, lanes(EVEN), b);
            // SAFETY: so much is left: tested before, or the condition of the loop.
            unsafe { store_whole(room, to, vector) };
            at += 64;
            to += 64;
        }
        let mut plain = 0;
        while plain < 2 {
            // Three bytes for each char, and four for a last one that is the first of a pair.
            if count - at < 32 || capacity - to < 3 * 32 + 1 {
                break 'text;
            }
            // SAFETY: so much is left: tested before, or the condition of the loop.
            let chars = unsafe { load_whole(source, 2 * at) };
            let two = _mm512_test_epi16_mask(chars, not_ascii);
            let three = _mm512_test_epi16_mask(chars, _mm512_set1_epi16(0xF800_u16.cast_signed()));
            if three == 0 {
                let bytes = 32 + two.count_ones() as usize;
                let vector = two_bytes(chars, two);
                // SAFETY: so much is left: tested before, or the condition of the loop.
                unsafe { store_first(room, to, vector, bytes) };
                to += bytes;
                at += 32;
                carry = 0;
                plain = if two == 0 { plain + 1 } else { 0 };
                continue;
            }
            plain = 0;
            let surrogates = _mm512_cmpeq_epi16_mask(
                _mm512_and_si512(chars, _mm512_set1_epi16(0xF800_u16.cast_signed())),
                _mm512_set1_epi16(0xD800_u16.cast_signed()),
            );
            if surrogates == 0 {
                carry = 0;
                let a = _mm512_cvtepu16_epi32(first_half(chars));
                let b = _mm512_cvtepu16_epi32(second_half(chars));
                if three == u32::MAX {
                    // SAFETY: 97 bytes are left: tested before.
                    unsafe { three_bytes(room, to, a, b) };
                    to += 96;
                } else {
                    let (a, a_bytes) = gather(spread(a), u16::MAX);
                    // SAFETY: so much is left: tested before, or the condition of the loop.
                    unsafe { store_first(room, to, a, a_bytes) };
                    let (b, b_bytes) = gather(spread(b), u16::MAX);
                    // SAFETY: so much is left: tested before, or the condition of the loop.
                    unsafe { store_first(room, to + a_bytes, b, b_bytes) };
                    to += a_bytes + b_bytes;
                }
                at += 32;
                continue;
            }
            if count - at < 33 {
                break 'text;
            }
            let kinds = Kinds::of(chars);
            // SAFETY: so much is left: tested before, or the condition of the loop.
            let ahead = unsafe { load_whole(source, 2 * at + 2) };
            if !is_good(kinds, carry, ahead) {
                break 'text;
            }
            if kinds.high == PAIRS.0 || (kinds.high == PAIRS.1 && carry == 1) {
                // Where the pairs begin with the second char, the first was written before; see `carry`.
                let pairs = if kinds.high == PAIRS.0 { chars } else { ahead };
                at += if kinds.high == PAIRS.0 { 32 } else { 33 };
                carry = 0;
                let points = join_pairs(pairs);
                let heads = _mm512_set1_epi32(0x8080_80F0_u32.cast_signed());
                let bytes = _mm512_ternarylogic_epi32::<0xEA>(six_bits(points), _mm512_set1_epi8(0x3F), heads);
                // SAFETY: so much is left: tested before, or the condition of the loop.
                unsafe { store_whole(room, to, bytes) };
                to += 64;
                continue;
            }
            let [high_a, high_b] = split(kinds.high);
            let [live_a, live_b] = split(!kinds.low);
            let (a, a_bytes) = gather(spread(join(first_half(chars), first_half(ahead), high_a)), live_a);
            // SAFETY: so much is left: tested before, or the condition of the loop.
            unsafe { store_first(room, to, a, a_bytes) };
            let (b, b_bytes) = gather(spread(join(second_half(chars), second_half(ahead), high_b)), live_b);
            // SAFETY: so much is left: tested before, or the condition of the loop.
            unsafe { store_first(room, to + a_bytes, b, b_bytes) };
            to += a_bytes + b_bytes;
            carry = kinds.high >> 31;
            at += 32;
        }
    }
    at += carry as usize;
    while at < count {
        let chars = load(source, 2 * at);
        let kinds = Kinds::of(chars);
        let mut step = kinds.good((count - at).min(32));
        let mut bytes = kinds.utf8_bytes(step);
        if bytes > capacity - to {
            step = kinds.good((capacity - to) / 3);
            bytes = kinds.utf8_bytes(step);
        }
        if step == 0 {
            break;
        }
        if bytes == step {
            store_only(room, to, _mm512_zextsi256_si512(_mm512_cvtepi16_epi8(chars)), bytes);
        } else if u64::from(kinds.three) & low(step) == 0 {
            store_only(room, to, two_bytes(chars, kinds.two), bytes);
        } else {
            let ahead = one_later(chars);
            let [high_a, high_b] = split(kinds.high);
            let [live_a, live_b] = split(!kinds.low & (low(step) & 0xFFFF_FFFF) as u32);
            let (a, a_bytes) = gather(spread(join(first_half(chars), first_half(ahead), high_a)), live_a);
            store_only(room, to, a, a_bytes);
            if live_b != 0 {
                let (b, b_bytes) = gather(spread(join(second_half(chars), second_half(ahead), high_b)), live_b);
                store_only(room, to + a_bytes, b, b_bytes);
            }
        }
        at += step;
        to += bytes;
    }
    Taken {
        read: 2 * at,
        written: to,
    }
}

/// Writes 32 code points of three bytes each, 96 bytes:
///
/// ```text
/// a, b               –E4BDA0 –E5A5BD …          [`spread`], 16 lanes in each
/// permuted           E4BDA0E5A5BD … (64 bytes) | … (32 bytes)
/// ```
///
/// # Safety
///
/// * 96 bytes at least are left of `room` from `to` on.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
unsafe fn three_bytes(room: Room<'_>, to: usize, a: __m512i, b: __m512i) {
    let heads = _mm512_set1_epi32(0x8080_E000_u32.cast_signed());
    let six = _mm512_set1_epi8(0x3F);
    let a = _mm512_ternarylogic_epi32::<0xEA>(six_bits(a), six, heads);
    let b = _mm512_ternarylogic_epi32::<0xEA>(six_bits(b), six, heads);
    let first = _mm512_permutex2var_epi8(a, lanes(LAST_THREE), b);
    let rest = _mm512_permutex2var_epi8(a, lanes(LAST_THREE_UPPER), b);
    // SAFETY: 96 bytes are left: promised by the caller.
    unsafe { store_whole(room, to, first) };
    // SAFETY: 32 of the 96 bytes are left after the first 64.
    unsafe { store_first(room, to + 64, rest, 32) };
}

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
pub(in crate::kernels) fn chars_to_utf32<const BIG: bool>(source: Source<'_>, room: Room<'_>) -> Taken {
    let (count, capacity) = (source.bytes() / 2, room.bytes());
    let (mut at, mut to) = (0, 0);
    let mut carry = 0;
    let surrogate = |chars: __m512i| {
        let five = _mm512_and_si512(chars, _mm512_set1_epi16(0xF800_u16.cast_signed()));
        _mm512_cmpeq_epi16_mask(five, _mm512_set1_epi16(0xD800_u16.cast_signed()))
    };
    while count - at >= 32 && capacity - to >= 128 {
        while count - at >= 64 && capacity - to >= 256 {
            // SAFETY: 128 bytes are left: the condition of the loop.
            let a = unsafe { load_whole(source, 2 * at) };
            // SAFETY: 128 bytes are left: the condition of the loop.
            let b = unsafe { load_whole(source, 2 * at + 64) };
            if surrogate(a) | surrogate(b) != 0 {
                break;
            }
            carry = 0;
            let wide = [first_half(a), second_half(a), first_half(b), second_half(b)];
            for chars in wide {
                let vector = order::<BIG>(_mm512_cvtepu16_epi32(chars));
                // SAFETY: 256 bytes are left: the condition of the loop around, and this is one of 4 times 64.
                unsafe { store_whole(room, to, vector) };
                to += 64;
            }
            at += 64;
        }
        if count - at < 32 || capacity - to < 128 {
            break;
        }
        // SAFETY: 64 bytes are left: just tested.
        let chars = unsafe { load_whole(source, 2 * at) };
        let surrogates = surrogate(chars);
        if surrogates == 0 {
            carry = 0;
            let vector = order::<BIG>(_mm512_cvtepu16_epi32(first_half(chars)));
            // SAFETY: so much is left: the condition of the loop.
            unsafe { store_whole(room, to, vector) };
            let vector = order::<BIG>(_mm512_cvtepu16_epi32(second_half(chars)));
            // SAFETY: so much is left: the condition of the loop.
            unsafe { store_whole(room, to + 64, vector) };
            at += 32;
            to += 128;
            continue;
        }
        if count - at < 33 {
            break;
        }
        let kinds = Kinds::of(chars);
        // SAFETY: so much is left: the condition of the loop.
        let ahead = unsafe { load_whole(source, 2 * at + 2) };
        if !is_good(kinds, carry, ahead) {
            break;
        }
        if kinds.high == PAIRS.0 || (kinds.high == PAIRS.1 && carry == 1) {
            // Where the pairs begin with the second char, the first was written before; see `carry`.
            let pairs = if kinds.high == PAIRS.0 { chars } else { ahead };
            at += if kinds.high == PAIRS.0 { 32 } else { 33 };
            carry = 0;
            let vector = order::<BIG>(join_pairs(pairs));
            // SAFETY: so much is left: the condition of the loop.
            unsafe { store_whole(room, to, vector) };
            to += 64;
            continue;
        }
        let [high_a, high_b] = split(kinds.high);
        let [live_a, live_b] = split(!kinds.low);
        let a = join(first_half(chars), first_half(ahead), high_a);
        let b = join(second_half(chars), second_half(ahead), high_b);
        // At most every other lane is dropped: both halves together are 16 lanes at least, and the second store writes
        // over what the first wrote too much.
        let vector = order::<BIG>(_mm512_maskz_compress_epi32(live_a, a));
        // SAFETY: so much is left: the condition of the loop.
        unsafe { store_whole(room, to, vector) };
        to += 4 * live_a.count_ones() as usize;
        let bytes = 4 * live_b.count_ones() as usize;
        let vector = order::<BIG>(_mm512_maskz_compress_epi32(live_b, b));
        // SAFETY: so much is left: the condition of the loop.
        unsafe { store_first(room, to, vector, bytes) };
        to += bytes;
        carry = kinds.high >> 31;
        at += 32;
    }
    at += carry as usize;
    while at < count {
        let chars = load(source, 2 * at);
        let kinds = Kinds::of(chars);
        let mut step = kinds.good((count - at).min(16));
        let fits = (capacity - to) / 4;
        if step > fits {
            step = kinds.good(fits);
        }
        if step == 0 {
            break;
        }
        let ahead = one_later(chars);
        let [high, _] = split(kinds.high);
        let [live, _] = split(!kinds.low & (low(step) & 0xFFFF) as u32);
        let points = join(first_half(chars), first_half(ahead), high);
        let bytes = 4 * live.count_ones() as usize;
        store_only(room, to, order::<BIG>(_mm512_maskz_compress_epi32(live, points)), bytes);
        at += step;
        to += bytes;
    }
    Taken {
        read: 2 * at,
        written: to,
    }
}

/// How many bytes Latin-1 becomes in UTF-8: one, and one more from 80 on.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(in crate::kernels) fn latin1_utf8_bytes(source: Source<'_>) -> Taken {
    let bytes = source.bytes();
    let mut wide = 0;
    let mut at = 0;
    while bytes - at >= 256 {
        for _ in 0..4 {
            // SAFETY: so much is left: the condition of the loop around, which is 4 times 64 bytes.
            let v = unsafe { load_whole(source, at) };
            wide += _mm512_movepi8_mask(v).count_ones() as usize;
            at += 64;
        }
    }
    while at < bytes {
        wide += _mm512_movepi8_mask(load(source, at)).count_ones() as usize;
        at += (bytes - at).min(64);
    }
    Taken {
        read: bytes,
        written: bytes + wide,
    }
}

/// How many bytes chars become in UTF-8: one, one more from 80 on, one more from 800 on, and one less for each half of
/// a pair.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(in crate::kernels) fn chars_utf8_bytes(source: Source<'_>) -> Taken {
    let count = source.bytes() / 2;
    let (mut at, mut more, mut halves) = (0, 0, 0);
    let mut carry = 0;
    while count - at >= 64 {
        // SAFETY: 128 bytes are left: the condition of the loop.
        let a = unsafe { load_whole(source, 2 * at) };
        // SAFETY: 128 bytes are left: the condition of the loop.
        let b = unsafe { load_whole(source, 2 * at + 64) };
        let f800 = _mm512_set1_epi16(0xF800_u16.cast_signed());
        let d800 = _mm512_set1_epi16(0xD800_u16.cast_signed());
        let ff80 = _mm512_set1_epi16(0xFF80_u16.cast_signed());
        let joined = |b: u32, a: u32| _mm512_kunpackd(b.into(), a.into());
        let two = joined(_mm512_test_epi16_mask(b, ff80), _mm512_test_epi16_mask(a, ff80));
        let three = joined(_mm512_test_epi16_mask(b, f800), _mm512_test_epi16_mask(a, f800));
        let surrogates = joined(
            _mm512_cmpeq_epi16_mask(_mm512_and_si512(b, f800), d800),
            _mm512_cmpeq_epi16_mask(_mm512_and_si512(a, f800), d800),
        );
        if surrogates | carry != 0 {
            // Of surrogates, the low ones have this bit.
            let second = _mm512_set1_epi16(0x0400);
            let bit = joined(_mm512_test_epi16_mask(b, second), _mm512_test_epi16_mask(a, second));
            let low = surrogates & bit;
            let high = surrogates ^ low;
            if low != high << 1 | carry {
                break;
            }
            halves += surrogates.count_ones() as usize;
            carry = high >> 63;
        }
        more += two.count_ones() as usize + three.count_ones() as usize;
        at += 64;
    }
    let mut bytes = at + more - halves;
    if carry == 1 {
        // The half of a pair, of two bytes so far, that the next block was to complete.
        at -= 1;
        bytes -= 2;
    }
    while at < count {
        let kinds = Kinds::of(load(source, 2 * at));
        let step = kinds.good((count - at).min(32));
        if step == 0 {
            break;
        }
        bytes += kinds.utf8_bytes(step);
        at += step;
    }
    Taken {
        read: 2 * at,
        written: bytes,
    }
}

/// How many bytes chars become in UTF-32: four, and none for the second of a pair.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(in crate::kernels) fn chars_utf32_bytes(source: Source<'_>) -> Taken {
    let count = source.bytes() / 2;
    let (mut at, mut seconds) = (0, 0);
    let mut carry = 0;
    while count - at >= 64 {
        // SAFETY: 128 bytes are left: the condition of the loop.
        let a = unsafe { load_whole(source, 2 * at) };
        // SAFETY: 128 bytes are left: the condition of the loop.
        let b = unsafe { load_whole(source, 2 * at + 64) };
        let f800 = _mm512_set1_epi16(0xF800_u16.cast_signed());
        let d800 = _mm512_set1_epi16(0xD800_u16.cast_signed());
        let joined = |b: u32, a: u32| _mm512_kunpackd(b.into(), a.into());
        let surrogates = joined(
            _mm512_cmpeq_epi16_mask(_mm512_and_si512(b, f800), d800),
            _mm512_cmpeq_epi16_mask(_mm512_and_si512(a, f800), d800),
        );
        if surrogates | carry != 0 {
            // Of surrogates, the low ones have this bit.
            let second = _mm512_set1_epi16(0x0400);
            let bit = joined(_mm512_test_epi16_mask(b, second), _mm512_test_epi16_mask(a, second));
            let low = surrogates & bit;
            let high = surrogates ^ low;
            if low != high << 1 | carry {
                break;
            }
            seconds += low.count_ones() as usize;
            carry = high >> 63;
        }
        at += 64;
    }
    if carry == 1 {
        at -= 1;
    }
    let mut bytes = 4 * (at - seconds);
    while at < count {
        let kinds = Kinds::of(load(source, 2 * at));
        let step = kinds.good((count - at).min(32));
        if step == 0 {
            break;
        }
        let seconds = (u64::from(kinds.low) & low(step)).count_ones() as usize;
        bytes += 4 * (step - seconds);
        at += step;
    }
    Taken {
        read: 2 * at,
        written: bytes,
    }
}

//! Converts vectors of UTF-8, of which only the ranges of second bytes remain to be checked, to chars. Only this tier
//! has this file: it can compress a vector at once.

use std::arch::x86_64::*;

use super::memory::{lanes, low, low_half, table};
use super::utf8::Classes;

/// Up to 64 chars.
pub(super) struct Chars {
    /// The first `split` of them.
    pub(super) first: __m512i,
    pub(super) split: usize,
    /// The others.
    pub(super) second: __m512i,
    pub(super) count: usize,
    /// A second byte is not in the range that its lead allows.
    pub(super) wrong: bool,
}

/// The number of each lane.
const PLACES: [u8; 64] = table!(lane => lane);

/// Places `from`, `from`, `from + 1`, `from + 1`, …
const fn twice(from: usize) -> [u8; 64] {
    table!(lane => from + lane / 2)
}

/// For each place from `from` on, the byte before it in the first of two vectors, and the byte itself in the second.
/// The first place, which has no byte before it, has its own number instead.
const fn with_before(from: usize) -> [u8; 64] {
    table!(lane => if lane % 2 == 0 { (from + lane / 2).saturating_sub(1) } else { 64 + from + lane / 2 })
}

/// Returns a vector with these two bytes in each unit of 16 bits.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn pairs_of(first: u8, second: u8) -> __m512i {
    _mm512_set1_epi16(i16::from_le_bytes([first, second]))
}

/// Converts code points of one and two bytes, given by their last bytes: those in `keep` of the first 32 lanes, or of
/// the others.
///
/// ```text
/// bytes      61  C3  A9  62 …
/// kinds      ..  01  ..  .. …      of leads, the difference to C2; of all else, zero
/// pairs     [.. 61|.. C3|01 A9|.. 62|…]   kind of the byte before, byte
/// 64, 1     [  61 |  C3 | 0E9 |  62 |…]   64 * kind + byte: the lead's 2 and the trail's 80 that are too much or
/// compressed    [61 | E9 | 62 | …]        too little make up for each other: 64 * 2 = 80
/// ```
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) fn short_chars<const SECOND: bool>(vector: __m512i, kinds: __m512i, keep: u64) -> __m512i {
    let (from, keep) =
        if SECOND { (const { lanes(with_before(32)) }, keep >> 32) } else { (const { lanes(with_before(0)) }, keep) };
    let pairs = _mm512_permutex2var_epi8(kinds, from, vector);
    _mm512_maskz_compress_epi16(low_half(keep), _mm512_maddubs_epi16(pairs, pairs_of(64, 1)))
}

impl Chars {
    /// Converts code points of one and two bytes in the first `len` bytes.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
    pub(super) fn short(vector: __m512i, kinds: __m512i, keep: u64, len: usize) -> Self {
        Self {
            first: short_chars::<false>(vector, kinds, keep),
            split: low_half(keep).count_ones() as usize,
            second: if len > 32 { short_chars::<true>(vector, kinds, keep) } else { _mm512_setzero_si512() },
            count: keep.count_ones() as usize,
            wrong: false,
        }
    }
}

/// The first byte of each three of 63 bytes.
const FIRST_OF_THREE: u64 = 0x1249_2492_4924_9249;

/// Whether the first 63 bytes are 21 code points of three bytes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) fn is_threes(vector: __m512i) -> bool {
    let high = _mm512_and_si512(vector, _mm512_set1_epi8(0xF0_u8.cast_signed()));
    let leads = _mm512_cmpeq_epi8_mask(high, _mm512_set1_epi8(0xE0_u8.cast_signed()));
    let trails = _mm512_cmplt_epi8_mask(vector, _mm512_set1_epi8(0xC0_u8.cast_signed()));
    leads & low(63) == FIRST_OF_THREE && trails & low(63) == low(63) ^ FIRST_OF_THREE
}

/// The places of the bytes of 21 code points of three bytes, in units of 16 bits: `count` bytes from byte `first` on.
const fn of_threes(first: usize, count: usize) -> [u8; 64] {
    table!(lane => if lane < 42 { lane / 2 * 3 + first + lane % 2 * (count - 1) } else { 0 })
}

/// Converts up to 21 code points of three bytes; returns also whether one of the first `count` is not in the range of
/// three bytes.
///
/// ```text
/// bytes        E4 B8 AD   E6 96 87  …
/// last two    [B8 AD|96 87|…]  & 3F
/// 64, 1       [ 0E2D| 0587|…]  12 bits
/// first << 12 [ 4000| 6000|…]  its upper half falls out
/// or          [ 4E2D| 6587|…]
/// ```
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) fn three_chars(vector: __m512i, count: usize) -> (__m512i, bool) {
    let trails = _mm512_and_si512(vector, _mm512_set1_epi8(0x3F));
    let trails = _mm512_permutexvar_epi8(const { lanes(of_threes(1, 2)) }, trails);
    let first = _mm512_permutexvar_epi8(const { lanes(of_threes(0, 1)) }, vector);
    let chars = _mm512_or_si512(_mm512_maddubs_epi16(trails, pairs_of(64, 1)), _mm512_slli_epi16::<12>(first));
    // Neither below U+0800 nor a surrogate, which the xor moves there.
    let surrogates = _mm512_xor_si512(chars, _mm512_set1_epi16(0xD800_u16.cast_signed()));
    let least = _mm512_min_epu16(chars, surrogates);
    let wrong = _mm512_mask_cmplt_epu16_mask(low_half(low(count)), least, _mm512_set1_epi16(0x800));
    (chars, wrong != 0)
}

/// Whether the vector is 16 code points of four bytes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) fn is_fours(vector: __m512i) -> bool {
    let headers = _mm512_and_si512(vector, _mm512_set1_epi32(0xC0C0_C0F8_u32.cast_signed()));
    _mm512_cmpeq_epi32_mask(headers, _mm512_set1_epi32(0x8080_80F0_u32.cast_signed())) == 0xFFFF
}

/// Converts up to 16 code points of four bytes; returns also whether one of the first `count` is not in the range of
/// four bytes.
///
/// ```text
/// bytes        F0 9F  98 80         of each the payload
///               0 1F  18 00
/// 64, 1        001F   0600          two halves of 16 bits
/// 4096, 1        0001F600           one number of 32
/// - 10000        0000F600           below 100000, or it is wrong
///              03D | 200            its upper ten bits go to the lower half, its lower ten to the upper one
/// or           D83D  DE00
/// ```
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) fn four_chars(vector: __m512i, count: usize) -> (__m512i, bool) {
    // (x & mask) | bits
    const MASKED_OR: i32 = 0b1110_1010;
    let payload = _mm512_and_si512(vector, _mm512_set1_epi32(0x3F3F_3F07));
    let halves = _mm512_maddubs_epi16(payload, pairs_of(64, 1));
    let values = _mm512_madd_epi16(halves, _mm512_set1_epi32(1 << 16 | 4096));
    let above = _mm512_sub_epi32(values, _mm512_set1_epi32(0x1_0000));
    let wrong = _mm512_cmpge_epu32_mask(above, _mm512_set1_epi32(0x10_0000));
    let high = _mm512_or_si512(_mm512_srli_epi32::<10>(above), _mm512_set1_epi32(0xDC00_D800_u32.cast_signed()));
    let chars =
        _mm512_ternarylogic_epi32::<MASKED_OR>(_mm512_slli_epi32::<16>(above), _mm512_set1_epi32(0x03FF_0000), high);
    (chars, u64::from(wrong) & low(count) != 0)
}

/// Converts code points of any length. Each char belongs to a byte, and is gathered from it and the two bytes before:
///
/// ```text
/// bytes      61   E4  B8  AD   F0  9F  98  80
/// ends        *            *            *   *       the last byte; of four bytes, the third too
/// places    [ 0            3            6   7 ]     compressed
/// last        61          2D           18  00       payload of the byte itself
/// prev        ..          38           1F  18       of the byte before, if a trail follows it
/// prev2       ..          E4           F0  ..       the one before that, if it is a lead of three or four
/// w          0061        4E2D         07D8 0600     prev2 << 12 | 64 * prev + last
///                                     D83D          (w >> 4) + D7C0
///                                         DE00      w & 3FF | DC00
/// ```
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) fn long_chars(vector: __m512i, classes: &Classes, valid: u64) -> Chars {
    let trails = classes.trails();
    let six = _mm512_set1_epi8(0x3F);
    let last = _mm512_mask_mov_epi8(vector, trails, _mm512_and_si512(vector, six));
    let prev = _mm512_maskz_mov_epi8(trails >> 1, _mm512_and_si512(vector, six));
    let prev2 = _mm512_maskz_mov_epi8(classes.threes & valid, vector);
    let ends = classes.ends(valid);
    let places = _mm512_maskz_compress_epi8(ends, const { lanes(PLACES) });
    let count = ends.count_ones() as usize;
    let threes = classes.threes & valid;
    let fours = classes.fours & valid;
    let bytes = Bytes { last, prev, prev2 };
    let first = bytes.gather(places, const { lanes(twice(0)) });
    let second = if count > 32 { bytes.gather(places, const { lanes(twice(32)) }) } else { _mm512_setzero_si512() };
    if fours == 0 {
        // No char is a surrogate, and there are as many chars from U+0800 on as code points of three bytes.
        let surrogate = _mm512_set1_epi16(0xD800_u16.cast_signed());
        let from = _mm512_set1_epi16(0x800);
        let least = _mm512_min_epu16(_mm512_xor_si512(first, surrogate), _mm512_xor_si512(second, surrogate));
        let large =
            _mm512_cmpge_epu16_mask(first, from).count_ones() + _mm512_cmpge_epu16_mask(second, from).count_ones();
        let wrong = large != threes.count_ones() || _mm512_cmplt_epu16_mask(least, from) != 0;
        return Chars { first, split: 32, second, count, wrong };
    }
    let third = _pext_u64((threes ^ fours) << 2, ends);
    let highs = _pext_u64(fours << 2, ends);
    let lows = highs << 1;
    let (first, wrong) = surrogates(first, low_half(third), low_half(highs), low_half(lows));
    let (second, also) = surrogates(second, low_half(third >> 32), low_half(highs >> 32), low_half(lows >> 32));
    Chars { first, split: 32, second, count, wrong: wrong || also }
}

/// The payloads of [`long_chars`].
struct Bytes {
    last: __m512i,
    prev: __m512i,
    prev2: __m512i,
}

impl Bytes {
    /// Returns 32 of the values `w` above, for the places that `which` selects, each twice.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
    fn gather(&self, places: __m512i, which: __m512i) -> __m512i {
        // (x & mask) | bits
        const MASKED_OR: i32 = 0b1110_1010;
        let places = _mm512_permutexvar_epi8(which, places);
        // Place - 1 in one vector, which is 63 for the first, where no trail follows; place in the other one.
        let pairs = _mm512_ternarylogic_epi32::<MASKED_OR>(
            _mm512_add_epi8(places, pairs_of(0xFF, 0)),
            _mm512_set1_epi8(0x3F),
            pairs_of(0, 0x40),
        );
        let pairs = _mm512_permutex2var_epi8(self.prev, pairs, self.last);
        // Only the lower byte of each unit counts.
        let before = _mm512_add_epi8(places, _mm512_set1_epi8(-2));
        let before = _mm512_slli_epi16::<12>(_mm512_permutexvar_epi8(before, self.prev2));
        _mm512_or_si512(_mm512_maddubs_epi16(pairs, pairs_of(64, 1)), before)
    }
}

/// Replaces the lanes of code points of four bytes by surrogates; returns also whether a value is out of range.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn surrogates(w: __m512i, third: u32, highs: u32, lows: u32) -> (__m512i, bool) {
    // (x & mask) | bits
    const MASKED_OR: i32 = 0b1110_1010;
    let surrogate = _mm512_set1_epi16(0xD800_u16.cast_signed());
    // Of three bytes: neither below U+0800 nor a surrogate.
    let least = _mm512_min_epu16(w, _mm512_xor_si512(w, surrogate));
    let three = _mm512_mask_cmplt_epu16_mask(third, least, _mm512_set1_epi16(0x800));
    // Of four: the high surrogate is one.
    let high = _mm512_add_epi16(_mm512_srli_epi16::<4>(w), _mm512_set1_epi16(0xD7C0_u16.cast_signed()));
    let top = _mm512_and_si512(high, _mm512_set1_epi16(0xFC00_u16.cast_signed()));
    let four = _mm512_mask_cmpneq_epi16_mask(highs, top, surrogate);
    let low = _mm512_ternarylogic_epi32::<MASKED_OR>(
        w,
        _mm512_set1_epi16(0x3FF),
        _mm512_set1_epi16(0xDC00_u16.cast_signed()),
    );
    let w = _mm512_mask_mov_epi16(w, highs, high);
    (_mm512_mask_mov_epi16(w, lows, low), three | four != 0)
}

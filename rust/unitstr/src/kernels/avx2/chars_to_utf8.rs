//! Chars to UTF-8, 16 at a time. A surrogate is a char of two bytes: either half of a pair makes one half of the four.
//!
//! Lanes of 16 bits, the high byte on the left (`j` is `u` and 1 more at the place of its seventh bit, the plane of a
//! pair being one less than that of its code point; `k` are the last two bits of the char before):
//!
//! ```text
//!                  char                   two bytes             one more before them
//! ASCII            00000000 0xxxxxxx      –        0xxxxxxx
//! to 7FF           00000yyy yyxxxxxx      110yyyyy 10xxxxxx
//! others           zzzzyyyy yyxxxxxx      10yyyyyy 10xxxxxx     1110zzzz
//! high surrogate   110110uu uuuuuukk      11110jjj 10jjjjjj     j = u…uk…k + 40, its last two bits not among these
//! low surrogate    110111yy yyxxxxxx      10kkyyyy 10xxxxxx
//! ```
//!
//! Both lanes are put together to lanes of 32 bits, `[last, middle, first, –]`, and [`THREE`] drops what does not count
//! and turns the rest around, 4 chars to 4 to 12 bytes. If all are below 800, the lanes of 16 bits do, 8 chars to 8 to
//! 16 bytes by [`TWO`]. If all are surrogates, as in a run of emoji, these are only turned around, 16 chars to 32 bytes.
//!
//! A store writes 16 bytes, and the next one overwrites the excess. After the last store of a step, that is the first
//! one of the next step: its 16 chars, which are already loaded and checked, become at least 16 bytes. The last step
//! goes through a buffer.

use std::arch::x86_64::*;

use super::memory::{
    DOWN, lacks, load_some, load_whole, ones_up_to, store_buffer, store_few, store_half, store_quarter, store_some,
    store_whole, window,
};
use super::tables::{THREE, TWO, row};
use super::vectors::packed16;
use crate::kernels::Taken;
use crate::{Source, Target};

/// The surrogates among 16 chars, one bit each.
#[derive(Clone, Copy)]
pub(super) struct Halves {
    pub(super) highs: u32,
    pub(super) lows: u32,
}

impl Halves {
    pub(super) const NONE: Self = Self { highs: 0, lows: 0 };

    #[inline]
    #[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
    pub(super) fn of(chars: __m256i) -> Self {
        let five = _mm256_and_si256(chars, _mm256_set1_epi16(0xF800_u16.cast_signed()));
        let any = _mm256_cmpeq_epi16(five, _mm256_set1_epi16(0xD800_u16.cast_signed()));
        if lacks(any, any) {
            return Self::NONE;
        }
        let bit = _mm256_cmpeq_epi16(
            _mm256_and_si256(chars, _mm256_set1_epi16(0xFC00_u16.cast_signed())),
            _mm256_set1_epi16(0xDC00_u16.cast_signed()),
        );
        // 8 high ones, 8 low ones, 8 high ones, 8 low ones.
        let bytes = _mm256_packs_epi16(_mm256_xor_si256(any, bit), bit);
        let [a, b, c, d] = _mm256_movemask_epi8(bytes).cast_unsigned().to_le_bytes();
        Self { highs: u16::from_le_bytes([a, c]).into(), lows: u16::from_le_bytes([b, d]).into() }
    }

    /// 1 if the last char is a high surrogate.
    #[inline(always)]
    pub(super) const fn carry(self) -> u32 {
        self.highs >> 15
    }

    /// Whether low surrogates follow high ones, and only those; `carry` is 1 if the char before is a high surrogate.
    #[inline(always)]
    const fn good_after(self, carry: u32) -> bool {
        self.lows == (self.highs << 1 | carry) & 0xFFFF
    }

    /// The number of chars before the first error or incomplete pair, among the first `count` of at most 16.
    #[inline(always)]
    pub(super) const fn good_among(self, count: usize) -> usize {
        let expected = self.highs << 1;
        let differ = (self.lows ^ expected | 1 << 31).trailing_zeros() as usize;
        let first = if differ > count { count } else { differ };
        // The high surrogate before it lacks its low one.
        let lacks = expected & !self.lows;
        first - (lacks >> first & 1) as usize
    }

    /// The surrogates that belong to no pair.
    #[inline(always)]
    const fn lone(self) -> u32 {
        self.lows & !(self.highs << 1) | self.highs & !(self.lows >> 1)
    }

    #[inline(always)]
    const fn without(self, chars: u32) -> Self {
        Self { highs: self.highs & !chars, lows: self.lows & !chars }
    }

    #[inline(always)]
    pub(super) const fn any(self) -> bool {
        self.highs | self.lows != 0
    }

    /// Whether the first `count` of at most 16 chars are surrogates.
    #[inline(always)]
    const fn has_all(self, count: usize) -> bool {
        (self.highs | self.lows).trailing_ones() as usize >= count
    }
}

/// Returns the first `count` of 16 chars, followed by zeros.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) fn first_of(chars: __m256i, count: usize) -> __m256i {
    let numbers = _mm256_setr_epi16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    let limit = _mm256_set1_epi16(i16::from(count.to_le_bytes()[0]));
    _mm256_and_si256(chars, _mm256_cmpgt_epi16(limit, numbers))
}

/// A lane FFFF for each bit that is set.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn lanes_of(mask: u32) -> __m256i {
    let bits = _mm256_setr_epi16(1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, i16::MIN);
    let [low, high, ..] = mask.to_le_bytes();
    let all = _mm256_set1_epi16(i16::from_le_bytes([low, high]));
    _mm256_cmpeq_epi16(_mm256_and_si256(all, bits), bits)
}

/// The two bytes of each char from 80 on in lanes of 16 bits, `[last, middle]`, with these first bits of both; those of
/// surrogates are wrong.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn two_bytes(chars: __m256i, heads: __m256i) -> __m256i {
    let each = |bits: u16| _mm256_set1_epi16(bits.cast_signed());
    let last = _mm256_and_si256(chars, each(0x003F));
    let middle = _mm256_and_si256(_mm256_slli_epi16::<2>(chars), each(0x3F00));
    _mm256_or_si256(_mm256_or_si256(last, middle), heads)
}

/// Corrects the lanes of surrogates in the result of [`two_bytes`]; returns also which lanes these are.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn with_surrogates(more: __m256i, chars: __m256i, before: __m256i) -> (__m256i, __m256i) {
    let each = |bits: u16| _mm256_set1_epi16(bits.cast_signed());
    let any = _mm256_cmpeq_epi16(_mm256_and_si256(chars, each(0xF800)), each(0xD800));
    let low = _mm256_cmpeq_epi16(_mm256_and_si256(chars, each(0xFC00)), each(0xDC00));
    let high = _mm256_andnot_si256(low, any);
    let shifted = _mm256_alignr_epi8::<14>(chars, _mm256_permute2x128_si256::<0x21>(before, chars));
    // The two bits are 11 from the DC: cleared where `k` is not.
    let clear = _mm256_andnot_si256(_mm256_slli_epi16::<12>(shifted), each(0x3000));
    let more = _mm256_xor_si256(more, _mm256_and_si256(clear, low));
    let j = _mm256_add_epi16(chars, each(0x0040));
    let first = _mm256_and_si256(j, each(0x0700));
    let second = _mm256_and_si256(_mm256_srli_epi16::<2>(j), each(0x003F));
    let both = _mm256_or_si256(_mm256_or_si256(first, second), each(0xF080));
    (_mm256_blendv_epi8(more, both, high), any)
}

/// Encodes 16 surrogates: each half of a pair becomes two bytes.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn encoded_pairs(chars: __m256i, before: __m256i) -> __m256i {
    let turned = _mm256_broadcastsi128_si256(_mm_setr_epi8(1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14));
    let more = two_bytes(chars, _mm256_set1_epi16(0x8080_u16.cast_signed()));
    _mm256_shuffle_epi8(with_surrogates(more, chars, before).0, turned)
}

/// UTF-8 in four parts, the end of each in bytes, and whether all chars are below 800.
struct Encoded {
    parts: [__m128i; 4],
    ends: [usize; 4],
    short: bool,
}

/// Encodes 16 chars. The chars `before` matter only if there are surrogates.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn encoded(chars: __m256i, before: __m256i, surrogates: bool) -> Encoded {
    let each = |bits: u16| _mm256_set1_epi16(bits.cast_signed());
    let from = |bits: u16| _mm256_cmpeq_epi16(_mm256_max_epu16(chars, each(bits)), chars);
    let (two, mut three) = (from(0x80), from(0x800));
    let heads = _mm256_sub_epi16(each(0xC080), _mm256_and_si256(three, each(0x4000)));
    let mut more = two_bytes(chars, heads);
    if surrogates {
        let any;
        (more, any) = with_surrogates(more, chars, before);
        three = _mm256_andnot_si256(any, three);
    }
    let firsts = _mm256_or_si256(_mm256_srli_epi16::<12>(chars), each(0x00E0));
    if !surrogates && _mm256_movemask_epi8(three) == -1 {
        let all = _mm256_broadcastsi128_si256(_mm_setr_epi8(2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, -1, -1, -1, -1));
        let a = _mm256_shuffle_epi8(_mm256_unpacklo_epi16(more, firsts), all);
        let b = _mm256_shuffle_epi8(_mm256_unpackhi_epi16(more, firsts), all);
        return Encoded {
            parts: [
                _mm256_castsi256_si128(a),
                _mm256_castsi256_si128(b),
                _mm256_extracti128_si256::<1>(a),
                _mm256_extracti128_si256::<1>(b),
            ],
            ends: [12, 24, 36, 48],
            short: false,
        };
    }
    let lanes = _mm256_blendv_epi8(chars, more, two);
    let a = _mm256_unpacklo_epi16(lanes, firsts);
    let b = _mm256_unpackhi_epi16(lanes, firsts);
    // For each 4 chars, 4 bits of `two` and 4 of `three`.
    let bits = _mm256_shuffle_epi32::<0b11_01_10_00>(_mm256_packs_epi16(two, three));
    let sets = _mm256_movemask_epi8(bits).cast_unsigned();
    let ends = ones_up_to(sets);
    let [p, q, r, s] = sets.to_le_bytes();
    Encoded {
        parts: [
            _mm_shuffle_epi8(_mm256_castsi256_si128(a), row(&THREE, p)),
            _mm_shuffle_epi8(_mm256_castsi256_si128(b), row(&THREE, q)),
            _mm_shuffle_epi8(_mm256_extracti128_si256::<1>(a), row(&THREE, r)),
            _mm_shuffle_epi8(_mm256_extracti128_si256::<1>(b), row(&THREE, s)),
        ],
        ends: [4 + ends[0], 8 + ends[1], 12 + ends[2], 16 + ends[3]],
        short: !surrogates && sets & 0xF0F0_F0F0 == 0,
    }
}

/// Encodes 32 chars below 800 in four parts; returns also the end of each part, and whether all chars are ASCII.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn encoded_short([a, b]: [__m256i; 2]) -> ([__m128i; 4], [usize; 4], bool) {
    let each = |bits: u16| _mm256_set1_epi16(bits.cast_signed());
    let two = |chars| _mm256_cmpgt_epi16(chars, each(0x7F));
    let lanes = |chars, two| {
        // Three times what is to go to the high byte, and once more that: two bits further up.
        let first = _mm256_and_si256(chars, each(0x07C0));
        let more = _mm256_add_epi16(chars, each(0xC080));
        let more = _mm256_add_epi16(more, _mm256_add_epi16(first, _mm256_add_epi16(first, first)));
        _mm256_blendv_epi8(chars, more, two)
    };
    let (a_two, b_two) = (two(a), two(b));
    let (a, b) = (lanes(a, a_two), lanes(b, b_two));
    let sets = _mm256_movemask_epi8(_mm256_packs_epi16(a_two, b_two)).cast_unsigned();
    let [p, r, q, s] = sets.to_le_bytes();
    let first = 8 + p.count_ones() as usize;
    let second = first + 8 + q.count_ones() as usize;
    let third = second + 8 + r.count_ones() as usize;
    let last = 32 + sets.count_ones() as usize;
    let parts = [
        _mm_shuffle_epi8(_mm256_castsi256_si128(a), row(&TWO, p)),
        _mm_shuffle_epi8(_mm256_extracti128_si256::<1>(a), row(&TWO, q)),
        _mm_shuffle_epi8(_mm256_castsi256_si128(b), row(&TWO, r)),
        _mm_shuffle_epi8(_mm256_extracti128_si256::<1>(b), row(&TWO, s)),
    ];
    (parts, [first, second, third, last], sets == 0)
}

#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn chars_to_utf8(source: Source<'_>, room: Target<'_>) -> Taken {
    short_chars_to_utf8(source, room, false)
}

/// The same; also lone surrogates, each to `?`, if `repairs`. Then steps of 16 convert all text after the first one: not for
/// more than 128 chars.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) fn short_chars_to_utf8(source: Source<'_>, room: Target<'_>, repairs: bool) -> Taken {
    let (at, to) = long(source, room);
    let (at, to) = rest(source, room, at, to, repairs);
    Taken { read: 2 * at, written: to }
}

/// Converts all but the last chars, fewer than 32, or stops before an error or near the end of the target: runs of
/// ASCII, runs of chars below 800, and steps for any chars. Returns the numbers of chars and of bytes.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn long(source: Source<'_>, room: Target<'_>) -> (usize, usize) {
    let (count, capacity) = (source.bytes() / 2, room.bytes());
    let not_ascii = _mm256_set1_epi16(0xFF80_u16.cast_signed());
    let (mut at, mut to) = (0, 0);
    loop {
        while count - at >= 32 && capacity - to >= 32 {
            // SAFETY: `source` has 64 bytes from `2 * at` on: the condition of the loop.
            let [a, b] = unsafe { load_whole::<2>(source, 2 * at) };
            if !lacks(_mm256_or_si256(a, b), not_ascii) {
                break;
            }
            let bytes = packed16(a, b);
            // SAFETY: `room` has 32 bytes from `to` on: the condition of the loop.
            unsafe { store_whole(room, to, [bytes]) };
            at += 32;
            to += 32;
        }
        match short(source, room, &mut at, &mut to) {
            Next::Ascii => {}
            Next::Any if any(source, room, &mut at, &mut to) => {}
            _ => return (at, to),
        }
    }
}

/// The text after a run.
enum Next {
    Ascii,
    Any,
    End,
}

/// Converts chars below 800, 32 at a time. The last part of each step is written by two stores of 8 bytes, the second
/// of which ends where the part ends.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn short(source: Source<'_>, room: Target<'_>, at: &mut usize, to: &mut usize) -> Next {
    /// After this number of steps of ASCII, the loop for runs continues.
    const PLAIN: u32 = 4;
    let (count, capacity) = (source.bytes() / 2, room.bytes());
    let not_two = _mm256_set1_epi16(0xF800_u16.cast_signed());
    let mut plain = 0;
    while count - *at >= 32 && capacity - *to >= 64 {
        // SAFETY: `source` has 64 bytes from `2 * *at` on: the condition of the loop.
        let all @ [a, b] = unsafe { load_whole::<2>(source, 2 * *at) };
        if !lacks(_mm256_or_si256(a, b), not_two) {
            return Next::Any;
        }
        let (parts, ends, ascii) = encoded_short(all);
        let last = _mm_shuffle_epi8(parts[3], window(&DOWN, ends[3] - ends[2] - 8));
        // SAFETY: `room` has 64 bytes from `to` on, the condition of the loop; each part has at most 16.
        unsafe { store_half(room, *to, parts[0]) };
        // SAFETY: `room` has 16 bytes from `*to + ends[0]` on: see above.
        unsafe { store_half(room, *to + ends[0], parts[1]) };
        // SAFETY: `room` has 16 bytes from `*to + ends[1]` on: see above.
        unsafe { store_half(room, *to + ends[1], parts[2]) };
        // SAFETY: `room` has 8 bytes from `*to + ends[2]` on: see above.
        unsafe { store_quarter(room, *to + ends[2], parts[3]) };
        *to += ends[3];
        // SAFETY: `room` has 8 bytes from `*to - 8` on: see above.
        unsafe { store_quarter(room, *to - 8, last) };
        *at += 32;
        plain = if ascii { plain + 1 } else { 0 };
        if plain == PLAIN {
            return Next::Ascii;
        }
    }
    // Near the end of the source or of the target.
    Next::End
}

/// Converts good chars of any kind, 16 at a time; returns whether a run of chars below 800 follows.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn any(source: Source<'_>, room: Target<'_>, at: &mut usize, to: &mut usize) -> bool {
    /// This number of steps without a char from 800 on is a run.
    const SHORT: u32 = 8;
    let (count, capacity) = (source.bytes() / 2, room.bytes());
    if count - *at < 32 || capacity - *to < 96 {
        return false;
    }
    // SAFETY: `source` has 32 bytes from `2 * *at` on: tested above.
    let [mut chars] = unsafe { load_whole::<1>(source, 2 * *at) };
    let mut halves = Halves::of(chars);
    if !halves.good_after(0) {
        return false;
    }
    let mut before = _mm256_setzero_si256();
    let mut short_steps = 0;
    // The target has space for these 16 chars and 16 more of any kind.
    while count - *at >= 32 && capacity - *to >= 96 && short_steps < SHORT {
        // SAFETY: `source` has 32 bytes from `2 * *at + 32` on: the condition of the loop.
        let [next] = unsafe { load_whole::<1>(source, 2 * *at + 32) };
        let next_halves = Halves::of(next);
        if !next_halves.good_after(halves.carry()) {
            break;
        }
        let is_short = if halves.has_all(16) {
            let pairs = encoded_pairs(chars, before);
            // SAFETY: `room` has 96 bytes from `to` on: the condition of the loop.
            unsafe { store_whole(room, *to, [pairs]) };
            *to += 32;
            false
        } else {
            let Encoded { parts, ends, short } = encoded(chars, before, halves.any());
            // SAFETY: `room` has 96 bytes from `to` on, the condition of the loop; each part has at most 12, and a
            // store 16.
            unsafe { store_half(room, *to, parts[0]) };
            // SAFETY: `room` has 16 bytes from `*to + ends[0]` on: see above.
            unsafe { store_half(room, *to + ends[0], parts[1]) };
            // SAFETY: `room` has 16 bytes from `*to + ends[1]` on: see above.
            unsafe { store_half(room, *to + ends[1], parts[2]) };
            // SAFETY: `room` has 16 bytes from `*to + ends[2]` on: see above.
            unsafe { store_half(room, *to + ends[2], parts[3]) };
            *to += ends[3];
            short
        };
        *at += 16;
        (before, chars, halves) = (chars, next, next_halves);
        short_steps = if is_short { short_steps + 1 } else { 0 };
    }
    let Encoded { parts, ends, .. } = encoded(chars, before, halves.any());
    // A high surrogate at the end has two bytes.
    let cut = halves.carry() as usize;
    let bytes = ends[3] - 2 * cut;
    // SAFETY: `room` has 48 bytes from `to` on: the condition of the loop before its last step.
    unsafe { store_buffer(room, *to, parts, [0, ends[0], ends[1], ends[2]], bytes) };
    *at += 16 - cut;
    *to += bytes;
    short_steps == SHORT
}

/// Returns how many of 16 chars fit in a room of less than 48 bytes, whether or not the last one is the first half of a pair.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn fitting(chars: __m256i, room: usize) -> usize {
    let each = |bits: u16| _mm256_set1_epi16(bits.cast_signed());
    let from = |bits: u16| _mm256_cmpeq_epi16(_mm256_max_epu16(chars, each(bits)), chars);
    let surrogates = _mm256_cmpeq_epi16(_mm256_and_si256(chars, each(0xF800)), each(0xD800));
    // A lane is -1 where the condition is true.
    let sizes = _mm256_sub_epi16(_mm256_add_epi16(each(1), surrogates), _mm256_add_epi16(from(0x80), from(0x800)));
    let two = _mm256_add_epi16(sizes, _mm256_slli_si256::<2>(sizes));
    let four = _mm256_add_epi16(two, _mm256_slli_si256::<4>(two));
    let eight = _mm256_add_epi16(four, _mm256_slli_si256::<8>(four));
    // The lower half has no chars before it, the upper half the lower one.
    let before = _mm256_shuffle_epi8(_mm256_permute2x128_si256::<0x08>(eight, eight), each(0x0F0E));
    let beyond = _mm256_cmpgt_epi16(_mm256_add_epi16(eight, before), each(u16::try_from(room).unwrap_or(48)));
    (_mm256_movemask_epi8(beyond).trailing_zeros() / 2).min(16) as usize
}

/// Converts the rest, as far as it fits; if not `repairs`, up to the first lone surrogate.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn rest(source: Source<'_>, room: Target<'_>, mut at: usize, mut to: usize, repairs: bool) -> (usize, usize) {
    let (count, capacity) = (source.bytes() / 2, room.bytes());
    while at < count {
        let left = (count - at).min(16);
        // SAFETY: `source` has `left` chars from `at` on.
        let mut chars = unsafe { load_some(source, 2 * at, 2 * left) };
        let mut good = left;
        if lacks(chars, _mm256_set1_epi16(0xFF80_u16.cast_signed())) {
            good = left.min(capacity - to);
            let vector = _mm256_castsi256_si128(packed16(chars, chars));
            // SAFETY: `room` has `good` bytes from `to` on: see above.
            unsafe { store_few(room, to, vector, good) };
            to += good;
        } else {
            let mut halves = Halves::of(chars);
            if halves.any() {
                if repairs {
                    // The source may continue with the second half of a pair whose first half is the last of these chars.
                    let lone = halves.lone() & if count - at > 16 { 0x7FFF } else { 0xFFFF };
                    chars = _mm256_blendv_epi8(chars, _mm256_set1_epi16(i16::from(b'?')), lanes_of(lone));
                    halves = halves.without(lone);
                }
                good = halves.good_among(left);
                if good > 0 && halves.has_all(good) && capacity - to >= 2 * good {
                    let pairs = encoded_pairs(chars, _mm256_setzero_si256());
                    // SAFETY: `room` has `2 * good` bytes from `to` on: tested above.
                    unsafe { store_some(room, to, pairs, 2 * good) };
                    to += 2 * good;
                    at += good;
                    continue;
                }
                chars = first_of(chars, good);
            }
            // The lanes after the text are zero, and count one byte each.
            let mut encoded_chars = encoded(chars, _mm256_setzero_si256(), halves.any());
            if capacity - to < encoded_chars.ends[3] - (16 - good) {
                good = fitting(chars, capacity - to).min(good);
                // Not the first half of a pair alone.
                good -= (halves.highs << 1 >> good & 1) as usize;
                if good == 0 {
                    break;
                }
                encoded_chars = encoded(first_of(chars, good), _mm256_setzero_si256(), halves.any());
            }
            let Encoded { parts, ends, .. } = encoded_chars;
            let bytes = ends[3] - (16 - good);
            if left <= 4 {
                // SAFETY: `room` has `bytes` bytes from `to` on: tested above, or the bytes of the chars that fit.
                unsafe { store_few(room, to, parts[0], bytes) };
            } else {
                // SAFETY: `room` has `bytes` bytes from `to` on: tested above, or the bytes of the chars that fit.
                unsafe { store_buffer(room, to, parts, [0, ends[0], ends[1], ends[2]], bytes) };
            }
            to += bytes;
        }
        at += good;
        if good == 0 {
            break;
        }
    }
    (at, to)
}

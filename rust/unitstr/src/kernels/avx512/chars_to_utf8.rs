//! Chars to UTF-8.
//!
//! Lanes are compressed in a register, and the position advances by the number of lanes kept. The chars at the end, at
//! the end of the target, or before an error are converted by masked steps of at most 32 chars that measure first.
//!
//! The split of code points by multishift is due to simdutf's kernels for Ice Lake (Clausecker and Lemire, "Transcoding
//! Unicode Characters with AVX-512 Instructions", 2023).

use std::arch::x86_64::*;

use super::memory::{half, lanes, load, load_whole, low, low_half, store_first, store_only, store_whole, table};
use super::surrogates::{EVEN, Kinds, PAIRS, is_good, join, join_pairs, one_later, split};
use crate::kernels::Taken;
use crate::{Source, Target};

/// Chars to UTF-8.
///
/// Runs of ASCII are converted 64 chars at a time, others in blocks of 32: all below 800 ([`two_bytes`]), all of three
/// bytes, all pairs, or any ([`spread`], [`gather`]). The loop for runs continues after four blocks of ASCII.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(in crate::kernels) fn chars_to_utf8(source: Source<'_>, room: Target<'_>) -> Taken {
    short_chars_to_utf8(source, room, false)
}

/// The same; also lone surrogates, each to `?`, if `repairs`. Then the masked steps convert all text after the first one: not
/// for more than 128 chars.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) fn short_chars_to_utf8(source: Source<'_>, room: Target<'_>, repairs: bool) -> Taken {
    let (count, capacity) = (source.bytes() / 2, room.bytes());
    let not_ascii = _mm512_set1_epi16(0xFF80_u16.cast_signed());
    if let Some(taken) = little(source, room, repairs) {
        return taken;
    }
    let (mut at, mut to) = (0, 0);
    let mut carry = 0;
    'text: loop {
        while count - at >= 64 && capacity - to >= 64 {
            // SAFETY: `source` has 64 bytes from `2 * at` on: the condition of the loop.
            let a = unsafe { load_whole(source, 2 * at) };
            // SAFETY: `source` has 64 bytes from `2 * at + 64` on: the condition of the loop.
            let b = unsafe { load_whole(source, 2 * at + 64) };
            if _mm512_test_epi16_mask(_mm512_or_si512(a, b), not_ascii) != 0 {
                break;
            }
            let vector = _mm512_permutex2var_epi8(a, lanes(EVEN), b);
            // SAFETY: `room` has 64 bytes from `to` on: the condition of the loop.
            unsafe { store_whole(room, to, vector) };
            at += 64;
            to += 64;
        }
        let left = count - at;
        if 0 < left && left < 64 && left <= capacity - to {
            let (a, b) = (load(source, 2 * at), load(source, 2 * at + 64));
            if _mm512_test_epi16_mask(_mm512_or_si512(a, b), not_ascii) == 0 {
                store_only(room, to, _mm512_permutex2var_epi8(a, lanes(EVEN), b), left);
                return Taken { read: 2 * count, written: to + left };
            }
        }
        let mut plain = 0;
        while plain < 4 {
            // Three bytes for each char, and four for a high surrogate at the end.
            if count - at < 32 || capacity - to < 3 * 32 + 1 {
                break 'text;
            }
            // SAFETY: `source` has 64 bytes from `2 * at` on: the condition of the loop.
            let chars = unsafe { load_whole(source, 2 * at) };
            let two = _mm512_test_epi16_mask(chars, not_ascii);
            let three = _mm512_test_epi16_mask(chars, _mm512_set1_epi16(0xF800_u16.cast_signed()));
            if three == 0 {
                let bytes = 32 + two.count_ones() as usize;
                let vector = two_bytes(chars, two);
                // SAFETY: `room` has `bytes` bytes from `to` on: the condition of the loop.
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
                let a = _mm512_cvtepu16_epi32(half::<false>(chars));
                let b = _mm512_cvtepu16_epi32(half::<true>(chars));
                if three == u32::MAX {
                    // SAFETY: `room` has 97 bytes from `to` on: tested above.
                    unsafe { three_bytes(room, to, a, b) };
                    to += 96;
                } else {
                    // SAFETY: `room` has the bytes of this number from `to` on: tested above.
                    to += unsafe { put(room, to, [a, b], u64::MAX) };
                }
                at += 32;
                continue;
            }
            if count - at < 33 {
                break 'text;
            }
            let kinds = Kinds::of_half(chars);
            // SAFETY: `source` has 64 bytes from `2 * at + 2` on: the condition of the loop.
            let ahead = unsafe { load_whole(source, 2 * at + 2) };
            if !is_good(kinds, carry, ahead) {
                break 'text;
            }
            if kinds.high == PAIRS.0 || (kinds.high == PAIRS.1 && carry == 1) {
                // If the pairs begin with the second char, the first char was written before: see `carry`.
                let pairs = if kinds.high == PAIRS.0 { chars } else { ahead };
                at += if kinds.high == PAIRS.0 { 32 } else { 33 };
                carry = 0;
                let points = join_pairs(pairs);
                let heads = _mm512_set1_epi32(0x8080_80F0_u32.cast_signed());
                let bytes = _mm512_ternarylogic_epi32::<0xEA>(six_bits(points), _mm512_set1_epi8(0x3F), heads);
                // SAFETY: `room` has `bytes` bytes from `to` on: the condition of the loop.
                unsafe { store_whole(room, to, bytes) };
                to += 64;
                continue;
            }
            let points = join(chars, ahead, kinds.high);
            // SAFETY: `room` has the bytes of this number from `to` on: tested above.
            to += unsafe { put(room, to, points, !kinds.low) };
            carry = kinds.high >> 31;
            at += 32;
        }
    }
    at += usize::from(carry == 1);
    while at < count {
        let left = count - at;
        let (chars, kinds) = load_few(source, 2 * at, left, repairs);
        let mut step = if left <= 32 && kinds.wrong(0) == 0 { left } else { kinds.good(left.min(32)) };
        let mut bytes = kinds.utf8_bytes(step);
        if bytes > capacity - to {
            step = kinds.good((capacity - to) / 3);
            bytes = kinds.utf8_bytes(step);
        }
        if step == 0 {
            break;
        }
        put_few(room, to, chars, kinds, step, bytes);
        at += step;
        to += bytes;
    }
    Taken { read: 2 * at, written: to }
}

/// Loads up to 32 chars, `left` of which are in the source. If `repairs`, lone surrogates are replaced, but not a high one
/// that could be the first of a pair whose second comes after 32 chars.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn load_few(source: Source<'_>, at: usize, left: usize, repairs: bool) -> (__m512i, Kinds) {
    let chars = load(source, at);
    let kinds = Kinds::of_half(chars);
    if kinds.wrong(0) == 0 || !repairs {
        return (chars, kinds);
    }
    let lone = kinds.lone() & if left > 32 { low(31) } else { low(32) };
    let chars = _mm512_mask_mov_epi16(chars, low_half(lone), _mm512_set1_epi16(i16::from(b'?')));
    (chars, kinds.without(lone))
}

/// Converts up to 32 chars, if all of them are good and fit.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn little(source: Source<'_>, room: Target<'_>, repairs: bool) -> Option<Taken> {
    let count = source.bytes() / 2;
    if count > 32 {
        return None;
    }
    let (chars, kinds) = load_few(source, 0, count, repairs);
    if kinds.wrong(0) != 0 {
        return None;
    }
    let bytes = kinds.utf8_bytes(count);
    if bytes > room.bytes() {
        return None;
    }
    put_few(room, 0, chars, kinds, count, bytes);
    Some(Taken { read: 2 * count, written: bytes })
}

/// Writes the first `count` of at most 32 chars, which are good and become `bytes` bytes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn put_few(room: Target<'_>, to: usize, chars: __m512i, kinds: Kinds, count: usize, bytes: usize) {
    if bytes == count {
        store_only(room, to, _mm512_zextsi256_si512(_mm512_cvtepi16_epi8(chars)), bytes);
        return;
    }
    if kinds.three & low(count) == 0 {
        store_only(room, to, two_bytes(chars, low_half(kinds.two)), bytes);
        return;
    }
    let [live_a, live_b] = split(!kinds.low & low(count));
    let [a, b] = join(chars, one_later(chars), kinds.high);
    let (a, a_bytes) = gather(spread(a), live_a);
    store_only(room, to, a, a_bytes);
    if count > 16 {
        let (b, b_bytes) = gather(spread(b), live_b);
        store_only(room, to + a_bytes, b, b_bytes);
    }
}

/// Writes the code points of the lanes in `live`, and returns the number of bytes.
///
/// # Safety
///
/// * `room` has at least that number of bytes from `to` on.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
unsafe fn put(room: Target<'_>, to: usize, [a, b]: [__m512i; 2], live: u64) -> usize {
    let [live_a, live_b] = split(live);
    let (a, a_bytes) = gather(spread(a), live_a);
    // SAFETY: `room` has `a_bytes` bytes from `to` on, as the caller promises.
    unsafe { store_first(room, to, a, a_bytes) };
    let (b, b_bytes) = gather(spread(b), live_b);
    // SAFETY: `room` has `b_bytes` bytes from `to + a_bytes` on, as the caller promises.
    unsafe { store_first(room, to + a_bytes, b, b_bytes) };
    a_bytes + b_bytes
}

/// 32 chars below 800 as UTF-8, those above 7F (`two`) as two bytes:
///
/// ```text
/// char               00000yyy yyxxxxxx          (high byte, low byte)
/// >> 6               00000000 000yyyyy
/// << 8               yyxxxxxx 00000000
/// either, & 3F3F     00xxxxxx 000yyyyy
/// + 80C0             10xxxxxx 110yyyyy          in memory: 110yyyyy 10xxxxxx
/// kept               low byte always, high byte if it is not 0
/// ```
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn two_bytes(chars: __m512i, two: u32) -> __m512i {
    let (lead, trail) = (_mm512_srli_epi16::<6>(chars), _mm512_slli_epi16::<8>(chars));
    // (lead | trail) & 3F3F
    let both = _mm512_ternarylogic_epi32::<0xA8>(lead, trail, _mm512_set1_epi16(0x3F3F));
    let mixed = _mm512_mask_add_epi16(chars, two, both, _mm512_set1_epi16(0x80C0_u16.cast_signed()));
    let keep = _mm512_cmpge_epu8_mask(mixed, _mm512_set1_epi16(0x0100));
    // Into itself: Zen 5 waits for what was in the register before.
    _mm512_mask_compress_epi8(mixed, keep, mixed)
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

/// Compresses the lanes in `live` of the result of [`spread`], and returns the number of bytes.
///
/// ```text
/// spread             0 0 0 a  0 C3 A9 . …       no byte of UTF-8 but NUL is 0, and none is FF
/// at least           1 1 1 0  1  1  1 0 …       the last byte always
///                    FF FF FF FF                in lanes that are not live: never
/// ```
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn gather(bytes: __m512i, live: __mmask16) -> (__m512i, usize) {
    let least = _mm512_mask_mov_epi32(_mm512_set1_epi8(-1), live, _mm512_set1_epi32(0x0001_0101));
    let keep = _mm512_cmpge_epu8_mask(bytes, least);
    // Into itself: Zen 5 waits for what was in the register before.
    let packed = _mm512_mask_compress_epi8(bytes, keep, bytes);
    (packed, keep.count_ones() as usize)
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
/// * `room` has at least 96 bytes from `to` on.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
unsafe fn three_bytes(room: Target<'_>, to: usize, a: __m512i, b: __m512i) {
    let heads = _mm512_set1_epi32(0x8080_E000_u32.cast_signed());
    let six = _mm512_set1_epi8(0x3F);
    let a = _mm512_ternarylogic_epi32::<0xEA>(six_bits(a), six, heads);
    let b = _mm512_ternarylogic_epi32::<0xEA>(six_bits(b), six, heads);
    let first = _mm512_permutex2var_epi8(a, lanes(LAST_THREE), b);
    let rest = _mm512_permutex2var_epi8(a, lanes(LAST_THREE_UPPER), b);
    // SAFETY: `room` has `first` bytes from `to` on, as the caller promises.
    unsafe { store_whole(room, to, first) };
    // SAFETY: `room` has 96 bytes from `to` on, as the caller promises; the store before took 64.
    unsafe { store_first(room, to + 64, rest, 32) };
}

/// Bytes 1, 2, 3 of each lane of four, of two vectors side by side.
const LAST_THREE: [u8; 64] = last_three(0);
const LAST_THREE_UPPER: [u8; 64] = last_three(64);

const fn last_three(from: usize) -> [u8; 64] {
    table!(lane => (from + lane) / 3 % 32 * 4 + 1 + (from + lane) % 3)
}

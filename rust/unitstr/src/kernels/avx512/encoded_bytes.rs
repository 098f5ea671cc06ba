//! The number of bytes that chars become in UTF-8 and UTF-32.

use std::arch::x86_64::*;

use super::memory::{byte, lanes, load, load_whole, low};
use super::surrogates::{EVEN, Kinds, ODD};
use crate::Source;
use crate::kernels::Taken;

/// The sum of all lanes of eight bytes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) fn total(sums: __m512i) -> usize {
    // On this architecture a count of what is in memory always fits.
    usize::try_from(_mm512_reduce_add_epi64(sums)).unwrap_or(0)
}

/// Counts the bytes of UTF-8: one for each char, another one from 80 on, another one from 800 on, and one less for each
/// half of a pair.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(in crate::kernels) fn chars_utf8_bytes(source: Source<'_>) -> Taken {
    count::<true>(source)
}

/// Counts the bytes of UTF-32: four for each char, but none for a low surrogate.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(in crate::kernels) fn chars_utf32_bytes(source: Source<'_>) -> Taken {
    count::<false>(source)
}

/// Counts the bytes of UTF-8, or else of UTF-32. A high surrogate counts three bytes of UTF-8 or four of UTF-32, and a
/// low surrogate the rest of the four: so a block may end between the two.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn count<const UTF8: bool>(source: Source<'_>) -> Taken {
    let count = source.bytes() / 2;
    let (mut at, mut sum, mut carry) = (0, 0, 0);
    if count >= LONG {
        (at, sum, carry) = count_groups::<UTF8>(source);
    }
    // UTF-8: bytes besides one for each char. UTF-32: chars that become none.
    let of = |kinds: Kinds, lanes: u64| {
        let ones = |kind: u64| (kind & lanes).count_ones() as usize;
        if UTF8 { ones(kinds.two) + ones(kinds.three) - 2 * ones(kinds.low) } else { ones(kinds.low) }
    };
    while count - at >= 64 {
        // SAFETY: `source` has 64 bytes from `2 * at` on: the condition of the loop.
        let a = unsafe { load_whole(source, 2 * at) };
        // SAFETY: `source` has 64 bytes from `2 * at + 64` on: the condition of the loop.
        let b = unsafe { load_whole(source, 2 * at + 64) };
        let kinds = Kinds::of(a, b);
        if kinds.wrong(carry) != 0 {
            break;
        }
        sum += of(kinds, u64::MAX);
        carry = kinds.high >> 63;
        at += 64;
    }
    let left = (count - at).min(64);
    // Whether the last char so far is a high surrogate without a low one.
    let mut dangling = carry == 1;
    if left > 0 {
        let a = load(source, 2 * at);
        let kinds = if left <= 32 { Kinds::of_half(a) } else { Kinds::of(a, load(source, 2 * at + 64)) };
        let wrong = kinds.wrong(carry);
        let good = if wrong == 0 {
            dangling = kinds.high >> (left - 1) & 1 == 1;
            left
        } else {
            // Nothing is in the lanes after the last char: what is wrong there is that a high surrogate is the last.
            let place = wrong.trailing_zeros() as usize;
            dangling = kinds.low >> place & 1 == 0;
            place
        };
        sum += of(kinds, low(good));
        at += good;
    }
    if dangling {
        at -= 1;
        sum -= if UTF8 { 2 } else { 0 };
    }
    let written = if UTF8 { at + sum } else { 4 * (at - sum) };
    Taken { read: 2 * at, written }
}

/// From this number of chars on, sums in vectors are faster than counting bits.
const LONG: usize = 512;

/// Counts groups of up to 512 chars, each with one branch on its text: while there are no surrogates, it only looks for
/// them. Returns the number of chars, their count, and 1 if the last one is a high surrogate. Stops before a group that
/// is not good.
///
/// 64 chars, in two vectors, are classified by their high bytes and their low bytes:
///
/// ```text
/// a, b                       61 00  E9 00  2D 4E  3D D8  00 DE
/// high, low                  00 00 4E D8 DE      61 E9 2D 3D 00
/// 1 − (high | low & 80)       1  0  0  0  0      below 80; differences stop at 0
/// MORE[high >> 3]             0  0  1 10 10      from 800 on; surrogates are two bytes each, and seen by the 10
/// 1 − (high & FC ^ DC)        0  0  0  0  1      where a low surrogate is
/// the same of D8, one later   0  0  0  0  1      where it has to be
/// ```
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn count_groups<const UTF8: bool>(source: Source<'_>) -> (usize, usize, u64) {
    const ROUNDS: usize = 8;
    const QUIET: usize = 16;
    const MORE: [u8; 64] = {
        let mut more = [1; 64];
        // The sixth bit of an index is that of another byte.
        (more[0], more[32]) = (0, 0);
        (more[0xD8 >> 3], more[32 + (0xD8 >> 3)]) = (0x10, 0x10);
        more
    };
    let count = source.bytes() / 2;
    let zero = _mm512_setzero_si512();
    let one = _mm512_set1_epi8(1);
    let all = |byte: u8| _mm512_set1_epi8(byte.cast_signed());
    let mut at = 0;
    // Sums of the counts in lanes of one byte within a group.
    let mut sums = zero;
    // The high bytes before this group, and the number of groups since the last surrogate.
    let mut before = zero;
    let mut quiet = QUIET;
    while count - at >= 64 {
        // The first group is small, because a group with surrogates is read twice.
        let surrogates = quiet < QUIET;
        let rounds = ((count - at) / 64).min(if at == 0 { 2 } else { ROUNDS });
        let (mut below_80, mut from_800, mut seen) = (zero, zero, all(0xFF));
        let (mut wrong, mut lows, mut last) = (zero, zero, before);
        for round in 0..rounds {
            // SAFETY: 128 bytes are left: so many `rounds` are.
            let a = unsafe { load_whole(source, 2 * at + 128 * round) };
            // SAFETY: 128 bytes are left: so many `rounds` are.
            let b = unsafe { load_whole(source, 2 * at + 128 * round + 64) };
            let high = _mm512_permutex2var_epi8(a, lanes(ODD), b);
            if UTF8 {
                let low = _mm512_permutex2var_epi8(a, lanes(EVEN), b);
                // high | low & 80
                let any = _mm512_ternarylogic_epi32::<0xF8>(high, low, all(0x80));
                below_80 = _mm512_add_epi8(below_80, _mm512_subs_epu8(one, any));
                let more = _mm512_permutexvar_epi8(_mm512_srli_epi16::<3>(high), lanes(MORE));
                from_800 = _mm512_add_epi8(from_800, more);
            } else if !surrogates {
                // D8 ^ high & F8: zero for surrogates
                seen = _mm512_min_epu8(seen, _mm512_ternarylogic_epi32::<0x78>(all(0xD8), high, all(0xF8)));
            }
            if surrogates {
                let previous = _mm512_alignr_epi8::<15>(high, _mm512_alignr_epi64::<6>(high, last));
                // DC ^ high & FC, and with D8 the byte before
                let is = _mm512_subs_epu8(one, _mm512_ternarylogic_epi32::<0x78>(all(0xDC), high, all(0xFC)));
                let shall = _mm512_subs_epu8(one, _mm512_ternarylogic_epi32::<0x78>(all(0xD8), previous, all(0xFC)));
                // wrong | is ^ shall
                wrong = _mm512_ternarylogic_epi32::<0xF6>(wrong, is, shall);
                lows = _mm512_add_epi8(lows, is);
                last = high;
            }
        }
        let there = if UTF8 {
            _mm512_test_epi8_mask(from_800, all(0xF0)) != 0
        } else if surrogates {
            // A high surrogate at the end is counted with the group after it, which must be searched for that.
            _mm512_test_epi8_mask(lows, lows) != 0 || ends_high(last)
        } else {
            _mm512_testn_epi8_mask(seen, seen) != 0
        };
        quiet = if there { 0 } else { quiet + 1 };
        if there && !surrogates {
            // Again, and check each surrogate.
            continue;
        }
        if _mm512_test_epi8_mask(wrong, wrong) != 0 {
            break;
        }
        let counts = if UTF8 {
            let from_80 = _mm512_sub_epi8(all(byte(rounds)), below_80);
            _mm512_add_epi8(from_80, _mm512_and_si512(from_800, all(0x0F)))
        } else {
            lows
        };
        sums = _mm512_add_epi64(sums, _mm512_sad_epu8(counts, zero));
        before = last;
        at += 64 * rounds;
    }
    let sum = total(sums);
    let carry = u64::from(ends_high(before));
    // Here each half of a pair is two bytes of UTF-8; for the caller the first one is three.
    (at, if UTF8 { sum + usize::from(carry == 1) } else { sum }, carry)
}

/// Whether the last of these high bytes belongs to a high surrogate.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn ends_high(high_bytes: __m512i) -> bool {
    _mm_extract_epi8::<15>(_mm512_extracti32x4_epi32::<3>(high_bytes)) & 0xFC == 0xD8
}

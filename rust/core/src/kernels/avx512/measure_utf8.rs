//! How many chars UTF-8 becomes.
//!
//! Whether it is good is seen by the lookup of Keiser and Lemire (see [`lookup`](crate::kernels::lookup)). Each byte is
//! looked at with the three before it:
//!
//! ```text
//! v                  …  61  C3  A9  E4  B8  AD      cut from this block and the one before, 1 to 3 bytes earlier:
//! one before         …  ..  61  C3  A9  E4  B8
//! two before         …  ..  ..  61  C3  A9  E4      from E0 on: this byte has to be the third of its code point
//! three before       …  ..  ..  ..  61  C3  A9      from F0 on: the fourth
//!
//! FIRST_HIGH[one before >> 4] & FIRST_LOW[one before & F] & SECOND_HIGH[v >> 4]      the errors that all three allow
//! UNITS[v >> 4]      1   1   0   1   0   0          chars, counted at the lead
//! ```

use std::arch::x86_64::*;

use super::measure::total;
use super::memory::{lanes, load, load_whole, load4, low, signs};
use super::utf8::{Classes, counted, cut, good_prefix};
use crate::Source;
use crate::kernels::Taken;
use crate::kernels::lookup::{FIRST_HIGH, FIRST_LOW, SECOND_HIGH};

/// Chars, by the upper half of a byte.
const UNITS: [u8; 64] = four_times([1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 2]);

/// A permutation looks at six bits of an index, of which two come from the byte beside it: they shall not matter.
const fn four_times(row: [u8; 16]) -> [u8; 64] {
    let mut all = [0; 64];
    let mut at = 0;
    while at < 64 {
        all[at] = row[at % 16];
        at += 1;
    }
    all
}

/// Where `v`, after `before`, is wrong: not zero. What goes on after it is not.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn errors(before: __m512i, v: __m512i) -> __m512i {
    // To each 16 bytes the 16 before.
    let earlier = _mm512_alignr_epi64::<6>(v, before);
    let one = _mm512_alignr_epi8::<15>(v, earlier);
    let two = _mm512_alignr_epi8::<14>(v, earlier);
    let three = _mm512_alignr_epi8::<13>(v, earlier);
    let first = _mm512_permutexvar_epi8(_mm512_srli_epi16::<4>(one), const { lanes(four_times(FIRST_HIGH)) });
    let second = _mm512_permutexvar_epi8(one, const { lanes(four_times(FIRST_LOW)) });
    let third = _mm512_permutexvar_epi8(_mm512_srli_epi16::<4>(v), const { lanes(four_times(SECOND_HIGH)) });
    // first & second & third
    let special = _mm512_ternarylogic_epi32::<0x80>(first, second, third);
    // From 80 on where a byte has to be the third or the fourth.
    let from_e0 = _mm512_subs_epu8(two, _mm512_set1_epi8(0x60));
    let from_f0 = _mm512_subs_epu8(three, _mm512_set1_epi8(0x70));
    // (from_e0 | from_f0) & 80
    let due = _mm512_ternarylogic_epi32::<0xA8>(from_e0, from_f0, _mm512_set1_epi8(0x80_u8.cast_signed()));
    _mm512_xor_si512(due, special)
}

/// The chars of each byte.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn units(v: __m512i) -> __m512i {
    _mm512_permutexvar_epi8(_mm512_srli_epi16::<4>(v), lanes(UNITS))
}

/// The sums of eight lanes each.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn sums(lanes: __m512i) -> __m512i {
    _mm512_sad_epu8(lanes, _mm512_setzero_si512())
}

/// How many chars good UTF-8 becomes.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(in crate::kernels) fn utf8_chars(source: Source<'_>) -> Taken {
    let n = source.bytes();
    let (mut at, mut count) = (0, 0);
    if n < 64 {
        let v = load(source, 0);
        if signs(v) == 0 {
            return Taken { read: n, written: n };
        }
        // Zeros follow: a code point that goes on after the end is wrong.
        let wrong = errors(_mm512_setzero_si512(), v);
        if _mm512_test_epi8_mask(wrong, wrong) == 0 {
            let sum = total(sums(units(v)));
            return Taken {
                read: n,
                written: sum - (64 - n),
            };
        }
        return exact(source, 0, 0);
    }
    // The last block.
    let mut before = _mm512_setzero_si512();
    let mut sum = _mm512_setzero_si512();
    'text: loop {
        while n - at >= 256 {
            // SAFETY: so much is left: the condition of the loop.
            let [a, b, c, d] = unsafe { four(source, at) };
            if signs(or(a, b, c, d)) != 0 {
                break;
            }
            before = _mm512_setzero_si512();
            at += 256;
            count += 256;
        }
        loop {
            if n - at < 256 {
                break 'text;
            }
            // SAFETY: so much is left: just tested.
            let [a, b, c, d] = unsafe { four(source, at) };
            let wrong = or(errors(before, a), errors(a, b), errors(b, c), errors(c, d));
            if _mm512_test_epi8_mask(wrong, wrong) != 0 {
                break 'text;
            }
            // Eight at most in each lane.
            let chars = _mm512_add_epi8(_mm512_add_epi8(units(a), units(b)), _mm512_add_epi8(units(c), units(d)));
            sum = _mm512_add_epi64(sum, sums(chars));
            before = d;
            at += 256;
            if signs(or(a, b, c, d)) == 0 {
                break;
            }
        }
    }
    while n - at >= 64 {
        // SAFETY: so much is left: the condition of the loop.
        let v = unsafe { load_whole(source, at) };
        let wrong = errors(before, v);
        if _mm512_test_epi8_mask(wrong, wrong) != 0 {
            break;
        }
        sum = _mm512_add_epi64(sum, sums(units(v)));
        before = v;
        at += 64;
    }
    count += total(sum);
    if n - at < 64 {
        let v = load(source, at);
        let wrong = errors(before, v);
        if _mm512_test_epi8_mask(wrong, wrong) == 0 {
            let sum = total(sums(units(v)));
            return Taken {
                read: n,
                written: count + sum - (64 - (n - at)),
            };
        }
    }
    // A code point that is not finished yet is counted already: not so.
    let last = _mm_extract_epi32::<3>(_mm512_extracti32x4_epi32::<3>(before)).cast_unsigned();
    let open = cut(last);
    let lead = last >> (32 - 8 * open.max(1)) & 0xFF;
    if open > 0 {
        at -= open;
        count -= if lead >= 0xF0 { 2 } else { 1 };
    }
    exact(source, at, count)
}

/// Counts on from `at` to an error or to the end.
#[cold]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn exact(source: Source<'_>, mut at: usize, mut count: usize) -> Taken {
    let n = source.bytes();
    while at < n {
        let v = load(source, at);
        let (good, error) = good_prefix(v, (n - at).min(64));
        count += counted(&Classes::of(v), low(good));
        at += good;
        if error || good == 0 {
            break;
        }
    }
    Taken {
        read: at,
        written: count,
    }
}

/// Four vectors.
///
/// # Safety
///
/// * 256 bytes at least are left of `source` from `at` on.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
unsafe fn four(source: Source<'_>, at: usize) -> [__m512i; 4] {
    // SAFETY: 256 bytes are left: promised by the caller.
    unsafe { load4(source, at) }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn or(a: __m512i, b: __m512i, c: __m512i, d: __m512i) -> __m512i {
    // a | b | c
    _mm512_or_si512(_mm512_ternarylogic_epi32::<0xFE>(a, b, c), d)
}

//! The number of chars of UTF-8.
//!
//! Errors are found by the tables of [`lookup`](crate::kernels::lookup). Each byte is checked with the three before it:
//!
//! ```text
//! v                  …  61  C3  A9  E4  B8  AD      cut from this block and the one before, 1 to 3 bytes earlier:
//! one before         …  ..  61  C3  A9  E4  B8
//! two before         …  ..  ..  61  C3  A9  E4      from E0 on: this byte must be the third of its code point
//! three before       …  ..  ..  ..  61  C3  A9      from F0 on: the fourth
//!
//! FIRST_HIGH[one before >> 4] & FIRST_LOW[one before & F] & SECOND_HIGH[v >> 4]      the errors that all three allow
//! UNITS[v >> 4]      1   1   0   1   0   0          chars, counted at the lead
//! ```

use std::arch::x86_64::*;

use super::encoded_bytes::total;
use super::memory::{lanes, load, load_whole, load4, low, or4, signs};
use super::utf8::{Classes, counted, cut, errors, four_times, good_prefix, last_four};
use crate::Source;
use crate::kernels::Taken;

/// The number of chars by the upper half of a byte.
const UNITS: [u8; 64] = four_times([1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 2]);

/// Returns the number of chars of each byte.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn units(v: __m512i) -> __m512i {
    _mm512_permutexvar_epi8(_mm512_srli_epi16::<4>(v), lanes(UNITS))
}

/// Returns the sums of eight lanes each.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn sums(lanes: __m512i) -> __m512i {
    _mm512_sad_epu8(lanes, _mm512_setzero_si512())
}

/// Counts the chars of well-formed UTF-8.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(in crate::kernels) fn utf8_chars(source: Source<'_>) -> Taken {
    let n = source.bytes();
    let (mut at, mut count) = (0, 0);
    if n < 64 {
        let v = load(source, 0);
        if signs(v) == 0 {
            return Taken { read: n, written: n };
        }
        // Zeros follow the text: after an incomplete code point they are errors.
        let wrong = errors(_mm512_setzero_si512(), v);
        if _mm512_test_epi8_mask(wrong, wrong) == 0 {
            let sum = total(sums(units(v)));
            return Taken { read: n, written: sum - (64 - n) };
        }
        return exact(source, 0, 0);
    }
    // The last block.
    let mut before = _mm512_setzero_si512();
    let mut sum = _mm512_setzero_si512();
    'text: loop {
        while n - at >= 256 {
            // SAFETY: `source` has 256 bytes from `at` on: the condition of the loop.
            let [a, b, c, d] = unsafe { load4(source, at) };
            if signs(or4(a, b, c, d)) != 0 {
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
            // SAFETY: `source` has 256 bytes from `at` on: tested above.
            let [a, b, c, d] = unsafe { load4(source, at) };
            let wrong = or4(errors(before, a), errors(a, b), errors(b, c), errors(c, d));
            if _mm512_test_epi8_mask(wrong, wrong) != 0 {
                break 'text;
            }
            // At most eight in each lane.
            let chars = _mm512_add_epi8(_mm512_add_epi8(units(a), units(b)), _mm512_add_epi8(units(c), units(d)));
            sum = _mm512_add_epi64(sum, sums(chars));
            before = d;
            at += 256;
            if signs(or4(a, b, c, d)) == 0 {
                break;
            }
        }
    }
    while n - at >= 64 {
        // SAFETY: `source` has 64 bytes from `at` on: the condition of the loop.
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
            return Taken { read: n, written: count + sum - (64 - (n - at)) };
        }
    }
    // An incomplete code point was counted: it is left to the next step.
    let last = last_four(before);
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
        let classes = Classes::of(v);
        let (good, error) = good_prefix(v, &classes, (n - at).min(64));
        count += counted(&classes, low(good));
        at += good;
        if error || good == 0 {
            break;
        }
    }
    Taken { read: at, written: count }
}

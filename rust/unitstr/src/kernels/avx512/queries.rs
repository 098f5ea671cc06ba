//! Questions about a text that write nothing: is it UTF-8, is it Latin-1.
//!
//! UTF-8 is checked by the tables of [`lookup`](crate::kernels::lookup), 64 pairs of neighbours at a time. Of the vector
//! and the one before it, the bytes one, two and three places back are brought under each byte:
//!
//! ```text
//! before: […  x y z]   v: [a b c d …]
//!                  back 1: [z a b c …]     FIRST_HIGH[z >> 4] & FIRST_LOW[z & F] & SECOND_HIGH[a >> 4]
//!                  back 2: [y z a b …]     E0–FF: the byte under it has to be a second trail
//!                  back 3: [x y z a …]     F0–FF: a third one
//! ```

use std::arch::x86_64::*;

use super::memory::{load, load_whole, load4, or4, signs};
use super::utf8::{cut, errors, last_four};
use crate::Source;
use crate::kernels::Taken;

/// The bytes of well-formed text at the front, or fewer.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(in crate::kernels) fn utf8_valid(source: Source<'_>) -> Taken {
    let n = source.bytes();
    let mut at = ascii_run(source);
    let mut before = _mm512_setzero_si512();
    while n - at >= 128 {
        // SAFETY: 128 bytes at least are left: the condition of the loop.
        let a = unsafe { load_whole(source, at) };
        // SAFETY: the same.
        let b = unsafe { load_whole(source, at + 64) };
        if signs(_mm512_ternarylogic_epi64::<0xFE>(before, a, b)) == 0 {
            at += 128;
            at += ascii_run(source.rest(at));
            continue;
        }
        let errors = _mm512_or_si512(errors(before, a), errors(a, b));
        if _mm512_test_epi8_mask(errors, errors) != 0 {
            break;
        }
        before = b;
        at += 128;
    }
    loop {
        let block = (n - at).min(64);
        // What is not there is zero: after an unfinished sequence an error.
        let v = load(source, at);
        let errors = errors(before, v);
        if _mm512_test_epi8_mask(errors, errors) != 0 {
            break;
        }
        if block < 64 {
            return Taken { read: n, written: 0 };
        }
        before = v;
        at += 64;
    }
    Taken { read: at - cut(last_four(before)), written: 0 }
}

/// The bytes of UTF-16 without a lone surrogate at the front, or fewer.
///
/// ```text
/// v:     [D83D DE00|0061|D83D]   high: 1 0 0 1   low: 0 1 0 0
/// good if low == high << 1 | carry; the last high one is the carry of the next vector
/// ```
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(in crate::kernels) fn utf16_valid<const BIG: bool>(source: Source<'_>) -> Taken {
    // In the order of the memory.
    let order = |unit: u16| _mm512_set1_epi16(if BIG { unit.swap_bytes() } else { unit }.cast_signed());
    let (kind, which) = (order(0xF800), order(0xFC00));
    let surrogates = |v| _mm512_cmpeq_epi16_mask(_mm512_and_si512(v, kind), order(0xD800));
    let highs = |v| _mm512_cmpeq_epi16_mask(_mm512_and_si512(v, which), order(0xD800));
    let units = source.bytes() / 2;
    let mut done = 0;
    let mut carry = 0;
    'run: while units - done >= 128 {
        // SAFETY: 256 bytes at least are left: the condition of the loop.
        let vectors = unsafe { load4(source, 2 * done) };
        let [a, b, c, d] = vectors;
        let all = [surrogates(a), surrogates(b), surrogates(c), surrogates(d)];
        if all.into_iter().fold(carry, |any, mask| any | mask) == 0 {
            done += 128;
            continue;
        }
        for (v, all) in vectors.into_iter().zip(all) {
            let high = highs(v);
            if all ^ high != high << 1 | carry {
                break 'run;
            }
            carry = high >> 31;
            done += 32;
        }
    }
    while done < units {
        let v = load(source, 2 * done);
        let (all, high) = (surrogates(v), highs(v));
        let block = (units - done).min(32);
        if all ^ high != high << 1 | carry {
            break;
        }
        carry = high >> (block - 1) & 1;
        done += block;
    }
    Taken { read: 2 * (done - carry as usize), written: 0 }
}

/// The bytes of whole blocks of ASCII at the front.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) fn ascii_run(source: Source<'_>) -> usize {
    let mut at = 0;
    while source.bytes() - at >= 256 {
        // SAFETY: 256 bytes at least are left: the condition of the loop.
        let [a, b, c, d] = unsafe { load4(source, at) };
        if signs(or4(a, b, c, d)) != 0 {
            break;
        }
        at += 256;
    }
    at
}

/// The bytes of chars up to U+00FF at the front, and how many chars.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(in crate::kernels) fn utf8_latin1(source: Source<'_>) -> Taken {
    let n = source.bytes();
    let mut at = ascii_run(source);
    let mut chars = at;
    // Whether the block before ended with a lead.
    let mut lead = 0;
    while at < n {
        let v = load(source, at);
        let leads = _mm512_cmpge_epu8_mask(v, _mm512_set1_epi8(0xC0_u8.cast_signed()));
        let trails = signs(v) ^ leads;
        // Of the leads, C2 and C3 are left.
        let other = _mm512_xor_si512(v, _mm512_set1_epi8(0xC2_u8.cast_signed()));
        let bad = _mm512_mask_cmpgt_epu8_mask(leads, other, _mm512_set1_epi8(1));
        if bad | (trails ^ (leads << 1 | lead)) != 0 {
            break;
        }
        let block = (n - at).min(64);
        chars += block - trails.count_ones() as usize;
        lead = leads >> 63;
        at += block;
    }
    let lead = usize::from(lead != 0);
    Taken { read: at - lead, written: chars - lead }
}

/// The bytes of units up to U+00FF at the front.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(in crate::kernels) fn utf16_latin1<const BIG: bool>(source: Source<'_>) -> Taken {
    let wide = _mm512_set1_epi16(if BIG { 0x00FF } else { 0xFF00_u16.cast_signed() });
    let units = source.bytes() / 2;
    let mut done = 0;
    while units - done >= 128 {
        // SAFETY: 256 bytes at least are left: the condition of the loop.
        let [a, b, c, d] = unsafe { load4(source, 2 * done) };
        if _mm512_test_epi16_mask(or4(a, b, c, d), wide) != 0 {
            break;
        }
        done += 128;
    }
    while done < units {
        let good = _mm512_test_epi16_mask(load(source, 2 * done), wide).trailing_zeros() as usize;
        let keep = good.min(units - done);
        done += keep;
        if keep < 32 {
            break;
        }
    }
    Taken { read: 2 * done, written: done }
}

/// The bytes of units up to U+00FF at the front.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(in crate::kernels) fn utf32_latin1<const BIG: bool>(source: Source<'_>) -> Taken {
    let wide = _mm512_set1_epi32(if BIG { 0x00FF_FFFF } else { !0xFF });
    let units = source.bytes() / 4;
    let mut done = 0;
    while units - done >= 64 {
        // SAFETY: 256 bytes at least are left: the condition of the loop.
        let [a, b, c, d] = unsafe { load4(source, 4 * done) };
        if _mm512_test_epi32_mask(or4(a, b, c, d), wide) != 0 {
            break;
        }
        done += 64;
    }
    while done < units {
        let good = _mm512_test_epi32_mask(load(source, 4 * done), wide).trailing_zeros() as usize;
        let keep = good.min(units - done).min(16);
        done += keep;
        if keep < 16 {
            break;
        }
    }
    Taken { read: 4 * done, written: done }
}

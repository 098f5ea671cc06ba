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
use crate::Source;
use crate::kernels::Taken;
use crate::kernels::lookup::{FIRST_HIGH, FIRST_LOW, SECOND_HIGH, TWO_TRAILS};

/// A table of 16 bytes in each part of 128 bits.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn table(bytes: [u8; 16]) -> __m512i {
    _mm512_broadcast_i32x4(_mm_set_epi64x(
        i64::from_le_bytes([
            bytes[8], bytes[9], bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15],
        ]),
        i64::from_le_bytes([
            bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7],
        ]),
    ))
}

/// Not zero in each byte that can't follow those before it.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn errors(before: __m512i, v: __m512i) -> __m512i {
    let half = _mm512_set1_epi8(0x0F);
    // The last 128 bits of `before`, then the first 384 of `v`.
    let shifted = _mm512_alignr_epi64::<6>(v, before);
    let back1 = _mm512_alignr_epi8::<15>(v, shifted);
    let back2 = _mm512_alignr_epi8::<14>(v, shifted);
    let back3 = _mm512_alignr_epi8::<13>(v, shifted);
    let high = |bytes| _mm512_and_si512(_mm512_srli_epi16::<4>(bytes), half);
    let pairs = _mm512_ternarylogic_epi64::<0x80>(
        _mm512_shuffle_epi8(table(FIRST_HIGH), high(back1)),
        _mm512_shuffle_epi8(table(FIRST_LOW), _mm512_and_si512(back1, half)),
        _mm512_shuffle_epi8(table(SECOND_HIGH), high(v)),
    );
    // E0 and F0 become 80: from there on a lead is far enough back.
    let second = _mm512_subs_epu8(back2, _mm512_set1_epi8(0x60));
    let third = _mm512_subs_epu8(back3, _mm512_set1_epi8(0x70));
    let trails = _mm512_set1_epi8(TWO_TRAILS.cast_signed());
    // (trails & (second | third)) ^ pairs
    _mm512_xor_si512(_mm512_ternarylogic_epi64::<0xE0>(trails, second, third), pairs)
}

/// How many bytes at the end of a vector begin what it does not end.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn unfinished(v: __m512i) -> usize {
    let last = _mm_extract_epi32::<3>(_mm512_extracti32x4_epi32::<3>(v)).cast_unsigned();
    let [_, b61, b62, b63] = last.to_le_bytes();
    if b63 >= 0xC0 {
        1
    } else if b62 >= 0xE0 {
        2
    } else if b61 >= 0xF0 {
        3
    } else {
        0
    }
}

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
    Taken {
        read: at - unfinished(before),
        written: 0,
    }
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
    Taken {
        read: 2 * (done - carry as usize),
        written: 0,
    }
}

/// The bytes of whole blocks of ASCII at the front.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn ascii_run(source: Source<'_>) -> usize {
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
    Taken {
        read: at - lead,
        written: chars - lead,
    }
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
    Taken {
        read: 2 * done,
        written: done,
    }
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
    Taken {
        read: 4 * done,
        written: done,
    }
}

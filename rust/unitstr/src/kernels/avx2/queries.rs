//! Questions about a text that write nothing: is it UTF-8, is it Latin-1.
//!
//! UTF-8 is checked by the tables of [`lookup`](crate::kernels::lookup), 32 pairs of neighbours at a time. Of the vector
//! and the one before it, the bytes one, two and three places back are brought under each byte:
//!
//! ```text
//! before: […  x y z]   v: [a b c d …]
//!                  back 1: [z a b c …]     FIRST_HIGH[z >> 4] & FIRST_LOW[z & F] & SECOND_HIGH[a >> 4]
//!                  back 2: [y z a b …]     E0–FF: the byte under it has to be a second trail
//!                  back 3: [x y z a …]     F0–FF: a third one
//! ```

use std::arch::x86_64::*;

use super::memory::{lacks, load_whole, or4};
use super::utf8::{Block, dangling, load_rest};
use crate::Source;
use crate::kernels::Taken;

/// The bytes of well-formed text at the front, or fewer.
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn utf8_valid(source: Source<'_>) -> Taken {
    let signs = _mm256_set1_epi8(i8::MIN);
    let n = source.bytes();
    let mut at = ascii_run(source);
    let mut before = _mm256_setzero_si256();
    while n - at >= 64 {
        // SAFETY: 64 bytes at least are left: the condition of the loop.
        let [a, b] = unsafe { load_whole(source, at) };
        if lacks(_mm256_or_si256(before, _mm256_or_si256(a, b)), signs) {
            at += 64;
            at += ascii_run(source.rest(at));
            continue;
        }
        let errors = _mm256_or_si256(Block::new(before, a).errors(), Block::new(a, b).errors());
        if _mm256_testz_si256(errors, errors) == 0 {
            break;
        }
        before = b;
        at += 64;
    }
    loop {
        let left = n - at;
        // What is not there is zero: after an unfinished sequence an error.
        let v = load_rest(source, at);
        let errors = Block::new(before, v).errors();
        if _mm256_testz_si256(errors, errors) == 0 {
            break;
        }
        if left < 32 {
            return Taken { read: n, written: 0 };
        }
        before = v;
        at += 32;
    }
    Taken { read: at - dangling(before), written: 0 }
}

/// The bytes of UTF-16 without a lone surrogate at the front, or fewer.
///
/// ```text
/// v:     [D83D DE00|0061|D83D]   high: 11 00 00 11   low: 00 11 00 00     two bits for each unit
/// good if low == high << 2 | carry; the last high one is the carry of the next vector
/// ```
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn utf16_valid<const BIG: bool>(source: Source<'_>) -> Taken {
    // In the order of the memory.
    let order = |unit: u16| _mm256_set1_epi16(if BIG { unit.swap_bytes() } else { unit }.cast_signed());
    let (kind, which) = (order(0xF800), order(0xFC00));
    let surrogates = |v| _mm256_cmpeq_epi16(_mm256_and_si256(v, kind), order(0xD800));
    let mask = |lanes| _mm256_movemask_epi8(lanes).cast_unsigned();
    let highs = |v| mask(_mm256_cmpeq_epi16(_mm256_and_si256(v, which), order(0xD800)));
    let n = source.bytes() & !1;
    let mut at = 0;
    let mut carry = 0;
    'run: while n - at >= 128 {
        // SAFETY: 128 bytes at least are left: the condition of the loop.
        let vectors = unsafe { load_whole::<4>(source, at) };
        let [a, b, c, d] = vectors;
        let all = [surrogates(a), surrogates(b), surrogates(c), surrogates(d)];
        if carry == 0 && _mm256_testz_si256(or4(all), or4(all)) != 0 {
            at += 128;
            continue;
        }
        for (v, all) in vectors.into_iter().zip(all) {
            let high = highs(v);
            if mask(all) ^ high != high << 2 | carry {
                break 'run;
            }
            carry = high >> 30;
            at += 32;
        }
    }
    while n - at > 0 {
        let block = (n - at).min(32);
        let v = load_rest(source, at);
        let (all, high) = (mask(surrogates(v)), highs(v));
        // A half unit at the end is no surrogate's.
        let here = u32::MAX >> (32 - block);
        if (all ^ high) & here != (high << 2 | carry) & here {
            break;
        }
        carry = (high & here) >> (block - 2);
        at += block;
    }
    Taken { read: at - if carry == 0 { 0 } else { 2 }, written: 0 }
}

/// The bytes of whole blocks of ASCII at the front.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn ascii_run(source: Source<'_>) -> usize {
    let signs = _mm256_set1_epi8(i8::MIN);
    let mut at = 0;
    while source.bytes() - at >= 128 {
        // SAFETY: 128 bytes at least are left: the condition of the loop.
        let vectors = unsafe { load_whole::<4>(source, at) };
        if !lacks(or4(vectors), signs) {
            break;
        }
        at += 128;
    }
    at
}

/// The bytes of chars up to U+00FF at the front, and how many chars.
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn utf8_latin1(source: Source<'_>) -> Taken {
    let n = source.bytes();
    let mut at = ascii_run(source);
    let mut chars = at;
    // Whether the block before ended with a lead.
    let mut lead = 0;
    while n - at > 0 {
        let block = (n - at).min(32);
        let v = load_rest(source, at);
        let high = _mm256_movemask_epi8(v).cast_unsigned();
        // Signed, trails are the least: 80–BF.
        let trails = _mm256_cmpgt_epi8(_mm256_set1_epi8(0xC0_u8.cast_signed()), v);
        let trails = _mm256_movemask_epi8(trails).cast_unsigned();
        let leads = high & !trails;
        // C2 and C3, made one.
        let good = _mm256_cmpeq_epi8(_mm256_or_si256(v, _mm256_set1_epi8(1)), _mm256_set1_epi8(0xC3_u8.cast_signed()));
        let bad = leads & !_mm256_movemask_epi8(good).cast_unsigned();
        // Beyond the end all is zero but what a lead there wants.
        let here = u32::MAX >> (32 - block);
        if bad | ((trails ^ (leads << 1 | lead)) & here) != 0 {
            break;
        }
        chars += block - trails.count_ones() as usize;
        lead = leads >> (block - 1);
        at += block;
    }
    let lead = lead as usize;
    Taken { read: at - lead, written: chars - lead }
}

/// The bytes of units up to U+00FF at the front.
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn utf16_latin1<const BIG: bool>(source: Source<'_>) -> Taken {
    narrow::<2>(source, _mm256_set1_epi16(if BIG { 0x00FF } else { 0xFF00_u16.cast_signed() }))
}

/// The bytes of units up to U+00FF at the front.
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn utf32_latin1<const BIG: bool>(source: Source<'_>) -> Taken {
    narrow::<4>(source, _mm256_set1_epi32(if BIG { 0x00FF_FFFF } else { !0xFF }))
}

/// The bytes of vectors at the front that have none of the bits of `wide`.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn narrow<const UNIT: usize>(source: Source<'_>, wide: __m256i) -> Taken {
    let n = source.bytes();
    let mut at = 0;
    while n - at >= 128 {
        // SAFETY: 128 bytes at least are left: the condition of the loop.
        let vectors = unsafe { load_whole::<4>(source, at) };
        if !lacks(or4(vectors), wide) {
            break;
        }
        at += 128;
    }
    while n - at >= UNIT {
        let block = (n - at).min(32) & !(UNIT - 1);
        let wide = _mm256_and_si256(load_rest(source, at), wide);
        let narrow = _mm256_cmpeq_epi8(wide, _mm256_setzero_si256());
        let first = (!_mm256_movemask_epi8(narrow)).trailing_zeros() as usize;
        let keep = first.min(block) & !(UNIT - 1);
        at += keep;
        if keep < 32 {
            break;
        }
    }
    Taken { read: at, written: at / UNIT }
}

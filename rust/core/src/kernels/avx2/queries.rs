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

use super::memory::{lacks, load_some, load_whole, or4};
use crate::Source;
use crate::kernels::Taken;
use crate::kernels::lookup::{FIRST_HIGH, FIRST_LOW, SECOND_HIGH, TWO_TRAILS};

/// A table of 16 bytes in each half.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn table(bytes: [u8; 16]) -> __m256i {
    let [low, high] = [0, 8].map(|from| i64::from_le_bytes(std::array::from_fn(|at| bytes[from + at])));
    _mm256_set_epi64x(high, low, high, low)
}

/// Not zero in each byte that can't follow those before it.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn errors(before: __m256i, v: __m256i) -> __m256i {
    let half = _mm256_set1_epi8(0x0F);
    // The last 128 bits of `before`, then the first of `v`.
    let shifted = _mm256_permute2x128_si256::<0x21>(before, v);
    let back1 = _mm256_alignr_epi8::<15>(v, shifted);
    let back2 = _mm256_alignr_epi8::<14>(v, shifted);
    let back3 = _mm256_alignr_epi8::<13>(v, shifted);
    let high = |bytes| _mm256_and_si256(_mm256_srli_epi16::<4>(bytes), half);
    let first = _mm256_and_si256(
        _mm256_shuffle_epi8(table(FIRST_HIGH), high(back1)),
        _mm256_shuffle_epi8(table(FIRST_LOW), _mm256_and_si256(back1, half)),
    );
    let pairs = _mm256_and_si256(first, _mm256_shuffle_epi8(table(SECOND_HIGH), high(v)));
    // E0 and F0 become 80: from there on a lead is far enough back.
    let second = _mm256_subs_epu8(back2, _mm256_set1_epi8(0x60));
    let third = _mm256_subs_epu8(back3, _mm256_set1_epi8(0x70));
    let trails = _mm256_set1_epi8(TWO_TRAILS.cast_signed());
    _mm256_xor_si256(_mm256_and_si256(_mm256_or_si256(second, third), trails), pairs)
}

/// How many bytes at the end of a vector begin what it does not end.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn unfinished(v: __m256i) -> usize {
    let last = _mm256_extract_epi32::<7>(v).cast_unsigned();
    let [_, b29, b30, b31] = last.to_le_bytes();
    if b31 >= 0xC0 {
        1
    } else if b30 >= 0xE0 {
        2
    } else if b29 >= 0xF0 {
        3
    } else {
        0
    }
}

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
        let errors = _mm256_or_si256(errors(before, a), errors(a, b));
        if _mm256_testz_si256(errors, errors) == 0 {
            break;
        }
        before = b;
        at += 64;
    }
    loop {
        let left = n - at;
        // What is not there is zero: after an unfinished sequence an error.
        let v = load(source, at);
        let errors = errors(before, v);
        if _mm256_testz_si256(errors, errors) == 0 {
            break;
        }
        if left < 32 {
            return Taken { read: n, written: 0 };
        }
        before = v;
        at += 32;
    }
    Taken {
        read: at - unfinished(before),
        written: 0,
    }
}

/// The 32 bytes at `at`; zero where the source has ended.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn load(source: Source<'_>, at: usize) -> __m256i {
    let at = at.min(source.bytes());
    // SAFETY: just tested.
    unsafe { load_some(source, at, (source.bytes() - at).min(32)) }
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
        let v = load(source, at);
        let (all, high) = (mask(surrogates(v)), highs(v));
        // A half unit at the end is no surrogate's.
        let here = u32::MAX >> (32 - block);
        if (all ^ high) & here != (high << 2 | carry) & here {
            break;
        }
        carry = (high & here) >> (block - 2);
        at += block;
    }
    Taken {
        read: at - if carry == 0 { 0 } else { 2 },
        written: 0,
    }
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
        let v = load(source, at);
        let high = _mm256_movemask_epi8(v).cast_unsigned();
        // Signed, trails are the least: 80–BF.
        let trails = _mm256_cmpgt_epi8(_mm256_set1_epi8(0xC0_u8.cast_signed()), v);
        let trails = _mm256_movemask_epi8(trails).cast_unsigned();
        let leads = high & !trails;
        // C2 and C3, made one.
        let good = _mm256_cmpeq_epi8(
            _mm256_or_si256(v, _mm256_set1_epi8(1)),
            _mm256_set1_epi8(0xC3_u8.cast_signed()),
        );
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
    Taken {
        read: at - lead,
        written: chars - lead,
    }
}

/// The bytes of units up to U+00FF at the front.
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn utf16_latin1<const BIG: bool>(source: Source<'_>) -> Taken {
    narrow::<2>(
        source,
        _mm256_set1_epi16(if BIG { 0x00FF } else { 0xFF00_u16.cast_signed() }),
    )
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
        let wide = _mm256_and_si256(load(source, at), wide);
        let narrow = _mm256_cmpeq_epi8(wide, _mm256_setzero_si256());
        let first = (!_mm256_movemask_epi8(narrow)).trailing_zeros() as usize;
        let keep = first.min(block) & !(UNIT - 1);
        at += keep;
        if keep < 32 {
            break;
        }
    }
    Taken {
        read: at,
        written: at / UNIT,
    }
}

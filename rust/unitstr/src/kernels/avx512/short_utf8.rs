//! UTF-8 of at most one vector that is not ASCII: without a loop and without measuring. Malformed text is left to the
//! kernels for any size.
//!
//! Only this tier has this file: it can compress a vector at once. The functions are not inlined, so that ASCII saves
//! no registers for them. They load the text again, and depend on nothing that was seen of it before.

use std::arch::x86_64::*;

use super::memory::{at_least, load_first, low, store_whole};
use super::utf8::Classes;
use super::utf8_blocks::{Chars, four_chars, long_chars, three_chars};
use super::utf8_to_latin1::{Before, Narrow};
use crate::kernels::Taken;
use crate::{Source, Target};

/// Decodes UTF-8 that looks like Latin-1: no byte is above C3.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) fn short_utf8_to_latin1(source: Source<'_>, latin1: Target<'_>) -> Taken {
    let bytes = source.bytes();
    if bytes > 64 || latin1.bytes() < 64 || !latin1.is_scratch() {
        return super::utf8_to_latin1(source, latin1);
    }
    // SAFETY: `source` has `bytes` bytes, at most 64: tested above.
    let text = unsafe { load_first(source, bytes) };
    let block = Narrow::of(text, Before::NOTHING);
    if !block.is_whole() {
        return super::utf8_to_latin1(source, latin1);
    }
    let packed = _mm512_maskz_compress_epi8(!block.leads, block.bytes);
    // SAFETY: `latin1` has 64 bytes: tested above.
    unsafe { store_whole(latin1, 0, packed) };
    Taken { read: bytes, written: bytes - block.leads.count_ones() as usize }
}

/// The first of each three bytes, and of each four.
const FIRST_OF_THREE: u64 = 0x9249_2492_4924_9249;
const FIRST_OF_FOUR: u64 = 0x1111_1111_1111_1111;

/// Decodes UTF-8 that is not Latin-1: a byte is above C3.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) fn short_utf8_to_chars(source: Source<'_>, chars: Target<'_>) -> Taken {
    let bytes = source.bytes();
    if bytes > 64 || chars.bytes() < 128 || !chars.is_scratch() {
        return super::utf8_to_utf16(source, chars);
    }
    // SAFETY: `source` has `bytes` bytes, at most 64: tested above.
    let text = unsafe { load_first(source, bytes) };
    let valid = low(bytes);
    let classes = Classes::of(text);
    // No mask shows a code point that is incomplete after 64 bytes.
    if classes.wrong(valid) != 0 || classes.whole(bytes) < bytes {
        return super::utf8_to_utf16(source, chars);
    }
    // Only the ranges of second bytes remain to be checked. The places of leads tell whether all code points have one
    // length.
    let all = if classes.leads == FIRST_OF_THREE & valid && classes.leads == classes.threes {
        let (units, wrong) = three_chars(text, bytes / 3);
        one(units, bytes / 3, wrong)
    } else if classes.leads == FIRST_OF_FOUR & valid && classes.leads == classes.fours && at_least(text, 0xF5) == 0 {
        let (units, wrong) = four_chars(text, bytes / 4);
        one(units, bytes / 2, wrong)
    } else if classes.threes == 0 {
        let kinds = _mm512_maskz_sub_epi8(classes.leads, text, _mm512_set1_epi8(0xC2_u8.cast_signed()));
        Chars::short(text, kinds, !classes.leads & valid, bytes)
    } else {
        long_chars(text, &classes, valid)
    };
    if all.wrong {
        return super::utf8_to_utf16(source, chars);
    }
    // SAFETY: `chars` has 128 bytes: tested above.
    unsafe { store_whole(chars, 0, all.first) };
    if all.count > all.split {
        // SAFETY: `chars` has 128 bytes, tested above, and the first vector has 32 chars at most.
        unsafe { store_whole(chars, 2 * all.split, all.second) };
    }
    Taken { read: bytes, written: 2 * all.count }
}

/// Returns chars of one vector.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn one(first: __m512i, count: usize, wrong: bool) -> Chars {
    Chars { first, split: 32, second: _mm512_setzero_si512(), count, wrong }
}

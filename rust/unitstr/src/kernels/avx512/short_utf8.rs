//! UTF-8 of one vector that is no ASCII: no loop, and no room to be measured. What is malformed goes to the kernels for any
//! size.
//!
//! These are calls of their own, so that ASCII saves no register for them. They load the text again and take nothing for
//! granted that was seen of it before.

use std::arch::x86_64::*;

use super::memory::{at_least, load_first, low, store_whole};
use super::short::taken;
use super::utf8::Classes;
use super::utf8_blocks::{Chars, four_chars, long_chars, three_chars};
use super::utf8_latin1::{Before, Narrow};
use crate::Source;
use crate::kernels::Chosen;
use crate::raw::Room;

/// That is Latin-1, it seems: no byte is above C3.
///
/// # Safety
///
/// * `source` has at most 64 bytes; `latin1` has 64 bytes at least, and is scratch.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) unsafe fn short_utf8_to_latin1(source: Source<'_>, latin1: Room<'_>) -> Chosen {
    let bytes = source.bytes();
    // SAFETY: that is what the source has, and no more than a vector: promised by the caller.
    let text = unsafe { load_first(source, bytes) };
    let block = Narrow::of(text, Before::NOTHING);
    if !block.is_whole() {
        return Chosen::latin1(super::utf8_to_latin1(source, latin1));
    }
    let packed = _mm512_maskz_compress_epi8(!block.leads, block.bytes);
    // SAFETY: 64 bytes fit: promised by the caller.
    unsafe { store_whole(latin1, 0, packed) };
    Chosen::latin1(taken(bytes, bytes - block.leads.count_ones() as usize))
}

/// The first of each three bytes, and of each four.
const FIRST_OF_THREE: u64 = 0x9249_2492_4924_9249;
const FIRST_OF_FOUR: u64 = 0x1111_1111_1111_1111;

/// That is not Latin-1, it seems: a byte is above C3.
///
/// # Safety
///
/// * `source` has at most 64 bytes; `chars` has 128 bytes at least, and is scratch.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) unsafe fn short_utf8_to_chars(source: Source<'_>, chars: Room<'_>) -> Chosen {
    let bytes = source.bytes();
    // SAFETY: that is what the source has, and no more than a vector: promised by the caller.
    let text = unsafe { load_first(source, bytes) };
    let valid = low(bytes);
    let classes = Classes::of(text);
    // What goes on after 64 bytes shows in no mask.
    if classes.wrong(valid) != 0 || classes.whole(bytes) < bytes {
        return Chosen::chars(super::utf8_to_utf16(source, chars));
    }
    // Good but for the ranges of second bytes: if the leads are where they would be, all has that length.
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
        return Chosen::chars(super::utf8_to_utf16(source, chars));
    }
    // SAFETY: 128 bytes fit: promised by the caller.
    unsafe { store_whole(chars, 0, all.first) };
    if all.count > all.split {
        // SAFETY: 128 bytes fit, and the first vector has 32 chars at most.
        unsafe { store_whole(chars, 2 * all.split, all.second) };
    }
    Chosen::chars(taken(bytes, 2 * all.count))
}

/// Chars of one vector.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn one(first: __m512i, count: usize, wrong: bool) -> Chars {
    Chars { first, split: 32, second: _mm512_setzero_si512(), count, wrong }
}

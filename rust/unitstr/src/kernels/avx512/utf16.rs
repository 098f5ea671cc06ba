//! UTF-16 to UTF-16: checked, and copied or turned into the other byte order.

use std::arch::x86_64::*;

use super::memory::{both, load, load_whole, load4, store_loose, store_whole, store4};
use super::vectors::{Avx512, swap16};
use crate::kernels::Taken;
use crate::kernels::shared::plain::{self, Plain};
use crate::{Source, Target};

/// The high surrogates among 64 units, and the first surrogate that lacks its partner.
///
/// ```text
/// unit   a  H  L  b  H │ L          high  . 1 . . 1     one before: `carried`
/// pairs     └──┘     └─┼─┘          low   . . 1 . . │1  one after: `next_low`
///                                   a low one without a high one before it, or a high one without a low one after it
/// ```
struct Pairs {
    high: u64,
    /// The number of the first lone surrogate; 64 if there is none.
    alone: usize,
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn pairs<const BIG: bool>(a: __m512i, b: __m512i, carried: u64, next_low: u64) -> Pairs {
    // In the byte order of the memory.
    let (top, high, low) = if BIG { (0x00FC, 0x00D8, 0x00DC) } else { (0xFC00_u16, 0xD800_u16, 0xDC00_u16) };
    let [top, high, low] = [top, high, low].map(|bits| _mm512_set1_epi16(bits.cast_signed()));
    let [a, b] = [_mm512_and_si512(a, top), _mm512_and_si512(b, top)];
    let high = both(_mm512_cmpeq_epi16_mask(a, high), _mm512_cmpeq_epi16_mask(b, high));
    let low = both(_mm512_cmpeq_epi16_mask(a, low), _mm512_cmpeq_epi16_mask(b, low));
    let alone = low & !(high << 1 | carried) | high & !(low >> 1 | next_low << 63);
    Pairs { high, alone: alone.trailing_zeros() as usize }
}

/// The same of 32 units, after which there is nothing.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn pairs_of_half<const BIG: bool>(units: __m512i, carried: u64) -> Pairs {
    pairs::<BIG>(units, _mm512_setzero_si512(), carried, 0)
}

/// Whether a unit is a surrogate.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn any_surrogate<const BIG: bool>(units: __m512i) -> bool {
    let top = _mm512_set1_epi16(if BIG { 0x00F8 } else { 0xF800_u16.cast_signed() });
    let surrogate = _mm512_set1_epi16(if BIG { 0x00D8 } else { 0xD800_u16.cast_signed() });
    _mm512_cmpeq_epi16_mask(_mm512_and_si512(units, top), surrogate) != 0
}

/// Whether a unit of four vectors is a surrogate. Its difference in the upper five bits is zero, and so is the minimum
/// of all differences.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn any_surrogate_of4<const BIG: bool>([a, b, c, d]: [__m512i; 4]) -> bool {
    // (x ^ surrogate) & top
    const DIFFERENCE: i32 = 0b0010_1000;
    let top = _mm512_set1_epi16(if BIG { 0x00F8 } else { 0xF800_u16.cast_signed() });
    let surrogate = _mm512_set1_epi16(if BIG { 0x00D8 } else { 0xD800_u16.cast_signed() });
    let a = _mm512_ternarylogic_epi64::<DIFFERENCE>(a, top, surrogate);
    let b = _mm512_ternarylogic_epi64::<DIFFERENCE>(b, top, surrogate);
    let c = _mm512_ternarylogic_epi64::<DIFFERENCE>(c, top, surrogate);
    let d = _mm512_ternarylogic_epi64::<DIFFERENCE>(d, top, surrogate);
    let smallest = _mm512_min_epu16(_mm512_min_epu16(a, b), _mm512_min_epu16(c, d));
    _mm512_testn_epi16_mask(smallest, smallest) != 0
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn ordered<const SWAP: bool>(units: __m512i) -> __m512i {
    if SWAP { swap16(units) } else { units }
}

/// Copies good UTF-16, and changes its byte order if required.
///
/// Runs without surrogates are copied by four vectors. Other text is copied by two, with a branch only on whether a
/// surrogate is alone, until four steps had none.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(in crate::kernels) fn utf16_to_utf16<const FROM_BIG: bool, const TO_BIG: bool>(
    source: Source<'_>,
    room: Target<'_>,
) -> Taken {
    if FROM_BIG == TO_BIG { copy16::<FROM_BIG, false>(source, room) } else { copy16::<FROM_BIG, true>(source, room) }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn copy16<const BIG: bool, const SWAP: bool>(source: Source<'_>, room: Target<'_>) -> Taken {
    let limit = (source.bytes() / 2).min(room.bytes() / 2);
    let (mut done, mut carried) = (0, 0);
    if limit >= 64 {
        (done, carried) = copy_blocks::<BIG, SWAP>(source, room, limit);
        if done == limit {
            return Taken::same(2 * done);
        }
    }
    // At most 64 units, or up to a lone one. Zeros follow the source: a high surrogate at its end is alone.
    let at = 2 * done;
    let mut keep = limit - done;
    let a = load(source, at);
    if keep <= 32 {
        if carried != 0 || any_surrogate::<BIG>(a) {
            keep = complete(keep, &pairs_of_half::<BIG>(a, carried));
        }
        store_loose(room, at, ordered::<SWAP>(a), 2 * keep);
    } else {
        let b = load(source, at + 64);
        // A high surrogate at the end is left, whether its partner does not fit or is missing.
        let next_low = u64::from(keep > 64) & is_low_at::<BIG>(source, at + 128);
        keep = complete(keep.min(64), &pairs::<BIG>(a, b, carried, next_low));
        store_loose(room, at, ordered::<SWAP>(a), (2 * keep).min(64));
        if keep > 32 {
            store_loose(room, at + 64, ordered::<SWAP>(b), 2 * (keep - 32));
        }
    }
    let bytes = 2 * (done + keep);
    Taken { read: bytes, written: bytes }
}

/// How many of `count` units, at most 64, come before a lone surrogate and before a pair that is not complete.
#[inline(always)]
fn complete(count: usize, pairs: &Pairs) -> usize {
    let keep = count.min(pairs.alone);
    if keep > 0 && pairs.high >> (keep - 1) & 1 != 0 { keep - 1 } else { keep }
}

/// Copies units up to `limit`, 64 at least, while at least 64 are left and no surrogate among them is alone. Returns
/// their number, and 1 if the last one is a high surrogate.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn copy_blocks<const BIG: bool, const SWAP: bool>(source: Source<'_>, room: Target<'_>, limit: usize) -> (usize, u64) {
    let tier = Avx512::new();
    let no_surrogates = Plain::no_surrogates::<_, BIG>(tier);
    let mut done = plain::convert_run::<_, 2, 2, SWAP>(tier, source, room, no_surrogates).read / 2;
    let mut carried = 0;
    loop {
        let mut plain = 0;
        while plain < 4 {
            let left = limit - done;
            if left < 64 {
                return (done, carried);
            }
            let at = 2 * done;
            // SAFETY: `source` has 64 bytes from `at` on: tested above.
            let a = unsafe { load_whole(source, at) };
            // SAFETY: `source` has 64 bytes from `at + 64` on: tested above.
            let b = unsafe { load_whole(source, at + 64) };
            // The partner of the last one may lie after the block, but not after the limit.
            let next_low = if left > 64 { is_low_at::<BIG>(source, at + 128) } else { 0 };
            let pairs = pairs::<BIG>(a, b, carried, next_low);
            if pairs.alone < 64 {
                return (done, carried);
            }
            let vector = ordered::<SWAP>(a);
            // SAFETY: `room` has 64 bytes from `at` on: tested above.
            unsafe { store_whole(room, at, vector) };
            let vector = ordered::<SWAP>(b);
            // SAFETY: `room` has 64 bytes from `at + 64` on: tested above.
            unsafe { store_whole(room, at + 64, vector) };
            done += 64;
            plain = if pairs.high | carried == 0 { plain + 1 } else { 0 };
            carried = pairs.high >> 63;
        }
        while limit - done >= 128 && carried == 0 {
            // SAFETY: `source` has 256 bytes from `2 * done` on: the condition of the loop.
            let [a, b, c, d] = unsafe { load4(source, 2 * done) };
            if any_surrogate_of4::<BIG>([a, b, c, d]) {
                break;
            }
            let units = [ordered::<SWAP>(a), ordered::<SWAP>(b), ordered::<SWAP>(c), ordered::<SWAP>(d)];
            // SAFETY: `room` has 256 bytes from `2 * done` on: the condition of the loop.
            unsafe { store4(room, 2 * done, units) };
            done += 128;
        }
    }
}

/// 1 if the unit at `at` is a low surrogate, otherwise 0.
#[inline(always)]
fn is_low_at<const BIG: bool>(source: Source<'_>, at: usize) -> u64 {
    let unit = source.read::<u16>(at).unwrap_or(0);
    let unit = if BIG { unit.swap_bytes() } else { unit };
    u64::from(unit & 0xFC00 == 0xDC00)
}

//! UTF-16 to UTF-16: checked, and copied or turned into the other byte order.
//!
//! 32 units at a time, of which only the high bytes matter:
//!
//! ```text
//! units          a  H  L  b  H  L  c  …           H a high surrogate, L a low one
//! high bytes     .  D8 DC .  D8 DC .              packed into one vector
//! highs          0  1  0  0  1  0  0              & FC = D8, one bit each
//! lows           0  0  1  0  0  1  0              & FC = DC, and a 33rd bit for the unit after these
//! good if        lows = highs << 1 | carry        carry: the unit before these was a high one
//! ```
//!
//! The lowest bit that differs gives the number of good units: those before a low surrogate without a high one, or
//! before the high surrogate whose low one is missing.

use std::arch::x86_64::*;

use super::memory::{load_some, load_whole, number, store_some, store_whole};
use super::vectors::{Avx2, packed16, swap16};
use crate::kernels::Taken;
use crate::kernels::shared::plain::{self, Plain};
use crate::{Source, Target};

/// The high bytes of 32 units, in order.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn high_bytes<const BIG: bool>([a, b]: [__m256i; 2]) -> __m256i {
    let high = |units| {
        if BIG { _mm256_and_si256(units, _mm256_set1_epi16(0x00FF)) } else { _mm256_srli_epi16::<8>(units) }
    };
    packed16(high(a), high(b))
}

/// Returns which of 32 high bytes are `value` but for the lowest two bits: D8 in high surrogates, DC in low ones.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) fn equal_tops(high_bytes: __m256i, value: u8) -> u32 {
    let tops = _mm256_and_si256(high_bytes, _mm256_set1_epi8(0xFC_u8.cast_signed()));
    let equal = _mm256_cmpeq_epi8(tops, _mm256_set1_epi8(value.cast_signed()));
    _mm256_movemask_epi8(equal).cast_unsigned()
}

/// Returns which of 32 units are high surrogates, and which are low ones.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn halves(high_bytes: __m256i) -> (u32, u32) {
    (equal_tops(high_bytes, 0xD8), equal_tops(high_bytes, 0xDC))
}

/// The lowest `count` bits, of at most 32.
#[inline(always)]
pub(super) const fn first_bits(count: usize) -> u32 {
    if count < 32 { (1 << count) - 1 } else { u32::MAX }
}

/// Up to 32 units, at number `at`: their high bytes, the low surrogates among them, and the number of good ones.
pub(super) struct Block {
    at: usize,
    pub(super) units: [__m256i; 2],
    pub(super) high_bytes: __m256i,
    pub(super) lows: u32,
    pub(super) good: usize,
}

/// Calls `each` with the good units from `at` up to `count`, 32 at a time while there are as many, and returns the
/// number of the first one that is left. It never cuts a pair, because it looks at the unit after each block.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn good_units<const BIG: bool>(source: Source<'_>, mut at: usize, count: usize, mut each: impl FnMut(Block)) -> usize {
    let mut carry = 0;
    while count - at > 32 {
        // SAFETY: `source` has 64 bytes from `2 * at` on: the condition of the loop.
        let units = unsafe { load_whole::<2>(source, 2 * at) };
        let high_bytes = high_bytes::<BIG>(units);
        let (highs, lows) = halves(high_bytes);
        // SAFETY: `source` has the bytes of this number from `2 * at + 64` on: see above.
        let next: u16 = unsafe { number(source, 2 * at + 64) };
        let next = if BIG { next.swap_bytes() } else { next };
        let low_next = u64::from(next & 0xFC00 == 0xDC00) << 32;
        if u64::from(lows) | low_next != u64::from(highs) << 1 | u64::from(carry) {
            break;
        }
        each(Block { at, units, high_bytes, lows, good: 32 });
        carry = highs >> 31;
        at += 32;
    }
    last_units::<BIG, true>(source, at, count, carry, each).0
}

/// The same for the units from `at` on, at most one block; `carry` is 1 if the unit before them is a high surrogate. If
/// its low surrogate is missing and was not looked at before (`LOOKED`), the result excludes that high surrogate, which
/// was part of a block, and the second value is true.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) fn last_units<const BIG: bool, const LOOKED: bool>(
    source: Source<'_>,
    at: usize,
    count: usize,
    carry: u32,
    mut each: impl FnMut(Block),
) -> (usize, bool) {
    let left = (count - at).min(32);
    // SAFETY: `source` has `left` units from `at` on.
    let a = unsafe { load_some(source, 2 * at, 2 * left.min(16)) };
    let b = if left > 16 {
        // SAFETY: `source` has `left` units from `at` on.
        unsafe { load_some(source, 2 * at + 32, 2 * (left - 16)) }
    } else {
        _mm256_setzero_si256()
    };
    let high_bytes = high_bytes::<BIG>([a, b]);
    let (highs, lows) = halves(high_bytes);
    let expected = u64::from(highs) << 1 | u64::from(carry);
    if !LOOKED && u64::from(lows) == expected {
        // All are good. For this number, a count need not wait.
        each(Block { at, units: [a, b], high_bytes, lows, good: left });
        return (at + left, false);
    }
    let differ = (u64::from(lows) ^ expected).trailing_zeros() as usize;
    // One more than the units if a high surrogate at the end lacks its low one.
    let first = differ.min(left);
    let lacking = (expected & !u64::from(lows)) >> first & 1 == 1;
    if lacking && first == 0 {
        // Another party has changed a unit that was looked at: only the text is wrong.
        return if LOOKED { (at, false) } else { (at - 1, true) };
    }
    let good = first - usize::from(lacking);
    each(Block { at, units: [a, b], high_bytes, lows: lows & first_bits(good), good });
    (at + good, false)
}

/// Copies units up to the first block that has a surrogate; of a short text all or none.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn copy_plain<const BIG: bool, const SWAP: bool>(source: Source<'_>, room: Target<'_>) -> Taken {
    let tier = Avx2::new();
    let no_surrogates = Plain::no_surrogates::<_, BIG>(tier);
    match source.bytes() {
        bytes if bytes % 2 != 0 || bytes > 256 => {
            plain::convert_run::<_, 2, 2, SWAP>(tier, source, room, no_surrogates)
        }
        0 => Taken::NOTHING,
        1..=32 => plain::short::<_, true, 2, 2, SWAP>(tier, source, room, no_surrogates),
        _ => plain::short::<_, false, 2, 2, SWAP>(tier, source, room, no_surrogates),
    }
}

#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn utf16_to_utf16<const FROM_BIG: bool, const TO_BIG: bool>(
    source: Source<'_>,
    room: Target<'_>,
) -> Taken {
    let count = source.bytes().min(room.bytes()) / 2;
    let taken = if FROM_BIG == TO_BIG {
        copy_plain::<FROM_BIG, false>(source, room)
    } else {
        copy_plain::<FROM_BIG, true>(source, room)
    };
    let plain = taken.read / 2;
    if plain == count {
        return taken;
    }
    let units = good_units::<FROM_BIG>(source, plain, count, |block| {
        let order = |units| if FROM_BIG == TO_BIG { units } else { swap16(units) };
        let (a, b) = (order(block.units[0]), order(block.units[1]));
        let (at, good) = (2 * block.at, block.good);
        if good == 32 {
            // SAFETY: there is room for `count` units.
            unsafe { store_whole(room, at, [a, b]) };
        } else {
            // SAFETY: there is room for `count` units.
            unsafe { store_some(room, at, a, 2 * good.min(16)) };
            if good > 16 {
                // SAFETY: there is room for `count` units.
                unsafe { store_some(room, at + 32, b, 2 * good - 32) };
            }
        }
    });
    Taken::same(2 * units)
}

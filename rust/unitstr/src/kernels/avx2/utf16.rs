//! UTF-16 that is checked: copied, swapped, or asked how many chars or bytes it becomes.
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
//! The lowest bit that differs tells how many units are good: those before a low one without a high one, or before the
//! high one whose low one is missing there.

use std::arch::x86_64::*;

use super::decode::packed;
use super::memory::{load_some, load_whole, number, store_some, store_whole};
use crate::Source;
use crate::kernels::Taken;
use crate::raw::Room;

/// The high bytes of 32 units, in order.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn high_bytes<const BIG: bool>([a, b]: [__m256i; 2]) -> __m256i {
    let high = |units| {
        if BIG { _mm256_and_si256(units, _mm256_set1_epi16(0x00FF)) } else { _mm256_srli_epi16::<8>(units) }
    };
    packed(high(a), high(b))
}

/// Which of 32 units are high surrogates, and which are low ones.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn halves(high_bytes: __m256i) -> (u32, u32) {
    let six = _mm256_and_si256(high_bytes, _mm256_set1_epi8(0xFC_u8.cast_signed()));
    let equal = |value: u8| {
        let equal = _mm256_cmpeq_epi8(six, _mm256_set1_epi8(value.cast_signed()));
        _mm256_movemask_epi8(equal).cast_unsigned()
    };
    (equal(0xD8), equal(0xDC))
}

/// The lowest `count` bits, of at most 32.
#[inline(always)]
const fn first_bits(count: usize) -> u32 {
    if count < 32 { (1 << count) - 1 } else { u32::MAX }
}

/// Up to 32 units: where they are, themselves, their high bytes, and which are low surrogates; how many are good.
struct Block {
    at: usize,
    units: [__m256i; 2],
    high_bytes: __m256i,
    lows: u32,
    good: usize,
}

/// Calls `each` with the good units of the first `count`, 32 at a time as long as there are as many, and says how many
/// there were. A pair is never cut: the unit after each block is looked at.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn good_units<const BIG: bool>(source: Source<'_>, count: usize, mut each: impl FnMut(Block)) -> usize {
    let (mut at, mut carry) = (0, 0);
    while count - at > 32 {
        // SAFETY: more than 32 units are left: the condition of the loop.
        let units = unsafe { load_whole::<2>(source, 2 * at) };
        let high_bytes = high_bytes::<BIG>(units);
        let (highs, lows) = halves(high_bytes);
        // SAFETY: as above.
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

/// The same for the units from `at` on, as far as one block goes; `carry` is 1 if that before them was a high surrogate.
/// If its low one was not looked at (`LOOKED`) and is not there, it is not among the units, although it was in a block:
/// that is said too.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn last_units<const BIG: bool, const LOOKED: bool>(
    source: Source<'_>,
    at: usize,
    count: usize,
    carry: u32,
    mut each: impl FnMut(Block),
) -> (usize, bool) {
    let left = (count - at).min(32);
    // SAFETY: so many units are left.
    let a = unsafe { load_some(source, 2 * at, 2 * left.min(16)) };
    let b = if left > 16 {
        // SAFETY: so many units are left.
        unsafe { load_some(source, 2 * at + 32, 2 * (left - 16)) }
    } else {
        _mm256_setzero_si256()
    };
    let high_bytes = high_bytes::<BIG>([a, b]);
    let (highs, lows) = halves(high_bytes);
    let expected = u64::from(highs) << 1 | u64::from(carry);
    let differ = (u64::from(lows) ^ expected).trailing_zeros() as usize;
    // One more than there are if a high one at the end lacks its low one.
    let first = differ.min(left);
    let lacking = (expected & !u64::from(lows)) >> first & 1 == 1;
    if lacking && first == 0 {
        // A unit that was looked at has changed since: only the text is wrong.
        return if LOOKED { (at, false) } else { (at - 1, true) };
    }
    let good = first - usize::from(lacking);
    each(Block { at, units: [a, b], high_bytes, lows: lows & first_bits(good), good });
    (at + good, false)
}

/// Swaps the bytes of each unit.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) fn swap16(units: __m256i) -> __m256i {
    _mm256_or_si256(_mm256_slli_epi16::<8>(units), _mm256_srli_epi16::<8>(units))
}

#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn utf16_to_utf16<const FROM_BIG: bool, const TO_BIG: bool>(
    source: Source<'_>,
    room: Room<'_>,
) -> Taken {
    let count = source.bytes().min(room.bytes()) / 2;
    let units = good_units::<FROM_BIG>(source, count, |block| {
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
    Taken { read: 2 * units, written: 2 * units }
}

/// What was counted of good units.
struct Counts {
    /// All of them, a pair never cut.
    units: usize,
    seconds: usize,
    /// What `more` said, and that too of a first half of a pair without its second, which is not among `units`.
    more: usize,
    dangling: bool,
}

/// Counts good units, and if `MORE` adds up what `more` says of 32 units: of two vectors, the high bytes of both in any order, and
/// how many of the units, from the first, count. As [`good_units`], but the high bytes are brought together without
/// packing:
///
/// ```text
/// 16 units         . a . b . c …       high bytes at odd places
/// 16 more          A . B . C . …       shifted down by 8
/// blended          A a B b C c …
/// ```
///
/// The unit after another is so two bits further; that after the last of the first 16 is the first of the others.
/// Big-endian, the first 16 are at even places and the others at odd ones.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn counted<const BIG: bool, const MORE: bool>(
    source: Source<'_>,
    more: impl Fn([__m256i; 2], __m256i, usize) -> usize,
) -> Counts {
    let count = source.bytes() / 2;
    let odd = _mm256_set1_epi16(0xFF00_u16.cast_signed());
    let (mut at, mut carry, mut seconds, mut sum) = (0, 0, 0, 0);
    while count - at > 32 {
        // SAFETY: more than 64 bytes are left: the condition of the loop.
        let [a] = unsafe { load_whole::<1>(source, 2 * at) };
        // SAFETY: as above.
        let [b] = unsafe { load_whole::<1>(source, 2 * at + if MORE || BIG { 32 } else { 33 }) };
        let high_bytes = if !MORE && !BIG {
            // One byte further, they need no shift.
            _mm256_blendv_epi8(b, a, odd)
        } else if BIG {
            _mm256_blendv_epi8(a, _mm256_slli_epi16::<8>(b), odd)
        } else {
            _mm256_blendv_epi8(_mm256_srli_epi16::<8>(b), a, odd)
        };
        let (highs, lows) = halves(high_bytes);
        let expected = highs << 2 | if BIG { highs >> 29 & 2 } else { highs >> 31 };
        if lows != expected | carry {
            break;
        }
        carry = if BIG { highs >> 31 } else { highs >> 29 & 2 };
        seconds += lows.count_ones() as usize;
        sum += more([a, b], high_bytes, 32);
        at += 32;
    }
    let (units, dangling) = last_units::<BIG, false>(source, at, count, u32::from(carry != 0), |block| {
        seconds += block.lows.count_ones() as usize;
        sum += more(block.units, block.high_bytes, block.good);
    });
    Counts { units, seconds, more: sum, dangling }
}

#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn utf16_chars<const BIG: bool>(source: Source<'_>) -> Taken {
    let Counts { units, .. } = counted::<BIG, false>(source, |_, _, _| 0);
    Taken { read: 2 * units, written: units }
}

/// How many bytes chars become in UTF-32: four, and none for the second of a pair.
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn chars_utf32_bytes(source: Source<'_>) -> Taken {
    let Counts { units, seconds, .. } = counted::<false, false>(source, |_, _, _| 0);
    Taken { read: 2 * units, written: 4 * (units - seconds) }
}

/// How many bytes chars become in UTF-8: one, one more from 80 on, and one more from 800 on, which is one too many for
/// either half of a pair.
///
/// ```text
/// char                   0061 07FF 20AC
/// the smaller with 80    0061 0080 0080     packed into bytes: the sign tells those from 80 on
/// high byte + 78         78   7F   98       with saturation:   the sign tells those from 800 on
/// ```
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn chars_utf8_bytes(source: Source<'_>) -> Taken {
    let less = |units| _mm256_min_epu16(units, _mm256_set1_epi16(0x80));
    let signs = |bytes| u64::from(_mm256_movemask_epi8(bytes).cast_unsigned());
    let counts = counted::<false, true>(source, |[a, b], high_bytes, good| {
        let three = signs(_mm256_adds_epu8(high_bytes, _mm256_set1_epi8(0x78)));
        let (two, count) = if good == 32 {
            (_mm256_packus_epi16(less(a), less(b)), u64::MAX)
        } else {
            (packed(less(a), less(b)), u64::from(first_bits(good)) * 0x1_0000_0001)
        };
        ((signs(two) | three << 32) & count).count_ones() as usize
    });
    let seconds = counts.seconds + usize::from(counts.dangling);
    Taken { read: 2 * counts.units, written: counts.units + counts.more - 2 * seconds }
}

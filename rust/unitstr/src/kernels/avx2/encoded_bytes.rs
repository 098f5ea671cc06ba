//! The number of bytes that chars become in UTF-8 and UTF-32.

use std::arch::x86_64::*;

use super::memory::load_whole;
use super::utf16::{first_bits, halves, last_units};
use super::vectors::packed16;
use crate::Source;
use crate::kernels::Taken;

/// The counts of good units.
struct Counts {
    /// All of them; a pair is never cut.
    units: usize,
    seconds: usize,
    /// The sum of the results of `more`, including that of a high surrogate at the end, which is not among `units`.
    more: usize,
    dangling: bool,
}

/// Counts good units, and if `MORE` adds up what `more` says of 32 units: of two vectors, the high bytes of both in any
/// order, and how many of the units, from the first, count. As [`good_units`], but the high bytes are brought together
/// without packing:
///
/// ```text
/// 16 units         . a . b . c …       high bytes at odd places
/// 16 more          A . B . C . …       shifted down by 8
/// blended          A a B b C c …
/// ```
///
/// The unit after another is so two bits further; that after the last of the first 16 is the first of the others.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn counted<const MORE: bool>(source: Source<'_>, more: impl Fn([__m256i; 2], __m256i, usize) -> usize) -> Counts {
    let count = source.bytes() / 2;
    let odd = _mm256_set1_epi16(0xFF00_u16.cast_signed());
    let (mut at, mut carry, mut seconds, mut sum) = (0, 0, 0, 0);
    while count - at > 32 {
        // SAFETY: `source` has 32 bytes from `2 * at` on: the condition of the loop.
        let [a] = unsafe { load_whole::<1>(source, 2 * at) };
        // SAFETY: `source` has 32 bytes from `2 * at + if MORE { 32 } else { 33 }` on: see above.
        let [b] = unsafe { load_whole::<1>(source, 2 * at + if MORE { 32 } else { 33 }) };
        // One byte further, they need no shift.
        let high_bytes = _mm256_blendv_epi8(if MORE { _mm256_srli_epi16::<8>(b) } else { b }, a, odd);
        let (highs, lows) = halves(high_bytes);
        if lows != highs << 2 | highs >> 31 | carry {
            break;
        }
        carry = highs >> 29 & 2;
        seconds += lows.count_ones() as usize;
        sum += more([a, b], high_bytes, 32);
        at += 32;
    }
    let (units, dangling) = last_units::<false, false>(source, at, count, u32::from(carry != 0), |block| {
        seconds += block.lows.count_ones() as usize;
        sum += more(block.units, block.high_bytes, block.good);
    });
    Counts { units, seconds, more: sum, dangling }
}

/// Counts the bytes of UTF-32: four for each char, but none for a low surrogate.
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn chars_utf32_bytes(source: Source<'_>) -> Taken {
    let Counts { units, seconds, .. } = counted::<false>(source, |_, _, _| 0);
    Taken { read: 2 * units, written: 4 * (units - seconds) }
}

/// Counts the bytes of UTF-8: one for each char, another one from 80 on, and another one from 800 on, which is one too
/// many for either half of a pair.
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
    let counts = counted::<true>(source, |[a, b], high_bytes, good| {
        let three = signs(_mm256_adds_epu8(high_bytes, _mm256_set1_epi8(0x78)));
        let (two, count) = if good == 32 {
            (_mm256_packus_epi16(less(a), less(b)), u64::MAX)
        } else {
            (packed16(less(a), less(b)), u64::from(first_bits(good)) * 0x1_0000_0001)
        };
        ((signs(two) | three << 32) & count).count_ones() as usize
    });
    let seconds = counts.seconds + usize::from(counts.dangling);
    Taken { read: 2 * counts.units, written: counts.units + counts.more - 2 * seconds }
}

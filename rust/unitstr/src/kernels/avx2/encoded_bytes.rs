//! The number of bytes that chars become in UTF-8 and UTF-32.

use std::arch::x86_64::*;

use super::memory::{load, number};
use super::utf16::{equal_tops, first_bits, last_units};
use super::vectors::packed16;
use crate::Source;
use crate::kernels::Taken;

/// The counts of good units.
struct Counts {
    /// All of them; a pair is never cut.
    units: usize,
    /// The low surrogates among them.
    seconds: usize,
    /// The bits of [`more_bits`], including the two of a high surrogate at the end, which is not among `units`.
    more: usize,
    /// Whether there is such a high surrogate.
    dangling: bool,
}

/// Counts good units, and if `UTF8` the bytes that they are besides one for each. The high bytes of 32 units are brought
/// together without packing:
///
/// ```text
/// 16 units         . a . b . c …       high bytes at odd places
/// shifted by 8     a . b . c . …
/// 16 more          . A . B . C …
/// blended          a A b B c C …
/// ```
///
/// The high bytes of the units after them need no shift if `a` is loaded one byte further.
///
/// Units are good if a low surrogate follows each high one, and nothing else:
///
/// ```text
/// units                H  L  x  H  L
/// high & FC = D8       1  0  0  1  0
/// next & FC = DC       1  0  0  1  .
/// ```
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn counted<const UTF8: bool>(source: Source<'_>) -> Counts {
    let count = source.bytes() / 2;
    let odd = _mm256_set1_epi16(0xFF00_u16.cast_signed());
    let (mut at, mut pairs, mut more) = (0, 0, 0);
    // SAFETY: `source` has a unit: it is only read if there are more than 32.
    let begins_low = count > 32 && unsafe { number::<u16>(source, 0) } & 0xFC00 == 0xDC00;
    while count - at > 32 && !begins_low {
        // SAFETY: `source` has the 32 bytes from `2 * at + offset` on: 33 units are left.
        let [a, b, after_a, after_b] = [0, 32, 3, 34].map(|offset| unsafe { load(source, 2 * at + offset) });
        let high_bytes = _mm256_blendv_epi8(_mm256_srli_epi16::<8>(a), b, odd);
        let highs = equal_tops(high_bytes, 0xD8);
        if highs != equal_tops(_mm256_blendv_epi8(after_a, after_b, odd), 0xDC) {
            break;
        }
        pairs += highs.count_ones() as usize;
        if UTF8 {
            more += more_bits::<false>([a, b], high_bytes).count_ones() as usize;
        }
        at += 32;
    }
    // SAFETY: `source` has `at` units, of which this is the last.
    let carry = at > 0 && unsafe { number::<u16>(source, 2 * at - 2) } & 0xFC00 == 0xD800;
    let (units, dangling) = last_units::<false, false>(source, at, count, u32::from(carry), |block| {
        pairs += block.lows.count_ones() as usize;
        if UTF8 {
            let good = u64::from(first_bits(block.good)) * 0x1_0000_0001;
            more += (more_bits::<true>(block.units, block.high_bytes) & good).count_ones() as usize;
        }
    });
    // The high surrogate before the last units was counted, and either it is not good or its low one was counted too.
    // Saturating: another party may have changed it meanwhile.
    Counts { units, seconds: pairs.saturating_sub(carry.into()), more, dangling }
}

/// Counts the bytes of UTF-32: four for each char, but none for a low surrogate.
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn chars_utf32_bytes(source: Source<'_>) -> Taken {
    let Counts { units, seconds, .. } = counted::<false>(source);
    Taken { read: 2 * units, written: 4 * (units - seconds) }
}

/// Counts the bytes of UTF-8: one for each char, another one from 80 on, and another one from 800 on, which is one too
/// many for either half of a pair.
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn chars_utf8_bytes(source: Source<'_>) -> Taken {
    let counts = counted::<true>(source);
    let seconds = counts.seconds + usize::from(counts.dangling);
    Taken { read: 2 * counts.units, written: counts.units + counts.more - 2 * seconds }
}

/// A bit for each byte that 32 units are in UTF-8 besides one for each, surrogates as if they were chars; `ORDERED`: in
/// the order of the units, which their high bytes then must have too.
///
/// ```text
/// char                   0061 07FF 20AC
/// the smaller with 80    0061 0080 0080     packed into bytes: the sign tells those from 80 on
/// high byte + 78         78   7F   98       with saturation:   the sign tells those from 800 on
/// ```
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn more_bits<const ORDERED: bool>([a, b]: [__m256i; 2], high_bytes: __m256i) -> u64 {
    let less = |units| _mm256_min_epu16(units, _mm256_set1_epi16(0x80));
    let signs = |bytes| u64::from(_mm256_movemask_epi8(bytes).cast_unsigned());
    let (a, b) = (less(a), less(b));
    let two = signs(if ORDERED { packed16(a, b) } else { _mm256_packus_epi16(a, b) });
    let three = signs(_mm256_adds_epu8(high_bytes, _mm256_set1_epi8(0x78)));
    two | three << 32
}

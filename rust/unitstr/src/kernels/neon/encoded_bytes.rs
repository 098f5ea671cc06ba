//! The number of bytes that chars become in UTF-8 and UTF-32.

use std::arch::aarch64::*;

use super::memory::{V, load_some, load_whole};
use super::utf8::{all, low};
use super::utf16::{Halves, has_surrogates, high_bytes, kind};
use super::vectors::{any, bits, u16s};
use crate::Source;
use crate::kernels::Taken;

/// `FF` at chars from 80 on.
#[inline]
#[target_feature(enable = "neon")]
fn from_80([a, b]: [V; 2]) -> V {
    let narrow = vqmovn_high_u16(vqmovn_u16(u16s(a)), u16s(b));
    vcltzq_s8(vreinterpretq_s8_u8(narrow))
}

/// Counts good chars, and what is to be added to them: for UTF-8 one for each char from 80 on and another one from 800
/// on, which is one too many for either half of a pair; otherwise the low surrogates.
///
/// A pair is never cut, because each step looks at the char after it, as in [`super::utf16`].
#[inline]
#[target_feature(enable = "neon")]
fn counted<const UTF8: bool>(source: Source<'_>) -> (usize, usize) {
    let count = source.bytes() / 2;
    let (mut at, mut sum) = (0, 0);
    let mut highs = all(0);
    let mut goes_on = true;
    while goes_on && count - at > 16 {
        let mut lanes = all(0);
        // A lane grows by at most 2 in each round.
        for _ in 0..((count - at - 1) / 16).min(127) {
            // SAFETY: `source` has more than 16 chars from `at` on, for each round.
            let chars: [V; 2] = unsafe { load_whole(source, 2 * at) };
            let bytes = high_bytes::<false>(chars);
            let mut these = all(0);
            if has_surrogates(bytes) {
                // SAFETY: `source` has 34 bytes from `2 * at` on: see above.
                let next = unsafe { load_whole(source, 2 * at + 2) };
                these = kind(bytes, 0xD8);
                let lows = kind(bytes, 0xDC);
                // No char before was compared with the first one if there was no surrogate among those.
                let alone = vgetq_lane_u8::<0>(lows) != vgetq_lane_u8::<15>(highs);
                if alone || any(veorq_u8(these, kind(high_bytes::<false>(next), 0xDC))) {
                    goes_on = false;
                    break;
                }
                // FF is −1.
                lanes = if UTF8 { vaddq_u8(lanes, vorrq_u8(these, lows)) } else { vsubq_u8(lanes, lows) };
            }
            highs = these;
            if UTF8 {
                lanes = vsubq_u8(vsubq_u8(lanes, from_80(chars)), vcgeq_u8(bytes, all(0x08)));
            }
            at += 16;
        }
        sum += usize::from(vaddlvq_u8(lanes));
    }
    let left = (count - at).min(16);
    // SAFETY: `source` has `left` chars from `at` on.
    let chars: [V; 2] = unsafe { load_some(source, 2 * at, 2 * left) };
    let bytes = high_bytes::<false>(chars);
    let halves = Halves::of(bytes);
    let good = halves.good_among(left, vgetq_lane_u8::<15>(highs) != 0);
    if UTF8 {
        let more = bits([from_80(chars), vcgeq_u8(bytes, all(0x08))]);
        let surrogates = (halves.all() & low(good)).count_ones();
        sum += ((more & (low(good) * 0x0001_0001)).count_ones() - surrogates) as usize;
    } else {
        sum += (halves.lows & low(good)).count_ones() as usize;
    }
    (at + good, sum)
}

/// Counts the bytes of UTF-32: four for each char, but none for a low surrogate.
#[target_feature(enable = "neon")]
pub(in crate::kernels) fn chars_utf32_bytes(source: Source<'_>) -> Taken {
    let (units, lows) = counted::<false>(source);
    Taken { read: 2 * units, written: 4 * (units - lows) }
}

/// Counts the bytes of UTF-8.
#[target_feature(enable = "neon")]
pub(in crate::kernels) fn chars_utf8_bytes(source: Source<'_>) -> Taken {
    let (units, more) = counted::<true>(source);
    Taken { read: 2 * units, written: units + more }
}

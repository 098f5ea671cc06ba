//! UTF-16 to UTF-16: checked, and copied or turned into the other byte order.
//!
//! 16 units at a time, of which only the high bytes matter:
//!
//! ```text
//! units             a  H  L  b  H  L  c  …           H a high surrogate, L a low one
//! high bytes        .  D8 DC .  D8 DC .              of both vectors in one
//! highs             0  FF 0  0  FF 0  0              & FC = D8
//! lows of the next  0  FF 0  0  FF 0  0              the same of the units one further, & FC = DC
//! good if both are the same
//! ```
//!
//! So a pair is never cut, and only the first unit of all needs another test: it must not be a low surrogate.

use std::arch::aarch64::*;

use super::memory::{V, load_some, load_whole, store_some, store_whole};
use super::utf8::all;
use super::vectors::{Neon, any, bits};
use crate::kernels::Taken;
use crate::kernels::shared::numbers::number;
use crate::kernels::shared::plain::{self, Plain};
use crate::{Source, Target};

/// The high bytes of 16 units, in order.
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn high_bytes<const BIG: bool>([a, b]: [V; 2]) -> V {
    if BIG { vuzp1q_u8(a, b) } else { vuzp2q_u8(a, b) }
}

/// Whether any of 16 units is a surrogate.
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn has_surrogates(high_bytes: V) -> bool {
    any(vceqq_u8(vandq_u8(high_bytes, all(0xF8)), all(0xD8)))
}

/// `FF` at the high bytes of surrogates of one kind: 0xD8 for high, 0xDC for low.
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn kind(high_bytes: V, value: u8) -> V {
    vceqq_u8(vandq_u8(high_bytes, all(0xFC)), all(value))
}

/// Whether the unit at `at` is a low surrogate; `false` at the end of the source.
#[inline]
#[target_feature(enable = "neon")]
fn begins_low<const BIG: bool>(source: Source<'_>, at: usize) -> bool {
    if source.bytes().saturating_sub(2 * at) < 2 {
        return false;
    }
    // SAFETY: the test above: `source` has a unit at `at`.
    let unit: u16 = unsafe { number(source, 2 * at) };
    let unit = if BIG { unit.swap_bytes() } else { unit };
    unit & 0xFC00 == 0xDC00
}

/// The surrogates among up to 16 units, one bit each.
#[derive(Clone, Copy)]
pub(super) struct Halves {
    highs: u32,
    pub(super) lows: u32,
}

impl Halves {
    #[inline]
    #[target_feature(enable = "neon")]
    pub(super) fn of(high_bytes: V) -> Self {
        if !has_surrogates(high_bytes) {
            return Self { highs: 0, lows: 0 };
        }
        let both = bits([kind(high_bytes, 0xD8), kind(high_bytes, 0xDC)]);
        Self { highs: both & 0xFFFF, lows: both >> 16 }
    }

    /// The number of units before the first error or incomplete pair, among the first `count`; `paired`: the first one
    /// may be the low surrogate of a high one before it.
    #[inline(always)]
    pub(super) const fn good_among(self, count: usize, paired: bool) -> usize {
        let expected = self.highs << 1 | paired as u32 & self.lows;
        let differ = (self.lows ^ expected | 1 << 31).trailing_zeros() as usize;
        let first = if differ > count { count } else { differ };
        // The high surrogate before it lacks its low one.
        let lacks = expected & !self.lows;
        first - (lacks >> first & 1) as usize
    }

    #[inline(always)]
    pub(super) const fn all(self) -> u32 {
        self.highs | self.lows
    }
}

/// Copies units up to the first block that has a surrogate; of a short text all or none.
#[inline]
#[target_feature(enable = "neon")]
fn copy_plain<const BIG: bool, const SWAP: bool>(source: Source<'_>, room: Target<'_>) -> Taken {
    let tier = Neon::new();
    let no_surrogates = Plain::no_surrogates::<_, BIG>(tier);
    match source.bytes() {
        bytes if bytes % 2 != 0 || bytes > 256 => {
            plain::convert_run::<_, 2, 2, SWAP>(tier, source, room, no_surrogates)
        }
        0 => Taken::NOTHING,
        1..=16 => plain::short::<_, true, 2, 2, SWAP>(tier, source, room, no_surrogates),
        _ => plain::short::<_, false, 2, 2, SWAP>(tier, source, room, no_surrogates),
    }
}

#[target_feature(enable = "neon")]
pub(in crate::kernels) fn utf16_to_utf16<const FROM_BIG: bool, const TO_BIG: bool>(
    source: Source<'_>,
    room: Target<'_>,
) -> Taken {
    let count = source.bytes().min(room.bytes()) / 2;
    let order = |units| if FROM_BIG == TO_BIG { units } else { vrev16q_u8(units) };
    let taken = if FROM_BIG == TO_BIG {
        copy_plain::<FROM_BIG, false>(source, room)
    } else {
        copy_plain::<FROM_BIG, true>(source, room)
    };
    let mut at = taken.read / 2;
    if at == count {
        return taken;
    }
    let mut highs = all(0);
    if !begins_low::<FROM_BIG>(source, at) {
        while count - at > 16 {
            // SAFETY: `source` has 32 bytes from `2 * at` on: the condition of the loop.
            let units: [V; 2] = unsafe { load_whole(source, 2 * at) };
            // SAFETY: `source` has 34 bytes from `2 * at` on: the condition of the loop.
            let next = unsafe { load_whole(source, 2 * at + 2) };
            let block_highs = kind(high_bytes::<FROM_BIG>(units), 0xD8);
            if any(veorq_u8(block_highs, kind(high_bytes::<FROM_BIG>(next), 0xDC))) {
                break;
            }
            highs = block_highs;
            // SAFETY: `room` has `count` units, more than 16 after `at`: the condition of the loop.
            unsafe { store_whole(room, 2 * at, units.map(order)) };
            at += 16;
        }
    }
    let left = (count - at).min(16);
    // SAFETY: `source` has `left` units from `at` on.
    let units: [V; 2] = unsafe { load_some(source, 2 * at, 2 * left) };
    let paired = vgetq_lane_u8::<15>(highs) != 0;
    let good = Halves::of(high_bytes::<FROM_BIG>(units)).good_among(left, paired);
    // SAFETY: `room` has `good` units from `at` on.
    unsafe { store_some(room, 2 * at, units.map(order), 2 * good) };
    Taken::same(2 * (at + good))
}

//! Chars to UTF-32, 16 at a time.
//!
//! ```text
//! chars              a   H   L   b   …              loaded at `at`
//! next               H   L   b   …                  those one further: the low one lies beside its high one
//! highs              0   1   0   0                  of the chars
//! lows of next       0   1   0   0                  has to be the same
//! dropped            0   0   1   0                  lows of the chars
//! widened            a   (H << 10) + L − 35FDC00   –   b        lanes of 32 bits
//! shuffled           a   HL  b                      4 lanes to 2 to 4, by [`UNITS`], whose lanes are half as large
//! ```
//!
//! Each store writes 16 bytes, and the next one overwrites the excess. The last one is written by two stores of 8
//! bytes, the second of which ends where the text ends.

use std::arch::aarch64::*;

use super::memory::{V, load_some, load_whole, moved_down, store_buffer, store_half, store_some, store_whole};
use super::utf8::low;
use super::utf16::{Halves, has_surrogates, high_bytes};
use super::vectors::{Neon, Sets, any, each16, row, u16s};
use crate::kernels::Taken;
use crate::kernels::shared::Vectors;
use crate::kernels::shared::numbers::number;
use crate::kernels::shared::tables::UNITS;
use crate::{Source, Target};

/// Units of 32 bits in the order of the target.
#[inline]
#[target_feature(enable = "neon")]
fn ordered<const BIG: bool>(units: uint32x4_t) -> V {
    let units = vreinterpretq_u8_u32(units);
    if BIG { vrev32q_u8(units) } else { units }
}

/// 16 chars without surrogates.
#[inline]
#[target_feature(enable = "neon")]
fn widened<const BIG: bool>([a, b]: [V; 2]) -> [V; 4] {
    let tier = Neon::new();
    let ([a, b], [c, d]) = (tier.widen16(a), tier.widen16(b));
    [a, b, c, d].map(|units| ordered::<BIG>(vreinterpretq_u32_u8(units)))
}

/// Returns which chars are surrogates of one kind: 0xD800 for high, 0xDC00 for low.
#[inline]
#[target_feature(enable = "neon")]
fn kind(chars: V, value: u16) -> uint16x8_t {
    vceqq_u16(vandq_u16(u16s(chars), vdupq_n_u16(0xFC00)), vdupq_n_u16(value))
}

/// The 16 chars that lie one further, of which `last` is the last one. Not loaded again: sizes depend on both.
#[inline]
#[target_feature(enable = "neon")]
fn one_further([a, b]: [V; 2], last: u16) -> [V; 2] {
    [vextq_u8::<2>(a, b), vextq_u8::<2>(b, each16(last))]
}

/// Widens 8 chars, and joins each high surrogate with the next char.
#[inline]
#[target_feature(enable = "neon")]
fn joined<const BIG: bool>(chars: V, next: V) -> [V; 2] {
    let highs = kind(chars, 0xD800);
    let (chars, next) = (u16s(chars), u16s(next));
    let offset = vdupq_n_u32(0x035F_DC00);
    let low = vsubq_u32(vaddw_u16(vshll_n_u16::<10>(vget_low_u16(chars)), vget_low_u16(next)), offset);
    let high = vsubq_u32(vaddw_high_u16(vshll_high_n_u16::<10>(chars), next), offset);
    let mask = |highs| vreinterpretq_u32_u16(highs);
    [
        ordered::<BIG>(vbslq_u32(mask(vzip1q_u16(highs, highs)), low, vmovl_u16(vget_low_u16(chars)))),
        ordered::<BIG>(vbslq_u32(mask(vzip2q_u16(highs, highs)), high, vmovl_high_u16(chars))),
    ]
}

/// For each 4 of 16 chars the lanes of their code points: two bits for each that is not a low surrogate.
#[inline]
#[target_feature(enable = "neon")]
fn kept([a, b]: [V; 2]) -> Sets {
    let weights = vreinterpretq_u16_u64(vdupq_n_u64(0x00C0_0030_000C_0003));
    let set = |chars| vbicq_u16(weights, kind(chars, 0xDC00));
    let pairs = vpaddq_u16(set(a), set(b));
    Sets::new(vmovn_u16(vpaddq_u16(pairs, pairs)))
}

/// Joins the pairs of 16 chars, of which `next` are those one further; returns four parts, and the lanes of 16 bits in
/// each.
#[inline]
#[target_feature(enable = "neon")]
fn parts<const BIG: bool>(chars: [V; 2], next: [V; 2]) -> ([V; 4], Sets) {
    let sets = kept(chars);
    let ([a, b], [c, d]) = (joined::<BIG>(chars[0], next[0]), joined::<BIG>(chars[1], next[1]));
    let part = |lanes, number| vqtbl1q_u8(lanes, row(&UNITS, sets.set(number)));
    ([part(a, 0), part(b, 1), part(c, 2), part(d, 3)], sets)
}

#[target_feature(enable = "neon")]
pub(in crate::kernels) fn chars_to_utf32<const BIG: bool>(source: Source<'_>, room: Target<'_>) -> Taken {
    let (count, capacity) = (source.bytes() / 2, room.bytes());
    let (mut at, mut to) = (0, 0);
    let mut paired = false;
    while count - at > 16 && capacity - to >= 64 {
        // SAFETY: `source` has 32 bytes from `2 * at` on: the condition of the loop.
        let chars: [V; 2] = unsafe { load_whole(source, 2 * at) };
        if has_surrogates(high_bytes::<false>(chars)) {
            // SAFETY: `source` has 34 bytes from `2 * at` on: the condition of the loop.
            let last: u16 = unsafe { number(source, 2 * at + 32) };
            let next = one_further(chars, last);
            let differ = |chars, next| vreinterpretq_u8_u16(veorq_u16(kind(chars, 0xD800), kind(next, 0xDC00)));
            // No char before was compared with the first one if there was no surrogate among those.
            let alone = (vgetq_lane_u16::<0>(kind(chars[0], 0xDC00)) != 0) != paired;
            if alone || any(vorrq_u8(differ(chars[0], next[0]), differ(chars[1], next[1]))) {
                break;
            }
            let (parts, sets) = parts::<BIG>(chars, next);
            // No two lanes in a row are dropped: each part has at least 2 of 4.
            // SAFETY: `room` has 64 bytes from `to` on, the condition of the loop; each part has at most 16.
            unsafe { store_whole(room, to, [parts[0]]) };
            // SAFETY: `room` has 16 bytes from this place on: see above.
            unsafe { store_whole(room, to + 2 * sets.end(0), [parts[1]]) };
            // SAFETY: `room` has 16 bytes from this place on: see above.
            unsafe { store_whole(room, to + 2 * sets.end(1), [parts[2]]) };
            let (start, end) = (to + 2 * sets.end(2), to + 2 * sets.end(3));
            let tail = moved_down(parts[3], end - start - 8);
            // SAFETY: `room` has 8 bytes from `start` on: see above.
            unsafe { store_half(room, start, parts[3]) };
            // SAFETY: `room` has 8 bytes from `end - 8` on, which is not before `start`.
            unsafe { store_half(room, end - 8, tail) };
            to = end;
            paired = vgetq_lane_u16::<7>(kind(chars[1], 0xD800)) != 0;
        } else {
            let units = widened::<BIG>(chars);
            // SAFETY: `room` has 64 bytes from `to` on: the condition of the loop.
            unsafe { store_whole(room, to, units) };
            to += 64;
            paired = false;
        }
        at += 16;
    }
    // The low surrogate was written with its high one.
    at += usize::from(paired);
    while at < count {
        let left = (count - at).min(16);
        // SAFETY: `source` has `left` chars from `at` on.
        let chars: [V; 2] = unsafe { load_some(source, 2 * at, 2 * left) };
        let halves = Halves::of(high_bytes::<false>(chars));
        let good = halves.good_among(left, false);
        let codes = good - (halves.lows & low(good)).count_ones() as usize;
        if good == 0 || capacity - to < 4 * codes {
            break;
        }
        if halves.all() == 0 {
            let units = widened::<BIG>(chars);
            // SAFETY: `room` has `4 * codes` bytes from `to` on: tested above.
            unsafe { store_some(room, to, units, 4 * codes) };
        } else {
            let (parts, sets) = parts::<BIG>(chars, one_further(chars, 0));
            let starts = [0, 2 * sets.end(0), 2 * sets.end(1), 2 * sets.end(2)];
            // SAFETY: `room` has `4 * codes` bytes from `to` on: tested above.
            unsafe { store_buffer(room, to, parts, starts, 4 * codes) };
        }
        at += good;
        to += 4 * codes;
    }
    Taken { read: 2 * at, written: to }
}

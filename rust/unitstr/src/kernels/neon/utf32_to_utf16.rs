//! UTF-32 to UTF-16.
//!
//! Two vectors of code points up to U+FFFF are packed into one. If some of 16 code points are above, each vector of 4
//! lanes becomes 8 to 16 bytes:
//!
//! ```text
//! lane            000uuuuu uuuuuuxx xxxxxxxx                  a code point above U+FFFF
//! >> 10           00000000 00000000 00000uuu uuuuuuuu         low half
//! << 16 & 03FF…   000000xx xxxxxxxx 00000000 00000000         high half
//! + DC00 D7C0     110111xx xxxxxxxx 110110ww wwuuuuuu         both surrogates, as memory has them
//! others          00000000 00000000 yyyyyyyy yyyyyyyy
//! shuffled        the low half always, the high half of those above, by [`UNITS`]
//! ```
//!
//! A store writes 16 bytes, and the next vector, at least 8 bytes, overwrites the excess. The last vector is written by
//! two stores of 8 bytes, the second of which ends where the text ends.

use std::arch::aarch64::*;

use super::memory::{V, load_some, load_whole, moved_down, store_buffer, store_half, store_some, store_whole};
use super::vectors::{Sets, row};
use crate::kernels::Taken;
use crate::kernels::shared::tables::UNITS;
use crate::{Source, Target};

/// Units of 32 bits in the order of this machine.
#[inline]
#[target_feature(enable = "neon")]
fn native<const BIG: bool>(units: V) -> uint32x4_t {
    vreinterpretq_u32_u8(if BIG { vrev32q_u8(units) } else { units })
}

/// The greatest of 16 code points.
#[inline]
#[target_feature(enable = "neon")]
fn greatest([a, b, c, d]: [uint32x4_t; 4]) -> u32 {
    vmaxvq_u32(vmaxq_u32(vmaxq_u32(a, b), vmaxq_u32(c, d)))
}

/// Narrows 16 code points, none above U+FFFF.
#[inline]
#[target_feature(enable = "neon")]
fn packed([a, b, c, d]: [uint32x4_t; 4]) -> [V; 2] {
    let two = |a, b| {
        let chars = vuzp1q_u16(vreinterpretq_u16_u32(a), vreinterpretq_u16_u32(b));
        vreinterpretq_u8_u16(chars)
    };
    [two(a, b), two(c, d)]
}

/// 16 code points of which some are above U+FFFF, as four parts, and the lanes of 16 bits in each.
#[inline]
#[target_feature(enable = "neon")]
fn split(units: [uint32x4_t; 4]) -> ([V; 4], Sets) {
    let above = units.map(|units| vcgtq_u32(units, vdupq_n_u32(0xFFFF)));
    // The high half of the first lane has bit 1, of the second one bit 3, and so on.
    let weights =
        vreinterpretq_u32_u64(vcombine_u64(vcreate_u64(0x0000_0008_0000_0002), vcreate_u64(0x0000_0080_0000_0020)));
    let [a, b, c, d] = above.map(|above| vandq_u32(above, weights));
    let sums = vpaddq_u32(vpaddq_u32(a, b), vpaddq_u32(c, d));
    // All low halves: bits 0, 2, 4 and 6.
    let sums = vmovn_u32(vorrq_u32(sums, vdupq_n_u32(0x55)));
    let sets = Sets::new(vmovn_u16(vcombine_u16(sums, sums)));
    let mut parts = [vdupq_n_u8(0); 4];
    for (number, part) in parts.iter_mut().enumerate() {
        let unit = units[number];
        let low = vandq_u32(vshlq_n_u32::<16>(unit), vdupq_n_u32(0x03FF_0000));
        let both = vaddq_u32(vorrq_u32(vshrq_n_u32::<10>(unit), low), vdupq_n_u32(0xDC00_D7C0));
        let lanes = vreinterpretq_u8_u32(vbslq_u32(above[number], both, unit));
        *part = vqtbl1q_u8(lanes, row(&UNITS, sets.set(number)));
    }
    (parts, sets)
}

/// Surrogates are copied.
#[target_feature(enable = "neon")]
pub(in crate::kernels) fn utf32_to_utf16<const BIG: bool>(source: Source<'_>, room: Target<'_>) -> Taken {
    let (count, capacity) = (source.bytes() / 4, room.bytes());
    let (mut at, mut to) = (0, 0);
    while count - at >= 16 && capacity - to >= 64 {
        // SAFETY: `source` has 64 bytes from `4 * at` on: the condition of the loop.
        let units = unsafe { load_whole::<4>(source, 4 * at) }.map(|units| native::<BIG>(units));
        let greatest = greatest(units);
        if greatest <= 0xFFFF {
            let chars = packed(units);
            // SAFETY: `room` has so many bytes from `to` on: the condition of the loop.
            unsafe { store_whole(room, to, chars) };
            to += 32;
        } else {
            if greatest > 0x10_FFFF {
                break;
            }
            let (parts, sets) = split(units);
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
        }
        at += 16;
    }
    while at < count {
        let left = (count - at).min(16);
        // SAFETY: `source` has `left` units from `at` on.
        let units = unsafe { load_some::<4>(source, 4 * at, 4 * left) }.map(|units| native::<BIG>(units));
        let greatest = greatest(units);
        if greatest > 0x10_FFFF {
            break;
        }
        if greatest <= 0xFFFF {
            if capacity - to < 2 * left {
                break;
            }
            let chars = packed(units);
            // SAFETY: `room` has `2 * left` bytes from `to` on: tested above.
            unsafe { store_some(room, to, chars, 2 * left) };
            to += 2 * left;
        } else {
            let (parts, sets) = split(units);
            // The lanes after the text are zero, and count two bytes each.
            let bytes = 2 * sets.end(3) - 2 * (16 - left);
            if capacity - to < bytes {
                break;
            }
            let starts = [0, 2 * sets.end(0), 2 * sets.end(1), 2 * sets.end(2)];
            // SAFETY: `room` has `bytes` bytes from `to` on: tested above.
            unsafe { store_buffer(room, to, parts, starts, bytes) };
            to += bytes;
        }
        at += left;
    }
    Taken { read: 4 * at, written: to }
}

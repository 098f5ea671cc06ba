//! Searches for a zero code unit by vectors that stay in the aligned 64 bytes where they begin.
//!
//! ```text
//! 64 bytes      │  ·  ·  ·  start ·  ·  │  ·  ·  ·  ·  │
//! first                     ├─ 16 ─┤                       where it is, if it does not cross the border
//! then                        ├─ aligned ─┤ …              one alone up to the border, then four at a time
//! ```
//!
//! The smallest of some units is zero if one of them is.

use std::arch::aarch64::*;

use super::memory::V;
use super::vectors::u16s;

/// The smaller ones of units of `SIZE` bytes.
#[inline]
#[target_feature(enable = "neon")]
fn smaller<const SIZE: usize>(a: V, b: V) -> V {
    match SIZE {
        1 => vminq_u8(a, b),
        2 => vreinterpretq_u8_u16(vminq_u16(u16s(a), u16s(b))),
        _ => vreinterpretq_u8_u32(vminq_u32(vreinterpretq_u32_u8(a), vreinterpretq_u32_u8(b))),
    }
}

/// Whether a unit of `SIZE` bytes is zero.
#[inline]
#[target_feature(enable = "neon")]
fn has_zero<const SIZE: usize>(vector: V) -> bool {
    match SIZE {
        1 => vminvq_u8(vector) == 0,
        2 => vminvq_u16(u16s(vector)) == 0,
        _ => vminvq_u32(vreinterpretq_u32_u8(vector)) == 0,
    }
}

/// The number of bytes before the first zero unit; 16 if there is none.
#[inline]
#[target_feature(enable = "neon")]
fn before_zero<const SIZE: usize>(vector: V) -> usize {
    let zeros = match SIZE {
        1 => vceqzq_u8(vector),
        2 => vreinterpretq_u8_u16(vceqzq_u16(u16s(vector))),
        _ => vreinterpretq_u8_u32(vceqzq_u32(vreinterpretq_u32_u8(vector))),
    };
    let nibbles = vget_lane_u64::<0>(vreinterpret_u64_u8(vshrn_n_u16::<4>(u16s(zeros))));
    (nibbles.trailing_zeros() / 4) as usize
}

/// Returns the number of leading units of `SIZE` bytes that are not zero, and whether the next one is zero. Stops less
/// than 16 bytes before the bound, or does nothing.
///
/// # Safety
///
/// * As [`Scan::new`](crate::Scan::new) for `start` and `max_units`; `start` is aligned to `SIZE`, which is 1, 2 or 4,
///   and `max_units * SIZE` does not overflow.
#[target_feature(enable = "neon")]
pub(in crate::kernels) unsafe fn units_before_zero<const SIZE: usize>(
    start: *const u8,
    max_units: usize,
) -> (usize, bool) {
    let bytes = max_units * SIZE;
    let into = start.addr() % 64;
    if bytes < 16 || into > 48 {
        return (0, false);
    }
    // SAFETY: the first unit is readable, and with it the rest of the aligned 64 bytes that it begins in, up to the
    // bound: these 16 lie before both; any alignment.
    let vector = unsafe { vld1q_u8(start) };
    if has_zero::<SIZE>(vector) {
        return (before_zero::<SIZE>(vector) / SIZE, true);
    }
    let mut done = 16 - into % 16;
    while bytes - done >= 16 {
        let place = start.wrapping_add(done);
        if place.addr().is_multiple_of(64) && bytes - done >= 64 {
            // SAFETY: no unit before was zero, so the next is readable, and with it the aligned 64 bytes that it
            // begins, all of which lie before the bound.
            let a = unsafe { vld1q_u8(place) };
            // SAFETY: as above, the second quarter.
            let b = unsafe { vld1q_u8(place.wrapping_add(16)) };
            // SAFETY: as above, the third quarter.
            let c = unsafe { vld1q_u8(place.wrapping_add(32)) };
            // SAFETY: as above, the last quarter.
            let d = unsafe { vld1q_u8(place.wrapping_add(48)) };
            let smallest = smaller::<SIZE>(smaller::<SIZE>(a, b), smaller::<SIZE>(c, d));
            if has_zero::<SIZE>(smallest) {
                for vector in [a, b, c, d] {
                    let before = before_zero::<SIZE>(vector);
                    done += before;
                    if before < 16 {
                        break;
                    }
                }
                return (done / SIZE, true);
            }
            done += 64;
        } else {
            // SAFETY: no unit before was zero, so the next is readable, and with it the aligned 16 bytes that it
            // begins, all of which lie before the bound.
            let vector = unsafe { vld1q_u8(place) };
            if has_zero::<SIZE>(vector) {
                return ((done + before_zero::<SIZE>(vector)) / SIZE, true);
            }
            done += 16;
        }
    }
    (done / SIZE, false)
}

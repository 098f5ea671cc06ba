//! The operations of the shared kernels with vectors of 128 bits, and those of this tier's own kernels.
//!
//! NEON has no instruction that gathers the highest bits of all bytes. Two others do its work:
//!
//! ```text
//! mask                 FF 00 00 FF …          of a comparison
//! shifted right by 4   F0      0F …           in lanes of 16 bits, narrowed: 4 bits for each byte
//!
//! & weights            01 00 00 08 …          01 02 04 08 10 20 40 80, twice
//! sums of neighbours   01 08 …                three times: one bit for each byte, 8 in a row
//! ```

use std::arch::aarch64::*;

use super::memory::{V, load_ends, load_few, store_ends, store_few};
use super::utf8::{Part, dangling};
use crate::kernels::shared::{Vectors, operations};
use crate::{Source, Target};

/// The proof that this CPU has the features of this tier; only `new` creates it.
#[derive(Clone, Copy)]
pub(super) struct Neon(pub(super) ());

impl Vectors for Neon {
    type V = V;
    const BYTES: usize = 16;
    const MASK8: usize = 4;
    const MASK16: u32 = 4;

    #[inline(always)]
    unsafe fn load_part(self, source: Source<'_>, at: usize, count: usize) -> V {
        // SAFETY: `source` has `count` bytes from `at` on, as the caller promises; `self` proves the features.
        unsafe { load_few(source, at, count) }
    }

    #[inline(always)]
    unsafe fn store_part(self, room: Target<'_>, at: usize, vector: V, count: usize) {
        if room.is_scratch() && room.bytes() - at >= Self::BYTES {
            // SAFETY: the test above: `room` has 16 bytes from `at` on.
            unsafe { self.store(room, at, vector) };
        } else {
            // SAFETY: `room` has `count` bytes from `at` on, as the caller promises; `self` proves the features.
            unsafe { store_few(room, at, vector, count) };
        }
    }

    #[inline(always)]
    unsafe fn load_short(self, source: Source<'_>) -> (V, usize) {
        // SAFETY: `source` has 1 to 16 bytes, as the caller promises; `self` proves the features.
        unsafe { load_ends(source) }
    }

    #[inline(always)]
    unsafe fn store_short<const FROM: usize, const TO: usize>(
        self,
        room: Target<'_>,
        [low, high]: [V; 2],
        bytes: usize,
        size: usize,
    ) {
        // SAFETY: `self` proves the features.
        let last = if TO > FROM { high } else { unsafe { last_part::<FROM, TO>(low) } };
        if room.is_scratch() && room.bytes() - (bytes - size) >= Self::BYTES {
            // SAFETY: the test above: `room` has 16 bytes from `bytes - size` on, and so from its start.
            unsafe { self.store(room, 0, low) };
            // SAFETY: the same.
            unsafe { self.store(room, bytes - size, last) };
        } else {
            // SAFETY: `room` has `bytes` bytes, as the caller promises; `self` proves the features.
            unsafe { store_ends(room, low, last, bytes, size) };
        }
    }

    operations! { "neon"
        splat8(value: u8) -> V { vdupq_n_u8(value) }
        splat16(value: u16) -> V { each16(value) }
        splat32(value: u32) -> V { vreinterpretq_u8_u32(vdupq_n_u32(value)) }
        and(a: V, b: V) -> V { vandq_u8(a, b) }
        or(a: V, b: V) -> V { vorrq_u8(a, b) }
        xor(a: V, b: V) -> V { veorq_u8(a, b) }
        max8(a: V, b: V) -> V { vmaxq_u8(a, b) }
        max32(a: V, b: V) -> V {
            vreinterpretq_u8_u32(vmaxq_u32(vreinterpretq_u32_u8(a), vreinterpretq_u32_u8(b)))
        }
        min16(a: V, b: V) -> V { vreinterpretq_u8_u16(vminq_u16(u16s(a), u16s(b))) }
        has(vector: V, bits: V) -> bool { any(vandq_u8(vector, bits)) }
        before_bits(vector: V, bits: V) -> usize { (nibbles(vtstq_u8(vector, bits)).trailing_zeros() / 4) as usize }
        at_least8(vector: V, limit: u8) -> u64 { nibbles(vcgeq_u8(vector, vdupq_n_u8(limit))) }
        reaches8(vector: V, limit: u8) -> bool { vmaxvq_u8(vector) >= limit }
        equal16(a: V, b: V) -> u32 {
            let narrow = vshrn_n_u16::<4>(vceqq_u16(u16s(a), u16s(b)));
            let narrower = vshrn_n_u16::<4>(vreinterpretq_u16_u8(vcombine_u8(narrow, narrow)));
            vget_lane_u32::<0>(vreinterpret_u32_u8(narrower))
        }
        has_zero16(vector: V) -> bool { vminvq_u16(u16s(vector)) == 0 }
        count_above32(vector: V, limit: u32) -> usize {
            let above = vcgtq_u32(vreinterpretq_u32_u8(vector), vdupq_n_u32(limit));
            // −1 for each.
            vaddvq_u32(above).wrapping_neg() as usize
        }
        swap16(units: V) -> V { vrev16q_u8(units) }
        swap32(units: V) -> V { vrev32q_u8(units) }
        widen8[BIG](bytes: V) -> [V; 2] { widened8::<BIG>(bytes) }
        widen8_to_32[BIG](bytes: V) -> [V; 4] {
            let zero = vdupq_n_u16(0);
            let wide = |units: V| {
                let units = u16s(units);
                if BIG {
                    [vzip1q_u16(zero, units), vzip2q_u16(zero, units)]
                } else {
                    [vzip1q_u16(units, zero), vzip2q_u16(units, zero)]
                }
            };
            let [low, high] = widened8::<BIG>(bytes);
            let ([a, b], [c, d]) = (wide(low), wide(high));
            [a, b, c, d].map(|units| vreinterpretq_u8_u16(units))
        }
        widen16(units: V) -> [V; 2] {
            let zero = vdupq_n_u16(0);
            [vreinterpretq_u8_u16(vzip1q_u16(u16s(units), zero)), vreinterpretq_u8_u16(vzip2q_u16(u16s(units), zero))]
        }
        narrow16[BIG](low: V, high: V) -> V { if BIG { vuzp2q_u8(low, high) } else { vuzp1q_u8(low, high) } }
        narrow32[BIG](low: V, high: V) -> V {
            if BIG {
                vrev16q_u8(vreinterpretq_u8_u16(vuzp2q_u16(u16s(low), u16s(high))))
            } else {
                vreinterpretq_u8_u16(vuzp1q_u16(u16s(low), u16s(high)))
            }
        }
        narrow32_to_8[BIG](vectors: [V; 4]) -> V {
            let [a, b, c, d] = vectors;
            if BIG {
                vuzp2q_u8(vuzp2q_u8(a, b), vuzp2q_u8(c, d))
            } else {
                vuzp1q_u8(vuzp1q_u8(a, b), vuzp1q_u8(c, d))
            }
        }
        utf8_errors(before: V, bytes: V) -> V { Part::new(before, bytes).errors() }
        utf8_open(bytes: V) -> usize { dangling(bytes) }
    }
}

/// What the upper half of a vector became by a conversion of lanes of `FROM` bytes to `TO` bytes, not more; the rest of
/// the result is of no use.
#[inline]
#[target_feature(enable = "neon")]
fn last_part<const FROM: usize, const TO: usize>(converted: V) -> V {
    match FROM / TO {
        1 => vextq_u8::<8>(converted, converted),
        2 => vextq_u8::<4>(converted, converted),
        _ => vextq_u8::<2>(converted, converted),
    }
}

/// Widens bytes to lanes of 16 bits; `BIG` puts them into the upper halves.
#[inline]
#[target_feature(enable = "neon")]
fn widened8<const BIG: bool>(bytes: V) -> [V; 2] {
    let zero = vdupq_n_u8(0);
    if BIG {
        [vzip1q_u8(zero, bytes), vzip2q_u8(zero, bytes)]
    } else {
        [vzip1q_u8(bytes, zero), vzip2q_u8(bytes, zero)]
    }
}

/// Lanes of 16 bits.
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn u16s(vector: V) -> uint16x8_t {
    vreinterpretq_u16_u8(vector)
}

/// Returns a vector with this value in each lane of 16 bits.
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn each16(value: u16) -> V {
    vreinterpretq_u8_u16(vdupq_n_u16(value))
}

/// Whether any bit is set.
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn any(vector: V) -> bool {
    vmaxvq_u32(vreinterpretq_u32_u8(vector)) != 0
}

/// Four bits for each byte of a mask.
#[inline]
#[target_feature(enable = "neon")]
fn nibbles(mask: V) -> u64 {
    vget_lane_u64::<0>(vreinterpret_u64_u8(vshrn_n_u16::<4>(u16s(mask))))
}

/// A vector whose bytes are the bits 1, 2, 4 and so on, twice.
#[inline]
#[target_feature(enable = "neon")]
fn weights() -> V {
    vreinterpretq_u8_u64(vdupq_n_u64(0x8040_2010_0804_0201))
}

/// Four sets of 8 lanes each, and the number of lanes in the first one, two, three and four of them.
#[derive(Clone, Copy)]
pub(super) struct Sets {
    pub(super) bits: u32,
    ends: u32,
}

impl Sets {
    /// The sets of the bytes of a mask.
    #[inline]
    #[target_feature(enable = "neon")]
    pub(super) fn of([a, b]: [V; 2]) -> Self {
        Self::sums(vandq_u8(a, weights()), vandq_u8(b, weights()))
    }

    /// The sets of the bytes that are not in a mask.
    #[inline]
    #[target_feature(enable = "neon")]
    pub(super) fn except([a, b]: [V; 2]) -> Self {
        Self::sums(vbicq_u8(weights(), a), vbicq_u8(weights(), b))
    }

    #[inline]
    #[target_feature(enable = "neon")]
    fn sums(a: V, b: V) -> Self {
        let pairs = vpaddq_u8(a, b);
        let fours = vpaddq_u8(pairs, pairs);
        Self::new(vget_low_u8(vpaddq_u8(fours, fours)))
    }

    /// Creates sets of the first four bytes.
    #[inline]
    #[target_feature(enable = "neon")]
    pub(super) fn new(sets: uint8x8_t) -> Self {
        let counts = vget_lane_u32::<0>(vreinterpret_u32_u8(vcnt_u8(sets)));
        // Each byte of the product is the sum of the counts up to its own, at most 32.
        Self { bits: vget_lane_u32::<0>(vreinterpret_u32_u8(sets)), ends: counts.wrapping_mul(0x0101_0101) }
    }

    /// The set with this number.
    #[inline(always)]
    pub(super) const fn set(self, part: usize) -> usize {
        (self.bits >> (8 * part) & 0xFF) as usize
    }

    /// The number of lanes in the sets up to the one with this number.
    #[inline(always)]
    pub(super) const fn end(self, part: usize) -> usize {
        (self.ends >> (8 * part) & 0xFF) as usize
    }
}

/// One bit for each byte of a mask.
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn bits(mask: [V; 2]) -> u32 {
    Sets::of(mask).bits
}

/// Loads one row of a table.
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn row<const ROWS: usize>(table: &'static [[u8; 16]; ROWS], index: usize) -> V {
    let place: *const [u8; 16] = &raw const table[index];
    // SAFETY: `place` is a row of 16 bytes; any alignment.
    unsafe { vld1q_u8(place.cast()) }
}

//! Shared by the kernels for UTF-8: blocks of 32 bytes in two parts, their errors, and the ends of code points.
//!
//! ```text
//! before                    bytes
//! [.. .. .. .. 61 E4 | B8 AD 62 C3 A9 63 ..]
//! first    (-1)        E4 B8 AD 62 C3 A9 ..     ext 15
//! second   (-2)        61 E4 B8 AD 62 C3 ..     ext 14
//! third    (-3)        .. 61 E4 B8 AD 62 ..     ext 13
//! ```
//!
//! Errors are found by the tables of [`lookup`](crate::kernels::lookup): three tables, indexed by half bytes of a byte
//! and of the byte before it, give the errors of two neighbours. Where a third or fourth byte is required, and only
//! there, a trailing byte follows a trailing byte:
//!
//! ```text
//! bytes           61  E4  B8  AD  62
//! two trails       .   .   .  80   .      the highest bit of the table entries
//! third, fourth    .   .   .  80   .      second ≥ E0, or third ≥ F0, by a saturating subtraction
//! xor              .   .   .   .   .
//! ```

use std::arch::aarch64::*;

use super::memory::{V, load_some};
use super::vectors::{any, bits};
use crate::Source;
use crate::kernels::lookup::{FIRST_HIGH, FIRST_LOW, SECOND_HIGH, TWO_TRAILS};
pub(super) use crate::kernels::shared::blocks::{Blocks, Stop, low};

/// Returns a vector with this value in each byte.
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn all(byte: u8) -> V {
    vdupq_n_u8(byte)
}

/// Loads a table.
#[inline]
#[target_feature(enable = "neon")]
fn table(table: &'static [u8; 16]) -> V {
    // SAFETY: `table` has 16 bytes; any alignment.
    unsafe { vld1q_u8(table.as_ptr()) }
}

/// 16 bytes, and the bytes 1, 2 and 3 places before each of them.
#[derive(Clone, Copy)]
pub(super) struct Part {
    pub(super) bytes: V,
    pub(super) first: V,
    pub(super) second: V,
    pub(super) third: V,
}

impl Part {
    #[inline]
    #[target_feature(enable = "neon")]
    pub(super) fn new(before: V, bytes: V) -> Self {
        Self {
            bytes,
            first: vextq_u8::<15>(before, bytes),
            second: vextq_u8::<14>(before, bytes),
            third: vextq_u8::<13>(before, bytes),
        }
    }

    /// Not zero at each byte that cannot follow the three bytes before it.
    #[inline]
    #[target_feature(enable = "neon")]
    pub(super) fn errors(&self) -> V {
        let a = vqtbl1q_u8(table(&FIRST_HIGH), vshrq_n_u8::<4>(self.first));
        let b = vqtbl1q_u8(table(&FIRST_LOW), vandq_u8(self.first, all(0x0F)));
        let c = vqtbl1q_u8(table(&SECOND_HIGH), vshrq_n_u8::<4>(self.bytes));
        let pair = vandq_u8(vandq_u8(a, b), c);
        // From E0 or F0 on, the highest bit stays.
        let third = vqsubq_u8(self.second, all(0xE0 - 0x80));
        let fourth = vqsubq_u8(self.third, all(0xF0 - 0x80));
        veorq_u8(pair, vandq_u8(vorrq_u8(third, fourth), all(TWO_TRAILS)))
    }

    /// `FF` at the bytes that do not yield a char of UTF-16: leads, and the bytes that follow leads from E0 on. The
    /// others are the last byte of each code point, and the third of four bytes.
    #[inline]
    #[target_feature(enable = "neon")]
    pub(super) fn before_ends(&self) -> V {
        vorrq_u8(vcgeq_u8(self.bytes, all(0xC0)), vcgeq_u8(self.first, all(0xE0)))
    }
}

/// 32 bytes with those before them.
#[derive(Clone, Copy)]
pub(super) struct Block {
    pub(super) parts: [Part; 2],
    /// The greatest byte.
    pub(super) greatest: u8,
}

impl Block {
    #[inline]
    #[target_feature(enable = "neon")]
    pub(super) fn new(before: V, [a, b]: [V; 2]) -> Self {
        Self { parts: [Part::new(before, a), Part::new(a, b)], greatest: vmaxvq_u8(vmaxq_u8(a, b)) }
    }

    /// The last 16 bytes.
    #[inline(always)]
    pub(super) const fn last(&self) -> V {
        self.parts[1].bytes
    }

    #[inline]
    #[target_feature(enable = "neon")]
    pub(super) fn has_errors(&self) -> bool {
        any(vorrq_u8(self.parts[0].errors(), self.parts[1].errors()))
    }

    /// [`Part::before_ends`] of both parts.
    #[inline]
    #[target_feature(enable = "neon")]
    pub(super) fn before_ends(&self) -> [V; 2] {
        [self.parts[0].before_ends(), self.parts[1].before_ends()]
    }

    /// The number of bytes of ASCII at the front.
    #[inline]
    #[target_feature(enable = "neon")]
    pub(super) fn ascii(&self) -> usize {
        bits(self.parts.map(|part| vcgeq_u8(part.bytes, all(0x80)))).trailing_zeros() as usize
    }

    /// The number of bytes, among the first `len`, of complete well-formed code points, and whether an error follows
    /// them rather than the end. The block begins with a code point and is zero after `loaded` bytes.
    #[inline]
    #[target_feature(enable = "neon")]
    pub(super) fn good(&self, loaded: usize, len: usize) -> (usize, bool) {
        let errors = [self.parts[0].errors(), self.parts[1].errors()];
        if !any(vorrq_u8(errors[0], errors[1])) && len == loaded && (len < 32 || dangling(self.last()) == 0) {
            // An incomplete code point would be an error before the zero after it.
            return (len, false);
        }
        let wrong = bits(errors.map(|errors| vtstq_u8(errors, errors))).trailing_zeros() as usize;
        let end = wrong.min(len);
        if end <= self.ascii() {
            return (end, wrong < len);
        }
        let from = |byte: u8| bits(self.parts.map(|part| vcgeq_u8(part.bytes, all(byte))));
        let leads = from(0xC0);
        let starts = !from(0x80) | leads;
        // The last code point before the end, and its length.
        let last = 31 - (starts & low(end) | 1).leading_zeros();
        let bit = |mask: u32| (mask >> last & 1) as usize;
        let whole = last as usize + 1 + bit(leads) + bit(from(0xE0)) + bit(from(0xF0));
        (if whole <= end { end } else { (last as usize).min(end) }, wrong < len)
    }
}

/// The number of bytes at the end of a well-formed text that belong to an incomplete code point.
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn dangling(bytes: V) -> usize {
    let last = vgetq_lane_u32::<3>(vreinterpretq_u32_u8(bytes));
    if last >= 0xC000_0000 {
        1
    } else if last & 0x00E0_0000 == 0x00E0_0000 {
        2
    } else if last & 0x0000_F000 == 0x0000_F000 {
        3
    } else {
        0
    }
}

/// Loads the rest of `source` from `at` on, at most 32 bytes, followed by zeros.
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn load_rest(source: Source<'_>, at: usize) -> [V; 2] {
    // SAFETY: so many bytes are left of `source`; of none, nothing is read.
    unsafe { load_some(source, at, source.bytes().saturating_sub(at).min(32)) }
}

/// Whether nothing is left of `source` from `at` on, or its first byte begins no code point. Cheaper than a block.
#[inline(always)]
pub(super) fn begins_wrong(source: Source<'_>, at: usize) -> bool {
    source.read::<u8>(at).is_none_or(|byte| matches!(byte, 0x80..0xC2 | 0xF5..))
}

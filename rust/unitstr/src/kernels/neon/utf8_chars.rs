//! The number of chars of UTF-8, checked as in [`super::utf8`]. Two are counted for a lead of four bytes, and one for
//! each other byte that is not a trail.

use std::arch::aarch64::*;

use super::memory::{V, load_whole};
use super::utf8::{Block, Part, all, dangling, load_rest, low};
use super::vectors::{Neon, Sets, any};
use crate::Source;
use crate::kernels::Taken;
use crate::kernels::shared::queries::ascii_run;

struct Counter<'a> {
    source: Source<'a>,
    at: usize,
    chars: usize,
}

impl Counter<'_> {
    #[inline(always)]
    fn left(&self) -> usize {
        self.source.bytes() - self.at
    }

    /// Counts from the start of a code point, for 2 KiB at most; returns whether more may follow.
    #[inline]
    #[target_feature(enable = "neon")]
    fn run(&mut self) -> bool {
        let mut last = all(0);
        // Counts in lanes of a byte, which grow by at most 8 in each round.
        let mut counts = all(0);
        let mut goes_on = true;
        for _ in 0..31 {
            if self.left() < 64 {
                goes_on = false;
                break;
            }
            // SAFETY: `self.source` has 64 bytes from `self.at` on: tested above.
            let vectors: [V; 4] = unsafe { load_whole(self.source, self.at) };
            let [a, b, c, d] = vectors;
            if vmaxvq_u8(vmaxq_u8(vmaxq_u8(a, b), vmaxq_u8(vmaxq_u8(c, d), last))) < 0x80 {
                break;
            }
            let errors = vorrq_u8(
                vorrq_u8(Part::new(last, a).errors(), Part::new(a, b).errors()),
                vorrq_u8(Part::new(b, c).errors(), Part::new(c, d).errors()),
            );
            if any(errors) {
                goes_on = false;
                break;
            }
            last = d;
            for bytes in vectors {
                // Minus FF, which is −1, where a byte is not a trail, and where it is a lead of four bytes.
                let starts = vcgtq_s8(vreinterpretq_s8_u8(bytes), vdupq_n_s8(-65));
                counts = vsubq_u8(vsubq_u8(counts, starts), vcgeq_u8(bytes, all(0xF0)));
            }
            self.at += 64;
        }
        let back = dangling(last);
        // The lead of an incomplete code point was counted.
        let counted = if back == 0 {
            0
        } else {
            let lead = vgetq_lane_u32::<3>(vreinterpretq_u32_u8(last)) >> (32 - 8 * back) & 0xFF;
            1 + usize::from(lead >= 0xF0)
        };
        self.at -= back;
        self.chars += usize::from(vaddlvq_u8(counts)) - counted;
        goes_on
    }

    /// Counts the well-formed part of up to 32 bytes; returns whether more may follow.
    #[inline]
    #[target_feature(enable = "neon")]
    fn piece(&mut self) -> bool {
        let block = Block::new(all(0), load_rest(self.source, self.at));
        let len = self.left().min(32);
        if block.greatest < 0x80 {
            self.at += len;
            self.chars += len;
            return true;
        }
        let (good, wrong) = block.good(len, len);
        self.at += good;
        self.chars += (Sets::except(block.before_ends()).bits & low(good)).count_ones() as usize;
        good > 0 && !wrong && self.left() > 0
    }
}

#[target_feature(enable = "neon")]
pub(in crate::kernels) fn utf8_chars(source: Source<'_>) -> Taken {
    let mut counter = Counter { source, at: 0, chars: 0 };
    if source.bytes() >= 64 {
        loop {
            let ascii = ascii_run(Neon::new(), source.rest(counter.at));
            counter.at += ascii;
            counter.chars += ascii;
            if counter.left() < 64 || !counter.run() {
                break;
            }
        }
    }
    while counter.left() > 0 && counter.piece() {}
    Taken { read: counter.at, written: counter.chars }
}

//! UTF-8 to chars.
//!
//! A block of 32 bytes becomes 32 lanes of 16 bits, one for each byte: the char that ends there, if one does. A char is
//! the sum of the payloads of up to three bytes, in two vectors: the low bytes of the chars and their high bytes. The
//! lanes without a char are dropped by shuffles, 8 at a time:
//!
//! ```text
//! bytes          61   C3   A9   E4   B8   AD   62 ..
//! a = byte       61    .   29    .    .   2D   62      & 7F, which takes the header off a trail
//! b = first       0    .   03    .    .   38    0      & 3F, where the byte is a trail
//! c = second      0    .    0    .    .   40    0      (- E0, saturating) << 4: only leads of three bytes, or four
//!
//! low            61    .   E9    .    .   2D   62      a + (b << 6)
//! high            0    .    0    .    .   4E    0      c + (b >> 2)
//! zip          0061    . 00E9    .    . 4E2D 0062 ..
//! drop            .    1   .    1    1   .    .        leads, and the bytes after leads from E0 on
//! shuffled       0061 00E9 4E2D 0062                   by a table of the 256 sets of 8 lanes
//! ```
//!
//! Of four bytes, the third one and the fourth have a char each:
//!
//! ```text
//! bytes          F0   9F   98   80
//! a               .    .   18   00
//! b               .    .   1F   18
//! c               .    .   00   00       F0 - E0 is 10, and << 4 leaves its lower half
//! sum             .    .  07D8 0600
//! third           .    .  D83D           (sum >> 4) + D7C0
//! fourth          .    .       DE00      sum & 3FF | DC00
//! ```
//!
//! Of each store of 8 chars, 2 or more are kept. So a block is converted only when the next one is known to be good:
//! its chars, 10 or more, overwrite the excess. The last block, that before an error, and the end of the target go
//! through memory on the stack.

use std::arch::aarch64::*;

use super::memory::{Text, V, load_whole, store_few, store_some, store_text};
use super::utf8::{Block, Blocks, Part, Stop, all, begins_wrong, dangling, load_rest, low};
use super::vectors::{Neon, Sets, each16, row, u16s};
use crate::kernels::Taken;
use crate::kernels::shared::Vectors;
use crate::kernels::shared::plain::{self, Plain};
use crate::kernels::shared::tables::UNITS;
use crate::{Source, Target};

/// Returns the chars, at the bytes where code points end. `FOURS`: a code point may have four bytes.
#[inline]
#[target_feature(enable = "neon")]
fn chars<const FOURS: bool>(part: &Part) -> [V; 2] {
    let trails = vcltzq_s8(vreinterpretq_s8_u8(part.bytes));
    let a = vandq_u8(part.bytes, all(0x7F));
    let b = vandq_u8(part.first, vandq_u8(trails, all(0x3F)));
    let c = vshlq_n_u8::<4>(vqsubq_u8(part.second, all(0xE0)));
    let low = vorrq_u8(a, vshlq_n_u8::<6>(b));
    let high = vsraq_n_u8::<2>(c, b);
    let sums = [vzip1q_u8(low, high), vzip2q_u8(low, high)];
    if !FOURS {
        return sums;
    }
    let third = vcgeq_u8(part.second, all(0xF0));
    let fourth = vcgeq_u8(part.third, all(0xF0));
    [
        pairs(sums[0], vzip1q_u8(third, third), vzip1q_u8(fourth, fourth)),
        pairs(sums[1], vzip2q_u8(third, third), vzip2q_u8(fourth, fourth)),
    ]
}

/// Replaces the lanes of third and fourth bytes by surrogates.
#[inline]
#[target_feature(enable = "neon")]
fn pairs(sum: V, third: V, fourth: V) -> V {
    let high = vaddq_u16(vshrq_n_u16::<4>(u16s(sum)), vdupq_n_u16(0xD7C0));
    let low = vorrq_u8(vandq_u8(sum, each16(0x3FF)), each16(0xDC00));
    vbslq_u8(fourth, low, vbslq_u8(third, vreinterpretq_u8_u16(high), sum))
}

/// The chars of a block, in four parts of 8 bytes each; `fours`: a code point may have four bytes.
#[inline]
#[target_feature(enable = "neon")]
fn all_chars(block: &Block, fours: bool) -> [V; 4] {
    let ([a, b], [c, d]) = if fours {
        (chars::<true>(&block.parts[0]), chars::<true>(&block.parts[1]))
    } else {
        (chars::<false>(&block.parts[0]), chars::<false>(&block.parts[1]))
    };
    [a, b, c, d]
}

/// Writes the lanes in `keep` in a row and returns their size in bytes. It stores 16 bytes for each of four parts, all
/// within 64 bytes.
///
/// # Safety
///
/// * `to` is writable for 64 bytes.
#[inline]
#[target_feature(enable = "neon")]
unsafe fn store_lanes(to: *mut u8, lanes: [V; 4], keep: Sets) -> usize {
    let mut count = 0;
    for (part, lanes) in lanes.into_iter().enumerate() {
        let chars = vqtbl1q_u8(lanes, row(&UNITS, keep.set(part)));
        let place = to.wrapping_add(2 * count);
        // SAFETY: `to` has 64 bytes, as the caller promises, and each part before kept at most 16.
        unsafe { vst1q_u8(place, chars) };
        count = keep.end(part);
    }
    2 * count
}

impl Blocks<'_> {
    /// Converts blocks from the start of a code point up to the first one with an error.
    #[inline]
    #[target_feature(enable = "neon")]
    fn run_wide(&mut self) -> Stop {
        if !self.has(96) {
            return Stop::Edge;
        }
        // SAFETY: `self.source` has 32 bytes from `self.at` on: tested above.
        let mut block = Block::new(all(0), unsafe { load_whole(self.source, self.at) });
        if block.has_errors() {
            return Stop::Edge;
        }
        let (mut before, mut greatest_before) = (all(0), 0);
        // One bit for each block, set unless it is ASCII: no branch on that.
        let mut mixed = u32::MAX;
        while self.has(96) {
            // SAFETY: `self.source` has 32 bytes from `self.at + 32` on: tested above.
            let next = Block::new(block.last(), unsafe { load_whole(self.source, self.at + 32) });
            let error_follows = next.has_errors();
            let lanes = all_chars(&block, block.greatest.max(greatest_before) >= 0xF0);
            let keep = Sets::except(block.before_ends());
            if error_follows {
                // Perhaps no char follows that would overwrite the excess.
                let back = dangling(block.last());
                let written = 2 * keep.end(3) - if back == 3 { 2 } else { 0 };
                let mut text = Text::uninit();
                // SAFETY: `text` has 64 bytes.
                unsafe { store_lanes(text.as_mut_ptr().cast(), lanes, keep) };
                // SAFETY: the target has 96 bytes from `self.out` on: tested above.
                unsafe { store_text(self.room, self.out, &text, written) };
                self.at += 32 - back;
                self.out += written;
                return Stop::Edge;
            }
            let place = self.room.start().wrapping_add(self.out);
            // SAFETY: `place` has at least 64 bytes of the target: tested by `has`.
            self.out += unsafe { store_lanes(place, lanes, keep) };
            self.at += 32;
            (before, greatest_before) = (block.last(), block.greatest);
            block = next;
            mixed = mixed << 1 | u32::from(block.greatest >= 0x80);
            if mixed & 0x1F == 0 {
                return Stop::Another;
            }
        }
        let back = dangling(before);
        self.at -= back;
        if back == 3 {
            // The first of its two chars is written.
            self.out -= 2;
        }
        Stop::Edge
    }

    /// Converts the first `len` bytes of a block, which are ASCII, as far as they fit; returns whether any do.
    #[inline]
    #[target_feature(enable = "neon")]
    fn put_ascii(&mut self, block: &Block, len: usize) -> bool {
        let len = len.min((self.room.bytes() - self.out) / 2);
        let tier = Neon::new();
        let ([a, b], [c, d]) = (tier.widen8::<false>(block.parts[0].bytes), tier.widen8::<false>(block.last()));
        // SAFETY: the target has at least `2 * len` bytes from `out` on: just limited to that.
        unsafe { store_some(self.room, self.out, [a, b, c, d], 2 * len) };
        self.advance(Taken { read: len, written: 2 * len })
    }

    /// Converts the good part of up to 32 bytes, and writes nothing else; returns whether more may follow.
    #[inline]
    #[target_feature(enable = "neon")]
    fn piece_wide(&mut self) -> bool {
        let block = Block::new(all(0), load_rest(self.source, self.at));
        let len = (self.source.bytes() - self.at).min(32);
        let room = self.room.bytes() - self.out;
        if block.greatest < 0x80 {
            return self.put_ascii(&block, len);
        }
        let (mut good, mut wrong) = block.good(len, len);
        if wrong && good <= block.ascii() {
            self.put_ascii(&block, good);
            return false;
        }
        let ends = Sets::except(block.before_ends()).bits;
        if 2 * (ends & low(good)).count_ones() as usize > room {
            // No byte becomes more than one char.
            (good, wrong) = block.good(len, len.min(room / 2));
        }
        let keep = Sets::new(vcreate_u8((ends & low(good)).into()));
        let lanes = all_chars(&block, block.greatest >= 0xF0);
        let written = 2 * keep.end(3);
        if good <= 8 {
            let chars = vqtbl1q_u8(lanes[0], row(&UNITS, keep.set(0)));
            // SAFETY: `self.room` has `written` bytes from `self.out` on: tested above.
            unsafe { store_few(self.room, self.out, chars, written) };
        } else {
            let mut text = Text::uninit();
            // SAFETY: `text` has 64 bytes.
            unsafe { store_lanes(text.as_mut_ptr().cast(), lanes, keep) };
            // SAFETY: `self.room` has `written` bytes from `self.out` on: tested above.
            unsafe { store_text(self.room, self.out, &text, written) };
        }
        self.at += good;
        self.out += written;
        good > 0 && !wrong && self.at < self.source.bytes()
    }
}

#[target_feature(enable = "neon")]
pub(in crate::kernels) fn utf8_to_utf16(source: Source<'_>, room: Target<'_>) -> Taken {
    let mut blocks = Blocks::new(source, room);
    if source.bytes() >= 64 {
        let tier = Neon::new();
        loop {
            let (source, room) = blocks.rest();
            blocks.advance(plain::convert_run::<_, 1, 2, false>(tier, source, room, Plain::ascii(tier)));
            if let Stop::Edge = blocks.run_wide() {
                break;
            }
        }
        if blocks.has(96) && source.read::<u64>(blocks.at).is_some_and(|bytes| bytes & 0x8080_8080_8080_8080 == 0) {
            // One of the next two blocks has an error; the ASCII before it is not checked.
            let (source, room) = blocks.rest();
            blocks.advance(plain::convert::<_, 1, 2, false>(tier, source, room, Plain::ascii(tier)));
        }
    }
    while !begins_wrong(source, blocks.at) && blocks.piece_wide() {}
    Taken { read: blocks.at, written: blocks.out }
}

/// The same: errors are left to the steps.
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn short_utf8_to_utf16(source: Source<'_>, room: Target<'_>, _repairs: bool) -> Taken {
    utf8_to_utf16(source, room)
}

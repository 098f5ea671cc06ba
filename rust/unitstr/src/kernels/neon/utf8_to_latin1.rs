//! UTF-8 to Latin-1.
//!
//! Only the leads C2 and C3 are good, and three sign bits tell whether the text is good: a byte is not ASCII if and
//! only if it is a lead or follows one.
//!
//! ```text
//! bytes            61  C3  A9  C2  A9  62
//! sign              0   1   1   1   1   0
//! lead              0   1   0   1   0   0      & FE = C2
//! after a lead      0   0   1   0   1   0      the same, moved by one byte
//! xor               0   0   0   0   0   0
//! after a lead, from C0 on: 0                  a trail has no bit 6
//!
//! after C3          .   .  40   .   .   .      or: the last bit of the lead; after C2 the byte is the code point
//! drop              .   1   .   1   .   .      leads
//! shuffled         61  E9  A9  62              by a table of the 256 sets of 8 bytes
//! ```
//!
//! Of each store of 8 bytes, 4 or more are kept. So a block is converted only when the next one is known to be good:
//! its results, at least 16 bytes, overwrite the excess. The last block goes through memory on the stack.

use std::arch::aarch64::*;

use super::memory::{Text, V, load_whole, store_some, store_text};
use super::utf8::{Blocks, Stop, all, load_rest, low};
use super::vectors::{Neon, Sets, bits};
use crate::kernels::Taken;
use crate::kernels::shared::plain::{self, Plain};
use crate::kernels::shared::tables::BYTES;
use crate::{Source, Target};

/// 16 bytes, and their Latin-1 where code points end.
#[derive(Clone, Copy)]
struct Narrow {
    bytes: V,
    /// `FF` at leads.
    leads: V,
    latin1: V,
    /// The sign is set where the text is not Latin-1 or malformed; a lead before that may be incomplete.
    wrong: V,
}

impl Narrow {
    /// `before`: the 16 bytes before, and the leads among them.
    #[inline]
    #[target_feature(enable = "neon")]
    fn new(before: (V, V), bytes: V) -> Self {
        let leads = vceqq_u8(vandq_u8(bytes, all(0xFE)), all(0xC2));
        let first = vextq_u8::<15>(before.0, bytes);
        let after = vextq_u8::<15>(before.1, leads);
        let odd = veorq_u8(veorq_u8(bytes, leads), after);
        Self {
            bytes,
            leads,
            latin1: vorrq_u8(bytes, vandq_u8(after, vshlq_n_u8::<6>(first))),
            wrong: vorrq_u8(odd, vandq_u8(after, vaddq_u8(bytes, bytes))),
        }
    }
}

/// 32 bytes.
#[derive(Clone, Copy)]
struct Block([Narrow; 2]);

impl Block {
    #[inline]
    #[target_feature(enable = "neon")]
    fn new(before: (V, V), [a, b]: [V; 2]) -> Self {
        let a = Narrow::new(before, a);
        Self([a, Narrow::new((a.bytes, a.leads), b)])
    }

    #[inline]
    #[target_feature(enable = "neon")]
    fn is_wrong(&self) -> bool {
        vmaxvq_u8(vorrq_u8(self.0[0].wrong, self.0[1].wrong)) >= 0x80
    }

    #[inline]
    #[target_feature(enable = "neon")]
    fn is_ascii(&self) -> bool {
        vmaxvq_u8(vmaxq_u8(self.0[0].bytes, self.0[1].bytes)) < 0x80
    }

    /// The sets of bytes that are not leads.
    #[inline]
    #[target_feature(enable = "neon")]
    fn keep(&self) -> Sets {
        Sets::except([self.0[0].leads, self.0[1].leads])
    }
}

/// Writes the bytes in `keep` in a row and returns their number. It stores 8 bytes for each of four parts, all within
/// 32 bytes.
///
/// # Safety
///
/// * `to` is writable for 32 bytes.
#[inline]
#[target_feature(enable = "neon")]
unsafe fn store_bytes(to: *mut u8, block: &Block, keep: Sets) -> usize {
    let mut count = 0;
    for part in 0..4 {
        let row: *const [u8; 8] = &raw const BYTES[part % 2][keep.set(part)];
        // SAFETY: `row` points to 8 bytes of the table; any alignment.
        let row = unsafe { vld1_u8(row.cast()) };
        let bytes = vqtbl1_u8(block.0[part / 2].latin1, row);
        let place = to.wrapping_add(count);
        // SAFETY: `to` has 32 bytes, as the caller promises, and each part before kept at most 8; any alignment.
        unsafe { vst1_u8(place, bytes) };
        count = keep.end(part);
    }
    count
}

impl Blocks<'_> {
    /// Converts blocks from the start of a code point, while each is followed by another good one.
    #[inline]
    #[target_feature(enable = "neon")]
    fn run_narrow(&mut self) -> Stop {
        if !self.has(64) {
            return Stop::Edge;
        }
        // SAFETY: `self.source` has 32 bytes from `self.at` on: tested above.
        let mut block = Block::new((all(0), all(0)), unsafe { load_whole(self.source, self.at) });
        if block.is_wrong() {
            return Stop::Edge;
        }
        let mut leads = all(0);
        // One bit for each block, set unless it is ASCII: no branch on that.
        let mut mixed = u32::MAX;
        while self.has(64) {
            let last = &block.0[1];
            // SAFETY: `self.source` has 32 bytes from `self.at + 32` on: tested above.
            let next = Block::new((last.bytes, last.leads), unsafe { load_whole(self.source, self.at + 32) });
            if next.is_wrong() {
                break;
            }
            leads = last.leads;
            let (place, keep) = (self.room.start().wrapping_add(self.out), block.keep());
            // SAFETY: `place` has at least 32 bytes of the target: tested by `has`.
            self.out += unsafe { store_bytes(place, &block, keep) };
            self.at += 32;
            block = next;
            mixed = mixed << 1 | u32::from(!block.is_ascii());
            if mixed & 0x1F == 0 {
                return Stop::Another;
            }
        }
        self.at -= usize::from(vgetq_lane_u8::<15>(leads) & 1);
        Stop::Edge
    }

    /// Converts the good part of up to 32 bytes, and writes nothing else; returns whether more may follow.
    #[inline]
    #[target_feature(enable = "neon")]
    fn piece_narrow(&mut self) -> bool {
        let block = Block::new((all(0), all(0)), load_rest(self.source, self.at));
        let len = (self.source.bytes() - self.at).min(32);
        let room = self.room.bytes() - self.out;
        if block.is_ascii() {
            let len = len.min(room);
            // SAFETY: the target has at least `len` bytes from `out` on: just limited to that.
            unsafe { store_some(self.room, self.out, [block.0[0].bytes, block.0[1].bytes], len) };
            return self.advance(Taken::same(len));
        }
        let others = block.keep().bits;
        let wrong = if block.is_wrong() {
            bits(block.0.map(|part| vcgeq_u8(part.wrong, all(0x80)))).trailing_zeros() as usize
        } else {
            32
        };
        // Without a lead whose code point is not complete.
        let whole = |end: usize| end - (!others & low(end) & !low(end.saturating_sub(1))).count_ones() as usize;
        let mut end = whole(wrong.min(len));
        if (others & low(end)).count_ones() as usize > room {
            end = whole(end.min(room));
        }
        let mut text = Text::uninit();
        let keep = Sets::new(vcreate_u8((others & low(end)).into()));
        // SAFETY: `text` has 64 bytes.
        let written = unsafe { store_bytes(text.as_mut_ptr().cast(), &block, keep) };
        // SAFETY: `self.room` has `written` bytes from `self.out` on: tested above.
        unsafe { store_text(self.room, self.out, &text, written) };
        self.at += end;
        self.out += written;
        end > 0 && wrong >= len && self.at < self.source.bytes()
    }
}

#[target_feature(enable = "neon")]
pub(in crate::kernels) fn utf8_to_latin1(source: Source<'_>, room: Target<'_>) -> Taken {
    let mut blocks = Blocks::new(source, room);
    if source.bytes() >= 64 {
        loop {
            let (source, room) = blocks.rest();
            let tier = Neon::new();
            blocks.advance(plain::convert_run::<_, 1, 1, false>(tier, source, room, Plain::ascii(tier)));
            if let Stop::Edge = blocks.run_narrow() {
                break;
            }
        }
    }
    while blocks.at < source.bytes() && blocks.piece_narrow() {}
    Taken { read: blocks.at, written: blocks.out }
}

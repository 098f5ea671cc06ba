//! UTF-8 to Latin-1.
//!
//! Only the leads C2 and C3 are good, and three sign bits tell whether the text is good: a byte is not ASCII if and
//! only if it is a lead or follows one.
//!
//! ```text
//! bytes            61  C3  A9  C2  A9  62
//! sign              0   1   1   1   1   0
//! lead              0   1   0   1   0   0      & FE = C2
//! after a lead      0   0   1   0   1   0      the same of the byte before
//! xor               0   0   0   0   0   0
//! after a lead, from C0 on: 0                  a trail has no bit 6
//!
//! after C3          .   .  40   .   .   .      or: the byte after C2 is the code point; after C3, 40 is missing
//! drop              .   1   .   1   .   .      leads
//! shuffled         61  E9  A9  62              by a table of the 256 sets of 8 bytes
//! ```
//!
//! Of each store of 8 bytes, 4 or more are kept. So a block is converted only when the next one is known to be good:
//! its results, at least 16 bytes, overwrite the excess. The last block goes through memory on the stack.
//!
//! The table is due to Lemire and Muła ("Transcoding Billions of Unicode Characters per Second with SIMD
//! Instructions", 2022).

use std::arch::x86_64::*;

use super::memory::{Text, load, store_some, store_text};
use super::tables::BYTES;
use super::utf8::{Blocks, Stop, all, load_rest, low, set_of, signs};
use super::vectors::Avx2;
use crate::kernels::Taken;
use crate::kernels::shared::plain::{self, Plain};
use crate::{Source, Target};

/// 32 bytes, and their Latin-1 where code points end.
#[derive(Clone, Copy)]
struct Narrow {
    bytes: __m256i,
    /// `FF` at leads.
    leads: __m256i,
    latin1: __m256i,
    /// The sign is set where the text is not Latin-1 or malformed; a lead before that may be incomplete.
    wrong: __m256i,
}

impl Narrow {
    #[inline]
    #[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
    fn new(before: __m256i, bytes: __m256i) -> Self {
        let middle = _mm256_permute2x128_si256::<0x21>(before, bytes);
        let first = _mm256_alignr_epi8::<15>(bytes, middle);
        let lead = |bytes| _mm256_cmpeq_epi8(_mm256_and_si256(bytes, all(0xFE)), all(0xC2));
        let (leads, after) = (lead(bytes), lead(first));
        let doubled = _mm256_add_epi8(bytes, bytes);
        let odd = _mm256_xor_si256(_mm256_xor_si256(bytes, leads), after);
        let missing = _mm256_and_si256(_mm256_cmpeq_epi8(first, all(0xC3)), all(0x40));
        Self {
            bytes,
            leads,
            latin1: _mm256_or_si256(bytes, missing),
            wrong: _mm256_or_si256(odd, _mm256_and_si256(after, doubled)),
        }
    }
}

/// Writes the bytes in `keep` in a row and returns their number. It stores 8 bytes for each of four parts, all within
/// 32 bytes.
///
/// # Safety
///
/// * `to` is writable for 32 bytes.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
unsafe fn store_bytes(to: *mut u8, latin1: __m256i, keep: u32) -> usize {
    let halves = [_mm256_castsi256_si128(latin1), _mm256_extracti128_si256::<1>(latin1)];
    let mut count = 0;
    for part in 0..4 {
        let row: *const [u8; 8] = &raw const BYTES[part % 2][set_of(keep, part)];
        // SAFETY: `row` points to 8 bytes of the table; any alignment.
        let row = unsafe { _mm_loadl_epi64(row.cast()) };
        let bytes = _mm_shuffle_epi8(halves[part / 2], row);
        let place = to.wrapping_add(count);
        // SAFETY: `to` has 32 bytes, as the caller promises, and each part before kept at most 8; any alignment.
        unsafe { _mm_storel_epi64(place.cast(), bytes) };
        count = (keep & (u32::MAX >> (24 - 8 * part))).count_ones() as usize;
    }
    count
}

impl Blocks<'_> {
    /// Converts blocks from the start of a code point, while each is followed by another good one.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
    fn run_narrow(&mut self) -> Stop {
        if !self.has(64) {
            return Stop::Edge;
        }
        let zero = _mm256_setzero_si256();
        // SAFETY: `self.source` has 32 bytes from `self.at` on: tested above.
        let bytes = unsafe { load(self.source, self.at) };
        let mut block = Narrow::new(zero, bytes);
        if signs(block.wrong) != 0 {
            return Stop::Edge;
        }
        let mut leads = 0;
        // One bit for each block, set unless it is ASCII: no branch on that.
        let mut mixed = u32::MAX;
        while self.has(64) {
            // SAFETY: `self.source` has 32 bytes from `self.at + 32` on: tested above.
            let bytes = unsafe { load(self.source, self.at + 32) };
            let next = Narrow::new(block.bytes, bytes);
            if signs(next.wrong) != 0 {
                break;
            }
            leads = signs(block.leads);
            let place = self.room.start().wrapping_add(self.out);
            // SAFETY: `place` has at least 32 bytes of the target: tested by `has`.
            self.out += unsafe { store_bytes(place, block.latin1, !leads) };
            self.at += 32;
            block = next;
            mixed = mixed << 1 | u32::from(signs(block.bytes) != 0);
            if mixed & 0x1F == 0 {
                return Stop::Another;
            }
        }
        self.at -= (leads >> 31) as usize;
        Stop::Edge
    }

    /// Converts the good part of up to 32 bytes, and writes nothing else; returns whether more may follow.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
    fn piece_narrow(&mut self) -> bool {
        let bytes = load_rest(self.source, self.at);
        let len = (self.source.bytes() - self.at).min(32);
        let room = self.room.bytes() - self.out;
        if signs(bytes) == 0 {
            let len = len.min(room);
            // SAFETY: the target has at least `len` bytes from `out` on: just limited to that.
            unsafe { store_some(self.room, self.out, bytes, len) };
            return self.advance(Taken::same(len));
        }
        let block = Narrow::new(_mm256_setzero_si256(), bytes);
        let leads = signs(block.leads);
        let wrong = signs(block.wrong).trailing_zeros() as usize;
        // Without a lead whose code point is not complete.
        let whole = |end: usize| end - (leads & low(end) & !low(end.saturating_sub(1))).count_ones() as usize;
        let mut end = whole(wrong.min(len));
        if (!leads & low(end)).count_ones() as usize > room {
            end = whole(end.min(room));
        }
        let mut text = Text::uninit();
        // SAFETY: `text` has 64 bytes.
        let written = unsafe { store_bytes(text.as_mut_ptr().cast(), block.latin1, !leads & low(end)) };
        // SAFETY: `self.room` has `written` bytes from `self.out` on: tested above.
        unsafe { store_text(self.room, self.out, &text, written) };
        self.at += end;
        self.out += written;
        end > 0 && wrong >= len && self.at < self.source.bytes()
    }
}

#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn utf8_to_latin1(source: Source<'_>, room: Target<'_>) -> Taken {
    let mut blocks = Blocks::new(source, room);
    if source.bytes() >= 64 {
        loop {
            let (source, room) = blocks.rest();
            let tier = Avx2::new();
            blocks.advance(plain::convert_run::<_, 1, 1, false>(tier, source, room, Plain::ascii(tier)));
            if let Stop::Edge = blocks.run_narrow() {
                break;
            }
        }
    }
    while blocks.at < source.bytes() && blocks.piece_narrow() {}
    Taken { read: blocks.at, written: blocks.out }
}

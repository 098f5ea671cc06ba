//! UTF-8 to Latin-1.
//!
//! Only the leads C2 and C3 are good, and whether the text is good is a matter of three sign bits: a byte is no ASCII if
//! and only if it is a lead or comes after one.
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
//! A store keeps 4 bytes of 8 or more. So a block is converted when the next one is known to be good: that one's 16
//! bytes or more are written over the rest. What then is left goes through memory on the stack.
//!
//! The table is due to Lemire and Muła ("Transcoding Billions of Unicode Characters per Second with SIMD
//! Instructions", 2022).

use std::arch::x86_64::*;

use super::memory::{load_half, put, store_half};
use super::utf8::{SIGNS, Stop, Text, all, load, load_rest, low, set_of, signs, store, store_text, word};
use super::utf8_tables::BYTES;
use crate::Source;
use crate::kernels::Taken;
use crate::raw::Room;

/// 32 bytes, as Latin-1 where code points end.
#[derive(Clone, Copy)]
struct Block {
    bytes: __m256i,
    /// `FF` at leads.
    leads: __m256i,
    latin1: __m256i,
    /// Where the sign is set, the text stops to be Latin-1 or good; a lead may be dangling before.
    wrong: __m256i,
}

impl Block {
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

/// Writes the bytes in `keep` in a row, 8 bytes at least after each of the four parts, all of them within 32 bytes; how
/// many it keeps.
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
        // SAFETY: the row has 8 bytes; any alignment.
        let row = unsafe { _mm_loadl_epi64(row.cast()) };
        let bytes = _mm_shuffle_epi8(halves[part / 2], row);
        let place = to.wrapping_add(count);
        // SAFETY: each part before kept 8 bytes at most: 8 bytes are left of the 32; any alignment.
        unsafe { _mm_storel_epi64(place.cast(), bytes) };
        count = (keep & (u32::MAX >> (24 - 8 * part))).count_ones() as usize;
    }
    count
}

/// How far the conversion is.
struct Blocks<'a> {
    source: Source<'a>,
    room: Room<'a>,
    /// Where the next block begins.
    at: usize,
    out: usize,
}

impl Blocks<'_> {
    /// Whether 64 bytes are left; and whether their code points fit, and so much that what is written over them does.
    #[inline(always)]
    fn more(&self) -> bool {
        self.source.bytes() - self.at >= 64 && self.room.bytes() - self.out >= 64
    }

    /// Converts blocks from a place where a code point begins, as long as each is followed by another good one.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
    fn run(&mut self) -> Stop {
        if !self.more() {
            return Stop::Edge;
        }
        let zero = _mm256_setzero_si256();
        // SAFETY: so much is left: just tested.
        let bytes = unsafe { load(self.source, self.at) };
        let mut block = Block::new(zero, bytes);
        if signs(block.wrong) != 0 {
            return Stop::Edge;
        }
        let mut leads = 0;
        // One bit for each block, set unless it is ASCII: no branch on that.
        let mut mixed = u32::MAX;
        while self.more() {
            // SAFETY: so much is left: just tested.
            let bytes = unsafe { load(self.source, self.at + 32) };
            let next = Block::new(block.bytes, bytes);
            if signs(next.wrong) != 0 {
                break;
            }
            leads = signs(block.leads);
            let place = self.room.start().wrapping_add(self.out);
            // SAFETY: so much is left of the room: just tested.
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

    /// Copies ASCII.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
    fn ascii(&mut self) {
        while self.source.bytes() - self.at >= 128 && self.room.bytes() - self.out >= 128 {
            // SAFETY: so much is left: the condition of the loop.
            let a = unsafe { load(self.source, self.at) };
            // SAFETY: so much is left: the condition of the loop.
            let b = unsafe { load(self.source, self.at + 32) };
            // SAFETY: so much is left: the condition of the loop.
            let c = unsafe { load(self.source, self.at + 64) };
            // SAFETY: so much is left: the condition of the loop.
            let d = unsafe { load(self.source, self.at + 96) };
            if signs(_mm256_or_si256(_mm256_or_si256(a, b), _mm256_or_si256(c, d))) != 0 {
                break;
            }
            for (index, bytes) in [a, b, c, d].into_iter().enumerate() {
                // SAFETY: so much is left of the room: the condition of the loop.
                unsafe { store(self.room, self.out + 32 * index, bytes) };
            }
            self.at += 128;
            self.out += 128;
        }
    }

    /// Copies the rest, if it is ASCII of at most 64 bytes, and fits.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
    fn ascii_rest(&mut self) -> bool {
        let Self { source, room, at, out } = *self;
        let left = source.bytes() - at;
        if left > 64 || room.bytes() - out < left {
            return false;
        }
        // The first and the last so many, which overlap.
        let to = out + left;
        if left >= 32 {
            // SAFETY: so much is left: just tested.
            let start = unsafe { load(source, at) };
            // SAFETY: so much is left of the source, which ends 32 bytes after.
            let end = unsafe { load(source, at + left - 32) };
            if signs(_mm256_or_si256(start, end)) != 0 {
                return false;
            }
            // SAFETY: as many bytes as the source has fit: tested above.
            unsafe { store(room, out, start) };
            // SAFETY: as before: it ends with the last of them.
            unsafe { store(room, to - 32, end) };
        } else if left >= 16 {
            // SAFETY: so much is left: just tested.
            let start = unsafe { load_half(source, at) };
            // SAFETY: so much is left of the source, which ends 16 bytes after.
            let end = unsafe { load_half(source, at + left - 16) };
            if _mm_movemask_epi8(_mm_or_si128(start, end)) != 0 {
                return false;
            }
            // SAFETY: as many bytes as the source has fit: tested above.
            unsafe { store_half(room, out, start) };
            // SAFETY: as before: it ends with the last of them.
            unsafe { store_half(room, to - 16, end) };
        } else if left >= 8 {
            let (start, end): (u64, u64) = (word(source, at), word(source, at + left - 8));
            if (start | end) & SIGNS != 0 {
                return false;
            }
            // SAFETY: as many bytes as the source has fit: tested above.
            unsafe { put(room, out, start) };
            // SAFETY: as before: it ends with the last of them.
            unsafe { put(room, to - 8, end) };
        } else if left >= 4 {
            let (start, end): (u32, u32) = (word(source, at), word(source, at + left - 4));
            if u64::from(start | end) & SIGNS != 0 {
                return false;
            }
            // SAFETY: as many bytes as the source has fit: tested above.
            unsafe { put(room, out, start) };
            // SAFETY: as before: it ends with the last of them.
            unsafe { put(room, to - 4, end) };
        } else {
            let mut bytes = [0; 3];
            for (index, byte) in bytes[..left].iter_mut().enumerate() {
                *byte = word::<u8>(source, at + index);
            }
            if bytes.iter().any(|byte| *byte > 0x7F) {
                return false;
            }
            for (index, byte) in bytes[..left].iter().enumerate() {
                // SAFETY: as many bytes as the source has fit: tested above.
                unsafe { put(room, out + index, *byte) };
            }
        }
        (self.at, self.out) = (at + left, to);
        true
    }

    /// Converts what is good of up to 32 bytes, and writes nothing else; whether more may follow.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
    fn piece(&mut self) -> bool {
        let bytes = load_rest(self.source, self.at);
        let block = Block::new(_mm256_setzero_si256(), bytes);
        let len = (self.source.bytes() - self.at).min(32);
        let room = self.room.bytes() - self.out;
        let leads = signs(block.leads);
        let wrong = signs(block.wrong).trailing_zeros() as usize;
        // Without a lead whose code point does not end.
        let whole = |end: usize| end - (leads & low(end) & !low(end.saturating_sub(1))).count_ones() as usize;
        let mut end = whole(wrong.min(len));
        if (!leads & low(end)).count_ones() as usize > room {
            end = whole(end.min(room));
        }
        let mut text = Text::uninit();
        // SAFETY: it has 64 bytes.
        let written = unsafe { store_bytes(text.as_mut_ptr().cast(), block.latin1, !leads & low(end)) };
        // SAFETY: so many bytes of the text are written, and they fit: tested above.
        unsafe { store_text(self.room, self.out, &text, written) };
        self.at += end;
        self.out += written;
        end > 0 && wrong >= len && self.at < self.source.bytes()
    }
}

#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn utf8_to_latin1(source: Source<'_>, room: Room<'_>) -> Taken {
    let mut blocks = Blocks { source, room, at: 0, out: 0 };
    if source.bytes() >= 64 {
        loop {
            blocks.ascii();
            if let Stop::Edge = blocks.run() {
                break;
            }
        }
    }
    while blocks.at < source.bytes() && !blocks.ascii_rest() && blocks.piece() {}
    Taken { read: blocks.at, written: blocks.out }
}

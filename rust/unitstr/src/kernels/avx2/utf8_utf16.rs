//! UTF-8 to chars.
//!
//! A block of 32 bytes becomes 32 lanes of 16 bits, one for each byte: the char that ends there, if one does. A char is
//! the sum of the payloads of up to three bytes. The lanes without a char are dropped by shuffles, 8 at a time:
//!
//! ```text
//! bytes          61   C3   A9   E4   B8   AD   62 ..
//! a = byte       61    .   29    .    .   2D   62      & 7F, which takes the header off a trail
//! b = first       0    .   03    .    .   38    0      & 3F, where the byte is a trail
//! c = second      0    .    0    .    .   40    0      (- E0, saturating) << 4: only leads of three bytes, or four
//!
//! unpack a, b    [a b a b ..]    maddubs 1, 64    a + (b << 6)
//! unpack 0, c    [0 c 0 c ..]    or               + (c << 8)
//!                0061  .  00E9  .    .  4E2D 0062 ..
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
//! A store keeps 2 chars of 8 or more. So a block is converted when the next one is known to be good: that one's chars,
//! 10 or more, are written over the rest. What then is left, and the edges of the room, go through memory on the stack.
//!
//! Tables that drop bytes by one shuffle are due to Lemire and Muła ("Transcoding Billions of Unicode Characters per
//! Second with SIMD Instructions", 2022). They convert 12 bytes in a step, by a table of the places where characters
//! end; here a step is always 32 bytes, so that it does not have to wait for the one before.

use std::arch::x86_64::*;

use super::memory::{load_half, put, store_few, store_half};
use super::utf8::{
    Block, SIGNS, Stop, Text, all, dangling, load, load_rest, low, set_of, signs, store, store_text, word,
};
use super::utf8_tables::UNITS;
use crate::Source;
use crate::kernels::Taken;
use crate::raw::Room;

/// Lanes of 16 bits, by the order of their bytes: 0–7, 8–15, 16–23, 24–31.
type Lanes = [__m128i; 4];

/// The chars at the bytes where code points end.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn chars(block: &Block) -> Lanes {
    let weights = _mm256_set1_epi16(0x4001);
    let a = _mm256_and_si256(block.bytes, all(0x7F));
    let trails = _mm256_cmpgt_epi8(all(0xC0), block.bytes);
    let b = _mm256_and_si256(block.first, _mm256_and_si256(trails, all(0x3F)));
    let c = _mm256_subs_epu8(block.second, all(0xE0));
    let c = _mm256_and_si256(_mm256_slli_epi16::<4>(c), all(0xF0));
    let zero = _mm256_setzero_si256();
    let mut low =
        _mm256_or_si256(_mm256_maddubs_epi16(_mm256_unpacklo_epi8(a, b), weights), _mm256_unpacklo_epi8(zero, c));
    let mut high =
        _mm256_or_si256(_mm256_maddubs_epi16(_mm256_unpackhi_epi8(a, b), weights), _mm256_unpackhi_epi8(zero, c));
    // From F0 on, the highest bit stays.
    let third = _mm256_subs_epu8(block.second, all(0xF0 - 0x80));
    let fourth = _mm256_subs_epu8(block.third, all(0xF0 - 0x80));
    if signs(_mm256_or_si256(third, fourth)) != 0 {
        let third = _mm256_cmpgt_epi8(zero, third);
        let fourth = _mm256_cmpgt_epi8(zero, fourth);
        low = pairs(low, _mm256_unpacklo_epi8(third, third), _mm256_unpacklo_epi8(fourth, fourth));
        high = pairs(high, _mm256_unpackhi_epi8(third, third), _mm256_unpackhi_epi8(fourth, fourth));
    }
    parts(low, high)
}

/// Surrogates where third and fourth bytes are.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn pairs(sum: __m256i, third: __m256i, fourth: __m256i) -> __m256i {
    let high = _mm256_add_epi16(_mm256_srli_epi16::<4>(sum), _mm256_set1_epi16(0xD7C0_u16.cast_signed()));
    let low =
        _mm256_or_si256(_mm256_and_si256(sum, _mm256_set1_epi16(0x3FF)), _mm256_set1_epi16(0xDC00_u16.cast_signed()));
    _mm256_blendv_epi8(_mm256_blendv_epi8(sum, high, third), low, fourth)
}

#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn parts(low: __m256i, high: __m256i) -> Lanes {
    [
        _mm256_castsi256_si128(low),
        _mm256_castsi256_si128(high),
        _mm256_extracti128_si256::<1>(low),
        _mm256_extracti128_si256::<1>(high),
    ]
}

/// Writes the lanes in `keep` in a row, 16 bytes at least after each of the four parts, all of them within 64 bytes; how
/// many bytes it keeps.
///
/// # Safety
///
/// * `to` is writable for 64 bytes.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
unsafe fn store_lanes(to: *mut u8, lanes: Lanes, keep: u32) -> usize {
    let mut count = 0;
    for (part, lanes) in lanes.into_iter().enumerate() {
        let row: *const [u8; 16] = &raw const UNITS[set_of(keep, part)];
        // SAFETY: the row has 16 bytes; any alignment.
        let row = unsafe { _mm_loadu_si128(row.cast()) };
        let chars = _mm_shuffle_epi8(lanes, row);
        let place = to.wrapping_add(2 * count);
        // SAFETY: each part before kept 8 chars at most: 16 bytes are left of the 64.
        unsafe { _mm_storeu_si128(place.cast(), chars) };
        count = (keep & (u32::MAX >> (24 - 8 * part))).count_ones() as usize;
    }
    2 * count
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
    /// Whether 64 bytes are left; and whether their chars fit, and so much that what is written over them does.
    #[inline(always)]
    fn more(&self) -> bool {
        self.source.bytes() - self.at >= 64 && self.room.bytes() - self.out >= 96
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
        let mut block = Block::new(zero, unsafe { load(self.source, self.at) });
        let errors = block.errors();
        if _mm256_testz_si256(errors, errors) == 0 {
            return Stop::Edge;
        }
        let mut before = zero;
        // One bit for each block, set unless it is ASCII: no branch on that.
        let mut mixed = u32::MAX;
        while self.more() {
            // SAFETY: so much is left: just tested.
            let next = unsafe { load(self.source, self.at + 32) };
            let next = Block::new(block.bytes, next);
            let errors = next.errors();
            if _mm256_testz_si256(errors, errors) == 0 {
                break;
            }
            let (lanes, keep) = (chars(&block), block.ends());
            let place = self.room.start().wrapping_add(self.out);
            // SAFETY: so much is left of the room: just tested.
            self.out += unsafe { store_lanes(place, lanes, keep) };
            self.at += 32;
            before = block.bytes;
            block = next;
            mixed = mixed << 1 | u32::from(signs(block.bytes) != 0);
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

    /// Widens ASCII.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
    fn ascii(&mut self) {
        while self.source.bytes() - self.at >= 64 && self.room.bytes() - self.out >= 128 {
            // SAFETY: so much is left: the condition of the loop.
            let a = unsafe { load(self.source, self.at) };
            // SAFETY: so much is left: the condition of the loop.
            let b = unsafe { load(self.source, self.at + 32) };
            if signs(_mm256_or_si256(a, b)) != 0 {
                break;
            }
            for (index, half) in [
                _mm256_castsi256_si128(a),
                _mm256_extracti128_si256::<1>(a),
                _mm256_castsi256_si128(b),
                _mm256_extracti128_si256::<1>(b),
            ]
            .into_iter()
            .enumerate()
            {
                let chars = _mm256_cvtepu8_epi16(half);
                // SAFETY: so much is left of the room: the condition of the loop.
                unsafe { store(self.room, self.out + 32 * index, chars) };
            }
            self.at += 64;
            self.out += 128;
        }
    }

    /// Widens the rest, if it is ASCII of at most 64 bytes, and fits.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
    fn ascii_rest(&mut self) -> bool {
        let Self { source, room, at, out } = *self;
        let left = source.bytes() - at;
        if left > 64 || (room.bytes() - out) / 2 < left {
            return false;
        }
        // The first and the last so many, which overlap.
        let to = out + 2 * left;
        if left >= 32 {
            // SAFETY: so much is left: just tested.
            let start = unsafe { load(source, at) };
            // SAFETY: so much is left of the source, which ends 32 bytes after.
            let end = unsafe { load(source, at + left - 32) };
            if signs(_mm256_or_si256(start, end)) != 0 {
                return false;
            }
            for (place, bytes) in [(out, start), (to - 64, end)] {
                let chars = _mm256_cvtepu8_epi16(_mm256_castsi256_si128(bytes));
                // SAFETY: two bytes for each of the source fit: tested above; 64 of them from each place on.
                unsafe { store(room, place, chars) };
                let chars = _mm256_cvtepu8_epi16(_mm256_extracti128_si256::<1>(bytes));
                // SAFETY: as before.
                unsafe { store(room, place + 32, chars) };
            }
        } else if left >= 16 {
            // SAFETY: so much is left: just tested.
            let start = unsafe { load_half(source, at) };
            // SAFETY: so much is left of the source, which ends 16 bytes after.
            let end = unsafe { load_half(source, at + left - 16) };
            if _mm_movemask_epi8(_mm_or_si128(start, end)) != 0 {
                return false;
            }
            let (start, end) = (_mm256_cvtepu8_epi16(start), _mm256_cvtepu8_epi16(end));
            // SAFETY: two bytes for each of the source fit: tested above.
            unsafe { store(room, out, start) };
            // SAFETY: as before: it ends with the last of them.
            unsafe { store(room, to - 32, end) };
        } else if left >= 8 {
            let (start, end): (u64, u64) = (word(source, at), word(source, at + left - 8));
            if (start | end) & SIGNS != 0 {
                return false;
            }
            let (start, end) = (widened(start), widened(end));
            // SAFETY: two bytes for each of the source fit: tested above.
            unsafe { store_half(room, out, start) };
            // SAFETY: as before: it ends with the last of them.
            unsafe { store_half(room, to - 16, end) };
        } else if left >= 4 {
            let (start, end): (u32, u32) = (word(source, at), word(source, at + left - 4));
            if u64::from(start | end) & SIGNS != 0 {
                return false;
            }
            let both = widened(u64::from(start) | u64::from(end) << 32);
            let (start, end) = (_mm_cvtsi128_si64(both), _mm_extract_epi64::<1>(both));
            // SAFETY: two bytes for each of the source fit: tested above.
            unsafe { put(room, out, start) };
            // SAFETY: as before: it ends with the last of them.
            unsafe { put(room, to - 8, end) };
        } else {
            let mut bytes = [0; 3];
            for (index, byte) in bytes[..left].iter_mut().enumerate() {
                *byte = word::<u8>(source, at + index);
            }
            if bytes.iter().any(|byte| *byte > 0x7F) {
                return false;
            }
            for (index, byte) in bytes[..left].iter().enumerate() {
                // SAFETY: two bytes for each of the source fit: tested above.
                unsafe { put(room, out + 2 * index, u16::from(*byte)) };
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
        let (mut good, mut wrong) = block.good(len, len);
        let ends = block.ends();
        if 2 * (ends & low(good)).count_ones() as usize > room {
            // No byte becomes more than one char.
            (good, wrong) = block.good(len, len.min(room / 2));
        }
        let keep = ends & low(good);
        let lanes = chars(&block);
        let written = 2 * keep.count_ones() as usize;
        if good <= 8 {
            let row: *const [u8; 16] = &raw const UNITS[set_of(keep, 0)];
            // SAFETY: the row has 16 bytes; any alignment.
            let row = unsafe { _mm_loadu_si128(row.cast()) };
            let chars = _mm_shuffle_epi8(lanes[0], row);
            // SAFETY: it fits: tested above.
            unsafe { store_few(self.room, self.out, chars, written) };
        } else {
            let mut text = Text::uninit();
            // SAFETY: it has 64 bytes.
            unsafe { store_lanes(text.as_mut_ptr().cast(), lanes, keep) };
            // SAFETY: so many bytes of the text are written, and they fit: tested above.
            unsafe { store_text(self.room, self.out, &text, written) };
        }
        self.at += good;
        self.out += written;
        good > 0 && !wrong && self.at < self.source.bytes()
    }
}

/// Bytes of ASCII as chars.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn widened(bytes: u64) -> __m128i {
    _mm_cvtepu8_epi16(_mm_cvtsi64_si128(bytes.cast_signed()))
}

#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn utf8_to_utf16(source: Source<'_>, room: Room<'_>) -> Taken {
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

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
//! Of each store of 8 chars, 2 or more are kept. So a block is converted only when the next one is known to be good:
//! its chars, 10 or more, overwrite the excess. The last block, and the end of the target, go through memory on the
//! stack. Scratch may keep an excess, so the last two blocks go there at once.
//!
//! Tables that drop bytes by one shuffle are due to Lemire and Muła ("Transcoding Billions of Unicode Characters per
//! Second with SIMD Instructions", 2022). They convert 12 bytes in a step, by a table of the places where characters
//! end; here a step is always 32 bytes, so that it does not have to wait for the one before.

use std::arch::x86_64::*;

use super::memory::{Text, load, store_few, store_some, store_text};
use super::tables::UNITS;
use super::utf8::{Block, Blocks, Stop, all, dangling, load_rest, low, set_of, signs};
use super::utf8_repaired::utf8_to_utf16_repaired;
use super::vectors::Avx2;
use crate::kernels::Taken;
use crate::kernels::shared::Vectors;
use crate::kernels::shared::plain::{self, Plain};
use crate::{Source, Target};

/// Lanes of 16 bits, by the order of their bytes: 0–7, 8–15, 16–23, 24–31.
pub(super) type Lanes = [__m128i; 4];

/// Returns the chars, at the bytes where code points end, in the order of [`parts`].
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) fn chars(block: &Block) -> [__m256i; 2] {
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
    [low, high]
}

/// Replaces the lanes of third and fourth bytes by surrogates.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn pairs(sum: __m256i, third: __m256i, fourth: __m256i) -> __m256i {
    let high = _mm256_add_epi16(_mm256_srli_epi16::<4>(sum), _mm256_set1_epi16(0xD7C0_u16.cast_signed()));
    let low =
        _mm256_or_si256(_mm256_and_si256(sum, _mm256_set1_epi16(0x3FF)), _mm256_set1_epi16(0xDC00_u16.cast_signed()));
    _mm256_blendv_epi8(_mm256_blendv_epi8(sum, high, third), low, fourth)
}

/// Lanes 0–7 and 16–23, and 8–15 and 24–31, in a row.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) fn parts([low, high]: [__m256i; 2]) -> Lanes {
    [
        _mm256_castsi256_si128(low),
        _mm256_castsi256_si128(high),
        _mm256_extracti128_si256::<1>(low),
        _mm256_extracti128_si256::<1>(high),
    ]
}

/// Writes the lanes in `keep` in a row and returns their size in bytes. It stores 16 bytes for each of four parts, all
/// within 64 bytes.
///
/// # Safety
///
/// * `to` is writable for 64 bytes.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) unsafe fn store_lanes(to: *mut u8, lanes: Lanes, keep: u32) -> usize {
    let mut count = 0;
    for (part, lanes) in lanes.into_iter().enumerate() {
        let row: *const [u8; 16] = &raw const UNITS[set_of(keep, part)];
        // SAFETY: `row` points to 16 bytes of the table; any alignment.
        let row = unsafe { _mm_loadu_si128(row.cast()) };
        let chars = _mm_shuffle_epi8(lanes, row);
        let place = to.wrapping_add(2 * count);
        // SAFETY: `to` has 64 bytes, as the caller promises, and each part before kept at most 16.
        unsafe { _mm_storeu_si128(place.cast(), chars) };
        count = (keep & (u32::MAX >> (24 - 8 * part))).count_ones() as usize;
    }
    2 * count
}

/// Writes the lanes in `keep` in a row, and nothing else, by way of the stack.
///
/// # Safety
///
/// * `room` has at least two bytes for each of these lanes from `at` on.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) unsafe fn store_kept(room: Target<'_>, at: usize, lanes: Lanes, keep: u32) {
    let mut text = Text::uninit();
    // SAFETY: `text` has 64 bytes.
    let written = unsafe { store_lanes(text.as_mut_ptr().cast(), lanes, keep) };
    // SAFETY: `room` has `written` bytes from `at` on, as the caller promises.
    unsafe { store_text(room, at, &text, written) };
}

impl Blocks<'_> {
    /// Converts blocks from the start of a code point, while each is followed by another good one.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
    fn run_wide(&mut self) -> Stop {
        if !self.has(96) {
            return Stop::Edge;
        }
        let zero = _mm256_setzero_si256();
        // SAFETY: `self.source` has 32 bytes from `self.at` on: tested above.
        let mut block = Block::new(zero, unsafe { load(self.source, self.at) });
        let errors = block.errors();
        if _mm256_testz_si256(errors, errors) == 0 {
            return Stop::Edge;
        }
        let mut before = zero;
        // One bit for each block, set unless it is ASCII: no branch on that.
        let mut mixed = u32::MAX;
        while self.has(96) {
            // SAFETY: `self.source` has 32 bytes from `self.at + 32` on: tested above.
            let next = unsafe { load(self.source, self.at + 32) };
            let next = Block::new(block.bytes, next);
            let errors = next.errors();
            if _mm256_testz_si256(errors, errors) == 0 {
                break;
            }
            let (lanes, keep) = (parts(chars(&block)), block.ends());
            let place = self.room.start().wrapping_add(self.out);
            // SAFETY: `place` has at least 64 bytes of the target: tested by `has`.
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

    /// Whether the next byte that is not ASCII, of the next 64, begins no code point; then converts the bytes before it. In
    /// text with many errors, these are most of it.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
    fn ends_in_error(&mut self) -> bool {
        if !self.has(128) {
            return false;
        }
        // SAFETY: `self.source` has 32 bytes from `self.at` on: tested above.
        let a = unsafe { load(self.source, self.at) };
        // SAFETY: `self.source` has 32 bytes from `self.at + 32` on: tested above.
        let b = unsafe { load(self.source, self.at + 32) };
        let other = u64::from(signs(a)) | u64::from(signs(b)) << 32;
        let good = other.trailing_zeros() as usize;
        if !matches!(self.source.read::<u8>(self.at + good), Some(0x80..=0xC1 | 0xF5..)) {
            return false;
        }
        let tier = Avx2::new();
        for (number, bytes) in [a, b].into_iter().enumerate() {
            let [low, high] = tier.widen8::<false>(bytes);
            let (place, keep) = (self.out + 64 * number, (2 * good).saturating_sub(64 * number).min(64));
            // SAFETY: `self.room` has 128 bytes from `self.out` on, tested above; `good` is at most 64.
            unsafe { store_some(self.room, place, low, keep.min(32)) };
            // SAFETY: the same; these are those after the first 32.
            unsafe { store_some(self.room, place + 32, high, keep.saturating_sub(32)) };
        }
        self.at += good;
        self.out += 2 * good;
        true
    }

    /// Converts the rest to scratch, if that is at most 64 bytes and well-formed; otherwise nothing. It takes less time
    /// than [`piece_wide`](Self::piece_wide), which writes exactly, and stops before a code point that goes on.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
    fn whole(&mut self) -> bool {
        let len = self.source.bytes() - self.at;
        if len > 64 || !self.room.is_scratch() || self.room.bytes() - self.out < 128 {
            return false;
        }
        let place = self.room.start().wrapping_add(self.out);
        let block = Block::new(_mm256_setzero_si256(), load_rest(self.source, self.at));
        let errors = block.errors();
        // An incomplete code point is an error before the zero after it.
        let good =
            |errors, end: usize, bytes| _mm256_testz_si256(errors, errors) != 0 && (len < end || dangling(bytes) == 0);
        if len <= 32 {
            if !good(errors, 32, block.bytes) {
                return false;
            }
            let (lanes, keep) = (parts(chars(&block)), block.ends() & low(len));
            // SAFETY: `room` has 128 bytes from `out` on, tested above; nobody reads those of scratch after the text.
            let written = unsafe { store_lanes(place, lanes, keep) };
            return self.advance(Taken { read: len, written });
        }
        let next = Block::new(block.bytes, load_rest(self.source, self.at + 32));
        if !good(_mm256_or_si256(errors, next.errors()), 64, next.bytes) {
            return false;
        }
        let (lanes, keep) = (parts(chars(&block)), block.ends());
        // SAFETY: as above.
        let mut written = unsafe { store_lanes(place, lanes, keep) };
        let (lanes, keep) = (parts(chars(&next)), next.ends() & low(len - 32));
        // SAFETY: `written` is at most 64 of the 128 bytes.
        written += unsafe { store_lanes(place.wrapping_add(written), lanes, keep) };
        self.advance(Taken { read: len, written })
    }

    /// Converts the good part of up to 32 bytes, and writes nothing else; returns whether more may follow.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
    fn piece_wide(&mut self) -> bool {
        let bytes = load_rest(self.source, self.at);
        let len = (self.source.bytes() - self.at).min(32);
        let room = self.room.bytes() - self.out;
        if signs(bytes) == 0 {
            let len = len.min(room / 2);
            let [a, b] = Avx2::new().widen8::<false>(bytes);
            // SAFETY: the target has at least `2 * len` bytes from `out` on: just limited to that.
            unsafe { store_some(self.room, self.out, a, 2 * len.min(16)) };
            if len > 16 {
                // SAFETY: `self.room` has `2 * (len - 16)` bytes from `self.out + 32` on: see above.
                unsafe { store_some(self.room, self.out + 32, b, 2 * (len - 16)) };
            }
            return self.advance(Taken { read: len, written: 2 * len });
        }
        let block = Block::new(_mm256_setzero_si256(), bytes);
        let (mut good, mut wrong) = block.good(len, len);
        let ends = block.ends();
        if 2 * (ends & low(good)).count_ones() as usize > room {
            // No byte becomes more than one char.
            (good, wrong) = block.good(len, len.min(room / 2));
        }
        if good == 0 {
            return false;
        }
        if good == (signs(bytes).trailing_zeros() as usize) {
            let [a, b] = Avx2::new().widen8::<false>(bytes);
            // SAFETY: the target has at least `2 * good` bytes from `out` on: tested above.
            unsafe { store_some(self.room, self.out, a, 2 * good.min(16)) };
            // SAFETY: the same; these are those after the first 32.
            unsafe { store_some(self.room, self.out + 32, b, 2 * good.saturating_sub(16)) };
            self.at += good;
            self.out += 2 * good;
            return !wrong;
        }
        let keep = ends & low(good);
        let lanes = parts(chars(&block));
        let written = 2 * keep.count_ones() as usize;
        if good <= 8 {
            let row: *const [u8; 16] = &raw const UNITS[set_of(keep, 0)];
            // SAFETY: `row` points to 16 bytes of the table; any alignment.
            let row = unsafe { _mm_loadu_si128(row.cast()) };
            let chars = _mm_shuffle_epi8(lanes[0], row);
            // SAFETY: `self.room` has `written` bytes from `self.out` on: tested above.
            unsafe { store_few(self.room, self.out, chars, written) };
        } else {
            // SAFETY: `self.room` has `written` bytes from `self.out` on: tested above.
            unsafe { store_kept(self.room, self.out, lanes, keep) };
        }
        self.at += good;
        self.out += written;
        !wrong && self.at < self.source.bytes()
    }
}

#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn utf8_to_utf16(source: Source<'_>, room: Target<'_>) -> Taken {
    let mut blocks = Blocks::new(source, room);
    if source.bytes() >= 64 {
        loop {
            let (source, room) = blocks.rest();
            let tier = Avx2::new();
            blocks.advance(plain::convert_run::<_, 1, 2, false>(tier, source, room, Plain::ascii(tier)));
            if blocks.ends_in_error() {
                return Taken { read: blocks.at, written: blocks.out };
            }
            if let Stop::Edge = blocks.run_wide() {
                break;
            }
        }
    }
    while blocks.at < source.bytes() && !blocks.whole() && blocks.piece_wide() {}
    Taken { read: blocks.at, written: blocks.out }
}

/// The same; also errors, each to one U+FFFD, if `repairs`.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) fn short_utf8_to_utf16(source: Source<'_>, room: Target<'_>, repairs: bool) -> Taken {
    let mut blocks = Blocks::new(source, room);
    if source.bytes() <= 32 {
        if blocks.whole() {
            return Taken { read: blocks.at, written: blocks.out };
        }
        if repairs && room.is_scratch() && room.bytes() >= 64 {
            return utf8_to_utf16_repaired::<true>(source, room);
        }
    }
    loop {
        let (source, room) = blocks.rest();
        blocks.advance(utf8_to_utf16(source, room));
        let (source, room) = blocks.rest();
        if !repairs || source.bytes() == 0 || !blocks.advance(utf8_to_utf16_repaired::<true>(source, room)) {
            return Taken { read: blocks.at, written: blocks.out };
        }
    }
}

//! Chars to UTF-8, 16 at a time. A surrogate is a char of two bytes: either half of a pair makes one half of the four.
//!
//! Lanes of 16 bits, the high byte on the left (`j` is `u` and 1 more at the place of its seventh bit, the plane of a
//! pair being one less than that of its code point; `k` are the last two bits of the char before):
//!
//! ```text
//!                  char                   two bytes             one more before them
//! ASCII            00000000 0xxxxxxx      –        0xxxxxxx
//! to 7FF           00000yyy yyxxxxxx      110yyyyy 10xxxxxx
//! others           zzzzyyyy yyxxxxxx      10yyyyyy 10xxxxxx     1110zzzz
//! high surrogate   110110uu uuuuuukk      11110jjj 10jjjjjj     j = u…uk…k + 40, its last two bits not among these
//! low surrogate    110111yy yyxxxxxx      10kkyyyy 10xxxxxx
//! ```
//!
//! Both lanes are put together to lanes of 32 bits, `[last, middle, first, –]`, and [`THREE`] drops what does not count
//! and turns the rest around, 4 chars to 4 to 12 bytes. If all are below 800, the lanes of 16 bits do, 8 chars to 8 to
//! 16 bytes by [`TWO`].
//!
//! A store writes 16 bytes, and the next one overwrites the excess. After the last store of a step, that is the first
//! one of the next step: its 16 chars, which are already loaded and checked, become at least 16 bytes. The last step
//! goes through a buffer.

use std::arch::aarch64::*;

use super::memory::{
    V, load_some, load_whole, moved_down, store_buffer, store_few, store_half, store_some, store_whole,
};
use super::repaired_chars;
use super::utf8::low;
use super::utf16::{Halves, has_surrogates, high_bytes, kind};
use super::vectors::{Sets, any, row, u16s};
use crate::kernels::Taken;
use crate::kernels::shared::tables::{THREE, TWO};
use crate::{Source, Target};

/// 16 chars.
#[derive(Clone, Copy)]
struct Block {
    chars: [V; 2],
    /// `FF` at high surrogates, in lanes of a byte.
    highs: V,
    surrogates: bool,
}

impl Block {
    /// `highs_before`: those of the 16 chars before. `None` if low surrogates do not follow high ones, and only those.
    #[inline]
    #[target_feature(enable = "neon")]
    fn new(chars: [V; 2], highs_before: V) -> Option<Self> {
        let high_bytes = high_bytes::<false>(chars);
        let highs = kind(high_bytes, 0xD8);
        let differ = veorq_u8(kind(high_bytes, 0xDC), vextq_u8::<15>(highs_before, highs));
        if any(differ) { None } else { Some(Self { chars, highs, surrogates: has_surrogates(high_bytes) }) }
    }

    /// 1 if the last char is a high surrogate.
    #[inline]
    #[target_feature(enable = "neon")]
    fn carry(&self) -> usize {
        usize::from(vgetq_lane_u8::<15>(self.highs) & 1)
    }
}

/// Lanes of 16 bits that have this value.
#[inline]
#[target_feature(enable = "neon")]
fn each(value: u16) -> uint16x8_t {
    vdupq_n_u16(value)
}

/// The last two bytes of 8 chars, and their first one; a set of those with two bytes and of those with three, for each
/// 4 chars 4 bits of either. The char `before` matters only if there are surrogates.
#[inline]
#[target_feature(enable = "neon")]
fn lanes(chars: uint16x8_t, before: uint16x8_t, surrogates: bool) -> ([V; 2], uint16x8_t) {
    let (two, mut three) = (vcgeq_u16(chars, each(0x80)), vcgeq_u16(chars, each(0x800)));
    // The lowest 6 bits where they are, the next 6 bits two places further.
    let more = vandq_u16(vbslq_u16(each(0x003F), chars, vshlq_n_u16::<2>(chars)), each(0x3F3F));
    let mut more = vorrq_u16(more, vbicq_u16(each(0xC080), vandq_u16(three, each(0x4000))));
    if surrogates {
        let is_any = vceqq_u16(vandq_u16(chars, each(0xF800)), each(0xD800));
        let is_low = vceqq_u16(vandq_u16(chars, each(0xFC00)), each(0xDC00));
        let is_high = vbicq_u16(is_any, is_low);
        // The two bits are 11 from the DC: cleared where `k` is not.
        let shifted = vextq_u16::<7>(before, chars);
        let clear = vbicq_u16(each(0x3000), vshlq_n_u16::<12>(shifted));
        more = veorq_u16(more, vandq_u16(clear, is_low));
        let j = vaddq_u16(chars, each(0x0040));
        let first = vandq_u16(j, each(0x0700));
        let second = vandq_u16(vshrq_n_u16::<2>(j), each(0x003F));
        more = vbslq_u16(is_high, vorrq_u16(vorrq_u16(first, second), each(0xF080)), more);
        three = vbicq_u16(three, is_any);
    }
    let lanes = vbslq_u16(two, more, chars);
    let firsts = vorrq_u16(vshrq_n_u16::<12>(chars), each(0x00E0));
    let two = vandq_u16(two, vreinterpretq_u16_u64(vdupq_n_u64(0x0008_0004_0002_0001)));
    let three = vandq_u16(three, vreinterpretq_u16_u64(vdupq_n_u64(0x0080_0040_0020_0010)));
    let both = [vzip1q_u16(lanes, firsts), vzip2q_u16(lanes, firsts)];
    (both.map(|lanes| vreinterpretq_u8_u16(lanes)), vorrq_u16(two, three))
}

/// UTF-8 in four parts, and the additional bytes of each.
struct Encoded {
    parts: [V; 4],
    sets: Sets,
}

impl Encoded {
    /// Encodes 16 chars. The chars `before` matter only if there are surrogates.
    #[inline]
    #[target_feature(enable = "neon")]
    fn of([a, b]: [V; 2], before: V, surrogates: bool) -> Self {
        let ([p, q], first) = lanes(u16s(a), u16s(before), surrogates);
        let ([r, s], second) = lanes(u16s(b), u16s(a), surrogates);
        let sums = vpaddq_u16(first, second);
        let sets = Sets::new(vmovn_u16(vpaddq_u16(sums, sums)));
        let part = |lanes, number| vqtbl1q_u8(lanes, row(&THREE, sets.set(number)));
        Self { parts: [part(p, 0), part(q, 1), part(r, 2), part(s, 3)], sets }
    }

    /// The end of a part in bytes.
    #[inline(always)]
    const fn end(&self, part: usize) -> usize {
        4 * (part + 1) + self.sets.end(part)
    }

    /// Where the parts begin.
    #[inline(always)]
    const fn starts(&self) -> [usize; 4] {
        [0, self.end(0), self.end(1), self.end(2)]
    }
}

/// Encodes 32 chars below 800 in four parts, with the additional bytes of each.
#[inline]
#[target_feature(enable = "neon")]
fn encoded_short(chars: [V; 4]) -> ([V; 4], Sets) {
    let two = chars.map(|chars| vcgeq_u16(u16s(chars), each(0x80)));
    let narrow = |a, b| vuzp1q_u8(vreinterpretq_u8_u16(a), vreinterpretq_u8_u16(b));
    let sets = Sets::of([narrow(two[0], two[1]), narrow(two[2], two[3])]);
    let part = |number: usize| {
        let chars = u16s(chars[number]);
        let more = vandq_u16(vbslq_u16(each(0x003F), chars, vshlq_n_u16::<2>(chars)), each(0x1F3F));
        let lanes = vbslq_u16(two[number], vorrq_u16(more, each(0xC080)), chars);
        vqtbl1q_u8(vreinterpretq_u8_u16(lanes), row(&TWO, sets.set(number)))
    };
    ([part(0), part(1), part(2), part(3)], sets)
}

/// Whether any of 32 chars has one of these bits.
#[inline]
#[target_feature(enable = "neon")]
fn have([a, b, c, d]: [V; 4], bits: u16) -> bool {
    let all = vorrq_u8(vorrq_u8(a, b), vorrq_u8(c, d));
    any(vreinterpretq_u8_u16(vandq_u16(u16s(all), each(bits))))
}

#[target_feature(enable = "neon")]
pub(in crate::kernels) fn chars_to_utf8(source: Source<'_>, room: Target<'_>) -> Taken {
    let (at, to) = long(source, room);
    let (at, to) = rest(source, room, at, to);
    Taken { read: 2 * at, written: to }
}

/// The same for up to 128 chars; if `repairs` and there are more than 32, also a copy of those from the first lone surrogate
/// on, in which `?` replaces these. The steps take less time for fewer chars.
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn short_chars_to_utf8(source: Source<'_>, room: Target<'_>, repairs: bool) -> Taken {
    let taken = chars_to_utf8(source, room);
    if taken.read == source.bytes() || source.bytes() <= 64 || !repairs {
        taken
    } else {
        repair_rest(source, room, taken)
    }
}

#[inline(never)]
#[target_feature(enable = "neon")]
fn repair_rest(source: Source<'_>, room: Target<'_>, taken: Taken) -> Taken {
    let mut chars = [0; 128];
    let copied = repaired_chars(source.rest(taken.read), Target::from_chars(&mut chars), b'?'.into());
    let rest = chars_to_utf8(Source::from_chars(&chars[..copied.read / 2]), room.rest(taken.written));
    Taken { read: taken.read + rest.read, written: taken.written + rest.written }
}

/// Converts all but the last chars, fewer than 32, or stops before an error or near the end of the target: runs of
/// ASCII, runs of chars below 800, and steps for any chars. Returns the numbers of chars and of bytes.
#[inline]
#[target_feature(enable = "neon")]
fn long(source: Source<'_>, room: Target<'_>) -> (usize, usize) {
    let (count, capacity) = (source.bytes() / 2, room.bytes());
    let (mut at, mut to) = (0, 0);
    loop {
        while count - at >= 32 && capacity - to >= 32 {
            // SAFETY: `source` has 64 bytes from `2 * at` on: the condition of the loop.
            let vectors @ [a, b, c, d]: [V; 4] = unsafe { load_whole(source, 2 * at) };
            if have(vectors, 0xFF80) {
                break;
            }
            let bytes = [vuzp1q_u8(a, b), vuzp1q_u8(c, d)];
            // SAFETY: `room` has 32 bytes from `to` on: the condition of the loop.
            unsafe { store_whole(room, to, bytes) };
            at += 32;
            to += 32;
        }
        match short(source, room, &mut at, &mut to) {
            Next::Ascii => {}
            Next::Any if any_chars(source, room, &mut at, &mut to) => {}
            _ => return (at, to),
        }
    }
}

/// The text after a run.
enum Next {
    Ascii,
    Any,
    End,
}

/// Converts chars below 800, 32 at a time. The last part of each step is written by two stores of 8 bytes, the second
/// of which ends where the part ends.
#[inline]
#[target_feature(enable = "neon")]
fn short(source: Source<'_>, room: Target<'_>, at: &mut usize, to: &mut usize) -> Next {
    /// After this number of steps of ASCII, the loop for runs continues.
    const PLAIN: u32 = 4;
    let (count, capacity) = (source.bytes() / 2, room.bytes());
    let mut plain = 0;
    while count - *at >= 32 && capacity - *to >= 64 {
        // SAFETY: `source` has 64 bytes from `2 * *at` on: the condition of the loop.
        let vectors: [V; 4] = unsafe { load_whole(source, 2 * *at) };
        if have(vectors, 0xF800) {
            return Next::Any;
        }
        let (parts, sets) = encoded_short(vectors);
        let end = |part: usize| *to + 8 * (part + 1) + sets.end(part);
        // SAFETY: `room` has 64 bytes from `to` on, the condition of the loop; each part has at most 16.
        unsafe { store_whole(room, *to, [parts[0]]) };
        // SAFETY: `room` has 16 bytes from this place on: see above.
        unsafe { store_whole(room, end(0), [parts[1]]) };
        // SAFETY: `room` has 16 bytes from this place on: see above.
        unsafe { store_whole(room, end(1), [parts[2]]) };
        let (start, end) = (end(2), end(3));
        let tail = moved_down(parts[3], end - start - 8);
        // SAFETY: `room` has 8 bytes from `start` on: see above.
        unsafe { store_half(room, start, parts[3]) };
        // SAFETY: `room` has 8 bytes from `end - 8` on, which is not before `start`.
        unsafe { store_half(room, end - 8, tail) };
        *to = end;
        *at += 32;
        plain = if sets.bits == 0 { plain + 1 } else { 0 };
        if plain == PLAIN {
            return Next::Ascii;
        }
    }
    // Near the end of the source or of the target.
    Next::End
}

/// Converts good chars of any kind, 16 at a time; returns whether a run of chars below 800 follows.
#[inline]
#[target_feature(enable = "neon")]
fn any_chars(source: Source<'_>, room: Target<'_>, at: &mut usize, to: &mut usize) -> bool {
    /// This number of steps without a char from 800 on is a run.
    const SHORT: u32 = 8;
    let (count, capacity) = (source.bytes() / 2, room.bytes());
    if count - *at < 32 || capacity - *to < 96 {
        return false;
    }
    // SAFETY: `source` has 32 bytes from `2 * *at` on: tested above.
    let Some(mut block) = Block::new(unsafe { load_whole(source, 2 * *at) }, vdupq_n_u8(0)) else {
        return false;
    };
    let mut before = vdupq_n_u8(0);
    let mut short_steps = 0;
    // The target has space for these 16 chars and 16 more of any kind.
    while count - *at >= 32 && capacity - *to >= 96 && short_steps < SHORT {
        // SAFETY: `source` has 32 bytes from `2 * *at + 32` on: the condition of the loop.
        let Some(next) = Block::new(unsafe { load_whole(source, 2 * *at + 32) }, block.highs) else {
            break;
        };
        let encoded = Encoded::of(block.chars, before, block.surrogates);
        // SAFETY: `room` has 96 bytes from `to` on, the condition of the loop; each part has at most 12, and a store
        // 16.
        unsafe { store_whole(room, *to, [encoded.parts[0]]) };
        // SAFETY: `room` has 16 bytes from this place on: see above.
        unsafe { store_whole(room, *to + encoded.end(0), [encoded.parts[1]]) };
        // SAFETY: `room` has 16 bytes from this place on: see above.
        unsafe { store_whole(room, *to + encoded.end(1), [encoded.parts[2]]) };
        // SAFETY: `room` has 16 bytes from this place on: see above.
        unsafe { store_whole(room, *to + encoded.end(2), [encoded.parts[3]]) };
        *to += encoded.end(3);
        *at += 16;
        let short = !block.surrogates && encoded.sets.bits & 0xF0F0_F0F0 == 0;
        short_steps = if short { short_steps + 1 } else { 0 };
        (before, block) = (block.chars[1], next);
    }
    let encoded = Encoded::of(block.chars, before, block.surrogates);
    // A high surrogate at the end has two bytes.
    let cut = block.carry();
    let bytes = encoded.end(3) - 2 * cut;
    // SAFETY: `room` has 48 bytes from `to` on: the condition of the loop before its last step.
    unsafe { store_buffer(room, *to, encoded.parts, encoded.starts(), bytes) };
    *at += 16 - cut;
    *to += bytes;
    short_steps == SHORT
}

/// Converts the rest, as far as it is good and fits.
#[inline]
#[target_feature(enable = "neon")]
fn rest(source: Source<'_>, room: Target<'_>, mut at: usize, mut to: usize) -> (usize, usize) {
    let (count, capacity) = (source.bytes() / 2, room.bytes());
    while at < count {
        let left = (count - at).min(16);
        // SAFETY: `source` has `left` chars from `at` on.
        let chars: [V; 2] = unsafe { load_some(source, 2 * at, 2 * left) };
        let mut good = left;
        if vmaxvq_u16(u16s(vorrq_u8(chars[0], chars[1]))) < 0x80 {
            good = left.min(capacity - to);
            let bytes = vuzp1q_u8(chars[0], chars[1]);
            // SAFETY: `room` has `good` bytes from `to` on: see above.
            unsafe { store_some(room, to, [bytes], good) };
            to += good;
        } else {
            let halves = Halves::of(high_bytes::<false>(chars));
            let encoded = Encoded::of(chars, vdupq_n_u8(0), halves.all() != 0);
            let mut bytes = encoded.end(3);
            if halves.all() != 0 {
                good = halves.good_among(left, false);
                // The bytes of the first `good` chars.
                let (part, rest) = (good / 4, low(good % 4) * 0x11);
                let before = if part == 0 { 0 } else { encoded.sets.end(part - 1) };
                let more = if part == 4 { 0 } else { encoded.sets.set(part) & rest as usize };
                bytes = good + before + more.count_ones() as usize;
            } else {
                // The lanes after the text are zero, and count one byte each.
                bytes -= 16 - good;
            }
            if capacity - to < bytes {
                break;
            }
            if left <= 4 {
                // SAFETY: `room` has `bytes` bytes from `to` on: tested above.
                unsafe { store_few(room, to, encoded.parts[0], bytes) };
            } else {
                // SAFETY: `room` has `bytes` bytes from `to` on: tested above.
                unsafe { store_buffer(room, to, encoded.parts, encoded.starts(), bytes) };
            }
            to += bytes;
        }
        at += good;
        if good == 0 {
            break;
        }
    }
    (at, to)
}

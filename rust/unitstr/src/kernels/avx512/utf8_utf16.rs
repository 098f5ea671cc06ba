//! UTF-8 to chars.
//!
//! There are three loops, each for what texts are mostly made of, and each leaves to the others what is not its own:
//! runs of ASCII ([`ascii`]), code points of up to two bytes ([`short`]), and of any length ([`long`]), which has still
//! faster ways for vectors that are all code points of three bytes, or all of four. The last bytes, what comes before an
//! error, and what is at the edge of the room go through masked steps of at most 64 bytes that measure first.
//!
//! The algorithms go back to simdutf's kernels for Ice Lake (Daniel Lemire, Wojciech Muła and contributors), with other
//! strides, checks and ways to gather.

use std::arch::x86_64::*;

use super::memory::{
    at_least, load, load_after, load_whole, low, low_half, signs, store_first, store_fitting, store_whole, store4,
};
use super::plain::{put_widened, widen_two};
use super::utf8::{Classes, cut, good_prefix};
use super::utf8_blocks::{Chars, four_chars, is_fours, is_threes, long_chars, short_chars, three_chars};
use crate::Source;
use crate::kernels::Taken;
use crate::raw::Room;

/// Where a loop has come to, and which one goes on there.
struct Place {
    at: usize,
    out: usize,
    next: Next,
}

enum Next {
    Ascii,
    Short,
    Long,
    /// Too little is left for the loops, or something is malformed.
    Rest,
    /// What comes next is malformed.
    Stop,
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(in crate::kernels) fn utf8_to_utf16(source: Source<'_>, room: Room<'_>) -> Taken {
    let mut place = Place { at: 0, out: 0, next: Next::Ascii };
    if source.bytes() >= 128 {
        loop {
            place = match place.next {
                Next::Ascii => ascii(source, room, place.at, place.out),
                Next::Short => short(source, room, place.at, place.out),
                Next::Long => long(source, room, place.at, place.out),
                Next::Rest => break,
                Next::Stop => {
                    return Taken { read: place.at, written: place.out };
                }
            };
        }
    }
    rest(source, room, place.at, place.out)
}

/// A run of ASCII, 128 bytes at a time.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn ascii(source: Source<'_>, room: Room<'_>, mut at: usize, mut out: usize) -> Place {
    let (n, cap) = (source.bytes(), room.bytes());
    while n - at >= 128 && cap - out >= 256 {
        // SAFETY: 128 bytes are left: the condition of the loop.
        let a = unsafe { load_whole(source, at) };
        // SAFETY: 128 bytes are left: the condition of the loop.
        let b = unsafe { load_whole(source, at + 64) };
        let vectors = widen_two::<false>(a, b);
        let (a_other, b_other) = (signs(a), signs(b));
        if a_other | b_other != 0 {
            let (vector, other, before) = if a_other != 0 { (a, a_other, 0) } else { (b, b_other, 64) };
            let good = before + other.trailing_zeros() as usize;
            // Among errors, this is all there is between two of them.
            if good > 0 {
                for (number, vector) in vectors.into_iter().enumerate() {
                    let keep = (2 * good).saturating_sub(64 * number).min(64);
                    // SAFETY: 256 bytes fit: the condition of the loop.
                    unsafe { store_first(room, out + 64 * number, vector, keep) };
                }
            }
            // Trails, C0, C1, and what is from F5 on: less C2, as numbers without a sign, all from F5 - C2 on.
            let kinds = _mm512_sub_epi8(vector, _mm512_set1_epi8(0xC2_u8.cast_signed()));
            let first = other & other.wrapping_neg();
            let next = if at_least(kinds, 0xE0 - 0xC2) & first == 0 {
                Next::Short
            } else if at_least(kinds, 0xF5 - 0xC2) & first == 0 {
                Next::Long
            } else {
                Next::Stop
            };
            return Place { at: at + good, out: out + 2 * good, next };
        }
        // SAFETY: 256 bytes fit: the condition of the loop.
        unsafe { store4(room, out, vectors) };
        // Less by what the next store would have in the line of the cache before: in a run, this is so once.
        let chars = 128 - (room.start().addr().wrapping_add(out) % 64) / 2;
        at += chars;
        out += 2 * chars;
    }
    Place { at, out, next: Next::Rest }
}

/// Code points of one byte and two: two vectors of 64 bytes at a time, which overlap by one byte, so that the stride is
/// fixed, whatever the text is, and every second byte has its first one in the same vector:
///
/// ```text
///  at - 1             at + 62            at + 125
///    │  one vector     │                    │
///    [o  61 C3 A9 …  D0]                    │     the first byte is done: of a code point that a vector before wrote
///                      [D0 B6 …         62 D0]    or a lead, whose code point this one writes
///     .   1  .  1     .                           kept: all but leads, and never the first
/// ```
///
/// A lead at the very end is left to the next two vectors, or to another loop.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn short(source: Source<'_>, room: Room<'_>, mut at: usize, mut out: usize) -> Place {
    let (n, cap) = (source.bytes(), room.bytes());
    // Whether the byte before `at` is a lead.
    let mut pending = 0;
    let next = loop {
        if n - at < 126 || cap - out < 256 {
            break Next::Rest;
        }
        // SAFETY: more bytes are left: just tested.
        let a = unsafe { load_after(source, at) };
        // SAFETY: 63 + 63 bytes are left: just tested; and the byte before is one of the first 63.
        let b = unsafe { load_after(source, at + 63) };
        let a_leads = at_least(a, 0xC0);
        let b_leads = at_least(b, 0xC0);
        let c0 = _mm512_set1_epi8(0xC0_u8.cast_signed());
        let c2 = _mm512_set1_epi8(0xC2_u8.cast_signed());
        let a_trails = _mm512_cmplt_epi8_mask(a, c0);
        let b_trails = _mm512_cmplt_epi8_mask(b, c0);
        let a_kinds = _mm512_maskz_sub_epi8(a_leads, a, c2);
        let b_kinds = _mm512_maskz_sub_epi8(b_leads, b, c2);
        // The first byte has been looked at before.
        let differs = ((a_leads << 1) ^ a_trails) | ((b_leads << 1) ^ b_trails);
        let other = at_least(_mm512_max_epu8(a_kinds, b_kinds), 0xE0 - 0xC2);
        if differs > 1 || other != 0 {
            let a = Half::new(a, a_leads, a_trails, a_kinds);
            let b = Half::new(b, b_leads, b_trails, b_kinds);
            return up_to_stop(room, (at, out), a, b);
        }
        let a_keep = !(a_leads | 1);
        let b_keep = !(b_leads | 1);
        let a_first = short_chars::<false>(a, a_kinds, a_keep);
        let a_second = short_chars::<true>(a, a_kinds, a_keep);
        let b_first = short_chars::<false>(b, b_kinds, b_keep);
        let b_second = short_chars::<true>(b, b_kinds, b_keep);
        // Of 63 bytes, 31 chars come at least, and of 31, 15: so much is written over what is stored too much.
        let counts = |keep: u64| {
            let first = low_half(keep).count_ones() as usize;
            (2 * first, 2 * (keep.count_ones() as usize - first))
        };
        let (a1, a2) = counts(a_keep);
        let (b1, b2) = counts(b_keep);
        // SAFETY: 256 bytes fit: tested above.
        unsafe { store_whole(room, out, a_first) };
        // SAFETY: as above, and one store wrote 64 of them at most.
        unsafe { store_whole(room, out + a1, a_second) };
        out += a1 + a2;
        // SAFETY: as above, and two stores wrote 128 of them at most.
        unsafe { store_first(room, out, b_first, b1) };
        // SAFETY: as above, and three stores wrote 192 of them at most.
        unsafe { store_first(room, out + b1, b_second, b2) };
        out += b1 + b2;
        at += 126;
        pending = (b_leads >> 63) as usize;
        if a_leads | b_leads == 0 {
            break Next::Ascii;
        }
    };
    Place { at: at - pending, out, next }
}

/// One of the two vectors of [`short`].
struct Half {
    bytes: __m512i,
    leads: u64,
    /// Of leads: less C2.
    kinds: __m512i,
    /// Where an error begins, or a code point of more than two bytes.
    stops: u64,
}

impl Half {
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
    fn new(bytes: __m512i, leads: u64, trails: u64, kinds: __m512i) -> Self {
        // The first byte has been looked at, unless it is a lead; what comes after the last one is not here.
        let no_lead = trails & !(leads << 1) & !1;
        let no_trail = leads & !(trails >> 1) & (u64::MAX >> 1);
        Self { bytes, leads, kinds, stops: no_lead | no_trail | at_least(kinds, 0xE0 - 0xC2) }
    }

    /// Writes the chars of the first `end` bytes.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
    fn put(&self, room: Room<'_>, out: usize, end: usize) -> usize {
        let keep = !(self.leads | 1) & low(end);
        let first = 2 * low_half(keep).count_ones() as usize;
        let all = 2 * keep.count_ones() as usize;
        let low_chars = short_chars::<false>(self.bytes, self.kinds, keep);
        let high_chars = short_chars::<true>(self.bytes, self.kinds, keep);
        // SAFETY: of the 256 bytes that fit where `short` is, each half needs 128 at most.
        unsafe { store_first(room, out, low_chars, first) };
        // SAFETY: as above.
        unsafe { store_first(room, out + first, high_chars, all - first) };
        out + all
    }
}

/// The end of [`short`]: what comes before the first stop of its two vectors.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn up_to_stop(room: Room<'_>, (at, out): (usize, usize), a: Half, b: Half) -> Place {
    let a_end = a.stops.trailing_zeros() as usize;
    let b_end = if a_end < 64 { 0 } else { b.stops.trailing_zeros() as usize };
    let out = a.put(room, out, a_end);
    let out = b.put(room, out, b_end);
    let (half, end, before) = if a_end < 64 { (&a, a_end, 0) } else { (&b, b_end, 63) };
    let longer = at_least(half.kinds, 0xE0 - 0xC2) & !at_least(half.kinds, 0xF5 - 0xC2);
    Place {
        // Byte 0 is the one before `at`.
        at: (at + before + end).wrapping_sub(1),
        out,
        next: if longer >> (end & 63) & 1 != 0 { Next::Long } else { Next::Stop },
    }
}

/// Code points of any length, which begin at `at`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn long(source: Source<'_>, room: Room<'_>, mut at: usize, mut out: usize) -> Place {
    let (n, cap) = (source.bytes(), room.bytes());
    // How many vectors in a row without a code point of three bytes or four.
    let mut plain = 0;
    let next = 'vectors: loop {
        if n - at < 64 || cap - out < 128 {
            break Next::Rest;
        }
        // SAFETY: 64 bytes are left: just tested.
        let mut vector = unsafe { load_whole(source, at) };
        while is_threes(vector) {
            let (chars, wrong) = three_chars(vector, 21);
            if wrong {
                break 'vectors Next::Rest;
            }
            // SAFETY: 128 bytes fit: tested before.
            unsafe { store_first(room, out, chars, 42) };
            at += 63;
            out += 42;
            if n - at < 64 || cap - out < 128 {
                break 'vectors Next::Rest;
            }
            // SAFETY: 64 bytes are left: just tested.
            vector = unsafe { load_whole(source, at) };
        }
        while is_fours(vector) {
            let (chars, wrong) = four_chars(vector, 16);
            if wrong {
                break 'vectors Next::Rest;
            }
            // SAFETY: 128 bytes fit: tested before.
            unsafe { store_whole(room, out, chars) };
            at += 64;
            out += 64;
            if n - at < 64 || cap - out < 128 {
                break 'vectors Next::Rest;
            }
            // SAFETY: 64 bytes are left: just tested.
            vector = unsafe { load_whole(source, at) };
        }
        // Another party may change these four bytes meanwhile. Then only the text is wrong: whatever `cut` is, each char
        // belongs to one of the vector's bytes, so there are 64 at most.
        let cut = cut(source.read(at + 60).unwrap_or(0));
        let valid = u64::MAX >> cut;
        let classes = Classes::of(vector);
        if classes.wrong(valid) != 0 {
            // What comes before the error; 128 bytes fit, tested before, and that is enough for 64 chars.
            let (good, _) = good_prefix(vector, &classes, 64);
            let chars = long_chars(vector, &classes, low(good));
            put_chars(room, out, &chars);
            at += good;
            out += 2 * chars.count;
            break Next::Stop;
        }
        let chars = if classes.threes == 0 {
            plain += 1;
            let kinds = _mm512_maskz_sub_epi8(classes.leads, vector, _mm512_set1_epi8(0xC2_u8.cast_signed()));
            Chars::short(vector, kinds, !classes.leads & valid, 64)
        } else {
            plain = 0;
            long_chars(vector, &classes, valid)
        };
        if chars.wrong {
            break Next::Rest;
        }
        put_chars(room, out, &chars);
        at += 64 - cut;
        out += 2 * chars.count;
        if plain == 4 {
            break Next::Ascii;
        }
    };
    Place { at, out, next }
}

/// Writes chars of [`long`], for which there is room.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn put_chars(room: Room<'_>, out: usize, chars: &Chars) {
    let first = chars.count.min(chars.split);
    // SAFETY: `long` sees that 128 bytes fit.
    unsafe { store_first(room, out, chars.first, 2 * first) };
    if chars.count > first {
        // SAFETY: 128 bytes fit, of which the last store wrote 64 at most: 64 are left.
        unsafe { store_first(room, out + 2 * first, chars.second, 2 * (chars.count - first)) };
    }
}

/// What is left, or what comes before the error, or what still fits.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn rest(source: Source<'_>, room: Room<'_>, mut at: usize, mut out: usize) -> Taken {
    let (n, cap) = (source.bytes(), room.bytes());
    while at < n {
        let vector = load(source, at);
        let len = (n - at).min(64);
        let fit = (cap - out) / 2;
        if signs(vector) == 0 {
            let good = len.min(fit);
            put_widened::<false>(room, out, vector, good);
            at += good;
            out += 2 * good;
            if good < 64 {
                break;
            }
            continue;
        }
        let leads = at_least(vector, 0xC0);
        let kinds = _mm512_maskz_sub_epi8(leads, vector, _mm512_set1_epi8(0xC2_u8.cast_signed()));
        let trails = _mm512_cmplt_epi8_mask(vector, _mm512_set1_epi8(0xC0_u8.cast_signed()));
        // Leads that never are, C0 and C1 among them, whose difference is below zero: nothing beyond is looked at.
        let never = at_least(kinds, 0xF5 - 0xC2);
        let len = len.min(never.trailing_zeros() as usize);
        let over = at_least(kinds, 0xE0 - 0xC2) & low(len);
        let chars;
        let mut good;
        let mut go_on;
        if over == 0 {
            // Leads without a trail, trails without a lead, and a lead at the end.
            let wrong = (leads & !(trails >> 1)) | (trails & !(leads << 1));
            let wrong = if len < 64 { wrong } else { wrong | leads & 1 << 63 };
            good = len.min(wrong.trailing_zeros() as usize);
            go_on = good == 64 || good == 63 && leads >> 63 != 0 && len == 64;
            let mut keep = !leads & low(good);
            if keep.count_ones() as usize > fit {
                good = before_char(fit, keep, leads | !trails);
                keep &= low(good);
                go_on = false;
            }
            chars = Chars::short(vector, kinds, keep, good);
        } else {
            let classes = Classes::of(vector);
            good = classes.whole(len);
            go_on = len == 64;
            let mut all = long_chars(vector, &classes, low(good));
            if all.wrong || classes.wrong(low(good)) != 0 || all.count > fit {
                let error;
                (good, error) = good_prefix(vector, &classes, len);
                go_on &= !error;
                let ends = classes.ends(low(good));
                if ends.count_ones() as usize > fit {
                    good = before_char(fit, ends, leads | !trails);
                    go_on = false;
                }
                all = long_chars(vector, &classes, low(good));
            }
            chars = all;
        }
        let first = chars.count.min(chars.split);
        // SAFETY: all chars fit: seen above.
        unsafe { store_fitting(room, out, chars.first, 2 * first) };
        if chars.count > first {
            // SAFETY: all chars fit: seen above.
            unsafe { store_fitting(room, out + 2 * first, chars.second, 2 * (chars.count - first)) };
        }
        at += good;
        out += 2 * chars.count;
        if !go_on || good == 0 {
            break;
        }
    }
    Taken { read: at, written: out }
}

/// Where the code point begins whose char, the one after the first `count` of them, does not fit. `ends` is where chars
/// come from, more than `count`; `starts` is where code points begin.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn before_char(count: usize, ends: u64, starts: u64) -> usize {
    let end = _pdep_u64(low(count + 1) ^ low(count), ends).trailing_zeros() as usize;
    63 - (starts & low(end + 1) | 1).leading_zeros() as usize
}

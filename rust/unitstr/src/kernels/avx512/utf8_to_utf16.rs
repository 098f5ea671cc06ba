//! UTF-8 to chars.
//!
//! There are three loops, for runs of ASCII ([`ascii`]), for code points of up to two bytes ([`short`]), and of any
//! length ([`long`]), which has faster paths for vectors that contain only code points of three bytes, or only of four.
//! Each loop leaves other text to the others. The last bytes, those before an error, and those at the end of the target
//! go through masked steps of at most 64 bytes that measure first.
//!
//! The algorithms go back to simdutf's kernels for Ice Lake (Daniel Lemire, Wojciech Muła and contributors), with other
//! strides, checks and ways to gather.

use std::arch::x86_64::*;

use super::memory::{
    at_least, half, load, load_after, load_whole, low, low_half, signs, store_first, store_fitting, store_loose,
    store_whole, store4,
};
use super::utf8::{Classes, cut, good_prefix};
use super::utf8_blocks::{Chars, four_chars, is_fours, is_threes, long_chars, short_chars, three_chars};
use super::utf8_repaired::utf8_to_utf16_repaired;
use super::vectors::widen;
use crate::kernels::Taken;
use crate::{Source, Target};

/// The position of a loop, and the loop that continues there.
struct Place {
    at: usize,
    out: usize,
    next: Next,
}

enum Next {
    Ascii,
    Short,
    Long,
    /// Near the end of the source or of the target, or before an error.
    Rest,
    /// Before an error, which the scalar steps handle.
    Stop,
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(in crate::kernels) fn utf8_to_utf16(source: Source<'_>, room: Target<'_>) -> Taken {
    short_utf8_to_utf16(source, room, false)
}

/// The same; of up to 64 bytes also errors, each to one U+FFFD, if `repairs`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) fn short_utf8_to_utf16(source: Source<'_>, room: Target<'_>, repairs: bool) -> Taken {
    if source.bytes() <= 64 { little(source, room, repairs) } else { blocks(source, room) }
}

/// Converts any text. A function of its own, so that short texts save no registers for it.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn blocks(source: Source<'_>, room: Target<'_>) -> Taken {
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

/// The first of each three bytes, and of each four.
const FIRST_OF_THREE: u64 = 0x9249_2492_4924_9249;
const FIRST_OF_FOUR: u64 = 0x1111_1111_1111_1111;

/// Converts up to 64 bytes; without measuring, if they are well-formed and their chars fit. Also errors, if `repairs`.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn little(source: Source<'_>, room: Target<'_>, repairs: bool) -> Taken {
    let bytes = source.bytes();
    let text = load(source, 0);
    if signs(text) == 0 {
        if room.bytes() < 2 * bytes {
            return blocks(source, room);
        }
        put_widened(room, 0, text, bytes);
        return Taken { read: bytes, written: 2 * bytes };
    }
    let valid = low(bytes);
    let leads = at_least(text, 0xC0);
    let kinds = _mm512_maskz_sub_epi8(leads, text, _mm512_set1_epi8(0xC2_u8.cast_signed()));
    // C0 and C1 are below C2, and so above all others.
    let chars = if at_least(kinds, 0xE0 - 0xC2) == 0 {
        let trails = _mm512_cmplt_epi8_mask(text, _mm512_set1_epi8(0xC0_u8.cast_signed()));
        if leads << 1 != trails || leads >> 63 != 0 {
            return difficult(source, room, repairs);
        }
        Chars::short(text, kinds, !leads & valid, bytes)
    } else {
        let classes = Classes::of(text);
        // No mask shows a code point that is incomplete after 64 bytes.
        if classes.wrong(valid) != 0 || classes.whole(bytes) < bytes {
            return difficult(source, room, repairs);
        }
        // Only the ranges of second bytes remain to be checked. The places of leads tell whether all code points have
        // one length.
        if leads == FIRST_OF_THREE & valid && leads == classes.threes {
            let (units, wrong) = three_chars(text, bytes / 3);
            one(units, bytes / 3, wrong)
        } else if leads == FIRST_OF_FOUR & valid && leads == classes.fours && at_least(text, 0xF5) == 0 {
            let (units, wrong) = four_chars(text, bytes / 4);
            one(units, bytes / 2, wrong)
        } else {
            long_chars(text, &classes, valid)
        }
    };
    if chars.wrong || room.bytes() < 2 * chars.count {
        return difficult(source, room, repairs);
    }
    let first = chars.count.min(chars.split);
    // SAFETY: `room` has space for `chars.count` chars: tested above.
    unsafe { store_fitting(room, 0, chars.first, 2 * first) };
    if chars.count > first {
        // SAFETY: the same; these are those after the first.
        unsafe { store_fitting(room, 2 * first, chars.second, 2 * (chars.count - first)) };
    }
    Taken { read: bytes, written: 2 * chars.count }
}

/// Converts up to 64 bytes that have an error or do not fit.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn difficult(source: Source<'_>, room: Target<'_>, repairs: bool) -> Taken {
    if repairs { utf8_to_utf16_repaired::<true>(source, room) } else { blocks(source, room) }
}

/// Returns chars of one vector.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn one(first: __m512i, count: usize, wrong: bool) -> Chars {
    Chars { first, split: 32, second: _mm512_setzero_si512(), count, wrong }
}

/// A run of ASCII, 128 bytes at a time.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn ascii(source: Source<'_>, room: Target<'_>, mut at: usize, mut out: usize) -> Place {
    let (n, cap) = (source.bytes(), room.bytes());
    while n - at >= 128 && cap - out >= 256 {
        // SAFETY: `source` has 64 bytes from `at` on: the condition of the loop.
        let a = unsafe { load_whole(source, at) };
        // SAFETY: `source` has 64 bytes from `at + 64` on: the condition of the loop.
        let b = unsafe { load_whole(source, at + 64) };
        let vectors = widen_two(a, b);
        let (a_other, b_other) = (signs(a), signs(b));
        if a_other | b_other != 0 {
            let (vector, other, before) = if a_other != 0 { (a, a_other, 0) } else { (b, b_other, 64) };
            let good = before + other.trailing_zeros() as usize;
            // In text with many errors, this converts all between two of them.
            if good > 0 {
                for (number, vector) in vectors.into_iter().enumerate() {
                    let keep = (2 * good).saturating_sub(64 * number).min(64);
                    // SAFETY: `room` has `keep` bytes from `out + 64 * number` on: the condition of the loop.
                    unsafe { store_first(room, out + 64 * number, vector, keep) };
                }
            }
            // Trails, C0, C1, and bytes from F5: minus C2, unsigned, all are at least F5 - C2.
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
        // SAFETY: `room` has 256 bytes from `out` on: the condition of the loop.
        unsafe { store4(room, out, vectors) };
        // Fewer by those that the next store would have in the cache line before: in a run, this happens once.
        let chars = 128 - (room.start().addr().wrapping_add(out) % 64) / 2;
        at += chars;
        out += 2 * chars;
    }
    Place { at, out, next: Next::Rest }
}

/// Converts code points of one and two bytes: two vectors of 64 bytes at a time, which overlap by one byte, so that the
/// stride does not depend on the text, and the first byte of each code point is in the same vector as the second:
///
/// ```text
///  at - 1             at + 62            at + 125
///    │  one vector     │                    │
///    [o  61 C3 A9 …  D0]                    │     the first byte is done: of a code point that a vector before wrote
///                      [D0 B6 …         62 D0]    or a lead, whose code point this one writes
///     .   1  .  1     .                           kept: all but leads, and never the first
/// ```
///
/// A lead at the end is left to the next two vectors, or to another loop.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn short(source: Source<'_>, room: Target<'_>, mut at: usize, mut out: usize) -> Place {
    let (n, cap) = (source.bytes(), room.bytes());
    // Whether the byte before `at` is a lead.
    let mut pending = 0;
    let next = loop {
        if n - at < 126 || cap - out < 256 {
            break Next::Rest;
        }
        // SAFETY: `source` has 63 bytes from `at` on: tested above.
        let a = unsafe { load_after(source, at) };
        // SAFETY: `source` has 63 bytes from `at + 63` on: tested above.
        let b = unsafe { load_after(source, at + 63) };
        let a_leads = at_least(a, 0xC0);
        let b_leads = at_least(b, 0xC0);
        let c0 = _mm512_set1_epi8(0xC0_u8.cast_signed());
        let c2 = _mm512_set1_epi8(0xC2_u8.cast_signed());
        let a_trails = _mm512_cmplt_epi8_mask(a, c0);
        let b_trails = _mm512_cmplt_epi8_mask(b, c0);
        let a_kinds = _mm512_maskz_sub_epi8(a_leads, a, c2);
        let b_kinds = _mm512_maskz_sub_epi8(b_leads, b, c2);
        // The first byte was checked before.
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
        // 63 bytes yield at least 31 chars, and 31 bytes at least 15: they overwrite the excess of the store before.
        let counts = |keep: u64| {
            let first = low_half(keep).count_ones() as usize;
            (2 * first, 2 * (keep.count_ones() as usize - first))
        };
        let (a1, a2) = counts(a_keep);
        let (b1, b2) = counts(b_keep);
        // SAFETY: `room` has `a_first` bytes from `out` on: tested above.
        unsafe { store_whole(room, out, a_first) };
        // SAFETY: `room` has `a_second` bytes from `out + a1` on: see above.
        unsafe { store_whole(room, out + a1, a_second) };
        out += a1 + a2;
        // SAFETY: `room` has `b1` bytes from `out` on: see above.
        unsafe { store_first(room, out, b_first, b1) };
        // SAFETY: `room` has `b2` bytes from `out + b1` on: see above.
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
    /// The differences of leads to C2.
    kinds: __m512i,
    /// The starts of errors and of code points of more than two bytes.
    stops: u64,
}

impl Half {
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
    fn new(bytes: __m512i, leads: u64, trails: u64, kinds: __m512i) -> Self {
        // The first byte was checked, unless it is a lead; the byte after the last one is not here.
        let no_lead = trails & !(leads << 1) & !1;
        let no_trail = leads & !(trails >> 1) & (u64::MAX >> 1);
        Self { bytes, leads, kinds, stops: no_lead | no_trail | at_least(kinds, 0xE0 - 0xC2) }
    }

    /// Writes the chars of the first `end` bytes.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
    fn put(&self, room: Target<'_>, out: usize, end: usize) -> usize {
        let keep = !(self.leads | 1) & low(end);
        let first = 2 * low_half(keep).count_ones() as usize;
        let all = 2 * keep.count_ones() as usize;
        let low_chars = short_chars::<false>(self.bytes, self.kinds, keep);
        let high_chars = short_chars::<true>(self.bytes, self.kinds, keep);
        // SAFETY: of the 256 bytes that fit where `short` is, each half needs 128 at most.
        unsafe { store_first(room, out, low_chars, first) };
        // SAFETY: `room` has `all - first` bytes from `out + first` on: see above.
        unsafe { store_first(room, out + first, high_chars, all - first) };
        out + all
    }
}

/// The end of [`short`]: converts the bytes before the first stop of its two vectors.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn up_to_stop(room: Target<'_>, (at, out): (usize, usize), a: Half, b: Half) -> Place {
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

/// Converts code points of any length, from the start of one on.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn long(source: Source<'_>, room: Target<'_>, mut at: usize, mut out: usize) -> Place {
    let (n, cap) = (source.bytes(), room.bytes());
    // The number of vectors in a row without a code point of three or four bytes.
    let mut plain = 0;
    let next = 'vectors: loop {
        if n - at < 64 || cap - out < 128 {
            break Next::Rest;
        }
        // SAFETY: `source` has 64 bytes from `at` on: tested above.
        let mut vector = unsafe { load_whole(source, at) };
        while is_threes(vector) {
            let (chars, wrong) = three_chars(vector, 21);
            if wrong {
                break 'vectors Next::Rest;
            }
            // SAFETY: `room` has 42 bytes from `out` on: tested above.
            unsafe { store_first(room, out, chars, 42) };
            at += 63;
            out += 42;
            if n - at < 64 || cap - out < 128 {
                break 'vectors Next::Rest;
            }
            // SAFETY: `source` has 64 bytes from `at` on: tested above.
            vector = unsafe { load_whole(source, at) };
        }
        while is_fours(vector) {
            let (chars, wrong) = four_chars(vector, 16);
            if wrong {
                break 'vectors Next::Rest;
            }
            // SAFETY: `room` has `chars` bytes from `out` on: tested above.
            unsafe { store_whole(room, out, chars) };
            at += 64;
            out += 64;
            if n - at < 64 || cap - out < 128 {
                break 'vectors Next::Rest;
            }
            // SAFETY: `source` has 64 bytes from `at` on: tested above.
            vector = unsafe { load_whole(source, at) };
        }
        // Another party may have changed these four bytes. Then only the text is wrong: whatever `cut` is, each char
        // belongs to a byte of the vector, so there are at most 64.
        let cut = cut(source.read(at + 60).unwrap_or(0));
        let valid = u64::MAX >> cut;
        let classes = Classes::of(vector);
        if classes.wrong(valid) != 0 {
            // Converts the bytes before the error; 128 bytes fit, tested before, and are enough for 64 chars.
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

/// Writes chars, for which the target has space.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn put_chars(room: Target<'_>, out: usize, chars: &Chars) {
    let first = chars.count.min(chars.split);
    // SAFETY: `room` has space for all chars, as the callers have tested.
    unsafe { store_first(room, out, chars.first, 2 * first) };
    if chars.count > first {
        // SAFETY: `room` has space for all chars, as the callers have tested; these are those after the first.
        unsafe { store_first(room, out + 2 * first, chars.second, 2 * (chars.count - first)) };
    }
}

/// Converts the rest, or the part before the error, or the part that still fits.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn rest(source: Source<'_>, room: Target<'_>, mut at: usize, mut out: usize) -> Taken {
    let (n, cap) = (source.bytes(), room.bytes());
    while at < n {
        let vector = load(source, at);
        let len = (n - at).min(64);
        let fit = (cap - out) / 2;
        if signs(vector) == 0 {
            let good = len.min(fit);
            put_widened(room, out, vector, good);
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
        if ((leads << 1) ^ trails) | leads >> 63 | at_least(kinds, 0xE0 - 0xC2) == 0 {
            // The usual case of the next ones, by branches: the next load does not wait for these masks.
            let keep = !leads & low(len);
            let count = keep.count_ones() as usize;
            if count <= fit {
                let chars = Chars::short(vector, kinds, keep, len);
                let first = count.min(chars.split);
                // SAFETY: `room` has space for `count` chars from `out` on: tested above.
                unsafe { store_fitting(room, out, chars.first, 2 * first) };
                // SAFETY: the same; these are those after the first.
                unsafe { store_fitting(room, out + 2 * first, chars.second, 2 * (count - first)) };
                at += len;
                out += 2 * count;
                if len < 64 {
                    break;
                }
                continue;
            }
        }
        // Invalid leads; C0 and C1 are among them, because their difference is below zero. Only the bytes before
        // matter.
        let never = at_least(kinds, 0xF5 - 0xC2);
        let len = len.min(never.trailing_zeros() as usize);
        let over = at_least(kinds, 0xE0 - 0xC2) & low(len);
        let chars;
        let mut good;
        let mut go_on;
        if over == 0 {
            // Leads without a trail, trails without a lead, and a lead at the end of the vector.
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
        // SAFETY: `room` has space for `chars.count` chars from `out` on: limited above.
        unsafe { store_fitting(room, out, chars.first, 2 * first) };
        if chars.count > first {
            // SAFETY: `room` has space for `chars.count` chars from `out` on: limited above.
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

/// The start of the code point whose char, the one after the first `count` chars, does not fit. `ends` has the bytes
/// that yield chars, more than `count`; `starts` has the first bytes of code points.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn before_char(count: usize, ends: u64, starts: u64) -> usize {
    let end = _pdep_u64(low(count + 1) ^ low(count), ends).trailing_zeros() as usize;
    63 - (starts & low(end + 1) | 1).leading_zeros() as usize
}

/// Widens 128 bytes of ASCII.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn widen_two(a: __m512i, b: __m512i) -> [__m512i; 4] {
    [
        widen::<false>(half::<false>(a)),
        widen::<false>(half::<true>(a)),
        widen::<false>(half::<false>(b)),
        widen::<false>(half::<true>(b)),
    ]
}

/// Writes the first `keep` bytes of `vector`, widened.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn put_widened(room: Target<'_>, out: usize, vector: __m512i, keep: usize) {
    store_loose(room, out, widen::<false>(half::<false>(vector)), (2 * keep).min(64));
    if keep > 32 {
        store_loose(room, out + 64, widen::<false>(half::<true>(vector)), 2 * (keep - 32));
    }
}

//! UTF-8 to Latin-1.
//!
//! Runs of ASCII are copied. Other text is converted 256 bytes at a time, with a branch only on whether all of them are
//! good, and whether all are ASCII:
//!
//! ```text
//! bytes       61 C3 A9 C2 A9        the lead of the last code point may lie in the block before
//! leads        .  1  .  1  .        from C0; xor C2, they have to be 0 or 1
//! trails       .  .  1  .  1        80 to BF; they have to be leads << 1, with the last lead of the block before
//! after C3     .  .  1  .  .
//! + 40        61  . E9  . A9        the byte after C2 is the code point; after C3, 40 is missing
//! compressed  61 E9 A9              by !leads
//! ```
//!
//! The check is that of simdutf's kernel for Ice Lake (Daniel Lemire, Wojciech Muła and contributors).

use std::arch::x86_64::*;

use super::memory::{
    at_least, before_line, load, load_whole, load4, low, or4, signs, store_first, store_fitting, store_whole, store4,
};
use crate::kernels::Taken;
use crate::{Source, Target};

/// The byte before a block, whose code point is not written yet: each field is 0 or 1.
#[derive(Clone, Copy)]
struct Before {
    lead: u64,
    c3: u64,
}

/// 64 bytes as Latin-1: one byte where each code point ends.
struct Narrow {
    bytes: __m512i,
    /// The leads: at every other place, a code point ends.
    leads: u64,
    /// The differences of leads to `C2`; zero elsewhere.
    kinds: __m512i,
    /// Trails that are missing, and trails without a lead.
    differs: u64,
    /// The last byte, for the next block.
    last: Before,
}

impl Before {
    const NOTHING: Self = Self { lead: 0, c3: 0 };
}

impl Narrow {
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
    fn of(vector: __m512i, before: Before) -> Self {
        let leads = at_least(vector, 0xC0);
        let trails = _mm512_cmplt_epi8_mask(vector, _mm512_set1_epi8(0xC0_u8.cast_signed()));
        let kinds = _mm512_maskz_sub_epi8(leads, vector, _mm512_set1_epi8(0xC2_u8.cast_signed()));
        let c3 = _mm512_cmpeq_epi8_mask(vector, _mm512_set1_epi8(0xC3_u8.cast_signed()));
        let after = c3 << 1 | before.c3;
        Self {
            bytes: _mm512_mask_add_epi8(vector, after, vector, _mm512_set1_epi8(0x40)),
            leads,
            kinds,
            differs: trails ^ (leads << 1 | before.lead),
            last: Before { lead: leads >> 63, c3: c3 >> 63 },
        }
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
    fn compressed(&self) -> __m512i {
        _mm512_maskz_compress_epi8(!self.leads, self.bytes)
    }

    /// The number of bytes after compression.
    #[inline]
    #[target_feature(enable = "popcnt")]
    fn count(&self) -> usize {
        64 - self.leads.count_ones() as usize
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(in crate::kernels) fn utf8_to_latin1(source: Source<'_>, room: Target<'_>) -> Taken {
    let (n, cap) = (source.bytes(), room.bytes());
    let (mut at, mut out) = (0, 0);
    let mut before = Before::NOTHING;
    if n <= 64 {
        let vector = load(source, 0);
        if signs(vector) == 0 {
            let count = n.min(cap);
            // SAFETY: `room` has `count` bytes, at most 64: limited to its size above.
            unsafe { store_fitting(room, 0, vector, count) };
            return Taken { read: count, written: count };
        }
    } else if n >= 512 && cap >= 512 {
        // SAFETY: `source` has 64 bytes: tested above.
        let vector = unsafe { load_whole(source, 0) };
        if signs(vector) == 0 {
            // SAFETY: `room` has 64 bytes: tested above.
            unsafe { store_whole(room, 0, vector) };
            at = before_line(room, 0);
            out = at;
        }
    }
    'blocks: loop {
        while before.lead == 0 && n - at >= 256 && cap - out >= 256 {
            // SAFETY: `source` has 256 bytes from `at` on: the condition of the loop.
            let [a, b, c, d] = unsafe { load4(source, at) };
            if signs(or4(a, b, c, d)) != 0 {
                break;
            }
            // SAFETY: `room` has 256 bytes from `out` on: the condition of the loop.
            unsafe { store4(room, out, [a, b, c, d]) };
            at += 256;
            out += 256;
        }
        loop {
            if n - at < 256 || cap - out < 256 {
                break 'blocks;
            }
            // SAFETY: `source` has 256 bytes from `at` on: tested above.
            let [a, b, c, d] = unsafe { load4(source, at) };
            let a = Narrow::of(a, before);
            let b = Narrow::of(b, a.last);
            let c = Narrow::of(c, b.last);
            let d = Narrow::of(d, c.last);
            let differs = a.differs | b.differs | c.differs | d.differs;
            let kinds = or4(a.kinds, b.kinds, c.kinds, d.kinds);
            if differs != 0 || _mm512_test_epi8_mask(kinds, _mm512_set1_epi8(!1)) != 0 {
                break 'blocks;
            }
            let vector = a.compressed();
            // Each of the four becomes 32 to 64 bytes; the next store overwrites the excess.
            // SAFETY: `room` has 64 bytes from `out` on: tested above.
            unsafe { store_whole(room, out, vector) };
            out += a.count();
            let vector = b.compressed();
            // SAFETY: `room` has at least 192 of the 256 bytes left.
            unsafe { store_whole(room, out, vector) };
            out += b.count();
            let vector = c.compressed();
            // SAFETY: `room` has at least 128 of the 256 bytes left.
            unsafe { store_whole(room, out, vector) };
            out += c.count();
            let vector = d.compressed();
            let count = d.count();
            // SAFETY: `room` has at least 64 of the 256 bytes left.
            unsafe { store_first(room, out, vector, count) };
            out += d.count();
            at += 256;
            before = d.last;
            if a.leads | b.leads | c.leads | d.leads == 0 {
                continue 'blocks;
            }
        }
    }
    // The rest, or the part before the error, or the part that still fits.
    while before.lead == 0 && n - at >= 64 && cap - out >= 64 {
        // SAFETY: `source` has 64 bytes from `at` on: the condition of the loop.
        let vector = unsafe { load_whole(source, at) };
        if signs(vector) != 0 {
            break;
        }
        // SAFETY: `room` has 64 bytes from `out` on: the condition of the loop.
        unsafe { store_whole(room, out, vector) };
        at += 64;
        out += 64;
    }
    if at < n && n - at < 64 && at >= 64 && out >= 64 && cap - out >= n - at {
        // SAFETY: `source` has 64 bytes from there on: `n` is at least 64.
        let vector = unsafe { load_whole(source, n - 64) };
        if signs(vector) == 0 {
            out += n - at;
            // SAFETY: `room` has 64 bytes up to `out`: tested above. The first ones are ASCII written before.
            unsafe { store_whole(room, out - 64, vector) };
            return Taken { read: n, written: out };
        }
    }
    while at < n {
        let vector = load(source, at);
        let block = Narrow::of(vector, before);
        let wrong = block.differs | _mm512_test_epi8_mask(block.kinds, _mm512_set1_epi8(!1));
        let good = (n - at).min(wrong.trailing_zeros() as usize);
        let ends = !block.leads & low(good);
        let fits = _pdep_u64(low(cap - out), ends);
        let count = fits.count_ones() as usize;
        let vector = _mm512_maskz_compress_epi8(fits, block.bytes);
        // SAFETY: `room` has `count` bytes, at most 64, from `out` on: `fits` has no more bits than bytes are left.
        unsafe { store_fitting(room, out, vector, count) };
        out += count;
        // Up to the last code point that fits.
        let read = if fits == ends { good } else { 64 - fits.leading_zeros() as usize };
        if read < 64 {
            // A lead whose code point is not written counts as not read.
            let last = block.leads << 1 | before.lead;
            return Taken { read: at + read - usize::from(last >> read & 1 != 0), written: out };
        }
        at += 64;
        before = block.last;
    }
    Taken { read: at - usize::from(before.lead != 0), written: out }
}

/// Decodes UTF-8 of up to 256 bytes that looks like Latin-1, no byte is above C3, to scratch: without measuring. It is not
/// inlined, so that ASCII saves no registers for it. It loads the text again, and depends on nothing that was seen of it
/// before.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) fn short_utf8_to_latin1(source: Source<'_>, latin1: Target<'_>) -> Taken {
    let bytes = source.bytes();
    if bytes > 256 || latin1.bytes() < 256 || !latin1.is_scratch() {
        return utf8_to_latin1(source, latin1);
    }
    let (mut at, mut out) = (0, 0);
    let mut before = Before::NOTHING;
    while at < bytes {
        let block = Narrow::of(load(source, at), before);
        if block.differs | _mm512_test_epi8_mask(block.kinds, _mm512_set1_epi8(!1)) != 0 {
            return utf8_to_latin1(source, latin1);
        }
        let vector = block.compressed();
        // SAFETY: `latin1` has 64 bytes from `out` on, which is at most `at`, and that at most 192: tested above.
        unsafe { store_whole(latin1, out, vector) };
        out += block.count();
        at += 64;
        before = block.last;
    }
    if before.lead != 0 {
        return utf8_to_latin1(source, latin1);
    }
    // The zeros after the text were counted too.
    Taken { read: bytes, written: out - (at - bytes) }
}

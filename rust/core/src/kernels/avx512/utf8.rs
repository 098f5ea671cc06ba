//! UTF-8 to Latin-1 and to chars.
//!
//! Bytes are classed by comparisons with `C0`, `E0` and `F0`, and whether the text is good is a matter of two masks
//! being equal: where bytes `80`–`BF` are, and where leads say that they have to be.
//!
//! ```text
//! bytes      61  C3 A9  E4 B8 AD  F0 9F 98 80  62
//! ≥ C0        .   1  .   1  .  .   1  .  .  .   .
//! ≥ E0        .   .  .   1  .  .   1  .  .  .   .
//! ≥ F0        .   .  .   .  .  .   1  .  .  .   .
//! expected    .   .  1   .  1  1   .  1  1  1   .     (≥ C0) << 1 | (≥ E0) << 2 | (≥ F0) << 3
//! trails      .   .  1   .  1  1   .  1  1  1   .     no ASCII, and not ≥ C0
//! ```
//!
//! The algorithms are those of simdutf's Ice Lake kernels (Daniel Lemire, Wojciech Muła and contributors) with other
//! strides and checks.

use std::arch::x86_64::*;

use super::decode::{or4, widen};
use super::memory::{byte, half, lanes, load, low, low_half, signs, store, store_loose};
use crate::Source;
use crate::kernels::Taken;
use crate::raw::Room;

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn at_least(vector: __m512i, byte: u8) -> u64 {
    _mm512_cmpge_epu8_mask(vector, _mm512_set1_epi8(byte.cast_signed()))
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn equal(vector: __m512i, byte: u8) -> u64 {
    _mm512_cmpeq_epi8_mask(vector, _mm512_set1_epi8(byte.cast_signed()))
}

/// 64 bytes of UTF-8 as Latin-1, one byte at each place where a code point ends.
///
/// ```text
/// bytes       61 C3 A9 C2 A9        the lead of the last code point may lie in the block before
/// after C3     .  .  1  .  .
/// + 40        61  . E9  . A9        the byte after C2 is the code point; after C3, 40 is missing
/// compressed  61 E9 A9
/// ```
struct Narrow {
    bytes: __m512i,
    /// Where code points end.
    ends: u64,
    /// Where leads are.
    leads: u64,
    /// Where `C3` is.
    c3: u64,
    /// The first of these is where the text stops to be Latin-1 or good; a lead may be dangling before.
    wrong: u64,
    ascii: bool,
}

impl Narrow {
    /// `lead` and `c3`, 0 or 1: what the byte before is.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
    fn of(vector: __m512i, lead: u64, c3: u64) -> Self {
        let signs = signs(vector);
        let leads = at_least(vector, 0xC0);
        // 0 for C2, 1 for C3.
        let kind = _mm512_xor_si512(vector, _mm512_set1_epi8(0xC2_u8.cast_signed()));
        let one = _mm512_set1_epi8(1);
        let bad = _mm512_mask_cmpgt_epu8_mask(leads, kind, one);
        let threes = _mm512_cmpeq_epi8_mask(kind, one);
        let after = threes << 1 | c3;
        Self {
            bytes: _mm512_mask_add_epi8(vector, after, vector, _mm512_set1_epi8(0x40)),
            ends: !leads,
            leads,
            c3: threes,
            wrong: bad | (signs ^ leads) ^ (leads << 1 | lead),
            ascii: signs == 0,
        }
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(in crate::kernels) fn utf8_to_latin1(source: Source<'_>, room: Room<'_>) -> Taken {
    let (n, cap) = (source.bytes(), room.bytes());
    let (mut at, mut out) = (0, 0);
    // Of the byte before `at`: it is read, but its code point is not written yet.
    let (mut lead, mut c3) = (0, 0);
    'blocks: loop {
        while lead == 0 && n - at >= 256 && cap - out >= 256 {
            let [a, b, c, d] = [0, 64, 128, 192].map(|offset| load(source, at + offset));
            if signs(or4(a, b, c, d)) != 0 {
                break;
            }
            store(room, out, a);
            store(room, out + 64, b);
            store(room, out + 128, c);
            store(room, out + 192, d);
            at += 256;
            out += 256;
        }
        // No branch on the text, until it looks like a run of ASCII again.
        let mut pure = 0;
        while pure < 8 {
            if n - at < 64 || cap - out < 64 {
                break 'blocks;
            }
            let block = Narrow::of(load(source, at), lead, c3);
            if block.wrong != 0 {
                break 'blocks;
            }
            let count = block.ends.count_ones() as usize;
            store_loose(room, out, _mm512_maskz_compress_epi8(block.ends, block.bytes), count);
            at += 64;
            out += count;
            (lead, c3) = (block.leads >> 63, block.c3 >> 63);
            pure = if block.ascii { pure + 1 } else { 0 };
        }
    }
    // What is left, or what comes before the error, or what still fits.
    let block = Narrow::of(load(source, at), lead, c3);
    let good = (n - at).min(block.wrong.trailing_zeros() as usize);
    let ends = block.ends & low(good);
    let fits = _pdep_u64(low(cap - out), ends);
    let count = fits.count_ones() as usize;
    let mut read = good;
    if fits != ends {
        // Up to the last one that fits.
        read = 64 - fits.leading_zeros() as usize;
    }
    store_loose(room, out, _mm512_maskz_compress_epi8(fits, block.bytes), count);
    // A lead whose code point is not written is not read.
    let dangling = if read == 0 { lead } else { block.leads >> (read - 1) & 1 };
    Taken {
        read: at + read - usize::from(dangling != 0),
        written: out + count,
    }
}

/// The classes of 64 bytes.
struct Classes {
    /// No ASCII.
    signs: u64,
    /// From `C0`: leads.
    leads: u64,
    /// From `E0`: of three bytes or more.
    threes: u64,
    /// From `F0`: of four bytes.
    fours: u64,
    /// `C0`, `C1`, and from `F5`: leads that never are.
    never: u64,
}

impl Classes {
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
    fn of(vector: __m512i) -> Self {
        let leads = at_least(vector, 0xC0);
        Self {
            signs: signs(vector),
            leads,
            threes: at_least(vector, 0xE0),
            fours: at_least(vector, 0xF0),
            never: leads ^ at_least(vector, 0xC2) | at_least(vector, 0xF5),
        }
    }

    /// Bytes `80`–`BF`.
    #[inline(always)]
    fn trails(&self) -> u64 {
        self.signs ^ self.leads
    }

    /// Where those have to be, if text ends where `valid` does.
    #[inline(always)]
    fn expected(&self, valid: u64) -> u64 {
        (self.leads & valid) << 1 | (self.threes & valid) << 2 | (self.fours & valid) << 3
    }

    /// Where it is wrong; what is left to see is whether a second byte is in the range that its lead allows.
    #[inline(always)]
    fn wrong(&self, valid: u64) -> u64 {
        (self.trails() & valid) ^ self.expected(valid) | self.never & valid
    }
}

/// The leads, of three bytes or four, whose second byte is not in the range that they allow: overlong forms, surrogates,
/// and what is above U+10FFFF.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn out_of_range(vector: __m512i) -> u64 {
    let from_a0 = at_least(vector, 0xA0) >> 1;
    let from_90 = at_least(vector, 0x90) >> 1;
    equal(vector, 0xE0) & !from_a0
        | equal(vector, 0xED) & from_a0
        | equal(vector, 0xF0) & !from_90
        | equal(vector, 0xF4) & from_90
}

/// How many of the first `len` bytes are whole good code points, and whether an error, not the end, follows.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn good_prefix(vector: __m512i, len: usize) -> (usize, bool) {
    let classes = Classes::of(vector);
    // First, leave out a code point that goes on after the end.
    let last = 63 - ((classes.leads & low(len)) | 1).leading_zeros() as usize;
    let bit = |mask: u64| (mask >> last & 1) as usize;
    let needs = 1 + bit(classes.leads) + bit(classes.threes) + bit(classes.fours);
    let end = if last + needs > len { last } else { len };
    let valid = low(end);

    let differs = (classes.trails() & valid) ^ classes.expected(valid);
    let place = differs.trailing_zeros() as usize;
    let mut good = if differs == 0 {
        end
    } else if classes.trails() & valid & low(place + 1) & !low(place) != 0 {
        // A trail that nothing asked for.
        place
    } else {
        // A trail is missing: back to its lead.
        63 - (classes.leads & low(place) | 1).leading_zeros() as usize
    };
    let bad = (classes.never | out_of_range(vector)) & valid;
    good = good.min(bad.trailing_zeros() as usize);
    (good, good < end)
}

/// What of 64 bytes has to be left to the next block, because it goes on there: by the last four alone, so that the next
/// block's address is known early.
#[inline(always)]
fn cut(last: u32) -> usize {
    let last = last.to_le();
    usize::from(last & 0xC000_0000 == 0xC000_0000)
        + 2 * usize::from(last & 0x00E0_0000 == 0x00E0_0000)
        + 3 * usize::from(last & 0x0000_F000 == 0x0000_F000)
}

/// Up to 64 chars.
struct Chars {
    /// The first `split` of them.
    first: __m512i,
    split: usize,
    /// The others.
    second: __m512i,
    count: usize,
    /// A second byte was not in the range that its lead allows.
    wrong: bool,
}

/// The indices of the bytes themselves, and those of the byte before each.
const fn indices(before: usize) -> [u8; 64] {
    let mut index = [0; 64];
    let mut lane = 0;
    while lane < 64 {
        index[lane] = byte((lane + 64 - before) % 64);
        lane += 1;
    }
    index
}

/// A byte without its header, by its upper four bits.
const PAYLOAD: [u8; 64] = {
    let row = [
        0x7F, 0x7F, 0x7F, 0x7F, 0x7F, 0x7F, 0x7F, 0x7F, 0x3F, 0x3F, 0x3F, 0x3F, 0x1F, 0x1F, 0x0F, 0x07,
    ];
    let mut rows = [0; 64];
    let mut lane = 0;
    while lane < 64 {
        rows[lane] = row[lane % 16];
        lane += 1;
    }
    rows
};

/// Code points of one byte and two.
///
/// ```text
/// bytes     [61  C3  A9  62 …]     widened to 16 bits, and so the byte before each
/// + trails  [61  ..  E9  62 …]     (before << 6) + byte - 3080, which takes both headers off
/// kept       1   0   1   1         all but leads; compressed
/// ```
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn short_chars(vector: __m512i, classes: &Classes, valid: u64) -> Chars {
    let before = _mm512_permutexvar_epi8(const { lanes(indices(1)) }, vector);
    let trails = classes.trails();
    let header = _mm512_set1_epi16(0x3080);
    let low = widen::<false>(half::<false>(vector));
    let high = widen::<false>(half::<true>(vector));
    let low_before = _mm512_slli_epi16::<6>(widen::<false>(half::<false>(before)));
    let high_before = _mm512_slli_epi16::<6>(widen::<false>(half::<true>(before)));
    let low = _mm512_mask_add_epi16(low, low_half(trails), low, _mm512_sub_epi16(low_before, header));
    let high = _mm512_mask_add_epi16(high, (trails >> 32) as u32, high, _mm512_sub_epi16(high_before, header));
    let keep = !classes.leads & valid;
    Chars {
        first: _mm512_maskz_compress_epi16(low_half(keep), low),
        split: low_half(keep).count_ones() as usize,
        second: _mm512_maskz_compress_epi16((keep >> 32) as u32, high),
        count: keep.count_ones() as usize,
        wrong: false,
    }
}

/// Code points of any length. Each char belongs to a byte, by which it is gathered with the two bytes before:
///
/// ```text
/// bytes     61   E4  B8  AD   F0  9F  98  80
/// chars      *            *            *   *       the last byte; of four bytes, the third too
/// indices  [ 0            3            6   7 ]     compressed
/// last       61          2D           18  00       payload of the byte itself
/// prev <<6   ..          38           1F  18       of the byte before, where there is more than one
/// prev2<<12  ..          04           00  ..       of the one before that, where there are three
///           0061        4E2D         07D8 0600
///                                    D83D          (w >> 4) + D7C0
///                                        DE00      w & 3FF | DC00
/// ```
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn long_chars(vector: __m512i, classes: &Classes, valid: u64) -> Chars {
    let nibbles = _mm512_and_si512(_mm512_srli_epi16::<4>(vector), _mm512_set1_epi8(0x0F));
    let payload = _mm512_and_si512(vector, _mm512_shuffle_epi8(const { lanes(PAYLOAD) }, nibbles));
    let [leads, threes, fours] = [classes.leads & valid, classes.threes & valid, classes.fours & valid];
    let ascii = !classes.signs & valid;
    // The third byte of three or four, and the fourth.
    let third = threes << 2;
    let fourth = fours << 3;
    let ends = ascii | (leads ^ threes) << 1 | third | fourth;
    let index = _mm512_maskz_compress_epi8(ends, const { lanes(indices(0)) });
    let count = ends.count_ones() as usize;
    let multi = _pext_u64(!ascii, ends);
    let ends_third = _pext_u64(third, ends);
    let highs = _pext_u64(fours << 2, ends);
    let lows = _pext_u64(fourth, ends);
    let first = gather(
        payload,
        half::<false>(index),
        [multi, ends_third, highs, lows].map(low_half),
    );
    if count <= 32 {
        return Chars {
            first: first.0,
            split: 32,
            second: first.0,
            count,
            wrong: first.1,
        };
    }
    let second = gather(
        payload,
        half::<true>(index),
        [multi, ends_third, highs, lows].map(|mask| (mask >> 32) as u32),
    );
    Chars {
        first: first.0,
        split: 32,
        second: second.0,
        count,
        wrong: first.1 | second.1,
    }
}

/// Half of the above, and whether something is out of range.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn gather(payload: __m512i, index: __m256i, [multi, third, highs, lows]: [u32; 4]) -> (__m512i, bool) {
    const LOW_BYTES: u64 = 0x5555_5555_5555_5555;
    let one = _mm512_set1_epi16(1);
    let index = _mm512_cvtepu8_epi16(index);
    let index1 = _mm512_sub_epi16(index, one);
    let index2 = _mm512_sub_epi16(index1, one);
    let last = _mm512_maskz_permutexvar_epi8(LOW_BYTES, index, payload);
    let prev = _mm512_slli_epi16::<6>(_mm512_maskz_permutexvar_epi8(LOW_BYTES, index1, payload));
    let prev2 = _mm512_slli_epi16::<12>(_mm512_maskz_permutexvar_epi8(LOW_BYTES, index2, payload));
    let w = _mm512_mask_add_epi16(last, multi, last, prev);
    let w = _mm512_mask_add_epi16(w, third, w, prev2);
    // Of three bytes: neither below U+0800 nor a surrogate.
    let overlong = _mm512_mask_cmplt_epu16_mask(third & !highs, w, _mm512_set1_epi16(0x800));
    let from_surrogates = _mm512_sub_epi16(w, _mm512_set1_epi16(0xD800_u16.cast_signed()));
    let surrogate = _mm512_mask_cmplt_epu16_mask(third & !highs, from_surrogates, _mm512_set1_epi16(0x800));
    if highs | lows == 0 {
        return (w, overlong | surrogate != 0);
    }
    // Of four: the high surrogate is one.
    let high = _mm512_add_epi16(_mm512_srli_epi16::<4>(w), _mm512_set1_epi16(0xD7C0_u16.cast_signed()));
    let top = _mm512_and_si512(high, _mm512_set1_epi16(0xFC00_u16.cast_signed()));
    let beyond = _mm512_mask_cmpneq_epi16_mask(highs, top, _mm512_set1_epi16(0xD800_u16.cast_signed()));
    let low = _mm512_and_si512(w, _mm512_set1_epi16(0x3FF));
    let low = _mm512_or_si512(low, _mm512_set1_epi16(0xDC00_u16.cast_signed()));
    let w = _mm512_mask_mov_epi16(w, highs, high);
    (_mm512_mask_mov_epi16(w, lows, low), overlong | surrogate | beyond != 0)
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn put(room: Room<'_>, out: usize, chars: &Chars) {
    let first = chars.count.min(chars.split);
    store_loose(room, out, chars.first, 2 * first);
    if chars.count > first {
        store_loose(room, out + 2 * first, chars.second, 2 * (chars.count - first));
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(in crate::kernels) fn utf8_to_utf16(source: Source<'_>, room: Room<'_>) -> Taken {
    let (n, cap) = (source.bytes(), room.bytes());
    let (mut at, mut out) = (0, 0);
    'blocks: loop {
        while n - at >= 128 && cap - out >= 256 {
            let [a, b] = [load(source, at), load(source, at + 64)];
            if signs(_mm512_or_si512(a, b)) != 0 {
                break;
            }
            store(room, out, widen::<false>(half::<false>(a)));
            store(room, out + 64, widen::<false>(half::<true>(a)));
            store(room, out + 128, widen::<false>(half::<false>(b)));
            store(room, out + 192, widen::<false>(half::<true>(b)));
            at += 128;
            out += 256;
        }
        let mut pure = 0;
        while pure < 2 {
            if n - at < 64 || cap - out < 128 {
                break 'blocks;
            }
            let vector = load(source, at);
            // If another party changes these four bytes meanwhile, the masks differ, and so it stops here.
            let cut = cut(source.read(at + 60).unwrap_or(0));
            let valid = u64::MAX >> cut;
            let classes = Classes::of(vector);
            if classes.wrong(valid) != 0 {
                break 'blocks;
            }
            let chars = if classes.threes == 0 {
                short_chars(vector, &classes, valid)
            } else {
                long_chars(vector, &classes, valid)
            };
            if chars.wrong {
                break 'blocks;
            }
            put(room, out, &chars);
            at += 64 - cut;
            out += 2 * chars.count;
            pure = if classes.signs == 0 { pure + 1 } else { 0 };
        }
    }
    // What is left, or what comes before the error, or what still fits.
    while n - at >= 8 && cap - out >= 32 {
        let vector = load(source, at);
        // No byte becomes more than one char.
        let len = (n - at).min((cap - out) / 2).min(64);
        if signs(vector) & low(len) == 0 {
            let chars = Chars {
                first: widen::<false>(half::<false>(vector)),
                split: 32,
                second: widen::<false>(half::<true>(vector)),
                count: len,
                wrong: false,
            };
            put(room, out, &chars);
            at += len;
            out += 2 * len;
            continue;
        }
        let (good, error) = good_prefix(vector, len);
        if good == 0 {
            break;
        }
        let classes = Classes::of(vector);
        let chars = if classes.threes & low(good) == 0 {
            short_chars(vector, &classes, low(good))
        } else {
            long_chars(vector, &classes, low(good))
        };
        put(room, out, &chars);
        at += good;
        out += 2 * chars.count;
        if error {
            break;
        }
    }
    Taken { read: at, written: out }
}

/// How many chars good UTF-8 becomes: one for each byte that is no trail, and another for each lead of four.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(in crate::kernels) fn utf8_chars(source: Source<'_>) -> Taken {
    let n = source.bytes();
    let (mut at, mut count) = (0, 0);
    'blocks: loop {
        while n - at >= 256 {
            let [a, b, c, d] = [0, 64, 128, 192].map(|offset| load(source, at + offset));
            if signs(or4(a, b, c, d)) != 0 {
                break;
            }
            at += 256;
            count += 256;
        }
        let mut pure = 0;
        while pure < 4 {
            if n - at < 64 {
                break 'blocks;
            }
            let vector = load(source, at);
            let cut = cut(source.read(at + 60).unwrap_or(0));
            let valid = u64::MAX >> cut;
            let classes = Classes::of(vector);
            if classes.wrong(valid) != 0 || classes.threes != 0 && out_of_range(vector) & valid != 0 {
                break 'blocks;
            }
            at += 64 - cut;
            count += counted(&classes, valid);
            pure = if classes.signs == 0 { pure + 1 } else { 0 };
        }
    }
    if n - at > 0 {
        let vector = load(source, at);
        let len = (n - at).min(64);
        if signs(vector) & low(len) == 0 {
            return Taken {
                read: at + len,
                written: count + len,
            };
        }
        let (good, _) = good_prefix(vector, len);
        count += counted(&Classes::of(vector), low(good));
        at += good;
    }
    Taken {
        read: at,
        written: count,
    }
}

#[inline(always)]
fn counted(classes: &Classes, valid: u64) -> usize {
    (!classes.trails() & valid).count_ones() as usize + (classes.fours & valid).count_ones() as usize
}

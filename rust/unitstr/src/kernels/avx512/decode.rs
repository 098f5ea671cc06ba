//! UTF-16 and UTF-32 to chars.

use std::arch::x86_64::*;

use super::memory::{
    before_line, both, byte, lanes, load, load_whole, load4, low, low_half, or4, store_first, store_loose, store_whole,
    store4,
};
use crate::Source;
use crate::kernels::Taken;
use crate::raw::Room;

/// Swaps the bytes of units of 2 or 4.
const fn swapped(unit: usize) -> [u8; 64] {
    let mut index = [0; 64];
    let mut lane = 0;
    while lane < 64 {
        index[lane] = byte(lane / unit * unit + (unit - 1 - lane % unit));
        lane += 1;
    }
    index
}

/// Swaps the bytes of each unit of 16 bits.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) fn swap16(units: __m512i) -> __m512i {
    _mm512_shuffle_epi8(units, const { lanes(swapped(2)) })
}

/// Swaps the bytes of each unit of 32 bits.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) fn swap32(units: __m512i) -> __m512i {
    _mm512_shuffle_epi8(units, const { lanes(swapped(4)) })
}

/// Where the surrogates of 64 units are, and which is the first that lacks its partner.
///
/// ```text
/// unit   a  H  L  b  H │ L          high  . 1 . . 1     one before: `carried`
/// pairs     └──┘     └─┼─┘          low   . . 1 . . │1  one after: `next_low`
///                                   a low one without a high one before it, or a high one without a low one after it
/// ```
struct Pairs {
    high: u64,
    /// The unit that is alone; 64 if there is none.
    alone: usize,
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn pairs<const BIG: bool>(a: __m512i, b: __m512i, carried: u64, next_low: u64) -> Pairs {
    // As the lanes of this machine see it.
    let (top, high, low) = if BIG { (0x00FC, 0x00D8, 0x00DC) } else { (0xFC00_u16, 0xD800_u16, 0xDC00_u16) };
    let [top, high, low] = [top, high, low].map(|bits| _mm512_set1_epi16(bits.cast_signed()));
    let [a, b] = [_mm512_and_si512(a, top), _mm512_and_si512(b, top)];
    let high = both(_mm512_cmpeq_epi16_mask(a, high), _mm512_cmpeq_epi16_mask(b, high));
    let low = both(_mm512_cmpeq_epi16_mask(a, low), _mm512_cmpeq_epi16_mask(b, low));
    let alone = low & !(high << 1 | carried) | high & !(low >> 1 | next_low << 63);
    Pairs { high, alone: alone.trailing_zeros() as usize }
}

/// Whether a unit is a surrogate.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn any_surrogate<const BIG: bool>(a: __m512i, b: __m512i) -> bool {
    let top = _mm512_set1_epi16(if BIG { 0x00F8 } else { 0xF800_u16.cast_signed() });
    let surrogate = _mm512_set1_epi16(if BIG { 0x00D8 } else { 0xD800_u16.cast_signed() });
    let a = _mm512_cmpeq_epi16_mask(_mm512_and_si512(a, top), surrogate);
    let b = _mm512_cmpeq_epi16_mask(_mm512_and_si512(b, top), surrogate);
    (a | b) != 0
}

/// Whether a unit of four vectors is a surrogate: what is equal in the upper five bits becomes zero, and the smallest of
/// all is.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn any_surrogate_of4<const BIG: bool>([a, b, c, d]: [__m512i; 4]) -> bool {
    // (x ^ surrogate) & top
    const DIFFERENCE: i32 = 0b0010_1000;
    let top = _mm512_set1_epi16(if BIG { 0x00F8 } else { 0xF800_u16.cast_signed() });
    let surrogate = _mm512_set1_epi16(if BIG { 0x00D8 } else { 0xD800_u16.cast_signed() });
    let a = _mm512_ternarylogic_epi64::<DIFFERENCE>(a, top, surrogate);
    let b = _mm512_ternarylogic_epi64::<DIFFERENCE>(b, top, surrogate);
    let c = _mm512_ternarylogic_epi64::<DIFFERENCE>(c, top, surrogate);
    let d = _mm512_ternarylogic_epi64::<DIFFERENCE>(d, top, surrogate);
    let smallest = _mm512_min_epu16(_mm512_min_epu16(a, b), _mm512_min_epu16(c, d));
    _mm512_testn_epi16_mask(smallest, smallest) != 0
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn ordered<const SWAP: bool>(units: __m512i) -> __m512i {
    if SWAP { swap16(units) } else { units }
}

/// Copies good UTF-16. One order may be turned into the other.
///
/// Runs without surrogates go by four vectors. Among surrogates nothing is branched on but whether one is alone, until
/// there have been none for a while.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(in crate::kernels) fn utf16_to_utf16<const FROM_BIG: bool, const TO_BIG: bool>(
    source: Source<'_>,
    room: Room<'_>,
) -> Taken {
    if FROM_BIG == TO_BIG { copy16::<FROM_BIG, false>(source, room) } else { copy16::<FROM_BIG, true>(source, room) }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn copy16<const BIG: bool, const SWAP: bool>(source: Source<'_>, room: Room<'_>) -> Taken {
    let limit = (source.bytes() / 2).min(room.bytes() / 2);
    let (mut done, mut carried) = (0, 0);
    if limit >= 512 {
        // SAFETY: so much is left of both: just tested.
        let units = unsafe { load_whole(source, 0) };
        if !any_surrogate_of4::<BIG>([units; 4]) {
            let vector = ordered::<SWAP>(units);
            // SAFETY: so much is left of both: just tested.
            unsafe { store_whole(room, 0, vector) };
            done = before_line(room, 0) / 2;
        }
    }
    'blocks: loop {
        while limit - done >= 128 && carried == 0 {
            // SAFETY: 256 bytes are left of both: the condition of the loop.
            let [a, b, c, d] = unsafe { load4(source, 2 * done) };
            if any_surrogate_of4::<BIG>([a, b, c, d]) {
                break;
            }
            let units = [ordered::<SWAP>(a), ordered::<SWAP>(b), ordered::<SWAP>(c), ordered::<SWAP>(d)];
            // SAFETY: 256 bytes are left of both: the condition of the loop.
            unsafe { store4(room, 2 * done, units) };
            done += 128;
        }
        let mut plain = 0;
        while plain < 4 {
            // One unit more than is taken, for the partner of the last one.
            if limit - done <= 64 {
                break 'blocks;
            }
            let at = 2 * done;
            // SAFETY: more than 128 bytes are left of both: just tested.
            let a = unsafe { load_whole(source, at) };
            // SAFETY: more than 128 bytes are left of both: just tested.
            let b = unsafe { load_whole(source, at + 64) };
            let pairs = pairs::<BIG>(a, b, carried, is_low_at::<BIG>(source, at + 128));
            if pairs.alone < 64 {
                break 'blocks;
            }
            let vector = ordered::<SWAP>(a);
            // SAFETY: more than 128 bytes are left of both: just tested.
            unsafe { store_whole(room, at, vector) };
            let vector = ordered::<SWAP>(b);
            // SAFETY: more than 128 bytes are left of both: just tested.
            unsafe { store_whole(room, at + 64, vector) };
            done += 64;
            plain = if pairs.high | carried == 0 { plain + 1 } else { 0 };
            carried = pairs.high >> 63;
        }
    }
    // At most 64 units, or up to one that is alone. Beyond the source there are zeros: a high surrogate at its end is
    // alone.
    let at = 2 * done;
    let a = load(source, at);
    let b = if limit - done > 32 { load(source, at + 64) } else { _mm512_setzero_si512() };
    let mut keep = (limit - done).min(64);
    if carried != 0 || any_surrogate::<BIG>(a, b) {
        // What does not fit does not matter: one step back from a high surrogate at the end.
        let pairs = pairs::<BIG>(a, b, carried, u64::from(keep >= 64) & is_low_at::<BIG>(source, at + 128));
        keep = keep.min(pairs.alone);
        if keep > 0 && pairs.high >> (keep - 1) & 1 != 0 {
            keep -= 1;
        }
    }
    store_loose(room, at, ordered::<SWAP>(a), (2 * keep).min(64));
    if keep > 32 {
        store_loose(room, at + 64, ordered::<SWAP>(b), 2 * (keep - 32));
    }
    let bytes = 2 * (done + keep);
    Taken { read: bytes, written: bytes }
}

/// Whether a low surrogate lies at `at`: 0 or 1.
#[inline(always)]
fn is_low_at<const BIG: bool>(source: Source<'_>, at: usize) -> u64 {
    let unit = source.read::<u16>(at).unwrap_or(0);
    let unit = if BIG { unit.swap_bytes() } else { unit };
    u64::from(unit & 0xFC00 == 0xDC00)
}

/// How far UTF-16 is good, as [`utf16_to_utf16`] without a target.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(in crate::kernels) fn utf16_chars<const BIG: bool>(source: Source<'_>) -> Taken {
    let limit = source.bytes() / 2;
    let (mut done, mut carried) = (0, 0);
    while limit - done > 64 {
        let at = 2 * done;
        let [a, b] = [load(source, at), load(source, at + 64)];
        if any_surrogate::<BIG>(a, b) || carried != 0 {
            let pairs = pairs::<BIG>(a, b, carried, is_low_at::<BIG>(source, at + 128));
            if pairs.alone < 64 {
                break;
            }
            carried = pairs.high >> 63;
        }
        done += 64;
    }
    let at = 2 * done;
    let [a, b] = [load(source, at), load(source, at + 64)];
    let pairs = pairs::<BIG>(a, b, carried, is_low_at::<BIG>(source, at + 128));
    let mut keep = (limit - done).min(pairs.alone);
    if keep > 0 && pairs.high >> (keep - 1) & 1 != 0 {
        keep -= 1;
    }
    Taken { read: 2 * (done + keep), written: done + keep }
}

/// The significant halves of units of 32 bits, in the order of this machine.
const fn low_halves(big: bool) -> [u8; 64] {
    let mut index = [0; 64];
    let mut lane = 0;
    while lane < 64 {
        let unit = lane / 2 * 4;
        let part = if big { 3 - lane % 2 } else { lane % 2 };
        index[lane] = byte(unit + part);
        lane += 1;
    }
    index
}

/// UTF-32 to chars. Surrogates pass.
///
/// Runs below U+10000 are narrowed, 64 units at a time. A vector of 16 with code points above becomes 32 lanes of 16
/// bits, of which the unneeded fall out:
///
/// ```text
/// [   61   |  1F600  |  4E2D   |…]    code points
/// [61 : .. |D83D:DE00|4E2D: .. |…]    D7C0 + (c >> 10), DC00 | c & 3FF in the upper half
///  1    0     1    1    1    0        keep: all lower halves, and the upper ones that are not zero
/// [61 D83D DE00 4E2D …]               compressed
/// ```
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(in crate::kernels) fn utf32_to_utf16<const BIG: bool>(source: Source<'_>, room: Room<'_>) -> Taken {
    let index = const { lanes(low_halves(BIG)) };
    let upper = _mm512_set1_epi32(if BIG { 0x0000_FFFF } else { 0xFFFF_0000_u32.cast_signed() });
    let units = source.bytes() / 4;
    let (mut done, mut out) = (0, 0);
    'all: loop {
        while units - done >= 64 && room.bytes() - out >= 128 {
            // SAFETY: 64 units are left: the condition of the loop.
            let [a, b, c, d] = unsafe { load4(source, 4 * done) };
            if _mm512_test_epi32_mask(or4(a, b, c, d), upper) != 0 {
                break;
            }
            let vector = _mm512_permutex2var_epi8(a, index, b);
            // SAFETY: 128 bytes fit: the condition of the loop.
            unsafe { store_whole(room, out, vector) };
            let vector = _mm512_permutex2var_epi8(c, index, d);
            // SAFETY: 128 bytes fit: the condition of the loop.
            unsafe { store_whole(room, out + 64, vector) };
            done += 64;
            out += 128;
        }
        // No branch on the text, until it looks plain again.
        let mut plain = 0;
        while plain < 2 {
            if units - done < 64 || room.bytes() - out < 256 {
                break 'all;
            }
            // SAFETY: 64 units are left: just tested.
            let [a, b, c, d] = unsafe { load4(source, 4 * done) };
            let [a, b, c, d] = [native32::<BIG>(a), native32::<BIG>(b), native32::<BIG>(c), native32::<BIG>(d)];
            let largest = _mm512_max_epu32(_mm512_max_epu32(a, b), _mm512_max_epu32(c, d));
            if _mm512_cmpgt_epu32_mask(largest, _mm512_set1_epi32(0x10_FFFF)) != 0 {
                break 'all;
            }
            let [a, b, c, d] = [Utf32::of(a), Utf32::of(b), Utf32::of(c), Utf32::of(d)];
            let before = out;
            // Each of the four becomes 32 bytes to 64, so that after each of the first three 64 are still to come.
            // SAFETY: 256 bytes fit: tested above.
            unsafe { store_whole(room, out, a.chars) };
            out += a.bytes();
            // SAFETY: 192 bytes are left of them at least.
            unsafe { store_whole(room, out, b.chars) };
            out += b.bytes();
            // SAFETY: 128 bytes are left of them at least.
            unsafe { store_whole(room, out, c.chars) };
            out += c.bytes();
            let bytes = d.bytes();
            // SAFETY: 64 bytes are left of them at least.
            unsafe { store_first(room, out, d.chars, bytes) };
            out += d.bytes();
            done += 64;
            plain = if out - before == 128 { plain + 1 } else { 0 };
        }
    }
    while done < units {
        let a = load(source, 4 * done);
        let b = if units - done > 16 { load(source, 4 * done + 64) } else { _mm512_setzero_si512() };
        if _mm512_test_epi32_mask(_mm512_or_si512(a, b), upper) == 0 {
            let count = (units - done).min((room.bytes() - out) / 2).min(32);
            store_loose(room, out, _mm512_permutex2var_epi8(a, index, b), 2 * count);
            done += count;
            out += 2 * count;
            if count < 32 {
                break;
            }
            continue;
        }
        let a = native32::<BIG>(a);
        let bad = u32::from(_mm512_cmpgt_epu32_mask(a, _mm512_set1_epi32(0x10_FFFF))) | 1 << 16;
        let block = Utf32::of(a);
        // Code points, and as many of them as fit: each lane that is kept, up to the room, then back to a whole one.
        let count = (units - done).min(bad.trailing_zeros() as usize);
        let keep = block.keep & low_half(low(2 * count));
        let fits = _pdep_u32(low_half(low((room.bytes() - out) / 2)), keep);
        // A pair whose upper half is cut off goes as a whole.
        let taken = (fits | !keep) & low_half(low(2 * count));
        let whole = ((!taken).trailing_zeros() / 2) as usize;
        let chars = (keep & low_half(low(2 * whole))).count_ones() as usize;
        store_loose(room, out, block.chars, 2 * chars);
        done += whole;
        out += 2 * chars;
        if whole < 16 {
            break;
        }
    }
    Taken { read: 4 * done, written: out }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn native32<const BIG: bool>(units: __m512i) -> __m512i {
    if BIG { swap32(units) } else { units }
}

/// Sixteen code points as chars.
struct Utf32 {
    chars: __m512i,
    /// Which of the 32 halves they came from.
    keep: u32,
}

impl Utf32 {
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
    fn of(units: __m512i) -> Self {
        // (x & mask) | bits
        const MASKED_OR: i32 = 0b1110_1010;
        let supplementary = _mm512_cmpgt_epu32_mask(units, _mm512_set1_epi32(0xFFFF));
        let high = _mm512_add_epi32(_mm512_srli_epi32::<10>(units), _mm512_set1_epi32(0xD7C0));
        let low = _mm512_ternarylogic_epi32::<MASKED_OR>(
            _mm512_slli_epi32::<16>(units),
            _mm512_set1_epi32(0x03FF_0000),
            _mm512_set1_epi32(0xDC00_0000_u32.cast_signed()),
        );
        let halves = _mm512_mask_or_epi32(units, supplementary, high, low);
        let keep = _mm512_test_epi16_mask(halves, halves) | 0x5555_5555;
        Self { chars: _mm512_maskz_compress_epi16(keep, halves), keep }
    }

    #[inline]
    #[target_feature(enable = "popcnt")]
    fn bytes(&self) -> usize {
        2 * self.keep.count_ones() as usize
    }
}

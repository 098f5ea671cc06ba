//! What Java holds as Latin-1, to UTF-8 and to UTF-32.

use std::arch::x86_64::*;

use super::memory::{half, lanes, load, load_whole, low, low_half, signs, store_only, store_whole};
use crate::Source;
use crate::kernels::Taken;
use crate::raw::Room;

/// 0, 32, 1, 33, …: each byte of the first half beside one of the second.
const ZIPPED: [u8; 64] = {
    let mut all = [0; 64];
    let (mut at, mut value) = (0, 0);
    while at < 64 {
        (all[at], all[at + 1]) = (value, 32 + value);
        at += 2;
        value += 1;
    }
    all
};

/// Latin-1 to UTF-8. Bytes below 80 stay, the others become two:
///
/// ```text
/// v                  61   E9   62  …|71   E8  …     64 bytes, two halves
/// zipped             6171 E9E8 62..                 lanes of two: one of the first half, one of the second
/// first half         C261 C2E9 C262                 moved up by a byte, C2 below it
/// from C0 on         C261 C3A9 C262                 + 1 and − 4000
/// kept                .*   **   .*                  the second byte always, the first where v ≥ 80
/// compressed         61 C3 A9 62 …
/// ```
///
/// and the second half likewise, of what is in the upper bytes already.
///
/// Plain runs are copied, 128 bytes at a time. Among others nothing is branched on but, after four blocks, whether all
/// of them were plain.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(in crate::kernels) fn latin1_to_utf8(source: Source<'_>, room: Room<'_>) -> Taken {
    let (bytes, capacity) = (source.bytes(), room.bytes());
    if bytes <= 32 {
        let v = load(source, 0);
        let wide = signs(v);
        let written = bytes + wide.count_ones() as usize;
        if written <= capacity {
            let zipped = _mm512_cvtepu8_epi16(half::<false>(v));
            store_only(room, 0, first_half(zipped, at_least_c0(v), wide), written);
            return Taken { read: bytes, written };
        }
    }
    let (mut at, mut to) = (0, 0);
    'text: loop {
        while bytes - at >= 128 && capacity - to >= 128 {
            // SAFETY: so much is left: the condition of the loop.
            let a = unsafe { load_whole(source, at) };
            // SAFETY: so much is left: the condition of the loop.
            let b = unsafe { load_whole(source, at + 64) };
            if signs(_mm512_or_si512(a, b)) != 0 {
                break;
            }
            // SAFETY: so much is left: the condition of the loop.
            unsafe { store_whole(room, to, a) };
            // SAFETY: so much is left: the condition of the loop.
            unsafe { store_whole(room, to + 64, b) };
            at += 128;
            to += 128;
        }
        // Each byte left becomes one at least, and nothing here is malformed: so what a whole store writes too much is
        // written over, if 64 bytes are left, and the room ends no earlier than one byte before it is full.
        let mut other = 1;
        while other != 0 {
            let blocks = (bytes - at).saturating_sub(64) / 64;
            let blocks = blocks.min((capacity - to).saturating_sub(65) / 128).min(4);
            if blocks == 0 {
                break 'text;
            }
            other = 0;
            for _ in 0..blocks {
                // SAFETY: so much is left: so many `blocks` are.
                let v = unsafe { load_whole(source, at) };
                let wide = signs(v);
                let [(a, a_bytes), (b, b_bytes)] = halves(v, wide);
                // SAFETY: 128 bytes are left for each of `blocks`.
                unsafe { store_whole(room, to, a) };
                // SAFETY: 128 bytes are left for each of `blocks`, and the first half becomes 64 at most.
                unsafe { store_whole(room, to + a_bytes, b) };
                to += a_bytes + b_bytes;
                at += 64;
                other |= wide;
            }
        }
    }
    while at < bytes {
        let v = load(source, at);
        let mut count = (bytes - at).min(64);
        let mut wide = signs(v);
        if count + wide.count_ones() as usize > capacity - to {
            count = (capacity - to) / 2;
            wide &= low(count);
        }
        if count == 0 {
            break;
        }
        if wide == 0 {
            store_only(room, to, v, count);
            at += count;
            to += count;
            continue;
        }
        let [(a, a_bytes), (b, b_bytes)] = halves(v, wide);
        // Lanes past the end count as one byte each.
        let end = to + count + wide.count_ones() as usize;
        store_only(room, to, a, a_bytes.min(end - to));
        if count > 32 {
            store_only(room, to + a_bytes, b, b_bytes.min(end - to - a_bytes));
        }
        at += count;
        to = end;
    }
    Taken { read: at, written: to }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn at_least_c0(v: __m512i) -> u64 {
    _mm512_cmpge_epu8_mask(v, _mm512_set1_epi8(0xC0_u8.cast_signed()))
}

const SECOND_BYTES: u64 = 0xAAAA_AAAA_AAAA_AAAA;

/// The first 32 bytes, each in the low byte of a lane of `zipped`, as UTF-8. The lowest bits of `upper` and `wide` tell
/// which are from C0 on and from 80 on.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn first_half(zipped: __m512i, upper: u64, wide: u64) -> __m512i {
    let both = _mm512_shldi_epi16::<8>(zipped, _mm512_set1_epi8(0xC2_u8.cast_signed()));
    compress(both, upper, wide)
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn compress(both: __m512i, upper: u64, wide: u64) -> __m512i {
    let both = _mm512_mask_add_epi16(both, low_half(upper), both, _mm512_set1_epi16(1 - 0x4000));
    let keep = SECOND_BYTES | _pdep_u64(wide, !SECOND_BYTES);
    // Into itself: Zen 5 waits for what was in the register before.
    _mm512_mask_compress_epi8(both, keep, both)
}

/// The first and the second 32 bytes of Latin-1 as UTF-8, and how many bytes that is. `wide` tells the lanes from 80 on.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn halves(v: __m512i, wide: u64) -> [(__m512i, usize); 2] {
    let zipped = _mm512_permutexvar_epi8(lanes(ZIPPED), v);
    let upper = at_least_c0(v);
    // zipped & FF00 | C2
    let second =
        _mm512_ternarylogic_epi32::<0xEA>(zipped, _mm512_set1_epi16(0xFF00_u16.cast_signed()), _mm512_set1_epi16(0xC2));
    [
        (first_half(zipped, upper, wide), 32 + low_half(wide).count_ones() as usize),
        (compress(second, upper >> 32, wide >> 32), 32 + (wide >> 32).count_ones() as usize),
    ]
}

/// Latin-1 to UTF-32: each byte becomes four, three of them zero.
///
/// ```text
/// v                  61 E9 …|62 …|63 …|64 …      16 in each quarter
/// little-endian      61 00 00 00  E9 00 00 00 …   a vector for each quarter
/// big-endian         00 00 00 61  00 00 00 E9 …   by a shift
/// ```
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(in crate::kernels) fn latin1_to_utf32<const BIG: bool>(source: Source<'_>, room: Room<'_>) -> Taken {
    let count = source.bytes().min(room.bytes() / 4);
    let mut at = 0;
    while count - at >= 64 {
        // SAFETY: 64 bytes are left: the condition of the loop.
        let v = unsafe { load_whole(source, at) };
        for (quarter, offset) in quarters::<BIG>(v).into_iter().zip([0, 64, 128, 192]) {
            // SAFETY: 256 bytes are left: the condition of the loop around.
            unsafe { store_whole(room, 4 * at + offset, quarter) };
        }
        at += 64;
    }
    if at < count {
        // Of the source there may be more than fits.
        let left = 4 * (count - at);
        let quarters = quarters::<BIG>(load(source, at));
        for (quarter, offset) in quarters.into_iter().zip([0, 64, 128, 192]) {
            if left - offset <= 64 {
                store_only(room, 4 * at + offset, quarter, left - offset);
                break;
            }
            // SAFETY: more than 64 bytes are left: just tested.
            unsafe { store_whole(room, 4 * at + offset, quarter) };
        }
    }
    Taken { read: count, written: 4 * count }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn quarters<const BIG: bool>(v: __m512i) -> [__m512i; 4] {
    let wide = |bytes: __m128i| {
        let units = _mm512_cvtepu8_epi32(bytes);
        if BIG { _mm512_slli_epi32::<24>(units) } else { units }
    };
    [
        wide(_mm512_extracti32x4_epi32::<0>(v)),
        wide(_mm512_extracti32x4_epi32::<1>(v)),
        wide(_mm512_extracti32x4_epi32::<2>(v)),
        wide(_mm512_extracti32x4_epi32::<3>(v)),
    ]
}

//! Latin-1 to UTF-8.

use std::arch::x86_64::*;

use super::encoded_bytes::total;
use super::memory::{half, lanes, load, load_whole, low, low_half, signs, store_only, store_whole, table};
use crate::kernels::Taken;
use crate::{Source, Target};

/// 0, 32, 1, 33, …: each byte of the first half beside one of the second.
const ZIPPED: [u8; 64] = table!(lane => lane / 2 + 32 * (lane % 2));

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
/// Runs of ASCII are copied, 128 bytes at a time. Other blocks are converted without a branch on their text; after four
/// blocks, it tests whether all of them were ASCII.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(in crate::kernels) fn latin1_to_utf8(source: Source<'_>, room: Target<'_>) -> Taken {
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
            // SAFETY: `source` has 64 bytes from `at` on: the condition of the loop.
            let a = unsafe { load_whole(source, at) };
            // SAFETY: `source` has 64 bytes from `at + 64` on: the condition of the loop.
            let b = unsafe { load_whole(source, at + 64) };
            if signs(_mm512_or_si512(a, b)) != 0 {
                break;
            }
            // SAFETY: `room` has `a` bytes from `to` on: the condition of the loop.
            unsafe { store_whole(room, to, a) };
            // SAFETY: `room` has `b` bytes from `to + 64` on: the condition of the loop.
            unsafe { store_whole(room, to + 64, b) };
            at += 128;
            to += 128;
        }
        // Each byte that is left becomes at least one, and Latin-1 cannot be malformed: so the excess of a whole store
        // is overwritten if 64 bytes are left, and the target is filled up to its last byte but one at least.
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
        // Lanes after the end count one byte each.
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

/// Converts the first 32 bytes, each in the low byte of a lane of `zipped`. The lowest bits of `upper` and `wide` mark
/// those from C0 and from 80 on.
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

/// Converts the first and the second 32 bytes, and returns the number of bytes of each result. `wide` marks the lanes
/// from 80 on.
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

/// Counts the bytes of UTF-8: one for each byte, and another one from 80 on.
///
/// Short text is counted by masks, long text by sums in vectors, which need fewer instructions per load, so that more
/// loads are in flight:
///
/// ```text
/// v                 61 E9 62 C3 62 62 63 E8 …
/// & 80              00 80 00 80 00 00 00 80 …
/// sums of 8 bytes   180 …                         the count of bytes from 80 on, times 80
/// ```
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(in crate::kernels) fn latin1_utf8_bytes(source: Source<'_>) -> Taken {
    let bytes = source.bytes();
    let mut wide = 0;
    let mut at = 0;
    if bytes >= 16 << 10 {
        let mut sums = [_mm512_setzero_si512(); 4];
        while bytes - at >= 256 {
            for (sum, offset) in sums.iter_mut().zip([0, 64, 128, 192]) {
                // SAFETY: `source` has 64 bytes from `at + offset` on: the condition of the loop.
                let v = unsafe { load_whole(source, at + offset) };
                let high = _mm512_and_si512(v, _mm512_set1_epi8(0x80_u8.cast_signed()));
                *sum = _mm512_add_epi64(*sum, _mm512_sad_epu8(high, _mm512_setzero_si512()));
            }
            at += 256;
        }
        let [a, b, c, d] = sums;
        let sum = total(_mm512_add_epi64(_mm512_add_epi64(a, b), _mm512_add_epi64(c, d)));
        wide += sum / 0x80;
    }
    while bytes - at >= 256 {
        for offset in [0, 64, 128, 192] {
            // SAFETY: `source` has 64 bytes from `at + offset` on: the condition of the loop.
            let v = unsafe { load_whole(source, at + offset) };
            wide += signs(v).count_ones() as usize;
        }
        at += 256;
    }
    while at < bytes {
        wide += signs(load(source, at)).count_ones() as usize;
        at += (bytes - at).min(64);
    }
    Taken { read: bytes, written: bytes + wide }
}

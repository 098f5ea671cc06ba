//! UTF-32 to UTF-16.

use std::arch::x86_64::*;

use super::memory::{load, load4, low, low_half, or4, store_first, store_loose, store_whole};
use super::vectors::{narrow32, swap32};
use crate::kernels::Taken;
use crate::{Source, Target};

/// UTF-32 to UTF-16. Surrogates are copied.
///
/// Runs below U+10000 are narrowed, 64 units at a time. A vector with code points above becomes 32 lanes of 16 bits,
/// which are compressed:
///
/// ```text
/// [   61   |  1F600  |  4E2D   |…]    code points
/// [61 : .. |D83D:DE00|4E2D: .. |…]    D7C0 + (c >> 10), DC00 | c & 3FF in the upper half
///  1    0     1    1    1    0        keep: all lower halves, and the upper ones that are not zero
/// [61 D83D DE00 4E2D …]               compressed
/// ```
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(in crate::kernels) fn utf32_to_utf16<const BIG: bool>(source: Source<'_>, room: Target<'_>) -> Taken {
    let upper = _mm512_set1_epi32(if BIG { 0x0000_FFFF } else { 0xFFFF_0000_u32.cast_signed() });
    let units = source.bytes() / 4;
    let (mut done, mut out) = (0, 0);
    'all: loop {
        while units - done >= 64 && room.bytes() - out >= 128 {
            // SAFETY: `source` has 256 bytes from `4 * done` on: the condition of the loop.
            let [a, b, c, d] = unsafe { load4(source, 4 * done) };
            if _mm512_test_epi32_mask(or4(a, b, c, d), upper) != 0 {
                break;
            }
            let vector = narrow32::<BIG>(a, b);
            // SAFETY: `room` has 64 bytes from `out` on: the condition of the loop.
            unsafe { store_whole(room, out, vector) };
            let vector = narrow32::<BIG>(c, d);
            // SAFETY: `room` has 64 bytes from `out + 64` on: the condition of the loop.
            unsafe { store_whole(room, out + 64, vector) };
            done += 64;
            out += 128;
        }
        // No branch on the text, until two blocks were plain.
        let mut plain = 0;
        while plain < 2 {
            if units - done < 64 || room.bytes() - out < 256 {
                break 'all;
            }
            // SAFETY: `source` has 256 bytes from `4 * done` on: tested above.
            let [a, b, c, d] = unsafe { load4(source, 4 * done) };
            let [a, b, c, d] = [native32::<BIG>(a), native32::<BIG>(b), native32::<BIG>(c), native32::<BIG>(d)];
            let largest = _mm512_max_epu32(_mm512_max_epu32(a, b), _mm512_max_epu32(c, d));
            if _mm512_cmpgt_epu32_mask(largest, _mm512_set1_epi32(0x10_FFFF)) != 0 {
                break 'all;
            }
            let [a, b, c, d] = [Utf32::of(a), Utf32::of(b), Utf32::of(c), Utf32::of(d)];
            let before = out;
            // Each of the four becomes 32 to 64 bytes; the next store overwrites the excess.
            // SAFETY: `room` has `a.chars` bytes from `out` on: tested above.
            unsafe { store_whole(room, out, a.chars) };
            out += a.bytes();
            // SAFETY: `room` has at least 192 of the 256 bytes left.
            unsafe { store_whole(room, out, b.chars) };
            out += b.bytes();
            // SAFETY: `room` has at least 128 of the 256 bytes left.
            unsafe { store_whole(room, out, c.chars) };
            out += c.bytes();
            let bytes = d.bytes();
            // SAFETY: `room` has at least 64 of the 256 bytes left.
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
            store_loose(room, out, narrow32::<BIG>(a, b), 2 * count);
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
        // The code points that fit: the lanes that are kept, up to the size of the target, and back to a whole code
        // point.
        let count = (units - done).min(bad.trailing_zeros() as usize);
        let keep = block.keep & low_half(low(2 * count));
        let fits = _pdep_u32(low_half(low((room.bytes() - out) / 2)), keep);
        // A pair whose second half does not fit is left out completely.
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

/// 16 code points as chars.
struct Utf32 {
    chars: __m512i,
    /// The halves of lanes that they came from.
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

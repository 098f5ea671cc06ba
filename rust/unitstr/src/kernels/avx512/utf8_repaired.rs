//! UTF-8 with errors to chars, each error to one U+FFFD: by the [kinds](crate::kernels::shared::kinds) of its bytes.

use std::arch::x86_64::*;

use super::memory::{lanes, load, low, low_half, store_first, table};
use super::vectors::Avx512;
use crate::kernels::Taken;
use crate::kernels::shared::kinds::Kinds;
use crate::{Source, Target};

/// The payload bits of a byte, by its upper four bits.
const PAYLOAD: [u8; 64] = table!(lane => match lane % 16 {
    0x0..=0x7 => 0x7F,
    0x8..=0xB => 0x3F,
    0xC | 0xD => 0x1F,
    0xE => 0x0F,
    _ => 0x07,
});

/// Each byte from `from` on, and the one after it.
const fn with_next(from: usize) -> [u8; 64] {
    table!(lane => (from + lane / 2 + lane % 2) % 64)
}

/// The second byte after each one from `from` on, twice.
const fn after_next(from: usize) -> [u8; 64] {
    table!(lane => (from + lane / 2 + 2) % 64)
}

/// Converts vectors up to and with the first without an error. Leaves a vector whose chars do not fit. Unless `ENDS`, also
/// leaves the last bytes from a lead on whose code point could continue after the source.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(in crate::kernels) fn utf8_to_utf16_repaired<const ENDS: bool>(source: Source<'_>, room: Target<'_>) -> Taken {
    let (mut at, mut out) = (0, 0);
    while at < source.bytes() {
        let vector = load(source, at);
        let kinds = Kinds::of(Avx512::new(), vector);
        let left = source.bytes() - at;
        let whole = if ENDS && left <= 64 { left } else { kinds.whole(left.min(64)) };
        let starts = low(whole) & kinds.starts();
        let errors = low(whole) & kinds.errors();
        let lows = (low(whole) & kinds.four) << 2;
        let keep = starts | lows;
        let first = 2 * low_half(keep).count_ones() as usize;
        let all = 2 * keep.count_ones() as usize;
        if room.bytes() - out < all {
            break;
        }
        let payload = _mm512_and_si512(_mm512_srli_epi16::<4>(vector), _mm512_set1_epi8(0x0F));
        let payload = _mm512_and_si512(vector, _mm512_shuffle_epi8(const { lanes(PAYLOAD) }, payload));
        let masks = [kinds.two, kinds.three, kinds.four, lows, errors, keep];
        let chars = chars::<0>(payload, masks);
        // SAFETY: `room` has `all` bytes from `out` on: tested above; these are the first of them.
        unsafe { store_first(room, out, chars, first) };
        if all > first {
            let chars = self::chars::<32>(payload, masks);
            // SAFETY: `room` has `all` bytes from `out` on: tested above; these are the others.
            unsafe { store_first(room, out + first, chars, all - first) };
        }
        at += whole;
        out += all;
        // An open lead leaves up to three bytes of a vector; more are left, or none, only at the end.
        if errors == 0 || whole < 61 {
            break;
        }
    }
    Taken { read: at, written: out }
}

/// Converts the bytes from `FROM` on, at most 32.
///
/// ```text
/// bytes       C3 A9         E4 B8 AD               F0 9F 98 80
/// pair        03 29         04 38 |38 2D           00 1F |1F 18 |18 00     the payload, and that of the next byte
/// 64, 1        0E9           138                    01F    7D8              64 * the first + the second
/// third                       2D                     18                     the payload after those
/// char         0E9          138 << 6 | 2D           01F << 2 | 18 >> 4, + D7C0: the high surrogate
/// low                                                       (18 00) & 3FF | DC00, in the lane of the third byte
/// ```
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn chars<const FROM: usize>(payload: __m512i, masks: [u64; 6]) -> __m512i {
    // (x & mask) | bits
    const MASKED_OR: i32 = 0b1110_1010;
    let [two, three, four, lows, errors, keep] = masks.map(|mask| low_half(mask >> FROM));
    let pairs = _mm512_permutexvar_epi8(const { lanes(with_next(FROM)) }, payload);
    let third = _mm512_permutexvar_epi8(const { lanes(after_next(FROM)) }, payload);
    let third = _mm512_and_si512(third, _mm512_set1_epi16(0xFF));
    let joined = _mm512_maddubs_epi16(pairs, _mm512_set1_epi16(i16::from_le_bytes([64, 1])));
    let chars = _mm512_and_si512(pairs, _mm512_set1_epi16(0xFF));
    let chars = _mm512_mask_mov_epi16(chars, two, joined);
    let chars = _mm512_mask_mov_epi16(chars, three, _mm512_or_si512(_mm512_slli_epi16::<6>(joined), third));
    let high = _mm512_or_si512(_mm512_slli_epi16::<2>(joined), _mm512_srli_epi16::<4>(third));
    let chars = _mm512_mask_add_epi16(chars, four, high, _mm512_set1_epi16(0xD7C0_u16.cast_signed()));
    let low = _mm512_ternarylogic_epi32::<MASKED_OR>(
        joined,
        _mm512_set1_epi16(0x3FF),
        _mm512_set1_epi16(0xDC00_u16.cast_signed()),
    );
    let chars = _mm512_mask_mov_epi16(chars, lows, low);
    let chars = _mm512_mask_mov_epi16(chars, errors, _mm512_set1_epi16(0xFFFD_u16.cast_signed()));
    _mm512_maskz_compress_epi16(keep, chars)
}

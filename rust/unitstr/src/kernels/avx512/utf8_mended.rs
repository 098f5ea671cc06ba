//! UTF-8 with errors to chars, each error to one U+FFFD.
//!
//! Each byte that begins a code point or an error yields a char; the other bytes belong to the one before. Of a code
//! point of four bytes, the third byte yields the low surrogate:
//!
//! ```text
//! bytes       61   C3  A9   FF   E4  B8   F0  9F  98  80      FF; E4 B8: errors
//! second       .    1   .    .    1   .    1   .   .   .      leads with a good second byte,
//! third        .    .   .    .    .   .    1   .   .   .      and a third,
//! fourth       .    .   .    .    .   .    1   .   .   .      and a fourth
//! trailing     .    .   1    .    .   1    .   1   1   1      second << 1 | third << 2 | fourth << 3
//! errors       .    .   .    1    1   .    .   .   .   .      neither ASCII nor trailing, nor a complete code point
//! chars       61   E9      FFFD FFFD      D83D   DE00
//! ```
//!
//! A trailing byte is `80`–`BF`, so those of two leads do not overlap.

use std::arch::x86_64::*;

use super::memory::{at_least, equal, lanes, load, low, low_half, signs, store_first, table};
use crate::kernels::Taken;
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

/// The kinds of up to 64 bytes.
struct Kinds {
    /// Leads.
    leads: u64,
    /// Leads of three bytes and more.
    threes: u64,
    /// Leads of four bytes.
    fours: u64,
    /// Leads of complete code points of two bytes.
    two: u64,
    /// Leads of complete code points of three bytes.
    three: u64,
    /// Leads of complete code points of four bytes.
    four: u64,
    /// Bytes that belong to the code point or error before them.
    trailing: u64,
    not_ascii: u64,
}

impl Kinds {
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
    fn of(vector: __m512i) -> Self {
        let not_ascii = signs(vector);
        let trails = not_ascii & !at_least(vector, 0xC0);
        let leads = at_least(vector, 0xC2) & !at_least(vector, 0xF5);
        let threes = at_least(vector, 0xE0) & leads;
        let fours = at_least(vector, 0xF0) & leads;
        let from_a0 = at_least(vector, 0xA0) >> 1;
        let from_90 = at_least(vector, 0x90) >> 1;
        let out_of_range =
            equal(vector, 0xE0) & !from_a0 | equal(vector, 0xF0) & !from_90 | equal(vector, 0xF4) & from_90;
        let second = leads & trails >> 1 & !out_of_range;
        let third = second & threes & trails >> 2;
        let fourth = third & fours & trails >> 3;
        // An encoded surrogate is one error of three bytes.
        let surrogates = equal(vector, 0xED) & from_a0;
        Self {
            leads,
            threes,
            fours,
            two: second & !threes,
            three: third & !fours & !surrogates,
            four: fourth,
            trailing: second << 1 | third << 2 | fourth << 3,
            not_ascii,
        }
    }

    /// The number of bytes, among the first `len` of at least one, before a lead whose code point may continue after
    /// them.
    #[inline(always)]
    const fn whole(&self, len: usize) -> usize {
        let last = 1 << (len - 1);
        let open = self.leads & last | self.threes & last >> 1 | self.fours & last >> 2;
        let place = open.trailing_zeros() as usize;
        if place < len { place } else { len }
    }
}

/// Converts vectors up to and with the first without an error. Leaves a vector whose chars do not fit. Unless `ENDS`, also
/// leaves the last bytes from a lead on whose code point could continue after the source.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(in crate::kernels) fn utf8_to_utf16_mended<const ENDS: bool>(source: Source<'_>, room: Target<'_>) -> Taken {
    let (mut at, mut out) = (0, 0);
    while at < source.bytes() {
        let vector = load(source, at);
        let kinds = Kinds::of(vector);
        let left = source.bytes() - at;
        let whole = if ENDS && left <= 64 { left } else { kinds.whole(left.min(64)) };
        let starts = low(whole) & !kinds.trailing;
        let errors = starts & kinds.not_ascii & !(kinds.two | kinds.three | kinds.four);
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

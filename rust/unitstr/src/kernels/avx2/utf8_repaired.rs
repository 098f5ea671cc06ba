//! UTF-8 with errors to chars, each error to one U+FFFD: by the [kinds](crate::kernels::shared::kinds) of its bytes.
//!
//! The bytes of errors become zeros, so that the rest is well-formed and converted as such:
//!
//! ```text
//! bytes          61   C3   A9   FF   E4   B8   62 ..
//! good           61   C3   A9    .    .    .   62
//! lanes        0061    .  00E9   .    .    .  0062      as of well-formed text
//! errors          .    .    .  FFFD FFFD   .    .
//! keep            1    .    1    1    1    .    1
//! ```

use std::arch::x86_64::*;

use super::utf8::{Block, load_rest, low};
use super::utf8_to_utf16::{chars, parts, store_kept, store_lanes};
use super::vectors::Avx2;
use crate::kernels::Taken;
use crate::kernels::shared::kinds::{Kinds, low_half};
use crate::{Source, Target};

/// Converts vectors up to and with the first without an error. Leaves a vector whose chars do not fit. Unless `ENDS`, also
/// leaves the last bytes from a lead on whose code point could continue after the source.
#[inline(never)]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn utf8_to_utf16_repaired<const ENDS: bool>(source: Source<'_>, room: Target<'_>) -> Taken {
    let (mut at, mut out) = (0, 0);
    while at < source.bytes() {
        let bytes = load_rest(source, at);
        let kinds = Kinds::of(Avx2::new(), bytes);
        let left = source.bytes() - at;
        let whole = if ENDS && left <= 32 { left } else { kinds.whole(left.min(32)) };
        let inside = low(whole);
        let [two, three, four] = [kinds.two, kinds.three, kinds.four].map(|leads| low_half(leads) & inside);
        let errors = low_half(kinds.errors()) & inside;
        let longer = three | four;
        let lasts = two << 1 | longer << 2 | four << 3;
        let keep = low_half(kinds.starts()) & inside & !(two | longer) | lasts;
        let written = 2 * keep.count_ones() as usize;
        if room.bytes() - out < written {
            break;
        }
        let good = keep & !errors | two | longer | longer << 1;
        let block = Block::new(_mm256_setzero_si256(), _mm256_and_si256(bytes, spread(good)));
        let lanes = parts(with_errors(chars(&block), spread(errors)));
        if room.is_scratch() && room.bytes() - out >= 64 {
            // SAFETY: `room` has 64 bytes from `out` on, tested above; nobody reads those of scratch after the text.
            unsafe { store_lanes(room.start().wrapping_add(out), lanes, keep) };
        } else {
            // SAFETY: `room` has `written` bytes from `out` on: tested above.
            unsafe { store_kept(room, out, lanes, keep) };
        }
        at += whole;
        out += written;
        // An open lead leaves up to three bytes of a vector; more are left, or none, only at the end.
        if errors == 0 || whole < 29 {
            break;
        }
    }
    Taken { read: at, written: out }
}

/// Sets the lanes of these bytes, which are zero, to U+FFFD.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn with_errors([low, high]: [__m256i; 2], errors: __m256i) -> [__m256i; 2] {
    let error = _mm256_set1_epi16(0xFFFD_u16.cast_signed());
    let lows = _mm256_and_si256(_mm256_unpacklo_epi8(errors, errors), error);
    let highs = _mm256_and_si256(_mm256_unpackhi_epi8(errors, errors), error);
    [_mm256_or_si256(low, lows), _mm256_or_si256(high, highs)]
}

/// A byte FF for each bit that is set.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn spread(mask: u32) -> __m256i {
    let places = _mm256_setr_epi64x(0, 0x0101_0101_0101_0101, 0x0202_0202_0202_0202, 0x0303_0303_0303_0303);
    let bit = _mm256_set1_epi64x(0x8040_2010_0804_0201_u64.cast_signed());
    let bytes = _mm256_shuffle_epi8(_mm256_set1_epi32(mask.cast_signed()), places);
    _mm256_cmpeq_epi8(_mm256_and_si256(bytes, bit), bit)
}

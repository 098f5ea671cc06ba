//! Encoded text to Latin-1 and to chars: runs of plain code points. What is not plain is for the steps, which come back
//! here after it.
//!
//! Narrowing packs two vectors lane by lane of 128 bits, and puts the quarters in order afterwards:
//!
//! ```text
//! a: [a0 a1 | a2 a3]  b: [b0 b1 | b2 b3]     quarters of 64 bits
//! packus             [a0a1 b0b1 | a2a3 b2b3]
//! permute 0, 2, 1, 3 [a0a1 a2a3 | b0b1 b2b3]
//! ```

use std::arch::x86_64::*;

use super::memory::{lacks, load, or4, store, store_unit};
use crate::Source;
use crate::kernels::Taken;
use crate::raw::Room;

#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn latin1_to_latin1(source: Source<'_>, room: Room<'_>) -> Taken {
    copy::<false>(source, room)
}

#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn ascii_to_latin1(source: Source<'_>, room: Room<'_>) -> Taken {
    copy::<true>(source, room)
}

#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn copy<const ASCII: bool>(source: Source<'_>, room: Room<'_>) -> Taken {
    let signs = _mm256_set1_epi8(i8::MIN);
    let limit = source.bytes().min(room.bytes());
    let mut at = 0;
    while limit - at >= 128 {
        let [a, b, c, d] = [0, 32, 64, 96].map(|offset| load(source, at + offset));
        if ASCII && !lacks(or4([a, b, c, d]), signs) {
            break;
        }
        store(room, at, a);
        store(room, at + 32, b);
        store(room, at + 64, c);
        store(room, at + 96, d);
        at += 128;
    }
    while limit - at >= 32 {
        let vector = load(source, at);
        if ASCII && !lacks(vector, signs) {
            break;
        }
        store(room, at, vector);
        at += 32;
    }
    Taken { read: at, written: at }
}

#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn ascii_to_utf16(source: Source<'_>, room: Room<'_>) -> Taken {
    widened::<false, true>(source, room)
}

#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn latin1_to_utf16<const BIG: bool>(source: Source<'_>, room: Room<'_>) -> Taken {
    widened::<BIG, false>(source, room)
}

#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn widened<const BIG: bool, const ASCII: bool>(source: Source<'_>, room: Room<'_>) -> Taken {
    let signs = _mm256_set1_epi8(i8::MIN);
    let limit = source.bytes().min(room.bytes() / 2);
    let mut at = 0;
    while limit - at >= 32 {
        let vector = load(source, at);
        if ASCII && !lacks(vector, signs) {
            break;
        }
        let low = _mm256_cvtepu8_epi16(_mm256_castsi256_si128(vector));
        let high = _mm256_cvtepu8_epi16(_mm256_extracti128_si256::<1>(vector));
        let order = |units| {
            if BIG { _mm256_slli_epi16::<8>(units) } else { units }
        };
        store(room, 2 * at, order(low));
        store(room, 2 * at + 32, order(high));
        at += 32;
    }
    Taken {
        read: at,
        written: 2 * at,
    }
}

/// The order of quarters after a pack.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn in_order(packed: __m256i) -> __m256i {
    _mm256_permute4x64_epi64::<0b11_01_10_00>(packed)
}

#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn utf16_to_latin1<const BIG: bool>(source: Source<'_>, room: Room<'_>) -> Taken {
    // As the lanes of this machine see it: the byte that has to be zero.
    let forbidden = _mm256_set1_epi16(if BIG { 0x00FF } else { 0xFF00_u16.cast_signed() });
    let limit = (source.bytes() / 2).min(room.bytes());
    let mut done = 0;
    while limit - done >= 32 {
        let [a, b] = [0, 32].map(|offset| load(source, 2 * done + offset));
        if !lacks(_mm256_or_si256(a, b), forbidden) {
            break;
        }
        let order = |units| {
            if BIG { _mm256_srli_epi16::<8>(units) } else { units }
        };
        store(room, done, in_order(_mm256_packus_epi16(order(a), order(b))));
        done += 32;
    }
    Taken {
        read: 2 * done,
        written: done,
    }
}

/// Swaps the bytes of each unit of 16 bits.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) fn swap16(units: __m256i) -> __m256i {
    _mm256_or_si256(_mm256_slli_epi16::<8>(units), _mm256_srli_epi16::<8>(units))
}

/// Swaps the bytes of each unit of 32 bits.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) fn swap32(units: __m256i) -> __m256i {
    let index = _mm256_setr_epi8(
        3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12, 3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12,
    );
    _mm256_shuffle_epi8(units, index)
}

/// Units of 32 bits in the order of this machine.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn native32<const BIG: bool>(units: __m256i) -> __m256i {
    if BIG { swap32(units) } else { units }
}

#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn utf32_to_latin1<const BIG: bool>(source: Source<'_>, room: Room<'_>) -> Taken {
    let forbidden = _mm256_set1_epi32(if BIG { 0x00FF_FFFF } else { !0xFF });
    // Packing twice leaves four bytes of each of a, b, c, d in each half.
    let index = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
    let limit = (source.bytes() / 4).min(room.bytes());
    let mut done = 0;
    while limit - done >= 32 {
        let vectors = [0, 32, 64, 96].map(|offset| load(source, 4 * done + offset));
        if !lacks(or4(vectors), forbidden) {
            break;
        }
        let [a, b, c, d] = vectors;
        let order = |units| {
            if BIG { _mm256_srli_epi32::<24>(units) } else { units }
        };
        let ab = _mm256_packus_epi32(order(a), order(b));
        let cd = _mm256_packus_epi32(order(c), order(d));
        store(
            room,
            done,
            _mm256_permutevar8x32_epi32(_mm256_packus_epi16(ab, cd), index),
        );
        done += 32;
    }
    Taken {
        read: 4 * done,
        written: done,
    }
}

/// Code points up to U+FFFF. Surrogates pass.
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn utf32_to_utf16<const BIG: bool>(source: Source<'_>, room: Room<'_>) -> Taken {
    let upper = _mm256_set1_epi32(if BIG {
        0x0000_FFFF
    } else {
        0xFFFF_0000_u32.cast_signed()
    });
    let limit = (source.bytes() / 4).min(room.bytes() / 2);
    let mut done = 0;
    while limit - done >= 16 {
        let [a, b] = [0, 32].map(|offset| load(source, 4 * done + offset));
        if !lacks(_mm256_or_si256(a, b), upper) {
            break;
        }
        let packed = _mm256_packus_epi32(native32::<BIG>(a), native32::<BIG>(b));
        store(room, 2 * done, in_order(packed));
        done += 16;
    }
    Taken {
        read: 4 * done,
        written: 2 * done,
    }
}

/// Good UTF-16, as far as whole vectors go, a pair never cut. With a room, it is copied there.
///
/// ```text
/// units        a  H  L  b  H │ L         is a high one  . 1 . . 1
/// one further  H  L  b  H  L │           is a low one   . 1 . . 1      good if equal
/// ```
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn good_utf16<const FROM_BIG: bool, const TO_BIG: bool>(source: Source<'_>, room: Option<Room<'_>>) -> usize {
    let (top, high, low) = if FROM_BIG {
        (0x00FC, 0x00D8, 0x00DC)
    } else {
        (0xFC00_u16, 0xD800_u16, 0xDC00_u16)
    };
    let [top, high, low] = [top, high, low].map(|bits| _mm256_set1_epi16(bits.cast_signed()));
    let any = _mm256_set1_epi16(if FROM_BIG { 0x00F8 } else { 0xF800_u16.cast_signed() });
    let room_bytes = room.map_or(usize::MAX, Room::bytes);
    let limit = source.bytes().min(room_bytes) / 2;
    let n = source.bytes();
    let mut done = 0;
    // What lies before the source is no high surrogate.
    let mut in_pair = false;
    while limit - done >= 17 && n - 2 * done >= 66 {
        let vector = load(source, 2 * done);
        let surrogates = _mm256_cmpeq_epi16(_mm256_and_si256(vector, any), high);
        if _mm256_testz_si256(surrogates, surrogates) == 0 {
            let next = load(source, 2 * done + 2);
            let highs = _mm256_cmpeq_epi16(_mm256_and_si256(vector, top), high);
            let lows_next = _mm256_cmpeq_epi16(_mm256_and_si256(next, top), low);
            let lows = _mm256_cmpeq_epi16(_mm256_and_si256(vector, top), low);
            let first_low = _mm256_movemask_epi8(lows) & 1 != 0;
            let differ = _mm256_xor_si256(highs, lows_next);
            if _mm256_testz_si256(differ, differ) == 0 || first_low != in_pair {
                break;
            }
            in_pair = _mm256_movemask_epi8(highs) < 0;
        } else if in_pair {
            break;
        }
        if let Some(room) = room {
            store(room, 2 * done, if FROM_BIG == TO_BIG { vector } else { swap16(vector) });
        }
        done += 16;
    }
    if in_pair {
        // Its low one was seen; there is room for it, or the loop would not have come here.
        let unit = source.read::<u16>(2 * done).unwrap_or(0);
        if let Some(room) = room {
            store_unit(
                room,
                2 * done,
                if FROM_BIG == TO_BIG { unit } else { unit.swap_bytes() },
            );
        }
        done += 1;
    }
    done
}

#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn utf16_to_utf16<const FROM_BIG: bool, const TO_BIG: bool>(
    source: Source<'_>,
    room: Room<'_>,
) -> Taken {
    let bytes = 2 * good_utf16::<FROM_BIG, TO_BIG>(source, Some(room));
    Taken {
        read: bytes,
        written: bytes,
    }
}

#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn utf16_chars<const BIG: bool>(source: Source<'_>) -> Taken {
    let units = good_utf16::<BIG, BIG>(source, None);
    Taken {
        read: 2 * units,
        written: units,
    }
}

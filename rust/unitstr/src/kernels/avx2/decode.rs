//! Copies, and what makes plain text wider or narrower: the forms in which every code point is one unit of a fixed size.
//! What is not plain is for the steps, which come back here after it.
//!
//! Widening is one instruction for 16 bytes, 8 to 32 bits:
//!
//! ```text
//! bytes      a b c d …       two of 16 bits   a 0 b 0 c 0 d 0 …      big-endian: shifted up by 8  0 a 0 b 0 c 0 d …
//! ```
//!
//! Narrowing packs two vectors lane by lane of 128 bits, and puts the quarters in order afterwards:
//!
//! ```text
//! a: [a0 a1 | a2 a3]  b: [b0 b1 | b2 b3]     quarters of 64 bits
//! packus             [a0a1 b0b1 | a2a3 b2b3]
//! permute 0, 2, 1, 3 [a0a1 a2a3 | b0b1 b2b3]
//! ```
//!
//! Whether all is plain is asked of the OR of the vectors. A text that is no multiple of a vector ends in one that
//! overlaps the one before: it writes the same bytes again.

use std::arch::x86_64::*;

use super::memory::{
    in_steps, lacks, load_few, load_half, load_some, load_whole, or4, store_few, store_half, store_quarter, store_some,
    store_whole,
};
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
    let done = in_steps::<128, 32>(
        limit,
        |at| {
            // SAFETY: `in_steps`: so many bytes are left, of both.
            let all = unsafe { load_whole::<4>(source, at) };
            if ASCII && !lacks(or4(all), signs) {
                return false;
            }
            // SAFETY: `in_steps`: so many bytes are left, of both.
            unsafe { store_whole(room, at, all) };
            true
        },
        |at| {
            // SAFETY: `in_steps`: so many bytes are left, of both.
            let all @ [vector] = unsafe { load_whole::<1>(source, at) };
            if ASCII && !lacks(vector, signs) {
                return false;
            }
            // SAFETY: `in_steps`: so many bytes are left, of both.
            unsafe { store_whole(room, at, all) };
            true
        },
        |count| {
            // SAFETY: `in_steps`: there are so many bytes, of both.
            let vector = unsafe { load_some(source, 0, count) };
            if ASCII && !lacks(vector, signs) {
                return false;
            }
            // SAFETY: `in_steps`: there are so many bytes, of both.
            unsafe { store_some(room, 0, vector, count) };
            true
        },
    );
    Taken { read: done, written: done }
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
    let wide = |bytes: __m128i| {
        let units = _mm256_cvtepu8_epi16(bytes);
        if BIG { _mm256_slli_epi16::<8>(units) } else { units }
    };
    let limit = source.bytes().min(room.bytes() / 2);
    let done = in_steps::<64, 16>(
        limit,
        |at| {
            if ASCII {
                // SAFETY: `in_steps`: so many bytes are left.
                let [a, b] = unsafe { load_whole::<2>(source, at) };
                if _mm256_movemask_epi8(_mm256_or_si256(a, b)) != 0 {
                    return false;
                }
                let halves = |two| [_mm256_castsi256_si128(two), _mm256_extracti128_si256::<1>(two)];
                let (a, c) = (halves(a), halves(b));
                let vectors = [wide(a[0]), wide(a[1]), wide(c[0]), wide(c[1])];
                // SAFETY: `in_steps`: there is room for twice as many bytes.
                unsafe { store_whole(room, 2 * at, vectors) };
                return true;
            }
            // SAFETY: `in_steps`: so many bytes are left.
            let a = unsafe { load_half(source, at) };
            // SAFETY: `in_steps`: so many bytes are left.
            let b = unsafe { load_half(source, at + 16) };
            // SAFETY: `in_steps`: so many bytes are left.
            let c = unsafe { load_half(source, at + 32) };
            // SAFETY: `in_steps`: so many bytes are left.
            let d = unsafe { load_half(source, at + 48) };
            let vectors = [wide(a), wide(b), wide(c), wide(d)];
            // SAFETY: `in_steps`: there is room for twice as many bytes.
            unsafe { store_whole(room, 2 * at, vectors) };
            true
        },
        |at| {
            // SAFETY: `in_steps`: so many bytes are left.
            let bytes = unsafe { load_half(source, at) };
            if ASCII && _mm_movemask_epi8(bytes) != 0 {
                return false;
            }
            let vectors = [wide(bytes)];
            // SAFETY: `in_steps`: there is room for twice as many bytes.
            unsafe { store_whole(room, 2 * at, vectors) };
            true
        },
        |count| {
            // SAFETY: `in_steps`: there are so many bytes.
            let bytes = unsafe { load_few(source, 0, count) };
            if ASCII && _mm_movemask_epi8(bytes) != 0 {
                return false;
            }
            let vector = wide(bytes);
            // SAFETY: `in_steps`: there is room for twice as many bytes.
            unsafe { store_some(room, 0, vector, 2 * count) };
            true
        },
    );
    Taken { read: done, written: 2 * done }
}

/// Latin-1 to UTF-32: each byte becomes four, three of them zero.
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn latin1_to_utf32<const BIG: bool>(source: Source<'_>, room: Room<'_>) -> Taken {
    let limit = source.bytes().min(room.bytes() / 4);
    let wide = |bytes: __m128i| {
        let units = _mm256_cvtepu8_epi32(bytes);
        if BIG { _mm256_slli_epi32::<24>(units) } else { units }
    };
    let two = |bytes: __m128i| [wide(bytes), wide(_mm_srli_si128::<8>(bytes))];
    let done = in_steps::<32, 16>(
        limit,
        |at| {
            // SAFETY: `in_steps`: so many bytes are left.
            let a = unsafe { load_half(source, at) };
            // SAFETY: `in_steps`: so many bytes are left.
            let b = unsafe { load_half(source, at + 16) };
            let ([a, b], [c, d]) = (two(a), two(b));
            // SAFETY: `in_steps`: there is room for four times as many bytes.
            unsafe { store_whole(room, 4 * at, [a, b, c, d]) };
            true
        },
        |at| {
            // SAFETY: `in_steps`: so many bytes are left.
            let bytes = unsafe { load_half(source, at) };
            let vectors = two(bytes);
            // SAFETY: `in_steps`: there is room for four times as many bytes.
            unsafe { store_whole(room, 4 * at, vectors) };
            true
        },
        |count| {
            // SAFETY: `in_steps`: there are so many bytes.
            let [a, b] = two(unsafe { load_few(source, 0, count) });
            if count < 8 {
                // SAFETY: `in_steps`: there is room for four times as many bytes.
                unsafe { store_some(room, 0, a, 4 * count) };
                return true;
            }
            // SAFETY: `in_steps`: there is room for 8 chars of four bytes at least.
            unsafe { store_whole(room, 0, [a]) };
            // SAFETY: `in_steps`: there is room for four times as many bytes.
            unsafe { store_some(room, 32, b, 4 * (count - 8)) };
            true
        },
    );
    Taken { read: done, written: 4 * done }
}

/// Two vectors of units of 16 bits, none above FF, as bytes.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) fn packed(a: __m256i, b: __m256i) -> __m256i {
    _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packus_epi16(a, b))
}

/// One vector of units of 16 bits, none above FF, as bytes.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) fn packed_half(a: __m256i) -> __m128i {
    _mm_packus_epi16(_mm256_castsi256_si128(a), _mm256_extracti128_si256::<1>(a))
}

#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn utf16_to_latin1<const BIG: bool>(source: Source<'_>, room: Room<'_>) -> Taken {
    // As the lanes of this machine see it: the byte that has to be zero.
    narrow16::<BIG>(source, room, if BIG { 0x00FF } else { 0xFF00 })
}

#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn chars_to_ascii(source: Source<'_>, room: Room<'_>) -> Taken {
    narrow16::<false>(source, room, 0xFF80)
}

/// Units of 16 bits without any of the `forbidden` bits to bytes.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn narrow16<const BIG: bool>(source: Source<'_>, room: Room<'_>, forbidden: u16) -> Taken {
    let forbidden = _mm256_set1_epi16(forbidden.cast_signed());
    let order = |units| {
        if BIG { _mm256_srli_epi16::<8>(units) } else { units }
    };
    let limit = (source.bytes() / 2).min(room.bytes());
    let done = in_steps::<64, 16>(
        limit,
        |at| {
            // SAFETY: `in_steps`: so many units are left.
            let all = unsafe { load_whole::<4>(source, 2 * at) };
            if !lacks(or4(all), forbidden) {
                return false;
            }
            let [a, b, c, d] = all;
            let (a, b, c, d) = (order(a), order(b), order(c), order(d));
            let vectors = [packed(a, b), packed(c, d)];
            // SAFETY: `in_steps`: there is room for as many bytes.
            unsafe { store_whole(room, at, vectors) };
            true
        },
        |at| {
            // SAFETY: `in_steps`: so many units are left.
            let [units] = unsafe { load_whole::<1>(source, 2 * at) };
            if !lacks(units, forbidden) {
                return false;
            }
            let vector = packed_half(order(units));
            // SAFETY: `in_steps`: there is room for as many bytes.
            unsafe { store_half(room, at, vector) };
            true
        },
        |count| {
            // SAFETY: `in_steps`: there are so many units.
            let units = unsafe { load_some(source, 0, 2 * count) };
            if !lacks(units, forbidden) {
                return false;
            }
            let vector = packed_half(order(units));
            // SAFETY: `in_steps`: there is room for as many bytes.
            unsafe { store_few(room, 0, vector, count) };
            true
        },
    );
    Taken { read: 2 * done, written: done }
}

/// UTF-32 up to U+00FF.
///
/// ```text
/// a b c d, 8 units each      a0-3 | a4-7, …                                  halves of 128 bits
/// packus twice               a0-3 b0-3 c0-3 d0-3 | a4-7 b4-7 c4-7 d4-7       four bytes each
/// permute 0 4 1 5 2 6 3 7    a0-7 b0-7 c0-7 d0-7
/// ```
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn utf32_to_latin1<const BIG: bool>(source: Source<'_>, room: Room<'_>) -> Taken {
    let forbidden = _mm256_set1_epi32(if BIG { 0x00FF_FFFF } else { !0xFF });
    let index = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
    let order = |units| {
        if BIG { _mm256_srli_epi32::<24>(units) } else { units }
    };
    let eight = |units: __m256i| {
        let units = order(units);
        let units = _mm_packus_epi32(_mm256_castsi256_si128(units), _mm256_extracti128_si256::<1>(units));
        _mm_packus_epi16(units, units)
    };
    let limit = (source.bytes() / 4).min(room.bytes());
    let done = in_steps::<32, 8>(
        limit,
        |at| {
            // SAFETY: `in_steps`: so many units are left.
            let all = unsafe { load_whole::<4>(source, 4 * at) };
            if !lacks(or4(all), forbidden) {
                return false;
            }
            let [a, b, c, d] = all;
            let (a, b, c, d) = (order(a), order(b), order(c), order(d));
            let all = _mm256_packus_epi16(_mm256_packus_epi32(a, b), _mm256_packus_epi32(c, d));
            let vectors = [_mm256_permutevar8x32_epi32(all, index)];
            // SAFETY: `in_steps`: there is room for as many bytes.
            unsafe { store_whole(room, at, vectors) };
            true
        },
        |at| {
            // SAFETY: `in_steps`: so many units are left.
            let [units] = unsafe { load_whole::<1>(source, 4 * at) };
            if !lacks(units, forbidden) {
                return false;
            }
            let vector = eight(units);
            // SAFETY: `in_steps`: there is room for as many bytes.
            unsafe { store_quarter(room, at, vector) };
            true
        },
        |count| {
            // SAFETY: `in_steps`: there are so many units.
            let units = unsafe { load_some(source, 0, 4 * count) };
            if !lacks(units, forbidden) {
                return false;
            }
            let vector = eight(units);
            // SAFETY: `in_steps`: there is room for as many bytes.
            unsafe { store_few(room, 0, vector, count) };
            true
        },
    );
    Taken { read: 4 * done, written: done }
}

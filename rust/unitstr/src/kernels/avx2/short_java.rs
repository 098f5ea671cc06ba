//! Decoding texts of up to 256 bytes: as `short` takes them.

use std::arch::x86_64::*;

use super::decode::packed_half;
use super::memory::{lacks, store_half, store_quarter, store_whole};
use super::short::{Ends, each, high, is_zero, low, surrogates, taken};
use super::utf16::swap16;
use super::utf32::swap32;
use crate::Source;
use crate::kernels::{Chosen, Form};
use crate::raw::Room;

/// The lower half of the first lane, of 32 bits.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn first16(units: __m256i) -> u32 {
    _mm_cvtsi128_si32(low(units)).cast_unsigned() & 0xFFFF
}

/// As [`short_to_java`](crate::kernels::short_to_java).
///
/// # Safety
///
/// * `source` has at most 256 bytes; `latin1` and `chars` are scratch and have 256 bytes at least.
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) unsafe fn short_to_java(
    form: Form,
    source: Source<'_>,
    latin1: Room<'_>,
    chars: Room<'_>,
) -> Chosen {
    if source.bytes() == 0 {
        return Chosen::NOTHING;
    }
    match form {
        Form::Utf8 | Form::Ascii | Form::Latin1 => {
            // SAFETY: promised by the caller; not empty: just tested.
            let any = unsafe { copy(source, latin1) };
            match form {
                Form::Utf8 if !is_zero(_mm256_subs_epu8(any, _mm256_set1_epi8(0xC3_u8.cast_signed()))) => {
                    Chosen::chars(super::utf8_to_utf16(source, chars))
                }
                Form::Utf8 if _mm256_movemask_epi8(any) != 0 => Chosen::latin1(super::utf8_to_latin1(source, latin1)),
                Form::Ascii if _mm256_movemask_epi8(any) != 0 => Chosen::NOTHING,
                _ => Chosen::latin1(taken(source.bytes(), source.bytes())),
            }
        }
        // SAFETY: promised by the caller; not empty: tested above.
        Form::Utf16Le => unsafe { utf16::<false>(source, latin1, chars) },
        // SAFETY: promised by the caller; not empty: tested above.
        Form::Utf16Be => unsafe { utf16::<true>(source, latin1, chars) },
        // SAFETY: promised by the caller; not empty: tested above.
        Form::Utf32Le => unsafe { utf32::<false>(source, latin1, chars) },
        // SAFETY: promised by the caller; not empty: tested above.
        Form::Utf32Be => unsafe { utf32::<true>(source, latin1, chars) },
        Form::Chars => Chosen::NOTHING,
    }
}

/// Copies; and the largest bytes.
///
/// # Safety
///
/// * `source` has 1 to 256 bytes; `room` has 256 at least, and is scratch.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
unsafe fn copy(source: Source<'_>, room: Room<'_>) -> __m256i {
    let bytes = source.bytes();
    if bytes <= 32 {
        // SAFETY: 1 to 32 bytes: just tested.
        let ends = unsafe { Ends::of(source) };
        let vector = low(ends.both);
        // SAFETY: 256 bytes fit.
        unsafe { store_half(room, 0, vector) };
        let vector = high(ends.both);
        // SAFETY: 48 bytes at most.
        unsafe { store_half(room, bytes - ends.size, vector) };
        return ends.both;
    }
    let mut any = _mm256_setzero_si256();
    let put = |at, text| {
        any = _mm256_max_epu8(any, text);
        // SAFETY: as far as the source goes, which is 256 bytes at most.
        unsafe { store_whole(room, at, [text]) };
        true
    };
    // SAFETY: more than 32 bytes: tested above.
    unsafe { each(source, put) };
    any
}

/// # Safety
///
/// * As [`short_to_java`], and `source` is not empty.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
unsafe fn utf16<const BIG: bool>(source: Source<'_>, latin1: Room<'_>, chars: Room<'_>) -> Chosen {
    let bytes = source.bytes();
    if !bytes.is_multiple_of(2) {
        return Chosen::NOTHING;
    }
    let ordered = |units: __m256i| if BIG { swap16(units) } else { units };
    let upper = _mm256_set1_epi16(0xFF00_u16.cast_signed());
    let mut first = 0;
    let plain = if bytes <= 32 {
        // SAFETY: 1 to 32 bytes: just tested.
        let ends = unsafe { Ends::of(source) };
        let units = ordered(ends.both);
        if lacks(units, upper) {
            let text = _mm256_packus_epi16(units, units);
            let vector = low(text);
            // SAFETY: 256 bytes fit.
            unsafe { store_quarter(latin1, 0, vector) };
            let vector = high(text);
            // SAFETY: 24 bytes at most.
            unsafe { store_quarter(latin1, (bytes - ends.size) / 2, vector) };
            return Chosen::latin1(taken(bytes, bytes / 2));
        }
        first = first16(units);
        let vector = low(units);
        // SAFETY: 256 bytes fit.
        unsafe { store_half(chars, 0, vector) };
        let vector = high(units);
        // SAFETY: 48 bytes at most.
        unsafe { store_half(chars, bytes - ends.size, vector) };
        is_zero(surrogates(units))
    } else {
        let narrow = |at, units| {
            let units = ordered(units);
            let good = lacks(units, upper);
            if good {
                let vector = packed_half(units);
                // SAFETY: half as far as the source goes, which is 256 bytes at most.
                unsafe { store_half(latin1, at / 2, vector) };
            }
            good
        };
        // SAFETY: more than 32 bytes: tested above.
        if unsafe { each(source, narrow) } {
            return Chosen::latin1(taken(bytes, bytes / 2));
        }
        // Once more from the start.
        let mut bad = _mm256_setzero_si256();
        let put = |at, units| {
            let units = ordered(units);
            if at == 0 {
                first = first16(units);
            }
            bad = _mm256_or_si256(bad, surrogates(units));
            // SAFETY: as far as the source goes.
            unsafe { store_whole(chars, at, [units]) };
            true
        };
        // SAFETY: more than 32 bytes: tested above.
        unsafe { each(source, put) };
        is_zero(bad)
    };
    if matches!(first, 0xFEFF | 0xFFFE) {
        Chosen::NOTHING
    } else if plain {
        Chosen::chars(taken(bytes, bytes))
    } else {
        Chosen::chars(super::utf16_to_utf16::<BIG, false>(source, chars))
    }
}

/// As [`utf16`]. A mark in the other order is above U+FFFF.
///
/// # Safety
///
/// * As [`short_to_java`], and `source` is not empty.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
unsafe fn utf32<const BIG: bool>(source: Source<'_>, latin1: Room<'_>, chars: Room<'_>) -> Chosen {
    let bytes = source.bytes();
    if !bytes.is_multiple_of(4) {
        return Chosen::NOTHING;
    }
    let ordered = |units: __m256i| if BIG { swap32(units) } else { units };
    let (upper, above) = (_mm256_set1_epi32(!0xFF), _mm256_set1_epi32(!0xFFFF));
    let mut first = 0;
    let plain = if bytes <= 32 {
        // SAFETY: 1 to 32 bytes: just tested.
        let ends = unsafe { Ends::of(source) };
        let units = ordered(ends.both);
        let half = _mm256_packus_epi32(units, units);
        if lacks(units, upper) {
            let text = _mm256_packus_epi16(half, half);
            let vector = low(text);
            // SAFETY: 256 bytes fit.
            unsafe { store_quarter(latin1, 0, vector) };
            let vector = high(text);
            // SAFETY: 16 bytes at most.
            unsafe { store_quarter(latin1, (bytes - ends.size) / 4, vector) };
            return Chosen::latin1(taken(bytes, bytes / 4));
        }
        first = first16(units);
        let vector = low(half);
        // SAFETY: 256 bytes fit.
        unsafe { store_quarter(chars, 0, vector) };
        let vector = high(half);
        // SAFETY: 24 bytes at most.
        unsafe { store_quarter(chars, (bytes - ends.size) / 2, vector) };
        lacks(units, above)
    } else {
        let narrow = |at, units| {
            let units = ordered(units);
            let good = lacks(units, upper);
            if good {
                let half = _mm_packus_epi32(low(units), high(units));
                let vector = _mm_packus_epi16(half, half);
                // SAFETY: a quarter as far as the source goes, which is 256 bytes at most.
                unsafe { store_quarter(latin1, at / 4, vector) };
            }
            good
        };
        // SAFETY: more than 32 bytes: tested above.
        if unsafe { each(source, narrow) } {
            return Chosen::latin1(taken(bytes, bytes / 4));
        }
        // Once more from the start.
        let mut any = _mm256_setzero_si256();
        let put = |at, units| {
            let units = ordered(units);
            if at == 0 {
                first = first16(units);
            }
            any = _mm256_or_si256(any, units);
            let vector = _mm_packus_epi32(low(units), high(units));
            // SAFETY: half as far as the source goes.
            unsafe { store_half(chars, at / 2, vector) };
            true
        };
        // SAFETY: more than 32 bytes: tested above.
        unsafe { each(source, put) };
        lacks(any, above)
    };
    if first == 0xFEFF {
        Chosen::NOTHING
    } else if plain {
        Chosen::chars(taken(bytes, bytes / 2))
    } else if first == 0 {
        // A mark in the other order, maybe.
        Chosen::NOTHING
    } else {
        Chosen::chars(super::utf32_to_utf16::<BIG>(source, chars))
    }
}

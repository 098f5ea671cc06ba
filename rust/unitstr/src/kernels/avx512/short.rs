//! Texts of one vector, which most are: one load, one test, one store, and no loop, so that no register has to be saved.

use std::arch::x86_64::*;

use super::decode::{swap16, swap32};
use super::memory::{at_least, load_first, signs, store_first, store_whole};
use super::short_utf8::{short_utf8_to_chars, short_utf8_to_latin1};
use crate::Source;
use crate::kernels::{Chosen, Form, Taken};
use crate::raw::Room;

/// Decodes a whole text that is good, without surrogates, and does not begin with what may be a byte order mark; of
/// others nothing, but UTF-8 that is not ASCII goes to the kernel for any size.
///
/// # Safety
///
/// * `source` has at most 64 bytes; `latin1` and `chars` are scratch and have 64 bytes at least.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(in crate::kernels) unsafe fn short_to_java(
    form: Form,
    source: Source<'_>,
    latin1: Room<'_>,
    chars: Room<'_>,
) -> Chosen {
    let bytes = source.bytes();
    // SAFETY: that is what the source has, and no more than a vector: promised by the caller.
    let text = unsafe { load_first(source, bytes) };
    match form {
        // SAFETY: promised by the caller.
        Form::Utf8 if at_least(text, 0xC4) != 0 => unsafe { short_utf8_to_chars(source, chars) },
        // SAFETY: promised by the caller.
        Form::Utf8 if signs(text) != 0 => unsafe { short_utf8_to_latin1(source, latin1) },
        Form::Ascii if signs(text) != 0 => Chosen::NOTHING,
        Form::Utf8 | Form::Ascii | Form::Latin1 => {
            // SAFETY: 64 bytes fit: promised by the caller.
            unsafe { store_whole(latin1, 0, text) };
            Chosen::latin1(taken(bytes, bytes))
        }
        // SAFETY: promised by the caller.
        Form::Utf16Le => unsafe { utf16(text, bytes, latin1, chars) },
        Form::Utf16Be => {
            let text = swap16(text);
            // SAFETY: promised by the caller.
            unsafe { utf16(text, bytes, latin1, chars) }
        }
        // SAFETY: promised by the caller.
        Form::Utf32Le => unsafe { utf32(text, bytes, latin1, chars) },
        Form::Utf32Be => {
            let text = swap32(text);
            // SAFETY: promised by the caller.
            unsafe { utf32(text, bytes, latin1, chars) }
        }
        Form::Chars => Chosen::NOTHING,
    }
}

pub(super) const fn taken(read: usize, written: usize) -> Taken {
    Taken { read, written }
}

/// # Safety
///
/// * `latin1` and `chars` are scratch and have 64 bytes at least.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
unsafe fn utf16(units: __m512i, bytes: usize, latin1: Room<'_>, chars: Room<'_>) -> Chosen {
    if !bytes.is_multiple_of(2) {
        return Chosen::NOTHING;
    }
    if _mm512_test_epi16_mask(units, _mm512_set1_epi16(0xFF00_u16.cast_signed())) == 0 {
        let text = _mm512_castsi256_si512(_mm512_cvtepi16_epi8(units));
        // SAFETY: 64 bytes fit: promised by the caller.
        unsafe { store_whole(latin1, 0, text) };
        return Chosen::latin1(taken(bytes, bytes / 2));
    }
    if any_surrogate(units) || matches!(first16(units), 0xFEFF | 0xFFFE) {
        return Chosen::NOTHING;
    }
    // SAFETY: 64 bytes fit: promised by the caller.
    unsafe { store_whole(chars, 0, units) };
    Chosen::chars(taken(bytes, bytes))
}

/// As [`utf16`]. A mark in the other order is above U+FFFF.
///
/// # Safety
///
/// * `latin1` and `chars` are scratch and have 64 bytes at least.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
unsafe fn utf32(units: __m512i, bytes: usize, latin1: Room<'_>, chars: Room<'_>) -> Chosen {
    if !bytes.is_multiple_of(4) {
        return Chosen::NOTHING;
    }
    if _mm512_test_epi32_mask(units, _mm512_set1_epi32(!0xFF)) == 0 {
        let text = _mm512_castsi128_si512(_mm512_cvtepi32_epi8(units));
        // SAFETY: 64 bytes fit: promised by the caller.
        unsafe { store_whole(latin1, 0, text) };
        return Chosen::latin1(taken(bytes, bytes / 4));
    }
    if _mm512_test_epi32_mask(units, _mm512_set1_epi32(!0xFFFF)) != 0 || first16(units) == 0xFEFF {
        return Chosen::NOTHING;
    }
    let text = _mm512_castsi256_si512(_mm512_cvtepi32_epi16(units));
    // SAFETY: 64 bytes fit: promised by the caller.
    unsafe { store_whole(chars, 0, text) };
    Chosen::chars(taken(bytes, bytes / 2))
}

/// Encodes a whole text that has no surrogates, fits, and can be had in Latin-1 and ASCII if it is to be; of others
/// nothing, but UTF-8 that is not ASCII goes to the kernel for any size.
///
/// # Safety
///
/// * `source` has at most 64 bytes.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(in crate::kernels) unsafe fn short_chars(to: Form, source: Source<'_>, room: Room<'_>) -> Taken {
    let bytes = source.bytes();
    if !bytes.is_multiple_of(2) {
        return Taken::NOTHING;
    }
    // SAFETY: that is what the source has, and no more than a vector: promised by the caller.
    let units = unsafe { load_first(source, bytes) };
    match to {
        Form::Utf8 => {
            let taken = narrow::<0xFF80>(units, bytes, room);
            if taken.read == 0 { super::chars_to_utf8(source, room) } else { taken }
        }
        Form::Ascii => narrow::<0xFF80>(units, bytes, room),
        Form::Latin1 => narrow::<0xFF00>(units, bytes, room),
        Form::Utf16Le | Form::Chars => same(units, units, bytes, room),
        Form::Utf16Be => same(units, swap16(units), bytes, room),
        Form::Utf32Le => wide::<false>(units, bytes, room),
        Form::Utf32Be => wide::<true>(units, bytes, room),
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn narrow<const NOT: u16>(units: __m512i, bytes: usize, room: Room<'_>) -> Taken {
    let count = bytes / 2;
    if _mm512_test_epi16_mask(units, _mm512_set1_epi16(NOT.cast_signed())) != 0 || count > room.bytes() {
        return Taken::NOTHING;
    }
    let text = _mm512_castsi256_si512(_mm512_cvtepi16_epi8(units));
    // SAFETY: so much fits: just tested.
    unsafe { store_first(room, 0, text, count) };
    taken(bytes, count)
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn same(units: __m512i, ordered: __m512i, bytes: usize, room: Room<'_>) -> Taken {
    if any_surrogate(units) || bytes > room.bytes() {
        return Taken::NOTHING;
    }
    // SAFETY: so much fits: just tested.
    unsafe { store_first(room, 0, ordered, bytes) };
    taken(bytes, bytes)
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn wide<const BIG: bool>(units: __m512i, bytes: usize, room: Room<'_>) -> Taken {
    let written = 2 * bytes;
    if any_surrogate(units) || written > room.bytes() {
        return Taken::NOTHING;
    }
    let ordered = |half: __m256i| {
        let lanes = _mm512_cvtepu16_epi32(half);
        if BIG { swap32(lanes) } else { lanes }
    };
    let first = ordered(_mm512_castsi512_si256(units));
    // SAFETY: so much fits: just tested.
    unsafe { store_first(room, 0, first, written.min(64)) };
    if written > 64 {
        let second = ordered(_mm512_extracti64x4_epi64::<1>(units));
        // SAFETY: so much fits: just tested.
        unsafe { store_first(room, 64, second, written - 64) };
    }
    taken(bytes, written)
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn any_surrogate(units: __m512i) -> bool {
    surrogates(units) != 0
}

/// Which units are surrogates.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) fn surrogates(units: __m512i) -> u32 {
    let upper = _mm512_and_si512(units, _mm512_set1_epi16(0xF800_u16.cast_signed()));
    _mm512_cmpeq_epi16_mask(upper, _mm512_set1_epi16(0xD800_u16.cast_signed()))
}

/// The lower half of the first lane, of 32 bits.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) fn first16(units: __m512i) -> u32 {
    _mm512_cvtsi512_si32(units).cast_unsigned() & 0xFFFF
}

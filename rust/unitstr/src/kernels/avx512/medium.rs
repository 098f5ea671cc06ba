//! Texts of up to four vectors: as those of one, without a branch on the text before its end.

use std::arch::x86_64::*;

use super::decode::{swap16, swap32};
use super::memory::{at_least, load_part, signs, store_first, store_whole};
use super::short::{first16, surrogates, taken};
use crate::Source;
use crate::kernels::{Chosen, Form, Taken};
use crate::raw::Room;

/// As [`short_to_java`](super::short_to_java). Writes what the text would be in either form, until it knows.
///
/// # Safety
///
/// * `source` has 1 to 256 bytes; `latin1` and `chars` are scratch and have 256 bytes at least.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(in crate::kernels) unsafe fn medium_to_java(
    form: Form,
    source: Source<'_>,
    latin1: Room<'_>,
    chars: Room<'_>,
) -> Chosen {
    match form {
        Form::Utf8 | Form::Ascii | Form::Latin1 => {
            // SAFETY: promised by the caller.
            let any = unsafe { copy(source, latin1) };
            match form {
                Form::Utf8 if at_least(any, 0xC4) != 0 => Chosen::chars(super::utf8_to_utf16(source, chars)),
                Form::Utf8 if signs(any) != 0 => Chosen::latin1(super::utf8_to_latin1(source, latin1)),
                Form::Ascii if signs(any) != 0 => Chosen::NOTHING,
                _ => Chosen::latin1(taken(source.bytes(), source.bytes())),
            }
        }
        // SAFETY: promised by the caller.
        Form::Utf16Le => unsafe { utf16::<false>(source, latin1, chars) },
        // SAFETY: promised by the caller.
        Form::Utf16Be => unsafe { utf16::<true>(source, latin1, chars) },
        // SAFETY: promised by the caller.
        Form::Utf32Le => unsafe { utf32::<false>(source, latin1, chars) },
        // SAFETY: promised by the caller.
        Form::Utf32Be => unsafe { utf32::<true>(source, latin1, chars) },
        Form::Chars => Chosen::NOTHING,
    }
}

/// Copies; and the largest bytes.
///
/// # Safety
///
/// * `source` has 1 to 256 bytes; `room` has 256 at least.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
unsafe fn copy(source: Source<'_>, room: Room<'_>) -> __m512i {
    let (mut at, mut any) = (0, _mm512_setzero_si512());
    while at < source.bytes() {
        // SAFETY: it lies in the source: the condition of the loop.
        let text = unsafe { load_part(source, at) };
        any = _mm512_max_epu8(any, text);
        // SAFETY: `at` is 192 at most, and 256 bytes fit.
        unsafe { store_whole(room, at, text) };
        at += 64;
    }
    any
}

/// # Safety
///
/// * As [`medium_to_java`].
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
unsafe fn utf16<const BIG: bool>(source: Source<'_>, latin1: Room<'_>, chars: Room<'_>) -> Chosen {
    let bytes = source.bytes();
    let (mut at, mut any, mut bad, mut first) = (0, _mm512_setzero_si512(), 0, 0);
    while at < bytes {
        // SAFETY: it lies in the source: the condition of the loop.
        let units = unsafe { load_part(source, at) };
        let units = if BIG { swap16(units) } else { units };
        if at == 0 {
            first = first16(units);
        }
        any = _mm512_or_si512(any, units);
        bad |= surrogates(units);
        let text = _mm512_castsi256_si512(_mm512_cvtepi16_epi8(units));
        // SAFETY: `at` is 192 at most, half of it 96, and 256 bytes fit.
        unsafe { store_whole(latin1, at / 2, text) };
        // SAFETY: `at` is 192 at most, and 256 bytes fit.
        unsafe { store_whole(chars, at, units) };
        at += 64;
    }
    if !bytes.is_multiple_of(2) {
        return Chosen::NOTHING;
    }
    if _mm512_test_epi16_mask(any, _mm512_set1_epi16(0xFF00_u16.cast_signed())) == 0 {
        return Chosen::latin1(taken(bytes, bytes / 2));
    }
    if bad != 0 || matches!(first, 0xFEFF | 0xFFFE) {
        return Chosen::NOTHING;
    }
    Chosen::chars(taken(bytes, bytes))
}

/// # Safety
///
/// * As [`medium_to_java`].
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
unsafe fn utf32<const BIG: bool>(source: Source<'_>, latin1: Room<'_>, chars: Room<'_>) -> Chosen {
    let bytes = source.bytes();
    let (mut at, mut any, mut first) = (0, _mm512_setzero_si512(), 0);
    while at < bytes {
        // SAFETY: it lies in the source: the condition of the loop.
        let units = unsafe { load_part(source, at) };
        let units = if BIG { swap32(units) } else { units };
        if at == 0 {
            first = first16(units);
        }
        any = _mm512_or_si512(any, units);
        let text = _mm512_castsi128_si512(_mm512_cvtepi32_epi8(units));
        // SAFETY: `at` is 192 at most, a quarter of it 48, and 256 bytes fit.
        unsafe { store_whole(latin1, at / 4, text) };
        let text = _mm512_castsi256_si512(_mm512_cvtepi32_epi16(units));
        // SAFETY: `at` is 192 at most, half of it 96, and 256 bytes fit.
        unsafe { store_whole(chars, at / 2, text) };
        at += 64;
    }
    if !bytes.is_multiple_of(4) {
        return Chosen::NOTHING;
    }
    if _mm512_test_epi32_mask(any, _mm512_set1_epi32(!0xFF)) == 0 {
        return Chosen::latin1(taken(bytes, bytes / 4));
    }
    if _mm512_test_epi32_mask(any, _mm512_set1_epi32(!0xFFFF)) != 0 || first == 0xFEFF {
        return Chosen::NOTHING;
    }
    Chosen::chars(taken(bytes, bytes / 2))
}

/// As [`short_chars`](super::short_chars). Nothing is written before all was looked at.
///
/// # Safety
///
/// * `source` has 65 to 256 bytes.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(in crate::kernels) unsafe fn medium_chars(to: Form, source: Source<'_>, room: Room<'_>) -> Taken {
    let bytes = source.bytes();
    if !bytes.is_multiple_of(2) {
        return Taken::NOTHING;
    }
    let zero = _mm512_setzero_si512();
    // SAFETY: 65 bytes are there: promised by the caller.
    let a = unsafe { load_part(source, 0) };
    // SAFETY: 65 bytes are there: promised by the caller.
    let b = unsafe { load_part(source, 64) };
    let c = if bytes > 128 {
        // SAFETY: so much is there: just tested.
        unsafe { load_part(source, 128) }
    } else {
        zero
    };
    let d = if bytes > 192 {
        // SAFETY: so much is there: just tested.
        unsafe { load_part(source, 192) }
    } else {
        zero
    };
    let all = [a, b, c, d];
    match to {
        Form::Utf8 => {
            let taken = narrow::<0xFF80>(all, bytes, room);
            if taken.read == 0 { super::chars_to_utf8(source, room) } else { taken }
        }
        Form::Ascii => narrow::<0xFF80>(all, bytes, room),
        Form::Latin1 => narrow::<0xFF00>(all, bytes, room),
        Form::Utf16Le | Form::Chars => same::<false>(all, bytes, room),
        Form::Utf16Be => same::<true>(all, bytes, room),
        Form::Utf32Le => wide::<false>(all, bytes, room),
        Form::Utf32Be => wide::<true>(all, bytes, room),
    }
}

/// Writes the first `bytes` bytes of vectors, if they fit.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn store_all<const N: usize>(vectors: [__m512i; N], bytes: usize, room: Room<'_>) -> bool {
    if bytes > room.bytes() {
        return false;
    }
    for (number, vector) in vectors.into_iter().enumerate() {
        let at = 64 * number;
        if at >= bytes {
            break;
        }
        // SAFETY: that much of what fits is left from `at` on, or more.
        unsafe { store_first(room, at, vector, (bytes - at).min(64)) };
    }
    true
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn narrow<const NOT: u16>([a, b, c, d]: [__m512i; 4], bytes: usize, room: Room<'_>) -> Taken {
    let any = super::memory::or4(a, b, c, d);
    if _mm512_test_epi16_mask(any, _mm512_set1_epi16(NOT.cast_signed())) != 0 {
        return Taken::NOTHING;
    }
    let joined = |low: __m512i, high: __m512i| {
        let low = _mm512_castsi256_si512(_mm512_cvtepi16_epi8(low));
        _mm512_inserti64x4::<1>(low, _mm512_cvtepi16_epi8(high))
    };
    if store_all([joined(a, b), joined(c, d)], bytes / 2, room) { taken(bytes, bytes / 2) } else { Taken::NOTHING }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn any_surrogate([a, b, c, d]: [__m512i; 4]) -> bool {
    surrogates(a) | surrogates(b) | surrogates(c) | surrogates(d) != 0
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn same<const SWAP: bool>(all: [__m512i; 4], bytes: usize, room: Room<'_>) -> Taken {
    if any_surrogate(all) {
        return Taken::NOTHING;
    }
    let ordered = |units: __m512i| if SWAP { swap16(units) } else { units };
    let [a, b, c, d] = all;
    if store_all([ordered(a), ordered(b), ordered(c), ordered(d)], bytes, room) {
        taken(bytes, bytes)
    } else {
        Taken::NOTHING
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn wide<const BIG: bool>(all: [__m512i; 4], bytes: usize, room: Room<'_>) -> Taken {
    if any_surrogate(all) {
        return Taken::NOTHING;
    }
    let low = |units: __m512i| {
        let lanes = _mm512_cvtepu16_epi32(_mm512_castsi512_si256(units));
        if BIG { swap32(lanes) } else { lanes }
    };
    let high = |units: __m512i| {
        let lanes = _mm512_cvtepu16_epi32(_mm512_extracti64x4_epi64::<1>(units));
        if BIG { swap32(lanes) } else { lanes }
    };
    let [a, b, c, d] = all;
    let vectors = [low(a), high(a), low(b), high(b), low(c), high(c), low(d), high(d)];
    if store_all(vectors, 2 * bytes, room) { taken(bytes, 2 * bytes) } else { Taken::NOTHING }
}

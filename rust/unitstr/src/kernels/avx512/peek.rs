//! A look at the front of a text: which form it will have in Java.

use std::arch::x86_64::*;

use super::memory::load;
use crate::Source;
use crate::kernels::Form;

/// One of the first 64 bytes, or of the units in them, is a part of what is above U+00FF, or malformed.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(in crate::kernels) fn is_wide_soon(form: Form, source: Source<'_>) -> bool {
    let bytes = load(source, 0);
    match form {
        // C4 and what is above it leads to more than U+00FF, or nowhere.
        Form::Utf8 => _mm512_cmpge_epu8_mask(bytes, _mm512_set1_epi8(0xC4_u8.cast_signed())) != 0,
        Form::Utf16Le => _mm512_test_epi16_mask(bytes, _mm512_set1_epi16(0xFF00_u16.cast_signed())) != 0,
        Form::Utf16Be => _mm512_test_epi16_mask(bytes, _mm512_set1_epi16(0x00FF)) != 0,
        Form::Utf32Le => _mm512_test_epi32_mask(bytes, _mm512_set1_epi32(!0xFF)) != 0,
        Form::Utf32Be => _mm512_test_epi32_mask(bytes, _mm512_set1_epi32(0x00FF_FFFF)) != 0,
        Form::Latin1 | Form::Ascii | Form::Chars => false,
    }
}

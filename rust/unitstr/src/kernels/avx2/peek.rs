//! A look at the front of a text: which form it will have in Java.

use std::arch::x86_64::*;

use super::utf8::load_rest;
use crate::Source;
use crate::kernels::Form;

/// One of the first 32 bytes, or of the units in them, is a part of what is above U+00FF, or malformed.
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn is_wide_soon(form: Form, source: Source<'_>) -> bool {
    let bytes = load_rest(source, 0);
    let wide = match form {
        // C4 and what is above it leads to more than U+00FF, or nowhere: what is left if C3 is taken off.
        Form::Utf8 => _mm256_subs_epu8(bytes, _mm256_set1_epi8(0xC3_u8.cast_signed())),
        Form::Utf16Le => _mm256_and_si256(bytes, _mm256_set1_epi16(0xFF00_u16.cast_signed())),
        Form::Utf16Be => _mm256_and_si256(bytes, _mm256_set1_epi16(0x00FF)),
        Form::Utf32Le => _mm256_and_si256(bytes, _mm256_set1_epi32(!0xFF)),
        Form::Utf32Be => _mm256_and_si256(bytes, _mm256_set1_epi32(0x00FF_FFFF)),
        Form::Latin1 | Form::Ascii | Form::Chars => return false,
    };
    _mm256_testz_si256(wide, wide) == 0
}

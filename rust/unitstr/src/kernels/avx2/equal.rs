//! Encoded text against chars: the forms in which every char is one unit of a fixed size, where it lies.

use std::arch::x86_64::*;

use super::memory::{in_steps, lacks, load_few, load_half, load_some, load_whole};
use super::utf16::swap16;
use super::utf32::swap32;
use crate::Source;
use crate::kernels::Taken;

/// The bits in which vectors differ.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn differences<const N: usize>(a: [__m256i; N], b: [__m256i; N]) -> __m256i {
    let mut any = _mm256_setzero_si256();
    for (a, b) in a.into_iter().zip(b) {
        any = _mm256_or_si256(any, _mm256_xor_si256(a, b));
    }
    any
}

#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn all_zero(bits: __m256i) -> bool {
    lacks(bits, bits)
}

/// Bytes, each of which is a char, of ASCII only if the others may mean something else.
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn bytes_equal<const ASCII: bool>(source: Source<'_>, chars: Source<'_>) -> Taken {
    // Of chars: in ASCII they have no bits but these.
    let other = _mm256_set1_epi16(if ASCII { 0xFF80_u16.cast_signed() } else { 0 });
    let same = |bytes: [__m128i; 2], [c, d]: [__m256i; 2]| {
        let wide = [_mm256_cvtepu8_epi16(bytes[0]), _mm256_cvtepu8_epi16(bytes[1])];
        let above = _mm256_and_si256(_mm256_or_si256(c, d), other);
        all_zero(_mm256_or_si256(differences(wide, [c, d]), above))
    };
    let done = in_steps::<32, 16>(
        source.bytes().min(chars.bytes() / 2),
        |at| {
            // SAFETY: `in_steps`: so many bytes are left.
            let a = unsafe { load_half(source, at) };
            // SAFETY: `in_steps`: so many bytes are left.
            let b = unsafe { load_half(source, at + 16) };
            // SAFETY: `in_steps`: so many chars are left.
            same([a, b], unsafe { load_whole::<2>(chars, 2 * at) })
        },
        |at| {
            // SAFETY: `in_steps`: so many bytes are left.
            let a = unsafe { load_half(source, at) };
            // SAFETY: `in_steps`: so many chars are left.
            let [c] = unsafe { load_whole::<1>(chars, 2 * at) };
            same([a, a], [c, c])
        },
        |count| {
            // SAFETY: `in_steps`: there are so many bytes.
            let a = unsafe { load_few(source, 0, count) };
            // SAFETY: `in_steps`: there are so many chars.
            let c = unsafe { load_some(chars, 0, 2 * count) };
            same([a, a], [c, c])
        },
    );
    Taken { read: done, written: done }
}

/// UTF-16, up to a surrogate; chars of this machine too, if surrogates need no partner.
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn units16_equal<const BIG: bool, const LONE: bool>(
    source: Source<'_>,
    chars: Source<'_>,
) -> Taken {
    let ordered = |units: __m256i| if BIG { swap16(units) } else { units };
    let bad = |units: __m256i| {
        if LONE {
            return _mm256_setzero_si256();
        }
        let upper = _mm256_and_si256(units, _mm256_set1_epi16(0xF800_u16.cast_signed()));
        _mm256_cmpeq_epi16(upper, _mm256_set1_epi16(0xD800_u16.cast_signed()))
    };
    let same = |[a, b]: [__m256i; 2], [c, d]: [__m256i; 2]| {
        let bad = _mm256_or_si256(bad(c), bad(d));
        all_zero(_mm256_or_si256(differences([ordered(a), ordered(b)], [c, d]), bad))
    };
    let done = in_steps::<32, 16>(
        source.bytes().min(chars.bytes()) / 2,
        |at| {
            // SAFETY: `in_steps`: so many units are left.
            let all = unsafe { load_whole::<2>(source, 2 * at) };
            // SAFETY: `in_steps`: so many chars are left.
            same(all, unsafe { load_whole::<2>(chars, 2 * at) })
        },
        |at| {
            // SAFETY: `in_steps`: so many units are left.
            let [a] = unsafe { load_whole::<1>(source, 2 * at) };
            // SAFETY: `in_steps`: so many chars are left.
            let [c] = unsafe { load_whole::<1>(chars, 2 * at) };
            same([a, a], [c, c])
        },
        |count| {
            // SAFETY: `in_steps`: there are so many units.
            let a = unsafe { load_some(source, 0, 2 * count) };
            // SAFETY: `in_steps`: there are so many chars.
            let c = unsafe { load_some(chars, 0, 2 * count) };
            same([a, a], [c, c])
        },
    );
    Taken { read: 2 * done, written: done }
}

/// UTF-32, up to what is above U+FFFF. Surrogates pass.
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn units32_equal<const BIG: bool>(source: Source<'_>, chars: Source<'_>) -> Taken {
    let ordered = |units: __m256i| if BIG { swap32(units) } else { units };
    let wide = |chars: __m256i| {
        [
            _mm256_cvtepu16_epi32(_mm256_castsi256_si128(chars)),
            _mm256_cvtepu16_epi32(_mm256_extracti128_si256::<1>(chars)),
        ]
    };
    let same = |[a, b]: [__m256i; 2], chars: __m256i| differences([ordered(a), ordered(b)], wide(chars));
    let done = in_steps::<32, 16>(
        (source.bytes() / 4).min(chars.bytes() / 2),
        |at| {
            // SAFETY: `in_steps`: so many units are left.
            let [a, b, c, d] = unsafe { load_whole::<4>(source, 4 * at) };
            // SAFETY: `in_steps`: so many chars are left.
            let [e, f] = unsafe { load_whole::<2>(chars, 2 * at) };
            all_zero(_mm256_or_si256(same([a, b], e), same([c, d], f)))
        },
        |at| {
            // SAFETY: `in_steps`: so many units are left.
            let all = unsafe { load_whole::<2>(source, 4 * at) };
            // SAFETY: `in_steps`: so many chars are left.
            let [e] = unsafe { load_whole::<1>(chars, 2 * at) };
            all_zero(same(all, e))
        },
        |count| {
            // SAFETY: `in_steps`: there are so many units.
            let a = unsafe { load_some(source, 0, 4 * count.min(8)) };
            // SAFETY: `in_steps`: likewise; none of them if there are fewer.
            let b = unsafe { load_some(source, 4 * count.min(8), 4 * count.saturating_sub(8)) };
            // SAFETY: `in_steps`: there are so many chars.
            let e = unsafe { load_some(chars, 0, 2 * count) };
            all_zero(same([a, b], e))
        },
    );
    Taken { read: 4 * done, written: done }
}

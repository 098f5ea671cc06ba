//! Encoded text against chars: the forms in which every char is one unit of a fixed size, where it lies.

use std::arch::x86_64::*;

use super::decode::{swap16, swap32};
use super::memory::{load_first, load_whole, signs};
use super::short::surrogates;
use crate::Source;
use crate::kernels::Taken;

/// How many of `limit` chars, from the first, are equal and plain: 64 at a time by `many`, which says so of all that begin
/// at a number, then 32 by `few`, of a number and how many there are, which says what lanes are not.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn equal(limit: usize, many: impl Fn(usize) -> bool, few: impl Fn(usize, usize) -> u32) -> usize {
    let mut done = 0;
    while limit - done >= 64 && many(done) {
        done += 64;
    }
    while done < limit {
        let count = (limit - done).min(32);
        let differs = few(done, count);
        if differs != 0 {
            // Lanes from `count` on are zero in both.
            return done + differs.trailing_zeros() as usize;
        }
        done += count;
    }
    done
}

/// Bytes, each of which is a char, of ASCII only if the others may mean something else.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(in crate::kernels) fn bytes_equal<const ASCII: bool>(source: Source<'_>, chars: Source<'_>) -> Taken {
    let wide = |bytes: __m512i| {
        [
            _mm512_cvtepu8_epi16(_mm512_castsi512_si256(bytes)),
            _mm512_cvtepu8_epi16(_mm512_extracti64x4_epi64::<1>(bytes)),
        ]
    };
    let done = equal(
        source.bytes().min(chars.bytes() / 2),
        |at| {
            // SAFETY: so many are left of both: `equal`.
            let bytes = unsafe { load_whole(source, at) };
            // SAFETY: likewise, of two bytes each.
            let a = unsafe { load_whole(chars, 2 * at) };
            // SAFETY: likewise.
            let b = unsafe { load_whole(chars, 2 * at + 64) };
            let [c, d] = wide(bytes);
            let differs = _mm512_or_si512(_mm512_xor_si512(a, c), _mm512_xor_si512(b, d));
            _mm512_test_epi64_mask(differs, differs) == 0 && !(ASCII && signs(bytes) != 0)
        },
        |at, count| {
            // SAFETY: so many are left of both: `equal`.
            let bytes = unsafe { load_first(source.rest(at), count) };
            // SAFETY: likewise, of two bytes each.
            let a = unsafe { load_first(chars.rest(2 * at), 2 * count) };
            let [c, _] = wide(bytes);
            let other = if ASCII { _mm512_cmpge_epu16_mask(a, _mm512_set1_epi16(0x80)) } else { 0 };
            _mm512_cmpneq_epi16_mask(a, c) | other
        },
    );
    Taken { read: done, written: done }
}

/// UTF-16, up to a surrogate; chars of this machine too, if surrogates need no partner.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(in crate::kernels) fn units16_equal<const BIG: bool, const LONE: bool>(
    source: Source<'_>,
    chars: Source<'_>,
) -> Taken {
    let ordered = |units: __m512i| if BIG { swap16(units) } else { units };
    let bad = |units: __m512i| if LONE { 0 } else { surrogates(units) };
    let done = equal(
        source.bytes().min(chars.bytes()) / 2,
        |at| {
            // SAFETY: so many are left of both, of two bytes each: `equal`.
            let a = unsafe { load_whole(source, 2 * at) };
            // SAFETY: likewise.
            let b = unsafe { load_whole(source, 2 * at + 64) };
            // SAFETY: likewise.
            let c = unsafe { load_whole(chars, 2 * at) };
            // SAFETY: likewise.
            let d = unsafe { load_whole(chars, 2 * at + 64) };
            let differs = _mm512_or_si512(_mm512_xor_si512(ordered(a), c), _mm512_xor_si512(ordered(b), d));
            _mm512_test_epi64_mask(differs, differs) == 0 && bad(c) | bad(d) == 0
        },
        |at, count| {
            // SAFETY: so many are left of both, of two bytes each: `equal`.
            let a = unsafe { load_first(source.rest(2 * at), 2 * count) };
            // SAFETY: likewise.
            let c = unsafe { load_first(chars.rest(2 * at), 2 * count) };
            _mm512_cmpneq_epi16_mask(ordered(a), c) | bad(c)
        },
    );
    Taken { read: 2 * done, written: done }
}

/// UTF-32, up to what is above U+FFFF. Surrogates pass.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(in crate::kernels) fn units32_equal<const BIG: bool>(source: Source<'_>, chars: Source<'_>) -> Taken {
    let ordered = |units: __m512i| if BIG { swap32(units) } else { units };
    let wide = |chars: __m512i| {
        [
            _mm512_cvtepu16_epi32(_mm512_castsi512_si256(chars)),
            _mm512_cvtepu16_epi32(_mm512_extracti64x4_epi64::<1>(chars)),
        ]
    };
    let done = equal(
        (source.bytes() / 4).min(chars.bytes() / 2),
        |at| {
            let mut differs = _mm512_setzero_si512();
            for half in [at, at + 32] {
                // SAFETY: so many are left of both, of four bytes: `equal`.
                let a = unsafe { load_whole(source, 4 * half) };
                // SAFETY: likewise.
                let b = unsafe { load_whole(source, 4 * half + 64) };
                // SAFETY: likewise, of two bytes.
                let [c, d] = wide(unsafe { load_whole(chars, 2 * half) });
                let both = _mm512_or_si512(_mm512_xor_si512(ordered(a), c), _mm512_xor_si512(ordered(b), d));
                differs = _mm512_or_si512(differs, both);
            }
            _mm512_test_epi64_mask(differs, differs) == 0
        },
        |at, count| {
            // SAFETY: so many are left of both, of four bytes: `equal`.
            let a = unsafe { load_first(source.rest(4 * at), 4 * count.min(16)) };
            // SAFETY: likewise; none of them if there are fewer.
            let b = unsafe { load_first(source.rest(4 * at + 64), 4 * count.saturating_sub(16)) };
            // SAFETY: likewise, of two bytes.
            let [c, d] = wide(unsafe { load_first(chars.rest(2 * at), 2 * count) });
            let low = _mm512_cmpneq_epi32_mask(ordered(a), c);
            u32::from(low) | u32::from(_mm512_cmpneq_epi32_mask(ordered(b), d)) << 16
        },
    );
    Taken { read: 4 * done, written: done }
}

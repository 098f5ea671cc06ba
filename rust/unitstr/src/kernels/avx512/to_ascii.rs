//! Chars to US-ASCII.

use std::arch::x86_64::*;

use super::memory::{lanes, load, load_whole, store_only, store_whole};
use super::surrogates::EVEN;
use crate::Source;
use crate::kernels::Taken;
use crate::raw::Room;

/// Chars to US-ASCII, up to the first char above 7F:
///
/// ```text
/// a, b               61 00  62 00  …            chars as they lie in memory, 32 in each vector
/// permuted           61 62 …                    every other byte of both
/// ```
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(in crate::kernels) fn chars_to_ascii(source: Source<'_>, room: Room<'_>) -> Taken {
    let count = (source.bytes() / 2).min(room.bytes());
    let not_ascii = _mm512_set1_epi16(0xFF80_u16.cast_signed());
    let mut at = 0;
    while count - at >= 128 {
        // SAFETY: 256 bytes are left: the condition of the loop.
        let a = unsafe { load_whole(source, 2 * at) };
        // SAFETY: 256 bytes are left: the condition of the loop.
        let b = unsafe { load_whole(source, 2 * at + 64) };
        // SAFETY: 256 bytes are left: the condition of the loop.
        let c = unsafe { load_whole(source, 2 * at + 128) };
        // SAFETY: 256 bytes are left: the condition of the loop.
        let d = unsafe { load_whole(source, 2 * at + 192) };
        let any = _mm512_or_si512(_mm512_or_si512(a, b), _mm512_or_si512(c, d));
        if _mm512_test_epi16_mask(any, not_ascii) != 0 {
            break;
        }
        let vector = _mm512_permutex2var_epi8(a, lanes(EVEN), b);
        // SAFETY: 128 bytes are left: the condition of the loop.
        unsafe { store_whole(room, at, vector) };
        let vector = _mm512_permutex2var_epi8(c, lanes(EVEN), d);
        // SAFETY: 128 bytes are left: the condition of the loop.
        unsafe { store_whole(room, at + 64, vector) };
        at += 128;
    }
    while at < count {
        let v = load(source, 2 * at);
        let good = _mm512_test_epi16_mask(v, not_ascii).trailing_zeros() as usize;
        let step = good.min(count - at);
        let narrow = _mm512_zextsi256_si512(_mm512_cvtepi16_epi8(v));
        store_only(room, at, narrow, step);
        at += step;
        if step < 32 {
            break;
        }
    }
    Taken { read: 2 * at, written: at }
}

//! How many chars encoded text becomes.

use std::arch::x86_64::*;

use super::decode::swap32;
use super::memory::{lacks, load, or4};
use crate::Source;
use crate::kernels::Taken;

#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn ascii_chars(source: Source<'_>) -> Taken {
    let signs = _mm256_set1_epi8(i8::MIN);
    let mut at = 0;
    while source.bytes() - at >= 128 {
        let vectors = [0, 32, 64, 96].map(|offset| load(source, at + offset));
        if !lacks(or4(vectors), signs) {
            break;
        }
        at += 128;
    }
    while source.bytes() - at >= 32 && lacks(load(source, at), signs) {
        at += 32;
    }
    Taken { read: at, written: at }
}

/// One for each unit, and another for each above U+FFFF.
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn utf32_chars<const BIG: bool>(source: Source<'_>) -> Taken {
    let units = source.bytes() / 4;
    let (mut done, mut chars) = (0, 0);
    while units - done >= 8 {
        let vector = load(source, 4 * done);
        let vector = if BIG { swap32(vector) } else { vector };
        // Unsigned: the larger of it and the limit is the limit.
        let limit = _mm256_set1_epi32(0x10_FFFF);
        let good = _mm256_cmpeq_epi32(_mm256_max_epu32(vector, limit), limit);
        if _mm256_movemask_epi8(good) != -1 {
            break;
        }
        let supplementary = _mm256_cmpgt_epi32(vector, _mm256_set1_epi32(0xFFFF));
        chars += 8 + _mm256_movemask_ps(_mm256_castsi256_ps(supplementary)).count_ones() as usize;
        done += 8;
    }
    Taken {
        read: 4 * done,
        written: chars,
    }
}

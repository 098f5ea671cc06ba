//! How many chars encoded text becomes.

use std::arch::x86_64::*;

use super::decode::swap32;
use super::memory::{load, low, or4, signs};
use crate::Source;
use crate::kernels::Taken;

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(in crate::kernels) fn ascii_chars(source: Source<'_>) -> Taken {
    let n = source.bytes();
    let mut at = 0;
    while n - at >= 256 {
        let [a, b, c, d] = [0, 64, 128, 192].map(|offset| load(source, at + offset));
        if signs(or4(a, b, c, d)) != 0 {
            break;
        }
        at += 256;
    }
    while at < n {
        let good = signs(load(source, at)).trailing_zeros() as usize;
        let keep = good.min(n - at);
        at += keep;
        if keep < 64 {
            break;
        }
    }
    Taken { read: at, written: at }
}

/// One for each unit, and another for each above U+FFFF.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(in crate::kernels) fn utf32_chars<const BIG: bool>(source: Source<'_>) -> Taken {
    let units = source.bytes() / 4;
    let (mut done, mut chars) = (0, 0);
    while units - done >= 64 {
        let vectors = [0, 64, 128, 192].map(|offset| load(source, 4 * done + offset));
        let vectors = vectors.map(|vector| if BIG { swap32(vector) } else { vector });
        let [a, b, c, d] = vectors;
        let largest = _mm512_max_epu32(_mm512_max_epu32(a, b), _mm512_max_epu32(c, d));
        if _mm512_cmpgt_epu32_mask(largest, _mm512_set1_epi32(0x10_FFFF)) != 0 {
            break;
        }
        for vector in vectors {
            chars += _mm512_cmpgt_epu32_mask(vector, _mm512_set1_epi32(0xFFFF)).count_ones() as usize;
        }
        chars += 64;
        done += 64;
    }
    while done < units {
        let vector = load(source, 4 * done);
        let vector = if BIG { swap32(vector) } else { vector };
        let bad = _mm512_cmpgt_epu32_mask(vector, _mm512_set1_epi32(0x10_FFFF));
        let supplementary = _mm512_cmpgt_epu32_mask(vector, _mm512_set1_epi32(0xFFFF));
        let keep = (units - done).min(bad.trailing_zeros() as usize).min(16);
        chars += keep + (u64::from(supplementary) & low(keep)).count_ones() as usize;
        done += keep;
        if keep < 16 {
            break;
        }
    }
    Taken {
        read: 4 * done,
        written: chars,
    }
}

//! Searching for a zero code unit without touching anything beyond the aligned 64 bytes that hold it.
//!
//! ```text
//!      │ 64 aligned     │ 64 aligned     │ 64 aligned     │
//!      . . . . x x x x x│x x x x x x x x x│x x 0 ? ? ? ? ? │    ?: loaded, and does not matter
//!              ^start, masked before        ^found
//! ```

use std::arch::x86_64::*;

use super::memory::low;

/// How many units of `SIZE` bytes precede the first zero one, or `max_units`.
///
/// # Safety
///
/// * As [`Scan::new`](crate::Scan::new) for `start` and `max_units`; `start` is aligned to `SIZE`, which is 1, 2 or 4,
///   and `max_units * SIZE` does not overflow.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(in crate::kernels) unsafe fn units_before_zero<const SIZE: usize>(start: *const u8, max_units: usize) -> usize {
    let bytes = max_units * SIZE;
    if bytes == 0 {
        return 0;
    }
    let skip = start.addr() % 64;
    let head = bytes.min(64 - skip);
    let block = start.wrapping_sub(skip);
    let mask = low(head) << skip;
    // Lanes that are not loaded are not zero.
    let ones = _mm512_set1_epi8(-1);
    // SAFETY: the lanes of the mask are `head` bytes from `start` on, inside of `bytes` and of the aligned 64 bytes that
    // hold `start`: readable whether a zero unit is in them or not. The others are not touched.
    let vector = unsafe { _mm512_mask_loadu_epi8(ones, mask, block.cast()) };
    if let Some(lane) = first_zero::<SIZE>(vector) {
        return lane - skip / SIZE;
    }
    let mut done = head;
    while bytes - done >= 256 {
        for _ in 0..4 {
            // SAFETY: no unit before was zero, so the next is readable, and with it the aligned 64 bytes that it begins,
            // all of which lie before the bound. Aligned: `done` leads to a multiple of 64 by the first step.
            let vector = unsafe { _mm512_load_si512(start.wrapping_add(done).cast()) };
            if let Some(lane) = first_zero::<SIZE>(vector) {
                return done / SIZE + lane;
            }
            done += 64;
        }
    }
    while done < bytes {
        let left = (bytes - done).min(64);
        // SAFETY: as above; the lanes of the mask lie before the bound.
        let vector = unsafe { _mm512_mask_loadu_epi8(ones, low(left), start.wrapping_add(done).cast()) };
        if let Some(lane) = first_zero::<SIZE>(vector) {
            return done / SIZE + lane;
        }
        done += left;
    }
    max_units
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn first_zero<const SIZE: usize>(vector: __m512i) -> Option<usize> {
    let zeros = match SIZE {
        1 => _mm512_testn_epi8_mask(vector, vector),
        2 => u64::from(_mm512_testn_epi16_mask(vector, vector)),
        _ => u64::from(_mm512_testn_epi32_mask(vector, vector)),
    };
    if zeros == 0 {
        None
    } else {
        Some(zeros.trailing_zeros() as usize)
    }
}

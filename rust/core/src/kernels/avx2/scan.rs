//! Searching for a zero code unit by aligned vectors, which stay in the page where they begin.

use std::arch::x86_64::*;

/// How many units of `SIZE` bytes, from the first, were seen not to be zero; and whether the next one is zero. Stops
/// short of the bound by less than a vector.
///
/// # Safety
///
/// * As [`Scan::new`](crate::Scan::new) for `start` and `max_units`; `start` is aligned to 32, and `max_units * SIZE`,
///   where `SIZE` is 1, 2 or 4, does not overflow.
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) unsafe fn units_before_zero<const SIZE: usize>(
    start: *const u8,
    max_units: usize,
) -> (usize, bool) {
    let zero = _mm256_setzero_si256();
    let bytes = max_units * SIZE;
    let mut done = 0;
    while bytes - done >= 32 {
        // SAFETY: no unit before was zero, so the next is readable, and with it the aligned 32 bytes that it begins, all
        // of which lie before the bound. Aligned: `done` is a multiple of 32.
        let vector = unsafe { _mm256_load_si256(start.wrapping_add(done).cast()) };
        let zeros = match SIZE {
            1 => _mm256_cmpeq_epi8(vector, zero),
            2 => _mm256_cmpeq_epi16(vector, zero),
            _ => _mm256_cmpeq_epi32(vector, zero),
        };
        let zeros = _mm256_movemask_epi8(zeros);
        if zeros != 0 {
            return ((done + zeros.trailing_zeros() as usize) / SIZE, true);
        }
        done += 32;
    }
    (done / SIZE, false)
}

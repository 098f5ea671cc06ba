//! Searches for a zero code unit by vectors that stay in the aligned 64 bytes where they begin; if there are fewer than
//! 64 bytes, by one that stays in the aligned 256.
//!
//! ```text
//! 64 bytes      │  ·  ·  ·  start ·  ·  │  ·  ·  ·  ·  │
//! first                     ├── 32 ──┤                     where it is, if it does not cross the border
//! then                        ├───── aligned ─────┤ …      one alone up to the border, then two at a time
//! ```
//!
//! The smaller of two units is zero if one of them is.

use std::arch::x86_64::*;

/// Returns the number of leading units of `SIZE` bytes that are not zero, and whether the next one is zero. Stops less
/// than 32 bytes before the bound, or does nothing.
///
/// # Safety
///
/// * As [`Scan::new`](crate::Scan::new) for `start` and `max_units`; `start` is aligned to `SIZE`, which is 1, 2 or 4,
///   and `max_units * SIZE` does not overflow.
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) unsafe fn units_before_zero<const SIZE: usize>(
    start: *const u8,
    max_units: usize,
) -> (usize, bool) {
    let zeros = |vector| zeros::<SIZE>(vector);
    let smaller = |a, b| match SIZE {
        1 => _mm256_min_epu8(a, b),
        2 => _mm256_min_epu16(a, b),
        _ => _mm256_min_epu32(a, b),
    };
    let found = |done: usize, zeros: i32| ((done + zeros.trailing_zeros() as usize) / SIZE, true);
    let bytes = max_units * SIZE;
    if bytes < 64 {
        // SAFETY: as the caller promises.
        return unsafe { one_vector::<SIZE>(start, bytes) };
    }
    let (mut done, into) = (0, start.addr() % 64);
    if into > 32 {
        return (0, false);
    }
    if into > 0 {
        // SAFETY: the first unit is readable, and with it the rest of the aligned 64 bytes that it begins in, up to the
        // bound: these 32 lie before both; any alignment.
        let vector = unsafe { _mm256_loadu_si256(start.cast()) };
        let first = zeros(vector);
        if first != 0 {
            return found(0, first);
        }
        done = 32 - into % 32;
        if into < 32 && bytes - done >= 32 {
            // SAFETY: no unit before was zero, so the next is readable, and with it the aligned 32 bytes that it
            // begins.
            let vector = unsafe { _mm256_load_si256(start.wrapping_add(done).cast()) };
            let more = zeros(vector);
            if more != 0 {
                return found(done, more);
            }
            done += 32;
        }
    }
    while bytes - done >= 64 {
        // SAFETY: no unit before was zero, so the next is readable, and with it the aligned 64 bytes that it begins,
        // all of which lie before the bound.
        let a = unsafe { _mm256_load_si256(start.wrapping_add(done).cast()) };
        // SAFETY: as above, the second half.
        let b = unsafe { _mm256_load_si256(start.wrapping_add(done + 32).cast()) };
        if zeros(smaller(a, b)) != 0 {
            let (low, high) = (zeros(a), zeros(b));
            return if low != 0 { found(done, low) } else { found(done + 32, high) };
        }
        done += 64;
    }
    if bytes - done >= 32 {
        // SAFETY: as above, the first half alone.
        let vector = unsafe { _mm256_load_si256(start.wrapping_add(done).cast()) };
        let last = zeros(vector);
        if last != 0 {
            return found(done, last);
        }
        done += 32;
    }
    (done / SIZE, false)
}

/// [`units_before_zero`] in the first 32 of so many bytes, which are less than 64. Not inlined, so that the loops for more
/// keep their registers.
///
/// # Safety
///
/// * As [`units_before_zero`].
#[inline(never)]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
unsafe fn one_vector<const SIZE: usize>(start: *const u8, bytes: usize) -> (usize, bool) {
    if bytes < 32 || start.addr() % 256 > 256 - 32 {
        return (0, false);
    }
    // SAFETY: the first unit is readable, and with it the rest of the aligned 256 bytes that it begins in, up to the
    // bound: these 32 lie before both; any alignment.
    let zeros = zeros::<SIZE>(unsafe { _mm256_loadu_si256(start.cast()) });
    if zeros != 0 { (zeros.trailing_zeros() as usize / SIZE, true) } else { (32 / SIZE, false) }
}

/// The bits of the bytes of units that are zero.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn zeros<const SIZE: usize>(vector: __m256i) -> i32 {
    let zero = _mm256_setzero_si256();
    _mm256_movemask_epi8(match SIZE {
        1 => _mm256_cmpeq_epi8(vector, zero),
        2 => _mm256_cmpeq_epi16(vector, zero),
        _ => _mm256_cmpeq_epi32(vector, zero),
    })
}

//! Searches for a zero code unit, and accesses nothing beyond the aligned 256 bytes that hold its end.
//!
//! ```text
//!      │ 64 aligned     │ 64 aligned     │ 64 aligned     │
//!      . . . . x x x x x│x x x x x x x x x│x x 0 ? ? ? ? ? │    ?: loaded, and does not matter
//!              ^start, masked before        ^found
//! ```
//!
//! From a multiple of 256 on, it loads four vectors at a time. The first byte belongs to a unit that was not seen to be
//! zero, and is therefore readable; and no page ends inside 256 aligned bytes.

use std::arch::x86_64::*;

use super::memory::low;

/// Returns the number of units of `SIZE` bytes before the first zero one, or `max_units`.
///
/// # Safety
///
/// * As [`Scan::new`](crate::Scan::new) for `start` and `max_units`, any alignment; `SIZE` is 1, 2 or 4, and
///   `max_units * SIZE` does not overflow.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(in crate::kernels) unsafe fn units_before_zero<const SIZE: usize>(start: *const u8, max_units: usize) -> usize {
    let bytes = max_units * SIZE;
    if bytes == 0 {
        return 0;
    }
    if !start.addr().is_multiple_of(SIZE) {
        // SAFETY: the caller promises that `start` is readable up to a zero unit or for `max_units`, which are `bytes`.
        return unsafe { across_borders::<SIZE>(start, bytes) };
    }
    let skip = start.addr() % 64;
    let head = bytes.min(64 - skip);
    // SAFETY: the lanes of the mask are `head` bytes from `start` on, inside of `bytes` and of the aligned 64 bytes
    // that hold `start`: readable whether a zero unit is in them or not. The others are not touched.
    let vector = unsafe { _mm512_maskz_loadu_epi8(low(head) << skip, start.wrapping_sub(skip).cast()) };
    let zeros = zero_lanes::<SIZE>(vector) >> (skip / SIZE) & low(head / SIZE);
    if zeros != 0 {
        return zeros.trailing_zeros() as usize;
    }
    let mut done = head;
    while bytes - done >= 64 && !start.wrapping_add(done).addr().is_multiple_of(256) {
        // SAFETY: 64 bytes are left before the bound, none of the units before was zero, and `done` leads to a multiple
        // of 64.
        let zeros = zero_lanes::<SIZE>(unsafe { block(start, done) });
        if zeros != 0 {
            return done / SIZE + zeros.trailing_zeros() as usize;
        }
        done += 64;
    }
    while bytes - done >= 256 {
        // SAFETY: 256 bytes are left before the bound, none of the units before was zero, and `done` leads to a
        // multiple of 256: the next unit is readable, and so its page.
        let [a, b, c, d] = [0, 64, 128, 192].map(|offset| unsafe { block(start, done + offset) });
        let least = match SIZE {
            1 => _mm512_min_epu8(_mm512_min_epu8(a, b), _mm512_min_epu8(c, d)),
            2 => _mm512_min_epu16(_mm512_min_epu16(a, b), _mm512_min_epu16(c, d)),
            _ => _mm512_min_epu32(_mm512_min_epu32(a, b), _mm512_min_epu32(c, d)),
        };
        if zero_lanes::<SIZE>(least) != 0 {
            // Decided by these vectors: another party may change the memory.
            for (index, vector) in [a, b, c, d].into_iter().enumerate() {
                let zeros = zero_lanes::<SIZE>(vector);
                if zeros != 0 {
                    return (done + 64 * index) / SIZE + zeros.trailing_zeros() as usize;
                }
            }
        }
        done += 256;
    }
    while bytes - done >= 64 {
        // SAFETY: 64 bytes are left before the bound, none of the units before was zero, and `start + done` is aligned
        // to 64.
        let zeros = zero_lanes::<SIZE>(unsafe { block(start, done) });
        if zeros != 0 {
            return done / SIZE + zeros.trailing_zeros() as usize;
        }
        done += 64;
    }
    if bytes > done {
        let left = bytes - done;
        // SAFETY: none of the units before was zero; the lanes of the mask lie before the bound, and in the aligned 64
        // bytes that the next unit begins.
        let vector = unsafe { _mm512_maskz_loadu_epi8(low(left), start.wrapping_add(done).cast()) };
        let zeros = zero_lanes::<SIZE>(vector) & low(left / SIZE);
        if zeros != 0 {
            return done / SIZE + zeros.trailing_zeros() as usize;
        }
    }
    max_units
}

/// Loads the 64 bytes at `at`.
///
/// # Safety
///
/// * `start` is readable from `at` on for 64 bytes, and aligned to 64 there.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
unsafe fn block(start: *const u8, at: usize) -> __m512i {
    // SAFETY: `start + at` is readable for 64 bytes and aligned to 64, as the caller promises.
    unsafe { _mm512_load_si512(start.wrapping_add(at).cast()) }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn zero_lanes<const SIZE: usize>(vector: __m512i) -> u64 {
    match SIZE {
        1 => _mm512_testn_epi8_mask(vector, vector),
        2 => u64::from(_mm512_testn_epi16_mask(vector, vector)),
        _ => u64::from(_mm512_testn_epi32_mask(vector, vector)),
    }
}

/// The same for units that are not aligned, and so may lie across the borders of vectors: a unit is zero if its last
/// byte and the bytes before it, as many as it has, are zero.
///
/// ```text
/// bytes              . 61 00|00 00 62|00 00 00|      units of two at an odd address
/// zero               0  0  1| 1  1  0| 1  1  1|
/// zero << 1          .  0  0| 1  1  1| 0  1  1|      what was shifted out of the block before comes in
/// last bytes         1  0  1| 0  1  0| 1  0  1|
/// zero units         0  0  0| 0  1  0| 0  0  1|      all three
/// ```
///
/// # Safety
///
/// * As [`units_before_zero`]; `bytes` is a multiple of `SIZE`, not 0.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
unsafe fn across_borders<const SIZE: usize>(start: *const u8, bytes: usize) -> usize {
    let skip = start.addr() % 64;
    let every = if SIZE == 2 { 0x5555_5555_5555_5555 } else { 0x1111_1111_1111_1111 };
    let last_bytes = every << ((skip + SIZE - 1) % SIZE);
    let (mut before, mut done) = (0, 0);
    let mut lane = skip;
    while done < bytes {
        let count = (bytes - done).min(64 - lane);
        let mask = low(count) << lane;
        let place = start.wrapping_add(done).wrapping_sub(lane);
        // SAFETY: the lanes of the mask are bytes from `start + done` on, before the bound and in one aligned block of
        // 64. The first of them belongs to a unit that is not known to be zero: so it is readable, and so is its page.
        let vector = unsafe { _mm512_maskz_loadu_epi8(mask, place.cast()) };
        let zero = _mm512_mask_testn_epi8_mask(mask, vector, vector);
        let mut units = zero & (zero << 1 | before >> 63);
        if SIZE == 4 {
            units &= (zero << 2 | before >> 62) & (zero << 3 | before >> 61);
        }
        units &= last_bytes;
        if units != 0 {
            return (done + units.trailing_zeros() as usize - lane) / SIZE;
        }
        before = zero;
        done += count;
        lane = 0;
    }
    bytes / SIZE
}

//! The tables of [`shared::tables`](crate::kernels::shared::tables), and those of UTF-8 for both halves of a vector.

use std::arch::x86_64::*;

use crate::kernels::lookup;
pub(super) use crate::kernels::shared::tables::{BYTES, THREE, TWO, UNITS};

/// Loads one row of a table.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) fn row(table: &'static [[u8; 16]; 256], index: u8) -> __m128i {
    let place: *const [u8; 16] = &raw const table[index as usize];
    // SAFETY: `place` is a row of 16 bytes; any alignment.
    unsafe { _mm_loadu_si128(place.cast()) }
}

/// The same table for both halves of a vector.
const fn twice(table: [u8; 16]) -> [u8; 32] {
    let mut both = [0; 32];
    let mut half = 0;
    while half < 32 {
        both[half] = table[half % 16];
        half += 1;
    }
    both
}

pub(super) static FIRST_HIGH: [u8; 32] = twice(lookup::FIRST_HIGH);
pub(super) static FIRST_LOW: [u8; 32] = twice(lookup::FIRST_LOW);
pub(super) static SECOND_HIGH: [u8; 32] = twice(lookup::SECOND_HIGH);

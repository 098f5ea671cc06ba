//! Tables of shuffles that drop bytes, after Lemire and Muła ("Transcoding Billions of Unicode Characters per Second
//! with SIMD Instructions", 2022). AVX-512 has no such file, because it has instructions that compress lanes.

use std::arch::x86_64::*;

use crate::kernels::lookup;

/// For each set of 8 lanes of 16 bits: all low bytes in a row, those of the set with their high byte before them.
pub(super) static TWO: [[u8; 16]; 256] = leading(8, 2, 2);

/// For each set of 4 lanes of 32 bits whose second byte counts (low half), and whose third one does (high half): the
/// first bytes in a row, before each of them the second one and before that the third one if they count.
pub(super) static THREE: [[u8; 16]; 256] = leading(4, 4, 3);

/// For each set of 8 lanes of 16 bits: their bytes in a row.
pub(super) static UNITS: [[u8; 16]; 256] = kept(0, 2);

/// For each set of 8 bytes: these in a row; of the lower 8 bytes of 16, and of the upper ones.
pub(super) static BYTES: [[[u8; 8]; 256]; 2] = [kept(0, 1), kept(8, 1)];

/// The indices of a shuffle that keeps the first byte of each lane, and before it those of its next bytes that are in
/// the set: bit `lanes * (byte - 1) + lane`.
const fn leading(lanes: usize, size: usize, bytes: usize) -> [[u8; 16]; 256] {
    let mut all = [[0x80; 16]; 256];
    let mut set = 0;
    while set < 256 {
        let (mut to, mut lane) = (0, 0);
        while lane < lanes {
            let mut byte = bytes;
            while byte > 0 {
                byte -= 1;
                if byte == 0 || set >> (lanes * (byte - 1) + lane) & 1 == 1 {
                    all[set][to] = index(size * lane + byte);
                    to += 1;
                }
            }
            lane += 1;
        }
        set += 1;
    }
    all
}

/// The indices of a shuffle that keeps the lanes of a set, of `size` bytes each; the first lane begins at byte `first`.
const fn kept<const ROW: usize>(first: usize, size: usize) -> [[u8; ROW]; 256] {
    let mut all = [[0x80; ROW]; 256];
    let mut set = 0;
    while set < 256 {
        let (mut to, mut byte) = (0, 0);
        while byte < 8 * size {
            if set >> (byte / size) & 1 == 1 {
                all[set][to] = index(first + byte);
                to += 1;
            }
            byte += 1;
        }
        set += 1;
    }
    all
}

/// A number below 256.
const fn index(number: usize) -> u8 {
    number.to_le_bytes()[0]
}

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

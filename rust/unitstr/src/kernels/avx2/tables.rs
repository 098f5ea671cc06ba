//! Tables that drop bytes by one shuffle. They are due to Lemire and Muła ("Transcoding Billions of Unicode Characters
//! per Second with SIMD Instructions", 2022).

use std::arch::x86_64::*;

const LANE: [u8; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

/// For each set of lanes of 16 bits: all low bytes in a row, those of the set with their high byte before them.
pub(super) static TWO: [[u8; 16]; 256] = {
    let mut all = [[0x80; 16]; 256];
    let mut set = 0;
    while set < 256 {
        let (mut to, mut lane) = (0, 0);
        while lane < 8 {
            if set >> lane & 1 == 1 {
                all[set][to] = LANE[2 * lane + 1];
                to += 1;
            }
            all[set][to] = LANE[2 * lane];
            to += 1;
            lane += 1;
        }
        set += 1;
    }
    all
};

/// For each set of lanes of 32 bits whose second byte counts (low half), and whose third one does (high half): the
/// first bytes in a row, before each of them the second one and before that the third one if they count.
pub(super) static THREE: [[u8; 16]; 256] = {
    let mut all = [[0x80; 16]; 256];
    let mut set = 0;
    while set < 256 {
        let (mut to, mut lane) = (0, 0);
        while lane < 4 {
            if set >> (lane + 4) & 1 == 1 {
                all[set][to] = LANE[4 * lane + 2];
                to += 1;
            }
            if set >> lane & 1 == 1 {
                all[set][to] = LANE[4 * lane + 1];
                to += 1;
            }
            all[set][to] = LANE[4 * lane];
            to += 1;
            lane += 1;
        }
        set += 1;
    }
    all
};

/// For each set of 8 lanes: the numbers of those in the set, in a row.
pub(super) static LIVE: [[u8; 8]; 256] = {
    let mut all = [[0; 8]; 256];
    let mut set = 0;
    while set < 256 {
        let (mut to, mut lane) = (0, 0);
        while lane < 8 {
            if set >> lane & 1 == 1 {
                all[set][to] = LANE[lane];
                to += 1;
            }
            lane += 1;
        }
        set += 1;
    }
    all
};

/// One row of a table.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) fn row(table: &'static [[u8; 16]; 256], index: u8) -> __m128i {
    let place: *const [u8; 16] = &raw const table[index as usize];
    // SAFETY: the row has 16 bytes; any alignment.
    unsafe { _mm_loadu_si128(place.cast()) }
}

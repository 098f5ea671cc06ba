//! Tables for UTF-8, made from the rules when this is compiled.

use crate::kernels::lookup;

/// A number below 256.
const fn byte(number: usize) -> u8 {
    number.to_le_bytes()[0]
}

/// For each set of lanes of 16 bits: their bytes in a row, for a shuffle.
pub(super) static UNITS: [[u8; 16]; 256] = {
    let mut all = [[0x80; 16]; 256];
    let mut set = 0;
    while set < 256 {
        let (mut to, mut lane) = (0, 0);
        while lane < 8 {
            if set >> lane & 1 == 1 {
                all[set][to] = byte(2 * lane);
                all[set][to + 1] = byte(2 * lane + 1);
                to += 2;
            }
            lane += 1;
        }
        set += 1;
    }
    all
};

/// For each set of 8 bytes: these in a row, for a shuffle, where the 8 begin at `first`.
const fn bytes(first: usize) -> [[u8; 8]; 256] {
    let mut all = [[0x80; 8]; 256];
    let mut set = 0;
    while set < 256 {
        let (mut to, mut lane) = (0, 0);
        while lane < 8 {
            if set >> lane & 1 == 1 {
                all[set][to] = byte(first + lane);
                to += 1;
            }
            lane += 1;
        }
        set += 1;
    }
    all
}

/// Of the lower 8 bytes of 16, and of the upper ones.
pub(super) static BYTES: [[[u8; 8]; 256]; 2] = [bytes(0), bytes(8)];

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

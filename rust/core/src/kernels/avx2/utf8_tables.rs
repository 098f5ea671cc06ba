//! Tables for UTF-8, made from the rules when this is compiled.

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

/// Moves 16 bytes down, by as many as the index is read from after the start.
pub(super) static DOWN: [u8; 32] = {
    let mut index = [0x80; 32];
    let mut lane = 0;
    while lane < 16 {
        index[lane] = byte(lane);
        lane += 1;
    }
    index
};

/// The half bytes from `first` to `last`, as a set.
const fn span(first: u32, last: u32) -> u16 {
    u16::MAX >> (15 - last) & u16::MAX << first
}

const ANY: u16 = span(0, 15);
const TRAIL: u16 = span(8, 11);

/// What two neighbours can't be: upper half of the first, lower half of it, upper half of the second. The last one is
/// no error where a third byte or a fourth has to be.
const WRONG: [[u16; 3]; 8] = [
    // A lead, and no trail.
    [span(12, 15), ANY, !TRAIL],
    // ASCII, and a trail.
    [span(0, 7), ANY, TRAIL],
    // Overlong: C0 and C1; E0 before 80–9F.
    [span(12, 12), span(0, 1), TRAIL],
    [span(14, 14), span(0, 0), span(8, 9)],
    // Surrogates: ED before A0–BF.
    [span(14, 14), span(13, 13), span(10, 11)],
    // Above U+10FFFF: F4 and more before 90–BF.
    [span(15, 15), span(4, 15), span(9, 11)],
    // F5 and more before 80–8F; overlong: F0 before the same.
    [span(15, 15), span(0, 0) | span(5, 15), span(8, 8)],
    // Two trails: the highest bit.
    [TRAIL, ANY, TRAIL],
];

/// For each half byte, by the column of `WRONG`: one bit for each line that has it. Twice, for two lanes.
const fn column(of: usize) -> [u8; 32] {
    let mut bits = [0; 32];
    let mut half = 0;
    while half < 32 {
        let mut line = 0;
        while line < 8 {
            if WRONG[line][of] >> (half % 16) & 1 == 1 {
                bits[half] |= 1 << line;
            }
            line += 1;
        }
        half += 1;
    }
    bits
}

pub(super) static FIRST_HIGH: [u8; 32] = column(0);
pub(super) static FIRST_LOW: [u8; 32] = column(1);
pub(super) static SECOND_HIGH: [u8; 32] = column(2);

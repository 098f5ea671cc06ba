//! Tables of shuffles that drop bytes, after Lemire and Muła ("Transcoding Billions of Unicode Characters per Second
//! with SIMD Instructions", 2022). AVX-512 does without, because it has instructions that compress lanes.

/// For each set of 8 lanes of 16 bits: all low bytes in a row, those of the set with their high byte before them.
pub(in crate::kernels) static TWO: [[u8; 16]; 256] = leading(8, 2, 2);

/// For each set of 4 lanes of 32 bits whose second byte counts (low half), and whose third one does (high half): the
/// first bytes in a row, before each of them the second one and before that the third one if they count.
pub(in crate::kernels) static THREE: [[u8; 16]; 256] = leading(4, 4, 3);

/// For each set of 8 lanes of 16 bits: their bytes in a row.
pub(in crate::kernels) static UNITS: [[u8; 16]; 256] = kept(0, 2);

/// For each set of 8 bytes: these in a row; of the lower 8 bytes of 16, and of the upper ones.
pub(in crate::kernels) static BYTES: [[[u8; 8]; 256]; 2] = [kept(0, 1), kept(8, 1)];

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

//! The pairs of adjacent bytes that UTF-8 does not allow, as three tables of 16 bytes.
//!
//! After Keiser and Lemire, "Validating UTF-8 In Less Than One Instruction Per Byte" (Software: Practice and
//! Experience, 2021): an error in two adjacent bytes depends on three half bytes: both of the first byte, and the
//! high one of the second. Each kind of error has a bit, and is a set of high halves × low halves × high halves; a
//! pair has an error if the table entries of its three halves have a bit in common.
//!
//! ```text
//!  first: E D          second: A 0           E × D × {A, B}: the form of a surrogate
//!         │ └ FIRST_LOW         └ SECOND_HIGH
//!         └ FIRST_HIGH
//! ```
//!
//! One bit is not an error by itself: [`TWO_TRAILS`] must be set exactly where a leading byte further back, E0–FF by
//! two bytes or F0–FF by three, requires another trailing byte.

/// A trailing byte (80–BF) after a trailing byte.
pub(super) const TWO_TRAILS: u8 = 0x80;

/// The kinds of errors: high halves of the first byte, its low halves, high halves of the second byte, one bit for
/// each half.
const KINDS: [(u16, u16, u16); 8] = [
    // A leading byte without a trailing byte.
    (0xF000, 0xFFFF, 0xF0FF),
    // A trailing byte after ASCII.
    (0x00FF, 0xFFFF, 0x0F00),
    // C0, C1: overlong.
    (1 << 0xC, 0x0003, 0x0F00),
    // E0 80–9F: overlong.
    (1 << 0xE, 0x0001, 0x0300),
    // ED A0–BF: a surrogate.
    (1 << 0xE, 1 << 0xD, 0x0C00),
    // F4 90–BF, and F5–FF with the same: above U+10FFFF.
    (1 << 0xF, 0xFFF0, 0x0E00),
    // F0 80–8F: overlong; F5–FF 80–8F: above U+10FFFF.
    (1 << 0xF, 0xFFE1, 0x0100),
    // TWO_TRAILS.
    (0x0F00, 0xFFFF, 0x0F00),
];

const fn table(which: usize) -> [u8; 16] {
    let mut table = [0; 16];
    let mut kind = 0;
    while kind < KINDS.len() {
        let (first_high, first_low, second_high) = KINDS[kind];
        let halves = [first_high, first_low, second_high][which];
        let mut half = 0;
        while half < 16 {
            if halves >> half & 1 != 0 {
                table[half] |= 1 << kind;
            }
            half += 1;
        }
        kind += 1;
    }
    table
}

/// The kinds of errors by the high half of the first byte.
pub(super) const FIRST_HIGH: [u8; 16] = table(0);
/// The same by its low half.
pub(super) const FIRST_LOW: [u8; 16] = table(1);
/// The same by the high half of the second byte.
pub(super) const SECOND_HIGH: [u8; 16] = table(2);

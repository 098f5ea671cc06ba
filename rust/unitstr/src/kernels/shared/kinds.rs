//! The kinds of bytes in UTF-8 with errors, from masks with a bit for each byte: the first byte has the lowest bit.
//!
//! Each byte that begins a code point or an error yields a char; the other bytes belong to the one before. Of a code
//! point of four bytes, the third byte yields the low surrogate:
//!
//! ```text
//! bytes       61   C3  A9   FF   E4  B8   F0  9F  98  80      FF; E4 B8: errors
//! second       .    1   .    .    1   .    1   .   .   .      leads with a good second byte,
//! third        .    .   .    .    .   .    1   .   .   .      and a third,
//! fourth       .    .   .    .    .   .    1   .   .   .      and a fourth
//! trailing     .    .   1    .    .   1    .   1   1   1      second << 1 | third << 2 | fourth << 3
//! errors       .    .   .    1    1   .    .   .   .   .      neither ASCII nor trailing, nor a complete code point
//! chars       61   E9      FFFD FFFD      D83D   DE00
//! ```
//!
//! A trailing byte is `80`–`BF`, so those of two leads do not overlap.

use super::Vectors;

/// The mask of the first 32 lanes.
#[inline(always)]
pub(in crate::kernels) const fn low_half(mask: u64) -> u32 {
    (mask & 0xFFFF_FFFF) as u32
}

/// The kinds of up to 64 bytes.
pub(in crate::kernels) struct Kinds {
    /// Leads.
    leads: u64,
    /// Leads of three bytes and more.
    threes: u64,
    /// Leads of four bytes.
    fours: u64,
    /// Leads of complete code points of two bytes.
    pub(in crate::kernels) two: u64,
    /// Leads of complete code points of three bytes.
    pub(in crate::kernels) three: u64,
    /// Leads of complete code points of four bytes.
    pub(in crate::kernels) four: u64,
    /// Bytes that belong to the code point or error before them.
    trailing: u64,
    not_ascii: u64,
}

impl Kinds {
    #[inline(always)]
    pub(in crate::kernels) fn of<T: Vectors>(tier: T, vector: T::V) -> Self {
        const { assert!(T::MASK8 == 1) }
        let at_least = |byte| tier.at_least8(vector, byte);
        let is = |byte| at_least(byte) & !at_least(byte + 1);
        let not_ascii = at_least(0x80);
        let trails = not_ascii & !at_least(0xC0);
        let leads = at_least(0xC2) & !at_least(0xF5);
        let threes = at_least(0xE0) & leads;
        let fours = at_least(0xF0) & leads;
        let (then_a0, then_90) = (at_least(0xA0) >> 1, at_least(0x90) >> 1);
        let out_of_range = is(0xE0) & !then_a0 | is(0xF0) & !then_90 | is(0xF4) & then_90;
        let second = leads & trails >> 1 & !out_of_range;
        let third = second & threes & trails >> 2;
        let fourth = third & fours & trails >> 3;
        // An encoded surrogate is one error of three bytes.
        let surrogates = is(0xED) & then_a0;
        Self {
            leads,
            threes,
            fours,
            two: second & !threes,
            three: third & !fours & !surrogates,
            four: fourth,
            trailing: second << 1 | third << 2 | fourth << 3,
            not_ascii,
        }
    }

    /// The number of bytes, among the first `len` of at least one, before a lead whose code point may continue after
    /// them.
    #[inline(always)]
    pub(in crate::kernels) const fn whole(&self, len: usize) -> usize {
        let last = 1 << (len - 1);
        let open = self.leads & last | self.threes & last >> 1 | self.fours & last >> 2;
        let place = open.trailing_zeros() as usize;
        if place < len { place } else { len }
    }

    /// The bytes that begin a code point or an error.
    #[inline(always)]
    pub(in crate::kernels) const fn starts(&self) -> u64 {
        !self.trailing
    }

    /// The bytes that begin an error.
    #[inline(always)]
    pub(in crate::kernels) const fn errors(&self) -> u64 {
        self.starts() & self.not_ascii & !(self.two | self.three | self.four)
    }
}

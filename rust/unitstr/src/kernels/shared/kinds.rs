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

/// The mask of the first 32 lanes.
#[inline(always)]
pub(in crate::kernels) const fn low_half(mask: u64) -> u32 {
    (mask & 0xFFFF_FFFF) as u32
}

/// The bytes of up to 64 that have at least these values, or are equal to these.
pub(in crate::kernels) struct Compared {
    pub(in crate::kernels) from_80: u64,
    pub(in crate::kernels) from_90: u64,
    pub(in crate::kernels) from_a0: u64,
    pub(in crate::kernels) from_c0: u64,
    pub(in crate::kernels) from_c2: u64,
    pub(in crate::kernels) from_e0: u64,
    pub(in crate::kernels) from_f0: u64,
    pub(in crate::kernels) from_f5: u64,
    pub(in crate::kernels) is_e0: u64,
    pub(in crate::kernels) is_ed: u64,
    pub(in crate::kernels) is_f0: u64,
    pub(in crate::kernels) is_f4: u64,
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
    pub(in crate::kernels) const fn of(bytes: &Compared) -> Self {
        let trails = bytes.from_80 & !bytes.from_c0;
        let leads = bytes.from_c2 & !bytes.from_f5;
        let threes = bytes.from_e0 & leads;
        let fours = bytes.from_f0 & leads;
        let (then_a0, then_90) = (bytes.from_a0 >> 1, bytes.from_90 >> 1);
        let out_of_range = bytes.is_e0 & !then_a0 | bytes.is_f0 & !then_90 | bytes.is_f4 & then_90;
        let second = leads & trails >> 1 & !out_of_range;
        let third = second & threes & trails >> 2;
        let fourth = third & fours & trails >> 3;
        // An encoded surrogate is one error of three bytes.
        let surrogates = bytes.is_ed & then_a0;
        Self {
            leads,
            threes,
            fours,
            two: second & !threes,
            three: third & !fours & !surrogates,
            four: fourth,
            trailing: second << 1 | third << 2 | fourth << 3,
            not_ascii: bytes.from_80,
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

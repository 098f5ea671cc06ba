//! Eight chars in two numbers, for the fast paths of the scalar steps.

/// Eight chars that were read together: four lanes of 16 bits in each number, the first char lowest.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Block([u64; 2]);

/// Returns a number with `lane` in each lane of 16 bits.
const fn each(lane: u16) -> u64 {
    lane as u64 * 0x0001_0001_0001_0001
}

/// Swaps the bytes of each lane of 16 bits.
#[inline(always)]
const fn swap_lanes(word: u64) -> u64 {
    (word & each(0x00FF)) << 8 | word >> 8 & each(0x00FF)
}

/// Converts between a number as read from memory, with units of 16 bits in the order of this machine, and lanes.
#[inline(always)]
const fn lanes16(word: u64) -> u64 {
    if cfg!(target_endian = "little") { word } else { swap_lanes(word.swap_bytes()) }
}

/// The same with units and lanes of 32 bits.
#[inline(always)]
const fn lanes32(word: u64) -> u64 {
    if cfg!(target_endian = "little") { word } else { word.rotate_left(32) }
}

/// Whether a lane is a surrogate.
#[inline(always)]
const fn any_surrogate(word: u64) -> bool {
    // Zero in the lane of a surrogate; the addition carries into the high bit of every other lane.
    let distance = (word & each(0xF800)) ^ each(0xD800);
    let not_zero = ((distance & each(0x7FFF)) + each(0x7FFF)) | distance;
    not_zero & each(0x8000) != each(0x8000)
}

impl Block {
    /// The number of chars.
    pub(crate) const CHARS: usize = 8;

    /// Creates a block of eight bytes as read from memory, one for each char.
    #[inline(always)]
    pub(crate) const fn from_bytes(word: u64) -> Self {
        let word = word.to_le();
        Self([spread8(word & 0xFFFF_FFFF), spread8(word >> 32)])
    }

    /// Creates a block of eight units of 16 bits in the order of this machine, as read from memory, without
    /// surrogates.
    #[inline(always)]
    pub(crate) const fn from_units16(words: [u64; 2]) -> Option<Self> {
        let [low, high] = [lanes16(words[0]), lanes16(words[1])];
        if any_surrogate(low) | any_surrogate(high) { None } else { Some(Self([low, high])) }
    }

    /// Creates a block of eight units of 32 bits in the order of this machine, as read from memory, none above
    /// U+FFFF.
    #[inline(always)]
    pub(crate) const fn from_units32(words: [u64; 4]) -> Option<Self> {
        let [a, b, c, d] = [lanes32(words[0]), lanes32(words[1]), lanes32(words[2]), lanes32(words[3])];
        if (a | b | c | d) & 0xFFFF_0000_FFFF_0000 != 0 {
            return None;
        }
        Some(Self([gather16(a) | gather16(b) << 32, gather16(c) | gather16(d) << 32]))
    }

    /// Returns the bytes to write to memory, one for each char; `None` if a char is above `max`, which is 0x7F or
    /// 0xFF.
    #[inline(always)]
    pub(crate) const fn to_bytes(self, max: u8) -> Option<u64> {
        let [low, high] = self.0;
        if (low | high) & each(!(max as u16)) != 0 {
            return None;
        }
        Some((gather8(low) | gather8(high) << 32).to_le())
    }

    /// Returns the units of 16 bits, in the order of this machine, to write to memory.
    #[inline(always)]
    pub(crate) const fn to_units16(self) -> [u64; 2] {
        let [low, high] = self.0;
        [lanes16(low), lanes16(high)]
    }

    /// Returns the units of 32 bits, in the order of this machine, to write to memory.
    #[inline(always)]
    pub(crate) const fn to_units32(self) -> [u64; 4] {
        let [low, high] = self.0;
        [
            lanes32(spread16(low & 0xFFFF_FFFF)),
            lanes32(spread16(low >> 32)),
            lanes32(spread16(high & 0xFFFF_FFFF)),
            lanes32(spread16(high >> 32)),
        ]
    }
}

/// Widens four bytes to lanes of 16 bits.
#[inline(always)]
const fn spread8(bytes: u64) -> u64 {
    let pairs = (bytes | bytes << 16) & 0x0000_FFFF_0000_FFFF;
    (pairs | pairs << 8) & each(0x00FF)
}

/// Narrows lanes of 16 bits, none above 0xFF, to four bytes.
#[inline(always)]
const fn gather8(lanes: u64) -> u64 {
    let pairs = (lanes | lanes >> 8) & 0x0000_FFFF_0000_FFFF;
    (pairs | pairs >> 16) & 0xFFFF_FFFF
}

/// Widens two lanes of 16 bits to lanes of 32 bits.
#[inline(always)]
const fn spread16(lanes: u64) -> u64 {
    (lanes | lanes << 16) & 0x0000_FFFF_0000_FFFF
}

/// Narrows lanes of 32 bits, none above 0xFFFF, to two lanes of 16 bits.
#[inline(always)]
const fn gather16(lanes: u64) -> u64 {
    (lanes | lanes >> 16) & 0xFFFF_FFFF
}

/// Swaps the bytes of each unit of 16 bits.
#[inline(always)]
pub(crate) const fn swap_units16([a, b]: [u64; 2]) -> [u64; 2] {
    [swap_lanes(a), swap_lanes(b)]
}

/// Swaps the bytes of each unit of 32 bits.
#[inline(always)]
pub(crate) const fn swap_units32([a, b, c, d]: [u64; 4]) -> [u64; 4] {
    [swap_unit32(a), swap_unit32(b), swap_unit32(c), swap_unit32(d)]
}

#[inline(always)]
const fn swap_unit32(word: u64) -> u64 {
    word.swap_bytes().rotate_left(32)
}

//! The operations that a tier provides for the shared kernels.

use crate::{Source, Target};

/// The vector operations of a tier.
///
/// A value proves that this CPU has the instructions of the tier: only functions that require them create one. The
/// operations are therefore safe to call. They, and everything generic that calls them, are `#[inline(always)]` and
/// contain no closures, so that all of it becomes part of the entry of the tier, which is compiled with its features.
/// An operation that is not inlined is slower by a factor of ten.
///
/// Lanes are those of this machine, which is little-endian on all tiers. In a mask, the first lane has the lowest bit.
pub(in crate::kernels) trait Vectors: Copy {
    /// A vector register: [`BYTES`](Self::BYTES) bytes of any values.
    type V: Copy;

    /// The size of a vector in bytes.
    const BYTES: usize;
    /// The number of bits that each byte has in the masks of [`at_least8`](Self::at_least8).
    const MASK8: usize;
    /// The number of bits that each lane of 16 bits has in the masks of [`equal16`](Self::equal16).
    const MASK16: u32;

    /// Loads the vector at byte `at`.
    ///
    /// # Safety
    ///
    /// * `source` has at least [`BYTES`](Self::BYTES) bytes from `at` on.
    #[inline(always)]
    unsafe fn load(self, source: Source<'_>, at: usize) -> Self::V {
        const { assert!(size_of::<Self::V>() == Self::BYTES) };
        debug_assert!(at <= source.bytes() && source.bytes() - at >= Self::BYTES);
        let place = source.start().wrapping_add(at).cast::<Self::V>();
        // SAFETY: `source` has a vector from `at` on, as the caller promises; any alignment, and any bytes are a vector.
        unsafe { place.read_unaligned() }
    }

    /// Loads `count` bytes, followed by zeros.
    ///
    /// # Safety
    ///
    /// * `count` is at most [`BYTES`](Self::BYTES); `source` has at least `count` bytes from `at` on.
    unsafe fn load_part(self, source: Source<'_>, at: usize, count: usize) -> Self::V;

    /// Stores a vector at byte `at`.
    ///
    /// # Safety
    ///
    /// * `room` has at least [`BYTES`](Self::BYTES) bytes from `at` on.
    #[inline(always)]
    unsafe fn store(self, room: Target<'_>, at: usize, vector: Self::V) {
        const { assert!(size_of::<Self::V>() == Self::BYTES) };
        debug_assert!(at <= room.bytes() && room.bytes() - at >= Self::BYTES);
        let place = room.start().wrapping_add(at).cast::<Self::V>();
        // SAFETY: `room` has a vector from `at` on, as the caller promises; any alignment.
        unsafe { place.write_unaligned(vector) };
    }

    /// Stores the first `count` bytes of a vector. If `room` is scratch, it may store the others too.
    ///
    /// # Safety
    ///
    /// * `count` is at most [`BYTES`](Self::BYTES); `room` has at least `count` bytes from `at` on.
    unsafe fn store_part(self, room: Target<'_>, at: usize, vector: Self::V, count: usize);

    /// Loads a text of at most a vector as [`store_short`](Self::store_short) expects it: its first and its last bytes,
    /// which overlap, so many of each as the second result says. There may be zeros after each of the two.
    ///
    /// # Safety
    ///
    /// * `source` has at least one byte, and at most [`BYTES`](Self::BYTES).
    unsafe fn load_short(self, source: Source<'_>) -> (Self::V, usize);

    /// Stores `bytes` bytes, into which the vector of [`load_short`](Self::load_short) was converted: lanes of `FROM`
    /// bytes to lanes of `TO` bytes, at most twice as large; each of its two parts became `size` bytes. If `room` is
    /// scratch, it may store others too.
    ///
    /// # Safety
    ///
    /// * `room` has at least `bytes` bytes.
    /// * `size` is the result of `load_short`, converted likewise, so at most `bytes`.
    unsafe fn store_short<const FROM: usize, const TO: usize>(
        self,
        room: Target<'_>,
        vectors: [Self::V; 2],
        bytes: usize,
        size: usize,
    );

    /// Returns a vector with this value in all lanes.
    fn splat8(self, value: u8) -> Self::V;
    fn splat16(self, value: u16) -> Self::V;
    fn splat32(self, value: u32) -> Self::V;

    fn and(self, a: Self::V, b: Self::V) -> Self::V;
    fn or(self, a: Self::V, b: Self::V) -> Self::V;
    fn xor(self, a: Self::V, b: Self::V) -> Self::V;

    /// The greater of each two lanes, unsigned.
    fn max8(self, a: Self::V, b: Self::V) -> Self::V;
    fn max32(self, a: Self::V, b: Self::V) -> Self::V;
    /// The smaller of each two lanes, unsigned.
    fn min16(self, a: Self::V, b: Self::V) -> Self::V;

    /// Whether a vector has any of these bits.
    fn has(self, vector: Self::V, bits: Self::V) -> bool;
    /// The number of bytes before the first one that has any of these bits; [`BYTES`](Self::BYTES) if there is none.
    fn before_bits(self, vector: Self::V, bits: Self::V) -> usize;
    /// The bytes that are at least `limit`, unsigned, with [`MASK8`](Self::MASK8) bits each.
    fn at_least8(self, vector: Self::V, limit: u8) -> u64;
    /// Whether any byte is at least `limit`, unsigned.
    #[inline(always)]
    fn reaches8(self, vector: Self::V, limit: u8) -> bool {
        self.at_least8(vector, limit) != 0
    }
    /// The lanes of 16 bits that are equal, with [`MASK16`](Self::MASK16) bits each.
    fn equal16(self, a: Self::V, b: Self::V) -> u32;
    /// Whether a lane of 16 bits is zero.
    #[inline(always)]
    fn has_zero16(self, vector: Self::V) -> bool {
        self.equal16(vector, self.zero()) != 0
    }
    /// The number of lanes of 32 bits that are above `limit`, unsigned.
    fn count_above32(self, vector: Self::V, limit: u32) -> usize;

    /// Swaps the bytes of each lane.
    fn swap16(self, vector: Self::V) -> Self::V;
    fn swap32(self, vector: Self::V) -> Self::V;

    /// Widens lanes of 8 bits to 16 bits; `BIG` swaps the bytes of the results.
    fn widen8<const BIG: bool>(self, vector: Self::V) -> [Self::V; 2];
    /// Widens lanes of 8 bits to 32 bits; `BIG` swaps the bytes of the results.
    fn widen8_to_32<const BIG: bool>(self, vector: Self::V) -> [Self::V; 4];
    /// Widens lanes of 16 bits to 32 bits.
    fn widen16(self, vector: Self::V) -> [Self::V; 2];

    /// Narrows lanes of 16 bits, none above 0xFF, to 8 bits; `BIG` swaps the bytes of the lanes first.
    fn narrow16<const BIG: bool>(self, low: Self::V, high: Self::V) -> Self::V;
    /// Narrows lanes of 32 bits, none above 0xFFFF, to 16 bits; `BIG` swaps the bytes of the lanes first.
    fn narrow32<const BIG: bool>(self, low: Self::V, high: Self::V) -> Self::V;
    /// Narrows lanes of 32 bits, none above 0xFF, to 8 bits; `BIG` swaps the bytes of the lanes first.
    fn narrow32_to_8<const BIG: bool>(self, vectors: [Self::V; 4]) -> Self::V;

    /// Checks UTF-8: a byte of the result is zero if the byte of `bytes` can follow the three bytes before it, the
    /// first of which are at the end of `before`. What follows the last bytes is not checked.
    fn utf8_errors(self, before: Self::V, bytes: Self::V) -> Self::V;
    /// The number of bytes at the end, 0 to 3, that belong to a code point that is not complete there. All sequences
    /// before are well-formed.
    fn utf8_open(self, bytes: Self::V) -> usize;

    /// Returns the vector whose bits are all zero.
    #[inline(always)]
    fn zero(self) -> Self::V {
        self.splat8(0)
    }

    /// Loads four vectors in a row.
    ///
    /// # Safety
    ///
    /// * `source` has at least 4 × [`BYTES`](Self::BYTES) bytes from `at` on.
    #[inline(always)]
    unsafe fn load4(self, source: Source<'_>, at: usize) -> [Self::V; 4] {
        // SAFETY: `source` has four vectors from `at` on, as the caller promises; this is the first.
        let a = unsafe { self.load(source, at) };
        // SAFETY: the second of the four vectors of `source`.
        let b = unsafe { self.load(source, at + Self::BYTES) };
        // SAFETY: the third of the four vectors of `source`.
        let c = unsafe { self.load(source, at + 2 * Self::BYTES) };
        // SAFETY: the last of the four vectors of `source`.
        let d = unsafe { self.load(source, at + 3 * Self::BYTES) };
        [a, b, c, d]
    }

    /// Loads the rest of `source` from `at` on, at most a vector, followed by zeros.
    #[inline(always)]
    fn load_rest(self, source: Source<'_>, at: usize) -> Self::V {
        let left = source.bytes().saturating_sub(at);
        if left >= Self::BYTES {
            // SAFETY: the test above: a vector is left of `source`.
            unsafe { self.load(source, at) }
        } else {
            // SAFETY: `left` bytes, fewer than a vector, are left of `source`; of none, nothing is read.
            unsafe { self.load_part(source, at, left) }
        }
    }

    /// The bits of four vectors.
    #[inline(always)]
    fn or4(self, [a, b, c, d]: [Self::V; 4]) -> Self::V {
        self.or(self.or(a, b), self.or(c, d))
    }
}

/// Implements operations of [`Vectors`] by functions that require the features of the tier.
macro_rules! operations {
    ($features:literal $($name:ident$([$big:ident])?($($argument:ident: $type:ty),+) -> $result:ty $body:block)*) => {$(
        #[inline(always)]
        fn $name$(<const $big: bool>)?(self, $($argument: $type),+) -> $result {
            #[inline]
            #[target_feature(enable = $features)]
            fn with_features$(<const $big: bool>)?($($argument: $type),+) -> $result $body
            // SAFETY: `self` proves that this CPU has the features.
            unsafe { with_features$(::<$big>)?($($argument),+) }
        }
    )*};
}
pub(in crate::kernels) use operations;

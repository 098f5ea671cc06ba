//! The one door from a pointer and a size to reads and writes: bounded, unaligned, and tolerant of memory that another
//! party changes meanwhile.
//!
//! No slice is ever made of such memory. Every read is volatile and happens once; its result is a local copy, and
//! whatever depends on it (what is stored, how far to go on) is decided by that copy alone. A change underneath can so
//! change the text that comes out, but never what is in bounds.

use std::marker::PhantomData;

use crate::kernels;

mod pointers;

pub use pointers::Pointers;

#[repr(C, packed)]
#[derive(Clone, Copy)]
struct Unaligned<T>(T);

/// Memory to read, at any alignment; another party may write it meanwhile.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// Readable for `bytes` bytes during `'a`; anything if `bytes` is 0.
    start: *const u8,
    bytes: usize,
    lives: PhantomData<&'a [u8]>,
}

impl<'a> Source<'a> {
    /// Memory from a foreign party.
    ///
    /// # Safety
    ///
    /// * `start` is readable for `bytes` initialised bytes during `'a`, at any alignment. It may be null or dangling if
    ///   `bytes` is 0.
    /// * No Rust reference through which it can be written exists during `'a`. Foreign code may write it.
    #[must_use]
    #[inline]
    pub const unsafe fn new(start: *const u8, bytes: usize) -> Self {
        Self {
            start,
            bytes,
            lives: PhantomData,
        }
    }

    /// These bytes.
    #[must_use]
    #[inline]
    pub fn from_bytes(bytes: &'a [u8]) -> Self {
        Self::from_units(bytes)
    }

    /// These chars, in the order of this machine.
    #[must_use]
    #[inline]
    pub fn from_chars(chars: &'a [u16]) -> Self {
        Self::from_units(chars)
    }

    /// These units, in the byte order of the machine.
    #[must_use]
    #[inline]
    pub fn from_units<T: Bits>(units: &'a [T]) -> Self {
        Self {
            start: units.as_ptr().cast(),
            bytes: size_of_val(units),
            lives: PhantomData,
        }
    }

    /// The size in bytes.
    #[must_use]
    #[inline]
    pub const fn bytes(self) -> usize {
        self.bytes
    }

    /// A copy of the bytes, each of them read once.
    #[must_use]
    pub fn to_vec(self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.bytes);
        while let Some(words) = self.read::<[u64; 4]>(bytes.len()) {
            for word in words {
                bytes.extend_from_slice(&word.to_ne_bytes());
            }
        }
        while let Some(byte) = self.read(bytes.len()) {
            bytes.push(byte);
        }
        bytes
    }

    /// The memory from byte `at` on; empty if `at` is past the end.
    #[must_use]
    #[inline(always)]
    pub fn rest(self, at: usize) -> Self {
        let at = at.min(self.bytes);
        Self {
            start: self.start.wrapping_add(at),
            bytes: self.bytes - at,
            lives: PhantomData,
        }
    }

    /// `bytes` bytes from byte `at` on; `None` if they do not all lie inside.
    #[must_use]
    #[inline(always)]
    pub fn part(self, at: u64, bytes: u64) -> Option<Self> {
        let (at, bytes) = (usize::try_from(at).ok()?, usize::try_from(bytes).ok()?);
        if at > self.bytes || self.bytes - at < bytes {
            return None;
        }
        Some(Self { bytes, ..self.rest(at) })
    }

    /// Where it begins: readable for [`Source::bytes`], anything if that is 0.
    #[must_use]
    #[inline(always)]
    pub const fn start(self) -> *const u8 {
        self.start
    }

    /// Reads the number at byte `at` once, in the byte order of the machine; `None` if it does not lie inside.
    #[must_use]
    #[inline(always)]
    pub fn read<T: Bits>(self, at: usize) -> Option<T> {
        // By a difference: a sum could overflow.
        if at > self.bytes || self.bytes - at < size_of::<T>() {
            return None;
        }
        let place = self.start.wrapping_add(at).cast::<Unaligned<T>>();
        // SAFETY: the test above saw that the bytes lie inside of what `new` was promised to be readable; packed: any
        // alignment; whatever they are, they are a `T`.
        let Unaligned(value) = unsafe { place.read_volatile() };
        Some(value)
    }
}

/// Memory to write, at any alignment.
#[derive(Clone, Copy, Debug)]
pub struct Target<'a> {
    /// Writable for [`Target::bytes`] bytes during `'a`; anything if that is 0.
    start: *mut u8,
    /// The size, and [`SCRATCH`]: two words in all, which are passed in registers.
    bytes: usize,
    lives: PhantomData<&'a mut [u8]>,
}

/// Set in a size if what lies beyond the result need not stay as it was. No memory is so large that its size has this
/// bit.
const SCRATCH: usize = 1 << (usize::BITS - 1);

impl<'a> Target<'a> {
    /// Memory from a foreign party.
    ///
    /// # Safety
    ///
    /// * `start` is writable for `bytes` bytes, at most [`isize::MAX`], during `'a`, at any alignment; they may be
    ///   uninitialised. It may be null or dangling if `bytes` is 0.
    /// * No Rust reference to it exists during `'a`. Foreign code may read and write it.
    #[must_use]
    #[inline]
    pub const unsafe fn new(start: *mut u8, bytes: usize) -> Self {
        Self {
            start,
            bytes: bytes & !SCRATCH,
            lives: PhantomData,
        }
    }

    /// Memory from a foreign party whose contents beyond the result, up to `bytes`, do not matter: they may be changed
    /// too, which is faster. Everything else that is said about a verb's target holds.
    ///
    /// # Safety
    ///
    /// * As [`Target::new`]: `start` is writable for `bytes` bytes during `'a`, and no Rust reference to it exists.
    #[must_use]
    #[inline]
    pub const unsafe fn scratch(start: *mut u8, bytes: usize) -> Self {
        Self {
            start,
            bytes: bytes | SCRATCH,
            lives: PhantomData,
        }
    }

    /// These bytes.
    #[must_use]
    #[inline]
    pub fn from_bytes(bytes: &'a mut [u8]) -> Self {
        Self::from_units(bytes)
    }

    /// These chars, in the order of this machine.
    #[must_use]
    #[inline]
    pub fn from_chars(chars: &'a mut [u16]) -> Self {
        Self::from_units(chars)
    }

    /// These units, in the byte order of the machine.
    #[must_use]
    #[inline]
    pub fn from_units<T: Bits>(units: &'a mut [T]) -> Self {
        Self {
            start: units.as_mut_ptr().cast(),
            bytes: size_of_val(units),
            lives: PhantomData,
        }
    }

    /// The size in bytes.
    #[must_use]
    #[inline]
    pub const fn bytes(self) -> usize {
        self.bytes & !SCRATCH
    }

    /// Whether bytes beyond the result may be changed too: the memory was passed to [`Target::scratch`].
    #[must_use]
    #[inline]
    pub const fn is_scratch(self) -> bool {
        self.bytes & SCRATCH != 0
    }

    /// The memory from byte `at` on; empty if `at` is past the end.
    #[must_use]
    #[inline(always)]
    pub fn rest(self, at: usize) -> Self {
        let at = at.min(self.bytes());
        Self {
            start: self.start.wrapping_add(at),
            // The bit of scratch stays: no more is taken away than there is.
            bytes: self.bytes - at,
            lives: PhantomData,
        }
    }

    /// `bytes` bytes from byte `at` on; `None` if they do not all lie inside.
    #[must_use]
    #[inline(always)]
    pub fn part(self, at: u64, bytes: u64) -> Option<Self> {
        let (at, bytes) = (usize::try_from(at).ok()?, usize::try_from(bytes).ok()?);
        if at > self.bytes() || self.bytes() - at < bytes {
            return None;
        }
        Some(Self {
            start: self.start.wrapping_add(at),
            bytes: bytes | self.bytes & SCRATCH,
            lives: PhantomData,
        })
    }

    /// Writes `value` at byte `at`, in the byte order of the machine. Returns false, and writes nothing, if it does not fit.
    #[inline(always)]
    pub fn write<T: Bits>(self, at: usize, value: T) -> bool {
        // By a difference: a sum could overflow.
        if at > self.bytes() || self.bytes() - at < size_of::<T>() {
            return false;
        }
        let place = self.start.wrapping_add(at).cast::<Unaligned<T>>();
        // SAFETY: the test above saw that the bytes lie inside of what `new` was promised to be writable; packed: any
        // alignment. Not volatile: nothing is decided by what is there afterwards.
        unsafe { place.write(Unaligned(value)) };
        true
    }

    /// Copies `source` to byte `at`. Returns false, and writes nothing, if it does not fit.
    #[inline(always)]
    pub fn put(self, at: usize, source: Source<'_>) -> bool {
        at <= self.bytes() && Filler::new(self.rest(at)).copy(source)
    }
}

/// Fills a [`Target`] from its start.
#[derive(Clone, Copy, Debug)]
pub struct Filler<'a> {
    target: Target<'a>,
    /// The first so many bytes of `target` are written; never more than it has.
    filled: usize,
}

impl<'a> Filler<'a> {
    /// Starts at the first byte of `target`.
    #[must_use]
    #[inline(always)]
    pub const fn new(target: Target<'a>) -> Self {
        Self { target, filled: 0 }
    }

    /// The number of bytes written so far.
    #[must_use]
    #[inline(always)]
    pub const fn filled(&self) -> usize {
        self.filled
    }

    /// The number of bytes that can still be written.
    #[must_use]
    #[inline(always)]
    pub const fn room(&self) -> usize {
        self.target.bytes() - self.filled
    }

    /// Appends `value`, in the byte order of the machine. Returns false, and writes nothing, if it does not fit.
    #[inline(always)]
    pub fn push<T: Bits>(&mut self, value: T) -> bool {
        if self.room() < size_of::<T>() {
            return false;
        }
        let place = self.target.start.wrapping_add(self.filled).cast::<Unaligned<T>>();
        // SAFETY: the test above saw that the bytes lie inside of what `Target::new` was promised to be writable;
        // packed: any alignment. Not volatile: nothing is decided by what is there afterwards.
        unsafe { place.write(Unaligned(value)) };
        self.filled += size_of::<T>();
        true
    }

    /// Appends all of `source`, and reads each byte of it once. Returns false, and writes nothing, if it does not fit.
    #[inline(always)]
    pub fn copy(&mut self, source: Source<'_>) -> bool {
        if source.bytes() > self.room() {
            return false;
        }
        let mut at = 0;
        while let Some(words) = source.read::<[u64; 4]>(at) {
            self.push(words);
            at += size_of_val(&words);
        }
        while let Some(word) = source.read::<u64>(at) {
            self.push(word);
            at += size_of_val(&word);
        }
        while let Some(byte) = source.read::<u8>(at) {
            self.push(byte);
            at += 1;
        }
        true
    }

    /// The rest of the target, for a kernel.
    #[inline(always)]
    pub(crate) fn rest(&mut self) -> Room<'_> {
        Room {
            start: self.target.start.wrapping_add(self.filled),
            // The bit of scratch stays: no more is filled than there is.
            bytes: self.target.bytes - self.filled,
            lives: PhantomData,
        }
    }

    /// Counts bytes that a kernel wrote.
    ///
    /// # Safety
    ///
    /// * The first `bytes` bytes of [`Filler::rest`] were written: there are so many, and they are initialised.
    #[inline(always)]
    pub(crate) unsafe fn advance(&mut self, bytes: usize) {
        debug_assert!(bytes <= self.room());
        self.filled += bytes;
    }

    /// The same target, as if nothing had been written.
    pub(crate) const fn restart(&self) -> Self {
        Self::new(self.target)
    }

    /// The bytes written so far.
    #[must_use]
    #[inline(always)]
    pub const fn written(&self) -> Source<'a> {
        Source {
            start: self.target.start,
            bytes: self.filled,
            lives: PhantomData,
        }
    }
}

/// Where a kernel writes: what is left of a [`Target`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Room<'a> {
    /// Writable for [`Room::bytes`] bytes during `'a`; anything if that is 0.
    start: *mut u8,
    /// The size, and [`SCRATCH`].
    bytes: usize,
    lives: PhantomData<&'a mut [u8]>,
}

impl Room<'_> {
    /// Where it begins: writable for [`Room::bytes`].
    #[inline(always)]
    pub(crate) const fn start(self) -> *mut u8 {
        self.start
    }

    /// The size in bytes.
    #[inline(always)]
    pub(crate) const fn bytes(self) -> usize {
        self.bytes & !SCRATCH
    }

    /// Whether bytes beyond the result may be changed.
    #[inline(always)]
    pub(crate) const fn scratch(self) -> bool {
        self.bytes & SCRATCH != 0
    }
}

/// Plain numbers.
///
/// # Safety
///
/// * Every byte of a value is initialised, and may be any byte: no padding, no invalid value.
pub unsafe trait Bits: Copy {}

// SAFETY: an unsigned number of one byte.
unsafe impl Bits for u8 {}
// SAFETY: an unsigned number without padding.
unsafe impl Bits for u16 {}
// SAFETY: an unsigned number without padding.
unsafe impl Bits for u32 {}
// SAFETY: an unsigned number without padding.
unsafe impl Bits for u64 {}
// SAFETY: elements lie side by side.
unsafe impl<T: Bits, const N: usize> Bits for [T; N] {}

/// Memory to search for a zero code unit. Its bound is not trusted to be mapped.
#[derive(Clone, Copy, Debug)]
pub struct Scan<'a> {
    /// Readable during `'a` up to the end of the first zero unit, or for `max_units` units.
    start: *const u8,
    max_units: usize,
    /// Bounds the units too, whatever their size.
    max_bytes: usize,
    lives: PhantomData<&'a [u8]>,
}

/// What is read at a time where the address allows. It divides every page size, so that an aligned one that begins in
/// readable memory lies in it.
type Word = u64;

impl<'a> Scan<'a> {
    /// Memory from a foreign party. The bound may be absurd, such as [`isize::MAX`], as long as a zero unit comes first.
    ///
    /// # Safety
    ///
    /// * `start` is readable during `'a`, at any alignment, up to the end of the first zero code unit of the size that
    ///   is searched for, or for `max_units` of them if none is zero. It may be null or dangling if `max_units` is 0.
    /// * So are the other bytes, before `max_units`, of the aligned 256 bytes that hold the end of that zero unit: where
    ///   memory is mapped in pages, they always are. What they hold does not matter.
    /// * No Rust reference through which it can be written exists during `'a`. Foreign code may write it.
    #[must_use]
    pub const unsafe fn new(start: *const u8, max_units: usize) -> Self {
        Self {
            start,
            max_units,
            max_bytes: usize::MAX,
            lives: PhantomData,
        }
    }

    /// These bytes; a tail smaller than a unit is left out.
    #[must_use]
    pub const fn from_bytes(bytes: &'a [u8]) -> Self {
        Self {
            start: bytes.as_ptr(),
            max_units: bytes.len(),
            max_bytes: bytes.len(),
            lives: PhantomData,
        }
    }

    /// How many units of the type `T` precede the first zero one; as many as there may be if none is zero.
    pub(crate) fn units_before_zero<T: Unit>(self) -> usize {
        let per_word = size_of::<Word>() / size_of::<T>();
        let max_units = self.max_units.min(self.max_bytes / size_of::<T>());
        if max_units == 0 {
            return 0;
        }
        // SAFETY: the promise to `new`; as many bytes as so many units have do not overflow.
        let (mut units, ended) = unsafe { T::units_before_zero(self.start, max_units) };
        if ended {
            return units;
        }
        let mut tried = units > 0;
        while units < max_units {
            let place = self.start.wrapping_add(units * size_of::<T>());
            // Once more for kernels that want an aligned start.
            if !tried && place.addr().is_multiple_of(32) {
                tried = true;
                // SAFETY: as above, since no unit before `place` was zero.
                let (more, ended) = unsafe { T::units_before_zero(place, max_units - units) };
                units += more;
                if ended {
                    return units;
                }
                continue;
            }
            // Miri knows no pages: it would take a word that reaches past the zero unit for out of bounds.
            if !cfg!(miri) && place.addr().is_multiple_of(align_of::<Word>()) && max_units - units >= per_word {
                let place = place.cast::<Word>();
                // SAFETY: no unit before `place` was zero and one at least is left, so the word's first unit is
                // readable by the promise to `new`, and so are those up to a zero one; beyond that the word stays in
                // the same page, and `max_units` is not passed. It is aligned: just tested.
                let word = unsafe { place.read_volatile() };
                match T::first_zero(word) {
                    Some(before) => return units + before,
                    None => units += per_word,
                }
            } else {
                let place = place.cast::<Unaligned<T>>();
                // SAFETY: no unit before `place` was zero and one at least is left, so by the promise to `new` this
                // one is readable; packed: any alignment.
                let Unaligned(unit) = unsafe { place.read_volatile() };
                if unit == T::ZERO {
                    return units;
                }
                units += 1;
            }
        }
        max_units
    }
}

/// A code unit that can be searched for.
pub(crate) trait Unit: Copy + Eq {
    /// Zero.
    const ZERO: Self;

    /// [`kernels::units_before_zero`] of this size.
    ///
    /// # Safety
    ///
    /// * As there.
    unsafe fn units_before_zero(start: *const u8, max_units: usize) -> (usize, bool);

    /// How many units precede the first zero one in a word as it lies in memory.
    fn first_zero(word: Word) -> Option<usize>;
}

macro_rules! unit {
    ($unit:ty) => {
        impl Unit for $unit {
            const ZERO: Self = 0;

            #[inline(always)]
            unsafe fn units_before_zero(start: *const u8, max_units: usize) -> (usize, bool) {
                // SAFETY: the caller's promise.
                unsafe { kernels::units_before_zero::<{ size_of::<$unit>() }>(start, max_units) }
            }

            #[inline(always)]
            fn first_zero(word: Word) -> Option<usize> {
                const ONES: Word = Word::MAX / <$unit>::MAX as Word;
                const HIGHS: Word = ONES << (<$unit>::BITS - 1);
                // The first unit in memory becomes the lowest; swapping bytes inside units keeps zero ones zero.
                let word = word.to_le();
                // The lowest bit set stands for a zero unit; those above may be there by a borrow from it.
                let found = word.wrapping_sub(ONES) & !word & HIGHS;
                if found == 0 {
                    None
                } else {
                    Some((found.trailing_zeros() / <$unit>::BITS) as usize)
                }
            }
        }
    };
}

unit!(u8);
unit!(u16);
unit!(u32);

//! All access to memory by a pointer and a size: bounds-checked, unaligned, and tolerant of memory that another party
//! changes during the access.
//!
//! No slice of such memory is ever created. Every read of this module is volatile and happens once; its result is a
//! local copy, and everything that depends on it (which bytes to store, how far to continue) is decided from that copy. A concurrent
//! change can therefore change the text, but never cause an access out of bounds.

use std::marker::PhantomData;

use crate::kernels;

mod pointers;

pub use pointers::Pointers;

#[repr(C, packed)]
#[derive(Clone, Copy)]
struct Unaligned<T>(T);

/// Memory to read, at any alignment; another party may write it at any time.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// Readable for `bytes` bytes during `'a`; any pointer if `bytes` is 0.
    start: *const u8,
    bytes: usize,
    lives: PhantomData<&'a [u8]>,
}

impl<'a> Source<'a> {
    /// Creates a source from foreign memory.
    ///
    /// # Safety
    ///
    /// * `start` is readable for `bytes` initialised bytes during `'a`, at any alignment. It may be null or dangling if
    ///   `bytes` is 0.
    /// * No Rust reference through which it can be written exists during `'a`. Foreign code may write it.
    #[must_use]
    #[inline]
    pub const unsafe fn new(start: *const u8, bytes: usize) -> Self {
        Self { start, bytes, lives: PhantomData }
    }

    /// Creates a source of these bytes.
    #[must_use]
    #[inline]
    pub fn from_bytes(bytes: &'a [u8]) -> Self {
        Self::from_units(bytes)
    }

    /// Creates a source of these chars, in the byte order of this machine.
    #[must_use]
    #[inline]
    pub fn from_chars(chars: &'a [u16]) -> Self {
        Self::from_units(chars)
    }

    /// Creates a source of these units, in the byte order of this machine.
    #[must_use]
    #[inline]
    pub fn from_units<T: Bits>(units: &'a [T]) -> Self {
        Self { start: units.as_ptr().cast(), bytes: size_of_val(units), lives: PhantomData }
    }

    /// Returns the size in bytes.
    #[must_use]
    #[inline]
    pub const fn bytes(self) -> usize {
        self.bytes
    }

    /// Returns a copy of the bytes, each of them read once.
    #[must_use]
    pub fn to_vec(self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.bytes);
        self.append_to(&mut bytes);
        bytes
    }

    /// Appends a copy of the bytes, each of them read once. Allocates nothing if `target` has room for them.
    pub fn append_to(self, target: &mut Vec<u8>) {
        let start = target.len();
        while let Some(words) = self.read::<[u64; 4]>(target.len() - start) {
            for word in words {
                target.extend_from_slice(&word.to_ne_bytes());
            }
        }
        while let Some(byte) = self.read(target.len() - start) {
            target.push(byte);
        }
    }

    /// Returns the memory from byte `at` on; empty if `at` is past the end.
    #[must_use]
    #[inline(always)]
    pub fn rest(self, at: usize) -> Self {
        let at = at.min(self.bytes);
        Self { start: self.start.wrapping_add(at), bytes: self.bytes - at, lives: PhantomData }
    }

    /// Returns `bytes` bytes from byte `at` on, or `None` if they are not entirely inside.
    #[must_use]
    #[inline(always)]
    pub fn part(self, at: u64, bytes: u64) -> Option<Self> {
        let (at, bytes) = (usize::try_from(at).ok()?, usize::try_from(bytes).ok()?);
        if at > self.bytes || self.bytes - at < bytes {
            return None;
        }
        Some(Self { bytes, ..self.rest(at) })
    }

    /// Returns the start: readable for [`Source::bytes`], any pointer if that is 0.
    #[must_use]
    #[inline(always)]
    pub const fn start(self) -> *const u8 {
        self.start
    }

    /// Reads the number at byte `at` once, in the byte order of the machine; `None` if it is not entirely inside.
    #[must_use]
    #[inline(always)]
    pub fn read<T: Bits>(self, at: usize) -> Option<T> {
        // Compared by a difference, because a sum could overflow.
        if at > self.bytes || self.bytes - at < size_of::<T>() {
            return None;
        }
        let place = self.start.wrapping_add(at).cast::<Unaligned<T>>();
        // SAFETY: the test above: the bytes at `place` lie inside the memory that is readable by the contract of
        // `new`; packed: any alignment; any bytes are a valid `T`.
        let Unaligned(value) = unsafe { place.read_volatile() };
        Some(value)
    }
}

/// Memory to write, at any alignment.
#[derive(Clone, Copy, Debug)]
pub struct Target<'a> {
    /// Writable for [`Target::bytes`] bytes during `'a`; any pointer if that is 0.
    start: *mut u8,
    /// The size in bytes, and [`SCRATCH`]: this makes two words in all, which are passed in registers.
    bytes: usize,
    lives: PhantomData<&'a mut [u8]>,
}

/// Set in a size if bytes beyond the result may be changed. No memory is so large that its size has this bit.
const SCRATCH: usize = 1 << (usize::BITS - 1);

impl<'a> Target<'a> {
    /// Creates a target of foreign memory.
    ///
    /// # Safety
    ///
    /// * `start` is writable for `bytes` bytes, at most [`isize::MAX`], during `'a`, at any alignment; they may be
    ///   uninitialised. It may be null or dangling if `bytes` is 0.
    /// * No Rust reference to it exists during `'a`. Foreign code may read and write it.
    #[must_use]
    #[inline]
    pub const unsafe fn new(start: *mut u8, bytes: usize) -> Self {
        Self { start, bytes: bytes & !SCRATCH, lives: PhantomData }
    }

    /// Creates a target of foreign memory whose contents beyond the result, within `bytes`, may be changed too, which
    /// is faster. Otherwise as [`Target::new`].
    ///
    /// # Safety
    ///
    /// * As [`Target::new`]: `start` is writable for `bytes` bytes during `'a`, and no Rust reference to it exists.
    #[must_use]
    #[inline]
    pub const unsafe fn scratch(start: *mut u8, bytes: usize) -> Self {
        Self { start, bytes: bytes | SCRATCH, lives: PhantomData }
    }

    /// Creates a target of these bytes.
    #[must_use]
    #[inline]
    pub fn from_bytes(bytes: &'a mut [u8]) -> Self {
        Self::from_units(bytes)
    }

    /// Creates a target of these chars, in the byte order of this machine.
    #[must_use]
    #[inline]
    pub fn from_chars(chars: &'a mut [u16]) -> Self {
        Self::from_units(chars)
    }

    /// Creates a target of these units, in the byte order of this machine.
    #[must_use]
    #[inline]
    pub fn from_units<T: Bits>(units: &'a mut [T]) -> Self {
        Self { start: units.as_mut_ptr().cast(), bytes: size_of_val(units), lives: PhantomData }
    }

    /// Returns the same memory as scratch: [`Target::scratch`].
    #[inline(always)]
    pub(crate) const fn as_scratch(self) -> Self {
        Self { bytes: self.bytes | SCRATCH, ..self }
    }

    /// Returns the size in bytes.
    #[must_use]
    #[inline]
    pub const fn bytes(self) -> usize {
        self.bytes & !SCRATCH
    }

    /// Returns the start: writable for [`Target::bytes`], any pointer if that is 0.
    #[inline(always)]
    pub(crate) const fn start(self) -> *mut u8 {
        self.start
    }

    /// Returns whether bytes beyond the result may be changed too: the target was made by [`Target::scratch`].
    #[must_use]
    #[inline]
    pub const fn is_scratch(self) -> bool {
        self.bytes & SCRATCH != 0
    }

    /// Returns the memory from byte `at` on; empty if `at` is past the end.
    #[must_use]
    #[inline(always)]
    pub fn rest(self, at: usize) -> Self {
        let at = at.min(self.bytes());
        Self {
            start: self.start.wrapping_add(at),
            // The SCRATCH bit stays set, because `at` is at most the size.
            bytes: self.bytes - at,
            lives: PhantomData,
        }
    }

    /// Returns `bytes` bytes from byte `at` on, or `None` if they are not entirely inside.
    #[must_use]
    #[inline(always)]
    pub fn part(self, at: u64, bytes: u64) -> Option<Self> {
        let (at, bytes) = (usize::try_from(at).ok()?, usize::try_from(bytes).ok()?);
        if at > self.bytes() || self.bytes() - at < bytes {
            return None;
        }
        Some(Self { start: self.start.wrapping_add(at), bytes: bytes | self.bytes & SCRATCH, lives: PhantomData })
    }

    /// Writes `value` at byte `at`, in the byte order of the machine. Returns false, and writes nothing, if it does not
    /// fit.
    #[inline(always)]
    pub fn write<T: Bits>(self, at: usize, value: T) -> bool {
        // Compared by a difference, because a sum could overflow.
        if at > self.bytes() || self.bytes() - at < size_of::<T>() {
            return false;
        }
        let place = self.start.wrapping_add(at).cast::<Unaligned<T>>();
        // SAFETY: the test above: the bytes at `place` lie inside the memory that is writable by the contract of
        // `new`; packed: any alignment. Not volatile, because nothing depends on the memory afterwards.
        unsafe { place.write(Unaligned(value)) };
        true
    }

    /// Copies `source` to byte `at`. Returns false, and writes nothing, if it does not fit.
    #[inline(always)]
    pub fn put(self, at: usize, source: Source<'_>) -> bool {
        at <= self.bytes() && Filler::new(self.rest(at)).copy(source)
    }
}

/// Writes to a [`Target`] from its start on.
#[derive(Clone, Copy, Debug)]
pub struct Filler<'a> {
    target: Target<'a>,
    /// The number of bytes at the start of `target` that are written; never more than its size.
    filled: usize,
}

impl<'a> Filler<'a> {
    /// Creates a filler at the first byte of `target`.
    #[must_use]
    #[inline(always)]
    pub const fn new(target: Target<'a>) -> Self {
        Self { target, filled: 0 }
    }

    /// Returns the number of bytes written so far.
    #[must_use]
    #[inline(always)]
    pub const fn filled(&self) -> usize {
        self.filled
    }

    /// Returns the number of bytes that can still be written.
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
        // SAFETY: the test above: the bytes at `place` lie inside the memory that is writable by the contract of
        // `Target::new`; packed: any alignment. Not volatile, because nothing depends on the memory afterwards.
        unsafe { place.write(Unaligned(value)) };
        self.filled += size_of::<T>();
        true
    }

    /// Appends all of `source`, reading each byte once. Returns false, and writes nothing, if it does not fit.
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

    /// Returns the rest of the target, for a kernel.
    #[inline(always)]
    pub(crate) fn rest(&mut self) -> Target<'_> {
        Target {
            start: self.target.start.wrapping_add(self.filled),
            // The SCRATCH bit stays set, because `filled` is at most the size.
            bytes: self.target.bytes - self.filled,
            lives: PhantomData,
        }
    }

    /// Adds bytes that a kernel wrote to [`Filler::rest`].
    ///
    /// # Safety
    ///
    /// * The first `bytes` bytes of [`Filler::rest`] are initialised, and it has at least that size.
    #[inline(always)]
    pub(crate) unsafe fn advance(&mut self, bytes: usize) {
        debug_assert!(bytes <= self.room());
        self.filled += bytes;
    }

    /// Returns a filler of the same target with nothing written.
    pub(crate) const fn restart(&self) -> Self {
        Self::new(self.target)
    }

    /// Returns the bytes written so far.
    #[must_use]
    #[inline(always)]
    pub const fn written(&self) -> Source<'a> {
        Source { start: self.target.start, bytes: self.filled, lives: PhantomData }
    }
}

/// Plain numbers.
///
/// # Safety
///
/// * Every byte of a value is initialised and may have any value: there is no padding and no invalid value.
pub unsafe trait Bits: Copy {}

// SAFETY: an unsigned number of one byte.
unsafe impl Bits for u8 {}
// SAFETY: an unsigned number without padding.
unsafe impl Bits for u16 {}
// SAFETY: an unsigned number without padding.
unsafe impl Bits for u32 {}
// SAFETY: an unsigned number without padding.
unsafe impl Bits for u64 {}
// SAFETY: an array has no padding between its elements, which are `Bits`.
unsafe impl<T: Bits, const N: usize> Bits for [T; N] {}

/// Memory to search for a zero code unit. Its bound need not be mapped.
#[derive(Clone, Copy, Debug)]
pub struct Scan<'a> {
    /// Readable during `'a` up to the end of the first zero unit, or for `max_units` units.
    start: *const u8,
    max_units: usize,
    /// Bounds the bytes of the units, whatever their size.
    max_bytes: usize,
    lives: PhantomData<&'a [u8]>,
}

/// The type of a read at an aligned address. Its size divides every page size, so an aligned word that begins in
/// readable memory is readable.
type Word = u64;

impl<'a> Scan<'a> {
    /// Creates a scan of foreign memory. The bound may be implausibly large, such as [`isize::MAX`], if a zero unit
    /// precedes it.
    ///
    /// # Safety
    ///
    /// * `start` is readable during `'a`, at any alignment, up to the end of the first zero code unit of the size
    ///   that is searched for, or for `max_units` units if none is zero. It may be null or dangling if `max_units` is
    ///   0.
    /// * The other bytes, before `max_units`, of the aligned 256 bytes that hold the end of that zero unit are
    ///   readable too: where memory is mapped in pages, they always are. Their contents do not matter.
    /// * No Rust reference through which it can be written exists during `'a`. Foreign code may write it.
    #[must_use]
    pub const unsafe fn new(start: *const u8, max_units: usize) -> Self {
        Self { start, max_units, max_bytes: usize::MAX, lives: PhantomData }
    }

    /// Creates a scan of these bytes; a remainder smaller than a unit is ignored.
    #[must_use]
    pub const fn from_bytes(bytes: &'a [u8]) -> Self {
        Self { start: bytes.as_ptr(), max_units: bytes.len(), max_bytes: bytes.len(), lives: PhantomData }
    }

    /// Returns the number of units of `SIZE` bytes before the first zero unit, or the bound if none is zero.
    pub(crate) fn units_before_zero<const SIZE: usize>(self) -> usize {
        let per_word = size_of::<Word>() / SIZE;
        let max_units = self.max_units.min(self.max_bytes / SIZE);
        if max_units == 0 {
            return 0;
        }
        // SAFETY: the contract of `new`: `start` is readable up to a zero unit or for `max_units`, whose bytes do not
        // overflow.
        let (mut units, ended) = unsafe { kernels::units_before_zero::<SIZE>(self.start, max_units) };
        if ended {
            return units;
        }
        let mut tried = units > 0;
        while units < max_units {
            let place = self.start.wrapping_add(units * SIZE);
            // A second attempt, for kernels that require an aligned start.
            if !tried && place.addr().is_multiple_of(32) {
                tried = true;
                // SAFETY: as above, because no unit before `place` is zero.
                let (more, ended) = unsafe { kernels::units_before_zero::<SIZE>(place, max_units - units) };
                units += more;
                if ended {
                    return units;
                }
                continue;
            }
            // Miri has no pages: it reports a word that extends past the zero unit as out of bounds.
            if !cfg!(miri) && place.addr().is_multiple_of(align_of::<Word>()) && max_units - units >= per_word {
                let place = place.cast::<Word>();
                // SAFETY: no unit before `place` is zero and at least one is left, so the first unit of the word is
                // readable by the contract of `new`, and so are the units up to a zero one; the rest of the word is
                // in the same page and before `max_units`. The test above: `place` is aligned.
                let word = unsafe { place.read_volatile() };
                match first_zero::<SIZE>(word) {
                    Some(before) => return units + before,
                    None => units += per_word,
                }
            } else {
                let place = place.cast::<[u8; SIZE]>();
                // SAFETY: no unit before `place` is zero and at least one is left, so this one is readable by the
                // contract of `new`; bytes: any alignment.
                if unsafe { place.read_volatile() } == [0; SIZE] {
                    return units;
                }
                units += 1;
            }
        }
        max_units
    }
}

/// Returns the number of units of `SIZE` bytes before the first zero one in a word as read from memory.
#[inline(always)]
const fn first_zero<const SIZE: usize>(word: Word) -> Option<usize> {
    let ones = Word::MAX / (Word::MAX >> (64 - 8 * SIZE));
    // The first unit in memory becomes the lowest one; swapping bytes inside units keeps zero units zero.
    let word = word.to_le();
    // The lowest set bit marks a zero unit; higher bits may be set by its borrow.
    let found = word.wrapping_sub(ones) & !word & ones << (8 * SIZE - 1);
    if found == 0 { None } else { Some(found.trailing_zeros() as usize / (8 * SIZE)) }
}

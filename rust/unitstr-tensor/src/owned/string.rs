//! One TensorFlow string: its properties and its growth.

use std::marker::PhantomData;
use std::ptr::{NonNull, null_mut, with_exposed_provenance, with_exposed_provenance_mut};

use super::owner::OwnerApi;
use super::{heap, memory};
use crate::tstring::{self, ELEMENT_BYTES, SMALL_CAPACITY};
use crate::{Fields, FormatCode, Kind, Layout, Place, ViewAbi};
use unitstr::Source;

/// One element of TensorFlow's layout on this machine, at any alignment, which nobody else uses meanwhile.
///
/// Sizes and capacities are in bytes. An operation that fails changes nothing.
#[derive(Debug)]
pub struct TString<'a> {
    /// An element that is well-formed, in 24 writable bytes.
    at: NonNull<u8>,
    view_abi: ViewAbi,
    lives: PhantomData<&'a mut [u8]>,
}

/// What an element owned before. It is freed when this is dropped, after the last read from it.
#[must_use]
pub(super) struct Held {
    /// Null or a block of C's heap that no element owns any more.
    block: *mut u8,
    /// Null or an owner with one reference that no element has any more.
    owner: *mut OwnerApi,
}

impl Held {
    const NOTHING: Self = Self { block: null_mut(), owner: null_mut() };
}

impl Drop for Held {
    fn drop(&mut self) {
        // SAFETY: `block` is null or a block of C's heap that no element owns.
        unsafe { heap::release(self.block) };
        if !self.owner.is_null() {
            // SAFETY: an owner in an element is a `TStringOwnerCApi`: the contract of `TString::at`.
            let release = unsafe { (*self.owner).release };
            // SAFETY: `release` is called with its own struct, as TensorFlow calls it, for the reference that the
            // element had.
            unsafe { release(self.owner) };
        }
    }
}

/// The capacity of a block for a string of this size: including its NUL, a multiple of 16.
fn rounded(bytes: usize) -> Result<usize, FormatCode> {
    match bytes.checked_add(16) {
        Some(more) => Ok((more & !15) - 1),
        None => Err(FormatCode::SizeLimit),
    }
}

impl<'a> TString<'a> {
    /// Returns the existing element at `at`, in a tensor that TensorFlow or this library created.
    ///
    /// # Safety
    ///
    /// * `at` is readable and writable for 24 initialised bytes, at any alignment, and nobody else uses them, during
    ///   `'a`.
    /// * They are an element to which TensorFlow's functions could be applied: a LARGE has a block of C's heap of its
    ///   capacity + 1 bytes, of which the string is initialised, and which no other element has; the strings of
    ///   OFFSET and VIEW are initialised and readable whenever they are read; with [`ViewAbi::From2_21`] the owner of
    ///   a VIEW is null or a `TStringOwnerCApi`, and one reference to it is this element's.
    #[must_use]
    pub unsafe fn at(at: *mut u8, view_abi: ViewAbi) -> Self {
        Self {
            // SAFETY: `at` is writable, so it is not null.
            at: unsafe { NonNull::new_unchecked(at) },
            view_abi,
            lives: PhantomData,
        }
    }

    /// Writes an empty string to 24 bytes with arbitrary contents (TensorFlow: `Init`).
    ///
    /// # Safety
    ///
    /// * `at` is readable and writable for 24 bytes, at any alignment, and nobody else uses them, during `'a`. They
    ///   may be uninitialised. If they are an element, what it owns is leaked.
    #[must_use]
    pub unsafe fn init(at: *mut u8, view_abi: ViewAbi) -> Self {
        // SAFETY: the caller promises that `at` is writable for 24 bytes.
        unsafe { memory::store(at, &[0; ELEMENT_BYTES]) };
        // SAFETY: the same promise; zeros are an empty SMALL.
        unsafe { Self::at(at, view_abi) }
    }

    /// The address of the element.
    pub(super) fn place(&self) -> *mut u8 {
        self.at.as_ptr()
    }

    pub(super) const fn view_abi(&self) -> ViewAbi {
        self.view_abi
    }

    pub(super) fn raw(&self) -> [u8; ELEMENT_BYTES] {
        // SAFETY: `at` is readable for 24 initialised bytes.
        unsafe { memory::load::<ELEMENT_BYTES>(self.place()) }
    }

    /// Replaces all of its bytes, without releasing what it owns.
    pub(super) fn set_raw(&mut self, raw: &[u8; ELEMENT_BYTES]) {
        // SAFETY: `at` is writable for 24 bytes.
        unsafe { memory::store(self.place(), raw) };
    }

    pub(super) fn fields(&self) -> Fields {
        tstring::fields(&self.raw(), Layout::tf24(self.view_abi), 0)
    }

    /// Returns the kind of the element.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.fields().kind
    }

    /// Returns the size of the string in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_fields(&self.fields())
    }

    /// Returns the size that the string can have without an allocation: 22 if it is SMALL, 0 if it is OFFSET or VIEW.
    #[must_use]
    pub fn capacity(&self) -> usize {
        capacity_of_fields(&self.fields())
    }

    /// The start of the string, which may be written if the element owns it.
    pub(super) fn data(&self, fields: &Fields) -> *mut u8 {
        match fields.place {
            Place::Inside(at) => self.place().wrapping_add(at),
            Place::Address(at) => with_exposed_provenance_mut(word(at)),
            Place::Buffer(at) => self.place().wrapping_add(word(at)),
        }
    }

    /// Returns the string.
    #[must_use]
    pub fn text(&self) -> Source<'_> {
        let fields = self.fields();
        let start = self.data(&fields).cast_const();
        // SAFETY: the string is in the element, or readable for its size by the contract of `at`; it is changed or
        // freed only through `self`, which the result borrows.
        unsafe { Source::new(start, size_of_fields(&fields)) }
    }

    /// Frees what the element owns and makes it empty. An element that owns nothing is unchanged (TensorFlow:
    /// `Dealloc`).
    pub fn dealloc(&mut self) {
        let fields = self.fields();
        let held = self.held(&fields);
        if !held.block.is_null() || !held.owner.is_null() {
            self.set_raw(&[0; ELEMENT_BYTES]);
        }
    }

    /// What the element owns. The caller then removes it from the element.
    pub(super) fn held(&self, fields: &Fields) -> Held {
        match (fields.kind, self.view_abi) {
            (Kind::Large, _) => Held { block: self.data(fields), owner: null_mut() },
            (Kind::View, ViewAbi::From2_21) => Held { block: null_mut(), owner: self.owner() },
            _ => Held::NOTHING,
        }
    }

    /// The owner of a VIEW since 2.21.
    pub(super) fn owner(&self) -> *mut OwnerApi {
        let raw = self.raw();
        let owner = crate::words::word(&raw, 2, Layout::tf24(self.view_abi));
        with_exposed_provenance::<OwnerApi>(word(owner)).cast_mut()
    }

    /// Sets the size of the string; new bytes are set to `fill` (TensorFlow: `Resize`).
    ///
    /// * A string of up to 22 bytes becomes SMALL, a longer one LARGE.
    /// * The capacity of a block is halved if the string becomes shorter than half of it.
    ///
    /// # Errors
    ///
    /// [`FormatCode::NoMemory`]; [`FormatCode::SizeLimit`] if the size is too large for an element.
    pub fn resize(&mut self, bytes: usize, fill: u8) -> Result<(), FormatCode> {
        let before = self.bytes();
        drop(self.room(bytes, bytes)?);
        if bytes > before {
            let start = self.data(&self.fields()).wrapping_add(before);
            // SAFETY: `room` made the string the element's own, with `bytes` bytes at its start.
            unsafe { start.write_bytes(fill, bytes - before) };
        }
        Ok(())
    }

    /// Makes sure that the string can grow to this size without another allocation. The string is unchanged. Up to 22
    /// bytes this does nothing: an OFFSET or VIEW becomes SMALL when it is written (TensorFlow: `Reserve`).
    ///
    /// # Errors
    ///
    /// [`FormatCode::NoMemory`]; [`FormatCode::SizeLimit`] if the size is too large for an element.
    pub fn reserve(&mut self, bytes: usize) -> Result<(), FormatCode> {
        let fields = self.fields();
        if bytes <= SMALL_CAPACITY || (fields.kind == Kind::Large && bytes <= self.capacity()) {
            return Ok(());
        }
        let size = size_of_fields(&fields);
        let capacity = rounded(bytes.max(size))?;
        self.make_large(&fields, size, capacity, size).map(drop)
    }

    /// The same; if the capacity is too small, it is at least doubled (TensorFlow: `ReserveAmortized`).
    ///
    /// # Errors
    ///
    /// [`FormatCode::NoMemory`]; [`FormatCode::SizeLimit`] if the size is too large for an element.
    pub fn reserve_amortized(&mut self, bytes: usize) -> Result<(), FormatCode> {
        let capacity = self.capacity();
        if bytes <= capacity {
            return Ok(());
        }
        self.reserve(bytes.max(twice(capacity)?))
    }

    /// [`TString::reserve_amortized`] and a resize in one step, for appending.
    pub(super) fn room_amortized(&mut self, bytes: usize) -> Result<Held, FormatCode> {
        let fields = self.fields();
        let (size, capacity) = (size_of_fields(&fields), capacity_of_fields(&fields));
        if bytes <= SMALL_CAPACITY || bytes <= capacity {
            return self.room(bytes, size);
        }
        let capacity = rounded(bytes.max(twice(capacity)?))?;
        self.make_large(&fields, bytes, capacity, size)
    }

    /// Sets the size of the string and keeps at most its first `kept` bytes.
    pub(super) fn room(&mut self, bytes: usize, kept: usize) -> Result<Held, FormatCode> {
        let fields = self.fields();
        if bytes <= SMALL_CAPACITY {
            return Ok(self.make_small(&fields, bytes, kept));
        }
        let (size, capacity) = (size_of_fields(&fields), capacity_of_fields(&fields));
        let capacity = if bytes < size && bytes < capacity / 2 {
            rounded(capacity / 2)?
        } else if bytes > capacity {
            rounded(bytes)?
        } else {
            capacity
        };
        self.make_large(&fields, bytes, capacity, kept)
    }

    /// Makes the element SMALL; `bytes` is at most 22.
    fn make_small(&mut self, fields: &Fields, bytes: usize, kept: usize) -> Held {
        let held = self.held(fields);
        let mut raw = if fields.kind == Kind::Small {
            self.raw()
        } else {
            let mut raw = [0; ELEMENT_BYTES];
            let kept = kept.min(bytes).min(size_of_fields(fields));
            let inside = &mut raw[1..=kept];
            // SAFETY: the string is readable for its size by the contract of `at`, and `kept` is at most that;
            // `inside` is writable for 22 bytes.
            unsafe { memory::shift(self.data(fields), inside.as_mut_ptr(), kept) };
            raw
        };
        raw[0] = bytes.to_le_bytes()[0] << 2;
        raw[1 + bytes] = 0;
        self.set_raw(&raw);
        held
    }

    /// Makes the element LARGE with a block of this capacity, at least `bytes`.
    fn make_large(&mut self, fields: &Fields, bytes: usize, capacity: usize, kept: usize) -> Result<Held, FormatCode> {
        let layout = Layout::tf24(self.view_abi);
        // The size is checked before anything is allocated.
        if tstring::large_element(layout, bytes as u64, capacity as u64, 0).is_none() {
            return Err(FormatCode::SizeLimit);
        }
        let block_bytes = capacity.checked_add(1).ok_or(FormatCode::SizeLimit)?;
        let old = self.data(fields);
        let mut held = Held::NOTHING;
        let block = if fields.kind == Kind::Large {
            match NonNull::new(old) {
                Some(block) if capacity_of_fields(fields) == capacity => block,
                // SAFETY: `old` is null or the element's own block; if it moves, the element receives the new address
                // below.
                _ => unsafe { heap::resize(old, block_bytes) }?,
            }
        } else {
            let block = heap::allocate(block_bytes)?;
            let kept = kept.min(bytes).min(size_of_fields(fields));
            // SAFETY: the string is readable for its size, at least `kept`; the block is new and larger than `bytes`.
            unsafe { memory::shift(old, block.as_ptr(), kept) };
            held = self.held(fields);
            block
        };
        // SAFETY: the block has one byte more than its capacity, which is at least `bytes`.
        unsafe { memory::put(block.as_ptr().wrapping_add(bytes), 0) };
        let address = block.as_ptr().expose_provenance() as u64;
        if let Some(raw) = tstring::large_element(layout, bytes as u64, capacity as u64, address) {
            self.set_raw(&raw);
        }
        Ok(held)
    }
}

fn twice(capacity: usize) -> Result<usize, FormatCode> {
    capacity.checked_mul(2).ok_or(FormatCode::SizeLimit)
}

/// Converts to a word of this machine: no larger number is read from an element of its own layout.
#[allow(clippy::cast_possible_truncation, reason = "read as a word of this size")]
const fn word(value: u64) -> usize {
    value as usize
}

pub(super) const fn size_of_fields(fields: &Fields) -> usize {
    word(fields.bytes)
}

const fn capacity_of_fields(fields: &Fields) -> usize {
    word(fields.capacity)
}

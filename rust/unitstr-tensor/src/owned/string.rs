//! One TensorFlow string: its properties and its growth.

use std::marker::PhantomData;
use std::ptr::{NonNull, null_mut, with_exposed_provenance_mut};

use super::memory::{Slot, word};
use super::owner::OwnerApi;
use super::{heap, memory};
use crate::tstring::{self, ELEMENT_BYTES, SMALL_CAPACITY};
use crate::{Fields, FormatCode, Kind, Layout, ViewAbi};
use unitstr::Source;

/// One element of TensorFlow's layout on this machine, at any alignment. No other code uses it meanwhile.
///
/// Sizes and capacities are in bytes. An operation that fails changes nothing.
#[derive(Debug)]
pub struct TString<'a> {
    pub(super) slot: Slot,
    lives: PhantomData<&'a mut [u8]>,
}

/// The text that an element owned before. It is freed when this is dropped, after the last read from it.
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
    /// * `at` is readable and writable for 24 initialised bytes, at any alignment, and no other code uses them, during
    ///   `'a`.
    /// * They are an element to which TensorFlow's functions could be applied: a LARGE has a block of C's heap of its
    ///   capacity + 1 bytes, of which the string is initialised, and which no other element has; the strings of
    ///   OFFSET and VIEW are initialised and readable whenever they are read; with [`ViewAbi::From2_21`] the owner of
    ///   a VIEW is null or a `TStringOwnerCApi`, and one reference to it is this element's.
    #[must_use]
    pub unsafe fn at(at: *mut u8, view_abi: ViewAbi) -> Self {
        // SAFETY: the caller promises what `Slot::new` requires.
        Self { slot: unsafe { Slot::new(at, Layout::tf24(view_abi)) }, lives: PhantomData }
    }

    /// Writes an empty string to 24 bytes with arbitrary contents (TensorFlow: `Init`).
    ///
    /// # Safety
    ///
    /// * `at` is readable and writable for 24 bytes, at any alignment, and no other code uses them, during `'a`. They
    ///   may be uninitialised. If they are an element, what it owns is leaked.
    #[must_use]
    pub unsafe fn init(at: *mut u8, view_abi: ViewAbi) -> Self {
        // SAFETY: the caller promises that `at` is writable for 24 bytes.
        unsafe { memory::store(at, &[0; ELEMENT_BYTES]) };
        // SAFETY: the same promise; zeros are an empty SMALL.
        unsafe { Self::at(at, view_abi) }
    }

    pub(super) const fn view_abi(&self) -> ViewAbi {
        self.slot.layout.view_abi
    }

    /// Returns the kind of the element.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.slot.fields().kind
    }

    /// Returns the size of the string in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.slot.bytes()
    }

    /// Returns the size that the string can have without an allocation: 22 if it is SMALL, 0 if it is OFFSET or VIEW.
    #[must_use]
    pub fn capacity(&self) -> usize {
        word(self.slot.fields().capacity)
    }

    /// Returns the string.
    #[must_use]
    pub fn text(&self) -> Source<'_> {
        self.slot.text()
    }

    /// Frees what the element owns and makes it empty. An element that owns nothing is unchanged (TensorFlow:
    /// `Dealloc`).
    pub fn dealloc(&mut self) {
        let fields = self.slot.fields();
        let held = self.held(&fields);
        if !held.block.is_null() || !held.owner.is_null() {
            self.slot.set_raw(&[0; ELEMENT_BYTES]);
        }
    }

    /// Returns the text that the element owns. The caller then removes it from the element.
    pub(super) fn held(&self, fields: &Fields) -> Held {
        match (fields.kind, self.view_abi()) {
            (Kind::Large, _) => Held { block: self.slot.data(fields), owner: null_mut() },
            (Kind::View, ViewAbi::From2_21) => Held { block: null_mut(), owner: self.owner() },
            _ => Held::NOTHING,
        }
    }

    /// The owner of a VIEW since 2.21.
    pub(super) fn owner(&self) -> *mut OwnerApi {
        let owner = crate::words::word(&self.slot.raw(), 2, self.slot.layout);
        with_exposed_provenance_mut(word(owner))
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
            let start = self.slot.data(&self.slot.fields()).wrapping_add(before);
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
        let fields = self.slot.fields();
        if bytes <= SMALL_CAPACITY || (fields.kind == Kind::Large && bytes <= self.capacity()) {
            return Ok(());
        }
        let size = word(fields.bytes);
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
        let fields = self.slot.fields();
        let (size, capacity) = (word(fields.bytes), word(fields.capacity));
        if bytes <= SMALL_CAPACITY || bytes <= capacity {
            return self.room(bytes, size);
        }
        let capacity = rounded(bytes.max(twice(capacity)?))?;
        self.make_large(&fields, bytes, capacity, size)
    }

    /// Sets the size of the string and keeps at most its first `kept` bytes.
    pub(super) fn room(&mut self, bytes: usize, kept: usize) -> Result<Held, FormatCode> {
        let fields = self.slot.fields();
        if bytes <= SMALL_CAPACITY {
            return Ok(self.make_small(&fields, bytes, kept));
        }
        let (size, capacity) = (word(fields.bytes), word(fields.capacity));
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
            self.slot.raw()
        } else {
            let mut raw = [0; ELEMENT_BYTES];
            let kept = kept.min(bytes).min(word(fields.bytes));
            let inside = &mut raw[1..=kept];
            // SAFETY: the string is readable for its size by the contract of `at`, and `kept` is at most that;
            // `inside` is writable for 22 bytes.
            unsafe { memory::shift(self.slot.data(fields), inside.as_mut_ptr(), kept) };
            raw
        };
        raw[0] = bytes.to_le_bytes()[0] << 2;
        raw[1 + bytes] = 0;
        self.slot.set_raw(&raw);
        held
    }

    /// Makes the element LARGE with a block of this capacity, at least `bytes`.
    fn make_large(&mut self, fields: &Fields, bytes: usize, capacity: usize, kept: usize) -> Result<Held, FormatCode> {
        let layout = self.slot.layout;
        // The size is checked before anything is allocated.
        if tstring::large_element(layout, bytes as u64, capacity as u64, 0).is_none() {
            return Err(FormatCode::SizeLimit);
        }
        let block_bytes = capacity.checked_add(1).ok_or(FormatCode::SizeLimit)?;
        let old = self.slot.data(fields);
        let mut held = Held::NOTHING;
        let block = if fields.kind == Kind::Large {
            match NonNull::new(old) {
                Some(block) if word(fields.capacity) == capacity => block,
                // SAFETY: `old` is null or the element's own block; if it moves, the element receives the new address
                // below.
                _ => unsafe { heap::resize(old, block_bytes) }?,
            }
        } else {
            let block = heap::allocate(block_bytes)?;
            let kept = kept.min(bytes).min(word(fields.bytes));
            // SAFETY: the string is readable for its size, at least `kept`; the block is new and larger than `bytes`.
            unsafe { memory::shift(old, block.as_ptr(), kept) };
            held = self.held(fields);
            block
        };
        // SAFETY: the block has one byte more than its capacity, which is at least `bytes`.
        unsafe { memory::put(block.as_ptr().wrapping_add(bytes), 0) };
        let address = block.as_ptr().expose_provenance() as u64;
        if let Some(raw) = tstring::large_element(layout, bytes as u64, capacity as u64, address) {
            self.slot.set_raw(&raw);
        }
        Ok(held)
    }
}

fn twice(capacity: usize) -> Result<usize, FormatCode> {
    capacity.checked_mul(2).ok_or(FormatCode::SizeLimit)
}

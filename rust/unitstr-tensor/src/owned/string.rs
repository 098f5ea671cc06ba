//! One TensorFlow string: what it is, and how it grows.

use std::marker::PhantomData;
use std::ptr::{NonNull, null_mut, with_exposed_provenance, with_exposed_provenance_mut};

use super::owner::OwnerApi;
use super::{heap, memory};
use crate::tstring::{self, ELEMENT_BYTES, SMALL_CAPACITY};
use crate::{Fields, FormatCode, Kind, Layout, Place, ViewAbi};
use unitstr::{Source, Target};

/// One element of TensorFlow's layout on this machine, at any alignment, which nobody else uses meanwhile.
///
/// All sizes and capacities are in bytes. An operation that fails has changed nothing.
#[derive(Debug)]
pub struct TString<'a> {
    /// An element that is well-formed, in 24 writable bytes.
    at: NonNull<u8>,
    view_abi: ViewAbi,
    lives: PhantomData<&'a mut [u8]>,
}

/// What an element had, which is given back when it is dropped: after whatever may still be read from it was.
#[must_use]
pub(super) struct Held {
    /// Null or a block of C's heap that no element has any more.
    block: *mut u8,
    /// Null or an owner, of which one reference is no element's any more.
    owner: *mut OwnerApi,
}

impl Held {
    const NOTHING: Self = Self {
        block: null_mut(),
        owner: null_mut(),
    };
}

impl Drop for Held {
    fn drop(&mut self) {
        // SAFETY: the field's promise.
        unsafe { heap::release(self.block) };
        if !self.owner.is_null() {
            // SAFETY: an owner that elements refer to is a `TStringOwnerCApi`: the promise to `TString::at`.
            let release = unsafe { (*self.owner).release };
            // SAFETY: called as TensorFlow calls it, for the reference that the element had.
            unsafe { release(self.owner) };
        }
    }
}

/// The capacity of a block that holds so many bytes: with its NUL a multiple of 16.
fn rounded(bytes: usize) -> Result<usize, FormatCode> {
    match bytes.checked_add(16) {
        Some(more) => Ok((more & !15) - 1),
        None => Err(FormatCode::SizeLimit),
    }
}

impl<'a> TString<'a> {
    /// The element at `at`, which is there already: in a tensor that TensorFlow or we made.
    ///
    /// # Safety
    ///
    /// * `at` is readable and writable for 24 initialised bytes, at any alignment, and nobody else uses them, during
    ///   `'a`.
    /// * They are an element that TensorFlow's functions could be called with: a LARGE has a block of C's heap of its
    ///   capacity + 1 bytes, of which the string is initialised, and which no other element has; the strings of OFFSET
    ///   and VIEW are initialised and readable whenever they are looked at; with [`ViewAbi::From2_21`] the owner of a
    ///   VIEW is null or a `TStringOwnerCApi`, one reference to which is this element's.
    #[must_use]
    pub unsafe fn at(at: *mut u8, view_abi: ViewAbi) -> Self {
        Self {
            // SAFETY: it is writable.
            at: unsafe { NonNull::new_unchecked(at) },
            view_abi,
            lives: PhantomData,
        }
    }

    /// Makes an empty string of 24 bytes that hold anything (TensorFlow: `Init`).
    ///
    /// # Safety
    ///
    /// * `at` is readable and writable for 24 bytes, at any alignment, and nobody else uses them, during `'a`. They may
    ///   be uninitialised. If they are an element, what it owns is lost.
    #[must_use]
    pub unsafe fn init(at: *mut u8, view_abi: ViewAbi) -> Self {
        // SAFETY: the caller's promise.
        unsafe { memory::store(at, &[0; ELEMENT_BYTES]) };
        // SAFETY: as above, and zeroes are an empty SMALL.
        unsafe { Self::at(at, view_abi) }
    }

    /// Where it is.
    pub(super) fn place(&self) -> *mut u8 {
        self.at.as_ptr()
    }

    pub(super) const fn view_abi(&self) -> ViewAbi {
        self.view_abi
    }

    pub(super) fn raw(&self) -> [u8; ELEMENT_BYTES] {
        // SAFETY: the field's promise.
        unsafe { memory::load::<ELEMENT_BYTES>(self.place()) }
    }

    /// Changes all of it, without a look at what it has.
    pub(super) fn set_raw(&mut self, raw: &[u8; ELEMENT_BYTES]) {
        // SAFETY: the field's promise.
        unsafe { memory::store(self.place(), raw) };
    }

    pub(super) fn fields(&self) -> Fields {
        tstring::fields(&self.raw(), Layout::tf24(self.view_abi), 0)
    }

    /// Where it has its string.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.fields().kind
    }

    /// The size of the string.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_fields(&self.fields())
    }

    /// The size that it can have without an allocation: 22 if it is SMALL, 0 if it is OFFSET or VIEW.
    #[must_use]
    pub fn capacity(&self) -> usize {
        capacity_of_fields(&self.fields())
    }

    /// Where the string begins, to write to as far as it is the element's own.
    pub(super) fn data(&self, fields: &Fields) -> *mut u8 {
        match fields.place {
            Place::Inside(at) => self.place().wrapping_add(at),
            Place::Address(at) => with_exposed_provenance_mut(word(at)),
            Place::Buffer(at) => self.place().wrapping_add(word(at)),
        }
    }

    /// The string.
    #[must_use]
    pub fn text(&self) -> Source<'_> {
        let fields = self.fields();
        let start = self.data(&fields).cast_const();
        // SAFETY: inside of the element, or what the promise to `at` says of its kind; it is changed or freed only by
        // way of `self`, which is borrowed meanwhile.
        unsafe { Source::new(start, size_of_fields(&fields)) }
    }

    /// The string, to be written. OFFSET and VIEW become SMALL or LARGE first (TensorFlow: `GetMutableDataPointer`).
    ///
    /// # Errors
    ///
    /// [`FormatCode::NoMemory`].
    pub fn text_mut(&mut self) -> Result<Target<'_>, FormatCode> {
        let mut fields = self.fields();
        if matches!(fields.kind, Kind::Offset | Kind::View) {
            drop(self.room(size_of_fields(&fields), size_of_fields(&fields))?);
            fields = self.fields();
        }
        let start = self.data(&fields);
        // SAFETY: inside of the element, or in its own block; `self` is borrowed meanwhile.
        Ok(unsafe { Target::new(start, size_of_fields(&fields)) })
    }

    /// Gives back what it owns, and is empty then. What owns nothing stays as it is (TensorFlow: `Dealloc`).
    pub fn dealloc(&mut self) {
        let fields = self.fields();
        let held = self.held(&fields);
        if !held.block.is_null() || !held.owner.is_null() {
            self.set_raw(&[0; ELEMENT_BYTES]);
        }
    }

    /// What it owns: whoever calls this lets the element have it no more.
    pub(super) fn held(&self, fields: &Fields) -> Held {
        match (fields.kind, self.view_abi) {
            (Kind::Large, _) => Held {
                block: self.data(fields),
                owner: null_mut(),
            },
            (Kind::View, ViewAbi::From2_21) => Held {
                block: null_mut(),
                owner: self.owner(),
            },
            _ => Held::NOTHING,
        }
    }

    /// The owner of a VIEW since 2.21.
    pub(super) fn owner(&self) -> *mut OwnerApi {
        let raw = self.raw();
        let owner = crate::words::word(&raw, 2, Layout::tf24(self.view_abi));
        with_exposed_provenance::<OwnerApi>(word(owner)).cast_mut()
    }

    /// Becomes as large as this. Of what it was, as much stays as fits; what is new is uninitialised (TensorFlow:
    /// `ResizeUninitialized`).
    ///
    /// * Up to 22 bytes it becomes SMALL, beyond that LARGE.
    /// * A block is halved if the string becomes shorter than half of its capacity.
    ///
    /// # Safety
    ///
    /// * The caller writes what is new before it is read.
    ///
    /// # Errors
    ///
    /// [`FormatCode::NoMemory`]; [`FormatCode::SizeLimit`] if no element can say such a size.
    pub unsafe fn resize_uninitialized(&mut self, bytes: usize) -> Result<(), FormatCode> {
        self.room(bytes, bytes).map(drop)
    }

    /// Becomes as large as this; what is new is `fill` (TensorFlow: `Resize`).
    ///
    /// # Errors
    ///
    /// [`FormatCode::NoMemory`]; [`FormatCode::SizeLimit`] if no element can say such a size.
    pub fn resize(&mut self, bytes: usize, fill: u8) -> Result<(), FormatCode> {
        let before = self.bytes();
        drop(self.room(bytes, bytes)?);
        if bytes > before {
            let start = self.data(&self.fields()).wrapping_add(before);
            // SAFETY: the string is its own and has `bytes` bytes: `room` just made it so.
            unsafe { start.write_bytes(fill, bytes - before) };
        }
        Ok(())
    }

    /// Sees to it that the string can become as large as this without another allocation. The string stays. Up to 22
    /// bytes this does nothing: an OFFSET or VIEW becomes SMALL when it is written (TensorFlow: `Reserve`).
    ///
    /// # Errors
    ///
    /// [`FormatCode::NoMemory`]; [`FormatCode::SizeLimit`] if no element can say such a size.
    pub fn reserve(&mut self, bytes: usize) -> Result<(), FormatCode> {
        let fields = self.fields();
        if bytes <= SMALL_CAPACITY || (fields.kind == Kind::Large && bytes <= self.capacity()) {
            return Ok(());
        }
        let size = size_of_fields(&fields);
        let capacity = rounded(bytes.max(size))?;
        self.make_large(&fields, size, capacity, size).map(drop)
    }

    /// The same, and at least twice what there was if there is too little (TensorFlow: `ReserveAmortized`).
    ///
    /// # Errors
    ///
    /// [`FormatCode::NoMemory`]; [`FormatCode::SizeLimit`] if no element can say such a size.
    pub fn reserve_amortized(&mut self, bytes: usize) -> Result<(), FormatCode> {
        let capacity = self.capacity();
        if bytes <= capacity {
            return Ok(());
        }
        self.reserve(bytes.max(twice(capacity)?))
    }

    /// The room that appending takes: [`TString::reserve_amortized`] and then a resize, in one.
    pub(super) fn room_amortized(&mut self, bytes: usize) -> Result<Held, FormatCode> {
        let fields = self.fields();
        let (size, capacity) = (size_of_fields(&fields), capacity_of_fields(&fields));
        if bytes <= SMALL_CAPACITY || bytes <= capacity {
            return self.room(bytes, size);
        }
        let capacity = rounded(bytes.max(twice(capacity)?))?;
        self.make_large(&fields, bytes, capacity, size)
    }

    /// Becomes as large as this, of which the first `kept` bytes at most are those that it was.
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

    /// Becomes a SMALL; `bytes` is at most 22.
    fn make_small(&mut self, fields: &Fields, bytes: usize, kept: usize) -> Held {
        let held = self.held(fields);
        let mut raw = if fields.kind == Kind::Small {
            self.raw()
        } else {
            let mut raw = [0; ELEMENT_BYTES];
            let kept = kept.min(bytes).min(size_of_fields(fields));
            let inside = &mut raw[1..=kept];
            // SAFETY: the string is readable for its size: the promise to `at`; `kept` is not more than that.
            unsafe { memory::shift(self.data(fields), inside.as_mut_ptr(), kept) };
            raw
        };
        raw[0] = bytes.to_le_bytes()[0] << 2;
        raw[1 + bytes] = 0;
        self.set_raw(&raw);
        held
    }

    /// Becomes a LARGE with a block of this capacity, at least `bytes`.
    fn make_large(&mut self, fields: &Fields, bytes: usize, capacity: usize, kept: usize) -> Result<Held, FormatCode> {
        let layout = Layout::tf24(self.view_abi);
        // The size is looked at before anything is allocated.
        if tstring::large_element(layout, bytes as u64, capacity as u64, 0).is_none() {
            return Err(FormatCode::SizeLimit);
        }
        let block_bytes = capacity.checked_add(1).ok_or(FormatCode::SizeLimit)?;
        let old = self.data(fields);
        let mut held = Held::NOTHING;
        let block = if fields.kind == Kind::Large {
            match NonNull::new(old) {
                Some(block) if capacity_of_fields(fields) == capacity => block,
                // SAFETY: null or the element's own block, which it is told of below if it moves.
                _ => unsafe { heap::resize(old, block_bytes) }?,
            }
        } else {
            let block = heap::allocate(block_bytes)?;
            let kept = kept.min(bytes).min(size_of_fields(fields));
            // SAFETY: the string is readable for its size; the block is new and larger than `bytes`.
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

/// A word of this machine: no larger one is read from an element of its own layout.
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

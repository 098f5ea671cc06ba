//! Arrays of the RFC's elements with a capacity for every string in the same block.

use std::ptr::NonNull;

use super::owner::Owner;
use super::rfc::RfcString;
use super::{TStringArray, heap, memory};
use crate::rfc::{MAX_PREALLOC_BYTES, prealloc_element};
use crate::{Checks, Field, Format, FormatCode, FormatError, Layout, StringTensor, Trust};
use unitstr::{Pointers, Source};

/// An array of strings, initially empty, each with `capacity` bytes in the same block of C's heap, after the
/// elements. Strings that fit are written without an allocation; a longer one has its own block, until it fits again.
///
/// The array never moves. Its bytes must not be passed to TensorFlow, which would read a PREALLOC as a VIEW:
/// [`ArenaArray::show`] creates elements for TensorFlow.
///
/// ```
/// use unitstr::Source;
/// use unitstr_tensor::owned::ArenaArray;
/// use unitstr_tensor::{Format, Kind};
///
/// let mut array = ArenaArray::preallocate(1000, 40, Format::Rfc16).unwrap();
/// let mut string = array.element(7).unwrap();
/// string.assign(Source::from_bytes(b"fits"))?;
/// assert_eq!((string.kind(), string.capacity()), (Kind::Prealloc, 40));
/// string.assign(Source::from_bytes(&[b'x'; 41]))?;
/// assert_eq!(string.kind(), Kind::Large);
/// string.assign(Source::from_bytes(b"fits again"))?;
/// assert_eq!((string.kind(), string.capacity()), (Kind::Prealloc, 40));
/// # Ok::<(), unitstr_tensor::FormatCode>(())
/// ```
#[derive(Debug)]
pub struct ArenaArray {
    /// A block of C's heap: `count` elements, each as `RfcString::at` needs it, then `capacity` bytes for each.
    block: NonNull<u8>,
    count: usize,
    capacity: usize,
    layout: Layout,
}

// SAFETY: this is the only pointer to the block, and any thread may free a block of C's heap.
unsafe impl Send for ArenaArray {}
// SAFETY: a shared array can only be read.
unsafe impl Sync for ArenaArray {}

impl ArenaArray {
    /// Allocates `count` empty strings with `capacity` bytes each. Cost: one allocation of `count` × (16 or 24 +
    /// `capacity`) bytes, and one pass over the elements.
    ///
    /// # Errors
    ///
    /// * [`FormatCode::Unsupported`] if the format is not one of the RFC's.
    /// * [`FormatCode::SizeLimit`] if `capacity` is above 2³⁰ − 1.
    /// * [`FormatCode::NoMemory`].
    pub fn preallocate(count: usize, capacity: usize, format: Format) -> Result<Self, FormatError> {
        let layout = match format {
            Format::Rfc16 => Layout::RFC16,
            Format::Rfc24 => Layout::RFC24,
            _ => return Err(FormatError::new(FormatCode::Unsupported, count, Field::Table)),
        };
        if capacity > MAX_PREALLOC_BYTES {
            return Err(FormatError::new(FormatCode::SizeLimit, count, Field::Capacity));
        }
        let element_bytes = layout.element_bytes();
        // Zeroed, so that every byte that may become part of a string is initialised.
        let block = heap::allocate_zeroed(count, element_bytes + capacity);
        let block = block.map_err(|code| FormatError::new(code, count, Field::Table))?;
        let strings = block.as_ptr().wrapping_add(count * element_bytes);
        for index in 0..count {
            let address = strings.wrapping_add(index * capacity).expose_provenance();
            // No overflow: the capacity has been checked, and an address fits into a word.
            if let Some(raw) = prealloc_element(layout, 0, capacity as u64, address as u64) {
                let at = block.as_ptr().wrapping_add(index * element_bytes);
                // SAFETY: `at` is element number `index` of `count`, inside the block.
                unsafe { memory::store(at, &raw[..element_bytes]) };
            }
        }
        Ok(Self { block, count, capacity, layout })
    }

    /// Returns the number of strings.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.count
    }

    /// Returns the layout of the elements.
    #[must_use]
    pub const fn layout(&self) -> Layout {
        self.layout
    }

    fn place(&self, index: usize) -> *mut u8 {
        self.block.as_ptr().wrapping_add(index * self.layout.element_bytes())
    }

    /// Returns the string with this index, from 0; `None` if there is none.
    pub fn element(&mut self, index: usize) -> Option<RfcString<'_>> {
        if index >= self.count {
            return None;
        }
        // SAFETY: `place` is an element inside the block, which satisfies `RfcString::at` (field `block`); the result
        // borrows the array mutably.
        Some(unsafe { RfcString::at(self.place(index), self.layout, true) })
    }

    /// Returns the array as a tensor, for reading.
    ///
    /// # Errors
    ///
    /// None in practice.
    pub fn tensor(&self) -> Result<StringTensor<'_>, FormatError> {
        let bytes = self.count * (self.layout.element_bytes() + self.capacity);
        // SAFETY: `block` is readable for `bytes`; nobody can change it while `self` is borrowed.
        let source = unsafe { Source::new(self.block.as_ptr(), bytes) };
        // SAFETY: the addresses in the elements satisfy `RfcString::at`, so they are readable.
        let trust = Trust::Trusted(unsafe { Pointers::vouched() });
        let checks = Checks::new(trust).with_max_bytes(u64::MAX);
        StringTensor::new(source, self.count, self.layout, checks)
    }

    /// Makes each element of `target`, for TensorFlow 2.21 and later, a VIEW of the string with the same index,
    /// without a copy. The array lives until the last of these VIEWs is gone.
    ///
    /// # Errors
    ///
    /// * [`FormatCode::TargetSize`] if the counts differ.
    /// * [`FormatCode::Unsupported`] if `target` is for TensorFlow up to 2.20, which has no owners.
    pub fn show(owner: &Owner<Self>, target: &mut TStringArray) -> Result<(), FormatError> {
        let tensor = owner.value().tensor()?;
        if tensor.count() != target.count() {
            return Err(FormatError::new(FormatCode::TargetSize, target.count(), Field::Table));
        }
        for index in 0..tensor.count() {
            let text = tensor.element(index)?.text();
            if let Some(mut string) = target.element(index) {
                // SAFETY: an array in an `Owner` is never written again, so `text` stays readable as long as there
                // are references to the owner.
                let shown = unsafe { string.assign_view_with_owner(text, owner.api()) };
                shown.map_err(|code| FormatError::new(code, index, Field::Pointer))?;
            }
        }
        Ok(())
    }
}

impl Drop for ArenaArray {
    fn drop(&mut self) {
        for index in 0..self.count {
            if let Some(mut string) = self.element(index) {
                string.dealloc();
            }
        }
        // SAFETY: `block` is a block of C's heap, which is not used after `drop`.
        unsafe { heap::release(self.block.as_ptr()) };
    }
}

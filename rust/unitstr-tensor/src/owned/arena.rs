//! Arrays of the RFC's elements, with room for every string in the same block.

use std::ptr::NonNull;

use super::owner::Owner;
use super::rfc::RfcString;
use super::{TStringArray, heap, memory};
use crate::rfc::{MAX_PREALLOC_BYTES, prealloc_element};
use crate::{Checks, Field, Format, FormatCode, FormatError, Layout, StringTensor, Trust};
use unitstr::{Pointers, Source};

/// An array of strings, all empty at first, each with room for `capacity` bytes: one block of C's heap, elements first.
/// Strings that fit are written without an allocation; longer ones get a block of their own, until they fit again.
///
/// It never moves, and its bytes never go to TensorFlow, which would take a PREALLOC for a VIEW: it takes
/// [`ArenaArray::show`].
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

// SAFETY: nobody else has the block, and C's heap is everybody's.
unsafe impl Send for ArenaArray {}
// SAFETY: a shared array can only be read.
unsafe impl Sync for ArenaArray {}

impl ArenaArray {
    /// So many empty strings, with room for `capacity` bytes each. Cost: one allocation of `count` × (16 or 24 +
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
        // Zeroed: so all that a string may ever be said to have is initialised.
        let block = heap::allocate_zeroed(count, element_bytes + capacity);
        let block = block.map_err(|code| FormatError::new(code, count, Field::Table))?;
        let strings = block.as_ptr().wrapping_add(count * element_bytes);
        for index in 0..count {
            let address = strings.wrapping_add(index * capacity).expose_provenance();
            // All of it fits: the capacity was looked at, and the address is a word.
            if let Some(raw) = prealloc_element(layout, 0, capacity as u64, address as u64) {
                let at = block.as_ptr().wrapping_add(index * element_bytes);
                // SAFETY: inside of the block, which has `count` elements.
                unsafe { memory::store(at, &raw[..element_bytes]) };
            }
        }
        Ok(Self {
            block,
            count,
            capacity,
            layout,
        })
    }

    /// How many strings there are.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.count
    }

    /// The layout of its elements.
    #[must_use]
    pub const fn layout(&self) -> Layout {
        self.layout
    }

    fn place(&self, index: usize) -> *mut u8 {
        self.block.as_ptr().wrapping_add(index * self.layout.element_bytes())
    }

    /// The string with this number, from 0; `None` if there is none.
    pub fn element(&mut self, index: usize) -> Option<RfcString<'_>> {
        if index >= self.count {
            return None;
        }
        // SAFETY: inside of the block, and an element: the field's promise; the array is borrowed meanwhile.
        Some(unsafe { RfcString::at(self.place(index), self.layout, true) })
    }

    /// All of it, to be read.
    ///
    /// # Errors
    ///
    /// None that can happen.
    pub fn tensor(&self) -> Result<StringTensor<'_>, FormatError> {
        let bytes = self.count * (self.layout.element_bytes() + self.capacity);
        // SAFETY: the block, which nobody can change as long as `self` is borrowed.
        let source = unsafe { Source::new(self.block.as_ptr(), bytes) };
        // SAFETY: the addresses in the elements are as `RfcString::at` needs them.
        let trust = Trust::Trusted(unsafe { Pointers::vouched() });
        let checks = Checks::new(trust).with_max_bytes(u64::MAX);
        StringTensor::new(source, self.count, self.layout, checks)
    }

    /// Shows every string as a VIEW in `target`, for TensorFlow 2.21 and later, without a copy. The array lives until
    /// the last of them is gone.
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
                // SAFETY: the owner's array is never written again, and so its strings stay where they are as long as
                // there are references.
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
        // SAFETY: our block, which ends here.
        unsafe { heap::release(self.block.as_ptr()) };
    }
}

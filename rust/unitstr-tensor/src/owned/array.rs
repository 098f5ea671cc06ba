//! Arrays of TensorFlow strings.

use std::ptr::NonNull;

use super::heap;
use super::string::TString;
use crate::tstring::ELEMENT_BYTES;
use crate::{Checks, FormatCode, FormatError, Layout, StringTensor, Trust, ViewAbi};
use unitstr::{Pointers, Source};

/// An array of TensorFlow strings, initially empty, in one block of C's heap. Dropping it frees everything that the
/// strings own.
///
/// ```
/// use unitstr::Source;
/// use unitstr_tensor::ViewAbi;
/// use unitstr_tensor::owned::TStringArray;
///
/// let mut array = TStringArray::new(3, ViewAbi::UpTo2_20)?;
/// array.element(2).unwrap().copy(Source::from_bytes(b"third"))?;
/// assert_eq!(array.tensor().unwrap().validate(), Ok(5));
/// # Ok::<(), unitstr_tensor::FormatCode>(())
/// ```
#[derive(Debug)]
pub struct TStringArray {
    /// A block of C's heap with `count` elements, each as `TString::at` needs it.
    block: NonNull<u8>,
    count: usize,
    view_abi: ViewAbi,
}

// SAFETY: this is the only pointer to the block; any thread may free a block of C's heap or release an owner.
unsafe impl Send for TStringArray {}
// SAFETY: a shared array can only be read.
unsafe impl Sync for TStringArray {}

impl TStringArray {
    /// Allocates `count` empty strings.
    ///
    /// # Errors
    ///
    /// [`FormatCode::NoMemory`].
    pub fn new(count: usize, view_abi: ViewAbi) -> Result<Self, FormatCode> {
        Ok(Self { block: heap::allocate_zeroed(count, ELEMENT_BYTES)?, count, view_abi })
    }

    /// Returns the number of strings.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.count
    }

    /// Returns the address of the elements: `count` times 24 bytes, as TensorFlow expects them.
    #[must_use]
    pub const fn start(&self) -> *mut u8 {
        self.block.as_ptr()
    }

    /// Returns the string with this index, from 0; `None` if there is none.
    pub fn element(&mut self, index: usize) -> Option<TString<'_>> {
        if index >= self.count {
            return None;
        }
        let at = self.start().wrapping_add(index * ELEMENT_BYTES);
        // SAFETY: `at` is an element inside the block, which satisfies `TString::at` (field `block`); the result
        // borrows the array mutably.
        Some(unsafe { TString::at(at, self.view_abi) })
    }

    /// Returns two different strings; `None` if the indexes are equal or one is out of range.
    pub fn pair(&mut self, first: usize, second: usize) -> Option<(TString<'_>, TString<'_>)> {
        if first == second || first.max(second) >= self.count {
            return None;
        }
        // SAFETY: as in `element`, for each of them; two different elements do not overlap.
        let place =
            |index: usize| unsafe { TString::at(self.start().wrapping_add(index * ELEMENT_BYTES), self.view_abi) };
        Some((place(first), place(second)))
    }

    /// Returns the array as a tensor, for reading.
    ///
    /// # Errors
    ///
    /// None in practice.
    pub fn tensor(&self) -> Result<StringTensor<'_>, FormatError> {
        // SAFETY: `start()` is readable for `count` elements; nobody can change them while `self` is borrowed.
        let source = unsafe { Source::new(self.start(), self.count * ELEMENT_BYTES) };
        // SAFETY: the addresses in the elements satisfy `TString::at`, so they are readable.
        let trust = Trust::Trusted(unsafe { Pointers::vouched() });
        let layout = Layout::tf24(self.view_abi);
        StringTensor::new(source, self.count, layout, Checks::new(trust).with_max_bytes(u64::MAX))
    }
}

impl Drop for TStringArray {
    fn drop(&mut self) {
        for index in 0..self.count {
            if let Some(mut string) = self.element(index) {
                string.dealloc();
            }
        }
        // SAFETY: `start()` is a block of C's heap, which is not used after `drop`.
        unsafe { heap::release(self.start()) };
    }
}

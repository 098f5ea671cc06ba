//! Arrays of TensorFlow strings that are ours.

use std::ptr::NonNull;

use super::heap;
use super::string::TString;
use crate::tstring::ELEMENT_BYTES;
use crate::{Checks, FormatCode, FormatError, Layout, StringTensor, Trust, ViewAbi};
use unitstr::{Pointers, Source};

/// An array of TensorFlow strings, all empty at first, whose memory is one block of C's heap. Dropping it gives back
/// what the strings own.
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

// SAFETY: nobody else has the block, C's heap is everybody's, and owners may be let go of on any thread.
unsafe impl Send for TStringArray {}
// SAFETY: a shared array can only be read.
unsafe impl Sync for TStringArray {}

impl TStringArray {
    /// So many empty strings.
    ///
    /// # Errors
    ///
    /// [`FormatCode::NoMemory`].
    pub fn new(count: usize, view_abi: ViewAbi) -> Result<Self, FormatCode> {
        Ok(Self {
            block: heap::allocate_zeroed(count, ELEMENT_BYTES)?,
            count,
            view_abi,
        })
    }

    /// How many strings there are.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.count
    }

    /// Where the elements are: `count` times 24 bytes, as TensorFlow takes them.
    #[must_use]
    pub const fn start(&self) -> *mut u8 {
        self.block.as_ptr()
    }

    /// The string with this number, from 0; `None` if there is none.
    pub fn element(&mut self, index: usize) -> Option<TString<'_>> {
        if index >= self.count {
            return None;
        }
        let at = self.start().wrapping_add(index * ELEMENT_BYTES);
        // SAFETY: inside of the block, and an element: the field's promise; the array is borrowed meanwhile.
        Some(unsafe { TString::at(at, self.view_abi) })
    }

    /// Two different strings; `None` if there are not both.
    pub fn pair(&mut self, first: usize, second: usize) -> Option<(TString<'_>, TString<'_>)> {
        if first == second || first.max(second) >= self.count {
            return None;
        }
        // SAFETY: as in `element`; the two don't overlap.
        let place =
            |index: usize| unsafe { TString::at(self.start().wrapping_add(index * ELEMENT_BYTES), self.view_abi) };
        Some((place(first), place(second)))
    }

    /// All of it, to be read.
    ///
    /// # Errors
    ///
    /// None that can happen.
    pub fn tensor(&self) -> Result<StringTensor<'_>, FormatError> {
        // SAFETY: the elements are ours, and nobody can change them as long as `self` is borrowed.
        let source = unsafe { Source::new(self.start(), self.count * ELEMENT_BYTES) };
        // SAFETY: the addresses in them are as `TString::at` needs them.
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
        // SAFETY: our block, which ends here.
        unsafe { heap::release(self.start()) };
    }
}

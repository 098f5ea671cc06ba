//! Arrays of elements that tests change: of TensorFlow's layout, and of the RFC's with a capacity for every string.

use unitstr::{Pointers, Source};
use unitstr_tensor::owned::{RfcString, TString};
use unitstr_tensor::{Checks, Layout, StringTensor, Trust, ViewAbi};

use super::images::prealloc_element;

/// Reads elements whose addresses are those of live strings.
fn tensor(memory: &[u8], count: usize, layout: Layout) -> StringTensor<'_> {
    // SAFETY: the addresses in the elements are those of blocks that the elements own, or of memory that the test keeps.
    let trust = Trust::Trusted(unsafe { Pointers::vouched() });
    let checks = Checks { max_bytes: u64::MAX, ..Checks::new(trust) };
    StringTensor::new(Source::from_bytes(memory), count, layout, checks).expect("a table")
}

/// An array of TensorFlow strings, initially empty. Dropping it frees everything that the strings own.
pub struct TStringArray {
    memory: Box<[u8]>,
    count: usize,
    view_abi: ViewAbi,
}

impl TStringArray {
    /// `count` empty strings.
    pub fn new(count: usize, view_abi: ViewAbi) -> Self {
        Self { memory: vec![0; 24 * count].into_boxed_slice(), count, view_abi }
    }

    /// The address of the elements.
    pub fn start(&mut self) -> *mut u8 {
        self.memory.as_mut_ptr()
    }

    fn place(&mut self, index: usize) -> *mut u8 {
        assert!(index < self.count);
        self.start().wrapping_add(24 * index)
    }

    /// The string with this index.
    pub fn element(&mut self, index: usize) -> TString<'_> {
        // SAFETY: an element of the array, which the result borrows.
        unsafe { TString::at(self.place(index), self.view_abi) }
    }

    /// Two different strings.
    pub fn pair(&mut self, first: usize, second: usize) -> (TString<'_>, TString<'_>) {
        assert_ne!(first, second);
        let (first, second) = (self.place(first), self.place(second));
        // SAFETY: an element of the array, which the result borrows.
        let one = unsafe { TString::at(first, self.view_abi) };
        // SAFETY: another element of the array, which the result borrows.
        let other = unsafe { TString::at(second, self.view_abi) };
        (one, other)
    }

    /// The array for reading.
    pub fn tensor(&self) -> StringTensor<'_> {
        tensor(&self.memory, self.count, Layout::tf24(self.view_abi))
    }
}

impl Drop for TStringArray {
    fn drop(&mut self) {
        for index in 0..self.count {
            self.element(index).dealloc();
        }
    }
}

/// An array of the RFC's strings, initially empty, each with a capacity after the elements.
pub struct ArenaArray {
    memory: Box<[u8]>,
    count: usize,
    layout: Layout,
}

impl ArenaArray {
    /// `count` empty strings with `capacity` bytes each.
    pub fn preallocate(count: usize, capacity: usize, layout: Layout) -> Self {
        let size = layout.element_bytes();
        let mut memory = vec![0; count * (size + capacity)].into_boxed_slice();
        let strings = memory.as_mut_ptr().expose_provenance() + count * size;
        for index in 0..count {
            let raw = prealloc_element(
                layout,
                0,
                u32::try_from(capacity).expect("small"),
                (strings + index * capacity) as u64,
            );
            memory[index * size..][..size].copy_from_slice(&raw[..size]);
        }
        Self { memory, count, layout }
    }

    /// The string with this index.
    pub fn element(&mut self, index: usize) -> RfcString<'_> {
        assert!(index < self.count);
        let at = self.memory.as_mut_ptr().wrapping_add(index * self.layout.element_bytes());
        // SAFETY: an element of the array, which the result borrows.
        unsafe { RfcString::at(at, self.layout, true) }
    }

    /// The array for reading.
    pub fn tensor(&self) -> StringTensor<'_> {
        tensor(&self.memory, self.count, self.layout)
    }
}

impl Drop for ArenaArray {
    fn drop(&mut self) {
        for index in 0..self.count {
            self.element(index).dealloc();
        }
    }
}

//! Memory for the strings of VIEWs.

use std::ptr::NonNull;

use super::heap;
use crate::FormatCode;

/// A zeroed block of C's heap, which is freed when this is dropped. As the value of an [`Owner`](super::Owner) it
/// lives as long as VIEWs refer to it.
///
/// ```
/// use unitstr_tensor::owned::{Block, Owner};
///
/// let owner = Owner::new(Block::zeroed(1 << 20)?);
/// assert_eq!((owner.value().bytes(), owner.references()), (1 << 20, 1));
/// # Ok::<(), unitstr_tensor::FormatCode>(())
/// ```
#[derive(Debug)]
pub struct Block {
    /// A block of C's heap, of `bytes` initialised bytes.
    start: NonNull<u8>,
    bytes: usize,
}

// SAFETY: this is the only pointer to the block, and any thread may free a block of C's heap.
unsafe impl Send for Block {}
// SAFETY: a shared `Block` only returns the pointer and the size, and accesses no byte of the block.
unsafe impl Sync for Block {}

impl Block {
    /// Allocates a block of this many zeros.
    ///
    /// # Errors
    ///
    /// [`FormatCode::NoMemory`].
    pub fn zeroed(bytes: usize) -> Result<Self, FormatCode> {
        let start = heap::allocate_zeroed(bytes)?;
        Ok(Self { start, bytes })
    }

    /// Returns the start: readable and writable for [`Block::bytes`], as long as this lives. The caller must not
    /// write while another thread reads.
    #[must_use]
    pub const fn start(&self) -> *mut u8 {
        self.start.as_ptr()
    }

    /// Returns the size in bytes.
    #[must_use]
    pub const fn bytes(&self) -> usize {
        self.bytes
    }
}

impl Drop for Block {
    fn drop(&mut self) {
        // SAFETY: `start` is a block of C's heap, which is not used after `drop`.
        unsafe { heap::release(self.start.as_ptr()) };
    }
}

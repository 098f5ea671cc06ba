//! Memory for strings that VIEWs show.

use std::ptr::NonNull;

use super::heap;
use crate::FormatCode;

/// A block of C's heap, zeroes at first, that is given back when this is dropped. As the value of an
/// [`Owner`](super::Owner) it lives as long as VIEWs show parts of it.
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

// SAFETY: nobody else has the block, and C's heap is everybody's.
unsafe impl Send for Block {}
// SAFETY: this type reads and writes none of it.
unsafe impl Sync for Block {}

impl Block {
    /// So many zeroes.
    ///
    /// # Errors
    ///
    /// [`FormatCode::NoMemory`].
    pub fn zeroed(bytes: usize) -> Result<Self, FormatCode> {
        let start = heap::allocate_zeroed(1, bytes)?;
        Ok(Self { start, bytes })
    }

    /// Where it begins: readable and writable for [`Block::bytes`], as long as this lives. Who writes sees to it that
    /// nobody reads meanwhile.
    #[must_use]
    pub const fn start(&self) -> *mut u8 {
        self.start.as_ptr()
    }

    /// How large it is.
    #[must_use]
    pub const fn bytes(&self) -> usize {
        self.bytes
    }
}

impl Drop for Block {
    fn drop(&mut self) {
        // SAFETY: our block, which ends here.
        unsafe { heap::release(self.start.as_ptr()) };
    }
}

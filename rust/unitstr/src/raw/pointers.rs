//! Addresses that stand in memory: whether they may be followed.

use std::marker::PhantomData;
use std::ptr::with_exposed_provenance;

use super::Source;

/// A promise that addresses found in memory may be followed during `'a`. Without one, no address ever is.
#[derive(Clone, Copy, Debug)]
pub struct Pointers<'a>(PhantomData<&'a [u8]>);

impl<'a> Pointers<'a> {
    /// Vouches for every address in the memory that this is used with.
    ///
    /// # Safety
    ///
    /// * During `'a`, every address that is followed with this promise is readable for as many initialised bytes as
    ///   are asked for, at any alignment, and no Rust reference through which they can be written exists. A reader asks
    ///   only for the addresses that stand in the elements it is given, and for as many bytes as the element says.
    /// * Nobody changes such an element during `'a`: half of one and half of another is no element.
    #[must_use]
    pub const unsafe fn vouched() -> Self {
        Self(PhantomData)
    }

    /// The memory at an address that is vouched for.
    #[must_use]
    #[inline(always)]
    pub fn follow(self, address: usize, bytes: usize) -> Source<'a> {
        // SAFETY: whoever made this `Pointers` promised in `vouched` that `address` is readable for `bytes` bytes.
        unsafe { Source::new(with_exposed_provenance(address), bytes) }
    }
}

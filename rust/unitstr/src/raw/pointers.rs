//! Addresses stored in memory, and the promise that they may be followed.

use std::marker::PhantomData;
use std::ptr::with_exposed_provenance;

use super::Source;

/// A promise that addresses found in memory may be followed during `'a`. Without one, no address is followed.
#[derive(Clone, Copy, Debug)]
pub struct Pointers<'a>(PhantomData<&'a [u8]>);

impl<'a> Pointers<'a> {
    /// Promises this for every address in the memory that this is used with.
    ///
    /// # Safety
    ///
    /// * During `'a`, every address that is followed with this promise is readable for as many initialised bytes as
    ///   are read, at any alignment, and no Rust reference through which they can be written exists. A reader follows
    ///   only addresses stored in the elements that it is given, for as many bytes as the element says.
    /// * Nobody changes such an element during `'a`: a half-changed element may hold an address with the size of
    ///   another.
    #[must_use]
    pub const unsafe fn vouched() -> Self {
        Self(PhantomData)
    }

    /// Returns the memory at an address that this promise covers.
    #[must_use]
    #[inline(always)]
    pub fn follow(self, address: usize, bytes: usize) -> Source<'a> {
        // SAFETY: the caller of `vouched` promised that `address` is readable for `bytes` bytes.
        unsafe { Source::new(with_exposed_provenance(address), bytes) }
    }
}

//! All memory of this process, for reading values of a library.

use std::ffi::CStr;
use std::ptr::with_exposed_provenance;

use crate::{Bad, Memory};
use unitstr::Source;

/// The memory of this process: any address may be read, except those too small to be one.
#[derive(Debug)]
pub struct Process(());

/// Below this address nothing is ever mapped.
const LEAST: u64 = 4096;

impl Process {
    /// # Safety
    ///
    /// * Everything that is read by this are values of a library to which the caller has references meanwhile.
    #[must_use]
    pub const unsafe fn new() -> Self {
        Self(())
    }
}

impl Memory for Process {
    fn source(&self, address: u64, bytes: u64) -> Result<Source<'_>, Bad> {
        if bytes == 0 {
            return Ok(Source::from_bytes(&[]));
        }
        if address < LEAST || address.checked_add(bytes).is_none_or(|end| end > i64::MAX as u64) {
            return Err(Bad::Address { address, bytes });
        }
        // SAFETY: the caller of `new` promises that `address` is part of a live value; `bytes` fits into memory.
        Ok(unsafe { Source::new(with_exposed_provenance(address as usize), bytes as usize) })
    }

    fn c_string(&self, address: u64) -> Result<Source<'_>, Bad> {
        self.source(address, 1)?;
        // SAFETY: the caller of `new` promises that `address` is a live string, which a zero byte terminates.
        let text = unsafe { CStr::from_ptr(with_exposed_provenance(address as usize)) };
        Ok(Source::from_bytes(text.to_bytes()))
    }
}

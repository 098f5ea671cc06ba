//! The functions for owners of the memory of VIEWs.

use std::ffi::c_void;
use std::mem::ManuallyDrop;
use std::ptr::NonNull;

use unitstr_tensor::owned::{Block, Owner};

use super::entry;
use crate::batch::Results;
use crate::guard;
use crate::java::numbers::USTR_TENSOR_OWNER_LONGS;
use crate::status::{USTR_DONE, USTR_E_NULL, USTR_E_RANGE, USTR_REFUSED};

/// The table's `tensor_owner_new`.
///
/// # Safety
///
/// * `results` is writable for 2 longs.
pub(crate) unsafe extern "C" fn tensor_owner_new(bytes: i64, results: *mut c_void) -> i64 {
    entry(|| {
        if bytes == i64::MIN {
            guard::panic_if_asked(0x8000_0000);
        }
        let bytes = usize::try_from(bytes).map_err(|_| USTR_E_RANGE)?;
        // SAFETY: the caller promises that `results` is writable for this many longs.
        let mut results = unsafe { Results::new(results, USTR_TENSOR_OWNER_LONGS as usize) }?;
        let Ok(block) = Block::zeroed(bytes) else {
            return Ok(USTR_REFUSED.into());
        };
        let start = block.start().expose_provenance();
        let owner = Owner::new(block).into_api().expose_provenance();
        results.set(0, (owner as u64).cast_signed());
        results.set(1, (start as u64).cast_signed());
        Ok(USTR_DONE.into())
    })
}

/// The table's `tensor_owner_references`.
///
/// # Safety
///
/// * `owner` is a result of `tensor_owner_new`, and the caller has a reference to it; if `change` is negative, the
///   caller gives up that many references.
pub(crate) unsafe extern "C" fn tensor_owner_references(owner: *mut c_void, change: i64) -> i64 {
    entry(|| {
        if change == i64::MIN {
            guard::panic_if_asked(0x8000_0000);
        }
        let api = NonNull::new(owner.cast()).ok_or(USTR_E_NULL)?;
        // SAFETY: the caller promises that `owner` is from `tensor_owner_new`; `ManuallyDrop` keeps the caller's
        // reference.
        let handle = ManuallyDrop::new(unsafe { Owner::<Block>::from_api(api) });
        let there = handle.references();
        let more = usize::try_from(change.unsigned_abs()).map_err(|_| USTR_E_RANGE)?;
        if change >= 0 {
            handle.add(more).map_err(|_| USTR_E_RANGE)?;
            return Ok((there.saturating_add(more) as u64).cast_signed());
        }
        let left = there.checked_sub(more).ok_or(USTR_E_RANGE)?;
        for _ in 0..more {
            // SAFETY: one of the references that the caller gives up.
            drop(unsafe { Owner::<Block>::from_api(api) });
        }
        Ok((left as u64).cast_signed())
    })
}

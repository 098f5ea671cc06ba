//! Allocates blocks of C's heap.

use std::ffi::c_void;
use std::ptr::NonNull;

use crate::FormatCode;

unsafe extern "C" {
    safe fn malloc(bytes: usize) -> *mut c_void;
    safe fn calloc(count: usize, bytes: usize) -> *mut c_void;
    fn realloc(block: *mut c_void, bytes: usize) -> *mut c_void;
    fn free(block: *mut c_void);
}

/// The size to allocate: not 0, so that null always means that memory is exhausted.
fn checked(bytes: usize) -> Result<usize, FormatCode> {
    if bytes > isize::MAX.cast_unsigned() { Err(FormatCode::NoMemory) } else { Ok(bytes.max(1)) }
}

fn found(block: *mut c_void) -> Result<NonNull<u8>, FormatCode> {
    NonNull::new(block.cast()).ok_or(FormatCode::NoMemory)
}

/// Allocates an uninitialised block of at most `isize::MAX` bytes.
pub(super) fn allocate(bytes: usize) -> Result<NonNull<u8>, FormatCode> {
    found(malloc(checked(bytes)?))
}

/// Allocates a block of zeros.
pub(super) fn allocate_zeroed(bytes: usize) -> Result<NonNull<u8>, FormatCode> {
    found(calloc(checked(bytes)?, 1))
}

/// Changes the size of a block, which may move; if memory is exhausted, the block is unchanged.
///
/// # Safety
///
/// * `block` is null or a block of C's heap. Unless the result is an error, it is invalid afterwards.
pub(super) unsafe fn resize(block: *mut u8, bytes: usize) -> Result<NonNull<u8>, FormatCode> {
    let bytes = checked(bytes)?;
    // SAFETY: the caller promises that `block` is null or a block of C's heap.
    found(unsafe { realloc(block.cast(), bytes) })
}

/// Frees a block.
///
/// # Safety
///
/// * `block` is null or a block of C's heap, and is not used afterwards.
pub(super) unsafe fn release(block: *mut u8) {
    // SAFETY: the caller promises that `block` is null or a block of C's heap that is not used afterwards.
    unsafe { free(block.cast()) };
}

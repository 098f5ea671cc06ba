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

fn found(block: *mut c_void) -> Result<NonNull<u8>, FormatCode> {
    NonNull::new(block.cast()).ok_or(FormatCode::NoMemory)
}

/// Allocates an uninitialised block of at most `isize::MAX` bytes. A block of size 0 has 1 byte, so that null always
/// means that memory is exhausted.
pub(super) fn allocate(bytes: usize) -> Result<NonNull<u8>, FormatCode> {
    if bytes > isize::MAX.cast_unsigned() {
        return Err(FormatCode::NoMemory);
    }
    found(malloc(bytes.max(1)))
}

/// Allocates a block of zeros.
pub(super) fn allocate_zeroed(bytes: usize) -> Result<NonNull<u8>, FormatCode> {
    if bytes > isize::MAX.cast_unsigned() {
        return Err(FormatCode::NoMemory);
    }
    found(calloc(bytes.max(1), 1))
}

/// Changes the size of a block, which may move; if memory is exhausted, the block is unchanged.
///
/// # Safety
///
/// * `block` is null or a block of C's heap. Unless the result is an error, it is invalid afterwards.
pub(super) unsafe fn resize(block: *mut u8, bytes: usize) -> Result<NonNull<u8>, FormatCode> {
    if bytes > isize::MAX.cast_unsigned() {
        return Err(FormatCode::NoMemory);
    }
    // SAFETY: the caller promises that `block` is null or a block of C's heap.
    found(unsafe { realloc(block.cast(), bytes.max(1)) })
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

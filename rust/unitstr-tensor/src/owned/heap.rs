//! Blocks of C's heap.

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

/// A new block, uninitialised. No larger one than Rust's pointers bear; of size 0 one of 1 byte, so that null always
/// means that there is no memory.
pub(super) fn allocate(bytes: usize) -> Result<NonNull<u8>, FormatCode> {
    if bytes > isize::MAX.cast_unsigned() {
        return Err(FormatCode::NoMemory);
    }
    found(malloc(bytes.max(1)))
}

/// A new block of zeroes.
pub(super) fn allocate_zeroed(count: usize, bytes: usize) -> Result<NonNull<u8>, FormatCode> {
    match count.checked_mul(bytes) {
        Some(all) if all <= isize::MAX.cast_unsigned() => found(calloc(all.max(1), 1)),
        _ => Err(FormatCode::NoMemory),
    }
}

/// The block with another size, perhaps somewhere else; if there is no memory, nothing has changed.
///
/// # Safety
///
/// * `block` is null or a block of C's heap. If the result is not an error, it is one no longer.
pub(super) unsafe fn resize(block: *mut u8, bytes: usize) -> Result<NonNull<u8>, FormatCode> {
    if bytes > isize::MAX.cast_unsigned() {
        return Err(FormatCode::NoMemory);
    }
    // SAFETY: the caller's promise.
    found(unsafe { realloc(block.cast(), bytes.max(1)) })
}

/// Gives the block back.
///
/// # Safety
///
/// * `block` is null or a block of C's heap, and nobody uses it afterwards.
pub(super) unsafe fn release(block: *mut u8) {
    // SAFETY: the caller's promise.
    unsafe { free(block.cast()) };
}

//! Strings and binaries of libtvm_ffi in memory of this crate, which the library uses like its own.
//!
//! ```text
//!  0          8        16            32                        56     64     72
//!  | capacity | ticket | 16 zeros    | refs, 65 or 66, deleter | data | size | bytes, 0
//!                                    ^ the object
//! ```
//!
//! The zeros are at the place of a header of the library's allocator, which it does not read for memory of others.

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::mem::offset_of;
use std::ptr::{NonNull, null_mut};

use crate::Tag;
use crate::tvm::{SMALL, code};

use crate::live::dead::Ticket;
use crate::live::{Object, ObjectHeader, Slot};

#[repr(C, align(16))]
struct Block {
    capacity: u64,
    /// The ticket of the exception that this string represents; null if it is a string.
    ticket: *mut Ticket,
    zeros: [u64; 2],
    header: ObjectHeader,
    data: *mut u8,
    size: u64,
}

const OBJECT: usize = offset_of!(Block, header);
const TEXT: usize = offset_of!(Block, size) + 8;
const _: () = assert!(OBJECT == 32 && offset_of!(Block, data) == OBJECT + 24 && TEXT == OBJECT + 40);
const _: () = assert!(size_of::<ObjectHeader>() == 24);

/// The largest size of a text in bytes: what a Java program can have.
pub const MOST: u64 = i32::MAX as u64;

/// A value rather than a constant: the address of a function may vary, the address of this does not.
static DELETER: unsafe extern "C" fn(*mut ObjectHeader, i32) = delete;

fn layout(capacity: u64) -> Layout {
    // No overflow: slightly above 2^31 at most.
    let bytes = TEXT + capacity as usize + 1;
    match Layout::from_size_align(bytes.next_multiple_of(16), align_of::<Block>()) {
        Ok(layout) => layout,
        Err(_) => unreachable!("a small size"),
    }
}

/// Creates a text object with one reference; its memory belongs to this crate, wherever the last reference is
/// released.
///
/// * `code` is 65, a string, or 66, a binary; the bytes are not checked. The capacity is `capacity` bytes, but at
///   least the size of the text.
///
/// # Panics
///
/// If the size or capacity is above [`MOST`], or memory is exhausted.
#[must_use]
pub fn new_text(code: i32, bytes: &[u8], capacity: u64) -> Object {
    make(code, bytes, capacity, null_mut())
}

/// Creates a string that represents an exception: when it is destroyed, the ticket is queued.
pub(crate) fn new_exception(ticket: *mut Ticket) -> Object {
    make(code::STR, b"dev.unitstr.Throwable", 0, ticket)
}

fn make(code: i32, bytes: &[u8], capacity: u64, ticket: *mut Ticket) -> Object {
    let capacity = capacity.max(bytes.len() as u64);
    assert!(capacity <= MOST, "{capacity} bytes are too many");
    let layout = layout(capacity);
    // SAFETY: the size of the layout is not 0.
    let memory = unsafe { alloc_zeroed(layout) };
    // Not `handle_alloc_error`, which ends the process: a caller that requests 2 GiB gets an error.
    assert!(!memory.is_null(), "no memory for {capacity} bytes");
    let text = memory.wrapping_add(TEXT);
    let block = Block {
        capacity,
        ticket,
        zeros: [0; 2],
        header: ObjectHeader::new(code, Some(delete)),
        data: text,
        size: bytes.len() as u64,
    };
    // SAFETY: `memory` is new, at least as large as a block, and aligned for it.
    unsafe { memory.cast::<Block>().write(block) };
    // SAFETY: `capacity` bytes follow the block at `text`, at least as many as `bytes` has, and a zero byte.
    unsafe { text.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
    // SAFETY: inside `memory`, so not null.
    let object = unsafe { NonNull::new_unchecked(memory.wrapping_add(OBJECT)) };
    // SAFETY: `object` has this header and one reference. Its deleter may be called on any thread.
    unsafe { Object::from_raw(object.cast()) }
}

/// The block of an object that this crate created.
fn block_of(object: *mut ObjectHeader) -> *mut Block {
    object.wrapping_byte_sub(OBJECT).cast()
}

/// The deleter: bit 0 destroys the object, bit 1 frees its memory.
///
/// # Safety
///
/// * `object` is from [`make`], without references of that kind.
unsafe extern "C" fn delete(object: *mut ObjectHeader, flags: i32) {
    let block = block_of(object);
    if flags & 1 != 0 {
        // SAFETY: `block` lives until bit 1.
        let ticket = unsafe { (*block).ticket };
        if !ticket.is_null() {
            // SAFETY: only this object had `ticket`, and it is destroyed once.
            unsafe { Ticket::die(ticket) };
        }
    }
    if flags & 2 != 0 {
        // SAFETY: `block` still lives. Its content may have changed, but not its capacity.
        let capacity = unsafe { (*block).capacity };
        // SAFETY: `block` was allocated with this layout, and no code uses it any more.
        unsafe { dealloc(block.cast(), layout(capacity)) };
    }
}

/// The ticket of the exception that an object represents; null for any other object.
///
/// # Safety
///
/// * `object` is a live object of libtvm_ffi.
pub(crate) unsafe fn ticket_of(object: NonNull<ObjectHeader>) -> *mut Ticket {
    let place = object.as_ptr().cast::<u64>().wrapping_add(2);
    // SAFETY: `object` begins with a header, whose third word, at `place`, no code writes.
    let deleter = unsafe { place.read() };
    if deleter != DELETER as usize as u64 {
        return null_mut();
    }
    // SAFETY: an object with this deleter is in a block of this crate.
    unsafe { (*block_of(object.as_ptr())).ticket }
}

impl Slot {
    /// Creates an owned string (`false`) or binary (`true`): stored in the slot, or as an object of this crate.
    #[must_use]
    pub fn text(is_binary: bool, bytes: &[u8]) -> Self {
        let (tag, code) = if is_binary { (Tag::Bytes(bytes), code::BYTES) } else { (Tag::Str(bytes), code::STR) };
        if bytes.len() <= SMALL
            && let Some(slot) = Self::inline(&tag)
        {
            return slot;
        }
        let object = new_text(code, bytes, 0).into_raw();
        Self::object(code, object.as_ptr().expose_provenance() as u64)
    }
}

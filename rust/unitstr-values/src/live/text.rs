//! Strings and binaries of libtvm_ffi in memory of our own, which the library takes for its own.
//!
//! ```text
//!  0          8        16            32                        56     64     72
//!  | capacity | ticket | 16 zeros    | refs, 65 or 66, deleter | data | size | bytes, 0
//!                                    ^ the object
//! ```
//!
//! The zeros are where the library's allocator has a header of its own, which it does not read of what is not its own.

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::mem::offset_of;
use std::ptr::{NonNull, null_mut};

use crate::tvm::{SMALL, code};
use crate::{Foreign, ForeignHeader, Tag};

use crate::live::Slot;
use crate::live::dead::Ticket;

#[repr(C, align(16))]
struct Block {
    capacity: u64,
    /// Of the exception that this string stands for; null if it is a string.
    ticket: *mut Ticket,
    zeros: [u64; 2],
    header: ForeignHeader,
    data: *mut u8,
    size: u64,
}

const OBJECT: usize = offset_of!(Block, header);
const TEXT: usize = offset_of!(Block, size) + 8;
const _: () = assert!(OBJECT == 32 && offset_of!(Block, data) == OBJECT + 24 && TEXT == OBJECT + 40);
const _: () = assert!(size_of::<ForeignHeader>() == 24);

/// The most bytes of a text: what a Java program can have.
pub const MOST: u64 = i32::MAX as u64;

/// As a value: the address of a function may differ by place, this does not.
static DELETER: unsafe extern "C" fn(*mut ForeignHeader, i32) = delete;

fn layout(capacity: u64) -> Layout {
    // At most 2^31 and a bit.
    let bytes = TEXT + capacity as usize + 1;
    match Layout::from_size_align(bytes.next_multiple_of(16), align_of::<Block>()) {
        Ok(layout) => layout,
        Err(_) => unreachable!("a small size"),
    }
}

/// A text object with one reference, whose memory is ours wherever its last reference goes.
///
/// * `code` is 65, a string, or 66, a binary; nobody looks at the bytes. There is room for `capacity` of them, and no
///   fewer than there are.
///
/// # Panics
///
/// If there are more than [`MOST`], or there is no memory for them.
#[must_use]
pub fn new_text(code: i32, bytes: &[u8], capacity: u64) -> Foreign {
    make(code, bytes, capacity, null_mut())
}

/// A string that stands for an exception: when it dies, so does the ticket.
pub(crate) fn new_exception(ticket: *mut Ticket) -> Foreign {
    make(code::STR, b"dev.unitstr.Throwable", 0, ticket)
}

fn make(code: i32, bytes: &[u8], capacity: u64, ticket: *mut Ticket) -> Foreign {
    let capacity = capacity.max(bytes.len() as u64);
    assert!(capacity <= MOST, "{capacity} bytes are too many");
    let layout = layout(capacity);
    // SAFETY: the layout has a size.
    let memory = unsafe { alloc_zeroed(layout) };
    // Not `handle_alloc_error`, which ends the process: whoever asks for 2 GiB gets an error.
    assert!(!memory.is_null(), "no memory for {capacity} bytes");
    let text = memory.wrapping_add(TEXT);
    let block = Block {
        capacity,
        ticket,
        zeros: [0; 2],
        header: ForeignHeader::new(code, Some(delete)),
        data: text,
        size: bytes.len() as u64,
    };
    // SAFETY: new memory, as large as a block at least, and aligned like one.
    unsafe { memory.cast::<Block>().write(block) };
    // SAFETY: so many bytes follow the block, and a zero one that is there already.
    unsafe { text.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
    // SAFETY: inside of the memory, so not null.
    let object = unsafe { NonNull::new_unchecked(memory.wrapping_add(OBJECT)) };
    // SAFETY: an object with such a header, and its one reference. Its deleter may be called on any thread.
    unsafe { Foreign::from_raw(object.cast()) }
}

/// The block that an object of ours is in.
fn block_of(object: *mut ForeignHeader) -> *mut Block {
    object.wrapping_byte_sub(OBJECT).cast()
}

/// The deleter: bit 0 ends the object, bit 1 frees its memory.
///
/// # Safety
///
/// * `object` is of [`make`], without references of that kind.
unsafe extern "C" fn delete(object: *mut ForeignHeader, flags: i32) {
    let block = block_of(object);
    if flags & 1 != 0 {
        // SAFETY: the block lives until bit 1.
        let ticket = unsafe { (*block).ticket };
        if !ticket.is_null() {
            // SAFETY: this object was the one that had it, and ends once.
            unsafe { Ticket::die(ticket) };
        }
    }
    if flags & 2 != 0 {
        // SAFETY: as above. Its content may have changed, the capacity has not.
        let capacity = unsafe { (*block).capacity };
        // SAFETY: allocated with this layout, and nobody has it any more.
        unsafe { dealloc(block.cast(), layout(capacity)) };
    }
}

/// The ticket of the exception that an object stands for; null if it is another object.
///
/// # Safety
///
/// * `object` is an object of libtvm_ffi that lives.
pub(crate) unsafe fn ticket_of(object: NonNull<ForeignHeader>) -> *mut Ticket {
    let place = object.as_ptr().cast::<u64>().wrapping_add(2);
    // SAFETY: every object begins with a header, whose third word nobody writes.
    let deleter = unsafe { place.read() };
    if deleter != DELETER as usize as u64 {
        return null_mut();
    }
    // SAFETY: an object of ours is in a block.
    unsafe { (*block_of(object.as_ptr())).ticket }
}

impl Slot {
    /// A string (`false`) or binary (`true`) that is owned: in the slot, or as an object of ours.
    #[must_use]
    pub fn text(is_binary: bool, bytes: &[u8]) -> Self {
        let (tag, code) = if is_binary {
            (Tag::Bytes(bytes), code::BYTES)
        } else {
            (Tag::Str(bytes), code::STR)
        };
        if bytes.len() <= SMALL
            && let Some(slot) = Self::inline(&tag)
        {
            return slot;
        }
        let object = new_text(code, bytes, 0).into_raw();
        Self::object(code, object.as_ptr().expose_provenance() as u64)
    }
}

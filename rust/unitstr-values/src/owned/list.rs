//! The memory of a list: items that point to slots and to objects, and the pool of slots.
//!
//! Layout: `docs/layouts/rfc97.md`.
//!
//! The address of a slot never changes, and never leaves this file.

use std::cell::RefCell;
use std::mem::{ManuallyDrop, offset_of};
use std::ptr::{NonNull, null_mut};

use super::{Foreign, ForeignHeader, Header, Object};
use crate::Value;
use crate::rfc97::code;
use crate::table::{self, Slot};

#[repr(C)]
struct Head {
    header: Header,
    items: *mut Item,
    size: u64,
    capacity: u64,
    pool: *mut Block,
    free: *mut PoolSlot,
    live: u64,
}

const _: () = assert!(size_of::<Head>() == 64);
const _: () = assert!(offset_of!(Head, items) == 16);
const _: () = assert!(offset_of!(Head, pool) == 40);
const _: () = assert!(offset_of!(Head, free) == 48);
const _: () = assert!(offset_of!(Head, live) == 56);

/// An item of a list. It has a reference to an object, or a slot of the pool, until it is given back.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(transparent)]
pub(crate) struct Item(NonNull<u8>);

const FOREIGN: usize = 1;
const BLOCK: usize = 64;

#[repr(C)]
struct Block {
    next: *mut Block,
    slots: [PoolSlot; BLOCK],
}

const _: () = assert!(size_of::<Block>() == 8 + BLOCK * 24);

#[derive(Clone, Copy)]
#[repr(C)]
union PoolSlot {
    used: Slot,
    free: FreeSlot,
}

#[derive(Clone, Copy)]
#[repr(C)]
struct FreeSlot {
    code: i32,
    zero: i32,
    next: *mut PoolSlot,
    rest: u64,
}

const _: () = assert!(size_of::<PoolSlot>() == 24);
const _: () = assert!(offset_of!(FreeSlot, next) == 8);

/// A list object. All references to it are handles to the same list, on one thread.
#[derive(Clone, PartialEq)]
pub(crate) struct RawList(Object);

impl RawList {
    pub(crate) fn new() -> Self {
        let head = Box::into_raw(Box::new(Head {
            header: Header::new(code::LIST, delete_list),
            items: NonNull::dangling().as_ptr(),
            size: 0,
            capacity: 0,
            pool: null_mut(),
            free: null_mut(),
            live: 0,
        }));
        // SAFETY: `head` is from a `Box`, so it is not null.
        let head = unsafe { NonNull::new_unchecked(head) };
        // SAFETY: `head` begins with a header with one reference, whose code and deleter match a list.
        Self(unsafe { Object::from_raw(head.cast()) })
    }

    pub(crate) fn of_object(object: &Object) -> Option<Self> {
        (object.code() == code::LIST).then(|| Self(object.clone()))
    }

    pub(crate) const fn object(&self) -> &Object {
        &self.0
    }

    /// Calls `then` with the head. `then` must not call foreign code.
    fn head<R>(&self, then: impl FnOnce(&mut Head) -> R) -> R {
        let head = self.0.raw().cast::<Head>().as_ptr();
        // SAFETY: `head` belongs to this list object, which this reference keeps alive. Objects stay on one thread,
        // and `then` calls nothing that could return to this function: no other reference to the head exists
        // meanwhile.
        then(unsafe { &mut *head })
    }

    /// Calls `then` with the items, which it may change. `then` must not call foreign code.
    pub(crate) fn items<R>(&self, then: impl FnOnce(&mut Vec<Item>) -> R) -> R {
        self.head(|head| {
            let (items, size, capacity) = (head.items, head.size as usize, head.capacity as usize);
            // SAFETY: the three values are from a vector, here or in `new`, and this is the only vector made of them.
            let items = unsafe { Vec::from_raw_parts(items, size, capacity) };
            let mut items = PutBack { head, items: ManuallyDrop::new(items) };
            then(&mut items.items)
        })
    }

    /// Allocates a slot of the pool.
    fn slot(&self, slot: Slot) -> Item {
        self.head(|head| {
            if head.free.is_null() {
                let mut next = null_mut();
                let unused = PoolSlot { used: Slot::NULL };
                let block = Box::into_raw(Box::new(Block { next: head.pool, slots: [unused; BLOCK] }));
                // SAFETY: `block` was just made.
                let slots = unsafe { &raw mut (*block).slots }.cast::<PoolSlot>();
                for at in (0..BLOCK).rev() {
                    // SAFETY: `at` is below the number of slots of the block.
                    let place = unsafe { slots.add(at) };
                    // SAFETY: `place` is a slot of the new block.
                    unsafe { place.write(free_slot(next)) };
                    next = place;
                }
                head.pool = block;
                head.free = next;
            }
            let place = head.free;
            // SAFETY: `place` is in the list of free slots, so it is free and alive.
            head.free = unsafe { place.cast::<FreeSlot>().read() }.next;
            // SAFETY: the same slot, which is not in the list of free slots any more.
            unsafe { place.write(PoolSlot { used: slot }) };
            head.live += 1;
            // SAFETY: `place` is the address of a slot, which is not null.
            Item(unsafe { NonNull::new_unchecked(place.cast()) })
        })
    }

    /// Returns an item with this value.
    pub(crate) fn take(&self, value: Value) -> Item {
        let value = match value {
            // A box or a short text is stored as a value, not as an object.
            Value::Object(object) => Value::of_object(&object),
            other => other,
        };
        if let Some(slot) = table::find(&value) {
            return Item(NonNull::from(slot).cast());
        }
        if let Value::Foreign(object) = value {
            // Objects are aligned, so the lowest bit of an address is unused.
            return Item(object.into_raw().cast().map_addr(|address| address | FOREIGN));
        }
        match value.inline(Slot::ROOM, |tag| tag.and_then(|tag| Slot::new(&tag).ok())) {
            Some(slot) => self.slot(slot),
            None => match value.to_object() {
                Some(object) => Item(object.into_raw().cast()),
                // Any other value is an object.
                None => unreachable!("{value:?} has no form as an object"),
            },
        }
    }

    /// Returns a copy of the value of an item of this list.
    pub(crate) fn value(&self, item: Item) -> Value {
        match self.meaning(item) {
            Meaning::Slot(slot) => match slot.tag() {
                Ok(tag) => Value::of_inline(&tag).unwrap_or(Value::Null),
                Err(bad) => unreachable!("a slot of the pool: {bad}"),
            },
            Meaning::Object(object) => Value::of_object(&object),
            Meaning::Foreign(object) => Value::Foreign(Foreign::clone(&object)),
        }
    }

    /// Releases an item that is not in any list any more. This may call deleters, which may use this list.
    pub(crate) fn give_back(&self, item: Item) {
        match self.meaning(item) {
            Meaning::Slot(_) => self.head(|head| head.recycle(item)),
            Meaning::Object(object) => drop(ManuallyDrop::into_inner(object)),
            Meaning::Foreign(object) => drop(ManuallyDrop::into_inner(object)),
        }
    }

    #[allow(clippy::unused_self, reason = "an item is of a list")]
    fn meaning(&self, item: Item) -> Meaning {
        item.meaning()
    }
}

enum Meaning {
    Slot(Slot),
    /// Borrowed from the item.
    Object(ManuallyDrop<Object>),
    Foreign(ManuallyDrop<Foreign>),
}

impl Item {
    fn meaning(self) -> Meaning {
        if self.0.addr().get() & FOREIGN != 0 {
            let object = self.0.as_ptr().map_addr(|address| address & !FOREIGN).cast::<ForeignHeader>();
            // SAFETY: the address of an object is not 0, and stays so when the lowest bit is removed.
            let object = unsafe { NonNull::new_unchecked(object) };
            // SAFETY: `object` is the object of this item, and the item keeps its reference.
            return Meaning::Foreign(ManuallyDrop::new(unsafe { Foreign::from_raw(object) }));
        }
        // SAFETY: `self.0` is a slot or an object; both begin with a number that distinguishes them.
        let code = unsafe { self.0.cast::<i32>().read() };
        if code < 0 {
            // SAFETY: `self.0` is a slot in use, of the pool or of the table.
            Meaning::Slot(unsafe { self.0.cast::<Slot>().read() })
        } else {
            // SAFETY: `self.0` is the object of this item, and the item keeps its reference.
            Meaning::Object(ManuallyDrop::new(unsafe { Object::from_raw(self.0.cast()) }))
        }
    }
}

const fn free_slot(next: *mut PoolSlot) -> PoolSlot {
    PoolSlot { free: FreeSlot { code: i32::MIN, zero: 0, next, rest: 0 } }
}

impl Head {
    /// Returns a slot to the pool, unless it belongs to the table.
    fn recycle(&mut self, slot: Item) {
        let place = slot.0.as_ptr().cast::<PoolSlot>();
        if table::holds(place.cast()) {
            return;
        }
        // SAFETY: `place` is not a slot of the table, so it is one of the pool, and no item refers to it any more.
        unsafe { place.write(free_slot(self.free)) };
        self.free = place;
        self.live -= 1;
    }
}

/// The items as a vector, written back when this is dropped.
struct PutBack<'a> {
    head: &'a mut Head,
    items: ManuallyDrop<Vec<Item>>,
}

impl Drop for PutBack<'_> {
    fn drop(&mut self) {
        self.head.size = self.items.len() as u64;
        self.head.capacity = self.items.capacity() as u64;
        self.head.items = self.items.as_mut_ptr();
    }
}

thread_local! {
    /// Lists that are waiting to be freed while another one is: they are freed one after the other, however deeply
    /// nested.
    static WAITING: RefCell<Option<Vec<NonNull<Head>>>> = const { RefCell::new(None) };
}

/// Frees a list object that [`RawList::new`] made, and releases its items.
///
/// # Safety
///
/// * `object` is such an object, and there is no reference left to it.
unsafe extern "C" fn delete_list(object: *mut Header) {
    let Some(first) = NonNull::new(object.cast::<Head>()) else {
        return;
    };
    // At the end of a thread the queue is gone: then lists are freed recursively.
    let waits = WAITING.try_with(|waiting| match &mut *waiting.borrow_mut() {
        Some(lists) => {
            lists.push(first);
            true
        }
        none => {
            *none = Some(Vec::new());
            false
        }
    });
    let mut next = (waits != Ok(true)).then_some(first);
    while let Some(list) = next {
        // SAFETY: the callers of `delete_list` promise that `list` has no references left; each is in the queue once.
        unsafe { delete_one(list) };
        let waiting = WAITING.try_with(|waiting| {
            let mut waiting = waiting.borrow_mut();
            let list = waiting.as_mut().and_then(Vec::pop);
            if list.is_none() {
                *waiting = None;
            }
            list
        });
        next = waiting.ok().flatten();
    }
}

/// # Safety
///
/// * `list` is a list object that [`RawList::new`] made, and there is no reference left to it.
unsafe fn delete_one(list: NonNull<Head>) {
    // SAFETY: the caller promises that `list` was made by `RawList::new`, as a `Box`, and has no references left.
    let head = unsafe { Box::from_raw(list.as_ptr()) };
    // SAFETY: the three values are from a vector, and are not used again.
    let items = unsafe { Vec::from_raw_parts(head.items, head.size as usize, head.capacity as usize) };
    for item in items {
        match item.meaning() {
            Meaning::Slot(_) => {}
            Meaning::Object(object) => drop(ManuallyDrop::into_inner(object)),
            Meaning::Foreign(object) => drop(ManuallyDrop::into_inner(object)),
        }
    }
    let mut block = head.pool;
    while !block.is_null() {
        // SAFETY: `block` was made as a `Box`, and no item refers to it any more.
        let freed = unsafe { Box::from_raw(block) };
        block = freed.next;
    }
}

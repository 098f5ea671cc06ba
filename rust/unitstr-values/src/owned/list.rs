//! The memory of a list: items that point to slots and to objects, and the pool of slots.
//!
//! Layout: `docs/layouts/rfc97.md`.
//!
//! A slot's address never changes, and never leaves this file.

use std::cell::RefCell;
use std::mem::{ManuallyDrop, offset_of};
use std::ptr::{NonNull, null_mut};

use super::{Foreign, ForeignHeader, Header, Object};
use crate::rfc97::code;
use crate::table::{self, Slot};
use crate::{AnyPad, Value};

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

/// What a list has in a place. It is counted, or has a slot of the pool, until it is given back.
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

/// A list object. The references to it are handles of one list, all on one thread.
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
        // SAFETY: a box is not at null.
        let head = unsafe { NonNull::new_unchecked(head) };
        // SAFETY: it begins with a header, which has one reference; its code says what it is, and frees it.
        Self(unsafe { Object::from_raw(head.cast()) })
    }

    pub(crate) fn of_object(object: &Object) -> Option<Self> {
        (object.code() == code::LIST).then(|| Self(object.clone()))
    }

    pub(crate) const fn object(&self) -> &Object {
        &self.0
    }

    /// The head, for the time of a call that calls nobody.
    fn head<R>(&self, then: impl FnOnce(&mut Head) -> R) -> R {
        let head = self.0.raw().cast::<Head>().as_ptr();
        // SAFETY: a list object has a head, alive as long as this reference. Objects stay on one thread, and what is
        // called with a head calls nothing that could come back here: no other reference to it exists meanwhile.
        then(unsafe { &mut *head })
    }

    /// The items, to read and change. `then` calls nobody.
    pub(crate) fn items<R>(&self, then: impl FnOnce(&mut Vec<Item>) -> R) -> R {
        self.head(|head| {
            let (items, size, capacity) = (head.items, head.size as usize, head.capacity as usize);
            // SAFETY: the three came from a vector, here or in `new`; the vector below is the only one made of them.
            let items = unsafe { Vec::from_raw_parts(items, size, capacity) };
            let mut items = PutBack {
                head,
                items: ManuallyDrop::new(items),
            };
            then(&mut items.items)
        })
    }

    /// How many slots of the pool are in use.
    pub(crate) fn live(&self) -> u64 {
        self.head(|head| head.live)
    }

    /// How many blocks the pool has.
    pub(crate) fn blocks(&self) -> usize {
        self.head(|head| {
            let mut count = 0;
            let mut block = head.pool;
            while !block.is_null() {
                count += 1;
                // SAFETY: blocks live as long as their list.
                block = unsafe { (*block).next };
            }
            count
        })
    }

    /// Takes a slot from the pool.
    fn slot(&self, slot: Slot) -> Item {
        self.head(|head| {
            if head.free.is_null() {
                let mut next = null_mut();
                let unused = PoolSlot { used: Slot::NULL };
                let block = Box::into_raw(Box::new(Block {
                    next: head.pool,
                    slots: [unused; BLOCK],
                }));
                // SAFETY: the block was just made.
                let slots = unsafe { &raw mut (*block).slots }.cast::<PoolSlot>();
                for at in (0..BLOCK).rev() {
                    // SAFETY: the block has so many slots.
                    let place = unsafe { slots.add(at) };
                    // SAFETY: as above.
                    unsafe { place.write(free_slot(next)) };
                    next = place;
                }
                head.pool = block;
                head.free = next;
            }
            let place = head.free;
            // SAFETY: a slot in the list of free ones is free, and lives.
            head.free = unsafe { place.cast::<FreeSlot>().read() }.next;
            // SAFETY: as above.
            unsafe { place.write(PoolSlot { used: slot }) };
            head.live += 1;
            // SAFETY: the address of a slot, which is not null.
            Item(unsafe { NonNull::new_unchecked(place.cast()) })
        })
    }

    /// What holds a value in this list.
    pub(crate) fn take(&self, value: Value) -> Item {
        let value = match value {
            // A box or a short text is no object here.
            Value::Object(object) => Value::of_object(&object),
            other => other,
        };
        if let Some(slot) = table::find(&value) {
            return Item(NonNull::from(slot).cast());
        }
        if let Value::Foreign(object) = value {
            // Objects are aligned: the bit is free.
            return Item(object.into_raw().cast().map_addr(|address| address | FOREIGN));
        }
        match value.inline(Slot::INLINE, |tag| tag.and_then(|tag| AnyPad::new(&tag).ok())) {
            Some(slot) => self.slot(slot),
            None => match value.to_object() {
                Some(object) => Item(object.into_raw().cast()),
                // All that is neither in place nor foreign is an object.
                None => unreachable!("{value:?}"),
            },
        }
    }

    /// A copy of what an item of this list holds.
    pub(crate) fn value(&self, item: Item) -> Value {
        match self.meaning(item) {
            Meaning::Slot(slot) => match slot.tag() {
                Ok(tag) => Value::of_inline(&tag).unwrap_or(Value::Null),
                Err(bad) => unreachable!("{bad}"),
            },
            Meaning::Object(object) => Value::of_object(&object),
            Meaning::Foreign(object) => Value::Foreign(Foreign::clone(&object)),
        }
    }

    /// Gives back what an item held, which is in no list any more. Deleters may be called, and may come back here.
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
            let object = self
                .0
                .as_ptr()
                .map_addr(|address| address & !FOREIGN)
                .cast::<ForeignHeader>();
            // SAFETY: an address with a bit set is not null without it, as an object is not at 0.
            let object = unsafe { NonNull::new_unchecked(object) };
            // SAFETY: the item has a reference to the object, which stays its own.
            return Meaning::Foreign(ManuallyDrop::new(unsafe { Foreign::from_raw(object) }));
        }
        // SAFETY: slots and objects begin with a number that says which of them they are.
        let code = unsafe { self.0.cast::<i32>().read() };
        if code < 0 {
            // SAFETY: a slot, of the pool or of the table, in use.
            Meaning::Slot(unsafe { self.0.cast::<Slot>().read() })
        } else {
            // SAFETY: the item has a reference to the object, which stays its own.
            Meaning::Object(ManuallyDrop::new(unsafe { Object::from_raw(self.0.cast()) }))
        }
    }
}

const fn free_slot(next: *mut PoolSlot) -> PoolSlot {
    PoolSlot {
        free: FreeSlot {
            code: i32::MIN,
            zero: 0,
            next,
            rest: 0,
        },
    }
}

impl Head {
    /// Puts a slot back into the pool, unless it is one of the table.
    fn recycle(&mut self, slot: Item) {
        let place = slot.0.as_ptr().cast::<PoolSlot>();
        if table::holds(place.cast()) {
            return;
        }
        // SAFETY: what is no slot of the table is one of the pool, and no item refers to it any more.
        unsafe { place.write(free_slot(self.free)) };
        self.free = place;
        self.live -= 1;
    }
}

/// Items as a vector, for a while.
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
    /// Lists that are to be freed while another one is: one after the other, however deep they were in each other.
    static WAITING: RefCell<Option<Vec<NonNull<Head>>>> = const { RefCell::new(None) };
}

/// Frees a list object that [`RawList::new`] made, and gives back what it holds.
///
/// # Safety
///
/// * `object` is such an object, without any reference left.
unsafe extern "C" fn delete_list(object: *mut Header) {
    let Some(first) = NonNull::new(object.cast::<Head>()) else {
        return;
    };
    // At the end of a thread there is no list of the waiting any more: then one frees the other.
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
        // SAFETY: the caller's promise, and that of whoever put it on the list: nobody else has it.
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
/// * `list` is a list object that [`RawList::new`] made, without any reference left.
unsafe fn delete_one(list: NonNull<Head>) {
    // SAFETY: the caller's promise: it was made as a box.
    let head = unsafe { Box::from_raw(list.as_ptr()) };
    // SAFETY: the three came from a vector, and are not used again.
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
        // SAFETY: blocks are made as boxes, and no item is left that refers to one.
        let freed = unsafe { Box::from_raw(block) };
        block = freed.next;
    }
}

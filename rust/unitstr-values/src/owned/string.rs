//! Text that is stored in place, in a private buffer, or in a shared reference-counted object.
//!
//! ```text
//! 24 bytes, align 8
//!  0                          16      20
//!  | 16 bytes                 | 0     | category |   category >= 0: units in place, zeros after them
//!    or address, u64 units      u32     i32                  -1: a buffer  | u64 capacity | units, 0 |
//!                                                            -2: a string object, the address is that of its units:
//!                                                                | header | u64 size | u64 capacity | units, 0 |
//! ```
//!
//! The capacity precedes the units in both. Thresholds and growth are libmatx's, `container/string_core.h`.

use std::fmt;
use std::mem::{ManuallyDrop, offset_of};
use std::ptr::NonNull;

use super::object::{Header, Object, StringHead, words};
use crate::rfc97::code;

/// A unit of text: a byte, or a code point.
///
/// # Safety
///
/// * Any bytes are a valid value, whose size divides 8; 0 is [`Default`].
pub unsafe trait Unit: Copy + Default + Eq + Ord + std::hash::Hash + fmt::Debug + Send + Sync + 'static {
    /// The largest number of units stored in place.
    const SMALL: usize;
    /// The largest number of units in a private buffer.
    const MEDIUM: usize;
    /// The type code of objects with such units.
    const CODE: i32;
}

// SAFETY: a number of one byte.
unsafe impl Unit for u8 {
    const SMALL: usize = 16;
    const MEDIUM: usize = 254;
    const CODE: i32 = code::STRING;
}

// SAFETY: a number of four bytes without padding.
unsafe impl Unit for u32 {
    const SMALL: usize = 4;
    const MEDIUM: usize = 63;
    const CODE: i32 = code::UCS4_STRING;
}

/// Where the units of a text are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Category {
    /// In place.
    Small,
    /// In a private buffer; copying the text copies it.
    Medium,
    /// In a reference-counted object, which copies of the text share until one of them is changed.
    Large,
}

const MEDIUM: i32 = -1;
const LARGE: i32 = -2;

#[derive(Clone, Copy)]
#[repr(C)]
struct Heap {
    /// The address of the first unit. The memory begins before it.
    units: NonNull<u8>,
    len: u64,
}

#[repr(C)]
union Store {
    small: [u64; 2],
    heap: Heap,
}

/// A text of bytes or of code points, which are not checked.
///
/// ```
/// use unitstr_values::{Category, StringCore};
///
/// let mut text = StringCore::new(b"sixteen bytes ok");
/// assert_eq!(text.category(), Category::Small);
/// text.push(b'!');
/// assert_eq!((text.category(), text.as_slice()), (Category::Medium, &b"sixteen bytes ok!"[..]));
///
/// let large = StringCore::new(&[b'x'; 255]);
/// let mut copy = large.clone();
/// assert!(large.is_shared() && copy.as_slice().as_ptr() == large.as_slice().as_ptr());
/// copy.push(b'y'); // not shared any more
/// assert_eq!((large.len(), copy.len()), (255, 256));
/// ```
#[repr(C)]
pub struct StringCore<U: Unit> {
    store: Store,
    zero: u32,
    category: i32,
    units: std::marker::PhantomData<U>,
}

const _: () = assert!(size_of::<StringCore<u8>>() == 24);
const _: () = assert!(size_of::<StringCore<u32>>() == 24);
const _: () = assert!(offset_of!(StringCore<u8>, zero) == 16);
const _: () = assert!(offset_of!(StringCore<u8>, category) == 20);
const _: () = assert!(offset_of!(Heap, len) == 8);
/// The size of the capacity before the units of a private buffer, in bytes.
const BUFFER_HEAD: usize = 8;

// SAFETY: small and medium texts share nothing; the object of a large one is counted by an atomic, and not written
// while it is shared.
unsafe impl<U: Unit> Send for StringCore<U> {}
// SAFETY: a shared reference changes nothing but that atomic.
unsafe impl<U: Unit> Sync for StringCore<U> {}

impl<U: Unit> StringCore<U> {
    /// The empty text.
    pub const EMPTY: Self =
        Self { store: Store { small: [0; 2] }, zero: 0, category: 0, units: std::marker::PhantomData };

    /// Creates a copy of these units.
    ///
    /// # Panics
    ///
    /// If there are more than 2,147,483,647 units; the same applies to every operation that extends a text.
    #[must_use]
    pub fn new(units: &[U]) -> Self {
        Self::with_capacity(units, units.len())
    }

    /// Creates a copy of these units with at least this capacity.
    fn with_capacity(units: &[U], capacity: usize) -> Self {
        let len = units.len() as u64;
        if capacity <= U::SMALL {
            let mut new = Self::EMPTY;
            new.small_mut()[..units.len()].copy_from_slice(units);
            // No overflow: at most 16.
            new.category = i32::from(units.len().to_le_bytes()[0]);
            return new;
        }
        let (units, category) = if capacity <= U::MEDIUM {
            (new_buffer(units, capacity), MEDIUM)
        } else {
            (units_of(Object::of_units(U::CODE, units, capacity).into_raw()), LARGE)
        };
        Self { store: Store { heap: Heap { units, len } }, zero: 0, category, units: std::marker::PhantomData }
    }

    /// The memory for units stored in place.
    const fn small_mut(&mut self) -> &mut [U] {
        let place: *mut Store = &raw mut self.store;
        // SAFETY: the store has 16 initialised bytes at `place`, the size of `SMALL` units, and `self` is borrowed
        // mutably. Only called for small texts, whose bytes are not an address.
        unsafe { std::slice::from_raw_parts_mut(place.cast::<U>(), U::SMALL) }
    }

    /// The address and number of units that are not stored in place.
    const fn heap(&self) -> Option<Heap> {
        if self.category >= 0 {
            return None;
        }
        // SAFETY: with a category below 0, `store` contains an address and a length.
        Some(unsafe { self.store.heap })
    }

    /// Returns the units.
    #[must_use]
    pub const fn as_slice(&self) -> &[U] {
        let (units, len) = match self.heap() {
            Some(heap) => (heap.units.as_ptr().cast_const(), heap.len as usize),
            None => ((&raw const self.store).cast(), self.category.cast_unsigned() as usize),
        };
        // SAFETY: there are `len` units at `units`, aligned to 8, in place or in memory that this text keeps alive;
        // they are changed only through a mutable reference to the one text that has them.
        unsafe { std::slice::from_raw_parts(units.cast(), len) }
    }

    /// Returns the number of units.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.as_slice().len()
    }

    /// Returns whether the text is empty.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns where the units are stored.
    #[must_use]
    pub const fn category(&self) -> Category {
        match self.category {
            0.. => Category::Small,
            MEDIUM => Category::Medium,
            _ => Category::Large,
        }
    }

    /// Returns the number of units up to which the text does not move. The capacity of a shared text is its length,
    /// because it moves when it is changed.
    #[must_use]
    pub fn capacity(&self) -> usize {
        match self.heap() {
            None => U::SMALL,
            Some(heap) if self.is_shared() => heap.len as usize,
            Some(heap) => {
                // SAFETY: the capacity precedes the units in a buffer and in an object.
                let place = unsafe { heap.units.cast::<u64>().sub(1) };
                // SAFETY: `place` is the capacity, which only the one text that has the memory writes.
                unsafe { place.read() as usize }
            }
        }
    }

    /// The object of a large text.
    fn object(&self) -> Option<ManuallyDrop<Object>> {
        if self.category != LARGE {
            return None;
        }
        let heap = self.heap()?;
        // SAFETY: in an object, the units follow the head.
        let head = unsafe { heap.units.cast::<StringHead>().sub(1) };
        // SAFETY: this text has a reference to the object at `head`; the reference is neither passed on nor dropped.
        Some(ManuallyDrop::new(unsafe { Object::from_raw(head.cast()) }))
    }

    /// Returns whether the memory is shared with another text or another party.
    #[must_use]
    pub fn is_shared(&self) -> bool {
        self.object().is_some_and(|object| !object.header().is_unique())
    }

    /// Returns the units for changes; a shared text is copied to private memory first.
    pub fn as_mut_slice(&mut self) -> &mut [U] {
        self.own(self.len());
        let len = self.len();
        match self.heap() {
            None => &mut self.small_mut()[..len],
            Some(heap) => {
                // SAFETY: there are `len` units at `heap.units`, in memory that only this text has, after `own`.
                unsafe { std::slice::from_raw_parts_mut(heap.units.cast().as_ptr(), len) }
            }
        }
    }

    /// Makes sure that the memory is private and has a capacity of `len` units, at least the present length.
    fn own(&mut self, len: usize) {
        let shared = self.is_shared();
        let capacity = self.capacity();
        if len <= capacity && !shared {
            return;
        }
        let capacity = if len <= capacity {
            len
        } else if self.category >= 0 {
            len.max(2 * U::SMALL)
        } else {
            len.max(1 + capacity.saturating_mul(3) / 2)
        };
        *self = Self::with_capacity(self.as_slice(), capacity);
    }

    /// Sets the length and the zero unit after it. The memory is private and all of its units are initialised.
    fn set_len(&mut self, len: usize) {
        debug_assert!(len <= self.capacity() && !self.is_shared());
        let Some(heap) = self.heap() else {
            self.small_mut()[len..].fill(U::default());
            // No overflow: at most 16.
            self.category = i32::from(len.to_le_bytes()[0]);
            return;
        };
        // SAFETY: the memory at `heap.units` has one unit more than the capacity.
        let end = unsafe { heap.units.cast::<U>().add(len) };
        // SAFETY: the same, and the memory is private.
        unsafe { end.write(U::default()) };
        if self.category == LARGE {
            // SAFETY: in an object, the size precedes the units by two words.
            let size = unsafe { heap.units.cast::<u64>().sub(2) };
            // SAFETY: `size` is that word, and the memory is private.
            unsafe { size.write(len as u64) };
        }
        let len = len as u64;
        self.store.heap = Heap { len, ..heap };
    }

    /// Appends a unit.
    pub fn push(&mut self, unit: U) {
        self.extend_from_slice(&[unit]);
    }

    /// Appends units.
    pub fn extend_from_slice(&mut self, units: &[U]) {
        if units.is_empty() {
            return;
        }
        let old = self.len();
        let len = old.saturating_add(units.len());
        self.own(len);
        match self.heap() {
            None => self.small_mut()[old..len].copy_from_slice(units),
            Some(heap) => {
                // SAFETY: the capacity is at least `len` units; the memory is private, so `units` does not overlap
                // it.
                let place = unsafe { heap.units.cast::<U>().add(old) };
                // SAFETY: the same for `place`.
                unsafe { place.as_ptr().copy_from_nonoverlapping(units.as_ptr(), units.len()) };
            }
        }
        self.set_len(len);
    }

    /// Removes the units from `len` on. The capacity is unchanged, unless the text is shared.
    pub fn truncate(&mut self, len: usize) {
        if len >= self.len() {
            return;
        }
        if self.is_shared() {
            *self = Self::new(&self.as_slice()[..len]);
        } else {
            self.set_len(len);
        }
    }

    /// Makes sure that the capacity is at least this many units.
    pub fn reserve(&mut self, capacity: usize) {
        if capacity > self.capacity() || self.is_shared() {
            *self = Self::with_capacity(self.as_slice(), capacity.max(self.len()));
        }
    }

    /// Returns the text as an object, which is shared if the text is large.
    #[must_use]
    pub fn to_object(&self) -> Object {
        match self.object() {
            Some(object) => Object::clone(&object),
            None => Object::of_units(U::CODE, self.as_slice(), self.len()),
        }
    }

    /// Returns the text of an object with such units: shared if it is long enough to be large, otherwise copied.
    /// `None` for other objects.
    #[must_use]
    pub fn of_object(object: &Object) -> Option<Self> {
        let units = object.units::<U>(U::CODE)?;
        if units.len() <= U::MEDIUM {
            return Some(Self::new(units));
        }
        let len = units.len() as u64;
        let units = units_of(object.clone().into_raw());
        Some(Self {
            store: Store { heap: Heap { units, len } },
            zero: 0,
            category: LARGE,
            units: std::marker::PhantomData,
        })
    }
}

/// The address of the units of a string object.
const fn units_of(object: NonNull<Header>) -> NonNull<u8> {
    // SAFETY: only called for string objects, whose units follow the head.
    unsafe { object.cast::<StringHead>().add(1) }.cast()
}

/// Allocates a buffer for `capacity` units and a zero unit, and returns the address of its units.
fn new_buffer<U: Unit>(units: &[U], capacity: usize) -> NonNull<u8> {
    let mut memory = vec![0_u64; words::<U>(BUFFER_HEAD, capacity)].into_boxed_slice();
    memory[0] = capacity as u64;
    let memory = Box::into_raw(memory).cast::<u64>();
    // SAFETY: the memory is larger than the word of the capacity.
    let place = unsafe { memory.add(1) };
    // SAFETY: the new memory has place for `capacity` units at `place`, at least `units.len()`.
    unsafe { place.cast::<U>().copy_from_nonoverlapping(units.as_ptr(), units.len()) };
    // SAFETY: `memory` is from a `Box`, so it is not null, and neither is `place` inside it.
    unsafe { NonNull::new_unchecked(place.cast()) }
}

impl<U: Unit> Drop for StringCore<U> {
    fn drop(&mut self) {
        if let Some(mut object) = self.object() {
            // SAFETY: the reference of `object` belongs to this text, which is not used any more.
            unsafe { ManuallyDrop::drop(&mut object) };
        } else if let Some(heap) = self.heap() {
            let words = words::<U>(BUFFER_HEAD, self.capacity());
            // SAFETY: in a buffer, the capacity precedes the units.
            let memory = unsafe { heap.units.cast::<u64>().sub(1) };
            let memory = std::ptr::slice_from_raw_parts_mut(memory.as_ptr(), words);
            // SAFETY: `memory` was made as a `Box` of this many words, and the capacity has not changed since.
            drop(unsafe { Box::from_raw(memory) });
        }
    }
}

impl<U: Unit> Clone for StringCore<U> {
    fn clone(&self) -> Self {
        match self.object().and_then(|object| Self::of_object(&object)) {
            Some(shared) => shared,
            None => Self::new(self.as_slice()),
        }
    }
}

impl<U: Unit> Default for StringCore<U> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<U: Unit> PartialEq for StringCore<U> {
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl<U: Unit> Eq for StringCore<U> {}

impl<U: Unit> PartialOrd for StringCore<U> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<U: Unit> Ord for StringCore<U> {
    /// Compares by units, which are unsigned: UTF-8 is then in the order of code points.
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.as_slice().cmp(other.as_slice())
    }
}

impl<U: Unit> std::hash::Hash for StringCore<U> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.as_slice().hash(state);
    }
}

impl<U: Unit> fmt::Debug for StringCore<U> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}({:?})", self.category(), self.as_slice())
    }
}

impl<U: Unit> From<&[U]> for StringCore<U> {
    fn from(units: &[U]) -> Self {
        Self::new(units)
    }
}

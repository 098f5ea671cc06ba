//! Containers and errors of libtvm_ffi, read in place: `docs/layouts/tvm-ffi.md`.

use super::{code, object_code};
use crate::dialect::{byte_array, get_u64, size};
use crate::memory::{offset, read_bytes};
use crate::text::Text;
use crate::{Bad, Family, Memory, Tag, TextKind};
use unitstr::Source;

/// The size of a slot in bytes.
const SLOT: usize = 16;
/// Set in the number of slots of a small map, which has at most four pairs.
const SMALL_MAP: u64 = 1 << 63;
/// The number of slots of a block.
const BLOCK: u64 = 16;
/// The size of an item in bytes: two slots and two links.
const ITEM: u64 = 48;
/// The size of a block in bytes.
const BLOCK_BYTES: u64 = BLOCK * (1 + ITEM);
/// The link that ends a list.
const NO_INDEX: u64 = u64::MAX;
/// From this value on, the control byte of a slot marks it as empty.
const NO_ITEM: u8 = 0xFE;

/// Returns the address of the object to which a slot refers, if it has one of these types.
fn object<M: Memory + ?Sized>(memory: &M, tag: &Tag<'_>, wanted: &'static str, codes: [i32; 2]) -> Result<u64, Bad> {
    match *tag {
        Tag::Object { of: Family::TvmFfi, code, address } => match object_code(memory, code, address)? {
            code if codes.contains(&code) => Ok(address),
            _ => Err(tag.no(wanted)),
        },
        _ => Err(tag.no(wanted)),
    }
}

/// The elements of an array or a list, in place.
///
/// * If it is a list, another thread may change the elements while they are read: the result then contains old or new
///   elements, but never more of them.
///
/// ```
/// use unitstr_values::{Blocks, Dialect, Family, Tag, TvmFfi, tvm};
///
/// let mut memory = Blocks::new();
/// let mut object = [0; 56 + 16];
/// object[8] = 71; // an array
/// object[32] = 1; // of one element
/// object[40] = 1;
/// object[56] = 1; // an int
/// object[64] = 42;
/// let address = memory.place(&object);
/// memory.write(address + 24, &(address + 56).to_le_bytes())?;
///
/// let tag = Tag::Object { of: Family::TvmFfi, code: Some(71), address };
/// let array = tvm::Sequence::of(&memory, &tag)?;
/// assert_eq!(array.len(), 1);
/// assert_eq!(TvmFfi::read(&array.get(0).expect("an element"))?, Tag::Int(42));
/// # Ok::<(), unitstr_values::Bad>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Sequence<'m> {
    slots: Source<'m>,
}

impl<'m> Sequence<'m> {
    /// Returns the array or list to which a slot refers.
    ///
    /// # Errors
    ///
    /// * [`Bad::Kind`] if it refers to something else.
    /// * [`Bad::Header`] if the object does not have the type that the slot states.
    /// * [`Bad::Length`] if the size is negative or above 2,147,483,647.
    /// * [`Bad::Broken`] if the size is above the capacity.
    /// * [`Bad::Address`] if the header or one of the elements may not be read.
    pub fn of<M: Memory + ?Sized>(memory: &'m M, tag: &Tag<'_>) -> Result<Self, Bad> {
        let address = object(memory, tag, "array or list", [code::ARRAY, code::LIST])?;
        let fields: [u8; 24] = read_bytes(memory, offset(address, 24)?)?;
        let (data, count, capacity) = (get_u64(&fields, 0), size(get_u64(&fields, 8))?, get_u64(&fields, 16));
        if capacity.cast_signed() < count.cast_signed() {
            return Err(Bad::Broken { what: "its size is above its capacity", address });
        }
        let slots = memory.source(data, count * SLOT as u64)?;
        Ok(Self { slots })
    }

    /// Returns the number of elements.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.slots.bytes() / SLOT
    }

    /// Returns whether there are no elements.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns a copy of the slot of an element, to be read by [`TvmFfi::read`](super::TvmFfi); `None` past the end.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<[u8; SLOT]> {
        self.slots.read(index.checked_mul(SLOT)?)
    }

    /// Returns copies of all slots, in order.
    pub fn iter(&self) -> impl Iterator<Item = [u8; SLOT]> + use<'m> {
        let slots = self.slots;
        (0..self.len()).map_while(move |index| slots.read(index * SLOT))
    }
}

/// The pairs of a map or a dict in the order of insertion, as copies of the two slots.
///
/// * The iteration ends after the number of pairs that the object states, whatever its links are. An invalid link,
///   and too few or too many pairs, are an error, after which it ends.
#[derive(Clone, Debug)]
pub struct Pairs<'m> {
    items: Source<'m>,
    address: u64,
    left: u64,
    /// The position of the next item; in a small map its index.
    next: u64,
    /// The number of slots; `None` in a small map, where items have no links.
    slots: Option<u64>,
}

impl<'m> Pairs<'m> {
    /// Returns the pairs of the map or dict to which a slot refers.
    ///
    /// # Errors
    ///
    /// * [`Bad::Kind`] if it refers to something else.
    /// * [`Bad::Header`] if the object does not have the type that the slot states.
    /// * [`Bad::Length`] if the size, or the number of slots, is above 2,147,483,647.
    /// * [`Bad::Broken`] if there are fewer slots than pairs.
    /// * [`Bad::Address`] if the header or one of the slots may not be read.
    pub fn of<M: Memory + ?Sized>(memory: &'m M, tag: &Tag<'_>) -> Result<Self, Bad> {
        let address = object(memory, tag, "map or dict", [code::MAP, code::DICT])?;
        let fields: [u8; 24] = read_bytes(memory, offset(address, 24)?)?;
        let (data, left, slots) = (get_u64(&fields, 0), size(get_u64(&fields, 8))?, get_u64(&fields, 16));
        let all = size(slots & !SMALL_MAP)?;
        if left > all {
            return Err(Bad::Broken { what: "it has more pairs than slots", address });
        }
        let small = slots & SMALL_MAP != 0;
        let (bytes, next) = if small {
            (left * 2 * SLOT as u64, 0)
        } else if left == 0 {
            (0, NO_INDEX)
        } else {
            let head: [u8; 8] = read_bytes(memory, offset(address, 64)?)?;
            (all.div_ceil(BLOCK) * BLOCK_BYTES, u64::from_le_bytes(head))
        };
        Ok(Self { items: memory.source(data, bytes)?, address, left, next, slots: (!small).then_some(all) })
    }

    /// Returns the number of remaining pairs.
    #[must_use]
    pub const fn left(&self) -> u64 {
        self.left
    }

    const fn broken(&self, what: &'static str) -> Bad {
        Bad::Broken { what, address: self.address }
    }

    /// The offset in `items` of the next item.
    fn place(&self, slots: u64) -> Result<usize, Bad> {
        if self.next == NO_INDEX {
            return Err(self.broken("its list ends before its size"));
        }
        if self.next >= slots {
            return Err(self.broken("a link leads past its slots"));
        }
        // No overflow: `items` has that many blocks, and a size is at most 2^31.
        let (block, slot) = ((self.next / BLOCK * BLOCK_BYTES) as usize, (self.next % BLOCK) as usize);
        match self.items.read::<u8>(block + slot) {
            Some(0..NO_ITEM) => Ok(block + BLOCK as usize + slot * ITEM as usize),
            _ => Err(self.broken("a link leads to an empty slot")),
        }
    }

    fn step(&mut self) -> Result<([u8; SLOT], [u8; SLOT]), Bad> {
        let Some(slots) = self.slots else {
            let at = self.next as usize * 2 * SLOT;
            self.next += 1;
            return self.pair(at);
        };
        let at = self.place(slots)?;
        let pair = self.pair(at)?;
        self.next = self.items.read(at + 5 * 8).map_or(NO_INDEX, u64::from_le);
        if self.left == 1 && self.next != NO_INDEX {
            return Err(self.broken("its list goes on beyond its size"));
        }
        Ok(pair)
    }

    fn pair(&self, at: usize) -> Result<([u8; SLOT], [u8; SLOT]), Bad> {
        let slot = |at| self.items.read(at).ok_or(self.broken("a pair lies outside"));
        Ok((slot(at)?, slot(at + SLOT)?))
    }
}

impl Iterator for Pairs<'_> {
    type Item = Result<([u8; SLOT], [u8; SLOT]), Bad>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.left == 0 {
            return None;
        }
        let step = self.step();
        self.left = if step.is_ok() { self.left - 1 } else { 0 };
        Some(step)
    }
}

/// Returns kind, message and backtrace of an error value.
///
/// # Errors
///
/// * [`Bad::Kind`] if the slot refers to something else; [`Bad::Header`] if the object does not have the type that
///   the slot states.
/// * [`Bad::Length`] and [`Bad::Address`] if one of the three is out of range.
pub fn error_of<'m, M: Memory + ?Sized>(memory: &'m M, tag: &Tag<'_>) -> Result<[Text<'m>; 3], Bad> {
    let address = object(memory, tag, "error", [code::ERROR; 2])?;
    let text = |at| byte_array(memory, TextKind::Utf8, offset(address, at)?);
    Ok([text(24)?, text(40)?, text(56)?])
}

const _: () = assert!(BLOCK_BYTES == 784);

//! Checks that the keys of maps can be found: by the hashes, chains and slots of maps that the library creates.
//!
//! These are the properties on which Java's `TvmMap` and `MapKey` rely. Source: `container/map_base.h` and `any.h` of
//! apache/tvm-ffi.

use std::ffi::c_int;

use crate::Tag;
use crate::tvm::{any_hash_bytes, any_hash_int, any_hash_str, code};

use super::{Check, word};
use crate::live::abi::Functions;
use crate::live::{Object, Refused, Slot, text};

/// The number of pairs of the small map, the largest that it can have.
const SMALL: usize = 4;
/// The number of pairs of the other map, enough for chains.
const MANY: usize = 40;
/// Set in the number of slots of a small map.
const SMALL_MAP: u64 = 1 << 63;
/// The number of slots of a block.
const BLOCK: u64 = 16;
/// The size of an item in bytes: key, value, two links.
const ITEM: u64 = 48;
/// The link that ends a list.
const NO_INDEX: u64 = u64::MAX;
/// The bit of the slots that do not begin a chain.
const NOT_FIRST: u8 = 0x80;
/// Jumps up to this number have that many slots.
const NEAR: u8 = 15;

/// A key, its hash, and the object that it refers to.
struct Key {
    slot: Slot,
    hash: u64,
    _object: Option<Object>,
}

/// Returns a key; the kinds alternate: ints, strings and binaries, in slots and in objects.
fn key(number: usize) -> Key {
    let text = if number % 5 < 3 { format!("k{number}") } else { format!("a longer key, number {number}") };
    let bytes = text.as_bytes();
    let (code, hash) = match number % 5 {
        0 => {
            let number = number as i64 * 7919 - 9;
            let slot = Slot::inline(&Tag::Int(number)).unwrap_or_default();
            return Key { slot, hash: any_hash_int(number), _object: None };
        }
        2 | 4 => (code::BYTES, any_hash_bytes(bytes)),
        _ => (code::STR, any_hash_str(bytes)),
    };
    let short = match code {
        code::STR => Slot::inline(&Tag::Str(bytes)),
        _ => Slot::inline(&Tag::Bytes(bytes)),
    };
    if let Some(slot) = short {
        return Key { slot, hash, _object: None };
    }
    let object = text::new_text(code, bytes, 0);
    Key { slot: Slot::object(code, object.address()), hash, _object: Some(object) }
}

fn value(number: usize) -> Slot {
    Slot::inline(&Tag::Int(number as i64)).unwrap_or_default()
}

pub(super) fn check(functions: &Functions) -> Result<(), Refused> {
    let keys: Vec<Key> = (0..MANY).map(key).collect();
    for (check, keys) in [(Check("a small map"), &keys[1..=SMALL]), (Check("a map"), &keys[..])] {
        let pairs = keys.iter().enumerate();
        let arguments: Vec<Slot> = pairs.flat_map(|(number, key)| [key.slot, value(number)]).collect();
        let map = check.made_by(functions, "ffi.Map", &arguments)?;
        let address = check.object(map, code::MAP)?;
        if keys.len() == SMALL {
            small(&check, address, keys)?;
        } else {
            Dense::of(&check, address, keys)?.check(&check, keys)?;
        }
        // SAFETY: `address` is a map of the library, whose reference was passed to this function.
        let _: c_int = unsafe { (functions.dec_ref)(std::ptr::with_exposed_provenance_mut(address as usize)) };
    }
    Ok(())
}

/// The first 56 bytes of a map with these keys.
fn head(check: &Check, address: u64, keys: &[Key]) -> Result<Vec<u8>, Refused> {
    let head = check.head(address, code::MAP, crate::tvm::FRESH_REFS, 56)?;
    check.same("its size", word(&head, 32), keys.len() as u64)?;
    Ok(head)
}

/// A key and its value.
fn pair(check: &Check, pair: &[u8], key: &Key, number: usize) -> Result<(), Refused> {
    let (key, value) = (key.slot.to_bytes(), value(number).to_bytes());
    for (what, at, slot) in [("a key", 0, key), ("a value", 16, value)] {
        check.same(what, word(pair, at), word(&slot, 0))?;
        check.same(what, word(pair, at + 8), word(&slot, 8))?;
    }
    Ok(())
}

fn small(check: &Check, address: u64, keys: &[Key]) -> Result<(), Refused> {
    let head = head(check, address, keys)?;
    check.same("the mark of a small map", word(&head, 40) & SMALL_MAP, SMALL_MAP)?;
    let pairs = check.peek(word(&head, 24), 32 * keys.len())?;
    for (number, key) in keys.iter().enumerate() {
        pair(check, &pairs[32 * number..], key, number)?;
    }
    Ok(())
}

struct Dense {
    slots: u64,
    shift: u32,
    first: u64,
    last: u64,
    blocks: Vec<u8>,
}

impl Dense {
    fn of(check: &Check, address: u64, keys: &[Key]) -> Result<Self, Refused> {
        let head = head(check, address, keys)?;
        let (data, slots) = (word(&head, 24), word(&head, 40));
        if slots < keys.len() as u64 || slots > 1 << 16 {
            check.same("the number of its slots", slots, 64)?;
        }
        let more = check.peek(address + 56, 24)?;
        let shift = word(&more, 0) as u32;
        check.same("the shift of a hash", shift, 64 - slots.ilog2())?;
        check.same("the number of its slots", slots, 1 << slots.ilog2())?;
        let bytes = slots.div_ceil(BLOCK) * (BLOCK + BLOCK * ITEM);
        Ok(Self {
            slots,
            shift,
            first: word(&more, 8),
            last: word(&more, 16),
            blocks: check.peek(data, bytes as usize)?,
        })
    }

    const fn block(slot: u64) -> usize {
        (slot / BLOCK * (BLOCK + BLOCK * ITEM)) as usize
    }

    /// The control byte of a slot.
    fn state(&self, slot: u64) -> u8 {
        self.blocks[Self::block(slot) + (slot % BLOCK) as usize]
    }

    fn item(&self, slot: u64) -> &[u8] {
        &self.blocks[Self::block(slot) + (BLOCK + slot % BLOCK * ITEM) as usize..]
    }

    /// Checks that all keys are found, each within as many steps as there are pairs, also in the order of insertion.
    fn check(&self, check: &Check, keys: &[Key]) -> Result<(), Refused> {
        let (mut jumps, mut before, mut next) = (0, NO_INDEX, self.first);
        for (number, key) in keys.iter().enumerate() {
            let mut slot = key.hash.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> self.shift;
            check.same("the mark of a chain", self.state(slot) & NOT_FIRST, 0)?;
            for _ in keys {
                let jump = self.state(slot) & !NOT_FIRST;
                let found = self.item(slot);
                if jump == 0 || (word(found, 0), word(found, 8)) == (word(&key.slot.to_bytes(), 0), key.slot.word) {
                    break;
                }
                if jump > NEAR {
                    check.same("the jump of a chain", jump, NEAR)?;
                }
                slot = (slot + u64::from(jump)) % self.slots;
                check.same("the mark within a chain", self.state(slot) & NOT_FIRST, NOT_FIRST)?;
                jumps += 1;
            }
            pair(check, self.item(slot), key, number)?;
            check.same("the order of its pairs", next, slot)?;
            check.same("the link to the pair before", word(self.item(slot), 32), before)?;
            (before, next) = (slot, word(self.item(slot), 40));
        }
        check.same("the link behind the last pair", next, NO_INDEX)?;
        check.same("the last pair", self.last, before)?;
        if jumps == 0 {
            // Forty keys in 64 slots do not all begin a chain.
            check.same("the number of its jumps", 0, 1)?;
        }
        Ok(())
    }
}

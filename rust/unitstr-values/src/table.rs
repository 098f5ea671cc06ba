//! A shared table of slots for common small values, to which all lists refer.

use super::rfc97::code;
use super::{Bad, Dialect, Rfc97, Tag, Value};

/// A slot of a list, which has room for 16 bytes. It contains only bits: it neither counts nor frees the objects to
/// which it refers.
#[repr(C, align(8))]
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot([u8; 24]);

impl Slot {
    /// The number of inline bytes.
    pub(super) const ROOM: usize = 16;
    pub(super) const NULL: Self = Self::of_word(code::NULL, 0, 0);

    const fn of_word(code: i32, length: i32, word: u64) -> Self {
        let mut slot = [0; 24];
        slot.first_chunk_mut::<4>().unwrap().copy_from_slice(&code.to_le_bytes());
        let (_, rest) = slot.split_at_mut(4);
        rest.first_chunk_mut::<4>().unwrap().copy_from_slice(&length.to_le_bytes());
        let (_, rest) = rest.split_at_mut(4);
        rest.first_chunk_mut::<8>().unwrap().copy_from_slice(&word.to_le_bytes());
        Self(slot)
    }

    pub(super) fn new(tag: &Tag<'_>) -> Result<Self, Bad> {
        let mut slot = [0; 24];
        Rfc97::write(&mut slot, tag)?;
        Ok(Self(slot))
    }

    pub(super) fn tag(&self) -> Result<Tag<'_>, Bad> {
        Rfc97::read(&self.0)
    }
}

const INTS: usize = 128 + 256;
/// The index of the first slot of each kind.
const FIRST_INT: usize = 3;
const FIRST_BYTE: usize = FIRST_INT + INTS;
const FIRST_CODE_POINT: usize = FIRST_BYTE + 256;
const LEN: usize = FIRST_CODE_POINT + 256;

/// Null, false, true, the numbers from -128 to 255, the strings of one byte, the UCS-4 strings of one code point
/// below 256. Never written, never freed; recognised by the addresses of its slots.
static TABLE: [Slot; LEN] = {
    let mut table = [Slot::of_word(code::NULL, 0, 0); LEN];
    table[1] = Slot::of_word(code::BOOL, 0, 0);
    table[2] = Slot::of_word(code::BOOL, 0, 1);
    let mut at = 0;
    while at < INTS {
        table[FIRST_INT + at] = Slot::of_word(code::INT, 0, (at as i64 - 128).cast_unsigned());
        at += 1;
    }
    let mut unit = 0;
    while unit < 256 {
        table[FIRST_BYTE + unit] = Slot::of_word(code::SMALL_STR, 1, unit as u64);
        table[FIRST_CODE_POINT + unit] = Slot::of_word(code::SMALL_UCS4, 4, unit as u64);
        unit += 1;
    }
    table
};

/// Returns the slot of the table with this value, if there is one.
pub(super) fn find(value: &Value) -> Option<&'static Slot> {
    let at = match value {
        Value::Null => 0,
        Value::Bool(value) => 1 + usize::from(*value),
        Value::Int(value @ -128..=255) => FIRST_INT + usize::try_from(value + 128).ok()?,
        Value::Str(text) => match &text[..] {
            [byte] => FIRST_BYTE + usize::from(*byte),
            _ => return None,
        },
        Value::Ucs4(text) => match &text[..] {
            [unit @ 0..=255] => FIRST_CODE_POINT + *unit as usize,
            _ => return None,
        },
        _ => return None,
    };
    TABLE.get(at)
}

/// Returns whether this is the address of a slot of the table.
pub(super) fn holds(address: *const Slot) -> bool {
    TABLE.as_ptr_range().contains(&address)
}

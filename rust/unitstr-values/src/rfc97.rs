//! The slots and objects of TVM's RFC 97, in the form that this project defines: no library implements them.
//!
//! Layout, rules, limits and sources: `docs/layouts/rfc97.md`.

use super::dialect::{self, CODE, Layout, get_i32, whole};
use super::memory::{copy_of, offset, read_i32, read_u64};
use super::tag::Word;
use super::text::Text;
use super::{Bad, Dialect, Family, Memory, Tag, TextKind, tvm};

/// Type codes.
pub mod code {
    /// Null; its length is the capacity hint.
    pub const NULL: i32 = -1;
    /// An opaque address.
    pub const HANDLE: i32 = -2;
    /// `i64`.
    pub const INT: i32 = -3;
    /// `f64`.
    pub const FLOAT: i32 = -4;
    /// The address of `{u8* data, u64 size}`, borrowed.
    pub const BYTE_ARRAY: i32 = -5;
    /// `{u8 code, u8 bits, u16 lanes}`.
    pub const DATA_TYPE: i32 = -6;
    /// `{i32 type, i32 id}`.
    pub const DEVICE: i32 = -7;
    /// The address of a `DLTensor`, borrowed.
    pub const TENSOR: i32 = -8;
    /// The address of the address of an object that a callee may take over.
    pub const RVALUE: i32 = -10;
    /// UTF-8 stored in the slot.
    pub const SMALL_STR: i32 = -11;
    /// UCS-4 stored in the slot.
    pub const SMALL_UCS4: i32 = -12;
    /// The address of an object, whose header contains the type.
    pub const OBJECT: i32 = -13;
    /// 0 or 1.
    pub const BOOL: i32 = -14;
    /// The address of a C string, borrowed.
    pub const C_STR: i32 = -15;
    /// The address of a wider slot, borrowed.
    pub const WIDE: i32 = -16;
    /// Bytes stored in the slot.
    pub const SMALL_BYTES: i32 = -17;
    /// The address of an object whose references TVM_FFI counts.
    pub const FOREIGN: i32 = -18;
    /// A module.
    pub const MODULE: i32 = 1;
    /// A packed function.
    pub const FUNCTION: i32 = 2;
    /// An array.
    pub const ND_ARRAY: i32 = 3;
    /// An object that holds an `i64`.
    pub const BOXED_INT: i32 = 64;
    /// An object that holds an `f64`.
    pub const BOXED_FLOAT: i32 = 65;
    /// An object that holds 0 or 1.
    pub const BOXED_BOOL: i32 = 66;
    /// An object that holds a handle.
    pub const BOXED_HANDLE: i32 = 67;
    /// A string object, UTF-8.
    pub const STRING: i32 = 128;
    /// A string object, UCS-4.
    pub const UCS4_STRING: i32 = 129;
    /// A binary object.
    pub const BYTES: i32 = 130;
    /// A list object.
    pub const LIST: i32 = 131;
}

/// The largest number of inline bytes of a slot.
pub const MAX_INLINE: usize = 128;

/// The offset of the value in a box.
const BOX_VALUE: u64 = 16;
/// The offset of the size, in units, in a string object.
const STRING_SIZE: u64 = 16;
/// The offset of the units in a string object.
const STRING_UNITS: u64 = 32;

/// The dialect of RFC 97.
///
/// ```
/// use unitstr_values::{Dialect, Rfc97, Tag};
///
/// let mut slot = [0xAA; 24]; // n = 1: at most 16 bytes
/// Rfc97::write(&mut slot, &Tag::Str(b"sixteen bytes ok"))?;
/// assert_eq!(Rfc97::read(&slot)?, Tag::Str(b"sixteen bytes ok"));
/// assert!(Rfc97::write(&mut slot, &Tag::Str(b"seventeen bytes..")).is_err());
/// # Ok::<(), unitstr_values::Bad>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Rfc97 {}

const LAYOUT: Layout = Layout {
    family: Family::Rfc97,
    objects: 1,
    words: &[
        (code::NULL, Word::Null),
        (code::HANDLE, Word::Handle),
        (code::INT, Word::Int),
        (code::FLOAT, Word::Float),
        (code::BYTE_ARRAY, Word::ByteArray),
        (code::DATA_TYPE, Word::DataType),
        (code::DEVICE, Word::Device),
        (code::TENSOR, Word::Tensor),
        (code::RVALUE, Word::Rvalue),
        (code::BOOL, Word::Bool),
        (code::C_STR, Word::CStr),
    ],
};

/// The types of boxes, and what their word means.
const BOXES: [(i32, Word); 4] = [
    (code::BOXED_INT, Word::Int),
    (code::BOXED_FLOAT, Word::Float),
    (code::BOXED_BOOL, Word::Bool),
    (code::BOXED_HANDLE, Word::Handle),
];

/// The number of inline bytes of a slot of this size.
fn room(slot: usize) -> Result<usize, Bad> {
    let room = slot.wrapping_sub(8);
    if (8..=MAX_INLINE).contains(&room) && room.is_multiple_of(8) {
        Ok(room)
    } else {
        Err(Bad::Slot { bytes: slot, expected: Rfc97::SLOT })
    }
}

/// The capacity of the wide slot (-16).
fn wide(len: i64) -> Result<u64, Bad> {
    match u64::try_from(len) {
        Ok(bytes @ 8..=128) if bytes % 8 == 0 => Ok(bytes),
        _ => Err(Bad::Length { units: len, limit: MAX_INLINE as u64 }),
    }
}

impl Rfc97 {
    /// Returns the type of an object, from its header.
    ///
    /// # Errors
    ///
    /// * The errors of `memory`, if the header may not be read.
    /// * [`Bad::Code`] if no object has the header's code.
    /// * [`Bad::Header`] if the slot states another type.
    pub fn object_code<M: Memory + ?Sized>(memory: &M, stated: Option<i32>, address: u64) -> Result<i32, Bad> {
        dialect::header(read_i32(memory, address)?, 1, stated)
    }
}

impl Dialect for Rfc97 {
    const FAMILY: Family = Family::Rfc97;
    const SLOT: usize = 16;

    fn read(slot: &[u8]) -> Result<Tag<'_>, Bad> {
        let room = room(slot.len())?;
        if let Some(tag) = LAYOUT.read_word(slot) {
            return Ok(tag);
        }
        let (code, length, address) = Layout::parts(slot);
        let text = || Layout::text(slot, room);
        Ok(match code {
            code::SMALL_STR => Tag::Str(text()?),
            code::SMALL_UCS4 => Tag::Ucs4(whole(text()?)?),
            code::SMALL_BYTES => Tag::Bytes(text()?),
            code::WIDE => Tag::Wide { address, inline_bytes: wide(length.into())? },
            code::OBJECT => Tag::Object { of: Family::Rfc97, code: None, address },
            code::FOREIGN => Tag::Object { of: Family::TvmFfi, code: None, address },
            0 => return Err(Bad::Code { code }),
            1.. => Tag::Object { of: Family::Rfc97, code: Some(code), address },
            _ => Tag::Other { of: Family::Rfc97, slot },
        })
    }

    fn write(slot: &mut [u8], tag: &Tag<'_>) -> Result<(), Bad> {
        let room = room(slot.len())?;
        if LAYOUT.put_word(slot, tag) {
            return Ok(());
        }
        match *tag {
            Tag::Wide { address, inline_bytes } => {
                // No overflow: at most 128.
                let [length, ..] = wide(inline_bytes.cast_signed())?.to_le_bytes();
                Layout::put(slot, code::WIDE, length.into(), &address.to_le_bytes());
            }
            Tag::Object { of, code, address } => {
                Layout::put(slot, object_slot(of, code)?, 0, &address.to_le_bytes());
            }
            Tag::Str(text) => Layout::put_text(slot, code::SMALL_STR, text, room)?,
            Tag::Bytes(text) => Layout::put_text(slot, code::SMALL_BYTES, text, room)?,
            Tag::Ucs4(text) => Layout::put_text(slot, code::SMALL_UCS4, whole(text)?, room)?,
            Tag::Other { of: Family::Rfc97, slot: found } => {
                if found.len() > slot.len() {
                    let bytes = found.len() - 8;
                    return Err(Bad::TooLong { bytes, room });
                }
                slot[found.len()..].fill(0);
                slot[..found.len()].copy_from_slice(found);
            }
            _ => return Err(tag.not_here()),
        }
        Ok(())
    }

    fn owns(slot: &[u8]) -> Result<bool, Bad> {
        room(slot.len())?;
        Ok(matches!(get_i32(slot, CODE), 1..|code::OBJECT| code::FOREIGN))
    }

    fn text<'a, M: Memory + ?Sized>(memory: &'a M, tag: &Tag<'a>) -> Result<Option<Text<'a>>, Bad> {
        match *tag {
            Tag::Object { of: Family::Rfc97, code, address } => object_text(memory, code, address),
            Tag::Object { of: Family::TvmFfi, code: None, address } => tvm::object_text(memory, None, address),
            Tag::Wide { address, inline_bytes } => {
                let slot = widen(memory, address, inline_bytes)?;
                let inner = |kind, text: &[u8]| {
                    // The text in place: `text` is a copy of it.
                    Ok(Some(Text::new(kind, memory.source(offset(address, 8)?, text.len() as u64)?)))
                };
                match Self::read(&slot)? {
                    Tag::Str(text) => inner(TextKind::Utf8, text),
                    Tag::Bytes(text) => inner(TextKind::Binary, text),
                    Tag::Ucs4(text) => inner(TextKind::Ucs4, text),
                    Tag::Object { of, code, address } => Self::text(memory, &Tag::Object { of, code, address }),
                    other => match other.word() {
                        Some((kind, word)) => Self::text(memory, &kind.tag(word)),
                        None => Ok(None),
                    },
                }
            }
            _ => dialect::text_of(memory, tag),
        }
    }

    fn plain<M: Memory + ?Sized>(memory: &M, tag: &Tag<'_>) -> Result<Option<Tag<'static>>, Bad> {
        match *tag {
            Tag::Object { of: Family::Rfc97, code, address } => {
                let code = Self::object_code(memory, code, address)?;
                let Some((_, kind)) = BOXES.iter().find(|(boxed, _)| *boxed == code) else {
                    return Ok(None);
                };
                Ok(Some(kind.tag(read_u64(memory, offset(address, BOX_VALUE)?)?)))
            }
            Tag::Wide { address, inline_bytes } => {
                let slot = widen(memory, address, inline_bytes)?;
                // Only one level: a wide slot does not refer to another one.
                Self::plain(memory, &Self::read(&slot)?)
            }
            _ => Ok(tag.plain()),
        }
    }
}

/// The code of an object in a slot.
const fn object_slot(of: Family, code: Option<i32>) -> Result<i32, Bad> {
    match (of, code) {
        (Family::Rfc97, None | Some(code::STRING..)) => Ok(code::OBJECT),
        (Family::Rfc97, Some(code @ 1..code::BOXED_INT)) => Ok(code),
        (Family::Rfc97, Some(code)) => Err(Bad::Code { code }),
        (Family::TvmFfi, _) => Ok(code::FOREIGN),
    }
}

/// A copy of the wide slot (-16).
fn widen<M: Memory + ?Sized>(memory: &M, address: u64, inline_bytes: u64) -> Result<Vec<u8>, Bad> {
    let slot = copy_of(memory.source(address, 8 + wide(inline_bytes.cast_signed())?)?);
    // The slot's own size limits its text.
    match Rfc97::read(&slot)? {
        Tag::Wide { .. } => Err(Bad::Code { code: code::WIDE }),
        _ => Ok(slot),
    }
}

fn object_text<M: Memory + ?Sized>(memory: &M, code: Option<i32>, address: u64) -> Result<Option<Text<'_>>, Bad> {
    let kind = match Rfc97::object_code(memory, code, address)? {
        code::STRING => TextKind::Utf8,
        code::UCS4_STRING => TextKind::Ucs4,
        code::BYTES => TextKind::Binary,
        _ => return Ok(None),
    };
    let units = read_u64(memory, offset(address, STRING_SIZE)?)?;
    dialect::text_at(memory, kind, offset(address, STRING_UNITS)?, units).map(Some)
}

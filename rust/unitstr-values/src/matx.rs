//! The slots of libmatx.
//!
//! Layout, rules, limits and sources: `docs/layouts/matx.md`.

use super::dialect::{exactly, get_i32, get_u64, size, small};
use super::text::Text;
use super::{Bad, DataType, Device, Dialect, Family, Memory, Tag, TextKind, rfc97};
use unitstr::Source;

/// Type codes. Objects have codes from 0 on.
#[allow(missing_docs, reason = "the names are libmatx's")]
pub mod code {
    pub const NULL: i32 = -1;
    pub const HANDLE: i32 = -2;
    pub const INT: i32 = -3;
    pub const FLOAT: i32 = -4;
    pub const BYTE_ARRAY: i32 = -5;
    pub const DATA_TYPE: i32 = -6;
    pub const DEVICE: i32 = -7;
    pub const TENSOR: i32 = -8;
    pub const FUNCTION: i32 = -9;
    pub const RVALUE: i32 = -10;
    pub const STRING: i32 = -11;
    pub const UNICODE: i32 = -12;
    pub const OBJECT: i32 = 0;
    pub const MODULE: i32 = 1;
    pub const ND_ARRAY: i32 = 2;
    pub const ARRAY: i32 = 5;
    pub const MAP: i32 = 6;
    pub const LIST: i32 = 7;
    pub const DICT: i32 = 8;
    pub const SET: i32 = 9;
    pub const TUPLE: i32 = 22;
}

/// The largest size of a small text in bytes.
pub const SMALL_BYTES: usize = 16;
/// The largest size of a small text in code points.
pub const SMALL_CODE_POINTS: usize = 4;
/// The category of a text in a private buffer.
pub const MEDIUM: i32 = -1;
/// The category of a text in a shared buffer.
pub const LARGE: i32 = -2;

/// The dialect of libmatx.
///
/// * Truth values are the numbers 0 and 1, and binaries are strings: the library has no other types for them.
///
/// ```
/// use unitstr_values::{Dialect, Matx, Tag};
///
/// let mut slot = [0xAA; 24];
/// Matx::write(&mut slot, &Tag::Ucs4(&[0x22, 0x6F, 0, 0]))?;
/// assert_eq!(Matx::read(&slot)?, Tag::Ucs4(&[0x22, 0x6F, 0, 0]));
/// assert_eq!(slot[16..], [1, 0, 0, 0, 0xF4, 0xFF, 0xFF, 0xFF]); // one code point
/// # Ok::<(), unitstr_values::Bad>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Matx {}

/// The text that a slot of this category stores or refers to.
fn read_text(slot: &[u8], kind: TextKind) -> Result<Tag<'_>, Bad> {
    match get_i32(slot, 16) {
        category @ (MEDIUM | LARGE) => Ok(Tag::Buffer {
            kind,
            address: get_u64(slot, 0),
            units: size(get_u64(slot, 8))?,
            shared: category == LARGE,
        }),
        units if kind == TextKind::Ucs4 => Ok(Tag::Ucs4(&slot[..4 * small(units, SMALL_CODE_POINTS)?])),
        units => Ok(Tag::Str(&slot[..small(units, SMALL_BYTES)?])),
    }
}

/// The code of a text, and the size of its units in bytes.
const fn text_code(kind: TextKind) -> (i32, u64) {
    match kind {
        TextKind::Utf8 | TextKind::Binary => (code::STRING, 1),
        TextKind::Ucs4 => (code::UNICODE, 4),
    }
}

impl Dialect for Matx {
    const FAMILY: Family = Family::Matx;
    const SLOT: usize = 24;

    fn read(slot: &[u8]) -> Result<Tag<'_>, Bad> {
        exactly(slot.len(), Self::SLOT)?;
        let word = get_u64(slot, 0);
        Ok(match get_i32(slot, 20) {
            code::NULL => Tag::Null,
            code::HANDLE => Tag::Handle(word),
            code::INT => Tag::Int(word.cast_signed()),
            code::FLOAT => Tag::Float(f64::from_bits(word)),
            code::BYTE_ARRAY => Tag::ByteArray(word),
            code::DATA_TYPE => Tag::DataType(DataType::from_word(word)),
            code::DEVICE => Tag::Device(Device::from_word(word)),
            code::TENSOR => Tag::Tensor(word),
            code::FUNCTION => Tag::Function(word),
            code::RVALUE => Tag::Rvalue(word),
            code::STRING => read_text(slot, TextKind::Utf8)?,
            code::UNICODE => read_text(slot, TextKind::Ucs4)?,
            code @ 0.. => Tag::Object { of: Family::Matx, code: Some(code), address: word },
            _ => Tag::Other { of: Family::Matx, slot },
        })
    }

    fn write(slot: &mut [u8], tag: &Tag<'_>) -> Result<(), Bad> {
        exactly(slot.len(), Self::SLOT)?;
        let (code, category, words) = match *tag {
            Tag::Null => (code::NULL, 0, [0, 0]),
            Tag::Int(value) => (code::INT, 0, [value.cast_unsigned(), 0]),
            Tag::Bool(value) => (code::INT, 0, [value.into(), 0]),
            Tag::Float(value) => (code::FLOAT, 0, [value.to_bits(), 0]),
            Tag::DataType(value) => (code::DATA_TYPE, 0, [value.to_word(), 0]),
            Tag::Device(value) => (code::DEVICE, 0, [value.to_word(), 0]),
            Tag::Handle(address) => (code::HANDLE, 0, [address, 0]),
            Tag::Tensor(address) => (code::TENSOR, 0, [address, 0]),
            Tag::Function(address) => (code::FUNCTION, 0, [address, 0]),
            Tag::ByteArray(address) => (code::BYTE_ARRAY, 0, [address, 0]),
            Tag::Rvalue(address) => (code::RVALUE, 0, [address, 0]),
            Tag::Buffer { kind, address, units, shared } => {
                let category = if shared { LARGE } else { MEDIUM };
                (text_code(kind).0, category, [address, size(units)?])
            }
            Tag::Object { of: Family::Matx, code: Some(code), address } if code >= 0 => (code, 0, [address, 0]),
            Tag::Str(text) | Tag::Bytes(text) => return write_text(slot, TextKind::Utf8, text),
            Tag::Ucs4(text) => return write_text(slot, TextKind::Ucs4, text),
            Tag::Other { of: Family::Matx, slot: found } => {
                exactly(found.len(), Self::SLOT)?;
                slot.copy_from_slice(found);
                return Ok(());
            }
            Tag::Object { of: Family::Matx, code: Some(code), .. } => return Err(Bad::Code { code }),
            Tag::CStr(_) | Tag::Object { .. } | Tag::Wide { .. } | Tag::Other { .. } => return Err(tag.not_here()),
        };
        finish(slot, code, category);
        slot[..8].copy_from_slice(&words[0].to_le_bytes());
        slot[8..16].copy_from_slice(&words[1].to_le_bytes());
        Ok(())
    }

    fn owns(slot: &[u8]) -> Result<bool, Bad> {
        exactly(slot.len(), Self::SLOT)?;
        Ok(match get_i32(slot, 20) {
            code::STRING | code::UNICODE => get_i32(slot, 16) < 0,
            code => code >= 0,
        })
    }

    fn text<'a, M: Memory + ?Sized>(memory: &'a M, tag: &Tag<'a>) -> Result<Option<Text<'a>>, Bad> {
        let (kind, source) = match *tag {
            Tag::Str(text) => (TextKind::Utf8, Source::from_bytes(text)),
            Tag::Ucs4(text) => (TextKind::Ucs4, Source::from_bytes(text)),
            Tag::Buffer { kind, address, units, .. } => {
                (kind, memory.source(address, size(units)? * text_code(kind).1)?)
            }
            Tag::ByteArray(address) => (TextKind::Utf8, rfc97::byte_array(memory, address)?),
            _ => return Ok(None),
        };
        Ok(Some(Text::new(kind, source)))
    }
}

/// Zeroes a slot and writes its code and category.
fn finish(slot: &mut [u8], code: i32, category: i32) {
    slot.fill(0);
    slot[16..20].copy_from_slice(&category.to_le_bytes());
    slot[20..].copy_from_slice(&code.to_le_bytes());
}

fn write_text(slot: &mut [u8], kind: TextKind, text: &[u8]) -> Result<(), Bad> {
    let bytes = text.len();
    let unit = if kind == TextKind::Ucs4 { 4 } else { 1 };
    if !bytes.is_multiple_of(unit) {
        return Err(Bad::Partial { bytes });
    }
    if bytes > SMALL_BYTES {
        return Err(Bad::TooLong { bytes, room: SMALL_BYTES });
    }
    finish(slot, text_code(kind).0, 0);
    // No overflow: at most 16.
    slot[16] = (bytes / unit).to_le_bytes()[0];
    slot[..bytes].copy_from_slice(text);
    Ok(())
}

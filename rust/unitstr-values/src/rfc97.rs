//! The slots and objects of TVM's RFC 97, in the form that this project defines: no library implements them.
//!
//! Layout, rules, limits and sources: `docs/layouts/rfc97.md`.

use super::dialect::{get_i32, get_u64, size, small};
use super::memory::{copy_of, offset, read_bytes, read_i32, read_u64};
use super::plain::Plain;
use super::text::Text;
use super::{AnyPad, Bad, DataType, Device, Dialect, Family, Memory, Section, Tag, TextKind, tvm};
use unitstr::Source;

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
    /// Reserved, never written.
    pub const RESERVED: i32 = -9;
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
pub(crate) const BOX_VALUE: u64 = 16;
/// The offset of the size, in units, in a string object.
pub(crate) const STRING_SIZE: u64 = 16;
/// The offset of the units in a string object.
pub(crate) const STRING_UNITS: u64 = 32;

/// The dialect of RFC 97.
///
/// ```
/// use unitstr_values::{Dialect, Rfc97, Tag};
///
/// let mut slot = [0xAA; 24]; // n = 1: room for 16 bytes
/// Rfc97::write(&mut slot, &Tag::Str(b"sixteen bytes ok"))?;
/// assert_eq!(Rfc97::read(&slot)?, Tag::Str(b"sixteen bytes ok"));
/// assert!(Rfc97::write(&mut slot, &Tag::Str(b"seventeen bytes..")).is_err());
/// # Ok::<(), unitstr_values::Bad>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Rfc97 {}

/// The number of inline bytes of a slot of this size.
fn room(slot: usize) -> Result<usize, Bad> {
    let room = slot.wrapping_sub(8);
    if (8..=MAX_INLINE).contains(&room) && room.is_multiple_of(8) {
        Ok(room)
    } else {
        Err(Bad::Slot { bytes: slot, expected: Rfc97::SLOT })
    }
}

/// Checks a size of UCS-4 in bytes.
const fn whole(bytes: usize) -> Result<(), Bad> {
    if bytes.is_multiple_of(4) { Ok(()) } else { Err(Bad::Partial { bytes }) }
}

/// The capacity of the wide slot (-16).
fn wide(len: i64) -> Result<u64, Bad> {
    match u64::try_from(len) {
        Ok(bytes @ 8..=128) if bytes % 8 == 0 => Ok(bytes),
        _ => Err(Bad::Length { units: len, limit: MAX_INLINE as u64 }),
    }
}

impl Rfc97 {
    /// Returns the number of inline bytes that a null slot with this hint offers: 8, or a multiple of 8 up to 128.
    ///
    /// ```
    /// use unitstr_values::Rfc97;
    ///
    /// assert_eq!([-1, 0, 8, 15, 16, 1000].map(Rfc97::offered_by), [8, 8, 8, 8, 16, 128]);
    /// ```
    #[must_use]
    pub const fn offered_by(hint: i32) -> usize {
        if hint <= 8 {
            8
        } else if hint >= 128 {
            MAX_INLINE
        } else {
            (hint.cast_unsigned() & !7) as usize
        }
    }

    /// Sets a slot to null, with the hint that all of its inline bytes may be used.
    ///
    /// # Errors
    ///
    /// [`Bad::Slot`] if the size of `slot` is wrong.
    pub fn offer(slot: &mut [u8]) -> Result<(), Bad> {
        let room = room(slot.len())?;
        slot.fill(0);
        slot[..4].copy_from_slice(&code::NULL.to_le_bytes());
        // No overflow: at most 128.
        slot[4] = room.to_le_bytes()[0];
        Ok(())
    }

    /// Returns the type of an object, from its header.
    ///
    /// # Errors
    ///
    /// * The errors of `memory`, if the header may not be read.
    /// * [`Bad::Code`] if no object has the header's code.
    /// * [`Bad::Header`] if the slot states another type.
    pub fn object_code<M: Memory + ?Sized>(memory: &M, named: Option<i32>, address: u64) -> Result<i32, Bad> {
        let header = read_i32(memory, address)?;
        if header < 1 {
            return Err(Bad::Code { code: header });
        }
        match named {
            Some(slot) if slot != header => Err(Bad::Header { slot, header }),
            _ => Ok(header),
        }
    }
}

impl Dialect for Rfc97 {
    const FAMILY: Family = Family::Rfc97;
    const SLOT: usize = 16;

    fn read(slot: &[u8]) -> Result<Tag<'_>, Bad> {
        let room = room(slot.len())?;
        let (code, len) = (get_i32(slot, 0), get_i32(slot, 4));
        let word = get_u64(slot, 8);
        let text = || small(len, room).map(|len| &slot[8..8 + len]);
        Ok(match code {
            code::NULL => Tag::Null,
            code::HANDLE => Tag::Handle(word),
            code::INT => Tag::Int(word.cast_signed()),
            code::FLOAT => Tag::Float(f64::from_bits(word)),
            code::BYTE_ARRAY => Tag::ByteArray(word),
            code::DATA_TYPE => Tag::DataType(DataType::from_word(word)),
            code::DEVICE => Tag::Device(Device::from_word(word)),
            code::TENSOR => Tag::Tensor(word),
            code::RVALUE => Tag::Rvalue(word),
            code::SMALL_STR => Tag::Str(text()?),
            code::SMALL_UCS4 => {
                let text = text()?;
                whole(text.len())?;
                Tag::Ucs4(text)
            }
            code::SMALL_BYTES => Tag::Bytes(text()?),
            code::BOOL => Tag::Bool(word != 0),
            code::C_STR => Tag::CStr(word),
            code::WIDE => Tag::Wide { address: word, inline_bytes: wide(len.into())? },
            code::OBJECT => Tag::Object { of: Family::Rfc97, code: None, address: word },
            code::FOREIGN => Tag::Object { of: Family::TvmFfi, code: None, address: word },
            0 => return Err(Bad::Code { code }),
            1.. => Tag::Object { of: Family::Rfc97, code: Some(code), address: word },
            _ => Tag::Other { of: Family::Rfc97, slot },
        })
    }

    fn write(slot: &mut [u8], tag: &Tag<'_>) -> Result<(), Bad> {
        let room = room(slot.len())?;
        let (code, len, word) = match *tag {
            Tag::Null => (code::NULL, 0, 0),
            Tag::Int(value) => (code::INT, 0, value.cast_unsigned()),
            Tag::Float(value) => (code::FLOAT, 0, value.to_bits()),
            Tag::Bool(value) => (code::BOOL, 0, value.into()),
            Tag::DataType(value) => (code::DATA_TYPE, 0, value.to_word()),
            Tag::Device(value) => (code::DEVICE, 0, value.to_word()),
            Tag::Handle(address) => (code::HANDLE, 0, address),
            Tag::Tensor(address) => (code::TENSOR, 0, address),
            Tag::CStr(address) => (code::C_STR, 0, address),
            Tag::ByteArray(address) => (code::BYTE_ARRAY, 0, address),
            Tag::Rvalue(address) => (code::RVALUE, 0, address),
            Tag::Wide { address, inline_bytes } => {
                let bytes = wide(inline_bytes.cast_signed())?;
                (code::WIDE, bytes, address)
            }
            Tag::Object { of, code, address } => (object_slot(tag, of, code)?, 0, address),
            Tag::Str(text) => return write_text(slot, code::SMALL_STR, text),
            Tag::Bytes(text) => return write_text(slot, code::SMALL_BYTES, text),
            Tag::Ucs4(text) => {
                whole(text.len())?;
                return write_text(slot, code::SMALL_UCS4, text);
            }
            Tag::Other { of: Family::Rfc97, slot: found } => {
                if found.len() > slot.len() {
                    let bytes = found.len() - 8;
                    return Err(Bad::TooLong { bytes, room });
                }
                slot[found.len()..].fill(0);
                slot[..found.len()].copy_from_slice(found);
                return Ok(());
            }
            Tag::Function(_) | Tag::Buffer { .. } | Tag::Other { .. } => return Err(tag.not_here()),
        };
        slot.fill(0);
        slot[..4].copy_from_slice(&code.to_le_bytes());
        // No overflow: at most 128.
        slot[4] = len.to_le_bytes()[0];
        slot[8..16].copy_from_slice(&word.to_le_bytes());
        Ok(())
    }

    fn owns(slot: &[u8]) -> Result<bool, Bad> {
        room(slot.len())?;
        Ok(matches!(get_i32(slot, 0), 1..|code::OBJECT| code::FOREIGN))
    }

    fn text<'a, M: Memory + ?Sized>(memory: &'a M, tag: &Tag<'a>) -> Result<Option<Text<'a>>, Bad> {
        let (kind, source) = match *tag {
            Tag::Str(text) => (TextKind::Utf8, Source::from_bytes(text)),
            Tag::Bytes(text) => (TextKind::Binary, Source::from_bytes(text)),
            Tag::Ucs4(text) => (TextKind::Ucs4, Source::from_bytes(text)),
            Tag::CStr(address) => (TextKind::Utf8, memory.c_string(address)?),
            Tag::ByteArray(address) => (TextKind::Binary, byte_array(memory, address)?),
            Tag::Object { of: Family::Rfc97, code, address } => return object_text(memory, code, address),
            Tag::Object { of: Family::TvmFfi, code: None, address } => return tvm::object_text(memory, None, address),
            Tag::Wide { address, inline_bytes } => {
                let slot = widen(memory, address, inline_bytes)?;
                return match slot.tag()? {
                    Tag::Str(text) => inner_text(memory, TextKind::Utf8, address, text),
                    Tag::Bytes(text) => inner_text(memory, TextKind::Binary, address, text),
                    Tag::Ucs4(text) => inner_text(memory, TextKind::Ucs4, address, text),
                    other => match other.lasting() {
                        Some(tag) => Rfc97::text(memory, &tag),
                        None => Ok(None),
                    },
                };
            }
            _ => return Ok(None),
        };
        Ok(Some(Text::new(kind, source)))
    }

    fn plain<M: Memory + ?Sized>(memory: &M, tag: &Tag<'_>) -> Result<Option<Plain>, Bad> {
        match *tag {
            Tag::Object { of: Family::Rfc97, code, address } => {
                let code = Self::object_code(memory, code, address)?;
                let word = || read_u64(memory, offset(address, BOX_VALUE)?);
                Ok(Some(match code {
                    code::BOXED_INT => Plain::Int(word()?.cast_signed()),
                    code::BOXED_FLOAT => Plain::Float(f64::from_bits(word()?)),
                    code::BOXED_BOOL => Plain::Bool(word()? != 0),
                    code::BOXED_HANDLE => Plain::Handle(word()?),
                    _ => return Ok(None),
                }))
            }
            Tag::Wide { address, inline_bytes } => {
                let slot = widen(memory, address, inline_bytes)?;
                // Only one level: a wide slot does not refer to another one.
                Self::plain(memory, &slot.tag()?)
            }
            _ => Ok(Plain::of(tag)),
        }
    }
}

/// The code of an object in a slot.
fn object_slot(tag: &Tag<'_>, of: Family, code: Option<i32>) -> Result<i32, Bad> {
    match (of, code) {
        (Family::Rfc97, None) => Ok(code::OBJECT),
        (Family::Rfc97, Some(code)) => match Section::of(code) {
            Some(Section::Module) => Ok(code),
            Some(Section::Static | Section::Dynamic) => Ok(code::OBJECT),
            _ => Err(Bad::Code { code }),
        },
        (Family::TvmFfi, _) => Ok(code::FOREIGN),
        (Family::Matx, _) => Err(tag.not_here()),
    }
}

fn write_text(slot: &mut [u8], code: i32, text: &[u8]) -> Result<(), Bad> {
    let room = room(slot.len())?;
    let bytes = text.len();
    if bytes > room {
        return Err(Bad::TooLong { bytes, room });
    }
    slot.fill(0);
    slot[..4].copy_from_slice(&code.to_le_bytes());
    // No overflow: at most 128.
    slot[4] = bytes.to_le_bytes()[0];
    slot[8..8 + bytes].copy_from_slice(text);
    Ok(())
}

/// A copy of the wide slot (-16).
pub(crate) fn widen<M: Memory + ?Sized>(
    memory: &M,
    address: u64,
    inline_bytes: u64,
) -> Result<AnyPad<{ MAX_INLINE / 8 }>, Bad> {
    let source = memory.source(address, 8 + wide(inline_bytes.cast_signed())?)?;
    let slot = copy_of(source);
    // The slot's own size limits its text.
    match Rfc97::read(&slot)? {
        Tag::Wide { .. } => Err(Bad::Code { code: code::WIDE }),
        _ => AnyPad::from_bytes(&slot),
    }
}

/// The text of a wide slot, in place: `text` is a copy of it.
fn inner_text<'a, M: Memory + ?Sized>(
    memory: &'a M,
    kind: TextKind,
    slot: u64,
    text: &[u8],
) -> Result<Option<Text<'a>>, Bad> {
    let source = memory.source(offset(slot, 8)?, text.len() as u64)?;
    Ok(Some(Text::new(kind, source)))
}

/// The bytes of `{u8* data, u64 size}`.
pub(crate) fn byte_array<M: Memory + ?Sized>(memory: &M, address: u64) -> Result<Source<'_>, Bad> {
    let pair: [u8; 16] = read_bytes(memory, address)?;
    memory.source(get_u64(&pair, 0), size(get_u64(&pair, 8))?)
}

fn object_text<M: Memory + ?Sized>(memory: &M, code: Option<i32>, address: u64) -> Result<Option<Text<'_>>, Bad> {
    let (kind, unit) = match Rfc97::object_code(memory, code, address)? {
        code::STRING => (TextKind::Utf8, 1),
        code::UCS4_STRING => (TextKind::Ucs4, 4),
        code::BYTES => (TextKind::Binary, 1),
        _ => return Ok(None),
    };
    let units = size(read_u64(memory, offset(address, STRING_SIZE)?)?)?;
    let source = memory.source(offset(address, STRING_UNITS)?, units * unit)?;
    Ok(Some(Text::new(kind, source)))
}

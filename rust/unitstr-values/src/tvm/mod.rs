//! The slots and objects of libtvm_ffi, 0.1.
//!
//! Layout, rules, limits and sources: `docs/layouts/tvm-ffi.md`.

mod containers;
mod hash;
mod walk;

pub use containers::{Pairs, Sequence, error_of};
pub use hash::{any_hash_bytes, any_hash_int, any_hash_str, stable_hash};
pub use walk::{Limits, Tree, tree};

use super::dialect::{exactly, get_i32, get_u64, size, small};
use super::memory::{offset, read_bytes};
use super::text::Text;
use super::{Bad, DataType, Device, Dialect, Family, Memory, Tag, TextKind, rfc97};
use unitstr::Source;

/// Type indices.
#[allow(missing_docs, reason = "the names are libtvm_ffi's")]
pub mod code {
    /// Any type; no value has this index.
    pub const ANY: i32 = -1;
    pub const NONE: i32 = 0;
    pub const INT: i32 = 1;
    pub const BOOL: i32 = 2;
    pub const FLOAT: i32 = 3;
    pub const OPAQUE_PTR: i32 = 4;
    pub const DATA_TYPE: i32 = 5;
    pub const DEVICE: i32 = 6;
    pub const DL_TENSOR_PTR: i32 = 7;
    pub const RAW_STR: i32 = 8;
    pub const BYTE_ARRAY_PTR: i32 = 9;
    pub const OBJECT_RVALUE_REF: i32 = 10;
    pub const SMALL_STR: i32 = 11;
    pub const SMALL_BYTES: i32 = 12;
    /// Unknown to some releases: copied unchanged.
    pub const UNCHANGED: i32 = 13;
    /// The first index of objects.
    pub const OBJECT: i32 = 64;
    pub const STR: i32 = 65;
    pub const BYTES: i32 = 66;
    pub const ERROR: i32 = 67;
    pub const FUNCTION: i32 = 68;
    pub const SHAPE: i32 = 69;
    pub const TENSOR: i32 = 70;
    pub const ARRAY: i32 = 71;
    pub const MAP: i32 = 72;
    pub const MODULE: i32 = 73;
    pub const OPAQUE_PY_OBJECT: i32 = 74;
    pub const LIST: i32 = 75;
    pub const DICT: i32 = 76;
    pub const VISIT_INTERRUPT: i32 = 77;
    /// Unknown to some releases: copied unchanged.
    pub const BIG_INT: i32 = 78;
    /// The first index that is assigned at run time.
    pub const DYNAMIC: i32 = 128;
}

/// The largest size of a small text in bytes.
pub const SMALL: usize = 7;
/// The reference counts of a new object: one strong, one weak reference.
pub const FRESH_REFS: u64 = 0x0000_0001_0000_0001;

/// The offset of the index in an object.
pub(crate) const OBJECT_INDEX: u64 = 8;
/// The size of an object's header in bytes.
pub(crate) const HEADER: u64 = 24;

/// The dialect of libtvm_ffi.
///
/// * The four bytes after an index must be zero except for small texts. They are written as zero and ignored when
///   reading, as in the library.
/// * Texts of up to 7 bytes are small: the library itself writes such texts only in this form.
///
/// ```
/// use unitstr_values::{Dialect, Tag, TvmFfi};
///
/// let mut slot = [0xAA; 16];
/// TvmFfi::write(&mut slot, &Tag::Int(-1))?;
/// assert_eq!(slot[..8], [1, 0, 0, 0, 0, 0, 0, 0]);
/// assert!(TvmFfi::write(&mut slot, &Tag::Str(b"8 bytes.")).is_err());
/// # Ok::<(), unitstr_values::Bad>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub enum TvmFfi {}

impl Dialect for TvmFfi {
    const FAMILY: Family = Family::TvmFfi;
    const SLOT: usize = 16;

    fn read(slot: &[u8]) -> Result<Tag<'_>, Bad> {
        exactly(slot.len(), Self::SLOT)?;
        let (code, len) = (get_i32(slot, 0), get_i32(slot, 4));
        let word = get_u64(slot, 8);
        let text = || small(len, SMALL).map(|len| &slot[8..8 + len]);
        Ok(match code {
            code::ANY => return Err(Bad::Code { code }),
            code::NONE => Tag::Null,
            code::INT => Tag::Int(word.cast_signed()),
            code::BOOL => Tag::Bool(word != 0),
            code::FLOAT => Tag::Float(f64::from_bits(word)),
            code::OPAQUE_PTR => Tag::Handle(word),
            code::DATA_TYPE => Tag::DataType(DataType::from_word(word)),
            code::DEVICE => Tag::Device(Device::from_word(word)),
            code::DL_TENSOR_PTR => Tag::Tensor(word),
            code::RAW_STR => Tag::CStr(word),
            code::BYTE_ARRAY_PTR => Tag::ByteArray(word),
            code::OBJECT_RVALUE_REF => Tag::Rvalue(word),
            code::SMALL_STR => Tag::Str(text()?),
            code::SMALL_BYTES => Tag::Bytes(text()?),
            // Later releases may use the padding of later types, which must be accepted too.
            code::OBJECT.. if len == 0 || code <= code::DICT => {
                Tag::Object { of: Family::TvmFfi, code: Some(code), address: word }
            }
            _ => Tag::Other { of: Family::TvmFfi, slot },
        })
    }

    fn write(slot: &mut [u8], tag: &Tag<'_>) -> Result<(), Bad> {
        exactly(slot.len(), Self::SLOT)?;
        let (code, word) = match *tag {
            Tag::Null => (code::NONE, 0),
            Tag::Int(value) => (code::INT, value.cast_unsigned()),
            Tag::Bool(value) => (code::BOOL, value.into()),
            Tag::Float(value) => (code::FLOAT, value.to_bits()),
            Tag::DataType(value) => (code::DATA_TYPE, value.to_word()),
            Tag::Device(value) => (code::DEVICE, value.to_word()),
            Tag::Handle(address) => (code::OPAQUE_PTR, address),
            Tag::Tensor(address) => (code::DL_TENSOR_PTR, address),
            Tag::CStr(address) => (code::RAW_STR, address),
            Tag::ByteArray(address) => (code::BYTE_ARRAY_PTR, address),
            Tag::Rvalue(address) => (code::OBJECT_RVALUE_REF, address),
            Tag::Object { of: Family::TvmFfi, code: Some(code), address } if code >= code::OBJECT => (code, address),
            Tag::Str(text) => return write_text(slot, code::SMALL_STR, text),
            Tag::Bytes(text) => return write_text(slot, code::SMALL_BYTES, text),
            Tag::Other { of: Family::TvmFfi, slot: found } => {
                exactly(found.len(), Self::SLOT)?;
                slot.copy_from_slice(found);
                return Ok(());
            }
            Tag::Object { of: Family::TvmFfi, code: Some(code), .. } => return Err(Bad::Code { code }),
            Tag::Ucs4(_)
            | Tag::Function(_)
            | Tag::Buffer { .. }
            | Tag::Object { .. }
            | Tag::Wide { .. }
            | Tag::Other { .. } => return Err(tag.not_here()),
        };
        slot.fill(0);
        slot[..4].copy_from_slice(&code.to_le_bytes());
        slot[8..].copy_from_slice(&word.to_le_bytes());
        Ok(())
    }

    fn owns(slot: &[u8]) -> Result<bool, Bad> {
        exactly(slot.len(), Self::SLOT)?;
        Ok(get_i32(slot, 0) >= code::OBJECT)
    }

    fn text<'a, M: Memory + ?Sized>(memory: &'a M, tag: &Tag<'a>) -> Result<Option<Text<'a>>, Bad> {
        let (kind, source) = match *tag {
            Tag::Str(text) => (TextKind::Utf8, Source::from_bytes(text)),
            Tag::Bytes(text) => (TextKind::Binary, Source::from_bytes(text)),
            Tag::CStr(address) => (TextKind::Utf8, memory.c_string(address)?),
            Tag::ByteArray(address) => (TextKind::Binary, rfc97::byte_array(memory, address)?),
            Tag::Object { of: Family::TvmFfi, code: code @ (None | Some(code::STR | code::BYTES)), address } => {
                return object_text(memory, code, address);
            }
            _ => return Ok(None),
        };
        Ok(Some(Text::new(kind, source)))
    }
}

fn write_text(slot: &mut [u8], code: i32, text: &[u8]) -> Result<(), Bad> {
    let bytes = text.len();
    if bytes > SMALL {
        return Err(Bad::TooLong { bytes, room: SMALL });
    }
    slot.fill(0);
    slot[..4].copy_from_slice(&code.to_le_bytes());
    // No overflow: at most 7.
    slot[4] = bytes.to_le_bytes()[0];
    slot[8..8 + bytes].copy_from_slice(text);
    Ok(())
}

/// Returns the index of an object, from its header.
///
/// # Errors
///
/// * The errors of `memory`, if the header may not be read.
/// * [`Bad::Code`] if no object has the header's index.
/// * [`Bad::Header`] if the slot states another index.
pub fn object_code<M: Memory + ?Sized>(memory: &M, named: Option<i32>, address: u64) -> Result<i32, Bad> {
    let header: [u8; HEADER as usize] = read_bytes(memory, address)?;
    let header = get_i32(&header, OBJECT_INDEX as usize);
    if header < code::OBJECT {
        return Err(Bad::Code { code: header });
    }
    match named {
        Some(slot) if slot != header => Err(Bad::Header { slot, header }),
        _ => Ok(header),
    }
}

/// The text of a string or binary object, wherever its data is; `None` for other objects.
pub(crate) fn object_text<M: Memory + ?Sized>(
    memory: &M,
    code: Option<i32>,
    address: u64,
) -> Result<Option<Text<'_>>, Bad> {
    let kind = match object_code(memory, code, address)? {
        code::STR => TextKind::Utf8,
        code::BYTES => TextKind::Binary,
        _ => return Ok(None),
    };
    let data_and_size = offset(address, HEADER)?;
    Ok(Some(Text::new(kind, rfc97::byte_array(memory, data_and_size)?)))
}

/// Checks the size of a container: at most what a Java program can have.
fn count(elements: u64) -> Result<u64, Bad> {
    size(elements)
}

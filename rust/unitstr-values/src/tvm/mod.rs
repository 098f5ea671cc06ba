//! The slots and objects of libtvm_ffi, 0.1.
//!
//! Layout, rules, limits and sources: `docs/layouts/tvm-ffi.md`.

mod containers;
mod hash;
mod walk;

pub use containers::{Pairs, Sequence, error_of};
pub use hash::{any_hash_bytes, any_hash_int, any_hash_str, stable_hash};
pub use walk::{Limits, Tree, tree};

use super::dialect::{self, CODE, Layout, exactly, get_i32};
use super::memory::{offset, read_bytes};
use super::tag::Word;
use super::text::Text;
use super::{Bad, Dialect, Family, Memory, Tag, TextKind};

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
    /// The first index of objects.
    pub const OBJECT: i32 = 64;
    pub const STR: i32 = 65;
    pub const BYTES: i32 = 66;
    pub const ERROR: i32 = 67;
    pub const FUNCTION: i32 = 68;
    pub const TENSOR: i32 = 70;
    pub const ARRAY: i32 = 71;
    pub const MAP: i32 = 72;
    pub const MODULE: i32 = 73;
    pub const LIST: i32 = 75;
    pub const DICT: i32 = 76;
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

const LAYOUT: Layout = Layout {
    family: Family::TvmFfi,
    objects: code::OBJECT,
    words: &[
        (code::NONE, Word::Null),
        (code::INT, Word::Int),
        (code::BOOL, Word::Bool),
        (code::FLOAT, Word::Float),
        (code::OPAQUE_PTR, Word::Handle),
        (code::DATA_TYPE, Word::DataType),
        (code::DEVICE, Word::Device),
        (code::DL_TENSOR_PTR, Word::Tensor),
        (code::RAW_STR, Word::CStr),
        (code::BYTE_ARRAY_PTR, Word::ByteArray),
        (code::OBJECT_RVALUE_REF, Word::Rvalue),
    ],
};

impl Dialect for TvmFfi {
    const FAMILY: Family = Family::TvmFfi;
    const SLOT: usize = 16;

    fn read(slot: &[u8]) -> Result<Tag<'_>, Bad> {
        exactly(slot.len(), Self::SLOT)?;
        if let Some(tag) = LAYOUT.read_word(slot) {
            return Ok(tag);
        }
        let (code, length, address) = Layout::parts(slot);
        Ok(match code {
            code::ANY => return Err(Bad::Code { code }),
            code::SMALL_STR => Tag::Str(Layout::text(slot, SMALL)?),
            code::SMALL_BYTES => Tag::Bytes(Layout::text(slot, SMALL)?),
            // Later releases may use the padding of later types, which must be accepted too.
            code::OBJECT.. if length == 0 || code <= code::DICT => {
                Tag::Object { of: Family::TvmFfi, code: Some(code), address }
            }
            _ => Tag::Other { of: Family::TvmFfi, slot },
        })
    }

    fn write(slot: &mut [u8], tag: &Tag<'_>) -> Result<(), Bad> {
        exactly(slot.len(), Self::SLOT)?;
        if LAYOUT.put_fixed(slot, tag)? {
            return Ok(());
        }
        match *tag {
            Tag::Str(text) => Layout::put_text(slot, code::SMALL_STR, text, SMALL),
            Tag::Bytes(text) => Layout::put_text(slot, code::SMALL_BYTES, text, SMALL),
            _ => Err(tag.not_here()),
        }
    }

    fn owns(slot: &[u8]) -> Result<bool, Bad> {
        exactly(slot.len(), Self::SLOT)?;
        Ok(get_i32(slot, CODE) >= code::OBJECT)
    }

    fn text<'a, M: Memory + ?Sized>(memory: &'a M, tag: &Tag<'a>) -> Result<Option<Text<'a>>, Bad> {
        match *tag {
            Tag::Object { of: Family::TvmFfi, code: code @ (None | Some(code::STR | code::BYTES)), address } => {
                object_text(memory, code, address)
            }
            _ => dialect::text_of(memory, tag),
        }
    }
}

/// Returns the index of an object, from its header.
///
/// # Errors
///
/// * The errors of `memory`, if the header may not be read.
/// * [`Bad::Code`] if no object has the header's index.
/// * [`Bad::Header`] if the slot states another index.
pub fn object_code<M: Memory + ?Sized>(memory: &M, stated: Option<i32>, address: u64) -> Result<i32, Bad> {
    let header: [u8; HEADER as usize] = read_bytes(memory, address)?;
    dialect::header(get_i32(&header, OBJECT_INDEX as usize), code::OBJECT, stated)
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
    dialect::byte_array(memory, kind, offset(address, HEADER)?).map(Some)
}

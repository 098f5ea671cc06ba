//! The slots of libmatx.
//!
//! Layout, rules, limits and sources: `docs/layouts/matx.md`.

use super::dialect::{self, Layout, SHARED_WORDS, exactly, get_i32, get_u64, size, whole};
use super::tag::Word;
use super::text::Text;
use super::{Bad, Dialect, Family, Memory, Tag, TextKind};

/// Type codes. Objects have codes from 0 on.
#[allow(missing_docs, reason = "the names are libmatx's")]
pub mod code {
    pub use crate::rfc97::code::{BYTE_ARRAY, DATA_TYPE, DEVICE, FLOAT, HANDLE, INT, MODULE, NULL, RVALUE, TENSOR};

    pub const FUNCTION: i32 = -9;
    pub const STRING: i32 = -11;
    pub const UNICODE: i32 = -12;
    pub const OBJECT: i32 = 0;
    pub const ND_ARRAY: i32 = 2;
    pub const ARRAY: i32 = 5;
    pub const MAP: i32 = 6;
    pub const LIST: i32 = 7;
    pub const DICT: i32 = 8;
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

const LAYOUT: Layout = Layout {
    family: Family::Matx,
    objects: code::OBJECT,
    code: 20,
    length: 16,
    payload: 0,
    words: &[SHARED_WORDS, &[(code::FUNCTION, Word::Function)]],
};

/// The text in a buffer to which a slot refers; `None` if the text is stored in the slot.
fn buffer(slot: &[u8], kind: TextKind) -> Result<Option<Tag<'_>>, Bad> {
    let (_, category, address) = LAYOUT.parts(slot);
    if !matches!(category, MEDIUM | LARGE) {
        return Ok(None);
    }
    let units = size(get_u64(slot, 8))?;
    Ok(Some(Tag::Buffer { kind, address, units, shared: category == LARGE }))
}

impl Dialect for Matx {
    const FAMILY: Family = Family::Matx;
    const SLOT: usize = 24;

    fn read(slot: &[u8]) -> Result<Tag<'_>, Bad> {
        exactly(slot.len(), Self::SLOT)?;
        if let Some(tag) = LAYOUT.read_word(slot) {
            return Ok(tag);
        }
        let (code, _, address) = LAYOUT.parts(slot);
        Ok(match code {
            code::STRING => match buffer(slot, TextKind::Utf8)? {
                Some(tag) => tag,
                None => Tag::Str(LAYOUT.text(slot, 1, SMALL_BYTES)?),
            },
            code::UNICODE => match buffer(slot, TextKind::Ucs4)? {
                Some(tag) => tag,
                None => Tag::Ucs4(LAYOUT.text(slot, 4, SMALL_CODE_POINTS)?),
            },
            code::OBJECT.. => Tag::Object { of: Family::Matx, code: Some(code), address },
            _ => Tag::Other { of: Family::Matx, slot },
        })
    }

    fn write(slot: &mut [u8], tag: &Tag<'_>) -> Result<(), Bad> {
        exactly(slot.len(), Self::SLOT)?;
        if LAYOUT.put_fixed(slot, tag)? {
            return Ok(());
        }
        match *tag {
            Tag::Bool(value) => LAYOUT.put(slot, code::INT, 0, &u64::from(value).to_le_bytes()),
            Tag::Buffer { kind, address, units, shared } => {
                let code = if kind == TextKind::Ucs4 { code::UNICODE } else { code::STRING };
                let payload = [address, size(units)?].map(u64::to_le_bytes);
                LAYOUT.put(slot, code, if shared { LARGE } else { MEDIUM }, payload.as_flattened());
            }
            Tag::Str(text) | Tag::Bytes(text) => LAYOUT.put_text(slot, code::STRING, text, (1, SMALL_BYTES))?,
            Tag::Ucs4(text) => LAYOUT.put_text(slot, code::UNICODE, whole(text)?, (4, SMALL_BYTES))?,
            _ => return Err(tag.not_here()),
        }
        Ok(())
    }

    fn owns(slot: &[u8]) -> Result<bool, Bad> {
        exactly(slot.len(), Self::SLOT)?;
        Ok(match get_i32(slot, LAYOUT.code) {
            code::STRING | code::UNICODE => get_i32(slot, LAYOUT.length) < 0,
            code => code >= code::OBJECT,
        })
    }

    fn text<'a, M: Memory + ?Sized>(memory: &'a M, tag: &Tag<'a>) -> Result<Option<Text<'a>>, Bad> {
        match *tag {
            Tag::Buffer { kind, address, units, .. } => dialect::text_at(memory, kind, address, units).map(Some),
            // The library has no type for binaries: this is a view of text.
            Tag::ByteArray(address) => dialect::byte_array(memory, TextKind::Utf8, address).map(Some),
            _ => dialect::text_of(memory, tag),
        }
    }
}

//! The operations of both dialects: reading a slot, writing one, finding the text to which it refers.

use super::memory::read_bytes;
use super::tag::Word;
use super::text::Text;
use super::{Bad, Memory, Tag, TextKind};
use unitstr::Source;

/// The family to which slots and objects belong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// The format of TVM's RFC 97, implemented only by this project.
    Rfc97,
    /// The library libtvm_ffi.
    TvmFfi,
}

/// The byte format of slots.
///
/// * Slots are read and written in place, at any alignment, and no address is followed.
/// * When reading, bytes without a meaning (after a small text, for example) may have any value. When writing, they
///   are always set to zero: all bytes of the slot are written.
/// * Cost: proportional to the size of the slot; no allocation.
///
/// ```
/// use unitstr_values::{Dialect, Rfc97, Tag, TvmFfi};
///
/// let mut slot = [0xAA; 16];
/// TvmFfi::write(&mut slot, &Tag::Str(b"abc"))?;
/// assert_eq!(slot, *b"\x0B\0\0\0\x03\0\0\0abc\0\0\0\0\0");
/// assert_eq!(TvmFfi::read(&slot)?, Tag::Str(b"abc"));
///
/// let mut slot = [0xAA; 24];
/// Rfc97::write(&mut slot, &Tag::Int(-2))?;
/// assert_eq!(Rfc97::read(&slot)?, Tag::Int(-2));
/// # Ok::<(), unitstr_values::Bad>(())
/// ```
pub trait Dialect {
    /// The family of the dialect.
    const FAMILY: Family;
    /// The size of a slot in bytes; the smallest one if it varies.
    const SLOT: usize;

    /// Reads a slot.
    ///
    /// # Errors
    ///
    /// * [`Bad::Slot`] if the size of `slot` is wrong.
    /// * [`Bad::Code`] if no value has the type code.
    /// * [`Bad::Length`] if a text is longer than its place, or its size is negative or above 2,147,483,647 units.
    /// * [`Bad::Partial`] if a size of UCS-4 in bytes is not a multiple of 4.
    fn read(slot: &[u8]) -> Result<Tag<'_>, Bad>;

    /// Writes all bytes of a slot. Addresses are written as they are: the caller ensures that the objects are alive
    /// and their references are counted, and that an owning slot holds no view (C string, byte array, object to be taken, wide slot).
    ///
    /// # Errors
    ///
    /// After an error, nothing has been written.
    ///
    /// * [`Bad::Slot`] if the size of `slot` is wrong.
    /// * [`Bad::TooLong`] if a text does not fit into the slot.
    /// * [`Bad::Partial`] if the size of UCS-4 is not a multiple of 4.
    /// * [`Bad::NotHere`] if the dialect has no such value, or it is an object of another family.
    /// * [`Bad::Code`] if a slot cannot name the type of an object.
    /// * [`Bad::Length`] if the capacity of a wide slot is out of range.
    fn write(slot: &mut [u8], tag: &Tag<'_>) -> Result<(), Bad>;

    /// Returns whether a slot owns memory: copying its bits then does not copy the value.
    ///
    /// # Errors
    ///
    /// [`Bad::Slot`] if the size of `slot` is wrong.
    fn owns(slot: &[u8]) -> Result<bool, Bad>;

    /// Returns the text or binary that a value is or to which it refers; `None` if it is something else.
    ///
    /// * The result refers to the slot or to `memory`; nothing is copied or checked.
    ///
    /// # Errors
    ///
    /// * The errors of `memory`, if the header of an object or its text may not be read.
    /// * [`Bad::Header`] if an object does not have the type that the slot states.
    /// * [`Bad::Length`] if its size is above 2,147,483,647 units.
    fn text<'a, M: Memory + ?Sized>(memory: &'a M, tag: &Tag<'a>) -> Result<Option<Text<'a>>, Bad>;

    /// Returns the number, truth value or handle of a value or of its box; `None` if it is something else.
    ///
    /// # Errors
    ///
    /// The errors of `memory`, if an object may not be read; [`Bad::Header`] and [`Bad::Code`] if it does not have
    /// the type that the slot states.
    fn plain<M: Memory + ?Sized>(memory: &M, tag: &Tag<'_>) -> Result<Option<Tag<'static>>, Bad> {
        let _ = memory;
        Ok(tag.plain())
    }
}

/// The offset of the type code in a slot.
pub(crate) const CODE: usize = 0;
/// The offset of the length of a text in a slot, in bytes.
const LENGTH: usize = 4;
/// The offset of the payload in a slot.
const PAYLOAD: usize = 8;

/// The properties of a dialect's slots.
pub(crate) struct Layout {
    /// The family of the dialect.
    pub family: Family,
    /// The smallest type code of an object.
    pub objects: i32,
    /// The codes of the values whose payload is one word.
    pub words: &'static [(i32, Word)],
}

impl Layout {
    /// Returns the type code, the length and the first word of the payload.
    pub(crate) fn parts(slot: &[u8]) -> (i32, i32, u64) {
        (get_i32(slot, CODE), get_i32(slot, LENGTH), get_u64(slot, PAYLOAD))
    }

    /// Returns the content of a slot, if it is one word.
    pub(crate) fn read_word(&self, slot: &[u8]) -> Option<Tag<'static>> {
        let (code, _, word) = Self::parts(slot);
        self.words.iter().find(|(known, _)| *known == code).map(|(_, kind)| kind.tag(word))
    }

    /// Writes a value that is one word; returns false if it is another one, or the dialect does not have it.
    pub(crate) fn put_word(&self, slot: &mut [u8], tag: &Tag<'_>) -> bool {
        let Some((kind, word)) = tag.word() else { return false };
        let Some((code, _)) = self.words.iter().find(|(_, known)| *known == kind) else { return false };
        Self::put(slot, *code, 0, &word.to_le_bytes());
        true
    }

    /// Writes a value that is one word, an object of this family, or an unknown slot of the same size; returns false
    /// if it is another one.
    pub(crate) fn put_fixed(&self, slot: &mut [u8], tag: &Tag<'_>) -> Result<bool, Bad> {
        match *tag {
            Tag::Object { of, code: Some(code), address } if of == self.family => {
                if code < self.objects {
                    return Err(Bad::Code { code });
                }
                Self::put(slot, code, 0, &address.to_le_bytes());
            }
            Tag::Other { of, slot: found } if of == self.family => {
                exactly(found.len(), slot.len())?;
                slot.copy_from_slice(found);
            }
            _ => return Ok(self.put_word(slot, tag)),
        }
        Ok(true)
    }

    /// Returns the bytes of a text that is stored in the slot, after checking its length: at most `limit` bytes.
    pub(crate) fn text(slot: &[u8], limit: usize) -> Result<&[u8], Bad> {
        let units = get_i32(slot, LENGTH);
        match usize::try_from(units) {
            Ok(length) if length <= limit => Ok(&slot[PAYLOAD..PAYLOAD + length]),
            _ => Err(Bad::Length { units: units.into(), limit: limit as u64 }),
        }
    }

    /// Writes all bytes of a slot: zeros where nothing else is.
    pub(crate) fn put(slot: &mut [u8], code: i32, length: i32, payload: &[u8]) {
        slot.fill(0);
        slot[CODE..CODE + 4].copy_from_slice(&code.to_le_bytes());
        slot[LENGTH..LENGTH + 4].copy_from_slice(&length.to_le_bytes());
        slot[PAYLOAD..PAYLOAD + payload.len()].copy_from_slice(payload);
    }

    /// Writes a slot with a text, if that has at most `room` bytes.
    pub(crate) fn put_text(slot: &mut [u8], code: i32, text: &[u8], room: usize) -> Result<(), Bad> {
        let bytes = text.len();
        if bytes > room {
            return Err(Bad::TooLong { bytes, room });
        }
        // No overflow: at most 128.
        Self::put(slot, code, i32::from(bytes.to_le_bytes()[0]), text);
        Ok(())
    }
}

/// Checks the size in a slot or an object: at most what a Java program can have.
pub(crate) const fn size(units: u64) -> Result<u64, Bad> {
    const LIMIT: u64 = i32::MAX as u64;
    if units > LIMIT {
        return Err(Bad::Length { units: units.cast_signed(), limit: LIMIT });
    }
    Ok(units)
}

/// Checks a size of UCS-4 in bytes.
pub(crate) const fn whole(text: &[u8]) -> Result<&[u8], Bad> {
    let bytes = text.len();
    if bytes.is_multiple_of(4) { Ok(text) } else { Err(Bad::Partial { bytes }) }
}

/// The number in the four bytes at `at`, which the caller knows to exist.
pub(crate) fn get_i32(slot: &[u8], at: usize) -> i32 {
    let mut bytes = [0; 4];
    bytes.copy_from_slice(&slot[at..at + 4]);
    i32::from_le_bytes(bytes)
}

/// The number in the eight bytes at `at`, which the caller knows to exist.
pub(crate) fn get_u64(slot: &[u8], at: usize) -> u64 {
    let mut bytes = [0; 8];
    bytes.copy_from_slice(&slot[at..at + 8]);
    u64::from_le_bytes(bytes)
}

/// Checks the size of a slot.
pub(crate) const fn exactly(bytes: usize, expected: usize) -> Result<(), Bad> {
    if bytes == expected { Ok(()) } else { Err(Bad::Slot { bytes, expected }) }
}

/// Returns the code in the header of an object, after checking it: at least `least`, and the one that the slot
/// states.
pub(crate) const fn header(code: i32, least: i32, stated: Option<i32>) -> Result<i32, Bad> {
    match stated {
        _ if code < least => Err(Bad::Code { code }),
        Some(slot) if slot != code => Err(Bad::Header { slot, header: code }),
        _ => Ok(code),
    }
}

/// Returns the text that is stored in a slot or that a view refers to; `None` for any other content.
pub(crate) fn text_of<'a, M: Memory + ?Sized>(memory: &'a M, tag: &Tag<'a>) -> Result<Option<Text<'a>>, Bad> {
    Ok(Some(match *tag {
        Tag::Str(text) => Text::new(TextKind::Utf8, Source::from_bytes(text)),
        Tag::Bytes(text) => Text::new(TextKind::Binary, Source::from_bytes(text)),
        Tag::Ucs4(text) => Text::new(TextKind::Ucs4, Source::from_bytes(text)),
        Tag::CStr(address) => Text::new(TextKind::Utf8, memory.c_string(address)?),
        Tag::ByteArray(address) => byte_array(memory, TextKind::Binary, address)?,
        _ => return Ok(None),
    }))
}

/// Returns the text of `units` units at an address.
pub(crate) fn text_at<M: Memory + ?Sized>(
    memory: &M,
    kind: TextKind,
    address: u64,
    units: u64,
) -> Result<Text<'_>, Bad> {
    let bytes = size(units)? * kind.unit_bytes() as u64;
    let source = memory.source(address, bytes)?;
    size(bytes)?;
    Ok(Text::new(kind, source))
}

/// Returns the text of a pair `{u8* data, u64 size}`.
pub(crate) fn byte_array<M: Memory + ?Sized>(memory: &M, kind: TextKind, address: u64) -> Result<Text<'_>, Bad> {
    let pair: [u8; 16] = read_bytes(memory, address)?;
    text_at(memory, kind, get_u64(&pair, 0), get_u64(&pair, 8))
}

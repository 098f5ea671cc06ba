//! TensorFlow's string tensors until 2.3, in its C API: a table of offsets, then each string after its length.
//!
//! Layout, rules, limits and sources: `docs/layouts/tf-legacy.md`.

use super::element::wrong;
use super::{ByteOrder, Field, Fields, FormatCode, FormatError, Kind, Layout, Place, Strictness};
use unitstr::Source;

/// The size of an offset in bytes.
const OFFSET_BYTES: usize = 8;
/// The largest size of a varint length in bytes.
const MAX_LENGTH_BYTES: usize = 10;

/// The contents of an element, which exists: its table entry and the length before its string.
///
/// * [`FormatCode::OffsetRange`] if the length begins outside the memory.
/// * [`FormatCode::Varint`] if the length continues beyond the memory or exceeds 64 bits; or if it has more bytes
///   than necessary, unless the checks are lenient.
#[inline(always)]
pub(super) fn fields(
    source: Source<'_>,
    index: usize,
    table: usize,
    layout: Layout,
    strictness: Strictness,
) -> Result<Fields, FormatError> {
    let Some(raw) = source.read::<[u8; OFFSET_BYTES]>(index * OFFSET_BYTES) else {
        return wrong(FormatCode::TableTruncated, index, Field::Table);
    };
    let offset = match layout.order {
        ByteOrder::Little => u64::from_le_bytes(raw),
        ByteOrder::Big => u64::from_be_bytes(raw),
    };
    // Both are sizes in the same memory, so adding the offset cannot overflow.
    if offset >= (source.bytes() - table) as u64 {
        return wrong(FormatCode::OffsetRange, index, Field::Offset);
    }
    let start = table as u64 + offset;
    let Some((bytes, length)) = read_length(source, start, strictness) else {
        return wrong(FormatCode::Varint, index, Field::Size);
    };
    Ok(Fields::new(Kind::Plain, bytes, 0, Place::Buffer(start + length as u64)))
}

/// Reads a varint length; returns it and its size in bytes.
#[inline(always)]
fn read_length(source: Source<'_>, start: u64, strictness: Strictness) -> Option<(u64, usize)> {
    let start = usize::try_from(start).ok()?;
    let first: u8 = source.read(start)?;
    if first < 0x80 {
        return Some((first.into(), 1));
    }
    let mut value = u64::from(first & 0x7F);
    for nth in 1..MAX_LENGTH_BYTES {
        let byte: u8 = source.read(start + nth)?;
        // The tenth byte holds only one bit.
        if nth == MAX_LENGTH_BYTES - 1 && byte > 1 {
            return None;
        }
        value |= u64::from(byte & 0x7F) << (7 * nth);
        if byte < 0x80 {
            let overlong = byte == 0;
            return (!overlong || strictness == Strictness::Lenient).then_some((value, nth + 1));
        }
    }
    None
}

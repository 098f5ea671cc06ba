//! String tensors of TFLite and LiteRT: a count, the start of each string, the end of the last string, the strings.
//!
//! Layout, rules, limits and sources: `docs/layouts/tflite.md`.

use super::element::wrong;
use super::{Field, Fields, FormatCode, FormatError, Kind, Place, Strictness};
use unitstr::Source;

/// The size in bytes of the count, and of an offset.
const NUMBER_BYTES: usize = 4;

/// The number at this index of the table; the count is the first.
#[inline(always)]
fn number(source: Source<'_>, nth: usize) -> Option<i32> {
    source.read(nth.checked_mul(NUMBER_BYTES)?).map(i32::from_le_bytes)
}

/// The checks of a tensor that need none of its elements. The caller has checked that the whole table is in the
/// memory.
pub(super) fn check(source: Source<'_>, count: usize, strictness: Strictness) -> Result<(), FormatError> {
    if number(source, 0).and_then(|n| usize::try_from(n).ok()) != Some(count) {
        return wrong(FormatCode::Count, count, Field::Count);
    }
    if count == 0 {
        let (table, all) = (2 * NUMBER_BYTES as i64, source.bytes() as i64);
        let end = number(source, 1).map_or(-1, i64::from);
        let lenient = strictness == Strictness::Lenient;
        if if lenient { end < table } else { end != table } {
            return wrong(FormatCode::FirstOffset, 0, Field::Offset);
        }
        if if lenient { end > all } else { end != all } {
            return wrong(FormatCode::EndOffset, 0, Field::End);
        }
    }
    Ok(())
}

/// The table's contents for an element, which exists.
///
/// * [`FormatCode::FirstOffset`] if the first string does not begin at the end of the table; with lenient checks,
///   only if it begins before that.
/// * [`FormatCode::NotMonotonic`] if a string ends before it begins.
/// * [`FormatCode::EndOffset`] if the last string does not end at the end of the memory; with lenient checks, only if
///   it ends after that.
#[inline(always)]
pub(super) fn fields(
    source: Source<'_>,
    index: usize,
    (count, table): (usize, usize),
    strictness: Strictness,
) -> Result<Fields, FormatError> {
    let Some(offsets) = source.read::<[[u8; NUMBER_BYTES]; 2]>((index + 1) * NUMBER_BYTES) else {
        return wrong(FormatCode::TableTruncated, index, Field::Table);
    };
    let [start, end] = offsets.map(|offset| i64::from(i32::from_le_bytes(offset)));
    let lenient = strictness == Strictness::Lenient;
    let (table, all) = (table as i64, source.bytes() as i64);
    if index == 0 && (if lenient { start < table } else { start != table }) {
        return wrong(FormatCode::FirstOffset, index, Field::Offset);
    }
    if end < start {
        return wrong(FormatCode::NotMonotonic, index, Field::Offset);
    }
    if index == count - 1 && (if lenient { end > all } else { end != all }) {
        return wrong(FormatCode::EndOffset, index, Field::End);
    }
    let bytes = (end - start).cast_unsigned();
    Ok(Fields {
        kind: Kind::Plain,
        bytes,
        capacity: 0,
        // A negative start becomes a position beyond all memory, which the reader refuses.
        place: Place::Buffer(start.cast_unsigned()),
        count: None,
        padding_is_zero: true,
    })
}

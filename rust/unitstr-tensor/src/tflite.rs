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
        let end = number(source, 1).map_or(-1, i64::from);
        check_first(end, 2 * NUMBER_BYTES, strictness)?;
        check_last(end, source, 0, strictness)?;
    }
    Ok(())
}

/// Checks the start of the first string, or the end of none.
#[inline(always)]
fn check_first(start: i64, table: usize, strictness: Strictness) -> Result<(), FormatError> {
    let table = table as i64;
    let refused = if strictness == Strictness::Lenient { start < table } else { start != table };
    if refused { wrong(FormatCode::FirstOffset, 0, Field::Offset) } else { Ok(()) }
}

/// Checks the end of the last string, which is that of element `index`.
#[inline(always)]
fn check_last(end: i64, source: Source<'_>, index: usize, strictness: Strictness) -> Result<(), FormatError> {
    let all = source.bytes() as i64;
    let refused = if strictness == Strictness::Lenient { end > all } else { end != all };
    if refused { wrong(FormatCode::EndOffset, index, Field::End) } else { Ok(()) }
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
    if index == 0 {
        check_first(start, table, strictness)?;
    }
    if end < start {
        return wrong(FormatCode::NotMonotonic, index, Field::Offset);
    }
    if index == count - 1 {
        check_last(end, source, index, strictness)?;
    }
    let bytes = (end - start).cast_unsigned();
    // A negative start becomes a position beyond all memory, which the reader refuses.
    Ok(Fields::new(Kind::Plain, bytes, 0, Place::Buffer(start.cast_unsigned())))
}

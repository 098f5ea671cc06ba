//! The functions that write tensors.

use std::ffi::c_void;

use unitstr_tensor::Writer;
use unitstr_tensor::fill::{self, Joined, Parts, Sizes, table_part};

use super::options::ustr_tensor;
use super::{entry, packed, range, refused};
use crate::args::{at_offset, source, target};
use crate::batch::{Longs, Results};
use crate::packed::size;
use crate::status::USTR_E_RANGE;

/// Converts a number that must not be negative.
fn unsigned(number: i64) -> Result<u64, i32> {
    u64::try_from(number).map_err(|_| USTR_E_RANGE)
}

/// Returns the sizes in bytes, as differences of ends that were checked not to decrease.
fn sizes(ends: Longs) -> Result<impl FnMut(usize) -> u64, i32> {
    let mut from = 0;
    for at in 0..ends.count {
        let to = unsigned(ends.get(at))?;
        if to < from {
            return Err(USTR_E_RANGE);
        }
        from = to;
    }
    let end = move |nth: usize| ends.get(nth).max(0).cast_unsigned();
    // If the caller changed the ends meanwhile, the size is unspecified.
    Ok(move |nth: usize| end(nth).saturating_sub(if nth == 0 { 0 } else { end(nth - 1) }))
}

/// The memory to which elements are written.
#[derive(Clone, Copy)]
struct Place {
    table: *mut c_void,
    table_offset: i64,
    data: *mut c_void,
    data_offset: i64,
    data_bytes: i64,
}

impl Place {
    /// Creates the targets for elements.
    ///
    /// # Safety
    ///
    /// * `table + table_offset` is writable for the part of the table for these elements, `data + data_offset` for
    ///   `data_bytes`, as long as the result is used.
    unsafe fn parts<'a>(self, writer: &Writer, first: usize, count: usize) -> Result<Parts<'a>, i32> {
        let (start, end) = table_part(writer, first, count).ok_or(USTR_E_RANGE)?;
        let table_bytes = usize::try_from(end - start).map_err(|_| USTR_E_RANGE)?;
        let table = at_offset(self.table, self.table_offset)?.cast_mut();
        let data = at_offset(self.data, self.data_offset)?.cast_mut();
        let data_bytes = usize::try_from(self.data_bytes).map_err(|_| USTR_E_RANGE)?;
        // SAFETY: the caller promises that `table` is writable for `table_bytes`.
        let table = unsafe { target(table, table_bytes, 1) }?;
        // SAFETY: the caller promises that `data` is writable for `data_bytes`.
        let data = unsafe { target(data, data_bytes, 1) }?;
        Ok(Parts { table, data })
    }
}

/// The table's `packed_put_tensor`.
///
/// # Safety
///
/// * `tensor` satisfies [`ustr_tensor::copy`].
/// * `table + table_offset` is writable for the part of the table for these elements, `data + data_offset` for
///   `data_bytes`.
/// * `src` is null, or readable for `src_bytes`; `ends` is readable and `results` writable for `count` longs.
pub(crate) unsafe extern "C" fn packed_put_tensor(
    tensor: *const ustr_tensor,
    table: *mut c_void,
    table_offset: i64,
    data: *mut c_void,
    data_offset: i64,
    data_bytes: i64,
    first: i64,
    position: i64,
    src: *const c_void,
    src_bytes: i64,
    ends: *const c_void,
    count: i64,
    results: *mut c_void,
) -> i64 {
    entry(|| {
        let count = size(count)?;
        let position = unsigned(position)?;
        // SAFETY: the caller promises that `results` is writable for this many longs.
        let mut results = unsafe { Results::new(results, count) }?;
        // SAFETY: the caller promises that `tensor` satisfies `ustr_tensor::copy`.
        let said = unsafe { ustr_tensor::copy(tensor) }?;
        let elements = range(first, count, said.count()?)?;
        // SAFETY: the caller promises that `ends` is readable for this many longs.
        let ends = unsafe { Longs::new(ends, count) }?;
        let sizes = sizes(ends)?;
        let all = unsigned(src_bytes)?;
        // No end is larger than the last. The caller may change them meanwhile, so every later read checks again.
        if count > 0 && ends.get(count - 1).cast_unsigned() > all {
            return Err(USTR_E_RANGE);
        }
        let bytes = if src.is_null() {
            None
        } else {
            // SAFETY: the caller promises that `src` is readable for `src_bytes`.
            Some(unsafe { source(src, size(src_bytes)?, 1) }?)
        };
        let writer = match said.writer()? {
            Ok(writer) => writer,
            Err(error) => return refused(error),
        };
        let place = Place { table, table_offset, data, data_offset, data_bytes };
        // SAFETY: the caller promises that `place` is writable for these elements.
        let parts = unsafe { place.parts(&writer, elements.start, count) }?;
        let here = (elements.start, count);
        let each = |nth: usize, end: u64| results.set(nth, end.cast_signed());
        let mut bulk = match bytes {
            None => fill::write(&writer, here, position, &mut Sizes(sizes), parts, each),
            Some(bytes) => {
                let end = |nth: usize| ends.get(nth).cast_unsigned();
                fill::write_joined(&writer, here, position, Joined { bytes, end }, parts, each)
            }
        };
        bulk.bytes = 0;
        packed(bulk, elements.start)
    })
}

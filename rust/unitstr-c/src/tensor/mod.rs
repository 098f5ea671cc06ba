//! The functions for string tensors.

pub(crate) mod change;
pub mod numbers;
pub mod options;
pub(crate) mod owner;
pub(crate) mod read;
pub mod report;

use std::ops::Range;

use unitstr::{Progress, Status};
use unitstr_tensor::FormatError;
use unitstr_tensor::bulk::{Bulk, Stop};

use crate::guard::guarded;
use crate::java::numbers::USTR_TENSOR_FIELD_SHIFT;
use crate::packed::pack;
use crate::status::{USTR_E_PANIC, USTR_E_RANGE, USTR_REFUSED};

/// Runs the body of a function that returns a packed long.
fn entry(operation: impl FnOnce() -> Result<i64, i32>) -> i64 {
    guarded(i64::from(USTR_E_PANIC), || operation().unwrap_or_else(i64::from))
}

/// Returns the range of elements from `first` to `first + count`, after checking that they exist.
fn range(first: i64, count: usize, all: usize) -> Result<Range<usize>, i32> {
    let first = usize::try_from(first).map_err(|_| USTR_E_RANGE)?;
    let end = first.checked_add(count).filter(|end| *end <= all);
    Ok(first..end.ok_or(USTR_E_RANGE)?)
}

/// Packs the result of an operation that began with element `first`.
fn packed(bulk: Bulk, first: usize) -> Result<i64, i32> {
    let of = |read, status, bad| pack(read, bulk.elements, status, 0, bad);
    match bulk.stop {
        Stop::Done => of(bulk.bytes, Status::Done.id(), 0),
        Stop::OutputFull => of(bulk.bytes, Status::OutputFull.id(), 0),
        Stop::Text(Progress { read, status, bad_len, .. }) => of(read, status.id(), bad_len),
        Stop::Refused(error) => {
            let elsewhere = error.index != first + bulk.elements;
            of(reason(error), USTR_REFUSED.cast_unsigned(), u32::from(elsewhere))
        }
    }
}

/// Packs the result of an operation on the elements of a range, up to the first that is refused.
fn each(elements: Range<usize>, mut body: impl FnMut(usize) -> Result<(), FormatError>) -> Result<i64, i32> {
    let (start, count) = (elements.start, elements.len());
    let mut done = Bulk { elements: count, bytes: 0, stop: Stop::Done };
    for index in elements {
        if let Err(error) = body(index) {
            done.elements = index - start;
            done.stop = Stop::Refused(error);
            break;
        }
    }
    packed(done, start)
}

/// Packs the refusal of a tensor before any of its elements is read.
fn refused(error: FormatError) -> Result<i64, i32> {
    pack(reason(error), 0, USTR_REFUSED.cast_unsigned(), 0, 1)
}

/// The code and the field of an error, as in `read` of a packed long.
fn reason(error: FormatError) -> usize {
    (error.code.id() | error.field.id() << USTR_TENSOR_FIELD_SHIFT) as usize
}

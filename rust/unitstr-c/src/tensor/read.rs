//! The functions that read tensors.

use std::ffi::c_void;
use std::ops::Range;

use unitstr_tensor::bulk::{self, Bulk, Stop};
use unitstr_tensor::{FormatError, Place, StringTensor, Validation};

use super::options::ustr_tensor;
use super::{each, entry, packed, range, refused};
use crate::args::{scratch, source, target};
use crate::batch::{Longs, Results, USTR_BATCH_CODER_SHIFT, USTR_BATCH_LENGTH_SHIFT};
use crate::java::numbers::{USTR_TENSOR_ELEMENT_LONGS, USTR_TENSOR_STATE_LONGS};
use crate::options::{self, USTR_FLAG_CHARS, USTR_FLAG_MORE};
use crate::packed::{capacity, size};
use crate::status::{USTR_E_FLAGS, USTR_E_RANGE};

/// Copies the description of a tensor and opens the tensor; the inner error is about the tensor as a whole.
///
/// # Safety
///
/// * `tensor` satisfies [`ustr_tensor::copy`], and its trust satisfies [`ustr_tensor::checks`].
/// * `base` is readable for `base_bytes` as long as the result is used. It may be null if that is 0.
pub(super) unsafe fn open<'a>(
    tensor: *const ustr_tensor,
    base: *const c_void,
    base_bytes: i64,
) -> Result<(ustr_tensor, Result<StringTensor<'a>, FormatError>), i32> {
    // SAFETY: the caller promises that `tensor` satisfies `ustr_tensor::copy`.
    let said = unsafe { ustr_tensor::copy(tensor) }?;
    let bytes = usize::try_from(base_bytes).map_err(|_| USTR_E_RANGE)?;
    // SAFETY: the caller promises that `base` is readable for `base_bytes`.
    let memory = unsafe { source(base, bytes, 1) }?;
    // SAFETY: the caller promises that the addresses in the elements are as `checks` requires.
    let checks = unsafe { said.checks() }?;
    Ok((said, StringTensor::new(memory, said.count()?, said.layout()?, checks)))
}

/// Opens a tensor, and calls `body` with it and with the range of elements.
///
/// # Safety
///
/// * As [`open`].
unsafe fn read(
    (tensor, base, base_bytes): (*const ustr_tensor, *const c_void, i64),
    (first, count): (i64, usize),
    body: impl FnOnce(&StringTensor<'_>, Range<usize>) -> Result<i64, i32>,
) -> Result<i64, i32> {
    // SAFETY: the caller promises that `tensor`, `base` and `base_bytes` satisfy `open`.
    let (said, opened) = unsafe { open(tensor, base, base_bytes) }?;
    let elements = range(first, count, said.count()?)?;
    match opened {
        Ok(tensor) => body(&tensor, elements),
        Err(error) => refused(error),
    }
}

/// The table's `packed_decode_tensor`.
///
/// # Safety
///
/// * `tensor`, `base` and `base_bytes` satisfy [`open`].
/// * `latin1` is writable for `latin1_bytes`, `chars` for `chars_chars` of 2 bytes, `results` for `count` longs. Any may be
///   null if its size is 0.
pub(crate) unsafe extern "C" fn packed_decode_tensor(
    tensor: *const ustr_tensor,
    base: *const c_void,
    base_bytes: i64,
    first: i64,
    count: i64,
    encoding: u32,
    flags: u32,
    latin1: *mut c_void,
    latin1_bytes: i64,
    chars: *mut c_void,
    chars_chars: i64,
    results: *mut c_void,
) -> i64 {
    entry(|| {
        let policy = options::options(flags)?;
        let encoding = options::encoding(encoding)?;
        if flags & USTR_FLAG_MORE != 0 {
            return Err(USTR_E_FLAGS);
        }
        let count = size(count)?;
        // SAFETY: the caller promises that `results` is writable for this many longs.
        let mut results = unsafe { Results::new(results, count) }?;
        // SAFETY: the caller promises that `latin1` is writable for `latin1_bytes`; `capacity` is at most that.
        let narrow = unsafe { scratch(latin1, capacity(latin1_bytes)?, 1) }?;
        // SAFETY: the caller promises that `chars` is writable for `chars_chars` of 2 bytes, no less than `capacity`.
        let wide = unsafe { scratch(chars, capacity(chars_chars)?, 2) }?;
        let narrow = (flags & USTR_FLAG_CHARS == 0).then_some(narrow);
        let run = |tensor: &StringTensor<'_>, elements: Range<usize>| {
            let start = elements.start;
            let done = bulk::decode(tensor, elements, encoding, policy, (narrow, wide), |index, text| {
                let place = text.start as i64 | (text.chars as i64) << USTR_BATCH_LENGTH_SHIFT;
                results.set(index - start, place | i64::from(text.coder.id()) << USTR_BATCH_CODER_SHIFT);
            });
            packed(done, start)
        };
        // SAFETY: the caller promises that `tensor`, `base` and `base_bytes` satisfy `open`.
        unsafe { read((tensor, base, base_bytes), (first, count), run) }
    })
}

/// The table's `packed_copy_tensor`.
///
/// # Safety
///
/// * `tensor`, `base` and `base_bytes` satisfy [`open`].
/// * `dst` is writable for `dst_bytes`, `results` for `count` longs. Either may be null if its size is 0.
pub(crate) unsafe extern "C" fn packed_copy_tensor(
    tensor: *const ustr_tensor,
    base: *const c_void,
    base_bytes: i64,
    first: i64,
    count: i64,
    dst: *mut c_void,
    dst_bytes: i64,
    results: *mut c_void,
) -> i64 {
    entry(|| {
        let count = size(count)?;
        // SAFETY: the caller promises that `results` is writable for this many longs.
        let mut results = unsafe { Results::new(results, count) }?;
        // SAFETY: the caller promises that `dst` is writable for `dst_bytes`; `capacity` is at most that.
        let dst = unsafe { target(dst, capacity(dst_bytes)?, 1) }?;
        let run = |tensor: &StringTensor<'_>, elements: Range<usize>| {
            let start = elements.start;
            let done = bulk::copy(tensor, elements, dst, |index, end| results.set(index - start, end as i64));
            packed(done, start)
        };
        // SAFETY: the caller promises that `tensor`, `base` and `base_bytes` satisfy `open`.
        unsafe { read((tensor, base, base_bytes), (first, count), run) }
    })
}

/// The table's `packed_tensor_elements`.
///
/// # Safety
///
/// * `tensor`, `base` and `base_bytes` satisfy [`open`]; no address is followed.
/// * `results` is writable for 4 longs for each of `count` elements. It may be null if `count` is 0.
pub(crate) unsafe extern "C" fn packed_tensor_elements(
    tensor: *const ustr_tensor,
    base: *const c_void,
    base_bytes: i64,
    first: i64,
    count: i64,
    results: *mut c_void,
) -> i64 {
    entry(|| {
        let count = size(count)?;
        let numbers = USTR_TENSOR_ELEMENT_LONGS as usize;
        // SAFETY: the caller promises that `results` is writable for this many longs.
        let mut results = unsafe { Results::new(results, numbers * count) }?;
        let run = |tensor: &StringTensor<'_>, elements: Range<usize>| {
            let start = elements.start;
            each(elements, |index| {
                let found = tensor.element(index)?;
                let place = match found.place() {
                    Place::Inside(at) => (index * tensor.layout().element_bytes() + at) as u64,
                    Place::Buffer(at) | Place::Address(at) => at,
                };
                let at = numbers * (index - start);
                results.set(at, found.kind().id().into());
                results.set(at + 1, found.bytes() as i64);
                results.set(at + 2, found.capacity().cast_signed());
                results.set(at + 3, place.cast_signed());
                Ok(())
            })
        };
        // SAFETY: the caller promises that `tensor`, `base` and `base_bytes` satisfy `open`.
        unsafe { read((tensor, base, base_bytes), (first, count), run) }
    })
}

/// The table's `packed_validate_tensor`.
///
/// # Safety
///
/// * `tensor`, `base` and `base_bytes` satisfy [`open`]; no address is followed.
/// * `state` is readable and writable for 3 longs.
pub(crate) unsafe extern "C" fn packed_validate_tensor(
    tensor: *const ustr_tensor,
    base: *const c_void,
    base_bytes: i64,
    first: i64,
    count: i64,
    state: *mut c_void,
) -> i64 {
    entry(|| {
        let count = size(count)?;
        // SAFETY: the caller promises that `state` is readable for this many longs.
        let before = unsafe { Longs::new(state, USTR_TENSOR_STATE_LONGS as usize) }?;
        // SAFETY: the caller promises that `state` is writable for this many longs.
        let mut after = unsafe { Results::new(state, USTR_TENSOR_STATE_LONGS as usize) }?;
        let mut so_far = Validation {
            bytes: before.get(0).cast_unsigned(),
            last_start: before.get(1).cast_unsigned(),
            last_end: before.get(2).cast_unsigned(),
        };
        let run = |tensor: &StringTensor<'_>, elements: Range<usize>| {
            let start = elements.start;
            let (elements, stop) = match tensor.validate_some(elements, &mut so_far) {
                Ok(()) => (count, Stop::Done),
                Err(error) => (error.index - start, Stop::Refused(error)),
            };
            for (at, number) in [so_far.bytes, so_far.last_start, so_far.last_end].into_iter().enumerate() {
                after.set(at, number.cast_signed());
            }
            packed(Bulk { elements, bytes: 0, stop }, start)
        };
        // SAFETY: the caller promises that `tensor`, `base` and `base_bytes` satisfy `open`.
        unsafe { read((tensor, base, base_bytes), (first, count), run) }
    })
}

//! Tensors of strings. What goes in besides the memory is the option struct as an array, copied once; what comes out are
//! arrays, copied once.

use std::ffi::c_void;
use std::ptr;

use jni_sys::{jbyteArray, jint, jlong, jlongArray};
use unitstr_c::JAVA_API;
use unitstr_c::java::numbers::{USTR_TENSOR_ELEMENT_LONGS, USTR_TENSOR_OWNER_LONGS, USTR_TENSOR_STATE_LONGS};
use unitstr_c::status::{USTR_E_NULL, USTR_E_RANGE, USTR_E_SIZE};
use unitstr_c::tensor::options::ustr_tensor;

use crate::batches::{Decoded, LONG, longs, texts};
use crate::env::Env;
use crate::memory::{Memory, address};
use crate::scratch;
use crate::text::How;

/// The most bytes of an option struct: room for those of later versions.
const OPTION_BYTES: usize = 512;

/// A copy of an option struct.
struct Options([u64; OPTION_BYTES / LONG]);

impl Options {
    /// Copies it; it says no more bytes than the array has.
    fn get(env: Env<'_>, array: jbyteArray) -> Result<Self, i32> {
        if array.is_null() {
            return Err(USTR_E_NULL);
        }
        let length = env.length(array);
        if !(LONG..=OPTION_BYTES).contains(&length) {
            return Err(USTR_E_SIZE);
        }
        let mut copy = Self([0; OPTION_BYTES / LONG]);
        // SAFETY: the array is not longer than the copy.
        unsafe { env.get_bytes(array, 0, copy.0.as_mut_ptr().cast(), length) }?;
        if copy.0[0] > length as u64 {
            return Err(USTR_E_SIZE);
        }
        Ok(copy)
    }

    fn place(&self) -> *const ustr_tensor {
        self.0.as_ptr().cast()
    }
}

/// A tensor as Java passes it: its options, its memory, and the first of the elements that are meant.
#[derive(Clone, Copy)]
pub(crate) struct Tensor {
    pub(crate) options: jbyteArray,
    pub(crate) memory: Memory,
    pub(crate) bytes: jlong,
    pub(crate) first: jlong,
}

impl Tensor {
    /// Calls `body` with the options and the memory. It must call nothing of the JVM.
    ///
    /// # Safety
    ///
    /// * The memory is as [`Memory::place`] asks for, and readable for `bytes`.
    unsafe fn read(
        self,
        env: Env<'_>,
        options: &Options,
        body: impl FnOnce(*const ustr_tensor, *const c_void) -> i64,
    ) -> Result<i64, i32> {
        let run = |start: *const u8, offset: i64| {
            let offset = isize::try_from(offset).map_err(|_| USTR_E_RANGE)?;
            Ok(body(options.place(), start.wrapping_offset(offset).cast()))
        };
        // SAFETY: the caller promises what `Memory::read` asks for.
        unsafe { self.memory.read(env, self.bytes, run) }?
    }
}

/// Decodes the strings of `count` elements.
///
/// # Safety
///
/// * As [`Tensor::read`]; unless the tensor is not trusted, the addresses in its elements are readable for their sizes.
pub(crate) unsafe fn decode(env: Env<'_>, tensor: Tensor, count: jint, how: How, to: Decoded) -> Result<i64, i32> {
    let options = Options::get(env, tensor.options)?;
    let count = longs(env, to.results, count, 1)?;
    to.with(env, (0, count), how, |_, rooms| {
        let run = |options, base| {
            // SAFETY: `base` is readable for `bytes`, by `Tensor::read`; the others are parts of the scratch, of the
            // sizes that are passed.
            unsafe {
                (JAVA_API.tensors.packed_decode_tensor)(
                    options,
                    base,
                    tensor.bytes,
                    tensor.first,
                    count as i64,
                    how.0,
                    how.1,
                    rooms.latin1.cast(),
                    rooms.latin1_room,
                    rooms.chars.cast(),
                    rooms.chars_room,
                    rooms.results.cast(),
                )
            }
        };
        // SAFETY: the caller promises what `Tensor::read` asks for.
        unsafe { tensor.read(env, &options, run) }
    })
}

/// Says what `count` elements are.
///
/// # Safety
///
/// * As [`Tensor::read`].
pub(crate) unsafe fn elements(env: Env<'_>, tensor: Tensor, count: jint, results: jlongArray) -> Result<i64, i32> {
    let options = Options::get(env, tensor.options)?;
    let each = USTR_TENSOR_ELEMENT_LONGS as usize;
    let count = longs(env, results, count, each)?;
    scratch::with(each * count * LONG, |memory| {
        let look = JAVA_API.tensors.packed_tensor_elements;
        let run = |options, base| {
            // SAFETY: `base` is readable for `bytes`, by `Tensor::read`; `memory` has room for the results.
            unsafe { look(options, base, tensor.bytes, tensor.first, count as i64, memory.cast()) }
        };
        // SAFETY: the caller promises what `Tensor::read` asks for.
        let packed = unsafe { tensor.read(env, &options, run) }?;
        if packed >= 0 {
            // SAFETY: so many have been written, to memory that is aligned to 8.
            unsafe { env.set_longs(results, memory.cast(), each * texts(packed).min(count)) }?;
        }
        Ok(packed)
    })
}

/// Copies the strings of `count` elements to the start of `target`.
///
/// # Safety
///
/// * As [`Tensor::read`]; unless the tensor is not trusted, the addresses in its elements are readable for their sizes.
pub(crate) unsafe fn copy(
    env: Env<'_>,
    tensor: Tensor,
    count: jint,
    (target, capacity): (jbyteArray, jint),
    results: jlongArray,
) -> Result<i64, i32> {
    let options = Options::get(env, tensor.options)?;
    let count = longs(env, results, count, 1)?;
    let room = usize::try_from(capacity).map_err(|_| USTR_E_RANGE)?;
    if room > env.length(target) {
        return Err(if target.is_null() { USTR_E_NULL } else { USTR_E_RANGE });
    }
    scratch::with(count * LONG + room, |memory| {
        let bytes = memory.wrapping_add(count * LONG);
        let run = |options, base| {
            let copy = JAVA_API.tensors.packed_copy_tensor;
            let (size, first, count, room) = (tensor.bytes, tensor.first, count as i64, room as i64);
            // SAFETY: `base` is readable for `bytes`, by `Tensor::read`; the others share `memory`, of the sum of their
            // sizes.
            unsafe { copy(options, base, size, first, count, bytes.cast(), room, memory.cast()) }
        };
        // SAFETY: the caller promises what `Tensor::read` asks for.
        let packed = unsafe { tensor.read(env, &options, run) }?;
        if packed < 0 {
            return Ok(packed);
        }
        let done = texts(packed).min(count);
        // SAFETY: the entry has written so many, and the memory is aligned to 8.
        let ends = unsafe { std::slice::from_raw_parts(memory.cast::<i64>(), done) };
        let written = usize::try_from(ends.last().copied().unwrap_or(0)).unwrap_or(0);
        // SAFETY: so many bytes have been written, no more than `room`.
        unsafe { env.set_bytes(target, 0, bytes, written.min(room)) }?;
        // SAFETY: so many longs have been written, to memory that is aligned to 8.
        unsafe { env.set_longs(results, memory.cast(), done) }?;
        Ok(packed)
    })
}

/// Checks `count` elements.
///
/// # Safety
///
/// * As [`Tensor::read`].
pub(crate) unsafe fn validate(env: Env<'_>, tensor: Tensor, count: jint, state: jlongArray) -> Result<i64, i32> {
    let options = Options::get(env, tensor.options)?;
    let mut numbers = [0_i64; USTR_TENSOR_STATE_LONGS as usize];
    longs(env, state, 1, numbers.len())?;
    // SAFETY: a local of as many longs as are copied, and as the array has at least.
    unsafe { env.get_longs(state, numbers.as_mut_ptr(), numbers.len()) }?;
    let validate = JAVA_API.tensors.packed_validate_tensor;
    let run = |options, base| {
        let state = numbers.as_mut_ptr().cast();
        // SAFETY: `base` is readable for `bytes`, by `Tensor::read`; the state is a local of that size.
        unsafe { validate(options, base, tensor.bytes, tensor.first, count.into(), state) }
    };
    // SAFETY: the caller promises what `Tensor::read` asks for.
    let packed = unsafe { tensor.read(env, &options, run) }?;
    // SAFETY: a local of that size.
    unsafe { env.set_longs(state, numbers.as_ptr(), numbers.len()) }?;
    Ok(packed)
}

/// Strings to write: bytes, or null if the caller writes them, and where each ends.
#[derive(Clone, Copy)]
pub(crate) struct Strings {
    pub(crate) src: jbyteArray,
    pub(crate) bytes: jlong,
    pub(crate) ends: jlongArray,
    pub(crate) count: jint,
}

/// Writes strings as elements: their entries to `tensor.memory`, the strings to `data`.
///
/// # Safety
///
/// * Both memories are as [`Memory::place`] asks for, and not arrays; `tensor.memory` is writable for the entries,
///   `data` for `data_bytes`.
pub(crate) unsafe fn put(
    env: Env<'_>,
    tensor: Tensor,
    (data, data_bytes, position): (Memory, jlong, jlong),
    strings: Strings,
    results: jlongArray,
) -> Result<i64, i32> {
    if strings.bytes < 0 || tensor.bytes < 0 {
        return Err(USTR_E_RANGE);
    }
    let options = Options::get(env, tensor.options)?;
    // SAFETY: the caller promises what `outside` asks for.
    let (table, table_offset) = unsafe { tensor.memory.outside(env) }?;
    // SAFETY: as above.
    let (data, data_offset) = unsafe { data.outside(env) }?;
    let count = longs(env, strings.ends, strings.count, 1)?;
    longs(env, results, strings.count, 1)?;
    let given = !strings.src.is_null();
    if given && usize::try_from(strings.bytes).is_ok_and(|bytes| bytes > env.length(strings.src)) {
        return Err(USTR_E_RANGE);
    }
    scratch::with(2 * count * LONG, |memory| {
        let written = memory.wrapping_add(count * LONG);
        // SAFETY: the memory begins with room for so many, and is aligned to 8.
        unsafe { env.get_longs(strings.ends, memory.cast(), count) }?;
        let held = if given { Some(env.hold(strings.src)?) } else { None };
        let src = held.as_ref().map_or(ptr::null(), |held| held.start());
        // SAFETY: the source has so many bytes: just tested; the ends and the results are parts of `memory`; the table
        // and the data are writable, as the caller promises.
        let packed = unsafe {
            (JAVA_API.tensors.packed_put_tensor)(
                options.place(),
                table.cast(),
                table_offset,
                data.cast(),
                data_offset,
                data_bytes,
                tensor.first,
                position,
                src.cast(),
                strings.bytes,
                memory.cast(),
                count as i64,
                written.cast(),
            )
        };
        drop(held);
        if packed >= 0 {
            // SAFETY: so many have been written, to memory that is aligned to 8.
            unsafe { env.set_longs(results, written.cast(), texts(packed).min(count)) }?;
        }
        Ok(packed)
    })
}

/// What to do to elements: which change, its byte and its number.
#[derive(Clone, Copy)]
pub(crate) struct Change {
    pub(crate) change: jint,
    pub(crate) fill: jint,
    pub(crate) number: jlong,
}

/// The texts of a change: in an array, or at an address if that is null.
#[derive(Clone, Copy)]
pub(crate) struct ChangeTexts {
    pub(crate) array: jbyteArray,
    pub(crate) address: jlong,
    pub(crate) bytes: jlong,
    pub(crate) ends: jlongArray,
}

/// Changes `count` elements where they are: at an address. What is passed on is a copy, so that no array is held while C's
/// heap is used and owners are called.
///
/// # Safety
///
/// * The memory is as `packed_change_tensor` asks for; so is text at an address.
pub(crate) unsafe fn change(
    env: Env<'_>,
    tensor: Tensor,
    count: jint,
    what: Change,
    given: ChangeTexts,
) -> Result<i64, i32> {
    let options = Options::get(env, tensor.options)?;
    // SAFETY: the caller promises what `outside` asks for.
    let (base, _) = unsafe { tensor.memory.outside(env) }?;
    let ends = if given.ends.is_null() {
        0
    } else {
        longs(env, given.ends, count, 1)?
    };
    let copied = if given.array.is_null() {
        0
    } else {
        let bytes = usize::try_from(given.bytes).map_err(|_| USTR_E_RANGE)?;
        if bytes > env.length(given.array) {
            return Err(USTR_E_RANGE);
        }
        bytes
    };
    scratch::with(ends * LONG + copied, |memory| {
        let copy = memory.wrapping_add(ends * LONG);
        // SAFETY: the memory begins with room for so many, and is aligned to 8.
        unsafe { env.get_longs(given.ends, memory.cast(), ends) }?;
        // SAFETY: there is room for so many bytes behind the longs.
        unsafe { env.get_bytes(given.array, 0, copy, copied) }?;
        let text = if given.array.is_null() {
            address(given.address)?
        } else {
            copy
        };
        let ends = if given.ends.is_null() {
            ptr::null()
        } else {
            memory.cast_const()
        };
        // SAFETY: the ends and the text were copied; the caller promises the rest.
        Ok(unsafe {
            (JAVA_API.changes.packed_change_tensor)(
                options.place(),
                base.cast(),
                tensor.bytes,
                tensor.first,
                count.into(),
                what.change.cast_unsigned(),
                what.fill.cast_unsigned(),
                what.number,
                text.cast_const().cast(),
                given.bytes,
                ends.cast(),
            )
        })
    })
}

/// Changes `count` elements by those of another tensor.
///
/// # Safety
///
/// * The memory of both is as `packed_assign_tensor` asks for.
pub(crate) unsafe fn assign(env: Env<'_>, tensor: Tensor, from: Tensor, count: jint, change: jint) -> Result<i64, i32> {
    let (options, others) = (Options::get(env, tensor.options)?, Options::get(env, from.options)?);
    // SAFETY: the caller promises what `outside` asks for.
    let (base, _) = unsafe { tensor.memory.outside(env) }?;
    // SAFETY: as above.
    let (other, _) = unsafe { from.memory.outside(env) }?;
    // SAFETY: the caller promises it.
    Ok(unsafe {
        (JAVA_API.changes.packed_assign_tensor)(
            options.place(),
            base.cast(),
            tensor.bytes,
            tensor.first,
            others.place(),
            other.cast(),
            from.bytes,
            from.first,
            count.into(),
            change.cast_unsigned(),
        )
    })
}

/// Makes an owner of so many bytes.
///
/// # Safety
///
/// * None.
pub(crate) unsafe fn new_owner(env: Env<'_>, bytes: jlong, results: jlongArray) -> Result<i64, i32> {
    let mut made = [0_i64; USTR_TENSOR_OWNER_LONGS as usize];
    longs(env, results, 1, made.len())?;
    // SAFETY: `made` has room for both.
    let status = unsafe { (JAVA_API.changes.tensor_owner_new)(bytes, made.as_mut_ptr().cast()) };
    // SAFETY: a local of that size.
    unsafe { env.set_longs(results, made.as_ptr(), made.len()) }?;
    Ok(status)
}

/// Counts references to an owner.
///
/// # Safety
///
/// * The owner is as `tensor_owner_references` asks for.
pub(crate) unsafe fn references(_env: Env<'_>, owner: jlong, change: jlong) -> Result<i64, i32> {
    // SAFETY: the caller promises it.
    Ok(unsafe { (JAVA_API.changes.tensor_owner_references)(address(owner)?, change) })
}

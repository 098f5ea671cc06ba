//! The native methods for libtvm_ffi. The caller in Java is responsible for all addresses.

use std::ffi::c_void;
use std::ptr::{self, with_exposed_provenance, with_exposed_provenance_mut};

use jni_sys::{jbyteArray, jint, jlong, jlongArray, jobject};
use unitstr_c::JAVA_API;
use unitstr_c::status::{USTR_E_NULL, USTR_E_RANGE};

use crate::env::Env;
use crate::upcall::{Upcall, ending};

fn out(address: jlong) -> *mut c_void {
    with_exposed_provenance_mut(usize::try_from(address.cast_unsigned()).unwrap_or(0))
}

/// Copies an array of bytes.
fn copied(env: Env<'_>, array: jbyteArray) -> Result<Vec<u8>, i32> {
    if array.is_null() {
        return Err(USTR_E_NULL);
    }
    let mut bytes = vec![0; env.length(array)];
    // SAFETY: `bytes` has the length of the array.
    unsafe { env.get_bytes(array, 0, bytes.as_mut_ptr(), bytes.len()) }?;
    Ok(bytes)
}

const fn size(bytes: &[u8]) -> i64 {
    bytes.len().cast_signed() as i64
}

/// Defines a function that passes numbers to a function of the table.
macro_rules! forwards {
    ($($name:ident($($argument:ident: $kind:ty),*) = $entry:ident($($passed:expr),*);)*) => {
        $(
            #[doc = concat!("`", stringify!($entry), "`.")]
            ///
            /// # Safety
            ///
            /// * Addresses satisfy the contract of the table's function.
            pub(crate) unsafe fn $name(_env: Env<'_> $(, $argument: $kind)*) -> Result<i64, i32> {
                // SAFETY: the caller promises what the function requires of addresses; it accepts any other numbers.
                Ok(unsafe { (JAVA_API.values.$entry)($($passed),*) }.into())
            }
        )*
    };
}

forwards! {
    version(runtime: jint) = val_version(runtime.cast_unsigned());
    freeze(runtime: jint) = val_freeze(runtime.cast_unsigned());
    call(runtime: jint, function: jlong, args: jlong, count: jint, result: jlong, error: jlong) = val_call(
        runtime.cast_unsigned(), function.cast_unsigned(), out(args), count, out(result), out(error)
    );
    retain(object: jlong) = val_retain(object.cast_unsigned());
    release(object: jlong) = val_release(object.cast_unsigned());
    own(view: jlong, slot: jlong) = val_own(out(view), out(slot));
}

/// `val_host_close`, which Java calls when the JVM begins to end.
///
/// # Safety
///
/// * None.
pub(crate) unsafe fn host_close(_env: Env<'_>, host: jint) -> Result<i64, i32> {
    ending();
    // SAFETY: accepts any number.
    Ok(unsafe { (JAVA_API.values.val_host_close)(host.cast_unsigned()) }.into())
}

/// `val_function_new`.
///
/// # Safety
///
/// * None.
pub(crate) unsafe fn function_new(_env: Env<'_>, runtime: jint, host: jint, slot: jlong) -> Result<i64, i32> {
    let mut function = 0;
    let (runtime, host) = (runtime.cast_unsigned(), host.cast_unsigned());
    // SAFETY: accepts any numbers; `function` is a local.
    let status = unsafe { (JAVA_API.values.val_function_new)(runtime, host, slot, &raw mut function) };
    made(status, function)
}

/// Reads 8 bytes.
///
/// # Safety
///
/// * `address` is readable for 8 bytes.
pub(crate) unsafe fn word(_env: Env<'_>, address: jlong) -> Result<i64, i32> {
    // SAFETY: the caller promises that `address` is readable for 8 bytes; the read allows any alignment.
    Ok(unsafe { out(address).cast::<i64>().read_unaligned() })
}

/// Writes 8 bytes.
///
/// # Safety
///
/// * `address` is writable for 8 bytes.
pub(crate) unsafe fn put_word(_env: Env<'_>, address: jlong, word: jlong) -> Result<i64, i32> {
    // SAFETY: the caller promises that `address` is writable for 8 bytes; the write allows any alignment.
    unsafe { out(address).cast::<i64>().write_unaligned(word) };
    Ok(0)
}

/// Writes 16 bytes.
///
/// # Safety
///
/// * `address` is writable for 16 bytes.
pub(crate) unsafe fn put_words(_env: Env<'_>, address: jlong, first: jlong, second: jlong) -> Result<i64, i32> {
    // SAFETY: the caller promises that `address` is writable for 16 bytes; the write allows any alignment.
    unsafe { out(address).cast::<[i64; 2]>().write_unaligned([first, second]) };
    Ok(0)
}

/// Allocates `bytes` zeroed bytes, at a multiple of 16; returns 0 if memory is exhausted.
///
/// # Safety
///
/// * None.
pub(crate) unsafe fn allocate(_env: Env<'_>, bytes: jlong) -> Result<i64, i32> {
    let words = usize::try_from(bytes).map_err(|_| USTR_E_RANGE)?.div_ceil(16);
    // One more element, which contains the size.
    let mut memory: Vec<[u64; 2]> = Vec::new();
    if memory.try_reserve_exact(words.saturating_add(1)).is_err() {
        return Ok(0);
    }
    memory.resize(words + 1, [0; 2]);
    memory[0][0] = words as u64;
    let start: *mut [u64; 2] = Box::into_raw(memory.into_boxed_slice()).cast();
    Ok((start.expose_provenance() as i64) + 16)
}

/// Frees what `allocate` returned.
///
/// # Safety
///
/// * `address` is 0 or from [`allocate`], and is not used any more.
pub(crate) unsafe fn free(_env: Env<'_>, address: jlong) -> Result<i64, i32> {
    if address == 0 {
        return Ok(0);
    }
    let start = out(address).cast::<[u64; 2]>().wrapping_sub(1);
    // SAFETY: the caller promises that `address` is from `allocate`, so `start` contains the size.
    let words = unsafe { start.read() }[0];
    let memory = ptr::slice_from_raw_parts_mut(start, usize::try_from(words).unwrap_or(0) + 1);
    // SAFETY: `memory` is the `Box` of this size that `allocate` made.
    drop(unsafe { Box::from_raw(memory) });
    Ok(0)
}

/// The address of the created object, or the error.
fn made(status: i32, address: u64) -> Result<i64, i32> {
    if status < 0 {
        return Err(status);
    }
    Ok(address.cast_signed())
}

/// `val_host_new`: functions of the host call `dispatch0` of the class.
///
/// # Safety
///
/// * None.
pub(crate) unsafe fn host_new(env: Env<'_>) -> Result<i64, i32> {
    // SAFETY: `env` and `class` are the JVM's arguments of the native method that runs.
    let upcall = unsafe { Upcall::new(env.raw(), env.class()) }?;
    let context = ptr::from_ref(upcall).cast_mut().cast();
    let mut host = 0;
    // SAFETY: `context` lives until the process ends, as `dispatch` requires; the result is a local.
    let status = unsafe { (JAVA_API.values.val_host_new)(Some(Upcall::dispatch), context, &raw mut host) };
    made(status, host.into())
}

/// Creates a direct buffer of memory; returns null if there is no memory for the buffer.
///
/// # Safety
///
/// * The buffer is not used after the memory is freed.
pub(crate) unsafe fn view(env: Env<'_>, address: jlong, bytes: jint) -> jobject {
    env.new_buffer(out(address).cast(), bytes.into())
}

/// `val_drain_dead`.
///
/// # Safety
///
/// * None.
pub(crate) unsafe fn drain_dead(env: Env<'_>, host: jint, slots: jlongArray) -> Result<i64, i32> {
    if slots.is_null() {
        return Err(USTR_E_NULL);
    }
    let mut dead = vec![0_i64; env.length(slots).min(1024)];
    let capacity = dead.len().cast_signed() as i64;
    // SAFETY: `dead` has the size that is passed.
    let count = unsafe { (JAVA_API.values.val_drain_dead)(host.cast_unsigned(), dead.as_mut_ptr(), capacity) };
    if let Ok(count) = usize::try_from(count) {
        // SAFETY: `count` is at most the length of the array and of `dead`.
        unsafe { env.set_longs(slots, dead.as_ptr(), count) }?;
    }
    Ok(count)
}

/// `val_open`: stores the number of the runtime and the size of the text in `results`.
///
/// # Safety
///
/// * The caller trusts the library.
pub(crate) unsafe fn open(
    env: Env<'_>,
    path: jbyteArray,
    flags: jint,
    text: jbyteArray,
    results: jlongArray,
) -> Result<i64, i32> {
    let path = copied(env, path)?;
    if text.is_null() || results.is_null() {
        return Err(USTR_E_NULL);
    }
    if env.length(results) < 2 {
        return Err(USTR_E_RANGE);
    }
    let (mut runtime, mut said, mut bytes) = (0, vec![0_u8; env.length(text)], 0);
    // SAFETY: all sizes are those of the arguments; the caller trusts the library.
    let status = unsafe {
        (JAVA_API.values.val_open)(
            path.as_ptr().cast(),
            size(&path),
            flags.cast_unsigned(),
            &raw mut runtime,
            said.as_mut_ptr().cast(),
            size(&said),
            &raw mut bytes,
        )
    };
    let count = usize::try_from(bytes).unwrap_or(0).min(said.len());
    // SAFETY: `count` is at most the length of the array and of `said`.
    unsafe { env.set_bytes(text, 0, said.as_ptr(), count) }?;
    let numbers = [i64::from(runtime), bytes];
    // SAFETY: `numbers` has two longs, and so has the array.
    unsafe { env.set_longs(results, numbers.as_ptr(), 2) }?;
    Ok(status.into())
}

/// `val_function`.
///
/// # Safety
///
/// * None.
pub(crate) unsafe fn function(env: Env<'_>, runtime: jint, name: jbyteArray) -> Result<i64, i32> {
    let name = copied(env, name)?;
    let (start, mut function) = (name.as_ptr().cast(), 0);
    // SAFETY: `name` has the size that is passed; the result is a local.
    let status =
        unsafe { (JAVA_API.values.val_function)(runtime.cast_unsigned(), start, size(&name), &raw mut function) };
    made(status, function)
}

/// `val_set_global`.
///
/// # Safety
///
/// * Addresses satisfy the contract of the table's function.
pub(crate) unsafe fn set_global(
    env: Env<'_>,
    runtime: jint,
    name: jbyteArray,
    function: jlong,
    replace: jint,
    error: jlong,
) -> Result<i64, i32> {
    let name = copied(env, name)?;
    let (start, replace) = (name.as_ptr().cast(), replace.cast_unsigned());
    let (runtime, function) = (runtime.cast_unsigned(), function.cast_unsigned());
    // SAFETY: the caller promises that `function` is alive; `name` has the size that is passed.
    let status =
        unsafe { (JAVA_API.values.val_set_global)(runtime, start, size(&name), function, replace, out(error)) };
    Ok(status.into())
}

/// `val_error_new`.
///
/// # Safety
///
/// * Addresses satisfy the contract of the table's function.
pub(crate) unsafe fn error_new(
    env: Env<'_>,
    runtime: jint,
    host: jint,
    slot: jlong,
    texts: [jbyteArray; 3],
    cause: jlong,
) -> Result<i64, i32> {
    let [kind, message, backtrace] = texts;
    let texts = [copied(env, kind)?, copied(env, message)?, copied(env, backtrace)?];
    let mut words = [0_u64; 6];
    for (pair, text) in words.chunks_exact_mut(2).zip(&texts) {
        pair.copy_from_slice(&[text.as_ptr().expose_provenance() as u64, text.len() as u64]);
    }
    let (runtime, host, mut error) = (runtime.cast_unsigned(), host.cast_unsigned(), 0);
    let cause = cause.cast_unsigned();
    // SAFETY: the caller promises that `cause` is alive; `words` has the sizes of the texts, and the result is a
    // local.
    let status = unsafe { (JAVA_API.values.val_error_new)(runtime, host, slot, words.as_ptr(), cause, &raw mut error) };
    made(status, error)
}

/// `val_text_new`.
///
/// # Safety
///
/// * None.
pub(crate) unsafe fn text_new(env: Env<'_>, code: jint, bytes: jbyteArray, capacity: jlong) -> Result<i64, i32> {
    let count = env.length(bytes);
    let mut object = 0;
    // SAFETY: no bytes are passed; the result is a local.
    let status =
        unsafe { (JAVA_API.values.val_text_new)(code, ptr::null(), 0, capacity.max(count as i64), &raw mut object) };
    let address = made(status, object)?;
    let text: *mut u8 = out(address + 40).cast();
    // SAFETY: the new object has place for `count` bytes at `text`.
    unsafe { env.get_bytes(bytes, 0, text, count) }?;
    let size = with_exposed_provenance::<u64>(out(address + 32).addr()).cast_mut();
    // SAFETY: `size` is the size of the new object.
    unsafe { size.write(count as u64) };
    Ok(address)
}

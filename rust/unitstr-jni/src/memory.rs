//! The memory of an argument, in the form in which all native methods take it.

use std::mem::MaybeUninit;
use std::ptr::with_exposed_provenance_mut;

use jni_sys::{jcharArray, jint, jlong, jobject};
use unitstr_c::status::{USTR_E_NULL, USTR_E_RANGE, USTR_E_UNSUPPORTED};

use crate::env::Env;

/// The memory is at an address, which is the offset; the base is null.
pub(crate) const ADDRESS: jint = 0;
/// The memory is in a `byte[]`, from the index `offset` on.
pub(crate) const ARRAY: jint = 1;
/// The memory is in a direct buffer, from the index `offset` on.
pub(crate) const BUFFER: jint = 2;
/// The memory is none that native methods access, such as a buffer that may be closed.
const NOWHERE: jint = -1;

/// The largest array that is copied, in bytes. Pinning and releasing an array took 19 ns more than copying 100 bytes.
const COPIED_BYTES: usize = 512;

/// Memory that Java passed.
#[derive(Clone, Copy)]
pub(crate) struct Memory {
    kind: jint,
    base: jobject,
    offset: jlong,
}

impl Memory {
    /// Creates memory of this kind, unchecked: `base` is null, a `byte[]` or a direct buffer.
    pub(crate) const fn new(kind: jint, base: jobject, offset: jlong) -> Self {
        Self { kind, base, offset }
    }

    /// Creates memory at an address.
    pub(crate) const fn at(address: jlong) -> Self {
        Self { kind: ADDRESS, base: std::ptr::null_mut(), offset: address }
    }

    /// Returns a base and an offset; `None` if the memory is in an array.
    ///
    /// # Safety
    ///
    /// * A buffer is direct, and the memory that is used lies inside it: Java has checked both.
    pub(crate) unsafe fn place(self, env: Env<'_>) -> Result<Option<(*mut u8, i64)>, i32> {
        match self.kind {
            ADDRESS => Ok(Some((address(self.offset)?, 0))),
            ARRAY => Ok(None),
            BUFFER if self.base.is_null() => Err(USTR_E_NULL),
            BUFFER if self.offset < 0 => Err(USTR_E_RANGE),
            // SAFETY: the caller promises that `base` is a direct buffer.
            BUFFER => Ok(Some((unsafe { env.address_of_direct(self.base) }, self.offset))),
            NOWHERE => Err(USTR_E_UNSUPPORTED),
            _ => Err(USTR_E_RANGE),
        }
    }

    /// The same, with an error if the memory is in an array.
    ///
    /// # Safety
    ///
    /// * As [`Memory::place`].
    pub(crate) unsafe fn outside(self, env: Env<'_>) -> Result<(*mut u8, i64), i32> {
        // SAFETY: the caller promises what `place` requires of `base`.
        unsafe { self.place(env) }?.ok_or(USTR_E_UNSUPPORTED)
    }

    /// Calls `body` with a base and an offset where `bytes` bytes are readable. `body` must not call the JVM.
    ///
    /// If an array is too short for a large `bytes`, this returns an error. For a small `bytes` the JVM throws:
    /// `body` then reads zeros, and Java receives the exception instead of the result.
    ///
    /// # Safety
    ///
    /// * As [`Memory::place`].
    #[inline]
    pub(crate) unsafe fn read<R>(
        self,
        env: Env<'_>,
        bytes: i64,
        body: impl FnOnce(*const u8, i64) -> R,
    ) -> Result<R, i32> {
        let count = usize::try_from(bytes).map_err(|_| USTR_E_RANGE)?;
        // SAFETY: the caller promises what `place` requires of `base`.
        if let Some((start, offset)) = unsafe { self.place(env) }? {
            return Ok(body(start, offset));
        }
        if self.base.is_null() && count > 0 {
            return Err(USTR_E_NULL);
        }
        if count > COPIED_BYTES {
            let end = self.offset.checked_add(bytes).ok_or(USTR_E_RANGE)?;
            if self.offset < 0 || end > env.length(self.base) as i64 {
                return Err(USTR_E_RANGE);
            }
            let held = env.hold(self.base)?;
            return Ok(body(held.start(), self.offset));
        }
        let mut copy = Copied::new(count);
        // SAFETY: `copy` has place for `count` bytes, at most `COPIED_BYTES`.
        unsafe { env.get_bytes(self.base, self.offset, copy.start(), count) }?;
        Ok(body(copy.start(), 0))
    }

    /// Writes to the memory with `body`, which receives a base, an offset and a capacity in bytes, and returns a
    /// result and the number of bytes written. `body` must not call the JVM. Into an array the bytes are copied, at
    /// most `most` of them.
    ///
    /// # Safety
    ///
    /// * As [`Memory::place`].
    pub(crate) unsafe fn write(
        self,
        env: Env<'_>,
        capacity: i64,
        most: usize,
        body: impl FnOnce(*mut u8, i64, i64) -> Result<(i64, usize), i32>,
    ) -> Result<i64, i32> {
        let count = usize::try_from(capacity).map_err(|_| USTR_E_RANGE)?;
        // SAFETY: the caller promises what `place` requires of `base`.
        if let Some((start, offset)) = unsafe { self.place(env) }? {
            return body(start, offset, capacity).map(|(packed, _)| packed);
        }
        if self.base.is_null() && count > 0 {
            return Err(USTR_E_NULL);
        }
        let room = count.min(most);
        crate::scratch::with(room, |memory| {
            let (packed, written) = body(memory, 0, room as i64)?;
            // SAFETY: `body` wrote this many bytes to `memory`, at most `room`. The JVM copies no more than the array
            // can hold.
            unsafe { env.set_bytes(self.base, self.offset, memory, written.min(room)) }?;
            Ok(packed)
        })
    }
}

/// Calls `body` with the address of the first `count` chars of an array and their number, as [`Memory::read`] does.
#[inline]
pub(crate) fn read_chars<R>(
    env: Env<'_>,
    array: jcharArray,
    count: jint,
    body: impl FnOnce(*const u8, usize) -> R,
) -> Result<R, i32> {
    let count = usize::try_from(count).map_err(|_| USTR_E_RANGE)?;
    if array.is_null() && count > 0 {
        return Err(USTR_E_NULL);
    }
    if 2 * count > COPIED_BYTES {
        if count > env.length(array) {
            return Err(USTR_E_RANGE);
        }
        let held = env.hold(array)?;
        return Ok(body(held.start(), count));
    }
    let mut copy = Copied::new(2 * count);
    // SAFETY: `copy` has place for `count` chars, at most `COPIED_BYTES` bytes, and is aligned to 8.
    unsafe { env.get_chars(array, copy.start().cast(), count) }?;
    Ok(body(copy.start(), count))
}

/// A copy of a small number of bytes.
struct Copied([MaybeUninit<u64>; COPIED_BYTES / 8]);

impl Copied {
    /// Zeroed memory for `bytes` bytes.
    #[inline(always)]
    fn new(bytes: usize) -> Self {
        let mut memory = [const { MaybeUninit::uninit() }; COPIED_BYTES / 8];
        memory[..bytes.div_ceil(8)].fill(MaybeUninit::new(0));
        Self(memory)
    }

    #[inline(always)]
    const fn start(&mut self) -> *mut u8 {
        self.0.as_mut_ptr().cast()
    }
}

/// Converts an address from Java.
pub(crate) fn address<T>(number: jlong) -> Result<*mut T, i32> {
    let number = usize::try_from(number.cast_unsigned()).map_err(|_| USTR_E_RANGE)?;
    Ok(with_exposed_provenance_mut(number))
}

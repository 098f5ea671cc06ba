//! The memory of an argument, in the one form in which every native method takes it.

use std::mem::MaybeUninit;
use std::ptr::with_exposed_provenance_mut;

use jni_sys::{jcharArray, jint, jlong, jobject};
use unitstr_c::status::{USTR_E_NULL, USTR_E_RANGE, USTR_E_UNSUPPORTED};

use crate::env::Env;

/// The memory is at an address, which is the offset.
pub(crate) const ADDRESS: jint = 0;
/// The memory is in a `byte[]`, from an offset on.
pub(crate) const ARRAY: jint = 1;
/// The memory is that of a direct buffer, from an offset on.
pub(crate) const BUFFER: jint = 2;

/// An array of at most so many bytes is copied. To hold an array and let it go took 19 ns more than to copy 100 bytes of it.
const COPIED_BYTES: usize = 512;

/// Memory of Java's.
#[derive(Clone, Copy)]
pub(crate) struct Memory {
    kind: jint,
    base: jobject,
    offset: jlong,
}

impl Memory {
    /// Memory of a kind, of which nothing is known before it is used: `base` is null, a `byte[]` or a direct buffer.
    pub(crate) const fn new(kind: jint, base: jobject, offset: jlong) -> Self {
        Self { kind, base, offset }
    }

    /// Where it is, unless it is in an array: a base, and an offset from there.
    ///
    /// # Safety
    ///
    /// * A buffer is direct, as Java has seen; so is that the memory which is used lies inside of it.
    pub(crate) unsafe fn place(self, env: Env<'_>) -> Result<Option<(*mut u8, i64)>, i32> {
        match self.kind {
            ADDRESS => Ok(Some((address(self.offset)?, 0))),
            ARRAY => Ok(None),
            BUFFER if self.base.is_null() => Err(USTR_E_NULL),
            BUFFER if self.offset < 0 => Err(USTR_E_RANGE),
            // SAFETY: `base` is a direct buffer, as the caller promises.
            BUFFER => Ok(Some((unsafe { env.address_of_direct(self.base) }, self.offset))),
            _ => Err(USTR_E_RANGE),
        }
    }

    /// The same, where an array cannot be used.
    ///
    /// # Safety
    ///
    /// * As [`Memory::place`].
    pub(crate) unsafe fn outside(self, env: Env<'_>) -> Result<(*mut u8, i64), i32> {
        // SAFETY: the caller promises what `place` asks for.
        unsafe { self.place(env) }?.ok_or(USTR_E_UNSUPPORTED)
    }

    /// Calls `body` with a base and an offset where `bytes` bytes can be read. It must call nothing of the JVM.
    ///
    /// An array that has not so many bytes is refused by an error if they are many. If they are few, the JVM refuses: then
    /// `body` sees zeros, and Java sees an exception instead of the result.
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
        // SAFETY: the caller promises what `place` asks for.
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
        // SAFETY: the copy has room for `count` bytes, at most `COPIED_BYTES`.
        unsafe { env.get_bytes(self.base, self.offset, copy.start(), count) }?;
        Ok(body(copy.start(), 0))
    }

    /// Fills memory by `body`, which gets a base, an offset and a capacity in bytes, and returns a result and how many
    /// bytes it wrote. It must call nothing of the JVM. Into an array these are copied, at most `most` of them.
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
        // SAFETY: the caller promises what `place` asks for.
        if let Some((start, offset)) = unsafe { self.place(env) }? {
            return body(start, offset, capacity).map(|(packed, _)| packed);
        }
        if self.base.is_null() && count > 0 {
            return Err(USTR_E_NULL);
        }
        let room = count.min(most);
        crate::scratch::with(room, |memory| {
            let (packed, written) = body(memory, 0, room as i64)?;
            // SAFETY: `body` wrote so many, no more than `room`. The JVM copies no more than the array takes.
            unsafe { env.set_bytes(self.base, self.offset, memory, written.min(room)) }?;
            Ok(packed)
        })
    }
}

/// Calls `body` with the address of the first `count` chars of an array and with their number, as [`Memory::read`] does.
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
    // SAFETY: the copy has room for so many bytes, at most `COPIED_BYTES`, and is aligned to 8.
    unsafe { env.get_chars(array, copy.start().cast(), count) }?;
    Ok(body(copy.start(), count))
}

/// A copy of a few bytes.
struct Copied([MaybeUninit<u64>; COPIED_BYTES / 8]);

impl Copied {
    /// Room for `bytes` bytes, all zero.
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

/// An address as Java has it.
pub(crate) fn address<T>(number: jlong) -> Result<*mut T, i32> {
    let number = usize::try_from(number.cast_unsigned()).map_err(|_| USTR_E_RANGE)?;
    Ok(with_exposed_provenance_mut(number))
}

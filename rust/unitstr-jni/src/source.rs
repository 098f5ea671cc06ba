//! The elements of an array as a source. Few are copied by the JVM, many are held where they are: what holding costs, a
//! short copy does not.

use std::mem::MaybeUninit;

use jni_sys::{jarray, jbyteArray, jcharArray, jint};
use unitstr_c::status::{USTR_E_NULL, USTR_E_RANGE};

use crate::env::Env;
use crate::place::Place;

/// Up to how many bytes are copied. To hold an array and let it go took 19 ns more than to copy 100 bytes of it.
const COPIED_BYTES: usize = 512;

/// The first elements of an array.
#[derive(Clone, Copy)]
pub(crate) enum Source {
    /// `byte[]`
    Bytes(jbyteArray),
    /// `char[]`
    Chars(jcharArray),
}

impl Source {
    fn array(self) -> jarray {
        match self {
            Self::Bytes(array) | Self::Chars(array) => array,
        }
    }

    fn element_bytes(self) -> usize {
        match self {
            Self::Bytes(_) => 1,
            Self::Chars(_) => 2,
        }
    }

    /// Calls `body` with the address of the first `count` elements and with their number. It must call nothing of the
    /// JVM.
    ///
    /// An array that has not so many is refused by an error if they are many. If they are few, the JVM refuses: then
    /// `body` sees zeros, and Java sees an exception instead of the result.
    pub(crate) fn read<R>(self, env: Env<'_>, count: jint, body: impl FnOnce(*const u8, usize) -> R) -> Result<R, i32> {
        let elements = usize::try_from(count).map_err(|_| USTR_E_RANGE)?;
        let bytes = elements * self.element_bytes();
        if self.array().is_null() && elements > 0 {
            return Err(USTR_E_NULL);
        }
        if bytes > COPIED_BYTES {
            let checked = Place::Array(self.array()).check(env, count.into())?;
            let readable = checked.hold()?;
            return Ok(body(readable.start, elements));
        }
        let mut memory = [const { MaybeUninit::<u64>::uninit() }; COPIED_BYTES / size_of::<u64>()];
        memory[..bytes.div_ceil(size_of::<u64>())].fill(MaybeUninit::new(0));
        match self {
            // SAFETY: the memory is that large, and aligned to 8.
            Self::Bytes(array) => unsafe { env.get_bytes(array, memory.as_mut_ptr().cast(), elements) }?,
            // SAFETY: as above.
            Self::Chars(array) => unsafe { env.get_chars(array, memory.as_mut_ptr().cast(), elements) }?,
        }
        Ok(body(memory.as_ptr().cast(), elements))
    }
}

//! Where the memory of an argument is: in an array, at an address, or in a direct buffer.

use std::ptr;

use jni_sys::{jarray, jobject};
use unitstr_c::status::{USTR_E_NULL, USTR_E_RANGE, USTR_E_UNSUPPORTED};

use crate::env::{Env, Held};

/// An argument that says where memory is.
#[derive(Clone, Copy)]
pub(crate) enum Place {
    /// An array, from its first element on.
    Array(jarray),
    /// Memory that starts so many bytes after an address; nothing is known of it.
    Address(i64, i64),
    /// What starts so many bytes after the start of a buffer.
    Direct(jobject, i64),
    /// The same of a buffer that is direct, as Java has seen, and has so many bytes.
    Known(jobject, i64, i64),
}

impl Place {
    /// Checks what can be checked: that an array or a buffer has so many elements (bytes, unless it is an array).
    pub(crate) fn check(self, env: Env<'_>, elements: i64) -> Result<Checked<'_>, i32> {
        let count = usize::try_from(elements).map_err(|_| USTR_E_RANGE)?;
        match self {
            Self::Array(array) if array.is_null() && count > 0 => Err(USTR_E_NULL),
            Self::Array(array) if count > env.length(array) => Err(USTR_E_RANGE),
            Self::Array(array) => Ok(Checked {
                env,
                count,
                array,
                start: ptr::null_mut(),
                offset: 0,
            }),
            Self::Address(address, offset) => {
                let address = usize::try_from(address.cast_unsigned()).map_err(|_| USTR_E_RANGE)?;
                let start = ptr::with_exposed_provenance_mut(address);
                Ok(Checked {
                    env,
                    count,
                    array: ptr::null_mut(),
                    start,
                    offset,
                })
            }
            Self::Direct(buffer, _) if buffer.is_null() => Err(USTR_E_NULL),
            Self::Direct(buffer, offset) => {
                let capacity = env.capacity(buffer).ok_or(USTR_E_UNSUPPORTED)?;
                check_range(offset, elements, capacity)?;
                Ok(Checked {
                    env,
                    count,
                    array: ptr::null_mut(),
                    start: env.address(buffer),
                    offset,
                })
            }
            Self::Known(buffer, _, _) if buffer.is_null() => Err(USTR_E_NULL),
            Self::Known(buffer, offset, capacity) => {
                check_range(offset, elements, capacity)?;
                Ok(Checked {
                    env,
                    count,
                    array: ptr::null_mut(),
                    // SAFETY: direct, as whoever made this knows.
                    start: unsafe { env.address_of_direct(buffer) },
                    offset,
                })
            }
        }
    }
}

fn check_range(offset: i64, elements: i64, capacity: i64) -> Result<(), i32> {
    let is_inside = offset >= 0 && offset <= capacity && elements <= capacity - offset;
    is_inside.then_some(()).ok_or(USTR_E_RANGE)
}

/// A [`Place`] that has as many elements as was asked for, as far as that can be known.
pub(crate) struct Checked<'a> {
    env: Env<'a>,
    /// How many elements it has, at least.
    pub(crate) count: usize,
    /// What has to be held to be read; null if that is nothing.
    array: jarray,
    /// Where it is unless it is an array.
    pub(crate) start: *mut u8,
    /// How many bytes after `start` it begins.
    pub(crate) offset: i64,
}

impl<'a> Checked<'a> {
    /// Makes it readable, until the result is dropped; until then nothing else of the JVM may be called but this.
    pub(crate) fn hold(&self) -> Result<Readable<'a>, i32> {
        if self.array.is_null() || self.count == 0 {
            return Ok(Readable {
                start: self.start,
                _held: None,
            });
        }
        let held = self.env.hold(self.array)?;
        Ok(Readable {
            start: held.start(),
            _held: Some(held),
        })
    }
}

/// A [`Checked`] place while it can be read.
pub(crate) struct Readable<'a> {
    /// Where it is, offset apart.
    pub(crate) start: *const u8,
    _held: Option<Held<'a>>,
}

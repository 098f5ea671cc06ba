//! The parts of libtvm_ffi's `c_api.h` that this crate uses.

use std::ffi::{CStr, c_int, c_void};
use std::ptr::NonNull;

use crate::dialect::{get_i32, get_u64};
use crate::tvm::{SMALL, code};
use crate::{Dialect, Tag, TvmFfi};

use crate::live::{Library, Refused};

/// A slot of 16 bytes: `TVMFFIAny`. Copying its bits does not copy the value.
#[repr(C, align(8))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Slot {
    /// The type.
    pub index: i32,
    /// The size of a small text in bytes; otherwise 0.
    pub len: u32,
    /// A number, an address, or a small text followed by zeros.
    pub word: u64,
}

const _: () = assert!(size_of::<Slot>() == TvmFfi::SLOT);

impl Slot {
    /// No value.
    pub const NONE: Self = Self { index: code::NONE, len: 0, word: 0 };

    /// Creates a slot with an object; the slot takes over the reference.
    #[must_use]
    pub const fn object(index: i32, address: u64) -> Self {
        Self { index, len: 0, word: address }
    }

    /// Returns the bytes as they are in memory.
    #[must_use]
    pub fn to_bytes(self) -> [u8; 16] {
        let mut bytes = [0; 16];
        bytes[..4].copy_from_slice(&self.index.to_le_bytes());
        bytes[4..8].copy_from_slice(&self.len.to_le_bytes());
        bytes[8..].copy_from_slice(&self.word.to_le_bytes());
        bytes
    }

    /// Returns a value that needs no object; `None` if it does need one.
    #[must_use]
    pub fn inline(tag: &Tag<'_>) -> Option<Self> {
        let mut bytes = [0; 16];
        TvmFfi::write(&mut bytes, tag).ok()?;
        let len = get_i32(&bytes, 4).cast_unsigned();
        Some(Self { index: get_i32(&bytes, 0), len, word: get_u64(&bytes, 8) })
    }

    /// Returns whether it is a reference-counted object.
    #[must_use]
    pub const fn is_object(self) -> bool {
        self.index >= code::OBJECT
    }

    /// Returns whether the size of a small text is in range.
    pub(crate) const fn is_sound(self) -> bool {
        match self.index {
            code::ANY => false,
            code::SMALL_STR | code::SMALL_BYTES => self.len as usize <= SMALL,
            _ => true,
        }
    }
}

/// `TVMFFIByteArray`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ByteArray {
    /// The address of the bytes.
    pub data: *const u8,
    /// The number of bytes.
    pub size: usize,
}

impl ByteArray {
    /// Refers to these bytes, which must outlive the result.
    #[must_use]
    pub const fn of(bytes: &[u8]) -> Self {
        Self { data: bytes.as_ptr(), size: bytes.len() }
    }
}

/// `TVMFFISafeCallType`.
pub type SafeCall = unsafe extern "C" fn(*mut c_void, *const Slot, i32, *mut Slot) -> c_int;

pub(crate) type GetVersion = unsafe extern "C" fn(*mut [u32; 3]);
type StringFrom = unsafe extern "C" fn(*const ByteArray, *mut Slot) -> c_int;
type GetGlobal = unsafe extern "C" fn(*const ByteArray, *mut *mut c_void) -> c_int;
type SetGlobal = unsafe extern "C" fn(*const ByteArray, *mut c_void, c_int) -> c_int;
type Create = unsafe extern "C" fn(*mut c_void, SafeCall, unsafe extern "C" fn(*mut c_void), *mut *mut c_void) -> c_int;
type DecRef = unsafe extern "C" fn(*mut c_void) -> c_int;
type MoveRaised = unsafe extern "C" fn(*mut *mut c_void);
type SetRaised = unsafe extern "C" fn(*mut c_void);
type NewError = unsafe extern "C" fn(
    *const ByteArray,
    *const ByteArray,
    *const ByteArray,
    *mut c_void,
    *mut c_void,
    *mut *mut c_void,
) -> c_int;

/// Looks up a function of a library by name.
macro_rules! function {
    ($library:expr, $name:literal, $type:ty) => {{
        let name: &CStr = $name;
        match $library.symbol(name) {
            // SAFETY: `address` is the library's function of this name, which has this type in the header of every
            // version 0.1; a function pointer is an address.
            Some(address) => unsafe { std::mem::transmute::<NonNull<c_void>, $type>(address) },
            None => {
                let symbol = name.to_string_lossy().into_owned();
                return Err(Refused::Missing { symbol, version: None });
            }
        }
    }};
}

/// The functions of libtvm_ffi that this crate calls, from a library whose version has been checked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Functions {
    pub string_from: StringFrom,
    pub get_global: GetGlobal,
    pub set_global: SetGlobal,
    pub call: SafeCall,
    pub create: Create,
    pub dec_ref: DecRef,
    pub move_raised: MoveRaised,
    pub set_raised: SetRaised,
    pub new_error: NewError,
}

/// The version that a library states.
pub(crate) fn version_of(library: &Library) -> Result<[u32; 3], Refused> {
    let get_version = function!(library, c"TVMFFIGetVersion", GetVersion);
    let mut version = [0; 3];
    // SAFETY: the function writes three numbers to `version`.
    unsafe { get_version(&raw mut version) };
    Ok(version)
}

impl Functions {
    /// Looks up the functions of a library, after checking its version.
    pub(crate) fn of(library: &Library) -> Result<Self, Refused> {
        Ok(Self {
            string_from: function!(library, c"TVMFFIStringFromByteArray", StringFrom),
            get_global: function!(library, c"TVMFFIFunctionGetGlobal", GetGlobal),
            set_global: function!(library, c"TVMFFIFunctionSetGlobal", SetGlobal),
            call: function!(library, c"TVMFFIFunctionCall", SafeCall),
            create: function!(library, c"TVMFFIFunctionCreate", Create),
            dec_ref: function!(library, c"TVMFFIObjectDecRef", DecRef),
            move_raised: function!(library, c"TVMFFIErrorMoveFromRaised", MoveRaised),
            set_raised: function!(library, c"TVMFFIErrorSetRaised", SetRaised),
            new_error: function!(library, c"TVMFFIErrorCreateWithCauseAndExtraContext", NewError),
        })
    }
}

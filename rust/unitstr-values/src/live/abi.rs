//! The parts of libtvm_ffi's `c_api.h` that this crate uses.

use std::ffi::{CStr, c_int, c_void};
use std::mem::transmute;
use std::ptr::{NonNull, null_mut};

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

/// Returns the address of a function of a library.
fn address(library: &Library, name: &CStr) -> Result<NonNull<c_void>, Refused> {
    let missing = || Refused::Missing { symbol: name.to_string_lossy().into_owned(), version: None };
    library.symbol(name).ok_or_else(missing)
}

/// The version that a library states.
pub(crate) fn version_of(library: &Library) -> Result<[u32; 3], Refused> {
    let address = address(library, c"TVMFFIGetVersion")?;
    // SAFETY: `address` is the function of this name, which has this type in the header of every version.
    let get_version = unsafe { transmute::<NonNull<c_void>, unsafe extern "C" fn(*mut [u32; 3])>(address) };
    let mut version = [0; 3];
    // SAFETY: the function writes three numbers to `version`.
    unsafe { get_version(&raw mut version) };
    Ok(version)
}

/// Defines [`Functions`]: the name of each member, its type, and the name of the function.
macro_rules! functions {
    ($($name:ident($($argument:ty),*) $(-> $result:ty)? = $symbol:literal;)*) => {
        /// The functions of libtvm_ffi that this crate calls, from a library whose version has been checked.
        #[derive(Clone, Copy, Debug)]
        pub(crate) struct Functions {
            $(pub $name: unsafe extern "C" fn($($argument),*) $(-> $result)?,)*
        }

        impl Functions {
            /// Looks up the functions of a library, after checking its version.
            pub(crate) fn of(library: &Library) -> Result<Self, Refused> {
                $(let $name = address(library, $symbol)?;)*
                Ok(Self {
                    $(
                        // SAFETY: the address is that of the function of this name, which has this type in the header
                        // of every version 0.1.
                        $name: unsafe {
                            transmute::<NonNull<c_void>, unsafe extern "C" fn($($argument),*) $(-> $result)?>($name)
                        },
                    )*
                })
            }
        }
    };
}

functions! {
    string_from(*const ByteArray, *mut Slot) -> c_int = c"TVMFFIStringFromByteArray";
    get_global(*const ByteArray, *mut *mut c_void) -> c_int = c"TVMFFIFunctionGetGlobal";
    set_global(*const ByteArray, *mut c_void, c_int) -> c_int = c"TVMFFIFunctionSetGlobal";
    call(*mut c_void, *const Slot, i32, *mut Slot) -> c_int = c"TVMFFIFunctionCall";
    create(*mut c_void, SafeCall, unsafe extern "C" fn(*mut c_void), *mut *mut c_void) -> c_int = c"TVMFFIFunctionCreate";
    dec_ref(*mut c_void) -> c_int = c"TVMFFIObjectDecRef";
    move_raised(*mut *mut c_void) = c"TVMFFIErrorMoveFromRaised";
    set_raised(*mut c_void) = c"TVMFFIErrorSetRaised";
    // Kind, message, backtrace; the cause and the attached object; the error.
    new_error(
        *const ByteArray, *const ByteArray, *const ByteArray, *mut c_void, *mut c_void, *mut *mut c_void
    ) -> c_int = c"TVMFFIErrorCreateWithCauseAndExtraContext";
}

impl Functions {
    /// Returns the global function of this name with a reference, or null if there is none; or the library's status.
    pub(crate) fn global(&self, name: &[u8]) -> Result<*mut c_void, c_int> {
        let (bytes, mut function) = (ByteArray::of(name), null_mut());
        // SAFETY: `name` lives during the call; the result is written to a null address.
        let status = unsafe { (self.get_global)(&raw const bytes, &raw mut function) };
        if status == 0 { Ok(function) } else { Err(status) }
    }
}

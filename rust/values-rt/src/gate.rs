//! Is the library one whose memory we can read? By its version, and by what it makes.

use std::ffi::{CStr, c_int, c_void};
use std::fmt;
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::ptr::{NonNull, null_mut};

use unitstr::values::tvm::code;
use unitstr::values::{Dialect, Tag};

use crate::{Library, Warning};

/// The library libtvm_ffi, 0.1, whose values are as `unitstr::values::tvm` says.
#[derive(Debug)]
pub struct TvmFfi {
    library: Library,
    version: [u32; 3],
    warnings: Vec<Warning>,
}

/// Why a library is not used.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refused {
    /// It lacks a function.
    Missing {
        /// Which one.
        symbol: String,
    },
    /// Its version is not 0.1.
    Version {
        /// What it says.
        version: [u32; 3],
    },
    /// What it makes is not laid out as in 0.1.
    Layout {
        /// What was made.
        value: &'static str,
        /// What is not as it should be.
        what: String,
    },
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing { symbol } => write!(f, "the library has no function {symbol}"),
            Self::Version { version: [a, b, c] } => {
                write!(
                    f,
                    "the library is of version {a}.{b}.{c}; known are those from 0.1.0 to below 0.2"
                )
            }
            Self::Layout { value, what } => write!(f, "the library lays {value} out in another way: {what}"),
        }
    }
}

impl std::error::Error for Refused {}

/// The patch of 0.1 from which on this was tested.
const TESTED: u32 = 16;

#[repr(C, align(8))]
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Any([u8; 16]);

#[repr(C)]
struct ByteArray {
    data: *const u8,
    size: usize,
}

impl ByteArray {
    const fn of(bytes: &[u8]) -> Self {
        Self {
            data: bytes.as_ptr(),
            size: bytes.len(),
        }
    }
}

type GetVersion = unsafe extern "C" fn(*mut [u32; 3]);
type StringFrom = unsafe extern "C" fn(*const ByteArray, *mut Any) -> c_int;
type GetGlobal = unsafe extern "C" fn(*const ByteArray, *mut *mut c_void) -> c_int;
type Call = unsafe extern "C" fn(*mut c_void, *const Any, i32, *mut Any) -> c_int;
type DecRef = unsafe extern "C" fn(*mut c_void) -> c_int;

macro_rules! function {
    ($library:expr, $name:literal, $type:ty) => {{
        let name: &CStr = $name;
        match $library.symbol(name) {
            // SAFETY: the library has a function of this name, which is said to be of this type by its header, in
            // every version 0.1; a function is an address.
            Some(address) => unsafe { std::mem::transmute::<NonNull<c_void>, $type>(address) },
            None => {
                let symbol = name.to_string_lossy().into_owned();
                return Err(Refused::Missing { symbol });
            }
        }
    }};
}

impl TvmFfi {
    /// Looks at a library that was loaded: its version first, and only then what it makes: a short string, a longer one,
    /// an array of both.
    ///
    /// # Errors
    ///
    /// * [`Refused::Missing`] if it is no such library.
    /// * [`Refused::Version`] unless it is 0.1.
    /// * [`Refused::Layout`] if one of the three is not laid out as it should be.
    pub fn of(library: Library) -> Result<Self, Refused> {
        let mut version = [0; 3];
        let get_version = function!(library, c"TVMFFIGetVersion", GetVersion);
        // SAFETY: it writes three numbers.
        unsafe { get_version(&raw mut version) };
        if version[..2] != [0, 1] {
            return Err(Refused::Version { version });
        }
        let mut warnings = library.warnings().to_vec();
        if version[2] < TESTED {
            warnings.push(Warning::Old { version });
        }
        check_layout(&library)?;
        Ok(Self {
            library,
            version,
            warnings,
        })
    }

    /// The version.
    #[must_use]
    pub const fn version(&self) -> [u32; 3] {
        self.version
    }

    /// The library.
    #[must_use]
    pub const fn library(&self) -> &Library {
        &self.library
    }

    /// What was not as it should be, of loading too.
    #[must_use]
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }
}

/// Bytes of this process, if there are any: a layout that is not as we think must not end it.
fn peek(address: u64, len: usize) -> Option<Vec<u8>> {
    let mut bytes = vec![0; len];
    let memory = File::open("/proc/self/mem").ok()?;
    memory.read_exact_at(&mut bytes, address).ok()?;
    Some(bytes)
}

fn word(bytes: &[u8], at: usize) -> u64 {
    let mut word = [0; 8];
    word.copy_from_slice(&bytes[at..at + 8]);
    u64::from_le_bytes(word)
}

/// Compares a value with what it should be.
struct Check(&'static str);

impl Check {
    fn same<T: PartialEq + fmt::LowerHex>(&self, what: &str, found: T, expected: T) -> Result<(), Refused> {
        if found == expected {
            return Ok(());
        }
        let (value, what) = (self.0, format!("{what} is {found:#x}, not {expected:#x}"));
        Err(Refused::Layout { value, what })
    }

    fn peek(&self, address: u64, len: usize) -> Result<Vec<u8>, Refused> {
        peek(address, len).ok_or_else(|| Refused::Layout {
            value: self.0,
            what: format!("no {len} bytes at {address:#x}"),
        })
    }

    /// The address in a slot of this type.
    fn object(&self, slot: Any, index: i32) -> Result<u64, Refused> {
        self.same("the slot's head", word(&slot.0, 0), u64::from(index.unsigned_abs()))?;
        Ok(word(&slot.0, 8))
    }

    /// The header of an object, and so many bytes that follow.
    fn head(&self, address: u64, index: i32, refs: u64, len: usize) -> Result<Vec<u8>, Refused> {
        let head = self.peek(address, len)?;
        self.same("the count", word(&head, 0), refs)?;
        self.same("the header's index", word(&head, 8), u64::from(index.unsigned_abs()))?;
        Ok(head)
    }
}

fn check_layout(library: &Library) -> Result<(), Refused> {
    let string_from = function!(library, c"TVMFFIStringFromByteArray", StringFrom);
    let get_global = function!(library, c"TVMFFIFunctionGetGlobal", GetGlobal);
    let call = function!(library, c"TVMFFIFunctionCall", Call);
    let dec_ref = function!(library, c"TVMFFIObjectDecRef", DecRef);
    let string = |bytes: &[u8], check: &Check| {
        let (bytes, mut slot) = (ByteArray::of(bytes), Any::default());
        // SAFETY: the bytes live during the call, and the result is a slot that holds nothing.
        let status = unsafe { string_from(&raw const bytes, &raw mut slot) };
        check.same("the status", status, 0)?;
        Ok(slot)
    };

    let check = Check("a short string");
    let short = string(b"a", &check)?;
    let mut expected = Any::default();
    let written = unitstr::values::TvmFfi::write(&mut expected.0, &Tag::Str(b"a"));
    debug_assert!(written.is_ok());
    check.same("its head", word(&short.0, 0), word(&expected.0, 0))?;
    check.same("its text", word(&short.0, 8), word(&expected.0, 8))?;

    let check = Check("a string");
    let text = b"12345678";
    let long = string(text, &check)?;
    let string = check.object(long, code::STR)?;
    let head = check.head(string, code::STR, unitstr::values::tvm::FRESH_REFS, 40)?;
    check.same("its size", word(&head, 32), text.len() as u64)?;
    let data = check.peek(word(&head, 24), text.len() + 1)?;
    check.same("its text", word(&data, 0), word(text, 0))?;
    check.same("the byte after it", data[text.len()], 0)?;

    let check = Check("an array");
    let (name, mut function) = (ByteArray::of(b"ffi.Array"), null_mut());
    // SAFETY: the name lives during the call, and the result is an address that is null.
    let status = unsafe { get_global(&raw const name, &raw mut function) };
    check.same("the status", status, 0)?;
    if function.is_null() {
        let symbol = "ffi.Array".to_owned();
        return Err(Refused::Missing { symbol });
    }
    let (arguments, mut array) = ([short, long], Any::default());
    // SAFETY: the function takes any values, of which there are two, and the result is a slot that holds nothing.
    let status = unsafe { call(function, arguments.as_ptr(), 2, &raw mut array) };
    check.same("the status", status, 0)?;
    let object = check.object(array, code::ARRAY)?;
    let head = check.head(object, code::ARRAY, unitstr::values::tvm::FRESH_REFS, 56)?;
    check.same("its size", word(&head, 32), 2)?;
    let slots = check.peek(word(&head, 24), 32)?;
    check.same("the first element", word(&slots, 0), word(&short.0, 0))?;
    check.same("the first element's text", word(&slots, 8), word(&short.0, 8))?;
    check.same("the second element", word(&slots, 16), word(&long.0, 0))?;
    check.same("the second element's address", word(&slots, 24), string)?;
    check.head(string, code::STR, unitstr::values::tvm::FRESH_REFS + 1, 40)?;

    // All is as it should be: so are these addresses, and the counts behind them.
    for address in [object, string] {
        // SAFETY: an object of the library, with the reference that it gave to us.
        let _: c_int = unsafe { dec_ref(std::ptr::with_exposed_provenance_mut(address as usize)) };
    }
    // SAFETY: as above.
    let _: c_int = unsafe { dec_ref(function) };
    Ok(())
}

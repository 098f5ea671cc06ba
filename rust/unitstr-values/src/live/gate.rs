//! Checks whether a library's memory layout is known: by its version, and by objects that it creates.

use std::ffi::c_int;
use std::fmt;
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::ptr::null_mut;

use crate::Tag;
use crate::tvm::code;

use crate::live::abi::{Functions, version_of};
use crate::live::{ByteArray, Library, Slot, Warning, text};

mod map;

/// The library libtvm_ffi 0.1, whose values are laid out as in `crate::tvm`.
#[derive(Debug)]
pub struct TvmFfi {
    library: Library,
    version: [u32; 3],
    warnings: Vec<Warning>,
    functions: Functions,
    lister: u64,
}

/// The reason why a library is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refused {
    /// It lacks a function.
    Missing {
        /// The name of the function.
        symbol: String,
        /// The version, if the library states one.
        version: Option<[u32; 3]>,
    },
    /// Its version is not 0.1.
    Version {
        /// The version that the library states.
        version: [u32; 3],
    },
    /// An object that it created is not laid out as in 0.1.
    Layout {
        /// The object.
        value: &'static str,
        /// The difference.
        what: String,
    },
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing { symbol, version: None } => {
                write!(f, "the library has no function {symbol}: not libtvm_ffi")
            }
            Self::Missing { symbol, version: Some([a, b, c]) } => {
                write!(f, "libtvm_ffi {a}.{b}.{c} has no function {symbol}; accepted versions: {ACCEPTED}")
            }
            Self::Version { version: [a, b, c] } => {
                write!(f, "libtvm_ffi {a}.{b}.{c} is not supported; accepted versions: {ACCEPTED}")
            }
            Self::Layout { value, what } => write!(f, "the library lays {value} out in another way: {what}"),
        }
    }
}

impl std::error::Error for Refused {}

/// The accepted versions: from the first one with all functions that this crate calls, below the first one that may
/// change the layout.
const ACCEPTED: &str = "0.1.8 and later, below 0.2";

/// The first patch release of 0.1 with which this was tested.
const TESTED: u32 = 16;

impl TvmFfi {
    /// Checks a loaded library: its version first, and only then objects that it creates: a short string, a longer
    /// one, an array of both, an error, a small map, and a map with chains, whose keys are found by their hashes.
    ///
    /// # Errors
    ///
    /// * [`Refused::Missing`] if a function is missing.
    /// * [`Refused::Version`] if the version is not 0.1.
    /// * [`Refused::Layout`] if one of the objects is not laid out as expected.
    pub fn of(library: Library) -> Result<Self, Refused> {
        let version = version_of(&library)?;
        if version[..2] != [0, 1] {
            return Err(Refused::Version { version });
        }
        let mut warnings = library.warnings().to_vec();
        if version[2] < TESTED {
            warnings.push(Warning::Old { version });
        }
        let functions = Functions::of(&library).map_err(|refused| match refused {
            Refused::Missing { symbol, .. } => Refused::Missing { symbol, version: Some(version) },
            other => other,
        })?;
        check_layout(&functions)?;
        let lister = lister(&functions);
        Ok(Self { library, version, warnings, functions, lister })
    }

    /// Returns the version.
    #[must_use]
    pub const fn version(&self) -> [u32; 3] {
        self.version
    }

    /// Returns the library.
    #[must_use]
    pub const fn library(&self) -> &Library {
        &self.library
    }

    pub(crate) const fn functions(&self) -> &Functions {
        &self.functions
    }

    /// The function that lists all global functions; 0 if the library has none. It is never released.
    pub(crate) const fn lister(&self) -> u64 {
        self.lister
    }

    /// Returns the warnings, including those from loading.
    #[must_use]
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }
}

/// Copies bytes of this process, if they are mapped: an unexpected layout must not end the process.
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

/// Compares a created object with its expected layout.
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
        peek(address, len)
            .ok_or_else(|| Refused::Layout { value: self.0, what: format!("no {len} bytes at {address:#x}") })
    }

    /// The address in a slot of this type.
    fn object(&self, slot: Slot, index: i32) -> Result<u64, Refused> {
        self.same("the slot's head", word(&slot.to_bytes(), 0), u64::from(index.unsigned_abs()))?;
        Ok(slot.word)
    }

    /// The header of an object and the `len` bytes after it.
    fn head(&self, address: u64, index: i32, refs: u64, len: usize) -> Result<Vec<u8>, Refused> {
        let head = self.peek(address, len)?;
        self.same("the count", word(&head, 0), refs)?;
        self.same("the header's index", word(&head, 8), u64::from(index.unsigned_abs()))?;
        Ok(head)
    }

    /// Calls a global function and returns its result, which is owned.
    fn made_by(&self, functions: &Functions, name: &str, arguments: &[Slot]) -> Result<Slot, Refused> {
        let found = functions.global(name.as_bytes());
        self.same("the status", found.err().unwrap_or(0), 0)?;
        let function = found.unwrap_or(null_mut());
        if function.is_null() {
            let symbol = name.to_owned();
            return Err(Refused::Missing { symbol, version: None });
        }
        let (count, mut made) = (arguments.len() as i32, Slot::NONE);
        // SAFETY: `function` is a function object that was just returned; `arguments` has `count` slots, whose objects the
        // caller holds; `made` holds nothing.
        let status = unsafe { (functions.call)(function, arguments.as_ptr(), count, &raw mut made) };
        // SAFETY: `function` is an object of the library, whose reference was passed to this function.
        let _: c_int = unsafe { (functions.dec_ref)(function) };
        self.same("the status", status, 0)?;
        Ok(made)
    }
}

fn lister(functions: &Functions) -> u64 {
    let found = functions.global(b"ffi.FunctionListGlobalNamesFunctor");
    found.map_or(0, |function| function.expose_provenance() as u64)
}

fn check_layout(functions: &Functions) -> Result<(), Refused> {
    let &Functions { string_from, dec_ref, .. } = functions;
    let string = |bytes: &[u8], check: &Check| {
        let (bytes, mut slot) = (ByteArray::of(bytes), Slot::NONE);
        // SAFETY: `bytes` lives during the call, and `slot` has no value.
        let status = unsafe { string_from(&raw const bytes, &raw mut slot) };
        check.same("the status", status, 0)?;
        Ok(slot)
    };

    let check = Check("a short string");
    let short = string(b"a", &check)?;
    let expected = Slot::inline(&Tag::Str(b"a")).unwrap_or_default();
    check.same("its head", word(&short.to_bytes(), 0), word(&expected.to_bytes(), 0))?;
    check.same("its text", short.word, expected.word)?;

    let check = Check("a string");
    let text = b"12345678";
    let long = string(text, &check)?;
    let string = check.object(long, code::STR)?;
    let head = check.head(string, code::STR, crate::tvm::FRESH_REFS, 40)?;
    check.same("its size", word(&head, 32), text.len() as u64)?;
    let data = check.peek(word(&head, 24), text.len() + 1)?;
    check.same("its text", word(&data, 0), word(text, 0))?;
    check.same("the byte after it", data[text.len()], 0)?;

    let check = Check("an array");
    let array = check.made_by(functions, "ffi.Array", &[short, long])?;
    let object = check.object(array, code::ARRAY)?;
    let head = check.head(object, code::ARRAY, crate::tvm::FRESH_REFS, 56)?;
    check.same("its size", word(&head, 32), 2)?;
    let slots = check.peek(word(&head, 24), 32)?;
    check.same("the first element", word(&slots, 0), word(&short.to_bytes(), 0))?;
    check.same("the first element's text", word(&slots, 8), short.word)?;
    check.same("the second element", word(&slots, 16), word(&long.to_bytes(), 0))?;
    check.same("the second element's address", word(&slots, 24), string)?;
    check.head(string, code::STR, crate::tvm::FRESH_REFS + 1, 40)?;

    let check = Check("an error");
    let extra = text::new_text(code::STR, b"attached", 0);
    let attached = std::ptr::with_exposed_provenance_mut(extra.address() as usize);
    let (texts, mut error) = ([b"K", b"M", b"B"].map(|text| ByteArray::of(text)), null_mut());
    let [kind, message, backtrace] = texts.each_ref().map(std::ptr::from_ref);
    // SAFETY: the texts and `attached` live during the call; there is no cause, and the result is written to a null
    // address.
    let status = unsafe { (functions.new_error)(kind, message, backtrace, null_mut(), attached, &raw mut error) };
    check.same("the status", status, 0)?;
    let head = check.head(error.addr() as u64, code::ERROR, crate::tvm::FRESH_REFS, 96)?;
    for (at, text, what) in [(24, b'K', "its kind"), (40, b'M', "its message"), (56, b'B', "its backtrace")] {
        check.same(what, word(&head, at + 8), 1)?;
        check.same(what, check.peek(word(&head, at), 1)?[0], text)?;
    }
    check.same("its cause", word(&head, 80), 0)?;
    check.same("what is attached", word(&head, 88), extra.address())?;
    check.same("the references to that", extra.refs(), 2)?;

    // The layout is as expected, so these addresses and the reference counts are valid.
    for address in [object, string, error.addr() as u64] {
        // SAFETY: `address` is an object of the library, whose reference was passed to this function.
        let _: c_int = unsafe { dec_ref(std::ptr::with_exposed_provenance_mut(address as usize)) };
    }
    map::check(functions)
}

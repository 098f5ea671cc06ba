//! `ustr_get_api` and the table that it returns, for C programs. A release only appends members; it never moves or
//! retypes one.
//!
//! The entries for text are a struct of their own in Rust. In C its members stand in `ustr_api` itself.

mod frozen;
mod strings;

use std::ffi::{CStr, c_char, c_void};
use std::ptr;
use std::sync::OnceLock;

use unitstr::kernels::{Isa, isa, isa_problem};

pub use self::frozen::{API_MEMBERS, USTR_API_SIZE_1_0};
pub use self::strings::Strings;
use crate::tensor::options::ustr_tensor;
use crate::tensor::report::{self, ustr_tensor_report};
use crate::{guard, status};

/// The major version of the table's layout. It changes if a member has to change or go, which is not planned.
pub const USTR_ABI_MAJOR: u32 = 1;
/// The minor version of the table's layout: one more with every release that appends members.
pub const USTR_ABI_MINOR: u32 = 0;

/// Feature: `wchar_t` has 2 bytes on this platform (UTF-16 in the byte order of the machine).
pub const USTR_FEATURE_WCHAR_16: u64 = 1;
/// Feature: `wchar_t` has 4 bytes on this platform (UTF-32 in the byte order of the machine).
pub const USTR_FEATURE_WCHAR_32: u64 = 2;
/// Feature: vectors of AVX2 are in use; `UNITSTR_ISA=scalar` in the environment would keep them from it. Without this and
/// the next: no vectors.
pub const USTR_FEATURE_ISA_AVX2: u64 = 0x100;
/// Feature: vectors of AVX-512 are in use; `UNITSTR_ISA=scalar` or `avx2` in the environment would keep them from it.
pub const USTR_FEATURE_ISA_AVX512: u64 = 0x200;
/// Feature: `UNITSTR_ISA` in the environment is refused, because this CPU lacks what it asks for or nothing is called so.
/// The best that there is is in use.
pub const USTR_FEATURE_ISA_REFUSED: u64 = 0x400;

/// What the library does, as a table of functions. Members are only appended: before the use of one that is not in
/// version 1.0, ask `USTR_HAS`.
///
/// **Sizes.** Source sizes count bytes of encoded text, or chars: UTF-16 code units of 2 bytes, in the byte order of the
/// machine. A region may start at any address. It may be null if its size is 0; else `USTR_E_NULL`. It has at most
/// `PTRDIFF_MAX` bytes and does not wrap around the end of memory; else `USTR_E_RANGE`. Sources and destinations do not
/// overlap. If another thread changes a source meanwhile, the result is some text; nothing outside is touched.
///
/// **Encodings and flags.** `encoding` is one of `USTR_ENCODING_*`, else `USTR_E_ENCODING`; `flags` are those of
/// `USTR_FLAG_*`, joined by `|`, else `USTR_E_FLAGS`. What is reserved gives `USTR_E_UNSUPPORTED`.
///
/// **Results.** An entry that returns a status (not negative) has filled the `ustr_progress`. An operation stops only
/// between code points, and what it wrote is as much as fits; the destination after that is left untouched. An entry
/// that returns an error (negative) has written nothing anywhere; only after `USTR_E_PANIC` is the destination
/// unspecified. No text is terminated by a zero unit; zero units are text.
///
/// **Cost.** One pass, or two where a contract says so; nothing is allocated. All entries may be called from any thread,
/// at any time.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ustr_api {
    /// The size of this table in bytes: the end of the last member that this library has.
    pub struct_size: usize,
    /// `USTR_ABI_MAJOR` of this library.
    pub abi_major: u32,
    /// `USTR_ABI_MINOR` of this library.
    pub abi_minor: u32,
    /// What this library has or is, as bits `USTR_FEATURE_*`. Unknown bits mean nothing to a caller.
    pub features: u64,
    /// The library's version, such as `1.2.3`: NUL-terminated, valid for ever. Never null.
    pub version: unsafe extern "C" fn() -> *const c_char,
    /// The name of a status or error number, a colon and a sentence, in ASCII: NUL-terminated, valid for ever. Never null;
    /// a number that this library does not know is called `unknown`.
    pub status_text: unsafe extern "C" fn(status: i32) -> *const c_char,
    /// Copies the text of the last `USTR_E_PANIC` on this thread: UTF-8, not terminated, cut after `dst_bytes` even
    /// inside a character. Returns the size of the whole text in bytes, 0 if there was no panic. A null `dst` is not
    /// written, whatever `dst_bytes` says.
    pub last_panic: unsafe extern "C" fn(dst: *mut c_void, dst_bytes: usize) -> usize,
    /// The entries for text.
    pub strings: Strings,
    /// Checks every element of a tensor, and all of them together, and touches no string.
    ///
    /// `tensor`: a `ustr_tensor`, of which a copy is made first; a copy of each element is made before it is checked too.
    /// The tensor is `base_bytes` long, at any alignment. Returns `USTR_DONE`, or `USTR_REFUSED` with what, in which
    /// element, in which field.
    pub tensor_validate: unsafe extern "C" fn(
        tensor: *const ustr_tensor,
        base: *const c_void,
        base_bytes: usize,
        report: *mut ustr_tensor_report,
    ) -> i32,
}

const VERSION: &CStr = match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
    Ok(version) => version,
    Err(_) => panic!("the version holds a NUL"),
};

pub(crate) extern "C" fn version() -> *const c_char {
    VERSION.as_ptr()
}

const OURS: ustr_api = ustr_api {
    struct_size: size_of::<ustr_api>(),
    abi_major: USTR_ABI_MAJOR,
    abi_minor: USTR_ABI_MINOR,
    features: 0,
    version,
    status_text: status::status_text,
    last_panic: guard::last_panic,
    strings: Strings::OURS,
    tensor_validate: report::tensor_validate,
};

/// The features of this library on this CPU.
pub(crate) fn features() -> u64 {
    let wide = if cfg!(windows) {
        USTR_FEATURE_WCHAR_16
    } else {
        USTR_FEATURE_WCHAR_32
    };
    let used = match isa() {
        Isa::Avx2 => USTR_FEATURE_ISA_AVX2,
        Isa::Avx512 => USTR_FEATURE_ISA_AVX512,
        _ => 0,
    };
    let refused = isa_problem().map_or(0, |_| USTR_FEATURE_ISA_REFUSED);
    wide | used | refused
}

/// The library's table for C programs: valid for ever, never written. Null if the library does not have this major
/// version; the table says which minor version it has.
#[unsafe(no_mangle)]
pub extern "C" fn ustr_get_api(major: u32) -> *const ustr_api {
    guard::guarded(ptr::null(), || {
        static TABLE: OnceLock<ustr_api> = OnceLock::new();
        if major != USTR_ABI_MAJOR {
            return ptr::null();
        }
        TABLE.get_or_init(|| ustr_api {
            features: features(),
            ..OURS
        })
    })
}

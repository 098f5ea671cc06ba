//! `ustr_get_api` and the table of functions that it returns, for C programs. A release only appends members; it
//! never moves a member or changes its type.
//!
//! Each group of functions is a struct of its own in Rust. In C they are members of `ustr_api` itself.

/// Defines a group of functions of a table: a struct of pointers, whose members are documented, and its value in this
/// library. Each row names the function that the member points to.
macro_rules! functions {
    (
        $(#[$group_doc:meta])*
        pub struct $group:ident;
        $($(#[$doc:meta])* fn $name:ident($($argument:ident: $kind:ty),*) -> $result:ty = $function:path;)*
    ) => {
        $(#[$group_doc])*
        #[repr(C)]
        #[derive(Clone, Copy, Debug)]
        pub struct $group {
            $($(#[$doc])* pub $name: unsafe extern "C" fn($($argument: $kind),*) -> $result,)*
        }

        impl $group {
            /// The functions of this library.
            pub(crate) const OURS: Self = Self { $($name: $function,)* };
        }
    };
}
pub(crate) use functions;

mod strings;
mod web;

use std::ffi::{CStr, c_char, c_void};
use std::ptr;
use std::sync::OnceLock;

use unitstr::kernels::{Isa, isa, isa_problem};

pub use self::strings::Strings;
pub use self::web::Web;
use crate::tensor::options::ustr_tensor;
use crate::tensor::report::{self, ustr_tensor_report};
use crate::{guard, pin, status};

/// The major version of the table's layout. It changes if a member is changed or removed, which is not planned.
pub const USTR_ABI_MAJOR: u32 = 1;
/// The minor version of the table's layout. Each release that appends members increases it by one.
pub const USTR_ABI_MINOR: u32 = 0;

/// Feature: `wchar_t` has 2 bytes on this platform (UTF-16 in the byte order of the machine).
pub const USTR_FEATURE_WCHAR_16: u64 = 1;
/// Feature: `wchar_t` has 4 bytes on this platform (UTF-32 in the byte order of the machine).
pub const USTR_FEATURE_WCHAR_32: u64 = 2;
/// Feature: AVX2 is in use; the environment variable `UNITSTR_ISA=scalar` disables it. Without any of the features AVX2,
/// AVX-512 and NEON, no vector instructions are in use.
pub const USTR_FEATURE_ISA_AVX2: u64 = 0x100;
/// Feature: AVX-512 is in use; the environment variable `UNITSTR_ISA=scalar` or `UNITSTR_ISA=avx2` disables it.
pub const USTR_FEATURE_ISA_AVX512: u64 = 0x200;
/// Feature: the environment variable `UNITSTR_ISA` is ignored, because its value is unknown or this CPU lacks the
/// instructions. The best instructions that the CPU has are in use.
pub const USTR_FEATURE_ISA_REFUSED: u64 = 0x400;
/// Feature: NEON is in use; the environment variable `UNITSTR_ISA=scalar` disables it.
pub const USTR_FEATURE_ISA_NEON: u64 = 0x800;

/// The functions of the library. Releases only append members: before using a member that is not in version 1.0, test
/// for it with `USTR_HAS`.
///
/// **Sizes.** Source sizes are in bytes of encoded text or in chars: UTF-16 code units of 2 bytes, in the byte order
/// of the machine. A region may start at any address. It may be null only if its size is 0, else `USTR_E_NULL`. It
/// has at most `PTRDIFF_MAX` bytes and does not wrap around the end of the address space, else `USTR_E_RANGE`.
/// Sources and destinations must not overlap. If another thread changes a source during a call, the resulting text is
/// unspecified; nothing outside the regions is accessed.
///
/// **Encodings and flags.** `encoding` is one of `USTR_ENCODING_*`, else `USTR_E_ENCODING`; `flags` are
/// `USTR_FLAG_*`, combined with `|`, else `USTR_E_FLAGS`. Reserved values give `USTR_E_UNSUPPORTED`. Where a function
/// returns a status with `USTR_FLAG_REPORT`, the policies `USTR_FLAG_LOSSLESS` and `USTR_FLAG_SURROGATE_ESCAPE` return it for
/// what they report, and so does `USTR_FLAG_REPLACE_WITH` when encoding.
///
/// **Results.** A text function that returns a status (not negative) has filled the `ustr_progress`. It stops only
/// between code points; it has written as many whole code points as fit, and leaves the rest of the destination
/// unchanged. A function that returns an error (negative) has written nothing; only after `USTR_E_PANIC` are the
/// contents of the destination unspecified. No function appends a terminator; zero units are text.
///
/// **Cost.** One pass, or two where a function says so; nothing is allocated. All functions may be called from any
/// thread, at any time.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ustr_api {
    /// The size of this table in bytes, up to the end of the last member that this library has.
    pub struct_size: usize,
    /// The `USTR_ABI_MAJOR` of this library.
    pub abi_major: u32,
    /// The `USTR_ABI_MINOR` of this library.
    pub abi_minor: u32,
    /// The features of this library, as bits `USTR_FEATURE_*`. Callers ignore unknown bits.
    pub features: u64,
    /// Returns the version of the library, such as `1.2.3`: NUL-terminated, valid until the process ends. Never null.
    pub version: unsafe extern "C" fn() -> *const c_char,
    /// Returns the name of a status or error number, a colon and a sentence, in ASCII: NUL-terminated, valid until
    /// the process ends. Never null; an unknown number has the name `unknown`.
    pub status_text: unsafe extern "C" fn(status: i32) -> *const c_char,
    /// Copies the message of the last `USTR_E_PANIC` on this thread: UTF-8, not terminated, cut after `dst_bytes`
    /// even inside a character. Returns the size of the whole message in bytes, 0 if there was no panic. If `dst` is
    /// null, nothing is copied, whatever `dst_bytes` is.
    pub last_panic: unsafe extern "C" fn(dst: *mut c_void, dst_bytes: usize) -> usize,
    /// The text functions.
    pub strings: Strings,
    /// Validates each element of a tensor, and the tensor as a whole, without reading any string.
    ///
    /// `tensor` and each element are copied before they are checked. The tensor has `base_bytes` bytes, at any
    /// alignment. Returns `USTR_DONE`, or `USTR_REFUSED` with the error's code, element and field in `report`.
    pub tensor_validate: unsafe extern "C" fn(
        tensor: *const ustr_tensor,
        base: *const c_void,
        base_bytes: usize,
        report: *mut ustr_tensor_report,
    ) -> i32,
    /// The functions for the legacy encodings of the web.
    pub web: Web,
}

/// The `struct_size` of the table in version 1.0, the smallest one.
pub const USTR_API_SIZE_1_0: usize = 144;

const _: () = assert!(size_of::<ustr_api>() == USTR_API_SIZE_1_0);

const VERSION: &CStr = match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
    Ok(version) => version,
    Err(_) => panic!("the version contains a NUL"),
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
    web: Web::OURS,
};

/// Returns the features of this library on this CPU.
pub(crate) fn features() -> u64 {
    let wide = if cfg!(windows) { USTR_FEATURE_WCHAR_16 } else { USTR_FEATURE_WCHAR_32 };
    let used = match isa() {
        Isa::Avx2 => USTR_FEATURE_ISA_AVX2,
        Isa::Avx512 => USTR_FEATURE_ISA_AVX512,
        Isa::Neon => USTR_FEATURE_ISA_NEON,
        _ => 0,
    };
    let refused = isa_problem().map_or(0, |_| USTR_FEATURE_ISA_REFUSED);
    wide | used | refused
}

/// Returns the table for C programs, which is valid until the process ends and never written. Returns null if the
/// library does not have this major version; the table holds the library's minor version.
#[unsafe(no_mangle)]
pub extern "C" fn ustr_get_api(major: u32) -> *const ustr_api {
    guard::guarded(ptr::null(), || {
        static TABLE: OnceLock<ustr_api> = OnceLock::new();
        if major != USTR_ABI_MAJOR {
            return ptr::null();
        }
        TABLE.get_or_init(|| {
            pin::pin();
            ustr_api { features: features(), ..OURS }
        })
    })
}

//! `ustr_get_java_api` and the table that it returns, for the Java bindings. It is not in `unitstr.h`: a jar checks its
//! version and size, and calls it in a shape that costs least at Java's border.
//!
//! Most entries return one long, which Java takes apart. Each group of entries is a struct of its own in Rust; in C, as
//! in the table that Java reads, the members of all groups stand one after the other.

mod batches;
mod changes;
mod frozen;
pub mod numbers;
#[cfg(feature = "test-abi")]
pub mod other;
mod strings;
mod tensors;
mod values;

use std::ffi::{c_char, c_void};
use std::ptr;
use std::sync::OnceLock;

pub use self::batches::Batches;
pub use self::changes::Changes;
pub use self::frozen::{JAVA_API_MEMBERS, USTR_JAVA_API_SIZE_1_0};
pub use self::strings::JavaStrings;
pub use self::tensors::Tensors;
pub use self::values::Values;
use crate::guard;
use crate::table::{USTR_ABI_MAJOR, USTR_ABI_MINOR, features, version};

/// What the Java bindings call. Members are only appended; a jar calls a library whose table has all members that the jar
/// knows.
///
/// What `ustr_api` says of sizes, encodings, flags, results and cost holds here too.
///
/// **Packed results.** Where an entry returns a packed long, a negative one is an error number. Else, from the lowest bit
/// on: 28 bits written, 28 bits read, 3 bits status, 1 bit coder, 3 bits `bad_len` (`USTR_PACKED_*`). Sources have at most
/// `USTR_PACKED_COUNT_MAX` elements, else `USTR_E_RANGE`; of destinations no more than that is used. Negative sizes and
/// offsets, and sums past the end of memory, give `USTR_E_RANGE`. A base may be null if the sum with its offset is not.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ustr_java_api {
    /// The size of this table in bytes: the end of the last member that this library has.
    pub struct_size: usize,
    /// `USTR_ABI_MAJOR` of this library.
    pub abi_major: u32,
    /// `USTR_ABI_MINOR` of this library.
    pub abi_minor: u32,
    /// What this library has or is, as bits `USTR_FEATURE_*`.
    pub features: u64,
    /// As in `ustr_api`.
    pub version: unsafe extern "C" fn() -> *const c_char,
    /// As in `ustr_api`.
    pub last_panic: unsafe extern "C" fn(dst: *mut c_void, dst_bytes: usize) -> usize,
    /// The entries for one text.
    pub strings: JavaStrings,
    /// The entries for many texts in one call.
    pub batches: Batches,
    /// The entries for tensors of strings.
    pub tensors: Tensors,
    /// The entries that change the elements of a tensor where they are.
    pub changes: Changes,
    /// The entries for functions of libtvm_ffi.
    pub values: Values,
}

/// The table of this library, without its features: those are in the table of [`ustr_get_java_api`].
#[cfg(not(feature = "test-abi"))]
pub static JAVA_API: ustr_java_api = OURS;
/// The table that a test asked for.
#[cfg(feature = "test-abi")]
pub static JAVA_API: std::sync::LazyLock<ustr_java_api> = std::sync::LazyLock::new(|| other::asked_for(OURS));

const OURS: ustr_java_api = ustr_java_api {
    struct_size: size_of::<ustr_java_api>(),
    abi_major: USTR_ABI_MAJOR,
    abi_minor: USTR_ABI_MINOR,
    features: 0,
    version,
    last_panic: guard::last_panic,
    strings: JavaStrings::OURS,
    batches: Batches::OURS,
    tensors: Tensors::OURS,
    changes: Changes::OURS,
    values: Values::OURS,
};

#[cfg(feature = "test-abi")]
use self::other::Table;
#[cfg(not(feature = "test-abi"))]
type Table = ustr_java_api;

/// The library's table for the Java bindings: valid for ever, never written. Null if the library does not have this major
/// version.
#[unsafe(no_mangle)]
pub extern "C" fn ustr_get_java_api(major: u32) -> *const ustr_java_api {
    guard::guarded(ptr::null(), || {
        static TABLE: OnceLock<Table> = OnceLock::new();
        if major != USTR_ABI_MAJOR {
            return ptr::null();
        }
        let table = TABLE.get_or_init(|| {
            let api: &ustr_java_api = &JAVA_API;
            Table::from(ustr_java_api {
                features: features(),
                ..*api
            })
        });
        ptr::from_ref(table).cast()
    })
}

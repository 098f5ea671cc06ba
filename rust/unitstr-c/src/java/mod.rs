//! `ustr_get_java_api` and the table of functions that it returns, for the Java bindings. The table is not in
//! `unitstr.h`: a jar checks its version and size, and its functions have the signatures that are cheapest to call
//! from Java.
//!
//! Most functions return one packed `long`. Each group of functions is a struct of its own in Rust; in C, and in the
//! table that Java reads, the members of all groups follow each other.

mod arrow;
mod batches;
mod changes;
pub mod numbers;
#[cfg(feature = "test-abi")]
pub mod other;
mod strings;
mod tensors;
mod values;

use std::ffi::{c_char, c_void};
use std::ptr;
use std::sync::OnceLock;

use unitstr::kernels::isa;

pub use self::arrow::Arrow;
pub use self::batches::Batches;
pub use self::changes::Changes;
pub use self::strings::JavaStrings;
pub use self::tensors::Tensors;
pub use self::values::Values;
use crate::packed::packed_encode_of;
use crate::table::{USTR_ABI_MAJOR, USTR_ABI_MINOR, features, version};
use crate::{guard, pin, query};

/// The functions that the Java bindings call. Releases only append members; a jar requires a library whose table has
/// all members that the jar uses.
///
/// The contract of `ustr_api` on sizes, encodings, flags, results and cost applies here too.
///
/// **Packed results.** A negative packed long is an error number. Otherwise it has, from the lowest bit: 28 bits
/// `written`, 28 bits `read`, 3 bits status, 1 bit coder, 3 bits `bad_len` (`USTR_PACKED_*`). Sources have at most
/// `USTR_PACKED_COUNT_MAX` elements, else `USTR_E_RANGE`; of a larger destination, only as many are used. Negative
/// sizes and offsets, and sums beyond the end of the address space, give `USTR_E_RANGE`. A base may be null if base +
/// offset is not.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ustr_java_api {
    /// The size of this table in bytes, up to the end of the last member that this library has.
    pub struct_size: usize,
    /// The `USTR_ABI_MAJOR` of this library.
    pub abi_major: u32,
    /// The `USTR_ABI_MINOR` of this library.
    pub abi_minor: u32,
    /// The features of this library, as bits `USTR_FEATURE_*`.
    pub features: u64,
    /// As in `ustr_api`.
    pub version: unsafe extern "C" fn() -> *const c_char,
    /// As in `ustr_api`.
    pub last_panic: unsafe extern "C" fn(dst: *mut c_void, dst_bytes: usize) -> usize,
    /// The functions for one text.
    pub strings: JavaStrings,
    /// The functions for many texts in one call.
    pub batches: Batches,
    /// The functions for string tensors.
    pub tensors: Tensors,
    /// The functions that change the elements of a tensor in place.
    pub changes: Changes,
    /// The functions that use libtvm_ffi.
    pub values: Values,
    /// Answers a query about the `src_bytes` bytes that start `src_offset` bytes after `src`. `query` is a number of
    /// Java's enum `Query`, else `USTR_E_RANGE`; it determines what the packed result means. `USTR_FLAG_CHARS` is
    /// ignored.
    pub packed_query: unsafe extern "C" fn(
        src: *const c_void,
        src_offset: i64,
        src_bytes: i64,
        encoding: u32,
        flags: u32,
        query: u32,
    ) -> i64,
    /// The functions for Arrow's C data interface and C stream interface.
    pub arrow: Arrow,
}

/// The `struct_size` of the table in version 1.0, the smallest one.
pub const USTR_JAVA_API_SIZE_1_0: usize = 328;

const _: () = assert!(size_of::<ustr_java_api>() == USTR_JAVA_API_SIZE_1_0);

/// The table of this library for any CPU. [`ustr_get_java_api`] adds the features, and `packed_encode` for this CPU.
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
    packed_query: query::packed_query,
    arrow: Arrow::OURS,
};

#[cfg(feature = "test-abi")]
use self::other::Table;
#[cfg(not(feature = "test-abi"))]
type Table = ustr_java_api;

/// Returns the table for the Java bindings, which is valid until the process ends and never written. Returns null if
/// the library does not have this major version.
#[unsafe(no_mangle)]
pub extern "C" fn ustr_get_java_api(major: u32) -> *const ustr_java_api {
    guard::guarded(ptr::null(), || {
        static TABLE: OnceLock<Table> = OnceLock::new();
        if major != USTR_ABI_MAJOR {
            return ptr::null();
        }
        let table = TABLE.get_or_init(|| {
            pin::pin();
            let api: &ustr_java_api = &JAVA_API;
            let strings = JavaStrings { packed_encode: packed_encode_of(isa()), ..api.strings };
            Table::from(ustr_java_api { features: features(), strings, ..*api })
        });
        ptr::from_ref(table).cast()
    })
}

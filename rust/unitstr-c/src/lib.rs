//! The C interface of unitstr. It exports two functions: [`ustr_get_api`] returns the table that C programs call, and
//! [`ustr_get_java_api`] returns the table that the Java bindings call.
//!
//! | module | contents |
//! |---|---|
//! | [`table`] | the table for C programs, with the contract of each function |
//! | [`java`] | the same for the Java bindings |
//! | [`status`] | status and error numbers, their names and sentences |
//! | [`options`] | numbers of encodings and flags |
//! | [`progress`] | the result struct and the rules of `struct_size` |
//! | [`packed`] | text functions for the Java bindings, and the packed `long` that they return |
//! | [`batch`] | functions for many texts in one call |
//! | [`query`] | questions about encoded text, behind one function for the Java bindings |
//! | `strings` | functions that read the backing array of a Java string |
//! | `arrow` | exports columns by Arrow's C data interface, and calls the functions of structs that others exported |
//! | [`tensor`] | functions for string tensors, the struct that describes one and its numbers |
//! | [`values`] | functions that call libtvm_ffi, and that make functions for it to call |
//! | [`guard`] | catches panics before they leave the library |
//! | `pin` | keeps the library from being unloaded |
//! | `text` | text functions for C programs |
//! | `whatwg` | the same in the encodings of the WHATWG Encoding Standard |
//! | `args` | checks of pointers and sizes, shared by all functions |
//!
//! `include/unitstr.h`, `include/unitstr_java.h` and `abi/v1.N.txt` are generated from this crate; `ABI.md` states
//! what a release may change.

#[cfg(not(target_pointer_width = "64"))]
compile_error!("the C API needs addresses of 64 bits; unitstr, unitstr-tensor and unitstr-values do not");

mod args;
mod arrow;
pub mod batch;
pub mod guard;
pub mod java;
pub mod options;
pub mod packed;
mod pin;
pub mod progress;
pub mod query;
pub mod status;
mod strings;
pub mod table;
pub mod tensor;
mod text;
#[cfg(any(target_arch = "x86_64", all(target_arch = "aarch64", target_endian = "little")))]
mod tiers;
pub mod values;
mod whatwg;

pub use java::{JAVA_API, ustr_get_java_api, ustr_java_api};
pub use table::{ustr_api, ustr_get_api};

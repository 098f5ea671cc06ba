//! The C interface of unitstr. It exports two functions: [`ustr_get_api`] returns the table that C programs call, and
//! [`ustr_get_java_api`] the one that the Java bindings call.
//!
//! | module | what it holds |
//! |---|---|
//! | [`table`] | the table for C programs, with the contract of each entry; its frozen offsets |
//! | [`java`] | the table for the Java bindings, likewise |
//! | [`status`] | status and error numbers, their names and sentences |
//! | [`options`] | numbers of encodings and flags |
//! | [`progress`] | the out struct and the rule of `struct_size` |
//! | [`packed`] | the entries for bindings, and the one long they return |
//! | [`batch`] | the entries for many texts in one call |
//! | `strings` | the entries for bindings that see the inside of a Java string |
//! | [`tensor`] | the entries for tensors of strings, their option struct and the numbers in it |
//! | [`values`] | the entries for functions of libtvm_ffi, and for functions that it calls |
//! | [`guard`] | what keeps a panic from leaving the library |
//! | `text` | the entries for C programs |
//! | `args` | the checks of pointers and sizes that all entries share |
//!
//! `include/unitstr.h`, `include/unitstr_java.h` and `abi/v1.N.txt` are generated from here; `ABI.md` says what may change
//! and what may not.

mod args;
pub mod batch;
mod freeze;
pub mod guard;
pub mod java;
pub mod options;
pub mod packed;
pub mod progress;
pub mod status;
mod strings;
pub mod table;
pub mod tensor;
mod text;
pub mod values;

pub use java::{JAVA_API, ustr_get_java_api, ustr_java_api};
pub use table::{ustr_api, ustr_get_api};

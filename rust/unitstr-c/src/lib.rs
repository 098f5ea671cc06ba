//! The C interface of unitstr: one exported function, [`ustr_get_api`], that hands out one table of functions.
//!
//! | module | what it holds |
//! |---|---|
//! | [`table`] | the table, member by member, with the contract of each entry; its frozen offsets |
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
//! `include/unitstr.h` and `abi/v1.N.txt` are generated from here; `ABI.md` says what may change and what may not.

mod args;
pub mod batch;
pub mod guard;
pub mod options;
pub mod packed;
pub mod progress;
pub mod status;
mod strings;
pub mod table;
pub mod tensor;
mod text;
pub mod values;

pub use table::{API, ustr_api, ustr_get_api};

//! Values of machine-learning runtimes: tagged slots of 16 to 136 bytes, the objects to which they refer, and their
//! strings.
//!
//! | dialect | page in `docs/layouts` |
//! |---|---|
//! | [`Rfc97`] | `rfc97.md` |
//! | [`TvmFfi`] | `tvm-ffi.md` |
//!
//! The rules that both dialects share (memory, errors, numbers, text) are in `docs/layouts/values.md`.
//!
//! * A [`Dialect`] reads and writes slots; a [`Tag`] is the content of a slot, the same for both dialects.
//! * Everything to which a slot refers is read through [`Memory`], which decides what may be read. Nothing else
//!   follows an address, so malicious values cause a [`Bad`], but no access out of bounds and no endless loop.
//!
//! `examples/containers.rs` reads a map and a list of libtvm_ffi, `examples/rfc97.rs` the arguments of a function that Java
//! calls.
//!
//! Available only on 64-bit little-endian machines: elsewhere this crate is empty.
//!
//! ```
//! use unitstr_values::{Dialect, Tag, TvmFfi};
//!
//! // A slot that a library returned: type 11, 5 bytes.
//! let slot = *b"\x0B\0\0\0\x05\0\0\0a\0b\xC3\xA9\0\0\0";
//! assert_eq!(TvmFfi::read(&slot)?, Tag::Str("a\0bé".as_bytes()));
//! # Ok::<(), unitstr_values::Bad>(())
//! ```

#![cfg(all(target_pointer_width = "64", target_endian = "little"))]
#![deny(unsafe_code)]
#![allow(clippy::cast_possible_truncation, reason = "64-bit machines only: a u64 is a usize")]

mod bad;
mod dialect;
#[cfg(target_os = "linux")]
#[allow(unsafe_code, reason = "functions and memory of libraries that were loaded")]
pub mod live;
mod memory;
pub mod rfc97;
mod tag;
mod text;
pub mod tvm;

pub use bad::Bad;
pub use dialect::{Dialect, Family};
pub use memory::{Blocks, Memory};
pub use rfc97::Rfc97;
pub use tag::{DataType, Device, Tag, TextKind};
pub use text::Text;
pub use tvm::TvmFfi;

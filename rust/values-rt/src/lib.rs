//! The live side of `unitstr::values`: a library of values, libtvm_ffi above all, in a process that has a JVM.
//!
//! * [`Library::open`] loads it without letting it take the handler of SIGSEGV, which is the JVM's: the JVM makes null
//!   checks of it.
//! * [`TvmFfi::of`] looks at its version and at what it puts into memory, and refuses what is not as
//!   `unitstr::values::tvm` knows it.
//!
//! Nothing is ever unloaded: these libraries do not bear it.

#![cfg(all(target_os = "linux", target_pointer_width = "64", target_endian = "little"))]
#![allow(clippy::cast_possible_truncation, reason = "64-bit machines only: a u64 is a usize")]

mod gate;
mod guard;
mod loader;

pub use gate::{Refused, TvmFfi};
pub use loader::{Library, OpenError, Warning};

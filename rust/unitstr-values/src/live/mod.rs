//! Uses libraries of values, above all libtvm_ffi, in a process with a JVM.
//!
//! * [`Library::open`] loads a library without letting it replace the handler of SIGSEGV, which the JVM needs for its
//!   null checks.
//! * [`TvmFfi::of`] checks the version and the memory layout of libtvm_ffi, and refuses a library that does not match
//!   `crate::tvm`.
//! * [`Runtime`] calls its functions, looks up and registers global ones, and creates functions that call back a
//!   [`Host`].
//! * [`new_text`], [`own`], [`retain`], [`release`] work on the library's objects without calling it.
//!
//! Libraries are never unloaded, because these libraries do not support it.

mod abi;
mod callback;
mod copies;
mod dead;
mod errors;
mod gate;
mod globals;
mod guard;
mod host;
mod loader;
mod memory;
mod object;
mod own;
mod runtime;
mod text;

pub use abi::{ByteArray, SafeCall, Slot};
pub use errors::ErrorTexts;
pub use gate::{Refused, TvmFfi};
pub use globals::{NotSet, freeze};
pub use host::{Dispatch, Host, RawError};
pub use loader::{Library, OpenError, Warning};
pub use memory::Process;
pub use object::{Object, ObjectHeader};
pub use own::{own, release, retain};
pub use runtime::{NotOpened, Runtime};
pub use text::{MOST as MOST_TEXT, new_text};

//! The live side of [the slots](crate): a library of values, libtvm_ffi above all, in a process that has a JVM.
//!
//! * [`Library::open`] loads it without letting it take the handler of SIGSEGV, which is the JVM's: the JVM makes null
//!   checks of it.
//! * [`TvmFfi::of`] looks at its version and at what it puts into memory, and refuses what is not as
//!   `crate::tvm` knows it.
//! * [`Runtime`] calls its functions, finds and registers global ones, and makes functions that call back a [`Host`].
//! * [`new_text`], [`own`], [`retain`], [`release`] work on the library's objects without it.
//!
//! Nothing is ever unloaded: these libraries do not bear it.

mod abi;
mod callback;
mod conventions;
mod copies;
mod dead;
mod errors;
mod gate;
mod globals;
mod guard;
mod host;
mod loader;
mod memory;
mod own;
mod runtime;
mod text;

pub use abi::{ByteArray, SafeCall, Slot};
pub use conventions::{D4a, D4b, MATX_NULL, Matx, NotCalled, call_d4a, call_d4b, call_matx};
pub use errors::ErrorTexts;
pub use gate::{Refused, TvmFfi};
pub use globals::{NotSet, freeze};
pub use host::{Dispatch, Host, RawError};
pub use loader::{Library, OpenError, Warning};
pub use memory::Process;
pub use own::{own, release, retain};
pub use runtime::{NotOpened, Runtime};
pub use text::{MOST as MOST_TEXT, new_text};

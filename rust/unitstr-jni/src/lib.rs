//! The native methods of the Java bindings: they convert Java's arguments and call the functions of
//! [`ustr_java_api`].
//!
//! They make no decisions and throw nothing: an error is returned as one of the C interface's error numbers. An array
//! length that Java passes is not trusted: this crate checks it, or the JVM does, which then throws. If it throws for
//! an array that is read, an array that is written may get the text of zeros. Java has checked that memory lies inside
//! a direct buffer, because each JNI call takes as long as a short text. The only JNI functions called are those for
//! arrays and direct buffers, none for strings, and none while an array is held critically.
//!
//! | module | contents |
//! |---|---|
//! | [`natives`] | the one list of native methods |
//! | [`load`] | `JNI_OnLoad`, which binds them to the class that declares them |
//! | `memory` | the form in which all native methods take memory |
//! | `text`, `batches`, `tensors`, `values`, `arrow`, `about` | the implementations of the native methods |
//! | `env` | the JNI functions that they call |
//! | `upcall` | calls from native code to Java |
//!
//! [`ustr_java_api`]: unitstr_c::ustr_java_api

mod about;
mod arrow;
mod batches;
mod env;
pub mod load;
mod memory;
pub mod natives;
mod scratch;
mod tensors;
mod text;
mod upcall;
mod values;

//! The native methods of the Java bindings: they turn Java's arguments into those of [`ustr_java_api`], and call its
//! entries.
//!
//! They decide nothing and throw nothing: what is wrong comes back as one of the C interface's error numbers. No length
//! that Java says of an array is trusted: it is checked here, or by the JVM, which copies nothing then and throws. That
//! memory lies inside of a direct buffer, Java has checked: each question to the JVM costs as much as a short text. Only
//! functions for arrays and direct buffers are called in the JVM, none for strings, and none while an array is held
//! critically.
//!
//! | module | what it holds |
//! |---|---|
//! | [`natives`] | the one list of native methods |
//! | [`load`] | `JNI_OnLoad`, which binds them to the class that declares them |
//! | `memory` | the one form in which they take memory |
//! | `text`, `batches`, `tensors`, `values`, `about` | their work |
//! | `env` | the functions of the JVM that they call |
//! | `upcall` | from native code to Java |
//!
//! [`ustr_java_api`]: unitstr_c::ustr_java_api

mod about;
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

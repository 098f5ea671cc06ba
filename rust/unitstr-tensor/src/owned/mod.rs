//! Strings that own memory: elements of TensorFlow and of its RFC, changed in place, also in tensors that TensorFlow
//! created.
//!
//! * [`TString`] is one element of [`tstring`](super::tstring)'s layout with every operation of TensorFlow's
//!   `TF_TString_*`, with the same growth.
//! * [`Owner`] keeps memory alive for VIEWs since TensorFlow 2.21, with an atomic count; [`Block`] is such memory.
//! * [`RfcString`] is one element of the RFC's layout.
//!
//! The block of a LARGE is allocated by C's `malloc` and `realloc` and freed by `free`, which TensorFlow inlines into
//! every client: either party frees what the other allocated.
//!
//! An operation that fails, because memory is exhausted or a size is too large for the element, changes nothing; in
//! TensorFlow these cases are undefined. An operation whose source overlaps its target is undefined in TensorFlow
//! too; here the source is copied first.
//!
//! Source: TensorFlow's `tsl/platform/ctstring_internal.h` of 2.21; for the RFC's elements,
//! `rfcs/20190411-string-unification.md`.
//!
//! ```
//! use unitstr::Source;
//! use unitstr_tensor::owned::TString;
//! use unitstr_tensor::{Kind, ViewAbi};
//!
//! let mut element = [0; 24];
//! // SAFETY: `element` is writable for 24 bytes and lives longer.
//! let mut string = unsafe { TString::init(element.as_mut_ptr(), ViewAbi::From2_21) };
//! string.copy(Source::from_bytes(b"longer than twenty-two bytes"))?;
//! string.append(Source::from_bytes(b", and more"))?;
//! assert_eq!((string.kind(), string.bytes(), string.capacity()), (Kind::Large, 38, 63));
//! string.dealloc();
//! # Ok::<(), unitstr_tensor::FormatCode>(())
//! ```

mod assign;
mod block;
mod heap;
mod memory;
mod owner;
mod rfc;
mod string;

pub use block::Block;
pub use owner::{Owner, OwnerApi};
pub use rfc::RfcString;
pub use string::TString;

//! Strings that own memory: elements of TensorFlow and of its RFC, written in place, in this library's arrays and in
//! tensors that TensorFlow created.
//!
//! * [`TString`] is one element of [`tstring`](super::tstring)'s layout with every operation of TensorFlow's
//!   `TF_TString_*`, with the same growth; [`TStringArray`] is an array of them.
//! * [`Owner`] keeps memory alive for VIEWs since TensorFlow 2.21, with an atomic count; [`Block`] is such memory.
//! * [`ArenaArray`] is an array of [`rfc`](super::rfc)'s elements with a capacity for each string; [`RfcString`] is
//!   one element.
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
//! use unitstr_tensor::owned::TStringArray;
//! use unitstr_tensor::{Kind, ViewAbi};
//!
//! let mut array = TStringArray::new(2, ViewAbi::From2_21)?;
//! let mut string = array.element(1).unwrap();
//! string.copy(Source::from_bytes(b"longer than twenty-two bytes"))?;
//! string.append(Source::from_bytes(b", and more"))?;
//! assert_eq!((string.kind(), string.bytes(), string.capacity()), (Kind::Large, 38, 63));
//! # Ok::<(), unitstr_tensor::FormatCode>(())
//! ```

mod arena;
mod array;
mod assign;
mod block;
mod heap;
mod memory;
mod owner;
mod rfc;
mod string;

pub use arena::ArenaArray;
pub use array::TStringArray;
pub use block::Block;
pub use owner::{Owner, OwnerApi};
pub use rfc::RfcString;
pub use string::TString;

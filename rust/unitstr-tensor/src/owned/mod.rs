//! Strings that own memory: TensorFlow's elements and the RFC's, written in place, on our arrays and on tensors that
//! TensorFlow made.
//!
//! * [`TString`] is one element of [`tstring`](super::tstring)'s layout with every operation of TensorFlow's
//!   `TF_TString_*`, by the same growth rules; [`TStringArray`] is an array of ours.
//! * [`Owner`] keeps memory for VIEWs since TensorFlow 2.21, by an atomic count; [`Block`] is such memory.
//! * [`ArenaArray`] is an array of [`rfc`](super::rfc)'s elements with room for each string, [`RfcString`] one element.
//!
//! The blocks of a LARGE are those of C's `malloc`, `realloc` and `free`, which TensorFlow inlines into every client:
//! either party frees what the other allocated.
//!
//! An operation that fails, for want of memory or because a size cannot be said, changes nothing. So does TensorFlow's
//! nowhere: there the same is undefined. What else TensorFlow leaves undefined is an operation whose source lies in its
//! target: here the source is copied first.
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

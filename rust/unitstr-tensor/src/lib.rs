//! String tensors: many strings in one region of memory, in the layouts of other systems.
//!
//! | format | page in `docs/layouts` | module |
//! |---|---|---|
//! | [`Format::Tf24`] | `tf24.md` | [`tstring`] |
//! | [`Format::Rfc16`], [`Format::Rfc24`] | `rfc-tensor.md` | `rfc` |
//! | [`Format::TfLegacy`] | `tf-legacy.md` | `tf_legacy` |
//! | [`Format::TfLite`] | `tflite.md` | `tflite` |
//!
//! The rules that all formats share (trust, strictness, limits, the order of the checks) are in
//! `docs/layouts/checks.md`.
//!
//! [`StringTensor`] reads all formats; [`owned`] changes elements in place. Only Java writes whole tensors. Bytes alone
//! do not identify their format: a [`Layout`] does. [`Checks`] state how far the bytes are trusted; the default follows
//! no address and never leaves the given memory. An error is a [`FormatError`]: a code, the element and the field.
//!
//! Sizes, capacities and offsets are in bytes. A format does not state the encoding of its strings: the caller
//! decodes [`Element::text`] with the encoding that it chooses.
//!
//! ```
//! use unitstr_tensor::{Checks, FormatCode, Kind, Layout, StringTensor, ViewAbi};
//! use unitstr::Source;
//!
//! // Two elements of TensorFlow's layout: "hi" stored in the first; the second claims to store 63 bytes.
//! let mut bytes = [0; 48];
//! bytes[..3].copy_from_slice(&[2 << 2, b'h', b'i']);
//! bytes[24] = 63 << 2;
//! let layout = Layout::tf24(ViewAbi::From2_21);
//! let tensor = StringTensor::new(Source::from_bytes(&bytes), 2, layout, Checks::UNTRUSTED)?;
//! let first = tensor.element(0)?;
//! assert_eq!((first.kind(), first.bytes(), first.text().to_vec()), (Kind::Small, 2, b"hi".to_vec()));
//! let error = tensor.validate().unwrap_err();
//! assert_eq!((error.code, error.index), (FormatCode::SmallSize, 1));
//! # Ok::<(), unitstr_tensor::FormatError>(())
//! ```

#![deny(unsafe_code)]

#[macro_use]
mod layout;

pub mod bulk;
mod checks;
mod element;
mod error;
#[allow(unsafe_code, reason = "blocks of C's heap, and memory that others share")]
pub mod owned;
mod rfc;
mod small;
mod tensor;
mod tf_legacy;
mod tflite;
pub mod tstring;
mod words;

pub use checks::{Checks, Strictness, Trust};
pub use element::{Element, Fields, Place};
pub use error::{Field, FormatCode, FormatError};
pub use layout::{ByteOrder, Format, Kind, Layout, ViewAbi, WordSize};
pub use tensor::{StringTensor, Validation};

//! Many strings in one piece of memory, as other systems lay them out: string tensors.
//!
//! | format | drawing | writer |
//! |---|---|---|
//! | [`Format::Tf24`] | [`tstring`] | TensorFlow 2.4 and later |
//! | [`Format::Rfc16`], [`Format::Rfc24`] | [`rfc`] | nobody but us |
//! | [`Format::TfLegacy`] | [`tf_legacy`] | TensorFlow until 2.3, at its C API |
//! | [`Format::TfLite`] | [`tflite`] | TFLite, LiteRT |
//!
//! [`StringTensor`] reads all of them; [`owned`] writes elements that own memory. Bytes do not tell which format they are in: a [`Layout`] says it. How far the
//! bytes are trusted, [`Checks`] says: the default follows no address, and never leaves the memory that it was given.
//! What is wrong with them is a [`FormatError`]: a code, the element, the field.
//!
//! Sizes, capacities and offsets are in bytes. What encoding the strings are in is not the formats' business: the verbs
//! decode [`Element::text`].
//!
//! ```
//! use unitstr::formats::{Checks, FormatCode, Kind, Layout, StringTensor, ViewAbi};
//! use unitstr::Source;
//!
//! // Two elements of TensorFlow's layout: "hi" inside of the first, and the second says it has 63 bytes inside.
//! let mut bytes = [0; 48];
//! bytes[..3].copy_from_slice(&[2 << 2, b'h', b'i']);
//! bytes[24] = 63 << 2;
//! let layout = Layout::tf24(ViewAbi::From2_21);
//! let tensor = StringTensor::new(Source::from_bytes(&bytes), 2, layout, Checks::UNTRUSTED)?;
//! let first = tensor.element(0)?;
//! assert_eq!((first.kind(), first.bytes(), first.text().to_vec()), (Kind::Small, 2, b"hi".to_vec()));
//! let error = tensor.validate().unwrap_err();
//! assert_eq!((error.code, error.index), (FormatCode::SmallSize, 1));
//! # Ok::<(), unitstr::formats::FormatError>(())
//! ```

pub mod arrow;
pub mod bulk;
mod checks;
mod element;
mod error;
pub mod fill;
mod joined;
mod layout;
#[allow(unsafe_code, reason = "blocks of C's heap, and memory that others share")]
pub mod owned;
pub mod rfc;
mod small;
mod tensor;
pub mod tf_legacy;
pub mod tflite;
pub mod tstring;
mod words;
mod writer;

pub use checks::{Budget, Checks, Strictness, Trust};
pub use element::{Element, Fields, Place};
pub use error::{Field, FormatCode, FormatError};
pub use layout::{ByteOrder, Format, Kind, Layout, ViewAbi, WordSize};
pub use tensor::{StringTensor, Validation};
pub use writer::{Form, Slot, TextPlace, Writer};

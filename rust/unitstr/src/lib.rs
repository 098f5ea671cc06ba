//! Converts encoded native text to the chars of a Java string and back, **exactly as the JDK does it**, malformed
//! text included. Text is counted in the units in which native interfaces count it.
//!
//! * The functions [`decode_utf16`], [`encode_utf16`], [`measure_decoded`], [`find_zero`], [`compare`] and their
//!   variants work on memory of an exact size ([`Source`], [`Target`], [`Scan`]) and return how far they came and why
//!   they stopped ([`Progress`]). They access nothing outside that memory, allocate nothing, and tolerate another
//!   party changing the memory during the call.
//! * [`to_chars`], [`from_chars`] and the module [`wide`] convert whole texts. With the feature `whatwg`, so does the module
//!   `whatwg`, in the legacy encodings of the web.
//!
//! "Chars" are Java's: UTF-16 code units, in the byte order of this machine. "Units" are code units of the encoding.
//! Sizes of encoded text are in bytes: a remainder at its end that is smaller than a unit is malformed text too.
//!
//! ```
//! use unitstr::{Encoding, Policy, from_chars, to_chars};
//!
//! // One U+FFFD, as in Java; other decoders produce two or three.
//! let chars = to_chars(Encoding::Utf8, Policy::Replace, b"a\xED\xA0\x80b")?;
//! assert_eq!(chars, [0x61, 0xFFFD, 0x62]);
//! assert_eq!(from_chars(Encoding::Utf32Le, Policy::Replace, &chars[..1])?, [0x61, 0, 0, 0]);
//! # Ok::<(), unitstr::TextError>(())
//! ```

#![deny(unsafe_code)]
#![cfg_attr(
    not(target_arch = "x86_64"),
    allow(dead_code, unused_variables, reason = "only kernels use them, and other processors have none yet")
)]

mod compare;
mod decode;
mod dispatch;
mod encode;
mod encoding;
mod error;
#[allow(unsafe_code, reason = "instructions that a CPU may lack, and the loads and stores of vectors")]
pub mod kernels;
mod measure;
mod policy;
mod progress;
#[allow(unsafe_code, reason = "the one door to raw memory")]
mod raw;
mod repair;
mod scalar;
mod scan;
mod text;
#[cfg(feature = "whatwg")]
pub mod whatwg;
pub mod wide;

pub use compare::compare;
pub use decode::{decode_java, decode_latin1, decode_utf16};
pub use encode::{encode_latin1, encode_utf16};
pub use encoding::Encoding;
pub use error::{ErrorKind, TextError};
pub use measure::{measure_decoded, measure_encoded_latin1, measure_encoded_utf16, measure_latin1, validate};
pub use policy::{Options, Policy};
pub use progress::{Coder, Progress, Status};
pub use raw::{Bits, Filler, Pointers, Scan, Source, Target};
pub use scan::find_zero;
pub use text::{encode_units, from_chars, from_str, to_chars};

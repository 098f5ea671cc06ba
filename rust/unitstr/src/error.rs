//! The error type of the functions that convert whole texts.

use std::error::Error;
use std::fmt;

use crate::{Encoding, Progress, Status};

/// The kind of an error in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The text is malformed.
    Malformed,
    /// The target encoding lacks one of its code points.
    Unmappable,
}

/// The first malformed or unmappable sequence of a text, with [`Policy::Report`](crate::Policy::Report).
///
/// ```
/// use unitstr::{Encoding, ErrorKind, Policy, to_chars};
///
/// let error = to_chars(Encoding::Utf8, Policy::Report, b"ab\xE2\x82c").unwrap_err();
/// assert_eq!((error.kind(), error.unit_offset(), error.unit_count()), (ErrorKind::Malformed, 2, 2));
/// assert_eq!(error.to_string(), "UTF-8: malformed text at unit 2, 2 units long");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TextError {
    kind: ErrorKind,
    encoding: Encoding,
    unit_offset: usize,
    unit_count: usize,
}

impl TextError {
    /// Returns the error that `progress` reports, or `None` if it reports none.
    ///
    /// `unit_size` is the size of a code unit in source elements: 1 for chars that were encoded,
    /// [`Encoding::unit_size`] for bytes that were decoded.
    #[must_use]
    pub fn of(progress: Progress, encoding: Encoding, unit_size: usize) -> Option<Self> {
        let kind = match progress.status {
            Status::Malformed => ErrorKind::Malformed,
            Status::Unmappable => ErrorKind::Unmappable,
            _ => return None,
        };
        let unit_count = (progress.bad_len as usize).div_ceil(unit_size);
        Some(Self { kind, encoding, unit_offset: progress.read / unit_size, unit_count })
    }

    /// Returns the kind of the error.
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// Returns the encoding that was read or written.
    #[must_use]
    pub const fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Returns the position of the error from the start of the text, a byte order mark included: in code units of the
    /// encoding when decoding, in chars when encoding.
    #[must_use]
    pub const fn unit_offset(&self) -> usize {
        self.unit_offset
    }

    /// Returns the length of the error in the same units; an incomplete unit at the end counts as one.
    #[must_use]
    pub const fn unit_count(&self) -> usize {
        self.unit_count
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            ErrorKind::Malformed => "malformed",
            ErrorKind::Unmappable => "unmappable",
        };
        let plural = if self.unit_count == 1 { "" } else { "s" };
        let (name, at, count) = (self.encoding.name(), self.unit_offset, self.unit_count);
        write!(f, "{name}: {kind} text at unit {at}, {count} unit{plural} long")
    }
}

impl Error for TextError {}

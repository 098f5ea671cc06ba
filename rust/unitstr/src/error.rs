//! The one error type of the functions that return whole texts.

use std::error::Error;
use std::fmt;

use crate::{Encoding, Progress, Status};

/// What is wrong with a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// It is not well-formed.
    Malformed,
    /// The target encoding lacks one of its code points.
    Unmappable,
}

/// Text that is malformed or unmappable, where [`Policy::Report`](crate::Policy::Report) was asked for: its first error.
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
    /// The error that `progress` reports; `None` if it reports none.
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
        Some(Self {
            kind,
            encoding,
            unit_offset: progress.read / unit_size,
            unit_count,
        })
    }

    /// What is wrong.
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The encoding that was read or written.
    #[must_use]
    pub const fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Where it is, in units of the text that was read, from its start (a byte order mark counts): code units of the
    /// encoding when decoding, chars when encoding.
    #[must_use]
    pub const fn unit_offset(&self) -> usize {
        self.unit_offset
    }

    /// How much is wrong, in the same units; a part of a unit at the end counts as one.
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

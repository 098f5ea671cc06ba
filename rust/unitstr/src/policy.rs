//! Options of the caller: how errors are treated, and how a piece of a longer text is treated.

/// How malformed and unmappable text is treated.
///
/// All policies cost the same for text without errors, except [`Policy::Lossless`] in UTF-32, which no kernel converts.
///
/// ```
/// use unitstr::{Encoding, Policy, from_chars, to_chars};
///
/// let name = b"caf\xE9"; // a Linux file name that is not UTF-8
/// let chars = to_chars(Encoding::Utf8, Policy::SurrogateEscape, name)?;
/// assert_eq!(chars, [0x63, 0x61, 0x66, 0xDCE9]);
/// assert_eq!(from_chars(Encoding::Utf8, Policy::SurrogateEscape, &chars)?, name);
///
/// assert_eq!(to_chars(Encoding::Utf8, Policy::Ignore, name)?, [0x63, 0x61, 0x66]);
/// assert_eq!(to_chars(Encoding::Utf8, Policy::ReplaceWith('?'), name)?, [0x63, 0x61, 0x66, 0x3F]);
/// # Ok::<(), unitstr::TextError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Policy {
    /// Replaces each error as the JDK does: with U+FFFD when decoding; with `?` or U+FFFD, depending on the encoding,
    /// when encoding.
    #[default]
    Replace,
    /// Stops at the first error and reports its position and length.
    Report,
    /// Omits what [`Policy::Report`] reports. Omitting text can change its meaning: do not use this policy for text that
    /// was checked before it is decoded.
    Ignore,
    /// Keeps lone surrogates, so that all chars come back unchanged after they were encoded and decoded. In UTF-8, a lone
    /// surrogate has 3 bytes (the encoding is then called WTF-8, and holds names of files on Windows); in UTF-16 and
    /// UTF-32, it is a code unit.
    ///
    /// Byte order marks are text, and an encoding without a fixed byte order has its
    /// [default order](crate::Encoding::default_order). Anything else that is malformed is reported; so is the second of
    /// two surrogates that form a pair but are encoded separately in UTF-8 or UTF-32. ISO-8859-1 and US-ASCII:
    /// as [`Policy::Report`].
    Lossless,
    /// Decodes each malformed byte to a lone surrogate from U+DC80 to U+DCFF, and encodes such a surrogate as the byte,
    /// so that all bytes come back unchanged after they were decoded and encoded. For names of files and environment
    /// variables on Linux, in UTF-8 or US-ASCII; other encodings: as [`Policy::Report`]. Any other lone surrogate, and
    /// what the encoding lacks, is reported.
    ///
    /// This is Python's error handler `surrogateescape`.
    SurrogateEscape,
    /// Replaces each error that [`Policy::Report`] reports with this code point, when decoding and when encoding. If the
    /// encoding lacks it, the error is reported.
    ReplaceWith(char),
}

impl Policy {
    /// Whether decoding may stop at an error.
    pub(crate) const fn may_report(self) -> bool {
        matches!(self, Self::Report | Self::Lossless | Self::SurrogateEscape)
    }
}

/// Options of an operation on encoded text. The default replaces errors in a complete text.
///
/// ```
/// use unitstr::{Options, Policy};
///
/// let options = Options::new(Policy::Report).with_more();
/// assert!(options.more && !options.continued);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Options {
    /// How errors are treated.
    pub policy: Policy,
    /// The text continues after this piece: an incomplete sequence at its end is left unread
    /// ([`Status::Incomplete`](crate::Status::Incomplete)). With [`Policy::Lossless`] in UTF-8 and UTF-32, so is a high
    /// surrogate before it.
    pub more: bool,
    /// This piece is not the first of its text: a byte order mark is neither recognised nor dropped nor written. An
    /// encoding whose byte order depends on a mark has its default order: see
    /// [`Encoding::resolve`](crate::Encoding::resolve). When encoding, set it as soon as a piece has written something:
    /// [`Policy::Ignore`] may omit a whole piece.
    pub continued: bool,
}

impl Options {
    /// Replaces errors in a complete text.
    pub const REPLACE: Self = Self::new(Policy::Replace);
    /// Reports the first error in a complete text.
    pub const REPORT: Self = Self::new(Policy::Report);

    /// Options with this policy for a complete text.
    #[must_use]
    pub const fn new(policy: Policy) -> Self {
        Self { policy, more: false, continued: false }
    }

    /// Returns these options for a piece after which the text continues.
    #[must_use]
    pub const fn with_more(self) -> Self {
        Self { more: true, ..self }
    }

    /// Returns these options for a piece that is not the first.
    #[must_use]
    pub const fn with_continued(self) -> Self {
        Self { continued: true, ..self }
    }

    /// Whether each error of this piece is replaced: none is left for the piece after it.
    #[inline(always)]
    pub(crate) const fn replaces_all(self) -> bool {
        matches!(self.policy, Policy::Replace) && !self.more
    }

    /// Whether a byte order mark at the start of this piece is text.
    #[inline(always)]
    pub(crate) const fn keeps_mark(self) -> bool {
        self.continued || matches!(self.policy, Policy::Lossless)
    }
}

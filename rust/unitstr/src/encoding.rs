//! Encodings: their numbers, unit sizes, byte orders and byte order marks.

use crate::Source;

/// An encoding of native text. The names are those of the JDK's charsets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[repr(u32)]
pub enum Encoding {
    /// `UTF-8`. A byte order mark is decoded as text.
    Utf8 = 1,
    /// `ISO-8859-1`.
    Latin1 = 2,
    /// `US-ASCII`.
    Ascii = 3,
    /// `UTF-16LE`. A byte order mark is decoded as text.
    Utf16Le = 4,
    /// `UTF-16BE`. A byte order mark is decoded as text.
    Utf16Be = 5,
    /// `UTF-16`. Decoding: a byte order mark chooses the byte order and is dropped; without one the text is
    /// big-endian. Encoding: big-endian, after a byte order mark.
    Utf16 = 6,
    /// `UTF-32LE`. A byte order mark of this byte order is dropped once at the start.
    Utf32Le = 7,
    /// `UTF-32BE`. A byte order mark of this byte order is dropped once at the start.
    Utf32Be = 8,
    /// `UTF-32`. Decoding: a byte order mark chooses the byte order and is dropped; without one the text is
    /// big-endian. Encoding: big-endian, without a byte order mark.
    Utf32 = 9,
    /// `x-UTF-16LE-BOM`. Decoding: a byte order mark chooses the byte order and is dropped; without one the text is
    /// little-endian. Encoding: little-endian, after a byte order mark.
    Utf16LeBom = 10,
    /// `X-UTF-32LE-BOM`. Decoding: a byte order mark of this byte order is dropped once at the start. Encoding: after
    /// a byte order mark.
    Utf32LeBom = 11,
    /// `X-UTF-32BE-BOM`. Decoding: a byte order mark of this byte order is dropped once at the start. Encoding: after
    /// a byte order mark.
    Utf32BeBom = 12,
}

impl Encoding {
    /// All encodings, in the order of their numbers.
    pub const ALL: [Self; 12] = [
        Self::Utf8,
        Self::Latin1,
        Self::Ascii,
        Self::Utf16Le,
        Self::Utf16Be,
        Self::Utf16,
        Self::Utf32Le,
        Self::Utf32Be,
        Self::Utf32,
        Self::Utf16LeBom,
        Self::Utf32LeBom,
        Self::Utf32BeBom,
    ];

    /// UTF-16 in the byte order of this machine.
    pub const UTF16_NATIVE: Self = if cfg!(target_endian = "little") { Self::Utf16Le } else { Self::Utf16Be };
    /// UTF-32 in the byte order of this machine.
    pub const UTF32_NATIVE: Self = if cfg!(target_endian = "little") { Self::Utf32Le } else { Self::Utf32Be };
    /// C's `wchar_t` on this platform, in the byte order of this machine: UTF-16 on Windows, UTF-32 elsewhere.
    pub const WCHAR: Self = if cfg!(windows) { Self::UTF16_NATIVE } else { Self::UTF32_NATIVE };

    /// The number reserved for modified UTF-8, which is not supported.
    pub const MODIFIED_UTF8_ID: u32 = 13;
    /// The number reserved for CESU-8, which is not supported.
    pub const CESU8_ID: u32 = 14;

    /// Returns the encoding with this number, or `None` if it is not supported.
    #[must_use]
    #[inline]
    pub const fn from_id(id: u32) -> Option<Self> {
        if id >= 1 && id <= 12 { Some(Self::ALL[id as usize - 1]) } else { None }
    }

    /// Returns the number of this encoding in the C and Java interfaces.
    #[must_use]
    pub const fn id(self) -> u32 {
        self as u32
    }

    /// Returns the name of the JDK's charset.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Utf8 => "UTF-8",
            Self::Latin1 => "ISO-8859-1",
            Self::Ascii => "US-ASCII",
            Self::Utf16Le => "UTF-16LE",
            Self::Utf16Be => "UTF-16BE",
            Self::Utf16 => "UTF-16",
            Self::Utf32Le => "UTF-32LE",
            Self::Utf32Be => "UTF-32BE",
            Self::Utf32 => "UTF-32",
            Self::Utf16LeBom => "x-UTF-16LE-BOM",
            Self::Utf32LeBom => "X-UTF-32LE-BOM",
            Self::Utf32BeBom => "X-UTF-32BE-BOM",
        }
    }

    /// Returns the size of a code unit in bytes: 1, 2 or 4.
    #[must_use]
    #[inline]
    pub const fn unit_size(self) -> usize {
        match self {
            Self::Utf8 | Self::Latin1 | Self::Ascii => 1,
            Self::Utf16Le | Self::Utf16Be | Self::Utf16 | Self::Utf16LeBom => 2,
            Self::Utf32Le | Self::Utf32Be | Self::Utf32 | Self::Utf32LeBom | Self::Utf32BeBom => 4,
        }
    }

    /// Returns the largest number of bytes for one char, without the byte order mark; 4 if
    /// [`Policy::ReplaceWith`](crate::Policy::ReplaceWith) has a code point above U+FFFF.
    #[must_use]
    pub const fn max_bytes_per_char(self) -> usize {
        match self {
            Self::Utf8 => 3,
            other => other.unit_size(),
        }
    }

    /// Returns the size in bytes of the byte order mark that encoding writes before a text that is not empty: 0, 2 or
    /// 4.
    #[must_use]
    #[inline]
    pub const fn bom_bytes(self) -> usize {
        match self {
            Self::Utf16 | Self::Utf16LeBom | Self::Utf32LeBom | Self::Utf32BeBom => self.unit_size(),
            _ => 0,
        }
    }

    /// Returns the encoding of a text that begins with `start`, and the size in bytes of the byte order mark to drop.
    ///
    /// The returned encoding has a fixed byte order. Decode later pieces of the text with it and
    /// [`Options::continued`](crate::Options::continued).
    ///
    /// * Reads: at most the first 4 bytes.
    /// * A `start` that is shorter than a byte order mark has none. If the text may continue, call this again once
    ///   there is a whole code unit.
    ///
    /// ```
    /// use unitstr::{Encoding, Source};
    ///
    /// let start = Source::from_bytes(&[0xFF, 0xFE, 0x61, 0x00]);
    /// assert_eq!(Encoding::Utf16.resolve(start), (Encoding::Utf16Le, 2));
    /// assert_eq!(Encoding::Utf16Le.resolve(start), (Encoding::Utf16Le, 0));
    /// ```
    #[must_use]
    pub fn resolve(self, start: Source<'_>) -> (Self, usize) {
        let order = self.default_order();
        let mark = match self.unit_size() {
            2 => start.read::<u16>(0).map(|unit| (unit == u16::from_be(0xFEFF), unit == u16::from_le(0xFEFF))),
            4 => start.read::<u32>(0).map(|unit| (unit == u32::from_be(0xFEFF), unit == u32::from_le(0xFEFF))),
            _ => None,
        };
        let (big, little) = mark.unwrap_or((false, false));
        match self {
            Self::Utf16 | Self::Utf16LeBom if big => (Self::Utf16Be, 2),
            Self::Utf16 | Self::Utf16LeBom if little => (Self::Utf16Le, 2),
            Self::Utf32 if little => (Self::Utf32Le, 4),
            Self::Utf32 | Self::Utf32Be | Self::Utf32BeBom if big => (Self::Utf32Be, 4),
            Self::Utf32Le | Self::Utf32LeBom if little => (Self::Utf32Le, 4),
            _ => (order, 0),
        }
    }

    /// Whether a byte order mark at the start of a text is dropped rather than decoded as text.
    #[inline(always)]
    pub(crate) const fn drops_mark(self) -> bool {
        !matches!(self, Self::Utf8 | Self::Latin1 | Self::Ascii | Self::Utf16Le | Self::Utf16Be)
    }

    /// The encoding of a fixed byte order that is used for text without a byte order mark, and for encoding.
    #[must_use]
    #[inline]
    pub const fn default_order(self) -> Self {
        match self {
            Self::Utf16 => Self::Utf16Be,
            Self::Utf16LeBom => Self::Utf16Le,
            Self::Utf32 | Self::Utf32BeBom => Self::Utf32Be,
            Self::Utf32LeBom => Self::Utf32Le,
            other => other,
        }
    }
}

//! Encodings: numbers, unit sizes, byte orders and byte order marks.

use crate::Source;

/// How text is encoded outside of Java. The names are those of the JDK's charsets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[repr(u32)]
pub enum Encoding {
    /// `UTF-8`. A byte order mark is text.
    Utf8 = 1,
    /// `ISO-8859-1`.
    Latin1 = 2,
    /// `US-ASCII`.
    Ascii = 3,
    /// `UTF-16LE`. A byte order mark is text.
    Utf16Le = 4,
    /// `UTF-16BE`. A byte order mark is text.
    Utf16Be = 5,
    /// `UTF-16`: either mark chooses the order and is dropped, else big-endian; written big-endian with a mark.
    Utf16 = 6,
    /// `UTF-32LE`. The mark of this order is dropped once at the start.
    Utf32Le = 7,
    /// `UTF-32BE`. The mark of this order is dropped once at the start.
    Utf32Be = 8,
    /// `UTF-32`: either mark chooses the order and is dropped, else big-endian; written big-endian without a mark.
    Utf32 = 9,
    /// `x-UTF-16LE-BOM`: either mark chooses the order and is dropped, else little-endian; written little-endian with
    /// a mark.
    Utf16LeBom = 10,
    /// `X-UTF-32LE-BOM`: the mark of this order is dropped; written with a mark.
    Utf32LeBom = 11,
    /// `X-UTF-32BE-BOM`: the mark of this order is dropped; written with a mark.
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
    pub const UTF16_NATIVE: Self = if cfg!(target_endian = "little") {
        Self::Utf16Le
    } else {
        Self::Utf16Be
    };
    /// UTF-32 in the byte order of this machine.
    pub const UTF32_NATIVE: Self = if cfg!(target_endian = "little") {
        Self::Utf32Le
    } else {
        Self::Utf32Be
    };
    /// C's `wchar_t` on this platform: UTF-16 on Windows, UTF-32 elsewhere, in the byte order of this machine.
    pub const WCHAR: Self = if cfg!(windows) {
        Self::UTF16_NATIVE
    } else {
        Self::UTF32_NATIVE
    };

    /// The number reserved for modified UTF-8, which is not supported.
    pub const MODIFIED_UTF8_ID: u32 = 13;
    /// The number reserved for CESU-8, which is not supported.
    pub const CESU8_ID: u32 = 14;

    /// The encoding with this number, if it is supported.
    #[must_use]
    #[inline]
    pub const fn from_id(id: u32) -> Option<Self> {
        if id >= 1 && id <= 12 {
            Some(Self::ALL[id as usize - 1])
        } else {
            None
        }
    }

    /// The number that crosses a foreign border.
    #[must_use]
    pub const fn id(self) -> u32 {
        self as u32
    }

    /// The name of the JDK's charset.
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

    /// The encoding with this name of a JDK charset, letter for letter; aliases are not known.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|encoding| encoding.name() == name)
    }

    /// The size of a code unit: 1, 2 or 4 bytes.
    #[must_use]
    #[inline]
    pub const fn unit_size(self) -> usize {
        match self {
            Self::Utf8 | Self::Latin1 | Self::Ascii => 1,
            Self::Utf16Le | Self::Utf16Be | Self::Utf16 | Self::Utf16LeBom => 2,
            Self::Utf32Le | Self::Utf32Be | Self::Utf32 | Self::Utf32LeBom | Self::Utf32BeBom => 4,
        }
    }

    /// The most bytes that a char can become, the byte order mark apart.
    #[must_use]
    pub const fn max_bytes_per_char(self) -> usize {
        match self {
            Self::Utf8 => 3,
            other => other.unit_size(),
        }
    }

    /// The byte order mark that encoding puts before the text unless that is empty: 0, 2 or 4 bytes.
    #[must_use]
    #[inline]
    pub const fn bom_bytes(self) -> usize {
        match self {
            Self::Utf16 | Self::Utf16LeBom | Self::Utf32LeBom | Self::Utf32BeBom => self.unit_size(),
            _ => 0,
        }
    }

    /// The encoding that a text beginning with `start` turns out to have, and the bytes of the byte order mark to drop.
    ///
    /// The encoding returned has a fixed byte order; later pieces of the text are in it, with
    /// [`Options::continued`](crate::Options::continued).
    ///
    /// * Reads: at most the first 4 bytes.
    /// * A start shorter than a mark has none. If the text may go on, ask again when there is a whole code unit.
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
            2 => start
                .read::<u16>(0)
                .map(|unit| (unit == u16::from_be(0xFEFF), unit == u16::from_le(0xFEFF))),
            4 => start
                .read::<u32>(0)
                .map(|unit| (unit == u32::from_be(0xFEFF), unit == u32::from_le(0xFEFF))),
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

    /// Whether a byte order mark at the start of a text in it is no text.
    #[inline(always)]
    pub(crate) const fn drops_mark(self) -> bool {
        !matches!(
            self,
            Self::Utf8 | Self::Latin1 | Self::Ascii | Self::Utf16Le | Self::Utf16Be
        )
    }

    /// The encoding of text without a mark, and of text that is written: one of a fixed byte order.
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

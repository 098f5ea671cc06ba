//! The result of an operation: how far it came and why it stopped.

/// Why an operation stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[repr(u32)]
pub enum Status {
    /// All of the source was read.
    Done = 0,
    /// The next code point does not fit into the target.
    OutputFull = 1,
    /// The source is malformed after [`Progress::read`] elements.
    Malformed = 2,
    /// The target encoding lacks the code point after [`Progress::read`] elements.
    Unmappable = 3,
    /// The source ends inside a sequence that the next piece may complete ([`Options::more`](crate::Options::more)).
    Incomplete = 4,
    /// The char after [`Progress::read`] elements is above U+00FF.
    NotLatin1 = 5,
    /// The texts differ.
    Mismatch = 6,
}

impl Status {
    /// Returns the number of this status in the C and Java interfaces.
    #[must_use]
    pub const fn id(self) -> u32 {
        self as u32
    }
}

/// The result of an operation. An operation stops only between code points.
///
/// Counts are in elements: bytes of encoded text, or chars (UTF-16 code units; for Latin-1 text, bytes).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Progress {
    /// The number of source elements read, including a byte order mark.
    pub read: usize,
    /// The number of target elements written, including a byte order mark; or that would be written, or that are
    /// equal.
    pub written: usize,
    /// The reason why the operation stopped.
    pub status: Status,
    /// The number of source elements of the malformed or unmappable sequence at `read`, 1 to 4; 0 with any other
    /// status.
    pub bad_len: u32,
}

impl Progress {
    /// Returns the result of an operation that stopped before source element `read`; `bad` is its
    /// [`bad_len`](Self::bad_len).
    #[must_use]
    pub fn stopped(read: usize, written: usize, status: Status, bad: usize) -> Self {
        Self { read, written, status, bad_len: u32::try_from(bad).unwrap_or(u32::MAX) }
    }
}

/// The form of decoded text: one of the two in which a Java string stores its chars.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum Coder {
    /// One byte for each char.
    Latin1 = 0,
    /// Two bytes for each char, in the byte order of this machine.
    Utf16 = 1,
}

impl Coder {
    /// Returns the number of this form in the C and Java interfaces.
    #[must_use]
    pub const fn id(self) -> u32 {
        self as u32
    }
}

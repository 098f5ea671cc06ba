//! What an operation reports: how far it came, and why it stopped there.

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
    /// The code point after [`Progress::read`] elements does not exist in the target encoding.
    Unmappable = 3,
    /// The source ends inside a sequence, and more was promised.
    Incomplete = 4,
    /// The char after [`Progress::read`] elements is above U+00FF.
    NotLatin1 = 5,
    /// The texts differ.
    Mismatch = 6,
}

impl Status {
    /// The number that crosses a foreign border.
    #[must_use]
    pub const fn id(self) -> u32 {
        self as u32
    }
}

/// How far an operation came. It stops only between code points.
///
/// Elements are bytes of encoded text, or chars (UTF-16 code units; single bytes for text held as Latin-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Progress {
    /// Source elements read, a byte order mark included.
    pub read: usize,
    /// Target elements written, a byte order mark included; or those that would be, or that were equal.
    pub written: usize,
    /// Why it stopped.
    pub status: Status,
    /// Source elements of the malformed or unmappable sequence at `read`, 1 to 4; 0 with any other status.
    pub bad_len: u32,
}

impl Progress {
    /// Builds the result of an operation that stopped before source element `read`; `bad` is the
    /// [`bad_len`](Self::bad_len).
    #[must_use]
    pub fn stopped(read: usize, written: usize, status: Status, bad: usize) -> Self {
        Self {
            read,
            written,
            status,
            bad_len: u32::try_from(bad).unwrap_or(u32::MAX),
        }
    }
}

/// The form of decoded text: one of the two that a Java string has inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum Coder {
    /// One byte for each char.
    Latin1 = 0,
    /// Two bytes for each char, in the order of this machine.
    Utf16 = 1,
}

impl Coder {
    /// The number that crosses a foreign border.
    #[must_use]
    pub const fn id(self) -> u32 {
        self as u32
    }
}

//! What a caller may choose: what becomes of malformed text, and how a piece of a longer text is treated.

/// What becomes of text that is malformed, or that the target encoding cannot represent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[repr(u32)]
pub enum Policy {
    /// Each error becomes what the JDK puts in its place: U+FFFD when decoding; `?` or U+FFFD, by encoding, when
    /// encoding.
    #[default]
    Replace = 0,
    /// The first error ends the operation and is reported with its position and length.
    Report = 1,
}

impl Policy {
    /// The policy with this number, if it is supported. Numbers 2 and 3 are reserved.
    #[must_use]
    pub const fn from_id(id: u32) -> Option<Self> {
        match id {
            0 => Some(Self::Replace),
            1 => Some(Self::Report),
            _ => None,
        }
    }

    /// The number that crosses a foreign border.
    #[must_use]
    pub const fn id(self) -> u32 {
        self as u32
    }
}

/// Options of an operation on encoded text. The default replaces errors in a text that is whole.
///
/// ```
/// use unitstr::{Options, Policy};
///
/// let options = Options::new(Policy::Report).with_more();
/// assert!(options.more && !options.continued);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Options {
    /// What becomes of errors.
    pub policy: Policy,
    /// The text goes on after this piece: an unfinished sequence at its end is left unread
    /// ([`Status::Incomplete`](crate::Status::Incomplete)).
    pub more: bool,
    /// This piece is not the first: no byte order mark is looked for, dropped or written. An encoding whose order a
    /// mark would choose has its default order: see [`Encoding::resolve`](crate::Encoding::resolve).
    pub continued: bool,
}

impl Options {
    /// Replaces errors in a text that is whole.
    pub const REPLACE: Self = Self::new(Policy::Replace);
    /// Reports the first error in a text that is whole.
    pub const REPORT: Self = Self::new(Policy::Report);

    /// This policy for a text that is whole.
    #[must_use]
    pub const fn new(policy: Policy) -> Self {
        Self {
            policy,
            more: false,
            continued: false,
        }
    }

    /// The same for a piece after which the text goes on.
    #[must_use]
    pub const fn with_more(self) -> Self {
        Self { more: true, ..self }
    }

    /// The same for a piece that is not the first.
    #[must_use]
    pub const fn with_continued(self) -> Self {
        Self {
            continued: true,
            ..self
        }
    }
}

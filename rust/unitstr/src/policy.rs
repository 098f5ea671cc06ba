//! Options of the caller: how errors are treated, and how a piece of a longer text is treated.

/// How malformed and unmappable text is treated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[repr(u32)]
pub enum Policy {
    /// Replaces each error as the JDK does: with U+FFFD when decoding; with `?` or U+FFFD, depending on the encoding,
    /// when encoding.
    #[default]
    Replace = 0,
    /// Stops at the first error and reports its position and length.
    Report = 1,
}

impl Policy {
    /// Returns the policy with this number, or `None` if it is not supported. Numbers 2 and 3 are reserved.
    #[must_use]
    pub const fn from_id(id: u32) -> Option<Self> {
        match id {
            0 => Some(Self::Replace),
            1 => Some(Self::Report),
            _ => None,
        }
    }

    /// Returns the number of this policy in the C and Java interfaces.
    #[must_use]
    pub const fn id(self) -> u32 {
        self as u32
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
    /// ([`Status::Incomplete`](crate::Status::Incomplete)).
    pub more: bool,
    /// This piece is not the first of its text: a byte order mark is neither recognised nor dropped nor written. An
    /// encoding whose byte order depends on a mark has its default order: see
    /// [`Encoding::resolve`](crate::Encoding::resolve).
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
}

//! How far bytes are trusted, and what is checked.

use std::ops::Range;

use super::{Field, FormatCode, FormatError};
use unitstr::Pointers;

/// How far the bytes of a tensor are trusted.
#[derive(Clone, Copy, Debug)]
pub enum Trust<'a> {
    /// A file, a mapping, the network: only the memory that was given is known, and no address is followed.
    UntrustedBuffer,
    /// Other code in this process: addresses are followed after all checks that can be made.
    TrustedPointersChecked(Pointers<'a>),
    /// Straight from the library that made it: only what costs nothing, or bounds the result, is checked.
    Trusted(Pointers<'a>),
}

impl Trust<'_> {
    /// The number that crosses a foreign border: 0, 1, 2.
    #[must_use]
    pub const fn id(self) -> u32 {
        match self {
            Self::UntrustedBuffer => 0,
            Self::TrustedPointersChecked(_) => 1,
            Self::Trusted(_) => 2,
        }
    }
}

/// How exactly the bytes have to be what a well-behaved writer writes. What could lead out of the memory is refused in
/// any case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum Strictness {
    /// What the real readers accept too: overlong lengths in [`Format::TfLegacy`], gaps at either end of
    /// [`Format::TfLite`].
    ///
    /// [`Format::TfLegacy`]: super::Format::TfLegacy
    /// [`Format::TfLite`]: super::Format::TfLite
    Lenient = 0,
    /// What the real writers write.
    #[default]
    Usual = 1,
    /// What our writers write: for OFFSET, the count is that of the elements, strings lie in the order of their elements
    /// without overlap, and unused bytes are zero. Order and overlap take the whole tensor:
    /// [`StringTensor::validate`](super::StringTensor::validate) sees to them.
    Strict = 2,
}

impl Strictness {
    /// The one with this number, if there is one.
    #[must_use]
    pub const fn from_id(id: u32) -> Option<Self> {
        match id {
            0 => Some(Self::Lenient),
            1 => Some(Self::Usual),
            2 => Some(Self::Strict),
            _ => None,
        }
    }
}

/// What is checked before an element's string is handed out.
///
/// ```
/// use unitstr_tensor::{Checks, Strictness};
///
/// let checks = Checks::UNTRUSTED.with_strictness(Strictness::Strict).with_max_bytes(1000);
/// assert_eq!(checks.trust.id(), 0);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Checks<'a> {
    /// How far the bytes are trusted.
    pub trust: Trust<'a>,
    /// How exact they have to be.
    pub strictness: Strictness,
    /// The longest string, in bytes. 2³¹ − 1 if nothing else is said: a Java array cannot hold more.
    pub max_bytes: u64,
    /// All strings together, in bytes. If nothing is said: the size of the memory if that is all that is trusted (a
    /// thousand elements may share one long string), else no limit.
    pub max_total_bytes: Option<u64>,
    /// If given: the only addresses that strings may have, looked at with [`Trust::TrustedPointersChecked`].
    pub ranges: Option<&'a [Range<usize>]>,
}

impl<'a> Checks<'a> {
    /// For a file, a mapping, the network.
    pub const UNTRUSTED: Checks<'static> = Checks::new(Trust::UntrustedBuffer);

    /// With the limits that hold if nothing else is said.
    #[must_use]
    pub const fn new(trust: Trust<'a>) -> Self {
        Self {
            trust,
            strictness: Strictness::Usual,
            max_bytes: i32::MAX as u64,
            max_total_bytes: None,
            ranges: None,
        }
    }

    /// The same, so exact.
    #[must_use]
    pub const fn with_strictness(self, strictness: Strictness) -> Self {
        Self { strictness, ..self }
    }

    /// The same with another longest string.
    #[must_use]
    pub const fn with_max_bytes(self, max_bytes: u64) -> Self {
        Self { max_bytes, ..self }
    }

    /// The same with a limit for all strings together.
    #[must_use]
    pub const fn with_max_total_bytes(self, max_total_bytes: u64) -> Self {
        Self {
            max_total_bytes: Some(max_total_bytes),
            ..self
        }
    }

    /// The same with the only addresses that strings may have.
    #[must_use]
    pub const fn with_ranges(self, ranges: &'a [Range<usize>]) -> Self {
        Self {
            ranges: Some(ranges),
            ..self
        }
    }
}

/// What is left of the bytes that all strings together may have. Whoever goes through a tensor element by element keeps
/// one.
///
/// ```
/// use unitstr_tensor::Budget;
///
/// let mut budget = Budget::new(10);
/// assert!(budget.spend(0, 6).is_ok());
/// assert!(budget.spend(1, 6).is_err());
/// assert_eq!(budget.left(), 4);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    left: u64,
}

impl Budget {
    /// So many bytes.
    #[must_use]
    pub const fn new(bytes: u64) -> Self {
        Self { left: bytes }
    }

    /// Takes the bytes of one element's string.
    ///
    /// # Errors
    ///
    /// [`FormatCode::TotalLimit`] if fewer are left; nothing is taken then.
    #[inline(always)]
    pub const fn spend(&mut self, index: usize, bytes: usize) -> Result<(), FormatError> {
        match self.left.checked_sub(bytes as u64) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => Err(FormatError::new(FormatCode::TotalLimit, index, Field::Size)),
        }
    }

    /// The bytes that are left.
    #[must_use]
    pub const fn left(self) -> u64 {
        self.left
    }
}

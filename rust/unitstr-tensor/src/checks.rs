//! How far bytes are trusted, and how they are checked.

use std::ops::Range;

use unitstr::Pointers;

/// How far the bytes of a tensor are trusted.
#[derive(Clone, Copy, Debug)]
pub enum Trust<'a> {
    /// Bytes from a file, a mapping or the network: no address is followed, and nothing outside the given memory is
    /// read.
    UntrustedBuffer,
    /// Bytes from other code in this process: addresses are followed after all possible checks.
    TrustedPointersChecked(Pointers<'a>),
    /// Bytes directly from the library that created the tensor: only checks that are free, or that bound the result,
    /// are made.
    Trusted(Pointers<'a>),
}

impl Trust<'_> {
    /// Returns the number in the C and Java interfaces: 0, 1, 2.
    #[must_use]
    pub const fn id(self) -> u32 {
        match self {
            Self::UntrustedBuffer => 0,
            Self::TrustedPointersChecked(_) => 1,
            Self::Trusted(_) => 2,
        }
    }
}

numbered! {
    /// How strictly the bytes are checked. Anything that could lead out of the memory is refused in any case.
    #[derive(Default)]
    Strictness {
        /// Accepts what TensorFlow and TFLite read: also overlong lengths in [`Format::TfLegacy`] and gaps at either
        /// end of [`Format::TfLite`].
        ///
        /// [`Format::TfLegacy`]: super::Format::TfLegacy
        /// [`Format::TfLite`]: super::Format::TfLite
        Lenient = 0,
        /// Accepts what TensorFlow and TFLite write.
        #[default]
        Standard = 1,
        /// Accepts only what this library writes: the count in an OFFSET is the number of elements, strings are in the
        /// order of their elements without overlap, and unused bytes are zero. Order and overlap are checked only for
        /// the tensor as a whole, by [`StringTensor::validate`](super::StringTensor::validate).
        Strict = 2,
    }
}

/// The checks before the string of an element is returned.
///
/// ```
/// use unitstr_tensor::{Checks, Strictness};
///
/// let checks = Checks { strictness: Strictness::Strict, max_bytes: 1000, ..Checks::UNTRUSTED };
/// assert_eq!(checks.trust.id(), 0);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Checks<'a> {
    /// How far the bytes are trusted.
    pub trust: Trust<'a>,
    /// How strictly the bytes are checked.
    pub strictness: Strictness,
    /// The largest size of a string in bytes. Default: 2³¹ − 1, as a Java array cannot hold more.
    pub max_bytes: u64,
    /// The largest size of all strings together in bytes. Default: the size of the memory if the bytes are untrusted (a
    /// thousand elements may share one long string), otherwise no limit.
    pub max_total_bytes: Option<u64>,
    /// If present, the only addresses that strings may have; checked with [`Trust::TrustedPointersChecked`] and
    /// [`Trust::Trusted`].
    pub ranges: Option<&'a [Range<usize>]>,
}

impl<'a> Checks<'a> {
    /// For bytes from a file, a mapping or the network.
    pub const UNTRUSTED: Checks<'static> = Checks::new(Trust::UntrustedBuffer);

    /// Creates checks with the default limits.
    #[must_use]
    pub const fn new(trust: Trust<'a>) -> Self {
        Self {
            trust,
            strictness: Strictness::Standard,
            max_bytes: i32::MAX as u64,
            max_total_bytes: None,
            ranges: None,
        }
    }
}

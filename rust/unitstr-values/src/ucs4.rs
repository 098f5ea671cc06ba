//! Text as an array of code points, with access by index in constant time.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use super::owned::StringCore;
use super::text::to_chars_of;
use unitstr::encode_units;
use unitstr::{Encoding, Options, Policy, Progress, Source, Status, TextError, validate};

/// How surrogates, which are not code points, are treated when text is converted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Surrogates {
    /// Surrogates are malformed.
    #[default]
    Malformed,
    /// Surrogates are kept, in UTF-8 as three bytes, as libmatx does. Through UTF-16, a surrogate pair becomes one
    /// code point.
    Keep,
}

const REPLACEMENT: u32 = 0xFFFD;

const fn is_surrogate(unit: u32) -> bool {
    unit & 0xFFFF_F800 == 0xD800
}

const fn is_good(unit: u32, surrogates: Surrogates) -> bool {
    unit <= 0x10_FFFF && (matches!(surrogates, Surrogates::Keep) || !is_surrogate(unit))
}

/// An error of `bad_len` bytes at byte `read`.
fn malformed(encoding: Encoding, read: usize, bad_len: u32) -> Option<TextError> {
    let (written, status) = (0, Status::Malformed);
    let progress = Progress { read, written, status, bad_len };
    TextError::of(progress, encoding, encoding.unit_size())
}

/// A view of UCS-4 text: code points of 4 bytes. Units may have any value; conversions find malformed ones.
///
/// Comparison is by code point, unsigned.
///
/// ```
/// use unitstr_values::Ucs4String;
///
/// let text = Ucs4String::from("漢字言葉😀");
/// let view = text.view();
/// assert_eq!(view.code_point_at(4), Some(0x1F600));
/// assert_eq!(view.slice(1..3).map(|part| part.to_string()).as_deref(), Some("字言"));
/// assert_eq!(view.index_of(Ucs4String::from("言葉").view(), 0), Some(2));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Ucs4Str<'a>(&'a [u32]);

impl<'a> Ucs4Str<'a> {
    /// Creates a view of these units.
    #[must_use]
    pub const fn new(units: &'a [u32]) -> Self {
        Self(units)
    }

    /// Returns the units.
    #[must_use]
    pub const fn units(self) -> &'a [u32] {
        self.0
    }

    /// Returns the number of code points.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.len()
    }

    /// Returns whether the text is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// Returns the code point at an index; `None` past the end. Cost: constant.
    #[must_use]
    pub fn code_point_at(self, index: usize) -> Option<u32> {
        self.0.get(index).copied()
    }

    /// Returns a view of a range of code points; `None` if it is not entirely inside.
    #[must_use]
    pub fn slice(self, range: Range<usize>) -> Option<Self> {
        self.0.get(range).map(Self)
    }

    /// Returns the index of the first occurrence of `part` from the index `from` on; the empty text occurs at every
    /// index up to the end.
    ///
    /// * Cost: one pass, times the length of `part` in the worst case.
    #[must_use]
    pub fn index_of(self, part: Self, from: usize) -> Option<usize> {
        let rest = self.0.get(from..)?;
        let Some(first) = part.0.first() else {
            return Some(from);
        };
        let mut starts = (0..=rest.len().checked_sub(part.len())?).filter(|at| rest[*at] == *first);
        starts.find(|at| rest[*at..].starts_with(part.0)).map(|found| from + found)
    }

    /// Returns whether all units are code points.
    #[must_use]
    pub fn is_well_formed(self) -> bool {
        self.0.iter().all(|unit| is_good(*unit, Surrogates::Malformed))
    }

    /// The units after malformed ones have been treated.
    fn clean(self, policy: Policy, surrogates: Surrogates) -> Result<Cow<'a, [u32]>, TextError> {
        let good = |unit: &u32| is_good(*unit, surrogates);
        let Some(at) = self.0.iter().position(|unit| !good(unit)) else {
            return Ok(self.0.into());
        };
        if policy == Policy::Report
            && let Some(error) = malformed(Encoding::UTF32_NATIVE, 4 * at, 4)
        {
            return Err(error);
        }
        let replaced = |unit: &u32| if good(unit) { *unit } else { REPLACEMENT };
        Ok(self.0.iter().map(replaced).collect())
    }

    /// Converts to UTF-8. Malformed units, which are above U+10FFFF or surrogates that are not to be kept, become
    /// U+FFFD or are reported; the same applies to the other conversions.
    ///
    /// # Errors
    ///
    /// If the policy is [`Policy::Report`] and the text is malformed.
    pub fn to_utf8(self, policy: Policy, surrogates: Surrogates) -> Result<Vec<u8>, TextError> {
        let units = self.clean(policy, surrogates)?;
        let mut bytes = Vec::with_capacity(units.len());
        for part in units.chunk_by(|a, b| is_surrogate(*a) == is_surrogate(*b)) {
            if is_surrogate(part[0]) {
                for unit in part {
                    let [low, middle, ..] = [unit & 0x3F, unit >> 6 & 0x3F].map(|bits| 0x80 | bits.to_le_bytes()[0]);
                    bytes.extend([0xED, middle, low]);
                }
            } else {
                bytes.extend(encode_units::<u8>(Encoding::Utf8, Policy::Report, Source::from_chars(&chars(part)?))?);
            }
        }
        Ok(bytes)
    }

    /// Converts to UTF-16 in the byte order of this machine: the chars of Java.
    ///
    /// # Errors
    ///
    /// As [`Ucs4Str::to_utf8`].
    pub fn to_utf16(self, policy: Policy, surrogates: Surrogates) -> Result<Vec<u16>, TextError> {
        chars(&self.clean(policy, surrogates)?)
    }

    /// Converts to UTF-32: the same units if nothing is malformed.
    ///
    /// # Errors
    ///
    /// As [`Ucs4Str::to_utf8`].
    pub fn to_utf32(self, policy: Policy, surrogates: Surrogates) -> Result<Vec<u32>, TextError> {
        self.clean(policy, surrogates).map(Cow::into_owned)
    }

    /// Returns an owned text with the same units.
    #[must_use]
    pub fn to_owned(self) -> Ucs4String {
        Ucs4String(StringCore::new(self.0))
    }
}

/// The chars of units that are code points or surrogates.
fn chars(units: &[u32]) -> Result<Vec<u16>, TextError> {
    to_chars_of(Encoding::UTF32_NATIVE, Policy::Report, Source::from_units(units))
}

impl fmt::Display for Ucs4Str<'_> {
    /// Writes the text, with U+FFFD for malformed units.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let char = |unit: &u32| char::from_u32(*unit).unwrap_or(char::REPLACEMENT_CHARACTER);
        self.0.iter().try_for_each(|unit| fmt::Write::write_char(f, char(unit)))
    }
}

impl fmt::Debug for Ucs4Str<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.to_string(), f)
    }
}

/// An owned text of code points. It may contain other units if it was created from such.
///
/// ```
/// use unitstr::Policy;
/// use unitstr_values::{Surrogates, Ucs4String};
///
/// let text = Ucs4String::from_utf8(b"a\xED\xA0\x80", Policy::Replace, Surrogates::Keep)?;
/// assert_eq!(text.view().units(), [0x61, 0xD800]);
/// assert_eq!(text.view().to_utf16(Policy::Replace, Surrogates::Malformed)?, [0x61, 0xFFFD]);
/// assert!(text.view().to_utf8(Policy::Report, Surrogates::Malformed).is_err());
/// # Ok::<(), unitstr::TextError>(())
/// ```
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ucs4String(StringCore<u32>);

impl Ucs4String {
    /// Creates a text with these units, unchecked.
    #[must_use]
    pub const fn of_core(core: StringCore<u32>) -> Self {
        Self(core)
    }

    /// Returns the storage of the units.
    #[must_use]
    pub const fn core(&self) -> &StringCore<u32> {
        &self.0
    }

    /// Returns the storage of the units, for changes.
    pub const fn core_mut(&mut self) -> &mut StringCore<u32> {
        &mut self.0
    }

    /// Returns a view of the whole text.
    #[must_use]
    pub const fn view(&self) -> Ucs4Str<'_> {
        Ucs4Str(self.0.as_slice())
    }

    /// Decodes UTF-8. Errors are the JDK's, with one U+FFFD for each, unless surrogates are kept.
    ///
    /// # Errors
    ///
    /// If the policy is [`Policy::Report`] and the text is malformed; the same applies to the other conversions.
    pub fn from_utf8(bytes: &[u8], policy: Policy, surrogates: Surrogates) -> Result<Self, TextError> {
        let mut units = Vec::with_capacity(bytes.len() / 2);
        let mut at = 0;
        loop {
            let rest = &bytes[at..];
            let good = validate(Encoding::Utf8, Options::REPORT, Source::from_bytes(rest));
            let text = to_chars_of(Encoding::Utf8, Policy::Report, Source::from_bytes(&rest[..good.read]))?;
            units.extend(code_points(&text)?);
            at += good.read;
            if good.status != Status::Malformed {
                return Ok(Self(StringCore::new(&units)));
            }
            match (policy, &bytes[at..]) {
                (_, [0xED, middle @ 0xA0..=0xBF, low @ 0x80..=0xBF, ..]) if surrogates == Surrogates::Keep => {
                    units.push(0xD000 | u32::from(middle & 0x3F) << 6 | u32::from(low & 0x3F));
                    at += 3;
                }
                (Policy::Replace, _) => {
                    units.push(REPLACEMENT);
                    at += good.bad_len as usize;
                }
                _ => {
                    let error = malformed(Encoding::Utf8, at, good.bad_len);
                    return Err(error.expect("it is malformed"));
                }
            }
        }
    }

    /// Decodes UTF-16 in the byte order of this machine: the chars of Java.
    ///
    /// # Errors
    ///
    /// As [`Ucs4String::from_utf8`].
    pub fn from_utf16(chars: &[u16], policy: Policy, surrogates: Surrogates) -> Result<Self, TextError> {
        if surrogates == Surrogates::Malformed {
            let units: Vec<u32> = encode_units(Encoding::UTF32_NATIVE, policy, Source::from_chars(chars))?;
            return Ok(Self(StringCore::new(&units)));
        }
        let unit = |code_point: Result<char, std::char::DecodeUtf16Error>| match code_point {
            Ok(char) => char.into(),
            Err(lone) => lone.unpaired_surrogate().into(),
        };
        let units: Vec<u32> = char::decode_utf16(chars.iter().copied()).map(unit).collect();
        Ok(Self(StringCore::new(&units)))
    }

    /// Decodes UTF-32 in the byte order of this machine. A byte order mark is decoded as text.
    ///
    /// # Errors
    ///
    /// As [`Ucs4String::from_utf8`].
    pub fn from_utf32(units: &[u32], policy: Policy, surrogates: Surrogates) -> Result<Self, TextError> {
        let units = Ucs4Str(units).clean(policy, surrogates)?;
        Ok(Self(StringCore::new(&units)))
    }
}

/// The code points of chars without lone surrogates.
fn code_points(chars: &[u16]) -> Result<Vec<u32>, TextError> {
    encode_units(Encoding::UTF32_NATIVE, Policy::Report, Source::from_chars(chars))
}

impl From<&str> for Ucs4String {
    fn from(text: &str) -> Self {
        let units: Vec<u32> = text.chars().map(u32::from).collect();
        Self(StringCore::new(&units))
    }
}

impl fmt::Display for Ucs4String {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.view().fmt(f)
    }
}

impl fmt::Debug for Ucs4String {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.view(), f)
    }
}

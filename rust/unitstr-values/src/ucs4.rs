//! UCS-4 text: arrays of code points of 4 bytes. Index, slices, order and hash are those of `[u32]`; this module
//! converts such text and searches in it.
//!
//! Units may have any value. Malformed ones, which are above U+10FFFF or surrogates that are not to be kept, become
//! U+FFFD in a conversion, or are reported.
//!
//! ```
//! use unitstr::Policy;
//! use unitstr_values::ucs4::{self, Surrogates};
//!
//! let text = ucs4::from_utf8("漢字言葉😀".as_bytes(), Policy::Report, Surrogates::Malformed)?;
//! assert_eq!((text.len(), text[4]), (5, 0x1F600));
//! assert_eq!(ucs4::to_utf8(&text[1..3], Policy::Report, Surrogates::Malformed)?, "字言".as_bytes());
//! assert_eq!(ucs4::index_of(&text, &text[2..4], 0), Some(2));
//!
//! let text = ucs4::from_utf8(b"a\xED\xA0\x80", Policy::Replace, Surrogates::Keep)?;
//! assert_eq!(text, [0x61, 0xD800]);
//! assert_eq!(ucs4::to_utf16(&text, Policy::Replace, Surrogates::Malformed)?, [0x61, 0xFFFD]);
//! assert!(ucs4::to_utf8(&text, Policy::Report, Surrogates::Malformed).is_err());
//! # Ok::<(), unitstr::TextError>(())
//! ```

use std::borrow::Cow;

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

/// An error of `bad_len` bytes at byte `read`.
fn malformed(encoding: Encoding, read: usize, bad_len: u32) -> Option<TextError> {
    let (written, status) = (0, Status::Malformed);
    let progress = Progress { read, written, status, bad_len };
    TextError::of(progress, encoding, encoding.unit_size())
}

/// Returns the text after malformed units have been treated: the same units if there are none. This is the conversion
/// from and to UTF-32, where a byte order mark is text.
///
/// # Errors
///
/// If the policy is not [`Policy::Replace`] and the text is malformed; the same applies to all conversions. The other
/// policies report errors in code points.
pub fn checked(units: &[u32], policy: Policy, surrogates: Surrogates) -> Result<Cow<'_, [u32]>, TextError> {
    let good = |unit: &u32| *unit <= 0x10_FFFF && (surrogates == Surrogates::Keep || !is_surrogate(*unit));
    let Some(at) = units.iter().position(|unit| !good(unit)) else {
        return Ok(units.into());
    };
    if policy != Policy::Replace
        && let Some(error) = malformed(Encoding::UTF32_NATIVE, 4 * at, 4)
    {
        return Err(error);
    }
    Ok(units.iter().map(|unit| if good(unit) { *unit } else { REPLACEMENT }).collect())
}

/// Converts to UTF-8.
///
/// # Errors
///
/// As [`checked`].
pub fn to_utf8(units: &[u32], policy: Policy, surrogates: Surrogates) -> Result<Vec<u8>, TextError> {
    let units = checked(units, policy, surrogates)?;
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
/// As [`checked`].
pub fn to_utf16(units: &[u32], policy: Policy, surrogates: Surrogates) -> Result<Vec<u16>, TextError> {
    chars(&checked(units, policy, surrogates)?)
}

/// Decodes UTF-8. Errors are the JDK's, with one U+FFFD for each, unless surrogates are kept.
///
/// # Errors
///
/// As [`checked`].
pub fn from_utf8(bytes: &[u8], policy: Policy, surrogates: Surrogates) -> Result<Vec<u32>, TextError> {
    let mut units = Vec::with_capacity(bytes.len() / 2);
    let mut at = 0;
    loop {
        let rest = &bytes[at..];
        let good = validate(Encoding::Utf8, Options::REPORT, Source::from_bytes(rest));
        let text = to_chars_of(Encoding::Utf8, Policy::Report, Source::from_bytes(&rest[..good.read]))?;
        units.extend(code_points(&text)?);
        at += good.read;
        if good.status != Status::Malformed {
            return Ok(units);
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
                return Err(error.expect("the status is malformed"));
            }
        }
    }
}

/// Decodes UTF-16 in the byte order of this machine: the chars of Java.
///
/// # Errors
///
/// As [`checked`].
pub fn from_utf16(chars: &[u16], policy: Policy, surrogates: Surrogates) -> Result<Vec<u32>, TextError> {
    if surrogates == Surrogates::Malformed {
        return encode_units(Encoding::UTF32_NATIVE, policy, Source::from_chars(chars));
    }
    let unit = |code_point: Result<char, std::char::DecodeUtf16Error>| match code_point {
        Ok(char) => char.into(),
        Err(lone) => lone.unpaired_surrogate().into(),
    };
    Ok(char::decode_utf16(chars.iter().copied()).map(unit).collect())
}

/// Returns the index of the first occurrence of `part` from the index `from` on; the empty text occurs at every index
/// up to the end.
///
/// * Cost: one pass, times the length of `part` in the worst case.
#[must_use]
pub fn index_of(text: &[u32], part: &[u32], from: usize) -> Option<usize> {
    let rest = text.get(from..)?;
    (0..=rest.len().checked_sub(part.len())?).find(|at| rest[*at..].starts_with(part)).map(|found| from + found)
}

/// The units in these bytes, 4 for each.
pub(crate) fn of_bytes(bytes: &[u8]) -> Vec<u32> {
    bytes.as_chunks().0.iter().map(|unit| u32::from_le_bytes(*unit)).collect()
}

/// The chars of units that are code points or surrogates.
fn chars(units: &[u32]) -> Result<Vec<u16>, TextError> {
    to_chars_of(Encoding::UTF32_NATIVE, Policy::Report, Source::from_units(units))
}

/// The code points of chars without lone surrogates.
fn code_points(chars: &[u16]) -> Result<Vec<u32>, TextError> {
    encode_units(Encoding::UTF32_NATIVE, Policy::Report, Source::from_chars(chars))
}

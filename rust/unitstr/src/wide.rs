//! Conversion of whole texts with the wide string types of the crate [`widestring`].
//!
//! A [`U16Str`] holds chars like a Java string, and may contain lone surrogates. A [`U32Str`] is UTF-32 and a
//! [`WideStr`] is C's `wchar_t` text, both in the byte order of this machine. A byte order mark at the start of
//! UTF-32 is dropped.

use widestring::{U16Str, U16String, U32Str, U32String, WideChar, WideStr, WideString};

use crate::text::{encode_units, to_chars_of};
use crate::{Encoding, Policy, Source, TextError, from_chars};

impl<'a> From<&'a U16Str> for Source<'a> {
    fn from(chars: &'a U16Str) -> Self {
        Self::from_units(chars.as_slice())
    }
}

impl<'a> From<&'a U32Str> for Source<'a> {
    fn from(units: &'a U32Str) -> Self {
        Self::from_units(units.as_slice())
    }
}

/// Decodes `bytes` as [`to_chars`](crate::to_chars) does.
///
/// # Errors
///
/// If the policy is [`Policy::Report`] and `bytes` is malformed.
///
/// ```
/// use unitstr::{Encoding, Policy, wide};
///
/// let text = wide::to_u16string(Encoding::Utf8, Policy::Replace, "né".as_bytes())?;
/// assert_eq!(text, widestring::u16str!("né"));
/// # Ok::<(), unitstr::TextError>(())
/// ```
pub fn to_u16string(encoding: Encoding, policy: Policy, bytes: &[u8]) -> Result<U16String, TextError> {
    to_chars_of(encoding, policy, Source::from_bytes(bytes)).map(U16String::from_vec)
}

/// Encodes `chars` as [`from_chars`] does.
///
/// # Errors
///
/// If the policy is [`Policy::Report`] and `chars` contains a lone surrogate or a code point that the encoding lacks.
///
/// ```
/// use unitstr::{Encoding, Policy, wide};
///
/// let bytes = wide::from_u16str(Encoding::Utf16Be, Policy::Replace, widestring::u16str!("né"))?;
/// assert_eq!(bytes, [0x00, 0x6E, 0x00, 0xE9]);
/// # Ok::<(), unitstr::TextError>(())
/// ```
pub fn from_u16str(encoding: Encoding, policy: Policy, chars: &U16Str) -> Result<Vec<u8>, TextError> {
    from_chars(encoding, policy, chars.as_slice())
}

/// Converts UTF-32 to chars. Encoded surrogates are not errors.
///
/// # Errors
///
/// If the policy is [`Policy::Report`] and a unit is above U+10FFFF.
///
/// ```
/// use unitstr::{Policy, wide};
///
/// let text = wide::convert_u32_to_u16(Policy::Report, widestring::u32str!("né😀"))?;
/// assert_eq!(text, widestring::u16str!("né😀"));
/// # Ok::<(), unitstr::TextError>(())
/// ```
pub fn convert_u32_to_u16(policy: Policy, units: &U32Str) -> Result<U16String, TextError> {
    to_chars_of(Encoding::UTF32_NATIVE, policy, units.into()).map(U16String::from_vec)
}

/// Converts chars to UTF-32.
///
/// # Errors
///
/// If the policy is [`Policy::Report`] and `chars` contains a lone surrogate.
///
/// ```
/// use unitstr::{Policy, wide};
///
/// let text = wide::convert_u16_to_u32(Policy::Report, widestring::u16str!("né😀"))?;
/// assert_eq!(text, widestring::u32str!("né😀"));
/// # Ok::<(), unitstr::TextError>(())
/// ```
pub fn convert_u16_to_u32(policy: Policy, chars: &U16Str) -> Result<U32String, TextError> {
    encode_units(Encoding::UTF32_NATIVE, policy, chars.into()).map(U32String::from_vec)
}

/// Converts C's `wchar_t` text to chars.
///
/// # Errors
///
/// If the policy is [`Policy::Report`] and `text` is malformed: a unit above U+10FFFF, or on Windows a lone surrogate.
///
/// ```
/// use unitstr::{Policy, wide};
///
/// let text = wide::convert_wide_to_u16(Policy::Report, widestring::widestr!("né😀"))?;
/// assert_eq!(text, widestring::u16str!("né😀"));
/// # Ok::<(), unitstr::TextError>(())
/// ```
pub fn convert_wide_to_u16(policy: Policy, text: &WideStr) -> Result<U16String, TextError> {
    to_chars_of(Encoding::WCHAR, policy, text.into()).map(U16String::from_vec)
}

/// Converts chars to C's `wchar_t` text.
///
/// # Errors
///
/// If the policy is [`Policy::Report`] and `chars` contains a lone surrogate.
///
/// ```
/// use unitstr::{Policy, wide};
///
/// let text = wide::convert_u16_to_wide(Policy::Report, widestring::u16str!("né😀"))?;
/// assert_eq!(text, widestring::widestr!("né😀"));
/// # Ok::<(), unitstr::TextError>(())
/// ```
pub fn convert_u16_to_wide(policy: Policy, chars: &U16Str) -> Result<WideString, TextError> {
    encode_units::<WideChar>(Encoding::WCHAR, policy, chars.into()).map(WideString::from_vec)
}

//! Conversion of whole texts with the wide string types of the crate [`widestring`].
//!
//! A [`U16Str`] holds chars like a Java string, and may contain lone surrogates. A [`U32Str`] is UTF-32 and a
//! [`WideStr`] is C's `wchar_t` text, both in the byte order of this machine. A byte order mark at the start of
//! UTF-32 is dropped. For other encodings, `U16String::from_vec` takes the result of [`to_chars`](crate::to_chars), and
//! [`from_chars`](crate::from_chars) takes `chars.as_slice()`.

use widestring::{U16Str, U16String, U32Str, U32String, WideChar, WideStr, WideString};

use crate::text::{encode_units, to_chars_of};
use crate::{Encoding, Policy, Source, TextError};

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

//! Conversion of whole texts.

use crate::raw::Bits;
use crate::{Encoding, Options, Policy, Source, Target, TextError};
use crate::{decode_utf16, encode_utf16, measure_decoded, measure_encoded_utf16};

/// Decodes `bytes` to chars: UTF-16 code units.
///
/// * Malformed text: as `policy` says. Whatever the policy, the chars may contain lone surrogates that are encoded in
///   UTF-32.
/// * Cost: two passes; one allocation of the exact size.
///
/// # Errors
///
/// If the policy reports errors and `bytes` is malformed.
///
/// ```
/// use unitstr::{Encoding, Policy, to_chars};
///
/// let chars = to_chars(Encoding::Utf16Le, Policy::Replace, &[0x61, 0x00, 0x00, 0xDC])?;
/// assert_eq!(chars, [0x61, 0xFFFD]);
/// assert_eq!(String::from_utf16_lossy(&chars), "a\u{FFFD}");
/// # Ok::<(), unitstr::TextError>(())
/// ```
pub fn to_chars(encoding: Encoding, policy: Policy, bytes: &[u8]) -> Result<Vec<u16>, TextError> {
    to_chars_of(encoding, policy, Source::from_bytes(bytes))
}

pub(crate) fn to_chars_of(encoding: Encoding, policy: Policy, source: Source<'_>) -> Result<Vec<u16>, TextError> {
    let options = Options::new(policy);
    let size = measure_decoded(encoding, options, source);
    if let Some(error) = TextError::of(size, encoding, encoding.unit_size()) {
        return Err(error);
    }
    let mut chars = vec![0; size.written];
    let progress = decode_utf16(encoding, options, source, Target::from_chars(&mut chars));
    debug_assert_eq!(progress, size);
    Ok(chars)
}

/// Encodes `chars`, which are UTF-16 code units.
///
/// * Lone surrogates, and code points that the encoding lacks: as `policy` says.
/// * Cost: two passes; one allocation of the exact size.
///
/// # Errors
///
/// If the policy reports errors and `chars` contains a lone surrogate or a code point that the encoding lacks.
///
/// ```
/// use unitstr::{Encoding, Policy, from_chars};
///
/// let bytes = from_chars(Encoding::Utf16, Policy::Replace, &[0x61, 0xD800])?;
/// assert_eq!(bytes, [0xFE, 0xFF, 0x00, 0x61, 0xFF, 0xFD]);
/// # Ok::<(), unitstr::TextError>(())
/// ```
pub fn from_chars(encoding: Encoding, policy: Policy, chars: &[u16]) -> Result<Vec<u8>, TextError> {
    encode_units(encoding, policy, Source::from_chars(chars))
}

/// Encodes chars to a vector of `T`: code units, or parts of code units such as bytes.
///
/// # Errors
///
/// If the policy reports errors and the text is malformed or unmappable.
///
/// # Panics
///
/// If the size of the encoded text is not a multiple of the size of `T`.
pub fn encode_units<T: Bits + Default>(
    encoding: Encoding,
    policy: Policy,
    source: Source<'_>,
) -> Result<Vec<T>, TextError> {
    let options = Options::new(policy);
    let size = measure_encoded_utf16(encoding, options, source);
    if let Some(error) = TextError::of(size, encoding, 1) {
        return Err(error);
    }
    assert!(
        size.written.is_multiple_of(size_of::<T>()),
        "{} bytes of {encoding:?} are not a whole number of units of {} bytes",
        size.written,
        size_of::<T>(),
    );
    let mut units = vec![T::default(); size.written / size_of::<T>()];
    let progress = encode_utf16(encoding, options, source, Target::from_units(&mut units));
    debug_assert_eq!(progress, size);
    Ok(units)
}

/// Encodes a Rust string.
///
/// * Code points that the encoding lacks: as `policy` says.
/// * Cost: four passes; two allocations.
///
/// # Errors
///
/// If the policy reports errors and `text` contains a code point that the encoding lacks. The position of the error is in chars (UTF-16 code units).
///
/// ```
/// use unitstr::{Encoding, Policy, from_str};
///
/// assert_eq!(from_str(Encoding::Latin1, Policy::Replace, "né€")?, [0x6E, 0xE9, 0x3F]);
/// assert_eq!(from_str(Encoding::Latin1, Policy::Report, "né€").unwrap_err().unit_offset(), 2);
/// # Ok::<(), unitstr::TextError>(())
/// ```
pub fn from_str(encoding: Encoding, policy: Policy, text: &str) -> Result<Vec<u8>, TextError> {
    let chars: Vec<u16> = text.encode_utf16().collect();
    from_chars(encoding, policy, &chars)
}

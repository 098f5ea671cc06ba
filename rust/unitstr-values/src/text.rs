//! Text and binaries of values, in place.

use super::TextKind;
use super::memory::copy_of;
use unitstr::{Encoding, Options, Policy, Progress, Source, Status, Target, TextError, decode_utf16, measure_decoded};

/// A read-only view of a text or a binary in a slot or in memory. Nothing is copied or checked before a method
/// requires it.
///
/// ```
/// use unitstr::Policy;
/// use unitstr_values::{Blocks, Dialect, Tag, TvmFfi};
///
/// let mut memory = Blocks::new();
/// let address = memory.place(b"a\xFF\0");
/// let text = TvmFfi::text(&memory, &Tag::CStr(address))?.expect("a text");
/// assert_eq!(text.units(), 2);
/// assert_eq!(text.to_bytes(), b"a\xFF");
/// assert_eq!(text.to_chars(Policy::Replace)?, [0x61, 0xFFFD]);
/// assert!(text.to_chars(Policy::Report).is_err());
/// # Ok::<(), unitstr_values::Bad>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Text<'a> {
    kind: TextKind,
    source: Source<'a>,
}

impl<'a> Text<'a> {
    pub(crate) const fn new(kind: TextKind, source: Source<'a>) -> Self {
        Self { kind, source }
    }

    /// Returns the kind of its units.
    #[must_use]
    pub const fn kind(&self) -> TextKind {
        self.kind
    }

    /// Returns the bytes, in place. Another party may change them meanwhile.
    #[must_use]
    pub const fn source(&self) -> Source<'a> {
        self.source
    }

    /// Returns its length: in bytes, or in code points of 4 bytes.
    #[must_use]
    pub const fn units(&self) -> usize {
        self.source.bytes() / self.kind.unit_bytes()
    }

    /// Returns a copy of the bytes, unchanged.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        copy_of(self.source)
    }

    /// Decodes to the chars of a Java string. Binaries are decoded as UTF-8.
    ///
    /// * Malformed text: as `policy` says, see [`decode_utf16`]; surrogates in UCS-4 are malformed, and reported unless the
    ///   policy is [`Policy::Replace`].
    /// * Cost: two passes; one allocation of the exact size.
    ///
    /// # Errors
    ///
    /// If the policy reports errors and the text is malformed.
    pub fn to_chars(&self, policy: Policy) -> Result<Vec<u16>, TextError> {
        match self.kind {
            TextKind::Utf8 | TextKind::Binary => to_chars_of(Encoding::Utf8, policy, self.source),
            TextKind::Ucs4 => {
                let mut bytes = copy_of(self.source);
                check_ucs4(&mut bytes, policy)?;
                to_chars_of(Encoding::UTF32_NATIVE, policy, Source::from_bytes(&bytes))
            }
        }
    }
}

/// Replaces or reports units that are no code points. UTF-32 keeps surrogates, as the JDK does; here they are malformed.
fn check_ucs4(bytes: &mut [u8], policy: Policy) -> Result<(), TextError> {
    for (at, unit) in bytes.as_chunks_mut::<4>().0.iter_mut().enumerate() {
        if char::from_u32(u32::from_le_bytes(*unit)).is_some() {
            continue;
        }
        if policy != Policy::Replace {
            let error = Progress { read: 4 * at, written: 0, status: Status::Malformed, bad_len: 4 };
            return TextError::of(error, Encoding::UTF32_NATIVE, 4).map_or(Ok(()), Err);
        }
        *unit = u32::from(char::REPLACEMENT_CHARACTER).to_le_bytes();
    }
    Ok(())
}

/// Decodes text without a byte order mark. If another party changes it meanwhile, the result is unspecified text or
/// an error.
fn to_chars_of(encoding: Encoding, policy: Policy, source: Source<'_>) -> Result<Vec<u16>, TextError> {
    let options = Options::new(policy).with_continued();
    let size = measure_decoded(encoding, options, source);
    if let Some(error) = TextError::of(size, encoding, encoding.unit_size()) {
        return Err(error);
    }
    let mut chars = vec![0; size.written];
    let progress = decode_utf16(encoding, options, source, Target::from_chars(&mut chars));
    chars.truncate(progress.written);
    match TextError::of(progress, encoding, encoding.unit_size()) {
        Some(error) => Err(error),
        None => Ok(chars),
    }
}

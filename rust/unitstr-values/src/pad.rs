//! A slot of RFC 97 as a Rust value.

use super::owned::slot_bytes;
use super::rfc97::MAX_INLINE;
use super::{Bad, Dialect, Rfc97, Tag};

/// A slot of `8 + 8 * WORDS` bytes, `WORDS` 1 to 16: RFC 97's `AnyPad<WORDS - 1>`. It contains only bits: it neither
/// counts nor frees the objects to which it refers.
///
/// ```
/// use unitstr_values::{AnyPad, Tag};
///
/// let slot = AnyPad::<2>::new(&Tag::Str(b"sixteen bytes ok"))?;
/// assert_eq!(slot.tag()?, Tag::Str(b"sixteen bytes ok"));
/// assert_eq!(size_of_val(&slot), 24);
/// assert!(AnyPad::<1>::new(&Tag::Str(b"nine byte")).is_err());
/// # Ok::<(), unitstr_values::Bad>(())
/// ```
#[repr(C, align(8))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AnyPad<const WORDS: usize> {
    code: i32,
    len: i32,
    words: [u64; WORDS],
}

/// The smallest slot.
pub type AnyValue = AnyPad<1>;

macro_rules! layout {
    ($($words:literal),*) => {$(
        const _: () = assert!(size_of::<AnyPad<$words>>() == 8 + 8 * $words);
        const _: () = assert!(align_of::<AnyPad<$words>>() == 8);
        const _: () = assert!(std::mem::offset_of!(AnyPad<$words>, code) == 0);
        const _: () = assert!(std::mem::offset_of!(AnyPad<$words>, len) == 4);
        const _: () = assert!(std::mem::offset_of!(AnyPad<$words>, words) == 8);
    )*};
}

layout!(1, 2, 3, 4, 5, 16);

impl<const WORDS: usize> AnyPad<WORDS> {
    /// The number of inline bytes.
    pub const INLINE: usize = {
        assert!(WORDS >= 1 && WORDS <= MAX_INLINE / 8, "1 to 16 words");
        8 * WORDS
    };

    /// Null, which offers only the inline bytes that every slot has.
    pub const NULL: Self = Self::of_word(super::rfc97::code::NULL, 0, 0);

    /// Creates a slot from its parts.
    pub(crate) const fn of_word(code: i32, len: i32, word: u64) -> Self {
        let mut words = [0; WORDS];
        words[0] = word;
        Self { code, len, words }
    }

    /// Creates a slot with this content.
    ///
    /// # Errors
    ///
    /// As [`Dialect::write`] of [`Rfc97`].
    pub fn new(tag: &Tag<'_>) -> Result<Self, Bad> {
        let mut bytes = [0; 8 + MAX_INLINE];
        let bytes = &mut bytes[..8 + Self::INLINE];
        Rfc97::write(bytes, tag)?;
        Self::from_bytes(bytes)
    }

    /// Creates a slot with these bytes, followed by zeros if it is wider.
    ///
    /// # Errors
    ///
    /// [`Bad::Slot`] if the bytes are not a slot, or a wider one.
    pub fn from_bytes(slot: &[u8]) -> Result<Self, Bad> {
        let (words, rest) = slot.as_chunks::<8>();
        if !rest.is_empty() || words.len() < 2 || words.len() > 1 + WORDS {
            let (bytes, expected) = (slot.len(), 8 + Self::INLINE);
            return Err(Bad::Slot { bytes, expected });
        }
        let [a, b, c, d, e, f, g, h] = words[0];
        let mut pad = Self::of_word(i32::from_le_bytes([a, b, c, d]), i32::from_le_bytes([e, f, g, h]), 0);
        for (to, from) in pad.words.iter_mut().zip(&words[1..]) {
            *to = u64::from_le_bytes(*from);
        }
        Ok(pad)
    }

    /// Returns the bytes of the slot.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        slot_bytes(self)
    }

    /// Returns the content.
    ///
    /// # Errors
    ///
    /// As [`Dialect::read`] of [`Rfc97`].
    pub fn tag(&self) -> Result<Tag<'_>, Bad> {
        Rfc97::read(self.as_bytes())
    }

    /// Returns the type code.
    #[must_use]
    pub const fn code(&self) -> i32 {
        self.code
    }
}

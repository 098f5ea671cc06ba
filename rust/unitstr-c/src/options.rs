//! The numbers of encodings and flags, and their conversion to the types of the core.

use unitstr::{Encoding, Options, Policy};

use crate::guard;
use crate::status::{USTR_E_ENCODING, USTR_E_FLAGS, USTR_E_UNSUPPORTED};

/// UTF-8; units of 1 byte. A byte order mark is decoded as text.
pub const USTR_ENCODING_UTF_8: u32 = 1;
/// ISO-8859-1; units of 1 byte.
pub const USTR_ENCODING_LATIN_1: u32 = 2;
/// US-ASCII; units of 1 byte.
pub const USTR_ENCODING_ASCII: u32 = 3;
/// UTF-16LE; units of 2 bytes. A byte order mark is decoded as text.
pub const USTR_ENCODING_UTF_16LE: u32 = 4;
/// UTF-16BE; units of 2 bytes. A byte order mark is decoded as text.
pub const USTR_ENCODING_UTF_16BE: u32 = 5;
/// UTF-16; units of 2 bytes. Decoding: a byte order mark chooses the byte order and is dropped; without one the text
/// is big-endian. Encoding: big-endian, after a byte order mark.
pub const USTR_ENCODING_UTF_16: u32 = 6;
/// UTF-32LE; units of 4 bytes. A byte order mark of this byte order is dropped once at the start.
pub const USTR_ENCODING_UTF_32LE: u32 = 7;
/// UTF-32BE; units of 4 bytes. A byte order mark of this byte order is dropped once at the start.
pub const USTR_ENCODING_UTF_32BE: u32 = 8;
/// UTF-32; units of 4 bytes. Decoding: a byte order mark chooses the byte order and is dropped; without one the text
/// is big-endian. Encoding: big-endian, without a byte order mark.
pub const USTR_ENCODING_UTF_32: u32 = 9;
/// x-UTF-16LE-BOM; units of 2 bytes. Decoding: a byte order mark chooses the byte order and is dropped; without one
/// the text is little-endian. Encoding: little-endian, after a byte order mark.
pub const USTR_ENCODING_UTF_16LE_BOM: u32 = 10;
/// X-UTF-32LE-BOM; units of 4 bytes. Decoding: a byte order mark of this byte order is dropped once at the start.
/// Encoding: after a byte order mark.
pub const USTR_ENCODING_UTF_32LE_BOM: u32 = 11;
/// X-UTF-32BE-BOM; units of 4 bytes. Decoding: a byte order mark of this byte order is dropped once at the start.
/// Encoding: after a byte order mark.
pub const USTR_ENCODING_UTF_32BE_BOM: u32 = 12;
/// Modified UTF-8. Reserved: gives `USTR_E_UNSUPPORTED`.
pub const USTR_ENCODING_MODIFIED_UTF_8: u32 = 13;
/// CESU-8. Reserved: gives `USTR_E_UNSUPPORTED`.
pub const USTR_ENCODING_CESU_8: u32 = 14;

/// The bits of the policy for malformed and unmappable text.
pub const USTR_FLAG_POLICY_MASK: u32 = 0xF;
/// Policy: replaces each error as the JDK does: with U+FFFD when decoding; when encoding, with `?` in UTF-8,
/// ISO-8859-1 and US-ASCII and with U+FFFD in the other encodings.
pub const USTR_FLAG_REPLACE: u32 = 0;
/// Policy: stops at the first error with `USTR_MALFORMED` or `USTR_UNMAPPABLE`.
pub const USTR_FLAG_REPORT: u32 = 1;
/// Policy: omits what `USTR_FLAG_REPORT` reports.
pub const USTR_FLAG_IGNORE: u32 = 2;
/// Policy: keeps lone surrogates, so that all chars come back unchanged after they were encoded and decoded. In UTF-8, a
/// lone surrogate has 3 bytes (WTF-8: names of files on Windows); in UTF-16 and UTF-32, it is a code unit. Byte order
/// marks are text; UTF-16 and UTF-32 without a byte order in their names are big-endian. Anything else that is malformed
/// is reported; so is the second of two surrogates that form a pair but are encoded separately in UTF-8 or UTF-32.
/// ISO-8859-1 and US-ASCII: as `USTR_FLAG_REPORT`.
pub const USTR_FLAG_LOSSLESS: u32 = 3;
/// Policy: decodes each malformed byte to a lone surrogate from U+DC80 to U+DCFF, and encodes such a surrogate as the byte,
/// so that all bytes come back unchanged after they were decoded and encoded. For names of files on Linux, in UTF-8 or
/// US-ASCII; other encodings: as `USTR_FLAG_REPORT`. Any other lone surrogate, and what the encoding lacks, is reported.
pub const USTR_FLAG_SURROGATE_ESCAPE: u32 = 4;
/// Policy: replaces what `USTR_FLAG_REPORT` reports with a code point, when decoding and when encoding; if the encoding
/// lacks the code point, the error is reported. Combine it with the code point, shifted left by
/// `USTR_FLAG_REPLACEMENT_SHIFT`; a surrogate or a number above U+10FFFF gives `USTR_E_FLAGS`. `USTR_REPLACE_WITH` does
/// both.
pub const USTR_FLAG_REPLACE_WITH: u32 = 5;
/// The lowest of the 21 bits of the code point for `USTR_FLAG_REPLACE_WITH`; with any other policy, they are 0.
pub const USTR_FLAG_REPLACEMENT_SHIFT: u32 = 11;
/// The text continues after this piece: an incomplete sequence at its end is left unread, with the status
/// `USTR_INCOMPLETE`. It has up to 3 bytes; with `USTR_FLAG_LOSSLESS`, which also leaves a high surrogate before it, up
/// to 7.
pub const USTR_FLAG_MORE: u32 = 0x100;
/// This piece is not the first of its text: a byte order mark is neither recognised nor written. When encoding, set it as
/// soon as a piece has written something: `USTR_FLAG_IGNORE` may omit a whole piece.
pub const USTR_FLAG_CONTINUED: u32 = 0x200;
/// Decodes to chars even if the text is Latin-1. Used by `decode_java`; functions that have no choice ignore it.
pub const USTR_FLAG_CHARS: u32 = 0x400;

const _: () = {
    assert!(USTR_ENCODING_UTF_8 == Encoding::Utf8.id());
    assert!(USTR_ENCODING_LATIN_1 == Encoding::Latin1.id());
    assert!(USTR_ENCODING_ASCII == Encoding::Ascii.id());
    assert!(USTR_ENCODING_UTF_16LE == Encoding::Utf16Le.id());
    assert!(USTR_ENCODING_UTF_16BE == Encoding::Utf16Be.id());
    assert!(USTR_ENCODING_UTF_16 == Encoding::Utf16.id());
    assert!(USTR_ENCODING_UTF_32LE == Encoding::Utf32Le.id());
    assert!(USTR_ENCODING_UTF_32BE == Encoding::Utf32Be.id());
    assert!(USTR_ENCODING_UTF_32 == Encoding::Utf32.id());
    assert!(USTR_ENCODING_UTF_16LE_BOM == Encoding::Utf16LeBom.id());
    assert!(USTR_ENCODING_UTF_32LE_BOM == Encoding::Utf32LeBom.id());
    assert!(USTR_ENCODING_UTF_32BE_BOM == Encoding::Utf32BeBom.id());
    assert!(USTR_ENCODING_MODIFIED_UTF_8 == Encoding::MODIFIED_UTF8_ID);
    assert!(USTR_ENCODING_CESU_8 == Encoding::CESU8_ID);
};

/// Returns the encoding with this number.
pub(crate) fn encoding(number: u32) -> Result<Encoding, i32> {
    match number {
        USTR_ENCODING_MODIFIED_UTF_8 | USTR_ENCODING_CESU_8 => Err(USTR_E_UNSUPPORTED),
        _ => Encoding::from_id(number).ok_or(USTR_E_ENCODING),
    }
}

/// Returns the code unit size of an encoding in bytes; 1 if the number is unknown.
#[must_use]
pub fn unit_size(number: u32) -> usize {
    encoding(number).map_or(1, Encoding::unit_size)
}

/// Converts flags to the options of the core. `USTR_FLAG_CHARS` is left to the caller.
pub(crate) fn options(flags: u32) -> Result<Options, i32> {
    guard::panic_if_asked(flags);
    let single_bits = (1 << USTR_FLAG_REPLACEMENT_SHIFT) - 1;
    let known = USTR_FLAG_POLICY_MASK | USTR_FLAG_MORE | USTR_FLAG_CONTINUED | USTR_FLAG_CHARS;
    if flags & single_bits & !known != 0 {
        return Err(USTR_E_FLAGS);
    }
    let policy = match (flags & USTR_FLAG_POLICY_MASK, flags >> USTR_FLAG_REPLACEMENT_SHIFT) {
        (USTR_FLAG_REPLACE, 0) => Policy::Replace,
        (USTR_FLAG_REPORT, 0) => Policy::Report,
        (USTR_FLAG_IGNORE, 0) => Policy::Ignore,
        (USTR_FLAG_LOSSLESS, 0) => Policy::Lossless,
        (USTR_FLAG_SURROGATE_ESCAPE, 0) => Policy::SurrogateEscape,
        (USTR_FLAG_REPLACE_WITH, value) => Policy::ReplaceWith(char::from_u32(value).ok_or(USTR_E_FLAGS)?),
        _ => return Err(USTR_E_FLAGS),
    };
    Ok(Options { policy, more: flags & USTR_FLAG_MORE != 0, continued: flags & USTR_FLAG_CONTINUED != 0 })
}

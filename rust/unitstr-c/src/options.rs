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
/// Policy: leaves errors out. Reserved: gives `USTR_E_UNSUPPORTED`.
pub const USTR_FLAG_IGNORE: u32 = 2;
/// Policy: keeps errors in a form that can be converted back. Reserved: gives `USTR_E_UNSUPPORTED`.
pub const USTR_FLAG_LOSSLESS: u32 = 3;
/// The text continues after this piece: an incomplete sequence at its end is left unread, with the status
/// `USTR_INCOMPLETE`.
pub const USTR_FLAG_MORE: u32 = 0x100;
/// This piece is not the first of its text: a byte order mark is neither recognised nor written.
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
    assert!(USTR_FLAG_REPLACE == Policy::Replace.id());
    assert!(USTR_FLAG_REPORT == Policy::Report.id());
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
    if flags & !(USTR_FLAG_POLICY_MASK | USTR_FLAG_MORE | USTR_FLAG_CONTINUED | USTR_FLAG_CHARS) != 0 {
        return Err(USTR_E_FLAGS);
    }
    let policy = match flags & USTR_FLAG_POLICY_MASK {
        USTR_FLAG_REPLACE => Policy::Replace,
        USTR_FLAG_REPORT => Policy::Report,
        USTR_FLAG_IGNORE | USTR_FLAG_LOSSLESS => return Err(USTR_E_UNSUPPORTED),
        _ => return Err(USTR_E_FLAGS),
    };
    Ok(Options { policy, more: flags & USTR_FLAG_MORE != 0, continued: flags & USTR_FLAG_CONTINUED != 0 })
}

//! Vectors of 256 bits.
//!
//! Drawings show the first lane, the lowest address, on the left.

mod chars_to_utf32;
mod chars_to_utf8;
mod encoded_bytes;
mod latin1_to_utf8;
mod memory;
mod scan;
mod tables;
mod utf16;
mod utf32_to_utf16;
mod utf8;
mod utf8_chars;
mod utf8_equal;
mod utf8_repaired;
mod utf8_to_latin1;
mod utf8_to_utf16;
mod vectors;

pub(super) use chars_to_utf8::chars_to_utf8;
pub(super) use chars_to_utf32::chars_to_utf32;
pub(super) use encoded_bytes::{chars_utf8_bytes, chars_utf32_bytes};
pub(super) use latin1_to_utf8::{latin1_to_utf8, latin1_utf8_bytes};
pub(super) use scan::units_before_zero;
pub(super) use utf8_chars::utf8_chars;
pub(super) use utf8_repaired::utf8_to_utf16_repaired;
pub(super) use utf8_to_latin1::utf8_to_latin1;
pub(super) use utf8_to_utf16::utf8_to_utf16;
pub(super) use utf16::utf16_to_utf16;
pub(super) use utf32_to_utf16::utf32_to_utf16;

use chars_to_utf8::short_chars_to_utf8;
use utf8_equal::utf8_equal;
use utf8_to_utf16::short_utf8_to_utf16;
use vectors::Avx2;

super::shared::entries! { "avx2,bmi1,lzcnt,popcnt", Avx2, utf8_to_latin1, short_utf8_to_utf16, short_chars_to_utf8 }

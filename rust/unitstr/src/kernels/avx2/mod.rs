//! Vectors of 256 bits.
//!
//! Drawings show the first lane, the lowest address, on the left.

mod chars_utf32;
mod chars_utf8;
mod decode;
mod encode;
mod equal;
mod measure;
mod memory;
mod peek;
mod queries;
mod scan;
mod short;
mod short_java;
mod tables;
mod utf16;
mod utf32;
mod utf8;
mod utf8_latin1;
mod utf8_length;
mod utf8_tables;
mod utf8_utf16;

pub(super) use chars_utf8::chars_to_utf8;
pub(super) use chars_utf32::chars_to_utf32;
pub(super) use decode::*;
pub(super) use encode::*;
pub(super) use equal::*;
pub(super) use measure::*;
pub(super) use peek::*;
pub(super) use queries::*;
pub(super) use scan::*;
pub(super) use short::short_chars;
pub(super) use short_java::short_to_java;
pub(super) use utf8_latin1::*;
pub(super) use utf8_length::*;
pub(super) use utf8_utf16::*;
pub(super) use utf16::*;
pub(super) use utf32::*;

super::java::to_java_of_tier!("avx2,bmi1,lzcnt,popcnt");

//! Vectors of 512 bits.
//!
//! Drawings show the first lane, the lowest address, on the left. `k` masks have one bit for each lane, the first lane's
//! lowest.

mod decode;
mod equal;
mod latin1;
mod measure;
mod measure_utf8;
mod medium;
mod memory;
mod peek;
mod plain;
mod queries;
mod scan;
mod short;
mod short_utf8;
mod surrogates;
mod to_ascii;
mod to_utf32;
mod to_utf8;
mod utf8;
mod utf8_blocks;
mod utf8_latin1;
mod utf8_utf16;

pub(super) use decode::*;
pub(super) use equal::*;
pub(super) use latin1::*;
pub(super) use measure::*;
pub(super) use measure_utf8::*;
pub(super) use medium::*;
pub(super) use peek::*;
pub(super) use plain::*;
pub(super) use queries::*;
pub(super) use scan::*;
pub(super) use short::*;
pub(super) use to_ascii::*;
pub(super) use to_utf8::*;
pub(super) use to_utf32::*;
pub(super) use utf8_latin1::*;
pub(super) use utf8_utf16::*;

super::java::to_java_of_tier!("avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt");

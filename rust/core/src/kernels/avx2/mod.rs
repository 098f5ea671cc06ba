//! Vectors of 256 bits.
//!
//! Drawings show the first lane, the lowest address, on the left.

mod decode;
mod encode;
mod measure;
mod memory;
mod peek;
mod scan;
mod utf8;

pub(super) use decode::*;
pub(super) use encode::*;
pub(super) use measure::*;
pub(super) use peek::*;
pub(super) use scan::*;
pub(super) use utf8::*;

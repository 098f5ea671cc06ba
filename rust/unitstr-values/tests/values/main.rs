//! Values: the slots, objects and strings of the three dialects, against images that real libraries made, against
//! memory laid out by hand, and against models.
#![cfg(all(target_pointer_width = "64", target_endian = "little"))]
#![allow(clippy::cast_possible_truncation, reason = "small numbers, on 64-bit machines")]

mod boxing;
mod d4a;
mod golden;
mod hostile;
mod list;
mod slots;
mod strings;
mod text;
mod ucs4;

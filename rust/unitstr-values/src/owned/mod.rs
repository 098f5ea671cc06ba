//! Memory that other languages share: reference-counted objects, text behind a pointer, the pool of a list. All
//! layouts with raw pointers are in this module, behind types that are safe to use.

mod foreign;
mod list;
mod object;
mod slot;
mod string;

pub use foreign::{Foreign, ForeignHeader};
pub(super) use list::RawList;
pub use object::{Header, Object};
pub use slot::OwnedAny;
pub use string::{Category, StringCore, Unit};

use super::AnyPad;

/// The bytes of a slot.
pub(super) const fn slot_bytes<const WORDS: usize>(slot: &AnyPad<WORDS>) -> &[u8] {
    let bytes: *const AnyPad<WORDS> = slot;
    // SAFETY: `slot` consists of numbers without padding, of 8 + 8 * WORDS bytes (asserted at its definition), and
    // lives as long as the result.
    unsafe { std::slice::from_raw_parts(bytes.cast(), 8 + 8 * WORDS) }
}

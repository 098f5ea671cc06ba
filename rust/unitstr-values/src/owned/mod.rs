//! Memory that other languages share: counted objects, text behind a pointer, the pool of a list. Layouts with raw
//! pointers are here, behind types that are safe to use, and nowhere else among the values.

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
    // SAFETY: the slot is all numbers without padding, 8 + 8 * WORDS bytes (asserted where it is defined), and lives as
    // long as the result.
    unsafe { std::slice::from_raw_parts(bytes.cast(), 8 + 8 * WORDS) }
}

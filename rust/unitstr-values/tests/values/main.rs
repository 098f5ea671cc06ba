//! Values: the slots, objects and strings of both dialects, against images that real libraries made and
//! against memory laid out by hand.
#![cfg(all(target_pointer_width = "64", target_endian = "little"))]
#![allow(clippy::cast_possible_truncation, reason = "small numbers, on 64-bit machines")]

mod boxing;
mod golden;
mod hostile;
mod slots;
mod text;

use unitstr_values::{Bad, Dialect, Rfc97, Tag};

/// A slot of RFC 97 with `words` words of payload, written over other bytes.
fn rfc97(words: usize, tag: &Tag<'_>) -> Result<Vec<u8>, Bad> {
    let mut slot = vec![0xAA; 8 + 8 * words];
    Rfc97::write(&mut slot, tag)?;
    Ok(slot)
}

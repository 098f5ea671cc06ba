//! The elements of TensorFlow's RFC of 2019, of 16 or of 24 bytes, which TensorFlow never shipped: arrays of strings
//! that can be written to without an allocation ([`Kind::Prealloc`]).
//!
//! The two low bits of the first byte are the type; `w` is the size of `size_t`, 8 or 4.
//!
//! ```text
//!             0         1                               16 or 24
//! 0 SMALL     size<<2   text, up to 15 or 23 bytes
//!
//!             0                 w               2w              3w
//! 1 LARGE     size<<2|1         address                               (16 bytes: no capacity)
//! 1 LARGE     size<<2|1         capacity        address               (24 bytes)
//!
//!             0                 4               8               12 … zero
//! 2 OFFSET    size<<2|2         offset          count
//!
//!             0                 4               8               8+w … zero
//! 3 PREALLOC  size<<2|3         capacity        address
//! ```
//!
//! * No string has a NUL behind it.
//! * OFFSET is little-endian everywhere, as in [`tstring`](super::tstring); all else is in the order of the machine.
//!   Size and capacity of a PREALLOC have 32 bits on every machine.
//! * A LARGE was another type before it overflowed: the element as it was lies in front of the string, at `address` − 16
//!   or − 24. So neither the address nor the element may be given to anybody else, and an element that is or was an
//!   OFFSET may not be moved.
//!
//! Source: TensorFlow's `rfcs/20190411-string-unification.md`. It shows no capacity in a LARGE of 24 bytes: the order is
//! that of [`tstring`](super::tstring).
//!
//! [`Kind::Prealloc`]: super::Kind::Prealloc

use super::tstring::{offset, small, type_of};
use super::words::{decode_size, u32_of, word};
use super::{Fields, Kind, Layout, Place};

/// What an element says that begins `start` bytes into its tensor. Of a short element the rest of `raw` is zero.
#[inline(always)]
pub(super) fn fields(raw: &[u8; 24], layout: Layout, start: u64) -> Fields {
    match type_of(raw) {
        0 => small(raw, layout.small_capacity()),
        1 => large(raw, layout),
        2 => offset(raw, start, layout.element_bytes()),
        _ => prealloc(raw, layout),
    }
}

#[inline(always)]
fn large(raw: &[u8; 24], layout: Layout) -> Fields {
    let bits = layout.word.bits();
    let bytes = decode_size(word(raw, 0, layout), bits, layout.order);
    let (capacity, address) = if layout.element_bytes() == 16 {
        (bytes, word(raw, 1, layout))
    } else {
        (word(raw, 1, layout), word(raw, 2, layout))
    };
    Fields {
        kind: Kind::Large,
        bytes,
        capacity,
        place: Place::Address(address),
        count: None,
        padding_is_zero: true,
    }
}

#[inline(always)]
fn prealloc(raw: &[u8; 24], layout: Layout) -> Fields {
    let size = u32_of(raw, 0, layout.order).into();
    // Behind eight bytes stands a word: the second, or the third.
    let nth = 8 / layout.word.bytes();
    Fields {
        kind: Kind::Prealloc,
        bytes: decode_size(size, 32, layout.order),
        capacity: u32_of(raw, 4, layout.order).into(),
        place: Place::Address(word(raw, nth, layout)),
        count: None,
        padding_is_zero: raw[8 + layout.word.bytes()..].iter().all(|byte| *byte == 0),
    }
}

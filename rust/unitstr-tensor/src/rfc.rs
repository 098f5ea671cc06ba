//! The elements of TensorFlow's RFC of 2019, of 16 or 24 bytes, which TensorFlow never shipped: arrays of strings
//! that can be changed without an allocation ([`Kind::Prealloc`]).
//!
//! Layout, rules, limits and sources: `docs/layouts/rfc-tensor.md`.
//!
//! [`Kind::Prealloc`]: super::Kind::Prealloc

use super::tstring::{large, offset, small, type_of, words_element};
use super::words::{decode_size, encode_size, set_u32, u32_of, word};
use super::{ByteOrder, Fields, Kind, Layout, Place};

/// The largest capacity of a PREALLOC in bytes: 2³⁰ − 1.
pub const MAX_PREALLOC_BYTES: usize = (1 << 30) - 1;

/// Returns a LARGE element. `None` if a number does not fit into its words.
#[inline]
pub(super) fn large_element(layout: Layout, bytes: u64, capacity: u64, address: u64) -> Option<[u8; 24]> {
    let others = [capacity, address];
    // An element of 16 bytes has no word for a capacity.
    words_element(layout, 1, bytes, if layout.element_bytes() == 16 { &others[1..] } else { &others })
}

/// Returns the same element, which is not LARGE, with another size, which is at most its capacity.
#[inline]
pub(super) fn with_size(raw: &[u8; 24], layout: Layout, bytes: u64) -> [u8; 24] {
    let mut raw = *raw;
    match type_of(&raw) {
        0 => raw[0] = bytes.to_le_bytes()[0] << 2,
        2 => set_u32(&mut raw, 0, ByteOrder::Little, encode_size(bytes, 2, 32, ByteOrder::Little)),
        kind => set_u32(&mut raw, 0, layout.order, encode_size(bytes, kind, 32, layout.order)),
    }
    raw
}

/// The contents of an element that begins at byte `start` of its tensor. For an element of 16 bytes the rest of `raw`
/// is zero.
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
fn prealloc(raw: &[u8; 24], layout: Layout) -> Fields {
    let size = u32_of(raw, 0, layout.order).into();
    // The word after eight bytes: the second or the third.
    let nth = 8 / layout.word.bytes();
    let (bytes, capacity) = (decode_size(size, 32, layout.order), u32_of(raw, 4, layout.order).into());
    Fields {
        padding_is_zero: raw[8 + layout.word.bytes()..].iter().all(|byte| *byte == 0),
        ..Fields::new(Kind::Prealloc, bytes, capacity, Place::Address(word(raw, nth, layout)))
    }
}

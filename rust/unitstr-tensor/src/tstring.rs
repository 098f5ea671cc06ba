//! TensorFlow's elements since 2.4: 24 bytes on every machine, at any alignment.
//!
//! Layout, rules, limits and sources: `docs/layouts/tf24.md`.

use super::words::{decode_size, encode_size, max_size, set_word, u32_le, word};
use super::{Fields, Kind, Layout, Place};

/// The size of an element in bytes.
pub const ELEMENT_BYTES: usize = 24;
/// The largest string that an element can store, in bytes.
pub const SMALL_CAPACITY: usize = 22;

/// Returns a LARGE element, as `layout`'s machine writes it. `None` if a number does not fit into its words: the size
/// is at most 2⁶² − 1 or 2³⁰ − 1 bytes.
///
/// ```
/// use unitstr_tensor::{ByteOrder, Layout, ViewAbi, WordSize, tstring};
///
/// let layout = Layout::tf24(ViewAbi::From2_21).with_order(ByteOrder::Big).with_word(WordSize::Eight);
/// let raw = tstring::large_element(layout, 300, 303, 0x1000).unwrap();
/// assert_eq!(raw[..8], [1, 0, 0, 0, 0, 0, 1, 0x2C]);
/// ```
#[must_use]
#[inline]
pub fn large_element(layout: Layout, bytes: u64, capacity: u64, address: u64) -> Option<[u8; ELEMENT_BYTES]> {
    words_element(layout, 1, bytes, &[capacity, address])
}

/// Returns a VIEW element, as `layout`'s machine writes it. All of its bytes are set, so that no stale bytes are read
/// as an owner. `owner` is the address of a `TStringOwnerCApi`, or 0; it must be 0 up to TensorFlow 2.20. `None` if a
/// number does not fit into its words.
#[must_use]
#[inline]
pub fn view_element(layout: Layout, bytes: u64, address: u64, owner: u64) -> Option<[u8; ELEMENT_BYTES]> {
    words_element(layout, 3, bytes, &[address, owner])
}

/// Returns an element of words: the size and the type, and then the other words.
#[inline(always)]
pub(super) fn words_element(layout: Layout, kind: u8, bytes: u64, others: &[u64]) -> Option<[u8; ELEMENT_BYTES]> {
    let bits = layout.word.bits();
    let max = u64::MAX >> (64 - bits);
    if bytes > max_size(bits) || others.iter().any(|other| *other > max) {
        return None;
    }
    let mut raw = [0; ELEMENT_BYTES];
    set_word(&mut raw, 0, layout, encode_size(bytes, kind, bits, layout.order));
    for (nth, other) in others.iter().enumerate() {
        set_word(&mut raw, 1 + nth, layout, *other);
    }
    Some(raw)
}

/// The type of an element, from its first byte.
#[inline(always)]
pub(super) const fn type_of(raw: &[u8; 24]) -> u8 {
    raw[0] & 3
}

/// The contents of an element that begins at byte `start` of its tensor.
#[inline(always)]
pub(super) fn fields(raw: &[u8; 24], layout: Layout, start: u64) -> Fields {
    match type_of(raw) {
        0 => small(raw, SMALL_CAPACITY),
        1 => large(raw, layout),
        2 => offset(raw, start, ELEMENT_BYTES),
        _ => Fields::new(Kind::View, word_size(raw, layout), 0, Place::Address(word(raw, 1, layout))),
    }
}

/// The size in the first word of an element.
#[inline(always)]
fn word_size(raw: &[u8; 24], layout: Layout) -> u64 {
    decode_size(word(raw, 0, layout), layout.word.bits(), layout.order)
}

/// The contents of an element with a block of C's heap. An element of 16 bytes has no word for a capacity.
#[inline(always)]
pub(super) fn large(raw: &[u8; 24], layout: Layout) -> Fields {
    let bytes = word_size(raw, layout);
    let (capacity, address) = if layout.element_bytes() == 16 {
        (bytes, word(raw, 1, layout))
    } else {
        (word(raw, 1, layout), word(raw, 2, layout))
    };
    Fields::new(Kind::Large, bytes, capacity, Place::Address(address))
}

/// The contents of an element that stores its string.
#[inline(always)]
pub(super) fn small(raw: &[u8; 24], capacity: usize) -> Fields {
    Fields::new(Kind::Small, u64::from(raw[0] >> 2), capacity as u64, Place::Inside(1))
}

/// The contents of an element that begins at byte `start` of its tensor, with its string at a distance.
#[inline(always)]
pub(super) fn offset(raw: &[u8; 24], start: u64, element_bytes: usize) -> Fields {
    let place = Place::Buffer(start + u64::from(u32_le(raw, 4)));
    Fields {
        count: Some(u32_le(raw, 8)),
        padding_is_zero: raw[12..element_bytes].iter().all(|byte| *byte == 0),
        ..Fields::new(Kind::Offset, u64::from(u32_le(raw, 0) >> 2), 0, place)
    }
}

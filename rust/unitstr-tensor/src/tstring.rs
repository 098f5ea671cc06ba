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
    words_element(layout, 1, bytes, [capacity, address])
}

/// Returns a VIEW element, as `layout`'s machine writes it. All of its bytes are set, so that no stale bytes are read
/// as an owner. `owner` is the address of a `TStringOwnerCApi`, or 0; it must be 0 up to TensorFlow 2.20. `None` if a
/// number does not fit into its words.
#[must_use]
#[inline]
pub fn view_element(layout: Layout, bytes: u64, address: u64, owner: u64) -> Option<[u8; ELEMENT_BYTES]> {
    words_element(layout, 3, bytes, [address, owner])
}

#[inline(always)]
fn words_element(layout: Layout, kind: u8, bytes: u64, others: [u64; 2]) -> Option<[u8; ELEMENT_BYTES]> {
    let bits = layout.word.bits();
    let max = u64::MAX >> (64 - bits);
    if bytes > max_size(bits) || others.iter().any(|other| *other > max) {
        return None;
    }
    let mut raw = [0; ELEMENT_BYTES];
    set_word(&mut raw, 0, layout, encode_size(bytes, kind, bits, layout.order));
    set_word(&mut raw, 1, layout, others[0]);
    set_word(&mut raw, 2, layout, others[1]);
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
    let bits = layout.word.bits();
    let word_size = || decode_size(word(raw, 0, layout), bits, layout.order);
    match type_of(raw) {
        0 => small(raw, SMALL_CAPACITY),
        1 => Fields {
            kind: Kind::Large,
            bytes: word_size(),
            capacity: word(raw, 1, layout),
            place: Place::Address(word(raw, 2, layout)),
            count: None,
            padding_is_zero: true,
        },
        2 => offset(raw, start, ELEMENT_BYTES),
        _ => Fields {
            kind: Kind::View,
            bytes: word_size(),
            capacity: 0,
            place: Place::Address(word(raw, 1, layout)),
            count: None,
            padding_is_zero: true,
        },
    }
}

/// The contents of an element that stores its string.
#[inline(always)]
pub(super) fn small(raw: &[u8; 24], capacity: usize) -> Fields {
    Fields {
        kind: Kind::Small,
        bytes: u64::from(raw[0] >> 2),
        capacity: capacity as u64,
        place: Place::Inside(1),
        count: None,
        padding_is_zero: true,
    }
}

/// The contents of an element that begins at byte `start` of its tensor, with its string at a distance.
#[inline(always)]
pub(super) fn offset(raw: &[u8; 24], start: u64, element_bytes: usize) -> Fields {
    Fields {
        kind: Kind::Offset,
        bytes: u64::from(u32_le(raw, 0) >> 2),
        capacity: 0,
        place: Place::Buffer(start + u64::from(u32_le(raw, 4))),
        count: Some(u32_le(raw, 8)),
        padding_is_zero: raw[12..element_bytes].iter().all(|byte| *byte == 0),
    }
}

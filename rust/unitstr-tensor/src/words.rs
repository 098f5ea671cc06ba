//! Reads and writes numbers in the bytes of an element, in any byte order and word size.

use super::{ByteOrder, Layout, WordSize};

/// The `N` bytes at `at`; the caller has checked that they exist.
#[inline(always)]
fn bytes_at<const N: usize>(raw: &[u8; 24], at: usize) -> [u8; N] {
    let mut bytes = [0; N];
    bytes.copy_from_slice(&raw[at..at + N]);
    bytes
}

/// A 32-bit number in little-endian order.
#[inline(always)]
pub(super) fn u32_le(raw: &[u8; 24], at: usize) -> u32 {
    u32::from_le_bytes(bytes_at(raw, at))
}

/// A 32-bit number in the layout's order.
#[inline(always)]
pub(super) fn u32_of(raw: &[u8; 24], at: usize, order: ByteOrder) -> u32 {
    match order {
        ByteOrder::Little => u32_le(raw, at),
        ByteOrder::Big => u32::from_be_bytes(bytes_at(raw, at)),
    }
}

/// The `nth` word, in the layout's order and size.
#[inline(always)]
pub(super) fn word(raw: &[u8; 24], nth: usize, layout: Layout) -> u64 {
    let at = nth * layout.word.bytes();
    match (layout.word, layout.order) {
        (WordSize::Four, order) => u32_of(raw, at, order).into(),
        (WordSize::Eight, ByteOrder::Little) => u64::from_le_bytes(bytes_at(raw, at)),
        (WordSize::Eight, ByteOrder::Big) => u64::from_be_bytes(bytes_at(raw, at)),
    }
}

/// Writes the `nth` word, which keeps as many low bits as it has.
#[inline(always)]
pub(super) fn set_word(raw: &mut [u8; 24], nth: usize, layout: Layout, value: u64) {
    let size = layout.word.bytes();
    set(&mut raw[nth * size..][..size], layout.order, value);
}

/// Writes the low 32 bits at `at`.
#[inline(always)]
pub(super) fn set_u32(raw: &mut [u8; 24], at: usize, order: ByteOrder, value: u64) {
    set(&mut raw[at..][..4], order, value);
}

/// Writes as many low bytes as there is place for, at most eight.
#[inline(always)]
fn set(place: &mut [u8], order: ByteOrder, value: u64) {
    place.copy_from_slice(&value.to_le_bytes()[..place.len()]);
    if order == ByteOrder::Big {
        place.reverse();
    }
}

/// The largest size in bytes that a number of `bits` bits can express: two bits are the type.
#[inline(always)]
pub(super) const fn max_size(bits: u32) -> u64 {
    u64::MAX >> (64 - bits + 2)
}

/// The size in a number of `bits` bits whose two lowest bits *in its first byte in memory* are the type.
#[inline(always)]
pub(super) const fn decode_size(value: u64, bits: u32, order: ByteOrder) -> u64 {
    match order {
        ByteOrder::Little => value >> 2,
        ByteOrder::Big => {
            // On big-endian machines the first byte in memory is the most significant one.
            let first = 0xFF << (bits - 8);
            (((first << 2) & value & mask(bits)) >> 2) | (value & !first)
        }
    }
}

/// The number for this size and type; the size is at most [`max_size`].
///
/// TensorFlow's own encoder masks the shifted size by 0xFF in the first byte: on big-endian machines two bits of
/// large sizes then change the type. With the mask 0xFC its decoder reads every size correctly, and nothing else
/// differs.
#[inline(always)]
pub(super) const fn encode_size(size: u64, kind: u8, bits: u32, order: ByteOrder) -> u64 {
    match order {
        ByteOrder::Little => size << 2 | kind as u64,
        ByteOrder::Big => {
            let shift = bits - 8;
            ((0xFC << shift) & (size << 2)) | (size & !(0xFF << shift)) | (kind as u64) << shift
        }
    }
}

const fn mask(bits: u32) -> u64 {
    u64::MAX >> (64 - bits)
}

//! Bytes of tensors and elements, written from the drawings in `docs/layouts`.

use unitstr_tensor::{ByteOrder, Format, Layout, StringTensor, WordSize};

/// The texts of a tensor, or the first error.
pub fn texts(tensor: &StringTensor<'_>) -> Result<Vec<Vec<u8>>, unitstr_tensor::FormatError> {
    tensor.elements().map(|element| element.map(|element| element.text().to_vec())).collect()
}

/// A tensor without addresses.
pub fn to_vec<B: AsRef<[u8]>>(layout: Layout, texts: &[B]) -> Vec<u8> {
    let table = layout.table_bytes(texts.len()).expect("small");
    let count = u32::try_from(texts.len()).expect("small");
    let u32_of = |number: usize| u32::try_from(number).expect("small");
    let (mut entries, mut data) = (Vec::with_capacity(table), Vec::new());
    if layout.format == Format::TfLite {
        entries.extend_from_slice(&count.to_le_bytes());
        entries.extend_from_slice(&u32_of(table).to_le_bytes());
    }
    for text in texts {
        let text = text.as_ref();
        match layout.format {
            Format::TfLite => entries.extend_from_slice(&u32_of(table + data.len() + text.len()).to_le_bytes()),
            Format::TfLegacy => {
                let offset = data.len() as u64;
                entries.extend_from_slice(&match layout.order {
                    ByteOrder::Little => offset.to_le_bytes(),
                    ByteOrder::Big => offset.to_be_bytes(),
                });
                data.extend_from_slice(&length(text.len() as u64));
            }
            _ => {
                let distance = u32_of(table + data.len() - entries.len());
                let raw = offset_element(u32_of(text.len()), distance, count).expect("small");
                entries.extend_from_slice(&raw[..layout.element_bytes()]);
            }
        }
        data.extend_from_slice(text);
    }
    [entries, data].concat()
}

/// A varint.
pub fn length(mut length: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while length >= 0x80 {
        bytes.push(length.to_le_bytes()[0] | 0x80);
        length >>= 7;
    }
    bytes.push(length.to_le_bytes()[0]);
    bytes
}

/// A SMALL element of TensorFlow; `None` if the text is too long.
pub fn small_element(text: &[u8]) -> Option<[u8; 24]> {
    let mut raw = [0; 24];
    raw[0] = u8::try_from(text.len()).ok().filter(|bytes| *bytes <= 22)? << 2;
    raw[1..=text.len()].copy_from_slice(text);
    Some(raw)
}

/// An OFFSET element; `None` if the text is too long.
pub fn offset_element(bytes: u32, distance: u32, count: u32) -> Option<[u8; 24]> {
    let mut raw = [0; 24];
    raw[..4].copy_from_slice(&((bytes < 1 << 30).then_some(bytes)? << 2 | 2).to_le_bytes());
    raw[4..8].copy_from_slice(&distance.to_le_bytes());
    raw[8..12].copy_from_slice(&count.to_le_bytes());
    Some(raw)
}

/// A PREALLOC element of `layout`'s machine; the size is below 2²².
pub fn prealloc_element(layout: Layout, bytes: u32, capacity: u32, address: u64) -> [u8; 24] {
    assert!(bytes < 1 << 22);
    let mut raw = [0; 24];
    match layout.order {
        ByteOrder::Little => {
            raw[..4].copy_from_slice(&(bytes << 2 | 3).to_le_bytes());
            raw[4..8].copy_from_slice(&capacity.to_le_bytes());
            raw[8..16].copy_from_slice(&address.to_le_bytes());
        }
        ByteOrder::Big => {
            // The type is in the low bits of the first byte; the low bits of the size are at the other end.
            raw[..4].copy_from_slice(&(bytes | 3 << 24).to_be_bytes());
            raw[4..8].copy_from_slice(&capacity.to_be_bytes());
            raw[8..16].copy_from_slice(
                &match layout.word {
                    WordSize::Four => address << 32,
                    WordSize::Eight => address,
                }
                .to_be_bytes(),
            );
        }
    }
    raw
}

//! What a tensor of elements in an untrusted buffer is, by the drawings and the order of the checks alone: it shares no
//! code with the library. The fuzz target `tensor` uses this file too.

use unitstr::Source;
use unitstr_tensor::{
    ByteOrder, Checks, Field, Format, FormatCode, FormatError, Kind, Layout, Strictness, StringTensor, Trust, WordSize,
};

/// Where each string is, or the first error.
pub type Verdict = Result<Vec<(Kind, Vec<u8>)>, (FormatCode, usize, Field)>;

/// By the drawings.
pub fn expected(bytes: &[u8], count: usize, layout: Layout, strictness: Strictness, limits: [u64; 2]) -> Verdict {
    let (size, room) = match layout.format {
        Format::Tf24 => (24, 22),
        Format::Rfc24 => (24, 23),
        _ => (16, 15),
    };
    if count as u128 * size as u128 > bytes.len() as u128 {
        return Err((FormatCode::TableTruncated, count, Field::Table));
    }
    let strict = strictness == Strictness::Strict;
    let mut texts = Vec::new();
    let (mut total, mut last) = (0, 0..0);
    for index in 0..count {
        let raw = &bytes[index * size..][..size];
        let small = u32::from_le_bytes([raw[0], raw[1], raw[2], raw[3]]);
        let error = |code, field| Err((code, index, field));
        let (kind, start, length) = match raw[0] % 4 {
            0 => {
                let length = usize::from(raw[0]) / 4;
                if length > room {
                    return error(FormatCode::SmallSize, Field::Size);
                }
                (Kind::Small, index * size + 1, length)
            }
            2 => {
                let distance = u32::from_le_bytes([raw[4], raw[5], raw[6], raw[7]]) as usize;
                let (start, length) = (index * size + distance, (small >> 2) as usize);
                if start > bytes.len() {
                    return error(FormatCode::OffsetRange, Field::Offset);
                }
                if start + length > bytes.len() {
                    return error(FormatCode::OffsetRange, Field::Size);
                }
                if length > 0 && start < count * size {
                    return error(FormatCode::OffsetIntoTable, Field::Offset);
                }
                (Kind::Offset, start, length)
            }
            _ => return error(FormatCode::PointerRefused, Field::Pointer),
        };
        if length as u64 > limits[0] {
            return error(FormatCode::SizeLimit, Field::Size);
        }
        if kind == Kind::Offset && strict {
            if u32::from_le_bytes([raw[8], raw[9], raw[10], raw[11]]) as usize != count {
                return error(FormatCode::Count, Field::Count);
            }
            if raw[12..].iter().any(|byte| *byte > 0) {
                return error(FormatCode::Padding, Field::Padding);
            }
        }
        total += length as u64;
        if total > limits[1] {
            return error(FormatCode::TotalLimit, Field::Size);
        }
        if kind == Kind::Offset && strict {
            if start < last.start {
                return error(FormatCode::NotMonotonic, Field::Offset);
            }
            if start < last.end {
                return error(FormatCode::Overlap, Field::Offset);
            }
            last = start..start + length;
        }
        texts.push((kind, bytes[start..start + length].to_vec()));
    }
    Ok(texts)
}

/// The library's result: all strings, and the report of its validator.
pub fn found(bytes: &[u8], count: usize, layout: Layout, checks: Checks<'_>) -> Verdict {
    let tuple = |error: FormatError| (error.code, error.index, error.field);
    let tensor = StringTensor::new(Source::from_bytes(bytes), count, layout, checks).map_err(tuple)?;
    let mut texts = Vec::new();
    let mut left = match (checks.max_total_bytes, checks.trust) {
        (Some(limit), _) => limit,
        (None, Trust::UntrustedBuffer) => bytes.len() as u64,
        (None, _) => u64::MAX,
    };
    let mut stopped = None;
    for (index, element) in tensor.elements().enumerate() {
        let element = match element {
            Ok(element) => element,
            Err(error) => {
                stopped = Some(error);
                break;
            }
        };
        let text = element.text().to_vec();
        assert_eq!(text.len(), element.bytes());
        if text.len() as u64 > left {
            stopped = Some(FormatError::new(FormatCode::TotalLimit, index, Field::Size));
            break;
        }
        left -= text.len() as u64;
        texts.push((element.kind(), text));
    }
    let validated = tensor.validate();
    match (validated, stopped) {
        (Ok(total), None) => {
            assert_eq!(total, texts.iter().map(|(_, text)| text.len() as u64).sum::<u64>());
            Ok(texts)
        }
        (Err(error), stopped) => {
            // Order and overlap are seen by the validator alone, and no later than what stops the reader.
            let whole = matches!(error.code, FormatCode::NotMonotonic | FormatCode::Overlap);
            assert!(whole && stopped.is_none_or(|stopped| stopped.index >= error.index) || stopped == Some(error));
            Err(tuple(error))
        }
        (Ok(_), Some(error)) => panic!("valid, but {error}"),
    }
}

/// A layout of elements by three small numbers.
pub fn layout(format: u8, order: u8, word: u8) -> Layout {
    use unitstr_tensor::ViewAbi;
    let layout = match format % 3 {
        0 => Layout::tf24(ViewAbi::From2_21),
        1 => Layout::RFC16,
        _ => Layout::RFC24,
    };
    let order = if order.is_multiple_of(2) { ByteOrder::Little } else { ByteOrder::Big };
    let word = if word.is_multiple_of(2) { WordSize::Eight } else { WordSize::Four };
    layout.with_order(order).with_word(word)
}

/// A strictness by a small number.
pub fn strictness(number: u8) -> Strictness {
    [Strictness::Standard, Strictness::Strict, Strictness::Lenient][usize::from(number % 3)]
}

/// Compares the two.
pub fn compare(
    bytes: &[u8],
    count: usize,
    layout: Layout,
    strictness: Strictness,
    limits: [Option<u64>; 2],
) -> Verdict {
    let mut checks = Checks { strictness, ..Checks::UNTRUSTED };
    checks.max_total_bytes = limits[1];
    if let Some(bytes) = limits[0] {
        checks = Checks { max_bytes: bytes, ..checks };
    }
    let found = found(bytes, count, layout, checks);
    let limits = [limits[0].unwrap_or(i32::MAX as u64), limits[1].unwrap_or(bytes.len() as u64)];
    assert_eq!(found, expected(bytes, count, layout, strictness, limits), "{layout:?} {count} {strictness:?}");
    found
}

//! Arrow's strings in and out, and tensors to tensors.

use unitstr::{Source, Target};
use unitstr_tensor::arrow::{self, ArrowStrings, Nulls, OffsetSize};
use unitstr_tensor::bulk::Stop;
use unitstr_tensor::{ByteOrder, Checks, Field, FormatCode, FormatError, Layout, StringTensor, ViewAbi, fill};

use crate::common::{Random, error};

const LAYOUTS: [Layout; 6] = [
    Layout::tf24(ViewAbi::From2_21),
    Layout::RFC16,
    Layout::RFC24,
    Layout::TF_LEGACY,
    Layout::TF_LEGACY.with_order(ByteOrder::Big),
    Layout::TFLITE,
];

fn tensor(bytes: &[u8], count: usize, layout: Layout) -> StringTensor<'_> {
    StringTensor::new(Source::from_bytes(bytes), count, layout, Checks::UNTRUSTED).expect("a table")
}

fn offsets(ends: &[i64], size: OffsetSize) -> Vec<u8> {
    let bytes = |end: &i64| match size {
        OffsetSize::Four => i32::try_from(*end).expect("small").to_ne_bytes().to_vec(),
        OffsetSize::Eight => end.to_ne_bytes().to_vec(),
    };
    ends.iter().flat_map(bytes).collect()
}

#[test]
fn every_layout_becomes_every_other_one() {
    let mut random = Random::new(21);
    for _ in 0..100 {
        let texts = random.texts(6);
        for from in LAYOUTS {
            let bytes = fill::to_vec(from, &texts).expect("fits");
            for to in LAYOUTS {
                let converted = fill::convert(&tensor(&bytes, texts.len(), from), to);
                assert_eq!(converted, fill::to_vec(to, &texts), "{from:?} {to:?}");
            }
        }
    }
}

#[test]
fn what_is_wrong_is_not_converted() {
    let mut bytes = fill::to_vec(LAYOUTS[0], &["a", "b"]).expect("fits");
    bytes[24] |= 1;
    let found = fill::convert(&tensor(&bytes, 2, LAYOUTS[0]), Layout::TFLITE);
    assert_eq!(found, Err(error(FormatCode::PointerRefused, 1, Field::Pointer)));
    let legacy: Vec<u8> = [0_u64; 40].iter().flat_map(|n| n.to_ne_bytes()).chain([90; 91]).collect();
    let found = fill::convert(&tensor(&legacy, 40, Layout::TF_LEGACY), Layout::TFLITE);
    assert_eq!(found, Err(error(FormatCode::TotalLimit, 4, Field::Size)), "a bomb");
}

#[test]
fn arrow_and_back() {
    let texts = ["", "héllo", "世界", "a text that is longer than an element", "😀"];
    for layout in LAYOUTS {
        let bytes = fill::to_vec(layout, &texts).expect("fits");
        for size in [OffsetSize::Four, OffsetSize::Eight] {
            let tensor = tensor(&bytes, texts.len(), layout);
            let all = texts.concat();
            assert_eq!(arrow::sizes(&tensor, size), Ok((6 * size.bytes(), all.len())));
            let mut ends = vec![0x55; 6 * size.bytes() + 3];
            let mut data = vec![0x55; all.len() + 3];
            let (to_ends, to_data) = (Target::from_bytes(&mut ends), Target::from_bytes(&mut data));
            let done = arrow::export(&tensor, size, to_ends, to_data);
            assert_eq!((done.elements, done.bytes, done.stop), (5, all.len(), Stop::Done));
            assert_eq!(ends[..6 * size.bytes()], offsets(&[0, 0, 6, 12, 49, 53], size));
            assert_eq!(&data[..all.len()], all.as_bytes());
            assert_eq!((&ends[6 * size.bytes()..], &data[all.len()..]), ([0x55; 3].as_slice(), [0x55; 3].as_slice()));

            let array = ArrowStrings::new(Source::from_bytes(&ends), Source::from_bytes(&data), None, size, 5);
            assert_eq!(array.and_then(|array| array.to_tensor(layout, Nulls::Refuse)), Ok(bytes.clone()));
            for (small_ends, small_data) in [(6 * size.bytes() - 1, all.len()), (6 * size.bytes(), all.len() - 1)] {
                let to_ends = Target::from_bytes(&mut ends[..small_ends]);
                let to_data = Target::from_bytes(&mut data[..small_data]);
                assert_eq!(arrow::export(&tensor, size, to_ends, to_data).stop, Stop::OutputFull);
            }
        }
    }
}

#[test]
fn text_that_is_not_utf_8_does_not_become_arrows() {
    let bytes = fill::to_vec(Layout::TFLITE, &[b"ab".as_slice(), b"c\xFFd"]).expect("fits");
    let (mut ends, mut data) = ([0; 12], [0; 8]);
    let (to_ends, to_data) = (Target::from_bytes(&mut ends), Target::from_bytes(&mut data));
    let done = arrow::export(&tensor(&bytes, 2, Layout::TFLITE), OffsetSize::Four, to_ends, to_data);
    let Stop::Text(progress) = done.stop else { panic!("{done:?}") };
    assert_eq!((done.elements, progress.read, progress.bad_len), (1, 1, 1));
}

fn import(ends: &[i64], data: &[u8], validity: Option<&[u8]>, nulls: Nulls) -> Result<Vec<u8>, FormatError> {
    let ends = offsets(ends, OffsetSize::Eight);
    let array = ArrowStrings::new(
        Source::from_bytes(&ends),
        Source::from_bytes(data),
        validity.map(Source::from_bytes),
        OffsetSize::Eight,
        ends.len() / 8 - 1,
    )?;
    array.to_tensor(Layout::TFLITE, nulls)
}

#[test]
fn nulls_slices_and_hostile_offsets() {
    let tflite = |texts: &[&str]| fill::to_vec(Layout::TFLITE, texts);
    let nine = [1, 2, 3, 3, 3, 3, 3, 3, 3, 4];
    let expected = ["b", "c", "", "", "", "", "", "", "d"];
    assert_eq!(import(&nine, b"abcd", None, Nulls::Refuse), tflite(&expected), "a part of another array");
    // Bits 1 and 8 are zero: nulls, whatever their offsets say.
    let bits = [0xFD, 0xFE];
    let null = error(FormatCode::NullElement, 1, Field::Text);
    assert_eq!(import(&nine, b"abcd", Some(&bits), Nulls::Refuse), Err(null));
    let expected = ["b", "", "", "", "", "", "", "", ""];
    assert_eq!(import(&nine, b"abcd", Some(&bits), Nulls::Empty), tflite(&expected));
    let truncated = error(FormatCode::TableTruncated, 9, Field::Table);
    assert_eq!(import(&nine, b"abcd", Some(&bits[..1]), Nulls::Empty), Err(truncated));
    use Field::{End, Offset};
    use FormatCode::{NotMonotonic, OffsetRange};
    for (ends, code, index, field) in [
        ([0, 5, 5], OffsetRange, 0, End),
        ([0, 2, 1], NotMonotonic, 1, Offset),
        ([-1, 2, 2], OffsetRange, 0, Offset),
        ([0, -1, 2], OffsetRange, 0, End),
        ([0, 2, i64::MIN], OffsetRange, 1, End),
        ([5, 5, 5], OffsetRange, 0, Offset),
    ] {
        assert_eq!(import(&ends, b"abcd", None, Nulls::Empty), Err(error(code, index, field)), "{ends:?}");
    }
    let none = Source::from_bytes(&[]);
    for count in [0, usize::MAX, usize::MAX / 4] {
        let array = ArrowStrings::new(none, none, None, OffsetSize::Four, count);
        assert!(array.is_err(), "one offset more than there are strings");
    }
}

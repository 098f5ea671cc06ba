//! Bytes that make TensorFlow read elsewhere or end the process.

use unitstr::Source;
use unitstr_tensor::{
    Checks, Field, FormatCode, FormatError, Kind, Layout, Strictness, StringTensor, ViewAbi, tstring,
};

use crate::images;
use crate::memory::{checked, code, one, read, trusted, verdict};

const TF24: Layout = Layout::tf24(ViewAbi::From2_21);

fn error(code: FormatCode, index: usize, field: Field) -> Option<FormatError> {
    Some(FormatError { code, index, field })
}

/// All levels of trust, none of which follows an address that the bytes below have.
fn all_levels() -> [Checks<'static>; 3] {
    [Checks::UNTRUSTED, checked(), trusted()]
}

/// An element in so much memory.
fn padded(raw: &[u8], bytes: usize) -> Vec<u8> {
    let mut all = raw.to_vec();
    all.resize(bytes, b'#');
    all
}

#[test]
fn an_offset_far_beyond_the_end() {
    let bytes = padded(&images::offset_element(5, 0x7FFF_FF00, 1).unwrap(), 32);
    for checks in all_levels() {
        let found = verdict(&bytes, 1, TF24, checks);
        assert_eq!(found, error(FormatCode::OffsetRange, 0, Field::Offset));
    }
}

#[test]
fn a_size_beyond_the_end() {
    let bytes = padded(&images::offset_element(16384, 24, 1).unwrap(), 32);
    for checks in all_levels() {
        let found = verdict(&bytes, 1, TF24, checks);
        assert_eq!(found, error(FormatCode::OffsetRange, 0, Field::Size));
    }
    // The last byte that there is, and one more.
    let fits = padded(&images::offset_element(8, 24, 1).unwrap(), 32);
    assert_eq!(read(&fits, 1, TF24, Checks::UNTRUSTED).unwrap(), [b"########"]);
    let more = padded(&images::offset_element(9, 24, 1).unwrap(), 32);
    assert_eq!(code(verdict(&more, 1, TF24, Checks::UNTRUSTED)), Some(FormatCode::OffsetRange));
}

#[test]
fn an_offset_into_the_header() {
    for distance in [0, 1, 23] {
        let bytes = padded(&images::offset_element(5, distance, 1).unwrap(), 64);
        for checks in all_levels() {
            let found = verdict(&bytes, 1, TF24, checks);
            assert_eq!(found, error(FormatCode::OffsetIntoTable, 0, Field::Offset));
        }
    }
    // An empty string has no place.
    let empty = padded(&images::offset_element(0, 0, 1).unwrap(), 24);
    assert_eq!(read(&empty, 1, TF24, Checks::UNTRUSTED).unwrap(), [b""]);
    // Another element's bytes are no text either.
    let mut two = images::offset_element(5, 24, 2).unwrap().to_vec();
    two.extend_from_slice(&images::small_element(b"second").unwrap());
    assert_eq!(verdict(&two, 2, TF24, Checks::UNTRUSTED), error(FormatCode::OffsetIntoTable, 0, Field::Offset));
}

#[test]
fn more_inside_than_there_is_room() {
    for (layout, room) in [(TF24, 22_u8), (Layout::RFC16, 15), (Layout::RFC24, 23)] {
        for size in [room + 1, 63] {
            let bytes = padded(&[size << 2], 96);
            for checks in all_levels() {
                let found = verdict(&bytes, 1, layout, checks);
                assert_eq!(found, error(FormatCode::SmallSize, 0, Field::Size), "{layout:?} {size}");
            }
        }
        let fits = padded(&[room << 2], 96);
        assert_eq!(read(&fits, 1, layout, Checks::UNTRUSTED).unwrap()[0].len(), usize::from(room));
    }
}

#[test]
fn addresses() {
    let wild = tstring::large_element(TF24, 40, 47, 0xDEAD_BEEF).unwrap();
    let null = tstring::large_element(TF24, 40, 47, 0).unwrap();
    let low = tstring::large_element(TF24, 40, 47, 4095).unwrap();
    let empty = tstring::large_element(TF24, 0, 0, 0).unwrap();
    let view = tstring::view_element(TF24, 40, 0, 0).unwrap();
    for raw in [wild, null, low, empty, view] {
        let found = verdict(&raw, 1, TF24, Checks::UNTRUSTED);
        assert_eq!(found, error(FormatCode::PointerRefused, 0, Field::Pointer));
    }
    for checks in [checked(), trusted()] {
        for raw in [null, low, view] {
            let found = verdict(&raw, 1, TF24, checks);
            assert_eq!(found, error(FormatCode::NullData, 0, Field::Pointer));
        }
        assert_eq!(read(&empty, 1, TF24, checks).unwrap(), [b""]);
    }
}

#[test]
fn a_size_that_no_memory_has() {
    let max = (1 << 62) - 1;
    let raw = tstring::large_element(TF24, max, max, 0x1000).unwrap();
    let java = tstring::view_element(TF24, 1 << 31, 0x1000, 0).unwrap();
    for checks in [checked(), trusted()] {
        for raw in [raw, java] {
            assert_eq!(verdict(&raw, 1, TF24, checks), error(FormatCode::SizeLimit, 0, Field::Size));
        }
    }
}

/// Up to 2.20 the last eight bytes of a VIEW are anything; since 2.21 they are somebody else's.
#[test]
fn garbage_for_an_owner() {
    for abi in [ViewAbi::UpTo2_20, ViewAbi::From2_21] {
        let layout = Layout::tf24(abi);
        let text = b"what the view shows";
        let mut raw = tstring::view_element(layout, 19, text.as_ptr().expose_provenance() as u64, 0).unwrap();
        raw[16..].fill(0xBB);
        assert_eq!(read(&raw, 1, layout, checked()).unwrap(), [text]);
    }
}

#[test]
fn a_table_that_is_not_there() {
    for (layout, bytes) in [(TF24, 24), (Layout::RFC24, 24), (Layout::RFC16, 16)] {
        for checks in all_levels() {
            let found = verdict(&vec![0; bytes], 1000, layout, checks);
            assert_eq!(found, error(FormatCode::TableTruncated, 1000, Field::Table));
            for count in [usize::MAX, usize::MAX / bytes + 1, usize::MAX / bytes] {
                let found = verdict(&vec![0; bytes], count, layout, checks);
                assert_eq!(found, error(FormatCode::TableTruncated, count, Field::Table));
            }
        }
        assert_eq!(code(verdict(&vec![0; bytes - 1], 1, layout, trusted())), Some(FormatCode::TableTruncated));
        assert_eq!(read(&[], 0, layout, Checks::UNTRUSTED).unwrap(), [b""; 0]);
    }
}

#[test]
fn an_index_that_is_not_there() {
    let zeroes = [0; 48];
    let tensor = StringTensor::new(Source::from_bytes(&zeroes), 2, TF24, Checks::UNTRUSTED).unwrap();
    assert!(tensor.element(1).is_ok());
    for index in [2, usize::MAX] {
        assert_eq!(tensor.element(index).err(), error(FormatCode::IndexRange, index, Field::Table));
        assert_eq!(tensor.fields(index).err(), error(FormatCode::IndexRange, index, Field::Table));
    }
}

/// A thousand strings in the same thousand bytes are a million.
#[test]
fn many_strings_in_one_place() {
    let mut bytes = Vec::new();
    for index in 0..1000 {
        bytes.extend_from_slice(&images::offset_element(1000, 24_000 - 24 * index, 1000).unwrap());
    }
    bytes.resize(25_000, b'x');
    let tensor = StringTensor::new(Source::from_bytes(&bytes), 1000, TF24, Checks::UNTRUSTED).unwrap();
    assert_eq!(tensor.validate().err(), error(FormatCode::TotalLimit, 25, Field::Size));
    let enough = Checks { max_total_bytes: Some(1_000_000), ..Checks::UNTRUSTED };
    assert_eq!(StringTensor::new(tensor.source(), 1000, TF24, enough).unwrap().validate(), Ok(1_000_000));
    let short = Checks { max_bytes: 999, ..Checks::UNTRUSTED };
    assert_eq!(verdict(&bytes, 1000, TF24, short), error(FormatCode::SizeLimit, 0, Field::Size));
    let all = StringTensor::new(tensor.source(), 1000, TF24, trusted()).unwrap();
    assert_eq!(all.validate(), Ok(1_000_000));
}

#[test]
fn addresses_that_are_checked() {
    let text = b"some text of thirty-two bytes...";
    let at = text.as_ptr().expose_provenance();
    let small = tstring::large_element(TF24, 32, 31, at as u64).unwrap();
    assert_eq!(verdict(&small, 1, TF24, checked()), error(FormatCode::Capacity, 0, Field::Capacity));
    assert_eq!(read(&small, 1, TF24, trusted()).unwrap(), [text]);
    let last = tstring::view_element(TF24, 32, usize::MAX as u64 - 30, 0).unwrap();
    assert_eq!(verdict(&last, 1, TF24, checked()), error(FormatCode::PointerWraps, 0, Field::Size));

    let view = tstring::view_element(TF24, 32, at as u64, 0).unwrap();
    for (range, inside) in [(0..32, true), (0..31, false), (1..32, false), (0..40, true), (40..50, false)] {
        let ranges = [0..1, at + range.start..at + range.end];
        for trust in [checked(), trusted()] {
            let found = one(&view, TF24, Checks { ranges: Some(&ranges), ..trust }).err();
            assert_eq!(found.is_none(), inside, "{range:?}");
            if !inside {
                assert_eq!(found, error(FormatCode::PointerRange, 0, Field::Pointer));
            }
        }
    }
    for trust in [checked(), trusted()] {
        let none = Checks { ranges: Some(&[]), ..trust };
        assert_eq!(code(one(&view, TF24, none).err()), Some(FormatCode::PointerRange));
        assert_eq!(verdict(&last, 1, TF24, none), error(FormatCode::PointerWraps, 0, Field::Size));
    }
}

/// Violations that only a strict reader refuses.
#[test]
fn what_our_writers_would_not_write() {
    let image = |distances: [u32; 2], count: u32, padding: u8| {
        let mut bytes = Vec::new();
        for distance in distances {
            bytes.extend_from_slice(&images::offset_element(4, distance, count).unwrap());
        }
        bytes[24 + 23] = padding;
        padded(&bytes, 60)
    };
    let strict = Checks { strictness: Strictness::Strict, ..Checks::UNTRUSTED };
    let cases = [
        (image([48, 28], 2, 0), None),
        (image([48, 29], 2, 0), None),
        (image([48, 28], 3, 0), error(FormatCode::Count, 0, Field::Count)),
        (image([48, 28], 2, 1), error(FormatCode::Padding, 1, Field::Padding)),
        (image([48, 27], 2, 0), error(FormatCode::Overlap, 1, Field::Offset)),
        (image([56, 24], 2, 0), error(FormatCode::NotMonotonic, 1, Field::Offset)),
    ];
    for (bytes, expected) in cases {
        assert_eq!(verdict(&bytes, 2, TF24, Checks::UNTRUSTED), None);
        let tensor = StringTensor::new(Source::from_bytes(&bytes), 2, TF24, strict).unwrap();
        assert_eq!(tensor.validate().err(), expected);
    }
}

#[test]
fn a_prealloc() {
    for layout in [Layout::RFC16, Layout::RFC24] {
        let text = b"0123456789";
        let at = text.as_ptr().expose_provenance() as u64;
        let element = |bytes, capacity, at| images::prealloc_element(layout, bytes, capacity, at);
        let good = element(10, 10, at);
        assert_eq!(read(&good, 1, layout, checked()).unwrap(), [text]);
        let found = one(&good, layout, checked()).unwrap();
        assert_eq!((found.kind(), found.capacity()), (Kind::Prealloc, 10));
        let found = verdict(&good, 1, layout, Checks::UNTRUSTED);
        assert_eq!(found, error(FormatCode::PointerRefused, 0, Field::Pointer));
        let found = verdict(&element(10, 9, at), 1, layout, checked());
        assert_eq!(found, error(FormatCode::Capacity, 0, Field::Capacity));
        for low in [0, 42, 4095] {
            let found = verdict(&element(10, 10, low), 1, layout, checked());
            assert_eq!(found, error(FormatCode::NullData, 0, Field::Pointer));
        }
    }
    let text = b"0123456789";
    let strict = Checks { strictness: Strictness::Strict, ..checked() };
    for unused in 16..24 {
        let mut raw = images::prealloc_element(Layout::RFC24, 10, 10, text.as_ptr().expose_provenance() as u64);
        assert_eq!(verdict(&raw, 1, Layout::RFC24, strict), None);
        raw[unused] = 1;
        assert_eq!(verdict(&raw, 1, Layout::RFC24, checked()), None);
        assert_eq!(verdict(&raw, 1, Layout::RFC24, strict), error(FormatCode::Padding, 0, Field::Padding));
    }
}

//! Images that TensorFlow's own libraries wrote.

use serde_json::Value;
use unitstr::Source;
use unitstr_tensor::{Checks, FormatCode, Kind, Layout, Strictness, StringTensor, ViewAbi};

use crate::array::TStringArray;
use crate::images;
use crate::memory::{Odd, checked, hex, read, trusted, vector};

fn json(file: &str) -> Value {
    serde_json::from_slice(&std::fs::read(vector(file)).unwrap()).unwrap()
}

struct Golden {
    kind: Kind,
    text: Vec<u8>,
    raw: Vec<u8>,
    capacity: Option<u64>,
}

/// Every producer's elements.
fn producers(file: &str) -> Vec<(String, Vec<Golden>)> {
    let all = json(file);
    let golden = |element: &Value| Golden {
        kind: match element["kind"].as_str().unwrap() {
            "SMALL" => Kind::Small,
            "LARGE" => Kind::Large,
            "VIEW" => Kind::View,
            other => panic!("{other}"),
        },
        text: hex(element["content_hex"].as_str().unwrap()),
        raw: hex(element["raw_masked"].as_str().unwrap()),
        capacity: element["cap"].as_u64(),
    };
    all.as_object()
        .unwrap()
        .iter()
        .filter_map(|(name, value)| Some((name.clone(), value.as_array()?.iter().map(golden).collect())))
        .collect()
}

/// Where an element of this kind has its address on a 64-bit machine.
fn address_at(kind: Kind) -> Option<usize> {
    match kind {
        Kind::Large => Some(16),
        Kind::View => Some(8),
        _ => None,
    }
}

const FILES: [(&str, ViewAbi); 2] =
    [("tstring_x86_64_tf2.20.0.json", ViewAbi::UpTo2_20), ("tstring_x86_64_tf2.21.0.json", ViewAbi::From2_21)];

#[test]
#[cfg_attr(
    not(all(target_pointer_width = "64", target_endian = "little")),
    ignore = "these elements are those of a 64-bit little-endian machine"
)]
fn every_element_is_read() {
    for (file, abi) in FILES {
        let producers = producers(file);
        assert_eq!(producers.iter().map(|(_, golden)| golden.len()).sum::<usize>(), 108, "{file}");
        for (producer, golden) in producers {
            let mut table = Vec::new();
            for element in &golden {
                let mut raw = element.raw.clone();
                if let Some(at) = address_at(element.kind) {
                    assert_eq!(raw[at..at + 8], [0xAA; 8]);
                    let address = element.text.as_ptr().expose_provenance() as u64;
                    raw[at..at + 8].copy_from_slice(&address.to_le_bytes());
                }
                table.extend_from_slice(&raw);
            }
            let table = Odd::new(&table);
            let layout = Layout::tf24(abi);
            for checks in [checked(), trusted()] {
                let source = Source::from_bytes(table.bytes());
                let tensor = StringTensor::new(source, golden.len(), layout, checks).unwrap();
                for (element, expected) in tensor.elements().zip(&golden) {
                    let element = element.unwrap();
                    assert_eq!(element.kind(), expected.kind, "{file} {producer}");
                    assert_eq!(element.text().to_vec(), expected.text);
                    let capacity = match expected.kind {
                        Kind::Small => 22,
                        Kind::Large => expected.capacity.unwrap(),
                        _ => 0,
                    };
                    assert_eq!(element.capacity(), capacity);
                }
                let texts: Vec<_> = golden.iter().map(|element| element.text.clone()).collect();
                assert_eq!(read(table.bytes(), golden.len(), layout, checks).unwrap(), texts);
            }
        }
    }
}

#[test]
fn addresses_of_others_are_refused() {
    for (file, abi) in FILES {
        let mut refused = 0;
        for (_, golden) in producers(file) {
            let table: Vec<u8> = golden.iter().flat_map(|element| element.raw.clone()).collect();
            let source = Source::from_bytes(&table);
            let tensor = StringTensor::new(source, golden.len(), Layout::tf24(abi), Checks::UNTRUSTED).unwrap();
            for (element, expected) in tensor.elements().zip(&golden) {
                match expected.kind {
                    Kind::Small => assert_eq!(element.unwrap().text().to_vec(), expected.text),
                    _ => {
                        assert_eq!(element.unwrap_err().code, FormatCode::PointerRefused);
                        refused += 1;
                    }
                }
            }
        }
        assert!(refused > 50, "{file}: {refused}");
    }
}

/// The same bytes as TensorFlow's, as far as they mean anything.
#[test]
#[cfg_attr(
    not(all(target_pointer_width = "64", target_endian = "little")),
    ignore = "these elements are those of a 64-bit little-endian machine"
)]
fn copies_and_views_are_written_alike() {
    for (file, abi) in FILES {
        for (producer, golden) in producers(file) {
            let mut array = TStringArray::new(golden.len(), abi);
            for (index, expected) in golden.iter().enumerate() {
                let mut string = array.element(index);
                let text = Source::from_bytes(&expected.text);
                if expected.kind == Kind::View {
                    string.copy(Source::from_bytes(&[b's'; 22])).unwrap();
                    // SAFETY: `golden` lives longer than the array is looked at.
                    unsafe { string.assign_view(text) }.unwrap();
                } else {
                    string.copy(text).unwrap();
                }
                // SAFETY: the array has so many elements.
                let raw = unsafe { Source::new(array.start().wrapping_add(24 * index), 24) }.to_vec();
                let known = match expected.kind {
                    Kind::Small => expected.text.len() + 2,
                    Kind::Large => 16,
                    _ => 8,
                };
                assert_eq!(raw[..known], expected.raw[..known], "{file} {producer} {index}");
                if expected.kind == Kind::View {
                    assert_eq!(raw[16..], [0; 8]);
                }
            }
        }
    }
}

#[test]
fn the_offset_image() {
    let image = std::fs::read(vector("offset_tensor_6.bin")).unwrap();
    let texts: Vec<_> = json("offset_tensor_6.json")["elements_hex"]
        .as_array()
        .unwrap()
        .iter()
        .map(|text| hex(text.as_str().unwrap()))
        .collect();
    let layout = Layout::tf24(ViewAbi::UpTo2_20);
    for strictness in [Strictness::Lenient, Strictness::Standard, Strictness::Strict] {
        let checks = Checks { strictness, ..Checks::UNTRUSTED };
        assert_eq!(read(Odd::new(&image).bytes(), 6, layout, checks).unwrap(), texts);
    }
    let mut written = vec![0; 6 * 24];
    for (index, text) in texts.iter().enumerate() {
        let distance = u32::try_from(written.len() - 24 * index).unwrap();
        let raw = images::offset_element(u32::try_from(text.len()).unwrap(), distance, 6).unwrap();
        written[24 * index..][..24].copy_from_slice(&raw);
        written.extend_from_slice(text);
    }
    assert_eq!(written, image);
    // The end is exact: nothing may be cut off.
    let cut = &image[..image.len() - 1];
    let error = read(cut, 6, layout, Checks::UNTRUSTED).unwrap_err();
    assert_eq!((error.code, error.index), (FormatCode::OffsetRange, 5));
}

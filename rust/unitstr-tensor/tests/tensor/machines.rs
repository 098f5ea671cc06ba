//! Elements that TensorFlow's headers wrote on other machines.

use unitstr::Source;
use unitstr_tensor::FormatCode;
use unitstr_tensor::{ByteOrder, Checks, Fields, Kind, Layout, Place, StringTensor, ViewAbi, WordSize, tstring};

use crate::images;
use crate::memory::{Odd, hex, vector};

const MACHINES: [(&str, ByteOrder, WordSize); 4] = [
    ("xarch/x86_64_2.21.0.txt", ByteOrder::Little, WordSize::Eight),
    ("xarch/i386_2.21.0.txt", ByteOrder::Little, WordSize::Four),
    ("xarch/s390x_2.21.0.txt", ByteOrder::Big, WordSize::Eight),
    ("xarch/ppc32be_2.21.0.txt", ByteOrder::Big, WordSize::Four),
];

fn layout(order: ByteOrder, word: WordSize) -> Layout {
    Layout::tf24(ViewAbi::From2_21).with_order(order).with_word(word)
}

/// The fields of `name=value` in a line.
fn field<'a>(line: &'a str, name: &str) -> &'a str {
    let (_, rest) = line.split_once(&format!(" {name}=")).unwrap_or_else(|| panic!("{line}"));
    rest.split(' ').next().unwrap()
}

fn fields(raw: &[u8], layout: Layout) -> Fields {
    let tensor = StringTensor::new(Source::from_bytes(raw), 1, layout, Checks::UNTRUSTED).unwrap();
    tensor.fields(0).unwrap()
}

fn text(bytes: u64) -> Vec<u8> {
    (0..bytes).map(|at| b'a' + (at % 26).to_le_bytes()[0]).collect()
}

/// The address that a line's element has, read by the line's own words.
fn address(raw: &[u8], line: &str, order: ByteOrder, word: WordSize) -> u64 {
    let at: usize = field(line, "ptrfield").parse().unwrap();
    let bytes = &raw[at..at + word.bytes()];
    let add = |number: u64, byte: &u8| number << 8 | u64::from(*byte);
    match order {
        ByteOrder::Little => bytes.iter().rev().fold(0, add),
        ByteOrder::Big => bytes.iter().fold(0, add),
    }
}

#[test]
fn elements_are_read_and_written() {
    for (file, order, word) in MACHINES {
        let layout = layout(order, word);
        let lines = std::fs::read_to_string(vector(file)).unwrap();
        let elements = lines.lines().filter(|line| line.contains(" raw="));
        let mut seen = 0;
        for line in elements {
            let raw = hex(field(line, "raw"));
            let number = |name: &str| field(line, name).parse::<u64>().unwrap();
            let (kind, bytes, capacity) = (number("type"), number("size"), number("cap"));
            let odd = Odd::new(&raw);
            let found = fields(odd.bytes(), layout);
            let kinds = [Kind::Small, Kind::Large, Kind::Offset, Kind::View];
            assert_eq!(found.kind, kinds[usize::try_from(kind).unwrap()], "{line}");
            assert_eq!((found.bytes, found.capacity), (bytes, capacity), "{file} {line}");
            let tensor = StringTensor::new(Source::from_bytes(odd.bytes()), 1, layout, Checks::UNTRUSTED).unwrap();
            let element = tensor.element(0);
            let known = match found.kind {
                Kind::Small => {
                    assert_eq!(element.unwrap().text().to_vec(), text(bytes), "{file} {line}");
                    assert_eq!(images::small_element(&text(bytes)).unwrap()[..], raw);
                    24
                }
                Kind::Offset => {
                    assert_eq!(found.place, Place::Buffer(0x1122_3344));
                    assert_eq!(element.unwrap_err().code, FormatCode::OffsetRange);
                    let size = u32::try_from(bytes).unwrap();
                    let written = images::offset_element(size, 0x1122_3344, 3).unwrap();
                    assert_eq!(written[..12], raw[..12], "{file} {line}");
                    12
                }
                _ => {
                    let address = address(&raw, line, order, word);
                    assert_eq!(found.place, Place::Address(address), "{file} {line}");
                    assert_eq!(element.unwrap_err().code, FormatCode::PointerRefused);
                    let written = match found.kind {
                        Kind::Large => tstring::large_element(layout, bytes, capacity, address),
                        _ => tstring::view_element(layout, bytes, address, 0),
                    };
                    assert_eq!(written.unwrap()[..], raw, "{file} {line}");
                    24
                }
            };
            assert!(known > 0);
            seen += 1;
        }
        assert_eq!(seen, 42, "{file}");
    }
}

/// Lines `internal(S)=V back=B type=T`: TensorFlow's own encoding, wrong on big-endian machines where the type is not 1.
#[test]
fn sizes_are_encoded() {
    let mut corrected = 0;
    for (file, order, word) in MACHINES {
        let layout = layout(order, word);
        let lines = std::fs::read_to_string(vector(file)).unwrap();
        let mut seen = 0;
        for line in lines.lines().filter(|line| line.starts_with("internal(")) {
            let number = |text: &str| u64::from_str_radix(text, 16).unwrap();
            let size = number(line[9..].split(')').next().unwrap());
            let theirs = number(line.split('=').nth(1).unwrap().split(' ').next().unwrap());
            let ours = tstring::large_element(layout, size, 0, 0);
            seen += 1;
            if size > u64::MAX >> (64 - word.bits() + 2) {
                assert!(ours.is_none(), "{file} {line}");
                continue;
            }
            let raw = ours.unwrap();
            let found = fields(&raw, layout);
            assert_eq!((found.kind, found.bytes), (Kind::Large, size), "{file} {line}");
            let word_bytes = &raw[..word.bytes()];
            let written = match order {
                ByteOrder::Little => word_bytes.iter().rev().fold(0, |n, byte| n << 8 | u64::from(*byte)),
                ByteOrder::Big => word_bytes.iter().fold(0, |n, byte| n << 8 | u64::from(*byte)),
            };
            if field(line, "type") == "1" {
                assert_eq!(written, theirs, "{file} {line}");
            } else {
                let expected = match (word, size) {
                    (WordSize::Eight, 0x3FFF_FFFF_FFFF_FFFF) => 0xFDFF_FFFF_FFFF_FFFF,
                    (WordSize::Eight, 0xFF_FFFF_FFFF_FFFF) => 0x01FF_FFFF_FFFF_FFFF,
                    (WordSize::Four, 0x3FFF_FFFF) => 0xFDFF_FFFF,
                    (WordSize::Four, 0xFF_FFFF) => 0x01FF_FFFF,
                    _ => panic!("{file} {line}"),
                };
                assert_eq!(written, expected, "{file} {line}");
                corrected += 1;
            }
        }
        assert_eq!(seen, 6, "{file}");
    }
    assert_eq!(corrected, 4);
}

/// A string in a foreign image's own memory is read; an address in it never is, whatever the trust.
#[test]
fn foreign_images() {
    for (_, order, word) in MACHINES {
        let layout = layout(order, word);
        let mut image = images::small_element(b"inside").unwrap().to_vec();
        image.extend_from_slice(&images::offset_element(5, 48, 3).unwrap());
        image.extend_from_slice(&tstring::view_element(layout, 5, 1, 0).unwrap());
        image.extend_from_slice(b"apart");
        let checks = if layout.is_native() { Checks::UNTRUSTED } else { crate::memory::trusted() };
        let tensor = StringTensor::new(Source::from_bytes(&image), 3, layout, checks).unwrap();
        assert_eq!(tensor.element(0).unwrap().text().to_vec(), b"inside");
        assert_eq!(tensor.element(1).unwrap().text().to_vec(), b"apart");
        assert_eq!(tensor.element(2).unwrap_err().code, FormatCode::PointerRefused);
        assert_eq!(tensor.fields(2).unwrap().bytes, 5);
    }
}

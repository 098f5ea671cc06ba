//! TFLite's layout.

use unitstr_tensor::{Checks, Field, FormatCode, Layout, Strictness};

use crate::common::{Random, error, read, vector};
use crate::images;

const FILES: &[(&str, &[&[u8]])] = &[
    ("tflite_empty_array", &[]),
    ("tflite_one_empty", &[b""]),
    ("tflite_a", &[b"a"]),
    ("tflite_three", &[b"AB", b"xyz123", b""]),
    ("tflite_unicode_str", &["héllo".as_bytes(), "世界".as_bytes(), "😀".as_bytes()]),
    ("tflite_npS", &[b"ab", b"abcd"]),
    ("tflite_mat", &[b"a", b"bb", b"ccc", b"dddd"]),
];

const USUAL: Checks<'_> = Checks::UNTRUSTED;

fn lenient() -> Checks<'static> {
    Checks { strictness: Strictness::Lenient, ..Checks::UNTRUSTED }
}

/// The rules of the format's page, in numbers that cannot overflow.
fn model(bytes: &[u8], count: usize, lenient: bool) -> Option<Vec<Vec<u8>>> {
    let all = bytes.len() as i128;
    let number = |nth: usize| {
        let raw = bytes.get(4 * nth..4 * nth + 4)?;
        Some(i128::from(i32::from_le_bytes(raw.try_into().ok()?)))
    };
    let table = 4 * (count as i128 + 2);
    if all < 8 || table > all || number(0)? != count as i128 {
        return None;
    }
    let offsets: Vec<i128> = (1..=count + 1).map(number).collect::<Option<_>>()?;
    let (first, end) = (offsets[0], offsets[count]);
    let good = if lenient { first >= table && end <= all } else { first == table && end == all };
    if !good {
        return None;
    }
    let mut texts = Vec::new();
    for pair in offsets.windows(2) {
        let (start, end) = (usize::try_from(pair[0]).ok()?, usize::try_from(pair[1]).ok()?);
        texts.push(bytes.get(start..end)?.to_vec());
    }
    Some(texts)
}

fn check_as_model(bytes: &[u8], count: usize, what: &str) {
    for (checks, is_lenient) in [(USUAL, false), (lenient(), true)] {
        let found = read(bytes, count, Layout::TFLITE, checks);
        assert_eq!(found.clone().ok(), model(bytes, count, is_lenient), "{what}, lenient {is_lenient}: {found:?}");
    }
}

#[test]
fn files_are_read_and_written_back() {
    for (name, texts) in FILES {
        let bytes = vector(&format!("tflite/{name}.bin"));
        let expected: Vec<_> = texts.iter().map(|text| text.to_vec()).collect();
        for checks in [USUAL, lenient(), Checks { strictness: Strictness::Strict, ..USUAL }] {
            assert_eq!(read(&bytes, texts.len(), Layout::TFLITE, checks).as_ref(), Ok(&expected), "{name}");
        }
        assert_eq!(images::to_vec(Layout::TFLITE, texts), bytes, "{name}");
    }
}

#[test]
fn truncated_and_flipped_files_are_refused_or_say_something_else() {
    for (name, texts) in FILES {
        let bytes = vector(&format!("tflite/{name}.bin"));
        let whole = model(&bytes, texts.len(), false);
        for end in 0..bytes.len() {
            check_as_model(&bytes[..end], texts.len(), name);
            assert!(read(&bytes[..end], texts.len(), Layout::TFLITE, USUAL).is_err(), "{name} to {end}");
        }
        for bit in 0..8 * 4 * (texts.len() + 2) {
            let mut flipped = bytes.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            check_as_model(&flipped, texts.len(), name);
            let found = read(&flipped, texts.len(), Layout::TFLITE, USUAL);
            assert_ne!(found.ok(), whole, "{name}, bit {bit}");
        }
        for count in [0, 1, 2, 3, 4, 5, usize::MAX, usize::MAX / 4] {
            let found = read(&bytes, count, Layout::TFLITE, USUAL);
            assert_eq!(found.is_ok(), count == texts.len(), "{name}, count {count}");
        }
    }
}

#[test]
fn what_the_real_reader_accepts_is_refused_with_its_place() {
    let tensor = |numbers: &[i32], text: &[u8]| {
        let mut bytes: Vec<u8> = numbers.iter().flat_map(|n| n.to_le_bytes()).collect();
        bytes.extend_from_slice(text);
        bytes
    };
    use Field::{Count, End, Offset, Size, Table};
    use FormatCode as Code;
    let rows = [
        // Offsets and text; the count that the caller gives; the error, and that of the lenient reader.
        (tensor(&[1, 12, 4096], b"text"), 1, Some((Code::EndOffset, 0, End)), Some((Code::EndOffset, 0, End))),
        (tensor(&[1, 4096, 4100], b"text"), 1, Some((Code::FirstOffset, 0, Offset)), Some((Code::EndOffset, 0, End))),
        (tensor(&[1, -4, 12], b""), 1, Some((Code::FirstOffset, 0, Offset)), Some((Code::FirstOffset, 0, Offset))),
        (
            tensor(&[2, 16, 12, 20], b"text"),
            2,
            Some((Code::NotMonotonic, 0, Offset)),
            Some((Code::NotMonotonic, 0, Offset)),
        ),
        (
            tensor(&[3, 20, 24, 22, 24], b"text"),
            3,
            Some((Code::NotMonotonic, 1, Offset)),
            Some((Code::NotMonotonic, 1, Offset)),
        ),
        (
            tensor(&[2, 16, i32::MAX, 20], b"text"),
            2,
            Some((Code::OffsetRange, 0, Size)),
            Some((Code::OffsetRange, 0, Size)),
        ),
        (
            tensor(&[1, 12, 16], b"text"),
            5,
            Some((Code::TableTruncated, 5, Table)),
            Some((Code::TableTruncated, 5, Table)),
        ),
        (tensor(&[1, 12, 32], &[0; 20]), 5, Some((Code::Count, 5, Count)), Some((Code::Count, 5, Count))),
        (tensor(&[-1, 8], b""), 0, Some((Code::Count, 0, Count)), Some((Code::Count, 0, Count))),
        (tensor(&[0, 11], b"gap"), 0, Some((Code::FirstOffset, 0, Offset)), None),
        (tensor(&[0, 12], b"gap"), 0, Some((Code::FirstOffset, 0, Offset)), Some((Code::EndOffset, 0, End))),
        (tensor(&[0, -8], b"gap"), 0, Some((Code::FirstOffset, 0, Offset)), Some((Code::FirstOffset, 0, Offset))),
        (tensor(&[0, 8], b"gap"), 0, Some((Code::EndOffset, 0, End)), None),
        (tensor(&[1, 13, 17], b".text"), 1, Some((Code::FirstOffset, 0, Offset)), None),
        (tensor(&[1, 12, 16], b"text."), 1, Some((Code::EndOffset, 0, End)), None),
        (tensor(&[1, 11, 16], b"text"), 1, Some((Code::FirstOffset, 0, Offset)), Some((Code::FirstOffset, 0, Offset))),
    ];
    for (bytes, count, strict, forgiving) in rows {
        let errors = [USUAL, lenient()].map(|checks| read(&bytes, count, Layout::TFLITE, checks).err());
        let expected = [strict, forgiving].map(|row| row.map(|(code, index, field)| error(code, index, field)));
        assert_eq!(errors, expected, "{bytes:?}");
        check_as_model(&bytes, count, "row");
    }
}

fn small(number: usize) -> i32 {
    i32::try_from(number).expect("small")
}

fn any(random: &mut Random) -> i32 {
    let [a, b, c, d, ..] = random.next().to_le_bytes();
    i32::from_le_bytes([a, b, c, d])
}

#[test]
fn any_numbers_are_read_as_the_model_reads_them() {
    let mut random = Random::new(5);
    let mut good = 0;
    for _ in 0..20_000 {
        let count = random.below(4);
        let text = random.below(8);
        let size = 4 * (count + 2) + text;
        let mut bytes = vec![0; size];
        let mut at = 4 * (count + 2);
        for (nth, place) in bytes.chunks_exact_mut(4).take(count + 2).enumerate() {
            let number = match (nth, random.below(12)) {
                (_, 0) => small(random.below(2 * size)) - 4,
                (_, 1) => any(&mut random),
                (0, _) => small(count),
                (last, _) if last == count + 1 => small(size),
                _ => small(at),
            };
            if nth > 0 {
                at += random.below(3);
            }
            place.copy_from_slice(&number.to_le_bytes());
        }
        check_as_model(&bytes, count, "random");
        good += u32::from(read(&bytes, count, Layout::TFLITE, USUAL).is_ok());
    }
    assert!((1000..19_000).contains(&good), "{good}");
}

//! TensorFlow's layout until 2.3.

use unitstr_tensor::{ByteOrder, Checks, Field, FormatCode, Layout, Strictness};

use crate::common::{Random, error, read, vector};
use crate::images;

const USUAL: Checks<'_> = Checks::UNTRUSTED;
const LITTLE: Layout = Layout::TF_LEGACY.with_order(ByteOrder::Little);
const BIG: Layout = Layout::TF_LEGACY.with_order(ByteOrder::Big);

fn lenient() -> Checks<'static> {
    Checks { strictness: Strictness::Lenient, ..Checks::UNTRUSTED }
}

fn items() -> Vec<Vec<u8>> {
    let texts = ["", "a", "hello", &"x".repeat(22), &"y".repeat(23), "héllo 世", &"z".repeat(200)];
    texts.map(|text| text.as_bytes().to_vec()).to_vec()
}

/// The rules of the format's page, in numbers that cannot overflow.
fn model(bytes: &[u8], count: usize, lenient: bool) -> Option<Vec<Vec<u8>>> {
    let table = count.checked_mul(8)?;
    let offsets = bytes.get(..table)?;
    let data = &bytes[table..];
    let mut texts = Vec::new();
    let mut total = 0;
    for offset in offsets.chunks_exact(8) {
        let offset = usize::try_from(u64::from_le_bytes(offset.try_into().ok()?)).ok()?;
        let mut value = 0_u128;
        let mut at = 0;
        loop {
            let byte = *data.get(offset.checked_add(at)?)?;
            value |= u128::from(byte & 0x7F) << (7 * at);
            at += 1;
            if byte < 0x80 {
                if byte == 0 && at > 1 && !lenient {
                    return None;
                }
                break;
            }
            if at == 10 {
                return None;
            }
        }
        let size = usize::try_from(u64::try_from(value).ok()?).ok()?;
        let start = offset + at;
        texts.push(data.get(start..start.checked_add(size)?)?.to_vec());
        total += size;
    }
    // Overlapping strings are allowed, but not more text than there is memory.
    (total <= bytes.len()).then_some(texts)
}

fn check_as_model(bytes: &[u8], count: usize, what: &str) {
    for (checks, is_lenient) in [(USUAL, false), (lenient(), true)] {
        let found = read(bytes, count, LITTLE, checks);
        assert_eq!(found.clone().ok(), model(bytes, count, is_lenient), "{what}, lenient {is_lenient}: {found:?}");
    }
}

#[test]
fn files_are_read_and_written_back() {
    let upper: Vec<_> = items().iter().map(|text| text.to_ascii_uppercase()).collect();
    for (name, texts) in [("input", items()), ("output", upper)] {
        let bytes = vector(&format!("tensorflow/legacy_tf234_stringupper_{name}.bin"));
        assert_eq!(bytes.len(), 325);
        assert_eq!(read(&bytes, 7, LITTLE, USUAL).as_ref(), Ok(&texts));
        assert_eq!(images::to_vec(LITTLE, &texts), bytes);
        for end in 0..bytes.len() {
            check_as_model(&bytes[..end], 7, name);
            assert!(read(&bytes[..end], 7, LITTLE, USUAL).is_err(), "{end}");
        }
        for bit in 0..8 * 57 {
            let mut flipped = bytes.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            check_as_model(&flipped, 7, name);
        }
    }
}

#[test]
fn the_other_byte_order() {
    let mut swapped = images::to_vec(LITTLE, &items());
    for offset in swapped[..56].chunks_exact_mut(8) {
        offset.reverse();
    }
    assert_eq!(images::to_vec(BIG, &items()), swapped);
    assert_eq!(read(&swapped, 7, BIG, USUAL), Ok(items()));
    assert_eq!(
        read(&swapped, 7, LITTLE, USUAL),
        Err(error(FormatCode::OffsetRange, 1, Field::Offset)),
        "a zero is a zero in both orders"
    );
}

#[test]
fn lengths() {
    let rows: [(u64, &[u8]); 7] = [
        (0, &[0]),
        (127, &[0x7F]),
        (128, &[0x80, 1]),
        (16_383, &[0xFF, 0x7F]),
        (16_384, &[0x80, 0x80, 1]),
        (1 << 63, &[0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 1]),
        (u64::MAX, &[0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1]),
    ];
    for (length, bytes) in rows {
        assert_eq!(images::length(length), bytes);
    }
}

#[test]
fn what_is_wrong_has_its_place() {
    let tensor = |offset: u64, data: &[u8]| [&offset.to_le_bytes(), data].concat();
    let offset = Some(error(FormatCode::OffsetRange, 0, Field::Offset));
    let size = Some(error(FormatCode::OffsetRange, 0, Field::Size));
    let varint = Some(error(FormatCode::Varint, 0, Field::Size));
    let ten = |last| [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, last];
    let rows = [
        // A length of 4096 with one byte left: the real decoder reads on.
        (tensor(0, &[0x80, 0x20, b'a']), size, size),
        // This offset made it crash: the sum with the base wraps.
        (tensor(0_u64.wrapping_sub(8), &[0]), offset, offset),
        (tensor(u64::MAX, &[0]), offset, offset),
        (tensor(1, &[0]), offset, offset),
        (tensor(0, &[]), offset, offset),
        (tensor(0, &[0]), None, None),
        (tensor(0, &[1]), size, size),
        (tensor(0, &[0x80]), varint, varint),
        (tensor(0, &[0x80, 0x80]), varint, varint),
        // Longer than need be.
        (tensor(0, &[0x81, 0, b'a']), varint, None),
        (tensor(0, &[0x80, 0x80, 0]), varint, None),
        (tensor(0, &ten(0)), varint, None),
        (tensor(0, &ten(1)), size, size),
        (tensor(0, &ten(2)), varint, varint),
        (tensor(0, &[ten(0x80).as_slice(), &[0]].concat()), varint, varint),
        (tensor(0, &[0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1, b'a']), size, size),
    ];
    for (bytes, strict, forgiving) in rows {
        let errors = [USUAL, lenient()].map(|checks| read(&bytes, 1, LITTLE, checks).err());
        assert_eq!(errors, [strict, forgiving], "{bytes:?}");
        check_as_model(&bytes, 1, "row");
    }
    let truncated = error(FormatCode::TableTruncated, 1000, Field::Table);
    assert_eq!(read(&[0; 24], 1000, LITTLE, USUAL), Err(truncated));
    for count in [usize::MAX, usize::MAX / 8, usize::MAX / 8 + 1, 1 << 61] {
        assert_eq!(read(&[0; 24], count, LITTLE, USUAL), Err(error(FormatCode::TableTruncated, count, Field::Table)));
    }
}

#[test]
fn any_order_gaps_and_overlaps_are_read() {
    let tensor = |offsets: &[u64], data: &[u8]| {
        let mut bytes: Vec<u8> = offsets.iter().flat_map(|o| o.to_le_bytes()).collect();
        bytes.extend_from_slice(data);
        bytes
    };
    let bytes = tensor(&[4, 0, 4], b"\x01b..\x02ab");
    let expected = Ok(vec![b"ab".to_vec(), b"b".to_vec(), b"ab".to_vec()]);
    assert_eq!(read(&bytes, 3, LITTLE, USUAL), expected);
    // A bomb: many strings on the same long text.
    let bomb = tensor(&[0; 30], &[&[100], [b'x'; 100].as_slice()].concat());
    assert_eq!(read(&bomb, 30, LITTLE, USUAL), Err(error(FormatCode::TotalLimit, 3, Field::Size)));
    assert!(read(&bomb, 30, LITTLE, Checks { max_total_bytes: Some(3000), ..USUAL }).is_ok());
    assert_eq!(
        read(&bomb, 30, LITTLE, Checks { max_bytes: 99, ..USUAL }),
        Err(error(FormatCode::SizeLimit, 0, Field::Size))
    );
}

#[test]
fn any_bytes_are_read_as_the_model_reads_them() {
    let mut random = Random::new(7);
    let mut good = 0;
    for _ in 0..20_000 {
        let count = random.below(3);
        let data = random.below(12);
        let mut bytes = Vec::new();
        for _ in 0..count {
            let offset = match random.below(16) {
                0 => random.next(),
                1 => 0_u64.wrapping_sub(random.below(20) as u64),
                _ => random.below(data + 1) as u64,
            };
            bytes.extend_from_slice(&offset.to_le_bytes());
        }
        for _ in 0..data {
            let byte = match random.below(4) {
                0 => 0x80 + random.below(4),
                1 => random.below(256),
                _ => random.below(4),
            };
            bytes.push(byte.to_le_bytes()[0]);
        }
        check_as_model(&bytes, count, "random");
        good += u32::from(read(&bytes, count, LITTLE, USUAL).is_ok());
    }
    assert!((1000..19_000).contains(&good), "{good}");
}

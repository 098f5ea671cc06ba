//! Arguments without lengths.

use unitstr_values::d4a::{Arguments, code, read};
use unitstr_values::{Bad, Blocks, DataType, Device, Dialect, Family, Rfc97, Tag, TvmFfi};

const OF: Family = Family::Rfc97;
const ADDRESS: u64 = 0x1_0000;

fn object(code: Option<i32>) -> Tag<'static> {
    Tag::Object { of: OF, code, address: ADDRESS }
}

/// A number of these and its word.
fn one<D: Dialect>(tag: &Tag<'_>, bools: bool) -> Result<(Arguments, i32, u64), Bad> {
    let mut arguments = Arguments::new(bools);
    let mut memory = Blocks::new();
    // An object of the type that the slot says, or a list, of which the header alone says that it is no text.
    let kind = match *tag {
        Tag::Object { code: Some(code), .. } => code as u8,
        _ => 131,
    };
    let header = [kind, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    assert_eq!(memory.place(&header), ADDRESS);
    arguments.push::<D, _>(&memory, tag)?;
    let (code, word) = (arguments.codes()[0], arguments.values()[0]);
    Ok((arguments, code, word))
}

#[test]
fn r13_all_codes_round_trip() {
    let data_type = DataType { code: 2, bits: 32, lanes: 4 };
    let tags = [
        (code::INT, Tag::Int(-7)),
        (code::FLOAT, Tag::Float(-2.5)),
        (code::HANDLE, Tag::Handle(0x1234)),
        (code::NULL, Tag::Null),
        (code::DATA_TYPE, Tag::DataType(data_type)),
        (code::DEVICE, Tag::Device(Device { kind: 2, id: -1 })),
        (code::DL_TENSOR, Tag::Tensor(0x2340)),
        (code::OBJECT, object(None)),
        (code::MODULE, object(Some(1))),
        (code::FUNCTION, object(Some(2))),
        (code::STR, Tag::CStr(0x3450)),
        (code::BYTES, Tag::ByteArray(0x4560)),
        (code::ND_ARRAY, object(Some(3))),
        (code::RVALUE, Tag::Rvalue(0x5670)),
        (code::BOOL, Tag::Bool(true)),
    ];
    for (code, tag) in tags {
        let (_, found, word) = one::<Rfc97>(&tag, true).expect("a code");
        assert_eq!(found, code, "{tag:?}");
        assert_eq!(read(found, word), Ok(tag));
    }
    assert_eq!(one::<Rfc97>(&Tag::Bool(true), false).map(|(_, code, word)| (code, word)), Ok((code::INT, 1)));
    for code in [1, 16, -1, 128, i32::MIN, i32::MAX] {
        assert_eq!(read(code, 0), Err(Bad::Code { code }));
    }
    assert!(one::<TvmFfi>(&Tag::Function(8), true).is_err());
}

#[test]
fn r13_texts_that_hold_a_zero_byte_have_a_length() {
    for (tag, code) in [
        (Tag::Str(b""), code::STR),
        (Tag::Str(b"hello"), code::STR),
        (Tag::Str(b"a\0b"), code::BYTES),
        (Tag::Str(b"\0"), code::BYTES),
        (Tag::Bytes(b"hello"), code::BYTES),
        (Tag::Ucs4(b"a\0\0\0\xE9\0\0\0"), code::STR),
        (Tag::Ucs4(b"a\0\0\0\0\0\0\0"), code::BYTES),
    ] {
        assert_eq!(one::<Rfc97>(&tag, false).expect("a text").1, code, "{tag:?}");
    }
    assert_eq!(one::<TvmFfi>(&Tag::Str(b"a\0b"), false).expect("a text").1, code::BYTES);
}

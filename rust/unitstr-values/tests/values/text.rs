//! The text of values, under each policy.

use unitstr::{ErrorKind, Policy};
use unitstr_values::{Bad, Blocks, Dialect, Family, Rfc97, Tag, Text, TextKind, TvmFfi};

use crate::rfc97;

type Case = (&'static [u8], &'static [u16], Option<(usize, usize)>);

/// Bytes, and the chars that `new String(bytes, UTF_8)` makes of them; how long the first error is, if there is one.
const TEXTS: [Case; 7] = [
    (b"", &[], None),
    (b"a\0b", &[0x61, 0, 0x62], None),
    (b"\xFF\xFE", &[0xFFFD, 0xFFFD], Some((0, 1))),
    (b"\xED\xA0\x80", &[0xFFFD], Some((0, 3))),
    (b"h\xC3\xA9\xF0\x9F\x98\x80", &[0x68, 0xE9, 0xD83D, 0xDE00], None),
    (b"ab\xE6\xBC", &[0x61, 0x62, 0xFFFD], Some((2, 2))),
    (b"\xEF\xBB\xBFa", &[0xFEFF, 0x61], None),
];

fn check(text: &Text<'_>, (bytes, chars, error): Case) {
    assert_eq!(text.to_bytes(), bytes);
    assert_eq!(text.units(), bytes.len());
    assert_eq!(text.to_chars(Policy::Replace).unwrap(), chars);
    match (text.to_chars(Policy::Report), error) {
        (Ok(found), None) => assert_eq!(found, chars),
        (Err(found), Some((offset, count))) => {
            assert_eq!((found.unit_offset(), found.unit_count()), (offset, count));
            assert_eq!(found.kind(), ErrorKind::Malformed);
        }
        (found, _) => panic!("{bytes:?}: {found:?}"),
    }
}

#[test]
fn text_is_read_in_each_place_of_each_dialect() {
    for case in TEXTS {
        let bytes = case.0;
        let mut memory = Blocks::new();

        for tag in [Tag::Str(bytes), Tag::Bytes(bytes)] {
            let slot = rfc97(1, &tag).unwrap();
            check(&Rfc97::text(&memory, &Rfc97::read(&slot).unwrap()).unwrap().unwrap(), case);
            let mut slot = [0xAA; 16];
            if bytes.len() <= 7 {
                TvmFfi::write(&mut slot, &tag).unwrap();
                check(&TvmFfi::text(&memory, &TvmFfi::read(&slot).unwrap()).unwrap().unwrap(), case);
            }
        }

        // Objects: short ones are normal, and the data may be anywhere.
        let data = memory.place(bytes);
        for code in [65, 66] {
            let mut object = [0; 40];
            object[8] = code;
            object[24..32].copy_from_slice(&data.to_le_bytes());
            object[32] = u8::try_from(bytes.len()).unwrap();
            let address = memory.place(&object);
            let tag = Tag::Object { of: Family::TvmFfi, code: Some(code.into()), address };
            check(&TvmFfi::text(&memory, &tag).unwrap().unwrap(), case);
            // The same as a foreign object in a slot of ours.
            let slot = rfc97(1, &tag).unwrap();
            check(&Rfc97::text(&memory, &Rfc97::read(&slot).unwrap()).unwrap().unwrap(), case);
            // The slot says string, the object binary, or the other way round.
            let other = Tag::Object { of: Family::TvmFfi, code: Some(131 - i32::from(code)), address };
            assert!(matches!(TvmFfi::text(&memory, &other), Err(Bad::Header { .. })));
        }

        for code in [128, 130] {
            let mut object = [0; 32].to_vec();
            object[0] = code;
            object[16] = u8::try_from(bytes.len()).unwrap();
            object.extend(bytes);
            let address = memory.place(&object);
            for code in [None, Some(code.into())] {
                let tag = Tag::Object { of: Family::Rfc97, code, address };
                check(&Rfc97::text(&memory, &tag).unwrap().unwrap(), case);
            }
        }

        let mut pair = [0; 16];
        pair[..8].copy_from_slice(&data.to_le_bytes());
        pair[8] = u8::try_from(bytes.len()).unwrap();
        let view = Tag::ByteArray(memory.place(&pair));
        check(&TvmFfi::text(&memory, &view).unwrap().unwrap(), case);
        check(&Rfc97::text(&memory, &view).unwrap().unwrap(), case);

        let mut terminated = bytes.to_vec();
        terminated.push(0);
        let c_string = Tag::CStr(memory.place(&terminated));
        let found = TvmFfi::text(&memory, &c_string).unwrap().unwrap();
        let before_zero = bytes.split(|byte| *byte == 0).next().unwrap();
        assert_eq!(found.to_bytes(), before_zero);
        assert_eq!(Rfc97::text(&memory, &c_string).unwrap().unwrap().to_bytes(), before_zero);
    }
}

#[test]
fn ucs4_is_decoded() {
    let bytes: Vec<u8> = [0x6F22_u32, 0x1F600, 0xD800, 0x11_0000].map(u32::to_le_bytes).concat();
    let slot = rfc97(2, &Tag::Ucs4(&bytes)).unwrap();
    let memory = Blocks::new();
    let text = Rfc97::text(&memory, &Rfc97::read(&slot).unwrap()).unwrap().unwrap();
    assert_eq!((text.kind(), text.units()), (TextKind::Ucs4, 4));
    assert_eq!(text.to_chars(Policy::Replace).unwrap(), [0x6F22, 0xD83D, 0xDE00, 0xFFFD, 0xFFFD]);
    let error = text.to_chars(Policy::Report).unwrap_err();
    assert_eq!((error.unit_offset(), error.unit_count()), (2, 1));
}

#[test]
fn a_c_string_that_does_not_end_is_refused() {
    let mut memory = Blocks::new();
    let address = memory.place(b"no zero");
    let tag = Tag::CStr(address + 3);
    assert_eq!(TvmFfi::text(&memory, &tag).unwrap_err(), Bad::Unterminated { address: address + 3 });
    assert!(matches!(TvmFfi::text(&memory, &Tag::CStr(0)), Err(Bad::Address { .. })));
}

//! Slots, by hand: what is written where, and what is refused.

use unitstr::Source;
use unitstr_values::{
    Bad, Blocks, DataType, Device, Dialect, Family, Matx, Memory, Rfc97, Tag, TextKind, TvmFfi, matx, rfc97, tvm,
};

use crate::rfc97 as slot_of_rfc97;

const DTYPE: DataType = DataType { code: 2, bits: 32, lanes: 0x0104 };
const DEVICE: Device = Device { kind: 13, id: -1 };

const fn object(of: Family, code: Option<i32>) -> Tag<'static> {
    Tag::Object { of, code, address: 0x0102_0304_0506_0708 }
}

/// What all three have: the code in each of them.
fn common() -> Vec<(Tag<'static>, [i32; 3], u64)> {
    let address = 0x1122_3344_5566_7788;
    vec![
        (Tag::Int(-2), [-3, 1, -3], u64::MAX - 1),
        (Tag::Float(1.5), [-4, 3, -4], 0x3FF8_0000_0000_0000),
        (Tag::DataType(DTYPE), [-6, 5, -6], 0x0104_2002),
        (Tag::Device(DEVICE), [-7, 6, -7], 0xFFFF_FFFF_0000_000D),
        (Tag::Handle(address), [-2, 4, -2], address),
        (Tag::Tensor(address), [-8, 7, -8], address),
        (Tag::ByteArray(address), [-5, 9, -5], address),
        (Tag::Rvalue(address), [-10, 10, -10], address),
    ]
}

fn slot_of(len: usize, code_at: usize, code: i32, word_at: usize, word: u64) -> Vec<u8> {
    let mut slot = vec![0; len];
    slot[code_at..code_at + 4].copy_from_slice(&code.to_le_bytes());
    slot[word_at..word_at + 8].copy_from_slice(&word.to_le_bytes());
    slot
}

/// Writes into a dirty slot, compares all of it, reads it again.
fn check<D: Dialect>(tag: &Tag<'_>, expected: &[u8]) {
    let mut slot = vec![0xAA; expected.len()];
    D::write(&mut slot, tag).unwrap_or_else(|bad| panic!("{tag:?}: {bad}"));
    assert_eq!(slot, expected, "{tag:?}");
    assert_eq!(D::read(&slot).as_ref(), Ok(tag));
}

#[test]
fn every_kind_in_every_dialect() {
    for (tag, [ours, tvm, matx], word) in common() {
        for n in 0..16 {
            check::<Rfc97>(&tag, &slot_of(16 + 8 * n, 0, ours, 8, word));
        }
        check::<TvmFfi>(&tag, &slot_of(16, 0, tvm, 8, word));
        check::<Matx>(&tag, &slot_of(24, 20, matx, 0, word));
    }
    check::<Rfc97>(&Tag::Null, &slot_of(16, 0, -1, 8, 0));
    check::<TvmFfi>(&Tag::Null, &[0; 16]);
    check::<Matx>(&Tag::Null, &slot_of(24, 20, -1, 0, 0));
    for truth in [false, true] {
        check::<Rfc97>(&Tag::Bool(truth), &slot_of(16, 0, -14, 8, truth.into()));
        check::<TvmFfi>(&Tag::Bool(truth), &slot_of(16, 0, 2, 8, truth.into()));
    }
    check::<Rfc97>(&Tag::CStr(9), &slot_of(16, 0, -15, 8, 9));
    check::<TvmFfi>(&Tag::CStr(9), &slot_of(16, 0, 8, 8, 9));
    check::<Matx>(&Tag::Function(9), &slot_of(24, 20, -9, 0, 9));
}

#[test]
fn a_truth_value_is_a_number_in_matx() {
    let mut slot = [0xAA; 24];
    Matx::write(&mut slot, &Tag::Bool(true)).unwrap();
    assert_eq!(Matx::read(&slot), Ok(Tag::Int(1)));
}

#[test]
fn all_zero_is_null_in_tvm_only() {
    assert_eq!(TvmFfi::read(&[0; 16]), Ok(Tag::Null));
    assert_eq!(Rfc97::read(&[0; 16]), Err(Bad::Code { code: 0 }));
    let object = Tag::Object { of: Family::Matx, code: Some(0), address: 0 };
    assert_eq!(Matx::read(&[0; 24]), Ok(object));
}

#[test]
fn kinds_that_a_dialect_lacks_are_refused_and_change_nothing() {
    fn refused<D: Dialect>(len: usize, tag: &Tag<'_>) {
        let mut slot = vec![0xAA; len];
        let found = D::write(&mut slot, tag);
        assert!(matches!(found, Err(Bad::NotHere { .. })), "{tag:?} {found:?}");
        assert!(slot.iter().all(|byte| *byte == 0xAA));
    }
    let buffer = Tag::Buffer { kind: TextKind::Utf8, address: 1, units: 17, shared: false };
    let wide = Tag::Wide { address: 1, inline_bytes: 16 };
    refused::<TvmFfi>(16, &Tag::Ucs4(&[]));
    refused::<TvmFfi>(16, &Tag::Function(1));
    refused::<TvmFfi>(16, &buffer);
    refused::<TvmFfi>(16, &wide);
    refused::<TvmFfi>(16, &object(Family::Rfc97, Some(128)));
    refused::<TvmFfi>(16, &object(Family::TvmFfi, None));
    refused::<Matx>(24, &Tag::CStr(1));
    refused::<Matx>(24, &wide);
    refused::<Matx>(24, &object(Family::TvmFfi, Some(65)));
    refused::<Rfc97>(16, &Tag::Function(1));
    refused::<Rfc97>(16, &buffer);
    refused::<Rfc97>(16, &object(Family::Matx, Some(7)));
}

#[test]
fn slots_of_other_sizes_are_refused() {
    for len in 0..160 {
        let good = (16..=136).contains(&len) && len % 8 == 0;
        assert_eq!(Rfc97::write(&mut vec![0; len], &Tag::Null).is_ok(), good, "{len}");
        assert_eq!(Rfc97::owns(&vec![0; len]).is_ok(), good, "{len}");
        assert_eq!(TvmFfi::read(&vec![0; len]).is_ok(), len == 16);
        assert_eq!(Matx::read(&vec![0; len]).is_ok(), len == 24);
    }
}

/// The inline bytes of each width, and one more.
fn widths(words: usize) {
    let text = [b'x'; 200];
    for len in 0..=8 * words {
        for tag in [Tag::Str(&text[..len]), Tag::Bytes(&text[..len])] {
            let slot = slot_of_rfc97(words, &tag).expect("it fits");
            assert_eq!(Rfc97::read(&slot), Ok(tag));
            assert!(slot[8 + len..].iter().all(|byte| *byte == 0));
        }
    }
    let (bytes, room) = (8 * words + 1, 8 * words);
    assert_eq!(slot_of_rfc97(words, &Tag::Str(&text[..bytes])), Err(Bad::TooLong { bytes, room }));
    let code_points = &[1, 0, 0, 0].repeat(2 * words + 1)[..];
    assert!(slot_of_rfc97(words, &Tag::Ucs4(&code_points[4..])).is_ok());
    assert!(slot_of_rfc97(words, &Tag::Ucs4(code_points)).is_err());
    assert_eq!(slot_of_rfc97(words, &Tag::Ucs4(&[1; 3])), Err(Bad::Partial { bytes: 3 }));
}

#[test]
fn text_is_inline_up_to_the_size_of_the_slot() {
    (1..=16).for_each(widths);
}

#[test]
fn null_with_any_hint_is_null() {
    for hint in [i32::MIN, -1, 0, 8, 32, 128, i32::MAX] {
        let mut slot = [0xFF; 40];
        slot[4..8].copy_from_slice(&hint.to_le_bytes());
        assert_eq!(Rfc97::read(&slot), Ok(Tag::Null), "{hint}");
    }
}

/// A wide slot in memory, and the slot that refers to it.
fn wide(memory: &mut Blocks, target: &[u8], inline_bytes: u64) -> Vec<u8> {
    let address = memory.place(target);
    let mut slot = vec![0; 16];
    Rfc97::write(&mut slot, &Tag::Wide { address, inline_bytes }).unwrap();
    slot
}

#[test]
fn a_view_of_a_wider_slot_is_read() {
    let mut memory = Blocks::new();
    let target = slot_of_rfc97(4, &Tag::Str(b"thirty-two bytes, all of them in")).unwrap();
    let slot = wide(&mut memory, &target, 32);
    let text = Rfc97::text(&memory, &Rfc97::read(&slot).unwrap()).unwrap().unwrap();
    assert_eq!(text.to_bytes(), b"thirty-two bytes, all of them in");

    let target = slot_of_rfc97(2, &Tag::Int(-5)).unwrap();
    let slot = wide(&mut memory, &target, 16);
    let tag = Rfc97::read(&slot).unwrap();
    assert_eq!(Rfc97::plain(&memory, &tag), Ok(Some(Tag::Int(-5))));
    assert!(Rfc97::text(&memory, &tag).unwrap().is_none());

    // A string object behind a wide slot is one.
    let mut string = [0; 32 + 3];
    string[..4].copy_from_slice(&128_i32.to_le_bytes());
    string[16] = 2;
    string[32..34].copy_from_slice(b"hi");
    let address = memory.place(&string);
    let target = slot_of_rfc97(2, &Tag::Object { of: Family::Rfc97, code: None, address });
    let slot = wide(&mut memory, &target.unwrap(), 16);
    let text = Rfc97::text(&memory, &Rfc97::read(&slot).unwrap()).unwrap().unwrap();
    assert_eq!(text.to_bytes(), b"hi");
}

#[test]
fn invalid_views_of_wide_slots_are_refused() {
    let mut memory = Blocks::new();
    // Of another one.
    let inner = slot_of_rfc97(2, &Tag::Wide { address: 8, inline_bytes: 16 });
    let slot = wide(&mut memory, &inner.unwrap(), 16);
    let tag = Rfc97::read(&slot).unwrap();
    assert_eq!(Rfc97::text(&memory, &tag).unwrap_err(), Bad::Code { code: -16 });
    assert_eq!(Rfc97::plain(&memory, &tag).unwrap_err(), Bad::Code { code: -16 });
    // Longer than the view says.
    let target = slot_of_rfc97(4, &Tag::Str(&[b'x'; 32])).unwrap();
    let slot = wide(&mut memory, &target, 24);
    let tag = Rfc97::read(&slot).unwrap();
    assert_eq!(Rfc97::text(&memory, &tag).unwrap_err(), Bad::Length { units: 32, limit: 24 });
    // Of memory that is not all there.
    let slot = wide(&mut memory, &target[..32], 32);
    let tag = Rfc97::read(&slot).unwrap();
    assert!(matches!(Rfc97::text(&memory, &tag), Err(Bad::Address { bytes: 40, .. })));
    // Capacities that no slot has.
    for bytes in [0, 1, 7, 9, 136, -8, i32::MIN] {
        let mut slot = [0; 16];
        slot[..4].copy_from_slice(&(-16_i32).to_le_bytes());
        slot[4..8].copy_from_slice(&bytes.to_le_bytes());
        let units = bytes.into();
        assert_eq!(Rfc97::read(&slot), Err(Bad::Length { units, limit: 128 }));
    }
}

#[test]
fn lengths_beyond_the_slot_are_refused() {
    for len in [8_i32, 9, 5_000, -1, i32::MAX, i32::MIN] {
        for code in [11_i32, 12] {
            let mut slot = [0x61; 16];
            slot[..4].copy_from_slice(&code.to_le_bytes());
            slot[4..8].copy_from_slice(&len.to_le_bytes());
            let units = len.into();
            assert_eq!(TvmFfi::read(&slot), Err(Bad::Length { units, limit: 7 }));
        }
    }
    for n in 0..16_usize {
        let room = 8 + 8 * i32::try_from(n).unwrap();
        for code in [-11_i32, -12, -17] {
            for len in [room + 4, -4, i32::MAX - 3, i32::MIN] {
                let mut slot = vec![0x61; 16 + 8 * n];
                slot[..4].copy_from_slice(&code.to_le_bytes());
                slot[4..8].copy_from_slice(&len.to_le_bytes());
                assert!(matches!(Rfc97::read(&slot), Err(Bad::Length { .. })), "{code} {len}");
                slot[4..8].copy_from_slice(&room.to_le_bytes());
                assert!(Rfc97::read(&slot).is_ok());
            }
        }
    }
    for (code, limit) in [(-11_i32, 16), (-12, 4)] {
        for len in [limit + 1, i32::MAX, -3, i32::MIN] {
            let mut slot = [0x61; 24];
            slot[16..20].copy_from_slice(&len.to_le_bytes());
            slot[20..].copy_from_slice(&code.to_le_bytes());
            assert!(matches!(Matx::read(&slot), Err(Bad::Length { .. })), "{code} {len}");
        }
        for category in [-1_i32, -2] {
            for size in [i32::MAX as u64 + 1, u64::MAX, 1 << 63] {
                let mut slot = [0; 24];
                slot[8..16].copy_from_slice(&size.to_le_bytes());
                slot[16..20].copy_from_slice(&category.to_le_bytes());
                slot[20..].copy_from_slice(&code.to_le_bytes());
                assert!(matches!(Matx::read(&slot), Err(Bad::Length { .. })), "{size}");
            }
        }
    }
}

#[test]
fn sizes_of_objects_beyond_java_are_refused() {
    let mut memory = Blocks::new();
    for size in [i32::MAX as u64 + 1, u64::MAX, 1 << 63] {
        let mut object = [0; 48];
        object[8] = 65;
        object[32..40].copy_from_slice(&size.to_le_bytes());
        let address = memory.place(&object);
        let tag = Tag::Object { of: Family::TvmFfi, code: Some(65), address };
        assert!(matches!(TvmFfi::text(&memory, &tag), Err(Bad::Length { .. })));
        object[..4].copy_from_slice(&128_i32.to_le_bytes());
        object[16..24].copy_from_slice(&size.to_le_bytes());
        let address = memory.place(&object);
        let tag = Tag::Object { of: Family::Rfc97, code: None, address };
        assert!(matches!(Rfc97::text(&memory, &tag), Err(Bad::Length { .. })));
    }
    assert!(memory.source(u64::MAX, 2).is_err());
}

/// Memory that has everything that is asked for, without having it.
struct Endless;

impl Memory for Endless {
    fn source(&self, _: u64, _: u64) -> Result<Source<'_>, Bad> {
        Ok(Source::from_bytes(&[]))
    }

    fn c_string(&self, address: u64) -> Result<Source<'_>, Bad> {
        Err(Bad::Unterminated { address })
    }
}

#[test]
fn ucs4_has_at_most_as_many_bytes_as_java_can_have() {
    let text = |units| Matx::text(&Endless, &Tag::Buffer { kind: TextKind::Ucs4, address: 8, units, shared: false });
    assert!(text(0x1FFF_FFFF).is_ok());
    assert_eq!(text(0x2000_0000).unwrap_err(), Bad::Length { units: 0x8000_0000, limit: 0x7FFF_FFFF });
    assert_eq!(text(0x8000_0000).unwrap_err(), Bad::Length { units: 0x8000_0000, limit: 0x7FFF_FFFF });
    // Memory that does not have the text is the first error.
    let tag = Tag::Buffer { kind: TextKind::Ucs4, address: 8, units: 0x2000_0000, shared: false };
    assert_eq!(Matx::text(&Blocks::new(), &tag).unwrap_err(), Bad::Address { address: 8, bytes: 0x8000_0000 });
}

#[test]
fn objects_have_the_code_of_their_section() {
    let code = |tag: Tag<'_>| slot_of_rfc97(1, &tag).map(|slot| i32::from_le_bytes(*slot.first_chunk().unwrap()));
    for own in [1, 2, 3, 63] {
        assert_eq!(code(object(Family::Rfc97, Some(own))), Ok(own));
    }
    for boxed in [64, 67, 127, 0, -1] {
        assert_eq!(code(object(Family::Rfc97, Some(boxed))), Err(Bad::Code { code: boxed }));
    }
    for handle in [128, 1023, 1024, i32::MAX] {
        assert_eq!(code(object(Family::Rfc97, Some(handle))), Ok(rfc97::code::OBJECT));
    }
    assert_eq!(code(object(Family::Rfc97, None)), Ok(rfc97::code::OBJECT));
    assert_eq!(code(object(Family::TvmFfi, Some(71))), Ok(rfc97::code::FOREIGN));
}

#[test]
fn a_code_in_the_slot_must_be_that_of_the_header() {
    let mut memory = Blocks::new();
    let mut head = [0; 24];
    head[..4].copy_from_slice(&64_i32.to_le_bytes());
    head[16] = 7;
    let address = memory.place(&head);
    let plain = |code| {
        let tag = Tag::Object { of: Family::Rfc97, code, address };
        Rfc97::plain(&memory, &tag)
    };
    assert_eq!(plain(Some(64)), Ok(Some(Tag::Int(7))));
    assert_eq!(plain(None), Ok(Some(Tag::Int(7))));
    assert_eq!(plain(Some(65)), Err(Bad::Header { slot: 65, header: 64 }));
}

#[test]
fn unknown_codes_pass_bit_for_bit() {
    let garbage: Vec<u8> = (0..136_u8).map(|byte| byte.wrapping_mul(37) | 1).collect();
    for code in [13, 14, 63, 78, 79, 127, 128, 4_000, -2, -100, i32::MIN, i32::MAX] {
        let mut slot = garbage[..16].to_vec();
        slot[..4].copy_from_slice(&code.to_le_bytes());
        let mut copy = [0; 16];
        TvmFfi::write(&mut copy, &TvmFfi::read(&slot).unwrap()).unwrap();
        assert_eq!(copy, slot[..], "{code}");
        // As the library writes those that it knows.
        slot[4..8].fill(0);
        TvmFfi::write(&mut copy, &TvmFfi::read(&slot).unwrap()).unwrap();
        assert_eq!(copy, slot[..], "{code}");
        assert_eq!(TvmFfi::owns(&slot), Ok(code >= 64), "{code}");
    }
    for code in [-9, -19, -1000, i32::MIN] {
        for n in 0..16 {
            let mut slot = garbage[..16 + 8 * n].to_vec();
            slot[..4].copy_from_slice(&code.to_le_bytes());
            let tag = Rfc97::read(&slot).unwrap();
            let mut copy = vec![0; slot.len()];
            Rfc97::write(&mut copy, &tag).unwrap();
            assert_eq!(copy, slot);
            assert_eq!(Rfc97::owns(&slot), Ok(false));
            let mut wider = [0xAA; 136];
            Rfc97::write(&mut wider, &tag).unwrap();
            assert_eq!(wider[..slot.len()], slot);
            assert!(wider[slot.len()..].iter().all(|byte| *byte == 0));
            if n > 0 {
                let narrow = Rfc97::write(&mut vec![0; 8 + 8 * n], &tag);
                assert!(matches!(narrow, Err(Bad::TooLong { .. })), "{narrow:?}");
            }
        }
    }
    for code in [-13, -100, i32::MIN] {
        let mut slot = garbage[..24].to_vec();
        slot[20..].copy_from_slice(&code.to_le_bytes());
        let mut copy = [0; 24];
        Matx::write(&mut copy, &Matx::read(&slot).unwrap()).unwrap();
        assert_eq!(copy, slot[..], "{code}");
    }
}

#[test]
fn types_that_no_value_has_are_refused() {
    let mut slot = [0; 16];
    slot[..4].copy_from_slice(&tvm::code::ANY.to_le_bytes());
    assert_eq!(TvmFfi::read(&slot), Err(Bad::Code { code: -1 }));
    let small = Tag::Object { of: Family::TvmFfi, code: Some(63), address: 1 };
    assert_eq!(TvmFfi::write(&mut slot, &small), Err(Bad::Code { code: 63 }));
    let negative = Tag::Object { of: Family::Matx, code: Some(-1), address: 1 };
    assert_eq!(Matx::write(&mut [0; 24], &negative), Err(Bad::Code { code: -1 }));
}

#[test]
fn what_is_unused_is_not_looked_at() {
    // The bytes behind a small text of libmatx are not initialised.
    let mut slot = [0xDE; 24];
    slot[..2].copy_from_slice(b"ok");
    slot[16..20].copy_from_slice(&2_i32.to_le_bytes());
    slot[20..].copy_from_slice(&matx::code::STRING.to_le_bytes());
    assert_eq!(Matx::read(&slot), Ok(Tag::Str(b"ok")));
    // Nor does libtvm_ffi look at the padding of a number.
    let mut slot = [0xDE; 16];
    slot[..4].copy_from_slice(&1_i32.to_le_bytes());
    slot[8..].copy_from_slice(&7_i64.to_le_bytes());
    assert_eq!(TvmFfi::read(&slot), Ok(Tag::Int(7)));
}

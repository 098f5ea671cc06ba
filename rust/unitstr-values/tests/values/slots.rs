//! Slots, by hand: what is written where, and what is refused.

use unitstr::Source;
use unitstr_values::{Bad, Blocks, DataType, Device, Dialect, Family, Memory, Rfc97, Tag, TvmFfi, rfc97, tvm};

use crate::rfc97 as slot_of_rfc97;

const DTYPE: DataType = DataType { code: 2, bits: 32, lanes: 0x0104 };
const DEVICE: Device = Device { kind: 13, id: -1 };

const fn object(of: Family, code: Option<i32>) -> Tag<'static> {
    Tag::Object { of, code, address: 0x0102_0304_0506_0708 }
}

/// The kinds of values that both have: the code in each of them.
fn common() -> Vec<(Tag<'static>, [i32; 2], u64)> {
    let address = 0x1122_3344_5566_7788;
    vec![
        (Tag::Int(-2), [-3, 1], u64::MAX - 1),
        (Tag::Float(1.5), [-4, 3], 0x3FF8_0000_0000_0000),
        (Tag::DataType(DTYPE), [-6, 5], 0x0104_2002),
        (Tag::Device(DEVICE), [-7, 6], 0xFFFF_FFFF_0000_000D),
        (Tag::Handle(address), [-2, 4], address),
        (Tag::Tensor(address), [-8, 7], address),
        (Tag::ByteArray(address), [-5, 9], address),
        (Tag::Rvalue(address), [-10, 10], address),
    ]
}

fn slot_of(len: usize, code: i32, word: u64) -> Vec<u8> {
    let mut slot = vec![0; len];
    slot[..4].copy_from_slice(&code.to_le_bytes());
    slot[8..16].copy_from_slice(&word.to_le_bytes());
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
    for (tag, [ours, tvm], word) in common() {
        for n in 0..16 {
            check::<Rfc97>(&tag, &slot_of(16 + 8 * n, ours, word));
        }
        check::<TvmFfi>(&tag, &slot_of(16, tvm, word));
    }
    check::<Rfc97>(&Tag::Null, &slot_of(16, -1, 0));
    check::<TvmFfi>(&Tag::Null, &[0; 16]);
    for truth in [false, true] {
        check::<Rfc97>(&Tag::Bool(truth), &slot_of(16, -14, truth.into()));
        check::<TvmFfi>(&Tag::Bool(truth), &slot_of(16, 2, truth.into()));
    }
    check::<Rfc97>(&Tag::CStr(9), &slot_of(16, -15, 9));
    check::<TvmFfi>(&Tag::CStr(9), &slot_of(16, 8, 9));
}

#[test]
fn all_zero_is_null_in_tvm_only() {
    assert_eq!(TvmFfi::read(&[0; 16]), Ok(Tag::Null));
    assert_eq!(Rfc97::read(&[0; 16]), Err(Bad::Code { code: 0 }));
}

#[test]
fn kinds_that_a_dialect_lacks_are_refused_and_change_nothing() {
    fn refused<D: Dialect>(len: usize, tag: &Tag<'_>) {
        let mut slot = vec![0xAA; len];
        let found = D::write(&mut slot, tag);
        assert!(matches!(found, Err(Bad::NotHere { .. })), "{tag:?} {found:?}");
        assert!(slot.iter().all(|byte| *byte == 0xAA));
    }
    let wide = Tag::Wide { address: 1, inline_bytes: 16 };
    refused::<TvmFfi>(16, &Tag::Ucs4(&[]));
    refused::<TvmFfi>(16, &wide);
    refused::<TvmFfi>(16, &object(Family::Rfc97, Some(128)));
    refused::<TvmFfi>(16, &object(Family::TvmFfi, None));
}

#[test]
fn slots_of_other_sizes_are_refused() {
    for len in 0..160 {
        let good = (16..=136).contains(&len) && len % 8 == 0;
        assert_eq!(Rfc97::write(&mut vec![0; len], &Tag::Null).is_ok(), good, "{len}");
        assert_eq!(Rfc97::owns(&vec![0; len]).is_ok(), good, "{len}");
        assert_eq!(TvmFfi::read(&vec![0; len]).is_ok(), len == 16);
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

/// A UCS-4 string object of so many units, without the units.
struct Claims([u8; 32]);

impl Claims {
    const ADDRESS: u64 = 0x100;

    fn of(units: u64) -> Self {
        let mut object = [0; 32];
        object[..4].copy_from_slice(&rfc97::code::UCS4_STRING.to_le_bytes());
        object[16..24].copy_from_slice(&units.to_le_bytes());
        Self(object)
    }

    /// Its text in memory that has all units, or only the object.
    fn text(&self, has_units: bool) -> Result<(), Bad> {
        let mut blocks = Blocks::new();
        let address = if has_units { Self::ADDRESS } else { blocks.place(&self.0) };
        let memory: &dyn Memory = if has_units { self } else { &blocks };
        Rfc97::text(memory, &Tag::Object { of: Family::Rfc97, code: None, address }).map(|_| ())
    }
}

impl Memory for Claims {
    fn source(&self, address: u64, bytes: u64) -> Result<Source<'_>, Bad> {
        let at = (address - Self::ADDRESS) as usize;
        Ok(Source::from_bytes(if at < 32 { &self.0[at..at + bytes as usize] } else { &[] }))
    }

    fn c_string(&self, address: u64) -> Result<Source<'_>, Bad> {
        Err(Bad::Unterminated { address })
    }
}

#[test]
fn ucs4_has_at_most_as_many_bytes_as_java_can_have() {
    let too_long = Err(Bad::Length { units: 0x8000_0000, limit: 0x7FFF_FFFF });
    assert_eq!(Claims::of(0x1FFF_FFFF).text(true), Ok(()));
    assert_eq!(Claims::of(0x2000_0000).text(true), too_long);
    assert_eq!(Claims::of(0x8000_0000).text(true), too_long);
    // Memory without the units is the first error.
    assert!(matches!(Claims::of(0x2000_0000).text(false), Err(Bad::Address { bytes: 0x8000_0000, .. })));
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
}

#[test]
fn types_that_no_value_has_are_refused() {
    let mut slot = [0; 16];
    slot[..4].copy_from_slice(&tvm::code::ANY.to_le_bytes());
    assert_eq!(TvmFfi::read(&slot), Err(Bad::Code { code: -1 }));
    let small = Tag::Object { of: Family::TvmFfi, code: Some(63), address: 1 };
    assert_eq!(TvmFfi::write(&mut slot, &small), Err(Bad::Code { code: 63 }));
}

#[test]
fn padding_is_ignored() {
    // libtvm_ffi does not look at the padding of a number.
    let mut slot = [0xDE; 16];
    slot[..4].copy_from_slice(&1_i32.to_le_bytes());
    slot[8..].copy_from_slice(&7_i64.to_le_bytes());
    assert_eq!(TvmFfi::read(&slot), Ok(Tag::Int(7)));
}

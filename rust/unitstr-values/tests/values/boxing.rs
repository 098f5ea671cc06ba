//! Plain values, boxes, and what owns objects.

use std::ptr::NonNull;
use std::sync::atomic::{AtomicI32, Ordering};

use unitstr_values::{
    Bad, Blocks, Dialect, Family, Foreign, ForeignHeader, Object, Rfc97, Tag, TextKind, TvmFfi, UList, Value,
};

use crate::rfc97;

/// The cells of the table: int, float, bool, handle of each plain value.
type Row = (Tag<'static>, Option<i64>, Option<f64>, Option<bool>, Option<u64>);

const TABLE: [Row; 10] = [
    (Tag::Int(0), Some(0), Some(0.0), Some(false), None),
    (Tag::Int(-7), Some(-7), Some(-7.0), Some(true), None),
    (Tag::Int(i64::MAX), Some(i64::MAX), Some(9_223_372_036_854_775_808.0), Some(true), None),
    (Tag::Float(1.5), None, Some(1.5), None, None),
    (Tag::Float(1.0), None, Some(1.0), None, None),
    (Tag::Float(f64::INFINITY), None, Some(f64::INFINITY), None, None),
    (Tag::Bool(false), Some(0), Some(0.0), Some(false), None),
    (Tag::Bool(true), Some(1), Some(1.0), Some(true), None),
    (Tag::Handle(0), None, None, None, Some(0)),
    (Tag::Handle(8), None, None, None, Some(8)),
];

fn check(found: Tag<'static>, row: Row) {
    let (expected, int, float, truth, handle) = row;
    assert_eq!(found, expected);
    assert_eq!(found.as_int().ok(), int, "{found:?}");
    assert_eq!(found.as_float().ok(), float, "{found:?}");
    assert_eq!(found.as_bool().ok(), truth, "{found:?}");
    assert_eq!(found.as_handle().ok(), handle, "{found:?}");
}

fn slot_word(tag: &Tag<'_>) -> Vec<u8> {
    rfc97(1, tag).unwrap().split_off(8)
}

#[test]
fn r7_plain_values_and_boxes_in_every_cell() {
    for row in TABLE {
        let plain = row.0;
        check(plain, row);
        // In a slot.
        let slot = rfc97(1, &plain).unwrap();
        check(Rfc97::plain(&Blocks::new(), &Rfc97::read(&slot).unwrap()).unwrap().unwrap(), row);
        let mut slot = [0xAA; 16];
        TvmFfi::write(&mut slot, &plain).unwrap();
        check(TvmFfi::plain(&Blocks::new(), &TvmFfi::read(&slot).unwrap()).unwrap().unwrap(), row);
        // As an object, and back.
        let object = Object::boxed(&plain).unwrap();
        check(object.plain().unwrap(), row);
        check(Value::from(object.clone()).plain().unwrap(), row);
        let value = Value::copy_of::<Rfc97, _>(&Blocks::new(), &plain).unwrap();
        check(value.to_object().unwrap().plain().unwrap(), row);
        // Storing a box writes the plain value.
        let list = UList::new();
        list.push(Value::Object(object.clone()));
        check(list.get(0).unwrap().plain().unwrap(), row);
        assert_eq!(object.refs(), 1);
        // A box in memory, as its header says, or under its own code too.
        let mut bytes = [0; 24];
        bytes[..4].copy_from_slice(&object.code().to_le_bytes());
        let mut memory = Blocks::new();
        bytes[16..].copy_from_slice(&slot_word(&plain));
        let address = memory.place(&bytes);
        for code in [None, Some(object.code())] {
            let tag = Tag::Object { of: Family::Rfc97, code, address };
            check(Rfc97::plain(&memory, &tag).unwrap().unwrap(), row);
        }
    }
}

#[test]
fn r7_what_java_has() {
    assert_eq!(Value::from(-1_i8), Value::Int(-1));
    assert_eq!(Value::from(-1_i16), Value::Int(-1));
    assert_eq!(Value::from(-1_i32), Value::Int(-1));
    assert_eq!(Value::from(i64::MIN), Value::Int(i64::MIN));
    assert_eq!(Value::from(0.5_f32), Value::Float(0.5));
    assert_eq!(Value::from(0.1_f64), Value::Float(0.1));
    assert_eq!(Value::from(true), Value::Bool(true));
    assert_eq!(Value::from('😀').as_bytes(), Some("😀".as_bytes()));
    assert_eq!(Value::from("a\0b").as_bytes(), Some(&b"a\0b"[..]));
    assert_eq!(Value::from(&b"\xFF"[..]), Value::Bytes(b"\xFF".to_vec()));
    assert_eq!(Value::from(&[0x1F600_u32][..]), Value::Ucs4(vec![0x1F600]));
    assert_eq!(Value::from(None::<i64>), Value::Null);
    assert_eq!(Value::from(Some(1_i64)), Value::Int(1));
}

#[test]
fn r7_a_string_is_no_number() {
    for value in [Value::from("1"), Value::from(&b"1"[..]), Value::Ucs4(vec![0x31]), Value::Null] {
        assert_eq!(value.plain(), None, "{value:?}");
    }
    assert_eq!(Rfc97::plain(&Blocks::new(), &Tag::Str(b"1")), Ok(None));
    let refused = Tag::Float(1.0).as_int();
    assert_eq!(refused, Err(Bad::Kind { wanted: "int", found: "float" }));
}

#[test]
fn r7_objects_on_demand() {
    let codes = |value: Value| value.to_object().map(|object| object.code());
    assert_eq!(codes(1_i64.into()), Some(64));
    assert_eq!(codes(1.0.into()), Some(65));
    assert_eq!(codes(true.into()), Some(66));
    assert_eq!(codes(Value::Handle(1)), Some(67));
    assert_eq!(codes("a".into()), Some(128));
    assert_eq!(codes(Value::Ucs4(vec![0x61])), Some(129));
    assert_eq!(codes((&b"a"[..]).into()), Some(130));
    assert_eq!(codes(UList::new().into()), Some(131));
    assert_eq!(codes(Value::Null), None);
}

#[test]
fn r7_texts_as_objects() {
    for (value, kind) in [
        (Value::from("h\0i"), TextKind::Utf8),
        (Value::from(&b"h\0i"[..]), TextKind::Binary),
        (Value::Ucs4(vec![0x68, 0, 0x1F600]), TextKind::Ucs4),
    ] {
        let object = value.to_object().unwrap();
        assert_eq!(object.as_text().unwrap().0, kind);
        assert_eq!(Value::of_object(&object), value);
    }
    let object = Object::text(TextKind::Ucs4, &[1, 0, 0, 0, 2, 0, 0, 0]);
    assert_eq!(object.as_text(), Some((TextKind::Ucs4, &[1, 0, 0, 0, 2, 0, 0, 0][..])));
    assert!(std::panic::catch_unwind(|| Object::text(TextKind::Ucs4, &[1, 0, 0])).is_err());
    assert!(Object::boxed(&Tag::Null).is_none());
    assert!(Object::boxed(&Tag::Int(1)).unwrap().as_text().is_none());
}

#[test]
fn r2_a_wide_view_is_copied() {
    let mut memory = Blocks::new();
    for tag in [Tag::Str(b"twenty-four bytes, right"), Tag::Null, Tag::Int(300)] {
        let address = memory.place(&rfc97(4, &tag).unwrap());
        let found = Value::copy_of::<Rfc97, _>(&memory, &Tag::Wide { address, inline_bytes: 32 }).unwrap();
        assert_eq!(found, Value::copy_of::<Rfc97, _>(&memory, &tag).unwrap());
    }
}

#[test]
fn what_cannot_be_copied_is_refused() {
    let mut memory = Blocks::new();
    let mut module = [0; 24];
    module[0] = 1;
    let address = memory.place(&module);
    let object = Tag::Object { of: Family::Rfc97, code: Some(1), address };
    for tag in [object, Tag::Tensor(8), Tag::Function(8), Tag::Rvalue(8)] {
        let refused = Value::copy_of::<Rfc97, _>(&memory, &tag);
        assert_eq!(refused, Err(Bad::NotHere { kind: tag.kind() }));
    }
}

static DELETED: [AtomicI32; 2] = [const { AtomicI32::new(0) }; 2];

/// An object of libtvm_ffi as the library would hand it out; its index says which counter has its flags.
fn foreign(index: i32) -> Foreign {
    /// # Safety
    ///
    /// * `object` is one of those that `foreign` makes.
    unsafe extern "C" fn delete(object: *mut ForeignHeader, flags: i32) {
        // SAFETY: the object has a header until its flag 2.
        let object = unsafe { Foreign::from_raw(NonNull::new(object).unwrap()) };
        let which = object.index() - 128;
        let header = object.into_raw();
        DELETED[which as usize].fetch_add(flags, Ordering::Relaxed);
        if flags & 2 != 0 {
            // SAFETY: it was made as a box, below.
            drop(unsafe { Box::from_raw(header.as_ptr()) });
        }
    }
    let header = Box::into_raw(Box::new(ForeignHeader::new(index, Some(delete))));
    // SAFETY: a new object with one reference.
    unsafe { Foreign::from_raw(NonNull::new(header).unwrap()) }
}

#[test]
fn foreign_objects_are_counted_in_lists() {
    let object = foreign(129);
    let list = UList::new();
    list.push(object.clone());
    list.push(object.clone());
    assert_eq!(object.refs(), 3);
    assert_eq!(list.get(1), Some(Value::Foreign(object.clone())));
    list.set(0, 1_i64);
    assert_eq!(object.refs(), 2);
    drop(list);
    assert_eq!(object.refs(), 1);
    drop(object);
    assert_eq!(DELETED[1].load(Ordering::Relaxed), 3);
}

#[test]
fn objects_are_counted_in_lists() {
    let list = UList::new();
    let inner = UList::new();
    list.push(Value::from(inner.object().clone()));
    assert_eq!(inner.object().refs(), 2);
    drop(list);
    assert_eq!(inner.object().refs(), 1);
}

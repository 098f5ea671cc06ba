//! The universal list against a vector.

use proptest::prelude::*;
use unitstr_values::{DataType, Device, Object, UList, Value};

/// A value of UCS-4 text.
fn ucs4(text: &str) -> Value {
    Value::Ucs4(text.chars().map(u32::from).collect())
}

/// The number of slots of the list's pool in use, and of its blocks, as the layout of a list says.
fn pool(list: &UList) -> (u64, usize) {
    let object = list.object().clone().into_raw();
    let word = |at: *const u64, index: usize| {
        // SAFETY: `at` is the list object or one of its blocks, which live as long as `object`; `index` is inside.
        let word = unsafe { at.add(index) };
        // SAFETY: `word` is in that object or block.
        unsafe { word.read() }
    };
    let head = object.as_ptr().cast::<u64>();
    let mut blocks = 0;
    let mut block = word(head, 5);
    while block != 0 {
        blocks += 1;
        block = word(std::ptr::with_exposed_provenance(block as usize), 0);
    }
    let used = word(head, 7);
    // SAFETY: the reference that `into_raw` passed here.
    drop(unsafe { Object::from_raw(object) });
    (used, blocks)
}

/// One of each kind, and the number of slots of the pool that it takes.
fn kinds() -> Vec<(Value, u64)> {
    vec![
        (Value::Null, 0),
        (false.into(), 0),
        (true.into(), 0),
        ((-128_i64).into(), 0),
        (255_i64.into(), 0),
        ((-129_i64).into(), 1),
        (256_i64.into(), 1),
        (i64::MIN.into(), 1),
        (0.0.into(), 1),
        (Value::Handle(7), 1),
        (Value::DataType(DataType { code: 1, bits: 2, lanes: 3 }), 1),
        (Value::Device(Device { kind: 1, id: -1 }), 1),
        ("".into(), 1),
        ("a".into(), 0),
        ("\0".into(), 0),
        (Value::Str(b"\xFF".to_vec()), 0),
        ("é".into(), 1),
        ("sixteen bytes ok".into(), 1),
        ("seventeen bytes..".into(), 0),
        (ucs4("é"), 0),
        (ucs4("\u{100}"), 1),
        (ucs4("漢字言葉"), 1),
        (ucs4("漢字言葉漢"), 0),
        ((&b"a"[..]).into(), 1),
        ((&b"more than sixteen"[..]).into(), 0),
        (UList::new().into(), 0),
    ]
}

#[test]
fn r8_slots_per_element() {
    for (value, slots) in kinds() {
        let list = UList::new();
        for count in 1..=100 {
            list.push(value.clone());
            assert_eq!(pool(&list).0, slots * count, "{value:?}");
        }
        assert!(list.iter().all(|found| found == value), "{value:?}");
        assert_eq!(list.iter().count(), 100);
    }
}

#[test]
fn r8_the_table_is_whole() {
    let list = UList::new();
    for int in -128..=255_i64 {
        list.push(int);
    }
    for byte in 0..=255_u8 {
        list.push(Value::Str([byte][..].into()));
        list.push(Value::Ucs4(vec![byte.into()]));
    }
    assert_eq!(pool(&list), (0, 0));
    for int in -128..=255_i64 {
        assert_eq!(list.get((int + 128) as usize), Some(Value::Int(int)));
    }
    for byte in 0..=255_u8 {
        let at = 384 + 2 * usize::from(byte);
        assert_eq!(list.get(at), Some(Value::Str([byte][..].into())));
        assert_eq!(list.get(at + 1), Some(Value::Ucs4(vec![byte.into()])));
    }
}

#[test]
fn r8_free_slots_are_used_again() {
    let list = UList::new();
    for int in 1_000..1_064_i64 {
        list.push(int);
    }
    assert_eq!(pool(&list), (64, 1));
    // What goes makes room for what comes, of any kind, in any order.
    for round in 0..500 {
        let value = list.remove(round * 7 % 64);
        assert_eq!(pool(&list), (63, 1));
        list.insert(round * 5 % 64, if round % 2 == 0 { value } else { "in the pool".into() });
        assert_eq!(pool(&list), (64, 1));
    }
    list.push(0.25);
    assert_eq!(pool(&list), (65, 2));
    list.clear();
    assert_eq!((list.len(), pool(&list)), (0, (0, 2)));
}

#[test]
fn r8_lists_in_lists() {
    let inner: UList = ["x", "y"].into_iter().collect();
    let outer = UList::new();
    outer.push(inner.clone());
    outer.push(inner.clone());
    inner.push("z");
    let Some(Value::List(found)) = outer.get(1) else { panic!("a list") };
    assert_eq!((found.len(), found == inner), (3, true));
    assert_eq!(inner.object().refs(), 4);
    drop(outer);
    assert_eq!(inner.object().refs(), 2);
    drop(found);
    assert_eq!(inner.object().refs(), 1);
}

#[test]
fn r8_a_list_may_hold_itself() {
    let list = UList::new();
    list.push(list.clone());
    let Some(Value::List(found)) = list.get(0) else { panic!("a list") };
    assert_eq!(found, list);
    // What would print what it holds would not end.
    assert!(format!("{list:?}").len() < 100);
    // Else it would never be freed.
    list.clear();
    assert_eq!(list.object().refs(), 2);
}

#[test]
fn r8_deep_lists_are_freed_without_depth() {
    let mut list = UList::new();
    for _ in 0..if cfg!(miri) { 1_000 } else { 200_000 } {
        let outer = UList::new();
        outer.push(list);
        list = outer;
    }
    drop(list);
}

#[test]
fn r8_sorting() {
    let sorted = [
        Value::Null,
        false.into(),
        true.into(),
        f64::NEG_INFINITY.into(),
        i64::MIN.into(),
        (-0.5).into(),
        0_i64.into(),
        0.5.into(),
        1_i64.into(),
        (1_i64 << 53).into(),
        // One more than a float can say.
        ((1_i64 << 53) + 1).into(),
        i64::MAX.into(),
        9_223_372_036_854_775_808.0.into(),
        f64::INFINITY.into(),
        "".into(),
        "a\0".into(),
        ucs4("b"),
        "z".into(),
        "é".into(),
        ucs4("漢"),
        "\u{FFFD}".into(),
        "😀".into(),
        (&b""[..]).into(),
        (&b"\xFF"[..]).into(),
        Value::Handle(1),
    ];
    let list: UList = sorted.iter().rev().cloned().collect();
    list.sort();
    assert!(list.iter().eq(sorted.iter().cloned()), "{:?}", list.iter().collect::<Vec<_>>());
    // Equal ones keep their order, and NaN is behind all numbers.
    let list: UList =
        [Value::Float(f64::NAN), 1.0.into(), 1_i64.into(), true.into(), 1_i64.into(), 1.0.into()].into_iter().collect();
    list.sort();
    let found: Vec<Value> = list.iter().take(5).collect();
    assert_eq!(found, [true.into(), 1.0.into(), 1_i64.into(), 1_i64.into(), 1.0.into()]);
}

#[test]
fn r8_places_that_are_not_there() {
    let list: UList = [1_i64, 1_000].into_iter().collect();
    assert_eq!((list.get(2), list.get(usize::MAX)), (None, None));
    let panics = |call: &dyn Fn()| std::panic::catch_unwind(std::panic::AssertUnwindSafe(call)).is_err();
    assert!(panics(&|| list.insert(3, "seventeen bytes..")));
    assert!(panics(&|| list.set(2, 1_i64)));
    assert!(panics(&|| drop(list.remove(2))));
    assert_eq!(list.iter().collect::<Vec<_>>(), [1_i64.into(), Value::Int(1_000)]);
    assert_eq!((list.len(), pool(&list)), (2, (1, 1)));
    list.truncate(5);
    assert_eq!((list.pop(), list.pop(), list.pop()), (Some(Value::Int(1_000)), Some(Value::Int(1)), None));
}

#[test]
fn r8_no_slot_comes_out() {
    // What was read stays what it was, whatever becomes of its place.
    let list: UList = ["sixteen bytes ok"].into_iter().collect();
    let value = list.get(0).unwrap();
    let mut iter = list.iter();
    list.set(0, "another of them.");
    list.clear();
    list.push(1_000_i64);
    assert_eq!(value, Value::from("sixteen bytes ok"));
    assert_eq!(iter.next(), Some(Value::Int(1_000)));
    drop(list);
    assert_eq!(iter.next(), None);
    assert_eq!(value.as_bytes(), Some(&b"sixteen bytes ok"[..]));
}

#[derive(Clone, Debug)]
enum Step {
    Push(Value),
    Insert(usize, Value),
    Set(usize, Value),
    Remove(usize),
    Pop,
    Truncate(usize),
    Sort,
}

fn values() -> impl Strategy<Value = Value> {
    prop_oneof![
        3 => (-300_i64..300).prop_map(Value::from),
        1 => (-3_i64..3).prop_map(|int| Value::from(int as f64 / 2.0)),
        1 => Just(Value::Null),
        2 => "[a-z漢é]{0,20}".prop_map(|text| Value::from(text.as_str())),
        1 => "[a-z漢é]{0,6}".prop_map(|text| ucs4(&text)),
        1 => proptest::collection::vec(any::<u8>(), 0..20).prop_map(|bytes| Value::from(&bytes[..])),
        1 => (250_usize..300).prop_map(|len| Value::from("x".repeat(len).as_str())),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if cfg!(miri) { 4 } else { 256 }, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn r8_as_a_vector_would(steps in proptest::collection::vec(prop_oneof![
        4 => values().prop_map(Step::Push),
        2 => (0_usize..40, values()).prop_map(|(at, value)| Step::Insert(at, value)),
        2 => (0_usize..40, values()).prop_map(|(at, value)| Step::Set(at, value)),
        2 => (0_usize..40).prop_map(Step::Remove),
        1 => Just(Step::Pop),
        1 => (0_usize..80).prop_map(Step::Truncate),
        1 => Just(Step::Sort),
    ], 0..150)) {
        let list = UList::new();
        let mut model: Vec<Value> = Vec::new();
        for step in steps {
            match step {
                Step::Push(value) => {
                    list.push(value.clone());
                    model.push(value);
                }
                Step::Insert(at, value) if at <= model.len() => {
                    list.insert(at, value.clone());
                    model.insert(at, value);
                }
                Step::Set(at, value) if at < model.len() => {
                    list.set(at, value.clone());
                    model[at] = value;
                }
                Step::Remove(at) if at < model.len() => prop_assert_eq!(list.remove(at), model.remove(at)),
                Step::Pop => prop_assert_eq!(list.pop(), model.pop()),
                Step::Truncate(len) => {
                    list.truncate(len);
                    model.truncate(len);
                }
                Step::Sort => {
                    list.sort();
                    // The order has tests of its own; here, that none is lost.
                    let mut sorted: Vec<Value> = list.iter().collect();
                    for value in &model {
                        let at = sorted.iter().position(|found| found == value);
                        prop_assert!(at.is_some());
                        sorted.swap_remove(at.unwrap());
                    }
                    prop_assert!(sorted.is_empty());
                    model = list.iter().collect();
                }
                _ => {}
            }
            prop_assert_eq!(list.len(), model.len());
        }
        prop_assert!(list.iter().eq(model.iter().cloned()));
    }
}

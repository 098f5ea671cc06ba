//! `StringCore` against a vector, and its thresholds against libmatx.

use proptest::prelude::*;
use unitstr_values::{Category, Object, StringCore, Unit};

use crate::golden::matx_cases;

fn category(core: Category) -> i32 {
    match core {
        Category::Small => 0,
        Category::Medium => -1,
        Category::Large => -2,
    }
}

#[test]
fn r4_categories_are_those_of_matx() {
    for case in matx_cases() {
        let found = if case.unicode {
            let units: Vec<u32> =
                case.payload.chunks(4).map(|unit| u32::from_le_bytes(unit.try_into().unwrap())).collect();
            let core = StringCore::new(&units);
            assert_eq!(core.as_slice(), units);
            category(core.category())
        } else {
            let core = StringCore::new(&case.payload);
            assert_eq!(core.as_slice(), case.payload);
            category(core.category())
        };
        assert_eq!(found, case.category.min(0), "{} {}", case.name, case.unicode);
    }
}

#[test]
fn r4_thresholds() {
    fn check<U: Unit>(expected: [(usize, Category); 6]) {
        for (len, category) in expected {
            assert_eq!(StringCore::new(&vec![U::default(); len]).category(), category, "{len}");
        }
    }
    use Category::{Large, Medium, Small};
    check::<u8>([(0, Small), (16, Small), (17, Medium), (254, Medium), (255, Large), (9_999, Large)]);
    check::<u32>([(0, Small), (4, Small), (5, Medium), (63, Medium), (64, Large), (9_999, Large)]);
}

#[test]
fn r4_growth() {
    let mut text = StringCore::new(&[b'x'; 16]);
    let mut capacities = vec![text.capacity()];
    for _ in 16..600 {
        text.push(b'x');
        if capacities.last() != Some(&text.capacity()) {
            capacities.push(text.capacity());
        }
    }
    // From small to twice that; then one and a half times, and one.
    assert_eq!(capacities, [16, 32, 49, 74, 112, 169, 254, 382, 574, 862]);
    assert_eq!(text.category(), Category::Large);
    // More than that at once is just that.
    let mut text = StringCore::new(&[b'x'; 16]);
    text.extend_from_slice(&[b'y'; 100]);
    assert_eq!(text.capacity(), 116);
}

#[test]
fn r4_large_texts_are_shared_until_one_is_changed() {
    let text = StringCore::new(&[7_u32; 64]);
    let copies = [text.clone(), text.clone(), text.clone()];
    assert!(text.is_shared());
    let place = text.as_slice().as_ptr();
    let [mut pushed, mut cut, mut changed] = copies;
    assert!([&pushed, &cut, &changed].iter().all(|copy| copy.as_slice().as_ptr() == place));
    pushed.push(8);
    cut.truncate(63);
    changed.as_mut_slice()[0] = 9;
    assert!(!text.is_shared());
    assert_eq!(text.as_slice(), [7; 64]);
    assert_eq!((pushed.len(), cut.len(), changed.as_slice()[0]), (65, 63, 9));
    assert_eq!(cut.category(), Category::Medium);
    // Alone again, it is changed where it is.
    let mut text = text;
    text.as_mut_slice()[0] = 1;
    text.truncate(10);
    assert_eq!((text.as_slice().as_ptr(), text.category()), (place, Category::Large));
    assert_eq!(text.clone().category(), Category::Medium);
}

#[test]
fn r4_objects_and_texts_share() {
    let object = Object::string(&[b'x'; 255]);
    let mut text = StringCore::<u8>::of_object(&object).unwrap();
    assert_eq!(object.refs(), 2);
    assert_eq!(text.to_object(), object);
    text.push(b'y');
    assert_eq!((object.refs(), object.as_string().unwrap().len()), (1, 255));
    // What has become longer says so in its object too.
    text.push(b'z');
    assert_eq!(text.to_object().as_string(), Some(text.as_slice()));
    // A short one is copied.
    let object = Object::ucs4(&[1, 2, 3]);
    let text = StringCore::<u32>::of_object(&object).unwrap();
    assert_eq!((object.refs(), text.as_slice()), (1, &[1, 2, 3][..]));
    assert!(StringCore::<u8>::of_object(&object).is_none());
    assert!(StringCore::<u8>::of_object(&Object::bytes(&[1])).is_none());
}

#[test]
fn r4_texts_may_be_shared_between_threads() {
    let text = StringCore::new(&[b'x'; 1_000]);
    std::thread::scope(|scope| {
        for byte in b'a'..b'e' {
            let mut copy = text.clone();
            scope.spawn(move || {
                for _ in 0..if cfg!(miri) { 5 } else { 1_000 } {
                    let mut another = copy.clone();
                    another.push(byte);
                    assert_eq!(another.len(), 1_001);
                }
                copy.truncate(999);
                assert_eq!(copy.as_slice(), [b'x'; 999]);
            });
        }
    });
    assert!(!text.is_shared());
}

#[derive(Clone, Debug)]
enum Step {
    Push(u8),
    Extend(Vec<u8>),
    Truncate(usize),
    Reserve(usize),
    Change(usize, u8),
    Clone,
    Drop,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        4 => any::<u8>().prop_map(Step::Push),
        3 => proptest::collection::vec(any::<u8>(), 0..90).prop_map(Step::Extend),
        2 => (0_usize..400).prop_map(Step::Truncate),
        1 => (0_usize..400).prop_map(Step::Reserve),
        2 => (0_usize..400, any::<u8>()).prop_map(|(at, byte)| Step::Change(at, byte)),
        2 => Just(Step::Clone),
        1 => Just(Step::Drop),
    ];
    proptest::collection::vec(step, 0..60)
}

/// Steps on a text and on a vector, with copies that keep what they had.
fn run<U: Unit>(steps: &[Step], unit: impl Fn(u8) -> U) {
    let mut texts = vec![(StringCore::<U>::default(), Vec::new())];
    for step in steps {
        let (text, model) = texts.last_mut().unwrap();
        match step {
            Step::Push(byte) => {
                text.push(unit(*byte));
                model.push(unit(*byte));
            }
            Step::Extend(bytes) => {
                let units: Vec<U> = bytes.iter().map(|byte| unit(*byte)).collect();
                text.extend_from_slice(&units);
                model.extend(units);
            }
            Step::Truncate(len) => {
                text.truncate(*len);
                model.truncate(*len);
            }
            Step::Reserve(capacity) => {
                text.reserve(*capacity);
                assert!(text.capacity() >= *capacity && !text.is_shared());
            }
            Step::Change(at, byte) => {
                if let Some(place) = model.get_mut(*at) {
                    *place = unit(*byte);
                    text.as_mut_slice()[*at] = unit(*byte);
                }
            }
            Step::Clone => {
                let copy = texts.last().unwrap().clone();
                texts.push(copy);
            }
            Step::Drop => {
                if texts.len() > 1 {
                    texts.swap_remove(0);
                }
            }
        }
        for (text, model) in &texts {
            assert_eq!(text.as_slice(), model);
            assert!(text.capacity() >= text.len());
            let medium = text.capacity() <= U::MEDIUM;
            match text.category() {
                Category::Small => assert!(text.len() <= U::SMALL),
                Category::Medium => assert!(medium && text.capacity() > U::SMALL),
                Category::Large => assert!(text.is_shared() || !medium),
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if cfg!(miri) { 4 } else { 512 }, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn r4_bytes_as_a_vector_would(steps in steps()) {
        run::<u8>(&steps, |byte| byte);
    }

    #[test]
    fn r4_code_points_as_a_vector_would(steps in steps()) {
        run::<u32>(&steps, |byte| u32::from(byte) << 9);
    }
}

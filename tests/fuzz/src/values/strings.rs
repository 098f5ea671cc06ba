//! `StringCore` against a vector.

use arbitrary::Arbitrary;
use unitstr_values::{Category, StringCore, Unit};

#[derive(Arbitrary, Debug)]
enum Step {
    Push(u8),
    Extend(u8, u8),
    Truncate(u16),
    Reserve(u16),
    Change(u16, u8),
    Clone,
    /// Without the text before the last.
    Drop,
    ThroughObject,
    /// The last text joins the one before.
    Append,
}

fn run<U: Unit>(steps: &[Step], unit: impl Fn(u8) -> U) {
    let mut texts = vec![(StringCore::<U>::default(), Vec::new())];
    for step in steps {
        let last = texts.len() - 1;
        let (text, model) = &mut texts[last];
        match *step {
            Step::Push(byte) => {
                text.push(unit(byte));
                model.push(unit(byte));
            }
            Step::Extend(byte, count) => {
                let units = vec![unit(byte); count.into()];
                text.extend_from_slice(&units);
                model.extend(units);
            }
            Step::Truncate(len) => {
                text.truncate(len.into());
                model.truncate(len.into());
            }
            Step::Reserve(capacity) => {
                let capacity = usize::from(capacity) % 1_000;
                text.reserve(capacity);
                assert!(text.capacity() >= capacity && !text.is_shared());
            }
            Step::Change(at, byte) => {
                if let Some(place) = model.get_mut(usize::from(at)) {
                    *place = unit(byte);
                    text.as_mut_slice()[usize::from(at)] = unit(byte);
                }
            }
            Step::Clone if last < 8 => {
                let copy = texts[last].clone();
                texts.push(copy);
            }
            Step::Drop if last > 0 => drop(texts.remove(last - 1)),
            Step::ThroughObject => {
                let object = text.to_object();
                *text = StringCore::of_object(&object).expect("of that type");
            }
            Step::Append if last > 0 && model.len() < 2_000 => {
                let (text, model) = texts[last].clone();
                texts[last - 1].0.extend_from_slice(text.as_slice());
                texts[last - 1].1.extend(model);
            }
            _ => {}
        }
        for (text, model) in &texts {
            assert_eq!(text.as_slice(), model);
            assert!(text.capacity() >= text.len());
            match text.category() {
                Category::Small => assert!(text.len() <= U::SMALL),
                Category::Medium => assert!(text.capacity() <= U::MEDIUM && text.capacity() > U::SMALL),
                Category::Large => assert!(text.is_shared() || text.capacity() > U::MEDIUM),
            }
        }
    }
}

/// Steps on bytes and on code points, with copies that keep what they had.
pub fn values_strings(input: &[u8]) {
    if let Some(steps) = super::input::<Vec<Step>>(input) {
        run::<u8>(&steps, |byte| byte);
        run::<u32>(&steps, |byte| u32::from(byte) << 8 | 1);
    }
}

//! The universal list against a vector.

use arbitrary::Arbitrary;
use unitstr_values::{UList, Value};

#[derive(Arbitrary, Debug)]
enum Made {
    Null,
    Int(i16),
    Long(i64),
    Float(i8),
    Text(u8, u8),
    Ucs4(u16, u8),
    Bytes(u8, u8),
    /// An object.
    Boxed(i8),
    /// A list made before.
    List(u8),
}

#[derive(Arbitrary, Debug)]
enum Step {
    Push(Made),
    Insert(u8, Made),
    Set(u8, Made),
    Remove(u8),
    Truncate(u8),
    Clear,
    Sort,
    /// What follows is about a new list, which the ones before may be put into.
    Next,
}

fn value(made: &Made, lists: &[(UList, Vec<Value>)]) -> Value {
    match *made {
        Made::Null => Value::Null,
        Made::Int(int) => int.into(),
        Made::Long(int) => int.into(),
        Made::Float(float) => (f64::from(float) / 4.0).into(),
        Made::Text(byte, len) => Value::from(&*char::from(byte).to_string().repeat(len.into())),
        Made::Ucs4(point, len) => {
            let text = char::from_u32(point.into()).unwrap_or('😀').to_string().repeat((len % 80).into());
            Value::Ucs4(text.chars().map(u32::from).collect())
        }
        Made::Bytes(byte, len) => (&*vec![byte; len.into()]).into(),
        Made::Boxed(int) => Value::Object(Value::from(int).to_object().expect("a box")),
        // Never the last one, which is worked on: no list holds itself, so that none leaks.
        Made::List(which) => match lists.len() {
            1 => Value::Null,
            len => lists[usize::from(which) % (len - 1)].0.clone().into(),
        },
    }
}

/// What comes out for what went in.
fn out(value: &Value) -> Value {
    match value {
        Value::Object(object) => Value::of_object(object),
        other => other.clone(),
    }
}

/// Steps on a list and on a vector.
pub fn values_list(input: &[u8]) {
    let Some(steps) = super::input::<Vec<Step>>(input) else {
        return;
    };
    let mut lists = vec![(UList::new(), Vec::new())];
    for step in &steps {
        let made = match step {
            Step::Push(made) | Step::Insert(_, made) | Step::Set(_, made) => value(made, &lists),
            _ => Value::Null,
        };
        let (list, model) = lists.last_mut().expect("one at least");
        match *step {
            Step::Push(_) => {
                model.push(out(&made));
                list.push(made);
            }
            Step::Insert(at, _) if usize::from(at) <= model.len() => {
                model.insert(at.into(), out(&made));
                list.insert(at.into(), made);
            }
            Step::Set(at, _) if usize::from(at) < model.len() => {
                model[usize::from(at)] = out(&made);
                list.set(at.into(), made);
            }
            Step::Remove(at) if usize::from(at) < model.len() => {
                assert_eq!(list.remove(at.into()), model.remove(at.into()));
            }
            Step::Truncate(len) => {
                list.truncate(len.into());
                model.truncate(len.into());
            }
            Step::Clear => {
                list.clear();
                model.clear();
            }
            Step::Sort => {
                list.sort();
                assert_eq!(list.len(), model.len());
                *model = list.iter().collect();
            }
            Step::Next if lists.len() < 10 => lists.push((UList::new(), Vec::new())),
            _ => {}
        }
    }
    for (list, model) in &lists {
        assert!(list.iter().eq(model.iter().cloned()));
    }
}

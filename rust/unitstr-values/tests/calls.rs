//! Calls both ways, with a library that is compiled for it, and with the real one.
#![cfg(all(target_os = "linux", target_pointer_width = "64", target_endian = "little"))]

mod common;

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use common::{Owned, call, call_raw, dead, function, host, int, kept, new_error, new_function, tree_of};
use unitstr_values::live::{Host, NotSet, Runtime, Slot, new_text, own, release};
use unitstr_values::tvm::{FRESH_REFS, Tree};

both! {
    fn containers_are_built_by_calls_and_read_in_place(runtime) {
        let texts = ["", "a\0b", "longer than a slot 😀"].map(Owned::text);
        let array = call(runtime, &function(runtime, "ffi.Array"), &texts.each_ref().map(|text| text.0)).expect("an array");
        assert_eq!(array.0.index, 71);
        drop(texts);
        let strings = ["", "a\0b", "longer than a slot 😀"].map(|text| Tree::Str(text.as_bytes().to_vec()));
        assert_eq!(array.tree(), Tree::Sequence(71, strings.to_vec()));
        let outer = call(runtime, &function(runtime, "ffi.Array"), &[array.0, int(7), array.0]).expect("an array");
        let inner = Tree::Sequence(71, strings.to_vec());
        assert_eq!(outer.tree(), Tree::Sequence(71, vec![inner.clone(), Tree::Int(7), inner]));
    }

    fn functions_are_called(runtime) {
        let echo = function(runtime, "testing.echo");
        for text in ["", "seven b", "8 bytes.", "a\0b 😀", "é\u{0} and more than a slot has room for"] {
            let text = Owned::text(text);
            let back = call(runtime, &echo, &[text.0]).expect("the same");
            assert_eq!(back.tree(), text.tree());
            // The library takes our object for its own.
            assert_eq!(back.0, text.0);
        }
        assert_eq!(call(runtime, &function(runtime, "testing.nop"), &[]).expect("nothing").0, Slot::NONE);
        let add_one = function(runtime, "testing.add_one");
        assert_eq!(call(runtime, &add_one, &[int(41)]).expect("a number").0, int(42));
        let error = call(runtime, &add_one, &[Owned::text("no").0]).expect_err("no number");
        assert_eq!(error.kind, "TypeError");
        assert!(error.message.contains("Mismatched type on argument #0 when calling: `testing.add_one(0: int"), "{error:?}");
        assert_eq!((error.raw.slot, error.raw.host), (0, 0));
        assert_eq!(runtime.function(b"there.is\0none").expect("no error"), None);
        assert_eq!(Runtime::get(runtime.number()).map(Runtime::number), Some(runtime.number()));
    }

    fn own_strings_are_used_again_unless_they_escaped(runtime) {
        let echo = function(runtime, "testing.echo");
        let text = new_text(65, b"more than a slot", 100);
        let slot = Slot::object(65, text.address());
        drop(call(runtime, &echo, &[slot]).expect("the same"));
        assert_eq!(common::refs(text.address()), FRESH_REFS);
        let array = call(runtime, &function(runtime, "ffi.Array"), &[slot]).expect("an array");
        assert_eq!(common::refs(text.address()), FRESH_REFS + 1);
        drop(text);
        assert_eq!(common::refs(slot.word), FRESH_REFS);
        assert_eq!(array.tree(), Tree::Sequence(71, vec![Tree::Str(b"more than a slot".to_vec())]));
    }

    fn calls_nest_a_hundred_deep(runtime) {
        fn body(slot: i64, runtime: &'static Runtime, host: &'static Host, args: &[Slot]) -> Result<Slot, u64> {
            let apply = function(runtime, "testing.apply");
            let left = args[0].word.cast_signed();
            if left == 0 {
                return Ok(Slot::text(false, b"from the bottom"));
            }
            let next = new_function(runtime, host, slot + 1);
            call_raw(runtime, &apply, &[next.0, int(left - 1)]).map(Owned::into_slot).map_err(|error| error.error)
        }
        let host = host(runtime, body);
        let first = new_function(runtime, host, 1);
        let result = call(runtime, &first, &[int(100)]).expect("a text");
        assert_eq!(result.tree(), Tree::Str(b"from the bottom".to_vec()));
        assert_eq!(dead(host), (2..=101).rev().collect::<Vec<_>>());
        drop(first);
        assert_eq!(dead(host), [1]);
    }

    fn errors_keep_their_exception(runtime) {
        fn body(slot: i64, runtime: &'static Runtime, host: &'static Host, args: &[Slot]) -> Result<Slot, u64> {
            match slot {
                // An exception of the host's, by its number.
                1 => Err(new_error(runtime, "ValueError", "漢 from Java", Some((host, 1000 + args.len() as i64)))),
                // One that was caught, passed on.
                2 => call_raw(runtime, &function(runtime, "testing.apply"), args)
                    .map(Owned::into_slot)
                    .map_err(|error| error.error),
                // Nothing that can be raised.
                3 => Err(0),
                _ => panic!("no such function"),
            }
        }
        let host = host(runtime, body);
        let [one, two, three] = [1, 2, 3].map(|slot| new_function(runtime, host, slot));
        let apply = function(runtime, "testing.apply");
        let error = call(runtime, &one, &[]).expect_err("raised");
        assert_eq!((&*error.kind, &*error.message), ("ValueError", "漢 from Java"));
        assert_eq!((error.raw.slot, error.raw.host), (1000, host.number().into()));
        assert_eq!(dead(host), [0; 0]);
        drop(error);
        assert_eq!(dead(host), [1000]);
        // Through native code twice, and through the host.
        let error = call(runtime, &apply, &[two.0, one.0, int(1), int(2)]).expect_err("raised");
        assert_eq!((&*error.kind, &*error.message), ("ValueError", "漢 from Java"));
        assert_eq!((error.raw.slot, error.raw.host), (1002, host.number().into()));
        drop(error);
        let error = call(runtime, &apply, &[three.0]).expect_err("raised");
        assert_eq!(error.kind, "RuntimeError");
        assert!(error.message.contains("without an error"), "{error:?}");
        // The library's own, through the host.
        let error = call(runtime, &two, &[function(runtime, "testing.add_one").0, Owned::text("no").0]).expect_err("raised");
        assert_eq!((&*error.kind, error.raw.slot), ("TypeError", 0));
        drop([one, two, three]);
        let mut all = dead(host);
        all.sort_unstable();
        assert_eq!(all, [1, 2, 3, 1002]);
    }

    fn endless_recursion_ends_in_an_error(runtime) {
        fn body(_: i64, runtime: &'static Runtime, _: &'static Host, args: &[Slot]) -> Result<Slot, u64> {
            call_raw(runtime, &Owned(kept(args[0])), args).map(Owned::into_slot).map_err(|error| error.error)
        }
        let thread = thread::Builder::new().stack_size(1 << 20).spawn(move || {
            let this = new_function(runtime, host(runtime, body), 1);
            let error = call(runtime, &this, &[this.0]).expect_err("no stack");
            assert_eq!(error.kind, "RecursionError");
        });
        thread.expect("a thread").join().expect("no panic");
    }

    fn results_of_callbacks_are_owned(runtime) {
        fn body(slot: i64, _: &'static Runtime, _: &'static Host, args: &[Slot]) -> Result<Slot, u64> {
            match slot {
                1 => Ok(args[0]),
                2 => Ok(Slot { index: 11, len: 5000, word: 0 }),
                _ => Ok(Slot { index: -1, len: 0, word: 0 }),
            }
        }
        let host = host(runtime, body);
        let [echo, long, none] = [1, 2, 3].map(|slot| new_function(runtime, host, slot));
        let text = c"a C string that was lent";
        let view = Slot { index: 8, len: 0, word: text.as_ptr().expose_provenance() as u64 };
        let result = call(runtime, &echo, &[view]).expect("a string");
        assert_eq!((result.0.index, result.tree()), (65, Tree::Str(text.to_bytes().to_vec())));
        for wrong in [long, none] {
            assert_eq!(call(runtime, &wrong, &[]).expect_err("no value").kind, "RuntimeError");
        }
        host.close();
        let error = call(runtime, &echo, &[int(1)]).expect_err("closed");
        assert!(error.message.contains("closed"), "{error:?}");
    }

    fn four_threads_register_and_find(runtime) {
        fn body(slot: i64, _: &'static Runtime, _: &'static Host, _: &[Slot]) -> Result<Slot, u64> {
            Ok(int(slot))
        }
        const EACH: i64 = 200;
        let host = host(runtime, body);
        thread::scope(|scope| {
            for part in 0..4 {
                scope.spawn(move || {
                    let name = |slot: i64| format!("unitstr.{}.{slot}", host.number());
                    for slot in part * EACH..(part + 1) * EACH {
                        let this = new_function(runtime, host, slot);
                        // SAFETY: it lives.
                        unsafe { runtime.set_global(name(slot).as_bytes(), this.0.word, false) }.expect("a new name");
                        let found = function(runtime, &name(slot));
                        assert_eq!(found.0.word, this.0.word);
                        assert_eq!(call(runtime, &found, &[]).expect("a number").0, int(slot));
                        // Functions that others registered, and one of the library's.
                        let _ = runtime.function(name((slot + EACH) % (4 * EACH)).as_bytes()).expect("no error")
                            .map(|other| Owned(Slot::object(68, other)));
                        drop(function(runtime, "testing.echo"));
                    }
                });
            }
        });
        for slot in 0..4 * EACH {
            let found = function(runtime, &format!("unitstr.{}.{slot}", host.number()));
            assert_eq!(call(runtime, &found, &[]).expect("a number").0, int(slot));
        }
        assert_eq!(dead(host), [0; 0]);
        let (name, new) = (format!("unitstr.{}.0", host.number()), new_function(runtime, host, -7));
        // SAFETY: it lives.
        let refused = unsafe { runtime.set_global(name.as_bytes(), new.0.word, false) }.expect_err("there is one");
        let NotSet::Raised(error) = refused else { panic!("{refused:?}") };
        assert!(common::Caught::of(error).message.contains("already"));
        // SAFETY: as above.
        unsafe { runtime.set_global(name.as_bytes(), new.0.word, true) }.expect("replaced");
        assert_eq!(call(runtime, &function(runtime, &name), &[]).expect("a number").0, int(-7));
        assert_eq!(dead(host), [0]);
    }

    fn a_million_mixed_calls_leak_nothing(runtime) {
        static CALLS: AtomicU64 = AtomicU64::new(0);
        fn body(slot: i64, runtime: &'static Runtime, host: &'static Host, args: &[Slot]) -> Result<Slot, u64> {
            CALLS.fetch_add(1, Ordering::Relaxed);
            match slot {
                1 => Ok(kept(args[0])),
                _ => Err(new_error(runtime, "ValueError", "again and again", Some((host, slot + 1)))),
            }
        }
        let host = host(runtime, body);
        let [back, raise] = [1, 2].map(|slot| new_function(runtime, host, slot));
        let [echo, apply, array] = ["testing.echo", "testing.apply", "ffi.Array"].map(|name| function(runtime, name));
        let text = Owned::text("a text that needs an object");
        let all = [&back, &raise, &echo, &apply, &array, &text].map(Owned::refs);
        let mut sizes = Vec::new();
        for round in 0..=200_000 {
            if round % 50_000 == 10_000 || round == 200_000 {
                sizes.push(resident());
            }
            drop(call(runtime, &echo, &[text.0]).expect("echo"));
            drop(call(runtime, &array, &[text.0, int(round), text.0]).expect("an array"));
            drop(call(runtime, &apply, &[back.0, text.0]).expect("back"));
            drop(call(runtime, &echo, &[Owned::text("a text that dies at once").0]).expect("echo"));
            if round % 10 == 0 {
                drop(call_raw(runtime, &apply, &[raise.0]).map_err(|error| {
                    // SAFETY: its own reference.
                    unsafe { release(error.error) };
                }));
                assert_eq!(dead(host), [3]);
            } else {
                drop(call(runtime, &function(runtime, "testing.nop"), &[]).expect("nothing"));
            }
        }
        assert!(CALLS.load(Ordering::Relaxed) > 200_000);
        assert_eq!([&back, &raise, &echo, &apply, &array, &text].map(Owned::refs), all);
        let growth = sizes[sizes.len() - 1].saturating_sub(sizes[0]);
        assert!(growth < 2 << 20, "{growth} bytes: {sizes:?}");
    }
}

/// The memory of this process that is resident, in bytes.
fn resident() -> u64 {
    let numbers = std::fs::read_to_string("/proc/self/statm").expect("statm");
    numbers.split(' ').nth(1).and_then(|pages| pages.parse::<u64>().ok()).expect("a number") * 4096
}

#[test]
fn a_failure_without_an_error_is_reported() {
    let runtime = common::fake_runtime();
    let error = call_raw(runtime, &function(runtime, "testing.silent"), &[Owned::text("left in the result").0])
        .expect_err("a failure");
    assert_eq!(error, unitstr_values::live::RawError::default());
}

#[test]
fn the_same_library_is_the_same_runtime() {
    let runtime = common::fake_runtime();
    let path = runtime.library().library().path().to_owned();
    // SAFETY: compiled for it.
    let again = unsafe { Runtime::open(&path) }.expect("it opens");
    assert_eq!(again.number(), runtime.number());
    assert!(Runtime::get(0).is_none() && Runtime::get(17).is_none() && Runtime::get(u32::MAX).is_none());
    assert!(Host::get(0).is_none() && Host::get(u32::MAX).is_none());
}

#[test]
#[ignore = "needs libtvm_ffi: tests/interop/tvm/run fetches it and runs this"]
fn containers_of_the_real_library_are_read() {
    let runtime = common::live_runtime();
    let json = r#"{"k": ["a\u0000b", 1, 2.5, true, null, "😀 and more than a slot"], "": {}}"#;
    let parsed = call(runtime, &function(runtime, "ffi.json.Parse"), &[Owned::text(json).0]).expect("JSON");
    let text = |text: &str| Tree::Str(text.as_bytes().to_vec());
    let Tree::Map(code, pairs) = parsed.tree() else { panic!("{parsed:?}") };
    assert_eq!((code, &pairs[0].0, &pairs[1].0), (72, &text("k"), &text("")));
    let Tree::Sequence(_, elements) = &pairs[0].1 else { panic!("{pairs:?}") };
    let last = text("😀 and more than a slot");
    let expected = [text("a\0b"), Tree::Int(1), Tree::Float(2.5), Tree::Bool(true), Tree::Null, last];
    assert_eq!(elements, &expected);
    let again = call(runtime, &function(runtime, "ffi.json.Stringify"), &[parsed.0, Slot::NONE]).expect("a text");
    let again = call(runtime, &function(runtime, "ffi.json.Parse"), &[again.0]).expect("JSON");
    assert_eq!(again.tree(), parsed.tree());

    // Built by calls: dense maps too, and lists and dicts that are changed afterwards.
    let keys: Vec<_> = (0..100).map(|i| Owned::text(&format!("key number {i}"))).collect();
    for (name, set, code) in [("ffi.Map", None, 72), ("ffi.Dict", Some("ffi.DictSetItem"), 76)] {
        let args: Vec<_> = (0_i64..).zip(&keys).flat_map(|(i, key)| [key.0, int(i)]).collect();
        let map = call(runtime, &function(runtime, name), &args).expect("a map");
        let mut pairs: Vec<_> = (0_i64..).zip(&keys).map(|(i, key)| (key.tree(), Tree::Int(i))).collect();
        if let Some(set) = set {
            drop(call(runtime, &function(runtime, set), &[map.0, int(-1), keys[0].0]).expect("set"));
            pairs.push((Tree::Int(-1), keys[0].tree()));
        }
        assert_eq!(map.tree(), Tree::Map(code, pairs));
    }
    let list = call(runtime, &function(runtime, "ffi.List"), &[int(1)]).expect("a list");
    for key in &keys {
        drop(call(runtime, &function(runtime, "ffi.ListAppend"), &[list.0, key.0]).expect("appended"));
    }
    let elements = std::iter::once(Tree::Int(1)).chain(keys.iter().map(Owned::tree)).collect();
    assert_eq!(list.tree(), Tree::Sequence(75, elements));
}

#[test]
fn views_become_owned() {
    let bytes = b"\xFF\xFE bytes that were lent";
    let pair = unitstr_values::live::ByteArray::of(bytes);
    let at = |index, word: usize| Slot { index, len: 0, word: word as u64 };
    // SAFETY: all of them lead to what lives, or are refused.
    let owned = |slot| unsafe { own(slot) }.map(Owned);
    let binary = owned(at(9, (&raw const pair).expose_provenance())).expect("a binary");
    assert_eq!((binary.0.index, binary.tree()), (66, Tree::Bytes(bytes.to_vec())));
    assert_eq!(owned(at(8, c"short".as_ptr().expose_provenance())).expect("a string").0, Slot::text(false, b"short"));
    let object = binary.0.word;
    let taken = owned(at(10, (&raw const object).expose_provenance())).expect("the object");
    assert_eq!((taken.0, taken.refs()), (binary.0, FRESH_REFS + 1));
    assert_eq!(owned(binary.0).expect("the object").refs(), FRESH_REFS + 2);
    let gone = 0_u64;
    assert_eq!(owned(at(10, (&raw const gone).expose_provenance())).expect("none").0, Slot::NONE);
    // The bytes after a small text are not copied.
    let dirty = Slot { index: 11, len: 2, word: u64::MAX };
    assert_eq!(owned(dirty).expect("a text").0, Slot::text(false, b"\xFF\xFF"));
    assert_eq!(owned(at(13, 5)).expect("as it is").0, at(13, 5));
    for wrong in [at(-1, 0), at(8, 0), at(9, 0), at(10, 0), at(65, 0), Slot { index: 12, len: 8, word: 0 }] {
        assert!(owned(wrong).is_none(), "{wrong:?}");
    }
    assert_eq!(tree_of(binary.0), Tree::Bytes(bytes.to_vec()));
}

#[test]
fn the_dead_are_said_once_from_whatever_thread() {
    fn body(_: i64, _: &'static Runtime, _: &'static Host, _: &[Slot]) -> Result<Slot, u64> {
        Ok(Slot::NONE)
    }
    let runtime = common::fake_runtime();
    let host = host(runtime, body);
    let seen = thread::scope(|scope| {
        for part in 0..4 {
            scope.spawn(move || {
                for slot in part * 1000 + 1..=part * 1000 + 1000 {
                    drop(new_function(runtime, host, slot));
                }
            });
        }
        let drain = scope.spawn(|| {
            let (mut seen, mut slots) = (Vec::new(), [0; 7]);
            while seen.len() < 4000 {
                let count = host.drain_dead(&mut slots);
                seen.extend_from_slice(&slots[..count]);
            }
            seen
        });
        drain.join().expect("no panic")
    });
    for part in 0..4 {
        let of: Vec<_> = seen.iter().filter(|slot| (*slot - 1) / 1000 == part).copied().collect();
        assert_eq!(of, (part * 1000 + 1..=part * 1000 + 1000).collect::<Vec<_>>());
    }
    assert_eq!(dead(host), [0; 0]);
}

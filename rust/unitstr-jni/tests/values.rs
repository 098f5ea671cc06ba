//! The shims of packed calls against a JVM that is strict, with a library that stands for libtvm_ffi.
#![cfg(all(target_os = "linux", target_pointer_width = "64", target_endian = "little"))]

mod jvm;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::ptr;
use std::sync::OnceLock;
use std::sync::atomic::Ordering;

use jni_sys::jobject;
use jvm::calls::{ATTACHED, STILL_ATTACHED, set_method};
use jvm::{Object, assert_nothing_held, length, set_out_of_memory, was_thrown, with_env};
use unitstr_c::status::{USTR_DONE, USTR_E_LIBRARY, USTR_E_NULL, USTR_E_RANGE, USTR_RAISED};
use unitstr_jni::value_calls::{
    Java_dev_unitstr_internal_JniValues_allocate0 as allocate, Java_dev_unitstr_internal_JniValues_call0 as call,
    Java_dev_unitstr_internal_JniValues_drainDead0 as drain_dead,
    Java_dev_unitstr_internal_JniValues_errorNew0 as error_new, Java_dev_unitstr_internal_JniValues_free0 as free,
    Java_dev_unitstr_internal_JniValues_freeze0 as freeze, Java_dev_unitstr_internal_JniValues_function0 as function,
    Java_dev_unitstr_internal_JniValues_functionNew0 as function_new,
    Java_dev_unitstr_internal_JniValues_host0 as host, Java_dev_unitstr_internal_JniValues_hostClose0 as host_close,
    Java_dev_unitstr_internal_JniValues_open0 as open, Java_dev_unitstr_internal_JniValues_own0 as own,
    Java_dev_unitstr_internal_JniValues_putWord0 as put_word,
    Java_dev_unitstr_internal_JniValues_putWords0 as put_words,
    Java_dev_unitstr_internal_JniValues_release0 as release, Java_dev_unitstr_internal_JniValues_retain0 as retain,
    Java_dev_unitstr_internal_JniValues_setGlobal0 as set_global,
    Java_dev_unitstr_internal_JniValues_textNew0 as text_new, Java_dev_unitstr_internal_JniValues_version0 as version,
    Java_dev_unitstr_internal_JniValues_view0 as view, Java_dev_unitstr_internal_JniValues_word0 as word,
};

const NULL: jobject = ptr::null_mut();
const NULLS: i64 = USTR_E_NULL as i64;
const RANGE: i64 = USTR_E_RANGE as i64;

/// Calls a shim: each is given the environment and the class.
macro_rules! shim {
    ($name:ident($($argument:expr),* $(,)?)) => {
        // SAFETY: objects of this JVM, of the right types; addresses are those of memory that is there, or refused.
        with_env(|env| unsafe { $name(env, class(), $($argument),*) })
    };
}

fn class() -> jobject {
    ptr::dangling_mut::<u8>().cast()
}

fn library() -> PathBuf {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../unitstr-values/tests/fake.c");
    let library = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("libjni-{}.so", std::process::id()));
    let mut compiler = Command::new("cc");
    compiler.args([
        "-std=c11",
        "-O1",
        "-D_GNU_SOURCE",
        "-DVERSION={0,1,16}",
        "-shared",
        "-fPIC",
    ]);
    compiler.args(["-Wl,-Bsymbolic", "-o"]).arg(&library).arg(source);
    assert!(compiler.status().expect("cc").success());
    library
}

/// The number of the library, opened once.
fn runtime() -> i32 {
    static RUNTIME: OnceLock<i32> = OnceLock::new();
    *RUNTIME.get_or_init(|| {
        let mut path = Object::of_bytes(library().as_os_str().as_encoded_bytes());
        let (mut text, mut results) = (Object::of_bytes(&[0; 64]), Object::Longs(vec![-1, -1]));
        let (path, said, numbers) = (path.reference(), text.reference(), results.reference());
        assert_eq!(shim!(open(path, 0, said, numbers)), i64::from(USTR_DONE));
        i32::try_from(results.longs()[0]).expect("a number")
    })
}

fn named(name: &str) -> i64 {
    let mut bytes = Object::of_bytes(name.as_bytes());
    let name = bytes.reference();
    let found = shim!(function(runtime(), name));
    assert!(found > 0, "{found}");
    found
}

/// Memory of a call: an error, a result, three arguments.
struct Frame(i64);

impl Frame {
    fn new() -> Self {
        let frame = Self(shim!(allocate(96)));
        assert!(frame.0 > 0 && frame.0 % 16 == 0);
        frame
    }

    fn word(&self, at: i64) -> i64 {
        shim!(word(self.0 + at))
    }

    fn put(&self, at: i64, first: i64, second: i64) {
        assert_eq!(shim!(put_words(self.0 + at, first, second)), 0);
    }

    fn call(&self, function: i64, count: i32) -> i64 {
        shim!(call(runtime(), function, self.0 + 48, count, self.0 + 32, self.0))
    }

    /// What the error says, after its reference is given up.
    fn kind(&self) -> String {
        let error = self.word(0);
        assert_ne!(error, 0);
        let (data, size) = (shim!(word(error + 24)), shim!(word(error + 32)));
        let bytes = (0..size).map(|at| shim!(word(data + at)).to_le_bytes()[0]).collect();
        assert_eq!(shim!(release(error)), 0);
        String::from_utf8(bytes).expect("UTF-8")
    }
}

impl Drop for Frame {
    fn drop(&mut self) {
        assert_eq!(shim!(free(self.0)), 0);
        assert_nothing_held();
    }
}

#[test]
fn memory() {
    let frame = Frame::new();
    assert_eq!((frame.word(0), frame.word(88)), (0, 0));
    assert_eq!(shim!(put_word(frame.0 + 3, -2)), 0); // at any alignment
    assert_eq!(frame.word(3), -2);
    frame.put(48, 5, i64::MIN);
    assert_eq!((frame.word(48), frame.word(56)), (5, i64::MIN));
    let buffer = shim!(view(frame.0, 96));
    assert_eq!(length(buffer), 96);
    assert!(shim!(view(0, 96)).is_null());
    assert!(shim!(view(frame.0, -1)).is_null());
    set_out_of_memory(true);
    assert!(shim!(view(frame.0, 96)).is_null());
    set_out_of_memory(false);
    assert_eq!(shim!(allocate(-1)), RANGE);
    assert_eq!(shim!(allocate(i64::MAX)), 0);
    assert_eq!(shim!(free(0)), 0);
}

#[test]
fn opens() {
    assert_eq!(shim!(version(runtime())), 1 << 16 | 16);
    let mut path = Object::of_bytes(b"/no/such/library.so");
    let (mut text, mut results) = (Object::of_bytes(&[0; 8]), Object::Longs(vec![-1, -1]));
    let (path, said, numbers) = (path.reference(), text.reference(), results.reference());
    assert_eq!(shim!(open(path, 0, said, numbers)), i64::from(USTR_E_LIBRARY));
    // The text is cut, its size is not.
    assert!(results.longs()[1] > 8 && text.bytes()[7] != 0);
    let mut short = Object::Longs(vec![0]);
    let one = short.reference();
    assert_eq!(shim!(open(path, 0, said, one)), RANGE);
    for (path, said, numbers) in [(NULL, said, numbers), (path, NULL, numbers), (path, said, NULL)] {
        assert_eq!(shim!(open(path, 0, said, numbers)), NULLS);
    }
    for number in [0, -1, 17, i32::MAX] {
        assert_eq!(shim!(version(number)), RANGE);
        assert_eq!(shim!(freeze(number)), RANGE);
    }
}

#[test]
fn calls_functions() {
    let (frame, add, echo) = (Frame::new(), named("testing.add_one"), named("testing.echo"));
    frame.put(48, 1, 41);
    assert_eq!(frame.call(add, 1), i64::from(USTR_DONE));
    assert_eq!((frame.word(32), frame.word(40), frame.word(0)), (1, 42, 0));
    assert_eq!(frame.call(add, 0), i64::from(USTR_RAISED));
    assert_eq!((frame.word(32), frame.word(40)), (0, 0));
    assert_eq!(frame.kind(), "TypeError");
    let mut text = Object::of_bytes(b"a text of some length");
    let bytes = text.reference();
    let object = shim!(text_new(65, bytes, 0));
    assert_eq!((shim!(word(object)), shim!(word(object + 32))), (0x1_0000_0001, 21));
    frame.put(48, 65, object);
    assert_eq!(frame.call(echo, 1), i64::from(USTR_DONE));
    assert_eq!(frame.word(40), object);
    assert_eq!(shim!(word(object)), 0x1_0000_0002);
    assert_eq!(shim!(own(frame.0 + 48, frame.0 + 64)), 0);
    assert_eq!(shim!(retain(object)), 0);
    for _ in 0..3 {
        assert_eq!(shim!(release(object)), 0);
    }
    assert_eq!(shim!(word(object)), 0x1_0000_0001);
    assert_eq!(shim!(release(object)), 0);
    // Refused before anything happens.
    assert_eq!(shim!(call(runtime(), 0, frame.0, 0, frame.0, frame.0)), NULLS);
    assert_eq!(shim!(call(runtime(), add + 1, frame.0, 0, frame.0, frame.0)), RANGE);
    assert_eq!(shim!(call(runtime(), add, 0, 1, frame.0, frame.0)), NULLS);
    assert_eq!(shim!(call(runtime(), add, frame.0 + 4, 1, frame.0, frame.0)), RANGE);
    assert_eq!(shim!(call(runtime(), add, frame.0, -1, frame.0, frame.0)), RANGE);
    assert_eq!(shim!(call(runtime(), add, frame.0, 0, 0, frame.0)), NULLS);
    assert_eq!(shim!(call(-1, add, frame.0, 0, frame.0, frame.0)), RANGE);
    assert_eq!(shim!(function(runtime(), NULL)), NULLS);
    assert_eq!(shim!(text_new(64, bytes, 0)), RANGE);
    assert_eq!(shim!(text_new(65, bytes, 1 << 31)), RANGE);
    for gone in [add, echo] {
        assert_eq!(shim!(release(gone)), 0);
    }
}

#[test]
fn names_and_errors() {
    let (frame, echo) = (Frame::new(), named("testing.echo"));
    let mut bytes = Object::of_bytes(b"jni.echo");
    let name = bytes.reference();
    assert_eq!(shim!(function(runtime(), name)), 0);
    assert_eq!(shim!(set_global(runtime(), name, echo, 0, frame.0)), 0);
    let raised = shim!(set_global(runtime(), name, echo, 0, frame.0));
    assert_eq!(
        (raised, frame.kind().as_str()),
        (i64::from(USTR_RAISED), "RuntimeError")
    );
    assert_eq!(shim!(set_global(runtime(), NULL, echo, 1, frame.0)), NULLS);
    assert_eq!(shim!(set_global(runtime(), name, 0, 1, frame.0)), 0, "removed");
    let mut texts = [
        Object::of_bytes(b"Kind"),
        Object::of_bytes(b""),
        Object::of_bytes(b"at x"),
    ];
    let [kind, message, trace] = texts.each_mut().map(Object::reference);
    let error = shim!(error_new(runtime(), 0, 0, kind, message, trace, 0));
    assert!(error > 0);
    frame.put(0, error, 0);
    assert_eq!(frame.kind(), "Kind");
    for (kind, message, trace) in [(NULL, message, trace), (kind, NULL, trace), (kind, message, NULL)] {
        assert_eq!(shim!(error_new(runtime(), 0, 0, kind, message, trace, 0)), NULLS);
    }
    assert_eq!(shim!(error_new(runtime(), 70_000, 7, kind, message, trace, 0)), RANGE);
    assert_eq!(shim!(release(echo)), 0);
    assert!(!was_thrown());
}

/// Returns the slot of the function, unless it throws, or has nothing to say.
fn java(slot: i64, args: i64, count: i32, result: i64, error: i64) -> (i32, bool) {
    assert!(result != 0 && error != 0 && (count == 0 || args != 0));
    match slot {
        1 => {
            // A call from within, as Java makes them.
            assert_eq!(shim!(put_words(result, 1, slot)), 0);
            (0, false)
        }
        2 => (0, true),
        _ => (7, false),
    }
}

#[test]
fn calls_java() {
    set_method(3, java);
    let number = i32::try_from(shim!(host(3))).expect("a number");
    assert!(number > 0);
    let frame = Frame::new();
    let functions: Vec<i64> = (1..=3)
        .map(|slot| shim!(function_new(runtime(), number, slot)))
        .collect();
    assert_eq!(frame.call(functions[0], 0), i64::from(USTR_DONE));
    assert_eq!((frame.word(32), frame.word(40)), (1, 1));
    for failing in &functions[1..] {
        assert_eq!(frame.call(*failing, 0), i64::from(USTR_RAISED));
        assert_eq!(frame.kind(), "RuntimeError");
    }
    // A thread that Java does not know is made known, as a daemon, for the time of the call.
    let function = functions[0];
    let known = ATTACHED.load(Ordering::Relaxed);
    let thread = std::thread::spawn(move || {
        let mut memory = [[0_u64; 2]; 4];
        let at = ptr::from_mut(&mut memory).expose_provenance() as u64;
        let result = ptr::with_exposed_provenance_mut(usize::try_from(at + 32).expect("64 bits"));
        let error = ptr::with_exposed_provenance_mut(usize::try_from(at).expect("64 bits"));
        let (runtime, function) = (runtime().cast_unsigned(), function.cast_unsigned());
        // SAFETY: a function that lives, no arguments, and memory of this thread.
        unsafe { (unitstr_c::API.values.val_call)(runtime, function, ptr::null(), 0, result, error) }
    });
    assert_eq!(thread.join().expect("no panic"), USTR_DONE);
    assert_eq!(ATTACHED.load(Ordering::Relaxed), known + 1);
    assert_eq!(STILL_ATTACHED.load(Ordering::Relaxed), 0);
    for gone in &functions[1..] {
        assert_eq!(shim!(release(*gone)), 0);
    }
    let mut slots = Object::Longs(vec![0; 4]);
    let dead = slots.reference();
    assert_eq!(shim!(drain_dead(number, dead)), 2);
    assert_eq!(slots.longs(), [2, 3, 0, 0]);
    assert_eq!(shim!(drain_dead(number, NULL)), NULLS);
    assert_eq!(shim!(drain_dead(-1, dead)), RANGE);
    assert_eq!(shim!(host_close(number)), 0);
    assert_eq!(frame.call(functions[0], 0), i64::from(USTR_RAISED));
    assert_eq!(frame.kind(), "RuntimeError");
    assert_eq!(shim!(release(functions[0])), 0);
    assert_eq!(shim!(function_new(runtime(), -1, 1)), RANGE);
    assert_eq!(shim!(host_close(-1)), RANGE);
}

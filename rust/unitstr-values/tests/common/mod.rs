//! Libraries to test with, and a host that calls Rust.
#![allow(dead_code, reason = "each test uses a part")]

use std::ffi::c_void;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use unitstr_values::live::{ErrorTexts, Host, Library, Process, RawError, Runtime, Slot, release, retain};
use unitstr_values::tvm::{Tree, tree};

/// A library of its own, so that it is loaded for the first time.
pub fn fake(name: &str, macros: &[&str]) -> PathBuf {
    // All are loaded for all to see: each has to mean its own variables.
    compiled(name, macros, &["-Wl,-Bsymbolic"])
}

pub fn compiled(name: &str, macros: &[&str], flags: &[&str]) -> PathBuf {
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fake.c");
    let library = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("lib{name}.so"));
    // On another platform, the compiler for it.
    let mut compiler = Command::new(std::env::var_os("UNITSTR_CC").unwrap_or_else(|| "cc".into()));
    compiler
        .args(flags)
        .args(["-std=c11", "-Wall", "-Wextra", "-Werror", "-O1"])
        .args(["-D_GNU_SOURCE", "-shared", "-fPIC", "-o"])
        .arg(&library)
        .arg(source);
    compiler.args(macros.iter().map(|name| format!("-D{name}")));
    assert!(compiler.status().expect("a C compiler").success());
    library
}

/// The fake library, opened once for all tests of a program.
pub fn fake_runtime() -> &'static Runtime {
    static FAKE: OnceLock<&'static Runtime> = OnceLock::new();
    FAKE.get_or_init(|| {
        let name = format!("calls-{}", std::process::id());
        let path = fake(&name, &["VERSION={0,1,16}"]);
        // SAFETY: compiled for it.
        unsafe { Runtime::open(&path) }.expect("it opens")
    })
}

/// The real library, with the functions that it has for tests.
pub fn live_runtime() -> &'static Runtime {
    static LIVE: OnceLock<&'static Runtime> = OnceLock::new();
    LIVE.get_or_init(|| {
        let path = std::env::var_os("UNITSTR_TVM_FFI").expect("UNITSTR_TVM_FFI: the path of libtvm_ffi.so");
        let path = Path::new(&path);
        // SAFETY: a library that the tests trust.
        let runtime = unsafe { Runtime::open(path) }.expect("it opens");
        // SAFETY: the one beside it.
        unsafe { Library::open(&path.with_file_name("libtvm_ffi_testing.so"), true) }.expect("it loads");
        runtime
    })
}

/// Makes two tests of a function: with the fake library, and with the real one.
#[macro_export]
macro_rules! both {
    ($($(#[$meta:meta])* fn $name:ident($runtime:ident) $body:block)*) => {
        $($(#[$meta])* fn $name($runtime: &'static unitstr_values::live::Runtime) $body)*

        mod fake {
            $(#[test] fn $name() { super::$name(super::common::fake_runtime()); })*
        }

        mod live {
            $(#[test]
            #[ignore = "needs libtvm_ffi: tests/interop/tvm/run fetches it and runs this"]
            fn $name() { super::$name(super::common::live_runtime()); })*
        }
    };
}

/// A value that is released when it goes.
#[derive(Debug)]
pub struct Owned(pub Slot);

impl Drop for Owned {
    fn drop(&mut self) {
        if self.0.is_object() {
            // SAFETY: its own reference.
            unsafe { release(self.0.word) };
        }
    }
}

impl Owned {
    pub fn text(text: &str) -> Self {
        Self(Slot::text(false, text.as_bytes()))
    }

    pub fn tree(&self) -> Tree {
        tree_of(self.0)
    }

    /// The word with the counts of an object.
    pub fn refs(&self) -> u64 {
        refs(self.0.word)
    }

    /// The value, whose reference is somebody else's now.
    pub fn into_slot(self) -> Slot {
        let slot = self.0;
        std::mem::forget(self);
        slot
    }
}

pub fn refs(object: u64) -> u64 {
    // SAFETY: an object that lives.
    unsafe { std::ptr::with_exposed_provenance::<u64>(usize::try_from(object).expect("64 bits")).read_volatile() }
}

pub fn tree_of(slot: Slot) -> Tree {
    // SAFETY: the values of these tests live as long as they are looked at.
    let memory = unsafe { Process::new() };
    tree(&memory, &slot.to_bytes(), unitstr_values::tvm::Limits::default()).expect("a value")
}

pub fn int(value: i64) -> Slot {
    Slot::inline(&unitstr_values::Tag::Int(value)).expect("a number")
}

/// An error that was caught.
#[derive(Debug)]
pub struct Caught {
    pub raw: RawError,
    pub kind: String,
    pub message: String,
}

impl Caught {
    pub fn of(raw: RawError) -> Self {
        let Tree::Error { kind, message, .. } = tree_of(Slot::object(67, raw.error)) else { panic!("no error") };
        let string = |bytes| String::from_utf8(bytes).expect("UTF-8");
        Self { raw, kind: string(kind), message: string(message) }
    }
}

impl Drop for Caught {
    fn drop(&mut self) {
        // SAFETY: its own reference.
        unsafe { release(self.raw.error) };
    }
}

pub fn function(runtime: &Runtime, name: &str) -> Owned {
    let found = runtime.function(name.as_bytes()).expect("no error").expect(name);
    Owned(Slot::object(68, found))
}

pub fn call_raw(runtime: &Runtime, function: &Owned, args: &[Slot]) -> Result<Owned, RawError> {
    let mut result = int(-1);
    let n = i32::try_from(args.len()).expect("a few");
    // SAFETY: a function and values that live.
    let outcome = unsafe { runtime.call(function.0.word, args.as_ptr(), n, &mut result) };
    if outcome.is_err() {
        assert_eq!(result, Slot::NONE);
    }
    outcome.map(|()| Owned(result))
}

pub fn call(runtime: &Runtime, function: &Owned, args: &[Slot]) -> Result<Owned, Caught> {
    call_raw(runtime, function, args).map_err(Caught::of)
}

/// The functions of a host, by their numbers.
pub type Body = fn(i64, &'static Runtime, &'static Host, &[Slot]) -> Result<Slot, u64>;

struct Context {
    runtime: &'static Runtime,
    host: OnceLock<&'static Host>,
    body: Body,
}

/// # Safety
///
/// * As `Dispatch`, with a context of `host`.
unsafe extern "C" fn dispatch(
    context: *mut c_void,
    slot: i64,
    args: *const Slot,
    n: i32,
    result: *mut Slot,
    error: *mut RawError,
) -> i32 {
    // SAFETY: made by `host`, for ever.
    let context = unsafe { &*context.cast::<Context>() };
    let args = if n == 0 {
        &[]
    } else {
        // SAFETY: so many, by contract.
        unsafe { std::slice::from_raw_parts(args, usize::try_from(n).expect("not negative")) }
    };
    let host = context.host.get().expect("set at once");
    match (context.body)(slot, context.runtime, host, args) {
        Ok(value) => {
            // SAFETY: by contract.
            unsafe { result.write(value) };
            0
        }
        Err(0) => 2,
        Err(raised) => {
            // SAFETY: by contract.
            unsafe { (*error).error = raised };
            1
        }
    }
}

pub fn host(runtime: &'static Runtime, body: Body) -> &'static Host {
    let host = OnceLock::new();
    let context: &'static Context = Box::leak(Box::new(Context { runtime, host, body }));
    let address = std::ptr::from_ref(context).cast_mut().cast();
    // SAFETY: the context lives for ever.
    let host = unsafe { Host::new(dispatch, address) }.expect("a host");
    context.host.set(host).expect("once");
    host
}

pub fn new_function(runtime: &'static Runtime, host: &'static Host, slot: i64) -> Owned {
    Owned(Slot::object(68, runtime.new_function(host, slot).expect("a function")))
}

pub fn new_error(runtime: &Runtime, kind: &str, message: &str, exception: Option<(&'static Host, i64)>) -> u64 {
    let texts = ErrorTexts { kind: kind.as_bytes(), message: message.as_bytes(), backtrace: b"" };
    // SAFETY: no cause.
    unsafe { runtime.new_error(texts, 0, exception) }.expect("an error")
}

/// A copy with a reference of its own.
pub fn kept(slot: Slot) -> Slot {
    if slot.is_object() {
        // SAFETY: it lives.
        unsafe { retain(slot.word) };
    }
    slot
}

pub fn dead(host: &Host) -> Vec<i64> {
    let mut slots = [0; 16];
    let mut all = Vec::new();
    loop {
        match host.drain_dead(&mut slots) {
            0 => return all,
            count => all.extend_from_slice(&slots[..count]),
        }
    }
}

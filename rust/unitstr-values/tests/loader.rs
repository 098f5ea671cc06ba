//! Loading and looking, with libraries that are compiled for it, and with the real one.
#![cfg(all(target_os = "linux", target_pointer_width = "64", target_endian = "little"))]

mod common;

use std::ffi::{CStr, c_int};
use std::mem::MaybeUninit;
use std::path::Path;
use std::ptr::null_mut;
use std::sync::{Mutex, MutexGuard, PoisonError};

use common::{compiled, fake};
use unitstr_values::live::{Library, OpenError, Refused, TvmFfi, Warning};

/// One test at a time: the action of SIGSEGV is the process's.
fn alone() -> MutexGuard<'static, ()> {
    static LOCK: Mutex<()> = Mutex::new(());
    LOCK.lock().unwrap_or_else(PoisonError::into_inner)
}

fn open(path: &Path) -> Result<Library, OpenError> {
    // SAFETY: one of the libraries above, or a library that the tests trust.
    unsafe { Library::open(path, true) }
}

fn action() -> libc::sigaction {
    let mut action = MaybeUninit::zeroed();
    // SAFETY: asks only.
    let status = unsafe { libc::sigaction(libc::SIGSEGV, null_mut(), action.as_mut_ptr()) };
    assert_eq!(status, 0);
    // SAFETY: it was written.
    unsafe { action.assume_init() }
}

fn set(action: &libc::sigaction) -> c_int {
    // SAFETY: an action that the process had.
    unsafe { libc::sigaction(libc::SIGSEGV, action, null_mut()) }
}

/// Whether the library could take the handler when it was loaded.
fn took(library: &Library) -> c_int {
    let took = library.symbol(c"took").expect("the variable");
    // SAFETY: an int of the library's.
    unsafe { took.cast::<c_int>().read() }
}

/// Whether the system has filters of system calls. Linux has; qemu refuses them to the programs that it runs.
fn filters() -> bool {
    // SAFETY: asks only.
    unsafe { libc::prctl(libc::PR_GET_SECCOMP) >= 0 }
}

/// The warnings about a library that takes the handler when it is loaded, unless a filter prevents that, and about one
/// that does not.
fn warnings(takes: bool) -> &'static [Warning] {
    match (filters(), takes) {
        (true, _) => &[],
        (false, false) => &[Warning::Unguarded { errno: libc::EINVAL }],
        (false, true) => &[Warning::Unguarded { errno: libc::EINVAL }, Warning::Restored],
    }
}

#[test]
fn loading_keeps_the_signal_handler() {
    let _alone = alone();
    let before = action();
    let library = open(&fake("plain", &[])).expect("it loads");
    assert_eq!(took(&library), c_int::from(!filters()));
    assert_eq!(library.warnings(), warnings(true));
    assert_eq!(action().sa_sigaction, before.sa_sigaction);
    // No other thread is bound.
    assert_eq!(set(&before), 0);
    assert_eq!(std::thread::spawn(move || set(&before)).join().expect("it ends"), 0);
}

/// Takes the right to make filters from this thread, by a filter.
#[cfg(target_arch = "x86_64")]
fn forbid_filters() {
    const PRCTL: u32 = 157;
    let step = |code: u32, k: u32, jf: u8| libc::sock_filter {
        code: u16::try_from(code).expect("a short code"),
        jt: 0,
        jf,
        k,
    };
    let load = libc::BPF_LD | libc::BPF_W | libc::BPF_ABS;
    let equal = libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K;
    let mut steps = [
        step(load, 0, 0),
        step(equal, PRCTL, 3),
        step(load, 16, 0),
        step(equal, 22, 1),
        step(libc::BPF_RET, libc::SECCOMP_RET_ERRNO | 38, 0),
        step(libc::BPF_RET, libc::SECCOMP_RET_ALLOW, 0),
    ];
    let program = libc::sock_fprog { len: 6, filter: steps.as_mut_ptr() };
    let zero: libc::c_ulong = 0;
    // SAFETY: numbers only.
    let set = unsafe { libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1 as libc::c_ulong, zero, zero, zero) };
    assert_eq!(set, 0);
    // SAFETY: the program lives during the call.
    let set = unsafe { libc::prctl(libc::PR_SET_SECCOMP, 2 as libc::c_ulong, &raw const program, zero, zero) };
    assert_eq!(set, 0);
}

#[test]
#[cfg(target_arch = "x86_64")]
fn without_filters_the_handler_is_restored_with_a_warning() {
    let _alone = alone();
    let before = action();
    let path = fake("unguarded", &[]);
    // Threads have the filters of those that started them.
    let library = std::thread::spawn(move || {
        forbid_filters();
        open(&path)
    });
    let library = library.join().expect("it ends").expect("it loads");
    assert_eq!(took(&library), 1);
    assert_eq!(library.warnings(), [Warning::Unguarded { errno: 38 }, Warning::Restored]);
    assert_eq!((action().sa_sigaction, action().sa_flags), (before.sa_sigaction, before.sa_flags));
}

#[test]
fn a_library_that_has_the_handler_is_refused() {
    let _alone = alone();
    let before = action();
    let path = fake("early", &[]);
    let name = std::ffi::CString::new(path.to_str().expect("a name")).expect("no NUL");
    // SAFETY: one of the libraries above.
    assert!(!unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_NOW) }.is_null());
    let refused = open(&path).expect_err("it has the handler");
    assert_eq!(refused, OpenError::HasHandler { path: path.clone() });
    assert!(refused.to_string().contains("libjsig"), "{refused}");
    // Without it, it may be opened.
    assert_eq!(set(&before), 0);
    assert_eq!(open(&path).expect("it is loaded").warnings(), warnings(false));
}

#[test]
fn a_second_copy_is_refused_before_it_is_loaded() {
    let _alone = alone();
    let copy = |name| compiled(name, &["VERSION={0,1,16}"], &[]);
    let (first, second) = (copy("copy-1"), copy("copy-2"));
    let loaded = open(&first).expect("the only one");
    let refused = open(&second).expect_err("another one");
    assert_eq!(refused, OpenError::OtherCopy { path: second.clone(), loaded: first.clone() });
    let message = refused.to_string();
    assert!(message.contains("copy-1") && message.contains("copy-2"), "{message}");
    let name = std::ffi::CString::new(second.to_str().expect("a name")).expect("no NUL");
    // SAFETY: loads nothing.
    assert!(unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_NOW | libc::RTLD_NOLOAD) }.is_null());
    // The same file under another name is the same library.
    let link = first.with_file_name("copy-link.so");
    let _ = std::fs::remove_file(&link);
    std::os::unix::fs::symlink(&first, &link).expect("a link");
    let again = open(&link).expect("the same one");
    assert_eq!(again.symbol(c"took"), loaded.symbol(c"took"));
}

#[test]
fn files_that_are_no_library_are_refused() {
    let _alone = alone();
    let missing = open(Path::new("/nonexistent/libtvm_ffi.so")).expect_err("no such file");
    assert!(matches!(&missing, OpenError::Load(message) if message.contains("libtvm_ffi.so")), "{missing}");
    assert_eq!(open(Path::new("a\0b")).expect_err("no name"), OpenError::Path);
    // Which would be the program itself.
    assert_eq!(open(Path::new("")).expect_err("no name"), OpenError::Empty);
}

fn gate(name: &str, macros: &[&str]) -> Result<TvmFfi, Refused> {
    TvmFfi::of(open(&fake(name, macros)).expect("it loads"))
}

#[test]
fn other_versions_are_refused() {
    let _alone = alone();
    let found = gate("known", &["VERSION={0,1,16}"]).expect("a known one");
    assert_eq!((found.version(), found.warnings()), ([0, 1, 16], warnings(true)));
    let found = gate("old", &["VERSION={0,1,15}"]).expect("a known one");
    assert_eq!(found.warnings(), [warnings(true), &[Warning::Old { version: [0, 1, 15] }]].concat());
    let found = gate("later", &["VERSION={0,1,99}"]).expect("a later one");
    assert_eq!(found.warnings(), warnings(true));
    for (name, macros, version) in [
        ("next", "VERSION={0,2,0}", [0, 2, 0]),
        ("first", "VERSION={1,1,16}", [1, 1, 16]),
        ("none", "VERSION={0,0,0}", [0, 0, 0]),
    ] {
        let refused = gate(name, &[macros]).expect_err("another one");
        assert_eq!(refused, Refused::Version { version });
        let [a, b, c] = version;
        assert!(refused.to_string().contains(&format!("{a}.{b}.{c}")), "{refused}");
    }
}

#[test]
fn other_layouts_are_refused() {
    let _alone = alone();
    let refused = gate("length", &["VERSION={0,1,16}", "OTHER_LENGTH"]).expect_err("another length");
    assert!(matches!(refused, Refused::Layout { value: "a short string", .. }), "{refused}");
    let refused = gate("detached", &["VERSION={0,1,16}", "DETACHED"]).expect_err("another error");
    assert!(matches!(refused, Refused::Layout { value: "an error", .. }), "{refused}");
    for name in ["OTHER_HASH", "OTHER_ORDER"] {
        let refused = gate(name, &["VERSION={0,1,16}", name]).expect_err("another map");
        assert!(matches!(refused, Refused::Layout { value: "a map", .. }), "{refused}");
        assert!(refused.to_string().starts_with("the library lays a map out"), "{refused}");
    }
    // An address that leads nowhere ends in an error.
    let refused = gate("wild", &["VERSION={0,1,16}", "WILD"]).expect_err("another address");
    assert!(matches!(refused, Refused::Layout { value: "a string", .. }), "{refused}");
    assert!(refused.to_string().contains("0x10"), "{refused}");
    // Versions 0.1.0 to 0.1.7 lack a function: their refusal names the version, and those that are accepted.
    let without = "TVMFFIErrorCreateWithCauseAndExtraContext=another_name";
    let refused = gate("lacking", &["VERSION={0,1,5}", without]).expect_err("too old");
    let message = refused.to_string();
    assert!(message.contains("0.1.5") && message.contains("0.1.8"), "{message}");
    let refused = gate("empty", &[]).expect_err("nothing in it");
    assert_eq!(refused, Refused::Missing { symbol: "TVMFFIGetVersion".to_owned(), version: None });
}

#[test]
#[ignore = "needs libtvm_ffi: tests/interop/tvm/run fetches it and runs this"]
fn the_real_library_is_accepted() {
    let _alone = alone();
    let path = std::env::var_os("UNITSTR_TVM_FFI").expect("UNITSTR_TVM_FFI: the path of libtvm_ffi.so");
    let before = action();
    let found = TvmFfi::of(open(Path::new(&path)).expect("it loads")).expect("it is known");
    assert_eq!(found.version()[..2], [0, 1]);
    assert_eq!(found.warnings(), []);
    assert_eq!((action().sa_sigaction, action().sa_flags), (before.sa_sigaction, before.sa_flags));
    let name: &CStr = c"TVMFFIFunctionSetGlobal";
    assert!(found.library().symbol(name).is_some());
}

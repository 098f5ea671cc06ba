//! The lock of the registry, and who runs while it is held.
#![cfg(all(target_os = "linux", target_pointer_width = "64", target_endian = "little"))]

mod common;

use std::ffi::{CString, c_int, c_void};
use std::mem::transmute;
use std::ptr::{NonNull, null_mut};
use std::sync::OnceLock;
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use common::{Owned, function};
use unitstr_values::live::{Runtime, SafeCall, Slot};

static RUNTIME: OnceLock<&'static Runtime> = OnceLock::new();

/// # Safety
///
/// * Always.
unsafe extern "C" fn nothing(_: *mut c_void, _: *const Slot, _: i32, _: *mut Slot) -> c_int {
    0
}

/// The end of a function of somebody else's, who uses the registry for it.
///
/// # Safety
///
/// * Always.
unsafe extern "C" fn end(_: *mut c_void) {
    let runtime = RUNTIME.get().expect("a runtime");
    drop(function(runtime, "testing.echo"));
    assert_eq!(runtime.function(b"unitstr.never.registered").expect("no error"), None);
}

/// A function of the library that is not ours.
fn foreign(runtime: &Runtime) -> Owned {
    type Create =
        unsafe extern "C" fn(*mut c_void, SafeCall, unsafe extern "C" fn(*mut c_void), *mut *mut c_void) -> c_int;
    let path = CString::new(runtime.library().library().path().as_os_str().as_encoded_bytes()).expect("a path");
    // SAFETY: loaded already.
    let library = unsafe { libc::dlopen(path.as_ptr(), libc::RTLD_NOW | libc::RTLD_NOLOAD) };
    // SAFETY: a library, and a name.
    let create = NonNull::new(unsafe { libc::dlsym(library, c"TVMFFIFunctionCreate".as_ptr()) }).expect("a function");
    // SAFETY: so its header says.
    let create = unsafe { transmute::<NonNull<c_void>, Create>(create) };
    let mut made = null_mut();
    // SAFETY: both may be called with any address.
    let status = unsafe { create(NonNull::dangling().as_ptr(), nothing, end, &raw mut made) };
    assert_eq!(status, 0);
    Owned(Slot::object(68, made.expose_provenance() as u64))
}

#[test]
fn who_ends_when_replaced_or_removed_may_use_the_registry() {
    let runtime = common::fake_runtime();
    RUNTIME.set(runtime).expect("once");
    let (done, wait) = channel();
    thread::spawn(move || {
        for _ in 0..3 {
            let this = foreign(runtime);
            // SAFETY: it lives.
            unsafe { runtime.set_global(b"unitstr.ends", this.0.word, true) }.expect("registered");
            drop(this);
        }
        runtime.remove_global(b"unitstr.ends").expect("removed");
        assert_eq!(runtime.function(b"unitstr.ends").expect("no error"), None);
        runtime.remove_global(b"unitstr.ends").expect("nothing to remove");
        done.send(()).expect("somebody waits");
    });
    // Only a deadlock takes as long, on a busy machine too.
    wait.recv_timeout(Duration::from_secs(120)).expect("no deadlock");
}

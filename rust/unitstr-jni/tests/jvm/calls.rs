//! Calls from native code into Java: threads that are attached or not, static methods, pending exceptions.

use std::cell::Cell;
use std::ffi::{CStr, c_char, c_void};
use std::mem::offset_of;
use std::ptr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use jni_sys::{
    JNI_EDETACHED, JNI_OK, JNI_VERSION_1_8, JNIEnv, JNIInvokeInterface__1_4 as Invoke, JavaVM, jclass, jint, jmethodID,
    jobject, jvalue,
};

use super::{Object, assert_called_outside};

type Function = *const c_void;

/// A method `dispatch0` of Java: what it returns, and whether it throws.
pub type Method = fn(slot: i64, args: i64, count: i32, result: i64, error: i64) -> (i32, bool);

/// By the index that the class gave to a host.
static METHODS: Mutex<Vec<(i32, Method)>> = Mutex::new(Vec::new());

/// How often a thread that Java did not know was attached, and how many are still.
pub static ATTACHED: AtomicUsize = AtomicUsize::new(0);
pub static STILL_ATTACHED: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    /// What Java has for this thread; null if it does not know it.
    static THIS: Cell<*mut JNIEnv> = const { Cell::new(ptr::null_mut()) };
    static PENDING: Cell<bool> = const { Cell::new(false) };
}

/// Says what the method does for the host with this index.
pub fn set_method(index: i32, method: Method) {
    let mut methods = METHODS.lock().expect("no panic");
    methods.retain(|(known, _)| *known != index);
    methods.push((index, method));
}

/// Runs `body` while Java knows this thread by `env`.
pub(super) fn with_thread<R>(env: *mut JNIEnv, body: impl FnOnce() -> R) -> R {
    let before = THIS.replace(env);
    let result = body();
    THIS.set(before);
    assert!(!PENDING.get(), "an exception is pending when native code returns");
    result
}

/// JNI forbids nearly everything while an exception is pending.
pub(super) fn assert_nothing_pending() {
    assert!(!PENDING.get(), "called while an exception is pending");
}

fn assert_this(env: *mut JNIEnv) {
    assert_eq!(env, THIS.get(), "another thread's environment");
}

extern "system" fn static_method(
    env: *mut JNIEnv,
    _class: jclass,
    name: *const c_char,
    kind: *const c_char,
) -> jmethodID {
    assert_called_outside();
    assert_this(env);
    for (given, expected) in [(name, c"dispatch0"), (kind, c"(IJJIJJ)I")] {
        // SAFETY: C strings, as JNI wants them.
        assert_eq!(unsafe { CStr::from_ptr(given) }, expected);
    }
    ptr::dangling_mut::<c_void>().cast()
}

extern "system" fn global_reference(env: *mut JNIEnv, object: jobject) -> jobject {
    assert_called_outside();
    assert_this(env);
    assert!(!object.is_null());
    object
}

extern "system" fn java_vm(env: *mut JNIEnv, vm: *mut *mut JavaVM) -> jint {
    assert_called_outside();
    assert_this(env);
    // SAFETY: the caller's local.
    unsafe { vm.write(machine()) };
    JNI_OK
}

extern "system" fn call_static_int(
    env: *mut JNIEnv,
    class: jclass,
    method: jmethodID,
    arguments: *const jvalue,
) -> jint {
    assert_called_outside();
    assert_this(env);
    assert!(!class.is_null() && !method.is_null());
    // SAFETY: the six arguments of the method.
    let arguments = unsafe { arguments.cast::<[jvalue; 6]>().read() };
    let int = |at: usize| {
        // SAFETY: an int, by the signature.
        unsafe { arguments[at].i }
    };
    let long = |at: usize| {
        // SAFETY: a long, by the signature.
        unsafe { arguments[at].j }
    };
    let method = {
        let methods = METHODS.lock().expect("no panic");
        let found = methods.iter().find(|(index, _)| *index == int(0));
        found.expect("a host that was made").1
    };
    let (status, throws) = method(long(1), long(2), int(3), long(4), long(5));
    PENDING.set(throws);
    status
}

extern "system" fn exception_check(env: *mut JNIEnv) -> bool {
    assert_this(env);
    PENDING.get()
}

extern "system" fn exception_clear(env: *mut JNIEnv) {
    assert_this(env);
    PENDING.set(false);
}

extern "system" fn new_direct(env: *mut JNIEnv, address: *mut c_void, capacity: i64) -> jobject {
    assert_this(env);
    assert!(!address.is_null());
    let bytes = usize::try_from(capacity).expect("not negative");
    assert!(i32::try_from(capacity).is_ok());
    super::new_object(Object::Direct(address.cast(), bytes))
}

/// Puts these functions into an environment.
pub(super) fn put(functions: &mut [Function]) {
    type Functions = jni_sys::JNINativeInterface__1_4;
    macro_rules! put {
        ($($name:ident $function:ident)*) => {
            $(functions[offset_of!(Functions, $name) / size_of::<Function>()] = $function as *const () as Function;)*
        };
    }
    put! {
        GetStaticMethodID static_method
        NewGlobalRef global_reference
        GetJavaVM java_vm
        CallStaticIntMethodA call_static_int
        ExceptionCheck exception_check
        ExceptionClear exception_clear
        NewDirectByteBuffer new_direct
    }
}

extern "system" fn get_env(_vm: *mut JavaVM, env: *mut *mut c_void, version: jint) -> jint {
    assert_nothing_pending();
    assert_eq!(version, JNI_VERSION_1_8);
    let this = THIS.get();
    // SAFETY: the caller's local.
    unsafe { env.write(this.cast()) };
    if this.is_null() { JNI_EDETACHED } else { JNI_OK }
}

extern "system" fn attach(_vm: *mut JavaVM, env: *mut *mut c_void, arguments: *mut c_void) -> jint {
    assert!(arguments.is_null());
    assert!(THIS.get().is_null(), "attached already");
    let this: *mut JNIEnv = Box::leak(Box::new(super::leaked_functions()));
    THIS.set(this);
    ATTACHED.fetch_add(1, Ordering::Relaxed);
    STILL_ATTACHED.fetch_add(1, Ordering::Relaxed);
    // SAFETY: the caller's local.
    unsafe { env.write(this.cast()) };
    JNI_OK
}

extern "system" fn detach(_vm: *mut JavaVM) -> jint {
    assert_nothing_pending();
    assert!(!THIS.replace(ptr::null_mut()).is_null(), "not attached");
    STILL_ATTACHED.fetch_sub(1, Ordering::Relaxed);
    JNI_OK
}

/// The one there is.
fn machine() -> *mut JavaVM {
    let mut functions = [super::forbidden as *const () as Function; size_of::<Invoke>() / size_of::<Function>()];
    macro_rules! put {
        ($($name:ident $function:ident)*) => {
            $(functions[offset_of!(Invoke, $name) / size_of::<Function>()] = $function as *const () as Function;)*
        };
    }
    put! {
        GetEnv get_env
        AttachCurrentThreadAsDaemon attach
        DetachCurrentThread detach
    }
    let functions: &'static _ = Box::leak(Box::new(functions));
    Box::leak(Box::new(ptr::from_ref(functions).cast()))
}

//! From native code to Java, on any thread.

use std::ffi::c_void;
use std::ptr::null_mut;

use jni_sys::{
    JNI_EDETACHED, JNI_OK, JNI_VERSION_1_8, JNIEnv, JNIInvokeInterface__1_4 as Invoke,
    JNINativeInterface__1_4 as Functions, JavaVM, jclass, jint, jmethodID, jvalue,
};
use unitstr_c::guard::guarded;
use unitstr_c::status::USTR_E_UNSUPPORTED;

/// What `dispatch` returns if Java could not say anything.
const FAILED: i32 = 2;

/// Where Java is called: a static method `dispatch0(IJJIJJ)I` of a class.
pub(crate) struct Upcall {
    vm: *mut JavaVM,
    /// A global reference, for ever: the class is not unloaded.
    class: jclass,
    method: jmethodID,
    /// Its first argument.
    index: jint,
}

impl Upcall {
    /// Lives for ever, because native code may call it as long.
    ///
    /// # Safety
    ///
    /// * Both are what the JVM passed to the native method that runs.
    pub(crate) unsafe fn new(env: *mut JNIEnv, class: jclass, index: jint) -> Result<&'static Self, i32> {
        // SAFETY: the JVM's pointer, which points to a pointer to its functions.
        let interface = unsafe { *env };
        // SAFETY: every JVM since 1.4 has these functions, and they stay.
        let functions = unsafe { &*interface.cast::<Functions>() };
        let (name, signature) = (c"dispatch0".as_ptr(), c"(IJJIJJ)I".as_ptr());
        // SAFETY: a class, and two names that end with a NUL.
        let method = unsafe { (functions.GetStaticMethodID)(env, class, name, signature) };
        if method.is_null() {
            // A NoSuchMethodError is pending.
            return Err(USTR_E_UNSUPPORTED);
        }
        let mut vm = null_mut();
        // SAFETY: the result is a local.
        let status = unsafe { (functions.GetJavaVM)(env, &raw mut vm) };
        // SAFETY: a class of the running method.
        let class = unsafe { (functions.NewGlobalRef)(env, class) };
        if status != JNI_OK || class.is_null() {
            return Err(USTR_E_UNSUPPORTED);
        }
        Ok(Box::leak(Box::new(Self {
            vm,
            class,
            method,
            index,
        })))
    }

    /// The `dispatch` of a host whose context is one of these.
    ///
    /// # Safety
    ///
    /// * `context` is of [`new`](Self::new); the rest is for Java.
    pub(crate) unsafe extern "C" fn dispatch(
        context: *mut c_void,
        slot: i64,
        args: *const c_void,
        count: i32,
        result: *mut c_void,
        error: *mut c_void,
    ) -> i32 {
        guarded(FAILED, || {
            // SAFETY: it lives for ever, and nobody writes it.
            let upcall = unsafe { &*context.cast::<Self>() };
            // SAFETY: the JVM's pointer, which points to a pointer to its functions.
            let interface = unsafe { *upcall.vm };
            // SAFETY: every JVM since 1.4 has these functions, and they stay.
            let invoke = unsafe { &*interface.cast::<Invoke>() };
            let mut env = null_mut();
            // SAFETY: the result is a local.
            let state = unsafe { (invoke.GetEnv)(upcall.vm, &raw mut env, JNI_VERSION_1_8) };
            if state == JNI_EDETACHED {
                // SAFETY: as above; no arguments: a daemon, which does not keep the JVM alive.
                let attached = unsafe { (invoke.AttachCurrentThreadAsDaemon)(upcall.vm, &raw mut env, null_mut()) };
                if attached != JNI_OK {
                    return FAILED;
                }
            } else if state != JNI_OK {
                return FAILED;
            }
            let arguments = [
                jvalue { i: upcall.index },
                jvalue { j: slot },
                jvalue {
                    j: args.expose_provenance() as i64,
                },
                jvalue { i: count },
                jvalue {
                    j: result.expose_provenance() as i64,
                },
                jvalue {
                    j: error.expose_provenance() as i64,
                },
            ];
            // SAFETY: this thread's; the arguments are those of the method.
            let status = unsafe { upcall.call(env.cast(), &arguments) };
            if state == JNI_EDETACHED {
                // SAFETY: it was attached here, and no method of Java runs on it.
                unsafe { (invoke.DetachCurrentThread)(upcall.vm) };
            }
            status
        })
    }

    /// # Safety
    ///
    /// * `env` is this thread's; the arguments are those of the method.
    unsafe fn call(&self, env: *mut JNIEnv, arguments: &[jvalue; 6]) -> i32 {
        // SAFETY: the JVM's pointer, which points to a pointer to its functions.
        let interface = unsafe { *env };
        // SAFETY: every JVM since 1.4 has these functions, and they stay.
        let functions = unsafe { &*interface.cast::<Functions>() };
        // SAFETY: a class that is kept, its method, and what that takes.
        let status = unsafe { (functions.CallStaticIntMethodA)(env, self.class, self.method, arguments.as_ptr()) };
        // SAFETY: takes no arguments. What leaves the method (it catches all, but may lack the stack for that) ends here.
        if unsafe { (functions.ExceptionCheck)(env) } {
            // SAFETY: as above.
            unsafe { (functions.ExceptionClear)(env) };
            return FAILED;
        }
        status
    }
}

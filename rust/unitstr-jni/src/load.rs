//! `JNI_OnLoad`, which binds the native methods to the class that declares them, whatever that is called.
//!
//! The class of a relocated (shaded) jar has another name. So Java says in a system property what it is called, before it
//! loads the library; the contract is in the documentation of [`JNI_OnLoad`].

use std::ffi::{CString, c_void};
use std::ptr;
use std::sync::atomic::{AtomicU32, Ordering};

use jni_sys::{
    JNI_ERR, JNI_OK, JNI_VERSION_1_8, JNIEnv, JNIInvokeInterface__1_4 as Invoke, JNINativeInterface__1_4 as Functions,
    JNINativeMethod, JavaVM, jclass, jint, jobject, jvalue,
};
use unitstr_c::guard::guarded;
use unitstr_c::table::USTR_ABI_MAJOR;
use unitstr_c::ustr_get_java_api;

use crate::natives::natives;

/// How many native methods [`JNI_OnLoad`] has bound.
pub(crate) static BOUND: AtomicU32 = AtomicU32::new(0);

/// Called by the JVM when it has loaded the library.
///
/// Reads the system property `unitstr.jni.class`: the name of the class that declares all native methods, with slashes.
/// The JVM looks for it with the loader of the class that loads the library. Binds each native method that the class
/// declares; one that it does not declare is passed over, because the jar is older than the library. If there is no such
/// property or class, nothing is bound and nothing is thrown: who loads the library for its tables does not need that.
///
/// Returns `JNI_ERR` if the library has no table of its own version; otherwise the version of JNI that it is written for.
///
/// # Safety
///
/// * Called by the JVM.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn JNI_OnLoad(vm: *mut JavaVM, _reserved: *mut c_void) -> jint {
    guarded(JNI_ERR, || {
        let api = ustr_get_java_api(USTR_ABI_MAJOR);
        if api.is_null() {
            return JNI_ERR;
        }
        // SAFETY: `vm` is what the JVM passed.
        if let Some(jvm) = unsafe { Jvm::of(vm) } {
            BOUND.store(jvm.bind(), Ordering::Release);
        }
        JNI_VERSION_1_8
    })
}

/// The functions of the JVM that are called while the library is loaded.
struct Jvm<'a> {
    /// This thread's, valid during `'a`.
    env: *mut JNIEnv,
    functions: &'a Functions,
}

impl Jvm<'_> {
    /// # Safety
    ///
    /// * `vm` is what the JVM passed to `JNI_OnLoad`, which runs on this thread while the result is used.
    unsafe fn of(vm: *mut JavaVM) -> Option<Self> {
        // SAFETY: the JVM's pointer, which points to a pointer to its functions.
        let interface = unsafe { *vm };
        // SAFETY: every JVM since 1.4 has these functions, and they stay.
        let invoke = unsafe { &*interface.cast::<Invoke>() };
        let mut env: *mut c_void = ptr::null_mut();
        // SAFETY: the result is a local.
        if unsafe { (invoke.GetEnv)(vm, &raw mut env, JNI_VERSION_1_8) } != JNI_OK {
            return None;
        }
        let env: *mut JNIEnv = env.cast();
        // SAFETY: the JVM's pointer, which points to a pointer to its functions.
        let interface = unsafe { *env };
        // SAFETY: every JVM since 1.4 has these functions, and they stay.
        let functions = unsafe { &*interface.cast::<Functions>() };
        Some(Self { env, functions })
    }

    /// Binds the native methods that the class declares, and returns how many there are.
    fn bind(&self) -> u32 {
        let Some(class) = self.class() else {
            return 0;
        };
        let mut bound = 0;
        for native in natives() {
            let Ok(descriptor) = CString::new(native.descriptor()) else {
                continue;
            };
            let method = JNINativeMethod {
                name: native.name.as_ptr().cast_mut(),
                signature: descriptor.as_ptr().cast_mut(),
                fnPtr: native.function.cast_mut(),
            };
            // SAFETY: a class, and one method, whose names end with a NUL and whose function has this descriptor.
            if unsafe { (self.functions.RegisterNatives)(self.env, class, &raw const method, 1) } == JNI_OK {
                bound += 1;
            } else {
                self.clear(); // NoSuchMethodError
            }
        }
        bound
    }

    /// The class that the system property names.
    fn class(&self) -> Option<jclass> {
        let name = self.property()?;
        // SAFETY: the name ends with a NUL, and is what the JVM gave for a string.
        let class = unsafe { (self.functions.FindClass)(self.env, name.as_ptr()) };
        self.some(class)
    }

    /// `System.getProperty("unitstr.jni.class")`, in modified UTF-8.
    fn property(&self) -> Option<CString> {
        // SAFETY: the name ends with a NUL.
        let system = self.some(unsafe { (self.functions.FindClass)(self.env, c"java/lang/System".as_ptr()) })?;
        let (name, descriptor) = (
            c"getProperty".as_ptr(),
            c"(Ljava/lang/String;)Ljava/lang/String;".as_ptr(),
        );
        // SAFETY: a class, and two names that end with a NUL.
        let method = unsafe { (self.functions.GetStaticMethodID)(self.env, system, name, descriptor) };
        let key = c"unitstr.jni.class".as_ptr();
        // SAFETY: the text ends with a NUL.
        let key = self.some(unsafe { (self.functions.NewStringUTF)(self.env, key) })?;
        if method.is_null() {
            self.clear();
            return None;
        }
        let arguments = [jvalue { l: key }];
        let get = self.functions.CallStaticObjectMethodA;
        // SAFETY: a method of the class, and its one argument.
        let value = self.some(unsafe { get(self.env, system, method, arguments.as_ptr()) })?;
        // SAFETY: a string.
        let bytes = unsafe { (self.functions.GetStringUTFLength)(self.env, value) };
        // SAFETY: a string.
        let chars = unsafe { (self.functions.GetStringLength)(self.env, value) };
        let mut text = vec![0_u8; usize::try_from(bytes).ok()? + 1];
        // SAFETY: the text has room for all chars of the string, and for a NUL.
        unsafe { (self.functions.GetStringUTFRegion)(self.env, value, 0, chars, text.as_mut_ptr().cast()) };
        text.pop();
        CString::new(text).ok()
    }

    /// An object, if it is not null and no exception is pending; clears one.
    fn some(&self, object: jobject) -> Option<jobject> {
        self.clear();
        (!object.is_null()).then_some(object)
    }

    fn clear(&self) {
        // SAFETY: takes no arguments; nothing happens if no exception is pending.
        unsafe { (self.functions.ExceptionClear)(self.env) };
    }
}

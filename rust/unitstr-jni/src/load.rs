//! `JNI_OnLoad`, which binds the native methods to the class that declares them, whatever its name.
//!
//! In a relocated (shaded) jar the class has another name. Java therefore passes the name in a system property before
//! it loads the library; see [`JNI_OnLoad`].

use std::ffi::{CString, c_void};
use std::ptr;
use std::sync::atomic::{AtomicU32, Ordering};

use jni_sys::{
    JNI_ERR, JNI_OK, JNI_VERSION_1_8, JNIEnv, JNINativeInterface__1_4 as Functions, JNINativeMethod, JavaVM, jclass,
    jint, jobject, jvalue,
};
use unitstr_c::guard::guarded;
use unitstr_c::table::USTR_ABI_MAJOR;
use unitstr_c::ustr_get_java_api;

use crate::env::{functions, invoke};
use crate::natives::natives;

/// The number of native methods that [`JNI_OnLoad`] has bound.
pub(crate) static BOUND: AtomicU32 = AtomicU32::new(0);

/// Called by the JVM when it has loaded the library.
///
/// Reads the system property `unitstr.jni.class`: the name of the class that declares all native methods, with
/// slashes. The JVM looks it up in the class loader of the class that loads the library. Binds each native method
/// that the class declares, and skips methods that it does not declare, because the jar may be older than the
/// library. If the property or the class does not exist, nothing is bound and nothing is thrown: a caller that only
/// uses the tables does not need the class.
///
/// Returns `JNI_ERR` if the library has no table of its own version; otherwise the JNI version that it requires.
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
        // SAFETY: `vm` is the argument of `JNI_OnLoad`.
        if let Some(jvm) = unsafe { Jvm::of(vm) } {
            BOUND.store(jvm.bind(), Ordering::Release);
        }
        JNI_VERSION_1_8
    })
}

/// The functions of the JVM that are called while the library is loaded.
struct Jvm<'a> {
    /// The pointer of this thread, valid during `'a`.
    env: *mut JNIEnv,
    functions: &'a Functions,
}

impl Jvm<'_> {
    /// # Safety
    ///
    /// * `vm` is the argument of `JNI_OnLoad`, which runs on this thread while the result is used.
    unsafe fn of(vm: *mut JavaVM) -> Option<Self> {
        // SAFETY: the caller promises that `vm` is the argument of `JNI_OnLoad`.
        let invoke = unsafe { invoke(vm) };
        let mut env: *mut c_void = ptr::null_mut();
        // SAFETY: `env` is a local.
        if unsafe { (invoke.GetEnv)(vm, &raw mut env, JNI_VERSION_1_8) } != JNI_OK {
            return None;
        }
        let env: *mut JNIEnv = env.cast();
        // SAFETY: `env` was just returned for this thread.
        Some(Self { env, functions: unsafe { functions(env) } })
    }

    /// Binds the native methods that the class declares, and returns their number.
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
            // SAFETY: `class` is a class; the names in `method` are NUL-terminated, and its function has this
            // descriptor.
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
        // SAFETY: `name` is a NUL-terminated string that the JVM returned.
        let class = unsafe { (self.functions.FindClass)(self.env, name.as_ptr()) };
        self.some(class)
    }

    /// `System.getProperty("unitstr.jni.class")`, in modified UTF-8.
    fn property(&self) -> Option<CString> {
        // SAFETY: the name is NUL-terminated.
        let system = self.some(unsafe { (self.functions.FindClass)(self.env, c"java/lang/System".as_ptr()) })?;
        let (name, descriptor) = (c"getProperty".as_ptr(), c"(Ljava/lang/String;)Ljava/lang/String;".as_ptr());
        // SAFETY: `system` is a class; both names are NUL-terminated.
        let method = unsafe { (self.functions.GetStaticMethodID)(self.env, system, name, descriptor) };
        let key = c"unitstr.jni.class".as_ptr();
        // SAFETY: `key` is NUL-terminated.
        let key = self.some(unsafe { (self.functions.NewStringUTF)(self.env, key) })?;
        if method.is_null() {
            self.clear();
            return None;
        }
        let arguments = [jvalue { l: key }];
        let get = self.functions.CallStaticObjectMethodA;
        // SAFETY: `method` belongs to the class, and `arguments` has its one argument.
        let value = self.some(unsafe { get(self.env, system, method, arguments.as_ptr()) })?;
        // SAFETY: `value` is a string.
        let bytes = unsafe { (self.functions.GetStringUTFLength)(self.env, value) };
        // SAFETY: `value` is a string.
        let chars = unsafe { (self.functions.GetStringLength)(self.env, value) };
        let mut text = vec![0_u8; usize::try_from(bytes).ok()? + 1];
        // SAFETY: `text` has place for all chars of the string, and for a NUL.
        unsafe { (self.functions.GetStringUTFRegion)(self.env, value, 0, chars, text.as_mut_ptr().cast()) };
        text.pop();
        CString::new(text).ok()
    }

    /// Returns an object, if it is not null and no exception is pending; clears a pending exception.
    fn some(&self, object: jobject) -> Option<jobject> {
        self.clear();
        (!object.is_null()).then_some(object)
    }

    fn clear(&self) {
        // SAFETY: has no preconditions.
        unsafe { (self.functions.ExceptionClear)(self.env) };
    }
}

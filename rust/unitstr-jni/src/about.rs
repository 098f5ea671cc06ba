//! What the library says of itself.

use std::ffi::{CStr, c_void};
use std::ptr;

use jni_sys::{JNI_ERR, JNI_VERSION_1_8, JNIEnv, JavaVM, jarray, jbyteArray, jclass, jint};
use unitstr_c::guard::{guarded, last_panic_text};
use unitstr_c::table::{USTR_ABI_MAJOR, USTR_API_SIZE_1_0};
use unitstr_c::{API, ustr_get_api};

use crate::env::Env;
use crate::scratch;

/// Called by the JVM when it has loaded the library. Refuses if the library hands out no table, or none of this version;
/// otherwise names the version of JNI they are written for.
///
/// # Safety
///
/// * Called by the JVM.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn JNI_OnLoad(_vm: *mut JavaVM, _reserved: *mut c_void) -> jint {
    guarded(JNI_ERR, || {
        let api = ustr_get_api(USTR_ABI_MAJOR);
        // SAFETY: null, or this library's table, which is valid for ever.
        match unsafe { api.as_ref() } {
            Some(api) if api.struct_size >= USTR_API_SIZE_1_0 && api.abi_major == USTR_ABI_MAJOR => JNI_VERSION_1_8,
            _ => JNI_ERR,
        }
    })
}

/// `static native long[] abi0()`: the table's `struct_size`, `abi_major`, `abi_minor` and `features`.
///
/// # Safety
///
/// * Called by the JVM as that method.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_dev_unitstr_internal_JniBinding_abi0(env: *mut JNIEnv, _class: jclass) -> jarray {
    guarded(ptr::null_mut(), || {
        // SAFETY: null, or this library's table, which is valid for ever.
        let api = unsafe { ustr_get_api(USTR_ABI_MAJOR).as_ref() }.unwrap_or(&API);
        let numbers = [
            i64::try_from(api.struct_size).unwrap_or(i64::MAX),
            i64::from(api.abi_major),
            i64::from(api.abi_minor),
            api.features.cast_signed(),
        ];
        // SAFETY: the JVM's own.
        unsafe { Env::new(env) }.new_longs(&numbers)
    })
}

/// `static native byte[] version0()`: the library's version in UTF-8.
///
/// # Safety
///
/// * Called by the JVM as that method.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_dev_unitstr_internal_JniBinding_version0(
    env: *mut JNIEnv,
    _class: jclass,
) -> jbyteArray {
    guarded(ptr::null_mut(), || {
        // SAFETY: this entry has no conditions.
        let version = unsafe { (API.version)() };
        // SAFETY: what it returns is never null, ends with a NUL and is valid for ever.
        let version = unsafe { CStr::from_ptr(version) };
        // SAFETY: the JVM's own.
        unsafe { Env::new(env) }.new_bytes(version.to_bytes())
    })
}

/// `static native byte[] lastPanic0()`: the text of the last `USTR_E_PANIC` on this thread, in UTF-8.
///
/// # Safety
///
/// * Called by the JVM as that method.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_dev_unitstr_internal_JniBinding_lastPanic0(
    env: *mut JNIEnv,
    _class: jclass,
) -> jbyteArray {
    guarded(ptr::null_mut(), || {
        // SAFETY: the JVM's own.
        unsafe { Env::new(env) }.new_bytes(last_panic_text().as_bytes())
    })
}

/// `static native void clearScratch0()`: overwrites the text that this thread's native memory still holds.
///
/// # Safety
///
/// * Called by the JVM as that method.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_dev_unitstr_internal_JniBinding_clearScratch0(_env: *mut JNIEnv, _class: jclass) {
    guarded((), scratch::clear);
}

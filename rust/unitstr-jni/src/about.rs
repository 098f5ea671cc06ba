//! Information about the library.

use std::ffi::CStr;
use std::sync::atomic::Ordering;

use jni_sys::jobject;
use unitstr_c::guard::last_panic_text;
use unitstr_c::table::USTR_ABI_MAJOR;
use unitstr_c::{JAVA_API, ustr_get_java_api};

use crate::env::Env;
use crate::load::BOUND;
use crate::scratch;

/// Returns the table's `struct_size`, `abi_major`, `abi_minor` and `features`, and the number of bound native
/// methods.
///
/// # Safety
///
/// * None.
pub(crate) unsafe fn abi(env: Env<'_>) -> jobject {
    // SAFETY: the result is null, or this library's table, which is valid until the process ends.
    let api = unsafe { ustr_get_java_api(USTR_ABI_MAJOR).as_ref() }.unwrap_or(&JAVA_API);
    env.new_longs(&[
        i64::try_from(api.struct_size).unwrap_or(i64::MAX),
        i64::from(api.abi_major),
        i64::from(api.abi_minor),
        api.features.cast_signed(),
        i64::from(BOUND.load(Ordering::Acquire)),
    ])
}

/// Returns the version of the library in UTF-8.
///
/// # Safety
///
/// * None.
pub(crate) unsafe fn version(env: Env<'_>) -> jobject {
    // SAFETY: `version` has no preconditions.
    let version = unsafe { (JAVA_API.version)() };
    // SAFETY: `version` is not null, NUL-terminated and valid until the process ends.
    let version = unsafe { CStr::from_ptr(version) };
    env.new_bytes(version.to_bytes())
}

/// Returns the message of the last `USTR_E_PANIC` on this thread, in UTF-8.
///
/// # Safety
///
/// * None.
pub(crate) unsafe fn last_panic(env: Env<'_>) -> jobject {
    env.new_bytes(last_panic_text().as_bytes())
}

/// Overwrites text that remains in this thread's scratch memory.
///
/// # Safety
///
/// * None.
pub(crate) unsafe fn clear_scratch(_env: Env<'_>) {
    scratch::clear();
}

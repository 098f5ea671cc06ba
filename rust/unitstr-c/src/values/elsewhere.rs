//! The functions on platforms without libtvm_ffi.

use std::ffi::c_void;

use super::Dispatch;
use crate::status::USTR_E_UNSUPPORTED;

macro_rules! unsupported {
    ($($name:ident($($kind:ty),*) -> $result:ty;)*) => {
        $(
            /// Returns `USTR_E_UNSUPPORTED`.
            ///
            /// # Safety
            ///
            /// * None.
            pub(crate) unsafe extern "C" fn $name($(_: $kind),*) -> $result {
                USTR_E_UNSUPPORTED.into()
            }
        )*
    };
}

unsupported! {
    val_host_new(Option<Dispatch>, *mut c_void, *mut u32) -> i32;
    val_host_close(u32) -> i32;
    val_drain_dead(u32, *mut i64, i64) -> i64;
    val_open(*const c_void, i64, u32, *mut u32, *mut c_void, i64, *mut i64) -> i32;
    val_version(u32) -> i64;
    val_function(u32, *const c_void, i64, *mut u64) -> i32;
    val_set_global(u32, *const c_void, i64, u64, u32, *mut c_void) -> i32;
    val_freeze(u32) -> i32;
    val_call(u32, u64, *const c_void, i32, *mut c_void, *mut c_void) -> i32;
    val_function_new(u32, u32, i64, *mut u64) -> i32;
    val_error_new(u32, u32, i64, *const u64, u64, *mut u64) -> i32;
    val_text_new(i32, *const c_void, i64, i64, *mut u64) -> i32;
    val_retain(u64) -> i32;
    val_release(u64) -> i32;
    val_own(*const c_void, *mut c_void) -> i32;
}

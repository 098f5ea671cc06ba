//! The entries for functions of libtvm_ffi on platforms for which there is no such library: each says so, and touches
//! nothing.
#![cfg(not(all(target_os = "linux", target_pointer_width = "64", target_endian = "little")))]

mod common;

use std::ffi::c_void;

use common::java;
use unitstr_c::status::USTR_E_UNSUPPORTED;

/// # Safety
///
/// * Always.
unsafe extern "C" fn dispatch(_: *mut c_void, _: i64, _: *const c_void, _: i32, _: *mut c_void, _: *mut c_void) -> i32 {
    unreachable!("nothing calls a host")
}

#[test]
fn every_entry_is_unsupported() {
    let values = &java().values;
    let (mut number, mut memory) = (77_u32, [0x55_u64; 16]);
    let (to, at) = (&raw mut number, memory.as_mut_ptr());
    let any = at.cast::<c_void>();
    #[expect(clippy::multiple_unsafe_ops_per_block, reason = "they have the same reason")]
    // SAFETY: the pointers are to live memory, and the functions have no requirements here.
    let said = unsafe {
        [
            (values.val_host_new)(Some(dispatch), any, to).into(),
            (values.val_host_close)(1).into(),
            (values.val_drain_dead)(1, at.cast(), 16),
            (values.val_open)(any, 8, 0, to, any, 8, at.cast()).into(),
            (values.val_version)(1),
            (values.val_function)(1, any, 8, at).into(),
            (values.val_set_global)(1, any, 8, 8, 0, any).into(),
            (values.val_freeze)(1).into(),
            (values.val_call)(1, 8, any, 1, any, any).into(),
            (values.val_function_new)(1, 1, 1, at).into(),
            (values.val_error_new)(1, 1, 1, at, 0, at).into(),
            (values.val_text_new)(0, any, 1, 8, at).into(),
            (values.val_retain)(8).into(),
            (values.val_release)(8).into(),
            (values.val_own)(any, any).into(),
        ]
    };
    assert_eq!(said, [i64::from(USTR_E_UNSUPPORTED); 15]);
    assert_eq!((number, memory), (77, [0x55; 16]));
}

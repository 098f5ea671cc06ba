//! The functions that use libtvm_ffi. This module only checks arguments; `unitstr_values::live` does the work.

use std::ffi::c_void;

#[cfg_attr(all(target_os = "linux", target_pointer_width = "64", target_endian = "little"), path = "linux/mod.rs")]
#[cfg_attr(not(all(target_os = "linux", target_pointer_width = "64", target_endian = "little")), path = "elsewhere.rs")]
mod functions;
pub mod numbers;

pub(crate) use self::functions::*;

/// The type of a host's `dispatch`.
pub(crate) type Dispatch = unsafe extern "C" fn(*mut c_void, i64, *const c_void, i32, *mut c_void, *mut c_void) -> i32;

//! For tests, with the feature `test-abi`: a library whose table has one member more or one member less than this
//! version's.
//!
//! The environment variable `UNITSTR_TEST_ABI` is `more` or `less`, and is read once in a process. With `less` the
//! last member is beyond `struct_size`; calling it ends the process.

use std::env;

use super::ustr_java_api;

/// A function in place of a member that the library does not have.
extern "C" fn absent() -> i64 {
    eprintln!("unitstr, test-abi: an entry beyond struct_size was called");
    std::process::abort()
}

/// The table with one member more.
#[repr(C)]
pub(super) struct Table {
    api: ustr_java_api,
    later: extern "C" fn() -> i64,
}

impl From<ustr_java_api> for Table {
    fn from(api: ustr_java_api) -> Self {
        Self { api, later: absent }
    }
}

/// Returns `api`, changed as the environment variable says.
pub(super) fn asked_for(api: ustr_java_api) -> ustr_java_api {
    changed(api, &env::var("UNITSTR_TEST_ABI").unwrap_or_default())
}

/// Returns `api` with one member `more` or `less`; an empty text changes nothing.
///
/// # Panics
///
/// If `change` is any other text.
pub fn changed(mut api: ustr_java_api, change: &str) -> ustr_java_api {
    let member = size_of::<extern "C" fn() -> i64>();
    match change {
        "" => {}
        "more" => {
            api.struct_size += member;
            api.abi_minor += 1;
        }
        "less" => {
            api.struct_size -= member;
            let place = (&raw mut api).wrapping_byte_add(api.struct_size).cast::<extern "C" fn() -> i64>();
            // SAFETY: `place` is the last member, which is a function pointer like `absent`.
            unsafe { place.write(absent) };
        }
        _ => panic!("UNITSTR_TEST_ABI is {change:?}, not \"more\" or \"less\""),
    }
    api
}

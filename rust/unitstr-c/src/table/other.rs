//! For tests, by the feature `test-abi`: the library as one of an older minor version, or as a later one that retired
//! something. The environment says which, once for a process:
//!
//! * `UNITSTR_TEST_ABI`: a minor version such as `1.0`. `struct_size` and `abi_minor` are that version's; whoever calls
//!   what lies behind, in the table or by a shim of JNI, ends the process.
//! * `UNITSTR_TEST_RETIRED`: names of members, with commas. An entry returns `USTR_E_UNSUPPORTED`; of the fields of
//!   `ustr_tensor`, `ustr_tensor.max_bytes` can be retired.

use std::env;

use super::frozen::{API_MEMBERS, API_SIZES};
use super::{USTR_ABI_MAJOR, ustr_api};
use crate::status::USTR_E_UNSUPPORTED;
use crate::tensor::options::ustr_tensor;

type Entry = extern "C" fn() -> i64;

/// What a retired entry is, whatever its arguments: they are in registers and on the caller's stack, which the caller
/// takes away. The lower half of the result is the error of an entry that returns 32 bits.
extern "C" fn retired() -> i64 {
    i64::from(USTR_E_UNSUPPORTED)
}

/// What is in memory behind the table of an older library.
extern "C" fn absent() -> i64 {
    eprintln!("unitstr, test-abi: an entry behind struct_size was called");
    std::process::abort()
}

/// `api` as the environment wants it.
pub(super) fn asked_for(api: ustr_api) -> ustr_api {
    let [version, names] = ["UNITSTR_TEST_ABI", "UNITSTR_TEST_RETIRED"].map(|name| env::var(name).unwrap_or_default());
    changed(api, &version, &names)
}

/// `api` in a minor version, and with members retired; empty texts change nothing.
pub fn changed(mut api: ustr_api, version: &str, names: &str) -> ustr_api {
    if !version.is_empty() {
        let minor = (0..API_SIZES.len())
            .find(|minor| version == format!("{USTR_ABI_MAJOR}.{minor}"))
            .expect("a minor version that there was");
        api.struct_size = API_SIZES[minor];
        api.abi_minor = u32::try_from(minor).expect("a small number");
        for (_, offset) in API_MEMBERS.iter().filter(|(_, offset)| *offset >= API_SIZES[minor]) {
            put(&mut api, *offset, absent);
        }
    }
    for name in names.split(',') {
        if let Some((_, offset)) = API_MEMBERS.iter().find(|(member, _)| name == *member) {
            put(&mut api, *offset, retired);
        }
    }
    api
}

/// What a library reads that retired fields of the struct.
pub(crate) fn without_retired(mut tensor: ustr_tensor) -> ustr_tensor {
    let names = env::var("UNITSTR_TEST_RETIRED").unwrap_or_default();
    if names.split(',').any(|name| name == "ustr_tensor.max_bytes") {
        tensor.max_bytes = 0;
    }
    tensor
}

fn put(api: &mut ustr_api, offset: usize, entry: Entry) {
    assert!(offset >= API_MEMBERS[4].1, "a function");
    let place = (&raw mut *api).wrapping_byte_add(offset).cast::<Entry>();
    // SAFETY: the offset of a member that is a pointer to a function, as this is.
    unsafe { place.write(entry) };
}

//! The library as an older one, and as one that retired something. For the feature `test-abi`.

mod common;

use std::ffi::c_void;
use std::process::Command;
use std::{env, ptr};

use common::api;
use unitstr_c::packed::USTR_PACKED_STATUS_SHIFT;
use unitstr_c::status::{USTR_DONE, USTR_E_UNSUPPORTED, USTR_REFUSED};
use unitstr_c::table::other::changed;
use unitstr_c::table::{API_MEMBERS, API_SIZES, USTR_ABI_MINOR};
use unitstr_c::tensor::numbers::{USTR_TENSOR_IMAGE, USTR_TENSOR_STRICT, USTR_TENSOR_TF_LEGACY};
use unitstr_c::tensor::options::ustr_tensor;
use unitstr_c::tensor::report::ustr_tensor_report;
use unitstr_c::{API, ustr_api};

/// The pointers to functions, as numbers.
fn entries(api: &ustr_api) -> Vec<(&'static str, usize, usize)> {
    let functions = API_MEMBERS.iter().filter(|(_, offset)| *offset >= 24);
    functions
        .map(|(name, offset)| {
            let place = ptr::from_ref(api).wrapping_byte_add(*offset).cast::<usize>();
            // SAFETY: the offset of a member that is a pointer.
            (*name, *offset, unsafe { place.read() })
        })
        .collect()
}

#[test]
fn an_older_version_ends_where_it_ended() {
    let ours: &ustr_api = &API;
    for (minor, size) in API_SIZES.iter().enumerate() {
        let older = changed(*ours, &format!("1.{minor}"), "");
        assert_eq!((older.struct_size, older.abi_minor as usize), (*size, minor));
        for ((name, offset, before), (_, _, after)) in entries(ours).into_iter().zip(entries(&older)) {
            assert_eq!(before == after, offset < *size, "{name} in 1.{minor}");
        }
    }
    assert_eq!(API_SIZES.len(), USTR_ABI_MINOR as usize + 1);
}

#[test]
fn a_retired_entry_keeps_its_slot() {
    let ours: &ustr_api = &API;
    for (name, offset) in API_MEMBERS.iter().filter(|(_, offset)| *offset >= 48) {
        let later = changed(*ours, "", name);
        assert_eq!(later.struct_size, ours.struct_size);
        for ((other, at, before), (_, _, after)) in entries(ours).into_iter().zip(entries(&later)) {
            assert!(after != 0, "{other}");
            assert_eq!(before != after, at == *offset, "{other} when {name} is retired");
        }
    }
    let later = changed(*ours, "", "packed_measure,find_zero");
    // SAFETY: nothing is read.
    let long = unsafe { (later.strings.packed_measure)(ptr::null(), 0, 1, 0) };
    assert_eq!(long, i64::from(USTR_E_UNSUPPORTED));
    let mut units = 77;
    // SAFETY: nothing is read.
    let status = unsafe { (later.strings.find_zero)(1, ptr::null(), 0, &raw mut units) };
    assert_eq!((status, units), (USTR_E_UNSUPPORTED, 77));
}

/// Status of a tensor with one string of 5 bytes, when at most `max_bytes` are allowed.
fn validated(max_bytes: u64) -> i32 {
    let tensor = ustr_tensor {
        struct_size: size_of::<ustr_tensor>(),
        format: USTR_TENSOR_TF_LEGACY,
        order: u32::from(cfg!(target_endian = "big")),
        word_bytes: 0,
        view_abi: 1,
        trust: 0,
        strictness: USTR_TENSOR_STRICT,
        form: USTR_TENSOR_IMAGE,
        flags: 0,
        count: 1,
        max_bytes,
        max_total_bytes: 0,
        address: 0,
        owner: 0,
        capacity: 0,
    };
    let (mut bytes, mut ends) = ([0_u8; 14], [0_i64; 1]);
    let (text, end) = (*b"hello", 5_i64);
    let place: *mut c_void = bytes.as_mut_ptr().cast();
    let said = ustr_tensor { max_bytes: 0, ..tensor };
    // SAFETY: all sizes are true.
    let packed = unsafe {
        (api().tensors.packed_put_tensor)(
            &raw const said,
            place,
            0,
            place,
            8,
            6,
            0,
            8,
            text.as_ptr().cast(),
            5,
            (&raw const end).cast(),
            1,
            ends.as_mut_ptr().cast(),
        )
    };
    assert_eq!((packed >> USTR_PACKED_STATUS_SHIFT, ends), (0, [14]));
    let mut report = ustr_tensor_report {
        struct_size: size_of::<ustr_tensor_report>(),
        index: 0,
        bytes: 0,
        code: 0,
        field: 0,
    };
    // SAFETY: all sizes are true.
    unsafe { (api().tensors.tensor_validate)(&raw const tensor, place, bytes.len(), &raw mut report) }
}

/// Alone in a process whose environment says what is retired.
#[test]
#[ignore = "run by the test below"]
fn child() {
    println!("said {} {}", validated(4), validated(5));
}

#[test]
fn a_retired_field_is_ignored_and_stays() {
    for (retired, limited) in [("", USTR_REFUSED), ("ustr_tensor.max_bytes", USTR_DONE)] {
        let child = Command::new(env::current_exe().expect("this program"))
            .args(["--exact", "--ignored", "--nocapture", "child"])
            .env("UNITSTR_TEST_RETIRED", retired)
            .output()
            .expect("a process");
        let said = String::from_utf8(child.stdout).expect("UTF-8");
        assert!(
            said.contains(&format!("said {limited} {USTR_DONE}\n")),
            "{retired}: {said}"
        );
    }
}

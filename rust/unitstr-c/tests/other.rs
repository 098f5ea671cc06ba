//! The table of a library that has a member more or less. For the feature `test-abi`.

mod common;

use std::ptr;

use common::java;
use unitstr_c::java::USTR_JAVA_API_SIZE_1_0;
use unitstr_c::java::other::changed;
use unitstr_c::ustr_java_api;

/// The pointers to functions, as numbers.
fn entries(api: &ustr_java_api) -> Vec<usize> {
    let functions = (24..size_of::<ustr_java_api>()).step_by(8);
    functions
        .map(|offset| {
            let place = ptr::from_ref(api).wrapping_byte_add(offset).cast::<usize>();
            // SAFETY: every member from offset 24 on is a pointer.
            unsafe { place.read() }
        })
        .collect()
}

#[test]
fn a_member_more_leaves_the_others() {
    let later = changed(*java(), "more");
    assert_eq!((later.struct_size, later.abi_minor), (USTR_JAVA_API_SIZE_1_0 + 8, java().abi_minor + 1));
    assert_eq!(entries(&later), entries(java()));
}

#[test]
fn a_member_less_takes_the_last_one() {
    let earlier = changed(*java(), "less");
    assert_eq!((earlier.struct_size, earlier.abi_minor), (USTR_JAVA_API_SIZE_1_0 - 8, java().abi_minor));
    let (mut before, mut after) = (entries(java()), entries(&earlier));
    assert_ne!(before.pop(), after.pop());
    assert_eq!(before, after);
}

#[test]
fn without_a_word_it_is_this_library() {
    assert_eq!(java().struct_size, USTR_JAVA_API_SIZE_1_0);
    assert_eq!(entries(&changed(*java(), "")), entries(java()));
}

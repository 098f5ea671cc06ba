//! The shims that change tensors against a JVM that is strict: right arguments and wrong ones.

mod jvm;

use std::ptr;

use jni_sys::jobject;
use jvm::{Object, assert_nothing_held, with_env};
use unitstr_c::status::{USTR_E_NULL, USTR_E_RANGE, USTR_E_SIZE};
use unitstr_c::tensor::numbers::{
    USTR_TENSOR_CHANGE_APPEND, USTR_TENSOR_CHANGE_COPY, USTR_TENSOR_CHANGE_DEALLOC, USTR_TENSOR_CHANGE_INIT,
    USTR_TENSOR_CHANGE_MOVE, USTR_TENSOR_CHANGE_RESIZE, USTR_TENSOR_CHANGE_VIEW, USTR_TENSOR_POINTERS_CHECKED,
    USTR_TENSOR_TF24, USTR_TENSOR_USUAL,
};
use unitstr_jni::tensor_changes::{
    Java_dev_unitstr_internal_JniTensorChanges_assign0 as assign,
    Java_dev_unitstr_internal_JniTensorChanges_change0 as change,
    Java_dev_unitstr_internal_JniTensorChanges_owner0 as owner,
    Java_dev_unitstr_internal_JniTensorChanges_references0 as references,
};

const NULL: jobject = ptr::null_mut();

/// The option struct of three strings.
fn options(owner: i64) -> Object {
    let mut bytes = [0; 88];
    bytes[0] = 88;
    let mut set = |at: usize, number: u32| bytes[at..at + 4].copy_from_slice(&number.to_ne_bytes());
    set(8, USTR_TENSOR_TF24);
    set(20, 1);
    set(24, USTR_TENSOR_POINTERS_CHECKED);
    set(28, USTR_TENSOR_USUAL);
    set(40, 3);
    bytes[72..80].copy_from_slice(&owner.to_ne_bytes());
    Object::of_bytes(&bytes)
}

struct Strings {
    memory: Vec<u8>,
    said: Object,
}

impl Strings {
    fn new() -> Self {
        let mut new = Self {
            memory: vec![0xAA; 72],
            said: options(0),
        };
        assert_eq!(new.change(USTR_TENSOR_CHANGE_INIT, 3, 0, None, NULL), 3);
        new
    }

    fn base(&self) -> i64 {
        self.memory.as_ptr().expose_provenance() as i64
    }

    fn change(&mut self, what: u32, count: i32, number: i64, text: Option<(jobject, i64, i64)>, ends: jobject) -> i64 {
        let (text, address, bytes) = text.unwrap_or((NULL, 0, 0));
        let (base, said) = (self.base(), self.said.reference());
        let what = what.cast_signed();
        // SAFETY: objects of this JVM, of the right types; the memory is as large as said.
        with_env(|env| unsafe {
            change(
                env, NULL, said, base, 72, 0, count, what, 0, number, text, address, bytes, ends,
            )
        })
    }
}

impl Drop for Strings {
    fn drop(&mut self) {
        assert_eq!(self.change(USTR_TENSOR_CHANGE_DEALLOC, 3, 0, None, NULL), 3);
        assert_nothing_held();
    }
}

#[test]
fn changes_strings() {
    let mut strings = Strings::new();
    for bytes in [30, 10_000_usize] {
        let mut text = Object::of_bytes(&vec![b'x'; bytes]);
        let mut ends = Object::Longs(vec![3, 3, bytes as i64]);
        let given = Some((text.reference(), 0, bytes as i64));
        assert_eq!(
            strings.change(USTR_TENSOR_CHANGE_COPY, 3, 0, given, ends.reference()),
            3
        );
        assert_eq!((&strings.memory[..4], strings.memory[24]), (b"\x0Cxxx".as_slice(), 0));
        assert_eq!(strings.memory[48] & 3, 1);
    }
    assert_eq!(strings.change(USTR_TENSOR_CHANGE_RESIZE, 1, 2, None, NULL), 1);
    assert_eq!(strings.memory[..4], *b"\x08xx\0");
    let mut other = Strings::new();
    let (to, from) = (other.base(), strings.base());
    let (said, others) = (other.said.reference(), strings.said.reference());
    let what = USTR_TENSOR_CHANGE_MOVE.cast_signed();
    // SAFETY: as above.
    let moved = with_env(|env| unsafe { assign(env, NULL, said, to, 72, 0, others, from, 72, 2, 1, what) });
    assert_eq!((moved, strings.memory[48], other.memory[0] & 3), (1, 0, 1));
}

#[test]
fn owners() {
    let mut made = Object::Longs(vec![0; 2]);
    let results = made.reference();
    // SAFETY: objects of this JVM.
    assert_eq!(with_env(|env| unsafe { owner(env, NULL, 40, results) }), 0);
    let (handle, text) = (made.longs()[0], made.longs()[1]);
    let mut strings = Strings::new();
    strings.said = options(handle);
    let mut ends = Object::Longs(vec![30, 40]);
    assert_eq!(
        strings.change(USTR_TENSOR_CHANGE_VIEW, 2, 0, Some((NULL, text, 40)), ends.reference()),
        2
    );
    // SAFETY: ours is given up.
    assert_eq!(with_env(|env| unsafe { references(env, NULL, handle, -1) }), 2);
    drop(strings);
    let mut short = Object::Longs(vec![0]);
    let results = short.reference();
    // SAFETY: refused.
    let refused = with_env(|env| unsafe { owner(env, NULL, 40, results) });
    assert_eq!(refused, i64::from(USTR_E_RANGE));
    // SAFETY: refused.
    let refused = with_env(|env| unsafe { references(env, NULL, 0, 1) });
    assert_eq!(refused, i64::from(USTR_E_NULL));
}

#[test]
fn refuses_what_arrays_do_not_have() {
    let mut strings = Strings::new();
    let before = strings.memory.clone();
    let mut text = Object::of_bytes(b"abc");
    let mut ends = Object::Longs(vec![1, 2, 3]);
    let (place, at) = (text.reference(), ends.reference());
    let mut append =
        |count, bytes, ends| strings.change(USTR_TENSOR_CHANGE_APPEND, count, 0, Some((place, 0, bytes)), ends);
    assert_eq!(append(3, 4, at), i64::from(USTR_E_RANGE));
    assert_eq!(append(3, -1, at), i64::from(USTR_E_RANGE));
    assert_eq!(append(4, 3, at), i64::from(USTR_E_RANGE));
    assert_eq!(append(-1, 3, at), i64::from(USTR_E_RANGE));
    assert_eq!(append(3, 2, at), i64::from(USTR_E_RANGE));
    assert_eq!(append(3, 3, NULL), i64::from(USTR_E_NULL));
    assert_eq!(strings.memory, before);
    let mut wrong = Object::of_bytes(&[0; 40]);
    let base = strings.base();
    let (said, others) = (wrong.reference(), strings.said.reference());
    // SAFETY: refused before anything is read.
    let refused = with_env(|env| unsafe { assign(env, NULL, others, base, 72, 0, said, base, 72, 0, 1, 9) });
    assert_eq!(refused, i64::from(USTR_E_SIZE));
}

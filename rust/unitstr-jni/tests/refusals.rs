//! The shims against a JVM that is strict: what they make of wrong arguments, and of one that is out of memory.

mod jvm;

use std::ptr;

use jni_sys::jobject;
use jvm::{Object, assert_nothing_held, set_out_of_memory, was_thrown, with_env};
use unitstr_c::options::{USTR_ENCODING_UTF_8, USTR_ENCODING_UTF_16LE};
use unitstr_c::status::{USTR_E_ENCODING, USTR_E_NULL, USTR_E_RANGE, USTR_E_UNSUPPORTED};
use unitstr_jni::about::{
    Java_dev_unitstr_internal_JniBinding_abi0 as abi, Java_dev_unitstr_internal_JniBinding_version0 as version,
};
use unitstr_jni::compare::Java_dev_unitstr_internal_JniBinding_equalArray0 as equal_array;
use unitstr_jni::decode::{
    Java_dev_unitstr_internal_JniBinding_decodeAddress0 as decode_address,
    Java_dev_unitstr_internal_JniBinding_decodeArray0 as decode_array,
};
use unitstr_jni::encode::{
    Java_dev_unitstr_internal_JniBinding_encodeArray0 as encode_array,
    Java_dev_unitstr_internal_JniBinding_encodeBuffer0 as encode_buffer,
    Java_dev_unitstr_internal_JniBinding_measure0 as measure,
};
use unitstr_jni::scan::Java_dev_unitstr_internal_JniBinding_findZeroBuffer0 as find_zero_buffer;

const UTF_8: i32 = USTR_ENCODING_UTF_8.cast_signed();
const UTF_16LE: i32 = USTR_ENCODING_UTF_16LE.cast_signed();
const NULL: jobject = ptr::null_mut();

#[test]
fn refuses_lengths_that_arrays_do_not_have() {
    let mut source = Object::of_bytes(b"abcd");
    let mut text = Object::Chars(vec![0x61; 4]);
    let mut latin1 = Object::of_bytes(b"....");
    let mut memory = *b"........";
    let mut direct = Object::Direct(memory.as_mut_ptr(), 8);
    let mut heap = Object::Heap;
    let (range, null, unsupported) = (USTR_E_RANGE.into(), USTR_E_NULL.into(), USTR_E_UNSUPPORTED.into());
    with_env(|env| {
        let decoded = |src, bytes, latin1| {
            // SAFETY: objects of this JVM, of the right types.
            unsafe { decode_array(env, NULL, src, bytes, UTF_8, 0, latin1, 4, NULL, 0) }
        };
        for bytes in [-1, 600, i32::MAX, i32::MIN] {
            assert_eq!(decoded(source.reference(), bytes, latin1.reference()), range);
        }
        assert_eq!(decoded(NULL, 1, latin1.reference()), null);
        assert_eq!(decoded(NULL, 0, NULL), 0);
        let encoded = |src, chars, dst, capacity| {
            // SAFETY: objects of this JVM, of the right types.
            unsafe { encode_array(env, NULL, src, chars, dst, capacity, UTF_16LE, 0) }
        };
        for size in [-1, 300, i32::MAX, i32::MIN] {
            assert_eq!(encoded(text.reference(), size, latin1.reference(), 4), range);
        }
        for size in [-1, i32::MIN] {
            assert_eq!(encoded(text.reference(), 4, latin1.reference(), size), range);
        }
        assert_eq!(encoded(NULL, 1, latin1.reference(), 4), null);
        assert_eq!(encoded(text.reference(), 4, NULL, 1), null);
        assert_eq!(encoded(NULL, 0, NULL, 0), 0);
        let buffered = |buffer, offset, capacity, chars| {
            // SAFETY: objects of this JVM, of the right types.
            unsafe { encode_buffer(env, NULL, chars, 4, buffer, 8, offset, capacity, UTF_16LE, 0) }
        };
        for (offset, capacity) in [(0, 9), (1, 8), (9, 0), (-1, 4), (0, -1), (i64::MAX, 1), (1, i64::MAX)] {
            assert_eq!(buffered(direct.reference(), offset, capacity, text.reference()), range);
        }
        assert_eq!(buffered(NULL, 0, 8, text.reference()), null);
        // SAFETY: an object of this JVM, which the shim finds not to be direct.
        let found = unsafe { find_zero_buffer(env, NULL, heap.reference(), 0, 8, 1) };
        assert_eq!(found, unsupported);
        let mut equal = |src, bytes, chars| {
            // SAFETY: objects of this JVM, of the right types.
            unsafe { equal_array(env, NULL, src, bytes, UTF_8, 0, text.reference(), chars) }
        };
        for size in [-1, 5, i32::MAX, i32::MIN] {
            assert_eq!(equal(source.reference(), size, 4), range);
            assert_eq!(equal(source.reference(), 4, size), range);
        }
    });
    assert_nothing_held();
    assert_eq!(latin1.bytes(), b"....");
    assert_eq!(memory, *b"........");
}

#[test]
fn lets_the_jvm_refuse_what_is_copied() {
    let mut source = Object::of_bytes(b"abcd");
    let mut text = Object::Chars(vec![0x61; 4]);
    let mut small = Object::of_bytes(b"...");
    let mut memory = *b"............";
    let mut direct = Object::Direct(memory.as_mut_ptr(), 12);
    with_env(|env| {
        for (bytes, length) in [(5, 3), (5, 5), (4, 4), (4, i32::MAX), (512, 512)] {
            // SAFETY: objects of this JVM, of the right types.
            unsafe {
                decode_array(
                    env,
                    NULL,
                    source.reference(),
                    bytes,
                    UTF_8,
                    0,
                    small.reference(),
                    length,
                    NULL,
                    0,
                )
            };
            assert!(was_thrown(), "{bytes} of 4 bytes to 3 of {length}");
        }
        for (chars, capacity) in [(5, 3), (256, 3), (4, 4), (4, i32::MAX)] {
            // SAFETY: objects of this JVM, of the right types.
            unsafe {
                encode_array(
                    env,
                    NULL,
                    text.reference(),
                    chars,
                    small.reference(),
                    capacity,
                    UTF_8,
                    0,
                )
            };
            assert!(was_thrown(), "{chars} of 4 chars to 3 bytes of {capacity}");
        }
        // SAFETY: objects of this JVM, of the right types.
        unsafe { encode_buffer(env, NULL, text.reference(), 5, direct.reference(), 12, 2, 5, UTF_8, 0) };
        assert!(was_thrown(), "5 of 4 chars");
        // SAFETY: as above.
        unsafe { measure(env, NULL, text.reference(), 5, UTF_8, 0) };
        assert!(was_thrown(), "5 of 4 chars");
    });
    assert_nothing_held();
    assert_eq!(small.bytes(), b"...");
    assert_eq!(memory, *b"..\0\0\0\0\0.....");
}

#[test]
fn hands_on_what_the_entries_refuse() {
    let mut source = Object::of_bytes(b"abcd");
    with_env(|env| {
        // SAFETY: an object of this JVM, of the right type.
        let result = unsafe { decode_array(env, NULL, source.reference(), 4, 99, 0, NULL, 0, NULL, 0) };
        assert_eq!(result, USTR_E_ENCODING.into());
        // SAFETY: nothing is read at a negative offset.
        let result = unsafe { decode_address(env, NULL, 0, -1, 1, UTF_8, 0, NULL, 0, NULL, 0) };
        assert_eq!(result, USTR_E_RANGE.into());
        // SAFETY: nothing is read past the end of memory.
        let result = unsafe { decode_address(env, NULL, -1, i64::MAX, 1, UTF_8, 0, NULL, 0, NULL, 0) };
        assert_eq!(result, USTR_E_RANGE.into());
    });
    assert_nothing_held();
}

#[test]
fn returns_when_the_jvm_is_out_of_memory() {
    let mut many = Object::of_bytes(&[0x61; 600]);
    let mut chars = Object::Chars(vec![0x61; 300]);
    set_out_of_memory(true);
    with_env(|env| {
        // SAFETY: objects of this JVM, of the right types.
        let decoded = unsafe {
            decode_array(
                env,
                NULL,
                many.reference(),
                600,
                UTF_8,
                0,
                NULL,
                0,
                chars.reference(),
                4,
            )
        };
        // SAFETY: as above.
        let measured = unsafe { measure(env, NULL, chars.reference(), 300, UTF_8, 0) };
        assert_eq!([decoded, measured], [USTR_E_NULL.into(); 2]);
        // SAFETY: has no arguments.
        assert!(unsafe { abi(env, NULL) }.is_null());
        // SAFETY: has no arguments.
        assert!(unsafe { version(env, NULL) }.is_null());
    });
    set_out_of_memory(false);
    assert_nothing_held();
}

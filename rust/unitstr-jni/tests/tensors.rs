//! The shims for tensors against a JVM that is strict: right arguments and wrong ones.

mod jvm;

use std::ptr;

use jni_sys::jobject;
use jvm::{Object, assert_nothing_held, with_env};
use unitstr_c::options::{USTR_ENCODING_UTF_8, USTR_FLAG_REPORT};
use unitstr_c::packed::{USTR_PACKED_COUNT_MAX, USTR_PACKED_READ_SHIFT};
use unitstr_c::status::{USTR_E_NULL, USTR_E_RANGE, USTR_E_SIZE, USTR_E_UNSUPPORTED};
use unitstr_c::tensor::numbers::{USTR_TENSOR_TFLITE, USTR_TENSOR_USUAL};
use unitstr_jni::tensor_writes::{
    Java_dev_unitstr_internal_JniTensors_encode0 as encode, Java_dev_unitstr_internal_JniTensors_measure0 as measure,
    Java_dev_unitstr_internal_JniTensors_put0 as put,
};
use unitstr_jni::tensors::{
    HERE_ADDRESS, HERE_ARRAY, HERE_BUFFER, Java_dev_unitstr_internal_JniTensors_copy0 as copy,
    Java_dev_unitstr_internal_JniTensors_decode0 as decode, Java_dev_unitstr_internal_JniTensors_elements0 as elements,
    Java_dev_unitstr_internal_JniTensors_validate0 as validate,
};

const UTF_8: i32 = USTR_ENCODING_UTF_8.cast_signed();
const REPORT: i32 = USTR_FLAG_REPORT.cast_signed();
const NULL: jobject = ptr::null_mut();
/// "a", "€", "bc" as TFLite has them: a table of 20 bytes, then 6.
const TENSOR: [u8; 26] = *b"\x03\0\0\0\x14\0\0\0\x15\0\0\0\x18\0\0\0\x1A\0\0\0a\xE2\x82\xACbc";
const TABLE: i64 = 20;

/// The option struct of it, with more zeroes behind.
fn options(more: usize) -> Object {
    let mut bytes = vec![0; 88 + more];
    let mut set = |at: usize, number: u32| bytes[at..at + 4].copy_from_slice(&number.to_ne_bytes());
    set(8, USTR_TENSOR_TFLITE);
    set(28, USTR_TENSOR_USUAL);
    let size = bytes.len() as u64;
    bytes[..8].copy_from_slice(&size.to_ne_bytes());
    bytes[40..48].copy_from_slice(&3_u64.to_ne_bytes());
    Object::of_bytes(&bytes)
}

/// Where the tensor is, three bytes off.
struct Memory {
    bytes: Vec<u8>,
    array: Object,
    direct: Object,
}

impl Memory {
    fn new() -> Self {
        let mut bytes = [b"...".as_slice(), &TENSOR].concat();
        let direct = Object::Direct(bytes.as_mut_ptr(), bytes.len());
        Self {
            array: Object::of_bytes(&bytes),
            bytes,
            direct,
        }
    }

    /// The object and the offset.
    fn at(&mut self, kind: i32) -> (jobject, i64) {
        match kind {
            HERE_ADDRESS => (NULL, self.bytes.as_ptr().expose_provenance() as i64 + 3),
            HERE_ARRAY => (self.array.reference(), 3),
            _ => (self.direct.reference(), 3),
        }
    }
}

fn done(elements: i64, bytes: i64) -> i64 {
    elements | bytes << USTR_PACKED_READ_SHIFT
}

#[test]
fn reads_addresses_arrays_and_buffers() {
    for kind in [HERE_ADDRESS, HERE_ARRAY, HERE_BUFFER] {
        for more in [0, 8, 400] {
            let mut memory = Memory::new();
            let (base, offset) = memory.at(kind);
            let mut options = options(more);
            let said = options.reference();
            let (mut latin1, mut chars) = (Object::Bytes(vec![0x55; 6]), Object::Chars(vec![0x5555; 6]));
            let mut results = Object::Longs(vec![-77; 13]);
            let (narrow, wide, out) = (latin1.reference(), chars.reference(), results.reference());
            // SAFETY: objects of this JVM, of the right types, and an address that is readable.
            let packed = with_env(|env| unsafe {
                decode(
                    env, NULL, said, kind, base, offset, 26, 0, 3, UTF_8, REPORT, narrow, wide, out,
                )
            });
            assert_nothing_held();
            assert_eq!(packed, done(3, 6), "{kind} {more}");
            assert_eq!(latin1.bytes(), *b"abcUUU");
            assert_eq!(chars.chars()[..2], [0x20AC, 0x5555]);
            assert_eq!(results.longs()[..4], [1 << 32, 1 << 32 | i64::MIN, 1 | 2 << 32, -77]);

            // SAFETY: as above.
            let packed = with_env(|env| unsafe { elements(env, NULL, said, kind, base, offset, 26, 0, 3, out) });
            assert_nothing_held();
            assert_eq!(packed, 3);
            assert_eq!(results.longs(), [5, 1, 0, 20, 5, 3, 0, 21, 5, 2, 0, 24, -77]);

            // SAFETY: as above.
            let packed = with_env(|env| unsafe { copy(env, NULL, said, kind, base, offset, 26, 1, 2, narrow, 5, out) });
            assert_nothing_held();
            assert_eq!(
                (packed, latin1.bytes().as_slice()),
                (done(2, 5), b"\xE2\x82\xACbcU".as_slice())
            );
            assert_eq!(results.longs()[..2], [3, 5]);

            let mut state = Object::Longs(vec![0; 3]);
            let out = state.reference();
            // SAFETY: as above.
            let packed = with_env(|env| unsafe { validate(env, NULL, said, kind, base, offset, 26, 0, 3, out) });
            assert_nothing_held();
            assert_eq!((packed, state.longs()[0]), (3, 6));
        }
    }
}

#[test]
fn writes_addresses_and_buffers() {
    let mut options = options(0);
    let said = options.reference();
    let mut chars = Object::Chars("a€bc".encode_utf16().collect());
    let mut bytes = Object::of_bytes("a€bc".as_bytes());
    let (mut ends, mut byte_ends) = (Object::Longs(vec![1, 2, 4]), Object::Longs(vec![1, 4, 6]));
    let mut results = Object::Longs(vec![-77; 4]);
    let (text, raw, out) = (chars.reference(), bytes.reference(), results.reference());
    let (ends, byte_ends) = (ends.reference(), byte_ends.reference());
    // SAFETY: objects of this JVM, of the right types.
    let packed = with_env(|env| unsafe { measure(env, NULL, said, 0, TABLE, text, 4, ends, 3, UTF_8, REPORT, out) });
    assert_eq!((packed, results.longs()), (3, [21, 24, 26, -77].as_slice()));
    // SAFETY: as above.
    let packed = with_env(|env| unsafe { measure(env, NULL, said, 0, TABLE, NULL, 1, byte_ends, 3, UTF_8, 0, out) });
    assert_eq!((packed, results.longs()), (3, [21, 24, 26, -77].as_slice()));
    for kind in [HERE_ADDRESS, HERE_BUFFER, HERE_ARRAY] {
        for is_put in [false, true] {
            let mut memory = Memory::new();
            memory.bytes[3..].fill(0x55);
            let (base, at) = memory.at(kind);
            let data = at + TABLE;
            let packed = with_env(|env| {
                if is_put {
                    // SAFETY: as above, and the addresses are writable.
                    unsafe {
                        put(
                            env, NULL, said, kind, base, at, TABLE, kind, base, data, 6, 0, TABLE, raw, 6, byte_ends,
                            3, out,
                        )
                    }
                } else {
                    // SAFETY: as above, and the addresses are writable.
                    unsafe {
                        encode(
                            env, NULL, said, kind, base, at, TABLE, kind, base, data, 6, 0, TABLE, text, 4, ends, 3,
                            UTF_8, 0, out,
                        )
                    }
                }
            });
            assert_nothing_held();
            if kind == HERE_ARRAY {
                assert_eq!(packed, i64::from(USTR_E_UNSUPPORTED));
            } else {
                assert_eq!(packed, 3);
                assert_eq!(memory.bytes, [b"...".as_slice(), &TENSOR].concat());
            }
        }
    }
}

#[test]
fn refuses_what_arrays_and_buffers_do_not_have() {
    let mut memory = Memory::new();
    let mut results = Object::Longs(vec![-77; 12]);
    let out = results.reference();
    let mut look = |said: jobject, kind: i32, offset: i64, bytes: i64, count: i32| {
        let (base, _) = memory.at(kind);
        // SAFETY: objects of this JVM, of the right types; refused before an address is read.
        with_env(|env| unsafe { elements(env, NULL, said, kind, base, offset, bytes, 0, count, out) })
    };
    let mut good = options(0);
    let said = good.reference();
    for kind in [HERE_ARRAY, HERE_BUFFER] {
        for (offset, bytes) in [
            (4, 26),
            (3, 27),
            (-1, 26),
            (3, -1),
            (i64::MAX, 26),
            (3, i64::MAX),
            (30, 0),
        ] {
            assert_eq!(
                look(said, kind, offset, bytes, 3),
                i64::from(USTR_E_RANGE),
                "{kind} {offset} {bytes}"
            );
        }
        for count in [4, -1, i32::MAX, i32::MIN] {
            assert_eq!(look(said, kind, 3, 26, count), i64::from(USTR_E_RANGE), "{count}");
        }
        assert_eq!(look(said, kind, 3, 26, 3) & USTR_PACKED_COUNT_MAX, 3);
    }
    assert_eq!(look(said, 3, 0, 26, 3), i64::from(USTR_E_RANGE), "no such kind");
    assert_eq!(look(NULL, HERE_ARRAY, 3, 26, 3), i64::from(USTR_E_NULL));
    for size in [0, 7, 87, 513] {
        let mut bytes = vec![0; size];
        if size >= 8 {
            bytes[..8].copy_from_slice(&(size as u64).to_ne_bytes());
        }
        let mut wrong = Object::of_bytes(&bytes);
        assert_eq!(
            look(wrong.reference(), HERE_ARRAY, 3, 26, 3),
            i64::from(USTR_E_SIZE),
            "{size}"
        );
    }
    let mut lies = options(0);
    let Object::Bytes(bytes) = &mut lies else {
        unreachable!()
    };
    bytes[0] = 96; // more than the array has
    assert_eq!(look(lies.reference(), HERE_ARRAY, 3, 26, 3), i64::from(USTR_E_SIZE));
    assert_nothing_held();
}

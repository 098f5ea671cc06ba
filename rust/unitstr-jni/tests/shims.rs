//! The shims against a JVM that is strict: what they make of right arguments.

mod jvm;

use std::ptr;

use jni_sys::{JNI_VERSION_1_8, jobject};
use jvm::{Object, assert_nothing_held, length, with_env};
use unitstr_c::options::{USTR_ENCODING_UTF_8, USTR_FLAG_CHARS};
use unitstr_c::packed::{USTR_PACKED_CODER_SHIFT, USTR_PACKED_COUNT_MAX, USTR_PACKED_READ_SHIFT};
use unitstr_c::status::{USTR_E_RANGE, USTR_OUTPUT_FULL};
use unitstr_jni::about::{
    JNI_OnLoad, Java_dev_unitstr_internal_JniBinding_abi0 as abi,
    Java_dev_unitstr_internal_JniBinding_clearScratch0 as clear_scratch,
    Java_dev_unitstr_internal_JniBinding_lastPanic0 as last_panic,
    Java_dev_unitstr_internal_JniBinding_version0 as version,
};
use unitstr_jni::compare::{
    Java_dev_unitstr_internal_JniBinding_equalAddress0 as equal_address,
    Java_dev_unitstr_internal_JniBinding_equalArray0 as equal_array,
    Java_dev_unitstr_internal_JniBinding_equalBuffer0 as equal_buffer,
};
use unitstr_jni::decode::{
    Java_dev_unitstr_internal_JniBinding_decodeAddress0 as decode_address,
    Java_dev_unitstr_internal_JniBinding_decodeArray0 as decode_array,
    Java_dev_unitstr_internal_JniBinding_decodeBuffer0 as decode_buffer,
};
use unitstr_jni::encode::{
    Java_dev_unitstr_internal_JniBinding_encodeAddress0 as encode_address,
    Java_dev_unitstr_internal_JniBinding_encodeArray0 as encode_array,
    Java_dev_unitstr_internal_JniBinding_encodeBuffer0 as encode_buffer,
    Java_dev_unitstr_internal_JniBinding_measure0 as measure,
};
use unitstr_jni::scan::{
    Java_dev_unitstr_internal_JniBinding_findZeroAddress0 as find_zero_address,
    Java_dev_unitstr_internal_JniBinding_findZeroBuffer0 as find_zero_buffer,
};

const UTF_8: i32 = USTR_ENCODING_UTF_8.cast_signed();
const CHARS: i32 = USTR_FLAG_CHARS.cast_signed();
const NULL: jobject = ptr::null_mut();

/// A text for each path: on the stack, in the memory that a thread keeps, and beyond it.
const REPEATS: [usize; 6] = [0, 1, 40, 300, 9_000, 60_000];

fn done(read: usize, coder: i64, written: usize) -> i64 {
    (read as i64) << USTR_PACKED_READ_SHIFT | coder << USTR_PACKED_CODER_SHIFT | written as i64
}

fn decode_from(source: &mut Source, bytes: usize, flags: i32, latin1: jobject, chars: jobject) -> i64 {
    let bytes = i32::try_from(bytes).expect("a size");
    let (latin1_length, chars_length) = (length(latin1), length(chars));
    with_env(|env| match source {
        // SAFETY: objects of this JVM, of the right types; the addresses are readable.
        Source::Array(array) => unsafe {
            decode_array(
                env,
                NULL,
                array.reference(),
                bytes,
                UTF_8,
                flags,
                latin1,
                latin1_length,
                chars,
                chars_length,
            )
        },
        // SAFETY: as above.
        Source::Address(text) => unsafe {
            decode_address(
                env,
                NULL,
                text.as_ptr().expose_provenance() as i64,
                4,
                bytes,
                UTF_8,
                flags,
                latin1,
                latin1_length,
                chars,
                chars_length,
            )
        },
        // SAFETY: as above.
        Source::Direct(buffer, offset) => unsafe {
            decode_buffer(
                env,
                NULL,
                buffer.reference(),
                length(buffer.reference()).into(),
                *offset,
                bytes,
                UTF_8,
                flags,
                latin1,
                latin1_length,
                chars,
                chars_length,
            )
        },
    })
}

enum Source {
    Array(Object),
    Address(Vec<u8>),
    Direct(Object, i64),
}

fn sources(text: &[u8]) -> [Source; 3] {
    let shifted = Box::leak([b"....", text].concat().into_boxed_slice());
    let direct = Object::Direct(shifted.as_mut_ptr(), shifted.len());
    [
        Source::Array(Object::of_bytes(text)),
        Source::Address(shifted.to_vec()),
        Source::Direct(direct, 4),
    ]
}

#[test]
fn decodes_into_one_array_and_leaves_the_rest_alone() {
    for repeats in REPEATS {
        for (part, is_latin1) in [("Ünits ", true), ("Ünits €😀 ", false)] {
            let text = part.repeat(repeats);
            let is_latin1 = is_latin1 || repeats == 0;
            let expected: Vec<u16> = text.encode_utf16().collect();
            for mut source in sources(text.as_bytes()) {
                for flags in [0, CHARS] {
                    let mut latin1 = Object::Bytes(vec![0x55; text.len() + 3]);
                    let mut chars = Object::Chars(vec![0x5555; text.len() + 3]);
                    let result = decode_from(&mut source, text.len(), flags, latin1.reference(), chars.reference());
                    assert_nothing_held();
                    let coder = i64::from(!is_latin1 || flags == CHARS);
                    assert_eq!(result, done(text.len(), coder, expected.len()));
                    if coder == 0 {
                        let bytes = latin1.bytes();
                        assert!(
                            bytes
                                .iter()
                                .map(|b| u16::from(*b))
                                .take(expected.len())
                                .eq(expected.iter().copied())
                        );
                        assert!(bytes[expected.len()..].iter().all(|b| *b == 0x55));
                        assert!(chars.chars().iter().all(|c| *c == 0x5555));
                    } else {
                        assert_eq!(chars.chars()[..expected.len()], expected);
                        assert!(chars.chars()[expected.len()..].iter().all(|c| *c == 0x5555));
                        assert!(latin1.bytes().iter().all(|b| *b == 0x55));
                    }
                }
            }
        }
    }
}

#[test]
fn decodes_no_more_than_an_array_takes() {
    for mut source in sources("Ünits €".as_bytes()) {
        for room in 0..7 {
            let mut chars = Object::Chars(vec![0; room]);
            let result = decode_from(&mut source, 10, CHARS, NULL, chars.reference());
            assert_eq!(result >> 56 & 7, i64::from(USTR_OUTPUT_FULL), "room {room}");
            assert_eq!(result & USTR_PACKED_COUNT_MAX, room as i64);
        }
    }
}

#[test]
fn encodes_into_arrays_addresses_and_buffers() {
    for repeats in REPEATS {
        let text = "Ünits €😀 ".repeat(repeats);
        let units: Vec<u16> = text.encode_utf16().collect();
        let chars = i32::try_from(units.len()).expect("a size");
        let mut source = Object::Chars(units.clone());
        for extra in [0, 5] {
            let size = text.len() + extra;
            let mut array = Object::of_bytes(&vec![b'.'; size]);
            let mut memory = vec![b'.'; size + 4];
            let mut buffered = vec![b'.'; size + 4];
            let mut direct = Object::Direct(buffered.as_mut_ptr(), size + 4);
            let capacity = i32::try_from(size).expect("a size");
            let results = with_env(|env| {
                // SAFETY: objects of this JVM, of the right types.
                let to_array = unsafe {
                    encode_array(
                        env,
                        NULL,
                        source.reference(),
                        chars,
                        array.reference(),
                        capacity,
                        UTF_8,
                        0,
                    )
                };
                // SAFETY: as above, and the address is writable.
                let to_address = unsafe {
                    encode_address(
                        env,
                        NULL,
                        source.reference(),
                        chars,
                        memory.as_mut_ptr().expose_provenance() as i64,
                        4,
                        capacity.into(),
                        UTF_8,
                        0,
                    )
                };
                // SAFETY: as above.
                let to_buffer = unsafe {
                    encode_buffer(
                        env,
                        NULL,
                        source.reference(),
                        chars,
                        direct.reference(),
                        i64::from(capacity) + 4,
                        4,
                        capacity.into(),
                        UTF_8,
                        0,
                    )
                };
                // SAFETY: as above.
                let measured = unsafe { measure(env, NULL, source.reference(), chars, UTF_8, 0) };
                [to_array, to_address, to_buffer, measured]
            });
            assert_nothing_held();
            assert_eq!(results, [done(units.len(), 0, text.len()); 4]);
            let expected = [text.as_bytes(), &b".".repeat(extra)].concat();
            assert_eq!(array.bytes(), expected);
            assert_eq!(memory[..4], *b"....");
            assert_eq!(memory[4..], expected);
            assert_eq!(buffered, memory);
        }
    }
}

#[test]
fn compares_where_the_texts_are() {
    let text = "Ünits €😀";
    let units: Vec<u16> = text.encode_utf16().collect();
    let chars = i32::try_from(units.len()).expect("a size");
    let bytes = i32::try_from(text.len()).expect("a size");
    let mut other = Object::Chars(units);
    for source in sources(text.as_bytes()) {
        let result = with_env(|env| match source {
            // SAFETY: objects of this JVM, of the right types; the addresses are readable.
            Source::Array(mut array) => unsafe {
                equal_array(env, NULL, array.reference(), bytes, UTF_8, 0, other.reference(), chars)
            },
            // SAFETY: as above.
            Source::Address(text) => unsafe {
                equal_address(
                    env,
                    NULL,
                    text.as_ptr().expose_provenance() as i64,
                    4,
                    bytes,
                    UTF_8,
                    0,
                    other.reference(),
                    chars,
                )
            },
            // SAFETY: as above.
            Source::Direct(mut buffer, offset) => unsafe {
                equal_buffer(
                    env,
                    NULL,
                    buffer.reference(),
                    offset,
                    bytes,
                    UTF_8,
                    0,
                    other.reference(),
                    chars,
                )
            },
        });
        assert_nothing_held();
        assert_eq!(result, done(text.len(), 0, 9));
    }
}

#[test]
fn finds_zero_units_inside_of_a_buffer_only() {
    let mut memory = *b"abcdefgh\0\0\0\0ijkl";
    let mut direct = Object::Direct(memory.as_mut_ptr(), memory.len());
    let address = memory.as_mut_ptr().expose_provenance() as i64;
    with_env(|env| {
        let mut in_buffer = |offset, max_units, unit_size| {
            // SAFETY: an object of this JVM, of the right type.
            unsafe { find_zero_buffer(env, NULL, direct.reference(), offset, max_units, unit_size) }
        };
        assert_eq!([in_buffer(0, 16, 1), in_buffer(0, 8, 2), in_buffer(0, 4, 4)], [8, 4, 2]);
        assert_eq!(
            [
                in_buffer(1, 15, 1),
                in_buffer(1, 7, 2),
                in_buffer(12, 4, 1),
                in_buffer(16, 0, 4)
            ],
            [7, 4, 4, 0]
        );
        let range = i64::from(USTR_E_RANGE);
        for (offset, max_units, unit_size) in [
            (0, 17, 1),
            (1, 16, 1),
            (0, 9, 2),
            (0, 5, 4),
            (17, 0, 1),
            (-1, 1, 1),
            (0, -1, 1),
            (0, i64::MAX, 2),
            (0, 1, 3),
        ] {
            assert_eq!(
                in_buffer(offset, max_units, unit_size),
                range,
                "{offset} {max_units} {unit_size}"
            );
        }
        // SAFETY: there is a zero unit.
        let found = unsafe { find_zero_address(env, NULL, address, 1, i64::MAX, 2) };
        assert_eq!(found, 4);
    });
}

#[test]
fn says_what_it_is() {
    // SAFETY: this library's is called by the JVM with arguments that it does not look at.
    assert_eq!(unsafe { JNI_OnLoad(ptr::null_mut(), ptr::null_mut()) }, JNI_VERSION_1_8);
    with_env(|env| {
        // SAFETY: has no arguments.
        let abi = unsafe { abi(env, NULL) };
        // SAFETY: this JVM's references are to its objects.
        let Object::Longs(abi) = (unsafe { &*abi.cast::<Object>() }) else {
            panic!("a long[]")
        };
        // SAFETY: this library has that version; its table is valid for ever.
        let api = unsafe { &*unitstr_c::ustr_get_api(1) };
        let size = i64::try_from(api.struct_size).expect("a size");
        assert_eq!(abi[..], [size, 1, i64::from(api.abi_minor), api.features.cast_signed()]);
        // SAFETY: has no arguments.
        let version = unsafe { version(env, NULL) };
        // SAFETY: this JVM's references are to its objects.
        let version = unsafe { &*version.cast::<Object>() };
        assert_eq!(version.bytes(), env!("CARGO_PKG_VERSION").as_bytes());
        // SAFETY: has no arguments.
        let panic = unsafe { last_panic(env, NULL) };
        // SAFETY: this JVM's references are to its objects.
        assert!(unsafe { &*panic.cast::<Object>() }.bytes().is_empty());
        // SAFETY: has no arguments.
        unsafe { clear_scratch(env, NULL) };
    });
    assert_nothing_held();
}

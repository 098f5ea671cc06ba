//! The shims for many texts against a JVM that is strict: right arguments and wrong ones.

mod jvm;

use std::ptr;

use jni_sys::jobject;
use jvm::{Object, assert_nothing_held, set_out_of_memory, with_env};
use unitstr_c::options::{USTR_ENCODING_UTF_8, USTR_FLAG_REPORT};
use unitstr_c::packed::{USTR_PACKED_COUNT_MAX, USTR_PACKED_STATUS_SHIFT};
use unitstr_c::status::{USTR_E_NULL, USTR_E_RANGE, USTR_E_UNSUPPORTED, USTR_MALFORMED, USTR_OUTPUT_FULL};
use unitstr_jni::batches::{
    Java_dev_unitstr_internal_JniBinding_decodeBatchAddress0 as decode_address,
    Java_dev_unitstr_internal_JniBinding_decodeBatchArray0 as decode_array,
    Java_dev_unitstr_internal_JniBinding_decodeBatchBuffer0 as decode_buffer,
    Java_dev_unitstr_internal_JniBinding_encodeBatchAddress0 as encode_address,
    Java_dev_unitstr_internal_JniBinding_encodeBatchArray0 as encode_array,
    Java_dev_unitstr_internal_JniBinding_encodeBatchBuffer0 as encode_buffer,
    Java_dev_unitstr_internal_JniBinding_measureBatch0 as measure,
};

const UTF_8: i32 = USTR_ENCODING_UTF_8.cast_signed();
const REPORT: i32 = USTR_FLAG_REPORT.cast_signed();
const NULL: jobject = ptr::null_mut();
/// "n", "né", "né€😀", and "€" of the third again.
const TEXT: &str = "né€😀";
const SPANS: [i64; 8] = [0, 1, 0, 3, 0, 10, 3, 3];

fn stopped(texts: i64, status: i32) -> i64 {
    texts | i64::from(status) << USTR_PACKED_STATUS_SHIFT
}

/// The arrays of a call that decodes, with a rim.
struct Arrays {
    spans: Object,
    latin1: Object,
    chars: Object,
    results: Object,
}

impl Arrays {
    fn new() -> Self {
        Self {
            spans: Object::Longs(SPANS.to_vec()),
            latin1: Object::Bytes(vec![0x55; 8]),
            chars: Object::Chars(vec![0x5555; 9]),
            results: Object::Longs(vec![-77; 6]),
        }
    }

    fn decode(&mut self, place: i32, count: i32, flags: i32) -> i64 {
        let mut array = Object::of_bytes(TEXT.as_bytes());
        let mut text = TEXT.as_bytes().to_vec();
        let bytes = text.len() as i64;
        let mut direct = Object::Direct(text.as_mut_ptr(), text.len());
        let (spans, latin1) = (self.spans.reference(), self.latin1.reference());
        let (chars, results) = (self.chars.reference(), self.results.reference());
        with_env(|env| match place {
            // SAFETY: objects of this JVM, of the right types.
            0 => unsafe {
                let src = array.reference();
                decode_array(env, NULL, src, 10, spans, count, UTF_8, flags, latin1, chars, results)
            },
            // SAFETY: as above, and the address is readable.
            1 => unsafe {
                let address = text.as_ptr().expose_provenance() as i64;
                decode_address(
                    env, NULL, address, bytes, spans, count, UTF_8, flags, latin1, chars, results,
                )
            },
            // SAFETY: as above.
            _ => unsafe {
                let src = direct.reference();
                decode_buffer(
                    env, NULL, src, bytes, spans, count, UTF_8, flags, latin1, chars, results,
                )
            },
        })
    }
}

#[test]
fn decodes_from_arrays_addresses_and_buffers() {
    for place in 0..3 {
        let mut arrays = Arrays::new();
        assert_eq!(arrays.decode(place, 4, 0), 4);
        assert_nothing_held();
        assert_eq!(arrays.latin1.bytes()[..3], *b"nn\xE9");
        assert!(arrays.latin1.bytes()[3..].iter().all(|b| *b == 0x55));
        let chars: Vec<u16> = "né€😀€".encode_utf16().collect();
        assert_eq!(arrays.chars.chars()[..6], chars);
        assert!(arrays.chars.chars()[6..].iter().all(|c| *c == 0x5555));
        let wide = |start: i64, length: i64| start | length << 32 | i64::MIN;
        assert_eq!(
            arrays.results.longs(),
            [1 << 32, 1 | 2 << 32, wide(0, 5), wide(5, 1), -77, -77]
        );
    }
}

#[test]
fn says_how_far_it_got() {
    for place in 0..3 {
        let mut arrays = Arrays::new();
        arrays.chars = Object::Chars(vec![0x5555; 5]);
        assert_eq!(
            arrays.decode(place, 4, 0) & !(USTR_PACKED_COUNT_MAX << 28),
            stopped(3, USTR_OUTPUT_FULL) | 1 << 59
        );
        assert_eq!(arrays.results.longs()[3], -77);
        arrays.spans = Object::Longs(vec![0, 1, 4, 6]);
        let malformed = arrays.decode(place, 2, REPORT);
        assert_eq!(
            (malformed >> USTR_PACKED_STATUS_SHIFT & 7, malformed & 15),
            (USTR_MALFORMED.into(), 1)
        );
    }
    assert_nothing_held();
}

#[test]
fn refuses_counts_that_arrays_do_not_have() {
    for place in 0..3 {
        let mut arrays = Arrays::new();
        for count in [-1, 5, 6, 7, i32::MAX, i32::MIN] {
            assert_eq!(arrays.decode(place, count, 0), USTR_E_RANGE.into(), "{count}");
        }
        arrays.results = Object::Longs(vec![-77; 3]);
        assert_eq!(arrays.decode(place, 4, 0), USTR_E_RANGE.into());
        arrays.spans = Object::Longs(vec![0, 1, 5, 6]);
        assert_eq!(arrays.decode(place, 2, 0), USTR_E_RANGE.into());
        assert_eq!(arrays.results.longs(), [-77; 3]);
        assert!(arrays.latin1.bytes().iter().all(|b| *b == 0x55));
    }
    let mut arrays = Arrays::new();
    let mut heap = Object::Heap;
    let mut source = Object::of_bytes(b"abcd");
    let (spans, results) = (arrays.spans.reference(), arrays.results.reference());
    with_env(|env| {
        #[expect(clippy::multiple_unsafe_ops_per_block, reason = "they have the same reason")]
        // SAFETY: objects of this JVM, of the right types.
        let refused = unsafe {
            [
                decode_buffer(env, NULL, heap.reference(), 4, spans, 1, UTF_8, 0, NULL, NULL, results),
                decode_buffer(env, NULL, NULL, 4, spans, 1, UTF_8, 0, NULL, NULL, results),
                decode_array(
                    env,
                    NULL,
                    source.reference(),
                    5,
                    spans,
                    1,
                    UTF_8,
                    0,
                    NULL,
                    NULL,
                    results,
                ),
                decode_array(env, NULL, source.reference(), 4, NULL, 1, UTF_8, 0, NULL, NULL, results),
                decode_array(env, NULL, source.reference(), 4, spans, 1, UTF_8, 0, NULL, NULL, NULL),
                decode_address(env, NULL, 0, -1, spans, 0, UTF_8, 0, NULL, NULL, results),
            ]
        };
        let (null, range) = (USTR_E_NULL.into(), USTR_E_RANGE.into());
        assert_eq!(refused, [USTR_E_UNSUPPORTED.into(), null, range, null, null, range]);
    });
    set_out_of_memory(true);
    assert_eq!(arrays.decode(0, 4, 0), USTR_E_NULL.into());
    set_out_of_memory(false);
    assert_nothing_held();
}

#[test]
fn encodes_to_arrays_addresses_and_buffers() {
    let units: Vec<u16> = TEXT.encode_utf16().collect();
    let mut src = Object::Chars(units);
    for room in [13, 10, 9, 3, 2] {
        let mut ends = Object::Longs(vec![2, 2, 5]);
        let mut results = [(); 4].map(|()| Object::Longs(vec![-77; 4]));
        let mut array = Object::of_bytes(&[b'.'; 16]);
        let mut memory = [b'.'; 17];
        let mut buffered = [b'.'; 17];
        let mut direct = Object::Direct(buffered.as_mut_ptr(), 17);
        let address = memory.as_mut_ptr().expose_provenance() as i64;
        let (src, ends) = (src.reference(), ends.reference());
        let [to_array, to_address, to_buffer, measured] = results.each_mut().map(Object::reference);
        let capacity = i64::from(room);
        let packed = with_env(|env| {
            #[expect(clippy::multiple_unsafe_ops_per_block, reason = "they have the same reason")]
            // SAFETY: objects of this JVM, of the right types; the address is writable.
            unsafe {
                [
                    encode_array(env, NULL, src, 5, ends, 3, array.reference(), room, UTF_8, 0, to_array),
                    encode_address(env, NULL, src, 5, ends, 3, address, 1, capacity, UTF_8, 0, to_address),
                    encode_buffer(
                        env,
                        NULL,
                        src,
                        5,
                        ends,
                        3,
                        direct.reference(),
                        1,
                        capacity,
                        UTF_8,
                        0,
                        to_buffer,
                    ),
                    measure(env, NULL, src, 5, ends, 3, UTF_8, 0, measured),
                ]
            }
        });
        assert_nothing_held();
        let (texts, bytes) = match room {
            10.. => (3, 10),
            3.. => (2, 3),
            _ => (0, 0),
        };
        let status = if texts == 3 { 0 } else { USTR_OUTPUT_FULL };
        assert_eq!(
            packed,
            [
                stopped(texts, status),
                stopped(texts, status),
                stopped(texts, status),
                3
            ]
        );
        let written = |start: usize, memory: &[u8]| {
            memory[..start].iter().all(|b| *b == b'.')
                && memory[start..start + bytes] == TEXT.as_bytes()[..bytes]
                && memory[start + bytes..].iter().all(|b| *b == b'.')
        };
        assert!(
            written(0, &array.bytes()) && written(1, &memory) && written(1, &buffered),
            "{room}"
        );
        let texts = usize::try_from(texts).expect("a count");
        for (at, result) in results.iter().enumerate() {
            let done = if at == 3 { 3 } else { texts };
            assert_eq!(result.longs()[..done], [3, 3, 10][..done]);
            assert!(result.longs()[done..].iter().all(|r| *r == -77));
        }
    }
}

#[test]
fn refuses_sizes_when_encoding() {
    let mut src = Object::Chars(vec![0x61; 4]);
    let mut ends = Object::Longs(vec![2, 4]);
    let mut results = Object::Longs(vec![-77; 2]);
    let mut dst = Object::of_bytes(b"........");
    let (src, ends, said) = (src.reference(), ends.reference(), results.reference());
    with_env(|env| {
        let range = i64::from(USTR_E_RANGE);
        for size in [-1, 9, i32::MAX, i32::MIN] {
            #[expect(clippy::multiple_unsafe_ops_per_block, reason = "they have the same reason")]
            // SAFETY: objects of this JVM, of the right types.
            let refused = unsafe {
                [
                    encode_array(env, NULL, src, size, ends, 2, dst.reference(), 8, UTF_8, 0, said),
                    encode_array(env, NULL, src, 4, ends, size, dst.reference(), 8, UTF_8, 0, said),
                    encode_array(env, NULL, src, 4, ends, 2, dst.reference(), size, UTF_8, 0, said),
                    measure(env, NULL, src, size, ends, 2, UTF_8, 0, said),
                    measure(env, NULL, src, 4, ends, size, UTF_8, 0, said),
                ]
            };
            assert_eq!(refused, [range; 5], "{size}");
        }
        // SAFETY: objects of this JVM, of the right types.
        let fewer = unsafe { measure(env, NULL, src, 3, ends, 2, UTF_8, 0, said) };
        assert_eq!(fewer, range, "an end behind the chars");
    });
    assert_nothing_held();
    assert_eq!(
        (dst.bytes(), results.longs()),
        (b"........".to_vec(), [-77; 2].as_slice())
    );
}

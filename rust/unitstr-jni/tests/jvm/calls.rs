//! The native methods: their results by every kind of memory, and the calls that they refuse.

use std::ptr::null_mut;

use jni_sys::{jclass, jobject, jvalue};
use unitstr_c::options::{USTR_ENCODING_UTF_8, USTR_ENCODING_UTF_16LE, USTR_FLAG_CHARS};
use unitstr_c::packed::{USTR_PACKED_CODER_SHIFT, USTR_PACKED_COUNT_MAX, USTR_PACKED_READ_SHIFT};
use unitstr_c::status::{USTR_E_ENCODING, USTR_E_NULL, USTR_E_RANGE, USTR_E_SIZE, USTR_E_UNSUPPORTED};

use crate::vm::Vm;

const ADDRESS: i32 = 0;
const ARRAY: i32 = 1;
const BUFFER: i32 = 2;

pub const fn int(number: i32) -> jvalue {
    jvalue { i: number }
}

pub const fn long(number: i64) -> jvalue {
    jvalue { j: number }
}

pub const fn object(object: jobject) -> jvalue {
    jvalue { l: object }
}

const UTF_8: jvalue = int(USTR_ENCODING_UTF_8.cast_signed());
const NULL: jvalue = object(null_mut());
const REFUSED: &str = "java/lang/ArrayIndexOutOfBoundsException";

/// Memory as the native methods take it.
struct Place {
    kind: i32,
    base: jobject,
    offset: i64,
}

impl Place {
    const fn arguments(&self) -> [jvalue; 3] {
        [int(self.kind), object(self.base), long(self.offset)]
    }
}

/// The class, and how to call it.
struct Natives<'a> {
    vm: &'a Vm,
    class: jclass,
}

impl Natives<'_> {
    fn call(&self, name: &str, arguments: &[jvalue]) -> Result<i64, String> {
        let natives = unitstr_jni::natives::natives();
        let native = natives.iter().find(|native| native.name.to_str() == Ok(name)).expect("a native method");
        self.vm.call(self.class, name, &native.descriptor(), arguments)
    }

    fn ok(&self, name: &str, arguments: &[jvalue]) -> i64 {
        self.call(name, arguments).expect("no exception")
    }

    fn refuses(&self, error: i32, name: &str, arguments: &[jvalue]) {
        assert_eq!(self.call(name, arguments), Ok(error.into()), "{name}");
    }

    /// The bytes in memory of each kind, two bytes after its start; kind, base, offset.
    fn places(&self, bytes: &[u8]) -> Vec<Place> {
        let padded = [b"--", bytes, b"--"].concat();
        let size = padded.len() as i64;
        let address = self.ok("allocate0", &[long(size)]);
        for (at, byte) in (0_i64..).zip(&padded) {
            let word = self.ok("word0", &[long(address + at)]);
            self.ok("putWord0", &[long(address + at), long(word & !0xFF | i64::from(*byte))]);
        }
        let size = int(i32::try_from(size).expect("small"));
        let view = self.vm.call_object(self.class, "view0", "(JI)Ljava/nio/ByteBuffer;", &[long(address), size]);
        vec![
            Place { kind: ADDRESS, base: null_mut(), offset: address + 2 },
            Place { kind: ARRAY, base: self.vm.bytes(&padded), offset: 2 },
            Place { kind: BUFFER, base: view, offset: 2 },
        ]
    }

    /// The bytes at a place outside of arrays.
    fn at(&self, address: i64, count: usize) -> Vec<u8> {
        (0..count).map(|at| self.ok("word0", &[long(address + at as i64)]).to_le_bytes()[0]).collect()
    }
}

pub fn all(vm: &Vm, class: jclass) {
    let natives = Natives { vm, class };
    decodes_and_compares(&natives);
    encodes(&natives);
    searches(&natives);
    short_texts(&natives);
    batches(&natives);
    tensors(&natives);
    refuses(&natives);
    values(&natives);
}

fn counts(packed: i64) -> (usize, usize, i64) {
    assert!(packed >= 0, "{packed}");
    let count = |shift: u32| usize::try_from(packed >> shift & USTR_PACKED_COUNT_MAX).expect("a count");
    (count(USTR_PACKED_READ_SHIFT), count(0), packed >> USTR_PACKED_CODER_SHIFT & 1)
}

fn decodes_and_compares(natives: &Natives<'_>) {
    let vm = natives.vm;
    // Few bytes are copied out of an array, many are held.
    for (text, coder) in [("né".repeat(3), 0), ("né€".repeat(3), 1), ("né".repeat(400), 0), ("n€".repeat(400), 1)]
    {
        let units: Vec<u16> = text.encode_utf16().collect();
        let bytes = int(i32::try_from(text.len()).expect("small"));
        let room = int(i32::try_from(text.len()).expect("small"));
        for place in natives.places(text.as_bytes()) {
            let [kind, base, offset] = place.arguments();
            let (latin1, chars) = (vm.bytes(&vec![0; text.len()]), vm.chars(&vec![0; text.len()]));
            let packed = natives
                .ok("decode0", &[kind, base, offset, bytes, UTF_8, int(0), object(latin1), room, object(chars), room]);
            assert_eq!(counts(packed), (text.len(), units.len(), coder));
            let decoded = if coder == 0 {
                vm.bytes_of(latin1, units.len()).into_iter().map(u16::from).collect()
            } else {
                vm.chars_of(chars, units.len())
            };
            assert_eq!(decoded, units);
            let (given, count) = (object(vm.chars(&units)), int(i32::try_from(units.len()).expect("small")));
            let packed = natives.ok("equal0", &[kind, base, offset, bytes, UTF_8, int(0), given, count]);
            assert_eq!(counts(packed), (text.len(), units.len(), 0));
            let packed = natives.ok("query0", &[kind, base, offset, bytes, UTF_8, int(0), int(0)]);
            assert_eq!(counts(packed), (text.len(), 0, 0));
        }
    }
}

fn encodes(natives: &Natives<'_>) {
    let vm = natives.vm;
    for text in ["né€".repeat(3), "né€".repeat(300)] {
        let units: Vec<u16> = text.encode_utf16().collect();
        let (chars, count) = (object(vm.chars(&units)), int(i32::try_from(units.len()).expect("small")));
        let measured = natives.ok("measure0", &[chars, count, UTF_8, int(0)]);
        assert_eq!(counts(measured), (units.len(), text.len(), 0));
        for place in natives.places(&vec![b'.'; text.len()]) {
            let [kind, base, offset] = place.arguments();
            let capacity = long(text.len() as i64);
            let packed = natives.ok("encode0", &[chars, count, kind, base, offset, capacity, UTF_8, int(0)]);
            assert_eq!(packed, measured);
            let expected = [b"--", text.as_bytes(), b"--"].concat();
            match place.kind {
                ADDRESS => assert_eq!(natives.at(place.offset - 2, expected.len()), expected),
                ARRAY => assert_eq!(vm.bytes_of(place.base, expected.len()), expected),
                _ => {
                    let packed = natives.ok(
                        "equal0",
                        &[
                            int(BUFFER),
                            base,
                            offset,
                            int(i32::try_from(text.len()).expect("small")),
                            UTF_8,
                            int(0),
                            chars,
                            count,
                        ],
                    );
                    assert_eq!(counts(packed), (text.len(), units.len(), 0));
                }
            }
        }
    }
}

fn searches(natives: &Natives<'_>) {
    for place in natives.places(b"ab\0\0") {
        let [kind, base, offset] = place.arguments();
        let outside = place.kind != ARRAY;
        for (unit_size, units) in [(1_i32, 2), (2, 1)] {
            let expected = if outside { units } else { USTR_E_UNSUPPORTED.into() };
            let found = natives.ok("findZero0", &[kind, base, offset, long(i64::from(4 / unit_size)), int(unit_size)]);
            assert_eq!(found, expected);
        }
    }
}

fn short_texts(natives: &Natives<'_>) {
    const ROOM: i32 = 3 * 1024;
    let text = "né€";
    let units: Vec<u16> = text.encode_utf16().collect();
    let address = natives.ok("allocate0", &[long(ROOM.into())]);
    let scratch = object(natives.vm.call_object(
        natives.class,
        "view0",
        "(JI)Ljava/nio/ByteBuffer;",
        &[long(address), int(ROOM)],
    ));
    for place in natives.places(text.as_bytes()) {
        let [kind, base, offset] = place.arguments();
        let decode = [kind, base, offset, int(6), UTF_8, int(0), scratch, int(ROOM)];
        let encode = [scratch, int(ROOM), int(3), kind, base, offset, long(6), UTF_8, int(0)];
        if place.kind == ARRAY {
            natives.refuses(USTR_E_UNSUPPORTED, "decodeShort0", &decode);
            natives.refuses(USTR_E_UNSUPPORTED, "encodeShort0", &encode);
            continue;
        }
        assert_eq!(counts(natives.ok("decodeShort0", &decode)), (6, 3, 1));
        let expected: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
        assert_eq!(natives.at(address, 6), expected);
        assert_eq!(counts(natives.ok("encodeShort0", &encode)), (3, 6, 0));
    }
    let none = [int(ADDRESS), NULL, long(address), int(6), UTF_8, int(0)];
    for (error, result, room) in
        [(USTR_E_NULL, NULL, ROOM), (USTR_E_RANGE, scratch, 3 * (6 + 64) - 1), (USTR_E_RANGE, scratch, -1)]
    {
        natives.refuses(error, "decodeShort0", &[&none[..], &[result, int(room)]].concat());
    }
    for (error, src, chars) in
        [(USTR_E_NULL, NULL, 1), (USTR_E_RANGE, scratch, -1), (USTR_E_RANGE, scratch, ROOM / 2 + 1)]
    {
        let arguments = [src, int(ROOM), int(chars), int(ADDRESS), NULL, long(address), long(8), UTF_8, int(0)];
        natives.refuses(error, "encodeShort0", &arguments);
    }
}

fn batches(natives: &Natives<'_>) {
    let vm = natives.vm;
    let spans = vm.longs(&[0, 1, 1, 2, 3, 3]);
    for place in natives.places("né€".as_bytes()) {
        let [kind, base, offset] = place.arguments();
        let (latin1, chars, results) = (vm.bytes(&[0; 16]), vm.chars(&[0; 16]), vm.longs(&[0; 3]));
        let memory = [kind, base, offset, long(6), object(spans)];
        let rest = [UTF_8, int(0), object(latin1), object(chars), object(results)];
        let packed = natives.ok("decodeBatch0", &[&memory[..], &[int(3)], &rest].concat());
        assert_eq!(counts(packed).1, 3);
        assert_eq!(vm.bytes_of(latin1, 2), b"n\xE9");
        assert_eq!(vm.chars_of(chars, 1), [0x20AC]);
        natives.refuses(USTR_E_RANGE, "decodeBatch0", &[&memory[..], &[int(4)], &rest].concat());
        natives.refuses(USTR_E_RANGE, "decodeBatch0", &[&memory[..], &[int(-1)], &rest].concat());
    }
    let (chars, ends) = (object(vm.chars(&[0x6E, 0xE9, 0x20AC])), object(vm.longs(&[1, 3])));
    let measured = vm.longs(&[0; 2]);
    let texts = [chars, int(3), ends, int(2)];
    let arguments = [&texts[..], &[UTF_8, int(0), object(measured)]].concat();
    assert_eq!(counts(natives.ok("measureBatch0", &arguments)).1, 2);
    assert_eq!(vm.longs_of(measured, 2), [1, 6]);
    for place in natives.places(b"......") {
        let [kind, base, offset] = place.arguments();
        let results = vm.longs(&[0; 2]);
        let rest = [kind, base, offset, long(6), UTF_8, int(0), object(results)];
        assert_eq!(counts(natives.ok("encodeBatch0", &[&texts[..], &rest].concat())).1, 2);
        assert_eq!(vm.longs_of(results, 2), [1, 6]);
        let compared = [kind, base, offset, int(6), UTF_8, int(0), chars, int(3)];
        assert_eq!(counts(natives.ok("equal0", &compared)), (6, 3, 0));
    }
}

/// Options for elements of TensorFlow since 2.21.
fn options(count: u64, trust: u32) -> [u8; 64] {
    let mut options = [0; 64];
    let mut put = |at: usize, bytes: &[u8]| options[at..at + bytes.len()].copy_from_slice(bytes);
    put(0, &64_u64.to_ne_bytes());
    put(8, &1_u32.to_ne_bytes());
    put(20, &1_u32.to_ne_bytes());
    put(24, &trust.to_ne_bytes());
    put(32, &count.to_ne_bytes());
    options
}

fn tensors(natives: &Natives<'_>) {
    let vm = natives.vm;
    let options_of = |count, trust| object(vm.bytes(&options(count, trust)));
    let mut image = [0_u8; 48];
    image[..3].copy_from_slice(&[2 << 2, b'h', b'i']);
    image[24..26].copy_from_slice(&[1 << 2, b'x']);
    for place in natives.places(&image) {
        let [kind, base, offset] = place.arguments();
        let tensor = [options_of(2, 0), kind, base, offset, long(48), long(0), int(2)];
        let (latin1, chars, results) = (vm.bytes(&[0; 8]), vm.chars(&[0; 8]), vm.longs(&[0; 8]));
        let decoded = [UTF_8, int(0), object(latin1), object(chars), object(results)];
        assert_eq!(counts(natives.ok("decodeTensor0", &[&tensor[..], &decoded].concat())), (3, 2, 0));
        assert_eq!(vm.bytes_of(latin1, 3), b"hix");
        assert_eq!(counts(natives.ok("tensorElements0", &[&tensor[..], &[object(results)]].concat())).1, 2);
        assert_eq!(vm.longs_of(results, 8)[..2], [0, 2]);
        let target = vm.bytes(&[0; 8]);
        let copied = [object(target), int(8), object(results)];
        assert_eq!(counts(natives.ok("copyTensor0", &[&tensor[..], &copied].concat())).1, 2);
        assert_eq!(vm.bytes_of(target, 3), b"hix");
        let state = vm.longs(&[0; 3]);
        assert_eq!(counts(natives.ok("validateTensor0", &[&tensor[..], &[object(state)]].concat())).1, 2);
        assert_eq!(vm.longs_of(state, 1), [3]);

        natives.refuses(
            USTR_E_RANGE,
            "copyTensor0",
            &[&tensor[..], &[object(target), int(9), object(results)]].concat(),
        );
        let short = [object(vm.bytes(&[64, 0])), kind, base, offset, long(48), long(0), int(2), object(results)];
        natives.refuses(USTR_E_SIZE, "tensorElements0", &short);
    }
    for place in natives.places(&[0; 48]).into_iter().filter(|place| place.kind == ADDRESS) {
        let memory = [options_of(2, 1), long(place.offset), long(48)];
        let change = [long(0), int(1), int(2), int(0), long(0), object(vm.bytes(b"yes")), long(0), long(3)];
        let change = [&memory[..], &change, &[object(vm.longs(&[3]))]].concat();
        assert_eq!(counts(natives.ok("changeTensor0", &change)).1, 1);
        let assign = [long(1), options_of(2, 1), long(place.offset), long(48), long(0), int(9)];
        assert_eq!(counts(natives.ok("assignTensor0", &[&memory[..], &assign].concat())).1, 1);
        assert_eq!(natives.at(place.offset + 24, 4), [3 << 2, b'y', b'e', b's']);
    }
    let made = vm.longs(&[0; 2]);
    assert_eq!(natives.ok("newOwner0", &[long(16), object(made)]), 0);
    let owner = vm.longs_of(made, 2)[0];
    assert_eq!(natives.ok("references0", &[long(owner), long(2)]), 3);
    assert_eq!(natives.ok("references0", &[long(owner), long(-3)]), 0);
    natives.refuses(USTR_E_RANGE, "arrowExport0", &[int(0), long(8), long(0), long(0), long(8)]);
    natives.refuses(USTR_E_RANGE, "arrowCall0", &[int(0), long(8), long(8), long(0)]);
}

fn refuses(natives: &Natives<'_>) {
    let vm = natives.vm;
    let (latin1, chars) = (object(vm.bytes(&[0; 4])), object(vm.chars(&[0; 4])));
    let to = [UTF_8, int(0), latin1, int(4), chars, int(4)];
    let few = object(vm.bytes(b"abc"));
    let many = object(vm.bytes(&[b'a'; 1000]));
    let decode = |kind, base, offset, bytes| [&[int(kind), base, long(offset), int(bytes)], &to[..]].concat();
    for (error, arguments) in [
        (USTR_E_RANGE, decode(3, few, 0, 1)),
        (USTR_E_UNSUPPORTED, decode(-1, few, 0, 1)),
        (USTR_E_RANGE, decode(-2, few, 0, 1)),
        (USTR_E_RANGE, decode(ARRAY, few, 0, -1)),
        (USTR_E_NULL, decode(ARRAY, NULL, 0, 1)),
        (USTR_E_NULL, decode(BUFFER, NULL, 0, 1)),
        (
            USTR_E_RANGE,
            decode(BUFFER, NULL, -1, 1)
                .into_iter()
                .enumerate()
                .map(|(at, argument)| if at == 0 { int(7) } else { argument })
                .collect(),
        ),
        (USTR_E_RANGE, decode(ARRAY, many, 1, 1000)),
        (USTR_E_RANGE, decode(ARRAY, many, -1, 1000)),
        (USTR_E_RANGE, decode(ARRAY, many, i64::MAX, 1000)),
    ] {
        natives.refuses(error, "decode0", &arguments);
    }
    let wrong = [int(ARRAY), few, long(0), int(3), int(99), int(0), latin1, int(4), chars, int(4)];
    natives.refuses(USTR_E_ENCODING, "decode0", &wrong);
    let odd = [
        int(ARRAY),
        few,
        long(0),
        int(3),
        int(USTR_ENCODING_UTF_16LE.cast_signed()),
        int(USTR_FLAG_CHARS.cast_signed()),
        NULL,
        int(0),
        chars,
        int(4),
    ];
    assert_eq!(counts(natives.ok("decode0", &odd)), (3, 2, 1));
    let text = object(vm.chars(&[0x61; 3]));
    for (error, text, count) in [(USTR_E_NULL, NULL, 1), (USTR_E_RANGE, text, 4), (USTR_E_RANGE, text, -1)] {
        natives.refuses(error, "equal0", &[int(ARRAY), few, long(0), int(3), UTF_8, int(0), text, int(count)]);
    }
    for (error, text, count) in [(USTR_E_NULL, NULL, 1), (USTR_E_RANGE, text, 400), (USTR_E_RANGE, text, -1)] {
        natives.refuses(error, "measure0", &[text, int(count), UTF_8, int(0)]);
    }
    assert_eq!(natives.call("measure0", &[text, int(4), UTF_8, int(0)]), Err(REFUSED.to_owned()));
    for (error, base, capacity) in [(USTR_E_NULL, NULL, 1), (USTR_E_RANGE, few, -1)] {
        natives.refuses(error, "encode0", &[text, int(3), int(ARRAY), base, long(0), long(capacity), UTF_8, int(0)]);
    }
    // An array that has less than was said.
    let more = [text, int(3), int(ARRAY), object(vm.bytes(b"ab")), long(0), long(3), UTF_8, int(0)];
    assert_eq!(natives.call("encode0", &more), Err(REFUSED.to_owned()));
}

fn values(natives: &Natives<'_>) {
    let vm = natives.vm;
    assert_eq!(natives.ok("textNew0", &[int(7), NULL, long(0)]), USTR_E_RANGE.into());
    let text = natives.ok("textNew0", &[int(65), object(vm.bytes(b"hello")), long(8)]);
    assert!(text > 0);
    assert_eq!(natives.ok("word0", &[long(text + 32)]), 5);
    assert_eq!(natives.at(text + 40, 5), b"hello");
    assert_eq!((natives.ok("retain0", &[long(text)]), natives.ok("release0", &[long(text)])), (0, 0));
    assert_eq!(natives.ok("release0", &[long(text)]), 0);
    let (said, results) = (vm.bytes(&[0; 64]), vm.longs(&[0; 2]));
    let open = natives.ok("open0", &[object(vm.bytes(b"/no/such/library.so")), int(0), object(said), object(results)]);
    assert!(open < 0 && vm.longs_of(results, 2)[1] > 0);
    natives.refuses(USTR_E_RANGE, "runtimeVersion0", &[int(0)]);
    natives.refuses(USTR_E_NULL, "function0", &[int(1), NULL]);
    natives.refuses(USTR_E_NULL, "drainDead0", &[int(1), NULL]);
    let memory = natives.ok("allocate0", &[long(32)]);
    assert_eq!(memory % 16, 0);
    natives.ok("putWords0", &[long(memory), long(1), long(2)]);
    assert_eq!((natives.ok("word0", &[long(memory)]), natives.ok("word0", &[long(memory + 8)])), (1, 2));
    assert_eq!((natives.ok("free0", &[long(memory)]), natives.ok("free0", &[long(0)])), (0, 0));
}

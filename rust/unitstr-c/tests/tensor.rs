//! The entries for tensors of strings: sizes of structs, hostile arguments, and the results of the core.

mod common;
#[path = "../../unitstr-tensor/tests/tensor/images.rs"]
#[allow(dead_code, reason = "the tests of another crate use the rest")]
mod images;

use std::ffi::c_void;
use std::ptr;

use common::{Random, api, java};
use unitstr_c::batch::{USTR_BATCH_CODER_SHIFT, USTR_BATCH_LENGTH_SHIFT};
use unitstr_c::java::numbers::*;
use unitstr_c::packed::{
    USTR_PACKED_BAD_SHIFT, USTR_PACKED_COUNT_MAX, USTR_PACKED_READ_SHIFT, USTR_PACKED_STATUS_SHIFT,
};
use unitstr_c::status::{
    USTR_DONE, USTR_E_ENCODING, USTR_E_FLAGS, USTR_E_NULL, USTR_E_RANGE, USTR_E_SIZE, USTR_E_UNKNOWN_FIELD,
    USTR_MALFORMED, USTR_OUTPUT_FULL, USTR_REFUSED,
};
use unitstr_c::tensor::numbers::*;
use unitstr_c::tensor::options::ustr_tensor;
use unitstr_c::tensor::report::ustr_tensor_report;
use unitstr_tensor::{Field, Format, FormatCode, Layout, Strictness, Trust, ViewAbi, tstring};

const FORMATS: [u32; 5] =
    [USTR_TENSOR_TF24, USTR_TENSOR_RFC16, USTR_TENSOR_RFC24, USTR_TENSOR_TF_LEGACY, USTR_TENSOR_TFLITE];

/// The description of an untrusted tensor of this machine.
fn said(format: u32, count: usize) -> ustr_tensor {
    ustr_tensor {
        struct_size: size_of::<ustr_tensor>(),
        format,
        order: u32::from(cfg!(target_endian = "big")),
        word_bytes: 0,
        view_abi: 1,
        trust: USTR_TENSOR_UNTRUSTED,
        strictness: USTR_TENSOR_STRICT,
        count: count as u64,
        max_bytes: 0,
        max_total_bytes: 0,
        owner: 0,
    }
}

/// Status, `read`, `written` and `bad_len` of a packed long.
#[derive(Debug, PartialEq, Eq)]
struct Result {
    status: i32,
    read: i64,
    written: usize,
    bad: i64,
}

fn unpack(packed: i64) -> Result {
    assert!(packed >= 0, "error {packed}");
    Result {
        status: i32::try_from(packed >> USTR_PACKED_STATUS_SHIFT & 7).expect("3 bits"),
        read: packed >> USTR_PACKED_READ_SHIFT & USTR_PACKED_COUNT_MAX,
        written: usize::try_from(packed & USTR_PACKED_COUNT_MAX).expect("28 bits"),
        bad: packed >> USTR_PACKED_BAD_SHIFT,
    }
}

fn done(written: usize, read: usize) -> Result {
    Result { status: USTR_DONE, read: read as i64, written, bad: 0 }
}

fn refused(written: usize, code: u32, field: u32, bad: i64) -> Result {
    Result { status: USTR_REFUSED, read: i64::from(code | field << USTR_TENSOR_FIELD_SHIFT), written, bad }
}

/// A tensor of this machine.
fn write(tensor: &ustr_tensor, texts: &[&str]) -> Vec<u8> {
    let layout = match tensor.format {
        USTR_TENSOR_TF24 => Layout::tf24(ViewAbi::From2_21),
        USTR_TENSOR_RFC16 => Layout::RFC16,
        USTR_TENSOR_RFC24 => Layout::RFC24,
        USTR_TENSOR_TF_LEGACY => Layout::TF_LEGACY,
        _ => Layout::TFLITE,
    };
    images::to_vec(layout, texts)
}

const TEXTS: [&str; 6] = ["", "a", "h\u{e9}llo", "世界", "a text that is longer than an element", "\u{1F600}"];

#[test]
fn what_is_written_is_read_by_every_entry() {
    for format in FORMATS {
        for count in [0, 1, TEXTS.len()] {
            let texts = &TEXTS[..count];
            let tensor = said(format, count);
            let bytes = write(&tensor, texts);
            let (base, size) = (bytes.as_ptr().cast(), bytes.len());
            let total: usize = texts.iter().map(|text| text.len()).sum();

            let mut report = ustr_tensor_report {
                struct_size: size_of::<ustr_tensor_report>(),
                index: 77,
                bytes: 77,
                code: 77,
                field: 77,
            };
            // SAFETY: all sizes are true.
            let status = unsafe { (api().tensor_validate)(&raw const tensor, base, size, &raw mut report) };
            assert_eq!((status, report.index, report.bytes), (USTR_DONE, count as u64, total as u64), "{format}");
            assert_eq!((report.struct_size, report.code, report.field), (32, 0, 0));

            let mut state = [0_i64; 3];
            for first in 0..count {
                // SAFETY: all sizes are true.
                let packed = unsafe {
                    (java().tensors.packed_validate_tensor)(
                        &raw const tensor,
                        base,
                        size as i64,
                        first as i64,
                        1,
                        state.as_mut_ptr().cast(),
                    )
                };
                assert_eq!(unpack(packed), done(1, 0), "{format}");
            }
            assert_eq!(state[0], total as i64);

            let mut results = vec![-77_i64; 4 * count + 1];
            let out: *mut c_void = results.as_mut_ptr().cast();
            // SAFETY: all sizes are true.
            let packed = unsafe {
                (java().tensors.packed_tensor_elements)(&raw const tensor, base, size as i64, 0, count as i64, out)
            };
            assert_eq!(unpack(packed), done(count, 0));
            for (text, found) in texts.iter().zip(results.chunks_exact(4)) {
                let start = usize::try_from(found[3]).expect("inside");
                assert_eq!((found[1], found[2]), (text.len() as i64, 0));
                assert_eq!(&bytes[start..][..text.len()], text.as_bytes(), "{format}");
            }
            assert_eq!(results[4 * count], -77);

            let mut copied = vec![0x55_u8; total + 8];
            // SAFETY: all sizes are true.
            let packed = unsafe {
                (java().tensors.packed_copy_tensor)(
                    &raw const tensor,
                    base,
                    size as i64,
                    0,
                    count as i64,
                    copied.as_mut_ptr().cast(),
                    total as i64,
                    out,
                )
            };
            assert_eq!(unpack(packed), done(count, total));
            assert_eq!(&copied[..total], texts.concat().as_bytes());
            assert!(copied[total..].iter().all(|b| *b == 0x55));

            let (mut latin1, mut wide) = (vec![0x55_u8; total], vec![0x5555_u16; total]);
            // SAFETY: all sizes are true.
            let packed = unsafe {
                (java().tensors.packed_decode_tensor)(
                    &raw const tensor,
                    base,
                    size as i64,
                    0,
                    count as i64,
                    1,
                    1,
                    latin1.as_mut_ptr().cast(),
                    total as i64,
                    wide.as_mut_ptr().cast(),
                    total as i64,
                    out,
                )
            };
            assert_eq!(unpack(packed), done(count, total));
            for (text, result) in texts.iter().zip(&results) {
                let bits = result.cast_unsigned();
                let start = usize::try_from(bits & 0xFFFF_FFFF).expect("32 bits");
                let length = usize::try_from(bits >> USTR_BATCH_LENGTH_SHIFT & 0x7FFF_FFFF).expect("31 bits");
                let found: Vec<u16> = if bits >> USTR_BATCH_CODER_SHIFT == 0 {
                    latin1[start..start + length].iter().map(|b| u16::from(*b)).collect()
                } else {
                    wide[start..start + length].to_vec()
                };
                assert_eq!(found, text.encode_utf16().collect::<Vec<_>>(), "{format}");
            }
        }
    }
}

/// A call that reads, with this struct at any place.
fn read_by(tensor: *const ustr_tensor, bytes: &[u8]) -> i64 {
    let mut results = [0_i64; 4];
    let (base, out) = (bytes.as_ptr().cast(), results.as_mut_ptr().cast());
    // SAFETY: all sizes are true; what the struct says is the test's.
    unsafe { (java().tensors.packed_tensor_elements)(tensor, base, bytes.len() as i64, 0, 1, out) }
}

#[test]
fn an_option_struct_is_as_large_as_it_says() {
    let own = size_of::<ustr_tensor>();
    let bytes = write(&said(USTR_TENSOR_TF24, 1), &["a"]);
    let mut block = vec![0_u8; 4200];
    let place = |block: &mut [u8], size: usize| {
        let mut tensor = said(USTR_TENSOR_TF24, 1);
        tensor.struct_size = size;
        // SAFETY: a local of that size, any of whose bytes may be read.
        let raw = unsafe { std::slice::from_raw_parts((&raw const tensor).cast::<u8>(), own) };
        block[1..=own].copy_from_slice(raw); // at an odd address
        block[1..].as_ptr().cast()
    };
    for size in 0..own {
        assert_eq!(read_by(place(&mut block, size), &bytes), i64::from(USTR_E_SIZE), "{size}");
    }
    for size in [4097, 5000, 1 << 40, usize::MAX] {
        assert_eq!(read_by(place(&mut block, size), &bytes), i64::from(USTR_E_SIZE), "{size}");
    }
    for size in own..=4096 {
        assert_eq!(read_by(place(&mut block, size), &bytes), 1, "{size}: a longer one whose tail is zero");
    }
    for tail in own..own + 64 {
        block[1 + tail] = 1;
        assert_eq!(read_by(place(&mut block, own + 64), &bytes), i64::from(USTR_E_UNKNOWN_FIELD), "{tail}");
        assert_eq!(read_by(place(&mut block, tail), &bytes), 1, "not a part of it");
        block[1 + tail] = 0;
    }
    block[4096] = 1;
    assert_eq!(read_by(place(&mut block, 4096), &bytes), i64::from(USTR_E_UNKNOWN_FIELD));
    assert_eq!(read_by(ptr::null(), &bytes), i64::from(USTR_E_NULL));
}

#[test]
fn an_out_struct_is_never_written_past_its_end() {
    let tensor = said(USTR_TENSOR_TF24, 2);
    let mut bytes = write(&tensor, &["a", "b"]);
    bytes[24] |= 3; // a VIEW
    let base = bytes.as_ptr().cast();
    for capacity in 0..=4100_usize {
        let mut block = vec![0x55_u8; capacity.max(8) + 8];
        block[1..9].copy_from_slice(&capacity.to_ne_bytes());
        // SAFETY: all sizes are true.
        let status =
            unsafe { (api().tensor_validate)(&raw const tensor, base, bytes.len(), block[1..].as_mut_ptr().cast()) };
        let good = (32..=4096).contains(&capacity);
        assert_eq!(status, if good { USTR_REFUSED } else { USTR_E_SIZE }, "{capacity}");
        let written = if good { 32 } else { 8 };
        assert!(block[1 + written..].iter().all(|b| *b == 0x55), "{capacity}");
        if good {
            let number = |at: usize| u64::from_ne_bytes(block[1 + at..9 + at].try_into().expect("8 bytes"));
            assert_eq!((number(0), number(8), number(16)), (32, 1, 0));
            let fields = u64::from(USTR_TENSOR_CODE_POINTER_REFUSED) | u64::from(USTR_TENSOR_FIELD_POINTER) << 32;
            assert_eq!(number(24), if cfg!(target_endian = "little") { fields } else { fields.rotate_left(32) });
        } else {
            assert_eq!(block[1..9], capacity.to_ne_bytes());
        }
    }
    // SAFETY: refused.
    let status = unsafe { (api().tensor_validate)(&raw const tensor, base, bytes.len(), ptr::null_mut()) };
    assert_eq!(status, USTR_E_NULL);
}

#[test]
fn unknown_numbers_are_refused() {
    type Change = fn(&mut ustr_tensor);
    let bytes = write(&said(USTR_TENSOR_TF24, 1), &["a"]);
    let changes: [(Change, i32); 10] = [
        (|t| t.format = 0, USTR_E_RANGE),
        (|t| t.format = 6, USTR_E_RANGE),
        (|t| t.order = 2, USTR_E_RANGE),
        (|t| t.word_bytes = 2, USTR_E_RANGE),
        (|t| t.word_bytes = 16, USTR_E_RANGE),
        (|t| t.view_abi = 2, USTR_E_RANGE),
        (|t| t.trust = 3, USTR_E_RANGE),
        (|t| t.strictness = 3, USTR_E_RANGE),
        (|t| t.count = 0, USTR_E_RANGE),
        (|t| t.struct_size = 63, USTR_E_SIZE),
    ];
    for (nth, (change, error)) in changes.into_iter().enumerate() {
        let mut tensor = said(USTR_TENSOR_TF24, 1);
        change(&mut tensor);
        assert_eq!(read_by(&raw const tensor, &bytes), i64::from(error), "change {nth}");
    }
}

#[test]
fn what_is_refused_has_code_and_field() {
    let tensor = said(USTR_TENSOR_TF24, 3);
    let mut bytes = write(&tensor, &["a", "b", "c"]);
    bytes[24] = 63 << 2; // SMALL, larger than an element
    let base = bytes.as_ptr().cast();
    let size = bytes.len() as i64;
    let mut results = [0_i64; 12];
    let out: *mut c_void = results.as_mut_ptr().cast();
    let elements = |tensor: &ustr_tensor, size: i64| {
        // SAFETY: all sizes are true.
        unsafe { (java().tensors.packed_tensor_elements)(tensor, base, size, 0, 3, out) }
    };
    let small = refused(1, USTR_TENSOR_CODE_SMALL_SIZE, USTR_TENSOR_FIELD_SIZE, 0);
    assert_eq!(unpack(elements(&tensor, size)), small);
    let table = refused(0, USTR_TENSOR_CODE_TABLE_TRUNCATED, USTR_TENSOR_FIELD_TABLE, 1);
    assert_eq!(unpack(elements(&tensor, 71)), table);
    assert_eq!(elements(&tensor, -1), i64::from(USTR_E_RANGE));
    // SAFETY: all sizes are true.
    let copied =
        unsafe { (java().tensors.packed_copy_tensor)(&raw const tensor, base, size, 2, 1, ptr::null_mut(), 0, out) };
    assert_eq!(unpack(copied).status, USTR_OUTPUT_FULL);
    // SAFETY: refused before anything is read.
    let beyond =
        unsafe { (java().tensors.packed_copy_tensor)(&raw const tensor, base, size, 2, 2, ptr::null_mut(), 0, out) };
    assert_eq!(beyond, i64::from(USTR_E_RANGE));
}

#[test]
fn addresses_are_followed_only_where_they_are_trusted() {
    let text = "a text that is longer than an element";
    let mut tensor = said(USTR_TENSOR_TF24, 1);
    let address = text.as_ptr().expose_provenance() as u64;
    let element = tstring::view_element(Layout::tf24(ViewAbi::From2_21), text.len() as u64, address, 0).expect("fits");
    let mut results = [0_i64; 4];
    let out: *mut c_void = results.as_mut_ptr().cast();
    for trust in 0..3 {
        tensor.trust = trust;
        let mut bytes = vec![0_u8; 64];
        // SAFETY: all sizes are true, and the address is the text's.
        let packed = unsafe {
            (java().tensors.packed_copy_tensor)(
                &raw const tensor,
                element.as_ptr().cast(),
                24,
                0,
                1,
                bytes.as_mut_ptr().cast(),
                64,
                out,
            )
        };
        if trust == USTR_TENSOR_UNTRUSTED {
            let pointer = refused(0, USTR_TENSOR_CODE_POINTER_REFUSED, USTR_TENSOR_FIELD_POINTER, 0);
            assert_eq!(unpack(packed), pointer);
        } else {
            assert_eq!(unpack(packed), done(1, text.len()));
            assert_eq!(&bytes[..text.len()], text.as_bytes());
        }
    }
}

#[test]
fn a_text_that_is_malformed_stops() {
    let tensor = said(USTR_TENSOR_TFLITE, 3);
    let bytes = *b"\x03\0\0\0\x14\0\0\0\x15\0\0\0\x17\0\0\0\x18\0\0\0ab\xFFc";
    let mut chars = [0_u16; 8];
    let mut results = [-77_i64; 3];
    let mut decode = |encoding, flags, room: i64| {
        // SAFETY: all sizes are true.
        unsafe {
            (java().tensors.packed_decode_tensor)(
                &raw const tensor,
                bytes.as_ptr().cast(),
                24,
                0,
                3,
                encoding,
                flags,
                ptr::null_mut(),
                0,
                chars.as_mut_ptr().cast(),
                room,
                results.as_mut_ptr().cast(),
            )
        }
    };
    let expected = Result { status: USTR_MALFORMED, read: 1, written: 1, bad: 1 };
    assert_eq!(unpack(decode(1, 0x401, 8)), expected);
    assert_eq!(unpack(decode(1, 0x400, 8)), done(3, 4));
    assert_eq!(unpack(decode(1, 0x400, 3)), Result { status: USTR_OUTPUT_FULL, ..done(2, 3) });
    assert_eq!(unpack(decode(1, 0, 8)), Result { status: USTR_OUTPUT_FULL, ..done(0, 0) }, "no Latin-1");
    assert_eq!(decode(0, 0x400, 8), i64::from(USTR_E_ENCODING));
    assert_eq!(decode(1, 0x500, 8), i64::from(USTR_E_FLAGS));
    assert_eq!(decode(1, 0x800, 8), i64::from(USTR_E_FLAGS));
    assert_eq!(decode(1, 0x400, -1), i64::from(USTR_E_RANGE));
}

/// A number that may be a place or a size, or is absurd.
fn wild(random: &mut Random, usual: usize) -> i64 {
    match random.below(40) {
        0 => random.of(&[-1, i64::MIN, i64::MAX, 1 << 28, 1 << 31, 1 << 32]),
        _ => random.below(usual + 1) as i64,
    }
}

#[test]
fn wild_tensors_return_numbers_and_stay_inside() {
    let mut random = Random::new(17);
    let (mut errors, mut refusals) = (0, 0);
    for call in 0..60_000 {
        let count = random.below(4);
        let format = random.of(&FORMATS);
        let mut tensor = said(format, count);
        tensor.strictness = u32::try_from(random.below(3)).expect("small");
        tensor.order = u32::try_from(random.below(2)).expect("small");
        tensor.word_bytes = random.of(&[0, 4, 8]);
        if random.below(40) == 0 {
            tensor.count = random.next();
        }
        // Bytes that are nearly those of a tensor.
        let mut bytes = vec![0_u8; random.below(120)];
        for byte in &mut bytes {
            *byte = random.of(&[0, 0, 0, 0, 1, 2, 4, 6, 10, 24, 30, 0x80, 0xFF]);
        }
        if let (USTR_TENSOR_TFLITE, Some(first)) = (format, bytes.get_mut(..4)) {
            first.copy_from_slice(&u32::try_from(count).expect("small").to_le_bytes());
        }
        let (base, size) = (bytes.as_mut_ptr(), bytes.len() as i64);
        let first = wild(&mut random, count);
        let some = if random.below(20) == 0 { wild(&mut random, 4) } else { random.below(5) as i64 };
        let mut results = [-77_i64; 24];
        let out: *mut c_void = results.as_mut_ptr().cast();
        let mut target = [0x55_u8; 200];
        let to: *mut c_void = target.as_mut_ptr().cast();
        let tensor = &raw const tensor;
        let java = java();
        let room = random.below(80) as i64;
        #[expect(clippy::multiple_unsafe_ops_per_block, reason = "only one of them is done")]
        // SAFETY: every size is true, or is refused.
        let packed = unsafe {
            match random.below(4) {
                0 => (java.tensors.packed_tensor_elements)(tensor, base.cast(), size, first, some, out),
                1 => (java.tensors.packed_copy_tensor)(tensor, base.cast(), size, first, some, to, room, out),
                2 => (java.tensors.packed_decode_tensor)(
                    tensor,
                    base.cast(),
                    size,
                    first,
                    some,
                    1,
                    0,
                    to,
                    room,
                    to.wrapping_byte_add(80),
                    room / 2,
                    out,
                ),
                _ => (java.tensors.packed_validate_tensor)(tensor, base.cast(), size, first, some, out),
            }
        };
        let what = format!("call {call}: {packed:#x} {first} {some} {bytes:?}");
        assert!(packed > -8, "{what}");
        assert!(target[190..].iter().all(|b| *b == 0x55), "{what}");
        errors += u32::from(packed < 0);
        refusals += u32::from(packed >= 0 && unpack(packed).status == USTR_REFUSED);
    }
    assert!((1000..50_000).contains(&errors) && refusals > 1000, "{errors} {refusals}");
}

/// The numbers of `abi/v1.0.txt` with this prefix, in order.
fn numbers(prefix: &str) -> Vec<(String, u32)> {
    let abi = include_str!("../../../abi/v1.0.txt");
    let of = |line: &str| {
        let (name, number) = line.split_once('\t')?;
        Some((name.strip_prefix(prefix)?.to_owned(), number.parse().ok()?))
    };
    abi.lines().filter_map(of).collect()
}

#[test]
fn the_numbers_are_those_of_the_crate() {
    let codes: Vec<_> = FormatCode::ALL.iter().map(|code| (code.name().to_owned(), code.id())).collect();
    assert_eq!(numbers("USTR_TENSOR_CODE_"), codes);
    let fields: Vec<_> = Field::ALL.iter().map(|field| (field.name().to_owned(), field.id())).collect();
    let found: Vec<_> = numbers("USTR_TENSOR_FIELD_").into_iter().filter(|(name, _)| name != "SHIFT").collect();
    assert_eq!(found, fields);
    let formats = [Format::Tf24, Format::Rfc16, Format::Rfc24, Format::TfLegacy, Format::TfLite].map(Format::id);
    assert_eq!(
        [USTR_TENSOR_TF24, USTR_TENSOR_RFC16, USTR_TENSOR_RFC24, USTR_TENSOR_TF_LEGACY, USTR_TENSOR_TFLITE],
        formats
    );
    let levels = [Strictness::Lenient, Strictness::Standard, Strictness::Strict].map(Strictness::id);
    assert_eq!([USTR_TENSOR_LENIENT, USTR_TENSOR_STANDARD, USTR_TENSOR_STRICT], levels);
    assert_eq!(USTR_TENSOR_UNTRUSTED, Trust::UntrustedBuffer.id());
}

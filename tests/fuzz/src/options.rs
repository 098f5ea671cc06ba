//! The reader of option structs and the writer of out structs of the C interface, on bytes as they are.

use std::ffi::c_void;

use unitstr_c::status::{USTR_DONE, USTR_E_PANIC, USTR_E_RANGE, USTR_E_SIZE, USTR_E_UNKNOWN_FIELD, USTR_REFUSED};
use unitstr_c::table::USTR_ABI_MAJOR;
use unitstr_c::{JAVA_API, ustr_get_api};

/// The first version of either struct, and the most that is believed.
const OPTIONS: usize = 64;
const REPORT: usize = 32;
const MOST: usize = 4096;

/// Two choices (the out struct's size, in which of its bytes both structs start), 16 bytes of a tensor, then the option
/// struct. Each struct lies in a block of the heap that ends where the struct says that it ends.
pub fn tensor_options(bytes: &[u8]) {
    let Some((&[room, shift], rest)) = bytes.split_first_chunk() else {
        return;
    };
    let (base, options) = rest.split_at(rest.len().min(16));
    let shift = usize::from(shift % 8);
    let (room, said) = (usize::from(room), said(options));
    let mut given = block(shift, if (OPTIONS..=MOST).contains(&said) { said } else { 8 });
    given[shift..shift + 8].copy_from_slice(&said.to_ne_bytes());
    for (to, from) in given[shift + 8..].iter_mut().zip(options.get(8..).unwrap_or(&[])) {
        *to = *from;
    }
    let mut report = block(shift, room.max(8));
    report[shift..].fill(0x55);
    report[shift..shift + 8].copy_from_slice(&room.to_ne_bytes());

    let tensor = given[shift..].as_ptr().cast();
    let memory: *const c_void = base.as_ptr().cast();
    let place = report[shift..].as_mut_ptr().cast();
    // SAFETY: the library has a table of its own version, which is valid for ever.
    let api = unsafe { &*ustr_get_api(USTR_ABI_MAJOR) };
    // SAFETY: both structs are as large as they say, or say what is refused; the tensor has all its bytes, and no address
    // in it is followed.
    let status = unsafe { (api.tensor_validate)(tensor, memory, base.len(), place) };
    let expected = if (REPORT..=MOST).contains(&room) { refusal(&given[shift..]) } else { Some(USTR_E_SIZE) };
    // With its feature test-panic, which CI enables, the library panics if the highest bit of a number asks for it.
    let asks = |number: &[u8]| u32::from_ne_bytes(number.try_into().expect("4 bytes")) >> 31 == 1;
    let asked = given[shift + 8..].chunks_exact(4).any(asks);
    let agrees = |status: i64, error: i32| status == error.into() || asked && status == USTR_E_PANIC.into();
    match expected {
        Some(error) => assert!(agrees(status.into(), error), "{status}, not {error}"),
        None => assert!([USTR_DONE, USTR_REFUSED, USTR_E_RANGE].contains(&status), "{status}"),
    }
    let written = if status < 0 { 8 } else { REPORT };
    assert!(report[shift + written..].iter().all(|byte| *byte == 0x55), "behind the report");

    let mut results = [0_i64; 4];
    // SAFETY: as before; there is room for one element.
    let packed = unsafe {
        (JAVA_API.tensors.packed_tensor_elements)(tensor, memory, base.len() as i64, 0, 1, results.as_mut_ptr().cast())
    };
    if let Some(error) = refusal(&given[shift..]) {
        assert!(agrees(packed, error), "{packed}, not {error}");
    }
}

/// What the input says is the size: of its eight bytes two, most times, so that sizes which are believed come up.
fn said(options: &[u8]) -> usize {
    let mut size = [0; 8];
    let known = options.len().min(8);
    size[..known].copy_from_slice(&options[..known]);
    let size = usize::from_le_bytes(size);
    if size % 4 == 3 { size } else { size % 5000 }
}

fn block(shift: usize, size: usize) -> Box<[u8]> {
    vec![0; shift + size].into_boxed_slice()
}

/// The error for what the struct alone says, as its documentation has it.
fn refusal(options: &[u8]) -> Option<i32> {
    let number = |at: usize| u32::from_ne_bytes(options[at..at + 4].try_into().expect("4 bytes"));
    let size = usize::from_ne_bytes(options[..8].try_into().expect("8 bytes"));
    if !(OPTIONS..=MOST).contains(&size) {
        return Some(USTR_E_SIZE);
    }
    if options[OPTIONS..].iter().any(|byte| *byte != 0) {
        return Some(USTR_E_UNKNOWN_FIELD);
    }
    let good = (1..=5).contains(&number(8))
        && number(12) <= 1
        && [0, 4, 8].contains(&number(16))
        && number(20) <= 1
        && number(24) <= 2
        && number(28) <= 2;
    (!good).then_some(USTR_E_RANGE)
}

//! A panic inside of an entry comes out as an error number, and the next call works. For the feature `test-panic`.

mod common;

use std::ffi::CStr;
use std::ptr;

use common::{api, out};
use unitstr_capi::status::{USTR_DONE, USTR_E_PANIC};

const ASK: u32 = 0x8000_0000;

fn last_panic() -> String {
    let mut text = vec![0; 200];
    // SAFETY: as large as said.
    let bytes = unsafe { (api().last_panic)(text.as_mut_ptr().cast(), text.len()) };
    text.truncate(bytes);
    String::from_utf8(text).expect("UTF-8")
}

#[test]
fn every_entry_survives_a_panic() {
    let api = api();
    let src = *b"ab\0\0";
    let mut dst = [0x55_u16; 8];
    let mut found = 77;
    let mut out = out();
    let (from, to, progress) = (src.as_ptr().cast(), dst.as_mut_ptr().cast(), &raw mut out);
    assert_eq!(last_panic(), "");
    for round in 0..3 {
        #[expect(clippy::multiple_unsafe_ops_per_block, reason = "they have the same reason")]
        // SAFETY: all sizes are true.
        let plain = unsafe {
            [
                (api.decode_latin1)(1, ASK, from, 4, to, 8, progress),
                (api.decode_utf16)(1, ASK, from, 4, to, 8, progress),
                (api.decode_java)(1, ASK, from, 4, to, 8, to, 8, progress),
                (api.encode_latin1)(1, ASK, from, 4, to, 8, progress),
                (api.encode_utf16)(1, ASK, from, 2, to, 8, progress),
                (api.measure_encoded)(1, ASK, from, 2, progress),
                (api.measure_decoded)(1, ASK, from, 4, progress),
                (api.find_zero)(ASK | 1, from, 4, &raw mut found),
                (api.compare)(1, ASK, from, 4, from, 2, progress),
            ]
        };
        assert_eq!(plain, [USTR_E_PANIC; 9], "round {round}");
        #[expect(clippy::multiple_unsafe_ops_per_block, reason = "they have the same reason")]
        // SAFETY: all sizes are true.
        let packed = unsafe {
            [
                (api.packed_decode)(from, 0, 4, 1, ASK, to, 8, ptr::null_mut(), 0),
                (api.packed_encode)(from, 2, to, 0, 8, 1, ASK),
                (api.packed_measure)(from, 2, 1, ASK),
                (api.packed_find_zero)(from, 0, 4, ASK | 1),
                (api.packed_compare)(from, 0, 4, 1, ASK, from, 2),
                (api.packed_decode_batch)(from, 4, from, 0, 1, ASK, to, 8, ptr::null_mut(), 0, ptr::null_mut()),
                (api.packed_encode_batch)(from, 2, from, 0, to, 0, 8, 1, ASK, ptr::null_mut()),
                (api.packed_measure_batch)(from, 2, from, 0, 1, ASK, ptr::null_mut()),
            ]
        };
        assert_eq!(packed, [i64::from(USTR_E_PANIC); 8], "round {round}");
        assert_eq!(last_panic(), "test-panic: asked for by the number 0x80000000");
        // SAFETY: takes any number.
        let text = unsafe { (api.status_text)(ASK.cast_signed()) };
        // SAFETY: never null, terminated, valid for ever.
        assert!(unsafe { CStr::from_ptr(text) }.to_bytes().starts_with(b"unknown"));
        assert_eq!((out.read, out.written, found), (77, 77, 77));

        // SAFETY: all sizes are true.
        let next = unsafe { (api.find_zero)(1, from, 4, &raw mut found) };
        assert_eq!((next, found), (USTR_DONE, 2));
        found = 77;
    }
}

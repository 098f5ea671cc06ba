//! A panic inside of an entry comes out as an error number, and the next call works. For the feature `test-panic`.

mod common;

use std::ffi::CStr;
use std::ptr;

use common::{api, java, out};
use unitstr_c::status::{USTR_DONE, USTR_E_PANIC};
use unitstr_c::tensor::numbers::USTR_TENSOR_TF24;
use unitstr_c::tensor::options::ustr_tensor;
use unitstr_c::tensor::report::ustr_tensor_report;

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
    let (api, java) = (api(), java());
    let src = *b"ab\0\0";
    let mut dst = [0x55_u16; 8];
    let mut found = 77;
    let mut out = out();
    let (from, to, progress) = (src.as_ptr().cast(), dst.as_mut_ptr().cast(), &raw mut out);
    let mut state = [0_i64; 3];
    let state: *mut std::ffi::c_void = state.as_mut_ptr().cast();
    let said = ustr_tensor {
        struct_size: size_of::<ustr_tensor>(),
        format: USTR_TENSOR_TF24,
        order: 0,
        word_bytes: 0,
        view_abi: 0,
        trust: 0,
        strictness: 0,
        count: 0,
        max_bytes: 0,
        max_total_bytes: 0,
        owner: 0,
    };
    let asks = ustr_tensor { format: ASK, ..said };
    let (said, asks) = (&raw const said, &raw const asks);
    let mut report =
        ustr_tensor_report { struct_size: size_of::<ustr_tensor_report>(), index: 77, bytes: 77, code: 77, field: 77 };
    assert_eq!(last_panic(), "");
    for round in 0..3 {
        #[expect(clippy::multiple_unsafe_ops_per_block, reason = "they have the same reason")]
        // SAFETY: all sizes are true.
        let plain = unsafe {
            [
                (api.strings.decode_latin1)(1, ASK, from, 4, to, 8, progress),
                (api.strings.decode_utf16)(1, ASK, from, 4, to, 8, progress),
                (api.strings.decode_java)(1, ASK, from, 4, to, 8, to, 8, progress),
                (api.strings.encode_latin1)(1, ASK, from, 4, to, 8, progress),
                (api.strings.encode_utf16)(1, ASK, from, 2, to, 8, progress),
                (api.strings.measure_encoded)(1, ASK, from, 2, progress),
                (api.strings.measure_decoded)(1, ASK, from, 4, progress),
                (api.strings.find_zero)(ASK | 1, from, 4, &raw mut found),
                (api.strings.compare)(1, ASK, from, 4, from, 2, progress),
                (api.tensor_validate)(asks, from, 4, &raw mut report),
                (api.web.whatwg_decode)(c"utf-8".as_ptr(), ASK, from, 4, to, 8, progress),
                (api.web.whatwg_encode)(c"utf-8".as_ptr(), ASK, from, 2, to, 8, progress),
            ]
        };
        assert_eq!(plain, [USTR_E_PANIC; 12], "round {round}");
        let high = 1 << 63;
        let far: *mut std::ffi::c_void = ptr::without_provenance_mut(1 << 63);
        let number = state.cast::<u32>();
        #[expect(clippy::multiple_unsafe_ops_per_block, reason = "they have the same reason")]
        // SAFETY: nothing is read or written.
        let values = unsafe {
            [
                (java.values.val_host_new)(None, far, ptr::null_mut()),
                (java.values.val_host_close)(ASK),
                (java.values.val_open)(from, 2, ASK, number, to, 2, ptr::null_mut()),
                (java.values.val_function)(ASK, from, 2, number.cast()),
                (java.values.val_set_global)(ASK, from, 2, 8, 0, state),
                (java.values.val_freeze)(ASK),
                (java.values.val_call)(ASK, 8, from, 0, state, state),
                (java.values.val_function_new)(ASK, 1, 1, number.cast()),
                (java.values.val_error_new)(ASK, 1, 1, number.cast(), 0, number.cast()),
                (java.values.val_text_new)(ASK.cast_signed(), from, 2, 2, number.cast()),
                (java.values.val_retain)(high),
                (java.values.val_release)(high),
                (java.values.val_own)(far, state),
            ]
        };
        assert_eq!(values, [USTR_E_PANIC; 13], "round {round}");
        #[expect(clippy::multiple_unsafe_ops_per_block, reason = "they have the same reason")]
        // SAFETY: all sizes are true.
        let packed = unsafe {
            [
                (java.strings.packed_decode)(to, 8, ptr::null_mut(), 0, from, 0, 4, 1, ASK),
                (java.strings.packed_encode)(from, 2, to, 0, 8, 1, ASK),
                (java.strings.packed_measure)(from, 2, 1, ASK),
                (java.strings.packed_find_zero)(from, 0, 4, ASK | 1),
                (java.strings.packed_compare)(from, 2, from, 0, 4, 1, ASK),
                (java.batches.packed_decode_batch)(
                    from,
                    4,
                    from,
                    0,
                    1,
                    ASK,
                    to,
                    8,
                    ptr::null_mut(),
                    0,
                    ptr::null_mut(),
                ),
                (java.batches.packed_encode_batch)(from, 2, from, 0, to, 0, 8, 1, ASK, ptr::null_mut()),
                (java.batches.packed_measure_batch)(from, 2, from, 0, 1, ASK, ptr::null_mut()),
                (java.tensors.packed_decode_tensor)(
                    said,
                    from,
                    4,
                    0,
                    0,
                    1,
                    ASK,
                    to,
                    8,
                    ptr::null_mut(),
                    0,
                    ptr::null_mut(),
                ),
                (java.tensors.packed_validate_tensor)(asks, from, 4, 0, 0, state),
                (java.tensors.packed_tensor_elements)(asks, from, 4, 0, 0, ptr::null_mut()),
                (java.tensors.packed_copy_tensor)(asks, from, 4, 0, 0, to, 8, ptr::null_mut()),
                (java.changes.packed_change_tensor)(asks, to, 8, 0, 0, 1, 0, 0, from, 4, from),
                (java.changes.packed_assign_tensor)(asks, to, 8, 0, said, to, 8, 0, 9),
                (java.changes.tensor_owner_new)(i64::MIN, state),
                (java.changes.tensor_owner_references)(to, i64::MIN),
                (java.values.val_drain_dead)(ASK, state.cast(), 1),
                (java.values.val_version)(ASK),
                (java.packed_query)(from, 0, 4, 1, ASK, 0),
                (java.arrow.arrow_export)(ASK, 0, 0, 0, 0),
                (java.arrow.arrow_call)(ASK, 0, 0, 0),
            ]
        };
        assert_eq!(packed, [i64::from(USTR_E_PANIC); 21], "round {round}");
        assert_eq!(last_panic(), "test-panic: asked for by the number 0x80000000");
        // SAFETY: takes any number.
        let text = unsafe { (api.status_text)(ASK.cast_signed()) };
        // SAFETY: never null, terminated, valid for ever.
        assert!(unsafe { CStr::from_ptr(text) }.to_bytes().starts_with(b"unknown"));
        assert_eq!((out.read, out.written, found, report.index), (77, 77, 77, 77));

        // SAFETY: all sizes are true.
        let next = unsafe { (api.strings.find_zero)(1, from, 4, &raw mut found) };
        assert_eq!((next, found), (USTR_DONE, 2));
        found = 77;
    }
}

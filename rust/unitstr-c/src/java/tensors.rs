//! The functions for string tensors.

use std::ffi::c_void;

use crate::tensor::options::ustr_tensor;
use crate::tensor::read;

crate::table::functions! {
    /// The functions for string tensors.
    pub struct Tensors;

    /// `tensor_validate` of `ustr_api` for `count` elements from `first` on, after a call for the elements before
    /// them.
    ///
    /// For this and the next three functions: elements outside the tensor give `USTR_E_RANGE`. In the packed result,
    /// `written` is the number of elements processed; the status is `USTR_DONE` if these are all. `USTR_REFUSED`
    /// describes the next element: `read` is `USTR_TENSOR_CODE_* | USTR_TENSOR_FIELD_* << USTR_TENSOR_FIELD_SHIFT`;
    /// `bad_len` is 1 if the error concerns the tensor as a whole rather than this element.
    ///
    /// `state` has `USTR_TENSOR_STATE_LONGS` `int64_t`: zeros for the first elements, then the values that the
    /// previous call left. The first of them is the size of all strings so far, in bytes.
    fn packed_validate_tensor(
        tensor: *const ustr_tensor, base: *const c_void, base_bytes: i64, first: i64, count: i64, state: *mut c_void
    ) -> i64 = read::packed_validate_tensor;
    /// Describes `count` elements from `first` on, without reading any string.
    ///
    /// `results` receives `USTR_TENSOR_ELEMENT_LONGS` `int64_t` for each element: its kind, `USTR_TENSOR_KIND_*`; the
    /// size of its string; its capacity, 0 if the string must not be written; and the place of the string, in bytes
    /// after `base`, or for LARGE, VIEW and PREALLOC its address.
    fn packed_tensor_elements(
        tensor: *const ustr_tensor, base: *const c_void, base_bytes: i64, first: i64, count: i64,
        results: *mut c_void
    ) -> i64 = read::packed_tensor_elements;
    /// `packed_decode_batch` of the strings of `count` elements from `first` on.
    ///
    /// Takes elements as long as all of them together have at most `latin1_bytes` bytes (ignored with
    /// `USTR_FLAG_CHARS`) and at most `chars_chars` bytes: these fit, unless errors are replaced with a code point
    /// of two chars. Returns `USTR_OUTPUT_FULL` if elements are left; with this status and with `USTR_DONE`, `read` is the number of bytes
    /// of the decoded strings. Elements are checked one by one, not against `max_total_bytes`. `USTR_FLAG_MORE` gives
    /// `USTR_E_FLAGS`.
    fn packed_decode_tensor(
        tensor: *const ustr_tensor, base: *const c_void, base_bytes: i64, first: i64, count: i64, encoding: u32,
        flags: u32, latin1: *mut c_void, latin1_bytes: i64, chars: *mut c_void, chars_chars: i64,
        results: *mut c_void
    ) -> i64 = read::packed_decode_tensor;
    /// Copies the strings of `count` elements from `first` on, one after the other, as many complete strings as fit.
    ///
    /// `results` receives one `int64_t` for each string: its end in `dst`. Returns `USTR_OUTPUT_FULL` if not all
    /// strings fit; with this status and with `USTR_DONE`, `read` is the number of bytes copied.
    fn packed_copy_tensor(
        tensor: *const ustr_tensor, base: *const c_void, base_bytes: i64, first: i64, count: i64, dst: *mut c_void,
        dst_bytes: i64, results: *mut c_void
    ) -> i64 = read::packed_copy_tensor;
}

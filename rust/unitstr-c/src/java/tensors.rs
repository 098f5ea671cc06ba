//! The functions for string tensors.

use std::ffi::c_void;

use crate::tensor::options::ustr_tensor;
use crate::tensor::{read, write};

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
    /// after `base`, or for LARGE, VIEW and PREALLOC its address. With `USTR_TENSOR_DESCRIBE` these are the unchecked
    /// contents of the element.
    fn packed_tensor_elements(
        tensor: *const ustr_tensor, base: *const c_void, base_bytes: i64, first: i64, count: i64,
        results: *mut c_void
    ) -> i64 = read::packed_tensor_elements;
    /// `packed_decode_batch` of the strings of `count` elements from `first` on.
    ///
    /// Takes elements as long as all of them together have at most `latin1_bytes` bytes (ignored with
    /// `USTR_FLAG_CHARS`) and at most `chars_chars` bytes: these fit, whatever they decode to. Returns
    /// `USTR_OUTPUT_FULL` if elements are left; with this status and with `USTR_DONE`, `read` is the number of bytes
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
    /// Writes `count` strings as elements of a tensor, from element `first` on. String i is the bytes of `src` from
    /// `ends[i - 1]` (0 for the first) to `ends[i]`; the ends do not decrease and are at most `src_bytes`, else
    /// `USTR_E_RANGE`.
    ///
    /// The table of a tensor begins at position 0 and its strings begin at the end of the table. The table has
    /// `count` elements of 24 bytes (TF24, RFC24), 16 bytes (RFC16) or 8 bytes (TF_LEGACY); in TFLITE it has 4 *
    /// (`count` + 2) bytes. The part of the table for elements from `first` on is written to `table + table_offset`.
    /// That part begins at the entry of `first`, in TFLITE at 4 * (`first` + 2); if `first` is 0 it begins at 0,
    /// includes what precedes the entries, and is written even if there are no elements. It ends where the part for
    /// the following elements begins. The first string goes to `position`, which is at `data + data_offset`, each
    /// other string after the previous one. In an arena the string of element i has the position `table's end + i *
    /// capacity`. In `USTR_TENSOR_VIEWS` strings of up to 22 bytes are stored in their element, and positions may
    /// begin at 0: they are positions in any memory whose position 0 is at `address`.
    ///
    /// `results` receives one `int64_t` for each element: the position after its string, which is the position of the
    /// next string. In the packed result, `written` is the number of elements written, each of them completely;
    /// nothing is written of the others. Returns `USTR_OUTPUT_FULL` if the next string does not fit into
    /// `data_bytes`; `USTR_REFUSED` if the format cannot hold the next string at this position.
    ///
    /// If `src` is null, only the table is written, and in formats with a length before each string, that length. The
    /// caller then writes the strings: each ends at the position in its result.
    fn packed_put_tensor(
        tensor: *const ustr_tensor, table: *mut c_void, table_offset: i64, data: *mut c_void, data_offset: i64,
        data_bytes: i64, first: i64, position: i64, src: *const c_void, src_bytes: i64, ends: *const c_void,
        count: i64, results: *mut c_void
    ) -> i64 = write::packed_put_tensor;
}

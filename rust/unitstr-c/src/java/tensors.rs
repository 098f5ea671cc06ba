//! The entries for tensors of strings.

use std::ffi::c_void;

use crate::tensor::options::ustr_tensor;
use crate::tensor::{read, write};

/// The entries for tensors of strings.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Tensors {
    /// `tensor_validate` of `ustr_api`, of `count` elements from `first` on, after those before them.
    ///
    /// For this and the next three: elements that the tensor does not have give `USTR_E_RANGE`. In the packed result
    /// `written` is how many elements were dealt with; `USTR_DONE` if that is all. `USTR_REFUSED`, about the next one:
    /// `read` is `USTR_TENSOR_CODE_* | USTR_TENSOR_FIELD_* << USTR_TENSOR_FIELD_SHIFT`, and `bad_len` is 1 if it is none of
    /// the elements that is wrong, but what concerns all of them.
    ///
    /// `state`: `USTR_TENSOR_STATE_LONGS` of `int64_t`, zero for the first elements and then what the last call left; the
    /// first of them is how many bytes the strings have so far.
    pub packed_validate_tensor: unsafe extern "C" fn(
        tensor: *const ustr_tensor,
        base: *const c_void,
        base_bytes: i64,
        first: i64,
        count: i64,
        state: *mut c_void,
    ) -> i64,
    /// What `count` elements are, from `first` on; no string is touched.
    ///
    /// `results`: for each element `USTR_TENSOR_ELEMENT_LONGS` of `int64_t`: its kind, `USTR_TENSOR_KIND_*`; the size of
    /// its string; its capacity, 0 if nobody may write to it; where the string is: in bytes after `base`, or for LARGE, VIEW
    /// and PREALLOC its address. With `USTR_TENSOR_DESCRIBE` these are as the element says, unchecked.
    pub packed_tensor_elements: unsafe extern "C" fn(
        tensor: *const ustr_tensor,
        base: *const c_void,
        base_bytes: i64,
        first: i64,
        count: i64,
        results: *mut c_void,
    ) -> i64,
    /// `packed_decode_batch` of the strings of `count` elements, from `first` on.
    ///
    /// Elements are taken while all of them together have no more bytes than `latin1_bytes` (unless `USTR_FLAG_CHARS`) and
    /// `chars_chars`: then all of them fit, whatever they decode to. `USTR_OUTPUT_FULL` if that leaves some; `read` is
    /// then, and with `USTR_DONE`, how many bytes the strings have that were decoded. Elements are checked one by one, not
    /// against `max_total_bytes`. `USTR_FLAG_MORE` gives `USTR_E_FLAGS`.
    pub packed_decode_tensor: unsafe extern "C" fn(
        tensor: *const ustr_tensor,
        base: *const c_void,
        base_bytes: i64,
        first: i64,
        count: i64,
        encoding: u32,
        flags: u32,
        latin1: *mut c_void,
        latin1_bytes: i64,
        chars: *mut c_void,
        chars_chars: i64,
        results: *mut c_void,
    ) -> i64,
    /// Copies the strings of `count` elements, from `first` on, one after the other, as many as fit; none in part.
    ///
    /// `results`: for each string one `int64_t`: where it ends in `dst`. `USTR_OUTPUT_FULL` if not all fit; `read` is then,
    /// and with `USTR_DONE`, how many bytes were copied.
    pub packed_copy_tensor: unsafe extern "C" fn(
        tensor: *const ustr_tensor,
        base: *const c_void,
        base_bytes: i64,
        first: i64,
        count: i64,
        dst: *mut c_void,
        dst_bytes: i64,
        results: *mut c_void,
    ) -> i64,
    /// Writes `count` strings as elements of a tensor, from element `first` on. String i of them is the bytes of `src`
    /// from `ends[i - 1]` (0 for the first) to `ends[i]`; the ends do not fall and are at most `src_bytes`, else
    /// `USTR_E_RANGE`.
    ///
    /// A tensor's table begins at position 0, its strings at the position where the table ends: `count` elements of 24
    /// bytes (TF24, RFC24), 16 (RFC16) or 8 (TF_LEGACY); in TFLITE 4 * (`count` + 2) bytes. The part of the table for
    /// elements from `first` on is written to `table + table_offset`: it begins where the entry of `first` does, in TFLITE
    /// at 4 * (`first` + 2), and if `first` is 0 at 0, with what stands before it, even if there are no elements; and it
    /// ends where that for the elements behind these begins. The first string goes to `position`, which is at
    /// `data + data_offset`, each other one behind the one before. In an arena the string of element i has the position
    /// `table's end + i * capacity`. In `USTR_TENSOR_VIEWS` strings of up to 22 bytes are in their element, and positions
    /// may begin at 0: they are of any memory whose position 0 is at `address`.
    ///
    /// `results`: for each element one `int64_t`: the position behind its string, where that of the next one goes. In the
    /// packed result `written` is how many elements were written, each of them whole; of the others nothing is.
    /// `USTR_OUTPUT_FULL` if the next string does not fit into `data_bytes`; `USTR_REFUSED` if the format cannot hold the
    /// next string at this place.
    ///
    /// If `src` is null, the table is written, with a length in front of a string if the format has it there, and the
    /// caller writes the strings: each ends at the position that its result says.
    pub packed_put_tensor: unsafe extern "C" fn(
        tensor: *const ustr_tensor,
        table: *mut c_void,
        table_offset: i64,
        data: *mut c_void,
        data_offset: i64,
        data_bytes: i64,
        first: i64,
        position: i64,
        src: *const c_void,
        src_bytes: i64,
        ends: *const c_void,
        count: i64,
        results: *mut c_void,
    ) -> i64,
}

impl Tensors {
    /// Those of this library.
    pub(super) const OURS: Self = Self {
        packed_validate_tensor: read::packed_validate_tensor,
        packed_tensor_elements: read::packed_tensor_elements,
        packed_decode_tensor: read::packed_decode_tensor,
        packed_copy_tensor: read::packed_copy_tensor,
        packed_put_tensor: write::packed_put_tensor,
    };
}

//! The functions that change the elements of a tensor in place.

use std::ffi::c_void;

use crate::tensor::options::ustr_tensor;
use crate::tensor::{change, owner};

crate::table::functions! {
    /// The functions that change the elements of a tensor in place.
    pub struct Changes;

    /// Changes the strings of `count` elements from `first` on in place. For TF24 on this machine it does what
    /// TensorFlow's `TF_TString_*` do, with the same growth of the same blocks of C's heap. For RFC16 and RFC24
    /// `change` is `USTR_TENSOR_CHANGE_INIT`, `_COPY` or `_DEALLOC`, and the string is written into the place that
    /// the element began with whenever it fits there.
    ///
    /// `change` is one of `USTR_TENSOR_CHANGE_INIT` to `_VIEW`, else `USTR_E_RANGE`. `number` is the size for
    /// `_RESIZE`, which sets new bytes to `fill`, and for `_RESERVE` and `_RESERVE_AMORTIZED`; for other changes both
    /// are 0. For `_COPY`, `_APPEND` and `_VIEW` the string of each element comes from `text`: `ends` has one
    /// `int64_t` for each element, the end of its string; the ends do not decrease and are at most `text_bytes`, else
    /// `USTR_E_RANGE`. Other changes ignore `ends`. `text` may overlap the memory that is changed. The text of a VIEW
    /// must remain readable; if the tensor's `owner` is not 0, it keeps the text, and each VIEW takes one reference
    /// to it.
    ///
    /// No other thread may use the memory during the call. Addresses in it are followed, written to and freed, so the
    /// trust must be `USTR_TENSOR_POINTERS_CHECKED` or higher. Each element is checked first, except for `_INIT`. In
    /// the packed result, `written` is the number of elements changed; the status is `USTR_DONE` if these are all.
    /// `USTR_REFUSED` describes the next element, which is unchanged, as in `packed_validate_tensor`. `max_bytes`
    /// limits the size of a changed string.
    ///
    /// Uses C's heap and calls owners: must not be called while a garbage collector waits.
    fn packed_change_tensor(
        tensor: *const ustr_tensor, base: *mut c_void, base_bytes: i64, first: i64, count: i64, change: u32,
        fill: u32, number: i64, text: *const c_void, text_bytes: i64, ends: *const c_void
    ) -> i64 = change::packed_change_tensor;
    /// Assigns element `from_first` of another tensor to element `first`, or moves it there, both of TF24. `change` is
    /// `USTR_TENSOR_CHANGE_ASSIGN` or `_MOVE`; `_MOVE` requires the same version, and changes the other tensor. Else
    /// `USTR_E_RANGE` or `USTR_REFUSED`. Both tensors are as trusted as in `packed_change_tensor`. An element may be
    /// assigned to itself.
    ///
    /// Returns the same as `packed_change_tensor`; if the element of the other tensor is refused, the result names the
    /// element that would have received it.
    fn packed_assign_tensor(
        tensor: *const ustr_tensor, base: *mut c_void, base_bytes: i64, first: i64, from: *const ustr_tensor,
        from_base: *mut c_void, from_bytes: i64, from_first: i64, change: u32
    ) -> i64 = change::packed_assign_tensor;
    /// Creates an owner of `bytes` zeroed bytes, which live until the last reference to the owner is released.
    /// `results` receives the address of the owner, a `TStringOwnerCApi` of TensorFlow since 2.21, and the address of
    /// the bytes. The caller has the first reference. Returns `USTR_DONE`, or `USTR_REFUSED` if there is no memory.
    fn tensor_owner_new(bytes: i64, results: *mut c_void) -> i64 = owner::tensor_owner_new;
    /// Adds `change` references, or releases them if `change` is negative; releasing the last one frees the owner and
    /// its bytes. Returns the new number of references, which other threads may change at any time; `USTR_E_RANGE` if
    /// more would be released than there are, or more added than can be counted.
    ///
    /// `owner` is a result of `tensor_owner_new`. The caller has a reference to it, and all references that it
    /// releases.
    fn tensor_owner_references(owner: *mut c_void, change: i64) -> i64 = owner::tensor_owner_references;
}

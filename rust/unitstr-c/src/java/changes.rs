//! The entries that change the elements of a tensor where they are.

use std::ffi::c_void;

use crate::tensor::options::ustr_tensor;
use crate::tensor::{change, owner};

/// The entries that change the elements of a tensor where they are.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Changes {
    /// Changes the strings of `count` elements, from `first` on, where they are: as TensorFlow's `TF_TString_*` do, with the
    /// same growth of the same blocks of C's heap. TF24 on this machine; of an RFC's elements `USTR_TENSOR_CHANGE_INIT`,
    /// `_COPY` and `_DEALLOC`, which write into the place that an element began with whenever that has room.
    ///
    /// `change` is one of `USTR_TENSOR_CHANGE_INIT` to `_VIEW`, else `USTR_E_RANGE`. `number` is the size of `_RESIZE`, which
    /// fills what is new with `fill`, and of `_RESERVE` and `_RESERVE_AMORTIZED`; both are 0 else. For `_COPY`, `_APPEND` and
    /// `_VIEW` the string of each element comes from `text`: `ends` has for each one `int64_t`, where it ends; they do not
    /// fall and are at most `text_bytes`, else `USTR_E_RANGE`. To the others `ends` does not matter. The text may lie in what
    /// is changed. What a VIEW shows has to stay; if `owner` of the tensor is not 0, that keeps it, and each VIEW takes one
    /// reference of it.
    ///
    /// Nobody else uses the memory meanwhile, and addresses in it are followed, written to and given back: trust has to be
    /// `USTR_TENSOR_POINTERS_CHECKED` or more. Each element is checked first, unless it is to be initialised. In the packed
    /// result `written` is how many elements have changed; `USTR_DONE` if that is all. `USTR_REFUSED`, about the next one,
    /// which has not changed: as for `packed_validate_tensor`. `max_bytes` is the most that a string may become.
    ///
    /// C's heap is used, and owners are called: not to be called where a garbage collector waits.
    pub packed_change_tensor: unsafe extern "C" fn(
        tensor: *const ustr_tensor,
        base: *mut c_void,
        base_bytes: i64,
        first: i64,
        count: i64,
        change: u32,
        fill: u32,
        number: i64,
        text: *const c_void,
        text_bytes: i64,
        ends: *const c_void,
    ) -> i64,
    /// Changes `count` elements, from `first` on, by those of another tensor, from `from_first` on: `change` is
    /// `USTR_TENSOR_CHANGE_COPY` or `_APPEND`, whatever the other one's layout and trust are, or `_ASSIGN` or `_MOVE` from
    /// TF24 to TF24, of which a move has to be of the same version and changes the other, which is then as trusted as this
    /// one. Else `USTR_E_RANGE` or `USTR_REFUSED`. An element may be given to itself.
    ///
    /// Returns what `packed_change_tensor` does; an element of the other that is refused counts as that which it was to be
    /// given to.
    pub packed_assign_tensor: unsafe extern "C" fn(
        tensor: *const ustr_tensor,
        base: *mut c_void,
        base_bytes: i64,
        first: i64,
        from: *const ustr_tensor,
        from_base: *mut c_void,
        from_bytes: i64,
        from_first: i64,
        count: i64,
        change: u32,
    ) -> i64,
    /// Makes an owner of so many bytes, all zero, which live until the last reference to it is given up: `results` gets the
    /// address of the owner, a `TStringOwnerCApi` of TensorFlow since 2.21, and that of the bytes. The first reference is the
    /// caller's. Returns `USTR_DONE`, or `USTR_REFUSED` if there is no memory.
    pub tensor_owner_new: unsafe extern "C" fn(bytes: i64, results: *mut c_void) -> i64,
    /// Counts so many references more, or fewer if `change` is negative; the last one frees the owner and its bytes. Returns
    /// how many there are then, as far as other threads don't change that; `USTR_E_RANGE` for more than there are, or than
    /// can be.
    ///
    /// `owner` is one of `tensor_owner_new`, to which the caller has a reference, and all of those that are given up.
    pub tensor_owner_references: unsafe extern "C" fn(owner: *mut c_void, change: i64) -> i64,
}

impl Changes {
    /// Those of this library.
    pub(super) const OURS: Self = Self {
        packed_change_tensor: change::packed_change_tensor,
        packed_assign_tensor: change::packed_assign_tensor,
        tensor_owner_new: owner::tensor_owner_new,
        tensor_owner_references: owner::tensor_owner_references,
    };
}

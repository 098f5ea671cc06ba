//! The numbers that only the entries for Java use; the compiler compares them with those of `unitstr_tensor`.

use unitstr_tensor::Kind;

/// Flag, for `packed_tensor_elements`: elements are told as they are, unchecked; nothing may be read by that.
pub const USTR_TENSOR_DESCRIBE: u32 = 1;
/// Change: elements that hold anything become empty; what they own is lost.
pub const USTR_TENSOR_CHANGE_INIT: u32 = 1;
/// Change: the string becomes a text, which the element owns then.
pub const USTR_TENSOR_CHANGE_COPY: u32 = 2;
/// Change: the string goes on with a text. Nothing happens if that is empty.
pub const USTR_TENSOR_CHANGE_APPEND: u32 = 3;
/// Change: the string becomes so long; what is new is `fill`.
pub const USTR_TENSOR_CHANGE_RESIZE: u32 = 4;
/// Change: the string can become so long without another allocation.
pub const USTR_TENSOR_CHANGE_RESERVE: u32 = 5;
/// Change: the same, and at least twice what there was if there is too little.
pub const USTR_TENSOR_CHANGE_RESERVE_AMORTIZED: u32 = 6;
/// Change: what the element owns is given back, and it is empty then. What owns nothing stays.
pub const USTR_TENSOR_CHANGE_DEALLOC: u32 = 7;
/// Change: the element shows a text, which it does not own, or which `owner` does.
pub const USTR_TENSOR_CHANGE_VIEW: u32 = 8;
/// Change, for `packed_assign_tensor`: the element becomes what the other is. A LARGE is copied, a VIEW shows the same,
/// an OFFSET becomes a VIEW. From what is not trusted it is `USTR_TENSOR_CHANGE_COPY`: nothing of that is shown.
pub const USTR_TENSOR_CHANGE_ASSIGN: u32 = 9;
/// Change, for `packed_assign_tensor`: the same, and takes what the other owns, which becomes empty then.
pub const USTR_TENSOR_CHANGE_MOVE: u32 = 10;
/// Kind: the string is inside of the element.
pub const USTR_TENSOR_KIND_SMALL: u32 = 0;
/// Kind: the string is in a block of C's heap that the element owns.
pub const USTR_TENSOR_KIND_LARGE: u32 = 1;
/// Kind: the string is at a distance from the element.
pub const USTR_TENSOR_KIND_OFFSET: u32 = 2;
/// Kind: the string is at an address that the element does not own.
pub const USTR_TENSOR_KIND_VIEW: u32 = 3;
/// Kind: the string is at an address that the element does not own but may write to.
pub const USTR_TENSOR_KIND_PREALLOC: u32 = 4;
/// Kind: the string is where a table of offsets says.
pub const USTR_TENSOR_KIND_PLAIN: u32 = 5;
/// Packed long with the status `USTR_REFUSED`: in `read`, the bit where the field begins. The code begins at bit 0.
pub const USTR_TENSOR_FIELD_SHIFT: u32 = 8;
/// Result of `packed_tensor_elements`: how many `int64_t` there are for each element.
pub const USTR_TENSOR_ELEMENT_LONGS: u32 = 4;
/// Result of `tensor_owner_new`: how many `int64_t` there are.
pub const USTR_TENSOR_OWNER_LONGS: u32 = 2;
/// `packed_validate_tensor`: how many `int64_t` one call leaves to the next.
pub const USTR_TENSOR_STATE_LONGS: u32 = 3;

const _: () = {
    assert!(USTR_TENSOR_KIND_SMALL == Kind::Small.id() && USTR_TENSOR_KIND_LARGE == Kind::Large.id());
    assert!(USTR_TENSOR_KIND_OFFSET == Kind::Offset.id() && USTR_TENSOR_KIND_VIEW == Kind::View.id());
    assert!(USTR_TENSOR_KIND_PREALLOC == Kind::Prealloc.id() && USTR_TENSOR_KIND_PLAIN == Kind::Plain.id());
};

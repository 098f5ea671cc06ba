//! The numbers that only the functions for Java use; the compiler compares them with the numbers in `unitstr_tensor`.

use unitstr_tensor::Kind;

/// Change: makes elements with arbitrary contents empty; blocks that they own are leaked.
pub const USTR_TENSOR_CHANGE_INIT: u32 = 1;
/// Change: sets the string to a copy of a text, which the element then owns.
pub const USTR_TENSOR_CHANGE_COPY: u32 = 2;
/// Change: appends a text to the string. An empty text changes nothing.
pub const USTR_TENSOR_CHANGE_APPEND: u32 = 3;
/// Change: sets the size of the string; new bytes are set to `fill`.
pub const USTR_TENSOR_CHANGE_RESIZE: u32 = 4;
/// Change: makes sure that the string can grow to this size without another allocation.
pub const USTR_TENSOR_CHANGE_RESERVE: u32 = 5;
/// Change: the same; if the capacity is too small, it is at least doubled.
pub const USTR_TENSOR_CHANGE_RESERVE_AMORTIZED: u32 = 6;
/// Change: frees the block that the element owns and makes it empty. An element that owns nothing is unchanged.
pub const USTR_TENSOR_CHANGE_DEALLOC: u32 = 7;
/// Change: makes the element a VIEW of a text, which it does not own; `owner`, if any, keeps the text.
pub const USTR_TENSOR_CHANGE_VIEW: u32 = 8;
/// Change, for `packed_assign_tensor`: makes the element equal to the other one. A LARGE is copied, a VIEW shows the
/// same bytes, an OFFSET becomes a VIEW.
pub const USTR_TENSOR_CHANGE_ASSIGN: u32 = 9;
/// Change, for `packed_assign_tensor`: the same, but takes what the other element owns, which becomes empty.
pub const USTR_TENSOR_CHANGE_MOVE: u32 = 10;
/// Kind: the string is stored in the element.
pub const USTR_TENSOR_KIND_SMALL: u32 = 0;
/// Kind: the string is in a block of C's heap that the element owns.
pub const USTR_TENSOR_KIND_LARGE: u32 = 1;
/// Kind: the string is at a distance from the element.
pub const USTR_TENSOR_KIND_OFFSET: u32 = 2;
/// Kind: the string is at an address that the element does not own.
pub const USTR_TENSOR_KIND_VIEW: u32 = 3;
/// Kind: the string is at an address that the element does not own but may write to.
pub const USTR_TENSOR_KIND_PREALLOC: u32 = 4;
/// Kind: a table of offsets gives the position of the string.
pub const USTR_TENSOR_KIND_PLAIN: u32 = 5;
/// Packed long with the status `USTR_REFUSED`: the lowest bit of the field in `read`. The code begins at bit 0.
pub const USTR_TENSOR_FIELD_SHIFT: u32 = 8;
/// Result of `packed_tensor_elements`: the number of `int64_t` for each element.
pub const USTR_TENSOR_ELEMENT_LONGS: u32 = 4;
/// Result of `tensor_owner_new`: the number of `int64_t`.
pub const USTR_TENSOR_OWNER_LONGS: u32 = 2;
/// `packed_validate_tensor`: the number of `int64_t` of state that one call passes to the next.
pub const USTR_TENSOR_STATE_LONGS: u32 = 3;
/// `arrow_export`: an `ArrowSchema`.
pub const USTR_ARROW_SCHEMA: u32 = 1;
/// `arrow_export`: an `ArrowArray`.
pub const USTR_ARROW_ARRAY: u32 = 2;
/// `arrow_export`: an `ArrowArrayStream`.
pub const USTR_ARROW_STREAM: u32 = 3;
/// `arrow_call`: a function `release`.
pub const USTR_ARROW_CALL_RELEASE: u32 = 1;
/// `arrow_call`: a function `get_schema` or `get_next`.
pub const USTR_ARROW_CALL_GET: u32 = 2;
/// `arrow_call`: a function `get_last_error`.
pub const USTR_ARROW_CALL_TEXT: u32 = 3;

const _: () = {
    assert!(USTR_TENSOR_KIND_SMALL == Kind::Small.id() && USTR_TENSOR_KIND_LARGE == Kind::Large.id());
    assert!(USTR_TENSOR_KIND_OFFSET == Kind::Offset.id() && USTR_TENSOR_KIND_VIEW == Kind::View.id());
    assert!(USTR_TENSOR_KIND_PREALLOC == Kind::Prealloc.id() && USTR_TENSOR_KIND_PLAIN == Kind::Plain.id());
};

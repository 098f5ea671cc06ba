//! The functions for Arrow's C data interface and C stream interface.

use crate::arrow;

crate::table::functions! {
    /// The functions for Arrow's C data interface and C stream interface.
    pub struct Arrow;

    /// Makes a struct that its consumer releases, on any thread, at `to`. `kind` is one of these, else `USTR_E_RANGE`:
    ///
    /// `USTR_ARROW_SCHEMA`: a copy of the `ArrowSchema` at `from`, of its texts and of all structs below it, without
    /// metadata. `USTR_ARROW_ARRAY`: a copy of the `ArrowArray` at `from` and of all structs below it; the buffers are
    /// in memory of `owner`, which is from `tensor_owner_new`, and each copied struct has a reference to it. In both
    /// cases `release` and `private_data` of what is copied are ignored, and the consumer may move structs below the
    /// copy out of it.
    ///
    /// `USTR_ARROW_STREAM`: an `ArrowArrayStream` of the `ArrowSchema` at `from` and the `count` `ArrowArray` that
    /// follow it; these structs were made by this function, and are moved into the stream.
    fn arrow_export(kind: u32, from: u64, count: i64, owner: u64, to: u64) -> i64 = arrow::arrow_export;
    /// Calls a function of a struct that somebody else made. `kind` is one of these, else `USTR_E_RANGE`:
    ///
    /// `USTR_ARROW_CALL_RELEASE`: `release(first)`; returns 0. `USTR_ARROW_CALL_GET`: `get_schema(first, second)` or
    /// `get_next(first, second)`; returns the `int` as 32 unsigned bits. `USTR_ARROW_CALL_TEXT`:
    /// `get_last_error(first)`; returns the address. An address of 0 for `function` or `first` gives `USTR_E_NULL`.
    ///
    /// The function may take long and may call back into Java: must not be called while a garbage collector waits.
    fn arrow_call(kind: u32, function: u64, first: u64, second: u64) -> i64 = arrow::arrow_call;
}

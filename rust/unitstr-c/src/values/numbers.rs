//! The numbers of `val_open`.

/// `val_open` only loads the library: it is none of values, but one that has functions for one.
pub const USTR_VALUES_PLAIN: u32 = 1;
/// With [`USTR_VALUES_PLAIN`]: the library's symbols are for itself only, as those of a module are.
pub const USTR_VALUES_LOCAL: u32 = 2;

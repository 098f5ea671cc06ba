//! The flags of `val_open`.

/// `val_open` only loads the library: it is not a library of values but registers functions with one.
pub const USTR_VALUES_PLAIN: u32 = 1;
/// With [`USTR_VALUES_PLAIN`]: the library's symbols are local to it, as for a module.
pub const USTR_VALUES_LOCAL: u32 = 2;

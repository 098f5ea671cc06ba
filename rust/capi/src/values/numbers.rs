//! The numbers of `val_open`.

/// `val_open` only loads the library: it is none of values, but one that has functions for one.
pub const USTR_VALUES_PLAIN: u32 = 1;

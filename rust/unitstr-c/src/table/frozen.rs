//! The frozen offsets of the members of `ustr_api`, which no release may change. A wrong offset does not compile.

use super::ustr_api;
use crate::freeze;

freeze! {
    ustr_api API_MEMBERS
    struct_size 0
    abi_major 8
    abi_minor 12
    features 16
    version 24
    status_text 32
    last_panic 40
    strings.decode_latin1 48
    strings.decode_utf16 56
    strings.decode_java 64
    strings.encode_latin1 72
    strings.encode_utf16 80
    strings.measure_encoded 88
    strings.measure_decoded 96
    strings.find_zero 104
    strings.compare 112
    tensor_validate 120
}

/// The `struct_size` of the table in version 1.0, the smallest one.
pub const USTR_API_SIZE_1_0: usize = 128;

const _: () = assert!(size_of::<ustr_api>() == USTR_API_SIZE_1_0);

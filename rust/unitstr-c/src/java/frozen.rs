//! The frozen offsets of the members of `ustr_java_api`, which no release may change. A wrong offset does not
//! compile.

use super::ustr_java_api;
use crate::freeze;

freeze! {
    ustr_java_api JAVA_API_MEMBERS
    struct_size 0
    abi_major 8
    abi_minor 12
    features 16
    version 24
    last_panic 32
    strings.packed_decode 40
    strings.packed_encode 48
    strings.packed_measure 56
    strings.packed_find_zero 64
    strings.packed_compare 72
    strings.packed_encode_string 80
    strings.packed_measure_string 88
    batches.packed_decode_batch 96
    batches.packed_encode_batch 104
    batches.packed_measure_batch 112
    tensors.packed_validate_tensor 120
    tensors.packed_tensor_elements 128
    tensors.packed_decode_tensor 136
    tensors.packed_copy_tensor 144
    tensors.packed_put_tensor 152
    changes.packed_change_tensor 160
    changes.packed_assign_tensor 168
    changes.tensor_owner_new 176
    changes.tensor_owner_references 184
    values.val_host_new 192
    values.val_host_close 200
    values.val_drain_dead 208
    values.val_open 216
    values.val_version 224
    values.val_function 232
    values.val_set_global 240
    values.val_freeze 248
    values.val_call 256
    values.val_function_new 264
    values.val_error_new 272
    values.val_text_new 280
    values.val_retain 288
    values.val_release 296
    values.val_own 304
}

/// The `struct_size` of the table in version 1.0, the smallest one.
pub const USTR_JAVA_API_SIZE_1_0: usize = 312;

const _: () = assert!(size_of::<ustr_java_api>() == USTR_JAVA_API_SIZE_1_0);

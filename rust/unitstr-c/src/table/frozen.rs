//! What no release may change: where each member of the table is. A wrong offset does not compile.

use std::mem::offset_of;

use super::{USTR_ABI_MINOR, ustr_api};

/// Makes the list of members, and compares their offsets with the table's.
macro_rules! freeze {
    ($($name:ident $offset:literal)* $(; $part:ident { $($entry:ident $at:literal)* })*) => {
        /// The members with their offsets in bytes, which never change.
        pub const API_MEMBERS: &[(&str, usize)] = &[
            $((stringify!($name), $offset),)*
            $($((stringify!($entry), $at),)*)*
        ];

        const _: () = {
            $(assert!(offset_of!(ustr_api, $name) == $offset, stringify!($name));)*
            $($(assert!(offset_of!(ustr_api, $part.$entry) == $at, stringify!($entry));)*)*
        };
    };
}

freeze! {
    struct_size 0
    abi_major 8
    abi_minor 12
    features 16
    version 24
    status_text 32
    last_panic 40
    ; strings {
        decode_latin1 48
        decode_utf16 56
        decode_java 64
        encode_latin1 72
        encode_utf16 80
        measure_encoded 88
        measure_decoded 96
        find_zero 104
        compare 112
        packed_decode 120
        packed_encode 128
        packed_measure 136
        packed_find_zero 144
        packed_compare 152
    }
    ; batches {
        packed_decode_batch 160
        packed_encode_batch 168
        packed_measure_batch 176
        packed_encode_string 184
        packed_measure_string 192
    }
    ; tensors {
        tensor_validate 200
        packed_validate_tensor 208
        packed_tensor_elements 216
        packed_decode_tensor 224
        packed_copy_tensor 232
        packed_measure_tensor 240
        packed_encode_tensor 248
        packed_put_tensor 256
    }
    ; changes {
        packed_change_tensor 264
        packed_assign_tensor 272
        tensor_owner_new 280
        tensor_owner_references 288
    }
    ; values {
        val_host_new 296
        val_host_close 304
        val_drain_dead 312
        val_open 320
        val_version 328
        val_function 336
        val_set_global 344
        val_freeze 352
        val_call 360
        val_function_new 368
        val_error_new 376
        val_text_new 384
        val_retain 392
        val_release 400
        val_own 408
    }
}

/// `struct_size` of the table in version 1.0, which every library has at least.
pub const USTR_API_SIZE_1_0: usize = 160;

/// `struct_size` of the table in each minor version.
pub const API_SIZES: &[usize] = &[USTR_API_SIZE_1_0, 200, 264, 296, 416];

const _: () = {
    assert!(offset_of!(ustr_api, batches) == API_SIZES[0]);
    assert!(offset_of!(ustr_api, tensors) == API_SIZES[1]);
    assert!(offset_of!(ustr_api, changes) == API_SIZES[2]);
    assert!(offset_of!(ustr_api, values) == API_SIZES[3]);
    assert!(size_of::<ustr_api>() == API_SIZES[USTR_ABI_MINOR as usize]);
    assert!(API_SIZES.len() == USTR_ABI_MINOR as usize + 1);
    assert!(size_of::<ustr_api>() == API_MEMBERS[API_MEMBERS.len() - 1].1 + size_of::<fn()>());
};

//! The entry that validates a tensor for a C program, and its out struct.

use std::ffi::c_void;
use std::mem::offset_of;

use super::options::ustr_tensor;
use super::read::open;
use crate::guard::guarded;
use crate::progress::Out;
use crate::status::{USTR_DONE, USTR_E_PANIC, USTR_E_RANGE, USTR_REFUSED};

/// What was found in a tensor. The caller provides the memory, at any alignment, and sets `struct_size`; the other members
/// need not be initialised. They are written only if the entry returns a status, not an error.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ustr_tensor_report {
    /// In: the bytes that may be written, `sizeof(ustr_tensor_report)` as the caller knows it, 32 to 4096. Out: how many
    /// were written, the smaller of that and the library's own size. Else `USTR_E_SIZE`.
    pub struct_size: usize,
    /// The first element that is refused, or the count of elements if it is none of them, or if none is refused.
    pub index: u64,
    /// The bytes of all strings together, if none is refused; else 0.
    pub bytes: u64,
    /// `USTR_TENSOR_CODE_*` if an element is refused, else 0.
    pub code: u32,
    /// `USTR_TENSOR_FIELD_*` if an element is refused, else 0.
    pub field: u32,
}

/// The members with their offsets in bytes, which never change.
pub const TENSOR_REPORT_MEMBERS: &[(&str, usize)] = &[
    ("struct_size", offset_of!(ustr_tensor_report, struct_size)),
    ("index", offset_of!(ustr_tensor_report, index)),
    ("bytes", offset_of!(ustr_tensor_report, bytes)),
    ("code", offset_of!(ustr_tensor_report, code)),
    ("field", offset_of!(ustr_tensor_report, field)),
];

const _: () = {
    assert!(offset_of!(ustr_tensor_report, index) == 8 && offset_of!(ustr_tensor_report, bytes) == 16);
    assert!(offset_of!(ustr_tensor_report, code) == 24 && offset_of!(ustr_tensor_report, field) == 28);
    assert!(size_of::<ustr_tensor_report>() == offset_of!(ustr_tensor_report, field) + size_of::<u32>());
};

/// Entry `tensor_validate` of the table.
///
/// # Safety
///
/// * `tensor`, `base` and `base_bytes` are as [`open`] wants them; no address is followed.
/// * `report` is null, or readable for a `size_t` and then writable for as many bytes as that says.
pub(crate) unsafe extern "C" fn tensor_validate(
    tensor: *const ustr_tensor,
    base: *const c_void,
    base_bytes: usize,
    report: *mut ustr_tensor_report,
) -> i32 {
    guarded(USTR_E_PANIC, || {
        let run = || {
            // SAFETY: the caller's promise.
            let out = unsafe { Out::new(report) }?;
            let base_bytes = i64::try_from(base_bytes).map_err(|_| USTR_E_RANGE)?;
            // SAFETY: the caller's promise.
            let (said, opened) = unsafe { open(tensor, base, base_bytes) }?;
            let found = opened.and_then(|tensor| tensor.validate());
            let mut result = ustr_tensor_report {
                struct_size: out.bytes(),
                index: said.count,
                bytes: 0,
                code: 0,
                field: 0,
            };
            match found {
                Ok(bytes) => result.bytes = bytes,
                Err(error) => {
                    result.index = error.index as u64;
                    result.code = error.code.id();
                    result.field = error.field.id();
                }
            }
            out.fill(result);
            Ok(if result.code == 0 { USTR_DONE } else { USTR_REFUSED })
        };
        run().unwrap_or_else(|error: i32| error)
    })
}

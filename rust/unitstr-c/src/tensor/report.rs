//! The function that validates a tensor for a C program, and its result struct.

use std::ffi::c_void;
use std::mem::offset_of;

use super::options::ustr_tensor;
use super::read::open;
use crate::guard::guarded;
use crate::progress::Out;
use crate::status::{USTR_DONE, USTR_E_PANIC, USTR_E_RANGE, USTR_REFUSED};

/// The result of `tensor_validate`. The caller provides the memory, at any alignment, and sets `struct_size`; the
/// other members need not be initialised. They are written only if the function returns a status, not if it returns
/// an error.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ustr_tensor_report {
    /// On call: the number of bytes that may be written, which is the caller's `sizeof(ustr_tensor_report)`, 32 to
    /// 4096; else `USTR_E_SIZE`. On return: the number of bytes written, which is the smaller of that and the
    /// library's own size.
    pub struct_size: usize,
    /// The index of the first refused element; the number of elements if none is refused or the tensor as a whole is.
    pub index: u64,
    /// The size of all strings together in bytes; 0 if the tensor is refused.
    pub bytes: u64,
    /// `USTR_TENSOR_CODE_*` if the tensor is refused, else 0.
    pub code: u32,
    /// `USTR_TENSOR_FIELD_*` if the tensor is refused, else 0.
    pub field: u32,
}

const _: () = {
    assert!(offset_of!(ustr_tensor_report, index) == 8 && offset_of!(ustr_tensor_report, bytes) == 16);
    assert!(offset_of!(ustr_tensor_report, code) == 24 && offset_of!(ustr_tensor_report, field) == 28);
    assert!(size_of::<ustr_tensor_report>() == offset_of!(ustr_tensor_report, field) + size_of::<u32>());
};

/// The table's `tensor_validate`.
///
/// # Safety
///
/// * `tensor`, `base` and `base_bytes` satisfy [`open`]; no address is followed.
/// * `report` is null, or readable for a `size_t` and writable for as many bytes as that `size_t` says.
pub(crate) unsafe extern "C" fn tensor_validate(
    tensor: *const ustr_tensor,
    base: *const c_void,
    base_bytes: usize,
    report: *mut ustr_tensor_report,
) -> i32 {
    guarded(USTR_E_PANIC, || {
        let run = || {
            // SAFETY: the caller promises this of `report`; `Out::new` rejects null.
            let out = unsafe { Out::new(report) }?;
            let base_bytes = i64::try_from(base_bytes).map_err(|_| USTR_E_RANGE)?;
            // SAFETY: the caller promises what `open` requires of `tensor` and `base`.
            let (said, opened) = unsafe { open(tensor, base, base_bytes) }?;
            let found = opened.and_then(|tensor| tensor.validate());
            let mut result =
                ustr_tensor_report { struct_size: out.bytes(), index: said.count, bytes: 0, code: 0, field: 0 };
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

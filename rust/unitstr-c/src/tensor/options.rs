//! The struct that describes a tensor.

use std::mem::offset_of;

use unitstr::Pointers;
use unitstr_tensor::{ByteOrder, Checks, Format, Layout, Strictness, Trust, ViewAbi, WordSize};

use super::numbers::{USTR_TENSOR_POINTERS_CHECKED, USTR_TENSOR_TRUSTED, USTR_TENSOR_UNTRUSTED};
use crate::guard;
use crate::status::{USTR_E_NULL, USTR_E_RANGE, USTR_E_SIZE, USTR_E_UNKNOWN_FIELD};

/// Describes a tensor of strings. The caller provides the memory, at any alignment, and sets
/// every byte to zero except in the members that it sets.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ustr_tensor {
    /// The caller's `sizeof` of this struct, 64 to 4096, else `USTR_E_SIZE`. Bytes beyond the library's own size must
    /// be zero, else `USTR_E_UNKNOWN_FIELD`.
    pub struct_size: usize,
    /// The format: `USTR_TENSOR_TF24` etc. An unknown number here or in the next five members gives `USTR_E_RANGE`.
    pub format: u32,
    /// The byte order of the machine that wrote the tensor: 0 little-endian, 1 big-endian. TFLITE is always
    /// little-endian.
    pub order: u32,
    /// The word size of that machine in bytes, 4 or 8; 0 is the word size of this machine. TF_LEGACY and TFLITE have
    /// no words.
    pub word_bytes: u32,
    /// The word after the address in a VIEW of TF24: 0 anything (TensorFlow up to 2.20), 1 an owner or null (since
    /// 2.21).
    pub view_abi: u32,
    /// How far the bytes are trusted: `USTR_TENSOR_UNTRUSTED` etc.
    pub trust: u32,
    /// How strictly the bytes are checked: `USTR_TENSOR_LENIENT` etc.
    pub strictness: u32,
    /// The number of elements.
    pub count: u64,
    /// The largest accepted size of a string in bytes; 0 is 2³¹ − 1.
    pub max_bytes: u64,
    /// For functions that validate: the largest accepted size of all strings together in bytes. 0 is the size of the
    /// memory with `USTR_TENSOR_UNTRUSTED`, otherwise no limit.
    pub max_total_bytes: u64,
    /// For writing VIEWs: the address of their owner, or 0. Must be 0 if `view_abi` is 0.
    pub owner: u64,
}

/// The size in version 1.0: no caller has a smaller one.
const SMALLEST: usize = 64;
/// A larger `struct_size` is a sign of memory that was not initialised.
const LARGEST: usize = 4096;

const _: () = {
    assert!(offset_of!(ustr_tensor, format) == 8 && offset_of!(ustr_tensor, strictness) == 28);
    assert!(offset_of!(ustr_tensor, count) == 32 && offset_of!(ustr_tensor, owner) == 56);
    assert!(size_of::<ustr_tensor>() == SMALLEST && align_of::<ustr_tensor>() == 8);
};

#[repr(C, packed)]
#[derive(Clone, Copy)]
struct Unaligned<T>(T);

impl ustr_tensor {
    /// Copies a caller's struct, reading each byte once, after checking the struct itself.
    ///
    /// # Safety
    ///
    /// * `place` is null, or readable for a `size_t` and for as many bytes as that `size_t` says.
    pub(crate) unsafe fn copy(place: *const Self) -> Result<Self, i32> {
        if place.is_null() {
            return Err(USTR_E_NULL);
        }
        let bytes = place.cast::<u8>();
        // SAFETY: `place` is not null, so its first member is readable; `Unaligned` is packed: any alignment.
        let Unaligned(size) = unsafe { bytes.cast::<Unaligned<usize>>().read_volatile() };
        if !(SMALLEST..=LARGEST).contains(&size) {
            return Err(USTR_E_SIZE);
        }
        // SAFETY: `size` is at least the size of `Self` (version 1.0); any bytes are a valid `Self`.
        let Unaligned(tensor) = unsafe { bytes.cast::<Unaligned<Self>>().read_volatile() };
        for at in size_of::<Self>()..size {
            // SAFETY: `at < size`, for which the caller promises `place` to be readable.
            if unsafe { bytes.wrapping_add(at).read_volatile() } != 0 {
                return Err(USTR_E_UNKNOWN_FIELD);
            }
        }
        guard::panic_if_asked(tensor.format);
        Ok(tensor)
    }

    pub(crate) fn count(&self) -> Result<usize, i32> {
        usize::try_from(self.count).map_err(|_| USTR_E_RANGE)
    }

    pub(crate) fn layout(&self) -> Result<Layout, i32> {
        let found = || {
            let word = match self.word_bytes {
                0 => WordSize::NATIVE,
                other => WordSize::from_id(other)?,
            };
            let format = Format::from_id(self.format)?;
            let order = ByteOrder::from_id(self.order)?;
            Some(Layout {
                format,
                order: if format == Format::TfLite { ByteOrder::Little } else { order },
                word,
                view_abi: ViewAbi::from_id(self.view_abi)?,
            })
        };
        found().ok_or(USTR_E_RANGE)
    }

    /// The checks that this struct asks for.
    ///
    /// # Safety
    ///
    /// * Unless the trust is `USTR_TENSOR_UNTRUSTED`, the addresses in the elements that are read are readable for as
    ///   many bytes as the elements say, during `'a`: see [`Pointers::vouched`].
    pub(crate) unsafe fn checks<'a>(&self) -> Result<Checks<'a>, i32> {
        let pointers = || {
            // SAFETY: not untrusted, so the caller promises that the addresses in the elements are readable during
            // `'a`.
            unsafe { Pointers::vouched() }
        };
        let trust = match self.trust {
            USTR_TENSOR_UNTRUSTED => Trust::UntrustedBuffer,
            USTR_TENSOR_POINTERS_CHECKED => Trust::TrustedPointersChecked(pointers()),
            USTR_TENSOR_TRUSTED => Trust::Trusted(pointers()),
            _ => return Err(USTR_E_RANGE),
        };
        let mut checks = Checks::new(trust);
        checks.strictness = Strictness::from_id(self.strictness).ok_or(USTR_E_RANGE)?;
        if self.max_bytes > 0 {
            checks.max_bytes = self.max_bytes;
        }
        if self.max_total_bytes > 0 {
            checks.max_total_bytes = Some(self.max_total_bytes);
        }
        Ok(checks)
    }
}

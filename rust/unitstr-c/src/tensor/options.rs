//! The option struct that says what a tensor is.

use std::mem::offset_of;

use unitstr::Pointers;
use unitstr_tensor::{
    ByteOrder, Checks, Form, Format, FormatError, Layout, Strictness, Trust, ViewAbi, WordSize, Writer,
};

use super::numbers::{
    USTR_TENSOR_ARENA, USTR_TENSOR_IMAGE, USTR_TENSOR_POINTERS_CHECKED, USTR_TENSOR_TRUSTED, USTR_TENSOR_UNTRUSTED,
    USTR_TENSOR_VIEWS,
};
use crate::guard;
use crate::java::numbers::USTR_TENSOR_DESCRIBE;
use crate::status::{USTR_E_FLAGS, USTR_E_NULL, USTR_E_RANGE, USTR_E_SIZE, USTR_E_UNKNOWN_FIELD};

/// What a tensor of strings is, or is to be. The caller provides the memory, at any alignment, and sets all of it to zero
/// but what it knows.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ustr_tensor {
    /// The size of this struct as the caller knows it, 88 to 4096, else `USTR_E_SIZE`. What the library does not know must
    /// be zero, else `USTR_E_UNKNOWN_FIELD`.
    pub struct_size: usize,
    /// `USTR_TENSOR_TF24` and so on. An unknown number here or in the next six: `USTR_E_RANGE`.
    pub format: u32,
    /// The byte order of the machine that wrote it: 0 little-endian, 1 big-endian. TFLITE is little-endian in any case.
    pub order: u32,
    /// The size of its words in bytes, 4 or 8; 0 stands for that of this machine. TF_LEGACY and TFLITE have no words.
    pub word_bytes: u32,
    /// What is after the address in a VIEW of TF24: 0 anything (TensorFlow up to 2.20), 1 an owner or null (since 2.21).
    pub view_abi: u32,
    /// How far the bytes are trusted: `USTR_TENSOR_UNTRUSTED` and so on.
    pub trust: u32,
    /// How exact they have to be: `USTR_TENSOR_LENIENT` and so on.
    pub strictness: u32,
    /// How to write: `USTR_TENSOR_IMAGE` and so on. Nothing that reads looks at this.
    pub form: u32,
    /// `USTR_TENSOR_DESCRIBE`, or 0; else `USTR_E_FLAGS`.
    pub flags: u32,
    /// How many elements.
    pub count: u64,
    /// The longest string in bytes that is accepted; 0 stands for 2³¹ − 1.
    pub max_bytes: u64,
    /// The most bytes of all strings together that are accepted, by the entries that validate; 0 stands for the size of
    /// the memory if the trust is `USTR_TENSOR_UNTRUSTED`, else for no limit.
    pub max_total_bytes: u64,
    /// Writing addresses: the address of position 0, to which positions are added.
    pub address: u64,
    /// Writing VIEWs: the address of their owner, or 0; 0 if `view_abi` is.
    pub owner: u64,
    /// Writing an arena: the bytes of each place.
    pub capacity: u64,
}

/// The members with their offsets in bytes, which never change.
pub const TENSOR_MEMBERS: &[(&str, usize)] = &[
    ("struct_size", offset_of!(ustr_tensor, struct_size)),
    ("format", offset_of!(ustr_tensor, format)),
    ("order", offset_of!(ustr_tensor, order)),
    ("word_bytes", offset_of!(ustr_tensor, word_bytes)),
    ("view_abi", offset_of!(ustr_tensor, view_abi)),
    ("trust", offset_of!(ustr_tensor, trust)),
    ("strictness", offset_of!(ustr_tensor, strictness)),
    ("form", offset_of!(ustr_tensor, form)),
    ("flags", offset_of!(ustr_tensor, flags)),
    ("count", offset_of!(ustr_tensor, count)),
    ("max_bytes", offset_of!(ustr_tensor, max_bytes)),
    ("max_total_bytes", offset_of!(ustr_tensor, max_total_bytes)),
    ("address", offset_of!(ustr_tensor, address)),
    ("owner", offset_of!(ustr_tensor, owner)),
    ("capacity", offset_of!(ustr_tensor, capacity)),
];

/// The size in version 1.0, which every caller has at least.
const SMALLEST: usize = 88;
/// What no caller has: a sign of memory that was not set.
const LARGEST: usize = 4096;

const _: () = {
    assert!(offset_of!(ustr_tensor, format) == 8 && offset_of!(ustr_tensor, flags) == 36);
    assert!(offset_of!(ustr_tensor, count) == 40 && offset_of!(ustr_tensor, capacity) == 80);
    assert!(size_of::<ustr_tensor>() == SMALLEST && align_of::<ustr_tensor>() == 8);
};

#[repr(C, packed)]
#[derive(Clone, Copy)]
struct Unaligned<T>(T);

impl ustr_tensor {
    /// A copy of a caller's struct, each byte read once, after all that can be checked of the struct itself.
    ///
    /// # Safety
    ///
    /// * `place` is null, or readable for a `size_t` and then for as many bytes as that says.
    pub(crate) unsafe fn copy(place: *const Self) -> Result<Self, i32> {
        if place.is_null() {
            return Err(USTR_E_NULL);
        }
        let bytes = place.cast::<u8>();
        // SAFETY: not null, so it is readable for this member, which is the first; packed: any alignment.
        let Unaligned(size) = unsafe { bytes.cast::<Unaligned<usize>>().read_volatile() };
        if !(SMALLEST..=LARGEST).contains(&size) {
            return Err(USTR_E_SIZE);
        }
        // SAFETY: at least as large as the first version of the struct, which this is; any bytes are good numbers.
        let Unaligned(tensor) = unsafe { bytes.cast::<Unaligned<Self>>().read_volatile() };
        for at in size_of::<Self>()..size {
            // SAFETY: inside of the size that the caller promised.
            if unsafe { bytes.wrapping_add(at).read_volatile() } != 0 {
                return Err(USTR_E_UNKNOWN_FIELD);
            }
        }
        guard::panic_if_asked(tensor.flags);
        if tensor.flags & !USTR_TENSOR_DESCRIBE != 0 {
            return Err(USTR_E_FLAGS);
        }
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
                order: if format == Format::TfLite {
                    ByteOrder::Little
                } else {
                    order
                },
                word,
                view_abi: ViewAbi::from_id(self.view_abi)?,
            })
        };
        found().ok_or(USTR_E_RANGE)
    }

    /// What is checked.
    ///
    /// # Safety
    ///
    /// * Unless the trust is `USTR_TENSOR_UNTRUSTED`, the addresses in the elements that are read are good for as many
    ///   bytes as the elements say, during `'a`: see [`Pointers::vouched`].
    pub(crate) unsafe fn checks<'a>(&self) -> Result<Checks<'a>, i32> {
        let pointers = || {
            // SAFETY: the caller's promise.
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

    /// The writer of it, or what its format cannot hold.
    pub(crate) fn writer(&self) -> Result<Result<Writer, FormatError>, i32> {
        let form = match self.form {
            USTR_TENSOR_IMAGE => Form::Image,
            USTR_TENSOR_VIEWS => Form::Views {
                address: self.address,
                owner: self.owner,
            },
            USTR_TENSOR_ARENA => Form::Arena {
                address: self.address,
                capacity: self.capacity,
            },
            _ => return Err(USTR_E_RANGE),
        };
        Ok(Writer::new(self.layout()?, form, self.count()?))
    }
}

//! The functions that change strings in place.

use std::ffi::c_void;

use unitstr::Source;
use unitstr_tensor::owned::{OwnerApi, RfcString, TString};
use unitstr_tensor::{Field, Format, FormatCode, FormatError, StringTensor, Trust};

use super::options::ustr_tensor;
use super::read::open;
use super::{each, entry, range, refused};
use crate::args::source;
use crate::batch::Longs;
use crate::java::numbers::{
    USTR_TENSOR_CHANGE_APPEND, USTR_TENSOR_CHANGE_ASSIGN, USTR_TENSOR_CHANGE_COPY, USTR_TENSOR_CHANGE_DEALLOC,
    USTR_TENSOR_CHANGE_INIT, USTR_TENSOR_CHANGE_MOVE, USTR_TENSOR_CHANGE_RESERVE, USTR_TENSOR_CHANGE_RESERVE_AMORTIZED,
    USTR_TENSOR_CHANGE_RESIZE, USTR_TENSOR_CHANGE_VIEW,
};
use crate::packed::size;
use crate::status::USTR_E_RANGE;

/// A tensor whose elements are changed. No other code uses it meanwhile.
struct Changed<'a> {
    tensor: StringTensor<'a>,
    base: *mut u8,
}

/// An element that can be changed.
enum Element<'a> {
    TensorFlow(TString<'a>),
    Rfc(RfcString<'a>),
}

fn wrong<T>(code: FormatCode, index: usize, field: Field) -> Result<T, FormatError> {
    Err(FormatError::new(code, index, field))
}

/// The field of an error of a change, which has only a code.
const fn field_of(code: FormatCode) -> Field {
    match code {
        FormatCode::NoMemory => Field::Text,
        FormatCode::Unsupported => Field::Pointer,
        _ => Field::Size,
    }
}

impl<'a> Changed<'a> {
    /// Checks that elements of the tensor can be changed: it belongs to this machine and is trusted.
    fn new(tensor: StringTensor<'a>, base: *mut c_void) -> Result<Self, FormatError> {
        let layout = tensor.layout();
        let has_elements = matches!(layout.format, Format::Tf24 | Format::Rfc16 | Format::Rfc24);
        if !has_elements || !layout.is_native() {
            return wrong(FormatCode::Unsupported, tensor.count(), Field::Table);
        }
        if matches!(tensor.checks().trust, Trust::UntrustedBuffer) {
            return wrong(FormatCode::PointerRefused, tensor.count(), Field::Table);
        }
        Ok(Self { tensor, base: base.cast() })
    }

    fn place(&self, index: usize) -> *mut u8 {
        self.base.wrapping_add(index * self.tensor.layout().element_bytes())
    }

    /// Returns the element after its checks.
    ///
    /// # Safety
    ///
    /// * The contract of [`packed_change_tensor`].
    unsafe fn element(&self, index: usize) -> Result<Element<'_>, FormatError> {
        self.tensor.element(index)?;
        let place = self.place(index);
        Ok(if self.tensor.layout().format == Format::Tf24 {
            // SAFETY: `place` is inside the table and was checked to be well-formed; the caller promises that its
            // addresses are valid, that no other code uses it, and that all of the memory is writable.
            Element::TensorFlow(unsafe { TString::at(place, self.tensor.layout().view_abi) })
        } else {
            // SAFETY: the same for an element of the RFC.
            Element::Rfc(unsafe { RfcString::at(place, self.tensor.layout(), true) })
        })
    }

    /// Checks the new size of a string.
    fn check(&self, index: usize, bytes: usize) -> Result<(), FormatError> {
        if bytes as u64 > self.tensor.checks().max_bytes {
            return wrong(FormatCode::SizeLimit, index, Field::Size);
        }
        Ok(())
    }
}

/// A change of elements.
#[derive(Clone, Copy)]
struct Change {
    what: u32,
    number: usize,
    fill: u8,
    owner: u64,
}

impl Change {
    /// # Safety
    ///
    /// * The contract of [`packed_change_tensor`].
    unsafe fn apply(self, tensor: &Changed<'_>, index: usize, text: Source<'_>) -> Result<(), FormatError> {
        // SAFETY: the caller promises what `packed_change_tensor` requires of `tensor`.
        let element = unsafe { tensor.element(index) }?;
        let done = match element {
            Element::TensorFlow(mut string) => {
                let most = match self.what {
                    USTR_TENSOR_CHANGE_COPY | USTR_TENSOR_CHANGE_VIEW => text.bytes(),
                    USTR_TENSOR_CHANGE_APPEND => string.bytes().saturating_add(text.bytes()),
                    USTR_TENSOR_CHANGE_DEALLOC => 0,
                    _ => self.number,
                };
                tensor.check(index, most)?;
                match self.what {
                    USTR_TENSOR_CHANGE_COPY => string.copy(text),
                    USTR_TENSOR_CHANGE_APPEND => string.append(text),
                    USTR_TENSOR_CHANGE_RESIZE => string.resize(self.number, self.fill),
                    USTR_TENSOR_CHANGE_RESERVE => string.reserve(self.number),
                    USTR_TENSOR_CHANGE_RESERVE_AMORTIZED => string.reserve_amortized(self.number),
                    USTR_TENSOR_CHANGE_DEALLOC => {
                        string.dealloc();
                        Ok(())
                    }
                    _ => {
                        let owner = usize::try_from(self.owner).unwrap_or(0);
                        let owner = std::ptr::with_exposed_provenance_mut::<OwnerApi>(owner);
                        if owner.is_null() {
                            // SAFETY: the caller of `packed_change_tensor` promises that `text` remains readable.
                            unsafe { string.assign_view(text) }
                        } else {
                            // SAFETY: the caller of `packed_change_tensor` promises that `owner` is an owner that
                            // keeps `text`.
                            unsafe { string.assign_view_with_owner(text, owner) }
                        }
                    }
                }
            }
            Element::Rfc(mut string) => match self.what {
                USTR_TENSOR_CHANGE_COPY => {
                    tensor.check(index, text.bytes())?;
                    string.assign(text)
                }
                USTR_TENSOR_CHANGE_DEALLOC => {
                    string.dealloc();
                    Ok(())
                }
                _ => return wrong(FormatCode::Unsupported, index, Field::Table),
            },
        };
        done.or_else(|code| wrong(code, index, field_of(code)))
    }
}

/// The text at this index; the caller may have changed the ends since they were checked.
fn nth(text: Source<'_>, ends: Longs, nth: usize) -> Result<Source<'_>, i32> {
    let end = |nth: usize| u64::try_from(ends.get(nth)).map_err(|_| USTR_E_RANGE);
    let start = if nth == 0 { 0 } else { end(nth - 1)? };
    let bytes = end(nth)?.checked_sub(start).ok_or(USTR_E_RANGE)?;
    text.part(start, bytes).ok_or(USTR_E_RANGE)
}

/// The table's `packed_change_tensor`.
///
/// # Safety
///
/// * `tensor`, `base` and `base_bytes` satisfy [`open`]. The memory is writable, and no other code uses it meanwhile.
/// * Unless they are initialised by this call, the elements satisfy [`TString::at`] or [`RfcString::at`].
/// * `text` is readable for `text_bytes`, `ends` for `count` longs; either may be null if its size is 0. The text of
///   a VIEW remains readable as long as the VIEW is read; an owner is a `TStringOwnerCApi` that keeps it.
pub(crate) unsafe extern "C" fn packed_change_tensor(
    tensor: *const ustr_tensor,
    base: *mut c_void,
    base_bytes: i64,
    first: i64,
    count: i64,
    change: u32,
    fill: u32,
    number: i64,
    text: *const c_void,
    text_bytes: i64,
    ends: *const c_void,
) -> i64 {
    entry(|| {
        let count = size(count)?;
        if !(USTR_TENSOR_CHANGE_INIT..=USTR_TENSOR_CHANGE_VIEW).contains(&change) {
            return Err(USTR_E_RANGE);
        }
        let number = usize::try_from(number).map_err(|_| USTR_E_RANGE)?;
        let fill = u8::try_from(fill).map_err(|_| USTR_E_RANGE)?;
        let text_bytes = usize::try_from(text_bytes).map_err(|_| USTR_E_RANGE)?;
        let takes_text =
            matches!(change, USTR_TENSOR_CHANGE_COPY | USTR_TENSOR_CHANGE_APPEND | USTR_TENSOR_CHANGE_VIEW);
        // SAFETY: the caller promises that `text` is readable for `text_bytes`.
        let texts = unsafe { source(text, text_bytes, 1) }?;
        // SAFETY: the caller promises that `ends` is readable for this many longs.
        let ends = unsafe { Longs::new(ends, if takes_text { count } else { 0 }) }?;
        // All ends are checked before anything is changed.
        for at in 0..ends.count {
            nth(texts, ends, at)?;
        }
        // SAFETY: the caller promises that `tensor`, `base` and `base_bytes` satisfy `open`.
        let (said, opened) = unsafe { open(tensor, base, base_bytes) }?;
        let elements = range(first, count, said.count()?)?;
        let tensor = match opened.and_then(|tensor| Changed::new(tensor, base)) {
            Ok(tensor) => tensor,
            Err(error) => return refused(error),
        };
        if change == USTR_TENSOR_CHANGE_INIT {
            let bytes = elements.len() * tensor.tensor.layout().element_bytes();
            if bytes > 0 {
                // SAFETY: the caller promises that the table of `tensor` is writable, and it has all of these elements.
                // Zeros are an empty SMALL.
                unsafe { tensor.place(elements.start).write_bytes(0, bytes) };
            }
            return each(elements, |_| Ok(()));
        }
        let change = Change { what: change, number, fill, owner: said.owner };
        let start = elements.start;
        each(elements, |index| {
            // If the caller changed the ends since, the text is unspecified but inside `text`.
            let text = if takes_text { nth(texts, ends, index - start).ok() } else { None };
            let text = text.unwrap_or(Source::from_bytes(&[]));
            // SAFETY: the caller promises what `packed_change_tensor` requires of `tensor` and `text`.
            unsafe { change.apply(&tensor, index, text) }
        })
    })
}

/// The table's `packed_assign_tensor`.
///
/// # Safety
///
/// * `tensor`, `base` and `base_bytes` satisfy [`packed_change_tensor`].
/// * `from`, `from_base` and `from_bytes` satisfy [`open`], and for `USTR_TENSOR_CHANGE_MOVE`
///   [`packed_change_tensor`]. An element of one tensor does not overlap an element of the other, unless they are the
///   same.
/// * For `USTR_TENSOR_CHANGE_ASSIGN`, no other code changes `from` meanwhile; the texts of its OFFSETs and VIEWs remain
///   readable as long as they are read.
pub(crate) unsafe extern "C" fn packed_assign_tensor(
    tensor: *const ustr_tensor,
    base: *mut c_void,
    base_bytes: i64,
    first: i64,
    from: *const ustr_tensor,
    from_base: *mut c_void,
    from_bytes: i64,
    from_first: i64,
    change: u32,
) -> i64 {
    entry(|| {
        if !matches!(change, USTR_TENSOR_CHANGE_ASSIGN | USTR_TENSOR_CHANGE_MOVE) {
            return Err(USTR_E_RANGE);
        }
        // SAFETY: the caller promises that `tensor`, `base` and `base_bytes` satisfy `open`.
        let (said, opened) = unsafe { open(tensor, base, base_bytes) }?;
        let elements = range(first, 1, said.count()?)?;
        // SAFETY: the caller promises that `from`, `from_base` and `from_bytes` satisfy `open`.
        let (from_said, from) = unsafe { open(from, from_base, from_bytes) }?;
        let nth = range(from_first, 1, from_said.count()?)?.start;
        let tensors = opened.and_then(|tensor| Changed::new(tensor, base));
        let tensors = tensors.and_then(|tensor| Ok((tensor, Changed::new(from?, from_base)?)));
        let (tensor, from) = match tensors {
            Ok(tensors) => tensors,
            Err(error) => return refused(error),
        };
        let is_move = change == USTR_TENSOR_CHANGE_MOVE;
        if is_move && from.tensor.layout().view_abi != tensor.tensor.layout().view_abi {
            return refused(FormatError::new(FormatCode::Unsupported, said.count()?, Field::Table));
        }
        each(elements, |index| {
            // An error names the element of the changed tensor that would have received the string.
            let given = from.tensor.element(nth).map_err(|error| FormatError::new(error.code, index, error.field))?;
            tensor.check(index, given.bytes())?;
            // SAFETY: the caller promises what `packed_change_tensor` requires of `tensor`.
            let string = unsafe { tensor.element(index) }?;
            // SAFETY: the caller promises that no other code changes `from`; only a move writes to it.
            let other = unsafe { from.element(nth) }?;
            let (Element::TensorFlow(mut string), Element::TensorFlow(mut other)) = (string, other) else {
                return wrong(FormatCode::Unsupported, index, Field::Table);
            };
            let done = if is_move {
                // SAFETY: the caller promises that the texts remain readable; the test above: both have the same
                // version.
                unsafe { string.move_from(&mut other) }
            } else {
                // SAFETY: the caller promises that the texts remain readable.
                unsafe { string.assign(&other) }
            };
            done.or_else(|code| wrong(code, index, field_of(code)))
        })
    })
}

//! `unitstr_tensor::owned` as C functions, so that the live test can call it on TensorFlow's own tensors.
//!
//! All elements are those of `TString::at`: 24 bytes that nobody else uses meanwhile, well-formed, their blocks C's.
//! `owners` says whether TensorFlow is 2.21 or later. What returns a `u32` returns 0, or the number of a `FormatCode`.

use unitstr::Source;
use unitstr_tensor::owned::{Owner, TString};
use unitstr_tensor::{FormatCode, ViewAbi};

/// Bytes that views may show.
type Shown = Owner<Box<[u8]>>;

const fn view_abi(owners: bool) -> ViewAbi {
    if owners { ViewAbi::From2_21 } else { ViewAbi::UpTo2_20 }
}

fn number(done: Result<(), FormatCode>) -> u32 {
    done.map_or_else(FormatCode::id, |()| 0)
}

/// # Safety
///
/// * `text` is readable for so many bytes during `'a`, or there are none.
unsafe fn source<'a>(text: *const u8, bytes: usize) -> Source<'a> {
    // SAFETY: the caller's promise.
    unsafe { Source::new(text, bytes) }
}

/// `TString::copy`.
///
/// # Safety
///
/// * `element` is an element; `text` is readable for `bytes`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn live_copy(element: *mut u8, owners: bool, text: *const u8, bytes: usize) -> u32 {
    // SAFETY: the caller's promise.
    let mut string = unsafe { TString::at(element, view_abi(owners)) };
    // SAFETY: the caller's promise.
    let text = unsafe { source(text, bytes) };
    number(string.copy(text))
}

/// `TString::append`.
///
/// # Safety
///
/// * As [`live_copy`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn live_append(element: *mut u8, owners: bool, text: *const u8, bytes: usize) -> u32 {
    // SAFETY: the caller's promise.
    let mut string = unsafe { TString::at(element, view_abi(owners)) };
    // SAFETY: the caller's promise.
    let text = unsafe { source(text, bytes) };
    number(string.append(text))
}

/// `TString::resize`.
///
/// # Safety
///
/// * `element` is an element.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn live_resize(element: *mut u8, owners: bool, bytes: usize, fill: u8) -> u32 {
    // SAFETY: the caller's promise.
    let mut string = unsafe { TString::at(element, view_abi(owners)) };
    number(string.resize(bytes, fill))
}

/// `TString::assign_view`.
///
/// # Safety
///
/// * `element` is an element; `text` is readable for `bytes` as long as something views it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn live_view(element: *mut u8, owners: bool, text: *const u8, bytes: usize) -> u32 {
    // SAFETY: the caller's promise.
    let mut string = unsafe { TString::at(element, view_abi(owners)) };
    // SAFETY: the caller's promise.
    let text = unsafe { source(text, bytes) };
    // SAFETY: the caller's promise.
    number(unsafe { string.assign_view(text) })
}

/// `TString::assign_view_with_owner`, of a part of what the owner keeps.
///
/// # Safety
///
/// * `element` is an element; `owner` is one of [`live_owner`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn live_part(
    element: *mut u8,
    owners: bool,
    owner: *const Shown,
    start: usize,
    bytes: usize,
) -> u32 {
    // SAFETY: the caller's promise.
    let mut string = unsafe { TString::at(element, view_abi(owners)) };
    // SAFETY: the caller's promise.
    let owner = unsafe { &*owner };
    let part = Source::from_bytes(&owner.value()[start..start + bytes]);
    // SAFETY: the owner keeps its value.
    number(unsafe { string.assign_view_with_owner(part, owner.api()) })
}

/// `TString::assign`.
///
/// # Safety
///
/// * Both are elements; what `from` views is readable as long as something views it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn live_assign(element: *mut u8, owners: bool, from: *mut u8) -> u32 {
    // SAFETY: the caller's promise.
    let mut string = unsafe { TString::at(element, view_abi(owners)) };
    // SAFETY: the caller's promise.
    let from = unsafe { TString::at(from, view_abi(owners)) };
    // SAFETY: the caller's promise.
    number(unsafe { string.assign(&from) })
}

/// `TString::move_from`.
///
/// # Safety
///
/// * As [`live_assign`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn live_move(element: *mut u8, owners: bool, from: *mut u8) -> u32 {
    // SAFETY: the caller's promise.
    let mut string = unsafe { TString::at(element, view_abi(owners)) };
    // SAFETY: the caller's promise.
    let mut from = unsafe { TString::at(from, view_abi(owners)) };
    // SAFETY: the caller's promise.
    number(unsafe { string.move_from(&mut from) })
}

/// `TString::dealloc`.
///
/// # Safety
///
/// * `element` is an element.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn live_dealloc(element: *mut u8, owners: bool) {
    // SAFETY: the caller's promise.
    unsafe { TString::at(element, view_abi(owners)) }.dealloc();
}

/// An owner of a copy of `text`, and a handle to it.
///
/// # Safety
///
/// * `text` is readable for `bytes`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn live_owner(text: *const u8, bytes: usize) -> *mut Shown {
    // SAFETY: the caller's promise.
    let text = unsafe { source(text, bytes) };
    Box::into_raw(Box::new(Owner::new(text.to_vec().into_boxed_slice())))
}

/// How many handles and views there are.
///
/// # Safety
///
/// * `owner` is one of [`live_owner`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn live_references(owner: *const Shown) -> usize {
    // SAFETY: the caller's promise.
    unsafe { &*owner }.references()
}

/// Drops a handle.
///
/// # Safety
///
/// * `owner` is one of [`live_owner`], for the last time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn live_drop(owner: *mut Shown) {
    // SAFETY: the caller's promise.
    drop(unsafe { Box::from_raw(owner) });
}

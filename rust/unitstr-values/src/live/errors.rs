//! Errors in both directions. The library stores a raised error for the thread and returns it once: a caller fetches
//! it before anything else runs on the thread.

use std::ffi::{c_int, c_void};
use std::ptr::{NonNull, null_mut, with_exposed_provenance_mut};

use crate::tvm::code;

use crate::live::abi::Functions;
use crate::live::dead::Ticket;
use crate::live::{ByteArray, Host, Object, ObjectHeader, RawError, Runtime, text};

/// The offset in an Error object of the object that its raiser attached.
const EXTRA_CONTEXT: usize = 88;

fn pointer(address: u64) -> *mut c_void {
    with_exposed_provenance_mut(address as usize)
}

/// The texts of an error.
#[derive(Clone, Copy, Debug, Default)]
pub struct ErrorTexts<'a> {
    /// The kind, such as `ValueError`.
    pub kind: &'a [u8],
    /// The message.
    pub message: &'a [u8],
    /// The backtrace.
    pub backtrace: &'a [u8],
}

impl Functions {
    /// Creates an Error object; null if the library fails to.
    ///
    /// # Safety
    ///
    /// * `cause` and `extra` are null or live objects.
    unsafe fn error(&self, texts: ErrorTexts<'_>, cause: *mut c_void, extra: *mut c_void) -> *mut c_void {
        let [kind, message, backtrace] = [texts.kind, texts.message, texts.backtrace].map(ByteArray::of);
        let mut error = null_mut();
        // SAFETY: the texts live during the call, which copies them; the caller promises that `cause` and `extra` are
        // null or live objects. The result is written to a null address.
        let status = unsafe {
            (self.new_error)(&raw const kind, &raw const message, &raw const backtrace, cause, extra, &raw mut error)
        };
        if status == 0 { error } else { null_mut() }
    }

    /// Raises an error on this thread.
    pub(crate) fn raise(&self, kind: &str, message: &str) -> c_int {
        let texts = ErrorTexts { kind: kind.as_bytes(), message: message.as_bytes(), backtrace: b"" };
        // SAFETY: both objects are null.
        let error = unsafe { self.error(texts, null_mut(), null_mut()) };
        if !error.is_null() {
            // SAFETY: `error` is an Error object with a reference.
            unsafe { self.raise_owned(error.expose_provenance() as u64) };
        }
        -1
    }

    /// Raises an error and takes over its reference.
    ///
    /// # Safety
    ///
    /// * `error` is the address of an Error object, and the caller gives up one reference.
    pub(crate) unsafe fn raise_owned(&self, error: u64) {
        // SAFETY: the caller promises that `error` is an Error object; the library adds its own reference.
        unsafe { (self.set_raised)(pointer(error)) };
        // SAFETY: the caller gave up this reference to `error`.
        let _: c_int = unsafe { (self.dec_ref)(pointer(error)) };
    }

    /// Fetches the error that was raised on this thread.
    pub(crate) fn take(&self) -> RawError {
        let mut error = null_mut();
        // SAFETY: writes the address of the error to `error`, which is null.
        unsafe { (self.move_raised)(&raw mut error) };
        let Some(object) = NonNull::new(error) else {
            return RawError::default();
        };
        // SAFETY: `object` is an object of the library, which the fetched reference keeps alive.
        let (host, slot) = unsafe { exception_of(object) }.map_or((0, 0), |(host, slot)| (host.number(), slot));
        RawError { error: error.expose_provenance() as u64, slot, host: host.into() }
    }
}

/// The exception that is attached to an error.
///
/// # Safety
///
/// * `error` is a live object of libtvm_ffi.
unsafe fn exception_of(error: NonNull<c_void>) -> Option<(&'static Host, i64)> {
    let index = error.as_ptr().wrapping_byte_add(8).cast::<i32>();
    // SAFETY: every object has its type at `index`, and no code writes it.
    if unsafe { index.read() } != code::ERROR {
        return None;
    }
    let place = error.as_ptr().wrapping_byte_add(EXTRA_CONTEXT);
    // SAFETY: an Error object has 96 bytes, as the gate has checked; `extra` is written only when it is created.
    let extra = unsafe { place.cast::<*mut ObjectHeader>().read() };
    // SAFETY: the error has a reference to `extra`, so it is alive.
    let ticket = NonNull::new(unsafe { text::ticket_of(NonNull::new(extra)?) })?;
    // SAFETY: `ticket` lives as long as the object that has it.
    let ticket: &Ticket = unsafe { ticket.as_ref() };
    Some((ticket.host, ticket.slot))
}

impl Runtime {
    /// Creates an Error object with a reference; `None` if the library fails to.
    ///
    /// * `exception`: a host and a number chosen by it, not 0. It stays attached to the error in native code, and is
    ///   in the [`RawError`] of the caller that fetches it. When the last error that has it is destroyed, the number
    ///   is queued for [`Host::drain_dead`].
    ///
    /// # Safety
    ///
    /// * `cause` is 0 or the address of a live Error object.
    #[must_use]
    pub unsafe fn new_error(
        &self,
        texts: ErrorTexts<'_>,
        cause: u64,
        exception: Option<(&'static Host, i64)>,
    ) -> Option<u64> {
        let extra = exception.map(|(host, slot)| text::new_exception(Ticket::new(host, slot, None)));
        let address = extra.as_ref().map_or(0, Object::address);
        // SAFETY: the caller promises that `cause` is 0 or a live Error object; the object at `address` lives during
        // this call.
        let error = unsafe { self.functions().error(texts, pointer(cause), pointer(address)) };
        // The error has its own reference to the attached object.
        (!error.is_null()).then(|| error.expose_provenance() as u64)
    }
}

//! Errors both ways. The library keeps the one that was raised for the thread, and gives it away once: whoever calls
//! takes it before anything else runs on the thread.

use std::ffi::{c_int, c_void};
use std::ptr::{NonNull, null_mut, with_exposed_provenance_mut};

use crate::{ForeignHeader, tvm::code};

use crate::live::abi::Functions;
use crate::live::dead::Ticket;
use crate::live::{ByteArray, Host, RawError, Runtime, text};

/// Where an Error object has what its raiser attached to it.
const EXTRA_CONTEXT: usize = 88;

fn pointer(address: u64) -> *mut c_void {
    with_exposed_provenance_mut(address as usize)
}

/// The texts of an error.
#[derive(Clone, Copy, Debug, Default)]
pub struct ErrorTexts<'a> {
    /// Such as `ValueError`.
    pub kind: &'a [u8],
    /// What it says.
    pub message: &'a [u8],
    /// Where it was raised.
    pub backtrace: &'a [u8],
}

impl Functions {
    /// An Error object; null if the library makes none.
    ///
    /// # Safety
    ///
    /// * `cause` and `extra` are null or objects that live.
    unsafe fn error(&self, texts: ErrorTexts<'_>, cause: *mut c_void, extra: *mut c_void) -> *mut c_void {
        let [kind, message, backtrace] = [texts.kind, texts.message, texts.backtrace].map(ByteArray::of);
        let mut error = null_mut();
        // SAFETY: the texts live during the call, which copies them; the objects are promised by the caller. The result
        // is an address that is null.
        let status = unsafe {
            (self.new_error)(
                &raw const kind,
                &raw const message,
                &raw const backtrace,
                cause,
                extra,
                &raw mut error,
            )
        };
        if status == 0 { error } else { null_mut() }
    }

    /// Raises an error on this thread.
    pub(crate) fn raise(&self, kind: &str, message: &str) -> c_int {
        let texts = ErrorTexts {
            kind: kind.as_bytes(),
            message: message.as_bytes(),
            backtrace: b"",
        };
        // SAFETY: no objects.
        let error = unsafe { self.error(texts, null_mut(), null_mut()) };
        if !error.is_null() {
            // SAFETY: an Error object and its reference.
            unsafe { self.raise_owned(error.expose_provenance() as u64) };
        }
        -1
    }

    /// Raises an error whose reference is given up.
    ///
    /// # Safety
    ///
    /// * `error` is the address of an Error object, with a reference.
    pub(crate) unsafe fn raise_owned(&self, error: u64) {
        // SAFETY: the caller's promise; the library takes a reference of its own.
        unsafe { (self.set_raised)(pointer(error)) };
        // SAFETY: the reference was given up.
        let _: c_int = unsafe { (self.dec_ref)(pointer(error)) };
    }

    /// Takes the error that was raised on this thread.
    pub(crate) fn take(&self) -> RawError {
        let mut error = null_mut();
        // SAFETY: the result is an address that is null.
        unsafe { (self.move_raised)(&raw mut error) };
        let Some(object) = NonNull::new(error) else {
            return RawError::default();
        };
        // SAFETY: an object of the library, which lives by the reference that was taken.
        let (host, slot) = unsafe { exception_of(object) }.map_or((0, 0), |(host, slot)| (host.number(), slot));
        RawError {
            error: error.expose_provenance() as u64,
            slot,
            host: host.into(),
        }
    }
}

/// The exception that an error carries.
///
/// # Safety
///
/// * `error` is an object of libtvm_ffi that lives.
unsafe fn exception_of(error: NonNull<c_void>) -> Option<(&'static Host, i64)> {
    let index = error.as_ptr().wrapping_byte_add(8).cast::<i32>();
    // SAFETY: every object has its type there, and nobody writes it.
    if unsafe { index.read() } != code::ERROR {
        return None;
    }
    let place = error.as_ptr().wrapping_byte_add(EXTRA_CONTEXT);
    // SAFETY: an Error object has 96 bytes (the gate looks); this is written only when it is made.
    let extra = unsafe { place.cast::<*mut ForeignHeader>().read() };
    // SAFETY: the error holds it, so it lives.
    let ticket = NonNull::new(unsafe { text::ticket_of(NonNull::new(extra)?) })?;
    // SAFETY: a ticket lives as long as the object that has it.
    let ticket: &Ticket = unsafe { ticket.as_ref() };
    Some((ticket.host, ticket.slot))
}

impl Runtime {
    /// A new Error object, with a reference; `None` if the library makes none.
    ///
    /// * `exception`: a host and a number of its own, not 0. It goes along with the error, however far that travels in
    ///   native code, and is said by the [`RawError`] of whoever catches it. When the last error that has it dies, the
    ///   number goes to [`Host::drain_dead`].
    ///
    /// # Safety
    ///
    /// * `cause` is 0 or the address of an Error object that lives.
    #[must_use]
    pub unsafe fn new_error(
        &self,
        texts: ErrorTexts<'_>,
        cause: u64,
        exception: Option<(&'static Host, i64)>,
    ) -> Option<u64> {
        let extra = exception.map(|(host, slot)| text::new_exception(Ticket::new(host, slot, None)));
        let address = extra.as_ref().map_or(0, crate::Foreign::address);
        // SAFETY: the caller's promise, and an object that lives until the end of this call.
        let error = unsafe { self.functions().error(texts, pointer(cause), pointer(address)) };
        // The error has a reference of its own to what was attached.
        (!error.is_null()).then(|| error.expose_provenance() as u64)
    }
}

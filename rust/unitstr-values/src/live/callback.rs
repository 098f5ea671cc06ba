//! Functions that native code calls and another language runs (upcalls).

use std::cell::Cell;
use std::ffi::{c_int, c_void};
use std::mem::MaybeUninit;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::{NonNull, null_mut};

use crate::tvm::code;

use crate::live::dead::Ticket;
use crate::live::{Host, RawError, Runtime, Slot, own};

/// The least stack, in bytes, that a thread must have left for an upcall. HotSpot throws `StackOverflowError` when a Java
/// method begins with less than its shadow and guard zones left (some 100 KiB by default), and ends the process if that
/// happens before the handler's `catch`. The rest is for the frames in between.
const LEAST_STACK: usize = 128 * 1024;

impl Runtime {
    /// Creates a function that calls the host with this number; returns its address with a reference. `None` if the
    /// library fails to create one.
    ///
    /// * When the function is destroyed, on any thread, the number is queued for [`Host::drain_dead`].
    #[must_use]
    pub fn new_function(&'static self, host: &'static Host, slot: i64) -> Option<u64> {
        let ticket = Ticket::new(host, slot, Some(self));
        let mut function = null_mut();
        // SAFETY: `safe_call` is called with `ticket` until the library deletes it, once, by `Ticket::delete`;
        // `function` is a null address to be written.
        let status = unsafe { (self.functions().create)(ticket.cast(), safe_call, Ticket::delete, &raw mut function) };
        // If the library failed, it is unknown whether it deleted the ticket: then the ticket is leaked.
        (status == 0 && !function.is_null()).then(|| function.expose_provenance() as u64)
    }
}

/// The function that the library calls.
///
/// # Safety
///
/// * `ticket` is a live ticket from [`Ticket::new`] with a runtime; there are `n` slots at `args`, and a slot at
///   `result`.
unsafe extern "C" fn safe_call(ticket: *mut c_void, args: *const Slot, n: i32, result: *mut Slot) -> c_int {
    // SAFETY: the caller promises that `ticket` is a live ticket.
    let &Ticket { host, slot, runtime, .. } = unsafe { &*ticket.cast::<Ticket>() };
    // From here on the function may be destroyed, and the ticket with it: the upcall may remove it from the registry.
    let Some(runtime) = runtime else { return -1 };
    // SAFETY: the caller promises that `result` is a slot, and that it owns nothing.
    unsafe { result.write(Slot::NONE) };
    // SAFETY: the caller promises that there are `n` slots at `args`, and a slot at `result`.
    let outcome = catch_unwind(AssertUnwindSafe(|| unsafe { run(host, slot, args, n, result) }));
    let Ok(None) = outcome else {
        // SAFETY: the caller promises that `result` is a slot. It owns nothing, because the host has not returned a
        // value.
        unsafe { result.write(Slot::NONE) };
        return failed(runtime, outcome);
    };
    0
}

enum Raise {
    Owned(u64),
    New(&'static str, &'static str),
}

/// Raises the error of a function that has not returned a value.
#[cold]
fn failed(runtime: &Runtime, outcome: std::thread::Result<Option<Raise>>) -> c_int {
    match outcome {
        Ok(Some(Raise::Owned(error))) => {
            // SAFETY: the host promises that `error` is an Error object with a reference.
            unsafe { runtime.functions().raise_owned(error) };
            -1
        }
        Ok(Some(Raise::New(kind, message))) => runtime.functions().raise(kind, message),
        Ok(None) => -1,
        Err(payload) => {
            // The payload of a panic is leaked, because dropping it may panic.
            std::mem::forget(payload);
            -1
        }
    }
}

/// Calls the host, which stores the value; or returns the error to raise.
///
/// The host writes to the slot of the caller: a copy of 16 bytes that were written as two words costs 5 ns.
///
/// # Safety
///
/// * There are `n` slots at `args`, and a slot at `result`, without a value.
unsafe fn run(host: &Host, slot: i64, args: *const Slot, n: i32, result: *mut Slot) -> Option<Raise> {
    if host.is_closed() {
        return Some(Raise::New("RuntimeError", "the host of this function is closed"));
    }
    if !has_stack() {
        return Some(Raise::New("RecursionError", "calls back are nested too deep for the stack of this thread"));
    }
    let mut error = RawError::default();
    // SAFETY: the caller promises that there are `n` slots at `args`, and a slot at `result`; `error` is a local.
    let status = unsafe { host.dispatch(slot, args, n, result, &mut error) };
    match status {
        0 => {
            // SAFETY: the caller promises that `result` is a slot.
            let index = unsafe { (*result).index };
            if !matches!(index, code::ANY | code::RAW_STR..=code::SMALL_BYTES) {
                return None;
            }
            // SAFETY: `result` is a slot.
            let given = unsafe { result.read() };
            // SAFETY: the host promises that the objects to which the slot refers are alive.
            let Some(value) = (unsafe { own::own(given) }) else {
                return Some(Raise::New("RuntimeError", "a function returned what is no value"));
            };
            // SAFETY: `result` is a slot.
            unsafe { result.write(value) };
            None
        }
        1 if error.error != 0 => Some(Raise::Owned(error.error)),
        _ => Some(Raise::New("RuntimeError", "a function failed without an error")),
    }
}

thread_local! {
    /// The lowest address of the stack at which an upcall may begin; 0 if not determined yet, 1 if it cannot be
    /// determined.
    static LOWEST: Cell<usize> = const { Cell::new(0) };
}

/// Whether this thread has enough stack for an upcall.
fn has_stack() -> bool {
    let here = MaybeUninit::<u8>::uninit();
    let here = here.as_ptr().addr();
    // At the end of a thread its thread-local values are gone: then the answer is yes.
    LOWEST
        .try_with(|lowest| {
            if lowest.get() == 0 {
                lowest.set(stack().map_or(1, |bottom| bottom.addr().get() + LEAST_STACK));
            }
            here > lowest.get()
        })
        .unwrap_or(true)
}

/// The lowest address at which an upcall may begin on this thread.
#[cold]
fn stack() -> Option<NonNull<c_void>> {
    let mut attributes = MaybeUninit::<libc::pthread_attr_t>::uninit();
    // SAFETY: has no preconditions.
    let this = unsafe { libc::pthread_self() };
    // SAFETY: writes the attributes of this thread to `attributes`.
    let status = unsafe { libc::pthread_getattr_np(this, attributes.as_mut_ptr()) };
    if status != 0 {
        return None;
    }
    let (mut bottom, mut size) = (null_mut(), 0);
    // SAFETY: `attributes` was written.
    let status = unsafe { libc::pthread_attr_getstack(attributes.as_ptr(), &raw mut bottom, &raw mut size) };
    // SAFETY: `attributes` was written, and is not used again.
    unsafe { libc::pthread_attr_destroy(attributes.as_mut_ptr()) };
    if status == 0 { NonNull::new(bottom) } else { None }
}

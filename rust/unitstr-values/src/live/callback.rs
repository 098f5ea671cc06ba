//! Functions that native code calls and another language runs.

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
    /// A new function that calls the host with this number; its address with a reference. `None` if the library makes
    /// none.
    ///
    /// * When it dies the number goes to [`Host::drain_dead`], on whatever thread that is.
    #[must_use]
    pub fn new_function(&'static self, host: &'static Host, slot: i64) -> Option<u64> {
        let ticket = Ticket::new(host, slot, Some(self));
        let mut function = null_mut();
        // SAFETY: the function calls with this ticket until it ends that, by the other one, once. The result is an
        // address that is null.
        let status = unsafe { (self.functions().create)(ticket.cast(), safe_call, Ticket::delete, &raw mut function) };
        // Whether the library ended the ticket if it failed, nobody knows: then it is lost.
        (status == 0 && !function.is_null()).then(|| function.expose_provenance() as u64)
    }
}

/// What the library calls.
///
/// # Safety
///
/// * `ticket` is of [`Ticket::new`], with a runtime, and lives; there are `n` slots at `args`, and a slot at `result`.
unsafe extern "C" fn safe_call(ticket: *mut c_void, args: *const Slot, n: i32, result: *mut Slot) -> c_int {
    // SAFETY: the caller's promise.
    let &Ticket {
        host, slot, runtime, ..
    } = unsafe { &*ticket.cast::<Ticket>() };
    // From here on the function may die, and the ticket with it: whoever runs may take it out of the registry.
    let Some(runtime) = runtime else { return -1 };
    // SAFETY: as above. It holds nothing: the caller sees to that.
    unsafe { result.write(Slot::NONE) };
    // SAFETY: as above.
    let outcome = catch_unwind(AssertUnwindSafe(|| unsafe { run(host, slot, args, n) }));
    match outcome {
        Ok(Ok(value)) => {
            // SAFETY: as above.
            unsafe { result.write(value) };
            0
        }
        Ok(Err(Raise::Owned(error))) => {
            // SAFETY: an Error object and its reference, by the promise of the host.
            unsafe { runtime.functions().raise_owned(error) };
            -1
        }
        Ok(Err(Raise::New(kind, message))) => runtime.functions().raise(kind, message),
        Err(payload) => {
            // What a panic carries may panic when it is dropped.
            std::mem::forget(payload);
            -1
        }
    }
}

enum Raise {
    Owned(u64),
    New(&'static str, &'static str),
}

/// # Safety
///
/// * There are `n` slots at `args`.
unsafe fn run(host: &Host, slot: i64, args: *const Slot, n: i32) -> Result<Slot, Raise> {
    if host.is_closed() {
        return Err(Raise::New("RuntimeError", "the host of this function is closed"));
    }
    if !has_stack() {
        return Err(Raise::New(
            "RecursionError",
            "calls back are nested too deep for the stack of this thread",
        ));
    }
    let (mut result, mut error) = (Slot::NONE, RawError::default());
    // SAFETY: the caller's promise.
    let status = unsafe { host.dispatch(slot, args, n, &mut result, &mut error) };
    match status {
        0 => match result.index {
            code::ANY | code::RAW_STR..=code::SMALL_BYTES => {
                // SAFETY: by the promise of the host.
                unsafe { own::own(result) }.ok_or(Raise::New("RuntimeError", "a function returned what is no value"))
            }
            _ => Ok(result),
        },
        1 if error.error != 0 => Err(Raise::Owned(error.error)),
        _ => Err(Raise::New("RuntimeError", "a function failed without an error")),
    }
}

thread_local! {
    /// The lowest address of the stack that a call back may begin at; 0 until it is known, 1 if nobody says.
    static LOWEST: Cell<usize> = const { Cell::new(0) };
}

/// Whether this thread has stack for a call back.
fn has_stack() -> bool {
    let here = MaybeUninit::<u8>::uninit();
    let here = here.as_ptr().addr();
    // A thread that ends has none of its own any more: it says yes.
    LOWEST
        .try_with(|lowest| {
            if lowest.get() == 0 {
                lowest.set(stack().map_or(1, |bottom| bottom.addr().get() + LEAST_STACK));
            }
            here > lowest.get()
        })
        .unwrap_or(true)
}

/// Where the stack of this thread ends.
#[cold]
fn stack() -> Option<NonNull<c_void>> {
    let mut attributes = MaybeUninit::<libc::pthread_attr_t>::uninit();
    // SAFETY: has no conditions.
    let this = unsafe { libc::pthread_self() };
    // SAFETY: writes the attributes of this thread.
    let status = unsafe { libc::pthread_getattr_np(this, attributes.as_mut_ptr()) };
    if status != 0 {
        return None;
    }
    let (mut bottom, mut size) = (null_mut(), 0);
    // SAFETY: the attributes were written.
    let status = unsafe { libc::pthread_attr_getstack(attributes.as_ptr(), &raw mut bottom, &raw mut size) };
    // SAFETY: as above, and they are not used again.
    unsafe { libc::pthread_attr_destroy(attributes.as_mut_ptr()) };
    if status == 0 { NonNull::new(bottom) } else { None }
}

//! Receivers of upcalls from native code.

use std::ffi::c_void;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{PoisonError, RwLock};

use crate::live::Slot;
use crate::live::dead::Dead;

/// The function by which a host is called: `(context, slot, arguments, number of arguments, result, error)`.
///
/// * The result is a slot without a value. A value stored there passes to the caller.
/// * Returns 0, or 1 to raise the Error object whose reference it stores in the first word of `error`. Any other
///   number raises an error that says so.
pub type Dispatch = unsafe extern "C" fn(*mut c_void, i64, *const Slot, i32, *mut Slot, *mut RawError) -> i32;

/// An error as in C.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RawError {
    /// An Error object of the library, with a reference; 0 if the library had none.
    pub error: u64,
    /// The number of the exception that is attached to it; 0 if there is none.
    pub slot: i64,
    /// The host of that number; 0 if there is none.
    pub host: u64,
}

const _: () = assert!(size_of::<RawError>() == 24);

/// A receiver of upcalls, which lives until the process ends.
pub struct Host {
    number: u32,
    dispatch: Dispatch,
    context: *mut c_void,
    closed: AtomicBool,
    pub(crate) dead: Dead,
}

// SAFETY: `context` is only passed to `dispatch`, which may be called on any thread by the contract of `new`.
unsafe impl Send for Host {}
// SAFETY: as above; the other fields are atomics and a lock.
unsafe impl Sync for Host {}

static HOSTS: RwLock<Vec<&'static Host>> = RwLock::new(Vec::new());

/// More hosts than a process has class loaders.
const MOST: usize = 1 << 16;

impl Host {
    /// Creates a host; `None` if there are 65,536.
    ///
    /// # Safety
    ///
    /// * `dispatch` may be called with `context` at any time, on any thread, as [`Dispatch`] states, until
    ///   [`close`](Self::close), and lets no exception escape.
    #[must_use]
    pub unsafe fn new(dispatch: Dispatch, context: *mut c_void) -> Option<&'static Self> {
        let mut hosts = HOSTS.write().unwrap_or_else(PoisonError::into_inner);
        let number = u32::try_from(hosts.len() + 1).ok()?;
        if hosts.len() == MOST {
            return None;
        }
        let host: &'static Self = Box::leak(Box::new(Self {
            number,
            dispatch,
            context,
            closed: AtomicBool::new(false),
            dead: Dead::default(),
        }));
        hosts.push(host);
        Some(host)
    }

    /// Returns the host with this number.
    #[must_use]
    pub fn get(number: u32) -> Option<&'static Self> {
        let hosts = HOSTS.read().unwrap_or_else(PoisonError::into_inner);
        hosts.get((number as usize).checked_sub(1)?).copied()
    }

    /// Returns its number, from 1 up.
    #[must_use]
    pub const fn number(&self) -> u32 {
        self.number
    }

    /// Closes the host: from now on its functions raise errors. Running calls continue.
    pub fn close(&self) {
        self.closed.store(true, Ordering::Release);
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Acquire)
    }

    /// Stores the numbers of released functions and exceptions, the oldest first, each once. Returns how many it
    /// stored.
    pub fn drain_dead(&self, slots: &mut [i64]) -> usize {
        self.dead.drain(slots)
    }

    /// # Safety
    ///
    /// * As [`Dispatch`] states.
    pub(crate) unsafe fn dispatch(
        &self,
        slot: i64,
        args: *const Slot,
        n: i32,
        result: *mut Slot,
        error: &mut RawError,
    ) -> i32 {
        // SAFETY: `dispatch` may be called with `context` by the contract of `new`; the caller promises the other
        // arguments.
        unsafe { (self.dispatch)(self.context, slot, args, n, result, error) }
    }
}

impl fmt::Debug for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Host({})", self.number)
    }
}

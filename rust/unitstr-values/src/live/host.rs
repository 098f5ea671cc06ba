//! Who is called back: one user of callbacks in another language.

use std::ffi::c_void;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{PoisonError, RwLock};

use crate::live::Slot;
use crate::live::dead::Dead;

/// What a host is called by: `(context, slot, arguments, how many, result, error)`.
///
/// * The result is a slot without a value. What is put there is owned.
/// * Returns 0, or 1 to raise the Error object whose reference it puts into the first word of `error`. Any other number
///   raises an error that says so.
pub type Dispatch = unsafe extern "C" fn(*mut c_void, i64, *const Slot, i32, *mut Slot, *mut RawError) -> i32;

/// An error as C sees it.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RawError {
    /// An Error object of the library, with a reference; 0 if the library had none.
    pub error: u64,
    /// The number of the exception that it carries; 0 if there is none.
    pub slot: i64,
    /// The host whose number that is; 0 if there is none.
    pub host: u64,
}

const _: () = assert!(size_of::<RawError>() == 24);

/// One user of callbacks. It lives for ever.
pub struct Host {
    number: u32,
    dispatch: Dispatch,
    context: *mut c_void,
    closed: AtomicBool,
    pub(crate) dead: Dead,
}

// SAFETY: the context is for the dispatch function only, which may be called on any thread (promised to `new`).
unsafe impl Send for Host {}
// SAFETY: as above; all else is atomics and a lock.
unsafe impl Sync for Host {}

static HOSTS: RwLock<Vec<&'static Host>> = RwLock::new(Vec::new());

/// More than any process has class loaders.
const MOST: usize = 1 << 16;

impl Host {
    /// A new host; `None` if there are 65,536.
    ///
    /// # Safety
    ///
    /// * `dispatch` may be called with `context` at any time, on any thread, as [`Dispatch`] says, until
    ///   [`close`](Self::close), and no exception leaves it.
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

    /// The host of a number.
    #[must_use]
    pub fn get(number: u32) -> Option<&'static Self> {
        let hosts = HOSTS.read().unwrap_or_else(PoisonError::into_inner);
        hosts.get((number as usize).checked_sub(1)?).copied()
    }

    /// Its number, from 1 up.
    #[must_use]
    pub const fn number(&self) -> u32 {
        self.number
    }

    /// From now on its functions raise errors. Calls that run go on.
    pub fn close(&self) {
        self.closed.store(true, Ordering::Release);
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Acquire)
    }

    /// The numbers of functions and exceptions that died, oldest first, each once. How many.
    pub fn drain_dead(&self, slots: &mut [i64]) -> usize {
        self.dead.drain(slots)
    }

    /// # Safety
    ///
    /// * As [`Dispatch`] says.
    pub(crate) unsafe fn dispatch(
        &self,
        slot: i64,
        args: *const Slot,
        n: i32,
        result: &mut Slot,
        error: &mut RawError,
    ) -> i32 {
        // SAFETY: the promise to `new`, and the caller's.
        unsafe { (self.dispatch)(self.context, slot, args, n, result, error) }
    }
}

impl fmt::Debug for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Host({})", self.number)
    }
}

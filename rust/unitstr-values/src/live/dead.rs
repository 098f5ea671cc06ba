//! Numbers by which native memory refers to functions and exceptions of another language. When such a function or
//! exception is destroyed, on any thread, its number is queued until the other language drains the queue.

use std::collections::VecDeque;
use std::ffi::c_void;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::live::{Host, Runtime};

/// Such a number. It is allocated with its owner, so that destroying the owner allocates nothing.
pub(crate) struct Ticket {
    /// The ticket that was queued before this one.
    next: *mut Self,
    pub host: &'static Host,
    pub slot: i64,
    /// The runtime in which it is called and raises errors; an exception has none.
    pub runtime: Option<&'static Runtime>,
}

impl Ticket {
    pub(crate) fn new(host: &'static Host, slot: i64, runtime: Option<&'static Runtime>) -> *mut Self {
        let next = null_mut();
        Box::into_raw(Box::new(Self { next, host, slot, runtime }))
    }

    /// Queues the number of this ticket for its host.
    ///
    /// # Safety
    ///
    /// * `ticket` is from [`Ticket::new`], and is not used any more.
    pub(crate) unsafe fn die(ticket: *mut Self) {
        // SAFETY: `ticket` lives until the queue is drained.
        let host = unsafe { (*ticket).host };
        // SAFETY: the caller promises that `ticket` is from `Ticket::new` and is not used any more.
        unsafe { host.dead.push(ticket) };
    }

    /// [`Ticket::die`] for C.
    ///
    /// # Safety
    ///
    /// * As [`Ticket::die`].
    pub(crate) unsafe extern "C" fn delete(ticket: *mut c_void) {
        // SAFETY: the caller promises that `ticket` is from `Ticket::new` and is not used any more.
        unsafe { Self::die(ticket.cast()) };
    }
}

/// The queue of released numbers. Adding to it never blocks.
#[derive(Debug, Default)]
pub(crate) struct Dead {
    /// The ticket that was queued last.
    last: AtomicPtr<Ticket>,
    /// Numbers that were taken from the list and not returned yet, the oldest first. Used only when draining.
    waiting: Mutex<VecDeque<i64>>,
}

impl Dead {
    /// # Safety
    ///
    /// * As [`Ticket::die`].
    unsafe fn push(&self, ticket: *mut Ticket) {
        let mut last = self.last.load(Ordering::Relaxed);
        loop {
            // SAFETY: `ticket` is not in the list yet, so only this thread has it.
            unsafe { (*ticket).next = last };
            match self.last.compare_exchange_weak(last, ticket, Ordering::Release, Ordering::Relaxed) {
                Ok(_) => return,
                Err(other) => last = other,
            }
        }
    }

    /// Returns queued numbers, the oldest first, each once: as many as `slots` can hold.
    pub(crate) fn drain(&self, slots: &mut [i64]) -> usize {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let mut next = self.last.swap(null_mut(), Ordering::Acquire);
        let at = waiting.len();
        while !next.is_null() {
            // SAFETY: `next` is from `Ticket::new`; this thread has taken over the list, which contains each ticket
            // once.
            let ticket = unsafe { Box::from_raw(next) };
            waiting.push_back(ticket.slot);
            next = ticket.next;
        }
        waiting.make_contiguous()[at..].reverse();
        let count = waiting.len().min(slots.len());
        for (slot, dead) in slots.iter_mut().zip(waiting.drain(..count)) {
            *slot = dead;
        }
        count
    }
}

//! What native memory holds of another language's, by number: a function, an exception. When it dies, on whatever
//! thread, the number goes to a queue that the other language empties when it likes.

use std::collections::VecDeque;
use std::ffi::c_void;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::live::{Host, Runtime};

/// One such number. It is made with its owner, so that the owner's end allocates nothing.
pub(crate) struct Ticket {
    /// The one that died before it.
    next: *mut Self,
    pub host: &'static Host,
    pub slot: i64,
    /// Where it calls, and raises errors; an exception needs none.
    pub runtime: Option<&'static Runtime>,
}

impl Ticket {
    pub(crate) fn new(host: &'static Host, slot: i64, runtime: Option<&'static Runtime>) -> *mut Self {
        let next = null_mut();
        Box::into_raw(Box::new(Self {
            next,
            host,
            slot,
            runtime,
        }))
    }

    /// Ends it: its number goes to the queue of its host.
    ///
    /// # Safety
    ///
    /// * `ticket` is of [`Ticket::new`], and nobody uses it any more.
    pub(crate) unsafe fn die(ticket: *mut Self) {
        // SAFETY: it lives until the queue is emptied.
        let host = unsafe { (*ticket).host };
        // SAFETY: the caller's promise.
        unsafe { host.dead.push(ticket) };
    }

    /// [`Ticket::die`] for C.
    ///
    /// # Safety
    ///
    /// As there.
    pub(crate) unsafe extern "C" fn delete(ticket: *mut c_void) {
        // SAFETY: the caller's promise.
        unsafe { Self::die(ticket.cast()) };
    }
}

/// The numbers of the dead. Who dies waits for nobody.
#[derive(Debug, Default)]
pub(crate) struct Dead {
    /// The last one that died.
    last: AtomicPtr<Ticket>,
    /// Taken out of the list and not asked for yet, oldest first. For those who empty the queue.
    waiting: Mutex<VecDeque<i64>>,
}

impl Dead {
    /// # Safety
    ///
    /// * As [`Ticket::die`].
    unsafe fn push(&self, ticket: *mut Ticket) {
        let mut last = self.last.load(Ordering::Relaxed);
        loop {
            // SAFETY: nobody else has it yet.
            unsafe { (*ticket).next = last };
            match self
                .last
                .compare_exchange_weak(last, ticket, Ordering::Release, Ordering::Relaxed)
            {
                Ok(_) => return,
                Err(other) => last = other,
            }
        }
    }

    /// Takes numbers out, oldest first, each once: as many as there is room for.
    pub(crate) fn drain(&self, slots: &mut [i64]) -> usize {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let mut next = self.last.swap(null_mut(), Ordering::Acquire);
        let at = waiting.len();
        while !next.is_null() {
            // SAFETY: of `Ticket::new`; the list was this one's when it was taken, and each is in it once.
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

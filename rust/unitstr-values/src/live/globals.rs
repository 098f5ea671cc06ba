//! Global functions. The library's table of functions does not support concurrent changes: this module has one lock
//! for the whole process, which other users of the library do not take.

use std::ffi::c_int;
use std::ptr::with_exposed_provenance_mut;
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use crate::live::{ByteArray, RawError, Runtime, Slot, own};

/// Whether the registry is frozen. Calls of the library that read its table hold the lock shared; calls that change
/// the table hold it exclusively.
static FROZEN: RwLock<bool> = RwLock::new(false);

/// Prevents changes of the library's table.
pub(crate) fn read() -> RwLockReadGuard<'static, bool> {
    FROZEN.read().unwrap_or_else(PoisonError::into_inner)
}

fn write() -> RwLockWriteGuard<'static, bool> {
    FROZEN.write().unwrap_or_else(PoisonError::into_inner)
}

/// The reason why the registry was not changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotSet {
    /// The registry is frozen.
    Frozen,
    /// The library raised an error, whose reference passes to the caller.
    Raised(RawError),
}

/// Ends registering and removing functions by this crate, in all libraries.
pub fn freeze() {
    *write() = true;
}

impl Runtime {
    /// Returns the address of the global function of this name, with a reference. Each call asks the library.
    ///
    /// # Errors
    ///
    /// The error that the library raised; its reference passes to the caller.
    pub fn function(&self, name: &[u8]) -> Result<Option<u64>, RawError> {
        let _shared = read();
        let found = self.look_up(name)?;
        Ok((found != 0).then_some(found))
    }

    /// The same for a caller that holds the lock; 0 if there is none.
    fn look_up(&self, name: &[u8]) -> Result<u64, RawError> {
        let found = self.functions().global(name).map_err(|_| self.functions().take())?;
        Ok(found.expose_provenance() as u64)
    }

    /// Registers a function under a name; with `replace`, it replaces a function of that name.
    ///
    /// # Errors
    ///
    /// * [`NotSet::Frozen`] after [`freeze`].
    /// * [`NotSet::Raised`] if the library refuses: a function of that name exists, and `replace` is false.
    ///
    /// # Safety
    ///
    /// * `function` is the address of a live function object of this library.
    pub unsafe fn set_global(&self, name: &[u8], function: u64, replace: bool) -> Result<(), NotSet> {
        self.change(name, replace, || {
            let bytes = ByteArray::of(name);
            let function = with_exposed_provenance_mut(function as usize);
            // SAFETY: the name lives during the call; the caller promises that `function` is a live function object.
            let status = unsafe { (self.functions().set_global)(&raw const bytes, function, c_int::from(replace)) };
            if status == 0 { Ok(()) } else { Err(self.functions().take()) }
        })
    }

    /// Removes the function of this name from the library's table. Does nothing if there is none.
    ///
    /// # Errors
    ///
    /// * [`NotSet::Frozen`] after [`freeze`].
    /// * [`NotSet::Raised`] if the library raises an error. The error is empty if the library has no
    ///   `ffi.FunctionRemoveGlobal`.
    pub fn remove_global(&self, name: &[u8]) -> Result<(), NotSet> {
        self.change(name, true, || {
            let remover = self.look_up(b"ffi.FunctionRemoveGlobal")?;
            if remover == 0 {
                return Err(RawError::default());
            }
            let (argument, mut result) = (Slot::text(false, name), Slot::NONE);
            // SAFETY: `remover` is a function of the library; it and the argument live until they are released below.
            let outcome = unsafe { self.call(remover, &raw const argument, 1, &mut result) };
            for slot in [argument, result].into_iter().filter(|slot| slot.is_object()) {
                // SAFETY: both slots own the objects to which they refer.
                unsafe { own::release(slot.word) };
            }
            // SAFETY: the reference to `remover` was obtained above.
            unsafe { own::release(remover) };
            outcome
        })
    }

    /// Changes the table while holding the lock.
    ///
    /// * `replaces`: the present function of this name leaves the table. Destroying it may run foreign code that
    ///   looks up a function, so its last reference is released after the lock.
    fn change(&self, name: &[u8], replaces: bool, change: impl FnOnce() -> Result<(), RawError>) -> Result<(), NotSet> {
        let frozen = write();
        if *frozen {
            return Err(NotSet::Frozen);
        }
        let before = if replaces { self.look_up(name).map_err(NotSet::Raised)? } else { 0 };
        let outcome = change();
        drop(frozen);
        // SAFETY: the reference to `before` was obtained above.
        unsafe { own::release(before) };
        outcome.map_err(NotSet::Raised)
    }
}

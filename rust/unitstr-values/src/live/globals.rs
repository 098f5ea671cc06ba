//! Global functions. The library's table of them bears no two at once if one of them writes: one lock for this whole
//! process, which other users of the library do not know.

use std::ffi::c_int;
use std::ptr::{null_mut, with_exposed_provenance_mut};
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use crate::live::{ByteArray, RawError, Runtime, Slot, own};

/// Whether the registry is frozen. Calls of the library that read its table hold the lock shared, calls that change it
/// hold it alone.
static FROZEN: RwLock<bool> = RwLock::new(false);

/// Keeps the library's table of functions as it is.
pub(crate) fn read() -> RwLockReadGuard<'static, bool> {
    FROZEN.read().unwrap_or_else(PoisonError::into_inner)
}

fn write() -> RwLockWriteGuard<'static, bool> {
    FROZEN.write().unwrap_or_else(PoisonError::into_inner)
}

/// Why the registry was not changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotSet {
    /// The registry is frozen.
    Frozen,
    /// The library raised an error; its reference is the caller's.
    Raised(RawError),
}

/// No function is registered or removed by this crate any more, in any library.
pub fn freeze() {
    *write() = true;
}

impl Runtime {
    /// The global function of a name, its address with a reference. The library is asked each time.
    ///
    /// # Errors
    ///
    /// The library's, if it raised one; the reference is the caller's.
    pub fn function(&self, name: &[u8]) -> Result<Option<u64>, RawError> {
        let _shared = read();
        let found = self.look_up(name)?;
        Ok((found != 0).then_some(found))
    }

    /// The same, 0 if there is none, for who holds the lock.
    fn look_up(&self, name: &[u8]) -> Result<u64, RawError> {
        let (bytes, mut function) = (ByteArray::of(name), null_mut());
        // SAFETY: the name lives during the call; the result is an address that is null.
        let status = unsafe { (self.functions().get_global)(&raw const bytes, &raw mut function) };
        if status != 0 {
            return Err(self.functions().take());
        }
        Ok(function.expose_provenance() as u64)
    }

    /// Registers a function under a name; with `replace` also if there is one.
    ///
    /// # Errors
    ///
    /// * [`NotSet::Frozen`] after [`freeze`].
    /// * [`NotSet::Raised`] if the library refuses: there is one of the name, and `replace` is false.
    ///
    /// # Safety
    ///
    /// * `function` is the address of a function object of this library that lives.
    pub unsafe fn set_global(&self, name: &[u8], function: u64, replace: bool) -> Result<(), NotSet> {
        self.change(name, replace, || {
            let bytes = ByteArray::of(name);
            let function = with_exposed_provenance_mut(function as usize);
            // SAFETY: the name lives during the call; the function is promised by the caller.
            let status = unsafe { (self.functions().set_global)(&raw const bytes, function, c_int::from(replace)) };
            if status == 0 {
                Ok(())
            } else {
                Err(self.functions().take())
            }
        })
    }

    /// Removes the function of a name from the library's table. Nothing happens if there is none.
    ///
    /// # Errors
    ///
    /// * [`NotSet::Frozen`] after [`freeze`].
    /// * [`NotSet::Raised`] if the library raises an error. It is empty if the library has no `ffi.FunctionRemoveGlobal`.
    pub fn remove_global(&self, name: &[u8]) -> Result<(), NotSet> {
        self.change(name, true, || {
            let remover = self.look_up(b"ffi.FunctionRemoveGlobal")?;
            if remover == 0 {
                return Err(RawError::default());
            }
            let (argument, mut result) = (Slot::text(false, name), Slot::NONE);
            // SAFETY: a function of the library and one argument, which live until they are released below.
            let outcome = unsafe { self.call(remover, &raw const argument, 1, &mut result) };
            for slot in [argument, result].into_iter().filter(|slot| slot.is_object()) {
                // SAFETY: both own what they refer to.
                unsafe { own::release(slot.word) };
            }
            // SAFETY: the reference that was got.
            unsafe { own::release(remover) };
            outcome
        })
    }

    /// Changes the table under the lock.
    ///
    /// * `replaces`: the function that has the name now leaves the table. It may end then, and its end may be the work of
    ///   anybody, who may look for a function: so it is kept until the lock is free.
    fn change(&self, name: &[u8], replaces: bool, change: impl FnOnce() -> Result<(), RawError>) -> Result<(), NotSet> {
        let frozen = write();
        if *frozen {
            return Err(NotSet::Frozen);
        }
        let before = if replaces {
            self.look_up(name).map_err(NotSet::Raised)?
        } else {
            0
        };
        let outcome = change();
        drop(frozen);
        // SAFETY: the reference that was got.
        unsafe { own::release(before) };
        outcome.map_err(NotSet::Raised)
    }
}

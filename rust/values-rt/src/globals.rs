//! Global functions. The library's table of them bears no two at once if one of them writes: one lock for this whole
//! process, which other users of the library do not know.

use std::collections::HashMap;
use std::ffi::c_int;
use std::ptr::{null_mut, with_exposed_provenance_mut};
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use crate::{ByteArray, RawError, Runtime, own};

/// What was found, so that the library is asked once for each name.
#[derive(Debug, Default)]
struct Registry {
    frozen: bool,
    /// By runtime and name; each with a reference.
    found: HashMap<(u32, Box<[u8]>), u64>,
}

static REGISTRY: RwLock<Option<Registry>> = RwLock::new(None);

fn read() -> RwLockReadGuard<'static, Option<Registry>> {
    REGISTRY.read().unwrap_or_else(PoisonError::into_inner)
}

fn write() -> RwLockWriteGuard<'static, Option<Registry>> {
    REGISTRY.write().unwrap_or_else(PoisonError::into_inner)
}

/// Why a function was not registered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotSet {
    /// The registry is frozen.
    Frozen,
    /// The library raised an error; its reference is the caller's.
    Raised(RawError),
}

/// No function is registered by this crate any more, in any library.
pub fn freeze() {
    write().get_or_insert_default().frozen = true;
}

impl Runtime {
    /// The global function of a name, its address with a reference.
    ///
    /// * Once found, it is remembered: if somebody else replaces it in the library, the first one stays.
    ///
    /// # Errors
    ///
    /// The library's, if it raised one; the reference is the caller's.
    pub fn function(&self, name: &[u8]) -> Result<Option<u64>, RawError> {
        let key = (self.number(), Box::from(name));
        let retained = |found: &u64| {
            // SAFETY: a function that the registry has a reference to, while this lock is held.
            unsafe { own::retain(*found) };
            *found
        };
        if let Some(found) = read().as_ref().and_then(|registry| registry.found.get(&key)) {
            return Ok(Some(retained(found)));
        }
        let mut registry = write();
        let (bytes, mut function) = (ByteArray::of(name), null_mut());
        // SAFETY: the name lives during the call; the result is an address that is null.
        let status = unsafe { (self.functions().get_global)(&raw const bytes, &raw mut function) };
        if status != 0 {
            return Err(self.functions().take());
        }
        if function.is_null() {
            return Ok(None);
        }
        let found = function.expose_provenance() as u64;
        let before = registry.get_or_insert_default().found.insert(key, found);
        // SAFETY: the reference that was got is the registry's; the caller gets another one.
        unsafe { own::retain(found) };
        drop(registry);
        // SAFETY: the registry gave its reference up: another thread was here first.
        unsafe { own::release(before.unwrap_or(0)) };
        Ok(Some(found))
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
        let mut registry = write();
        if registry.get_or_insert_default().frozen {
            return Err(NotSet::Frozen);
        }
        let bytes = ByteArray::of(name);
        let function = with_exposed_provenance_mut(function as usize);
        // What is replaced may end, and its end may be the work of anybody, who may look for a function: not under this
        // lock, and not while the library is at its table. So it stays until then.
        let mut replaced = null_mut();
        if replace {
            // SAFETY: as in `function`.
            let status = unsafe { (self.functions().get_global)(&raw const bytes, &raw mut replaced) };
            if status != 0 {
                return Err(NotSet::Raised(self.functions().take()));
            }
        }
        let replaced = replaced.expose_provenance() as u64;
        // SAFETY: the name lives during the call; the function is promised by the caller.
        let status = unsafe { (self.functions().set_global)(&raw const bytes, function, c_int::from(replace)) };
        if status != 0 {
            let raised = self.functions().take();
            drop(registry);
            // SAFETY: the reference that was got.
            unsafe { own::release(replaced) };
            return Err(NotSet::Raised(raised));
        }
        let key = (self.number(), Box::from(name));
        let before = registry.get_or_insert_default().found.remove(&key);
        drop(registry);
        // SAFETY: the registry gave its reference up.
        unsafe { own::release(before.unwrap_or(0)) };
        // SAFETY: the reference that was got.
        unsafe { own::release(replaced) };
        Ok(())
    }
}

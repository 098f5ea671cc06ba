//! Opened libraries, and calls of their functions.

use std::fmt;
use std::path::Path;
use std::ptr::with_exposed_provenance_mut;
use std::sync::{Mutex, OnceLock, PoisonError};

use crate::live::abi::Functions;
use crate::live::{Library, OpenError, RawError, Refused, Slot, TvmFfi, globals};

/// A library of values in use. It lives until the process ends, and so does the library.
#[derive(Debug)]
pub struct Runtime {
    number: u32,
    library: TvmFfi,
}

/// More than any process has: one for each file.
const MOST: usize = 16;

static RUNTIMES: [OnceLock<Runtime>; MOST] = [const { OnceLock::new() }; MOST];
static OPENING: Mutex<()> = Mutex::new(());

/// The reason why a library was not opened.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotOpened {
    /// The library cannot be loaded.
    Open(OpenError),
    /// The library is refused.
    Refused(Refused),
    /// There are 16 others already.
    TooMany,
}

impl fmt::Display for NotOpened {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Open(error) => error.fmt(f),
            Self::Refused(error) => error.fmt(f),
            Self::TooMany => write!(f, "there are {MOST} libraries of values already"),
        }
    }
}

impl std::error::Error for NotOpened {}

impl Runtime {
    /// Loads a library by [`Library::open`] and checks it by [`TvmFfi::of`]. For a library that is open already,
    /// returns the same runtime.
    ///
    /// # Errors
    ///
    /// The errors of these two functions; [`NotOpened::TooMany`] if there are 16 others.
    ///
    /// # Safety
    ///
    /// * As [`Library::open`].
    pub unsafe fn open(path: &Path) -> Result<&'static Self, NotOpened> {
        let _one = OPENING.lock().unwrap_or_else(PoisonError::into_inner);
        // SAFETY: the caller promises what `Library::open` requires: it trusts the file at `path`.
        let library = unsafe { Library::open(path, true) }.map_err(NotOpened::Open)?;
        let opened = || RUNTIMES.iter().map_while(OnceLock::get);
        if let Some(same) = opened().find(|runtime| runtime.library.library().is_same(&library)) {
            return Ok(same);
        }
        let index = opened().count();
        let place = RUNTIMES.get(index).ok_or(NotOpened::TooMany)?;
        let library = TvmFfi::of(library).map_err(NotOpened::Refused)?;
        // No overflow: at most 16.
        let number = index as u32 + 1;
        Ok(place.get_or_init(|| Self { number, library }))
    }

    /// Returns the runtime with this number.
    #[must_use]
    pub fn get(number: u32) -> Option<&'static Self> {
        RUNTIMES.get((number as usize).checked_sub(1)?)?.get()
    }

    /// Returns its number, from 1 up.
    #[must_use]
    pub const fn number(&self) -> u32 {
        self.number
    }

    /// Returns the library.
    #[must_use]
    pub const fn library(&self) -> &TvmFfi {
        &self.library
    }

    pub(crate) const fn functions(&self) -> &Functions {
        self.library.functions()
    }

    /// Calls a function with borrowed arguments; the caller owns the result.
    ///
    /// * `result` has no value during the call and after a failure.
    /// * The error, if there is one, is fetched on this thread before anything else runs on it.
    ///
    /// # Errors
    ///
    /// The raised error, whose reference passes to the caller.
    ///
    /// # Safety
    ///
    /// * `function` is the address of a live function object of this library.
    /// * There are `n` slots at `args`, and everything to which they refer is alive until this returns.
    pub unsafe fn call(&self, function: u64, args: *const Slot, n: i32, result: &mut Slot) -> Result<(), RawError> {
        *result = Slot::NONE;
        // This function reads the whole table of global functions.
        let _shared = (function == self.library.lister()).then(globals::read);
        let function = with_exposed_provenance_mut(function as usize);
        // SAFETY: the caller promises `function` and the `n` slots at `args`; `result` has no value.
        let status = unsafe { (self.functions().call)(function, args, n, result) };
        if status == 0 {
            return Ok(());
        }
        Err(self.failed(result))
    }

    #[cold]
    fn failed(&self, result: &mut Slot) -> RawError {
        *result = Slot::NONE;
        self.functions().take()
    }
}

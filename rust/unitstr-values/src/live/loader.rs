//! Loads a library that would replace the handler of SIGSEGV.
//!
//! libtvm_ffi calls `std::signal(SIGSEGV, …)` when it is loaded. In a JVM the next null check in compiled code would
//! then end the process. A thread that exists only for this purpose therefore loads the library and cannot change
//! that action ([`guard`](crate::live::guard)); if the system allows no such thread, the action is restored
//! afterwards.

use std::ffi::{CStr, CString, c_void};
use std::fmt;
use std::mem::MaybeUninit;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::ptr::NonNull;

use crate::live::{copies, guard};

/// A loaded library, which stays loaded.
#[derive(Debug)]
pub struct Library {
    handle: NonNull<c_void>,
    path: PathBuf,
    warnings: Vec<Warning>,
}

// SAFETY: `handle` is from `dlopen`, and any thread may use it.
unsafe impl Send for Library {}
// SAFETY: several threads may call `dlsym` with `handle` at once.
unsafe impl Sync for Library {}

/// A condition that was not as expected but did no known harm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Warning {
    /// The system refused the filter: for some milliseconds the library may have had the handler of SIGSEGV.
    Unguarded {
        /// The number of the system's error.
        errno: i32,
    },
    /// The library changed the action of SIGSEGV nevertheless; the action was restored.
    Restored,
    /// The version is older than those with which this was tested.
    Old {
        /// The version.
        version: [u32; 3],
    },
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unguarded { errno } => write!(
                f,
                "loaded without a filter of system calls (error {errno}): a thread that hit a null check meanwhile may \
                 have ended the process"
            ),
            Self::Restored => f.write_str("the library took the handler of SIGSEGV; it was put back"),
            Self::Old { version: [a, b, c] } => write!(f, "the version {a}.{b}.{c} is older than those tested"),
        }
    }
}

/// The reason why a library was not loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OpenError {
    /// The path contains a NUL.
    Path,
    /// The path is empty: `dlopen` would return the program itself.
    Empty,
    /// The library is loaded already, and has the handler of SIGSEGV. It must be loaded by this function instead, or
    /// with `LD_PRELOAD=libjsig.so`, which leaves the handler to the JVM.
    HasHandler {
        /// The path of the library.
        path: PathBuf,
    },
    /// Another copy of libtvm_ffi is loaded: a second one would end the process.
    OtherCopy {
        /// The path of the library to load.
        path: PathBuf,
        /// The path of the loaded library.
        loaded: PathBuf,
    },
    /// The error message of `dlopen`.
    Load(String),
    /// No thread could be started.
    Thread(String),
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Path => f.write_str("the path holds a NUL"),
            Self::Empty => f.write_str("the path is empty"),
            Self::HasHandler { path } => write!(
                f,
                "{} is already loaded and handles SIGSEGV, which is the JVM's: load it by unitstr first, or start the JVM \
                 with LD_PRELOAD=<Java home>/lib/libjsig.so",
                path.display()
            ),
            Self::OtherCopy { path, loaded } => write!(
                f,
                "cannot load {}: another copy of libtvm_ffi is already loaded, {}, and a process can only have one; open \
                 that one",
                path.display(),
                loaded.display()
            ),
            Self::Load(message) | Self::Thread(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for OpenError {}

impl Library {
    /// Loads a library without changing the action of SIGSEGV.
    ///
    /// * `is_global`: its symbols are visible to all libraries that are loaded later (`RTLD_GLOBAL`).
    ///
    /// # Errors
    ///
    /// * [`OpenError::Path`] if `path` contains a NUL, [`OpenError::Empty`] if it is empty.
    /// * [`OpenError::HasHandler`] if the library is already loaded and has the handler.
    /// * [`OpenError::OtherCopy`] if it is libtvm_ffi and another copy of it is loaded.
    /// * [`OpenError::Load`] if it cannot be loaded.
    /// * [`OpenError::Thread`] if no thread can be started.
    ///
    /// # Safety
    ///
    /// * The library's constructors run and may do anything: the caller trusts the file.
    pub unsafe fn open(path: &Path, is_global: bool) -> Result<Self, OpenError> {
        if path.as_os_str().is_empty() {
            return Err(OpenError::Empty);
        }
        let name = CString::new(path.as_os_str().as_bytes()).map_err(|_| OpenError::Path)?;
        let before = action();
        if is_loaded(&name) {
            if let Some(owner) = file_of(before.handler())
                && is_same_file(&owner, path)
            {
                return Err(OpenError::HasHandler { path: path.to_owned() });
            }
        } else if let Some(loaded) = copies::other_copy(path) {
            let path = path.to_owned();
            return Err(OpenError::OtherCopy { path, loaded });
        }
        let scope = if is_global { libc::RTLD_GLOBAL } else { libc::RTLD_LOCAL };
        let load = move || {
            let guarded = guard::forbid_sigsegv();
            // SAFETY: `name` is terminated by a zero byte; the caller trusts the file.
            let handle = unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_NOW | scope) };
            match NonNull::new(handle) {
                // Passed as a number, because a pointer cannot be sent to another thread.
                Some(handle) => Ok((handle.as_ptr().expose_provenance(), guarded)),
                None => Err(last_message()),
            }
        };
        let thread = std::thread::Builder::new().name("unitstr-loader".to_owned()).spawn(load);
        let thread = thread.map_err(|error| OpenError::Thread(error.to_string()))?;
        let loaded = thread.join().map_err(|_| OpenError::Thread("the loader panicked".to_owned()))?;
        let mut warnings = Vec::new();
        if action() != before {
            before.restore();
            warnings.push(Warning::Restored);
        }
        let (handle, guarded) = loaded.map_err(OpenError::Load)?;
        if let Err(errno) = guarded {
            warnings.insert(0, Warning::Unguarded { errno });
        }
        let handle = NonNull::new(std::ptr::with_exposed_provenance_mut(handle));
        Ok(Self {
            handle: handle.ok_or_else(|| OpenError::Load("no handle".to_owned()))?,
            path: path.to_owned(),
            warnings,
        })
    }

    /// Returns the warnings.
    #[must_use]
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// Returns the path from which it was loaded.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns whether both are the same loaded library.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.handle == other.handle
    }

    /// Returns the address of a function or variable; `None` if the library has none of this name.
    #[must_use]
    pub fn symbol(&self, name: &CStr) -> Option<NonNull<c_void>> {
        // SAFETY: `handle` is from `dlopen` and never closed; `name` is terminated by a zero byte.
        NonNull::new(unsafe { libc::dlsym(self.handle.as_ptr(), name.as_ptr()) })
    }
}

/// The message of `dlerror`.
fn last_message() -> String {
    // SAFETY: `message` belongs to this thread.
    let message = unsafe { libc::dlerror() };
    if message.is_null() {
        return "dlopen failed".to_owned();
    }
    // SAFETY: `message` is terminated by a zero byte, and valid until the next call on this thread.
    unsafe { CStr::from_ptr(message) }.to_string_lossy().into_owned()
}

/// The kernel's action of SIGSEGV: handler, flags, mask and any other members, in one block. It is read and set by
/// the system call itself, because with libjsig `sigaction` refers to the handlers behind the JVM's.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Action([usize; ACTION_WORDS]);

/// At least as large as `struct kernel_sigaction` on any 64-bit machine.
const ACTION_WORDS: usize = 8;
/// The size of a signal mask in bytes.
const MASK_BYTES: usize = 8;

fn action() -> Action {
    let mut action = Action([0; ACTION_WORDS]);
    // SAFETY: only reads the action, into memory that is large enough.
    unsafe { libc::syscall(libc::SYS_rt_sigaction, libc::SIGSEGV, 0_usize, &raw mut action, MASK_BYTES) };
    action
}

impl Action {
    const fn handler(self) -> usize {
        self.0[0]
    }

    fn restore(self) {
        // SAFETY: sets an action that the system returned.
        unsafe { libc::syscall(libc::SYS_rt_sigaction, libc::SIGSEGV, &raw const self, 0_usize, MASK_BYTES) };
    }
}

/// Whether a library of this name is loaded. It then stays loaded, because the handle is not closed.
fn is_loaded(name: &CStr) -> bool {
    // SAFETY: loads nothing; `name` is terminated by a zero byte.
    let handle = unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_NOW | libc::RTLD_NOLOAD) };
    !handle.is_null()
}

/// The file that contains the code at an address.
pub(crate) fn file_of(code: usize) -> Option<PathBuf> {
    let mut info = MaybeUninit::<libc::Dl_info>::zeroed();
    // SAFETY: looks up any address; `info` has the right size.
    let found = unsafe { libc::dladdr(std::ptr::without_provenance(code), info.as_mut_ptr()) };
    // SAFETY: `info` consists of addresses, which are zero if not written.
    let info = unsafe { info.assume_init() };
    if found == 0 || info.dli_fname.is_null() {
        return None;
    }
    // SAFETY: the name is terminated by a zero byte, and valid as long as the library is loaded.
    let name = unsafe { CStr::from_ptr(info.dli_fname) };
    Some(Path::new(std::ffi::OsStr::from_bytes(name.to_bytes())).to_owned())
}

fn is_same_file(a: &Path, b: &Path) -> bool {
    match (a.canonicalize(), b.canonicalize()) {
        (Ok(a), Ok(b)) => a == b,
        _ => a.file_name() == b.file_name(),
    }
}

//! Loading a library that would take the handler of SIGSEGV.
//!
//! libtvm_ffi calls `std::signal(SIGSEGV, …)` when it is loaded. In a JVM the next null check that the JIT compiled
//! would end the process. So a thread that lives for nothing else loads it, and cannot change that action
//! ([`guard`](crate::live::guard)); where the system allows no such thread, the action is put back afterwards.

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

// SAFETY: a handle of `dlopen`, which any thread may use.
unsafe impl Send for Library {}
// SAFETY: `dlsym` may be called from several threads at once.
unsafe impl Sync for Library {}

/// What was not as it should be, and did no harm that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Warning {
    /// The system refused the filter: for some milliseconds the library may have had the handler of SIGSEGV.
    Unguarded {
        /// The number of the system's error.
        errno: i32,
    },
    /// The library had changed the action of SIGSEGV in spite of all; it was put back.
    Restored,
    /// The version is older than those that this was tested with.
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

/// Why a library was not loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OpenError {
    /// The path holds a NUL.
    Path,
    /// There is no path: `dlopen` would give the program itself.
    Empty,
    /// It is loaded already, and has the handler of SIGSEGV: whoever loaded it has to load it by this, or with
    /// `LD_PRELOAD=libjsig.so`, which leaves the handler to the JVM.
    HasHandler {
        /// Which library.
        path: PathBuf,
    },
    /// Another copy of libtvm_ffi is loaded: a second one would end the process.
    OtherCopy {
        /// The library that was to be loaded.
        path: PathBuf,
        /// The one that is.
        loaded: PathBuf,
    },
    /// What `dlopen` says.
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
    /// Loads a library and keeps the action of SIGSEGV as it was.
    ///
    /// * `is_global`: its symbols are for all libraries that are loaded later (`RTLD_GLOBAL`).
    ///
    /// # Errors
    ///
    /// * [`OpenError::Path`] if `path` holds a NUL, [`OpenError::Empty`] if it is empty.
    /// * [`OpenError::HasHandler`] if the library is already loaded and has the handler.
    /// * [`OpenError::OtherCopy`] if it is a libtvm_ffi and another file of that kind is loaded.
    /// * [`OpenError::Load`] if it cannot be loaded.
    /// * [`OpenError::Thread`] if no thread can be started.
    ///
    /// # Safety
    ///
    /// * The library's constructors run, and are code that may do anything: the caller trusts the file.
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
            // SAFETY: the name ends with a zero byte; what is loaded is the caller's choice.
            let handle = unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_NOW | scope) };
            match NonNull::new(handle) {
                // As a number: a pointer does not leave its thread.
                Some(handle) => Ok((handle.as_ptr().expose_provenance(), guarded)),
                None => Err(last_message()),
            }
        };
        let thread = std::thread::Builder::new()
            .name("unitstr-loader".to_owned())
            .spawn(load);
        let thread = thread.map_err(|error| OpenError::Thread(error.to_string()))?;
        let loaded = thread
            .join()
            .map_err(|_| OpenError::Thread("the loader panicked".to_owned()))?;
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

    /// What was not as it should be.
    #[must_use]
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// Where it was loaded from.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether it is the same library, loaded once.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.handle == other.handle
    }

    /// The address of a function or variable; `None` if the library has none of this name.
    #[must_use]
    pub fn symbol(&self, name: &CStr) -> Option<NonNull<c_void>> {
        // SAFETY: a handle of `dlopen` that is never closed, and a name with a zero byte at its end.
        NonNull::new(unsafe { libc::dlsym(self.handle.as_ptr(), name.as_ptr()) })
    }
}

/// What `dlerror` says.
fn last_message() -> String {
    // SAFETY: it is this thread's own message.
    let message = unsafe { libc::dlerror() };
    if message.is_null() {
        return "dlopen failed".to_owned();
    }
    // SAFETY: a string with a zero byte at its end, valid until the next call of this thread.
    unsafe { CStr::from_ptr(message) }.to_string_lossy().into_owned()
}

/// What SIGSEGV does, as the kernel has it: handler, flags, the mask and what else the machine has, in one block. Asked
/// and set by the system call itself: where libjsig is loaded, `sigaction` speaks of the handlers behind the JVM's.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Action([usize; ACTION_WORDS]);

/// At least as large as `struct kernel_sigaction` on any 64-bit machine.
const ACTION_WORDS: usize = 8;
/// The bytes of a signal mask.
const MASK_BYTES: usize = 8;

fn action() -> Action {
    let mut action = Action([0; ACTION_WORDS]);
    // SAFETY: asks only, into memory that is large enough.
    unsafe {
        libc::syscall(
            libc::SYS_rt_sigaction,
            libc::SIGSEGV,
            0_usize,
            &raw mut action,
            MASK_BYTES,
        )
    };
    action
}

impl Action {
    const fn handler(self) -> usize {
        self.0[0]
    }

    fn restore(self) {
        // SAFETY: an action that the system had.
        unsafe {
            libc::syscall(
                libc::SYS_rt_sigaction,
                libc::SIGSEGV,
                &raw const self,
                0_usize,
                MASK_BYTES,
            )
        };
    }
}

/// Whether a library of this name is loaded. If so, it stays: the handle is not given back.
fn is_loaded(name: &CStr) -> bool {
    // SAFETY: loads nothing; the name ends with a zero byte.
    let handle = unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_NOW | libc::RTLD_NOLOAD) };
    !handle.is_null()
}

/// The file that has the code at an address.
pub(crate) fn file_of(code: usize) -> Option<PathBuf> {
    let mut info = MaybeUninit::<libc::Dl_info>::zeroed();
    // SAFETY: looks an address up, whatever it is; the result has the right size.
    let found = unsafe { libc::dladdr(std::ptr::without_provenance(code), info.as_mut_ptr()) };
    // SAFETY: addresses, zero at least.
    let info = unsafe { info.assume_init() };
    if found == 0 || info.dli_fname.is_null() {
        return None;
    }
    // SAFETY: a string with a zero byte at its end, valid as long as the library is loaded.
    let name = unsafe { CStr::from_ptr(info.dli_fname) };
    Some(Path::new(std::ffi::OsStr::from_bytes(name.to_bytes())).to_owned())
}

fn is_same_file(a: &Path, b: &Path) -> bool {
    match (a.canonicalize(), b.canonicalize()) {
        (Ok(a), Ok(b)) => a == b,
        _ => a.file_name() == b.file_name(),
    }
}

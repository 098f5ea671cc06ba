//! Owners of the memory of VIEWs, since TensorFlow 2.21.

use std::ffi::c_void;
use std::marker::PhantomData;
use std::mem::ManuallyDrop;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::abort;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicUsize, Ordering, fence};

use crate::FormatCode;

/// TensorFlow's struct of an owner, `TStringOwnerCApi`. TensorFlow calls both functions with the address of this
/// struct, on any thread.
#[repr(C)]
#[derive(Debug)]
pub struct OwnerApi {
    /// Adds a reference.
    pub add: unsafe extern "C" fn(*mut OwnerApi),
    /// Releases a reference; returns whether it was the last.
    pub release: unsafe extern "C" fn(*mut OwnerApi) -> bool,
    /// For use by the owner.
    pub object: *mut c_void,
}

const _: () = assert!(size_of::<OwnerApi>() == 3 * size_of::<usize>());

/// The memory of an [`Owner`], with the number of its handles and VIEWs.
#[repr(C)]
struct Shared<T> {
    /// The first field: TensorFlow has the address of `api`, which is also the address of this struct.
    api: OwnerApi,
    references: AtomicUsize,
    value: T,
}

/// A value that lives until its last handle and the last VIEW that refers to it are gone. It is dropped by the thread
/// that releases the last reference.
///
/// ```
/// use unitstr::Source;
/// use unitstr_tensor::ViewAbi;
/// use unitstr_tensor::owned::{Owner, TString};
///
/// let owner = Owner::new(b"many strings in one piece".to_vec().into_boxed_slice());
/// let mut element = [0; 24];
/// // SAFETY: `element` is writable for 24 bytes and lives longer.
/// let mut string = unsafe { TString::init(element.as_mut_ptr(), ViewAbi::From2_21) };
/// // SAFETY: the bytes live as long as their owner.
/// unsafe { string.assign_view_with_owner(Source::from_bytes(&owner.value()[5..12]), owner.api()) }?;
/// assert_eq!((string.text().to_vec(), owner.references()), (b"strings".to_vec(), 2));
/// string.dealloc();
/// assert_eq!(owner.references(), 1);
/// # Ok::<(), unitstr_tensor::FormatCode>(())
/// ```
#[derive(Debug)]
pub struct Owner<T: Send + Sync + 'static> {
    /// Made by `Box`; this handle has one of its references.
    shared: NonNull<Shared<T>>,
    lives: PhantomData<Shared<T>>,
}

// SAFETY: the count is atomic, and the bounds on `T` allow any thread to use and drop the value.
unsafe impl<T: Send + Sync + 'static> Send for Owner<T> {}
// SAFETY: as above; a shared handle only gives access to a shared value.
unsafe impl<T: Send + Sync + 'static> Sync for Owner<T> {}

/// Adds a reference.
///
/// # Safety
///
/// * `api` is the first field of a `Shared<T>` whose count is not 0.
unsafe extern "C" fn add<T>(api: *mut OwnerApi) {
    // SAFETY: the caller promises that `api` is the first field of a `Shared<T>`, so both have the same address.
    let shared = unsafe { &*api.cast::<Shared<T>>() };
    // So many references can only be leaks; the next ones would overflow the count.
    if shared.references.fetch_add(1, Ordering::Relaxed) > usize::MAX / 2 {
        abort();
    }
}

/// Releases a reference, and drops the value after the last one; returns whether it was the last.
///
/// # Safety
///
/// * `api` is the first field of a `Shared<T>`, and the caller gives up one of its references.
unsafe extern "C" fn release<T>(api: *mut OwnerApi) -> bool {
    // SAFETY: the caller's reference keeps the `Shared<T>` at `api` alive.
    let references = unsafe { &(*api.cast::<Shared<T>>()).references };
    if references.fetch_sub(1, Ordering::Release) != 1 {
        return false;
    }
    // All actions of other threads on the value happen before it is dropped.
    fence(Ordering::Acquire);
    // SAFETY: `Owner::new` made the `Shared<T>` at `api` by `Box`, and no reference to it is left.
    let shared = unsafe { Box::from_raw(api.cast::<Shared<T>>()) };
    // No panic may leave, because the caller may be C++. Its payload is leaked, because dropping it may panic in
    // turn.
    if let Err(panic) = catch_unwind(AssertUnwindSafe(|| drop(shared)))
        && let Err(again) = catch_unwind(AssertUnwindSafe(|| drop(panic)))
    {
        std::mem::forget(again);
    }
    true
}

impl<T: Send + Sync + 'static> Owner<T> {
    /// Creates an owner of the value; this handle has the first reference.
    #[must_use]
    pub fn new(value: T) -> Self {
        let shared = Box::into_raw(Box::new(Shared {
            api: OwnerApi { add: add::<T>, release: release::<T>, object: std::ptr::null_mut() },
            references: AtomicUsize::new(1),
            value,
        }));
        // SAFETY: `shared` was just returned by `Box`, so it is not null and no other code has it.
        unsafe { (*shared).api.object = shared.cast() };
        // SAFETY: `shared` is not null, for the same reason.
        let shared = unsafe { NonNull::new_unchecked(shared) };
        Self { shared, lives: PhantomData }
    }

    fn shared(&self) -> &Shared<T> {
        // SAFETY: this handle's reference keeps `shared` alive.
        unsafe { self.shared.as_ref() }
    }

    /// Returns the value.
    #[must_use]
    pub fn value(&self) -> &T {
        &self.shared().value
    }

    /// Returns the number of handles and VIEWs, which other threads may change at any time.
    #[must_use]
    pub fn references(&self) -> usize {
        self.shared().references.load(Ordering::Relaxed)
    }

    /// Adds this many references at once. Each is released by a VIEW, or by [`Owner::from_api`].
    ///
    /// # Errors
    ///
    /// [`FormatCode::SizeLimit`] if the count would overflow; it is then unchanged.
    pub fn add(&self, references: usize) -> Result<(), FormatCode> {
        let count = &self.shared().references;
        let added = count.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |there| {
            there.checked_add(references).filter(|all| *all <= usize::MAX / 2)
        });
        added.map(|_| ()).map_err(|_| FormatCode::SizeLimit)
    }

    /// Passes this handle's reference to the caller.
    #[must_use]
    pub fn into_api(self) -> *mut OwnerApi {
        ManuallyDrop::new(self).api()
    }

    /// Returns a handle that takes over a reference.
    ///
    /// # Safety
    ///
    /// * `api` is [`Owner::api`] of an owner of the same type, and the caller gives up one of its references.
    #[must_use]
    pub unsafe fn from_api(api: NonNull<OwnerApi>) -> Self {
        Self { shared: api.cast(), lives: PhantomData }
    }

    /// Returns the address to store in a VIEW. It is valid as long as the value lives.
    #[must_use]
    pub fn api(&self) -> *mut OwnerApi {
        self.shared.as_ptr().cast()
    }
}

impl<T: Send + Sync + 'static> Clone for Owner<T> {
    fn clone(&self) -> Self {
        // SAFETY: `api()` belongs to a `Shared<T>` that this handle keeps alive.
        unsafe { add::<T>(self.api()) };
        Self { shared: self.shared, lives: PhantomData }
    }
}

impl<T: Send + Sync + 'static> Drop for Owner<T> {
    fn drop(&mut self) {
        // SAFETY: `api()` belongs to a `Shared<T>`, and this handle gives up its reference.
        unsafe { release::<T>(self.api()) };
    }
}

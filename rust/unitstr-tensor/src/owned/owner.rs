//! Owners of the memory that VIEWs show, since TensorFlow 2.21.

use std::ffi::c_void;
use std::marker::PhantomData;
use std::mem::ManuallyDrop;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::abort;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicUsize, Ordering, fence};

use crate::FormatCode;

/// What TensorFlow knows of an owner, its `TStringOwnerCApi`. It calls both functions with the address of this struct,
/// on any thread.
#[repr(C)]
#[derive(Debug)]
pub struct OwnerApi {
    /// Counts one more VIEW.
    pub add: unsafe extern "C" fn(*mut OwnerApi),
    /// Counts one VIEW less; says whether it was the last.
    pub release: unsafe extern "C" fn(*mut OwnerApi) -> bool,
    /// The owner's own.
    pub object: *mut c_void,
}

const _: () = assert!(size_of::<OwnerApi>() == 3 * size_of::<usize>());

/// Behind every [`Owner`]: how many there are of them and of VIEWs.
#[repr(C)]
struct Shared<T> {
    /// First: TensorFlow holds the address of this, we that of the whole.
    api: OwnerApi,
    references: AtomicUsize,
    value: T,
}

/// A value that lives until the last handle and the last VIEW that was given it are gone. Whichever thread lets go of it
/// last drops it.
///
/// ```
/// use unitstr_tensor::owned::{Owner, TStringArray};
/// use unitstr_tensor::{Kind, ViewAbi};
///
/// let owner = Owner::new(b"many strings in one piece".to_vec().into_boxed_slice());
/// let mut array = TStringArray::new(1, ViewAbi::From2_21)?;
/// let mut string = array.element(0).unwrap();
/// string.assign_part(&owner, 5..12)?;
/// assert_eq!((string.kind(), string.text().to_vec()), (Kind::View, b"strings".to_vec()));
/// assert_eq!(owner.references(), 2);
/// drop(array);
/// assert_eq!(owner.references(), 1);
/// # Ok::<(), unitstr_tensor::FormatCode>(())
/// ```
#[derive(Debug)]
pub struct Owner<T: Send + Sync + 'static> {
    /// Made by `Box`; one of its references is this handle's.
    shared: NonNull<Shared<T>>,
    lives: PhantomData<Shared<T>>,
}

// SAFETY: the count is atomic, and the value may be used and dropped on any thread.
unsafe impl<T: Send + Sync + 'static> Send for Owner<T> {}
// SAFETY: as above; a shared handle gives no more than a shared value.
unsafe impl<T: Send + Sync + 'static> Sync for Owner<T> {}

/// Counts one more.
///
/// # Safety
///
/// * `api` is that of a `Shared<T>` whose count is not 0.
unsafe extern "C" fn add<T>(api: *mut OwnerApi) {
    // SAFETY: the caller's promise; the api is the first field.
    let shared = unsafe { &*api.cast::<Shared<T>>() };
    // So many can only be leaks: what would come after is a count that has gone round.
    if shared.references.fetch_add(1, Ordering::Relaxed) > usize::MAX / 2 {
        abort();
    }
}

/// Counts one less, and drops the value after the last; says whether it was that.
///
/// # Safety
///
/// * `api` is that of a `Shared<T>`, and the caller gives up one of its references.
unsafe extern "C" fn release<T>(api: *mut OwnerApi) -> bool {
    // SAFETY: the caller's reference keeps it.
    let references = unsafe { &(*api.cast::<Shared<T>>()).references };
    if references.fetch_sub(1, Ordering::Release) != 1 {
        return false;
    }
    // What other threads did with the value happens before it is dropped.
    fence(Ordering::Acquire);
    // SAFETY: `Owner::new` made it by `Box`, and no reference to it is left.
    let shared = unsafe { Box::from_raw(api.cast::<Shared<T>>()) };
    // No panic leaves: the caller may be C++. What it says is lost, and may panic in turn when it is dropped.
    if let Err(panic) = catch_unwind(AssertUnwindSafe(|| drop(shared)))
        && let Err(again) = catch_unwind(AssertUnwindSafe(|| drop(panic)))
    {
        std::mem::forget(again);
    }
    true
}

impl<T: Send + Sync + 'static> Owner<T> {
    /// Takes the value; this handle is the first reference.
    #[must_use]
    pub fn new(value: T) -> Self {
        let shared = Box::into_raw(Box::new(Shared {
            api: OwnerApi {
                add: add::<T>,
                release: release::<T>,
                object: std::ptr::null_mut(),
            },
            references: AtomicUsize::new(1),
            value,
        }));
        // SAFETY: `Box` allocates nothing at null; nobody else has the address.
        unsafe { (*shared).api.object = shared.cast() };
        // SAFETY: as above.
        let shared = unsafe { NonNull::new_unchecked(shared) };
        Self {
            shared,
            lives: PhantomData,
        }
    }

    fn shared(&self) -> &Shared<T> {
        // SAFETY: this handle's reference keeps it.
        unsafe { self.shared.as_ref() }
    }

    /// The value.
    #[must_use]
    pub fn value(&self) -> &T {
        &self.shared().value
    }

    /// How many handles and VIEWs there are. Another thread may change it at any time.
    #[must_use]
    pub fn references(&self) -> usize {
        self.shared().references.load(Ordering::Relaxed)
    }

    /// Counts so many more at once. Each is given up as a VIEW gives up its own, or by [`Owner::from_api`].
    ///
    /// # Errors
    ///
    /// [`FormatCode::SizeLimit`] if these are more than can be counted; nothing is counted then.
    pub fn add(&self, references: usize) -> Result<(), FormatCode> {
        let count = &self.shared().references;
        let added = count.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |there| {
            there.checked_add(references).filter(|all| *all <= usize::MAX / 2)
        });
        added.map(|_| ()).map_err(|_| FormatCode::SizeLimit)
    }

    /// Gives this handle's reference to whoever gets the result.
    #[must_use]
    pub fn into_api(self) -> *mut OwnerApi {
        ManuallyDrop::new(self).api()
    }

    /// The handle that has a reference again.
    ///
    /// # Safety
    ///
    /// * `api` is [`Owner::api`] of an owner of the same type, and the caller gives up one of its references.
    #[must_use]
    pub unsafe fn from_api(api: NonNull<OwnerApi>) -> Self {
        Self {
            shared: api.cast(),
            lives: PhantomData,
        }
    }

    /// What goes into a VIEW. It is there as long as the value is.
    #[must_use]
    pub fn api(&self) -> *mut OwnerApi {
        self.shared.as_ptr().cast()
    }
}

impl<T: Send + Sync + 'static> Clone for Owner<T> {
    fn clone(&self) -> Self {
        // SAFETY: the api of a `Shared<T>`, which this handle keeps.
        unsafe { add::<T>(self.api()) };
        Self {
            shared: self.shared,
            lives: PhantomData,
        }
    }
}

impl<T: Send + Sync + 'static> Drop for Owner<T> {
    fn drop(&mut self) {
        // SAFETY: the api of a `Shared<T>`; this handle's reference ends here.
        unsafe { release::<T>(self.api()) };
    }
}

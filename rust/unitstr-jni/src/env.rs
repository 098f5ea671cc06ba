//! The JNI functions that the native methods call.

use std::ptr;
use std::sync::OnceLock;

use jni_sys::{JNI_ABORT, JNIEnv, JNIInvokeInterface__1_4 as Invoke, JNINativeInterface__1_4 as Functions, JavaVM};
use jni_sys::{jarray, jbyteArray, jcharArray, jclass, jfieldID, jlong, jlongArray, jobject};
use unitstr_c::status::{USTR_E_NULL, USTR_E_RANGE};

/// Returns the functions of a thread's `env`.
///
/// # Safety
///
/// * `env` is the JVM's pointer for this thread.
pub(crate) unsafe fn functions<'a>(env: *mut JNIEnv) -> &'a Functions {
    // SAFETY: the caller promises that `env` is the JVM's pointer to a pointer to its functions.
    let interface = unsafe { *env };
    // SAFETY: `interface` is that table; every JVM since 1.4 has these functions, and they stay valid.
    unsafe { &*interface.cast::<Functions>() }
}

/// Returns the functions of a JVM.
///
/// # Safety
///
/// * `vm` is the pointer of a JVM.
pub(crate) unsafe fn invoke<'a>(vm: *mut JavaVM) -> &'a Invoke {
    // SAFETY: the caller promises that `vm` is the JVM's pointer to a pointer to its functions.
    let interface = unsafe { *vm };
    // SAFETY: `interface` is that table; every JVM since 1.4 has these functions, and they stay valid.
    unsafe { &*interface.cast::<Invoke>() }
}

/// A field, which stays valid because its class belongs to the JVM and is never unloaded.
struct Field(jfieldID);

// SAFETY: a field ID is an opaque number, which JNI allows all threads to share.
unsafe impl Send for Field {}
// SAFETY: the same.
unsafe impl Sync for Field {}

/// `java.nio.Buffer.address`, if that field exists and has the value that `GetDirectBufferAddress` returns.
static ADDRESS: OnceLock<Option<Field>> = OnceLock::new();

/// Defines functions that copy elements between memory and an array, from an index on if the row has one.
macro_rules! copies {
    ($($(#[$doc:meta])* $name:ident($array:ty $([$at:ident])?, $elements:ty) = $function:ident;)*) => {$(
        $(#[$doc])*
        /// If the array is too short, the JVM copies nothing and throws.
        ///
        /// # Safety
        ///
        /// * `elements` is valid for `count` elements, to be read if they are copied to the array, else to be written.
        pub(crate) unsafe fn $name(
            self,
            array: $array,
            $($at: i64,)?
            elements: $elements,
            count: usize,
        ) -> Result<(), i32> {
            let count = i32::try_from(count).map_err(|_| USTR_E_RANGE)?;
            let start = i32::try_from(0_i64 $(+ $at)?).map_err(|_| USTR_E_RANGE)?;
            if count > 0 {
                // SAFETY: `array` has this type by the contract of `new`; the caller promises that `elements` is valid
                // for `count`.
                unsafe { (self.functions.$function)(self.env, array, start, count, elements.cast()) };
            }
            Ok(())
        }
    )*};
}

/// The arguments that the JVM passes to a native method, for the duration of the call.
#[derive(Clone, Copy)]
pub(crate) struct Env<'a> {
    /// The pointer of this thread, valid during `'a`.
    env: *mut JNIEnv,
    /// The functions to which `env` points.
    functions: &'a Functions,
    /// The class that declares the native method.
    class: jclass,
}

impl<'a> Env<'a> {
    /// # Safety
    ///
    /// * `env` and `class` are the arguments that the JVM passed to the native method that runs during `'a` on this
    ///   thread.
    /// * The arrays and buffers passed to the methods are arguments of the same call, or null, and have the types of
    ///   the parameters.
    pub(crate) unsafe fn new(env: *mut JNIEnv, class: jclass) -> Self {
        // SAFETY: the caller promises that `env` is the JVM's pointer for this thread.
        Self { env, functions: unsafe { functions(env) }, class }
    }

    /// Returns the JVM's `env`.
    pub(crate) const fn raw(self) -> *mut JNIEnv {
        self.env
    }

    /// Returns the class that declares the native method.
    pub(crate) const fn class(self) -> jclass {
        self.class
    }

    /// Returns the length of an array, in elements; 0 for null.
    pub(crate) fn length(self, array: jarray) -> usize {
        if array.is_null() {
            return 0;
        }
        // SAFETY: `array` is an array by the contract of `new`, and not null.
        let length = unsafe { (self.functions.GetArrayLength)(self.env, array) };
        usize::try_from(length).unwrap_or(0)
    }

    /// Returns the address of a direct buffer.
    pub(crate) fn address(self, buffer: jobject) -> *mut u8 {
        // SAFETY: `buffer` is a buffer by the contract of `new`; the JVM returns null if it is not direct.
        unsafe { (self.functions.GetDirectBufferAddress)(self.env, buffer) }.cast()
    }

    /// Returns the address of a direct buffer from the field that `GetDirectBufferAddress` reads too. The JVM reads a
    /// field without a transition from native code, which takes a fifth of the time.
    ///
    /// # Safety
    ///
    /// * The buffer is direct.
    pub(crate) unsafe fn address_of_direct(self, buffer: jobject) -> *mut u8 {
        let Some(field) = ADDRESS.get_or_init(|| self.address_field(buffer)) else {
            return self.address(buffer);
        };
        // SAFETY: `buffer` is a buffer, which has this field.
        let address = unsafe { (self.functions.GetLongField)(self.env, buffer, field.0) };
        ptr::with_exposed_provenance_mut(usize::try_from(address.cast_unsigned()).unwrap_or(0))
    }

    #[cold]
    fn address_field(self, buffer: jobject) -> Option<Field> {
        // SAFETY: the name is NUL-terminated.
        let class = unsafe { (self.functions.FindClass)(self.env, c"java/nio/Buffer".as_ptr()) };
        let field = if class.is_null() {
            ptr::null_mut()
        } else {
            // SAFETY: `class` is a class; both names are NUL-terminated.
            unsafe { (self.functions.GetFieldID)(self.env, class, c"address".as_ptr(), c"J".as_ptr()) }
        };
        if field.is_null() {
            // SAFETY: has no preconditions; clears the pending exception.
            unsafe { (self.functions.ExceptionClear)(self.env) };
            return None;
        }
        // SAFETY: `buffer` is a buffer by the contract of `new`, and not null; it has this field.
        let address = unsafe { (self.functions.GetLongField)(self.env, buffer, field) };
        (address == self.address(buffer).addr() as i64).then_some(Field(field))
    }

    /// Pins the elements of an array for reading. Until the result is dropped, no other function of the JVM may be
    /// called than this one.
    pub(crate) fn hold(self, array: jarray) -> Result<Held<'a>, i32> {
        if array.is_null() {
            return Err(USTR_E_NULL);
        }
        // SAFETY: `array` is an array of primitives by the contract of `new`, and not null.
        let start = unsafe { (self.functions.GetPrimitiveArrayCritical)(self.env, array, ptr::null_mut()) };
        if start.is_null() {
            return Err(USTR_E_NULL); // An OutOfMemoryError is pending.
        }
        Ok(Held { env: self, array, start: start.cast() })
    }

    copies! {
        /// Copies bytes to an array from index `at` on.
        set_bytes(jbyteArray [at], *const u8) = SetByteArrayRegion;
        /// Copies chars to the start of an array.
        set_chars(jcharArray, *const u16) = SetCharArrayRegion;
        /// Copies longs to the start of an array.
        set_longs(jlongArray, *const jlong) = SetLongArrayRegion;
        /// Copies bytes from an array from index `at` on.
        get_bytes(jbyteArray [at], *mut u8) = GetByteArrayRegion;
        /// Copies chars from the start of an array.
        get_chars(jcharArray, *mut u16) = GetCharArrayRegion;
        /// Copies longs from the start of an array.
        get_longs(jlongArray, *mut jlong) = GetLongArrayRegion;
    }

    /// Creates an array with these bytes; returns null if an `OutOfMemoryError` is pending.
    pub(crate) fn new_bytes(self, bytes: &[u8]) -> jbyteArray {
        let Ok(count) = i32::try_from(bytes.len()) else {
            return ptr::null_mut();
        };
        // SAFETY: `count` is not negative.
        let array = unsafe { (self.functions.NewByteArray)(self.env, count) };
        if !array.is_null() {
            // SAFETY: `array` and `bytes` have `count` elements.
            unsafe { (self.functions.SetByteArrayRegion)(self.env, array, 0, count, bytes.as_ptr().cast()) };
        }
        array
    }

    /// Creates a direct buffer of this memory; returns null if it is too large or an `OutOfMemoryError` is pending.
    pub(crate) fn new_buffer(self, start: *mut u8, bytes: i64) -> jobject {
        if start.is_null() || !(0..=i64::from(i32::MAX)).contains(&bytes) {
            return ptr::null_mut();
        }
        // SAFETY: `start` is not null, and `bytes` is a possible size of a buffer. The JVM does not read the memory.
        unsafe { (self.functions.NewDirectByteBuffer)(self.env, start.cast(), bytes) }
    }

    /// Creates an array with these longs; returns null if an `OutOfMemoryError` is pending.
    pub(crate) fn new_longs(self, longs: &[jlong]) -> jlongArray {
        let Ok(count) = i32::try_from(longs.len()) else {
            return ptr::null_mut();
        };
        // SAFETY: `count` is not negative.
        let array = unsafe { (self.functions.NewLongArray)(self.env, count) };
        if !array.is_null() {
            // SAFETY: `array` and `longs` have `count` elements.
            unsafe { (self.functions.SetLongArrayRegion)(self.env, array, 0, count, longs.as_ptr()) };
        }
        array
    }
}

/// The elements of an array, which the JVM pins until this is dropped.
pub(crate) struct Held<'a> {
    env: Env<'a>,
    array: jarray,
    /// The JVM's pointer to the elements of `array`; not null.
    start: *mut u8,
}

impl Held<'_> {
    /// Returns the address of the first element.
    pub(crate) fn start(&self) -> *const u8 {
        self.start
    }
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        let release = self.env.functions.ReleasePrimitiveArrayCritical;
        // SAFETY: `start` is the pointer for `array`, released once. Nothing was written, so nothing need be copied
        // back.
        unsafe { release(self.env.env, self.array, self.start.cast(), JNI_ABORT) };
    }
}

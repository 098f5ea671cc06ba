//! The few functions of the JVM that the shims call.

use std::ptr;
use std::sync::OnceLock;

use jni_sys::{JNI_ABORT, JNIEnv, JNINativeInterface__1_4 as Functions};
use jni_sys::{jarray, jbyteArray, jcharArray, jclass, jfieldID, jlong, jlongArray, jobject};
use unitstr_c::status::{USTR_E_NULL, USTR_E_RANGE};

/// A field that was found; it stays valid, because its class is the JVM's own and never unloaded.
struct Field(jfieldID);

// SAFETY: a number to whoever holds it; JNI lets all threads share it.
unsafe impl Send for Field {}
// SAFETY: as above.
unsafe impl Sync for Field {}

/// `java.nio.Buffer.address`, if there is such a field and it says what `GetDirectBufferAddress` says.
static ADDRESS: OnceLock<Option<Field>> = OnceLock::new();

/// What the JVM passes to a native method, for as long as that runs.
#[derive(Clone, Copy)]
pub(crate) struct Env<'a> {
    /// This thread's, valid during `'a`.
    env: *mut JNIEnv,
    /// What `env` points to.
    functions: &'a Functions,
    /// The class that declares the native method.
    class: jclass,
}

impl<'a> Env<'a> {
    /// # Safety
    ///
    /// * `env` and `class` are what the JVM passed to the native method that runs during `'a` on this thread.
    /// * The arrays and buffers given to the methods were passed along with it, or are null; they have the type that the
    ///   parameter says.
    pub(crate) unsafe fn new(env: *mut JNIEnv, class: jclass) -> Self {
        // SAFETY: the JVM's pointer, which points to a pointer to its functions.
        let interface = unsafe { *env };
        // SAFETY: every JVM since 1.4 has these functions, and they stay.
        let functions = unsafe { &*interface.cast::<Functions>() };
        Self { env, functions, class }
    }

    /// What the JVM passed as `env`.
    pub(crate) const fn raw(self) -> *mut JNIEnv {
        self.env
    }

    /// The class that declares the native method.
    pub(crate) const fn class(self) -> jclass {
        self.class
    }

    /// The length of an array, in elements; 0 for null.
    pub(crate) fn length(self, array: jarray) -> usize {
        if array.is_null() {
            return 0;
        }
        // SAFETY: an array, by the promise to `new`, and not null.
        let length = unsafe { (self.functions.GetArrayLength)(self.env, array) };
        usize::try_from(length).unwrap_or(0)
    }

    /// Where a direct buffer starts.
    pub(crate) fn address(self, buffer: jobject) -> *mut u8 {
        // SAFETY: a buffer, by the promise to `new`; the JVM returns null for one that is not direct.
        unsafe { (self.functions.GetDirectBufferAddress)(self.env, buffer) }.cast()
    }

    /// Where a direct buffer starts, by the field that `GetDirectBufferAddress` reads too. The JVM reads a field without
    /// leaving native code, and so in a fifth of the time.
    ///
    /// # Safety
    ///
    /// * The buffer is direct.
    pub(crate) unsafe fn address_of_direct(self, buffer: jobject) -> *mut u8 {
        let Some(field) = ADDRESS.get_or_init(|| self.address_field(buffer)) else {
            return self.address(buffer);
        };
        // SAFETY: a buffer, which has this field.
        let address = unsafe { (self.functions.GetLongField)(self.env, buffer, field.0) };
        ptr::with_exposed_provenance_mut(usize::try_from(address.cast_unsigned()).unwrap_or(0))
    }

    #[cold]
    fn address_field(self, buffer: jobject) -> Option<Field> {
        // SAFETY: the name ends with a NUL.
        let class = unsafe { (self.functions.FindClass)(self.env, c"java/nio/Buffer".as_ptr()) };
        let field = if class.is_null() {
            ptr::null_mut()
        } else {
            // SAFETY: a class, and two names that end with a NUL.
            unsafe { (self.functions.GetFieldID)(self.env, class, c"address".as_ptr(), c"J".as_ptr()) }
        };
        if field.is_null() {
            // SAFETY: takes no arguments; an exception is pending.
            unsafe { (self.functions.ExceptionClear)(self.env) };
            return None;
        }
        // SAFETY: a buffer, by the promise to `new`, and not null; it has this field.
        let address = unsafe { (self.functions.GetLongField)(self.env, buffer, field) };
        (address == self.address(buffer).addr() as i64).then_some(Field(field))
    }

    /// Holds the elements of an array for reading. Until the result is dropped nothing else of the JVM may be called
    /// but this.
    pub(crate) fn hold(self, array: jarray) -> Result<Held<'a>, i32> {
        if array.is_null() {
            return Err(USTR_E_NULL);
        }
        // SAFETY: an array of primitives, by the promise to `new`, and not null.
        let start = unsafe { (self.functions.GetPrimitiveArrayCritical)(self.env, array, ptr::null_mut()) };
        if start.is_null() {
            return Err(USTR_E_NULL); // An OutOfMemoryError is pending.
        }
        Ok(Held {
            env: self,
            array,
            start: start.cast(),
        })
    }

    /// Copies bytes into an array from element `at` on. If it is too short, the JVM copies none and throws.
    ///
    /// # Safety
    ///
    /// * `bytes` is readable for `count` bytes.
    pub(crate) unsafe fn set_bytes(
        self,
        array: jbyteArray,
        at: i64,
        bytes: *const u8,
        count: usize,
    ) -> Result<(), i32> {
        let count = i32::try_from(count).map_err(|_| USTR_E_RANGE)?;
        let at = i32::try_from(at).map_err(|_| USTR_E_RANGE)?;
        if count > 0 {
            // SAFETY: the array's type is promised to `new`; the bytes are promised by the caller.
            unsafe { (self.functions.SetByteArrayRegion)(self.env, array, at, count, bytes.cast()) };
        }
        Ok(())
    }

    /// Copies chars to the start of an array, which says itself if it is too short.
    ///
    /// # Safety
    ///
    /// * `chars` is readable for `count` chars, and aligned.
    pub(crate) unsafe fn set_chars(self, array: jcharArray, chars: *const u16, count: usize) -> Result<(), i32> {
        let count = i32::try_from(count).map_err(|_| USTR_E_RANGE)?;
        if count > 0 {
            // SAFETY: the array's type is promised to `new`; the chars are promised by the caller.
            unsafe { (self.functions.SetCharArrayRegion)(self.env, array, 0, count, chars) };
        }
        Ok(())
    }

    /// Copies longs to the start of an array, which says itself if it is too short.
    ///
    /// # Safety
    ///
    /// * `longs` is readable for `count` longs, and aligned.
    pub(crate) unsafe fn set_longs(self, array: jlongArray, longs: *const jlong, count: usize) -> Result<(), i32> {
        let count = i32::try_from(count).map_err(|_| USTR_E_RANGE)?;
        if count > 0 {
            // SAFETY: the array's type is promised to `new`; the longs are promised by the caller.
            unsafe { (self.functions.SetLongArrayRegion)(self.env, array, 0, count, longs) };
        }
        Ok(())
    }

    /// Copies bytes out of an array from element `at` on. If it has not so many, the JVM copies none and throws.
    ///
    /// # Safety
    ///
    /// * `bytes` is writable for `count` bytes.
    pub(crate) unsafe fn get_bytes(self, array: jbyteArray, at: i64, bytes: *mut u8, count: usize) -> Result<(), i32> {
        let count = i32::try_from(count).map_err(|_| USTR_E_RANGE)?;
        let at = i32::try_from(at).map_err(|_| USTR_E_RANGE)?;
        if count > 0 {
            // SAFETY: the array's type is promised to `new`; the bytes are promised by the caller.
            unsafe { (self.functions.GetByteArrayRegion)(self.env, array, at, count, bytes.cast()) };
        }
        Ok(())
    }

    /// Copies chars from the start of an array. If it has not so many, none is copied, and an exception is pending.
    ///
    /// # Safety
    ///
    /// * `chars` is writable for `count` chars, and aligned.
    pub(crate) unsafe fn get_chars(self, array: jcharArray, chars: *mut u16, count: usize) -> Result<(), i32> {
        let count = i32::try_from(count).map_err(|_| USTR_E_RANGE)?;
        if count > 0 {
            // SAFETY: the array's type is promised to `new`; the chars are promised by the caller.
            unsafe { (self.functions.GetCharArrayRegion)(self.env, array, 0, count, chars) };
        }
        Ok(())
    }

    /// Copies longs from the start of an array, which has so many.
    ///
    /// # Safety
    ///
    /// * `longs` is writable for `count` longs, and aligned.
    /// * The array has `count` elements: where it has not, nothing is copied.
    pub(crate) unsafe fn get_longs(self, array: jlongArray, longs: *mut jlong, count: usize) -> Result<(), i32> {
        let count = i32::try_from(count).map_err(|_| USTR_E_RANGE)?;
        if count > 0 {
            // SAFETY: the array's type is promised to `new`; the longs are promised by the caller.
            unsafe { (self.functions.GetLongArrayRegion)(self.env, array, 0, count, longs) };
        }
        Ok(())
    }

    /// A new array with these bytes; null if an `OutOfMemoryError` is pending.
    pub(crate) fn new_bytes(self, bytes: &[u8]) -> jbyteArray {
        let Ok(count) = i32::try_from(bytes.len()) else {
            return ptr::null_mut();
        };
        // SAFETY: the length is not negative.
        let array = unsafe { (self.functions.NewByteArray)(self.env, count) };
        if !array.is_null() {
            // SAFETY: the array has this length, and so have the bytes.
            unsafe { (self.functions.SetByteArrayRegion)(self.env, array, 0, count, bytes.as_ptr().cast()) };
        }
        array
    }

    /// A new direct buffer of this memory; null if it is too large, or an `OutOfMemoryError` is pending.
    pub(crate) fn new_buffer(self, start: *mut u8, bytes: i64) -> jobject {
        if start.is_null() || !(0..=i64::from(i32::MAX)).contains(&bytes) {
            return ptr::null_mut();
        }
        // SAFETY: an address that is not null, and a size that a buffer can have. The JVM reads nothing of it.
        unsafe { (self.functions.NewDirectByteBuffer)(self.env, start.cast(), bytes) }
    }

    /// A new array with these longs; null if an `OutOfMemoryError` is pending.
    pub(crate) fn new_longs(self, longs: &[jlong]) -> jlongArray {
        let Ok(count) = i32::try_from(longs.len()) else {
            return ptr::null_mut();
        };
        // SAFETY: the length is not negative.
        let array = unsafe { (self.functions.NewLongArray)(self.env, count) };
        if !array.is_null() {
            // SAFETY: the array has this length, and so have the longs.
            unsafe { (self.functions.SetLongArrayRegion)(self.env, array, 0, count, longs.as_ptr()) };
        }
        array
    }
}

/// The elements of an array, kept where they are by the JVM until this is dropped.
pub(crate) struct Held<'a> {
    env: Env<'a>,
    array: jarray,
    /// What the JVM gave for `array`; not null.
    start: *mut u8,
}

impl Held<'_> {
    /// Where the first element is.
    pub(crate) fn start(&self) -> *const u8 {
        self.start
    }
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        let release = self.env.functions.ReleasePrimitiveArrayCritical;
        // SAFETY: got for the same array, and released once. Nothing was written, so nothing has to be copied back.
        unsafe { release(self.env.env, self.array, self.start.cast(), JNI_ABORT) };
    }
}

//! A JVM that has only the functions the shims may call, and aborts the test if they are called as JNI forbids.

#![allow(dead_code, reason = "each test program uses its part")]

pub mod calls;

use std::cell::{Cell, RefCell};
use std::ffi::{CStr, c_char, c_void};
use std::mem::offset_of;
use std::ptr;

use jni_sys::{JNI_ABORT, JNIEnv, JNINativeInterface__1_4 as Functions, jboolean, jfieldID, jobject};

/// An object of this JVM.
pub enum Object {
    /// `byte[]`
    Bytes(Vec<i8>),
    /// `char[]`
    Chars(Vec<u16>),
    /// `long[]`
    Longs(Vec<i64>),
    /// A direct buffer.
    Direct(*mut u8, usize),
    /// A buffer that is not direct.
    Heap,
}

impl Object {
    /// A reference to it, for as long as it is neither moved nor looked at.
    pub fn reference(&mut self) -> jobject {
        ptr::from_mut(self).cast()
    }

    /// What a `byte[]` holds.
    pub fn bytes(&self) -> Vec<u8> {
        let Self::Bytes(bytes) = self else { panic!("a byte[]") };
        bytes.iter().map(|b| b.cast_unsigned()).collect()
    }

    /// What a `char[]` holds.
    pub fn chars(&self) -> &[u16] {
        let Self::Chars(chars) = self else { panic!("a char[]") };
        chars
    }

    /// What a `long[]` holds.
    pub fn longs(&self) -> &[i64] {
        let Self::Longs(longs) = self else { panic!("a long[]") };
        longs
    }

    /// A `byte[]`.
    pub fn of_bytes(bytes: &[u8]) -> Self {
        Self::Bytes(bytes.iter().map(|b| b.cast_signed()).collect())
    }
}

thread_local! {
    static HELD: RefCell<Vec<jobject>> = const { RefCell::new(Vec::new()) };
    static OUT_OF_MEMORY: Cell<bool> = const { Cell::new(false) };
    static THROWN: Cell<bool> = const { Cell::new(false) };
}

/// Whether something was thrown since this was called last: an array was shorter than what was to be copied.
pub fn was_thrown() -> bool {
    THROWN.take()
}

/// Sees that every array was released.
pub fn assert_nothing_held() {
    assert!(HELD.with_borrow(Vec::is_empty), "an array is still held");
}

/// Whether what needs memory fails from now on, on this thread.
pub fn set_out_of_memory(fails: bool) {
    OUT_OF_MEMORY.set(fails);
}

/// How many elements an array has, or bytes a direct buffer; 0 for null.
pub fn length(reference: jobject) -> i32 {
    if reference.is_null() {
        return 0;
    }
    let length = match object(reference) {
        Object::Bytes(elements) => elements.len(),
        Object::Chars(elements) => elements.len(),
        Object::Longs(elements) => elements.len(),
        Object::Direct(_, bytes) => *bytes,
        Object::Heap => panic!("what has no length that is looked at"),
    };
    i32::try_from(length).expect("a length")
}

fn object<'a>(reference: jobject) -> &'a mut Object {
    assert!(!reference.is_null(), "null");
    // SAFETY: tests pass references to objects only, and use them one at a time.
    unsafe { &mut *reference.cast::<Object>() }
}

/// Sees that no array is held, as all functions but two want it, and that no exception is pending.
fn assert_called_outside() {
    calls::assert_nothing_pending();
    assert!(HELD.with_borrow(Vec::is_empty), "called while an array is held");
}

extern "system" fn get_array_length(_env: *mut JNIEnv, array: jobject) -> i32 {
    assert_called_outside();
    length(array)
}

extern "system" fn get_critical(_env: *mut JNIEnv, array: jobject, _is_copy: *mut jboolean) -> *mut c_void {
    if OUT_OF_MEMORY.get() {
        return ptr::null_mut();
    }
    HELD.with_borrow_mut(|held| held.push(array));
    match object(array) {
        Object::Bytes(elements) => elements.as_mut_ptr().cast(),
        Object::Chars(elements) => elements.as_mut_ptr().cast(),
        _ => panic!("neither byte[] nor char[]"),
    }
}

extern "system" fn release_critical(_env: *mut JNIEnv, array: jobject, _elements: *mut c_void, mode: i32) {
    assert_eq!(mode, JNI_ABORT);
    HELD.with_borrow_mut(|held| assert_eq!(held.pop(), Some(array), "released in another order"));
}

/// How many elements are to be copied, unless an exception is thrown because there are not so many.
fn region(length: usize, start: i32, count: i32) -> Option<std::ops::Range<usize>> {
    assert_called_outside();
    let start = usize::try_from(start).expect("a start");
    let end = start + usize::try_from(count).expect("a count");
    if end > length || THROWN.get() {
        THROWN.set(true);
        return None;
    }
    Some(start..end)
}

fn set<T: Copy>(target: &mut [T], start: i32, count: i32, elements: *const T) {
    assert!(elements.is_aligned());
    for (i, at) in region(target.len(), start, count).into_iter().flatten().enumerate() {
        let element = elements.wrapping_add(i);
        // SAFETY: the caller says that it has so many.
        target[at] = unsafe { *element };
    }
}

fn get<T: Copy>(source: &[T], start: i32, count: i32, elements: *mut T) {
    assert!(elements.is_aligned());
    for (i, at) in region(source.len(), start, count).into_iter().flatten().enumerate() {
        let element = elements.wrapping_add(i);
        // SAFETY: the caller says that there is room for so many.
        unsafe { *element = source[at] };
    }
}

extern "system" fn get_bytes(_env: *mut JNIEnv, array: jobject, start: i32, count: i32, elements: *mut i8) {
    let Object::Bytes(source) = object(array) else {
        panic!("not a byte[]")
    };
    get(source, start, count, elements);
}

extern "system" fn get_chars(_env: *mut JNIEnv, array: jobject, start: i32, count: i32, elements: *mut u16) {
    let Object::Chars(source) = object(array) else {
        panic!("not a char[]")
    };
    get(source, start, count, elements);
}

extern "system" fn set_bytes(_env: *mut JNIEnv, array: jobject, start: i32, count: i32, elements: *const i8) {
    let Object::Bytes(target) = object(array) else {
        panic!("not a byte[]")
    };
    set(target, start, count, elements);
}

extern "system" fn set_chars(_env: *mut JNIEnv, array: jobject, start: i32, count: i32, elements: *const u16) {
    let Object::Chars(target) = object(array) else {
        panic!("not a char[]")
    };
    set(target, start, count, elements);
}

extern "system" fn set_longs(_env: *mut JNIEnv, array: jobject, start: i32, count: i32, elements: *const i64) {
    let Object::Longs(target) = object(array) else {
        panic!("not a long[]")
    };
    set(target, start, count, elements);
}

extern "system" fn get_longs(_env: *mut JNIEnv, array: jobject, start: i32, count: i32, elements: *mut i64) {
    let Object::Longs(source) = object(array) else {
        panic!("not a long[]")
    };
    get(source, start, count, elements);
}

fn new_object(object: Object) -> jobject {
    assert_called_outside();
    if OUT_OF_MEMORY.get() {
        ptr::null_mut()
    } else {
        Box::leak(Box::new(object)).reference()
    }
}

extern "system" fn new_bytes(_env: *mut JNIEnv, length: i32) -> jobject {
    new_object(Object::Bytes(vec![0; usize::try_from(length).expect("a length")]))
}

extern "system" fn new_longs(_env: *mut JNIEnv, length: i32) -> jobject {
    new_object(Object::Longs(vec![0; usize::try_from(length).expect("a length")]))
}

/// There is one class.
extern "system" fn find_class(_env: *mut JNIEnv, name: *const c_char) -> jobject {
    assert_called_outside();
    // SAFETY: a C string, as JNI wants it.
    assert_eq!(unsafe { CStr::from_ptr(name) }, c"java/nio/Buffer");
    ptr::dangling_mut::<c_void>().cast()
}

/// With one field.
extern "system" fn field_id(_env: *mut JNIEnv, _class: jobject, name: *const c_char, kind: *const c_char) -> jfieldID {
    assert_called_outside();
    for (given, expected) in [(name, c"address"), (kind, c"J")] {
        // SAFETY: C strings, as JNI wants them.
        assert_eq!(unsafe { CStr::from_ptr(given) }, expected);
    }
    ptr::dangling_mut::<c_void>().cast()
}

extern "system" fn long_field(_env: *mut JNIEnv, buffer: jobject, _field: jfieldID) -> i64 {
    assert_called_outside();
    let Object::Direct(start, _) = object(buffer) else {
        panic!("not direct")
    };
    start.expose_provenance() as i64
}

extern "system" fn direct_address(_env: *mut JNIEnv, buffer: jobject) -> *mut c_void {
    assert_called_outside();
    if let Object::Direct(start, _) = object(buffer) {
        start.cast()
    } else {
        ptr::null_mut()
    }
}

extern "system" fn direct_capacity(_env: *mut JNIEnv, buffer: jobject) -> i64 {
    assert_called_outside();
    if let Object::Direct(_, capacity) = object(buffer) {
        *capacity as i64
    } else {
        -1
    }
}

extern "system" fn forbidden() {
    panic!("a function of the JVM that the shims have no need of");
}

type Function = *const c_void;
type Table = [Function; size_of::<Functions>() / size_of::<Function>()];

fn functions() -> Table {
    let mut functions = [forbidden as *const () as Function; size_of::<Functions>() / size_of::<Function>()];
    macro_rules! put {
        ($($name:ident $function:ident)*) => {
            $(functions[offset_of!(Functions, $name) / size_of::<Function>()] = $function as *const () as Function;)*
        };
    }
    put! {
        GetArrayLength get_array_length
        GetPrimitiveArrayCritical get_critical
        ReleasePrimitiveArrayCritical release_critical
        SetByteArrayRegion set_bytes
        SetCharArrayRegion set_chars
        SetLongArrayRegion set_longs
        GetLongArrayRegion get_longs
        GetByteArrayRegion get_bytes
        GetCharArrayRegion get_chars
        FindClass find_class
        GetFieldID field_id
        GetLongField long_field
        NewByteArray new_bytes
        NewLongArray new_longs
        GetDirectBufferAddress direct_address
        GetDirectBufferCapacity direct_capacity
    }
    calls::put(&mut functions);
    functions
}

/// What an environment for a thread points to, for ever.
fn leaked_functions() -> JNIEnv {
    let functions: &'static Table = Box::leak(Box::new(functions()));
    functions.as_ptr().cast()
}

/// Calls `body` with the environment of this JVM.
pub fn with_env<R>(body: impl FnOnce(*mut JNIEnv) -> R) -> R {
    let functions = functions();
    let mut env: JNIEnv = functions.as_ptr().cast();
    let env = &raw mut env;
    calls::with_thread(env, || body(env))
}

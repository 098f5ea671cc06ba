//! Arrow's C data interface and C stream interface: makes structs that a consumer releases, and calls the functions of
//! structs that others made.
//!
//! Java describes what it exports in structs of its own, which end with the call. The exported structs are copies of
//! these, in memory of this library: each array holds a reference to the owner of its buffers, so a consumer may move a
//! child out and release the rest, on any thread, without a JVM.

use std::collections::VecDeque;
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::mem;
use std::ptr::{self, NonNull, with_exposed_provenance, with_exposed_provenance_mut};

use unitstr_tensor::owned::{Block, Owner};

use crate::guard;
use crate::java::numbers::{
    USTR_ARROW_ARRAY, USTR_ARROW_CALL_GET, USTR_ARROW_CALL_RELEASE, USTR_ARROW_CALL_TEXT, USTR_ARROW_SCHEMA,
    USTR_ARROW_STREAM,
};
use crate::status::{USTR_DONE, USTR_E_NULL, USTR_E_PANIC, USTR_E_RANGE};

/// The number of `get_schema` and `get_next` for a failure: `EIO` of all systems.
const EIO: c_int = 5;

/// The function that releases a struct.
type Release<T> = Option<unsafe extern "C" fn(*mut T)>;

/// `struct ArrowSchema`.
#[repr(C)]
struct Schema {
    format: *const c_char,
    name: *const c_char,
    metadata: *const c_char,
    flags: i64,
    n_children: i64,
    children: *mut *mut Self,
    dictionary: *mut Self,
    release: Release<Self>,
    private_data: *mut c_void,
}

/// `struct ArrowArray`.
#[repr(C)]
struct Array {
    length: i64,
    null_count: i64,
    offset: i64,
    n_buffers: i64,
    n_children: i64,
    buffers: *mut *const c_void,
    children: *mut *mut Self,
    dictionary: *mut Self,
    release: Release<Self>,
    private_data: *mut c_void,
}

/// `struct ArrowArrayStream`.
#[repr(C)]
struct Stream {
    get_schema: Option<unsafe extern "C" fn(*mut Self, *mut Schema) -> c_int>,
    get_next: Option<unsafe extern "C" fn(*mut Self, *mut Array) -> c_int>,
    get_last_error: Option<unsafe extern "C" fn(*mut Self) -> *const c_char>,
    release: Release<Self>,
    private_data: *mut c_void,
}

/// A struct with structs below it.
trait Parent: Sized {
    /// Returns the children, how many, and the dictionary.
    fn below(&self) -> (*const *mut Self, i64, *const Self);
    fn release(&self) -> Release<Self>;
}

impl Parent for Schema {
    fn below(&self) -> (*const *mut Self, i64, *const Self) {
        (self.children, self.n_children, self.dictionary)
    }

    fn release(&self) -> Release<Self> {
        self.release
    }
}

impl Parent for Array {
    fn below(&self) -> (*const *mut Self, i64, *const Self) {
        (self.children, self.n_children, self.dictionary)
    }

    fn release(&self) -> Release<Self> {
        self.release
    }
}

/// The structs below an exported one, each made by `Box`. When this is dropped, it releases those that the consumer has
/// not moved out or released.
struct Below<T: Parent> {
    children: Vec<*mut T>,
    dictionary: *mut T,
}

impl<T: Parent> Below<T> {
    /// Copies the structs below `of`.
    ///
    /// # Safety
    ///
    /// * The structs below `of` are readable.
    unsafe fn copy(of: &T, copy: impl Fn(&T) -> Result<T, i32>) -> Result<Self, i32> {
        let mut made = Self { children: Vec::new(), dictionary: ptr::null_mut() };
        let (children, count, dictionary) = of.below();
        for i in 0..usize::try_from(count).map_err(|_| USTR_E_RANGE)? {
            // SAFETY: the caller promises that the `count` pointers at `children` are readable.
            let child = unsafe { children.wrapping_add(i).read() };
            // SAFETY: the caller promises that each struct below is readable.
            let child = unsafe { child.as_ref() }.ok_or(USTR_E_NULL)?;
            made.children.push(Box::into_raw(Box::new(copy(child)?)));
        }
        // SAFETY: the caller promises that the dictionary, if there is one, is readable.
        if let Some(dictionary) = unsafe { dictionary.as_ref() } {
            made.dictionary = Box::into_raw(Box::new(copy(dictionary)?));
        }
        Ok(made)
    }
}

impl<T: Parent> Drop for Below<T> {
    fn drop(&mut self) {
        for place in self.children.iter().copied().chain([self.dictionary]).filter(|place| !place.is_null()) {
            // SAFETY: `place` is from `Box::into_raw` in `copy`, and is freed here only.
            let mut below = unsafe { Box::from_raw(place) };
            if let Some(release) = below.release() {
                // SAFETY: `release` is not null, so the consumer left this struct to its parent.
                unsafe { release(&raw mut *below) };
            }
        }
    }
}

/// The memory that an exported schema owns: the targets of the pointers in the struct.
struct SchemaParts {
    format: CString,
    name: CString,
    below: Below<Schema>,
}

/// The memory that an exported array owns.
struct ArrayParts {
    buffers: Vec<*const c_void>,
    below: Below<Array>,
    /// Keeps the memory of the buffers.
    _owner: Owner<Block>,
}

/// The memory that an exported stream owns: structs that this module exported.
struct StreamParts {
    schema: Schema,
    arrays: VecDeque<Array>,
}

impl Drop for StreamParts {
    fn drop(&mut self) {
        // SAFETY: `schema` was exported and not released.
        unsafe { release_schema(&raw mut self.schema) };
        for array in &mut self.arrays {
            // SAFETY: `array` was exported and not released.
            unsafe { release_array(array) };
        }
    }
}

/// Frees what a struct owns; does nothing if it was freed before.
///
/// # Safety
///
/// * `private_data` is null or from `Box<P>`, for which nobody else has a reference.
unsafe fn free<P>(private_data: &mut *mut c_void) {
    let parts = mem::replace(private_data, ptr::null_mut()).cast::<P>();
    if !parts.is_null() {
        // SAFETY: the caller promises that `parts` is from `Box<P>`; it is not in the struct any more.
        drop(unsafe { Box::from_raw(parts) });
    }
}

/// The `release` of exported schemas.
///
/// # Safety
///
/// * `schema` is a schema that was exported and not released.
unsafe extern "C" fn release_schema(schema: *mut Schema) {
    guard::guarded((), || {
        // SAFETY: the consumer passes its struct, which it does not use otherwise during the call.
        let schema = unsafe { &mut *schema };
        schema.release = None;
        // SAFETY: `private_data` of an exported schema is from `Box<SchemaParts>`.
        unsafe { free::<SchemaParts>(&mut schema.private_data) };
    });
}

/// The `release` of exported arrays.
///
/// # Safety
///
/// * `array` is an array that was exported and not released.
unsafe extern "C" fn release_array(array: *mut Array) {
    guard::guarded((), || {
        // SAFETY: the consumer passes its struct, which it does not use otherwise during the call.
        let array = unsafe { &mut *array };
        array.release = None;
        // SAFETY: `private_data` of an exported array is from `Box<ArrayParts>`.
        unsafe { free::<ArrayParts>(&mut array.private_data) };
    });
}

/// The `release` of exported streams.
///
/// # Safety
///
/// * `stream` is a stream that was exported and not released.
unsafe extern "C" fn release_stream(stream: *mut Stream) {
    guard::guarded((), || {
        // SAFETY: the consumer passes its struct, which it does not use otherwise during the call.
        let stream = unsafe { &mut *stream };
        stream.release = None;
        // SAFETY: `private_data` of an exported stream is from `Box<StreamParts>`.
        unsafe { free::<StreamParts>(&mut stream.private_data) };
    });
}

/// The `get_schema` of exported streams.
///
/// # Safety
///
/// * `stream` is a stream that was exported and not released; `to` is writable.
unsafe extern "C" fn get_schema(stream: *mut Stream, to: *mut Schema) -> c_int {
    guard::guarded(EIO, || {
        // SAFETY: the consumer passes its struct, which it does not use otherwise during the call.
        let parts = unsafe { (*stream).private_data }.cast::<StreamParts>();
        // SAFETY: `private_data` of a stream that is not released is from `Box<StreamParts>`.
        let parts = unsafe { &*parts };
        // SAFETY: all structs below an exported schema are readable until it is released.
        let Ok(schema) = (unsafe { copy_schema(&parts.schema) }) else {
            return EIO;
        };
        // SAFETY: the consumer promises that `to` is writable.
        unsafe { to.write(schema) };
        0
    })
}

/// The `get_next` of exported streams.
///
/// # Safety
///
/// * `stream` is a stream that was exported and not released, and no other thread uses it; `to` is writable.
unsafe extern "C" fn get_next(stream: *mut Stream, to: *mut Array) -> c_int {
    guard::guarded(EIO, || {
        // SAFETY: the consumer passes its struct, which it does not use otherwise during the call.
        let parts = unsafe { (*stream).private_data }.cast::<StreamParts>();
        // SAFETY: `private_data` of a stream that is not released is from `Box<StreamParts>`.
        let parts = unsafe { &mut *parts };
        let next = parts.arrays.pop_front().unwrap_or(Array {
            length: 0,
            null_count: 0,
            offset: 0,
            n_buffers: 0,
            n_children: 0,
            buffers: ptr::null_mut(),
            children: ptr::null_mut(),
            dictionary: ptr::null_mut(),
            release: None, // the end of the stream
            private_data: ptr::null_mut(),
        });
        // SAFETY: the consumer promises that `to` is writable.
        unsafe { to.write(next) };
        0
    })
}

/// The `get_last_error` of exported streams, which have no texts of errors.
///
/// # Safety
///
/// * None.
unsafe extern "C" fn get_last_error(_: *mut Stream) -> *const c_char {
    ptr::null()
}

/// Exports a copy of a schema.
///
/// # Safety
///
/// * The texts of `from` are terminated; the structs below it are readable, and the same holds for them.
unsafe fn copy_schema(from: &Schema) -> Result<Schema, i32> {
    let text = |text: *const c_char| {
        if text.is_null() {
            return CString::default();
        }
        // SAFETY: the caller promises that `text` is terminated.
        unsafe { CStr::from_ptr(text) }.to_owned()
    };
    // SAFETY: the caller promises the same for the structs below.
    let copy = |below: &Schema| unsafe { copy_schema(below) };
    // SAFETY: the caller promises that these are readable.
    let below = unsafe { Below::copy(from, copy) }?;
    let mut parts = Box::new(SchemaParts { format: text(from.format), name: text(from.name), below });
    Ok(Schema {
        format: parts.format.as_ptr(),
        name: parts.name.as_ptr(),
        metadata: ptr::null(),
        flags: from.flags,
        n_children: from.n_children,
        children: parts.below.children.as_mut_ptr(),
        dictionary: parts.below.dictionary,
        release: Some(release_schema),
        private_data: Box::into_raw(parts).cast(),
    })
}

/// Exports a copy of an array, which has references to `owner`.
///
/// # Safety
///
/// * `from.buffers` has `n_buffers` pointers; the structs below `from` are readable, and the same holds for them.
unsafe fn copy_array(from: &Array, owner: &Owner<Block>) -> Result<Array, i32> {
    // SAFETY: the caller promises the same for the structs below.
    let copy = |below: &Array| unsafe { copy_array(below, owner) };
    // SAFETY: the caller promises that these are readable.
    let below = unsafe { Below::copy(from, copy) }?;
    let count = usize::try_from(from.n_buffers).map_err(|_| USTR_E_RANGE)?;
    // SAFETY: the caller promises that `buffers` has `count` pointers.
    let buffers = (0..count).map(|i| unsafe { from.buffers.wrapping_add(i).read() }).collect();
    let mut parts = Box::new(ArrayParts { buffers, below, _owner: owner.clone() });
    Ok(Array {
        length: from.length,
        null_count: from.null_count,
        offset: from.offset,
        n_buffers: from.n_buffers,
        n_children: from.n_children,
        buffers: parts.buffers.as_mut_ptr(),
        children: parts.below.children.as_mut_ptr(),
        dictionary: parts.below.dictionary,
        release: Some(release_array),
        private_data: Box::into_raw(parts).cast(),
    })
}

/// Moves an exported struct out of `from`.
///
/// # Safety
///
/// * `from` is readable and writable, and not used by others.
unsafe fn take<T>(from: *mut T, release: fn(&mut T) -> &mut Release<T>) -> T {
    // SAFETY: the caller promises that `from` is readable; the next line ends the struct there.
    let taken = unsafe { from.read() };
    // SAFETY: the caller promises that `from` is writable.
    *release(unsafe { &mut *from }) = None;
    taken
}

fn address<T>(address: u64) -> Result<NonNull<T>, i32> {
    let address = usize::try_from(address).map_err(|_| USTR_E_RANGE)?;
    NonNull::new(with_exposed_provenance_mut(address)).ok_or(USTR_E_NULL)
}

/// The table's `arrow_export`.
///
/// # Safety
///
/// * Addresses satisfy the contract of the table's function.
pub(crate) unsafe extern "C" fn arrow_export(kind: u32, from: u64, count: i64, owner: u64, to: u64) -> i64 {
    guard::guarded(i64::from(USTR_E_PANIC), || {
        guard::panic_if_asked(kind);
        // SAFETY: the caller promises what the contract says of the addresses.
        unsafe { export(kind, from, count, owner, to) }.map_or_else(i64::from, |()| i64::from(USTR_DONE))
    })
}

/// # Safety
///
/// * As for [`arrow_export`].
unsafe fn export(kind: u32, from: u64, count: i64, owner: u64, to: u64) -> Result<(), i32> {
    match kind {
        USTR_ARROW_SCHEMA => {
            let (from, to) = (address::<Schema>(from)?, address::<Schema>(to)?);
            // SAFETY: the caller promises that `from` is a schema.
            let from = unsafe { from.as_ref() };
            // SAFETY: the caller promises the same for all that is below it.
            let schema = unsafe { copy_schema(from) }?;
            // SAFETY: the caller promises that `to` is writable for a schema.
            unsafe { to.write(schema) };
        }
        USTR_ARROW_ARRAY => {
            let (from, to) = (address::<Array>(from)?, address::<Array>(to)?);
            // SAFETY: the caller promises that `owner` is from `tensor_owner_new`, with a reference that this call keeps.
            let owner = mem::ManuallyDrop::new(unsafe { Owner::<Block>::from_api(address(owner)?) });
            // SAFETY: the caller promises that `from` is an array.
            let from = unsafe { from.as_ref() };
            // SAFETY: the caller promises the same for all that is below it.
            let array = unsafe { copy_array(from, &owner) }?;
            // SAFETY: the caller promises that `to` is writable for an array.
            unsafe { to.write(array) };
        }
        USTR_ARROW_STREAM => {
            let (from, to) = (address::<Schema>(from)?.as_ptr(), address::<Stream>(to)?);
            let arrays: *mut Array = from.wrapping_add(1).cast();
            let count = usize::try_from(count).map_err(|_| USTR_E_RANGE)?;
            let mut parts = Box::new(StreamParts {
                // SAFETY: the caller promises that an exported schema is at `from`.
                schema: unsafe { take(from, |schema| &mut schema.release) },
                arrays: VecDeque::with_capacity(count),
            });
            for i in 0..count {
                // SAFETY: the caller promises that `count` exported arrays follow it.
                parts.arrays.push_back(unsafe { take(arrays.wrapping_add(i), |array| &mut array.release) });
            }
            let stream = Stream {
                get_schema: Some(get_schema),
                get_next: Some(get_next),
                get_last_error: Some(get_last_error),
                release: Some(release_stream),
                private_data: Box::into_raw(parts).cast(),
            };
            // SAFETY: the caller promises that `to` is writable for a stream.
            unsafe { to.write(stream) };
        }
        _ => return Err(USTR_E_RANGE),
    }
    Ok(())
}

/// The table's `arrow_call`.
///
/// # Safety
///
/// * `function` is a function of the given kind, which may be called with `first` and `second`.
pub(crate) unsafe extern "C" fn arrow_call(kind: u32, function: u64, first: u64, second: u64) -> i64 {
    type Released = unsafe extern "C" fn(*mut c_void);
    type Got = unsafe extern "C" fn(*mut c_void, *mut c_void) -> c_int;
    type Text = unsafe extern "C" fn(*mut c_void) -> *const c_char;
    let outcome = guard::guarded(Err(USTR_E_PANIC), || {
        guard::panic_if_asked(kind);
        let function = with_exposed_provenance::<c_void>(address::<c_void>(function)?.addr().get());
        let (first, second) =
            (address::<c_void>(first)?.as_ptr(), address::<c_void>(second).map_or(ptr::null_mut(), NonNull::as_ptr));
        match kind {
            USTR_ARROW_CALL_RELEASE => {
                // SAFETY: the caller promises that `function` is of this type; it is not null.
                let function = unsafe { mem::transmute::<*const c_void, Released>(function) };
                // SAFETY: the caller promises that it may be called with `first`.
                unsafe { function(first) };
                Ok(0)
            }
            USTR_ARROW_CALL_GET => {
                // SAFETY: the caller promises that `function` is of this type; it is not null.
                let function = unsafe { mem::transmute::<*const c_void, Got>(function) };
                // SAFETY: the caller promises that it may be called with `first` and `second`.
                Ok(i64::from(unsafe { function(first, second) }.cast_unsigned()))
            }
            USTR_ARROW_CALL_TEXT => {
                // SAFETY: the caller promises that `function` is of this type; it is not null.
                let function = unsafe { mem::transmute::<*const c_void, Text>(function) };
                // SAFETY: the caller promises that it may be called with `first`.
                Ok((unsafe { function(first) }.expose_provenance() as u64).cast_signed())
            }
            _ => Err(USTR_E_RANGE),
        }
    });
    outcome.unwrap_or_else(i64::from)
}

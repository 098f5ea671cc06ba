//! Arrow's C data interface and C stream interface: what is exported lives until its consumer releases it.

mod common;

use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr::{null, null_mut, with_exposed_provenance, with_exposed_provenance_mut};
use std::sync::atomic::{AtomicUsize, Ordering};

use common::java;
use unitstr_c::java::numbers::{
    USTR_ARROW_ARRAY, USTR_ARROW_CALL_GET, USTR_ARROW_CALL_RELEASE, USTR_ARROW_CALL_TEXT, USTR_ARROW_SCHEMA,
    USTR_ARROW_STREAM,
};
use unitstr_c::status::{USTR_DONE, USTR_E_NULL, USTR_E_RANGE};

/// `struct ArrowSchema`, a second time.
#[repr(C)]
struct Schema {
    format: *const c_char,
    name: *const c_char,
    metadata: *const c_char,
    flags: i64,
    n_children: i64,
    children: *mut *mut Schema,
    dictionary: *mut Schema,
    release: Option<unsafe extern "C" fn(*mut Schema)>,
    private_data: *mut c_void,
}

impl Schema {
    const EMPTY: Self = Self {
        format: null(),
        name: null(),
        metadata: null(),
        flags: 0,
        n_children: 0,
        children: null_mut(),
        dictionary: null_mut(),
        release: None,
        private_data: null_mut(),
    };
}

/// `struct ArrowArray`, a second time.
#[repr(C)]
struct Array {
    length: i64,
    null_count: i64,
    offset: i64,
    n_buffers: i64,
    n_children: i64,
    buffers: *mut *const c_void,
    children: *mut *mut Array,
    dictionary: *mut Array,
    release: Option<unsafe extern "C" fn(*mut Array)>,
    private_data: *mut c_void,
}

impl Array {
    const EMPTY: Self = Self {
        length: 0,
        null_count: 0,
        offset: 0,
        n_buffers: 0,
        n_children: 0,
        buffers: null_mut(),
        children: null_mut(),
        dictionary: null_mut(),
        release: None,
        private_data: null_mut(),
    };
}

/// `struct ArrowArrayStream`, a second time.
#[repr(C)]
#[derive(Default)]
struct Stream {
    get_schema: Option<unsafe extern "C" fn(*mut Stream, *mut c_void) -> c_int>,
    get_next: Option<unsafe extern "C" fn(*mut Stream, *mut c_void) -> c_int>,
    get_last_error: Option<unsafe extern "C" fn(*mut Stream) -> *const c_char>,
    release: Option<unsafe extern "C" fn(*mut Stream)>,
    private_data: u64,
}

/// The source of a stream.
#[repr(C)]
struct Parts<const N: usize> {
    schema: Schema,
    arrays: [Array; N],
}

fn at<T>(place: &mut T) -> u64 {
    (&raw mut *place).expose_provenance() as u64
}

fn export(kind: u32, from: u64, count: i64, owner: u64, to: u64) -> i64 {
    // SAFETY: the addresses are those of live structs, as the kind requires.
    unsafe { (java().arrow.arrow_export)(kind, from, count, owner, to) }
}

fn call(kind: u32, function: usize, first: u64, second: u64) -> i64 {
    // SAFETY: the function is of that kind, for these structs.
    unsafe { (java().arrow.arrow_call)(kind, function as u64, first, second) }
}

/// An owner with 16 bytes, of which the first is `fill`.
fn owner(fill: u8) -> (u64, *const u8) {
    let mut made = [0_i64; 2];
    // SAFETY: room for two.
    let status = unsafe { (java().changes.tensor_owner_new)(16, made.as_mut_ptr().cast()) };
    assert_eq!(status, i64::from(USTR_DONE));
    let text: *mut u8 = with_exposed_provenance_mut(usize::try_from(made[1]).unwrap());
    // SAFETY: 16 bytes are there.
    unsafe { text.write(fill) };
    (made[0].cast_unsigned(), text)
}

fn references(owner: u64, change: i64) -> i64 {
    let owner = with_exposed_provenance_mut(usize::try_from(owner).unwrap());
    // SAFETY: the caller has a reference to the owner.
    unsafe { (java().changes.tensor_owner_references)(owner, change) }
}

/// Exports a struct with a child that has a dictionary, all with the same buffer.
fn exported(owner: u64, text: *const u8) -> (Schema, Array) {
    let mut values = Schema { format: c"u".as_ptr(), name: c"values".as_ptr(), ..Schema::EMPTY };
    let mut child = Schema { format: c"i".as_ptr(), name: c"city".as_ptr(), flags: 2, ..Schema::EMPTY };
    child.dictionary = &raw mut values;
    let mut children = [&raw mut child];
    let mut top = Schema { format: c"+s".as_ptr(), n_children: 1, children: children.as_mut_ptr(), ..Schema::EMPTY };
    let mut schema = Schema::EMPTY;
    assert_eq!(export(USTR_ARROW_SCHEMA, at(&mut top), 0, 0, at(&mut schema)), 0);

    let mut buffers = [null(), text.cast(), text.cast()];
    let mut values = Array { length: 3, n_buffers: 3, buffers: buffers.as_mut_ptr(), ..Array::EMPTY };
    let mut child = Array { length: 7, n_buffers: 2, buffers: buffers.as_mut_ptr(), ..Array::EMPTY };
    child.dictionary = &raw mut values;
    let mut children = [&raw mut child];
    let mut top = Array { length: 7, n_buffers: 1, buffers: buffers.as_mut_ptr(), n_children: 1, ..Array::EMPTY };
    top.children = children.as_mut_ptr();
    let mut array = Array::EMPTY;
    assert_eq!(export(USTR_ARROW_ARRAY, at(&mut top), 0, owner, at(&mut array)), 0);
    (schema, array)
}

fn release<T>(one: &mut T, release: usize) {
    assert_eq!(call(USTR_ARROW_CALL_RELEASE, release, at(one), 0), 0);
}

#[test]
fn a_child_that_was_moved_out_lives_on() {
    let (owner, text) = owner(b'x');
    let (mut schema, mut array) = exported(owner, text);
    assert_eq!(references(owner, -1), 3);
    #[expect(clippy::multiple_unsafe_ops_per_block, reason = "they have the same reason")]
    // SAFETY: the exported child, and the texts of its schema.
    let (child, format, name) = unsafe {
        let child = &**schema.children;
        (child, CStr::from_ptr((*child.dictionary).format), CStr::from_ptr(child.name))
    };
    assert_eq!((child.flags, format, name), (2, c"u", c"city"));
    let free = schema.release.expect("exported") as usize;
    release(&mut schema, free);
    assert!(schema.release.is_none());

    #[expect(clippy::multiple_unsafe_ops_per_block, reason = "they have the same reason")]
    // SAFETY: the exported child, which is moved out as the interface permits.
    let mut moved = unsafe { (*array.children).read() };
    #[expect(clippy::multiple_unsafe_ops_per_block, reason = "they have the same reason")]
    // SAFETY: as above.
    unsafe {
        (**array.children).release = None;
    };
    let free = array.release.expect("exported") as usize;
    release(&mut array, free);
    assert!(array.release.is_none());
    assert_eq!(references(owner, 0), 2, "the child and its dictionary");
    #[expect(clippy::multiple_unsafe_ops_per_block, reason = "they have the same reason")]
    // SAFETY: the buffer, which the child keeps.
    let first = unsafe { *(*moved.buffers.add(1)).cast::<u8>() };
    assert_eq!((moved.length, first), (7, b'x'));
    references(owner, 1);
    let free = moved.release.expect("not released") as usize;
    release(&mut moved, free);
    assert_eq!(references(owner, -1), 0);
}

#[test]
fn a_stream_has_one_schema_and_each_array_once() {
    let (owner, text) = owner(b's');
    let (schema, array) = exported(owner, text);
    let (mut other, second) = exported(owner, text);
    let free = other.release.expect("exported") as usize;
    release(&mut other, free);
    let mut parts = Parts { schema, arrays: [array, second] };
    let mut stream = Stream::default();
    assert_eq!(export(USTR_ARROW_STREAM, at(&mut parts), 2, 0, at(&mut stream)), 0);
    assert!(parts.schema.release.is_none() && parts.arrays.iter().all(|array| array.release.is_none()), "moved");
    assert_eq!(references(owner, 0), 7);

    for _ in 0..3 {
        let mut schema = Schema::EMPTY;
        let get = stream.get_schema.expect("a function") as usize;
        assert_eq!(call(USTR_ARROW_CALL_GET, get, at(&mut stream), at(&mut schema)), 0);
        // SAFETY: terminated.
        assert_eq!(unsafe { CStr::from_ptr(schema.format) }, c"+s");
        let free = schema.release.expect("exported") as usize;
        release(&mut schema, free);
    }
    let next = stream.get_next.expect("a function") as usize;
    let mut first = Array::EMPTY;
    assert_eq!(call(USTR_ARROW_CALL_GET, next, at(&mut stream), at(&mut first)), 0);
    assert_eq!(first.length, 7);
    let last_error = stream.get_last_error.expect("a function") as usize;
    assert_eq!(call(USTR_ARROW_CALL_TEXT, last_error, at(&mut stream), 0), 0);
    // The stream still has the second array.
    let free = stream.release.expect("exported") as usize;
    release(&mut stream, free);
    assert!(stream.release.is_none());
    assert_eq!(references(owner, 0), 4);
    let free = first.release.expect("exported") as usize;
    release(&mut first, free);
    assert_eq!(references(owner, -1), 0);
}

#[test]
fn a_stream_ends() {
    let (owner, text) = owner(b'e');
    let (schema, array) = exported(owner, text);
    let mut parts = Parts { schema, arrays: [array] };
    let mut stream = Stream::default();
    assert_eq!(export(USTR_ARROW_STREAM, at(&mut parts), 1, 0, at(&mut stream)), 0);
    let next = stream.get_next.expect("a function") as usize;
    let mut array = Array::EMPTY;
    assert_eq!(call(USTR_ARROW_CALL_GET, next, at(&mut stream), at(&mut array)), 0);
    let free = array.release.expect("exported") as usize;
    release(&mut array, free);
    for _ in 0..2 {
        array.release = Some(never);
        assert_eq!(call(USTR_ARROW_CALL_GET, next, at(&mut stream), at(&mut array)), 0);
        assert!(array.release.is_none(), "the end");
    }
    let free = stream.release.expect("exported") as usize;
    release(&mut stream, free);
    assert_eq!(references(owner, -1), 0);
}

extern "C" fn never(_: *mut Array) {
    unreachable!("nobody releases the end");
}

static RELEASED: AtomicUsize = AtomicUsize::new(0);

extern "C" fn count(first: *mut c_void) {
    RELEASED.fetch_add(first.addr(), Ordering::Relaxed);
}

extern "C" fn fail(first: *mut c_void, second: *mut c_void) -> c_int {
    c_int::try_from(first.addr() + second.addr()).unwrap_or(0).wrapping_neg()
}

extern "C" fn text(_: *mut c_void) -> *const c_char {
    c"why".as_ptr()
}

#[test]
fn functions_of_others_are_called_once() {
    assert_eq!(call(USTR_ARROW_CALL_RELEASE, count as *const () as usize, 64, 0), 0);
    assert_eq!(RELEASED.load(Ordering::Relaxed), 64);
    let error = call(USTR_ARROW_CALL_GET, fail as *const () as usize, 64, 8);
    assert_eq!(error, i64::from((-72_i32).cast_unsigned()));
    let said = call(USTR_ARROW_CALL_TEXT, text as *const () as usize, 64, 0);
    let said: *const c_char = with_exposed_provenance(usize::try_from(said).unwrap());
    // SAFETY: the text of the function above.
    assert_eq!(unsafe { CStr::from_ptr(said) }, c"why");
}

#[test]
fn wrong_arguments_are_refused() {
    let (null, range) = (i64::from(USTR_E_NULL), i64::from(USTR_E_RANGE));
    let mut schema = Schema { format: c"u".as_ptr(), ..Schema::EMPTY };
    let mut array = Array { n_buffers: -1, ..Array::EMPTY };
    let (from, of) = (at(&mut schema), at(&mut array));
    let (owner, _) = owner(0);
    for (expected, result) in [
        (range, export(0, from, 0, 0, from)),
        (range, export(4, from, 0, 0, from)),
        (null, export(USTR_ARROW_SCHEMA, 0, 0, 0, from)),
        (null, export(USTR_ARROW_SCHEMA, from, 0, 0, 0)),
        (null, export(USTR_ARROW_ARRAY, of, 0, 0, of)),
        (range, export(USTR_ARROW_ARRAY, of, 0, owner, of)),
        (range, export(USTR_ARROW_STREAM, from, -1, 0, of)),
        (null, call(USTR_ARROW_CALL_RELEASE, 0, from, 0)),
        (null, call(USTR_ARROW_CALL_RELEASE, count as *const () as usize, 0, 0)),
        (range, call(0, count as *const () as usize, from, 0)),
        (range, call(4, count as *const () as usize, from, 0)),
    ] {
        assert_eq!(result, expected);
    }
    let mut negative = Schema { n_children: -1, ..Schema::EMPTY };
    assert_eq!(export(USTR_ARROW_SCHEMA, at(&mut negative), 0, 0, of), range);
    let mut none = [null_mut::<Schema>()];
    let mut without = Schema { n_children: 1, children: none.as_mut_ptr(), ..Schema::EMPTY };
    assert_eq!(export(USTR_ARROW_SCHEMA, at(&mut without), 0, 0, of), null);
    assert_eq!(references(owner, -1), 0);
}

//! Calls of the real libmatx, in its order.
#![cfg(all(target_os = "linux", target_pointer_width = "64", target_endian = "little"))]
#![allow(clippy::multiple_unsafe_ops_per_block, reason = "calls of one library, for the reason that is said")]

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::path::{Path, PathBuf};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicI32, AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};

use unitstr::Policy;
use unitstr_values::live::{Library, Process};
use unitstr_values::{Dialect, Matx, Tag, TextKind};

type Slot = [u64; 3];

/// Null: code -1 in the last four bytes.
const MATX_NULL: Slot = [0, 0, 0xFFFF_FFFF_0000_0000];

type Call = unsafe extern "C" fn(*mut c_void, *const Slot, c_int, *mut Slot) -> c_int;
type Global = unsafe extern "C" fn(*const c_char, *mut *mut c_void) -> c_int;
type Create = unsafe extern "C" fn(Callback, *mut c_void, unsafe extern "C" fn(*mut c_void), *mut *mut c_void) -> c_int;
type Free = unsafe extern "C" fn(*mut c_void) -> c_int;
type SetReturn = unsafe extern "C" fn(*mut c_void, *const Slot, c_int) -> c_int;
type SetError = unsafe extern "C" fn(*const c_char);
type Error = unsafe extern "C" fn() -> *const c_char;
type Change = unsafe extern "C" fn(*mut Slot) -> c_int;
type Make = unsafe extern "C" fn(*const u8, usize, *mut Slot) -> c_int;
type MakeList = unsafe extern "C" fn(*const Slot, c_int, c_int, *mut Slot) -> c_int;
type Size = unsafe extern "C" fn(*const Slot, *mut i64) -> c_int;
type Items = unsafe extern "C" fn(*const Slot, c_int, *mut i64, *mut Slot) -> c_int;
type Callback = unsafe extern "C" fn(*const Slot, c_int, *mut c_void, *mut c_void) -> c_int;

/// The functions that are called here.
struct Api {
    library: Library,
    call: Call,
    global: Global,
    create: Create,
    free: Free,
    set_return: SetReturn,
    set_error: SetError,
    error: Error,
    retain: Change,
    destroy: Change,
    unicode: Make,
    list: MakeList,
    list_size: Size,
    list_items: Items,
}

fn open(path: &Path) -> Library {
    // SAFETY: the library that the tests are told to trust, and the one that it needs.
    unsafe { Library::open(path, true) }.unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A function by its name.
macro_rules! function {
    ($library:expr, $name:literal, $type:ty) => {{
        let address = $library.symbol($name).expect("a function");
        // SAFETY: declared so in the library's c_runtime_api.h.
        unsafe { std::mem::transmute::<*mut c_void, $type>(address.as_ptr()) }
    }};
}

fn api() -> &'static Api {
    static API: OnceLock<Api> = OnceLock::new();
    API.get_or_init(|| {
        let path = std::env::var_os("UNITSTR_MATX").expect("UNITSTR_MATX: the path of libmatx.so");
        let path = PathBuf::from(path);
        open(&path.with_file_name("libpcre.so.1"));
        let library = open(&path);
        Api {
            call: function!(library, c"MATXScriptFuncCall_PYTHON_C_API", Call),
            global: function!(library, c"MATXScriptFuncGetGlobal", Global),
            create: function!(library, c"MATXScriptFuncCreateFromCFunc", Create),
            free: function!(library, c"MATXScriptFuncFree", Free),
            set_return: function!(library, c"MATXScriptCFuncSetReturn", SetReturn),
            set_error: function!(library, c"MATXScriptAPISetLastError", SetError),
            error: function!(library, c"MATXScriptAPIGetLastError", Error),
            retain: function!(library, c"MATXScriptRuntimeRetain", Change),
            destroy: function!(library, c"MATXScriptRuntimeDestroy", Change),
            unicode: function!(library, c"MATXScriptRuntimeMakeUnicode", Make),
            list: function!(library, c"MATXScriptRuntimeMakeList", MakeList),
            list_size: function!(library, c"MATXScriptRuntimeGetListSize", Size),
            list_items: function!(library, c"MATXScriptRuntimeGetListItems", Items),
            library,
        }
    })
}

/// A slot as we write it: what has no meaning is zero.
fn slot(tag: &Tag<'_>) -> Slot {
    let mut bytes = [0xAA; 24];
    Matx::write(&mut bytes, tag).expect("it fits");
    let mut slot = [0; 3];
    for (word, bytes) in slot.iter_mut().zip(bytes.chunks_exact(8)) {
        *word = u64::from_le_bytes(bytes.try_into().expect("eight"));
    }
    slot
}

/// Code points in a slot.
fn small(text: &str) -> Slot {
    let units: Vec<u8> = text.chars().flat_map(|unit| u32::from(unit).to_le_bytes()).collect();
    slot(&Tag::Ucs4(&units))
}

fn bytes(slot: &Slot) -> Vec<u8> {
    slot.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// What a slot of the library's says.
fn said(slot: &Slot) -> String {
    let bytes = bytes(slot);
    let tag = Matx::read(&bytes).expect("a value");
    // SAFETY: the library's addresses, of values that live.
    let memory = unsafe { Process::new() };
    match Matx::text(&memory, &tag).expect("readable") {
        Some(text) => {
            let chars = text.to_chars(Policy::Report).expect("well-formed");
            let kind = if text.kind() == TextKind::Ucs4 { "u" } else { "b" };
            format!("{kind}{:?}", String::from_utf16(&chars).expect("well-formed"))
        }
        None => format!("{tag:?}"),
    }
}

fn long() -> String {
    "漢字 and 😀 ".repeat(20)
}

/// A text of the library's own.
fn made(text: &str) -> Slot {
    let mut made = MATX_NULL;
    // SAFETY: so many bytes, and a slot that is null.
    let status = unsafe { (api().unicode)(text.as_ptr(), text.len(), &raw mut made) };
    assert_eq!(status, 0);
    made
}

fn destroy(mut slot: Slot) {
    // SAFETY: a value that is owned here, and not used again.
    assert_eq!(unsafe { (api().destroy)(&raw mut slot) }, 0);
}

fn list(items: &[Slot]) -> Slot {
    let mut list = MATX_NULL;
    let count = c_int::try_from(items.len()).expect("a few");
    // SAFETY: so many slots, which are copied; a slot that is null.
    let status = unsafe { (api().list)(items.as_ptr(), count, 0, &raw mut list) };
    assert_eq!(status, 0, "{}", error());
    list
}

fn error() -> String {
    // SAFETY: a string with a zero byte at its end, until the next call.
    unsafe { CStr::from_ptr((api().error)()) }.to_string_lossy().into_owned()
}

fn call(function: *mut c_void, args: &[Slot]) -> Result<Slot, String> {
    let mut result = MATX_NULL;
    let count = c_int::try_from(args.len()).expect("a few");
    // SAFETY: a function of the library's, so many borrowed slots, and a slot that is null.
    match unsafe { (api().call)(function, args.as_ptr(), count, &raw mut result) } {
        0 => Ok(result),
        _ => Err(error()),
    }
}

fn global(name: &str) -> *mut c_void {
    let name = CString::new(name).expect("no NUL");
    let mut function = null_mut();
    // SAFETY: a name with a zero byte at its end, and a place for the function.
    assert_eq!(unsafe { (api().global)(name.as_ptr(), &raw mut function) }, 0);
    assert!(!function.is_null(), "{name:?}");
    function
}

#[test]
#[ignore = "needs libmatx: tests/interop/matx/run fetches it and runs this"]
fn lists_and_unicode_are_arguments() {
    assert_eq!(api().library.warnings(), []);
    let texts = [small("漢字言葉"), made(&long()), slot(&Tag::Int(7)), slot(&Tag::Str(b"a\0b"))];
    let list = list(&texts);
    let mut size = 0;
    // SAFETY: a list, and a number.
    assert_eq!(unsafe { (api().list_size)(&raw const list, &raw mut size) }, 0);
    assert_eq!(size, 4);
    let mut items = [MATX_NULL; 4];
    // SAFETY: as many slots as the list has items, and nobody changes it meanwhile.
    let status = unsafe { (api().list_items)(&raw const list, 0, &raw mut size, items.as_mut_ptr()) };
    assert_eq!((status, size), (0, 4));
    let expected =
        [format!("u{:?}", "漢字言葉"), format!("u{:?}", long()), "Int(7)".to_owned(), format!("b{:?}", "a\0b")];
    assert_eq!(items.each_ref().map(said), expected);
    // By functions of the library's, in its order.
    let get = global("runtime.ListGetItem");
    for (at, expected) in expected.iter().enumerate() {
        let item = call(get, &[list, slot(&Tag::Int(at as i64))]).expect("an item");
        assert_eq!(&said(&item), expected);
        destroy(item);
    }
    let contains = global("runtime.ListContains");
    for (text, found) in [("漢字言葉", 1), ("漢字", 0)] {
        let result = call(contains, &[list, small(text)]).expect("a number");
        assert_eq!(said(&result), format!("Int({found})"), "{text}");
    }
    // A bit copy becomes an owned one: a buffer that is not shared gets another address.
    let mut copy = texts[1];
    // SAFETY: a bit copy of a value that lives.
    assert_eq!(unsafe { (api().retain)(&raw mut copy) }, 0);
    destroy(texts[1]);
    assert_eq!(said(&copy), expected[1]);
    destroy(copy);
    items.into_iter().for_each(destroy);
    destroy(list);
}

/// What the callback was given.
static SEEN: Mutex<Vec<String>> = Mutex::new(Vec::new());
static FREED: AtomicUsize = AtomicUsize::new(0);
static CALLS: AtomicI32 = AtomicI32::new(0);

/// Gives back its first argument, or a text of its own if the first is no list; fails without one.
///
/// # Safety
///
/// * As the library says.
unsafe extern "C" fn callback(args: *const Slot, n: c_int, ret: *mut c_void, resource: *mut c_void) -> c_int {
    // SAFETY: the counter that the function was made with.
    unsafe { &*resource.cast::<AtomicI32>() }.fetch_add(1, Ordering::Relaxed);
    let count = usize::try_from(n).unwrap_or(0);
    if count == 0 {
        // The library says where they are by null.
        assert!(args.is_null());
        // SAFETY: a string with a zero byte at its end, which is copied.
        unsafe { (api().set_error)(c"no arguments: 漢字".as_ptr()) };
        return -1;
    }
    // SAFETY: so many, borrowed.
    let args = unsafe { std::slice::from_raw_parts(args, count) };
    let first = &args[0];
    SEEN.lock().expect("whole").extend(args.iter().map(said));
    if said(first).starts_with("Object") {
        // SAFETY: where the result goes, and a borrowed value, which is copied.
        return unsafe { (api().set_return)(ret, first, 1) };
    }
    let text = made(&long());
    // SAFETY: as above.
    let status = unsafe { (api().set_return)(ret, &raw const text, 1) };
    destroy(text);
    status
}

/// # Safety
///
/// * Always.
unsafe extern "C" fn freed(_: *mut c_void) {
    FREED.fetch_add(1, Ordering::Relaxed);
}

#[test]
#[ignore = "needs libmatx: tests/interop/matx/run fetches it and runs this"]
fn callbacks_and_error_texts_arrive() {
    let mut function = null_mut();
    let resource: *const AtomicI32 = &raw const CALLS;
    // SAFETY: the callback may be called with this for ever; a place for the function.
    let status = unsafe { (api().create)(callback, resource.cast_mut().cast(), freed, &raw mut function) };
    assert_eq!(status, 0, "{}", error());
    // A text comes back that the callback made and gave up; the arguments were as they are here.
    let result = call(function, &[small("漢a"), slot(&Tag::Float(0.5)), made(&long())]).expect("a text");
    assert_eq!(said(&result), format!("u{:?}", long()));
    destroy(result);
    // A list goes through, the same one.
    let list = list(&[small("x")]);
    let back = call(function, &[list]).expect("a list");
    assert_eq!(back, list);
    destroy(back);
    let seen = std::mem::take(&mut *SEEN.lock().expect("whole"));
    assert_eq!(seen[..3], [format!("u{:?}", "漢a"), "Float(0.5)".to_owned(), format!("u{:?}", long())]);
    assert_eq!(seen.len(), 4);
    destroy(list);
    // Errors: the callback's, and the library's own.
    let failed = call(function, &[]).expect_err("no arguments");
    assert!(failed.contains("no arguments: 漢字"), "{failed}");
    let failed = call(global("runtime.ListGetItem"), &[small("x")]).expect_err("too few");
    assert!(failed.contains("ListGetItem") || failed.contains("argument"), "{failed}");
    println!("the error of libmatx: {failed}");
    assert_eq!(CALLS.load(Ordering::Relaxed), 3);
    // SAFETY: created here, and not used again.
    assert_eq!(unsafe { (api().free)(function) }, 0);
    assert_eq!(FREED.load(Ordering::Relaxed), 1);
}

//! The functions that use libtvm_ffi, and that make functions for it to call.

use std::ffi::c_void;

use crate::values;

crate::table::functions! {
    /// The functions that use libtvm_ffi, and that make functions for it to call.
    pub struct Values;

    /// Creates a host: a receiver of upcalls from native code. A host lives until the process ends, and so must
    /// `dispatch` and its context: any thread may call `dispatch` at any time, until `val_host_close`. `*host`
    /// receives the host's number, from 1 up.
    ///
    /// This and the following functions exist on 64-bit Linux; on other platforms they return `USTR_E_UNSUPPORTED`.
    /// Any thread may call them at any time, but never while a garbage collector waits, because they call foreign
    /// code. Unknown numbers of hosts and runtimes give `USTR_E_RANGE`, and so do addresses of slots, objects and
    /// numbers that are not aligned to 8. `error` is three `int64_t`, which are written whenever the function returns
    /// a status (not negative): the address of an Error object, with a reference; the slot of the exception that it
    /// carries; the host of that slot. Each is 0 if there is none, and with `USTR_DONE`. A library may fail without
    /// an error object.
    ///
    /// `dispatch` receives the context, the slot of the function, its borrowed arguments, their number, a result
    /// without a value, and an `error`. It returns 0, and the result with its reference passes to the caller; or 1,
    /// to raise the Error object that it stores, with a reference, in the first member of `error`. `dispatch` must
    /// not let an exception escape.
    fn val_host_new(
        dispatch: Option<unsafe extern "C" fn(
            context: *mut c_void, slot: i64, args: *const c_void, count: i32, result: *mut c_void, error: *mut c_void
        ) -> i32>,
        context: *mut c_void, host: *mut u32
    ) -> i32 = values::val_host_new;
    /// Closes a host: from now on its functions raise errors without calling `dispatch`. Running calls continue.
    fn val_host_close(host: u32) -> i32 = values::val_host_close;
    /// Returns the slots of released functions and exceptions, each once, the oldest first. The return value is their
    /// number, at most `capacity`; the others remain queued. Releasing a function never blocks on this queue.
    fn val_drain_dead(host: u32, slots: *mut i64, capacity: i64) -> i64 = values::val_drain_dead;
    /// Loads a library of values and preserves the signal action of SIGSEGV, which the library would replace and a
    /// JVM needs. With `USTR_VALUES_PLAIN` it does nothing else, and `*runtime` receives 0; with `USTR_VALUES_LOCAL`
    /// too, the symbols of the library are local. Otherwise the library must be libtvm_ffi 0.1, by its version and by
    /// the memory layout of its values, and `*runtime` receives its number, from 1 up: the same number for the same
    /// library. A second copy of libtvm_ffi is refused. Libraries are never unloaded.
    ///
    /// `path` is UTF-8, of `path_bytes` bytes. `text` receives messages in UTF-8, cut to `text_bytes`: the warnings,
    /// one per line, or with `USTR_E_LIBRARY` the reason. `*text_size` receives the size of the whole text in bytes.
    fn val_open(
        path: *const c_void, path_bytes: i64, flags: u32, runtime: *mut u32, text: *mut c_void, text_bytes: i64,
        text_size: *mut i64
    ) -> i32 = values::val_open;
    /// Returns the version of the library: `major << 32 | minor << 16 | patch`.
    fn val_version(runtime: u32) -> i64 = values::val_version;
    /// Looks up a global function by name: `*function` receives its address with a reference, or 0 if there is none.
    /// Each call asks the library. One lock serves all libraries; code that does not take that lock can still
    /// interfere.
    fn val_function(runtime: u32, name: *const c_void, name_bytes: i64, function: *mut u64) -> i32
        = values::val_function;
    /// Registers a function under a name; if `replace` is not 0, it replaces a function of that name. A `function` of
    /// 0 removes the function of that name, if there is one. Returns `USTR_RAISED` if the library refuses,
    /// `USTR_E_FROZEN` after `val_freeze`.
    fn val_set_global(
        runtime: u32, name: *const c_void, name_bytes: i64, function: u64, replace: u32, error: *mut c_void
    ) -> i32 = values::val_set_global;
    /// Ends registering and removing functions, in all libraries.
    fn val_freeze(runtime: u32) -> i32 = values::val_freeze;
    /// Calls a function with `count` borrowed arguments, which are slots of 16 bytes. The slot `result` has no value
    /// during the call and after a failure; otherwise its value belongs to the caller. Returns `USTR_DONE`, or
    /// `USTR_RAISED` with the error, which is fetched before anything else runs on this thread.
    fn val_call(
        runtime: u32, function: u64, args: *const c_void, count: i32, result: *mut c_void, error: *mut c_void
    ) -> i32 = values::val_call;
    /// Creates a function that calls the host's `dispatch` with this slot: `*function` receives its address with a
    /// reference. When the function is destroyed, on any thread, its slot is queued for `val_drain_dead`. If too
    /// little of the thread's stack is left for Java, calling it raises a `RecursionError`.
    fn val_function_new(runtime: u32, host: u32, slot: i64, function: *mut u64) -> i32 = values::val_function_new;
    /// Creates an Error object: `*error` receives its address with a reference. `texts` is six words: the address and
    /// size of the kind, the message and the backtrace, in UTF-8. `cause` is an Error object, or 0. A `slot` other
    /// than 0 is attached as the slot of an exception of the host, and is queued for `val_drain_dead` when the last
    /// error that has it is destroyed.
    fn val_error_new(runtime: u32, host: u32, slot: i64, texts: *const u64, cause: u64, error: *mut u64) -> i32
        = values::val_error_new;
    /// Creates a string (65) or a byte array (66) object of libtvm_ffi in memory of this library: `*object` receives
    /// its address with a reference. It is initialised with `count` bytes from `bytes`, or not if `bytes` is null. At
    /// address + 40 it has room for `capacity` bytes, at most `INT32_MAX`, and a zero byte; its size is at address +
    /// 32.
    fn val_text_new(code: i32, bytes: *const c_void, count: i64, capacity: i64, object: *mut u64) -> i32
        = values::val_text_new;
    /// Adds a reference to an object of libtvm_ffi; does nothing for 0.
    fn val_retain(object: u64) -> i32 = values::val_retain;
    /// Releases a reference to an object of libtvm_ffi; does nothing for 0. Releasing the last one destroys the
    /// object.
    fn val_release(object: u64) -> i32 = values::val_release;
    /// Writes an owned copy of the slot `view` to `slot`: a C string (8) becomes a string, a byte array (9) becomes a
    /// bytes object, an object passed by rvalue reference (10) is not moved; objects get another reference; any other
    /// value is copied as it is. Returns `USTR_E_RANGE` if the slot is not a value: type -1, a small text above 7
    /// bytes, a text above `INT32_MAX` bytes, a null object address.
    fn val_own(view: *const c_void, slot: *mut c_void) -> i32 = values::val_own;
}

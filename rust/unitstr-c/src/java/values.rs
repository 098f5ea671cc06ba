//! The entries for functions of libtvm_ffi, and for functions that it calls.

use std::ffi::c_void;

use crate::values;

/// The entries for functions of libtvm_ffi, and for functions that it calls.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Values {
    /// Makes a host: one user of functions that native code calls back. It lives for ever, and so does what `dispatch` needs:
    /// any thread may call it at any time, until `val_host_close`. `*host` gets its number, from 1 up.
    ///
    /// This and all that follow are for 64-bit Linux; elsewhere they return `USTR_E_UNSUPPORTED`. They may be called by any
    /// thread at any time, but, since they call what they do not know, never where a garbage collector waits. Numbers of
    /// hosts and runtimes that there are not give `USTR_E_RANGE`; so do addresses of slots, objects and numbers that are not
    /// aligned to 8. `error` is three `int64_t`, which are written whenever the number returned is not negative: the address
    /// of an Error object with a reference, the slot of the exception that it carries, the host that this slot is of; zeros
    /// where there is none, and with `USTR_DONE`. A library may fail and leave no error.
    ///
    /// `dispatch` gets the context, the slot of the function, its arguments, which are lent, how many there are, a result
    /// that has no value, and an `error`. It returns 0, and the result is then the caller's with its reference; or 1 to raise
    /// the Error object that it puts into the first of `error`, with a reference. No exception leaves it.
    pub val_host_new: unsafe extern "C" fn(
        dispatch: Option<
            unsafe extern "C" fn(
                context: *mut c_void,
                slot: i64,
                args: *const c_void,
                count: i32,
                result: *mut c_void,
                error: *mut c_void,
            ) -> i32,
        >,
        context: *mut c_void,
        host: *mut u32,
    ) -> i32,
    /// From now on functions of the host raise errors, and `dispatch` is not called. Calls that run go on.
    pub val_host_close: unsafe extern "C" fn(host: u32) -> i32,
    /// The slots of functions and exceptions that have died, each once, the oldest first; whoever dies waits for nobody.
    /// Returns how many there are, at most `capacity`; the others stay.
    pub val_drain_dead: unsafe extern "C" fn(host: u32, slots: *mut i64, capacity: i64) -> i64,
    /// Loads a library of values and keeps the action of SIGSEGV, which the library would change and a JVM needs. With
    /// `USTR_VALUES_PLAIN` that is all, and `*runtime` gets 0; `USTR_VALUES_LOCAL` keeps its symbols to itself. Otherwise
    /// the library must be libtvm_ffi 0.1 by version and by what it puts into memory, and `*runtime` gets its number, from 1
    /// up: the same one for the same library. A second copy of libtvm_ffi is refused. Nothing is ever unloaded.
    ///
    /// `path`: UTF-8, `path_bytes` of it. `text`: gets what there is to say, in UTF-8, cut to `text_bytes`: the warnings, a
    /// line each, or with `USTR_E_LIBRARY` the reason. `*text_size`: the size of all of it.
    pub val_open: unsafe extern "C" fn(
        path: *const c_void,
        path_bytes: i64,
        flags: u32,
        runtime: *mut u32,
        text: *mut c_void,
        text_bytes: i64,
        text_size: *mut i64,
    ) -> i32,
    /// The version of the library: `major << 32 | minor << 16 | patch`.
    pub val_version: unsafe extern "C" fn(runtime: u32) -> i64,
    /// Looks for a global function by its name: `*function` gets its address with a reference, 0 if there is none. The
    /// library is asked each time. One lock for all libraries; who does not know it may still be in the way.
    pub val_function:
        unsafe extern "C" fn(runtime: u32, name: *const c_void, name_bytes: i64, function: *mut u64) -> i32,
    /// Registers a function under a name; if `replace` is not 0, also where there is one. A `function` of 0 removes the one of
    /// this name, if there is one. `USTR_RAISED` if the library refuses, `USTR_E_FROZEN` after `val_freeze`.
    pub val_set_global: unsafe extern "C" fn(
        runtime: u32,
        name: *const c_void,
        name_bytes: i64,
        function: u64,
        replace: u32,
        error: *mut c_void,
    ) -> i32,
    /// Ends the registering and removing of functions, in all libraries.
    pub val_freeze: unsafe extern "C" fn(runtime: u32) -> i32,
    /// Calls a function with `count` arguments, slots of 16 bytes, which are lent. `result`, a slot, has no value during the
    /// call and after a failure; else what it holds is the caller's. Returns `USTR_DONE`, or `USTR_RAISED` with the error,
    /// which is taken before anything else runs on this thread.
    pub val_call: unsafe extern "C" fn(
        runtime: u32,
        function: u64,
        args: *const c_void,
        count: i32,
        result: *mut c_void,
        error: *mut c_void,
    ) -> i32,
    /// Makes a function that calls the host's `dispatch` with this slot: `*function` gets its address with a reference. When
    /// it dies, on whatever thread, the slot goes to `val_drain_dead`. With less than 192 KiB of the thread's stack left it
    /// raises a `RecursionError` instead.
    pub val_function_new: unsafe extern "C" fn(runtime: u32, host: u32, slot: i64, function: *mut u64) -> i32,
    /// Makes an Error object: `*error` gets its address with a reference. `texts`: six words, address and size of the kind,
    /// the message and the backtrace, UTF-8. `cause`: an Error object, or 0. `slot`: if it is not 0, it goes along, as that of
    /// an exception of the host, and to `val_drain_dead` when the last error with it has died.
    pub val_error_new:
        unsafe extern "C" fn(runtime: u32, host: u32, slot: i64, texts: *const u64, cause: u64, error: *mut u64) -> i32,
    /// Makes a string (65) or a binary (66) as libtvm_ffi has them, in memory of this library: `*object` gets its address with
    /// a reference. It has `count` bytes from `bytes` on, or none if that is null, and room for `capacity`, at most `INT32_MAX`
    /// of them and a zero byte, at address + 40; its size is at address + 32.
    pub val_text_new:
        unsafe extern "C" fn(code: i32, bytes: *const c_void, count: i64, capacity: i64, object: *mut u64) -> i32,
    /// One reference more to an object of libtvm_ffi; nothing for 0.
    pub val_retain: unsafe extern "C" fn(object: u64) -> i32,
    /// One reference fewer to an object of libtvm_ffi; nothing for 0. The last one ends it.
    pub val_release: unsafe extern "C" fn(object: u64) -> i32,
    /// Writes an owned copy of the slot `view` to `slot`: a C string (8) becomes a string, a byte array (9) a binary, an object
    /// that may be taken (10) is not taken; objects get a reference more, all else is copied as it is. `USTR_E_RANGE` if it is
    /// no value: the type -1, a small text above 7 bytes, nothing where something is named.
    pub val_own: unsafe extern "C" fn(view: *const c_void, slot: *mut c_void) -> i32,
}

impl Values {
    /// Those of this library.
    pub(super) const OURS: Self = Self {
        val_host_new: values::val_host_new,
        val_host_close: values::val_host_close,
        val_drain_dead: values::val_drain_dead,
        val_open: values::val_open,
        val_version: values::val_version,
        val_function: values::val_function,
        val_set_global: values::val_set_global,
        val_freeze: values::val_freeze,
        val_call: values::val_call,
        val_function_new: values::val_function_new,
        val_error_new: values::val_error_new,
        val_text_new: values::val_text_new,
        val_retain: values::val_retain,
        val_release: values::val_release,
        val_own: values::val_own,
    };
}

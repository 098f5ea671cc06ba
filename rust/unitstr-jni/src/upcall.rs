//! Upcalls: calls from native code to Java, on any thread.

use std::cell::{Cell, UnsafeCell};
use std::ffi::c_void;
use std::ptr::null_mut;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

use jni_sys::{JNI_EDETACHED, JNI_OK, JNI_VERSION_1_8, JNIEnv, JavaVM, jclass, jmethodID, jvalue};
use unitstr_c::guard::guarded;
use unitstr_c::status::USTR_E_UNSUPPORTED;

use crate::env::{functions, invoke};

/// The results of `dispatch`: a result, an error, or neither was written.
const RETURNED: i32 = 0;
const RAISED: i32 = 1;
const FAILED: i32 = 2;

thread_local! {
    /// The arguments that `dispatch0` reads before it calls a function, which may make other upcalls. `dispatch0` gets
    /// its address: seven arguments of JNI would take 40 ns more.
    static ARGUMENTS: UnsafeCell<[i64; 7]> = const { UnsafeCell::new([0; 7]) };
    /// Detaches a thread that an upcall attached.
    static ATTACHED: Attached = const { Attached(Cell::new(null_mut())) };
}

/// Whether the process is about to end. From then on no thread is detached: a stopped JVM blocks a thread that calls it for
/// ever, and with it who joins that thread, as the destructor of a thread pool does.
static ENDING: AtomicBool = AtomicBool::new(false);

/// Called when the JVM or the process begins to end.
pub(crate) extern "C" fn ending() {
    ENDING.store(true, Ordering::Relaxed);
}

/// The JVM to which an upcall attached this thread, or null. To attach and detach a thread costs many times what a call
/// costs, so a thread remains attached until it ends.
struct Attached(Cell<*mut JavaVM>);

impl Attached {
    /// Detaches this thread from a JVM when it ends. Returns false if the thread is ending already.
    fn keep(vm: *mut JavaVM) -> bool {
        // The hook of Java sets ENDING, too, but not if the JVM is halted or another library calls `exit`.
        static AT_EXIT: Once = Once::new();
        // SAFETY: has no preconditions. The JVM does not unload the library: an upcall has a global reference to a class
        // of the class loader that loaded it.
        AT_EXIT.call_once(|| _ = unsafe { libc::atexit(ending) });
        ATTACHED.try_with(|attached| attached.0.set(vm)).is_ok()
    }
}

impl Drop for Attached {
    fn drop(&mut self) {
        let vm = self.0.get();
        if !vm.is_null() && !ENDING.load(Ordering::Relaxed) {
            // SAFETY: `vm` is the pointer that the JVM returned.
            let invoke = unsafe { invoke(vm) };
            // SAFETY: no Java method runs on a thread that ends. The call has no effect if other code has detached the
            // thread, or has destroyed the JVM.
            unsafe { (invoke.DetachCurrentThread)(vm) };
        }
    }
}

/// The results of `dispatch0`, as in Java's `ValueCalls.Dispatch`.
mod outcome {
    pub(super) const FAILED: i64 = 0;
    pub(super) const RAISED: i64 = 1;
    pub(super) const STORED: i64 = 2;
    /// The bit of an outcome that contains the result.
    pub(super) const INLINE: i64 = 0x80;

    /// The two words of the slot of that result.
    pub(super) const fn words(outcome: i64) -> [i64; 2] {
        [outcome & 0xF | (outcome >> 4 & 7) << 32, outcome >> 8]
    }
}

/// The target of upcalls: a static method `dispatch0(J)J` of a class.
pub(crate) struct Upcall {
    vm: *mut JavaVM,
    /// A global reference that is never deleted: the class is not unloaded.
    class: jclass,
    method: jmethodID,
}

impl Upcall {
    /// Creates a target that lives until the process ends, because native code may call it until then.
    ///
    /// # Safety
    ///
    /// * Both `env` and `class` are the JVM's arguments of the native method that runs.
    pub(crate) unsafe fn new(env: *mut JNIEnv, class: jclass) -> Result<&'static Self, i32> {
        // SAFETY: the caller promises that `env` is the JVM's argument.
        let functions = unsafe { functions(env) };
        let (name, signature) = (c"dispatch0".as_ptr(), c"(J)J".as_ptr());
        // SAFETY: `class` is a class; both names are NUL-terminated.
        let method = unsafe { (functions.GetStaticMethodID)(env, class, name, signature) };
        if method.is_null() {
            // A NoSuchMethodError is pending.
            return Err(USTR_E_UNSUPPORTED);
        }
        let mut vm = null_mut();
        // SAFETY: `vm` is a local.
        let status = unsafe { (functions.GetJavaVM)(env, &raw mut vm) };
        // SAFETY: `class` is the class of the running method.
        let class = unsafe { (functions.NewGlobalRef)(env, class) };
        if status != JNI_OK || class.is_null() {
            return Err(USTR_E_UNSUPPORTED);
        }
        Ok(Box::leak(Box::new(Self { vm, class, method })))
    }

    /// The `dispatch` of a host whose context is such a target.
    ///
    /// # Safety
    ///
    /// * `context` is from [`new`](Self::new); Java is responsible for the other arguments.
    pub(crate) unsafe extern "C" fn dispatch(
        context: *mut c_void,
        slot: i64,
        args: *const c_void,
        count: i32,
        result: *mut c_void,
        error: *mut c_void,
    ) -> i32 {
        guarded(FAILED, || {
            // SAFETY: `context` lives until the process ends, and no code writes it.
            let upcall = unsafe { &*context.cast::<Self>() };
            // SAFETY: `vm` is the pointer that the JVM returned.
            let invoke = unsafe { invoke(upcall.vm) };
            let mut env = null_mut();
            // SAFETY: `env` is a local.
            let state = unsafe { (invoke.GetEnv)(upcall.vm, &raw mut env, JNI_VERSION_1_8) };
            let mut detach = false;
            if state == JNI_EDETACHED {
                // SAFETY: `env` is a local; no arguments. A daemon thread does not keep the JVM alive.
                let attached = unsafe { (invoke.AttachCurrentThreadAsDaemon)(upcall.vm, &raw mut env, null_mut()) };
                if attached != JNI_OK {
                    return FAILED;
                }
                detach = !Attached::keep(upcall.vm);
            } else if state != JNI_OK {
                return FAILED;
            }
            // SAFETY: `args` has `count` slots of two words; the read allows any alignment.
            let [first, second] = if count > 0 { unsafe { args.cast::<[i64; 2]>().read_unaligned() } } else { [0; 2] };
            // The type has no destructor, so the memory lives as long as the thread.
            let arguments = ARGUMENTS.with(UnsafeCell::get);
            let [args, result_at, error] =
                [args, result.cast_const(), error.cast_const()].map(|address| address.expose_provenance() as i64);
            // SAFETY: `arguments` is memory of this thread, and no reference to it exists.
            unsafe { arguments.write([slot, args, count.into(), first, second, result_at, error]) };
            // SAFETY: `env` belongs to this thread.
            let outcome = unsafe { upcall.call(env.cast(), arguments.expose_provenance() as i64) };
            if detach {
                // SAFETY: the thread was attached above, and no Java method runs on it.
                unsafe { (invoke.DetachCurrentThread)(upcall.vm) };
            }
            match outcome {
                outcome::STORED => RETURNED,
                outcome::RAISED => RAISED,
                _ if outcome & outcome::INLINE != 0 => {
                    // SAFETY: `result` is a slot of two words; the write allows any alignment.
                    unsafe { result.cast::<[i64; 2]>().write_unaligned(outcome::words(outcome)) };
                    RETURNED
                }
                _ => FAILED,
            }
        })
    }

    /// # Safety
    ///
    /// * `env` belongs to this thread; `arguments` is the address of arguments for `dispatch0`.
    unsafe fn call(&self, env: *mut JNIEnv, arguments: i64) -> i64 {
        // SAFETY: the caller promises that `env` belongs to this thread.
        let functions = unsafe { functions(env) };
        let arguments = [jvalue { j: arguments }];
        // SAFETY: `class` has a global reference, `method` belongs to it, and `arguments` has its one argument.
        let outcome = unsafe { (functions.CallStaticLongMethodA)(env, self.class, self.method, arguments.as_ptr()) };
        // SAFETY: no preconditions. The method catches everything, but may lack the stack to do so: an exception ends
        // here.
        if unsafe { (functions.ExceptionCheck)(env) } {
            // SAFETY: has no preconditions.
            unsafe { (functions.ExceptionClear)(env) };
            return outcome::FAILED;
        }
        outcome
    }
}

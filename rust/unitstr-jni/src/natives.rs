//! The native methods of Java's class `JniNatives`: the one list.
//!
//! Each row is a method, with the types of its arguments and of its result, and the function that implements it. From
//! this list come the functions that the JVM calls, each with a panic guard, the descriptors by which `JNI_OnLoad`
//! binds them, and `abi/jni-v1.txt`, which a test of the jar compares with the methods that Java declares.
//!
//! Memory is `(kind, base, offset)`: 0, null and an address; 1, a `byte[]` and an index; or 2, a direct buffer and an
//! index. Java has checked that all bytes that a method uses lie inside a buffer, and is responsible for an address.

use std::ffi::{CStr, c_void};

use jni_sys::{JNIEnv, jclass, jint, jlong, jobject};
use unitstr_c::guard::guarded;
use unitstr_c::status::USTR_E_PANIC;

use crate::batches::{Decoded, Texts};
use crate::env::Env;
use crate::memory::Memory;
use crate::tensors::{Change, ChangeTexts, Tensor};
use crate::text::How;
use crate::{about, arrow, batches, tensors, text, values};

/// A native method.
#[derive(Clone, Copy, Debug)]
pub struct Native {
    /// The name.
    pub name: &'static CStr,
    arguments: &'static [&'static str],
    result: &'static str,
    /// The function that the JVM calls.
    pub function: *const c_void,
}

impl Native {
    /// Returns the descriptor, such as `(IJ)J`.
    #[must_use]
    pub fn descriptor(&self) -> String {
        format!("({}){}", self.arguments.concat(), self.result)
    }
}

/// A Java type.
trait Kind {
    /// The type in a descriptor.
    const DESCRIPTOR: &'static str;
}

/// The result type of a native method.
trait Returned: Kind {
    /// The result type of the implementation.
    type Outcome;
    /// The value returned after a panic.
    const PANICKED: Self;
    fn of(outcome: Self::Outcome) -> Self;
}

impl Kind for jint {
    const DESCRIPTOR: &'static str = "I";
}

impl Kind for jlong {
    const DESCRIPTOR: &'static str = "J";
}

/// A packed long holds either a result or an error.
impl Returned for jlong {
    type Outcome = Result<i64, i32>;
    const PANICKED: Self = USTR_E_PANIC as i64;

    #[inline(always)]
    fn of(outcome: Self::Outcome) -> Self {
        outcome.unwrap_or_else(i64::from)
    }
}

impl Kind for () {
    const DESCRIPTOR: &'static str = "V";
}

impl Returned for () {
    type Outcome = Self;
    const PANICKED: Self = ();

    fn of((): Self) {}
}

macro_rules! objects {
    ($($(#[$meta:meta])* $name:ident $descriptor:literal;)*) => {
        $(
            $(#[$meta])*
            #[repr(transparent)]
            #[derive(Clone, Copy)]
            struct $name(jobject);

            impl Kind for $name {
                const DESCRIPTOR: &'static str = $descriptor;
            }

            impl Returned for $name {
                type Outcome = jobject;
                const PANICKED: Self = Self(std::ptr::null_mut());

                fn of(outcome: jobject) -> Self {
                    Self(outcome)
                }
            }
        )*
    };
}

objects! {
    /// `byte[]`
    Bytes "[B";
    /// `char[]`
    Chars "[C";
    /// `long[]`
    Longs "[J";
    /// `Object`: the base of memory
    Object "Ljava/lang/Object;";
    /// `ByteBuffer`: a direct buffer
    Buffer "Ljava/nio/ByteBuffer;";
}

macro_rules! natives {
    ($($name:ident($($argument:ident: $kind:ty),*) -> $result:ty = $work:path => ($($passed:expr),*);)*) => {
        /// Returns all native methods.
        #[must_use]
        #[allow(clippy::too_many_lines, reason = "one list")]
        pub fn natives() -> Vec<Native> {
            vec![$({
                #[allow(non_snake_case, reason = "Java's name")]
                /// # Safety
                ///
                /// * Called by the JVM as this method.
                unsafe extern "system" fn $name(env: *mut JNIEnv, class: jclass $(, $argument: $kind)*) -> $result {
                    guarded(<$result as Returned>::PANICKED, || {
                        // SAFETY: `env` and `class` are the JVM's arguments of this method, whose arguments have the
                        // types of its descriptor.
                        let env = unsafe { Env::new(env, class) };
                        // SAFETY: Java has checked, or is responsible for, the memory that the arguments describe.
                        let outcome = unsafe { $work(env $(, $passed)*) };
                        <$result as Returned>::of(outcome)
                    })
                }
                const NAME: &CStr = match CStr::from_bytes_with_nul(concat!(stringify!($name), "\0").as_bytes()) {
                    Ok(name) => name,
                    Err(_) => panic!("the name contains a NUL"),
                };
                Native {
                    name: NAME,
                    arguments: &[$(<$kind as Kind>::DESCRIPTOR),*],
                    result: <$result as Kind>::DESCRIPTOR,
                    function: $name as *const c_void,
                }
            }),*]
        }
    };
}

natives! {
    abi0() -> Longs = about::abi => ();
    version0() -> Bytes = about::version => ();
    lastPanic0() -> Bytes = about::last_panic => ();
    clearScratch0() -> () = about::clear_scratch => ();

    decode0(
        kind: jint, base: Object, offset: jlong, bytes: jint, encoding: jint, flags: jint,
        latin1: Bytes, latin1_length: jint, chars: Chars, chars_length: jint
    ) -> jlong = text::decode => (
        Memory::new(kind, base.0, offset), bytes, How::new(encoding, flags),
        (latin1.0, latin1_length), (chars.0, chars_length)
    );
    decodeShort0(
        kind: jint, base: Object, offset: jlong, bytes: jint, encoding: jint, flags: jint, result: Buffer, room: jint
    ) -> jlong = text::decode_short => (
        Memory::new(kind, base.0, offset), bytes, How::new(encoding, flags), (result.0, room)
    );
    encode0(
        src: Chars, chars: jint, kind: jint, base: Object, offset: jlong, capacity: jlong, encoding: jint, flags: jint
    ) -> jlong = text::encode => (
        (src.0, chars), (Memory::new(kind, base.0, offset), capacity), How::new(encoding, flags)
    );
    encodeShort0(
        src: Buffer, room: jint, chars: jint,
        kind: jint, base: Object, offset: jlong, capacity: jlong, encoding: jint, flags: jint
    ) -> jlong = text::encode_short => (
        (src.0, room, chars), (Memory::new(kind, base.0, offset), capacity), How::new(encoding, flags)
    );
    measure0(src: Chars, chars: jint, encoding: jint, flags: jint) -> jlong = text::measure => (
        (src.0, chars), How::new(encoding, flags)
    );
    findZero0(kind: jint, base: Object, offset: jlong, max_units: jlong, unit_size: jint) -> jlong = text::find_zero => (
        Memory::new(kind, base.0, offset), max_units, unit_size
    );
    query0(
        kind: jint, base: Object, offset: jlong, bytes: jint, encoding: jint, flags: jint, query: jint
    ) -> jlong = text::query => (
        (Memory::new(kind, base.0, offset), bytes), How::new(encoding, flags), query
    );
    equal0(
        kind: jint, base: Object, offset: jlong, bytes: jint, encoding: jint, flags: jint, text: Chars, chars: jint
    ) -> jlong = text::compare => (
        (Memory::new(kind, base.0, offset), bytes), How::new(encoding, flags), (text.0, chars)
    );

    decodeBatch0(
        kind: jint, base: Object, offset: jlong, bytes: jlong, spans: Longs, count: jint, encoding: jint, flags: jint,
        latin1: Bytes, chars: Chars, results: Longs
    ) -> jlong = batches::decode => (
        (Memory::new(kind, base.0, offset), bytes), (spans.0, count), How::new(encoding, flags),
        Decoded { latin1: latin1.0, chars: chars.0, results: results.0 }
    );
    encodeBatch0(
        src: Chars, chars: jint, ends: Longs, count: jint,
        kind: jint, base: Object, offset: jlong, capacity: jlong, encoding: jint, flags: jint, results: Longs
    ) -> jlong = batches::encode => (
        Texts { src: src.0, chars, ends: ends.0, count }, (Memory::new(kind, base.0, offset), capacity),
        How::new(encoding, flags), results.0
    );
    measureBatch0(
        src: Chars, chars: jint, ends: Longs, count: jint, encoding: jint, flags: jint, results: Longs
    ) -> jlong = batches::measure => (
        Texts { src: src.0, chars, ends: ends.0, count }, How::new(encoding, flags), results.0
    );

    decodeTensor0(
        options: Bytes, kind: jint, base: Object, offset: jlong, bytes: jlong, first: jlong, count: jint,
        encoding: jint, flags: jint, latin1: Bytes, chars: Chars, results: Longs
    ) -> jlong = tensors::decode => (
        Tensor { options: options.0, memory: Memory::new(kind, base.0, offset), bytes, first }, count,
        How::new(encoding, flags), Decoded { latin1: latin1.0, chars: chars.0, results: results.0 }
    );
    tensorElements0(
        options: Bytes, kind: jint, base: Object, offset: jlong, bytes: jlong, first: jlong, count: jint, results: Longs
    ) -> jlong = tensors::elements => (
        Tensor { options: options.0, memory: Memory::new(kind, base.0, offset), bytes, first }, count, results.0
    );
    copyTensor0(
        options: Bytes, kind: jint, base: Object, offset: jlong, bytes: jlong, first: jlong, count: jint,
        target: Bytes, capacity: jint, results: Longs
    ) -> jlong = tensors::copy => (
        Tensor { options: options.0, memory: Memory::new(kind, base.0, offset), bytes, first }, count,
        (target.0, capacity), results.0
    );
    validateTensor0(
        options: Bytes, kind: jint, base: Object, offset: jlong, bytes: jlong, first: jlong, count: jint, state: Longs
    ) -> jlong = tensors::validate => (
        Tensor { options: options.0, memory: Memory::new(kind, base.0, offset), bytes, first }, count, state.0
    );
    changeTensor0(
        options: Bytes, address: jlong, bytes: jlong, first: jlong, count: jint,
        change: jint, fill: jint, number: jlong, text: Bytes, text_address: jlong, text_bytes: jlong, ends: Longs
    ) -> jlong = tensors::change => (
        Tensor { options: options.0, memory: Memory::at(address), bytes, first }, count,
        Change { change, fill, number },
        ChangeTexts { array: text.0, address: text_address, bytes: text_bytes, ends: ends.0 }
    );
    assignTensor0(
        options: Bytes, address: jlong, bytes: jlong, first: jlong,
        from: Bytes, from_address: jlong, from_bytes: jlong, from_first: jlong, change: jint
    ) -> jlong = tensors::assign => (
        Tensor { options: options.0, memory: Memory::at(address), bytes, first },
        Tensor { options: from.0, memory: Memory::at(from_address), bytes: from_bytes, first: from_first }, change
    );
    newOwner0(bytes: jlong, results: Longs) -> jlong = tensors::new_owner => (bytes, results.0);
    references0(owner: jlong, change: jlong) -> jlong = tensors::references => (owner, change);

    hostNew0() -> jlong = values::host_new => ();
    hostClose0(host: jint) -> jlong = values::host_close => (host);
    drainDead0(host: jint, slots: Longs) -> jlong = values::drain_dead => (host, slots.0);
    open0(path: Bytes, flags: jint, text: Bytes, results: Longs) -> jlong = values::open => (
        path.0, flags, text.0, results.0
    );
    runtimeVersion0(runtime: jint) -> jlong = values::version => (runtime);
    function0(runtime: jint, name: Bytes) -> jlong = values::function => (runtime, name.0);
    setGlobal0(runtime: jint, name: Bytes, function: jlong, replace: jint, error: jlong) -> jlong = values::set_global => (
        runtime, name.0, function, replace, error
    );
    freeze0(runtime: jint) -> jlong = values::freeze => (runtime);
    call0(runtime: jint, function: jlong, args: jlong, count: jint, result: jlong, error: jlong) -> jlong = values::call => (
        runtime, function, args, count, result, error
    );
    functionNew0(runtime: jint, host: jint, slot: jlong) -> jlong = values::function_new => (runtime, host, slot);
    errorNew0(
        runtime: jint, host: jint, slot: jlong, kind: Bytes, message: Bytes, backtrace: Bytes, cause: jlong
    ) -> jlong = values::error_new => (runtime, host, slot, [kind.0, message.0, backtrace.0], cause);
    textNew0(code: jint, bytes: Bytes, capacity: jlong) -> jlong = values::text_new => (code, bytes.0, capacity);
    retain0(object: jlong) -> jlong = values::retain => (object);
    release0(object: jlong) -> jlong = values::release => (object);
    own0(view: jlong, slot: jlong) -> jlong = values::own => (view, slot);
    allocate0(bytes: jlong) -> jlong = values::allocate => (bytes);
    free0(address: jlong) -> jlong = values::free => (address);
    view0(address: jlong, bytes: jint) -> Buffer = values::view => (address, bytes);
    word0(address: jlong) -> jlong = values::word => (address);
    putWord0(address: jlong, word: jlong) -> jlong = values::put_word => (address, word);
    putWords0(address: jlong, first: jlong, second: jlong) -> jlong = values::put_words => (address, first, second);

    arrowExport0(kind: jint, from: jlong, count: jlong, owner: jlong, to: jlong) -> jlong = arrow::export => (
        kind, from, count, owner, to
    );
    arrowCall0(kind: jint, function: jlong, first: jlong, second: jlong) -> jlong = arrow::call => (
        kind, function, first, second
    );
}

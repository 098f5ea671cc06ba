//! The native methods for one text: decode, encode, measure, search, compare.

use jni_sys::{jbyteArray, jcharArray, jint, jlong, jobject};
use unitstr_c::JAVA_API;
use unitstr_c::options::{self, USTR_FLAG_CHARS};
use unitstr_c::packed::{USTR_PACKED_CODER_SHIFT, USTR_PACKED_COUNT_MAX};
use unitstr_c::status::{USTR_E_NULL, USTR_E_RANGE};

use crate::env::Env;
use crate::memory::{Memory, read_chars};
use crate::scratch;

/// The additional bytes that allow a kernel to store whole vectors up to the end of the text.
const SLACK: usize = 64;
/// The largest size in bytes of an encoded char, and of a byte order mark.
pub(crate) const MAX_BYTES: usize = 4;

/// An encoding and flags.
#[derive(Clone, Copy)]
pub(crate) struct How(pub(crate) u32, pub(crate) u32);

impl How {
    pub(crate) const fn new(encoding: jint, flags: jint) -> Self {
        Self(encoding.cast_unsigned(), flags.cast_unsigned())
    }
}

/// The largest number of chars of a text; an incomplete unit counts as one.
fn most_chars(bytes: jint, encoding: u32) -> Result<usize, i32> {
    let bytes = usize::try_from(bytes).map_err(|_| USTR_E_RANGE)?;
    Ok(match options::unit_size(encoding) {
        1 => bytes,
        2 => bytes.div_ceil(2),
        _ => 2 * bytes.div_ceil(4),
    })
}

fn written(packed: i64) -> usize {
    usize::try_from(packed & USTR_PACKED_COUNT_MAX).unwrap_or(0)
}

/// Decodes `bytes` bytes, which are released before one of the two arrays is filled. The caller passes the lengths of
/// the arrays; the JVM copies no more than they can hold.
///
/// # Safety
///
/// * `src` satisfies [`Memory::place`], and is readable for `bytes`.
pub(crate) unsafe fn decode(
    env: Env<'_>,
    src: Memory,
    bytes: jint,
    How(encoding, flags): How,
    (latin1, latin1_length): (jbyteArray, jint),
    (chars, chars_length): (jcharArray, jint),
) -> Result<i64, i32> {
    let most = most_chars(bytes, encoding)?;
    let room = |length: jint| usize::try_from(length).map_or(Err(USTR_E_RANGE), |n| Ok(n.min(most + SLACK)));
    let wanted = flags & USTR_FLAG_CHARS == 0;
    let latin1_room = if wanted { room(latin1_length)? } else { 0 };
    let chars_room = room(chars_length)?;
    scratch::with(2 * chars_room + latin1_room, |memory| {
        let latin1_memory = memory.wrapping_add(2 * chars_room);
        let run = |start: *const u8, offset| {
            // SAFETY: `start + offset` is readable for `bytes`, by `Memory::read`; the destinations share `memory`, of
            // the sum of their sizes.
            unsafe {
                (JAVA_API.strings.packed_decode)(
                    latin1_memory.cast(),
                    latin1_room as i64,
                    memory.cast(),
                    chars_room as i64,
                    start.cast(),
                    offset,
                    bytes.into(),
                    encoding,
                    flags,
                )
            }
        };
        // SAFETY: the caller promises that `src` is readable for `bytes`.
        let packed = unsafe { src.read(env, bytes.into(), run) }?;
        if packed < 0 {
            return Ok(packed);
        }
        if packed >> USTR_PACKED_CODER_SHIFT & 1 == 0 {
            // SAFETY: the function has written this many bytes to `latin1_memory`.
            unsafe { env.set_bytes(latin1, 0, latin1_memory, written(packed)) }?;
        } else {
            // SAFETY: the function has written this many chars to `memory`, which is aligned to 8.
            unsafe { env.set_chars(chars, memory.cast(), written(packed)) }?;
        }
        Ok(packed)
    })
}

/// Decodes a short text to `result`, native memory of `room` bytes that Java keeps and reads itself: chars at its
/// start, or Latin-1 bytes after two thirds of it. This calls no JNI function for an array, each of which takes as
/// long as a short text.
///
/// # Safety
///
/// * `src` satisfies [`Memory::place`], is readable for `bytes`, and is not an array.
/// * `result` is null or a direct buffer, aligned to 8, of `room` bytes.
pub(crate) unsafe fn decode_short(
    env: Env<'_>,
    src: Memory,
    bytes: jint,
    How(encoding, flags): How,
    (result, room): (jobject, jint),
) -> Result<i64, i32> {
    let room = usize::try_from(room).map_err(|_| USTR_E_RANGE)? / 3;
    let most = most_chars(bytes, encoding)? + SLACK;
    if most > room {
        return Err(USTR_E_RANGE);
    }
    if result.is_null() {
        return Err(USTR_E_NULL);
    }
    // SAFETY: the caller promises what `outside` requires of `src`.
    let (start, offset) = unsafe { src.outside(env) }?;
    // SAFETY: the caller promises that `result` is a direct buffer; it is not null.
    let memory = unsafe { env.address_of_direct(result) };
    // SAFETY: `src` is readable for `bytes`; the destinations are two thirds and one third of `memory`, and get no more
    // than that.
    Ok(unsafe {
        (JAVA_API.strings.packed_decode)(
            memory.wrapping_add(2 * room).cast(),
            most as i64,
            memory.cast(),
            most as i64,
            start.cast(),
            offset,
            bytes.into(),
            encoding,
            flags,
        )
    })
}

/// Encodes the first `chars` chars of `src`.
///
/// # Safety
///
/// * `dst` satisfies [`Memory::place`], and is writable for `capacity` bytes.
pub(crate) unsafe fn encode(
    env: Env<'_>,
    (src, chars): (jcharArray, jint),
    (dst, capacity): (Memory, jlong),
    How(encoding, flags): How,
) -> Result<i64, i32> {
    let most = (usize::try_from(chars).map_err(|_| USTR_E_RANGE)? + 1) * MAX_BYTES;
    let run = |start: *mut u8, offset, room| {
        read_chars(env, src, chars, |from, count| {
            // SAFETY: `from` is readable for `count` chars, by `read_chars`, and `start + offset` writable for `room`
            // bytes, by `Memory::write`.
            let packed = unsafe {
                let entry = JAVA_API.strings.packed_encode;
                entry(from.cast(), count as i64, start.cast(), offset, room, encoding, flags)
            };
            (packed, if packed > 0 { written(packed) } else { 0 })
        })
    };
    // SAFETY: the caller promises that `dst` is writable for `capacity`.
    unsafe { dst.write(env, capacity, most, run) }
}

/// Encodes the chars at the start of `src`, native memory of `room` bytes that Java keeps and writes itself. This
/// calls no JNI function for an array, each of which takes as long as a short text.
///
/// # Safety
///
/// * `src` is null or a direct buffer, aligned to 8, of `room` bytes.
/// * `dst` satisfies [`Memory::place`], is writable for `capacity` bytes, and is not an array.
pub(crate) unsafe fn encode_short(
    env: Env<'_>,
    (src, room, chars): (jobject, jint, jint),
    (dst, capacity): (Memory, jlong),
    How(encoding, flags): How,
) -> Result<i64, i32> {
    if src.is_null() {
        return Err(USTR_E_NULL);
    }
    if chars < 0 || chars > room / 2 {
        return Err(USTR_E_RANGE);
    }
    // SAFETY: the caller promises what `outside` requires of `dst`.
    let (to, offset) = unsafe { dst.outside(env) }?;
    // SAFETY: the caller promises that `src` is a direct buffer; it is not null.
    let from = unsafe { env.address_of_direct(src) };
    let entry = JAVA_API.strings.packed_encode;
    // SAFETY: `from` has room for so many chars; `to + offset` is writable for `capacity`, as the caller promises.
    Ok(unsafe { entry(from.cast_const().cast(), chars.into(), to.cast(), offset, capacity, encoding, flags) })
}

/// Measures the encoded size of the first `chars` chars of `src`.
///
/// # Safety
///
/// * None.
pub(crate) unsafe fn measure(
    env: Env<'_>,
    (src, chars): (jcharArray, jint),
    How(encoding, flags): How,
) -> Result<i64, i32> {
    read_chars(env, src, chars, |start, count| {
        // SAFETY: `start` is readable for `count` chars, by `read_chars`.
        unsafe { (JAVA_API.strings.packed_measure)(start.cast(), count as i64, encoding, flags) }
    })
}

/// Searches for the first zero code unit, not in an array.
///
/// # Safety
///
/// * `src` satisfies [`Memory::place`], and is readable up to the end of the first zero unit, or for `max_units`
///   units.
pub(crate) unsafe fn find_zero(env: Env<'_>, src: Memory, max_units: jlong, unit_size: jint) -> Result<i64, i32> {
    // SAFETY: the caller promises what `outside` requires of `src`.
    let (start, offset) = unsafe { src.outside(env) }?;
    let find = JAVA_API.strings.packed_find_zero;
    // SAFETY: the caller promises that `start + offset` is readable up to a zero unit or for `max_units`.
    Ok(unsafe { find(start.cast(), offset, max_units, unit_size.cast_unsigned()) })
}

/// Answers a query about `bytes` bytes.
///
/// # Safety
///
/// * `src` satisfies [`Memory::place`], and is readable for `bytes`.
pub(crate) unsafe fn query(
    env: Env<'_>,
    (src, bytes): (Memory, jint),
    How(encoding, flags): How,
    query: jint,
) -> Result<i64, i32> {
    let run = |start: *const u8, offset| {
        // SAFETY: `start + offset` is readable for `bytes`, by `Memory::read`.
        unsafe { (JAVA_API.packed_query)(start.cast(), offset, bytes.into(), encoding, flags, query.cast_unsigned()) }
    };
    // SAFETY: the caller promises that `src` is readable for `bytes`.
    unsafe { src.read(env, bytes.into(), run) }
}

/// Compares `bytes` bytes with the first `chars` chars of `text`.
///
/// # Safety
///
/// * `src` satisfies [`Memory::place`], and is readable for `bytes`.
pub(crate) unsafe fn compare(
    env: Env<'_>,
    (src, bytes): (Memory, jint),
    How(encoding, flags): How,
    (text, chars): (jcharArray, jint),
) -> Result<i64, i32> {
    // The length is read first: while a long text is held, no JNI function may be called except to hold another
    // array.
    if chars < 0 || usize::try_from(chars).is_ok_and(|chars| chars > env.length(text)) {
        return Err(if text.is_null() { USTR_E_NULL } else { USTR_E_RANGE });
    }
    let run = |start: *const u8, offset| {
        let held = if chars == 0 { None } else { Some(env.hold(text)?) };
        let text = held.as_ref().map_or(std::ptr::null(), |held| held.start());
        let compare = JAVA_API.strings.packed_compare;
        // SAFETY: `start + offset` is readable for `bytes`, by `Memory::read`; `text` has `chars` chars: just tested.
        Ok(unsafe { compare(text.cast(), chars.into(), start.cast(), offset, bytes.into(), encoding, flags) })
    };
    // SAFETY: the caller promises that `src` is readable for `bytes`.
    unsafe { src.read(env, bytes.into(), run) }?
}

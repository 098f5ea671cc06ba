//! Many texts in one call. Arguments and results other than text are arrays of longs, each copied once.

use jni_sys::{jbyteArray, jcharArray, jint, jlong, jlongArray};
use unitstr_c::JAVA_API;
use unitstr_c::batch::{USTR_BATCH_CODER_SHIFT, USTR_BATCH_LENGTH_SHIFT};
use unitstr_c::options::USTR_FLAG_CHARS;
use unitstr_c::packed::USTR_PACKED_COUNT_MAX;
use unitstr_c::status::{USTR_E_NULL, USTR_E_RANGE};

use crate::env::Env;
use crate::memory::{Memory, read_chars};
use crate::scratch;
use crate::text::{How, MAX_BYTES};

/// The size of a long in bytes.
pub(crate) const LONG: usize = size_of::<i64>();

/// Checks that `count` is not negative and that the array has `each` longs for each text.
pub(crate) fn longs(env: Env<'_>, array: jlongArray, count: jint, each: usize) -> Result<usize, i32> {
    let count = usize::try_from(count).map_err(|_| USTR_E_RANGE)?;
    match count {
        0 => Ok(0),
        _ if array.is_null() => Err(USTR_E_NULL),
        _ if count * each > env.length(array) => Err(USTR_E_RANGE),
        _ => Ok(count),
    }
}

/// The number of texts, or elements of a tensor, that were processed.
pub(crate) fn texts(packed: i64) -> usize {
    usize::try_from(packed & USTR_PACKED_COUNT_MAX).unwrap_or(0)
}

/// The arrays for decoded texts: one for each form of text, and one with a long for each text.
#[derive(Clone, Copy)]
pub(crate) struct Decoded {
    pub(crate) latin1: jbyteArray,
    pub(crate) chars: jcharArray,
    pub(crate) results: jlongArray,
}

/// Scratch memory for [`Decoded`] texts, in the order of the memory.
pub(crate) struct Rooms {
    /// The results, aligned to 8.
    pub(crate) results: *mut u8,
    pub(crate) chars: *mut u8,
    pub(crate) chars_room: i64,
    pub(crate) latin1: *mut u8,
    pub(crate) latin1_room: i64,
}

impl Decoded {
    /// Runs a function that decodes `count` texts to scratch memory, whose first `before` longs are for its
    /// arguments, and copies the result to the arrays.
    pub(crate) fn with(
        self,
        env: Env<'_>,
        (before, count): (usize, usize),
        How(_, flags): How,
        entry: impl FnOnce(*mut u8, Rooms) -> Result<i64, i32>,
    ) -> Result<i64, i32> {
        let wanted = flags & USTR_FLAG_CHARS == 0;
        let latin1_room = if wanted { env.length(self.latin1) } else { 0 };
        let chars_room = env.length(self.chars);
        scratch::with((before + count) * LONG + 2 * chars_room + latin1_room, |memory| {
            let results = memory.wrapping_add(before * LONG);
            let chars = results.wrapping_add(count * LONG);
            let latin1 = chars.wrapping_add(2 * chars_room);
            let packed = entry(
                memory,
                Rooms { results, chars, chars_room: chars_room as i64, latin1, latin1_room: latin1_room as i64 },
            )?;
            if packed < 0 {
                return Ok(packed);
            }
            let done = texts(packed).min(count);
            // SAFETY: the function has written `done` results to `results`, which is aligned to 8.
            let written = unsafe { std::slice::from_raw_parts(results.cast::<i64>(), done) };
            // SAFETY: the results say that at least this many bytes were written to `latin1`.
            unsafe { env.set_bytes(self.latin1, 0, latin1, end(written, 0).min(latin1_room)) }?;
            // SAFETY: the results say that at least this many chars were written to `chars`, which is aligned to 8.
            unsafe { env.set_chars(self.chars, chars.cast(), end(written, 1).min(chars_room)) }?;
            // SAFETY: the function has written `done` results to `results`, which is aligned to 8.
            unsafe { env.set_longs(self.results, results.cast(), done) }?;
            Ok(packed)
        })
    }
}

/// The filled size of the destination for a coder: the end of the last text in it.
fn end(results: &[i64], coder: u64) -> usize {
    let last =
        results.iter().map(|result| result.cast_unsigned()).rfind(|result| result >> USTR_BATCH_CODER_SHIFT == coder);
    last.map_or(0, |result| {
        let start = result & ((1 << USTR_BATCH_LENGTH_SHIFT) - 1);
        let length = (result & !(1 << USTR_BATCH_CODER_SHIFT)) >> USTR_BATCH_LENGTH_SHIFT;
        usize::try_from(start + length).unwrap_or(0)
    })
}

/// Decodes `count` texts of `src`, which is released before an array is filled.
///
/// # Safety
///
/// * `src` satisfies [`Memory::place`], and is readable for `bytes`.
pub(crate) unsafe fn decode(
    env: Env<'_>,
    (src, bytes): (Memory, jlong),
    (spans, count): (jlongArray, jint),
    how: How,
    to: Decoded,
) -> Result<i64, i32> {
    longs(env, to.results, count, 1)?;
    let count = longs(env, spans, count, 2)?;
    to.with(env, (2 * count, count), how, |memory, rooms| {
        // SAFETY: `memory` begins with place for `2 * count` longs, and is aligned to 8.
        unsafe { env.get_longs(spans, memory.cast(), 2 * count) }?;
        let run = |start: *const u8, offset: i64| {
            let start = start.wrapping_offset(isize::try_from(offset).map_err(|_| USTR_E_RANGE)?);
            // SAFETY: the source is readable for `bytes`, by `Memory::read`; the other pointers are parts of the
            // scratch memory, of the sizes that are passed.
            Ok(unsafe {
                (JAVA_API.batches.packed_decode_batch)(
                    start.cast(),
                    bytes,
                    memory.cast(),
                    count as i64,
                    how.0,
                    how.1,
                    rooms.latin1.cast(),
                    rooms.latin1_room,
                    rooms.chars.cast(),
                    rooms.chars_room,
                    rooms.results.cast(),
                )
            })
        };
        // SAFETY: the caller promises that `src` is readable for `bytes`.
        unsafe { src.read(env, bytes, run) }?
    })
}

/// The texts to encode.
#[derive(Clone, Copy)]
pub(crate) struct Texts {
    pub(crate) src: jcharArray,
    pub(crate) chars: jint,
    pub(crate) ends: jlongArray,
    pub(crate) count: jint,
}

impl Texts {
    /// Calls `entry` with the ends and the chars, and with memory for results, which are then copied to the array.
    ///
    /// `entry` receives the chars, their number, the ends, the number of texts, and the results; it must not call the
    /// JVM.
    fn with(
        self,
        env: Env<'_>,
        results: jlongArray,
        entry: impl FnOnce(*const u8, i64, *const i64, i64, *mut i64) -> i64,
    ) -> Result<i64, i32> {
        let count = longs(env, self.ends, self.count, 1)?;
        longs(env, results, self.count, 1)?;
        scratch::with(2 * count * LONG, |memory| {
            let written: *mut i64 = memory.wrapping_add(count * LONG).cast();
            // SAFETY: `memory` begins with place for `count` longs, and is aligned to 8.
            unsafe { env.get_longs(self.ends, memory.cast(), count) }?;
            let packed = read_chars(env, self.src, self.chars, |start, chars| {
                entry(start, chars as i64, memory.cast_const().cast(), count as i64, written)
            })?;
            if packed >= 0 {
                // SAFETY: this many results were written to `written`, which is aligned to 8.
                unsafe { env.set_longs(results, written, texts(packed).min(count)) }?;
            }
            Ok(packed)
        })
    }
}

/// Encodes texts.
///
/// # Safety
///
/// * `dst` satisfies [`Memory::place`], and is writable for `capacity` bytes.
pub(crate) unsafe fn encode(
    env: Env<'_>,
    texts_in: Texts,
    (dst, capacity): (Memory, jlong),
    How(encoding, flags): How,
    results: jlongArray,
) -> Result<i64, i32> {
    let chars = usize::try_from(texts_in.chars).map_err(|_| USTR_E_RANGE)?;
    let count = usize::try_from(texts_in.count).map_err(|_| USTR_E_RANGE)?;
    let run = |start: *mut u8, offset, room| {
        let mut end = 0;
        let packed = texts_in.with(env, results, |src, chars, ends, count, written| {
            let encode = JAVA_API.batches.packed_encode_batch;
            let (to, out) = (start.cast(), written.cast());
            // SAFETY: the source, the ends and the results have the sizes that are passed, by `Texts::with`; the
            // destination is writable for `room`, by `Memory::write`.
            let packed =
                unsafe { encode(src.cast(), chars, ends.cast(), count, to, offset, room, encoding, flags, out) };
            if packed >= 0 && texts(packed) > 0 {
                // SAFETY: the function has written this many results to `written`.
                end = unsafe { written.wrapping_add(texts(packed) - 1).read() };
            }
            packed
        })?;
        Ok((packed, usize::try_from(end).unwrap_or(0)))
    };
    // SAFETY: the caller promises that `dst` is writable for `capacity`.
    unsafe { dst.write(env, capacity, (chars + count) * MAX_BYTES, run) }
}

/// Measures texts.
///
/// # Safety
///
/// * None.
pub(crate) unsafe fn measure(
    env: Env<'_>,
    texts: Texts,
    How(encoding, flags): How,
    results: jlongArray,
) -> Result<i64, i32> {
    texts.with(env, results, |src, chars, ends, count, written| {
        let measure = JAVA_API.batches.packed_measure_batch;
        // SAFETY: the source, the ends and the results have the sizes that are passed, by `Texts::with`.
        unsafe { measure(src.cast(), chars, ends.cast(), count, encoding, flags, written.cast()) }
    })
}

//! The functions for many texts in one call. Each text is decoded or encoded independently: a sequence that is
//! incomplete at the end of one text does not continue in the next.

use std::ffi::c_void;

use unitstr::{Coder, Encoding, Options, Policy, Progress, Source, Status};

use crate::args::{at_offset, scan, scratch, source, target};
use crate::options::{USTR_FLAG_CHARS, USTR_FLAG_MORE, USTR_FLAG_POLICY_MASK, USTR_FLAG_REPLACEMENT_SHIFT};
use crate::packed::{capacity, entry, size};
use crate::progress::NOTHING_DECODED;
use crate::status::{USTR_E_FLAGS, USTR_E_RANGE};

/// Each text ends before its first zero code unit, if it has one, as in `char name[32]`. For `packed_decode_batch`;
/// other functions reject it as an unknown flag.
pub const USTR_FLAG_TERMINATED: u32 = 0x80;

const _: () = assert!(USTR_FLAG_TERMINATED & (USTR_FLAG_POLICY_MASK | u32::MAX << USTR_FLAG_REPLACEMENT_SHIFT) == 0);

/// Result of a batch: the lowest of the 31 bits of the length, in chars. The start of the text, in elements of its
/// destination, begins at bit 0.
pub const USTR_BATCH_LENGTH_SHIFT: u32 = 32;
/// Result of a batch: the bit of the coder.
pub const USTR_BATCH_CODER_SHIFT: u32 = 63;

#[repr(C, packed)]
#[derive(Clone, Copy)]
struct Unaligned(i64);

/// An array of longs to read, at any alignment.
#[derive(Clone, Copy)]
pub(crate) struct Longs {
    /// Readable for `count` longs.
    start: *const Unaligned,
    pub(crate) count: usize,
}

impl Longs {
    /// # Safety
    ///
    /// * `start` is readable for `count` longs, at any alignment, as long as the result is used. It may be null if that
    ///   is 0.
    pub(crate) unsafe fn new(start: *const c_void, count: usize) -> Result<Self, i32> {
        // SAFETY: the caller promises that `start` is readable for `count` longs; `source` reads nothing.
        unsafe { source(start, count, size_of::<i64>()) }?;
        Ok(Self { start: start.cast(), count })
    }

    /// Reads the long at this index.
    pub(crate) fn get(self, at: usize) -> i64 {
        assert!(at < self.count);
        let place = self.start.wrapping_add(at);
        // SAFETY: the test above: `at < count`, for which `start` is readable; packed: any alignment.
        let Unaligned(value) = unsafe { place.read_volatile() };
        value
    }
}

/// An array of longs to write, at any alignment.
pub(crate) struct Results {
    /// Writable for `count` longs.
    start: *mut Unaligned,
    count: usize,
}

impl Results {
    /// # Safety
    ///
    /// * `start` is writable for `count` longs, at any alignment, as long as the result is used. It may be null if that
    ///   is 0.
    pub(crate) unsafe fn new(start: *mut c_void, count: usize) -> Result<Self, i32> {
        // SAFETY: the caller promises that `start` is writable for `count` longs; `target` writes nothing.
        unsafe { target(start, count, size_of::<i64>()) }?;
        Ok(Self { start: start.cast(), count })
    }

    pub(crate) fn set(&mut self, at: usize, value: i64) {
        assert!(at < self.count);
        let place = self.start.wrapping_add(at);
        // SAFETY: the test above: it is inside the `count` longs for which `start` is writable; packed: any
        // alignment.
        unsafe { place.write_volatile(Unaligned(value)) };
    }
}

/// The result of a batch that stopped after this many texts, in the next one.
fn stopped(texts: usize, next: Progress) -> Progress {
    Progress { written: texts, ..next }
}

fn all(texts: usize) -> Progress {
    Progress { read: 0, written: texts, status: Status::Done, bad_len: 0 }
}

fn whole_texts(flags: u32) -> Result<(), i32> {
    if flags & USTR_FLAG_MORE == 0 { Ok(()) } else { Err(USTR_E_FLAGS) }
}

/// The offset and size in bytes of text `at`, which lies inside `src_bytes`.
fn span(spans: Longs, at: usize, src_bytes: i64) -> Result<(i64, usize), i32> {
    let offset = spans.get(2 * at);
    let bytes = spans.get(2 * at + 1);
    let size = size(bytes)?;
    // Compared by a difference, because a sum could overflow.
    if offset < 0 || offset > src_bytes - bytes {
        return Err(USTR_E_RANGE);
    }
    Ok((offset, size))
}

/// The number of bytes of a text before its first zero unit.
///
/// # Safety
///
/// * `start` is readable for `bytes` bytes.
unsafe fn before_zero(start: *const c_void, bytes: usize, encoding: Encoding) -> Result<usize, i32> {
    let unit_size = encoding.unit_size();
    let max_units = bytes / unit_size;
    // SAFETY: the caller promises that `start` is readable for `bytes`, and `max_units` units are no more than that.
    let scan = unsafe { scan(start, max_units, u32::try_from(unit_size).unwrap_or(0)) }?;
    let units = unitstr::find_zero(unit_size, scan);
    Ok(if units < max_units { units * unit_size } else { bytes })
}

/// The table's `packed_decode_batch`.
///
/// # Safety
///
/// * `src` is readable for the parts of its `src_bytes` that `spans` name; `spans` is readable for `2 * count` longs.
/// * `latin1` is writable for `latin1_bytes`, `chars` for `chars_chars` of 2 bytes, `results` for `count` longs.
/// * Any may be null if nothing of it is read or written.
pub(crate) unsafe extern "C" fn packed_decode_batch(
    src: *const c_void,
    src_bytes: i64,
    spans: *const c_void,
    count: i64,
    encoding: u32,
    flags: u32,
    latin1: *mut c_void,
    latin1_bytes: i64,
    chars: *mut c_void,
    chars_chars: i64,
    results: *mut c_void,
) -> i64 {
    entry(encoding, flags & !USTR_FLAG_TERMINATED, |encoding, options| {
        whole_texts(flags)?;
        if src_bytes < 0 {
            return Err(USTR_E_RANGE);
        }
        let count = size(count)?;
        // SAFETY: the caller promises that `spans` is readable for `2 * count` longs.
        let spans = unsafe { Longs::new(spans, 2 * count) }?;
        // SAFETY: the caller promises that `results` is writable for `count` longs.
        let mut results = unsafe { Results::new(results, count) }?;
        let (latin1_room, chars_room) = (capacity(latin1_bytes)?, capacity(chars_chars)?);
        // SAFETY: the caller promises that `latin1` is writable for `latin1_bytes`; `scratch` writes nothing.
        unsafe { scratch(latin1, latin1_room, 1) }?;
        // SAFETY: the caller promises that `chars` is writable for `chars_chars`; `scratch` writes nothing.
        unsafe { scratch(chars, chars_room, 2) }?;
        let text = |at| {
            let (offset, bytes) = span(spans, at, src_bytes)?;
            let start = at_offset(src, offset)?;
            // SAFETY: `span` has checked that the text lies inside `src_bytes`.
            let whole = unsafe { source(start, bytes, 1) }?;
            Ok::<_, i32>((start, bytes, whole))
        };
        for at in 0..count {
            text(at)?; // An error has to come before anything is written.
        }
        let (mut bytes_used, mut chars_used) = (0, 0);
        for at in 0..count {
            let (start, bytes, mut src) = text(at)?;
            if flags & USTR_FLAG_TERMINATED != 0 {
                // SAFETY: `text` has checked that `start` is readable for `bytes`.
                let bytes = unsafe { before_zero(start, bytes, encoding) }?;
                // SAFETY: a prefix of the text at `start`, which `text` has checked.
                src = unsafe { source(start, bytes, 1) }?;
            }
            // SAFETY: the rest of `latin1`, which was checked above.
            let narrow = unsafe { scratch(latin1.wrapping_byte_add(bytes_used), latin1_room - bytes_used, 1) }?;
            // SAFETY: the rest of `chars`, which was checked above.
            let wide = unsafe { scratch(chars.wrapping_byte_add(2 * chars_used), chars_room - chars_used, 2) }?;
            let (progress, coder) = if flags & USTR_FLAG_CHARS == 0 {
                unitstr::decode_java(encoding, options, src, narrow, wide)
            } else {
                (unitstr::decode_utf16(encoding, options, src, wide), Coder::Utf16)
            };
            if progress.status != Status::Done {
                return Ok((stopped(at, progress), coder));
            }
            let used = match coder {
                Coder::Latin1 => &mut bytes_used,
                Coder::Utf16 => &mut chars_used,
            };
            let place = *used as i64 | (progress.written as i64) << USTR_BATCH_LENGTH_SHIFT;
            results.set(at, place | i64::from(coder.id()) << USTR_BATCH_CODER_SHIFT);
            *used += progress.written;
        }
        Ok((all(count), Coder::Latin1))
    })
}

/// The texts of a batch to encode, which follow each other in one array of chars.
#[derive(Clone, Copy)]
pub(crate) struct Texts {
    /// Readable for `chars` chars.
    start: *const c_void,
    chars: usize,
    /// The end of each text, in chars.
    pub(crate) ends: Longs,
}

impl Texts {
    /// # Safety
    ///
    /// * `start` is readable for `chars` of 2 bytes, `ends` for `count` longs, as long as the result is used. Either may
    ///   be null if its size is 0.
    pub(crate) unsafe fn new(start: *const c_void, chars: i64, ends: *const c_void, count: i64) -> Result<Self, i32> {
        let chars = size(chars)?;
        // SAFETY: the caller promises that `start` is readable for `chars` of 2 bytes; `source` reads nothing.
        unsafe { source(start, chars, 2) }?;
        // SAFETY: the caller promises that `ends` is readable for `count` longs.
        let ends = unsafe { Longs::new(ends, size(count)?) }?;
        let texts = Self { start, chars, ends };
        let mut from = 0;
        for at in 0..ends.count {
            (_, from) = texts.text(at, from)?; // An error has to come before anything is written.
        }
        Ok(texts)
    }

    /// Returns text `at`, which starts at char `from`, and the char at which it ends.
    pub(crate) fn text<'a>(self, at: usize, from: usize) -> Result<(Source<'a>, usize), i32> {
        let to = size(self.ends.get(at))?;
        if to < from || to > self.chars {
            return Err(USTR_E_RANGE);
        }
        // SAFETY: the test above: `from..to` lies inside the chars for which `start` is readable.
        let text = unsafe { source(self.start.wrapping_byte_add(2 * from), to - from, 2) }?;
        Ok((text, to))
    }
}

/// The table's `packed_encode_batch`.
///
/// # Safety
///
/// * `chars` is readable for `src_chars` of 2 bytes, `ends` for `count` longs.
/// * `dst + dst_offset` is writable for `dst_bytes`, `results` for `count` longs.
/// * Any may be null if its size is 0.
pub(crate) unsafe extern "C" fn packed_encode_batch(
    chars: *const c_void,
    src_chars: i64,
    ends: *const c_void,
    count: i64,
    dst: *mut c_void,
    dst_offset: i64,
    dst_bytes: i64,
    encoding: u32,
    flags: u32,
    results: *mut c_void,
) -> i64 {
    entry(encoding, flags, |encoding, options| {
        whole_texts(flags)?;
        let start = at_offset(dst, dst_offset)?.cast_mut();
        let bytes = capacity(dst_bytes)?;
        // SAFETY: the caller promises that `dst + dst_offset` is writable for `dst_bytes`; `target` writes nothing.
        unsafe { target(start, bytes, 1) }?;
        // SAFETY: the caller promises that `results` is writable for `count` longs.
        let mut results = unsafe { Results::new(results, size(count)?) }?;
        // SAFETY: the caller promises that `chars` is readable for `src_chars` of 2 bytes and `ends` for `count`
        // longs.
        let texts = unsafe { Texts::new(chars, src_chars, ends, count) }?;
        let (mut from, mut written) = (0, 0);
        for at in 0..texts.ends.count {
            let (text, to) = texts.text(at, from)?;
            let room = bytes - written;
            if let Some(progress) = what_stops(encoding, options, text, to - from, room) {
                return Ok((stopped(at, progress), NOTHING_DECODED));
            }
            // SAFETY: the rest of `dst`, which was checked above.
            let dst = unsafe { target(start.wrapping_byte_add(written), room, 1) }?;
            let progress = unitstr::encode_utf16(encoding, options, text, dst);
            if progress.status != Status::Done {
                return Ok((stopped(at, progress), NOTHING_DECODED)); // The chars have changed meanwhile.
            }
            written += progress.written;
            results.set(at, written as i64);
            from = to;
        }
        Ok((all(texts.ends.count), NOTHING_DECODED))
    })
}

/// Returns the result that keeps a text from being encoded whole, if there is one. A text is never written in part,
/// so a text that might not fit, or might have a reported error, is measured first.
fn what_stops(encoding: Encoding, options: Options, text: Source<'_>, chars: usize, room: usize) -> Option<Progress> {
    let worst = chars * encoding.max_bytes_per_char() + encoding.bom_bytes();
    if options.policy == Policy::Replace && worst <= room {
        return None;
    }
    let progress = unitstr::measure_encoded_utf16(encoding, options, text);
    if progress.status == Status::Done && progress.written > room {
        return Some(Progress { read: 0, status: Status::OutputFull, ..progress });
    }
    (progress.status != Status::Done).then_some(progress)
}

/// The table's `packed_measure_batch`.
///
/// # Safety
///
/// * `chars` is readable for `src_chars` of 2 bytes, `ends` for `count` longs, `results` is writable for `count` longs.
/// * Any may be null if its size is 0.
pub(crate) unsafe extern "C" fn packed_measure_batch(
    chars: *const c_void,
    src_chars: i64,
    ends: *const c_void,
    count: i64,
    encoding: u32,
    flags: u32,
    results: *mut c_void,
) -> i64 {
    entry(encoding, flags, |encoding, options| {
        whole_texts(flags)?;
        // SAFETY: the caller promises that `results` is writable for `count` longs.
        let mut results = unsafe { Results::new(results, size(count)?) }?;
        // SAFETY: the caller promises that `chars` is readable for `src_chars` of 2 bytes and `ends` for `count`
        // longs.
        let texts = unsafe { Texts::new(chars, src_chars, ends, count) }?;
        let (mut from, mut bytes) = (0, 0_i64);
        for at in 0..texts.ends.count {
            let (text, to) = texts.text(at, from)?;
            let progress = unitstr::measure_encoded_utf16(encoding, options, text);
            if progress.status != Status::Done {
                return Ok((stopped(at, progress), NOTHING_DECODED));
            }
            bytes += progress.written as i64;
            results.set(at, bytes);
            from = to;
        }
        Ok((all(texts.ends.count), NOTHING_DECODED))
    })
}

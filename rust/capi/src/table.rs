//! The one exported function, and the table it hands out: append-only, never reordered, never retyped.

use std::ffi::{CStr, c_char, c_void};
use std::mem::offset_of;
use std::ptr;
use std::sync::OnceLock;

use unitstr::kernels::{Isa, isa, isa_problem};

use crate::progress::ustr_progress;
use crate::tensor::options::ustr_tensor;
use crate::tensor::report::ustr_tensor_report;
use crate::tensor::{read, report, write};
use crate::{batch, guard, packed, status, strings, text};

/// The major version of the table's layout. It changes if a member has to change or go, which is not planned.
pub const USTR_ABI_MAJOR: u32 = 1;
/// The minor version of the table's layout: one more with every release that appends members.
pub const USTR_ABI_MINOR: u32 = 2;

/// Feature: `wchar_t` has 2 bytes on this platform (UTF-16 in the byte order of the machine).
pub const USTR_FEATURE_WCHAR_16: u64 = 1;
/// Feature: `wchar_t` has 4 bytes on this platform (UTF-32 in the byte order of the machine).
pub const USTR_FEATURE_WCHAR_32: u64 = 2;
/// Feature: vectors of AVX2 are in use; `UNITSTR_ISA=scalar` in the environment would keep them from it. Without this and
/// the next: no vectors.
pub const USTR_FEATURE_ISA_AVX2: u64 = 0x100;
/// Feature: vectors of AVX-512 are in use; `UNITSTR_ISA=scalar` or `avx2` in the environment would keep them from it.
pub const USTR_FEATURE_ISA_AVX512: u64 = 0x200;
/// Feature: `UNITSTR_ISA` in the environment is refused, because this CPU lacks what it asks for or nothing is called so.
/// The best that there is is in use.
pub const USTR_FEATURE_ISA_REFUSED: u64 = 0x400;

/// What the library does, as a table of functions. Members are only appended: before the use of one that is not in
/// version 1.0, ask `USTR_HAS`.
///
/// **Sizes.** Source sizes count bytes of encoded text, or chars: UTF-16 code units of 2 bytes, in the byte order of the
/// machine. A region may start at any address. It may be null if its size is 0; else `USTR_E_NULL`. It has at most
/// `PTRDIFF_MAX` bytes and does not wrap around the end of memory; else `USTR_E_RANGE`. Sources and destinations do not
/// overlap. If another thread changes a source meanwhile, the result is some text; nothing outside is touched.
///
/// **Encodings and flags.** `encoding` is one of `USTR_ENCODING_*`, else `USTR_E_ENCODING`; `flags` are those of
/// `USTR_FLAG_*`, joined by `|`, else `USTR_E_FLAGS`. What is reserved gives `USTR_E_UNSUPPORTED`.
///
/// **Results.** An entry that returns a status (not negative) has filled the `ustr_progress`. An operation stops only
/// between code points, and what it wrote is as much as fits; the destination after that is left untouched. An entry
/// that returns an error (negative) has written nothing anywhere; only after `USTR_E_PANIC` is the destination
/// unspecified. No text is terminated by a zero unit; zero units are text.
///
/// **Cost.** One pass, or two where a contract says so; nothing is allocated. All entries may be called from any thread,
/// at any time.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ustr_api {
    /// The size of this table in bytes: the end of the last member that this library has.
    pub struct_size: usize,
    /// `USTR_ABI_MAJOR` of this library.
    pub abi_major: u32,
    /// `USTR_ABI_MINOR` of this library.
    pub abi_minor: u32,
    /// What this library has or is, as bits `USTR_FEATURE_*`. Unknown bits mean nothing to a caller.
    pub features: u64,
    /// The library's version, such as `1.2.3`: NUL-terminated, valid for ever. Never null.
    pub version: unsafe extern "C" fn() -> *const c_char,
    /// The name of a status or error number, a colon and a sentence, in ASCII: NUL-terminated, valid for ever. Never null;
    /// a number that this library does not know is called `unknown`.
    pub status_text: unsafe extern "C" fn(status: i32) -> *const c_char,
    /// Copies the text of the last `USTR_E_PANIC` on this thread: UTF-8, not terminated, cut after `dst_bytes` even
    /// inside a character. Returns the size of the whole text in bytes, 0 if there was no panic. A null `dst` is not
    /// written, whatever `dst_bytes` says.
    pub last_panic: unsafe extern "C" fn(dst: *mut c_void, dst_bytes: usize) -> usize,
    /// Decodes `src` to Latin-1: a byte for each char.
    ///
    /// `out->read`: bytes; `out->written`: bytes of `dst`, which are chars.
    /// `USTR_DONE`; `USTR_OUTPUT_FULL`; `USTR_NOT_LATIN1` at the first code point above U+00FF, among them the U+FFFD of a
    /// replaced error; `USTR_MALFORMED` when errors are reported; `USTR_INCOMPLETE` with `USTR_FLAG_MORE`.
    pub decode_latin1: unsafe extern "C" fn(
        encoding: u32,
        flags: u32,
        src: *const c_void,
        src_bytes: usize,
        dst: *mut c_void,
        dst_bytes: usize,
        out: *mut ustr_progress,
    ) -> i32,
    /// Decodes `src` to chars. There are never more of them than bytes of `src`.
    ///
    /// `out->read`: bytes; `out->written`: chars.
    /// `USTR_DONE`; `USTR_OUTPUT_FULL`; `USTR_MALFORMED` when errors are reported; `USTR_INCOMPLETE` with
    /// `USTR_FLAG_MORE`.
    pub decode_utf16: unsafe extern "C" fn(
        encoding: u32,
        flags: u32,
        src: *const c_void,
        src_bytes: usize,
        dst: *mut c_void,
        dst_chars: usize,
        out: *mut ustr_progress,
    ) -> i32,
    /// Decodes `src` to the form that a Java string has inside: to Latin-1 in `latin1` if all of it is below U+0100, else
    /// all of it to chars in `chars`. `out->coder` says which; the other destination is then unspecified, within its
    /// size. With `USTR_FLAG_CHARS` always to chars.
    ///
    /// `out->read`: bytes; `out->written`: chars.
    /// `USTR_DONE`; `USTR_OUTPUT_FULL` if the destination of that form is full; `USTR_MALFORMED` when errors are
    /// reported; `USTR_INCOMPLETE` with `USTR_FLAG_MORE`.
    pub decode_java: unsafe extern "C" fn(
        encoding: u32,
        flags: u32,
        src: *const c_void,
        src_bytes: usize,
        latin1: *mut c_void,
        latin1_bytes: usize,
        chars: *mut c_void,
        chars_chars: usize,
        out: *mut ustr_progress,
    ) -> i32,
    /// Encodes `src`, which is in Latin-1: a byte for each char. A byte order mark, where the encoding has one, is written
    /// before the first code point, never alone.
    ///
    /// `out->read`: chars; `out->written`: bytes.
    /// `USTR_DONE`; `USTR_OUTPUT_FULL`; `USTR_UNMAPPABLE` when errors are reported.
    pub encode_latin1: unsafe extern "C" fn(
        encoding: u32,
        flags: u32,
        src: *const c_void,
        src_chars: usize,
        dst: *mut c_void,
        dst_bytes: usize,
        out: *mut ustr_progress,
    ) -> i32,
    /// Encodes `src`, which is in chars. A lone surrogate is malformed. A byte order mark, where the encoding has one, is
    /// written before the first code point, never alone. With a small `dst` this is how to truncate.
    ///
    /// `out->read`: chars; `out->written`: bytes.
    /// `USTR_DONE`; `USTR_OUTPUT_FULL`; `USTR_MALFORMED` or `USTR_UNMAPPABLE` when errors are reported; `USTR_INCOMPLETE`
    /// with `USTR_FLAG_MORE`, before a high surrogate at the end.
    pub encode_utf16: unsafe extern "C" fn(
        encoding: u32,
        flags: u32,
        src: *const c_void,
        src_chars: usize,
        dst: *mut c_void,
        dst_bytes: usize,
        out: *mut ustr_progress,
    ) -> i32,
    /// Measures what `encode_utf16` would write into unlimited memory, and returns what it would.
    ///
    /// `out->read`: chars; `out->written`: bytes that would be written.
    pub measure_encoded: unsafe extern "C" fn(
        encoding: u32,
        flags: u32,
        src: *const c_void,
        src_chars: usize,
        out: *mut ustr_progress,
    ) -> i32,
    /// Measures what `decode_utf16` would write into unlimited memory, and returns what it would.
    ///
    /// `out->read`: bytes; `out->written`: chars that would be written.
    pub measure_decoded: unsafe extern "C" fn(
        encoding: u32,
        flags: u32,
        src: *const c_void,
        src_bytes: usize,
        out: *mut ustr_progress,
    ) -> i32,
    /// Searches for the first zero code unit, and stores in `*units` how many units precede it; `max_units` if there is
    /// none. Units are counted from `src`, whatever its alignment. Returns `USTR_DONE`.
    ///
    /// `unit_size`: 1, 2 or 4 bytes, else `USTR_E_RANGE`. `max_units`: may be as large as `SIZE_MAX`; nothing is read
    /// beyond the page that holds the zero unit.
    pub find_zero: unsafe extern "C" fn(unit_size: u32, src: *const c_void, max_units: usize, units: *mut u64) -> i32,
    /// Compares `src`, decoded, with `chars`, without building either's other form.
    ///
    /// `out->read`: bytes; `out->written`: chars that were equal.
    /// `USTR_DONE` if all of `src` was read and equals the chars as far as it goes (there may be chars left);
    /// `USTR_MISMATCH` at the first char that differs or is missing; `USTR_MALFORMED` when errors are reported, also if
    /// the texts differ before; `USTR_INCOMPLETE` with `USTR_FLAG_MORE`.
    pub compare: unsafe extern "C" fn(
        encoding: u32,
        flags: u32,
        src: *const c_void,
        src_bytes: usize,
        chars: *const c_void,
        chars_chars: usize,
        out: *mut ustr_progress,
    ) -> i32,
    /// `decode_java` for bindings. The source starts `src_offset` bytes after `src`. `latin1` and `chars` are scratch: what
    /// lies in them beyond the result, inside their sizes, may be changed too.
    ///
    /// This and the following return one long. A negative one is an error number. Else, from the lowest bit on:
    /// 28 bits written, 28 bits read, 3 bits status, 1 bit coder, 3 bits `bad_len` (`USTR_PACKED_*`).
    /// Sources have at most `USTR_PACKED_COUNT_MAX` elements, else `USTR_E_RANGE`; of destinations no more than that is
    /// used. Negative sizes and offsets, and sums past the end of memory, give `USTR_E_RANGE`. A base may be null if the
    /// sum with its offset is not.
    pub packed_decode: unsafe extern "C" fn(
        src: *const c_void,
        src_offset: i64,
        src_bytes: i64,
        encoding: u32,
        flags: u32,
        latin1: *mut c_void,
        latin1_bytes: i64,
        chars: *mut c_void,
        chars_chars: i64,
    ) -> i64,
    /// `encode_utf16` for bindings. The destination starts `dst_offset` bytes after `dst` and has `dst_bytes` from there.
    pub packed_encode: unsafe extern "C" fn(
        chars: *const c_void,
        src_chars: i64,
        dst: *mut c_void,
        dst_offset: i64,
        dst_bytes: i64,
        encoding: u32,
        flags: u32,
    ) -> i64,
    /// `measure_encoded` for bindings. A result above `USTR_PACKED_COUNT_MAX` bytes gives `USTR_E_RANGE`.
    pub packed_measure: unsafe extern "C" fn(chars: *const c_void, src_chars: i64, encoding: u32, flags: u32) -> i64,
    /// `find_zero` for bindings: the source starts `src_offset` bytes after `src`. Returns the number of units, not
    /// packed, or a negative error number. `max_units`: from 0 to `INT64_MAX`.
    pub packed_find_zero:
        unsafe extern "C" fn(src: *const c_void, src_offset: i64, max_units: i64, unit_size: u32) -> i64,
    /// `compare` for bindings. The source starts `src_offset` bytes after `src`.
    pub packed_compare: unsafe extern "C" fn(
        src: *const c_void,
        src_offset: i64,
        src_bytes: i64,
        encoding: u32,
        flags: u32,
        chars: *const c_void,
        chars_chars: i64,
    ) -> i64,
    /// `packed_decode` of `count` texts, in order, each a text of its own. Since 1.1.
    ///
    /// `spans`: for each text two `int64_t`: where it starts, in bytes after `src`, and its size in bytes. Each lies inside
    /// of `src_bytes` and has at most `USTR_PACKED_COUNT_MAX` bytes, else `USTR_E_RANGE`; texts may overlap. `src_bytes`
    /// may be as large as `INT64_MAX`: nothing is read but the texts. With `USTR_FLAG_TERMINATED` a text ends before its
    /// first zero unit, counted from its start. `USTR_FLAG_MORE` gives `USTR_E_FLAGS`.
    ///
    /// All texts share `latin1` and `chars`, which are scratch: each goes into one of them, after the last one there.
    /// `results`: for each text one `int64_t`: `start | length << USTR_BATCH_LENGTH_SHIFT | coder <<
    /// USTR_BATCH_CODER_SHIFT`, start and length in chars.
    ///
    /// In the packed result `written` is how many texts were decoded; the results after these are left untouched.
    /// `USTR_DONE` if that is all. Else about the next text, which can be tried again as the first: `USTR_OUTPUT_FULL`;
    /// `USTR_MALFORMED` when errors are reported, with `read` bytes of it before the error, and `bad_len`.
    ///
    /// `src_bytes` is not bounded by a packed long, `count` and the sizes are. Time is in proportion to the texts: who
    /// must not hold up others splits them.
    pub packed_decode_batch: unsafe extern "C" fn(
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
    ) -> i64,
    /// `packed_encode` of `count` texts, in order, each a text of its own, with a byte order mark if the encoding has one.
    /// Since 1.1.
    ///
    /// `ends`: for each text one `int64_t`: where it ends, in chars after `chars`; it starts where the one before ends. They
    /// do not fall and are at most `src_chars`, else `USTR_E_RANGE`. `USTR_FLAG_MORE` gives `USTR_E_FLAGS`.
    ///
    /// What the texts become lies at `dst + dst_offset` without gaps. `results`: for each text one `int64_t`: where it ends
    /// there, in bytes.
    ///
    /// In the packed result `written` is how many texts were encoded, each of them whole; of the others, and of their
    /// results, nothing is written. `USTR_DONE` if that is all. Else about the next text: `USTR_OUTPUT_FULL`;
    /// `USTR_MALFORMED` or `USTR_UNMAPPABLE` when errors are reported, with `read` chars of it before the error, and
    /// `bad_len`.
    ///
    /// A text is measured first if errors are reported, or if it might not fit.
    pub packed_encode_batch: unsafe extern "C" fn(
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
    ) -> i64,
    /// Measures what `packed_encode_batch` would write into unlimited memory, and returns what it would. `results`: for
    /// each text one `int64_t`: where it would end, in bytes. Since 1.1.
    pub packed_measure_batch: unsafe extern "C" fn(
        chars: *const c_void,
        src_chars: i64,
        ends: *const c_void,
        count: i64,
        encoding: u32,
        flags: u32,
        results: *mut c_void,
    ) -> i64,
    /// `packed_encode` of a part of a Java string, for bindings that may see the array inside: it starts `src_offset` bytes
    /// after `value` and has `src_chars` chars, of 1 byte each (ISO-8859-1) if `coder` is 0, of 2 bytes if it is 1; another
    /// `coder` gives `USTR_E_RANGE`. The string is only read. Since 1.1.
    pub packed_encode_string: unsafe extern "C" fn(
        value: *const c_void,
        src_offset: i64,
        src_chars: i64,
        coder: u32,
        dst: *mut c_void,
        dst_offset: i64,
        dst_bytes: i64,
        encoding: u32,
        flags: u32,
    ) -> i64,
    /// Measures what `packed_encode_string` would write into unlimited memory. Since 1.1.
    pub packed_measure_string: unsafe extern "C" fn(
        value: *const c_void,
        src_offset: i64,
        src_chars: i64,
        coder: u32,
        encoding: u32,
        flags: u32,
    ) -> i64,
    /// Checks every element of a tensor, and all of them together, and touches no string. Since 1.2.
    ///
    /// `tensor`: a `ustr_tensor`, of which a copy is made first; a copy of each element is made before it is checked too.
    /// The tensor is `base_bytes` long, at any alignment. Returns `USTR_DONE`, or `USTR_REFUSED` with what, in which
    /// element, in which field.
    pub tensor_validate: unsafe extern "C" fn(
        tensor: *const ustr_tensor,
        base: *const c_void,
        base_bytes: usize,
        report: *mut ustr_tensor_report,
    ) -> i32,
    /// `tensor_validate` of `count` elements from `first` on, after those before them. Since 1.2.
    ///
    /// For this and the next three: elements that the tensor does not have give `USTR_E_RANGE`. In the packed result
    /// `written` is how many elements were dealt with; `USTR_DONE` if that is all. `USTR_REFUSED`, about the next one:
    /// `read` is `USTR_TENSOR_CODE_* | USTR_TENSOR_FIELD_* << USTR_TENSOR_FIELD_SHIFT`, and `bad_len` is 1 if it is none of
    /// the elements that is wrong, but what concerns all of them.
    ///
    /// `state`: `USTR_TENSOR_STATE_LONGS` of `int64_t`, zero for the first elements and then what the last call left; the
    /// first of them is how many bytes the strings have so far.
    pub packed_validate_tensor: unsafe extern "C" fn(
        tensor: *const ustr_tensor,
        base: *const c_void,
        base_bytes: i64,
        first: i64,
        count: i64,
        state: *mut c_void,
    ) -> i64,
    /// What `count` elements are, from `first` on; no string is touched. Since 1.2.
    ///
    /// `results`: for each element `USTR_TENSOR_ELEMENT_LONGS` of `int64_t`: its kind, `USTR_TENSOR_KIND_*`; the size of
    /// its string; its capacity, 0 if nobody may write to it; where the string is: in bytes after `base`, or for LARGE, VIEW
    /// and PREALLOC its address. With `USTR_TENSOR_DESCRIBE` these are as the element says, unchecked.
    pub packed_tensor_elements: unsafe extern "C" fn(
        tensor: *const ustr_tensor,
        base: *const c_void,
        base_bytes: i64,
        first: i64,
        count: i64,
        results: *mut c_void,
    ) -> i64,
    /// `packed_decode_batch` of the strings of `count` elements, from `first` on. Since 1.2.
    ///
    /// Elements are taken while all of them together have no more bytes than `latin1_bytes` (unless `USTR_FLAG_CHARS`) and
    /// `chars_chars`: then all of them fit, whatever they decode to. `USTR_OUTPUT_FULL` if that leaves some; `read` is
    /// then, and with `USTR_DONE`, how many bytes the strings have that were decoded. Elements are checked one by one, not
    /// against `max_total_bytes`. `USTR_FLAG_MORE` gives `USTR_E_FLAGS`.
    pub packed_decode_tensor: unsafe extern "C" fn(
        tensor: *const ustr_tensor,
        base: *const c_void,
        base_bytes: i64,
        first: i64,
        count: i64,
        encoding: u32,
        flags: u32,
        latin1: *mut c_void,
        latin1_bytes: i64,
        chars: *mut c_void,
        chars_chars: i64,
        results: *mut c_void,
    ) -> i64,
    /// Copies the strings of `count` elements, from `first` on, one after the other, as many as fit; none in part. Since
    /// 1.2.
    ///
    /// `results`: for each string one `int64_t`: where it ends in `dst`. `USTR_OUTPUT_FULL` if not all fit; `read` is then,
    /// and with `USTR_DONE`, how many bytes were copied.
    pub packed_copy_tensor: unsafe extern "C" fn(
        tensor: *const ustr_tensor,
        base: *const c_void,
        base_bytes: i64,
        first: i64,
        count: i64,
        dst: *mut c_void,
        dst_bytes: i64,
        results: *mut c_void,
    ) -> i64,
    /// Measures what `packed_encode_tensor` would write into unlimited memory: whatever the format cannot hold is found
    /// here. Since 1.2.
    ///
    /// `results` as there. If `chars` is null and `src_chars` is not 0, `ends` count the bytes of strings that are bytes
    /// already, and `src_chars` does not matter.
    pub packed_measure_tensor: unsafe extern "C" fn(
        tensor: *const ustr_tensor,
        first: i64,
        position: i64,
        chars: *const c_void,
        src_chars: i64,
        ends: *const c_void,
        count: i64,
        encoding: u32,
        flags: u32,
        results: *mut c_void,
    ) -> i64,
    /// `packed_encode_batch` of `count` texts to elements of a tensor, from `first` on. Since 1.2.
    ///
    /// A tensor's table begins at position 0, its strings at the position where the table ends: `count` elements of 24
    /// bytes (TF24, RFC24), 16 (RFC16) or 8 (TF_LEGACY); in TFLITE 4 * (`count` + 2) bytes. The part of the table for
    /// elements from `first` on is written to `table + table_offset`: it begins where the entry of `first` does, in TFLITE
    /// at 4 * (`first` + 2), and if `first` is 0 at 0, with what stands before it, even if there are no elements; and it
    /// ends where that for the elements behind these begins. The first string goes to `position`, which is at
    /// `data + data_offset`, each other one behind the one before. In an arena the string of element i has the position
    /// `table's end + i * capacity`. In `USTR_TENSOR_VIEWS` strings of up to 22 bytes are in their element, and positions
    /// may begin at 0: they are of any memory whose position 0 is at `address`.
    ///
    /// `results`: for each element one `int64_t`: the position behind its string, where that of the next one goes. In the
    /// packed result `written` is how many elements were written, each of them whole; of the others nothing is.
    /// `USTR_OUTPUT_FULL` if the next string does not fit into `data_bytes`; `USTR_MALFORMED`, `USTR_UNMAPPABLE` as
    /// there; `USTR_REFUSED` if the format cannot hold the next string at this place.
    pub packed_encode_tensor: unsafe extern "C" fn(
        tensor: *const ustr_tensor,
        table: *mut c_void,
        table_offset: i64,
        data: *mut c_void,
        data_offset: i64,
        data_bytes: i64,
        first: i64,
        position: i64,
        chars: *const c_void,
        src_chars: i64,
        ends: *const c_void,
        count: i64,
        encoding: u32,
        flags: u32,
        results: *mut c_void,
    ) -> i64,
    /// `packed_encode_tensor` of strings that are bytes already; `ends` are in bytes. Since 1.2.
    ///
    /// If `src` is null, the table is written, with a length in front of a string if the format has it there, and the
    /// strings are left to the caller: each ends at the position that its result says.
    pub packed_put_tensor: unsafe extern "C" fn(
        tensor: *const ustr_tensor,
        table: *mut c_void,
        table_offset: i64,
        data: *mut c_void,
        data_offset: i64,
        data_bytes: i64,
        first: i64,
        position: i64,
        src: *const c_void,
        src_bytes: i64,
        ends: *const c_void,
        count: i64,
        results: *mut c_void,
    ) -> i64,
}

/// Makes the list of members, and freezes their offsets: a wrong one does not compile.
macro_rules! freeze {
    ($($name:ident $offset:literal)*) => {
        /// The members with their offsets in bytes, which never change.
        pub const API_MEMBERS: &[(&str, usize)] = &[$((stringify!($name), $offset)),*];

        const _: () = { $(assert!(offset_of!(ustr_api, $name) == $offset, stringify!($name));)* };
    };
}

freeze! {
    struct_size 0
    abi_major 8
    abi_minor 12
    features 16
    version 24
    status_text 32
    last_panic 40
    decode_latin1 48
    decode_utf16 56
    decode_java 64
    encode_latin1 72
    encode_utf16 80
    measure_encoded 88
    measure_decoded 96
    find_zero 104
    compare 112
    packed_decode 120
    packed_encode 128
    packed_measure 136
    packed_find_zero 144
    packed_compare 152
    packed_decode_batch 160
    packed_encode_batch 168
    packed_measure_batch 176
    packed_encode_string 184
    packed_measure_string 192
    tensor_validate 200
    packed_validate_tensor 208
    packed_tensor_elements 216
    packed_decode_tensor 224
    packed_copy_tensor 232
    packed_measure_tensor 240
    packed_encode_tensor 248
    packed_put_tensor 256
}

/// `struct_size` of the table in version 1.0, which every library has at least.
pub const USTR_API_SIZE_1_0: usize = 160;

const _: () = assert!(USTR_API_SIZE_1_0 == offset_of!(ustr_api, packed_compare) + size_of::<fn()>());
const _: () = assert!(size_of::<ustr_api>() == API_MEMBERS[API_MEMBERS.len() - 1].1 + size_of::<fn()>());

const VERSION: &CStr = match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
    Ok(version) => version,
    Err(_) => panic!("the version holds a NUL"),
};

extern "C" fn version() -> *const c_char {
    VERSION.as_ptr()
}

/// The table of this library, without the features that depend on the CPU: those are in that of [`ustr_get_api`].
pub static API: ustr_api = ustr_api {
    struct_size: size_of::<ustr_api>(),
    abi_major: USTR_ABI_MAJOR,
    abi_minor: USTR_ABI_MINOR,
    features: if cfg!(windows) {
        USTR_FEATURE_WCHAR_16
    } else {
        USTR_FEATURE_WCHAR_32
    },
    version,
    status_text: status::status_text,
    last_panic: guard::last_panic,
    decode_latin1: text::decode_latin1,
    decode_utf16: text::decode_utf16,
    decode_java: text::decode_java,
    encode_latin1: text::encode_latin1,
    encode_utf16: text::encode_utf16,
    measure_encoded: text::measure_encoded,
    measure_decoded: text::measure_decoded,
    find_zero: text::find_zero,
    compare: text::compare,
    packed_decode: packed::packed_decode,
    packed_encode: packed::packed_encode,
    packed_measure: packed::packed_measure,
    packed_find_zero: packed::packed_find_zero,
    packed_compare: packed::packed_compare,
    packed_decode_batch: batch::packed_decode_batch,
    packed_encode_batch: batch::packed_encode_batch,
    packed_measure_batch: batch::packed_measure_batch,
    packed_encode_string: strings::packed_encode_string,
    packed_measure_string: strings::packed_measure_string,
    tensor_validate: report::tensor_validate,
    packed_validate_tensor: read::packed_validate_tensor,
    packed_tensor_elements: read::packed_tensor_elements,
    packed_decode_tensor: read::packed_decode_tensor,
    packed_copy_tensor: read::packed_copy_tensor,
    packed_measure_tensor: write::packed_measure_tensor,
    packed_encode_tensor: write::packed_encode_tensor,
    packed_put_tensor: write::packed_put_tensor,
};

fn isa_features() -> u64 {
    let used = match isa() {
        Isa::Avx2 => USTR_FEATURE_ISA_AVX2,
        Isa::Avx512 => USTR_FEATURE_ISA_AVX512,
        _ => 0,
    };
    let refused = isa_problem().map_or(0, |_| USTR_FEATURE_ISA_REFUSED);
    used | refused
}

/// The library's table: valid for ever, never written. Null if this library does not have that major version; which minor
/// version it has says the table.
#[unsafe(no_mangle)]
pub extern "C" fn ustr_get_api(major: u32) -> *const ustr_api {
    guard::guarded(ptr::null(), || {
        if major == USTR_ABI_MAJOR {
            static TABLE: OnceLock<ustr_api> = OnceLock::new();
            TABLE.get_or_init(|| ustr_api {
                features: API.features | isa_features(),
                ..API
            })
        } else {
            ptr::null()
        }
    })
}

//! Status numbers (not negative) and error numbers (negative). New numbers may be added; numbers are never reused.

use std::ffi::{CStr, c_char};

use unitstr::Status;

use crate::guard;

/// All of the source was read.
pub const USTR_DONE: i32 = 0;
/// The next code point does not fit into the destination. As many whole code points as fit were written.
pub const USTR_OUTPUT_FULL: i32 = 1;
/// The source is malformed after `read` elements; the malformed sequence has `bad_len` elements.
pub const USTR_MALFORMED: i32 = 2;
/// The encoding lacks the code point after `read` chars; the code point has `bad_len` chars.
pub const USTR_UNMAPPABLE: i32 = 3;
/// The source ends, after `read` elements, inside a sequence that the next piece may complete (`USTR_FLAG_MORE`).
pub const USTR_INCOMPLETE: i32 = 4;
/// The char after `read` elements is above U+00FF.
pub const USTR_NOT_LATIN1: i32 = 5;
/// The texts differ.
pub const USTR_MISMATCH: i32 = 6;
/// A tensor violates its format, or contains something that the given trust does not permit.
pub const USTR_REFUSED: i32 = 7;
/// A called function, or the library, raised an error.
pub const USTR_RAISED: i32 = 8;

/// A pointer is null and its size is not 0.
pub const USTR_E_NULL: i32 = -1;
/// The number of the encoding is unknown.
pub const USTR_E_ENCODING: i32 = -2;
/// A flag is unknown, or two flags exclude each other.
pub const USTR_E_FLAGS: i32 = -3;
/// A size or an offset is negative or too large.
pub const USTR_E_RANGE: i32 = -4;
/// The `struct_size` of a struct is too small or implausibly large.
pub const USTR_E_SIZE: i32 = -5;
/// A struct has bytes that this library does not know and that are not zero.
pub const USTR_E_UNKNOWN_FIELD: i32 = -6;
/// The library does not support this.
pub const USTR_E_UNSUPPORTED: i32 = -7;
/// An internal error of the library, which it caught; `last_panic` returns the message.
pub const USTR_E_PANIC: i32 = -8;
/// A library cannot be loaded, is not a known one, or failed where it must not.
pub const USTR_E_LIBRARY: i32 = -9;
/// No more functions can be registered.
pub const USTR_E_FROZEN: i32 = -10;

const _: () = {
    assert!(USTR_DONE.cast_unsigned() == Status::Done.id());
    assert!(USTR_OUTPUT_FULL.cast_unsigned() == Status::OutputFull.id());
    assert!(USTR_MALFORMED.cast_unsigned() == Status::Malformed.id());
    assert!(USTR_UNMAPPABLE.cast_unsigned() == Status::Unmappable.id());
    assert!(USTR_INCOMPLETE.cast_unsigned() == Status::Incomplete.id());
    assert!(USTR_NOT_LATIN1.cast_unsigned() == Status::NotLatin1.id());
    assert!(USTR_MISMATCH.cast_unsigned() == Status::Mismatch.id());
};

/// Defines the list of numbers and their texts, so that each text begins with the name of its constant.
macro_rules! numbers {
    ($($name:ident: $sentence:literal,)*) => {
        const NUMBERS: &[(i32, &str)] = &[$(($name, concat!(stringify!($name), ": ", $sentence, "\0"))),*];
    };
}

numbers! {
    USTR_DONE: "All of the source was read.",
    USTR_OUTPUT_FULL: "The next code point does not fit into the destination.",
    USTR_MALFORMED: "The source is malformed.",
    USTR_UNMAPPABLE: "The encoding lacks a code point.",
    USTR_INCOMPLETE: "The source ends inside a sequence that the next piece may complete.",
    USTR_NOT_LATIN1: "A char is above U+00FF.",
    USTR_MISMATCH: "The texts differ.",
    USTR_REFUSED: "A tensor violates its format, or contains something that the given trust does not permit.",
    USTR_RAISED: "A called function, or the library, raised an error.",
    USTR_E_NULL: "A pointer is null and its size is not zero.",
    USTR_E_ENCODING: "The number of the encoding is unknown.",
    USTR_E_FLAGS: "A flag is unknown, or two flags exclude each other.",
    USTR_E_RANGE: "A size or an offset is negative or too large.",
    USTR_E_SIZE: "The struct_size of a struct is too small or implausibly large.",
    USTR_E_UNKNOWN_FIELD: "A struct has bytes that this library does not know and that are not zero.",
    USTR_E_UNSUPPORTED: "The library does not support this.",
    USTR_E_PANIC: "The library caught an internal error; last_panic returns the message.",
    USTR_E_LIBRARY: "A library cannot be loaded, is not a known one, or failed where it must not.",
    USTR_E_FROZEN: "No more functions can be registered.",
}

const UNKNOWN: &CStr = c"unknown: This is neither a status nor an error number of this library.";

/// The table's `status_text`.
pub(crate) extern "C" fn status_text(status: i32) -> *const c_char {
    guard::guarded(UNKNOWN.as_ptr(), || {
        if status == i32::MIN {
            guard::panic_if_asked(status.cast_unsigned());
        }
        match NUMBERS.iter().find(|(number, _)| *number == status) {
            Some((_, text)) => text.as_ptr().cast(),
            None => UNKNOWN.as_ptr(),
        }
    })
}

//! The functions of the table for C programs that convert text in the legacy encodings of the web.

use std::ffi::{c_char, c_void};

use crate::progress::ustr_progress;
use crate::whatwg;

crate::table::functions! {
    /// The functions for the legacy encodings of the web.
    pub struct Web;

    /// Decodes a whole text in an encoding of the WHATWG Encoding Standard to chars.
    ///
    /// `label` names the encoding, such as `shift_jis`: NUL-terminated, in any case. Labels have the meaning that
    /// browsers give them: `iso-8859-1` is windows-1252. An unknown label gives `USTR_E_ENCODING`. `flags` are a
    /// policy; LOSSLESS and SURROGATE_ESCAPE report errors, and `USTR_FLAG_MORE` and `USTR_FLAG_CONTINUED` give
    /// `USTR_E_FLAGS`. A byte order mark is text. The library in the jars is built without these encodings: both
    /// functions return `USTR_E_UNSUPPORTED`.
    ///
    /// On return, `out->read` is in bytes and `out->written` in chars. Returns `USTR_DONE`; `USTR_OUTPUT_FULL` if the
    /// text does not fit: then `out->read` is 0, `out->written` is the number of chars of the whole text, and the
    /// contents of `dst` are unspecified; `USTR_MALFORMED` if the policy reports the error: then `out->written` is the
    /// number of chars before the error, and if these do not fit, the contents of `dst` are unspecified.
    fn whatwg_decode(
        label: *const c_char, flags: u32, src: *const c_void, src_bytes: usize, dst: *mut c_void, dst_chars: usize,
        out: *mut ustr_progress
    ) -> i32 = whatwg::whatwg_decode;
    /// Encodes a whole text of chars in an encoding of the WHATWG Encoding Standard; otherwise as `whatwg_decode`.
    /// `USTR_FLAG_REPLACE` encodes each error to `?`. UTF-16LE, UTF-16BE and `replacement`, which the standard only
    /// decodes, give `USTR_E_UNSUPPORTED`.
    ///
    /// On return, `out->read` is in chars and `out->written` in bytes. Returns `USTR_DONE`; `USTR_OUTPUT_FULL`;
    /// `USTR_MALFORMED` or `USTR_UNMAPPABLE` if the policy reports the error.
    fn whatwg_encode(
        label: *const c_char, flags: u32, src: *const c_void, src_chars: usize, dst: *mut c_void, dst_bytes: usize,
        out: *mut ustr_progress
    ) -> i32 = whatwg::whatwg_encode;
}

//! The entries for the encodings of the WHATWG Encoding Standard, with the feature `whatwg`.

mod common;

use common::{api, out};
use unitstr_c::options::{USTR_FLAG_LOSSLESS, USTR_FLAG_REPORT};
use unitstr_c::status::{
    USTR_DONE, USTR_E_ENCODING, USTR_E_UNSUPPORTED, USTR_MALFORMED, USTR_OUTPUT_FULL, USTR_UNMAPPABLE,
};

#[test]
fn decodes() {
    let src = b"\x8A\xBF\x8E\x9A\xFF";
    let decode = |label: &std::ffi::CStr, flags, room: usize| {
        let (mut dst, mut out) = ([0x5555_u16; 8], out());
        // SAFETY: all sizes are true.
        let status = unsafe {
            (api().web.whatwg_decode)(
                label.as_ptr(),
                flags,
                src.as_ptr().cast(),
                src.len(),
                dst.as_mut_ptr().cast(),
                room,
                &raw mut out,
            )
        };
        assert!(dst[room..].iter().all(|unit| *unit == 0x5555));
        (status, out.read, out.written, out.bad_len, dst)
    };
    let rest = 0x5555;
    let whole = [0x6F22, 0x5B57, 0xFFFD, rest, rest, rest, rest, rest];
    assert_eq!(decode(c" Shift_JIS", 0, 3), (USTR_DONE, 5, 3, 0, whole));
    assert_eq!(decode(c"sjis", USTR_FLAG_REPORT, 8).0, USTR_MALFORMED);
    let (status, read, written, bad_len, _) = decode(c"sjis", USTR_FLAG_LOSSLESS, 8);
    assert_eq!((status, read, written, bad_len), (USTR_MALFORMED, 4, 2, 1));
    let (status, read, written, ..) = decode(c"sjis", 0, 2);
    assert_eq!((status, read, written), (USTR_OUTPUT_FULL, 0, 3));
    assert_eq!(decode(c"utf-7", 0, 8).0, USTR_E_ENCODING);
}

#[test]
fn encodes() {
    let src = [0x6F22_u16, 0x263A];
    let encode = |label: &std::ffi::CStr, flags| {
        let (mut dst, mut out) = ([0x55_u8; 8], out());
        // SAFETY: all sizes are true.
        let status = unsafe {
            (api().web.whatwg_encode)(
                label.as_ptr(),
                flags,
                src.as_ptr().cast(),
                src.len(),
                dst.as_mut_ptr().cast(),
                dst.len(),
                &raw mut out,
            )
        };
        (status, out.read, out.written, out.bad_len, dst)
    };
    assert_eq!(encode(c"euc-jp", 0), (USTR_DONE, 2, 3, 0, *b"\xB4\xC1?UUUUU"));
    assert_eq!(encode(c"euc-jp", USTR_FLAG_REPORT), (USTR_UNMAPPABLE, 1, 2, 1, *b"\xB4\xC1UUUUUU"));
    assert_eq!(encode(c"utf-16be", 0).0, USTR_E_UNSUPPORTED);
}

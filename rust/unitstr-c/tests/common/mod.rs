//! Helpers of the tests of the table.

#![allow(dead_code, reason = "each test program uses its part")]

use unitstr_c::progress::ustr_progress;
use unitstr_c::table::USTR_ABI_MAJOR;
use unitstr_c::{ustr_api, ustr_get_api, ustr_get_java_api, ustr_java_api};

/// The table, asked for as a C program would.
pub fn api() -> &'static ustr_api {
    // SAFETY: null or valid for ever.
    unsafe { ustr_get_api(USTR_ABI_MAJOR).as_ref() }.expect("the table")
}

/// The table for the Java bindings, asked for as they do.
pub fn java() -> &'static ustr_java_api {
    // SAFETY: null or valid for ever.
    unsafe { ustr_get_java_api(USTR_ABI_MAJOR).as_ref() }.expect("the table")
}

/// An out struct with nothing in it but its size.
pub fn out() -> ustr_progress {
    ustr_progress { struct_size: size_of::<ustr_progress>(), read: 77, written: 77, bad_len: 77, coder: 77 }
}

/// Reproducible numbers (xorshift64*).
pub struct Random(u64);

impl Random {
    /// The numbers that follow from `seed`.
    pub fn new(seed: u64) -> Self {
        Self(seed | 1)
    }

    /// Any number.
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// A number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        usize::try_from((self.next() >> 33) % end as u64).expect("small")
    }

    /// One of these.
    pub fn of<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.below(values.len())]
    }

    /// Bytes as they begin, continue and break sequences of all encodings.
    pub fn bytes(&mut self, max: usize) -> Vec<u8> {
        const PARTS: &[&[u8]] = &[
            b"a",
            b"units",
            b"\0",
            b"\x7F",
            b"\x80",
            b"\xBF",
            b"\xC2",
            b"\xC3\xA9",
            b"\xE2\x82\xAC",
            b"\xE2\x82",
            b"\xED\xA0\x80",
            b"\xF0\x9F\x98\x80",
            b"\xF0\x9F",
            b"\xF4\x90",
            b"\xFF",
            b"\xFE\xFF",
            b"\xFF\xFE",
            b"\xFF\xFE\0\0",
            b"\0\0\xFE\xFF",
            b"\0\xD8",
            b"\0\xDC",
            b"\xD8\0",
            b"\xDC\0",
            b"a\0",
            b"\0a",
            b"a\0\0\0",
            b"\0\0\0a",
            b"\0\x11\0\0",
            b"\xAC\x20",
        ];
        let mut bytes = Vec::new();
        let end = self.below(max + 1);
        while bytes.len() < end {
            bytes.extend_from_slice(self.of(PARTS));
        }
        bytes.truncate(end);
        bytes
    }

    /// Chars, some of them lone surrogates.
    pub fn chars(&mut self, max: usize) -> Vec<u16> {
        let mut chars = Vec::new();
        let end = self.below(max + 1);
        let wide = self.below(2) == 0;
        while chars.len() < end {
            let text = if wide {
                self.of(&["a", "é", "€", "😀", "\0", "\u{FEFF}", "units"])
            } else {
                self.of(&["a", "é", "ÿ"])
            };
            chars.extend(text.encode_utf16());
            if wide && self.below(8) == 0 {
                chars.push(self.of(&[0xD800, 0xDBFF, 0xDC00, 0xDFFF]));
            }
        }
        chars.truncate(end);
        chars
    }
}

//! `unitstr_fuzz::decode_utf8`, driven by libFuzzer.
#![no_main]

libfuzzer_sys::fuzz_target!(|case: unitstr_fuzz::Case| unitstr_fuzz::decode_utf8(&case));

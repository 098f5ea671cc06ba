//! `unitstr_fuzz::decode_utf32`, driven by libFuzzer.
#![no_main]

libfuzzer_sys::fuzz_target!(|case: unitstr_fuzz::Case| unitstr_fuzz::decode_utf32(&case));

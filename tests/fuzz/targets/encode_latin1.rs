//! `unitstr_fuzz::encode_latin1`, driven by libFuzzer.
#![no_main]

libfuzzer_sys::fuzz_target!(|case: unitstr_fuzz::Case| unitstr_fuzz::encode_latin1(&case));

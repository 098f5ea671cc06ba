//! `unitstr_fuzz::arrow`, driven by libFuzzer.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| unitstr_fuzz::arrow(bytes));

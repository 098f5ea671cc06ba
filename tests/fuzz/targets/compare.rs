//! `unitstr_fuzz::compare`, driven by libFuzzer.
#![no_main]

libfuzzer_sys::fuzz_target!(|case: unitstr_fuzz::Case| unitstr_fuzz::compare(&case));

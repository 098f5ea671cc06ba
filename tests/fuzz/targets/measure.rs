//! `unitstr_fuzz::measure`, driven by libFuzzer.
#![no_main]

libfuzzer_sys::fuzz_target!(|case: unitstr_fuzz::Case| unitstr_fuzz::measure(&case));

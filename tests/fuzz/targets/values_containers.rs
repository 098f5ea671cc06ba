//! `unitstr_fuzz::values_containers`, driven by libFuzzer.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| unitstr_fuzz::values_containers(bytes));

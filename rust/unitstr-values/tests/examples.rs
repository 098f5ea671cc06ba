//! The examples of this crate run.
#![cfg(all(target_pointer_width = "64", target_endian = "little"))]

#[path = "../examples/containers.rs"]
mod containers;
#[path = "../examples/rfc97.rs"]
mod rfc97;

#[test]
fn containers_are_read() {
    containers::main().expect("valid values");
}

#[test]
fn slots_of_rfc97_are_read() {
    rfc97::main().expect("valid values");
}

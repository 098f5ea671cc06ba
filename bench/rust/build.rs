//! Tells the program which compiler made it: a record has to say.

use std::process::Command;

fn main() {
    let compiler = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(compiler).arg("--version").output();
    let version = output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    println!("cargo::rustc-env=UNITSTR_BENCH_RUSTC={}", version.as_deref().unwrap_or("unknown"));
    println!("cargo::rerun-if-changed=build.rs");
}

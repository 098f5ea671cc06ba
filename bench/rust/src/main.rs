//! The table of speeds. All of it is in the library, which the program for counting instructions uses too.

use std::process::ExitCode;

fn main() -> ExitCode {
    unitstr_bench::main()
}

//! The table of speeds. All of it is in the library, which criterion measures too.

use std::process::ExitCode;

fn main() -> ExitCode {
    unitstr_bench::main()
}

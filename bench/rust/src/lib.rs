//! The table of speeds: every operation against simdutf (feature `anchors`), `encoding_rs`, the standard library and memcpy,
//! all in one run; `--help` lists the options.
//!
//! * Before anything is timed, all contenders have to agree on every text.
//! * Contenders take turns, so that what disturbs the machine disturbs all. The clock is the CPU time of the thread: on a
//!   shared machine it leaves out the time that others had.
//! * The best median of three passes counts; what is lost after them gets six more, later, all its contenders.
//! * A ratio is the speed in bytes read and written divided by that of memcpy; for a question, which writes nothing, in
//!   bytes read.
//! * A column is a tier: ours and that of simdutf are forced together, in a process of its own, because both choose once.
//! * A cell is lost if simdutf is ahead by more than 3 %, which is noise (`<`); or if the best of the others is ahead by
//!   more than 10 % and the text is of 256 bytes or less, or simdutf has no such conversion (`s`).

mod arguments;
mod cell;
mod cells;
mod column;
mod corpora;
mod environment;
mod explanations;
mod others;
mod ours;
mod record;
mod runner;
mod tables;

use std::process::ExitCode;

use clap::Parser;

use arguments::Arguments;
use column::Column;

pub use cells::{Kernel, kernels};
pub use column::pool;
pub use corpora::Corpus;
pub use runner::{Contender, Out, Pool, as_bytes_mut};

/// Runs the program.
#[must_use]
pub fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(complaint) if complaint.is_empty() => ExitCode::SUCCESS,
        Ok(complaint) | Err(complaint) => {
            eprintln!("unitstr-bench: {complaint}");
            ExitCode::FAILURE
        }
    }
}

/// The complaints, if all has been measured.
fn run(arguments: &Arguments) -> Result<String, String> {
    if arguments.raw {
        let column = Column::measure(arguments)?;
        println!("{}", serde_json::to_string(&column).map_err(|e| e.to_string())?);
        return Ok(String::new());
    }
    let names = arguments.columns();
    let columns = if names.is_empty() {
        vec![Column::measure(arguments)?]
    } else {
        let columns = names.iter().map(|name| Column::measure_apart(*name, arguments));
        columns.collect::<Result<_, _>>()?
    };
    let mut record = record::Record::new(columns);
    let complaint = if arguments.record { record.explain()? } else { String::new() };
    print!("{}", record.text(arguments.sort));
    if let Some(file) = &arguments.json {
        record.write_json(file)?;
    }
    if arguments.record {
        record.write()?;
    }
    Ok(complaint)
}

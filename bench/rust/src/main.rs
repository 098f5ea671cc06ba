//! The table of speeds: every verb against simdutf (feature `anchors`), `encoding_rs`, the standard library and memcpy,
//! all in one run.
//!
//! ```text
//! cargo run --release -p unitstr-bench --features anchors -- [--smoke] [--large] [--only WORD] [--size BYTES]
//!                                                            [--json FILE]
//! ```
//!
//! `UNITSTR_ISA` and `SIMDUTF_FORCE_IMPLEMENTATION` choose tiers. Before anything is timed, all contenders have to
//! agree on every text. A ratio is the speed in bytes read and written divided by that of memcpy; for a question, which
//! writes nothing, in bytes read. A cell marked `<` is one where the anchor is ahead by more than 3 %.

mod cells;
mod corpora;
mod others;
mod ours;
mod report;
mod runner;

use std::process::ExitCode;
use std::time::Duration;

use cells::{Kernel, kernels};
use corpora::{Corpus, texts};
use report::Cell;
use runner::{Contender, Effort, Pool, memcpy};

struct Arguments {
    smoke: bool,
    only: Vec<String>,
    sizes: Vec<usize>,
    json: Option<String>,
}

impl Arguments {
    fn parse() -> Result<Self, String> {
        let mut arguments = Self {
            smoke: false,
            only: Vec::new(),
            sizes: Vec::new(),
            json: None,
        };
        let mut large = false;
        let mut given = std::env::args().skip(1);
        while let Some(argument) = given.next() {
            let mut value = || given.next().ok_or(format!("{argument} needs a value"));
            match argument.as_str() {
                "--smoke" => arguments.smoke = true,
                "--large" => large = true,
                "--only" => arguments.only.push(value()?),
                "--size" => arguments
                    .sizes
                    .push(value()?.parse().map_err(|e| format!("--size: {e}"))?),
                "--json" => arguments.json = Some(value()?),
                _ => return Err(format!("unknown argument {argument}")),
            }
        }
        if arguments.sizes.is_empty() {
            let all: &[usize] = if arguments.smoke {
                &[32, 4 << 10]
            } else {
                &[8, 32, 256, 4 << 10, 1 << 20]
            };
            arguments.sizes.extend(all);
        }
        if large {
            arguments.sizes.push(64 << 20);
        }
        Ok(arguments)
    }

    fn effort(&self) -> Effort {
        if self.smoke {
            return Effort {
                passes: 1,
                rounds: 5,
                sample: Duration::from_micros(100),
            };
        }
        Effort {
            passes: 3,
            rounds: 11,
            sample: Duration::from_micros(120),
        }
    }

    fn wants(&self, kernel: &Kernel, corpus: Corpus) -> bool {
        let name = format!("{} {}", kernel.name, corpus.name());
        self.only.is_empty() || self.only.iter().any(|word| name.contains(word))
    }
}

/// Different texts of one size, so many that no branch learns them by heart.
const fn count(size: usize) -> usize {
    match size {
        0..=64 => 512,
        65..=1024 => 128,
        1025..=65536 => 8,
        _ => 1,
    }
}

fn measure(kernel: &Kernel, corpus: Corpus, size: usize, effort: Effort) -> Result<Cell, String> {
    let texts = texts(corpus, kernel.form, size, count(size), kernel.bad);
    let pool = Pool::new(&texts);
    let mut words = vec![0_u64; pool.room() / 8 + 9];
    // SAFETY: any words are bytes, and the other way round.
    let (_, room, _) = unsafe { words.align_to_mut::<u8>() };
    let to = &mut room[..];
    let expected = pool.results(kernel.ours, to);
    for (name, contender) in &kernel.others {
        let results = pool.results(*contender, to);
        if let Some(at) = (0..expected.len()).find(|at| results[*at] != expected[*at]) {
            let what = format!("{} {} {size}", kernel.name, corpus.name());
            return Err(format!("{what}: {name} makes something else of text {at}"));
        }
    }
    let mut contenders: Vec<Contender> = vec![memcpy, kernel.ours];
    contenders.extend(kernel.others.iter().map(|(_, contender)| *contender));
    let seconds = pool.time(&contenders, to, effort);
    let written: usize = expected.iter().map(|(_, text)| text.len()).sum();
    Ok(Cell {
        kernel: kernel.name,
        corpus: corpus.name(),
        size,
        texts: pool.count(),
        read: pool.bytes,
        written,
        memcpy: seconds[0],
        ours: seconds[1],
        others: kernel
            .others
            .iter()
            .map(|(name, _)| *name)
            .zip(seconds[2..].iter().copied())
            .collect(),
    })
}

fn run() -> Result<(), String> {
    let arguments = Arguments::parse()?;
    let effort = arguments.effort();
    let mut cells = Vec::new();
    report::head();
    for kernel in kernels() {
        for corpus in kernel.corpora {
            if !arguments.wants(&kernel, *corpus) {
                continue;
            }
            for size in &arguments.sizes {
                let cell = measure(&kernel, *corpus, *size, effort)?;
                report::line(&cell);
                cells.push(cell);
            }
        }
    }
    report::summary(&cells);
    if let Some(file) = &arguments.json {
        std::fs::write(file, report::json(&cells)).map_err(|e| format!("{file}: {e}"))?;
    }
    Ok(())
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("unitstr-bench: {message}");
            ExitCode::FAILURE
        }
    }
}

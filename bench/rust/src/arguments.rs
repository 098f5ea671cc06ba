//! The options of the program.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Parser, ValueEnum};

use crate::cells::Kernel;
use crate::column::Tier;
use crate::corpora::Corpus;
use crate::runner::Effort;

/// Times the operations of unitstr against simdutf, encoding_rs, the standard library and memcpy, in one run.
///
/// Ratios are speeds divided by that of memcpy. "ours:sd" is how many times as fast as simdutf. A cell marked "<" is
/// lost: simdutf is ahead by more than 3 %. "s": the best of the others is ahead by more than 10 %, and the text is of
/// at most 256 bytes or simdutf has no such conversion.
#[derive(Parser, Clone)]
#[command(name = "unitstr-bench", version)]
pub struct Arguments {
    /// Force these instructions, ours and simdutf's: vectors of 512 bits, of 256, or the one after the other. Without
    /// it each chooses for itself, or as UNITSTR_ISA and SIMDUTF_FORCE_IMPLEMENTATION say.
    #[arg(long, value_enum, value_name = "TIER")]
    column: Option<Columns>,

    /// Only kernels and texts whose names, "utf8>utf16 french", contain this; may be repeated.
    #[arg(long, value_name = "WORDS")]
    pub only: Vec<String>,

    /// Only texts of this many bytes; may be repeated. Default: 8, 32, 100, 256, 4096 and 1048576.
    #[arg(long = "size", value_name = "BYTES")]
    sizes: Vec<usize>,

    /// Texts of 64 MiB too, which come from memory and not from a cache.
    #[arg(long)]
    large: bool,

    /// Two sizes, each for a moment: to see that everything runs and gives equal results.
    #[arg(long)]
    pub smoke: bool,

    /// Order of the table.
    #[arg(long, value_enum, default_value_t = Sort::Kernel)]
    pub sort: Sort,

    /// Write the results to this file too.
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,

    /// Write rust-CPU.json and rust-CPU.md to bench/record, both columns, with the explanations of lost cells from
    /// explanations.toml there; fails if one has none.
    #[arg(long, conflicts_with_all = ["smoke", "only", "sizes"])]
    pub record: bool,

    /// Print the results as JSON, nothing else.
    #[arg(long, hide = true, conflicts_with = "column")]
    pub raw: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Columns {
    #[value(name = "512")]
    Wide,
    #[value(name = "256")]
    Narrow,
    Both,
}

/// The order of the cells of a table.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Sort {
    /// As the list of kernels.
    Kernel,
    /// The cells in which simdutf is furthest ahead come first.
    Worst,
}

impl Arguments {
    /// The tiers to force, each in its own process; none if the environment decides.
    pub fn columns(&self) -> &'static [Tier] {
        match self.column {
            None if !self.record => &[],
            None | Some(Columns::Both) => &[Tier::Wide, Tier::Narrow],
            Some(Columns::Wide) => &[Tier::Wide],
            Some(Columns::Narrow) => &[Tier::Narrow],
        }
    }

    /// The arguments of another process, which measures the same.
    pub fn forwarded(&self) -> Vec<String> {
        let mut words: Vec<String> = vec!["--raw".into()];
        words.extend(self.only.iter().map(|word| format!("--only={word}")));
        words.extend(self.sizes.iter().map(|size| format!("--size={size}")));
        words.extend(self.large.then(|| "--large".into()));
        words.extend(self.smoke.then(|| "--smoke".into()));
        words
    }

    pub fn sizes(&self) -> Vec<usize> {
        let mut sizes = match (&self.sizes[..], self.smoke) {
            ([], false) => vec![8, 32, 100, 256, 4 << 10, 1 << 20],
            ([], true) => vec![32, 4 << 10],
            (given, _) => given.to_vec(),
        };
        if self.large {
            sizes.push(64 << 20);
        }
        sizes
    }

    pub fn effort(&self) -> Effort {
        if self.smoke {
            return Effort { passes: 1, again: 0, rounds: 5, sample: Duration::from_micros(100) };
        }
        Effort { passes: 3, again: 2, rounds: 11, sample: Duration::from_micros(150) }
    }

    pub fn wants(&self, kernel: &Kernel, corpus: Corpus) -> bool {
        let name = format!("{} {}", kernel.name, corpus.name());
        self.only.is_empty() || self.only.iter().any(|word| name.contains(word))
    }
}

//! All cells on one tier of instructions.

use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::process::{Command, Stdio};

use serde::{Deserialize, Serialize};
use unitstr::kernels::{Isa, isa, isa_problem};

use crate::arguments::Arguments;
use crate::cell::{Cell, MEMCPY, OURS};
use crate::cells::{Kernel, kernels};
use crate::corpora::{Corpus, texts};
use crate::runner::{Contender, Effort, Pool, memcpy};

/// A tier to force.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Tier {
    Wide,
    Narrow,
}

impl Tier {
    const fn ours(self) -> Isa {
        match self {
            Self::Wide => Isa::Avx512,
            Self::Narrow => Isa::Avx2,
        }
    }

    /// The name that simdutf gives to its own.
    const fn theirs(self) -> &'static str {
        match self {
            Self::Wide => "icelake",
            Self::Narrow => "haswell",
        }
    }
}

/// The results of one tier.
#[derive(Serialize, Deserialize)]
pub struct Column {
    /// Our tier.
    pub tier: String,
    /// The tier that simdutf was told to use; empty if it chose for itself.
    pub anchor_tier: String,
    pub cells: Vec<Cell>,
}

impl Column {
    /// Measures in this process.
    pub fn measure(arguments: &Arguments) -> Result<Self, String> {
        if let Some(problem) = isa_problem() {
            return Err(problem.into());
        }
        let kernels = kernels();
        let mut places = Vec::new();
        for kernel in &kernels {
            for corpus in kernel.corpora.iter().filter(|corpus| arguments.wants(kernel, **corpus)) {
                let sizes = arguments.sizes().into_iter().filter(|size| kernel.shows_at(*size));
                places.extend(sizes.map(|size| (kernel, *corpus, size)));
            }
        }
        let measure = |(kernel, corpus, size): (&Kernel, Corpus, usize)| {
            if std::io::stderr().is_terminal() {
                eprint!("\r\x1b[K{} {} {} {size}\r", isa().name(), kernel.name, corpus.name());
            }
            cell(kernel, corpus, size, arguments.effort())
        };
        let mut cells = places.iter().map(|place| measure(*place)).collect::<Result<Vec<_>, _>>()?;
        for _ in 0..arguments.effort().again {
            for (cell, place) in cells.iter_mut().zip(&places).filter(|(cell, _)| cell.is_lost()) {
                cell.add(measure(*place)?);
            }
        }
        if std::io::stderr().is_terminal() {
            eprint!("\x1b[K");
        }
        Ok(Self {
            tier: isa().name().into(),
            anchor_tier: std::env::var("SIMDUTF_FORCE_IMPLEMENTATION").unwrap_or_default(),
            cells,
        })
    }

    /// Measures with a tier forced, in another process: simdutf chooses its own once, before `main`.
    pub fn measure_apart(tier: Tier, arguments: &Arguments) -> Result<Self, String> {
        if !tier.ours().is_available() {
            return Err(format!("this CPU lacks {}", tier.ours().name()));
        }
        let program = std::env::current_exe().map_err(|e| e.to_string())?;
        let output = Command::new(program)
            .args(arguments.forwarded())
            .env("UNITSTR_ISA", tier.ours().name())
            .env("SIMDUTF_FORCE_IMPLEMENTATION", tier.theirs())
            .stderr(Stdio::inherit())
            .output()
            .map_err(|e| e.to_string())?;
        if !output.status.success() {
            return Err(format!("{}: {}", tier.ours().name(), output.status));
        }
        serde_json::from_slice(&output.stdout).map_err(|e| e.to_string())
    }

    /// The short name: the width of the vectors.
    pub fn name(&self) -> &str {
        match self.tier.as_str() {
            "avx512" => "512",
            "avx2" => "256",
            other => other,
        }
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

/// The texts of a cell, and room for what they become.
#[must_use]
pub fn pool(kernel: &Kernel, corpus: Corpus, size: usize) -> (Pool, Vec<u64>) {
    let pool = Pool::new(&texts(corpus, kernel.form, size, count(size), kernel.bad));
    let room = vec![0_u64; pool.room() / 8 + 9];
    (pool, room)
}

fn cell(kernel: &Kernel, corpus: Corpus, size: usize, effort: Effort) -> Result<Cell, String> {
    let (pool, mut words) = pool(kernel, corpus, size);
    let to = crate::runner::as_bytes_mut(&mut words);
    let expected = pool.results(kernel.ours, to);
    for (name, contender) in &kernel.others {
        if let Some(at) = pool.first_difference(*contender, &expected, to) {
            let what = format!("{} {} {size}", kernel.name, corpus.name());
            return Err(format!("{what}: {name} makes something else of text {at}"));
        }
    }
    let mut contenders: Vec<(&str, Contender)> = vec![(OURS, kernel.ours)];
    contenders.extend(&kernel.others);
    contenders.push((MEMCPY, memcpy));
    let functions: Vec<Contender> = contenders.iter().map(|(_, function)| *function).collect();
    let times = pool.time(&functions, to, effort);
    let nanos = |seconds: f64| round(seconds / pool.count() as f64 * 1e9);
    let nanos = times.best.iter().map(|seconds| nanos(*seconds));
    let names = contenders.iter().map(|(name, _)| (*name).to_owned());
    Ok(Cell {
        kernel: kernel.name.clone(),
        text: corpus.name().into(),
        bytes: size,
        texts: pool.count(),
        read: pool.bytes,
        written: expected.iter().map(|(_, text)| text.len()).sum(),
        ns: names.zip(nanos).collect::<BTreeMap<_, _>>(),
        noise: round(times.noise),
        load: round(times.load),
        lost: None,
        explanation: None,
    })
}

/// Three digits after the point: the rest is noise.
fn round(value: f64) -> f64 {
    (1e3 * value).round() / 1e3
}

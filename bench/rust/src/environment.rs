//! On what, by what and when something was measured.

use std::process::Command;

use serde::Serialize;

/// The facts that a reader of a record has to know.
#[derive(Serialize)]
pub struct Environment {
    pub cpu: String,
    pub os: String,
    pub rustc: &'static str,
    pub date: String,
    /// Of git; ends in `+` if the sources differ from it.
    pub revision: String,
    /// The version of the anchor.
    pub anchor: &'static str,
    /// The median of elapsed time divided by CPU time: above 1, others used the machine meanwhile.
    pub load: f64,
    /// The median of the noise of all cells.
    pub noise: f64,
}

impl Environment {
    pub fn new(load: f64, noise: f64) -> Self {
        Self {
            cpu: cpu(),
            os: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            rustc: env!("UNITSTR_BENCH_RUSTC"),
            date: jiff::Zoned::now().date().to_string(),
            revision: revision(),
            anchor: if cfg!(feature = "anchors") { "0.7.0" } else { "" },
            load,
            noise,
        }
    }

    /// The CPU as part of a file's name.
    pub fn slug(&self) -> String {
        let word = |c: char| {
            if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { ' ' }
        };
        let words: String = self.cpu.chars().map(word).collect();
        words.split_whitespace().collect::<Vec<_>>().join("-")
    }
}

/// The name that the CPU gives itself, and the numbers of its family and model: on a rented machine the name says little.
fn cpu() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let value = |key: &str| {
        let line = info.lines().find(|line| line.split('\t').next() == Some(key))?;
        Some(line.split_once(": ")?.1.trim())
    };
    match (value("model name"), value("cpu family"), value("model")) {
        (Some(name), Some(family), Some(model)) => format!("{name} (family {family}, model {model})"),
        _ => std::env::consts::ARCH.into(),
    }
}

fn revision() -> String {
    let git = |arguments: &[&str]| {
        let output = Command::new("git").args(arguments).output().ok()?;
        let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        output.status.success().then_some(text)
    };
    let Some(revision) = git(&["rev-parse", "--short", "HEAD"]) else {
        return "unknown".into();
    };
    match git(&["status", "--porcelain", "--", "*.rs", "Cargo.lock"]) {
        Some(changes) if changes.is_empty() => revision,
        _ => revision + "+",
    }
}

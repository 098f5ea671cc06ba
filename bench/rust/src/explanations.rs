//! Why cells are lost: `bench/record/explanations.toml`, written by hand.

use std::cell::Cell as Shared;
use std::path::Path;

use glob::Pattern;
use serde::Deserialize;

use crate::cell::{Cell, size};

/// The reason for all lost cells that the patterns fit. A pattern that is not there fits all.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Reason {
    /// Patterns, such as `utf8>*`.
    kernel: Option<Vec<String>>,
    text: Option<Vec<String>>,
    /// Sizes as the table has them: `8`, `4K`.
    size: Option<Vec<String>>,
    /// `512` or `256`.
    column: Option<Vec<String>>,
    /// The smallest ratio, to simdutf or to the best of the others, that it explains.
    worst: Option<f64>,
    why: String,
    #[serde(skip)]
    used: Shared<bool>,
}

/// All reasons; the first that fits counts.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Explanations {
    #[serde(default)]
    lost: Vec<Reason>,
}

impl Explanations {
    pub fn read(file: &Path) -> Result<Self, String> {
        let text = std::fs::read_to_string(file).map_err(|e| format!("{}: {e}", file.display()))?;
        toml::from_str(&text).map_err(|e| format!("{}: {e}", file.display()))
    }

    /// Why this cell is lost.
    pub fn of(&self, cell: &Cell, column: &str) -> Option<&str> {
        let reason = self.lost.iter().find(|reason| {
            fits(&reason.kernel, &cell.kernel)
                && fits(&reason.text, &cell.text)
                && fits(&reason.size, &size(cell.bytes))
                && fits(&reason.column, column)
                && reason.worst.is_none_or(|worst| cell.worst() >= worst)
        })?;
        reason.used.set(true);
        Some(&reason.why)
    }

    /// The reasons that no cell uses: their cells are won, or they are mistyped.
    pub fn unused(&self) -> impl Iterator<Item = &str> {
        let unused = self.lost.iter().filter(|reason| !reason.used.get());
        unused.map(|reason| reason.why.as_str())
    }
}

fn fits(patterns: &Option<Vec<String>>, name: &str) -> bool {
    patterns.as_ref().is_none_or(|patterns| {
        // In patterns, a question mark stands for itself: some kernels have one in their names.
        let fits =
            |pattern: &String| Pattern::new(&pattern.replace('?', "[?]")).is_ok_and(|pattern| pattern.matches(name));
        patterns.iter().any(fits)
    })
}

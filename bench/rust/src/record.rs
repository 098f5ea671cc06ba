//! The results, as text, as JSON, and as a record for the repository.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use comfy_table::presets::{ASCII_MARKDOWN, NOTHING};
use serde::Serialize;

use crate::arguments::Sort;
use crate::column::Column;
use crate::environment::Environment;
use crate::explanations::Explanations;
use crate::tables;

/// A run.
#[derive(Serialize)]
pub struct Record {
    pub environment: Environment,
    pub columns: Vec<Column>,
}

impl Record {
    pub fn new(mut columns: Vec<Column>) -> Self {
        for cell in columns.iter_mut().flat_map(|column| &mut column.cells) {
            cell.lost = cell.is_lost().then(|| cell.mark().into());
        }
        let cells = || columns.iter().flat_map(|column| &column.cells);
        let environment =
            Environment::new(median(cells().map(|cell| cell.load)), median(cells().map(|cell| cell.noise)));
        Self { environment, columns }
    }

    /// Gives each lost cell its reason; what is missing.
    pub fn explain(&mut self) -> Result<String, String> {
        const SHOWN: usize = 30;
        let explanations = Explanations::read(&directory().join("explanations.toml"))?;
        let mut missing = Vec::new();
        for column in &mut self.columns {
            let name = column.name().to_owned();
            for cell in column.cells.iter_mut().filter(|cell| cell.is_lost()) {
                cell.explanation = explanations.of(cell, &name).map(Into::into);
                if cell.explanation.is_none() {
                    let size = crate::cell::size(cell.bytes);
                    missing.push(format!("{name} {} {} {size} ({:.2})", cell.kernel, cell.text, cell.worst()));
                }
            }
        }
        for why in explanations.unused() {
            eprintln!("unitstr-bench: explains no lost cell: {why}");
        }
        if missing.is_empty() {
            return Ok(String::new());
        }
        let count = missing.len();
        missing.truncate(SHOWN);
        let missing = missing.join("\n  ");
        Ok(format!("{count} cells are lost and not explained in bench/record/explanations.toml, such as\n  {missing}"))
    }

    /// For a terminal.
    pub fn text(&self, sort: Sort) -> String {
        let mut text = self.head();
        for column in &self.columns {
            let _ = writeln!(text, "\nInstructions: {}\n", title(column));
            let _ = writeln!(text, "{}", tables::full(column, sort).load_style(NOTHING));
        }
        let _ = writeln!(text, "\nBy kernel\n\n{}", tables::summary(&self.columns).load_style(NOTHING));
        if let Some(mut errors) = tables::dense_errors(&self.columns) {
            let _ = writeln!(text, "\n{}\n\n{}", tables::DENSE_ERRORS, errors.load_style(NOTHING));
        }
        let _ = writeln!(text, "\n{}", self.counts());
        text
    }

    /// For readers on the web.
    fn page(&self) -> String {
        let mut text = String::from("# The operations beside simdutf and others\n\n");
        let _ = writeln!(text, "Written by `bench/run record rust`; numbers are of that run. {}", self.head());
        text += include_str!("page.md");
        let mut section = |name: &str, table: Option<comfy_table::Table>| {
            if let Some(mut table) = table {
                let _ = writeln!(text, "\n## {name}\n\n{}", table.load_style(ASCII_MARKDOWN));
            }
        };
        section("Ratios to memcpy, texts of 4 KiB / 1 MiB", Some(tables::large(&self.columns)));
        section("Short texts, nanoseconds per call at 8 / 32 / 256 bytes", Some(tables::short(&self.columns)));
        section(tables::DENSE_ERRORS, tables::dense_errors(&self.columns));
        section("By kernel", Some(tables::summary(&self.columns)));
        let _ = writeln!(text, "\n## Lost cells, the worst first\n\n{}", self.counts());
        for (why, mut table) in tables::lost(&self.columns) {
            let _ = writeln!(text, "\n{why}\n\n{}", table.load_style(ASCII_MARKDOWN));
        }
        text
    }

    fn head(&self) -> String {
        let e = &self.environment;
        format!(
            "{}, {}, {}, simdutf {}, revision {}, {}. Machine load (elapsed time ÷ CPU time) {:.2}, noise ±{:.1} %.\n",
            e.cpu,
            e.os,
            e.rustc,
            if e.anchor.is_empty() { "not built in" } else { e.anchor },
            e.revision,
            e.date,
            e.load,
            100.0 * e.noise
        )
    }

    fn counts(&self) -> String {
        let count = |column: &Column| {
            let compared = column.cells.iter().filter(|cell| cell.lead().is_some()).count();
            let behind = column.cells.iter().filter(|cell| cell.mark().contains('<')).count();
            let slow = column.cells.iter().filter(|cell| cell.mark() == "s").count();
            format!(
                "{}: {} cells, {compared} of them with simdutf, which is ahead (<) in {behind}; another one is (s) in \
                 {slow} more.",
                column.name(),
                column.cells.len()
            )
        };
        self.columns.iter().map(count).collect::<Vec<_>>().join("\n")
    }

    pub fn write_json(&self, file: &Path) -> Result<(), String> {
        let text = serde_json::to_string(self).map_err(|e| e.to_string())?;
        // A line for each cell, for readers of differences; no text in it has braces.
        std::fs::write(file, text.replace("},{", "},\n{") + "\n").map_err(|e| format!("{}: {e}", file.display()))
    }

    /// Into the repository.
    pub fn write(&self) -> Result<(), String> {
        let name = format!("rust-{}", self.environment.slug());
        let page = directory().join(format!("{name}.md"));
        self.write_json(&directory().join(format!("{name}.json")))?;
        std::fs::write(&page, self.page()).map_err(|e| format!("{}: {e}", page.display()))?;
        eprintln!("unitstr-bench: wrote {} and the JSON beside it", page.display());
        Ok(())
    }
}

fn title(column: &Column) -> String {
    match column.anchor_tier.as_str() {
        "" => format!("{}; simdutf's own choice", column.tier),
        theirs => format!("{}; simdutf's {theirs}", column.tier),
    }
}

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../record")
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

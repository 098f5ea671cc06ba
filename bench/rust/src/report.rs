//! The table, and the same as JSON.

use std::fmt::Write;

use crate::cells::ANCHOR;

/// One kernel on one text of one size. Times are in seconds for all texts of the pool, sizes in bytes.
pub struct Cell {
    pub kernel: &'static str,
    pub corpus: &'static str,
    pub size: usize,
    pub texts: usize,
    pub read: usize,
    pub written: usize,
    pub memcpy: f64,
    pub ours: f64,
    pub others: Vec<(&'static str, f64)>,
}

/// The anchor may be so much faster before a cell counts as lost: noise.
const TOLERANCE: f64 = 1.03;

impl Cell {
    fn speed(&self, seconds: f64) -> f64 {
        (self.read + self.written) as f64 / seconds / 1e9
    }

    fn ratio(&self, seconds: f64) -> f64 {
        let copied = if self.written == 0 { self.read } else { 2 * self.read };
        self.speed(seconds) / (copied as f64 / self.memcpy / 1e9)
    }

    fn nanos(&self, seconds: f64) -> f64 {
        seconds / self.texts as f64 * 1e9
    }

    fn other(&self, name: &str) -> Option<f64> {
        self.others
            .iter()
            .find(|(other, _)| *other == name)
            .map(|(_, seconds)| *seconds)
    }

    /// How many times as fast as the anchor.
    fn lead(&self) -> Option<f64> {
        Some(self.other(ANCHOR)? / self.ours)
    }

    fn lost(&self) -> bool {
        self.lead().is_some_and(|lead| lead * TOLERANCE < 1.0)
    }
}

fn size(bytes: usize) -> String {
    match bytes {
        0..1024 => format!("{bytes}"),
        1024..0x10_0000 => format!("{}K", bytes >> 10),
        _ => format!("{}M", bytes >> 20),
    }
}

pub fn head() {
    println!(
        "{:<24} {:<8} {:>5} {:>9} {:>7} {:>6} {:>6} {:>6} {:>6}  {:>9}",
        "kernel", "text", "bytes", "ns/call", "GB/s", "ours", "sd", "e_rs", "std", "ours:sd"
    );
}

pub fn line(cell: &Cell) {
    let ratio = |name| {
        cell.other(name)
            .map_or(String::from("–"), |seconds| format!("{:.2}", cell.ratio(seconds)))
    };
    let lead = cell.lead().map_or(String::from("–"), |lead| format!("{lead:.2}"));
    println!(
        "{:<24} {:<8} {:>5} {:>9.1} {:>7.1} {:>6.2} {:>6} {:>6} {:>6}  {:>9}{}",
        cell.kernel,
        cell.corpus,
        size(cell.size),
        cell.nanos(cell.ours),
        cell.speed(cell.ours),
        cell.ratio(cell.ours),
        ratio(ANCHOR),
        ratio("encoding_rs"),
        ratio("std"),
        lead,
        if cell.lost() { " <" } else { "" }
    );
}

pub fn summary(cells: &[Cell]) {
    let compared = cells.iter().filter(|cell| cell.lead().is_some()).count();
    let lost = cells.iter().filter(|cell| cell.lost()).count();
    println!(
        "{} cells; {compared} with the anchor, {lost} of them lost (<)",
        cells.len()
    );
}

/// An array of objects; times in nanoseconds per call.
pub fn json(cells: &[Cell]) -> String {
    let mut text = String::from("[\n");
    for (index, cell) in cells.iter().enumerate() {
        let count = cell.texts;
        let mut contenders = format!(
            "\"memcpy\": {:.2}, \"unitstr\": {:.2}",
            cell.nanos(cell.memcpy),
            cell.nanos(cell.ours)
        );
        for (name, seconds) in &cell.others {
            let _ = write!(contenders, ", \"{name}\": {:.2}", cell.nanos(*seconds));
        }
        let _ = writeln!(
            text,
            "  {{\"kernel\": \"{}\", \"text\": \"{}\", \"bytes\": {}, \"texts\": {count}, \"read\": {}, \"written\": {}, \
             \"lost\": {}, \"ns\": {{{contenders}}}}}{}",
            cell.kernel,
            cell.corpus,
            cell.size,
            cell.read / count,
            cell.written / count,
            cell.lost(),
            if index + 1 < cells.len() { "," } else { "" }
        );
    }
    text.push_str("]\n");
    text
}

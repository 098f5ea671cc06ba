//! One kernel on one text of one size, and what follows from its times.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The name of the one to be ahead of.
pub const ANCHOR: &str = "simdutf";
/// Our name.
pub const OURS: &str = "unitstr";
/// The contender with which speeds are compared.
pub const MEMCPY: &str = "memcpy";

/// The anchor may be so much faster before a cell counts as lost: noise.
const TOLERANCE: f64 = 1.03;
/// For texts of at most so many bytes, and where there is no anchor, the best of the others may be so much faster.
const SMALL: (usize, f64) = (256, 1.1);

/// The results of a cell.
#[derive(Serialize, Deserialize)]
pub struct Cell {
    pub kernel: String,
    pub text: String,
    /// The most bytes that a text has.
    pub bytes: usize,
    pub texts: usize,
    /// Bytes of all texts.
    pub read: usize,
    /// Bytes of what all texts become.
    pub written: usize,
    /// Nanoseconds of CPU time per call, by contender.
    pub ns: BTreeMap<String, f64>,
    /// Half the distance between the quartiles of the ratio to the anchor, or to memcpy, as a fraction of it.
    pub noise: f64,
    /// Elapsed time divided by CPU time: above 1, others had the CPU.
    pub load: f64,
    /// Set when the cell is written down.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lost: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub explanation: Option<String>,
}

impl Cell {
    /// Adds the passes of another measurement of the same: the best of all counts, for each contender.
    pub fn add(&mut self, other: Self) {
        for (name, nanos) in other.ns {
            let best = self.ns.entry(name).or_insert(nanos);
            *best = best.min(nanos);
        }
        self.noise = self.noise.min(other.noise);
    }

    pub fn nanos(&self, name: &str) -> Option<f64> {
        self.ns.get(name).copied()
    }

    fn ours(&self) -> f64 {
        self.nanos(OURS).unwrap_or(f64::NAN)
    }

    /// Whether it is a question, which writes nothing.
    pub const fn asks(&self) -> bool {
        self.written == 0
    }

    /// Gigabytes a second, read and written.
    pub fn speed(&self, name: &str) -> Option<f64> {
        Some((self.read + self.written) as f64 / self.texts as f64 / self.nanos(name)?)
    }

    /// Gigabytes a second, read.
    pub fn source_speed(&self, name: &str) -> Option<f64> {
        Some(self.read as f64 / self.texts as f64 / self.nanos(name)?)
    }

    /// The speed divided by that of memcpy.
    pub fn ratio(&self, name: &str) -> Option<f64> {
        let copied = if self.asks() { self.read } else { 2 * self.read };
        let memcpy = copied as f64 / self.texts as f64 / self.nanos(MEMCPY)?;
        Some(self.speed(name)? / memcpy)
    }

    /// How many times as fast as the anchor.
    pub fn lead(&self) -> Option<f64> {
        Some(self.nanos(ANCHOR)? / self.ours())
    }

    /// The fastest of the others, and how many times as fast as it.
    pub fn best_other(&self) -> Option<(&str, f64)> {
        let others = self.ns.iter().filter(|(name, _)| ![OURS, MEMCPY].contains(&name.as_str()));
        let (name, nanos) = others.min_by(|a, b| a.1.total_cmp(b.1))?;
        Some((name, nanos / self.ours()))
    }

    /// Whether all others count, not only the anchor.
    fn is_open(&self) -> bool {
        self.bytes <= SMALL.0 || self.lead().is_none()
    }

    /// The mark of a lost cell: `<` if the anchor is ahead, `s` if the best of the others is, where they count.
    pub fn mark(&self) -> &'static str {
        let behind = self.lead().is_some_and(|lead| lead * TOLERANCE < 1.0);
        let slow = self.is_open() && self.best_other().is_some_and(|(_, lead)| lead * SMALL.1 < 1.0);
        match (behind, slow) {
            (false, false) => "",
            (true, false) => "<",
            (false, true) => "s",
            (true, true) => "<s",
        }
    }

    pub fn is_lost(&self) -> bool {
        !self.mark().is_empty()
    }

    /// The smallest ratio that counts: to the anchor, or to the best of the others.
    pub fn worst(&self) -> f64 {
        let best = self.best_other().filter(|_| self.is_open()).map(|(_, lead)| lead);
        self.lead().into_iter().chain(best).fold(f64::INFINITY, f64::min)
    }
}

/// 4096 is 4K.
pub fn size(bytes: usize) -> String {
    match bytes {
        0..1024 => format!("{bytes}"),
        1024..0x10_0000 => format!("{}K", bytes >> 10),
        _ => format!("{}M", bytes >> 20),
    }
}

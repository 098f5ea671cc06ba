//! Times contenders against each other: in every round each of them takes one sample, so that what disturbs the machine
//! disturbs all; the median of the rounds counts, and the best of several passes.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// What a contender did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Out {
    /// Where in the target its text begins.
    pub at: usize,
    /// The bytes of the text.
    pub len: usize,
    /// The answer to a question.
    pub number: usize,
}

impl Out {
    pub const fn text(at: usize, len: usize) -> Self {
        Self { at, len, number: 0 }
    }

    pub const fn number(number: usize) -> Self {
        Self { at: 0, len: 0, number }
    }
}

/// Converts the first into the second, which has room for anything, or answers a question about the first.
pub type Contender = fn(&[u8], &mut [u8]) -> Out;

/// Where in the target the UTF-16 form goes, if there are two.
pub const fn wide_part(from: &[u8]) -> usize {
    (from.len() + 127) / 64 * 64
}

/// Units of two bytes, which lie where they are aligned.
pub fn as_chars(bytes: &[u8]) -> &[u16] {
    // SAFETY: any bytes are units.
    let (before, units, _) = unsafe { bytes.align_to::<u16>() };
    assert!(before.is_empty());
    units
}

/// The same to be written.
pub fn as_chars_mut(bytes: &mut [u8]) -> &mut [u16] {
    // SAFETY: any bytes are units, and the other way round.
    let (before, units, _) = unsafe { bytes.align_to_mut::<u16>() };
    assert!(before.is_empty());
    units
}

/// How thorough to be.
#[derive(Clone, Copy)]
pub struct Effort {
    pub passes: usize,
    pub rounds: usize,
    pub sample: Duration,
}

/// Texts side by side in memory, as they lie on a heap: at multiples of 8 bytes.
pub struct Pool {
    memory: Vec<u64>,
    texts: Vec<(usize, usize)>,
    pub bytes: usize,
}

impl Pool {
    pub fn new(texts: &[Vec<u8>]) -> Self {
        let mut memory = vec![0];
        let mut places = Vec::new();
        for text in texts {
            places.push((8 * memory.len(), text.len()));
            memory.extend(text.chunks(8).map(|chunk| {
                let mut word = [0; 8];
                word[..chunk.len()].copy_from_slice(chunk);
                u64::from_ne_bytes(word)
            }));
            memory.push(0);
        }
        Self {
            memory,
            bytes: texts.iter().map(Vec::len).sum(),
            texts: places,
        }
    }

    fn texts(&self) -> impl Iterator<Item = &[u8]> {
        // SAFETY: any words are bytes.
        let (_, bytes, _) = unsafe { self.memory.align_to::<u8>() };
        self.texts.iter().map(|(at, len)| &bytes[*at..*at + *len])
    }

    /// The most that a contender may write.
    pub fn room(&self) -> usize {
        self.texts.iter().map(|(_, len)| 6 * len + 1024).max().unwrap_or(0)
    }

    pub const fn count(&self) -> usize {
        self.texts.len()
    }

    /// What it makes of every text.
    pub fn results(&self, contender: Contender, to: &mut [u8]) -> Vec<(usize, Vec<u8>)> {
        let one = |from: &[u8]| {
            let out = contender(from, to);
            (out.number, to[out.at..out.at + out.len].to_vec())
        };
        self.texts().map(one).collect()
    }

    fn sample(&self, contender: Contender, to: &mut [u8], times: usize) -> f64 {
        let start = Instant::now();
        for _ in 0..times {
            for text in self.texts() {
                black_box(contender(black_box(text), to));
            }
        }
        start.elapsed().as_secs_f64() / times as f64
    }

    /// The seconds each contender takes for all texts.
    pub fn time(&self, contenders: &[Contender], to: &mut [u8], effort: Effort) -> Vec<f64> {
        let times: Vec<usize> = contenders
            .iter()
            .map(|contender| {
                let mut times = 1;
                while times < 1 << 20
                    && self.sample(*contender, to, times) * (times as f64) < effort.sample.as_secs_f64()
                {
                    times *= 2;
                }
                times
            })
            .collect();
        let mut best = vec![f64::INFINITY; contenders.len()];
        for _ in 0..effort.passes {
            let mut samples = vec![Vec::new(); contenders.len()];
            for _ in 0..effort.rounds {
                for (index, contender) in contenders.iter().enumerate() {
                    samples[index].push(self.sample(*contender, to, times[index]));
                }
            }
            for (best, samples) in best.iter_mut().zip(&mut samples) {
                samples.sort_by(f64::total_cmp);
                *best = best.min(samples[samples.len() / 2]);
            }
        }
        best
    }
}

/// What all others are compared with.
pub fn memcpy(from: &[u8], to: &mut [u8]) -> Out {
    to[..from.len()].copy_from_slice(from);
    Out::text(0, from.len())
}

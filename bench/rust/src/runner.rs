//! Times contenders against each other: in every round each of them takes one sample, so that what disturbs the machine
//! disturbs all; the median of the rounds counts, and the best of several passes.

use std::hint::black_box;
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;

/// The result of a contender.
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
    pub(crate) const fn text(at: usize, len: usize) -> Self {
        Self { at, len, number: 0 }
    }

    pub(crate) const fn number(number: usize) -> Self {
        Self { at: 0, len: 0, number }
    }
}

/// Converts the first into the second, which has room for anything, or answers a question about the first.
pub type Contender = fn(&[u8], &mut [u8]) -> Out;

/// Where in the target the UTF-16 form goes, if there are two. The first form has room for 256 bytes at least, as scratch
/// from Java has.
pub const fn wide_part(from: &[u8]) -> usize {
    (from.len() + 319) / 64 * 64
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

/// Room, as bytes.
#[must_use]
pub fn as_bytes_mut(words: &mut [u64]) -> &mut [u8] {
    // SAFETY: any words are bytes, and the other way round.
    let (_, bytes, _) = unsafe { words.align_to_mut::<u8>() };
    bytes
}

/// How thorough to be.
#[derive(Clone, Copy)]
pub struct Effort {
    pub passes: usize,
    /// How often what is lost is measured again, after all others: a busy machine slows some down more than others.
    pub again: usize,
    pub rounds: usize,
    /// A sample takes this long at least: reading the clock, a quarter of a microsecond, is then nothing beside it,
    /// however short the text.
    pub sample: Duration,
}

/// The measured times.
pub struct Times {
    /// Seconds for all texts, by contender: the best median.
    pub best: Vec<f64>,
    /// Half the distance between the quartiles of the ratio, round by round, of the second contender to the first, as a
    /// fraction of it.
    pub noise: f64,
    /// Elapsed time divided by CPU time.
    pub load: f64,
}

/// Texts side by side in memory, as they lie on a heap: at multiples of 8 bytes.
#[derive(Debug)]
pub struct Pool {
    memory: Vec<u64>,
    texts: Vec<(usize, usize)>,
    /// Of all texts.
    pub bytes: usize,
}

impl Pool {
    pub(crate) fn new(texts: &[Vec<u8>]) -> Self {
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
        Self { memory, bytes: texts.iter().map(Vec::len).sum(), texts: places }
    }

    fn texts(&self) -> impl Iterator<Item = &[u8]> {
        // SAFETY: any words are bytes.
        let (_, bytes, _) = unsafe { self.memory.align_to::<u8>() };
        self.texts.iter().map(|(at, len)| &bytes[*at..*at + *len])
    }

    /// The most that a contender may write.
    pub(crate) fn room(&self) -> usize {
        self.texts.iter().map(|(_, len)| 6 * len + 1024).max().unwrap_or(0)
    }

    /// The number of texts.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.texts.len()
    }

    /// Its result for every text.
    pub(crate) fn results(&self, contender: Contender, to: &mut [u8]) -> Vec<(usize, Vec<u8>)> {
        let one = |from: &[u8]| {
            let out = contender(from, to);
            (out.number, to[out.at..out.at + out.len].to_vec())
        };
        self.texts().map(one).collect()
    }

    /// The first text of which it makes something else.
    pub(crate) fn first_difference(
        &self,
        contender: Contender,
        expected: &[(usize, Vec<u8>)],
        to: &mut [u8],
    ) -> Option<usize> {
        self.texts().zip(expected).position(|(from, (number, text))| {
            let out = contender(from, to);
            (out.number, &to[out.at..out.at + out.len]) != (*number, &text[..])
        })
    }

    /// Converts every text once.
    pub fn run(&self, contender: Contender, to: &mut [u8]) {
        for text in self.texts() {
            black_box(contender(black_box(text), to));
        }
    }

    /// Seconds of CPU time for all texts.
    fn sample(&self, contender: Contender, to: &mut [u8], times: usize) -> f64 {
        let start = ThreadTime::now();
        for _ in 0..times {
            self.run(contender, to);
        }
        start.elapsed().as_secs_f64() / times as f64
    }

    /// How often all texts fill a sample.
    fn times(&self, contender: Contender, to: &mut [u8], sample: Duration) -> usize {
        let mut times = 1;
        while times < 1 << 20 && self.sample(contender, to, times) * (times as f64) < sample.as_secs_f64() {
            times *= 2;
        }
        times
    }

    pub(crate) fn time(&self, contenders: &[Contender], to: &mut [u8], effort: Effort) -> Times {
        let times = contenders.iter().map(|contender| self.times(*contender, to, effort.sample));
        let times: Vec<usize> = times.collect();
        let mut best = vec![f64::INFINITY; contenders.len()];
        let mut ratios = Vec::new();
        let mut used = 0.0;
        let start = Instant::now();
        for _ in 0..effort.passes {
            let mut samples = vec![Vec::new(); contenders.len()];
            for _ in 0..effort.rounds {
                for (index, contender) in contenders.iter().enumerate() {
                    let seconds = self.sample(*contender, to, times[index]);
                    used += seconds * times[index] as f64;
                    samples[index].push(seconds);
                }
                ratios.extend(samples[1].last().zip(samples[0].last()).map(|(b, a)| b / a));
            }
            for (best, samples) in best.iter_mut().zip(&mut samples) {
                *best = best.min(quantile(samples, 2));
            }
        }
        Times {
            best,
            noise: (quantile(&mut ratios, 3) - quantile(&mut ratios, 1)) / 2.0 / quantile(&mut ratios, 2),
            load: start.elapsed().as_secs_f64() / used,
        }
    }
}

/// The value that so many quarters of all do not exceed.
fn quantile(values: &mut [f64], quarters: usize) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() * quarters / 4]
}

/// The contender with which all others are compared.
pub fn memcpy(from: &[u8], to: &mut [u8]) -> Out {
    to[..from.len()].copy_from_slice(from);
    Out::text(0, from.len())
}

//! The number of chars of UTF-8.
//!
//! Code points of one and two bytes need no table: a byte is not ASCII if and only if it is a lead C2–DF or a trail,
//! and it is a trail if and only if it follows such a lead.
//!
//! ```text
//! bytes          61  C3  A9  62  D0  B0
//! sign            0   1   1   0   1   1
//! leads           .   1   .   .   1   .     + A0 is above 61, signed
//! trails          .   .   1   .   .   1     below C0, signed
//! sign ^ both     0   0   0   0   0   0
//! after a lead    .   .   1   .   .   1     leads, moved by one byte
//! ^ trails        0   0   0   0   0   0
//! ```
//!
//! Other text is checked as in [`super::utf8`], except that the table entries, not the bytes, are moved by one byte. A
//! char is counted for each byte that is not a trail, and for each fourth byte of a code point.

use std::arch::x86_64::*;

use super::memory::load;
use super::tables::{FIRST_HIGH, FIRST_LOW, SECOND_HIGH};
use super::utf8::{Block, Stop, all, dangling, load_rest, low, signs, table};
use super::vectors::Avx2;
use crate::Source;
use crate::kernels::Taken;
use crate::kernels::shared::queries::ascii_run;

/// 32 bytes of code points of one byte and two.
#[derive(Clone, Copy)]
struct Short {
    /// FF at leads.
    leads: __m256i,
    trails: __m256i,
    /// The sign is set at errors and at longer code points.
    wrong: __m256i,
}

impl Short {
    #[inline]
    #[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
    fn new(leads_before: __m256i, bytes: __m256i) -> Self {
        let leads = _mm256_cmpgt_epi8(_mm256_add_epi8(bytes, all(0xA0)), all(0x61));
        let trails = _mm256_cmpgt_epi8(all(0xC0), bytes);
        let middle = _mm256_permute2x128_si256::<0x21>(leads_before, leads);
        let after = _mm256_alignr_epi8::<15>(leads, middle);
        let other = _mm256_xor_si256(_mm256_xor_si256(bytes, leads), trails);
        Self { leads, trails, wrong: _mm256_or_si256(other, _mm256_xor_si256(after, trails)) }
    }
}

/// The table entries of 32 bytes.
#[derive(Clone, Copy)]
struct Class {
    /// As the first of two neighbours.
    first: __m256i,
    /// As the second of two.
    second: __m256i,
}

impl Class {
    #[inline]
    #[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
    fn new(bytes: __m256i) -> Self {
        let half = all(0x0F);
        let upper = _mm256_and_si256(_mm256_srli_epi16::<4>(bytes), half);
        let lower = _mm256_and_si256(bytes, half);
        Self {
            first: _mm256_and_si256(
                _mm256_shuffle_epi8(table(&FIRST_HIGH), upper),
                _mm256_shuffle_epi8(table(&FIRST_LOW), lower),
            ),
            second: _mm256_shuffle_epi8(table(&SECOND_HIGH), upper),
        }
    }

    /// The errors of each byte and the byte before it.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
    fn pair(&self, before: __m256i) -> __m256i {
        let middle = _mm256_permute2x128_si256::<0x21>(before, self.first);
        _mm256_and_si256(_mm256_alignr_epi8::<15>(self.first, middle), self.second)
    }
}

/// The sum of all lanes.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn sum(bytes: __m256i) -> usize {
    let sums = _mm256_sad_epu8(bytes, _mm256_setzero_si256());
    let sums = _mm_add_epi64(_mm256_castsi256_si128(sums), _mm256_extracti128_si256::<1>(sums));
    // At most 32 times 255.
    let sums = _mm_cvtsi128_si32(sums) + _mm_extract_epi32::<2>(sums);
    sums.cast_unsigned() as usize
}

/// The bytes that must be the third or the fourth of a code point.
#[derive(Clone, Copy)]
struct Later {
    /// The sign is set where a fourth byte is required.
    fourth: __m256i,
    /// 80 where either is required.
    must: __m256i,
}

impl Later {
    #[inline]
    #[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
    fn new(before: __m256i, bytes: __m256i) -> Self {
        let middle = _mm256_permute2x128_si256::<0x21>(before, bytes);
        let second = _mm256_alignr_epi8::<14>(bytes, middle);
        let third = _mm256_alignr_epi8::<13>(bytes, middle);
        let second = _mm256_subs_epu8(second, all(0xE0 - 0x80));
        let fourth = _mm256_subs_epu8(third, all(0xF0 - 0x80));
        Self { fourth, must: _mm256_and_si256(_mm256_or_si256(second, fourth), all(0x80)) }
    }
}

struct Counter<'a> {
    source: Source<'a>,
    at: usize,
    chars: usize,
}

impl Counter<'_> {
    #[inline(always)]
    fn left(&self) -> usize {
        self.source.bytes() - self.at
    }

    /// Counts from the start of a code point, while no code point has more than two bytes.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
    fn short(&mut self) -> Stop {
        let mut leads = _mm256_setzero_si256();
        // One bit for each round, set unless it was ASCII: no branch on that.
        let mut mixed = u32::MAX;
        while self.left() >= 64 {
            // SAFETY: `self.source` has 32 bytes from `self.at` on: the condition of the loop.
            let a = unsafe { load(self.source, self.at) };
            // SAFETY: `self.source` has 32 bytes from `self.at + 32` on: the condition of the loop.
            let b = unsafe { load(self.source, self.at + 32) };
            let a = Short::new(leads, a);
            let b = Short::new(a.leads, b);
            if signs(_mm256_or_si256(a.wrong, b.wrong)) != 0 {
                break;
            }
            leads = b.leads;
            let trails = signs(a.trails).count_ones() + signs(b.trails).count_ones();
            self.at += 64;
            self.chars += 64 - trails as usize;
            mixed = mixed << 1 | u32::from(trails != 0);
            if mixed & 0xF == 0 {
                break;
            }
        }
        // A lead at the end was counted.
        let back = (signs(leads) >> 31) as usize;
        self.at -= back;
        self.chars -= back;
        if mixed & 0xF == 0 { Stop::Another } else { Stop::Edge }
    }

    /// Counts any code points from the start of one, for 4 KiB at most.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
    fn long(&mut self) -> Stop {
        let zero = _mm256_setzero_si256();
        let mut last = zero;
        let mut class = Class::new(last).first;
        // Counts in lanes of a byte, which grow by at most 2 in each round.
        let mut counts = zero;
        let mut stop = Stop::Another;
        for _ in 0..64 {
            if self.left() < 64 {
                stop = Stop::Edge;
                break;
            }
            // SAFETY: `self.source` has 32 bytes from `self.at` on: tested above.
            let a = unsafe { load(self.source, self.at) };
            // SAFETY: `self.source` has 32 bytes from `self.at + 32` on: tested above.
            let b = unsafe { load(self.source, self.at + 32) };
            let (class_a, class_b) = (Class::new(a), Class::new(b));
            let (later_a, later_b) = (Later::new(last, a), Later::new(a, b));
            let wrong = _mm256_or_si256(
                _mm256_xor_si256(class_a.pair(class), later_a.must),
                _mm256_xor_si256(class_b.pair(class_a.first), later_b.must),
            );
            if _mm256_testz_si256(wrong, wrong) == 0 {
                stop = Stop::Edge;
                break;
            }
            (class, last) = (class_b.first, b);
            for (bytes, later) in [(a, later_a), (b, later_b)] {
                // Minus FF, which is −1, where a byte is not a trail, and where it is the fourth.
                counts = _mm256_sub_epi8(counts, _mm256_cmpgt_epi8(bytes, all(0xBF)));
                counts = _mm256_sub_epi8(counts, _mm256_cmpgt_epi8(zero, later.fourth));
            }
            self.at += 64;
        }
        let back = dangling(last);
        self.at -= back;
        // The lead of an incomplete code point was counted.
        self.chars += sum(counts) - usize::from(back > 0);
        stop
    }

    /// Counts the well-formed part of up to 32 bytes; returns whether more may follow.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
    fn piece(&mut self) -> bool {
        let bytes = load_rest(self.source, self.at);
        if signs(bytes) == 0 {
            let ascii = self.left().min(32);
            self.at += ascii;
            self.chars += ascii;
            return true;
        }
        let block = Block::new(_mm256_setzero_si256(), bytes);
        let (good, wrong) = block.good(self.left().min(32), self.left().min(32));
        self.at += good;
        self.chars += (block.ends() & low(good)).count_ones() as usize;
        good > 0 && !wrong && self.left() > 0
    }
}

#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn utf8_chars(source: Source<'_>) -> Taken {
    let mut counter = Counter { source, at: 0, chars: 0 };
    if source.bytes() >= 64 {
        loop {
            let ascii = ascii_run(Avx2::new(), source.rest(counter.at));
            counter.at += ascii;
            counter.chars += ascii;
            if let Stop::Edge = counter.short()
                && let Stop::Edge = counter.long()
            {
                break;
            }
        }
    }
    while counter.left() > 0 && counter.piece() {}
    Taken { read: counter.at, written: counter.chars }
}

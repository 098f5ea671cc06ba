//! How many chars UTF-8 becomes.
//!
//! Code points of one byte and two need no table: a byte is no ASCII if and only if it is a lead C2–DF or a trail, and
//! it is a trail if and only if it comes after such a lead.
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
//! Where that does not hold, the text is looked at as in [`super::utf8`], but what two neighbours can't be is put
//! together from what either of them says alone, so that it is the tables' results that are moved by a byte. A char is
//! counted for each byte that is no trail, and for each fourth one.

use std::arch::x86_64::*;

use super::memory::{load_few, load_half};
use super::utf8::{Block, Stop, all, dangling, load, load_rest, low, signs, table};
use super::utf8_tables::{FIRST_HIGH, FIRST_LOW, SECOND_HIGH};
use crate::Source;
use crate::kernels::Taken;

/// 32 bytes of code points of one byte and two.
#[derive(Clone, Copy)]
struct Short {
    /// `FF` where they are.
    leads: __m256i,
    trails: __m256i,
    /// The sign is set where something is wrong, or longer.
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

/// What each of 32 bytes says about which neighbours are wrong.
#[derive(Clone, Copy)]
struct Class {
    /// As the first of two.
    first: __m256i,
    /// As the second.
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

    /// What is wrong about each byte and the one before.
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

/// Which of 32 bytes have to be third ones and fourth ones.
#[derive(Clone, Copy)]
struct Later {
    /// The sign is set where there has to be a fourth one.
    fourth: __m256i,
    /// 80 where there has to be either.
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

    #[inline]
    #[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
    fn ascii(&mut self) {
        while self.left() >= 128 {
            // SAFETY: so much is left: the condition of the loop.
            let a = unsafe { load(self.source, self.at) };
            // SAFETY: so much is left: the condition of the loop.
            let b = unsafe { load(self.source, self.at + 32) };
            // SAFETY: so much is left: the condition of the loop.
            let c = unsafe { load(self.source, self.at + 64) };
            // SAFETY: so much is left: the condition of the loop.
            let d = unsafe { load(self.source, self.at + 96) };
            if signs(_mm256_or_si256(_mm256_or_si256(a, b), _mm256_or_si256(c, d))) != 0 {
                break;
            }
            self.at += 128;
            self.chars += 128;
        }
    }

    /// From a place where a code point begins, as long as none has more than two bytes.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
    fn short(&mut self) -> Stop {
        let mut leads = _mm256_setzero_si256();
        // One bit for each turn, set unless it is ASCII: no branch on that.
        let mut mixed = u32::MAX;
        while self.left() >= 64 {
            // SAFETY: so much is left: the condition of the loop.
            let a = unsafe { load(self.source, self.at) };
            // SAFETY: so much is left: the condition of the loop.
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
        // A lead at the end has been counted.
        let back = (signs(leads) >> 31) as usize;
        self.at -= back;
        self.chars -= back;
        if mixed & 0xF == 0 { Stop::Another } else { Stop::Edge }
    }

    /// From a place where a code point begins, whatever it is, for some 4 KiB.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
    fn long(&mut self) -> Stop {
        let zero = _mm256_setzero_si256();
        let mut last = zero;
        let mut class = Class::new(last).first;
        // In lanes of a byte, which grow by 2 at most each time.
        let mut counts = zero;
        let mut stop = Stop::Another;
        for _ in 0..64 {
            if self.left() < 64 {
                stop = Stop::Edge;
                break;
            }
            // SAFETY: so much is left: just tested.
            let a = unsafe { load(self.source, self.at) };
            // SAFETY: so much is left: just tested.
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
                // Less FF, which is -1, where a byte is no trail, and where it is the fourth.
                counts = _mm256_sub_epi8(counts, _mm256_cmpgt_epi8(bytes, all(0xBF)));
                counts = _mm256_sub_epi8(counts, _mm256_cmpgt_epi8(zero, later.fourth));
            }
            self.at += 64;
        }
        let back = dangling(last);
        self.at -= back;
        // Its lead has been counted.
        self.chars += sum(counts) - usize::from(back > 0);
        stop
    }

    /// The rest, if it is ASCII of at most 64 bytes.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
    fn ascii_rest(&mut self) -> bool {
        let Self { source, at, .. } = *self;
        let left = self.left();
        // The first and the last so many, which overlap.
        let plain = if left > 64 {
            false
        } else if left >= 32 {
            // SAFETY: so much is left: just tested.
            let start = unsafe { load(source, at) };
            // SAFETY: so much is left of the source, which ends 32 bytes after.
            let end = unsafe { load(source, at + left - 32) };
            signs(_mm256_or_si256(start, end)) == 0
        } else if left >= 16 {
            // SAFETY: so much is left: just tested.
            let start = unsafe { load_half(source, at) };
            // SAFETY: so much is left of the source, which ends 16 bytes after.
            let end = unsafe { load_half(source, at + left - 16) };
            _mm_movemask_epi8(_mm_or_si128(start, end)) == 0
        } else {
            // SAFETY: so much is left, and no more than 16.
            let all = unsafe { load_few(source, at, left) };
            _mm_movemask_epi8(all) == 0
        };
        if plain {
            self.at += left;
            self.chars += left;
        }
        plain
    }

    /// What is good of up to 32 bytes; whether more may follow.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
    fn piece(&mut self) -> bool {
        let bytes = load_rest(self.source, self.at);
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
            counter.ascii();
            if let Stop::Edge = counter.short()
                && let Stop::Edge = counter.long()
            {
                break;
            }
        }
    }
    while counter.left() > 0 && !counter.ascii_rest() && counter.piece() {}
    Taken { read: counter.at, written: counter.chars }
}

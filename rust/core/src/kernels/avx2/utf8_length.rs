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
//! together from what either of them says alone, so that only one vector is moved by a byte, and where third and fourth
//! bytes have to be is a matter of masks:
//!
//! ```text
//! bytes           61  E4  B8  AD  62  F0  9F  98  80
//! ≥ E0             .   1   .   .   .   1   .   .   .     threes
//! ≥ F0             .   .   .   .   .   1   .   .   .     fours
//! third, fourth    .   .   .   1   .   .   .   1   1     threes << 2 | fours << 3
//! two trails       .   .   .   1   .   .   .   1   1     the same, or it is wrong
//! ```
//!
//! A code point of n bytes has n bytes that are no ASCII, of n > 1; it is one of the threes from 3 on, and of the fours
//! with 4. So of good text (high + threes - fours) / 2 is 1, 2 and 2 for 2, 3 and 4 bytes, which is by how much the
//! chars are fewer than the bytes.

use std::arch::x86_64::*;

use super::utf8::{Block, SIGNS, Stop, all, dangling, load, load_half, load_rest, low, signs, table, words};
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
        Self {
            leads,
            trails,
            wrong: _mm256_or_si256(other, _mm256_xor_si256(after, trails)),
        }
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
        if mixed & 0xF == 0 { Stop::Ascii } else { Stop::Edge }
    }

    /// From a place where a code point begins, whatever it is, as long as there are long ones.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
    fn long(&mut self) -> Stop {
        let mut last = _mm256_setzero_si256();
        let mut class = Class::new(last).first;
        let (mut threes, mut fours) = (0, 0);
        let start = self.at;
        let (mut high, mut three, mut four) = (0, 0, 0);
        // One bit for each turn, set unless it has no long ones.
        let mut mixed = u32::MAX;
        while self.left() >= 64 {
            // SAFETY: so much is left: the condition of the loop.
            let a = unsafe { load(self.source, self.at) };
            // SAFETY: so much is left: the condition of the loop.
            let b = unsafe { load(self.source, self.at + 32) };
            let (class_a, class_b) = (Class::new(a), Class::new(b));
            let pair_a = class_a.pair(class);
            let pair_b = class_b.pair(class_a.first);
            let of = |[a, b]: [__m256i; 2]| u64::from(signs(a)) | u64::from(signs(b)) << 32;
            let from = |first: u8| of([a, b].map(|bytes| _mm256_subs_epu8(bytes, all(first - 0x80))));
            let (new_threes, new_fours) = (from(0xE0), from(0xF0));
            let must = new_threes << 2 | threes >> 62 | new_fours << 3 | fours >> 61;
            let wrong = _mm256_testz_si256(_mm256_or_si256(pair_a, pair_b), all(0x7F)) == 0;
            if must != of([pair_a, pair_b]) || wrong {
                break;
            }
            (threes, fours, class, last) = (new_threes, new_fours, class_b.first, b);
            high += of([a, b]).count_ones() as usize;
            three += threes.count_ones() as usize;
            four += fours.count_ones() as usize;
            self.at += 64;
            mixed = mixed << 1 | u32::from(threes != 0);
            if mixed & 0xF == 0 {
                break;
            }
        }
        let back = dangling(last);
        if back > 0 {
            self.at -= back;
            high -= back;
            three -= (threes >> (64 - back)).count_ones() as usize;
            four -= (fours >> (64 - back)).count_ones() as usize;
        }
        self.chars += self.at - start - (high + three - four) / 2;
        if mixed & 0xF == 0 { Stop::Ascii } else { Stop::Edge }
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
            let (start, end) = words(source, at, left);
            (start | end) & SIGNS == 0
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
    let mut counter = Counter {
        source,
        at: 0,
        chars: 0,
    };
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
    Taken {
        read: counter.at,
        written: counter.chars,
    }
}

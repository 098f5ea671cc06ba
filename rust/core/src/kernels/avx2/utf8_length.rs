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
//! Where that does not hold, the text is looked at as in [`super::utf8`].

use std::arch::x86_64::*;

use super::utf8::{Block, Stop, all, dangling, load, load_rest, low, signs};
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
        let mut plain = 0;
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
            plain = if trails == 0 { plain + 1 } else { 0 };
            if plain == 4 {
                break;
            }
        }
        // A lead at the end has been counted.
        let back = (signs(leads) >> 31) as usize;
        self.at -= back;
        self.chars -= back;
        if plain == 4 { Stop::Ascii } else { Stop::Edge }
    }

    /// From a place where a code point begins, whatever it is, as long as there are long ones.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
    fn long(&mut self) -> Stop {
        let mut before = _mm256_setzero_si256();
        let mut short = 0;
        while self.left() >= 64 {
            // SAFETY: so much is left: the condition of the loop.
            let a = unsafe { load(self.source, self.at) };
            // SAFETY: so much is left: the condition of the loop.
            let b = unsafe { load(self.source, self.at + 32) };
            let a = Block::new(before, a);
            let b = Block::new(a.bytes, b);
            let wrong = _mm256_or_si256(a.errors(), b.errors());
            if _mm256_testz_si256(wrong, wrong) == 0 {
                break;
            }
            before = b.bytes;
            self.at += 64;
            self.chars += (a.ends().count_ones() + b.ends().count_ones()) as usize;
            let threes = _mm256_subs_epu8(_mm256_max_epu8(a.bytes, b.bytes), all(0xE0 - 0x80));
            short = if signs(threes) == 0 { short + 1 } else { 0 };
            if short == 4 {
                break;
            }
        }
        let back = dangling(before);
        self.at -= back;
        // Of three bytes of four, the third has been counted.
        self.chars -= usize::from(back == 3);
        if short == 4 { Stop::Ascii } else { Stop::Edge }
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
    loop {
        counter.ascii();
        if let Stop::Edge = counter.short()
            && let Stop::Edge = counter.long()
        {
            break;
        }
    }
    while counter.left() > 0 && counter.piece() {}
    Taken {
        read: counter.at,
        written: counter.chars,
    }
}

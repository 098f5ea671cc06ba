//! Compares UTF-8 with chars.
//!
//! The chars of a block are those of [`super::utf8_to_utf16`]. They are compared in registers, 8 lanes at a time: a
//! vector that is read from memory to which its parts were written separately waits for these stores.

use std::arch::x86_64::*;

use super::memory::{DOWN, load_half, window};
use super::tables::UNITS;
use super::utf8::{Block, Stop, dangling, load_rest, low, set_of, signs};
use super::utf8_to_utf16::{Lanes, chars, parts};
use super::vectors::Avx2;
use crate::Source;
use crate::kernels::Taken;
use crate::kernels::shared::plain::{self, Plain};

struct Comparison<'a> {
    source: Source<'a>,
    chars: Source<'a>,
    /// The number of bytes read; a code point begins here.
    at: usize,
    /// The size of the chars that equal these, in bytes.
    equal: usize,
}

impl Comparison<'_> {
    /// Compares ASCII.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
    fn ascii(&mut self) {
        let tier = Avx2::new();
        let (source, chars) = (self.source.rest(self.at), self.chars.rest(self.equal));
        let taken = plain::equal::<_, 1, false>(tier, source, chars, Plain::ascii(tier));
        self.at += taken.read;
        self.equal += 2 * taken.written;
    }

    /// Compares blocks from the start of a code point, as long as they are well-formed and equal.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
    fn blocks(&mut self) -> Stop {
        if self.chars.bytes() < 16 {
            return Stop::Edge;
        }
        let mut before = _mm256_setzero_si256();
        // One bit for each block, set unless it is ASCII: no branch on that.
        let mut mixed = u32::MAX;
        let mut stop = Stop::Edge;
        while self.at < self.source.bytes() {
            let len = (self.source.bytes() - self.at).min(32);
            let block = Block::new(before, load_rest(self.source, self.at));
            let errors = block.errors();
            let keep = block.ends() & low(len);
            let end = self.equal + 2 * keep.count_ones() as usize;
            if _mm256_testz_si256(errors, errors) == 0 || end > self.chars.bytes() {
                break;
            }
            let lanes = parts(chars(&block));
            // SAFETY: `chars` has at least 16 bytes, and those up to `end`: tested above.
            if !unsafe { are_equal(lanes, keep, self.chars, self.equal) } {
                break;
            }
            self.at += len;
            self.equal = end;
            before = block.bytes;
            mixed = mixed << 1 | u32::from(signs(block.bytes) != 0);
            if mixed & 0x1F == 0 {
                stop = Stop::Another;
                break;
            }
        }
        let back = dangling(before);
        self.at -= back;
        if back == 3 {
            // The first of its two chars was compared.
            self.equal -= 2;
        }
        stop
    }
}

/// Whether the lanes in `keep`, in a row, equal the chars from byte `at` on.
///
/// # Safety
///
/// * `chars` has at least 16 bytes, and at least two for each of these lanes from `at` on.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
unsafe fn are_equal(lanes: Lanes, keep: u32, chars: Source<'_>, at: usize) -> bool {
    let mut different = _mm_setzero_si128();
    for (part, lanes) in lanes.into_iter().enumerate() {
        let row: *const [u8; 16] = &raw const UNITS[set_of(keep, part)];
        // SAFETY: `row` points to 16 bytes of the table; any alignment.
        let row = unsafe { _mm_loadu_si128(row.cast()) };
        let ours = _mm_shuffle_epi8(lanes, row);
        let place = at + 2 * (keep & low(8 * part)).count_ones() as usize;
        // Near the end of `chars`, the bytes before are loaded too, and moved out.
        let from = place.min(chars.bytes() - 16);
        // SAFETY: `chars` has at least 16 bytes, as the caller promises, so that many from `from` on.
        let theirs = _mm_shuffle_epi8(unsafe { load_half(chars, from) }, window(&DOWN, place - from));
        // The row is negative after its lanes.
        let outside = _mm_cmpgt_epi8(_mm_setzero_si128(), row);
        different = _mm_or_si128(different, _mm_andnot_si128(outside, _mm_xor_si128(ours, theirs)));
    }
    _mm_testz_si128(different, different) != 0
}

/// Returns the number of leading bytes, whole code points, that equal chars, and the number of these. More may be equal.
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) fn utf8_equal(source: Source<'_>, chars: Source<'_>) -> Taken {
    let mut comparison = Comparison { source, chars, at: 0, equal: 0 };
    loop {
        // Text that does not begin in ASCII need not pay for the attempt.
        if source.read::<u8>(comparison.at) < Some(0x80) {
            comparison.ascii();
        }
        if let Stop::Edge = comparison.blocks() {
            return Taken { read: comparison.at, written: comparison.equal / 2 };
        }
    }
}

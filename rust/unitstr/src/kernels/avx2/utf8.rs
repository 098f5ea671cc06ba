//! Shared by the kernels for UTF-8: 32 bytes with the bytes before them, their errors, and the ends of code points.
//!
//! ```text
//! before                    bytes
//! [.. .. .. .. 61 E4 | B8 AD 62 C3 A9 63 ..]
//! first    (-1)        E4 B8 AD 62 C3 A9 ..     permute2x128, alignr 15
//! second   (-2)        61 E4 B8 AD 62 C3 ..               alignr 14
//! third    (-3)        .. 61 E4 B8 AD 62 ..               alignr 13
//! ```
//!
//! Errors are found by the tables of [`lookup`](crate::kernels::lookup): three tables, indexed by half bytes of a byte
//! and of the byte before it, give the errors of two neighbours. Where a third or fourth byte is required, and only
//! there, a trailing byte follows a trailing byte:
//!
//! ```text
//! bytes           61  E4  B8  AD  62
//! two trails       .   .   .  80   .      the highest bit of the table entries
//! third, fourth    .   .   .  80   .      second ≥ E0, or third ≥ F0, by a saturating subtraction
//! xor              .   .   .   .   .
//! ```

use std::arch::x86_64::*;

use super::tables::{FIRST_HIGH, FIRST_LOW, SECOND_HIGH};
use super::vectors::Avx2;
use crate::Source;
use crate::kernels::lookup::TWO_TRAILS;
use crate::kernels::shared::Vectors;
pub(super) use crate::kernels::shared::blocks::{Blocks, Stop, low, set_of};

/// Returns a vector with this value in each byte.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) fn all(byte: u8) -> __m256i {
    _mm256_set1_epi8(byte.cast_signed())
}

/// Returns the highest bit of each byte.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) fn signs(vector: __m256i) -> u32 {
    _mm256_movemask_epi8(vector).cast_unsigned()
}

/// Loads a table.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) fn table(table: &'static [u8; 32]) -> __m256i {
    // SAFETY: `table` has 32 bytes; any alignment.
    unsafe { _mm256_loadu_si256(table.as_ptr().cast()) }
}

/// 32 bytes, and the bytes 1, 2 and 3 places before each of them.
#[derive(Clone, Copy)]
pub(super) struct Block {
    pub(super) bytes: __m256i,
    pub(super) first: __m256i,
    pub(super) second: __m256i,
    pub(super) third: __m256i,
}

impl Block {
    #[inline]
    #[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
    pub(super) fn new(before: __m256i, bytes: __m256i) -> Self {
        let middle = _mm256_permute2x128_si256::<0x21>(before, bytes);
        Self {
            bytes,
            first: _mm256_alignr_epi8::<15>(bytes, middle),
            second: _mm256_alignr_epi8::<14>(bytes, middle),
            third: _mm256_alignr_epi8::<13>(bytes, middle),
        }
    }

    /// Not zero at each byte that cannot follow the three bytes before it.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
    pub(super) fn errors(&self) -> __m256i {
        let half = all(0x0F);
        let upper = |bytes| _mm256_and_si256(_mm256_srli_epi16::<4>(bytes), half);
        let a = _mm256_shuffle_epi8(table(&FIRST_HIGH), upper(self.first));
        let b = _mm256_shuffle_epi8(table(&FIRST_LOW), _mm256_and_si256(self.first, half));
        let c = _mm256_shuffle_epi8(table(&SECOND_HIGH), upper(self.bytes));
        let pair = _mm256_and_si256(_mm256_and_si256(a, b), c);
        // From E0 or F0 on, the highest bit stays.
        let third = _mm256_subs_epu8(self.second, all(0xE0 - 0x80));
        let fourth = _mm256_subs_epu8(self.third, all(0xF0 - 0x80));
        let must = _mm256_and_si256(_mm256_or_si256(third, fourth), all(TWO_TRAILS));
        _mm256_xor_si256(pair, must)
    }

    /// The bytes that yield a char of UTF-16: the last byte of each code point, and the third of four bytes. They are
    /// those that are not leads and do not follow leads from E0 on.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
    pub(super) fn ends(&self) -> u32 {
        let doubled = _mm256_add_epi8(self.bytes, self.bytes);
        let leads = _mm256_and_si256(self.bytes, doubled);
        let seconds = _mm256_subs_epu8(self.first, all(0xE0 - 0x80));
        !signs(_mm256_or_si256(leads, seconds))
    }

    /// The number of bytes, among the first `len`, of complete well-formed code points, and whether an error follows
    /// them rather than the end. The block begins with a code point and is zero after `loaded` bytes.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
    pub(super) fn good(&self, loaded: usize, len: usize) -> (usize, bool) {
        let errors = self.errors();
        let fine = signs(_mm256_cmpeq_epi8(errors, _mm256_setzero_si256()));
        if fine == u32::MAX && len == loaded && (len < 32 || dangling(self.bytes) == 0) {
            // An incomplete code point would be an error before the zero after it.
            return (len, false);
        }
        let wrong = (!fine).trailing_zeros() as usize;
        let end = wrong.min(len);
        let doubled = _mm256_add_epi8(self.bytes, self.bytes);
        let leads = signs(_mm256_and_si256(self.bytes, doubled));
        let starts = !signs(self.bytes) | leads;
        // The last code point before the end, and its length.
        let last = 31 - (starts & low(end) | 1).leading_zeros();
        let bit = |mask: u32| (mask >> last & 1) as usize;
        let threes = signs(_mm256_subs_epu8(self.bytes, all(0xE0 - 0x80)));
        let fours = signs(_mm256_subs_epu8(self.bytes, all(0xF0 - 0x80)));
        let whole = last as usize + 1 + bit(leads) + bit(threes) + bit(fours);
        (if whole <= end { end } else { (last as usize).min(end) }, wrong < len)
    }
}

/// The number of bytes at the end of a well-formed text that belong to an incomplete code point.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) fn dangling(bytes: __m256i) -> usize {
    let last = _mm256_extract_epi32::<7>(bytes).cast_unsigned();
    if last >= 0xC000_0000 {
        1
    } else if last & 0x00E0_0000 == 0x00E0_0000 {
        2
    } else if last & 0x0000_F000 == 0x0000_F000 {
        3
    } else {
        0
    }
}

/// Loads the rest of `source` from `at` on, at most 32 bytes, followed by zeros.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) fn load_rest(source: Source<'_>, at: usize) -> __m256i {
    Avx2::new().load_rest(source, at)
}

//! Latin-1 to UTF-8, and the number of bytes of the result.
//!
//! ```text
//! bytes              a        é        b        ÿ        32 of them
//! trail              a        A9       b        BF       bit 6 cleared from 80 on, for 10xxxxxx
//! lead               –        C3       –        C3       C2, or C3 from C0 on
//! unpacked           a –      A9 C3    b –      BF C3    lanes of 16 bits, 8 in each quarter
//! shuffled           a C3 A9 b C3 BF                     the leads that count before their trails, by [`TWO`]
//! ```
//!
//! Each quarter becomes 8 to 16 bytes, which are stored as 16; the next store overwrites the excess. At least 8 more
//! bytes follow the last store of a step and fit: Latin-1 cannot be malformed, so they will be written.

use std::arch::x86_64::*;

use super::memory::{load_some, load_whole, ones_up_to, store_buffer, store_half, store_some, store_whole};
use super::tables::{TWO, row};
use crate::kernels::Taken;
use crate::{Source, Target};

/// Returns 32 bytes as UTF-8 in four parts, the end of each part in bytes, and whether all are ASCII.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn expanded(bytes: __m256i) -> ([__m128i; 4], [usize; 4], bool) {
    let wide = _mm256_cmpgt_epi8(_mm256_setzero_si256(), bytes);
    let trails = _mm256_andnot_si256(_mm256_and_si256(wide, _mm256_set1_epi8(0x40)), bytes);
    let upper = _mm256_cmpgt_epi8(bytes, _mm256_set1_epi8(0xBF_u8.cast_signed()));
    let leads = _mm256_sub_epi8(_mm256_set1_epi8(0xC2_u8.cast_signed()), upper);
    let a = _mm256_unpacklo_epi8(trails, leads);
    let b = _mm256_unpackhi_epi8(trails, leads);
    let sets = _mm256_movemask_epi8(bytes).cast_unsigned();
    let ends = ones_up_to(sets);
    let [p, q, r, s] = sets.to_le_bytes();
    let parts = [
        _mm_shuffle_epi8(_mm256_castsi256_si128(a), row(&TWO, p)),
        _mm_shuffle_epi8(_mm256_castsi256_si128(b), row(&TWO, q)),
        _mm_shuffle_epi8(_mm256_extracti128_si256::<1>(a), row(&TWO, r)),
        _mm_shuffle_epi8(_mm256_extracti128_si256::<1>(b), row(&TWO, s)),
    ];
    (parts, [8 + ends[0], 16 + ends[1], 24 + ends[2], 32 + ends[3]], sets == 0)
}

/// Copies runs of ASCII. Other blocks are converted without a branch on their text, until four in a row were ASCII.
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn latin1_to_utf8(source: Source<'_>, room: Target<'_>) -> Taken {
    let (count, capacity) = (source.bytes(), room.bytes());
    let (mut at, mut to) = (0, 0);
    'runs: loop {
        while count - at >= 64 && capacity - to >= 64 {
            // SAFETY: `source` has 64 bytes from `at` on: the condition of the loop.
            let all @ [a, b] = unsafe { load_whole::<2>(source, at) };
            if _mm256_movemask_epi8(_mm256_or_si256(a, b)) != 0 {
                break;
            }
            // SAFETY: `room` has so many bytes from `to` on: the condition of the loop.
            unsafe { store_whole(room, to, all) };
            at += 64;
            to += 64;
        }
        let mut plain = 0;
        while count - at >= 32 + 8 && capacity - to >= 64 + 16 {
            // SAFETY: `source` has 32 bytes from `at` on: the condition of the loop.
            let [bytes] = unsafe { load_whole::<1>(source, at) };
            let (parts, ends, all) = expanded(bytes);
            // SAFETY: `room` has 64 bytes from `to` on, the condition of the loop; each part has at most 16.
            unsafe { store_half(room, to, parts[0]) };
            // SAFETY: `room` has 16 bytes from `to + ends[0]` on: see above.
            unsafe { store_half(room, to + ends[0], parts[1]) };
            // SAFETY: `room` has 16 bytes from `to + ends[1]` on: see above.
            unsafe { store_half(room, to + ends[1], parts[2]) };
            // SAFETY: `room` has 16 bytes from `to + ends[2]` on: see above.
            unsafe { store_half(room, to + ends[2], parts[3]) };
            at += 32;
            to += ends[3];
            plain = if all { plain + 1 } else { 0 };
            if plain == 4 {
                continue 'runs;
            }
        }
        break;
    }
    while at < count {
        let left = (count - at).min(32);
        // SAFETY: `source` has `left` bytes from `at` on.
        let bytes = unsafe { load_some(source, at, left) };
        let (parts, ends, plain) = expanded(bytes);
        // The lanes after the text are zero, and count one byte each.
        let size = ends[3] - (32 - left);
        if capacity - to < size {
            break;
        }
        if plain {
            // SAFETY: `room` has `left` bytes from `to` on: tested above.
            unsafe { store_some(room, to, bytes, left) };
        } else {
            // SAFETY: `room` has `size` bytes from `to` on: tested above.
            unsafe { store_buffer(room, to, parts, [0, ends[0], ends[1], ends[2]], size) };
        }
        at += left;
        to += size;
    }
    Taken { read: at, written: to }
}

/// Counts the bytes of UTF-8: one for each byte, and another one from 80 on. Each lane counts up to 63 rounds, then all
/// lanes are added.
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn latin1_utf8_bytes(source: Source<'_>) -> Taken {
    let bytes = source.bytes();
    let zero = _mm256_setzero_si256();
    let (mut at, mut more) = (0, 0);
    let mut sums = zero;
    while bytes - at >= 128 {
        let mut lanes = zero;
        let rounds = ((bytes - at) / 128).min(63);
        for _ in 0..rounds {
            // SAFETY: `source` has `rounds` times 128 bytes left.
            let [a, b, c, d] = unsafe { load_whole::<4>(source, at) };
            // −1 for each.
            let wide = |bytes| _mm256_cmpgt_epi8(zero, bytes);
            let two = |a, b| _mm256_add_epi8(wide(a), wide(b));
            let four = _mm256_add_epi8(two(a, b), two(c, d));
            lanes = _mm256_sub_epi8(lanes, four);
            at += 128;
        }
        sums = _mm256_add_epi64(sums, _mm256_sad_epu8(lanes, zero));
    }
    let sums = _mm_add_epi64(_mm256_castsi256_si128(sums), _mm256_extracti128_si256::<1>(sums));
    let sums = [_mm_cvtsi128_si64(sums), _mm_extract_epi64::<1>(sums)];
    more += usize::try_from(sums[0] + sums[1]).unwrap_or(0);
    while at < bytes {
        let left = (bytes - at).min(32);
        // SAFETY: `source` has `left` bytes from `at` on.
        let vector = unsafe { load_some(source, at, left) };
        more += _mm256_movemask_epi8(vector).count_ones() as usize;
        at += left;
    }
    Taken { read: at, written: at + more }
}

//! What the kernels for UTF-8 share: 32 bytes with those before them, what is wrong with them, and where code points
//! end.
//!
//! ```text
//! before                    bytes
//! [.. .. .. .. 61 E4 | B8 AD 62 C3 A9 63 ..]
//! first    (-1)        E4 B8 AD 62 C3 A9 ..     permute2x128, alignr 15
//! second   (-2)        61 E4 B8 AD 62 C3 ..               alignr 14
//! third    (-3)        .. 61 E4 B8 AD 62 ..               alignr 13
//! ```
//!
//! Errors are found as Keiser and Lemire do ("Validating UTF-8 In Less Than One Instruction Per Byte", 2021): three
//! tables, by the half bytes of a byte and the one before it, say what two neighbours can't be; and where a third byte
//! or a fourth has to be, there have to be two trails, and nowhere else:
//!
//! ```text
//! bytes           61  E4  B8  AD  62
//! two trails       .   .   .  80   .      the highest bit of what the tables say
//! third, fourth    .   .   .  80   .      second ≥ E0, or third ≥ F0, by a saturating subtraction
//! xor              .   .   .   .   .
//! ```

use std::arch::x86_64::*;
use std::mem::MaybeUninit;

use super::memory::load_some;
use super::utf8_tables::{FIRST_HIGH, FIRST_LOW, SECOND_HIGH};
use crate::Source;
use crate::kernels::lookup::TWO_TRAILS;
use crate::raw::{Bits, Room};

/// The same byte everywhere.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) fn all(byte: u8) -> __m256i {
    _mm256_set1_epi8(byte.cast_signed())
}

/// The highest bits.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) fn signs(vector: __m256i) -> u32 {
    _mm256_movemask_epi8(vector).cast_unsigned()
}

/// The lowest `count` bits; all of them from 32 on.
#[inline(always)]
pub(super) const fn low(count: usize) -> u32 {
    if count >= 32 { u32::MAX } else { (1 << count) - 1 }
}

/// The eight bits of the `part`-th byte of a mask.
#[inline(always)]
pub(super) const fn set_of(mask: u32, part: usize) -> usize {
    (mask >> (8 * part) & 0xFF) as usize
}

/// What ends a run of blocks.
pub(super) enum Stop {
    /// A run of another kind may follow.
    Another,
    /// An error, or an end.
    Edge,
}

/// The vector `table`.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) fn table(table: &'static [u8; 32]) -> __m256i {
    // SAFETY: 32 bytes; any alignment.
    unsafe { _mm256_loadu_si256(table.as_ptr().cast()) }
}

/// 32 bytes, and those 1, 2 and 3 places before them.
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

    /// Not zero where something is wrong: at the first byte that does not fit to those before it.
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

    /// The bytes that have a char of UTF-16 each: not leads, and not those after leads from E0 on. So the last one of
    /// each code point; of four bytes, the third too.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
    pub(super) fn ends(&self) -> u32 {
        let doubled = _mm256_add_epi8(self.bytes, self.bytes);
        let leads = _mm256_and_si256(self.bytes, doubled);
        let seconds = _mm256_subs_epu8(self.first, all(0xE0 - 0x80));
        !signs(_mm256_or_si256(leads, seconds))
    }

    /// How many of the first `len` bytes are whole good code points, if the block begins with one and is zero after the
    /// `loaded` bytes; and whether an error, not the end, follows.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
    pub(super) fn good(&self, loaded: usize, len: usize) -> (usize, bool) {
        let errors = self.errors();
        let fine = signs(_mm256_cmpeq_epi8(errors, _mm256_setzero_si256()));
        if fine == u32::MAX && len == loaded && (len < 32 || dangling(self.bytes) == 0) {
            // A code point that is not whole does not fit to the zero after it.
            return (len, false);
        }
        let wrong = (!fine).trailing_zeros() as usize;
        let end = wrong.min(len);
        let doubled = _mm256_add_epi8(self.bytes, self.bytes);
        let leads = signs(_mm256_and_si256(self.bytes, doubled));
        let starts = !signs(self.bytes) | leads;
        // The last code point before the end, and how long it has to be.
        let last = 31 - (starts & low(end) | 1).leading_zeros();
        let bit = |mask: u32| (mask >> last & 1) as usize;
        let threes = signs(_mm256_subs_epu8(self.bytes, all(0xE0 - 0x80)));
        let fours = signs(_mm256_subs_epu8(self.bytes, all(0xF0 - 0x80)));
        let whole = last as usize + 1 + bit(leads) + bit(threes) + bit(fours);
        (if whole <= end { end } else { (last as usize).min(end) }, wrong < len)
    }
}

/// How many of the last bytes belong to a code point that is not whole. The text is good so far.
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

/// The 32 bytes at `at`.
///
/// # Safety
///
/// * 32 bytes at least are left of `source` from `at` on.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) unsafe fn load(source: Source<'_>, at: usize) -> __m256i {
    debug_assert!(at <= source.bytes() && source.bytes() - at >= 32);
    let place = source.start().wrapping_add(at);
    // SAFETY: so many bytes are left: promised by the caller; any alignment.
    unsafe { _mm256_loadu_si256(place.cast()) }
}

/// Writes 32 bytes.
///
/// # Safety
///
/// * 32 bytes at least are left of `room` from `at` on.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) unsafe fn store(room: Room<'_>, at: usize, vector: __m256i) {
    debug_assert!(at <= room.bytes() && room.bytes() - at >= 32);
    let place = room.start().wrapping_add(at);
    // SAFETY: so many bytes are left: promised by the caller; any alignment.
    unsafe { _mm256_storeu_si256(place.cast(), vector) };
}

/// The number at `at`; zero if it is not all inside, which callers have excluded.
#[inline(always)]
pub(super) fn word<T: Bits + Default>(source: Source<'_>, at: usize) -> T {
    source.read(at).unwrap_or_default()
}

/// What is left of the source from `at` on, at most 32 bytes of it, and zeros after it.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) fn load_rest(source: Source<'_>, at: usize) -> __m256i {
    let left = source.bytes().saturating_sub(at);
    if left >= 32 {
        // SAFETY: so much is left: just tested.
        unsafe { load(source, at) }
    } else {
        // SAFETY: so much is left; if nothing is, nothing is read.
        unsafe { load_some(source, at, left) }
    }
}

/// Text on the stack, to be written exactly.
pub(super) type Text = MaybeUninit<[u8; 64]>;

/// Writes the first `bytes` bytes of `text`, and no other.
///
/// # Safety
///
/// * So many bytes of `text`, at most 64, are initialised.
/// * So many are left of `room` from `at` on.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) unsafe fn store_text(room: Room<'_>, at: usize, text: &Text, bytes: usize) {
    debug_assert!(bytes <= 64 && at <= room.bytes() && room.bytes() - at >= bytes);
    let (from, to) = (text.as_ptr().cast::<u8>(), room.start().wrapping_add(at));
    /// The first so many and the last so many, which overlap.
    macro_rules! both {
        ($type:ty, $load:expr, $store:expr) => {{
            let last = bytes - size_of::<$type>();
            // SAFETY: there are so many bytes in `text`: promised by the caller; any alignment.
            let start = unsafe { $load(from.cast()) };
            // SAFETY: as before: it ends after `bytes`.
            let end = unsafe { $load(from.wrapping_add(last).cast()) };
            // SAFETY: so many bytes are left of the room: promised by the caller; any alignment.
            unsafe { $store(to.cast(), start) };
            // SAFETY: as before: it ends after `bytes`.
            unsafe { $store(to.wrapping_add(last).cast(), end) };
        }};
    }
    match bytes {
        32.. => both!(__m256i, _mm256_loadu_si256, _mm256_storeu_si256),
        16.. => both!(__m128i, _mm_loadu_si128, _mm_storeu_si128),
        8.. => both!(u64, <*const u64>::read_unaligned, <*mut u64>::write_unaligned),
        4.. => both!(u32, <*const u32>::read_unaligned, <*mut u32>::write_unaligned),
        2.. => both!(u16, <*const u16>::read_unaligned, <*mut u16>::write_unaligned),
        1 => both!(u8, <*const u8>::read, <*mut u8>::write),
        0 => {}
    }
}

/// The sign of each byte.
pub(super) const SIGNS: u64 = 0x8080_8080_8080_8080;

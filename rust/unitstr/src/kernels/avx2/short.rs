//! Texts of up to 256 bytes: one call, and no branch on the text before it is known, or stored, as a whole.
//!
//! A text of less than a vector is its first and its last bytes, which overlap: 16 of each, or 8, 4, 2, 1. Nothing beside it
//! is read, and whatever each of the two becomes is written where it belongs, over the same from the other one:
//!
//! ```text
//! text     a b c d e f g            7 units of 2 bytes
//! ends    [a b c d|d e f g]         8 bytes of each, in a half of a vector each
//! wide    [a.b.c.d.]                units of 4 bytes: 16 bytes at 0
//!               [d.e.f.g.]          16 that end where the text does
//! ```
//!
//! A longer one is vectors of 32 bytes, of which the last one overlaps as well.

use std::arch::x86_64::*;

use super::decode::packed_half;
use super::memory::{lacks, load_half, load_whole, number, put, store_half, store_quarter, store_whole};
use super::utf16::swap16;
use super::utf32::swap32;
use crate::Source;
use crate::kernels::{Form, Taken};
use crate::raw::Room;

/// The first and the last bytes of a short text.
pub(super) struct Ends {
    /// Those in the lower half, these in the upper one; zeros after them.
    pub(super) both: __m256i,
    /// How many of each.
    pub(super) size: usize,
}

impl Ends {
    /// # Safety
    ///
    /// * `source` has 1 to 32 bytes.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
    pub(super) unsafe fn of(source: Source<'_>) -> Self {
        let bytes = source.bytes();
        debug_assert!((1..=32).contains(&bytes));
        let halves = |first: u64, last: u64| {
            let half = |number: u64| _mm_cvtsi64_si128(number.cast_signed());
            _mm256_set_m128i(half(last), half(first))
        };
        macro_rules! numbers {
            ($type:ty) => {{
                // SAFETY: the first of at least so many bytes.
                let first: $type = unsafe { number(source, 0) };
                // SAFETY: the last of at least so many bytes.
                let last: $type = unsafe { number(source, bytes - size_of::<$type>()) };
                (halves(first.into(), last.into()), size_of::<$type>())
            }};
        }
        let (both, size) = match bytes {
            16.. => {
                // SAFETY: the first of at least 16 bytes.
                let first = unsafe { load_half(source, 0) };
                // SAFETY: the last of at least 16 bytes.
                let last = unsafe { load_half(source, bytes - 16) };
                (_mm256_set_m128i(last, first), 16)
            }
            8.. => numbers!(u64),
            4.. => numbers!(u32),
            2.. => numbers!(u16),
            _ => numbers!(u8),
        };
        Self { both, size }
    }
}

#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) fn low(vector: __m256i) -> __m128i {
    _mm256_castsi256_si128(vector)
}

#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) fn high(vector: __m256i) -> __m128i {
    _mm256_extracti128_si256::<1>(vector)
}

/// Writes the first `size` bytes of `first` at the start and of `last` up to `bytes`, `size` being 1, 2, 4, 8, 16 or 32.
///
/// # Safety
///
/// * `room` has `bytes` bytes, and those are `size` at least.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
unsafe fn store_ends(room: Room<'_>, bytes: usize, size: usize, first: __m256i, last: __m256i) {
    debug_assert!(size <= bytes);
    let number = |vector| _mm_cvtsi128_si64(low(vector)).cast_unsigned();
    macro_rules! numbers {
        ($type:ty, $mask:literal) => {{
            let value = (number(first) & $mask) as $type;
            // SAFETY: the first of at least so many bytes.
            unsafe { put(room, 0, value) };
            let value = (number(last) & $mask) as $type;
            // SAFETY: the last of at least so many bytes.
            unsafe { put(room, bytes - size_of::<$type>(), value) };
        }};
    }
    match size {
        32.. => {
            // SAFETY: the first of at least 32 bytes.
            unsafe { store_whole(room, 0, [first]) };
            // SAFETY: the last of at least 32 bytes.
            unsafe { store_whole(room, bytes - 32, [last]) };
        }
        16.. => {
            let vector = low(first);
            // SAFETY: the first of at least 16 bytes.
            unsafe { store_half(room, 0, vector) };
            let vector = low(last);
            // SAFETY: the last of at least 16 bytes.
            unsafe { store_half(room, bytes - 16, vector) };
        }
        8.. => {
            let vector = low(first);
            // SAFETY: the first of at least 8 bytes.
            unsafe { store_quarter(room, 0, vector) };
            let vector = low(last);
            // SAFETY: the last of at least 8 bytes.
            unsafe { store_quarter(room, bytes - 8, vector) };
        }
        4.. => numbers!(u32, 0xFFFF_FFFF),
        2.. => numbers!(u16, 0xFFFF),
        _ => numbers!(u8, 0xFF),
    }
}

/// The vectors of a text of more than 32 bytes, and where they lie; until `vector` says no.
///
/// # Safety
///
/// * `source` has 32 bytes at least.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) unsafe fn each(source: Source<'_>, mut vector: impl FnMut(usize, __m256i) -> bool) -> bool {
    let last = source.bytes() - 32;
    let mut at = 0;
    loop {
        // SAFETY: 32 bytes before the end at most.
        let [one] = unsafe { load_whole::<1>(source, at) };
        if !vector(at, one) {
            return false;
        }
        if at >= last {
            return true;
        }
        at = (at + 32).min(last);
    }
}

pub(super) const fn taken(read: usize, written: usize) -> Taken {
    Taken { read, written }
}

/// Which units are surrogates.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) fn surrogates(units: __m256i) -> __m256i {
    let upper = _mm256_and_si256(units, _mm256_set1_epi16(0xF800_u16.cast_signed()));
    _mm256_cmpeq_epi16(upper, _mm256_set1_epi16(0xD800_u16.cast_signed()))
}

#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) fn is_zero(vector: __m256i) -> bool {
    lacks(vector, vector)
}

/// As [`short_chars`](crate::kernels::short_chars). Of a text that it leaves, it may have written the front, which the
/// kernel for any size then writes again.
///
/// # Safety
///
/// * `source` has at most 256 bytes.
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) unsafe fn short_chars(to: Form, source: Source<'_>, room: Room<'_>) -> Taken {
    let bytes = source.bytes();
    if bytes == 0 || !bytes.is_multiple_of(2) {
        return Taken::NOTHING;
    }
    match to {
        Form::Utf8 => {
            let taken = narrow::<0xFF80>(source, room);
            if taken.read == 0 { super::chars_to_utf8(source, room) } else { taken }
        }
        Form::Ascii => narrow::<0xFF80>(source, room),
        Form::Latin1 => narrow::<0xFF00>(source, room),
        Form::Utf16Le | Form::Chars => same::<false>(source, room),
        Form::Utf16Be => same::<true>(source, room),
        Form::Utf32Le => wide::<false>(source, room),
        Form::Utf32Be => wide::<true>(source, room),
    }
}

#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn narrow<const NOT: u16>(source: Source<'_>, room: Room<'_>) -> Taken {
    let bytes = source.bytes();
    if bytes / 2 > room.bytes() {
        return Taken::NOTHING;
    }
    let not = _mm256_set1_epi16(NOT.cast_signed());
    if bytes <= 32 {
        // SAFETY: 1 to 32 bytes: just tested, and by `short_chars`.
        let ends = unsafe { Ends::of(source) };
        if !lacks(ends.both, not) {
            return Taken::NOTHING;
        }
        let text = _mm256_packus_epi16(ends.both, ends.both);
        let last = _mm256_permute4x64_epi64::<0b10>(text);
        // SAFETY: so much fits: tested above; each end is half of what it was.
        unsafe { store_ends(room, bytes / 2, ends.size / 2, text, last) };
        return taken(bytes, bytes / 2);
    }
    let put = |at, units| {
        let good = lacks(units, not);
        if good {
            let vector = packed_half(units);
            // SAFETY: half as far as the source goes, which fits.
            unsafe { store_half(room, at / 2, vector) };
        }
        good
    };
    // SAFETY: more than 32 bytes: tested above.
    if unsafe { each(source, put) } { taken(bytes, bytes / 2) } else { Taken::NOTHING }
}

#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn same<const SWAP: bool>(source: Source<'_>, room: Room<'_>) -> Taken {
    let bytes = source.bytes();
    if bytes > room.bytes() {
        return Taken::NOTHING;
    }
    let ordered = |units: __m256i| if SWAP { swap16(units) } else { units };
    if bytes <= 32 {
        // SAFETY: 1 to 32 bytes: just tested, and by `short_chars`.
        let ends = unsafe { Ends::of(source) };
        if !is_zero(surrogates(ends.both)) {
            return Taken::NOTHING;
        }
        let text = ordered(ends.both);
        let last = _mm256_permute4x64_epi64::<0b11_10>(text);
        // SAFETY: so much fits: tested above.
        unsafe { store_ends(room, bytes, ends.size, text, last) };
        return taken(bytes, bytes);
    }
    let put = |at, units| {
        let good = is_zero(surrogates(units));
        if good {
            let vector = [ordered(units)];
            // SAFETY: as far as the source goes, which fits.
            unsafe { store_whole(room, at, vector) };
        }
        good
    };
    // SAFETY: more than 32 bytes: tested above.
    if unsafe { each(source, put) } { taken(bytes, bytes) } else { Taken::NOTHING }
}

#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn wide<const BIG: bool>(source: Source<'_>, room: Room<'_>) -> Taken {
    let bytes = source.bytes();
    if 2 * bytes > room.bytes() {
        return Taken::NOTHING;
    }
    let widened = |half: __m128i| {
        let units = _mm256_cvtepu16_epi32(half);
        if BIG { swap32(units) } else { units }
    };
    if bytes <= 32 {
        // SAFETY: 1 to 32 bytes: just tested, and by `short_chars`.
        let ends = unsafe { Ends::of(source) };
        if !is_zero(surrogates(ends.both)) {
            return Taken::NOTHING;
        }
        let (first, last) = (widened(low(ends.both)), widened(high(ends.both)));
        // SAFETY: so much fits: tested above; each end is twice what it was.
        unsafe { store_ends(room, 2 * bytes, 2 * ends.size, first, last) };
        return taken(bytes, 2 * bytes);
    }
    let put = |at, units| {
        let good = is_zero(surrogates(units));
        if good {
            let vectors = [widened(low(units)), widened(high(units))];
            // SAFETY: twice as far as the source goes, which fits.
            unsafe { store_whole(room, 2 * at, vectors) };
        }
        good
    };
    // SAFETY: more than 32 bytes: tested above.
    if unsafe { each(source, put) } { taken(bytes, 2 * bytes) } else { Taken::NOTHING }
}

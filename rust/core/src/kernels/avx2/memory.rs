//! Loads and stores that know where their memory ends: whole vectors only; what is less is for the steps.

use std::arch::x86_64::*;

use crate::Source;
use crate::raw::Room;

/// The 32 bytes at `at`; zero if they are not all inside.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) fn load(source: Source<'_>, at: usize) -> __m256i {
    if at > source.bytes() || source.bytes() - at < 32 {
        return _mm256_setzero_si256();
    }
    let place = source.start().wrapping_add(at);
    // SAFETY: 32 bytes at least are left of the source at `place`: just tested; any alignment.
    unsafe { _mm256_loadu_si256(place.cast()) }
}

/// Writes 32 bytes, or nothing if they do not fit.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) fn store(room: Room<'_>, at: usize, vector: __m256i) {
    if at > room.bytes() || room.bytes() - at < 32 {
        return;
    }
    let place = room.start().wrapping_add(at);
    // SAFETY: 32 bytes at least are left of the room at `place`: just tested; any alignment.
    unsafe { _mm256_storeu_si256(place.cast(), vector) };
}

/// Whether all bits of `mask` are zero in `vector`.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) fn lacks(vector: __m256i, mask: __m256i) -> bool {
    _mm256_testz_si256(vector, mask) != 0
}

#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) fn or4([a, b, c, d]: [__m256i; 4]) -> __m256i {
    _mm256_or_si256(_mm256_or_si256(a, b), _mm256_or_si256(c, d))
}

/// Writes a unit of 16 bits, or nothing if it does not fit.
#[inline(always)]
pub(super) fn store_unit(room: Room<'_>, at: usize, unit: u16) {
    if at > room.bytes() || room.bytes() - at < 2 {
        return;
    }
    let place = room.start().wrapping_add(at);
    // SAFETY: two bytes at least are left of the room at `place`: just tested; any alignment.
    unsafe { place.cast::<u16>().write_unaligned(unit) };
}

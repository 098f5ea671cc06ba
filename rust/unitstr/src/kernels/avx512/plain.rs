//! What has one form for every code point: bytes copied or widened, units narrowed, as long as they are Latin-1 or ASCII.
//!
//! Everything narrow is two vectors in, one out, by one permutation of bytes that picks the significant ones of either
//! order. Whether all others are zero is asked of the OR of four vectors:
//!
//! ```text
//! a: [61 00|62 00|63 00|…]  b: [71 00|72 00|…]   units of UTF-16LE
//!     └──────┼─────┼────────────┼─────┘          index 0, 2, 4 … 126 (big-endian: 1, 3, 5 … 127)
//!    [61 62 63 … 71 72 …]                        Latin-1
//!
//! a, b: 16 units of UTF-32 each                  index 0, 4, 8 … 124, and the same again
//! ab:   [32 bytes of a and b|the same]
//! cd:   [32 bytes of c and d|the same]
//!       [ab's half          |cd's half ]         blended: Latin-1
//! ```
//!
//! Long runs are stored line by line of the cache ([`before_line`]); where a line begins, the first store has been.

use std::arch::x86_64::*;

use super::memory::{
    before_line, both, byte, half, lanes, load, load_whole, load4, low_half, or4, signs, store_loose, store_whole,
    store4,
};
use crate::Source;
use crate::kernels::Taken;
use crate::raw::Room;

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(in crate::kernels) fn latin1_to_latin1(source: Source<'_>, room: Room<'_>) -> Taken {
    copy::<false>(source, room)
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(in crate::kernels) fn ascii_to_latin1(source: Source<'_>, room: Room<'_>) -> Taken {
    copy::<true>(source, room)
}

/// Copies bytes; if `ASCII`, those before the first that is none.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn copy<const ASCII: bool>(source: Source<'_>, room: Room<'_>) -> Taken {
    let limit = source.bytes().min(room.bytes());
    let mut at = 0;
    let plain = |vector| !ASCII || signs(vector) == 0;
    if limit >= 512 {
        // SAFETY: so much is left of both: just tested.
        let vector = unsafe { load_whole(source, 0) };
        if plain(vector) {
            // SAFETY: so much is left of both: just tested.
            unsafe { store_whole(room, 0, vector) };
            at = before_line(room, 0);
        }
    }
    while limit - at >= 256 {
        // SAFETY: so much is left of both: the condition of the loop.
        let [a, b, c, d] = unsafe { load4(source, at) };
        if !plain(or4(a, b, c, d)) {
            break;
        }
        // SAFETY: so much is left of both: the condition of the loop.
        unsafe { store4(room, at, [a, b, c, d]) };
        at += 256;
    }
    while limit - at >= 64 {
        // SAFETY: so much is left of both: the condition of the loop.
        let vector = unsafe { load_whole(source, at) };
        if !plain(vector) {
            break;
        }
        // SAFETY: so much is left of both: the condition of the loop.
        unsafe { store_whole(room, at, vector) };
        at += 64;
    }
    if at < limit {
        let vector = load(source, at);
        let mut keep = (limit - at).min(64);
        if ASCII {
            keep = keep.min(signs(vector).trailing_zeros() as usize);
        }
        store_loose(room, at, vector, keep);
        at += keep;
    }
    Taken { read: at, written: at }
}

/// Widens bytes to units of 16 bits in the order of this machine, or the other.
///
/// ```text
/// [61 62 63 …]  ->  [61 00|62 00|63 00|…]   big-endian: shifted by a byte, [00 61|00 62|…]
/// ```
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) fn widen<const BIG: bool>(bytes: __m256i) -> __m512i {
    let units = _mm512_cvtepu8_epi16(bytes);
    if BIG { _mm512_slli_epi16::<8>(units) } else { units }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(in crate::kernels) fn ascii_to_utf16(source: Source<'_>, room: Room<'_>) -> Taken {
    widened::<false, true>(source, room)
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(in crate::kernels) fn latin1_to_utf16<const BIG: bool>(source: Source<'_>, room: Room<'_>) -> Taken {
    widened::<BIG, false>(source, room)
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn widened<const BIG: bool, const ASCII: bool>(source: Source<'_>, room: Room<'_>) -> Taken {
    let limit = source.bytes().min(room.bytes() / 2);
    let mut at = 0;
    let plain = |vector| !ASCII || signs(vector) == 0;
    if limit >= 256 {
        // SAFETY: so much is left of the source, and twice of the room: just tested.
        let vector = unsafe { load_whole(source, 0) };
        if plain(vector) {
            let chars = widen::<BIG>(half::<false>(vector));
            // SAFETY: 64 bytes become 128: as above.
            unsafe { store_whole(room, 0, chars) };
            // One byte of a line can be left before the first char of the next one: no matter, only speed.
            at = before_line(room, 0) / 2;
        }
    }
    while limit - at >= 128 {
        // SAFETY: so much is left of the source: the condition of the loop.
        let a = unsafe { load_whole(source, at) };
        // SAFETY: so much is left of the source: the condition of the loop.
        let b = unsafe { load_whole(source, at + 64) };
        if !plain(_mm512_or_si512(a, b)) {
            break;
        }
        let vectors = widen_two::<BIG>(a, b);
        // SAFETY: 128 bytes become 256, which fit: the condition of the loop.
        unsafe { store4(room, 2 * at, vectors) };
        at += 128;
    }
    while at < limit {
        let vector = load(source, at);
        let mut keep = (limit - at).min(64);
        if ASCII {
            keep = keep.min(signs(vector).trailing_zeros() as usize);
        }
        put_widened::<BIG>(room, 2 * at, vector, keep);
        at += keep;
        if keep < 64 {
            break;
        }
    }
    Taken { read: at, written: 2 * at }
}

/// Widens 128 bytes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) fn widen_two<const BIG: bool>(a: __m512i, b: __m512i) -> [__m512i; 4] {
    [
        widen::<BIG>(half::<false>(a)),
        widen::<BIG>(half::<true>(a)),
        widen::<BIG>(half::<false>(b)),
        widen::<BIG>(half::<true>(b)),
    ]
}

/// Writes the first `keep` bytes of `vector`, widened.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) fn put_widened<const BIG: bool>(room: Room<'_>, out: usize, vector: __m512i, keep: usize) {
    store_loose(room, out, widen::<BIG>(half::<false>(vector)), (2 * keep).min(64));
    if keep > 32 {
        store_loose(room, out + 64, widen::<BIG>(half::<true>(vector)), 2 * (keep - 32));
    }
}

/// Every `step`th byte from `first` on.
const fn every(step: usize, first: usize) -> [u8; 64] {
    let mut index = [0; 64];
    let mut lane = 0;
    while lane < 64 {
        index[lane] = byte((lane * step + first) % 128);
        lane += 1;
    }
    index
}

/// Every other byte, as long as the bytes between them are zero.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(in crate::kernels) fn utf16_to_latin1<const BIG: bool>(source: Source<'_>, room: Room<'_>) -> Taken {
    let index = const { lanes(every(2, if BIG { 1 } else { 0 })) };
    // As the lanes of this machine see it: the byte that has to be zero.
    let forbidden = _mm512_set1_epi16(if BIG { 0x00FF } else { 0xFF00_u16.cast_signed() });
    let limit = (source.bytes() / 2).min(room.bytes());
    let mut done = 0;
    while limit - done >= 128 {
        // SAFETY: 128 units are left: the condition of the loop.
        let [a, b, c, d] = unsafe { load4(source, 2 * done) };
        if _mm512_test_epi16_mask(or4(a, b, c, d), forbidden) != 0 {
            break;
        }
        let vector = _mm512_permutex2var_epi8(a, index, b);
        // SAFETY: 128 bytes fit: the condition of the loop.
        unsafe { store_whole(room, done, vector) };
        let vector = _mm512_permutex2var_epi8(c, index, d);
        // SAFETY: 128 bytes fit: the condition of the loop.
        unsafe { store_whole(room, done + 64, vector) };
        done += 128;
    }
    while done < limit {
        let a = load(source, 2 * done);
        let mut bad = u64::from(_mm512_test_epi16_mask(a, forbidden)) | !0xFFFF_FFFF;
        let mut b = a;
        if limit - done > 32 {
            b = load(source, 2 * done + 64);
            bad = both(low_half(bad), _mm512_test_epi16_mask(b, forbidden));
        }
        let keep = (limit - done).min(bad.trailing_zeros() as usize);
        store_loose(room, done, _mm512_permutex2var_epi8(a, index, b), keep);
        done += keep;
        if keep < 64 {
            break;
        }
    }
    Taken { read: 2 * done, written: done }
}

/// Every fourth byte, as long as the bytes between them are zero.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(in crate::kernels) fn utf32_to_latin1<const BIG: bool>(source: Source<'_>, room: Room<'_>) -> Taken {
    let index = const { lanes(every(4, if BIG { 3 } else { 0 })) };
    let forbidden = _mm512_set1_epi32(if BIG { 0x00FF_FFFF } else { !0xFF });
    let limit = (source.bytes() / 4).min(room.bytes());
    let mut done = 0;
    while limit - done >= 64 {
        // SAFETY: 64 units are left: the condition of the loop.
        let [a, b, c, d] = unsafe { load4(source, 4 * done) };
        if _mm512_test_epi32_mask(or4(a, b, c, d), forbidden) != 0 {
            break;
        }
        let ab = _mm512_permutex2var_epi8(a, index, b);
        // The index repeats itself: the second half has what the first one has.
        let cd = _mm512_permutex2var_epi8(c, index, d);
        let vector = _mm512_mask_mov_epi64(ab, 0xF0, cd);
        // SAFETY: 64 bytes fit: the condition of the loop.
        unsafe { store_whole(room, done, vector) };
        done += 64;
    }
    while done < limit {
        let units = load(source, 4 * done);
        let bad = u32::from(_mm512_test_epi32_mask(units, forbidden)) | 1 << 16;
        let keep = (limit - done).min(bad.trailing_zeros() as usize);
        store_loose(room, done, _mm512_permutexvar_epi8(index, units), keep);
        done += keep;
        if keep < 16 {
            break;
        }
    }
    Taken { read: 4 * done, written: done }
}

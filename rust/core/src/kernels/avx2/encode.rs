//! Latin-1 and chars to encoded text, and how many bytes they become.
//!
//! A step takes 8 or 16 chars and looks at those after them: without masked stores, a store may write more than what it
//! keeps, and that is right only if good chars follow that are sure to be written over the rest, and fit. So the last
//! few chars, those before something malformed, and those at the edge of the room are for the steps, and so are pairs of
//! surrogates.
//!
//! Tables that drop bytes by one shuffle are due to Lemire and Muła ("Transcoding Billions of Unicode Characters per
//! Second with SIMD Instructions", 2022).

use std::arch::x86_64::*;

use super::memory::lacks;
use crate::Source;
use crate::kernels::Taken;
use crate::raw::Room;

/// For each set of lanes of 16 bits: all low bytes, and the high bytes of those in the set, in a row.
static TWO: [[u8; 16]; 256] = {
    let mut all = [[0x80; 16]; 256];
    let mut set = 0;
    while set < 256 {
        let (mut to, mut lane) = (0, 0);
        while lane < 8 {
            all[set][to] = LANE[2 * lane];
            to += 1;
            if set >> lane & 1 == 1 {
                all[set][to] = LANE[2 * lane + 1];
                to += 1;
            }
            lane += 1;
        }
        set += 1;
    }
    all
};

/// For each set of lanes of 32 bits whose third byte counts (low half), and whose second one does (high half): the
/// fourth bytes, and those that count, in a row.
static THREE: [[u8; 16]; 256] = {
    let mut all = [[0x80; 16]; 256];
    let mut set = 0;
    while set < 256 {
        let (mut to, mut lane) = (0, 0);
        while lane < 4 {
            if set >> (lane + 4) & 1 == 1 {
                all[set][to] = LANE[4 * lane + 1];
                to += 1;
            }
            if set >> lane & 1 == 1 {
                all[set][to] = LANE[4 * lane + 2];
                to += 1;
            }
            all[set][to] = LANE[4 * lane + 3];
            to += 1;
            lane += 1;
        }
        set += 1;
    }
    all
};

const LANE: [u8; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

/// One row of a table.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn row(table: &'static [[u8; 16]; 256], index: u8) -> __m128i {
    let place: *const [u8; 16] = &raw const table[index as usize];
    // SAFETY: the row has 16 bytes; any alignment.
    unsafe { _mm_loadu_si128(place.cast()) }
}

/// The 32 bytes at `at`.
///
/// # Safety
///
/// * 32 bytes at least are left of `source` from `at` on.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
unsafe fn load(source: Source<'_>, at: usize) -> __m256i {
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
unsafe fn store(room: Room<'_>, at: usize, vector: __m256i) {
    debug_assert!(at <= room.bytes() && room.bytes() - at >= 32);
    let place = room.start().wrapping_add(at);
    // SAFETY: so many bytes are left: promised by the caller; any alignment.
    unsafe { _mm256_storeu_si256(place.cast(), vector) };
}

/// Writes 16 bytes.
///
/// # Safety
///
/// * 16 bytes at least are left of `room` from `at` on.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
unsafe fn store_half(room: Room<'_>, at: usize, vector: __m128i) {
    debug_assert!(at <= room.bytes() && room.bytes() - at >= 16);
    let place = room.start().wrapping_add(at);
    // SAFETY: so many bytes are left: promised by the caller; any alignment.
    unsafe { _mm_storeu_si128(place.cast(), vector) };
}

/// 8 chars below 800 as UTF-8, and how many bytes that is; see the drawing for 512 bits.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn two_bytes(chars: __m128i) -> (__m128i, usize) {
    let one = _mm_cmpeq_epi16(
        _mm_and_si128(chars, _mm_set1_epi16(0xFF80_u16.cast_signed())),
        _mm_setzero_si128(),
    );
    let lead = _mm_srli_epi16::<6>(chars);
    let trail = _mm_and_si128(_mm_slli_epi16::<8>(chars), _mm_set1_epi16(0x3F00));
    let heads = _mm_set1_epi16(0x80C0_u16.cast_signed());
    let both = _mm_or_si128(_mm_or_si128(lead, trail), heads);
    let mixed = _mm_blendv_epi8(both, chars, one);
    let ones = (_mm_movemask_epi8(_mm_packs_epi16(one, one)) & 0xFF) as u8;
    let bytes = _mm_shuffle_epi8(mixed, row(&TWO, !ones));
    (bytes, 8 + ones.count_zeros() as usize)
}

/// Latin-1 to UTF-8: runs of 64 plain bytes, else 8 bytes at a time, widened to chars. The text can't be malformed.
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn latin1_to_utf8(source: Source<'_>, room: Room<'_>) -> Taken {
    let (bytes, capacity) = (source.bytes(), room.bytes());
    let (mut at, mut to) = (0, 0);
    loop {
        while bytes - at >= 64 && capacity - to >= 64 {
            // SAFETY: so much is left: the condition of the loop.
            let a = unsafe { load(source, at) };
            // SAFETY: so much is left: the condition of the loop.
            let b = unsafe { load(source, at + 32) };
            if _mm256_movemask_epi8(_mm256_or_si256(a, b)) != 0 {
                break;
            }
            // SAFETY: so much is left: the condition of the loop.
            unsafe { store(room, to, a) };
            // SAFETY: so much is left: the condition of the loop.
            unsafe { store(room, to + 32, b) };
            at += 64;
            to += 64;
        }
        // What the last store writes too much, 8 bytes at most, the bytes after it write over; none is more than two.
        if bytes - at < 32 + 8 || capacity - to < 64 + 16 {
            break;
        }
        // SAFETY: 40 bytes are left: just tested.
        let v = unsafe { load(source, at) };
        // 16 bytes at most for each 8: 64 of 80 that are left.
        let mut eight = |chars: __m128i| {
            let (encoded, count) = two_bytes(chars);
            // SAFETY: of the 80 bytes left, tested before, 3 times 16 at most are used.
            unsafe { store_half(room, to, encoded) };
            to += count;
        };
        let (a, b) = (_mm256_castsi256_si128(v), _mm256_extracti128_si256::<1>(v));
        eight(_mm_cvtepu8_epi16(a));
        eight(_mm_cvtepu8_epi16(_mm_srli_si128::<8>(a)));
        eight(_mm_cvtepu8_epi16(b));
        eight(_mm_cvtepu8_epi16(_mm_srli_si128::<8>(b)));
        at += 32;
    }
    Taken { read: at, written: to }
}

/// Latin-1 to UTF-32: each byte becomes four, three of them zero.
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn latin1_to_utf32<const BIG: bool>(source: Source<'_>, room: Room<'_>) -> Taken {
    let count = source.bytes().min(room.bytes() / 4);
    let wide = |bytes: __m128i| {
        let units = _mm256_cvtepu8_epi32(bytes);
        if BIG { _mm256_slli_epi32::<24>(units) } else { units }
    };
    let mut at = 0;
    while count - at >= 32 {
        // SAFETY: so much is left: the condition of the loop.
        let v = unsafe { load(source, at) };
        let (a, b) = (_mm256_castsi256_si128(v), _mm256_extracti128_si256::<1>(v));
        let vector = wide(a);
        // SAFETY: so much is left: the condition of the loop.
        unsafe { store(room, 4 * at, vector) };
        let vector = wide(_mm_srli_si128::<8>(a));
        // SAFETY: so much is left: the condition of the loop.
        unsafe { store(room, 4 * at + 32, vector) };
        let vector = wide(b);
        // SAFETY: so much is left: the condition of the loop.
        unsafe { store(room, 4 * at + 64, vector) };
        let vector = wide(_mm_srli_si128::<8>(b));
        // SAFETY: so much is left: the condition of the loop.
        unsafe { store(room, 4 * at + 96, vector) };
        at += 32;
    }
    Taken {
        read: at,
        written: 4 * at,
    }
}

/// Two vectors of chars, none above FF, as bytes.
///
/// ```text
/// a, b               a0…7 a8…15, b0…7 b8…15     in each lane of 128 bits
/// packed             a0…7 b0…7 | a8…15 b8…15    pack works by lane
/// permuted           a0…7 a8…15 | b0…7 b8…15
/// ```
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn narrow(a: __m256i, b: __m256i) -> __m256i {
    _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packus_epi16(a, b))
}

/// Chars to US-ASCII, up to the first 32 of which one is above 7F.
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn chars_to_ascii(source: Source<'_>, room: Room<'_>) -> Taken {
    let count = (source.bytes() / 2).min(room.bytes());
    let mut at = 0;
    while count - at >= 32 {
        // SAFETY: so much is left: the condition of the loop.
        let a = unsafe { load(source, 2 * at) };
        // SAFETY: so much is left: the condition of the loop.
        let b = unsafe { load(source, 2 * at + 32) };
        if !lacks(_mm256_or_si256(a, b), _mm256_set1_epi16(0xFF80_u16.cast_signed())) {
            break;
        }
        let vector = narrow(a, b);
        // SAFETY: so much is left: the condition of the loop.
        unsafe { store(room, at, vector) };
        at += 32;
    }
    Taken {
        read: 2 * at,
        written: at,
    }
}

/// The surrogates among 16 chars.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn surrogates(chars: __m256i) -> __m256i {
    let five = _mm256_and_si256(chars, _mm256_set1_epi16(0xF800_u16.cast_signed()));
    _mm256_cmpeq_epi16(five, _mm256_set1_epi16(0xD800_u16.cast_signed()))
}

/// 8 chars as UTF-8 that are no surrogates, in two parts, and how many bytes each is:
///
/// ```text
/// char               zzzzyyyy yyxxxxxx, widened to four bytes
/// << 24              (x)xxxxxx at byte 3        & 3F | 80, from 80 on
/// << 10              yyyyyy at byte 2           & 3F | 80, or | C0 below 800
/// >> 4               zzzz at byte 1             | E0, from 800 on
/// shuffled           bytes 3 always, 2 from 80 on, 1 from 800 on, by [`THREE`]
/// ```
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn three_bytes(chars: __m128i) -> [(__m128i, usize); 2] {
    let units = _mm256_cvtepu16_epi32(chars);
    let two = _mm256_cmpgt_epi32(units, _mm256_set1_epi32(0x7F));
    let three = _mm256_cmpgt_epi32(units, _mm256_set1_epi32(0x7FF));
    let last = _mm256_slli_epi32::<24>(units);
    let x = _mm256_and_si256(last, _mm256_set1_epi32(0x3F00_0000));
    let y = _mm256_and_si256(_mm256_slli_epi32::<10>(units), _mm256_set1_epi32(0x003F_0000));
    let z = _mm256_and_si256(_mm256_srli_epi32::<4>(units), _mm256_set1_epi32(0x0000_0F00));
    let heads = _mm256_blendv_epi8(
        _mm256_set1_epi32(0x80C0_0000_u32.cast_signed()),
        _mm256_set1_epi32(0x8080_E000_u32.cast_signed()),
        three,
    );
    let more = _mm256_or_si256(_mm256_or_si256(x, y), _mm256_or_si256(z, heads));
    let bytes = _mm256_blendv_epi8(last, more, two);
    let two = _mm256_movemask_ps(_mm256_castsi256_ps(two)).cast_unsigned();
    let three = _mm256_movemask_ps(_mm256_castsi256_ps(three)).cast_unsigned();
    let part = |bytes: __m128i, two: u32, three: u32| {
        let set = ((two & 0xF | (three & 0xF) << 4) & 0xFF) as u8;
        (_mm_shuffle_epi8(bytes, row(&THREE, set)), 4 + set.count_ones() as usize)
    };
    [
        part(_mm256_castsi256_si128(bytes), two, three),
        part(_mm256_extracti128_si256::<1>(bytes), two >> 4, three >> 4),
    ]
}

/// Chars to UTF-8: runs of 32 plain chars, else 8 at a time, up to 24 chars before a surrogate or the end.
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn chars_to_utf8(source: Source<'_>, room: Room<'_>) -> Taken {
    let (count, capacity) = (source.bytes() / 2, room.bytes());
    let not_ascii = _mm256_set1_epi16(0xFF80_u16.cast_signed());
    let not_two = _mm_set1_epi16(0xF800_u16.cast_signed());
    let (mut at, mut to) = (0, 0);
    loop {
        while count - at >= 32 && capacity - to >= 32 {
            // SAFETY: so much is left: the condition of the loop.
            let a = unsafe { load(source, 2 * at) };
            // SAFETY: so much is left: the condition of the loop.
            let b = unsafe { load(source, 2 * at + 32) };
            if !lacks(_mm256_or_si256(a, b), not_ascii) {
                break;
            }
            let vector = narrow(a, b);
            // SAFETY: so much is left: the condition of the loop.
            unsafe { store(room, to, vector) };
            at += 32;
            to += 32;
        }
        // A store keeps 4 bytes at least and writes 16. The 16 chars after these 8 are good and become as many bytes at
        // least, and all of it fits.
        let before = at;
        while count - at >= 24 && capacity - to >= 24 + 16 + 3 {
            // SAFETY: so much is left: the condition of the loop.
            let chars = unsafe { load(source, 2 * at) };
            // SAFETY: so much is left: the condition of the loop.
            let after = unsafe { load(source, 2 * at + 16) };
            let bad = _mm256_or_si256(surrogates(chars), surrogates(after));
            if !lacks(bad, bad) {
                return Taken {
                    read: 2 * at,
                    written: to,
                };
            }
            let chars = _mm256_castsi256_si128(chars);
            if _mm_testz_si128(chars, not_two) != 0 {
                let (bytes, length) = two_bytes(chars);
                // SAFETY: so much is left: the condition of the loop.
                unsafe { store_half(room, to, bytes) };
                to += length;
                at += 8;
                if length == 8 {
                    break;
                }
            } else {
                let [(a, a_bytes), (b, b_bytes)] = three_bytes(chars);
                // SAFETY: so much is left: the condition of the loop.
                unsafe { store_half(room, to, a) };
                // SAFETY: so much is left: the condition of the loop.
                unsafe { store_half(room, to + a_bytes, b) };
                to += a_bytes + b_bytes;
                at += 8;
            }
        }
        if at == before {
            break;
        }
    }
    Taken {
        read: 2 * at,
        written: to,
    }
}

/// Chars to UTF-32, up to the first 16 among which is a surrogate.
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn chars_to_utf32<const BIG: bool>(source: Source<'_>, room: Room<'_>) -> Taken {
    let count = (source.bytes() / 2).min(room.bytes() / 4);
    let reversed = _mm256_broadcastsi128_si256(_mm_set_epi8(12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3));
    let wide = |chars: __m128i| {
        let units = _mm256_cvtepu16_epi32(chars);
        if BIG {
            _mm256_shuffle_epi8(units, reversed)
        } else {
            units
        }
    };
    let mut at = 0;
    while count - at >= 16 {
        // SAFETY: so much is left: the condition of the loop.
        let chars = unsafe { load(source, 2 * at) };
        let bad = surrogates(chars);
        if !lacks(bad, bad) {
            break;
        }
        let vector = wide(_mm256_castsi256_si128(chars));
        // SAFETY: so much is left: the condition of the loop.
        unsafe { store(room, 4 * at, vector) };
        let vector = wide(_mm256_extracti128_si256::<1>(chars));
        // SAFETY: so much is left: the condition of the loop.
        unsafe { store(room, 4 * at + 32, vector) };
        at += 16;
    }
    Taken {
        read: 2 * at,
        written: 4 * at,
    }
}

/// How many bytes Latin-1 becomes in UTF-8: one, and one more from 80 on.
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn latin1_utf8_bytes(source: Source<'_>) -> Taken {
    let bytes = source.bytes();
    let (mut at, mut wide) = (0, 0);
    while bytes - at >= 32 {
        // SAFETY: so much is left: the condition of the loop.
        let v = unsafe { load(source, at) };
        wide += _mm256_movemask_epi8(v).count_ones() as usize;
        at += 32;
    }
    Taken {
        read: at,
        written: at + wide,
    }
}

/// High and low surrogates among 16 chars, and those whose other half is not where it has to be; two bits for each.
/// `carry` is 3 if a high one came before.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn halves(chars: __m256i, carry: u32) -> (u32, u32, bool) {
    let six = _mm256_and_si256(chars, _mm256_set1_epi16(0xFC00_u16.cast_signed()));
    let ones = |value: u16| {
        let equal = _mm256_cmpeq_epi16(six, _mm256_set1_epi16(value.cast_signed()));
        _mm256_movemask_epi8(equal).cast_unsigned()
    };
    let (high, low) = (ones(0xD800), ones(0xDC00));
    (high, low, low == high << 2 | carry)
}

/// How many bytes chars become in UTF-8; as for 512 bits.
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn chars_utf8_bytes(source: Source<'_>) -> Taken {
    let count = source.bytes() / 2;
    let (mut at, mut less, mut carry) = (0, 0, 0);
    let zero = _mm256_setzero_si256();
    while count - at >= 16 {
        // SAFETY: so much is left: the condition of the loop.
        let chars = unsafe { load(source, 2 * at) };
        let lacking = |bits: u16| {
            let rest = _mm256_and_si256(chars, _mm256_set1_epi16(bits.cast_signed()));
            _mm256_movemask_epi8(_mm256_cmpeq_epi16(rest, zero)).count_ones() as usize / 2
        };
        let bad = surrogates(chars);
        if carry != 0 || !lacks(bad, bad) {
            let (high, low, good) = halves(chars, carry);
            if !good {
                break;
            }
            less += (high | low).count_ones() as usize / 2;
            carry = high >> 30;
        }
        less += lacking(0xFF80) + lacking(0xF800);
        at += 16;
    }
    let mut bytes = 3 * at - less;
    if carry != 0 {
        // The half of a pair, of two bytes so far, that the next step was to complete.
        at -= 1;
        bytes -= 2;
    }
    Taken {
        read: 2 * at,
        written: bytes,
    }
}

/// How many bytes chars become in UTF-32: four, and none for the second of a pair.
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn chars_utf32_bytes(source: Source<'_>) -> Taken {
    let count = source.bytes() / 2;
    let (mut at, mut seconds, mut carry) = (0, 0, 0);
    while count - at >= 16 {
        // SAFETY: so much is left: the condition of the loop.
        let chars = unsafe { load(source, 2 * at) };
        let bad = surrogates(chars);
        if carry != 0 || !lacks(bad, bad) {
            let (high, low, good) = halves(chars, carry);
            if !good {
                break;
            }
            seconds += low.count_ones() as usize / 2;
            carry = high >> 30;
        }
        at += 16;
    }
    if carry != 0 {
        at -= 1;
    }
    Taken {
        read: 2 * at,
        written: 4 * (at - seconds),
    }
}

//! Encoded text to Latin-1 and to chars.
//!
//! Everything narrow is two vectors in, one out, by one permutation of bytes that also swaps their order:
//!
//! ```text
//! a: [61 00|62 00|63 00|…]  b: [71 00|72 00|…]   units of UTF-16LE
//!     └──────┼─────┼────────────┼─────┘          index 0, 2, 4 … 126 (big-endian: 1, 3, 5 … 127)
//!    [61 62 63 … 71 72 …]                        Latin-1
//! ```
//!
//! UTF-8 is in [`utf8`](super::utf8).

use std::arch::x86_64::*;

use super::memory::{byte, half, join, lanes, load, low, low_half, signs, store, store_loose};
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
    while limit - at >= 256 {
        let [a, b, c, d] = [0, 64, 128, 192].map(|offset| load(source, at + offset));
        if ASCII && signs(or4(a, b, c, d)) != 0 {
            break;
        }
        store(room, at, a);
        store(room, at + 64, b);
        store(room, at + 128, c);
        store(room, at + 192, d);
        at += 256;
    }
    while at < limit {
        let vector = load(source, at);
        let mut keep = (limit - at).min(64);
        if ASCII {
            keep = keep.min(signs(vector).trailing_zeros() as usize);
        }
        store_loose(room, at, vector, keep);
        at += keep;
        if keep < 64 {
            break;
        }
    }
    Taken { read: at, written: at }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) fn or4(a: __m512i, b: __m512i, c: __m512i, d: __m512i) -> __m512i {
    _mm512_or_si512(_mm512_ternarylogic_epi64::<0xFE>(a, b, c), d)
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
    while limit - at >= 128 {
        let [a, b] = [load(source, at), load(source, at + 64)];
        if ASCII && signs(_mm512_or_si512(a, b)) != 0 {
            break;
        }
        store(room, 2 * at, widen::<BIG>(half::<false>(a)));
        store(room, 2 * at + 64, widen::<BIG>(half::<true>(a)));
        store(room, 2 * at + 128, widen::<BIG>(half::<false>(b)));
        store(room, 2 * at + 192, widen::<BIG>(half::<true>(b)));
        at += 128;
    }
    while at < limit {
        let vector = load(source, at);
        let mut keep = (limit - at).min(64);
        if ASCII {
            keep = keep.min(signs(vector).trailing_zeros() as usize);
        }
        store_loose(room, 2 * at, widen::<BIG>(half::<false>(vector)), 2 * keep);
        if keep > 32 {
            store_loose(room, 2 * at + 64, widen::<BIG>(half::<true>(vector)), 2 * (keep - 32));
        }
        at += keep;
        if keep < 64 {
            break;
        }
    }
    Taken {
        read: at,
        written: 2 * at,
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

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(in crate::kernels) fn utf16_to_latin1<const BIG: bool>(source: Source<'_>, room: Room<'_>) -> Taken {
    let index = const { lanes(every(2, if BIG { 1 } else { 0 })) };
    // As the lanes of this machine see it: the byte that has to be zero.
    let forbidden = _mm512_set1_epi16(if BIG { 0x00FF } else { 0xFF00_u16.cast_signed() });
    let limit = (source.bytes() / 2).min(room.bytes());
    let mut done = 0;
    while limit - done >= 128 {
        let [a, b, c, d] = [0, 64, 128, 192].map(|offset| load(source, 2 * done + offset));
        if _mm512_test_epi16_mask(or4(a, b, c, d), forbidden) != 0 {
            break;
        }
        store(room, done, _mm512_permutex2var_epi8(a, index, b));
        store(room, done + 64, _mm512_permutex2var_epi8(c, index, d));
        done += 128;
    }
    while done < limit {
        let [a, b] = [load(source, 2 * done), load(source, 2 * done + 64)];
        let bad =
            u64::from(_mm512_test_epi16_mask(a, forbidden)) | u64::from(_mm512_test_epi16_mask(b, forbidden)) << 32;
        let keep = (limit - done).min(bad.trailing_zeros() as usize);
        store_loose(room, done, _mm512_permutex2var_epi8(a, index, b), keep);
        done += keep.min(64);
        if keep < 64 {
            break;
        }
    }
    Taken {
        read: 2 * done,
        written: done,
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(in crate::kernels) fn utf32_to_latin1<const BIG: bool>(source: Source<'_>, room: Room<'_>) -> Taken {
    let index = const { lanes(every(4, if BIG { 3 } else { 0 })) };
    let forbidden = _mm512_set1_epi32(if BIG { 0x00FF_FFFF } else { !0xFF });
    let limit = (source.bytes() / 4).min(room.bytes());
    let mut done = 0;
    while done < limit {
        let [a, b, c, d] = [0, 64, 128, 192].map(|offset| load(source, 4 * done + offset));
        let ab = _mm512_permutex2var_epi8(a, index, b);
        let cd = _mm512_permutex2var_epi8(c, index, d);
        let bytes = join(half::<false>(ab), half::<false>(cd));
        let mut keep = limit - done;
        if _mm512_test_epi32_mask(or4(a, b, c, d), forbidden) != 0 {
            let bad = [a, b, c, d].map(|vector| u64::from(_mm512_test_epi32_mask(vector, forbidden)));
            let bad = bad[0] | bad[1] << 16 | bad[2] << 32 | bad[3] << 48;
            keep = keep.min(bad.trailing_zeros() as usize);
        }
        if keep < 64 {
            store_loose(room, done, bytes, keep);
            done += keep;
            break;
        }
        store(room, done, bytes);
        done += 64;
    }
    Taken {
        read: 4 * done,
        written: done,
    }
}

/// Swaps the bytes of units of 2 or 4.
const fn swapped(unit: usize) -> [u8; 64] {
    let mut index = [0; 64];
    let mut lane = 0;
    while lane < 64 {
        index[lane] = byte(lane / unit * unit + (unit - 1 - lane % unit));
        lane += 1;
    }
    index
}

/// Swaps the bytes of each unit of 16 bits.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) fn swap16(units: __m512i) -> __m512i {
    _mm512_shuffle_epi8(units, const { lanes(swapped(2)) })
}

/// Swaps the bytes of each unit of 32 bits.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) fn swap32(units: __m512i) -> __m512i {
    _mm512_shuffle_epi8(units, const { lanes(swapped(4)) })
}

/// A mask of 64 units from what two vectors give.
#[inline(always)]
fn both(a: u32, b: u32) -> u64 {
    u64::from(a) | u64::from(b) << 32
}

/// Where the surrogates of 64 units are, and which is the first that lacks its partner.
///
/// ```text
/// unit   a  H  L  b  H │ L          high  . 1 . . 1     one before: `carried`
/// pairs     └──┘     └─┼─┘          low   . . 1 . . │1  one after: `next_low`
///                                   a low one without a high one before it, or a high one without a low one after it
/// ```
struct Pairs {
    high: u64,
    /// The unit that is alone; 64 if there is none.
    alone: usize,
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn pairs<const BIG: bool>(a: __m512i, b: __m512i, carried: u64, next_low: u64) -> Pairs {
    // As the lanes of this machine see it.
    let (top, high, low) = if BIG {
        (0x00FC, 0x00D8, 0x00DC)
    } else {
        (0xFC00_u16, 0xD800_u16, 0xDC00_u16)
    };
    let [top, high, low] = [top, high, low].map(|bits| _mm512_set1_epi16(bits.cast_signed()));
    let [a, b] = [_mm512_and_si512(a, top), _mm512_and_si512(b, top)];
    let high = both(_mm512_cmpeq_epi16_mask(a, high), _mm512_cmpeq_epi16_mask(b, high));
    let low = both(_mm512_cmpeq_epi16_mask(a, low), _mm512_cmpeq_epi16_mask(b, low));
    let alone = low & !(high << 1 | carried) | high & !(low >> 1 | next_low << 63);
    Pairs {
        high,
        alone: alone.trailing_zeros() as usize,
    }
}

/// Whether a unit is a surrogate.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn any_surrogate<const BIG: bool>(a: __m512i, b: __m512i) -> bool {
    let top = _mm512_set1_epi16(if BIG { 0x00F8 } else { 0xF800_u16.cast_signed() });
    let surrogate = _mm512_set1_epi16(if BIG { 0x00D8 } else { 0xD800_u16.cast_signed() });
    let a = _mm512_cmpeq_epi16_mask(_mm512_and_si512(a, top), surrogate);
    let b = _mm512_cmpeq_epi16_mask(_mm512_and_si512(b, top), surrogate);
    (a | b) != 0
}

/// Copies good UTF-16. One order may be turned into the other.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(in crate::kernels) fn utf16_to_utf16<const FROM_BIG: bool, const TO_BIG: bool>(
    source: Source<'_>,
    room: Room<'_>,
) -> Taken {
    let order = |units| {
        if FROM_BIG == TO_BIG { units } else { swap16(units) }
    };
    let limit = (source.bytes() / 2).min(room.bytes() / 2);
    let (mut done, mut carried) = (0, 0);
    // One unit more than is taken, for the partner of the last one.
    while limit - done > 64 {
        let at = 2 * done;
        let [a, b] = [load(source, at), load(source, at + 64)];
        if any_surrogate::<FROM_BIG>(a, b) || carried != 0 {
            let next_low = is_low_at::<FROM_BIG>(source, at + 128);
            let pairs = pairs::<FROM_BIG>(a, b, carried, next_low);
            if pairs.alone < 64 {
                break;
            }
            carried = pairs.high >> 63;
        }
        store(room, at, order(a));
        store(room, at + 64, order(b));
        done += 64;
    }
    let at = 2 * done;
    let [a, b] = [load(source, at), load(source, at + 64)];
    // Beyond the source there are zeros: a high surrogate at its end is alone.
    let next_low = is_low_at::<FROM_BIG>(source, at + 128);
    let pairs = pairs::<FROM_BIG>(a, b, carried, next_low);
    let mut keep = (limit - done).min(pairs.alone);
    if keep > 0 && pairs.high >> (keep - 1) & 1 != 0 {
        // Its partner does not fit.
        keep -= 1;
    }
    store_loose(room, at, order(a), (2 * keep).min(64));
    if keep > 32 {
        store_loose(room, at + 64, order(b), 2 * (keep - 32));
    }
    let bytes = 2 * (done + keep);
    Taken {
        read: bytes,
        written: bytes,
    }
}

/// Whether a low surrogate lies at `at`: 0 or 1.
#[inline(always)]
fn is_low_at<const BIG: bool>(source: Source<'_>, at: usize) -> u64 {
    let unit = source.read::<u16>(at).unwrap_or(0);
    let unit = if BIG { unit.swap_bytes() } else { unit };
    u64::from(unit & 0xFC00 == 0xDC00)
}

/// How far UTF-16 is good, as [`utf16_to_utf16`] without a target.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(in crate::kernels) fn utf16_chars<const BIG: bool>(source: Source<'_>) -> Taken {
    let limit = source.bytes() / 2;
    let (mut done, mut carried) = (0, 0);
    while limit - done > 64 {
        let at = 2 * done;
        let [a, b] = [load(source, at), load(source, at + 64)];
        if any_surrogate::<BIG>(a, b) || carried != 0 {
            let pairs = pairs::<BIG>(a, b, carried, is_low_at::<BIG>(source, at + 128));
            if pairs.alone < 64 {
                break;
            }
            carried = pairs.high >> 63;
        }
        done += 64;
    }
    let at = 2 * done;
    let [a, b] = [load(source, at), load(source, at + 64)];
    let pairs = pairs::<BIG>(a, b, carried, is_low_at::<BIG>(source, at + 128));
    let mut keep = (limit - done).min(pairs.alone);
    if keep > 0 && pairs.high >> (keep - 1) & 1 != 0 {
        keep -= 1;
    }
    Taken {
        read: 2 * (done + keep),
        written: done + keep,
    }
}

/// The significant halves of units of 32 bits, in the order of this machine.
const fn low_halves(big: bool) -> [u8; 64] {
    let mut index = [0; 64];
    let mut lane = 0;
    while lane < 64 {
        let unit = lane / 2 * 4;
        let part = if big { 3 - lane % 2 } else { lane % 2 };
        index[lane] = byte(unit + part);
        lane += 1;
    }
    index
}

/// UTF-32 to chars. Surrogates pass.
///
/// A vector of 16 with code points above U+FFFF becomes 32 lanes of 16 bits, of which the unneeded fall out:
///
/// ```text
/// [   61   |  1F600  |  4E2D   |…]    code points
/// [61 : .. |D83D:DE00|4E2D: .. |…]    D7C0 + (c >> 10), DC00 | c & 3FF in the upper half
///  1    0     1    1    1    0        keep: all lower halves, the upper ones of those above U+FFFF
/// [61 D83D DE00 4E2D …]               compressed
/// ```
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
pub(in crate::kernels) fn utf32_to_utf16<const BIG: bool>(source: Source<'_>, room: Room<'_>) -> Taken {
    let index = const { lanes(low_halves(BIG)) };
    let upper = _mm512_set1_epi32(if BIG {
        0x0000_FFFF
    } else {
        0xFFFF_0000_u32.cast_signed()
    });
    let units = source.bytes() / 4;
    let (mut done, mut out) = (0, 0);
    'all: loop {
        while units - done >= 64 && room.bytes() - out >= 128 {
            let [a, b, c, d] = [0, 64, 128, 192].map(|offset| load(source, 4 * done + offset));
            if _mm512_test_epi32_mask(or4(a, b, c, d), upper) != 0 {
                break;
            }
            store(room, out, _mm512_permutex2var_epi8(a, index, b));
            store(room, out + 64, _mm512_permutex2var_epi8(c, index, d));
            done += 64;
            out += 128;
        }
        // Four of 16, then another try at plain ones.
        for _ in 0..4 {
            if units - done < 16 || room.bytes() - out < 64 {
                break 'all;
            }
            let block = Utf32::of(native32::<BIG>(load(source, 4 * done)));
            if block.bad != 0 {
                break 'all;
            }
            store_loose(room, out, block.chars, 2 * block.count);
            done += 16;
            out += 2 * block.count;
        }
    }
    let block = Utf32::of(native32::<BIG>(load(source, 4 * done)));
    // Code points, and as many of them as fit: each lane that is kept, up to the room, then back to a whole one.
    let count = (units - done).min(block.bad.trailing_zeros() as usize).min(16);
    let keep = block.keep & low_half(low(2 * count));
    let fits = _pdep_u32(low_half(low((room.bytes() - out) / 2)), keep);
    // A pair whose upper half is cut off goes as a whole.
    let taken = (fits | !keep) & low_half(low(2 * count));
    let whole = ((!taken).trailing_zeros() / 2) as usize;
    let chars = (block.keep & low_half(low(2 * whole))).count_ones() as usize;
    store_loose(room, out, block.chars, 2 * chars);
    Taken {
        read: 4 * (done + whole),
        written: out + 2 * chars,
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
fn native32<const BIG: bool>(units: __m512i) -> __m512i {
    if BIG { swap32(units) } else { units }
}

/// Sixteen code points as chars.
struct Utf32 {
    chars: __m512i,
    /// Which of the 32 halves they came from.
    keep: u32,
    /// How many they are.
    count: usize,
    /// Which of the 16 are above U+10FFFF.
    bad: u32,
}

impl Utf32 {
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt")]
    fn of(units: __m512i) -> Self {
        let bad = _mm512_cmpgt_epu32_mask(units, _mm512_set1_epi32(0x10_FFFF));
        let supplementary = _mm512_cmpgt_epu32_mask(units, _mm512_set1_epi32(0xFFFF));
        let high = _mm512_add_epi32(_mm512_srli_epi32::<10>(units), _mm512_set1_epi32(0xD7C0));
        let low = _mm512_and_si512(units, _mm512_set1_epi32(0x3FF));
        let low = _mm512_or_si512(
            _mm512_slli_epi32::<16>(low),
            _mm512_set1_epi32(0xDC00_0000_u32.cast_signed()),
        );
        let halves = _mm512_mask_or_epi32(units, supplementary, high, low);
        let keep = 0x5555_5555 | _pdep_u32(u32::from(supplementary), 0xAAAA_AAAA);
        Self {
            chars: _mm512_maskz_compress_epi16(keep, halves),
            keep,
            count: 16 + supplementary.count_ones() as usize,
            bad: u32::from(bad),
        }
    }
}

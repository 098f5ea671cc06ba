//! Latin-1 to UTF-8, and the number of bytes of the result.
//!
//! ```text
//! bytes              a        é        b        ÿ        16 of them
//! trail              a        A9       b        BF       bit 6 cleared from 80 on, for 10xxxxxx
//! lead               –        C3       –        C3       C2, or C3 from C0 on
//! zip                a –      A9 C3    b –      BF C3    lanes of 16 bits
//! shuffled           a C3 A9 b C3 BF                     the leads that count before their trails, by [`TWO`]
//! ```
//!
//! Each 8 bytes become 8 to 16 bytes, which are stored as 16; the next store overwrites the excess. At least 8 more
//! bytes follow the last store of a step and fit: Latin-1 cannot be malformed, so they will be written.

use std::arch::aarch64::*;

use super::memory::{V, load_few, load_some, load_whole, store_buffer, store_some, store_whole};
use super::utf8::all;
use super::vectors::{Sets, row};
use crate::kernels::Taken;
use crate::kernels::shared::tables::TWO;
use crate::{Source, Target};

/// 32 bytes as UTF-8: four parts, and which bytes of each became two.
#[inline]
#[target_feature(enable = "neon")]
fn expanded(bytes: [V; 2]) -> ([V; 4], Sets) {
    let wide = bytes.map(|bytes| vcltzq_s8(vreinterpretq_s8_u8(bytes)));
    let lanes = |bytes: V, wide: V| {
        let trails = vbicq_u8(bytes, vandq_u8(wide, all(0x40)));
        let leads = vsubq_u8(all(0xC2), vcgeq_u8(bytes, all(0xC0)));
        [vzip1q_u8(trails, leads), vzip2q_u8(trails, leads)]
    };
    let ([a, b], [c, d]) = (lanes(bytes[0], wide[0]), lanes(bytes[1], wide[1]));
    let sets = Sets::of(wide);
    let part = |lanes, number| vqtbl1q_u8(lanes, row(&TWO, sets.set(number)));
    ([part(a, 0), part(b, 1), part(c, 2), part(d, 3)], sets)
}

/// The end of a part in bytes.
#[inline(always)]
const fn end(sets: Sets, part: usize) -> usize {
    8 * (part + 1) + sets.end(part)
}

/// Copies runs of ASCII. Other blocks are converted without a branch on their text, until four in a row were ASCII.
#[target_feature(enable = "neon")]
pub(in crate::kernels) fn latin1_to_utf8(source: Source<'_>, room: Target<'_>) -> Taken {
    let (count, capacity) = (source.bytes(), room.bytes());
    let (mut at, mut to) = (0, 0);
    'runs: loop {
        while count - at >= 64 && capacity - to >= 64 {
            // SAFETY: `source` has 64 bytes from `at` on: the condition of the loop.
            let vectors @ [a, b, c, d]: [V; 4] = unsafe { load_whole(source, at) };
            if vmaxvq_u8(vmaxq_u8(vmaxq_u8(a, b), vmaxq_u8(c, d))) >= 0x80 {
                break;
            }
            // SAFETY: `room` has so many bytes from `to` on: the condition of the loop.
            unsafe { store_whole(room, to, vectors) };
            at += 64;
            to += 64;
        }
        let mut plain = 0;
        while count - at >= 32 + 8 && capacity - to >= 64 + 16 {
            // SAFETY: `source` has 32 bytes from `at` on: the condition of the loop.
            let (parts, sets) = expanded(unsafe { load_whole(source, at) });
            // SAFETY: `room` has 64 bytes from `to` on, the condition of the loop; each part has at most 16.
            unsafe { store_whole(room, to, [parts[0]]) };
            // SAFETY: `room` has 16 bytes from this place on: see above.
            unsafe { store_whole(room, to + end(sets, 0), [parts[1]]) };
            // SAFETY: `room` has 16 bytes from this place on: see above.
            unsafe { store_whole(room, to + end(sets, 1), [parts[2]]) };
            // SAFETY: `room` has 16 bytes from this place on: see above.
            unsafe { store_whole(room, to + end(sets, 2), [parts[3]]) };
            at += 32;
            to += end(sets, 3);
            plain = if sets.bits == 0 { plain + 1 } else { 0 };
            if plain == 4 {
                continue 'runs;
            }
        }
        break;
    }
    while at < count {
        let left = (count - at).min(32);
        // SAFETY: `source` has `left` bytes from `at` on.
        let bytes: [V; 2] = unsafe { load_some(source, at, left) };
        if vmaxvq_u8(vmaxq_u8(bytes[0], bytes[1])) < 0x80 {
            if capacity - to < left {
                break;
            }
            // SAFETY: `room` has `left` bytes from `to` on: tested above.
            unsafe { store_some(room, to, bytes, left) };
            at += left;
            to += left;
            continue;
        }
        let (parts, sets) = expanded(bytes);
        // The lanes after the text are zero, and count one byte each.
        let size = end(sets, 3) - (32 - left);
        if capacity - to < size {
            break;
        }
        // SAFETY: `room` has `size` bytes from `to` on: tested above.
        unsafe { store_buffer(room, to, parts, [0, end(sets, 0), end(sets, 1), end(sets, 2)], size) };
        at += left;
        to += size;
    }
    Taken { read: at, written: to }
}

/// Counts the bytes of UTF-8: one for each byte, and another one from 80 on. Each lane counts up to 63 rounds, then all
/// lanes are added.
#[target_feature(enable = "neon")]
pub(in crate::kernels) fn latin1_utf8_bytes(source: Source<'_>) -> Taken {
    let bytes = source.bytes();
    let (mut at, mut more) = (0, 0);
    while bytes - at >= 64 {
        let mut lanes = all(0);
        let rounds = ((bytes - at) / 64).min(63);
        for _ in 0..rounds {
            // SAFETY: `source` has `rounds` times 64 bytes left.
            let vectors: [V; 4] = unsafe { load_whole(source, at) };
            for vector in vectors {
                // The highest bit of each byte.
                lanes = vsraq_n_u8::<7>(lanes, vector);
            }
            at += 64;
        }
        more += usize::from(vaddlvq_u8(lanes));
    }
    while at < bytes {
        let left = (bytes - at).min(16);
        // SAFETY: `source` has `left` bytes from `at` on.
        let vector = unsafe { load_few(source, at, left) };
        more += usize::from(vaddlvq_u8(vshrq_n_u8::<7>(vector)));
        at += left;
    }
    Taken { read: at, written: at + more }
}

//! The batch entries do for each text what the entries for one do, at every capacity, and refuse what is no batch.

mod common;

use std::ffi::c_void;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::thread;

use common::{Random, java};
use unitstr_c::batch::{USTR_BATCH_CODER_SHIFT, USTR_BATCH_LENGTH_SHIFT, USTR_FLAG_TERMINATED};
use unitstr_c::options::{
    USTR_FLAG_CHARS, USTR_FLAG_CONTINUED, USTR_FLAG_MORE, USTR_FLAG_REPLACE_WITH, USTR_FLAG_REPLACEMENT_SHIFT,
    USTR_FLAG_REPORT,
};
use unitstr_c::packed::{USTR_PACKED_COUNT_MAX, USTR_PACKED_READ_SHIFT, USTR_PACKED_STATUS_SHIFT};
use unitstr_c::status::{USTR_DONE, USTR_E_FLAGS, USTR_E_NULL, USTR_E_RANGE, USTR_OUTPUT_FULL};

const RUNS: usize = if cfg!(miri) { 100 } else { 30_000 };
/// More than any text here needs, with a rim.
const ROOM: usize = 400;

fn replace_with(char: char) -> u32 {
    USTR_FLAG_REPLACE_WITH | u32::from(char) << USTR_FLAG_REPLACEMENT_SHIFT
}

fn unit_size(encoding: u32) -> usize {
    match encoding {
        1..=3 => 1,
        4..=6 | 10 => 2,
        _ => 4,
    }
}

fn count_of(packed: i64) -> usize {
    usize::try_from(packed & USTR_PACKED_COUNT_MAX).expect("a count")
}

fn status_of(packed: i64) -> i32 {
    assert!(packed >= 0, "error {packed}");
    i32::try_from(packed >> USTR_PACKED_STATUS_SHIFT & 7).expect("a status")
}

/// The numbers of the next text: read, status, bad.
fn next_of(packed: i64) -> (i64, i32, i64) {
    let read = packed >> USTR_PACKED_READ_SHIFT & USTR_PACKED_COUNT_MAX;
    (read, status_of(packed), packed >> 60)
}

/// The result of one call of `packed_decode`.
fn decode_one(text: &[u8], encoding: u32, flags: u32) -> (i64, bool, Vec<u16>) {
    let (mut latin1, mut chars) = ([0_u8; ROOM], [0_u16; ROOM]);
    // SAFETY: all sizes are true.
    let packed = unsafe {
        (java().strings.packed_decode)(
            latin1.as_mut_ptr().cast(),
            ROOM as i64,
            chars.as_mut_ptr().cast(),
            ROOM as i64,
            text.as_ptr().cast(),
            0,
            text.len() as i64,
            encoding,
            flags,
        )
    };
    let wide = packed >> 59 & 1 == 1;
    let chars = if wide {
        chars[..count_of(packed)].to_vec()
    } else {
        latin1[..count_of(packed)].iter().map(|b| u16::from(*b)).collect()
    };
    (packed, wide, chars)
}

struct Decoded {
    packed: i64,
    latin1: [u8; ROOM],
    chars: [u16; ROOM],
    results: [i64; 12],
}

fn decode(src: &[u8], spans: &[i64], encoding: u32, flags: u32, rooms: (usize, usize)) -> Decoded {
    let mut decoded = Decoded { packed: 0, latin1: [0x55; ROOM], chars: [0x5555; ROOM], results: [-77; 12] };
    // SAFETY: all sizes are true.
    decoded.packed = unsafe {
        (java().batches.packed_decode_batch)(
            src.as_ptr().cast(),
            src.len() as i64,
            spans.as_ptr().cast(),
            spans.len() as i64 / 2,
            encoding,
            flags,
            decoded.latin1.as_mut_ptr().cast(),
            rooms.0 as i64,
            decoded.chars.as_mut_ptr().cast(),
            rooms.1 as i64,
            decoded.results.as_mut_ptr().cast(),
        )
    };
    decoded
}

impl Decoded {
    fn text(&self, at: usize) -> (bool, Vec<u16>) {
        let result = self.results[at].cast_unsigned();
        let wide = result >> USTR_BATCH_CODER_SHIFT == 1;
        let start = (result & 0xFFFF_FFFF) as usize;
        let length = (result << 1 >> 1 >> USTR_BATCH_LENGTH_SHIFT) as usize;
        let chars = if wide {
            self.chars[start..start + length].to_vec()
        } else {
            self.latin1[start..start + length].iter().map(|b| u16::from(*b)).collect()
        };
        (wide, chars)
    }
}

/// The part of a text before its first zero unit.
fn before_zero(text: &[u8], unit_size: usize) -> &[u8] {
    let zero = text.chunks_exact(unit_size).position(|unit| unit.iter().all(|b| *b == 0));
    &text[..zero.map_or(text.len(), |units| units * unit_size)]
}

#[test]
fn decodes_each_text_as_if_alone() {
    let mut random = Random::new(11);
    for run in 0..RUNS {
        let encoding = random.of(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
        let policy = random.of(&[0, USTR_FLAG_REPORT, replace_with('?'), replace_with('*'), replace_with('\u{1F601}')]);
        let flags = policy | random.of(&[0, 0, USTR_FLAG_CHARS, USTR_FLAG_CONTINUED]);
        let terminated = random.of(&[0, USTR_FLAG_TERMINATED]);
        let src = random.bytes(60);
        let mut spans = Vec::new();
        for _ in 0..random.below(10) {
            let start = random.below(src.len() + 1);
            spans.extend([start as i64, random.below(src.len() - start + 1) as i64]);
        }
        let mut expected = Vec::new();
        let mut stops = (0, USTR_DONE, 0);
        for span in spans.chunks(2) {
            let start = usize::try_from(span[0]).expect("a start");
            let mut text = &src[start..start + usize::try_from(span[1]).expect("a size")];
            if terminated != 0 {
                text = before_zero(text, unit_size(encoding));
            }
            let (packed, wide, chars) = decode_one(text, encoding, flags);
            if status_of(packed) != USTR_DONE {
                stops = next_of(packed);
                break;
            }
            expected.push((wide, chars));
        }
        let what = format!("run {run}: {encoding} {flags:#x} {terminated:#x} {spans:?} {src:x?}");
        let used = |wide| {
            let texts = expected.iter().filter(|text: &&(bool, Vec<u16>)| text.0 == wide);
            texts.map(|text| text.1.len()).sum::<usize>()
        };
        let (latin1_used, chars_used) = (used(false), used(true));
        let whole = decode(&src, &spans, encoding, flags | terminated, (ROOM - 8, ROOM - 8));
        assert_eq!(count_of(whole.packed), expected.len(), "{what}");
        assert_eq!(next_of(whole.packed), stops, "{what}");
        for (at, text) in expected.iter().enumerate() {
            assert_eq!(whole.text(at), *text, "{what}");
        }
        assert!(whole.results[expected.len()..].iter().all(|r| *r == -77), "{what}");

        // Every capacity around full: what fits is the same, what does not is said, and the rim stays.
        for rooms in [
            (latin1_used, chars_used),
            (latin1_used.saturating_sub(1), chars_used),
            (latin1_used, chars_used.saturating_sub(1)),
            (random.below(latin1_used + 1), random.below(chars_used + 1)),
            (latin1_used + 1, chars_used + 1),
            (0, 0),
        ] {
            let some = decode(&src, &spans, encoding, flags | terminated, rooms);
            let done = count_of(some.packed);
            assert!(done <= expected.len(), "{what} {rooms:?}");
            for (at, text) in expected[..done].iter().enumerate() {
                assert_eq!(some.text(at), *text, "{what} {rooms:?}");
            }
            if done < expected.len() {
                assert_eq!(status_of(some.packed), USTR_OUTPUT_FULL, "{what} {rooms:?}");
            }
            assert!(some.results[done..].iter().all(|r| *r == -77), "{what} {rooms:?}");
            assert!(some.latin1[rooms.0..].iter().all(|b| *b == 0x55), "{what} {rooms:?}");
            assert!(some.chars[rooms.1..].iter().all(|c| *c == 0x5555), "{what} {rooms:?}");
        }
    }
}

/// The result of one call of `packed_measure`.
fn measure_one(text: &[u16], encoding: u32, flags: u32) -> i64 {
    // SAFETY: the size is true.
    unsafe { (java().strings.packed_measure)(text.as_ptr().cast(), text.len() as i64, encoding, flags) }
}

#[test]
fn encodes_each_text_as_if_alone_or_not_at_all() {
    let mut random = Random::new(12);
    for run in 0..RUNS {
        let encoding = random.of(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
        let flags = random.of(&[0, USTR_FLAG_REPORT, USTR_FLAG_CONTINUED]);
        let texts: Vec<Vec<u16>> = (0..random.below(8)).map(|_| random.chars(12)).collect();
        let chars = texts.concat();
        let ends: Vec<i64> = texts
            .iter()
            .scan(0, |end, text| {
                *end += text.len() as i64;
                Some(*end)
            })
            .collect();
        let mut bytes = Vec::new();
        let mut expected = Vec::new();
        let mut stops = (0, USTR_DONE, 0);
        for text in &texts {
            let packed = measure_one(text, encoding, flags);
            if status_of(packed) != USTR_DONE {
                stops = next_of(packed);
                break;
            }
            let mut one = [0_u8; 100];
            // SAFETY: all sizes are true.
            let packed = unsafe {
                (java().strings.packed_encode)(
                    text.as_ptr().cast(),
                    text.len() as i64,
                    one.as_mut_ptr().cast(),
                    0,
                    100,
                    encoding,
                    flags,
                )
            };
            bytes.extend_from_slice(&one[..count_of(packed)]);
            expected.push(bytes.len() as i64);
        }
        let what = format!("run {run}: {encoding} {flags:#x} {texts:x?}");
        let mut results = [-77_i64; 9];
        // SAFETY: all sizes are true.
        let measured = unsafe {
            (java().batches.packed_measure_batch)(
                chars.as_ptr().cast(),
                chars.len() as i64,
                ends.as_ptr().cast(),
                ends.len() as i64,
                encoding,
                flags,
                results.as_mut_ptr().cast(),
            )
        };
        assert_eq!((count_of(measured), next_of(measured)), (expected.len(), stops), "{what}");
        assert_eq!(results[..expected.len()], expected, "{what}");
        assert!(results[expected.len()..].iter().all(|r| *r == -77), "{what}");
        for room in [bytes.len() + 3, bytes.len(), bytes.len().saturating_sub(1), random.below(bytes.len() + 1)] {
            let mut dst = [0x55_u8; ROOM];
            let mut results = [-77_i64; 9];
            // SAFETY: all sizes are true.
            let packed = unsafe {
                (java().batches.packed_encode_batch)(
                    chars.as_ptr().cast(),
                    chars.len() as i64,
                    ends.as_ptr().cast(),
                    ends.len() as i64,
                    dst.as_mut_ptr().cast(),
                    3,
                    room as i64,
                    encoding,
                    flags,
                    results.as_mut_ptr().cast(),
                )
            };
            let done = expected.iter().take_while(|end| **end <= room as i64).count();
            assert_eq!(count_of(packed), done, "{what} {room}");
            let full = done < expected.len();
            assert_eq!(next_of(packed), if full { (0, USTR_OUTPUT_FULL, 0) } else { stops }, "{what} {room}");
            let written = done.checked_sub(1).map_or(0, |last| usize::try_from(expected[last]).expect("a size"));
            assert_eq!(results[..done], expected[..done], "{what} {room}");
            assert!(results[done..].iter().all(|r| *r == -77), "{what} {room}");
            assert_eq!(dst[3..3 + written], bytes[..written], "{what} {room}");
            let around = dst[..3].iter().chain(&dst[3 + written..]);
            assert!(around.copied().all(|b| b == 0x55), "{what} {room}: wrote beyond what it reports");
        }
    }
}

#[test]
fn refuses_spans_and_writes_nothing() {
    let src = *b"abcdefgh";
    let bad = [
        [-1, 1],
        [0, -1],
        [0, 9],
        [8, 1],
        [9, 0],
        [1, i64::MAX],
        [i64::MAX, 1],
        [i64::MAX, i64::MAX],
        [i64::MIN, i64::MIN],
        [1, 1 << 28],
        [4, 1 << 32],
    ];
    for span in bad {
        for spans in [span.to_vec(), [[0, 2].as_slice(), &span].concat()] {
            let decoded = decode(&src, &spans, 1, 0, (ROOM, ROOM));
            assert_eq!(decoded.packed, i64::from(USTR_E_RANGE), "{spans:?}");
            assert!(decoded.latin1.iter().all(|b| *b == 0x55) && decoded.chars.iter().all(|c| *c == 0x5555));
            assert!(decoded.results.iter().all(|r| *r == -77));
        }
    }
    assert_eq!(decode(&src, &[0, 1], 1, USTR_FLAG_MORE, (9, 9)).packed, i64::from(USTR_E_FLAGS));
    assert_eq!(decode(&src, &[0, 1], 1, 0x1000, (9, 9)).packed, i64::from(USTR_E_FLAGS));
    assert_eq!(decode(&src, &[8, 0, 0, 8], 1, 0, (8, 0)).packed, 2);
}

/// A size is used as it was when it was checked, whatever another thread writes since.
#[test]
fn spans_that_change_stay_inside() {
    let src = [[b'a'; 16], [b'Z'; 16]].concat();
    let spans = [AtomicI64::new(0), AtomicI64::new(16)];
    let (mut latin1, mut results) = ([0x55_u8; 32], [0_i64]);
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            while !stop.load(Ordering::Relaxed) {
                for bytes in [16, 32] {
                    spans[1].store(bytes, Ordering::Relaxed);
                }
            }
        });
        let inside = (0..if cfg!(miri) { 100 } else { 100_000 }).all(|_| {
            // SAFETY: all sizes are true, but that of the source, which is larger. The spans are read by volatile reads.
            let packed = unsafe {
                (java().batches.packed_decode_batch)(
                    src.as_ptr().cast(),
                    16,
                    spans.as_ptr().cast(),
                    1,
                    1,
                    0,
                    latin1.as_mut_ptr().cast(),
                    32,
                    ptr::null_mut(),
                    0,
                    results.as_mut_ptr().cast(),
                )
            };
            (packed >= 0 || packed == i64::from(USTR_E_RANGE)) && !latin1.contains(&b'Z')
        });
        stop.store(true, Ordering::Relaxed);
        assert!(inside);
    });
}

#[test]
fn refuses_sizes_and_nulls() {
    let src = [0x61_u16; 4];
    let longs = [0_i64, 4];
    let (mut dst, mut results) = ([0x55_u16; 8], [-77_i64; 2]);
    let (from, to): (*const c_void, *mut c_void) = (src.as_ptr().cast(), dst.as_mut_ptr().cast());
    let (given, said): (*const c_void, *mut c_void) = (longs.as_ptr().cast(), results.as_mut_ptr().cast());
    let (decode, encode, measure) =
        (java().batches.packed_decode_batch, java().batches.packed_encode_batch, java().batches.packed_measure_batch);
    let (null, none) = (ptr::null(), ptr::null_mut());
    let (range, no) = (i64::from(USTR_E_RANGE), i64::from(USTR_E_NULL));
    for size in [-1, i64::MIN, i64::MAX, 1 << 28] {
        #[expect(clippy::multiple_unsafe_ops_per_block, reason = "they have the same reason")]
        // SAFETY: refused before anything is read or written.
        let refused = unsafe {
            [
                decode(from, 8, given, size, 1, 0, to, 8, none, 0, said),
                encode(from, size, given, 1, to, 0, 8, 1, 0, said),
                encode(from, 4, given, size, to, 0, 8, 1, 0, said),
                measure(from, size, given, 1, 1, 0, said),
                measure(from, 4, given, size, 1, 0, said),
            ]
        };
        assert_eq!(refused, [range; 5], "{size}");
        if size < 0 {
            #[expect(clippy::multiple_unsafe_ops_per_block, reason = "they have the same reason")]
            // SAFETY: refused before anything is read or written.
            let refused = unsafe {
                [
                    decode(from, size, given, 1, 1, 0, to, 8, none, 0, said),
                    decode(from, 8, given, 1, 1, 0, to, size, none, 0, said),
                    decode(from, 8, given, 1, 1, 0, to, 8, none, size, said),
                    encode(from, 4, given, 2, to, size, 8, 1, 0, said),
                    encode(from, 4, given, 2, to, 0, size, 1, 0, said),
                ]
            };
            assert_eq!(refused, [range; 5], "{size}");
        }
    }
    #[expect(clippy::multiple_unsafe_ops_per_block, reason = "they have the same reason")]
    // SAFETY: refused before anything is read or written.
    let refused = unsafe {
        [
            decode(null, 8, given, 1, 1, 0, to, 8, none, 0, said),
            decode(from, 8, null, 1, 1, 0, to, 8, none, 0, said),
            decode(from, 8, given, 1, 1, 0, none, 8, none, 0, said),
            decode(from, 8, given, 1, 1, 0, to, 8, none, 8, said),
            decode(from, 8, given, 1, 1, 0, to, 8, none, 0, none),
            encode(null, 4, given, 2, to, 0, 8, 1, 0, said),
            encode(from, 4, null, 2, to, 0, 8, 1, 0, said),
            encode(from, 4, given, 2, none, 0, 8, 1, 0, said),
            encode(from, 4, given, 2, to, 0, 8, 1, 0, none),
            measure(from, 4, given, 2, 1, 0, none),
        ]
    };
    assert_eq!(refused, [no; 10]);
    for ends in [[2_i64, 1], [0, 5], [-1, 2], [2, -1], [i64::MAX, i64::MAX]] {
        // SAFETY: refused before anything is written.
        let refused = unsafe { encode(from, 4, ends.as_ptr().cast(), 2, to, 0, 8, 1, 0, said) };
        assert_eq!(refused, range, "{ends:?}");
    }
    #[expect(clippy::multiple_unsafe_ops_per_block, reason = "they have the same reason")]
    // SAFETY: nothing is read or written.
    let nothing = unsafe {
        [
            decode(null, 0, null, 0, 1, 0, none, 0, none, 0, none),
            encode(null, 0, null, 0, none, 0, 0, 1, 0, none),
            measure(null, 0, null, 0, 1, 0, none),
        ]
    };
    assert_eq!(nothing, [0; 3]);
    assert_eq!((dst, results), ([0x55; 8], [-77; 2]));
}

/// A number that may be a place or a size, or is absurd.
fn wild(random: &mut Random, usual: usize) -> i64 {
    match random.below(60) {
        0 => random.of(&[-1, i64::MIN, i64::MAX, i64::MAX - 1, 1 << 28, 1 << 31, 1 << 32, -(1 << 32)]),
        1 => usual as i64 + random.below(3) as i64 - 1,
        _ => random.below(usual + 1) as i64,
    }
}

#[test]
fn wild_calls_return_numbers_and_stay_inside() {
    let mut random = Random::new(13);
    let mut refused = 0;
    for call in 0..10 * RUNS {
        let src = random.bytes(48);
        let mut given: Vec<i64> = (0..8).map(|_| wild(&mut random, src.len() / 2)).collect();
        if random.below(2) == 0 {
            given.sort_unstable(); // as ends are
        }
        let (mut latin1, mut chars, mut results) = ([0x55_u8; 48], [0x5555_u16; 48], [-77_i64; 6]);
        let encoding = if random.below(16) == 0 {
            random.of(&[0, 13, 15, u32::MAX])
        } else {
            random.of(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
        };
        let flags = random.of(&[0, 0, 0, 0, 0, 0, 1, 1, 0x200, 0x400, 0x800, 0xC01, 0x100, 2, 0x1000]);
        // Sizes of what is written are true or refused; the others are what they are.
        let rooms = [random.below(41), random.below(41)].map(|room| match random.below(16) {
            0 => random.of(&[-1, i64::MIN]),
            _ => room as i64,
        });
        let count = match random.below(16) {
            0 => random.of(&[-1, i64::MIN, 1 << 28, i64::MAX]),
            _ => random.below(5) as i64,
        };
        let size = if random.below(16) == 0 { -1 } else { src.len() as i64 };
        let text: Vec<u16> = src.chunks_exact(2).map(|c| u16::from_ne_bytes([c[0], c[1]])).collect();
        let (from, spans, said) = (src.as_ptr().cast(), given.as_ptr().cast(), results.as_mut_ptr().cast());
        let java = java();
        #[expect(clippy::multiple_unsafe_ops_per_block, reason = "only one of them is done")]
        // SAFETY: every size is true, or is refused.
        let packed = unsafe {
            match random.below(3) {
                0 => (java.batches.packed_decode_batch)(
                    from,
                    size,
                    spans,
                    count,
                    encoding,
                    flags,
                    latin1.as_mut_ptr().cast(),
                    rooms[0],
                    chars.as_mut_ptr().cast(),
                    rooms[1],
                    said,
                ),
                1 => (java.batches.packed_encode_batch)(
                    text.as_ptr().cast(),
                    text.len() as i64,
                    spans,
                    count,
                    latin1.as_mut_ptr().cast(),
                    random.below(8) as i64,
                    rooms[0],
                    encoding,
                    flags,
                    said,
                ),
                _ => (java.batches.packed_measure_batch)(
                    text.as_ptr().cast(),
                    text.len() as i64,
                    spans,
                    count,
                    encoding,
                    flags,
                    said,
                ),
            }
        };
        let what = format!("call {call}: {packed:#x} {given:?} {count} {rooms:?} {encoding} {flags:#x}");
        assert!(packed > -8, "{what}");
        let untouched =
            |bytes: &[u8], chars: &[u16]| bytes.iter().all(|b| *b == 0x55) && chars.iter().all(|c| *c == 0x5555);
        if packed < 0 {
            refused += 1;
            assert!(untouched(&latin1, &chars) && results == [-77; 6], "{what}");
        } else {
            let done = count_of(packed);
            assert!(done as i64 <= count && results[done..].iter().all(|r| *r == -77), "{what}");
            assert!(untouched(&[], &chars[usize::try_from(rooms[1].max(0)).expect("a size")..]), "{what}");
        }
    }
    assert!((RUNS..9 * RUNS).contains(&refused), "{refused}");
}

//! Every distance of source and target from 64 bytes at sampled lengths, and every length at sampled distances; with
//! `UNITSTR_DEPTH=all` the full product.

use unitstr::{Encoding, Options, Scan, find_zero};

use crate::calls::{Calls, Memory, Operation};
use crate::model;
use crate::texts::{self, Numbers, PROFILES, full};
use crate::tiers;

const SKEWS: usize = 64;

/// Lengths in code points, and for each how far off a source lies and how far the target.
fn places(numbers: &mut Numbers) -> Vec<(usize, usize, usize)> {
    if full() {
        let skews = |length| (0..SKEWS * SKEWS).map(move |both| (length, both / SKEWS, both % SKEWS));
        return (0..=300).flat_map(skews).collect();
    }
    let mut places = Vec::new();
    for length in 0..=300 {
        for _ in 0..3 {
            places.push((length, numbers.below(SKEWS), numbers.below(SKEWS)));
        }
    }
    let mut lengths = vec![1, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 128, 300];
    lengths.extend((0..5).map(|_| numbers.below(300)));
    for length in lengths {
        // Each distance of either occurs.
        places.extend((0..SKEWS).map(|skew| (length, skew, (skew * 7 + 3 + length) % SKEWS)));
    }
    places
}

/// The encodings of one byte order.
const ENCODINGS: [Encoding; 7] = [
    Encoding::Utf8,
    Encoding::Latin1,
    Encoding::Ascii,
    Encoding::Utf16Le,
    Encoding::Utf16Be,
    Encoding::Utf32Le,
    Encoding::Utf32Be,
];

const OPTIONS: [Options; 3] = [Options::REPLACE, Options::REPORT, Options::REPLACE.with_more()];

fn decoding(encoding: Encoding) {
    let mut numbers = Numbers::new(5);
    let (mut calls, mut memory) = (Calls::new(), Memory::new(2000));
    for (i, (length, skew, target_skew)) in places(&mut numbers).into_iter().enumerate() {
        let text = texts::text(PROFILES[i % PROFILES.len()], length, &mut numbers);
        let mut bytes = texts::bytes_fast(encoding, &text);
        if i % 3 == 0 {
            texts::damage(encoding, &mut bytes, &mut numbers);
        }
        let options = numbers.pick(&OPTIONS);
        let (progress, _) = model::decode(encoding, options, &bytes, usize::MAX, 0xFFFF);
        let source = memory.place(&bytes, skew);
        let what = || format!("{bytes:02X?} at {skew}");
        for operation in Operation::DECODING {
            let outcome = calls.same(operation, (encoding, options, progress.written, target_skew), source, &what);
            if operation == Operation::ToUtf16 {
                assert_eq!(outcome.progress, progress, "{encoding:?} {options:?} {}", what());
            }
        }
    }
}

fn encoding(encoding: Encoding) {
    let mut numbers = Numbers::new(6);
    let (mut calls, mut memory) = (Calls::new(), Memory::new(2000));
    for (i, (length, skew, target_skew)) in places(&mut numbers).into_iter().enumerate() {
        let mut chars = texts::chars(&texts::text(PROFILES[i % PROFILES.len()], length, &mut numbers));
        if i % 3 == 0 {
            texts::damage_chars(&mut chars, &mut numbers);
        }
        let latin1: Vec<u8> = chars.iter().map(|unit| unit.to_le_bytes()[0]).collect();
        let options = numbers.pick(&OPTIONS);
        let (progress, expected) = model::encode(encoding, options, &chars, usize::MAX);
        let bytes: Vec<u8> = chars.iter().flat_map(|unit| unit.to_ne_bytes()).collect();
        let what = || format!("{chars:04X?} at {skew}");
        let how = (encoding, options, progress.written, target_skew);
        let outcome = calls.same(Operation::FromChars, how, memory.place(&bytes, skew), &what);
        assert_eq!((outcome.progress, outcome.bytes), (progress, expected), "{encoding:?} {}", what());
        calls.same(Operation::MeasureChars, how, memory.place(&bytes, skew), &what);
        let source = memory.place(&latin1, skew);
        let measured = calls.same(Operation::MeasureLatin1, how, source, &what);
        let how = (encoding, options, measured.progress.written, target_skew);
        calls.same(Operation::FromLatin1, how, source, &what);
    }
}

#[test]
fn decoding_at_every_place() {
    for one in ENCODINGS {
        decoding(one);
    }
}

#[test]
fn encoding_at_every_place() {
    for one in ENCODINGS {
        encoding(one);
    }
}

/// The first zero unit among bytes that straddle units, and among none.
#[test]
fn scanning() {
    tiers::on_each(|| {
        let mut numbers = Numbers::new(7);
        let mut memory = Memory::new(2000);
        let places: Vec<(usize, usize)> = places(&mut numbers)
            .into_iter()
            .filter(|(.., target)| !full() || *target == 0)
            .map(|(length, skew, _)| (length, skew))
            .collect();
        for unit_size in [1, 2, 4] {
            for (length, skew) in &places {
                // Many zero bytes, few zero units.
                let bytes: Vec<u8> =
                    (0..length * unit_size).map(|_| numbers.pick(&[0, 0, 0, 1, 0x80, 0xFF, 0x7F])).collect();
                let sparse: Vec<u8> =
                    bytes.iter().map(|byte| if numbers.below(40) > 0 { byte | 1 } else { 0 }).collect();
                for bytes in [bytes, sparse] {
                    let at = memory.bytes(bytes.len(), *skew);
                    at.copy_from_slice(&bytes);
                    let mut units = at.chunks_exact(unit_size);
                    let expected = units.position(|unit| unit.iter().all(|byte| *byte == 0)).unwrap_or(*length);
                    // The bound comes first, too: what is zero behind it does not count.
                    for bound in [*length, expected, expected.saturating_sub(1), expected / 2] {
                        let scan = Scan::from_bytes(&at[..bound * unit_size]);
                        assert_eq!(find_zero(unit_size, scan), expected.min(bound), "{bound} of {at:02X?}");
                    }
                }
            }
        }
    });
}

//! Every misalignment of source and target, at sampled lengths.

use unitstr::{Encoding, Options, Scan, Source, decode_utf16, encode_utf16, find_zero};

use crate::memory::Fenced;
use crate::model;
use crate::texts::{self, Numbers, PROFILES, full};
use crate::tiers;

const SKEWS: usize = 64;

/// Lengths in code points: all, or the edges of blocks and a few others.
fn lengths(numbers: &mut Numbers) -> Vec<usize> {
    if full() {
        return (0..=300).collect();
    }
    let mut lengths = vec![0, 1, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 300];
    lengths.extend((0..5).map(|_| numbers.below(300)));
    lengths
}

/// The skews of the target: all, or one.
fn others(skew: usize) -> Vec<usize> {
    if full() {
        (0..SKEWS).collect()
    } else {
        vec![(skew * 7 + 3) % SKEWS]
    }
}

/// The text at `skew` bytes off an 8-byte boundary.
fn placed(bytes: &[u8], skew: usize) -> Vec<u64> {
    let padded: Vec<u8> = std::iter::repeat_n(0x5A, skew)
        .chain(bytes.iter().copied())
        .chain([0x5A; 8])
        .collect();
    padded
        .chunks_exact(8)
        .map(|word| u64::from_ne_bytes(word.try_into().unwrap()))
        .collect()
}

fn source(words: &[u64], skew: usize, bytes: usize) -> Source<'_> {
    assert!(skew + bytes <= size_of_val(words));
    // SAFETY: the bytes are inside of `words`: just tested.
    unsafe { Source::new(words.as_ptr().cast::<u8>().wrapping_add(skew), bytes) }
}

#[test]
fn decoding() {
    tiers::on_each(|| {
        let mut numbers = Numbers::new(5);
        for encoding in Encoding::ALL {
            for length in lengths(&mut numbers) {
                for skew in 0..SKEWS {
                    let text = texts::text(PROFILES[skew % PROFILES.len()], length, &mut numbers);
                    let mut bytes = texts::bytes(encoding, &text);
                    if skew % 3 == 0 {
                        texts::damage(encoding, &mut bytes, &mut numbers);
                    }
                    let words = placed(&bytes, skew);
                    let expected = model::decode(encoding, Options::REPLACE, &bytes, usize::MAX, 0xFFFF);
                    for target_skew in others(skew) {
                        let mut fenced = Fenced::new(2 * expected.1.len(), target_skew);
                        let source = source(&words, skew, bytes.len());
                        let progress = decode_utf16(encoding, Options::REPLACE, source, fenced.target());
                        assert_eq!((progress, fenced.written_chars(progress.written)), expected);
                    }
                }
            }
        }
    });
}

#[test]
fn encoding() {
    tiers::on_each(|| {
        let mut numbers = Numbers::new(6);
        for encoding in Encoding::ALL {
            for length in lengths(&mut numbers) {
                for skew in 0..SKEWS {
                    let mut chars = texts::chars(&texts::text(PROFILES[skew % PROFILES.len()], length, &mut numbers));
                    if skew % 3 == 0 {
                        texts::damage_chars(&mut chars, &mut numbers);
                    }
                    let bytes: Vec<u8> = chars.iter().flat_map(|unit| unit.to_ne_bytes()).collect();
                    let words = placed(&bytes, skew);
                    let expected = model::encode(encoding, Options::REPLACE, &chars, usize::MAX);
                    for target_skew in others(skew) {
                        let mut fenced = Fenced::new(expected.1.len(), target_skew);
                        let source = source(&words, skew, bytes.len());
                        let progress = encode_utf16(encoding, Options::REPLACE, source, fenced.target());
                        assert_eq!((progress, fenced.written(progress.written)), expected);
                    }
                }
            }
        }
    });
}

/// The first zero unit among bytes that straddle units, and among none.
#[test]
fn scanning() {
    tiers::on_each(|| {
        let mut numbers = Numbers::new(7);
        for unit_size in [1, 2, 4] {
            for length in lengths(&mut numbers) {
                for skew in 0..SKEWS {
                    // Many zero bytes, few zero units.
                    let bytes: Vec<u8> = (0..length * unit_size)
                        .map(|_| numbers.pick(&[0, 0, 0, 1, 0x80, 0xFF, 0x7F]))
                        .collect();
                    let sparse: Vec<u8> = bytes
                        .iter()
                        .map(|byte| if numbers.below(40) > 0 { byte | 1 } else { 0 })
                        .collect();
                    for bytes in [bytes, sparse] {
                        let words = placed(&bytes, skew);
                        let placed: Vec<u8> = words.iter().flat_map(|word| word.to_ne_bytes()).collect();
                        let at = &placed[skew..skew + bytes.len()];
                        let units = at.chunks_exact(unit_size);
                        let expected = units
                            .clone()
                            .position(|unit| unit.iter().all(|byte| *byte == 0))
                            .unwrap_or(length);
                        // The bound comes first, too: what is zero behind it does not count.
                        for bound in [length, expected, expected.saturating_sub(1), expected / 2] {
                            let scan = Scan::from_bytes(&at[..bound * unit_size]);
                            assert_eq!(find_zero(unit_size, scan), expected.min(bound), "{bound} of {at:02X?}");
                        }
                    }
                }
            }
        }
    });
}

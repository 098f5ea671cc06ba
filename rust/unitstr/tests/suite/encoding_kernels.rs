//! The encoding kernels of every tier against the scalar tier, on texts that reach into vectors.

use unitstr::kernels::{Isa, with_isa};
use unitstr::{
    Encoding, Options, Progress, Source, Status, Target, encode_latin1, encode_utf16, measure_encoded_latin1,
    measure_encoded_utf16,
};

use crate::model;
use crate::texts::{self, Numbers, PROFILES};

const CANARY: u8 = 0xA5;
/// More than any vector.
const AROUND: usize = 160;

/// A buffer that is used again and again, whole cache lines of canaries around it.
struct Bench {
    memory: Vec<u8>,
    expected: Vec<u8>,
}

impl Bench {
    fn new() -> Self {
        Self { memory: vec![CANARY; 1 << 14], expected: vec![0; 1 << 14] }
    }

    /// Calls the operation on `isa` with `capacity` bytes, `skew` bytes off, and compares its result and all memory around
    /// with those of the scalar tier.
    fn check(
        &mut self,
        isa: Isa,
        capacity: usize,
        skew: usize,
        what: &str,
        operation: impl Fn(Target<'_>) -> Progress,
    ) {
        let expected = with_isa(Isa::Scalar, || operation(Target::from_bytes(&mut self.expected[..capacity]))).unwrap();
        let start = AROUND + skew;
        let end = start + capacity;
        let target = Target::from_bytes(&mut self.memory[start..end]);
        let progress = with_isa(isa, || operation(target)).unwrap();
        assert_eq!(progress, expected, "{isa:?} {what} into {capacity}");
        let written = start + progress.written;
        assert!(
            self.memory[start..written] == self.expected[..progress.written],
            "{isa:?} {what} into {capacity}: {:02X?}\nexpected {:02X?}",
            &self.memory[start..written],
            &self.expected[..progress.written]
        );
        let canaries = |bytes: &[u8]| bytes.iter().all(|byte| *byte == CANARY);
        assert!(canaries(&self.memory[..start]), "{isa:?} {what} into {capacity}: before the target");
        assert!(
            canaries(&self.memory[written..end + AROUND]),
            "{isa:?} {what} into {capacity}: beyond {} bytes",
            progress.written
        );
        self.memory[start..written].fill(CANARY);
    }
}

/// The tiers above the scalar one that this CPU has.
fn tiers() -> Vec<Isa> {
    crate::tiers::available().into_iter().filter(|isa| *isa != Isa::Scalar).collect()
}

const ENCODINGS: [Encoding; 7] = [
    Encoding::Utf8,
    Encoding::Latin1,
    Encoding::Ascii,
    Encoding::Utf16Le,
    Encoding::Utf16Be,
    Encoding::Utf32Le,
    Encoding::Utf32Be,
];

fn check_chars(
    bench: &mut Bench,
    isa: Isa,
    encoding: Encoding,
    options: Options,
    chars: &[u16],
    numbers: &mut Numbers,
) {
    let source = Source::from_chars(chars);
    let size = with_isa(Isa::Scalar, || measure_encoded_utf16(encoding, options, source)).unwrap();
    let measured = with_isa(isa, || measure_encoded_utf16(encoding, options, source)).unwrap();
    let what = format!("{encoding:?} {options:?} {chars:04X?}");
    assert_eq!(measured, size, "{isa:?} {what}");
    let less = numbers.below(size.written + 1);
    for capacity in [size.written, less, size.written + 100] {
        let skew = numbers.below(64);
        bench.check(isa, capacity, skew, &what, |target| encode_utf16(encoding, options, source, target));
    }
}

fn check_latin1(bench: &mut Bench, isa: Isa, encoding: Encoding, latin1: &[u8], numbers: &mut Numbers) {
    for options in [Options::REPLACE, Options::REPORT] {
        let source = Source::from_bytes(latin1);
        let size = with_isa(Isa::Scalar, || measure_encoded_latin1(encoding, options, source)).unwrap();
        let measured = with_isa(isa, || measure_encoded_latin1(encoding, options, source)).unwrap();
        let what = format!("Latin-1 to {encoding:?} {options:?} {latin1:02X?}");
        assert_eq!(measured, size, "{isa:?} {what}");
        let less = numbers.below(size.written + 1);
        for capacity in [size.written, less, size.written + 100] {
            let skew = numbers.below(64);
            bench.check(isa, capacity, skew, &what, |target| encode_latin1(encoding, options, source, target));
        }
    }
}

/// Seeded texts of up to 600 chars: one profile, or two in turn, half of them damaged.
fn random_chars(round: usize, numbers: &mut Numbers) -> Vec<u16> {
    let most = [40, 100, 300, 600][round % 4];
    let mut chars = Vec::new();
    while chars.len() < most {
        let count = numbers.below(most) + 1;
        chars.extend(texts::chars(&texts::text(numbers.pick(&PROFILES), count, numbers)));
        if numbers.below(2) == 0 {
            break;
        }
    }
    chars.truncate(most);
    if round % 2 == 1 {
        for _ in 0..=numbers.below(3) {
            texts::damage_chars(&mut chars, numbers);
        }
    }
    chars
}

const OPTIONS: [Options; 3] = [Options::REPLACE, Options::REPORT, Options::REPLACE.with_more()];

/// Each encoding sees 200,000 calls and more on each tier: 3 of writing and 1 of measuring for each text.
fn rounds() -> usize {
    texts::cases(52_000)
}

fn random(seed: u64, encodings: &[Encoding]) {
    let mut bench = Bench::new();
    for isa in tiers() {
        let mut numbers = Numbers::new(seed);
        for round in 0..rounds() {
            let chars = random_chars(round, &mut numbers);
            for encoding in encodings {
                check_chars(&mut bench, isa, *encoding, OPTIONS[round % 3], &chars, &mut numbers);
            }
        }
    }
}

#[test]
fn chars_to_utf8() {
    random(20, &[Encoding::Utf8]);
}

#[test]
fn chars_to_utf16() {
    random(21, &[Encoding::Utf16Le, Encoding::Utf16Be]);
}

#[test]
fn chars_to_utf32() {
    random(22, &[Encoding::Utf32Le, Encoding::Utf32Be]);
}

#[test]
fn chars_to_one_byte_each() {
    let mut bench = Bench::new();
    for isa in tiers() {
        let mut numbers = Numbers::new(23);
        for round in 0..rounds() {
            let mut chars = random_chars(round, &mut numbers);
            // Mostly mappable, or there is nothing to see.
            if round % 4 > 0 {
                let bits = if round % 2 == 0 { 0x7F } else { 0xFF };
                chars.iter_mut().for_each(|unit| *unit &= bits);
                for _ in 0..numbers.below(3) {
                    texts::damage_chars(&mut chars, &mut numbers);
                }
            }
            for encoding in [Encoding::Latin1, Encoding::Ascii] {
                check_chars(&mut bench, isa, encoding, OPTIONS[round % 3], &chars, &mut numbers);
            }
        }
    }
}

#[test]
fn latin1_to_all() {
    let mut bench = Bench::new();
    for isa in tiers() {
        let mut numbers = Numbers::new(24);
        for round in 0..rounds() / 2 {
            let length = numbers.below([40, 100, 300, 700][round % 4]);
            let rarity = numbers.pick(&[1, 2, 10, 100, 1000]);
            let latin1: Vec<u8> = (0..length)
                .map(|_| {
                    let byte = numbers.byte();
                    if numbers.below(rarity) == 0 { byte } else { byte & 0x7F }
                })
                .collect();
            for encoding in ENCODINGS {
                check_latin1(&mut bench, isa, encoding, &latin1, &mut numbers);
            }
        }
    }
}

/// The same against the model, which shares nothing with the scalar tier.
#[test]
fn against_the_model() {
    let mut numbers = Numbers::new(25);
    for isa in tiers() {
        for round in 0..6_000 {
            let chars = random_chars(round, &mut numbers);
            let options = OPTIONS[round % 3];
            for encoding in ENCODINGS {
                let (expected, bytes) = model::encode(encoding, options, &chars, usize::MAX);
                let mut to = vec![0; bytes.len()];
                let progress = with_isa(isa, || {
                    encode_utf16(encoding, options, Source::from_chars(&chars), Target::from_bytes(&mut to))
                });
                assert_eq!((progress, to), (Some(expected), bytes), "{isa:?} {encoding:?} {chars:04X?}");
            }
        }
    }
}

/// Every length up to 300 of every profile, sources and targets off by anything.
#[test]
fn every_length() {
    let mut bench = Bench::new();
    let mut numbers = Numbers::new(26);
    for isa in tiers() {
        for profile in PROFILES {
            let chars = texts::chars(&texts::text(profile, 310, &mut numbers));
            let latin1: Vec<u8> = chars.iter().map(|unit| unit.to_le_bytes()[0]).collect();
            for length in 0..=300 {
                let from = numbers.below(8);
                for encoding in ENCODINGS {
                    let options = OPTIONS[length % 3];
                    check_chars(&mut bench, isa, encoding, options, &chars[from..from + length], &mut numbers);
                    check_latin1(&mut bench, isa, encoding, &latin1[from..from + length], &mut numbers);
                }
            }
        }
    }
}

/// Every capacity from none to enough: whole code points, as many as fit.
#[test]
fn every_capacity() {
    let mut bench = Bench::new();
    let mut numbers = Numbers::new(27);
    for isa in tiers() {
        for profile in PROFILES {
            for encoding in ENCODINGS {
                let mut chars = texts::chars(&texts::text(profile, 150, &mut numbers));
                for options in [Options::REPLACE, Options::REPORT] {
                    let source = Source::from_chars(&chars);
                    let full = measure_encoded_utf16(encoding, options, source).written;
                    for capacity in 0..=full + 2 {
                        let what = format!("{encoding:?} {options:?} {chars:04X?}");
                        bench.check(isa, capacity, capacity % 64, &what, |target| {
                            encode_utf16(encoding, options, source, target)
                        });
                    }
                    texts::damage_chars(&mut chars, &mut numbers);
                    let latin1: Vec<u8> = chars.iter().map(|unit| unit.to_le_bytes()[0]).collect();
                    let bytes = Source::from_bytes(&latin1);
                    let full = measure_encoded_latin1(encoding, options, bytes).written;
                    for capacity in 0..=full + 2 {
                        let what = format!("{encoding:?} {options:?} {latin1:02X?}");
                        bench.check(isa, capacity, capacity % 64, &what, |target| {
                            encode_latin1(encoding, options, bytes, target)
                        });
                    }
                }
            }
        }
    }
}

const BETWEEN: [u16; 5] = [0x61, 0xE9, 0x44F, 0x4E2D, 0xFFFD];
const HIGH: u16 = 0xD83D;
const LOW: u16 = 0xDE00;

/// Surrogates, good and bad, on and around the borders of vectors, among text of each width.
fn at_borders(isa: Isa, encoding: Encoding, inserts: &[&[u16]]) {
    let mut bench = Bench::new();
    let mut numbers = Numbers::new(28);
    for border in [16, 32, 48, 64, 96, 128, 192] {
        for at in border - 4..=border + 4 {
            for between in BETWEEN {
                for insert in inserts {
                    let mut chars = vec![between; 230];
                    chars.splice(at..at, insert.iter().copied());
                    for options in OPTIONS {
                        check_chars(&mut bench, isa, encoding, options, &chars, &mut numbers);
                        check_chars(&mut bench, isa, encoding, options, &chars[..at + insert.len()], &mut numbers);
                    }
                }
            }
        }
    }
}

#[test]
fn surrogates_at_borders() {
    let inserts: [&[u16]; 10] = [
        &[HIGH, LOW],
        &[HIGH],
        &[LOW],
        &[LOW, HIGH],
        &[HIGH, HIGH, LOW],
        &[HIGH, LOW, LOW],
        &[HIGH, LOW, HIGH, LOW],
        &[0xDBFF, 0xDFFF],
        &[HIGH, 0x61, LOW],
        &[HIGH, HIGH],
    ];
    for isa in tiers() {
        for encoding in ENCODINGS {
            at_borders(isa, encoding, &inserts);
        }
    }
}

/// Nothing but pairs, aligned to the vectors or not, with one error anywhere.
#[test]
fn pairs_with_an_error_at_every_place() {
    let mut bench = Bench::new();
    let mut numbers = Numbers::new(29);
    for isa in tiers() {
        for encoding in [Encoding::Utf8, Encoding::Utf16Be, Encoding::Utf32Le] {
            for before in [0, 1, 2, 31, 32, 33] {
                for at in 0..180 {
                    for error in [&[HIGH][..], &[LOW], &[0x61], &[HIGH, 0x4E2D], &[]] {
                        let mut chars = vec![0x61; before];
                        chars.extend([HIGH, LOW].repeat(100));
                        let at = (before + at).min(chars.len());
                        chars.splice(at..at, error.iter().copied());
                        check_chars(&mut bench, isa, encoding, OPTIONS[at % 3], &chars, &mut numbers);
                    }
                }
            }
        }
    }
}

/// A high surrogate that is the last char a vector sees, and what follows is no low one: it must not be taken for half
/// of a pair, and not be written; one whose partner follows must not be taken for an error.
fn high_surrogate_whose_partner_lies_outside_the_window(encoding: Encoding) {
    for isa in tiers() {
        at_borders(isa, encoding, &[&[HIGH, LOW], &[HIGH], &[HIGH, 0x61], &[HIGH, HIGH], &[HIGH, 0xD7FF]]);
    }
}

#[test]
fn high_surrogate_whose_partner_lies_outside_the_window_utf8() {
    high_surrogate_whose_partner_lies_outside_the_window(Encoding::Utf8);
}

#[test]
fn high_surrogate_whose_partner_lies_outside_the_window_utf16() {
    high_surrogate_whose_partner_lies_outside_the_window(Encoding::Utf16Le);
    high_surrogate_whose_partner_lies_outside_the_window(Encoding::Utf16Be);
}

#[test]
fn high_surrogate_whose_partner_lies_outside_the_window_utf32() {
    high_surrogate_whose_partner_lies_outside_the_window(Encoding::Utf32Le);
    high_surrogate_whose_partner_lies_outside_the_window(Encoding::Utf32Be);
}

/// 31 chars of three bytes and the first of a pair: one byte more than three for each char of a vector, into room that
/// ends there.
#[test]
fn vector_of_three_bytes_each_that_ends_in_a_pair() {
    let mut bench = Bench::new();
    for isa in tiers() {
        for before in 0..=64 {
            let mut chars = vec![0x4E2D; before + 31];
            chars.extend([HIGH, LOW]);
            chars.extend([0x61; 40]);
            let source = Source::from_chars(&chars);
            for capacity in 3 * before..3 * before + 150 {
                bench.check(isa, capacity, 0, "a pair at the end", |target| {
                    encode_utf16(Encoding::Utf8, Options::REPLACE, source, target)
                });
            }
        }
    }
}

/// The second of a pair at the end of the room: neither half is written.
#[test]
fn pair_that_does_not_fit() {
    for isa in tiers() {
        for encoding in ENCODINGS {
            for before in 0..140_usize {
                let mut chars = vec![0x61_u16; before];
                chars.extend([HIGH, LOW]);
                chars.extend([0x61; 70]);
                let size = encoding.unit_size();
                let pair = 4.min(size * 4);
                for lack in 1..=pair {
                    let capacity = (before * size + pair).saturating_sub(lack);
                    let mut to = vec![CANARY; capacity];
                    let source = Source::from_chars(&chars);
                    let progress =
                        with_isa(isa, || encode_utf16(encoding, Options::REPORT, source, Target::from_bytes(&mut to)));
                    let progress = progress.unwrap();
                    let expected = match encoding {
                        Encoding::Latin1 | Encoding::Ascii if capacity >= before => Status::Unmappable,
                        _ => Status::OutputFull,
                    };
                    assert_eq!(progress.status, expected, "{isa:?} {encoding:?} {before} {lack}");
                    assert!(to[progress.written..].iter().all(|byte| *byte == CANARY));
                }
            }
        }
    }
}

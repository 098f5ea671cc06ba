//! Each operation on a few short texts, in memory that ends where they end: little enough for Miri, which sees one byte too
//! many, an unaligned reference, and does big-endian machines too (`tests/sanitize/run`).

use unitstr::{
    Coder, Encoding, Options, Scan, Source, Target, compare, decode_java, decode_latin1, decode_utf16, encode_latin1,
    encode_utf16, find_zero, measure_decoded, measure_encoded_latin1, measure_encoded_utf16, measure_latin1, validate,
};

use crate::texts::{self, Numbers, PROFILES};
use crate::{model, tiers};

const OPTIONS: [Options; 4] =
    [Options::REPLACE, Options::REPORT, Options::REPLACE.with_more(), Options::REPLACE.with_continued()];

/// Nothing but these bytes, at an address that is odd if `skew` is.
struct Alone(Box<[u8]>, usize);

impl Alone {
    fn new(bytes: &[u8], skew: usize) -> Self {
        Self([&[0x5A][..skew], bytes].concat().into(), skew)
    }

    fn bytes(&mut self) -> &mut [u8] {
        &mut self.0[self.1..]
    }
}

fn paired(bytes: &[u8]) -> Vec<u16> {
    let pairs = bytes.chunks_exact(2);
    pairs.map(|pair| u16::from_ne_bytes([pair[0], pair[1]])).collect()
}

fn widened(bytes: &[u8]) -> Vec<u16> {
    bytes.iter().map(|byte| u16::from(*byte)).collect()
}

fn decode_as_the_model(encoding: Encoding, options: Options, bytes: &[u8], less: usize, skew: usize) {
    let mut from = Alone::new(bytes, skew);
    let source = Source::from_bytes(from.bytes());
    let context = format!("{encoding:?} {options:?} {bytes:02X?} with room for {less} less");
    let whole = model::decode(encoding, options, bytes, usize::MAX, 0xFFFF);
    assert_eq!(measure_decoded(encoding, options, source), whole.0, "{context}");
    let narrow = model::decode(encoding, options, bytes, usize::MAX, 0xFF).0;
    assert_eq!(measure_latin1(encoding, options, source), narrow, "{context}");
    let strict = Options { policy: unitstr::Policy::Report, ..options };
    let valid = model::decode(encoding, strict, bytes, usize::MAX, 0xFFFF).0;
    assert_eq!(validate(encoding, options, source).status, valid.status, "{context}");

    let room = whole.1.len().saturating_sub(less);
    let (mut latin1, mut chars) = (Alone::new(&vec![0; room], skew), Alone::new(&vec![0; 2 * room], skew));
    let progress = decode_latin1(encoding, options, source, Target::from_bytes(latin1.bytes()));
    let text = widened(&latin1.bytes()[..progress.written]);
    assert_eq!((progress, text), model::decode(encoding, options, bytes, room, 0xFF), "{context}");
    let progress = decode_utf16(encoding, options, source, Target::from_bytes(chars.bytes()));
    let text = paired(&chars.bytes()[..2 * progress.written]);
    let expected = model::decode(encoding, options, bytes, room, 0xFFFF);
    assert_eq!((progress, text), expected, "{context}");
    let mut other = Alone::new(&chars.bytes()[..2 * progress.written], 1 - skew);
    assert_eq!(
        compare(encoding, options, source, Source::from_bytes(other.bytes())),
        model::compare(encoding, options, bytes, &expected.1),
        "{context}"
    );
    let (progress, coder) =
        decode_java(encoding, options, source, Target::from_bytes(latin1.bytes()), Target::from_bytes(chars.bytes()));
    let text = match coder {
        Coder::Latin1 => widened(&latin1.bytes()[..progress.written]),
        Coder::Utf16 => paired(&chars.bytes()[..2 * progress.written]),
    };
    let expected = model::decode_java(encoding, options, bytes, room, room);
    assert_eq!((progress, coder, text), expected, "{context}");
}

fn encode_as_the_model(encoding: Encoding, options: Options, chars: &[u16], less: usize, skew: usize) {
    let context = format!("{encoding:?} {options:?} {chars:04X?} with room for {less} less");
    let bytes: Vec<u8> = chars.iter().flat_map(|unit| unit.to_ne_bytes()).collect();
    let latin1: Vec<u8> = chars.iter().map(|unit| unit.to_le_bytes()[0]).collect();
    let mut from = Alone::new(&bytes, skew);
    let source = Source::from_bytes(from.bytes());
    let whole = model::encode(encoding, options, chars, usize::MAX);
    assert_eq!(measure_encoded_utf16(encoding, options, source), whole.0, "{context}");
    let mut to = Alone::new(&vec![0; whole.1.len().saturating_sub(less)], skew);
    let progress = encode_utf16(encoding, options, source, Target::from_bytes(to.bytes()));
    let expected = model::encode(encoding, options, chars, to.bytes().len());
    assert_eq!((progress, &to.bytes()[..progress.written]), (expected.0, &expected.1[..]), "{context}");

    let mut from = Alone::new(&latin1, skew);
    let source = Source::from_bytes(from.bytes());
    let whole = model::encode(encoding, options, &widened(&latin1), usize::MAX);
    assert_eq!(measure_encoded_latin1(encoding, options, source), whole.0, "{context}");
    let mut to = Alone::new(&vec![0; whole.1.len().saturating_sub(less)], skew);
    let progress = encode_latin1(encoding, options, source, Target::from_bytes(to.bytes()));
    let expected = model::encode(encoding, options, &widened(&latin1), to.bytes().len());
    assert_eq!((progress, &to.bytes()[..progress.written]), (expected.0, &expected.1[..]), "{context}");
}

/// Texts of each profile, some of them damaged: more of them where that costs nothing.
fn each(mut body: impl FnMut(String, usize, &mut Numbers)) {
    let mut numbers = Numbers::new(71);
    let (rounds, longest) = if cfg!(miri) { (PROFILES.len(), 11) } else { (500, 14) };
    for round in 0..rounds {
        let count = numbers.below(longest);
        let text = texts::text(PROFILES[round % PROFILES.len()], count, &mut numbers);
        body(text, round, &mut numbers);
    }
}

#[test]
fn decoding() {
    tiers::on_each(|| {
        for encoding in Encoding::ALL {
            each(|text, round, numbers| {
                let mut bytes = texts::bytes(encoding, &text);
                for _ in 0..round % 3 {
                    texts::damage(encoding, &mut bytes, numbers);
                }
                let options = numbers.pick(&OPTIONS);
                let less = numbers.below(4);
                decode_as_the_model(encoding, options, &bytes, less, round / 3 % 2);
            });
        }
    });
}

#[test]
fn encoding() {
    tiers::on_each(|| {
        for encoding in Encoding::ALL {
            each(|text, round, numbers| {
                let mut chars = texts::chars(&text);
                for _ in 0..round % 3 {
                    texts::damage_chars(&mut chars, numbers);
                }
                let options = numbers.pick(&OPTIONS);
                let less = numbers.below(4);
                encode_as_the_model(encoding, options, &chars, less, round / 3 % 2);
            });
        }
    });
}

/// The zero unit is the last one there is, or the bound is.
#[test]
fn scanning() {
    tiers::on_each(|| {
        for unit_size in [1, 2, 4] {
            for units in 0..20 {
                for skew in [0, 1] {
                    let mut text = Alone::new(&vec![1; units * unit_size], skew);
                    assert_eq!(find_zero(unit_size, Scan::from_bytes(text.bytes())), units);
                    let terminated = [vec![1; units * unit_size], vec![0; unit_size]].concat();
                    let mut text = Alone::new(&terminated, skew);
                    assert_eq!(find_zero(unit_size, Scan::from_bytes(text.bytes())), units);
                }
            }
        }
    });
}

//! Texts of four vectors at most have kernels of their own: each tier against the scalar steps, in all encodings,
//! with byte order marks, surrogates and odd bytes at every place, into room that just suffices for those kernels or not.

use unitstr::kernels::{Isa, with_isa};
use unitstr::{Coder, Encoding, Options, Progress, Source, Target, compare, decode_java, decode_utf16, encode_utf16};

use crate::texts::{self, Numbers, PROFILES};
use crate::tiers;

const OPTIONS: [Options; 2] = [Options::REPLACE, Options::REPORT];
const UNITS: [u16; 12] = [0x61, 0x7F, 0x80, 0xE9, 0xFF, 0x100, 0x4E2D, 0xD83D, 0xDE00, 0xFEFF, 0xFFFE, 0];

fn cases() -> usize {
    if cfg!(miri) { 30 } else { texts::cases(20_000) }
}

/// Mostly alike, so that the easy kernels get something, with one or two others at any place.
fn units(numbers: &mut Numbers, longest: usize) -> Vec<u16> {
    let mostly = numbers.pick(&UNITS);
    let mut units = vec![mostly; numbers.below(longest + 1)];
    for _ in 0..numbers.below(3) {
        let other = numbers.pick(&UNITS);
        let place = numbers.below(units.len().max(1));
        if let Some(unit) = units.get_mut(numbers.pick(&[0, place])) {
            *unit = other;
        }
    }
    units
}

fn source(encoding: Encoding, numbers: &mut Numbers) -> Vec<u8> {
    let longest = numbers.pick(&[72, 272]);
    let units = units(numbers, longest / encoding.unit_size());
    let big = matches!(encoding, Encoding::Utf16Be | Encoding::Utf16) || encoding.default_order() == Encoding::Utf32Be;
    let mut bytes: Vec<u8> = match encoding.unit_size() {
        1 if encoding == Encoding::Utf8 => String::from_utf16_lossy(&units).into_bytes(),
        1 => units.iter().map(|unit| unit.to_le_bytes()[0]).collect(),
        size => {
            let other = numbers.below(8) == 0;
            let order = |unit: &u16| {
                let mut bytes = u32::from(*unit).to_le_bytes()[..size].to_vec();
                if big != other {
                    bytes.reverse();
                }
                bytes
            };
            units.iter().flat_map(order).collect()
        }
    };
    if numbers.below(4) == 0 {
        bytes.truncate(numbers.below(bytes.len() + 1));
    }
    bytes
}

fn decoded(encoding: Encoding, options: Options, bytes: &[u8], rooms: (usize, usize)) -> (Progress, Coder, Vec<u16>) {
    let (mut latin1, mut chars) = ([0; 512], [0; 512]);
    // SAFETY: as large as said, at most.
    let narrow = unsafe { Target::scratch(latin1.as_mut_ptr(), rooms.0) };
    // SAFETY: as large as said, at most.
    let wide = unsafe { Target::scratch(chars.as_mut_ptr().cast(), 2 * rooms.1) };
    let (progress, coder) = decode_java(encoding, options, Source::from_bytes(bytes), narrow, wide);
    assert!(latin1[rooms.0..].iter().all(|byte| *byte == 0));
    assert!(chars[rooms.1..].iter().all(|unit| *unit == 0));
    let text = match coder {
        Coder::Latin1 => latin1[..progress.written].iter().map(|byte| u16::from(*byte)).collect(),
        Coder::Utf16 => chars[..progress.written].to_vec(),
    };
    (progress, coder, text)
}

#[test]
fn decoding_short_texts() {
    let mut numbers = Numbers::new(301);
    for encoding in Encoding::ALL {
        for _ in 0..cases() {
            let bytes = source(encoding, &mut numbers);
            let options = numbers.pick(&OPTIONS);
            let options = numbers.pick(&[options, options.with_continued(), options.with_more()]);
            let rooms = (numbers.pick(&[0, 5, 64, 255, 256, 400]), numbers.pick(&[0, 5, 32, 127, 128, 400]));
            let expected = with_isa(Isa::Scalar, || decoded(encoding, options, &bytes, rooms)).unwrap();
            for isa in tiers::available() {
                let got = with_isa(isa, || decoded(encoding, options, &bytes, rooms)).unwrap();
                assert_eq!(got, expected, "{isa:?} {encoding:?} {options:?} {rooms:?} {bytes:02X?}");
            }
        }
    }
}

fn encoded(encoding: Encoding, options: Options, chars: &[u16], room: usize) -> (Progress, Vec<u8>) {
    let mut bytes = [0xA5; 800];
    let progress = encode_utf16(encoding, options, Source::from_chars(chars), Target::from_bytes(&mut bytes[..room]));
    assert!(bytes[progress.written..].iter().all(|byte| *byte == 0xA5));
    (progress, bytes[..progress.written].to_vec())
}

#[test]
fn encoding_short_texts() {
    let mut numbers = Numbers::new(302);
    for encoding in Encoding::ALL {
        for _ in 0..cases() {
            let chars = numbers.pick(&[40, 136]);
            let chars = units(&mut numbers, chars);
            let options = numbers.pick(&OPTIONS);
            let options = numbers.pick(&[options, options.with_continued(), options.with_more()]);
            let most = encoding.max_bytes_per_char() * chars.len() + encoding.bom_bytes();
            let room = numbers.pick(&[most, chars.len(), 2 * chars.len(), 700]);
            let room = room.saturating_sub(numbers.pick(&[0, 0, 1, 7]));
            let expected = with_isa(Isa::Scalar, || encoded(encoding, options, &chars, room)).unwrap();
            for isa in tiers::available() {
                let got = with_isa(isa, || encoded(encoding, options, &chars, room)).unwrap();
                assert_eq!(got, expected, "{isa:?} {encoding:?} {options:?} {room} {chars:04X?}");
            }
        }
    }
}

/// The decoded text, in most cases with one char more, less or different.
fn alike(encoding: Encoding, options: Options, bytes: &[u8], numbers: &mut Numbers) -> Vec<u16> {
    let mut chars = [0; 1024];
    let target = Target::from_chars(&mut chars);
    let progress = decode_utf16(encoding, options, Source::from_bytes(bytes), target);
    let mut chars = chars[..progress.written].to_vec();
    let at = numbers.below(chars.len() + 1);
    match numbers.below(5) {
        0 => chars.truncate(at),
        1 => chars.insert(at, numbers.pick(&UNITS)),
        2 if at < chars.len() => chars[at] ^= 1 << numbers.below(16),
        3 if at < chars.len() => chars[at] = numbers.pick(&UNITS),
        _ => {}
    }
    chars
}

#[test]
fn comparing_short_texts() {
    let mut numbers = Numbers::new(303);
    for encoding in Encoding::ALL {
        for _ in 0..cases() {
            let mut bytes = source(encoding, &mut numbers);
            if numbers.below(8) == 0 {
                bytes.extend(source(encoding, &mut numbers));
            }
            let options = numbers.pick(&OPTIONS);
            let options = numbers.pick(&[options, options.with_continued(), options.with_more()]);
            let chars = alike(encoding, options, &bytes, &mut numbers);
            let compared = || compare(encoding, options, Source::from_bytes(&bytes), Source::from_chars(&chars));
            let expected = with_isa(Isa::Scalar, compared).unwrap();
            for isa in tiers::available() {
                let got = with_isa(isa, compared).unwrap();
                assert_eq!(got, expected, "{isa:?} {encoding:?} {options:?} {bytes:02X?} {chars:04X?}");
            }
        }
    }
}

/// UTF-8 of about one vector, of every kind of code point, most of it damaged, at one place or many.
#[test]
fn decoding_short_utf8() {
    let mut numbers = Numbers::new(304);
    for round in 0..10 * cases() {
        let count = numbers.below(70);
        let mut bytes = texts::text(numbers.pick(&PROFILES), count, &mut numbers).into_bytes();
        bytes.truncate(numbers.pick(&[64, 63, 66, count]));
        for _ in 0..[0, 1, 1, 8][round % 4] {
            texts::damage(Encoding::Utf8, &mut bytes, &mut numbers);
        }
        let options = numbers.pick(&OPTIONS);
        let options = numbers.pick(&[options, options.with_more()]);
        let rooms = (numbers.pick(&[256, 256, 255]), numbers.pick(&[128, 128, 40]));
        let run = || decoded(Encoding::Utf8, options, &bytes, rooms);
        let expected = with_isa(Isa::Scalar, run).unwrap();
        for isa in tiers::available() {
            let got = with_isa(isa, run).unwrap();
            assert_eq!(got, expected, "{isa:?} {options:?} {rooms:?} {bytes:02X?}");
        }
    }
}

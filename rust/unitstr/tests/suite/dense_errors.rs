//! Errors close together, at any distance from each other, with clean text before, between and after: the kernels give
//! way to the steps and come back, with the same result.

use unitstr::{Encoding, Options, Source};

use crate::calls::{Calls, Memory, Operation};
use crate::model;
use crate::texts::{self, Numbers, PROFILES};

/// Malformed sequences of each encoding.
fn errors(encoding: Encoding) -> Vec<Vec<u8>> {
    let of = |bytes: &[&[u8]]| bytes.iter().map(|bytes| bytes.to_vec()).collect();
    match encoding {
        Encoding::Utf16Be => of(&[b"\xDC\0", b"\xD8\0", b"\xDC\0\xD8\0"]),
        Encoding::Utf16Le => of(&[b"\0\xDC", b"\0\xD8", b"\0\xDC\0\xD8"]),
        Encoding::Utf32Be => of(&[b"\0\x11\0\0", b"\xFF\xFF\xFF\xFF"]),
        Encoding::Utf32Le => of(&[b"\0\0\x11\0", b"\xFF\xFF\xFF\xFF"]),
        _ => of(&[
            b"\xFF",
            b"\x80",
            b"\xC3",
            b"\xC0\xAF",
            b"\xE0\x80",
            b"\xE2\x82",
            b"\xED\xA0",
            b"\xED\xA0\x80",
            b"\xF0\x80",
            b"\xF0\x9F\x98",
            b"\xF4\x90",
        ]),
    }
}

/// Clean text, errors with `gap` code points between them, clean text, errors, clean text.
fn text(encoding: Encoding, gap: usize, count: usize, numbers: &mut Numbers) -> Vec<u8> {
    let profile = numbers.pick(&PROFILES);
    let errors = errors(encoding);
    let mut bytes = Vec::new();
    for _ in 0..2 {
        let clean = numbers.below(200);
        bytes.extend(texts::bytes_fast(encoding, &texts::text(profile, clean, numbers)));
        for _ in 0..count {
            bytes.extend(&errors[numbers.below(errors.len())]);
            bytes.extend(texts::bytes_fast(encoding, &texts::text(profile, gap, numbers)));
        }
    }
    let clean = numbers.below(200);
    bytes.extend(texts::bytes_fast(encoding, &texts::text(profile, clean, numbers)));
    bytes.truncate(4000);
    bytes
}

const OPTIONS: [Options; 2] = [Options::REPLACE.with_continued(), Options::REPLACE.with_continued().with_more()];

const ENCODINGS: [Encoding; 6] =
    [Encoding::Utf8, Encoding::Ascii, Encoding::Utf16Le, Encoding::Utf16Be, Encoding::Utf32Le, Encoding::Utf32Be];

/// One call for each distance up to 140 code points: the errors are close to each other, or not; and for few and many
/// errors.
fn each(mut body: impl FnMut(usize, usize, &mut Numbers)) {
    let mut numbers = Numbers::new(61);
    let rounds = if texts::full() { 100 } else { 3 };
    let mut number = 0;
    for _ in 0..rounds {
        for gap in 0..=140 {
            for count in [1, 2, 3, 4, 5, 8, 9, 40] {
                number += 1; // a sample has other counts at each distance
                if texts::tries(number + gap) {
                    body(gap, count, &mut numbers);
                }
            }
        }
    }
}

#[test]
fn decoding() {
    let (mut calls, mut memory) = (Calls::new(), Memory::new(4000));
    for encoding in ENCODINGS {
        each(|gap, count, numbers| {
            let bytes = text(encoding, gap, count, numbers);
            let what = || format!("gap {gap} count {count}: {bytes:02X?}");
            let options = numbers.pick(&OPTIONS);
            let source = memory.place(&bytes, numbers.below(64));
            let skew = numbers.below(64);
            let how = (encoding, options, 4000, skew);
            let full = calls.same(Operation::ToUtf16, how, source, &what);
            let (progress, _) = model::decode(encoding, options, &bytes, usize::MAX, 0xFFFF);
            assert_eq!(full.progress, progress, "{encoding:?} {}", what());
            let less = (encoding, options, numbers.below(progress.written + 1), skew);
            for operation in Operation::DECODING {
                calls.same(operation, how, source, &what);
                calls.same(operation, less, source, &what);
            }
        });
    }
}

/// Bytes that begin, continue and break code points, in any order, with more and less ASCII among them.
#[test]
fn any_bytes_of_utf8() {
    const BYTES: [u8; 24] =
        *b"\x00\x61\x7F\x80\x8F\x90\x9F\xA0\xBF\xC0\xC1\xC2\xDF\xE0\xE1\xEC\xED\xEF\xF0\xF1\xF3\xF4\xF5\xFF";
    let (mut calls, mut memory) = (Calls::new(), Memory::new(4000));
    let mut numbers = Numbers::new(62);
    for round in 0..if texts::full() { 1_000_000 } else { texts::sampled(20_000) } {
        let ascii = [0, 2, 8][round % 3];
        let bytes: Vec<u8> = (0..numbers.below(300))
            .map(|_| if numbers.below(10) < ascii { 0x61 } else { numbers.pick(&BYTES) })
            .collect();
        let what = || format!("{bytes:02X?}");
        let options = numbers.pick(&OPTIONS);
        let source = memory.place(&bytes, numbers.below(64));
        let how = (Encoding::Utf8, options, 600, numbers.below(64));
        let full = calls.same(Operation::ToUtf16, how, source, &what);
        let (progress, _) = model::decode(Encoding::Utf8, options, &bytes, usize::MAX, 0xFFFF);
        assert_eq!(full.progress, progress, "{}", what());
        for operation in Operation::DECODING {
            calls.same(operation, how, source, &what);
        }
        let less = (Encoding::Utf8, options, numbers.below(progress.written + 1), numbers.below(64));
        calls.same(Operation::ToUtf16, less, source, &what);
    }
}

/// Surrogates in any order, among chars of each length in UTF-8.
#[test]
fn any_surrogates() {
    const CHARS: [u16; 8] = [0x61, 0xE9, 0x4E2D, 0xFFFF, 0xD800, 0xDBFF, 0xDC00, 0xDFFF];
    let (mut calls, mut memory) = (Calls::new(), Memory::new(4000));
    let mut numbers = Numbers::new(63);
    for round in 0..if texts::full() { 1_000_000 } else { texts::sampled(20_000) } {
        let ascii = [0, 5, 9][round % 3];
        let chars: Vec<u16> = (0..numbers.below(400))
            .map(|_| if numbers.below(10) < ascii { 0x61 } else { numbers.pick(&CHARS) })
            .collect();
        let bytes: Vec<u8> = chars.iter().flat_map(|char| char.to_ne_bytes()).collect();
        let what = || format!("{chars:04X?}");
        let encoding = numbers.pick(&ENCODINGS);
        let options = numbers.pick(&OPTIONS);
        let source = memory.place(&bytes, numbers.below(64));
        let full = calls.same(Operation::FromChars, (encoding, options, 2000, numbers.below(64)), source, &what);
        let expected = model::encode(encoding, options, &chars, usize::MAX);
        assert_eq!((full.progress, &full.bytes), (expected.0, &expected.1), "{encoding:?} {}", what());
        let less = numbers.below(full.progress.written + 1);
        calls.same(Operation::FromChars, (encoding, options, less, numbers.below(64)), source, &what);
        calls.same(Operation::MeasureChars, (encoding, options, 0, 0), source, &what);
    }
}

#[test]
fn encoding() {
    let (mut calls, mut memory) = (Calls::new(), Memory::new(4000));
    let targets = [ENCODINGS.as_slice(), &[Encoding::Latin1]].concat();
    each(|gap, count, numbers| {
        let mut bytes = text(Encoding::UTF16_NATIVE, gap, count, numbers);
        bytes.truncate(2000);
        let chars: Vec<u16> = bytes.chunks(2).map(|pair| u16::from_ne_bytes([pair[0], pair[1]])).collect();
        let encoding = numbers.pick(&targets);
        let options = numbers.pick(&OPTIONS);
        let what = || format!("gap {gap} count {count}: {chars:04X?}");
        let source = memory.place(&bytes, numbers.below(64));
        let skew = numbers.below(64);
        let full = calls.same(Operation::FromChars, (encoding, options, 8000, skew), source, &what);
        let expected = model::encode(encoding, options, &chars, usize::MAX);
        assert_eq!((full.progress, &full.bytes), (expected.0, &expected.1), "{encoding:?} {}", what());
        let less = numbers.below(full.progress.written + 1);
        calls.same(Operation::FromChars, (encoding, options, less, skew), source, &what);
        calls.same(Operation::MeasureChars, (encoding, options, 0, skew), source, &what);
    });
}

/// Latin-1 that ASCII lacks.
#[test]
fn encoding_latin1_to_ascii() {
    let mut calls = Calls::new();
    each(|gap, count, numbers| {
        let clean = numbers.below(150);
        let latin1 =
            [&vec![0x61; clean][..], &[&[0xE9][..], &vec![0x61; gap]].concat().repeat(count), &[0x61; 150]].concat();
        let what = || format!("gap {gap} count {count} after {clean}");
        let less = numbers.below(latin1.len() + 1);
        for room in [latin1.len(), less] {
            let how = (Encoding::Ascii, numbers.pick(&OPTIONS), room, numbers.below(64));
            calls.same(Operation::FromLatin1, how, Source::from_bytes(&latin1), &what);
        }
    });
}

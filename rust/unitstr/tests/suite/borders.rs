//! Good and bad sequences at every place of a text, so across every border of any vector, in text of each width, with
//! more text behind them or none, into room that ends there or does not: for each kernel, by name.

use unitstr::{Encoding, Options};

use crate::calls::{Calls, Memory, Operation};
use crate::texts;

const OPTIONS: [Options; 4] = [
    Options::REPLACE.with_continued(),
    Options::REPORT.with_continued(),
    Options::REPLACE.with_continued().with_more(),
    Options::REPORT.with_continued().with_more(),
];

/// Where a sequence is put: by default around the borders of vectors of 16, 32 and 64 bytes and of four of them, and of
/// the strides of 31 chars; with `UNITSTR_DEPTH=all` everywhere.
fn offsets(end: usize) -> impl Iterator<Item = usize> {
    let near = |offset: usize, step: usize| (offset + 3) % step <= 6;
    let all = texts::full();
    (0..=end).filter(move |offset| all || *offset < 40 || near(*offset, 16) || near(*offset, 31))
}

/// Each of `sequences` after any number of bytes of `fillers`, the text ending there, or not.
fn at_every_place(operations: &[Operation], encoding: Encoding, fillers: &[Vec<u8>], sequences: &[Vec<u8>]) {
    let (mut calls, mut memory) = (Calls::new(), Memory::new(2000));
    for filler in fillers {
        let unit = fillers[0].len();
        for offset in offsets(320).filter(|offset| offset % unit == 0) {
            let mut before: Vec<u8> = fillers[0].repeat(offset % filler.len() / unit);
            while before.len() < offset {
                before.extend(filler);
            }
            for (number, sequence) in sequences.iter().enumerate() {
                let end = before.len() + sequence.len();
                let text = [&before[..], sequence, &filler.repeat(70)].concat();
                let what = || format!("{sequence:02X?} at {offset} in {filler:02X?}");
                for (i, options) in OPTIONS.into_iter().enumerate() {
                    if !texts::tries(offset / unit + number + i) {
                        continue;
                    }
                    let skew = (offset * 7 + i) % 64;
                    for text in [&text[..], &text[..end]] {
                        let source = memory.place(text, (offset + 13 * i) % 64);
                        let how = (encoding, options, 2000, skew);
                        calls.same_in_rooms(operations, how, source, &what);
                    }
                }
            }
        }
    }
}

/// Text of each width in an encoding; the first of one unit.
fn fillers(encoding: Encoding) -> Vec<Vec<u8>> {
    ["a", "é", "я", "中", "😀"].map(|filler| texts::bytes_fast(encoding, filler)).to_vec()
}

/// A lead byte or a high surrogate with only a part of what has to follow, or with something else.
fn partnerless(encoding: Encoding) -> Vec<Vec<u8>> {
    match encoding.unit_size() {
        1 => ["é", "ÿ", "я", "中", "😀", "\u{10FFFF}"]
            .iter()
            .flat_map(|text| (1..=text.len()).map(|end| text.as_bytes()[..end].to_vec()))
            .collect(),
        2 => units16(
            encoding,
            &[&[HIGH, LOW], &[HIGH], &[HIGH, HIGH], &[HIGH, 0x61], &[HIGH, 0xE000], &[0xDBFF, 0xD7FF]],
        ),
        _ => units32(encoding, &[0x1_F600, 0xFFFF, 0x1_0000, 0x10_FFFF]),
    }
}

const HIGH: u16 = 0xD83D;
const LOW: u16 = 0xDE00;

fn units16(encoding: Encoding, sequences: &[&[u16]]) -> Vec<Vec<u8>> {
    let bytes = |unit: &u16| match encoding {
        Encoding::Utf16Be => unit.to_be_bytes(),
        _ => unit.to_le_bytes(),
    };
    sequences.iter().map(|units| units.iter().flat_map(bytes).collect()).collect()
}

fn units32(encoding: Encoding, units: &[u32]) -> Vec<Vec<u8>> {
    let bytes = |unit: &u32| match encoding {
        Encoding::Utf32Be => unit.to_be_bytes().to_vec(),
        _ => unit.to_le_bytes().to_vec(),
    };
    units.iter().map(bytes).collect()
}

/// Sequences that decoders often handle wrongly.
fn malformed(encoding: Encoding) -> Vec<Vec<u8>> {
    let bytes: &[&[u8]] = &[
        b"\x80",
        b"\xBF\xBF",
        b"\xC0\x80",
        b"\xC1\xBF",
        b"\xE0\x80\x80",
        b"\xE0\x9F\xBF",
        b"\xED\xA0\x80",
        b"\xED\xA0",
        b"\xED\xBF\xBF",
        b"\xED\xA0\x80\xED\xB0\x80",
        b"\xF0\x80",
        b"\xF0\x8F\xBF\xBF",
        b"\xF4\x90\x80\x80",
        b"\xF5\x80\x80\x80",
        b"\xF8\x88\x80\x80\x80",
        b"\xFF",
        b"\xE2\x82\xE2\x82\xAC",
        b"\xC3\xC3\xA9",
    ];
    match (encoding, encoding.unit_size()) {
        (_, 1) => bytes.iter().map(|bytes| bytes.to_vec()).collect(),
        (_, 2) => {
            let units: [&[u16]; 8] = [
                &[LOW],
                &[LOW, HIGH],
                &[HIGH, HIGH, LOW],
                &[HIGH, LOW, LOW],
                &[HIGH, LOW, HIGH, LOW],
                &[0xD7FF, 0xE000],
                &[0xDC00, 0xDFFF],
                &[HIGH, 0x61, LOW],
            ];
            let mut all = units16(encoding, &units);
            all.push(vec![0x61]);
            all.push([&units16(encoding, &[&[HIGH]])[0][..], &[0xDE]].concat());
            all
        }
        _ => {
            let mut all = units32(
                encoding,
                &[0x11_0000, 0x8000_0000, 0xFFFF_FFFF, 0x8000_0061, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0x0110_0000],
            );
            all.extend((1..4).map(|end| vec![0; end]));
            all
        }
    }
}

macro_rules! decoding {
    ($($name:ident: $operation:ident $encoding:ident;)*) => {
        $(
            mod $name {
                use super::*;

                #[test]
                fn partner_outside_the_window() {
                    let encoding = Encoding::$encoding;
                    at_every_place(&[Operation::$operation], encoding, &fillers(encoding), &partnerless(encoding));
                }

                #[test]
                fn malformed_at_every_place() {
                    let encoding = Encoding::$encoding;
                    at_every_place(&[Operation::$operation], encoding, &fillers(encoding), &malformed(encoding));
                }
            }
        )*
    };
}

decoding! {
    utf8_to_latin1: ToLatin1 Utf8;
    utf8_to_utf16: ToUtf16 Utf8;
    utf8_to_java: ToJava Utf8;
    utf8_measured: MeasureDecoded Utf8;
    utf8_measured_as_latin1: MeasureToLatin1 Utf8;
    utf8_validated: Validate Utf8;
    utf8_compared: Compare Utf8;
    ascii_to_latin1: ToLatin1 Ascii;
    ascii_to_utf16: ToUtf16 Ascii;
    ascii_to_java: ToJava Ascii;
    ascii_measured: MeasureDecoded Ascii;
    ascii_measured_as_latin1: MeasureToLatin1 Ascii;
    ascii_validated: Validate Ascii;
    ascii_compared: Compare Ascii;
    utf16le_to_latin1: ToLatin1 Utf16Le;
    utf16le_to_utf16: ToUtf16 Utf16Le;
    utf16le_to_java: ToJava Utf16Le;
    utf16le_measured: MeasureDecoded Utf16Le;
    utf16le_measured_as_latin1: MeasureToLatin1 Utf16Le;
    utf16le_validated: Validate Utf16Le;
    utf16le_compared: Compare Utf16Le;
    utf16be_to_latin1: ToLatin1 Utf16Be;
    utf16be_to_utf16: ToUtf16 Utf16Be;
    utf16be_to_java: ToJava Utf16Be;
    utf16be_measured: MeasureDecoded Utf16Be;
    utf16be_measured_as_latin1: MeasureToLatin1 Utf16Be;
    utf16be_validated: Validate Utf16Be;
    utf16be_compared: Compare Utf16Be;
    utf32le_to_latin1: ToLatin1 Utf32Le;
    utf32le_to_utf16: ToUtf16 Utf32Le;
    utf32le_to_java: ToJava Utf32Le;
    utf32le_measured: MeasureDecoded Utf32Le;
    utf32le_measured_as_latin1: MeasureToLatin1 Utf32Le;
    utf32le_validated: Validate Utf32Le;
    utf32le_compared: Compare Utf32Le;
    utf32be_to_latin1: ToLatin1 Utf32Be;
    utf32be_to_utf16: ToUtf16 Utf32Be;
    utf32be_to_java: ToJava Utf32Be;
    utf32be_measured: MeasureDecoded Utf32Be;
    utf32be_measured_as_latin1: MeasureToLatin1 Utf32Be;
    utf32be_validated: Validate Utf32Be;
    utf32be_compared: Compare Utf32Be;
}

/// Chars of this machine.
const CHARS: Encoding = Encoding::UTF16_NATIVE;

macro_rules! encoding {
    ($($name:ident: $encoding:ident;)*) => {
        $(
            mod $name {
                use super::*;

                #[test]
                fn partner_outside_the_window() {
                    at_every_place(&Operation::OF_CHARS, Encoding::$encoding, &fillers(CHARS), &partnerless(CHARS));
                }

                #[test]
                fn malformed_at_every_place() {
                    let mut sequences = malformed(CHARS);
                    sequences.retain(|sequence| sequence.len() % 2 == 0);
                    at_every_place(&Operation::OF_CHARS, Encoding::$encoding, &fillers(CHARS), &sequences);
                }

                #[test]
                fn latin1_at_every_place() {
                    let sequences = [&[0x80][..], &[0xFF], &[0xC3, 0xA9]].map(<[u8]>::to_vec);
                    let fillers = [b"a", b"\xE9"].map(|filler| filler.to_vec());
                    at_every_place(&Operation::OF_LATIN1, Encoding::$encoding, &fillers, &sequences);
                }
            }
        )*
    };
}

encoding! {
    chars_to_utf8: Utf8;
    chars_to_latin1: Latin1;
    chars_to_ascii: Ascii;
    chars_to_utf16le: Utf16Le;
    chars_to_utf16be: Utf16Be;
    chars_to_utf32le: Utf32Le;
    chars_to_utf32be: Utf32Be;
}

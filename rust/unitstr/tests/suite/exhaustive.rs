//! All short inputs.

use unitstr::{Encoding, Options, Policy, Progress, Source, Target, decode_utf16, from_str, to_chars};

use crate::texts::{chars, tries, tries_one_in};
use crate::{check, model, tiers};

/// Bytes at the edges of the rows of the UTF-8 table.
const EDGES: [u8; 20] = [
    0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEF, 0xF0, 0xF4, 0xF5,
    0xFF,
];

fn decode(options: Options, bytes: &[u8]) -> (Progress, Vec<u16>) {
    let mut chars = [0; 8];
    let progress = decode_utf16(Encoding::Utf8, options, Source::from_bytes(bytes), Target::from_chars(&mut chars));
    (progress, chars[..progress.written].to_vec())
}

/// The operation that the others share their steps with, on one input.
fn utf8(bytes: &[u8]) {
    for options in [Options::REPLACE, Options::REPORT, Options::REPLACE.with_more()] {
        let expected = model::decode(Encoding::Utf8, options, bytes, 8, 0xFFFF);
        assert_eq!(decode(options, bytes), expected, "{options:?} {bytes:02X?}");
    }
}

#[test]
fn utf8_of_one_and_two_bytes() {
    for a in 0..=0xFF {
        check::decoding(Encoding::Utf8, &[a]);
        for b in 0..=0xFF {
            utf8(&[a, b]);
        }
    }
}

#[test]
fn utf8_of_three_bytes() {
    for a in 0xC0..=0xFF {
        for b in 0..=0xFF {
            for c in 0..=0xFF {
                if tries_one_in(8, usize::from(a) + usize::from(b) + usize::from(c)) {
                    utf8(&[a, b, c]);
                }
            }
        }
    }
}

#[test]
fn utf8_of_four_bytes_at_the_edges() {
    for a in EDGES {
        for b in EDGES {
            for c in EDGES {
                for d in EDGES {
                    utf8(&[a, b, c, d]);
                }
            }
        }
    }
}

/// Units that matter, three in a row, with every tail.
#[test]
fn wide_units_at_the_edges() {
    let units16 = [0x0000, 0x0061, 0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000, 0xFEFF, 0xFFFE, 0xFFFF_u16];
    let units32 = [0, 0x61, 0xD7FF, 0xD800, 0xDFFF, 0xE000, 0xFEFF, 0xFFFF, 0x1_0000, 0x10_FFFF, 0x11_0000, 1 << 31];
    for encoding in Encoding::ALL {
        let units: Vec<Vec<u8>> = match encoding.unit_size() {
            1 => continue,
            2 => units16.iter().flat_map(|unit| [unit.to_le_bytes().to_vec(), unit.to_be_bytes().to_vec()]).collect(),
            _ => units32
                .iter()
                .flat_map(|unit: &u32| [unit.to_le_bytes().to_vec(), unit.to_be_bytes().to_vec()])
                .collect(),
        };
        for (i, a) in units.iter().enumerate() {
            for (j, b) in units.iter().enumerate() {
                if !tries(i + j) {
                    continue;
                }
                check::decoding(encoding, &[&a[..], b].concat());
                let all = [a.clone(), b.clone(), vec![0xD8, 0x00, 0xDC]].concat();
                for tail in 0..=3 {
                    check::decoding(encoding, &all[..all.len() - tail]);
                }
            }
        }
    }
}

/// Chars that matter, three in a row.
#[test]
fn chars_at_the_edges() {
    let units = [0x00, 0x7F, 0x80, 0xFF, 0x100, 0x7FF, 0x800, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000, 0xFEFF, 0xFFFF];
    for encoding in Encoding::ALL {
        for (i, a) in units.into_iter().enumerate() {
            for (j, b) in units.into_iter().enumerate() {
                for (_, c) in units.into_iter().enumerate().filter(|(k, _)| tries(i + j + k)) {
                    check::encoding(encoding, &[a, b, c]);
                }
            }
        }
    }
}

/// Every code point there is, encoded and back. Not the first in a text, where a mark would be dropped.
#[test]
fn every_code_point() {
    let all: Vec<char> = ('\0'..=char::MAX).collect();
    let mut tier = 0;
    tiers::on_each(|| {
        tier += 1;
        for (i, encoding) in Encoding::ALL.into_iter().enumerate() {
            // A sample of a tier has each code point, in some of the encodings; that of another tier in others.
            for (_, block) in all.chunks(64).enumerate().filter(|(number, _)| tries_one_in(8, number + i + tier)) {
                let text: String = ['a'].iter().chain(block).collect();
                let (progress, encoded) = model::encode(encoding, Options::REPLACE, &chars(&text), usize::MAX);
                assert_eq!(from_str(encoding, Policy::Replace, &text).unwrap(), encoded, "{encoding:?} {text:?}");
                assert_eq!(from_str(encoding, Policy::Report, &text).is_ok(), {
                    let reported = model::encode(encoding, Options::REPORT, &chars(&text), usize::MAX).0;
                    reported == progress
                });
                let decoded = model::decode(encoding, Options::REPLACE, &encoded, usize::MAX, 0xFFFF).1;
                assert_eq!(to_chars(encoding, Policy::Replace, &encoded).unwrap(), decoded, "{encoding:?} {text:?}");
                if encoding.unit_size() > 1 || encoding == Encoding::Utf8 {
                    assert_eq!(decoded, chars(&text), "{encoding:?}");
                }
            }
        }
    });
}

/// Every bad sequence at every place in text that fast paths like.
#[test]
fn errors_at_every_place() {
    let bad: [&[u8]; 12] = [
        b"\x80",
        b"\xC0\x80",
        b"\xC3",
        b"\xE2\x82",
        b"\xED\xA0\x80",
        b"\xED\xA0",
        b"\xF0\x9F\x98",
        b"\xF4\x90\x80\x80",
        b"\xF8\x88\x80\x80\x80",
        b"\xE0\x80\x80",
        b"\xFF",
        b"\xF0\x80",
    ];
    for (i, letter) in ["a", "é", "€", "😀"].into_iter().enumerate() {
        for (j, sequence) in bad.into_iter().enumerate() {
            for before in (0..=130).filter(|before| tries_one_in(8, before + 2 * i + j)) {
                let text = [letter.repeat(before).as_bytes(), sequence, letter.repeat(20).as_bytes()].concat();
                for options in [Options::REPLACE, Options::REPORT] {
                    check::decoding_into(Encoding::Utf8, options, &text, 300);
                }
            }
        }
    }
}

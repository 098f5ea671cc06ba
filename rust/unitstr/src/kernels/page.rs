//! The examples of README.md: computed from the tables that it explains, and converted by every tier.

use std::array::from_fn;
use std::path::Path;

use super::lookup::{FIRST_HIGH, FIRST_LOW, SECOND_HIGH, TWO_TRAILS};
use super::shared::tables::{BYTES, THREE, TWO, UNITS};
use super::{Form, Isa, Taken, decoded_chars, encode, encoded_bytes, to_latin1, to_utf16, valid, with_isa};
use crate::{Encoding, Options, Scan, Source, Target, decode_utf16, find_zero, validate};

const PAGE: &str = include_str!("README.md");
const ANY: u32 = u32::MAX;

/// `a中😀`.
const UTF8: [u8; 8] = [0x61, 0xE4, 0xB8, 0xAD, 0xF0, 0x9F, 0x98, 0x80];
const CHARS: [u16; 4] = [0x61, 0x4E2D, 0xD83D, 0xDE00];

/// The page has a row that begins with this name and these numbers.
fn row<N: Into<u32>>(name: &str, digits: usize, numbers: impl IntoIterator<Item = N>) {
    let cell = |number: N| match number.into() {
        0 => ".".to_owned(),
        ANY => "?".to_owned(),
        number => format!("{number:0digits$X}"),
    };
    cells(name, numbers.into_iter().map(cell));
}

fn cells(name: &str, cells: impl Iterator<Item = String>) {
    let row = format!("{name} {} ", cells.collect::<Vec<_>>().join(" "));
    let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ") + " ";
    assert!(PAGE.lines().any(|line| words(line).starts_with(&row)), "README.md has no row {row}");
}

/// The page has this row of a table of shuffles. Returns what it makes of `bytes`.
fn shuffled(bytes: &[u8], name: &str, row: &[u8]) -> Vec<u8> {
    let indices = || row.iter().filter(|index| **index < 0x80);
    cells(name, indices().map(|index| format!("{index:02X}")));
    indices().map(|index| bytes[usize::from(*index)]).collect()
}

fn before(bytes: [u8; 8], places: usize) -> [u8; 8] {
    from_fn(|place| if place < places { 0 } else { bytes[place - places] })
}

fn is_trail(byte: u8) -> bool {
    (0x80..0xC0).contains(&byte)
}

fn set<const N: usize>(lanes: [bool; N]) -> usize {
    lanes.iter().rev().fold(0, |set, lane| set << 1 | usize::from(*lane))
}

fn memory(chars: &[u16]) -> Vec<u8> {
    chars.iter().flat_map(|unit| unit.to_le_bytes()).collect()
}

fn each_tier(body: impl Fn(Isa)) {
    for isa in Isa::ALL.into_iter().filter(|isa| isa.is_available() && *isa != Isa::Scalar) {
        with_isa(isa, || body(isa));
    }
}

/// A kernel of each tier converts all of a text that is repeated, each time with one more unit, of `FROM` and `TO` bytes:
/// otherwise lanes that are exchanged could be equal.
fn converts<const FROM: usize, const TO: usize>(
    from: &[u8],
    to: &[u8],
    kernel: impl Fn(Source<'_>, Target<'_>) -> Taken,
) {
    let repeated = |text: &[u8], unit: usize| [text, &[b'z', 0, 0, 0][..unit]].concat().repeat(16);
    let (from, to) = (repeated(from, FROM), repeated(to, TO));
    each_tier(|isa| {
        let mut room = vec![0; to.len()];
        let taken = kernel(Source::from_bytes(&from), Target::from_bytes(&mut room));
        assert_eq!((taken.read, &room), (from.len(), &to), "{isa:?}");
    });
}

fn counts(text: &[u8], count: usize, kernel: impl Fn(Source<'_>) -> Taken) {
    each_tier(|isa| {
        let taken = kernel(Source::from_bytes(&text.repeat(16)));
        assert_eq!((taken.read, taken.written), (16 * text.len(), 16 * count), "{isa:?}");
    });
}

#[test]
fn tails() {
    row("text", 2, *b"abcde");
    row("first, last", 2, *b"abcdbcde");
    row("first, wide", 2, memory(&[0x61, 0x62, 0x63, 0x64]));
    row("last, wide", 2, memory(&[0x62, 0x63, 0x64, 0x65]));
}

#[test]
fn plain() {
    let text = memory(&[0x61, 0xE9, 0x62, 0xFF]);
    row("aébÿ", 2, text.clone());
    row("narrow", 2, *b"a\xE9b\xFF");
    converts::<2, 1>(&text, b"a\xE9b\xFF", |source, room| to_latin1(Form::Utf16Le, source, room));
}

#[test]
fn validation() {
    let bytes = [0x61, 0xC3, 0xA9, 0xE4, 0xB8, 0xAD, 0xED, 0xA0];
    let [one, two, three] = [1, 2, 3].map(|places| before(bytes, places));
    let first_high = one.map(|byte| FIRST_HIGH[usize::from(byte >> 4)]);
    let first_low = one.map(|byte| FIRST_LOW[usize::from(byte & 0xF)]);
    let second_high = bytes.map(|byte| SECOND_HIGH[usize::from(byte >> 4)]);
    let pair: [u8; 8] = from_fn(|place| first_high[place] & first_low[place] & second_high[place]);
    let third = two.map(|byte| byte.saturating_sub(0x60));
    let due: [u8; 8] = from_fn(|place| (third[place] | three[place].saturating_sub(0x70)) & TWO_TRAILS);
    row("bytes", 2, bytes);
    row("one before", 2, one);
    row("FIRST_HIGH", 2, first_high);
    row("FIRST_LOW", 2, first_low);
    row("SECOND_HIGH", 2, second_high);
    row("pair", 2, pair);
    row("two before", 2, two);
    row("third", 2, third);
    row("due", 2, due);
    row("errors", 2, from_fn::<_, 8, _>(|place| pair[place] ^ due[place]));
    let kinds =
        [(0xC0, 0), (0, 0x80), (0xC0, 0x80), (0xE0, 0x80), (0xED, 0xA0), (0xF4, 0x90), (0xF0, 0x80), (0x80, 0x80)];
    for (kind, (first, second)) in kinds.into_iter().enumerate() {
        let ([high, low], second) = ([first >> 4, first & 0xF], second >> 4);
        assert_eq!(FIRST_HIGH[high] & FIRST_LOW[low] & SECOND_HIGH[second], 1 << kind);
        assert!(PAGE.contains(&format!("| {:02X} | {first:02X}", 1 << kind)));
    }
    counts(&bytes[..6], 0, |source| valid(Form::Utf8, source));
    let text = [&bytes[..6].repeat(16), &bytes[..]].concat();
    each_tier(|isa| {
        let progress = validate(Encoding::Utf8, Options::default(), Source::from_bytes(&text));
        assert_eq!(progress.read, 17 * 6, "{isa:?}");
    });
}

#[test]
fn utf8_to_chars() {
    let [one, two, three] = [1, 2, 3].map(|places| before(UTF8, places));
    let a = UTF8.map(|byte| byte & 0x7F);
    let b: [u8; 8] = from_fn(|place| if is_trail(UTF8[place]) { one[place] & 0x3F } else { 0 });
    let c = two.map(|byte| byte.saturating_sub(0xE0) << 4);
    let sum: [u16; 8] = from_fn(|place| u16::from(a[place]) + (u16::from(b[place]) << 6) + (u16::from(c[place]) << 8));
    let lanes: [u16; 8] = from_fn(|place| match sum[place] {
        sum if two[place] >= 0xF0 => (sum >> 4) + 0xD7C0,
        sum if three[place] >= 0xF0 => sum & 0x3FF | 0xDC00,
        sum => sum,
    });
    let keep: [bool; 8] = from_fn(|place| UTF8[place] < 0xC0 && one[place] < 0xE0);
    row("bytes", 2, UTF8);
    row("a", 2, a);
    row("b", 2, b);
    row("c", 2, c);
    row("sum", 4, sum);
    row("third, fourth", 4, from_fn::<_, 8, _>(|place| if place < 6 { ANY } else { lanes[place].into() }));
    row("keep", 1, keep);
    assert_eq!(set(keep), 0xC9);
    assert_eq!(shuffled(&memory(&lanes), "UNITS[C9]", &UNITS[0xC9]), memory(&CHARS));
    row("chars", 4, CHARS);
    converts::<1, 2>(&UTF8, &memory(&CHARS), |source, room| to_utf16(Form::Utf8, source, room));

    let places = [0, 3, 6, 7];
    let last = places.map(|place| if is_trail(UTF8[place]) { UTF8[place] & 0x3F } else { UTF8[place] });
    let prev = places.map(|place| b[place]);
    let prev2 = places.map(|place| if two[place] >= 0xE0 { two[place] } else { 0 });
    let w: [_; 4] = from_fn(|i| u16::from(prev2[i]) << 12 | u16::from(prev[i]) << 6 | u16::from(last[i]));
    cells("places", places.iter().map(|place| format!("{place:02}")));
    row("last", 2, last);
    row("prev", 2, prev);
    row("prev2", 2, prev2);
    row("w", 4, w);
    assert_eq!(w, places.map(|place| sum[place]));
}

#[test]
fn chars_to_utf8() {
    let from_80 = CHARS.map(|char| char >= 0x80);
    let three = CHARS.map(|char| char >= 0x800 && char & 0xF800 != 0xD800);
    let two_bytes = |char: u16| char & 0x3F | char << 2 & 0x3F00 | if char < 0x800 { 0xC080 } else { 0x8080 };
    let (j, clear) = (CHARS[2] + 0x40, 0x3000 & !(CHARS[2] << 12));
    let high = j & 0x700 | j >> 2 & 0x3F | 0xF080;
    let pairs = [CHARS[0], two_bytes(CHARS[1]), high, two_bytes(CHARS[3]) ^ clear];
    let firsts = CHARS.map(|char| char >> 12 | 0xE0);
    let lanes = memory(&from_fn::<_, 8, _>(|half| if half % 2 == 0 { pairs[half / 2] } else { firsts[half / 2] }));
    row("from 80 on", 1, from_80);
    row("from 800 on", 1, three);
    row("pairs of bytes", 4, pairs);
    row("surrogates", 4, [ANY, ANY, j.into(), clear.into()]);
    row("first", 2, firsts);
    row("lanes", 2, lanes.clone());
    assert_eq!(set(from_80) | set(three) << 4, 0x2E);
    assert_eq!(shuffled(&lanes, "THREE[2E]", &THREE[0x2E]), UTF8);
    converts::<2, 1>(&memory(&CHARS), &UTF8, |source, room| encode(Form::Chars, Form::Utf8, source, room));

    let six = [18, 12, 6, 0].map(|shift| 0x1_F600 >> shift & 0x3F_u32);
    row("six bits", 2, six);
    row("bytes", 2, [six[0] | 0xF0, six[1] | 0x80, six[2] | 0x80, six[3] | 0x80]);
}

#[test]
fn latin1() {
    let bytes = [0x61, 0xC3, 0xA9, 0xC2, 0xA9, 0x62, 0xC3, 0xBF];
    let one = before(bytes, 1);
    let [lead, after] = [bytes, one].map(|bytes| bytes.map(|byte| byte & 0xFE == 0xC2));
    let latin1: [u8; 8] = from_fn(|place| bytes[place] | if one[place] == 0xC3 { 0x40 } else { 0 });
    row("bytes", 2, bytes);
    row("sign", 1, from_fn::<_, 8, _>(|place| lead[place] ^ after[place]));
    row("lead", 1, lead);
    row("after", 1, after);
    row("latin1", 2, latin1);
    assert_eq!(set(lead.map(|lead| !lead)), 0xB5);
    let narrow = shuffled(&latin1, "BYTES[0][B5]", &BYTES[0][0xB5]);
    row("bytes", 2, narrow.clone());
    converts::<1, 1>(&bytes, &narrow, |source, room| to_latin1(Form::Utf8, source, room));

    let bytes: [u8; 8] = [0x61, 0xE9, 0xA9, 0x62, 0xFF, 0x63, 0x64, 0x80];
    let trail = bytes.map(|byte| if byte < 0x80 { byte } else { byte & !0x40 });
    let lead = bytes.map(|byte| if byte < 0xC0 { 0xC2 } else { 0xC3 });
    let lanes: [u8; 16] = from_fn(|half| if half % 2 == 0 { trail[half / 2] } else { lead[half / 2] });
    row("bytes", 2, bytes);
    row("trail", 2, trail);
    row("lead", 2, from_fn::<_, 8, _>(|place| if bytes[place] < 0x80 { ANY } else { lead[place].into() }));
    assert_eq!(set(bytes.map(|byte| byte >= 0x80)), 0x96);
    let utf8 = shuffled(&lanes, "TWO[96]", &TWO[0x96]);
    row("bytes", 2, utf8.clone());
    converts::<1, 1>(&bytes, &utf8, |source, room| encode(Form::Latin1, Form::Utf8, source, room));
    counts(&bytes, utf8.len(), |source| encoded_bytes(Form::Latin1, Form::Utf8, source));
}

#[test]
fn utf16_and_utf32() {
    let chars: [u16; 4] = [0x61, 0xD83D, 0xDE00, 0x4E2D];
    let [highs, lows] = [0xD8, 0xDC].map(|kind| chars.map(|char| char >> 8 & 0xFC == kind));
    let point = (0xD83D << 10) + 0xDE00 - 0x35F_DC00_u32;
    row("chars", 4, chars);
    row("high bytes", 2, chars.map(|char| char >> 8));
    row("highs", 1, highs);
    row("lows", 1, lows);
    row("pair", 4, [point]);
    row("back", 4, [0xD7C0 + (point >> 10), 0xDC00 | point & 0x3FF]);
    assert_eq!(set(lows), set(highs) << 1);
    let (chars, points) = (memory(&chars), [0x61, point, 0x4E2D].map(u32::to_le_bytes).concat());
    converts::<2, 4>(&chars, &points, |source, room| encode(Form::Chars, Form::Utf32Le, source, room));
    converts::<4, 2>(&points, &chars, |source, room| to_utf16(Form::Utf32Le, source, room));
}

#[test]
fn lengths() {
    row("not a trail", 1, UTF8.map(|byte| !is_trail(byte)));
    row("fourth", 1, before(UTF8, 3).map(|byte| byte >= 0xF0));
    counts(&UTF8, 4, |source| decoded_chars(Form::Utf8, source));
    counts(&memory(&CHARS), 8, |source| encoded_bytes(Form::Chars, Form::Utf8, source));
}

#[test]
fn zero_scan() {
    let bytes = [0x61, 0, 0, 0x62, 0, 0, 0x63, 0];
    let lanes: [u32; 9] = from_fn(|lane| if lane == 0 { ANY } else { bytes[lane - 1].into() });
    let zero = lanes.map(|lane| lane == 0);
    let shifted: [bool; 9] = from_fn(|lane| lane > 0 && zero[lane - 1]);
    row("bytes", 2, bytes);
    row("mask, 1 byte", 1, bytes.map(|byte| byte == 0));
    row("mask, 2 bytes", 1, from_fn::<_, 8, _>(|place| bytes[place & !1] | bytes[place | 1] == 0));
    row("lanes", 2, lanes);
    row("zero", 1, zero);
    row("zero << 1", 1, shifted);
    row("last bytes", 1, from_fn::<_, 9, _>(|lane| lane % 2 == 0));
    row("units", 1, from_fn::<_, 9, _>(|lane| zero[lane] && shifted[lane] && lane % 2 == 0));
    // From an even address, and from an odd one.
    for start in [64, 65] {
        let text = [&vec![1; start], &bytes[..], &[1; 200]].concat();
        let from = |at| Scan::from_bytes(&text[at..]);
        each_tier(|isa| {
            for at in (start % 2..start).step_by(2) {
                assert_eq!(find_zero(1, from(at)), start - at + 1, "{isa:?}");
                assert_eq!(find_zero(2, from(at)), (start - at) / 2 + 2, "{isa:?}");
            }
        });
    }
}

#[test]
fn replacement() {
    let bytes = [0x61, 0xC3, 0xA9, 0xFF, 0xE4, 0xB8, 0x62, 0x80];
    let chars = [0x61, 0xE9, 0xFFFD, 0xFFFD, 0x62, 0xFFFD];
    let second: [bool; 8] = from_fn(|i| (0xC2..0xF5).contains(&bytes[i]) && is_trail(bytes[i + 1]));
    let trailing: [bool; 8] = from_fn(|place| place > 0 && second[place - 1]);
    let two: [bool; 8] = from_fn(|place| second[place] && bytes[place] < 0xE0);
    let errors: [bool; 8] = from_fn(|place| bytes[place] >= 0x80 && !trailing[place] && !two[place]);
    row("bytes", 2, bytes);
    row("second", 1, second);
    row("trailing", 1, trailing);
    row("errors", 1, errors);
    row("keep", 1, from_fn::<_, 8, _>(|place| bytes[place] < 0x80 || errors[place] || place > 0 && two[place - 1]));
    row("chars", 4, chars);
    each_tier(|isa| {
        let (text, mut room) = (bytes.repeat(16), vec![0; 16 * chars.len()]);
        let target = Target::from_chars(&mut room);
        let progress = decode_utf16(Encoding::Utf8, Options::REPLACE, Source::from_bytes(&text), target);
        assert_eq!((progress.written, &room), (room.len(), &chars.repeat(16)), "{isa:?}");
    });
}

/// Names in the page are names in the code and in the tests.
#[test]
fn names() {
    let mut code = String::new();
    for folder in ["", "avx2", "avx512", "neon", "shared", "../../tests/suite"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/kernels").join(folder);
        for path in std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()) {
            if path.extension().is_some_and(|extension| extension == "rs") {
                code += &format!("{}\n{}", path.display(), std::fs::read_to_string(&path).unwrap());
            }
        }
    }
    let prose = PAGE.split("```").step_by(2).collect::<String>();
    let is_name = |name: &&str| name.chars().all(|char| char.is_ascii_alphanumeric() || "_:.".contains(char));
    for name in prose.split('`').skip(1).step_by(2).filter(is_name) {
        assert!(name.split("::").all(|part| code.contains(part)), "README.md names {name}");
    }
}

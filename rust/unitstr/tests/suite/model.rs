//! A slow model: text is parsed into items first; every operation follows from the items.

use std::ops::RangeInclusive;

use unitstr::{Coder, Encoding, Options, Policy, Progress, Status};

/// A code point, or one error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Item {
    pub at: usize,
    pub len: usize,
    /// `None`: an error.
    pub value: Option<u32>,
    /// An error only because the text ends here.
    pub open: bool,
}

/// The rows of the table of well-formed UTF-8. The form of a surrogate fits too.
const UTF8_ROWS: [&[RangeInclusive<u8>]; 7] = [
    &[0x00..=0x7F],
    &[0xC2..=0xDF, 0x80..=0xBF],
    &[0xE0..=0xE0, 0xA0..=0xBF, 0x80..=0xBF],
    &[0xE1..=0xEF, 0x80..=0xBF, 0x80..=0xBF],
    &[0xF0..=0xF0, 0x90..=0xBF, 0x80..=0xBF, 0x80..=0xBF],
    &[0xF1..=0xF3, 0x80..=0xBF, 0x80..=0xBF, 0x80..=0xBF],
    &[0xF4..=0xF4, 0x80..=0x8F, 0x80..=0xBF, 0x80..=0xBF],
];

fn utf8(bytes: &[u8], at: usize) -> Item {
    let rest = &bytes[at..];
    let fits =
        |row: &&[RangeInclusive<u8>]| row.iter().zip(rest).take_while(|(range, byte)| range.contains(byte)).count();
    let row = UTF8_ROWS.into_iter().max_by_key(fits).unwrap();
    let len = fits(&row);
    if len < row.len() {
        return Item { at, len: len.max(1), value: None, open: len == rest.len() };
    }
    // A whole sequence by the table is a character, unless it is a surrogate.
    let character = std::str::from_utf8(&rest[..len]).ok().and_then(|text| text.chars().next());
    Item { at, len, value: character.map(u32::from), open: false }
}

fn utf16(bytes: &[u8], at: usize, big: bool) -> Item {
    let rest = &bytes[at..];
    let unit = |i: usize| {
        let pair = [*rest.get(2 * i)?, *rest.get(2 * i + 1)?];
        Some(if big { u16::from_be_bytes(pair) } else { u16::from_le_bytes(pair) })
    };
    match (unit(0), unit(1)) {
        (None, _) => Item { at, len: 1, value: None, open: true },
        (Some(0xD800..=0xDBFF), None) => Item { at, len: rest.len(), value: None, open: true },
        (Some(high @ 0xD800..=0xDBFF), Some(next)) => {
            let pair = char::decode_utf16([high, next]).next().unwrap();
            Item { at, len: 4, value: pair.ok().map(u32::from), open: false }
        }
        (Some(low @ 0xDC00..=0xDFFF), _) => Item { at, len: size_of_val(&low), value: None, open: false },
        (Some(other), _) => Item { at, len: 2, value: Some(other.into()), open: false },
    }
}

fn utf32(bytes: &[u8], at: usize, big: bool) -> Item {
    let Some(unit) = bytes.get(at..at + 4) else {
        return Item { at, len: bytes.len() - at, value: None, open: true };
    };
    let unit: [u8; 4] = unit.try_into().unwrap();
    let value = if big { u32::from_be_bytes(unit) } else { u32::from_le_bytes(unit) };
    Item { at, len: 4, value: Some(value).filter(|value| *value < 0x11_0000), open: false }
}

/// The bytes of the mark to drop, and whether the rest is big-endian.
fn mark(encoding: Encoding, bytes: &[u8]) -> (usize, bool) {
    use Encoding::*;
    match encoding {
        Utf16 | Utf16LeBom if bytes.starts_with(&[0xFE, 0xFF]) => (2, true),
        Utf16 | Utf16LeBom if bytes.starts_with(&[0xFF, 0xFE]) => (2, false),
        Utf32 | Utf32Le | Utf32LeBom if bytes.starts_with(&[0xFF, 0xFE, 0, 0]) => (4, false),
        Utf32 | Utf32Be | Utf32BeBom if bytes.starts_with(&[0, 0, 0xFE, 0xFF]) => (4, true),
        _ => (0, matches!(encoding, Utf16 | Utf16Be | Utf32 | Utf32Be | Utf32BeBom)),
    }
}

/// The item at `at`.
fn item(encoding: Encoding, big: bool, bytes: &[u8], at: usize) -> Item {
    match (encoding, encoding.unit_size()) {
        (Encoding::Utf8, _) => utf8(bytes, at),
        (Encoding::Latin1, _) => Item { at, len: 1, value: Some(bytes[at].into()), open: false },
        (Encoding::Ascii, _) => {
            Item { at, len: 1, value: Some(bytes[at].into()).filter(|byte| *byte < 0x80), open: false }
        }
        (_, 2) => utf16(bytes, at, big),
        (_, _) => utf32(bytes, at, big),
    }
}

/// Where the text begins, and what it consists of.
pub fn parse(encoding: Encoding, continued: bool, bytes: &[u8]) -> (usize, Vec<Item>) {
    let (start, big) = mark(encoding, if continued { &[] } else { bytes });
    let mut items = Vec::new();
    let mut at = start;
    while at < bytes.len() {
        let item = item(encoding, big, bytes, at);
        at += item.len;
        items.push(item);
    }
    (start, items)
}

fn chars_of(value: u32) -> Vec<u16> {
    match char::from_u32(value) {
        Some(value) => value.encode_utf16(&mut [0; 2]).to_vec(),
        None => vec![u16::try_from(value).unwrap()],
    }
}

fn stop(read: usize, written: usize, status: Status, bad: usize) -> Progress {
    Progress { read, written, status, bad_len: bad.try_into().unwrap() }
}

/// The surrogate that is encoded by itself at `at`, and the size of its form.
fn half(encoding: Encoding, bytes: &[u8], at: usize) -> Option<(u16, usize)> {
    let (_, big) = mark(encoding, &[]);
    let size = encoding.unit_size();
    let unit: u32 = match size {
        1 => {
            let &[0xED, high @ 0xA0..=0xBF, low @ 0x80..=0xBF] = bytes.get(at..at + 3)? else {
                return None;
            };
            return Some((0xD000 + 64 * u16::from(high - 0x80) + u16::from(low - 0x80), 3));
        }
        _ => {
            let place = |i: usize| 8 * if big { size - 1 - i } else { i };
            bytes.get(at..at + size)?.iter().enumerate().map(|(i, byte)| u32::from(*byte) << place(i)).sum()
        }
    };
    let unit = u16::try_from(unit).ok().filter(|unit| (0xD800..=0xDFFF).contains(unit))?;
    Some((unit, size))
}

/// A surrogate in three bytes.
fn wtf8(unit: u16) -> [u8; 3] {
    let [low, high] = [unit % 64, unit / 64 % 64].map(|bits| 0x80 + u8::try_from(bits).unwrap());
    [0xED, high, low]
}

/// The same text where lone surrogates are text, and pairs of them are not.
fn lossless(encoding: Encoding, bytes: &[u8]) -> Vec<Item> {
    let mut items: Vec<Item> = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let mut item = item(encoding, mark(encoding, &[]).1, bytes, at);
        if let None | Some(0xD800..=0xDFFF) = item.value
            && let Some((unit, len)) = half(encoding, bytes, at)
        {
            let after_high = items.last().is_some_and(|last| matches!(last.value, Some(0xD800..=0xDBFF)));
            let pair = unit >= 0xDC00 && after_high;
            item = Item { at, len, value: (!pair).then_some(unit.into()), open: false };
        }
        at += item.len;
        items.push(item);
    }
    for i in 0..items.len() {
        let is_high = matches!(items[i].value, Some(0xD800..=0xDBFF));
        let ends = items.get(i + 1).is_none_or(|next| next.open && bytes.len() - next.at < items[i].len);
        items[i].open |= is_high && ends;
    }
    items
}

/// Where the text begins, and what it consists of, in the eyes of a policy.
fn items(encoding: Encoding, o: Options, bytes: &[u8]) -> (usize, Vec<Item>) {
    let utf8_or = |other| encoding == Encoding::Utf8 || other;
    match o.policy {
        Policy::Lossless if utf8_or(encoding.unit_size() > 1) => (0, lossless(encoding, bytes)),
        Policy::SurrogateEscape if utf8_or(encoding == Encoding::Ascii) => {
            let (start, items) = parse(encoding, o.continued, bytes);
            let each = |item: Item| match item.value {
                None if !(item.open && o.more) => (item.at..item.at + item.len)
                    .map(|at| Item { at, len: 1, value: Some(0xDC00 + u32::from(bytes[at])), open: false })
                    .collect(),
                _ => vec![item],
            };
            (start, items.into_iter().flat_map(each).collect())
        }
        _ => parse(encoding, o.continued, bytes),
    }
}

/// The chars of an item; `None` if it is an error to report.
fn chars_of_item(o: Options, item: Item) -> Option<Vec<u16>> {
    match (item.value, o.policy) {
        (Some(value), _) => Some(chars_of(value)),
        (None, Policy::Replace) => Some(vec![0xFFFD]),
        (None, Policy::ReplaceWith(value)) => Some(chars_of(value.into())),
        (None, Policy::Ignore) => Some(Vec::new()),
        (None, _) => None,
    }
}

/// Decodes into at most `capacity` chars, none above `max`.
pub fn decode(encoding: Encoding, o: Options, bytes: &[u8], capacity: usize, max: u16) -> (Progress, Vec<u16>) {
    let (start, items) = items(encoding, o, bytes);
    let mut out = Vec::new();
    for item in items {
        let stopped = |status, bad| stop(item.at, out.len(), status, bad);
        if item.open && o.more {
            return (stopped(Status::Incomplete, 0), out);
        }
        let Some(chars) = chars_of_item(o, item) else {
            return (stopped(Status::Malformed, item.len), out);
        };
        if chars.iter().any(|unit| *unit > max) {
            return (stopped(Status::NotLatin1, 0), out);
        }
        if out.len() + chars.len() > capacity {
            return (stopped(Status::OutputFull, 0), out);
        }
        out.extend(chars);
    }
    (stop(bytes.len().max(start), out.len(), Status::Done, 0), out)
}

/// Decodes into the form of a Java string.
pub fn decode_java(
    encoding: Encoding,
    o: Options,
    bytes: &[u8],
    latin1: usize,
    chars: usize,
) -> (Progress, Coder, Vec<u16>) {
    let (progress, text) = decode(encoding, o, bytes, latin1, 0xFF);
    if progress.status != Status::NotLatin1 {
        return (progress, Coder::Latin1, text);
    }
    let (progress, text) = decode(encoding, o, bytes, chars, 0xFFFF);
    (progress, Coder::Utf16, text)
}

/// Compares with `text`.
pub fn compare(encoding: Encoding, o: Options, bytes: &[u8], text: &[u16]) -> Progress {
    let (progress, out) = decode(encoding, o, bytes, usize::MAX, 0xFFFF);
    let equal = out.iter().zip(text).take_while(|(a, b)| a == b).count();
    if equal == out.len() || progress.status == Status::Malformed {
        return Progress { written: equal, ..progress };
    }
    // The code point that holds the first char that differs.
    let mut written = 0;
    let (_, items) = items(encoding, o, bytes);
    let item = items.iter().find(|item| {
        written += chars_of_item(o, **item).map_or(1, |chars| chars.len());
        written > equal
    });
    stop(item.unwrap().at, equal, Status::Mismatch, 0)
}

/// The bytes of a code point; `None` if the encoding lacks it.
fn encoded(encoding: Encoding, value: char) -> Option<Vec<u8>> {
    use Encoding::*;
    let chars = value.encode_utf16(&mut [0; 2]).to_vec();
    match encoding {
        Utf8 => Some(value.to_string().into_bytes()),
        Latin1 => u8::try_from(value).ok().map(|byte| vec![byte]),
        Ascii => value.is_ascii().then(|| value.to_string().into_bytes()),
        Utf16Be | Utf16 => Some(chars.into_iter().flat_map(u16::to_be_bytes).collect()),
        Utf16Le | Utf16LeBom => Some(chars.into_iter().flat_map(u16::to_le_bytes).collect()),
        Utf32Be | Utf32 | Utf32BeBom => Some(u32::from(value).to_be_bytes().to_vec()),
        Utf32Le | Utf32LeBom => Some(u32::from(value).to_le_bytes().to_vec()),
        _ => panic!("the model does not know {encoding:?}"),
    }
}

/// The bytes in place of a lone surrogate, or of a code point that the encoding lacks (`None`); `None` if the error is
/// reported.
fn repaired(encoding: Encoding, policy: Policy, lone: Option<u16>) -> Option<Vec<u8>> {
    use Encoding::*;
    let substitute = if matches!(encoding, Utf8 | Latin1 | Ascii) { '?' } else { '\u{FFFD}' };
    let (_, big) = mark(encoding, &[]);
    match (policy, lone) {
        (Policy::Replace, _) => encoded(encoding, substitute),
        (Policy::ReplaceWith(value), _) => encoded(encoding, value),
        (Policy::Ignore, _) => Some(Vec::new()),
        (Policy::SurrogateEscape, Some(lone @ 0xDC80..=0xDCFF)) if matches!(encoding, Utf8 | Ascii) => {
            Some(vec![u8::try_from(lone - 0xDC00).unwrap()])
        }
        (Policy::Lossless, Some(lone)) => match (encoding, encoding.unit_size()) {
            (Utf8, _) => Some(wtf8(lone).to_vec()),
            (_, 2) => Some(if big { lone.to_be_bytes() } else { lone.to_le_bytes() }.to_vec()),
            (_, 4) => Some(if big { u32::from(lone).to_be_bytes() } else { u32::from(lone).to_le_bytes() }.to_vec()),
            _ => None,
        },
        _ => None,
    }
}

/// Encodes into at most `capacity` bytes.
pub fn encode(encoding: Encoding, o: Options, chars: &[u16], capacity: usize) -> (Progress, Vec<u8>) {
    use Encoding::*;
    let marked = matches!(encoding, Utf16 | Utf16LeBom | Utf32LeBom | Utf32BeBom)
        && !o.continued
        && o.policy != Policy::Lossless;
    let mut out = Vec::new();
    let mut at = 0;
    for item in char::decode_utf16(chars.iter().copied()) {
        let stopped = |status, bad| stop(at, out.len(), status, bad);
        let (bytes, len, error) = match item {
            Ok(value) => (encoded(encoding, value), value.len_utf16(), Status::Unmappable),
            Err(lone) if o.more && at + 1 == chars.len() && lone.unpaired_surrogate() < 0xDC00 => {
                return (stopped(Status::Incomplete, 0), out);
            }
            Err(_) => (None, 1, Status::Malformed),
        };
        let lone = item.err().map(|lone| lone.unpaired_surrogate());
        let Some(bytes) = bytes.or_else(|| repaired(encoding, o.policy, lone)) else {
            return (stopped(error, len), out);
        };
        let mark = if marked && out.is_empty() && !bytes.is_empty() {
            encoded(encoding, '\u{FEFF}').unwrap()
        } else {
            Vec::new()
        };
        if out.len() + mark.len() + bytes.len() > capacity {
            return (stopped(Status::OutputFull, 0), out);
        }
        out.extend(mark.into_iter().chain(bytes));
        at += len;
    }
    (stop(chars.len(), out.len(), Status::Done, 0), out)
}

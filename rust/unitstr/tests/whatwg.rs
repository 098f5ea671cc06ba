//! The encodings of the WHATWG Encoding Standard against the conversions of whole texts that `encoding_rs` has. With the
//! feature `whatwg`.

use unitstr::whatwg::{Whatwg, decode, encode};
use unitstr::{Policy, Source, Status, Target};

const LABELS: [&str; 12] = [
    "utf-8",
    "windows-1252",
    "koi8-u",
    "macintosh",
    "gbk",
    "gb18030",
    "big5",
    "euc-jp",
    "iso-2022-jp",
    "shift_jis",
    "euc-kr",
    "utf-16be",
];

fn pair(label: &str) -> (Whatwg, &'static encoding_rs::Encoding) {
    let theirs = encoding_rs::Encoding::for_label(label.as_bytes()).expect("a label");
    (Whatwg::for_label(label.as_bytes()).expect("a label"), theirs)
}

/// Numbers that come again (xorshift).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from((self.0 >> 16) % bound as u64).unwrap()
    }
}

/// Bytes of text in the encoding, damaged; some are longer than the buffers of the module.
fn bytes(encoding: &'static encoding_rs::Encoding, numbers: &mut Numbers) -> Vec<u8> {
    let words = ["a", "plain text ", "é", "Ж", "漢字", "かな", "한글", "繁體", "€", "ﾊﾝ", "Ê̄"];
    let length = [20, 200, 3000][numbers.below(3)];
    let mut text = String::new();
    while text.len() < length {
        text.push_str(words[numbers.below(words.len())]);
    }
    let mut bytes = encoding.encode(&text).0.into_owned();
    for _ in 0..numbers.below(8) {
        let at = numbers.below(bytes.len());
        match numbers.below(3) {
            0 => bytes[at] = u8::try_from(numbers.below(256)).unwrap(),
            1 => drop(bytes.remove(at)),
            _ => bytes.insert(at, [0x1B, 0x80, 0xFF, 0x81, 0x8E, 0x24][numbers.below(6)]),
        }
    }
    bytes
}

#[test]
fn decodes_what_they_decode() {
    let mut numbers = Numbers(18);
    for label in LABELS {
        let (ours, theirs) = pair(label);
        for _ in 0..300 {
            let bytes = bytes(theirs, &mut numbers);
            let expected: Vec<u16> = theirs.decode_without_bom_handling(&bytes).0.encode_utf16().collect();
            let source = Source::from_bytes(&bytes);
            let mut chars = vec![0; expected.len()];
            let progress = decode(ours, Policy::Replace, source, Target::from_chars(&mut chars));
            assert_eq!((progress.read, progress.written, progress.status), (bytes.len(), chars.len(), Status::Done));
            assert_eq!(chars, expected, "{label} {bytes:02X?}");
            let size = decode(ours, Policy::Replace, source, Target::from_chars(&mut []));
            let status = if expected.is_empty() { Status::Done } else { Status::OutputFull };
            assert_eq!((size.written, size.status), (expected.len(), status));

            let strict = decode(ours, Policy::Report, source, Target::from_chars(&mut chars));
            match theirs.decode_without_bom_handling_and_without_replacement(&bytes) {
                Some(_) => assert_eq!(strict, progress),
                None => {
                    assert_eq!(strict.status, Status::Malformed, "{label} {bytes:02X?}");
                    assert!((1..=4).contains(&strict.bad_len));
                    assert!(strict.read + strict.bad_len as usize <= bytes.len());
                    assert_eq!(chars[..strict.written], expected[..strict.written]);
                    assert_eq!(expected[strict.written], 0xFFFD, "{label} {bytes:02X?}");
                }
            }
        }
    }
}

#[test]
fn what_was_encoded_is_decoded() {
    let text = "Ж and é and 漢字, ".repeat(200);
    for label in ["utf-8", "gb18030", "koi8-u", "iso-2022-jp", "euc-kr"] {
        let (ours, theirs) = pair(label);
        let text: String = text.chars().filter(|char| !theirs.encode(&char.to_string()).2).collect();
        let expected = theirs.encode(&text).0;
        let chars: Vec<u16> = text.encode_utf16().collect();
        let mut bytes = vec![0; expected.len()];
        let source = Source::from_chars(&chars);
        let progress = encode(ours, Policy::Report, source, Target::from_bytes(&mut bytes)).expect("it can encode");
        assert_eq!((progress.read, progress.status), (chars.len(), Status::Done), "{label}");
        assert_eq!(bytes, *expected, "{label}");
        let full = encode(ours, Policy::Report, source, Target::from_bytes(&mut [0; 5])).expect("it can encode");
        assert_eq!((full.read, full.written, full.status), (0, expected.len(), Status::OutputFull), "{label}");
    }
}

#[test]
fn errors_of_encoding() {
    let encoded = |label: &str, policy, chars: &[u16]| {
        let mut bytes = [0; 64];
        let source = Source::from_chars(chars);
        let progress = encode(pair(label).0, policy, source, Target::from_bytes(&mut bytes)).expect("it can encode");
        let status = (progress.status, progress.read, progress.bad_len);
        (status, bytes[..progress.written].to_vec())
    };
    let done = |read| (Status::Done, read, 0);
    let emoji = [0x61, 0xD83D, 0xDE00, 0x62];
    assert_eq!(encoded("koi8-r", Policy::Replace, &emoji), (done(4), b"a?b".to_vec()));
    assert_eq!(encoded("koi8-r", Policy::Ignore, &emoji), (done(4), b"ab".to_vec()));
    assert_eq!(encoded("koi8-r", Policy::ReplaceWith('\u{416}'), &emoji), (done(4), b"a\xF6b".to_vec()));
    let unmappable = (Status::Unmappable, 1, 2);
    for policy in [Policy::Report, Policy::Lossless, Policy::SurrogateEscape, Policy::ReplaceWith('漢')] {
        assert_eq!(encoded("koi8-r", policy, &emoji), (unmappable, b"a".to_vec()), "{policy:?}");
    }
    // A lone surrogate, also where a pair would cross the end of a buffer.
    assert_eq!(encoded("gb18030", Policy::Replace, &[0xDC00, 0xD800]), (done(2), b"??".to_vec()));
    assert_eq!(encoded("utf-8", Policy::Report, &[0x61, 0xD800]), ((Status::Malformed, 1, 1), b"a".to_vec()));
    let mut long = vec![0x61; 511];
    long.extend([0xD83D, 0xDE00]);
    let mut bytes = vec![0; 515];
    let (source, target) = (Source::from_chars(&long), Target::from_bytes(&mut bytes));
    assert_eq!(encode(pair("utf-8").0, Policy::Report, source, target).map(|all| all.written), Some(515));
    assert!(bytes.ends_with("😀".as_bytes()));
    // Its own end: back to ASCII.
    assert_eq!(encoded("iso-2022-jp", Policy::Report, &[0x6F22]), (done(1), b"\x1B$B4A\x1B(B".to_vec()));
}

#[test]
fn labels() {
    assert_eq!(Whatwg::for_label(b"  Latin1 ").map(Whatwg::name), Some("windows-1252"));
    assert_eq!(Whatwg::for_label(b"utf-7"), None);
    for label in ["utf-16", "utf-16be", "replacement"] {
        let (ours, _) = pair(label);
        assert!(!ours.can_encode());
        assert_eq!(encode(ours, Policy::Replace, Source::from_chars(&[]), Target::from_bytes(&mut [])), None);
    }
}

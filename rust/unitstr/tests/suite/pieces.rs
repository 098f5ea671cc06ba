//! A text in pieces gives what the whole gives, wherever it is cut.

use unitstr::{Encoding, Options, Policy, Source, Status, Target, decode_utf16, encode_utf16};

use crate::check::POLICIES;
use crate::texts::{self, Numbers, PROFILES};
use crate::tiers;

/// The result of a text: the elements written, and the error that ended it, with its position and length.
type Outcome<T> = (Vec<T>, Option<(Status, usize, u32)>);

fn decode_pieces(encoding: Encoding, policy: Policy, bytes: &[u8], ends: &[usize]) -> Outcome<u16> {
    let (mut encoding, mut begun, mut at) = (encoding, false, 0);
    let mut out = Vec::new();
    for (i, end) in ends.iter().enumerate() {
        let piece = &bytes[at..*end];
        let options = Options { policy, more: i + 1 < ends.len(), continued: begun };
        // A byte may become two chars.
        let mut chars = vec![0; 2 * piece.len()];
        let progress = decode_utf16(encoding, options, Source::from_bytes(piece), Target::from_chars(&mut chars));
        out.extend(&chars[..progress.written]);
        if progress.read > 0 && !begun {
            begun = true;
            let keeps_mark = policy == Policy::Lossless;
            encoding =
                if keeps_mark { encoding.default_order() } else { encoding.resolve(Source::from_bytes(piece)).0 };
        }
        at += progress.read;
        match progress.status {
            Status::Done => assert_eq!(at, *end),
            Status::Incomplete => {
                // Lossless holds a high surrogate back too.
                let most = if policy == Policy::Lossless { 7 } else { 3 };
                assert!(options.more && (1..=most).contains(&(end - at)), "{} held back", end - at);
            }
            status => return (out, Some((status, at, progress.bad_len))),
        }
    }
    (out, None)
}

fn encode_pieces(encoding: Encoding, policy: Policy, chars: &[u16], ends: &[usize]) -> Outcome<u8> {
    let mut at = 0;
    let mut out = Vec::new();
    for (i, end) in ends.iter().enumerate() {
        let piece = &chars[at..*end];
        let options = Options { policy, more: i + 1 < ends.len(), continued: !out.is_empty() };
        let mut bytes = vec![0; 4 + 4 * piece.len()];
        let progress = encode_utf16(encoding, options, Source::from_chars(piece), Target::from_bytes(&mut bytes));
        out.extend(&bytes[..progress.written]);
        at += progress.read;
        match progress.status {
            Status::Done => assert_eq!(at, *end),
            Status::Incomplete => assert!(options.more && end - at == 1, "{} held back", end - at),
            status => return (out, Some((status, at, progress.bad_len))),
        }
    }
    (out, None)
}

/// All cuts in two, and into single elements.
fn cuts(len: usize) -> impl Iterator<Item = Vec<usize>> {
    (0..=len).map(move |cut| vec![cut, len]).chain([(0..=len).collect()])
}

fn all_cuts_of(encoding: Encoding, bytes: &[u8]) {
    for policy in POLICIES {
        let whole = decode_pieces(encoding, policy, bytes, &[bytes.len()]);
        for ends in cuts(bytes.len()) {
            let pieces = decode_pieces(encoding, policy, bytes, &ends);
            assert_eq!(pieces, whole, "{encoding:?} {policy:?} {bytes:02X?} cut at {ends:?}");
        }
    }
}

fn all_cuts_of_chars(encoding: Encoding, chars: &[u16]) {
    for policy in POLICIES {
        let whole = encode_pieces(encoding, policy, chars, &[chars.len()]);
        for ends in cuts(chars.len()) {
            let pieces = encode_pieces(encoding, policy, chars, &ends);
            assert_eq!(pieces, whole, "{encoding:?} {policy:?} {chars:04X?} cut at {ends:?}");
        }
    }
}

#[test]
fn decoding() {
    tiers::on_each(|| {
        let mut numbers = Numbers::new(1);
        for encoding in Encoding::ALL {
            for round in 0..300 {
                let profile = PROFILES[round % PROFILES.len()];
                let count = numbers.below(24);
                let mut bytes = texts::bytes(encoding, &texts::text(profile, count, &mut numbers));
                for _ in 0..round % 5 {
                    texts::damage(encoding, &mut bytes, &mut numbers);
                }
                all_cuts_of(encoding, &bytes);
            }
        }
    });
}

#[test]
fn decoding_behind_marks() {
    tiers::on_each(|| {
        let marks: [&[u8]; 5] = [b"\xFE\xFF", b"\xFF\xFE", b"\xFF\xFE\0\0", b"\0\0\xFE\xFF", b"\xEF\xBB\xBF"];
        let rests: [&[u8]; 4] = [b"", b"\xD8\0\xDC\0\0a", b"\0\xD8\0\xDCa\0", b"a\0\0\0\0\0\0a\0"];
        for encoding in Encoding::ALL {
            for first in marks {
                for second in marks {
                    for rest in rests {
                        all_cuts_of(encoding, &[first, rest].concat());
                        all_cuts_of(encoding, &[first, second, rest].concat());
                    }
                }
            }
        }
    });
}

/// Whether the bytes held back are an error of two or of three depends on the next one.
#[test]
fn half_of_a_surrogates_form() {
    tiers::on_each(|| {
        let start = b"a\xED\xA0";
        let mut chars = [0; 4];
        let source = Source::from_bytes(start);
        let progress =
            decode_utf16(Encoding::Utf8, Options::REPORT.with_more(), source, Target::from_chars(&mut chars));
        assert_eq!((progress.read, progress.written, progress.status), (1, 1, Status::Incomplete));
        for (next, len) in [(0x80, 3), (0x61, 2)] {
            let whole = [&start[..], &[next]].concat();
            let source = Source::from_bytes(&whole);
            let progress = decode_utf16(Encoding::Utf8, Options::REPORT, source, Target::from_chars(&mut chars));
            assert_eq!((progress.read, progress.status, progress.bad_len), (1, Status::Malformed, len));
        }
    });
}

#[test]
fn encoding() {
    tiers::on_each(|| {
        let mut numbers = Numbers::new(2);
        for encoding in Encoding::ALL {
            for round in 0..300 {
                let profile = PROFILES[round % PROFILES.len()];
                let count = numbers.below(24);
                let mut chars = texts::chars(&texts::text(profile, count, &mut numbers));
                for _ in 0..round % 5 {
                    texts::damage_chars(&mut chars, &mut numbers);
                }
                all_cuts_of_chars(encoding, &chars);
            }
        }
    });
}

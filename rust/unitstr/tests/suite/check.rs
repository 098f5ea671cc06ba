//! Every operation against the model.

use unitstr::{
    Coder, Encoding, Options, Policy, Source, Status, Target, compare, decode_java, decode_latin1, decode_utf16,
    encode_latin1, encode_utf16, measure_decoded, measure_encoded_latin1, measure_encoded_utf16,
};

use crate::memory::Fenced;
use crate::model;
use crate::tiers;

/// All policies; the replacement is ASCII, Latin-1, and wide.
pub const POLICIES: [Policy; 8] = [
    Policy::Replace,
    Policy::Report,
    Policy::Ignore,
    Policy::Lossless,
    Policy::SurrogateEscape,
    Policy::ReplaceWith('*'),
    Policy::ReplaceWith('\u{A4}'),
    Policy::ReplaceWith('\u{1F4A5}'),
];

/// All policies, some of them with text that continues; the module `pieces` cuts text with all of them.
pub fn all_options() -> Vec<Options> {
    let each = |o: Options| [o, o.with_more(), o.with_continued(), o.with_more().with_continued()];
    let all = |policy| {
        let count = match policy {
            Policy::Replace | Policy::Report => 4,
            Policy::Lossless => 2,
            _ => 1,
        };
        each(Options::new(policy)).into_iter().take(count)
    };
    POLICIES.into_iter().flat_map(all).collect()
}

/// The decoding operations with room enough, by all options.
pub fn decoding(encoding: Encoding, bytes: &[u8]) {
    tiers::on_each(|| {
        for options in all_options() {
            let (progress, chars) = model::decode(encoding, options, bytes, usize::MAX, 0xFFFF);
            let context = format!("{encoding:?} {options:?} {bytes:02X?}");
            assert_eq!(measure_decoded(encoding, options, Source::from_bytes(bytes)), progress, "{context}");
            decoding_into(encoding, options, bytes, chars.len());
            comparing(encoding, options, bytes, &chars);
            let source = Source::from_bytes(bytes);
            let same = compare(encoding, options, source, Source::from_chars(&chars));
            assert_eq!(same, progress, "compared with itself: {context}");
        }
    });
}

/// The decoding operations with room for `capacity` chars.
pub fn decoding_into(encoding: Encoding, options: Options, bytes: &[u8], capacity: usize) {
    tiers::on_each(|| {
        let source = Source::from_bytes(bytes);
        let context = format!("{encoding:?} {options:?} {bytes:02X?} into {capacity}");
        for spare in [0, 1] {
            let mut fenced = Fenced::new(2 * capacity + spare, spare);
            let expected = model::decode(encoding, options, bytes, capacity, 0xFFFF);
            let progress = decode_utf16(encoding, options, source, fenced.target());
            assert_eq!((progress, fenced.written_chars(progress.written)), expected, "{context}");
        }
        let mut fenced = Fenced::new(capacity, 0);
        let expected = model::decode(encoding, options, bytes, capacity, 0xFF);
        let progress = decode_latin1(encoding, options, source, fenced.target());
        let latin1: Vec<u16> = fenced.written(progress.written).into_iter().map(u16::from).collect();
        assert_eq!((progress, latin1), expected, "{context}");

        for narrow in [capacity, bytes.len()] {
            let (mut latin1, mut chars) = (Fenced::new(narrow, 3), Fenced::new(2 * capacity, 1));
            let expected = model::decode_java(encoding, options, bytes, narrow, capacity);
            let (progress, coder) = decode_java(encoding, options, source, latin1.target(), chars.target());
            let text = match coder {
                Coder::Latin1 => latin1.written(progress.written).into_iter().map(u16::from).collect(),
                Coder::Utf16 => chars.written_chars(progress.written),
            };
            assert_eq!((progress, coder, text), expected, "{context}");
        }
    });
}

/// Comparing with `chars`, with less, more and others.
pub fn comparing(encoding: Encoding, options: Options, bytes: &[u8], chars: &[u16]) {
    tiers::on_each(|| {
        let with = |text: &[u16]| {
            let progress = compare(encoding, options, Source::from_bytes(bytes), Source::from_chars(text));
            assert_eq!(
                progress,
                model::compare(encoding, options, bytes, text),
                "{encoding:?} {options:?} {bytes:02X?} and {text:04X?}"
            );
        };
        with(chars);
        with(&[chars, &[0x61]].concat());
        with(&[]);
        for at in [0, chars.len() / 2, chars.len().saturating_sub(1)] {
            with(&chars[..at]);
            let mut other = chars.to_vec();
            if let Some(unit) = other.get_mut(at) {
                *unit ^= 1;
                with(&other);
            }
        }
    });
}

/// The encoding operations with room enough, by all options.
pub fn encoding(encoding: Encoding, chars: &[u16]) {
    tiers::on_each(|| {
        for options in all_options() {
            let (progress, bytes) = model::encode(encoding, options, chars, usize::MAX);
            let context = format!("{encoding:?} {options:?} {chars:04X?}");
            assert_eq!(measure_encoded_utf16(encoding, options, Source::from_chars(chars)), progress, "{context}");
            encoding_into(encoding, options, chars, bytes.len());
        }
    });
}

/// The encoding operations with room for `capacity` bytes.
pub fn encoding_into(encoding: Encoding, options: Options, chars: &[u16], capacity: usize) {
    tiers::on_each(|| {
        let context = format!("{encoding:?} {options:?} {chars:04X?} into {capacity}");
        let expected = model::encode(encoding, options, chars, capacity);
        let mut fenced = Fenced::new(capacity, 1);
        let progress = encode_utf16(encoding, options, Source::from_chars(chars), fenced.target());
        assert_eq!((progress, fenced.written(progress.written)), expected, "{context}");

        let latin1: Option<Vec<u8>> = chars.iter().map(|unit| u8::try_from(*unit).ok()).collect();
        if let Some(latin1) = latin1 {
            let source = Source::from_bytes(&latin1);
            let mut fenced = Fenced::new(capacity, 0);
            let progress = encode_latin1(encoding, options, source, fenced.target());
            assert_eq!((progress, fenced.written(progress.written)), expected, "Latin-1: {context}");
            if progress.status != Status::OutputFull {
                assert_eq!(measure_encoded_latin1(encoding, options, source), progress, "Latin-1: {context}");
            }
        }
    });
}

/// Nothing in, nothing out, and no pointer looked at.
#[test]
fn null_with_no_size() {
    // SAFETY: no byte of either is readable or writable, and none is promised.
    let (source, target) = unsafe { (Source::new(std::ptr::null(), 0), target_null()) };
    for encoding in Encoding::ALL {
        for options in all_options() {
            let done = model::decode(encoding, options, &[], 0, 0xFFFF).0;
            assert_eq!(decode_utf16(encoding, options, source, target), done);
            assert_eq!(decode_latin1(encoding, options, source, target), done);
            assert_eq!(decode_java(encoding, options, source, target, target), (done, Coder::Latin1));
            assert_eq!(encode_utf16(encoding, options, source, target), done);
            assert_eq!(encode_latin1(encoding, options, source, target), done);
            assert_eq!(compare(encoding, options, source, source), done);
        }
    }
}

fn target_null<'a>() -> Target<'a> {
    // SAFETY: no byte of it is writable, and none is promised.
    unsafe { Target::new(std::ptr::null_mut(), 0) }
}

//! Every kernel on every tier against the scalar steps: seeded random texts, good and damaged, at any alignment, into
//! exact and smaller room, by both policies. Nothing beyond the result may change, unless the target is scratch.

use unitstr::kernels::{Isa, with_isa};
use unitstr::{
    Coder, Encoding, Options, Progress, Source, Target, decode_java, decode_latin1, decode_utf16, encode_latin1,
    encode_utf16, measure_decoded, measure_encoded_latin1, measure_encoded_utf16,
};

use crate::texts::{self, Numbers, PROFILES};

const CANARY: u8 = 0xA5;
const AROUND: usize = 80;

/// The tiers that have something to prove here.
fn tiers() -> Vec<Isa> {
    crate::tiers::available().split_off(1)
}

/// Memory between canaries that is used again and again.
struct Arena {
    bytes: Vec<u8>,
    start: usize,
    size: usize,
}

impl Arena {
    fn new() -> Self {
        Self { bytes: vec![CANARY; 8192], start: 0, size: 0 }
    }

    fn target(&mut self, size: usize, skew: usize, scratch: bool) -> Target<'_> {
        (self.start, self.size) = (AROUND + skew, size);
        let end = self.start + size;
        self.bytes[..end + AROUND].fill(CANARY);
        let start = self.bytes[self.start..end].as_mut_ptr();
        if scratch {
            // SAFETY: `size` bytes of `bytes`, borrowed as long as the target lives.
            unsafe { Target::scratch(start, size) }
        } else {
            // SAFETY: `size` bytes of `bytes`, borrowed as long as the target lives.
            unsafe { Target::new(start, size) }
        }
    }

    /// The units written, after a check of the memory around them.
    fn written(&self, bytes: usize, scratch: bool) -> &[u8] {
        let end = self.start + self.size;
        let untouched = if scratch { end } else { self.start + bytes };
        assert!(bytes <= self.size);
        assert!(self.bytes[..self.start].iter().all(|byte| *byte == CANARY), "before the target");
        assert!(self.bytes[untouched..end + AROUND].iter().all(|byte| *byte == CANARY), "beyond the result");
        &self.bytes[self.start..self.start + bytes]
    }
}

/// How many cases each kernel sees on each tier.
fn cases() -> usize {
    if cfg!(miri) {
        200
    } else if texts::full() {
        2_000_000
    } else {
        texts::sampled(200_000)
    }
}

/// A text of up to about 600 bytes: of one profile, or pieces of several.
fn text(numbers: &mut Numbers) -> String {
    let pieces = 1 + numbers.below(2) * numbers.below(5);
    let mut text = String::new();
    for _ in 0..pieces {
        let longest = numbers.pick(&[4, 20, 70, 150, 300]);
        let count = numbers.below(longest / pieces + 1);
        text.push_str(&texts::text(numbers.pick(&PROFILES), count, numbers));
    }
    text
}

fn options(numbers: &mut Numbers) -> Options {
    let options = Options::REPLACE.with_continued();
    let report = Options::REPORT.with_continued();
    numbers.pick(&[options, report, options.with_more(), report.with_more()])
}

#[derive(Clone, Copy, PartialEq)]
enum Operation {
    Latin1,
    Utf16,
    Java,
}

/// One call, and what it wrote.
fn decoded(
    (isa, operation): (Isa, Operation),
    encoding: Encoding,
    options: Options,
    bytes: &[u8],
    room: usize,
    (skew, scratch): (usize, bool),
    arenas: &mut [Arena; 2],
) -> (Progress, Option<Coder>, Vec<u8>) {
    let source = Source::from_bytes(bytes);
    let [narrow, wide] = arenas;
    let call = || match operation {
        Operation::Latin1 => {
            let progress = decode_latin1(encoding, options, source, narrow.target(room, skew, scratch));
            let written = narrow.written(progress.written, scratch).to_vec();
            (progress, None, written)
        }
        Operation::Utf16 => {
            let progress = decode_utf16(encoding, options, source, wide.target(2 * room, skew, scratch));
            let written = wide.written(2 * progress.written, scratch).to_vec();
            (progress, None, written)
        }
        Operation::Java => {
            let (latin1, chars) = (narrow.target(room, skew, true), wide.target(2 * room, skew, scratch));
            let (progress, coder) = decode_java(encoding, options, source, latin1, chars);
            let written = match coder {
                Coder::Latin1 => narrow.written(progress.written, true).to_vec(),
                Coder::Utf16 => wide.written(2 * progress.written, scratch).to_vec(),
            };
            (progress, Some(coder), written)
        }
    };
    with_isa(isa, call).unwrap()
}

fn decoding(encoding: Encoding, seed: u64) {
    let mut numbers = Numbers::new(seed);
    let mut arenas = [Arena::new(), Arena::new()];
    let tiers = tiers();
    for case in 0..cases() {
        let text = text(&mut numbers);
        let mut bytes = vec![0x5A; numbers.below(64)];
        let skew = bytes.len();
        let mut encoded = texts::bytes_fast(encoding, &text);
        if case % 2 == 0 {
            for _ in 0..=numbers.below(3) {
                texts::damage(encoding, &mut encoded, &mut numbers);
            }
        }
        bytes.append(&mut encoded);
        let bytes = &bytes[skew..];
        let options = options(&mut numbers);
        let place = (numbers.below(64), numbers.below(2) == 0);
        let whole = with_isa(Isa::Scalar, || measure_decoded(encoding, options, Source::from_bytes(bytes))).unwrap();
        let room = match numbers.below(3) {
            0 => whole.written,
            1 => numbers.below(whole.written + 1),
            _ => whole.written + numbers.below(200),
        };
        for operation in [Operation::Latin1, Operation::Utf16, Operation::Java] {
            let exact = (place.0, false);
            let expected = decoded((Isa::Scalar, operation), encoding, options, bytes, room, exact, &mut arenas);
            for isa in &tiers {
                let got = decoded((*isa, operation), encoding, options, bytes, room, place, &mut arenas);
                let context = || format!("{isa:?} {encoding:?} {options:?} case {case} room {room}: {bytes:02X?}");
                assert!(got == expected, "{:?} {:?} {}", got.0, expected.0, context());
            }
        }
        for isa in &tiers {
            let context = || format!("{isa:?} {encoding:?} {options:?} case {case}: {bytes:02X?}");
            let measured = with_isa(*isa, || measure_decoded(encoding, options, Source::from_bytes(bytes))).unwrap();
            assert_eq!(measured, whole, "{}", context());
        }
    }
}

macro_rules! decoding {
    ($($name:ident: $encoding:ident, $seed:literal;)*) => {
        $(
            #[test]
            fn $name() {
                decoding(Encoding::$encoding, $seed);
            }
        )*
    };
}

decoding! {
    decoding_utf8: Utf8, 101;
    decoding_latin1: Latin1, 102;
    decoding_ascii: Ascii, 103;
    decoding_utf16le: Utf16Le, 104;
    decoding_utf16be: Utf16Be, 105;
    decoding_utf32le: Utf32Le, 106;
    decoding_utf32be: Utf32Be, 107;
}

/// One call, and what it wrote.
fn encoded(
    isa: Isa,
    latin1: Option<&[u8]>,
    chars: &[u16],
    encoding: Encoding,
    options: Options,
    target: Target<'_>,
) -> Progress {
    with_isa(isa, || match latin1 {
        Some(latin1) => encode_latin1(encoding, options, Source::from_bytes(latin1), target),
        None => encode_utf16(encoding, options, Source::from_chars(chars), target),
    })
    .unwrap()
}

fn encoding(encoding: Encoding, seed: u64) {
    let mut numbers = Numbers::new(seed);
    let mut arena = Arena::new();
    let tiers = tiers();
    for case in 0..cases() {
        let mut chars = vec![0x5A5A; numbers.below(32)];
        let skew = chars.len();
        let mut text: Vec<u16> = texts::chars(&text(&mut numbers));
        if case % 2 == 0 {
            for _ in 0..=numbers.below(3) {
                texts::damage_chars(&mut text, &mut numbers);
            }
        }
        chars.append(&mut text);
        let chars = &chars[skew..];
        let latin1: Option<Vec<u8>> = (case % 3 == 0).then(|| chars.iter().map(|unit| (unit & 0xFF) as u8).collect());
        let latin1 = latin1.as_deref();
        let mut options = options(&mut numbers);
        options.continued = case % 5 != 0;
        let place = (numbers.below(64), numbers.below(2) == 0);
        let measure = || match latin1 {
            Some(latin1) => measure_encoded_latin1(encoding, options, Source::from_bytes(latin1)),
            None => measure_encoded_utf16(encoding, options, Source::from_chars(chars)),
        };
        let whole = with_isa(Isa::Scalar, measure).unwrap();
        let room = match numbers.below(3) {
            0 => whole.written,
            1 => numbers.below(whole.written + 1),
            _ => whole.written + numbers.below(200),
        };
        let progress = encoded(Isa::Scalar, latin1, chars, encoding, options, arena.target(room, place.0, false));
        let expected = (progress, arena.written(progress.written, false).to_vec());
        for isa in &tiers {
            let context = || format!("{isa:?} {encoding:?} {options:?} case {case} room {room}: {chars:04X?}");
            let progress = encoded(*isa, latin1, chars, encoding, options, arena.target(room, place.0, place.1));
            let got = (progress, arena.written(progress.written, place.1).to_vec());
            assert!(got == expected, "{:?} {:?} {}", got.0, expected.0, context());
            assert_eq!(with_isa(*isa, measure), Some(whole), "{}", context());
        }
    }
}

macro_rules! encoding {
    ($($name:ident: $encoding:ident, $seed:literal;)*) => {
        $(
            #[test]
            fn $name() {
                encoding(Encoding::$encoding, $seed);
            }
        )*
    };
}

encoding! {
    encoding_utf8: Utf8, 201;
    encoding_latin1: Latin1, 202;
    encoding_ascii: Ascii, 203;
    encoding_utf16le: Utf16Le, 204;
    encoding_utf16be: Utf16Be, 205;
    encoding_utf32le: Utf32Le, 206;
    encoding_utf32be: Utf32Be, 207;
}

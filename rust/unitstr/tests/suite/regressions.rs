//! Former faults of the kernels, and likely ones: counts of long texts, and sequences across two blocks.
#![cfg(not(miri))]

use unitstr::kernels::{Isa, with_isa};
use unitstr::{
    Encoding, Options, Policy, Source, Target, encode_utf16, measure_decoded, measure_encoded_latin1,
    measure_encoded_utf16, measure_latin1, validate,
};

use crate::tiers;

/// Each tier says what the scalar steps say.
fn same<T: PartialEq + std::fmt::Debug>(what: &dyn std::fmt::Debug, operation: impl Fn() -> T) {
    let expected = with_isa(Isa::Scalar, &operation);
    for isa in tiers::available() {
        assert_eq!(with_isa(isa, &operation), expected, "{isa:?} {what:?}");
    }
}

/// The groups in which AVX-512 counts are looked at for surrogates until there have been none for a while: a high one
/// that ended the last of those, alone, was not noticed for UTF-32.
#[test]
fn a_surrogate_alone_ends_a_long_quiet_stretch() {
    for encoding in [Encoding::Utf32Le, Encoding::Utf8] {
        for groups in 0..36 {
            for (after, place) in [(0x61, 0), (0x61, 1), (0xDE00, 0), (0xD83D, 0)] {
                let mut chars = vec![0x61; 128 + 512 * groups + 1200];
                (chars[0], chars[1]) = (0xD83D, 0xDE00);
                let last = 128 + 512 * groups - 1 - place;
                (chars[last], chars[last + 1]) = (0xD83D, after);
                for options in [Options::REPORT, Options::REPLACE] {
                    same(&(encoding, groups, place), || {
                        measure_encoded_utf16(encoding, options, Source::from_chars(&chars))
                    });
                }
            }
        }
    }
}

/// Sums in lanes of 8 and 16 bits have to be taken out of them in time: megabytes of nothing but what counts most.
#[test]
fn counts_of_long_texts_do_not_overflow() {
    const UNITS: usize = (1 << 20) + 4 * 61;
    for text in ["\u{7F}", "\u{7FF}", "\u{FFFF}", "\u{10FFFF}", "\u{FF}", "a\u{10FFFF}"] {
        for encoding in [Encoding::Utf8, Encoding::Utf16Be, Encoding::Utf32Le] {
            let one = unitstr::from_str(encoding, unitstr::Policy::Report, text).unwrap();
            let bytes = one.repeat(UNITS / one.len());
            let source = Source::from_bytes(&bytes);
            same(&(encoding, text), || measure_decoded(encoding, Options::REPORT, source));
            same(&(encoding, text), || measure_latin1(encoding, Options::REPORT, source));
            same(&(encoding, text), || validate(encoding, Options::REPORT, source));
        }
        let one: Vec<u16> = text.encode_utf16().collect();
        let chars = one.repeat(UNITS / one.len());
        for encoding in [Encoding::Utf8, Encoding::Utf32Be] {
            same(&(encoding, text), || measure_encoded_utf16(encoding, Options::REPORT, Source::from_chars(&chars)));
        }
    }
    let latin1 = vec![0xFF; UNITS];
    same(&"Latin-1", || measure_encoded_latin1(Encoding::Utf8, Options::REPORT, Source::from_bytes(&latin1)));
}

/// The byte order mark was written after text that a kernel had converted, if the policy omitted eight errors before it.
#[test]
fn the_mark_comes_first_after_errors_that_are_omitted() {
    let mut chars = vec![0xD800; 40];
    chars.extend([0x61; 64]);
    for (encoding, mark) in [(Encoding::Utf16LeBom, &[0xFF, 0xFE][..]), (Encoding::Utf32LeBom, &[0xFF, 0xFE, 0, 0])] {
        for isa in tiers::available() {
            let mut bytes = [0; 512];
            let options = Options { policy: Policy::Ignore, ..Options::REPORT };
            let progress = with_isa(isa, || {
                encode_utf16(encoding, options, Source::from_chars(&chars), Target::from_bytes(&mut bytes))
            });
            let progress = progress.expect("it is available");
            assert_eq!(progress.written, 65 * mark.len(), "{isa:?} {encoding:?}");
            assert_eq!(&bytes[..mark.len()], mark, "{isa:?} {encoding:?}");
            assert_eq!(bytes[mark.len()], 0x61, "{isa:?} {encoding:?}");
        }
    }
}

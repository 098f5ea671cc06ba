//! Laws that hold for every text.

use proptest::prelude::*;
use unitstr::{
    Encoding, Options, Policy, Source, Status, Target, compare, encode_utf16, from_chars, measure_decoded,
    measure_encoded_utf16, to_chars,
};

use crate::{check, texts};

fn encodings() -> impl Strategy<Value = Encoding> {
    proptest::sample::select(Encoding::ALL.to_vec())
}

/// Chars, a good part of them surrogates.
fn chars() -> impl Strategy<Value = Vec<u16>> {
    let unit = prop_oneof![3 => 0x20_u16..0x7F, 1 => 0x80_u16..0x800, 2 => 0xD800_u16..=0xDFFF, 1 => any::<u16>()];
    proptest::collection::vec(unit, 0..80)
}

/// Bytes, a good part of them such as begin or go on a sequence.
fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let unit = prop_oneof![
        2 => 0x20_u8..0x7F,
        2 => 0x80_u8..=0xBF,
        1 => 0xC0_u8..=0xFF,
        2 => proptest::sample::select(vec![0, 0xD8, 0xDC, 0xFE, 0xFF, 0xED, 0xA0]),
        1 => any::<u8>(),
    ];
    proptest::collection::vec(unit, 0..80)
}

fn is_unicode(encoding: Encoding) -> bool {
    encoding != Encoding::Latin1 && encoding != Encoding::Ascii
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: u32::try_from(texts::cases(4096)).unwrap(),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn round_trip(encoding in encodings(), text in any::<String>()) {
        let text = if is_unicode(encoding) { text } else { text.chars().filter(char::is_ascii).collect() };
        let chars = texts::chars(&text);
        let encoded = from_chars(encoding, Policy::Report, &chars).unwrap();
        // A mark that the encoder did not write is dropped from the start of UTF-32.
        let dropped = encoding.unit_size() == 4 && encoding.bom_bytes() == 0 && chars.first() == Some(&0xFEFF);
        prop_assert_eq!(to_chars(encoding, Policy::Report, &encoded).unwrap(), &chars[usize::from(dropped)..]);
    }

    #[test]
    fn any_bytes(encoding in encodings(), bytes in bytes()) {
        check::decoding(encoding, &bytes);
    }

    #[test]
    fn any_chars(encoding in encodings(), chars in chars()) {
        check::encoding(encoding, &chars);
    }

    #[test]
    fn measured_is_encoded(encoding in encodings(), chars in chars(), bytes in bytes()) {
        let measured = measure_encoded_utf16(encoding, Options::REPLACE, Source::from_chars(&chars)).written;
        prop_assert_eq!(measured, from_chars(encoding, Policy::Replace, &chars).unwrap().len());
        prop_assert!(measured <= encoding.bom_bytes() + chars.len() * encoding.max_bytes_per_char());
        let measured = measure_decoded(encoding, Options::REPLACE, Source::from_bytes(&bytes)).written;
        prop_assert_eq!(measured, to_chars(encoding, Policy::Replace, &bytes).unwrap().len());
    }

    #[test]
    fn truncation_is_maximal(encoding in encodings(), chars in chars(), capacity in 0_usize..200) {
        let mut out = vec![0; capacity];
        let source = Source::from_chars(&chars);
        let progress = encode_utf16(encoding, Options::REPLACE, source, Target::from_bytes(&mut out));
        let size = |end: usize| from_chars(encoding, Policy::Replace, &chars[..end]).unwrap().len();
        prop_assert_eq!(size(progress.read), progress.written);
        if progress.status == Status::Done {
            prop_assert_eq!(progress.read, chars.len());
        } else {
            prop_assert_eq!(progress.status, Status::OutputFull);
            let next = char::decode_utf16(chars[progress.read..].iter().copied()).next().unwrap();
            prop_assert!(size(progress.read + next.map_or(1, char::len_utf16)) > capacity);
        }
    }

    #[test]
    fn equal_if_decoded_equal(encoding in encodings(), bytes in bytes(), at in any::<proptest::sample::Index>()) {
        let decoded = to_chars(encoding, Policy::Replace, &bytes).unwrap();
        let mut other = decoded.clone();
        if !other.is_empty() {
            let at = at.index(other.len());
            other[at] = other[at].wrapping_add(1);
        }
        for text in [&decoded, &other] {
            let progress = compare(encoding, Options::REPLACE, Source::from_bytes(&bytes), Source::from_chars(text));
            let equal = progress.status == Status::Done && progress.written == text.len();
            prop_assert_eq!(equal, *text == decoded);
        }
    }

    #[test]
    fn a_reported_error_wins_over_a_mismatch(encoding in encodings(), bytes in bytes(), chars in chars()) {
        let source = Source::from_bytes(&bytes);
        let error = measure_decoded(encoding, Options::REPORT, source);
        let progress = compare(encoding, Options::REPORT, source, Source::from_chars(&chars));
        prop_assert_eq!(progress.status == Status::Malformed, error.status == Status::Malformed);
        if error.status == Status::Malformed {
            prop_assert_eq!((progress.read, progress.bad_len), (error.read, error.bad_len));
        }
    }
}

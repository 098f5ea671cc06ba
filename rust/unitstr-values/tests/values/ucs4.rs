//! Text by code points.

use proptest::prelude::*;
use unitstr::Policy::{Replace, Report};
use unitstr_values::ucs4::Surrogates::{Keep, Malformed};
use unitstr_values::ucs4::{checked, from_utf8, from_utf16, index_of, to_utf8, to_utf16};
use unitstr_values::{Dialect, Matx};

use crate::golden::matx_cases;

#[test]
fn texts_of_matx_convert_both_ways() {
    for case in matx_cases() {
        let tag = Matx::read(&case.slot).unwrap();
        let text = Matx::text(&case.memory, &tag).unwrap().unwrap();
        let ours = text.to_ucs4(Report, Malformed).unwrap();
        assert_eq!(to_utf8(&ours, Report, Malformed).unwrap(), case.utf8, "{}", case.name);
        let again = from_utf8(&case.utf8, Report, Malformed).unwrap();
        assert_eq!(again, ours, "{}", case.name);
        if case.unicode {
            let bytes: Vec<u8> = again.iter().flat_map(|unit| unit.to_le_bytes()).collect();
            assert_eq!(bytes, case.payload);
        }
    }
}

#[test]
fn malformed_text_is_decoded_as_by_matx() {
    let units = |bytes: &[u8]| from_utf8(bytes, Replace, Keep).unwrap();
    assert_eq!(units(b"\x61\xFF\x62"), [0x61, 0xFFFD, 0x62]);
    assert_eq!(units(b"\xE6\xBC"), [0xFFFD]);
    assert_eq!(units(b"\xED\xA0\x80"), [0xD800]);
    assert_eq!(units(b"\xED\xBF\xBFz\xED\xA0"), [0xDFFF, 0x7A, 0xFFFD]);
}

#[test]
fn surrogates_are_kept_on_request_only() {
    let report = from_utf8(b"ab\xED\xA0\x80", Report, Malformed).unwrap_err();
    assert_eq!((report.unit_offset(), report.unit_count()), (2, 3));
    let kept = from_utf8(b"ab\xED\xA0\x80", Report, Keep).unwrap();
    assert_eq!(kept, [0x61, 0x62, 0xD800]);
    assert!(checked(&kept, Report, Malformed).is_err());
    assert_eq!(to_utf8(&kept, Report, Keep).unwrap(), b"ab\xED\xA0\x80");
    assert_eq!(to_utf8(&kept, Replace, Malformed).unwrap(), "ab\u{FFFD}".as_bytes());
    assert_eq!(to_utf16(&kept, Report, Keep).unwrap(), [0x61, 0x62, 0xD800]);
    let report = to_utf16(&kept, Report, Malformed).unwrap_err();
    assert_eq!((report.unit_offset(), report.unit_count()), (2, 1));

    let chars = [0x61, 0xDC00, 0xD83D, 0xDE00, 0xD800];
    assert_eq!(from_utf16(&chars, Report, Keep).unwrap(), [0x61, 0xDC00, 0x1F600, 0xD800]);
    let replaced = from_utf16(&chars, Replace, Malformed).unwrap();
    assert_eq!(replaced, [0x61, 0xFFFD, 0x1F600, 0xFFFD]);
    assert_eq!(from_utf16(&chars, Report, Malformed).unwrap_err().unit_offset(), 1);

    let units = [0x61, 0xD800, 0x11_0000, u32::MAX];
    let kept = checked(&units, Replace, Keep).unwrap();
    assert_eq!(*kept, [0x61, 0xD800, 0xFFFD, 0xFFFD]);
    assert_eq!(checked(&units, Report, Keep).unwrap_err().unit_offset(), 2);
    assert_eq!(*checked(&units, Replace, Malformed).unwrap(), [0x61, 0xFFFD, 0xFFFD, 0xFFFD]);
}

#[test]
fn a_byte_order_mark_is_text() {
    let text = checked(&[0xFEFF, 0x61], Report, Malformed).unwrap();
    assert_eq!(to_utf16(&text, Report, Malformed).unwrap(), [0xFEFF, 0x61]);
    assert_eq!(to_utf8(&text, Report, Malformed).unwrap(), "\u{FEFF}a".as_bytes());
    assert_eq!(from_utf8("\u{FEFF}a".as_bytes(), Report, Malformed).unwrap(), *text);
    assert_eq!(from_utf16(&[0xFEFF, 0x61], Report, Malformed).unwrap(), *text);
}

fn units(text: &str) -> Vec<u32> {
    text.chars().map(u32::from).collect()
}

#[test]
fn index_of_finds_parts() {
    let text = units("漢字言葉漢字😀");
    let index_of = |part: &str, from| index_of(&text, &units(part), from);
    assert_eq!(index_of("漢字", 0), Some(0));
    assert_eq!(index_of("漢字", 1), Some(4));
    assert_eq!(index_of("漢字", 5), None);
    assert_eq!(index_of("😀", 0), Some(6));
    assert_eq!(index_of("", 7), Some(7));
    assert_eq!(index_of("", 8), None);
    assert_eq!(index_of("漢字言葉漢字😀漢", 0), None);
}

#[test]
fn order_is_that_of_code_points() {
    let order = |a: &str, b: &str| units(a).cmp(&units(b));
    assert!(order("é", "z").is_gt());
    // By chars of Java it would be the other way round.
    assert!(order("\u{1F600}", "\u{FFFD}").is_gt());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1024, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn conversions_equal_those_of_rust_strings(text in any::<String>(), other in any::<String>(), from in 0_usize..20) {
        let ours = units(&text);
        let chars: Vec<u16> = text.encode_utf16().collect();
        prop_assert_eq!(&from_utf8(text.as_bytes(), Report, Malformed).unwrap(), &ours);
        prop_assert_eq!(&from_utf16(&chars, Report, Malformed).unwrap(), &ours);
        prop_assert_eq!(&*checked(&ours, Report, Malformed).unwrap(), &ours[..]);
        prop_assert_eq!(to_utf8(&ours, Report, Malformed).unwrap(), text.as_bytes());
        prop_assert_eq!(to_utf16(&ours, Report, Malformed).unwrap(), chars);
        prop_assert_eq!(ours.cmp(&units(&other)), text.cmp(&other));
        let part: String = text.chars().skip(from).take(2).collect();
        let part = units(&part);
        let found = index_of(&ours, &part, 0).expect("a part is found");
        prop_assert!(ours[found..].starts_with(&part) && found <= from);
    }

    #[test]
    fn any_bytes_convert_under_each_policy(bytes in proptest::collection::vec(prop_oneof![
        3 => 0x61_u8..0x7A, 1 => Just(0xED), 2 => 0x80_u8..0xC0, 1 => any::<u8>()], 0..60)) {
        let chars = unitstr::to_chars(unitstr::Encoding::Utf8, Replace, &bytes).unwrap();
        let replaced = from_utf8(&bytes, Replace, Malformed).unwrap();
        prop_assert_eq!(to_utf16(&replaced, Report, Malformed).unwrap(), chars);
        let error = unitstr::to_chars(unitstr::Encoding::Utf8, Report, &bytes).err();
        prop_assert_eq!(from_utf8(&bytes, Report, Malformed).err(), error);
        // Kept surrogates come back as they were, and all else that is well-formed.
        if let Ok(kept) = from_utf8(&bytes, Report, Keep) {
            prop_assert_eq!(to_utf8(&kept, Report, Keep).unwrap(), bytes);
        }
    }
}

//! Text by code points.

use proptest::prelude::*;
use unitstr::Policy::{Replace, Report};
use unitstr_values::Surrogates::{Keep, Malformed};
use unitstr_values::{Dialect, Matx, Ucs4Str, Ucs4String};

use crate::golden::matx_cases;

#[test]
fn r5_the_texts_of_matx_both_ways() {
    for case in matx_cases() {
        let tag = Matx::read(&case.slot).unwrap();
        let text = Matx::text(&case.memory, &tag).unwrap().unwrap();
        let ours = text.to_ucs4(Report, Malformed).unwrap();
        assert_eq!(ours.view().to_utf8(Report, Malformed).unwrap(), case.utf8, "{}", case.name);
        let again = Ucs4String::from_utf8(&case.utf8, Report, Malformed).unwrap();
        assert_eq!(again, ours, "{}", case.name);
        if case.unicode {
            let bytes: Vec<u8> = again.view().units().iter().flat_map(|unit| unit.to_le_bytes()).collect();
            assert_eq!(bytes, case.payload);
        }
    }
}

#[test]
fn r5_malformed_text_as_matx_decodes_it() {
    let units = |bytes: &[u8]| Ucs4String::from_utf8(bytes, Replace, Keep).unwrap().view().units().to_vec();
    assert_eq!(units(b"\x61\xFF\x62"), [0x61, 0xFFFD, 0x62]);
    assert_eq!(units(b"\xE6\xBC"), [0xFFFD]);
    assert_eq!(units(b"\xED\xA0\x80"), [0xD800]);
    assert_eq!(units(b"\xED\xBF\xBFz\xED\xA0"), [0xDFFF, 0x7A, 0xFFFD]);
}

#[test]
fn r5_surrogates_are_kept_on_request_only() {
    let report = Ucs4String::from_utf8(b"ab\xED\xA0\x80", Report, Malformed).unwrap_err();
    assert_eq!((report.unit_offset(), report.unit_count()), (2, 3));
    let kept = Ucs4String::from_utf8(b"ab\xED\xA0\x80", Report, Keep).unwrap();
    assert_eq!(kept.view().units(), [0x61, 0x62, 0xD800]);
    assert!(!kept.view().is_well_formed());
    assert_eq!(kept.view().to_utf8(Report, Keep).unwrap(), b"ab\xED\xA0\x80");
    assert_eq!(kept.view().to_utf8(Replace, Malformed).unwrap(), "ab\u{FFFD}".as_bytes());
    assert_eq!(kept.view().to_utf16(Report, Keep).unwrap(), [0x61, 0x62, 0xD800]);
    let report = kept.view().to_utf16(Report, Malformed).unwrap_err();
    assert_eq!((report.unit_offset(), report.unit_count()), (2, 1));

    let chars = [0x61, 0xDC00, 0xD83D, 0xDE00, 0xD800];
    assert_eq!(Ucs4String::from_utf16(&chars, Report, Keep).unwrap().view().units(), [0x61, 0xDC00, 0x1F600, 0xD800]);
    let replaced = Ucs4String::from_utf16(&chars, Replace, Malformed).unwrap();
    assert_eq!(replaced.view().units(), [0x61, 0xFFFD, 0x1F600, 0xFFFD]);
    assert_eq!(Ucs4String::from_utf16(&chars, Report, Malformed).unwrap_err().unit_offset(), 1);

    let units = [0x61, 0xD800, 0x11_0000, u32::MAX];
    let kept = Ucs4String::from_utf32(&units, Replace, Keep).unwrap();
    assert_eq!(kept.view().units(), [0x61, 0xD800, 0xFFFD, 0xFFFD]);
    assert_eq!(Ucs4String::from_utf32(&units, Report, Keep).unwrap_err().unit_offset(), 2);
    assert_eq!(Ucs4Str::new(&units).to_utf32(Replace, Malformed).unwrap(), [0x61, 0xFFFD, 0xFFFD, 0xFFFD]);
}

#[test]
fn r5_a_byte_order_mark_is_text() {
    let text = Ucs4String::from_utf32(&[0xFEFF, 0x61], Report, Malformed).unwrap();
    assert_eq!(text.view().to_utf16(Report, Malformed).unwrap(), [0xFEFF, 0x61]);
    assert_eq!(text.view().to_utf8(Report, Malformed).unwrap(), "\u{FEFF}a".as_bytes());
    assert_eq!(Ucs4String::from_utf8("\u{FEFF}a".as_bytes(), Report, Malformed).unwrap(), text);
    assert_eq!(Ucs4String::from_utf16(&[0xFEFF, 0x61], Report, Malformed).unwrap(), text);
}

#[test]
fn r5_places_slices_and_searches() {
    let text = Ucs4String::from("漢字言葉漢字😀");
    let view = text.view();
    assert_eq!(view.len(), 7);
    assert_eq!(view.code_point_at(6), Some(0x1F600));
    assert_eq!(view.code_point_at(7), None);
    assert_eq!(view.slice(2..4).unwrap().to_string(), "言葉");
    assert_eq!(view.slice(7..7).unwrap().len(), 0);
    assert_eq!(view.slice(2..8), None);
    #[allow(clippy::reversed_empty_ranges, reason = "that is the question")]
    let reversed = view.slice(3..2);
    assert_eq!(reversed, None);
    let index_of = |part: &str, from| view.index_of(Ucs4String::from(part).view(), from);
    assert_eq!(index_of("漢字", 0), Some(0));
    assert_eq!(index_of("漢字", 1), Some(4));
    assert_eq!(index_of("漢字", 5), None);
    assert_eq!(index_of("", 7), Some(7));
    assert_eq!(index_of("", 8), None);
    assert_eq!(index_of("漢字言葉漢字😀漢", 0), None);
}

#[test]
fn h7_order_is_that_of_code_points() {
    let order = |a: &str, b: &str| Ucs4String::from(a).cmp(&Ucs4String::from(b));
    assert!(order("é", "z").is_gt());
    // By chars of Java it would be the other way round.
    assert!(order("\u{1F600}", "\u{FFFD}").is_gt());
    assert!(order("a", "aa").is_lt());
    assert!(order("", "").is_eq());
}

#[test]
fn r5_an_index_is_a_place() {
    // The unit with index i begins 4 * i bytes after the first: nothing before it has to be read to find it.
    let units: Vec<u32> = (0..100_000).map(|at| at % 0xD000).collect();
    let text = Ucs4String::from_utf32(&units, Report, Malformed).unwrap();
    let view = text.view();
    assert_eq!(view.len(), units.len());
    assert_eq!(size_of_val(view.units()), 4 * units.len());
    let mut at = 1_usize;
    for _ in 0..1000 {
        at = at.wrapping_mul(48_271) % units.len();
        assert_eq!(view.code_point_at(at), Some(units[at]));
        let part = view.slice(at..at + 1).unwrap();
        assert!(std::ptr::eq(part.units(), &raw const view.units()[at..=at]), "a slice is no copy");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1024, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn r5_as_rust_strings(text in any::<String>(), other in any::<String>(), from in 0_usize..20) {
        let ours = Ucs4String::from(text.as_str());
        let chars: Vec<u16> = text.encode_utf16().collect();
        let points: Vec<u32> = text.chars().map(u32::from).collect();
        prop_assert_eq!(&Ucs4String::from_utf8(text.as_bytes(), Report, Malformed).unwrap(), &ours);
        prop_assert_eq!(&Ucs4String::from_utf16(&chars, Report, Malformed).unwrap(), &ours);
        prop_assert_eq!(&Ucs4String::from_utf32(&points, Report, Malformed).unwrap(), &ours);
        prop_assert_eq!(ours.view().units(), &points[..]);
        prop_assert_eq!(ours.view().to_utf8(Report, Malformed).unwrap(), text.as_bytes());
        prop_assert_eq!(ours.view().to_utf16(Report, Malformed).unwrap(), chars);
        prop_assert_eq!(ours.to_string(), text.clone());
        let theirs = Ucs4String::from(other.as_str());
        prop_assert_eq!(ours.cmp(&theirs), text.cmp(&other));
        let part: String = text.chars().skip(from).take(2).collect();
        let part = Ucs4String::from(part.as_str());
        if let Some(found) = ours.view().index_of(part.view(), 0) {
            prop_assert_eq!(ours.view().slice(found..found + part.view().len()), Some(part.view()));
            prop_assert!(found <= from);
        } else {
            prop_assert!(false, "a part is found");
        }
    }

    #[test]
    fn r5_any_bytes_under_each_policy(bytes in proptest::collection::vec(prop_oneof![
        3 => 0x61_u8..0x7A, 1 => Just(0xED), 2 => 0x80_u8..0xC0, 1 => any::<u8>()], 0..60)) {
        let chars = unitstr::to_chars(unitstr::Encoding::Utf8, Replace, &bytes).unwrap();
        let replaced = Ucs4String::from_utf8(&bytes, Replace, Malformed).unwrap();
        prop_assert_eq!(replaced.view().to_utf16(Report, Malformed).unwrap(), chars);
        let error = unitstr::to_chars(unitstr::Encoding::Utf8, Report, &bytes).err();
        prop_assert_eq!(Ucs4String::from_utf8(&bytes, Report, Malformed).err(), error);
        // Kept surrogates come back as they were, and all else that is well-formed.
        if let Ok(kept) = Ucs4String::from_utf8(&bytes, Report, Keep) {
            prop_assert_eq!(kept.view().to_utf8(Report, Keep).unwrap(), bytes);
        }
    }
}

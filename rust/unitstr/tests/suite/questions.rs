//! `validate` and `measure_latin1`, which write nothing: against the operations that write, against the standard library, on
//! every tier, and next to memory that is not there.
#![cfg(all(unix, not(miri)))]

use unitstr::kernels::with_isa;
use unitstr::{Encoding, Options, Source, Status, Target, decode_latin1, measure_decoded, measure_latin1, validate};

use crate::guard_pages::Page;
use crate::texts::{self, Numbers, PROFILES};
use crate::{check, tiers};

fn cases() -> usize {
    if cfg!(miri) {
        100
    } else if texts::full() {
        1_000_000
    } else {
        texts::sampled(30_000)
    }
}

#[test]
fn equal_what_the_operations_that_write_find() {
    let page = Page::new();
    let mut latin1 = vec![0; 8192];
    let mut numbers = Numbers::new(31);
    for case in 0..cases() * Encoding::ALL.len() {
        let encoding = numbers.pick(&Encoding::ALL);
        let count = numbers.pick(&[3, 20, 70, 200]);
        let first = texts::text(numbers.pick(&PROFILES), numbers.below(count + 1), &mut numbers);
        let second = texts::text(numbers.pick(&PROFILES), numbers.below(count + 1), &mut numbers);
        let mut bytes = texts::bytes(encoding, &(first + &second));
        for _ in 0..numbers.below(3) {
            texts::damage(encoding, &mut bytes, &mut numbers);
        }
        bytes.truncate(2000);
        // The last byte is the last of the page, more often than not.
        let at = page.size - bytes.len() - numbers.below(3) * numbers.below(32);
        page.fill(at, &bytes);
        let source = page.source(at, bytes.len());
        let options: Options = numbers.pick(&check::all_options());
        let strict = Options { policy: unitstr::Policy::Report, ..options };
        let expected = unitstr::Progress { written: 0, ..measure_decoded(encoding, strict, source) };
        let written = decode_latin1(encoding, options, source, Target::from_bytes(&mut latin1));
        for isa in tiers::available() {
            let context = || format!("{isa:?} {encoding:?} {options:?} case {case}: {bytes:02X?}");
            let valid = with_isa(isa, || validate(encoding, options, source)).unwrap();
            assert_eq!(valid, expected, "{}", context());
            let measured = with_isa(isa, || measure_latin1(encoding, options, source)).unwrap();
            assert_eq!(measured, written, "{}", context());
        }
    }
}

#[test]
fn utf8_is_valid_up_to_where_the_standard_library_says() {
    let mut numbers = Numbers::new(32);
    for _ in 0..cases() {
        let mut bytes = texts::text(numbers.pick(&PROFILES), numbers.below(300), &mut numbers).into_bytes();
        for _ in 0..numbers.below(2) {
            texts::damage(Encoding::Utf8, &mut bytes, &mut numbers);
        }
        let expected = match std::str::from_utf8(&bytes) {
            Ok(_) => (bytes.len(), Status::Done),
            Err(error) => (error.valid_up_to(), Status::Malformed),
        };
        for isa in tiers::available() {
            let progress =
                with_isa(isa, || validate(Encoding::Utf8, Options::default(), Source::from_bytes(&bytes))).unwrap();
            assert_eq!((progress.read, progress.status), expected, "{isa:?} {bytes:02X?}");
        }
    }
}

/// Every pair, and every third and fourth byte that matters, at each place of a block and across its end.
#[test]
fn utf8_has_no_other_neighbours_at_any_place() {
    let seconds: Vec<u8> = (0..=0xFF).collect();
    let others = [0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC2, 0xE0, 0xF4, 0xFF];
    let places: Vec<usize> =
        if texts::full() { (0..140).collect() } else { vec![0, 13, 28, 29, 30, 31, 32, 61, 62, 63, 64, 125, 126, 127] };
    for place in places {
        let mut bytes = vec![b'a'; place + 70];
        for first in (0x7E..=0xFF).step_by(if cfg!(miri) { 9 } else { 1 }) {
            for second in &seconds {
                for third in others {
                    bytes[place..place + 4].copy_from_slice(&[first, *second, third, 0x80]);
                    let expected =
                        std::str::from_utf8(&bytes).map_or_else(|error| error.valid_up_to(), |_| bytes.len());
                    for isa in tiers::available() {
                        let source = Source::from_bytes(&bytes);
                        let read = with_isa(isa, || validate(Encoding::Utf8, Options::default(), source).read).unwrap();
                        assert_eq!(read, expected, "{isa:?} {first:02X} {second:02X} {third:02X} at {place}");
                    }
                }
            }
        }
    }
}

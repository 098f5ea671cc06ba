//! Every capacity from none to enough: as much as fits, in whole code points, and not a byte beyond.

use unitstr::{Encoding, Options, Source, measure_decoded, measure_encoded_utf16};

use crate::check;
use crate::texts::{self, Numbers, PROFILES};

#[test]
fn decoding() {
    let mut numbers = Numbers::new(3);
    for encoding in Encoding::ALL {
        for round in 0..60 {
            let profile = PROFILES[round % PROFILES.len()];
            let count = numbers.below(40);
            let mut bytes = texts::bytes(encoding, &texts::text(profile, count, &mut numbers));
            for _ in 0..round % 4 {
                texts::damage(encoding, &mut bytes, &mut numbers);
            }
            for options in [Options::REPLACE, Options::REPORT.with_more()] {
                let full = measure_decoded(encoding, options, Source::from_bytes(&bytes)).written;
                for capacity in 0..=full + 2 {
                    check::decoding_into(encoding, options, &bytes, capacity);
                }
            }
        }
    }
}

#[test]
fn encoding() {
    let mut numbers = Numbers::new(4);
    for encoding in Encoding::ALL {
        for round in 0..60 {
            let profile = PROFILES[round % PROFILES.len()];
            let count = numbers.below(40);
            let mut chars = texts::chars(&texts::text(profile, count, &mut numbers));
            for _ in 0..round % 4 {
                texts::damage_chars(&mut chars, &mut numbers);
            }
            for options in [Options::REPLACE, Options::REPORT.with_more(), Options::REPLACE.with_continued()] {
                let full = measure_encoded_utf16(encoding, options, Source::from_chars(&chars)).written;
                for capacity in 0..=full + 2 {
                    check::encoding_into(encoding, options, &chars, capacity);
                }
            }
        }
    }
}

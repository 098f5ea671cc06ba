//! Against encoding_rs, which has never seen our model. It stops at the second byte of a surrogate's form, where the
//! JDK goes on: such inputs are left out.

use unitstr::{Encoding, Policy, to_chars};

use crate::texts::{self, Numbers, PROFILES};
use crate::tiers;

fn compared(bytes: &[u8]) -> bool {
    if bytes.windows(2).any(|pair| pair[0] == 0xED && pair[1] >= 0xA0) {
        return false;
    }
    let (theirs, _) = encoding_rs::UTF_8.decode_without_bom_handling(bytes);
    let ours = to_chars(Encoding::Utf8, Policy::Replace, bytes).unwrap();
    assert_eq!(String::from_utf16(&ours).unwrap(), theirs, "{bytes:02X?}");
    true
}

#[test]
fn utf8_of_random_bytes() {
    let mut numbers = Numbers::new(8);
    let common = [0x61, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC2, 0xDF, 0xE0, 0xE2, 0xED, 0xEF, 0xF0, 0xF4];
    let mut count = 0;
    for round in 0..1_000_000 {
        let length = 1 + numbers.below(6);
        let bytes: Vec<u8> =
            (0..length).map(|_| if round % 2 == 0 { numbers.byte() } else { numbers.pick(&common) }).collect();
        count += usize::from(compared(&bytes));
    }
    assert!(count > 900_000, "only {count}");
}

#[test]
fn utf8_of_damaged_text() {
    tiers::on_each(|| {
        let mut numbers = Numbers::new(9);
        for round in 0..30_000 {
            let length = numbers.below(200);
            let text = texts::text(PROFILES[round % PROFILES.len()], length, &mut numbers);
            let mut bytes = text.into_bytes();
            for _ in 0..round % 4 {
                texts::damage(Encoding::Utf8, &mut bytes, &mut numbers);
            }
            compared(&bytes);
        }
    });
}

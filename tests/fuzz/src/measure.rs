//! Operations that write nothing.

use unitstr::{
    Encoding, Options, Policy, Progress, measure_decoded, measure_encoded_latin1, measure_encoded_utf16,
    measure_latin1, to_chars, validate,
};

use crate::case::{Case, Form};
use crate::decode::paired;
use crate::memory::From;
use crate::{MODELLED, model, on_each_tier};

/// The sizes of decoded text, and of text encoded from both forms; whether a text is well-formed.
pub fn measure(case: &Case) {
    let encoding = case.pick(&Encoding::ALL);
    let options = case.options();
    let skew = case.skews()[0];

    let text = case.bytes(Form::Encoded(encoding));
    let from = From::new(&text, skew);
    let result = on_each_tier(|_| measure_decoded(encoding, options, from.source()));
    if text.len() <= MODELLED {
        let expected = model::decode(encoding, options, &text, usize::MAX, 0xFFFF).0;
        assert_eq!(result, expected, "the model, decoding");
    }
    let narrow = on_each_tier(|_| measure_latin1(encoding, options, from.source()));
    let valid = on_each_tier(|_| validate(encoding, options, from.source()));
    if text.len() <= MODELLED {
        let expected = model::decode(encoding, options, &text, usize::MAX, 0xFF).0;
        assert_eq!(narrow, expected, "the model, decoding to Latin-1");
        let strict = Options { policy: Policy::Report, ..options };
        let expected = model::decode(encoding, strict, &text, usize::MAX, 0xFFFF).0;
        assert_eq!(valid, Progress { written: 0, ..expected }, "the model, looking for errors");
    }

    let text = case.bytes(Form::Chars);
    let from = From::new(&text, skew);
    let result = on_each_tier(|_| measure_encoded_utf16(encoding, options, from.source()));
    if text.len() <= MODELLED {
        let expected = model::encode(encoding, options, &paired(&text), usize::MAX).0;
        assert_eq!(result, expected, "the model, encoding chars");
    }

    let text = case.bytes(Form::Latin1);
    let from = From::new(&text, skew);
    let result = on_each_tier(|_| measure_encoded_latin1(encoding, options, from.source()));
    if text.len() <= MODELLED {
        let chars: Vec<u16> = text.iter().map(|byte| u16::from(*byte)).collect();
        let expected = model::encode(encoding, options, &chars, usize::MAX).0;
        assert_eq!(result, expected, "the model, encoding Latin-1");
    }
}

/// Encoded text and chars: its own, or with a char changed, cut off or added.
pub fn compare(case: &Case) {
    let encoding = case.pick(&Encoding::ALL);
    let options = case.options();
    let text = case.bytes(Form::Encoded(encoding));
    let mut chars = to_chars(encoding, Policy::Replace, &text).expect("replaced");
    let [what, low, high, value] = case.other;
    let at = usize::from(u16::from_le_bytes([low, high]));
    match what % 6 {
        1 => chars.truncate(at),
        2 => chars.push(value.into()),
        3 if at < chars.len() => chars[at] ^= u16::from(value),
        4 if at < chars.len() => chars[at] = u16::from(value) << 8,
        5 if at < chars.len() => drop(chars.remove(at)),
        _ => (),
    }
    let bytes: Vec<u8> = chars.iter().flat_map(|unit| unit.to_ne_bytes()).collect();
    let [source_skew, chars_skew] = case.skews();
    let (from, other) = (From::new(&text, source_skew), From::new(&bytes, chars_skew));
    let result = on_each_tier(|_| unitstr::compare(encoding, options, from.source(), other.source()));
    if text.len() <= MODELLED {
        assert_eq!(result, model::compare(encoding, options, &text, &chars), "the model");
    }
}

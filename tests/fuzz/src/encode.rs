//! Encoding from each form that Java has.

use unitstr::{
    Encoding, Options, Progress, Source, Target, encode_utf16, measure_encoded_latin1, measure_encoded_utf16,
};

use crate::case::{Case, Form};
use crate::decode::paired;
use crate::memory::{From, To};
use crate::{MODELLED, model, on_each_tier};

/// From chars.
pub fn encode_chars(case: &Case) {
    let text = case.bytes(Form::Chars);
    encode(case, &text, &paired(&text), measure_encoded_utf16, encode_utf16);
}

/// From Latin-1.
pub fn encode_latin1(case: &Case) {
    let text = case.bytes(Form::Latin1);
    let chars: Vec<u16> = text.iter().map(|byte| u16::from(*byte)).collect();
    encode(case, &text, &chars, measure_encoded_latin1, unitstr::encode_latin1);
}

type Measure = fn(Encoding, Options, Source<'_>) -> Progress;
type Encode = fn(Encoding, Options, Source<'_>, Target<'_>) -> Progress;

fn encode(case: &Case, text: &[u8], chars: &[u16], measure: Measure, encode: Encode) {
    let encoding = case.pick(&Encoding::ALL);
    let options = case.options();
    let from = From::new(text, case.skews()[0]);
    let room = case.room.bytes(measure(encoding, options, Source::from_bytes(text)).written);
    let result = on_each_tier(|_| {
        let mut to = To::new(case, room);
        let progress = encode(encoding, options, from.source(), to.target());
        (progress, to.written(progress.written))
    });
    if chars.len() <= MODELLED {
        assert_eq!(result, model::encode(encoding, options, chars, room), "the model");
    }
}

//! The laws of the policies that lose nothing.

use unitstr::{Encoding, Policy, from_chars, to_chars};

use crate::case::{Case, Form};
use crate::decode::paired;
use crate::on_each_tier;

/// Every byte string comes back through `SurrogateEscape`, all chars come back through `Lossless`, and so does every byte
/// string that `Lossless` accepts.
pub fn policies(case: &Case) {
    let encoding = case.pick(&[Encoding::Utf8, Encoding::Ascii]);
    let bytes = case.bytes(Form::Encoded(encoding));
    let escaped = on_each_tier(|_| to_chars(encoding, Policy::SurrogateEscape, &bytes)).expect("any bytes");
    let back = on_each_tier(|_| from_chars(encoding, Policy::SurrogateEscape, &escaped));
    assert_eq!(back.as_ref(), Ok(&bytes), "{encoding:?}, escaped: {escaped:04X?}");

    let wide: Vec<Encoding> =
        Encoding::ALL.into_iter().filter(|each| *each == Encoding::Utf8 || each.unit_size() > 1).collect();
    let encoding = case.pick(&wide);
    let chars = paired(&case.bytes(Form::Chars));
    let encoded = on_each_tier(|_| from_chars(encoding, Policy::Lossless, &chars)).expect("any chars");
    let back = on_each_tier(|_| to_chars(encoding, Policy::Lossless, &encoded));
    assert_eq!(back.as_ref(), Ok(&chars), "{encoding:?}, encoded: {encoded:02X?}");

    let bytes = case.bytes(Form::Encoded(encoding));
    if let Ok(chars) = on_each_tier(|_| to_chars(encoding, Policy::Lossless, &bytes)) {
        let back = on_each_tier(|_| from_chars(encoding, Policy::Lossless, &chars));
        assert_eq!(back.as_ref(), Ok(&bytes), "{encoding:?}, decoded: {chars:04X?}");
    }
}

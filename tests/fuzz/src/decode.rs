//! Decoding into each form.

use unitstr::{Coder, Encoding, Source, decode_java, decode_latin1, measure_decoded};

use crate::case::{Case, Form};
use crate::memory::{From, To};
use crate::{MODELLED, model, on_each_tier};

/// UTF-8.
pub fn decode_utf8(case: &Case) {
    decode(case, Encoding::Utf8);
}

/// UTF-16 in both orders, with marks and without.
pub fn decode_utf16(case: &Case) {
    use Encoding::*;
    decode(case, case.pick(&[Utf16Le, Utf16Be, Utf16, Utf16LeBom]));
}

/// UTF-32 in both orders, with marks and without.
pub fn decode_utf32(case: &Case) {
    use Encoding::*;
    decode(case, case.pick(&[Utf32Le, Utf32Be, Utf32, Utf32LeBom, Utf32BeBom]));
}

/// Latin-1 and ASCII.
pub fn decode_bytes(case: &Case) {
    decode(case, case.pick(&[Encoding::Latin1, Encoding::Ascii]));
}

fn decode(case: &Case, encoding: Encoding) {
    let text = case.bytes(Form::Encoded(encoding));
    let options = case.options();
    let from = From::new(&text, case.skews()[0]);
    let source = from.source();
    let modelled = text.len() <= MODELLED;
    let exact = measure_decoded(encoding, options, Source::from_bytes(&text)).written;

    let room = case.room.bytes(exact);
    let narrow = on_each_tier(|_| {
        let mut to = To::new(case, room);
        let progress = decode_latin1(encoding, options, source, to.target());
        (progress, to.written(progress.written))
    });
    if modelled {
        let (progress, chars) = model::decode(encoding, options, &text, room, 0xFF);
        assert_eq!((narrow.0, widened(&narrow.1)), (progress, chars), "the model, Latin-1");
    }

    let room = case.room.bytes(2 * exact);
    let wide = on_each_tier(|_| {
        let mut to = To::new(case, room);
        let progress = unitstr::decode_utf16(encoding, options, source, to.target());
        (progress, to.written(2 * progress.written))
    });
    if modelled {
        let (progress, chars) = model::decode(encoding, options, &text, room / 2, 0xFFFF);
        assert_eq!((wide.0, paired(&wide.1)), (progress, chars), "the model, chars");
    }

    let latin1_room = match case.other[0] {
        0 => usize::from(case.other[1]),
        _ => case.room.bytes(exact),
    };
    let java = on_each_tier(|_| {
        let (mut latin1, mut chars) = (To::new(case, latin1_room), To::new(case, room));
        let (progress, coder) = decode_java(encoding, options, source, latin1.target(), chars.target());
        match coder {
            Coder::Latin1 => {
                chars.untouched(room);
                (progress, coder, widened(&latin1.written(progress.written)))
            }
            Coder::Utf16 => {
                latin1.untouched(latin1_room);
                (progress, coder, paired(&chars.written(2 * progress.written)))
            }
        }
    });
    if modelled {
        let expected = model::decode_java(encoding, options, &text, latin1_room, room / 2);
        assert_eq!(java, expected, "the model, Java");
    }
}

fn widened(latin1: &[u8]) -> Vec<u16> {
    latin1.iter().map(|byte| u16::from(*byte)).collect()
}

/// Chars of this machine.
pub fn paired(bytes: &[u8]) -> Vec<u16> {
    let pairs = bytes.chunks_exact(2);
    pairs.map(|pair| u16::from_ne_bytes([pair[0], pair[1]])).collect()
}

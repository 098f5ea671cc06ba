//! A text in pieces, through the functions that the Java bindings call: the same as the whole at once.

use unitstr::{Encoding, Options, Policy, Source, Status};
use unitstr_c::JAVA_API;
use unitstr_c::options::{
    USTR_FLAG_CHARS, USTR_FLAG_CONTINUED, USTR_FLAG_IGNORE, USTR_FLAG_LOSSLESS, USTR_FLAG_MORE, USTR_FLAG_REPLACE,
    USTR_FLAG_REPLACE_WITH, USTR_FLAG_REPLACEMENT_SHIFT, USTR_FLAG_REPORT, USTR_FLAG_SURROGATE_ESCAPE,
};
use unitstr_c::packed::{
    USTR_PACKED_BAD_SHIFT, USTR_PACKED_CODER_SHIFT, USTR_PACKED_COUNT_MAX, USTR_PACKED_READ_SHIFT,
    USTR_PACKED_STATUS_SHIFT,
};

use crate::case::{Case, Form};
use crate::decode::paired;
use crate::memory::{From, To};
use crate::model;

/// Decoding and encoding, by each policy, with byte order marks.
pub fn packed(case: &Case) {
    // The rooms of these functions are scratch.
    let case = &Case { scratch: true, ..case.clone() };
    decoding(case);
    encoding(case);
}

/// The content of a packed long.
struct Said {
    read: usize,
    written: usize,
    status: u32,
    is_wide: bool,
    bad_len: u32,
}

impl Said {
    fn new(packed: i64) -> Self {
        assert!(packed >= 0, "an error: {packed}");
        let number = |shift: u32, mask: i64| (packed >> shift & mask) as u32;
        Self {
            read: number(USTR_PACKED_READ_SHIFT, USTR_PACKED_COUNT_MAX) as usize,
            written: number(0, USTR_PACKED_COUNT_MAX) as usize,
            status: number(USTR_PACKED_STATUS_SHIFT, 7),
            is_wide: number(USTR_PACKED_CODER_SHIFT, 1) == 1,
            bad_len: number(USTR_PACKED_BAD_SHIFT, 7),
        }
    }
}

fn flags(policy: Policy, more: bool, continued: bool) -> u32 {
    let policy = match policy {
        Policy::Report => USTR_FLAG_REPORT,
        Policy::Ignore => USTR_FLAG_IGNORE,
        Policy::Lossless => USTR_FLAG_LOSSLESS,
        Policy::SurrogateEscape => USTR_FLAG_SURROGATE_ESCAPE,
        Policy::ReplaceWith(value) => USTR_FLAG_REPLACE_WITH | u32::from(value) << USTR_FLAG_REPLACEMENT_SHIFT,
        _ => USTR_FLAG_REPLACE,
    };
    policy | if more { USTR_FLAG_MORE } else { 0 } | if continued { USTR_FLAG_CONTINUED } else { 0 }
}

/// The sizes by which the end of a piece moves on, again and again.
fn steps(case: &Case) -> impl Iterator<Item = usize> {
    case.other.into_iter().cycle().map(|byte| usize::from(byte) % 80)
}

fn decoding(case: &Case) {
    let mut encoding = case.pick(&Encoding::ALL);
    let options = Options { more: false, continued: false, ..case.options() };
    let text = case.bytes(Form::Encoded(encoding));
    let (progress, chars) = model::decode(encoding, options, &text, usize::MAX, 0xFFFF);
    let expected = (progress.read, progress.status.id(), progress.bad_len, chars);

    let form = if case.tight { USTR_FLAG_CHARS } else { 0 };
    let (mut at, mut end, mut begun, mut written) = (0, 0, false, Vec::new());
    for step in steps(case) {
        end = text.len().min(end.max(at) + step);
        let more = end < text.len();
        let piece = From::new(&text[at..end], case.skews()[0]);
        // A byte may become two chars.
        let room = 2 * (end - at);
        let (mut latin1, mut wide) = (To::new(case, room), To::new(case, 2 * room));
        let flags = flags(options.policy, more, begun) | form;
        // SAFETY: all sizes are true.
        let said = Said::new(unsafe {
            (JAVA_API.strings.packed_decode)(
                latin1.place().cast(),
                room as i64,
                wide.place().cast(),
                room as i64,
                piece.source().start().cast(),
                0,
                (end - at) as i64,
                encoding.id(),
                flags,
            )
        });
        if said.is_wide {
            written.extend(paired(&wide.written(2 * said.written)));
        } else {
            written.extend(latin1.written(said.written).into_iter().map(u16::from));
        }
        if said.read > 0 && !begun {
            begun = true;
            let mark = if options.policy == Policy::Lossless { &[] } else { &text[..end] };
            encoding = encoding.resolve(Source::from_bytes(mark)).0;
        }
        at += said.read;
        let goes_on = said.status == Status::Done.id() || said.status == Status::Incomplete.id();
        if !goes_on || !more {
            assert_eq!((at, said.status, said.bad_len, written), expected, "decoding in pieces");
            return;
        }
        end += 1; // never stuck on pieces of no size
    }
}

fn encoding(case: &Case) {
    let encoding = case.pick(&Encoding::ALL);
    let options = Options { more: false, continued: false, ..case.options() };
    let text = case.bytes(Form::Chars);
    let chars = paired(&text);
    let (progress, bytes) = model::encode(encoding, options, &chars, usize::MAX);
    let expected = (progress.read, progress.status.id(), progress.bad_len, bytes);

    let (mut at, mut end, mut written) = (0, 0, Vec::new());
    for step in steps(case) {
        end = chars.len().min(end.max(at) + step);
        let more = end < chars.len();
        let piece = From::new(&text[2 * at..2 * end], case.skews()[0]);
        let room = 4 + 4 * (end - at);
        let mut to = To::new(case, room);
        let flags = flags(options.policy, more, !written.is_empty());
        let (source, count) = (piece.source().start().cast(), (end - at) as i64);
        // SAFETY: all sizes are true.
        let said = Said::new(unsafe {
            (JAVA_API.strings.packed_encode)(source, count, to.place().cast(), 0, room as i64, encoding.id(), flags)
        });
        written.extend(to.written(said.written));
        at += said.read;
        let goes_on = said.status == Status::Done.id() || said.status == Status::Incomplete.id();
        if !goes_on || !more {
            assert_eq!((at, said.status, said.bad_len, written), expected, "encoding in pieces");
            return;
        }
        end += 1;
    }
}

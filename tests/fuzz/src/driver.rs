//! A text in pieces of any size into room of any size, each piece on another tier: the same as the whole at once.

use unitstr::kernels::{Isa, with_isa};
use unitstr::{
    Encoding, Options, Policy, Progress, Source, Status, decode_latin1, encode_utf16, measure_decoded,
    measure_encoded_utf16,
};

use crate::case::{Case, Form};
use crate::decode::paired;
use crate::memory::{From, To};
use crate::model;

/// Decoding and encoding, by each policy.
pub fn driver(case: &Case) {
    let encoding = case.pick(&Encoding::ALL).default_order();
    let mut options = case.options();
    (options.more, options.continued) = (false, true);

    let text = case.bytes(Form::Encoded(encoding));
    let (progress, chars) = model::decode(encoding, options, &text, usize::MAX, 0xFFFF);
    let expected: Vec<u8> = chars.iter().flat_map(|unit| unit.to_ne_bytes()).collect();
    let result = in_pieces(case, &text, 1, 2, options, |options, piece, to| {
        unitstr::decode_utf16(encoding, options, piece.source(), to.target())
    });
    assert_eq!(result, (ended(progress, 2), expected), "decoding in pieces");
    assert_eq!(measure_decoded(encoding, options, Source::from_bytes(&text)), progress);

    let (progress, chars) = model::decode(encoding, options, &text, usize::MAX, 0xFF);
    let expected: Vec<u8> = chars.iter().map(|unit| unit.to_le_bytes()[0]).collect();
    let result = in_pieces(case, &text, 1, 1, options, |options, piece, to| {
        decode_latin1(encoding, options, piece.source(), to.target())
    });
    assert_eq!(result, (ended(progress, 1), expected), "decoding to Latin-1 in pieces");

    let text = case.bytes(Form::Chars);
    let (progress, expected) = model::encode(encoding, options, &paired(&text), usize::MAX);
    let result = in_pieces(case, &text, 2, 1, options, |options, piece, to| {
        encode_utf16(encoding, options, piece.source(), to.target())
    });
    assert_eq!(result, (ended(progress, 1), expected), "encoding in pieces");
    assert_eq!(measure_encoded_utf16(encoding, options, Source::from_bytes(&text)), progress);
}

/// Where a text ended, and how: in elements read, bytes written.
fn ended(progress: Progress, size: usize) -> (usize, usize, Status, u32) {
    (progress.read, size * progress.written, progress.status, progress.bad_len)
}

/// Calls `operation` piece by piece until the text ends or an error does. An element of the source has `read_size`
/// bytes, one of the target `write_size`.
fn in_pieces(
    case: &Case,
    text: &[u8],
    read_size: usize,
    write_size: usize,
    options: Options,
    operation: impl Fn(Options, &From, &mut To) -> Progress,
) -> ((usize, usize, Status, u32), Vec<u8>) {
    let tiers: Vec<Isa> = Isa::ALL.into_iter().filter(|isa| isa.is_available()).collect();
    let elements = text.len() / read_size;
    let mut written = Vec::new();
    let (mut at, mut end, mut least) = (0, 0, 0);
    for round in 0.. {
        let number = |index: usize| usize::from(case.other[(index + round) % 4].wrapping_mul(31 + index as u8 * 2));
        // The piece grows until something comes of it.
        end = elements.min(end.max(at) + number(0) % 150);
        let more = end < elements;
        let room = number(1) * 2 + least;
        let tier = tiers[number(2) % tiers.len()];
        let piece = From::new(&text[at * read_size..end * read_size], number(3) % 64);
        let mut to = To::new(case, room);
        let options = Options { more, ..options };
        let progress = with_isa(tier, || operation(options, &piece, &mut to)).expect("it is available");
        written.extend(to.written(progress.written * write_size));
        at += progress.read;
        assert!(at <= end);
        match progress.status {
            Status::Done => assert_eq!(at, end),
            Status::Incomplete => {
                let most = if options.policy == Policy::Lossless { 7 } else { 3 };
                assert!(more && (end - at) * read_size <= most, "{} elements held back", end - at);
                end += 1;
            }
            Status::OutputFull => {
                least = if progress.written == 0 { least + 4 } else { 0 };
                assert!(least <= 12, "no room for one code point in {room} bytes");
                continue;
            }
            status => return ((at, written.len(), status, progress.bad_len), written),
        }
        if !more && at == elements {
            break;
        }
        // Never stuck on pieces of no size.
        end += 1;
    }
    ((at, written.len(), Status::Done, 0), written)
}

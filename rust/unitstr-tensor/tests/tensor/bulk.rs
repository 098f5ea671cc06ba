//! Many elements at once, against element by element.

use unitstr::{Coder, Encoding, Options, Policy, Source, Status, Target, to_chars};
use unitstr_tensor::bulk::{self, Bulk, Decoded, Stop};
use unitstr_tensor::{Checks, Field, FormatCode, Layout, Strictness, StringTensor, ViewAbi};

use crate::common::{Random, error};
use crate::images;

const LAYOUTS: [Layout; 5] =
    [Layout::tf24(ViewAbi::From2_21), Layout::RFC16, Layout::RFC24, Layout::TF_LEGACY, Layout::TFLITE];

fn tensor(bytes: &[u8], count: usize, layout: Layout) -> StringTensor<'_> {
    StringTensor::new(Source::from_bytes(bytes), count, layout, Checks::UNTRUSTED).expect("a table")
}

/// Texts as they begin, continue and break sequences.
fn texts(random: &mut Random) -> Vec<Vec<u8>> {
    const PARTS: &[&[u8]] = &[
        b"a",
        b"units and more units, longer than a vector",
        b"\0",
        b"\xC3\xA9",
        b"\xE2\x82\xAC",
        b"\xF0\x9F\x98\x80",
        b"\xE2\x82",
        b"\xFF",
    ];
    let some = if random.below(2) == 0 { 3 } else { PARTS.len() };
    (0..random.below(6))
        .map(|_| (0..random.below(5)).flat_map(|_| PARTS[random.below(some)].to_vec()).collect())
        .collect()
}

fn string(decoded: Decoded, latin1: &[u8], chars: &[u16]) -> Vec<u16> {
    let place = decoded.start..decoded.start + decoded.chars;
    match decoded.coder {
        Coder::Latin1 => latin1[place].iter().map(|byte| u16::from(*byte)).collect(),
        Coder::Utf16 => chars[place].to_vec(),
    }
}

#[test]
fn decodes_as_each_text_by_itself() {
    let mut random = Random::new(11);
    let mut errors = 0;
    for _ in 0..3000 {
        let texts = texts(&mut random);
        let layout = LAYOUTS[random.below(LAYOUTS.len())];
        let encoding = [Encoding::Utf8, Encoding::Latin1, Encoding::Utf16Le, Encoding::Utf32Be][random.below(4)];
        let policy = [Policy::Replace, Policy::Report][random.below(2)];
        let bytes = images::to_vec(layout, &texts);
        let tensor = tensor(&bytes, texts.len(), layout);
        let room = random.below(300);
        let narrow_wanted = random.below(3) > 0;
        let first = random.below(texts.len() + 1);

        let (mut latin1, mut chars) = (vec![0x55; 400], vec![0x5555; 400]);
        let mut found = Vec::new();
        let done = bulk::decode(
            &tensor,
            first..texts.len(),
            encoding,
            Options::new(policy),
            (narrow_wanted.then(|| Target::from_bytes(&mut latin1[..room])), Target::from_chars(&mut chars[..room])),
            |index, decoded| found.push((index, decoded)),
        );

        let mut left = room;
        let mut expected = Vec::new();
        let mut stop = None;
        for (index, text) in texts.iter().enumerate().skip(first) {
            let Some(after) = left.checked_sub(text.len()) else {
                stop = Some((Status::OutputFull, 0));
                break;
            };
            match to_chars(encoding, policy, text) {
                Ok(chars) => expected.push((index, chars)),
                Err(error) => {
                    stop = Some((Status::Malformed, error.unit_offset() * encoding.unit_size()));
                    break;
                }
            }
            left = after;
        }
        let what = format!("{layout:?} {encoding:?} {policy:?} {room} {first} {texts:?}");
        let strings: Vec<_> = found.iter().map(|(index, d)| (*index, string(*d, &latin1, &chars))).collect();
        assert_eq!(strings, expected, "{what}");
        assert_eq!((done.elements, done.bytes), (expected.len(), room - left), "{what}");
        let stopped = match done.stop {
            Stop::Done => None,
            Stop::OutputFull => Some((Status::OutputFull, 0)),
            Stop::Text(progress) => Some((progress.status, progress.read)),
            Stop::Refused(error) => panic!("{error}: {what}"),
        };
        errors += u32::from(stopped.is_some_and(|(status, _)| status == Status::Malformed));
        assert_eq!(stopped, stop, "{what}");
        for (_, decoded) in &found {
            let wide = expected.iter().any(|(_, text)| text.iter().any(|c| *c > 0xFF));
            assert!(decoded.coder == Coder::Latin1 || wide || !narrow_wanted, "{what}");
            assert!(decoded.coder == Coder::Utf16 || narrow_wanted, "{what}");
        }
        let untouched = latin1[room..].iter().all(|b| *b == 0x55) && chars[room..].iter().all(|c| *c == 0x5555);
        assert!(untouched, "{what}");
    }
    assert!((100..2900).contains(&errors), "{errors}");
}

/// Only these texts have more chars than bytes.
#[test]
fn errors_that_become_two_chars_may_not_fit() {
    let bytes = images::to_vec(Layout::TFLITE, &[b"\xFF".to_vec(), b"\xFF\xFF".to_vec(), b"a".to_vec()]);
    let tensor = tensor(&bytes, 3, Layout::TFLITE);
    for room in 0..8 {
        let mut chars = vec![0; room];
        let done = bulk::decode(
            &tensor,
            0..3,
            Encoding::Utf8,
            Options::new(Policy::ReplaceWith('\u{1F600}')),
            (None, Target::from_chars(&mut chars)),
            |_, _| {},
        );
        let (elements, bytes) = [(0, 0), (1, 1), (2, 3), (3, 4)][usize::from(room > 1) + room / 6 + room / 7];
        let stop = if elements == 3 { Stop::Done } else { Stop::OutputFull };
        assert_eq!(done, Bulk { elements, bytes, stop }, "{room}");
    }
}

#[test]
fn copies_whole_texts_as_many_as_fit() {
    let mut random = Random::new(12);
    for _ in 0..500 {
        let texts = random.texts(6);
        let layout = LAYOUTS[random.below(LAYOUTS.len())];
        let bytes = images::to_vec(layout, &texts);
        let tensor = tensor(&bytes, texts.len(), layout);
        let all = texts.concat();
        let room = random.below(all.len() + 2);
        let mut copied = vec![0x55; all.len() + 2];
        let mut ends = vec![0];
        let done =
            bulk::copy(&tensor, 0..texts.len(), Target::from_bytes(&mut copied[..room]), |_, end| ends.push(end));
        let mut expected = vec![0];
        for text in &texts {
            let end = expected[expected.len() - 1] + text.len();
            if end > room {
                break;
            }
            expected.push(end);
        }
        let end = expected[expected.len() - 1];
        let full = expected.len() <= texts.len();
        assert_eq!(ends, expected);
        assert_eq!(
            done,
            Bulk { elements: expected.len() - 1, bytes: end, stop: if full { Stop::OutputFull } else { Stop::Done } }
        );
        assert_eq!(copied[..end], all[..end]);
        assert!(copied[end..].iter().all(|b| *b == 0x55));
    }
}

#[test]
fn stops_at_a_refused_element() {
    let mut bytes = images::to_vec(LAYOUTS[0], &["a", "b", "c"]);
    bytes[24 + 7] = 0x7F; // far away
    let tensor = tensor(&bytes, 3, LAYOUTS[0]);
    let refused = Stop::Refused(error(FormatCode::OffsetRange, 1, Field::Offset));
    let mut chars = [0; 8];
    let done = bulk::decode(
        &tensor,
        0..3,
        Encoding::Utf8,
        Options::REPLACE,
        (None, Target::from_chars(&mut chars)),
        |_, _| {},
    );
    assert_eq!((done.elements, done.stop), (1, refused));
    let mut copied = [0; 8];
    let done = bulk::copy(&tensor, 0..3, Target::from_bytes(&mut copied), |_, _| {});
    assert_eq!((done.elements, done.stop, copied[0]), (1, refused, b'a'));
    assert_eq!(images::texts(&tensor), Err(error(FormatCode::OffsetRange, 1, Field::Offset)));
    let done = bulk::copy(&tensor, 2..9, Target::from_bytes(&mut copied), |_, _| {});
    assert_eq!(done.stop, Stop::Refused(error(FormatCode::IndexRange, 3, Field::Table)));
}

/// The results for a tensor: how many elements, a number for each, the texts.
type Found = (Bulk, Vec<(usize, Decoded)>, Vec<Vec<u16>>);

fn found(tensor: &StringTensor<'_>, encoding: Encoding, options: Options, room: usize, scratch: bool) -> Found {
    let (mut latin1, mut chars) = (vec![0x55; room + 40], vec![0x5555; room + 40]);
    let mut found = Vec::new();
    let (narrow, wide) = (&mut latin1[..room], &mut chars[..room]);
    let targets = if scratch {
        // SAFETY: writable for the size of the slice, which nobody uses until it is written.
        let narrow = unsafe { Target::scratch(narrow.as_mut_ptr(), room) };
        // SAFETY: likewise.
        let wide = unsafe { Target::scratch(wide.as_mut_ptr().cast(), 2 * room) };
        (narrow, wide)
    } else {
        (Target::from_bytes(narrow), Target::from_chars(wide))
    };
    let all = 0..tensor.count() + 1;
    let targets = (Some(targets.0), targets.1);
    let done = bulk::decode(tensor, all, encoding, options, targets, |index, text| found.push((index, text)));
    let texts = found.iter().map(|(_, text)| string(*text, &latin1, &chars)).collect();
    let untouched = latin1[room..].iter().all(|b| *b == 0x55) && chars[room..].iter().all(|c| *c == 0x5555);
    assert!(untouched, "{room}");
    (done, found, texts)
}

/// Elements of any bytes: what may be written behind the texts makes it faster, and nothing else.
#[test]
fn scratch_changes_no_verdict() {
    let mut random = Random::new(13);
    let (mut taken, mut refused, mut malformed, mut full) = (0, 0, 0, 0);
    for round in 0..4000 {
        let count = 1 + random.below(12);
        let mut bytes = vec![0; 24 * count + 64];
        for element in bytes.chunks_exact_mut(24).take(count) {
            let high = random.below(8) == 0;
            element.fill_with(|| random.next().to_le_bytes()[5] & if high { 0xFF } else { 0x7F });
            let sizes = if random.below(9) == 0 { 64 } else { 23 };
            let size = random.below(sizes);
            let kind = if random.below(16) == 0 { random.below(4) } else { 0 };
            element[0] = (size << 2 | kind).to_le_bytes()[0];
            if kind == 2 && random.below(4) > 0 {
                element[1..8].copy_from_slice(&[0, 0, 0, 24, 0, 0, 0]);
            }
            // Any bytes may follow a text, and a text may end with any bytes.
            if random.below(3) == 0 {
                element[(size + 1).min(23)] = 0xC3;
            }
            if random.below(20) == 0 {
                element[size.clamp(1, 23)] = 0xE9;
            }
        }
        let layout = if random.below(5) == 0 { LAYOUTS[2] } else { LAYOUTS[0] };
        let layout = if random.below(5) == 0 { layout.with_order(unitstr_tensor::ByteOrder::Big) } else { layout };
        let mut checks = Checks::UNTRUSTED;
        if random.below(4) == 0 {
            checks.max_bytes = random.below(24) as u64;
        }
        checks.strictness = [Strictness::Lenient, Strictness::Standard, Strictness::Strict][random.below(3)];
        let tensor = StringTensor::new(Source::from_bytes(&bytes), count, layout, checks).expect("a table");
        let encoding = [Encoding::Utf8, Encoding::Ascii, Encoding::Latin1, Encoding::Utf16Le][random.below(4)];
        let options = [Options::REPORT, Options::REPLACE][random.below(2)];
        let room = random.below(300);
        let slow = found(&tensor, encoding, options, room, false);
        assert_eq!(found(&tensor, encoding, options, room, true), slow, "{round}: {encoding:?} {room} {bytes:?}");
        taken += slow.0.elements;
        match slow.0.stop {
            // Behind the last one there is none.
            Stop::Refused(error) => refused += u32::from(error.code != FormatCode::IndexRange),
            Stop::Text(_) => malformed += 1,
            Stop::OutputFull => full += 1,
            Stop::Done => panic!("{round}: more than all"),
        }
    }
    assert!(taken > 8000 && refused.min(malformed).min(full) > 300, "{taken} {refused} {malformed} {full}");
}

/// A char beyond ASCII is seen wherever it is in a text, of each size up to one that is too large to be copied inline.
#[test]
fn one_char_beyond_ascii_is_seen() {
    for size in 2..=132 {
        let text = |at| [&vec![b'a'; at][..], "\u{E9}".as_bytes(), &vec![b'a'; size - 2 - at]].concat();
        let texts: Vec<_> = (0..size - 1).map(text).collect();
        for layout in [LAYOUTS[0], Layout::TFLITE] {
            let bytes = images::to_vec(layout, &texts);
            let tensor = tensor(&bytes, texts.len(), layout);
            let [slow, fast] =
                [false, true].map(|scratch| found(&tensor, Encoding::Utf8, Options::REPORT, 1 << 15, scratch));
            assert_eq!(slow.2.len(), texts.len());
            assert_eq!(fast, slow, "{size} {layout:?}");
        }
    }
}

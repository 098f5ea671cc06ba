//! Every operation on every tier against the scalar steps, in memory that ends where the text and the room end: any length,
//! any room, any alignment, good text and bad. What is touched beyond ends the process; what is changed beside the
//! result fails.
#![cfg(all(unix, not(miri)))]

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU16, Ordering};

use unitstr::kernels::{Isa, with_isa};
use unitstr::{
    Coder, Encoding, Options, Progress, Scan, Source, Target, compare, decode_java, decode_latin1, decode_utf16,
    encode_latin1, encode_utf16, find_zero, measure_decoded, measure_encoded_latin1, measure_encoded_utf16,
};

use crate::guard_pages::Page;
use crate::texts::{self, Numbers, PROFILES};
use crate::{check, tiers};

const CANARY: u8 = 0xA5;

/// How many texts each tier sees.
fn rounds() -> usize {
    if texts::full() { 300_000 } else { 10_000 }
}

/// Where to put so many bytes: flush with the one end or the other, or anywhere.
fn place(page: &Page, bytes: usize, numbers: &mut Numbers) -> usize {
    let last = page.size - bytes;
    match numbers.below(5) {
        0 => 0,
        1 => numbers.below(last + 1),
        _ => last,
    }
}

/// Room: enough, exact, less, or hardly any.
fn room(exact: usize, numbers: &mut Numbers) -> usize {
    match numbers.below(8) {
        0 => exact + numbers.below(100),
        1 => numbers.below(8),
        2 | 3 => exact,
        4 => exact.saturating_sub(1 + numbers.below(4)),
        _ => numbers.below(exact + 1),
    }
}

/// Encoded text of less than 700 units or so, often damaged, sometimes noise.
fn encoded(encoding: Encoding, numbers: &mut Numbers) -> Vec<u8> {
    if numbers.below(16) == 0 {
        let noise = numbers.pick(&[0x100, 0x80, 0xFF]);
        return (0..numbers.below(700)).map(|_| u8::try_from(numbers.below(noise)).unwrap()).collect();
    }
    let mut bytes = Vec::new();
    let longest = numbers.pick(&[40, 150, 700]);
    for _ in 0..=numbers.below(4) {
        let count = numbers.below(longest / 4 + 1);
        let text = texts::text(numbers.pick(&PROFILES), count, numbers);
        bytes.extend(texts::bytes_fast(encoding.with_order(), &text));
    }
    for _ in 0..numbers.below(4) * numbers.below(3) {
        texts::damage(encoding, &mut bytes, numbers);
    }
    bytes.truncate(2800);
    bytes
}

/// Chars, with surrogates of all kinds.
fn chars(numbers: &mut Numbers) -> Vec<u16> {
    if numbers.below(12) == 0 {
        let low = numbers.pick(&[0xD7F0, 0xD800, 0x70, 0x7F0]);
        return (0..numbers.below(700)).map(|_| low + u16::try_from(numbers.below(0x820)).unwrap()).collect();
    }
    let mut all = Vec::new();
    let longest = numbers.pick(&[40, 150, 700]);
    for _ in 0..=numbers.below(4) {
        let count = numbers.below(longest / 4 + 1);
        all.extend(texts::chars(&texts::text(numbers.pick(&PROFILES), count, numbers)));
    }
    for _ in 0..numbers.below(4) * numbers.below(3) {
        texts::damage_chars(&mut all, numbers);
    }
    all.truncate(1300);
    all
}

trait WithOrder {
    fn with_order(self) -> Self;
}

impl WithOrder for Encoding {
    /// One that `texts::bytes_fast` knows.
    fn with_order(self) -> Self {
        match self {
            Self::Utf16LeBom => Self::Utf16Le,
            Self::Utf16 => Self::Utf16Be,
            Self::Utf32LeBom => Self::Utf32Le,
            Self::Utf32BeBom | Self::Utf32 => Self::Utf32Be,
            fixed => fixed,
        }
    }
}

/// Calls `operation` with the same room on both tiers: the results, and the whole page around the room, have to be equal.
fn into_room<T: PartialEq + std::fmt::Debug>(
    isa: Isa,
    page: &Page,
    (at, bytes): (usize, usize),
    context: &dyn Fn() -> String,
    operation: impl Fn(Target<'_>) -> T,
) -> T {
    let canaries = vec![CANARY; page.size];
    let [expected, result] = [Isa::Scalar, isa].map(|isa| {
        page.fill(0, &canaries);
        let result = with_isa(isa, || operation(page.target(at, bytes))).expect("it is available");
        (result, page.contents(0, page.size))
    });
    assert_eq!(result.0, expected.0, "{isa:?} {}", context());
    assert!(result.1 == expected.1, "{isa:?}: what was written differs: {}", context());
    result.0
}

/// The same with two rooms, of which one holds the result. The other may hold anything; the pages around both stay.
fn into_either(
    isa: Isa,
    (narrow, latin1_at, latin1_room): (&Page, usize, usize),
    (wide, chars_at, chars_room): (&Page, usize, usize),
    context: &dyn Fn() -> String,
    operation: impl Fn(Target<'_>, Target<'_>) -> (Progress, Coder),
) {
    let [expected, result] = [Isa::Scalar, isa].map(|isa| {
        narrow.fill(0, &vec![CANARY; narrow.size]);
        wide.fill(0, &vec![CANARY; wide.size]);
        let both = || operation(narrow.target(latin1_at, latin1_room), wide.target(chars_at, chars_room));
        let (progress, coder) = with_isa(isa, both).expect("it is available");
        let (mut latin1, mut chars) = (narrow.contents(0, narrow.size), wide.contents(0, wide.size));
        match coder {
            Coder::Latin1 => chars[chars_at..chars_at + chars_room].fill(CANARY),
            Coder::Utf16 => latin1[latin1_at..latin1_at + latin1_room].fill(CANARY),
        }
        (progress, coder, latin1, chars)
    });
    assert_eq!((result.0, result.1), (expected.0, expected.1), "{isa:?} {}", context());
    assert!(result.2 == expected.2 && result.3 == expected.3, "{isa:?}: what was written differs: {}", context());
}

fn same<T: PartialEq + std::fmt::Debug>(isa: Isa, context: &dyn Fn() -> String, operation: impl Fn() -> T) -> T {
    let [expected, result] = [Isa::Scalar, isa].map(|isa| with_isa(isa, &operation).expect("it is available"));
    assert_eq!(result, expected, "{isa:?} {}", context());
    result
}

fn quick(isa: Isa) -> Vec<Isa> {
    if isa == Isa::Scalar { vec![] } else { vec![isa] }
}

#[test]
fn decoding_at_the_edge() {
    let [from, narrow, wide] = [Page::new(), Page::new(), Page::new()];
    let all = check::all_options();
    for isa in tiers::available().into_iter().flat_map(quick) {
        let mut numbers = Numbers::new(21);
        for _ in 0..rounds() {
            let encoding = numbers.pick(&Encoding::ALL);
            let options: Options = numbers.pick(&all);
            let bytes = encoded(encoding, &mut numbers);
            let at = place(&from, bytes.len(), &mut numbers);
            from.fill(at, &bytes);
            let source = from.source(at, bytes.len());
            let measured = with_isa(Isa::Scalar, || measure_decoded(encoding, options, source)).unwrap();
            let latin1_room = room(measured.written, &mut numbers);
            let chars_room = room(2 * measured.written, &mut numbers);
            let latin1_at = place(&narrow, latin1_room, &mut numbers);
            let chars_at = place(&wide, chars_room, &mut numbers);
            let context =
                || format!("{encoding:?} {options:?} {bytes:02X?} at {at} into {latin1_room} and {chars_room}");
            same(isa, &context, || measure_decoded(encoding, options, source));
            into_room(isa, &narrow, (latin1_at, latin1_room), &context, |target| {
                decode_latin1(encoding, options, source, target)
            });
            let progress: Progress = into_room(isa, &wide, (chars_at, chars_room), &context, |target| {
                decode_utf16(encoding, options, source, target)
            });
            // With what was written, and with less of it.
            let equal = 2 * numbers.below(progress.written + 1);
            for size in [2 * progress.written, equal] {
                same(isa, &context, || compare(encoding, options, source, wide.source(chars_at, size)));
            }
            into_either(
                isa,
                (&narrow, latin1_at, latin1_room),
                (&wide, chars_at, chars_room),
                &context,
                |latin1, chars| decode_java(encoding, options, source, latin1, chars),
            );
        }
    }
}

#[test]
fn encoding_at_the_edge() {
    let [from, to] = [Page::new(), Page::new()];
    let all = check::all_options();
    for isa in tiers::available().into_iter().flat_map(quick) {
        let mut numbers = Numbers::new(22);
        for _ in 0..rounds() {
            let encoding = numbers.pick(&Encoding::ALL);
            let options: Options = numbers.pick(&all);
            let text = chars(&mut numbers);
            let latin1 = numbers.below(2) == 0;
            let bytes: Vec<u8> = if latin1 {
                text.iter().map(|unit| (unit & 0xFF) as u8).collect()
            } else {
                text.iter().flat_map(|unit| unit.to_ne_bytes()).collect()
            };
            let bytes = if bytes.len() > 900 { &bytes[..900] } else { &bytes };
            let at = place(&from, bytes.len(), &mut numbers);
            from.fill(at, bytes);
            let source = from.source(at, bytes.len());
            let context = || format!("{encoding:?} {options:?} Latin-1: {latin1} {bytes:02X?} at {at}");
            let measured = same(isa, &context, || {
                if latin1 {
                    measure_encoded_latin1(encoding, options, source)
                } else {
                    measure_encoded_utf16(encoding, options, source)
                }
            });
            let bytes = room(measured.written, &mut numbers).min(to.size);
            let out = place(&to, bytes, &mut numbers);
            let context = || format!("{} into {bytes}", context());
            into_room(isa, &to, (out, bytes), &context, |target| {
                if latin1 {
                    encode_latin1(encoding, options, source, target)
                } else {
                    encode_utf16(encoding, options, source, target)
                }
            });
        }
    }
}

#[test]
fn scanning_at_the_edge() {
    let page = Page::new();
    for isa in tiers::available().into_iter().flat_map(quick) {
        let mut numbers = Numbers::new(23);
        for _ in 0..rounds() {
            let unit_size = numbers.pick(&[1, 2, 4]);
            let bytes: Vec<u8> =
                (0..numbers.below(700)).map(|_| u8::from(numbers.below(40) > 0 || numbers.below(8) > 0)).collect();
            let at = place(&page, bytes.len(), &mut numbers);
            page.fill(at, &bytes);
            let max_units = bytes.len() / unit_size;
            // SAFETY: so many units lie inside of the page.
            let scan = unsafe { Scan::new(page.at(at), max_units) };
            let context = || format!("{unit_size} {bytes:02X?} at {at}");
            same(isa, &context, || find_zero(unit_size, scan));
        }
    }
}

/// Another party writes while we read: whatever the text, what is said to be written fits, and nothing lies beside the
/// room; and what is said to be written was written.
#[test]
fn while_the_source_changes() {
    let [from, narrow, to] = [Page::new(), Page::new(), Page::new()];
    let stop = AtomicBool::new(false);
    let size = 700;
    let at = from.size - size;
    // SAFETY: the page is mapped, zeroed, and outlives the borrow; nobody makes another reference to it.
    let shared: &[AtomicU8] = unsafe { std::slice::from_raw_parts(from.at(at).cast::<AtomicU8>().cast_const(), size) };
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut numbers = Numbers::new(24);
            while !stop.load(Ordering::Relaxed) {
                let patterns: [&[u8]; 9] = [
                    &[0x61, 0x62],
                    &[0x3D, 0xD8, 0x00, 0xDE],
                    &[0xD8, 0x3D, 0xDE, 0x00],
                    &[0x61, 0],
                    &[0, 0x61],
                    &[0xC3, 0xA9],
                    &[0xE4, 0xB8, 0xAD],
                    &[0xF0, 0x9F, 0x98, 0x80],
                    &[0xE9, 0x4E],
                ];
                let pattern = numbers.pick(&patterns);
                let start = numbers.below(size);
                let end = (start + numbers.below(300)).min(size);
                for (place, byte) in shared[start..end].iter().zip(pattern.iter().cycle()) {
                    place.store(*byte, Ordering::Relaxed);
                }
            }
        });
        for isa in tiers::available().into_iter().flat_map(quick) {
            let mut numbers = Numbers::new(25);
            let run = || {
                for _ in 0..rounds() {
                    let encoding = numbers.pick(&Encoding::ALL);
                    let options = numbers.pick(&[Options::REPLACE, Options::REPORT]).with_continued();
                    let bytes = numbers.below(size + 1);
                    let source = from.source(from.size - bytes, bytes);
                    let room = numbers.below(2000);
                    let out = to.size - room;
                    to.fill(0, &vec![CANARY; to.size]);
                    let target = to.target(out, room);
                    let written = match numbers.below(5) {
                        0 => decode_latin1(encoding, options, source, target).written,
                        1 => 2 * decode_utf16(encoding, options, source, target).written,
                        2 => encode_utf16(encoding, options, source, target).written,
                        3 => encode_latin1(encoding, options, source, target).written,
                        _ => {
                            let latin1 = narrow.target(narrow.size - room / 2, room / 2);
                            match decode_java(encoding, options, source, latin1, target) {
                                (progress, Coder::Utf16) => 2 * progress.written,
                                (progress, Coder::Latin1) => {
                                    assert!(progress.written <= room / 2);
                                    0
                                }
                            }
                        }
                    };
                    assert!(written <= room);
                    assert!(to.contents(0, out).iter().all(|byte| *byte == CANARY));
                    // No text of these patterns becomes two canaries side by side.
                    let text = to.contents(out, written);
                    assert!(!text.windows(2).any(|two| two == [CANARY; 2]), "{isa:?} {encoding:?}");
                    let _ = measure_decoded(encoding, options, source);
                    let _ = measure_encoded_utf16(encoding, options, source);
                }
            };
            with_isa(isa, run).expect("it is available");
        }
        stop.store(true, Ordering::Relaxed);
    });
}

/// A low surrogate that becomes a letter between two looks at it must not leave a gap in what is said to be written.
#[test]
fn a_pair_that_changes_leaves_no_gap() {
    let [from, to] = [Page::new(), Page::new()];
    let stop = AtomicBool::new(false);
    let size = 128;
    let at = from.size - size;
    from.fill(at, &[0xD83D_u16.to_ne_bytes(), 0xDE00_u16.to_ne_bytes()].concat().repeat(size / 4));
    // SAFETY: the page is mapped, filled, aligned, and outlives the borrow; nobody makes another reference to it.
    let shared: &[AtomicU16] =
        unsafe { std::slice::from_raw_parts(from.at(at).cast::<AtomicU16>().cast_const(), size / 2) };
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !stop.load(Ordering::Relaxed) {
                for unit in [0x41, 0xDE00] {
                    shared.iter().skip(1).step_by(2).for_each(|low| low.store(unit, Ordering::Relaxed));
                }
            }
        });
        for isa in tiers::available() {
            let run = || {
                for round in 0..3 * rounds() {
                    let bytes = 4 * (5 + round % 28);
                    let source = from.source(from.size - bytes, bytes);
                    let room = 300;
                    to.fill(0, &[CANARY; 300]);
                    let progress = encode_utf16(Encoding::Utf8, Options::REPLACE, source, to.target(0, room));
                    let text = to.contents(0, progress.written);
                    assert!(!text.contains(&CANARY), "{isa:?} {bytes} {text:02X?}");
                }
            };
            with_isa(isa, run).expect("it is available");
        }
        stop.store(true, Ordering::Relaxed);
    });
}

/// A vector's code points end where the text stops being good, and not one byte further: the trail that is too many was
/// once taken for the end of the last of them.
#[test]
fn a_trail_too_many_after_good_code_points() {
    let mut chars = [0; 200];
    for good in ["é", "中", "😀", "aé中😀"] {
        for count in 1..40 {
            let text = good.repeat(count);
            let mut bytes = text.clone().into_bytes();
            bytes.push(0xBF);
            bytes.extend("中é😀".repeat(20).bytes());
            tiers::on_each(|| {
                let (source, target) = (Source::from_bytes(&bytes), Target::from_chars(&mut chars));
                let progress = decode_utf16(Encoding::Utf8, Options::REPORT, source, target);
                assert_eq!((progress.read, progress.bad_len), (text.len(), 1));
                assert!(text.encode_utf16().eq(chars[..progress.written].iter().copied()));
            });
        }
    }
}

//! Memory that ends where the text ends: what is touched beyond ends the process.
#![cfg(all(unix, not(miri)))]

use std::ptr::null_mut;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

use unitstr::{
    Coder, Encoding, Options, Scan, Source, Status, Target, compare, decode_java, decode_latin1, decode_utf16,
    encode_utf16, find_zero, measure_decoded, measure_encoded_utf16,
};

use crate::texts::{self, Numbers, PROFILES};
use crate::{check, model, tiers};

/// One page, and none before it or behind.
pub struct Page {
    all: *mut u8,
    pub size: usize,
}

impl Page {
    pub fn new() -> Self {
        // SAFETY: asks for a number only.
        let size = usize::try_from(unsafe { libc::sysconf(libc::_SC_PAGESIZE) }).unwrap();
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
        // SAFETY: a new mapping, at an address of the system's choice.
        let all = unsafe { libc::mmap(null_mut(), 3 * size, libc::PROT_NONE, flags, -1, 0) };
        assert_ne!(all, libc::MAP_FAILED);
        let page = Self { all: all.cast(), size };
        let middle = page.at(0).cast();
        // SAFETY: the middle one of the three pages just mapped.
        let changed = unsafe { libc::mprotect(middle, size, libc::PROT_READ | libc::PROT_WRITE) };
        assert_eq!(changed, 0);
        page
    }

    pub fn at(&self, offset: usize) -> *mut u8 {
        assert!(offset <= self.size);
        self.all.wrapping_add(self.size + offset)
    }

    pub fn fill(&self, offset: usize, bytes: &[u8]) {
        assert!(offset + bytes.len() <= self.size);
        // SAFETY: it fits into the page: just tested. Nothing else refers to the page.
        unsafe { self.at(offset).copy_from(bytes.as_ptr(), bytes.len()) };
    }

    pub fn contents(&self, offset: usize, bytes: usize) -> Vec<u8> {
        assert!(offset + bytes <= self.size);
        // SAFETY: inside of the page: just tested; the system zeroed it. Nothing writes it during the copy.
        unsafe { std::slice::from_raw_parts(self.at(offset), bytes) }.to_vec()
    }

    pub fn source(&self, offset: usize, bytes: usize) -> Source<'_> {
        assert!(offset + bytes <= self.size);
        // SAFETY: inside of the page: just tested.
        unsafe { Source::new(self.at(offset), bytes) }
    }

    pub fn target(&self, offset: usize, bytes: usize) -> Target<'_> {
        assert!(offset + bytes <= self.size);
        // SAFETY: inside of the page: just tested.
        unsafe { Target::new(self.at(offset), bytes) }
    }

    /// Where to put so many bytes: flush with either end.
    fn ends(&self, bytes: usize) -> [usize; 2] {
        [0, self.size - bytes]
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        // SAFETY: the mapping that `new` made, and nobody refers to it any more.
        unsafe { libc::munmap(self.all.cast(), 3 * self.size) };
    }
}

fn to_chars(bytes: &[u8]) -> Vec<u16> {
    bytes.chunks(2).map(|pair| u16::from_ne_bytes([pair[0], pair[1]])).collect()
}

fn to_bytes(chars: &[u16]) -> Vec<u8> {
    chars.iter().flat_map(|unit| unit.to_ne_bytes()).collect()
}

#[test]
fn decoding() {
    tiers::on_each(|| {
        let (from, to, narrow) = (Page::new(), Page::new(), Page::new());
        let mut numbers = Numbers::new(10);
        for encoding in Encoding::ALL {
            for round in 0..150 {
                let count = numbers.below(100);
                let mut bytes = texts::bytes(encoding, &texts::text(PROFILES[round % 6], count, &mut numbers));
                if round % 2 == 0 {
                    texts::damage(encoding, &mut bytes, &mut numbers);
                }
                for options in check::all_options() {
                    let expected = model::decode(encoding, options, &bytes, usize::MAX, 0xFFFF);
                    let room = 2 * expected.1.len();
                    for (at, out) in from.ends(bytes.len()).into_iter().zip(to.ends(room)) {
                        from.fill(at, &bytes);
                        let source = from.source(at, bytes.len());
                        assert_eq!(measure_decoded(encoding, options, source), expected.0);
                        let progress = decode_utf16(encoding, options, source, to.target(out, room));
                        assert_eq!((progress, to_chars(&to.contents(out, room))), expected);
                        let compared = compare(encoding, options, source, to.source(out, room));
                        assert_eq!(compared, expected.0);

                        let tight = narrow.ends(expected.1.len())[usize::from(out > 0)];
                        let latin1 = narrow.target(tight, expected.1.len());
                        let _ = decode_latin1(encoding, options, source, latin1);
                        let (progress, coder) = decode_java(encoding, options, source, latin1, to.target(out, room));
                        assert_eq!(progress, expected.0);
                        assert_eq!(coder == Coder::Latin1, expected.1.iter().all(|unit| *unit < 0x100));
                    }
                }
            }
        }
    });
}

/// Texts that the kernels for short ones take, from memory that ends where they do into scratch that just suffices.
#[test]
fn decoding_short_texts() {
    const ROOM: usize = 256;
    tiers::on_each(|| {
        let (from, narrow, wide) = (Page::new(), Page::new(), Page::new());
        let mut numbers = Numbers::new(14);
        for encoding in Encoding::ALL {
            for size in 0..=260 {
                let count = size / encoding.unit_size();
                let mut bytes = texts::bytes_fast(
                    encoding.default_order(),
                    &texts::text(numbers.pick(&PROFILES), count, &mut numbers),
                );
                bytes.resize(size, 0x61);
                let options = Options::REPLACE;
                let expected = model::decode(encoding, options, &bytes, usize::MAX, 0xFFFF);
                for (at, out) in from.ends(size).into_iter().zip(narrow.ends(ROOM)) {
                    from.fill(at, &bytes);
                    // SAFETY: the last or the first bytes of the page.
                    let latin1 = unsafe { Target::scratch(narrow.at(out), ROOM) };
                    // SAFETY: the last or the first bytes of the page.
                    let chars = unsafe { Target::scratch(wide.at(out), ROOM) };
                    let (progress, coder) = decode_java(encoding, options, from.source(at, size), latin1, chars);
                    if progress.status != Status::Done {
                        continue;
                    }
                    assert_eq!(progress, expected.0);
                    let text = match coder {
                        Coder::Latin1 => narrow.contents(out, progress.written).into_iter().map(u16::from).collect(),
                        Coder::Utf16 => to_chars(&wide.contents(out, 2 * progress.written)),
                    };
                    assert_eq!(text, expected.1, "{encoding:?} {size}");
                }
            }
        }
    });
}

#[test]
fn encoding() {
    tiers::on_each(|| {
        let (from, to) = (Page::new(), Page::new());
        let mut numbers = Numbers::new(11);
        for encoding in Encoding::ALL {
            for round in 0..150 {
                let count = numbers.below(100);
                let mut chars = texts::chars(&texts::text(PROFILES[round % 6], count, &mut numbers));
                if round % 2 == 0 {
                    texts::damage_chars(&mut chars, &mut numbers);
                }
                for options in check::all_options() {
                    let (progress, bytes) = model::encode(encoding, options, &chars, usize::MAX);
                    for (at, out) in from.ends(2 * chars.len()).into_iter().zip(to.ends(bytes.len())) {
                        from.fill(at, &to_bytes(&chars));
                        let source = from.source(at, 2 * chars.len());
                        assert_eq!(measure_encoded_utf16(encoding, options, source), progress);
                        let target = to.target(out, bytes.len());
                        assert_eq!(encode_utf16(encoding, options, source, target), progress);
                        assert_eq!(to.contents(out, bytes.len()), bytes);
                    }
                }
            }
        }
    });
}

/// The terminator is the last thing there is, or almost; the bound says there is no end.
#[test]
fn scanning_without_a_bound() {
    tiers::on_each(|| {
        let page = Page::new();
        for unit_size in [1, 2, 4] {
            let bounds = [usize::try_from(i64::MAX).unwrap(), usize::MAX, isize::MAX.cast_unsigned() / unit_size, 301];
            for units in 0..=300 {
                // Not aligned to the unit either.
                for gap in 0..=8 {
                    page.fill(0, &vec![0xFF; page.size]);
                    let bytes = [vec![0x01; units * unit_size], vec![0; unit_size]].concat();
                    let at = page.size - gap - bytes.len();
                    page.fill(at, &bytes);
                    for bound in bounds {
                        // SAFETY: readable up to the zero unit, which lies before the page's end.
                        let scan = unsafe { Scan::new(page.at(at), bound) };
                        assert_eq!(find_zero(unit_size, scan), units, "unit {unit_size} gap {gap} bound {bound}");
                    }
                }
            }
        }
    });
}

/// From any place of a page, odd ones too, to its end: far enough for the loops over many vectors.
#[test]
fn scanning_a_whole_page_without_a_bound() {
    tiers::on_each(|| {
        let page = Page::new();
        for unit_size in [1, 2, 4] {
            for gap in [0, 1, 2, 3, 4, 63] {
                page.fill(0, &vec![0xFF; page.size]);
                let end = page.size - gap - unit_size;
                page.fill(end, &vec![0; unit_size]);
                // Units that begin so many bytes before the zero one, in the first bytes of the page or further on.
                for first in (0..130).chain((130..end).step_by(61)) {
                    let start = first + (end - first) % unit_size;
                    for bound in [isize::MAX.cast_unsigned(), usize::MAX, page.size] {
                        // SAFETY: readable up to the zero unit, which lies before the page's end.
                        let scan = unsafe { Scan::new(page.at(start), bound) };
                        let units = (end - start) / unit_size;
                        assert_eq!(find_zero(unit_size, scan), units, "unit {unit_size} from {start} gap {gap}");
                    }
                }
            }
        }
    });
}

/// There is no terminator; the bound is where the memory ends.
#[test]
fn scanning_to_the_bound() {
    tiers::on_each(|| {
        let page = Page::new();
        page.fill(0, &vec![0x01; page.size]);
        for unit_size in [1, 2, 4] {
            for units in 0..=300 {
                for at in page.ends(units * unit_size) {
                    // SAFETY: so many units lie inside of the page.
                    let scan = unsafe { Scan::new(page.at(at), units) };
                    assert_eq!(find_zero(unit_size, scan), units);
                }
            }
        }
    });
}

/// Another party writes while we read: the text may be any, but the target's end and the source's hold.
#[test]
fn while_another_writes() {
    tiers::on_each(|| {
        let (from, to) = (Page::new(), Page::new());
        let stop = AtomicBool::new(false);
        // SAFETY: the page is mapped, zeroed, and outlives the borrow; it is read by volatile reads only.
        let shared: &[AtomicU8] =
            unsafe { std::slice::from_raw_parts(from.at(0).cast::<AtomicU8>().cast_const(), from.size) };
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let mut numbers = Numbers::new(12);
                while !stop.load(Ordering::Relaxed) {
                    let byte = numbers.pick(&[0x61, 0x80, 0xC3, 0xE2, 0xED, 0xA0, 0xF0, 0xD8, 0xDC, 0x00]);
                    shared[numbers.below(shared.len())].store(byte, Ordering::Relaxed);
                }
            });
            for round in 0..200 {
                let encoding = Encoding::ALL[round % Encoding::ALL.len()];
                let room = to.size / 2 + round % 7;
                let at = to.size - room;
                to.fill(0, &vec![0xA5; at]);
                let source = from.source(0, from.size);
                let decoded = decode_utf16(encoding, Options::REPLACE, source, to.target(at, room));
                assert!(decoded.read <= from.size && 2 * decoded.written <= room);
                let encoded = encode_utf16(encoding, Options::REPLACE, source, to.target(at, room));
                assert!(2 * encoded.read <= from.size && encoded.written <= room);
                assert!(to.contents(0, at).iter().all(|byte| *byte == 0xA5));
            }
            stop.store(true, Ordering::Relaxed);
        });
    });
}

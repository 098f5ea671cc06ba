//! The cases of TensorFlow's own `ctstring_test.cc`, and what it leaves open.

use unitstr::Source;
use unitstr_tensor::owned::TString;
use unitstr_tensor::{FormatCode, Kind, ViewAbi};

use crate::array::TStringArray;
use crate::images;

const SMALL: &[u8] = b"smol";
const LONG: &[u8] = b"a long string that does not fit into an element";

fn array(count: usize) -> TStringArray {
    TStringArray::new(count, ViewAbi::From2_21)
}

fn text(string: &TString<'_>) -> Vec<u8> {
    string.text().to_vec()
}

fn state(array: &mut TStringArray, index: usize) -> (Kind, usize, usize) {
    let string = array.element(index);
    (string.kind(), string.bytes(), string.capacity())
}

#[test]
fn init_assign_move_dealloc() {
    // All of them empty.
    let mut all = array(3);
    assert_eq!(state(&mut all, 0), (Kind::Small, 0, 22));
    let (mut first, second) = all.pair(0, 1);
    // SAFETY: neither shows anything.
    unsafe { first.assign(&second) }.unwrap();
    assert_eq!(state(&mut all, 0), (Kind::Small, 0, 22));

    for (value, kind, capacity) in [(SMALL, Kind::Small, 22), (LONG, Kind::Large, 47)] {
        let mut all = array(4);
        all.element(0).copy(Source::from_bytes(value)).unwrap();
        assert_eq!(state(&mut all, 0), (kind, value.len(), capacity));
        let (mut second, first) = all.pair(1, 0);
        // SAFETY: it shows nothing.
        unsafe { second.assign(&first) }.unwrap();
        assert_eq!((text(&second), text(&first)), (value.to_vec(), value.to_vec()));
        assert_ne!(second.text().start(), first.text().start());
        let (mut third, mut second) = all.pair(2, 1);
        let before = second.text().start();
        // SAFETY: as above.
        unsafe { third.move_from(&mut second) }.unwrap();
        assert_eq!((text(&third), third.kind()), (value.to_vec(), kind));
        if kind == Kind::Large {
            assert_eq!(third.text().start(), before);
            assert_eq!((second.kind(), second.bytes()), (Kind::Small, 0));
        } else {
            // A text that fits into the element is copied, and stays.
            assert_eq!(text(&second), value);
        }
        third.dealloc();
        assert_eq!(third.bytes(), if kind == Kind::Large { 0 } else { value.len() });
    }
}

#[test]
fn views() {
    let mut all = array(3);
    let mut view = all.element(0);
    // SAFETY: a constant.
    unsafe { view.assign_view(Source::from_bytes(LONG)) }.unwrap();
    assert_eq!((view.kind(), view.bytes(), view.capacity()), (Kind::View, LONG.len(), 0));
    assert_eq!(view.text().start(), LONG.as_ptr());
    let (mut second, first) = all.pair(1, 0);
    // SAFETY: as above.
    unsafe { second.assign(&first) }.unwrap();
    assert_eq!(second.text().start(), LONG.as_ptr());
    // To be resized it has to be its own.
    second.resize(LONG.len(), 0).unwrap();
    assert_eq!((second.kind(), text(&second)), (Kind::Large, LONG.to_vec()));
    assert_ne!(second.text().start(), LONG.as_ptr());
    // Nothing appended: nothing happens.
    let mut first = all.element(0);
    first.append(Source::from_bytes(b"")).unwrap();
    assert_eq!(first.kind(), Kind::View);
    // A view that owns nothing is let go of by whoever shows it.
    first.dealloc();
    assert_eq!((first.kind(), first.bytes()), (Kind::View, LONG.len()));
}

#[test]
fn offsets() {
    let mut memory = [0_u8; 24 + LONG.len()];
    memory[24..].copy_from_slice(LONG);
    let bytes = u32::try_from(LONG.len()).unwrap();
    memory[..24].copy_from_slice(&images::offset_element(bytes, 24, 0).unwrap());
    let place = memory.as_mut_ptr();
    // SAFETY: an OFFSET element in the array above.
    let mut offset = unsafe { TString::at(place, ViewAbi::From2_21) };
    assert_eq!((offset.kind(), offset.bytes(), offset.capacity()), (Kind::Offset, LONG.len(), 0));
    assert_eq!(text(&offset), LONG);
    let mut all = array(2);
    let mut other = all.element(0);
    // SAFETY: `memory` lives longer.
    unsafe { other.assign(&offset) }.unwrap();
    assert_eq!((other.kind(), other.text().start()), (Kind::View, place.wrapping_add(24).cast_const()));
    // SAFETY: as above.
    unsafe { other.move_from(&mut offset) }.unwrap();
    assert_eq!((other.kind(), offset.kind()), (Kind::View, Kind::Offset));
    offset.append(Source::from_bytes(b"!")).unwrap();
    assert_eq!((offset.kind(), offset.bytes(), offset.capacity()), (Kind::Large, 48, 63));
    offset.dealloc();
    assert_eq!((offset.kind(), offset.bytes()), (Kind::Small, 0));
}

#[test]
fn resize_and_reserve() {
    let mut all = array(8);
    let mut string = all.element(0);
    string.resize(2, b'a').unwrap();
    assert_eq!((string.kind(), text(&string)), (Kind::Small, b"aa".to_vec()));
    string.resize(4, b'a').unwrap();
    assert_eq!(text(&string), b"aaaa");
    string.resize(6, b'b').unwrap();
    assert_eq!(text(&string), b"aaaabb");
    string.resize(40, b'c').unwrap();
    assert_eq!((string.kind(), string.capacity()), (Kind::Large, 47));
    assert_eq!(text(&string), [&b"aaaabb"[..], &[b'c'; 34]].concat());
    string.resize(3, b'x').unwrap();
    assert_eq!((string.kind(), text(&string)), (Kind::Small, b"aaa".to_vec()));

    let mut string = all.element(1);
    string.reserve(22).unwrap();
    assert_eq!((string.kind(), string.capacity()), (Kind::Small, 22));
    string.reserve(100).unwrap();
    assert_eq!((string.kind(), string.bytes(), string.capacity()), (Kind::Large, 0, 111));
    string.reserve_amortized(200).unwrap();
    assert_eq!(string.capacity(), 223);
    string.reserve_amortized(100).unwrap();
    assert_eq!(string.capacity(), 223);
    let mut string = all.element(2);
    string.reserve(100).unwrap();
    string.reserve(200).unwrap();
    assert_eq!(string.capacity(), 207);

    // A block is halved when less than half of it is used.
    let mut string = all.element(3);
    string.resize(1000, 0).unwrap();
    assert_eq!(string.capacity(), 1007);
    string.resize(503, 0).unwrap();
    assert_eq!(string.capacity(), 1007);
    string.resize(502, 0).unwrap();
    assert_eq!(string.capacity(), 511);
}

/// A size that cannot be is an error, and nothing has changed.
#[test]
#[cfg_attr(miri, ignore = "Miri ends where there is no memory")]
fn what_cannot_be() {
    let mut all = array(4);
    for (index, value) in [SMALL, LONG].into_iter().enumerate() {
        let mut string = all.element(index);
        string.copy(Source::from_bytes(value)).unwrap();
        let before = (string.kind(), string.capacity());
        for (bytes, code) in [
            (usize::MAX, FormatCode::SizeLimit),
            (usize::MAX - 15, FormatCode::SizeLimit),
            (usize::MAX / 2, FormatCode::SizeLimit),
            (usize::MAX / 4 + 1, FormatCode::SizeLimit),
            (usize::MAX / 4, FormatCode::NoMemory),
            (1 << 60, FormatCode::NoMemory),
        ] {
            assert_eq!(string.resize(bytes, 0), Err(code), "{bytes:#x}");
            // A capacity may be what a size may not.
            assert!(string.reserve(bytes).is_err());
            assert!(string.reserve_amortized(bytes).is_err());
            assert_eq!((string.kind(), string.capacity()), before);
            assert_eq!(text(&string), value);
        }
    }
}

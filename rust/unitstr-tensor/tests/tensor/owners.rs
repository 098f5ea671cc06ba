//! Owners of what VIEWs show.

use std::hint::black_box;
use std::ptr::NonNull;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use unitstr::Source;
use unitstr_tensor::owned::{Block, Owner};
use unitstr_tensor::{FormatCode, Kind, ViewAbi};

use crate::array::TStringArray;

/// Counts how often it is dropped.
struct Dropped(Arc<AtomicUsize>);

impl Drop for Dropped {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

const TEXT: &[u8] = b"what all of them show";

fn owner() -> (Owner<Dropped>, Arc<AtomicUsize>) {
    let drops = Arc::new(AtomicUsize::new(0));
    (Owner::new(Dropped(drops.clone())), drops)
}

/// As a gather of many elements and a tile of more: one reference each, and all given back.
#[test]
fn every_view_counts() {
    let (owner, drops) = owner();
    let mut input = TStringArray::new(1, ViewAbi::From2_21);
    // SAFETY: a constant.
    unsafe { input.element(0).assign_view_with_owner(Source::from_bytes(TEXT), owner.api()) }.unwrap();
    let mut outputs = Vec::new();
    for count in [4, 30] {
        let mut output = TStringArray::new(count, ViewAbi::From2_21);
        for index in 0..count {
            // SAFETY: the owner keeps what is shown.
            unsafe { output.element(index).assign(&input.element(0)) }.unwrap();
        }
        outputs.push(output);
    }
    assert_eq!(owner.references(), 1 + 1 + 34);
    drop(input);
    assert_eq!(owner.references(), 1 + 34);
    drop(owner);
    assert_eq!(outputs[1].tensor().element(29).unwrap().text().to_vec(), TEXT);
    outputs.pop();
    assert_eq!(drops.load(Ordering::SeqCst), 0);
    outputs.pop();
    assert_eq!(drops.load(Ordering::SeqCst), 1);
}

/// The owner that a string lets go of may be the one it gets.
#[test]
fn the_same_owner_again() {
    let (owner, drops) = owner();
    let api = owner.api();
    let mut array = TStringArray::new(1, ViewAbi::From2_21);
    let mut string = array.element(0);
    // SAFETY: a constant.
    unsafe { string.assign_view_with_owner(Source::from_bytes(TEXT), api) }.unwrap();
    drop(owner);
    // SAFETY: the string's own reference keeps the owner until it has another.
    unsafe { string.assign_view_with_owner(Source::from_bytes(&TEXT[1..]), api) }.unwrap();
    assert_eq!((drops.load(Ordering::SeqCst), string.text().to_vec()), (0, TEXT[1..].to_vec()));
    string.copy(Source::from_bytes(b"own")).unwrap();
    assert_eq!(drops.load(Ordering::SeqCst), 1);
}

/// The appended text may lie in memory that only this string keeps.
#[test]
fn the_last_view_is_read_before_it_goes() {
    let owner = Owner::new(TEXT.to_vec().into_boxed_slice());
    let mut array = TStringArray::new(1, ViewAbi::From2_21);
    let mut string = array.element(0);
    // SAFETY: the owner keeps its value.
    unsafe { string.assign_view_with_owner(Source::from_bytes(owner.value()), owner.api()) }.unwrap();
    drop(owner);
    let start = string.text().start();
    // SAFETY: the string keeps it until it is changed.
    let own = unsafe { Source::new(start, TEXT.len()) };
    string.append(own).unwrap();
    assert_eq!((string.kind(), string.text().to_vec()), (Kind::Large, [TEXT, TEXT].concat()));
}

#[test]
fn no_owners_before_2_21() {
    let (owner, drops) = owner();
    let mut array = TStringArray::new(1, ViewAbi::UpTo2_20);
    let mut string = array.element(0);
    string.copy(Source::from_bytes(b"stale text of 22 bytes")).unwrap();
    // SAFETY: a constant.
    let shown = unsafe { string.assign_view_with_owner(Source::from_bytes(TEXT), owner.api()) };
    assert_eq!(shown, Err(FormatCode::Unsupported));
    assert_eq!((owner.references(), string.text().to_vec()), (1, b"stale text of 22 bytes".to_vec()));
    // SAFETY: a constant.
    unsafe { string.assign_view(Source::from_bytes(TEXT)) }.unwrap();
    // SAFETY: the array's one element.
    let raw = unsafe { Source::new(array.start(), 24) }.to_vec();
    assert_eq!(raw[16..], [0; 8], "stale text must not pass for an owner");
    drop(owner);
    assert_eq!(drops.load(Ordering::SeqCst), 1);
}

/// References come and go on many threads.
#[test]
fn threads() {
    let (owner, drops) = owner();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            let owner = owner.clone();
            scope.spawn(move || {
                for _ in 0..if cfg!(miri) { 5 } else { 1000 } {
                    let mut array = TStringArray::new(3, ViewAbi::From2_21);
                    for index in 0..3 {
                        let mut string = array.element(index);
                        // SAFETY: a constant.
                        unsafe { string.assign_view_with_owner(Source::from_bytes(TEXT), owner.api()) }.unwrap();
                    }
                    std::thread::yield_now();
                    drop(array);
                }
            });
        }
    });
    assert_eq!((owner.references(), drops.load(Ordering::SeqCst)), (1, 0));
    drop(owner);
    assert_eq!(drops.load(Ordering::SeqCst), 1);
}

/// A panic of the value stays inside: whoever lets go of it last may be C++.
#[test]
fn a_value_that_panics() {
    struct Panics;
    impl Drop for Panics {
        fn drop(&mut self) {
            panic!("expected by this test");
        }
    }
    let owner = Owner::new(Panics);
    drop(owner);
}

/// References by number, as whoever writes many VIEWs at once counts them.
#[test]
fn many_references_at_once() {
    let (owner, drops) = owner();
    assert_eq!(owner.add(usize::MAX / 2), Err(FormatCode::SizeLimit));
    assert_eq!(owner.add(usize::MAX), Err(FormatCode::SizeLimit));
    assert_eq!((owner.add(3), owner.references()), (Ok(()), 4));
    let api = NonNull::new(owner.into_api()).unwrap();
    for left in (0..4).rev() {
        assert_eq!(drops.load(Ordering::SeqCst), 0);
        // SAFETY: one of the four that there are.
        let one: Owner<Dropped> = unsafe { Owner::from_api(api) };
        assert_eq!(one.references(), left + 1);
    }
    assert_eq!(drops.load(Ordering::SeqCst), 1);
}

/// A block is zeroes of its size, also of none, and can be refused.
#[test]
fn blocks() {
    for bytes in [0, 1, 5000] {
        let block = Block::zeroed(bytes).unwrap();
        // SAFETY: the block, which nobody writes.
        let text = unsafe { Source::new(block.start(), block.bytes()) };
        assert_eq!(text.to_vec(), vec![0; bytes]);
    }
    for bytes in [usize::MAX, isize::MAX.cast_unsigned()] {
        // An optimizer removes the allocation of a block that nobody uses.
        assert_eq!(black_box(Block::zeroed(bytes)).err(), Some(FormatCode::NoMemory));
    }
}

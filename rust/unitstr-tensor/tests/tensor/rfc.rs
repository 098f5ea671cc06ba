//! The RFC's elements: overflow, and the way back.

use proptest::prelude::*;
use unitstr::Source;
use unitstr_tensor::owned::RfcString;
use unitstr_tensor::{ByteOrder, Checks, Format, FormatCode, Kind, Layout, Place, Strictness, StringTensor, WordSize};

use crate::array::ArenaArray;
use crate::images;
use crate::memory::{Odd, hex};

fn some(bytes: usize) -> Vec<u8> {
    (0..bytes).map(|at| b'a' + (at % 26).to_le_bytes()[0]).collect()
}

/// A capacity of 32 bits says more than a size of 30 bits can.
#[test]
fn what_a_size_can_say_is_the_most_of_a_place() {
    for layout in [Layout::RFC16, Layout::RFC24] {
        for (said, capacity) in
            [((1 << 30) - 1, (1 << 30) - 1), (1 << 30, (1 << 30) - 1), (u32::MAX, (1 << 30) - 1), (7, 7)]
        {
            let mut place = [0_u8; 8];
            let mut raw = [0; 24];
            raw[0] = 3;
            raw[4..8].copy_from_slice(&said.to_ne_bytes());
            let address = place.as_mut_ptr().expose_provenance() as u64;
            raw[8..16].copy_from_slice(&address.to_ne_bytes());
            // SAFETY: a well-formed element, but for its capacity; no text of more than 7 bytes is written.
            let mut string = unsafe { RfcString::at(raw.as_mut_ptr(), layout, true) };
            assert_eq!((string.kind(), string.capacity()), (Kind::Prealloc, capacity));
            string.assign(Source::from_bytes(b"seven b")).unwrap();
            assert_eq!((string.kind(), string.text().to_vec()), (Kind::Prealloc, b"seven b".to_vec()));
        }
    }
}

/// The initial content of an element.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Start {
    Small,
    Prealloc(usize),
    Offset { bytes: usize, writable: bool },
}

/// An element at an odd address, and its room behind it.
struct Element {
    memory: Vec<u8>,
    at: usize,
    start: Start,
    layout: Layout,
    text: Vec<u8>,
    room: usize,
}

const ROOM: usize = 40;

impl Element {
    fn new(layout: Layout, start: Start) -> Self {
        let head = layout.element_bytes();
        let mut memory = vec![0; 2 + head + ROOM];
        let at = 1 - memory.as_ptr().addr() % 2;
        let mut raw = [0; 24];
        let (mut text, mut room) = (Vec::new(), layout.small_capacity());
        match start {
            Start::Small => {}
            Start::Prealloc(capacity) => {
                let address = memory.as_mut_ptr().wrapping_add(at + head).expose_provenance();
                raw = images::prealloc_element(layout, 0, u32::try_from(capacity).unwrap(), address as u64);
                room = capacity;
            }
            Start::Offset { bytes, writable } => {
                let distance = u32::try_from(head).unwrap();
                raw = images::offset_element(u32::try_from(bytes).unwrap(), distance, 1).unwrap();
                text = some(bytes);
                memory[at + head..][..bytes].copy_from_slice(&text);
                room = if writable { bytes } else { 0 };
            }
        }
        memory[at..at + head].copy_from_slice(&raw[..head]);
        Self { memory, at, start, layout, text, room }
    }

    fn string(&mut self) -> RfcString<'_> {
        let writable = !matches!(self.start, Start::Offset { writable: false, .. });
        // SAFETY: an element that `new` made, with its room in the same memory.
        unsafe { RfcString::at(self.memory.as_mut_ptr().wrapping_add(self.at), self.layout, writable) }
    }

    fn kind(&self) -> Kind {
        match self.start {
            Start::Small => Kind::Small,
            Start::Prealloc(_) => Kind::Prealloc,
            Start::Offset { .. } => Kind::Offset,
        }
    }

    fn wrote(&mut self, bytes: usize) {
        // A shorter OFFSET does not keep its former capacity.
        if self.room >= bytes && matches!(self.start, Start::Offset { writable: true, .. }) {
            self.room = bytes;
        }
    }

    fn assign(&mut self, text: Vec<u8>) {
        self.string().assign(Source::from_bytes(&text)).unwrap();
        let expected = if text.len() <= self.room { self.kind() } else { Kind::Large };
        assert_eq!(self.string().kind(), expected, "{:?} {}", self.start, text.len());
        self.wrote(text.len());
        self.text = text;
        self.compare();
    }

    /// Its own text, as if it were somebody else's.
    fn assign_own(&mut self, start: usize) {
        let start = start % (self.text.len() + 1);
        let place = self.string().text().start().wrapping_add(start);
        // SAFETY: inside of the string until it is changed, which minds it.
        let own = unsafe { Source::new(place, self.text.len() - start) };
        self.string().assign(own).unwrap();
        self.text.drain(..start);
        self.wrote(self.text.len());
        self.compare();
    }

    fn dealloc(&mut self) {
        let large = self.string().kind() == Kind::Large;
        self.string().dealloc();
        if large {
            self.text.clear();
            self.wrote(0);
        }
        let kind = self.kind();
        assert_eq!(self.string().kind(), kind);
        self.compare();
    }

    fn compare(&mut self) {
        let text = self.text.clone();
        let string = self.string();
        assert_eq!((string.bytes(), string.text().to_vec()), (text.len(), text));
        if string.kind() == Kind::Large && self.layout.format == Format::Rfc16 {
            assert_eq!(self.string().capacity(), self.text.len());
        }
    }
}

impl Drop for Element {
    fn drop(&mut self) {
        self.string().dealloc();
    }
}

fn layouts() -> [Layout; 2] {
    [Layout::RFC16, Layout::RFC24]
}

/// There and back, at every size around the room.
#[test]
fn overflow_and_revert() {
    for layout in layouts() {
        for start in [
            Start::Small,
            Start::Prealloc(0),
            Start::Prealloc(17),
            Start::Prealloc(ROOM),
            Start::Offset { bytes: 9, writable: true },
            Start::Offset { bytes: 9, writable: false },
            Start::Offset { bytes: 0, writable: true },
        ] {
            let mut element = Element::new(layout, start);
            element.compare();
            for bytes in (0..70).chain((0..70).rev()) {
                // From what it is, and from an overflow.
                element.assign(some(bytes));
                element.assign(some(100));
                element.assign(some(bytes));
                element.assign_own(bytes / 3);
            }
            element.assign(some(80));
            element.dealloc();
            element.dealloc();
            element.assign(some(3));
        }
    }
}

/// An element that reverts has the bytes it had.
#[test]
fn the_element_as_it_was() {
    for layout in layouts() {
        let mut element = Element::new(layout, Start::Prealloc(20));
        element.assign(some(7));
        let before = element.memory.clone();
        element.assign(some(50));
        assert_ne!(element.memory, before);
        element.assign(some(7));
        assert_eq!(element.memory, before);
        element.assign(some(50));
        element.dealloc();
        element.assign(some(7));
        assert_eq!(element.memory, before);
    }
}

#[test]
#[cfg_attr(miri, ignore = "Miri ends where there is no memory")]
fn without_memory_nothing_changes() {
    for layout in layouts() {
        for before in [some(5), some(60)] {
            let mut element = Element::new(layout, Start::Prealloc(20));
            element.assign(before);
            let memory = element.memory.clone();
            for (bytes, code) in [
                (isize::MAX.cast_unsigned(), FormatCode::SizeLimit),
                (usize::MAX / 4 + 1, FormatCode::SizeLimit),
                (usize::MAX / 4, FormatCode::NoMemory),
            ] {
                // SAFETY: it is never read: there is no memory for it.
                let text = unsafe { Source::new(std::ptr::without_provenance(1 << (usize::BITS - 1)), bytes) };
                assert_eq!(element.string().assign(text), Err(code));
                assert_eq!(element.memory, memory);
            }
            element.compare();
        }
    }
}

/// The drawings of the RFC's elements, on every kind of machine.
#[test]
fn drawings() {
    let rows = [
        (Format::Rfc16, ByteOrder::Little, WordSize::Eight, "b30400002d01000088776655443322110000000000000000"),
        (Format::Rfc16, ByteOrder::Big, WordSize::Eight, "0300012c0000012d11223344556677880000000000000000"),
        (Format::Rfc24, ByteOrder::Little, WordSize::Four, "b30400002d01000088776655000000000000000000000000"),
        (Format::Rfc24, ByteOrder::Big, WordSize::Four, "0300012c0000012d55667788000000000000000000000000"),
    ];
    for (format, order, word, raw) in rows {
        let layout = if format == Format::Rfc16 { Layout::RFC16 } else { Layout::RFC24 };
        let layout = layout.with_order(order).with_word(word);
        let address = if word == WordSize::Four { 0x5566_7788 } else { 0x1122_3344_5566_7788 };
        assert_eq!(images::prealloc_element(layout, 300, 301, address)[..], hex(raw), "{layout:?}");
        let raw = Odd::new(&hex(raw)[..layout.element_bytes()]);
        let strict = Checks { strictness: Strictness::Strict, ..Checks::UNTRUSTED };
        let tensor = StringTensor::new(Source::from_bytes(raw.bytes()), 1, layout, strict).unwrap();
        let fields = tensor.fields(0).unwrap();
        assert_eq!((fields.kind, fields.bytes, fields.capacity), (Kind::Prealloc, 300, 301), "{layout:?}");
        assert_eq!((fields.place, fields.padding_is_zero), (Place::Address(address), true));
        assert_eq!(tensor.element(0).unwrap_err().code, FormatCode::PointerRefused);
    }
    let large = [
        (Layout::RFC16, "b1040000000000008877665544332211", 300),
        (Layout::RFC24, "b1040000000000002d010000000000008877665544332211", 301),
    ];
    for (layout, raw, capacity) in large {
        let layout = layout.with_order(ByteOrder::Little).with_word(WordSize::Eight);
        let raw = hex(raw);
        let tensor = StringTensor::new(Source::from_bytes(&raw), 1, layout, Checks::UNTRUSTED).unwrap();
        let fields = tensor.fields(0).unwrap();
        assert_eq!((fields.kind, fields.bytes, fields.capacity), (Kind::Large, 300, capacity));
        assert_eq!(fields.place, Place::Address(0x1122_3344_5566_7788));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1024, failure_persistence: None, ..ProptestConfig::default() })]

    /// An array beside a list of strings.
    #[test]
    fn arrays(
        layout in proptest::sample::select(layouts().to_vec()),
        capacity in 0_usize..40,
        steps in proptest::collection::vec((0_usize..4, prop::option::weighted(0.8, 0_usize..80)), 0..40),
    ) {
        let mut array = ArenaArray::preallocate(4, capacity, layout);
        let mut texts = vec![Vec::new(); 4];
        for (index, bytes) in steps {
            let mut string = array.element(index);
            if let Some(bytes) = bytes {
                texts[index] = some(bytes);
                string.assign(Source::from_bytes(&texts[index])).unwrap();
                let kind = if bytes <= capacity { Kind::Prealloc } else { Kind::Large };
                prop_assert_eq!(string.kind(), kind);
            } else {
                if string.kind() == Kind::Large {
                    texts[index].clear();
                }
                string.dealloc();
            }
            let tensor = array.tensor();
            let read: Vec<_> = tensor.elements().map(|element| element.unwrap().text().to_vec()).collect();
            prop_assert_eq!(&read, &texts);
        }
    }
}

//! TensorFlow strings beside a model of them: what each has, where, and with what capacity, by the table of what
//! TensorFlow's functions do. The fuzz target `tstring` uses this file too.

use std::sync::LazyLock;

use unitstr::Source;
use unitstr_tensor::owned::{Owner, TString};
use unitstr_tensor::{Kind, ViewAbi};

/// How many strings there are.
pub const STRINGS: usize = 3;
/// The bytes behind the elements, for OFFSETs.
const POOL: usize = 512;
const POOL_AT: usize = 24 * STRINGS;

/// A string as it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    pub kind: Kind,
    pub text: Vec<u8>,
    pub capacity: usize,
    /// Whether it is a VIEW that an owner keeps.
    pub owned: bool,
}

/// The smallest capacity that has room and is one less than a multiple of 16.
fn align(bytes: usize) -> usize {
    bytes / 16 * 16 + 15
}

impl Model {
    fn empty() -> Self {
        Self { kind: Kind::Small, text: Vec::new(), capacity: 22, owned: false }
    }

    fn shows(kind: Kind, text: Vec<u8>, owned: bool) -> Self {
        Self { kind, text, capacity: 0, owned }
    }

    fn resize(&mut self, bytes: usize, fill: u8) {
        let (size, capacity) = (self.text.len(), self.capacity);
        self.text.resize(bytes, fill);
        self.owned = false;
        if bytes <= 22 {
            (self.kind, self.capacity) = (Kind::Small, 22);
            return;
        }
        self.kind = Kind::Large;
        if bytes < size && bytes < capacity / 2 {
            self.capacity = align(capacity / 2);
        } else if bytes > capacity {
            self.capacity = align(bytes);
        }
    }

    fn reserve(&mut self, bytes: usize) {
        if bytes > 22 && !(self.kind == Kind::Large && bytes <= self.capacity) {
            self.kind = Kind::Large;
            self.capacity = align(bytes.max(self.text.len()));
            self.owned = false;
        }
    }

    fn reserve_amortized(&mut self, bytes: usize) {
        if bytes > self.capacity {
            self.reserve(bytes.max(2 * self.capacity));
        }
    }

    fn copy(&mut self, text: Vec<u8>) {
        self.resize(text.len(), 0);
        self.text = text;
    }

    fn append(&mut self, text: &[u8]) {
        if text.is_empty() {
            return;
        }
        let bytes = self.text.len() + text.len();
        self.reserve_amortized(bytes);
        self.resize(bytes, 0);
        self.text.truncate(bytes - text.len());
        self.text.extend_from_slice(text);
    }

    fn dealloc(&mut self) {
        if self.kind == Kind::Large || self.owned {
            *self = Self::empty();
        }
    }

    fn assign(&mut self, other: &Self) {
        match other.kind {
            Kind::Large => {
                *self = Self::empty();
                self.copy(other.text.clone());
            }
            Kind::Offset => *self = Self::shows(Kind::View, other.text.clone(), false),
            _ => *self = other.clone(),
        }
    }

    /// The string that remains after its content was moved.
    fn moved(&mut self, abi: ViewAbi) {
        if self.kind == Kind::Large || (self.kind == Kind::View && abi == ViewAbi::From2_21) {
            *self = Self::empty();
        }
    }
}

/// The operations on a string. Sizes and places are taken modulo the possible ones.
#[derive(Clone, Debug)]
pub enum Op {
    Copy(usize),
    Append(usize),
    /// A part of the string itself: from where, how much.
    CopyOwn(usize, usize),
    AppendOwn(usize, usize),
    Resize(usize, u8),
    Reserve(usize),
    ReserveAmortized(usize),
    View(usize, usize),
    ViewOfOwner(usize, usize),
    /// The element becomes an OFFSET as if somebody had put one there.
    Offset(usize, usize),
    Assign(usize),
    Move(usize),
    AppendOther(usize),
    Dealloc,
}

/// The largest size that an operation makes at once.
pub const LARGEST: usize = 300;

/// Some bytes: with NULs, and not UTF-8. At most as many as the pool has.
fn some(bytes: usize) -> &'static [u8] {
    static BYTES: LazyLock<Vec<u8>> =
        LazyLock::new(|| (0..POOL).map(|at| [b'a', 0xFF, 0, 0xC3, b'z'][at % 5] ^ (at / 5).to_le_bytes()[0]).collect());
    &BYTES[..bytes]
}

fn part(of: usize, start: usize, bytes: usize) -> std::ops::Range<usize> {
    let start = start % (of + 1);
    start..start + bytes % (of - start + 1)
}

pub struct Strings {
    /// Elements at an odd address, then the pool.
    memory: Vec<u8>,
    start: usize,
    abi: ViewAbi,
    /// The text of views without an owner: it is never released.
    shown: Vec<u8>,
    owner: Owner<Box<[u8]>>,
    models: Vec<Model>,
}

impl Strings {
    pub fn new(abi: ViewAbi) -> Self {
        let mut memory = vec![0xEE; POOL_AT + POOL + 2];
        let start = 1 - memory.as_ptr().addr() % 2;
        memory[start + POOL_AT..][..POOL].copy_from_slice(some(POOL));
        for index in 0..STRINGS {
            // SAFETY: 24 bytes of `memory`.
            let _ = unsafe { TString::init(memory.as_mut_ptr().wrapping_add(start + 24 * index), abi) };
        }
        Self {
            memory,
            start,
            abi,
            shown: some(LARGEST).to_vec(),
            owner: Owner::new(Box::from(some(LARGEST))),
            models: vec![Model::empty(); STRINGS],
        }
    }

    fn place(&mut self, index: usize) -> *mut u8 {
        self.memory.as_mut_ptr().wrapping_add(self.start + 24 * index)
    }

    fn string(&mut self, index: usize) -> TString<'static> {
        // SAFETY: an element that `new` made, in memory that stays as long as `self`; no two are used at once but
        // different ones.
        unsafe { TString::at(self.place(index), self.abi) }
    }

    pub fn model(&self, index: usize) -> &Model {
        &self.models[index]
    }

    /// Does it to the string and to its model, and compares all of them.
    pub fn apply(&mut self, index: usize, op: &Op) {
        let mut string = self.string(index);
        let mut model = self.models[index].clone();
        match *op {
            Op::Copy(bytes) => {
                let text = some(bytes % LARGEST);
                string.copy(Source::from_bytes(text)).unwrap();
                model.copy(text.to_vec());
            }
            Op::Append(bytes) => {
                let text = some(bytes % LARGEST);
                string.append(Source::from_bytes(text)).unwrap();
                model.append(text);
            }
            Op::CopyOwn(start, bytes) => {
                let range = part(model.text.len(), start, bytes);
                let own = own(&string, range.clone());
                string.copy(own).unwrap();
                model.copy(model.text[range].to_vec());
            }
            Op::AppendOwn(start, bytes) => {
                let range = part(model.text.len(), start, bytes);
                let own = own(&string, range.clone());
                string.append(own).unwrap();
                let text = model.text[range].to_vec();
                model.append(&text);
            }
            Op::Resize(bytes, fill) => {
                string.resize(bytes % LARGEST, fill).unwrap();
                model.resize(bytes % LARGEST, fill);
            }
            Op::Reserve(bytes) => {
                string.reserve(bytes % LARGEST).unwrap();
                model.reserve(bytes % LARGEST);
            }
            Op::ReserveAmortized(bytes) => {
                string.reserve_amortized(bytes % LARGEST).unwrap();
                model.reserve_amortized(bytes % LARGEST);
            }
            Op::View(start, bytes) => {
                let text = &self.shown[part(LARGEST, start, bytes)];
                // SAFETY: `shown` stays as long as the elements.
                unsafe { string.assign_view(Source::from_bytes(text)) }.unwrap();
                model = Model::shows(Kind::View, text.to_vec(), false);
            }
            Op::ViewOfOwner(start, bytes) => {
                let range = part(LARGEST, start, bytes);
                let text = Source::from_bytes(&self.owner.value()[range.clone()]);
                // SAFETY: the owner keeps its value.
                let done = unsafe { string.assign_view_with_owner(text, self.owner.api()) };
                if self.abi == ViewAbi::From2_21 {
                    done.unwrap();
                    model = Model::shows(Kind::View, self.owner.value()[range].to_vec(), true);
                } else {
                    assert_eq!(done, Err(unitstr_tensor::FormatCode::Unsupported));
                }
            }
            Op::Offset(start, bytes) => {
                string.dealloc();
                let range = part(POOL, start, bytes % LARGEST);
                self.set_offset(index, range.clone());
                let pool = self.start + POOL_AT;
                let text = self.memory[pool + range.start..pool + range.end].to_vec();
                model = Model::shows(Kind::Offset, text, false);
            }
            Op::Assign(other) => {
                let other = other % STRINGS;
                // SAFETY: whatever is shown is in the pool, in `shown`, or has an owner.
                unsafe { string.assign(&self.string(other)) }.unwrap();
                if other != index {
                    model.assign(&self.models[other]);
                }
            }
            Op::Move(other) => {
                let other = other % STRINGS;
                // SAFETY: as above.
                unsafe { string.move_from(&mut self.string(other)) }.unwrap();
                if other != index {
                    model = self.models[other].clone();
                    if model.kind == Kind::Offset {
                        model = Model::shows(Kind::View, model.text, false);
                    }
                    self.models[other].moved(self.abi);
                }
            }
            Op::AppendOther(other) => {
                let other = other % STRINGS;
                let text = self.string(other);
                string.append(own(&text, 0..text.bytes())).unwrap();
                model.append(&self.models[other].text.clone());
            }
            Op::Dealloc => {
                string.dealloc();
                model.dealloc();
            }
        }
        self.models[index] = model;
        self.compare(op);
    }

    fn set_offset(&mut self, index: usize, range: std::ops::Range<usize>) {
        let distance = u32::try_from(POOL_AT + range.start - 24 * index).unwrap();
        let bytes = u32::try_from(range.len()).unwrap();
        let raw = crate::images::offset_element(bytes, distance, 3).unwrap();
        self.memory[self.start + 24 * index..][..24].copy_from_slice(&raw);
    }

    fn compare(&mut self, op: &Op) {
        let mut owned = 0;
        for index in 0..STRINGS {
            let string = self.string(index);
            let model = &self.models[index];
            assert_eq!(string.kind(), model.kind, "{index} after {op:?}");
            assert_eq!(string.text().to_vec(), model.text, "{index} after {op:?}");
            assert_eq!(string.capacity(), model.capacity, "{index} after {op:?}");
            assert_eq!(string.bytes(), model.text.len());
            owned += usize::from(model.owned);
            if matches!(model.kind, Kind::Small | Kind::Large) {
                let start = string.text().start();
                // SAFETY: a string that is its element's own has one byte more.
                let all = unsafe { Source::new(start, model.text.len() + 1) };
                assert_eq!(all.to_vec().last(), Some(&0), "{index} after {op:?}: no NUL");
            }
        }
        assert_eq!(self.owner.references(), 1 + owned, "after {op:?}");
        assert_eq!(self.memory[self.start + POOL_AT..][..POOL], *some(POOL), "the pool after {op:?}");
        assert_eq!(self.owner.value()[..], *some(LARGEST));
        assert_eq!(self.shown, some(LARGEST));
    }
}

impl Drop for Strings {
    fn drop(&mut self) {
        for index in 0..STRINGS {
            self.string(index).dealloc();
        }
        if !std::thread::panicking() {
            assert_eq!(self.owner.references(), 1);
        }
    }
}

/// A part of the string where it is, as if it were somebody else's.
fn own(string: &TString<'_>, range: std::ops::Range<usize>) -> Source<'static> {
    let start = string.text().start().wrapping_add(range.start);
    // SAFETY: inside of the string, which is there until it is changed; and changing it minds what lies inside.
    unsafe { Source::new(start, range.len()) }
}

//! Structs of Arrow's C data interface and C stream interface: what is exported has the numbers of its description, and
//! lives until its consumer has released all of it.

use std::ffi::CString;
use std::ptr::{with_exposed_provenance, with_exposed_provenance_mut};

use arbitrary::{Arbitrary, Unstructured};
use unitstr_c::JAVA_API;
use unitstr_c::java::numbers::{
    USTR_ARROW_ARRAY, USTR_ARROW_CALL_GET, USTR_ARROW_CALL_RELEASE, USTR_ARROW_SCHEMA, USTR_ARROW_STREAM,
};
use unitstr_c::status::{USTR_E_NULL, USTR_E_RANGE};

/// The members of a struct by their index; each has 8 bytes.
struct Kind {
    id: u32,
    words: usize,
    n_children: usize,
    children: usize,
    dictionary: usize,
    release: usize,
}

const SCHEMA: Kind = Kind { id: USTR_ARROW_SCHEMA, words: 9, n_children: 4, children: 5, dictionary: 6, release: 7 };
const ARRAY: Kind = Kind { id: USTR_ARROW_ARRAY, words: 10, n_children: 4, children: 6, dictionary: 7, release: 8 };
const N_BUFFERS: usize = 3;
const BUFFERS: usize = 5;
const STREAM_WORDS: usize = 5;
const GET_SCHEMA: usize = 0;
const GET_NEXT: usize = 1;
const STREAM_RELEASE: usize = 3;

/// The content of an array and its schema.
#[derive(Arbitrary, Debug)]
struct Shape {
    length: i64,
    nulls: i64,
    offset: i64,
    buffers: Vec<u64>,
    children: Vec<Shape>,
    /// The fault: 0 for the number of buffers, 1 for that of children, 2 if the address of each child is 0.
    wrong: u8,
    dictionary: Option<Box<Shape>>,
    name: Option<Vec<u8>>,
}

impl Shape {
    fn n_children(&self) -> i64 {
        if self.wrong == 1 { self.length | i64::MIN } else { self.children.len() as i64 }
    }

    fn n_buffers(&self) -> i64 {
        if self.wrong == 0 { self.length | i64::MIN } else { self.buffers.len() as i64 }
    }

    /// The result of exporting this.
    fn expected(&self, kind: &Kind) -> Result<(), i32> {
        if self.n_children() < 0 {
            return Err(USTR_E_RANGE);
        }
        for child in &self.children {
            if self.wrong == 2 {
                return Err(USTR_E_NULL);
            }
            child.expected(kind)?;
        }
        self.dictionary.as_ref().map_or(Ok(()), |dictionary| dictionary.expected(kind))?;
        if kind.id == USTR_ARROW_ARRAY && self.n_buffers() < 0 { Err(USTR_E_RANGE) } else { Ok(()) }
    }

    /// The name, which ends at a NUL.
    fn name(&self) -> CString {
        let name = self.name.as_deref().unwrap_or_default();
        CString::new(name.split(|byte| *byte == 0).next().unwrap_or_default()).expect("no NUL")
    }
}

/// Memory of described structs.
#[derive(Default)]
struct Memory {
    words: Vec<Box<[u64]>>,
    texts: Vec<CString>,
}

impl Memory {
    fn place(&mut self, words: Vec<u64>) -> u64 {
        let mut words = words.into_boxed_slice();
        let address = words.as_mut_ptr().expose_provenance() as u64;
        self.words.push(words);
        address
    }

    fn text(&mut self, text: CString) -> u64 {
        let address = text.as_ptr().expose_provenance() as u64;
        self.texts.push(text);
        address
    }

    /// Describes a shape in a struct. The words that an export ignores have any value.
    fn describe(&mut self, kind: &Kind, shape: &Shape) -> u64 {
        let describe = |child| if shape.wrong == 2 { 0 } else { self.describe(kind, child) };
        let children = shape.children.iter().map(describe).collect();
        let mut words = vec![0x5555; kind.words];
        words[kind.n_children] = shape.n_children() as u64;
        words[kind.children] = self.place(children);
        words[kind.dictionary] = shape.dictionary.as_ref().map_or(0, |dictionary| self.describe(kind, dictionary));
        if kind.id == USTR_ARROW_SCHEMA {
            words[0] = self.text(c"+s".to_owned());
            words[1] = if shape.name.is_some() { self.text(shape.name()) } else { 0 };
            words[3] = shape.length as u64;
        } else {
            words[..3].copy_from_slice(&[shape.length as u64, shape.nulls as u64, shape.offset as u64]);
            words[N_BUFFERS] = shape.n_buffers() as u64;
            words[BUFFERS] = self.place(shape.buffers.clone());
        }
        self.place(words)
    }
}

fn word(address: u64, index: usize) -> u64 {
    let place = with_exposed_provenance::<u64>(address as usize).wrapping_add(index);
    // SAFETY: `address` is that of a struct or table that is alive, and `index` that of one of its words.
    unsafe { place.read() }
}

fn put(address: u64, index: usize, word: u64) {
    let place = with_exposed_provenance_mut::<u64>(address as usize).wrapping_add(index);
    // SAFETY: as above; nobody has a reference to it.
    unsafe { place.write(word) };
}

fn export(kind: u32, from: u64, count: usize, owner: u64, to: u64) -> i64 {
    // SAFETY: the structs at the addresses are of this kind.
    unsafe { (JAVA_API.arrow.arrow_export)(kind, from, count as i64, owner, to) }
}

fn call(kind: u32, function: u64, first: u64, second: u64) -> i64 {
    // SAFETY: the function is one of the struct at `first`, which is alive.
    unsafe { (JAVA_API.arrow.arrow_call)(kind, function, first, second) }
}

fn references(owner: u64, change: i64) -> i64 {
    // SAFETY: the caller has a reference to the owner.
    unsafe { (JAVA_API.changes.tensor_owner_references)(with_exposed_provenance_mut(owner as usize), change) }
}

/// A struct of the consumer, which is released when this is dropped. If it was moved elsewhere, it has no words.
struct Alive {
    kind: &'static Kind,
    words: Box<[u64]>,
}

impl Alive {
    fn empty(kind: &'static Kind) -> Self {
        Self { kind, words: vec![0; kind.words].into_boxed_slice() }
    }

    fn address(&mut self) -> u64 {
        self.words.as_mut_ptr().expose_provenance() as u64
    }

    /// Moves a child or the dictionary out.
    fn take(&mut self, which: u8) -> Option<Self> {
        let kind = self.kind;
        let parent = self.address();
        let count = word(parent, kind.n_children) as usize;
        let which = usize::from(which) % (count + 1);
        let place =
            if which == count { word(parent, kind.dictionary) } else { word(word(parent, kind.children), which) };
        if place == 0 || word(place, kind.release) == 0 {
            return None;
        }
        let mut taken = Self::empty(kind);
        for (index, to) in taken.words.iter_mut().enumerate() {
            *to = word(place, index);
        }
        put(place, kind.release, 0);
        Some(taken)
    }
}

impl Drop for Alive {
    fn drop(&mut self) {
        let address = self.address();
        let release = if self.words.is_empty() { 0 } else { word(address, self.kind.release) };
        if release != 0 {
            assert_eq!(call(USTR_ARROW_CALL_RELEASE, release, address, 0), 0);
            assert_eq!(word(address, self.kind.release), 0, "released");
        }
    }
}

/// The number of arrays of a struct that are not released, itself included.
fn count(kind: &Kind, address: u64) -> i64 {
    if address == 0 || word(address, kind.release) == 0 {
        return 0;
    }
    let children = word(address, kind.children);
    let below = (0..word(address, kind.n_children) as usize).map(|i| count(kind, word(children, i)));
    1 + below.sum::<i64>() + count(kind, word(address, kind.dictionary))
}

/// Compares an exported struct with what was described.
fn compare(kind: &Kind, address: u64, shape: &Shape) {
    assert_ne!(word(address, kind.release), 0);
    assert_eq!(word(address, kind.n_children), shape.children.len() as u64);
    for (i, child) in shape.children.iter().enumerate() {
        compare(kind, word(word(address, kind.children), i), child);
    }
    match &shape.dictionary {
        Some(dictionary) => compare(kind, word(address, kind.dictionary), dictionary),
        None => assert_eq!(word(address, kind.dictionary), 0),
    }
    if kind.id == USTR_ARROW_SCHEMA {
        // SAFETY: the name of a schema is terminated.
        let name = unsafe { std::ffi::CStr::from_ptr(with_exposed_provenance(word(address, 1) as usize)) };
        assert_eq!((name, word(address, 2), word(address, 3)), (shape.name().as_c_str(), 0, shape.length as u64));
    } else {
        let numbers = [shape.length, shape.nulls, shape.offset, shape.n_buffers()];
        assert_eq!([0, 1, 2, N_BUFFERS].map(|index| word(address, index) as i64), numbers);
        let buffers: Vec<u64> = (0..shape.buffers.len()).map(|i| word(word(address, BUFFERS), i)).collect();
        assert_eq!(buffers, shape.buffers);
    }
}

/// Exports a shape; none if it is refused, as expected, and then nothing is written.
fn exported(kind: &'static Kind, shape: &Shape, owner: u64) -> Option<Alive> {
    let mut memory = Memory::default();
    let from = memory.describe(kind, shape);
    let mut made = Alive::empty(kind);
    let status = export(kind.id, from, 0, owner, made.address());
    assert_eq!(status, shape.expected(kind).map_or_else(i64::from, |()| 0), "{shape:?}");
    if status != 0 {
        assert!(made.words.iter().all(|word| *word == 0), "nothing is written");
        return None;
    }
    drop(memory);
    compare(kind, made.address(), shape);
    Some(made)
}

/// The steps of the producer and the consumer.
#[derive(Arbitrary, Debug)]
enum Step {
    Export(Shape),
    Stream(Vec<Shape>),
    Take(u8, u8),
    Release(u8),
    Next,
    GetSchema,
}

/// Describes and exports structs, and does as a consumer does with what it got, in any order.
pub fn arrow(bytes: &[u8]) {
    let mut input = Unstructured::new(bytes);
    let mut made = [0_u64; 2];
    // SAFETY: there is space for two numbers.
    assert_eq!(unsafe { (JAVA_API.changes.tensor_owner_new)(16, made.as_mut_ptr().cast()) }, 0);
    let owner = made[0];
    let mut alive: Vec<Alive> = Vec::new();
    let mut stream: Option<Stream> = None;
    while !input.is_empty()
        && let Ok(step) = Step::arbitrary(&mut input)
    {
        match step {
            Step::Export(shape) => {
                alive.extend([&SCHEMA, &ARRAY].into_iter().filter_map(|kind| exported(kind, &shape, owner)));
            }
            Step::Stream(shapes) => stream = Stream::of(&shapes, owner),
            Step::Take(which, child) if !alive.is_empty() => {
                let which = usize::from(which) % alive.len();
                let taken = alive[which].take(child);
                alive.extend(taken);
            }
            Step::Release(which) if !alive.is_empty() => drop(alive.swap_remove(usize::from(which) % alive.len())),
            Step::Next => alive.extend(stream.as_mut().and_then(Stream::next)),
            Step::GetSchema => alive.extend(stream.as_mut().map(Stream::schema)),
            Step::Take(..) | Step::Release(_) => {}
        }
        let arrays = alive.iter_mut().filter(|one| one.kind.id == ARRAY.id).map(|one| count(&ARRAY, one.address()));
        let inside = stream.as_ref().map_or(0, |stream| stream.arrays.iter().sum());
        assert_eq!(references(owner, 0), 1 + arrays.sum::<i64>() + inside);
    }
    drop(alive);
    drop(stream);
    assert_eq!(references(owner, -1), 0, "all is released");
}

/// An exported stream, and the number of arrays in each of its batches.
struct Stream {
    words: Box<[u64; STREAM_WORDS]>,
    arrays: std::collections::VecDeque<i64>,
}

impl Stream {
    /// Exports the shapes as the batches of a stream; none if one of them is refused, or there is none.
    fn of(shapes: &[Shape], owner: u64) -> Option<Self> {
        let mut parts = exported(&SCHEMA, shapes.first()?, owner)?;
        let mut arrays = shapes.iter().map(|shape| exported(&ARRAY, shape, owner)).collect::<Option<Vec<_>>>()?;
        let counts = arrays.iter_mut().map(|array| count(&ARRAY, array.address())).collect();
        let all = std::iter::once(&mut parts).chain(&mut arrays).flat_map(|part| std::mem::take(&mut part.words));
        let mut all: Box<[u64]> = all.collect();
        let from = all.as_mut_ptr().expose_provenance() as u64;
        let mut words = Box::new([0; STREAM_WORDS]);
        let to = words.as_mut_ptr().expose_provenance() as u64;
        assert_eq!(export(USTR_ARROW_STREAM, from, shapes.len(), 0, to), 0);
        for i in 0..=shapes.len() {
            let release = if i == 0 { SCHEMA.release } else { SCHEMA.words + (i - 1) * ARRAY.words + ARRAY.release };
            assert_eq!(word(from, release), 0, "moved");
        }
        Some(Self { words, arrays: counts })
    }

    fn get(&mut self, index: usize, kind: &'static Kind) -> Alive {
        let mut got = Alive::empty(kind);
        let stream = self.words.as_mut_ptr().expose_provenance() as u64;
        assert_eq!(call(USTR_ARROW_CALL_GET, word(stream, index), stream, got.address()), 0);
        got
    }

    fn next(&mut self) -> Option<Alive> {
        let mut array = self.get(GET_NEXT, &ARRAY);
        let expected = self.arrays.pop_front();
        assert_eq!(count(&ARRAY, array.address()), expected.unwrap_or(0));
        expected.map(|_| array)
    }

    fn schema(&mut self) -> Alive {
        let schema = self.get(GET_SCHEMA, &SCHEMA);
        assert_ne!(schema.words[SCHEMA.release], 0);
        schema
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        let stream = self.words.as_mut_ptr().expose_provenance() as u64;
        assert_eq!(call(USTR_ARROW_CALL_RELEASE, word(stream, STREAM_RELEASE), stream, 0), 0);
        assert_eq!(word(stream, STREAM_RELEASE), 0);
    }
}

//! Containers of libtvm_ffi, laid out by hand: sound ones that no image has, and broken ones of every kind.

use proptest::prelude::*;
use unitstr_values::tvm::{Limits, Pairs, Sequence, Tree, any_hash_bytes, any_hash_str, stable_hash, tree};
use unitstr_values::{Bad, Blocks, Dialect, Family, Tag, TvmFfi};

use crate::golden::tvm_images;

fn object(code: i32, address: u64) -> Tag<'static> {
    Tag::Object { of: Family::TvmFfi, code: Some(code), address }
}

fn slot(tag: &Tag<'_>) -> [u8; 16] {
    let mut slot = [0; 16];
    TvmFfi::write(&mut slot, tag).expect("a slot");
    slot
}

fn words(bytes: &mut Vec<u8>, words: &[u64]) {
    bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
}

/// An object: header, then these words.
fn head(code: i32, fields: &[u64]) -> Vec<u8> {
    let mut bytes = Vec::new();
    words(&mut bytes, &[0x1_0000_0001, u64::from(code.cast_unsigned()), 0]);
    words(&mut bytes, fields);
    bytes
}

/// A list with a buffer of its own, which has room for more.
fn list(memory: &mut Blocks, code: i32, slots: &[[u8; 16]], capacity: u64) -> u64 {
    let mut data = slots.concat();
    data.resize(16 * capacity.max(slots.len() as u64) as usize, 0xEE);
    let data = memory.place(&data);
    memory.place(&head(code, &[data, slots.len() as u64, capacity, 0]))
}

/// A dense map of so many slots: a pair for each of `order`, which says in which slot it lies, in the order of insertion.
fn dense(memory: &mut Blocks, code: i32, slots: u64, order: &[u64]) -> u64 {
    let mut blocks = vec![0; (slots.div_ceil(16) * 784) as usize];
    for block in blocks.chunks_mut(784) {
        block[..16].fill(0xFF);
    }
    for (nth, index) in order.iter().enumerate() {
        let block = (index / 16 * 784) as usize;
        let slot_in_block = (index % 16) as usize;
        blocks[block + slot_in_block] = 0;
        let mut item = Vec::new();
        item.extend(slot(&Tag::Int(nth as i64)));
        item.extend(slot(&Tag::Str(&[b'a' + (nth % 26) as u8])));
        let link = |at: Option<usize>| at.and_then(|at| order.get(at)).copied().unwrap_or(u64::MAX);
        words(&mut item, &[link(nth.checked_sub(1)), link(Some(nth + 1))]);
        let at = block + 16 + 48 * slot_in_block;
        blocks[at..at + 48].copy_from_slice(&item);
    }
    let data = memory.place(&blocks);
    let ends = [order.first(), order.last()].map(|end| end.copied().unwrap_or(u64::MAX));
    let fields = [data, order.len() as u64, slots, 0, 60, ends[0], ends[1]];
    memory.place(&head(code, &fields))
}

fn pairs(memory: &Blocks, code: i32, address: u64) -> Result<Vec<(i64, Vec<u8>)>, Bad> {
    Pairs::of(memory, &object(code, address))?
        .map(|pair| {
            let (key, value) = pair?;
            let (Tag::Int(key), Tag::Str(text)) = (TvmFfi::read(&key)?, TvmFfi::read(&value)?) else {
                panic!("no such pair: {key:?} {value:?}");
            };
            Ok((key, text.to_vec()))
        })
        .collect()
}

fn expected(len: usize) -> Vec<(i64, Vec<u8>)> {
    (0..len).map(|nth| (nth as i64, vec![b'a' + (nth % 26) as u8])).collect()
}

#[test]
fn lists_with_spare_capacity_are_read() {
    let mut memory = Blocks::new();
    let slots = [slot(&Tag::Str(b"a")), slot(&Tag::CStr(0)), slot(&Tag::Int(3))];
    let address = list(&mut memory, 75, &slots, 8);
    let found = Sequence::of(&memory, &object(75, address)).unwrap();
    assert_eq!(found.len(), 3);
    assert!(found.iter().eq(slots));
    assert_eq!((found.get(2), found.get(3), found.get(usize::MAX)), (Some(slots[2]), None, None));
}

#[test]
fn dense_maps_are_read_in_order_of_insertion() {
    for (slots, order) in [
        (8, vec![7, 0, 3, 1, 5]),
        (16, (0..16).rev().collect()),
        (64, vec![63, 16, 15, 0, 17, 33, 48]),
        (32, vec![]),
        (0, vec![]),
    ] {
        let mut memory = Blocks::new();
        for code in [72, 76] {
            let address = dense(&mut memory, code, slots, &order);
            let found = Pairs::of(&memory, &object(code, address)).unwrap();
            assert_eq!(found.left(), order.len() as u64);
            assert_eq!(pairs(&memory, code, address).unwrap(), expected(order.len()));
            let tree = tree(&memory, &slot(&object(code, address)), Limits::default()).unwrap();
            assert!(matches!(tree, Tree::Map(found, pairs) if found == code && pairs.len() == order.len()));
        }
    }
}

/// The error of a dense map of five pairs in which one word is another.
fn broken(at: impl Fn(u64, u64) -> u64, word: u64) -> Bad {
    let mut memory = Blocks::new();
    let order = [3, 17, 0, 31, 5];
    // The blocks come before the object.
    let address = dense(&mut memory, 72, 32, &order);
    let data = 0x1_0000;
    memory.write(at(data, address), &word.to_le_bytes()).expect("inside");
    pairs(&memory, 72, address).expect_err("it is broken")
}

/// Where the link of the pair in a slot to the next one is.
const fn next_of(data: u64, slot: u64) -> u64 {
    data + slot / 16 * 784 + 16 + slot % 16 * 48 + 40
}

#[test]
fn broken_maps_are_refused() {
    let is_broken = |bad: Bad, says: &str| match bad {
        Bad::Broken { what, .. } => assert!(what.contains(says), "{what}"),
        other => panic!("{other}"),
    };
    // Cycles, of one slot and of all; an end too early; links outside, and to an empty slot.
    is_broken(broken(|data, _| next_of(data, 3), 3), "beyond its size");
    is_broken(broken(|data, _| next_of(data, 5), 3), "beyond its size");
    is_broken(broken(|data, _| next_of(data, 0), u64::MAX), "before its size");
    is_broken(broken(|data, _| next_of(data, 17), 32), "past its slots");
    is_broken(broken(|data, _| next_of(data, 17), u64::MAX - 1), "past its slots");
    is_broken(broken(|data, _| next_of(data, 17), 1), "empty slot");
    is_broken(broken(|_, object| object + 64, u64::MAX), "before its size");
    is_broken(broken(|_, object| object + 64, 32), "past its slots");
    // Sizes.
    is_broken(broken(|_, object| object + 32, 6), "before its size");
    is_broken(broken(|_, object| object + 32, 4), "beyond its size");
    is_broken(broken(|_, object| object + 32, 33), "more pairs than slots");
    assert!(matches!(broken(|_, object| object + 32, u64::MAX), Bad::Length { .. }));
    // Slots: more than there are blocks, absurdly many, too few.
    assert!(matches!(broken(|_, object| object + 40, 33), Bad::Address { .. }));
    assert!(matches!(broken(|_, object| object + 40, i32::MAX as u64), Bad::Address { .. }));
    assert!(matches!(broken(|_, object| object + 40, u64::MAX >> 1), Bad::Length { .. }));
    is_broken(broken(|_, object| object + 40, 4), "more pairs than slots");
    is_broken(broken(|_, object| object + 40, 16), "past its slots");
    // As a small map of five pairs it has no pairs where they should be.
    assert!(matches!(broken(|_, object| object + 24, 1), Bad::Address { .. }));
    assert_eq!(broken(|_, object| object + 8, 71), Bad::Header { slot: 72, header: 71 });
    assert_eq!(broken(|_, object| object + 8, 63), Bad::Code { code: 63 });
}

#[test]
fn pairs_end_after_an_error() {
    let mut memory = Blocks::new();
    let address = dense(&mut memory, 72, 16, &[1, 2, 3]);
    memory.write(next_of(0x1_0000, 1), &9_u64.to_le_bytes()).unwrap();
    let mut found = Pairs::of(&memory, &object(72, address)).unwrap();
    assert!(found.next().unwrap().is_ok());
    assert!(found.next().unwrap().is_err());
    assert!(found.next().is_none());
}

#[test]
fn broken_sequences_are_refused() {
    let with = |fields: [u64; 4]| {
        let mut memory = Blocks::new();
        memory.place(&[0; 64]);
        let address = memory.place(&head(75, &fields));
        Sequence::of(&memory, &object(75, address)).map(|found| found.len())
    };
    let data = 0x1_0000;
    assert_eq!(with([data, 4, 4, 0]), Ok(4));
    assert!(matches!(with([data, 5, 5, 0]), Err(Bad::Address { .. })));
    assert!(matches!(with([data + 8, 4, 4, 0]), Err(Bad::Address { .. })));
    assert!(matches!(with([0, 1, 4, 0]), Err(Bad::Address { .. })));
    assert!(matches!(with([u64::MAX, 1, 4, 0]), Err(Bad::Address { .. })));
    assert!(matches!(with([data, 2, 1, 0]), Err(Bad::Broken { .. })));
    assert!(matches!(with([data, 1, u64::MAX, 0]), Err(Bad::Broken { .. })));
    assert!(matches!(with([data, u64::MAX, 4, 0]), Err(Bad::Length { units: -1, .. })));
    assert!(matches!(with([data, 1 << 31, 1 << 31, 0]), Err(Bad::Length { .. })));
    // Nothing is read where there is nothing.
    assert_eq!(with([0, 0, 0, 0]), Ok(0));
}

#[test]
fn values_that_contain_themselves_are_refused() {
    let mut memory = Blocks::new();
    let address = list(&mut memory, 75, &[slot(&Tag::Null), slot(&Tag::Null)], 2);
    memory.write(0x1_0010, &slot(&object(75, address))).unwrap();
    let found = tree(&memory, &slot(&object(75, address)), Limits::default());
    assert_eq!(found, Err(Bad::Cycle { address }));
    // Through a map, and through an array in it.
    let mut memory = Blocks::new();
    let outer = dense(&mut memory, 76, 8, &[0, 1]);
    let inner = list(&mut memory, 71, &[slot(&object(76, outer))], 1);
    memory.write(0x1_0000 + 16 + 16, &slot(&object(71, inner))).unwrap();
    let found = tree(&memory, &slot(&object(76, outer)), Limits::default());
    assert_eq!(found, Err(Bad::Cycle { address: outer }));
}

#[test]
fn limits_are_enforced() {
    // Each array holds the next one twice: 2^40 elements, of 40 objects.
    let mut memory = Blocks::new();
    let mut inner = slot(&Tag::Int(0));
    for _ in 0..40 {
        inner = slot(&object(71, list(&mut memory, 71, &[inner, inner], 2)));
    }
    let limits = Limits { elements: 1_000, ..Limits::default() };
    assert_eq!(tree(&memory, &inner, limits), Err(Bad::Elements { limit: 1_000, unit: "elements" }));
    let limits = Limits { depth: 39, ..limits };
    assert_eq!(tree(&memory, &inner, limits), Err(Bad::Depth { limit: 39 }));
    let limits = Limits { bytes: 5, ..Limits::default() };
    let texts = [slot(&Tag::Str(b"abc")), slot(&Tag::Str(b"def"))];
    let texts = slot(&object(71, list(&mut memory, 71, &texts, 2)));
    assert_eq!(tree(&memory, &texts, limits), Err(Bad::Elements { limit: 5, unit: "bytes of text" }));
    // A value that is contained twice, without a cycle, is no error.
    assert!(tree(&memory, &texts, Limits { bytes: 6, ..limits }).is_ok());
}

#[test]
fn an_object_to_be_taken_is_read() {
    let mut memory = Blocks::new();
    let address = list(&mut memory, 71, &[slot(&Tag::Int(7))], 1);
    let place = memory.place(&address.to_le_bytes());
    let found = tree(&memory, &slot(&Tag::Rvalue(place)), Limits::default());
    assert_eq!(found, Ok(Tree::Sequence(71, vec![Tree::Int(7)])));
    let place = memory.place(&[0; 8]);
    assert_eq!(tree(&memory, &slot(&Tag::Rvalue(place)), Limits::default()), Ok(Tree::Null));
}

#[test]
fn hashes_are_those_of_the_library() {
    for (text, hash, any) in [
        ("", 0, 2_654_440_008),
        ("a", 97, 2_654_439_979),
        ("hello", 1_819_043_398, 4_473_483_278),
        ("12345678", 614_571_676, 3_269_011_684),
    ] {
        assert_eq!(stable_hash(text.as_bytes()), hash, "{text}");
        assert_eq!(any_hash_str(text.as_bytes()), any, "{text}");
        assert_ne!(any_hash_bytes(text.as_bytes()), any, "{text}");
    }
    // By the formula, with the key of binaries.
    assert_eq!(any_hash_bytes(b""), 66 ^ (0x9E37_79B9 + (66 << 6) + (66 >> 2)));
}

#[test]
fn damaged_images_end_in_a_value_or_an_error() {
    const WORDS: [u64; 14] = [
        0,
        1,
        5,
        7,
        16,
        255,
        0x1_0000,
        i32::MAX as u64,
        i32::MAX as u64 + 1,
        u32::MAX as u64,
        1 << 62,
        1 << 63,
        u64::MAX - 15,
        u64::MAX,
    ];
    let limits = Limits { elements: 10_000, ..Limits::default() };
    let mut refused = 0;
    for image in tvm_images() {
        for (block, size) in &image.blocks {
            for at in (0..size.saturating_sub(7)).step_by(8) {
                for word in WORDS {
                    let mut memory = image.memory.clone();
                    memory.write(block + at as u64, &word.to_le_bytes()).unwrap();
                    let mut root = image.root.clone();
                    if *block == 0x1_0000 {
                        root[at..at + 8].copy_from_slice(&word.to_le_bytes());
                    }
                    refused += usize::from(tree(&memory, &root, limits).is_err());
                }
            }
        }
    }
    assert!(refused > 1_000, "{refused}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2048, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_memory_ends_in_a_value_or_an_error(bytes in proptest::collection::vec(any::<u8>(), 0..400), code in 64_i32..79, edits in
        proptest::collection::vec((0_u64..50, prop_oneof![0_u64..40, 0x1_0000_u64..0x1_0190, any::<u64>()]), 0..30)) {
        let mut memory = Blocks::new();
        let address = memory.place(&bytes);
        for (at, word) in edits {
            let _ = memory.write(address + 8 * at, &word.to_le_bytes());
        }
        let _ = memory.write(address + 8, &code.to_le_bytes());
        let limits = Limits { elements: 10_000, ..Limits::default() };
        // An end is all that is asked for.
        let _ = tree(&memory, &slot(&object(code, address)), limits);
    }
}

//! Reads a map and a list of libtvm_ffi in place, then copies both.
//!
//! The memory is laid out by hand, so that the example runs without the library. With the library, the slot is the result
//! of a call, and `live::Process` is the memory.

use unitstr::Policy;
use unitstr_values::tvm::{FRESH_REFS, Limits, Pairs, Sequence, Tree, code, tree};
use unitstr_values::{Blocks, Dialect, Family, Tag, TvmFfi};

fn slot(tag: &Tag<'_>) -> [u8; 16] {
    let mut slot = [0; 16];
    TvmFfi::write(&mut slot, tag).expect("a value that fits into a slot");
    slot
}

/// Places an object: the reference counts, the type, then its fields.
fn object(memory: &mut Blocks, code: i32, fields: [u64; 4]) -> Tag<'static> {
    let header = [FRESH_REFS, u64::from(code.cast_unsigned()), 0];
    let bytes: Vec<u8> = header.into_iter().chain(fields).flat_map(u64::to_le_bytes).collect();
    Tag::Object { of: Family::TvmFfi, code: Some(code), address: memory.place(&bytes) }
}

/// Runs the example.
///
/// # Errors
///
/// If the values are invalid, which they are not.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    // {"numbers": [7, "sieben"]}: the slots of the list, the list, the pair of the map, the map.
    let mut memory = Blocks::new();
    let elements = memory.place([slot(&Tag::Int(7)), slot(&Tag::Str(b"sieben"))].as_flattened());
    let list = object(&mut memory, code::LIST, [elements, 2, 2, 0]);
    let pairs = memory.place([slot(&Tag::Str(b"numbers")), slot(&list)].as_flattened());
    let small = 1 << 63; // a small map: its pairs lie one after the other
    let map = object(&mut memory, code::MAP, [pairs, 1, small | 4, 0]);

    for pair in Pairs::of(&memory, &map)? {
        let (key, value) = pair?;
        let key = TvmFfi::read(&key)?;
        if let Some(text) = TvmFfi::text(&memory, &key)? {
            println!("{}:", String::from_utf16(&text.to_chars(Policy::Report)?)?);
        }
        for element in Sequence::of(&memory, &TvmFfi::read(&value)?)?.iter() {
            println!("  {:?}", TvmFfi::read(&element)?);
        }
    }

    // A copy has no addresses. Its limits end values that contain themselves or are too large.
    let copy = tree(&memory, &slot(&map), Limits { depth: 8, ..Limits::default() })?;
    let list = Tree::Sequence(code::LIST, vec![Tree::Int(7), Tree::Str(b"sieben".to_vec())]);
    assert_eq!(copy, Tree::Map(code::MAP, vec![(Tree::Str(b"numbers".to_vec()), list)]));
    Ok(())
}

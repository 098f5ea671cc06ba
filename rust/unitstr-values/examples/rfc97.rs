//! Reads slots of RFC 97, as a function in Rust does that Java calls with slots which it wrote.

use unitstr::Policy;
use unitstr_values::{Bad, Blocks, Dialect, Memory, Rfc97, Tag};

/// Slots with 16 inline bytes each: `Dialect.RFC97.slot(1)` in Java.
const SLOT: usize = 24;

/// Describes the arguments. Only `memory` decides which addresses are read.
fn describe(memory: &impl Memory, slots: &[u8]) -> Result<Vec<String>, Bad> {
    slots
        .chunks_exact(SLOT)
        .map(|slot| {
            let tag = Rfc97::read(slot)?;
            if let Some(text) = Rfc97::text(memory, &tag)? {
                let chars = text.to_chars(Policy::Report)?;
                return Ok(format!("{}, {} units", String::from_utf16_lossy(&chars), text.units()));
            }
            Ok(match Rfc97::plain(memory, &tag)? {
                Some(number) => format!("{number:?}"),
                None => tag.kind().to_owned(),
            })
        })
        .collect()
}

/// Runs the example.
///
/// # Errors
///
/// If the values are invalid, which they are not.
pub fn main() -> Result<(), Bad> {
    let mut memory = Blocks::new();
    let borrowed = memory.place(b"borrowed\0");
    let units = [0x6F22_u32, 0x1F600].map(u32::to_le_bytes);
    let arguments =
        [Tag::Int(7), Tag::Str("sieben é".as_bytes()), Tag::Ucs4(units.as_flattened()), Tag::CStr(borrowed), Tag::Null];
    let mut slots = [0; SLOT * 5];
    for (slot, argument) in slots.chunks_exact_mut(SLOT).zip(&arguments) {
        Rfc97::write(slot, argument)?;
    }
    let described = describe(&memory, &slots)?;
    println!("{}", described.join("\n"));
    assert_eq!(described, ["Int(7)", "sieben é, 9 units", "漢😀, 2 units", "borrowed, 8 units", "null"]);
    Ok(())
}

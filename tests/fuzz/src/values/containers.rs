//! Containers in blocks of memory that refer to each other as the input likes.

use arbitrary::Arbitrary;
use unitstr_values::tvm::{Limits, Pairs, Sequence, error_of, tree};
use unitstr_values::{Blocks, Dialect, Family, Rfc97, Tag, TvmFfi};

/// A part of a block: 8 bytes, or more of them.
#[derive(Arbitrary, Debug)]
enum Word {
    Raw(u64),
    Small(u8),
    /// An address: of so many bytes into a block.
    At(u8, i8),
    /// A number of slots of a small map.
    Small4(u8),
    /// The end of a list.
    End,
    /// An object's header.
    Header(u8),
    /// A slot with a small text.
    Text(u8),
    /// A slot with an object.
    Object(u8, u8),
    /// 16 metadata bytes of a dense map.
    Meta(u8),
    /// Zeros.
    Skip(u8),
}

#[derive(Arbitrary, Debug)]
struct World {
    blocks: Vec<Vec<Word>>,
}

/// The types from 64 on, and some above them.
fn code(code: u8) -> i32 {
    64 + i32::from(code % 16)
}

fn bytes(words: &[Word], places: &[u64]) -> Vec<u8> {
    let place = |block: u8| places.get(usize::from(block) % places.len().max(1)).copied().unwrap_or(0);
    let mut bytes = Vec::new();
    for word in words {
        let mut put = |word: u64| bytes.extend(word.to_le_bytes());
        match *word {
            Word::Raw(raw) => put(raw),
            Word::Small(small) => put(small.into()),
            Word::At(block, offset) => put(place(block).wrapping_add_signed(offset.into())),
            Word::Small4(slots) => put(1 << 63 | u64::from(slots)),
            Word::End => put(u64::MAX),
            Word::Header(which) => [1, u64::from(code(which).unsigned_abs()), 0].into_iter().for_each(put),
            Word::Text(len) => [u64::from(len % 9) << 32 | 11, 0x7A61_C3FF_ED00_6161].into_iter().for_each(put),
            Word::Object(which, block) => {
                [u64::from(code(which).unsigned_abs()), place(block)].into_iter().for_each(put);
            }
            Word::Meta(full) => [0, if full % 2 == 0 { 0 } else { u64::MAX }].into_iter().for_each(put),
            Word::Skip(count) => (0..count % 64).for_each(|_| put(0)),
        }
    }
    bytes
}

/// Every block as every container; whatever comes out, it comes to an end.
pub fn values_containers(input: &[u8]) {
    let Some(World { blocks }) = super::input::<World>(input) else {
        return;
    };
    let mut memory = Blocks::new();
    let places: Vec<u64> = blocks.iter().map(|words| memory.place(&bytes(words, &[]))).collect();
    for (words, place) in blocks.iter().zip(&places) {
        memory.write(*place, &bytes(words, &places)).expect("of the same size");
    }
    let limits = Limits { depth: 20, elements: 2_000, bytes: 1 << 16 };
    for address in places {
        for code in 64..80 {
            let tag = Tag::Object { of: Family::TvmFfi, code: Some(code), address };
            let mut slot = [0; 16];
            TvmFfi::write(&mut slot, &tag).expect("an object");
            let found = tree(&memory, &slot, limits);
            if let Ok(sequence) = Sequence::of(&memory, &tag) {
                assert_eq!(sequence.iter().count(), sequence.len());
            }
            if let Ok(pairs) = Pairs::of(&memory, &tag) {
                let left = pairs.left();
                let good = pairs.clone().filter(Result::is_ok).count() as u64;
                let all = pairs.count() as u64;
                assert!(good <= left && all <= left && good + 1 >= all);
            }
            let error = error_of(&memory, &tag);
            assert!(found.is_err() || code != 67 || error.is_ok());
        }
        for code in [None, Some(65)] {
            let tag = Tag::Object { of: Family::Rfc97, code, address };
            let _ = Rfc97::text(&memory, &tag);
            let _ = Rfc97::plain(&memory, &tag);
        }
        for inline_bytes in [8, 24, 128] {
            let _ = Rfc97::text(&memory, &Tag::Wide { address, inline_bytes });
        }
    }
}

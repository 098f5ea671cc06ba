//! UTF-32 of a fixed byte order, decoded as by the JDK: surrogates are allowed, and so may become a pair. A byte
//! order mark at the start is handled elsewhere.

use super::block::swap_units32;
use super::{Block, Encoded, REPLACEMENT, Reader, Step, Writer};
use crate::Source;
use crate::kernels::Form;

/// UTF-32 of either order.
pub(crate) struct Utf32<const BIG: bool>;

pub(crate) type Utf32Le = Utf32<false>;
pub(crate) type Utf32Be = Utf32<true>;

/// Converts between the byte order of this machine and the encoding's, in either direction.
#[inline(always)]
const fn order<const BIG: bool>(unit: u32) -> u32 {
    if BIG { unit.to_be() } else { unit.to_le() }
}

/// The same for units as read from memory.
#[inline(always)]
const fn order_words<const BIG: bool>(words: [u64; 4]) -> [u64; 4] {
    if BIG == cfg!(target_endian = "big") { words } else { swap_units32(words) }
}

impl<const BIG: bool> Reader for Utf32<BIG> {
    const BLOCK: usize = 32;
    const FORM: Form = if BIG { Form::Utf32Be } else { Form::Utf32Le };

    #[inline(always)]
    fn step(source: Source<'_>, at: usize) -> Step {
        match source.read::<u32>(at).map(order::<BIG>) {
            Some(value @ 0..=0x10_FFFF) => Step::CodePoint(value, 4),
            Some(_) => Step::Malformed(4),
            None => match source.bytes() - at {
                0 => Step::End,
                left => Step::Unfinished(left),
            },
        }
    }

    #[inline(always)]
    fn block(source: Source<'_>, at: usize) -> Option<Block> {
        // The last units are read first, so that one test of the end covers all reads.
        let last = source.read::<u64>(at + 24)?;
        let words = [source.read::<u64>(at)?, source.read::<u64>(at + 8)?, source.read::<u64>(at + 16)?, last];
        Block::from_units32(order_words::<BIG>(words))
    }
}

#[inline(always)]
const fn encode_unit<const BIG: bool>(unit: u32) -> Encoded {
    Encoded { bytes: order::<BIG>(unit).to_ne_bytes(), len: 4 }
}

impl<const BIG: bool> Writer for Utf32<BIG> {
    const SUBSTITUTE: Encoded = encode_unit::<BIG>(REPLACEMENT as u32);
    const FORM: Form = if BIG { Form::Utf32Be } else { Form::Utf32Le };
    type Words = [u64; 4];

    #[inline(always)]
    fn encode(value: u32) -> Option<Encoded> {
        Some(encode_unit::<BIG>(value))
    }

    #[inline(always)]
    fn encode_block(block: Block) -> Option<[u64; 4]> {
        Some(order_words::<BIG>(block.to_units32()))
    }
}

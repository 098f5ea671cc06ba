//! UTF-16 of a fixed byte order, decoded as by the JDK: an unpaired high surrogate and the unit after it, or the rest
//! of it at the end, are one error. A byte order mark is text.

use super::block::swap_units16;
use super::{
    Block, Encoded, REPLACEMENT, Reader, Step, Writer, is_high, is_low, is_surrogate, join, read_units16, split,
};
use crate::Source;
use crate::kernels::Form;

/// UTF-16 of either order.
pub(crate) struct Utf16<const BIG: bool>;

pub(crate) type Utf16Le = Utf16<false>;
pub(crate) type Utf16Be = Utf16<true>;

/// Converts between the byte order of this machine and the encoding's, in either direction.
#[inline(always)]
const fn order<const BIG: bool>(unit: u16) -> u16 {
    if BIG { unit.to_be() } else { unit.to_le() }
}

/// The same for units as read from memory.
#[inline(always)]
const fn order_words<const BIG: bool>(words: [u64; 2]) -> [u64; 2] {
    if BIG == cfg!(target_endian = "big") { words } else { swap_units16(words) }
}

impl<const BIG: bool> Reader for Utf16<BIG> {
    const BLOCK: usize = 16;
    const FORM: Form = if BIG { Form::Utf16Be } else { Form::Utf16Le };

    #[inline(always)]
    fn step(source: Source<'_>, at: usize) -> Step {
        let left = source.bytes() - at;
        let Some(unit) = source.read::<u16>(at).map(order::<BIG>) else {
            return if left == 0 { Step::End } else { Step::Unfinished(left) };
        };
        if !is_surrogate(unit) {
            return Step::CodePoint(unit.into(), 2);
        }
        if !is_high(unit) {
            return Step::Malformed(2);
        }
        match source.read::<u16>(at + 2).map(order::<BIG>) {
            None => Step::Unfinished(left),
            Some(low) if is_low(low) => Step::CodePoint(join(unit, low), 4),
            Some(_) => Step::Malformed(4),
        }
    }

    #[inline(always)]
    fn block(source: Source<'_>, at: usize) -> Option<Block> {
        Block::from_units16(order_words::<BIG>(read_units16(source, at)?))
    }
}

#[inline(always)]
const fn encode_unit<const BIG: bool>(unit: u16) -> Encoded {
    let [a, b] = order::<BIG>(unit).to_ne_bytes();
    Encoded { bytes: [a, b, 0, 0], len: 2 }
}

impl<const BIG: bool> Writer for Utf16<BIG> {
    const SUBSTITUTE: Encoded = encode_unit::<BIG>(REPLACEMENT);
    const FORM: Form = if BIG { Form::Utf16Be } else { Form::Utf16Le };
    type Words = [u64; 2];

    #[inline(always)]
    fn encode(value: u32) -> Option<Encoded> {
        if let Ok(unit) = u16::try_from(value) {
            return Some(encode_unit::<BIG>(unit));
        }
        let [[a, b], [c, d]] = split(value).map(|unit| order::<BIG>(unit).to_ne_bytes());
        Some(Encoded { bytes: [a, b, c, d], len: 4 })
    }

    #[inline(always)]
    fn encode_block(block: Block) -> Option<[u64; 2]> {
        Some(order_words::<BIG>(block.to_units16()))
    }
}

//! One byte for each char: ISO-8859-1 and US-ASCII.

use super::{Block, Encoded, QUESTION_MARK, Reader, Step, Writer};
use crate::Source;
use crate::kernels::Form;

/// ISO-8859-1; also the Latin-1 text of a Java string.
pub(crate) struct Latin1;

pub(crate) struct Ascii;

impl Reader for Latin1 {
    const BLOCK: usize = 8;
    const FORM: Form = Form::Latin1;

    #[inline(always)]
    fn step(source: Source<'_>, at: usize) -> Step {
        source.read::<u8>(at).map_or(Step::End, |byte| Step::CodePoint(byte.into(), 1))
    }

    #[inline(always)]
    fn block(source: Source<'_>, at: usize) -> Option<Block> {
        source.read::<u64>(at).map(Block::from_bytes)
    }
}

impl Reader for Ascii {
    const BLOCK: usize = 8;
    const FORM: Form = Form::Ascii;

    #[inline(always)]
    fn step(source: Source<'_>, at: usize) -> Step {
        match source.read::<u8>(at) {
            Some(byte @ 0..0x80) => Step::CodePoint(byte.into(), 1),
            Some(_) => Step::Malformed(1),
            None => Step::End,
        }
    }

    #[inline(always)]
    fn block(source: Source<'_>, at: usize) -> Option<Block> {
        source.read::<u64>(at).filter(|word| word & 0x8080_8080_8080_8080 == 0).map(Block::from_bytes)
    }
}

/// Converts a code point to a byte, if it is at most `max`.
#[inline(always)]
fn byte(value: u32, max: u8) -> Option<Encoded> {
    (value <= u32::from(max)).then_some(Encoded { bytes: [(value & 0xFF) as u8, 0, 0, 0], len: 1 })
}

impl Writer for Latin1 {
    const SUBSTITUTE: Encoded = QUESTION_MARK;
    const FORM: Form = Form::Latin1;
    type Words = u64;

    #[inline(always)]
    fn encode(value: u32) -> Option<Encoded> {
        byte(value, 0xFF)
    }

    #[inline(always)]
    fn encode_block(block: Block) -> Option<u64> {
        block.to_bytes(0xFF)
    }
}

impl Writer for Ascii {
    const SUBSTITUTE: Encoded = QUESTION_MARK;
    const FORM: Form = Form::Ascii;
    type Words = u64;

    #[inline(always)]
    fn encode(value: u32) -> Option<Encoded> {
        byte(value, 0x7F)
    }

    #[inline(always)]
    fn encode_block(block: Block) -> Option<u64> {
        block.to_bytes(0x7F)
    }
}

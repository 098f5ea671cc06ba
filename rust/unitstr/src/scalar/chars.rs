//! The UTF-16 text of a Java string: chars in the byte order of this machine, in which each lone surrogate is one
//! error.

use super::{Block, Reader, Step, is_high, is_low, is_surrogate, join, read_units16};
use crate::Source;
use crate::kernels::Form;

pub(crate) struct Chars;

impl Reader for Chars {
    const ELEMENT: usize = 2;
    const BLOCK: usize = 16;
    const FORM: Form = Form::Chars;

    #[inline(always)]
    fn step(source: Source<'_>, at: usize) -> Step {
        // An odd byte at the end is not part of a char.
        let Some(unit) = source.read::<u16>(at) else {
            return Step::End;
        };
        if !is_surrogate(unit) {
            return Step::CodePoint(unit.into(), 2);
        }
        if !is_high(unit) {
            return Step::Malformed(2);
        }
        match source.read::<u16>(at + 2) {
            None => Step::Unfinished(2),
            Some(low) if is_low(low) => Step::CodePoint(join(unit, low), 4),
            Some(_) => Step::Malformed(2),
        }
    }

    #[inline(always)]
    fn block(source: Source<'_>, at: usize) -> Option<Block> {
        Block::from_units16(read_units16(source, at)?)
    }
}

//! UTF-8, decoded as by the JDK, by the table of well-formed sequences. An error is as long as the bytes that match
//! the table; an encoded surrogate is one error, which extends to its end.

use super::{Block, Encoded, QUESTION_MARK, Reader, Step, Writer};
use crate::Source;
use crate::kernels::Form;

pub(crate) struct Utf8;

const HIGH_BITS: u64 = 0x8080_8080_8080_8080;

/// The payload of a trailing byte 80–BF.
#[inline(always)]
fn trail(byte: u8) -> u32 {
    u32::from(byte & 0x3F)
}

#[inline(always)]
fn is_trail(byte: u8) -> bool {
    byte & 0xC0 == 0x80
}

impl Reader for Utf8 {
    const BLOCK: usize = 8;
    const FORM: Form = Form::Utf8;

    #[inline(always)]
    fn step(source: Source<'_>, at: usize) -> Step {
        let Some(lead) = source.read::<u8>(at) else {
            return Step::End;
        };
        // The range of the second byte, which is narrower for some leading bytes, to exclude overlong forms and
        // values above U+10FFFF.
        let (low, high) = match lead {
            0x00..=0x7F => return Step::CodePoint(lead.into(), 1),
            0xC2..=0xDF | 0xE1..=0xEF | 0xF1..=0xF3 => (0x80, 0xBF),
            0xE0 => (0xA0, 0xBF),
            0xF0 => (0x90, 0xBF),
            0xF4 => (0x80, 0x8F),
            _ => return Step::Malformed(1),
        };
        let Some(second) = source.read::<u8>(at + 1) else {
            return Step::Unfinished(1);
        };
        if second < low || second > high {
            return Step::Malformed(1);
        }
        if lead < 0xE0 {
            return Step::CodePoint(u32::from(lead & 0x1F) << 6 | trail(second), 2);
        }
        let Some(third) = source.read::<u8>(at + 2) else {
            return Step::Unfinished(2);
        };
        if !is_trail(third) {
            return Step::Malformed(2);
        }
        if lead < 0xF0 {
            if lead == 0xED && second >= 0xA0 {
                return Step::Malformed(3);
            }
            return Step::CodePoint(u32::from(lead & 0x0F) << 12 | trail(second) << 6 | trail(third), 3);
        }
        let Some(fourth) = source.read::<u8>(at + 3) else {
            return Step::Unfinished(3);
        };
        if !is_trail(fourth) {
            return Step::Malformed(3);
        }
        let value = u32::from(lead & 0x07) << 18 | trail(second) << 12 | trail(third) << 6 | trail(fourth);
        Step::CodePoint(value, 4)
    }

    #[inline(always)]
    fn block(source: Source<'_>, at: usize) -> Option<Block> {
        source.read::<u64>(at).filter(|word| word & HIGH_BITS == 0).map(Block::from_bytes)
    }
}

impl Writer for Utf8 {
    const SUBSTITUTE: Encoded = QUESTION_MARK;
    const FORM: Form = Form::Utf8;
    type Words = u64;

    #[inline(always)]
    fn encode(value: u32) -> Option<Encoded> {
        let part = |shift: u32| (value >> shift & 0x3F) as u8 | 0x80;
        let (bytes, len) = match value {
            0..0x80 => ([(value & 0x7F) as u8, 0, 0, 0], 1),
            0x80..0x800 => ([0xC0 | (value >> 6 & 0x1F) as u8, part(0), 0, 0], 2),
            0x800..0x1_0000 => ([0xE0 | (value >> 12 & 0x0F) as u8, part(6), part(0), 0], 3),
            _ => ([0xF0 | (value >> 18 & 0x07) as u8, part(12), part(6), part(0)], 4),
        };
        Some(Encoded { bytes, len })
    }

    #[inline(always)]
    fn encode_block(block: Block) -> Option<u64> {
        block.to_bytes(0x7F)
    }
}

//! The step functions: what one code point is, what is malformed, and how much of it, exactly as in the JDK.
//!
//! They are the truth. Whatever is faster has to equal them: in the code points, in where an error begins and how long
//! it is, and in where a text may be cut.

mod block;
mod chars;
mod single;
mod utf16;
mod utf32;
mod utf8;

pub(crate) use block::Block;
pub(crate) use chars::Chars;
pub(crate) use single::{Ascii, Latin1};
pub(crate) use utf8::Utf8;
pub(crate) use utf16::{Utf16Be, Utf16Le};
pub(crate) use utf32::{Utf32Be, Utf32Le};

use crate::Source;
use crate::kernels::Form;
use crate::raw::Bits;

/// What stands for malformed text in decoded text.
pub(crate) const REPLACEMENT: u16 = 0xFFFD;

/// What lies at a place in a text. Lengths are in bytes, 1 to 4.
pub(crate) enum Step {
    /// A code point, or a surrogate that the encoding lets pass.
    CodePoint(u32, usize),
    /// One error.
    Malformed(usize),
    /// One error, unless the text goes on: all that is left of it fits so far.
    Unfinished(usize),
    /// Nothing.
    End,
}

/// A form of text that can be read: encoded text, or text as Java holds it.
pub(crate) trait Reader {
    /// The bytes of what is counted as read: 1 for encoded text; those of a char for text as Java holds it.
    const ELEMENT: usize = 1;
    /// The bytes of a [`Block`].
    const BLOCK: usize;
    /// By what name the kernels know it.
    const FORM: Form;

    /// What lies at `at`. Looks at no byte twice, and at none past the source's end.
    fn step(source: Source<'_>, at: usize) -> Step;

    /// The eight chars at `at`, if each is a code point and they are as plain as this reader wants them.
    fn block(source: Source<'_>, at: usize) -> Option<Block>;
}

/// An encoding that can be written.
pub(crate) trait Writer {
    /// What stands for a lone surrogate, and for a code point that does not exist here.
    const SUBSTITUTE: Encoded;
    /// By what name the kernels know it.
    const FORM: Form;
    /// Eight plain chars encoded.
    type Words: Bits;

    /// Encodes a code point that is no surrogate; `None` if it does not exist here.
    fn encode(value: u32) -> Option<Encoded>;

    /// Encodes eight chars that are no surrogates; `None` if they are not all plain enough.
    fn encode_block(block: Block) -> Option<Self::Words>;
}

/// An encoded code point.
#[derive(Clone, Copy)]
pub(crate) struct Encoded {
    /// In memory order; the bytes beyond `len` do not count.
    pub(crate) bytes: [u8; 4],
    /// 1 to 4.
    pub(crate) len: usize,
}

pub(crate) const QUESTION_MARK: Encoded = Encoded {
    bytes: [b'?', 0, 0, 0],
    len: 1,
};

/// The first of the two surrogates.
pub(crate) const fn is_high(unit: u16) -> bool {
    unit & 0xFC00 == 0xD800
}

/// The second of the two surrogates.
pub(crate) const fn is_low(unit: u16) -> bool {
    unit & 0xFC00 == 0xDC00
}

/// Either.
pub(crate) const fn is_surrogate(unit: u16) -> bool {
    unit & 0xF800 == 0xD800
}

/// The code point of a pair.
pub(crate) const fn join(high: u16, low: u16) -> u32 {
    0x1_0000 + (((high as u32) & 0x3FF) << 10 | (low as u32) & 0x3FF)
}

/// The pair of a code point above U+FFFF.
pub(crate) const fn split(value: u32) -> [u16; 2] {
    let offset = value - 0x1_0000;
    [0xD800 | (offset >> 10 & 0x3FF) as u16, 0xDC00 | (offset & 0x3FF) as u16]
}

/// Reads eight units of two bytes, as they lie in memory.
#[inline(always)]
fn read_units16(source: Source<'_>, at: usize) -> Option<[u64; 2]> {
    // The last first, so that one test of the end does for both.
    let last = source.read::<u64>(at + 8)?;
    Some([source.read::<u64>(at)?, last])
}

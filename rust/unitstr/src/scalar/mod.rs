//! The scalar steps: the length of one code point or of one error, exactly as in the JDK.
//!
//! They define the results. All faster code must give the same code points, positions and lengths of errors, and
//! places where a text may be cut.

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

/// The replacement of malformed text when decoding.
pub(crate) const REPLACEMENT: u16 = 0xFFFD;

/// The content of a text at a position. Lengths are in bytes, 1 to 4.
pub(crate) enum Step {
    /// A code point, or a surrogate that the encoding allows.
    CodePoint(u32, usize),
    /// One error.
    Malformed(usize),
    /// One error, unless the text continues: the rest of it is an incomplete sequence.
    Unfinished(usize),
    /// The end of the text.
    End,
}

/// A form of text that can be read: encoded text, or the text of a Java string.
pub(crate) trait Reader {
    /// The size in bytes of an element of `read`: 1 for encoded text; the size of a char for the text of a Java
    /// string.
    const ELEMENT: usize = 1;
    /// The size of a [`Block`] in bytes.
    const BLOCK: usize;
    /// The form in the terms of kernels.
    const FORM: Form;

    /// Returns the content at `at`. Reads each byte at most once, and none past the end of the source.
    fn step(source: Source<'_>, at: usize) -> Step;

    /// Returns the eight chars at `at`, if each is a code point that this reader can handle in blocks.
    fn block(source: Source<'_>, at: usize) -> Option<Block>;
}

/// An encoding that can be written.
pub(crate) trait Writer {
    /// The replacement of a lone surrogate, and of a code point that the encoding lacks.
    const SUBSTITUTE: Encoded;
    /// The form in the terms of kernels.
    const FORM: Form;
    /// Eight plain chars encoded.
    type Words: Bits;

    /// Encodes a code point, or a lone surrogate as the encoding would if it were one; `None` if the encoding lacks it.
    fn encode(value: u32) -> Option<Encoded>;

    /// Encodes eight chars that are not surrogates; `None` if this writer cannot handle them in blocks.
    fn encode_block(block: Block) -> Option<Self::Words>;
}

/// An encoded code point.
#[derive(Clone, Copy)]
pub(crate) struct Encoded {
    /// In memory order; the bytes from `len` on are unused.
    pub(crate) bytes: [u8; 4],
    /// 1 to 4.
    pub(crate) len: usize,
}

pub(crate) const QUESTION_MARK: Encoded = Encoded { bytes: [b'?', 0, 0, 0], len: 1 };

/// Whether a unit is a high surrogate.
pub(crate) const fn is_high(unit: u16) -> bool {
    unit & 0xFC00 == 0xD800
}

/// Whether a unit is a low surrogate.
pub(crate) const fn is_low(unit: u16) -> bool {
    unit & 0xFC00 == 0xDC00
}

/// Whether a unit is a surrogate.
pub(crate) const fn is_surrogate(unit: u16) -> bool {
    unit & 0xF800 == 0xD800
}

/// The code point of a surrogate pair.
pub(crate) const fn join(high: u16, low: u16) -> u32 {
    0x1_0000 + (((high as u32) & 0x3FF) << 10 | (low as u32) & 0x3FF)
}

/// The surrogate pair of a code point above U+FFFF.
pub(crate) const fn split(value: u32) -> [u16; 2] {
    let offset = value - 0x1_0000;
    [0xD800 | (offset >> 10 & 0x3FF) as u16, 0xDC00 | (offset & 0x3FF) as u16]
}

/// Reads eight units of two bytes, as they lie in memory.
#[inline(always)]
fn read_units16(source: Source<'_>, at: usize) -> Option<[u64; 2]> {
    // The last units are read first, so that one test of the end covers both reads.
    let last = source.read::<u64>(at + 8)?;
    Some([source.read::<u64>(at)?, last])
}

//! TensorFlow's SMALL elements with ASCII, which most strings of a tensor are: each is loaded, judged and stored as three
//! words, without a call for its text.

use std::ops::Range;

use super::bulk::Decoded;
use super::tstring::{ELEMENT_BYTES, SMALL_CAPACITY};
use super::{Format, StringTensor};
use unitstr::{Coder, Encoding, Source, Target};

/// The words of a text of each size.
pub(super) const TEXTS: [[u64; 3]; SMALL_CAPACITY + 1] = {
    let mut texts = [[0; 3]; SMALL_CAPACITY + 1];
    let mut size = 0;
    while size <= SMALL_CAPACITY {
        let mut at = 0;
        while at < size {
            texts[size][at / 8] |= 0xFF << (8 * (at % 8));
            at += 1;
        }
        size += 1;
    }
    texts
};

/// The bits that no byte may have of a text that is its own bytes in Latin-1. `None` if a text has to be taken apart in this
/// encoding whatever it is, or if nothing may be written behind one.
#[inline(always)]
pub(super) fn signs(encoding: Encoding, latin1: Target<'_>) -> Option<u64> {
    if !latin1.is_scratch() {
        return None;
    }
    match encoding {
        Encoding::Utf8 | Encoding::Ascii => Some(0x8080_8080_8080_8080),
        Encoding::Latin1 => Some(0),
        _ => None,
    }
}

/// Takes the elements that pass every check and have such a text; says no to all others, whatever is the matter with
/// them: [`StringTensor::element`] finds out.
#[derive(Clone, Copy)]
pub(super) struct Smalls<'a> {
    source: Source<'a>,
    count: usize,
    /// The limit for one string.
    most: u64,
    /// The bits that no byte of a text may have.
    signs: u64,
}

impl<'a> Smalls<'a> {
    /// Those of a tensor, if it has any.
    #[inline(always)]
    pub(super) fn new(tensor: &StringTensor<'a>, signs: u64) -> Option<Self> {
        if tensor.layout().format != Format::Tf24 {
            return None;
        }
        Some(Self {
            source: tensor.source(),
            count: tensor.count(),
            most: tensor.checks().max_bytes,
            signs,
        })
    }

    /// Decodes elements up to the first that is none of these, or until there may be too little room; which that is.
    ///
    /// * `target` has all texts, and how far it is filled.
    /// * `room` is how many bytes all texts from here on may have, no more than there are in the target.
    ///
    /// A function of its own, so that all that the loop needs is in registers.
    #[inline(never)]
    pub(super) fn run(
        &self,
        elements: Range<usize>,
        (latin1, filled): (Target<'_>, &mut usize),
        room: usize,
        each: &mut impl FnMut(usize, Decoded),
    ) -> usize {
        let mut start = *filled;
        let Some(latin1) = latin1.part(0, (start + room) as u64) else {
            return elements.start;
        };
        let end = elements.end.min(self.count);
        let mut index = elements.start;
        while index < end
            && let Some(chars) = self.take(index, latin1, start)
        {
            let coder = Coder::Latin1;
            each(index, Decoded { start, chars, coder });
            start += chars;
            index += 1;
        }
        *filled = start;
        index
    }

    /// Writes the text of an element below the count to `latin1` at `start`, and what follows it in the element, if all of
    /// that fits; the size of the text.
    #[inline(always)]
    fn take(&self, index: usize, latin1: Target<'_>, start: usize) -> Option<usize> {
        // No overflow: the whole table fits into memory. All below goes by this one copy.
        let [a, b, c] = self.source.read::<[u64; 3]>(index * ELEMENT_BYTES)?.map(u64::from_le);
        let first = a.to_le_bytes()[0];
        let size = first >> 2;
        if first & 3 != 0 || usize::from(size) > SMALL_CAPACITY || u64::from(size) > self.most {
            return None;
        }
        let text = [a >> 8 | b << 56, b >> 8 | c << 56, c >> 8];
        // What follows the text is zero most often, and may be anything.
        if (text[0] | text[1] | text[2]) & self.signs != 0 {
            let mask = &TEXTS[usize::from(size)];
            if (text[0] & mask[0] | text[1] & mask[1] | text[2] & mask[2]) & self.signs != 0 {
                return None;
            }
        }
        latin1.write(start, text.map(u64::to_le)).then_some(size.into())
    }
}

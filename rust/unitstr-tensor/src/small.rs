//! TensorFlow's SMALL elements with ASCII, which most strings of a tensor are: each is loaded, checked and stored as
//! three words, without a function call for its text.

use std::ops::Range;

use super::bulk::Decoded;
use super::tstring::{ELEMENT_BYTES, SMALL_CAPACITY};
use super::{Format, StringTensor};
use unitstr::{Coder, Encoding, Source, Target};

/// The bits that belong to the text, for each size.
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

/// The bits that no byte may have in a text whose bytes are its Latin-1 form. `None` if texts in this encoding must
/// always be decoded, or if bytes after a text must not be written.
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

/// Decodes elements that pass every check and have such a text. Stops at any other element, for which
/// [`StringTensor::element`] determines the error.
#[derive(Clone, Copy)]
pub(super) struct Smalls<'a> {
    source: Source<'a>,
    count: usize,
    /// The largest size of a string.
    most: u64,
    /// The bits that no byte of a text may have.
    signs: u64,
}

impl<'a> Smalls<'a> {
    /// The SMALL elements of a tensor, if its layout has them.
    #[inline(always)]
    pub(super) fn new(tensor: &StringTensor<'a>, signs: u64) -> Option<Self> {
        if tensor.layout().format != Format::Tf24 {
            return None;
        }
        Some(Self { source: tensor.source(), count: tensor.count(), most: tensor.checks().max_bytes, signs })
    }

    /// Decodes elements up to the first that it does not handle, or until the target may be too small. Returns the
    /// index of that element.
    ///
    /// * `target` receives the texts and counts the bytes written.
    /// * `room` is the number of bytes that all texts from here on may have, at most the rest of the target.
    ///
    /// A separate function, so that all values in the loop stay in registers.
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

    /// Writes the text of an element, whose index is below the count, to `latin1` at `start`, and the bytes after it
    /// in the element, if all of them fit. Returns the size of the text.
    #[inline(always)]
    fn take(&self, index: usize, latin1: Target<'_>, start: usize) -> Option<usize> {
        // No overflow: the whole table fits into memory. Everything below uses this one copy.
        let [a, b, c] = self.source.read::<[u64; 3]>(index * ELEMENT_BYTES)?.map(u64::from_le);
        let first = a.to_le_bytes()[0];
        let size = first >> 2;
        if first & 3 != 0 || usize::from(size) > SMALL_CAPACITY || u64::from(size) > self.most {
            return None;
        }
        let text = [a >> 8 | b << 56, b >> 8 | c << 56, c >> 8];
        // The bytes after the text may have any value, although most writers zero them.
        if (text[0] | text[1] | text[2]) & self.signs != 0 {
            let mask = &TEXTS[usize::from(size)];
            if (text[0] & mask[0] | text[1] & mask[1] | text[2] & mask[2]) & self.signs != 0 {
                return None;
            }
        }
        latin1.write(start, text.map(u64::to_le)).then_some(size.into())
    }
}

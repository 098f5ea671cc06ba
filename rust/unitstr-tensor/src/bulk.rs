//! Operations that decode or copy many elements at once.

use std::ops::Range;

use super::small::{self, Smalls};
use super::{FormatError, Kind, StringTensor};
use unitstr::Filler;
use unitstr::{Coder, Encoding, Options, Progress, Source, Status, Target, decode_java, decode_utf16};

/// Why an operation on many elements stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// All elements were processed.
    Done,
    /// The text of the next element does not fit into the rest of the targets.
    OutputFull,
    /// The text of the next element is malformed or unmappable, at this progress in it.
    Text(Progress),
    /// The next element is refused.
    Refused(FormatError),
}

/// How far an operation on many elements came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bulk {
    /// The number of elements processed, each of them completely.
    pub elements: usize,
    /// The size of their texts in the tensor, in bytes.
    pub bytes: usize,
    /// Why the operation stopped.
    pub stop: Stop,
}

/// The place of the decoded text of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decoded {
    /// The index of the first char in the target.
    pub start: usize,
    /// The number of chars.
    pub chars: usize,
    /// The target: Latin-1 or chars.
    pub coder: Coder,
}

/// Decodes elements in order, each independently, and reports the place of each text.
///
/// Latin-1 text is written to `latin1`, if there is one, and all other text to `chars`, each after the previous text
/// there. Elements are taken as long as all of them together have at most as many bytes as each target has chars:
/// these fit, unless errors are replaced with a code point of two chars.
///
/// * Stops with [`Stop::Done`], [`Stop::OutputFull`], [`Stop::Text`] (if errors are reported) or [`Stop::Refused`];
///   always between elements.
/// * Elements are checked one by one: see [`StringTensor::element`]. The targets must not overlap the tensor.
/// * Cost: one pass over the elements and their texts; no allocation.
///
/// ```
/// use unitstr_tensor::{Checks, Layout, StringTensor, bulk};
/// use unitstr::{Coder, Encoding, Options, Source, Target};
///
/// let bytes = *b"\x02\0\0\0\x10\0\0\0\x11\0\0\0\x14\0\0\0a\xE2\x82\xAC";
/// let tensor = StringTensor::new(Source::from_bytes(&bytes), 2, Layout::TFLITE, Checks::UNTRUSTED)?;
/// let (mut latin1, mut chars) = ([0; 8], [0; 8]);
/// let (narrow, wide) = (Target::from_bytes(&mut latin1), Target::from_chars(&mut chars));
/// let mut found = Vec::new();
/// let done = bulk::decode(&tensor, 0..2, Encoding::Utf8, Options::REPORT, (Some(narrow), wide), |_, text| {
///     found.push((text.chars, text.coder));
/// });
/// assert_eq!((done.elements, done.bytes), (2, 4));
/// assert_eq!(found, [(1, Coder::Latin1), (1, Coder::Utf16)]);
/// assert_eq!((latin1[0], chars[0]), (b'a', 0x20AC));
/// # Ok::<(), unitstr_tensor::FormatError>(())
/// ```
#[inline]
pub fn decode(
    tensor: &StringTensor<'_>,
    elements: Range<usize>,
    encoding: Encoding,
    options: Options,
    (latin1, chars): (Option<Target<'_>>, Target<'_>),
    mut each: impl FnMut(usize, Decoded),
) -> Bulk {
    let room = latin1.map_or(usize::MAX, Target::bytes).min(chars.bytes() / 2);
    let signs = latin1.and_then(|latin1| Some((small::signs(encoding, latin1)?, latin1)));
    let smalls = signs.and_then(|(signs, latin1)| Some((Smalls::new(tensor, signs)?, latin1)));
    let (mut narrow, mut wide, mut bytes) = (0, 0, 0);
    // After an element that is not SMALL, the next ones probably are not SMALL either.
    let mut more_smalls = true;
    let mut index = elements.start;
    while index < elements.end {
        if let Some((smalls, latin1)) = &smalls
            && more_smalls
        {
            let before = narrow;
            let rest = index..elements.end;
            index = smalls.run(rest, (*latin1, &mut narrow), room - bytes, &mut each);
            bytes += narrow - before;
            if index == elements.end {
                break;
            }
        }
        let done = |stop| Bulk { elements: index - elements.start, bytes, stop };
        let (kind, text) = match tensor.element(index) {
            Ok(element) => (element.kind(), element.text()),
            Err(error) => return done(Stop::Refused(error)),
        };
        if text.bytes() > room - bytes {
            return done(Stop::OutputFull);
        }
        let (chars, coder) = if let Some((signs, latin1)) = signs
            && plain(text, signs, latin1.rest(narrow))
        {
            (text.bytes(), Coder::Latin1)
        } else {
            let (progress, coder) = match latin1 {
                Some(latin1) => decode_java(encoding, options, text, latin1.rest(narrow), chars.rest(2 * wide)),
                None => (decode_utf16(encoding, options, text, chars.rest(2 * wide)), Coder::Utf16),
            };
            match progress.status {
                Status::Done => {}
                Status::OutputFull => return done(Stop::OutputFull),
                _ => return done(Stop::Text(progress)),
            }
            (progress.written, coder)
        };
        let used = match coder {
            Coder::Latin1 => &mut narrow,
            Coder::Utf16 => &mut wide,
        };
        let start = *used;
        each(index, Decoded { start, chars, coder });
        *used += chars;
        bytes += text.bytes();
        more_smalls = kind == Kind::Small && coder == Coder::Latin1;
        index += 1;
    }
    Bulk { elements: elements.len(), bytes, stop: Stop::Done }
}

/// The largest text in bytes that [`plain`] takes. For a larger one, calling a kernel is faster than copying words.
const MOST_PLAIN: usize = 128;

/// Copies a text of 8 to [`MOST_PLAIN`] bytes inline, if no byte has one of these bits. Returns false for any other
/// text; the target, which the caller has checked to be large enough, is then unspecified. The bits tested are those
/// copied.
#[inline(always)]
fn plain(text: Source<'_>, signs: u64, target: Target<'_>) -> bool {
    (8..=MOST_PLAIN).contains(&text.bytes()) && move_all(text, target).is_some_and(|bits| bits & signs == 0)
}

/// Copies a text of at least 8 bytes, its last bytes twice, and returns the combined bits of all bytes.
#[inline(always)]
fn move_all(text: Source<'_>, target: Target<'_>) -> Option<u64> {
    let bytes = text.bytes();
    if bytes < 16 {
        return Some(move_words::<1>(text, target, 0)? | move_words::<1>(text, target, bytes - 8)?);
    }
    if bytes < 32 {
        return Some(move_words::<2>(text, target, 0)? | move_words::<2>(text, target, bytes - 16)?);
    }
    let mut bits = move_words::<4>(text, target, bytes - 32)?;
    let mut at = 0;
    while at + 32 < bytes {
        bits |= move_words::<4>(text, target, at)?;
        at += 32;
    }
    Some(bits)
}

/// Copies this many words at byte `at`, and returns the combined bits of all bytes.
#[inline(always)]
fn move_words<const N: usize>(text: Source<'_>, target: Target<'_>, at: usize) -> Option<u64> {
    let words = text.read::<[u64; N]>(at)?;
    let bits = words.iter().fold(0, |all, word| all | word);
    target.write(at, words).then_some(bits)
}

/// Copies the bytes of elements' texts, one after the other, and reports the end of each in `target`.
///
/// * Stops with [`Stop::Done`], [`Stop::OutputFull`] or [`Stop::Refused`]; no text is copied in part. The rest of
///   `target` is unchanged.
/// * Cost: one pass; no allocation.
#[inline]
pub fn copy(
    tensor: &StringTensor<'_>,
    elements: Range<usize>,
    target: Target<'_>,
    mut each: impl FnMut(usize, usize),
) -> Bulk {
    let mut filler = Filler::new(target);
    for index in elements.clone() {
        let stop = match tensor.element(index) {
            Ok(element) if filler.copy(element.text()) => {
                each(index, filler.filled());
                continue;
            }
            Ok(_) => Stop::OutputFull,
            Err(error) => Stop::Refused(error),
        };
        return Bulk { elements: index - elements.start, bytes: filler.filled(), stop };
    }
    Bulk { elements: elements.len(), bytes: filler.filled(), stop: Stop::Done }
}

//! The verbs for many elements at once: decoding, copying.

use std::ops::Range;

use super::small::{self, Smalls};
use super::{FormatError, Kind, StringTensor};
use unitstr::Filler;
use unitstr::{Coder, Encoding, Options, Progress, Source, Status, Target, decode_java, decode_utf16};

/// Why a verb over many elements stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// That was all.
    Done,
    /// The text of the next element does not fit into what is left of the targets.
    OutputFull,
    /// The text of the next element stopped the verb for a text, so far in it: it is malformed or unmappable.
    Text(Progress),
    /// The next element is refused.
    Refused(FormatError),
}

/// How far a verb over many elements came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bulk {
    /// Elements dealt with, from the first on; each of them whole.
    pub elements: usize,
    /// The bytes of their texts in the tensor.
    pub bytes: usize,
    /// Why it stopped.
    pub stop: Stop,
}

/// Where the text of an element went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decoded {
    /// The first char, counted in the target of its coder.
    pub start: usize,
    /// How many chars.
    pub chars: usize,
    /// Which target.
    pub coder: Coder,
}

/// Decodes elements in their order, each a text of its own, and says of each where it went.
///
/// Latin-1 text goes to `latin1`, if there is one, all other text to `chars`, each after the last one there. Elements are
/// taken while all of them together have no more bytes than either target has chars: then all fits, whatever it decodes
/// to.
///
/// * Stops with [`Stop::Done`], [`Stop::OutputFull`], [`Stop::Text`] (errors are reported and there is one) or
///   [`Stop::Refused`]; always between elements.
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
    // Where one is none of them, the next ones probably are none either.
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
        let done = |stop| Bulk {
            elements: index - elements.start,
            bytes,
            stop,
        };
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
                None => (
                    decode_utf16(encoding, options, text, chars.rest(2 * wide)),
                    Coder::Utf16,
                ),
            };
            if progress.status != Status::Done {
                return done(Stop::Text(progress));
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
    Bulk {
        elements: elements.len(),
        bytes,
        stop: Stop::Done,
    }
}

/// The longest text that [`plain`] takes: a kernel's call costs less than the words of a longer one.
const MOST_PLAIN: usize = 128;

/// Copies a text of 8 to [`MOST_PLAIN`] bytes that has none of these bits, without a call for it; no to all others, and
/// then anything may stand in the target, which has room for it. What is judged is what was copied.
#[inline(always)]
fn plain(text: Source<'_>, signs: u64, target: Target<'_>) -> bool {
    (8..=MOST_PLAIN).contains(&text.bytes()) && move_all(text, target).is_some_and(|bits| bits & signs == 0)
}

/// Copies a text of 8 bytes at least, the last ones of them twice; all of its bits.
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

/// Copies so many words at byte `at`; all of their bits.
#[inline(always)]
fn move_words<const N: usize>(text: Source<'_>, target: Target<'_>, at: usize) -> Option<u64> {
    let words = text.read::<[u64; N]>(at)?;
    let bits = words.iter().fold(0, |all, word| all | word);
    target.write(at, words).then_some(bits)
}

/// Copies the texts of elements as they are, one after the other, and says of each where it ends in `target`.
///
/// * Stops with [`Stop::Done`], [`Stop::OutputFull`] or [`Stop::Refused`]; no text is copied in part. What is behind the
///   last one is left untouched.
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
        return Bulk {
            elements: index - elements.start,
            bytes: filler.filled(),
            stop,
        };
    }
    Bulk {
        elements: elements.len(),
        bytes: filler.filled(),
        stop: Stop::Done,
    }
}

/// All texts of a tensor, copied. A limit for all of them together holds.
///
/// # Errors
///
/// What [`StringTensor::element`] returns; [`TotalLimit`](super::FormatCode::TotalLimit).
pub fn to_vecs(tensor: &StringTensor<'_>) -> Result<Vec<Vec<u8>>, FormatError> {
    let mut budget = tensor.budget();
    let mut texts = Vec::new();
    for index in 0..tensor.count() {
        let text: Source<'_> = tensor.element(index)?.text();
        budget.spend(index, text.bytes())?;
        texts.push(text.to_vec());
    }
    Ok(texts)
}

//! Comparing encoded text with chars, building neither's other form.

use crate::decode::{Sink, decode, resolve};
use crate::kernels::{self, Form};
use crate::measure::Counter;
use crate::raw::Filler;
use crate::scalar::{Block, Chars, Reader, split};
use crate::{Encoding, Options, Policy, Progress, Source, Status, Target};

/// Compares encoded text with chars: UTF-16 code units in the order of this machine.
///
/// `written` is how many chars, from the first, are equal. Stops with
///
/// * [`Status::Done`] if all of `source` was read and each of its chars equals that of `chars`. There may be chars left:
///   the texts are equal if `written` is all of them.
/// * [`Status::Mismatch`] at the first char that differs, or is missing from `chars`; `read` is where its code point
///   begins, and a surrogate before it in the same code point may be counted as equal.
/// * [`Status::Malformed`] or [`Status::Incomplete`] as [`decode_utf16`](crate::decode_utf16). If malformed text is to
///   be reported, one anywhere in `source` wins over a mismatch before it.
///
/// `read` is in bytes. The cost is one pass; nothing is written or allocated.
///
/// ```
/// use unitstr::{Encoding, Options, Source, Status, compare};
///
/// let chars: Vec<u16> = "né".encode_utf16().collect();
/// let equal = |text: &str| {
///     let source = Source::from_bytes(text.as_bytes());
///     let progress = compare(Encoding::Utf8, Options::REPLACE, source, Source::from_chars(&chars));
///     progress.status == Status::Done && progress.written == chars.len()
/// };
/// assert!(equal("né"));
/// assert!(!equal("n") && !equal("née") && !equal("nö"));
/// ```
#[must_use]
pub fn compare(encoding: Encoding, options: Options, source: Source<'_>, chars: Source<'_>) -> Progress {
    let (encoding, start) = resolve(encoding, options, source);
    let compared = decode(encoding, options, source, start, Comparison { chars, equal: 0 });
    if compared.status == Status::Mismatch && options.policy == Policy::Report {
        let rest = decode(encoding, options, source, compared.read, Counter(0));
        if rest.status == Status::Malformed {
            return Progress {
                written: compared.written,
                ..rest
            };
        }
    }
    compared
}

struct Comparison<'a> {
    chars: Source<'a>,
    equal: usize,
}

impl Comparison<'_> {
    #[inline(always)]
    fn put_unit(&mut self, unit: u16) -> Result<(), Status> {
        if self.chars.read::<u16>(2 * self.equal) == Some(unit) {
            self.equal += 1;
            Ok(())
        } else {
            Err(Status::Mismatch)
        }
    }

    /// Decodes into a buffer of `CHARS`, again and again, as long as that equals the chars; how many bytes that was.
    #[inline(never)]
    fn decode_and_compare<const CHARS: usize>(&mut self, form: Form, source: Source<'_>) -> usize {
        let mut buffer = [0; CHARS];
        let mut at = 0;
        loop {
            let (read, count) = decode_some(form, source.rest(at), &mut buffer);
            let equal = self.count_equal(&buffer[..count]);
            if equal == count {
                at += read;
                self.equal += equal;
                if count == 0 {
                    return at;
                }
                continue;
            }
            // Only what is equal, so that the steps begin at the code point that is not.
            let (read, count) = decode_some(form, source.rest(at), &mut buffer[..equal]);
            if self.count_equal(&buffer[..count]) == count {
                at += read;
                self.equal += count;
            }
            return at;
        }
    }

    /// How many of `chars`, from the first, equal the next ones.
    fn count_equal(&self, chars: &[u16]) -> usize {
        let (groups, _) = chars.as_chunks::<32>();
        let groups = groups.iter().zip(0..).take_while(|(group, index)| {
            let theirs = self.chars.read::<[u16; 32]>(2 * (self.equal + 32 * index));
            theirs.is_some_and(|theirs| theirs == **group)
        });
        let before = 32 * groups.count();
        let rest = chars[before..].iter().zip(self.equal + before..);
        before
            + rest
                .take_while(|(unit, at)| self.chars.read::<u16>(2 * at) == Some(**unit))
                .count()
    }
}

/// What a kernel takes off the front of `source`: how many bytes, and how many chars those become in `buffer`.
fn decode_some(form: Form, source: Source<'_>, buffer: &mut [u16]) -> (usize, usize) {
    let mut filler = Filler::new(Target::from_chars(buffer));
    let taken = kernels::to_utf16(form, source, filler.rest());
    (taken.fill(&mut filler), filler.filled() / 2)
}

/// Buffers of so many chars: it takes time to make one.
const FEW: usize = 32;
const MANY: usize = 512;

impl Sink for Comparison<'_> {
    #[inline(always)]
    fn put(&mut self, value: u32) -> Result<(), Status> {
        match u16::try_from(value) {
            Ok(unit) => self.put_unit(unit),
            Err(_) => split(value).into_iter().try_for_each(|unit| self.put_unit(unit)),
        }
    }

    #[inline(always)]
    fn put_block(&mut self, block: Block) -> bool {
        let equal = Chars::block(self.chars, 2 * self.equal) == Some(block);
        if equal {
            self.equal += Block::CHARS;
        }
        equal
    }

    #[inline(always)]
    fn bulk(&mut self, form: Form, source: Source<'_>) -> usize {
        if source.bytes() <= FEW {
            self.decode_and_compare::<FEW>(form, source)
        } else {
            self.decode_and_compare::<MANY>(form, source)
        }
    }

    #[inline(always)]
    fn taken(&self) -> usize {
        self.equal
    }
}

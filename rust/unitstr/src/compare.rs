//! Comparing encoded text with chars, building neither's other form.

use crate::decode::{Sink, decode, resolve};
use crate::kernels::{self, Form};
use crate::measure::Counter;
use crate::raw::Filler;
use crate::scalar::{Block, split};
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
        return or_malformed(encoding, options, source, compared);
    }
    compared
}

/// The first error in what comes after a mismatch; the mismatch if there is none.
#[cold]
#[inline(never)]
fn or_malformed(encoding: Encoding, options: Options, source: Source<'_>, mismatch: Progress) -> Progress {
    let rest = decode(encoding, options, source, mismatch.read, Counter(0));
    if rest.status != Status::Malformed {
        return mismatch;
    }
    Progress {
        written: mismatch.written,
        ..rest
    }
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

    /// Text that is not plain: a few chars, and only if those are equal, many, by a larger buffer, which takes time to
    /// make. How many bytes that was.
    #[inline(never)]
    fn decode_and_compare(&mut self, form: Form, source: Source<'_>) -> usize {
        let (at, goes_on) = self.decode_into::<32>(form, source, false);
        if !goes_on || at == source.bytes() {
            return at;
        }
        at + self.decode_into::<512>(form, source.rest(at), true).0
    }

    /// Decodes into a buffer of so many chars, once or again and again, as long as that equals the chars; how many bytes
    /// that was, and whether all of it was equal.
    #[inline(always)]
    fn decode_into<const CHARS: usize>(&mut self, form: Form, source: Source<'_>, again: bool) -> (usize, bool) {
        let mut buffer = [0; CHARS];
        let mut at = 0;
        loop {
            let (read, count) = decode_some(form, source.rest(at), &mut buffer);
            let equal = self.count_equal(&buffer[..count]);
            if equal == count {
                at += read;
                self.equal += equal;
                if count == 0 || !again {
                    return (at, count > 0);
                }
                continue;
            }
            // Only what is equal, so that the steps begin at the code point that is not.
            let (read, count) = decode_some(form, source.rest(at), &mut buffer[..equal]);
            if self.count_equal(&buffer[..count]) == count {
                at += read;
                self.equal += count;
            }
            return (at, false);
        }
    }

    /// How many of `chars`, from the first, equal the next ones.
    fn count_equal(&self, chars: &[u16]) -> usize {
        let theirs = self.chars.rest(2 * self.equal);
        let mut equal = 0;
        let _ = kernels::equal(Form::Chars, Source::from_chars(chars), theirs).add(&mut equal);
        let rest = chars[equal..].iter().zip(equal..);
        equal
            + rest
                .take_while(|(unit, at)| theirs.read::<u16>(2 * at) == Some(**unit))
                .count()
    }
}

/// What a kernel takes off the front of `source`: how many bytes, and how many chars those become in `buffer`.
fn decode_some(form: Form, source: Source<'_>, buffer: &mut [u16]) -> (usize, usize) {
    let mut filler = Filler::new(Target::from_chars(buffer));
    let taken = kernels::to_utf16(form, source, filler.rest());
    (taken.fill(&mut filler), filler.filled() / 2)
}

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
        let [low, high] = block.to_units16();
        let at = 2 * self.equal;
        let equal = self.chars.read(at) == Some(low) && self.chars.read(at + 8) == Some(high);
        if equal {
            self.equal += Block::CHARS;
        }
        equal
    }

    #[inline(always)]
    fn bulk(&mut self, form: Form, source: Source<'_>) -> usize {
        let plain = kernels::equal(form, source, self.chars.rest(2 * self.equal)).add(&mut self.equal);
        if plain == source.bytes() {
            return plain;
        }
        plain + self.decode_and_compare(form, source.rest(plain))
    }

    #[inline(always)]
    fn taken(&self) -> usize {
        self.equal
    }
}

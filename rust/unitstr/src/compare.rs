//! Compares encoded text with chars without converting either of them completely.

use crate::decode::{Sink, decode, resolve};
use crate::kernels::{self, Form};
use crate::measure::Counter;
use crate::raw::Filler;
use crate::scalar::{Block, split};
use crate::{Encoding, Options, Progress, Source, Status, Target};

/// Compares encoded text with chars: UTF-16 code units in the byte order of this machine.
///
/// `written` is the number of leading chars that are equal. Stops with
///
/// * [`Status::Done`] if all of `source` was read and each of its chars equals the char in `chars`. `chars` may have
///   more: the texts are equal if `written` is the number of all `chars`.
/// * [`Status::Mismatch`] at the first char that differs, or is missing from `chars`; `read` is the start of its code
///   point, and `written` may include the high surrogate of the same code point.
/// * [`Status::Malformed`] or [`Status::Incomplete`] as [`decode_utf16`](crate::decode_utf16). If errors are
///   reported, an error anywhere in `source` takes precedence over a mismatch before it.
///
/// `read` is in bytes. Cost: one pass; writes and allocates nothing.
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
    if compared.status == Status::Mismatch && options.policy.may_report() {
        return or_malformed(encoding, options, source, compared);
    }
    compared
}

/// The first error after a mismatch, or the mismatch if there is none.
#[cold]
#[inline(never)]
fn or_malformed(encoding: Encoding, options: Options, source: Source<'_>, mismatch: Progress) -> Progress {
    let rest = decode(encoding, options, source, mismatch.read, Counter(0));
    if rest.status != Status::Malformed {
        return mismatch;
    }
    Progress { written: mismatch.written, ..rest }
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

    /// Compares text that is not plain: of a longer text a few chars first, and only if those are equal many more with a larger
    /// buffer, which is expensive to initialise. Returns the number of bytes compared.
    #[inline(never)]
    fn decode_and_compare(&mut self, form: Form, source: Source<'_>) -> usize {
        if source.bytes() <= 128 {
            // All of it, because no byte becomes more than one char.
            return self.decode_into::<128>(form, source, false).0;
        }
        let (at, goes_on) = self.decode_into::<32>(form, source, false);
        if !goes_on || at == source.bytes() {
            return at;
        }
        at + self.decode_into::<512>(form, source.rest(at), true).0
    }

    /// Decodes into a buffer of `N` chars, once or repeatedly, as long as the result equals the chars. Returns the
    /// number of bytes compared and whether all of them were equal.
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
            // Only the equal part, so that the scalar steps begin at the code point that differs.
            let (read, count) = decode_some(form, source.rest(at), &mut buffer[..equal]);
            if self.count_equal(&buffer[..count]) == count {
                at += read;
                self.equal += count;
            }
            return (at, false);
        }
    }

    /// The number of leading `chars` that equal the next ones.
    fn count_equal(&self, chars: &[u16]) -> usize {
        let theirs = self.chars.rest(2 * self.equal);
        let mut equal = 0;
        let _ = kernels::equal(Form::Chars, Source::from_chars(chars), theirs).add(&mut equal);
        let rest = chars[equal..].iter().zip(equal..);
        equal + rest.take_while(|(unit, at)| theirs.read::<u16>(2 * at) == Some(**unit)).count()
    }
}

/// Decodes with a kernel at the front of `source`. Returns the number of bytes read and of chars written to `buffer`.
fn decode_some(form: Form, source: Source<'_>, buffer: &mut [u16]) -> (usize, usize) {
    let mut filler = Filler::new(Target::from_chars(buffer).as_scratch());
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

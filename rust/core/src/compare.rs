//! Comparing encoded text with chars, building neither's other form.

use crate::decode::{Sink, decode, resolve};
use crate::measure::Counter;
use crate::scalar::{Block, Chars, Reader, split};
use crate::{Encoding, Options, Policy, Progress, Source, Status};

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
        let equal = Chars::block(self.chars, 2 * self.equal) == Some(block);
        if equal {
            self.equal += Block::CHARS;
        }
        equal
    }

    #[inline(always)]
    fn taken(&self) -> usize {
        self.equal
    }
}

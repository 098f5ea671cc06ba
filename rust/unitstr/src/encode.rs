//! Encodes chars, or text that Java stores as Latin-1.
//!
//! After the byte order mark, kernels convert any number of whole well-formed code points at the front; the scalar
//! steps ([`run`]) handle what the kernels leave, including errors. If errors are close to each other, kernels convert a
//! copy without them. In short text, a kernel may replace errors itself.

use crate::dispatch::with_codec;
use crate::kernels::{self, Form, Next, Pace};
use crate::raw::{Bits, Filler};
use crate::repair::{self, Repaired};
use crate::scalar::{Chars, Encoded, Latin1, REPLACEMENT, Reader, Step, Writer, is_high};
use crate::{Encoding, Options, Policy, Progress, Source, Status, Target};

/// Receives encoded text.
pub(crate) trait Sink: Sized {
    /// The number of bytes that can still be appended.
    fn room(&self) -> usize;

    /// Appends a code point, for which the caller has checked the capacity.
    fn put(&mut self, encoded: Encoded);

    /// Appends eight encoded chars, or none of them.
    fn put_words<T: Bits>(&mut self, words: T) -> bool;

    /// Runs a kernel that converts whole well-formed code points at the front of `source`, as many as it chooses, and
    /// returns the number of bytes that it read.
    fn bulk(&mut self, from: Form, to: Form, source: Source<'_>) -> usize;

    /// [`Sink::bulk`] for a short text; if `repairs`, it may encode lone surrogates as [`Policy::Replace`] does.
    #[inline(always)]
    fn short(&mut self, from: Form, to: Form, source: Source<'_>, repairs: bool) -> usize {
        let _ = (from, to, source, repairs);
        0
    }

    /// The number of bytes appended.
    fn taken(&self) -> usize;
}

/// Encodes `source`, which `R` reads, into `sink`.
///
/// In most calls a kernel converts the whole text. Only this part is inlined, so that its result stays in registers.
#[inline(always)]
pub(crate) fn encode<R: Reader, K: Sink>(
    encoding: Encoding,
    options: Options,
    source: Source<'_>,
    mut sink: K,
) -> Progress {
    let mark = encoding.bom_bytes() > 0 && !options.keeps_mark();
    let mut at = 0;
    if !mark {
        let to = Form::of(encoding);
        at = sink.short(R::FORM, to, source, options.replaces_all());
        if at == 0 {
            at = sink.bulk(R::FORM, to, source);
        }
        if at == source.bytes() {
            return Progress::stopped(at / R::ELEMENT, sink.taken(), Status::Done, 0);
        }
    }
    go_on::<R, K>(encoding, options, source, (mark, at), sink)
}

/// Continues [`encode`] at `at`, where a kernel stopped; writes the byte order mark first, if there is to be one.
#[inline(never)]
fn go_on<R: Reader, K: Sink>(
    encoding: Encoding,
    options: Options,
    source: Source<'_>,
    (mark, at): (bool, usize),
    mut sink: K,
) -> Progress {
    with_codec!(encoding, Codec => {
        let lacks_nothing = !matches!(<Codec as Writer>::FORM, Form::Latin1 | Form::Ascii);
        if lacks_nothing && options.policy == Policy::Replace && kernels::repairs(R::FORM) {
            run::<R, Codec, K, true>(options, source, (mark, at), &mut sink)
        } else {
            run::<R, Codec, K, false>(options, source, (mark, at), &mut sink)
        }
    })
}

fn run<R: Reader, W: Writer, K: Sink, const REPAIRS: bool>(
    options: Options,
    source: Source<'_>,
    (mark, start): (bool, usize),
    sink: &mut K,
) -> Progress {
    let mut mark = if mark { W::encode(0xFEFF) } else { None };
    let mut at = start;
    let mut pace = Pace::new(R::FORM);
    let (status, bad) = 'stop: loop {
        if mark.is_none() {
            while let Some(words) = R::block(source, at).and_then(W::encode_block) {
                if !sink.put_words(words) {
                    break;
                }
                at += R::BLOCK;
            }
        }
        // One step for each char of a block, before the next attempt to take a whole block.
        for _ in 0..8 {
            let (error, len) = match R::step(source, at) {
                Step::End => break 'stop (Status::Done, 0),
                Step::CodePoint(value, len) => (W::encode(value).ok_or(Status::Unmappable), len),
                Step::Unfinished(_) if options.more => break 'stop (Status::Incomplete, 0),
                Step::Malformed(len) | Step::Unfinished(len) => (Err(Status::Malformed), len),
            };
            let (encoded, good) = match (error, options.policy) {
                (Ok(encoded), _) => (encoded, true),
                (Err(_), Policy::Replace) => (W::SUBSTITUTE, false),
                (Err(status), policy) => {
                    let lone = if status == Status::Malformed { source.read::<u16>(at) } else { None };
                    match repair::encoded::<W>(policy, lone) {
                        Repaired::Put(encoded) => (encoded, false),
                        Repaired::Omit => {
                            at += len;
                            continue;
                        }
                        Repaired::Report => break 'stop (status, len),
                    }
                }
            };
            if sink.room() < mark.map_or(0, |mark| mark.len) + encoded.len {
                break 'stop (Status::OutputFull, 0);
            }
            if let Some(mark) = mark.take() {
                sink.put(mark);
            }
            sink.put(encoded);
            at += len;
            if !good {
                let next = pace.after_error::<REPAIRS>(at, (source.bytes() - at).min(sink.room() / 2));
                if REPAIRS && matches!(next, Next::Repair) {
                    match encode_repaired::<W, K>(options, source.rest(at), sink) {
                        0 => pace.repaired_nothing(at),
                        bytes => at += bytes,
                    }
                }
                if !matches!(next, Next::Steps) {
                    break;
                }
            }
        }
        if mark.is_none() && pace.allows(at) {
            at += sink.bulk(R::FORM, W::FORM, source.rest(at));
        }
    };
    Progress::stopped(at / R::ELEMENT, sink.taken(), status, bad / R::ELEMENT)
}

/// Encodes the chars after an error, up to 128 chars without another one: kernels convert a copy in which lone surrogates
/// are replaced. Returns the number of bytes read.
#[inline(never)]
fn encode_repaired<W: Writer, K: Sink>(options: Options, source: Source<'_>, sink: &mut K) -> usize {
    let (substitute, least_bytes) = if matches!(W::FORM, Form::Utf8) { (b'?'.into(), 1) } else { (REPLACEMENT, 2) };
    // If the text continues, nobody knows yet whether its last char, a high surrogate, is lone.
    let last = source.bytes().saturating_sub(2) & !1;
    let unfinished = options.more && source.read(last).is_some_and(is_high);
    let source = if unfinished { source.part(0, last as u64).unwrap_or(source) } else { source };
    let mut at = 0;
    loop {
        let mut chars = [0; 128];
        // As many as may fit, rounded up to whole vectors.
        let most = (sink.room() / least_bytes).min(chars.len()).next_multiple_of(32);
        let mut replaced = 0;
        let copy = Target::from_chars(&mut chars[..most]);
        let bytes = kernels::repaired_chars(source.rest(at), copy, substitute).add(&mut replaced);
        if replaced == 0 {
            return at;
        }
        let read = sink.bulk(Form::Chars, W::FORM, Source::from_chars(&chars[..bytes / 2]));
        at += read;
        if read < bytes {
            return at;
        }
    }
}

/// Encodes chars: UTF-16 code units in the byte order of this machine.
///
/// Stops with [`Status::Done`], [`Status::OutputFull`], [`Status::Malformed`], [`Status::Unmappable`] or
/// [`Status::Incomplete`]; `read` is in chars, `written` in bytes. An odd byte at the end of `source` is not read.
///
/// * A lone surrogate is malformed; with [`Options::more`], a high surrogate at the end is incomplete. A code point
///   that the encoding lacks is unmappable. Both are treated as the [policy](Policy) says; [`Policy::Replace`] encodes
///   each error to one `?`, or one U+FFFD in UTF-16 and UTF-32.
/// * If the encoding writes a byte order mark, it is written before the first code point, and not at all if there is
///   none.
/// * Reads: `read` chars, and possibly chars after them, never beyond the source.
/// * Writes: exactly `written` bytes, as many whole code points as fit; the rest of `target` is unchanged. To
///   truncate a text, pass a small `target`.
/// * Cost: one pass; no allocation.
///
/// ```
/// use unitstr::{Encoding, Options, Source, Status, Target, encode_utf16};
///
/// let chars: Vec<u16> = "a€😀".encode_utf16().collect();
/// let mut field = [0; 6];
/// let progress =
///     encode_utf16(Encoding::Utf8, Options::REPLACE, Source::from_chars(&chars), Target::from_bytes(&mut field));
/// assert_eq!((progress.read, progress.written, progress.status), (2, 4, Status::OutputFull));
/// assert_eq!(&field[..4], "a€".as_bytes());
/// ```
#[must_use]
#[inline(always)]
pub fn encode_utf16(encoding: Encoding, options: Options, source: Source<'_>, target: Target<'_>) -> Progress {
    encode::<Chars, _>(encoding, options, source, Filler::new(target))
}

/// Encodes text that Java stores as Latin-1: one byte for each char.
///
/// Stops with [`Status::Done`], [`Status::OutputFull`] or [`Status::Unmappable`]; otherwise as [`encode_utf16`].
///
/// ```
/// use unitstr::{Encoding, Options, Source, Target, encode_latin1};
///
/// let mut bytes = [0; 4];
/// let progress = encode_latin1(
///     Encoding::Utf16Be,
///     Options::REPLACE,
///     Source::from_bytes(&[0x61, 0xE9]),
///     Target::from_bytes(&mut bytes),
/// );
/// assert_eq!((progress.read, progress.written), (2, 4));
/// assert_eq!(bytes, [0x00, 0x61, 0x00, 0xE9]);
/// ```
#[must_use]
#[inline(always)]
pub fn encode_latin1(encoding: Encoding, options: Options, source: Source<'_>, target: Target<'_>) -> Progress {
    encode::<Latin1, _>(encoding, options, source, Filler::new(target))
}

impl Sink for Filler<'_> {
    #[inline(always)]
    fn room(&self) -> usize {
        self.room()
    }

    #[inline(always)]
    fn put(&mut self, encoded: Encoded) {
        let [a, b, c, d] = encoded.bytes;
        let fits = match encoded.len {
            1 => self.push(a),
            2 => self.push([a, b]),
            3 => self.push([a, b, c]),
            _ => self.push([a, b, c, d]),
        };
        debug_assert!(fits);
    }

    #[inline(always)]
    fn put_words<T: Bits>(&mut self, words: T) -> bool {
        self.push(words)
    }

    #[inline(always)]
    fn bulk(&mut self, from: Form, to: Form, source: Source<'_>) -> usize {
        kernels::encode(from, to, source, self.rest()).fill(self)
    }

    #[inline(always)]
    fn short(&mut self, from: Form, to: Form, source: Source<'_>, repairs: bool) -> usize {
        match (from, to) {
            (Form::Chars, Form::Utf8 | Form::Ascii | Form::Latin1 | Form::Utf32Le | Form::Utf32Be) => {
                kernels::short_chars(to, source, self.rest(), repairs).fill(self)
            }
            _ => 0,
        }
    }

    #[inline(always)]
    fn taken(&self) -> usize {
        self.filled()
    }
}

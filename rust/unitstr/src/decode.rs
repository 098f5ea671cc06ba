//! Decodes encoded text to Latin-1 bytes, to chars, or to whichever of the two a Java string would store.
//!
//! Kernels convert any number of whole well-formed code points at the front; the scalar steps ([`run`]) handle what
//! the kernels leave, including errors. If errors are close to each other, a kernel replaces most of them. In short text,
//! it may replace all.

use crate::dispatch::with_codec;
use crate::kernels::{self, Chosen, Form, Next, Pace};
use crate::raw::Filler;
use crate::repair::{self, Repaired};
use crate::scalar::{Block, REPLACEMENT, Reader, Step, split};
use crate::{Coder, Encoding, Options, Policy, Progress, Source, Status, Target};

/// Receives decoded text.
pub(crate) trait Sink: Sized {
    /// Whether [`Sink::repair`] does anything.
    const REPAIRS: bool = false;

    /// Appends a code point or a lone surrogate, or returns the reason why that is impossible.
    fn put(&mut self, value: u32) -> Result<(), Status>;

    /// Appends eight chars, or none of them.
    fn put_block(&mut self, block: Block) -> bool;

    /// Runs a kernel that converts whole well-formed code points at the front of `source`, which is in `form`, as
    /// many as it chooses, and returns the number of bytes that it read.
    #[inline(always)]
    fn bulk(&mut self, form: Form, source: Source<'_>) -> usize {
        let _ = (form, source);
        0
    }

    /// [`Sink::bulk`] by a kernel that replaces errors by U+FFFD; nothing if [`kernels::repairs`] says no.
    #[inline(always)]
    fn repair(&mut self, form: Form, source: Source<'_>) -> usize {
        let _ = (form, source);
        0
    }

    /// The number of chars appended.
    fn taken(&self) -> usize;
}

/// Decodes `source` from byte `start` on into `sink`; `encoding` has a fixed byte order, or its default one is used.
///
/// In most calls a kernel converts the whole text. Only this part is inlined, so that its result stays in registers.
#[inline(always)]
pub(crate) fn decode<K: Sink>(
    encoding: Encoding,
    options: Options,
    source: Source<'_>,
    start: usize,
    mut sink: K,
) -> Progress {
    let at = start + sink.bulk(Form::decoded(encoding, options), source.rest(start));
    if at == source.bytes() {
        return Progress::stopped(at, sink.taken(), Status::Done, 0);
    }
    // A separate variable, so that the one above can stay in registers.
    let mut sink = sink;
    go_on(encoding, options, source, at, &mut sink)
}

/// Continues [`decode`] at byte `at`, where a kernel stopped.
#[inline(never)]
fn go_on<K: Sink>(encoding: Encoding, options: Options, source: Source<'_>, at: usize, sink: &mut K) -> Progress {
    with_codec!(encoding, Codec => {
        if K::REPAIRS && options.policy == Policy::Replace && kernels::repairs(<Codec as Reader>::FORM) {
            run::<Codec, K, true>(options, source, at, sink)
        } else {
            run::<Codec, K, false>(options, source, at, sink)
        }
    })
}

fn run<R: Reader, K: Sink, const REPAIRS: bool>(
    options: Options,
    source: Source<'_>,
    start: usize,
    sink: &mut K,
) -> Progress {
    let mut at = start;
    let mut pace = Pace::new(R::FORM);
    let lossless = options.policy == Policy::Lossless;
    // Kernels and blocks of UTF-32 do not see surrogates.
    let single_steps = lossless && matches!(R::FORM, Form::Utf32Le | Form::Utf32Be);
    let (status, bad) = 'stop: loop {
        if !single_steps {
            while let Some(block) = R::block(source, at) {
                if !sink.put_block(block) {
                    break;
                }
                at += R::BLOCK;
            }
        }
        // One step for each char of a block, before the next attempt to take a whole block.
        for _ in 0..8 {
            let step =
                if lossless { repair::lossless_step::<R>(source, at, options.more) } else { R::step(source, at) };
            let (value, len, good) = match step {
                Step::End => break 'stop (Status::Done, 0),
                Step::CodePoint(value, len) => (value, len, true),
                Step::Unfinished(_) if options.more => break 'stop (Status::Incomplete, 0),
                Step::Malformed(len) | Step::Unfinished(len) => match options.policy {
                    Policy::Replace => (REPLACEMENT.into(), len, false),
                    policy => match repair::decoded(R::FORM, policy, source, at, len) {
                        Repaired::Put((value, len)) => (value, len, false),
                        Repaired::Omit => {
                            at += len;
                            continue;
                        }
                        Repaired::Report => break 'stop (Status::Malformed, len),
                    },
                },
            };
            if let Err(status) = sink.put(value) {
                break 'stop (status, 0);
            }
            at += len;
            if !good {
                let next = pace.after_error::<REPAIRS>(at, source.bytes() - at);
                if REPAIRS && matches!(next, Next::Repair) {
                    match sink.repair(R::FORM, source.rest(at)) {
                        0 => pace.repaired_nothing(at),
                        bytes => at += bytes,
                    }
                }
                if !matches!(next, Next::Steps) {
                    break;
                }
            }
        }
        if pace.allows(at) && !single_steps {
            at += sink.bulk(R::FORM, source.rest(at));
        }
    };
    Progress::stopped(at, sink.taken(), status, bad)
}

/// The encoding with its byte order, and the position where the text begins.
#[inline(always)]
pub(crate) fn resolve(encoding: Encoding, options: Options, source: Source<'_>) -> (Encoding, usize) {
    if !encoding.drops_mark() || options.keeps_mark() { (encoding, 0) } else { encoding.resolve(source) }
}

/// Decodes to Latin-1, one byte for each char, up to the first char above U+00FF.
///
/// Stops with [`Status::Done`], [`Status::OutputFull`], [`Status::NotLatin1`], [`Status::Malformed`] or
/// [`Status::Incomplete`]; `read` is in bytes, `written` in bytes of Latin-1, which is the number of chars.
///
/// * Malformed text that is replaced becomes U+FFFD, which stops with [`Status::NotLatin1`].
/// * Reads: `read` bytes, and possibly bytes after them, never beyond the source.
/// * Writes: exactly `written` bytes, as many as fit; the rest of `target` is unchanged.
/// * Cost: one pass; no allocation.
///
/// ```
/// use unitstr::{Encoding, Options, Source, Status, Target, decode_latin1};
///
/// let mut latin1 = [0; 8];
/// let progress = decode_latin1(
///     Encoding::Utf8,
///     Options::REPLACE,
///     Source::from_bytes("né€".as_bytes()),
///     Target::from_bytes(&mut latin1),
/// );
/// assert_eq!((progress.read, progress.written, progress.status), (3, 2, Status::NotLatin1));
/// assert_eq!(&latin1[..2], [0x6E, 0xE9]);
/// ```
#[must_use]
#[inline(always)]
pub fn decode_latin1(encoding: Encoding, options: Options, source: Source<'_>, target: Target<'_>) -> Progress {
    let (encoding, start) = resolve(encoding, options, source);
    decode(encoding, options, source, start, Latin1Sink(Filler::new(target)))
}

/// Decodes to chars: UTF-16 code units in the byte order of this machine.
///
/// Stops with [`Status::Done`], [`Status::OutputFull`], [`Status::Malformed`] or [`Status::Incomplete`]; `read` is in
/// bytes, `written` in chars. An odd byte at the end of `target` is not used.
///
/// * Malformed text: as the [policy](Policy) says; [`Policy::Replace`] decodes each error to one U+FFFD. Surrogates
///   encoded in UTF-32 are decoded, not errors.
/// * Reads: `read` bytes, and possibly bytes after them, never beyond the source.
/// * Writes: exactly `written` chars, as many whole code points as fit; the rest of `target` is unchanged.
/// * Cost: one pass; no allocation.
///
/// ```
/// use unitstr::{Encoding, Options, Source, Status, Target, decode_utf16};
///
/// let mut chars = [0; 8];
/// let progress = decode_utf16(
///     Encoding::Utf16,
///     Options::REPORT,
///     Source::from_bytes(&[0xFF, 0xFE, 0x61, 0x00, 0x00, 0xDC]),
///     Target::from_chars(&mut chars),
/// );
/// assert_eq!((progress.read, progress.written), (4, 1));
/// assert_eq!((progress.status, progress.bad_len), (Status::Malformed, 2));
/// ```
#[must_use]
#[inline(always)]
pub fn decode_utf16(encoding: Encoding, options: Options, source: Source<'_>, target: Target<'_>) -> Progress {
    let (encoding, start) = resolve(encoding, options, source);
    decode(encoding, options, source, start, CharsSink(Filler::new(target)))
}

/// Decodes to the form in which a Java string stores the text: to `latin1` if no char is above U+00FF, otherwise all
/// of it to `chars`. Returns which of the two.
///
/// Stops as [`decode_utf16`] does; `read` is in bytes, `written` in chars of the returned form. The two targets must
/// not overlap, or the text is wrong. Either may be written, within its size, even if the text ends up in the other.
///
/// * [`Status::OutputFull`] refers to the form of the text so far: a text can fill `latin1` although a char above
///   U+00FF would follow.
/// * Malformed text, reading and writing: as [`decode_utf16`].
/// * Cost: one pass, and a second pass over the Latin-1 text before the first char above U+00FF.
///
/// ```
/// use unitstr::{Coder, Encoding, Options, Source, Target, decode_java};
///
/// let (mut latin1, mut chars) = ([0; 8], [0; 8]);
/// let source = Source::from_bytes("né€".as_bytes());
/// let (progress, coder) = decode_java(
///     Encoding::Utf8,
///     Options::REPLACE,
///     source,
///     Target::from_bytes(&mut latin1),
///     Target::from_chars(&mut chars),
/// );
/// assert_eq!((progress.written, coder), (3, Coder::Utf16));
/// assert_eq!(chars[..3], [0x6E, 0xE9, 0x20AC]);
/// ```
#[must_use]
#[inline(always)]
pub fn decode_java(
    encoding: Encoding,
    options: Options,
    source: Source<'_>,
    latin1: Target<'_>,
    chars: Target<'_>,
) -> (Progress, Coder) {
    let mut chosen = kernels::short_to_java(
        Form::decoded(encoding, options),
        source,
        Filler::new(latin1).rest(),
        Filler::new(chars).rest(),
        options.replaces_all(),
    );
    let (mut encoding, mut start) = (encoding, 0);
    if chosen.read() == 0 {
        (encoding, start) = resolve(encoding, options, source);
        chosen = kernels::to_java(
            Form::decoded(encoding, options),
            source.rest(start),
            Filler::new(latin1).rest(),
            Filler::new(chars).rest(),
        );
    }
    if chosen.read() == source.bytes() - start {
        return whole(source, chosen);
    }
    java_on(encoding, options, source, start, chosen, (latin1, chars))
}

/// The result of [`decode_java`] if a kernel converted the whole text.
#[inline(always)]
fn whole(source: Source<'_>, chosen: Chosen) -> (Progress, Coder) {
    let coder = if chosen.is_chars() { Coder::Utf16 } else { Coder::Latin1 };
    let progress = Progress::stopped(source.bytes(), chosen.chars_written(), Status::Done, 0);
    (progress, coder)
}

/// Up to this many bytes that were decoded to Latin-1 are decoded again, rather than widened, when a wide char
/// follows.
const NEAR: usize = 512;

/// Continues [`decode_java`] of a text that begins at `start`, where the first kernel stopped.
#[inline(never)]
fn java_on(
    encoding: Encoding,
    options: Options,
    source: Source<'_>,
    start: usize,
    chosen: Chosen,
    (latin1, chars): (Target<'_>, Target<'_>),
) -> (Progress, Coder) {
    let (mut narrow, mut broad) = (Latin1Sink(Filler::new(latin1)), CharsSink(Filler::new(chars)));
    let at = start + chosen.read();
    if chosen.is_chars() {
        chosen.taken().fill(&mut broad.0);
        return java_from_broad(encoding, options, source, (start, at), narrow, broad);
    }
    let form = Form::decoded(encoding, options);
    let may_guess = latin1.bytes() >= source.bytes() - start && chosen.read() < NEAR;
    if may_guess && kernels::is_wide_soon(form, source.rest(at)) {
        let read = start + broad.bulk(form, source.rest(start));
        return java_from_broad(encoding, options, source, (start, read), narrow, broad);
    }
    chosen.taken().fill(&mut narrow.0);
    java_from_narrow(encoding, options, source, (start, at), narrow, broad)
}

/// Continues [`decode_java`] of a text that begins at `start`, at byte `at`, where a kernel that decodes to chars
/// stopped.
#[inline(never)]
fn java_from_broad(
    encoding: Encoding,
    options: Options,
    source: Source<'_>,
    (start, at): (usize, usize),
    narrow: Latin1Sink<'_>,
    mut broad: CharsSink<'_>,
) -> (Progress, Coder) {
    let progress = go_on(encoding, options, source, at, &mut broad);
    // The kernel saw a wide char, or malformed text, which these policies replace with a wide char or report.
    let wide = matches!(options.policy, Policy::Replace | Policy::Report);
    if wide && progress.status == Status::Done || broad.has_wide_char() {
        return (progress, Coder::Utf16);
    }
    // Text that ends before the wide char is Latin-1.
    let broad = CharsSink(broad.0.restart());
    java_from_narrow(encoding, options, source, (start, start), narrow, broad)
}

/// The same, where a kernel that decodes to Latin-1 stopped.
#[inline(never)]
fn java_from_narrow(
    encoding: Encoding,
    options: Options,
    source: Source<'_>,
    (start, at): (usize, usize),
    mut narrow: Latin1Sink<'_>,
    mut broad: CharsSink<'_>,
) -> (Progress, Coder) {
    let progress = go_on(encoding, options, source, at, &mut narrow);
    if progress.status != Status::NotLatin1 {
        return (progress, Coder::Latin1);
    }
    let latin1 = narrow.0.written();
    let widened = broad.bulk(Form::Latin1, latin1);
    let widened = go_on(Encoding::Latin1, Options::REPLACE, latin1, widened, &mut broad);
    let mut at = progress.read;
    if widened.status != Status::Done {
        // The chars end inside the Latin-1 part: only decoding again finds the byte of the source at which they end.
        broad = CharsSink(broad.0.restart());
        at = start;
    }
    at += broad.bulk(Form::decoded(encoding, options), source.rest(at));
    (go_on(encoding, options, source, at, &mut broad), Coder::Utf16)
}

struct Latin1Sink<'a>(Filler<'a>);

impl Sink for Latin1Sink<'_> {
    #[inline(always)]
    fn put(&mut self, value: u32) -> Result<(), Status> {
        let byte = u8::try_from(value).map_err(|_| Status::NotLatin1)?;
        if self.0.push(byte) { Ok(()) } else { Err(Status::OutputFull) }
    }

    #[inline(always)]
    fn put_block(&mut self, block: Block) -> bool {
        block.to_bytes(0xFF).is_some_and(|word| self.0.push(word))
    }

    #[inline(always)]
    fn bulk(&mut self, form: Form, source: Source<'_>) -> usize {
        let taken = kernels::to_latin1(form, source, self.0.rest());
        taken.fill(&mut self.0)
    }

    #[inline(always)]
    fn taken(&self) -> usize {
        self.0.filled()
    }
}

struct CharsSink<'a>(Filler<'a>);

impl CharsSink<'_> {
    /// Whether one of the first appended chars is above U+00FF.
    fn has_wide_char(&self) -> bool {
        let chars = self.0.written();
        (0..self.taken().min(64)).any(|at| chars.read::<u16>(2 * at).is_some_and(|unit| unit > 0xFF))
    }
}

impl Sink for CharsSink<'_> {
    const REPAIRS: bool = true;

    #[inline(always)]
    fn put(&mut self, value: u32) -> Result<(), Status> {
        let fits = match u16::try_from(value) {
            Ok(unit) => self.0.push(unit),
            Err(_) => self.0.push(split(value)),
        };
        if fits { Ok(()) } else { Err(Status::OutputFull) }
    }

    #[inline(always)]
    fn put_block(&mut self, block: Block) -> bool {
        self.0.push(block.to_units16())
    }

    #[inline(always)]
    fn bulk(&mut self, form: Form, source: Source<'_>) -> usize {
        let taken = kernels::to_utf16(form, source, self.0.rest());
        taken.fill(&mut self.0)
    }

    #[inline(always)]
    fn repair(&mut self, form: Form, source: Source<'_>) -> usize {
        if self.0.room() < 128 {
            return 0; // perhaps not a vector fits
        }
        kernels::repaired_to_utf16(form, source, self.0.rest()).fill(&mut self.0)
    }

    #[inline(always)]
    fn taken(&self) -> usize {
        self.0.filled() / 2
    }
}

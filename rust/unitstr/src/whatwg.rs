//! The encodings of the [WHATWG Encoding Standard](https://encoding.spec.whatwg.org/) by the crate `encoding_rs`, for
//! legacy text that names its encoding as on the web. With the feature `whatwg`.
//!
//! * Labels have the meaning that browsers give them: `iso-8859-1` and `us-ascii` are windows-1252, `gb2312` is GBK. The
//!   tables differ from those of the JDK's charsets of the same names.
//! * Operations convert a whole text, and copy it through small buffers, because `encoding_rs` takes Rust slices.

use encoding_rs::{DecoderResult, Encoder, EncoderResult};

use crate::raw::Bits;
use crate::scalar::{REPLACEMENT, is_high, is_low, is_surrogate};
use crate::{Policy, Progress, Source, Status, Target};

/// An encoding of the WHATWG Encoding Standard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Whatwg(&'static encoding_rs::Encoding);

impl Whatwg {
    /// Returns the encoding with this label, such as `shift_jis`, or `None` if the standard has no such label. The case of
    /// ASCII letters and white space at both ends do not matter.
    #[must_use]
    pub fn for_label(label: &[u8]) -> Option<Self> {
        encoding_rs::Encoding::for_label(label).map(Self)
    }

    /// Returns the name of the encoding in the standard.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.0.name()
    }

    /// Returns whether text can be encoded: not in UTF-16LE, UTF-16BE and `replacement`.
    #[must_use]
    pub fn can_encode(self) -> bool {
        self.0.output_encoding() == self.0
    }
}

/// Decodes a whole text to chars: UTF-16 code units in the byte order of this machine.
///
/// `read` is in bytes, `written` in chars. Stops with
///
/// * [`Status::Done`].
/// * [`Status::OutputFull`] if the text does not fit: `read` is 0, `written` is the number of chars of the whole text, and
///   the contents of `target` are unspecified.
/// * [`Status::Malformed`] at an error that is reported; `written` is the number of chars before it. If these do not fit,
///   the contents of `target` are unspecified.
///
/// * Malformed text: as `policy` says; errors are those of the standard. [`Policy::Lossless`] and
///   [`Policy::SurrogateEscape`] report them. A byte order mark is text.
/// * Cost: one pass; no allocation.
///
/// ```
/// use unitstr::whatwg::{Whatwg, decode};
/// use unitstr::{Policy, Source, Target};
///
/// let mut chars = [0; 4];
/// let encoding = Whatwg::for_label(b"Shift_JIS").unwrap();
/// let source = Source::from_bytes(b"\x8A\xBF\x8E\x9A");
/// let progress = decode(encoding, Policy::Report, source, Target::from_chars(&mut chars));
/// assert_eq!((progress.read, progress.written), (4, 2));
/// assert_eq!(String::from_utf16_lossy(&chars[..2]), "漢字");
/// ```
#[must_use]
pub fn decode(encoding: Whatwg, policy: Policy, source: Source<'_>, target: Target<'_>) -> Progress {
    let mut decoder = encoding.0.new_decoder_without_bom_handling();
    let mut out = Output { target, bytes: 0 };
    let (mut piece, mut chars) = ([0; 1024], [0; 1024]);
    let mut at = 0;
    loop {
        let count = fill(&mut piece, source.rest(at));
        // A decoder may keep the start of a sequence from the piece before. The last call has no bytes.
        let last = count == 0;
        let mut done = 0;
        loop {
            let (result, read, written) =
                decoder.decode_to_utf16_without_replacement(&piece[done..count], &mut chars, last);
            done += read;
            out.put(&chars[..written]);
            match (result, policy) {
                (DecoderResult::InputEmpty, _) => break,
                (DecoderResult::OutputFull, _) | (DecoderResult::Malformed(..), Policy::Ignore) => (),
                (DecoderResult::Malformed(..), Policy::Replace) => out.put(&[REPLACEMENT]),
                (DecoderResult::Malformed(..), Policy::ReplaceWith(value)) => out.put(value.encode_utf16(&mut [0; 2])),
                (DecoderResult::Malformed(len, after), _) => {
                    let read = (at + done).saturating_sub(usize::from(len) + usize::from(after));
                    return Progress::stopped(read, out.bytes / 2, Status::Malformed, len.into());
                }
            }
        }
        at += count;
        if last {
            return out.whole(at, 2);
        }
    }
}

/// Encodes a whole text of chars; `None` if the encoding [cannot encode](Whatwg::can_encode).
///
/// `read` is in chars, `written` in bytes. Stops with
///
/// * [`Status::Done`].
/// * [`Status::OutputFull`] if the text does not fit: `read` is 0, `written` is the number of bytes of the whole text, and
///   the contents of `target` are unspecified.
/// * [`Status::Malformed`] at a lone surrogate, or [`Status::Unmappable`] at a code point that the encoding lacks, if the
///   error is reported; `written` is the number of bytes before it. If these do not fit, the contents of `target` are
///   unspecified.
///
/// * Errors: as `policy` says; [`Policy::Replace`] encodes each to `?`. [`Policy::Lossless`] and
///   [`Policy::SurrogateEscape`] report them.
/// * An odd byte at the end of `source` is not read. Cost: two passes; no allocation.
///
/// ```
/// use unitstr::whatwg::{Whatwg, encode};
/// use unitstr::{Policy, Source, Target};
///
/// let mut bytes = [0; 4];
/// let encoding = Whatwg::for_label(b"windows-1252").unwrap();
/// let chars: Vec<u16> = "€漢".encode_utf16().collect();
/// let progress = encode(encoding, Policy::Replace, Source::from_chars(&chars), Target::from_bytes(&mut bytes)).unwrap();
/// assert_eq!((progress.read, progress.written), (2, 2));
/// assert_eq!(&bytes[..2], b"\x80?");
/// ```
#[must_use]
pub fn encode(encoding: Whatwg, policy: Policy, source: Source<'_>, target: Target<'_>) -> Option<Progress> {
    if !encoding.can_encode() {
        return None;
    }
    let mut encoder = encoding.0.new_encoder();
    let mut out = Output { target, bytes: 0 };
    let mut piece = [0; 512];
    let (mut at, chars) = (0, source.bytes() / 2);
    while at < chars {
        let count = fill(&mut piece, source.rest(2 * at));
        let good = well_formed(&piece[..count]);
        let (read, lacking) = if good > 0 { out.encode(&mut encoder, &piece[..good]) } else { (1, None) };
        at += read;
        let (status, len) = match lacking {
            Some(lacking) => (Status::Unmappable, lacking.len_utf16()),
            None if good == 0 => (Status::Malformed, 1),
            None => continue,
        };
        let written = out.bytes;
        let replacement = match policy {
            Policy::Replace => '?',
            Policy::ReplaceWith(value) => value,
            Policy::Ignore => continue,
            _ => return Some(Progress::stopped(at - len, written, status, len)),
        };
        let (_, lacking) = out.encode(&mut encoder, replacement.encode_utf16(&mut [0; 2]));
        if lacking.is_some() {
            return Some(Progress::stopped(at - len, written, status, len));
        }
    }
    // The end of the text may have bytes of its own.
    let mut bytes = [0; 16];
    let (_, _, written) = encoder.encode_from_utf16_without_replacement(&[], &mut bytes, true);
    out.put(&bytes[..written]);
    Some(out.whole(chars, 1))
}

/// Copies the start of `source` to `piece`, and returns the number of units copied.
fn fill<T: Bits>(piece: &mut [T], source: Source<'_>) -> usize {
    let count = piece.len().min(source.bytes() / size_of::<T>());
    let copied =
        source.part(0, (count * size_of::<T>()) as u64).is_some_and(|start| Target::from_units(piece).put(0, start));
    if copied { count } else { 0 }
}

/// The number of chars before the first lone surrogate; a high surrogate at the end counts as one.
fn well_formed(chars: &[u16]) -> usize {
    let mut at = 0;
    while at < chars.len() {
        at += match chars[at] {
            unit if !is_surrogate(unit) => 1,
            high if is_high(high) && chars.get(at + 1).is_some_and(|low| is_low(*low)) => 2,
            _ => break,
        };
    }
    at
}

/// A target, and how many bytes were written to it, or would have been if it were larger.
struct Output<'a> {
    target: Target<'a>,
    bytes: usize,
}

impl Output<'_> {
    fn put<T: Bits>(&mut self, units: &[T]) {
        self.target.put(self.bytes, Source::from_units(units));
        self.bytes += size_of_val(units);
    }

    /// Encodes well-formed chars up to a code point that the encoding lacks. Returns the number of chars read, with that
    /// code point.
    fn encode(&mut self, encoder: &mut Encoder, chars: &[u16]) -> (usize, Option<char>) {
        let (mut done, mut bytes) = (0, [0; 1024]);
        loop {
            let (result, read, written) =
                encoder.encode_from_utf16_without_replacement(&chars[done..], &mut bytes, false);
            done += read;
            self.put(&bytes[..written]);
            match result {
                EncoderResult::InputEmpty => return (done, None),
                EncoderResult::OutputFull => (),
                EncoderResult::Unmappable(lacking) => return (done, Some(lacking)),
            }
        }
    }

    /// The result of a text that was converted to its end; a unit of the target has `unit` bytes.
    fn whole(self, read: usize, unit: usize) -> Progress {
        if self.bytes <= self.target.bytes() {
            Progress::stopped(read, self.bytes / unit, Status::Done, 0)
        } else {
            Progress::stopped(0, self.bytes / unit, Status::OutputFull, 0)
        }
    }
}

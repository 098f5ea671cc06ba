//! Measures the output of encoding or decoding with a target of unlimited size.

use crate::decode::{self, resolve};
use crate::encode;
use crate::kernels::{self, Form};
use crate::raw::Bits;
use crate::scalar::{Block, Chars, Encoded, Latin1};
use crate::{Encoding, Options, Policy, Progress, Source, Status};

/// Measures the output of [`encode_utf16`](crate::encode_utf16): `written` is in bytes, including the byte order
/// mark.
///
/// Stops as [`encode_utf16`](crate::encode_utf16) would with an unlimited target. Cost: one pass; writes and
/// allocates nothing.
///
/// The source may change between measuring and encoding: encoding still respects the size of its target.
///
/// ```
/// use unitstr::{Encoding, Options, Source, measure_encoded_utf16};
///
/// let chars: Vec<u16> = "a€😀".encode_utf16().collect();
/// let progress = measure_encoded_utf16(Encoding::Utf8, Options::REPLACE, Source::from_chars(&chars));
/// assert_eq!((progress.read, progress.written), (4, 8));
/// ```
#[must_use]
#[inline]
pub fn measure_encoded_utf16(encoding: Encoding, options: Options, source: Source<'_>) -> Progress {
    encode::encode::<Chars, _>(encoding, options, source, Counter(0))
}

/// Measures the output of [`encode_latin1`](crate::encode_latin1); otherwise as [`measure_encoded_utf16`].
///
/// ```
/// use unitstr::{Encoding, Options, Source, measure_encoded_latin1};
///
/// let progress = measure_encoded_latin1(Encoding::Utf8, Options::REPLACE, Source::from_bytes(&[0x61, 0xE9]));
/// assert_eq!((progress.read, progress.written), (2, 3));
/// ```
#[must_use]
#[inline]
pub fn measure_encoded_latin1(encoding: Encoding, options: Options, source: Source<'_>) -> Progress {
    encode::encode::<Latin1, _>(encoding, options, source, Counter(0))
}

/// Measures the output of [`decode_utf16`](crate::decode_utf16): `written` is in chars.
///
/// Stops as [`decode_utf16`](crate::decode_utf16) would with an unlimited target. Cost: one pass; writes and
/// allocates nothing.
///
/// The source may change between measuring and decoding: decoding still respects the size of its target.
///
/// ```
/// use unitstr::{Encoding, Options, Source, measure_decoded};
///
/// let progress = measure_decoded(Encoding::Utf8, Options::REPLACE, Source::from_bytes("a€😀".as_bytes()));
/// assert_eq!((progress.read, progress.written), (8, 4));
/// ```
#[must_use]
#[inline]
pub fn measure_decoded(encoding: Encoding, options: Options, source: Source<'_>) -> Progress {
    let (encoding, start) = resolve(encoding, options, source);
    decode::decode(encoding, options, source, start, Counter(0))
}

/// Measures the output of [`decode_latin1`](crate::decode_latin1): `written` is in chars.
///
/// Stops as [`decode_latin1`](crate::decode_latin1) would with an unlimited target: with [`Status::NotLatin1`] at the
/// first char above U+00FF, which includes malformed text that is replaced. Cost: one pass; writes and allocates
/// nothing.
///
/// ```
/// use unitstr::{Encoding, Options, Source, Status, measure_latin1};
///
/// let progress = measure_latin1(Encoding::Utf8, Options::REPLACE, Source::from_bytes("né€".as_bytes()));
/// assert_eq!((progress.read, progress.written, progress.status), (3, 2, Status::NotLatin1));
/// ```
#[must_use]
#[inline]
pub fn measure_latin1(encoding: Encoding, options: Options, source: Source<'_>) -> Progress {
    let (encoding, start) = resolve(encoding, options, source);
    decode::decode(encoding, options, source, start, Latin1Counter(0))
}

/// Finds the first error, whatever the policy: [`Status::Malformed`] with its position and length, or
/// [`Status::Incomplete`] with [`Options::more`]; [`Status::Done`] if there is none.
///
/// `read` is in bytes, the end of the well-formed text; `written` is 0. Cost: one pass; writes and allocates nothing.
/// To measure the text as well, call [`measure_decoded`] with [`Policy::Report`].
///
/// ```
/// use unitstr::{Encoding, Options, Source, Status, validate};
///
/// let progress = validate(Encoding::Utf8, Options::default(), Source::from_bytes(b"na\xC3\xAFve\xED\xA0\x80"));
/// assert_eq!((progress.read, progress.status, progress.bad_len), (6, Status::Malformed, 3));
/// ```
#[must_use]
#[inline]
pub fn validate(encoding: Encoding, options: Options, source: Source<'_>) -> Progress {
    let options = Options { policy: Policy::Report, ..options };
    let (encoding, start) = resolve(encoding, options, source);
    decode::decode(encoding, options, source, start, Check)
}

/// Counts bytes or chars, without storing them.
pub(crate) struct Counter(pub(crate) usize);

impl encode::Sink for Counter {
    #[inline(always)]
    fn room(&self) -> usize {
        usize::MAX - self.0
    }

    #[inline(always)]
    fn put(&mut self, encoded: Encoded) {
        self.0 += encoded.len;
    }

    #[inline(always)]
    fn put_words<T: Bits>(&mut self, _words: T) -> bool {
        self.0 += size_of::<T>();
        true
    }

    #[inline(always)]
    fn bulk(&mut self, from: Form, to: Form, source: Source<'_>) -> usize {
        kernels::encoded_bytes(from, to, source).add(&mut self.0)
    }

    #[inline(always)]
    fn taken(&self) -> usize {
        self.0
    }
}

impl decode::Sink for Counter {
    #[inline(always)]
    fn put(&mut self, value: u32) -> Result<(), Status> {
        self.0 += if value > 0xFFFF { 2 } else { 1 };
        Ok(())
    }

    #[inline(always)]
    fn put_block(&mut self, _block: Block) -> bool {
        self.0 += Block::CHARS;
        true
    }

    #[inline(always)]
    fn bulk(&mut self, form: Form, source: Source<'_>) -> usize {
        kernels::decoded_chars(form, source).add(&mut self.0)
    }

    #[inline(always)]
    fn taken(&self) -> usize {
        self.0
    }
}

/// Counts chars up to the first one above U+00FF.
struct Latin1Counter(usize);

impl decode::Sink for Latin1Counter {
    #[inline(always)]
    fn put(&mut self, value: u32) -> Result<(), Status> {
        if value > 0xFF {
            return Err(Status::NotLatin1);
        }
        self.0 += 1;
        Ok(())
    }

    #[inline(always)]
    fn put_block(&mut self, block: Block) -> bool {
        let latin1 = block.to_bytes(0xFF).is_some();
        if latin1 {
            self.0 += Block::CHARS;
        }
        latin1
    }

    #[inline(always)]
    fn bulk(&mut self, form: Form, source: Source<'_>) -> usize {
        kernels::latin1_chars(form, source).add(&mut self.0)
    }

    #[inline(always)]
    fn taken(&self) -> usize {
        self.0
    }
}

/// Accepts everything that is not an error.
struct Check;

impl decode::Sink for Check {
    #[inline(always)]
    fn put(&mut self, _value: u32) -> Result<(), Status> {
        Ok(())
    }

    #[inline(always)]
    fn put_block(&mut self, _block: Block) -> bool {
        true
    }

    #[inline(always)]
    fn bulk(&mut self, form: Form, source: Source<'_>) -> usize {
        kernels::valid(form, source).add(&mut 0)
    }

    #[inline(always)]
    fn taken(&self) -> usize {
        0
    }
}

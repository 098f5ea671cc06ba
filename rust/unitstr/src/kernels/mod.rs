//! SIMD kernels, which give the same results as the scalar steps but faster, and the choice of the instruction set.
//!
//! A kernel converts whole well-formed code points at the front of its source, as many as it chooses. It leaves to
//! the steps of `scalar` everything that is malformed or does not fit, so that it has no
//! policy, no status and no edge cases. Only `repaired_to_utf16` and `repaired_chars` replace errors, for text that has
//! many, and the kernels for short text if the caller allows it. `Pace` decides when to call which.
//!
//! * It reads nothing outside its source and writes nothing outside its room. The loads and stores that guarantee
//!   this are in the modules `memory` and `vectors` of its tier and in `shared::vectors`; those of a single kernel, and
//!   of `scan`, are beside it.
//! * It writes only bytes that it reports as written, unless the room is scratch: then it may write any byte of the
//!   room. A store may write more if the operation certainly overwrites the rest with text that was already checked.
//!   Only if another party changes that text meanwhile, some bytes after the result, all of them in the room, stay
//!   changed.
//! * Each vector is loaded once, and every size and address depends on that copy, because another party may change the
//!   memory meanwhile. Where a kernel reads a unit again, only the text can become wrong.
//! * It does not panic and does not allocate.
//!
//! This file has the only dispatch to a tier, and `shared::entries` the only list of the kernels of each form. All tiers
//! have the same names; a form without a good kernel has `Taken::NOTHING`.
//!
//! `README.md` beside this file explains each family of kernels: layouts, an example, tables, tests and publications.

#[cfg(target_arch = "x86_64")]
#[allow(clippy::missing_safety_doc, reason = "clippy takes a safe function that requires features for an unsafe one")]
mod avx2;
#[cfg(target_arch = "x86_64")]
#[allow(clippy::missing_safety_doc, reason = "clippy takes a safe function that requires features for an unsafe one")]
mod avx512;
mod isa;
mod lookup;
#[cfg(all(target_arch = "aarch64", target_endian = "little"))]
#[allow(clippy::missing_safety_doc, reason = "clippy takes a safe function that requires features for an unsafe one")]
mod neon;
#[cfg(all(test, any(target_arch = "x86_64", all(target_arch = "aarch64", target_endian = "little"))))]
mod page;
#[cfg(any(target_arch = "x86_64", all(target_arch = "aarch64", target_endian = "little")))]
mod shared;

pub use isa::{Isa, isa, isa_problem, with_isa};

use crate::raw::Filler;
use crate::{Encoding, Options, Policy, Source, Target};

/// A form of text, in the terms of kernels.
#[derive(Clone, Copy)]
pub(crate) enum Form {
    Utf8,
    Latin1,
    Ascii,
    Utf16Le,
    Utf16Be,
    Utf32Le,
    Utf32Be,
    /// UTF-16 in the byte order of this machine, as in Java strings.
    Chars,
    /// No kernel converts it.
    Unknown,
}

impl Form {
    /// The form of encoded text; an encoding without a fixed byte order has the form of its default order.
    #[inline(always)]
    pub(crate) const fn of(encoding: Encoding) -> Self {
        match encoding {
            Encoding::Utf8 => Self::Utf8,
            Encoding::Latin1 => Self::Latin1,
            Encoding::Ascii => Self::Ascii,
            Encoding::Utf16Le | Encoding::Utf16LeBom => Self::Utf16Le,
            Encoding::Utf16Be | Encoding::Utf16 => Self::Utf16Be,
            Encoding::Utf32Le | Encoding::Utf32LeBom => Self::Utf32Le,
            Encoding::Utf32Be | Encoding::Utf32BeBom | Encoding::Utf32 => Self::Utf32Be,
        }
    }

    /// The form of text that is decoded. Kernels of UTF-32 allow surrogates, also two that form a pair, which
    /// [`Policy::Lossless`] does not.
    #[inline(always)]
    pub(crate) const fn decoded(encoding: Encoding, options: Options) -> Self {
        match Self::of(encoding) {
            Self::Utf32Le | Self::Utf32Be if matches!(options.policy, Policy::Lossless) => Self::Unknown,
            form => form,
        }
    }
}

/// The result of a kernel.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Taken {
    /// The number of bytes read.
    read: usize,
    /// The number of bytes written, or the number counted.
    written: usize,
}

impl Taken {
    /// There is no kernel, or it converted nothing.
    pub(crate) const NOTHING: Self = Self { read: 0, written: 0 };

    /// As many bytes read as written.
    const fn same(bytes: usize) -> Self {
        Self { read: bytes, written: bytes }
    }

    /// Adds the bytes written to `filler`; returns the number of bytes read.
    #[inline(always)]
    pub(crate) fn fill(self, filler: &mut Filler<'_>) -> usize {
        // SAFETY: only kernels create a `Taken` for `filler`, and `written` is the number of bytes that they wrote.
        unsafe { filler.advance(self.written) };
        self.read
    }

    /// Adds the number counted to `count`; returns the number of bytes read.
    #[inline(always)]
    pub(crate) const fn add(self, count: &mut usize) -> usize {
        *count += self.written;
        self.read
    }
}

/// The result of a kernel that chooses between the two forms of text in Java. Two words, which are returned in
/// registers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chosen {
    read: usize,
    /// Twice the number of bytes written, plus one if they are chars.
    written: usize,
}

impl Chosen {
    const NOTHING: Self = Self { read: 0, written: 0 };

    #[inline(always)]
    const fn latin1(taken: Taken) -> Self {
        Self { read: taken.read, written: taken.written << 1 }
    }

    #[inline(always)]
    const fn chars(taken: Taken) -> Self {
        Self { read: taken.read, written: taken.written << 1 | 1 }
    }

    /// The number of bytes read.
    #[inline(always)]
    pub(crate) const fn read(self) -> usize {
        self.read
    }

    /// Whether the result is chars.
    #[inline(always)]
    pub(crate) const fn is_chars(self) -> bool {
        self.written & 1 != 0
    }

    /// The number of bytes read and written.
    #[inline(always)]
    pub(crate) const fn taken(self) -> Taken {
        Taken { read: self.read, written: self.written >> 1 }
    }

    /// The number of chars written, in either form.
    #[inline(always)]
    pub(crate) const fn chars_written(self) -> usize {
        self.written >> (1 + (self.written & 1))
    }
}

/// Calls a kernel of the tier in use; there is none for scalar.
macro_rules! per_tier {
    ($nothing:expr, $($kernel:tt)+) => {
        match isa() {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `isa` names a tier only if this CPU has all features that its kernels require.
            Isa::Avx512 => unsafe { avx512::$($kernel)+ },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `isa` names a tier only if this CPU has all features that its kernels require.
            Isa::Avx2 => unsafe { avx2::$($kernel)+ },
            #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
            // SAFETY: `isa` names a tier only if this CPU has all features that its kernels require.
            Isa::Neon => unsafe { neon::$($kernel)+ },
            _ => $nothing,
        }
    };
}

/// Decodes to Latin-1.
#[inline(always)]
pub(crate) fn to_latin1(form: Form, source: Source<'_>, room: Target<'_>) -> Taken {
    per_tier!(Taken::NOTHING, to_latin1(form, source, room))
}

/// Decodes to chars.
#[inline(always)]
pub(crate) fn to_utf16(form: Form, source: Source<'_>, room: Target<'_>) -> Taken {
    per_tier!(Taken::NOTHING, to_utf16(form, source, room))
}

/// Decodes UTF-8 to chars, each error to one U+FFFD, up to and with the first vector without an error. A vector that does
/// not fit is left, and so are the last bytes from a lead on whose code point could continue after the source. See
/// [`repairs`].
#[inline(always)]
pub(crate) fn repaired_to_utf16(form: Form, source: Source<'_>, room: Target<'_>) -> Taken {
    match (isa(), form) {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: `isa` names a tier only if this CPU has all features that its kernels require.
        (Isa::Avx512, Form::Utf8) => unsafe { avx512::utf8_to_utf16_repaired::<false>(source, room) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: `isa` names a tier only if this CPU has all features that its kernels require.
        (Isa::Avx2, Form::Utf8) => unsafe { avx2::utf8_to_utf16_repaired::<false>(source, room) },
        _ => Taken::NOTHING,
    }
}

/// Copies chars, as many as fit and no half of a pair of surrogates, with `substitute` for each lone surrogate, and
/// counts those. The size of `room` is a multiple of 64 bytes.
#[inline(always)]
pub(crate) fn repaired_chars(source: Source<'_>, room: Target<'_>, substitute: u16) -> Taken {
    per_tier!(Taken::NOTHING, repaired_chars(source, room, substitute))
}

/// The largest text in bytes for the separate kernel [`short_to_java`].
const SHORT: usize = 256;

/// [`to_java`] for a short text, which it converts completely or, if the text is not simple, may leave in part.
/// `form` may belong to an encoding that drops a byte order mark: if the text begins with a mark, nothing is
/// converted, unless the mark is text for all encodings of that form. If `repairs`, it may decode errors, each to one U+FFFD.
#[inline(always)]
pub(crate) fn short_to_java(
    form: Form,
    source: Source<'_>,
    latin1: Target<'_>,
    chars: Target<'_>,
    repairs: bool,
) -> Chosen {
    let fits = latin1.is_scratch() && latin1.bytes() >= SHORT && chars.is_scratch() && chars.bytes() >= SHORT;
    if !(1..=SHORT).contains(&source.bytes()) || !fits {
        return Chosen::NOTHING;
    }
    // SAFETY: the test above: `source` has 1 to 256 bytes; `latin1` and `chars` are scratch of at least 256 bytes.
    per_tier!(Chosen::NOTHING, short_to_java(form, source, latin1, chars, repairs))
}

/// Encoders of short text, one for each tier, for callers that are compiled for that tier: the compiler inlines the encoder
/// there. All other callers use [`encode_utf16`](crate::encode_utf16), which chooses the tier.
pub mod short {
    /// The largest number of chars that an encoder of short text takes.
    pub const MOST_CHARS: usize = super::SHORT / 2;

    #[cfg(target_arch = "x86_64")]
    pub use super::avx2::short as avx2;
    #[cfg(target_arch = "x86_64")]
    pub use super::avx512::short as avx512;
    #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
    pub use super::neon::short as neon;
}

/// Encodes a short text of chars, which it converts completely or, if the text is not simple, may leave in part. If
/// `repairs`, it may encode lone surrogates, as `?` in UTF-8.
#[inline(always)]
pub(crate) fn short_chars(to: Form, source: Source<'_>, room: Target<'_>, repairs: bool) -> Taken {
    let bytes = source.bytes();
    if !(1..=SHORT).contains(&bytes) || !bytes.is_multiple_of(2) {
        return Taken::NOTHING;
    }
    // SAFETY: the test above.
    per_tier!(Taken::NOTHING, short_chars(to, source, room, repairs))
}

/// Decodes to the form in which Java would store the text, by a guess: to chars if a wide char appears early and the
/// text before it could be Latin-1.
#[inline(always)]
pub(crate) fn to_java(form: Form, source: Source<'_>, latin1: Target<'_>, chars: Target<'_>) -> Chosen {
    per_tier!(Chosen::NOTHING, to_java(form, source, latin1, chars))
}

/// Counts the chars that decoding would write.
#[inline(always)]
pub(crate) fn decoded_chars(form: Form, source: Source<'_>) -> Taken {
    per_tier!(Taken::NOTHING, decoded_chars(form, source))
}

/// Validates: the part read is well-formed.
#[inline(always)]
pub(crate) fn valid(form: Form, source: Source<'_>) -> Taken {
    per_tier!(Taken::NOTHING, valid(form, source))
}

/// Counts the chars that decoding to Latin-1 would write.
#[inline(always)]
pub(crate) fn latin1_chars(form: Form, source: Source<'_>) -> Taken {
    per_tier!(Taken::NOTHING, latin1_chars(form, source))
}

/// Encodes Latin-1 or chars.
#[inline(always)]
pub(crate) fn encode(from: Form, to: Form, source: Source<'_>, room: Target<'_>) -> Taken {
    per_tier!(Taken::NOTHING, encode((from, to), source, room))
}

/// Counts the bytes that encoding would write.
#[inline(always)]
pub(crate) fn encoded_bytes(from: Form, to: Form, source: Source<'_>) -> Taken {
    per_tier!(Taken::NOTHING, encoded_bytes((from, to), source))
}

/// Compares plain text, whose chars have one unit each, with chars, and counts the equal ones. With AVX2, also other UTF-8.
/// `form` may be `Chars`, whose surrogates then need not be paired.
#[inline(always)]
pub(crate) fn equal(form: Form, source: Source<'_>, chars: Source<'_>) -> Taken {
    per_tier!(Taken::NOTHING, equal(form, source, chars))
}

/// Whether one of the first chars of encoded text is above U+00FF, or malformed, so that the text does not fit
/// Latin-1. A guess: `false` if it was not checked.
#[inline(always)]
pub(crate) fn is_wide_soon(form: Form, source: Source<'_>) -> bool {
    per_tier!(false, is_wide_soon(form, source))
}

/// Returns the number of leading units of `SIZE` bytes that are known not to be zero, and whether the search ended
/// there, at a zero unit or at the bound.
///
/// # Safety
///
/// * `start` and `max_units` satisfy [`Scan::new`](crate::Scan::new); `max_units * SIZE` does not overflow.
#[inline(always)]
pub(crate) unsafe fn units_before_zero<const SIZE: usize>(start: *const u8, max_units: usize) -> (usize, bool) {
    match isa() {
        #[cfg(target_arch = "x86_64")]
        Isa::Avx512 => {
            // SAFETY: the caller promises that `start` satisfies `Scan::new`; `isa` names a tier only if this CPU has
            // its features.
            (unsafe { avx512::units_before_zero::<SIZE>(start, max_units) }, true)
        }
        #[cfg(target_arch = "x86_64")]
        Isa::Avx2 if start.addr().is_multiple_of(SIZE) => {
            // SAFETY: the caller promises that `start` satisfies `Scan::new`, and the test above: it is aligned;
            // `isa` names a tier only if this CPU has its features.
            unsafe { avx2::units_before_zero::<SIZE>(start, max_units) }
        }
        #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
        Isa::Neon if start.addr().is_multiple_of(SIZE) => {
            // SAFETY: the caller promises that `start` satisfies `Scan::new`, and the test above: it is aligned;
            // `isa` names a tier only if this CPU has its features.
            unsafe { neon::units_before_zero::<SIZE>(start, max_units) }
        }
        _ => (0, false),
    }
}

/// Whether this tier has a kernel that replaces errors in text in `form`: [`repaired_to_utf16`] or [`repaired_chars`].
#[inline(always)]
pub(crate) fn repairs(form: Form) -> bool {
    match form {
        Form::Utf8 => matches!(isa(), Isa::Avx512 | Isa::Avx2),
        Form::Chars => !matches!(isa(), Isa::Scalar),
        _ => false,
    }
}

/// Decides what converts the text after an error. Most kernels stop at an error, and a call of one costs more than to go
/// on in another way if the next error is close.
pub(crate) struct Pace {
    /// No kernel is called before this byte of the source.
    resume: usize,
    /// The end of the last error, or the start of the text.
    last: usize,
    /// Two errors are close if they end within so many bytes.
    close: usize,
    /// The size in bytes of the shortest text for a kernel that replaces errors.
    repairable: usize,
    /// No kernel that replaces errors is called before this byte of the source.
    repair_from: usize,
    /// How far away that byte is put the next time.
    repair_pause: usize,
}

/// The kernel for the text after an error.
pub(crate) enum Next {
    /// A kernel that stops at the next error.
    Kernel,
    /// A kernel that replaces errors, then one that stops at the next error.
    Repair,
    Steps,
}

impl Pace {
    /// After an error that is close to another, no kernel is called for so many bytes.
    const PAUSE: usize = 64;
    /// After two errors in so many bytes, a kernel that replaces errors is called.
    const NEAR: usize = 48;

    /// Starts at the front of a text in `form`. In UTF-8, a kernel takes long to find out where an error is. A lone
    /// surrogate it sees at once, and steps up to the next one take longer. A kernel that replaces errors takes as long as
    /// the steps for about 24 bytes of UTF-8, and for 32 chars.
    pub(crate) const fn new(form: Form) -> Self {
        let (close, repairable) = if matches!(form, Form::Utf8) { (48, 24) } else { (8, 64) };
        Self { resume: 0, last: 0, close, repairable, repair_from: 0, repair_pause: 1024 }
    }

    /// Whether to call a kernel at `at`.
    #[inline(always)]
    pub(crate) const fn allows(&self, at: usize) -> bool {
        at >= self.resume
    }

    /// Takes note of an error that ended at `at`, with `left` bytes after it, and returns what converts those. Not by a
    /// kernel that replaces errors, unless `REPAIRS`.
    #[inline(always)]
    pub(crate) const fn after_error<const REPAIRS: bool>(&mut self, at: usize, left: usize) -> Next {
        let bytes = at.saturating_sub(self.last);
        self.last = at;
        if REPAIRS && left >= self.repairable && bytes <= Self::NEAR && at >= self.repair_from {
            Next::Repair
        } else if bytes <= self.close {
            self.resume = at + Self::PAUSE;
            Next::Steps
        } else {
            Next::Kernel
        }
    }

    /// Takes note that a kernel that replaces errors converted nothing at `at`: there is no other error soon, no room, or
    /// no kernel for what it replaced. The next attempt is twice as far away as the last one was.
    #[cold]
    pub(crate) const fn repaired_nothing(&mut self, at: usize) {
        self.repair_from = at.saturating_add(self.repair_pause);
        self.repair_pause *= 2;
    }
}

//! The output of other policies in place of an error; [`Policy::Replace`] is handled where errors are found. The scalar
//! steps find the errors, and kernels convert the text between them.

use crate::kernels::Form;
use crate::scalar::{Encoded, Reader, Step, Writer, is_high, is_low, is_surrogate};
use crate::{Policy, Source};

/// The output in place of an error.
pub(crate) enum Repaired<T> {
    /// This takes the place of the error.
    Put(T),
    /// The error is omitted.
    Omit,
    /// The error is reported.
    Report,
}

/// Repairs malformed text of `len` bytes in `form`, at byte `at`: a code point or a lone surrogate, and the number of bytes
/// that it takes the place of.
#[cold]
#[inline(never)]
pub(crate) fn decoded(form: Form, policy: Policy, source: Source<'_>, at: usize, len: usize) -> Repaired<(u32, usize)> {
    match policy {
        Policy::Ignore => Repaired::Omit,
        Policy::ReplaceWith(value) => Repaired::Put((value.into(), len)),
        // One byte only: the others are trailing bytes, and each of them is malformed by itself.
        Policy::SurrogateEscape if matches!(form, Form::Utf8 | Form::Ascii) => match source.read::<u8>(at) {
            Some(byte @ 0x80..) => Repaired::Put((0xDC00 | u32::from(byte), 1)),
            _ => Repaired::Report, // another party has changed the text
        },
        _ => Repaired::Report,
    }
}

/// Repairs an error in chars that are encoded: a lone surrogate, or `None` for a code point that the encoding lacks.
#[cold]
#[inline(never)]
pub(crate) fn encoded<W: Writer>(policy: Policy, lone: Option<u16>) -> Repaired<Encoded> {
    let single_byte = matches!(W::FORM, Form::Latin1 | Form::Ascii);
    let bytes = match (policy, lone) {
        (Policy::Ignore, _) => return Repaired::Omit,
        (Policy::ReplaceWith(value), _) => W::encode(value.into()),
        (Policy::Lossless, Some(lone)) if !single_byte => W::encode(lone.into()),
        (Policy::SurrogateEscape, Some(lone @ 0xDC80..=0xDCFF)) if matches!(W::FORM, Form::Utf8 | Form::Ascii) => {
            Some(Encoded { bytes: [lone.to_le_bytes()[0], 0, 0, 0], len: 1 })
        }
        _ => None,
    };
    bytes.map_or(Repaired::Report, Repaired::Put)
}

/// The step of [`Policy::Lossless`]: a lone surrogate is a code point, but the second of two that form a pair is
/// malformed, because a pair has an encoding of its own. If the text continues (`more`), a high surrogate at its end is
/// unfinished.
#[inline(never)]
pub(crate) fn lossless_step<R: Reader>(source: Source<'_>, at: usize, more: bool) -> Step {
    let step = R::step(source, at);
    if matches!(step, Step::CodePoint(0..=0xD7FF | 0xE000.., _)) {
        return step;
    }
    let Some((unit, len)) = surrogate(R::FORM, source, at) else {
        return step;
    };
    let previous = at.checked_sub(len).and_then(|at| surrogate(R::FORM, source, at));
    if is_low(unit) && previous.is_some_and(|(unit, _)| is_high(unit)) {
        return Step::Malformed(len);
    }
    let may_become_low = source.rest(at + len).bytes() < len;
    if is_high(unit) && more && may_become_low && matches!(R::step(source, at + len), Step::End | Step::Unfinished(_)) {
        return Step::Unfinished(len);
    }
    Step::CodePoint(unit.into(), len)
}

/// The surrogate that is encoded by itself at byte `at`, and its length in bytes.
fn surrogate(form: Form, source: Source<'_>, at: usize) -> Option<(u16, usize)> {
    let (unit, len) = match form {
        Form::Utf8 => match source.read::<[u8; 3]>(at)? {
            [0xED, second @ 0xA0..=0xBF, third @ 0x80..=0xBF] => {
                (0xD000 | u16::from(second & 0x3F) << 6 | u16::from(third & 0x3F), 3)
            }
            _ => return None,
        },
        Form::Utf16Le => (u16::from_le(source.read(at)?), 2),
        Form::Utf16Be => (u16::from_be(source.read(at)?), 2),
        Form::Utf32Le => (u16::try_from(u32::from_le(source.read(at)?)).ok()?, 4),
        Form::Utf32Be => (u16::try_from(u32::from_be(source.read(at)?)).ok()?, 4),
        Form::Latin1 | Form::Ascii | Form::Chars | Form::Unknown => return None,
    };
    is_surrogate(unit).then_some((unit, len))
}

//! Text of up to 256 bytes, which most text is: converted completely by the moves of [`plain`](super::plain), or left
//! to the kernels for any size, which then write over what was written here.

use super::Vectors;
use super::plain::{Plain, convert};
use crate::{Source, Target};
use crate::kernels::{Chosen, Form, Taken};


/// A result that stands only if it covers all of `source`.
#[inline(always)]
fn complete(taken: Taken, source: Source<'_>) -> Option<Taken> {
    (taken.read == source.bytes()).then_some(taken)
}

/// Encodes chars without surrogates that the form has as one unit each.
#[inline(always)]
pub(in crate::kernels) fn chars<T: Vectors>(tier: T, to: Form, source: Source<'_>, room: Target<'_>) -> Option<Taken> {
    let no_surrogates = Plain::no_surrogates::<_, false>(tier);
    let taken = match to {
        Form::Utf8 | Form::Ascii => convert::<_, 2, 1, false>(tier, source, room, Plain::ascii16(tier)),
        Form::Latin1 => convert::<_, 2, 1, false>(tier, source, room, Plain::latin1_16::<_, false>(tier)),
        Form::Utf16Le | Form::Chars => convert::<_, 2, 2, false>(tier, source, room, no_surrogates),
        Form::Utf16Be => convert::<_, 2, 2, true>(tier, source, room, no_surrogates),
        Form::Utf32Le => convert::<_, 2, 4, false>(tier, source, room, no_surrogates),
        Form::Utf32Be => convert::<_, 2, 4, true>(tier, source, room, no_surrogates),
    };
    complete(taken, source)
}

/// Copies up to 256 bytes, and returns the greatest bytes: for each lane that of all vectors.
///
/// # Safety
///
/// * `room` is scratch and has at least 256 bytes, as many as `source` at most.
#[inline(always)]
pub(in crate::kernels) unsafe fn copy<T: Vectors>(tier: T, source: Source<'_>, room: Target<'_>) -> T::V {
    let bytes = source.bytes();
    if bytes < T::BYTES {
        // SAFETY: `source` has `bytes` bytes, less than a vector: the test above.
        let vector = unsafe { tier.load_part(source, 0, bytes) };
        // SAFETY: `room` has 256 bytes, as the caller promises, and a vector has 64 at most.
        unsafe { tier.store(room, 0, vector) };
        return vector;
    }
    let (mut at, last, mut greatest) = (0, bytes - T::BYTES, tier.zero());
    loop {
        // SAFETY: `at` is at most `last`, where the last vector of `source` begins.
        let vector = unsafe { tier.load(source, at) };
        greatest = tier.max8(greatest, vector);
        // SAFETY: `room` has as many bytes as `source`, as the caller promises.
        unsafe { tier.store(room, at, vector) };
        if at == last {
            return greatest;
        }
        at = (at + T::BYTES).min(last);
    }
}

/// Decodes UTF-16 without surrogates to the form that Java would store; `None` if it is not plain, `Chosen::NOTHING`
/// if a byte order mark may have to be dropped, or an incomplete unit follows.
#[inline(always)]
pub(in crate::kernels) fn utf16_to_java<T: Vectors, const BIG: bool>(
    tier: T,
    source: Source<'_>,
    latin1: Target<'_>,
    chars: Target<'_>,
) -> Option<Chosen> {
    if !source.bytes().is_multiple_of(2) {
        return Some(Chosen::NOTHING);
    }
    let narrow = convert::<_, 2, 1, BIG>(tier, source, latin1, Plain::latin1_16::<_, BIG>(tier));
    if let Some(taken) = complete(narrow, source) {
        return Some(Chosen::latin1(taken));
    }
    if matches!(source.read::<u16>(0), Some(0xFEFF | 0xFFFE)) {
        return Some(Chosen::NOTHING);
    }
    let same = convert::<_, 2, 2, BIG>(tier, source, chars, Plain::no_surrogates::<_, BIG>(tier));
    complete(same, source).map(Chosen::chars)
}

/// Decodes UTF-32 up to U+FFFF, as [`utf16_to_java`].
#[inline(always)]
pub(in crate::kernels) fn utf32_to_java<T: Vectors, const BIG: bool>(
    tier: T,
    source: Source<'_>,
    latin1: Target<'_>,
    chars: Target<'_>,
) -> Option<Chosen> {
    if !source.bytes().is_multiple_of(4) {
        return Some(Chosen::NOTHING);
    }
    let narrow = convert::<_, 4, 1, BIG>(tier, source, latin1, Plain::latin1_32::<_, BIG>(tier));
    if let Some(taken) = complete(narrow, source) {
        return Some(Chosen::latin1(taken));
    }
    if matches!(source.read::<u32>(0), Some(0x0000_FEFF | 0xFFFE_0000)) {
        return Some(Chosen::NOTHING);
    }
    let half = convert::<_, 4, 2, BIG>(tier, source, chars, Plain::bmp::<_, BIG>(tier));
    complete(half, source).map(Chosen::chars)
}

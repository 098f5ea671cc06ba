//! Questions about a text that write nothing: is it well-formed, is it Latin-1, how many chars are there.

use super::Vectors;
use super::plain::{Plain, in_order16};
use crate::Source;
use crate::kernels::{Form, Taken};

/// The number of bytes of ASCII at the front, in whole groups of four vectors.
#[inline(always)]
pub(in crate::kernels) fn ascii_run<T: Vectors>(tier: T, source: Source<'_>) -> usize {
    let mut at = 0;
    while source.bytes() - at >= 4 * T::BYTES {
        // SAFETY: the condition of the loop: `source` has four vectors after `at`.
        let vectors = unsafe { tier.load4(source, at) };
        if tier.has(tier.or4(vectors), tier.splat8(0x80)) {
            break;
        }
        at += 4 * T::BYTES;
    }
    at
}

/// Counts bytes of well-formed UTF-8.
#[inline(always)]
pub(in crate::kernels) fn utf8_valid<T: Vectors>(tier: T, source: Source<'_>) -> Taken {
    let n = source.bytes();
    let ones = tier.splat8(0xFF);
    let mut at = ascii_run(tier, source);
    let mut before = tier.zero();
    while n - at >= 2 * T::BYTES {
        // SAFETY: the condition of the loop: `source` has two vectors after `at`.
        let a = unsafe { tier.load(source, at) };
        // SAFETY: the second of the two vectors that `source` has after `at`.
        let b = unsafe { tier.load(source, at + T::BYTES) };
        if !tier.has(tier.or(before, tier.or(a, b)), tier.splat8(0x80)) {
            at += 2 * T::BYTES;
            at += ascii_run(tier, source.rest(at));
            if at == n {
                return Taken { read: n, written: 0 };
            }
            continue;
        }
        if tier.has(tier.or(tier.utf8_errors(before, a), tier.utf8_errors(a, b)), ones) {
            break;
        }
        before = b;
        at += 2 * T::BYTES;
    }
    loop {
        // Zeros follow the text: after an incomplete sequence they are errors.
        let bytes = tier.load_rest(source, at);
        if tier.has(tier.utf8_errors(before, bytes), ones) {
            break;
        }
        if n - at < T::BYTES {
            return Taken { read: n, written: 0 };
        }
        before = bytes;
        at += T::BYTES;
    }
    Taken { read: at - tier.utf8_open(before), written: 0 }
}

/// Counts chars of well-formed UTF-16.
///
/// ```text
/// units:   D83D DE00|0061|D83D      high: 1 0 0 1   low: 0 1 0 0
/// well-formed if low == high << 1 | carry; `carry` is the last high surrogate of the vector before
/// ```
#[inline(always)]
pub(in crate::kernels) fn utf16_chars<T: Vectors, const BIG: bool>(tier: T, source: Source<'_>) -> Taken {
    let step = T::BYTES / 2;
    let units = source.bytes() / 2;
    let no_surrogates = Plain::no_surrogates::<T, BIG>(tier);
    let (mut done, mut carry) = (0, 0);
    'run: while units - done >= 4 * step {
        // SAFETY: the condition of the loop: `source` has four vectors after `done`.
        let vectors = unsafe { tier.load4(source, 2 * done) };
        if carry == 0 && no_surrogates.holds(tier, vectors) {
            done += 4 * step;
            continue;
        }
        for vector in vectors {
            match surrogates_in_order::<T, BIG>(tier, vector, carry) {
                Some(high) => carry = high >> (u32::BITS - T::MASK16),
                None => break 'run,
            }
            done += step;
        }
    }
    while done < units {
        let block = (units - done).min(step);
        // SAFETY: `source` has `block` units, at most a vector, after `done`.
        let vector = unsafe { tier.load_part(source, 2 * done, 2 * block) };
        // Zeros follow the text: after a high surrogate they are an error.
        match surrogates_in_order::<T, BIG>(tier, vector, carry) {
            Some(high) => carry = high >> (u32::BITS - T::MASK16),
            None => break,
        }
        done += block;
    }
    done -= usize::from(carry != 0);
    Taken { read: 2 * done, written: done }
}

/// The high surrogates among units, if each low surrogate follows a high one; in the form of [`Vectors::equal16`],
/// which has 32 bits for a vector on all tiers.
#[inline(always)]
fn surrogates_in_order<T: Vectors, const BIG: bool>(tier: T, vector: T::V, carry: u32) -> Option<u32> {
    let top = tier.and(vector, tier.splat16(in_order16::<BIG>(0xFC00)));
    let high = tier.equal16(top, tier.splat16(in_order16::<BIG>(0xD800)));
    let low = tier.equal16(top, tier.splat16(in_order16::<BIG>(0xDC00)));
    (low == high << T::MASK16 | carry).then_some(high)
}

/// Counts UTF-16 units of UTF-32: one for each unit, and another one for each above U+FFFF.
#[inline(always)]
pub(in crate::kernels) fn utf32_chars<T: Vectors, const BIG: bool>(tier: T, source: Source<'_>) -> Taken {
    let (step, limit) = (T::BYTES / 4, 0x10_FFFF);
    let units = source.bytes() / 4;
    let (mut done, mut above) = (0, 0);
    while units - done >= 4 * step {
        // SAFETY: the condition of the loop: `source` has four vectors after `done`.
        let [a, b, c, d] = unsafe { tier.load4(source, 4 * done) };
        let vectors = if BIG { [tier.swap32(a), tier.swap32(b), tier.swap32(c), tier.swap32(d)] } else { [a, b, c, d] };
        let [a, b, c, d] = vectors;
        if tier.count_above32(tier.max32(tier.max32(a, b), tier.max32(c, d)), limit) > 0 {
            break;
        }
        for vector in vectors {
            above += tier.count_above32(vector, 0xFFFF);
        }
        done += 4 * step;
    }
    while done < units {
        let block = (units - done).min(step);
        // SAFETY: `source` has `block` units, at most a vector, after `done`.
        let vector = unsafe { tier.load_part(source, 4 * done, 4 * block) };
        let vector = if BIG { tier.swap32(vector) } else { vector };
        if tier.count_above32(vector, limit) > 0 {
            break;
        }
        above += tier.count_above32(vector, 0xFFFF);
        done += block;
    }
    Taken { read: 4 * done, written: done + above }
}

/// Counts chars up to U+00FF of UTF-8.
///
/// ```text
/// bytes:   61 C3 A9 62      leads: 0 1 0 0   trails: 0 0 1 0
/// well-formed if trails == leads << 1 | carry, and no lead but C2 and C3
/// ```
#[inline(always)]
pub(in crate::kernels) fn utf8_latin1<T: Vectors>(tier: T, source: Source<'_>) -> Taken {
    let n = source.bytes();
    let mut at = ascii_run(tier, source);
    let (mut chars, mut lead) = (at, 0);
    while at < n {
        let block = (n - at).min(T::BYTES);
        let bytes = tier.load_rest(source, at);
        let leads = tier.at_least8(bytes, 0xC0);
        let trails = tier.at_least8(bytes, 0x80) ^ leads;
        let bad = (leads ^ tier.at_least8(bytes, 0xC2)) | tier.at_least8(bytes, 0xC4);
        if bad | ((trails ^ (leads << T::MASK8 | lead)) & (u64::MAX >> (64 - T::MASK8 * block))) != 0 {
            break;
        }
        chars += block - trails.count_ones() as usize / T::MASK8;
        lead = leads >> (T::MASK8 * (block - 1));
        at += block;
    }
    let lead = usize::from(lead != 0);
    Taken { read: at - lead, written: chars - lead }
}

/// Whether a char in the first vector is above U+00FF, or malformed. Every char above U+00FF there is found.
#[inline(always)]
pub(in crate::kernels) fn is_wide_soon<T: Vectors>(tier: T, form: Form, source: Source<'_>) -> bool {
    let front = tier.load_rest(source, 0);
    let bits = match form {
        // Leading bytes from C4 up: a char above U+00FF, or an error.
        Form::Utf8 => return tier.reaches8(front, 0xC4),
        Form::Utf16Le => tier.splat16(0xFF00),
        Form::Utf16Be => tier.splat16(0x00FF),
        Form::Utf32Le => tier.splat32(0xFFFF_FF00),
        Form::Utf32Be => tier.splat32(0x00FF_FFFF),
        Form::Latin1 | Form::Ascii | Form::Chars | Form::Unknown => return false,
    };
    tier.has(front, bits)
}

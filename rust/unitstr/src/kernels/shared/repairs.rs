//! Chars in which lone surrogates are replaced.

use super::Vectors;
use crate::kernels::Taken;
use crate::scalar::is_low;
use crate::{Source, Target};

/// Copies chars to `room`, with `substitute` for each lone surrogate, and counts those. Copies as many as fit, and a
/// pair of surrogates completely or not at all. The size of `room` is a multiple of that of a vector.
///
/// ```text
/// chars      a  H  L  b  L  H  c         H, L: high and low surrogates
/// low        .  .  1  .  1  .  .
/// high       .  1  .  .  .  1  .
/// lone       .  .  .  .  1  1  .         low without high << 1, high without low >> 1
/// ```
#[inline(always)]
pub(in crate::kernels) fn repaired_chars<T: Vectors>(
    tier: T,
    source: Source<'_>,
    room: Target<'_>,
    substitute: u16,
) -> Taken {
    const { assert!(T::MASK16 as usize * T::BYTES / 2 == u32::BITS as usize) };
    debug_assert!(room.bytes().is_multiple_of(T::BYTES)); // only the end of the source ends inside a vector
    let lane = u32::MAX >> (u32::BITS - T::MASK16);
    let end = source.bytes().min(room.bytes()) & !1;
    let (mut at, mut replaced) = (0, 0);
    // Whether the last char is a high surrogate, and the char after it a low one.
    let (mut is_high, mut is_pair) = (false, false);
    while at < end {
        let bytes = (end - at).min(T::BYTES);
        let chars = tier.load_rest(source, at);
        let next = source.read(at + T::BYTES).is_some_and(is_low);
        let kinds = tier.and(chars, tier.splat16(0xFC00));
        let high = tier.equal16(kinds, tier.splat16(0xD800));
        let low = tier.equal16(kinds, tier.splat16(0xDC00));
        let after_high = high << T::MASK16 | if is_high { lane } else { 0 };
        let before_low = low >> T::MASK16 | if next { lane.rotate_right(T::MASK16) } else { 0 };
        let mut lone = low & !after_high | high & !before_low;
        // SAFETY: `room` has `bytes` bytes from `at` on, because `end` is in it.
        unsafe { tier.store_part(room, at, chars, bytes) };
        while lone != 0 {
            let place = lone.trailing_zeros() / T::MASK16;
            room.write(at + 2 * place as usize, substitute);
            lone &= !(lane << (place * T::MASK16));
            replaced += 1;
        }
        is_high = high.leading_zeros() == 0;
        is_pair = is_high && next;
        at += bytes;
    }
    Taken { read: if is_pair { at - 2 } else { at }, written: replaced }
}

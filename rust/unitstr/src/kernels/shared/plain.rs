//! Moves and comparisons of plain text: text in which every code point is one unit of a fixed size in both forms.
//!
//! [`run`] does all of it: four vectors of the wider form at a time, then one at a time, of which the last one overlaps
//! the one before it if the text is not a multiple of a vector. It stops before the first unit that is not plain.
//!
//! ```text
//! Latin-1    a b c d e f g h           one vector of 8 bytes
//! UTF-16     a.b.c.d. e.f.g.h.         two of them
//!
//! 11 units   0─────┤4─────┤            one vector of 4 chars at a time
//!                       7─────┤        the last one stores a char again
//! ```

use super::Vectors;
use crate::kernels::Taken;
use crate::{Source, Target};

/// The units that are plain. Bits are those of units as they lie in memory.
#[derive(Clone, Copy)]
pub(in crate::kernels) enum Plain<V> {
    /// All.
    Any,
    /// Units without any of these bits.
    Without(V),
    /// UTF-16 that is not a surrogate: `unit & top` is not `surrogate`.
    NoSurrogates { top: V, surrogate: V },
}

impl<V: Copy> Plain<V> {
    #[inline(always)]
    pub(in crate::kernels) fn any<T: Vectors<V = V>>(_tier: T) -> Self {
        Self::Any
    }

    /// ASCII, in units of 8 bits.
    #[inline(always)]
    pub(in crate::kernels) fn ascii<T: Vectors<V = V>>(tier: T) -> Self {
        Self::Without(tier.splat8(0x80))
    }

    /// ASCII, in units of 16 bits of this machine.
    #[inline(always)]
    pub(in crate::kernels) fn ascii16<T: Vectors<V = V>>(tier: T) -> Self {
        Self::Without(tier.splat16(0xFF80))
    }

    /// Latin-1, in units of 2 or 4 bytes.
    #[inline(always)]
    pub(in crate::kernels) fn latin1<T: Vectors<V = V>, const UNIT: usize, const BIG: bool>(tier: T) -> Self {
        Self::Without(match UNIT {
            2 => tier.splat16(in_order16::<BIG>(0xFF00)),
            _ => tier.splat32(in_order32::<BIG>(0xFFFF_FF00)),
        })
    }

    /// Values up to U+FFFF, surrogates included, in units of 32 bits.
    #[inline(always)]
    pub(in crate::kernels) fn bmp<T: Vectors<V = V>, const BIG: bool>(tier: T) -> Self {
        Self::Without(tier.splat32(in_order32::<BIG>(0xFFFF_0000)))
    }

    /// All but surrogates, in units of 16 bits.
    #[inline(always)]
    pub(in crate::kernels) fn no_surrogates<T: Vectors<V = V>, const BIG: bool>(tier: T) -> Self {
        let (top, surrogate) = (in_order16::<BIG>(0xF800), in_order16::<BIG>(0xD800));
        Self::NoSurrogates { top: tier.splat16(top), surrogate: tier.splat16(surrogate) }
    }

    /// Whether all units are plain.
    #[inline(always)]
    pub(super) fn holds<T: Vectors<V = V>, const N: usize>(self, tier: T, vectors: [V; N]) -> bool {
        match self {
            Self::Any => true,
            Self::Without(bits) => {
                let mut any = vectors[0];
                for vector in vectors {
                    any = tier.or(any, vector);
                }
                !tier.has(any, bits)
            }
            Self::NoSurrogates { top, surrogate } => {
                // The bits in which a unit differs from surrogates: none if it is one.
                let mut least = tier.splat8(0xFF);
                for vector in vectors {
                    least = tier.min16(least, tier.and(tier.xor(vector, surrogate), top));
                }
                !tier.has_zero16(least)
            }
        }
    }

    /// The number of leading units of `SIZE` bytes that are plain.
    #[inline(always)]
    fn prefix<T: Vectors<V = V>, const SIZE: usize>(self, tier: T, vector: V) -> usize {
        match self {
            Self::Any => T::BYTES / SIZE,
            Self::Without(bits) => tier.before_bits(vector, bits) / SIZE,
            Self::NoSurrogates { top, surrogate } => {
                let surrogates = tier.equal16(tier.and(vector, top), surrogate);
                (surrogates.trailing_zeros() / T::MASK16) as usize
            }
        }
    }
}

/// Bits of a unit as they lie in memory.
#[inline(always)]
pub(super) const fn in_order16<const BIG: bool>(bits: u16) -> u16 {
    if BIG { bits.swap_bytes() } else { bits }
}

/// The same of 32 bits.
#[inline(always)]
const fn in_order32<const BIG: bool>(bits: u32) -> u32 {
    if BIG { bits.swap_bytes() } else { bits }
}

/// The use of converted units.
trait Sink<T: Vectors>: Copy {
    /// The number of units of `size` bytes that it can take.
    fn units(self, size: usize) -> usize;

    /// The number of bytes, if it matters, from byte 0 up to the next cache line.
    fn before_line(self) -> Option<usize>;

    /// Takes vectors at byte `at`; or returns false, and takes none or some, if it does not accept all of them.
    ///
    /// # Safety
    ///
    /// * It can take so many bytes from `at` on.
    unsafe fn take<const N: usize>(self, tier: T, at: usize, vectors: [T::V; N]) -> bool;

    /// Takes the first `bytes` bytes of a vector at byte `at`; returns how many of them it accepts.
    ///
    /// # Safety
    ///
    /// * `bytes` is at most the size of a vector; it can take so many bytes from `at` on.
    unsafe fn take_part(self, tier: T, at: usize, vector: T::V, bytes: usize) -> usize;
}

/// Units are stored.
impl<T: Vectors> Sink<T> for Target<'_> {
    #[inline(always)]
    fn units(self, size: usize) -> usize {
        self.bytes() / size
    }

    #[inline(always)]
    fn before_line(self) -> Option<usize> {
        const LINE: usize = 64;
        // Smaller vectors cross a line less often than every time.
        (T::BYTES == LINE).then_some(self.start().addr().wrapping_neg() % LINE)
    }

    #[inline(always)]
    unsafe fn take<const N: usize>(self, tier: T, at: usize, vectors: [T::V; N]) -> bool {
        let mut place = at;
        for vector in vectors {
            // SAFETY: this room has `N` vectors from `at` on, as the caller promises.
            unsafe { tier.store(self, place, vector) };
            place += T::BYTES;
        }
        true
    }

    #[inline(always)]
    unsafe fn take_part(self, tier: T, at: usize, vector: T::V, bytes: usize) -> usize {
        if bytes == T::BYTES {
            // SAFETY: this room has a vector from `at` on, as the caller promises.
            unsafe { tier.store(self, at, vector) };
        } else {
            // SAFETY: this room has `bytes` bytes, less than a vector, from `at` on, as the caller promises.
            unsafe { tier.store_part(self, at, vector, bytes) };
        }
        bytes
    }
}

/// Units are compared with chars.
impl<T: Vectors> Sink<T> for Source<'_> {
    #[inline(always)]
    fn units(self, size: usize) -> usize {
        self.bytes() / size
    }

    #[inline(always)]
    fn before_line(self) -> Option<usize> {
        None
    }

    #[inline(always)]
    unsafe fn take<const N: usize>(self, tier: T, at: usize, vectors: [T::V; N]) -> bool {
        let (mut place, mut differences) = (at, tier.zero());
        for vector in vectors {
            // SAFETY: the chars have `N` vectors from `at` on, as the caller promises.
            let chars = unsafe { tier.load(self, place) };
            differences = tier.or(differences, tier.xor(vector, chars));
            place += T::BYTES;
        }
        !tier.has(differences, tier.splat8(0xFF))
    }

    #[inline(always)]
    unsafe fn take_part(self, tier: T, at: usize, vector: T::V, bytes: usize) -> usize {
        // SAFETY: the chars have `bytes` bytes from `at` on, as the caller promises.
        let chars = unsafe { tier.load_part(self, at, bytes) };
        tier.before_bits(tier.xor(vector, chars), tier.splat8(0xFF)).min(bytes)
    }
}

/// Units are only counted.
#[derive(Clone, Copy)]
struct Count;

impl<T: Vectors> Sink<T> for Count {
    #[inline(always)]
    fn units(self, _size: usize) -> usize {
        usize::MAX
    }

    #[inline(always)]
    fn before_line(self) -> Option<usize> {
        None
    }

    #[inline(always)]
    unsafe fn take<const N: usize>(self, _tier: T, _at: usize, _vectors: [T::V; N]) -> bool {
        true
    }

    #[inline(always)]
    unsafe fn take_part(self, _tier: T, _at: usize, _vector: T::V, bytes: usize) -> usize {
        bytes
    }
}

/// A conversion of units of `FROM` bytes to units of `TO` bytes. `BIG`: the form of 16 or 32 bits, or the target if
/// both are, is big-endian; of UTF-32 to UTF-16 it is the source.
#[derive(Clone, Copy)]
struct Move<'a, T: Vectors, K, const FROM: usize, const TO: usize, const BIG: bool> {
    tier: T,
    source: Source<'a>,
    sink: K,
    plain: Plain<T::V>,
}

impl<T: Vectors, K: Sink<T>, const FROM: usize, const TO: usize, const BIG: bool> Move<'_, T, K, FROM, TO, BIG> {
    /// The number of units in a vector of the wider form.
    const STEP: usize = T::BYTES / if FROM > TO { FROM } else { TO };

    /// Takes the units at number `at`, four vectors of the wider form; or returns false, if one of them is not plain
    /// or not accepted.
    ///
    /// # Safety
    ///
    /// * The source and the sink have 4 × [`STEP`](Self::STEP) units from `at` on.
    #[inline(always)]
    unsafe fn four(self, at: usize) -> bool {
        let Self { tier, source, sink, plain } = self;
        let (from, to) = (FROM * at, TO * at);
        if FROM >= TO {
            // SAFETY: the source has four vectors from `at` on, as the caller promises.
            let all @ [a, b, c, d] = unsafe { tier.load4(source, from) };
            if !plain.holds(tier, all) {
                return false;
            }
            return match (FROM, TO) {
                (2, 1) => {
                    let vectors = [tier.narrow16::<BIG>(a, b), tier.narrow16::<BIG>(c, d)];
                    // SAFETY: `sink` takes two vectors for four, as the caller promises.
                    unsafe { sink.take(tier, to, vectors) }
                }
                (4, 2) => {
                    let vectors = [tier.narrow32::<BIG>(a, b), tier.narrow32::<BIG>(c, d)];
                    // SAFETY: `sink` takes two vectors for four, as the caller promises.
                    unsafe { sink.take(tier, to, vectors) }
                }
                (4, 1) => {
                    let vector = tier.narrow32_to_8::<BIG>(all);
                    // SAFETY: `sink` takes one vector for four, as the caller promises.
                    unsafe { sink.take(tier, to, [vector]) }
                }
                _ => {
                    let vectors = [self.converted(a), self.converted(b), self.converted(c), self.converted(d)];
                    // SAFETY: `sink` takes four vectors, as the caller promises.
                    unsafe { sink.take(tier, to, vectors) }
                }
            };
        }
        // SAFETY: `source` has at least one vector for four of the sink from `from` on, as the caller promises.
        let first = unsafe { tier.load(source, from) };
        if TO == 4 * FROM {
            let vectors = tier.widen8_to_32::<BIG>(first);
            // SAFETY: `sink` takes four vectors for one, as the caller promises.
            return plain.holds(tier, [first]) && unsafe { sink.take(tier, to, vectors) };
        }
        // SAFETY: `source` has two vectors for four of the sink from `from` on, as the caller promises.
        let second = unsafe { tier.load(source, from + T::BYTES) };
        let ([a, b], [c, d]) = (self.widened(first), self.widened(second));
        // SAFETY: `sink` takes four vectors for two, as the caller promises.
        plain.holds(tier, [first, second]) && unsafe { sink.take(tier, to, [a, b, c, d]) }
    }

    /// Units of 8 bits widened to 16, or of 16 bits widened to 32.
    #[inline(always)]
    fn widened(self, vector: T::V) -> [T::V; 2] {
        if FROM == 1 {
            return self.tier.widen8::<BIG>(vector);
        }
        let [a, b] = self.tier.widen16(vector);
        if BIG { [self.tier.swap32(a), self.tier.swap32(b)] } else { [a, b] }
    }

    /// Loads `count` units at number `at`, at most [`STEP`](Self::STEP), followed by zeros, which are plain.
    ///
    /// # Safety
    ///
    /// * The source has `count` units from `at` on.
    #[inline(always)]
    unsafe fn load(self, at: usize, count: usize) -> T::V {
        if FROM * count == T::BYTES {
            // SAFETY: the source has a vector from `at` on, as the caller promises.
            unsafe { self.tier.load(self.source, FROM * at) }
        } else {
            // SAFETY: the source has `count` units, less than a vector, from `at` on, as the caller promises.
            unsafe { self.tier.load_part(self.source, FROM * at, FROM * count) }
        }
    }

    /// Converts the first [`STEP`](Self::STEP) units of a vector.
    #[inline(always)]
    fn converted(self, vector: T::V) -> T::V {
        let tier = self.tier;
        match (FROM, TO) {
            (1, 2) | (2, 4) => self.widened(vector)[0],
            (1, 4) => tier.widen8_to_32::<BIG>(vector)[0],
            (2, 1) => tier.narrow16::<BIG>(vector, vector),
            (4, 2) => tier.narrow32::<BIG>(vector, vector),
            (4, 1) => tier.narrow32_to_8::<BIG>([vector; 4]),
            (2, 2) if BIG => tier.swap16(vector),
            _ => vector,
        }
    }

    /// Takes [`STEP`](Self::STEP) units at number `at`; or returns false, if one of them is not plain or not accepted.
    ///
    /// # Safety
    ///
    /// * The source and the sink have as many units from `at` on.
    #[inline(always)]
    unsafe fn one(self, at: usize) -> bool {
        let Self { tier, sink, plain, .. } = self;
        // SAFETY: the source has these units, as the caller promises.
        let vector = unsafe { self.load(at, Self::STEP) };
        let bytes = TO * Self::STEP;
        // SAFETY: the sink takes these units, as the caller promises.
        plain.holds(tier, [vector]) && unsafe { sink.take_part(tier, TO * at, self.converted(vector), bytes) } == bytes
    }

    /// Takes units at number `at`, `count` of them but at most [`STEP`](Self::STEP), up to the first one that is not
    /// plain or not accepted; returns their number.
    ///
    /// # Safety
    ///
    /// * The source and the sink have `count` units from `at` on.
    #[inline(always)]
    unsafe fn some(self, at: usize, count: usize) -> usize {
        let Self { tier, sink, plain, .. } = self;
        let count = count.min(Self::STEP);
        // SAFETY: the source has `count` units from `at` on, as the caller promises.
        let vector = unsafe { self.load(at, count) };
        let keep = if plain.holds(tier, [vector]) { count } else { plain.prefix::<T, FROM>(tier, vector).min(count) };
        // SAFETY: the sink takes `count` units from `at` on, as the caller promises, and `keep` is at most `count`.
        unsafe { sink.take_part(tier, TO * at, self.converted(vector), TO * keep) / TO }
    }

    /// Takes units from number `done` on in groups of four vectors, as far as possible within `limit`, which the source
    /// and the sink have; returns the number of the first one that is left.
    #[inline(always)]
    fn fours(self, mut done: usize, limit: usize) -> usize {
        while limit - done >= 4 * Self::STEP {
            // SAFETY: the condition of the loop: the source and the sink have so many units after `done`.
            if !unsafe { self.four(done) } {
                break;
            }
            done += 4 * Self::STEP;
        }
        done
    }

    /// The same in vectors.
    #[inline(always)]
    fn ones(self, mut done: usize, limit: usize) -> usize {
        while limit - done >= Self::STEP {
            // SAFETY: the condition of the loop: the source and the sink have so many units after `done`.
            if !unsafe { self.one(done) } {
                break;
            }
            done += Self::STEP;
        }
        done
    }

    /// Takes plain units from the first on; returns their number.
    #[inline(always)]
    fn run(self) -> usize {
        let limit = (self.source.bytes() / FROM).min(self.sink.units(TO));
        if limit < Self::STEP {
            // SAFETY: the source and the sink have `limit` units.
            return unsafe { self.some(0, limit) };
        }
        let mut done = 0;
        if let Some(bytes) = self.sink.before_line()
            && TO >= FROM
            && TO * limit >= 512
        {
            // Stores that lie in one cache line each cost half of those that lie in two.
            // SAFETY: `limit`, which the source and the sink have, is at least a step.
            if unsafe { self.one(0) } {
                done = bytes / TO;
            }
        }
        done = self.ones(self.fours(done, limit), limit);
        if done == limit {
            return limit;
        }
        // The last vector overlaps the one before it.
        // SAFETY: the source and the sink have `limit` units, which is a vector at least.
        if limit - done < Self::STEP && unsafe { self.one(limit - Self::STEP) } {
            return limit;
        }
        // SAFETY: the source and the sink have `limit` units.
        done + unsafe { self.some(done, limit - done) }
    }

    /// Takes all units, at least a vector of the source and at most 256 bytes; or some, if one of them is not plain or does
    /// not fit. Returns whether it took all.
    #[inline(always)]
    fn all(self) -> bool {
        let count = self.source.bytes() / FROM;
        if self.sink.units(TO) < count {
            return false;
        }
        let mut done = self.fours(0, count);
        while done < count {
            // The last vector overlaps the one before it.
            let at = done.min(count - Self::STEP);
            // SAFETY: the source and the sink have `count` units, at least a vector.
            if !unsafe { self.one(at) } {
                return false;
            }
            done = at + Self::STEP;
        }
        true
    }
}

impl<T: Vectors, const FROM: usize, const TO: usize, const BIG: bool> Move<'_, T, Target<'_>, FROM, TO, BIG> {
    /// Takes all units, at most a vector of the source, which is not empty; or none, if one of them is not plain or does
    /// not fit. `TO` is at most `2 * FROM`.
    #[inline(always)]
    fn small(self) -> bool {
        let Self { tier, source, sink, plain } = self;
        let count = source.bytes() / FROM;
        if sink.bytes() / TO < count {
            return false;
        }
        // SAFETY: `source` has one byte at least and a vector at most.
        let (vector, size) = unsafe { tier.load_short(source) };
        if !plain.holds(tier, [vector]) {
            return false;
        }
        let parts = if TO > FROM { self.widened(vector) } else { [self.converted(vector); 2] };
        // SAFETY: `sink` has `count` units: tested above.
        unsafe { tier.store_short::<FROM, TO>(sink, parts, TO * count, size * TO / FROM) };
        true
    }
}

/// Converts plain units to `room`.
#[inline(always)]
pub(in crate::kernels) fn convert<T: Vectors, const FROM: usize, const TO: usize, const BIG: bool>(
    tier: T,
    source: Source<'_>,
    room: Target<'_>,
    plain: Plain<T::V>,
) -> Taken {
    let done = Move::<_, _, FROM, TO, BIG> { tier, source, sink: room, plain }.run();
    Taken { read: FROM * done, written: TO * done }
}

/// [`convert`], but only groups of four vectors of the wider form and, if the text ends before another group, vectors.
#[inline(always)]
pub(in crate::kernels) fn convert_run<T: Vectors, const FROM: usize, const TO: usize, const BIG: bool>(
    tier: T,
    source: Source<'_>,
    room: Target<'_>,
    plain: Plain<T::V>,
) -> Taken {
    let text = Move::<_, _, FROM, TO, BIG> { tier, source, sink: room, plain };
    let limit = (source.bytes() / FROM).min(room.bytes() / TO);
    let mut done = text.fours(0, limit);
    if TO * (limit - done) < 4 * T::BYTES && FROM * (limit - done) < 4 * T::BYTES {
        done = text.ones(done, limit);
    }
    Taken { read: FROM * done, written: TO * done }
}

/// [`convert`] of a text of at least one byte and at most a vector, if `SMALL`, or of more than a vector: all of it; or
/// nothing, though some may be written.
#[inline(always)]
pub(in crate::kernels) fn short<T: Vectors, const SMALL: bool, const FROM: usize, const TO: usize, const BIG: bool>(
    tier: T,
    source: Source<'_>,
    room: Target<'_>,
    plain: Plain<T::V>,
) -> Taken {
    let text = Move::<_, _, FROM, TO, BIG> { tier, source, sink: room, plain };
    let bytes = source.bytes();
    if if SMALL { text.small() } else { text.all() } {
        Taken { read: bytes, written: bytes / FROM * TO }
    } else {
        Taken::NOTHING
    }
}

/// Counts plain units.
#[inline(always)]
pub(in crate::kernels) fn count<T: Vectors, const FROM: usize>(
    tier: T,
    source: Source<'_>,
    plain: Plain<T::V>,
) -> Taken {
    let done = Move::<_, _, FROM, FROM, false> { tier, source, sink: Count, plain }.run();
    Taken { read: FROM * done, written: done }
}

/// Compares plain units with chars, and counts the equal ones.
#[inline(always)]
pub(in crate::kernels) fn equal<T: Vectors, const FROM: usize, const BIG: bool>(
    tier: T,
    source: Source<'_>,
    chars: Source<'_>,
    plain: Plain<T::V>,
) -> Taken {
    let done = Move::<_, _, FROM, 2, BIG> { tier, source, sink: chars, plain }.run();
    Taken { read: FROM * done, written: done }
}

/// Copies up to 256 bytes, and returns the greatest bytes: for each lane that of all vectors.
///
/// # Safety
///
/// * `room` is scratch and has at least 256 bytes, as many as `source` at most.
/// * `source` has at most a vector, if `SMALL`, or at least one.
#[inline(always)]
pub(in crate::kernels) unsafe fn copy_short<T: Vectors, const SMALL: bool>(
    tier: T,
    source: Source<'_>,
    room: Target<'_>,
) -> T::V {
    let bytes = source.bytes();
    if SMALL {
        // SAFETY: `source` has `bytes` bytes, at most a vector, as the caller promises.
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

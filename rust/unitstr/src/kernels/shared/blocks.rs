//! The progress of a conversion of UTF-8 that goes by blocks of 32 bytes.

use crate::kernels::Taken;
use crate::{Source, Target};

/// Returns a mask of the lowest `count` bits; all bits if `count` is 32 or more.
#[inline(always)]
pub(in crate::kernels) const fn low(count: usize) -> u32 {
    if count >= 32 { u32::MAX } else { (1 << count) - 1 }
}

/// The eight bits of the `part`-th byte of a mask.
#[inline(always)]
pub(in crate::kernels) const fn set_of(mask: u32, part: usize) -> usize {
    (mask >> (8 * part) & 0xFF) as usize
}

/// The reason why a run of blocks ended.
pub(in crate::kernels) enum Stop {
    /// A run of another kind may follow.
    Another,
    /// An error, or the end of the source or of the target.
    Edge,
}

/// How far a conversion of UTF-8 has come.
pub(in crate::kernels) struct Blocks<'a> {
    pub(in crate::kernels) source: Source<'a>,
    pub(in crate::kernels) room: Target<'a>,
    /// The number of bytes read; a code point begins here.
    pub(in crate::kernels) at: usize,
    /// The number of bytes written.
    pub(in crate::kernels) out: usize,
}

impl<'a> Blocks<'a> {
    pub(in crate::kernels) const fn new(source: Source<'a>, room: Target<'a>) -> Self {
        Self { source, room, at: 0, out: 0 }
    }

    /// Whether two blocks are left, and at least `bytes` bytes of the target.
    #[inline(always)]
    pub(in crate::kernels) fn has(&self, bytes: usize) -> bool {
        self.source.bytes() - self.at >= 64 && self.room.bytes() - self.out >= bytes
    }

    /// Advances by what a kernel took from [`rest`](Self::rest); returns whether it took anything.
    #[inline(always)]
    pub(in crate::kernels) fn advance(&mut self, taken: Taken) -> bool {
        self.at += taken.read;
        self.out += taken.written;
        taken.read > 0
    }

    /// The source and the target that are left.
    #[inline(always)]
    pub(in crate::kernels) fn rest(&self) -> (Source<'a>, Target<'a>) {
        (self.source.rest(self.at), self.room.rest(self.out))
    }
}

//! Memory of an exact size, at a chosen distance from a multiple of 64.

use std::alloc::{Layout, alloc, dealloc, handle_alloc_error};

use unitstr::{Scan, Source, Target};

use crate::Case;

/// A search reads no more than the aligned bytes, so many, that hold the zero unit.
const SCANNED: usize = 256;

/// More than a vector has.
const AROUND: usize = 64;

static CANARIES: [[u8; 1 << 13]; 2] = [[0xA5; 1 << 13], [0x3C; 1 << 13]];

/// A block of the heap. Where it ends, the sanitizer's forbidden zone begins.
#[derive(Debug)]
struct Block {
    start: *mut u8,
    layout: Layout,
}

impl Block {
    fn new(bytes: usize, filler: u8) -> Self {
        let layout = Layout::from_size_align(bytes.max(1), SCANNED).expect("a small size");
        // SAFETY: the size is not zero.
        let start = unsafe { alloc(layout) };
        if start.is_null() {
            handle_alloc_error(layout);
        }
        // SAFETY: just allocated, so many bytes.
        unsafe { start.write_bytes(filler, layout.size()) };
        Self { start, layout }
    }

    fn all(&self) -> &[u8] {
        // SAFETY: allocated and filled by `new`; nothing writes while `self` is borrowed, or the target's borrow would
        // be alive.
        unsafe { std::slice::from_raw_parts(self.start, self.layout.size()) }
    }
}

impl Drop for Block {
    fn drop(&mut self) {
        // SAFETY: as `new` allocated it.
        unsafe { dealloc(self.start, self.layout) };
    }
}

/// Bytes to read: nothing behind them.
#[derive(Debug)]
pub struct From {
    block: Block,
    skew: usize,
    bytes: usize,
}

impl From {
    /// These bytes, `skew` bytes off a multiple of 64.
    pub fn new(bytes: &[u8], skew: usize) -> Self {
        Self::padded(bytes, skew, skew + bytes.len())
    }

    /// The same, and behind them bytes that may be read, up to a multiple of 256.
    pub fn to_whole_block(bytes: &[u8], skew: usize) -> Self {
        Self::padded(bytes, skew, (skew + bytes.len()).next_multiple_of(SCANNED))
    }

    fn padded(bytes: &[u8], skew: usize, size: usize) -> Self {
        let block = Block::new(size, 0x01);
        let place = block.start.wrapping_add(skew);
        // SAFETY: the block has `skew` bytes and those.
        unsafe { place.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
        Self { block, skew, bytes: bytes.len() }
    }

    /// All of them.
    pub fn source(&self) -> Source<'_> {
        // SAFETY: they lie in the block, and are borrowed.
        unsafe { Source::new(self.block.start.wrapping_add(self.skew), self.bytes) }
    }

    /// To search, up to a bound that may be anything.
    ///
    /// # Safety
    ///
    /// * A unit that is zero comes before the end of the bytes, or the bound does.
    pub unsafe fn scan(&self, max_units: usize) -> Scan<'_> {
        let start = self.block.start.wrapping_add(self.skew);
        // SAFETY: the search ends inside of the block, by the caller's promise.
        unsafe { Scan::new(start, max_units) }
    }
}

/// Room to write into.
#[derive(Debug)]
pub struct To {
    block: Block,
    start: usize,
    bytes: usize,
    /// The byte with which the block was filled.
    canaries: &'static [u8],
    scratch: bool,
}

impl To {
    /// So many bytes, placed as the case says.
    pub fn new(case: &Case, bytes: usize) -> Self {
        let canaries = &CANARIES[usize::from(case.other[3] & 1)];
        let start = AROUND + case.skews()[1];
        let behind = if case.tight { 0 } else { AROUND };
        Self { block: Block::new(start + bytes + behind, canaries[0]), start, bytes, canaries, scratch: case.scratch }
    }

    /// The room.
    pub fn target(&mut self) -> Target<'_> {
        let start = self.place();
        if self.scratch {
            // SAFETY: so many bytes of the block, which nobody else refers to.
            unsafe { Target::scratch(start, self.bytes) }
        } else {
            // SAFETY: so many bytes of the block, which nobody else refers to.
            unsafe { Target::new(start, self.bytes) }
        }
    }

    /// Where the room begins.
    pub fn place(&mut self) -> *mut u8 {
        self.block.start.wrapping_add(self.start)
    }

    /// The first `written` bytes, after a look at all others.
    pub fn written(&self, written: usize) -> Vec<u8> {
        assert!(written <= self.bytes, "more than fits");
        self.untouched(written);
        self.block.all()[self.start..self.start + written].to_vec()
    }

    /// Checks that the bytes outside of the first `written` are unchanged; in scratch, those outside of its capacity.
    pub fn untouched(&self, written: usize) {
        let all = self.block.all();
        let same = |bytes: &[u8]| *bytes == self.canaries[..bytes.len()];
        assert!(same(&all[..self.start]), "changed before the target");
        let end = self.start + if self.scratch { self.bytes } else { written };
        assert!(same(&all[end..]), "changed beyond the result");
    }
}

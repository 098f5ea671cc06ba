//! Memory with something to notice around it.

use unitstr::Target;

const CANARY: u8 = 0xA5;
const AROUND: usize = 64;

/// A buffer of `bytes` bytes, `skew` bytes off an 8-byte boundary, between canaries.
pub struct Fenced {
    all: Vec<u64>,
    skew: usize,
    bytes: usize,
}

impl Fenced {
    pub fn new(bytes: usize, skew: usize) -> Self {
        assert!(skew < AROUND);
        Self { all: vec![u64::from_ne_bytes([CANARY; 8]); (3 * AROUND + bytes).div_ceil(8)], skew, bytes }
    }

    fn start(&self) -> usize {
        AROUND + self.skew
    }

    fn as_bytes(&self) -> Vec<u8> {
        self.all.iter().flat_map(|word| word.to_ne_bytes()).collect()
    }

    /// Only the buffer.
    pub fn target(&mut self) -> Target<'_> {
        let start = self.all.as_mut_ptr().cast::<u8>().wrapping_add(self.start());
        // SAFETY: `new` made room for `bytes` bytes at `start`, and more behind; the borrow of `self` lasts as long.
        unsafe { Target::new(start, self.bytes) }
    }

    /// The first `written` bytes, after a look at all others, inside the buffer and out.
    pub fn written(&self, written: usize) -> Vec<u8> {
        let all = self.as_bytes();
        let end = self.start() + written;
        assert!(written <= self.bytes);
        assert!(all[..self.start()].iter().all(|byte| *byte == CANARY), "written before the target");
        assert!(all[end..].iter().all(|byte| *byte == CANARY), "written beyond the result");
        all[self.start()..end].to_vec()
    }

    /// The same as chars.
    pub fn written_chars(&self, chars: usize) -> Vec<u16> {
        self.written(2 * chars).chunks(2).map(|pair| u16::from_ne_bytes([pair[0], pair[1]])).collect()
    }
}

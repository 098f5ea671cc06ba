//! Helpers of the tests of the formats.

use std::path::Path;

use unitstr::Source;
use unitstr_tensor::{Checks, Field, FormatCode, FormatError, Layout, StringTensor};

use crate::images::texts;

/// A file under `tests/vectors`.
pub fn vector(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors").join(name);
    std::fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// All texts, or what is wrong, of bytes that lie alone in a block of their size, at an odd address.
pub fn read(bytes: &[u8], count: usize, layout: Layout, checks: Checks<'_>) -> Result<Vec<Vec<u8>>, FormatError> {
    let mut block = vec![0xAA; bytes.len() + 1].into_boxed_slice();
    block[1..].copy_from_slice(bytes);
    let start = usize::from(block.as_ptr().addr().is_multiple_of(2));
    block.copy_within(1.., start);
    let tensor = StringTensor::new(Source::from_bytes(&block[start..][..bytes.len()]), count, layout, checks)?;
    let total = tensor.validate()?;
    let texts = texts(&tensor)?;
    assert_eq!(total, texts.iter().map(|text| text.len() as u64).sum::<u64>());
    Ok(texts)
}

/// An error.
pub const fn error(code: FormatCode, index: usize, field: Field) -> FormatError {
    FormatError::new(code, index, field)
}

/// Reproducible numbers (xorshift64*).
pub struct Random(u64);

impl Random {
    /// The numbers that follow from `seed`.
    pub fn new(seed: u64) -> Self {
        Self(seed | 1)
    }

    /// Any number.
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// A number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        usize::try_from((self.next() >> 33) % end as u64).expect("small")
    }

    /// Texts of the sizes where something changes.
    pub fn texts(&mut self, max: usize) -> Vec<Vec<u8>> {
        const SIZES: &[usize] = &[0, 1, 5, 15, 16, 21, 22, 23, 24, 31, 32, 47, 48, 70, 127, 128, 129, 300];
        (0..self.below(max + 1))
            .map(|_| {
                let size = SIZES[self.below(SIZES.len())];
                let start = self.below(256);
                (start..start + size).map(|at| at.to_le_bytes()[0]).collect()
            })
            .collect()
    }
}

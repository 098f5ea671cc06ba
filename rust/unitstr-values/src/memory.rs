//! Bounds-checked access to the memory to which values refer by address.

use super::Bad;
use unitstr::{Encoding, Options, Scan, Source, Target, decode_latin1, find_zero};

/// Memory that may be read by address. The implementation decides which addresses those are; nothing else in this
/// crate follows an address.
///
/// ```
/// use unitstr_values::{Blocks, Memory};
///
/// let mut memory = Blocks::new();
/// let address = memory.place(b"hi\0");
/// assert_eq!(memory.source(address, 2)?.bytes(), 2);
/// assert_eq!(memory.c_string(address)?.bytes(), 2);
/// assert!(memory.source(address + 1, 3).is_err());
/// # Ok::<(), unitstr_values::Bad>(())
/// ```
pub trait Memory {
    /// Returns `bytes` bytes at `address`. If `bytes` is 0, any address is valid.
    ///
    /// # Errors
    ///
    /// [`Bad::Address`] if one of the bytes may not be read.
    fn source(&self, address: u64, bytes: u64) -> Result<Source<'_>, Bad>;

    /// Returns the bytes at `address` before the first zero byte.
    ///
    /// # Errors
    ///
    /// [`Bad::Address`] if the first byte may not be read; [`Bad::Unterminated`] if there is no zero byte before the
    /// end of the readable memory.
    fn c_string(&self, address: u64) -> Result<Source<'_>, Bad>;
}

/// Reads a little-endian number at an address.
pub(crate) fn read_u64<M: Memory + ?Sized>(memory: &M, address: u64) -> Result<u64, Bad> {
    Ok(u64::from_le_bytes(read_bytes(memory, address)?))
}

/// Reads a little-endian number at an address.
pub(crate) fn read_i32<M: Memory + ?Sized>(memory: &M, address: u64) -> Result<i32, Bad> {
    Ok(i32::from_le_bytes(read_bytes(memory, address)?))
}

/// Reads bytes at an address: a slot or a part of a header.
pub(crate) fn read_bytes<const N: usize, M: Memory + ?Sized>(memory: &M, address: u64) -> Result<[u8; N], Bad> {
    let source = memory.source(address, N as u64)?;
    source.read(0).ok_or(Bad::Address { address, bytes: N as u64 })
}

/// The address after `bytes` bytes.
pub(crate) fn offset(address: u64, bytes: u64) -> Result<u64, Bad> {
    address.checked_add(bytes).ok_or(Bad::Address { address, bytes })
}

/// Copies all bytes.
pub(crate) fn copy_of(source: Source<'_>) -> Vec<u8> {
    let mut bytes = vec![0; source.bytes()];
    // Decoding Latin-1 to Latin-1 copies the bytes with the kernels, which tolerate concurrent changes of the memory.
    let progress = decode_latin1(Encoding::Latin1, Options::REPLACE, source, Target::from_bytes(&mut bytes));
    debug_assert_eq!(progress.written, source.bytes());
    bytes
}

/// Blocks of bytes at addresses that this type assigns: the memory of an image of values. Bytes between two blocks
/// may not be read.
#[derive(Clone, Debug, Default)]
pub struct Blocks {
    /// By ascending address, without overlap.
    blocks: Vec<(u64, Vec<u8>)>,
}

impl Blocks {
    /// Creates memory without blocks.
    #[must_use]
    pub const fn new() -> Self {
        Self { blocks: Vec::new() }
    }

    /// Adds a block and returns its address, a multiple of 16. The next block is at least 16 bytes away from its end.
    pub fn place(&mut self, bytes: &[u8]) -> u64 {
        let address = match self.blocks.last() {
            None => 0x1_0000,
            Some((address, bytes)) => (address + bytes.len() as u64 + 16).next_multiple_of(16),
        };
        self.blocks.push((address, bytes.to_vec()));
        address
    }

    /// Overwrites a part of a block.
    ///
    /// # Errors
    ///
    /// [`Bad::Address`] if the part is not entirely in one block; nothing is written then.
    pub fn write(&mut self, address: u64, bytes: &[u8]) -> Result<(), Bad> {
        let len = bytes.len() as u64;
        let (block, at) = self.find(address, len).ok_or(Bad::Address { address, bytes: len })?;
        self.blocks[block].1[at..at + bytes.len()].copy_from_slice(bytes);
        Ok(())
    }

    /// The index of the block with these bytes, and their offset in it.
    fn find(&self, address: u64, bytes: u64) -> Option<(usize, usize)> {
        let block = self.blocks.partition_point(|(start, _)| *start <= address).checked_sub(1)?;
        let (start, all) = &self.blocks[block];
        let at = usize::try_from(address - start).ok()?;
        let left = all.len().checked_sub(at)?;
        (bytes <= left as u64).then_some((block, at))
    }
}

impl Memory for Blocks {
    fn source(&self, address: u64, bytes: u64) -> Result<Source<'_>, Bad> {
        if bytes == 0 {
            return Ok(Source::from_bytes(&[]));
        }
        let (block, at) = self.find(address, bytes).ok_or(Bad::Address { address, bytes })?;
        // No overflow: at most the size of the block.
        let bytes = bytes as usize;
        Ok(Source::from_bytes(&self.blocks[block].1[at..at + bytes]))
    }

    fn c_string(&self, address: u64) -> Result<Source<'_>, Bad> {
        let (block, at) = self.find(address, 1).ok_or(Bad::Address { address, bytes: 1 })?;
        let rest = &self.blocks[block].1[at..];
        let bytes = find_zero(1, Scan::from_bytes(rest));
        if bytes == rest.len() {
            return Err(Bad::Unterminated { address });
        }
        Ok(Source::from_bytes(&rest[..bytes]))
    }
}

//! The operations of all dialects: reading a slot, writing one, finding the text to which it refers.

use super::plain::Plain;
use super::text::Text;
use super::{Bad, Memory, Tag};

/// The family to which slots and objects belong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// The format of TVM's RFC 97, implemented only by this project.
    Rfc97,
    /// The library libtvm_ffi.
    TvmFfi,
    /// The library libmatx.
    Matx,
}

/// The byte format of slots.
///
/// * Slots are read and written in place, at any alignment, and no address is followed.
/// * When reading, bytes without a meaning (after a small text, for example) may have any value. When writing, they
///   are always set to zero: all bytes of the slot are written.
/// * Cost: proportional to the size of the slot; no allocation.
///
/// ```
/// use unitstr_values::{Dialect, Matx, Tag, TvmFfi};
///
/// let mut slot = [0xAA; 16];
/// TvmFfi::write(&mut slot, &Tag::Str(b"abc"))?;
/// assert_eq!(slot, *b"\x0B\0\0\0\x03\0\0\0abc\0\0\0\0\0");
/// assert_eq!(TvmFfi::read(&slot)?, Tag::Str(b"abc"));
///
/// let mut slot = [0xAA; 24];
/// Matx::write(&mut slot, &Tag::Int(-2))?;
/// assert_eq!(Matx::read(&slot)?, Tag::Int(-2));
/// # Ok::<(), unitstr_values::Bad>(())
/// ```
pub trait Dialect {
    /// The family of the dialect.
    const FAMILY: Family;
    /// The size of a slot in bytes; the smallest one if it varies.
    const SLOT: usize;

    /// Reads a slot.
    ///
    /// # Errors
    ///
    /// * [`Bad::Slot`] if the size of `slot` is wrong.
    /// * [`Bad::Code`] if no value has the type code.
    /// * [`Bad::Length`] if a text is longer than its place, or its size is negative or above 2,147,483,647 units.
    /// * [`Bad::Partial`] if a size of UCS-4 in bytes is not a multiple of 4.
    fn read(slot: &[u8]) -> Result<Tag<'_>, Bad>;

    /// Writes all bytes of a slot. Addresses are written as they are: the caller ensures that the objects are alive
    /// and their references are counted, and that an owning slot holds no view ([`Tag::is_view`]).
    ///
    /// # Errors
    ///
    /// After an error, nothing has been written.
    ///
    /// * [`Bad::Slot`] if the size of `slot` is wrong.
    /// * [`Bad::TooLong`] if a text does not fit into the slot.
    /// * [`Bad::Partial`] if the size of UCS-4 is not a multiple of 4.
    /// * [`Bad::NotHere`] if the dialect has no such value, or it is an object of another family.
    /// * [`Bad::Code`] if a slot cannot name the type of an object.
    /// * [`Bad::Length`] if the size of a buffer, or the capacity of a wide slot, is out of range.
    fn write(slot: &mut [u8], tag: &Tag<'_>) -> Result<(), Bad>;

    /// Returns whether a slot owns memory: copying its bits then does not copy the value.
    ///
    /// # Errors
    ///
    /// [`Bad::Slot`] if the size of `slot` is wrong.
    fn owns(slot: &[u8]) -> Result<bool, Bad>;

    /// Returns the text or binary that a value is or to which it refers; `None` if it is something else.
    ///
    /// * The result refers to the slot or to `memory`; nothing is copied or checked.
    ///
    /// # Errors
    ///
    /// * The errors of `memory`, if the header of an object or its text may not be read.
    /// * [`Bad::Header`] if an object does not have the type that the slot states.
    /// * [`Bad::Length`] if its size is above 2,147,483,647 units.
    fn text<'a, M: Memory + ?Sized>(memory: &'a M, tag: &Tag<'a>) -> Result<Option<Text<'a>>, Bad>;

    /// Returns the number, truth value or handle of a value or of its box; `None` if it is something else.
    ///
    /// # Errors
    ///
    /// The errors of `memory`, if an object may not be read; [`Bad::Header`] and [`Bad::Code`] if it does not have
    /// the type that the slot states.
    fn plain<M: Memory + ?Sized>(memory: &M, tag: &Tag<'_>) -> Result<Option<Plain>, Bad> {
        let _ = memory;
        Ok(Plain::of(tag))
    }
}

/// Checks the size in a slot or an object: at most what a Java program can have.
pub(crate) const fn size(units: u64) -> Result<u64, Bad> {
    const LIMIT: u64 = i32::MAX as u64;
    if units > LIMIT {
        return Err(Bad::Length { units: units.cast_signed(), limit: LIMIT });
    }
    Ok(units)
}

/// Checks the size of a text stored in a slot, in units.
pub(crate) const fn small(units: i32, limit: usize) -> Result<usize, Bad> {
    if units < 0 || units.cast_unsigned() as usize > limit {
        return Err(Bad::Length { units: units as i64, limit: limit as u64 });
    }
    Ok(units.cast_unsigned() as usize)
}

/// The number in the four bytes at `at`, which the caller knows to exist.
pub(crate) fn get_i32(slot: &[u8], at: usize) -> i32 {
    let mut bytes = [0; 4];
    bytes.copy_from_slice(&slot[at..at + 4]);
    i32::from_le_bytes(bytes)
}

/// The number in the eight bytes at `at`, which the caller knows to exist.
pub(crate) fn get_u64(slot: &[u8], at: usize) -> u64 {
    let mut bytes = [0; 8];
    bytes.copy_from_slice(&slot[at..at + 8]);
    u64::from_le_bytes(bytes)
}

/// Checks the size of a slot.
pub(crate) const fn exactly(bytes: usize, expected: usize) -> Result<(), Bad> {
    if bytes == expected { Ok(()) } else { Err(Bad::Slot { bytes, expected }) }
}

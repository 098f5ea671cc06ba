//! What the dialects have in common: to read a slot, to write one, to find the text it refers to.

use super::plain::Plain;
use super::text::Text;
use super::{Bad, Memory, Tag};

/// Whose slots and objects they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// The format of TVM's RFC 97, which is our own.
    Rfc97,
    /// The library libtvm_ffi.
    TvmFfi,
    /// The library libmatx.
    Matx,
}

/// The byte format of slots.
///
/// * Reading and writing are in place, at any alignment, and follow no address.
/// * What is read but has no meaning (the bytes after a small text, say) may be anything. What is written is zero there,
///   always: all bytes of the slot.
/// * Cost: that of the slot's bytes; no allocation.
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
    /// Its name.
    const FAMILY: Family;
    /// The size of a slot in bytes; where it may vary, the least.
    const SLOT: usize;

    /// Reads a slot.
    ///
    /// # Errors
    ///
    /// * [`Bad::Slot`] if `slot` has not the size of one.
    /// * [`Bad::Code`] if the type code is one that no value has.
    /// * [`Bad::Length`] if a text is longer than its place, or its size is negative or above 2,147,483,647 units.
    /// * [`Bad::Partial`] if UCS-4 counted in bytes is no whole number of code points.
    fn read(slot: &[u8]) -> Result<Tag<'_>, Bad>;

    /// Writes a slot, all of its bytes. Addresses are written as they are: whoever calls this sees to it that they
    /// live, are counted, and are no views where the slot owns what it holds ([`Tag::is_view`]).
    ///
    /// # Errors
    ///
    /// Nothing is written then.
    ///
    /// * [`Bad::Slot`] if `slot` has not the size of one.
    /// * [`Bad::TooLong`] if a text does not fit into the slot.
    /// * [`Bad::Partial`] if UCS-4 is no whole number of code points.
    /// * [`Bad::NotHere`] if the dialect has no such value, or it is an object of another family.
    /// * [`Bad::Code`] if an object's type is none that a slot may name.
    /// * [`Bad::Length`] if the size of a buffer, or the capacity of a wide slot, is out of range.
    fn write(slot: &mut [u8], tag: &Tag<'_>) -> Result<(), Bad>;

    /// Whether a slot owns memory outside of it: a copy of its bits is then no copy of the value.
    ///
    /// # Errors
    ///
    /// [`Bad::Slot`] if `slot` has not the size of one.
    fn owns(slot: &[u8]) -> Result<bool, Bad>;

    /// The text or binary that a value is or refers to; `None` if it is something else.
    ///
    /// * The text lies in the slot or in `memory`, where it is; nothing is copied or checked.
    ///
    /// # Errors
    ///
    /// * What `memory` says, if the header of an object or its text may not be read.
    /// * [`Bad::Header`] if an object is not what the slot says it is.
    /// * [`Bad::Length`] if its size is above 2,147,483,647 units.
    fn text<'a, M: Memory + ?Sized>(memory: &'a M, tag: &Tag<'a>) -> Result<Option<Text<'a>>, Bad>;

    /// The number, truth value or handle that a value is or that its box holds; `None` if it is something else.
    ///
    /// # Errors
    ///
    /// What `memory` says, if an object may not be read; [`Bad::Header`] and [`Bad::Code`] if it is not what the slot
    /// says it is.
    fn plain<M: Memory + ?Sized>(memory: &M, tag: &Tag<'_>) -> Result<Option<Plain>, Bad> {
        let _ = memory;
        Ok(Plain::of(tag))
    }
}

/// A length that a slot or an object claims, if it is one that a Java program can have.
pub(crate) const fn size(units: u64) -> Result<u64, Bad> {
    const LIMIT: u64 = i32::MAX as u64;
    if units > LIMIT {
        return Err(Bad::Length {
            units: units.cast_signed(),
            limit: LIMIT,
        });
    }
    Ok(units)
}

/// A length inside of a slot, in units.
pub(crate) const fn small(units: i32, limit: usize) -> Result<usize, Bad> {
    if units < 0 || units.cast_unsigned() as usize > limit {
        return Err(Bad::Length {
            units: units as i64,
            limit: limit as u64,
        });
    }
    Ok(units.cast_unsigned() as usize)
}

/// The number in the four bytes at `at`, which are there.
pub(crate) fn get_i32(slot: &[u8], at: usize) -> i32 {
    let mut bytes = [0; 4];
    bytes.copy_from_slice(&slot[at..at + 4]);
    i32::from_le_bytes(bytes)
}

/// The number in the eight bytes at `at`, which are there.
pub(crate) fn get_u64(slot: &[u8], at: usize) -> u64 {
    let mut bytes = [0; 8];
    bytes.copy_from_slice(&slot[at..at + 8]);
    u64::from_le_bytes(bytes)
}

/// Nothing, if a slot has the size of one.
pub(crate) const fn exactly(bytes: usize, expected: usize) -> Result<(), Bad> {
    if bytes == expected {
        Ok(())
    } else {
        Err(Bad::Slot { bytes, expected })
    }
}

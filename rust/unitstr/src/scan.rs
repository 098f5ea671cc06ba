//! Searches for a zero code unit.

use crate::Scan;

/// Returns the number of code units before the first zero unit, or the bound of the scan if no unit is zero.
///
/// * Units are counted from the start of the memory, at any alignment: zero bytes that belong to two units are not a
///   zero unit.
/// * Reads: nothing beyond the aligned 256 bytes that hold the end of the zero unit, and so nothing beyond its page,
///   whatever the bound.
/// * Cost: one pass; slower if the memory is not aligned to the unit size.
///
/// # Panics
///
/// If `unit_size` is not 1, 2 or 4 bytes.
///
/// ```
/// use unitstr::{Scan, find_zero};
///
/// let text = [0x61, 0, 0x62, 0, 0, 0, 0x63];
/// assert_eq!(find_zero(1, Scan::from_bytes(&text)), 1);
/// assert_eq!(find_zero(2, Scan::from_bytes(&text)), 2);
/// assert_eq!(find_zero(4, Scan::from_bytes(&text)), 1); // no zero unit: all one of them
/// ```
#[must_use]
pub fn find_zero(unit_size: usize, source: Scan<'_>) -> usize {
    match unit_size {
        1 => source.units_before_zero::<1>(),
        2 => source.units_before_zero::<2>(),
        4 => source.units_before_zero::<4>(),
        _ => panic!("no such unit size: {unit_size}"),
    }
}

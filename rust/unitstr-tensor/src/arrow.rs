//! Arrow's strings, utf8 and large_utf8, as plain buffers: offsets, data, and one validity bit for each string.
//!
//! Layout, rules, limits and sources: `docs/layouts/arrow.md`.

use super::bulk::{Bulk, Stop};
use super::element::wrong;
use super::fill::{Bytes, to_vec_of};
use super::{Field, FormatCode, FormatError, Layout, StringTensor};
use unitstr::{Encoding, Options, Source, Status, Target, validate};

/// The size of an offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OffsetSize {
    /// 32 bits: Arrow's utf8.
    Four,
    /// 64 bits: Arrow's large_utf8.
    Eight,
}

impl OffsetSize {
    /// Returns the size in bytes.
    #[must_use]
    pub const fn bytes(self) -> usize {
        match self {
            Self::Four => 4,
            Self::Eight => 8,
        }
    }
}

/// How nulls are converted to elements of a tensor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Nulls {
    /// A null is an error.
    #[default]
    Refuse,
    /// A null becomes an empty string.
    Empty,
}

/// An array of Arrow strings.
#[derive(Clone, Copy, Debug)]
pub struct ArrowStrings<'a> {
    offsets: Source<'a>,
    data: Source<'a>,
    validity: Option<Source<'a>>,
    size: OffsetSize,
    count: usize,
}

impl<'a> ArrowStrings<'a> {
    /// Creates the array with `count` strings in these buffers.
    ///
    /// # Errors
    ///
    /// [`FormatCode::TableTruncated`] if there are fewer than `count` + 1 offsets, or fewer than `count` validity
    /// bits.
    pub fn new(
        offsets: Source<'a>,
        data: Source<'a>,
        validity: Option<Source<'a>>,
        size: OffsetSize,
        count: usize,
    ) -> Result<Self, FormatError> {
        let needed = count.checked_add(1).and_then(|n| n.checked_mul(size.bytes()));
        let enough = needed.is_some_and(|needed| needed <= offsets.bytes());
        let bits = validity.is_none_or(|bits| count.div_ceil(8) <= bits.bytes());
        if !enough || !bits {
            return wrong(FormatCode::TableTruncated, count, Field::Table);
        }
        Ok(Self { offsets, data, validity, size, count })
    }

    /// Returns the number of strings, including nulls.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.count
    }

    /// The offset at this index, which exists; a negative one becomes a position beyond all memory.
    fn offset(&self, nth: usize) -> u64 {
        let at = nth * self.size.bytes();
        match self.size {
            OffsetSize::Four => self
                .offsets
                .read::<[u8; 4]>(at)
                .map_or(u64::MAX, |raw| i64::from(i32::from_ne_bytes(raw)).cast_unsigned()),
            OffsetSize::Eight => self.offsets.read::<[u8; 8]>(at).map_or(u64::MAX, u64::from_ne_bytes),
        }
    }

    /// Returns string `index`, or `None` if it is null.
    ///
    /// # Errors
    ///
    /// [`FormatCode::IndexRange`] if there is no such string, [`FormatCode::NotMonotonic`] if it ends before it
    /// begins, [`FormatCode::OffsetRange`] if it is not entirely inside the data.
    pub fn text(&self, index: usize) -> Result<Option<Source<'a>>, FormatError> {
        if index >= self.count {
            return wrong(FormatCode::IndexRange, index, Field::Table);
        }
        if let Some(validity) = self.validity {
            let bits = validity.read::<u8>(index / 8).unwrap_or(0);
            if bits >> (index % 8) & 1 == 0 {
                return Ok(None);
            }
        }
        let (start, end) = (self.offset(index), self.offset(index + 1));
        if start > self.data.bytes() as u64 {
            return wrong(FormatCode::OffsetRange, index, Field::Offset);
        }
        let Some(bytes) = end.checked_sub(start) else {
            return wrong(FormatCode::NotMonotonic, index, Field::Offset);
        };
        match self.data.part(start, bytes) {
            Some(text) => Ok(Some(text)),
            None => wrong(FormatCode::OffsetRange, index, Field::End),
        }
    }

    /// Returns a tensor of these strings, without addresses.
    ///
    /// # Errors
    ///
    /// The errors of [`ArrowStrings::text`]; [`FormatCode::NullElement`]; the error if the format cannot hold a
    /// string.
    pub fn to_tensor(&self, layout: Layout, nulls: Nulls) -> Result<Vec<u8>, FormatError> {
        let text = |index| match (self.text(index)?, nulls) {
            (Some(text), _) => Ok(text),
            (None, Nulls::Empty) => Ok(Source::from_bytes(&[])),
            (None, Nulls::Refuse) => wrong(FormatCode::NullElement, index, Field::Text),
        };
        for index in 0..self.count {
            text(index)?;
        }
        // A string that has become invalid meanwhile is written as empty.
        let text = |index| text(index).unwrap_or(Source::from_bytes(&[]));
        to_vec_of(layout, self.count, &mut Bytes(text))
    }
}

/// Returns the sizes in bytes of the offsets and of the data that [`export`] writes for a tensor.
///
/// # Errors
///
/// The errors of [`StringTensor::element`]; [`FormatCode::TotalLimit`] for the first string whose end is too large
/// for an offset, or beyond the limit of the tensor's checks.
pub fn sizes(tensor: &StringTensor<'_>, size: OffsetSize) -> Result<(usize, usize), FormatError> {
    let count = tensor.count();
    let offsets = count.checked_add(1).and_then(|n| n.checked_mul(size.bytes()));
    let Some(offsets) = offsets.filter(|bytes| isize::try_from(*bytes).is_ok()) else {
        return wrong(FormatCode::TotalLimit, count, Field::Table);
    };
    let mut budget = tensor.budget();
    let most = match size {
        OffsetSize::Four => i32::MAX as usize,
        OffsetSize::Eight => isize::MAX as usize,
    };
    let mut data = 0_usize;
    for index in 0..count {
        let bytes = tensor.element(index)?.bytes();
        budget.spend(index, bytes)?;
        match data.checked_add(bytes).filter(|sum| *sum <= most) {
            Some(sum) => data = sum,
            None => return wrong(FormatCode::TotalLimit, index, Field::End),
        }
    }
    Ok((offsets, data))
}

/// Writes the strings of a tensor as an Arrow array without nulls.
///
/// * Stops with [`Stop::Done`]; [`Stop::OutputFull`] if a target is smaller than [`sizes`] returns (the offsets are
///   checked before anything is written); [`Stop::Text`] at a string that is not UTF-8; [`Stop::Refused`].
/// * Unless it stops with [`Stop::Done`], the contents of the targets are unspecified.
pub fn export(tensor: &StringTensor<'_>, size: OffsetSize, offsets: Target<'_>, data: Target<'_>) -> Bulk {
    let stopped = |elements, bytes, stop| Bulk { elements, bytes, stop };
    let count = tensor.count();
    let needed = count.checked_add(1).and_then(|n| n.checked_mul(size.bytes()));
    if needed.is_none_or(|needed| needed > offsets.bytes()) {
        return stopped(0, 0, Stop::OutputFull);
    }
    let put = |nth: usize, end: usize| match size {
        OffsetSize::Four => {
            let end = i32::try_from(end).ok();
            end.is_some_and(|end| offsets.put(4 * nth, Source::from_bytes(&end.to_ne_bytes())))
        }
        OffsetSize::Eight => offsets.put(8 * nth, Source::from_bytes(&(end as u64).to_ne_bytes())),
    };
    let mut end = 0;
    put(0, end);
    for index in 0..count {
        let text = match tensor.element(index) {
            Ok(element) => element.text(),
            Err(error) => return stopped(index, end, Stop::Refused(error)),
        };
        let checked = validate(Encoding::Utf8, Options::REPORT, text);
        if checked.status != Status::Done {
            return stopped(index, end, Stop::Text(checked));
        }
        if !data.put(end, text) {
            return stopped(index, end, Stop::OutputFull);
        }
        end += text.bytes();
        if !put(index + 1, end) {
            let error = FormatError::new(FormatCode::TotalLimit, index, Field::End);
            return stopped(index, end - text.bytes(), Stop::Refused(error));
        }
    }
    stopped(count, end, Stop::Done)
}

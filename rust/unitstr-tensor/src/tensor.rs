//! Reads and validates tensors of every format.
//!
//! The contents of an element are copied once, and checked and used from that copy: memory that another party changes
//! meanwhile cannot pass the checks with one value and be used with another. Only text is read in place, after its
//! bounds have been checked.

use std::ops::Range;

use super::element::wrong;
use super::{
    Checks, Element, Field, Fields, Format, FormatCode, FormatError, Kind, Layout, Place, Strictness, Trust, rfc,
    tf_legacy, tflite, tstring,
};
use unitstr::Source;

/// No process has memory below this address: in its first page.
const LEAST_ADDRESS: usize = 4096;

/// A string tensor in memory of an exact size.
///
/// * The checks of [`StringTensor::element`] run in the order of `docs/layouts/checks.md`; the first that fails is the error.
/// * The memory must stay mapped during `'a`. If a mapped file is truncated, reading it ends the process; no check can
///   prevent that.
#[derive(Clone, Copy, Debug)]
pub struct StringTensor<'a> {
    /// At least as large as the table.
    source: Source<'a>,
    count: usize,
    layout: Layout,
    checks: Checks<'a>,
    /// The end of the table.
    table: usize,
}

impl<'a> StringTensor<'a> {
    /// Creates the tensor with `count` elements at the start of `source`, in which the strings may follow.
    ///
    /// # Errors
    ///
    /// * [`FormatCode::TableTruncated`] if `source` is too small for the table.
    /// * The errors of the format's checks of the table.
    pub fn new(source: Source<'a>, count: usize, layout: Layout, checks: Checks<'a>) -> Result<Self, FormatError> {
        let table = layout.table_bytes(count).filter(|bytes| *bytes <= source.bytes());
        let Some(table) = table else {
            return wrong(FormatCode::TableTruncated, count, Field::Table);
        };
        if layout.format == Format::TfLite {
            tflite::check(source, count, checks.strictness)?;
        }
        Ok(Self { source, count, layout, checks, table })
    }

    /// Returns the number of elements.
    #[must_use]
    #[inline(always)]
    pub const fn count(&self) -> usize {
        self.count
    }

    /// Returns the layout.
    #[must_use]
    #[inline(always)]
    pub const fn layout(&self) -> Layout {
        self.layout
    }

    /// Returns the checks.
    #[must_use]
    #[inline(always)]
    pub const fn checks(&self) -> Checks<'a> {
        self.checks
    }

    /// Returns all of its memory.
    #[must_use]
    #[inline(always)]
    pub const fn source(&self) -> Source<'a> {
        self.source
    }

    /// Returns the contents of an element, including addresses, without any check and without reading its string.
    ///
    /// # Errors
    ///
    /// * [`FormatCode::IndexRange`] if there is no such element.
    /// * [`FormatCode::Varint`] or [`FormatCode::OffsetRange`] if the format has varint lengths and this one cannot
    ///   be read; [`FormatCode::FirstOffset`], [`FormatCode::NotMonotonic`] or [`FormatCode::EndOffset`] if the
    ///   format has strings that end where the next one begins.
    #[inline(always)]
    pub fn fields(&self, index: usize) -> Result<Fields, FormatError> {
        if index >= self.count {
            return wrong(FormatCode::IndexRange, index, Field::Table);
        }
        match self.layout.format {
            Format::TfLegacy => {
                return tf_legacy::fields(self.source, index, self.table, self.layout, self.checks.strictness);
            }
            Format::TfLite => {
                return tflite::fields(self.source, index, (self.count, self.table), self.checks.strictness);
            }
            Format::Tf24 | Format::Rfc16 | Format::Rfc24 => {}
        }
        // No overflow: `new` has checked that the whole table fits into memory.
        let start = index * self.layout.element_bytes();
        let raw = match self.layout.format {
            Format::Rfc16 => self.source.read::<[u64; 2]>(start).map(|[low, high]| [low, high, 0]),
            _ => self.source.read::<[u64; 3]>(start),
        };
        let Some(words) = raw else {
            return wrong(FormatCode::TableTruncated, index, Field::Table);
        };
        let mut raw = [0; 24];
        for (bytes, word) in raw.chunks_exact_mut(8).zip(words) {
            bytes.copy_from_slice(&word.to_ne_bytes());
        }
        Ok(match self.layout.format {
            Format::Tf24 => tstring::fields(&raw, self.layout, start as u64),
            _ => rfc::fields(&raw, self.layout, start as u64),
        })
    }

    /// Returns the element after all checks that apply to one element: its string can be read. Cost: independent of
    /// the size of the string, which is not read.
    ///
    /// # Errors
    ///
    /// * The errors of [`StringTensor::fields`].
    /// * [`FormatCode::SmallSize`], [`FormatCode::OffsetRange`], [`FormatCode::OffsetIntoTable`],
    ///   [`FormatCode::SizeLimit`]: at every level of trust.
    /// * [`FormatCode::PointerRefused`] for an address in an untrusted buffer, or of another kind of machine.
    /// * [`FormatCode::NullData`] if the address of a non-empty string is below 4096 and addresses are not refused.
    /// * [`FormatCode::Capacity`], [`FormatCode::PointerWraps`], [`FormatCode::PointerRange`]: if addresses are
    ///   checked.
    /// * [`FormatCode::Count`], [`FormatCode::Padding`]: if the checks are strict.
    #[inline(always)]
    pub fn element(&self, index: usize) -> Result<Element<'a>, FormatError> {
        let fields = self.fields(index)?;
        let text = match fields.place {
            Place::Inside(at) => self.inside(&fields, index, at)?,
            Place::Buffer(at) => self.in_buffer(&fields, index, at)?,
            Place::Address(at) => self.outside(&fields, index, at)?,
        };
        if self.checks.strictness == Strictness::Strict {
            if fields.count.is_some_and(|count| count as usize != self.count) {
                return wrong(FormatCode::Count, index, Field::Count);
            }
            if !fields.padding_is_zero {
                return wrong(FormatCode::Padding, index, Field::Padding);
            }
        }
        Ok(Element { kind: fields.kind, capacity: fields.capacity, place: fields.place, text })
    }

    #[inline(always)]
    fn inside(&self, fields: &Fields, index: usize, at: usize) -> Result<Source<'a>, FormatError> {
        if fields.bytes > fields.capacity {
            return wrong(FormatCode::SmallSize, index, Field::Size);
        }
        self.check_limit(fields, index)?;
        let start = index * self.layout.element_bytes() + at;
        let text = self.source.part(start as u64, fields.bytes);
        text.ok_or(FormatError::new(FormatCode::SmallSize, index, Field::Size))
    }

    #[inline(always)]
    fn in_buffer(&self, fields: &Fields, index: usize, at: u64) -> Result<Source<'a>, FormatError> {
        let all = self.source.bytes() as u64;
        if at > all {
            return wrong(FormatCode::OffsetRange, index, Field::Offset);
        }
        if fields.bytes > all - at {
            return wrong(FormatCode::OffsetRange, index, Field::Size);
        }
        if fields.bytes > 0 && at < self.table as u64 {
            return wrong(FormatCode::OffsetIntoTable, index, Field::Offset);
        }
        self.check_limit(fields, index)?;
        let text = self.source.part(at, fields.bytes);
        text.ok_or(FormatError::new(FormatCode::OffsetRange, index, Field::Offset))
    }

    #[inline(always)]
    fn outside(&self, fields: &Fields, index: usize, at: u64) -> Result<Source<'a>, FormatError> {
        let pointers = match self.checks.trust {
            Trust::TrustedPointersChecked(pointers) | Trust::Trusted(pointers) if self.layout.is_native() => pointers,
            _ => return wrong(FormatCode::PointerRefused, index, Field::Pointer),
        };
        self.check_limit(fields, index)?;
        let (Ok(at), Ok(bytes)) = (usize::try_from(at), usize::try_from(fields.bytes)) else {
            return wrong(FormatCode::SizeLimit, index, Field::Size);
        };
        let checked = matches!(self.checks.trust, Trust::TrustedPointersChecked(_));
        if checked && fields.kind != Kind::View && fields.capacity < fields.bytes {
            return wrong(FormatCode::Capacity, index, Field::Capacity);
        }
        if bytes == 0 {
            return Ok(Source::from_bytes(&[]));
        }
        if at < LEAST_ADDRESS {
            return wrong(FormatCode::NullData, index, Field::Pointer);
        }
        if checked || self.checks.ranges.is_some() {
            let Some(end) = at.checked_add(bytes) else {
                return wrong(FormatCode::PointerWraps, index, Field::Size);
            };
            if let Some(ranges) = self.checks.ranges
                && !ranges.iter().any(|range| range.start <= at && end <= range.end)
            {
                return wrong(FormatCode::PointerRange, index, Field::Pointer);
            }
        }
        Ok(pointers.follow(at, bytes))
    }

    #[inline(always)]
    fn check_limit(&self, fields: &Fields, index: usize) -> Result<(), FormatError> {
        if fields.bytes > self.checks.max_bytes || fields.bytes > isize::MAX as u64 {
            return wrong(FormatCode::SizeLimit, index, Field::Size);
        }
        Ok(())
    }

    /// Returns every element in order, each after its checks. Does not check the limit of all strings together: see
    /// [`StringTensor::validate`].
    pub fn elements(&self) -> impl Iterator<Item = Result<Element<'a>, FormatError>> + use<'a> {
        let tensor = *self;
        (0..tensor.count).map(move |index| tensor.element(index))
    }

    /// The limit of the size of all strings together, in bytes.
    fn total_limit(&self) -> u64 {
        match (self.checks.max_total_bytes, self.checks.trust) {
            (Some(bytes), _) => bytes,
            (None, Trust::UntrustedBuffer) => self.source.bytes() as u64,
            (None, _) => u64::MAX,
        }
    }

    /// Validates every element and the tensor as a whole, and returns the size of all strings in bytes. Cost: one
    /// pass over the elements; no string is read.
    ///
    /// # Errors
    ///
    /// The first error of [`StringTensor::element`]; [`FormatCode::TotalLimit`] for the first element whose string
    /// exceeds the limit; and if the checks are strict, for strings in the same memory, [`FormatCode::NotMonotonic`]
    /// if one begins before the string of the preceding element, [`FormatCode::Overlap`] if it begins inside that
    /// string.
    pub fn validate(&self) -> Result<u64, FormatError> {
        let mut so_far = Validation::default();
        self.validate_some(0..self.count, &mut so_far)?;
        Ok(so_far.bytes)
    }

    /// Validates some elements, as [`StringTensor::validate`], after a call for the elements before them. `so_far` is
    /// the default for the first elements, and then the value that the previous call left.
    ///
    /// # Errors
    ///
    /// As [`StringTensor::validate`]; `so_far` then describes the elements before the refused one.
    pub fn validate_some(&self, elements: Range<usize>, so_far: &mut Validation) -> Result<(), FormatError> {
        let limit = self.total_limit();
        for index in elements {
            let element = self.element(index)?;
            if element.bytes() as u64 > limit.saturating_sub(so_far.bytes) {
                return wrong(FormatCode::TotalLimit, index, Field::Size);
            }
            if let (Strictness::Strict, Place::Buffer(start)) = (self.checks.strictness, element.place) {
                if start < so_far.last_start {
                    return wrong(FormatCode::NotMonotonic, index, Field::Offset);
                }
                if start < so_far.last_end {
                    return wrong(FormatCode::Overlap, index, Field::Offset);
                }
                so_far.last_start = start;
                so_far.last_end = start + element.bytes() as u64;
            }
            so_far.bytes += element.bytes() as u64;
        }
        Ok(())
    }
}

/// The state of a validation in several steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Validation {
    /// The size of all strings so far, in bytes.
    pub bytes: u64,
    /// The start of the last string in the same memory.
    pub last_start: u64,
    /// The end of that string.
    pub last_end: u64,
}

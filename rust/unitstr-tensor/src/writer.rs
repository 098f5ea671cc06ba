//! Computes the table entry and the position of each string, for the writers of every format.

use super::element::wrong;
use super::tf_legacy::{self, MAX_LENGTH_BYTES, length_bytes};
use super::words::{encode_size, max_size};
use super::{ByteOrder, Field, Format, FormatCode, FormatError, Layout, WordSize, tflite, tstring};

/// How the strings of a tensor are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// Without addresses, so that the bytes can be moved or mapped from a file: OFFSET, or a table of offsets.
    Image,
    /// [`Format::Tf24`]: in the element, or as a VIEW of `address` + position, with an owner or without.
    Views {
        /// The address of position 0.
        address: u64,
        /// The address of the owner, or 0.
        owner: u64,
    },
    /// [`Format::Rfc16`], [`Format::Rfc24`]: PREALLOC, with `capacity` bytes for each string after the table.
    Arena {
        /// The address of position 0.
        address: u64,
        /// The size in bytes reserved for each string.
        capacity: u64,
    },
}

/// Where the text of an element is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TextPlace {
    /// Into the element, at this byte of it.
    Inside(usize),
    /// At this position in the tensor.
    At(u64),
}

/// Everything that is written for an element, except its text.
#[derive(Clone, Copy, Debug)]
pub struct Slot {
    entry: [u8; 24],
    entry_bytes: usize,
    prefix: [u8; MAX_LENGTH_BYTES],
    prefix_bytes: usize,
    /// Where the text is written.
    pub text: TextPlace,
    /// The position after the text, which is the position of the next text.
    pub next: u64,
}

impl Slot {
    /// Returns the table entry, to be written at [`Writer::entry_start`].
    #[must_use]
    #[inline(always)]
    pub fn entry(&self) -> &[u8] {
        &self.entry[..self.entry_bytes]
    }

    /// Returns the bytes before the text, to be written at the position that was passed to [`Writer::slot`].
    #[must_use]
    #[inline(always)]
    pub fn prefix(&self) -> &[u8] {
        &self.prefix[..self.prefix_bytes]
    }
}

/// Computes the bytes of a tensor's table: for each string, from its size and its position. Writes nothing itself.
///
/// Positions are in bytes from the start of the tensor; the first is [`Writer::first_position`].
///
/// ```
/// use unitstr_tensor::{Form, Layout, Writer};
///
/// let writer = Writer::new(Layout::TFLITE, Form::Image, 1)?;
/// let slot = writer.slot(0, writer.first_position(), 3)?;
/// assert_eq!(writer.header(), [1, 0, 0, 0, 12, 0, 0, 0]);
/// assert_eq!((writer.entry_start(0), slot.entry(), slot.next), (8, [15, 0, 0, 0].as_slice(), 15));
/// # Ok::<(), unitstr_tensor::FormatError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Writer {
    layout: Layout,
    form: Form,
    count: usize,
    table: u64,
    header: [u8; 8],
}

impl Writer {
    /// Creates the writer of a tensor with `count` elements.
    ///
    /// # Errors
    ///
    /// * [`FormatCode::Unsupported`] if the format does not support this form, or holds addresses and is not this
    ///   machine's.
    /// * [`FormatCode::TotalLimit`] if the table of so many elements is too large for the format or for memory.
    pub fn new(layout: Layout, form: Form, count: usize) -> Result<Self, FormatError> {
        let has_form = match form {
            Form::Image => true,
            Form::Views { owner, .. } => {
                let has_owners = layout.view_abi == super::ViewAbi::From2_21;
                layout.format == Format::Tf24 && layout.is_native() && (owner == 0 || has_owners)
            }
            Form::Arena { .. } => matches!(layout.format, Format::Rfc16 | Format::Rfc24) && layout.is_native(),
        };
        if !has_form {
            return wrong(FormatCode::Unsupported, count, Field::Table);
        }
        let table = layout.table_bytes(count).map(|bytes| bytes as u64);
        let most = match layout.format {
            Format::TfLite => tflite::MAX_BYTES,
            _ => i64::MAX as u64,
        };
        let Some(table) = table.filter(|bytes| *bytes <= most) else {
            return wrong(FormatCode::TotalLimit, count, Field::Table);
        };
        let mut header = [0; 8];
        // Both are below 2³¹, by the test above.
        header[..4].copy_from_slice(&low_u32(count as u64).to_le_bytes());
        header[4..].copy_from_slice(&low_u32(table).to_le_bytes());
        Ok(Self { layout, form, count, table, header })
    }

    /// Returns the number of elements.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.count
    }

    /// Returns the layout.
    #[must_use]
    pub const fn layout(&self) -> Layout {
        self.layout
    }

    /// Returns how the strings are stored.
    #[must_use]
    pub const fn form(&self) -> Form {
        self.form
    }

    /// Returns the position of the first string, which is the end of the table.
    #[must_use]
    pub const fn first_position(&self) -> u64 {
        self.table
    }

    /// Returns the bytes before the entry of the first element.
    #[must_use]
    pub fn header(&self) -> &[u8] {
        match self.layout.format {
            Format::TfLite => &self.header,
            _ => &[],
        }
    }

    /// Returns the position of [`Slot::entry`], in bytes from the start of the tensor.
    #[must_use]
    #[inline(always)]
    pub const fn entry_start(&self, index: usize) -> u64 {
        let start = (index * self.layout.element_bytes()) as u64;
        match self.layout.format {
            // The entry is the end of the string: it follows the count and the start of the first string.
            Format::TfLite => start + 8,
            _ => start,
        }
    }

    /// Returns the bytes to write for element `index`, whose text has `bytes` bytes and is written at `position`, or
    /// after a prefix there; if the element can store the text, it is written there. `position` is not inside the
    /// table.
    ///
    /// # Errors
    ///
    /// The format cannot hold the element:
    ///
    /// * [`FormatCode::IndexRange`] if there is no such element, and [`FormatCode::OffsetIntoTable`] for a position
    ///   in the table; in TFLite [`FormatCode::FirstOffset`] if the first text does not begin at the end of the
    ///   table.
    /// * [`FormatCode::SizeLimit`] if the string is too large for the format, or for its capacity in an arena.
    /// * [`FormatCode::Distance`] if an OFFSET would be further from its string than 2³² − 1 bytes.
    /// * [`FormatCode::TotalLimit`] if the tensor would be too large for the format, or for memory.
    #[inline(always)]
    pub fn slot(&self, index: usize, position: u64, bytes: u64) -> Result<Slot, FormatError> {
        if index >= self.count {
            return wrong(FormatCode::IndexRange, index, Field::Table);
        }
        let views = matches!(self.form, Form::Views { .. });
        // VIEWs may refer to other memory than the table's, with its own positions.
        if position < self.table && !views {
            return wrong(FormatCode::OffsetIntoTable, index, Field::Offset);
        }
        let end = position.checked_add(bytes).filter(|end| *end <= i64::MAX as u64);
        let Some(end) = end else {
            return wrong(FormatCode::TotalLimit, index, Field::Size);
        };
        match self.form {
            Form::Image => self.image(index, position, bytes, end),
            Form::Views { address, owner } => self.view(index, position, (bytes, end), address, owner),
            Form::Arena { address, capacity } => self.place(index, bytes, address, capacity),
        }
    }

    #[inline(always)]
    fn image(&self, index: usize, position: u64, bytes: u64, end: u64) -> Result<Slot, FormatError> {
        match self.layout.format {
            Format::Tf24 | Format::Rfc16 | Format::Rfc24 => {
                if bytes > tstring::MAX_OFFSET_BYTES as u64 {
                    return wrong(FormatCode::SizeLimit, index, Field::Size);
                }
                let Ok(distance) = u32::try_from(position - self.entry_start(index)) else {
                    return wrong(FormatCode::Distance, index, Field::Offset);
                };
                // Readers ignore the count, which may be too large for its field.
                let element = tstring::offset_element(low_u32(bytes), distance, low_u32(self.count as u64));
                let Some(element) = element else {
                    return wrong(FormatCode::SizeLimit, index, Field::Size);
                };
                Ok(self.slot_of(&element, TextPlace::At(position), end))
            }
            Format::TfLegacy => {
                let prefix_bytes = length_bytes(bytes);
                let next = end + prefix_bytes as u64; // Both are far below the top of the numbers.
                if next > i64::MAX as u64 {
                    return wrong(FormatCode::TotalLimit, index, Field::Size);
                }
                let entry = tf_legacy::entry(self.layout, self.table, position);
                Ok(Slot {
                    prefix: tf_legacy::length(bytes),
                    prefix_bytes,
                    ..self.slot_of(&entry, TextPlace::At(position + prefix_bytes as u64), next)
                })
            }
            Format::TfLite => {
                if index == 0 && position != self.table {
                    return wrong(FormatCode::FirstOffset, index, Field::Offset);
                }
                if end > tflite::MAX_BYTES {
                    return wrong(FormatCode::TotalLimit, index, Field::End);
                }
                Ok(self.slot_of(&low_u32(end).to_le_bytes(), TextPlace::At(position), end))
            }
        }
    }

    #[inline(always)]
    fn view(
        &self,
        index: usize,
        position: u64,
        (bytes, end): (u64, u64),
        address: u64,
        owner: u64,
    ) -> Result<Slot, FormatError> {
        if bytes <= tstring::SMALL_CAPACITY as u64 {
            let mut element = [0; 24];
            let [size, ..] = bytes.to_le_bytes();
            element[0] = size << 2;
            return Ok(self.slot_of(&element, TextPlace::Inside(1), position));
        }
        let Some(at) = address.checked_add(position) else {
            return wrong(FormatCode::PointerWraps, index, Field::Pointer);
        };
        let Some(element) = tstring::view_element(self.layout, bytes, at, owner) else {
            return wrong(FormatCode::SizeLimit, index, Field::Size);
        };
        Ok(self.slot_of(&element, TextPlace::At(position), end))
    }

    #[inline(always)]
    fn place(&self, index: usize, bytes: u64, address: u64, capacity: u64) -> Result<Slot, FormatError> {
        let most = max_size(32);
        if bytes > capacity || capacity > most {
            return wrong(FormatCode::SizeLimit, index, Field::Size);
        }
        let position = (index as u64).checked_mul(capacity).and_then(|at| at.checked_add(self.table));
        let Some(position) = position.filter(|at| *at <= i64::MAX as u64 - most) else {
            return wrong(FormatCode::TotalLimit, index, Field::Capacity);
        };
        let Some(at) = address.checked_add(position) else {
            return wrong(FormatCode::PointerWraps, index, Field::Pointer);
        };
        let size = low_u32(encode_size(bytes, 3, 32, ByteOrder::NATIVE));
        let mut element = [0; 24];
        element[..4].copy_from_slice(&size.to_ne_bytes());
        element[4..8].copy_from_slice(&low_u32(capacity).to_ne_bytes());
        match self.layout.word {
            WordSize::Four => element[8..12].copy_from_slice(&low_u32(at).to_ne_bytes()),
            WordSize::Eight => element[8..16].copy_from_slice(&at.to_ne_bytes()),
        }
        Ok(self.slot_of(&element, TextPlace::At(position), position + capacity))
    }

    /// Returns a slot with the first bytes of `entry`, as many as an entry of the table has.
    #[inline(always)]
    fn slot_of(&self, bytes: &[u8], text: TextPlace, next: u64) -> Slot {
        let entry_bytes = self.layout.element_bytes();
        let mut entry = [0; 24];
        entry[..entry_bytes].copy_from_slice(&bytes[..entry_bytes]);
        Slot { entry, entry_bytes, prefix: [0; MAX_LENGTH_BYTES], prefix_bytes: 0, text, next }
    }
}

/// Returns the low half of a number; the caller knows that the high half is 0 or not needed.
#[inline(always)]
const fn low_u32(value: u64) -> u32 {
    let [a, b, c, d, ..] = value.to_le_bytes();
    u32::from_le_bytes([a, b, c, d])
}

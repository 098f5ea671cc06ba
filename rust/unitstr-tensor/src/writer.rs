//! What a table says of each string, and where the string goes: for the writers of every format.

use super::element::wrong;
use super::tf_legacy::{self, MAX_LENGTH_BYTES, length_bytes};
use super::words::{encode_size, max_size};
use super::{ByteOrder, Field, Format, FormatCode, FormatError, Layout, WordSize, tflite, tstring};

/// How the strings of a tensor are held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// By what the format has that holds no address, so that the bytes may be moved, and mapped from a file: OFFSET, or a
    /// table of offsets.
    Image,
    /// [`Format::Tf24`]: inside of the element, or by a VIEW of `address` + position, with the address of an owner or 0.
    Views {
        /// The address of position 0.
        address: u64,
        /// The address of the owner, or 0.
        owner: u64,
    },
    /// [`Format::Rfc16`], [`Format::Rfc24`]: each in a place of its own of so many bytes behind the table (PREALLOC).
    Arena {
        /// The address of position 0.
        address: u64,
        /// The bytes of each place.
        capacity: u64,
    },
}

/// Where the text of an element goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TextPlace {
    /// Into the element, so many bytes from its start.
    Inside(usize),
    /// To this position in the tensor.
    At(u64),
}

/// All that is written for an element but its text.
#[derive(Clone, Copy, Debug)]
pub struct Slot {
    entry: [u8; 24],
    entry_bytes: usize,
    prefix: [u8; MAX_LENGTH_BYTES],
    prefix_bytes: usize,
    /// Where the text goes.
    pub text: TextPlace,
    /// The position behind it, where that of the next element goes.
    pub next: u64,
}

impl Slot {
    /// What the table says of it, at [`Writer::entry_start`].
    #[must_use]
    #[inline(always)]
    pub fn entry(&self) -> &[u8] {
        &self.entry[..self.entry_bytes]
    }

    /// What stands in front of the text, from the position that was asked for on.
    #[must_use]
    #[inline(always)]
    pub fn prefix(&self) -> &[u8] {
        &self.prefix[..self.prefix_bytes]
    }
}

/// The writer of a tensor: for each string, from its size and the position that it is to have, the bytes of the table.
/// It writes nothing itself.
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
    /// The writer of a tensor with `count` elements.
    ///
    /// # Errors
    ///
    /// * [`FormatCode::Unsupported`] if the format does not have this form, or holds addresses and is not this machine's.
    /// * [`FormatCode::TotalLimit`] if the format, or memory, has no room for a table of so many elements.
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
        // Both are below 2³¹: just tested.
        header[..4].copy_from_slice(&low_u32(count as u64).to_le_bytes());
        header[4..].copy_from_slice(&low_u32(table).to_le_bytes());
        Ok(Self {
            layout,
            form,
            count,
            table,
            header,
        })
    }

    /// How many elements there are to be.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.count
    }

    /// How they are to lie in memory.
    #[must_use]
    pub const fn layout(&self) -> Layout {
        self.layout
    }

    /// How the strings are held.
    #[must_use]
    pub const fn form(&self) -> Form {
        self.form
    }

    /// The position of the first string: where the table ends.
    #[must_use]
    pub const fn first_position(&self) -> u64 {
        self.table
    }

    /// What stands before what is said of the first element.
    #[must_use]
    pub fn header(&self) -> &[u8] {
        match self.layout.format {
            Format::TfLite => &self.header,
            _ => &[],
        }
    }

    /// Where [`Slot::entry`] goes, in bytes from the start of the tensor.
    #[must_use]
    #[inline(always)]
    pub const fn entry_start(&self, index: usize) -> u64 {
        let start = (index * self.layout.element_bytes()) as u64;
        match self.layout.format {
            // The end of a string: behind the count, and behind where the first one begins.
            Format::TfLite => start + 8,
            _ => start,
        }
    }

    /// What is to be written for element `index`, whose text has so many bytes and goes to `position` or behind a prefix
    /// there, unless the element has another place for it. `position` is not inside of the table.
    ///
    /// # Errors
    ///
    /// All of them say that the format cannot hold this:
    ///
    /// * [`FormatCode::IndexRange`] if there is no such element, and [`FormatCode::OffsetIntoTable`] for a position in the
    ///   table; in TFLite [`FormatCode::FirstOffset`] if the first is not right behind it.
    /// * [`FormatCode::SizeLimit`] if the string is too long for the format, or for its place in an arena.
    /// * [`FormatCode::Distance`] if an OFFSET would be further from its string than 2³² − 1 bytes.
    /// * [`FormatCode::TotalLimit`] if the tensor would be too long for the format, or for memory.
    #[inline(always)]
    pub fn slot(&self, index: usize, position: u64, bytes: u64) -> Result<Slot, FormatError> {
        if index >= self.count {
            return wrong(FormatCode::IndexRange, index, Field::Table);
        }
        let views = matches!(self.form, Form::Views { .. });
        // Views may be of other memory than the table's, with positions of its own.
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
                // Nothing reads the count, which may be too large for its field.
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
        let position = (index as u64)
            .checked_mul(capacity)
            .and_then(|at| at.checked_add(self.table));
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

    /// A slot with the first bytes of `entry`, as many as an entry of the table has.
    #[inline(always)]
    fn slot_of(&self, bytes: &[u8], text: TextPlace, next: u64) -> Slot {
        let entry_bytes = self.layout.element_bytes();
        let mut entry = [0; 24];
        entry[..entry_bytes].copy_from_slice(&bytes[..entry_bytes]);
        Slot {
            entry,
            entry_bytes,
            prefix: [0; MAX_LENGTH_BYTES],
            prefix_bytes: 0,
            text,
            next,
        }
    }
}

/// The low half of a number, which is known to be all of it, or all that is asked for.
#[inline(always)]
const fn low_u32(value: u64) -> u32 {
    let [a, b, c, d, ..] = value.to_le_bytes();
    u32::from_le_bytes([a, b, c, d])
}

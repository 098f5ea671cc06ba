//! Operations that write many elements at once.

use super::bulk::{Bulk, Stop};
pub use super::joined::{Joined, write_joined};
use super::{Field, Form, FormatCode, FormatError, Layout, Slot, StringTensor, TextPlace, Writer};
use unitstr::{Encoding, Options, Policy, Progress, Source, Status, Target, encode_utf16, measure_encoded_utf16};

/// Texts to be written as elements.
pub trait Texts {
    /// Returns lower and upper bounds of the size in bytes of the `nth` text when written.
    fn bounds(&mut self, nth: usize) -> (u64, u64);

    /// Returns the size in bytes of the `nth` text when written.
    ///
    /// # Errors
    ///
    /// The progress at the first malformed or unmappable sequence of the text.
    fn measure(&mut self, nth: usize) -> Result<u64, Progress>;

    /// Writes the `nth` text if it fits, and returns how far it came.
    fn write(&mut self, nth: usize, target: Target<'_>) -> Progress;
}

/// Texts as chars, to be encoded.
#[derive(Clone, Copy, Debug)]
pub struct Chars<F> {
    /// Returns the `nth` text.
    pub text: F,
    /// The encoding.
    pub encoding: Encoding,
    /// How errors are treated.
    pub options: Options,
}

impl<'a, F: FnMut(usize) -> Source<'a>> Texts for Chars<F> {
    #[inline(always)]
    fn bounds(&mut self, nth: usize) -> (u64, u64) {
        let chars = ((self.text)(nth).bytes() / 2) as u64;
        if self.options.policy == Policy::Report {
            return (0, u64::MAX); // Any text may be refused: it has to be measured before anything is written.
        }
        let most = chars * self.encoding.max_bytes_per_char() as u64 + self.encoding.bom_bytes() as u64;
        // The lower bound: a surrogate pair may become one '?'.
        (chars / 2, most)
    }

    #[inline(always)]
    fn measure(&mut self, nth: usize) -> Result<u64, Progress> {
        let progress = measure_encoded_utf16(self.encoding, self.options, (self.text)(nth));
        match progress.status {
            Status::Done => Ok(progress.written as u64),
            _ => Err(progress),
        }
    }

    #[inline(always)]
    fn write(&mut self, nth: usize, target: Target<'_>) -> Progress {
        encode_utf16(self.encoding, self.options, (self.text)(nth), target)
    }
}

/// Texts that already are bytes.
#[derive(Clone, Copy, Debug)]
pub struct Bytes<F>(
    /// Returns the `nth` text.
    pub F,
);

impl<'a, F: FnMut(usize) -> Source<'a>> Texts for Bytes<F> {
    #[inline(always)]
    fn bounds(&mut self, nth: usize) -> (u64, u64) {
        let bytes = (self.0)(nth).bytes() as u64;
        (bytes, bytes)
    }

    #[inline(always)]
    fn measure(&mut self, nth: usize) -> Result<u64, Progress> {
        Ok((self.0)(nth).bytes() as u64)
    }

    #[inline(always)]
    fn write(&mut self, nth: usize, target: Target<'_>) -> Progress {
        let text = (self.0)(nth);
        let fits = target.put(0, text);
        Progress::stopped(
            0,
            if fits { text.bytes() } else { 0 },
            if fits { Status::Done } else { Status::OutputFull },
            0,
        )
    }
}

/// Texts that the caller writes; only their sizes in bytes are known.
#[derive(Clone, Copy, Debug)]
pub struct Sizes<F>(
    /// Returns the size of the `nth` text in bytes.
    pub F,
);

impl<F: FnMut(usize) -> u64> Texts for Sizes<F> {
    #[inline(always)]
    fn bounds(&mut self, nth: usize) -> (u64, u64) {
        let bytes = (self.0)(nth);
        (bytes, bytes)
    }

    #[inline(always)]
    fn measure(&mut self, nth: usize) -> Result<u64, Progress> {
        Ok((self.0)(nth))
    }

    #[inline(always)]
    fn write(&mut self, nth: usize, target: Target<'_>) -> Progress {
        let bytes = (self.0)(nth);
        match usize::try_from(bytes) {
            Ok(bytes) if bytes <= target.bytes() => Progress::stopped(0, bytes, Status::Done, 0),
            _ => Progress::stopped(0, 0, Status::OutputFull, 0),
        }
    }
}

/// Measures the output of [`write()`] with memory of unlimited size, and reports the position after each element.
///
/// Stops with [`Stop::Done`], [`Stop::Text`] or [`Stop::Refused`]: this finds everything that the format cannot hold.
#[inline]
pub fn measure(
    writer: &Writer,
    (first, count): (usize, usize),
    position: u64,
    texts: &mut impl Texts,
    mut each: impl FnMut(usize, u64),
) -> Bulk {
    let (mut position, mut bytes) = (position, 0);
    for nth in 0..count {
        let stop = match texts.measure(nth) {
            Ok(size) => match writer.slot(first.saturating_add(nth), position, size) {
                Ok(slot) => {
                    position = slot.next;
                    bytes += usize::try_from(size).unwrap_or(0);
                    each(nth, position);
                    continue;
                }
                Err(error) => Stop::Refused(error),
            },
            Err(progress) => Stop::Text(progress),
        };
        return Bulk { elements: nth, bytes, stop };
    }
    Bulk { elements: count, bytes, stop: Stop::Done }
}

/// Memory for the elements to write.
#[derive(Clone, Copy, Debug)]
pub struct Parts<'a> {
    /// The part of the table for these elements, at least as large as [`table_part`] returns.
    pub table: Target<'a>,
    /// Memory for their texts, from the position of the first text on.
    pub data: Target<'a>,
}

/// Returns the byte range in a tensor of the table's part for elements from `first` on. The part of the first element
/// includes the bytes before the entries, even if there are no elements. `None` if the tensor does not have the
/// elements.
#[must_use]
#[inline]
pub fn table_part(writer: &Writer, first: usize, count: usize) -> Option<(u64, u64)> {
    let end = first.checked_add(count).filter(|end| *end <= writer.count())?;
    let start = if first == 0 { 0 } else { writer.entry_start(first) };
    Some((start, writer.entry_start(end)))
}

/// Writes elements and their texts, and reports the position after each: the position of the next text.
///
/// The first text is written at `position`, which is the start of `parts.data`; see [`Writer::slot`] for formats and
/// forms with other places. With the first element of the tensor, the bytes before the entries are written too.
///
/// * Stops with [`Stop::Done`], [`Stop::OutputFull`] (the next text does not fit into the data), [`Stop::Text`], or
///   [`Stop::Refused`]: with the errors of [`Writer::slot`]; and before anything is written, with
///   [`FormatCode::IndexRange`] if there are more elements than the tensor has, or [`FormatCode::TargetSize`] if the
///   part of the table is too small.
/// * Writes: the complete table entry and text of each element; nothing of an element at which it stops.
/// * Cost: one pass over texts that certainly fit, two over others; no allocation.
#[inline]
pub fn write(
    writer: &Writer,
    (first, count): (usize, usize),
    position: u64,
    texts: &mut impl Texts,
    parts: Parts<'_>,
    mut each: impl FnMut(usize, u64),
) -> Bulk {
    let stopped = |elements, bytes, stop| Bulk { elements, bytes, stop };
    let mut run = match Run::new(writer, (first, count), position, texts, parts) {
        Ok(run) => run,
        Err(refused) => return refused,
    };
    let (mut next, mut bytes) = (position, 0);
    for nth in 0..count {
        match run.element(first + nth, nth, next) {
            Ok((after, size)) => {
                next = after;
                bytes += size;
                each(nth, next);
            }
            Err(stop) => return stopped(nth, bytes, stop),
        }
    }
    stopped(count, bytes, Stop::Done)
}

/// A sequence of elements to write.
pub(super) struct Run<'r, 'p, T> {
    writer: &'r Writer,
    pub(super) texts: &'r mut T,
    parts: Parts<'p>,
    /// The position of `parts.table` in the tensor.
    table_start: u64,
    /// The position of the start of `parts.data`.
    base: u64,
}

impl<'r, 'p, T: Texts> Run<'r, 'p, T> {
    /// Writes the bytes before the first entry of the tensor, or returns the reason why nothing can be written.
    #[inline]
    pub(super) fn new(
        writer: &'r Writer,
        (first, count): (usize, usize),
        position: u64,
        texts: &'r mut T,
        parts: Parts<'p>,
    ) -> Result<Self, Bulk> {
        let refused =
            |code| Bulk { elements: 0, bytes: 0, stop: Stop::Refused(FormatError::new(code, first, Field::Table)) };
        let (start, end) = table_part(writer, first, count).ok_or_else(|| refused(FormatCode::IndexRange))?;
        if end - start > parts.table.bytes() as u64 {
            return Err(refused(FormatCode::TargetSize));
        }
        if first == 0 {
            parts.table.put(0, Source::from_bytes(writer.header()));
        }
        Ok(Self { writer, texts, parts, table_start: start, base: position })
    }

    /// Writes an element. Returns the position after it and the size of its text in bytes.
    #[inline(always)]
    pub(super) fn element(&mut self, index: usize, nth: usize, position: u64) -> Result<(u64, usize), Stop> {
        let (least, most) = self.texts.bounds(nth);
        // If the place of the text is independent of its size and large enough, the text is written before its size
        // is known.
        if let Ok(slot) = self.writer.slot(index, position, most)
            && let TextPlace::At(at) = slot.text
            && let Ok(smallest) = self.writer.slot(index, position, least)
            && smallest.text == slot.text
            && let Some(room) = self.room(at, most)
        {
            let progress = self.texts.write(nth, room);
            if progress.status != Status::Done {
                return Err(Stop::Text(progress)); // The chars have changed meanwhile.
            }
            return self.finish(index, position, progress.written);
        }
        self.measured(index, nth, position)
    }

    /// The same for a text that must be measured first.
    #[inline(never)]
    fn measured(&mut self, index: usize, nth: usize, position: u64) -> Result<(u64, usize), Stop> {
        let bytes = self.texts.measure(nth).map_err(Stop::Text)?;
        let slot = self.writer.slot(index, position, bytes).map_err(Stop::Refused)?;
        let room = match slot.text {
            TextPlace::At(at) => self.room(at, bytes).ok_or(Stop::OutputFull)?,
            TextPlace::Inside(inside) => {
                self.put_entry(index, &slot);
                self.room_in_table(index, inside, bytes).ok_or(Stop::OutputFull)?
            }
        };
        let progress = self.texts.write(nth, room);
        if progress.status != Status::Done {
            return Err(Stop::Text(progress)); // The chars have changed meanwhile.
        }
        self.finish(index, position, progress.written)
    }

    /// Writes the table entry and prefix of a text of this size that has been written.
    #[inline(always)]
    fn finish(&mut self, index: usize, position: u64, bytes: usize) -> Result<(u64, usize), Stop> {
        let slot = self.writer.slot(index, position, bytes as u64).map_err(Stop::Refused)?;
        if let TextPlace::At(_) = slot.text {
            self.put_entry(index, &slot);
        }
        if !slot.prefix().is_empty() {
            let at = usize::try_from(position - self.base).map_err(|_| Stop::OutputFull)?;
            self.parts.data.put(at, Source::from_bytes(slot.prefix()));
        }
        Ok((slot.next, bytes))
    }

    #[inline(always)]
    fn put_entry(&self, index: usize, slot: &Slot) {
        let at = self.writer.entry_start(index) - self.table_start;
        // No overflow: `write` has checked that the part is large enough.
        if let Ok(at) = usize::try_from(at) {
            self.parts.table.put(at, Source::from_bytes(slot.entry()));
        }
    }

    /// Returns exactly this many bytes of the data from a position on, or `None` if it has fewer.
    #[inline(always)]
    fn room(&self, at: u64, bytes: u64) -> Option<Target<'p>> {
        self.parts.data.part(at.checked_sub(self.base)?, bytes)
    }

    #[inline(always)]
    fn room_in_table(&self, index: usize, inside: usize, bytes: u64) -> Option<Target<'p>> {
        let at = self.writer.entry_start(index) - self.table_start + inside as u64;
        self.parts.table.part(at, bytes)
    }
}

/// Returns a tensor with these texts, without addresses.
///
/// # Errors
///
/// The errors of [`Writer::new`] and [`Writer::slot`], with the index of the first element that the format cannot
/// hold.
///
/// ```
/// use unitstr_tensor::{Layout, fill};
///
/// let bytes = fill::to_vec(Layout::TFLITE, &["a", "bc"])?;
/// assert_eq!(bytes, *b"\x02\0\0\0\x10\0\0\0\x11\0\0\0\x13\0\0\0abc");
/// # Ok::<(), unitstr_tensor::FormatError>(())
/// ```
pub fn to_vec<B: AsRef<[u8]>>(layout: Layout, texts: &[B]) -> Result<Vec<u8>, FormatError> {
    let mut sources = Bytes(|nth: usize| Source::from_bytes(texts[nth].as_ref()));
    to_vec_of(layout, texts.len(), &mut sources)
}

/// Returns a tensor with this many texts that already are bytes, without addresses.
pub(super) fn to_vec_of(layout: Layout, count: usize, texts: &mut impl Texts) -> Result<Vec<u8>, FormatError> {
    let writer = Writer::new(layout, Form::Image, count)?;
    let mut end = writer.first_position();
    let measured = measure(&writer, (0, count), end, texts, |_, position| end = position);
    if let Stop::Refused(error) = measured.stop {
        return Err(error);
    }
    let too_large = FormatError::new(FormatCode::NoMemory, count, Field::Table);
    let bytes = usize::try_from(end).map_err(|_| too_large)?;
    let mut tensor = Vec::new();
    tensor.try_reserve_exact(bytes).map_err(|_| too_large)?;
    tensor.resize(bytes, 0);
    let table_bytes = usize::try_from(writer.first_position()).map_err(|_| too_large)?;
    let (table, data) = tensor.split_at_mut(table_bytes);
    let parts = Parts { table: Target::from_bytes(table), data: Target::from_bytes(data) };
    match write(&writer, (0, count), writer.first_position(), texts, parts, |_, _| {}).stop {
        Stop::Done => Ok(tensor),
        Stop::Refused(error) => Err(error),
        // The texts have changed since they were measured.
        Stop::OutputFull | Stop::Text(_) => Err(too_large),
    }
}

/// Converts a tensor to another layout, without addresses.
///
/// # Errors
///
/// The errors of [`StringTensor::element`]; [`FormatCode::TotalLimit`] beyond the limit of the tensor's checks; the
/// error if the new format cannot hold an element. The error has the index of the first such element.
///
/// ```
/// use unitstr_tensor::{Checks, Layout, StringTensor, fill};
/// use unitstr::Source;
///
/// let old = fill::to_vec(Layout::TF_LEGACY, &["a", "bc"])?;
/// let tensor = StringTensor::new(Source::from_bytes(&old), 2, Layout::TF_LEGACY, Checks::UNTRUSTED)?;
/// assert_eq!(fill::convert(&tensor, Layout::TFLITE), fill::to_vec(Layout::TFLITE, &["a", "bc"]));
/// # Ok::<(), unitstr_tensor::FormatError>(())
/// ```
pub fn convert(tensor: &StringTensor<'_>, layout: Layout) -> Result<Vec<u8>, FormatError> {
    let mut budget = tensor.budget();
    for index in 0..tensor.count() {
        budget.spend(index, tensor.element(index)?.bytes())?;
    }
    // A string that has become invalid meanwhile is written as empty.
    let text = |index| {
        let element = tensor.element(index);
        element.map_or(Source::from_bytes(&[]), |element| element.text())
    };
    to_vec_of(layout, tensor.count(), &mut Bytes(text))
}

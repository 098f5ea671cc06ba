//! Writes elements whose texts already are bytes that follow each other: table entries are written as words, and
//! adjacent texts are copied together.

use super::bulk::{Bulk, Stop};
use super::fill::{Bytes, Parts, Run, Texts};
use super::small::TEXTS;
use super::tstring::{ELEMENT_BYTES, MAX_OFFSET_BYTES, SMALL_CAPACITY};
use super::{Form, Format, Layout, WordSize, Writer, tflite};
use unitstr::{Progress, Source, Target};

/// Texts that already are bytes, one after the other.
#[derive(Clone, Copy, Debug)]
pub struct Joined<'a, F> {
    /// The bytes of all texts.
    pub bytes: Source<'a>,
    /// Returns the end of the `nth` text. A text that does not end after the previous one, within `bytes`, is empty.
    pub end: F,
}

impl<'a, F: Fn(usize) -> u64> Joined<'a, F> {
    fn start(&self, nth: usize) -> u64 {
        if nth == 0 { 0 } else { (self.end)(nth - 1) }
    }

    fn text(&self, nth: usize) -> Source<'a> {
        let from = self.start(nth);
        let size = (self.end)(nth).checked_sub(from);
        let text = size.and_then(|size| self.bytes.part(from, size));
        text.unwrap_or(Source::from_bytes(&[]))
    }

    #[inline(always)]
    fn each(&self) -> Bytes<impl FnMut(usize) -> Source<'a>> {
        Bytes(|nth| self.text(nth))
    }
}

impl<F: Fn(usize) -> u64> Texts for Joined<'_, F> {
    #[inline(always)]
    fn bounds(&mut self, nth: usize) -> (u64, u64) {
        self.each().bounds(nth)
    }

    #[inline(always)]
    fn measure(&mut self, nth: usize) -> Result<u64, Progress> {
        self.each().measure(nth)
    }

    #[inline(always)]
    fn write(&mut self, nth: usize, target: Target<'_>) -> Progress {
        self.each().write(nth, target)
    }
}

/// [`fill::write`](super::fill::write) for such texts, with the same result.
///
/// ```
/// use unitstr_tensor::fill::{Joined, Parts, write_joined};
/// use unitstr_tensor::{Form, Layout, Writer};
/// use unitstr::{Source, Target};
///
/// let writer = Writer::new(Layout::TFLITE, Form::Image, 2)?;
/// let texts = Joined { bytes: Source::from_bytes(b"abc"), end: |nth| [1, 3][nth] };
/// let (mut table, mut data) = ([0; 16], [0; 3]);
/// let parts = Parts { table: Target::from_bytes(&mut table), data: Target::from_bytes(&mut data) };
/// let done = write_joined(&writer, (0, 2), writer.first_position(), texts, parts, |_, _| {});
/// assert_eq!((done.elements, done.bytes), (2, 3));
/// assert_eq!((table, data), (*b"\x02\0\0\0\x10\0\0\0\x11\0\0\0\x13\0\0\0", *b"abc"));
/// # Ok::<(), unitstr_tensor::FormatError>(())
/// ```
#[inline]
pub fn write_joined<F: Fn(usize) -> u64>(
    writer: &Writer,
    (first, count): (usize, usize),
    position: u64,
    mut texts: Joined<'_, F>,
    parts: Parts<'_>,
    mut each: impl FnMut(usize, u64),
) -> Bulk {
    // If a position could become too large, each element is checked separately.
    let last = position.checked_add(texts.bytes.bytes() as u64);
    let lane = Lane::of(writer, first, position).filter(|_| last.is_some_and(|last| last <= i64::MAX as u64));
    let header = if first == 0 { writer.header().len() } else { 0 };
    let mut run = match Run::new(writer, (first, count), position, &mut texts, parts) {
        Ok(run) => run,
        Err(refused) => return refused,
    };
    let (mut next, mut bytes, mut nth) = (position, 0, 0);
    while nth < count {
        if let Some(lane) = lane {
            let words = Words { entries: parts.table.rest(header), data: parts.data, base: position, texts: run.texts };
            let from = words.texts.start(nth);
            let (after, to) = match lane {
                Lane::Views { address, owner } => {
                    words.views((nth, count), from, &mut next, (address, owner), &mut each)
                }
                Lane::Distances { .. } | Lane::Ends => {
                    words.image((nth, count), from, &mut next, (lane, writer.entry_start(first + nth)), &mut each)
                }
            };
            bytes += usize::try_from(to - from).unwrap_or(0);
            nth = after;
            if nth == count {
                break;
            }
        }
        match run.element(first + nth, nth, next) {
            Ok((after, size)) => {
                next = after;
                bytes += size;
                each(nth, next);
                nth += 1;
            }
            Err(stop) => {
                return Bulk { elements: nth, bytes, stop };
            }
        }
    }
    Bulk { elements: count, bytes, stop: Stop::Done }
}

/// The forms whose entries are written as words, on machines with the byte order of the formats.
#[derive(Clone, Copy)]
enum Lane {
    /// SMALL and VIEW.
    Views { address: u64, owner: u64 },
    /// OFFSET in elements of 24 bytes.
    Distances { count: u32 },
    /// TFLite's table.
    Ends,
}

impl Lane {
    fn of(writer: &Writer, first: usize, position: u64) -> Option<Self> {
        let Layout { format, word, .. } = writer.layout();
        let table = writer.first_position();
        let image = writer.form() == Form::Image;
        let strange = image && (position < table || first == 0 && position != table);
        if cfg!(target_endian = "big") || word != WordSize::Eight || strange {
            return None;
        }
        match (writer.form(), format) {
            (Form::Views { address, owner }, _) => Some(Self::Views { address, owner }),
            (Form::Image, Format::Tf24 | Format::Rfc24) => {
                let [a, b, c, d, ..] = (writer.count() as u64).to_le_bytes();
                let count = u32::from_le_bytes([a, b, c, d]); // as much of it as the field has
                Some(Self::Distances { count })
            }
            (Form::Image, Format::TfLite) => Some(Self::Ends),
            _ => None,
        }
    }
}

/// Writes elements as words as long as they need no further check. `Run` handles the first that does.
struct Words<'w, 'p, 'a, F> {
    /// The table entries, from the first on.
    entries: Target<'p>,
    data: Target<'p>,
    /// The position of the start of the data.
    base: u64,
    texts: &'w Joined<'a, F>,
}

impl<F: Fn(usize) -> u64> Words<'_, '_, '_, F> {
    /// The position after a text that fits into the data.
    #[inline(always)]
    fn behind(&self, position: u64, size: u64) -> Option<u64> {
        let at = position - self.base;
        let fits = at <= self.data.bytes() as u64 && size <= self.data.bytes() as u64 - at;
        fits.then(|| position + size)
    }

    /// Copies adjacent texts to their position, which [`Words::behind`] has checked.
    #[inline(always)]
    fn copy(&self, texts: (u64, u64), position: u64) {
        if let Some(text) = self.texts.bytes.part(texts.0, texts.1 - texts.0)
            && let Ok(at) = usize::try_from(position - self.base)
        {
            self.data.put(at, text);
        }
    }

    /// Writes elements that store their text or are a VIEW of it. Returns the first element that was not written and
    /// the start of its text.
    #[inline(never)]
    fn views(
        &self,
        (mut nth, count): (usize, usize),
        mut from: u64,
        next: &mut u64,
        (address, owner): (u64, u64),
        each: &mut impl FnMut(usize, u64),
    ) -> (usize, u64) {
        let all = self.texts.bytes.bytes() as u64;
        // The adjacent texts that are not copied yet, and their position.
        let (mut pending, mut goes) = ((from, from), *next);
        while nth < count {
            let to = (self.texts.end)(nth);
            if to < from || to > all {
                break;
            }
            let size = to - from;
            let entry = if size <= SMALL_CAPACITY as u64 {
                let (Ok(at), Ok(bytes)) = (usize::try_from(from), usize::try_from(size)) else {
                    break;
                };
                let Some([a, b, c]) = self.texts.bytes.read::<[u64; 3]>(at) else {
                    break;
                };
                let mask = &TEXTS[bytes];
                let [a, b, c] = [a & mask[0], b & mask[1], c & mask[2]];
                [a << 8 | size << 2, a >> 56 | b << 8, b >> 56 | c << 8]
            } else {
                let (Some(after), Some(place)) = (self.behind(*next, size), address.checked_add(*next)) else {
                    break;
                };
                if pending.1 != from {
                    self.copy(pending, goes);
                    (pending.0, goes) = (from, *next);
                }
                pending.1 = to;
                *next = after;
                [size << 2 | 3, place, owner]
            };
            self.entries.write(nth * ELEMENT_BYTES, entry);
            each(nth, *next);
            from = to;
            nth += 1;
        }
        self.copy(pending, goes);
        (nth, from)
    }

    /// Writes elements whose texts follow each other after the table. `entry_start` is the position of the first
    /// entry in the tensor.
    #[inline(never)]
    fn image(
        &self,
        (mut nth, count): (usize, usize),
        mut from: u64,
        next: &mut u64,
        (lane, mut entry_start): (Lane, u64),
        each: &mut impl FnMut(usize, u64),
    ) -> (usize, u64) {
        let all = self.texts.bytes.bytes() as u64;
        let (start, goes) = (from, *next);
        while nth < count {
            let to = (self.texts.end)(nth);
            if to < from || to > all {
                break;
            }
            let size = to - from;
            let Some(after) = self.behind(*next, size) else {
                break;
            };
            match lane {
                Lane::Ends => {
                    let Some(end) = u32::try_from(after).ok().filter(|_| after <= tflite::MAX_BYTES) else {
                        break;
                    };
                    self.entries.write(4 * nth, end);
                }
                Lane::Distances { count } => {
                    let distance = *next - entry_start;
                    if size > MAX_OFFSET_BYTES as u64 || distance > u32::MAX.into() {
                        break;
                    }
                    let entry = [size << 2 | 2 | distance << 32, count.into(), 0];
                    self.entries.write(nth * ELEMENT_BYTES, entry);
                    entry_start += ELEMENT_BYTES as u64;
                }
                Lane::Views { .. } => break,
            }
            *next = after;
            each(nth, *next);
            from = to;
            nth += 1;
        }
        self.copy((start, from), goes);
        (nth, from)
    }
}

//! What writers write: images that hold no address, views, arenas; and what they refuse.

use std::ops::Range;

use unitstr::{Encoding, Options, Pointers, Source, Target};
use unitstr_tensor::fill::{self, Parts, Sizes, Texts};
use unitstr_tensor::{
    ByteOrder, Checks, Field, Form, Format, FormatCode, FormatError, Kind, Layout, Place, Strictness, StringTensor,
    Trust, ViewAbi, Writer, bulk, tstring,
};

use crate::common::{Random, error, read, vector};

const TF24: Layout = Layout::tf24(ViewAbi::From2_21);
const IMAGES: [Layout; 7] = [
    TF24,
    Layout::tf24(ViewAbi::UpTo2_20).with_order(ByteOrder::Big),
    Layout::RFC16,
    Layout::RFC24,
    Layout::TF_LEGACY,
    Layout::TF_LEGACY.with_order(ByteOrder::Big),
    Layout::TFLITE,
];

fn strict() -> Checks<'static> {
    Checks::UNTRUSTED.with_strictness(Strictness::Strict)
}

#[test]
fn images_hold_what_was_put_in_and_pass_the_strictest_checks() {
    let mut random = Random::new(3);
    for _ in 0..300 {
        let texts = random.texts(8);
        for layout in IMAGES {
            let bytes = fill::to_vec(layout, &texts).expect("fits");
            assert_eq!(read(&bytes, texts.len(), layout, strict()), Ok(texts.clone()), "{layout:?}");
            // It may be moved: nothing in it is an address.
            let text_bytes: usize = texts.iter().map(Vec::len).sum();
            assert!(bytes.len() >= layout.table_bytes(texts.len()).expect("small") + text_bytes);
        }
    }
}

#[test]
fn an_offset_image_byte_by_byte() {
    let bytes = fill::to_vec(TF24, &["ab", "", "c"]).expect("fits");
    let mut expected = vec![0; 72];
    for (nth, (size, offset)) in [(2_u32, 72_u32), (0, 50), (1, 26)].into_iter().enumerate() {
        let element = &mut expected[24 * nth..][..12];
        element[..4].copy_from_slice(&(size << 2 | 2).to_le_bytes());
        element[4..8].copy_from_slice(&offset.to_le_bytes());
        element[8..].copy_from_slice(&3_u32.to_le_bytes());
    }
    expected.extend_from_slice(b"abc");
    assert_eq!(bytes, expected);
}

#[test]
fn the_image_that_tensorflow_accepts() {
    let json = String::from_utf8(vector("tensorflow/offset_tensor_6.json")).expect("ASCII");
    let (_, list) = json.split_once("\"elements_hex\"").expect("the list");
    let texts: Vec<Vec<u8>> = list.split('"').skip(1).step_by(2).map(hex).collect();
    assert_eq!(texts.iter().map(Vec::len).collect::<Vec<_>>(), [5, 22, 47, 0, 300, 10]);
    let bytes = vector("tensorflow/offset_tensor_6.bin");
    assert_eq!(fill::to_vec(TF24, &texts).as_ref(), Ok(&bytes));
    assert_eq!(read(&bytes, 6, TF24, strict()), Ok(texts));
}

fn hex(text: &str) -> Vec<u8> {
    let digits: Vec<_> = text.chars().map(|c| c.to_digit(16).expect("a digit")).collect();
    digits.chunks_exact(2).map(|pair| (pair[0] << 4 | pair[1]).to_le_bytes()[0]).collect()
}

/// What a writer says of sizes, without memory for texts.
fn measured(layout: Layout, form: Form, sizes: &[u64]) -> Result<Vec<u64>, FormatError> {
    let writer = Writer::new(layout, form, sizes.len())?;
    let mut positions = Vec::new();
    let bulk = fill::measure(
        &writer,
        (0, sizes.len()),
        writer.first_position(),
        &mut Sizes(|nth: usize| sizes[nth]),
        |_, position| positions.push(position),
    );
    match bulk.stop {
        bulk::Stop::Done => Ok(positions),
        bulk::Stop::Refused(error) => Err(error),
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_a_format_cannot_hold_is_refused_with_its_index() {
    const GIB: u64 = 1 << 30;
    use Field::{Capacity, End, Offset, Size, Table};
    use FormatCode::{Distance, SizeLimit, TotalLimit, Unsupported};
    let refused = |code, index, field| Err(error(code, index, field));
    let no_writer = |layout, form, count| Writer::new(layout, form, count).map(|_| Vec::new());
    // A string of 2³⁰ bytes; one byte less is held.
    assert_eq!(measured(TF24, Form::Image, &[5, GIB]), refused(SizeLimit, 1, Size));
    assert_eq!(measured(TF24, Form::Image, &[5, GIB - 1]), Ok(vec![53, 53 + GIB - 1]));
    for layout in [Layout::RFC16, Layout::RFC24] {
        assert_eq!(measured(layout, Form::Image, &[GIB]), refused(SizeLimit, 0, Size));
    }
    // An element may be 4 GiB less 1 byte away from its string, even from an empty one.
    let sum = 3 * (GIB - 1);
    let rest = u64::from(u32::MAX) + 24 * 4 - 24 * 5 - sum;
    let sizes = |rest, last| [GIB - 1, GIB - 1, GIB - 1, rest, last];
    assert!(measured(TF24, Form::Image, &sizes(rest, 7)).is_ok());
    assert_eq!(measured(TF24, Form::Image, &sizes(rest + 1, 7)), refused(Distance, 4, Offset));
    assert_eq!(measured(TF24, Form::Image, &sizes(rest + 1, 0)), refused(Distance, 4, Offset));
    // TFLite: 2³¹ − 1 bytes in all.
    let most = i32::MAX as u64;
    assert_eq!(measured(Layout::TFLITE, Form::Image, &[10, most - 26, 0]), Err(error(TotalLimit, 1, End)));
    assert_eq!(measured(Layout::TFLITE, Form::Image, &[10, most - 30, 0]), Ok(vec![30, most, most]));
    assert_eq!(no_writer(Layout::TFLITE, Form::Image, 1 << 29), refused(TotalLimit, 1 << 29, Table));
    assert_eq!(no_writer(TF24, Form::Image, usize::MAX / 2), refused(TotalLimit, usize::MAX / 2, Table));
    // The old layout has no limits but memory's.
    assert_eq!(
        measured(Layout::TF_LEGACY, Form::Image, &[1 << 40, 127]),
        Ok(vec![16 + 6 + (1 << 40), 16 + 6 + (1 << 40) + 128])
    );
    for size in [u64::MAX, i64::MAX as u64, i64::MAX as u64 - 10] {
        assert_eq!(measured(Layout::TF_LEGACY, Form::Image, &[size]), refused(TotalLimit, 0, Size), "{size}");
    }
    // Arenas: a place's size.
    let arena = |capacity| Form::Arena { address: 0x1000, capacity };
    assert_eq!(measured(Layout::RFC16, arena(8), &[8, 0, 9]), refused(SizeLimit, 2, Size));
    assert_eq!(measured(Layout::RFC24, arena(8), &[8, 0]), Ok(vec![56, 64]));
    assert_eq!(measured(Layout::RFC24, arena(GIB), &[8]), refused(SizeLimit, 0, Size));
    let wide = Writer::new(Layout::RFC24, arena(GIB - 1), 1 << 34).expect("not yet too much");
    assert_eq!(
        wide.slot((1 << 34) - 1, wide.first_position(), 1).map(|_| ()),
        Err(error(TotalLimit, (1 << 34) - 1, Capacity))
    );
    // Forms that a format does not have.
    let views = Form::Views { address: 0, owner: 0 };
    for (layout, form) in [
        (Layout::TFLITE, views),
        (Layout::TF_LEGACY, arena(1)),
        (Layout::RFC16, views),
        (TF24, arena(1)),
        (TF24.with_order(foreign()), views),
        (Layout::RFC24.with_order(foreign()), arena(1)),
        (Layout::tf24(ViewAbi::UpTo2_20), Form::Views { address: 0, owner: 8 }),
    ] {
        assert_eq!(no_writer(layout, form, 3), refused(Unsupported, 3, Table), "{layout:?}");
    }
}

const fn foreign() -> ByteOrder {
    if cfg!(target_endian = "little") { ByteOrder::Big } else { ByteOrder::Little }
}

/// Memory with a table and texts in it, each between bytes that nobody may write.
struct Memory {
    bytes: Vec<u8>,
    table: Range<usize>,
    data: Range<usize>,
}

impl Memory {
    fn new(table: usize, data: usize) -> Self {
        Self { bytes: vec![0x55; table + data + 48], table: 16..16 + table, data: 32 + table..32 + table + data }
    }

    fn address(&self) -> u64 {
        self.bytes.as_ptr().expose_provenance() as u64 + self.data.start as u64
    }

    fn parts(&mut self) -> Parts<'_> {
        let (head, tail) = self.bytes.split_at_mut(self.data.start);
        Parts {
            table: Target::from_bytes(&mut head[self.table.clone()]),
            data: Target::from_bytes(&mut tail[..self.data.len()]),
        }
    }

    fn is_untouched_from(&self, table: usize, data: usize) -> bool {
        let places =
            [0..self.table.start, self.table.start + table..self.data.start, self.data.start + data..self.bytes.len()];
        places.into_iter().all(|place| self.bytes[place].iter().all(|b| *b == 0x55))
    }
}

fn utf16(text: &str) -> Vec<u16> {
    text.encode_utf16().collect()
}

fn chars<'a>(texts: &'a [Vec<u16>], options: Options) -> impl Texts + use<'a> {
    fill::Chars { text: move |nth: usize| Source::from_chars(&texts[nth]), encoding: Encoding::Utf8, options }
}

const WORDS: [&str; 9] = [
    "",
    "a",
    "twenty-two bytes long.",
    "twenty-three bytes long",
    "世界",
    "eight CJK: 世界世界世界世界",
    "😀😀😀😀😀😀",
    "é with an accent, and a rather long text behind it that surely is no small one: more than 128 bytes of it, so \
     that its length takes two bytes",
    "end",
];

#[test]
fn views_over_one_arena() {
    let texts: Vec<_> = WORDS.iter().map(|text| utf16(text)).collect();
    for options in [Options::REPLACE, Options::REPORT] {
        let long: usize = WORDS.iter().map(|text| text.len()).filter(|size| *size > 22).sum();
        let mut memory = Memory::new(24 * texts.len(), long);
        let form = Form::Views { address: memory.address(), owner: 0 };
        let writer = Writer::new(TF24, form, texts.len()).expect("native");
        let mut positions = Vec::new();
        let bulk =
            fill::write(&writer, (0, texts.len()), 0, &mut chars(&texts, options), memory.parts(), |_, position| {
                positions.push(position);
            });
        assert_eq!(bulk.stop, bulk::Stop::Done);
        assert_eq!(positions.last(), Some(&(long as u64)));
        assert!(memory.is_untouched_from(24 * texts.len(), long));
        // SAFETY: the addresses are those of `memory`.
        let pointers = unsafe { Pointers::vouched() };
        let checks = Checks::new(Trust::TrustedPointersChecked(pointers)).with_strictness(Strictness::Strict);
        let table = Source::from_bytes(&memory.bytes[memory.table.clone()]);
        let tensor = StringTensor::new(table, texts.len(), TF24, checks).expect("a table");
        for (index, text) in WORDS.iter().enumerate() {
            let element = tensor.element(index).expect("good");
            assert_eq!(element.text().to_vec(), text.as_bytes(), "{index}");
            let kind = if text.len() > 22 { Kind::View } else { Kind::Small };
            assert_eq!(element.kind(), kind, "{index}");
            let raw = &memory.bytes[memory.table.start + 24 * index..][..24];
            if kind == Kind::Small {
                assert_eq!(raw, tstring::small_element(text.as_bytes()).expect("short"), "{index}");
            } else {
                assert_eq!(raw[16..], [0; 8], "no owner");
            }
        }
        let untrusted = StringTensor::new(table, texts.len(), TF24, Checks::UNTRUSTED).expect("a table");
        let refused = untrusted.validate();
        assert_eq!(refused, Err(error(FormatCode::PointerRefused, 3, Field::Pointer)));
    }
}

#[test]
fn an_arena_has_places_that_can_be_written_to() {
    let texts: Vec<_> = WORDS.iter().map(|text| utf16(text)).collect();
    let capacity = WORDS.iter().map(|text| text.len()).max().expect("some");
    for layout in [Layout::RFC16, Layout::RFC24] {
        let table = layout.element_bytes() * texts.len();
        let mut memory = Memory::new(table, capacity * texts.len());
        let form = Form::Arena { address: memory.address() - table as u64, capacity: capacity as u64 };
        let writer = Writer::new(layout, form, texts.len()).expect("native");
        let mut last = 0;
        let mut given = chars(&texts, Options::REPLACE);
        let bulk = fill::write(&writer, (0, texts.len()), table as u64, &mut given, memory.parts(), |_, position| {
            last = position
        });
        assert_eq!((bulk.stop, last), (bulk::Stop::Done, (table + capacity * texts.len()) as u64));
        // SAFETY: the addresses are those of `memory`.
        let pointers = unsafe { Pointers::vouched() };
        let checks = Checks::new(Trust::TrustedPointersChecked(pointers)).with_strictness(Strictness::Strict);
        let source = Source::from_bytes(&memory.bytes[memory.table.clone()]);
        let tensor = StringTensor::new(source, texts.len(), layout, checks).expect("a table");
        for (index, text) in WORDS.iter().enumerate() {
            let element = tensor.element(index).expect("good");
            let place = Place::Address(memory.address() + (index * capacity) as u64);
            assert_eq!((element.kind(), element.place()), (Kind::Prealloc, place));
            assert_eq!(element.text().to_vec(), text.as_bytes());
            assert_eq!(element.capacity(), capacity as u64);
        }
    }
}

#[test]
fn chunks_with_windows_are_the_same_as_one_piece() {
    let texts: Vec<_> = WORDS.iter().map(|text| utf16(text)).collect();
    for layout in IMAGES {
        let whole = fill::to_vec(layout, &WORDS).expect("fits");
        let writer = Writer::new(layout, Form::Image, texts.len()).expect("fits");
        for (chunk, options) in
            [(1, Options::REPLACE), (2, Options::REPORT), (4, Options::REPLACE), (9, Options::REPORT)]
        {
            let mut bytes = vec![0x55; whole.len()];
            let mut position = writer.first_position();
            for first in (0..texts.len()).step_by(chunk) {
                let count = chunk.min(texts.len() - first);
                let (start, end) = fill::table_part(&writer, first, count).expect("inside");
                let [start, end, at] = [start, end, position].map(|n| usize::try_from(n).expect("small"));
                let (head, tail) = bytes.split_at_mut(at);
                let parts = Parts { table: Target::from_bytes(&mut head[start..end]), data: Target::from_bytes(tail) };
                let mut given = chars(&texts[first..], options);
                let bulk = fill::write(&writer, (first, count), position, &mut given, parts, |_, next| position = next);
                assert_eq!((bulk.elements, bulk.stop), (count, bulk::Stop::Done), "{layout:?}");
            }
            assert_eq!(bytes, whole, "{layout:?} {chunk}");
            assert_eq!(position, whole.len() as u64);
        }
    }
}

#[test]
fn what_stops_a_writer_leaves_the_rest_untouched() {
    let mut texts: Vec<_> = WORDS.iter().map(|text| utf16(text)).collect();
    texts[5][3] = 0xD800;
    for layout in IMAGES {
        let writer = Writer::new(layout, Form::Image, texts.len()).expect("fits");
        let (start, end) = fill::table_part(&writer, 0, texts.len()).expect("inside");
        let table = usize::try_from(end - start).expect("small");
        let position = writer.first_position();
        let whole = fill::to_vec(layout, &WORDS).expect("fits").len() - table;
        for room in 0..=whole {
            let mut memory = Memory::new(table, room);
            let mut ends = vec![position];
            let bulk = {
                let mut given = chars(&texts, Options::REPORT);
                fill::write(&writer, (0, texts.len()), position, &mut given, memory.parts(), |_, end| ends.push(end))
            };
            match bulk.stop {
                bulk::Stop::OutputFull => assert!(bulk.elements < 5),
                bulk::Stop::Text(progress) => assert_eq!((bulk.elements, progress.read), (5, 3)),
                other => panic!("{other:?}"),
            }
            let written = usize::try_from(ends.last().expect("one") - position).expect("small");
            let entries = if bulk.elements == 0 {
                writer.header().len()
            } else {
                usize::try_from(writer.entry_start(bulk.elements)).expect("small")
            };
            assert!(memory.is_untouched_from(entries, written), "{layout:?} {room} {bulk:?}");
        }
        let mut memory = Memory::new(table - 1, whole);
        let mut given = chars(&texts, Options::REPLACE);
        let bulk = fill::write(&writer, (0, texts.len()), position, &mut given, memory.parts(), |_, _| {});
        assert_eq!(bulk.stop, bulk::Stop::Refused(error(FormatCode::TargetSize, 0, Field::Table)));
        let bulk = fill::write(&writer, (1, texts.len()), position, &mut given, memory.parts(), |_, _| {});
        assert_eq!(bulk.stop, bulk::Stop::Refused(error(FormatCode::IndexRange, 1, Field::Table)));
        assert!(memory.is_untouched_from(0, 0));
        if layout.format != Format::TfLite {
            let bulk = fill::write(&writer, (0, 1), position - 1, &mut given, memory.parts(), |_, _| {});
            let _ = bulk; // The part of the table is one byte short for all, not for one element.
            assert_eq!(bulk.stop, bulk::Stop::Refused(error(FormatCode::OffsetIntoTable, 0, Field::Offset)));
        }
    }
}

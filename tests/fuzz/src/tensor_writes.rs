//! Writers of string tensors: what one of them wrote, its reader reads, and no other string.

use arbitrary::Unstructured;
use unitstr::{Coder, Encoding, Options, Pointers, Policy, Source, Target, to_chars};
use unitstr_tensor::bulk::Decoded;
use unitstr_tensor::fill::{Joined, Parts};
use unitstr_tensor::owned::ArenaArray;
use unitstr_tensor::{
    ByteOrder, Checks, Form, Format, Kind, Layout, Strictness, StringTensor, Trust, WordSize, Writer, bulk, fill,
};

/// How many strings, or operations, at most.
const MOST: usize = 60;

/// Strings that the input spells, in every layout: written, checked as strictly as can be, read, wherever the bytes are
/// moved to, and from each layout to another.
pub fn tensor_round_trip(input: &[u8]) {
    let mut input = Unstructured::new(input);
    let mut texts = Vec::new();
    let Ok([order, word, skew, bad]) = input.arbitrary::<[u8; 4]>() else {
        return;
    };
    while texts.len() < MOST
        && !input.is_empty()
        && let Ok(bytes) = input.arbitrary::<u8>()
    {
        // Lengths around what an element holds, and what one byte of a length says.
        let bytes = [0, 1, 15, 16, 22, 23, 127, 128].get(usize::from(bytes >> 4)).copied();
        let bytes = bytes.unwrap_or(usize::from(skew)).min(input.len());
        texts.push(input.bytes(bytes).unwrap_or(&[]).to_vec());
    }
    let strict = Checks::UNTRUSTED.with_strictness(Strictness::Strict);
    let layouts = [Layout::TFLITE, Layout::TF_LEGACY, Layout::RFC16, Layout::RFC24].into_iter();
    let tf24 = Layout::tf24(unitstr_tensor::ViewAbi::From2_21);
    joined(tf24, Form::Views { address: 0, owner: 0 }, &texts);
    for layout in layouts.chain([tf24]) {
        let layout = Layout {
            order: if order % 2 == 0 || layout.format == Format::TfLite {
                ByteOrder::Little
            } else {
                ByteOrder::Big
            },
            word: if word % 2 == 0 { WordSize::Eight } else { WordSize::Four },
            ..layout
        };
        let image = fill::to_vec(layout, &texts).expect("short strings fit into every layout");
        // At any alignment, and where the block ends the sanitizer sees more.
        let mut moved = vec![0; usize::from(skew % 8)];
        moved.extend_from_slice(&image);
        let moved = moved.into_boxed_slice();
        let bytes = &moved[usize::from(skew % 8)..];
        let tensor = StringTensor::new(Source::from_bytes(bytes), texts.len(), layout, strict).expect("a tensor");
        let total = texts.iter().map(Vec::len).sum::<usize>() as u64;
        assert_eq!(tensor.validate(), Ok(total));
        assert_eq!(bulk::to_vecs(&tensor).as_ref(), Ok(&texts));
        decoded(&tensor, &texts);
        assert_eq!(joined(layout, Form::Image, &texts).concat(), image);
        let other = fill::convert(&tensor, tf24).expect("short strings fit into every layout");
        let other = StringTensor::new(Source::from_bytes(&other), texts.len(), tf24, strict).expect("a tensor");
        assert_eq!(bulk::to_vecs(&other).as_ref(), Ok(&texts));
        // One byte changed: anything but a read outside of the memory.
        if !image.is_empty() {
            let mut broken = bytes.to_vec().into_boxed_slice();
            broken[usize::from(bad) % image.len()] ^= 1 << (bad % 8);
            let lenient = Checks::UNTRUSTED.with_strictness(Strictness::Lenient);
            if let Ok(tensor) = StringTensor::new(Source::from_bytes(&broken), texts.len(), layout, lenient)
                && let (Ok(all), Ok(total)) = (bulk::to_vecs(&tensor), tensor.validate())
            {
                assert_eq!(all.iter().map(Vec::len).sum::<usize>() as u64, total);
            }
        }
    }
}

/// Many elements at once are what each text is by itself.
fn decoded(tensor: &StringTensor<'_>, texts: &[Vec<u8>]) {
    let room = texts.iter().map(Vec::len).sum();
    let mut latin1 = vec![0_u8; room].into_boxed_slice();
    let mut chars = vec![0_u16; room].into_boxed_slice();
    // SAFETY: the boxes, which nobody else uses meanwhile.
    let targets = unsafe {
        (
            Target::scratch(latin1.as_mut_ptr(), room),
            Target::scratch(chars.as_mut_ptr().cast(), 2 * room),
        )
    };
    let mut found: Vec<Decoded> = Vec::new();
    let all = 0..texts.len();
    let done = bulk::decode(
        tensor,
        all,
        Encoding::Utf8,
        Options::REPLACE,
        (Some(targets.0), targets.1),
        |_, text| {
            found.push(text);
        },
    );
    assert_eq!((done.elements, done.bytes), (texts.len(), room));
    for (text, place) in texts.iter().zip(found) {
        let range = place.start..place.start + place.chars;
        let found: Vec<u16> = match place.coder {
            Coder::Latin1 => latin1[range].iter().map(|byte| u16::from(*byte)).collect(),
            Coder::Utf16 => chars[range].to_vec(),
        };
        assert_eq!(to_chars(Encoding::Utf8, Policy::Replace, text).as_ref(), Ok(&found));
    }
}

/// Texts that are one after the other, as a table and their data, in blocks of just that size.
fn joined(layout: Layout, form: Form, texts: &[Vec<u8>]) -> [Vec<u8>; 2] {
    let writer = Writer::new(layout, form, texts.len()).expect("short strings fit into every layout");
    let all = texts.concat().into_boxed_slice();
    let mut ends = Vec::new();
    let mut end = 0;
    for text in texts {
        end += text.len() as u64;
        ends.push(end);
    }
    let position = writer.first_position();
    let mut last = position;
    let measured = fill::measure(
        &writer,
        (0, texts.len()),
        position,
        &mut fill::Bytes(|nth: usize| Source::from_bytes(&texts[nth])),
        |_, next| last = next,
    );
    assert_eq!(measured.elements, texts.len());
    let bytes = |bytes: u64| vec![0; usize::try_from(bytes).expect("small")].into_boxed_slice();
    let (mut table, mut data) = (bytes(position), bytes(last - position));
    if let Form::Views { .. } = form {
        // Their address is that of the data.
        let address = data.as_ptr().expose_provenance() as u64;
        let form = Form::Views {
            address: address.wrapping_sub(position),
            owner: 0,
        };
        let writer = Writer::new(layout, form, texts.len()).expect("the same");
        write_joined(&writer, &all, &ends, &mut table, &mut data);
        // SAFETY: the addresses are those of the data.
        let trust = Trust::TrustedPointersChecked(unsafe { Pointers::vouched() });
        let table = Source::from_bytes(&table);
        let tensor = StringTensor::new(table, texts.len(), layout, Checks::new(trust)).expect("a tensor");
        assert_eq!(bulk::to_vecs(&tensor).as_deref(), Ok(texts));
        decoded(&tensor, texts);
    } else {
        write_joined(&writer, &all, &ends, &mut table, &mut data);
    }
    [table.into_vec(), data.into_vec()]
}

fn write_joined(writer: &Writer, all: &[u8], ends: &[u64], table: &mut [u8], data: &mut [u8]) {
    let parts = Parts {
        table: Target::from_bytes(table),
        data: Target::from_bytes(data),
    };
    let texts = Joined {
        bytes: Source::from_bytes(all),
        end: |nth: usize| ends[nth],
    };
    let done = fill::write_joined(
        writer,
        (0, ends.len()),
        writer.first_position(),
        texts,
        parts,
        |_, _| {},
    );
    assert_eq!((done.elements, done.stop), (ends.len(), bulk::Stop::Done));
}

/// Strings in an arena, beside vectors: each becomes texts that fit its place and texts that don't, and is given back.
pub fn tensor_arena(input: &[u8]) {
    let mut input = Unstructured::new(input);
    let Ok([format, count, capacity]) = input.arbitrary::<[u8; 3]>() else {
        return;
    };
    let format = if format % 2 == 0 { Format::Rfc16 } else { Format::Rfc24 };
    let (count, capacity) = (usize::from(count % 5) + 1, usize::from(capacity));
    let mut array = ArenaArray::preallocate(count, capacity, format).expect("little memory");
    let mut models = vec![Vec::new(); count];
    for _ in 0..MOST {
        let Ok([which, size, fill]) = input.arbitrary::<[u8; 3]>() else {
            return;
        };
        let index = usize::from(which) % count;
        let mut string = array.element(index).expect("one of them");
        match usize::from(which) / count % 4 {
            0 => {
                let overflowed = string.kind() == Kind::Large;
                string.dealloc();
                if overflowed {
                    models[index].clear();
                }
            }
            // A part of itself.
            1 => {
                let own = models[index].len();
                let start = usize::from(fill) % (own + 1);
                let bytes = usize::from(size) % (own - start + 1);
                // SAFETY: inside of the string, which is copied before it is written.
                let part = unsafe { Source::new(string.text().start().wrapping_add(start), bytes) };
                string.assign(part).expect("memory");
                models[index] = models[index][start..start + bytes].to_vec();
            }
            _ => {
                let text = vec![fill; usize::from(size) * (1 + usize::from(which >> 7))];
                string.assign(Source::from_bytes(&text)).expect("memory");
                models[index] = text;
            }
        }
        let large = models[index].len() > capacity;
        assert_eq!(string.kind(), if large { Kind::Large } else { Kind::Prealloc });
        assert!(string.capacity() >= models[index].len());
        let tensor = array.tensor().expect("a tensor");
        assert_eq!(bulk::to_vecs(&tensor).as_ref(), Ok(&models));
    }
}

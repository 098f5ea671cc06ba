//! String tensors of any texts, and elements that are changed: their reader reads these strings and no other.

use arbitrary::Unstructured;
use unitstr::{Coder, Encoding, Options, Policy, Source, Target, to_chars};
use unitstr_tensor::bulk::Decoded;
use unitstr_tensor::{ByteOrder, Checks, Format, Kind, Layout, Strictness, StringTensor, WordSize, bulk};

use crate::array::ArenaArray;
use crate::images;

/// How many strings, or operations, at most.
const MOST: usize = 60;

/// Strings that the input spells, in every layout: checked as strictly as can be, read, wherever the bytes are moved
/// to.
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
    let strict = Checks { strictness: Strictness::Strict, ..Checks::UNTRUSTED };
    let layouts = [Layout::TFLITE, Layout::TF_LEGACY, Layout::RFC16, Layout::RFC24].into_iter();
    let tf24 = Layout::tf24(unitstr_tensor::ViewAbi::From2_21);
    for layout in layouts.chain([tf24]) {
        let layout = Layout {
            order: if order % 2 == 0 || layout.format == Format::TfLite { ByteOrder::Little } else { ByteOrder::Big },
            word: if word % 2 == 0 { WordSize::Eight } else { WordSize::Four },
            ..layout
        };
        let image = images::to_vec(layout, &texts);
        // At any alignment, and where the block ends the sanitizer sees more.
        let mut moved = vec![0; usize::from(skew % 8)];
        moved.extend_from_slice(&image);
        let moved = moved.into_boxed_slice();
        let bytes = &moved[usize::from(skew % 8)..];
        let tensor = StringTensor::new(Source::from_bytes(bytes), texts.len(), layout, strict).expect("a tensor");
        let total = texts.iter().map(Vec::len).sum::<usize>() as u64;
        assert_eq!(tensor.validate(), Ok(total));
        assert_eq!(images::texts(&tensor).as_ref(), Ok(&texts));
        decoded(&tensor, &texts);
        // One byte changed: anything but a read outside of the memory.
        if !image.is_empty() {
            let mut broken = bytes.to_vec().into_boxed_slice();
            broken[usize::from(bad) % image.len()] ^= 1 << (bad % 8);
            let lenient = Checks { strictness: Strictness::Lenient, ..Checks::UNTRUSTED };
            if let Ok(tensor) = StringTensor::new(Source::from_bytes(&broken), texts.len(), layout, lenient)
                && let (Ok(all), Ok(total)) = (images::texts(&tensor), tensor.validate())
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
    // SAFETY: `latin1` has `room` bytes, and no other code uses it until `decode` returns.
    let bytes = unsafe { Target::scratch(latin1.as_mut_ptr(), room) };
    // SAFETY: `chars` has `room` chars of two bytes, and no other code uses it until `decode` returns.
    let units = unsafe { Target::scratch(chars.as_mut_ptr().cast(), 2 * room) };
    let mut found: Vec<Decoded> = Vec::new();
    let all = 0..texts.len();
    let done = bulk::decode(tensor, all, Encoding::Utf8, Options::REPLACE, (Some(bytes), units), |_, text| {
        found.push(text);
    });
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

/// Strings in an arena, beside vectors: each becomes texts that fit its place and texts that don't, and is given back.
pub fn tensor_arena(input: &[u8]) {
    let mut input = Unstructured::new(input);
    let Ok([format, count, capacity]) = input.arbitrary::<[u8; 3]>() else {
        return;
    };
    let layout = if format % 2 == 0 { Layout::RFC16 } else { Layout::RFC24 };
    let (count, capacity) = (usize::from(count % 5) + 1, usize::from(capacity));
    let mut array = ArenaArray::preallocate(count, capacity, layout);
    let mut models = vec![Vec::new(); count];
    for _ in 0..MOST {
        let Ok([which, size, fill]) = input.arbitrary::<[u8; 3]>() else {
            return;
        };
        let index = usize::from(which) % count;
        let mut string = array.element(index);
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
        let tensor = array.tensor();
        assert_eq!(images::texts(&tensor).as_ref(), Ok(&models));
    }
}

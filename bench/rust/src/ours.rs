//! The operations, as contenders. One function for each encoding, so that the choice of it costs what it costs a caller who
//! knows the encoding.

use unitstr::{
    Coder, Encoding, Options, Scan, Source, Status, Target, decode_java, decode_latin1, decode_utf16, encode_latin1,
    encode_utf16, find_zero, measure_decoded, measure_encoded_latin1, measure_encoded_utf16, measure_latin1, validate,
};

use crate::runner::{Out, wide_part};

const OPTIONS: Options = Options::REPLACE.with_continued();

const fn encoding<const ID: u32>() -> Encoding {
    match Encoding::from_id(ID) {
        Some(encoding) => encoding,
        None => panic!("no such encoding"),
    }
}

/// To scratch, as for all strings that are made for Java.
pub fn to_java<const ID: u32>(from: &[u8], to: &mut [u8]) -> Out {
    let (latin1, chars) = to.split_at_mut(wide_part(from));
    let scratch = |bytes: &mut [u8]| {
        // SAFETY: `bytes` is valid memory, any byte of which may be changed.
        unsafe { Target::scratch(bytes.as_mut_ptr(), bytes.len()) }
    };
    let (latin1, chars) = (scratch(latin1), scratch(chars));
    let (progress, coder) = decode_java(encoding::<ID>(), OPTIONS, Source::from_bytes(from), latin1, chars);
    match coder {
        Coder::Latin1 => Out::text(0, progress.written),
        Coder::Utf16 => Out::text(wide_part(from), 2 * progress.written),
    }
}

pub fn to_latin1<const ID: u32>(from: &[u8], to: &mut [u8]) -> Out {
    let progress = decode_latin1(encoding::<ID>(), OPTIONS, Source::from_bytes(from), Target::from_bytes(to));
    Out::text(0, progress.written)
}

pub fn to_utf16<const ID: u32>(from: &[u8], to: &mut [u8]) -> Out {
    let progress = decode_utf16(encoding::<ID>(), OPTIONS, Source::from_bytes(from), Target::from_bytes(to));
    Out::text(0, 2 * progress.written)
}

pub fn from_latin1<const ID: u32>(from: &[u8], to: &mut [u8]) -> Out {
    let progress = encode_latin1(encoding::<ID>(), OPTIONS, Source::from_bytes(from), Target::from_bytes(to));
    Out::text(0, progress.written)
}

pub fn from_utf16<const ID: u32>(from: &[u8], to: &mut [u8]) -> Out {
    let progress = encode_utf16(encoding::<ID>(), OPTIONS, Source::from_bytes(from), Target::from_bytes(to));
    Out::text(0, progress.written)
}

pub fn len_decoded<const ID: u32>(from: &[u8], _to: &mut [u8]) -> Out {
    Out::number(measure_decoded(encoding::<ID>(), OPTIONS, Source::from_bytes(from)).written)
}

pub fn len_from_latin1<const ID: u32>(from: &[u8], _to: &mut [u8]) -> Out {
    Out::number(measure_encoded_latin1(encoding::<ID>(), OPTIONS, Source::from_bytes(from)).written)
}

pub fn len_from_utf16<const ID: u32>(from: &[u8], _to: &mut [u8]) -> Out {
    Out::number(measure_encoded_utf16(encoding::<ID>(), OPTIONS, Source::from_bytes(from)).written)
}

/// Whether it decodes without an error.
pub fn is_well_formed<const ID: u32>(from: &[u8], _to: &mut [u8]) -> Out {
    let progress = validate(encoding::<ID>(), OPTIONS, Source::from_bytes(from));
    Out::number(usize::from(progress.status == Status::Done))
}

/// Whether no char is above U+00FF.
pub fn is_latin1<const ID: u32>(from: &[u8], _to: &mut [u8]) -> Out {
    let progress = measure_latin1(encoding::<ID>(), OPTIONS, Source::from_bytes(from));
    Out::number(usize::from(progress.status == Status::Done))
}

/// Up to the bound: no unit is zero.
pub fn zero<const UNIT: usize>(from: &[u8], _to: &mut [u8]) -> Out {
    Out::number(find_zero(UNIT, Scan::from_bytes(from)))
}

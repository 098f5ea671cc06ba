//! The others: the standard library, `encoding_rs`, and with the feature `anchors` simdutf.

use crate::runner::{Out, as_chars, as_chars_mut};

pub mod standard {
    use super::*;

    pub fn utf8_to_utf16(from: &[u8], to: &mut [u8]) -> Out {
        let to = as_chars_mut(to);
        let mut written = 0;
        for (place, unit) in to.iter_mut().zip(str::from_utf8(from).unwrap_or("").encode_utf16()) {
            *place = unit;
            written += 1;
        }
        Out::text(0, 2 * written)
    }

    pub fn utf16_to_utf8(from: &[u8], to: &mut [u8]) -> Out {
        let mut written = 0;
        for letter in char::decode_utf16(as_chars(from).iter().copied()) {
            written += letter.unwrap_or('?').encode_utf8(&mut to[written..]).len();
        }
        Out::text(0, written)
    }

    pub fn latin1_to_utf8(from: &[u8], to: &mut [u8]) -> Out {
        let mut written = 0;
        for byte in from {
            written += char::from(*byte).encode_utf8(&mut to[written..]).len();
        }
        Out::text(0, written)
    }

    pub fn latin1_to_utf16(from: &[u8], to: &mut [u8]) -> Out {
        for (place, byte) in as_chars_mut(to).iter_mut().zip(from) {
            *place = u16::from(*byte);
        }
        Out::text(0, 2 * from.len())
    }

    pub fn utf16_to_latin1(from: &[u8], to: &mut [u8]) -> Out {
        let mut written = 0;
        for (place, unit) in to.iter_mut().zip(as_chars(from)) {
            let Ok(byte) = u8::try_from(*unit) else { break };
            *place = byte;
            written += 1;
        }
        Out::text(0, written)
    }

    pub fn utf8_len_of_utf16(from: &[u8], _to: &mut [u8]) -> Out {
        let letters = char::decode_utf16(as_chars(from).iter().copied());
        Out::number(letters.map(|letter| letter.map_or(1, char::len_utf8)).sum())
    }

    pub fn utf16_len_of_utf8(from: &[u8], _to: &mut [u8]) -> Out {
        Out::number(str::from_utf8(from).unwrap_or("").encode_utf16().count())
    }

    pub fn zero8(from: &[u8], _to: &mut [u8]) -> Out {
        Out::number(from.iter().position(|byte| *byte == 0).unwrap_or(from.len()))
    }

    pub fn zero16(from: &[u8], _to: &mut [u8]) -> Out {
        let units = as_chars(from);
        Out::number(units.iter().position(|unit| *unit == 0).unwrap_or(units.len()))
    }

    pub fn zero32(from: &[u8], _to: &mut [u8]) -> Out {
        let (units, _) = from.as_chunks::<4>();
        Out::number(units.iter().position(|unit| *unit == [0; 4]).unwrap_or(units.len()))
    }

    pub fn utf8_is_well_formed(from: &[u8], _to: &mut [u8]) -> Out {
        Out::number(usize::from(str::from_utf8(from).is_ok()))
    }

    pub fn is_ascii(from: &[u8], _to: &mut [u8]) -> Out {
        Out::number(usize::from(from.is_ascii()))
    }

    pub fn is_latin1(from: &[u8], _to: &mut [u8]) -> Out {
        Out::number(usize::from(as_chars(from).iter().all(|unit| *unit < 0x100)))
    }
}

pub mod simdutf8 {
    use super::*;

    pub fn utf8_is_well_formed(from: &[u8], _to: &mut [u8]) -> Out {
        Out::number(usize::from(::simdutf8::basic::from_utf8(from).is_ok()))
    }
}

pub mod mozilla {
    use encoding_rs::{Encoding, mem};

    use super::*;

    pub fn utf8_to_utf16(from: &[u8], to: &mut [u8]) -> Out {
        Out::text(0, 2 * mem::convert_utf8_to_utf16(from, as_chars_mut(to)))
    }

    pub fn utf16_to_utf8(from: &[u8], to: &mut [u8]) -> Out {
        Out::text(0, mem::convert_utf16_to_utf8(as_chars(from), to))
    }

    pub fn latin1_to_utf8(from: &[u8], to: &mut [u8]) -> Out {
        Out::text(0, mem::convert_latin1_to_utf8(from, to))
    }

    pub fn latin1_to_utf16(from: &[u8], to: &mut [u8]) -> Out {
        mem::convert_latin1_to_utf16(from, as_chars_mut(to));
        Out::text(0, 2 * from.len())
    }

    pub fn utf16_to_latin1(from: &[u8], to: &mut [u8]) -> Out {
        mem::convert_utf16_to_latin1_lossy(as_chars(from), to);
        Out::text(0, from.len() / 2)
    }

    pub fn utf8_to_latin1(from: &[u8], to: &mut [u8]) -> Out {
        Out::text(0, mem::convert_utf8_to_latin1_lossy(from, to))
    }

    /// Two passes: it repairs in place.
    pub fn utf16_copy(from: &[u8], to: &mut [u8]) -> Out {
        let to = as_chars_mut(&mut to[..from.len()]);
        to.copy_from_slice(as_chars(from));
        mem::ensure_utf16_validity(to);
        Out::text(0, from.len())
    }

    pub fn utf8_is_well_formed(from: &[u8], _to: &mut [u8]) -> Out {
        Out::number(usize::from(Encoding::utf8_valid_up_to(from) == from.len()))
    }

    pub fn utf16_is_well_formed(from: &[u8], _to: &mut [u8]) -> Out {
        let units = as_chars(from);
        Out::number(usize::from(mem::utf16_valid_up_to(units) == units.len()))
    }

    pub fn is_ascii(from: &[u8], _to: &mut [u8]) -> Out {
        Out::number(usize::from(mem::is_ascii(from)))
    }

    pub fn is_latin1(from: &[u8], _to: &mut [u8]) -> Out {
        Out::number(usize::from(mem::is_utf16_latin1(as_chars(from))))
    }
}

#[cfg(feature = "anchors")]
pub mod simd {
    use super::*;
    use crate::runner::wide_part;

    /// A converter that reports where it failed.
    macro_rules! convert {
        ($($name:ident: $unit:ty, $function:ident, $to:ty;)*) => {
            $(pub fn $name(from: &[u8], to: &mut [u8]) -> Out {
                let units = from.len() / size_of::<$unit>();
                assert!(to.len() >= 4 * from.len());
                // SAFETY: `from` is readable for that many units, which lie where they are aligned; `to` has room for
                // whatever they may become: four times their bytes, just tested.
                let result = unsafe {
                    simdutf::$function(from.as_ptr().cast::<$unit>(), units, to.as_mut_ptr().cast::<$to>())
                };
                Out::text(0, result.count * size_of::<$to>())
            })*
        };
    }

    convert! {
        utf8_to_utf16: u8, convert_utf8_to_utf16le_with_errors, u16;
        utf8_to_latin1: u8, convert_utf8_to_latin1_with_errors, u8;
        utf16le_to_latin1: u16, convert_utf16le_to_latin1_with_errors, u8;
        utf16be_to_latin1: u16, convert_utf16be_to_latin1_with_errors, u8;
        utf16le_to_utf8: u16, convert_utf16le_to_utf8_with_errors, u8;
        utf16le_to_utf32: u16, convert_utf16le_to_utf32_with_errors, u32;
        utf32le_to_utf16: u32, convert_utf32_to_utf16le_with_errors, u16;
    }

    /// A converter that can't fail.
    macro_rules! widen {
        ($($name:ident: $function:ident, $to:ty;)*) => {
            $(pub fn $name(from: &[u8], to: &mut [u8]) -> Out {
                assert!(to.len() >= 4 * from.len());
                // SAFETY: `from` is readable; `to` has room for four times its bytes, just tested.
                let count = unsafe { simdutf::$function(from.as_ptr(), from.len(), to.as_mut_ptr().cast::<$to>()) };
                Out::text(0, count * size_of::<$to>())
            })*
        };
    }

    widen! {
        latin1_to_utf8: convert_latin1_to_utf8, u8;
        latin1_to_utf16le: convert_latin1_to_utf16le, u16;
        latin1_to_utf16be: convert_latin1_to_utf16be, u16;
        latin1_to_utf32: convert_latin1_to_utf32, u32;
    }

    /// First as if it were Latin-1, and anew if it is not: what a caller has to do.
    pub fn utf8_to_java(from: &[u8], to: &mut [u8]) -> Out {
        assert!(to.len() >= 4 * from.len());
        // SAFETY: `from` is readable; `to` has room for as many bytes.
        let result = unsafe { simdutf::convert_utf8_to_latin1_with_errors(from.as_ptr(), from.len(), to.as_mut_ptr()) };
        if result.error as u32 == 0 {
            return Out::text(0, result.count);
        }
        let at = wide_part(from);
        let out = utf8_to_utf16(from, &mut to[at..]);
        Out::text(at, out.len)
    }

    /// It reports an error by writing nothing.
    pub fn utf32le_to_latin1(from: &[u8], to: &mut [u8]) -> Out {
        assert!(to.len() >= from.len() && from.as_ptr().cast::<u32>().is_aligned());
        // SAFETY: `from` is readable for that many units, aligned; `to` has room for as many bytes: just tested.
        let count = unsafe { simdutf::convert_utf32_to_latin1(from.as_ptr().cast(), from.len() / 4, to.as_mut_ptr()) };
        Out::text(0, count)
    }

    pub fn utf32le_to_java(from: &[u8], to: &mut [u8]) -> Out {
        let narrow = utf32le_to_latin1(from, to);
        if narrow.len > 0 {
            return narrow;
        }
        let at = wide_part(from);
        let out = utf32le_to_utf16(from, &mut to[at..]);
        Out::text(at, out.len)
    }

    /// It has no copy that validates.
    pub fn utf16le_copy(from: &[u8], to: &mut [u8]) -> Out {
        if simdutf::validate_utf16le(as_chars(from)) {
            to[..from.len()].copy_from_slice(from);
        }
        Out::text(0, from.len())
    }

    /// As for the copy: two passes.
    pub fn utf16be_copy(from: &[u8], to: &mut [u8]) -> Out {
        if simdutf::validate_utf16be(as_chars(from)) {
            swap(from, to);
        }
        Out::text(0, from.len())
    }

    pub fn utf16le_swap(from: &[u8], to: &mut [u8]) -> Out {
        if simdutf::validate_utf16le(as_chars(from)) {
            swap(from, to);
        }
        Out::text(0, from.len())
    }

    fn swap(from: &[u8], to: &mut [u8]) {
        assert!(to.len() >= from.len());
        let units = as_chars(from);
        // SAFETY: `units` is readable, `to` has room for as many, just tested.
        unsafe { simdutf::change_endianness_utf16(units.as_ptr(), units.len(), to.as_mut_ptr().cast()) };
    }

    pub fn utf8_is_well_formed(from: &[u8], _to: &mut [u8]) -> Out {
        Out::number(usize::from(simdutf::validate_utf8(from)))
    }

    pub fn utf16_is_well_formed(from: &[u8], _to: &mut [u8]) -> Out {
        Out::number(usize::from(simdutf::validate_utf16le(as_chars(from))))
    }

    pub fn is_ascii(from: &[u8], _to: &mut [u8]) -> Out {
        Out::number(usize::from(simdutf::validate_ascii(from)))
    }

    /// Its counts take the text on trust; ours and those of the standard library do not.
    pub fn utf8_len_of_utf16(from: &[u8], _to: &mut [u8]) -> Out {
        let chars = as_chars(from);
        Out::number(if simdutf::validate_utf16le(chars) { simdutf::utf8_length_from_utf16le(chars) } else { 0 })
    }

    pub fn utf8_len_of_latin1(from: &[u8], _to: &mut [u8]) -> Out {
        Out::number(simdutf::utf8_length_from_latin1(from))
    }

    /// As for the length in UTF-8: two passes.
    pub fn utf32_len_of_utf16(from: &[u8], _to: &mut [u8]) -> Out {
        let chars = as_chars(from);
        Out::number(if simdutf::validate_utf16le(chars) { 4 * simdutf::utf32_length_from_utf16le(chars) } else { 0 })
    }

    /// The same.
    pub fn utf16_len_of_utf8(from: &[u8], _to: &mut [u8]) -> Out {
        Out::number(if simdutf::validate_utf8(from) { simdutf::utf16_length_from_utf8(from) } else { 0 })
    }
}

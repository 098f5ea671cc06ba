//! The packed entries do what the plain ones do.

mod common;

use std::ptr;

use common::{Random, api, java, out};
use unitstr_c::options::{USTR_FLAG_CHARS, USTR_FLAG_CONTINUED, USTR_FLAG_MORE, USTR_FLAG_REPLACE, USTR_FLAG_REPORT};
use unitstr_c::packed::{
    USTR_PACKED_BAD_SHIFT, USTR_PACKED_CODER_SHIFT, USTR_PACKED_COUNT_MAX, USTR_PACKED_READ_SHIFT,
    USTR_PACKED_STATUS_SHIFT,
};
use unitstr_c::progress::ustr_progress;
use unitstr_c::status::{USTR_DONE, USTR_E_RANGE, USTR_MALFORMED};

const RUNS: usize = if cfg!(miri) { 300 } else { 200_000 };

/// The long for what a plain entry returned.
fn packed(status: i32, out: &ustr_progress) -> i64 {
    if status < 0 {
        return status.into();
    }
    let progress = u64::from(status.cast_unsigned()) << USTR_PACKED_STATUS_SHIFT
        | u64::from(out.coder) << USTR_PACKED_CODER_SHIFT
        | u64::from(out.bad_len) << USTR_PACKED_BAD_SHIFT;
    (out.written | out.read << USTR_PACKED_READ_SHIFT | progress).cast_signed()
}

fn flags(random: &mut Random) -> u32 {
    (0..4).fold(0, |flags, _| {
        flags | random.of(&[0, 0, USTR_FLAG_REPORT, USTR_FLAG_MORE, USTR_FLAG_CONTINUED, USTR_FLAG_CHARS])
    })
}

#[test]
fn both_tables_have_the_features() {
    assert_eq!(java().features, api().features);
}

#[test]
fn decode_equals_decode_java() {
    let mut random = Random::new(1);
    for run in 0..RUNS {
        let encoding = random.of(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
        let flags = flags(&mut random);
        let src = random.bytes(40);
        let rooms = [random.below(50), random.below(50)];
        let offset = random.below(src.len() + 1);
        let rest = &src[offset..];
        let mut plain = ([0x55_u8; 50], [0x5555_u16; 50]);
        let mut other = plain;
        let mut progress = out();
        // SAFETY: the destinations are larger than said.
        let status = unsafe {
            (api().strings.decode_java)(
                encoding,
                flags,
                rest.as_ptr().cast(),
                rest.len(),
                plain.0.as_mut_ptr().cast(),
                rooms[0],
                plain.1.as_mut_ptr().cast(),
                rooms[1],
                &raw mut progress,
            )
        };
        // SAFETY: the destinations are larger than said.
        let long = unsafe {
            (java().strings.packed_decode)(
                other.0.as_mut_ptr().cast(),
                rooms[0] as i64,
                other.1.as_mut_ptr().cast(),
                rooms[1] as i64,
                src.as_ptr().cast(),
                offset as i64,
                rest.len() as i64,
                encoding,
                flags,
            )
        };
        assert_eq!(long, packed(status, &progress), "run {run}: {encoding} {flags:#x} {rest:x?} {rooms:?}");
        assert!(status >= 0);
        let written = usize::try_from(progress.written).unwrap();
        if progress.coder == 0 {
            assert_eq!(plain.0[..written], other.0[..written]);
        } else {
            assert_eq!(plain.1[..written], other.1[..written]);
        }
        assert!(flags & USTR_FLAG_CHARS == 0 || progress.coder == 1);
        // The rest of the rooms of `packed_decode` is scratch.
        for (latin1, chars) in [plain, other] {
            assert!(latin1[rooms[0]..].iter().all(|b| *b == 0x55) && chars[rooms[1]..].iter().all(|c| *c == 0x5555));
        }
    }
}

#[test]
fn encode_equals_encode_utf16_and_measures_alike() {
    let mut random = Random::new(2);
    for run in 0..RUNS {
        let encoding = random.of(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
        let flags = flags(&mut random);
        // Up to 128 chars, kernels for short text convert.
        let most = random.of(&[20, 150]);
        let src = if random.below(4) == 0 { vec![0x61; random.below(most + 1)] } else { random.chars(most) };
        let room = random.below(5 * most);
        let offset = random.below(9);
        let mut plain = [0x55_u8; 5 * 150 + 10];
        let mut other = plain;
        let mut progress = out();
        let (chars, count) = (src.as_ptr().cast(), src.len());
        let place = plain[offset..].as_mut_ptr().cast();
        // SAFETY: the destination is larger than said.
        let status =
            unsafe { (api().strings.encode_utf16)(encoding, flags, chars, count, place, room, &raw mut progress) };
        // SAFETY: the destination is larger than said.
        let long = unsafe {
            (java().strings.packed_encode)(
                chars,
                count as i64,
                other.as_mut_ptr().cast(),
                offset as i64,
                room as i64,
                encoding,
                flags,
            )
        };
        assert_eq!(long, packed(status, &progress), "run {run}: {encoding} {flags:#x} {src:x?} {room}");
        assert!(status >= 0 && plain == other);
        let end = offset + usize::try_from(progress.written).expect("a size");
        assert!(plain[..offset].iter().chain(&plain[end..]).all(|b| *b == 0x55));

        let mut measured = out();
        // SAFETY: reads the chars only.
        let status = unsafe { (api().strings.measure_encoded)(encoding, flags, chars, count, &raw mut measured) };
        // SAFETY: reads the chars only.
        let long = unsafe { (java().strings.packed_measure)(chars, count as i64, encoding, flags) };
        assert_eq!(long, packed(status, &measured));
        assert!(measured.read >= progress.read && measured.written >= progress.written);
        assert!(
            measured.written > room as u64 || (measured.read, measured.written) == (progress.read, progress.written)
        );
    }
}

#[test]
fn compare_equals_compare() {
    let mut random = Random::new(3);
    for run in 0..RUNS {
        let encoding = random.of(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
        let flags = flags(&mut random);
        let src = random.bytes(40);
        let offset = random.below(src.len() + 1);
        let rest = &src[offset..];
        let mut chars = vec![0_u16; rest.len()];
        let mut decoded = out();
        let (start, bytes) = (rest.as_ptr().cast(), rest.len());
        let text = chars.as_mut_ptr().cast();
        // SAFETY: the destination is as large as said.
        let status =
            unsafe { (api().strings.decode_utf16)(encoding, flags, start, bytes, text, bytes, &raw mut decoded) };
        chars.truncate(usize::try_from(decoded.written).expect("a size"));
        let changed = random.below(4) == 0 && !chars.is_empty();
        if changed {
            let at = random.below(chars.len());
            chars[at] ^= 1;
        }
        let (text, count) = (chars.as_ptr().cast(), chars.len());
        let mut compared = out();
        // SAFETY: reads both only.
        let result = unsafe { (api().strings.compare)(encoding, flags, start, bytes, text, count, &raw mut compared) };
        // SAFETY: reads both only.
        let long = unsafe {
            (java().strings.packed_compare)(
                text,
                count as i64,
                src.as_ptr().cast(),
                offset as i64,
                bytes as i64,
                encoding,
                flags,
            )
        };
        assert_eq!(long, packed(result, &compared), "run {run}: {encoding} {flags:#x} {rest:x?}");
        if !changed {
            assert_eq!((result, compared.read, compared.written), (status, decoded.read, decoded.written));
        } else {
            assert!(result != USTR_DONE && compared.written < decoded.written);
        }
        let mut measured = out();
        // SAFETY: reads the source only.
        let result = unsafe { (api().strings.measure_decoded)(encoding, flags, start, bytes, &raw mut measured) };
        assert_eq!((result, measured.read, measured.written), (status, decoded.read, decoded.written));
    }
}

#[test]
fn find_zero_equals_find_zero() {
    let mut random = Random::new(4);
    for _ in 0..RUNS / 10 {
        let mut src = [1_u8; 64];
        for _ in 0..random.below(12) {
            let at = random.below(60);
            src[at] = 0;
        }
        src[56..].fill(0);
        let offset = random.below(17);
        for unit_size in [1_u32, 2, 4] {
            let most = (src.len() - offset) / unit_size as usize;
            let max_units = random.of(&[0, 1, 5, most]).min(most);
            let expected = src[offset..].chunks_exact(unit_size as usize).take(max_units);
            let expected = expected.take_while(|unit| unit.iter().any(|b| *b != 0)).count();
            let start = src[offset..].as_ptr().cast();
            let mut found = 77;
            // SAFETY: the bytes are there.
            let status = unsafe { (api().strings.find_zero)(unit_size, start, max_units, &raw mut found) };
            assert_eq!((status, found), (USTR_DONE, expected as u64));
            // SAFETY: the bytes are there.
            let long = unsafe {
                (java().strings.packed_find_zero)(src.as_ptr().cast(), offset as i64, max_units as i64, unit_size)
            };
            assert_eq!(long, expected as i64);
            // SAFETY: a zero unit comes, so the bound does not matter.
            let status = unsafe { (api().strings.find_zero)(unit_size, start, usize::MAX, &raw mut found) };
            // SAFETY: a zero unit comes, so the bound does not matter.
            let long =
                unsafe { (java().strings.packed_find_zero)(src.as_ptr().cast(), offset as i64, i64::MAX, unit_size) };
            assert_eq!((status, found.cast_signed()), (USTR_DONE, long));
        }
    }
}

/// With `USTR_FLAG_REPORT` and without it: the query does not depend on the policy.
#[test]
fn query_finds_the_first_malformed_sequence() {
    let src = b"--na\xC3\xAFve\xED\xA0\x80\xFF";
    for flags in [USTR_FLAG_REPLACE, USTR_FLAG_REPORT] {
        // SAFETY: the bytes are there.
        let long = unsafe { (java().packed_query)(src.as_ptr().cast(), 2, 10, 1, flags, 0) };
        let (status, bad) = (i64::from(USTR_MALFORMED), 3);
        assert_eq!(
            long,
            bad << USTR_PACKED_BAD_SHIFT | status << USTR_PACKED_STATUS_SHIFT | 6 << USTR_PACKED_READ_SHIFT
        );
        // SAFETY: the bytes are there.
        let sound = unsafe { (java().packed_query)(src.as_ptr().cast(), 2, 6, 1, flags, 0) };
        assert_eq!(sound, 6 << USTR_PACKED_READ_SHIFT);
    }
}

#[test]
fn an_offset_from_null_is_an_address() {
    let src = *b"units\0";
    let mut chars = [0_u16; 8];
    let address = src.as_ptr().expose_provenance() as i64;
    // SAFETY: the bytes are there.
    let long = unsafe {
        (java().strings.packed_decode)(
            ptr::null_mut(),
            0,
            chars.as_mut_ptr().cast(),
            8,
            ptr::null(),
            address,
            5,
            1,
            USTR_FLAG_CHARS,
        )
    };
    assert_eq!(long, 1 << USTR_PACKED_CODER_SHIFT | 5 << USTR_PACKED_READ_SHIFT | 5);
    // SAFETY: the bytes are there.
    let units = unsafe { (java().strings.packed_find_zero)(ptr::null(), address, i64::MAX, 1) };
    assert_eq!(units, 5);
}

#[test]
fn sizes_that_a_long_cannot_hold_are_refused() {
    // Large memory that costs nothing until it is touched, and is all zero: it decodes to zero chars.
    let size = usize::try_from(USTR_PACKED_COUNT_MAX).expect("a size") + 1;
    let chars = vec![0_u16; if cfg!(miri) { 1 } else { size }];
    let start = chars.as_ptr().cast();
    // SAFETY: refused before anything is read.
    let refused = unsafe { (java().strings.packed_measure)(start, size as i64, 1, 0) };
    assert_eq!(refused, USTR_E_RANGE.into());
    if cfg!(miri) {
        return;
    }
    // SAFETY: so many are there.
    let measured = unsafe { (java().strings.packed_measure)(start, USTR_PACKED_COUNT_MAX, 2, 0) };
    assert_eq!(measured, USTR_PACKED_COUNT_MAX << USTR_PACKED_READ_SHIFT | USTR_PACKED_COUNT_MAX);
    // SAFETY: so many are there.
    let too_large = unsafe { (java().strings.packed_measure)(start, USTR_PACKED_COUNT_MAX / 2 + 1, 4, 0) };
    assert_eq!(too_large, USTR_E_RANGE.into());
}

#[test]
fn strings_of_either_form_encode_and_measure_like_chars() {
    let mut random = Random::new(9);
    for run in 0..RUNS {
        let encoding = random.of(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
        let flags = flags(&mut random);
        let mut src = random.chars(20);
        let latin1 = random.below(2) == 0;
        if latin1 {
            src.iter_mut().for_each(|char| *char &= 0xFF);
        }
        let narrow: Vec<u8> = src.iter().map(|char| (char & 0xFF) as u8).collect();
        let skip = random.below(src.len() + 1);
        let room = random.below(100);
        let (value, char_bytes) = if latin1 { (narrow.as_ptr().cast(), 1) } else { (src.as_ptr().cast(), 2) };
        let (offset, count) = ((skip * char_bytes) as i64, (src.len() - skip) as i64);
        let mut expected = [0x55_u8; 110];
        let mut other = expected;
        let chars = src[skip..].as_ptr().cast();
        let coder = u32::from(!latin1);
        // SAFETY: the destination is larger than said.
        let plain = unsafe {
            (java().strings.packed_encode)(chars, count, expected.as_mut_ptr().cast(), 3, room as i64, encoding, flags)
        };
        let to = other.as_mut_ptr().cast();
        // SAFETY: the destination is larger than said.
        let long = unsafe {
            (java().strings.packed_encode_string)(value, offset, count, coder, to, 3, room as i64, encoding, flags)
        };
        let context = format!("run {run}: {encoding} {flags:#x} {src:x?} from {skip} into {room}");
        assert_eq!(long, plain, "{context}");
        assert_eq!(other, expected, "{context}");
        // SAFETY: the string has that many chars.
        let measured = unsafe { (java().strings.packed_measure)(chars, count, encoding, flags) };
        // SAFETY: the string has that many chars.
        let long = unsafe { (java().strings.packed_measure_string)(value, offset, count, coder, encoding, flags) };
        assert_eq!(long, measured, "{context}");
    }
}

//! Arguments that no sane caller passes: error numbers, nothing written, nothing read.

mod common;

use std::ffi::{CStr, c_void};
use std::ptr;

use common::{Random, api, java, out};
use unitstr_c::progress::ustr_progress;
use unitstr_c::status::{
    USTR_E_ENCODING, USTR_E_FLAGS, USTR_E_FROZEN, USTR_E_NULL, USTR_E_PANIC, USTR_E_RANGE, USTR_E_SIZE,
    USTR_E_UNSUPPORTED, USTR_MISMATCH, USTR_RAISED,
};
use unitstr_c::ustr_get_api;

const CALLS: usize = if cfg!(miri) { 2_000 } else { 1_000_000 };

/// Memory for one argument, with a rim on both sides that must stay as it is.
struct Memory([u64; 24]);

impl Memory {
    const RIM: u64 = 0x5555_5555_5555_5555;

    fn new() -> Self {
        Self([Self::RIM; 24])
    }

    /// 128 bytes.
    fn start(&mut self) -> *mut u8 {
        self.0[4..].as_mut_ptr().cast()
    }

    fn is_intact(&self) -> bool {
        self.0[..4].iter().chain(&self.0[20..]).all(|word| *word == Self::RIM)
    }

    fn is_untouched(&self) -> bool {
        self.0.iter().all(|word| *word == Self::RIM)
    }
}

/// An address and a size in elements of `unit` bytes; the size is true, or is refused whatever is there.
fn region(random: &mut Random, memory: &mut Memory, unit: usize) -> (*mut c_void, usize) {
    let start = memory.start();
    match random.below(8) {
        0 => (ptr::null_mut(), random.of(&[0, 0, 1, 128, usize::MAX])),
        1 => (start.cast(), random.of(&[isize::MAX as usize + 1, usize::MAX / 2 + 1, usize::MAX - 1, usize::MAX])),
        2 => (ptr::without_provenance_mut(usize::MAX - random.below(100)), 1_000),
        3 => (start.cast(), 0),
        _ => {
            let skew = random.below(16);
            (start.wrapping_add(skew).cast(), random.below((128 - skew) / unit + 1))
        }
    }
}

fn encoding(random: &mut Random) -> u32 {
    random.of(&[
        1,
        2,
        3,
        4,
        5,
        6,
        7,
        8,
        9,
        10,
        11,
        12,
        1,
        4,
        7,
        1,
        4,
        7,
        0,
        13,
        14,
        15,
        255,
        256,
        0x7FFF_FFFF,
        0xFFFF_FFFF,
    ])
}

fn flags(random: &mut Random) -> u32 {
    let replacement = random.of(&[0, 0x2A, 0xE9, 0x1_F4A5, 0xD800, 0xDFFF]);
    let flag =
        random.of(&[0, 0, 0, 0, 1, 1, 0x100, 0x200, 0x400, 0x700, 2, 3, 4, 5, 6, 15, 16, 0x80, 0x800, 0x7FFF_FFFF]);
    let flag = if flag == 5 { flag | replacement << 11 } else { flag };
    flag | random.of(&[0, 0, 0, 1, 0x100, 0x200])
}

#[test]
fn a_million_wild_calls_return_numbers_and_stay_inside() {
    let mut random = Random::new(5);
    let mut statuses = [0; 16];
    for call in 0..CALLS {
        let (mut src_memory, mut dst_memory, mut other_memory) = (Memory::new(), Memory::new(), Memory::new());
        let filled = random.bytes(128);
        // SAFETY: 128 bytes are there.
        unsafe { filled.as_ptr().copy_to_nonoverlapping(src_memory.start(), filled.len()) };
        let before = src_memory.0;
        let (encoding, flags) = (encoding(&mut random), flags(&mut random));
        let mut progress = out();
        progress.struct_size = random.of(&[32, 32, 32, 40, 4096, 0, 1, 31, 4097, usize::MAX]);
        let place: *mut ustr_progress = if random.below(20) == 0 { ptr::null_mut() } else { &raw mut progress };
        let chars_src = region(&mut random, &mut src_memory, 2);
        let src = region(&mut random, &mut src_memory, 1);
        let dst = region(&mut random, &mut dst_memory, 1);
        let chars = region(&mut random, &mut other_memory, 2);
        let api = api();
        let which = random.below(8);
        #[expect(clippy::multiple_unsafe_ops_per_block, reason = "only one of them is done")]
        // SAFETY: every region is as large as said or is refused; the out struct is one or is refused.
        let status = unsafe {
            match which {
                0 => (api.strings.decode_latin1)(encoding, flags, src.0, src.1, dst.0, dst.1, place),
                1 => (api.strings.decode_utf16)(encoding, flags, src.0, src.1, chars.0, chars.1, place),
                2 => (api.strings.decode_java)(encoding, flags, src.0, src.1, dst.0, dst.1, chars.0, chars.1, place),
                3 => (api.strings.encode_latin1)(encoding, flags, src.0, src.1, dst.0, dst.1, place),
                4 => (api.strings.encode_utf16)(encoding, flags, chars_src.0, chars_src.1, dst.0, dst.1, place),
                5 => (api.strings.measure_encoded)(encoding, flags, chars_src.0, chars_src.1, place),
                6 => (api.strings.measure_decoded)(encoding, flags, src.0, src.1, place),
                _ => (api.strings.compare)(encoding, flags, src.0, src.1, chars.0, chars.1, place),
            }
        };
        let what = format!("call {call} of {which}: {status}, {encoding}, {flags:#x}, {src:?}, {dst:?}, {chars:?}");
        assert!((USTR_E_PANIC + 1..=USTR_MISMATCH).contains(&status), "{what}");
        statuses[usize::try_from(status + 8).expect("a small number")] += 1;
        assert_eq!(before, src_memory.0, "{what}");
        assert!(dst_memory.is_intact() && other_memory.is_intact(), "{what}");
        if status < 0 {
            assert!(dst_memory.is_untouched() && other_memory.is_untouched(), "{what}");
            assert_eq!((progress.read, progress.written, progress.bad_len, progress.coder), (77, 77, 77, 77), "{what}");
        } else {
            assert_eq!(progress.struct_size, 32, "{what}");
            assert!(progress.bad_len <= 4 && progress.coder <= 1, "{what}");
        }
    }
    for error in [USTR_E_NULL, USTR_E_ENCODING, USTR_E_FLAGS, USTR_E_RANGE, USTR_E_SIZE, USTR_E_UNSUPPORTED] {
        assert!(statuses[usize::try_from(error + 8).expect("a small number")] > CALLS / 1000, "{statuses:?}");
    }
}

/// An offset and a size from `memory` that are true, or are refused whatever is there.
fn packed_region(random: &mut Random, memory: &mut Memory, unit: i64) -> (*mut c_void, i64, i64) {
    let start = memory.start();
    let odd = random.of(&[-1, i64::MIN, i64::MIN + 1, -(1 << 32)]);
    match random.below(8) {
        0 => (ptr::null_mut(), 0, random.of(&[0, 1, 5])),
        1 => (start.cast(), odd, 1),
        2 => (start.cast(), 0, odd),
        3 => (ptr::without_provenance_mut(usize::MAX - 50), random.of(&[100, i64::MAX]), 1),
        4 => (start.cast(), random.below(128) as i64, 0),
        _ => {
            let offset = random.below(64) as i64;
            (start.cast(), offset, random.below(65) as i64 / unit)
        }
    }
}

#[test]
fn wild_calls_of_packed_entries_too() {
    let mut random = Random::new(6);
    for call in 0..CALLS {
        let (mut src_memory, mut dst_memory, mut other_memory) = (Memory::new(), Memory::new(), Memory::new());
        let filled = random.bytes(128);
        // SAFETY: 128 bytes are there.
        unsafe { filled.as_ptr().copy_to_nonoverlapping(src_memory.start(), filled.len()) };
        let before = src_memory.0;
        let (encoding, flags) = (encoding(&mut random), flags(&mut random));
        let mut src = packed_region(&mut random, &mut src_memory, 1);
        if random.below(10) == 0 {
            src.2 = random.of(&[1 << 28, 1 << 31, 1 << 32, 1 << 62, i64::MAX]);
        }
        let dst = packed_region(&mut random, &mut dst_memory, 1);
        let mut chars = packed_region(&mut random, &mut other_memory, 2);
        if chars.1 < 0 {
            chars.2 = chars.1;
        }
        let units = random.below(16) as i64;
        let unit_size = random.of(&[1, 2, 4, 1, 2, 4, 0, 3, 8, 0x7FFF_FFFF]);
        let java = java();
        let which = random.below(6);
        if chars.0.addr() > usize::MAX - 100 {
            continue; // its base is no memory, and this argument has no offset
        }
        #[expect(clippy::multiple_unsafe_ops_per_block, reason = "only one of them is done")]
        // SAFETY: every region is as large as said or is refused.
        let long = unsafe {
            match which {
                0 => (java.strings.packed_decode)(
                    dst.0,
                    dst.2.min(0),
                    chars.0,
                    chars.2,
                    src.0,
                    src.1,
                    src.2,
                    encoding,
                    flags,
                ),
                1 => (java.strings.packed_encode)(chars.0, chars.2, dst.0, dst.1, dst.2, encoding, flags),
                2 => (java.strings.packed_measure)(chars.0, chars.2, encoding, flags),
                3 => (java.strings.packed_find_zero)(src.0, src.1, units.min(src.2), unit_size),
                4 => (java.packed_query)(src.0, src.1, src.2, encoding, flags, unit_size.wrapping_sub(1)),
                _ => (java.strings.packed_compare)(chars.0, chars.2, src.0, src.1, src.2, encoding, flags),
            }
        };
        let what = format!("call {call} of {which}: {long:#x}, {encoding}, {flags:#x}, {src:?}, {dst:?}, {chars:?}");
        assert!(long > i64::from(USTR_E_PANIC), "{what}");
        assert_eq!(before, src_memory.0, "{what}");
        assert!(dst_memory.is_intact() && other_memory.is_intact(), "{what}");
        if long < 0 {
            assert!(dst_memory.is_untouched() && other_memory.is_untouched(), "{what}");
        }
    }
}

#[test]
fn destinations_of_any_size_are_taken() {
    let chars = [0x61_u16; 4];
    let mut bytes = [0x55_u8; 16];
    for capacity in [4, 5, 1 << 28, 1 << 40, i64::MAX] {
        // SAFETY: four bytes are written.
        let long = unsafe {
            (java().strings.packed_encode)(chars.as_ptr().cast(), 4, bytes.as_mut_ptr().cast(), 4, capacity, 1, 0)
        };
        assert_eq!(long, 4 << 28 | 4);
    }
    assert_eq!(bytes, *b"UUUUaaaaUUUUUUUU");
}

#[test]
fn find_zero_refuses() {
    let mut found = 77;
    let src = c"ab".as_ptr().cast();
    let find_zero = api().strings.find_zero;
    for unit_size in [0, 3, 5, 8, 0x7FFF_FFFF] {
        // SAFETY: refused.
        assert_eq!(unsafe { find_zero(unit_size, src, 3, &raw mut found) }, USTR_E_RANGE);
    }
    // SAFETY: refused.
    assert_eq!(unsafe { find_zero(1, ptr::null(), 1, &raw mut found) }, USTR_E_NULL);
    // SAFETY: refused.
    assert_eq!(unsafe { find_zero(1, src, 3, ptr::null_mut()) }, USTR_E_NULL);
    assert_eq!(found, 77);
    // SAFETY: null is allowed.
    assert_eq!(unsafe { find_zero(4, ptr::null(), 0, &raw mut found) }, 0);
    assert_eq!(found, 0);
}

#[test]
fn only_its_own_major_version_gives_a_table() {
    for major in [0, 2, 3, 0x8000_0001, u32::MAX] {
        assert!(ustr_get_api(major).is_null());
    }
    assert_eq!(api().struct_size, size_of_val(api()));
}

#[test]
fn every_number_has_a_name_and_a_sentence() {
    for status in -300..300 {
        // SAFETY: takes any number.
        let text = unsafe { (api().status_text)(status) };
        // SAFETY: never null, terminated, valid for ever.
        let text = unsafe { CStr::from_ptr(text) }.to_str().expect("ASCII");
        let known = (USTR_E_FROZEN..=USTR_RAISED).contains(&status);
        let (name, sentence) = text.split_once(": ").expect("a name and a sentence");
        assert_eq!(name.starts_with("USTR_E_"), known && status < 0, "{text}");
        assert_eq!(name == "unknown", !known, "{text}");
        assert!(sentence.ends_with('.') && sentence.is_ascii(), "{text}");
    }
}

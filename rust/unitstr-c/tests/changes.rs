//! The entries that change strings where they are, and owners: results, hostile arguments, nothing changed on failure.

mod common;

use std::ffi::c_void;
use std::ptr;

use common::{Random, java};
use unitstr_c::java::numbers::*;
use unitstr_c::packed::USTR_PACKED_STATUS_SHIFT;
use unitstr_c::packed::{USTR_PACKED_BAD_SHIFT, USTR_PACKED_COUNT_MAX, USTR_PACKED_READ_SHIFT};
use unitstr_c::status::{USTR_DONE, USTR_E_NULL, USTR_E_RANGE, USTR_E_SIZE, USTR_REFUSED};
use unitstr_c::tensor::numbers::*;
use unitstr_c::tensor::options::ustr_tensor;

const ALL: [u32; 8] = [
    USTR_TENSOR_CHANGE_INIT,
    USTR_TENSOR_CHANGE_COPY,
    USTR_TENSOR_CHANGE_APPEND,
    USTR_TENSOR_CHANGE_RESIZE,
    USTR_TENSOR_CHANGE_RESERVE,
    USTR_TENSOR_CHANGE_RESERVE_AMORTIZED,
    USTR_TENSOR_CHANGE_DEALLOC,
    USTR_TENSOR_CHANGE_VIEW,
];

fn said(format: u32, count: usize) -> ustr_tensor {
    ustr_tensor {
        struct_size: size_of::<ustr_tensor>(),
        format,
        order: u32::from(cfg!(target_endian = "big")),
        word_bytes: 0,
        view_abi: 1,
        trust: USTR_TENSOR_POINTERS_CHECKED,
        strictness: USTR_TENSOR_STANDARD,
        count: count as u64,
        max_bytes: 0,
        max_total_bytes: 0,
        owner: 0,
    }
}

/// A tensor of ours. What its strings own is given back when it is dropped.
struct Owned {
    said: ustr_tensor,
    memory: Vec<u8>,
}

impl Owned {
    fn new(format: u32, count: usize) -> Self {
        let element = if format == USTR_TENSOR_RFC16 { 16 } else { 24 };
        let mut new = Self { said: said(format, count), memory: vec![0xAA; element * count] };
        assert_eq!(new.change(0, count, USTR_TENSOR_CHANGE_INIT, 0, &[]), count as i64);
        new
    }

    fn base(&mut self) -> *mut c_void {
        self.memory.as_mut_ptr().cast()
    }

    fn change(&mut self, first: usize, count: usize, change: u32, number: i64, texts: &[&[u8]]) -> i64 {
        let all = texts.concat();
        let mut end = 0;
        let ends: Vec<i64> = texts
            .iter()
            .map(|text| {
                end += text.len() as i64;
                end
            })
            .collect();
        let (said, base, bytes) = (self.said, self.base(), self.memory.len() as i64);
        // SAFETY: the memory is as large as said, its elements are those that these entries made; no VIEW is made.
        unsafe {
            (java().changes.packed_change_tensor)(
                &raw const said,
                base,
                bytes,
                first as i64,
                count as i64,
                change,
                u32::from(b'.') * u32::from(change == USTR_TENSOR_CHANGE_RESIZE),
                number,
                all.as_ptr().cast(),
                end,
                ends.as_ptr().cast(),
            )
        }
    }

    fn assign(&mut self, first: usize, from: &mut Self, from_first: usize, change: u32) -> i64 {
        let (to, bytes, other, other_bytes) = (self.said, self.memory.len(), from.said, from.memory.len());
        // SAFETY: as above.
        unsafe {
            (java().changes.packed_assign_tensor)(
                &raw const to,
                self.base(),
                bytes as i64,
                first as i64,
                &raw const other,
                from.base(),
                other_bytes as i64,
                from_first as i64,
                change,
            )
        }
    }

    /// Kind, capacity and string of each.
    fn content(&mut self) -> Vec<(u32, i64, Vec<u8>)> {
        let count = usize::try_from(self.said.count).unwrap();
        let (said, base, bytes) = (self.said, self.base(), self.memory.len() as i64);
        let mut looks = vec![0_i64; 4 * count];
        // SAFETY: as above.
        let packed = unsafe {
            (java().tensors.packed_tensor_elements)(
                &raw const said,
                base,
                bytes,
                0,
                count as i64,
                looks.as_mut_ptr().cast(),
            )
        };
        assert_eq!(packed, count as i64);
        let mut text = vec![0_u8; 100_000];
        let mut ends = vec![0_i64; count];
        // SAFETY: as above.
        let packed = unsafe {
            (java().tensors.packed_copy_tensor)(
                &raw const said,
                base,
                bytes,
                0,
                count as i64,
                text.as_mut_ptr().cast(),
                text.len() as i64,
                ends.as_mut_ptr().cast(),
            )
        };
        assert_eq!(packed & USTR_PACKED_COUNT_MAX, count as i64);
        let mut from = 0;
        (0..count)
            .map(|i| {
                let to = usize::try_from(ends[i]).unwrap();
                let found = text[from..to].to_vec();
                from = to;
                (u32::try_from(looks[4 * i]).unwrap(), looks[4 * i + 2], found)
            })
            .collect()
    }
}

impl Drop for Owned {
    fn drop(&mut self) {
        let count = usize::try_from(self.said.count).unwrap();
        assert_eq!(self.change(0, count, USTR_TENSOR_CHANGE_DEALLOC, 0, &[]), count as i64);
    }
}

/// Status, elements, code, field and whether all of the tensor is refused.
fn verdict(packed: i64) -> (i32, i64, u32, u32, bool) {
    assert!(packed >= 0, "{packed}");
    let part = |shift: u32, mask: i64| packed >> shift & mask;
    let reason = u32::try_from(part(USTR_PACKED_READ_SHIFT, USTR_PACKED_COUNT_MAX)).unwrap();
    (
        i32::try_from(part(USTR_PACKED_STATUS_SHIFT, 7)).unwrap(),
        part(0, USTR_PACKED_COUNT_MAX),
        reason & 0xFF,
        reason >> USTR_TENSOR_FIELD_SHIFT,
        part(USTR_PACKED_BAD_SHIFT, 1) == 1,
    )
}

#[test]
fn strings_change_as_those_of_tensorflow() {
    let mut tensor = Owned::new(USTR_TENSOR_TF24, 3);
    assert_eq!(tensor.content(), vec![(USTR_TENSOR_KIND_SMALL, 22, vec![]); 3]);
    let texts: [&[u8]; 3] = [b"inside", &[b'x'; 100], b""];
    assert_eq!(tensor.change(0, 3, USTR_TENSOR_CHANGE_COPY, 0, &texts), 3);
    let large = |capacity, text: &[u8]| (USTR_TENSOR_KIND_LARGE, capacity, text.to_vec());
    let small = |text: &[u8]| (USTR_TENSOR_KIND_SMALL, 22, text.to_vec());
    assert_eq!(tensor.content(), [small(b"inside"), large(111, texts[1]), small(b"")]);
    assert_eq!(tensor.change(1, 1, USTR_TENSOR_CHANGE_RESERVE_AMORTIZED, 200, &[]), 1);
    assert_eq!(tensor.content()[1], large(223, texts[1]));
    assert_eq!(tensor.change(2, 1, USTR_TENSOR_CHANGE_RESIZE, 40, &[]), 1);
    assert_eq!(tensor.content()[2], large(47, &[b'.'; 40]));
    assert_eq!(tensor.change(0, 2, USTR_TENSOR_CHANGE_APPEND, 0, &[b" of it, and more text", b"!"]), 2);
    assert_eq!(tensor.content()[0], large(47, b"inside of it, and more text"));
    assert_eq!(tensor.content()[1].2.last(), Some(&b'!'));
    assert_eq!(tensor.change(0, 1, USTR_TENSOR_CHANGE_RESERVE, 300, &[]), 1);
    assert_eq!(tensor.content()[0].1, 303);
    // From one to another.
    let mut other = Owned::new(USTR_TENSOR_TF24, 2);
    assert_eq!(other.assign(0, &mut tensor, 1, USTR_TENSOR_CHANGE_ASSIGN), 1);
    assert_eq!(other.assign(1, &mut tensor, 2, USTR_TENSOR_CHANGE_ASSIGN), 1);
    assert_eq!(other.content(), [large(111, &tensor.content()[1].2), large(47, &[b'.'; 40])]);
    assert_eq!(other.assign(1, &mut tensor, 0, USTR_TENSOR_CHANGE_MOVE), 1);
    assert_eq!(other.content()[1], large(303, b"inside of it, and more text"));
    assert_eq!(tensor.content()[0], small(b""));
    assert_eq!(tensor.change(1, 1, USTR_TENSOR_CHANGE_DEALLOC, 0, &[]), 1);
    assert_eq!(tensor.content()[1], small(b""));
}

#[test]
fn an_arena_takes_back_what_fits_again() {
    for (format, head) in [(USTR_TENSOR_RFC16, 15), (USTR_TENSOR_RFC24, 23)] {
        let mut tensor = Owned::new(format, 2);
        assert_eq!(tensor.change(0, 2, USTR_TENSOR_CHANGE_COPY, 0, &[b"short", &[b'x'; 60]]), 2);
        let content = tensor.content();
        assert_eq!(content[0], (USTR_TENSOR_KIND_SMALL, head, b"short".to_vec()));
        assert_eq!((content[1].0, content[1].2.len()), (USTR_TENSOR_KIND_LARGE, 60));
        assert_eq!(tensor.change(1, 1, USTR_TENSOR_CHANGE_COPY, 0, &[b"fits"]), 1);
        assert_eq!(tensor.content()[1], (USTR_TENSOR_KIND_SMALL, head, b"fits".to_vec()));
        for change in [
            USTR_TENSOR_CHANGE_APPEND,
            USTR_TENSOR_CHANGE_RESIZE,
            USTR_TENSOR_CHANGE_RESERVE,
            USTR_TENSOR_CHANGE_RESERVE_AMORTIZED,
            USTR_TENSOR_CHANGE_VIEW,
        ] {
            let before = tensor.memory.clone();
            let packed = tensor.change(1, 1, change, 1, &[b"text"]);
            let unsupported = USTR_TENSOR_CODE_UNSUPPORTED;
            assert_eq!(verdict(packed), (USTR_REFUSED, 0, unsupported, USTR_TENSOR_FIELD_TABLE, false));
            assert_eq!(tensor.memory, before);
        }
    }
}

#[test]
fn nothing_changes_on_failure() {
    let mut tensor = Owned::new(USTR_TENSOR_TF24, 3);
    assert_eq!(tensor.change(0, 3, USTR_TENSOR_CHANGE_COPY, 0, &[b"a", &[b'b'; 50], b"c"]), 3);
    let before = tensor.memory.clone();
    let original = tensor.said;
    // Not trusted, not of this machine, not elements: as a whole.
    for wrong in [
        ustr_tensor { trust: USTR_TENSOR_UNTRUSTED, ..original },
        ustr_tensor { order: 1 - original.order, ..original },
        ustr_tensor { word_bytes: 4, ..original },
        ustr_tensor { format: USTR_TENSOR_TF_LEGACY, ..original },
    ] {
        tensor.said = wrong;
        for change in ALL {
            let code = if wrong.trust == 0 { USTR_TENSOR_CODE_POINTER_REFUSED } else { USTR_TENSOR_CODE_UNSUPPORTED };
            let packed = tensor.change(0, 1, change, 1, &[b"text"]);
            assert_eq!(verdict(packed), (USTR_REFUSED, 0, code, USTR_TENSOR_FIELD_TABLE, true));
        }
    }
    tensor.said = original;
    // Too long: in the second of two.
    tensor.said.max_bytes = 60;
    let refused = (USTR_REFUSED, 0, USTR_TENSOR_CODE_SIZE_LIMIT, USTR_TENSOR_FIELD_SIZE, false);
    for change in [USTR_TENSOR_CHANGE_RESIZE, USTR_TENSOR_CHANGE_RESERVE, USTR_TENSOR_CHANGE_RESERVE_AMORTIZED] {
        assert_eq!(verdict(tensor.change(1, 1, change, 61, &[])), refused);
    }
    assert_eq!(verdict(tensor.change(1, 1, USTR_TENSOR_CHANGE_APPEND, 0, &[b"0123456789a"])), refused);
    assert_eq!(verdict(tensor.change(1, 1, USTR_TENSOR_CHANGE_COPY, 0, &[&[b'c'; 61]])), refused);
    assert_eq!(tensor.memory, before);
    let packed = tensor.change(0, 2, USTR_TENSOR_CHANGE_APPEND, 0, &[b"", b"0123456789a"]);
    assert_eq!(verdict(packed), (USTR_REFUSED, 1, refused.2, refused.3, false));
    assert_eq!(tensor.memory, before);
    // No memory, no number for the size.
    tensor.said.max_bytes = i64::MAX as u64;
    for bytes in [isize::MAX as i64, 1 << 61, (1 << 62) - 17] {
        for change in [USTR_TENSOR_CHANGE_RESIZE, USTR_TENSOR_CHANGE_RESERVE] {
            let (status, done, code, _, whole) = verdict(tensor.change(1, 1, change, bytes, &[]));
            assert_eq!((status, done, whole), (USTR_REFUSED, 0, false));
            assert!([USTR_TENSOR_CODE_NO_MEMORY, USTR_TENSOR_CODE_SIZE_LIMIT].contains(&code), "{bytes} {code}");
        }
    }
    assert_eq!(tensor.memory, before);
    tensor.said = original;
    // A bad element: whatever is asked for.
    tensor.memory[0] = 63 << 2;
    let bad = tensor.memory.clone();
    for change in &ALL[1..] {
        let packed = tensor.change(0, 3, *change, 1, &[b"x", b"y", b"z"]);
        let field = USTR_TENSOR_FIELD_SIZE;
        assert_eq!(verdict(packed), (USTR_REFUSED, 0, USTR_TENSOR_CODE_SMALL_SIZE, field, false));
        assert_eq!(tensor.memory, bad);
    }
    tensor.memory[0] = before[0];
    // Arguments.
    for (first, count) in [(0, 4), (3, 1), (4, 0)] {
        assert_eq!(tensor.change(first, count, USTR_TENSOR_CHANGE_DEALLOC, 0, &[]), i64::from(USTR_E_RANGE));
    }
    for change in [0, USTR_TENSOR_CHANGE_ASSIGN, USTR_TENSOR_CHANGE_MOVE, 11, u32::MAX] {
        assert_eq!(tensor.change(0, 1, change, 0, &[b""]), i64::from(USTR_E_RANGE));
    }
    assert_eq!(tensor.change(0, 1, USTR_TENSOR_CHANGE_RESIZE, -1, &[]), i64::from(USTR_E_RANGE));
    let mut other = Owned::new(USTR_TENSOR_TF24, 1);
    for change in [0, USTR_TENSOR_CHANGE_COPY, USTR_TENSOR_CHANGE_VIEW, 11] {
        assert_eq!(tensor.assign(0, &mut other, 0, change), i64::from(USTR_E_RANGE));
    }
    assert_eq!(tensor.assign(0, &mut other, 1, USTR_TENSOR_CHANGE_ASSIGN), i64::from(USTR_E_RANGE));
    other.said.view_abi = 0;
    let packed = tensor.assign(0, &mut other, 0, USTR_TENSOR_CHANGE_MOVE);
    let unsupported = USTR_TENSOR_CODE_UNSUPPORTED;
    assert_eq!(verdict(packed), (USTR_REFUSED, 0, unsupported, USTR_TENSOR_FIELD_TABLE, true));
    other.said.struct_size = 0;
    assert_eq!(tensor.assign(0, &mut other, 0, USTR_TENSOR_CHANGE_ASSIGN), i64::from(USTR_E_SIZE));
    other.said = original;
    other.said.count = 1;
    assert_eq!(tensor.memory, before);
}

/// Ends that fall, or go beyond the text, change nothing.
#[test]
fn ends() {
    let mut tensor = Owned::new(USTR_TENSOR_TF24, 2);
    let before = tensor.memory.clone();
    let said = tensor.said;
    for ends in [[2, 1], [-1, 2], [1, 5], [i64::MIN, i64::MAX], [5, 5]] {
        for (text, expected) in [(b"text".as_ptr(), USTR_E_RANGE), (ptr::null(), USTR_E_NULL)] {
            // SAFETY: all sizes are true, but those that are refused.
            let packed = unsafe {
                (java().changes.packed_change_tensor)(
                    &raw const said,
                    tensor.base(),
                    48,
                    0,
                    2,
                    USTR_TENSOR_CHANGE_COPY,
                    0,
                    0,
                    text.cast(),
                    4,
                    ends.as_ptr().cast(),
                )
            };
            assert_eq!(packed, i64::from(expected));
        }
    }
    assert_eq!(tensor.memory, before);
}

#[test]
fn owners_live_as_long_as_views() {
    let mut made = [0_i64; 2];
    let new = java().changes.tensor_owner_new;
    let references = java().changes.tensor_owner_references;
    // SAFETY: room for two.
    assert_eq!(unsafe { new(100, made.as_mut_ptr().cast()) }, i64::from(USTR_DONE));
    let owner: *mut c_void = ptr::with_exposed_provenance_mut(usize::try_from(made[0]).unwrap());
    let text: *mut u8 = ptr::with_exposed_provenance_mut(usize::try_from(made[1]).unwrap());
    // SAFETY: so many bytes are there.
    unsafe { text.copy_from_nonoverlapping([b'v'; 100].as_ptr(), 100) };
    let mut tensor = Owned::new(USTR_TENSOR_TF24, 3);
    let mut view = tensor.said;
    view.owner = u64::try_from(made[0]).unwrap();
    let ends = [30_i64, 30, 100];
    // SAFETY: the owner keeps the text.
    let packed = unsafe {
        (java().changes.packed_change_tensor)(
            &raw const view,
            tensor.base(),
            72,
            0,
            3,
            USTR_TENSOR_CHANGE_VIEW,
            0,
            0,
            text.cast(),
            100,
            ends.as_ptr().cast(),
        )
    };
    assert_eq!(packed, 3);
    // SAFETY: one reference is ours.
    assert_eq!(unsafe { references(owner, 0) }, 4);
    let content = tensor.content();
    assert_eq!(content[2], (USTR_TENSOR_KIND_VIEW, 0, vec![b'v'; 70]));
    // SAFETY: as above.
    assert_eq!(unsafe { references(owner, -5) }, i64::from(USTR_E_RANGE));
    // SAFETY: as above.
    assert_eq!(unsafe { references(owner, -i64::MAX) }, i64::from(USTR_E_RANGE));
    // SAFETY: as above.
    assert_eq!(unsafe { references(owner, i64::MAX) }, i64::from(USTR_E_RANGE));
    // SAFETY: two more are ours.
    assert_eq!(unsafe { references(owner, 2) }, 6);
    // SAFETY: and are given up again.
    assert_eq!(unsafe { references(owner, -2) }, 4);
    assert_eq!(tensor.change(1, 1, USTR_TENSOR_CHANGE_DEALLOC, 0, &[]), 1);
    assert_eq!(tensor.change(0, 1, USTR_TENSOR_CHANGE_APPEND, 0, &[b"!"]), 1);
    assert_eq!(tensor.content()[0].2.len(), 31);
    // SAFETY: ours is given up; the view's keeps it.
    assert_eq!(unsafe { references(owner, -1) }, 1);
    assert_eq!(tensor.content()[2].2, [b'v'; 70]);
    // Versions without owners refuse one, and change nothing.
    tensor.said.view_abi = 0;
    view.view_abi = 0;
    let before = tensor.memory.clone();
    // SAFETY: it is refused.
    let packed = unsafe {
        (java().changes.packed_change_tensor)(
            &raw const view,
            tensor.base(),
            72,
            0,
            1,
            USTR_TENSOR_CHANGE_VIEW,
            0,
            0,
            text.cast(),
            100,
            ends.as_ptr().cast(),
        )
    };
    let unsupported = USTR_TENSOR_CODE_UNSUPPORTED;
    assert_eq!(verdict(packed), (USTR_REFUSED, 0, unsupported, USTR_TENSOR_FIELD_POINTER, false));
    assert_eq!(tensor.memory, before);
    tensor.said.view_abi = 1;
    // SAFETY: null is refused.
    assert_eq!(unsafe { references(ptr::null_mut(), 1) }, i64::from(USTR_E_NULL));
    // SAFETY: null is refused.
    assert_eq!(unsafe { new(1, ptr::null_mut()) }, i64::from(USTR_E_NULL));
    let refused = i64::from(USTR_REFUSED);
    for (bytes, expected) in [(-1, i64::from(USTR_E_RANGE)), (i64::MAX, refused)] {
        // SAFETY: room for two.
        assert_eq!(unsafe { new(bytes, made.as_mut_ptr().cast()) }, expected);
    }
}

/// Any bytes as elements that are not trusted with addresses of their own: only kinds without are let pass here.
#[test]
fn hostile_elements_are_refused_before_anything_is_freed() {
    let mut random = Random::new(41);
    for _ in 0..2000 {
        let mut memory = [0_u8; 48];
        for byte in &mut memory {
            *byte = random.next().to_le_bytes()[0];
        }
        // LARGE with less room than it says it has text; OFFSET behind the memory.
        memory[0] = memory[0] & !3 | 1;
        memory[8..16].fill(0);
        memory[24] = memory[24] & !3 | 2;
        memory[31] |= 0x40;
        memory[1] |= 1;
        memory[7] = 0;
        let before = memory;
        let mut tensor = Owned { said: said(USTR_TENSOR_TF24, 2), memory: memory.to_vec() };
        tensor.said.max_bytes = i64::MAX as u64;
        let change = random.of(&ALL[1..]);
        for first in 0..2 {
            let (status, done, ..) = verdict(tensor.change(first, 1, change, 3, &[b"x"]));
            assert_eq!((status, done), (USTR_REFUSED, 0));
        }
        assert_eq!(tensor.memory, before);
        tensor.memory.fill(0);
    }
}

/// The assigned string is used in place, so it must be trusted.
#[test]
fn what_is_not_trusted_is_not_assigned() {
    let mut from = Owned::new(USTR_TENSOR_TF24, 1);
    from.memory[..2].copy_from_slice(&[1 << 2, b's']);
    from.said.trust = USTR_TENSOR_UNTRUSTED;
    let mut tensor = Owned::new(USTR_TENSOR_TF24, 1);
    let before = tensor.memory.clone();
    for change in [USTR_TENSOR_CHANGE_ASSIGN, USTR_TENSOR_CHANGE_MOVE] {
        assert_eq!(
            verdict(tensor.assign(0, &mut from, 0, change)),
            (USTR_REFUSED, 0, USTR_TENSOR_CODE_POINTER_REFUSED, USTR_TENSOR_FIELD_TABLE, true)
        );
    }
    assert_eq!(tensor.memory, before);
    from.said.trust = USTR_TENSOR_POINTERS_CHECKED;
}

/// Whichever way a string comes, it is no longer than the tensor says.
#[test]
fn what_is_assigned_is_not_too_long() {
    let mut from = Owned::new(USTR_TENSOR_TF24, 1);
    assert_eq!(from.change(0, 1, USTR_TENSOR_CHANGE_COPY, 0, &[&[b'x'; 61]]), 1);
    let mut tensor = Owned::new(USTR_TENSOR_TF24, 1);
    tensor.said.max_bytes = 60;
    let (before, given) = (tensor.memory.clone(), from.memory.clone());
    for change in [USTR_TENSOR_CHANGE_ASSIGN, USTR_TENSOR_CHANGE_MOVE] {
        assert_eq!(
            verdict(tensor.assign(0, &mut from, 0, change)),
            (USTR_REFUSED, 0, USTR_TENSOR_CODE_SIZE_LIMIT, USTR_TENSOR_FIELD_SIZE, false)
        );
        assert_eq!((&tensor.memory, &from.memory), (&before, &given));
    }
    tensor.said.max_bytes = 61;
    assert_eq!(tensor.assign(0, &mut from, 0, USTR_TENSOR_CHANGE_MOVE), 1);
}

//! The entries for functions of libtvm_ffi: without a library what no sane caller passes, and what needs none.
#![cfg(all(target_os = "linux", target_pointer_width = "64", target_endian = "little"))]

mod common;

use std::ffi::c_void;
use std::ptr::{null, null_mut, without_provenance_mut};

use common::{Random, java};
use unitstr_c::status::{USTR_DONE, USTR_E_FLAGS, USTR_E_LIBRARY, USTR_E_NULL, USTR_E_RANGE};
use unitstr_c::values::numbers::USTR_VALUES_PLAIN;

const NO_SUCH: [u32; 5] = [0, 15, 17, 70_000, u32::MAX >> 1];

/// # Safety
///
/// * Always.
unsafe extern "C" fn dispatch(_: *mut c_void, _: i64, _: *const c_void, _: i32, _: *mut c_void, _: *mut c_void) -> i32 {
    2
}

fn host() -> u32 {
    let mut number = 0;
    // SAFETY: as the table says.
    let status = unsafe { (java().values.val_host_new)(Some(dispatch), null_mut(), &raw mut number) };
    assert_eq!(status, USTR_DONE);
    number
}

#[test]
fn hosts() {
    let values = &java().values;
    let (one, two) = (host(), host());
    assert_ne!(one, two);
    let mut slots = [7_i64; 2];
    let at = slots.as_mut_ptr();
    #[expect(clippy::multiple_unsafe_ops_per_block, reason = "they have the same reason")]
    // SAFETY: all sizes are true, or refused.
    unsafe {
        assert_eq!((values.val_host_new)(None, null_mut(), at.cast()), USTR_E_NULL);
        assert_eq!((values.val_host_new)(Some(dispatch), null_mut(), null_mut()), USTR_E_NULL);
        assert_eq!((values.val_drain_dead)(one, at, 2), 0);
        assert_eq!((values.val_drain_dead)(one, null_mut(), 0), 0);
        assert_eq!((values.val_drain_dead)(one, null_mut(), 2), USTR_E_NULL.into());
        assert_eq!((values.val_drain_dead)(one, at.wrapping_byte_add(1), 1), USTR_E_RANGE.into());
        assert_eq!((values.val_drain_dead)(one, at, -1), USTR_E_RANGE.into());
        assert_eq!((values.val_drain_dead)(one, at, i64::MAX), USTR_E_RANGE.into());
        assert_eq!((values.val_host_close)(two), USTR_DONE);
        for number in NO_SUCH {
            assert_eq!((values.val_drain_dead)(number, at, 2), USTR_E_RANGE.into());
            assert_eq!((values.val_host_close)(number), USTR_E_RANGE);
        }
    }
    assert_eq!(slots, [7; 2]);
}

#[test]
fn libraries_that_are_none() {
    let open = |path: &[u8], flags: u32, room: i64| {
        let (mut number, mut text, mut size) = (77, [b'.'; 400], -1);
        // SAFETY: all sizes are true.
        let status = unsafe {
            (java().values.val_open)(
                path.as_ptr().cast(),
                path.len().cast_signed() as i64,
                flags,
                &raw mut number,
                text.as_mut_ptr().cast(),
                room,
                &raw mut size,
            )
        };
        assert_eq!(number, 77);
        (status, size, String::from_utf8(text.to_vec()).expect("UTF-8"))
    };
    for flags in [0, USTR_VALUES_PLAIN] {
        let (status, size, text) = open(b"/nonexistent/libtvm_ffi.so", flags, 400);
        assert_eq!(status, USTR_E_LIBRARY);
        let text = text.trim_end_matches('.').to_owned();
        assert!(text.contains("/nonexistent/libtvm_ffi.so: "), "{text}");
        assert!(size >= text.len().cast_signed() as i64);
        // Cut, but the size is said.
        let (status, again, cut) = open(b"/nonexistent/libtvm_ffi.so", flags, 5);
        assert_eq!((status, again, &cut[..7]), (USTR_E_LIBRARY, size, &*format!("{}..", &text[..5])));
    }
    assert_eq!(open(b"a\0b", 0, 400).0, USTR_E_LIBRARY);
    for flags in [0, USTR_VALUES_PLAIN] {
        // Not the program itself, which `dlopen` would give.
        let (status, size, text) = open(b"", flags, 400);
        assert_eq!((status, size, text.trim_end_matches('.')), (USTR_E_LIBRARY, 17, "the path is empty"));
    }
    assert_eq!(open(b"x", 2, 400), (USTR_E_FLAGS, -1, ".".repeat(400)));
    assert_eq!(open(b"x", 0, -1).0, USTR_E_RANGE);
    let (mut number, mut size) = (77_u32, 77_i64);
    let (number, size) = (&raw mut number, &raw mut size);
    let values = &java().values;
    #[expect(clippy::multiple_unsafe_ops_per_block, reason = "they have the same reason")]
    // SAFETY: all sizes are true, or refused.
    unsafe {
        assert_eq!((values.val_open)(null(), 1, 0, number, null_mut(), 0, size), USTR_E_NULL);
        assert_eq!((values.val_open)(null(), 0, 0, number, null_mut(), 1, size), USTR_E_NULL);
        assert_eq!((values.val_open)(null(), 0, 0, null_mut(), null_mut(), 0, size), USTR_E_NULL);
        assert_eq!((values.val_open)(null(), 0, 0, number, null_mut(), 0, null_mut()), USTR_E_NULL);
        assert_eq!((values.val_open)(null(), -1, 0, number, null_mut(), 0, size), USTR_E_RANGE);
    }
}

#[test]
fn runtimes_that_are_none() {
    let (values, host) = (&java().values, host());
    let mut memory = [0x55_u64; 16];
    let at = memory.as_mut_ptr();
    for number in NO_SUCH {
        #[expect(clippy::multiple_unsafe_ops_per_block, reason = "they have the same reason")]
        // SAFETY: there is no library: nothing is called.
        unsafe {
            assert_eq!((values.val_version)(number), USTR_E_RANGE.into());
            assert_eq!((values.val_freeze)(number), USTR_E_RANGE);
            assert_eq!((values.val_function)(number, at.cast(), 8, at), USTR_E_RANGE);
            assert_eq!((values.val_set_global)(number, at.cast(), 8, 8, 0, at.cast()), USTR_E_RANGE);
            assert_eq!((values.val_call)(number, 8, at.cast(), 1, at.cast(), at.cast()), USTR_E_RANGE);
            assert_eq!((values.val_function_new)(number, host, 1, at), USTR_E_RANGE);
            assert_eq!((values.val_error_new)(number, host, 1, at, 0, at), USTR_E_RANGE);
        }
    }
    assert_eq!(memory, [0x55; 16]);
}

#[test]
fn texts_and_their_references() {
    let values = &java().values;
    let (bytes, mut object) = (b"more than a slot", 0_u64);
    // SAFETY: all sizes are true.
    let status = unsafe { (values.val_text_new)(65, bytes.as_ptr().cast(), 16, 100, &raw mut object) };
    assert_eq!((status, object % 16), (USTR_DONE, 0));
    let word = |at: usize| {
        let place = std::ptr::with_exposed_provenance::<u64>(usize::try_from(object).expect("64 bits") + at);
        // SAFETY: in the object, which has 40 bytes and more.
        unsafe { place.read() }
    };
    assert_eq!((word(0), word(8), word(24), word(32)), (0x1_0000_0001, 65, object + 40, 16));
    let (view, mut slot) = ([65_u64, object], [0_u64; 2]);
    let (from, to) = (view.as_ptr(), slot.as_mut_ptr());
    #[expect(clippy::multiple_unsafe_ops_per_block, reason = "they have the same reason")]
    // SAFETY: an object that lives, or what is refused.
    unsafe {
        assert_eq!((values.val_retain)(object), USTR_DONE);
        assert_eq!((values.val_own)(from.cast(), to.cast()), USTR_DONE);
        assert_eq!(word(0), 0x1_0000_0003);
        for _ in 0..3 {
            assert_eq!((values.val_release)(object), USTR_DONE);
        }
        assert_eq!(((values.val_retain)(0), (values.val_release)(0)), (USTR_DONE, USTR_DONE));
        assert_eq!(((values.val_retain)(17), (values.val_release)(17)), (USTR_E_RANGE, USTR_E_RANGE));
        assert_eq!((values.val_own)(null(), to.cast()), USTR_E_NULL);
        assert_eq!((values.val_own)(from.cast(), null_mut()), USTR_E_NULL);
        assert_eq!((values.val_own)(from.wrapping_byte_add(4).cast(), to.cast()), USTR_E_RANGE);
    }
    assert_eq!(slot, view);
    let (text, at) = (bytes.as_ptr().cast(), &raw mut object);
    for (code, from, count, capacity, to, error) in [
        (64, text, 16, 16, at, USTR_E_RANGE),
        (67, text, 16, 16, at, USTR_E_RANGE),
        (65, text, -1, 16, at, USTR_E_RANGE),
        (65, text, 16, -1, at, USTR_E_RANGE),
        (65, text, i64::from(i32::MAX) + 1, 16, at, USTR_E_RANGE),
        (66, text, 16, i64::MAX, at, USTR_E_RANGE),
        (66, text, 16, 16, null_mut(), USTR_E_NULL),
        (66, text, 16, 16, without_provenance_mut(12), USTR_E_RANGE),
    ] {
        // SAFETY: refused.
        assert_eq!(unsafe { (values.val_text_new)(code, from, count, capacity, to) }, error);
    }
    // Small texts that claim more than there is, and codes that no value has.
    let mut random = Random::new(4);
    for _ in 0..100_000 {
        let index: i32 = random.of(&[-1, 0, 1, 4, 7, 11, 12, 13]);
        let word = u64::from(index.cast_unsigned()) | random.next() >> random.below(30) << 32;
        let (view, mut slot) = ([word, random.next()], [0x55_u64; 2]);
        // SAFETY: inline, all of them.
        let status = unsafe { (values.val_own)(view.as_ptr().cast(), slot.as_mut_ptr().cast()) };
        let sound = index != -1 && (!matches!(index, 11 | 12) || word >> 32 <= 7);
        assert_eq!(status, if sound { USTR_DONE } else { USTR_E_RANGE });
        if !sound {
            assert_eq!(slot, [0x55; 2]);
        } else if !matches!(index, 11 | 12) {
            assert_eq!(slot, view);
        }
    }
}

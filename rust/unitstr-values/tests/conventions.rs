//! Calls in the orders of old TVM, of RFC 97 and of matx.
#![cfg(all(target_os = "linux", target_pointer_width = "64", target_endian = "little"))]

use std::ffi::{c_int, c_void};

use unitstr_values::d4a::{Arguments, code};
use unitstr_values::live::{MATX_NULL, NotCalled, Process, call_d4a, call_d4b, call_matx};
use unitstr_values::{AnyValue, Bad, Blocks, Dialect, Matx, Rfc97, Tag};

/// Returns its last argument; fails with the handle's number if there is none.
///
/// # Safety
///
/// * As the convention says.
unsafe extern "C" fn last(
    handle: *mut c_void,
    n: c_int,
    codes: *const i32,
    values: *const u64,
    out_code: *mut i32,
    out: *mut u64,
) -> c_int {
    let Some(at) = usize::try_from(n).ok().and_then(|n| n.checked_sub(1)) else {
        return c_int::try_from(handle.addr()).unwrap_or(-1);
    };
    #[expect(clippy::multiple_unsafe_ops_per_block, reason = "they have the same reason")]
    // SAFETY: so many.
    unsafe {
        out_code.write(codes.add(at).read());
        out.write(values.add(at).read());
    }
    0
}

#[test]
fn r13_a_string_with_nul_arrives_with_its_length() {
    let mut arguments = Arguments::new(false);
    for text in ["hello", "a\0b and more than a slot"] {
        let tag = Tag::Str(text.as_bytes());
        arguments.push::<Rfc97, _>(&Blocks::new(), &tag).expect("a text");
        // SAFETY: as the convention says.
        let back = unsafe { call_d4a(last, std::ptr::null_mut(), &arguments) }.expect("a result");
        assert_eq!(matches!(back, Tag::ByteArray(_)), text.contains('\0'), "{back:?}");
        // SAFETY: the arguments live.
        let memory = unsafe { Process::new() };
        let found = Rfc97::text(&memory, &back).expect("there").expect("a text");
        assert_eq!(found.to_bytes(), text.as_bytes());
    }
    assert_eq!(arguments.codes(), [code::STR, code::BYTES]);
    let none = Arguments::new(false);
    // SAFETY: as above.
    let failed = unsafe { call_d4a(last, std::ptr::without_provenance_mut(7), &none) };
    assert_eq!(failed, Err(NotCalled::Failed(7)));
}

/// # Safety
///
/// * As the convention says.
unsafe extern "C" fn strange(
    _: *mut c_void,
    _: c_int,
    _: *const i32,
    _: *const u64,
    out_code: *mut i32,
    _: *mut u64,
) -> c_int {
    // SAFETY: by the convention.
    unsafe { out_code.write(99) };
    0
}

#[test]
fn r13_a_result_that_is_no_value() {
    // SAFETY: as the convention says.
    let result = unsafe { call_d4a(strange, std::ptr::null_mut(), &Arguments::new(false)) };
    assert_eq!(result, Err(NotCalled::Result(Bad::Code { code: 99 })));
}

/// # Safety
///
/// * As the convention says.
unsafe extern "C" fn first_slot(handle: *mut c_void, n: c_int, args: *const AnyValue, out: *mut AnyValue) -> c_int {
    if n == 0 {
        return c_int::try_from(handle.addr()).unwrap_or(-1);
    }
    #[expect(clippy::multiple_unsafe_ops_per_block, reason = "they have the same reason")]
    // SAFETY: at least one.
    unsafe {
        out.write(args.read());
    }
    0
}

/// # Safety
///
/// * As the convention says.
unsafe extern "C" fn first_matx(args: *const [u64; 3], n: c_int, out: *mut [u64; 3], resource: *mut c_void) -> c_int {
    if n == 0 {
        return c_int::try_from(resource.addr()).unwrap_or(-1);
    }
    #[expect(clippy::multiple_unsafe_ops_per_block, reason = "they have the same reason")]
    // SAFETY: at least one.
    unsafe {
        out.write(args.read());
    }
    0
}

#[test]
fn r13_the_orders_of_rfc_97_and_of_matx() {
    let handle = std::ptr::without_provenance_mut(9);
    let slot = AnyValue::new(&Tag::Str(b"a\0b")).expect("it fits");
    // SAFETY: as the convention says.
    let (back, failed) =
        (unsafe { call_d4b(first_slot, handle, &[slot]) }, unsafe { call_d4b(first_slot, handle, &[]) });
    assert_eq!(back.map(|slot| slot.tag().map(|tag| format!("{tag:?}"))), Ok(slot.tag().map(|tag| format!("{tag:?}"))));
    assert_eq!(failed.map(|_| ()), Err(NotCalled::Failed(9)));

    let mut bytes = [0; 24];
    Matx::write(&mut bytes, &Tag::Str(b"sixteen bytes ok")).expect("it fits");
    let mut slot = [0_u64; 3];
    for (word, bytes) in slot.iter_mut().zip(bytes.chunks_exact(8)) {
        *word = u64::from_le_bytes(bytes.try_into().expect("eight"));
    }
    // SAFETY: as the convention says.
    let (back, failed) =
        (unsafe { call_matx(first_matx, &[slot], handle) }, unsafe { call_matx(first_matx, &[], handle) });
    assert_eq!((back, failed), (Ok(slot), Err(NotCalled::Failed(9))));
    let null: Vec<u8> = MATX_NULL.iter().flat_map(|word| word.to_le_bytes()).collect();
    assert_eq!(Matx::read(&null), Ok(Tag::Null));
}

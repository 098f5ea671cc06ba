//! Plain values and boxes, and the references to objects of libtvm_ffi.

use unitstr_values::{Blocks, Dialect, Family, Rfc97, Tag, TvmFfi};

use crate::rfc97;

const PLAIN: [Tag<'static>; 10] = [
    Tag::Int(0),
    Tag::Int(-7),
    Tag::Int(i64::MAX),
    Tag::Float(1.5),
    Tag::Float(1.0),
    Tag::Float(f64::INFINITY),
    Tag::Bool(false),
    Tag::Bool(true),
    Tag::Handle(0),
    Tag::Handle(8),
];

fn slot_word(tag: &Tag<'_>) -> Vec<u8> {
    rfc97(1, tag).unwrap().split_off(8)
}

#[test]
fn plain_values_and_boxes_are_read_alike() {
    for plain in PLAIN {
        // In a slot.
        let slot = rfc97(1, &plain).unwrap();
        assert_eq!(Rfc97::plain(&Blocks::new(), &Rfc97::read(&slot).unwrap()), Ok(Some(plain)));
        let mut slot = [0xAA; 16];
        TvmFfi::write(&mut slot, &plain).unwrap();
        assert_eq!(TvmFfi::plain(&Blocks::new(), &TvmFfi::read(&slot).unwrap()), Ok(Some(plain)));
        // A box in memory: the slot states its type, or leaves that to the header.
        let code = match plain {
            Tag::Int(_) => 64,
            Tag::Float(_) => 65,
            Tag::Bool(_) => 66,
            _ => 67,
        };
        let mut bytes = [0; 24];
        bytes[0] = code;
        bytes[16..].copy_from_slice(&slot_word(&plain));
        let mut memory = Blocks::new();
        let address = memory.place(&bytes);
        for code in [None, Some(code.into())] {
            let tag = Tag::Object { of: Family::Rfc97, code, address };
            assert_eq!(Rfc97::plain(&memory, &tag), Ok(Some(plain)));
        }
    }
}

#[test]
fn a_string_is_no_number() {
    for text in [Tag::Str(b"1"), Tag::Bytes(b"1"), Tag::Ucs4(&[0x31, 0, 0, 0]), Tag::Null] {
        assert_eq!(Rfc97::plain(&Blocks::new(), &text), Ok(None), "{text:?}");
    }
}

#[cfg(target_os = "linux")]
mod references {
    use std::ptr::NonNull;
    use std::sync::atomic::{AtomicI32, Ordering};

    use unitstr_values::live::{Object, ObjectHeader};

    static DELETED: AtomicI32 = AtomicI32::new(0);

    /// # Safety
    ///
    /// * `object` was made as a `Box`, and has no references of the kind that the flag names.
    unsafe extern "C" fn delete(object: *mut ObjectHeader, flags: i32) {
        DELETED.fetch_add(flags, Ordering::Relaxed);
        if flags & 2 != 0 {
            // SAFETY: the caller promises that `object` was made as a `Box` and is not used again.
            drop(unsafe { Box::from_raw(object) });
        }
    }

    #[test]
    fn the_last_reference_destroys_an_object() {
        let header = NonNull::from(Box::leak(Box::new(ObjectHeader::new(129, Some(delete)))));
        // SAFETY: `header` is a new object with one reference.
        let object = unsafe { Object::from_raw(header) };
        let again = object.clone();
        assert_eq!(object.address(), again.address());
        drop(object);
        assert_eq!(DELETED.load(Ordering::Relaxed), 0);
        drop(again);
        assert_eq!(DELETED.load(Ordering::Relaxed), 3);
    }
}

//! Slots of any bytes: refused, or read and written again.

use unitstr::Policy;
use unitstr_values::{Bad, Blocks, Dialect, Rfc97, Tag, TvmFfi};

/// A slot, and behind it the memory that it may refer to, at 0x10000.
fn check<D: Dialect>(slot: &[u8], rest: &[u8]) {
    let Ok(tag) = D::read(slot) else {
        return;
    };
    let mut once = vec![0xAA; slot.len()];
    match D::write(&mut once, &tag) {
        Ok(()) => {}
        // What only the header of an object may say is read, and not written.
        Err(Bad::Code { code }) if matches!(tag, Tag::Object { .. }) => {
            assert!((64..128).contains(&code));
            return;
        }
        Err(bad) => panic!("{tag:?}: {bad}"),
    }
    if let Tag::Other { .. } = tag {
        assert_eq!(once, slot);
    }
    let again = D::read(&once).expect("just written");
    assert_eq!(tag.kind(), again.kind());
    let mut twice = vec![0x55; slot.len()];
    D::write(&mut twice, &again).expect("as before");
    assert_eq!(once, twice);
    if D::owns(slot) != D::owns(&once) {
        panic!("{tag:?}");
    }

    let mut memory = Blocks::new();
    memory.place(rest);
    if let Ok(Some(text)) = D::text(&memory, &tag) {
        let bytes = text.to_bytes();
        assert_eq!(bytes.len(), text.source().bytes());
        let replaced = text.to_chars(Policy::Replace).expect("replaced");
        if let Ok(chars) = text.to_chars(Policy::Report) {
            assert_eq!(chars, replaced);
        }
    }
    if let Ok(Some(plain)) = D::plain(&memory, &tag) {
        assert_eq!(D::plain(&memory, &plain), Ok(Some(plain)));
    }
}

/// Any of its sixteen sizes.
pub fn values_rfc97(bytes: &[u8]) {
    if let Some((n, bytes)) = bytes.split_first()
        && let Some((slot, rest)) = bytes.split_at_checked(16 + 8 * usize::from(n % 16))
    {
        check::<Rfc97>(slot, rest);
    }
}

/// 16 bytes.
pub fn values_tvm(bytes: &[u8]) {
    if let Some((slot, rest)) = bytes.split_at_checked(16) {
        check::<TvmFfi>(slot, rest);
    }
}

//! Catches panics before they leave the library, where they would end the process, and with it the JVM.

use std::any::Any;
use std::cell::RefCell;
use std::ffi::c_void;
use std::mem;
use std::panic::{self, AssertUnwindSafe};

#[cfg(not(panic = "unwind"))]
compile_error!("the guard needs panic = \"unwind\": with \"abort\" a panic ends the JVM");

thread_local! {
    static LAST_PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Runs the body of an exported function. Catches a panic in it, keeps its message for [`last_panic_text`], and
/// returns `failed`.
///
/// Must be used in the outermost `extern` function: a panic that leaves an inner one aborts the process in any case.
pub fn guarded<R: Copy>(failed: R, body: impl FnOnce() -> R) -> R {
    // A panic leaves only the caller's memory incomplete, whose contents are then unspecified by contract.
    match panic::catch_unwind(AssertUnwindSafe(body)) {
        Ok(result) => result,
        Err(payload) => {
            keep(payload);
            failed
        }
    }
}

fn keep(payload: Box<dyn Any + Send>) {
    // The payload of `panic!` with a literal is the first type, with arguments the second.
    let text = match (payload.downcast_ref::<&'static str>(), payload.downcast_ref::<String>()) {
        (Some(text), _) => text,
        (None, Some(text)) => text.as_str(),
        (None, None) => "a panic without a text",
    };
    // Fails only at the end of a thread or in a nested call, neither of which happens here; the message would be
    // lost.
    let _ = LAST_PANIC.try_with(|last| {
        if let Ok(mut last) = last.try_borrow_mut() {
            last.clear();
            last.push_str(text);
        }
    });
    // The destructor of a payload may panic, and so may the destructor of that panic's payload.
    if let Err(thrown) = panic::catch_unwind(AssertUnwindSafe(|| drop(payload))) {
        mem::forget(thrown);
    }
}

/// Returns the message of the last panic that was caught on this thread; empty if there was none.
#[must_use]
pub fn last_panic_text() -> String {
    LAST_PANIC.try_with(|last| last.try_borrow().map(|text| text.clone()).unwrap_or_default()).unwrap_or_default()
}

/// The table's `last_panic`.
///
/// # Safety
///
/// * `dst` is null or valid for writes of `dst_bytes` bytes.
pub(crate) unsafe extern "C" fn last_panic(dst: *mut c_void, dst_bytes: usize) -> usize {
    guarded(0, || {
        let text = last_panic_text();
        let bytes = text.len().min(dst_bytes);
        if !dst.is_null() {
            // SAFETY: the caller promises that `dst` is writable for `dst_bytes`; `bytes` is at most that and the
            // size of `text`.
            unsafe { dst.cast::<u8>().copy_from_nonoverlapping(text.as_ptr(), bytes) };
        }
        text.len()
    })
}

/// The bit that makes a function of a test build panic: in its flags, unit size or status number.
#[cfg(feature = "test-panic")]
pub(crate) const TEST_PANIC: u32 = 0x8000_0000;

/// Panics if the caller of a test build requested it.
#[cfg(feature = "test-panic")]
pub(crate) fn panic_if_asked(number: u32) {
    assert!(number & TEST_PANIC == 0, "test-panic: asked for by the number {number:#x}");
}

/// Does nothing in a release build.
#[cfg(not(feature = "test-panic"))]
pub(crate) fn panic_if_asked(_number: u32) {}

#[cfg(test)]
mod tests {
    use std::panic::panic_any;

    use super::{guarded, last_panic, last_panic_text};

    #[test]
    fn keeps_literal_and_formatted_texts() {
        assert_eq!(guarded(-1, || 3), 3);
        assert_eq!(guarded(-1, || panic!("a literal")), -1);
        assert_eq!(last_panic_text(), "a literal");
        let what = "formatted";
        assert_eq!(guarded(-1, || panic!("{what}")), -1);
        assert_eq!(last_panic_text(), "formatted");
    }

    #[test]
    fn survives_a_payload_of_another_type() {
        assert_eq!(guarded(-1, || panic_any(7)), -1);
        assert_eq!(last_panic_text(), "a panic without a text");
    }

    #[test]
    fn survives_payloads_whose_destructors_panic() {
        struct Bomb(u32);
        impl Drop for Bomb {
            fn drop(&mut self) {
                if self.0 > 0 {
                    panic_any(Self(self.0 - 1));
                }
            }
        }
        for depth in 0..4 {
            assert_eq!(guarded(-1, || panic_any(Bomb(depth))), -1);
        }
        assert_eq!(guarded(-1, || 3), 3);
    }

    #[test]
    fn texts_are_of_their_thread_and_cut_to_the_destination() {
        guarded(0, || panic!("abcdef"));
        std::thread::spawn(|| assert_eq!(last_panic_text(), "")).join().expect("the other thread");
        let mut buffer = [b'.'; 8];
        for bytes in 0..8 {
            buffer.fill(b'.');
            // SAFETY: `buffer` has `bytes` bytes.
            assert_eq!(unsafe { last_panic(buffer.as_mut_ptr().cast(), bytes) }, 6);
            let kept = bytes.min(6);
            assert_eq!(buffer[..kept], b"abcdef"[..kept]);
            assert!(buffer[kept..].iter().all(|b| *b == b'.'));
        }
        // SAFETY: `dst` may be null.
        assert_eq!(unsafe { last_panic(std::ptr::null_mut(), 8) }, 6);
    }
}

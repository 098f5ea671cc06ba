//! What keeps a panic from leaving the library: it would end the process, and with it the JVM.

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

/// Runs the body of an entry; a panic in it is caught, its text is kept for [`last_panic_text`], and `failed` is returned.
///
/// Belongs into the outermost `extern` function: a panic that leaves an inner one aborts, guarded or not.
pub fn guarded<R: Copy>(failed: R, body: impl FnOnce() -> R) -> R {
    // What a panic leaves half done is the caller's memory, whose content is then unspecified, as the contract says.
    match panic::catch_unwind(AssertUnwindSafe(body)) {
        Ok(result) => result,
        Err(payload) => {
            keep(payload);
            failed
        }
    }
}

fn keep(payload: Box<dyn Any + Send>) {
    // `panic!` with a literal carries the first, with arguments the second.
    let text = match (payload.downcast_ref::<&'static str>(), payload.downcast_ref::<String>()) {
        (Some(text), _) => text,
        (None, Some(text)) => text.as_str(),
        (None, None) => "a panic without a text",
    };
    // Neither is possible here (a thread that is ending, a nested call): then the text is lost, not the process.
    let _ = LAST_PANIC.try_with(|last| {
        if let Ok(mut last) = last.try_borrow_mut() {
            last.clear();
            last.push_str(text);
        }
    });
    // A payload's own destructor may panic, and so may that of what it throws.
    if let Err(thrown) = panic::catch_unwind(AssertUnwindSafe(|| drop(payload))) {
        mem::forget(thrown);
    }
}

/// The text of the last panic that was caught on this thread; empty if there was none.
#[must_use]
pub fn last_panic_text() -> String {
    LAST_PANIC
        .try_with(|last| last.try_borrow().map(|text| text.clone()).unwrap_or_default())
        .unwrap_or_default()
}

/// Entry `last_panic` of the table.
///
/// # Safety
///
/// * `dst` is null or valid for writes of `dst_bytes` bytes.
pub(crate) unsafe extern "C" fn last_panic(dst: *mut c_void, dst_bytes: usize) -> usize {
    guarded(0, || {
        let text = last_panic_text();
        let bytes = text.len().min(dst_bytes);
        if !dst.is_null() {
            // SAFETY: `bytes` is at most the size of the text and of the destination, and the text is this function's own.
            unsafe { dst.cast::<u8>().copy_from_nonoverlapping(text.as_ptr(), bytes) };
        }
        text.len()
    })
}

/// The bit that asks an entry of a test build to panic: in its flags, or in its unit size or status number.
#[cfg(feature = "test-panic")]
pub(crate) const TEST_PANIC: u32 = 0x8000_0000;

/// Panics if a caller of a test build asked for it.
#[cfg(feature = "test-panic")]
pub(crate) fn panic_if_asked(number: u32) {
    assert!(
        number & TEST_PANIC == 0,
        "test-panic: asked for by the number {number:#x}"
    );
}

/// Does nothing: this build ships.
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
        std::thread::spawn(|| assert_eq!(last_panic_text(), ""))
            .join()
            .expect("the other thread");
        let mut buffer = [b'.'; 8];
        for bytes in 0..8 {
            buffer.fill(b'.');
            // SAFETY: the buffer is as large as said.
            assert_eq!(unsafe { last_panic(buffer.as_mut_ptr().cast(), bytes) }, 6);
            let kept = bytes.min(6);
            assert_eq!(buffer[..kept], b"abcdef"[..kept]);
            assert!(buffer[kept..].iter().all(|b| *b == b'.'));
        }
        // SAFETY: null is allowed.
        assert_eq!(unsafe { last_panic(std::ptr::null_mut(), 8) }, 6);
    }
}

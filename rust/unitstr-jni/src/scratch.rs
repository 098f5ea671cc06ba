//! Native memory for results on their way into Java arrays.
//!
//! A JNI call that fills an array must not be made while a destination is held critically, and a result must not be
//! written into an array before its size is known: so it is made here and copied once.

use std::cell::Cell;
use std::mem::MaybeUninit;

use unitstr_c::status::USTR_E_RANGE;

/// What the stack provides: enough for either form of 1000 units.
const STACK_BYTES: usize = 6400;
/// What a thread keeps: enough for either form of a chunk of 64 KiB. Larger memory is given back after the call.
const KEPT_BYTES: usize = 256 * 1024;

const WORD_BYTES: usize = size_of::<u64>();

thread_local! {
    /// Its capacity is what matters; it has no elements.
    static KEPT: Cell<Vec<u64>> = const { Cell::new(Vec::new()) };
}

/// Calls `body` with at least `bytes` bytes of memory, writable and of any content, aligned to 8.
pub(crate) fn with<R>(bytes: usize, body: impl FnOnce(*mut u8) -> Result<R, i32>) -> Result<R, i32> {
    if bytes <= STACK_BYTES {
        let mut memory = [MaybeUninit::<u64>::uninit(); STACK_BYTES / WORD_BYTES];
        return body(memory.as_mut_ptr().cast());
    }
    // A thread that is ending has no such memory any more, and a nested call finds it taken: both allocate.
    let mut memory = KEPT.try_with(Cell::take).unwrap_or_default();
    memory
        .try_reserve(bytes.div_ceil(WORD_BYTES))
        .map_err(|_| USTR_E_RANGE)?;
    let result = body(memory.as_mut_ptr().cast());
    if memory.capacity() <= KEPT_BYTES / WORD_BYTES {
        let _ = KEPT.try_with(|kept| kept.set(memory));
    }
    result
}

/// Overwrites what this thread keeps: it may be text that is meant to be secret.
pub(crate) fn clear() {
    let _ = KEPT.try_with(|kept| {
        let mut memory = kept.take();
        memory.spare_capacity_mut().fill(MaybeUninit::new(0));
        kept.set(memory);
    });
}

#[cfg(test)]
mod tests {
    use super::{KEPT, KEPT_BYTES, STACK_BYTES, WORD_BYTES, clear, with};

    fn kept_bytes() -> usize {
        let memory = KEPT.take();
        let bytes = memory.capacity() * WORD_BYTES;
        KEPT.set(memory);
        bytes
    }

    #[test]
    fn is_as_large_as_asked_for_and_kept_up_to_a_chunk() {
        for bytes in [
            0,
            1,
            STACK_BYTES,
            STACK_BYTES + 1,
            4096,
            KEPT_BYTES - 8,
            KEPT_BYTES * 2,
            1000,
        ] {
            let filled = with(bytes, |memory| {
                // SAFETY: so many bytes were asked for.
                unsafe { memory.write_bytes(0x55, bytes) };
                Ok(bytes)
            });
            assert_eq!(filled, Ok(bytes));
            assert!(kept_bytes() <= KEPT_BYTES);
        }
        assert!(with(usize::MAX / 2, |_| Ok(())).is_err());
    }

    #[test]
    fn is_cleared() {
        const BYTES: usize = 2 * STACK_BYTES;
        let write = |memory: *mut u8| {
            // SAFETY: so many bytes were asked for.
            unsafe { memory.write_bytes(0x55, BYTES) };
            Ok(())
        };
        let sum = |memory: *mut u8| {
            // SAFETY: so many bytes were asked for, and all of them have been written.
            let bytes = unsafe { std::slice::from_raw_parts(memory, BYTES) };
            Ok(bytes.iter().map(|byte| usize::from(*byte)).sum::<usize>())
        };
        with(BYTES, write).expect("memory");
        assert_eq!(with(BYTES, sum), Ok(BYTES * 0x55));
        clear();
        assert_eq!(with(BYTES, sum), Ok(0));
    }
}

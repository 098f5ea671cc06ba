//! Native memory for results before they are copied to Java arrays.
//!
//! A JNI function that fills an array must not be called while another array is held critically, and a result must
//! not be written to an array before its size is known: it is therefore written here and copied once.

use std::cell::Cell;
use std::mem::MaybeUninit;

use unitstr_c::status::USTR_E_RANGE;

/// The size of the memory on the stack: enough for either form of 1000 units.
const STACK_BYTES: usize = 6400;
/// The size of the memory that a thread keeps: enough for either form of a chunk of 64 KiB. Larger memory is freed
/// after the call.
const KEPT_BYTES: usize = 256 * 1024;

const WORD_BYTES: usize = size_of::<u64>();

thread_local! {
    /// Only the capacity is used; the vector has no elements.
    static KEPT: Cell<Vec<u64>> = const { Cell::new(Vec::new()) };
}

/// Calls `body` with at least `bytes` bytes of writable memory with unspecified contents, aligned to 8.
pub(crate) fn with<R>(bytes: usize, body: impl FnOnce(*mut u8) -> Result<R, i32>) -> Result<R, i32> {
    if bytes <= STACK_BYTES {
        let mut memory = [MaybeUninit::<u64>::uninit(); STACK_BYTES / WORD_BYTES];
        return body(memory.as_mut_ptr().cast());
    }
    // At the end of a thread this memory is gone, and in a nested call it is in use: both then allocate.
    let mut memory = KEPT.try_with(Cell::take).unwrap_or_default();
    memory.try_reserve(bytes.div_ceil(WORD_BYTES)).map_err(|_| USTR_E_RANGE)?;
    let result = body(memory.as_mut_ptr().cast());
    if memory.capacity() <= KEPT_BYTES / WORD_BYTES {
        let _ = KEPT.try_with(|kept| kept.set(memory));
    }
    result
}

/// Overwrites the memory that this thread keeps, which may contain secret text.
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
        for bytes in [0, 1, STACK_BYTES, STACK_BYTES + 1, 4096, KEPT_BYTES - 8, KEPT_BYTES * 2, 1000] {
            let filled = with(bytes, |memory| {
                // SAFETY: `memory` is writable for `bytes`, the size passed to `with`.
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
            // SAFETY: `memory` is writable for `BYTES`, the size passed to `with`.
            unsafe { memory.write_bytes(0x55, BYTES) };
            Ok(())
        };
        let sum = |memory: *mut u8| {
            // SAFETY: `memory` is readable for `BYTES`, the size passed to `with`, and all of them were written.
            let bytes = unsafe { std::slice::from_raw_parts(memory, BYTES) };
            Ok(bytes.iter().map(|byte| usize::from(*byte)).sum::<usize>())
        };
        with(BYTES, write).expect("memory");
        assert_eq!(with(BYTES, sum), Ok(BYTES * 0x55));
        clear();
        assert_eq!(with(BYTES, sum), Ok(0));
    }
}

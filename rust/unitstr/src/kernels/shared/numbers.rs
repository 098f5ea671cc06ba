//! Loads and stores of numbers, for the few bytes at an end.

use crate::{Source, Target};

/// Loads a number.
///
/// # Safety
///
/// * `source` has at least as many bytes as the number from `at` on.
#[inline(always)]
pub(in crate::kernels) unsafe fn number<T: Copy>(source: Source<'_>, at: usize) -> T {
    debug_assert!(at <= source.bytes() && source.bytes() - at >= size_of::<T>());
    let place = source.start().wrapping_add(at);
    // SAFETY: `source` has these bytes, as the caller promises; any alignment. The types used are plain numbers.
    unsafe { place.cast::<T>().read_unaligned() }
}

/// Stores a number.
///
/// # Safety
///
/// * `room` has at least as many bytes as the number from `at` on.
#[inline(always)]
pub(in crate::kernels) unsafe fn put<T: Copy>(room: Target<'_>, at: usize, value: T) {
    debug_assert!(at <= room.bytes() && room.bytes() - at >= size_of::<T>());
    let place = room.start().wrapping_add(at);
    // SAFETY: `room` has these bytes, as the caller promises; any alignment.
    unsafe { place.cast::<T>().write_unaligned(value) };
}

/// Loads `count` bytes, fewer than 8, followed by zeros, by at most two loads, which overlap. If they differ, because
/// another party changes the memory, each byte comes from one of them.
///
/// # Safety
///
/// * `source` has at least `count` bytes from `at` on.
#[inline(always)]
pub(in crate::kernels) unsafe fn load_under8(source: Source<'_>, at: usize, count: usize) -> u64 {
    debug_assert!(count < 8);
    let end = at + count;
    if count >= 4 {
        // SAFETY: `source` has `count` bytes, at least 4; these are the first.
        let low: u32 = unsafe { number(source, at) };
        // SAFETY: `source` has `count` bytes, at least 4; these are the last.
        let high: u32 = unsafe { number(source, end - 4) };
        u64::from(low) | (u64::from(high) >> (8 * (8 - count))) << 32
    } else if count >= 2 {
        // SAFETY: `source` has `count` bytes, at least 2; these are the first.
        let low: u16 = unsafe { number(source, at) };
        // SAFETY: `source` has `count` bytes, at least 2; this is the last.
        let last: u8 = unsafe { number(source, end - 1) };
        let third = if count == 2 { 0 } else { u64::from(last) << 16 };
        u64::from(low) | third
    } else if count == 1 {
        // SAFETY: `source` has one byte, `count`.
        u64::from(unsafe { number::<u8>(source, at) })
    } else {
        0
    }
}

/// Stores the first `count` bytes of a number, fewer than 8, by at most two stores, which overlap.
///
/// # Safety
///
/// * `room` has at least `count` bytes from `at` on.
#[inline(always)]
pub(in crate::kernels) unsafe fn store_under8(room: Target<'_>, at: usize, low: u64, count: usize) {
    debug_assert!(count < 8);
    let end = at + count;
    if count >= 4 {
        // SAFETY: `room` has `count` bytes, at least 4; these are the first.
        unsafe { put(room, at, (low & 0xFFFF_FFFF) as u32) };
        let high = low >> (8 * (count - 4)) & 0xFFFF_FFFF;
        // SAFETY: `room` has `count` bytes, at least 4; these are the last.
        unsafe { put(room, end - 4, high as u32) };
    } else if count >= 2 {
        // SAFETY: `room` has `count` bytes, at least 2; these are the first.
        unsafe { put(room, at, (low & 0xFFFF) as u16) };
        let last = low >> (8 * (count - 1)) & 0xFF;
        // SAFETY: `room` has `count` bytes, at least 2; this is the last.
        unsafe { put(room, end - 1, last as u8) };
    } else if count == 1 {
        // SAFETY: `room` has one byte, `count`.
        unsafe { put(room, at, (low & 0xFF) as u8) };
    }
}

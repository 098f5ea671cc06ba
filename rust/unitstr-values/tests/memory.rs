//! A process that has little memory: alone in this file, since all of the process has it.
#![cfg(all(target_os = "linux", target_pointer_width = "64", target_endian = "little"))]

use std::panic::catch_unwind;

use unitstr_values::live::{MOST_TEXT, new_text};

#[test]
fn a_text_that_memory_has_no_room_for_does_not_end_the_process() {
    let limit = libc::rlimit { rlim_cur: 1 << 30, rlim_max: libc::RLIM_INFINITY };
    // SAFETY: lends a local.
    let status = unsafe { libc::setrlimit(libc::RLIMIT_AS, &raw const limit) };
    assert_eq!(status, 0);
    assert!(catch_unwind(|| new_text(65, b"", MOST_TEXT)).is_err());
    assert_eq!(new_text(65, b"a text", 100).refs(), 1);
}

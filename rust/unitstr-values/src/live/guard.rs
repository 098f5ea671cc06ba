//! A filter of system calls that prevents one thread from changing the action of SIGSEGV.

use libc::{c_ulong, c_ushort, sock_filter, sock_fprog};

/// The architecture in a filter's data, and the number of `rt_sigaction`, on this machine.
#[cfg(target_arch = "x86_64")]
const MACHINE: Option<(u32, u32)> = Some((0xC000_003E, 13));
#[cfg(target_arch = "aarch64")]
const MACHINE: Option<(u32, u32)> = Some((0xC000_00B7, 134));
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
const MACHINE: Option<(u32, u32)> = None;

/// Offsets in `struct seccomp_data`.
const NUMBER: u32 = 0;
const ARCH: u32 = 4;
const FIRST_ARGUMENT: u32 = 16;

/// `BPF_LD | BPF_W | BPF_ABS`: loads the word at an offset.
const LOAD: c_ushort = 0x20;
/// `BPF_JMP | BPF_JEQ | BPF_K`: continues if the word is equal, otherwise skips steps.
const JUMP_EQUAL: c_ushort = 0x15;
/// `BPF_RET | BPF_K`.
const RETURN: c_ushort = 0x06;

const fn step(code: c_ushort, k: u32, otherwise: u8) -> sock_filter {
    sock_filter { code, jt: 0, jf: otherwise, k }
}

const STEPS: c_ushort = 8;

/// Forbids this thread, and the threads that it starts, to change the action of SIGSEGV: an attempt fails with EPERM.
/// This cannot be undone for the thread.
///
/// The thread also gives up the right to gain privileges by starting programs, because filters require that.
///
/// # Errors
///
/// The number of the system's error, or an error if this machine's system calls are not known.
pub(crate) fn forbid_sigsegv() -> Result<(), i32> {
    let (arch, rt_sigaction) = MACHINE.ok_or(libc::ENOSYS)?;
    let mut steps: [sock_filter; STEPS as usize] = [
        step(LOAD, ARCH, 0),
        step(JUMP_EQUAL, arch, 5),
        step(LOAD, NUMBER, 0),
        step(JUMP_EQUAL, rt_sigaction, 3),
        step(LOAD, FIRST_ARGUMENT, 0),
        step(JUMP_EQUAL, libc::SIGSEGV.unsigned_abs(), 1),
        step(RETURN, libc::SECCOMP_RET_ERRNO | libc::EPERM.unsigned_abs(), 0),
        step(RETURN, libc::SECCOMP_RET_ALLOW, 0),
    ];
    let program = sock_fprog { len: STEPS, filter: steps.as_mut_ptr() };
    let zero: c_ulong = 0;
    // SAFETY: sets a flag of this thread; all arguments are numbers.
    if unsafe { libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1 as c_ulong, zero, zero, zero) } != 0 {
        return Err(errno());
    }
    let mode = c_ulong::from(libc::SECCOMP_MODE_FILTER);
    // SAFETY: `program` and its steps live during the call, which copies them.
    if unsafe { libc::prctl(libc::PR_SET_SECCOMP, mode, &raw const program, zero, zero) } != 0 {
        return Err(errno());
    }
    Ok(())
}

fn errno() -> i32 {
    std::io::Error::last_os_error().raw_os_error().unwrap_or(0)
}

//! Keeps this library in memory until the process ends, because native code may call its deleters after the class
//! loader that loaded it is gone. On Linux, the linker option `-z nodelete` has this effect.

/// Prevents this library from being unloaded. If the system refuses, nothing is reported: the library still works.
#[cfg(windows)]
pub(crate) fn pin() {
    use std::ffi::c_void;

    const PIN: u32 = 1;
    const FROM_ADDRESS: u32 = 4;

    #[link(name = "kernel32")]
    unsafe extern "system" {
        fn GetModuleHandleExW(flags: u32, address: *const c_void, module: *mut *mut c_void) -> i32;
    }
    let mut module = std::ptr::null_mut();
    // SAFETY: `pin` is code of this library, and `module` is a local.
    unsafe { GetModuleHandleExW(PIN | FROM_ADDRESS, pin as fn() as *const c_void, &raw mut module) };
}

/// Prevents this library from being unloaded. If the system refuses, nothing is reported: the library still works.
#[cfg(target_os = "macos")]
pub(crate) fn pin() {
    let mut info = std::mem::MaybeUninit::<libc::Dl_info>::zeroed();
    // SAFETY: `pin` is code of this library, and `info` is a local.
    if unsafe { libc::dladdr(pin as fn() as *const std::ffi::c_void, info.as_mut_ptr()) } == 0 {
        return;
    }
    // SAFETY: zeros are a valid `Dl_info`, and `dladdr` succeeded.
    let info = unsafe { info.assume_init() };
    // SAFETY: `dli_fname` is the name of this library, NUL-terminated. It is loaded, so no initialiser runs.
    unsafe { libc::dlopen(info.dli_fname, libc::RTLD_LAZY | libc::RTLD_NOLOAD | libc::RTLD_NODELETE) };
}

/// Does nothing: the linker option suffices.
#[cfg(not(any(windows, target_os = "macos")))]
pub(crate) const fn pin() {}

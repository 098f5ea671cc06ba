//! Detects another loaded copy of libtvm_ffi. The dynamic linker binds both copies to the functions of the first one,
//! so the second one registers its functions again while it is loaded: this throws an exception that no code can
//! catch, and the process ends.

use std::ffi::{CStr, CString, c_int, c_void};
use std::fs::File;
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::{Path, PathBuf};

use crate::live::loader;

/// A symbol that every copy defines.
const SYMBOL: &CStr = c"TVMFFIFunctionSetGlobal";

/// Returns the loaded file that is another copy of the library at `path`; `None` if there is none, or if the file at
/// `path` is not libtvm_ffi or is the loaded copy itself.
pub(crate) fn other_copy(path: &Path) -> Option<PathBuf> {
    let owners = owners();
    let this = path.metadata().ok()?;
    let is_this =
        |owner: &PathBuf| owner.metadata().is_ok_and(|owner| (owner.dev(), owner.ino()) == (this.dev(), this.ino()));
    if owners.iter().any(is_this) || owners.is_empty() || !is_copy(path).unwrap_or(false) {
        return None;
    }
    owners.into_iter().next()
}

/// The loaded files that export [`SYMBOL`].
fn owners() -> Vec<PathBuf> {
    let mut names: Vec<CString> = Vec::new();
    // SAFETY: `collect` is called with the linker's description of each library and with `names`, which lives.
    unsafe { libc::dl_iterate_phdr(Some(collect), (&raw mut names).cast()) };
    let mut owners = Vec::new();
    for name in names {
        // SAFETY: loads nothing; `name` is terminated by a zero byte.
        let handle = unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_LAZY | libc::RTLD_NOLOAD) };
        if handle.is_null() {
            continue;
        }
        // SAFETY: `handle` is open; the name is terminated by a zero byte.
        let symbol = unsafe { libc::dlsym(handle, SYMBOL.as_ptr()) };
        // The library may only import the symbol from the one that defines it.
        if let Some(owner) = loader::file_of(symbol.addr())
            && !symbol.is_null()
            && !owners.contains(&owner)
            && is_copy(&owner).unwrap_or(true)
        {
            owners.push(owner);
        }
        // SAFETY: releases the reference of `handle` that was taken above; the library remains loaded by others.
        unsafe { libc::dlclose(handle) };
    }
    owners
}

/// # Safety
///
/// * `info` is the argument of `dl_iterate_phdr`; `names` is a vector that no other code uses.
unsafe extern "C" fn collect(info: *mut libc::dl_phdr_info, _size: usize, names: *mut c_void) -> c_int {
    // SAFETY: the caller promises that `info` is the linker's description of a library.
    let name = unsafe { (*info).dlpi_name };
    // SAFETY: the caller promises that `names` is the vector that `owners` passed.
    let names = unsafe { &mut *names.cast::<Vec<CString>>() };
    if !name.is_null() {
        // SAFETY: `name` is terminated by a zero byte, and valid as long as the library is loaded.
        let name = unsafe { CStr::from_ptr(name) };
        // The program itself has no name, and it is not a library.
        if !name.is_empty() {
            names.push(name.to_owned());
        }
    }
    0
}

const SECTION_BYTES: usize = 64;
const SYMBOL_BYTES: usize = 24;
/// More bytes than any library has for its symbols or their names.
const MOST_BYTES: u64 = 1 << 28;

/// Whether an ELF file defines [`SYMBOL`] and lets the linker choose which definition its own calls use; `None` if it
/// cannot be read. A library that was linked with `-Bsymbolic` calls its own definition.
fn is_copy(path: &Path) -> Option<bool> {
    let file = File::open(path).ok()?;
    let head = bytes(&file, 0, 64)?;
    if !head.starts_with(b"\x7FELF\x02\x01") {
        return None;
    }
    let (at, count) = (number(&head, 40, 8)?, number(&head, 60, 2)?);
    let sections = bytes(&file, at, count * SECTION_BYTES as u64)?;
    let section = |index: u64| {
        let at = usize::try_from(index).ok()?.checked_mul(SECTION_BYTES)?;
        let section = sections.get(at..at.checked_add(SECTION_BYTES)?)?;
        bytes(&file, number(section, 24, 8)?, number(section, 32, 8)?)
    };
    let (mut defines, mut symbolic) = (false, false);
    for (index, head) in sections.chunks_exact(SECTION_BYTES).enumerate() {
        match number(head, 4, 4)? {
            // SHT_DYNSYM, whose names are in the linked section.
            11 => {
                let (symbols, names) = (section(index as u64)?, section(number(head, 40, 4)?)?);
                defines |= symbols.chunks_exact(SYMBOL_BYTES).any(|symbol| {
                    let name = number(symbol, 0, 4).and_then(|at| names.get(usize::try_from(at).ok()?..));
                    let is_defined = number(symbol, 6, 2) != Some(0);
                    is_defined && name.is_some_and(|name| name.starts_with(SYMBOL.to_bytes_with_nul()))
                });
            }
            // SHT_DYNAMIC: DT_SYMBOLIC, or DF_SYMBOLIC in DT_FLAGS.
            6 => {
                symbolic |= section(index as u64)?.chunks_exact(16).any(|entry| {
                    let value = number(entry, 8, 8).unwrap_or(0);
                    match number(entry, 0, 8) {
                        Some(16) => true,
                        Some(30) => value & 2 != 0,
                        _ => false,
                    }
                });
            }
            _ => {}
        }
    }
    Some(defines && !symbolic)
}

fn bytes(file: &File, at: u64, count: u64) -> Option<Vec<u8>> {
    if count > MOST_BYTES {
        return None;
    }
    let mut bytes = vec![0; usize::try_from(count).ok()?];
    file.read_exact_at(&mut bytes, at).ok()?;
    Some(bytes)
}

/// A little-endian number.
fn number(bytes: &[u8], at: usize, size: usize) -> Option<u64> {
    let mut word = [0; 8];
    word[..size].copy_from_slice(bytes.get(at..at + size)?);
    Some(u64::from_le_bytes(word))
}

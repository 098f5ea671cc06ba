//! The table's `packed_encode`, compiled for each tier with the kernel for short text inlined. It neither calls a kernel, nor
//! chooses a tier, nor saves the registers that this requires: a tenth to a fifth of the time of a short write by FFM.
//!
//! Kernels do not panic. All other code runs in functions that catch panics (`guarded`).

use std::ffi::c_void;

use unitstr::kernels::short;
use unitstr::{Encoding, Source, Target};

use crate::options::USTR_FLAG_REPLACE;
use crate::packed::{USTR_PACKED_READ_SHIFT, checked_encode, encode, packed_encode};

/// [`encode`] of text that the kernel for short text left: apart, so that its caller saves no registers.
#[inline(never)]
fn encode_apart(encoding: Encoding, flags: u32, src: Source<'_>, dst: Target<'_>) -> i64 {
    encode(encoding, flags, src, dst)
}

/// Defines [`packed_encode`] for a tier, and the part of it for short text: apart, so that longer text saves no registers.
macro_rules! packed_encode_for {
    ($tier:ident, $short:ident, $features:literal) => {
        /// [`packed_encode`] for this tier.
        ///
        /// # Safety
        ///
        /// * As of [`packed_encode`]; this CPU has the features of the tier.
        pub(crate) unsafe extern "C" fn $tier(
            chars: *const c_void,
            src_chars: i64,
            dst: *mut c_void,
            dst_offset: i64,
            dst_bytes: i64,
            encoding: u32,
            flags: u32,
        ) -> i64 {
            // SAFETY: as the caller promises.
            unsafe {
                if usize::try_from(src_chars).is_ok_and(|chars| chars <= short::MOST_CHARS) {
                    $short(chars, src_chars, dst, dst_offset, dst_bytes, encoding, flags)
                } else {
                    packed_encode(chars, src_chars, dst, dst_offset, dst_bytes, encoding, flags)
                }
            }
        }

        /// [`packed_encode`] for this tier, of at most [`short::MOST_CHARS`].
        ///
        /// # Safety
        ///
        /// * As of [`packed_encode`]; this CPU has the features of the tier.
        #[inline(never)]
        #[target_feature(enable = $features)]
        unsafe extern "C" fn $short(
            chars: *const c_void,
            src_chars: i64,
            dst: *mut c_void,
            dst_offset: i64,
            dst_bytes: i64,
            encoding: u32,
            flags: u32,
        ) -> i64 {
            let encode = |encoding: Encoding, flags: u32, src: Source<'_>, dst: Target<'_>| {
                let written = short::$tier(encoding, src, dst, flags == USTR_FLAG_REPLACE);
                match i64::try_from(written) {
                    Ok(written @ 1..) => written | src_chars << USTR_PACKED_READ_SHIFT,
                    _ => encode_apart(encoding, flags, src, dst),
                }
            };
            // SAFETY: as the caller promises.
            unsafe { checked_encode((chars, src_chars), (dst, dst_offset, dst_bytes), encoding, flags, encode) }
        }
    };
}

#[cfg(target_arch = "x86_64")]
packed_encode_for! { avx2, avx2_short, "avx2,bmi1,lzcnt,popcnt" }
#[cfg(target_arch = "x86_64")]
packed_encode_for! { avx512, avx512_short, "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt" }
#[cfg(all(target_arch = "aarch64", target_endian = "little"))]
packed_encode_for! { neon, neon_short, "neon" }

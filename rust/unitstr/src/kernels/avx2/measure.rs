//! How many chars ASCII becomes: those bytes that are.

use std::arch::x86_64::*;

use super::memory::{in_steps, lacks, load_some, load_whole, or4};
use crate::Source;
use crate::kernels::Taken;

#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn ascii_chars(source: Source<'_>) -> Taken {
    let signs = _mm256_set1_epi8(i8::MIN);
    let done = in_steps::<128, 32>(
        source.bytes(),
        |at| {
            // SAFETY: `in_steps`: so many bytes are left.
            lacks(or4(unsafe { load_whole(source, at) }), signs)
        },
        |at| {
            // SAFETY: `in_steps`: so many bytes are left.
            let [vector] = unsafe { load_whole(source, at) };
            lacks(vector, signs)
        },
        |count| {
            // SAFETY: `in_steps`: there are so many bytes.
            lacks(unsafe { load_some(source, 0, count) }, signs)
        },
    );
    Taken { read: done, written: done }
}

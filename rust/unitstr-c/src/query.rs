//! Queries: questions about encoded text whose answer is a few numbers. All queries share one entry of the table for
//! Java, so a new query is a row in [`QUERIES`] and a constant of Java's enum `Query`.

use std::ffi::c_void;

use unitstr::{Encoding, Options, Progress, Source};

use crate::args::{at_offset, source};
use crate::packed::{entry, size};
use crate::progress::NOTHING_DECODED;
use crate::status::USTR_E_RANGE;

/// A function that answers a query about one piece of a text.
pub type Answer = fn(Encoding, Options, Source<'_>) -> Progress;

/// The queries: the name of the constant of Java's `Query`, and the function that answers it. The number of a query is
/// its index. A test of the jar compares the two lists.
///
/// A function gets the options of one piece of a text: `more`, `continued`, and the policy of the caller.
pub const QUERIES: &[(&str, Answer)] = &[
    // Where is the first malformed sequence? `MALFORMED` or, with `more`, `INCOMPLETE`, whatever the policy.
    ("FIRST_MALFORMED", unitstr::validate),
];

/// The table's `packed_query`.
///
/// # Safety
///
/// * `src + src_offset` is readable for `src_bytes`; it may be null if that is 0.
pub(crate) unsafe extern "C" fn packed_query(
    src: *const c_void,
    src_offset: i64,
    src_bytes: i64,
    encoding: u32,
    flags: u32,
    query: u32,
) -> i64 {
    entry(encoding, flags, |encoding, options| {
        let (_, answer) = usize::try_from(query).ok().and_then(|query| QUERIES.get(query)).ok_or(USTR_E_RANGE)?;
        // SAFETY: the caller promises that `src + src_offset` is readable for `src_bytes`.
        let src = unsafe { source(at_offset(src, src_offset)?, size(src_bytes)?, 1) }?;
        Ok((answer(encoding, options, src), NOTHING_DECODED))
    })
}

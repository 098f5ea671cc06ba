//! The native methods of `dev.unitstr.internal.JniBinding`, `JniTensors` and `JniTensorChanges`: they turn Java's arguments
//! into those of the C interface's packed entries, and call these through the table.
//!
//! They decide nothing and throw nothing: what is wrong comes back as one of the C interface's error numbers. No length
//! that Java says of an array is trusted: it is checked here, or by the JVM, which copies nothing then and throws. Only
//! the capacity of a direct buffer is, where Java says it: each question to the JVM costs as much as a short text. Only
//! functions for arrays and direct buffers are called in the JVM, none for strings, and none while an array is held
//! critically.
//!
//! | module | native methods |
//! |---|---|
//! | [`about`] | `abi0`, `version0`, `lastPanic0`, `clearScratch0`; `JNI_OnLoad` |
//! | [`decode`] | `decodeArray0`, `decodeAddress0`, `decodeBuffer0`; `decodeShortAddress0`, `decodeShortBuffer0` |
//! | [`encode`] | `encodeArray0`, `encodeAddress0`, `encodeBuffer0`, `measure0`; `encodeShortAddress0`, `encodeShortBuffer0` |
//! | [`batches`] | `decodeBatchArray0`, `decodeBatchAddress0`, `decodeBatchBuffer0`; `encodeBatchArray0`, `encodeBatchAddress0`, `encodeBatchBuffer0`, `measureBatch0` |
//! | [`tensors`] | `JniTensors`: `decode0`, `elements0`, `copy0`, `validate0` |
//! | [`tensor_writes`] | `JniTensors`: `measure0`, `encode0`, `put0` |
//! | [`tensor_changes`] | `JniTensorChanges`: `change0`, `assign0`, `owner0`, `references0` |
//! | [`value_calls`] | all of `JniValues`; `upcall` calls its `dispatch0` |
//! | [`compare`] | `equalArray0`, `equalAddress0`, `equalBuffer0` |
//! | [`scan`] | `findZeroAddress0`, `findZeroBuffer0` |

#![allow(non_snake_case, reason = "the names that the JVM looks for")]

pub mod about;
pub mod batches;
pub mod compare;
pub mod decode;
pub mod encode;
mod env;
mod place;
pub mod scan;
mod scratch;
mod source;
pub mod tensor_changes;
pub mod tensor_writes;
pub mod tensors;
mod upcall;
pub mod value_calls;

use unitstr_c::guard;
use unitstr_c::status::USTR_E_PANIC;

/// Runs the body of a shim; an error is returned like a result, because a packed long holds either.
fn shim(body: impl FnOnce() -> Result<i64, i32>) -> i64 {
    guard::guarded(i64::from(USTR_E_PANIC), || body().unwrap_or_else(i64::from))
}

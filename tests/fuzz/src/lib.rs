//! Fuzz targets. A target for text runs one family of kernels, or the driver of all operations, on every tier of
//! kernels. It compares each result with that of the scalar tier, and with a model that shares no code with either.
//! These targets take a [`Case`]. The targets for tensors and values take bytes: a tensor or a slot to read, or a list
//! of operations to perform. A failure is a panic, or a report of the sanitizer.

/// Arrays of elements, from the suite of string tensors.
#[path = "../../../rust/unitstr-tensor/tests/tensor/array.rs"]
#[allow(missing_docs, dead_code, reason = "it is a module of the tests elsewhere")]
mod array;
mod arrow;
mod case;
mod decode;
mod driver;
mod encode;
/// Bytes of tensors and elements, from the same suite.
#[path = "../../../rust/unitstr-tensor/tests/tensor/images.rs"]
#[allow(missing_docs, dead_code, reason = "it is a module of the tests elsewhere")]
mod images;
mod measure;
mod memory;
/// The model from the test suite of `unitstr`.
#[path = "../../../rust/unitstr/tests/suite/model.rs"]
#[allow(missing_docs, reason = "it is a module of the tests elsewhere")]
pub mod model;
mod options;
mod packed;
mod policies;
mod scan;
/// The model of TensorFlow's strings, from the test suite of `unitstr-tensor`.
#[path = "../../../rust/unitstr-tensor/tests/tensor/model.rs"]
#[allow(missing_docs, reason = "it is a module of the tests elsewhere")]
pub mod string_model;
mod strings;
mod tensor;
mod tensor_writes;
mod values;
/// The expected result of reading a tensor, from the same suite.
#[path = "../../../rust/unitstr-tensor/tests/tensor/verdict.rs"]
#[allow(missing_docs, reason = "it is a module of the tests elsewhere")]
pub mod verdict;

pub use arrow::arrow;
pub use case::Case;
pub use decode::{decode_bytes, decode_utf8, decode_utf16, decode_utf32};
pub use driver::driver;
pub use encode::{encode_chars, encode_latin1};
pub use measure::{compare, measure};
pub use options::tensor_options;
pub use packed::packed;
pub use policies::policies;
pub use scan::scan;
pub use strings::tstring;
pub use tensor::tensor;
pub use tensor_writes::{tensor_arena, tensor_round_trip};
pub use values::{values_containers, values_rfc97, values_tvm};

use unitstr::kernels::{Isa, with_isa};

/// A target: its name, and what it does with an input.
pub type FuzzTarget = (&'static str, fn(&Case));

/// All targets.
pub const TARGETS: [FuzzTarget; 12] = [
    ("decode_utf8", decode_utf8),
    ("decode_utf16", decode_utf16),
    ("decode_utf32", decode_utf32),
    ("decode_bytes", decode_bytes),
    ("encode_chars", encode_chars),
    ("encode_latin1", encode_latin1),
    ("measure", measure),
    ("compare", compare),
    ("scan", scan),
    ("driver", driver),
    ("packed", packed),
    ("policies", policies),
];

/// A target that takes bytes as they are.
pub type BytesTarget = (&'static str, fn(&[u8]));

/// All targets that do.
pub const BYTES_TARGETS: [BytesTarget; 9] = [
    ("arrow", arrow),
    ("tensor", tensor),
    ("tensor_options", tensor_options),
    ("tstring", tstring),
    ("tensor_round_trip", tensor_round_trip),
    ("tensor_arena", tensor_arena),
    ("values_rfc97", values_rfc97),
    ("values_tvm", values_tvm),
    ("values_containers", values_containers),
];

/// Longer texts are not given to the model, which is slow.
const MODELLED: usize = 700;

/// The result of `call` on the scalar tier, which must be that of all others.
fn on_each_tier<T: PartialEq + std::fmt::Debug>(mut call: impl FnMut(Isa) -> T) -> T {
    let mut on = |isa| with_isa(isa, || call(isa));
    let expected = on(Isa::Scalar).expect("every CPU has it");
    for isa in Isa::ALL.into_iter().skip(1) {
        if let Some(result) = on(isa) {
            assert_eq!(result, expected, "{isa:?} and scalar");
        }
    }
    expected
}

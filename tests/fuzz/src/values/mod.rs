//! Values: slots of each dialect, containers in arbitrary memory. The input is bytes, from
//! which each target makes what it needs.

mod containers;
mod slots;

pub use containers::values_containers;
pub use slots::{values_rfc97, values_tvm};

/// The input of a target, made of bytes.
fn input<'a, T: arbitrary::Arbitrary<'a>>(bytes: &'a [u8]) -> Option<T> {
    T::arbitrary_take_rest(arbitrary::Unstructured::new(bytes)).ok()
}

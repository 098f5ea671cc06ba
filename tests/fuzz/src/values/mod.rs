//! Values: slots of each dialect, containers in arbitrary memory, strings and lists against vectors. The input is bytes;
//! each target makes of them what it needs.

mod containers;
mod list;
mod slots;
mod strings;

pub use containers::values_containers;
pub use list::values_list;
pub use slots::{values_matx, values_rfc97, values_tvm};
pub use strings::values_strings;

/// What the bytes mean to a target.
fn input<'a, T: arbitrary::Arbitrary<'a>>(bytes: &'a [u8]) -> Option<T> {
    T::arbitrary_take_rest(arbitrary::Unstructured::new(bytes)).ok()
}

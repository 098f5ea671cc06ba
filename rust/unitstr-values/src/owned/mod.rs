//! Memory that other languages share: reference-counted objects and the pool of a list. All layouts with raw pointers
//! are in this module, behind types that are safe to use.

mod foreign;
mod list;
mod object;

pub use foreign::{Foreign, ForeignHeader};
pub(super) use list::RawList;
pub use object::{Header, Object};

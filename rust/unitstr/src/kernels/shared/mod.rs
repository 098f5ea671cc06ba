//! Kernels that are the same for all tiers but for the size of a vector, written once over [`Vectors`].
//!
//! [`entries`] makes the entries of a tier from them. A new tier implements [`Vectors`], calls [`entries`], and adds
//! the kernels that compress or shuffle lanes in its own way, in files of the same names as in the other tiers.

pub(super) mod blocks;
pub(super) mod entries;
pub(super) mod kinds;
pub(super) mod numbers;
pub(super) mod plain;
pub(super) mod queries;
pub(super) mod repairs;
pub(super) mod tables;
pub(super) mod vectors;

pub(super) use entries::entries;
pub(super) use vectors::{Vectors, operations};

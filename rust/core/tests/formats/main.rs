//! Tensors of strings: files that the real libraries wrote, hostile bytes, and every operation that writes.

mod arbitrary;
mod cases;
mod goldens;
mod hostile;
mod machines;
mod memory;
mod model;
mod mutators;
mod owners;
mod rfc;
mod verdict;

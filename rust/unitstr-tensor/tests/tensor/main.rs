//! Tensors of strings: files that the real libraries wrote, hostile bytes, models that are written from the drawings, and
//! every operation that writes.

mod arbitrary;
mod array;
mod bulk;
mod cases;
mod common;
mod goldens;
mod hostile;
mod images;
mod legacy;
mod machines;
mod memory;
mod model;
mod mutators;
mod owners;
mod rfc;
mod tflite;
mod verdict;

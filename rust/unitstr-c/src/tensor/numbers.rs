//! The numbers of formats and errors; a test compares them with the numbers in `unitstr_tensor`.

/// Format: elements of 24 bytes, TensorFlow since 2.4.
pub const USTR_TENSOR_TF24: u32 = 1;
/// Format: elements of 16 bytes, from TensorFlow's RFC of 2019.
pub const USTR_TENSOR_RFC16: u32 = 2;
/// Format: elements of 24 bytes, from the same RFC.
pub const USTR_TENSOR_RFC24: u32 = 3;
/// Format: a table of 64-bit offsets, as in TensorFlow's C API until 2.3.
pub const USTR_TENSOR_TF_LEGACY: u32 = 4;
/// Format: a count and a table of 32-bit offsets, as in TFLite.
pub const USTR_TENSOR_TFLITE: u32 = 5;

/// Trust: bytes from a file, a mapping or the network. No address in them is followed.
pub const USTR_TENSOR_UNTRUSTED: u32 = 0;
/// Trust: bytes from other code in this process. Addresses are followed after all possible checks.
pub const USTR_TENSOR_POINTERS_CHECKED: u32 = 1;
/// Trust: bytes directly from the library that created the tensor.
pub const USTR_TENSOR_TRUSTED: u32 = 2;

/// Strictness: accepts what TensorFlow and TFLite read, as long as it stays within the memory.
pub const USTR_TENSOR_LENIENT: u32 = 0;
/// Strictness: accepts what TensorFlow and TFLite write.
pub const USTR_TENSOR_STANDARD: u32 = 1;
/// Strictness: accepts only what this library writes.
pub const USTR_TENSOR_STRICT: u32 = 2;

/// Refused: the memory is too small for the table of this many elements.
pub const USTR_TENSOR_CODE_TABLE_TRUNCATED: u32 = 1;
/// Refused: the element's index is out of range.
pub const USTR_TENSOR_CODE_INDEX_RANGE: u32 = 2;
/// Refused: a string stored in its element is larger than fits there.
pub const USTR_TENSOR_CODE_SMALL_SIZE: u32 = 3;
/// Refused: a string at an offset is not entirely inside the memory.
pub const USTR_TENSOR_CODE_OFFSET_RANGE: u32 = 4;
/// Refused: an offset puts the start of a string into the table.
pub const USTR_TENSOR_CODE_OFFSET_INTO_TABLE: u32 = 5;
/// Refused: the element holds an address, and addresses are not trusted or belong to another machine.
pub const USTR_TENSOR_CODE_POINTER_REFUSED: u32 = 6;
/// Refused: the address of a non-empty string is null, or below 4096, where no memory is.
pub const USTR_TENSOR_CODE_NULL_DATA: u32 = 7;
/// Refused: a string is larger than the limit, or larger than the format can express.
pub const USTR_TENSOR_CODE_SIZE_LIMIT: u32 = 8;
/// Refused: all strings together are larger than the limit, or larger than the format can express.
pub const USTR_TENSOR_CODE_TOTAL_LIMIT: u32 = 9;
/// Refused: a capacity is smaller than its size.
pub const USTR_TENSOR_CODE_CAPACITY: u32 = 10;
/// Refused: a string wraps around the end of the address space.
pub const USTR_TENSOR_CODE_POINTER_WRAPS: u32 = 11;
/// Refused: a string is not entirely inside one of the allowed ranges.
pub const USTR_TENSOR_CODE_POINTER_RANGE: u32 = 12;
/// Refused: the count stored in the bytes is not the number of elements.
pub const USTR_TENSOR_CODE_COUNT: u32 = 13;
/// Refused: a string begins before the string of the preceding element.
pub const USTR_TENSOR_CODE_NOT_MONOTONIC: u32 = 14;
/// Refused: a string begins inside the preceding string.
pub const USTR_TENSOR_CODE_OVERLAP: u32 = 15;
/// Refused: unused bytes are not zero.
pub const USTR_TENSOR_CODE_PADDING: u32 = 16;
/// Refused: a varint length is not terminated, exceeds 64 bits, or is longer than necessary.
pub const USTR_TENSOR_CODE_VARINT: u32 = 17;
/// Refused: the first string does not begin at the end of the table.
pub const USTR_TENSOR_CODE_FIRST_OFFSET: u32 = 18;
/// Refused: the last string does not end at the end of the memory.
pub const USTR_TENSOR_CODE_END_OFFSET: u32 = 19;
/// Refused: the distance from the element to its string is too large for the format.
pub const USTR_TENSOR_CODE_DISTANCE: u32 = 20;
/// Refused: an element has no string, and nothing may replace it.
pub const USTR_TENSOR_CODE_NULL_ELEMENT: u32 = 21;
/// Refused: out of memory.
pub const USTR_TENSOR_CODE_NO_MEMORY: u32 = 22;
/// Refused: the format does not support this, or not on this machine.
pub const USTR_TENSOR_CODE_UNSUPPORTED: u32 = 23;
/// Refused: the destination is too small.
pub const USTR_TENSOR_CODE_TARGET_SIZE: u32 = 24;

/// Field: the table as a whole.
pub const USTR_TENSOR_FIELD_TABLE: u32 = 0;
/// Field: the size of a string, or its varint length.
pub const USTR_TENSOR_FIELD_SIZE: u32 = 1;
/// Field: the capacity.
pub const USTR_TENSOR_FIELD_CAPACITY: u32 = 2;
/// Field: the address.
pub const USTR_TENSOR_FIELD_POINTER: u32 = 3;
/// Field: the offset.
pub const USTR_TENSOR_FIELD_OFFSET: u32 = 4;
/// Field: the count.
pub const USTR_TENSOR_FIELD_COUNT: u32 = 5;
/// Field: unused bytes.
pub const USTR_TENSOR_FIELD_PADDING: u32 = 6;
/// Field: the offset after the last string.
pub const USTR_TENSOR_FIELD_END: u32 = 7;
/// Field: the string itself.
pub const USTR_TENSOR_FIELD_TEXT: u32 = 8;

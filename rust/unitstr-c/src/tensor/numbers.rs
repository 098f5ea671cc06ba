//! The numbers of formats and errors; the compiler compares them with those of `unitstr_tensor`.

use unitstr_tensor::{Field, Format, FormatCode, Strictness, Trust};

/// Format: elements of 24 bytes, TensorFlow since 2.4.
pub const USTR_TENSOR_TF24: u32 = 1;
/// Format: elements of 16 bytes of TensorFlow's RFC of 2019.
pub const USTR_TENSOR_RFC16: u32 = 2;
/// Format: elements of 24 bytes of the same RFC.
pub const USTR_TENSOR_RFC24: u32 = 3;
/// Format: a table of 64-bit offsets, TensorFlow's C API until 2.3.
pub const USTR_TENSOR_TF_LEGACY: u32 = 4;
/// Format: a count and a table of 32-bit offsets, TFLite.
pub const USTR_TENSOR_TFLITE: u32 = 5;

/// Trust: a file, a mapping, the network. No address is followed.
pub const USTR_TENSOR_UNTRUSTED: u32 = 0;
/// Trust: other code in this process. Addresses are followed after all checks that can be made.
pub const USTR_TENSOR_POINTERS_CHECKED: u32 = 1;
/// Trust: straight from the library that made it.
pub const USTR_TENSOR_TRUSTED: u32 = 2;

/// Strictness: what the real readers accept too, as long as it stays inside of the memory.
pub const USTR_TENSOR_LENIENT: u32 = 0;
/// Strictness: what the real writers write.
pub const USTR_TENSOR_USUAL: u32 = 1;
/// Strictness: what this library writes.
pub const USTR_TENSOR_STRICT: u32 = 2;

/// Form: nothing in the tensor is an address. TF24, RFC16, RFC24: OFFSETs.
pub const USTR_TENSOR_IMAGE: u32 = 0;
/// Form, for TF24: SMALL, and for longer strings VIEW.
pub const USTR_TENSOR_VIEWS: u32 = 1;
/// Form, for RFC16 and RFC24: PREALLOC, each string in a place of `capacity` bytes behind the table.
pub const USTR_TENSOR_ARENA: u32 = 3;

/// Refused: the memory is too small for the table of so many elements.
pub const USTR_TENSOR_CODE_TABLE_TRUNCATED: u32 = 1;
/// Refused: there is no such element.
pub const USTR_TENSOR_CODE_INDEX_RANGE: u32 = 2;
/// Refused: more bytes inside of an element than there is room.
pub const USTR_TENSOR_CODE_SMALL_SIZE: u32 = 3;
/// Refused: a string in the same memory is not all inside of it.
pub const USTR_TENSOR_CODE_OFFSET_RANGE: u32 = 4;
/// Refused: a string in the same memory begins inside of the table.
pub const USTR_TENSOR_CODE_OFFSET_INTO_TABLE: u32 = 5;
/// Refused: an address, where addresses are not trusted, or those of another machine.
pub const USTR_TENSOR_CODE_POINTER_REFUSED: u32 = 6;
/// Refused: a null address of a string that is not empty.
pub const USTR_TENSOR_CODE_NULL_DATA: u32 = 7;
/// Refused: the string is longer than is allowed, or than the format can say.
pub const USTR_TENSOR_CODE_SIZE_LIMIT: u32 = 8;
/// Refused: all strings together are longer than is allowed, or than the format can say.
pub const USTR_TENSOR_CODE_TOTAL_LIMIT: u32 = 9;
/// Refused: the capacity is smaller than the size.
pub const USTR_TENSOR_CODE_CAPACITY: u32 = 10;
/// Refused: the string goes on past the last address.
pub const USTR_TENSOR_CODE_POINTER_WRAPS: u32 = 11;
/// Refused: the string is not all inside of one of the ranges that are allowed.
pub const USTR_TENSOR_CODE_POINTER_RANGE: u32 = 12;
/// Refused: a count that the bytes hold is not that of the elements.
pub const USTR_TENSOR_CODE_COUNT: u32 = 13;
/// Refused: a string begins before the one of the element before.
pub const USTR_TENSOR_CODE_NOT_MONOTONIC: u32 = 14;
/// Refused: a string begins inside of the one before.
pub const USTR_TENSOR_CODE_OVERLAP: u32 = 15;
/// Refused: bytes that no field uses are not zero.
pub const USTR_TENSOR_CODE_PADDING: u32 = 16;
/// Refused: a length of variable size does not end, says more than 64 bits, or is longer than it need be.
pub const USTR_TENSOR_CODE_VARINT: u32 = 17;
/// Refused: the first string does not begin where the table ends.
pub const USTR_TENSOR_CODE_FIRST_OFFSET: u32 = 18;
/// Refused: the last string does not end where the memory ends.
pub const USTR_TENSOR_CODE_END_OFFSET: u32 = 19;
/// Refused: the element would be too far from its string for the format.
pub const USTR_TENSOR_CODE_DISTANCE: u32 = 20;
/// Refused: there is no string, and none is to take its place.
pub const USTR_TENSOR_CODE_NULL_ELEMENT: u32 = 21;
/// Refused: there is no memory for it.
pub const USTR_TENSOR_CODE_NO_MEMORY: u32 = 22;
/// Refused: the format does not have this, or not on this machine.
pub const USTR_TENSOR_CODE_UNSUPPORTED: u32 = 23;
/// Refused: the target is too small.
pub const USTR_TENSOR_CODE_TARGET_SIZE: u32 = 24;

/// Refused for the table as a whole.
pub const USTR_TENSOR_FIELD_TABLE: u32 = 0;
/// Refused for the size of a string, or its length of variable size.
pub const USTR_TENSOR_FIELD_SIZE: u32 = 1;
/// Refused for the capacity.
pub const USTR_TENSOR_FIELD_CAPACITY: u32 = 2;
/// Refused for the address.
pub const USTR_TENSOR_FIELD_POINTER: u32 = 3;
/// Refused for the offset.
pub const USTR_TENSOR_FIELD_OFFSET: u32 = 4;
/// Refused for the count.
pub const USTR_TENSOR_FIELD_COUNT: u32 = 5;
/// Refused for bytes that no field uses.
pub const USTR_TENSOR_FIELD_PADDING: u32 = 6;
/// Refused for the offset behind the last string.
pub const USTR_TENSOR_FIELD_END: u32 = 7;
/// Refused for the string itself.
pub const USTR_TENSOR_FIELD_TEXT: u32 = 8;

const CODES: &[(FormatCode, u32)] = &[
    (FormatCode::TableTruncated, USTR_TENSOR_CODE_TABLE_TRUNCATED),
    (FormatCode::IndexRange, USTR_TENSOR_CODE_INDEX_RANGE),
    (FormatCode::SmallSize, USTR_TENSOR_CODE_SMALL_SIZE),
    (FormatCode::OffsetRange, USTR_TENSOR_CODE_OFFSET_RANGE),
    (FormatCode::OffsetIntoTable, USTR_TENSOR_CODE_OFFSET_INTO_TABLE),
    (FormatCode::PointerRefused, USTR_TENSOR_CODE_POINTER_REFUSED),
    (FormatCode::NullData, USTR_TENSOR_CODE_NULL_DATA),
    (FormatCode::SizeLimit, USTR_TENSOR_CODE_SIZE_LIMIT),
    (FormatCode::TotalLimit, USTR_TENSOR_CODE_TOTAL_LIMIT),
    (FormatCode::Capacity, USTR_TENSOR_CODE_CAPACITY),
    (FormatCode::PointerWraps, USTR_TENSOR_CODE_POINTER_WRAPS),
    (FormatCode::PointerRange, USTR_TENSOR_CODE_POINTER_RANGE),
    (FormatCode::Count, USTR_TENSOR_CODE_COUNT),
    (FormatCode::NotMonotonic, USTR_TENSOR_CODE_NOT_MONOTONIC),
    (FormatCode::Overlap, USTR_TENSOR_CODE_OVERLAP),
    (FormatCode::Padding, USTR_TENSOR_CODE_PADDING),
    (FormatCode::Varint, USTR_TENSOR_CODE_VARINT),
    (FormatCode::FirstOffset, USTR_TENSOR_CODE_FIRST_OFFSET),
    (FormatCode::EndOffset, USTR_TENSOR_CODE_END_OFFSET),
    (FormatCode::Distance, USTR_TENSOR_CODE_DISTANCE),
    (FormatCode::NullElement, USTR_TENSOR_CODE_NULL_ELEMENT),
    (FormatCode::NoMemory, USTR_TENSOR_CODE_NO_MEMORY),
    (FormatCode::Unsupported, USTR_TENSOR_CODE_UNSUPPORTED),
    (FormatCode::TargetSize, USTR_TENSOR_CODE_TARGET_SIZE),
];

const FIELDS: &[(Field, u32)] = &[
    (Field::Table, USTR_TENSOR_FIELD_TABLE),
    (Field::Size, USTR_TENSOR_FIELD_SIZE),
    (Field::Capacity, USTR_TENSOR_FIELD_CAPACITY),
    (Field::Pointer, USTR_TENSOR_FIELD_POINTER),
    (Field::Offset, USTR_TENSOR_FIELD_OFFSET),
    (Field::Count, USTR_TENSOR_FIELD_COUNT),
    (Field::Padding, USTR_TENSOR_FIELD_PADDING),
    (Field::End, USTR_TENSOR_FIELD_END),
    (Field::Text, USTR_TENSOR_FIELD_TEXT),
];

const _: () = {
    assert!(USTR_TENSOR_TF24 == Format::Tf24.id() && USTR_TENSOR_RFC16 == Format::Rfc16.id());
    assert!(USTR_TENSOR_RFC24 == Format::Rfc24.id() && USTR_TENSOR_TF_LEGACY == Format::TfLegacy.id());
    assert!(USTR_TENSOR_TFLITE == Format::TfLite.id());
    assert!(USTR_TENSOR_UNTRUSTED == Trust::UntrustedBuffer.id());
    assert!(USTR_TENSOR_LENIENT == Strictness::Lenient as u32 && USTR_TENSOR_USUAL == Strictness::Usual as u32);
    assert!(USTR_TENSOR_STRICT == Strictness::Strict as u32);
    // All of them, so that one that is added there is missed here.
    assert!(CODES.len() == FormatCode::ALL.len() && FIELDS.len() == Field::ALL.len());
    let mut at = 0;
    while at < CODES.len() {
        assert!(CODES[at].0.id() == CODES[at].1);
        at += 1;
    }
    at = 0;
    while at < FIELDS.len() {
        assert!(FIELDS[at].0.id() == FIELDS[at].1);
        at += 1;
    }
};

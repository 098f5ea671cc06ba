//! The content of a slot, in terms that both dialects share.

use super::{Bad, Family};

/// A data type in DLPack's form: `{u8 code, u8 bits, u16 lanes}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names are DLPack's")]
pub struct DataType {
    pub code: u8,
    pub bits: u8,
    pub lanes: u16,
}

/// A device in DLPack's form: `{i32 type, i32 id}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names are DLPack's")]
pub struct Device {
    pub kind: i32,
    pub id: i32,
}

impl DataType {
    /// The number in the first four of a payload's eight bytes.
    pub(crate) const fn to_word(self) -> u64 {
        let [a, b] = self.lanes.to_le_bytes();
        u64::from_le_bytes([self.code, self.bits, a, b, 0, 0, 0, 0])
    }

    pub(crate) const fn from_word(word: u64) -> Self {
        let [code, bits, a, b, ..] = word.to_le_bytes();
        Self { code, bits, lanes: u16::from_le_bytes([a, b]) }
    }
}

impl Device {
    pub(crate) const fn to_word(self) -> u64 {
        (self.kind.cast_unsigned() as u64) | (self.id.cast_unsigned() as u64) << 32
    }

    pub(crate) const fn from_word(word: u64) -> Self {
        Self { kind: (word as u32).cast_signed(), id: ((word >> 32) as u32).cast_signed() }
    }
}

/// The meaning of a payload of eight bytes. Every dialect has most of these values, each with its own code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Word {
    Null,
    Int,
    Float,
    Bool,
    Handle,
    DataType,
    Device,
    Tensor,
    CStr,
    ByteArray,
    Rvalue,
}

impl Word {
    /// Returns the content of a slot with this payload.
    pub(crate) const fn tag(self, word: u64) -> Tag<'static> {
        match self {
            Self::Null => Tag::Null,
            Self::Int => Tag::Int(word.cast_signed()),
            Self::Float => Tag::Float(f64::from_bits(word)),
            Self::Bool => Tag::Bool(word != 0),
            Self::Handle => Tag::Handle(word),
            Self::DataType => Tag::DataType(DataType::from_word(word)),
            Self::Device => Tag::Device(Device::from_word(word)),
            Self::Tensor => Tag::Tensor(word),
            Self::CStr => Tag::CStr(word),
            Self::ByteArray => Tag::ByteArray(word),
            Self::Rvalue => Tag::Rvalue(word),
        }
    }
}

/// The units of the text at an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TextKind {
    /// Bytes, intended to be UTF-8 but not checked.
    Utf8,
    /// Code points of 4 bytes (UCS-4) in the byte order of this machine, not checked.
    Ucs4,
    /// Bytes that are not text.
    Binary,
}

impl TextKind {
    /// The size of a unit in bytes.
    pub(crate) const fn unit_bytes(self) -> usize {
        match self {
            Self::Utf8 | Self::Binary => 1,
            Self::Ucs4 => 4,
        }
    }
}

/// The content of a slot. Addresses are as found: nothing has been read there.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Tag<'a> {
    /// No value.
    Null,
    /// A number.
    Int(i64),
    /// A number.
    Float(f64),
    /// A truth value.
    Bool(bool),
    /// An opaque address.
    Handle(u64),
    /// A data type.
    DataType(DataType),
    /// A device.
    Device(Device),
    /// The address of a `DLTensor`, borrowed.
    Tensor(u64),
    /// UTF-8 stored in the slot: unchecked bytes.
    Str(&'a [u8]),
    /// Bytes stored in the slot.
    Bytes(&'a [u8]),
    /// UCS-4 stored in the slot: its bytes, 4 for each code point.
    Ucs4(&'a [u8]),
    /// The address of a borrowed string that is terminated by a zero byte.
    CStr(u64),
    /// The address of a borrowed pair `{u8* data, u64 size}`.
    ByteArray(u64),
    /// The address of the address of an object, which a callee may take over. This crate only reads the object.
    Rvalue(u64),
    /// A reference-counted object.
    Object {
        /// The family that counts the references.
        of: Family,
        /// The type, or `None` if only the object's header contains it.
        code: Option<i32>,
        /// The address of the object.
        address: u64,
    },
    /// RFC97: the address of a wider slot, borrowed.
    Wide {
        /// The address of the wider slot.
        address: u64,
        /// Its inline capacity in bytes.
        inline_bytes: u64,
    },
    /// A slot with an unknown code, unchanged.
    Other {
        /// The family of the slot.
        of: Family,
        /// All bytes of the slot.
        slot: &'a [u8],
    },
}

impl Tag<'_> {
    /// Returns the name of the kind of value, for messages.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Int(_) => "int",
            Self::Float(_) => "float",
            Self::Bool(_) => "bool",
            Self::Handle(_) => "handle",
            Self::DataType(_) => "data type",
            Self::Device(_) => "device",
            Self::Tensor(_) => "tensor view",
            Self::Str(_) => "string",
            Self::Bytes(_) => "binary",
            Self::Ucs4(_) => "UCS-4 string",
            Self::CStr(_) => "C string view",
            Self::ByteArray(_) => "byte array view",
            Self::Rvalue(_) => "object to be taken",
            Self::Object { .. } => "object",
            Self::Wide { .. } => "wide slot view",
            Self::Other { .. } => "unknown value",
        }
    }

    pub(crate) const fn not_here(&self) -> Bad {
        Bad::NotHere { kind: self.kind() }
    }

    pub(crate) const fn no(&self, wanted: &'static str) -> Bad {
        Bad::Kind { wanted, found: self.kind() }
    }

    /// Returns the payload, if it is one word.
    pub(crate) const fn word(&self) -> Option<(Word, u64)> {
        Some(match *self {
            Self::Null => (Word::Null, 0),
            Self::Int(value) => (Word::Int, value.cast_unsigned()),
            Self::Float(value) => (Word::Float, value.to_bits()),
            Self::Bool(value) => (Word::Bool, value as u64),
            Self::Handle(address) => (Word::Handle, address),
            Self::DataType(value) => (Word::DataType, value.to_word()),
            Self::Device(value) => (Word::Device, value.to_word()),
            Self::Tensor(address) => (Word::Tensor, address),
            Self::CStr(address) => (Word::CStr, address),
            Self::ByteArray(address) => (Word::ByteArray, address),
            Self::Rvalue(address) => (Word::Rvalue, address),
            _ => return None,
        })
    }

    /// Returns the number, truth value or handle; `None` if it is something else.
    pub(crate) const fn plain(&self) -> Option<Tag<'static>> {
        match self.word() {
            Some((word @ (Word::Int | Word::Float | Word::Bool | Word::Handle), bits)) => Some(word.tag(bits)),
            _ => None,
        }
    }
}

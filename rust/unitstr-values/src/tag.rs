//! What a slot says, in terms that all dialects share.

use super::{Bad, Family};

/// A data type as DLPack counts it: `{u8 code, u8 bits, u16 lanes}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names are DLPack's")]
pub struct DataType {
    pub code: u8,
    pub bits: u8,
    pub lanes: u16,
}

/// A device as DLPack counts it: `{i32 type, i32 id}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names are DLPack's")]
pub struct Device {
    pub kind: i32,
    pub id: i32,
}

impl DataType {
    /// As it lies in the first four of a payload's eight bytes.
    pub(crate) const fn to_word(self) -> u64 {
        let [a, b] = self.lanes.to_le_bytes();
        u64::from_le_bytes([self.code, self.bits, a, b, 0, 0, 0, 0])
    }

    pub(crate) const fn from_word(word: u64) -> Self {
        let [code, bits, a, b, ..] = word.to_le_bytes();
        Self {
            code,
            bits,
            lanes: u16::from_le_bytes([a, b]),
        }
    }
}

impl Device {
    pub(crate) const fn to_word(self) -> u64 {
        (self.kind.cast_unsigned() as u64) | (self.id.cast_unsigned() as u64) << 32
    }

    pub(crate) const fn from_word(word: u64) -> Self {
        Self {
            kind: (word as u32).cast_signed(),
            id: ((word >> 32) as u32).cast_signed(),
        }
    }
}

/// What the text at an address is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TextKind {
    /// UTF-8 by intention; nobody has checked it.
    Utf8,
    /// UCS-4: code points of 4 bytes in the order of this machine; nobody has checked them.
    Ucs4,
    /// Bytes that are no text.
    Binary,
}

/// The content of a slot. Addresses are as they were found: nothing has been read there.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Tag<'a> {
    /// No value.
    Null,
    /// A number.
    Int(i64),
    /// A number.
    Float(f64),
    /// A truth value. TVM_FFI and RFC97 have it; MATX gets the numbers 0 and 1.
    Bool(bool),
    /// An address that means nothing here.
    Handle(u64),
    /// A data type.
    DataType(DataType),
    /// A device.
    Device(Device),
    /// The address of a `DLTensor`, borrowed.
    Tensor(u64),
    /// The address of a function that is no object. MATX only.
    Function(u64),
    /// UTF-8 inside of the slot: bytes, unchecked.
    Str(&'a [u8]),
    /// Bytes inside of the slot.
    Bytes(&'a [u8]),
    /// UCS-4 inside of the slot: its bytes, 4 for each code point.
    Ucs4(&'a [u8]),
    /// The address of a string that a zero byte ends, borrowed.
    CStr(u64),
    /// The address of a pair `{u8* data, u64 size}`, borrowed. In MATX it is a view of text.
    ByteArray(u64),
    /// The address of the address of an object, which a callee may take. It is only read through.
    Rvalue(u64),
    /// Text in a buffer that belongs to the slot. MATX only.
    Buffer {
        /// What it is made of.
        kind: TextKind,
        /// Where its units are.
        address: u64,
        /// How many there are: bytes, or code points of 4 bytes.
        units: u64,
        /// Whether the buffer is counted and shared, or private.
        shared: bool,
    },
    /// A counted object.
    Object {
        /// Whose counting it has.
        of: Family,
        /// Its type, or none if only its header says it.
        code: Option<i32>,
        /// Where it is.
        address: u64,
    },
    /// RFC97: the address of a wider slot, borrowed.
    Wide {
        /// Where that slot is.
        address: u64,
        /// Its inline capacity in bytes.
        inline_bytes: u64,
    },
    /// A code that is not known. Bit for bit what was found.
    Other {
        /// In whose slot.
        of: Family,
        /// All of the slot.
        slot: &'a [u8],
    },
}

impl Tag<'_> {
    /// What kind of value it is, as messages say it.
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
            Self::Function(_) => "function handle",
            Self::Str(_) => "string",
            Self::Bytes(_) => "binary",
            Self::Ucs4(_) => "UCS-4 string",
            Self::CStr(_) => "C string view",
            Self::ByteArray(_) => "byte array view",
            Self::Rvalue(_) => "object to be taken",
            Self::Buffer { .. } => "string buffer",
            Self::Object { .. } => "object",
            Self::Wide { .. } => "wide slot view",
            Self::Other { .. } => "unknown value",
        }
    }

    pub(crate) const fn not_here(&self) -> Bad {
        Bad::NotHere { kind: self.kind() }
    }

    pub(crate) const fn no(&self, wanted: &'static str) -> Bad {
        Bad::Kind {
            wanted,
            found: self.kind(),
        }
    }

    /// Whether it refers to something that somebody else owns: a slot that is kept must not hold it.
    #[must_use]
    pub const fn is_view(&self) -> bool {
        matches!(
            self,
            Self::CStr(_) | Self::ByteArray(_) | Self::Rvalue(_) | Self::Wide { .. }
        )
    }

    /// The same without the slot that it was read from; `None` if its content is there.
    pub(crate) const fn lasting(&self) -> Option<Tag<'static>> {
        Some(match *self {
            Self::Null => Tag::Null,
            Self::Int(value) => Tag::Int(value),
            Self::Float(value) => Tag::Float(value),
            Self::Bool(value) => Tag::Bool(value),
            Self::Handle(address) => Tag::Handle(address),
            Self::DataType(value) => Tag::DataType(value),
            Self::Device(value) => Tag::Device(value),
            Self::Tensor(address) => Tag::Tensor(address),
            Self::Function(address) => Tag::Function(address),
            Self::CStr(address) => Tag::CStr(address),
            Self::ByteArray(address) => Tag::ByteArray(address),
            Self::Rvalue(address) => Tag::Rvalue(address),
            Self::Buffer {
                kind,
                address,
                units,
                shared,
            } => Tag::Buffer {
                kind,
                address,
                units,
                shared,
            },
            Self::Object { of, code, address } => Tag::Object { of, code, address },
            Self::Wide { address, inline_bytes } => Tag::Wide { address, inline_bytes },
            Self::Str(_) | Self::Bytes(_) | Self::Ucs4(_) | Self::Other { .. } => return None,
        })
    }
}

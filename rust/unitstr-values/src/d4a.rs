//! The arguments of TVM until 0.19: codes and words in two arrays, and strings without a length.
//!
//! Layout, rules, limits and sources: `docs/layouts/old-tvm.md`.

use super::{Bad, DataType, Device, Dialect, Family, Memory, Tag, TextKind, rfc97};
use unitstr::Policy;

/// Type codes.
#[allow(missing_docs, reason = "the names are TVM's")]
pub mod code {
    pub const INT: i32 = 0;
    pub const FLOAT: i32 = 2;
    pub const HANDLE: i32 = 3;
    pub const NULL: i32 = 4;
    pub const DATA_TYPE: i32 = 5;
    pub const DEVICE: i32 = 6;
    pub const DL_TENSOR: i32 = 7;
    pub const OBJECT: i32 = 8;
    pub const MODULE: i32 = 9;
    pub const FUNCTION: i32 = 10;
    pub const STR: i32 = 11;
    pub const BYTES: i32 = 12;
    pub const ND_ARRAY: i32 = 13;
    pub const RVALUE: i32 = 14;
    /// Only in the last versions.
    pub const BOOL: i32 = 15;
}

/// Arguments in this form. They own the texts that they copy; other addresses are borrowed.
///
/// ```
/// use unitstr_values::d4a::{Arguments, code};
/// use unitstr_values::{Blocks, Rfc97, Tag};
///
/// let mut arguments = Arguments::new(false);
/// arguments.push::<Rfc97, _>(&Blocks::new(), &Tag::Str(b"a\0b"))?;
/// arguments.push::<Rfc97, _>(&Blocks::new(), &Tag::Bool(true))?;
/// assert_eq!(arguments.codes(), [code::BYTES, code::INT]);
/// # Ok::<(), unitstr_values::Bad>(())
/// ```
#[derive(Debug, Default)]
pub struct Arguments {
    codes: Vec<i32>,
    values: Vec<u64>,
    bools: bool,
    /// Copies of texts, each followed by a zero byte.
    texts: Vec<Box<[u8]>>,
    /// The addresses and sizes of texts that contain zero bytes.
    pairs: Vec<Box<[u64]>>,
}

impl Arguments {
    /// Creates an empty list of arguments. Truth values are passed as such if `bools` is true, which requires a
    /// function that supports them; otherwise as the numbers 0 and 1.
    #[must_use]
    pub fn new(bools: bool) -> Self {
        Self { bools, ..Self::default() }
    }

    /// Returns the type codes.
    #[must_use]
    pub fn codes(&self) -> &[i32] {
        &self.codes
    }

    /// Returns the words.
    #[must_use]
    pub fn values(&self) -> &[u64] {
        &self.values
    }

    /// Adds an argument. Texts are copied: as a C string, or with a length if they contain a zero byte, as binaries
    /// are; UCS-4 becomes UTF-8. Borrowed C strings and byte arrays, and objects, are passed as they are.
    ///
    /// # Errors
    ///
    /// * [`Bad::NotHere`] if this form has no code for the value: unknown values, and functions that are not objects.
    /// * The errors of reading a text.
    pub fn push<D: Dialect, M: Memory + ?Sized>(&mut self, memory: &M, tag: &Tag<'_>) -> Result<(), Bad> {
        let (code, word) = match *tag {
            Tag::Null => (code::NULL, 0),
            Tag::Int(value) => (code::INT, value.cast_unsigned()),
            Tag::Float(value) => (code::FLOAT, value.to_bits()),
            Tag::Bool(value) if self.bools => (code::BOOL, value.into()),
            Tag::Bool(value) => (code::INT, value.into()),
            Tag::Handle(address) => (code::HANDLE, address),
            Tag::DataType(value) => (code::DATA_TYPE, value.to_word()),
            Tag::Device(value) => (code::DEVICE, value.to_word()),
            Tag::Tensor(address) => (code::DL_TENSOR, address),
            Tag::CStr(address) => (code::STR, address),
            Tag::ByteArray(address) => (code::BYTES, address),
            Tag::Rvalue(address) => (code::RVALUE, address),
            _ => match D::text(memory, tag)? {
                Some(text) if text.kind() == TextKind::Ucs4 => {
                    let chars = text.to_chars(Policy::Replace)?;
                    self.text(String::from_utf16_lossy(&chars).into_bytes())
                }
                Some(text) if text.kind() == TextKind::Binary => self.binary(text.to_bytes()),
                Some(text) => self.text(text.to_bytes()),
                None => object(tag)?,
            },
        };
        self.codes.push(code);
        self.values.push(word);
        Ok(())
    }

    fn text(&mut self, bytes: Vec<u8>) -> (i32, u64) {
        if bytes.contains(&0) {
            return self.binary(bytes);
        }
        (code::STR, self.keep(bytes))
    }

    fn binary(&mut self, bytes: Vec<u8>) -> (i32, u64) {
        let size = bytes.len() as u64;
        let pair: Box<[u64]> = Box::new([self.keep(bytes), size]);
        let address = pair.as_ptr().expose_provenance() as u64;
        self.pairs.push(pair);
        (code::BYTES, address)
    }

    /// Keeps a copy followed by a zero byte, and returns its address.
    fn keep(&mut self, mut bytes: Vec<u8>) -> u64 {
        bytes.push(0);
        let bytes = bytes.into_boxed_slice();
        let address = bytes.as_ptr().expose_provenance() as u64;
        self.texts.push(bytes);
        address
    }
}

const fn object(tag: &Tag<'_>) -> Result<(i32, u64), Bad> {
    match *tag {
        Tag::Object { of, code, address } => Ok((
            match (of, code) {
                (Family::Rfc97, Some(rfc97::code::MODULE)) => code::MODULE,
                (Family::Rfc97, Some(rfc97::code::FUNCTION)) => code::FUNCTION,
                (Family::Rfc97, Some(rfc97::code::ND_ARRAY)) => code::ND_ARRAY,
                _ => code::OBJECT,
            },
            address,
        )),
        _ => Err(tag.not_here()),
    }
}

/// Returns the content of a code and a word of this form, in a result or an argument. Texts are borrowed: a C string,
/// a byte array.
///
/// # Errors
///
/// [`Bad::Code`] if this form has no such code.
pub const fn read(code: i32, word: u64) -> Result<Tag<'static>, Bad> {
    let of = Family::Rfc97;
    Ok(match code {
        code::INT => Tag::Int(word.cast_signed()),
        code::FLOAT => Tag::Float(f64::from_bits(word)),
        code::HANDLE => Tag::Handle(word),
        code::NULL => Tag::Null,
        code::DATA_TYPE => Tag::DataType(DataType::from_word(word)),
        code::DEVICE => Tag::Device(Device::from_word(word)),
        code::DL_TENSOR => Tag::Tensor(word),
        code::OBJECT => Tag::Object { of, code: None, address: word },
        code::MODULE => Tag::Object { of, code: Some(rfc97::code::MODULE), address: word },
        code::FUNCTION => Tag::Object { of, code: Some(rfc97::code::FUNCTION), address: word },
        code::ND_ARRAY => Tag::Object { of, code: Some(rfc97::code::ND_ARRAY), address: word },
        code::STR => Tag::CStr(word),
        code::BYTES => Tag::ByteArray(word),
        code::RVALUE => Tag::Rvalue(word),
        code::BOOL => Tag::Bool(word != 0),
        _ => return Err(Bad::Code { code }),
    })
}

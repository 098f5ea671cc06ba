//! Copies a value of libtvm_ffi with everything that it contains. Limits are required, because values can contain
//! themselves, and each other many times.

use super::{Pairs, Sequence, TvmFfi, code, error_of, object_code};
use crate::{Bad, DataType, Device, Dialect, Family, Memory, Tag, TextKind};

/// The limits of a copy, beyond which it fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Limits {
    /// The deepest nesting of containers; a value without containers has depth 0.
    pub depth: usize,
    /// The number of elements in all, keys and values counted separately; shared elements count each time.
    pub elements: u64,
    /// The size of all texts in bytes.
    pub bytes: u64,
}

impl Default for Limits {
    /// Depth 256, 2^24 elements, 2^30 bytes.
    fn default() -> Self {
        Self { depth: 256, elements: 1 << 24, bytes: 1 << 30 }
    }
}

/// A value and everything that it contains, without addresses to follow.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Tree {
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
    /// The bytes of a string, unchecked.
    Str(Vec<u8>),
    /// Bytes.
    Bytes(Vec<u8>),
    /// An array (71) or a list (75).
    Sequence(i32, Vec<Tree>),
    /// A map (72) or a dict (76), in the order of insertion.
    Map(i32, Vec<(Tree, Tree)>),
    /// An error: bytes, unchecked.
    Error {
        /// The kind, such as `ValueError`.
        kind: Vec<u8>,
        /// The message.
        message: Vec<u8>,
        /// The backtrace.
        backtrace: Vec<u8>,
    },
    /// Any other object.
    Object {
        /// The type.
        code: i32,
        /// The address.
        address: u64,
    },
    /// The slot of an unknown value.
    Other([u8; 16]),
}

/// Copies a value with everything that it contains.
///
/// * `slot` has 16 bytes.
/// * Cost: proportional to the copy, which `limits` bound.
///
/// # Errors
///
/// * [`Bad::Cycle`] if a container contains itself, at any depth.
/// * [`Bad::Depth`] and [`Bad::Elements`] if the value exceeds `limits`.
/// * The errors of reading a slot, a text, a [`Sequence`] or [`Pairs`].
///
/// ```
/// use unitstr_values::tvm::{Limits, Tree, tree};
/// use unitstr_values::{Blocks, Dialect, Tag, TvmFfi};
///
/// let mut slot = [0; 16];
/// TvmFfi::write(&mut slot, &Tag::Str(b"abc"))?;
/// assert_eq!(tree(&Blocks::new(), &slot, Limits::default())?, Tree::Str(b"abc".to_vec()));
/// # Ok::<(), unitstr_values::Bad>(())
/// ```
pub fn tree<M: Memory + ?Sized>(memory: &M, slot: &[u8], limits: Limits) -> Result<Tree, Bad> {
    let mut walk = Walk { memory, limits, elements: limits.elements, bytes: limits.bytes, path: Vec::new() };
    walk.value(slot)
}

struct Walk<'m, M: ?Sized> {
    memory: &'m M,
    limits: Limits,
    /// The number of elements still allowed.
    elements: u64,
    bytes: u64,
    /// The containers that enclose the present one.
    path: Vec<u64>,
}

impl<M: Memory + ?Sized> Walk<'_, M> {
    fn value(&mut self, slot: &[u8]) -> Result<Tree, Bad> {
        let tag = TvmFfi::read(slot)?;
        if let Some(text) = TvmFfi::text(self.memory, &tag)? {
            let bytes = self.copy(&text)?;
            return Ok(match text.kind() {
                TextKind::Binary => Tree::Bytes(bytes),
                _ => Tree::Str(bytes),
            });
        }
        Ok(match tag {
            Tag::Null => Tree::Null,
            Tag::Int(value) => Tree::Int(value),
            Tag::Float(value) => Tree::Float(value),
            Tag::Bool(value) => Tree::Bool(value),
            Tag::Handle(address) | Tag::Tensor(address) => Tree::Handle(address),
            Tag::DataType(value) => Tree::DataType(value),
            Tag::Device(value) => Tree::Device(value),
            Tag::Object { code, address, .. } => self.object(&tag, code, address)?,
            Tag::Rvalue(at) => {
                let address = crate::memory::read_u64(self.memory, at)?;
                if address == 0 {
                    // A callee has taken the object over.
                    return Ok(Tree::Null);
                }
                let code = Some(object_code(self.memory, None, address)?);
                let mut slot = [0; 16];
                TvmFfi::write(&mut slot, &Tag::Object { of: Family::TvmFfi, code, address })?;
                self.value(&slot)?
            }
            _ => Tree::Other(slot.try_into().map_err(|_| tag.no("slot of 16 bytes"))?),
        })
    }

    fn copy(&mut self, text: &crate::Text<'_>) -> Result<Vec<u8>, Bad> {
        let bytes = text.source().bytes() as u64;
        self.bytes =
            self.bytes.checked_sub(bytes).ok_or(Bad::Elements { limit: self.limits.bytes, unit: "bytes of text" })?;
        Ok(text.to_bytes())
    }

    fn object(&mut self, tag: &Tag<'_>, code: Option<i32>, address: u64) -> Result<Tree, Bad> {
        match code {
            Some(code @ (code::ARRAY | code::LIST)) => {
                let elements = Sequence::of(self.memory, tag)?;
                self.open(address, elements.len() as u64)?;
                let elements = elements.iter().map(|slot| self.value(&slot)).collect::<Result<_, _>>()?;
                self.path.pop();
                Ok(Tree::Sequence(code, elements))
            }
            Some(code @ (code::MAP | code::DICT)) => {
                let pairs = Pairs::of(self.memory, tag)?;
                self.open(address, 2 * pairs.left())?;
                let pairs = pairs
                    .map(|pair| {
                        let (key, value) = pair?;
                        Ok((self.value(&key)?, self.value(&value)?))
                    })
                    .collect::<Result<_, Bad>>()?;
                self.path.pop();
                Ok(Tree::Map(code, pairs))
            }
            Some(code::ERROR) => {
                let [kind, message, backtrace] = error_of(self.memory, tag)?;
                Ok(Tree::Error {
                    kind: self.copy(&kind)?,
                    message: self.copy(&message)?,
                    backtrace: self.copy(&backtrace)?,
                })
            }
            _ => {
                let code = object_code(self.memory, code, address)?;
                Ok(Tree::Object { code, address })
            }
        }
    }

    /// Enters a container.
    fn open(&mut self, address: u64, elements: u64) -> Result<(), Bad> {
        if self.path.contains(&address) {
            return Err(Bad::Cycle { address });
        }
        if self.path.len() == self.limits.depth {
            return Err(Bad::Depth { limit: self.limits.depth });
        }
        self.elements = self
            .elements
            .checked_sub(elements)
            .ok_or(Bad::Elements { limit: self.limits.elements, unit: "elements" })?;
        self.path.push(address);
        Ok(())
    }
}

//! The layout of a tensor, which its bytes do not identify: the format, and the machine and version that wrote it.

/// Declares an enum whose values have numbers in the C and Java interfaces.
macro_rules! numbered {
    ($(#[$doc:meta])* $type:ident { $($(#[$each:meta])* $name:ident = $id:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u32)]
        pub enum $type {
            $($(#[$each])* $name = $id,)*
        }

        impl $type {
            /// Returns the number in the C and Java interfaces.
            #[must_use]
            pub const fn id(self) -> u32 {
                self as u32
            }

            /// Returns the value with this number, or `None` if there is none.
            #[must_use]
            pub const fn from_id(id: u32) -> Option<Self> {
                match id {
                    $($id => Some(Self::$name),)*
                    _ => None,
                }
            }
        }
    };
}

numbered! {
    /// A foreign layout of many strings.
    #[non_exhaustive]
    Format {
        /// Elements of 24 bytes, as in TensorFlow since 2.4.
        Tf24 = 1,
        /// Elements of 16 bytes, as proposed in TensorFlow's RFC of 2019.
        Rfc16 = 2,
        /// Elements of 24 bytes, as proposed in the same RFC.
        Rfc24 = 3,
        /// A table of 64-bit offsets, as in TensorFlow's C API until 2.3.
        TfLegacy = 4,
        /// A count and a table of 32-bit offsets, as in TFLite.
        TfLite = 5,
    }
}

numbered! {
    /// The byte order of a number.
    ByteOrder {
        /// The least significant byte first.
        Little = 0,
        /// The most significant byte first.
        Big = 1,
    }
}

impl ByteOrder {
    /// The byte order of this machine.
    pub const NATIVE: Self = if cfg!(target_endian = "little") { Self::Little } else { Self::Big };
}

numbered! {
    /// The size of `size_t` and of an address.
    WordSize {
        /// 32 bits.
        Four = 4,
        /// 64 bits.
        Eight = 8,
    }
}

impl WordSize {
    /// The word size of this machine.
    pub const NATIVE: Self = if size_of::<usize>() == 4 { Self::Four } else { Self::Eight };

    /// Returns the size in bytes.
    #[must_use]
    #[inline(always)]
    pub const fn bytes(self) -> usize {
        self as usize
    }

    /// Returns the size in bits.
    #[must_use]
    #[inline(always)]
    pub const fn bits(self) -> u32 {
        8 * self as u32
    }
}

numbered! {
    /// The word after the address in a VIEW of [`Format::Tf24`]. It depends on `TF_Version`; the bytes do not show it.
    ViewAbi {
        /// TensorFlow up to 2.20: anything.
        UpTo2_20 = 0,
        /// TensorFlow 2.21 and later: the address of an owner, which is called, or null.
        From2_21 = 1,
    }
}

/// Everything that is needed to read the bytes of a string tensor.
///
/// ```
/// use unitstr_tensor::{ByteOrder, Layout, ViewAbi, WordSize};
///
/// let mainframe = Layout::tf24(ViewAbi::UpTo2_20).with_order(ByteOrder::Big).with_word(WordSize::Eight);
/// assert!(cfg!(target_endian = "big") || !mainframe.is_native());
/// assert_eq!(mainframe.table_bytes(1000), Some(24_000));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Layout {
    /// The format.
    pub format: Format,
    /// The byte order of its numbers, except those whose order the format fixes (OFFSET, TFLite).
    pub order: ByteOrder,
    /// The size of its `size_t` and addresses, if it has any.
    pub word: WordSize,
    /// The word after the address in a VIEW, if the format has VIEWs.
    pub view_abi: ViewAbi,
}

impl Layout {
    const fn native(format: Format, view_abi: ViewAbi) -> Self {
        Self { format, order: ByteOrder::NATIVE, word: WordSize::NATIVE, view_abi }
    }

    /// Returns the layout of TensorFlow's elements on this machine.
    #[must_use]
    pub const fn tf24(view_abi: ViewAbi) -> Self {
        Self::native(Format::Tf24, view_abi)
    }

    /// The RFC's elements of 16 bytes on this machine.
    pub const RFC16: Self = Self::native(Format::Rfc16, ViewAbi::UpTo2_20);
    /// The RFC's elements of 24 bytes on this machine.
    pub const RFC24: Self = Self::native(Format::Rfc24, ViewAbi::UpTo2_20);
    /// TensorFlow's old table of offsets on this machine.
    pub const TF_LEGACY: Self = Self::native(Format::TfLegacy, ViewAbi::UpTo2_20);
    /// TFLite's table of offsets: little-endian everywhere.
    pub const TFLITE: Self = Self { order: ByteOrder::Little, ..Self::native(Format::TfLite, ViewAbi::UpTo2_20) };

    /// Returns this layout as a machine with this byte order writes it.
    #[must_use]
    pub const fn with_order(self, order: ByteOrder) -> Self {
        Self { order, ..self }
    }

    /// Returns this layout as a machine with words of this size writes it.
    #[must_use]
    pub const fn with_word(self, word: WordSize) -> Self {
        Self { word, ..self }
    }

    /// Returns whether addresses in it could be addresses of this machine.
    #[must_use]
    #[inline(always)]
    pub const fn is_native(self) -> bool {
        self.order as u32 == ByteOrder::NATIVE as u32 && self.word as u32 == WordSize::NATIVE as u32
    }

    /// Returns the size in bytes of one element, or of one entry of the table.
    #[must_use]
    #[inline(always)]
    pub const fn element_bytes(self) -> usize {
        match self.format {
            Format::Tf24 | Format::Rfc24 => 24,
            Format::Rfc16 => 16,
            Format::TfLegacy => 8,
            Format::TfLite => 4,
        }
    }

    /// Returns the size in bytes of the table, after which the strings begin; `None` if it overflows.
    #[must_use]
    #[inline(always)]
    pub const fn table_bytes(self, count: usize) -> Option<usize> {
        match self.format {
            // Two more entries: the count, and the end of the last string.
            Format::TfLite => match count.checked_add(2) {
                Some(entries) => entries.checked_mul(4),
                None => None,
            },
            _ => count.checked_mul(self.element_bytes()),
        }
    }

    /// Returns the largest string that an element can store, in bytes; 0 if the format has no such elements.
    #[must_use]
    #[inline(always)]
    pub const fn small_capacity(self) -> usize {
        match self.format {
            // One byte holds the size; TensorFlow's elements have a NUL too.
            Format::Tf24 => 22,
            Format::Rfc24 => 23,
            Format::Rfc16 => 15,
            Format::TfLegacy | Format::TfLite => 0,
        }
    }
}

numbered! {
    /// Where the string of an element is stored.
    #[non_exhaustive]
    Kind {
        /// In the element.
        Small = 0,
        /// In a block of C's heap that the element owns.
        Large = 1,
        /// In the same buffer, at a distance from the element.
        Offset = 2,
        /// At an address that the element does not own.
        View = 3,
        /// At an address that the element does not own but may write to, up to a capacity.
        Prealloc = 4,
        /// In the same buffer, at a position from a table of offsets.
        Plain = 5,
    }
}

//! The sections of RFC 97's type codes.

/// The section of a type code. Each test is one comparison, because the sections are contiguous.
///
/// ```
/// use unitstr_values::Section;
///
/// assert_eq!(Section::of(-11), Some(Section::Slot));
/// assert_eq!(Section::of(0), None);
/// assert_eq!(Section::of(131), Some(Section::Static));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Section {
    /// Below 0: the value is stored in the slot, or the slot contains its address. Objects never have such a code:
    /// the first four bytes distinguish a slot from an object.
    Slot,
    /// 1 to 63: objects whose code also appears in slots.
    Module,
    /// 64 to 127: plain values as objects. Such a code appears only in an object's header; a slot stores the plain
    /// value.
    Boxed,
    /// 128 to 1023: objects of known layouts.
    Static,
    /// From 1024 on: objects whose type is registered at run time.
    Dynamic,
}

impl Section {
    /// Returns the section of a code; `None` for 0, which no value has.
    #[must_use]
    pub const fn of(code: i32) -> Option<Self> {
        if code < 0 {
            Some(Self::Slot)
        } else if code >= 1024 {
            Some(Self::Dynamic)
        } else if code >= 128 {
            Some(Self::Static)
        } else if code >= 64 {
            Some(Self::Boxed)
        } else if code >= 1 {
            Some(Self::Module)
        } else {
            None
        }
    }
}

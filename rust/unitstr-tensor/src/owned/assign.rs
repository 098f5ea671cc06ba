//! One TensorFlow string: operations that assign another string to it.

use super::memory::{self, Safe, overlaps, word};
use super::owner::OwnerApi;
use super::string::TString;
use crate::tstring::{self, ELEMENT_BYTES};
use crate::{FormatCode, Kind, ViewAbi};
use unitstr::Source;

impl TString<'_> {
    /// Sets the string to a copy of `text`, which the element owns (TensorFlow: `Copy`). The text may overlap the
    /// string.
    ///
    /// # Errors
    ///
    /// [`FormatCode::NoMemory`].
    pub fn copy(&mut self, text: Source<'_>) -> Result<(), FormatCode> {
        let safe = Safe::new(text, self.is_inside(text))?;
        let held = self.room(text.bytes(), 0)?;
        self.fill(0, &safe, text.bytes());
        drop(held);
        Ok(())
    }

    /// Appends `text`; the element then owns the whole string (TensorFlow: `AppendN`). The text may overlap the
    /// string. An empty text changes nothing: a VIEW remains one.
    ///
    /// # Errors
    ///
    /// [`FormatCode::NoMemory`]; [`FormatCode::SizeLimit`] if the new size is too large for an element.
    pub fn append(&mut self, text: Source<'_>) -> Result<(), FormatCode> {
        if text.bytes() == 0 {
            return Ok(());
        }
        let before = self.bytes();
        let bytes = before.checked_add(text.bytes()).ok_or(FormatCode::SizeLimit)?;
        let safe = Safe::new(text, self.is_inside(text))?;
        let held = self.room_amortized(bytes)?;
        self.fill(before, &safe, text.bytes());
        // Freed only now, because the text may overlap the previous string.
        drop(held);
        Ok(())
    }

    /// Writes bytes into the element's own string, which has a capacity of `bytes` from `at` on.
    fn fill(&mut self, at: usize, safe: &Safe<'_>, bytes: usize) {
        let start = self.slot.data(&self.slot.fields()).wrapping_add(at);
        // SAFETY: `safe` is a readable `Source` of `bytes` bytes or a copy of one; `room` made the string SMALL or
        // LARGE with at least `at` + `bytes` bytes at its start.
        unsafe { memory::shift(safe.start(), start, bytes) };
    }

    /// Whether any byte of the text is in the element or in its block, which change.
    fn is_inside(&self, text: Source<'_>) -> bool {
        let fields = self.slot.fields();
        overlaps(text, self.slot.place(), ELEMENT_BYTES)
            || (fields.kind == Kind::Large
                && overlaps(text, self.slot.data(&fields), self.capacity().saturating_add(1)))
    }

    /// Makes this element a VIEW of these bytes, which it does not own (TensorFlow: `AssignView`). All 24 bytes are
    /// written, so that no stale bytes are read as an owner.
    ///
    /// # Safety
    ///
    /// * `text` stays initialised and readable as long as this element, or one to which it is assigned or moved, is a
    ///   VIEW of it and is read. It is not in this element's own block.
    ///
    /// # Errors
    ///
    /// [`FormatCode::SizeLimit`] if the size is too large for an element.
    pub unsafe fn assign_view(&mut self, text: Source<'_>) -> Result<(), FormatCode> {
        self.show(text.start(), text.bytes(), std::ptr::null_mut())
    }

    /// Makes this element a VIEW of these bytes, which `owner` keeps alive (TensorFlow: `AssignViewWithOwner`); the
    /// element takes one reference to it.
    ///
    /// # Safety
    ///
    /// * `owner` is a `TStringOwnerCApi`; as long as there are references to it, `text` stays initialised and
    ///   readable.
    ///
    /// # Errors
    ///
    /// * [`FormatCode::Unsupported`] if the element is of TensorFlow up to 2.20, which has no owners.
    /// * [`FormatCode::SizeLimit`] if the size is too large for an element.
    pub unsafe fn assign_view_with_owner(&mut self, text: Source<'_>, owner: *mut OwnerApi) -> Result<(), FormatCode> {
        self.show(text.start(), text.bytes(), owner)
    }

    /// Makes this element a VIEW; the callers guarantee the bytes and the owner.
    fn show(&mut self, start: *const u8, bytes: usize, owner: *mut OwnerApi) -> Result<(), FormatCode> {
        if !owner.is_null() && self.view_abi() == ViewAbi::UpTo2_20 {
            return Err(FormatCode::Unsupported);
        }
        let layout = self.slot.layout;
        let (address, owner_address) = (start.expose_provenance() as u64, owner.expose_provenance() as u64);
        let raw = tstring::view_element(layout, bytes as u64, address, owner_address).ok_or(FormatCode::SizeLimit)?;
        // Added first: it may be the owner whose reference this element is about to release.
        refer(owner);
        let held = self.held(&self.slot.fields());
        self.slot.set_raw(&raw);
        drop(held);
        Ok(())
    }

    /// Makes this element equal to `other` (TensorFlow: `Assign`): a LARGE is copied, a VIEW shows the same bytes,
    /// and an OFFSET becomes a VIEW of its bytes. Does nothing if both are the same element.
    ///
    /// # Safety
    ///
    /// * If `other` is an OFFSET, or a VIEW without an owner, its bytes satisfy [`TString::assign_view`].
    ///
    /// # Errors
    ///
    /// [`FormatCode::NoMemory`].
    pub unsafe fn assign(&mut self, other: &TString<'_>) -> Result<(), FormatCode> {
        if self.slot.place() == other.slot.place() {
            return Ok(());
        }
        let fields = other.slot.fields();
        match fields.kind {
            Kind::Large => {
                // As after `Dealloc`: the block has the size that this string needs, whatever the previous capacity.
                let mut fresh = [0_u8; ELEMENT_BYTES];
                // SAFETY: `fresh` is writable for 24 bytes, outlives `copy` and is used by nothing else.
                let mut copy = unsafe { TString::init(fresh.as_mut_ptr(), self.view_abi()) };
                copy.copy(other.text())?;
                self.replace(&copy.slot.raw());
            }
            Kind::Offset => return self.show(other.slot.data(&fields), word(fields.bytes), std::ptr::null_mut()),
            Kind::View => {
                let owner = other.shown_by();
                return self.show(other.slot.data(&fields), word(fields.bytes), owner);
            }
            _ => self.replace(&other.slot.raw()),
        }
        Ok(())
    }

    /// Makes this element equal to `other` and takes what it owns (TensorFlow: `Move`): a LARGE, and a VIEW since
    /// 2.21, becomes empty in `other`; an OFFSET becomes a VIEW of its bytes and remains. Does nothing if both are
    /// the same element.
    ///
    /// # Safety
    ///
    /// * If `other` is an OFFSET, or a VIEW without an owner, its bytes satisfy [`TString::assign_view`].
    /// * Both are of the same version.
    ///
    /// # Errors
    ///
    /// None: like TensorFlow's, this allocates nothing.
    pub unsafe fn move_from(&mut self, other: &mut TString<'_>) -> Result<(), FormatCode> {
        if self.slot.place() == other.slot.place() {
            return Ok(());
        }
        let fields = other.slot.fields();
        match (fields.kind, other.view_abi()) {
            (Kind::Offset, _) | (Kind::View, ViewAbi::UpTo2_20) => {
                return self.show(other.slot.data(&fields), word(fields.bytes), std::ptr::null_mut());
            }
            (Kind::Large | Kind::View, _) => {
                let raw = other.slot.raw();
                other.slot.set_raw(&[0; ELEMENT_BYTES]);
                self.replace(&raw);
            }
            _ => self.replace(&other.slot.raw()),
        }
        Ok(())
    }

    /// The owner of a VIEW, null if there is none or if the version has no owners.
    fn shown_by(&self) -> *mut OwnerApi {
        match self.view_abi() {
            ViewAbi::UpTo2_20 => std::ptr::null_mut(),
            ViewAbi::From2_21 => self.owner(),
        }
    }

    /// Replaces the element by these bytes; it releases what it owned and takes the owner in them.
    fn replace(&mut self, raw: &[u8; ELEMENT_BYTES]) {
        let held = self.held(&self.slot.fields());
        self.slot.set_raw(raw);
        drop(held);
    }
}

/// Adds a reference for another VIEW, if there is an owner.
fn refer(owner: *mut OwnerApi) {
    if owner.is_null() {
        return;
    }
    // SAFETY: `owner` is a `TStringOwnerCApi`: the contract of each function that accepts an owner.
    let add = unsafe { (*owner).add };
    // SAFETY: `add` is called with its own struct, as TensorFlow calls it.
    unsafe { add(owner) };
}

//! One TensorFlow string: how it becomes another.

use std::ops::Range;

use super::memory::{self, Safe, overlaps};
use super::owner::{Owner, OwnerApi};
use super::string::{TString, size_of_fields};
use crate::tstring::{self, ELEMENT_BYTES};
use crate::{FormatCode, Kind, Layout, ViewAbi};
use unitstr::Source;

impl TString<'_> {
    /// Becomes this text, which it owns then (TensorFlow: `Copy`). The text may lie in the string itself.
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

    /// Goes on with this text, and owns all of it then (TensorFlow: `AppendN`). The text may lie in the string itself.
    /// Nothing happens if it is empty: a VIEW stays one.
    ///
    /// # Errors
    ///
    /// [`FormatCode::NoMemory`]; [`FormatCode::SizeLimit`] if no element can say the size of both.
    pub fn append(&mut self, text: Source<'_>) -> Result<(), FormatCode> {
        if text.bytes() == 0 {
            return Ok(());
        }
        let before = self.bytes();
        let bytes = before.checked_add(text.bytes()).ok_or(FormatCode::SizeLimit)?;
        let safe = Safe::new(text, self.is_inside(text))?;
        let held = self.room_amortized(bytes)?;
        self.fill(before, &safe, text.bytes());
        // Only now: the text may lie in what the string showed.
        drop(held);
        Ok(())
    }

    /// Writes bytes of its own string, which has so many from `at` on.
    fn fill(&mut self, at: usize, safe: &Safe<'_>, bytes: usize) {
        let start = self.data(&self.fields()).wrapping_add(at);
        // SAFETY: a `Source` or a copy of it is readable; the string is SMALL or LARGE and has `at` + `bytes` bytes,
        // since `room` made it so.
        unsafe { memory::shift(safe.start(), start, bytes) };
    }

    /// Whether any of the text lies in the element or in its block, which change.
    fn is_inside(&self, text: Source<'_>) -> bool {
        let fields = self.fields();
        overlaps(text, self.place(), ELEMENT_BYTES)
            || (fields.kind == Kind::Large && overlaps(text, self.data(&fields), self.capacity().saturating_add(1)))
    }

    /// Shows these bytes, which it does not own (TensorFlow: `AssignView`). All 24 bytes are written, so that no stale
    /// ones pass for an owner.
    ///
    /// # Safety
    ///
    /// * `text` stays initialised and readable as long as this element, or one that it is assigned or moved to, shows it
    ///   and is looked at. It is not in this element's own block.
    ///
    /// # Errors
    ///
    /// [`FormatCode::SizeLimit`] if no element can say the size.
    pub unsafe fn assign_view(&mut self, text: Source<'_>) -> Result<(), FormatCode> {
        self.show(text.start(), text.bytes(), std::ptr::null_mut())
    }

    /// Shows these bytes, which the owner keeps (TensorFlow: `AssignViewWithOwner`): one reference to it is this
    /// element's then.
    ///
    /// # Safety
    ///
    /// * `owner` is a `TStringOwnerCApi`, and as long as there are references to it, `text` stays initialised and
    ///   readable.
    ///
    /// # Errors
    ///
    /// * [`FormatCode::Unsupported`] if the element is of TensorFlow up to 2.20, which has no owners.
    /// * [`FormatCode::SizeLimit`] if no element can say the size.
    pub unsafe fn assign_view_with_owner(&mut self, text: Source<'_>, owner: *mut OwnerApi) -> Result<(), FormatCode> {
        self.show(text.start(), text.bytes(), owner)
    }

    /// Shows a part of the owner's bytes.
    ///
    /// # Errors
    ///
    /// * [`FormatCode::OffsetRange`] if the range is not inside.
    /// * [`FormatCode::Unsupported`] if the element is of TensorFlow up to 2.20, which has no owners.
    pub fn assign_part(&mut self, owner: &Owner<Box<[u8]>>, range: Range<usize>) -> Result<(), FormatCode> {
        let part = owner.value().get(range).ok_or(FormatCode::OffsetRange)?;
        self.show(part.as_ptr(), part.len(), owner.api())
    }

    /// Shows bytes; the callers vouch for them and for the owner.
    fn show(&mut self, start: *const u8, bytes: usize, owner: *mut OwnerApi) -> Result<(), FormatCode> {
        if !owner.is_null() && self.view_abi() == ViewAbi::UpTo2_20 {
            return Err(FormatCode::Unsupported);
        }
        let layout = Layout::tf24(self.view_abi());
        let (address, owner_address) = (start.expose_provenance() as u64, owner.expose_provenance() as u64);
        let raw = tstring::view_element(layout, bytes as u64, address, owner_address).ok_or(FormatCode::SizeLimit)?;
        // First: it may be the owner that this element is about to let go of.
        refer(owner);
        let held = self.held(&self.fields());
        self.set_raw(&raw);
        drop(held);
        Ok(())
    }

    /// Becomes what `other` is (TensorFlow: `Assign`): a LARGE is copied, a VIEW shows the same, and an OFFSET becomes a
    /// VIEW of its bytes. Nothing happens if both are the same element.
    ///
    /// # Safety
    ///
    /// * If `other` is an OFFSET, or a VIEW without an owner, its bytes are as [`TString::assign_view`] needs them.
    ///
    /// # Errors
    ///
    /// [`FormatCode::NoMemory`].
    pub unsafe fn assign(&mut self, other: &TString<'_>) -> Result<(), FormatCode> {
        if self.place() == other.place() {
            return Ok(());
        }
        let fields = other.fields();
        match fields.kind {
            Kind::Large => {
                // As after `Dealloc`: a block has the size that this string needs, not what was there before.
                let mut fresh = [0_u8; ELEMENT_BYTES];
                // SAFETY: the array above, which lives longer and is used by nothing else.
                let mut copy = unsafe { TString::init(fresh.as_mut_ptr(), self.view_abi()) };
                copy.copy(other.text())?;
                self.replace(&copy.raw());
            }
            Kind::Offset => return self.show(other.data(&fields), size_of_fields(&fields), std::ptr::null_mut()),
            Kind::View => {
                let owner = other.shown_by();
                return self.show(other.data(&fields), size_of_fields(&fields), owner);
            }
            _ => self.replace(&other.raw()),
        }
        Ok(())
    }

    /// Becomes what `other` is and takes what that owns (TensorFlow: `Move`): a LARGE becomes empty there, and so does a
    /// VIEW since 2.21; an OFFSET becomes a VIEW of its bytes and stays. Nothing happens if both are the same element.
    ///
    /// # Safety
    ///
    /// * If `other` is an OFFSET, or a VIEW without an owner, its bytes are as [`TString::assign_view`] needs them.
    /// * Both are of the same version.
    ///
    /// # Errors
    ///
    /// None: as TensorFlow's, this allocates nothing.
    pub unsafe fn move_from(&mut self, other: &mut TString<'_>) -> Result<(), FormatCode> {
        if self.place() == other.place() {
            return Ok(());
        }
        let fields = other.fields();
        match (fields.kind, other.view_abi()) {
            (Kind::Offset, _) | (Kind::View, ViewAbi::UpTo2_20) => {
                return self.show(other.data(&fields), size_of_fields(&fields), std::ptr::null_mut());
            }
            (Kind::Large | Kind::View, _) => {
                let raw = other.raw();
                other.set_raw(&[0; ELEMENT_BYTES]);
                self.replace(&raw);
            }
            _ => self.replace(&other.raw()),
        }
        Ok(())
    }

    /// The owner of a VIEW, null if there is none or if the version knows none.
    fn shown_by(&self) -> *mut OwnerApi {
        match self.view_abi() {
            ViewAbi::UpTo2_20 => std::ptr::null_mut(),
            ViewAbi::From2_21 => self.owner(),
        }
    }

    /// Becomes these bytes, whose owner this element is from now on.
    fn replace(&mut self, raw: &[u8; ELEMENT_BYTES]) {
        let held = self.held(&self.fields());
        self.set_raw(raw);
        drop(held);
    }
}

/// Counts one more VIEW, if there is an owner.
fn refer(owner: *mut OwnerApi) {
    if owner.is_null() {
        return;
    }
    // SAFETY: a `TStringOwnerCApi`: the promise to whichever function the owner came by.
    let add = unsafe { (*owner).add };
    // SAFETY: called as TensorFlow calls it.
    unsafe { add(owner) };
}

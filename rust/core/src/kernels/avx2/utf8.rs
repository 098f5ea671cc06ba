//! UTF-8 to Latin-1 and to chars: runs of ASCII.

use super::decode::{ascii_to_latin1, ascii_to_utf16};
use super::measure::ascii_chars;
use crate::Source;
use crate::kernels::Taken;
use crate::raw::Room;

#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn utf8_to_latin1(source: Source<'_>, room: Room<'_>) -> Taken {
    ascii_to_latin1(source, room)
}

#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn utf8_to_utf16(source: Source<'_>, room: Room<'_>) -> Taken {
    ascii_to_utf16(source, room)
}

#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn utf8_chars(source: Source<'_>) -> Taken {
    ascii_chars(source)
}

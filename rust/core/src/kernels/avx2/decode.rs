//! Encoded text to Latin-1 and to chars.

use crate::Source;
use crate::kernels::Taken;
use crate::raw::Room;

#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn utf8_to_latin1(_source: Source<'_>, _room: Room<'_>) -> Taken {
    Taken::NOTHING
}

#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn ascii_to_latin1(_source: Source<'_>, _room: Room<'_>) -> Taken {
    Taken::NOTHING
}

#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn latin1_to_latin1(_source: Source<'_>, _room: Room<'_>) -> Taken {
    Taken::NOTHING
}

#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn utf16_to_latin1<const BIG: bool>(_source: Source<'_>, _room: Room<'_>) -> Taken {
    Taken::NOTHING
}

#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn utf32_to_latin1<const BIG: bool>(_source: Source<'_>, _room: Room<'_>) -> Taken {
    Taken::NOTHING
}

#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn utf8_to_utf16(_source: Source<'_>, _room: Room<'_>) -> Taken {
    Taken::NOTHING
}

#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn ascii_to_utf16(_source: Source<'_>, _room: Room<'_>) -> Taken {
    Taken::NOTHING
}

#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn latin1_to_utf16<const BIG: bool>(_source: Source<'_>, _room: Room<'_>) -> Taken {
    Taken::NOTHING
}

#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn utf16_to_utf16<const FROM_BIG: bool, const TO_BIG: bool>(
    _source: Source<'_>,
    _room: Room<'_>,
) -> Taken {
    Taken::NOTHING
}

#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn utf32_to_utf16<const BIG: bool>(_source: Source<'_>, _room: Room<'_>) -> Taken {
    Taken::NOTHING
}

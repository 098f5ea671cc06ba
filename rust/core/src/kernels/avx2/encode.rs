//! Latin-1 and chars to encoded text, and how many bytes they become.

use crate::Source;
use crate::kernels::Taken;
use crate::raw::Room;

#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn latin1_to_utf8(_source: Source<'_>, _room: Room<'_>) -> Taken {
    Taken::NOTHING
}

#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn latin1_to_utf32<const BIG: bool>(_source: Source<'_>, _room: Room<'_>) -> Taken {
    Taken::NOTHING
}

#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn chars_to_utf8(_source: Source<'_>, _room: Room<'_>) -> Taken {
    Taken::NOTHING
}

#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn chars_to_ascii(_source: Source<'_>, _room: Room<'_>) -> Taken {
    Taken::NOTHING
}

#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn chars_to_utf32<const BIG: bool>(_source: Source<'_>, _room: Room<'_>) -> Taken {
    Taken::NOTHING
}

#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn latin1_utf8_bytes(_source: Source<'_>) -> Taken {
    Taken::NOTHING
}

#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn chars_utf8_bytes(_source: Source<'_>) -> Taken {
    Taken::NOTHING
}

#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn chars_utf32_bytes(_source: Source<'_>) -> Taken {
    Taken::NOTHING
}

//! How many chars encoded text becomes.

use crate::Source;
use crate::kernels::Taken;

#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn utf8_chars(_source: Source<'_>) -> Taken {
    Taken::NOTHING
}

#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn ascii_chars(_source: Source<'_>) -> Taken {
    Taken::NOTHING
}

#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn utf16_chars<const BIG: bool>(_source: Source<'_>) -> Taken {
    Taken::NOTHING
}

#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn utf32_chars<const BIG: bool>(_source: Source<'_>) -> Taken {
    Taken::NOTHING
}

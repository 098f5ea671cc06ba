//! How many chars UTF-8 becomes.

use super::measure::ascii_chars;
use crate::Source;
use crate::kernels::Taken;

#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(in crate::kernels) fn utf8_chars(source: Source<'_>) -> Taken {
    ascii_chars(source)
}

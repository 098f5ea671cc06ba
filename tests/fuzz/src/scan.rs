//! Searching for a zero unit.

use unitstr::find_zero;

use crate::case::{Case, Form};
use crate::memory::From;
use crate::on_each_tier;

/// Units of each size: up to a bound that is mapped, and with one that is not, the zero unit last of all.
pub fn scan(case: &Case) {
    let unit_size = [1, 2, 4][usize::from(case.encoding) % 3];
    let mut text = case.bytes(match case.other[0] % 3 {
        0 => Form::Latin1,
        1 => Form::Chars,
        _ => Form::Encoded(unitstr::Encoding::Utf32Le),
    });
    if case.options[0] {
        // Few zeros, or most texts end at once.
        for (i, byte) in text.iter_mut().enumerate() {
            *byte |= u8::from(i % 64 != usize::from(case.other[1]));
        }
    }
    let position = |text: &[u8]| {
        let mut units = text.chunks_exact(unit_size);
        units.position(|unit| unit.iter().all(|byte| *byte == 0))
    };
    let skew = case.skews()[0];

    let all = text.len() / unit_size;
    let bound = match case.other[2] {
        0 => all,
        less => all.saturating_sub(less.into()),
    };
    let from = From::new(&text[..bound * unit_size], skew);
    let expected = position(&text[..bound * unit_size]).unwrap_or(bound);
    let result = on_each_tier(|_| {
        // SAFETY: so many units there are.
        find_zero(unit_size, unsafe { from.scan(bound) })
    });
    assert_eq!(result, expected, "{bound} units");

    text.truncate(all * unit_size);
    text.extend(vec![0; unit_size]);
    let expected = position(&text).expect("the last one is");
    text.truncate((expected + 1) * unit_size);
    let from = From::to_whole_block(&text, skew);
    let bounds = [
        usize::MAX,
        isize::MAX.cast_unsigned(),
        isize::MAX.cast_unsigned() / unit_size,
        expected + 1,
        expected + usize::from(case.other[3]),
        expected,
    ];
    for bound in bounds {
        let result = on_each_tier(|_| {
            // SAFETY: the last unit is zero, and the bytes behind it are there up to a multiple of 256.
            find_zero(unit_size, unsafe { from.scan(bound) })
        });
        assert_eq!(result, expected.min(bound), "a bound of {bound}");
    }
}

//! Sequences of operations on TensorFlow strings, beside a model of them.

use arbitrary::Unstructured;
use unitstr_tensor::ViewAbi;

use crate::string_model::{LARGEST, Op, STRINGS, Strings};

/// How many operations at most.
const MOST: usize = 100;

/// Each operation that the input spells, on one of a few strings; all of them are compared after each.
pub fn tstring(input: &[u8]) {
    let mut input = Unstructured::new(input);
    let abi = if input.arbitrary().unwrap_or(false) { ViewAbi::From2_21 } else { ViewAbi::UpTo2_20 };
    let mut strings = Strings::new(abi);
    for _ in 0..MOST {
        let Ok(Some((index, op))) = step(&mut input) else {
            return;
        };
        // A string that is appended to itself would grow without end.
        if strings.model(index).text.len() > 4 * LARGEST {
            strings.apply(index, &Op::Resize(20, 0));
        }
        strings.apply(index, &op);
    }
}

fn step(input: &mut Unstructured<'_>) -> arbitrary::Result<Option<(usize, Op)>> {
    if input.is_empty() {
        return Ok(None);
    }
    let [which, a, b]: [u8; 3] = input.arbitrary()?;
    let (index, other) = (usize::from(which) % STRINGS, usize::from(b) % STRINGS);
    let (first, second) = (usize::from(a), usize::from(b));
    let op = match usize::from(which) / STRINGS % 15 {
        0 => Op::Copy(first),
        1 => Op::Append(first),
        2 => Op::CopyOwn(first, second),
        3 => Op::AppendOwn(first, second),
        4 => Op::Resize(first, b),
        5 => Op::Reserve(first),
        6 => Op::ReserveAmortized(first),
        7 => Op::Resize(second, a),
        8 => Op::View(first, second),
        9 => Op::ViewOfOwner(first, second),
        10 => Op::Offset(first, second),
        11 => Op::Assign(other),
        12 => Op::Move(other),
        13 => Op::AppendOther(other),
        _ => Op::Dealloc,
    };
    Ok(Some((index, op)))
}

//! Every kind of string, every operation on it, at every size around the borders.

use proptest::prelude::*;
use unitstr_tensor::{Kind, ViewAbi};

use crate::model::{LARGEST, Op, STRINGS, Strings};

const VERSIONS: [ViewAbi; 2] = [ViewAbi::UpTo2_20, ViewAbi::From2_21];

/// The operations that make a string of this kind and size; `None` if there are none.
fn made(kind: Kind, owned: bool, bytes: usize) -> Option<Vec<Op>> {
    Some(match kind {
        Kind::Small if bytes > 22 => return None,
        Kind::Small => vec![Op::Copy(bytes)],
        // One that is short has been reserved.
        Kind::Large => vec![Op::Copy(bytes), Op::Reserve(23.max(bytes))],
        Kind::Offset => vec![Op::Offset(bytes / 2, bytes)],
        _ if owned => vec![Op::ViewOfOwner(3, bytes)],
        _ => vec![Op::View(3, bytes)],
    })
}

fn operations(bytes: usize) -> Vec<Op> {
    vec![
        Op::Copy(bytes),
        Op::Append(bytes),
        Op::CopyOwn(bytes / 3, bytes),
        Op::AppendOwn(bytes / 3, bytes),
        Op::Resize(bytes, b'+'),
        Op::Reserve(bytes),
        Op::ReserveAmortized(bytes),
        Op::View(7, bytes),
        Op::ViewOfOwner(7, bytes),
        Op::Offset(7, bytes),
        Op::Assign(0),
        Op::Assign(1),
        Op::Move(0),
        Op::Move(1),
        Op::AppendOther(0),
        Op::AppendOther(1),
        Op::Dealloc,
    ]
}

const KINDS: [(Kind, bool); 5] =
    [(Kind::Small, false), (Kind::Large, false), (Kind::Offset, false), (Kind::View, false), (Kind::View, true)];

/// All sizes to 70, or those around the borders: 15/16, 22/23, 31/32, 47/48.
fn sizes(all: bool) -> Vec<usize> {
    if cfg!(miri) {
        return vec![0, 1, 22, 23, 31, 32];
    }
    let borders = [0, 1, 7, 15, 16, 17, 21, 22, 23, 24, 30, 31, 32, 33, 46, 47, 48, 49, 63, 64, 69];
    if all { (0..70).collect() } else { borders.to_vec() }
}

/// Full products where the ordinary run takes samples.
fn full() -> bool {
    std::env::var_os("UNITSTR_DEPTH").is_some_and(|value| value == "all")
}

#[test]
fn every_kind_and_operation() {
    let mut tried = 0;
    for abi in VERSIONS {
        for (kind, owned) in KINDS {
            for before in sizes(true) {
                let Some(making) = made(kind, owned, before) else {
                    continue;
                };
                for bytes in sizes(full()) {
                    for operation in operations(bytes) {
                        let mut strings = Strings::new(abi);
                        // The other string of an assignment is of each kind in turn.
                        let (other, other_owned) = KINDS[bytes % KINDS.len()];
                        for op in made(other, other_owned, bytes).unwrap_or_default() {
                            strings.apply(1, &op);
                        }
                        for op in &making {
                            strings.apply(0, op);
                        }
                        if !(owned && abi == ViewAbi::UpTo2_20) {
                            assert_eq!(strings.model(0).kind, kind);
                        }
                        strings.apply(0, &operation);
                        // And once more what it has become.
                        strings.apply(0, &Op::Append(1));
                        tried += 1;
                    }
                }
            }
        }
    }
    assert!(tried > 2_000);
}

fn op() -> impl Strategy<Value = Op> {
    let size = || prop_oneof![4 => 0_usize..50, 1 => 0..LARGEST];
    prop_oneof![
        size().prop_map(Op::Copy),
        size().prop_map(Op::Append),
        (size(), size()).prop_map(|(start, bytes)| Op::CopyOwn(start, bytes)),
        (size(), size()).prop_map(|(start, bytes)| Op::AppendOwn(start, bytes)),
        (size(), any::<u8>()).prop_map(|(bytes, fill)| Op::Resize(bytes, fill)),
        size().prop_map(Op::Reserve),
        size().prop_map(Op::ReserveAmortized),
        (size(), size()).prop_map(|(start, bytes)| Op::View(start, bytes)),
        (size(), size()).prop_map(|(start, bytes)| Op::ViewOfOwner(start, bytes)),
        (size(), size()).prop_map(|(start, bytes)| Op::Offset(start, bytes)),
        (0..STRINGS).prop_map(Op::Assign),
        (0..STRINGS).prop_map(Op::Move),
        (0..STRINGS).prop_map(Op::AppendOther),
        Just(Op::Dealloc),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2048, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn sequences(
        abi in proptest::sample::select(VERSIONS.to_vec()),
        ops in proptest::collection::vec((0..STRINGS, op()), 0..40),
    ) {
        let mut strings = Strings::new(abi);
        for (index, op) in ops {
            // A string grows without end if it is appended to itself.
            if strings.model(index).text.len() > 4 * LARGEST {
                strings.apply(index, &Op::Resize(20, 0));
            }
            strings.apply(index, &op);
        }
    }
}

//! Bytes of any kind against the drawings, and memory that changes while it is read.

use std::cell::RefCell;
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use unitstr::Source;
use unitstr_tensor::{Checks, Layout, Strictness, StringTensor, ViewAbi};

use crate::memory::Odd;
use crate::verdict;

/// An element that may well be good: of two types, sizes and distances that often fit.
fn element() -> impl Strategy<Value = Vec<u8>> {
    let offset = (0_u32..60, 0_u32..400, 0_u32..8, 0_u8..20).prop_map(|(bytes, distance, count, padding)| {
        let mut raw = vec![0; 24];
        raw[..4].copy_from_slice(&(bytes << 2 | 2).to_le_bytes());
        raw[4..8].copy_from_slice(&distance.to_le_bytes());
        raw[8..12].copy_from_slice(&count.to_le_bytes());
        raw[23] = padding.saturating_sub(18);
        raw
    });
    let small = (0_u8..25, any::<[u8; 23]>()).prop_map(|(size, text)| [&[size << 2][..], &text].concat());
    prop_oneof![4 => offset, 4 => small, 1 => any::<[u8; 24]>().prop_map(|raw| raw.to_vec())]
}

/// Gives OFFSETs the right count, and places their strings after the table at this distance: they may overlap.
fn in_order(elements: &mut [Vec<u8>], size: usize, stride: usize) {
    let count = elements.len();
    for (index, raw) in elements.iter_mut().enumerate().filter(|(_, raw)| raw[0] % 4 == 2) {
        let distance = (count - index) * size + index * stride;
        raw[4..8].copy_from_slice(&u32::try_from(distance).unwrap().to_le_bytes());
        raw[8..12].copy_from_slice(&u32::try_from(count).unwrap().to_le_bytes());
    }
}

#[test]
fn verdicts() {
    let limit = |most: u64| prop::option::weighted(0.2, 0..most);
    let cases = (
        any::<[u8; 4]>(),
        proptest::collection::vec(element(), 0..8),
        0_usize..300,
        prop_oneof![8 => Just(0_isize), 1 => -1_isize..2],
        (limit(60), limit(200)),
        prop::option::weighted(0.5, 0_usize..40),
    );
    let config = Config { cases: 20_000, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let seen = RefCell::new(HashSet::new());
    let run = runner.run(&cases, |(choice, mut elements, data, more, limits, stride)| {
        let layout = verdict::layout(choice[0], choice[1], choice[2]);
        let size = layout.element_bytes();
        if let Some(stride) = stride {
            in_order(&mut elements, size, stride);
        }
        let mut bytes: Vec<u8> = elements.iter().flat_map(|raw| raw[..size].to_vec()).collect();
        bytes.extend((0..data).map(|at| (at % 251).to_le_bytes()[0]));
        let count = elements.len().saturating_add_signed(more);
        let strictness = verdict::strictness(choice[3]);
        let found = verdict::compare(Odd::new(&bytes).bytes(), count, layout, strictness, limits.into());
        seen.borrow_mut().insert(match found {
            Ok(texts) => {
                if strictness == Strictness::Strict && texts.len() > 2 {
                    "strict"
                } else {
                    "good"
                }
            }
            Err((code, ..)) => code.name(),
        });
        Ok(())
    });
    run.unwrap();
    // The cases reach every verdict that there is for such bytes.
    let seen = seen.into_inner();
    for name in [
        "good",
        "strict",
        "TABLE_TRUNCATED",
        "SMALL_SIZE",
        "OFFSET_RANGE",
        "OFFSET_INTO_TABLE",
        "POINTER_REFUSED",
        "SIZE_LIMIT",
        "TOTAL_LIMIT",
        "COUNT",
        "NOT_MONOTONIC",
        "OVERLAP",
        "PADDING",
    ] {
        assert!(seen.contains(name), "no case of {name}: {seen:?}");
    }
}

/// Whatever another thread writes meanwhile, a string that is handed out lies inside.
#[test]
fn while_another_writes() {
    let mut bytes = vec![0_u8; 24 * 8 + 256];
    let start = bytes.as_mut_ptr();
    let all = bytes.len();
    // SAFETY: the vector's bytes, which are used by this and by volatile reads only until it is dropped.
    let shared: &[AtomicU8] = unsafe { std::slice::from_raw_parts(start.cast(), all) };
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut number = 1_u64;
            while !stop.load(Ordering::Relaxed) {
                number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let [at, byte, ..] = (number >> 33).to_le_bytes();
                shared[usize::from(at) * 3 % shared.len()].store(byte & 0x3E, Ordering::Relaxed);
            }
        });
        let (mut good, mut bad) = (0, 0);
        for _ in 0..if cfg!(miri) { 10 } else { 200_000 } {
            // SAFETY: the vector's bytes; nobody has a reference to write them.
            let source = unsafe { Source::new(start, all) };
            let tensor = StringTensor::new(source, 8, Layout::tf24(ViewAbi::From2_21), Checks::UNTRUSTED).unwrap();
            for element in tensor.elements() {
                match element {
                    Ok(element) => {
                        let at = element.text().start().addr() - start.addr();
                        assert!(at <= all && element.bytes() <= all - at);
                        good += element.text().to_vec().len();
                    }
                    Err(_) => bad += 1,
                }
            }
        }
        stop.store(true, Ordering::Relaxed);
        assert!(good > 0 || bad > 0);
    });
}

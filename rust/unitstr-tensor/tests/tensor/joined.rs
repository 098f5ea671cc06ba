//! Texts that are bytes already, as a run, against the same ones by one.

use unitstr::{Source, Target};
use unitstr_tensor::bulk::{Bulk, Stop};
use unitstr_tensor::fill::{self, Bytes, Joined, Parts, table_part};
use unitstr_tensor::{Form, FormatCode, Layout, ViewAbi, WordSize, Writer};

use crate::common::Random;

const TF24: Layout = Layout::tf24(ViewAbi::From2_21);

/// A table, its data, and what was said of them.
type Written = (Vec<u8>, Vec<u8>, Vec<(usize, u64)>, Bulk);

/// What is written into memory of these sizes.
fn written(sizes: (usize, usize), write: impl FnOnce(Parts<'_>, &mut dyn FnMut(usize, u64)) -> Bulk) -> Written {
    let (mut table, mut data) = (vec![0x55; sizes.0], vec![0x55; sizes.1]);
    let mut said = Vec::new();
    let parts = Parts { table: Target::from_bytes(&mut table), data: Target::from_bytes(&mut data) };
    let result = write(parts, &mut |nth, position| said.push((nth, position)));
    (table, data, said, result)
}

fn forms() -> Vec<(Layout, Form)> {
    let mut forms = vec![
        (TF24, Form::Views { address: 0x1234_5678_9ABC, owner: 0x77 }),
        (TF24, Form::Views { address: u64::MAX - 900, owner: 0 }),
        (Layout::RFC24, Form::Arena { address: 1 << 20, capacity: 60 }),
    ];
    for layout in [TF24, Layout::RFC16, Layout::RFC24, Layout::TF_LEGACY, Layout::TFLITE] {
        forms.push((layout, Form::Image));
        forms.push((layout.with_word(WordSize::Four), Form::Image));
    }
    forms
}

#[test]
fn a_run_is_what_its_texts_are_one_by_one() {
    let mut random = Random::new(29);
    for round in 0..4000 {
        let forms = forms();
        let (layout, form) = forms[random.below(forms.len())];
        let before = random.below(3);
        let most = [3, 22, 30, 200][random.below(4)];
        let texts: Vec<Vec<u8>> = (0..random.below(9))
            .map(|_| (0..random.below(most + 1)).map(|at| (at * 7 + round).to_le_bytes()[0]).collect())
            .collect();
        let (first, count) = (before, texts.len());
        let writer = Writer::new(layout, form, first + count + random.below(2)).expect("fits");
        let (start, end) = table_part(&writer, first, count).expect("inside");
        let all = texts.concat();
        let prefixes = 2 * count;
        let room = match random.below(3) {
            0 => random.below(all.len() + 1),
            _ => all.len() + prefixes,
        };
        let entries = usize::try_from(end - start).expect("small");
        let position = match random.below(8) {
            0 => 0,
            1 => writer.first_position() + 5,
            2 => i64::MAX as u64 - 100,
            3 => 0xFFFF_FFF0,
            _ => writer.first_position(),
        };
        let sizes = (entries - usize::from(entries > 0 && random.below(50) == 0), room);
        let here = (first, count);
        let expected = written(sizes, |parts, each| {
            let mut given = Bytes(|nth: usize| Source::from_bytes(&texts[nth]));
            fill::write(&writer, here, position, &mut given, parts, each)
        });
        let found = written(sizes, |parts, each| {
            let ends: Vec<u64> = texts
                .iter()
                .scan(0, |end, text| {
                    *end += text.len() as u64;
                    Some(*end)
                })
                .collect();
            let given = Joined { bytes: Source::from_bytes(&all), end: |nth: usize| ends[nth] };
            fill::write_joined(&writer, here, position, given, parts, each)
        });
        assert_eq!(found, expected, "{layout:?} {form:?} {here:?} {position} {sizes:?} {texts:?}");
    }
}

/// Somebody changes the ends meanwhile: a text that is none is empty, and nothing is written or read elsewhere.
#[test]
fn ends_that_make_no_sense_are_those_of_empty_texts() {
    for (layout, form) in
        [(TF24, Form::Image), (TF24, Form::Views { address: 0, owner: 0 }), (Layout::TFLITE, Form::Image)]
    {
        for ends in [[5, 3, 9, 40], [u64::MAX, 0, 4, 4], [0, 100, 100, 1 << 63], [10, 10, 9, 10]] {
            let writer = Writer::new(layout, form, 4).expect("fits");
            let entries = usize::try_from(writer.entry_start(4)).expect("small");
            let position = writer.first_position();
            let (_, _, said, bulk) = written((entries, 40), |parts, each| {
                let bytes = Source::from_bytes(b"ten bytes.");
                let given = Joined { bytes, end: |nth: usize| ends[nth] };
                fill::write_joined(&writer, (0, 4), position, given, parts, each)
            });
            assert_eq!((bulk.elements, bulk.stop, said.len()), (4, Stop::Done, 4), "{layout:?} {ends:?}");
            assert!(bulk.bytes <= 40);
        }
    }
}

#[test]
fn a_string_that_no_offset_can_say_is_refused() {
    let writer = Writer::new(TF24, Form::Image, 2).expect("fits");
    let position = u64::from(u32::MAX) + 23;
    let (table, _, said, bulk) = written((48, 8), |parts, each| {
        let given = Joined { bytes: Source::from_bytes(b"ab"), end: |nth: usize| [1, 2][nth] };
        fill::write_joined(&writer, (0, 2), position, given, parts, each)
    });
    let Stop::Refused(error) = bulk.stop else {
        panic!("{bulk:?}");
    };
    assert_eq!((error.code, error.index, bulk.elements), (FormatCode::Distance, 0, 0));
    assert_eq!((table, said), (vec![0x55; 48], vec![]));
}

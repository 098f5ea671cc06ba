//! One call of any operation on every tier, each time into memory of a known distance from 64 bytes and between canaries:
//! all tiers do the same, down to each byte that they leave alone.

use unitstr::kernels::{Isa, with_isa};
use unitstr::{
    Coder, Encoding, Options, Progress, Source, Target, compare, decode_java, decode_latin1, decode_utf16,
    encode_latin1, encode_utf16, measure_decoded, measure_encoded_latin1, measure_encoded_utf16, measure_latin1,
    validate,
};

use crate::tiers;

const CANARY: u8 = 0xA5;
/// Two of the widest vectors.
const AROUND: usize = 128;

/// A operation, by its source and its result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Operation {
    ToLatin1,
    ToUtf16,
    ToJava,
    MeasureDecoded,
    MeasureToLatin1,
    Validate,
    Compare,
    FromChars,
    FromLatin1,
    MeasureChars,
    MeasureLatin1,
}

impl Operation {
    /// Those that read encoded text.
    pub const DECODING: [Self; 7] = [
        Self::ToLatin1,
        Self::ToUtf16,
        Self::ToJava,
        Self::MeasureDecoded,
        Self::MeasureToLatin1,
        Self::Validate,
        Self::Compare,
    ];
    /// Those that read chars.
    pub const OF_CHARS: [Self; 2] = [Self::FromChars, Self::MeasureChars];
    /// Those that read Latin-1.
    pub const OF_LATIN1: [Self; 2] = [Self::FromLatin1, Self::MeasureLatin1];

    /// Whether the size of a target matters to it.
    pub fn writes(self) -> bool {
        matches!(self, Self::ToLatin1 | Self::ToUtf16 | Self::ToJava | Self::FromChars | Self::FromLatin1)
    }
}

/// The result of a call, and the units written.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    pub progress: Progress,
    pub coder: Option<Coder>,
    pub bytes: Vec<u8>,
    /// Of the comparisons after the first.
    others: Vec<Progress>,
}

#[repr(C, align(64))]
#[derive(Clone, Copy)]
struct Line {
    bytes: [u8; 64],
}

/// Memory that begins so many bytes off a multiple of 64.
pub struct Memory {
    lines: Vec<Line>,
}

impl Memory {
    /// Of so many bytes at most, wherever they begin.
    pub fn new(bytes: usize) -> Self {
        Self { lines: vec![Line { bytes: [CANARY; 64] }; (bytes + 64 + 2 * AROUND).div_ceil(64)] }
    }

    fn all(&mut self) -> &mut [u8] {
        let size = size_of_val(&self.lines[..]);
        // SAFETY: lines are bytes, side by side, and borrowed as long as the slice is.
        unsafe { std::slice::from_raw_parts_mut(self.lines.as_mut_ptr().cast::<u8>(), size) }
    }

    /// So many bytes, at `skew`.
    pub fn bytes(&mut self, bytes: usize, skew: usize) -> &mut [u8] {
        assert!(skew < 64);
        let start = AROUND + skew;
        &mut self.all()[start..start + bytes]
    }

    /// The text, placed at `skew`.
    pub fn place(&mut self, text: &[u8], skew: usize) -> Source<'_> {
        let place = self.bytes(text.len(), skew);
        place.copy_from_slice(text);
        Source::from_bytes(place)
    }

    fn target(&mut self, bytes: usize, skew: usize) -> Target<'_> {
        self.all()[..AROUND + skew + bytes + AROUND].fill(CANARY);
        Target::from_bytes(self.bytes(bytes, skew))
    }

    /// The first `written` of `room` bytes, after a look at all others but the first `clobbered`.
    fn written(&mut self, room: usize, skew: usize, (written, clobbered): (usize, usize)) -> Vec<u8> {
        assert!(written <= room && clobbered <= room);
        let start = AROUND + skew;
        let all = self.all();
        let same = |bytes: &[u8]| bytes.iter().all(|byte| *byte == CANARY);
        assert!(same(&all[..start]), "changed before the target");
        assert!(same(&all[start + written.max(clobbered)..start + room + AROUND]), "changed beyond the result");
        all[start..start + written].to_vec()
    }
}

/// The memory for any number of calls.
pub struct Calls {
    narrow: Memory,
    wide: Memory,
    other: Memory,
}

/// How a operation is called: the encoding, the options, the room in chars to decode into or in bytes to encode into, and the
/// distance of the target from a multiple of 64.
pub type How = (Encoding, Options, usize, usize);

/// The largest room.
pub const MOST: usize = 1 << 13;

impl Calls {
    pub fn new() -> Self {
        let [narrow, wide, other] = [MOST, 2 * MOST, 2 * MOST].map(Memory::new);
        Self { narrow, wide, other }
    }

    /// The result on the scalar tier, which must be that of each other tier.
    pub fn same(&mut self, operation: Operation, how: How, source: Source<'_>, what: &dyn Fn() -> String) -> Outcome {
        let chars = match operation {
            Operation::Compare => self.decoded(how, source),
            _ => vec![],
        };
        let mut on = |isa| with_isa(isa, || self.call(operation, how, source, &chars)).expect("it is available");
        let expected = on(Isa::Scalar);
        for isa in tiers::available().into_iter().skip(1) {
            let outcome = on(isa);
            assert!(
                outcome == expected,
                "{isa:?}: {operation:?} {how:?}: {}\n{outcome:02X?}\nbut scalar\n{expected:02X?}",
                what()
            );
        }
        expected
    }

    /// All operations of these, with room enough and with the rooms where the text almost fits.
    pub fn same_in_rooms(&mut self, operations: &[Operation], how: How, source: Source<'_>, what: &dyn Fn() -> String) {
        let (encoding, options, room, skew) = how;
        for operation in operations {
            let full = self.same(*operation, how, source, what).progress.written;
            if operation.writes() {
                for less in 0..=4 {
                    let exact = full.saturating_sub(less).min(room);
                    self.same(*operation, (encoding, options, exact, skew), source, what);
                }
            }
        }
    }

    fn decoded(&mut self, (encoding, options, ..): How, source: Source<'_>) -> Vec<u8> {
        let target = Target::from_bytes(self.wide.bytes(2 * MOST, 0));
        let options = Options { policy: unitstr::Policy::Replace, ..options };
        let progress =
            with_isa(Isa::Scalar, || decode_utf16(encoding, options, source, target)).expect("every CPU has it");
        self.wide.bytes(2 * progress.written, 0).to_vec()
    }

    fn call(
        &mut self,
        operation: Operation,
        (encoding, options, room, skew): How,
        source: Source<'_>,
        chars: &[u8],
    ) -> Outcome {
        let said = |progress| Outcome { progress, coder: None, bytes: vec![], others: vec![] };
        let Self { narrow, wide, other } = self;
        match operation {
            Operation::MeasureDecoded => said(measure_decoded(encoding, options, source)),
            Operation::MeasureToLatin1 => said(measure_latin1(encoding, options, source)),
            Operation::Validate => said(validate(encoding, options, source)),
            Operation::MeasureChars => said(measure_encoded_utf16(encoding, options, source)),
            Operation::MeasureLatin1 => said(measure_encoded_latin1(encoding, options, source)),
            Operation::Compare => {
                let with =
                    |chars: &[u8], other: &mut Memory| compare(encoding, options, source, other.place(chars, skew));
                let mut outcome = said(with(chars, other));
                outcome.others.push(with(&chars[..chars.len() / 4 * 2], other));
                for at in [0, chars.len() / 2, chars.len().saturating_sub(1)] {
                    let mut different = chars.to_vec();
                    if let Some(byte) = different.get_mut(at) {
                        *byte ^= 1;
                    }
                    outcome.others.push(with(&different, other));
                }
                outcome
            }
            Operation::ToLatin1 | Operation::FromChars | Operation::FromLatin1 => {
                let target = narrow.target(room, skew);
                let progress = match operation {
                    Operation::ToLatin1 => decode_latin1(encoding, options, source, target),
                    Operation::FromChars => encode_utf16(encoding, options, source, target),
                    _ => encode_latin1(encoding, options, source, target),
                };
                let bytes = narrow.written(room, skew, (progress.written, 0));
                Outcome { bytes, ..said(progress) }
            }
            Operation::ToUtf16 => {
                let progress = decode_utf16(encoding, options, source, wide.target(2 * room, skew));
                let bytes = wide.written(2 * room, skew, (2 * progress.written, 0));
                Outcome { bytes, ..said(progress) }
            }
            Operation::ToJava => {
                let (latin1, chars) = (narrow.target(room, 63 - skew), wide.target(2 * room, skew));
                let (progress, coder) = decode_java(encoding, options, source, latin1, chars);
                // The target of the other form may be written too, anywhere.
                let [latin1, chars] = match coder {
                    Coder::Latin1 => [(progress.written, 0), (0, 2 * room)],
                    Coder::Utf16 => [(0, room), (2 * progress.written, 0)],
                };
                let mut bytes = narrow.written(room, 63 - skew, latin1);
                bytes.extend(wide.written(2 * room, skew, chars));
                Outcome { coder: Some(coder), bytes, ..said(progress) }
            }
        }
    }
}

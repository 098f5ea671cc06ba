//! Texts to try: seeded, so that a failure comes again.

use unitstr::Encoding;

use crate::model;

/// A small generator of numbers (xorshift).
pub struct Numbers(u64);

impl Numbers {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from((self.0 >> 16) % bound as u64).unwrap()
    }

    pub fn byte(&mut self) -> u8 {
        u8::try_from(self.below(256)).unwrap()
    }

    pub fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }
}

/// The code points of a text.
#[derive(Clone, Copy, Debug)]
pub enum Profile {
    Ascii,
    French,
    Russian,
    Chinese,
    Emoji,
    Mixed,
}

pub const PROFILES: [Profile; 6] =
    [Profile::Ascii, Profile::French, Profile::Russian, Profile::Chinese, Profile::Emoji, Profile::Mixed];

/// `count` code points of a profile.
pub fn text(profile: Profile, count: usize, numbers: &mut Numbers) -> String {
    let one = |numbers: &mut Numbers, start: u32, size: usize| {
        char::from_u32(start + u32::try_from(numbers.below(size)).unwrap()).unwrap()
    };
    (0..count)
        .map(|_| match profile {
            Profile::Ascii => one(numbers, 0x20, 0x5F),
            Profile::French if numbers.below(28) == 0 => one(numbers, 0xC0, 0x40),
            Profile::French => one(numbers, 0x61, 26),
            Profile::Russian if numbers.below(6) == 0 => ' ',
            Profile::Russian => one(numbers, 0x410, 0x40),
            Profile::Chinese => one(numbers, 0x4E00, 0x5000),
            Profile::Emoji => one(numbers, 0x1_F600, 0x40),
            Profile::Mixed => {
                let (start, size) = numbers.pick(&[
                    (0x61, 26),
                    (0x61, 26),
                    (0x20, 0x5F),
                    (0, 0x80),
                    (0x80, 0x80),
                    (0x100, 0x700),
                    (0x800, 0xD000),
                    (0xE000, 0x2000),
                    (0x1_0000, 0x10_0000),
                ]);
                one(numbers, start, size)
            }
        })
        .collect()
}

/// The text as chars.
pub fn chars(text: &str) -> Vec<u16> {
    text.encode_utf16().collect()
}

/// The text encoded, as the model does it.
pub fn bytes(encoding: Encoding, text: &str) -> Vec<u8> {
    model::encode(encoding, unitstr::Options::REPLACE, &chars(text), usize::MAX).1
}

/// The same without the model, which is slow; Latin-1 by the lower byte.
pub fn bytes_fast(encoding: Encoding, text: &str) -> Vec<u8> {
    let units32 = || text.chars().map(u32::from);
    match encoding {
        Encoding::Utf8 => text.as_bytes().to_vec(),
        Encoding::Utf16Le => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        Encoding::Utf16Be => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        Encoding::Utf32Le => units32().flat_map(u32::to_le_bytes).collect(),
        Encoding::Utf32Be => units32().flat_map(u32::to_be_bytes).collect(),
        _ => units32().map(|unit| (unit & 0xFF) as u8).collect(),
    }
}

/// Damages encoded text somewhere.
pub fn damage(encoding: Encoding, bytes: &mut Vec<u8>, numbers: &mut Numbers) {
    let at = numbers.below(bytes.len() + 1);
    let bad: &[u8] = match encoding.unit_size() {
        1 => numbers.pick(&[
            &[0xED],
            &[0xF4],
            &[0xE0],
            &[0xC0],
            &[0xF0],
            &[0xC1],
            &[0xF5],
            &[0xC3],
            &[0x80],
            &[0xED, 0xA0],
            &[0xE2, 0x82],
            &[0xF0, 0x9F, 0x98],
        ]),
        2 => numbers.pick(&[&[0xD8, 0x00], &[0xDC, 0x00], &[0x00, 0xD8], &[0x00, 0xDC], &[0xFE, 0xFF], &[0xD8]]),
        _ => numbers.pick(&[
            &[0x00, 0x11, 0x00, 0x00],
            &[0x00, 0x00, 0x11, 0x00],
            &[0xFF; 4],
            &[0x00, 0xD8, 0x00, 0x00],
            &[0x00, 0x00, 0xDC, 0x00],
            &[0xFF, 0xFE, 0x00, 0x00],
            &[0x00],
        ]),
    };
    match numbers.below(4) {
        0 => bytes.truncate(at),
        1 if at < bytes.len() => bytes[at] = numbers.byte(),
        2 if at < bytes.len() => drop(bytes.remove(at)),
        _ => drop(bytes.splice(at..at, bad.iter().copied())),
    }
}

/// Damages chars somewhere.
pub fn damage_chars(chars: &mut Vec<u16>, numbers: &mut Numbers) {
    let at = numbers.below(chars.len() + 1);
    let surrogate = numbers.pick(&[0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xFEFF, 0xFFFE, 0xD83D, 0xDE00]);
    match numbers.below(3) {
        0 if at < chars.len() => chars[at] = surrogate,
        1 if at < chars.len() => drop(chars.remove(at)),
        _ => chars.insert(at, surrogate),
    }
}

/// How much to try.
#[derive(PartialEq)]
enum Depth {
    /// As CI, but of the random cases a few: for emulated machines.
    Few,
    /// A sample: what everyone runs.
    Sample,
    /// The number of cases in CI.
    More,
    /// Full products.
    All,
}

fn depth() -> Depth {
    match std::env::var("UNITSTR_DEPTH").as_deref() {
        Ok("few") => Depth::Few,
        Ok("more") => Depth::More,
        Ok("all") => Depth::All,
        _ => Depth::Sample,
    }
}

/// Whether to run full products.
pub fn full() -> bool {
    depth() == Depth::All
}

/// The number of random cases to try, of so many that CI tries: fewer on emulated machines.
pub fn cases(usual: usize) -> usize {
    if depth() == Depth::Few { usual.div_ceil(20) } else { sampled(usual) }
}

/// The number of cases to try, of so many that CI tries: as many on emulated machines.
pub fn sampled(usual: usize) -> usize {
    if depth() == Depth::Sample { usual.div_ceil(4) } else { usual }
}

/// Whether to try the case with this number: a sample has each fourth.
pub fn tries(number: usize) -> bool {
    tries_one_in(4, number)
}

/// The same, where a sample has fewer.
pub fn tries_one_in(share: usize, number: usize) -> bool {
    depth() != Depth::Sample || number.is_multiple_of(share)
}

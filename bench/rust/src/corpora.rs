//! Texts, generated from a seed; `bench/corpora/README.md` says what they are like.

use std::iter::repeat_with;

/// A language, or what stands for one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Corpus {
    /// Words of one byte each letter.
    Ascii,
    /// The same with an accent now and then.
    French,
    /// Two bytes in UTF-8, mostly.
    Russian,
    /// Three.
    Chinese,
    /// Four.
    Emoji,
    /// Runs of ASCII and of others.
    Mixed,
}

impl Corpus {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::Ascii, Self::French, Self::Russian, Self::Chinese, Self::Emoji, Self::Mixed];
    /// The corpora that Latin-1 can represent.
    pub const LATIN: [Self; 2] = [Self::Ascii, Self::French];

    /// As the table calls it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ascii => "ascii",
            Self::French => "french",
            Self::Russian => "russian",
            Self::Chinese => "chinese",
            Self::Emoji => "emoji",
            Self::Mixed => "mixed",
        }
    }
}

/// How the text lies in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    Latin1,
    Utf8,
    Utf16Le,
    Utf16Be,
    Utf32Le,
    Utf32Be,
    /// Units of so many bytes, none of them zero.
    NonZero(usize),
}

impl Form {
    pub const fn unit(self) -> usize {
        match self {
            Self::Latin1 | Self::Utf8 => 1,
            Self::Utf16Le | Self::Utf16Be => 2,
            Self::Utf32Le | Self::Utf32Be => 4,
            Self::NonZero(unit) => unit,
        }
    }

    fn push(self, letter: char, to: &mut Vec<u8>) {
        let value = u32::from(letter);
        let mut units = [0; 2];
        match self {
            Self::Latin1 => to.push(u8::try_from(value).unwrap_or(b'?')),
            Self::Utf8 => to.extend(letter.encode_utf8(&mut [0; 4]).as_bytes()),
            Self::Utf16Le => to.extend(letter.encode_utf16(&mut units).iter().flat_map(|unit| unit.to_le_bytes())),
            Self::Utf16Be => to.extend(letter.encode_utf16(&mut units).iter().flat_map(|unit| unit.to_be_bytes())),
            Self::Utf32Le => to.extend(value.to_le_bytes()),
            Self::Utf32Be => to.extend(value.to_be_bytes()),
            Self::NonZero(unit) => to.extend(value.to_le_bytes().into_iter().map(|byte| byte | 1).take(unit)),
        }
    }

    /// Sequences that are malformed in any place.
    fn push_bad(self, to: &mut Vec<u8>) {
        match self {
            Self::Latin1 | Self::Utf8 | Self::NonZero(_) => to.push(0xFF),
            Self::Utf16Le => to.extend([0x00, 0xDC]),
            Self::Utf16Be => to.extend([0xDC, 0x00]),
            Self::Utf32Le => to.extend([0x00, 0x00, 0x11, 0x00]),
            Self::Utf32Be => to.extend([0x00, 0x11, 0x00, 0x00]),
        }
    }
}

/// A generator of numbers (xorshift).
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 >> 16
    }

    fn below(&mut self, bound: u32) -> u32 {
        u32::try_from(self.next() % u64::from(bound)).unwrap_or(0)
    }

    /// True in `of` out of a million cases.
    fn chance(&mut self, of: u32) -> bool {
        self.below(1_000_000) < of
    }

    /// The length of a run of this mean, at least 1.
    fn run(&mut self, mean_thousandths: u32) -> usize {
        let stop = u32::try_from(1_000_000_000_u64 / u64::from(mean_thousandths)).unwrap_or(u32::MAX);
        let mut length = 1;
        while !self.chance(stop) {
            length += 1;
        }
        length
    }

    fn letter(&mut self, start: u32, count: u32) -> char {
        char::from_u32(start + self.below(count)).unwrap_or(' ')
    }
}

/// Writes some of the corpus.
fn some(corpus: Corpus, numbers: &mut Numbers, to: &mut Vec<char>) {
    match corpus {
        Corpus::Ascii => {
            let length = numbers.run(5_400);
            to.extend(repeat_with(|| numbers.letter(0x61, 26)).take(length));
            if numbers.chance(60_000) {
                to.push(',');
            }
            to.push(if numbers.chance(15_000) { '\n' } else { ' ' });
        }
        Corpus::French => {
            let before = to.len();
            some(Corpus::Ascii, numbers, to);
            for letter in &mut to[before..] {
                if numbers.chance(34_400) {
                    *letter = ['é', 'è', 'à', 'ê', 'ç', 'ô', 'É', 'ù', 'î', 'ï'][numbers.below(10) as usize];
                }
            }
        }
        Corpus::Russian => {
            let length = numbers.run(5_200);
            to.extend(repeat_with(|| numbers.letter(0x430, 32)).take(length));
            if numbers.chance(250_000) {
                to.push(',');
            }
            to.push(' ');
        }
        Corpus::Chinese => {
            let length = numbers.run(170_000);
            to.extend(repeat_with(|| numbers.letter(0x4E00, 0x5000)).take(length));
            to.extend(['1', '\n']);
        }
        Corpus::Emoji => to.push(numbers.letter(0x1_F300, 0x350)),
        Corpus::Mixed => {
            let length = numbers.run(10_000);
            to.extend(repeat_with(|| numbers.letter(0x20, 0x5F)).take(length));
            let length = numbers.run(3_600);
            let (start, count) = match numbers.below(262) {
                0..145 => (0x80, 0x780),
                145..249 => (0x800, 0xC800),
                _ => (0x1_0000, 0x2_0000),
            };
            to.extend(repeat_with(|| numbers.letter(start, count)).take(length));
        }
    }
}

/// Texts of at most `bytes` bytes each, as many as asked for, all different; one error in every `bad` units, if any.
pub fn texts(corpus: Corpus, form: Form, bytes: usize, count: usize, bad: Option<usize>) -> Vec<Vec<u8>> {
    let mut numbers = Numbers(0x9E37_79B9_7F4A_7C15 ^ (corpus as u64 + 1) << 32);
    let mut letters: Vec<char> = Vec::new();
    let mut used = 0;
    (0..count)
        .map(|_| {
            let mut text = Vec::with_capacity(bytes);
            let mut until_bad = bad.map_or(usize::MAX, |every| every / 2);
            loop {
                let size = text.len();
                if size >= until_bad.saturating_mul(form.unit()) {
                    form.push_bad(&mut text);
                    until_bad += bad.unwrap_or(0);
                }
                if used == letters.len() {
                    letters.clear();
                    used = 0;
                    some(corpus, &mut numbers, &mut letters);
                }
                form.push(letters[used], &mut text);
                if text.len() > bytes {
                    text.truncate(size);
                    return text;
                }
                used += 1;
            }
        })
        .collect()
}

//! The input of every target: a text as a small program, so that a mutation of the bytes that libFuzzer knows is a
//! mutation of a sequence of code points, and where it lies.

use arbitrary::Arbitrary;
use unitstr::{Encoding, Options, Policy};

/// A text, the places of memory, and how a operation is called.
#[derive(Arbitrary, Clone, Debug)]
pub struct Case {
    /// Chooses among the encodings of a target, and among the policies.
    pub encoding: u8,
    /// Report rather than replace, if no other policy was chosen; more follows; something came before.
    pub options: [bool; 3],
    /// How many bytes the source and the target lie off 64.
    pub skews: [u8; 2],
    /// The target's size.
    pub room: Room,
    /// The target's contents beyond the result do not matter.
    pub scratch: bool,
    /// Nothing at all lies behind the target, where the sanitizer sees a write; else bytes to compare do.
    pub tight: bool,
    /// Further choices of a target.
    pub other: [u8; 4],
    /// The text.
    pub text: Vec<Piece>,
}

/// A size.
#[derive(Arbitrary, Clone, Debug)]
pub enum Room {
    /// All fits, and no more.
    Exact,
    /// So many bytes less.
    Less(u8),
    /// So many bytes more.
    More(u8),
    /// So many bytes.
    Bytes(u16),
}

/// The parts of a text.
#[derive(Arbitrary, Clone, Debug)]
pub enum Piece {
    /// Code points of one length in UTF-8, starting somewhere and going on by a step.
    Run(Width, u8, u16, u8),
    /// The same one until the text is so many bytes short of a multiple of 16, 32, 64, or 256 bytes, or beyond it.
    UpTo(Width, Border, i8),
    /// A code point, a surrogate, or a number beyond all.
    Point(u32),
    /// Two units as they are, such as the halves of a pair, in whichever order.
    Surrogates(u16, u16),
    /// One of the sequences that decoders get wrong.
    Bad(u8),
    /// Bytes as they are.
    Raw(Vec<u8>),
    /// The last bytes again and again.
    Again(u8, u8),
    /// Without the last bytes.
    Without(u8),
    /// Another byte, so far from the end.
    Damage(u8, u8),
}

/// How many bytes a code point has in UTF-8.
#[derive(Arbitrary, Clone, Copy, Debug)]
pub enum Width {
    /// ASCII.
    One,
    /// The other half of Latin-1.
    TwoLatin1,
    /// Above it.
    Two,
    /// The rest of the BMP.
    Three,
    /// Pairs in UTF-16.
    Four,
}

/// The sizes of vectors and pages are multiples of this.
#[derive(Arbitrary, Clone, Copy, Debug)]
pub enum Border {
    /// 16 bytes.
    Half,
    /// 32 bytes.
    Avx2,
    /// 64 bytes.
    Avx512,
    /// 256 bytes.
    Four,
}

/// How a text is held.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Form {
    /// Encoded.
    Encoded(Encoding),
    /// Chars of this machine.
    Chars,
    /// Java's other form.
    Latin1,
}

/// The longest text, in bytes.
const MOST: usize = 2500;

const BAD: [&[u8]; 20] = [
    b"\x80",
    b"\xBF\xBF",
    b"\xC0\x80",
    b"\xC1\xBF",
    b"\xC3",
    b"\xE0\x9F\xBF",
    b"\xE2\x82",
    b"\xE2",
    b"\xED\xA0\x80",
    b"\xED\xBF\xBF",
    b"\xED\xA0",
    b"\xED\x9F\xBF",
    b"\xEF\xBF\xBF",
    b"\xF0\x9F\x98",
    b"\xF0\x8F\xBF\xBF",
    b"\xF4\x90\x80\x80",
    b"\xF4\x8F\xBF\xBF",
    b"\xF5\x80\x80\x80",
    b"\xF8\x88\x80\x80\x80",
    b"\xFF",
];

const POINTS: [u32; 20] = [
    0,
    0x7F,
    0x80,
    0xFF,
    0x100,
    0x7FF,
    0x800,
    0xD7FF,
    0xD800,
    0xDBFF,
    0xDC00,
    0xDFFF,
    0xE000,
    0xFEFF,
    0xFFFE,
    0xFFFF,
    0x1_0000,
    0x10_FFFF,
    0x11_0000,
    0x8000_0061,
];

impl Width {
    fn point(self, start: u32, offset: u32) -> u32 {
        let (from, size) = match self {
            Self::One => (0, 0x80),
            Self::TwoLatin1 => (0x80, 0x80),
            Self::Two => (0x100, 0x700),
            Self::Three => (0x800, 0xD000),
            Self::Four => (0x1_0000, 0x10_0000),
        };
        from + (start + offset) % size
    }
}

impl Border {
    fn bytes(self) -> usize {
        match self {
            Self::Half => 16,
            Self::Avx2 => 32,
            Self::Avx512 => 64,
            Self::Four => 256,
        }
    }
}

impl Form {
    /// Appends a number as a text of this form would hold it, good or not.
    fn push(self, text: &mut Vec<u8>, value: u32) {
        let units = |text: &mut Vec<u8>, bytes: fn(u16) -> [u8; 2]| match char::from_u32(value) {
            Some(point) => point.encode_utf16(&mut [0; 2]).iter().for_each(|unit| text.extend(bytes(*unit))),
            None => text.extend(bytes(low16(value))),
        };
        match self {
            Self::Latin1 | Self::Encoded(Encoding::Latin1 | Encoding::Ascii) => text.push(low8(value)),
            Self::Chars => units(text, u16::to_ne_bytes),
            Self::Encoded(Encoding::Utf8) => utf8(text, value),
            Self::Encoded(Encoding::Utf16Le | Encoding::Utf16LeBom) => units(text, u16::to_le_bytes),
            Self::Encoded(Encoding::Utf16Be | Encoding::Utf16) => units(text, u16::to_be_bytes),
            Self::Encoded(Encoding::Utf32Le | Encoding::Utf32LeBom) => text.extend(value.to_le_bytes()),
            Self::Encoded(_) => text.extend(value.to_be_bytes()),
        }
    }

    /// Two bytes are no whole number of its units.
    fn is_in_fours(self) -> bool {
        matches!(self, Self::Encoded(encoding) if encoding.unit_size() == 4)
    }
}

/// By the pattern of the bits, surrogates and more than there is too.
fn utf8(text: &mut Vec<u8>, value: u32) {
    let bits = |shift: u32, mark: u32, mask: u32| low8(mark | (value >> shift) & mask);
    match value {
        0..0x80 => text.push(low8(value)),
        0x80..0x800 => text.extend([bits(6, 0xC0, 0x1F), bits(0, 0x80, 0x3F)]),
        0x800..0x1_0000 => text.extend([bits(12, 0xE0, 0x0F), bits(6, 0x80, 0x3F), bits(0, 0x80, 0x3F)]),
        _ => text.extend([bits(18, 0xF0, 0x07), bits(12, 0x80, 0x3F), bits(6, 0x80, 0x3F), bits(0, 0x80, 0x3F)]),
    }
}

fn low8(value: u32) -> u8 {
    value.to_le_bytes()[0]
}

fn low16(value: u32) -> u16 {
    (value & 0xFFFF) as u16
}

impl Case {
    /// The text in a form.
    pub fn bytes(&self, form: Form) -> Vec<u8> {
        let mut text = Vec::new();
        for piece in &self.text {
            append(piece, form, &mut text);
            if text.len() > MOST {
                text.truncate(MOST);
                break;
            }
        }
        if form == Form::Chars {
            text.truncate(text.len() / 2 * 2);
        }
        text
    }

    /// How the operation is called.
    pub fn options(&self) -> Options {
        let [report, more, continued] = self.options;
        let policy = match self.encoding >> 4 {
            10 => Policy::Ignore,
            11 => Policy::Lossless,
            12 => Policy::SurrogateEscape,
            13 => Policy::ReplaceWith('*'),
            14 => Policy::ReplaceWith('\u{A4}'),
            15 => Policy::ReplaceWith('\u{1F4A5}'),
            _ if report => Policy::Report,
            _ => Policy::Replace,
        };
        Options { policy, more, continued }
    }

    /// One of these.
    pub fn pick(&self, encodings: &[Encoding]) -> Encoding {
        encodings[usize::from(self.encoding) % encodings.len()]
    }

    /// The source's, and the target's.
    pub fn skews(&self) -> [usize; 2] {
        self.skews.map(|skew| usize::from(skew) % 64)
    }
}

impl Room {
    /// The size, where `exact` bytes are all that fits.
    pub fn bytes(&self, exact: usize) -> usize {
        match self {
            Self::Exact => exact,
            Self::Less(bytes) => exact.saturating_sub(usize::from(*bytes)),
            Self::More(bytes) => exact + usize::from(*bytes),
            Self::Bytes(bytes) => usize::from(*bytes) % (MOST + 100),
        }
    }
}

fn append(piece: &Piece, form: Form, text: &mut Vec<u8>) {
    match piece {
        Piece::Run(width, count, start, step) => {
            for i in 0..u32::from(*count) {
                form.push(text, width.point((*start).into(), i * u32::from(*step)));
            }
        }
        Piece::UpTo(width, border, around) => {
            let border = border.bytes();
            let wanted = (text.len() / border + 1) * border;
            let wanted = wanted.saturating_add_signed(isize::from(around % 9));
            while text.len() < wanted {
                form.push(text, width.point(0x61, 0));
            }
        }
        Piece::Point(value) => form.push(text, POINTS.get(*value as usize).copied().unwrap_or(*value)),
        Piece::Surrogates(a, b) => {
            for unit in [a, b] {
                form.push(text, 0xD800 | u32::from(*unit) & 0x7FF);
            }
        }
        Piece::Bad(which) => {
            let bad = BAD[usize::from(*which) % BAD.len()];
            if form == Form::Encoded(Encoding::Utf8) {
                text.extend(bad);
            } else {
                form.push(text, POINTS[usize::from(*which) % POINTS.len()]);
            }
        }
        Piece::Raw(bytes) => text.extend(bytes.iter().take(64)),
        Piece::Again(last, times) => {
            let from = text.len().saturating_sub(usize::from(*last) % 80);
            let last = text[from..].to_vec();
            for _ in 0..*times {
                if text.len() > MOST {
                    break;
                }
                text.extend(&last);
            }
        }
        Piece::Without(bytes) => {
            let bytes = usize::from(*bytes) % if form.is_in_fours() { 8 } else { 5 };
            text.truncate(text.len().saturating_sub(bytes));
        }
        Piece::Damage(at, byte) => {
            if let Some(place) = text.iter_mut().rev().nth((*at).into()) {
                *place = *byte;
            }
        }
    }
}

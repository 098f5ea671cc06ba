//! The list of everything that is measured.

use unitstr::Encoding;

#[cfg(feature = "anchors")]
use crate::cell::ANCHOR;
use crate::corpora::{Corpus, Form};
use crate::others::{mozilla, simdutf8, standard};
use crate::ours;
use crate::runner::Contender;

/// One line of the table before the choice of text and size.
#[derive(Debug)]
pub struct Kernel {
    /// Its name.
    pub name: String,
    pub(crate) form: Form,
    /// The texts it is tried on.
    pub corpora: &'static [Corpus],
    /// One error in so many units.
    pub(crate) bad: Option<usize>,
    /// Our operation.
    pub ours: Contender,
    /// Names and functions of those who do the same.
    pub others: Vec<(&'static str, Contender)>,
}

macro_rules! anchor {
    ($others:ident, $function:ident) => {
        #[cfg(feature = "anchors")]
        $others.insert(0, (ANCHOR, crate::others::simd::$function as Contender));
    };
}

macro_rules! kernels {
    ($($name:literal $form:expr, $corpora:expr, $ours:expr $(, simdutf $anchor:ident)? $(, encoding_rs $mozilla:ident)?
        $(, std $standard:ident)? $(, simdutf8 $other:ident)?;)*) => {
        vec![$({
            #[allow(unused_mut, reason = "some have no others")]
            let mut others: Vec<(&'static str, Contender)> = vec![
                $(("encoding_rs", mozilla::$mozilla),)?
                $(("std", standard::$standard),)?
                $(("simdutf8", simdutf8::$other),)?
            ];
            $(anchor!(others, $anchor);)?
            Kernel { name: $name.into(), form: $form, corpora: $corpora, bad: None, ours: $ours, others }
        }),*]
    };
}

const UTF8: u32 = Encoding::Utf8.id();
const LATIN1: u32 = Encoding::Latin1.id();
const ASCII: u32 = Encoding::Ascii.id();
const UTF16LE: u32 = Encoding::Utf16Le.id();
const UTF16BE: u32 = Encoding::Utf16Be.id();
const UTF32LE: u32 = Encoding::Utf32Le.id();
const UTF32BE: u32 = Encoding::Utf32Be.id();

impl Kernel {
    /// Whether a text of so many bytes has as many errors as it should.
    #[must_use]
    pub fn shows_at(&self, bytes: usize) -> bool {
        self.bad.is_none_or(|every| bytes >= every * self.form.unit())
    }
}

/// All of them.
#[must_use]
pub fn kernels() -> Vec<Kernel> {
    let mut kernels = decoders();
    kernels.extend(encoders());
    kernels.extend(questions());
    kernels.extend([1024, 128].into_iter().flat_map(with_errors));
    kernels
}

const ALL: &[Corpus] = &Corpus::ALL;
const LATIN: &[Corpus] = &Corpus::LATIN;
const PLAIN_AND_PAIRS: &[Corpus] = &[Corpus::French, Corpus::Russian, Corpus::Emoji, Corpus::Mixed];

fn decoders() -> Vec<Kernel> {
    use Corpus::{Ascii, French};
    use Form::{Latin1, Utf8, Utf16Be, Utf16Le, Utf32Be, Utf32Le};
    kernels! {
        "utf8>java" Utf8, ALL, ours::to_java::<UTF8>, simdutf utf8_to_java;
        "utf8>latin1" Utf8, LATIN, ours::to_latin1::<UTF8>, simdutf utf8_to_latin1, encoding_rs utf8_to_latin1;
        "utf8>utf16" Utf8, ALL, ours::to_utf16::<UTF8>, simdutf utf8_to_utf16, encoding_rs utf8_to_utf16,
            std utf8_to_utf16;
        "ascii>latin1" Latin1, &[Ascii], ours::to_latin1::<ASCII>;
        "utf16le>latin1" Utf16Le, LATIN, ours::to_latin1::<UTF16LE>, simdutf utf16le_to_latin1,
            encoding_rs utf16_to_latin1, std utf16_to_latin1;
        "utf16be>latin1" Utf16Be, LATIN, ours::to_latin1::<UTF16BE>, simdutf utf16be_to_latin1;
        "utf16le>utf16" Utf16Le, PLAIN_AND_PAIRS, ours::to_utf16::<UTF16LE>, simdutf utf16le_copy,
            encoding_rs utf16_copy;
        "utf16be>utf16" Utf16Be, PLAIN_AND_PAIRS, ours::to_utf16::<UTF16BE>, simdutf utf16be_copy;
        "utf16le>java" Utf16Le, ALL, ours::to_java::<UTF16LE>;
        "utf16be>java" Utf16Be, ALL, ours::to_java::<UTF16BE>;
        "utf32le>latin1" Utf32Le, LATIN, ours::to_latin1::<UTF32LE>, simdutf utf32le_to_latin1;
        "utf32be>latin1" Utf32Be, LATIN, ours::to_latin1::<UTF32BE>;
        "utf32le>utf16" Utf32Le, ALL, ours::to_utf16::<UTF32LE>, simdutf utf32le_to_utf16;
        "utf32be>utf16" Utf32Be, ALL, ours::to_utf16::<UTF32BE>;
        "utf32le>java" Utf32Le, ALL, ours::to_java::<UTF32LE>, simdutf utf32le_to_java;
        "utf32be>java" Utf32Be, ALL, ours::to_java::<UTF32BE>;
        "latin1>utf16" Latin1, &[French], ours::to_utf16::<LATIN1>, simdutf latin1_to_utf16le,
            encoding_rs latin1_to_utf16, std latin1_to_utf16;
    }
}

fn encoders() -> Vec<Kernel> {
    use Corpus::{Ascii, French};
    use Form::{Latin1, Utf16Le};
    kernels! {
        "java latin1>utf8" Latin1, LATIN, ours::from_latin1::<UTF8>, simdutf latin1_to_utf8,
            encoding_rs latin1_to_utf8, std latin1_to_utf8;
        "java latin1>ascii" Latin1, &[Ascii], ours::from_latin1::<ASCII>;
        "java latin1>utf16le" Latin1, &[French], ours::from_latin1::<UTF16LE>, simdutf latin1_to_utf16le;
        "java latin1>utf16be" Latin1, &[French], ours::from_latin1::<UTF16BE>, simdutf latin1_to_utf16be;
        "java latin1>utf32le" Latin1, &[French], ours::from_latin1::<UTF32LE>, simdutf latin1_to_utf32;
        "java latin1>utf32be" Latin1, &[French], ours::from_latin1::<UTF32BE>;
        "java utf16>utf8" Utf16Le, ALL, ours::from_utf16::<UTF8>, simdutf utf16le_to_utf8,
            encoding_rs utf16_to_utf8, std utf16_to_utf8;
        "java utf16>latin1" Utf16Le, LATIN, ours::from_utf16::<LATIN1>, simdutf utf16le_to_latin1;
        "java utf16>ascii" Utf16Le, &[Ascii], ours::from_utf16::<ASCII>, simdutf utf16le_to_latin1;
        "java utf16>utf16le" Utf16Le, PLAIN_AND_PAIRS, ours::from_utf16::<UTF16LE>, simdutf utf16le_copy,
            encoding_rs utf16_copy;
        "java utf16>utf16be" Utf16Le, PLAIN_AND_PAIRS, ours::from_utf16::<UTF16BE>, simdutf utf16le_swap;
        "java utf16>utf32le" Utf16Le, ALL, ours::from_utf16::<UTF32LE>, simdutf utf16le_to_utf32;
        "java utf16>utf32be" Utf16Le, ALL, ours::from_utf16::<UTF32BE>;
    }
}

fn questions() -> Vec<Kernel> {
    use Corpus::{Ascii, Emoji, French, Mixed};
    use Form::{Latin1, NonZero, Utf8, Utf16Le};
    kernels! {
        "utf8 well-formed?" Utf8, ALL, ours::is_well_formed::<UTF8>, simdutf utf8_is_well_formed,
            encoding_rs utf8_is_well_formed, std utf8_is_well_formed, simdutf8 utf8_is_well_formed;
        "utf16 well-formed?" Utf16Le, PLAIN_AND_PAIRS, ours::is_well_formed::<UTF16LE>, simdutf utf16_is_well_formed,
            encoding_rs utf16_is_well_formed;
        "bytes ascii?" Latin1, &[Ascii], ours::is_well_formed::<ASCII>, simdutf is_ascii, encoding_rs is_ascii,
            std is_ascii;
        "chars latin1?" Utf16Le, LATIN, ours::is_latin1::<UTF16LE>, encoding_rs is_latin1, std is_latin1;
        "utf16 length of utf8" Utf8, ALL, ours::len_decoded::<UTF8>, simdutf utf16_len_of_utf8,
            std utf16_len_of_utf8;
        "utf8 length of utf16" Utf16Le, ALL, ours::len_from_utf16::<UTF8>, simdutf utf8_len_of_utf16,
            std utf8_len_of_utf16;
        "utf8 length of latin1" Latin1, LATIN, ours::len_from_latin1::<UTF8>, simdutf utf8_len_of_latin1;
        "utf32 length of utf16" Utf16Le, &[French, Emoji, Mixed], ours::len_from_utf16::<UTF32LE>,
            simdutf utf32_len_of_utf16;
        "zero8" NonZero(1), &[Ascii], ours::zero::<1>, std zero8;
        "zero16" NonZero(2), &[Ascii], ours::zero::<2>, std zero16;
        "zero32" NonZero(4), &[Ascii], ours::zero::<4>, std zero32;
    }
}

/// With an error in every so many units. simdutf has no conversion that replaces errors as Java does; the others put
/// the same in the place of the errors that these texts have.
fn with_errors(every: usize) -> Vec<Kernel> {
    use Form::{Utf8, Utf16Le};
    let kernels = kernels! {
        "utf8>utf16" Utf8, ALL, ours::to_utf16::<UTF8>, encoding_rs utf8_to_utf16;
        "utf8>java" Utf8, ALL, ours::to_java::<UTF8>;
        "utf16le>utf16" Utf16Le, PLAIN_AND_PAIRS, ours::to_utf16::<UTF16LE>, encoding_rs utf16_copy;
        "java utf16>utf8" Utf16Le, ALL, ours::from_utf16::<UTF8>, std utf16_to_utf8;
        "java utf16>utf32le" Utf16Le, ALL, ours::from_utf16::<UTF32LE>;
    };
    let mut kernels: Vec<Kernel> = kernels;
    for kernel in &mut kernels {
        kernel.name += &format!(" bad{every}");
        kernel.bad = Some(every);
    }
    kernels
}

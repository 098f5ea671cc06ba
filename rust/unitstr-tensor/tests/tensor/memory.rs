//! Elements in memory, and what they read as.

use std::path::{Path, PathBuf};

use unitstr::{Pointers, Source};
use unitstr_tensor::{Checks, Element, FormatCode, FormatError, Layout, StringTensor, Trust};

pub fn vector(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors/tensorflow").join(file)
}

pub fn hex(text: &str) -> Vec<u8> {
    let digit = |at: usize| u8::from_str_radix(&text[at..at + 2], 16).unwrap();
    (0..text.len()).step_by(2).map(digit).collect()
}

/// Bytes at an odd address.
pub struct Odd(Vec<u8>);

impl Odd {
    pub fn new(bytes: &[u8]) -> Self {
        let mut all = vec![0; bytes.len() + 2];
        let start = Self::start(&all);
        all[start..start + bytes.len()].copy_from_slice(bytes);
        Self(all)
    }

    fn start(all: &[u8]) -> usize {
        1 - all.as_ptr().addr() % 2
    }

    pub fn bytes(&self) -> &[u8] {
        let start = Self::start(&self.0);
        &self.0[start..start + self.0.len() - 2]
    }
}

/// Checks that follow addresses, which the test vouches for.
pub fn checked() -> Checks<'static> {
    // SAFETY: the tests put addresses of bytes that they keep into elements, or none.
    Checks::new(Trust::TrustedPointersChecked(unsafe { Pointers::vouched() }))
}

pub fn trusted() -> Checks<'static> {
    // SAFETY: as above.
    Checks::new(Trust::Trusted(unsafe { Pointers::vouched() }))
}

/// All strings, or the first error.
pub fn read(bytes: &[u8], count: usize, layout: Layout, checks: Checks<'_>) -> Result<Vec<Vec<u8>>, FormatError> {
    let tensor = StringTensor::new(Source::from_bytes(bytes), count, layout, checks)?;
    let texts: Vec<_> =
        tensor.elements().map(|element| element.map(|element| element.text().to_vec())).collect::<Result<_, _>>()?;
    let total = tensor.validate()?;
    assert_eq!(total, texts.iter().map(Vec::len).sum::<usize>() as u64);
    Ok(texts)
}

/// The code and place of the error that reading all of it and validating it give alike.
pub fn verdict(bytes: &[u8], count: usize, layout: Layout, checks: Checks<'_>) -> Option<FormatError> {
    let read = read(bytes, count, layout, checks).err();
    let validated = match StringTensor::new(Source::from_bytes(bytes), count, layout, checks) {
        Ok(tensor) => tensor.validate().err(),
        Err(error) => Some(error),
    };
    assert_eq!(read, validated);
    validated
}

pub fn one<'a>(bytes: &'a [u8], layout: Layout, checks: Checks<'a>) -> Result<Element<'a>, FormatError> {
    StringTensor::new(Source::from_bytes(bytes), 1, layout, checks)?.element(0)
}

pub fn code(error: Option<FormatError>) -> Option<FormatCode> {
    error.map(|error| error.code)
}

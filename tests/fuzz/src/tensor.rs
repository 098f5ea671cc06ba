//! Readers of string tensors, on bytes of any kind.

use unitstr::{Pointers, Source};
use unitstr_tensor::{Checks, Format, Layout, StringTensor, Trust};

use crate::verdict;

/// How the first bytes of the input choose; the rest is the tensor.
const CHOICES: usize = 8;
/// The bytes that addresses may point to.
const ARENA: usize = 256;

/// Reads and validates the bytes as every format: those of elements have to be what the drawings say, and nothing is
/// read outside of them.
pub fn tensor(input: &[u8]) {
    let Some((choices, bytes)) = input.split_at_checked(CHOICES) else {
        return;
    };
    let strictness = verdict::strictness(choices[0]);
    let count = usize::from(choices[1]);
    let limit = |choice: u8| (choice >= 0x80).then_some(u64::from(choice & 0x7F));
    let limits = [limit(choices[2]), limit(choices[3])];
    // At any alignment, and where the block ends the sanitizer sees more.
    let skew = usize::from(choices[4] % 8);
    let mut block = vec![0; skew];
    block.extend_from_slice(bytes);
    let block = block.into_boxed_slice();
    let bytes = &block[skew..];

    let layout = verdict::layout(choices[5], choices[6], choices[6] >> 1);
    let _ = verdict::compare(bytes, count, layout, strictness, limits);
    let other = if choices[7].is_multiple_of(2) { Layout::TF_LEGACY } else { Layout::TFLITE };
    let _ = verdict::found(bytes, count, other, Checks { strictness, ..Checks::UNTRUSTED });
    pointers(bytes, count, choices[5]);
}

/// Addresses are followed into one arena only.
fn pointers(bytes: &[u8], count: usize, format: u8) {
    let layout = verdict::layout(format, 0, 0);
    if !layout.is_native() {
        return;
    }
    let arena = vec![b'x'; ARENA].into_boxed_slice();
    let base = arena.as_ptr().expose_provenance();
    // What stands in the bytes is a distance: else no input would ever hit.
    let mut bytes = bytes.to_vec();
    let size = layout.element_bytes();
    for raw in bytes.chunks_exact_mut(size).take(count) {
        let at = match (raw[0] % 4, layout.format) {
            (1, Format::Rfc16) | (3, _) => 8,
            (1, _) => 16,
            _ => continue,
        };
        let place: &mut [u8; 8] = (&mut raw[at..at + 8]).try_into().expect("eight bytes");
        *place = u64::from_ne_bytes(*place).wrapping_add(base as u64).to_ne_bytes();
    }
    let arena = base..base + ARENA;
    // SAFETY: no address is followed outside of the arena: that is what the range is checked for.
    let trust = Trust::TrustedPointersChecked(unsafe { Pointers::vouched() });
    let checks = Checks { ranges: Some(std::slice::from_ref(&arena)), ..Checks::new(trust) };
    let Ok(tensor) = StringTensor::new(Source::from_bytes(&bytes), count, layout, checks) else {
        return;
    };
    let all: u64 = tensor.elements().map_while(Result::ok).map(|element| element.text().to_vec().len() as u64).sum();
    if let Ok(total) = tensor.validate() {
        assert_eq!(total, all);
    }
}

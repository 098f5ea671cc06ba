//! The hashes of the keys in libtvm_ffi's maps.

use super::code;

/// Returns the hash of a text's bytes: of their little-endian words, the last one padded with zeros.
///
/// Source: `StableHashBytes` in `base_detail.h` of apache/tvm-ffi. The modulus leaves 31 bits.
///
/// ```
/// use unitstr_values::tvm::stable_hash;
///
/// assert_eq!([&b""[..], b"hello", b"12345678"].map(stable_hash), [0, 1819043398, 614571676]);
/// ```
#[must_use]
pub fn stable_hash(bytes: &[u8]) -> u64 {
    const FACTOR: u64 = 1_099_511_628_211;
    const MODULUS: u64 = 2_147_483_647;
    let (words, tail) = bytes.as_chunks::<8>();
    let step = |hash: u64, word: [u8; 8]| hash.wrapping_mul(FACTOR).wrapping_add(u64::from_le_bytes(word)) % MODULUS;
    let hash = words.iter().fold(0, |hash, word| step(hash, *word));
    if tail.is_empty() {
        return hash;
    }
    let mut word = [0; 8];
    word[..tail.len()].copy_from_slice(tail);
    step(hash, word)
}

/// Returns the hash of a string as a map key, small or not.
///
/// ```
/// use unitstr_values::tvm::any_hash_str;
///
/// assert_eq!([&b""[..], b"hello", b"12345678"].map(any_hash_str), [2654440008, 4473483278, 3269011684]);
/// ```
#[must_use]
pub fn any_hash_str(bytes: &[u8]) -> u64 {
    combine(code::STR, stable_hash(bytes))
}

/// Returns the hash of a binary as a map key, small or not.
#[must_use]
pub fn any_hash_bytes(bytes: &[u8]) -> u64 {
    combine(code::BYTES, stable_hash(bytes))
}

/// Returns the hash of an int as a map key.
///
/// ```
/// assert_eq!(unitstr_values::tvm::any_hash_int(0), 1 ^ (0x9E37_79B9 + 64));
/// ```
#[must_use]
pub fn any_hash_int(number: i64) -> u64 {
    combine(code::INT, number.cast_unsigned())
}

fn combine(key: i32, hash: u64) -> u64 {
    let key = u64::from(key.cast_unsigned());
    key ^ hash.wrapping_add(0x9E37_79B9).wrapping_add(key << 6).wrapping_add(key >> 2)
}

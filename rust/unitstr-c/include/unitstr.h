/* unitstr: strings between C and Java, counted in code units.

   Generated from rust/unitstr-c/src by `cargo run --locked -p unitstr-c-generate`; do not edit.
   For 64-bit platforms, C11 or later, and C++11 or later.

     const ustr_api *api = ustr_get_api(USTR_ABI_MAJOR);
     if (api == NULL) { ... the library has another major version ... }

   Decoding UTF-8 to UTF-16; measure_decoded says beforehand how many chars there will be:

     ustr_progress out = {sizeof out, 0, 0, 0, 0};
     int32_t status = api->decode_utf16(USTR_ENCODING_UTF_8, USTR_FLAG_REPLACE, src, src_bytes, dst, dst_chars, &out);
     if (status < 0) { ... puts(api->status_text(status)) ... }

   Encoding UTF-16 to UTF-8, as much as fits; out.read says how many chars that were:

     status = api->encode_utf16(USTR_ENCODING_UTF_8, USTR_FLAG_REPORT, chars, count, dst, dst_bytes, &out);
     if (status == USTR_MALFORMED) { ... a lone surrogate at chars[out.read] ... }

   The length of text that ends with a zero unit, and whether it equals some chars:

     uint64_t units;
     api->find_zero(1, src, SIZE_MAX, &units);
     int equal = api->compare(USTR_ENCODING_UTF_8, 0, src, units, chars, count, &out) == USTR_DONE && out.written == count;

   Checking a tensor of strings that came from elsewhere:

     ustr_tensor tensor = {sizeof tensor};
     tensor.format = USTR_TENSOR_TFLITE;
     tensor.count = count;
     ustr_tensor_report report = {sizeof report, 0, 0, 0, 0};
     if (api->tensor_validate(&tensor, base, bytes, &report) == USTR_REFUSED) { ... report.index, report.code ... }
*/

#ifndef UNITSTR_H
#define UNITSTR_H

#include <stddef.h>
#include <stdint.h>

/**
 * All of the source was read.
 */
#define USTR_DONE 0

/**
 * The next code point does not fit into the destination. As many whole code points as fit were written.
 */
#define USTR_OUTPUT_FULL 1

/**
 * The source is malformed after `read` elements; the malformed sequence has `bad_len` elements.
 */
#define USTR_MALFORMED 2

/**
 * The encoding lacks the code point after `read` chars; the code point has `bad_len` chars.
 */
#define USTR_UNMAPPABLE 3

/**
 * The source ends, after `read` elements, inside a sequence that the next piece may complete (`USTR_FLAG_MORE`).
 */
#define USTR_INCOMPLETE 4

/**
 * The char after `read` elements is above U+00FF.
 */
#define USTR_NOT_LATIN1 5

/**
 * The texts differ.
 */
#define USTR_MISMATCH 6

/**
 * A tensor violates its format, or contains something that the given trust does not permit.
 */
#define USTR_REFUSED 7

/**
 * A called function, or the library, raised an error.
 */
#define USTR_RAISED 8

/**
 * A pointer is null and its size is not 0.
 */
#define USTR_E_NULL (-1)

/**
 * The number of the encoding is unknown.
 */
#define USTR_E_ENCODING (-2)

/**
 * A flag is unknown, or two flags exclude each other.
 */
#define USTR_E_FLAGS (-3)

/**
 * A size or an offset is negative or too large.
 */
#define USTR_E_RANGE (-4)

/**
 * The `struct_size` of a struct is too small or implausibly large.
 */
#define USTR_E_SIZE (-5)

/**
 * A struct has bytes that this library does not know and that are not zero.
 */
#define USTR_E_UNKNOWN_FIELD (-6)

/**
 * The library does not support this.
 */
#define USTR_E_UNSUPPORTED (-7)

/**
 * An internal error of the library, which it caught; `last_panic` returns the message.
 */
#define USTR_E_PANIC (-8)

/**
 * A library cannot be loaded, is not a known one, or failed where it must not.
 */
#define USTR_E_LIBRARY (-9)

/**
 * No more functions can be registered.
 */
#define USTR_E_FROZEN (-10)

/**
 * UTF-8; units of 1 byte. A byte order mark is decoded as text.
 */
#define USTR_ENCODING_UTF_8 1

/**
 * ISO-8859-1; units of 1 byte.
 */
#define USTR_ENCODING_LATIN_1 2

/**
 * US-ASCII; units of 1 byte.
 */
#define USTR_ENCODING_ASCII 3

/**
 * UTF-16LE; units of 2 bytes. A byte order mark is decoded as text.
 */
#define USTR_ENCODING_UTF_16LE 4

/**
 * UTF-16BE; units of 2 bytes. A byte order mark is decoded as text.
 */
#define USTR_ENCODING_UTF_16BE 5

/**
 * UTF-16; units of 2 bytes. Decoding: a byte order mark chooses the byte order and is dropped; without one the text
 * is big-endian. Encoding: big-endian, after a byte order mark.
 */
#define USTR_ENCODING_UTF_16 6

/**
 * UTF-32LE; units of 4 bytes. A byte order mark of this byte order is dropped once at the start.
 */
#define USTR_ENCODING_UTF_32LE 7

/**
 * UTF-32BE; units of 4 bytes. A byte order mark of this byte order is dropped once at the start.
 */
#define USTR_ENCODING_UTF_32BE 8

/**
 * UTF-32; units of 4 bytes. Decoding: a byte order mark chooses the byte order and is dropped; without one the text
 * is big-endian. Encoding: big-endian, without a byte order mark.
 */
#define USTR_ENCODING_UTF_32 9

/**
 * x-UTF-16LE-BOM; units of 2 bytes. Decoding: a byte order mark chooses the byte order and is dropped; without one
 * the text is little-endian. Encoding: little-endian, after a byte order mark.
 */
#define USTR_ENCODING_UTF_16LE_BOM 10

/**
 * X-UTF-32LE-BOM; units of 4 bytes. Decoding: a byte order mark of this byte order is dropped once at the start.
 * Encoding: after a byte order mark.
 */
#define USTR_ENCODING_UTF_32LE_BOM 11

/**
 * X-UTF-32BE-BOM; units of 4 bytes. Decoding: a byte order mark of this byte order is dropped once at the start.
 * Encoding: after a byte order mark.
 */
#define USTR_ENCODING_UTF_32BE_BOM 12

/**
 * Modified UTF-8. Reserved: gives `USTR_E_UNSUPPORTED`.
 */
#define USTR_ENCODING_MODIFIED_UTF_8 13

/**
 * CESU-8. Reserved: gives `USTR_E_UNSUPPORTED`.
 */
#define USTR_ENCODING_CESU_8 14

/**
 * The bits of the policy for malformed and unmappable text.
 */
#define USTR_FLAG_POLICY_MASK 15

/**
 * Policy: replaces each error as the JDK does: with U+FFFD when decoding; when encoding, with `?` in UTF-8,
 * ISO-8859-1 and US-ASCII and with U+FFFD in the other encodings.
 */
#define USTR_FLAG_REPLACE 0

/**
 * Policy: stops at the first error with `USTR_MALFORMED` or `USTR_UNMAPPABLE`.
 */
#define USTR_FLAG_REPORT 1

/**
 * Policy: omits what `USTR_FLAG_REPORT` reports.
 */
#define USTR_FLAG_IGNORE 2

/**
 * Policy: keeps lone surrogates, so that all chars come back unchanged after they were encoded and decoded. In UTF-8, a
 * lone surrogate has 3 bytes (WTF-8: names of files on Windows); in UTF-16 and UTF-32, it is a code unit. Byte order
 * marks are text; UTF-16 and UTF-32 without a byte order in their names are big-endian. Anything else that is malformed
 * is reported; so is the second of two surrogates that form a pair but are encoded separately in UTF-8 or UTF-32.
 * ISO-8859-1 and US-ASCII: as `USTR_FLAG_REPORT`.
 */
#define USTR_FLAG_LOSSLESS 3

/**
 * Policy: decodes each malformed byte to a lone surrogate from U+DC80 to U+DCFF, and encodes such a surrogate as the byte,
 * so that all bytes come back unchanged after they were decoded and encoded. For names of files on Linux, in UTF-8 or
 * US-ASCII; other encodings: as `USTR_FLAG_REPORT`. Any other lone surrogate, and what the encoding lacks, is reported.
 */
#define USTR_FLAG_SURROGATE_ESCAPE 4

/**
 * Policy: replaces what `USTR_FLAG_REPORT` reports with a code point, when decoding and when encoding; if the encoding
 * lacks the code point, the error is reported. Combine it with the code point, shifted left by
 * `USTR_FLAG_REPLACEMENT_SHIFT`; a surrogate or a number above U+10FFFF gives `USTR_E_FLAGS`. `USTR_REPLACE_WITH` does
 * both.
 */
#define USTR_FLAG_REPLACE_WITH 5

/**
 * The lowest of the 21 bits of the code point for `USTR_FLAG_REPLACE_WITH`; with any other policy, they are 0.
 */
#define USTR_FLAG_REPLACEMENT_SHIFT 11

/**
 * The text continues after this piece: an incomplete sequence at its end is left unread, with the status
 * `USTR_INCOMPLETE`. It has up to 3 bytes; with `USTR_FLAG_LOSSLESS`, which also leaves a high surrogate before it, up
 * to 7.
 */
#define USTR_FLAG_MORE 256

/**
 * This piece is not the first of its text: a byte order mark is neither recognised nor written. When encoding, set it as
 * soon as a piece has written something: `USTR_FLAG_IGNORE` may omit a whole piece.
 */
#define USTR_FLAG_CONTINUED 512

/**
 * Decodes to chars even if the text is Latin-1. Used by `decode_java`; functions that have no choice ignore it.
 */
#define USTR_FLAG_CHARS 1024

/**
 * Decoded text is Latin-1: one byte for each char.
 */
#define USTR_CODER_LATIN1 0

/**
 * Decoded text is chars: UTF-16 code units in the byte order of the machine.
 */
#define USTR_CODER_UTF16 1

/**
 * Format: elements of 24 bytes, TensorFlow since 2.4.
 */
#define USTR_TENSOR_TF24 1

/**
 * Format: elements of 16 bytes, from TensorFlow's RFC of 2019.
 */
#define USTR_TENSOR_RFC16 2

/**
 * Format: elements of 24 bytes, from the same RFC.
 */
#define USTR_TENSOR_RFC24 3

/**
 * Format: a table of 64-bit offsets, as in TensorFlow's C API until 2.3.
 */
#define USTR_TENSOR_TF_LEGACY 4

/**
 * Format: a count and a table of 32-bit offsets, as in TFLite.
 */
#define USTR_TENSOR_TFLITE 5

/**
 * Trust: bytes from a file, a mapping or the network. No address in them is followed.
 */
#define USTR_TENSOR_UNTRUSTED 0

/**
 * Trust: bytes from other code in this process. Addresses are followed after all possible checks.
 */
#define USTR_TENSOR_POINTERS_CHECKED 1

/**
 * Trust: bytes directly from the library that created the tensor.
 */
#define USTR_TENSOR_TRUSTED 2

/**
 * Strictness: accepts what TensorFlow and TFLite read, as long as it stays within the memory.
 */
#define USTR_TENSOR_LENIENT 0

/**
 * Strictness: accepts what TensorFlow and TFLite write.
 */
#define USTR_TENSOR_STANDARD 1

/**
 * Strictness: accepts only what this library writes.
 */
#define USTR_TENSOR_STRICT 2

/**
 * Refused: the memory is too small for the table of this many elements.
 */
#define USTR_TENSOR_CODE_TABLE_TRUNCATED 1

/**
 * Refused: the element's index is out of range.
 */
#define USTR_TENSOR_CODE_INDEX_RANGE 2

/**
 * Refused: a string stored in its element is larger than fits there.
 */
#define USTR_TENSOR_CODE_SMALL_SIZE 3

/**
 * Refused: a string at an offset is not entirely inside the memory.
 */
#define USTR_TENSOR_CODE_OFFSET_RANGE 4

/**
 * Refused: an offset puts the start of a string into the table.
 */
#define USTR_TENSOR_CODE_OFFSET_INTO_TABLE 5

/**
 * Refused: the element holds an address, and addresses are not trusted or belong to another machine.
 */
#define USTR_TENSOR_CODE_POINTER_REFUSED 6

/**
 * Refused: the address of a non-empty string is null, or below 4096, where no memory is.
 */
#define USTR_TENSOR_CODE_NULL_DATA 7

/**
 * Refused: a string is larger than the limit, or larger than the format can express.
 */
#define USTR_TENSOR_CODE_SIZE_LIMIT 8

/**
 * Refused: all strings together are larger than the limit, or larger than the format can express.
 */
#define USTR_TENSOR_CODE_TOTAL_LIMIT 9

/**
 * Refused: a capacity is smaller than its size.
 */
#define USTR_TENSOR_CODE_CAPACITY 10

/**
 * Refused: a string wraps around the end of the address space.
 */
#define USTR_TENSOR_CODE_POINTER_WRAPS 11

/**
 * Refused: a string is not entirely inside one of the allowed ranges.
 */
#define USTR_TENSOR_CODE_POINTER_RANGE 12

/**
 * Refused: the count stored in the bytes is not the number of elements.
 */
#define USTR_TENSOR_CODE_COUNT 13

/**
 * Refused: a string begins before the string of the preceding element.
 */
#define USTR_TENSOR_CODE_NOT_MONOTONIC 14

/**
 * Refused: a string begins inside the preceding string.
 */
#define USTR_TENSOR_CODE_OVERLAP 15

/**
 * Refused: unused bytes are not zero.
 */
#define USTR_TENSOR_CODE_PADDING 16

/**
 * Refused: a varint length is not terminated, exceeds 64 bits, or is longer than necessary.
 */
#define USTR_TENSOR_CODE_VARINT 17

/**
 * Refused: the first string does not begin at the end of the table.
 */
#define USTR_TENSOR_CODE_FIRST_OFFSET 18

/**
 * Refused: the last string does not end at the end of the memory.
 */
#define USTR_TENSOR_CODE_END_OFFSET 19

/**
 * Refused: the distance from the element to its string is too large for the format.
 */
#define USTR_TENSOR_CODE_DISTANCE 20

/**
 * Refused: an element has no string, and nothing may replace it.
 */
#define USTR_TENSOR_CODE_NULL_ELEMENT 21

/**
 * Refused: out of memory.
 */
#define USTR_TENSOR_CODE_NO_MEMORY 22

/**
 * Refused: the format does not support this, or not on this machine.
 */
#define USTR_TENSOR_CODE_UNSUPPORTED 23

/**
 * Refused: the destination is too small.
 */
#define USTR_TENSOR_CODE_TARGET_SIZE 24

/**
 * Field: the table as a whole.
 */
#define USTR_TENSOR_FIELD_TABLE 0

/**
 * Field: the size of a string, or its varint length.
 */
#define USTR_TENSOR_FIELD_SIZE 1

/**
 * Field: the capacity.
 */
#define USTR_TENSOR_FIELD_CAPACITY 2

/**
 * Field: the address.
 */
#define USTR_TENSOR_FIELD_POINTER 3

/**
 * Field: the offset.
 */
#define USTR_TENSOR_FIELD_OFFSET 4

/**
 * Field: the count.
 */
#define USTR_TENSOR_FIELD_COUNT 5

/**
 * Field: unused bytes.
 */
#define USTR_TENSOR_FIELD_PADDING 6

/**
 * Field: the offset after the last string.
 */
#define USTR_TENSOR_FIELD_END 7

/**
 * Field: the string itself.
 */
#define USTR_TENSOR_FIELD_TEXT 8

/**
 * The major version of the table's layout. It changes if a member is changed or removed, which is not planned.
 */
#define USTR_ABI_MAJOR 1

/**
 * The minor version of the table's layout. Each release that appends members increases it by one.
 */
#define USTR_ABI_MINOR 0

/**
 * Feature: `wchar_t` has 2 bytes on this platform (UTF-16 in the byte order of the machine).
 */
#define USTR_FEATURE_WCHAR_16 1

/**
 * Feature: `wchar_t` has 4 bytes on this platform (UTF-32 in the byte order of the machine).
 */
#define USTR_FEATURE_WCHAR_32 2

/**
 * Feature: AVX2 is in use; the environment variable `UNITSTR_ISA=scalar` disables it. Without any of the features AVX2,
 * AVX-512 and NEON, no vector instructions are in use.
 */
#define USTR_FEATURE_ISA_AVX2 256

/**
 * Feature: AVX-512 is in use; the environment variable `UNITSTR_ISA=scalar` or `UNITSTR_ISA=avx2` disables it.
 */
#define USTR_FEATURE_ISA_AVX512 512

/**
 * Feature: the environment variable `UNITSTR_ISA` is ignored, because its value is unknown or this CPU lacks the
 * instructions. The best instructions that the CPU has are in use.
 */
#define USTR_FEATURE_ISA_REFUSED 1024

/**
 * Feature: NEON is in use; the environment variable `UNITSTR_ISA=scalar` disables it.
 */
#define USTR_FEATURE_ISA_NEON 2048

/**
 * The `struct_size` of the table in version 1.0, the smallest one.
 */
#define USTR_API_SIZE_1_0 144

/**
 * The result of a text function. The caller provides the memory, at any alignment, and sets `struct_size`; the other
 * members need not be initialised. They are written only if the function returns a status, not if it returns an
 * error.
 *
 * Counts are in elements: bytes of encoded text, or chars (UTF-16 code units of 2 bytes; for Latin-1 text, bytes).
 */
typedef struct ustr_progress {
    /**
     * On call: the number of bytes that may be written, which is the caller's `sizeof(ustr_progress)`, 32 to 4096;
     * else `USTR_E_SIZE`. On return: the number of bytes written, which is the smaller of that and the library's own
     * size.
     */
    size_t struct_size;
    /**
     * The number of source elements read. A function stops only between code points.
     */
    uint64_t read;
    /**
     * The number of destination elements written, or that would be written (measure), or that are equal (compare).
     */
    uint64_t written;
    /**
     * The number of source elements of the malformed or unmappable sequence at `read`: 1 to 4; 0 with any other
     * status.
     */
    uint32_t bad_len;
    /**
     * The form of decoded text, `USTR_CODER_LATIN1` or `USTR_CODER_UTF16`; 0 from functions that do not decode.
     */
    uint32_t coder;
} ustr_progress;

/**
 * Describes a tensor of strings. The caller provides the memory, at any alignment, and sets
 * every byte to zero except in the members that it sets.
 */
typedef struct ustr_tensor {
    /**
     * The caller's `sizeof` of this struct, 64 to 4096, else `USTR_E_SIZE`. Bytes beyond the library's own size must
     * be zero, else `USTR_E_UNKNOWN_FIELD`.
     */
    size_t struct_size;
    /**
     * The format: `USTR_TENSOR_TF24` etc. An unknown number here or in the next five members gives `USTR_E_RANGE`.
     */
    uint32_t format;
    /**
     * The byte order of the machine that wrote the tensor: 0 little-endian, 1 big-endian. TFLITE is always
     * little-endian.
     */
    uint32_t order;
    /**
     * The word size of that machine in bytes, 4 or 8; 0 is the word size of this machine. TF_LEGACY and TFLITE have
     * no words.
     */
    uint32_t word_bytes;
    /**
     * The word after the address in a VIEW of TF24: 0 anything (TensorFlow up to 2.20), 1 an owner or null (since
     * 2.21).
     */
    uint32_t view_abi;
    /**
     * How far the bytes are trusted: `USTR_TENSOR_UNTRUSTED` etc.
     */
    uint32_t trust;
    /**
     * How strictly the bytes are checked: `USTR_TENSOR_LENIENT` etc.
     */
    uint32_t strictness;
    /**
     * The number of elements.
     */
    uint64_t count;
    /**
     * The largest accepted size of a string in bytes; 0 is 2³¹ − 1.
     */
    uint64_t max_bytes;
    /**
     * For functions that validate: the largest accepted size of all strings together in bytes. 0 is the size of the
     * memory with `USTR_TENSOR_UNTRUSTED`, otherwise no limit.
     */
    uint64_t max_total_bytes;
    /**
     * For writing VIEWs: the address of their owner, or 0. Must be 0 if `view_abi` is 0.
     */
    uint64_t owner;
} ustr_tensor;

/**
 * The result of `tensor_validate`. The caller provides the memory, at any alignment, and sets `struct_size`; the
 * other members need not be initialised. They are written only if the function returns a status, not if it returns
 * an error.
 */
typedef struct ustr_tensor_report {
    /**
     * On call: the number of bytes that may be written, which is the caller's `sizeof(ustr_tensor_report)`, 32 to
     * 4096; else `USTR_E_SIZE`. On return: the number of bytes written, which is the smaller of that and the
     * library's own size.
     */
    size_t struct_size;
    /**
     * The index of the first refused element; the number of elements if none is refused or the tensor as a whole is.
     */
    uint64_t index;
    /**
     * The size of all strings together in bytes; 0 if the tensor is refused.
     */
    uint64_t bytes;
    /**
     * `USTR_TENSOR_CODE_*` if the tensor is refused, else 0.
     */
    uint32_t code;
    /**
     * `USTR_TENSOR_FIELD_*` if the tensor is refused, else 0.
     */
    uint32_t field;
} ustr_tensor_report;

/**
 * The functions of the library. Releases only append members: before using a member that is not in version 1.0, test
 * for it with `USTR_HAS`.
 *
 * **Sizes.** Source sizes are in bytes of encoded text or in chars: UTF-16 code units of 2 bytes, in the byte order
 * of the machine. A region may start at any address. It may be null only if its size is 0, else `USTR_E_NULL`. It
 * has at most `PTRDIFF_MAX` bytes and does not wrap around the end of the address space, else `USTR_E_RANGE`.
 * Sources and destinations must not overlap. If another thread changes a source during a call, the resulting text is
 * unspecified; nothing outside the regions is accessed.
 *
 * **Encodings and flags.** `encoding` is one of `USTR_ENCODING_*`, else `USTR_E_ENCODING`; `flags` are
 * `USTR_FLAG_*`, combined with `|`, else `USTR_E_FLAGS`. Reserved values give `USTR_E_UNSUPPORTED`. Where a function
 * returns a status with `USTR_FLAG_REPORT`, the policies `USTR_FLAG_LOSSLESS` and `USTR_FLAG_SURROGATE_ESCAPE` return it for
 * what they report, and so does `USTR_FLAG_REPLACE_WITH` when encoding.
 *
 * **Results.** A text function that returns a status (not negative) has filled the `ustr_progress`. It stops only
 * between code points; it has written as many whole code points as fit, and leaves the rest of the destination
 * unchanged. A function that returns an error (negative) has written nothing; only after `USTR_E_PANIC` are the
 * contents of the destination unspecified. No function appends a terminator; zero units are text.
 *
 * **Cost.** One pass, or two where a function says so; nothing is allocated. All functions may be called from any
 * thread, at any time.
 */
typedef struct ustr_api {
    /**
     * The size of this table in bytes, up to the end of the last member that this library has.
     */
    size_t struct_size;
    /**
     * The `USTR_ABI_MAJOR` of this library.
     */
    uint32_t abi_major;
    /**
     * The `USTR_ABI_MINOR` of this library.
     */
    uint32_t abi_minor;
    /**
     * The features of this library, as bits `USTR_FEATURE_*`. Callers ignore unknown bits.
     */
    uint64_t features;
    /**
     * Returns the version of the library, such as `1.2.3`: NUL-terminated, valid until the process ends. Never null.
     */
    const char *(*version)(void);
    /**
     * Returns the name of a status or error number, a colon and a sentence, in ASCII: NUL-terminated, valid until
     * the process ends. Never null; an unknown number has the name `unknown`.
     */
    const char *(*status_text)(int32_t status);
    /**
     * Copies the message of the last `USTR_E_PANIC` on this thread: UTF-8, not terminated, cut after `dst_bytes`
     * even inside a character. Returns the size of the whole message in bytes, 0 if there was no panic. If `dst` is
     * null, nothing is copied, whatever `dst_bytes` is.
     */
    size_t (*last_panic)(void *dst, size_t dst_bytes);
    /**
     * Decodes `src` to Latin-1: one byte for each char.
     *
     * On return, `out->read` is in bytes of `src` and `out->written` in bytes of `dst`, which is also the number of
     * chars. Returns `USTR_DONE`; `USTR_OUTPUT_FULL`; `USTR_NOT_LATIN1` at the first code point above U+00FF, which
     * includes the U+FFFD that replaces an error; `USTR_MALFORMED` if the policy reports the error; `USTR_INCOMPLETE`
     * with `USTR_FLAG_MORE`.
     */
    int32_t (*decode_latin1)(uint32_t encoding,
                             uint32_t flags,
                             const void *src,
                             size_t src_bytes,
                             void *dst,
                             size_t dst_bytes,
                             struct ustr_progress *out);
    /**
     * Decodes `src` to chars. The result never has more chars than `src` has bytes, unless errors are replaced with a
     * code point above U+FFFF.
     *
     * On return, `out->read` is in bytes and `out->written` in chars. Returns `USTR_DONE`; `USTR_OUTPUT_FULL`;
     * `USTR_MALFORMED` if the policy reports the error; `USTR_INCOMPLETE` with `USTR_FLAG_MORE`.
     */
    int32_t (*decode_utf16)(uint32_t encoding,
                            uint32_t flags,
                            const void *src,
                            size_t src_bytes,
                            void *dst,
                            size_t dst_chars,
                            struct ustr_progress *out);
    /**
     * Decodes `src` to the form in which a Java string stores it: to Latin-1 in `latin1` if every char is below
     * U+0100, otherwise all of it to chars in `chars`. `out->coder` names the form; the contents of the other
     * destination are then unspecified, within its size. With `USTR_FLAG_CHARS` the form is always chars.
     *
     * On return, `out->read` is in bytes and `out->written` in chars. Returns `USTR_DONE`; `USTR_OUTPUT_FULL` if the
     * destination of that form is full; `USTR_MALFORMED` if the policy reports the error; `USTR_INCOMPLETE` with
     * `USTR_FLAG_MORE`.
     */
    int32_t (*decode_java)(uint32_t encoding,
                           uint32_t flags,
                           const void *src,
                           size_t src_bytes,
                           void *latin1,
                           size_t latin1_bytes,
                           void *chars,
                           size_t chars_chars,
                           struct ustr_progress *out);
    /**
     * Encodes `src`, which is Latin-1: one byte for each char. If the encoding has a byte order mark, it is written
     * before the first code point, and not at all if there is no code point.
     *
     * On return, `out->read` is in chars and `out->written` in bytes. Returns `USTR_DONE`; `USTR_OUTPUT_FULL`;
     * `USTR_UNMAPPABLE` if the policy reports the error.
     */
    int32_t (*encode_latin1)(uint32_t encoding,
                             uint32_t flags,
                             const void *src,
                             size_t src_chars,
                             void *dst,
                             size_t dst_bytes,
                             struct ustr_progress *out);
    /**
     * Encodes `src`, which is in chars. A lone surrogate is malformed. If the encoding has a byte order mark, it is
     * written before the first code point, and not at all if there is no code point. To truncate a text, pass a
     * small `dst`.
     *
     * On return, `out->read` is in chars and `out->written` in bytes. Returns `USTR_DONE`; `USTR_OUTPUT_FULL`;
     * `USTR_MALFORMED` or `USTR_UNMAPPABLE` if the policy reports the error; `USTR_INCOMPLETE` with `USTR_FLAG_MORE`,
     * before a high surrogate at the end.
     */
    int32_t (*encode_utf16)(uint32_t encoding,
                            uint32_t flags,
                            const void *src,
                            size_t src_chars,
                            void *dst,
                            size_t dst_bytes,
                            struct ustr_progress *out);
    /**
     * Measures the output of `encode_utf16`: returns the status that it would return with a `dst` of unlimited size.
     *
     * On return, `out->read` is in chars; `out->written` is the number of bytes that would be written.
     */
    int32_t (*measure_encoded)(uint32_t encoding,
                               uint32_t flags,
                               const void *src,
                               size_t src_chars,
                               struct ustr_progress *out);
    /**
     * Measures the output of `decode_utf16`: returns the status that it would return with a `dst` of unlimited size.
     *
     * On return, `out->read` is in bytes; `out->written` is the number of chars that would be written.
     */
    int32_t (*measure_decoded)(uint32_t encoding,
                               uint32_t flags,
                               const void *src,
                               size_t src_bytes,
                               struct ustr_progress *out);
    /**
     * Searches for the first zero code unit and stores in `*units` the number of units before it, or `max_units` if
     * no unit is zero. Units are counted from `src`, whatever its alignment. Returns `USTR_DONE`.
     *
     * `unit_size` is 1, 2 or 4 bytes, else `USTR_E_RANGE`. `max_units` may be as large as `SIZE_MAX`: nothing is
     * read beyond the page that holds the zero unit.
     */
    int32_t (*find_zero)(uint32_t unit_size, const void *src, size_t max_units, uint64_t *units);
    /**
     * Compares the text of `src` with `chars`, without decoding or encoding the whole text.
     *
     * On return, `out->read` is in bytes; `out->written` is the number of chars that are equal. Returns `USTR_DONE` if
     * all of `src` was read and its chars equal the first `out->written` chars (`chars` may have more);
     * `USTR_MISMATCH` at the first char that differs or is missing; `USTR_MALFORMED` if the policy reports the error,
     * also if the texts differ before the error; `USTR_INCOMPLETE` with `USTR_FLAG_MORE`.
     */
    int32_t (*compare)(uint32_t encoding,
                       uint32_t flags,
                       const void *src,
                       size_t src_bytes,
                       const void *chars,
                       size_t chars_chars,
                       struct ustr_progress *out);
    /**
     * Validates each element of a tensor, and the tensor as a whole, without reading any string.
     *
     * `tensor` and each element are copied before they are checked. The tensor has `base_bytes` bytes, at any
     * alignment. Returns `USTR_DONE`, or `USTR_REFUSED` with the error's code, element and field in `report`.
     */
    int32_t (*tensor_validate)(const struct ustr_tensor *tensor,
                               const void *base,
                               size_t base_bytes,
                               struct ustr_tensor_report *report);
    /**
     * Decodes a whole text in an encoding of the WHATWG Encoding Standard to chars.
     *
     * `label` names the encoding, such as `shift_jis`: NUL-terminated, in any case. Labels have the meaning that
     * browsers give them: `iso-8859-1` is windows-1252. An unknown label gives `USTR_E_ENCODING`. `flags` are a
     * policy; LOSSLESS and SURROGATE_ESCAPE report errors, and `USTR_FLAG_MORE` and `USTR_FLAG_CONTINUED` give
     * `USTR_E_FLAGS`. A byte order mark is text. The library in the jars is built without these encodings: both
     * functions return `USTR_E_UNSUPPORTED`.
     *
     * On return, `out->read` is in bytes and `out->written` in chars. Returns `USTR_DONE`; `USTR_OUTPUT_FULL` if the
     * text does not fit: then `out->read` is 0, `out->written` is the number of chars of the whole text, and the
     * contents of `dst` are unspecified; `USTR_MALFORMED` if the policy reports the error: then `out->written` is the
     * number of chars before the error, and if these do not fit, the contents of `dst` are unspecified.
     */
    int32_t (*whatwg_decode)(const char *label,
                             uint32_t flags,
                             const void *src,
                             size_t src_bytes,
                             void *dst,
                             size_t dst_chars,
                             struct ustr_progress *out);
    /**
     * Encodes a whole text of chars in an encoding of the WHATWG Encoding Standard; otherwise as `whatwg_decode`.
     * `USTR_FLAG_REPLACE` encodes each error to `?`. UTF-16LE, UTF-16BE and `replacement`, which the standard only
     * decodes, give `USTR_E_UNSUPPORTED`.
     *
     * On return, `out->read` is in chars and `out->written` in bytes. Returns `USTR_DONE`; `USTR_OUTPUT_FULL`;
     * `USTR_MALFORMED` or `USTR_UNMAPPABLE` if the policy reports the error.
     */
    int32_t (*whatwg_encode)(const char *label,
                             uint32_t flags,
                             const void *src,
                             size_t src_chars,
                             void *dst,
                             size_t dst_bytes,
                             struct ustr_progress *out);
} ustr_api;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Returns the table for C programs, which is valid until the process ends and never written. Returns null if the
 * library does not have this major version; the table holds the library's minor version.
 */
const struct ustr_api *ustr_get_api(uint32_t major);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

/**
 * The policy `USTR_FLAG_REPLACE_WITH` with this code point, such as `USTR_REPLACE_WITH('*')`.
 */
#define USTR_REPLACE_WITH(code_point) \
    (USTR_FLAG_REPLACE_WITH | (uint32_t)(code_point) << USTR_FLAG_REPLACEMENT_SHIFT)

/**
 * Whether the table at `api` has the member `name` (a function): the library may be older than this header. A member
 * that is there may still answer `USTR_E_UNSUPPORTED`, as `whatwg_decode` does in a library without these encodings.
 */
#define USTR_HAS(api, name) \
    ((api)->struct_size >= offsetof(ustr_api, name) + sizeof((api)->name) && (api)->name != NULL)

#ifdef __cplusplus
#define USTR_ASSERT_OFFSET(type, name, offset) static_assert(offsetof(type, name) == offset, #type "." #name)
#else
#define USTR_ASSERT_OFFSET(type, name, offset) _Static_assert(offsetof(type, name) == offset, #type "." #name)
#endif
USTR_ASSERT_OFFSET(ustr_api, struct_size, 0);
USTR_ASSERT_OFFSET(ustr_api, abi_major, 8);
USTR_ASSERT_OFFSET(ustr_api, abi_minor, 12);
USTR_ASSERT_OFFSET(ustr_api, features, 16);
USTR_ASSERT_OFFSET(ustr_api, version, 24);
USTR_ASSERT_OFFSET(ustr_api, status_text, 32);
USTR_ASSERT_OFFSET(ustr_api, last_panic, 40);
USTR_ASSERT_OFFSET(ustr_api, decode_latin1, 48);
USTR_ASSERT_OFFSET(ustr_api, decode_utf16, 56);
USTR_ASSERT_OFFSET(ustr_api, decode_java, 64);
USTR_ASSERT_OFFSET(ustr_api, encode_latin1, 72);
USTR_ASSERT_OFFSET(ustr_api, encode_utf16, 80);
USTR_ASSERT_OFFSET(ustr_api, measure_encoded, 88);
USTR_ASSERT_OFFSET(ustr_api, measure_decoded, 96);
USTR_ASSERT_OFFSET(ustr_api, find_zero, 104);
USTR_ASSERT_OFFSET(ustr_api, compare, 112);
USTR_ASSERT_OFFSET(ustr_api, tensor_validate, 120);
USTR_ASSERT_OFFSET(ustr_api, whatwg_decode, 128);
USTR_ASSERT_OFFSET(ustr_api, whatwg_encode, 136);
USTR_ASSERT_OFFSET(ustr_progress, struct_size, 0);
USTR_ASSERT_OFFSET(ustr_progress, read, 8);
USTR_ASSERT_OFFSET(ustr_progress, written, 16);
USTR_ASSERT_OFFSET(ustr_progress, bad_len, 24);
USTR_ASSERT_OFFSET(ustr_progress, coder, 28);
USTR_ASSERT_OFFSET(ustr_tensor, struct_size, 0);
USTR_ASSERT_OFFSET(ustr_tensor, format, 8);
USTR_ASSERT_OFFSET(ustr_tensor, order, 12);
USTR_ASSERT_OFFSET(ustr_tensor, word_bytes, 16);
USTR_ASSERT_OFFSET(ustr_tensor, view_abi, 20);
USTR_ASSERT_OFFSET(ustr_tensor, trust, 24);
USTR_ASSERT_OFFSET(ustr_tensor, strictness, 28);
USTR_ASSERT_OFFSET(ustr_tensor, count, 32);
USTR_ASSERT_OFFSET(ustr_tensor, max_bytes, 40);
USTR_ASSERT_OFFSET(ustr_tensor, max_total_bytes, 48);
USTR_ASSERT_OFFSET(ustr_tensor, owner, 56);
USTR_ASSERT_OFFSET(ustr_tensor_report, struct_size, 0);
USTR_ASSERT_OFFSET(ustr_tensor_report, index, 8);
USTR_ASSERT_OFFSET(ustr_tensor_report, bytes, 16);
USTR_ASSERT_OFFSET(ustr_tensor_report, code, 24);
USTR_ASSERT_OFFSET(ustr_tensor_report, field, 28);
#undef USTR_ASSERT_OFFSET

#endif /* UNITSTR_H */

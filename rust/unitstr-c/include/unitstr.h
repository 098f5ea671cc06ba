/* unitstr: strings between C and Java, counted in code units.

   Generated from rust/unitstr-c/src by `cargo run --locked -p unitstr-c --example generate`; do not edit.
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
 * The next code point does not fit into the destination. What was written is maximal and ends with a whole code point.
 */
#define USTR_OUTPUT_FULL 1

/**
 * The source is malformed after `read` elements; the bad sequence has `bad_len` of them.
 */
#define USTR_MALFORMED 2

/**
 * The code point after `read` chars does not exist in the encoding; it has `bad_len` chars.
 */
#define USTR_UNMAPPABLE 3

/**
 * The source ends, after `read` elements, inside a sequence that what follows may complete, and more was promised.
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
 * An element of a tensor is not what its format allows, or what may be trusted.
 */
#define USTR_REFUSED 7

/**
 * A function that was called, or the library, raised an error.
 */
#define USTR_RAISED 8

/**
 * A pointer is null and its size is not zero.
 */
#define USTR_E_NULL -1

/**
 * The encoding's number is unknown.
 */
#define USTR_E_ENCODING -2

/**
 * A flag is unknown, or two exclude each other.
 */
#define USTR_E_FLAGS -3

/**
 * A size or an offset is negative or too large.
 */
#define USTR_E_RANGE -4

/**
 * The `struct_size` of a struct is too small or absurd.
 */
#define USTR_E_SIZE -5

/**
 * The tail of a struct that this library does not know is not zero.
 */
#define USTR_E_UNKNOWN_FIELD -6

/**
 * The library does not do this.
 */
#define USTR_E_UNSUPPORTED -7

/**
 * The library failed inside and caught it; `last_panic` has the text.
 */
#define USTR_E_PANIC -8

/**
 * A library cannot be loaded, is none that is known, or fails where it must not.
 */
#define USTR_E_LIBRARY -9

/**
 * No functions are registered any more.
 */
#define USTR_E_FROZEN -10

/**
 * UTF-8; units of 1 byte. A byte order mark is text.
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
 * UTF-16LE; units of 2 bytes. A byte order mark is text.
 */
#define USTR_ENCODING_UTF_16LE 4

/**
 * UTF-16BE; units of 2 bytes. A byte order mark is text.
 */
#define USTR_ENCODING_UTF_16BE 5

/**
 * UTF-16; units of 2 bytes. Either mark chooses the order and is dropped, else big-endian; written big-endian after a
 * mark.
 */
#define USTR_ENCODING_UTF_16 6

/**
 * UTF-32LE; units of 4 bytes. The mark of this order is dropped once at the start.
 */
#define USTR_ENCODING_UTF_32LE 7

/**
 * UTF-32BE; units of 4 bytes. The mark of this order is dropped once at the start.
 */
#define USTR_ENCODING_UTF_32BE 8

/**
 * UTF-32; units of 4 bytes. Either mark chooses the order and is dropped, else big-endian; written big-endian without
 * a mark.
 */
#define USTR_ENCODING_UTF_32 9

/**
 * x-UTF-16LE-BOM; units of 2 bytes. Either mark chooses the order and is dropped, else little-endian; written
 * little-endian after a mark.
 */
#define USTR_ENCODING_UTF_16LE_BOM 10

/**
 * X-UTF-32LE-BOM; units of 4 bytes. The mark of this order is dropped once at the start; written after a mark.
 */
#define USTR_ENCODING_UTF_32LE_BOM 11

/**
 * X-UTF-32BE-BOM; units of 4 bytes. The mark of this order is dropped once at the start; written after a mark.
 */
#define USTR_ENCODING_UTF_32BE_BOM 12

/**
 * Modified UTF-8. Reserved: `USTR_E_UNSUPPORTED`.
 */
#define USTR_ENCODING_MODIFIED_UTF_8 13

/**
 * CESU-8. Reserved: `USTR_E_UNSUPPORTED`.
 */
#define USTR_ENCODING_CESU_8 14

/**
 * The bits that hold the policy: what happens to malformed and unmappable text.
 */
#define USTR_FLAG_POLICY_MASK 15

/**
 * Policy: it becomes what the JDK puts in its place: decoded, U+FFFD; encoded, `?` in UTF-8, ISO-8859-1 and US-ASCII,
 * U+FFFD in the others.
 */
#define USTR_FLAG_REPLACE 0

/**
 * Policy: it ends the operation, with `USTR_MALFORMED` or `USTR_UNMAPPABLE`.
 */
#define USTR_FLAG_REPORT 1

/**
 * Policy: it is left out. Reserved: `USTR_E_UNSUPPORTED`.
 */
#define USTR_FLAG_IGNORE 2

/**
 * Policy: it is kept in a form that can be turned back. Reserved: `USTR_E_UNSUPPORTED`.
 */
#define USTR_FLAG_LOSSLESS 3

/**
 * The source goes on after this piece: an unfinished sequence at its end is not read, and the status is
 * `USTR_INCOMPLETE`.
 */
#define USTR_FLAG_MORE 256

/**
 * This piece is not the first: no byte order mark is looked for or written.
 */
#define USTR_FLAG_CONTINUED 512

/**
 * Decode into chars even if Latin-1 would do. For `decode_java` and `packed_decode`; the others ignore it.
 */
#define USTR_FLAG_CHARS 1024

/**
 * Decoded text is in Latin-1, one byte for each char.
 */
#define USTR_CODER_LATIN1 0

/**
 * Decoded text is in chars, UTF-16 code units in the byte order of the machine.
 */
#define USTR_CODER_UTF16 1

/**
 * Format: elements of 24 bytes, TensorFlow since 2.4.
 */
#define USTR_TENSOR_TF24 1

/**
 * Format: elements of 16 bytes of TensorFlow's RFC of 2019.
 */
#define USTR_TENSOR_RFC16 2

/**
 * Format: elements of 24 bytes of the same RFC.
 */
#define USTR_TENSOR_RFC24 3

/**
 * Format: a table of 64-bit offsets, TensorFlow's C API until 2.3.
 */
#define USTR_TENSOR_TF_LEGACY 4

/**
 * Format: a count and a table of 32-bit offsets, TFLite.
 */
#define USTR_TENSOR_TFLITE 5

/**
 * Trust: a file, a mapping, the network. No address is followed.
 */
#define USTR_TENSOR_UNTRUSTED 0

/**
 * Trust: other code in this process. Addresses are followed after all checks that can be made.
 */
#define USTR_TENSOR_POINTERS_CHECKED 1

/**
 * Trust: straight from the library that made it.
 */
#define USTR_TENSOR_TRUSTED 2

/**
 * Strictness: what the real readers accept too, as long as it stays inside of the memory.
 */
#define USTR_TENSOR_LENIENT 0

/**
 * Strictness: what the real writers write.
 */
#define USTR_TENSOR_USUAL 1

/**
 * Strictness: what this library writes.
 */
#define USTR_TENSOR_STRICT 2

/**
 * Form: nothing in the tensor is an address. TF24, RFC16, RFC24: OFFSETs.
 */
#define USTR_TENSOR_IMAGE 0

/**
 * Form, for TF24: SMALL, and for longer strings VIEW.
 */
#define USTR_TENSOR_VIEWS 1

/**
 * Form, for RFC16 and RFC24: PREALLOC, each string in a place of `capacity` bytes behind the table.
 */
#define USTR_TENSOR_ARENA 3

/**
 * Refused: the memory is too small for the table of so many elements.
 */
#define USTR_TENSOR_CODE_TABLE_TRUNCATED 1

/**
 * Refused: there is no such element.
 */
#define USTR_TENSOR_CODE_INDEX_RANGE 2

/**
 * Refused: more bytes inside of an element than there is room.
 */
#define USTR_TENSOR_CODE_SMALL_SIZE 3

/**
 * Refused: a string in the same memory is not all inside of it.
 */
#define USTR_TENSOR_CODE_OFFSET_RANGE 4

/**
 * Refused: a string in the same memory begins inside of the table.
 */
#define USTR_TENSOR_CODE_OFFSET_INTO_TABLE 5

/**
 * Refused: an address, where addresses are not trusted, or those of another machine.
 */
#define USTR_TENSOR_CODE_POINTER_REFUSED 6

/**
 * Refused: a null address of a string that is not empty.
 */
#define USTR_TENSOR_CODE_NULL_DATA 7

/**
 * Refused: the string is longer than is allowed, or than the format can say.
 */
#define USTR_TENSOR_CODE_SIZE_LIMIT 8

/**
 * Refused: all strings together are longer than is allowed, or than the format can say.
 */
#define USTR_TENSOR_CODE_TOTAL_LIMIT 9

/**
 * Refused: the capacity is smaller than the size.
 */
#define USTR_TENSOR_CODE_CAPACITY 10

/**
 * Refused: the string goes on past the last address.
 */
#define USTR_TENSOR_CODE_POINTER_WRAPS 11

/**
 * Refused: the string is not all inside of one of the ranges that are allowed.
 */
#define USTR_TENSOR_CODE_POINTER_RANGE 12

/**
 * Refused: a count that the bytes hold is not that of the elements.
 */
#define USTR_TENSOR_CODE_COUNT 13

/**
 * Refused: a string begins before the one of the element before.
 */
#define USTR_TENSOR_CODE_NOT_MONOTONIC 14

/**
 * Refused: a string begins inside of the one before.
 */
#define USTR_TENSOR_CODE_OVERLAP 15

/**
 * Refused: bytes that no field uses are not zero.
 */
#define USTR_TENSOR_CODE_PADDING 16

/**
 * Refused: a length of variable size does not end, says more than 64 bits, or is longer than it need be.
 */
#define USTR_TENSOR_CODE_VARINT 17

/**
 * Refused: the first string does not begin where the table ends.
 */
#define USTR_TENSOR_CODE_FIRST_OFFSET 18

/**
 * Refused: the last string does not end where the memory ends.
 */
#define USTR_TENSOR_CODE_END_OFFSET 19

/**
 * Refused: the element would be too far from its string for the format.
 */
#define USTR_TENSOR_CODE_DISTANCE 20

/**
 * Refused: there is no string, and none is to take its place.
 */
#define USTR_TENSOR_CODE_NULL_ELEMENT 21

/**
 * Refused: there is no memory for it.
 */
#define USTR_TENSOR_CODE_NO_MEMORY 22

/**
 * Refused: the format does not have this, or not on this machine.
 */
#define USTR_TENSOR_CODE_UNSUPPORTED 23

/**
 * Refused: the target is too small.
 */
#define USTR_TENSOR_CODE_TARGET_SIZE 24

/**
 * Refused for the table as a whole.
 */
#define USTR_TENSOR_FIELD_TABLE 0

/**
 * Refused for the size of a string, or its length of variable size.
 */
#define USTR_TENSOR_FIELD_SIZE 1

/**
 * Refused for the capacity.
 */
#define USTR_TENSOR_FIELD_CAPACITY 2

/**
 * Refused for the address.
 */
#define USTR_TENSOR_FIELD_POINTER 3

/**
 * Refused for the offset.
 */
#define USTR_TENSOR_FIELD_OFFSET 4

/**
 * Refused for the count.
 */
#define USTR_TENSOR_FIELD_COUNT 5

/**
 * Refused for bytes that no field uses.
 */
#define USTR_TENSOR_FIELD_PADDING 6

/**
 * Refused for the offset behind the last string.
 */
#define USTR_TENSOR_FIELD_END 7

/**
 * Refused for the string itself.
 */
#define USTR_TENSOR_FIELD_TEXT 8

/**
 * The major version of the table's layout. It changes if a member has to change or go, which is not planned.
 */
#define USTR_ABI_MAJOR 1

/**
 * The minor version of the table's layout: one more with every release that appends members.
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
 * Feature: vectors of AVX2 are in use; `UNITSTR_ISA=scalar` in the environment would keep them from it. Without this and
 * the next: no vectors.
 */
#define USTR_FEATURE_ISA_AVX2 256

/**
 * Feature: vectors of AVX-512 are in use; `UNITSTR_ISA=scalar` or `avx2` in the environment would keep them from it.
 */
#define USTR_FEATURE_ISA_AVX512 512

/**
 * Feature: `UNITSTR_ISA` in the environment is refused, because this CPU lacks what it asks for or nothing is called so.
 * The best that there is is in use.
 */
#define USTR_FEATURE_ISA_REFUSED 1024

/**
 * `struct_size` of the table in version 1.0, which every library has at least.
 */
#define USTR_API_SIZE_1_0 128

/**
 * How far an operation came. The caller provides the memory, at any alignment, and sets `struct_size`; the other members
 * need not be initialised. They are written only if the entry returns a status, not an error.
 *
 * Elements are bytes of encoded text, or chars (UTF-16 code units of 2 bytes; bytes, for text in Latin-1).
 */
typedef struct ustr_progress {
    /**
     * In: the bytes that may be written, `sizeof(ustr_progress)` as the caller knows it, 32 to 4096. Out: how many were
     * written, the smaller of that and the library's own size. Else `USTR_E_SIZE`.
     */
    size_t struct_size;
    /**
     * Source elements read. An operation stops only between code points.
     */
    uint64_t read;
    /**
     * Destination elements written; or those that would be (measure), or that were equal (compare).
     */
    uint64_t written;
    /**
     * Source elements of the malformed or unmappable sequence at `read`: 1 to 4; 0 with any other status.
     */
    uint32_t bad_len;
    /**
     * The form of decoded text: `USTR_CODER_LATIN1` or `USTR_CODER_UTF16`; 0 where nothing is decoded.
     */
    uint32_t coder;
} ustr_progress;

/**
 * What a tensor of strings is, or is to be. The caller provides the memory, at any alignment, and sets all of it to zero
 * but what it knows.
 */
typedef struct ustr_tensor {
    /**
     * The size of this struct as the caller knows it, 88 to 4096, else `USTR_E_SIZE`. What the library does not know must
     * be zero, else `USTR_E_UNKNOWN_FIELD`.
     */
    size_t struct_size;
    /**
     * `USTR_TENSOR_TF24` and so on. An unknown number here or in the next six: `USTR_E_RANGE`.
     */
    uint32_t format;
    /**
     * The byte order of the machine that wrote it: 0 little-endian, 1 big-endian. TFLITE is little-endian in any case.
     */
    uint32_t order;
    /**
     * The size of its words in bytes, 4 or 8; 0 stands for that of this machine. TF_LEGACY and TFLITE have no words.
     */
    uint32_t word_bytes;
    /**
     * What is after the address in a VIEW of TF24: 0 anything (TensorFlow up to 2.20), 1 an owner or null (since 2.21).
     */
    uint32_t view_abi;
    /**
     * How far the bytes are trusted: `USTR_TENSOR_UNTRUSTED` and so on.
     */
    uint32_t trust;
    /**
     * How exact they have to be: `USTR_TENSOR_LENIENT` and so on.
     */
    uint32_t strictness;
    /**
     * How to write: `USTR_TENSOR_IMAGE` and so on. Nothing that reads looks at this.
     */
    uint32_t form;
    /**
     * `USTR_TENSOR_DESCRIBE`, or 0; else `USTR_E_FLAGS`.
     */
    uint32_t flags;
    /**
     * How many elements.
     */
    uint64_t count;
    /**
     * The longest string in bytes that is accepted; 0 stands for 2³¹ − 1.
     */
    uint64_t max_bytes;
    /**
     * The most bytes of all strings together that are accepted, by the entries that validate; 0 stands for the size of
     * the memory if the trust is `USTR_TENSOR_UNTRUSTED`, else for no limit.
     */
    uint64_t max_total_bytes;
    /**
     * Writing addresses: the address of position 0, to which positions are added.
     */
    uint64_t address;
    /**
     * Writing VIEWs: the address of their owner, or 0; 0 if `view_abi` is.
     */
    uint64_t owner;
    /**
     * Writing an arena: the bytes of each place.
     */
    uint64_t capacity;
} ustr_tensor;

/**
 * What was found in a tensor. The caller provides the memory, at any alignment, and sets `struct_size`; the other members
 * need not be initialised. They are written only if the entry returns a status, not an error.
 */
typedef struct ustr_tensor_report {
    /**
     * In: the bytes that may be written, `sizeof(ustr_tensor_report)` as the caller knows it, 32 to 4096. Out: how many
     * were written, the smaller of that and the library's own size. Else `USTR_E_SIZE`.
     */
    size_t struct_size;
    /**
     * The first element that is refused, or the count of elements if it is none of them, or if none is refused.
     */
    uint64_t index;
    /**
     * The bytes of all strings together, if none is refused; else 0.
     */
    uint64_t bytes;
    /**
     * `USTR_TENSOR_CODE_*` if an element is refused, else 0.
     */
    uint32_t code;
    /**
     * `USTR_TENSOR_FIELD_*` if an element is refused, else 0.
     */
    uint32_t field;
} ustr_tensor_report;

/**
 * What the library does, as a table of functions. Members are only appended: before the use of one that is not in
 * version 1.0, ask `USTR_HAS`.
 *
 * **Sizes.** Source sizes count bytes of encoded text, or chars: UTF-16 code units of 2 bytes, in the byte order of the
 * machine. A region may start at any address. It may be null if its size is 0; else `USTR_E_NULL`. It has at most
 * `PTRDIFF_MAX` bytes and does not wrap around the end of memory; else `USTR_E_RANGE`. Sources and destinations do not
 * overlap. If another thread changes a source meanwhile, the result is some text; nothing outside is touched.
 *
 * **Encodings and flags.** `encoding` is one of `USTR_ENCODING_*`, else `USTR_E_ENCODING`; `flags` are those of
 * `USTR_FLAG_*`, joined by `|`, else `USTR_E_FLAGS`. What is reserved gives `USTR_E_UNSUPPORTED`.
 *
 * **Results.** An entry that returns a status (not negative) has filled the `ustr_progress`. An operation stops only
 * between code points, and what it wrote is as much as fits; the destination after that is left untouched. An entry
 * that returns an error (negative) has written nothing anywhere; only after `USTR_E_PANIC` is the destination
 * unspecified. No text is terminated by a zero unit; zero units are text.
 *
 * **Cost.** One pass, or two where a contract says so; nothing is allocated. All entries may be called from any thread,
 * at any time.
 */
typedef struct ustr_api {
    /**
     * The size of this table in bytes: the end of the last member that this library has.
     */
    size_t struct_size;
    /**
     * `USTR_ABI_MAJOR` of this library.
     */
    uint32_t abi_major;
    /**
     * `USTR_ABI_MINOR` of this library.
     */
    uint32_t abi_minor;
    /**
     * What this library has or is, as bits `USTR_FEATURE_*`. Unknown bits mean nothing to a caller.
     */
    uint64_t features;
    /**
     * The library's version, such as `1.2.3`: NUL-terminated, valid for ever. Never null.
     */
    const char *(*version)(void);
    /**
     * The name of a status or error number, a colon and a sentence, in ASCII: NUL-terminated, valid for ever. Never null;
     * a number that this library does not know is called `unknown`.
     */
    const char *(*status_text)(int32_t status);
    /**
     * Copies the text of the last `USTR_E_PANIC` on this thread: UTF-8, not terminated, cut after `dst_bytes` even
     * inside a character. Returns the size of the whole text in bytes, 0 if there was no panic. A null `dst` is not
     * written, whatever `dst_bytes` says.
     */
    size_t (*last_panic)(void *dst, size_t dst_bytes);
    /**
     * Decodes `src` to Latin-1: a byte for each char.
     *
     * `out->read`: bytes; `out->written`: bytes of `dst`, which are chars.
     * `USTR_DONE`; `USTR_OUTPUT_FULL`; `USTR_NOT_LATIN1` at the first code point above U+00FF, among them the U+FFFD of a
     * replaced error; `USTR_MALFORMED` when errors are reported; `USTR_INCOMPLETE` with `USTR_FLAG_MORE`.
     */
    int32_t (*decode_latin1)(uint32_t encoding,
                             uint32_t flags,
                             const void *src,
                             size_t src_bytes,
                             void *dst,
                             size_t dst_bytes,
                             struct ustr_progress *out);
    /**
     * Decodes `src` to chars. There are never more of them than bytes of `src`.
     *
     * `out->read`: bytes; `out->written`: chars.
     * `USTR_DONE`; `USTR_OUTPUT_FULL`; `USTR_MALFORMED` when errors are reported; `USTR_INCOMPLETE` with
     * `USTR_FLAG_MORE`.
     */
    int32_t (*decode_utf16)(uint32_t encoding,
                            uint32_t flags,
                            const void *src,
                            size_t src_bytes,
                            void *dst,
                            size_t dst_chars,
                            struct ustr_progress *out);
    /**
     * Decodes `src` to the form that a Java string has inside: to Latin-1 in `latin1` if all of it is below U+0100, else
     * all of it to chars in `chars`. `out->coder` says which; the other destination is then unspecified, within its
     * size. With `USTR_FLAG_CHARS` always to chars.
     *
     * `out->read`: bytes; `out->written`: chars.
     * `USTR_DONE`; `USTR_OUTPUT_FULL` if the destination of that form is full; `USTR_MALFORMED` when errors are
     * reported; `USTR_INCOMPLETE` with `USTR_FLAG_MORE`.
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
     * Encodes `src`, which is in Latin-1: a byte for each char. A byte order mark, where the encoding has one, is written
     * before the first code point, never alone.
     *
     * `out->read`: chars; `out->written`: bytes.
     * `USTR_DONE`; `USTR_OUTPUT_FULL`; `USTR_UNMAPPABLE` when errors are reported.
     */
    int32_t (*encode_latin1)(uint32_t encoding,
                             uint32_t flags,
                             const void *src,
                             size_t src_chars,
                             void *dst,
                             size_t dst_bytes,
                             struct ustr_progress *out);
    /**
     * Encodes `src`, which is in chars. A lone surrogate is malformed. A byte order mark, where the encoding has one, is
     * written before the first code point, never alone. With a small `dst` this is how to truncate.
     *
     * `out->read`: chars; `out->written`: bytes.
     * `USTR_DONE`; `USTR_OUTPUT_FULL`; `USTR_MALFORMED` or `USTR_UNMAPPABLE` when errors are reported; `USTR_INCOMPLETE`
     * with `USTR_FLAG_MORE`, before a high surrogate at the end.
     */
    int32_t (*encode_utf16)(uint32_t encoding,
                            uint32_t flags,
                            const void *src,
                            size_t src_chars,
                            void *dst,
                            size_t dst_bytes,
                            struct ustr_progress *out);
    /**
     * Measures what `encode_utf16` would write into unlimited memory, and returns what it would.
     *
     * `out->read`: chars; `out->written`: bytes that would be written.
     */
    int32_t (*measure_encoded)(uint32_t encoding,
                               uint32_t flags,
                               const void *src,
                               size_t src_chars,
                               struct ustr_progress *out);
    /**
     * Measures what `decode_utf16` would write into unlimited memory, and returns what it would.
     *
     * `out->read`: bytes; `out->written`: chars that would be written.
     */
    int32_t (*measure_decoded)(uint32_t encoding,
                               uint32_t flags,
                               const void *src,
                               size_t src_bytes,
                               struct ustr_progress *out);
    /**
     * Searches for the first zero code unit, and stores in `*units` how many units precede it; `max_units` if there is
     * none. Units are counted from `src`, whatever its alignment. Returns `USTR_DONE`.
     *
     * `unit_size`: 1, 2 or 4 bytes, else `USTR_E_RANGE`. `max_units`: may be as large as `SIZE_MAX`; nothing is read
     * beyond the page that holds the zero unit.
     */
    int32_t (*find_zero)(uint32_t unit_size, const void *src, size_t max_units, uint64_t *units);
    /**
     * Compares `src`, decoded, with `chars`, without building either's other form.
     *
     * `out->read`: bytes; `out->written`: chars that were equal.
     * `USTR_DONE` if all of `src` was read and equals the chars as far as it goes (there may be chars left);
     * `USTR_MISMATCH` at the first char that differs or is missing; `USTR_MALFORMED` when errors are reported, also if
     * the texts differ before; `USTR_INCOMPLETE` with `USTR_FLAG_MORE`.
     */
    int32_t (*compare)(uint32_t encoding,
                       uint32_t flags,
                       const void *src,
                       size_t src_bytes,
                       const void *chars,
                       size_t chars_chars,
                       struct ustr_progress *out);
    /**
     * Checks every element of a tensor, and all of them together, and touches no string.
     *
     * `tensor`: a `ustr_tensor`, of which a copy is made first; a copy of each element is made before it is checked too.
     * The tensor is `base_bytes` long, at any alignment. Returns `USTR_DONE`, or `USTR_REFUSED` with what, in which
     * element, in which field.
     */
    int32_t (*tensor_validate)(const struct ustr_tensor *tensor,
                               const void *base,
                               size_t base_bytes,
                               struct ustr_tensor_report *report);
} ustr_api;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * The library's table for C programs: valid for ever, never written. Null if the library does not have this major
 * version; the table says which minor version it has.
 */
const struct ustr_api *ustr_get_api(uint32_t major);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

/**
 * Whether the table at `api` has the member `name` (a function): the library may be older than this header.
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
USTR_ASSERT_OFFSET(ustr_tensor, form, 32);
USTR_ASSERT_OFFSET(ustr_tensor, flags, 36);
USTR_ASSERT_OFFSET(ustr_tensor, count, 40);
USTR_ASSERT_OFFSET(ustr_tensor, max_bytes, 48);
USTR_ASSERT_OFFSET(ustr_tensor, max_total_bytes, 56);
USTR_ASSERT_OFFSET(ustr_tensor, address, 64);
USTR_ASSERT_OFFSET(ustr_tensor, owner, 72);
USTR_ASSERT_OFFSET(ustr_tensor, capacity, 80);
USTR_ASSERT_OFFSET(ustr_tensor_report, struct_size, 0);
USTR_ASSERT_OFFSET(ustr_tensor_report, index, 8);
USTR_ASSERT_OFFSET(ustr_tensor_report, bytes, 16);
USTR_ASSERT_OFFSET(ustr_tensor_report, code, 24);
USTR_ASSERT_OFFSET(ustr_tensor_report, field, 28);
#undef USTR_ASSERT_OFFSET

#endif /* UNITSTR_H */

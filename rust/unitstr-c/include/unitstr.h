/* unitstr: strings between C and Java, counted in code units.

   Generated from rust/unitstr-c/src by `cargo run --locked -p unitstr-c --example generate`; do not edit.
   For 64-bit platforms, C11 or later, and C++11 or later.

     const ustr_api *api = ustr_get_api(USTR_ABI_MAJOR);
     if (api == NULL) { ... not this major version ... }
     ustr_progress out = {sizeof out, 0, 0, 0, 0};
     int32_t status = api->decode_utf16(USTR_ENCODING_UTF_8, USTR_FLAG_REPLACE, src, src_bytes, dst, dst_chars, &out);
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
 * An element of a tensor is not what its format allows, or what may be trusted. Since 1.2.
 */
#define USTR_REFUSED 7

/**
 * A function that was called, or the library, raised an error. Since 1.4.
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
 * A library cannot be loaded, is none that is known, or fails where it must not. Since 1.4.
 */
#define USTR_E_LIBRARY -9

/**
 * No functions are registered any more. Since 1.4.
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
 * Packed long: how many bits `read` and `written` have each.
 */
#define USTR_PACKED_COUNT_BITS 28

/**
 * Packed long: the largest `read` or `written`.
 */
#define USTR_PACKED_COUNT_MAX 268435455

/**
 * Packed long: the bit where `read` begins. `written` begins at bit 0.
 */
#define USTR_PACKED_READ_SHIFT 28

/**
 * Packed long: the bit where the status begins, of 3 bits.
 */
#define USTR_PACKED_STATUS_SHIFT 56

/**
 * Packed long: the bit that holds the coder.
 */
#define USTR_PACKED_CODER_SHIFT 59

/**
 * Packed long: the bit where `bad_len` begins, of 3 bits.
 */
#define USTR_PACKED_BAD_SHIFT 60

/**
 * Each text ends before its first zero code unit, if it has one: `char name[32]`. For `packed_decode_batch`; to the others
 * it is an unknown flag.
 */
#define USTR_FLAG_TERMINATED 2048

/**
 * Result of a batch: the bit where the length in chars begins, of 31 bits. Where the text starts, in elements of its
 * destination, begins at bit 0.
 */
#define USTR_BATCH_LENGTH_SHIFT 32

/**
 * Result of a batch: the bit that holds the coder.
 */
#define USTR_BATCH_CODER_SHIFT 63

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
 * Flag, for `packed_tensor_elements`: elements are told as they are, unchecked; nothing may be read by that.
 */
#define USTR_TENSOR_DESCRIBE 1

/**
 * Change: elements that hold anything become empty; what they own is lost.
 */
#define USTR_TENSOR_CHANGE_INIT 1

/**
 * Change: the string becomes a text, which the element owns then.
 */
#define USTR_TENSOR_CHANGE_COPY 2

/**
 * Change: the string goes on with a text. Nothing happens if that is empty.
 */
#define USTR_TENSOR_CHANGE_APPEND 3

/**
 * Change: the string becomes so long; what is new is `fill`.
 */
#define USTR_TENSOR_CHANGE_RESIZE 4

/**
 * Change: the string can become so long without another allocation.
 */
#define USTR_TENSOR_CHANGE_RESERVE 5

/**
 * Change: the same, and at least twice what there was if there is too little.
 */
#define USTR_TENSOR_CHANGE_RESERVE_AMORTIZED 6

/**
 * Change: what the element owns is given back, and it is empty then. What owns nothing stays.
 */
#define USTR_TENSOR_CHANGE_DEALLOC 7

/**
 * Change: the element shows a text, which it does not own, or which `owner` does.
 */
#define USTR_TENSOR_CHANGE_VIEW 8

/**
 * Change, for `packed_assign_tensor`: the element becomes what the other is. A LARGE is copied, a VIEW shows the same,
 * an OFFSET becomes a VIEW. From what is not trusted it is `USTR_TENSOR_CHANGE_COPY`: nothing of that is shown.
 */
#define USTR_TENSOR_CHANGE_ASSIGN 9

/**
 * Change, for `packed_assign_tensor`: the same, and takes what the other owns, which becomes empty then.
 */
#define USTR_TENSOR_CHANGE_MOVE 10

/**
 * Kind: the string is inside of the element.
 */
#define USTR_TENSOR_KIND_SMALL 0

/**
 * Kind: the string is in a block of C's heap that the element owns.
 */
#define USTR_TENSOR_KIND_LARGE 1

/**
 * Kind: the string is at a distance from the element.
 */
#define USTR_TENSOR_KIND_OFFSET 2

/**
 * Kind: the string is at an address that the element does not own.
 */
#define USTR_TENSOR_KIND_VIEW 3

/**
 * Kind: the string is at an address that the element does not own but may write to.
 */
#define USTR_TENSOR_KIND_PREALLOC 4

/**
 * Kind: the string is where a table of offsets says.
 */
#define USTR_TENSOR_KIND_PLAIN 5

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
 * Packed long with the status `USTR_REFUSED`: in `read`, the bit where the field begins. The code begins at bit 0.
 */
#define USTR_TENSOR_FIELD_SHIFT 8

/**
 * Result of `packed_tensor_elements`: how many `int64_t` there are for each element.
 */
#define USTR_TENSOR_ELEMENT_LONGS 4

/**
 * Result of `tensor_owner_new`: how many `int64_t` there are.
 */
#define USTR_TENSOR_OWNER_LONGS 2

/**
 * `packed_validate_tensor`: how many `int64_t` one call leaves to the next.
 */
#define USTR_TENSOR_STATE_LONGS 3

/**
 * `val_open` only loads the library: it is none of values, but one that has functions for one.
 */
#define USTR_VALUES_PLAIN 1

/**
 * With [`USTR_VALUES_PLAIN`]: the library's symbols are for itself only, as those of a module are.
 */
#define USTR_VALUES_LOCAL 2

/**
 * The major version of the table's layout. It changes if a member has to change or go, which is not planned.
 */
#define USTR_ABI_MAJOR 1

/**
 * The minor version of the table's layout: one more with every release that appends members.
 */
#define USTR_ABI_MINOR 4

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
#define USTR_API_SIZE_1_0 160

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
 * but what it knows. Since 1.2.
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
 * need not be initialised. They are written only if the entry returns a status, not an error. Since 1.2.
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
     * `decode_java` for bindings. The source starts `src_offset` bytes after `src`. `latin1` and `chars` are scratch: what
     * lies in them beyond the result, inside their sizes, may be changed too.
     *
     * This and the following return one long. A negative one is an error number. Else, from the lowest bit on:
     * 28 bits written, 28 bits read, 3 bits status, 1 bit coder, 3 bits `bad_len` (`USTR_PACKED_*`).
     * Sources have at most `USTR_PACKED_COUNT_MAX` elements, else `USTR_E_RANGE`; of destinations no more than that is
     * used. Negative sizes and offsets, and sums past the end of memory, give `USTR_E_RANGE`. A base may be null if the
     * sum with its offset is not.
     */
    int64_t (*packed_decode)(const void *src,
                             int64_t src_offset,
                             int64_t src_bytes,
                             uint32_t encoding,
                             uint32_t flags,
                             void *latin1,
                             int64_t latin1_bytes,
                             void *chars,
                             int64_t chars_chars);
    /**
     * `encode_utf16` for bindings. The destination starts `dst_offset` bytes after `dst` and has `dst_bytes` from there.
     */
    int64_t (*packed_encode)(const void *chars,
                             int64_t src_chars,
                             void *dst,
                             int64_t dst_offset,
                             int64_t dst_bytes,
                             uint32_t encoding,
                             uint32_t flags);
    /**
     * `measure_encoded` for bindings. A result above `USTR_PACKED_COUNT_MAX` bytes gives `USTR_E_RANGE`.
     */
    int64_t (*packed_measure)(const void *chars, int64_t src_chars, uint32_t encoding, uint32_t flags);
    /**
     * `find_zero` for bindings: the source starts `src_offset` bytes after `src`. Returns the number of units, not
     * packed, or a negative error number. `max_units`: from 0 to `INT64_MAX`.
     */
    int64_t (*packed_find_zero)(const void *src, int64_t src_offset, int64_t max_units, uint32_t unit_size);
    /**
     * `compare` for bindings. The source starts `src_offset` bytes after `src`.
     */
    int64_t (*packed_compare)(const void *src,
                              int64_t src_offset,
                              int64_t src_bytes,
                              uint32_t encoding,
                              uint32_t flags,
                              const void *chars,
                              int64_t chars_chars);
    /**
     * `packed_decode` of `count` texts, in order, each a text of its own. Since 1.1.
     *
     * `spans`: for each text two `int64_t`: where it starts, in bytes after `src`, and its size in bytes. Each lies inside
     * of `src_bytes` and has at most `USTR_PACKED_COUNT_MAX` bytes, else `USTR_E_RANGE`; texts may overlap. `src_bytes`
     * may be as large as `INT64_MAX`: nothing is read but the texts. With `USTR_FLAG_TERMINATED` a text ends before its
     * first zero unit, counted from its start. `USTR_FLAG_MORE` gives `USTR_E_FLAGS`.
     *
     * All texts share `latin1` and `chars`, which are scratch: each goes into one of them, after the last one there.
     * `results`: for each text one `int64_t`: `start | length << USTR_BATCH_LENGTH_SHIFT | coder <<
     * USTR_BATCH_CODER_SHIFT`, start and length in chars.
     *
     * In the packed result `written` is how many texts were decoded; the results after these are left untouched.
     * `USTR_DONE` if that is all. Else about the next text, which can be tried again as the first: `USTR_OUTPUT_FULL`;
     * `USTR_MALFORMED` when errors are reported, with `read` bytes of it before the error, and `bad_len`.
     *
     * `src_bytes` is not bounded by a packed long, `count` and the sizes are. Time is in proportion to the texts: who
     * must not hold up others splits them.
     */
    int64_t (*packed_decode_batch)(const void *src,
                                   int64_t src_bytes,
                                   const void *spans,
                                   int64_t count,
                                   uint32_t encoding,
                                   uint32_t flags,
                                   void *latin1,
                                   int64_t latin1_bytes,
                                   void *chars,
                                   int64_t chars_chars,
                                   void *results);
    /**
     * `packed_encode` of `count` texts, in order, each a text of its own, with a byte order mark if the encoding has one.
     * Since 1.1.
     *
     * `ends`: for each text one `int64_t`: where it ends, in chars after `chars`; it starts where the one before ends. They
     * do not fall and are at most `src_chars`, else `USTR_E_RANGE`. `USTR_FLAG_MORE` gives `USTR_E_FLAGS`.
     *
     * What the texts become lies at `dst + dst_offset` without gaps. `results`: for each text one `int64_t`: where it ends
     * there, in bytes.
     *
     * In the packed result `written` is how many texts were encoded, each of them whole; of the others, and of their
     * results, nothing is written. `USTR_DONE` if that is all. Else about the next text: `USTR_OUTPUT_FULL`;
     * `USTR_MALFORMED` or `USTR_UNMAPPABLE` when errors are reported, with `read` chars of it before the error, and
     * `bad_len`.
     *
     * A text is measured first if errors are reported, or if it might not fit.
     */
    int64_t (*packed_encode_batch)(const void *chars,
                                   int64_t src_chars,
                                   const void *ends,
                                   int64_t count,
                                   void *dst,
                                   int64_t dst_offset,
                                   int64_t dst_bytes,
                                   uint32_t encoding,
                                   uint32_t flags,
                                   void *results);
    /**
     * Measures what `packed_encode_batch` would write into unlimited memory, and returns what it would. `results`: for
     * each text one `int64_t`: where it would end, in bytes. Since 1.1.
     */
    int64_t (*packed_measure_batch)(const void *chars,
                                    int64_t src_chars,
                                    const void *ends,
                                    int64_t count,
                                    uint32_t encoding,
                                    uint32_t flags,
                                    void *results);
    /**
     * `packed_encode` of a part of a Java string, for bindings that may see the array inside: it starts `src_offset` bytes
     * after `value` and has `src_chars` chars, of 1 byte each (ISO-8859-1) if `coder` is 0, of 2 bytes if it is 1; another
     * `coder` gives `USTR_E_RANGE`. The string is only read. Since 1.1.
     */
    int64_t (*packed_encode_string)(const void *value,
                                    int64_t src_offset,
                                    int64_t src_chars,
                                    uint32_t coder,
                                    void *dst,
                                    int64_t dst_offset,
                                    int64_t dst_bytes,
                                    uint32_t encoding,
                                    uint32_t flags);
    /**
     * Measures what `packed_encode_string` would write into unlimited memory. Since 1.1.
     */
    int64_t (*packed_measure_string)(const void *value,
                                     int64_t src_offset,
                                     int64_t src_chars,
                                     uint32_t coder,
                                     uint32_t encoding,
                                     uint32_t flags);
    /**
     * Checks every element of a tensor, and all of them together, and touches no string. Since 1.2.
     *
     * `tensor`: a `ustr_tensor`, of which a copy is made first; a copy of each element is made before it is checked too.
     * The tensor is `base_bytes` long, at any alignment. Returns `USTR_DONE`, or `USTR_REFUSED` with what, in which
     * element, in which field.
     */
    int32_t (*tensor_validate)(const struct ustr_tensor *tensor,
                               const void *base,
                               size_t base_bytes,
                               struct ustr_tensor_report *report);
    /**
     * `tensor_validate` of `count` elements from `first` on, after those before them. Since 1.2.
     *
     * For this and the next three: elements that the tensor does not have give `USTR_E_RANGE`. In the packed result
     * `written` is how many elements were dealt with; `USTR_DONE` if that is all. `USTR_REFUSED`, about the next one:
     * `read` is `USTR_TENSOR_CODE_* | USTR_TENSOR_FIELD_* << USTR_TENSOR_FIELD_SHIFT`, and `bad_len` is 1 if it is none of
     * the elements that is wrong, but what concerns all of them.
     *
     * `state`: `USTR_TENSOR_STATE_LONGS` of `int64_t`, zero for the first elements and then what the last call left; the
     * first of them is how many bytes the strings have so far.
     */
    int64_t (*packed_validate_tensor)(const struct ustr_tensor *tensor,
                                      const void *base,
                                      int64_t base_bytes,
                                      int64_t first,
                                      int64_t count,
                                      void *state);
    /**
     * What `count` elements are, from `first` on; no string is touched. Since 1.2.
     *
     * `results`: for each element `USTR_TENSOR_ELEMENT_LONGS` of `int64_t`: its kind, `USTR_TENSOR_KIND_*`; the size of
     * its string; its capacity, 0 if nobody may write to it; where the string is: in bytes after `base`, or for LARGE, VIEW
     * and PREALLOC its address. With `USTR_TENSOR_DESCRIBE` these are as the element says, unchecked.
     */
    int64_t (*packed_tensor_elements)(const struct ustr_tensor *tensor,
                                      const void *base,
                                      int64_t base_bytes,
                                      int64_t first,
                                      int64_t count,
                                      void *results);
    /**
     * `packed_decode_batch` of the strings of `count` elements, from `first` on. Since 1.2.
     *
     * Elements are taken while all of them together have no more bytes than `latin1_bytes` (unless `USTR_FLAG_CHARS`) and
     * `chars_chars`: then all of them fit, whatever they decode to. `USTR_OUTPUT_FULL` if that leaves some; `read` is
     * then, and with `USTR_DONE`, how many bytes the strings have that were decoded. Elements are checked one by one, not
     * against `max_total_bytes`. `USTR_FLAG_MORE` gives `USTR_E_FLAGS`.
     */
    int64_t (*packed_decode_tensor)(const struct ustr_tensor *tensor,
                                    const void *base,
                                    int64_t base_bytes,
                                    int64_t first,
                                    int64_t count,
                                    uint32_t encoding,
                                    uint32_t flags,
                                    void *latin1,
                                    int64_t latin1_bytes,
                                    void *chars,
                                    int64_t chars_chars,
                                    void *results);
    /**
     * Copies the strings of `count` elements, from `first` on, one after the other, as many as fit; none in part. Since
     * 1.2.
     *
     * `results`: for each string one `int64_t`: where it ends in `dst`. `USTR_OUTPUT_FULL` if not all fit; `read` is then,
     * and with `USTR_DONE`, how many bytes were copied.
     */
    int64_t (*packed_copy_tensor)(const struct ustr_tensor *tensor,
                                  const void *base,
                                  int64_t base_bytes,
                                  int64_t first,
                                  int64_t count,
                                  void *dst,
                                  int64_t dst_bytes,
                                  void *results);
    /**
     * Measures what `packed_encode_tensor` would write into unlimited memory: whatever the format cannot hold is found
     * here. Since 1.2.
     *
     * `results` as there. If `chars` is null and `src_chars` is not 0, `ends` count the bytes of strings that are bytes
     * already, and `src_chars` does not matter.
     */
    int64_t (*packed_measure_tensor)(const struct ustr_tensor *tensor,
                                     int64_t first,
                                     int64_t position,
                                     const void *chars,
                                     int64_t src_chars,
                                     const void *ends,
                                     int64_t count,
                                     uint32_t encoding,
                                     uint32_t flags,
                                     void *results);
    /**
     * `packed_encode_batch` of `count` texts to elements of a tensor, from `first` on. Since 1.2.
     *
     * A tensor's table begins at position 0, its strings at the position where the table ends: `count` elements of 24
     * bytes (TF24, RFC24), 16 (RFC16) or 8 (TF_LEGACY); in TFLITE 4 * (`count` + 2) bytes. The part of the table for
     * elements from `first` on is written to `table + table_offset`: it begins where the entry of `first` does, in TFLITE
     * at 4 * (`first` + 2), and if `first` is 0 at 0, with what stands before it, even if there are no elements; and it
     * ends where that for the elements behind these begins. The first string goes to `position`, which is at
     * `data + data_offset`, each other one behind the one before. In an arena the string of element i has the position
     * `table's end + i * capacity`. In `USTR_TENSOR_VIEWS` strings of up to 22 bytes are in their element, and positions
     * may begin at 0: they are of any memory whose position 0 is at `address`.
     *
     * `results`: for each element one `int64_t`: the position behind its string, where that of the next one goes. In the
     * packed result `written` is how many elements were written, each of them whole; of the others nothing is.
     * `USTR_OUTPUT_FULL` if the next string does not fit into `data_bytes`; `USTR_MALFORMED`, `USTR_UNMAPPABLE` as
     * there; `USTR_REFUSED` if the format cannot hold the next string at this place.
     */
    int64_t (*packed_encode_tensor)(const struct ustr_tensor *tensor,
                                    void *table,
                                    int64_t table_offset,
                                    void *data,
                                    int64_t data_offset,
                                    int64_t data_bytes,
                                    int64_t first,
                                    int64_t position,
                                    const void *chars,
                                    int64_t src_chars,
                                    const void *ends,
                                    int64_t count,
                                    uint32_t encoding,
                                    uint32_t flags,
                                    void *results);
    /**
     * `packed_encode_tensor` of strings that are bytes already; `ends` are in bytes. Since 1.2.
     *
     * If `src` is null, the table is written, with a length in front of a string if the format has it there, and the
     * strings are left to the caller: each ends at the position that its result says.
     */
    int64_t (*packed_put_tensor)(const struct ustr_tensor *tensor,
                                 void *table,
                                 int64_t table_offset,
                                 void *data,
                                 int64_t data_offset,
                                 int64_t data_bytes,
                                 int64_t first,
                                 int64_t position,
                                 const void *src,
                                 int64_t src_bytes,
                                 const void *ends,
                                 int64_t count,
                                 void *results);
    /**
     * Changes the strings of `count` elements, from `first` on, where they are: as TensorFlow's `TF_TString_*` do, with the
     * same growth of the same blocks of C's heap. TF24 on this machine; of an RFC's elements `USTR_TENSOR_CHANGE_INIT`,
     * `_COPY` and `_DEALLOC`, which write into the place that an element began with whenever that has room. Since 1.3.
     *
     * `change` is one of `USTR_TENSOR_CHANGE_INIT` to `_VIEW`, else `USTR_E_RANGE`. `number` is the size of `_RESIZE`, which
     * fills what is new with `fill`, and of `_RESERVE` and `_RESERVE_AMORTIZED`; both are 0 else. For `_COPY`, `_APPEND` and
     * `_VIEW` the string of each element comes from `text`: `ends` has for each one `int64_t`, where it ends; they do not
     * fall and are at most `text_bytes`, else `USTR_E_RANGE`. To the others `ends` does not matter. The text may lie in what
     * is changed. What a VIEW shows has to stay; if `owner` of the tensor is not 0, that keeps it, and each VIEW takes one
     * reference of it.
     *
     * Nobody else uses the memory meanwhile, and addresses in it are followed, written to and given back: trust has to be
     * `USTR_TENSOR_POINTERS_CHECKED` or more. Each element is checked first, unless it is to be initialised. In the packed
     * result `written` is how many elements have changed; `USTR_DONE` if that is all. `USTR_REFUSED`, about the next one,
     * which has not changed: as for `packed_validate_tensor`. `max_bytes` is the most that a string may become.
     *
     * C's heap is used, and owners are called: not to be called where a garbage collector waits.
     */
    int64_t (*packed_change_tensor)(const struct ustr_tensor *tensor,
                                    void *base,
                                    int64_t base_bytes,
                                    int64_t first,
                                    int64_t count,
                                    uint32_t change,
                                    uint32_t fill,
                                    int64_t number,
                                    const void *text,
                                    int64_t text_bytes,
                                    const void *ends);
    /**
     * Changes `count` elements, from `first` on, by those of another tensor, from `from_first` on: `change` is
     * `USTR_TENSOR_CHANGE_COPY` or `_APPEND`, whatever the other one's layout and trust are, or `_ASSIGN` or `_MOVE` from
     * TF24 to TF24, of which a move has to be of the same version and changes the other, which is then as trusted as this
     * one. Else `USTR_E_RANGE` or `USTR_REFUSED`. An element may be given to itself. Since 1.3.
     *
     * Returns what `packed_change_tensor` does; an element of the other that is refused counts as that which it was to be
     * given to.
     */
    int64_t (*packed_assign_tensor)(const struct ustr_tensor *tensor,
                                    void *base,
                                    int64_t base_bytes,
                                    int64_t first,
                                    const struct ustr_tensor *from,
                                    void *from_base,
                                    int64_t from_bytes,
                                    int64_t from_first,
                                    int64_t count,
                                    uint32_t change);
    /**
     * Makes an owner of so many bytes, all zero, which live until the last reference to it is given up: `results` gets the
     * address of the owner, a `TStringOwnerCApi` of TensorFlow since 2.21, and that of the bytes. The first reference is the
     * caller's. Returns `USTR_DONE`, or `USTR_REFUSED` if there is no memory. Since 1.3.
     */
    int64_t (*tensor_owner_new)(int64_t bytes, void *results);
    /**
     * Counts so many references more, or fewer if `change` is negative; the last one frees the owner and its bytes. Returns
     * how many there are then, as far as other threads don't change that; `USTR_E_RANGE` for more than there are, or than
     * can be. Since 1.3.
     *
     * `owner` is one of `tensor_owner_new`, to which the caller has a reference, and all of those that are given up.
     */
    int64_t (*tensor_owner_references)(void *owner, int64_t change);
    /**
     * Makes a host: one user of functions that native code calls back. It lives for ever, and so does what `dispatch` needs:
     * any thread may call it at any time, until `val_host_close`. `*host` gets its number, from 1 up. Since 1.4.
     *
     * This and all that follow are for 64-bit Linux; elsewhere they return `USTR_E_UNSUPPORTED`. They may be called by any
     * thread at any time, but, since they call what they do not know, never where a garbage collector waits. Numbers of
     * hosts and runtimes that there are not give `USTR_E_RANGE`; so do addresses of slots, objects and numbers that are not
     * aligned to 8. `error` is three `int64_t`, which are written whenever the number returned is not negative: the address
     * of an Error object with a reference, the slot of the exception that it carries, the host that this slot is of; zeros
     * where there is none, and with `USTR_DONE`. A library may fail and leave no error.
     *
     * `dispatch` gets the context, the slot of the function, its arguments, which are lent, how many there are, a result
     * that has no value, and an `error`. It returns 0, and the result is then the caller's with its reference; or 1 to raise
     * the Error object that it puts into the first of `error`, with a reference. No exception leaves it.
     */
    int32_t (*val_host_new)(int32_t (*dispatch)(void *context,
                                                int64_t slot,
                                                const void *args,
                                                int32_t count,
                                                void *result,
                                                void *error), void *context, uint32_t *host);
    /**
     * From now on functions of the host raise errors, and `dispatch` is not called. Calls that run go on. Since 1.4.
     */
    int32_t (*val_host_close)(uint32_t host);
    /**
     * The slots of functions and exceptions that have died, each once, the oldest first; whoever dies waits for nobody.
     * Returns how many there are, at most `capacity`; the others stay. Since 1.4.
     */
    int64_t (*val_drain_dead)(uint32_t host, int64_t *slots, int64_t capacity);
    /**
     * Loads a library of values and keeps the action of SIGSEGV, which the library would change and a JVM needs. With
     * `USTR_VALUES_PLAIN` that is all, and `*runtime` gets 0; `USTR_VALUES_LOCAL` keeps its symbols to itself. Else the library has to be libtvm_ffi 0.1 by version and by
     * what it puts into memory, and `*runtime` gets its number, from 1 up: the same one for the same library. A second copy of
     * libtvm_ffi is refused. Nothing is ever unloaded. Since 1.4.
     *
     * `path`: UTF-8, `path_bytes` of it. `text`: gets what there is to say, in UTF-8, cut to `text_bytes`: the warnings, a
     * line each, or with `USTR_E_LIBRARY` the reason. `*text_size`: the size of all of it.
     */
    int32_t (*val_open)(const void *path,
                        int64_t path_bytes,
                        uint32_t flags,
                        uint32_t *runtime,
                        void *text,
                        int64_t text_bytes,
                        int64_t *text_size);
    /**
     * The version of the library: `major << 32 | minor << 16 | patch`. Since 1.4.
     */
    int64_t (*val_version)(uint32_t runtime);
    /**
     * Looks for a global function by its name: `*function` gets its address with a reference, 0 if there is none. The
     * library is asked each time. One lock for all libraries; who does not know it may still be in the way. Since 1.4.
     */
    int32_t (*val_function)(uint32_t runtime, const void *name, int64_t name_bytes, uint64_t *function);
    /**
     * Registers a function under a name; if `replace` is not 0, also where there is one. A `function` of 0 removes the one of
     * this name, if there is one. `USTR_RAISED` if the library refuses, `USTR_E_FROZEN` after `val_freeze`. Since 1.4.
     */
    int32_t (*val_set_global)(uint32_t runtime,
                              const void *name,
                              int64_t name_bytes,
                              uint64_t function,
                              uint32_t replace,
                              void *error);
    /**
     * Ends the registering and removing of functions, in all libraries. Since 1.4.
     */
    int32_t (*val_freeze)(uint32_t runtime);
    /**
     * Calls a function with `count` arguments, slots of 16 bytes, which are lent. `result`, a slot, has no value during the
     * call and after a failure; else what it holds is the caller's. Returns `USTR_DONE`, or `USTR_RAISED` with the error,
     * which is taken before anything else runs on this thread. Since 1.4.
     */
    int32_t (*val_call)(uint32_t runtime, uint64_t function, const void *args, int32_t count, void *result, void *error);
    /**
     * Makes a function that calls the host's `dispatch` with this slot: `*function` gets its address with a reference. When
     * it dies, on whatever thread, the slot goes to `val_drain_dead`. With less than 192 KiB of the thread's stack left it
     * raises a `RecursionError` instead. Since 1.4.
     */
    int32_t (*val_function_new)(uint32_t runtime, uint32_t host, int64_t slot, uint64_t *function);
    /**
     * Makes an Error object: `*error` gets its address with a reference. `texts`: six words, address and size of the kind,
     * the message and the backtrace, UTF-8. `cause`: an Error object, or 0. `slot`: if it is not 0, it goes along, as that of
     * an exception of the host, and to `val_drain_dead` when the last error with it has died. Since 1.4.
     */
    int32_t (*val_error_new)(uint32_t runtime,
                             uint32_t host,
                             int64_t slot,
                             const uint64_t *texts,
                             uint64_t cause,
                             uint64_t *error);
    /**
     * Makes a string (65) or a binary (66) as libtvm_ffi has them, in memory of this library: `*object` gets its address with
     * a reference. It has `count` bytes from `bytes` on, or none if that is null, and room for `capacity`, at most `INT32_MAX`
     * of them and a zero byte, at address + 40; its size is at address + 32. Since 1.4.
     */
    int32_t (*val_text_new)(int32_t code, const void *bytes, int64_t count, int64_t capacity, uint64_t *object);
    /**
     * One reference more to an object of libtvm_ffi; nothing for 0. Since 1.4.
     */
    int32_t (*val_retain)(uint64_t object);
    /**
     * One reference fewer to an object of libtvm_ffi; nothing for 0. The last one ends it. Since 1.4.
     */
    int32_t (*val_release)(uint64_t object);
    /**
     * Writes an owned copy of the slot `view` to `slot`: a C string (8) becomes a string, a byte array (9) a binary, an object
     * that may be taken (10) is not taken; objects get a reference more, all else is copied as it is. `USTR_E_RANGE` if it is
     * no value: the type -1, a small text above 7 bytes, nothing where something is named. Since 1.4.
     */
    int32_t (*val_own)(const void *view, void *slot);
} ustr_api;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * The library's table: valid for ever, never written. Null if this library does not have that major version; which minor
 * version it has says the table.
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
USTR_ASSERT_OFFSET(ustr_api, packed_decode, 120);
USTR_ASSERT_OFFSET(ustr_api, packed_encode, 128);
USTR_ASSERT_OFFSET(ustr_api, packed_measure, 136);
USTR_ASSERT_OFFSET(ustr_api, packed_find_zero, 144);
USTR_ASSERT_OFFSET(ustr_api, packed_compare, 152);
USTR_ASSERT_OFFSET(ustr_api, packed_decode_batch, 160);
USTR_ASSERT_OFFSET(ustr_api, packed_encode_batch, 168);
USTR_ASSERT_OFFSET(ustr_api, packed_measure_batch, 176);
USTR_ASSERT_OFFSET(ustr_api, packed_encode_string, 184);
USTR_ASSERT_OFFSET(ustr_api, packed_measure_string, 192);
USTR_ASSERT_OFFSET(ustr_api, tensor_validate, 200);
USTR_ASSERT_OFFSET(ustr_api, packed_validate_tensor, 208);
USTR_ASSERT_OFFSET(ustr_api, packed_tensor_elements, 216);
USTR_ASSERT_OFFSET(ustr_api, packed_decode_tensor, 224);
USTR_ASSERT_OFFSET(ustr_api, packed_copy_tensor, 232);
USTR_ASSERT_OFFSET(ustr_api, packed_measure_tensor, 240);
USTR_ASSERT_OFFSET(ustr_api, packed_encode_tensor, 248);
USTR_ASSERT_OFFSET(ustr_api, packed_put_tensor, 256);
USTR_ASSERT_OFFSET(ustr_api, packed_change_tensor, 264);
USTR_ASSERT_OFFSET(ustr_api, packed_assign_tensor, 272);
USTR_ASSERT_OFFSET(ustr_api, tensor_owner_new, 280);
USTR_ASSERT_OFFSET(ustr_api, tensor_owner_references, 288);
USTR_ASSERT_OFFSET(ustr_api, val_host_new, 296);
USTR_ASSERT_OFFSET(ustr_api, val_host_close, 304);
USTR_ASSERT_OFFSET(ustr_api, val_drain_dead, 312);
USTR_ASSERT_OFFSET(ustr_api, val_open, 320);
USTR_ASSERT_OFFSET(ustr_api, val_version, 328);
USTR_ASSERT_OFFSET(ustr_api, val_function, 336);
USTR_ASSERT_OFFSET(ustr_api, val_set_global, 344);
USTR_ASSERT_OFFSET(ustr_api, val_freeze, 352);
USTR_ASSERT_OFFSET(ustr_api, val_call, 360);
USTR_ASSERT_OFFSET(ustr_api, val_function_new, 368);
USTR_ASSERT_OFFSET(ustr_api, val_error_new, 376);
USTR_ASSERT_OFFSET(ustr_api, val_text_new, 384);
USTR_ASSERT_OFFSET(ustr_api, val_retain, 392);
USTR_ASSERT_OFFSET(ustr_api, val_release, 400);
USTR_ASSERT_OFFSET(ustr_api, val_own, 408);
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

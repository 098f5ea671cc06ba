/* What the Java bindings of unitstr call. Private to jars of a matching version: C programs include unitstr.h.

   Generated from rust/unitstr-c/src by `cargo run --locked -p unitstr-c-generate`; do not edit.
*/

#ifndef UNITSTR_JAVA_H
#define UNITSTR_JAVA_H

#include "unitstr.h"

#include <stddef.h>
#include <stdint.h>

/**
 * Packed long: the number of bits of `read`, and of `written`.
 */
#define USTR_PACKED_COUNT_BITS 28

/**
 * Packed long: the largest `read` or `written`.
 */
#define USTR_PACKED_COUNT_MAX 268435455

/**
 * Packed long: the lowest bit of `read`. The lowest bit of `written` is bit 0.
 */
#define USTR_PACKED_READ_SHIFT 28

/**
 * Packed long: the lowest of the 3 bits of the status.
 */
#define USTR_PACKED_STATUS_SHIFT 56

/**
 * Packed long: the bit of the coder.
 */
#define USTR_PACKED_CODER_SHIFT 59

/**
 * Packed long: the lowest of the 3 bits of `bad_len`.
 */
#define USTR_PACKED_BAD_SHIFT 60

/**
 * Each text ends before its first zero code unit, if it has one, as in `char name[32]`. For `packed_decode_batch`;
 * other functions reject it as an unknown flag.
 */
#define USTR_FLAG_TERMINATED 128

/**
 * Result of a batch: the lowest of the 31 bits of the length, in chars. The start of the text, in elements of its
 * destination, begins at bit 0.
 */
#define USTR_BATCH_LENGTH_SHIFT 32

/**
 * Result of a batch: the bit of the coder.
 */
#define USTR_BATCH_CODER_SHIFT 63

/**
 * Change: makes elements with arbitrary contents empty; blocks that they own are leaked.
 */
#define USTR_TENSOR_CHANGE_INIT 1

/**
 * Change: sets the string to a copy of a text, which the element then owns.
 */
#define USTR_TENSOR_CHANGE_COPY 2

/**
 * Change: appends a text to the string. An empty text changes nothing.
 */
#define USTR_TENSOR_CHANGE_APPEND 3

/**
 * Change: sets the size of the string; new bytes are set to `fill`.
 */
#define USTR_TENSOR_CHANGE_RESIZE 4

/**
 * Change: makes sure that the string can grow to this size without another allocation.
 */
#define USTR_TENSOR_CHANGE_RESERVE 5

/**
 * Change: the same; if the capacity is too small, it is at least doubled.
 */
#define USTR_TENSOR_CHANGE_RESERVE_AMORTIZED 6

/**
 * Change: frees the block that the element owns and makes it empty. An element that owns nothing is unchanged.
 */
#define USTR_TENSOR_CHANGE_DEALLOC 7

/**
 * Change: makes the element a VIEW of a text, which it does not own; `owner`, if any, keeps the text.
 */
#define USTR_TENSOR_CHANGE_VIEW 8

/**
 * Change, for `packed_assign_tensor`: makes the element equal to the other one. A LARGE is copied, a VIEW shows the
 * same bytes, an OFFSET becomes a VIEW.
 */
#define USTR_TENSOR_CHANGE_ASSIGN 9

/**
 * Change, for `packed_assign_tensor`: the same, but takes what the other element owns, which becomes empty.
 */
#define USTR_TENSOR_CHANGE_MOVE 10

/**
 * Kind: the string is stored in the element.
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
 * Kind: a table of offsets gives the position of the string.
 */
#define USTR_TENSOR_KIND_PLAIN 5

/**
 * Packed long with the status `USTR_REFUSED`: the lowest bit of the field in `read`. The code begins at bit 0.
 */
#define USTR_TENSOR_FIELD_SHIFT 8

/**
 * Result of `packed_tensor_elements`: the number of `int64_t` for each element.
 */
#define USTR_TENSOR_ELEMENT_LONGS 4

/**
 * Result of `tensor_owner_new`: the number of `int64_t`.
 */
#define USTR_TENSOR_OWNER_LONGS 2

/**
 * `packed_validate_tensor`: the number of `int64_t` of state that one call passes to the next.
 */
#define USTR_TENSOR_STATE_LONGS 3

/**
 * `arrow_export`: an `ArrowSchema`.
 */
#define USTR_ARROW_SCHEMA 1

/**
 * `arrow_export`: an `ArrowArray`.
 */
#define USTR_ARROW_ARRAY 2

/**
 * `arrow_export`: an `ArrowArrayStream`.
 */
#define USTR_ARROW_STREAM 3

/**
 * `arrow_call`: a function `release`.
 */
#define USTR_ARROW_CALL_RELEASE 1

/**
 * `arrow_call`: a function `get_schema` or `get_next`.
 */
#define USTR_ARROW_CALL_GET 2

/**
 * `arrow_call`: a function `get_last_error`.
 */
#define USTR_ARROW_CALL_TEXT 3

/**
 * `val_open` only loads the library: it is not a library of values but registers functions with one.
 */
#define USTR_VALUES_PLAIN 1

/**
 * With [`USTR_VALUES_PLAIN`]: the library's symbols are local to it, as for a module.
 */
#define USTR_VALUES_LOCAL 2

/**
 * The `struct_size` of the table in version 1.0, the smallest one.
 */
#define USTR_JAVA_API_SIZE_1_0 328

/**
 * The functions that the Java bindings call. Releases only append members; a jar requires a library whose table has
 * all members that the jar uses.
 *
 * The contract of `ustr_api` on sizes, encodings, flags, results and cost applies here too.
 *
 * **Packed results.** A negative packed long is an error number. Otherwise it has, from the lowest bit: 28 bits
 * `written`, 28 bits `read`, 3 bits status, 1 bit coder, 3 bits `bad_len` (`USTR_PACKED_*`). Sources have at most
 * `USTR_PACKED_COUNT_MAX` elements, else `USTR_E_RANGE`; of a larger destination, only as many are used. Negative
 * sizes and offsets, and sums beyond the end of the address space, give `USTR_E_RANGE`. A base may be null if base +
 * offset is not.
 */
typedef struct ustr_java_api {
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
     * The features of this library, as bits `USTR_FEATURE_*`.
     */
    uint64_t features;
    /**
     * As in `ustr_api`.
     */
    const char *(*version)(void);
    /**
     * As in `ustr_api`.
     */
    size_t (*last_panic)(void *dst, size_t dst_bytes);
    /**
     * `decode_java` of `ustr_api`. The source starts `src_offset` bytes after `src`. `latin1` and `chars` are
     * scratch memory: their contents beyond the result, within their sizes, may change too.
     *
     * In each of these functions, the binding's own arrays come before the caller's memory. FFM's linker acquires
     * the arguments in this order, and C2 avoids allocating the wrappers of the arrays only if it can inline
     * everything in between, which it cannot if a segment of one of many classes is acquired first.
     */
    int64_t (*packed_decode)(void *latin1,
                             int64_t latin1_bytes,
                             void *chars,
                             int64_t chars_chars,
                             const void *src,
                             int64_t src_offset,
                             int64_t src_bytes,
                             uint32_t encoding,
                             uint32_t flags);
    /**
     * `encode_utf16` of `ustr_api`. The destination has `dst_bytes` bytes and starts `dst_offset` bytes after `dst`.
     */
    int64_t (*packed_encode)(const void *chars,
                             int64_t src_chars,
                             void *dst,
                             int64_t dst_offset,
                             int64_t dst_bytes,
                             uint32_t encoding,
                             uint32_t flags);
    /**
     * `measure_encoded` of `ustr_api`. A result above `USTR_PACKED_COUNT_MAX` bytes gives `USTR_E_RANGE`.
     */
    int64_t (*packed_measure)(const void *chars, int64_t src_chars, uint32_t encoding, uint32_t flags);
    /**
     * `find_zero` of `ustr_api`. The source starts `src_offset` bytes after `src`. Returns the number of units, not
     * packed, or a negative error number. `max_units` is 0 to `INT64_MAX`.
     */
    int64_t (*packed_find_zero)(const void *src, int64_t src_offset, int64_t max_units, uint32_t unit_size);
    /**
     * `compare` of `ustr_api`. The source starts `src_offset` bytes after `src`.
     */
    int64_t (*packed_compare)(const void *chars,
                              int64_t chars_chars,
                              const void *src,
                              int64_t src_offset,
                              int64_t src_bytes,
                              uint32_t encoding,
                              uint32_t flags);
    /**
     * Encodes a part of a Java string, for bindings that can read its backing array, with the result of
     * `packed_encode`. The part starts `src_offset` bytes after `value` and has `src_chars` chars, of 1 byte each
     * (ISO-8859-1) if `coder` is 0, of 2 bytes if it is 1; another `coder` gives `USTR_E_RANGE`. The array is only
     * read.
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
     * Measures the output of `packed_encode_string` with a destination of unlimited size.
     */
    int64_t (*packed_measure_string)(const void *value,
                                     int64_t src_offset,
                                     int64_t src_chars,
                                     uint32_t coder,
                                     uint32_t encoding,
                                     uint32_t flags);
    /**
     * `packed_decode` of `count` texts, in order, each decoded independently.
     *
     * `spans` has two `int64_t` for each text: its start, in bytes after `src`, and its size in bytes. Each text
     * lies inside `src_bytes` and has at most `USTR_PACKED_COUNT_MAX` bytes, else `USTR_E_RANGE`; texts may overlap.
     * `src_bytes` may be as large as `INT64_MAX`: only the texts are read. With `USTR_FLAG_TERMINATED` a text ends
     * before its first zero unit, counted from its start. `USTR_FLAG_MORE` gives `USTR_E_FLAGS`.
     *
     * All texts share `latin1` and `chars`, which are scratch memory: each text goes into one of them, after the
     * previous text there. `results` receives one `int64_t` for each text: `start | length <<
     * USTR_BATCH_LENGTH_SHIFT | coder << USTR_BATCH_CODER_SHIFT`, with start and length in chars.
     *
     * In the packed result, `written` is the number of texts decoded; the `results` after these are unchanged. The
     * status is `USTR_DONE` if all texts were decoded. Otherwise it describes the next text, with which the caller
     * can continue: `USTR_OUTPUT_FULL`; or `USTR_MALFORMED` with `USTR_FLAG_REPORT`, where `read` is the number of
     * its bytes before the error and `bad_len` the length of the error.
     *
     * `src_bytes` is not limited by the packed long; `count` and the other sizes are. The call takes time in
     * proportion to the texts: a caller that must not block other threads splits them.
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
     * `packed_encode` of `count` texts, in order, each encoded independently, with a byte order mark if the encoding
     * has one.
     *
     * `ends` has one `int64_t` for each text: its end, in chars after `chars`. It starts at the end of the previous
     * text. The ends do not decrease and are at most `src_chars`, else `USTR_E_RANGE`. `USTR_FLAG_MORE` gives
     * `USTR_E_FLAGS`.
     *
     * The encoded texts follow each other at `dst + dst_offset` without gaps. `results` receives one `int64_t` for
     * each text: its end there, in bytes.
     *
     * In the packed result, `written` is the number of texts encoded, each of them completely; the other texts, and
     * their `results`, are not written at all. The status is `USTR_DONE` if all texts were encoded. Otherwise it
     * describes the next text: `USTR_OUTPUT_FULL`; or `USTR_MALFORMED` or `USTR_UNMAPPABLE` with `USTR_FLAG_REPORT`,
     * where `read` is the number of its chars before the error and `bad_len` the length of the error.
     *
     * A text is measured first if errors are reported or if it might not fit.
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
     * Measures the output of `packed_encode_batch` with a destination of unlimited size. `results` receives one
     * `int64_t` for each text: its end, in bytes.
     */
    int64_t (*packed_measure_batch)(const void *chars,
                                    int64_t src_chars,
                                    const void *ends,
                                    int64_t count,
                                    uint32_t encoding,
                                    uint32_t flags,
                                    void *results);
    /**
     * `tensor_validate` of `ustr_api` for `count` elements from `first` on, after a call for the elements before
     * them.
     *
     * For this and the next three functions: elements outside the tensor give `USTR_E_RANGE`. In the packed result,
     * `written` is the number of elements processed; the status is `USTR_DONE` if these are all. `USTR_REFUSED`
     * describes the next element: `read` is `USTR_TENSOR_CODE_* | USTR_TENSOR_FIELD_* << USTR_TENSOR_FIELD_SHIFT`;
     * `bad_len` is 1 if the error concerns the tensor as a whole rather than this element.
     *
     * `state` has `USTR_TENSOR_STATE_LONGS` `int64_t`: zeros for the first elements, then the values that the
     * previous call left. The first of them is the size of all strings so far, in bytes.
     */
    int64_t (*packed_validate_tensor)(const ustr_tensor *tensor,
                                      const void *base,
                                      int64_t base_bytes,
                                      int64_t first,
                                      int64_t count,
                                      void *state);
    /**
     * Describes `count` elements from `first` on, without reading any string.
     *
     * `results` receives `USTR_TENSOR_ELEMENT_LONGS` `int64_t` for each element: its kind, `USTR_TENSOR_KIND_*`; the
     * size of its string; its capacity, 0 if the string must not be written; and the place of the string, in bytes
     * after `base`, or for LARGE, VIEW and PREALLOC its address.
     */
    int64_t (*packed_tensor_elements)(const ustr_tensor *tensor,
                                      const void *base,
                                      int64_t base_bytes,
                                      int64_t first,
                                      int64_t count,
                                      void *results);
    /**
     * `packed_decode_batch` of the strings of `count` elements from `first` on.
     *
     * Takes elements as long as all of them together have at most `latin1_bytes` bytes (ignored with
     * `USTR_FLAG_CHARS`) and at most `chars_chars` bytes: these fit, unless errors are replaced with a code point
     * of two chars. Returns `USTR_OUTPUT_FULL` if elements are left; with this status and with `USTR_DONE`, `read` is the number of bytes
     * of the decoded strings. Elements are checked one by one, not against `max_total_bytes`. `USTR_FLAG_MORE` gives
     * `USTR_E_FLAGS`.
     */
    int64_t (*packed_decode_tensor)(const ustr_tensor *tensor,
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
     * Copies the strings of `count` elements from `first` on, one after the other, as many complete strings as fit.
     *
     * `results` receives one `int64_t` for each string: its end in `dst`. Returns `USTR_OUTPUT_FULL` if not all
     * strings fit; with this status and with `USTR_DONE`, `read` is the number of bytes copied.
     */
    int64_t (*packed_copy_tensor)(const ustr_tensor *tensor,
                                  const void *base,
                                  int64_t base_bytes,
                                  int64_t first,
                                  int64_t count,
                                  void *dst,
                                  int64_t dst_bytes,
                                  void *results);
    /**
     * Changes the strings of `count` elements from `first` on in place. For TF24 on this machine it does what
     * TensorFlow's `TF_TString_*` do, with the same growth of the same blocks of C's heap. For RFC16 and RFC24
     * `change` is `USTR_TENSOR_CHANGE_INIT`, `_COPY` or `_DEALLOC`, and the string is written into the place that
     * the element began with whenever it fits there.
     *
     * `change` is one of `USTR_TENSOR_CHANGE_INIT` to `_VIEW`, else `USTR_E_RANGE`. `number` is the size for
     * `_RESIZE`, which sets new bytes to `fill`, and for `_RESERVE` and `_RESERVE_AMORTIZED`; for other changes both
     * are 0. For `_COPY`, `_APPEND` and `_VIEW` the string of each element comes from `text`: `ends` has one
     * `int64_t` for each element, the end of its string; the ends do not decrease and are at most `text_bytes`, else
     * `USTR_E_RANGE`. Other changes ignore `ends`. `text` may overlap the memory that is changed. The text of a VIEW
     * must remain readable; if the tensor's `owner` is not 0, it keeps the text, and each VIEW takes one reference
     * to it.
     *
     * No other thread may use the memory during the call. Addresses in it are followed, written to and freed, so the
     * trust must be `USTR_TENSOR_POINTERS_CHECKED` or higher. Each element is checked first, except for `_INIT`. In
     * the packed result, `written` is the number of elements changed; the status is `USTR_DONE` if these are all.
     * `USTR_REFUSED` describes the next element, which is unchanged, as in `packed_validate_tensor`. `max_bytes`
     * limits the size of a changed string.
     *
     * Uses C's heap and calls owners: must not be called while a garbage collector waits.
     */
    int64_t (*packed_change_tensor)(const ustr_tensor *tensor,
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
     * Assigns element `from_first` of another tensor to element `first`, or moves it there, both of TF24. `change` is
     * `USTR_TENSOR_CHANGE_ASSIGN` or `_MOVE`; `_MOVE` requires the same version, and changes the other tensor. Else
     * `USTR_E_RANGE` or `USTR_REFUSED`. Both tensors are as trusted as in `packed_change_tensor`. An element may be
     * assigned to itself.
     *
     * Returns the same as `packed_change_tensor`; if the element of the other tensor is refused, the result names the
     * element that would have received it.
     */
    int64_t (*packed_assign_tensor)(const ustr_tensor *tensor,
                                    void *base,
                                    int64_t base_bytes,
                                    int64_t first,
                                    const ustr_tensor *from,
                                    void *from_base,
                                    int64_t from_bytes,
                                    int64_t from_first,
                                    uint32_t change);
    /**
     * Creates an owner of `bytes` zeroed bytes, which live until the last reference to the owner is released.
     * `results` receives the address of the owner, a `TStringOwnerCApi` of TensorFlow since 2.21, and the address of
     * the bytes. The caller has the first reference. Returns `USTR_DONE`, or `USTR_REFUSED` if there is no memory.
     */
    int64_t (*tensor_owner_new)(int64_t bytes, void *results);
    /**
     * Adds `change` references, or releases them if `change` is negative; releasing the last one frees the owner and
     * its bytes. Returns the new number of references, which other threads may change at any time; `USTR_E_RANGE` if
     * more would be released than there are, or more added than can be counted.
     *
     * `owner` is a result of `tensor_owner_new`. The caller has a reference to it, and all references that it
     * releases.
     */
    int64_t (*tensor_owner_references)(void *owner, int64_t change);
    /**
     * Creates a host: a receiver of upcalls from native code. A host lives until the process ends, and so must
     * `dispatch` and its context: any thread may call `dispatch` at any time, until `val_host_close`. `*host`
     * receives the host's number, from 1 up.
     *
     * This and the following functions exist on 64-bit Linux; on other platforms they return `USTR_E_UNSUPPORTED`.
     * Any thread may call them at any time, but never while a garbage collector waits, because they call foreign
     * code. Unknown numbers of hosts and runtimes give `USTR_E_RANGE`, and so do addresses of slots, objects and
     * numbers that are not aligned to 8. `error` is three `int64_t`, which are written whenever the function returns
     * a status (not negative): the address of an Error object, with a reference; the slot of the exception that it
     * carries; the host of that slot. Each is 0 if there is none, and with `USTR_DONE`. A library may fail without
     * an error object.
     *
     * `dispatch` receives the context, the slot of the function, its borrowed arguments, their number, a result
     * without a value, and an `error`. It returns 0, and the result with its reference passes to the caller; or 1,
     * to raise the Error object that it stores, with a reference, in the first member of `error`. `dispatch` must
     * not let an exception escape.
     */
    int32_t (*val_host_new)(int32_t (*dispatch)(void *context,
                                                int64_t slot,
                                                const void *args,
                                                int32_t count,
                                                void *result,
                                                void *error), void *context, uint32_t *host);
    /**
     * Closes a host: from now on its functions raise errors without calling `dispatch`. Running calls continue.
     */
    int32_t (*val_host_close)(uint32_t host);
    /**
     * Returns the slots of released functions and exceptions, each once, the oldest first. The return value is their
     * number, at most `capacity`; the others remain queued. Releasing a function never blocks on this queue.
     */
    int64_t (*val_drain_dead)(uint32_t host, int64_t *slots, int64_t capacity);
    /**
     * Loads a library of values and preserves the signal action of SIGSEGV, which the library would replace and a
     * JVM needs. With `USTR_VALUES_PLAIN` it does nothing else, and `*runtime` receives 0; with `USTR_VALUES_LOCAL`
     * too, the symbols of the library are local. Otherwise the library must be libtvm_ffi 0.1, by its version and by
     * the memory layout of its values, and `*runtime` receives its number, from 1 up: the same number for the same
     * library. A second copy of libtvm_ffi is refused. Libraries are never unloaded.
     *
     * `path` is UTF-8, of `path_bytes` bytes. `text` receives messages in UTF-8, cut to `text_bytes`: the warnings,
     * one per line, or with `USTR_E_LIBRARY` the reason. `*text_size` receives the size of the whole text in bytes.
     */
    int32_t (*val_open)(const void *path,
                        int64_t path_bytes,
                        uint32_t flags,
                        uint32_t *runtime,
                        void *text,
                        int64_t text_bytes,
                        int64_t *text_size);
    /**
     * Returns the version of the library: `major << 32 | minor << 16 | patch`.
     */
    int64_t (*val_version)(uint32_t runtime);
    /**
     * Looks up a global function by name: `*function` receives its address with a reference, or 0 if there is none.
     * Each call asks the library. One lock serves all libraries; code that does not take that lock can still
     * interfere.
     */
    int32_t (*val_function)(uint32_t runtime, const void *name, int64_t name_bytes, uint64_t *function);
    /**
     * Registers a function under a name; if `replace` is not 0, it replaces a function of that name. A `function` of
     * 0 removes the function of that name, if there is one. Returns `USTR_RAISED` if the library refuses,
     * `USTR_E_FROZEN` after `val_freeze`.
     */
    int32_t (*val_set_global)(uint32_t runtime,
                              const void *name,
                              int64_t name_bytes,
                              uint64_t function,
                              uint32_t replace,
                              void *error);
    /**
     * Ends registering and removing functions, in all libraries.
     */
    int32_t (*val_freeze)(uint32_t runtime);
    /**
     * Calls a function with `count` borrowed arguments, which are slots of 16 bytes. The slot `result` has no value
     * during the call and after a failure; otherwise its value belongs to the caller. Returns `USTR_DONE`, or
     * `USTR_RAISED` with the error, which is fetched before anything else runs on this thread.
     */
    int32_t (*val_call)(uint32_t runtime, uint64_t function, const void *args, int32_t count, void *result, void *error);
    /**
     * Creates a function that calls the host's `dispatch` with this slot: `*function` receives its address with a
     * reference. When the function is destroyed, on any thread, its slot is queued for `val_drain_dead`. If too
     * little of the thread's stack is left for Java, calling it raises a `RecursionError`.
     */
    int32_t (*val_function_new)(uint32_t runtime, uint32_t host, int64_t slot, uint64_t *function);
    /**
     * Creates an Error object: `*error` receives its address with a reference. `texts` is six words: the address and
     * size of the kind, the message and the backtrace, in UTF-8. `cause` is an Error object, or 0. A `slot` other
     * than 0 is attached as the slot of an exception of the host, and is queued for `val_drain_dead` when the last
     * error that has it is destroyed.
     */
    int32_t (*val_error_new)(uint32_t runtime,
                             uint32_t host,
                             int64_t slot,
                             const uint64_t *texts,
                             uint64_t cause,
                             uint64_t *error);
    /**
     * Creates a string (65) or a byte array (66) object of libtvm_ffi in memory of this library: `*object` receives
     * its address with a reference. It is initialised with `count` bytes from `bytes`, or not if `bytes` is null. At
     * address + 40 it has room for `capacity` bytes, at most `INT32_MAX`, and a zero byte; its size is at address +
     * 32.
     */
    int32_t (*val_text_new)(int32_t code, const void *bytes, int64_t count, int64_t capacity, uint64_t *object);
    /**
     * Adds a reference to an object of libtvm_ffi; does nothing for 0.
     */
    int32_t (*val_retain)(uint64_t object);
    /**
     * Releases a reference to an object of libtvm_ffi; does nothing for 0. Releasing the last one destroys the
     * object.
     */
    int32_t (*val_release)(uint64_t object);
    /**
     * Writes an owned copy of the slot `view` to `slot`: a C string (8) becomes a string, a byte array (9) becomes a
     * bytes object, an object passed by rvalue reference (10) is not moved; objects get another reference; any other
     * value is copied as it is. Returns `USTR_E_RANGE` if the slot is not a value: type -1, a small text above 7
     * bytes, a text above `INT32_MAX` bytes, a null object address.
     */
    int32_t (*val_own)(const void *view, void *slot);
    /**
     * Answers a query about the `src_bytes` bytes that start `src_offset` bytes after `src`. `query` is a number of
     * Java's enum `Query`, else `USTR_E_RANGE`; it determines what the packed result means. `USTR_FLAG_CHARS` is
     * ignored.
     */
    int64_t (*packed_query)(const void *src,
                            int64_t src_offset,
                            int64_t src_bytes,
                            uint32_t encoding,
                            uint32_t flags,
                            uint32_t query);
    /**
     * Makes a struct that its consumer releases, on any thread, at `to`. `kind` is one of these, else `USTR_E_RANGE`:
     *
     * `USTR_ARROW_SCHEMA`: a copy of the `ArrowSchema` at `from`, of its texts and of all structs below it, without
     * metadata. `USTR_ARROW_ARRAY`: a copy of the `ArrowArray` at `from` and of all structs below it; the buffers are
     * in memory of `owner`, which is from `tensor_owner_new`, and each copied struct has a reference to it. In both
     * cases `release` and `private_data` of what is copied are ignored, and the consumer may move structs below the
     * copy out of it.
     *
     * `USTR_ARROW_STREAM`: an `ArrowArrayStream` of the `ArrowSchema` at `from` and the `count` `ArrowArray` that
     * follow it; these structs were made by this function, and are moved into the stream.
     */
    int64_t (*arrow_export)(uint32_t kind, uint64_t from, int64_t count, uint64_t owner, uint64_t to);
    /**
     * Calls a function of a struct that somebody else made. `kind` is one of these, else `USTR_E_RANGE`:
     *
     * `USTR_ARROW_CALL_RELEASE`: `release(first)`; returns 0. `USTR_ARROW_CALL_GET`: `get_schema(first, second)` or
     * `get_next(first, second)`; returns the `int` as 32 unsigned bits. `USTR_ARROW_CALL_TEXT`:
     * `get_last_error(first)`; returns the address. An address of 0 for `function` or `first` gives `USTR_E_NULL`.
     *
     * The function may take long and may call back into Java: must not be called while a garbage collector waits.
     */
    int64_t (*arrow_call)(uint32_t kind, uint64_t function, uint64_t first, uint64_t second);
} ustr_java_api;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Returns the table for the Java bindings, which is valid until the process ends and never written. Returns null if
 * the library does not have this major version.
 */
const struct ustr_java_api *ustr_get_java_api(uint32_t major);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#ifdef __cplusplus
#define USTR_ASSERT_OFFSET(type, name, offset) static_assert(offsetof(type, name) == offset, #type "." #name)
#else
#define USTR_ASSERT_OFFSET(type, name, offset) _Static_assert(offsetof(type, name) == offset, #type "." #name)
#endif
USTR_ASSERT_OFFSET(ustr_java_api, struct_size, 0);
USTR_ASSERT_OFFSET(ustr_java_api, abi_major, 8);
USTR_ASSERT_OFFSET(ustr_java_api, abi_minor, 12);
USTR_ASSERT_OFFSET(ustr_java_api, features, 16);
USTR_ASSERT_OFFSET(ustr_java_api, version, 24);
USTR_ASSERT_OFFSET(ustr_java_api, last_panic, 32);
USTR_ASSERT_OFFSET(ustr_java_api, packed_decode, 40);
USTR_ASSERT_OFFSET(ustr_java_api, packed_encode, 48);
USTR_ASSERT_OFFSET(ustr_java_api, packed_measure, 56);
USTR_ASSERT_OFFSET(ustr_java_api, packed_find_zero, 64);
USTR_ASSERT_OFFSET(ustr_java_api, packed_compare, 72);
USTR_ASSERT_OFFSET(ustr_java_api, packed_encode_string, 80);
USTR_ASSERT_OFFSET(ustr_java_api, packed_measure_string, 88);
USTR_ASSERT_OFFSET(ustr_java_api, packed_decode_batch, 96);
USTR_ASSERT_OFFSET(ustr_java_api, packed_encode_batch, 104);
USTR_ASSERT_OFFSET(ustr_java_api, packed_measure_batch, 112);
USTR_ASSERT_OFFSET(ustr_java_api, packed_validate_tensor, 120);
USTR_ASSERT_OFFSET(ustr_java_api, packed_tensor_elements, 128);
USTR_ASSERT_OFFSET(ustr_java_api, packed_decode_tensor, 136);
USTR_ASSERT_OFFSET(ustr_java_api, packed_copy_tensor, 144);
USTR_ASSERT_OFFSET(ustr_java_api, packed_change_tensor, 152);
USTR_ASSERT_OFFSET(ustr_java_api, packed_assign_tensor, 160);
USTR_ASSERT_OFFSET(ustr_java_api, tensor_owner_new, 168);
USTR_ASSERT_OFFSET(ustr_java_api, tensor_owner_references, 176);
USTR_ASSERT_OFFSET(ustr_java_api, val_host_new, 184);
USTR_ASSERT_OFFSET(ustr_java_api, val_host_close, 192);
USTR_ASSERT_OFFSET(ustr_java_api, val_drain_dead, 200);
USTR_ASSERT_OFFSET(ustr_java_api, val_open, 208);
USTR_ASSERT_OFFSET(ustr_java_api, val_version, 216);
USTR_ASSERT_OFFSET(ustr_java_api, val_function, 224);
USTR_ASSERT_OFFSET(ustr_java_api, val_set_global, 232);
USTR_ASSERT_OFFSET(ustr_java_api, val_freeze, 240);
USTR_ASSERT_OFFSET(ustr_java_api, val_call, 248);
USTR_ASSERT_OFFSET(ustr_java_api, val_function_new, 256);
USTR_ASSERT_OFFSET(ustr_java_api, val_error_new, 264);
USTR_ASSERT_OFFSET(ustr_java_api, val_text_new, 272);
USTR_ASSERT_OFFSET(ustr_java_api, val_retain, 280);
USTR_ASSERT_OFFSET(ustr_java_api, val_release, 288);
USTR_ASSERT_OFFSET(ustr_java_api, val_own, 296);
USTR_ASSERT_OFFSET(ustr_java_api, packed_query, 304);
USTR_ASSERT_OFFSET(ustr_java_api, arrow_export, 312);
USTR_ASSERT_OFFSET(ustr_java_api, arrow_call, 320);
#undef USTR_ASSERT_OFFSET

#endif /* UNITSTR_JAVA_H */

/* What the Java bindings of unitstr call. Private to jars of a matching version: C programs include unitstr.h.

   Generated from rust/unitstr-c/src by `cargo run --locked -p unitstr-c --example generate`; do not edit.
*/

#ifndef UNITSTR_JAVA_H
#define UNITSTR_JAVA_H

#include "unitstr.h"

#include <stddef.h>
#include <stdint.h>

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
 * `struct_size` of the table in version 1.0, which every library has at least.
 */
#define USTR_JAVA_API_SIZE_1_0 312

/**
 * What the Java bindings call. Members are only appended; a jar calls a library whose table has all members that the jar
 * knows.
 *
 * What `ustr_api` says of sizes, encodings, flags, results and cost holds here too.
 *
 * **Packed results.** Where an entry returns a packed long, a negative one is an error number. Else, from the lowest bit
 * on: 28 bits written, 28 bits read, 3 bits status, 1 bit coder, 3 bits `bad_len` (`USTR_PACKED_*`). Sources have at most
 * `USTR_PACKED_COUNT_MAX` elements, else `USTR_E_RANGE`; of destinations no more than that is used. Negative sizes and
 * offsets, and sums past the end of memory, give `USTR_E_RANGE`. A base may be null if the sum with its offset is not.
 */
typedef struct ustr_java_api {
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
     * What this library has or is, as bits `USTR_FEATURE_*`.
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
     * `decode_java` of `ustr_api`. The source starts `src_offset` bytes after `src`. `latin1` and `chars` are scratch: what
     * lies in them beyond the result, inside their sizes, may be changed too.
     *
     * The binding's own arrays come before the caller's memory in each of these. FFM's linker acquires the arguments in
     * this order, and C2 keeps the wrappers of the arrays off the heap only if nothing that it cannot inline, such as
     * acquiring a segment of one of many kinds, happens in between.
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
     * `encode_utf16` of `ustr_api`. The destination starts `dst_offset` bytes after `dst` and has `dst_bytes` from there.
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
     * `find_zero` of `ustr_api`: the source starts `src_offset` bytes after `src`. Returns the number of units, not
     * packed, or a negative error number. `max_units`: from 0 to `INT64_MAX`.
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
     * `packed_encode` of a part of a Java string, for bindings that may see the array inside: it starts `src_offset` bytes
     * after `value` and has `src_chars` chars, of 1 byte each (ISO-8859-1) if `coder` is 0, of 2 bytes if it is 1; another
     * `coder` gives `USTR_E_RANGE`. The string is only read.
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
     * Measures what `packed_encode_string` would write into unlimited memory.
     */
    int64_t (*packed_measure_string)(const void *value,
                                     int64_t src_offset,
                                     int64_t src_chars,
                                     uint32_t coder,
                                     uint32_t encoding,
                                     uint32_t flags);
    /**
     * `packed_decode` of `count` texts, in order, each a text of its own.
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
     *
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
     * each text one `int64_t`: where it would end, in bytes.
     */
    int64_t (*packed_measure_batch)(const void *chars,
                                    int64_t src_chars,
                                    const void *ends,
                                    int64_t count,
                                    uint32_t encoding,
                                    uint32_t flags,
                                    void *results);
    /**
     * `tensor_validate` of `ustr_api`, of `count` elements from `first` on, after those before them.
     *
     * For this and the next three: elements that the tensor does not have give `USTR_E_RANGE`. In the packed result
     * `written` is how many elements were dealt with; `USTR_DONE` if that is all. `USTR_REFUSED`, about the next one:
     * `read` is `USTR_TENSOR_CODE_* | USTR_TENSOR_FIELD_* << USTR_TENSOR_FIELD_SHIFT`, and `bad_len` is 1 if it is none of
     * the elements that is wrong, but what concerns all of them.
     *
     * `state`: `USTR_TENSOR_STATE_LONGS` of `int64_t`, zero for the first elements and then what the last call left; the
     * first of them is how many bytes the strings have so far.
     */
    int64_t (*packed_validate_tensor)(const ustr_tensor *tensor,
                                      const void *base,
                                      int64_t base_bytes,
                                      int64_t first,
                                      int64_t count,
                                      void *state);
    /**
     * What `count` elements are, from `first` on; no string is touched.
     *
     * `results`: for each element `USTR_TENSOR_ELEMENT_LONGS` of `int64_t`: its kind, `USTR_TENSOR_KIND_*`; the size of
     * its string; its capacity, 0 if nobody may write to it; where the string is: in bytes after `base`, or for LARGE, VIEW
     * and PREALLOC its address. With `USTR_TENSOR_DESCRIBE` these are as the element says, unchecked.
     */
    int64_t (*packed_tensor_elements)(const ustr_tensor *tensor,
                                      const void *base,
                                      int64_t base_bytes,
                                      int64_t first,
                                      int64_t count,
                                      void *results);
    /**
     * `packed_decode_batch` of the strings of `count` elements, from `first` on.
     *
     * Elements are taken while all of them together have no more bytes than `latin1_bytes` (unless `USTR_FLAG_CHARS`) and
     * `chars_chars`: then all of them fit, whatever they decode to. `USTR_OUTPUT_FULL` if that leaves some; `read` is
     * then, and with `USTR_DONE`, how many bytes the strings have that were decoded. Elements are checked one by one, not
     * against `max_total_bytes`. `USTR_FLAG_MORE` gives `USTR_E_FLAGS`.
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
     * Copies the strings of `count` elements, from `first` on, one after the other, as many as fit; none in part.
     *
     * `results`: for each string one `int64_t`: where it ends in `dst`. `USTR_OUTPUT_FULL` if not all fit; `read` is then,
     * and with `USTR_DONE`, how many bytes were copied.
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
     * Writes `count` strings as elements of a tensor, from element `first` on. String i of them is the bytes of `src`
     * from `ends[i - 1]` (0 for the first) to `ends[i]`; the ends do not fall and are at most `src_bytes`, else
     * `USTR_E_RANGE`.
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
     * `USTR_OUTPUT_FULL` if the next string does not fit into `data_bytes`; `USTR_REFUSED` if the format cannot hold the
     * next string at this place.
     *
     * If `src` is null, the table is written, with a length in front of a string if the format has it there, and the
     * caller writes the strings: each ends at the position that its result says.
     */
    int64_t (*packed_put_tensor)(const ustr_tensor *tensor,
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
     * `_COPY` and `_DEALLOC`, which write into the place that an element began with whenever that has room.
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
     * Changes `count` elements, from `first` on, by those of another tensor, from `from_first` on: `change` is
     * `USTR_TENSOR_CHANGE_COPY` or `_APPEND`, whatever the other one's layout and trust are, or `_ASSIGN` or `_MOVE` from
     * TF24 to TF24, of which a move has to be of the same version and changes the other, which is then as trusted as this
     * one. Else `USTR_E_RANGE` or `USTR_REFUSED`. An element may be given to itself.
     *
     * Returns what `packed_change_tensor` does; an element of the other that is refused counts as that which it was to be
     * given to.
     */
    int64_t (*packed_assign_tensor)(const ustr_tensor *tensor,
                                    void *base,
                                    int64_t base_bytes,
                                    int64_t first,
                                    const ustr_tensor *from,
                                    void *from_base,
                                    int64_t from_bytes,
                                    int64_t from_first,
                                    int64_t count,
                                    uint32_t change);
    /**
     * Makes an owner of so many bytes, all zero, which live until the last reference to it is given up: `results` gets the
     * address of the owner, a `TStringOwnerCApi` of TensorFlow since 2.21, and that of the bytes. The first reference is the
     * caller's. Returns `USTR_DONE`, or `USTR_REFUSED` if there is no memory.
     */
    int64_t (*tensor_owner_new)(int64_t bytes, void *results);
    /**
     * Counts so many references more, or fewer if `change` is negative; the last one frees the owner and its bytes. Returns
     * how many there are then, as far as other threads don't change that; `USTR_E_RANGE` for more than there are, or than
     * can be.
     *
     * `owner` is one of `tensor_owner_new`, to which the caller has a reference, and all of those that are given up.
     */
    int64_t (*tensor_owner_references)(void *owner, int64_t change);
    /**
     * Makes a host: one user of functions that native code calls back. It lives for ever, and so does what `dispatch` needs:
     * any thread may call it at any time, until `val_host_close`. `*host` gets its number, from 1 up.
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
     * From now on functions of the host raise errors, and `dispatch` is not called. Calls that run go on.
     */
    int32_t (*val_host_close)(uint32_t host);
    /**
     * The slots of functions and exceptions that have died, each once, the oldest first; whoever dies waits for nobody.
     * Returns how many there are, at most `capacity`; the others stay.
     */
    int64_t (*val_drain_dead)(uint32_t host, int64_t *slots, int64_t capacity);
    /**
     * Loads a library of values and keeps the action of SIGSEGV, which the library would change and a JVM needs. With
     * `USTR_VALUES_PLAIN` that is all, and `*runtime` gets 0; `USTR_VALUES_LOCAL` keeps its symbols to itself. Otherwise
     * the library must be libtvm_ffi 0.1 by version and by what it puts into memory, and `*runtime` gets its number, from 1
     * up: the same one for the same library. A second copy of libtvm_ffi is refused. Nothing is ever unloaded.
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
     * The version of the library: `major << 32 | minor << 16 | patch`.
     */
    int64_t (*val_version)(uint32_t runtime);
    /**
     * Looks for a global function by its name: `*function` gets its address with a reference, 0 if there is none. The
     * library is asked each time. One lock for all libraries; who does not know it may still be in the way.
     */
    int32_t (*val_function)(uint32_t runtime, const void *name, int64_t name_bytes, uint64_t *function);
    /**
     * Registers a function under a name; if `replace` is not 0, also where there is one. A `function` of 0 removes the one of
     * this name, if there is one. `USTR_RAISED` if the library refuses, `USTR_E_FROZEN` after `val_freeze`.
     */
    int32_t (*val_set_global)(uint32_t runtime,
                              const void *name,
                              int64_t name_bytes,
                              uint64_t function,
                              uint32_t replace,
                              void *error);
    /**
     * Ends the registering and removing of functions, in all libraries.
     */
    int32_t (*val_freeze)(uint32_t runtime);
    /**
     * Calls a function with `count` arguments, slots of 16 bytes, which are lent. `result`, a slot, has no value during the
     * call and after a failure; else what it holds is the caller's. Returns `USTR_DONE`, or `USTR_RAISED` with the error,
     * which is taken before anything else runs on this thread.
     */
    int32_t (*val_call)(uint32_t runtime, uint64_t function, const void *args, int32_t count, void *result, void *error);
    /**
     * Makes a function that calls the host's `dispatch` with this slot: `*function` gets its address with a reference. When
     * it dies, on whatever thread, the slot goes to `val_drain_dead`. With less than 192 KiB of the thread's stack left it
     * raises a `RecursionError` instead.
     */
    int32_t (*val_function_new)(uint32_t runtime, uint32_t host, int64_t slot, uint64_t *function);
    /**
     * Makes an Error object: `*error` gets its address with a reference. `texts`: six words, address and size of the kind,
     * the message and the backtrace, UTF-8. `cause`: an Error object, or 0. `slot`: if it is not 0, it goes along, as that of
     * an exception of the host, and to `val_drain_dead` when the last error with it has died.
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
     * of them and a zero byte, at address + 40; its size is at address + 32.
     */
    int32_t (*val_text_new)(int32_t code, const void *bytes, int64_t count, int64_t capacity, uint64_t *object);
    /**
     * One reference more to an object of libtvm_ffi; nothing for 0.
     */
    int32_t (*val_retain)(uint64_t object);
    /**
     * One reference fewer to an object of libtvm_ffi; nothing for 0. The last one ends it.
     */
    int32_t (*val_release)(uint64_t object);
    /**
     * Writes an owned copy of the slot `view` to `slot`: a C string (8) becomes a string, a byte array (9) a binary, an object
     * that may be taken (10) is not taken; objects get a reference more, all else is copied as it is. `USTR_E_RANGE` if it is
     * no value: the type -1, a small text above 7 bytes, nothing where something is named.
     */
    int32_t (*val_own)(const void *view, void *slot);
} ustr_java_api;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * The library's table for the Java bindings: valid for ever, never written. Null if the library does not have this major
 * version.
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
USTR_ASSERT_OFFSET(ustr_java_api, packed_put_tensor, 152);
USTR_ASSERT_OFFSET(ustr_java_api, packed_change_tensor, 160);
USTR_ASSERT_OFFSET(ustr_java_api, packed_assign_tensor, 168);
USTR_ASSERT_OFFSET(ustr_java_api, tensor_owner_new, 176);
USTR_ASSERT_OFFSET(ustr_java_api, tensor_owner_references, 184);
USTR_ASSERT_OFFSET(ustr_java_api, val_host_new, 192);
USTR_ASSERT_OFFSET(ustr_java_api, val_host_close, 200);
USTR_ASSERT_OFFSET(ustr_java_api, val_drain_dead, 208);
USTR_ASSERT_OFFSET(ustr_java_api, val_open, 216);
USTR_ASSERT_OFFSET(ustr_java_api, val_version, 224);
USTR_ASSERT_OFFSET(ustr_java_api, val_function, 232);
USTR_ASSERT_OFFSET(ustr_java_api, val_set_global, 240);
USTR_ASSERT_OFFSET(ustr_java_api, val_freeze, 248);
USTR_ASSERT_OFFSET(ustr_java_api, val_call, 256);
USTR_ASSERT_OFFSET(ustr_java_api, val_function_new, 264);
USTR_ASSERT_OFFSET(ustr_java_api, val_error_new, 272);
USTR_ASSERT_OFFSET(ustr_java_api, val_text_new, 280);
USTR_ASSERT_OFFSET(ustr_java_api, val_retain, 288);
USTR_ASSERT_OFFSET(ustr_java_api, val_release, 296);
USTR_ASSERT_OFFSET(ustr_java_api, val_own, 304);
#undef USTR_ASSERT_OFFSET

#endif /* UNITSTR_JAVA_H */

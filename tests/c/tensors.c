/* Tensors of strings: every entry, the option struct byte by byte, the out struct between canaries, hostile bytes. */
#include <stdlib.h>
#include <string.h>

#include "test.h"

/* Version 1.0, written down a second time. */
_Static_assert(offsetof(ustr_api, tensor_validate) == 120, "frozen");
_Static_assert(offsetof(ustr_tensor, format) == 8 && offsetof(ustr_tensor, order) == 12, "frozen");
_Static_assert(offsetof(ustr_tensor, word_bytes) == 16 && offsetof(ustr_tensor, view_abi) == 20, "frozen");
_Static_assert(offsetof(ustr_tensor, trust) == 24 && offsetof(ustr_tensor, strictness) == 28, "frozen");
_Static_assert(offsetof(ustr_tensor, count) == 32 && offsetof(ustr_tensor, max_bytes) == 40, "frozen");
_Static_assert(offsetof(ustr_tensor, max_total_bytes) == 48 && offsetof(ustr_tensor, owner) == 56, "frozen");
_Static_assert(sizeof(ustr_tensor) >= 64 && sizeof(ustr_tensor_report) >= 32, "only appended to");
_Static_assert(offsetof(ustr_tensor_report, index) == 8 && offsetof(ustr_tensor_report, bytes) == 16, "frozen");
_Static_assert(offsetof(ustr_tensor_report, code) == 24 && offsetof(ustr_tensor_report, field) == 28, "frozen");

/* "n", "né€", "" and a text that is longer than an element. */
static const char utf8[] = "nn\xC3\xA9\xE2\x82\xAC" "a text that is longer than an element";
static const uint16_t chars[] = u"nn\u00E9\u20ACa text that is longer than an element";
enum { TEXTS = 4, LONG_CHARS = 37 };
static const int64_t sizes[TEXTS] = {1, 6, 0, LONG_CHARS};
enum { BYTES = 1 + 6 + LONG_CHARS };

static ustr_tensor said(uint32_t format, uint64_t count) {
    ustr_tensor tensor;
    memset(&tensor, 0, sizeof tensor);
    tensor.struct_size = sizeof tensor;
    tensor.format = format;
    tensor.view_abi = 1;
    tensor.strictness = USTR_TENSOR_STRICT;
    tensor.count = count;
    return tensor;
}

/* Writes the strings as a tensor of this machine; returns its size. */
static size_t image(uint32_t format, unsigned char *to) {
    size_t table = format == USTR_TENSOR_RFC16 ? 16 * TEXTS : format == USTR_TENSOR_TF_LEGACY ? 8 * TEXTS
                 : format == USTR_TENSOR_TFLITE ? 4 * (TEXTS + 2) : 24 * TEXTS;
    size_t at = table;
    memset(to, 0, table);
    for (size_t i = 0, from = 0; i < TEXTS; from += (size_t)sizes[i++]) {
        uint32_t size = (uint32_t)sizes[i];
        size_t entry = table / TEXTS * i;
        if (format == USTR_TENSOR_TF_LEGACY) {
            uint64_t offset = at - table;
            memcpy(to + entry, &offset, sizeof offset);
            to[at++] = (unsigned char)size; /* a varint of one byte */
        } else if (format == USTR_TENSOR_TFLITE) {
            uint32_t numbers[] = {TEXTS, (uint32_t)at, (uint32_t)at + size};
            memcpy(to, numbers, 4);
            memcpy(to + 4 * (i + 1), numbers + 1, 8);
        } else {
            uint32_t numbers[] = {size << 2 | 2, (uint32_t)(at - entry), TEXTS};
            memcpy(to + entry, numbers, sizeof numbers);
        }
        memcpy(to + at, utf8 + from, size);
        at += size;
    }
    return at;
}

static int status_of(int64_t packed) {
    return packed < 0 ? (int)packed : (int)(packed >> USTR_PACKED_STATUS_SHIFT & 7);
}

static void test_round_trip(uint32_t format) {
    ustr_tensor tensor = said(format, TEXTS);
    int64_t result, results[4 * TEXTS + 1], state[USTR_TENSOR_STATE_LONGS] = {0};
    unsigned char room[256];
    size_t size = image(format, room);
    /* A block of its own: the sanitizer sees a byte too many. */
    unsigned char *bytes = malloc(size + 1), *base = bytes + 1;
    memcpy(base, room, size);

    ustr_tensor_report report = {sizeof report, 77, 77, 77, 77};
    int32_t status = api->tensor_validate(&tensor, base, size, &report);
    CHECK(status == USTR_DONE && report.bytes == BYTES && report.index == TEXTS && report.code == 0, "%u: %s, code %u",
          format, api->status_text(status), report.code);
    result = java->packed_validate_tensor(&tensor, base, (int64_t)size, 0, TEXTS, state);
    CHECK(result == TEXTS && state[0] == BYTES, "packed_validate_tensor, %u: %llx", format, (unsigned long long)result);
    result = java->packed_tensor_elements(&tensor, base, (int64_t)size, 0, TEXTS, results);
    CHECK(result == TEXTS, "packed_tensor_elements, %u: %llx", format, (unsigned long long)result);
    for (int i = 0; i < TEXTS; i++) {
        const int64_t *found = results + USTR_TENSOR_ELEMENT_LONGS * i;
        CHECK(found[1] == sizes[i] && found[3] >= 0 && found[3] + found[1] <= (int64_t)size, "%u: element %d", format, i);
    }
    unsigned char copied[BYTES];
    result = java->packed_copy_tensor(&tensor, base, (int64_t)size, 0, TEXTS, copied, BYTES, results);
    CHECK(status_of(result) == USTR_DONE && memcmp(copied, "nn\xC3\xA9\xE2\x82\xAC" "a text", 13) == 0,
          "packed_copy_tensor, %u: %llx", format, (unsigned long long)result);
    unsigned char latin1[BYTES];
    uint16_t wide[BYTES];
    result = java->packed_decode_tensor(&tensor, base, (int64_t)size, 0, TEXTS, USTR_ENCODING_UTF_8, USTR_FLAG_REPORT,
                                       latin1, BYTES, wide, BYTES, results);
    CHECK(status_of(result) == USTR_DONE && latin1[0] == 'n' && memcmp(wide, chars + 1, 6) == 0
                  && memcmp(latin1 + 1, "a text", 6) == 0,
          "packed_decode_tensor, %u: %llx", format, (unsigned long long)result);

    /* Every prefix, in a block of its own, is refused. */
    for (size_t prefix = 0; prefix < size; prefix++) {
        unsigned char *cut = malloc(prefix + (prefix == 0));
        memcpy(cut, base, prefix);
        status = api->tensor_validate(&tensor, cut, prefix, &report);
        CHECK(status == USTR_REFUSED && report.code != 0, "%u cut to %zu: %s", format, prefix, api->status_text(status));
        free(cut);
    }
    free(bytes);
}

static void test_option_struct(void) {
    struct {
        ustr_tensor known;
        unsigned char later[64];
    } tensor;
    memset(&tensor, 0, sizeof tensor);
    tensor.known = said(USTR_TENSOR_TF24, 0);
    ustr_tensor_report report = {sizeof report, 0, 0, 0, 0};
    for (size_t size = 0; size < sizeof(ustr_tensor); size++) {
        tensor.known.struct_size = size;
        CHECK(api->tensor_validate(&tensor.known, NULL, 0, &report) == USTR_E_SIZE, "struct_size %zu", size);
    }
    tensor.known.struct_size = sizeof tensor;
    CHECK(api->tensor_validate(&tensor.known, NULL, 0, &report) == USTR_DONE, "a later struct that asks for nothing new");
    for (size_t i = 0; i < sizeof tensor.later; i++) {
        tensor.later[i] = 1;
        CHECK(api->tensor_validate(&tensor.known, NULL, 0, &report) == USTR_E_UNKNOWN_FIELD, "later byte %zu", i);
        tensor.later[i] = 0;
    }
    tensor.known.struct_size = 4097;
    CHECK(api->tensor_validate(&tensor.known, NULL, 0, &report) == USTR_E_SIZE, "absurd");
    tensor.known.struct_size = SIZE_MAX;
    CHECK(api->tensor_validate(&tensor.known, NULL, 0, &report) == USTR_E_SIZE, "absurd");
    CHECK(api->tensor_validate(NULL, NULL, 0, &report) == USTR_E_NULL, "null");
}

static void test_report(void) {
    ustr_tensor tensor = said(USTR_TENSOR_TF24, 1);
    static const unsigned char wild[24] = {63 << 2};
    struct {
        ustr_tensor_report known;
        unsigned char later[16];
    } report;
    for (size_t size = 0; size <= sizeof report; size++) {
        memset(&report, 0x55, sizeof report);
        report.known.struct_size = size;
        int32_t status = api->tensor_validate(&tensor, wild, sizeof wild, &report.known);
        size_t written = size < 32 ? sizeof(size_t) : sizeof(ustr_tensor_report);
        CHECK(status == (size < 32 ? USTR_E_SIZE : USTR_REFUSED), "%zu: %s", size, api->status_text(status));
        for (size_t i = written; i < sizeof report; i++) {
            CHECK(((unsigned char *)&report)[i] == 0x55, "struct_size %zu: byte %zu", size, i);
        }
    }
    CHECK(report.known.code == USTR_TENSOR_CODE_SMALL_SIZE && report.known.field == USTR_TENSOR_FIELD_SIZE
                  && report.known.index == 0,
          "code %u, field %u", report.known.code, report.known.field);
}

void test_tensors(void) {
    for (uint32_t format = USTR_TENSOR_TF24; format <= USTR_TENSOR_TFLITE; format++) {
        test_round_trip(format);
    }
    test_option_struct();
    test_report();
}

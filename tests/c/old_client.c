/* A client that was compiled when the ABI was 1.N: OLD_HEADER is made of abi/v1.N.txt, the frozen list, not of the header
   of today. It calls every entry that its version has, if the library has it: old_client LIBRARY. */
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include OLD_HEADER

#define CHECK(holds)                                                                                                   \
    do {                                                                                                               \
        if (!(holds)) {                                                                                                \
            fprintf(stderr, "client 1.%d, %s:%d: %s\n", USTR_ABI_MINOR, __FILE__, __LINE__, #holds);                  \
            exit(1);                                                                                                   \
        }                                                                                                              \
    } while (0)

/* As unitstr.h has it. */
#define HAS(name) (api->struct_size >= offsetof(ustr_api, name) + sizeof api->name && api->name != NULL)
/* Counts an entry, and goes into the block if it is there. */
#define WITH(name) if (HAS(name) ? ++called : (++absent, 0))

static const ustr_api *api;
static int called, absent;

/* An out struct as large as this client knows it, and what lies behind, where nobody may write. */
typedef struct {
    ustr_progress known;
    unsigned char canary[64];
} guarded;

static guarded out;

static ustr_progress *fresh(void) {
    memset(&out, 0x55, sizeof out);
    out.known.struct_size = sizeof out.known;
    return &out.known;
}

static int came(int32_t status, int32_t expected, uint64_t read, uint64_t written) {
    for (size_t i = 0; i < sizeof out.canary; i++) {
        CHECK(out.canary[i] == 0x55);
    }
    return status == expected && out.known.struct_size == sizeof out.known && out.known.read == read
           && out.known.written == written;
}

static int64_t is_long(int32_t status, int64_t read, int64_t written) {
    return written | read << USTR_PACKED_READ_SHIFT | (int64_t)status << USTR_PACKED_STATUS_SHIFT;
}

static const unsigned char utf8[] = {'n', 0xC3, 0xA9, 0xE2, 0x82, 0xAC, 0};
static const uint16_t chars[] = {'n', 0xE9, 0x20AC};

static void strings(void) {
    unsigned char bytes[32];
    uint16_t text[16];
    uint64_t units = 77;
    WITH(version) { CHECK(strspn(api->version(), "0123456789.") >= 5); }
    WITH(status_text) { CHECK(strncmp(api->status_text(USTR_E_NULL), "USTR_E_NULL: ", 13) == 0); }
    WITH(last_panic) { CHECK(api->last_panic(NULL, 0) == 0); }
    WITH(decode_latin1) { CHECK(came(api->decode_latin1(USTR_ENCODING_UTF_8, 0, utf8, 3, bytes, 8, fresh()), 0, 3, 2)); }
    WITH(decode_utf16) { CHECK(came(api->decode_utf16(USTR_ENCODING_UTF_8, 0, utf8, 6, text, 8, fresh()), 0, 6, 3)); }
    WITH(decode_java) {
        CHECK(came(api->decode_java(USTR_ENCODING_UTF_8, 0, utf8, 6, bytes, 8, text, 8, fresh()), 0, 6, 3));
        CHECK(memcmp(text, chars, sizeof chars) == 0 && out.known.coder == USTR_CODER_UTF16);
    }
    WITH(encode_latin1) { CHECK(came(api->encode_latin1(USTR_ENCODING_UTF_8, 0, "\xE9", 1, bytes, 8, fresh()), 0, 1, 2)); }
    WITH(encode_utf16) {
        CHECK(came(api->encode_utf16(USTR_ENCODING_UTF_8, 0, chars, 3, bytes, 8, fresh()), 0, 3, 6));
        CHECK(memcmp(bytes, utf8, 6) == 0);
    }
    WITH(measure_encoded) { CHECK(came(api->measure_encoded(USTR_ENCODING_UTF_8, 0, chars, 3, fresh()), 0, 3, 6)); }
    WITH(measure_decoded) { CHECK(came(api->measure_decoded(USTR_ENCODING_UTF_8, 0, utf8, 6, fresh()), 0, 6, 3)); }
    WITH(find_zero) { CHECK(api->find_zero(1, utf8, 7, &units) == 0 && units == 6); }
    WITH(compare) { CHECK(came(api->compare(USTR_ENCODING_UTF_8, 0, utf8, 6, chars, 3, fresh()), 0, 6, 3)); }
    WITH(packed_decode) {
        CHECK((api->packed_decode(utf8, 0, 3, USTR_ENCODING_UTF_8, 0, bytes, 8, text, 8)) == is_long(0, 3, 2));
    }
    WITH(packed_encode) {
        CHECK(api->packed_encode(chars, 3, bytes, 1, 8, USTR_ENCODING_UTF_8, 0) == is_long(0, 3, 6));
    }
    WITH(packed_measure) { CHECK(api->packed_measure(chars, 3, USTR_ENCODING_UTF_8, 0) == is_long(0, 3, 6)); }
    WITH(packed_find_zero) { CHECK(api->packed_find_zero(utf8, 1, 6, 1) == 5); }
    WITH(packed_compare) {
        CHECK(api->packed_compare(utf8, 0, 6, USTR_ENCODING_UTF_8, 0, chars, 3) == is_long(0, 6, 3));
    }
}

#if USTR_ABI_MINOR >= 1
static void batches(void) {
    unsigned char bytes[32];
    uint16_t text[16];
    int64_t results[4], spans[] = {0, 1, 1, 2}, ends[] = {1, 3};
    WITH(packed_decode_batch) {
        CHECK(api->packed_decode_batch(utf8, 6, spans, 2, USTR_ENCODING_UTF_8, 0, bytes, 16, text, 16, results)
              == is_long(0, 0, 2));
        CHECK(bytes[0] == 'n' && bytes[1] == 0xE9);
    }
    WITH(packed_encode_batch) {
        CHECK(api->packed_encode_batch(chars, 3, ends, 2, bytes, 0, 16, USTR_ENCODING_UTF_8, 0, results) == is_long(0, 0, 2));
        CHECK(results[0] == 1 && results[1] == 6 && memcmp(bytes, utf8, 6) == 0);
    }
    WITH(packed_measure_batch) {
        CHECK(api->packed_measure_batch(chars, 3, ends, 2, USTR_ENCODING_UTF_8, 0, results) == is_long(0, 0, 2));
        CHECK(results[1] == 6);
    }
    WITH(packed_encode_string) {
        CHECK(api->packed_encode_string("\xE9", 0, 1, 0, bytes, 0, 8, USTR_ENCODING_UTF_8, 0) == is_long(0, 1, 2));
    }
    WITH(packed_measure_string) {
        CHECK(api->packed_measure_string(chars, 0, 3, 1, USTR_ENCODING_UTF_8, 0) == is_long(0, 3, 6));
    }
}
#endif

#if USTR_ABI_MINOR >= 2
static void tensors(void) {
    ustr_tensor tensor = {0}; /* as long as this client knows it: what came later is as if it were zero */
    tensor.struct_size = sizeof tensor;
    tensor.format = USTR_TENSOR_TF_LEGACY;
    tensor.view_abi = 1;
    tensor.count = 2;
    unsigned char image[32], copy[8];
    uint16_t text[16];
    int64_t results[8], state[USTR_TENSOR_STATE_LONGS] = {0}, ends[] = {1, 3}, byte_ends[] = {1, 6};
    int64_t done = is_long(0, 0, 2);
    WITH(packed_measure_tensor) {
        CHECK(api->packed_measure_tensor(&tensor, 0, 16, chars, 3, ends, 2, USTR_ENCODING_UTF_8, 0, results) == done);
        CHECK(results[0] == 18 && results[1] == 24);
    }
    WITH(packed_put_tensor) {
        CHECK(api->packed_put_tensor(&tensor, image, 0, image, 16, 16, 0, 16, utf8, 6, byte_ends, 2, results) == done);
    }
    WITH(packed_encode_tensor) {
        CHECK(api->packed_encode_tensor(&tensor, image, 0, image, 16, 16, 0, 16, chars, 3, ends, 2, USTR_ENCODING_UTF_8, 0,
                                        results)
              == done);
        CHECK(results[1] == 24 && memcmp(image + 19, utf8 + 1, 5) == 0);
    }
    struct {
        ustr_tensor_report known;
        unsigned char canary[64];
    } report;
    memset(&report, 0x55, sizeof report);
    report.known.struct_size = sizeof report.known;
    WITH(tensor_validate) {
        CHECK(api->tensor_validate(&tensor, image, 24, &report.known) == USTR_DONE && report.known.bytes == 6);
        for (size_t i = 0; i < sizeof report.canary; i++) {
            CHECK(report.canary[i] == 0x55);
        }
    }
    WITH(packed_validate_tensor) { CHECK(api->packed_validate_tensor(&tensor, image, 24, 0, 2, state) == done); }
    WITH(packed_tensor_elements) {
        CHECK(api->packed_tensor_elements(&tensor, image, 24, 0, 2, results) == done && results[5] == 5);
    }
    WITH(packed_decode_tensor) {
        CHECK(api->packed_decode_tensor(&tensor, image, 24, 0, 2, USTR_ENCODING_UTF_8, 0, copy, 8, text, 16, results)
              == is_long(0, 6, 2));
    }
    WITH(packed_copy_tensor) {
        CHECK(api->packed_copy_tensor(&tensor, image, 24, 0, 2, copy, 8, results) == is_long(0, 6, 2));
        CHECK(memcmp(copy, utf8, 6) == 0);
    }
}
#endif

#if USTR_ABI_MINOR >= 3
static void changes(void) {
    ustr_tensor tensor = {0};
    tensor.struct_size = sizeof tensor;
    tensor.format = USTR_TENSOR_TF24;
    tensor.view_abi = 1;
    tensor.trust = USTR_TENSOR_POINTERS_CHECKED;
    tensor.count = 2;
    unsigned char image[48] = {0};
    int64_t ends[] = {1, 6}, owner[2];
    int64_t done = is_long(0, 0, 2);
    WITH(packed_change_tensor) {
        CHECK(api->packed_change_tensor(&tensor, image, 48, 0, 2, USTR_TENSOR_CHANGE_COPY, 0, 0, utf8, 6, ends) == done);
        CHECK(image[24] == 5 << 2 && memcmp(image + 25, utf8 + 1, 5) == 0);
    }
    WITH(packed_assign_tensor) {
        CHECK(api->packed_assign_tensor(&tensor, image, 48, 0, &tensor, image, 48, 1, 1, USTR_TENSOR_CHANGE_COPY)
              == is_long(0, 0, 1));
    }
    WITH(tensor_owner_new) {
        CHECK(api->tensor_owner_new(16, owner) == USTR_DONE && owner[0] != 0 && owner[1] != 0);
    }
    WITH(tensor_owner_references) {
        void *place;
        memcpy(&place, owner, sizeof place);
        CHECK(api->tensor_owner_references(place, 1) == 2 && api->tensor_owner_references(place, -2) == 0);
    }
}
#endif

int main(int count, char **arguments) {
    CHECK(count == 2);
    void *library = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
    void *symbol = library == NULL ? NULL : dlsym(library, "ustr_get_api");
    const ustr_api *(*get_api)(uint32_t) = NULL;
    memcpy(&get_api, &symbol, sizeof symbol);
    CHECK(get_api != NULL);
    api = get_api(USTR_ABI_MAJOR);
    CHECK(api != NULL && api->abi_major == USTR_ABI_MAJOR && api->struct_size >= USTR_API_SIZE_1_0);
    strings();
#if USTR_ABI_MINOR >= 1
    batches();
#endif
#if USTR_ABI_MINOR >= 2
    tensors();
#endif
#if USTR_ABI_MINOR >= 3
    changes();
#endif
    CHECK(absent == 0 || api->struct_size < sizeof(ustr_api));
    printf("client 1.%d, table of %zu bytes: %d entries called, %d absent\n", USTR_ABI_MINOR, api->struct_size, called,
           absent);
    return 0;
}

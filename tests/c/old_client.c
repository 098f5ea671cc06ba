/* A client that was compiled when the ABI was 1.N: OLD_HEADER is made of abi/v1.N.txt, the frozen list, not of the header
   of today. It calls every entry that its version has, if the library has it: old_client LIBRARY. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "library.h"

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
}

/* A library may be built without these encodings. */
static void web(void) {
    unsigned char bytes[8];
    uint16_t text[8];
    WITH(whatwg_decode) {
        int32_t status = api->whatwg_decode("shift_jis", 0, "\x8A\xBF", 2, text, 8, fresh());
        CHECK(status == USTR_E_UNSUPPORTED || (came(status, 0, 2, 1) && text[0] == 0x6F22));
    }
    WITH(whatwg_encode) {
        int32_t status = api->whatwg_encode("koi8-r", 0, chars, 1, bytes, 8, fresh());
        CHECK(status == USTR_E_UNSUPPORTED || (came(status, 0, 1, 1) && bytes[0] == 'n'));
    }
}

static void tensors(void) {
    static const unsigned char image[24] = {5 << 2, 'h', 'e', 'l', 'l', 'o'};
    ustr_tensor tensor = {0};
    tensor.struct_size = sizeof tensor;
    tensor.format = USTR_TENSOR_TF24;
    tensor.view_abi = 1;
    tensor.count = 1;
    struct {
        ustr_tensor_report known;
        unsigned char canary[64];
    } report;
    memset(&report, 0x55, sizeof report);
    report.known.struct_size = sizeof report.known;
    WITH(tensor_validate) {
        CHECK(api->tensor_validate(&tensor, image, 24, &report.known) == USTR_DONE && report.known.bytes == 5);
        for (size_t i = 0; i < sizeof report.canary; i++) {
            CHECK(report.canary[i] == 0x55);
        }
    }
}

int main(int count, char **arguments) {
    CHECK(count == 2);
    const ustr_api *(*get_api)(uint32_t);
    CHECK(find(arguments[1], "ustr_get_api", &get_api) != NULL);
    api = get_api(USTR_ABI_MAJOR);
    CHECK(api != NULL && api->abi_major == USTR_ABI_MAJOR && api->struct_size >= offsetof(ustr_api, tensor_validate));
    strings();
    tensors();
    web();
    CHECK(absent == 0 || api->struct_size < sizeof(ustr_api));
    printf("client 1.%d, table of %zu bytes: %d entries called, %d absent\n", USTR_ABI_MINOR, api->struct_size, called,
           absent);
    return 0;
}

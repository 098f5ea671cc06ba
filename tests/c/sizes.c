/* Old and new on either side of struct_size, and the offsets that never change. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"

/* Version 1.0, written down a second time. */
_Static_assert(sizeof(void *) == 8 && sizeof(size_t) == 8, "64 bits");
_Static_assert(offsetof(ustr_api, struct_size) == 0, "frozen");
_Static_assert(offsetof(ustr_api, abi_major) == 8 && offsetof(ustr_api, abi_minor) == 12, "frozen");
_Static_assert(offsetof(ustr_api, features) == 16 && offsetof(ustr_api, version) == 24, "frozen");
_Static_assert(offsetof(ustr_api, status_text) == 32 && offsetof(ustr_api, last_panic) == 40, "frozen");
_Static_assert(offsetof(ustr_api, decode_latin1) == 48 && offsetof(ustr_api, decode_utf16) == 56, "frozen");
_Static_assert(offsetof(ustr_api, decode_java) == 64 && offsetof(ustr_api, encode_latin1) == 72, "frozen");
_Static_assert(offsetof(ustr_api, encode_utf16) == 80 && offsetof(ustr_api, measure_encoded) == 88, "frozen");
_Static_assert(offsetof(ustr_api, measure_decoded) == 96 && offsetof(ustr_api, find_zero) == 104, "frozen");
_Static_assert(offsetof(ustr_api, compare) == 112 && offsetof(ustr_api, tensor_validate) == 120, "frozen");
_Static_assert(offsetof(ustr_api, whatwg_decode) == 128 && offsetof(ustr_api, whatwg_encode) == 136, "frozen");
_Static_assert(USTR_API_SIZE_1_0 == 144 && sizeof(ustr_api) >= 144, "only appended to");
_Static_assert(sizeof(ustr_progress) >= 32 && offsetof(ustr_progress, coder) == 28, "only appended to");

/* What a client has that was compiled for later versions of both structs. */
typedef struct {
    ustr_api known;
    int32_t (*later)(void);
} later_api;
typedef struct {
    ustr_progress known;
    uint64_t later[2];
} later_progress;

static void test_later_client(void) {
    CHECK(api->struct_size < offsetof(later_api, later) + sizeof(void *), "the library has a later member");
    later_progress out = {{sizeof out, 77, 77, 77, 77}, {77, 77}};
    unsigned char dst[8];
    int32_t status = api->encode_utf16(USTR_ENCODING_UTF_8, 0, u"ab", 2, dst, sizeof dst, &out.known);
    CHECK(status == USTR_DONE && out.known.read == 2 && out.known.written == 2, "%s", api->status_text(status));
    CHECK(out.known.struct_size == sizeof(ustr_progress), "struct_size %zu", out.known.struct_size);
    CHECK(out.later[0] == 77 && out.later[1] == 77, "wrote what it does not know");
}

#ifdef _WIN32
#define setenv(name, text, overwrite) _putenv_s(name, text)
#define unsetenv(name) _putenv_s(name, "")
#endif

static void set(const char *name, size_t value) {
    char text[32];
    snprintf(text, sizeof text, "%zu", value);
    setenv(name, text, 1);
}

static void test_fake_tables(void) {
    const ustr_api *fake = fake_get_api(1);
    CHECK(fake != NULL && fake->struct_size == sizeof(ustr_api) && fake->abi_major == 1, "as this header has it");
    CHECK(fake->abi_minor == USTR_ABI_MINOR && USTR_HAS(fake, tensor_validate), "as this header has it");
    CHECK(fake->compare(1, 0, NULL, 0, NULL, 0, NULL) == USTR_E_UNSUPPORTED, "a fake does nothing");
    CHECK(fake_get_api(2) == NULL, "another major version");

    set("USTR_FAKE_STRUCT_SIZE", offsetof(ustr_api, tensor_validate));
    fake = fake_get_api(1);
    CHECK(!USTR_HAS(fake, tensor_validate) && USTR_HAS(fake, compare), "members are missing at the end");
    set("USTR_FAKE_STRUCT_SIZE", offsetof(ustr_api, tensor_validate) + 7);
    CHECK(!USTR_HAS(fake_get_api(1), tensor_validate), "a member is cut");
    set("USTR_FAKE_STRUCT_SIZE", USTR_API_SIZE_1_0);
    fake = fake_get_api(1);
    CHECK(USTR_HAS(fake, tensor_validate), "version 1.0");
    set("USTR_FAKE_STRUCT_SIZE", 0);
    CHECK(!USTR_HAS(fake_get_api(1), version), "no member");
    set("USTR_FAKE_STRUCT_SIZE", SIZE_MAX);
    CHECK(USTR_HAS(fake_get_api(1), tensor_validate), "more members than there can be");
    unsetenv("USTR_FAKE_STRUCT_SIZE");

    set("USTR_FAKE_NULL_SLOT", offsetof(ustr_api, compare));
    fake = fake_get_api(1);
    CHECK(!USTR_HAS(fake, compare) && USTR_HAS(fake, find_zero), "a null member");
    unsetenv("USTR_FAKE_NULL_SLOT");

    set("USTR_FAKE_MAJOR", 2);
    CHECK(fake_get_api(1) == NULL, "another major version");
    fake = fake_get_api(2);
    CHECK(fake != NULL && fake->abi_major == 2, "another major version");
    unsetenv("USTR_FAKE_MAJOR");
    set("USTR_FAKE_MINOR", 9);
    CHECK(fake_get_api(1)->abi_minor == 9, "a later minor version");
    unsetenv("USTR_FAKE_MINOR");
    CHECK(fake_get_api(1)->abi_minor == USTR_ABI_MINOR && USTR_HAS(fake_get_api(1), compare), "nothing is kept");
}

void test_sizes(void) {
    test_later_client();
    test_fake_tables();
}

/* Functions of libtvm_ffi, by a caller that gets everything wrong: numbers that there are not, addresses that are none. */
#include <string.h>

#include "test.h"


typedef struct {
    int32_t index;
    uint32_t len;
    uint64_t word;
} slot;

#define REFUSES(status, call) CHECK((call) == (status), #call)

static int32_t dispatch(void *context, int64_t number, const void *args, int32_t count, void *result, void *error) {
    (void)context, (void)number, (void)args, (void)count, (void)result, (void)error;
    return 2;
}

static void test_numbers(void) {
    static const uint32_t none[] = {0, 17, UINT32_MAX};
    slot result = {1, 2, 3};
    int64_t error[3] = {7, 7, 7}, slots[2] = {7, 7};
    uint64_t object = 7, words[6] = {0};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        uint32_t number = none[i];
        REFUSES(USTR_E_RANGE, java->val_call(number, 8, NULL, 0, &result, error));
        REFUSES(USTR_E_RANGE, java->val_version(number));
        REFUSES(USTR_E_RANGE, java->val_freeze(number));
        REFUSES(USTR_E_RANGE, java->val_function(number, "a", 1, &object));
        REFUSES(USTR_E_RANGE, java->val_set_global(number, "a", 1, 8, 0, error));
        REFUSES(USTR_E_RANGE, java->val_function_new(number, 1, 1, &object));
        REFUSES(USTR_E_RANGE, java->val_error_new(number, 1, 1, words, 0, &object));
        REFUSES(USTR_E_RANGE, java->val_host_close(number == 17 ? 1 << 20 : number));
        REFUSES(USTR_E_RANGE, java->val_drain_dead(number == 17 ? 1 << 20 : number, slots, 2));
    }
    CHECK(result.index == 1 && result.len == 2 && result.word == 3, "a result was written");
    CHECK(error[0] == 7 && error[1] == 7 && error[2] == 7 && object == 7 && slots[0] == 7, "something was written");
}

static void test_hosts(void) {
    uint32_t host = 0, skewed[2] = {0, 0};
    int64_t slots[2] = {7, 7};
    REFUSES(USTR_E_NULL, java->val_host_new(NULL, NULL, &host));
    REFUSES(USTR_E_NULL, java->val_host_new(dispatch, NULL, NULL));
    REFUSES(USTR_E_RANGE, java->val_host_new(dispatch, NULL, (uint32_t *)((char *)skewed + 1)));
    REFUSES(USTR_DONE, java->val_host_new(dispatch, NULL, &host));
    CHECK(host > 0, "no host");
    REFUSES(0, java->val_drain_dead(host, slots, 2));
    REFUSES(0, java->val_drain_dead(host, NULL, 0));
    REFUSES(USTR_E_NULL, java->val_drain_dead(host, NULL, 1));
    REFUSES(USTR_E_RANGE, java->val_drain_dead(host, slots, -1));
    REFUSES(USTR_E_RANGE, java->val_drain_dead(host, slots, INT64_MAX));
    REFUSES(USTR_DONE, java->val_host_close(host));
    REFUSES(USTR_DONE, java->val_host_close(host));
}

static void test_open(void) {
    uint32_t runtime = 7;
    char text[8];
    int64_t size = 7;
    memset(text, FILL, sizeof text);
    REFUSES(USTR_E_FLAGS, java->val_open("/", 1, 2, &runtime, text, 8, &size));
    REFUSES(USTR_E_NULL, java->val_open("/", 1, 0, NULL, text, 8, &size));
    REFUSES(USTR_E_NULL, java->val_open("/", 1, 0, &runtime, text, 8, NULL));
    REFUSES(USTR_E_NULL, java->val_open("/", 1, 0, &runtime, NULL, 8, &size));
    REFUSES(USTR_E_NULL, java->val_open(NULL, 1, 0, &runtime, text, 8, &size));
    REFUSES(USTR_E_RANGE, java->val_open("/", -1, 0, &runtime, text, 8, &size));
    REFUSES(USTR_E_RANGE, java->val_open("/", 1, 0, &runtime, text, -1, &size));
    CHECK(runtime == 7 && size == 7 && text[0] == FILL, "something was written");
    for (uint32_t flags = 0; flags <= USTR_VALUES_PLAIN; flags++) {
        REFUSES(USTR_E_LIBRARY, java->val_open("a\0b", 3, flags, &runtime, text, 4, &size));
        CHECK(size > 8 && text[4] == FILL && runtime == 7, "size %lld", (long long)size);
    }
    /* No path would be the program itself. */
    for (uint32_t flags = 0; flags <= USTR_VALUES_PLAIN; flags++)
        REFUSES(USTR_E_LIBRARY, java->val_open(NULL, 0, flags, &runtime, NULL, 0, &size));
}

static void test_texts(void) {
    uint64_t object = 7;
    REFUSES(USTR_E_NULL, java->val_text_new(65, "a", 1, 1, NULL));
    REFUSES(USTR_E_RANGE, java->val_text_new(64, "a", 1, 1, &object));
    REFUSES(USTR_E_RANGE, java->val_text_new(65, "a", -1, 1, &object));
    REFUSES(USTR_E_RANGE, java->val_text_new(65, "a", 1, -1, &object));
    REFUSES(USTR_E_RANGE, java->val_text_new(66, NULL, 0, INT64_C(1) << 31, &object));
    REFUSES(USTR_E_RANGE, java->val_text_new(66, NULL, INT64_MAX, 0, &object));
    CHECK(object == 7, "an address was written");
    REFUSES(USTR_DONE, java->val_text_new(66, "a\0b", 3, 0, &object));
    const unsigned char *text = (const unsigned char *)(uintptr_t)object;
    CHECK(memcmp(text + 40, "a\0b", 4) == 0 && text[32] == 3 && text[8] == 66, "the text");
    REFUSES(USTR_DONE, java->val_retain(object));
    REFUSES(USTR_DONE, java->val_release(object));
    REFUSES(USTR_E_RANGE, java->val_release(object + 1));
    REFUSES(USTR_E_RANGE, java->val_retain(object + 4));
    slot view = {66, 0, object}, owned = {1, 2, 3};
    REFUSES(USTR_DONE, java->val_own(&view, &owned));
    CHECK(owned.index == 66 && owned.word == object && text[0] == 2, "the object itself");
    REFUSES(USTR_DONE, java->val_release(object));
    REFUSES(USTR_DONE, java->val_release(object)); /* the last one */
    REFUSES(USTR_DONE, java->val_retain(0));
    REFUSES(USTR_DONE, java->val_release(0));
}

static void test_own(void) {
    static const slot wrong[] = {{-1, 0, 0}, {11, 8, 0}, {12, UINT32_MAX, 0}, {8, 0, 0}, {9, 0, 0}, {10, 0, 0},
                                 {64, 0, 0}, {71, 0, 0}, {INT32_MAX, 0, 0}};
    slot owned = {1, 2, 3};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        CHECK(java->val_own(&wrong[i], &owned) == USTR_E_RANGE, "type %d", wrong[i].index);
    }
    const char *bytes[2] = {"a", (const char *)(uintptr_t)UINT64_C(0x80000000)}; /* above what a text can have */
    const char *nowhere[2] = {NULL, (const char *)(uintptr_t)1};
    slot long_one = {9, 0, (uintptr_t)bytes}, null_one = {9, 0, (uintptr_t)nowhere};
    REFUSES(USTR_E_RANGE, java->val_own(&long_one, &owned));
    REFUSES(USTR_E_RANGE, java->val_own(&null_one, &owned));
    REFUSES(USTR_E_NULL, java->val_own(NULL, &owned));
    REFUSES(USTR_E_NULL, java->val_own(&owned, NULL));
    REFUSES(USTR_E_RANGE, java->val_own((char *)&long_one + 4, &owned));
    CHECK(owned.index == 1 && owned.len == 2 && owned.word == 3, "a slot was written");
    slot dirty = {11, 2, UINT64_C(0x4141414141414141)}, view = {8, 0, (uintptr_t)"long enough for an object"};
    REFUSES(USTR_DONE, java->val_own(&dirty, &owned));
    CHECK(owned.index == 11 && owned.len == 2 && owned.word == 0x4141, "zeros after a small text");
    REFUSES(USTR_DONE, java->val_own(&view, &owned));
    CHECK(owned.index == 65 && owned.len == 0, "a string");
    REFUSES(USTR_DONE, java->val_release(owned.word));
}

void test_values(void) {
    uint64_t object = 0;
    if (java->val_text_new(65, NULL, 0, 0, &object) == USTR_E_UNSUPPORTED) {
        return; /* none of this is there elsewhere than on 64-bit Linux */
    }
    REFUSES(USTR_DONE, java->val_release(object));
    test_numbers();
    test_hosts();
    test_open();
    test_texts();
    test_own();
}

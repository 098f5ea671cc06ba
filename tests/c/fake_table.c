/* A library that hands out tables of other versions, for tests of clients. What it says is read from the environment at
   each call of ustr_get_api:

     USTR_FAKE_STRUCT_SIZE   the table's struct_size in bytes (default: as in unitstr.h); any number
     USTR_FAKE_MAJOR         its abi_major (default: as in unitstr.h); another one asked for gives NULL
     USTR_FAKE_MINOR         its abi_minor (default: as in unitstr.h)
     USTR_FAKE_NULL_SLOT     the offset in bytes of a member that is null (default: none)
     USTR_FAKE_LIBRARY       a real library whose functions the table has; by default they do nothing but return
                             USTR_E_UNSUPPORTED

   The table has room for 4096 bytes, whatever its struct_size says; what this header does not know returns
   USTR_E_UNSUPPORTED. Whoever calls what lies behind struct_size ends the process.

     cc -std=c11 -shared -fPIC -I rust/unitstr-c/include -o libunitstr-fake.so tests/c/fake_table.c */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "library.h"
#include "unitstr.h"

enum { SLOTS = 4096 / sizeof(void *), FIRST_FUNCTION = offsetof(ustr_api, version) / sizeof(void *) };

static union {
    ustr_api api;
    void *slots[SLOTS];
} table;

static const char *version(void) {
    return "0.0.0-fake";
}

static const char *status_text(int32_t status) {
    (void)status;
    return "unknown: A fake.";
}

static size_t last_panic(void *dst, size_t dst_bytes) {
    (void)dst, (void)dst_bytes;
    return 0;
}

/* Stands for all functions that return a status or a packed long. */
static int64_t unsupported(void) {
    return USTR_E_UNSUPPORTED;
}

static int64_t beyond(void) {
    fputs("fake_table: an entry behind struct_size was called\n", stderr);
    abort();
}

static unsigned long long number(const char *name, unsigned long long otherwise) {
    const char *text = getenv(name);
    return text == NULL || *text == 0 ? otherwise : strtoull(text, NULL, 10);
}

static const ustr_api *real_table(void) {
    const ustr_api *(*get_api)(uint32_t);
    return find(getenv("USTR_FAKE_LIBRARY"), "ustr_get_api", &get_api) == NULL ? NULL : get_api(USTR_ABI_MAJOR);
}

const ustr_api *ustr_get_api(uint32_t major) {
    int64_t (*function)(void) = unsupported;
    for (size_t slot = FIRST_FUNCTION; slot < SLOTS; slot++) {
        memcpy(&table.slots[slot], &function, sizeof function);
    }
    table.api.version = version;
    table.api.status_text = status_text;
    table.api.last_panic = last_panic;
    table.api.features = sizeof(L' ') == 2 ? USTR_FEATURE_WCHAR_16 : USTR_FEATURE_WCHAR_32;
    const ustr_api *real = real_table();
    if (real != NULL) {
        memcpy(&table, real, real->struct_size < sizeof table ? real->struct_size : sizeof table);
    }
    table.api.struct_size = (size_t)number("USTR_FAKE_STRUCT_SIZE", sizeof(ustr_api));
    table.api.abi_major = (uint32_t)number("USTR_FAKE_MAJOR", USTR_ABI_MAJOR);
    table.api.abi_minor = (uint32_t)number("USTR_FAKE_MINOR", USTR_ABI_MINOR);
    function = beyond;
    for (size_t slot = table.api.struct_size / sizeof(void *); slot < SLOTS; slot++) {
        if (slot >= FIRST_FUNCTION) {
            memcpy(&table.slots[slot], &function, sizeof function);
        }
    }
    unsigned long long null_slot = number("USTR_FAKE_NULL_SLOT", sizeof table);
    if (null_slot < sizeof table) {
        table.slots[null_slot / sizeof(void *)] = NULL;
    }
    return major == table.api.abi_major ? &table.api : NULL;
}

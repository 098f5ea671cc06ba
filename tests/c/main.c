/* The C interface, used from C: main LIBRARY FAKE-LIBRARY VECTORS. Prints one closing line. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "library.h"
#include "test.h"

enum { MOST_PRINTED = 20 };

const ustr_api *api;
const ustr_java_api *java;
const ustr_api *(*fake_get_api)(uint32_t major);

static long passed, failed;

void check(bool holds, const char *where, int line, const char *format, ...) {
    if (holds) {
        passed++;
        return;
    }
    if (failed++ < MOST_PRINTED) {
        va_list arguments;
        va_start(arguments, format);
        fprintf(stderr, "%s:%d: ", where, line);
        vfprintf(stderr, format, arguments);
        fputc('\n', stderr);
        va_end(arguments);
    }
}

void fill(memory *place) {
    memset(place, FILL, sizeof *place);
}

bool is_filled_from(const memory *place, size_t from) {
    for (size_t i = from; i < sizeof place->bytes; i++) {
        if (place->bytes[i] != FILL) {
            return false;
        }
    }
    return true;
}

ustr_progress new_progress(void) {
    return (ustr_progress){sizeof(ustr_progress), 77, 77, 77, 77};
}

int64_t packed(int32_t status, const ustr_progress *progress) {
    if (status < 0) {
        return status;
    }
    return (int64_t)(progress->written | progress->read << USTR_PACKED_READ_SHIFT
                     | (uint64_t)status << USTR_PACKED_STATUS_SHIFT
                     | (uint64_t)progress->coder << USTR_PACKED_CODER_SHIFT
                     | (uint64_t)progress->bad_len << USTR_PACKED_BAD_SHIFT);
}

/* Like `find`, but ends the program if there is no such function. */
static void *need(const char *file, const char *name, void *function) {
    void *library = find(file, name, function);
    if (library == NULL) {
        fprintf(stderr, "%s: no library with a function %s\n", file, name);
        exit(2);
    }
    return library;
}

int main(int count, char **arguments) {
    if (count != 4) {
        fprintf(stderr, "usage: %s LIBRARY FAKE-LIBRARY VECTORS\n", arguments[0]);
        return 2;
    }
    const ustr_api *(*get_api)(uint32_t);
    const ustr_java_api *(*get_java_api)(uint32_t);
    void *library = need(arguments[1], "ustr_get_api", &get_api);
    release(need(arguments[1], "ustr_get_java_api", &get_java_api));
    need(arguments[2], "ustr_get_api", &fake_get_api);
    api = get_api(USTR_ABI_MAJOR);
    java = get_java_api(USTR_ABI_MAJOR);
    if (api == NULL || java == NULL) {
        fprintf(stderr, "no table of major version %d\n", USTR_ABI_MAJOR);
        return 2;
    }
    CHECK(get_api(0) == NULL && get_api(2) == NULL && get_api(UINT32_MAX) == NULL, "tables of other major versions");
    CHECK(get_java_api(0) == NULL && get_java_api(2) == NULL, "tables of other major versions");
    CHECK(get_api(USTR_ABI_MAJOR) == api && get_java_api(USTR_ABI_MAJOR) == java, "another table at the second call");
    CHECK(java->struct_size == sizeof(ustr_java_api) && java->features == api->features, "the table for Java");
    test_entries();
    test_hostile();
    test_sizes();
    test_tensors();
    test_values();
    test_arrow();
    test_changes();
    test_pieces();
    test_vectors(arguments[3]);
    release(library);
    CHECK(api->status_text(0) != NULL, "the library was unloaded, although native code may still call it");
    printf("%ld passed, %ld failed\n", passed, failed);
    return failed != 0;
}

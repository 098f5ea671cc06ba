/* Arrow's C data interface: a consumer in C, with the structs as Arrow's specification has them. */
#include <string.h>

#include "test.h"

struct ArrowSchema {
    const char *format;
    const char *name;
    const char *metadata;
    int64_t flags;
    int64_t n_children;
    struct ArrowSchema **children;
    struct ArrowSchema *dictionary;
    void (*release)(struct ArrowSchema *);
    void *private_data;
};

struct ArrowArray {
    int64_t length;
    int64_t null_count;
    int64_t offset;
    int64_t n_buffers;
    int64_t n_children;
    const void **buffers;
    struct ArrowArray **children;
    struct ArrowArray *dictionary;
    void (*release)(struct ArrowArray *);
    void *private_data;
};

struct ArrowArrayStream {
    int (*get_schema)(struct ArrowArrayStream *, struct ArrowSchema *out);
    int (*get_next)(struct ArrowArrayStream *, struct ArrowArray *out);
    const char *(*get_last_error)(struct ArrowArrayStream *);
    void (*release)(struct ArrowArrayStream *);
    void *private_data;
};

static uint64_t at(const void *place) {
    return (uint64_t)(uintptr_t)place;
}

/* What the sanitizer would say of memory that is freed twice, or not at all, is what this is for. */
void test_arrow(void) {
    int64_t made[USTR_TENSOR_OWNER_LONGS] = {0};
    CHECK(java->tensor_owner_new(64, made) == USTR_DONE, "an owner");
    int32_t *offsets = (int32_t *)(uintptr_t)made[1];
    offsets[1] = 5;
    char *data = (char *)(offsets + 2);
    memcpy(data, "texts", 5);

    struct {
        struct ArrowSchema schema;
        struct ArrowArray arrays[2];
    } parts;
    memset(&parts, 0, sizeof parts);
    struct ArrowSchema schema;
    memset(&schema, 0, sizeof schema);
    schema.format = "u";
    schema.name = "city";
    CHECK(java->arrow_export(USTR_ARROW_SCHEMA, at(&schema), 0, 0, at(&parts.schema)) == USTR_DONE, "a schema");
    const void *buffers[] = {NULL, offsets, data};
    struct ArrowArray array;
    memset(&array, 0, sizeof array);
    array.length = 1;
    array.n_buffers = 3;
    array.buffers = buffers;
    for (int i = 0; i < 2; i++) {
        CHECK(java->arrow_export(USTR_ARROW_ARRAY, at(&array), 0, (uint64_t)made[0], at(&parts.arrays[i])) == USTR_DONE,
              "array %d", i);
    }
    CHECK(java->tensor_owner_references((void *)(uintptr_t)made[0], -1) == 2, "two arrays");
    struct ArrowArrayStream stream;
    memset(&stream, 0, sizeof stream);
    CHECK(java->arrow_export(USTR_ARROW_STREAM, at(&parts), 2, 0, at(&stream)) == USTR_DONE, "a stream");
    CHECK(parts.schema.release == NULL && parts.arrays[1].release == NULL, "moved");

    CHECK(stream.get_schema(&stream, &schema) == 0, "get_schema");
    CHECK(strcmp(schema.format, "u") == 0 && strcmp(schema.name, "city") == 0, "%s %s", schema.format, schema.name);
    CHECK(stream.get_next(&stream, &array) == 0 && array.release != NULL, "get_next");
    CHECK(stream.get_last_error(&stream) == NULL, "an error");
    stream.release(&stream);
    CHECK(stream.release == NULL, "the second array is released with the stream");
    CHECK(memcmp(array.buffers[2], "texts", 5) == 0, "the first one lives on");
    uint64_t release;
    memcpy(&release, &array.release, sizeof release);
    CHECK(java->arrow_call(USTR_ARROW_CALL_RELEASE, release, at(&array), 0) == 0 && array.release == NULL, "released");
    schema.release(&schema);

    CHECK(java->arrow_export(0, at(&schema), 0, 0, at(&schema)) == USTR_E_RANGE, "no kind");
    CHECK(java->arrow_export(USTR_ARROW_SCHEMA, 0, 0, 0, at(&schema)) == USTR_E_NULL, "null");
    CHECK(java->arrow_export(USTR_ARROW_STREAM, at(&parts), -1, 0, at(&stream)) == USTR_E_RANGE, "a negative count");
    CHECK(java->arrow_call(USTR_ARROW_CALL_RELEASE, 0, at(&array), 0) == USTR_E_NULL, "no function");
    CHECK(java->arrow_call(0, release, at(&array), 0) == USTR_E_RANGE, "no kind");
}

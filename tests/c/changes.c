/* Strings that are changed where they are, by a program that has no other way to them. */
#include <string.h>

#include "test.h"


enum { ELEMENTS = 3, BYTES = 24 * ELEMENTS };

static ustr_tensor said(uint32_t trust) {
    ustr_tensor tensor;
    memset(&tensor, 0, sizeof tensor);
    tensor.struct_size = sizeof tensor;
    tensor.format = USTR_TENSOR_TF24;
    tensor.view_abi = 1;
    tensor.trust = trust;
    tensor.strictness = USTR_TENSOR_STANDARD;
    tensor.count = ELEMENTS;
    return tensor;
}

/* What the sanitizer would say of a block that is freed twice, or not at all, is what this is for. */
static void test_strings(void) {
    ustr_tensor tensor = said(USTR_TENSOR_POINTERS_CHECKED);
    unsigned char table[BYTES + 1], other[BYTES];
    memset(table, 0xAA, sizeof table);
    memset(other, 0xAA, sizeof other);
    unsigned char *base = table + 1;
    const char text[] = "short, and then a text that is much longer than an element";
    int64_t size = sizeof text - 1;
    int64_t ends[ELEMENTS] = {5, 5, size}, looks[4 * ELEMENTS];
    CHECK(java->packed_change_tensor(&tensor, base, BYTES, 0, ELEMENTS, USTR_TENSOR_CHANGE_INIT, 0, 0, NULL, 0, NULL) ==
              ELEMENTS,
          "init");
    int64_t done = java->packed_change_tensor(&tensor, base, BYTES, 0, ELEMENTS, USTR_TENSOR_CHANGE_COPY, 0, 0, text, size,
                                             ends);
    CHECK(done == ELEMENTS, "copy: %llx", (unsigned long long)done);
    done = java->packed_change_tensor(&tensor, base, BYTES, 0, 1, USTR_TENSOR_CHANGE_APPEND, 0, 0, text, size, &size);
    CHECK(done == 1, "append: %llx", (unsigned long long)done);
    done = java->packed_change_tensor(&tensor, base, BYTES, 1, 1, USTR_TENSOR_CHANGE_RESIZE, '.', 100, NULL, 0, NULL);
    CHECK(done == 1, "resize: %llx", (unsigned long long)done);
    CHECK(java->packed_tensor_elements(&tensor, base, BYTES, 0, ELEMENTS, looks) == ELEMENTS, "elements");
    CHECK(looks[0] == USTR_TENSOR_KIND_LARGE && looks[1] == size + 5 && looks[2] == 63, "appended: %lld", (long long)looks[2]);
    CHECK(looks[4] == USTR_TENSOR_KIND_LARGE && looks[5] == 100 && looks[6] == 111, "resized: %lld", (long long)looks[6]);

    done = java->packed_change_tensor(&tensor, other, BYTES, 0, ELEMENTS, USTR_TENSOR_CHANGE_INIT, 0, 0, NULL, 0, NULL);
    CHECK(done == ELEMENTS, "init");
    done = java->packed_assign_tensor(&tensor, other, BYTES, 1, &tensor, base, BYTES, 0, USTR_TENSOR_CHANGE_ASSIGN);
    CHECK(done == 1, "assign: %llx", (unsigned long long)done);
    done = java->packed_assign_tensor(&tensor, other, BYTES, 2, &tensor, base, BYTES, 2, USTR_TENSOR_CHANGE_MOVE);
    CHECK(done == 1 && base[48] == 0, "move: %llx", (unsigned long long)done);
    for (int64_t first = 0; first < ELEMENTS; first++) {
        done = java->packed_change_tensor(&tensor, base, BYTES, first, 1, USTR_TENSOR_CHANGE_DEALLOC, 0, 0, NULL, 0, NULL);
        CHECK(done == 1, "dealloc: %llx", (unsigned long long)done);
    }
    done = java->packed_change_tensor(&tensor, other, BYTES, 0, ELEMENTS, USTR_TENSOR_CHANGE_DEALLOC, 0, 0, NULL, 0, NULL);
    CHECK(done == ELEMENTS, "dealloc: %llx", (unsigned long long)done);
}

static void test_owners(void) {
    int64_t made[USTR_TENSOR_OWNER_LONGS] = {0};
    CHECK(java->tensor_owner_new(64, made) == USTR_DONE, "an owner");
    void *owner = (void *)(uintptr_t)made[0];
    char *text = (char *)(uintptr_t)made[1];
    memset(text, 'v', 64);
    ustr_tensor tensor = said(USTR_TENSOR_TRUSTED);
    tensor.owner = (uint64_t)made[0];
    unsigned char table[BYTES];
    int64_t ends[ELEMENTS] = {30, 60, 64};
    CHECK(java->packed_change_tensor(&tensor, table, BYTES, 0, ELEMENTS, USTR_TENSOR_CHANGE_INIT, 0, 0, NULL, 0, NULL) ==
              ELEMENTS,
          "init");
    CHECK(java->packed_change_tensor(&tensor, table, BYTES, 0, ELEMENTS, USTR_TENSOR_CHANGE_VIEW, 0, 0, text, 64, ends) ==
              ELEMENTS,
          "views");
    CHECK(java->tensor_owner_references(owner, -1) == ELEMENTS, "the views' alone");
    CHECK(java->packed_change_tensor(&tensor, table, BYTES, 0, ELEMENTS, USTR_TENSOR_CHANGE_DEALLOC, 0, 0, NULL, 0, NULL) ==
              ELEMENTS,
          "the last one frees it");
    CHECK(table[0] == 0 && table[48] == 0, "empty");
}

static void test_refusals(void) {
    ustr_tensor tensor = said(USTR_TENSOR_UNTRUSTED);
    unsigned char table[BYTES] = {0};
    int64_t done = java->packed_change_tensor(&tensor, table, BYTES, 0, 1, USTR_TENSOR_CHANGE_DEALLOC, 0, 0, NULL, 0, NULL);
    CHECK((done >> USTR_PACKED_STATUS_SHIFT & 7) == USTR_REFUSED, "untrusted: %llx", (unsigned long long)done);
    tensor.trust = USTR_TENSOR_TRUSTED;
    CHECK(java->packed_change_tensor(NULL, table, BYTES, 0, 1, 1, 0, 0, NULL, 0, NULL) == USTR_E_NULL, "no tensor");
    CHECK(java->packed_change_tensor(&tensor, NULL, BYTES, 0, 1, 1, 0, 0, NULL, 0, NULL) == USTR_E_NULL, "no memory");
    CHECK(java->packed_change_tensor(&tensor, table, BYTES, 0, 4, 1, 0, 0, NULL, 0, NULL) == USTR_E_RANGE, "too many");
    CHECK(java->packed_change_tensor(&tensor, table, BYTES, 0, 1, 1, 256, 0, NULL, 0, NULL) == USTR_E_RANGE, "no byte");
    CHECK(java->packed_change_tensor(&tensor, table, BYTES, 0, 1, 2, 0, 0, "a", 1, NULL) == USTR_E_NULL, "no ends");
    CHECK(java->packed_assign_tensor(&tensor, table, BYTES, 0, NULL, table, BYTES, 0, 9) == USTR_E_NULL, "no other");
    CHECK(java->tensor_owner_new(1, NULL) == USTR_E_NULL && java->tensor_owner_references(NULL, 0) == USTR_E_NULL, "null");
    for (int i = 0; i < BYTES; i++) {
        CHECK(table[i] == 0, "changed");
    }
}

void test_changes(void) {
    test_strings();
    test_owners();
    test_refusals();
}

/* The code of docs/c-api.md: each function shows one group of entries, and main checks what they give. Linked with
   libunitstr, as a C program of a user is. */
/* [c-api: open] */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#ifdef __APPLE__
typedef uint_least16_t char16_t; /* macOS has no uchar.h */
#else
#include <uchar.h>
#endif

#include "unitstr.h"

static const ustr_api *api;

static int open_unitstr(void) {
    api = ustr_get_api(USTR_ABI_MAJOR); /* valid until the process ends; NULL: the library has another major version */
    return api != NULL;
}
/* [c-api: end] */

/* [c-api: errors] */
static void explain(int32_t status) {
    fprintf(stderr, "unitstr: %s\n", api->status_text(status));
    if (status == USTR_E_PANIC) { /* a bug in the library, which it caught */
        char text[256];
        size_t bytes = api->last_panic(text, sizeof text);
        fprintf(stderr, "%.*s\n", (int)(bytes < sizeof text ? bytes : sizeof text), text);
    }
}
/* [c-api: end] */

/* [c-api: decode] */
/* Converts UTF-8 to UTF-16. Returns how many chars were written, or -1. One char per byte is always enough. */
static int64_t to_utf16(const char *src, size_t src_bytes, char16_t *dst, size_t dst_chars) {
    ustr_progress out = {sizeof out, 0, 0, 0, 0};
    int32_t status =
        api->decode_utf16(USTR_ENCODING_UTF_8, USTR_FLAG_REPORT, src, src_bytes, dst, dst_chars, &out);
    switch (status) {
    case USTR_DONE:
        return (int64_t)out.written;
    case USTR_MALFORMED: /* only with USTR_FLAG_REPORT */
        fprintf(stderr, "%u malformed bytes at byte %llu\n", out.bad_len, (unsigned long long)out.read);
        return -1;
    default: /* USTR_OUTPUT_FULL, or an error below 0 */
        explain(status);
        return -1;
    }
}
/* [c-api: end] */

/* [c-api: encode] */
/* Writes UTF-16 to a field of wchar_t, of at least one unit: as many whole characters as fit, then zeros. Returns how many
   chars were read. */
static size_t to_wide_field(const char16_t *src, size_t src_chars, wchar_t *field, size_t field_units) {
    uint32_t wide = api->features & USTR_FEATURE_WCHAR_32 ? USTR_ENCODING_UTF_32LE : USTR_ENCODING_UTF_16LE;
    ustr_progress out = {sizeof out, 0, 0, 0, 0};
    memset(field, 0, field_units * sizeof *field);
    int32_t status = api->encode_utf16(wide, USTR_FLAG_REPLACE, src, src_chars, field,
                                       (field_units - 1) * sizeof *field, &out);
    return status < 0 ? 0 : out.read; /* sizes of encoded text are in bytes */
}
/* [c-api: end] */

/* [c-api: measure] */
/* Converts UTF-16 to UTF-8 in new memory of the exact size, without a terminator. The caller frees it; NULL: no memory. */
static char *to_utf8(const char16_t *src, size_t src_chars, size_t *bytes) {
    ustr_progress out = {sizeof out, 0, 0, 0, 0};
    if (api->measure_encoded(USTR_ENCODING_UTF_8, USTR_FLAG_REPLACE, src, src_chars, &out) != USTR_DONE) {
        return NULL;
    }
    *bytes = out.written;
    char *dst = malloc(*bytes ? *bytes : 1);
    if (dst != NULL) {
        api->encode_utf16(USTR_ENCODING_UTF_8, USTR_FLAG_REPLACE, src, src_chars, dst, *bytes, &out);
    }
    return dst;
}
/* [c-api: end] */

/* [c-api: scan] */
/* Returns the length of a char16_t text, which has a terminator unless it fills the field; 0 if it is NULL. */
static size_t length16(const char16_t *text, size_t max_units) {
    uint64_t units = 0;
    api->find_zero(sizeof *text, text, max_units, &units);
    return units;
}
/* [c-api: end] */

/* [c-api: compare] */
/* Tests whether UTF-8 and UTF-16 are the same text, without converting either. */
static int same_text(const char *utf8, size_t bytes, const char16_t *chars, size_t count) {
    ustr_progress out = {sizeof out, 0, 0, 0, 0};
    return api->compare(USTR_ENCODING_UTF_8, USTR_FLAG_REPLACE, utf8, bytes, chars, count, &out) == USTR_DONE
        && out.written == count; /* or chars are left */
}
/* [c-api: end] */

/* [c-api: policies] */
/* Decodes the name of a file, which may be any bytes. Returns how many chars were written. */
static size_t name_to_utf16(const char *name, size_t bytes, char16_t *dst, size_t dst_chars) {
    ustr_progress out = {sizeof out, 0, 0, 0, 0};
    int32_t status = api->decode_utf16(USTR_ENCODING_UTF_8, USTR_FLAG_SURROGATE_ESCAPE, name, bytes, dst, dst_chars, &out);
    return status == USTR_DONE ? out.written : 0; /* encode_utf16 with the same flag writes the same bytes */
}
/* [c-api: end] */

/* [c-api: pieces] */
/* Decodes one piece of a text. Returns how many bytes were read; pass the rest again, before the next piece. */
static size_t next_piece(const char *piece, size_t bytes, int first, int last, char16_t *dst, size_t *chars) {
    uint32_t flags = USTR_FLAG_REPLACE | (first ? 0 : USTR_FLAG_CONTINUED) | (last ? 0 : USTR_FLAG_MORE);
    ustr_progress out = {sizeof out, 0, 0, 0, 0};
    int32_t status = api->decode_utf16(USTR_ENCODING_UTF_8, flags, piece, bytes, dst, bytes, &out);
    *chars = status < 0 ? 0 : out.written;
    return status < 0 ? 0 : out.read; /* USTR_INCOMPLETE: a character continues in the next piece */
}
/* [c-api: end] */

/* [c-api: legacy] */
/* Decodes a whole text whose encoding has a label as on the web, such as shift_jis. Returns how many chars it has; if
   these are more than dst_chars, call again with more room. 0: the label is unknown, or the library has no labels. */
static size_t legacy_to_utf16(const char *label, const char *src, size_t bytes, char16_t *dst, size_t dst_chars) {
    ustr_progress out = {sizeof out, 0, 0, 0, 0};
    if (!USTR_HAS(api, whatwg_decode)) {
        return 0;
    }
    int32_t status = api->whatwg_decode(label, USTR_FLAG_REPLACE, src, bytes, dst, dst_chars, &out);
    return status < 0 ? 0 : out.written;
}
/* [c-api: end] */

/* [c-api: tensor] */
/* Whether a file holds `count` strings in TensorFlow's layout and nothing in it leads outside. */
static int is_tensor(const void *file, size_t bytes, uint64_t count) {
    ustr_tensor tensor = {.struct_size = sizeof tensor, .format = USTR_TENSOR_TF24, .count = count,
                          .trust = USTR_TENSOR_UNTRUSTED}; /* zero: the default */
    ustr_tensor_report report = {.struct_size = sizeof report};
    int32_t status = api->tensor_validate(&tensor, file, bytes, &report);
    if (status == USTR_REFUSED) {
        fprintf(stderr, "element %llu: code %u, field %u\n", (unsigned long long)report.index, report.code,
                report.field);
    }
    return status == USTR_DONE;
}
/* [c-api: end] */

static int wrong;

static void expect(int holds, const char *what) {
    if (!holds) {
        fprintf(stderr, "tests/c/guide.c: not true: %s\n", what);
        wrong = 1;
    }
}
#define EXPECT(condition) expect(condition, #condition)

int main(void) {
    if (!open_unitstr()) {
        fputs("tests/c/guide.c: no table\n", stderr);
        return 1;
    }
    explain(USTR_DONE);
    explain(USTR_E_PANIC);

    const char utf8[] = "a\0\xC3\xA9\xF0\x9F\x98\x80"; /* a NUL é 😀 */
    const size_t bytes = sizeof utf8 - 1;
    char16_t chars[16];
    EXPECT(to_utf16(utf8, bytes, chars, 16) == 5);
    EXPECT(memcmp(chars, u"a\0\u00E9\U0001F600", 10) == 0);
    EXPECT(to_utf16(utf8, bytes, chars, 4) == -1);
    EXPECT(to_utf16("ab\xFF", 3, chars, 16) == -1);

    wchar_t field[4];
    int pairs = sizeof *field == 2; /* on Windows the emoji takes two of the three units */
    EXPECT(to_wide_field(u"\u00E9\U0001F600xyz", 6, field, 4) == (pairs ? 3 : 4));
    EXPECT(wcscmp(field, pairs ? L"\u00E9\U0001F600" : L"\u00E9\U0001F600x") == 0);

    size_t size = 0;
    char *copy = to_utf8(u"a\0\u00E9\U0001F600", 5, &size);
    EXPECT(copy != NULL && size == bytes && memcmp(copy, utf8, bytes) == 0);
    free(copy);

    EXPECT(length16(u"name\0rest", 9) == 4);
    EXPECT(length16(u"name", 3) == 3);

    EXPECT(same_text(utf8, bytes, u"a\0\u00E9\U0001F600", 5));
    EXPECT(!same_text(utf8, bytes, u"a\0\u00E9\U0001F600x", 6));
    EXPECT(!same_text(utf8, bytes, u"b", 1));

    EXPECT(name_to_utf16("a\xFF", 2, chars, 16) == 2 && chars[1] == 0xDCFF);
    /* This library may have no labels. */
    EXPECT(legacy_to_utf16("koi8-r", "\xF6", 1, chars, 16) == 0 || chars[0] == 0x416);

    size_t written = 0;
    EXPECT(next_piece(utf8, 6, 1, 0, chars, &written) == 4 && written == 3);
    EXPECT(next_piece(utf8 + 4, 4, 0, 1, chars, &written) == 4 && written == 2);

    unsigned char tensor[48] = {0};
    tensor[0] = 3 << 2; /* SMALL, 3 bytes */
    memcpy(tensor + 1, "abc", 3);
    EXPECT(is_tensor(tensor, sizeof tensor, 2));
    EXPECT(!is_tensor(tensor, sizeof tensor, 3));
    tensor[0] = 63 << 2; /* more than an element has room for */
    EXPECT(!is_tensor(tensor, sizeof tensor, 2));
    return wrong;
}

/* The vectors, by every entry that they are about. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"

enum { FIELDS = 6, MOST = 256 };

/* A row of a file: its fields, and what it is called in messages. */
typedef struct {
    char name[64];
    char *fields[FIELDS];
    int count;
} row;

static const struct {
    const char *name;
    uint32_t encoding;
} charsets[] = {
        {"UTF-8", USTR_ENCODING_UTF_8},
        {"ISO-8859-1", USTR_ENCODING_LATIN_1},
        {"US-ASCII", USTR_ENCODING_ASCII},
        {"UTF-16LE", USTR_ENCODING_UTF_16LE},
        {"UTF-16BE", USTR_ENCODING_UTF_16BE},
        {"UTF-16", USTR_ENCODING_UTF_16},
        {"UTF-32LE", USTR_ENCODING_UTF_32LE},
        {"UTF-32BE", USTR_ENCODING_UTF_32BE},
        {"UTF-32", USTR_ENCODING_UTF_32},
        {"x-UTF-16LE-BOM", USTR_ENCODING_UTF_16LE_BOM},
        {"X-UTF-32LE-BOM", USTR_ENCODING_UTF_32LE_BOM},
        {"X-UTF-32BE-BOM", USTR_ENCODING_UTF_32BE_BOM},
};

static uint32_t encoding_named(const row *row, const char *name) {
    for (size_t i = 0; i < sizeof charsets / sizeof *charsets; i++) {
        if (strcmp(charsets[i].name, name) == 0) {
            return charsets[i].encoding;
        }
    }
    CHECK(false, "%s: unknown charset %s", row->name, name);
    return 0;
}

static uint32_t encoding_of(const row *row) {
    return encoding_named(row, row->fields[0]);
}

static size_t parse_bytes(const char *text, unsigned char *bytes) {
    size_t count = 0;
    for (char *end; *text != 0 && count < MOST; text = end) {
        bytes[count++] = (unsigned char)strtoul(text, &end, 16);
    }
    return count;
}

static size_t parse_chars(const char *text, uint16_t *chars) {
    size_t count = 0;
    for (char *end; *text != 0 && count < MOST; text = end) {
        chars[count++] = (uint16_t)strtoul(text, &end, 16);
    }
    return count;
}

static bool is_latin1(const uint16_t *chars, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (chars[i] > 0xFF) {
            return false;
        }
    }
    return true;
}

static void check_result(const row *row, const char *entry, int32_t status, int32_t expected, const ustr_progress *out,
                         size_t read, size_t written) {
    CHECK(status == expected && out->read == read && out->written == written, "%s: %s: %s read %llu written %llu",
          row->name, entry, api->status_text(status), (unsigned long long)out->read, (unsigned long long)out->written);
}

/* charset, bytes, chars, offset and length of the first error */
static void test_decode(const row *row) {
    unsigned char bytes[MOST];
    uint16_t chars[MOST + 1];
    uint32_t encoding = encoding_of(row);
    size_t size = parse_bytes(row->fields[1], bytes), count = parse_chars(row->fields[2], chars);
    memory place, latin1;
    ustr_progress out = new_progress();

    for (size_t room = 0; room <= count + 1; room++) {
        fill(&place);
        int32_t status = api->decode_utf16(encoding, USTR_FLAG_REPLACE, bytes, size, place.bytes, room, &out);
        CHECK(status == (room < count ? USTR_OUTPUT_FULL : USTR_DONE), "%s: room %zu: %s", row->name, room,
              api->status_text(status));
        /* As much as fits: what is missing begins with a pair that one char is too few for. */
        size_t missing = (room < count ? room : count) - out.written;
        bool pair = missing == 1 && chars[out.written] >> 10 == 0xD800 >> 10;
        CHECK(missing == 0 || pair, "%s: room %zu: %llu written", row->name, room, (unsigned long long)out.written);
        CHECK(memcmp(place.bytes, chars, 2 * out.written) == 0, "%s: room %zu: other chars", row->name, room);
        CHECK(is_filled_from(&place, 2 * out.written), "%s: room %zu: wrote more", row->name, room);
        int64_t result = java->packed_decode(NULL, 0, place.bytes, (int64_t)room, bytes, 0, (int64_t)size, encoding, USTR_FLAG_CHARS);
        CHECK(result == packed(status, &out), "%s: room %zu: packed", row->name, room);
    }
    int32_t status = api->measure_decoded(encoding, USTR_FLAG_REPLACE, bytes, size, &out);
    check_result(row, "measure_decoded", status, USTR_DONE, &out, size, count);

    fill(&place);
    fill(&latin1);
    status = api->decode_java(encoding, USTR_FLAG_REPLACE, bytes, size, latin1.bytes, size, place.bytes, count, &out);
    check_result(row, "decode_java", status, USTR_DONE, &out, size, count);
    CHECK(out.coder == (is_latin1(chars, count) ? USTR_CODER_LATIN1 : USTR_CODER_UTF16), "%s: coder", row->name);
    CHECK(is_filled_from(&latin1, size) && is_filled_from(&place, 2 * count), "%s: decode_java wrote more", row->name);
    for (size_t i = 0; i < count; i++) {
        uint16_t wide;
        memcpy(&wide, place.bytes + 2 * i, sizeof wide);
        CHECK((out.coder == USTR_CODER_LATIN1 ? latin1.bytes[i] : wide) == chars[i], "%s: char %zu", row->name, i);
    }
    int32_t narrow = api->decode_latin1(encoding, USTR_FLAG_REPLACE, bytes, size, latin1.bytes, count, &out);
    CHECK(narrow == (is_latin1(chars, count) ? USTR_DONE : USTR_NOT_LATIN1), "%s: decode_latin1: %s", row->name,
          api->status_text(narrow));
    CHECK(is_latin1(chars, out.written) && (narrow == USTR_DONE || chars[out.written] > 0xFF), "%s: decode_latin1",
          row->name);

    status = api->compare(encoding, USTR_FLAG_REPLACE, bytes, size, chars, count, &out);
    check_result(row, "compare", status, USTR_DONE, &out, size, count);
    for (size_t i = 0; i < count; i++) {
        chars[i] ^= 0x20;
        status = api->compare(encoding, USTR_FLAG_REPLACE, bytes, size, chars, count, &out);
        CHECK(status == USTR_MISMATCH && out.written == i, "%s: compare, char %zu changed: %s, %llu equal", row->name, i,
              api->status_text(status), (unsigned long long)out.written);
        chars[i] ^= 0x20;
    }

    status = api->decode_utf16(encoding, USTR_FLAG_REPORT, bytes, size, place.bytes, MOST, &out);
    if (strcmp(row->fields[3], "-") == 0) {
        check_result(row, "REPORT", status, USTR_DONE, &out, size, count);
    } else {
        CHECK(status == USTR_MALFORMED && out.read == strtoul(row->fields[3], NULL, 10)
                      && out.bad_len == strtoul(row->fields[4], NULL, 10),
              "%s: REPORT: %s at %llu, %u bytes", row->name, api->status_text(status), (unsigned long long)out.read,
              out.bad_len);
        CHECK(chars[out.written] == 0xFFFD, "%s: REPORT: %llu written", row->name, (unsigned long long)out.written);
        status = api->compare(encoding, USTR_FLAG_REPORT, bytes, size, u"x", 1, &out);
        CHECK(status == USTR_MALFORMED && out.read == strtoul(row->fields[3], NULL, 10), "%s: compare, REPORT: %s",
              row->name, api->status_text(status));
    }
    CHECK(memcmp(place.bytes, chars, 2 * out.written) == 0, "%s: REPORT: other chars", row->name);
}

/* charset, chars, bytes, index, kind and length of the first error */
static void test_encode(const row *row) {
    unsigned char bytes[MOST], narrow[MOST];
    uint16_t chars[MOST];
    uint32_t encoding = encoding_of(row);
    size_t count = parse_chars(row->fields[1], chars), size = parse_bytes(row->fields[2], bytes);
    memory place;
    ustr_progress out = new_progress();

    for (size_t room = 0; room <= size + 1; room++) {
        fill(&place);
        int32_t status = api->encode_utf16(encoding, USTR_FLAG_REPLACE, chars, count, place.bytes, room, &out);
        CHECK(status == (room < size ? USTR_OUTPUT_FULL : USTR_DONE), "%s: room %zu: %s", row->name, room,
              api->status_text(status));
        CHECK(memcmp(place.bytes, bytes, out.written) == 0, "%s: room %zu: other bytes", row->name, room);
        CHECK(is_filled_from(&place, out.written), "%s: room %zu: wrote more", row->name, room);
        int64_t result = java->packed_encode(chars, (int64_t)count, place.bytes, 0, (int64_t)room, encoding, 0);
        CHECK(result == packed(status, &out), "%s: room %zu: packed", row->name, room);
    }
    check_result(row, "encode_utf16", USTR_DONE, USTR_DONE, &out, count, size);
    int32_t status = api->measure_encoded(encoding, USTR_FLAG_REPLACE, chars, count, &out);
    check_result(row, "measure_encoded", status, USTR_DONE, &out, count, size);
    CHECK(java->packed_measure(chars, (int64_t)count, encoding, 0) == packed(status, &out), "%s: packed", row->name);

    if (is_latin1(chars, count)) {
        for (size_t i = 0; i < count; i++) {
            narrow[i] = (unsigned char)chars[i];
        }
        fill(&place);
        status = api->encode_latin1(encoding, USTR_FLAG_REPLACE, narrow, count, place.bytes, size, &out);
        check_result(row, "encode_latin1", status, USTR_DONE, &out, count, size);
        CHECK(memcmp(place.bytes, bytes, size) == 0 && is_filled_from(&place, size), "%s: encode_latin1", row->name);
    }

    status = api->encode_utf16(encoding, USTR_FLAG_REPORT, chars, count, place.bytes, ROOM, &out);
    if (strcmp(row->fields[3], "-") == 0) {
        check_result(row, "REPORT", status, USTR_DONE, &out, count, size);
    } else {
        int32_t kind = strcmp(row->fields[4], "MALFORMED") == 0 ? USTR_MALFORMED : USTR_UNMAPPABLE;
        CHECK(status == kind && out.read == strtoul(row->fields[3], NULL, 10)
                      && out.bad_len == strtoul(row->fields[5], NULL, 10),
              "%s: REPORT: %s at %llu, %u chars", row->name, api->status_text(status), (unsigned long long)out.read,
              out.bad_len);
    }
    CHECK(memcmp(place.bytes, bytes, out.written) == 0, "%s: REPORT: other bytes", row->name);
}

/* charset, chars, capacity, chars read, bytes written */
static void test_truncate(const row *row) {
    unsigned char bytes[MOST];
    uint16_t chars[MOST];
    size_t count = parse_chars(row->fields[1], chars), size = parse_bytes(row->fields[4], bytes);
    size_t room = strtoul(row->fields[2], NULL, 10), read = strtoul(row->fields[3], NULL, 10);
    memory place;
    ustr_progress out = new_progress();
    fill(&place);
    int32_t status = api->encode_utf16(encoding_of(row), USTR_FLAG_REPLACE, chars, count, place.bytes, room, &out);
    check_result(row, "truncate", status, read < count ? USTR_OUTPUT_FULL : USTR_DONE, &out, read, size);
    CHECK(memcmp(place.bytes, bytes, size) == 0 && is_filled_from(&place, size), "%s: other bytes", row->name);
}

/* policy, charset, bytes, chars: both ways */
static void test_policy(const row *row) {
    unsigned char bytes[MOST];
    uint16_t chars[MOST];
    uint32_t encoding = encoding_named(row, row->fields[1]);
    uint32_t policy = strcmp(row->fields[0], "LOSSLESS") == 0 ? USTR_FLAG_LOSSLESS : USTR_FLAG_SURROGATE_ESCAPE;
    size_t size = parse_bytes(row->fields[2], bytes), count = parse_chars(row->fields[3], chars);
    memory place;
    ustr_progress out = new_progress();

    fill(&place);
    int32_t status = api->decode_utf16(encoding, policy, bytes, size, place.bytes, count, &out);
    check_result(row, "decode_utf16", status, USTR_DONE, &out, size, count);
    CHECK(memcmp(place.bytes, chars, 2 * count) == 0 && is_filled_from(&place, 2 * count), "%s: other chars", row->name);
    status = api->measure_decoded(encoding, policy, bytes, size, &out);
    check_result(row, "measure_decoded", status, USTR_DONE, &out, size, count);
    status = api->compare(encoding, policy, bytes, size, chars, count, &out);
    check_result(row, "compare", status, USTR_DONE, &out, size, count);

    fill(&place);
    status = api->encode_utf16(encoding, policy, chars, count, place.bytes, size, &out);
    check_result(row, "encode_utf16", status, USTR_DONE, &out, count, size);
    CHECK(memcmp(place.bytes, bytes, size) == 0 && is_filled_from(&place, size), "%s: other bytes", row->name);
    status = api->measure_encoded(encoding, policy, chars, count, &out);
    check_result(row, "measure_encoded", status, USTR_DONE, &out, count, size);
}

/* Calls `test` with each row of a file, of `columns` columns. */
static void test_file(const char *directory, const char *name, int columns, void (*test)(const row *)) {
    char line[4096];
    snprintf(line, sizeof line, "%s/%s", directory, name);
    FILE *file = fopen(line, "r");
    CHECK(file != NULL, "cannot open %s/%s", directory, name);
    if (file == NULL) {
        return;
    }
    int rows = 0;
    for (int number = 1; fgets(line, sizeof line, file) != NULL; number++) {
        line[strcspn(line, "\r\n")] = 0;
        if (line[0] == '#' || line[0] == 0) {
            continue;
        }
        row row = {.count = 0};
        snprintf(row.name, sizeof row.name, "%s:%d", name, number);
        for (char *field = line; field != NULL && row.count < FIELDS; row.count++) {
            row.fields[row.count] = field;
            field = strchr(field, '\t');
            if (field != NULL) {
                *field++ = 0;
            }
        }
        CHECK(row.count == columns, "%s: %d columns", row.name, row.count);
        if (row.count == columns) {
            test(&row);
            rows++;
        }
    }
    fclose(file);
    CHECK(rows > 50, "%s: only %d rows", name, rows);
}

void test_vectors(const char *directory) {
    test_file(directory, "decode.tsv", 5, test_decode);
    test_file(directory, "encode.tsv", 6, test_encode);
    test_file(directory, "truncate.tsv", 5, test_truncate);
    test_file(directory, "policies.tsv", 4, test_policy);
}

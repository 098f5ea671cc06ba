/* Every entry, once, with a text that a reader can follow. */
#include <pthread.h>
#include <string.h>
#include <wchar.h>

#include "test.h"

/* "né€😀" */
static const unsigned char shifted[] = {'.', '.', '.', 'n', 0xC3, 0xA9, 0xE2, 0x82, 0xAC, 0xF0, 0x9F, 0x98, 0x80};
enum { SHIFT = 3, UTF8_BYTES = sizeof shifted - SHIFT };
static const unsigned char *const utf8 = shifted + SHIFT;
static const uint16_t utf16[] = {'n', 0xE9, 0x20AC, 0xD83D, 0xDE00};
enum { UTF16_CHARS = sizeof utf16 / sizeof *utf16 };

static void check_progress(const char *entry, int32_t status, int32_t expected, const ustr_progress *out, uint64_t read,
                           uint64_t written, uint32_t coder) {
    CHECK(status == expected && out->read == read && out->written == written && out->coder == coder
                  && out->struct_size == sizeof *out,
          "%s: %s read %llu written %llu coder %u", entry, api->status_text(status), (unsigned long long)out->read,
          (unsigned long long)out->written, out->coder);
}

static void test_about(void) {
    CHECK(api->struct_size == sizeof(ustr_api) && api->abi_major == 1 && api->abi_minor == USTR_ABI_MINOR,
          "struct_size %zu, version %u.%u", api->struct_size, api->abi_major, api->abi_minor);
    uint64_t wide = sizeof(wchar_t) == 2 ? USTR_FEATURE_WCHAR_16 : USTR_FEATURE_WCHAR_32;
    CHECK((api->features & (USTR_FEATURE_WCHAR_16 | USTR_FEATURE_WCHAR_32)) == wide, "features %llx",
          (unsigned long long)api->features);
    const char *version = api->version();
    CHECK(version != NULL && strspn(version, "0123456789.") >= 5, "version %s", version);
    CHECK(strncmp(api->status_text(USTR_E_NULL), "USTR_E_NULL: ", 13) == 0, "%s", api->status_text(USTR_E_NULL));
    CHECK(strncmp(api->status_text(USTR_DONE), "USTR_DONE: ", 11) == 0, "%s", api->status_text(USTR_DONE));
    CHECK(strncmp(api->status_text(1000), "unknown: ", 9) == 0, "%s", api->status_text(1000));
    CHECK(api->last_panic(NULL, 0) == 0, "a panic, before any call");
}

/* "a", a byte that is no UTF-8, "b" */
static void test_policies(void) {
    static const unsigned char text[] = {'a', 0xFF, 'b'};
    static const struct {
        uint32_t policy;
        size_t count;
        uint16_t chars[4];
    } rows[] = {
            {USTR_FLAG_REPLACE, 3, {'a', 0xFFFD, 'b'}},
            {USTR_FLAG_IGNORE, 2, {'a', 'b'}},
            {USTR_FLAG_SURROGATE_ESCAPE, 3, {'a', 0xDCFF, 'b'}},
            {USTR_REPLACE_WITH('*'), 3, {'a', '*', 'b'}},
            {USTR_REPLACE_WITH(0x1F4A5), 4, {'a', 0xD83D, 0xDCA5, 'b'}},
            {USTR_REPLACE_WITH(0x10FFFF), 4, {'a', 0xDBFF, 0xDFFF, 'b'}},
    };
    memory place;
    ustr_progress out = new_progress();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        fill(&place);
        int32_t status =
                api->decode_utf16(USTR_ENCODING_UTF_8, rows[i].policy, text, sizeof text, place.bytes, 8, &out);
        check_progress("a policy", status, USTR_DONE, &out, sizeof text, rows[i].count, USTR_CODER_UTF16);
        CHECK(memcmp(place.bytes, rows[i].chars, 2 * rows[i].count) == 0 && is_filled_from(&place, 2 * rows[i].count),
              "policy %#x", rows[i].policy);
    }
    static const uint32_t reporting[] = {USTR_FLAG_REPORT, USTR_FLAG_LOSSLESS};
    for (size_t i = 0; i < sizeof reporting / sizeof *reporting; i++) {
        int32_t status =
                api->decode_utf16(USTR_ENCODING_UTF_8, reporting[i], text, sizeof text, place.bytes, 8, &out);
        check_progress("a policy", status, USTR_MALFORMED, &out, 1, 1, USTR_CODER_UTF16);
        CHECK(out.bad_len == 1, "policy %u: %u bytes", reporting[i], out.bad_len);
    }
    /* What replaces an error has to be in the encoding itself. */
    int32_t status = api->encode_utf16(USTR_ENCODING_ASCII, USTR_REPLACE_WITH(0xE9), u"a\u20AC", 2, place.bytes, 8, &out);
    check_progress("a policy", status, USTR_UNMAPPABLE, &out, 1, 1, 0);
    status = api->encode_utf16(USTR_ENCODING_ASCII, USTR_REPLACE_WITH('*'), u"a\u20AC", 2, place.bytes, 8, &out);
    check_progress("a policy", status, USTR_DONE, &out, 2, 2, 0);
    CHECK(memcmp(place.bytes, "a*", 2) == 0, "a policy");
}

/* A library may be built without these encodings. */
static void test_web(void) {
    ustr_progress out = new_progress();
    if (api->whatwg_decode("koi8-r", 0, "a", 1, NULL, 0, &out) == USTR_E_UNSUPPORTED) {
        CHECK(api->whatwg_encode("koi8-r", 0, u"a", 1, NULL, 0, &out) == USTR_E_UNSUPPORTED, "whatwg_encode");
        return;
    }
    static const unsigned char jis[] = {0x8A, 0xBF, 0x8E, 0x9A, 0xFF};
    static const uint16_t kanji[] = {0x6F22, 0x5B57, 0xFFFD};
    memory place;
    fill(&place);
    int32_t status = api->whatwg_decode("Shift_JIS", 0, jis, sizeof jis, place.bytes, 3, &out);
    check_progress("whatwg_decode", status, USTR_DONE, &out, 5, 3, USTR_CODER_UTF16);
    CHECK(memcmp(place.bytes, kanji, sizeof kanji) == 0 && is_filled_from(&place, sizeof kanji), "whatwg_decode");
    status = api->whatwg_decode("sjis", USTR_FLAG_REPORT, jis, sizeof jis, place.bytes, 3, &out);
    check_progress("whatwg_decode", status, USTR_MALFORMED, &out, 4, 2, USTR_CODER_UTF16);
    status = api->whatwg_decode("sjis", 0, jis, sizeof jis, NULL, 0, &out);
    check_progress("whatwg_decode", status, USTR_OUTPUT_FULL, &out, 0, 3, USTR_CODER_UTF16);
    fill(&place);
    status = api->whatwg_encode("sjis", USTR_FLAG_IGNORE, kanji, 3, place.bytes, 4, &out);
    check_progress("whatwg_encode", status, USTR_DONE, &out, 3, 4, 0);
    CHECK(memcmp(place.bytes, jis, 4) == 0 && is_filled_from(&place, 4), "whatwg_encode");
}

static void test_plain(void) {
    memory place, other;
    ustr_progress out = new_progress();

    fill(&place);
    int32_t status = api->decode_latin1(USTR_ENCODING_UTF_8, USTR_FLAG_REPLACE, utf8, UTF8_BYTES, place.bytes, 8, &out);
    check_progress("decode_latin1", status, USTR_NOT_LATIN1, &out, 3, 2, USTR_CODER_LATIN1);
    CHECK(memcmp(place.bytes, "n\xE9", 2) == 0 && is_filled_from(&place, 2), "decode_latin1");

    fill(&place);
    status = api->decode_utf16(USTR_ENCODING_UTF_8, USTR_FLAG_REPLACE, utf8, UTF8_BYTES, place.bytes, 8, &out);
    check_progress("decode_utf16", status, USTR_DONE, &out, UTF8_BYTES, UTF16_CHARS, USTR_CODER_UTF16);
    CHECK(memcmp(place.bytes, utf16, sizeof utf16) == 0 && is_filled_from(&place, sizeof utf16), "decode_utf16");

    fill(&place);
    fill(&other);
    status = api->decode_java(USTR_ENCODING_UTF_8, USTR_FLAG_REPLACE, utf8, UTF8_BYTES, other.bytes, 8, place.bytes, 8,
                              &out);
    check_progress("decode_java", status, USTR_DONE, &out, UTF8_BYTES, UTF16_CHARS, USTR_CODER_UTF16);
    CHECK(memcmp(place.bytes, utf16, sizeof utf16) == 0 && is_filled_from(&place, sizeof utf16), "decode_java");
    status = api->decode_java(USTR_ENCODING_UTF_8, USTR_FLAG_REPLACE, utf8, 3, other.bytes, 8, NULL, 0, &out);
    check_progress("decode_java", status, USTR_DONE, &out, 3, 2, USTR_CODER_LATIN1);
    status = api->decode_java(USTR_ENCODING_UTF_8, USTR_FLAG_CHARS, utf8, 3, NULL, 0, place.bytes, 8, &out);
    check_progress("decode_java", status, USTR_DONE, &out, 3, 2, USTR_CODER_UTF16);

    fill(&place);
    status = api->encode_latin1(USTR_ENCODING_UTF_16, USTR_FLAG_REPLACE, "n\xE9", 2, place.bytes, 8, &out);
    check_progress("encode_latin1", status, USTR_DONE, &out, 2, 6, 0);
    CHECK(memcmp(place.bytes, "\xFE\xFF\0n\0\xE9", 6) == 0 && is_filled_from(&place, 6), "encode_latin1");

    fill(&place);
    status = api->encode_utf16(USTR_ENCODING_UTF_8, USTR_FLAG_REPLACE, utf16, UTF16_CHARS, place.bytes, 9, &out);
    check_progress("encode_utf16", status, USTR_OUTPUT_FULL, &out, 3, 6, 0);
    CHECK(memcmp(place.bytes, utf8, 6) == 0 && is_filled_from(&place, 6), "encode_utf16");

    status = api->measure_encoded(USTR_ENCODING_UTF_8, USTR_FLAG_REPLACE, utf16, UTF16_CHARS, &out);
    check_progress("measure_encoded", status, USTR_DONE, &out, UTF16_CHARS, UTF8_BYTES, 0);
    status = api->measure_decoded(USTR_ENCODING_UTF_8, USTR_FLAG_REPLACE, utf8, UTF8_BYTES, &out);
    check_progress("measure_decoded", status, USTR_DONE, &out, UTF8_BYTES, UTF16_CHARS, 0);

    status = api->compare(USTR_ENCODING_UTF_8, USTR_FLAG_REPLACE, utf8, UTF8_BYTES, utf16, UTF16_CHARS, &out);
    check_progress("compare", status, USTR_DONE, &out, UTF8_BYTES, UTF16_CHARS, 0);
    status = api->compare(USTR_ENCODING_UTF_8, USTR_FLAG_REPLACE, utf8, UTF8_BYTES, utf16, 2, &out);
    check_progress("compare", status, USTR_MISMATCH, &out, 3, 2, 0);

    uint64_t units = 77;
    status = api->find_zero(sizeof(wchar_t), L"units\0more", SIZE_MAX, &units);
    CHECK(status == USTR_DONE && units == 5, "find_zero: %d, %llu units", status, (unsigned long long)units);
}

static void test_packed(void) {
    memory place, other;
    ustr_progress out = {sizeof out, UTF8_BYTES, UTF16_CHARS, 0, USTR_CODER_UTF16};
    fill(&place);
    fill(&other);
    int64_t result = java->packed_decode(other.bytes, 16, place.bytes, 16, shifted, SHIFT, UTF8_BYTES, USTR_ENCODING_UTF_8, 0);
    CHECK(result == packed(USTR_DONE, &out), "packed_decode: %llx", (unsigned long long)result);
    CHECK(memcmp(place.bytes, utf16, sizeof utf16) == 0 && is_filled_from(&place, sizeof utf16), "packed_decode");

    fill(&place);
    result = java->packed_encode(utf16, UTF16_CHARS, place.bytes, 3, INT64_MAX, USTR_ENCODING_UTF_8, 0);
    out = (ustr_progress){sizeof out, UTF16_CHARS, UTF8_BYTES, 0, 0};
    CHECK(result == packed(USTR_DONE, &out), "packed_encode: %llx", (unsigned long long)result);
    CHECK(memcmp(place.bytes + 3, utf8, UTF8_BYTES) == 0 && is_filled_from(&place, 3 + UTF8_BYTES), "packed_encode");

    result = java->packed_measure(utf16, UTF16_CHARS, USTR_ENCODING_UTF_8, 0);
    CHECK(result == packed(USTR_DONE, &out), "packed_measure: %llx", (unsigned long long)result);

    result = java->packed_find_zero("some units", 5, INT64_MAX, 1);
    CHECK(result == 5, "packed_find_zero: %lld", (long long)result);

    out = (ustr_progress){sizeof out, UTF8_BYTES, UTF16_CHARS, 0, 0};
    result = java->packed_compare(utf16, UTF16_CHARS, shifted, SHIFT, UTF8_BYTES, USTR_ENCODING_UTF_8, 0);
    CHECK(result == packed(USTR_DONE, &out), "packed_compare: %llx", (unsigned long long)result);
}

static void test_batches(void) {
    memory place, other;
    fill(&place);
    fill(&other);
    /* "n", "né", "né€😀", nothing, and a field with its zero unit and more behind it */
    static const char text[] = "n\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80 field\0..";
    const int64_t spans[] = {0, 1, 0, 3, 0, UTF8_BYTES, 4, 0, 11, 8};
    int64_t results[6] = {-77, -77, -77, -77, -77, -77};
    int64_t result = java->packed_decode_batch(text, sizeof text, spans, 5, USTR_ENCODING_UTF_8, USTR_FLAG_TERMINATED,
                                              other.bytes, 16, place.bytes, 8, results);
    ustr_progress out = {sizeof out, 0, 5, 0, 0};
    CHECK(result == packed(USTR_DONE, &out), "packed_decode_batch: %llx", (unsigned long long)result);
    CHECK(memcmp(other.bytes, "nn\xE9" "field", 8) == 0 && memcmp(place.bytes, utf16, sizeof utf16) == 0, "the texts");
    int64_t lengths = USTR_BATCH_LENGTH_SHIFT;
    CHECK(results[0] == (INT64_C(1) << lengths) && results[1] == (1 | INT64_C(2) << lengths), "Latin-1");
    CHECK(results[2] == (int64_t)(UINT64_C(1) << USTR_BATCH_CODER_SHIFT | (uint64_t)UTF16_CHARS << lengths), "chars");
    CHECK(results[3] == 3 && results[4] == (3 | INT64_C(5) << lengths) && results[5] == -77, "nothing, the field");

    fill(&place);
    const int64_t ends[] = {2, 2, UTF16_CHARS};
    result = java->packed_measure_batch(utf16, UTF16_CHARS, ends, 3, USTR_ENCODING_UTF_8, 0, results);
    out.written = 3;
    CHECK(result == packed(USTR_DONE, &out), "packed_measure_batch: %llx", (unsigned long long)result);
    CHECK(results[0] == 3 && results[1] == 3 && results[2] == UTF8_BYTES, "sizes");
    results[2] = -77;
    result = java->packed_encode_batch(utf16, UTF16_CHARS, ends, 3, place.bytes, 1, 8, USTR_ENCODING_UTF_8, 0, results);
    out.written = 2;
    CHECK(result == packed(USTR_OUTPUT_FULL, &out), "packed_encode_batch: %llx", (unsigned long long)result);
    CHECK(results[1] == 3 && results[2] == -77, "ends");
    CHECK(memcmp(place.bytes + 1, utf8, 3) == 0 && is_filled_from(&place, 4), "a text is written whole or not at all");

    fill(&place);
    out.read = UTF16_CHARS;
    out.written = UTF8_BYTES;
    result = java->packed_encode_string(utf16, 0, UTF16_CHARS, 1, place.bytes, 1, ROOM - 1, USTR_ENCODING_UTF_8, 0);
    CHECK(result == packed(USTR_DONE, &out), "packed_encode_string: %llx", (unsigned long long)result);
    CHECK(memcmp(place.bytes + 1, utf8, UTF8_BYTES) == 0 && is_filled_from(&place, 1 + UTF8_BYTES), "of chars");
    result = java->packed_measure_string(utf16, 0, UTF16_CHARS, 1, USTR_ENCODING_UTF_8, 0);
    CHECK(result == packed(USTR_DONE, &out), "packed_measure_string: %llx", (unsigned long long)result);
    fill(&place);
    out.read = 2;
    out.written = 4;
    result = java->packed_encode_string("x\xE9\xFF", 1, 2, 0, place.bytes, 0, ROOM, USTR_ENCODING_UTF_8, 0);
    CHECK(result == packed(USTR_DONE, &out), "packed_encode_string: %llx", (unsigned long long)result);
    CHECK(memcmp(place.bytes, "\xC3\xA9\xC3\xBF", 4) == 0 && is_filled_from(&place, 4), "of Latin-1");
}

static void *use_from_a_thread(void *unused) {
    test_plain();
    CHECK(api->last_panic(unused, 0) == 0, "a panic of another thread");
    return NULL;
}

void test_entries(void) {
    test_about();
    test_plain();
    test_policies();
    test_web();
    test_packed();
    test_batches();
    pthread_t thread;
    if (pthread_create(&thread, NULL, use_from_a_thread, NULL) == 0) {
        pthread_join(thread, NULL);
    }
}

/* Arguments that no sane caller passes: an error number, and nothing is written. */
#include <string.h>

#include "test.h"

static const unsigned char text[] = "text of some units";
static memory places[2];
static ustr_progress out;

/* Calls entry number `which` of those that return a status; the sizes are in elements of the entry. */
static int32_t call(int which, uint32_t encoding, uint32_t flags, const void *src, size_t src_size, void *dst,
                    size_t dst_size, ustr_progress *progress) {
    switch (which) {
    case 0: return api->decode_latin1(encoding, flags, src, src_size, dst, dst_size, progress);
    case 1: return api->decode_utf16(encoding, flags, src, src_size, dst, dst_size, progress);
    case 2: return api->decode_java(encoding, flags, src, src_size, dst, dst_size, dst, dst_size, progress);
    case 3: return api->encode_latin1(encoding, flags, src, src_size, dst, dst_size, progress);
    case 4: return api->encode_utf16(encoding, flags, src, src_size, dst, dst_size, progress);
    case 5: return api->measure_encoded(encoding, flags, src, src_size, progress);
    case 6: return api->measure_decoded(encoding, flags, src, src_size, progress);
    default: return api->compare(encoding, flags, src, src_size, dst, dst_size, progress);
    }
}

enum { ENTRIES = 8 };

static bool has_second(int which) {
    return which != 5 && which != 6;
}

static void expect(int which, int32_t result, int32_t expected, const char *what) {
    CHECK(result == expected, "entry %d, %s: %s", which, what, api->status_text(result));
    CHECK(is_filled_from(&places[0], 0) && is_filled_from(&places[1], 0), "entry %d, %s: wrote", which, what);
    CHECK(out.read == 77 && out.written == 77 && out.bad_len == 77 && out.coder == 77, "entry %d, %s: out", which, what);
}

static void test_statuses(int which) {
    void *dst = places[0].bytes;
    fill(&places[0]);
    fill(&places[1]);
    out = new_progress();
    static const uint32_t unknown[] = {0, 15, 16, 255, 256, 0x7FFFFFFF, UINT32_MAX};
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
        expect(which, call(which, unknown[i], 0, text, 4, dst, 8, &out), USTR_E_ENCODING, "unknown encoding");
    }
    expect(which, call(which, USTR_ENCODING_MODIFIED_UTF_8, 0, text, 4, dst, 8, &out), USTR_E_UNSUPPORTED, "encoding 13");
    expect(which, call(which, USTR_ENCODING_CESU_8, 0, text, 4, dst, 8, &out), USTR_E_UNSUPPORTED, "encoding 14");
    static const uint32_t no_code_points[] = {0xD800, 0xDFFF, 0x110000, 0x1FFFFF};
    for (size_t i = 0; i < sizeof no_code_points / sizeof *no_code_points; i++) {
        expect(which, call(which, 1, USTR_REPLACE_WITH(no_code_points[i]), text, 4, dst, 8, &out), USTR_E_FLAGS,
               "no code point");
    }
    for (uint32_t policy = USTR_FLAG_REPLACE; policy < USTR_FLAG_REPLACE_WITH; policy++) {
        expect(which, call(which, 1, policy | (uint32_t)'*' << USTR_FLAG_REPLACEMENT_SHIFT, text, 4, dst, 8, &out), USTR_E_FLAGS,
               "a code point for another policy");
    }
    for (uint32_t policy = USTR_FLAG_REPLACE_WITH + 1; policy <= USTR_FLAG_POLICY_MASK; policy++) {
        expect(which, call(which, 1, policy, text, 4, dst, 8, &out), USTR_E_FLAGS, "unknown policy");
    }
    for (int bit = 4; bit < 32; bit++) {
        uint32_t flag = UINT32_C(1) << bit;
        if ((flag & (USTR_FLAG_MORE | USTR_FLAG_CONTINUED | USTR_FLAG_CHARS)) == 0) {
            expect(which, call(which, 1, flag, text, 4, dst, 8, &out), USTR_E_FLAGS, "unknown flag");
        }
    }
}

static void test_regions(int which) {
    void *dst = places[0].bytes;
    fill(&places[0]);
    fill(&places[1]);
    out = new_progress();
    expect(which, call(which, 1, 0, text, 4, dst, 8, NULL), USTR_E_NULL, "no out struct");
    expect(which, call(which, 1, 0, NULL, 1, dst, 8, &out), USTR_E_NULL, "null source");
    expect(which, call(which, 1, 0, NULL, SIZE_MAX, dst, 8, &out), USTR_E_NULL, "null source");
    static const size_t wild[] = {(size_t)PTRDIFF_MAX + 1, SIZE_MAX / 2 + 2, SIZE_MAX - 1, SIZE_MAX};
    for (size_t i = 0; i < sizeof wild / sizeof *wild; i++) {
        expect(which, call(which, 1, 0, text, wild[i], dst, 8, &out), USTR_E_RANGE, "huge source");
        if (has_second(which)) {
            expect(which, call(which, 1, 0, text, 4, dst, wild[i], &out), USTR_E_RANGE, "huge second");
        }
    }
    const void *last = (const void *)(UINTPTR_MAX - 7);
    expect(which, call(which, 1, 0, last, 100, dst, 8, &out), USTR_E_RANGE, "source wraps");
    if (has_second(which)) {
        expect(which, call(which, 1, 0, text, 4, NULL, 1, &out), USTR_E_NULL, "null second");
        expect(which, call(which, 1, 0, text, 4, (void *)(UINTPTR_MAX - 7), 100, &out), USTR_E_RANGE, "second wraps");
    }
    int32_t status = call(which, 1, 0, NULL, 0, NULL, 0, &out);
    CHECK(status == USTR_DONE && out.read == 0 && out.written == 0, "entry %d, null + 0: %s", which,
          api->status_text(status));
}

static void test_struct_sizes(int which) {
    union {
        ustr_progress progress;
        unsigned char bytes[8192];
    } place;
    static const size_t wrong[] = {0, 1, 8, 16, 24, 31, 4097, 1 << 20, SIZE_MAX / 2, SIZE_MAX};
    fill(&places[0]);
    fill(&places[1]);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        out = new_progress();
        out.struct_size = wrong[i];
        expect(which, call(which, 1, 0, text, 4, places[0].bytes, 8, &out), USTR_E_SIZE, "struct_size");
        CHECK(out.struct_size == wrong[i], "entry %d: struct_size changed", which);
    }
    for (size_t size = 32; size <= 4096; size += size < 64 ? 1 : 61) {
        memset(&place, FILL, sizeof place);
        place.progress.struct_size = size;
        int32_t status = call(which, 1, 0, text, 4, places[0].bytes, 8, &place.progress);
        CHECK(status >= 0 && place.progress.struct_size == 32 && place.progress.bad_len == 0, "entry %d, size %zu: %s",
              which, size, api->status_text(status));
        size_t touched = 32;
        while (touched < sizeof place && place.bytes[touched] == FILL) {
            touched++;
        }
        CHECK(touched == sizeof place, "entry %d, size %zu: wrote byte %zu", which, size, touched);
    }
    unsigned char odd[64];
    memset(odd, FILL, sizeof odd);
    out = new_progress();
    memcpy(odd + 1, &out, sizeof out);
    void *unaligned = odd + 1;
    int32_t status = call(which, 1, 0, NULL, 0, NULL, 0, unaligned);
    memcpy(&out, odd + 1, sizeof out);
    CHECK(status == USTR_DONE && out.read == 0 && odd[0] == FILL && odd[33] == FILL, "entry %d, unaligned out", which);
}

static void test_find_zero(void) {
    uint64_t units = 77;
    static const uint32_t sizes[] = {0, 3, 5, 8, 16, 0x7FFFFFFF};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        CHECK(api->find_zero(sizes[i], text, 4, &units) == USTR_E_RANGE, "unit size %u", sizes[i]);
        CHECK(java->packed_find_zero(text, 0, 4, sizes[i]) == USTR_E_RANGE, "unit size %u", sizes[i]);
    }
    CHECK(api->find_zero(1, NULL, 1, &units) == USTR_E_NULL, "null source");
    CHECK(api->find_zero(1, text, 4, NULL) == USTR_E_NULL, "null result");
    CHECK(units == 77, "wrote %llu", (unsigned long long)units);
    CHECK(api->find_zero(4, NULL, 0, &units) == USTR_DONE && units == 0, "null + 0");
    CHECK(java->packed_find_zero(NULL, 0, 1, 1) == USTR_E_NULL, "null source");
    CHECK(java->packed_find_zero(NULL, 0, 0, 1) == 0, "null + 0");
    CHECK(java->packed_find_zero(text, -1, 4, 1) == USTR_E_RANGE, "negative offset");
    CHECK(java->packed_find_zero(text, 0, -1, 1) == USTR_E_RANGE, "negative bound");
    CHECK(java->packed_find_zero((const void *)(UINTPTR_MAX - 7), 8, 1, 1) == USTR_E_RANGE, "offset wraps");
}

static int32_t decode_web(const char *label, uint32_t flags, const void *src, size_t bytes, ustr_progress *progress) {
    return api->whatwg_decode(label, flags, src, bytes, places[0].bytes, 8, progress);
}

static void test_web(void) {
    static const char longest[65] = "                                                            utf8";
    fill(&places[0]);
    out = new_progress();
    /* A library may be built without these encodings. */
    bool with = decode_web("utf-8", 0, text, 0, &out) == USTR_DONE;
    out = new_progress();
    CHECK(decode_web("utf-8", 0, text, 4, NULL) == USTR_E_NULL, "no out struct");
    CHECK(decode_web(NULL, 0, text, 4, &out) == USTR_E_NULL, "no label");
    CHECK(decode_web("utf-8", USTR_FLAG_MORE, text, 4, &out) == USTR_E_FLAGS, "more");
    CHECK(decode_web("utf-8", USTR_FLAG_CONTINUED, text, 4, &out) == USTR_E_FLAGS, "continued");
    CHECK(decode_web("utf-8", USTR_FLAG_POLICY_MASK, text, 4, &out) == USTR_E_FLAGS, "unknown policy");
    CHECK(decode_web("utf-8", 0, NULL, 1, &out) == USTR_E_NULL, "null source");
    CHECK(decode_web("utf-8", 0, text, SIZE_MAX, &out) == USTR_E_RANGE, "huge source");
    CHECK(decode_web("utf-7", 0, text, 4, &out) == (with ? USTR_E_ENCODING : USTR_E_UNSUPPORTED), "unknown label");
    CHECK(decode_web("", 0, text, 4, &out) == (with ? USTR_E_ENCODING : USTR_E_UNSUPPORTED), "empty label");
    CHECK(decode_web(longest, 0, text, 4, &out) == (with ? USTR_E_ENCODING : USTR_E_UNSUPPORTED), "long label");
    CHECK(api->whatwg_encode("utf-16", 0, u"a", 1, places[0].bytes, 8, &out) == USTR_E_UNSUPPORTED, "only decoded");
    CHECK(api->whatwg_encode("utf-8", 0, NULL, 1, places[0].bytes, 8, &out) == USTR_E_NULL, "null source");
    CHECK(api->whatwg_encode("utf-8", 0, u"a", 1, NULL, 8, &out) == USTR_E_NULL, "null destination");
    CHECK(is_filled_from(&places[0], 0) && out.read == 77 && out.written == 77, "wrote");
}

static void test_query(void) {
    CHECK(java->packed_query(text, 0, -1, 1, 0, 0) == USTR_E_RANGE, "negative size");
    CHECK(java->packed_query(text, -1, 4, 1, 0, 0) == USTR_E_RANGE, "negative offset");
    CHECK(java->packed_query(NULL, 0, 1, 1, 0, 0) == USTR_E_NULL, "null source");
    CHECK(java->packed_query(NULL, 0, 0, 1, 0, 0) == 0, "null + 0");
    CHECK(java->packed_query(text, 0, 4, 1, 0, UINT32_MAX) == USTR_E_RANGE, "unknown query");
    CHECK(java->packed_query(text, 0, 4, 99, 0, 0) == USTR_E_ENCODING, "unknown encoding");
    CHECK(java->packed_query(text, 0, 4, 1, 0x800, 0) == USTR_E_FLAGS, "unknown flag");
}

static void test_packed_entries(void) {
    static const int64_t wrong[] = {-1, INT64_MIN, INT64_MIN + 1, USTR_PACKED_COUNT_MAX + 1, INT64_MAX};
    unsigned char *dst = places[0].bytes;
    fill(&places[0]);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        int64_t size = wrong[i];
        CHECK(java->packed_decode(dst, 8, dst, 4, text, 0, size, 1, 0) == USTR_E_RANGE, "%lld", (long long)size);
        CHECK(java->packed_encode(text, size, dst, 0, 8, 1, 0) == USTR_E_RANGE, "%lld", (long long)size);
        CHECK(java->packed_measure(text, size, 1, 0) == USTR_E_RANGE, "%lld", (long long)size);
        CHECK(java->packed_compare(text, 4, text, 0, size, 1, 0) == USTR_E_RANGE, "%lld", (long long)size);
        CHECK(java->packed_compare(text, size, text, 0, 4, 1, 0) == USTR_E_RANGE, "%lld", (long long)size);
        if (size < 0) {
            CHECK(java->packed_decode(dst, 8, dst, 4, text, size, 1, 1, 0) == USTR_E_RANGE, "%lld", (long long)size);
            CHECK(java->packed_decode(dst, size, dst, 4, text, 0, 1, 1, 0) == USTR_E_RANGE, "%lld", (long long)size);
            CHECK(java->packed_decode(dst, 8, dst, size, text, 0, 1, 1, 0) == USTR_E_RANGE, "%lld", (long long)size);
            CHECK(java->packed_encode(text, 2, dst, size, 8, 1, 0) == USTR_E_RANGE, "%lld", (long long)size);
            CHECK(java->packed_encode(text, 2, dst, 0, size, 1, 0) == USTR_E_RANGE, "%lld", (long long)size);
            CHECK(java->packed_compare(text, 4, text, size, 1, 1, 0) == USTR_E_RANGE, "%lld", (long long)size);
        }
    }
    CHECK(java->packed_decode(dst, 8, dst, 4, NULL, 0, 1, 1, 0) == USTR_E_NULL, "null source");
    CHECK(java->packed_decode(NULL, 8, dst, 4, text, 0, 1, 1, 0) == USTR_E_NULL, "null Latin-1");
    CHECK(java->packed_decode(dst, 8, NULL, 4, text, 0, 1, 1, 0) == USTR_E_NULL, "null chars");
    CHECK(java->packed_encode(NULL, 1, dst, 0, 8, 1, 0) == USTR_E_NULL, "null source");
    CHECK(java->packed_encode(text, 1, NULL, 0, 8, 1, 0) == USTR_E_NULL, "null destination");
    CHECK(java->packed_measure(NULL, 1, 1, 0) == USTR_E_NULL, "null source");
    CHECK(java->packed_compare(NULL, 1, text, 0, 1, 1, 0) == USTR_E_NULL, "null text");
    CHECK(java->packed_decode(NULL, 0, NULL, 0, NULL, 0, 0, 1, 0) == 0, "null + 0");
    CHECK(java->packed_encode(NULL, 0, NULL, 0, 0, 1, 0) == 0, "null + 0");
    CHECK(java->packed_measure(NULL, 0, 1, 0) == 0, "null + 0");
    CHECK(java->packed_compare(NULL, 0, NULL, 0, 0, 1, 0) == 0, "null + 0");
    CHECK(java->packed_encode(text, 1, dst, 0, 8, 99, 0) == USTR_E_ENCODING, "unknown encoding");
    CHECK(java->packed_measure(text, 1, 1, 0x800) == USTR_E_FLAGS, "unknown flag");
    const int64_t spans[][2] = {{-1, 1}, {0, -1}, {0, 5}, {4, 1}, {5, 0}, {1, INT64_MAX}, {INT64_MIN, 1}};
    int64_t results[2] = {-77, -77};
    for (size_t i = 0; i < sizeof spans / sizeof *spans; i++) {
        CHECK(java->packed_decode_batch(text, 4, spans[i], 1, 1, 0, dst, 8, dst, 4, results) == USTR_E_RANGE, "span %zu", i);
        CHECK(java->packed_encode_batch(text, 1, spans[i], 2, dst, 0, 8, 1, 0, results) == USTR_E_RANGE, "ends %zu", i);
        CHECK(java->packed_measure_batch(text, 1, spans[i], 2, 1, 0, results) == USTR_E_RANGE, "ends %zu", i);
    }
    CHECK(java->packed_decode_batch(text, 4, NULL, 1, 1, 0, dst, 8, dst, 4, results) == USTR_E_NULL, "null spans");
    CHECK(java->packed_decode_batch(text, 4, spans, 0, 1, USTR_FLAG_MORE, dst, 8, dst, 4, results) == USTR_E_FLAGS, "more");
    CHECK(java->packed_encode_batch(text, 1, NULL, 1, dst, 0, 8, 1, 0, results) == USTR_E_NULL, "null ends");
    CHECK(java->packed_measure_batch(text, 1, spans, 0, 1, USTR_FLAG_TERMINATED, results) == USTR_E_FLAGS, "terminated");
    CHECK(results[0] == -77 && results[1] == -77, "results");
    CHECK(java->packed_encode_string(text, 0, 1, 2, dst, 0, 8, 1, 0) == USTR_E_RANGE, "coder");
    CHECK(java->packed_encode_string(NULL, 0, 1, 0, dst, 0, 8, 1, 0) == USTR_E_NULL, "null string");
    CHECK(java->packed_encode_string(text, -1, 1, 0, dst, 0, 8, 1, 0) == USTR_E_RANGE, "offset");
    CHECK(java->packed_encode_string(text, 0, USTR_PACKED_COUNT_MAX + 1, 1, dst, 0, 8, 1, 0) == USTR_E_RANGE, "chars");
    CHECK(java->packed_measure_string(text, 0, 1, 7, 1, 0) == USTR_E_RANGE, "coder");
    CHECK(java->packed_decode(dst, 8, dst, 4, (const void *)(UINTPTR_MAX - 7), 8, 1, 1, 0) == USTR_E_RANGE, "wraps");
    CHECK(is_filled_from(&places[0], 0), "wrote");
}

static void test_last_panic(void) {
    fill(&places[0]);
    size_t size = api->last_panic(places[0].bytes, ROOM);
    CHECK(size <= ROOM && is_filled_from(&places[0], size), "last_panic: %zu", size);
    CHECK(api->last_panic(NULL, SIZE_MAX) == size, "last_panic: null");
    CHECK(size == 0, "the library panicked: %.*s", (int)size, (const char *)places[0].bytes);
}

void test_hostile(void) {
    for (int which = 0; which < ENTRIES; which++) {
        test_statuses(which);
        test_regions(which);
        test_struct_sizes(which);
    }
    test_find_zero();
    test_web();
    test_query();
    test_packed_entries();
    test_last_panic();
}

/* Text in two pieces, cut anywhere, is the text in one. */
#include <string.h>

#include "test.h"

static const uint32_t encodings[] = {
        USTR_ENCODING_UTF_8,   USTR_ENCODING_LATIN_1, USTR_ENCODING_ASCII,   USTR_ENCODING_UTF_16LE,
        USTR_ENCODING_UTF_16BE, USTR_ENCODING_UTF_32LE, USTR_ENCODING_UTF_32BE, USTR_ENCODING_UTF_32LE_BOM,
        USTR_ENCODING_UTF_32BE_BOM,
};

/* Sequences and parts of sequences of all encodings; a lone high surrogate at the end. */
static const unsigned char bytes[] = {'a', 0xC3, 0xA9, 0xED, 0xA0, 0x80, 0xF0, 0x9F, 0x98, 0x80, 0xE2, 0x82, 'b', 0,
                                      0x3D, 0xD8, 0x00, 0xDE, 0x61, 0,   0,   0,   0xFF, 0xFE, 0,    0,    0xF0, 0x9F};
static const uint16_t chars[] = {'a', 0xE9, 0xD83D, 0xDE00, 0xDC00, 0x20AC, 0xD800, 'b', 0, 0xD83D, 0xDE00, 0xD83D};
enum { BYTES = sizeof bytes, CHARS = sizeof chars / sizeof *chars };

static void test_decoding(uint32_t encoding, size_t cut) {
    memory whole, pieces;
    ustr_progress one = new_progress(), first = new_progress(), second = new_progress();
    fill(&whole);
    fill(&pieces);
    api->decode_utf16(encoding, USTR_FLAG_REPLACE, bytes, BYTES, whole.bytes, ROOM / 2, &one);
    int32_t status =
            api->decode_utf16(encoding, USTR_FLAG_REPLACE | USTR_FLAG_MORE, bytes, cut, pieces.bytes, ROOM / 2, &first);
    CHECK(status == (first.read == cut ? USTR_DONE : USTR_INCOMPLETE) && cut - first.read <= 3,
          "encoding %u, cut %zu: %s, %llu read", encoding, cut, api->status_text(status),
          (unsigned long long)first.read);
    /* What has not begun is not continued. */
    uint32_t flags = USTR_FLAG_REPLACE | (first.read == 0 ? 0 : USTR_FLAG_CONTINUED);
    status = api->decode_utf16(encoding, flags, bytes + first.read, BYTES - first.read, pieces.bytes + 2 * first.written,
                               ROOM / 2 - first.written, &second);
    CHECK(status == USTR_DONE && first.written + second.written == one.written, "encoding %u, cut %zu: %s", encoding,
          cut, api->status_text(status));
    CHECK(memcmp(&whole, &pieces, sizeof whole) == 0, "encoding %u, cut %zu: other chars", encoding, cut);
}

static void test_encoding(uint32_t encoding, size_t cut) {
    memory whole, pieces;
    ustr_progress one = new_progress(), first = new_progress(), second = new_progress();
    fill(&whole);
    fill(&pieces);
    api->encode_utf16(encoding, USTR_FLAG_REPLACE, chars, CHARS, whole.bytes, ROOM, &one);
    int32_t status =
            api->encode_utf16(encoding, USTR_FLAG_REPLACE | USTR_FLAG_MORE, chars, cut, pieces.bytes, ROOM, &first);
    CHECK(status == (first.read == cut ? USTR_DONE : USTR_INCOMPLETE) && cut - first.read <= 1,
          "encoding %u, cut %zu: %s, %llu read", encoding, cut, api->status_text(status),
          (unsigned long long)first.read);
    uint32_t flags = USTR_FLAG_REPLACE | (first.read == 0 ? 0 : USTR_FLAG_CONTINUED);
    status = api->encode_utf16(encoding, flags, chars + first.read, CHARS - first.read, pieces.bytes + first.written,
                               ROOM - first.written, &second);
    CHECK(status == USTR_DONE && first.written + second.written == one.written, "encoding %u, cut %zu: %s", encoding,
          cut, api->status_text(status));
    CHECK(memcmp(&whole, &pieces, sizeof whole) == 0, "encoding %u, cut %zu: other bytes", encoding, cut);
}

void test_pieces(void) {
    for (size_t i = 0; i < sizeof encodings / sizeof *encodings; i++) {
        for (size_t cut = 0; cut <= BYTES; cut++) {
            test_decoding(encodings[i], cut);
        }
    }
    for (uint32_t encoding = USTR_ENCODING_UTF_8; encoding <= USTR_ENCODING_UTF_32BE_BOM; encoding++) {
        for (size_t cut = 0; cut <= CHARS; cut++) {
            test_encoding(encoding, cut);
        }
    }
}

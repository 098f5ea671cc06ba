package dev.unitstr.contract.refusals;

import static dev.unitstr.contract.refusals.Refusal.argument;
import static dev.unitstr.contract.refusals.Refusal.bounds;
import static dev.unitstr.contract.refusals.Refusal.of;
import static dev.unitstr.contract.refusals.Refusal.readOnly;
import static dev.unitstr.contract.refusals.Refusal.state;
import static dev.unitstr.contract.refusals.Refusal.unsupported;
import static dev.unitstr.contract.refusals.Samples.BUFFER;
import static dev.unitstr.contract.refusals.Samples.MEMORY;
import static dev.unitstr.contract.refusals.Samples.ONE_WAY;
import static dev.unitstr.contract.refusals.Samples.REPORT;
import static dev.unitstr.contract.refusals.Samples.UTF_16;
import static dev.unitstr.contract.refusals.Samples.UTF_8;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.NativeMemory;
import dev.unitstr.StringCache;
import dev.unitstr.Surrogates;
import dev.unitstr.TextDecoder;
import dev.unitstr.TextEncoder;
import dev.unitstr.TextIndex;
import dev.unitstr.TextView;
import dev.unitstr.Ucs4String;
import java.nio.ByteBuffer;
import java.util.List;

/** What views, indices, caches, decoders, encoders, UCS-4 strings, policies and memory refuse. */
final class TextsRefusals {
    private static final ByteBuffer READ_ONLY = ByteBuffer.allocate(8).asReadOnlyBuffer();
    private static final ByteBuffer BAD = ByteBuffer.wrap(new byte[] {'a', (byte) 0xFF});
    private static final TextView VIEW = TextView.of(BUFFER, 0, 7, UTF_8);
    private static final TextIndex INDEX = TextIndex.of(VIEW);
    private static final StringCache CACHE = StringCache.of(UTF_8, REPORT, 4);
    private static final Ucs4String UCS4 = Ucs4String.of("abc");
    private static final Ucs4String LONE = Ucs4String.ofUnits('a', 0xD800);
    private static final char[] CHARS = new char[2];

    private TextsRefusals() {}

    static List<Refusal> views() {
        return List.of(
                bounds("index is -1: negative", () -> VIEW.charAt(-1)),
                bounds("index is 7: not less than 7, the number of chars", () -> VIEW.charAt(7)),
                argument(
                        "units is -1: not between 0 and 2147483647, the maximum number of units of 1 byte for one string",
                        () -> TextView.of(BUFFER, 0, -1, UTF_8)),
                bounds(
                        "index is 1: from there, 8 units of 1 byte are not within the memory, which has 8 bytes",
                        () -> TextView.of(BUFFER, 1, 8, UTF_8)),
                bounds(
                        "index is -1: from there, 1 unit of 1 byte are not within the memory, which has 8 bytes",
                        () -> TextView.of(BUFFER, -1, 1, UTF_8)),
                bounds(
                        "offset is 0: from there, 5 units of 2 bytes are not within the memory, which has 8 bytes",
                        () -> TextView.of(MEMORY, 0, 5, UTF_16)),
                bounds(
                        "dstIndex is 2: from there, 7 units of 1 byte are not within the memory, which has 8 bytes",
                        () -> VIEW.copy(UTF_8, BUFFER, 2)),
                bounds(
                        "dstIndex is -1: not between 0 and 8, the size of the memory in bytes",
                        () -> VIEW.copy(UTF_8, BUFFER, -1)),
                readOnly(() -> VIEW.copy(UTF_8, READ_ONLY, 0)),
                unsupported("charset x-JISAutoDetect cannot encode", () -> VIEW.copy(ONE_WAY, BUFFER, 0)),
                bounds(
                        "dstOffset is 9: not between 0 and 8, the size of the memory in bytes",
                        () -> VIEW.copy(UTF_8, MEMORY, 9)),
                bounds("unitOffset is 8: not between 0 and 7", () -> INDEX.charIndex(8)),
                bounds("unitOffset is -1: not between 0 and 7", () -> INDEX.charIndex(-1)),
                bounds("charIndex is 8: not between 0 and 7", () -> INDEX.unitOffset(8)),
                bounds("unitOffset is 8: not between 0 and 7", () -> INDEX.codePointIndex(8)),
                bounds("codePointIndex is -1: not between 0 and 7", () -> INDEX.codePointOffset(-1)),
                bounds("unitOffset is 8: not between 0 and 7", () -> INDEX.line(8)),
                bounds("line is 1: not between 0 and 0", () -> INDEX.lineOffset(1)),
                argument("maxStrings is 0: not between 1 and 16777216", () -> StringCache.of(UTF_8, REPORT, 0)),
                argument(
                        "units is -1: not between 0 and 2147483647, the maximum number of units of 1 byte for one string",
                        () -> CACHE.getString(BUFFER, 0, -1)),
                bounds(
                        "index is 0: from there, 9 units of 1 byte are not within the memory, which has 8 bytes",
                        () -> CACHE.getString(BUFFER, 0, 9)),
                bounds(
                        "offset is 9: from there, 0 units of 1 byte are not within the memory, which has 8 bytes",
                        () -> CACHE.getString(MEMORY, 9, 0)),
                of(MalformedTextException.class, "malformed UTF-8 at byte 1: 1 byte", () -> CACHE.getString(BAD, 0, 2)),
                argument("address is -1: negative", () -> NativeMemory.of(-1, 1)),
                argument("byteSize is -1: negative", () -> NativeMemory.of(1, -1)),
                argument(
                        "address is 9223372036854775807, for 1 bytes: more than 0, the number of bytes up to the highest address",
                        () -> NativeMemory.of(Long.MAX_VALUE, 1)),
                argument("codePoint is 55296: a surrogate, not a character", () -> MalformedPolicy.replaceWith(0xD800)),
                argument("codePoint is -1: not between 0 and 1114111", () -> MalformedPolicy.replaceWith(-1)));
    }

    static List<Refusal> pieces() {
        TextDecoder flushed = TextDecoder.of(UTF_8);
        flushed.flush(CHARS, 0);
        TextEncoder flushedEncoder = TextEncoder.of(UTF_8);
        flushedEncoder.flush(BUFFER, 0, 0);
        TextDecoder half = TextDecoder.of(UTF_8, REPORT);
        half.decode(ByteBuffer.wrap(new byte[] {(byte) 0xC3}), 0, 1, new char[4], 0);
        return List.of(
                unsupported("charset x-JISAutoDetect cannot encode", () -> TextEncoder.of(ONE_WAY)),
                argument("bytes is -1: negative", () -> TextDecoder.of(UTF_8).decode(BUFFER, 0, -1, CHARS, 0)),
                bounds(
                        "index is 0: from there, 9 bytes are not within the memory, which has 8 bytes",
                        () -> TextDecoder.of(UTF_8).decode(BUFFER, 0, 9, CHARS, 0)),
                bounds(
                        "dstIndex is 0: from there, 8 chars, the maximum for 8 bytes and 0 bytes held, are not within dst, which has 2 chars",
                        () -> TextDecoder.of(UTF_8).decode(BUFFER, 0, 8, CHARS, 0)),
                bounds(
                        "dstIndex is 3: from there, 1 chars, the maximum for 1 bytes and 0 bytes held, are not within dst, which has 2 chars",
                        () -> TextDecoder.of(UTF_8).decode(BUFFER, 0, 1, CHARS, 3)),
                bounds(
                        "index is 9: from there, 0 bytes are not within the memory, which has 8 bytes",
                        () -> TextDecoder.of(UTF_8).decode(BUFFER, 9, 0, new StringBuilder())),
                bounds(
                        "offset is 9: from there, 0 bytes are not within the memory, which has 8 bytes",
                        () -> TextDecoder.of(UTF_8).decode(MEMORY, 9, 0, new StringBuilder())),
                state(
                        "the decoder was flushed, is in a call, or a call failed: reset it before another text",
                        () -> flushed.decode(BUFFER, 0, 1, CHARS, 0)),
                state(
                        "the decoder was flushed, is in a call, or a call failed: reset it before another text",
                        () -> flushed.flush(new StringBuilder())),
                of(
                        MalformedTextException.class,
                        "malformed UTF-8 at byte 0: 1 byte",
                        () -> half.flush(new StringBuilder())),
                bounds(
                        "dstIndex is 3: from there, 0 chars, the maximum for 0 bytes and 0 bytes held, are not within dst, which has 2 chars",
                        () -> TextDecoder.of(UTF_8).flush(CHARS, 3)),
                argument("bytes is -1: negative", () -> TextDecoder.of(UTF_8).maxChars(-1)),
                argument("maxUnits is -1: negative", () -> TextEncoder.of(UTF_8).encode("abc", 0, BUFFER, 0, -1)),
                bounds(
                        "srcIndex is 4: not between 0 and 3, the length of the chunk",
                        () -> TextEncoder.of(UTF_8).encode("abc", 4, BUFFER, 0, 8)),
                bounds(
                        "dstIndex is 0: from there, 9 units of 1 byte are not within the memory, which has 8 bytes",
                        () -> TextEncoder.of(UTF_8).encode("abc", 0, BUFFER, 0, 9)),
                bounds(
                        "dstOffset is 0: from there, 9 units of 1 byte are not within the memory, which has 8 bytes",
                        () -> TextEncoder.of(UTF_8).encode("abc", 0, MEMORY, 0, 9)),
                readOnly(() -> TextEncoder.of(UTF_8).encode("abc", 0, READ_ONLY, 0, 8)),
                state(
                        "the encoder was flushed, is in a call, or a call failed: reset it before another text",
                        () -> flushedEncoder.encode("abc", 0, BUFFER, 0, 8)),
                bounds(
                        "dstIndex is 9: from there, 0 units of 1 byte are not within the memory, which has 8 bytes",
                        () -> TextEncoder.of(UTF_8).flush(BUFFER, 9, 0)),
                argument("maxUnits is -1: negative", () -> TextEncoder.of(UTF_8).flush(BUFFER, 0, -1)));
    }

    static List<Refusal> ucs4() {
        return List.of(
                of(
                        MalformedTextException.class,
                        "malformed text for UTF-32… at char 1: 1 char; 0 units were written",
                        () -> Ucs4String.of("a\ud800", REPORT, Surrogates.MALFORMED)),
                of(
                        MalformedTextException.class,
                        "malformed UTF-8 at byte 1: 1 byte",
                        () -> Ucs4String.ofUtf8(new byte[] {'a', -1}, REPORT, Surrogates.MALFORMED)),
                of(
                        MalformedTextException.class,
                        "malformed UTF-32… at byte 0: 4 bytes (unit 0)",
                        () -> Ucs4String.ofUtf32(new int[] {-1}, REPORT, Surrogates.KEEP)),
                argument(
                        "policy is IGNORE: neither REPLACE nor REPORT",
                        () -> Ucs4String.of("a", MalformedPolicy.IGNORE, Surrogates.KEEP)),
                argument(
                        "policy is LOSSLESS: neither REPLACE nor REPORT",
                        () -> Ucs4String.ofUtf8(new byte[1], MalformedPolicy.LOSSLESS, Surrogates.KEEP)),
                argument(
                        "policy is IGNORE: neither REPLACE nor REPORT",
                        () -> Ucs4String.ofUtf32(new int[1], MalformedPolicy.IGNORE, Surrogates.KEEP)),
                argument("buffer has 6 bytes: not a multiple of 4", () -> Ucs4String.wrap(ByteBuffer.allocate(6))),
                bounds("index is 3: the text has 3 code points", () -> UCS4.codePointAt(3)),
                bounds("index is -1: the text has 3 code points", () -> UCS4.codePointAt(-1)),
                bounds("from is 2 and to is 1: not a range of a text of 3 code points", () -> UCS4.slice(2, 1)),
                bounds("from is -1 and to is 1: not a range of a text of 3 code points", () -> UCS4.slice(-1, 1)),
                bounds("from is 0 and to is 4: not a range of a text of 3 code points", () -> UCS4.slice(0, 4)),
                of(
                        MalformedTextException.class,
                        "malformed UTF-32… at byte 4: 4 bytes (unit 1)",
                        () -> LONE.toString(REPORT, Surrogates.MALFORMED)),
                of(
                        MalformedTextException.class,
                        "malformed UTF-32… at byte 4: 4 bytes (unit 1)",
                        () -> LONE.toUtf8(REPORT, Surrogates.MALFORMED)),
                of(
                        MalformedTextException.class,
                        "malformed UTF-32… at byte 4: 4 bytes (unit 1)",
                        () -> LONE.toUtf32(REPORT, Surrogates.MALFORMED)),
                argument(
                        "policy is IGNORE: neither REPLACE nor REPORT",
                        () -> UCS4.toString(MalformedPolicy.IGNORE, Surrogates.KEEP)));
    }
}

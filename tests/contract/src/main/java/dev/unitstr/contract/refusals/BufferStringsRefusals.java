package dev.unitstr.contract.refusals;

import static dev.unitstr.BufferStrings.allocateFrom;
import static dev.unitstr.BufferStrings.contentEquals;
import static dev.unitstr.BufferStrings.copy;
import static dev.unitstr.BufferStrings.copyField;
import static dev.unitstr.BufferStrings.copyPadded;
import static dev.unitstr.BufferStrings.copyTruncated;
import static dev.unitstr.BufferStrings.decode;
import static dev.unitstr.BufferStrings.encodedUnits;
import static dev.unitstr.BufferStrings.firstMalformed;
import static dev.unitstr.BufferStrings.getString;
import static dev.unitstr.BufferStrings.getStringPadded;
import static dev.unitstr.BufferStrings.getStringTerminated;
import static dev.unitstr.BufferStrings.unitsToTerminator;
import static dev.unitstr.contract.refusals.Refusal.argument;
import static dev.unitstr.contract.refusals.Refusal.bounds;
import static dev.unitstr.contract.refusals.Refusal.of;
import static dev.unitstr.contract.refusals.Refusal.readOnly;
import static dev.unitstr.contract.refusals.Refusal.unsupported;
import static dev.unitstr.contract.refusals.Samples.BUFFER;
import static dev.unitstr.contract.refusals.Samples.MEMORY;
import static dev.unitstr.contract.refusals.Samples.NO_NUL;
import static dev.unitstr.contract.refusals.Samples.ONE_WAY;
import static dev.unitstr.contract.refusals.Samples.REPORT;
import static dev.unitstr.contract.refusals.Samples.STATEFUL;
import static dev.unitstr.contract.refusals.Samples.UTF_16;
import static dev.unitstr.contract.refusals.Samples.UTF_8;

import dev.unitstr.MalformedTextException;
import dev.unitstr.NativeMemory;
import java.nio.ByteBuffer;
import java.util.List;

/** What {@code BufferStrings} refuses of one text. */
final class BufferStringsRefusals {
    private static final ByteBuffer NO_ZERO = ByteBuffer.wrap(new byte[] {'a', 'b', 'c', 'd'});
    private static final ByteBuffer READ_ONLY = ByteBuffer.allocate(4).asReadOnlyBuffer();
    private static final ByteBuffer BAD = ByteBuffer.wrap(new byte[] {'a', (byte) 0xFF});
    private static final NativeMemory NULL = NativeMemory.of(0, 8);
    private static final String LONE = "a\ud800";
    private static final char[] CHARS = new char[2];

    private BufferStringsRefusals() {}

    static List<Refusal> reading() {
        return List.of(
                argument(
                        "units is -1: not between 0 and 2147483647, the maximum number of units of 1 byte for one string",
                        () -> getString(BUFFER, 0, -1)),
                argument(
                        "units is 2147483648: not between 0 and 2147483647, the maximum number of units of 1 byte for one string",
                        () -> getString(BUFFER, 0, 1L << 31)),
                argument(
                        "units is 1073741824: not between 0 and 1073741823, the maximum number of units of 2 bytes for one string",
                        () -> getString(BUFFER, 0, 1L << 30, UTF_16)),
                bounds(
                        "index is -1: from there, 1 unit of 1 byte are not within the memory, which has 8 bytes",
                        () -> getString(BUFFER, -1, 1)),
                bounds(
                        "index is 9: from there, 0 units of 1 byte are not within the memory, which has 8 bytes",
                        () -> getString(BUFFER, 9, 0)),
                bounds(
                        "index is 1: from there, 8 units of 1 byte are not within the memory, which has 8 bytes",
                        () -> getStringPadded(BUFFER, 1, 8, UTF_8)),
                bounds(
                        "offset is 1: from there, 8 units of 1 byte are not within the memory, which has 8 bytes",
                        () -> MEMORY.getStringPadded(1, 8, UTF_8)),
                bounds(
                        "index is 4: from there, 5 units of 1 byte are not within the memory, which has 8 bytes",
                        () -> getString(BUFFER, 4, 5)),
                bounds(
                        "index is 4: from there, 3 units of 2 bytes are not within the memory, which has 8 bytes",
                        () -> getString(BUFFER, 4, 3, UTF_16)),
                of(
                        MalformedTextException.class,
                        "malformed UTF-8 at byte 1: 1 byte",
                        () -> getString(BAD, 0, 2, UTF_8, REPORT)),
                argument(
                        "units is -1: not between 0 and 2147483647, the maximum number of units of 1 byte for one string",
                        () -> MEMORY.getString(0, -1, UTF_8)),
                bounds(
                        "offset is -1: from there, 1 unit of 1 byte are not within the memory, which has 8 bytes",
                        () -> MEMORY.getString(-1, 1, UTF_8)),
                bounds(
                        "offset is 0: from there, 9 units of 1 byte are not within the memory, which has 8 bytes",
                        () -> MEMORY.getString(0, 9, UTF_8)),
                argument("address is 0: a null pointer", () -> NULL.getString(0, 1, UTF_8)),
                argument("maxUnits is -1: negative", () -> getStringTerminated(BUFFER, 0, -1, UTF_8)),
                argument("charset x-JIS0208 has no NUL of one unit", () -> getStringTerminated(BUFFER, 0, NO_NUL)),
                argument("charset x-JIS0208 has no NUL of one unit", () -> getStringTerminated(BUFFER, 0, 4, NO_NUL)),
                bounds(
                        "no zero unit of UTF-8 between index 0 and the end of the memory, which has 4 bytes",
                        () -> getStringTerminated(NO_ZERO, 0)),
                bounds(
                        "no zero unit of UTF-16LE between index 0 and the end of the memory, which has 4 bytes",
                        () -> getStringTerminated(NO_ZERO, 0, UTF_16)),
                bounds(
                        "index is 9: not between 0 and 8, the size of the memory in bytes",
                        () -> getStringTerminated(BUFFER, 9)),
                bounds(
                        "index is 0: from there, 9 units of 1 byte are not within the memory, which has 8 bytes",
                        () -> getStringTerminated(BUFFER, 0, 9, UTF_8)),
                of(
                        MalformedTextException.class,
                        "malformed UTF-8 at byte 1: 1 byte",
                        () -> getStringTerminated(BAD, 0, 2, UTF_8, REPORT)),
                bounds(
                        "offset is -1: not between 0 and 8, the size of the memory in bytes",
                        () -> MEMORY.getStringTerminated(-1, UTF_8)),
                bounds(
                        "offset is 0: from there, 9 units of 1 byte are not within the memory, which has 8 bytes",
                        () -> MEMORY.getStringTerminated(0, 9, UTF_8)),
                argument("address is 0: a null pointer", () -> NULL.getStringTerminated(0, 1, UTF_8)),
                bounds(
                        "no zero unit of UTF-8 between index 1 and the end of the memory, which has 4 bytes",
                        () -> unitsToTerminator(NO_ZERO, 1, UTF_8)),
                bounds(
                        "index is -1: not between 0 and 8, the size of the memory in bytes",
                        () -> unitsToTerminator(BUFFER, -1, UTF_8)),
                argument("maxUnits is -1: negative", () -> unitsToTerminator(BUFFER, 0, -1, UTF_8)),
                bounds(
                        "index is 0: from there, 5 units of 2 bytes are not within the memory, which has 8 bytes",
                        () -> unitsToTerminator(BUFFER, 0, 5, UTF_16)),
                argument("charset x-JIS0208 has no NUL of one unit", () -> unitsToTerminator(BUFFER, 0, NO_NUL)),
                bounds(
                        "offset is 9: not between 0 and 8, the size of the memory in bytes",
                        () -> MEMORY.unitsToTerminator(9, UTF_8)),
                argument("maxUnits is -1: negative", () -> MEMORY.unitsToTerminator(0, -1, UTF_8)),
                argument(
                        "units is -1: not between 0 and 2147483647, the maximum number of units of 1 byte for one string",
                        () -> firstMalformed(BUFFER, 0, -1, UTF_8)),
                bounds(
                        "index is 5: from there, 4 units of 1 byte are not within the memory, which has 8 bytes",
                        () -> firstMalformed(BUFFER, 5, 4, UTF_8)),
                bounds(
                        "offset is 5: from there, 4 units of 1 byte are not within the memory, which has 8 bytes",
                        () -> MEMORY.firstMalformed(5, 4, UTF_8)),
                argument(
                        "units is -1: not between 0 and 2147483647, the maximum number of units of 1 byte for one string",
                        () -> contentEquals(BUFFER, 0, -1, UTF_8, "a")),
                bounds(
                        "index is 7: from there, 2 units of 1 byte are not within the memory, which has 8 bytes",
                        () -> contentEquals(BUFFER, 7, 2, UTF_8, "a")),
                of(
                        MalformedTextException.class,
                        "malformed UTF-8 at byte 1: 1 byte",
                        () -> contentEquals(BAD, 0, 2, UTF_8, "a?", REPORT)),
                bounds(
                        "offset is 7: from there, 2 units of 1 byte are not within the memory, which has 8 bytes",
                        () -> MEMORY.contentEquals(7, 2, UTF_8, "a")),
                bounds(
                        "dst has 2 chars: the text does not fit from dstIndex 0 on",
                        () -> decode(BUFFER, 0, 3, UTF_8, CHARS, 0)),
                bounds(
                        "dstIndex is 3: not between 0 and 2, the length of dst",
                        () -> decode(BUFFER, 0, 1, UTF_8, CHARS, 3)),
                bounds(
                        "dstIndex is -1: not between 0 and 2, the length of dst",
                        () -> decode(BUFFER, 0, 1, UTF_8, CHARS, -1)),
                argument(
                        "units is -1: not between 0 and 2147483647, the maximum number of units of 1 byte for one string",
                        () -> decode(BUFFER, 0, -1, UTF_8, CHARS, 0)),
                bounds(
                        "index is 0: from there, 9 units of 1 byte are not within the memory, which has 8 bytes",
                        () -> decode(BUFFER, 0, 9, UTF_8, CHARS, 0)),
                bounds(
                        "index is 0: from there, 9 units of 1 byte are not within the memory, which has 8 bytes",
                        () -> decode(BUFFER, 0, 9, UTF_8, new StringBuilder())),
                of(
                        MalformedTextException.class,
                        "malformed UTF-8 at byte 1: 1 byte",
                        () -> decode(BAD, 0, 2, UTF_8, new StringBuilder(), REPORT)),
                bounds(
                        "offset is 9: from there, 1 unit of 1 byte are not within the memory, which has 8 bytes",
                        () -> MEMORY.decode(9, 1, UTF_8, CHARS, 0)),
                bounds(
                        "offset is 9: from there, 1 unit of 1 byte are not within the memory, which has 8 bytes",
                        () -> MEMORY.decode(9, 1, UTF_8, new StringBuilder())));
    }

    static List<Refusal> writing() {
        return List.of(
                bounds(
                        "srcIndex is -1 and numChars is 1: not a range of a string of 3 chars",
                        () -> copy("abc", UTF_8, -1, BUFFER, 0, 1)),
                bounds(
                        "srcIndex is 1 and numChars is 3: not a range of a string of 3 chars",
                        () -> copy("abc", UTF_8, 1, BUFFER, 0, 3)),
                bounds(
                        "dstIndex is -1: not between 0 and 8, the size of the memory in bytes",
                        () -> copy("abc", UTF_8, 0, BUFFER, -1, 3)),
                bounds(
                        "dstIndex is 9: not between 0 and 8, the size of the memory in bytes",
                        () -> copy("abc", UTF_8, 0, BUFFER, 9, 0)),
                bounds(
                        "dstIndex is 6: from there, 3 units of 1 byte are not within the memory, which has 8 bytes",
                        () -> copy("abc", UTF_8, 0, BUFFER, 6, 3)),
                bounds(
                        "dstIndex is 4: from there, 3 units of 2 bytes are not within the memory, which has 8 bytes",
                        () -> copy("abc", UTF_16, 0, BUFFER, 4, 3)),
                bounds(
                        "dstIndex is 0: from there, 10 units of 1 byte are not within the memory, which has 8 bytes",
                        () -> copy("a\u20ac\u20ac\u20ac", UTF_8, 0, BUFFER, 0, 4)),
                unsupported("charset x-JISAutoDetect cannot encode", () -> copy("abc", ONE_WAY, 0, BUFFER, 0, 3)),
                readOnly(() -> copy("abc", UTF_8, 0, READ_ONLY, 0, 3)),
                of(
                        MalformedTextException.class,
                        "malformed text for UTF-8 at char 1: 1 char; 1 units were written",
                        () -> copy(LONE, UTF_8, 0, BUFFER, 0, 2, REPORT)),
                bounds(
                        "dstOffset is 6: from there, 3 units of 1 byte are not within the memory, which has 8 bytes",
                        () -> MEMORY.copy("abc", UTF_8, 0, 6, 3)),
                bounds(
                        "srcIndex is 2 and numChars is 2: not a range of a string of 3 chars",
                        () -> MEMORY.copy("abc", UTF_8, 2, 0, 2)),
                argument("address is 0: a null pointer", () -> NULL.copy("abc", UTF_8, 0, 0, 3)),
                argument("maxUnits is -1: negative", () -> copyTruncated("abc", UTF_8, 0, BUFFER, 0, -1)),
                bounds(
                        "srcIndex is 4: not between 0 and 3, the length of the string",
                        () -> copyTruncated("abc", UTF_8, 4, BUFFER, 0, 1)),
                bounds(
                        "dstIndex is 0: from there, 9 units of 1 byte are not within the memory, which has 8 bytes",
                        () -> copyTruncated("abc", UTF_8, 0, BUFFER, 0, 9)),
                bounds(
                        "dstIndex is -1: from there, 9 units of 1 byte are not within the memory, which has 8 bytes",
                        () -> copyTruncated("abc", UTF_8, 0, BUFFER, -1, 9)),
                unsupported(
                        "charset ISO-2022-JP is stateful: its text cannot be truncated",
                        () -> copyTruncated("abc", STATEFUL, 0, BUFFER, 0, 1)),
                unsupported(
                        "charset x-JISAutoDetect cannot encode", () -> copyTruncated("abc", ONE_WAY, 0, BUFFER, 0, 1)),
                readOnly(() -> copyTruncated("abc", UTF_8, 0, READ_ONLY, 0, 1)),
                of(
                        MalformedTextException.class,
                        "malformed text for UTF-8 at char 1: 1 char; 1 units were written",
                        () -> copyTruncated(LONE, UTF_8, 0, BUFFER, 0, 8, REPORT)),
                bounds(
                        "dstOffset is 0: from there, 9 units of 1 byte are not within the memory, which has 8 bytes",
                        () -> MEMORY.copyTruncated("abc", UTF_8, 0, 0, 9)),
                argument("fieldUnits is -1: negative", () -> copyField("abc", UTF_8, BUFFER, 0, -1, false)),
                argument(
                        "fieldUnits is 0: no space for the terminator that keepTerminator requires",
                        () -> copyField("abc", UTF_8, BUFFER, 0, 0, true)),
                argument(
                        "charset x-JIS0208 has no NUL of one unit",
                        () -> copyField("abc", NO_NUL, BUFFER, 0, 8, false)),
                bounds(
                        "dstIndex is 0: from there, 9 units of 1 byte are not within the memory, which has 8 bytes",
                        () -> copyField("abc", UTF_8, BUFFER, 0, 9, false)),
                bounds(
                        "dstIndex is 2: from there, 4 units of 2 bytes are not within the memory, which has 8 bytes",
                        () -> copyField("abc", UTF_16, BUFFER, 2, 4, false)),
                unsupported(
                        "charset ISO-2022-JP is stateful: its text cannot be truncated",
                        () -> copyField("abc", STATEFUL, BUFFER, 0, 8, false)),
                readOnly(() -> copyField("abc", UTF_8, READ_ONLY, 0, 4, false)),
                bounds(
                        "dstOffset is 1: from there, 8 units of 1 byte are not within the memory, which has 8 bytes",
                        () -> MEMORY.copyField("abc", UTF_8, 1, 8, false)),
                argument("fieldUnits is -1: negative", () -> copyPadded("abc", UTF_8, BUFFER, 0, -1)),
                argument("charset x-JIS0208 has no blank of one unit", () -> copyPadded("abc", NO_NUL, BUFFER, 0, 8)),
                unsupported("charset x-JISAutoDetect cannot encode", () -> copyPadded("abc", ONE_WAY, BUFFER, 0, 8)),
                bounds(
                        "dstIndex is 2: from there, 4 units of 2 bytes are not within the memory, which has 8 bytes",
                        () -> copyPadded("abc", UTF_16, BUFFER, 2, 4)),
                bounds(
                        "fieldUnits is 2: the text has 3 units of 1 byte when encoded",
                        () -> copyPadded("abc", UTF_8, BUFFER, 0, 2)),
                readOnly(() -> copyPadded("abc", UTF_8, READ_ONLY, 0, 4)),
                bounds(
                        "dstOffset is 1: from there, 8 units of 1 byte are not within the memory, which has 8 bytes",
                        () -> MEMORY.copyPadded("abc", UTF_8, 1, 8)),
                bounds(
                        "srcIndex is 2 and numChars is 2: not a range of a string of 3 chars",
                        () -> allocateFrom(ByteBuffer::allocate, "abc", UTF_8, 2, 2)),
                bounds(
                        "the allocator's buffer has 2 bytes remaining: less than the requested 3",
                        () -> allocateFrom(size -> ByteBuffer.allocate(2), "abc", UTF_8, 0, 3)),
                readOnly(() -> allocateFrom(size -> READ_ONLY, "abc", UTF_8, 0, 3)),
                unsupported(
                        "charset x-JISAutoDetect cannot encode",
                        () -> allocateFrom(ByteBuffer::allocate, "abc", ONE_WAY, 0, 3)),
                of(
                        MalformedTextException.class,
                        "malformed text for UTF-8 at char 1: 1 char; 0 units were written",
                        () -> encodedUnits(LONE, UTF_8, REPORT)),
                unsupported("charset x-JISAutoDetect cannot encode", () -> encodedUnits("abc", ONE_WAY)));
    }
}

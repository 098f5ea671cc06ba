package dev.unitstr.contract.ffm;

import static dev.unitstr.contract.refusals.Refusal.argument;
import static dev.unitstr.contract.refusals.Refusal.bounds;
import static dev.unitstr.contract.refusals.Refusal.of;
import static dev.unitstr.contract.refusals.Refusal.state;
import static dev.unitstr.contract.refusals.Refusal.unsupported;
import static dev.unitstr.contract.refusals.Samples.NO_NUL;
import static dev.unitstr.contract.refusals.Samples.ONE_WAY;
import static dev.unitstr.contract.refusals.Samples.REPORT;
import static dev.unitstr.contract.refusals.Samples.STATEFUL;
import static dev.unitstr.contract.refusals.Samples.UTF_16;
import static dev.unitstr.contract.refusals.Samples.UTF_8;
import static dev.unitstr.ffm.SegmentStrings.allocateFrom;
import static dev.unitstr.ffm.SegmentStrings.contentEquals;
import static dev.unitstr.ffm.SegmentStrings.copy;
import static dev.unitstr.ffm.SegmentStrings.copyField;
import static dev.unitstr.ffm.SegmentStrings.copyPadded;
import static dev.unitstr.ffm.SegmentStrings.copyStrings;
import static dev.unitstr.ffm.SegmentStrings.copyTruncated;
import static dev.unitstr.ffm.SegmentStrings.decode;
import static dev.unitstr.ffm.SegmentStrings.encodedUnits;
import static dev.unitstr.ffm.SegmentStrings.firstMalformed;
import static dev.unitstr.ffm.SegmentStrings.getSomeStrings;
import static dev.unitstr.ffm.SegmentStrings.getString;
import static dev.unitstr.ffm.SegmentStrings.getStringPadded;
import static dev.unitstr.ffm.SegmentStrings.getStringTerminated;
import static dev.unitstr.ffm.SegmentStrings.getStrings;
import static dev.unitstr.ffm.SegmentStrings.unitsToTerminator;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.StringSpans;
import dev.unitstr.contract.refusals.Refusal;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** What {@code SegmentStrings} refuses. */
final class SegmentStringsRefusals {
    static final MemorySegment HEAP = MemorySegment.ofArray("abcdefgh".getBytes());
    static final MemorySegment NATIVE = Arena.global().allocate(8).fill((byte) 'a');
    static final MemorySegment READ_ONLY = HEAP.asReadOnly();
    static final MemorySegment CLOSED = closed();

    /** What a C function returns: a pointer without a size. */
    static final MemorySegment POINTER = MemorySegment.ofAddress(4096);

    private static final String LONE = "a\ud800";
    private static final String[] AB = {"a", "b"};
    private static final StringSpans SPANS = StringSpans.of(new long[] {7}, new long[] {2});

    private SegmentStringsRefusals() {}

    private static MemorySegment closed() {
        try (Arena arena = Arena.ofConfined()) {
            return arena.allocate(8);
        }
    }

    static List<Refusal> reading() {
        return List.of(
                argument(
                        "units is -1: not between 0 and 2147483647, the maximum number of units of 1 byte for one string",
                        () -> getString(HEAP, 0, -1)),
                bounds(
                        "offset is -1: from there, 1 unit of 1 byte are not within the memory, which has 8 bytes",
                        () -> getString(HEAP, -1, 1)),
                bounds(
                        "offset is 0: from there, 9 units of 1 byte are not within the memory, which has 8 bytes",
                        () -> getString(HEAP, 0, 9)),
                bounds(
                        "offset is 1: from there, 8 units of 1 byte are not within the memory, which has 8 bytes",
                        () -> getStringPadded(HEAP, 1, 8, UTF_8)),
                bounds(
                        "offset is 4: from there, 3 units of 2 bytes are not within the memory, which has 8 bytes",
                        () -> getString(NATIVE, 4, 3, UTF_16)),
                bounds(
                        "offset is 0: from there, 1 unit of 1 byte are not within the memory, which has 0 bytes; if this is a pointer from native code, MemorySegment.reinterpret(bytes) gives it its size",
                        () -> getString(POINTER, 0, 1)),
                state("Already closed", () -> getString(CLOSED, 0, 1)),
                of(
                        MalformedTextException.class,
                        "malformed UTF-8 at byte 1: 1 byte",
                        () -> getString(MemorySegment.ofArray(new byte[] {'a', -1}), 0, 2, UTF_8, REPORT)),
                bounds(
                        "no zero unit of UTF-8 between offset 0 and the end of the memory, which has 8 bytes",
                        () -> getStringTerminated(NATIVE, 0)),
                bounds(
                        "no zero unit of UTF-8 between offset 0 and the end of the memory, which has 0 bytes; if this is a pointer from native code, MemorySegment.reinterpret(bytes) gives it its size",
                        () -> getStringTerminated(POINTER, 0)),
                bounds(
                        "offset is 9: not between 0 and 8, the size of the memory in bytes",
                        () -> getStringTerminated(HEAP, 9)),
                argument("maxUnits is -1: negative", () -> getStringTerminated(HEAP, 0, -1, UTF_8)),
                argument("charset x-JIS0208 has no NUL of one unit", () -> getStringTerminated(HEAP, 0, NO_NUL)),
                state("Already closed", () -> getStringTerminated(CLOSED, 0)),
                bounds(
                        "no zero unit of UTF-8 between offset 0 and the end of the memory, which has 8 bytes",
                        () -> unitsToTerminator(HEAP, 0, UTF_8)),
                bounds(
                        "offset is 0: from there, 9 units of 1 byte are not within the memory, which has 8 bytes",
                        () -> unitsToTerminator(NATIVE, 0, 9, UTF_8)),
                argument(
                        "units is -1: not between 0 and 2147483647, the maximum number of units of 1 byte for one string",
                        () -> firstMalformed(HEAP, 0, -1, UTF_8)),
                bounds(
                        "offset is 7: from there, 2 units of 1 byte are not within the memory, which has 8 bytes",
                        () -> firstMalformed(HEAP, 7, 2, UTF_8)),
                bounds(
                        "offset is 7: from there, 2 units of 1 byte are not within the memory, which has 8 bytes",
                        () -> contentEquals(HEAP, 7, 2, UTF_8, "a")),
                bounds(
                        "dst has 2 chars: the text does not fit from dstIndex 0 on",
                        () -> decode(HEAP, 0, 3, UTF_8, new char[2], 0)),
                bounds(
                        "offset is 0: from there, 9 units of 1 byte are not within the memory, which has 8 bytes",
                        () -> decode(HEAP, 0, 9, UTF_8, new StringBuilder())),
                bounds(
                        "offsets[0] is 7: from there, 2 units of 1 byte are not within the memory, which has 8 bytes",
                        () -> getStrings(HEAP, StringSpans.of(new long[] {7}, new long[] {2}), UTF_8)),
                bounds(
                        "offsets[0] is 7: from there, 2 units of 1 byte are not within the memory, which has 8 bytes",
                        () -> getStrings(HEAP, SPANS, UTF_8)),
                bounds(
                        "first is 2: not between 0 and 1, the number of strings",
                        () -> getSomeStrings(HEAP, SPANS, 2, UTF_8, new String[2], 0, MalformedPolicy.REPLACE)));
    }

    static List<Refusal> writing() {
        return List.of(
                bounds(
                        "dstOffset is 6: from there, 3 units of 1 byte are not within the memory, which has 8 bytes",
                        () -> copy("abc", UTF_8, 0, HEAP, 6, 3)),
                bounds(
                        "dstOffset is 9: not between 0 and 8, the size of the memory in bytes",
                        () -> copy("abc", UTF_8, 0, NATIVE, 9, 0)),
                bounds(
                        "srcIndex is 2 and numChars is 2: not a range of a string of 3 chars",
                        () -> copy("abc", UTF_8, 2, HEAP, 0, 2)),
                bounds(
                        "dstOffset is 0: from there, 3 units of 1 byte are not within the memory, which has 0 bytes; if this is a pointer from native code, MemorySegment.reinterpret(bytes) gives it its size",
                        () -> copy("abc", UTF_8, 0, POINTER, 0, 3)),
                argument("the segment is read-only", () -> copy("abc", UTF_8, 0, READ_ONLY, 0, 3)),
                state("Already closed", () -> copy("abc", UTF_8, 0, CLOSED, 0, 3)),
                unsupported("charset x-JISAutoDetect cannot encode", () -> copy("abc", ONE_WAY, 0, HEAP, 0, 3)),
                argument("maxUnits is -1: negative", () -> copyTruncated("abc", UTF_8, 0, HEAP, 0, -1)),
                bounds(
                        "dstOffset is 0: from there, 5 units of 2 bytes are not within the memory, which has 8 bytes",
                        () -> copyTruncated("abc", UTF_16, 0, NATIVE, 0, 5)),
                argument("the segment is read-only", () -> copyTruncated("abc", UTF_8, 0, READ_ONLY, 0, 8)),
                unsupported(
                        "charset ISO-2022-JP is stateful: its text cannot be truncated",
                        () -> copyTruncated("abc", STATEFUL, 0, HEAP, 0, 8)),
                argument(
                        "fieldUnits is 0: no space for the terminator that keepTerminator requires",
                        () -> copyField("abc", UTF_8, HEAP, 0, 0, true)),
                bounds(
                        "dstOffset is 1: from there, 8 units of 1 byte are not within the memory, which has 8 bytes",
                        () -> copyField("abc", UTF_8, HEAP, 1, 8, false)),
                bounds(
                        "dstOffset is 1: from there, 8 units of 1 byte are not within the memory, which has 8 bytes",
                        () -> copyPadded("abc", UTF_8, HEAP, 1, 8)),
                bounds(
                        "fieldUnits is 2: the text has 3 units of 1 byte when encoded",
                        () -> copyPadded("abc", UTF_8, HEAP, 0, 2)),
                argument("the segment is read-only", () -> copyPadded("abc", UTF_8, READ_ONLY, 0, 4)),
                unsupported(
                        "charset x-JISAutoDetect cannot encode", () -> allocateFrom(Arena.global(), "abc", ONE_WAY)),
                of(
                        MalformedTextException.class,
                        "malformed text for UTF-8 at char 1: 1 char; 0 units were written",
                        () -> allocateFrom(Arena.global(), LONE, UTF_8, REPORT)),
                bounds(
                        "srcIndex is 2 and numChars is 2: not a range of a string of 3 chars",
                        () -> allocateFrom(Arena.global(), "abc", UTF_8, 2, 2)),
                of(
                        MalformedTextException.class,
                        "malformed text for UTF-8 at char 1: 1 char; 0 units were written",
                        () -> encodedUnits(LONE, UTF_8, REPORT)),
                bounds(
                        "dstOffset is 7: from there, 2 units of 1 byte are not within the memory, which has 8 bytes",
                        () -> copyStrings(AB, UTF_8, HEAP, 7, new long[3])),
                bounds(
                        "offsets has 2 elements: must be one more than the number of strings, 2",
                        () -> copyStrings(AB, UTF_8, HEAP, 0, new long[2])),
                argument("the segment is read-only", () -> copyStrings(AB, UTF_8, READ_ONLY, 0, new long[3])));
    }
}

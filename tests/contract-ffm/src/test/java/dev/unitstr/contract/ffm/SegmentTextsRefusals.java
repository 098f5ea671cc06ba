package dev.unitstr.contract.ffm;

import static dev.unitstr.contract.ffm.SegmentStringsRefusals.HEAP;
import static dev.unitstr.contract.ffm.SegmentStringsRefusals.NATIVE;
import static dev.unitstr.contract.ffm.SegmentStringsRefusals.READ_ONLY;
import static dev.unitstr.contract.refusals.Refusal.argument;
import static dev.unitstr.contract.refusals.Refusal.bounds;
import static dev.unitstr.contract.refusals.Refusal.state;
import static dev.unitstr.contract.refusals.Samples.NO_NUL;
import static dev.unitstr.contract.refusals.Samples.REPORT;
import static dev.unitstr.contract.refusals.Samples.UTF_16;
import static dev.unitstr.contract.refusals.Samples.UTF_8;
import static dev.unitstr.ffm.SegmentCStrings.allocatePointers;
import static dev.unitstr.ffm.SegmentCStrings.allocateStringList;
import static dev.unitstr.ffm.SegmentCStrings.allocateTerminated;
import static dev.unitstr.ffm.SegmentCStrings.copyPointers;
import static dev.unitstr.ffm.SegmentCStrings.copyPrefixed;
import static dev.unitstr.ffm.SegmentCStrings.copyStringList;
import static dev.unitstr.ffm.SegmentCStrings.copyTerminated;
import static dev.unitstr.ffm.SegmentCStrings.copyTerminatedTruncated;
import static dev.unitstr.ffm.SegmentCStrings.getPointers;
import static dev.unitstr.ffm.SegmentCStrings.getString;
import static dev.unitstr.ffm.SegmentCStrings.getStringList;
import static dev.unitstr.ffm.SegmentCStrings.getStringPrefixed;
import static dev.unitstr.ffm.SegmentCStrings.getStringTerminated;

import dev.unitstr.LengthPrefix;
import dev.unitstr.ListEnd;
import dev.unitstr.StringCache;
import dev.unitstr.TextDecoder;
import dev.unitstr.TextEncoder;
import dev.unitstr.TextView;
import dev.unitstr.contract.refusals.Refusal;
import dev.unitstr.ffm.SegmentSpans;
import dev.unitstr.ffm.SegmentTexts;
import dev.unitstr.ffm.StringField;
import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.List;

/** What {@code SegmentCStrings}, {@code SegmentTexts}, {@code SegmentSpans} and {@code StringField} refuse. */
final class SegmentTextsRefusals {
    private static final LengthPrefix BYTE = LengthPrefix.ofUnits(1, ByteOrder.BIG_ENDIAN);
    private static final LengthPrefix BYTES = LengthPrefix.ofBytes(1, ByteOrder.BIG_ENDIAN);
    private static final MemoryLayout FIELD = MemoryLayout.sequenceLayout(4, ValueLayout.JAVA_BYTE);
    private static final StringField FOUR = StringField.of(FIELD, UTF_8);
    private static final MemorySegment OTHER = MemorySegment.ofArray(new byte[8]);
    private static final Arena ARENA = Arena.global();
    private static final MemorySegment LOW = MemorySegment.ofAddress(8);

    private SegmentTextsRefusals() {}

    static List<Refusal> cStrings() {
        return List.of(
                bounds("dstOffset is 0: …8 bytes…", () -> copyTerminated("abcdefgh", UTF_8, HEAP, 0)),
                argument("the segment is read-only", () -> copyTerminated("abc", UTF_8, READ_ONLY, 0)),
                argument("charset x-JIS0208 has no NUL of one unit", () -> copyTerminated("abc", NO_NUL, HEAP, 0)),
                argument(
                        "maxUnits is 0: no space for the terminator",
                        () -> copyTerminatedTruncated("abc", UTF_8, HEAP, 0, 0)),
                bounds("dstOffset is 0: …8 bytes…", () -> copyTerminatedTruncated("abc", UTF_16, HEAP, 0, 5)),
                bounds("dstOffset is 0: …8 bytes…", () -> copyPrefixed("abcdefgh", UTF_8, HEAP, 0, BYTE)),
                argument(
                        "src has 256 units when encoded: more than 255, the most that a prefix of 1 byte can hold",
                        () -> copyPrefixed("a".repeat(256), UTF_8, HEAP, 0, BYTE)),
                argument("charset x-JIS0208 has no NUL of one unit", () -> allocateTerminated(ARENA, "abc", NO_NUL)),
                argument(
                        "charset x-JIS0208 has no NUL of one unit",
                        () -> allocatePointers(ARENA, new String[] {"a"}, NO_NUL)),
                argument("src has a NUL at char 0: it would end there", () -> copyTerminated("\0", UTF_8, OTHER, 0)),
                argument("src has a NUL at char 1: it would end there", () -> allocateTerminated(ARENA, "a\0", UTF_8)),
                argument(
                        "strings[0] has a NUL at char 1: it would end there",
                        () -> allocatePointers(ARENA, new String[] {"a\0"}, UTF_8)),
                argument(
                        "end is the end of the memory, whose size is not known",
                        () -> getStringList(MemorySegment.ofAddress(NATIVE.address()), 0, ListEnd.MEMORY, UTF_8)),
                argument(
                        "strings[0] has a NUL at char 0: it would end there",
                        () -> copyPointers(new String[] {"\0"}, UTF_8, NATIVE, 0)),
                bounds(
                        "dstOffset is 0: from there, the 18 bytes of 1 string with terminators and pointers are not within the memory, which has 8 bytes",
                        () -> copyPointers(new String[] {"a"}, UTF_8, NATIVE, 0)),
                bounds("dstOffset is 9: …8 bytes…", () -> copyStringList(new String[] {"a"}, UTF_8, HEAP, 9)),
                argument(
                        "strings[1] is empty: it would end the list",
                        () -> allocateStringList(ARENA, new String[] {"a", ""}, UTF_8)),
                bounds("offset is 8: …8 bytes…", () -> getStringPrefixed(HEAP, 8, BYTE, UTF_8)),
                argument(
                        "the length at offset 0 is 97 bytes: not a multiple of 2, the size of a unit",
                        () -> getStringPrefixed(HEAP, 0, BYTES, UTF_16)),
                bounds(
                        "the list from offset 0 on lacks a zero unit of UTF-8 between offset 0 and the end of the memory, which has 8 bytes",
                        () -> getStringList(HEAP, 0, UTF_8)),
                argument("charset x-JIS0208 has no NUL of one unit", () -> getStringList(HEAP, 0, NO_NUL)),
                argument(
                        "units is -1: not between 0 and 2147483647, the maximum number of units of 1 byte for one string",
                        () -> getString(NATIVE, -1, UTF_8)),
                argument("…8: less than 4096…", () -> getString(LOW, 1, UTF_8)),
                argument("…8: less than 4096…", () -> getStringTerminated(LOW, UTF_8)),
                argument("charset x-JIS0208 has no NUL of one unit", () -> getStringTerminated(NATIVE, NO_NUL)),
                argument("count is -1: not between 0 and 268435455", () -> getPointers(NATIVE, 0, -1, UTF_8)),
                bounds(
                        "offset is 0: from there, 2 pointers of 8 bytes are not within the memory, which has 8 bytes",
                        () -> getPointers(NATIVE, 0, 2, UTF_8)),
                bounds(
                        "offset is 9: not between 0 and 8, the size of the memory in bytes",
                        () -> getPointers(NATIVE, 9, 0, UTF_8)),
                bounds(
                        "no null pointer between offset 8 and the end of the memory, which has 8 bytes",
                        () -> getPointers(NATIVE, 8, UTF_8)));
    }

    static List<Refusal> pieces() {
        return List.of(
                bounds(
                        "offset is 0: from there, 9 bytes are not within the memory, which has 8 bytes",
                        () -> SegmentTexts.decode(TextDecoder.of(UTF_8), HEAP, 0, 9, new StringBuilder())),
                bounds(
                        "dstIndex is 0: from there, 8 chars, the maximum for 8 bytes and 0 bytes held, are not within dst, which has 2 chars",
                        () -> SegmentTexts.decode(TextDecoder.of(UTF_8), HEAP, 0, 8, new char[2], 0)),
                bounds(
                        "dstOffset is 0: from there, 9 units of 1 byte are not within the memory, which has 8 bytes",
                        () -> SegmentTexts.encode(TextEncoder.of(UTF_8), "abc", 0, HEAP, 0, 9)),
                argument(
                        "the segment is read-only",
                        () -> SegmentTexts.encode(TextEncoder.of(UTF_8), "abc", 0, READ_ONLY, 0, 8)),
                bounds(
                        "dstOffset is 9: from there, 0 units of 1 byte are not within the memory, which has 8 bytes",
                        () -> SegmentTexts.flush(TextEncoder.of(UTF_8), HEAP, 9, 0)),
                argument(
                        "units is -1: not between 0 and 2147483647, the maximum number of units of 1 byte for one string",
                        () -> SegmentTexts.view(HEAP, 0, -1, UTF_8)),
                bounds(
                        "offset is 1: from there, 8 units of 1 byte are not within the memory, which has 8 bytes",
                        () -> SegmentTexts.view(HEAP, 1, 8, UTF_8)),
                bounds(
                        "dstOffset is 2: from there, 8 units of 1 byte are not within the memory, which has 8 bytes",
                        () -> SegmentTexts.copy(view(), UTF_8, HEAP, 2)),
                argument("the segment is read-only", () -> SegmentTexts.copy(view(), UTF_8, READ_ONLY, 0)),
                bounds(
                        "offset is 0: from there, 9 units of 1 byte are not within the memory, which has 8 bytes",
                        () -> SegmentTexts.getString(StringCache.of(UTF_8, REPORT, 4), HEAP, 0, 9)));
    }

    private static TextView view() {
        return SegmentTexts.view(HEAP, 0, 8, UTF_8);
    }

    static List<Refusal> places() {
        return List.of(
                argument("entryBytes is 3: neither 4 nor 8", () -> SegmentSpans.ofOffsets(HEAP, 0, 3, 1)),
                bounds(
                        "offset is 0: from there, the offsets of 2 strings, of 4 bytes each, are not within the memory, which has 8 bytes",
                        () -> SegmentSpans.ofOffsets(HEAP, 0, 4, 2)),
                argument(
                        "strideBytes is 0: not positive",
                        () -> SegmentSpans.ofPointers(
                                HEAP, 0, 0, 8, LengthPrefix.ofUnits(8, ByteOrder.nativeOrder()), 0, 1)),
                bounds(
                        "offset is 0: from there, 1 structs of 16 bytes are not within the memory, which has 8 bytes",
                        () -> SegmentSpans.ofPointers(
                                HEAP, 0, 0, 8, LengthPrefix.ofUnits(8, ByteOrder.nativeOrder()), 16, 1)),
                argument(
                        "layout i4 is not a field of UTF-8: expected a sequence of at least one integer of 1 byte",
                        () -> StringField.of(ValueLayout.JAVA_INT, UTF_8)),
                argument(
                        "layout [4:b1] is not a field of UTF-16LE: expected a sequence of at least one integer of 2 bytes",
                        () -> StringField.of(FIELD, UTF_16)),
                argument("charset x-JIS0208 has no NUL of one unit", () -> StringField.of(FIELD, NO_NUL)),
                argument(
                        "…layout path…",
                        () -> StringField.of(FIELD, UTF_8, MemoryLayout.PathElement.groupElement("name"))),
                bounds(
                        "offset is 5: from there, 4 units of 1 byte are not within the memory, which has 8 bytes",
                        () -> FOUR.get(HEAP, 5)),
                bounds(
                        "offset is -1: not within any memory; the field is at byte 0 of a struct of 4 bytes",
                        () -> FOUR.get(HEAP, -1)),
                bounds(
                        "offset is 8: from there, 4 units of 1 byte are not within the memory, which has 8 bytes",
                        () -> FOUR.get(HEAP, 0, 2)),
                bounds(
                        "offset is 0 and index is -1: not within any memory; the field is at byte 0 of a struct of 4 bytes",
                        () -> FOUR.get(HEAP, 0, -1)),
                bounds(
                        "dstOffset is 5: from there, 4 units of 1 byte are not within the memory, which has 8 bytes",
                        () -> FOUR.set(HEAP, 5, "abc")),
                argument("the segment is read-only", () -> FOUR.set(READ_ONLY, 0, "abc")),
                argument("text has a NUL at char 2: it would end there", () -> FOUR.set(OTHER, 0, "ab\0d")),
                bounds(
                        "offset is 5: from there, 4 units of 1 byte are not within the memory, which has 8 bytes",
                        () -> FOUR.contentEquals(HEAP, 5, "abc")),
                bounds(
                        "fieldUnits is 4: the text has 5 units of 1 byte when encoded",
                        () -> FOUR.withBlanks().set(OTHER, 0, "abcde")),
                state(
                        "withTerminator was called: a field padded with blanks has no terminator",
                        () -> FOUR.withTerminator().withBlanks()),
                state(
                        "withBlanks was called: a field padded with blanks has no terminator",
                        () -> FOUR.withBlanks().withTerminator()),
                argument("count is -1: negative", () -> FOUR.spans(0, -1)),
                bounds(
                        "offset is -1: not within any memory; the field is at byte 0 of a struct of 4 bytes",
                        () -> FOUR.spans(-1, 1)));
    }
}

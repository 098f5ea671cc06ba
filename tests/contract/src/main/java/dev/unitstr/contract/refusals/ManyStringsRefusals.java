package dev.unitstr.contract.refusals;

import static dev.unitstr.BufferStrings.copyStrings;
import static dev.unitstr.BufferStrings.encodedUnits;
import static dev.unitstr.BufferStrings.getSomeStrings;
import static dev.unitstr.BufferStrings.getStrings;
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
import static dev.unitstr.contract.refusals.Samples.UTF_16;
import static dev.unitstr.contract.refusals.Samples.UTF_8;

import dev.unitstr.LengthPrefix;
import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.NativeMemory;
import dev.unitstr.StringSpans;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/** What {@code BufferStrings} and {@code StringSpans} refuse of many texts. */
final class ManyStringsRefusals {
    private static final ByteBuffer READ_ONLY = ByteBuffer.allocate(8).asReadOnlyBuffer();
    private static final ByteBuffer BAD = ByteBuffer.wrap(new byte[] {'a', (byte) 0xFF});
    private static final String LONE = "a\ud800";
    private static final String[] DST = new String[2];
    private static final String[] AB = {"a", "b"};

    private ManyStringsRefusals() {}

    private static StringSpans one(long offset, long units) {
        return StringSpans.of(new long[] {offset}, new long[] {units});
    }

    private static StringSpans offsets(long... offsets) {
        return StringSpans.ofOffsets(offsets);
    }

    static List<Refusal> places() {
        return List.of(
                argument(
                        "offsets has 2 elements and units has 3: must be equal",
                        () -> StringSpans.of(new long[2], new long[3])),
                argument("entryBytes is 3: neither 4 nor 8", () -> StringSpans.ofOffsets(BUFFER, 0, 3, 1)),
                argument("count is -1: negative", () -> StringSpans.ofOffsets(BUFFER, 0, 4, -1)),
                bounds(
                        "index is 0: from there, the offsets of 2 strings, of 4 bytes each, are not within the memory, which has 8 bytes",
                        () -> StringSpans.ofOffsets(BUFFER, 0, 4, 2)),
                bounds(
                        "index is -1: from there, the offsets of 1 strings, of 4 bytes each, are not within the memory, which has 8 bytes",
                        () -> StringSpans.ofOffsets(BUFFER, -1, 4, 1)),
                bounds(
                        "index is 9: from there, the offsets of 0 strings, of 4 bytes each, are not within the memory, which has 8 bytes",
                        () -> StringSpans.ofOffsets(BUFFER, 9, 4, 0)),
                argument("entryBytes is 2: neither 4 nor 8", () -> StringSpans.ofOffsets(MEMORY, 0, 2, 1)),
                bounds(
                        "offset is 0: from there, the offsets of 1 strings, of 8 bytes each, are not within the memory, which has 8 bytes",
                        () -> StringSpans.ofOffsets(MEMORY, 0, 8, 1)),
                argument("address is 0: a null pointer", () -> StringSpans.ofOffsets(NativeMemory.of(0, 8), 0, 4, 1)),
                argument("fieldUnits is -1: negative", () -> StringSpans.ofFields(0, -1, 4, 1)),
                argument("strideBytes is 0: not positive", () -> StringSpans.ofFields(0, 1, 0, 1)),
                argument("count is -1: negative", () -> StringSpans.ofFields(0, 1, 4, -1)),
                bounds("offset is -1: negative", () -> StringSpans.ofFields(-1, 1, 4, 1)),
                argument("fieldUnits is -1: negative", () -> StringSpans.ofTerminatedFields(0, -1, 4, 1)),
                bounds("offset is -1: negative", () -> StringSpans.ofTerminatedFields(-1, 1, 4, 1)),
                argument("strideBytes is 0: not positive", () -> StringSpans.ofPaddedFields(0, 1, 0, 1)),
                argument(
                        "length is a varint: not a member of a struct",
                        () -> StringSpans.ofPointers(BUFFER, 0, 0, 8, LengthPrefix.VARINT, 16, 1)),
                argument(
                        "strideBytes is 0: not positive",
                        () -> StringSpans.ofPointers(
                                BUFFER, 0, 0, 8, LengthPrefix.ofUnits(8, ByteOrder.nativeOrder()), 0, 1)),
                argument(
                        "pointerAt is 9: from there, 8 bytes are not within a struct, which has 16 bytes",
                        () -> StringSpans.ofPointers(
                                BUFFER, 0, 9, 8, LengthPrefix.ofUnits(8, ByteOrder.nativeOrder()), 16, 1)),
                argument(
                        "lengthAt is -1: from there, 8 bytes are not within a struct, which has 16 bytes",
                        () -> StringSpans.ofPointers(
                                BUFFER, 0, 0, -1, LengthPrefix.ofUnits(8, ByteOrder.nativeOrder()), 16, 1)),
                argument(
                        "count is -1: negative",
                        () -> StringSpans.ofPointers(
                                BUFFER, 0, 0, 8, LengthPrefix.ofUnits(8, ByteOrder.nativeOrder()), 16, -1)),
                bounds(
                        "index is 0: from there, 1 structs of 16 bytes are not within the memory, which has 8 bytes",
                        () -> StringSpans.ofPointers(
                                BUFFER, 0, 0, 8, LengthPrefix.ofUnits(8, ByteOrder.nativeOrder()), 16, 1)),
                bounds(
                        "offset is -1: from there, 1 structs of 16 bytes are not within the memory, which has 8 bytes",
                        () -> StringSpans.ofPointers(
                                MEMORY, -1, 0, 8, LengthPrefix.ofUnits(8, ByteOrder.nativeOrder()), 16, 1)));
    }

    static List<Refusal> reading() {
        return List.of(
                argument(
                        "offsets has 1 elements and units has 2: must be equal",
                        () -> getStrings(BUFFER, StringSpans.of(new long[1], new long[2]), UTF_8)),
                argument(
                        "units[0] is -1: not between 0 and 2147483647, the maximum number of units of 1 byte for one string",
                        () -> getStrings(BUFFER, StringSpans.of(new long[] {0}, new long[] {-1}), UTF_8)),
                bounds(
                        "offsets[0] is -1: from there, 1 unit of 1 byte are not within the memory, which has 8 bytes",
                        () -> getStrings(BUFFER, StringSpans.of(new long[] {-1}, new long[] {1}), UTF_8)),
                bounds(
                        "offsets[1] is 4: from there, 5 units of 1 byte are not within the memory, which has 8 bytes",
                        () -> getStrings(BUFFER, StringSpans.of(new long[] {0, 4}, new long[] {1, 5}), UTF_8)),
                bounds(
                        "offsets[0] is 4: from there, 3 units of 2 bytes are not within the memory, which has 8 bytes",
                        () -> getStrings(BUFFER, one(4, 3), UTF_16)),
                of(
                        MalformedTextException.class,
                        "string 1: malformed UTF-8 at byte 0: 1 byte",
                        () -> getStrings(BAD, StringSpans.of(new long[] {0, 1}, new long[] {1, 1}), UTF_8, REPORT)),
                argument(
                        "offsets[1] is 1: below offsets[0], which is 2",
                        () -> getStrings(BUFFER, offsets(2, 1), UTF_8)),
                bounds(
                        "offsets[1] is 3 and offsets[2] is 9: not within the memory, which has 8 bytes",
                        () -> getStrings(BUFFER, offsets(0, 3, 9), UTF_8)),
                argument(
                        "offsets[0] is 0 and offsets[1] is 3: the difference is not a multiple of the unit size, 2 bytes",
                        () -> getStrings(BUFFER, offsets(0, 3), UTF_16)),
                bounds(
                        "offset is 0: from there, 3 fields of 4 units of 1 byte, 4 bytes apart, are not within the memory, which has 8 bytes",
                        () -> getStrings(BUFFER, StringSpans.ofFields(0, 4, 4, 3), UTF_8)),
                bounds(
                        "offset is 9: not between 0 and 8, the size of the memory in bytes",
                        () -> getStrings(BUFFER, StringSpans.ofFields(9, 4, 4, 0), UTF_8)),
                argument(
                        "fieldUnits is 2147483648: not between 0 and 2147483647, the maximum number of units of 1 byte for one string",
                        () -> getStrings(BUFFER, StringSpans.ofFields(0, 1L << 31, 4, 1), UTF_8)),
                argument(
                        "charset x-JIS0208 has no NUL of one unit",
                        () -> getStrings(BUFFER, StringSpans.ofTerminatedFields(0, 4, 4, 1), NO_NUL)),
                argument(
                        "the address of this memory is unknown: it is not possible to test whether pointers point into it. Give its address and capacity, or a native segment",
                        () -> getStrings(
                                BUFFER,
                                StringSpans.ofPointers(
                                        ByteBuffer.allocate(16),
                                        0,
                                        0,
                                        8,
                                        LengthPrefix.ofUnits(8, ByteOrder.nativeOrder()),
                                        16,
                                        1),
                                UTF_8)),
                argument(
                        "spans is a …: not created by StringSpans or SegmentSpans",
                        () -> getStrings(BUFFER, () -> 1, UTF_8)),
                bounds(
                        "dstIndex is 0 and spans has 3 strings: not a range of dst, which has 2 elements",
                        () -> getStrings(
                                BUFFER, StringSpans.ofFields(0, 1, 1, 3), UTF_8, DST, 0, MalformedPolicy.REPLACE)),
                bounds(
                        "dstIndex is 2 and spans has 1 strings: not a range of dst, which has 2 elements",
                        () -> getStrings(BUFFER, one(0, 1), UTF_8, DST, 2, MalformedPolicy.REPLACE)),
                bounds(
                        "dstIndex is -1 and spans has 1 strings: not a range of dst, which has 2 elements",
                        () -> getStrings(BUFFER, one(0, 1), UTF_8, DST, -1, MalformedPolicy.REPLACE)),
                bounds(
                        "offsets[0] is 8: from there, 1 unit of 1 byte are not within the memory, which has 8 bytes",
                        () -> MEMORY.getStrings(one(8, 1), UTF_8)),
                bounds(
                        "first is 2: not between 0 and 1, the number of strings",
                        () -> getSomeStrings(BUFFER, one(0, 1), 2, UTF_8, DST, 0, MalformedPolicy.REPLACE)),
                bounds(
                        "first is -1: not between 0 and 1, the number of strings",
                        () -> getSomeStrings(BUFFER, one(0, 1), -1, UTF_8, DST, 0, MalformedPolicy.REPLACE)),
                bounds(
                        "dstIndex is 3: not between 0 and 2, the length of dst",
                        () -> getSomeStrings(BUFFER, one(0, 1), 0, UTF_8, DST, 3, MalformedPolicy.REPLACE)),
                bounds(
                        "offsets[0] is 9: from there, 1 unit of 1 byte are not within the memory, which has 8 bytes",
                        () -> MEMORY.getSomeStrings(one(9, 1), 0, UTF_8, DST, 0, REPORT)));
    }

    static List<Refusal> writing() {
        return List.of(
                bounds(
                        "offsets has 2 elements: must be one more than the number of strings, 2",
                        () -> copyStrings(AB, UTF_8, BUFFER, 0, new long[2])),
                bounds(
                        "dstIndex is 7: from there, 2 units of 1 byte are not within the memory, which has 8 bytes",
                        () -> copyStrings(AB, UTF_8, BUFFER, 7, new long[3])),
                bounds(
                        "dstIndex is 6: from there, 2 units of 2 bytes are not within the memory, which has 8 bytes",
                        () -> copyStrings(AB, UTF_16, BUFFER, 6, new long[3])),
                bounds(
                        "dstIndex is -1: not between 0 and 8, the size of the memory in bytes",
                        () -> copyStrings(AB, UTF_8, BUFFER, -1, new long[3])),
                bounds(
                        "dstIndex is 9: not between 0 and 8, the size of the memory in bytes",
                        () -> copyStrings(AB, UTF_8, BUFFER, 9, new long[3])),
                of(
                        NullPointerException.class,
                        "src[1]",
                        () -> copyStrings(new String[] {"a", null}, UTF_8, BUFFER, 0, new long[3])),
                of(
                        MalformedTextException.class,
                        "string 1: malformed text for UTF-8 at char 1: 1 char; 0 units were written",
                        () -> copyStrings(new String[] {"a", LONE}, UTF_8, BUFFER, 0, new long[3], REPORT)),
                unsupported(
                        "charset x-JISAutoDetect cannot encode",
                        () -> copyStrings(AB, ONE_WAY, BUFFER, 0, new long[3])),
                readOnly(() -> copyStrings(AB, UTF_8, READ_ONLY, 0, new long[3])),
                bounds(
                        "srcIndex is 1 and offsets.count() is 2: not a range of src, which has 2 elements",
                        () -> copyStrings(AB, 1, UTF_8, BUFFER, 0, offsets(0, 0, 0), MalformedPolicy.REPLACE)),
                bounds(
                        "srcIndex is -1 and offsets.count() is 2: not a range of src, which has 2 elements",
                        () -> copyStrings(AB, -1, UTF_8, BUFFER, 0, offsets(0, 0, 0), MalformedPolicy.REPLACE)),
                argument(
                        "offsets is not a table of offsets: not created by ofOffsets",
                        () -> copyStrings(AB, 0, UTF_8, BUFFER, 0, one(0, 1), MalformedPolicy.REPLACE)),
                readOnly(() -> copyStrings(
                        AB, 0, UTF_8, BUFFER, 0, StringSpans.ofOffsets(READ_ONLY, 0, 4, 1), MalformedPolicy.REPLACE)),
                bounds(
                        "dstOffset is 9: not between 0 and 8, the size of the memory in bytes",
                        () -> MEMORY.copyStrings(AB, UTF_8, 9, new long[3])),
                of(NullPointerException.class, "strings[1]", () -> encodedUnits(new String[] {"a", null}, UTF_8)),
                of(
                        MalformedTextException.class,
                        "string 1: malformed text for UTF-8 at char 1: 1 char; 0 units were written",
                        () -> encodedUnits(new String[] {"a", LONE}, UTF_8, REPORT)),
                unsupported("charset x-JISAutoDetect cannot encode", () -> encodedUnits(AB, ONE_WAY)));
    }
}

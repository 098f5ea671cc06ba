package dev.unitstr.contract.refusals;

import static dev.unitstr.BufferCStrings.allocateTerminated;
import static dev.unitstr.BufferCStrings.copyPrefixed;
import static dev.unitstr.BufferCStrings.copyStringList;
import static dev.unitstr.BufferCStrings.copyTerminated;
import static dev.unitstr.BufferCStrings.copyTerminatedTruncated;
import static dev.unitstr.BufferCStrings.getStringList;
import static dev.unitstr.BufferCStrings.getStringPrefixed;
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
import dev.unitstr.ListEnd;
import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.NativeMemory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/** What {@code BufferCStrings} and {@code LengthPrefix} refuse. */
final class CStringsRefusals {
    private static final LengthPrefix BYTE = LengthPrefix.ofUnits(1, ByteOrder.BIG_ENDIAN);
    private static final LengthPrefix WORD = LengthPrefix.ofBytes(4, ByteOrder.LITTLE_ENDIAN);
    private static final LengthPrefix BYTES = LengthPrefix.ofBytes(1, ByteOrder.BIG_ENDIAN);
    private static final ByteBuffer READ_ONLY = ByteBuffer.allocate(8).asReadOnlyBuffer();
    private static final MalformedPolicy NUL = MalformedPolicy.replaceWith(0);
    private static final String LONE = "a\ud800";

    private CStringsRefusals() {}

    static List<Refusal> writing() {
        return List.of(
                argument("prefixBytes is 3: not 1, 2, 4 or 8", () -> LengthPrefix.ofUnits(3, ByteOrder.BIG_ENDIAN)),
                argument("prefixBytes is 16: not 1, 2, 4 or 8", () -> LengthPrefix.ofBytes(16, ByteOrder.BIG_ENDIAN)),
                argument("prefixBytes is 0: not 1, 2, 4 or 8", () -> LengthPrefix.ofBytes(0, ByteOrder.LITTLE_ENDIAN)),
                argument(
                        "prefixBytes is 0: a varint is not BIG_ENDIAN",
                        () -> new LengthPrefix(0, ByteOrder.BIG_ENDIAN, true)),
                argument("length is -1: not between 0 and 255", () -> BYTE.bytesOf(-1)),
                argument("length is 256: not between 0 and 255", () -> BYTE.bytesOf(256)),
                argument("count is -1: negative", () -> ListEnd.after(-1)),
                bounds("dstIndex is 0: …8 bytes…", () -> copyTerminated("abcdefgh", UTF_8, BUFFER, 0)),
                bounds("dstIndex is -1: …", () -> copyTerminated("abc", UTF_8, BUFFER, -1)),
                argument("charset x-JIS0208 has no NUL of one unit", () -> copyTerminated("abc", NO_NUL, BUFFER, 0)),
                unsupported("charset x-JISAutoDetect cannot encode", () -> copyTerminated("abc", ONE_WAY, BUFFER, 0)),
                readOnly(() -> copyTerminated("abc", UTF_8, READ_ONLY, 0)),
                argument(
                        "src has a NUL at char 1: it would end there",
                        () -> copyTerminated("a\0b", UTF_8, ByteBuffer.allocate(8), 0)),
                argument(
                        "src has a NUL at char 1: it would end there",
                        () -> copyTerminatedTruncated("a\0b", UTF_8, ByteBuffer.allocate(8), 0, 4)),
                argument(
                        "src has a NUL at char 1: it would end there",
                        () -> allocateTerminated(ByteBuffer::allocate, "a\0b", UTF_8)),
                argument(
                        "strings[0] has a NUL at char 1: it would end there",
                        () -> MEMORY.copyPointers(new String[] {"a\0b"}, UTF_8, 0)),
                of(
                        MalformedTextException.class,
                        "malformed text for UTF-8 at char 1: 1 char; 1 units were written",
                        () -> copyTerminated(LONE, UTF_8, BUFFER, 0, REPORT)),
                bounds("dstOffset is 9: …8…", () -> MEMORY.copyTerminated("abc", UTF_8, 9)),
                argument(
                        "maxUnits is 0: no space for the terminator",
                        () -> copyTerminatedTruncated("abc", UTF_8, BUFFER, 0, 0)),
                argument(
                        "maxUnits is -1: no space for the terminator",
                        () -> copyTerminatedTruncated("abc", UTF_8, BUFFER, 0, -1)),
                bounds("dstIndex is 0: …8 bytes…", () -> copyTerminatedTruncated("abc", UTF_16, BUFFER, 0, 5)),
                bounds("dstOffset is 4: …8 bytes…", () -> MEMORY.copyTerminatedTruncated("abc", UTF_8, 4, 5)),
                bounds("dstIndex is 0: …8 bytes…", () -> copyPrefixed("abcdefgh", UTF_8, BUFFER, 0, BYTE)),
                bounds("dstIndex is 9: …8…", () -> copyPrefixed("abc", UTF_8, BUFFER, 9, BYTE)),
                argument(
                        "src has 256 units when encoded: more than 255, the most that a prefix of 1 byte can hold",
                        () -> copyPrefixed("a".repeat(256), UTF_8, BUFFER, 0, BYTE)),
                argument(
                        "src has 256 bytes when encoded: more than 255, the most that a prefix of 1 byte can hold",
                        () -> copyPrefixed("a".repeat(128), UTF_16, BUFFER, 0, BYTES)),
                readOnly(() -> copyPrefixed("abc", UTF_8, READ_ONLY, 0, BYTE)),
                bounds("dstOffset is 9: …8…", () -> MEMORY.copyPrefixed("abc", UTF_8, 9, BYTE)),
                argument(
                        "charset x-JIS0208 has no NUL of one unit",
                        () -> allocateTerminated(ByteBuffer::allocate, "abc", NO_NUL)),
                bounds(
                        "the allocator's buffer has 3 bytes: less than the requested 4",
                        () -> allocateTerminated(size -> ByteBuffer.allocate(3), "abc", UTF_8)),
                argument(
                        "strings[1] is empty: it would end the list",
                        () -> copyStringList(new String[] {"a", ""}, UTF_8, BUFFER, 0, REPORT)),
                argument(
                        "strings[1] has a NUL at char 1: it would end there",
                        () -> copyStringList(new String[] {"a", "b\0"}, UTF_8, BUFFER, 0, REPORT)),
                argument(
                        "the replacement of policy has a NUL: it would end a string",
                        () -> copyStringList(new String[] {LONE}, UTF_8, BUFFER, 0, NUL)),
                of(
                        NullPointerException.class,
                        "strings[1]",
                        () -> copyStringList(new String[] {"a", null}, UTF_8, BUFFER, 0, REPORT)),
                bounds(
                        "dstIndex is 0: …8 bytes…",
                        () -> copyStringList(new String[] {"abc", "def"}, UTF_8, BUFFER, 0, REPORT)),
                bounds("dstOffset is 9: …8…", () -> MEMORY.copyStringList(new String[] {"abc"}, UTF_8, 9, REPORT)),
                argument(
                        "charset x-JIS0208 has no NUL of one unit",
                        () -> MEMORY.copyPointers(new String[] {"a"}, NO_NUL, 0)),
                bounds("dstOffset is 0: …8 bytes…", () -> MEMORY.copyPointers(new String[] {"abc"}, UTF_8, 0)));
    }

    static List<Refusal> reading() {
        return List.of(
                bounds("index is 8: …8 bytes…", () -> getStringPrefixed(BUFFER, 8, BYTE, UTF_8)),
                bounds("index is -1: …8 bytes…", () -> getStringPrefixed(BUFFER, -1, BYTE, UTF_8)),
                bounds(
                        "the length at index 0 is 97 units of 1 byte: behind it, they are not within the memory, which has 8 bytes",
                        () -> getStringPrefixed(BUFFER, 0, BYTE, UTF_8)),
                argument(
                        "the length at index 0 is 97 bytes: not a multiple of 2, the size of a unit",
                        () -> getStringPrefixed(BUFFER, 0, BYTES, UTF_16)),
                bounds("offset is 6: …8 bytes…", () -> MEMORY.getStringPrefixed(6, WORD, UTF_8)),
                bounds(
                        "the list from index 0 on lacks the empty string that ends it between index 2 and the end of the memory, which has 2 bytes",
                        () -> getStringList(ByteBuffer.wrap(new byte[] {'a', 0}), 0, UTF_8)),
                bounds(
                        "index is 9: not between 0 and 8, the size of the memory in bytes",
                        () -> getStringList(BUFFER, 9, UTF_8)),
                argument("charset x-JIS0208 has no NUL of one unit", () -> getStringList(BUFFER, 0, NO_NUL)),
                bounds(
                        "offset is 9: not between 0 and 8, the size of the memory in bytes",
                        () -> MEMORY.getStringList(9, UTF_8)),
                argument(
                        "address is 4095: less than 4096, where no memory is; is it a field of a null struct?",
                        () -> NativeMemory.getStringAt(4095, 1, UTF_8)),
                argument("address is -1: negative", () -> NativeMemory.getStringAt(-1, 1, UTF_8)),
                argument(
                        "units is -1: not between 0 and 2147483647, the maximum number of units of 1 byte for one string",
                        () -> NativeMemory.getStringAt(MEMORY.address(), -1, UTF_8)),
                argument(
                        "units is 2147483648: not between 0 and 2147483647, the maximum number of units of 1 byte for one string",
                        () -> NativeMemory.getStringAt(MEMORY.address(), 1L << 31, UTF_8)),
                argument("address is -1: negative", () -> NativeMemory.getStringTerminatedAt(-1, UTF_8)),
                argument(
                        "address is 8: less than 4096, where no memory is; is it a field of a null struct?",
                        () -> NativeMemory.getStringTerminatedAt(8, UTF_8)),
                argument(
                        "charset x-JIS0208 has no NUL of one unit",
                        () -> NativeMemory.getStringTerminatedAt(MEMORY.address(), NO_NUL)),
                argument("count is -1: not between 0 and 268435455", () -> MEMORY.getPointers(0, -1, UTF_8)),
                bounds(
                        "offset is 0: from there, 2 pointers of 8 bytes are not within the memory, which has 8 bytes",
                        () -> MEMORY.getPointers(0, 2, UTF_8)),
                argument("charset x-JIS0208 has no NUL of one unit", () -> MEMORY.getPointers(0, 1, NO_NUL))
                        .inNativeMemory(),
                bounds(
                                "no null pointer between offset 0 and the end of the memory, which has 8 bytes",
                                () -> MEMORY.getPointers(0, UTF_8))
                        .inNativeMemory());
    }
}

package dev.unitstr.interop.tensorflow;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/**
 * TensorFlow's 24-byte strings, written and read by hand, as tensorflow's ctstring_internal.h says for 64-bit
 * little-endian machines: what unitstr is compared with. It shares nothing with unitstr, and trusts every byte.
 */
final class Tstring {
    static final long BYTES = 24;
    static final int SMALL_CAPACITY = 22;

    enum Kind {
        SMALL,
        LARGE,
        OFFSET,
        VIEW
    }

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    private Tstring() {}

    static MemorySegment element(MemorySegment table, long index) {
        return table.asSlice(index * BYTES, BYTES);
    }

    static void small(MemorySegment element, byte[] text) {
        if (text.length > SMALL_CAPACITY) {
            throw new IllegalArgumentException(text.length + " bytes");
        }
        element.fill((byte) 0);
        element.set(ValueLayout.JAVA_BYTE, 0, (byte) (text.length << 2 | Kind.SMALL.ordinal()));
        MemorySegment.copy(text, 0, element, ValueLayout.JAVA_BYTE, 1, text.length);
    }

    /** The text in a block of C's heap, which is the element's. */
    static void large(MemorySegment element, byte[] text) throws Throwable {
        long capacity = (text.length + 16L & ~15L) - 1;
        MemorySegment block = Functions.malloc(capacity + 1);
        MemorySegment.copy(text, 0, block, ValueLayout.JAVA_BYTE, 0, text.length);
        block.set(ValueLayout.JAVA_BYTE, text.length, (byte) 0);
        element.set(LONG, 0, (long) text.length << 2 | Kind.LARGE.ordinal());
        element.set(LONG, 8, capacity);
        element.set(LONG, 16, block.address());
    }

    /** The text somewhere behind the element. */
    static void offset(MemorySegment element, long distance, int bytes, int count) {
        element.fill((byte) 0);
        element.set(INT, 0, bytes << 2 | Kind.OFFSET.ordinal());
        element.set(INT, 4, Math.toIntExact(distance));
        element.set(INT, 8, count);
    }

    static void view(MemorySegment element, MemorySegment text, long owner) {
        element.set(LONG, 0, text.byteSize() << 2 | Kind.VIEW.ordinal());
        element.set(LONG, 8, text.address());
        element.set(LONG, 16, owner);
    }

    /** A view as headers before 2.21 wrote it: what was in the last 8 bytes stays. */
    static void viewBefore221(MemorySegment element, MemorySegment text) {
        element.set(LONG, 0, text.byteSize() << 2 | Kind.VIEW.ordinal());
        element.set(LONG, 8, text.address());
    }

    static Kind kind(MemorySegment element) {
        return Kind.values()[element.get(ValueLayout.JAVA_BYTE, 0) & 3];
    }

    /** Where a large string's block or a view's text is. */
    static long address(MemorySegment element) {
        return element.get(LONG, kind(element) == Kind.LARGE ? 16 : 8);
    }

    /** The owner of a view, or 0. */
    static long owner(MemorySegment element) {
        return element.get(LONG, 16);
    }

    static byte[] text(MemorySegment element) {
        return switch (kind(element)) {
            case SMALL ->
                element.asSlice(1, (element.get(ValueLayout.JAVA_BYTE, 0) & 0xff) >> 2)
                        .toArray(ValueLayout.JAVA_BYTE);
            case OFFSET ->
                Functions.at(element.address() + Integer.toUnsignedLong(element.get(INT, 4)), element.get(INT, 0) >>> 2)
                        .toArray(ValueLayout.JAVA_BYTE);
            case LARGE, VIEW ->
                Functions.at(address(element), element.get(LONG, 0) >>> 2).toArray(ValueLayout.JAVA_BYTE);
        };
    }

    static byte[][] texts(MemorySegment table, long count) {
        byte[][] texts = new byte[Math.toIntExact(count)][];
        Arrays.setAll(texts, i -> text(element(table, i)));
        return texts;
    }

    static Kind[] kinds(MemorySegment table, long count) {
        Kind[] kinds = new Kind[Math.toIntExact(count)];
        Arrays.setAll(kinds, i -> kind(element(table, i)));
        return kinds;
    }
}

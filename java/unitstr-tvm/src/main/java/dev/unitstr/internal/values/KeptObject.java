package dev.unitstr.internal.values;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.internal.binding.ValueCalls;
import dev.unitstr.internal.text.RegionStrings;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An object with a reference: a string of this library, which is overwritten if nothing else refers to it, or any other
 * object.
 */
final class KeptObject {
    /** The minimum capacity of a new string, in bytes. */
    private static final int LEAST_TEXT = 64;
    /** The maximum size of a string whose memory is kept, in bytes. */
    static final int MOST_TEXT = 1 << 16;
    /** The offsets of the size and, below, of the text in a string of this library. */
    private static final int SIZE = 32;

    private static final int TEXT = TvmSlots.TEXT;
    private static final int MOST_BYTES = Integer.MAX_VALUE - TEXT - 1;
    /** At most this many chars are first tried as ASCII. */
    private static final int FEW_CHARS = 64;

    private static final long NO_ASCII = 0xFF80_FF80_FF80_FF80L;

    final long address;
    /** The capacity in bytes of a string that may be overwritten; -1 for any other object. */
    final int capacity;

    private final ValueCalls.@Nullable Block memory;

    private KeptObject(long address, int capacity, ValueCalls.@Nullable Block memory) {
        this.address = address;
        this.capacity = capacity;
        this.memory = memory;
    }

    /** Wraps any object, and takes over a reference to it. */
    static KeptObject of(long address) {
        return new KeptObject(address, -1, null);
    }

    /** Creates a binary, or a string, from bytes. */
    static KeptObject of(ValueCalls calls, int code, byte[] bytes) {
        return of(requireAllocated(calls.textNew(code, bytes, bytes.length)));
    }

    /** Creates a string with a capacity of at least {@code bytes}. */
    static KeptObject string(ValueCalls calls, int bytes) {
        int capacity = Math.max(LEAST_TEXT, bytes);
        long address = requireAllocated(calls.textNew(TvmSlots.STR, null, capacity));
        try {
            return new KeptObject(address, capacity, calls.view(address, TEXT + capacity + 1));
        } catch (Throwable e) {
            calls.release(address);
            throw e;
        }
    }

    private static long requireAllocated(long address) {
        if (address <= 0) {
            throw new OutOfMemoryError("no native memory for a text: native status " + address);
        }
        return address;
    }

    /** Returns an upper bound for the size of a text, in bytes. */
    static int bytes(RegionStrings strings, String text) {
        int chars = text.length();
        return chars <= MOST_TEXT / 3
                ? 3 * chars
                : checked(strings.encodedUnits(text, StandardCharsets.UTF_8, MalformedPolicy.REPLACE));
    }

    /** Returns the size if a string of the library that fits into one Java buffer can have it. Throws otherwise. */
    static int checked(long bytes) {
        if (bytes > MOST_BYTES) {
            throw new IllegalArgumentException(
                    "the text has " + bytes + " bytes in UTF-8: more than " + MOST_BYTES + ", the maximum");
        }
        return (int) bytes;
    }

    /**
     * Tests whether {@code bytes} may be written: this is a string with that capacity, there is no other reference to
     * it, and former holders have finished reading.
     */
    boolean accepts(int bytes) {
        if (memory == null || capacity < bytes) {
            return false;
        }
        boolean alone = memory.bytes().getLong(0) == TvmSlots.FRESH_REFS;
        VarHandle.acquireFence();
        return alone;
    }

    /** Writes a text that fits into the capacity. */
    void write(RegionStrings strings, String text) {
        ValueCalls.Block block = Objects.requireNonNull(memory);
        ByteBuffer bytes = block.bytes();
        int chars = text.length();
        int count = chars;
        if (chars > FEW_CHARS || !writeAscii(bytes, text)) {
            count = (int) strings.copy(
                    text,
                    StandardCharsets.UTF_8,
                    0,
                    block.region(),
                    block.offset() + TEXT,
                    chars,
                    MalformedPolicy.REPLACE);
        }
        bytes.put(TEXT + count, (byte) 0);
        bytes.putLong(SIZE, count);
    }

    /** Writes four chars at a time. Bytes beyond the text are within the capacity and are overwritten later. */
    private static boolean writeAscii(ByteBuffer bytes, String text) {
        int chars = text.length();
        int i = 0;
        for (; i + 4 <= chars; i += 4) {
            long four = text.charAt(i)
                    | (long) text.charAt(i + 1) << 16
                    | (long) text.charAt(i + 2) << 32
                    | (long) text.charAt(i + 3) << 48;
            if ((four & NO_ASCII) != 0) {
                return false;
            }
            four |= four >>> 8;
            bytes.putInt(TEXT + i, (int) (four & 0xFFFF | four >>> 16 & 0xFFFF_0000L));
        }
        for (; i < chars; i++) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                return false;
            }
            bytes.put(TEXT + i, (byte) c);
        }
        return true;
    }

    /** Returns a copy of the bytes. */
    byte[] copy() {
        ByteBuffer bytes = Objects.requireNonNull(memory).bytes();
        byte[] copy = new byte[(int) Math.max(0, Math.min(bytes.getLong(SIZE), capacity))];
        bytes.get(TEXT, copy);
        return copy;
    }

    /** Decodes the text. */
    String read(RegionStrings strings) {
        ValueCalls.Block block = Objects.requireNonNull(memory);
        int bytes = (int) Math.min(block.bytes().getLong(SIZE), capacity);
        return bytes <= 0
                ? ""
                : strings.getStringOfBytes(
                        block.region(), block.offset() + TEXT, bytes, StandardCharsets.UTF_8, MalformedPolicy.REPLACE);
    }
}

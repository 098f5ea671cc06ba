package dev.unitstr.internal.values;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.internal.binding.ValueCalls;
import dev.unitstr.internal.text.RegionStrings;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** An object with a reference: a string of ours, which is written again as long as nobody else has it, or any other. */
final class KeptObject {
    /** Strings are at first given so much room. */
    private static final int LEAST_TEXT = 64;
    /** Longer ones do not keep their memory. */
    static final int MOST_TEXT = 1 << 16;
    /** Where a string of ours has its size, and its text. */
    private static final int SIZE = 32;

    private static final int TEXT = TvmSlots.TEXT;
    private static final int MOST_BYTES = Integer.MAX_VALUE - TEXT - 1;
    /** So few chars are tried as ASCII. */
    private static final int FEW_CHARS = 64;

    private static final long NO_ASCII = 0xFF80_FF80_FF80_FF80L;

    final long address;
    /** Of a string that may be written again; else -1. */
    final int capacity;

    private final ValueCalls.@Nullable Block memory;

    private KeptObject(long address, int capacity, ValueCalls.@Nullable Block memory) {
        this.address = address;
        this.capacity = capacity;
        this.memory = memory;
    }

    /** Any object, whose reference is taken over. */
    static KeptObject of(long address) {
        return new KeptObject(address, -1, null);
    }

    /** A binary, or a string of these bytes. */
    static KeptObject of(ValueCalls calls, int code, byte[] bytes) {
        return of(requireAllocated(calls.textNew(code, bytes, bytes.length)));
    }

    /** A new string with room for so many bytes. */
    static KeptObject string(ValueCalls calls, int bytes) {
        int capacity = Math.max(LEAST_TEXT, bytes);
        long address = requireAllocated(calls.textNew(TvmSlots.STR, null, capacity));
        boolean done = false;
        try {
            KeptObject made = new KeptObject(address, capacity, calls.view(address, TEXT + capacity + 1));
            done = true;
            return made;
        } finally {
            if (!done) {
                calls.release(address);
            }
        }
    }

    private static long requireAllocated(long address) {
        if (address <= 0) {
            throw new OutOfMemoryError("native code has no memory for a text: " + address);
        }
        return address;
    }

    /** How many bytes a text may take. */
    static int bytes(RegionStrings strings, String text) {
        int chars = text.length();
        return chars <= MOST_TEXT / 3
                ? 3 * chars
                : checked(strings.encodedUnits(text, StandardCharsets.UTF_8, MalformedPolicy.REPLACE));
    }

    /** A size that a string of the library can have in one buffer of Java's. */
    static int checked(long bytes) {
        if (bytes > MOST_BYTES) {
            throw new IllegalArgumentException(
                    "the text takes " + bytes + " bytes in UTF-8: at most " + MOST_BYTES + " are possible");
        }
        return (int) bytes;
    }

    /** Whether it may be written: nobody else has a reference, and whoever had one has done with it. */
    boolean isOurs() {
        if (memory == null) {
            return false;
        }
        boolean alone = memory.bytes().getLong(0) == TvmSlots.FRESH_REFS;
        VarHandle.acquireFence();
        return alone;
    }

    /** Writes a text that has the room. */
    void write(RegionStrings strings, String text) {
        ValueCalls.Block block = java.util.Objects.requireNonNull(memory);
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

    /** Four chars at once; what comes behind the text has room, and is written over. */
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

    /** A copy of its bytes. */
    byte[] copy() {
        ByteBuffer bytes = java.util.Objects.requireNonNull(memory).bytes();
        byte[] copy = new byte[(int) Math.max(0, Math.min(bytes.getLong(SIZE), capacity))];
        bytes.get(TEXT, copy);
        return copy;
    }

    /** Reads it as text. */
    String read(RegionStrings strings) {
        ValueCalls.Block block = java.util.Objects.requireNonNull(memory);
        int bytes = (int) Math.min(block.bytes().getLong(SIZE), capacity);
        return bytes <= 0
                ? ""
                : strings.getStringOfBytes(
                        block.region(), block.offset() + TEXT, bytes, StandardCharsets.UTF_8, MalformedPolicy.REPLACE);
    }
}

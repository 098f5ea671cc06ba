package dev.unitstr.internal.memory;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Native memory that a {@link Scratch} keeps, for the text of a call by JNI that is short: Java copies between it and
 * arrays by an intrinsic, where native code would have to call the JVM, which takes as long as a short text.
 *
 * <p>Chars lie at its start. Bytes of Latin-1 begin after two thirds of it.
 */
public final class OffHeap {
    /** The most bytes of encoded text that are decoded into it, and the most chars that are encoded from it. */
    public static final int MOST = 4 * 1024;
    /** The size: chars and bytes of as many units, each with the slack that native code may store into. */
    public static final int ROOM = 3 * (MOST + Scratch.CHAR_SLACK);

    private static final int LATIN_1 = ROOM / 3 * 2;

    /** That there was no memory once: asking again would have the garbage collector run each time. */
    private static volatile boolean none;

    private final ByteBuffer bytes = ByteBuffer.allocateDirect(ROOM).order(ByteOrder.nativeOrder());
    private final CharBuffer chars = bytes.asCharBuffer();

    private OffHeap() {}

    static @Nullable OffHeap allocate() {
        if (none) {
            return null;
        }
        try {
            return new OffHeap();
        } catch (OutOfMemoryError e) { // of what the JVM may take for direct buffers
            none = true;
            return null;
        }
    }

    /**
     * All of it, for native code.
     *
     * @return a direct buffer, from its first byte on
     */
    public ByteBuffer buffer() {
        return bytes;
    }

    /**
     * Copies bytes of Latin-1 to the start of an array.
     *
     * @param dst the array
     * @param count how many
     */
    public void getLatin1(byte[] dst, int count) {
        bytes.get(LATIN_1, dst, 0, count);
    }

    /**
     * Copies chars to the start of an array.
     *
     * @param dst the array
     * @param count how many
     */
    public void getChars(char[] dst, int count) {
        chars.get(0, dst, 0, count);
    }

    /**
     * Takes chars from the start of an array.
     *
     * @param src the array
     * @param count how many
     */
    public void putChars(char[] src, int count) {
        chars.put(0, src, 0, count);
    }

    void clear() {
        for (int i = 0; i < ROOM; i++) {
            bytes.put(i, (byte) 0);
        }
    }
}

package dev.unitstr.internal.memory;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Native memory that a scratch keeps for JNI calls with short text. Java copies between this memory and arrays
 * with an intrinsic. Native code would have to call the JVM to access an array, which takes as long as converting a
 * short text.
 *
 * <p>Chars are at the start of the memory. Latin-1 bytes begin after two thirds of it.
 */
public final class OffHeap {
    /** The maximum number of bytes of encoded text decoded into it, and the maximum number of chars encoded from it. */
    public static final int MOST = 4 * 1024;
    /** The number of chars or bytes that native code may overwrite beyond a result: it may store whole vectors. */
    static final int SLACK = 64;
    /** The size in bytes: chars and bytes for {@link #MOST} units each, with {@link #SLACK}. */
    public static final int ROOM = 3 * (MOST + SLACK);

    private static final int LATIN_1 = ROOM / 3 * 2;

    /** Whether an allocation has failed. A retry would run the garbage collector each time. */
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
        } catch (OutOfMemoryError e) { // the JVM's limit for direct buffers is reached
            none = true;
            return null;
        }
    }

    /**
     * Returns the whole memory, for native code.
     *
     * @return a direct buffer, which starts at the first byte
     */
    public ByteBuffer buffer() {
        return bytes;
    }

    /**
     * Copies the Latin-1 bytes to the start of an array.
     *
     * @param dst the array
     * @param count the number of elements
     */
    public void getLatin1(byte[] dst, int count) {
        bytes.get(LATIN_1, dst, 0, count);
    }

    /**
     * Copies the chars to the start of an array.
     *
     * @param dst the array
     * @param count the number of elements
     */
    public void getChars(char[] dst, int count) {
        chars.get(0, dst, 0, count);
    }

    /**
     * Copies chars from the start of an array.
     *
     * @param src the array
     * @param count the number of elements
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

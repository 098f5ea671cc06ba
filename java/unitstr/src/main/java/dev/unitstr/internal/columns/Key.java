package dev.unitstr.internal.columns;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Encoded text that rows are compared with. */
final class Key {
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());

    private final byte[] bytes;
    private final boolean isPrefix;
    /** The first bytes as a number in native byte order, and the bits of the number that the key has. */
    private final int start;

    private final int mask;

    private Key(byte[] bytes, boolean isPrefix) {
        this.bytes = bytes;
        this.isPrefix = isPrefix;
        byte[] first = Arrays.copyOf(bytes, Integer.BYTES);
        byte[] bits = new byte[Integer.BYTES];
        Arrays.fill(bits, 0, Math.min(bytes.length, bits.length), (byte) -1);
        this.start = (int) INTS.get(first, 0);
        this.mask = (int) INTS.get(bits, 0);
    }

    /**
     * Encodes a text.
     *
     * @param text the text
     * @param isPrefix whether rows that start with the text match too
     * @return the key; null if the text has a lone surrogate, so that no row can match
     */
    static @Nullable Key of(String text, boolean isPrefix) {
        try {
            ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
            return new Key(Arrays.copyOf(encoded.array(), encoded.limit()), isPrefix);
        } catch (CharacterCodingException e) {
            return null;
        }
    }

    /** Returns the number of bytes to compare. */
    int size() {
        return bytes.length;
    }

    /** Tests whether a row of this size can match. */
    boolean mayHaveSize(long size) {
        return isPrefix ? size >= bytes.length : size == bytes.length;
    }

    /** Tests whether a row can match whose first four bytes are at an index of an array, padded with any bytes. */
    boolean mayStart(byte[] array, int index) {
        return ((int) INTS.get(array, index) & mask) == start;
    }

    /** Compares the key with as many bytes of an array. */
    boolean equals(byte[] array, int index) {
        return Arrays.equals(array, index, index + bytes.length, bytes, 0, bytes.length);
    }
}

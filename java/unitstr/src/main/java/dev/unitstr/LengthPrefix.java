package dev.unitstr;

import dev.unitstr.internal.text.CStrings;
import java.nio.ByteOrder;
import java.util.Objects;

/**
 * The form of a length that is stored in memory, mostly before a text: its size, its byte order, and whether it counts
 * bytes or code units. The length is unsigned and does not count itself.
 *
 * <pre>{@code
 * LengthPrefix bstr = LengthPrefix.ofBytes(4, ByteOrder.LITTLE_ENDIAN); // of Windows; the pointer is that of the text
 * LengthPrefix pascal = LengthPrefix.ofUnits(1, ByteOrder.nativeOrder());
 * LengthPrefix bincode = LengthPrefix.ofBytes(8, ByteOrder.LITTLE_ENDIAN); // of Rust
 * ByteBuffer field = ByteBuffer.allocate(16); // of a message of protobuf, behind its tag
 * long units = BufferCStrings.copyPrefixed("na\u00efve", StandardCharsets.UTF_8, field, 0, LengthPrefix.VARINT);
 * int next = LengthPrefix.VARINT.bytesOf(units) + (int) units;
 * }</pre>
 *
 * @param prefixBytes the size of the length, in bytes: 1, 2, 4 or 8; 0 for a varint
 * @param order the byte order of the length
 * @param countsBytes whether the length is in bytes; otherwise it is in code units
 * @since 0.1.0
 */
public record LengthPrefix(int prefixBytes, ByteOrder order, boolean countsBytes) {
    /**
     * A varint (LEB128) that counts bytes, as in protobuf: seven bits in each byte, the lowest first, and the highest bit set
     * in each byte but the last. A reader accepts up to ten bytes, also if fewer would do; a writer writes as few as
     * possible.
     */
    public static final LengthPrefix VARINT = new LengthPrefix(0, ByteOrder.LITTLE_ENDIAN, true);

    /**
     * Checks the arguments.
     *
     * @throws NullPointerException if {@code order} is null
     * @throws IllegalArgumentException if {@code prefixBytes} is not 1, 2, 4 or 8; or it is 0 and {@code order} is not
     *     little-endian
     */
    public LengthPrefix {
        Objects.requireNonNull(order, "order");
        if (prefixBytes == 0
                ? order != ByteOrder.LITTLE_ENDIAN
                : Integer.bitCount(prefixBytes) != 1 || prefixBytes > 8) {
            throw new IllegalArgumentException("prefixBytes is " + prefixBytes
                    + (prefixBytes == 0 ? ": a varint is not " + order : ": not 1, 2, 4 or 8"));
        }
    }

    /**
     * Returns a prefix that counts code units of the charset.
     *
     * @param prefixBytes the size of the length, in bytes: 1, 2, 4 or 8
     * @param order the byte order of the length
     * @return the prefix
     * @throws NullPointerException if {@code order} is null
     * @throws IllegalArgumentException if {@code prefixBytes} is not 1, 2, 4 or 8
     */
    public static LengthPrefix ofUnits(int prefixBytes, ByteOrder order) {
        return new LengthPrefix(checked(prefixBytes, order), order, false);
    }

    /**
     * Returns a prefix that counts bytes.
     *
     * @param prefixBytes the size of the length, in bytes: 1, 2, 4 or 8
     * @param order the byte order of the length
     * @return the prefix
     * @throws NullPointerException if {@code order} is null
     * @throws IllegalArgumentException if {@code prefixBytes} is not 1, 2, 4 or 8
     */
    public static LengthPrefix ofBytes(int prefixBytes, ByteOrder order) {
        return new LengthPrefix(checked(prefixBytes, order), order, true);
    }

    private static int checked(int prefixBytes, ByteOrder order) {
        Objects.requireNonNull(order, "order");
        if (prefixBytes == 0) {
            throw new IllegalArgumentException("prefixBytes is 0: not 1, 2, 4 or 8");
        }
        return prefixBytes;
    }

    /**
     * Returns the size of the prefix that is written for a length.
     *
     * @param length the length, in bytes or code units
     * @return the size of the prefix, in bytes: from 1 to 9 for a varint
     * @throws IllegalArgumentException if {@code length} is negative or does not fit
     */
    public int bytesOf(long length) {
        long most = CStrings.most(this);
        if (length < 0 || length > most) {
            throw new IllegalArgumentException("length is " + length + ": not between 0 and " + most);
        }
        return prefixBytes != 0 ? prefixBytes : (70 - Long.numberOfLeadingZeros(length | 1)) / 7;
    }
}
